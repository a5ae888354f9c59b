"""What is to be told to the house of many tables, and in which order: the outbox.

Each row of the journal that the house must know has a number here, written in the same transaction as the row itself.
Only the order is kept: what is told is read from the row. A mark beside each number tells two journals apart that have
the same number: one that went on, and a copy of it that went on otherwise.
"""

import json
import os
import sqlite3
import uuid
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dealer.errors import JournalError
from dealer.journal.schema import transaction

TOLD = ("evening", "person", "game", "entry", "posting")
"""The tables of which rows are told."""

TABLE_ID = "table"
"""Under which name the journal keeps who it is."""

TOLD_NAME = "house-told.json"
"""The file, beside the journal, of how far the broker has it. Where it is lost, all is told again."""

_SAME = "(SELECT what || subject FROM outbox WHERE number = (SELECT max(number) FROM outbox))"
_ADD = (
    "INSERT INTO outbox (number, what, subject, mark) "
    "VALUES ((SELECT coalesce(max(number), 0) + 1 FROM outbox), {what}, {subject}, random());"
)
_TRIGGERS = (
    ("entry", "INSERT ON main.entry", "NEW.number", ""),
    ("posting", "INSERT ON main.posting", "NEW.number", ""),
    ("person", "INSERT ON main.person", "NEW.number", ""),
    ("person", "UPDATE OF name, standing, merged_into ON main.person", "NEW.number", ""),
    ("evening", "INSERT ON main.evening", "NEW.number", ""),
    ("evening", "UPDATE OF closed, hundredths, currency, coin_name ON main.evening", "NEW.number", ""),
    ("game", "INSERT ON main.game", "NEW.number", ""),
    ("game", "UPDATE OF ending ON main.game", "NEW.number", "NEW.ending IS NOT OLD.ending"),
    # in the transaction that begins a game its seats come right after it
    ("game", "UPDATE OF evening ON main.game", "NEW.number", f"'game' || NEW.number <> {_SAME}"),
    ("game", "INSERT ON main.seat", "NEW.game", f"'game' || NEW.game <> {_SAME}"),
)
"""Whatever writes a row through this connection, the outbox knows it. They are the connection's, not the file's: copies
take over rows as they were numbered."""


def keep_outbox(connection: sqlite3.Connection) -> None:
    """From now on each row that is written is numbered. What has no number yet, or lost it, gets one."""
    with transaction(connection):
        count, last = connection.execute("SELECT count(*), coalesce(max(number), 0) FROM outbox").fetchone()
        if count != last:  # from the first gap on nobody knows any more what was told
            connection.execute(
                "DELETE FROM outbox WHERE number > (SELECT coalesce(min(number), 0) FROM "
                "(SELECT 0 AS number UNION ALL SELECT number FROM outbox) AS one "
                "WHERE one.number + 1 NOT IN (SELECT number FROM outbox))"
            )
        for what in TOLD:
            connection.execute(
                "INSERT INTO outbox (number, what, subject, mark) "
                "SELECT (SELECT coalesce(max(number), 0) FROM outbox) + row_number() OVER (ORDER BY number), "
                f"?, number, random() FROM {what} WHERE number NOT IN (SELECT subject FROM outbox WHERE what = ?)",
                (what, what),
            )
        if connection.execute("SELECT 1 FROM choice WHERE name = ?", (TABLE_ID,)).fetchone() is None:
            connection.execute("INSERT INTO choice VALUES (?, ?)", (TABLE_ID, json.dumps(str(uuid.uuid4()))))
    for number, (what, when, subject, only) in enumerate(_TRIGGERS):
        condition = f"WHEN {only} " if only else ""
        add = _ADD.format(what=f"'{what}'", subject=subject)
        connection.execute(f"CREATE TEMP TRIGGER outbox_{number} AFTER {when} {condition}BEGIN {add} END")


@dataclass(frozen=True, slots=True)
class Place:
    """A place in an outbox: a number, and its mark. ``START`` is before the first."""

    number: int
    mark: int


START = Place(0, 0)


@dataclass(frozen=True, slots=True)
class Told:
    """One thing to tell. ``row`` is as it stands now; None where it was lost."""

    place: Place
    before: Place
    what: str
    subject: int
    row: dict[str, Any] | None


_COLUMNS = {
    "evening": "number, opened, closed, hundredths, currency, coin_name",
    "person": "number, name, standing, merged_into",
    "game": "number, started, header, ending, evening",
    "entry": "number, game, kind, line, position, clock, hand, old",
    "posting": "number, evening, giver, taker, coins, kind, game, act, why, clock, hand, reverses",
}
"""What is told of a row: no picture, and nothing that only this machine understands."""


class Outbox:
    """A journal's outbox, read through a connection of its own: for another thread, or for another program.

    Raises:
        JournalError: from all that reads.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        with self._telling():
            uri = f"{path.resolve().as_uri()}?mode=ro"
            self._connection = sqlite3.connect(uri, isolation_level=None, uri=True, check_same_thread=False)
            self._connection.row_factory = sqlite3.Row
            found = self._connection.execute("SELECT value FROM choice WHERE name = ?", (TABLE_ID,)).fetchone()
            self._connection.execute("SELECT 1 FROM outbox").fetchone()
        if found is None:
            self.close()
            raise JournalError(f"The journal {path} does not know which table it is; `dealer play` mends that.")
        self.table = str(json.loads(found[0]))
        """Who this journal is: made once, the same in all its copies."""

    def close(self) -> None:
        """No more is read."""
        self._connection.close()

    def __enter__(self) -> "Outbox":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def kind(self) -> str:
        """At what kind of table its games are played (``TableKind``)."""
        with self._telling():
            row = self._connection.execute("SELECT played_at FROM game ORDER BY number DESC LIMIT 1").fetchone()
        return "camera" if row is None else str(row[0])

    def version(self) -> int:
        """A number that changes whenever the journal is written: cheaper than to look what is new."""
        with self._telling():
            return int(self._connection.execute("PRAGMA data_version").fetchone()[0])

    def last(self) -> Place:
        """The place of the last thing to tell."""
        with self._telling():
            row = self._connection.execute("SELECT number, mark FROM outbox ORDER BY number DESC LIMIT 1").fetchone()
        return START if row is None else Place(*row)

    def at(self, number: int) -> Place | None:
        """The place with this number; None where there is none."""
        if number == 0:
            return START
        with self._telling():
            row = self._connection.execute("SELECT number, mark FROM outbox WHERE number = ?", (number,)).fetchone()
        return None if row is None else Place(*row)

    def after(self, place: Place, most: int) -> list[Told]:
        """What comes after ``place``, the oldest first, ``most`` at a time."""
        with self._telling():
            self._connection.execute("BEGIN")
            try:
                rows = self._connection.execute(
                    "SELECT number, mark, what, subject FROM outbox WHERE number > ? ORDER BY number LIMIT ?",
                    (place.number, most),
                ).fetchall()
                before, found = place, []
                for number, mark, what, subject in rows:
                    here = Place(number, mark)
                    found.append(Told(here, before, what, subject, self._row(what, subject)))
                    before = here
                return found
            finally:
                self._connection.execute("COMMIT")

    def _row(self, what: str, subject: int) -> dict[str, Any] | None:
        if what not in _COLUMNS:
            return None
        found = self._connection.execute(f"SELECT {_COLUMNS[what]} FROM {what} WHERE number = ?", (subject,)).fetchone()
        if found is None:
            return None
        row = dict(found)
        if what == "game":
            seats = self._connection.execute("SELECT person FROM seat WHERE game = ? ORDER BY seat", (subject,))
            row["people"] = [one[0] for one in seats]
        return row

    def told(self) -> Place:
        """How far a broker has it, as it was noted last; ``START`` where that is not known or of another journal."""
        try:
            noted = json.loads(self._noted.read_bytes())
            place = Place(noted["number"], noted["mark"])
            return place if noted["table"] == self.table and self.at(place.number) == place else START
        except (OSError, ValueError, KeyError, TypeError):
            return START

    def note_told(self, place: Place) -> None:
        """Note how far the broker has it. It may be lost in a power cut: then some is told twice. Raises OSError."""
        draft = self._noted.with_name(f"{TOLD_NAME}.part")
        draft.write_text(json.dumps({"table": self.table, "number": place.number, "mark": place.mark}))
        os.replace(draft, self._noted)

    @property
    def _noted(self) -> Path:
        return self._path.with_name(TOLD_NAME)

    @contextmanager
    def _telling(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise JournalError(
                f"The journal {self._path} cannot be read: {error}; play on, it is tried again."
            ) from error


def waiting(path: Path) -> tuple[int, int] | None:
    """How many things the broker has, and how many there are; None where there is no journal that could tell."""
    try:
        with closing(Outbox(path)) as outbox:
            return outbox.told().number, outbox.last().number
    except JournalError:
        return None
