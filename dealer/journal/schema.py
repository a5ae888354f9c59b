"""How the journal's file is laid out: its tables, its makes, its seals, and what is wrong with a file.

Each row of a game is sealed: a checksum over what it says and over the seal before it. SQLite has no checksums of its
own, so a bit that changes on the card would be another card in somebody's score. The seals also show a row that is
missing.
"""

import json
import sqlite3
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

SCHEMA_VERSION = 5

SCHEMA = """
CREATE TABLE IF NOT EXISTS game (
    number INTEGER PRIMARY KEY,
    started TEXT NOT NULL,          -- UTC by the machine's clock: for people, never for order
    header TEXT NOT NULL,           -- a record without acts
    ending TEXT,                    -- NULL while it goes on, else 'over', 'stopped' or 'unreadable'
    played_at TEXT NOT NULL DEFAULT 'camera',   -- TableKind
    last_entry INTEGER,             -- of a game that has ended: the number of its last entry, 0 without any
    seal INTEGER,                   -- see game_seal
    evening INTEGER                 -- NULL: played before there were books
) STRICT;
CREATE TABLE IF NOT EXISTS entry (
    number INTEGER PRIMARY KEY,
    game INTEGER NOT NULL REFERENCES game (number),
    kind TEXT NOT NULL,             -- Kind
    line TEXT NOT NULL,             -- the act, written as in the record
    position INTEGER,               -- of a correction: the act's index
    reading TEXT,                   -- JSON: what the camera read, with its probabilities
    clock TEXT,                     -- UTC by the machine's clock, NULL where make 1 wrote it
    monotonic_s REAL,               -- seconds since some moment of this start of the machine
    hand TEXT,                      -- who said so: 'seen', 'green', 'touch', 'phone', …
    old TEXT,                       -- of a correction: the act as it was before
    seal INTEGER,                   -- see entry_seal
    chance REAL                     -- of an act that turned up a card: how likely a pair was, 0 to 1
) STRICT;
CREATE INDEX IF NOT EXISTS entry_of_game ON entry (game, number);
CREATE TABLE IF NOT EXISTS picture (
    entry INTEGER PRIMARY KEY REFERENCES entry (number),
    jpeg BLOB NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS choice (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS person (
    number INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    symbol INTEGER NOT NULL,
    colour INTEGER NOT NULL,
    standing TEXT NOT NULL,         -- Standing
    merged_into INTEGER             -- a person's number
) STRICT;
CREATE TABLE IF NOT EXISTS seat (
    game INTEGER NOT NULL,
    seat INTEGER NOT NULL,          -- index into the header's players
    person INTEGER NOT NULL,
    PRIMARY KEY (game, seat)
) STRICT;
CREATE TABLE IF NOT EXISTS evening (
    number INTEGER PRIMARY KEY,
    opened TEXT NOT NULL,
    closed TEXT,                    -- when its closing was posted, NULL while it goes on
    hundredths INTEGER NOT NULL,    -- what a coin is worth, see Coin
    currency TEXT NOT NULL,
    coin_name TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS posting (
    number INTEGER PRIMARY KEY,
    evening INTEGER NOT NULL,
    giver INTEGER NOT NULL,         -- a person's number, 0 the pot, -1 the house
    taker INTEGER NOT NULL,
    coins INTEGER NOT NULL CHECK (coins >= 0),
    kind TEXT NOT NULL,             -- PostingKind
    game INTEGER,
    act INTEGER,                    -- index of the act that caused it
    why TEXT NOT NULL,
    clock TEXT NOT NULL,
    hand TEXT NOT NULL,
    reverses INTEGER                -- the number of the posting that this one takes back
) STRICT;
CREATE TABLE IF NOT EXISTS outbox (
    number INTEGER PRIMARY KEY,     -- from 1 on, without a gap
    what TEXT NOT NULL,             -- the table of the row that is to be told: 'game', 'entry', 'posting', …
    subject INTEGER NOT NULL,       -- that row's number
    mark INTEGER NOT NULL           -- random: after a restored copy the same number has another one
) STRICT;
CREATE INDEX IF NOT EXISTS posting_of_evening ON posting (evening, number);
CREATE INDEX IF NOT EXISTS posting_of_game ON posting (game, number);
"""

COLUMNS: dict[str, tuple[str, ...]] = {
    "game": ("number", "started", "header", "ending", "played_at", "last_entry", "seal", "evening"),
    "entry": (
        "number",
        "game",
        "kind",
        "line",
        "position",
        "reading",
        "clock",
        "monotonic_s",
        "hand",
        "old",
        "seal",
        "chance",
    ),
    "choice": ("name", "value"),
    "picture": ("entry", "jpeg"),
    "person": ("number", "name", "symbol", "colour", "standing", "merged_into"),
    "seat": ("game", "seat", "person"),
    "evening": ("number", "opened", "closed", "hundredths", "currency", "coin_name"),
    "posting": (
        "number",
        "evening",
        "giver",
        "taker",
        "coins",
        "kind",
        "game",
        "act",
        "why",
        "clock",
        "hand",
        "reverses",
    ),
    "outbox": ("number", "what", "subject", "mark"),
}
"""The tables and their columns as they stand in the file, in the order in which they are carried over."""

ADDED: dict[int, dict[str, tuple[str, ...]]] = {
    2: {
        "game": ("played_at TEXT NOT NULL DEFAULT 'camera'", "last_entry INTEGER", "seal INTEGER"),
        "entry": ("clock TEXT", "monotonic_s REAL", "hand TEXT", "old TEXT", "seal INTEGER"),
    },
    3: {"game": ("evening INTEGER",), "entry": ("chance REAL",)},
}
"""Which columns each make added to the tables of the one before. Its new tables are made by ``SCHEMA``."""

NEW_TABLES: dict[int, tuple[str, ...]] = {3: ("person", "seat", "evening", "posting"), 4: ("outbox",)}


def added_since(version: int, table: str) -> tuple[str, ...]:
    """The columns, as they are declared, that a file of make ``version`` lacks in ``table``."""
    return tuple(column for make, tables in ADDED.items() if make > version for column in tables.get(table, ()))


def lengths_of(table: str) -> tuple[int, ...]:
    """How many columns a row of ``table`` has, as each make writes it."""
    return tuple(len(COLUMNS[table]) - len(added_since(version, table)) for version in range(1, SCHEMA_VERSION + 1))


def game_seal(number: int, started: str, header: str, played_at: str) -> int:
    """The checksum of a game's row. How it ended is no part of it: that changes."""
    return _checksum((number, started, header, played_at), 0)


def entry_seal(before: int, row: Sequence[Any]) -> int:
    """The checksum of an entry: number, game, kind, line, position, clock, hand, old.

    ``before`` is the seal of the game's entry before, of its first entry the game's own.
    """
    return _checksum(row, before)


SEALED = "number, game, kind, line, position, clock, hand, old"
"""The columns that an entry's seal is made of."""


LAST_ENTRY = "last_entry = coalesce((SELECT max(entry.number) FROM entry WHERE entry.game = game.number), 0)"
"""Set with a game's ending, so that acts which are lost at its end are missed."""


def _checksum(row: Sequence[Any], before: int) -> int:
    return zlib.crc32(json.dumps(row).encode(), before & 0xFFFFFFFF)


def code_of(error: sqlite3.Error) -> int:
    """SQLite's primary error code; 0 where there is none."""
    return int(getattr(error, "sqlite_errorcode", 0) or 0) & 0xFF


def is_no_damage(error: sqlite3.Error) -> bool:
    """Whether the file may be whole all the same: the disk is full, or another program has it. It is not set aside."""
    return code_of(error) in {sqlite3.SQLITE_FULL, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_NOMEM}


def fault_of(connection: sqlite3.Connection, *, whole: bool) -> str:
    """What is wrong with the file, or ``""``; a newer make is no fault. Raises sqlite3.Error where it is no damage.

    ``whole``: the pictures are checked too; else only what games are made of.
    """
    try:
        tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        if not tables and version == 0:
            return ""
        if version > SCHEMA_VERSION:
            return ""
        new = {table for make, names in NEW_TABLES.items() if make > version for table in names}
        for table, columns in COLUMNS.items():
            if table in new:
                continue
            added = {column.split()[0] for column in added_since(version, table)}
            there = {row[1] for row in connection.execute(f"PRAGMA table_info({table})")}
            if missing := set(columns) - added - there:
                return f"table {table} lacks {', '.join(sorted(missing))}"
        checks = ["quick_check(1)"] if whole else [f"quick_check({table})" for table in ("game", "entry", "choice")]
        for check in checks:
            if (found := connection.execute(f"PRAGMA {check}").fetchone()[0]) != "ok":
                return str(found)
        orphan = connection.execute("SELECT game FROM entry WHERE game NOT IN (SELECT number FROM game)").fetchone()
        if orphan is not None:
            return f"the acts of game {orphan[0]} have no game"
    except sqlite3.DatabaseError as error:
        if is_no_damage(error):
            raise
        return str(error)
    return ""


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All that is written within, or nothing; within another transaction a part of that one."""
    if connection.in_transaction:
        yield
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        connection.rollback()  # where SQLite has not done so itself
        raise


def migrate(connection: sqlite3.Connection) -> None:
    """A file of an earlier make becomes one of this make, in one transaction that takes nothing away."""
    with transaction(connection):
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        for table in COLUMNS:
            for column in added_since(version, table):
                connection.execute(f"ALTER TABLE {table} ADD COLUMN {column}")
        for statement in SCHEMA.split(";"):
            connection.execute(statement)
        if version < 2:
            connection.execute(f"UPDATE game SET {LAST_ENTRY} WHERE ending IS NOT NULL")
            seal(connection)
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")


def seal(connection: sqlite3.Connection) -> None:
    """Seal the games that make 1 wrote. From where an entry is missing the rest of its game stays without."""
    seals: dict[int, int] = {}
    for number, started, header, played_at in connection.execute(
        "SELECT number, started, header, played_at FROM game WHERE seal IS NULL AND header <> '' "
        "AND number NOT IN (SELECT game FROM entry WHERE seal IS NOT NULL)"
    ).fetchall():
        seals[number] = game_seal(number, started, header, played_at)
        connection.execute("UPDATE game SET seal = ? WHERE number = ?", (seals[number], number))
    last = 0
    for row in connection.execute(f"SELECT {SEALED} FROM entry ORDER BY number").fetchall():
        number, game = row[:2]
        if number != last + 1:
            seals.pop(game, None)
        last = number
        if game in seals:
            seals[game] = entry_seal(seals[game], row)
            connection.execute("UPDATE entry SET seal = ? WHERE number = ?", (seals[game], number))
