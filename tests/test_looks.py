"""Recorded looks: old decisions on them are the calls of the live table, and a file is told to be one or none."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from dealer import cli
from dealer.errors import InputError
from dealer.game.header import Header as GameHeader
from dealer.measures.games import GameFigures, play_by
from dealer.view import Face
from vision.looking.shapes import blank_card
from vision.looks import record
from vision.looks.record import ARRAYS, Called, Decided, Expected, Gone, Header, Recorded, Saw, Told, load, recordings
from vision.looks.recorder import Recorder
from vision.looks.replay import RecordedLook, glimpse_of, replay
from vision.measures import measured_decks
from vision.measures.lying import truth_of
from vision.nets.ranks import Ranks
from vision.reading.reader import Reader
from vision.synth.picture import Pose
from vision.synth.scene import Scene, SceneSettings
from vision.tracking.glimpses import Shown
from vision.tracking.track import Track

SHORT = GameHeader.from_mapping({"variant": "basic", "players": ["Angie", "Bob"], "target": 5})


@pytest.fixture(scope="module")
def ranks() -> Ranks:
    return Ranks()


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[GameFigures, Recorded]:
    """A short game on a deck that is hard to read, and its looks."""
    folder = tmp_path_factory.mktemp("looks")
    figures = play_by(SHORT, 3, "blackletter:9", "reference", looks=folder)
    (path,) = recordings(folder)
    assert path.name == "basic-3.looks.npz"
    return figures, load(path)


def test_old_decisions_on_a_recorded_game_are_the_live_calls(played: tuple[GameFigures, Recorded]) -> None:
    figures, recorded = played
    decisions = list(replay(recorded))
    assert figures.over and figures.cards >= 3
    assert len({one.card for one in decisions if one.live}) >= 3, "cards were called"
    assert [one.again for one in decisions] == [one.live for one in decisions]


def test_a_game_is_recorded_with_what_was_expected_asked_and_called(played: tuple[GameFigures, Recorded]) -> None:
    figures, recorded = played
    assert recorded.header.design == figures.design == "blackletter 9"
    kinds = Counter(type(event).__name__ for event in recorded.events)
    expected = [event.left for event in recorded.events if isinstance(event, Expected)]
    assert expected[0] == {rank: rank for rank in range(1, 11)} and sum(expected[-1].values()) < sum(
        expected[0].values()
    )
    assert kinds["Called"] and kinds["Saw"] >= kinds["Decided"] > 0
    told = Counter(event.event for event in recorded.events if isinstance(event, Told))
    assert (told["act"], told["question"]) == (figures.acts, sum(figures.questions.values()))
    last = [event for event in recorded.events if isinstance(event, Called) and event.ranks][-1]
    true = {event.card: event.true for event in recorded.events if isinstance(event, Saw) and event.true}
    assert all(true[card] == rank for card, rank in last.ranks.items() if card in true) and true


def test_replaying_decides_and_repeats_nothing(played: tuple[GameFigures, Recorded]) -> None:
    """Where no index is seen to show anything nothing is called, whatever was called live."""
    _, recorded = played
    blind = {**recorded.arrays, "logs": np.full_like(recorded.arrays["logs"], -3.0)}
    blind["indices"] = np.zeros_like(blind["indices"])
    changed = Recorded(recorded.header, recorded.events, recorded.glimpses, blind)
    assert any(one.live != one.again for one in replay(changed))


def test_a_whole_deck_is_recorded_and_decided_on_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cards of a rank that came, that did not come, that are named, and one that is not ours."""
    monkeypatch.setattr(measured_decks, "WHOLE_DECK", (7, 3, 7, 8))
    monkeypatch.setattr(measured_decks, "EACH", 1)
    monkeypatch.setattr(measured_decks, "SEATS", (2,))
    measured_decks.measure("hand-drawn", 1, Reader(), times=1, foreign=1, looks=tmp_path)
    recorded = load(tmp_path / "deck-hand-drawn-9001.looks.npz")
    assert (recorded.header.kind, recorded.header.design) == ("deck", "hand-drawn 9001")
    assert {event.true for event in recorded.events if isinstance(event, Saw)} == {0, 3, 7, 8}
    assert any(isinstance(event, Gone) for event in recorded.events), "cards were cleared away"
    decisions = list(replay(recorded))
    assert [one.again for one in decisions] == [one.live for one in decisions] != []


@pytest.mark.parametrize(
    ("x_mm", "face", "moving", "rank"),
    [
        (10.0, Face.UP, False, 7),
        (10.0, Face.DOWN, False, 0),
        (40.0, Face.UP, False, None),  # it may be a piece of that card
        (10.0, Face.UP, True, None),
        (-150.0, Face.UP, False, 0),
    ],
)
def test_the_truth_is_the_card_that_lies_there(x_mm: float, face: Face, moving: bool, rank: int | None) -> None:
    scene = Scene(SceneSettings.random(1, seats=2))
    scene.add_card(7, Pose(300.0, 200.0, 0.0), face=face).moving = moving
    scene.add_card(3, Pose(390.0, 200.0, 0.0))
    seen = blank_card(300.0 + x_mm, 200.0, 0.0, face=Face.UP, card_mm=(63.0, 88.0))
    assert truth_of(scene)(seen) == rank


def test_a_glimpse_is_read_as_it_was_written(tmp_path: Path, ranks: Ranks) -> None:
    shown = Shown(np.full((2, 2, 11), -1.5, np.float32), np.ones(2, np.float32), np.ones(2, np.float32), heads=(1, -1))
    blank = blank_card(1.25, -3.5, 30.0, face=Face.UP, card_mm=(63.0, 88.0))
    glimpse = replace(blank, rank=4, indices_mm=np.array([[1.0, 2.0]]), shown=shown)
    recorder = Recorder(Header(kind="game"), truth=lambda seen: 4)
    track = Track(id=5, glimpse=glimpse, rest_s=1.0, face=Face.UP, born_s=2.0)
    recorder.saw(track, glimpse, True, 2.0)
    recorder.saw(track, glimpse, False, 3.0)
    recorder.looked({})
    recorder.saw(track, glimpse, True, 4.0)
    recorder.save(tmp_path / "one.looks.npz", ranks)
    recorded = load(tmp_path / "one.looks.npz")
    assert len(recorded.glimpses) == 1, "the same one is kept once"
    again = glimpse_of(recorded.glimpses[0], recorded.arrays)
    for name in ("x_mm", "y_mm", "angle_deg", "face", "rank", "probabilities", "is_outlined"):
        assert getattr(again, name) == getattr(glimpse, name), name
    assert np.array_equal(again.corners_mm, glimpse.corners_mm)
    assert np.array_equal(again.indices_mm, glimpse.indices_mm)
    assert np.array_equal(again.shown.logs, shown.logs) and again.shown.heads == shown.heads
    saws = [event for event in recorded.events if isinstance(event, Saw)]
    assert [(event.again, event.touched, event.true) for event in saws] == [
        (False, True, 4), (False, False, 4), (True, True, 4),
    ]  # fmt: skip


def decided(**more: object) -> Decided:
    parts: dict[str, object] = {
        "card": 7, "time_s": 3.0, "glimpse": 0, "free": True, "confirmed": True, "pictures": None, "whole": None,
        "middle": None,
        "rank": None,
    }  # fmt: skip
    return Decided(**(parts | more))  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["pictures", "whole", "middle"])
def test_what_was_not_recorded_is_told_and_not_made_up(name: str) -> None:
    look = RecordedLook(decided(), {"indices": np.zeros((0, 96, 96, 3), np.uint8)})
    with pytest.raises(InputError, match=r"card 7 at 3\.00 s was recorded without"):
        getattr(look, name)


def test_a_file_of_another_format_or_none_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "one.looks.npz"
    arrays = {name: np.zeros((0, *shape), kind) for name, (shape, kind) in ARRAYS.items()}
    recorded = Recorded(Header(kind="game"), [], [], arrays)
    recorded.save(path)
    assert load(path).header == recorded.header
    monkeypatch.setattr(record, "FORMAT", 99)
    with pytest.raises(InputError, match="has format 4; expected 99"):
        load(path)
    for content in (b"", b"no archive", path.read_bytes()[:200]):
        path.write_bytes(content)
        with pytest.raises(InputError, match="cannot be read as recorded looks"):
            load(path)


def test_arrays_of_another_shape_are_told(tmp_path: Path) -> None:
    arrays = {name: np.zeros((0, *shape), kind) for name, (shape, kind) in ARRAYS.items()}
    arrays["logs"] = np.zeros((0, 11), np.float32)
    Recorded(Header(kind="game"), [], [], arrays).save(tmp_path / "one.looks.npz")
    with pytest.raises(InputError, match="logs of"):
        load(tmp_path / "one.looks.npz")


def test_a_folder_without_looks_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="holds no recorded looks"):
        recordings(tmp_path)


@pytest.mark.parametrize("what", [["games", "--seeds", "1"], ["misreads"]])
def test_looks_are_kept_in_a_folder(what: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Told before an hour of games is played."""
    (tmp_path / "file").write_text("")
    assert cli.main(["measure", *what, "--looks", str(tmp_path / "file")]) == 2
    assert "is no folder" in capsys.readouterr().err
