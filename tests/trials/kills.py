"""kill -9 at random moments: whatever was announced is in the journal, and the game goes on.

    .venv/bin/python -m pytest -s tests/trials/kills.py

A child plays games as fast as it can, with undos, corrections and ends, and announces on a pipe what a table would
hear. The seeds are printed; KILLS=1000 in the environment kills more often, SEED=7 begins with another seed.
"""

import json
import os
import random
import signal
import sqlite3
import time
from collections.abc import Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from dealer.errors import DealerError
from dealer.game.driver import Game
from dealer.game.header import Header
from dealer.journal.journal import FILE_NAME, Journal
from dealer.rules.acts import Act
from dealer.settings import Keeping
from dealer.table.sitting import Sitting

KILLS = int(os.environ.get("KILLS", "200"))
SEED = int(os.environ.get("SEED", "1"))
LONGEST_S = 0.25
"""The child lives for up to so long after its first announcement."""


def play(folder: Path, pipe: int, seed: int) -> None:
    """The child: until it is killed."""
    rnd = random.Random(seed)

    def tell(time_s: float, event: str, fields: Mapping[str, Any]) -> None:
        if event in ("begin", "act", "undo", "correction"):
            os.write(pipe, json.dumps([event, fields]).encode() + b"\n")

    with Journal(folder, keeping=Keeping(pictures_mb=1)) as journal:
        number = journal.unfinished()
        while True:
            if number is None:
                keys = {"variant": "basic", "players": ["Angie", "Bob"], "target": 15, "stakes": "seattle"}
                header = Header.from_mapping(keys)
                number = journal.begin(header)
                game = Game(header)
            else:
                game = journal.load(number)
            sitting = Sitting(game, {}, journal=journal, number=number, tell=tell, speak=lambda *_: None)
            while not sitting.over:
                sitting.say(rnd.choice(list(sitting.game.legal_acts())))
                if rnd.random() < 0.2:
                    sitting._take(sitting.referee.undo(rnd.choice((1, 1, 3))))
                if rnd.random() < 0.1 and sitting.game.acts:
                    index = rnd.randrange(len(sitting.game.acts))
                    act = sitting.game.acts[index]
                    if act.verb == "deal":
                        changed = Act("deal", act.player, (rnd.randint(1, 10),))
                        with suppress(DealerError):
                            sitting._take(sitting.referee.correct_act(index, changed))
            sitting.close("over")
            number = None


def announced(data: bytes, before: dict[int, list[str]]) -> dict[int, list[str]]:
    """The acts of each game as the table knows them; the last line may be cut off."""
    games = {number: list(acts) for number, acts in before.items()}
    number = 0
    for line in data[: data.rfind(b"\n") + 1].splitlines():
        event, fields = json.loads(line)
        if event == "begin":
            number = fields["game"]
            games.setdefault(number, [])
        elif event == "act":
            games[number].append(fields["act"])
        elif event == "undo":
            assert games[number].pop() == fields["act"]
        else:
            games[number][fields["line"] - 1] = fields["act"]
    return games


def one_verdict_ahead(kept: list[str], heard: list[str]) -> bool:
    """Whether one act, one to three undos, or one correction lead from what was heard to what was kept."""
    same = sum(1 for one, other in zip(kept, heard, strict=False) if one == other)
    if len(kept) == len(heard):
        return same == len(kept) - 1
    return same == min(len(kept), len(heard)) and -3 <= len(kept) - len(heard) <= 1


def one_kill(folder: Path, seed: int, before: dict[int, list[str]]) -> dict[int, list[str]]:
    """Let a child play and kill it; what it had announced."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        try:
            play(folder, writing, seed)
        finally:
            os._exit(1)  # it ends only by being killed
    os.close(writing)
    data = os.read(reading, 65536)
    until_s = time.monotonic() + random.Random(-seed).uniform(0, LONGEST_S)
    os.set_blocking(reading, False)
    while time.monotonic() < until_s:
        with suppress(BlockingIOError):
            data += os.read(reading, 65536)
        time.sleep(0.001)
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    os.set_blocking(reading, True)
    while more := os.read(reading, 65536):
        data += more
    os.close(reading)
    assert os.WIFSIGNALED(status), "the child ended by itself"
    return announced(data, before)


def test_what_was_announced_outlives_a_kill(tmp_path: Path) -> None:
    heard: dict[int, list[str]] = {}
    ahead = acts = 0
    for seed in range(SEED, SEED + KILLS):
        heard = one_kill(tmp_path, seed, heard)
        with closing(sqlite3.connect(f"file:{tmp_path / FILE_NAME}?mode=ro", uri=True)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok", seed
        with Journal(tmp_path) as journal:
            assert journal.rescue == "", (seed, journal.rescue)
            assert journal.mended == (), (seed, journal.mended)
            unfinished = journal.unfinished()
            for summary in journal.games()[-3:]:
                kept = journal.load(summary.number)
                lines = [str(act) for act in kept.acts]
                if summary.number == max(heard) and lines != heard[summary.number]:
                    # The last thing was on the disk and not announced yet: one verdict, an act or some undos.
                    ahead += 1
                    assert one_verdict_ahead(lines, heard[summary.number]), (seed, lines, heard[summary.number])
                elif summary.number in heard:
                    assert lines == heard[summary.number], (seed, summary.number)
                assert kept.over is (summary.ending == "over"), (seed, summary)
                heard[summary.number] = lines
            assert unfinished is None or not journal.load(unfinished).over
            assert set(heard) <= {summary.number for summary in journal.games()}
        acts = sum(len(lines) for lines in heard.values())
    copies = len(list((tmp_path / "copies").glob("journal-*.sqlite3")))
    print(
        f"\n{KILLS} kills, seeds {SEED} to {SEED + KILLS - 1}: {len(heard)} games, {acts} acts, nothing lost; ", end=""
    )
    print(f"{ahead} times the journal was one verdict ahead of what was announced; {copies} copies")


if __name__ == "__main__":
    raise SystemExit(pytest.main([__file__, "-s"]))
