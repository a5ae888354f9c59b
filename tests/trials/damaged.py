"""Every damage to the journal, through the commands: `dealer games`, `dealer export`, `dealer play` before a camera.

    .venv/bin/python -m pytest tests/trials/damaged.py

Three minutes. What the journal itself makes of each damage is in tests/test_journal_rescue.py, without subprocesses.
"""

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import pytest
from damages import DAMAGES, Truth, damaged, evening

from dealer import cli
from dealer.journal.journal import FILE_NAME

NO_JOURNAL = ("cannot be read", "no game yet")
"""What a reader may say instead of a list, where nothing is left to be read."""

NO_COASTERS = "coasters"
"""What play ends with here, once the journal is open and the pictures are through: they show an empty table."""


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, Truth]:
    folder = tmp_path_factory.mktemp("evening")
    truth = evening(folder)
    pictures = tmp_path_factory.mktemp("pictures")
    for number in range(3):
        cv2.imwrite(str(pictures / f"{number}.jpg"), np.full((1080, 1920, 3), 120, np.uint8))
    return folder, pictures, truth


@pytest.fixture(scope="module")
def count() -> Iterator[Counter[str]]:
    """How often what was seen; printed at the end (with -s)."""
    counted: Counter[str] = Counter()
    yield counted
    print(f"\n{len(DAMAGES)} damages: " + ", ".join(f"{what} {often}" for what, often in counted.items()))


@dataclass(frozen=True, slots=True)
class Ended:
    """What a command left."""

    returncode: int
    stdout: str
    stderr: str


Asking = Callable[..., Ended]


@pytest.fixture
def ask(capsys: pytest.CaptureFixture[str]) -> Asking:
    """A command that only reads, in this process: starting another one takes longer than all that it does."""

    def asked(*arguments: str) -> Ended:
        status = cli.main(arguments)
        told = capsys.readouterr()
        return Ended(status, told.out, told.err)

    return asked


def dealer(*arguments: str) -> subprocess.CompletedProcess[str]:
    """A command in a process of its own."""
    command = [sys.executable, "-m", "dealer.cli", *arguments]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=120, stdin=subprocess.DEVNULL, check=False)
    assert "Traceback" not in ended.stderr, ended.stderr
    return ended


@pytest.mark.parametrize("copies", [True, False], ids=["copies", "no copies"])
@pytest.mark.parametrize("name", DAMAGES)
def test_the_commands_survive(
    base: tuple[Path, Path, Truth], count: Counter[str], ask: Asking, tmp_path: Path, name: str, copies: bool
) -> None:
    source, pictures, truth = base
    folder = tmp_path / "data"
    damaged(source, folder, name, copies=copies)

    listed = ask("games", "--json", "--data", str(folder))
    if listed.returncode:
        assert listed.returncode == 4 and any(words in listed.stderr for words in NO_JOURNAL), listed.stderr
    games = [json.loads(line) for line in listed.stdout.splitlines()]
    for game in games:
        if not game["problem"] and game["ending"] == "over":
            assert game["acts"] == len(truth.acts[game["game"]]), "a finished game is another one"
    corrections = ask("games", "--corrections", "--data", str(folder))
    assert corrections.returncode == listed.returncode
    export = ask("export", "last", "--data", str(folder))
    assert export.returncode in (0, 2, 4) and len(export.stderr.splitlines()) <= 2

    played = dealer("play", "--headless", "--mute", "--camera", f"stills:{pictures}", "--data", str(folder))
    assert played.returncode == 0 or NO_COASTERS in played.stderr.splitlines()[-1], played.stderr
    after = ask("games", "--json", "--data", str(folder))
    assert after.returncode == 0, after.stderr
    assert len(after.stdout.splitlines()) >= len(games)
    aside = [path for path in folder.iterdir() if path.name.startswith(("journal-damaged", "journal-newer"))]
    if not listed.returncode:
        count["read before"] += 1
    count["played on"] += 1
    count["set aside"] += bool(aside)
    count["resumed"] += "goes on" in played.stdout
    assert (folder / FILE_NAME).is_file()
