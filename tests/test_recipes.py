"""The recipes of docs/recipes.md, each run as it stands there."""

import io
import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from dealer.game.header import Header
from dealer.rehearsal.rehearsal import Rehearsal
from dealer.view import Area, Place
from vision.synth.faces import make_design
from vision.synth.film import render_film
from vision.synth.scene import Scene, SceneSettings
from vision.synth.simulated import SimulatedCamera

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs" / "recipes.md").read_text(encoding="utf-8")
RECIPES = {
    title: re.findall(r"^```(\w+)\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    for title, text in (part.split("\n", 1) for part in PAGE.split("\n## ")[1:])
}
"""Each recipe's blocks, with their languages, by its title."""


def recipe(title: str, kind: str = "python") -> str:
    ((found, code),) = RECIPES[title]
    assert found == kind
    return str(code)


def put_on_the_path(folder: Path, root: Path) -> dict[str, str]:
    """The environment in which ``dealer`` and ``python`` are those of the checkout at ``root``."""
    commands = {"python": f'exec "{sys.executable}" "$@"', "dealer": f'"{sys.executable}" -m dealer.cli "$@"'}
    # what dealer says is kept beside it, to be heard a second time
    commands["dealer"] += f' | tee "{folder}/said"'
    for name, line in commands.items():
        (folder / name).write_text(f"#!/bin/sh\n{line}\n", encoding="utf-8")
        (folder / name).chmod(0o755)
    return {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}", "PYTHONPATH": str(root)}


def test_there_are_no_recipes_that_nobody_runs() -> None:
    asked = set(re.findall(r'recipe\("([^"]+)"', Path(__file__).read_text(encoding="utf-8")))
    assert asked == set(RECIPES)


def test_cards_are_read_on_a_photograph(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    scene = Scene(SceneSettings.random(3, seats=4, design=make_design("poker", 3), difficulty="easy"))
    rng = np.random.default_rng(3)
    places = [scene.place_point(Place(Area.STACK, seat), 0, rng) for seat in range(1, 5)]
    for coaster in list(scene.things.values()):
        scene.remove(coaster)  # a coaster has a numeral too
    for rank, place in zip((9, 2, 7, 4), places, strict=True):
        scene.add_card(rank, place)
    cv2.imwrite(str(tmp_path / "cards.jpg"), SimulatedCamera(scene).take().image)
    monkeypatch.chdir(tmp_path)
    exec(recipe("Read the cards on a photograph"), {})
    read = re.findall(r"^(\d+) at \d+, \d+$", capsys.readouterr().out, re.MULTILINE)
    assert sorted(map(int, read)) == [2, 4, 7, 9]


def test_a_record_says_what_is_expected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "game.pairs").write_text(
        'variant = "basic"\nplayers = ["Ann", "Ben"]\ndealer = "Ann"\nacts = """\ndeal Ben 3\ndeal Ann 8\n"""\n',
        encoding="utf-8",
    )
    monkeypatch.chdir(tmp_path)
    exec(recipe("Replay a record and ask what is expected"), {})
    assert capsys.readouterr().out == "Turn: Ben. Expected: Ben hit CARD or Ben fold.\n"


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """What the recipe printed about a film of a simulated table, and all events of it."""
    folder = tmp_path_factory.mktemp("film")
    header = Header.from_mapping({"variant": "basic", "players": ["Ann", "Ben"], "target": 1})
    settings = SceneSettings.random(7, seats=2, difficulty="easy", design=make_design("poker", 7))
    render_film(Rehearsal(header, 7, settings, pace="steady"), folder / "evening.mp4")
    code = recipe("Watch a film and print the calls")
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder,
        env=put_on_the_path(folder, ROOT),
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout, (folder / "said").read_text(encoding="utf-8")


def test_a_film_is_called(watched: tuple[str, str]) -> None:
    calls, said = watched
    acts = [event["act"] for event in map(json.loads, said.splitlines()) if event["event"] == "act"]
    assert len(acts) == 3 and len(calls.splitlines()) >= 3
    assert "Pair!" in calls


@pytest.fixture
def pins() -> Iterator[MockFactory]:
    before, Device.pin_factory = Device.pin_factory, MockFactory()
    yield Device.pin_factory
    Device.pin_factory.reset()
    Device.pin_factory = before


@pytest.mark.parametrize("caught", [True, False])
def test_a_pair_lights_the_lamp(
    caught: bool, watched: tuple[str, str], pins: MockFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = [line for line in watched[1].splitlines(keepends=True) if caught or "Pair!" not in line]
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(lines)))
    names: dict[str, Any] = {}
    exec(recipe("Light a lamp when somebody catches a pair"), names)
    lamp = pins.pin(26)
    until_s = time.monotonic() + (1.0 if caught else 0.1)
    while not (lit := any(state.state for state in lamp.states)) and time.monotonic() < until_s:
        time.sleep(0.01)
    names["lamp"].close()
    assert lit == caught


def test_a_language_is_added(tmp_path: Path) -> None:
    for name in ("dealer", "vision", "tests/catalogues.py"):
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        (tmp_path / name).parent.mkdir(exist_ok=True)
        copy(ROOT / name, tmp_path / name)
    (tmp_path / "bin").mkdir()
    done = subprocess.run(
        ["sh", "-e", "-c", recipe("Add a language", "sh")],
        cwd=tmp_path,
        env=put_on_the_path(tmp_path / "bin", tmp_path),
        capture_output=True,
        text=True,
        check=True,
    )
    assert re.search(r"^fr: \d+ messages, \d+ to translate$", done.stdout, re.MULTILINE)
    assert "\nBut: " in done.stdout and "\nGoal: " not in done.stdout
