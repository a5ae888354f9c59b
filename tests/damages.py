"""A journal of an evening, and the ways in which a card, a power cut or a hand may damage it."""

import os
import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from dealer.game.driver import Game
from dealer.game.header import Header
from dealer.journal.copies import COPIES_NAME
from dealer.journal.journal import FILE_NAME, LOCK_NAME, Journal
from dealer.journal.schema import SCHEMA_VERSION
from dealer.rules.acts import Act

PAGE = 4096
GAMES = 4
"""How many games the evening has: finished ones, a stopped one, and an open one at last."""

Damage = Callable[[Path], None]
"""Does damage to the journal in a folder."""


@dataclass(frozen=True)
class Truth:
    """What the journal said before it was damaged."""

    acts: dict[int, tuple[Act, ...]]
    rows: dict[int, tuple[object, ...]]
    """Game, kind, line and position of each entry by its number."""


def evening(folder: Path, *, seed: int = 5) -> Truth:
    """Play an evening into ``folder``."""
    rnd = random.Random(seed)
    acts = {}
    with Journal(folder) as journal:
        journal.keep_choice("evening", {"players": ["Angie", "Bob"], "variant": "basic"})
        for round_ in range(GAMES):
            players = ["Angie", "Bob", "Carlos"][: 2 + round_ % 2]
            header = Header.from_mapping({"variant": "basic", "players": players, "target": 30, "stakes": "portland"})
            number = journal.begin(header)
            journal._housekeeper.join()
            game = Game(header)
            while not game.over and (round_ != GAMES - 1 or len(game.acts) < 40):
                act = rnd.choice(list(game.legal_acts()))
                game.push(act)
                reading = {"probabilities": [round(rnd.random(), 5) for _ in range(11)]}
                with journal.together(number, game):
                    journal.add(number, act, reading=reading, picture=rnd.randbytes(5000))
                if not game.over and rnd.random() < 0.1:
                    game.pop()
                    journal.undo(number, act)
            if round_ == 1:
                journal.end(number, "stopped")
            acts[number] = game.acts
    with closing(sqlite3.connect(folder / FILE_NAME)) as connection:
        rows = {row[0]: row[1:] for row in connection.execute("SELECT number, game, kind, line, position FROM entry")}
    return Truth(acts, rows)


def _write(data: bytes) -> Damage:
    def damage(folder: Path) -> None:
        (folder / FILE_NAME).write_bytes(data)

    return damage


def _changed(change: Callable[[bytearray, random.Random], None], *, seed: int) -> Damage:
    def damage(folder: Path) -> None:
        data = bytearray((folder / FILE_NAME).read_bytes())
        change(data, random.Random(seed))
        (folder / FILE_NAME).write_bytes(data)

    return damage


def _flipped(bits: int, *, seed: int, first: int = 0, end: int | None = None) -> Damage:
    def change(data: bytearray, rnd: random.Random) -> None:
        for _ in range(bits):
            data[rnd.randrange(first, end or len(data))] ^= 1 << rnd.randrange(8)

    return _changed(change, seed=seed)


def _cut(keep: Callable[[int], int]) -> Damage:
    def change(data: bytearray, rnd: random.Random) -> None:
        del data[keep(len(data)) :]

    return _changed(change, seed=0)


def _zeroed(page: int) -> Damage:
    """``page``: counted from 1; from the end where negative."""

    def change(data: bytearray, rnd: random.Random) -> None:
        start = (page - 1) * PAGE if page > 0 else len(data) + page * PAGE
        data[start : start + PAGE] = bytes(PAGE)

    return _changed(change, seed=0)


def _root_of(name: str) -> Damage:
    def damage(folder: Path) -> None:
        with closing(sqlite3.connect(folder / FILE_NAME)) as connection:
            (root,) = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (name,)).fetchone()
        _zeroed(root)(folder)

    return damage


def _sql(*statements: str) -> Damage:
    def damage(folder: Path) -> None:
        with closing(sqlite3.connect(folder / FILE_NAME)) as connection, connection:
            for statement in statements:
                connection.execute(statement)

    return damage


def _folder_there(folder: Path) -> None:
    (folder / FILE_NAME).unlink()
    (folder / FILE_NAME).mkdir()
    (folder / FILE_NAME / "a file in it").write_text("whatever", encoding="ascii")


def _link_to(target: str) -> Damage:
    def damage(folder: Path) -> None:
        (folder / FILE_NAME).unlink()
        (folder / FILE_NAME).symlink_to(target)

    return damage


def _pipe_there(folder: Path) -> None:
    (folder / FILE_NAME).unlink()
    os.mkfifo(folder / FILE_NAME)


def _log_of_nonsense(folder: Path) -> None:
    (folder / f"{FILE_NAME}-wal").write_bytes(random.Random(2).randbytes(50_000))


def _log_is_a_folder(folder: Path) -> None:
    (folder / f"{FILE_NAME}-wal").mkdir()


def _lock_is_a_folder(folder: Path) -> None:
    (folder / LOCK_NAME).unlink()
    (folder / LOCK_NAME).mkdir()


def _lock_is_a_link(folder: Path) -> None:
    (folder / LOCK_NAME).unlink()
    (folder / LOCK_NAME).symlink_to("/nowhere/at/all")


def _half_a_migration(folder: Path) -> None:
    """Make 2's columns under make 1's number."""
    _sql("PRAGMA user_version = 1")(folder)


LAST = "(SELECT max(number) FROM entry)"
DAMAGES: dict[str, Damage] = {
    # the file as a whole
    "an empty file": _write(b""),
    "100 random bytes": _write(random.Random(1).randbytes(100)),
    "8 kB of random bytes": _write(random.Random(1).randbytes(8192)),
    "a text": _write(b"milk, bread, beer mats\n" * 100),
    "cut to half": _cut(lambda size: size // 2),
    "cut to 5000 bytes": _cut(lambda size: 5000),
    "cut within the last page": _cut(lambda size: size - 100),
    "the last page is missing": _cut(lambda size: size - PAGE),
    # pages
    "page 1 is zero": _zeroed(1),
    "page 2 is zero": _zeroed(2),
    "page 3 is zero": _zeroed(3),
    "page 4 is zero": _zeroed(4),
    "page 5 is zero": _zeroed(5),
    "the last page is zero": _zeroed(-1),
    "the root of the games is zero": _root_of("game"),
    "the root of the entries is zero": _root_of("entry"),
    "the root of the index is zero": _root_of("entry_of_game"),
    "the root of the pictures is zero": _root_of("picture"),
    "the root of the choices is zero": _root_of("choice"),
    # bits
    **{f"1 bit flipped, seed {seed}": _flipped(1, seed=seed) for seed in (1, 2, 3)},
    **{f"20 bits flipped, seed {seed}": _flipped(20, seed=seed) for seed in (1, 2, 3)},
    **{
        f"200 bits flipped in the first 20 kB, seed {seed}": _flipped(200, seed=seed, first=100, end=20_000)
        for seed in (1, 2, 3)
    },
    "the first 16 bytes flipped": _flipped(3, seed=1, end=16),
    "the file's header flipped": _flipped(8, seed=1, first=16, end=100),
    # makes
    "of a newer make": _sql(f"PRAGMA user_version = {SCHEMA_VERSION + 1}"),
    "of a newer make with other tables": _sql(
        f"PRAGMA user_version = {SCHEMA_VERSION + 1}",
        "ALTER TABLE entry RENAME COLUMN line TO words",
        "CREATE TABLE purse (coins TEXT)",
    ),
    "half a migration": _half_a_migration,
    "a table lacks a column": _sql("ALTER TABLE game DROP COLUMN ending"),
    "a table is missing": _sql("DROP TABLE choice"),
    # what lies in the file's place and beside it
    "nonsense in the log": _log_of_nonsense,
    "the log is a folder": _log_is_a_folder,
    "a folder in its place": _folder_there,
    "a link to itself": _link_to(FILE_NAME),
    "a link to nowhere": _link_to("/nowhere/at/all"),
    "a pipe in its place": _pipe_there,
    "the lock is a folder": _lock_is_a_folder,
    "the lock is a link to nowhere": _lock_is_a_link,
    # rows
    "a header is nonsense": _sql(f"UPDATE game SET header = 'x' WHERE number = {GAMES}"),
    "a header's target is another": _sql(
        f"UPDATE game SET header = replace(header, 'target = 30', 'target = 38') WHERE number = {GAMES}"
    ),
    "an unknown variant": _sql("UPDATE game SET header = replace(header, 'basic', 'basicx')"),
    "an act is nonsense": _sql(f"UPDATE entry SET line = 'foo bar' WHERE number = {LAST}"),
    "an act is another": _sql("UPDATE entry SET line = 'deal Bob 3' WHERE line = 'deal Bob 7'"),
    "an act is missing": _sql("DELETE FROM picture", f"DELETE FROM entry WHERE number = {LAST} - 3"),
    "an undo without an act": _sql(
        "DELETE FROM picture",
        "DELETE FROM entry WHERE kind = 'act'",
        f"INSERT INTO entry (game, kind, line) VALUES ({GAMES}, 'undo', 'deal Angie 1')",
    ),
    "a correction out of range": _sql(
        f"INSERT INTO entry (game, kind, line, position) VALUES ({GAMES}, 'correction', 'deal Angie 1', 9999)"
    ),
    "an unknown kind": _sql(f"INSERT INTO entry (game, kind, line) VALUES ({GAMES}, 'note', 'deal Angie 1')"),
    "acts without their game": _sql(f"DELETE FROM game WHERE number = {GAMES}"),
    "a reading is no JSON": _sql("UPDATE entry SET reading = '{'"),
    "a choice is no JSON": _sql("UPDATE choice SET value = '{'"),
    "a choice of another make": _sql("""UPDATE choice SET value = '{"players": [1, 2], "variant": 7}'"""),
    "an unknown kind of table": _sql("UPDATE game SET played_at = 'moon'"),
}
"""Every damage by its name."""

UNHARMED = (
    "nonsense in the log",
    "the lock is a folder",
    "the lock is a link to nowhere",
    "a reading is no JSON",
    "a choice is no JSON",
    "a choice of another make",
    "half a migration",
    "of a newer make",
    "a table lacks a column",
    "a table is missing",
    "the root of the index is zero",
    "the root of the pictures is zero",
    "the root of the choices is zero",
    "page 1 is zero",
    "the root of the entries is zero",
)
"""The damages that take no act away: pages tell their rows without the tree that led to them."""

UNHARMED_WITH_COPIES = ("the root of the games is zero", "page 2 is zero", "acts without their game")
"""With copies these take none away either: they have the headers, the open game's too."""


def damaged(base: Path, folder: Path, name: str, *, copies: bool) -> None:
    """A copy of the evening in ``folder``, then damaged."""
    shutil.copytree(base, folder)
    if not copies:
        shutil.rmtree(folder / COPIES_NAME)
    DAMAGES[name](folder)
