"""Which way up a card lies, seen from one of its indices: a 6 told from a 9."""

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.nets.finder import FoundIndex
from vision.nets.index_reading import IndexReading, log_softmax, may_turn, read_index
from vision.nets.models import MODELS, load_model
from vision.nets.orientation import ORIENTATION_PX, ORIENTATION_SHARE, Orientation, cut_surroundings
from vision.nets.ranks import NONE, ORIENTATION
from vision.reading.card_guess import card_of, rank_probabilities
from vision.reading.indices import IndexReader
from vision.reading.reader import Reader
from vision.synth.faces import HELD_OUT
from vision.training.fonts import shipped_fonts
from vision.training.orientation import (
    LONE,
    UprightIngredient,
    blotted,
    orientation_samples,
    seen_from_index,
)
from vision.training.scenes import make_scene

UP = -np.pi / 2
FOUND = FoundIndex(60.0, 60.0, UP, 110.0, 130.0, 128.0, 178.0, 0.9)


@pytest.fixture(scope="module")
def orientation() -> Orientation:
    return Orientation("orientation")


def shape(rank: int, share: float, *, upright: float = 0.0, turned: float | None = None) -> IndexReading:
    """What looks like a rank as it was found with ``share``, and as much like the other one upside down."""
    shares = np.full((2, 11), 1e-5, np.float32)
    other = {6: 9, 9: 6}[rank]
    shares[0, rank - 1], shares[0, NONE] = share, 1 - share
    turned = share if turned is None else turned
    shares[1, other - 1], shares[1, NONE] = turned, 1 - turned
    return read_index(FOUND, np.log(shares), upright=upright)


def test_the_surroundings_are_cut_upright_at_one_scale() -> None:
    image = np.zeros((300, 300, 3), np.uint8)
    cv2.rectangle(image, (120, 150), (260, 290), (255, 255, 255), -1)  # a card's upper left corner
    patch = cut_surroundings(image, 150, 170, UP, 128.0)
    assert patch.shape == (ORIENTATION_PX, ORIENTATION_PX, 3)
    edges = [int(np.flatnonzero(line > 127).min()) for line in (patch[60, :, 0], patch[:, 60, 0])]
    per_px = ORIENTATION_SHARE * 128 / ORIENTATION_PX
    assert edges == pytest.approx([47.5 - 30 / per_px, 47.5 - 20 / per_px], abs=1)
    assert np.array_equal(cut_surroundings(image, 150, 170, -UP, 128.0), patch[::-1, ::-1])


def test_a_blotted_numeral_is_the_same_all_ways_up_and_nothing_else_is_changed() -> None:
    rng = np.random.default_rng(3)
    patch = cv2.GaussianBlur(rng.integers(0, 256, (ORIENTATION_PX, ORIENTATION_PX, 3)).astype(np.uint8), (0, 0), 0.8)
    made = blotted(patch, np.array([50.0, 44.0]), (12.0, 16.0)).astype(int)
    inner, before = (each[44 - 7 : 44 + 8, 50 - 7 : 50 + 8] for each in (made, patch.astype(int)))
    for turns in (1, 2, 3):
        assert np.abs(inner - np.rot90(inner, turns)).max() <= 4
        assert np.abs(before - np.rot90(before, turns)).max() > 50
    assert np.array_equal(made[:20], patch[:20]) and np.array_equal(made[:, 80:], patch[:, 80:])


@pytest.mark.parametrize("rank", [6, 7, 0])
def test_what_is_learnt_is_which_way_up_the_card_lies(rank: int) -> None:
    image = np.full((300, 300, 3), 20, np.uint8)
    cv2.rectangle(image, (130, 130), (299, 299), (230, 230, 230), -1)
    cv2.putText(image, "7", (142, 168), cv2.FONT_HERSHEY_SIMPLEX, 0.8, (0, 0, 0), 2)
    row = np.array([0, 150, 158, 0, -1, 194, 219, 128, 178, rank, 1.0, 1, 14, 18], np.float32)
    rng = np.random.default_rng(5)
    for patch in (seen_from_index(rng, image, row) for _ in range(200)):  # dark outside, above and left
        corners = patch[:12, :12].mean(), patch[-12:, -12:].mean()
        assert corners[0] < corners[1]


@pytest.mark.parametrize(("rank", "least", "most"), [(7, 0.45, 0.75), (0, 0.45, 0.75), (6, 0.1, 0.4), (9, 0.1, 0.4)])
def test_a_numeral_mostly_tells_nothing_unless_it_is_a_6_or_a_9(
    rank: int, least: float, most: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vision.training.orientation.displaced", lambda rng, row: (150.0, 158.0, UP, 128.0))
    image = np.full((300, 300, 3), 230, np.uint8)
    cv2.putText(image, "7", (143, 168), cv2.FONT_HERSHEY_SIMPLEX, 0.8, (0, 0, 0), 2)
    row = np.array([0, 150, 158, 0, -1, 194, 219, 128, 178, rank, 1.0, 1, 16, 22], np.float32)
    rng = np.random.default_rng(5)
    patches = [seen_from_index(rng, image, row, scaled=0.0).astype(int) for _ in range(80)]
    off = np.array([np.abs(patch - np.rot90(patch)).max() for patch in patches])
    assert least < (off < 40).mean() < most
    left_out = [
        seen_from_index(rng, image, row, scaled=0.0, without=["blotted numerals"]).astype(int) for _ in range(9)
    ]
    assert min(np.abs(patch - np.rot90(patch)).max() for patch in left_out) > 40
    assert min(patch.min() for patch in patches) < 190, "something stands there"


def test_lone_indices_are_learnt_from_above_all_unless_that_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 400 scenes with a lone 7 and two indices of another card."""
    rows = [[k, 150, 158, 0, -1, 194, 219, 128, 178, 7, 1.0, card, 16, 22] for k in range(400) for card in (1, 2, 2)]
    shard = np.zeros((400, 8, 8, 3), np.uint8), np.array(rows, np.float32)
    monkeypatch.setattr("vision.training.orientation.open_shard", lambda *_: shard)
    monkeypatch.setattr("vision.training.orientation.seen_from_index", lambda rng, image, row, **_: row[11])

    def lone_share(*without: UprightIngredient) -> float:
        samples = orientation_samples(Path(), iter([1] * 9), 1, without=without)
        return float(np.mean([card == 1 for card, _ in zip(samples, range(400), strict=False)]))

    assert LONE[1] > 0.4 and lone_share() > 0.55
    assert 0.25 < lone_share("lone indices above all") < 0.42


def test_the_way_up_decides_between_a_6_and_a_9_and_nothing_else() -> None:
    for rank, other in ((6, 9), (9, 6)):
        upright, below, open_ = (card_of([shape(rank, 0.97, upright=odds)]) for odds in (8.0, -8.0, 0.0))
        assert upright.rank == rank and below.rank == other and open_.rank is None
        assert open_.probabilities[rank - 1] == pytest.approx(open_.probabilities[other - 1], abs=0.02)
        assert upright.probabilities[NONE] == pytest.approx(below.probabilities[NONE], abs=1e-4)
    seven = np.full((2, 11), -9.0, np.float32)
    seven[0, 6], seven[1, NONE] = 4.0, 4.0
    told = [rank_probabilities([read_index(FOUND, seven, upright=odds)]) for odds in (-8.0, 0.0, 8.0)]
    assert np.allclose(told[0], told[1]) and np.allclose(told[1], told[2])


def test_what_looks_little_like_a_6_is_none_whichever_way_up_it_lies() -> None:
    card = card_of([shape(6, 0.1, upright=9.0)])
    assert card.rank is None and card.probabilities[NONE] > 0.7


def test_an_index_found_upside_down_is_turned_round_by_what_stands_around_it() -> None:
    reading = shape(6, 0.97, upright=-6.0)
    assert reading.rank == 9 and reading.upright == 6.0
    assert np.sin(reading.found.up) == pytest.approx(1.0), "its card lies the other way up"
    kept = shape(6, 0.97, upright=-0.5)
    assert kept.rank == 6 and kept.found == FOUND, "what is open stays as it was found"
    as_found = np.stack([reading.logs_turned, reading.logs])
    assert read_index(FOUND, as_found, outwards=True, upright=-6.0).rank == 6, "heads that stand outwards are known"


def test_only_what_may_be_a_6_or_a_9_is_looked_at() -> None:
    logs = log_softmax(np.log(np.array([[0.02] * 10 + [0.8], [0.02] * 10 + [0.8]], np.float32)))
    assert not may_turn(logs, 0.1) and may_turn(logs, 0.01)
    logs[1, 5] = np.log(0.6)
    assert may_turn(logs, 0.5), "a 6 upside down looks like a 9"


@pytest.mark.parametrize("rank", [6, 9])
def test_net_e_tells_the_way_up_of_drawn_cards(rank: int, orientation: Orientation) -> None:
    rightly, count = 0, 0
    for seed in range(30):
        scene = make_scene(1_300_000_000 + seed, shipped_fonts(), tuple(sorted(HELD_OUT)), conditions="reference")
        for index in scene.indices:
            if index.rank != rank or index.seen < 0.93:
                continue
            up = float(np.arctan2(index.up_y, index.up_x))
            found = FoundIndex(index.x, index.y, up, index.centre_x, index.centre_y, index.width, index.height, 1.0)
            upright, below = orientation.odds(scene.image, [found, replace(found, up=up + np.pi)])
            assert below == pytest.approx(-upright, abs=0.8), "both ways up are looked at"
            rightly, count = rightly + (upright > 0), count + 1
    assert count >= 15 and rightly >= 0.9 * count


@pytest.mark.parametrize("share", [0.8, 0.9, 1.1, 1.2])
def test_a_wrong_scale_does_not_turn_a_card(share: float, orientation: Orientation) -> None:
    image = picture_of_a_nine()
    up = FoundIndex(90.0, 85.0, UP, 134.0, 149.0, 128.0 * share, 178.0 * share, 1.0)
    upright, below = orientation.odds(image, [up, replace(up, up=-UP)])
    assert upright > 1.5 and below < -1.5


def test_some_patches_are_cut_at_another_scale(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.training.orientation.displaced", lambda rng, row: (150.0, 158.0, UP, 128.0))
    image = np.zeros((300, 300, 3), np.uint8)
    cv2.line(image, (120, 0), (120, 299), (255, 255, 255), 3)  # 30 px left of the index
    row = np.array([0, 150, 158, 0, -1, 194, 219, 128, 178, 6, 1.0, 1, 16, 22], np.float32)

    def offsets(scaled: float, *without: UprightIngredient) -> NDArray[np.float64]:
        rng = np.random.default_rng(2)
        patches = [seen_from_index(rng, image, row, scaled=scaled, without=without)[:, :, 0].max(0) for _ in range(60)]
        return np.array([np.abs(np.flatnonzero(patch > 100).mean() - 47.5) for patch in patches])

    assert np.ptp(offsets(0.0)) < 2.0 and np.ptp(offsets(1.0, "other scales")) < 2.0
    assert offsets(1.0).min() < 25 and offsets(1.0).max() > 39


def test_the_odds_are_those_of_the_models_temperature(tmp_path: Path, orientation: Orientation) -> None:
    for suffix in ("onnx", "json"):
        shutil.copy(MODELS / f"orientation.{suffix}", tmp_path)
    card = json.loads((tmp_path / "orientation.json").read_text(encoding="utf-8"))
    card["temperature"] *= 2
    (tmp_path / "orientation.json").write_text(json.dumps(card), encoding="utf-8")
    index = FoundIndex(90.0, 85.0, UP, 134.0, 149.0, 128.0, 178.0, 1.0)
    (told,), (doubtful,) = (
        net.odds(picture_of_a_nine(), [index]) for net in (orientation, Orientation("orientation", tmp_path))
    )
    assert told == pytest.approx(2 * doubtful, rel=1e-4) and told > 2


def test_what_leaves_the_way_up_open_is_looked_at_at_other_scales(
    orientation: Orientation, monkeypatch: pytest.MonkeyPatch
) -> None:
    widths: list[list[float]] = []

    def seen(_: object, indices: list[FoundIndex], turns: tuple[int, ...]) -> NDArray[np.float32]:
        widths.append([index.width for index in indices])
        told = [5.0 if index.x > 100 else {128.0: 1.0}.get(index.width, -2.5) for index in indices]
        return np.array([[each, 0.0] for each in told], np.float32).reshape(-1, len(turns))

    monkeypatch.setattr(orientation, "_seen", seen)
    sure, open_ = (FoundIndex(x, 85.0, UP, 134.0, 149.0, 128.0, 178.0, 1.0) for x in (190.0, 90.0))
    assert orientation.odds(picture_of_a_nine(), [sure, open_]).tolist() == pytest.approx([5.0, -4 / 3])
    assert widths == [[128.0, 128.0], [pytest.approx(128 * 0.85)], [pytest.approx(128 * 1.18)]]


@pytest.mark.parametrize(("likely", "is_turned"), [(0.05, False), (0.5, False), (0.9, True)])
def test_what_shows_nothing_crosswise_either_is_turned_only_where_that_is_sure(
    likely: float, is_turned: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Tells:
        def ways(self, image: NDArray[np.uint8], indices: list[FoundIndex]) -> NDArray[np.float32]:
            return np.log(np.tile(np.array([1 - likely, likely, 1e-6, 1e-6], np.float32), (len(indices), 1)))

        def odds(self, image: NDArray[np.uint8], indices: list[FoundIndex]) -> NDArray[np.float32]:
            return np.zeros(len(indices), np.float32)

    reader, logs = IndexReader(), np.full((2, 11), -9.0, np.float32)
    logs[:, NONE] = 9.0
    monkeypatch.setattr(reader, "_orientation", Tells())
    monkeypatch.setattr(reader, "read_found", lambda image, found: [read_index(each, logs) for each in found])
    (reading,) = reader.read_again(picture_of_a_nine(), [read_index(FOUND, logs)])
    assert bool(abs(np.sin(reading.found.up - UP)) > 0.99) is is_turned
    if is_turned:
        assert np.sin(reading.found.up - UP) > 0, "clockwise in the picture"


class Watched:
    """A net that keeps what it was shown, and answers 0."""

    def run(self, outputs: list[str], patches: NDArray[np.uint8]) -> list[NDArray[np.float32]]:
        self.shown = patches
        return [np.zeros((len(self.shown), 1), np.float32)]


def test_net_e_is_shown_the_index_in_the_middle_both_ways_up(monkeypatch: pytest.MonkeyPatch) -> None:
    net, watched = Orientation("orientation"), Watched()
    monkeypatch.setattr(net, "_model", watched)
    image = np.zeros((200, 200, 3), np.uint8)
    image[84:87, 89:92] = 255  # around (90, 85), which net A, counting pixel centres at .5, calls (90.5, 85.5)
    net.odds(image, [FoundIndex(90.5, 85.5, 0.4, 130.0, 140.0, 128.0, 178.0, 1.0)])
    upright, below = watched.shown[..., 0].astype(float)
    y, x = (float((axis * upright).sum() / upright.sum()) for axis in np.mgrid[0:ORIENTATION_PX, 0:ORIENTATION_PX])
    assert (x, y) == pytest.approx((47.5, 47.5), abs=0.2)
    assert np.array_equal(below, upright[::-1, ::-1])


def test_nothing_asked_nothing_told(orientation: Orientation) -> None:
    nowhere = np.zeros((50, 50, 3), np.uint8)
    assert orientation.odds(nowhere, []).shape == (0,) and orientation.ways(nowhere, []).shape == (0, 4)


@pytest.mark.parametrize("turns", range(4))
def test_net_e_tells_how_far_a_card_is_turned_from_how_its_index_was_found(
    turns: int, orientation: Orientation
) -> None:
    index = FoundIndex(90.0, 85.0, UP - turns * np.pi / 2, 134.0, 149.0, 128.0, 178.0, 1.0)
    (ways,) = orientation.ways(picture_of_a_nine(), [index])
    assert np.exp(ways).sum() == pytest.approx(1.0, abs=1e-5)
    assert int(ways.argmax()) == turns and ways.max() > np.log(0.9)


def test_what_was_found_crosswise_is_read_as_its_card_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    image, reader = picture_of_a_nine(), IndexReader()
    (index,) = (found for found in reader.find_indices(image) if found.heat > 0.5)
    for turns in (1, 3):
        (first,) = reader.read_found(image, [replace(index, up=index.up + turns * np.pi / 2)])
        assert first.rank is None and first.logs[NONE] > np.log(0.6)
        (again,) = reader.read_again(image, [first])
        assert again.rank == 9 and np.cos(again.found.up - UP) > 0.95
        assert np.hypot(again.found.centre_x - 134, again.found.centre_y - 149) < 20, "its card's centre moved with it"
        faint = replace(first, found=replace(first.found, heat=0.25))
        assert reader.read_again(image, [faint])[0].rank is None, "what was found faintly is left as it is"


def test_readers_work_without_net_e(tmp_path: Path) -> None:
    for path in MODELS.iterdir():
        shutil.copy(path, tmp_path)
    card = json.loads((tmp_path / "ranks.json").read_text(encoding="utf-8"))
    assert card.pop(ORIENTATION) == "orientation" and load_model("orientation").card["temperature"] > 0
    (tmp_path / "ranks.json").write_text(json.dumps(card), encoding="utf-8")
    image = picture_of_a_nine()
    with_it, without = IndexReader().read_indices(image), IndexReader(tmp_path).read_indices(image)
    assert any(reading.upright > 2 for reading in with_it) and all(reading.upright == 0 for reading in without)


def picture_of_a_nine() -> NDArray[np.uint8]:
    """The upper half of a card with one 9 at its corner."""
    image = np.full((260, 260, 3), (60, 110, 40), np.uint8)
    cv2.rectangle(image, (70, 60), (198, 259), (235, 235, 235), -1)
    cv2.putText(image, "9", (80, 96), cv2.FONT_HERSHEY_SIMPLEX, 1.0, (20, 20, 20), 3, cv2.LINE_AA)
    return cv2.GaussianBlur(image, (0, 0), 0.6)


def test_an_index_found_faintly_is_believed_less_than_one_found_strongly(monkeypatch: pytest.MonkeyPatch) -> None:
    reader, find = Reader(), IndexReader.find_indices
    nines = []
    for heat in (0.25, 0.7, 0.95):

        def found(self: IndexReader, *args: Any, heat: float = heat, **options: Any) -> tuple[FoundIndex, ...]:
            strong = [one for one in find(self, *args, **options) if one.heat > 0.5]
            return tuple(replace(one, heat=heat) for one in strong)

        monkeypatch.setattr(IndexReader, "find_indices", found)
        (card,) = reader.examine(picture_of_a_nine(), card_width_px=128).cards()
        nines.append(card.probabilities[8] / card.probabilities[NONE])
    assert nines[0] < nines[1] / 2 < nines[2] / 4


def test_a_lone_9_at_its_cards_corner_is_called() -> None:
    (card,) = Reader().read(picture_of_a_nine(), card_width_px=128)
    assert card.rank == 9 and len(card.indices) == 1
    (card,) = Reader().read(np.ascontiguousarray(picture_of_a_nine()[::-1, ::-1]), card_width_px=128)
    assert card.rank == 9, "and upside down in the picture"
