"""The journal: every act on disk, synced, before anybody hears the answer.

One SQLite file in the data folder, in WAL mode with ``synchronous=FULL``: with NORMAL, acknowledged rows were lost in
1,101 of 1,200 simulated power cuts, with FULL in none, at 0.27 ms a row. Rows are only ever added: an undo and a
correction are entries of their own, so the whole evening can be read back as it happened. Order is by number, never by
clock: a Raspberry Pi 4 without network does not know what time it is.

A file that cannot be used is set aside, and what can be read of it comes over (``journal_rescue.py``). Only another
program that writes, a full disk and a folder that cannot be written keep the journal from opening.
"""

import fcntl
import json
import logging
import os
import sqlite3
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

from dealer.books.facts import Coin
from dealer.errors import DealerError, IllegalAct, InputError, JournalError
from dealer.game.driver import Game, Header
from dealer.game.record import parse_record, write_record
from dealer.journal.books import Books
from dealer.journal.copies import Housekeeper, keep_before
from dealer.journal.open_file import OpenFile, now
from dealer.journal.outbox import keep_outbox
from dealer.journal.people import People
from dealer.journal.rescue import (
    CARRIED_NAME,
    carried,
    carry_over,
    new_file,
    read_only,
    set_aside,
    synced,
)
from dealer.journal.schema import (
    LAST_ENTRY,
    SCHEMA,
    SCHEMA_VERSION,
    SEALED,
    code_of,
    entry_seal,
    fault_of,
    game_seal,
    is_no_damage,
    migrate,
)
from dealer.locale import _
from dealer.rules.acts import Act, parse_act
from dealer.settings import Keeping

__all__ = ["FILE_NAME", "Change", "Evidence", "GameSummary", "Journal", "TableKind"]

FILE_NAME = "journal.sqlite3"
LOCK_NAME = "journal.lock"
SUSPECT_NAME = "journal.suspect"
"""Its presence says that SQLite met damage while the journal was open: the next opening checks all of the file."""

POT_BEFORE = "pot"
"""Under which name what lay in the pot was remembered before there were books."""

CHECKED_WHOLE_BYTES = 256_000_000
"""Up to this size the whole file is checked at opening. A larger one is pictures for the most part, and reading them
all from a card takes longer than people wait: then only what games are made of is checked."""

DAMAGE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}

_log = logging.getLogger(__name__)


class Kind(Enum):
    """What an entry says."""

    ACT = "act"
    UNDO = "undo"
    CORRECTION = "correction"


class TableKind(Enum):
    """At what kind of table a game was begun. It is never resumed at another."""

    CAMERA = "camera"
    REHEARSAL = "rehearsal"


@dataclass(frozen=True, slots=True)
class GameSummary:
    """One game of the journal, for ``dealer games``."""

    number: int
    started: str
    header: Header | None
    """``None``: it cannot be read; ``problem`` says why."""

    acts: int
    ending: str | None
    """``None`` while it goes on; ``over``, ``stopped`` or ``unreadable``."""

    played_at: TableKind = TableKind.CAMERA
    problem: str = ""
    """Why the game cannot be read to its last act, or ``""``."""

    evening: int | None = None
    """The evening that it belongs to; ``None``: it was played before there were books."""

    seconds: int | None = None
    """From its begin to its last act by the machine's clock; ``None`` where no act has a time."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What stands behind an act: the probabilities as read (ranks 1 to 10, then none) and the card's picture (JPEG)."""

    entry: int
    line: str
    reading: Mapping[str, Any] | None
    picture: bytes | None


@dataclass(frozen=True, slots=True)
class Change:
    """An undo or a correction: when, by whose hand, and what stood there before."""

    game: int
    kind: Kind
    clock: str
    """UTC by the machine's clock; empty where make 1 wrote it."""

    hand: str
    old: str
    new: str
    """Empty for an undo."""


@dataclass(frozen=True, slots=True)
class _Read:
    """A game's lines as far as they can be read, and why no further."""

    header: Header | None
    acts: tuple[Act, ...]
    problem: str


class Journal:
    """The journal in ``folder``. One program at a time may write; any number may read.

    ``rescue`` is what the table must be told of the opening, in the house's language, or ``""``: what became of a
    damaged file, or of an open game that could not be read to its end. ``mended`` are the games of which the books did
    not agree with the acts.

    Raises:
        JournalError: the folder cannot be used, another program writes there, or the disk is full; for a reader also:
            there is none, or nothing of it can be read.
    """

    def __init__(self, folder: Path, *, writable: bool = True, keeping: Keeping | None = None) -> None:
        self.folder = folder
        self.path = folder / FILE_NAME
        self.rescue = ""
        self.mended: tuple[int, ...] = ()
        self._lock: IO[str] | None = None
        self._housekeeper = Housekeeper(self.path, keeping or Keeping())
        if writable:
            try:
                folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise JournalError(
                    _("The data folder {folder} cannot be made ({why}); choose another with --data FOLDER.").format(
                        folder=folder, why=error.strerror
                    )
                ) from error
            self._lock = self._claim()
        elif not os.path.lexists(self.path):
            raise JournalError(
                f"There is no journal in {folder} yet; play a game first, or name its folder with --data."
            )
        try:
            with self._telling():
                self._connection = self._open_to_write() if writable else self._open_to_read()
                self._file = OpenFile(self._connection, self._telling)
                self.people = People(self._connection, self._writing, self._telling)
                self.books = Books(self._file, self.people, self._sound)
                if writable:
                    self.people.seat_games_of_before()
                    self._mend_open_game()
                    self._mend_books()
        except JournalError:
            self._release()
            raise
        if writable:
            self._housekeeper.start(copy=False)

    @property
    def changes(self) -> int:
        """How much was written since it was opened: the same number means that nothing was."""
        return self._connection.total_changes

    def _claim(self) -> IO[str]:
        path = self.folder / LOCK_NAME
        try:
            if os.path.lexists(path) and (path.is_symlink() or not path.is_file()):
                set_aside(path, f"{path.stem}-damaged")
            lock = path.open("a+", encoding="ascii")
        except OSError as error:
            raise JournalError(
                _(
                    "The data folder {folder} cannot be written ({why}); "
                    "make it writable or choose another with --data FOLDER."
                ).format(folder=self.folder, why=error.strerror)
            ) from error
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            lock.seek(0)
            owner = lock.read().strip() or "unknown"
            lock.close()
            raise JournalError(
                _(
                    "Another dealer (process {owner}) keeps the journal in {folder}; "
                    "stop it first, or choose another folder with --data FOLDER."
                ).format(owner=owner, folder=self.folder)
            ) from error
        lock.seek(0)
        lock.truncate()
        try:
            lock.write(str(os.getpid()))
            lock.flush()
        except OSError:
            pass  # the number is only for the other program's message; a full disk is told where it matters
        return lock

    def _release(self) -> None:
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    # Opening

    def _open_to_write(self) -> sqlite3.Connection:
        try:
            self._finish_rescue()
            fault, connection = self._tried()
            if connection is None:
                whole, rescue = carried(self.path, self._housekeeper.copies(), fault=fault)
                aside = self._put_in_place(whole, "journal-newer" if rescue.newer else "journal-damaged")
                fault, connection = self._tried()
                if connection is None:
                    raise JournalError(
                        _(
                            "The journal {path} was begun anew and is damaged again ({fault}): "
                            "the disk fails; choose a folder on another one with --data FOLDER."
                        ).format(path=self.path, fault=fault)
                    )
                self._connection = connection
                rescue = replace(rescue, kept_as=aside, incomplete=self._incomplete())
                self.rescue = rescue.sentence()
                _log.warning("The journal %s: %s. %s", self.path, fault or rescue.fault, self.rescue)
            (self.folder / SUSPECT_NAME).unlink(missing_ok=True)
            return connection
        except OSError as error:
            if isinstance(error, JournalError):
                raise
            raise JournalError(
                _(
                    "The data folder {folder} cannot be written ({why}); "
                    "free some space, make it writable or choose another with --data FOLDER."
                ).format(folder=self.folder, why=error.strerror)
            ) from error

    def _finish_rescue(self) -> None:
        """A power cut between the last two steps of a rescue: the new file is complete and not in its place yet."""
        whole = self.folder / CARRIED_NAME
        if whole.exists():
            self._put_in_place(whole, "journal-damaged")

    def _put_in_place(self, whole: Path, name: str) -> str:
        """Set the old file aside, if one is there, and put the new one into its place; the old one's name now."""
        there = any(os.path.lexists(f"{self.path}{tail}") for tail in ("", "-wal", "-shm"))
        aside = set_aside(self.path, name).name if there else ""
        whole.rename(self.path)
        synced(self.path)
        return aside

    def _tried(self) -> tuple[str, sqlite3.Connection | None]:
        """The file, open for writing and of this make; or what is wrong with it. On a full disk sqlite3.Error."""
        if os.path.lexists(self.path):
            if not self.path.is_file():
                return "it is no file", None
            if self.path.stat().st_size == 0 and self._housekeeper.copies():
                return "it is empty", None
        connection = None
        try:
            if self.path.exists() and _version(self.path) > SCHEMA_VERSION:
                return "it is of a newer make", None
            connection = sqlite3.connect(self.path, isolation_level=None)
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA cache_size=-512")  # kB: its pages lie in the system's cache as well
            connection.execute("PRAGMA synchronous=FULL")
            connection.execute("PRAGMA foreign_keys=ON")
            suspect = (self.folder / SUSPECT_NAME).exists()
            whole = suspect or self.path.stat().st_size <= CHECKED_WHOLE_BYTES
            if fault := fault_of(connection, whole=whole):
                connection.close()
                return fault, None
            self._to_this_make(connection)
            connection.text_factory = _text
            keep_outbox(connection)
            connection.execute("BEGIN IMMEDIATE")  # a file that may only be read is found out now
            connection.execute("ROLLBACK")
            return "", connection
        except sqlite3.Error as error:
            if connection is not None:
                connection.close()
            if is_no_damage(error):
                raise
            return str(error), None

    def _to_this_make(self, connection: sqlite3.Connection) -> None:
        """Lay out a new file, or bring one of an earlier make to this one."""
        if connection.execute("PRAGMA user_version").fetchone()[0] == SCHEMA_VERSION:
            return
        if connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0] == 0:
            connection.executescript(f"BEGIN; {SCHEMA} PRAGMA user_version = {SCHEMA_VERSION}; COMMIT;")
            return
        try:
            kept = keep_before(self.path, connection)
        except (sqlite3.Error, OSError) as error:
            # To bring it to this make is one transaction that takes nothing away: play need not wait for more room.
            _log.warning("The journal %s is brought up to date without a copy: %s", self.path, error)
        else:
            _log.info("The journal as it was is kept as %s.", kept)
        migrate(connection)

    def _open_to_read(self) -> sqlite3.Connection:
        """The file itself where it is whole and of this make, else what can be read of it, in memory."""
        fault = "it is no file"
        if self.path.is_file():
            try:
                connection = read_only(self.path)
                fault, version = fault_of(connection, whole=False), _version(self.path)
                if not fault and version == SCHEMA_VERSION:
                    connection.text_factory = _text
                    return connection
                connection.close()
                if version > SCHEMA_VERSION:
                    fault = "it is of a newer make"
            except sqlite3.Error as error:
                if is_no_damage(error):
                    raise
                fault = str(error)
        connection = new_file(Path(":memory:"))
        rescue = carry_over(self.path, self._housekeeper.copies(), connection, fault=fault, pictures=False)
        self._connection = connection
        if fault:
            if not rescue.games:
                raise JournalError(
                    f"The journal {self.path} cannot be read: {fault}. "
                    "`dealer play` sets it aside and begins a new one."
                )
            self.rescue = replace(rescue, incomplete=self._incomplete()).sentence()
        return connection

    def _incomplete(self) -> tuple[int, ...]:
        """The games that are missing or cannot be replayed as they were."""
        numbers = self.numbers()
        broken = []
        for number in numbers:
            try:
                self.load(number)
            except JournalError:
                broken.append(number)
        missing = set(range(1, max(numbers, default=0))) - set(numbers)
        return tuple(sorted({*missing, *broken}))

    def _mend_open_game(self) -> None:
        """An open game that cannot be read to its end goes on, as a new one, from where it can be read."""
        number = self.unfinished()
        if number is None:
            return
        try:
            self.load(number)
            return
        except JournalError as error:
            why = str(error)
        read = self._read(number)
        acts = _legal(read)
        with self._writing():
            self.give_up(number, why)
            if read.header is not None and acts:
                people = [person.number for person in self.people.at(number)]
                new = self.begin(read.header, at=self._played_at(number), people=people or None)
                with self.together(new, Game(read.header, acts)):
                    for act in acts:
                        self.add(new, act, hand="journal")
                told = _("Game {number} was damaged. It goes on after act {count}. Check the scores.").format(
                    number=number, count=len(acts)
                )
            else:
                told = _("Game {number} cannot be read. It is put aside.").format(number=number)
        self.rescue = f"{self.rescue} {told}".strip()

    def _mend_books(self) -> None:
        """The books agree with the acts: only what was lost or written by another make can differ."""
        if not self.books.evenings():
            with self._writing():
                if self.books.take_over(self.choice(POT_BEFORE), self.unfinished()):
                    self._connection.execute("DELETE FROM choice WHERE name = ?", (POT_BEFORE,))
        self.mended = self.books.mend(everything=bool(self.rescue))
        for number in self.mended:
            _log.warning("The books did not agree with game %d; they do now.", number)

    @contextmanager
    def _telling(self) -> Iterator[None]:
        """Turn SQLite's errors into the house's, with what to do."""
        try:
            yield
        except sqlite3.Error as error:
            if code_of(error) in DAMAGE and self._lock is not None:
                self._suspect()
            writable = _("make the folder writable or choose another with --data FOLDER")
            advice = {
                "database or disk is full": _("free some space, then start again: all that was announced is kept"),
                "attempt to write a readonly database": writable,
                "unable to open database file": writable,
                "database is locked": _("close the other program that has it open"),
            }.get(str(error), _("start again: what can be read is carried into a new one"))
            said = _("The journal {path} failed: {error}; {advice}.")
            raise JournalError(said.format(path=self.path, error=error, advice=advice)) from error

    def _suspect(self) -> None:
        try:
            (self.folder / SUSPECT_NAME).touch()
        except OSError as error:
            _log.warning("%s cannot be written: %s", self.folder / SUSPECT_NAME, error)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def keep_as(self, keeping: Keeping) -> None:
        """What is kept beside the journal from now on."""
        self._housekeeper.keeping = keeping

    def close(self) -> None:
        """Close the file and let others write; waits for a copy that is being made."""
        self._housekeeper.join()
        self._connection.close()
        self._release()

    # Writing: each call is one synced transaction, and so is all that is written within ``together``.

    def _writing(self) -> AbstractContextManager[None]:
        return self._file.writing()

    @contextmanager
    def together(self, number: int, game: Game) -> Iterator[None]:
        """What is written within is on the disk at its end: all of it, with whether ``game``, as it stands then, is
        over, and what the books say of it; or nothing.

        At a game's begin and at its end a copy of the journal is made, beside play.
        """
        with self._writing():
            yield
            if game.over:
                self._connection.execute(f"UPDATE game SET ending = 'over', {LAST_ENTRY} WHERE number = ?", (number,))
            if self.books.evening_of(number) is None:  # begun before there were books
                self.books.seat(number, game.header)
            if not game.over:
                self.books.goes_on(number)
            self.books.follow(number, game)
        if game.over:
            self._housekeeper.start(copy=True)

    def begin(
        self,
        header: Header,
        *,
        at: TableKind = TableKind.CAMERA,
        people: Sequence[int] | None = None,
        coin: Coin | None = None,
    ) -> int:
        """Note that a game of the open evening begins, at what kind of table; its number.

        ``people``: who sits where, by their numbers; else by name, as guests where nobody is called so. ``coin``: what
        a coin of the evening is worth from now on, if that may change.
        """
        started, text = now(), write_record(header, ())
        with self._writing():
            number = self._file.next_number("SELECT max(number) FROM game", "SELECT max(game) FROM entry")
            self._connection.execute(
                "INSERT INTO game (number, started, header, played_at, seal) VALUES (?, ?, ?, ?, ?)",
                (number, started, text, at.value, game_seal(number, started, text, at.value)),
            )
            self.books.opened(coin)
            self.books.seat(number, header, people)
        self._housekeeper.start(copy=True)  # so that the header of the game that goes on is not in one place only
        return number

    def begin_instead(self, former: int, header: Header) -> int:
        """A game is stopped and goes on as this one, at the same kind of table: both or neither; its number."""
        with self._writing():
            self.end(former, "stopped")
            return self.begin(header, at=self._played_at(former))

    def add(
        self,
        game: int,
        act: Act,
        *,
        hand: str = "seen",
        reading: Mapping[str, Any] | None = None,
        picture: bytes | None = None,
        chance: float | None = None,
    ) -> int:
        """Append an act; returns the entry's number. ``hand``: who said so, ``seen`` for the camera; ``chance``: how
        likely a pair was, of a card that was turned up."""
        with self._writing():
            number = self._append(game, Kind.ACT, str(act), hand, reading=reading)
            if chance is not None and self._housekeeper.keeping.odds:
                self._connection.execute("UPDATE entry SET chance = ? WHERE number = ?", (chance, number))
            if picture is not None:
                self._connection.execute("INSERT INTO picture (entry, jpeg) VALUES (?, ?)", (number, picture))
        return number

    def undo(self, game: int, act: Act, *, hand: str = "said") -> int:
        """Append that the last act, which is ``act``, was taken back."""
        return self._append(game, Kind.UNDO, str(act), hand)

    def correct(self, game: int, position: int, act: Act, *, old: Act | None = None, hand: str = "said") -> int:
        """Append that the act at ``position``, so far ``old``, was in truth ``act``."""
        return self._append(
            game, Kind.CORRECTION, str(act), hand, position=position, old=None if old is None else str(old)
        )

    def correct_past(self, number: int, position: int, act: Act, *, hand: str) -> None:
        """The act at ``position`` of a game that people have left was in truth ``act``; the books follow.

        The table has gone on: a game that is not over with it counts as one that was stopped.

        Raises:
            InputError: it is no such game, or could not have gone on as it did, or its pot was paid out since.
            JournalError: it cannot be read.
        """
        if (why := self.why_not_corrected(number)) is not None:
            raise InputError(why)
        game = self.load(number)
        old = game.acts[position]
        try:
            corrected = game.correct(position, act)
        except IllegalAct as error:
            raise InputError(_("With that card the game could not have gone on as it did.")) from error
        gone = _("What lay in the pot then was paid out since. Settle it among yourselves.")
        after = [later for later in self.numbers() if later > number]
        if corrected.state.pot < game.state.pot and any(map(self._carries, after)):
            raise InputError(gone)
        with self.together(number, corrected):
            self.correct(number, position, act, old=old, hand=hand)
            self.end(number, "stopped")  # unless it is over
            self.books.follow(number, corrected)
            if self.books.pot(self.books.opened()) < 0:
                raise InputError(gone)

    def _carries(self, number: int) -> bool:
        """Whether a game is played for what lay in the pot before it."""
        header = self._read(number).header
        return header is not None and header.option("carry", 0) > 0

    def why_not_corrected(self, number: int) -> str | None:
        """Why no card of that game can be corrected any more, in a sentence; None: one can."""
        if number == self.unfinished():
            return _("This game goes on. Correct the card at the table.")
        evening = self.books.evening_of(number)
        if evening is None or self.books.evening(evening).closed is not None:
            return _("Its evening is closed. Open that again first.")
        after = self._read(number + 1).header if number + 1 in self.numbers() else None
        if after is not None and "scores" in after.options:
            return _("This game went on with other players, and with its scores.")
        return None

    def _append(
        self,
        game: int,
        kind: Kind,
        line: str,
        hand: str,
        *,
        position: int | None = None,
        reading: Mapping[str, Any] | None = None,
        old: str | None = None,
    ) -> int:
        """One more entry. The game goes on with it, unless ``together`` says that it is over."""
        with self._writing():
            number = self._file.next_number("SELECT max(number) FROM entry", "SELECT max(entry) FROM picture")
            clock = now()
            before = self._connection.execute(
                "SELECT seal FROM entry WHERE game = ? ORDER BY number DESC LIMIT 1", (game,)
            ).fetchone()
            if before is None:
                before = self._connection.execute("SELECT seal FROM game WHERE number = ?", (game,)).fetchone()
            row = (number, game, kind.value, line, position, clock, hand, old)
            # where the seal before is missing the game is spoiled already, and stays so
            sealed = None if before is None or before[0] is None else entry_seal(before[0], row)
            self._connection.execute(
                f"INSERT INTO entry ({SEALED}, reading, monotonic_s, seal) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (*row, None if reading is None else json.dumps(reading), time.monotonic(), sealed),
            )
            self._connection.execute(
                "UPDATE game SET ending = NULL, last_entry = NULL WHERE number = ? AND ending IS NOT NULL", (game,)
            )
        return number

    def end(self, game: int, ending: str) -> None:
        """Note how the game ended: ``over`` or ``stopped``."""
        with self._writing():
            changed = self._connection.execute(
                f"UPDATE game SET ending = ?, {LAST_ENTRY} WHERE number = ? AND ending IS NOT ?",
                (ending, game, ending),
            ).rowcount
        if changed:
            self._housekeeper.start(copy=True)

    def give_up(self, game: int, why: str) -> None:
        """The game cannot be read: it is never resumed, and its lines stay in the file. ``why`` goes to the log."""
        _log.warning("Game %d is given up: %s", game, why)
        with self._writing():
            self._connection.execute("UPDATE game SET ending = 'unreadable' WHERE number = ?", (game,))
            self.books.follow(game, None)

    def keep_choice(self, name: str, value: Any) -> None:
        """Remember a choice of the start screen for the next evening."""
        with self._writing():
            self._connection.execute(
                "INSERT INTO choice (name, value) VALUES (?, ?) "
                "ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                (name, json.dumps(value)),
            )

    # Reading.

    def choice(self, name: str) -> Any:
        """A choice kept before, or ``None``: also where what was kept cannot be read."""
        with self._telling():
            row = self._connection.execute("SELECT value FROM choice WHERE name = ?", (name,)).fetchone()
        return None if row is None else _json(row[0])

    def games(self) -> tuple[GameSummary, ...]:
        """All games, the oldest first; one that cannot be read has a ``problem``."""
        with self._telling():
            rows = self._connection.execute(
                "SELECT number, started, ending, played_at, evening, (SELECT clock FROM entry "
                "WHERE game = game.number AND kind = ? ORDER BY entry.number DESC LIMIT 1) FROM game ORDER BY number",
                (Kind.ACT.value,),
            ).fetchall()
        summaries = []
        for number, started, ending, played_at, evening, last in rows:
            read = self._read(number)
            kind = TableKind(played_at) if played_at in {one.value for one in TableKind} else TableKind.CAMERA
            seconds = _seconds(started, last)
            summaries.append(
                GameSummary(number, started, read.header, len(read.acts), ending, kind, read.problem, evening, seconds)
            )
        return tuple(summaries)

    def corrections(self) -> tuple[Change, ...]:
        """Every undo and every correction, the oldest first."""
        with self._telling():
            rows = self._connection.execute(
                "SELECT game, kind, clock, hand, old, line FROM entry WHERE kind IN (?, ?) ORDER BY number",
                (Kind.UNDO.value, Kind.CORRECTION.value),
            ).fetchall()
        return tuple(
            Change(game, Kind.UNDO, clock or "", hand or "", line, "")
            if kind == Kind.UNDO.value
            else Change(game, Kind.CORRECTION, clock or "", hand or "", old or "", line)
            for game, kind, clock, hand, old, line in rows
        )

    def unfinished(self) -> int | None:
        """The number of the last game if it was neither finished nor stopped."""
        with self._telling():
            row = self._connection.execute("SELECT number, ending FROM game ORDER BY number DESC LIMIT 1").fetchone()
        return row[0] if row is not None and row[1] is None else None

    def number_of(self, wanted: str) -> int:
        """The game that ``wanted`` names: a number or ``last``.

        Raises:
            InputError: there is no such game.
        """
        numbers = self.numbers()
        if not numbers:
            raise InputError(f"The journal {self.path} holds no game yet; play one first.")
        if wanted == "last":
            return numbers[-1]
        if wanted.isdecimal() and int(wanted) in numbers:
            return int(wanted)
        raise InputError(
            f"There is no game {wanted!r} in the journal: expected a number up to {numbers[-1]} or 'last'; "
            "`dealer games` lists them."
        )

    def numbers(self) -> list[int]:
        """The games' numbers, the oldest first."""
        with self._telling():
            return [row[0] for row in self._connection.execute("SELECT number FROM game ORDER BY number")]

    def load(self, game: int) -> Game:
        """The game as it stands, replayed from its acts.

        Raises:
            JournalError: this game cannot be read; the others can.
        """
        header, acts = self._sound(game)
        try:
            return Game(header, acts)
        except DealerError as error:
            raise self._cannot_be_replayed(game, str(error)) from error

    def _sound(self, game: int) -> tuple[Header, tuple[Act, ...]]:
        """The game's header and acts, not replayed. Raises JournalError where they cannot be read to the last."""
        read = self._read(game)
        if read.problem or read.header is None:
            raise self._cannot_be_replayed(game, read.problem)
        return read.header, read.acts

    def _cannot_be_replayed(self, game: int, why: str) -> JournalError:
        return JournalError(
            f"Game {game} in {self.path} cannot be replayed: {why} It was written by another make of this "
            "program, or damaged; its lines are still in the file."
        )

    def evidence(self, game: int) -> tuple[Evidence | None, ...]:
        """What stands behind each act of the game as it stands; ``None`` for an act that a person said or corrected."""
        with self._telling():
            rows = self._connection.execute(
                "SELECT entry.number, kind, line, position, reading, jpeg FROM entry "
                "LEFT JOIN picture ON picture.entry = entry.number WHERE game = ? ORDER BY entry.number",
                (game,),
            ).fetchall()
        kept: list[Evidence | None] = []
        for number, kind, line, position, reading, jpeg in rows:
            if kind == Kind.ACT.value:
                kept.append(Evidence(number, line, _json(reading) if reading else None, jpeg))
            elif kind == Kind.UNDO.value:
                del kept[-1:]
            elif position is not None and 0 <= position < len(kept):
                former = kept[position]
                kept[position] = None if former is None else Evidence(number, line, former.reading, former.picture)
        return tuple(kept)

    def lasted_s(self, game: int) -> int | None:
        """How long a game took from its begin to its last act, by the machine's clock; None where that is not known."""
        with self._telling():
            row = self._connection.execute(
                "SELECT started, (SELECT max(clock) FROM entry WHERE entry.game = game.number AND kind = ?) FROM game "
                "WHERE number = ?",
                (Kind.ACT.value, game),
            ).fetchone()
        return None if row is None else _seconds(*row)

    def _played_at(self, game: int) -> TableKind:
        with self._telling():
            row = self._connection.execute("SELECT played_at FROM game WHERE number = ?", (game,)).fetchone()
        return TableKind.REHEARSAL if row == (TableKind.REHEARSAL.value,) else TableKind.CAMERA

    def _read(self, game: int) -> _Read:
        """The game's header and its acts as it stands; up to where they can be read."""
        with self._telling():
            found = self._connection.execute(
                "SELECT number, started, header, played_at, last_entry, seal FROM game WHERE number = ?", (game,)
            ).fetchone()
            rows = self._connection.execute(
                f"SELECT {SEALED}, seal FROM entry WHERE game = ? ORDER BY number", (game,)
            ).fetchall()
        if found is None:
            return _Read(None, (), "its first line is lost.")
        *facts, last_entry, seal = found
        try:
            header = parse_record(found[2]).header
        except DealerError as error:
            return _Read(None, (), str(error))
        if seal != game_seal(*facts):
            return _Read(header, (), "its header was changed since it was written.")
        acts: list[Act] = []
        for *row, sealed in rows:
            number, _game, kind, line, position = row[:5]
            seal = entry_seal(seal, row)
            if sealed != seal:
                return _Read(header, tuple(acts), f"before or at entry {number}, {line!r}, something is missing.")
            try:
                if kind == Kind.UNDO.value:
                    acts.pop()
                elif kind == Kind.CORRECTION.value and position is not None and 0 <= position < len(acts):
                    acts[position] = parse_act(line, header.players)
                elif kind == Kind.ACT.value:
                    acts.append(parse_act(line, header.players))
                else:
                    return _Read(header, tuple(acts), f"entry {number}, {kind} {line!r}, is none that is known.")
            except (DealerError, IndexError) as error:
                return _Read(header, tuple(acts), f"entry {number}, {kind} {line!r}: {error}")
        if last_entry is not None and last_entry != (rows[-1][0] if rows else 0):
            return _Read(header, tuple(acts), "its last acts are lost.")
        return _Read(header, tuple(acts), "")


def _legal(read: _Read) -> tuple[Act, ...]:
    """The acts up to the first that the rules refuse."""
    if read.header is None:
        return ()
    game = Game(read.header)
    for act in read.acts:
        try:
            game.push(act)
        except IllegalAct:
            break
    return game.acts


def _text(data: bytes) -> str:
    """Text that was damaged is not what was sealed: it spoils its game, not the list."""
    return data.decode("utf-8", errors="replace")


def _seconds(first: str, last: str | None) -> int | None:
    """From one time to another, or None where either is none."""
    try:
        passed = datetime.fromisoformat(last or "") - datetime.fromisoformat(first)
        return max(0, round(passed.total_seconds()))
    except (TypeError, ValueError):
        return None


def _json(text: str) -> Any:
    """What the text holds; ``None`` where it is nonsense."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _version(path: Path) -> int:
    with closing(read_only(path)) as connection:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])
