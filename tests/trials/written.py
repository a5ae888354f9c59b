"""What an evening writes to the card: thirty games are about eight hours at a table, with a picture for each card.

    .venv/bin/python -m pytest -s tests/trials/written.py

Counted are the bytes that the system sends to the disk for the process (``write_bytes``), and those that the program
writes (``wchar``); the journal's copies are made as at a table. Later evenings are played on the same journal, as it
grows: an evening must not cost more because others came before it.
"""

import json
import os
import random
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from referee_table import certain

from dealer.game.driver import Game
from dealer.game.header import Header
from dealer.games.registry import GAMES
from dealer.journal.journal import Journal
from dealer.rehearsal.bots import play_sensibly
from dealer.settings import Keeping
from dealer.table.event_lines import reading_of
from dealer.view import TABLE, Face, Sighting

GAMES_IN_EIGHT_HOURS = 30
EVENINGS = int(os.environ.get("EVENINGS", "3"))
MOST_MB = 200.0
PICTURE_BYTES = (5000, 7500)
"""A card's small picture."""
NAMES = ("Angie", "Bob", "Carlos", "Delia", "Echo", "Fay", "Gus", "Hope")


def counters() -> Mapping[str, int]:
    """What the process wrote so far."""
    lines = (line.split(": ") for line in Path("/proc/self/io").read_text().splitlines())
    return {name: int(number) for name, number in lines}


def evening(folder: Path, number: int, stick: Path) -> None:
    """Thirty games, with copies beside the journal and on a stick; prints what was written."""
    rnd = random.Random(number)
    before, acts, pictures = counters(), 0, 0
    with Journal(folder, keeping=Keeping(copies_folder=str(stick) if stick.is_dir() else None)) as journal:
        for game in range(GAMES_IN_EIGHT_HOURS):
            variant = list(GAMES)[(game + number) % len(GAMES)]
            players = NAMES[: rnd.choice(GAMES[variant].seats)]
            whole = play_sensibly(Header.from_mapping({"variant": variant, "players": players}), rnd)
            kept, so_far = journal.begin(whole.header), Game(whole.header)
            for index, act in enumerate(whole.acts, 1):
                so_far.push(act)
                with journal.together(kept, so_far):
                    if act.cards:
                        rank = act.cards[0]
                        seen = Sighting(index, TABLE, 12.3, 45.6, 7.8, Face.UP, rank, certain(rank), 1.0)
                        picture = rnd.randbytes(rnd.randint(*PICTURE_BYTES))
                        journal.add(kept, act, hand="seen", reading=reading_of(seen), picture=picture)
                        pictures += 1
                    else:
                        journal.add(kept, act, hand="green")
            acts += len(whole.acts)
            journal.keep_choice("evening", {"variant": variant})
    after = counters()
    told = {name: (after[name] - before[name]) / 1e6 for name in ("write_bytes", "wchar")}
    size = (folder / "journal.sqlite3").stat().st_size / 1e6
    print(json.dumps({**told, "acts": acts, "pictures": pictures, "journal": size}))


@pytest.mark.parametrize("stick", [False, True], ids=["own copies", "and on a stick"])
def test_an_evening_writes_little(stick: bool, tmp_path: Path) -> None:
    if stick:
        (tmp_path / "stick").mkdir()
    for number in range(EVENINGS):
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        ran = subprocess.run(
            [sys.executable, __file__, str(tmp_path), str(number)], env=environment, capture_output=True, check=True
        )
        told = json.loads(ran.stdout)
        print(
            f"evening {number + 1}: {GAMES_IN_EIGHT_HOURS} games, {told['acts']} acts, {told['pictures']} pictures: "
            f"{told['write_bytes']:.0f} MB to the disk, {told['wchar']:.0f} MB written; "
            f"the journal has {told['journal']:.0f} MB"
        )
        assert max(told["write_bytes"], told["wchar"]) <= MOST_MB


if __name__ == "__main__":
    evening(Path(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[1]) / "stick")
