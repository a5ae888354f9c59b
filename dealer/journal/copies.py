"""What is done for the journal at each game's begin and end, beside play: checked copies, and old pictures thinned.

A copy holds everything but the pictures, and is an older copy continued, so that it wears the card little. Pictures go
when they are too old or too many; their pages are used again: the file grows no further, and it does not shrink. Acts
never go.
"""

import logging
import os
import re
import shutil
import sqlite3
import threading
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

from dealer.journal.rescue import free_name, new_file, read_only, synced
from dealer.journal.schema import COLUMNS, SCHEMA_VERSION, transaction
from dealer.settings import Keeping

COPIES_NAME = "copies"
"""The folder of the copies, beside the journal."""

PICTURES_AT_ONCE = 50
"""How many pictures one transaction deletes: an act that comes meanwhile waits for no more than that."""

MEGABYTE = 1_000_000

_COPY = re.compile(r"journal-([0-9]{1,9})\.sqlite3")
_log = logging.getLogger(__name__)


def copies_in(folder: Path) -> list[Path]:
    """The copies in ``folder``, the newest first."""
    try:
        found = {int(name[1]): path for path in folder.iterdir() if (name := _COPY.fullmatch(path.name))}
    except OSError:
        return []
    return [found[number] for number in sorted(found, reverse=True)]


class Housekeeper:
    """Works in a thread of its own, with connections of its own, so that no card waits for a slow one."""

    def __init__(self, path: Path, keeping: Keeping) -> None:
        self._path = path
        self.keeping = keeping
        self._thread: threading.Thread | None = None
        self._turn = threading.Lock()
        self._working = False
        self._due: list[bool] = []
        self._missing_told = False

    @property
    def folders(self) -> tuple[Path, ...]:
        """Where copies are."""
        named = self.keeping.copies_folder
        return (self._path.with_name(COPIES_NAME), *([] if named is None else [Path(named)]))

    def copies(self) -> list[Path]:
        """All copies that are there, in the order in which they are asked."""
        return [copy for folder in self.folders for copy in copies_in(folder)]

    def start(self, *, copy: bool) -> None:
        """Thin the pictures and, if wanted, copy: at once, or after the work that goes on. Never waited for here."""
        with self._turn:
            self._due.append(copy)
            if self._working:
                return
            self._working = True
        self._thread = threading.Thread(target=self._work, name="journal-copies")
        self._thread.start()

    def join(self) -> None:
        """Wait until what was begun is done."""
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def _work(self) -> None:
        """Whatever fails here is logged: play needs none of it."""
        while True:
            with self._turn:
                due, self._due = self._due, []
                self._working = bool(due)
            if not due:
                return
            try:
                thin(self._path, self.keeping)
                if any(due) and self.keeping.copies:
                    self._copy()
            except (sqlite3.Error, OSError) as error:
                _log.warning("No copy of the journal %s could be made: %s. Play goes on.", self._path, error)

    def _copy(self) -> None:
        own, *elsewhere = self.folders
        own.mkdir(exist_ok=True)
        made = make_copy(self._path, own, self.keeping.copies)
        for folder in elsewhere:
            if not folder.is_dir():
                if not self._missing_told:
                    _log.warning("The folder for copies %s is not there: put the USB stick in. Play goes on.", folder)
                self._missing_told = True
                continue
            self._missing_told = False
            draft = folder / f"{made.name}.part"
            shutil.copyfile(made, draft)
            _published(draft, folder / made.name)
            _clear(folder, self.keeping.copies)


def make_copy(path: Path, folder: Path, keep: int) -> Path:
    """A new checked copy of the journal at ``path``, without its pictures; ``keep`` copies stay.

    Where there are so many, the oldest becomes the new one: only what happened since is written to the card.
    Raises sqlite3.Error or OSError, and then no copy was made; the others stay.
    """
    copies = copies_in(folder)
    number = int(copies[0].stem.removeprefix("journal-")) + 1 if copies else 1
    target = folder / f"journal-{number}.sqlite3"
    draft = folder / f"{target.name}.part"
    draft.unlink(missing_ok=True)
    if len(copies) >= keep > 1:
        copies[-1].rename(draft)
        synced(draft)  # a power cut must not find half of the new one under the old one's name
    try:
        if not (draft.exists() and _continued(path, draft)):
            draft.unlink(missing_ok=True)
            with closing(new_file(draft)) as copy:
                _add_what_is_new(path, copy)
        _published(draft, target)
    except (sqlite3.Error, OSError):
        draft.unlink(missing_ok=True)
        raise
    _clear(folder, keep)
    return target


def _continued(path: Path, draft: Path) -> bool:
    """Bring an earlier copy up to date; False where it is no earlier copy of this journal."""
    try:
        with closing(sqlite3.connect(draft, isolation_level=None, uri=True)) as copy:
            copy.execute("PRAGMA journal_mode = MEMORY")
            copy.execute("PRAGMA synchronous = OFF")
            return copy.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION,) and _add_what_is_new(path, copy)
    except sqlite3.Error:
        return False


def _add_what_is_new(path: Path, copy: sqlite3.Connection) -> bool:
    """False, and nothing is added, where the copy has what the journal does not."""
    copy.execute("ATTACH ? AS journal", (f"{path.resolve().as_uri()}?mode=ro",))
    with transaction(copy):  # one moment of the journal, whatever is written meanwhile
        told_by_what = {
            "game": "seal",
            "entry": "seal",
            "posting": "clock, giver, taker, coins",
            "outbox": "what, subject, mark",
        }
        for table, told_by in told_by_what.items():
            names = f"number, {told_by}"
            others = f"SELECT {names} FROM main.{table} EXCEPT SELECT {names} FROM journal.{table}"
            if copy.execute(others).fetchone() is not None:
                return False
        for table in COLUMNS:
            if table == "picture":
                continue
            names = ", ".join(COLUMNS[table])
            newer = (
                f"WHERE number > (SELECT coalesce(max(number), 0) FROM main.{table})"
                if table in ("entry", "posting", "outbox")
                else f"EXCEPT SELECT {names} FROM main.{table}"
            )
            copy.execute(f"INSERT OR REPLACE INTO main.{table} ({names}) SELECT {names} FROM journal.{table} {newer}")
    return True


def keep_before(path: Path, connection: sqlite3.Connection) -> Path:
    """A checked copy of the whole file before it is brought to this make. Raises sqlite3.Error or OSError."""
    target = free_name(path.parent, f"{path.stem}-before-{SCHEMA_VERSION}", path.suffix)
    draft = target.with_name(f"{target.name}.part")
    draft.unlink(missing_ok=True)
    connection.execute("VACUUM INTO ?", (str(draft),))
    _published(draft, target)
    return target


def _published(draft: Path, target: Path) -> None:
    """Give a copy its name once it is whole and on the disk."""
    synced(draft)
    with closing(read_only(draft)) as copy:
        if (found := copy.execute("PRAGMA quick_check(1)").fetchone()[0]) != "ok":
            draft.unlink()
            raise sqlite3.DatabaseError(f"the copy {target} came out wrong: {found}")
    os.replace(draft, target)
    synced(target)


def _clear(folder: Path, keep: int) -> None:
    for old in copies_in(folder)[keep:]:
        old.unlink()


def thin(path: Path, keeping: Keeping) -> int:
    """Delete the pictures that are too old or too many, never one of the last game; how many went."""
    oldest = (datetime.now(UTC) - timedelta(days=keeping.pictures_days)).isoformat(timespec="seconds")
    # By number where it can be: a clock that was wrong one evening ages no evening before it.
    young = "coalesce((SELECT min(number) FROM game WHERE started >= ?), 1e18)"
    first_young = f"min((SELECT max(number) FROM game), {young})"
    gone = 0
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA synchronous = NORMAL")  # an act that comes meanwhile syncs for both
        while went := _delete_before(connection, first_young, (oldest,)):
            gone += went
        while _bytes_used(connection) > keeping.pictures_mb * MEGABYTE:
            if not (went := _delete_before(connection, "(SELECT max(number) FROM game)", ())):
                break
            gone += went
    return gone


def _delete_before(connection: sqlite3.Connection, game: str, values: tuple[str, ...]) -> int:
    """Delete some of the oldest pictures of the games before ``game``; how many."""
    return connection.execute(
        "DELETE FROM picture WHERE entry IN (SELECT entry FROM picture WHERE entry <= "
        f"(SELECT max(number) FROM entry WHERE game < {game}) ORDER BY entry LIMIT {PICTURES_AT_ONCE})",
        values,
    ).rowcount


def _bytes_used(connection: sqlite3.Connection) -> int:
    names = ("page_count", "freelist_count", "page_size")
    pages, free, size = (int(connection.execute(f"PRAGMA {name}").fetchone()[0]) for name in names)
    return (pages - free) * size
