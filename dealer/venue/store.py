"""What the house knows: one SQLite file, filled from the tables' journals, each row once.

A table is its journal's identity, whatever it is called; a row is that and its number in the journal's outbox. A row is
taken only if it follows the last one, number and mark: so nothing is missing and nothing counts twice, whatever is sent
again, in whatever order. Where a table's journal was put back to a copy and went on otherwise, what it took back is
set aside, never deleted, and told.
"""

import fcntl
import json
import sqlite3
import threading
import time
import uuid
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import Enum
from pathlib import Path
from typing import IO, Annotated, Any, Self

import msgspec

from dealer.errors import JournalError
from dealer.journal.books import MOST_COINS
from dealer.venue.messages import ANSWER, VERSION, Entry, Head, Number, unpacked

FILE_NAME = "house.sqlite3"
LOCK_NAME = "house.lock"
MAKE = 2
"""Which make of the file this program writes."""

CLAIM_S = 0.2
"""How long it is tried to be the only one that writes, seconds; ``is_at_work`` of another program is over by then."""

Coins = Annotated[int, msgspec.Meta(ge=0, le=MOST_COINS)]


class EveningRow(msgspec.Struct):
    """What is kept of an evening."""

    number: Number
    opened: str
    closed: str | None
    hundredths: Coins
    currency: str
    coin_name: str


class PersonRow(msgspec.Struct):
    """What is kept of a person."""

    number: Number
    name: str
    standing: str
    merged_into: Number | None


class GameRow(msgspec.Struct):
    """What is kept of a game; ``people`` are the persons by seat."""

    number: Number
    started: str
    header: str
    ending: str | None
    evening: Number | None
    people: list[Number]


class EntryRow(msgspec.Struct):
    """What is kept of an act, an undo or a correction."""

    number: Number
    game: Number
    kind: str
    line: str
    position: Number | None
    clock: str | None
    hand: str | None
    old: str | None


class PostingRow(msgspec.Struct):
    """What is kept of a line of the books."""

    number: Number
    evening: Number
    giver: Number
    taker: Number
    coins: Coins
    kind: str
    game: Number | None
    act: Number | None
    why: str
    clock: str
    hand: str
    reverses: Number | None


KINDS: dict[str, type[msgspec.Struct]] = {
    "evening": EveningRow,
    "person": PersonRow,
    "game": GameRow,
    "entry": EntryRow,
    "posting": PostingRow,
}
"""The rows of a journal that this program understands."""

LISTS = {"game": ("people",)}
"""Their columns that are kept as JSON."""

ROWS = {what: tuple(field.name for field in msgspec.structs.fields(kind)) for what, kind in KINDS.items()}
"""Their columns. Beside them ``told`` is the number in the outbox: the highest counts of a row that was changed."""

_ENTER = {
    what: f"INSERT OR REPLACE INTO {what} (journal, told, heard, {', '.join(columns)}) "
    f"VALUES ({', '.join('?' * (len(columns) + 3))})"
    for what, columns in ROWS.items()
}

_INDEXED = {"evening": "number", "person": "number", "game": "number", "entry": "game", "posting": "evening"}

SCHEMA = """
CREATE TABLE IF NOT EXISTS journal (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,        -- the journal's own, made once
    name TEXT NOT NULL DEFAULT '',  -- what the table is called, of late
    kind TEXT NOT NULL DEFAULT '',  -- TableKind
    state TEXT NOT NULL DEFAULT '', -- JSON: the last state of play
    status TEXT NOT NULL DEFAULT '',-- JSON: the last status
    heard TEXT NOT NULL DEFAULT ''  -- UTC by the house's clock
) STRICT;
CREATE TABLE IF NOT EXISTS told (
    journal INTEGER NOT NULL,
    number INTEGER NOT NULL,
    mark INTEGER NOT NULL,
    body BLOB,                      -- the message, where this program does not understand it
    PRIMARY KEY (journal, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS told_not_understood ON told (journal) WHERE body IS NOT NULL;
CREATE TABLE IF NOT EXISTS aside (
    number INTEGER PRIMARY KEY,
    journal INTEGER NOT NULL,
    told INTEGER NOT NULL,
    mark INTEGER NOT NULL,
    body BLOB NOT NULL,             -- the message, or the row as JSON
    why TEXT NOT NULL,
    heard TEXT NOT NULL,
    UNIQUE (journal, told, mark)
) STRICT;
CREATE TABLE IF NOT EXISTS unread (
    number INTEGER PRIMARY KEY,
    topic TEXT NOT NULL,
    body BLOB NOT NULL,
    heard TEXT NOT NULL,
    UNIQUE (topic, body)
) STRICT;
CREATE TABLE IF NOT EXISTS result (
    journal INTEGER NOT NULL,
    game INTEGER NOT NULL,
    told INTEGER NOT NULL,          -- of the last row of the game that it was worked out from
    body TEXT NOT NULL,
    PRIMARY KEY (journal, game)
) STRICT;
CREATE TABLE IF NOT EXISTS house (id TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS same (
    journal INTEGER NOT NULL,       -- of the only table where it holds; 0: at all of them
    name TEXT NOT NULL,
    player TEXT NOT NULL,
    PRIMARY KEY (journal, name)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS paid (
    number INTEGER PRIMARY KEY,
    giver TEXT NOT NULL,            -- players' names in the house, then: what counts is in settled
    taker TEXT NOT NULL,
    amount INTEGER NOT NULL,        -- hundredths of a currency, or coins of a name
    unit TEXT NOT NULL,
    money INTEGER NOT NULL,
    clock TEXT NOT NULL             -- UTC by the house's clock
) STRICT;
CREATE TABLE IF NOT EXISTS settled ( -- what payments took off, or added to, the account of a table's person
    number INTEGER PRIMARY KEY,
    journal INTEGER NOT NULL,
    account INTEGER NOT NULL,
    amount INTEGER NOT NULL,
    unit TEXT NOT NULL,
    money INTEGER NOT NULL
) STRICT;
""" + "".join(
    f"CREATE TABLE IF NOT EXISTS {what} (journal INTEGER NOT NULL, told INTEGER NOT NULL, heard TEXT NOT NULL, "
    f"{', '.join(f'{column} ANY' for column in columns)}, PRIMARY KEY (journal, told)) STRICT, WITHOUT ROWID;\n"
    f"CREATE INDEX IF NOT EXISTS {what}_by_{_INDEXED[what]} ON {what} (journal, {_INDEXED[what]});\n"
    for what, columns in ROWS.items()
)

LABELS = """
SELECT number, name || CASE WHEN count(*) OVER (PARTITION BY name) > 1 THEN '#' || number ELSE '' END AS label
FROM journal
"""
"""What each table is called: its name, and its journal's number where others have that name too."""

OLDER = """
CREATE TABLE IF NOT EXISTS alias (name TEXT PRIMARY KEY, player TEXT NOT NULL) STRICT;
INSERT OR IGNORE INTO same SELECT 0, name, player FROM alias WHERE player <> '';
INSERT OR IGNORE INTO same
    SELECT journal.number, substr(alias.name, 1, length(alias.name) - length(journal.name) - 1), player
    FROM alias JOIN journal ON substr(alias.name, -length(journal.name) - 1) = '@' || journal.name WHERE player <> '';
DROP TABLE alias;
"""
"""What makes a file of make 1 one of now."""

MOST_UNREAD = 10_000
"""Most messages that are kept though nobody understands them."""


class Taken(Enum):
    """What became of a message."""

    NEW = "new"
    AGAIN = "again"
    """The message is there already."""
    MISSING = "missing"
    """Something before it is missing: it must be told again."""
    ASIDE = "aside"
    """The message follows from what another table with the same journal did; it is kept, and not counted."""
    UNREAD = "unread"
    ANSWER = "answer"


@dataclass(slots=True)
class Known:
    """A table's journal, as far as the house has it."""

    journal: int
    id: str
    name: str
    kind: str
    number: int
    mark: int
    has_aside: bool = False
    """Whether something of it may be set aside."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a message, and of which table; ``went_back`` are rows that the table's journal took back."""

    taken: Taken
    known: Known | None = None
    entry: Entry | Head | None = None
    went_back: int = 0


@dataclass(slots=True)
class Store:
    """The house's file in ``folder``. One program at a time may write, any number may read.

    Raises:
        JournalError: the folder cannot be used, another program has it, or the file is damaged.
    """

    folder: Path
    writable: bool = True
    _tables: dict[str, Known] = field(default_factory=dict)
    _lock: IO[str] | None = None
    _connection: sqlite3.Connection = field(init=False)
    _turn: threading.RLock = field(default_factory=threading.RLock)

    def __post_init__(self) -> None:
        path = self.folder / FILE_NAME
        if not self.writable and not path.is_file():
            raise JournalError(f"There is no house in {self.folder} yet; start one: dealer house --broker ADDRESS.")
        if self.writable:
            self._claim()
        try:
            with self._telling():
                uri = f"{path.resolve().as_uri()}?mode={'rwc' if self.writable else 'ro'}"
                self._connection = sqlite3.connect(uri, isolation_level=None, uri=True, check_same_thread=False)
                self._open()
        except JournalError:
            self.close()
            raise

    def _claim(self) -> None:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            lock = (self.folder / LOCK_NAME).open("a+", encoding="ascii")
        except OSError as error:
            raise JournalError(
                f"The folder {self.folder} cannot be written ({error.strerror}); choose another with --data FOLDER."
            ) from error
        ends_s = time.monotonic() + CLAIM_S
        while True:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except OSError as error:
                if time.monotonic() < ends_s:
                    time.sleep(CLAIM_S / 10)
                    continue
                lock.close()
                words = f"Another house works in {self.folder}; stop it, or choose another folder."
                raise JournalError(words) from error
        self._lock = lock

    def _open(self) -> None:
        connection = self._connection
        connection.row_factory = sqlite3.Row
        make = connection.execute("PRAGMA user_version").fetchone()[0]
        if make > MAKE:
            raise JournalError(f"The house in {self.folder} is of a newer program; install that one again.")
        if make < MAKE and not self.writable:
            raise JournalError(f"The house in {self.folder} is of an older program; start `dealer house` once.")
        if self.writable:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")  # what a power cut takes is told again by the tables
            older = OLDER if make == 1 else ""
            connection.executescript(f"BEGIN; {SCHEMA} {older} PRAGMA user_version = {MAKE}; COMMIT;")
            if connection.execute("SELECT 1 FROM house").fetchone() is None:
                connection.execute("INSERT INTO house VALUES (?)", (str(uuid.uuid4()),))
        self._load()
        if self.writable:
            self._understand()

    def read_anew(self) -> None:
        """Which tables there are now, and how much of each: for whoever only reads."""
        with self._turn, self._telling():
            self._load()

    def _load(self) -> None:
        for row in self._connection.execute(
            "SELECT journal.*, (SELECT max(told.number) FROM told WHERE told.journal = journal.number) AS last, "
            "EXISTS (SELECT 1 FROM aside WHERE aside.journal = journal.number) AS has_aside FROM journal"
        ).fetchall():
            mark = self._mark(row["number"], row["last"] or 0) or 0
            self._tables[row["id"]] = Known(
                row["number"], row["id"], row["name"], row["kind"], row["last"] or 0, mark, bool(row["has_aside"])
            )

    def close(self) -> None:
        """Close the file and let others write."""
        if hasattr(self, "_connection"):
            self._connection.close()
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def _telling(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise self._damaged(str(error)) from error

    def _damaged(self, why: str) -> JournalError:
        return JournalError(
            f"The house's file {self.folder / FILE_NAME} failed: {why}. Make room; if it is damaged, move it "
            "away: the tables tell all again, or `dealer house rebuild` reads their journals."
        )

    # Taking in

    @contextmanager
    def together(self) -> Iterator[None]:
        """What is taken in within is on the disk at the end, or none of it."""
        with self._turn, self._telling():
            before = {id_: (known.number, known.mark) for id_, known in self._tables.items()}
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._connection.execute("COMMIT")
            except BaseException:
                self._connection.rollback()
                for id_ in set(self._tables) - set(before):
                    del self._tables[id_]
                for id_, (number, mark) in before.items():
                    self._tables[id_].number, self._tables[id_].mark = number, mark
                raise

    def known(self, table: str, *, name: str = "", kind: str = "") -> Known:
        """The table with this identity, made if it is new; what it is called now."""
        known = self._tables.get(table)
        if known is None:
            number = self._connection.execute(
                "INSERT INTO journal (id, name, kind) VALUES (?, ?, ?) RETURNING number", (table, name, kind)
            ).fetchone()[0]
            known = self._tables[table] = Known(number, table, name, kind, 0, 0)
        if (name and name != known.name) or (kind and kind != known.kind):
            known.name, known.kind = name or known.name, kind or known.kind
            self._connection.execute(
                "UPDATE journal SET name = ?, kind = ? WHERE number = ?", (known.name, known.kind, known.journal)
            )
        return known

    def take(self, topic: str, name: str, payload: bytes, *, live: Callable[[str], str | None], heard: str) -> Outcome:
        """Take in a message of ``topic``, within ``together``. ``live`` tells the run that is heard of a table now,
        None where it is not known or two have the same journal. ``name`` is what the topic calls it."""
        entry: Entry | Head | None = unpacked(payload, Entry)
        if entry is None or entry.v > VERSION:
            entry = unpacked(payload, Head)
        if entry is None or entry.number < 1 or not entry.table:
            if self._connection.execute("SELECT count(*) FROM unread").fetchone()[0] < MOST_UNREAD:
                self._connection.execute(
                    "INSERT OR IGNORE INTO unread (topic, body, heard) VALUES (?, ?, ?)", (topic, payload, heard)
                )
            return Outcome(Taken.UNREAD)
        known = self.known(entry.table, name=name, kind=entry.kind)
        if isinstance(entry, Entry) and entry.what == ANSWER:
            return Outcome(Taken.ANSWER, known, entry)
        if entry.number == known.number + 1 and entry.before == known.mark:
            self._keep(known, entry, payload, heard)
            return Outcome(Taken.NEW, known, entry)
        if entry.number > known.number + 1:
            return Outcome(Taken.MISSING, known, entry)
        if self._mark(known.journal, entry.number) == entry.mark:
            return Outcome(Taken.AGAIN, known, entry)
        if live(entry.table) == entry.run:
            if self._mark(known.journal, entry.number - 1) != entry.before:
                return Outcome(Taken.MISSING, known, entry)
            back = self.go_back(known, entry.number - 1, heard)
            self._keep(known, entry, payload, heard)
            return Outcome(Taken.NEW, known, entry, back)
        known.has_aside = True
        self._connection.execute(
            "INSERT OR IGNORE INTO aside (journal, told, mark, body, why, heard) VALUES (?, ?, ?, ?, ?, ?)",
            (known.journal, entry.number, entry.mark, payload, "another table has the same journal", heard),
        )
        return Outcome(Taken.ASIDE, known, entry)

    def _keep(self, known: Known, entry: Entry | Head, payload: bytes, heard: str) -> None:
        row = _understood(entry)
        body = payload if row is None else None
        self._connection.execute(
            "INSERT INTO told VALUES (?, ?, ?, ?)", (known.journal, entry.number, entry.mark, body)
        )
        if known.has_aside:
            self._connection.execute(
                "DELETE FROM aside WHERE journal = ? AND told = ? AND mark = ?",
                (known.journal, entry.number, entry.mark),
            )
        if row is not None and isinstance(entry, Entry):
            self._enter(known.journal, entry, row, heard)
        known.number, known.mark = entry.number, entry.mark

    def _enter(self, journal: int, entry: Entry, row: Sequence[Any], heard: str) -> None:
        if not row:  # the table has lost it
            return
        self._connection.execute(_ENTER[entry.what], (journal, entry.number, heard, *row))

    def _understand(self) -> None:
        """What an older program did not understand is understood now."""
        for row in self._connection.execute("SELECT journal, number, body FROM told WHERE body IS NOT NULL").fetchall():
            entry = unpacked(bytes(row["body"]), Entry)
            if entry is not None and (fields := _understood(entry)) is not None:
                with self.together():
                    self._enter(row["journal"], entry, fields, _now())
                    self._connection.execute(
                        "UPDATE told SET body = NULL WHERE journal = ? AND number = ?", (row["journal"], row["number"])
                    )

    def go_back(self, known: Known, number: int, heard: str) -> int:
        """A table's journal ends at ``number``: set aside what came after; how many rows."""
        later = self._connection.execute(
            "SELECT number, mark, body FROM told WHERE journal = ? AND number > ?", (known.journal, number)
        ).fetchall()
        rows: dict[int, bytes] = {}
        for what in ROWS:
            for row in self._connection.execute(
                f"SELECT * FROM {what} WHERE journal = ? AND told > ?", (known.journal, number)
            ).fetchall():
                rows[row["told"]] = msgspec.json.encode({"what": what, "row": dict(row)})
            self._connection.execute(f"DELETE FROM {what} WHERE journal = ? AND told > ?", (known.journal, number))
        known.has_aside = True
        self._connection.executemany(
            "INSERT OR IGNORE INTO aside (journal, told, mark, body, why, heard) VALUES (?, ?, ?, ?, ?, ?)",
            [
                (known.journal, told, mark, body or rows.get(told, b"null"), "the table's journal was put back", heard)
                for told, mark, body in later
            ],
        )
        self._connection.execute("DELETE FROM told WHERE journal = ? AND number > ?", (known.journal, number))
        self._connection.execute("DELETE FROM result WHERE journal = ?", (known.journal,))
        known.number, known.mark = number, self._mark(known.journal, number) or 0
        return len(later)

    def _mark(self, journal: int, number: int) -> int | None:
        if number == 0:
            return 0
        row = self._connection.execute(
            "SELECT mark FROM told WHERE journal = ? AND number = ?", (journal, number)
        ).fetchone()
        return None if row is None else int(row[0])

    def mark(self, known: Known, number: int) -> int | None:
        """The mark that this number has here; None where it is not there."""
        with self._turn:
            return self._mark(known.journal, number)

    def places(self, known: Known) -> list[tuple[int, int]]:
        """The last place, then ever fewer of those before: where a table's journal and what is here begin to differ."""
        found, number, step = [], known.number, 1
        while number > 0:
            mark = self.mark(known, number)
            if mark is not None:
                found.append((number, mark))
            number, step = number - step, step * 2
        return found

    def keep_status(self, known: Known, status: str) -> None:
        """How a table is, within ``together``."""
        self._connection.execute("UPDATE journal SET status = ? WHERE number = ?", (status, known.journal))

    def keep_state(self, known: Known, state: str) -> None:
        """How play stands at a table, within ``together``."""
        self._connection.execute("UPDATE journal SET state = ? WHERE number = ?", (state, known.journal))

    def keep_heard(self, known: Known, heard: str) -> None:
        """When a table was heard of last, within ``together``."""
        self._connection.execute("UPDATE journal SET heard = ? WHERE number = ?", (heard, known.journal))

    def keep_away(self, known: Known) -> bool:
        """Nobody knows that a table is here, within ``together``; whether it was said to be."""
        there = "json_valid(status) AND json_extract(status, '$.online')"
        changed = self._connection.execute(
            f"UPDATE journal SET status = json_set(status, '$.online', json('false')) WHERE number = ? AND {there}",
            (known.journal,),
        )
        return changed.rowcount > 0

    # Reading

    @property
    def id(self) -> str:
        """Which house this is: made once."""
        return str(self.rows("SELECT id FROM house")[0][0])

    def tables(self) -> list[Known]:
        """All tables, in the order in which they were first heard of."""
        return sorted(self._tables.values(), key=lambda known: known.journal)

    def labels(self) -> dict[int, str]:
        """By journal, what each table is called, so that it is no other one."""
        return {row["number"]: row["label"] for row in self.rows(LABELS)}

    def is_at_work(self) -> bool:
        """Whether a house takes in now what the tables tell."""
        try:
            with (self.folder / LOCK_NAME).open(encoding="ascii") as lock:
                fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        except OSError:
            pass
        return False

    def version(self) -> int:
        """A number that changes whenever another program has written here."""
        return int(self.rows("PRAGMA data_version")[0][0])

    def rows(self, statement: str, values: Iterable[Any] = ()) -> list[sqlite3.Row]:
        """What a SELECT finds."""
        with self._turn, self._telling():
            return self._connection.execute(statement, tuple(values)).fetchall()

    def latest(self, what: str, journal: int) -> list[dict[str, Any]]:
        """The rows of ``what`` as they stand now, by number; ``heard`` is when the house heard of each first."""
        columns = ", ".join(ROWS[what])
        lists = LISTS.get(what, ())
        found: dict[Any, dict[str, Any]] = {}
        for row in self.rows(f"SELECT {columns}, told, heard FROM {what} WHERE journal = ? ORDER BY told", (journal,)):
            fields = dict(row)
            try:
                fields |= {column: json.loads(fields[column]) for column in lists}
                msgspec.convert(fields, KINDS[what])
            except (ValueError, TypeError) as error:
                raise self._damaged(f"a {what} of table {journal} cannot be read") from error
            if (before := found.get(row["number"])) is not None:
                fields["heard"] = before["heard"]
            found[row["number"]] = fields
        return [found[number] for number in sorted(found)]

    def write(self, *work: tuple[str, Sequence[Sequence[Any]]]) -> None:
        """Each statement for its rows, all on the disk or none: beside whoever takes in what the tables tell."""
        with self._telling(), closing(sqlite3.connect(self.folder / FILE_NAME)) as connection, connection:
            for statement, rows in work:
                connection.executemany(statement, rows)

    def remember(self, results: Sequence[tuple[int, int, int, str]]) -> None:
        """Keep what was worked out of games: journal, game, last row, result. Where it cannot be kept, it is worked out
        again the next time."""
        if results:
            with suppress(JournalError):
                self.write(("INSERT OR REPLACE INTO result VALUES (?, ?, ?, ?)", results))


def _understood(entry: Entry | Head) -> tuple[Any, ...] | None:
    """The row's values, none where the table has lost it; None: this program does not understand it."""
    if not isinstance(entry, Entry) or entry.v > VERSION or entry.what not in KINDS:
        return None
    if entry.row is None:
        return ()
    try:
        row = msgspec.convert(entry.row, KINDS[entry.what])
    except msgspec.ValidationError:
        return None
    values = msgspec.structs.astuple(row)
    if entry.what not in LISTS:
        return values
    return tuple(json.dumps(value) if isinstance(value, list) else value for value in values)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
