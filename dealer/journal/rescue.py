"""A journal that cannot be used as it is: set aside, and what can be read of it carried into a new file.

Nothing is ever deleted or overwritten. What came from where is looked for in this order: the file as SQLite reads it,
the rows on its pages, the checked copies, the newest first.
"""

import os
import shutil
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from dealer.books.facts import PostingKind, Standing
from dealer.journal.outbox import TOLD
from dealer.journal.pages import LONGEST_BYTES, PAGE_BYTES, Value, rows_on_pages
from dealer.journal.schema import COLUMNS, SCHEMA, SCHEMA_VERSION, is_no_damage, lengths_of, seal
from dealer.locale import _, ngettext

CARRIED_NAME = "journal-carried-over.sqlite3"
"""The new file while the old one is not set aside yet. It has this name only when it is complete and synced."""

SPARE_BYTES = 200_000_000
"""What must stay free on the disk when pictures are carried over as well."""

WITH_PICTURES_BYTES = 64_000_000
"""Largest file of which the pictures are carried over, bytes. Of a larger one only the acts are: people wait, and the
old file keeps its pictures."""

KINDS = ("act", "undo", "correction")

Row = tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Rescue:
    """What became of a journal that could not be used: facts, and the sentences for the table."""

    fault: str
    """In SQLite's words or ours, for whoever mends it."""

    newer: bool
    games: int
    acts: int
    """How many games and entries came over."""

    incomplete: tuple[int, ...]
    """The games of which something is missing or cannot be trusted."""

    kept_as: str = ""
    """The old file's name now; empty where it was only read."""

    def sentence(self) -> str:
        """What is said on the screen."""
        if self.newer:
            first = _("The journal is from a newer program.")
        else:
            first = _("The journal was damaged.")
        said = [first]
        if self.kept_as:
            said.append(_("The old file is kept: {file}.").format(file=self.kept_as))
        if not self.games:
            said.append(_("Nothing could be read from it."))
        else:
            came = ngettext("{count} game was saved.", "{count} games were saved.", self.games)
            said.append(came.format(count=self.games))
        if self.incomplete:
            numbers = ", ".join(str(number) for number in self.incomplete)
            lost = ngettext(
                "Game {numbers} is not complete.", "Games {numbers} are not complete.", len(self.incomplete)
            )
            said.append(lost.format(numbers=numbers))
        if self.games and not self.newer:
            said.append(_("The last moves may be missing: check the scores."))
        return " ".join(said)


def new_file(path: Path) -> sqlite3.Connection:
    """An empty journal, to be filled at one go: not synced before ``filled``."""
    connection = sqlite3.connect(path, isolation_level=None, uri=True)  # so that ATTACH takes one
    connection.execute("PRAGMA journal_mode = MEMORY")
    connection.execute("PRAGMA synchronous = OFF")
    connection.executescript(SCHEMA)
    connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
    return connection


def synced(path: Path) -> None:
    """On return the file and its name are on the disk."""
    for one in (path, path.parent):
        descriptor = os.open(one, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def stamp() -> str:
    """Now, as a part of a file's name."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H-%M-%S")


def free_name(folder: Path, start: str, end: str) -> Path:
    """A name that nothing has yet, nor its write-ahead log."""
    for number in range(1, 10_000):
        again = "" if number == 1 else f"-{number}"
        path = folder / f"{start}{again}{end}"
        if not any(os.path.lexists(f"{path}{tail}") for tail in ("", "-wal", "-shm")):
            return path
    raise FileExistsError(17, "too many files of that name", str(folder / f"{start}{end}"))


def set_aside(path: Path, start: str) -> Path:
    """Rename the journal, and what belongs to it, to ``start`` and the time; its name now. Raises OSError."""
    aside = free_name(path.parent, f"{start}-{stamp()}", path.suffix)
    # The log first: without it the file is an older one, and a power cut in between must not leave that here alone.
    for tail in ("-wal", "-shm", ""):
        if os.path.lexists(f"{path}{tail}"):
            os.rename(f"{path}{tail}", f"{aside}{tail}")
    return aside


def read_only(path: Path) -> sqlite3.Connection:
    """The file as SQLite reads it, never written; on a disk that takes nothing, without its write-ahead log."""
    uri = path.resolve().as_uri()
    connection = sqlite3.connect(f"{uri}?mode=ro", isolation_level=None, uri=True)
    try:
        connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    except sqlite3.OperationalError as error:
        connection.close()
        if is_no_damage(error):
            raise
        return sqlite3.connect(f"{uri}?mode=ro&immutable=1", isolation_level=None, uri=True)
    except sqlite3.DatabaseError:
        connection.close()
        raise
    return connection


def carry_over(path: Path, copies: Sequence[Path], target: sqlite3.Connection, *, fault: str, pictures: bool) -> Rescue:
    """Fill ``target`` with all that can be read of the journal at ``path``; without a fault, only with what it says."""
    newer = path.is_file() and _version_of(path) > SCHEMA_VERSION
    tables = [table for table in COLUMNS if table != "picture" or pictures]
    target.execute("BEGIN")
    if path.is_file():
        for table in tables:
            _insert(target, table, _rows_of(path, table))
        if fault:
            _carve(target, path, tables)
    if fault:
        for copy in copies:
            _complete(target, copy)
    entries = target.execute("SELECT count(*) FROM entry").fetchone()[0]
    # A number that was used is never given again: acts without their game must not become those of another one.
    target.execute(
        "INSERT INTO game (number, started, header, ending) SELECT DISTINCT game, '', '', 'unreadable' FROM entry "
        "WHERE game NOT IN (SELECT number FROM game)"
    )
    seal(target)
    target.execute("COMMIT")
    games = target.execute("SELECT count(*) FROM game").fetchone()[0]
    return Rescue(fault, newer, games, entries, ())


def _version_of(path: Path) -> int:
    try:
        with closing(read_only(path)) as connection:
            return int(connection.execute("PRAGMA user_version").fetchone()[0])
    except (sqlite3.Error, OSError, RuntimeError):
        return 0


def _rows_of(path: Path, table: str) -> Iterator[Row]:
    """The rows as far as SQLite gives them, with ``COLUMNS`` filled up; nothing is raised."""
    try:
        with closing(read_only(path)) as connection:
            connection.text_factory = _text
            there = {row[1] for row in connection.execute(f"PRAGMA table_info({table})")}
            chosen = ", ".join(column if column in there else "NULL" for column in COLUMNS[table])
            if there:
                yield from connection.execute(f"SELECT {chosen} FROM {table} ORDER BY rowid")
    except (sqlite3.Error, OSError, RuntimeError, OverflowError):
        return


def _text(data: bytes) -> str | bytes:
    """Text that is none any more stays bytes, which no column of text takes: that row is left out, not the others."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data


def _insert(target: sqlite3.Connection, table: str, rows: Iterable[Row]) -> None:
    """Insert the rows whose numbers are not there yet; what is no row of that table is left out."""
    columns = COLUMNS[table]
    marks = ", ".join("?" if column != "played_at" else "coalesce(?, 'camera')" for column in columns)
    statement = f"INSERT OR IGNORE INTO {table} ({', '.join(columns)}) VALUES ({marks})"
    for row in rows:
        try:
            target.execute(statement, row)
        except (sqlite3.IntegrityError, sqlite3.ProgrammingError, sqlite3.DataError, OverflowError):
            continue


def _carve(target: sqlite3.Connection, path: Path, tables: Sequence[str]) -> None:
    try:
        for number, values in rows_on_pages(path, longest=LONGEST_BYTES if "picture" in tables else PAGE_BYTES):
            table = _table_of(values)
            if table in tables:
                row = values if table in ("choice", "seat") else (number, *values[1:])
                _insert(target, table, [(*row, *[None] * (len(COLUMNS[table]) - len(row)))])
    except OSError:
        return


_LENGTHS = {table: lengths_of(table) for table in ("game", "entry")}
"""How many columns a row has, as each make wrote it."""


_STANDINGS = {standing.value for standing in Standing}
_POSTINGS = {kind.value for kind in PostingKind}


def _table_of(values: Row) -> str:
    """The table that a row on a page belongs to, told by its shape; ``""``: none of ours."""
    match values:
        case (None, str(), str() as header, None | str(), *_) if len(values) in _LENGTHS["game"]:
            return "game" if header.startswith("variant") else ""
        case (None, int(), str() as kind, str(), None | int(), None | str(), *_) if len(values) in _LENGTHS["entry"]:
            return "entry" if kind in KINDS else ""
        case (None, bytes()):
            return "picture"
        case (str() as name, str()) if name.isidentifier():
            return "choice"
        case (None, str(), int(), int(), str() as standing, None | int()) if standing in _STANDINGS:
            return "person"
        case (int(), int(), int()):
            return "seat"
        case (None, str(), None | str(), int(), str(), str()):
            return "evening"
        case (None, str() as what, int(), int()) if what in TOLD:
            return "outbox"
        case (None, int(), int(), int(), int(), str() as kind, *others) if len(others) == 6 and kind in _POSTINGS:
            return "posting"
    return ""


def _complete(target: sqlite3.Connection, copy: Path) -> None:
    """Add what only the copy has; of a game or an evening that is another one here, nothing."""
    games = _same(target, copy, "game")
    _insert(target, "entry", (row for row in _rows_of(copy, "entry") if row[1] in games))
    _insert(target, "seat", (row for row in _rows_of(copy, "seat") if row[0] in games))
    evenings = _same(target, copy, "evening")
    _insert(target, "posting", (row for row in _rows_of(copy, "posting") if row[1] in evenings))
    _insert(target, "person", _rows_of(copy, "person"))
    _insert(target, "choice", _rows_of(copy, "choice"))
    _insert(target, "outbox", _rows_of(copy, "outbox"))


_TOLD_BY = {"game": slice(1, 3), "evening": slice(1, 2)}
"""The columns by which one is known from another of the same number: when it began, and a game's header."""


def _same(target: sqlite3.Connection, copy: Path, table: str) -> set[Value]:
    """Insert the copy's rows that are not there; the numbers of those that are the same here and there."""
    _insert(target, table, _rows_of(copy, table))
    columns = ", ".join(COLUMNS[table])
    here = {row[0]: row[_TOLD_BY[table]] for row in target.execute(f"SELECT {columns} FROM {table}")}
    return {row[0] for row in _rows_of(copy, table) if row[_TOLD_BY[table]] == here.get(row[0])}


def room_for_pictures(path: Path) -> bool:
    """Whether people can wait for the pictures, and the disk takes them a second time."""
    try:
        size = path.stat().st_size
        return size <= WITH_PICTURES_BYTES and shutil.disk_usage(path.parent).free > size + SPARE_BYTES
    except OSError:
        return False


def carried(path: Path, copies: Sequence[Path], *, fault: str) -> tuple[Path, Rescue]:
    """A complete new file beside the journal, filled from it and from the copies. Raises sqlite3.Error or OSError."""
    draft = path.with_name(CARRIED_NAME + ".part")
    for tail in ("", "-wal", "-shm", "-journal"):
        Path(f"{draft}{tail}").unlink(missing_ok=True)
    try:
        with closing(new_file(draft)) as target:
            rescue = carry_over(path, copies, target, fault=fault, pictures=room_for_pictures(path))
        synced(draft)
    except BaseException:
        draft.unlink(missing_ok=True)  # a full disk is not made fuller
        raise
    whole = path.with_name(CARRIED_NAME)
    draft.replace(whole)
    synced(whole)
    return whole, rescue
