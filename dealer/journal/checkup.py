"""The journal looked at from outside, for a diagnosis: nothing is written, mended or set aside."""

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from dealer.errors import DealerError, JournalError
from dealer.journal.journal import FILE_NAME, Journal
from dealer.journal.rescue import read_only
from dealer.journal.schema import SCHEMA_VERSION, fault_of


@dataclass(frozen=True, slots=True)
class Condition:
    """How a journal is: what is wrong with it, or ``""``; whether a newer program wrote it; how many games it has."""

    fault: str
    newer: bool
    games: int


def condition_of(folder: Path) -> Condition | None:
    """How the journal in ``folder`` is, all of it read; None where there is none."""
    path = folder / FILE_NAME
    if not path.exists() and not path.is_symlink():
        return None
    try:
        with closing(read_only(path)) as connection:
            newer = int(connection.execute("PRAGMA user_version").fetchone()[0]) > SCHEMA_VERSION
            fault = fault_of(connection, whole=True)
            games = 0 if fault else int(connection.execute("SELECT count(*) FROM game").fetchone()[0])
    except (sqlite3.Error, OSError) as error:
        return Condition(str(error), newer=False, games=0)
    return Condition(fault, newer, games)


def players_in(folder: Path) -> tuple[str, ...]:
    """The names of all who ever played here, the longest first, as far as they can be read."""
    try:
        with Journal(folder, writable=False) as journal:
            headers = [game.header for game in journal.games()]
    except DealerError:
        return ()
    found = {name for header in headers if header is not None for name in header.players}
    return tuple(sorted(found, key=lambda name: (-len(name), name)))


def copied(folder: Path, *, pictures: bool) -> bytes:
    """The journal's file as bytes, with or without the cards' pictures. Raises JournalError."""
    try:
        with closing(read_only(folder / FILE_NAME)) as source, closing(sqlite3.connect(":memory:")) as copy:
            source.backup(copy)
            if not pictures:
                copy.execute("DELETE FROM picture")
                copy.commit()
                copy.execute("VACUUM")
            return copy.serialize()
    except (sqlite3.Error, OSError) as error:
        raise JournalError(f"The journal in {folder} cannot be copied: {error}.") from error
