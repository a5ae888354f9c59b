"""Power cuts at random moments of an evening, of a rescue and of a migration: nothing that was acknowledged is lost.

    .venv/bin/python -m pytest -s tests/trials/power_cuts.py

What a program writes, syncs and renames in the data folder is recorded (recorder.c, so a C compiler is needed). From
the record images of the disk are built, as a power cut would leave it: all that was synced, and of the rest nothing,
the first part, or a random half, torn at 512 bytes; names that were not synced may be as before. Each image is opened.
IMAGES=3000 in the environment makes more of them, SEED=7 chooses others; both are printed.
"""

import json
import math
import os
import random
import shutil
import sqlite3
import struct
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from damages import damaged, evening
from test_journal import make_1

from dealer.errors import DealerError
from dealer.game.driver import Game
from dealer.game.header import Header
from dealer.journal.journal import Journal
from dealer.rules.acts import Act
from dealer.settings import Keeping

IMAGES = int(os.environ.get("IMAGES", "1200"))
SEED = int(os.environ.get("SEED", "1"))
SECTOR = 512
ACKNOWLEDGED = "acknowledged"
"""The file in which the program notes what a call that has returned made of a game."""


# The recorded program


def play(folder: Path, evenings: int) -> None:
    """Some evenings, each with a journal opened anew; every state that was reached is acknowledged."""
    acknowledged = os.open(folder / ACKNOWLEDGED, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    rnd = random.Random(evenings)
    for _ in range(evenings):
        with Journal(folder, keeping=Keeping(pictures_mb=0)) as journal:

            def reached(number: int, game: Game) -> None:
                state = [number, [str(act) for act in game.acts], game.over]
                os.write(acknowledged, json.dumps(state).encode() + b"\n")

            for number in [summary.number for summary in journal.games()]:
                reached(number, journal.load(number))
            for _ in range(3):
                keys = {"variant": "basic", "players": ["Angie", "Bob"], "target": 6, "stakes": "seattle"}
                header = Header.from_mapping(keys)
                number, game = journal.begin(header), Game(header)
                reached(number, game)
                while not game.over:
                    game.push(act := rnd.choice(list(game.legal_acts())))
                    picture = rnd.randbytes(rnd.choice((3000, 6500)))
                    with journal.together(number, game):
                        journal.add(number, act, reading={"rank": 1}, picture=picture)
                    reached(number, game)
                    if rnd.random() < 0.3 and len(game.acts) > 1:
                        with journal.together(number, game):
                            for _ in range(2):
                                journal.undo(number, game.pop())
                        reached(number, game)
                    if rnd.random() < 0.2 and (changed := corrected(game)) is not None:
                        old, game = game.acts[0], changed
                        with journal.together(number, game):
                            journal.correct(number, 0, game.acts[0], old=old)
                        reached(number, game)
            journal.keep_choice("evening", {"variant": "basic"})


def corrected(game: Game) -> Game | None:
    for rank in range(1, 11):
        try:
            changed = game.correct(0, Act("deal", game.acts[0].player, (rank,)))
        except (DealerError, IndexError):
            continue
        if changed.acts != game.acts:
            return changed
    return None


# The images


@dataclass
class File:
    """What of a file is on the disk for sure, and what was done to it since."""

    durable: bytearray = field(default_factory=bytearray)
    pending: list[tuple[str, int, bytes]] = field(default_factory=list)


def done(content: bytearray, what: str, offset: int, data: bytes) -> None:
    if what == "T":
        del content[offset:]
        content.extend(bytes(offset - len(content)))
        return
    content.extend(bytes(max(0, offset + len(data) - len(content))))
    content[offset : offset + len(data)] = data


class Disk:
    """The folder's files by name: as they are now, and as they are on the disk for sure."""

    def __init__(self, start: Path) -> None:
        files = [path for path in start.rglob("*") if path.is_file()]
        self.now = {str(path.relative_to(start)): File(bytearray(path.read_bytes())) for path in files}
        self.sure = dict(self.now)
        self.renamed: list[tuple[str, File | None]] = []
        """What happened to names and is not on the disk for sure: the name, and what it stands for now."""

    def take(self, what: str, name: str, offset: int, data: bytes, folder: str) -> None:
        if what == "R":
            target = os.path.relpath(data.decode(), folder)
            file = self.now.pop(name)
            self.now[target] = file
            self.renamed += [(target, file), (name, None)]
        elif what == "U":
            self.now.pop(name, None)
            self.renamed.append((name, None))
        elif what == "S" and name not in self.now:  # a folder: its names are on the disk
            here = "" if name == "." else name + "/"
            for changed, file in [one for one in self.renamed if os.path.dirname(one[0]) == here.rstrip("/")]:
                self._settle(changed, file)
        elif what == "S":
            file = self.now[name]
            for one in file.pending:
                done(file.durable, *one)
            file.pending.clear()
            if self.sure.get(name) is None and (name, file) in self.renamed:
                self._settle(name, file)  # a new file's name is synced with it
        else:
            if name not in self.now:
                self.now[name] = File()
                self.renamed.append((name, self.now[name]))
            if what != "C":
                self.now[name].pending.append((what, offset, data))

    def _settle(self, name: str, file: File | None) -> None:
        if file is None:
            self.sure.pop(name, None)
        else:
            self.sure[name] = file
        self.renamed.remove((name, file))

    def image(self, folder: Path, rnd: random.Random, kind: str) -> None:
        """Write the folder as a power cut leaves it now."""
        names = dict(self.sure)
        happened = {"nothing": 0, "first part": rnd.randint(0, len(self.renamed)), "half": len(self.renamed)}[kind]
        # one rename is one step: its two halves are never apart
        while 0 < happened < len(self.renamed) and self.renamed[happened][1] is None:
            happened += 1
        for name, file in self.renamed[:happened]:
            if file is None:
                names.pop(name, None)
            else:
                names[name] = file
        for name, file in names.items():
            content = bytearray(file.durable)
            pending = file.pending[: {"nothing": 0, "first part": rnd.randint(0, len(file.pending))}.get(kind)]
            for what, offset, data in pending:
                if kind == "half" and rnd.random() < 0.5:
                    continue
                if what == "W" and rnd.random() < 0.3:
                    data = data[: rnd.randint(0, len(data) // SECTOR) * SECTOR]
                done(content, what, offset, data)
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(content)


def records(path: Path, folder: Path) -> Iterator[tuple[str, str, int, bytes]]:
    log, at = path.read_bytes(), 0
    while at < len(log):
        what = chr(log[at])
        (size,) = struct.unpack_from("<H", log, at + 1)
        name = log[at + 3 : at + 3 + size].decode()
        at += 3 + size
        offset, length = struct.unpack_from("<QQ", log, at)
        at += 16
        data = b""
        if what in "WR":
            data = log[at : at + length]
            at += length
        yield what, os.path.relpath(name.removesuffix(" (deleted)"), folder), offset, data


# The trials


def nothing(folder: Path) -> None:
    folder.mkdir()


def old_make(folder: Path) -> None:
    folder.mkdir()
    make_1(folder)


def broken(folder: Path) -> None:
    base = folder.with_name("base")
    evening(base)
    damaged(base, folder, "page 1 is zero", copies=True)


@pytest.mark.parametrize("start", [nothing, old_make, broken])
def test_nothing_acknowledged_is_lost(tmp_path: Path, start: Callable[[Path], None]) -> None:
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no C compiler")
    source, library = Path(__file__).with_name("recorder.c"), tmp_path / "recorder.so"
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl", "-lpthread"], check=True)
    first, folder, log = tmp_path / "start", tmp_path / "data", tmp_path / "log"
    start(first)
    shutil.copytree(first, folder)
    environment = {
        **os.environ,
        "LD_PRELOAD": str(library),
        "RECORDED_FOLDER": str(folder),
        "RECORD": str(log),
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    subprocess.run([sys.executable, __file__, str(folder)], env=environment, check=True)

    states: list[list[Any]] = [json.loads(line) for line in (folder / ACKNOWLEDGED).read_text().splitlines()]
    happened = list(records(log, folder))
    rnd = random.Random(SEED)
    cuts = sorted(rnd.choices(range(len(happened) + 1), k=math.ceil(IMAGES / 9)))
    disk, position, acknowledged, rescued, copies = Disk(first), 0, 0, 0, 0
    for cut in cuts:
        for what, name, offset, data in happened[position:cut]:
            if name == ACKNOWLEDGED:
                acknowledged += data.count(b"\n")
            else:
                disk.take(what, name, offset, data, str(folder))
        position = cut
        for kind in ("nothing", "first part", "half"):
            image = tmp_path / "image"
            image.mkdir()
            disk.image(image, rnd, kind)
            copies += check_copies(image)
            with Journal(image) as journal:
                rescued += bool(journal.rescue)
                assert start is broken or not (journal.rescue or journal.mended), (cut, kind, journal.rescue)
                check_states(journal, states, acknowledged, (cut, kind))
            with closing(sqlite3.connect(image / "journal.sqlite3")) as connection:
                assert connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
            shutil.rmtree(image)
    print(
        f"\n{start.__name__}: {len(cuts) * 3} images, seed {SEED}, {len(happened)} steps, {len(states)} states: "
        f"nothing lost; {rescued} rescues; {copies} copies, all whole"
    )


def check_states(journal: Journal, states: list[list[Any]], acknowledged: int, where: tuple[int, str]) -> None:
    """Each game is as it was acknowledged last, or one step on."""
    sure: dict[int, Any] = {}
    for number, acts, over in states[:acknowledged]:
        sure[number] = [acts, over]
    for number, state in sure.items():
        following = [[acts, over] for one, acts, over in states[acknowledged : acknowledged + 1] if one == number]
        game = journal.load(number)
        kept = [[str(act) for act in game.acts], game.over]
        assert kept in [state, *following], (where, number, kept, state, following)
    if sure:
        last = max(sure)
        summary = journal.games()[last - 1]
        assert (summary.ending is None) is not journal.load(last).over or summary.ending == "stopped", where


def check_copies(image: Path) -> int:
    """Every copy that has its name is whole."""
    whole = 0
    for copy in image.glob("copies/journal-*.sqlite3"):
        with closing(sqlite3.connect(copy)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok", copy
            connection.execute("SELECT count(*) FROM entry").fetchone()
        whole += 1
    return whole


if __name__ == "__main__":
    play(Path(sys.argv[1]), 3)
