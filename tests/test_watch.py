"""The whole way, from a camera's frames to the record: a simulated table, watched by ``dealer watch``."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from dealer.cli import main
from dealer.game.driver import Game
from dealer.game.record import read_record
from vision.eye import Eye

ROOT = Path(__file__).parent.parent


def watch(folder: Path, *arguments: str) -> tuple[int, list[dict[str, Any]], str]:
    """The exit status, the events and what was said on standard error."""
    command = [sys.executable, "-m", "dealer.cli", "watch", "--headless", "--fast", "--json", "--data", str(folder)]
    command += ["--record", str(folder / "seen.pairs"), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()], done.stderr


def state_of(path: Path) -> dict[str, Any]:
    header, lines = read_record(path)
    return Game(header, [act for _, act in lines]).to_json()


def documented() -> dict[str, set[str]]:
    """The fields of each event as the page names them."""
    fields = {}
    for line in (ROOT / "docs" / "events.md").read_text(encoding="utf-8").splitlines():
        row = re.match(r"\| `([a-z]+)` \| (.*) \| [^|]*\|$", line)
        if row:
            outside = re.sub(r"\([^()]*(\([^()]*\)[^()]*)*\)", "", row[2]).split(":")[0]
            fields[row[1]] = set(re.findall(r"`([a-z_]+)`", outside))
            if row[1] == "view":
                fields["view"] |= {"hidden", "moving", "trouble"}
    return fields


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, int, list[dict[str, Any]], str]:
    """A short whole game of two on the simulated table."""
    folder = tmp_path_factory.mktemp("watch")
    camera = ("--camera", "sim:11", "--players", "Angie,Bob", "--target", "6", "--difficulty", "easy")
    return (folder, *watch(folder, *camera, "--design", "poker", "--truth", str(folder / "dealt.pairs")))


def test_the_record_is_what_was_dealt(game: tuple[Path, int, list[dict[str, Any]], str]) -> None:
    folder, status, events, told = game
    assert status == 0, told
    assert state_of(folder / "seen.pairs") == state_of(folder / "dealt.pairs")
    assert events[-1]["event"] == "end" and events[-1]["why"] == "over" and len(events[-1]["losers"]) == 1


def test_the_events_have_the_documented_fields(game: tuple[Path, int, list[dict[str, Any]], str]) -> None:
    pages = documented()
    for event in game[2]:
        assert set(event) - {"t", "event"} == pages[event["event"]], event
    times = [event["t"] for event in game[2]]
    assert times == sorted(times)


def test_a_card_is_asked_for_once_the_table_was_looked_at(
    game: tuple[Path, int, list[dict[str, Any]], str],
) -> None:
    prompts = [event for event in game[2] if event["event"] == "prompt"]
    assert (prompts[0]["headline"], prompts[0]["spoken"]) == ("One moment", "One moment.")
    assert prompts[1]["headline"].startswith("Deal: a card to") and prompts[1]["t"] > 0.5


def test_the_acts_told_are_those_of_the_record(game: tuple[Path, int, list[dict[str, Any]], str]) -> None:
    folder, _, events, _ = game
    acts = [event["act"] for event in events if event["event"] == "act"]
    _, lines = read_record(folder / "seen.pairs")
    if not any(event["event"] in ("undo", "correction") for event in events):
        assert acts == [str(act) for _, act in lines]
    assert [event["line"] for event in events if event["event"] == "act"][0] == 1


def test_the_eye_hears_what_the_cards_were_called(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    called: dict[int, int] = {}
    monkeypatch.setattr(Eye, "called", lambda eye, ranks, all_face_up: called.update(ranks) if all_face_up else None)
    camera = [
        "--camera",
        "sim:11",
        "--players",
        "Angie,Bob",
        "--target",
        "1",
        "--difficulty",
        "easy",
        "--design",
        "poker",
    ]
    record = tmp_path / "seen.pairs"
    assert (
        main(
            [
                "watch",
                "--headless",
                "--fast",
                "--data",
                str(tmp_path),
                "--record",
                str(record),
                *camera,
                "--design",
                "poker",
            ]
        )
        == 0
    )
    dealt = [rank for _, act in read_record(record)[1] for rank in act.cards if isinstance(rank, int)]
    assert len(called) >= len(dealt) - 1 > 2, "the last card ends the game"
    assert set(called.values()) <= set(dealt)


def test_a_refused_act_by_hand_ends_with_status_1(tmp_path: Path) -> None:
    presses = tmp_path / "presses"
    presses.write_text('{"t": 1.0, "act": "Bob hit 5"}\n', encoding="utf-8")
    camera = ("--camera", "sim:11", "--players", "Angie,Bob", "--target", "2", "--difficulty", "easy")
    status, _, told = watch(tmp_path, *camera, "--design", "poker", "--presses", str(presses))
    assert status == 1
    assert "Bob hit 5" in told
