"""The journal's file while it is open: what reads and writes it within the journal shares one connection."""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from dealer.journal.schema import transaction


@dataclass(frozen=True, slots=True)
class OpenFile:
    """``telling`` turns SQLite's errors into the house's."""

    connection: sqlite3.Connection
    telling: Callable[[], AbstractContextManager[None]]

    @contextmanager
    def writing(self) -> Iterator[None]:
        """What is written within is on the disk at the end: all of it or nothing."""
        with self.telling(), transaction(self.connection):
            yield

    def rows(self, statement: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """What a SELECT finds."""
        with self.telling():
            return self.connection.execute(statement, values).fetchall()

    def write(self, statement: str, values: Sequence[Any] = ()) -> None:
        """One statement, within ``writing``."""
        self.connection.execute(statement, values)

    def next_number(self, *highest: str) -> int:
        """One more than the highest number that was ever used."""
        return int(max(self.rows(one)[0][0] or 0 for one in highest)) + 1


def now() -> str:
    """UTC by the machine's clock."""
    return datetime.now(UTC).isoformat(timespec="seconds")
