"""Numerals cut by themselves: every one equally high, and what net D learns from."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.nets.finder import FoundIndex
from vision.nets.index_reading import IndexReading
from vision.nets.models import ModelError, load_model
from vision.nets.ranks import (
    NONE,
    NUMERAL_SHARE,
    PATCH_PX,
    PATCH_SHARE,
    SHARE_OF_C,
    SMALLEST_NUMERAL,
    WIDEST_NUMERAL,
    cut_index,
    cut_zoomed,
    moved_to_pose,
    put_right,
)
from vision.reading.indices import ZOOMS
from vision.reading.outlines import PRESUMED_HEAT
from vision.reading.reader import Reader
from vision.training import plates, zoomed
from vision.training.patches import UNTOLD
from vision.training.plates import adorned, overlaid, plated
from vision.training.poses import pose_of
from vision.training.zoomed import (
    GEOMETRY,
    MISPLACED,
    MOST_GROWTH_MISPLACED,
    WINDOW_PX,
    Ingredient,
    Shot,
    shown,
    window_of,
)

UP = -np.pi / 2
INDEX = FoundIndex(100.0, 100.0, UP, 150.0, 180.0, 128.0, 178.0, 0.9, numeral=12.0)
AFAR = replace(INDEX, numeral=0.0)
"""An index of whose numeral's size nobody said anything."""


def bar(height: float, *, up: float = UP, width: float = 5.0) -> NDArray[np.uint8]:
    """A white bar in the middle of a black picture of 200 px, ``height`` long the way that is up."""
    image = np.zeros((200, 200, 3), np.uint8)
    box = cv2.boxPoints(((100, 100), (width, height), np.degrees(up) + 90))
    cv2.fillConvexPoly(image, np.round(box).astype(np.int32), (255, 255, 255))
    return image


def row_of(
    index: FoundIndex, *, rank: int, seen: float = 1.0, ink: tuple[float, float] = (9.0, 12.0)
) -> NDArray[np.float32]:
    """The row of truth of an index that is just where it was found."""
    up = (np.cos(index.up), np.sin(index.up))
    centre = (index.centre_x, index.centre_y)
    return np.array([0, index.x, index.y, *up, *centre, index.width, index.height, rank, seen, 1, *ink], np.float32)


@pytest.mark.parametrize("height", [9.0, 18.0, 36.0])
@pytest.mark.parametrize("up", [UP, 0.4])
def test_a_small_numeral_is_as_high_in_its_patch_as_a_large_one(height: float, up: float) -> None:
    patch = cut_zoomed(bar(height, up=up), replace(INDEX, up=up, numeral=height))
    rows = np.flatnonzero(patch[:, PATCH_PX // 2 - 1 : PATCH_PX // 2 + 1].max((1, 2)) > 127)
    assert patch.shape == (PATCH_PX, PATCH_PX, 3)
    assert rows.max() - rows.min() + 1 == pytest.approx(NUMERAL_SHARE * PATCH_PX, rel=0.16)


def test_net_b_is_taught_how_large_a_numeral_is_and_told_so() -> None:
    pose = pose_of(row_of(INDEX, rank=4), 100.0, 100.0, UP, 128.0)
    assert moved_to_pose(AFAR, pose[:-1]).numeral == pytest.approx(12.0, rel=1e-4)
    wide = pose_of(row_of(INDEX, rank=10, ink=(28.0, 12.0)), 100.0, 100.0, UP, 128.0)
    assert moved_to_pose(AFAR, wide[:-1]).numeral == pytest.approx(28.0 / WIDEST_NUMERAL, rel=1e-4)


def test_a_small_numeral_is_seen_nearer_and_tells_nothing_of_its_card() -> None:
    small = replace(INDEX, numeral=0.5 * SMALLEST_NUMERAL * INDEX.width)
    assert cut_index(bar(12.0), small).tolist() == cut_index(bar(12.0), replace(AFAR, width=INDEX.width / 2)).tolist()
    pose = pose_of(row_of(INDEX, rank=4), 98.0, 101.0, UP, INDEX.width / 2)[:-1]
    told = moved_to_pose(small, pose)
    assert (told.x, told.y) == pytest.approx((INDEX.x, INDEX.y), abs=3.0) and (told.x, told.y) != (small.x, small.y)
    assert told.numeral == pytest.approx(12.0, rel=1e-4)
    assert (told.width, told.height) == (INDEX.width, INDEX.height)
    large = replace(INDEX, numeral=2 * SMALLEST_NUMERAL * INDEX.width)
    assert cut_index(bar(12.0), large).tolist() == cut_index(bar(12.0), AFAR).tolist()


def test_a_numeral_is_taken_for_no_smaller_or_larger_than_cards_have_them() -> None:
    pose = pose_of(row_of(INDEX, rank=4), 100.0, 100.0, UP, 128.0)[:-1]
    sizes = [moved_to_pose(AFAR, np.array([*pose[:7], by, by], np.float32)).numeral for by in (-9.0, 9.0)]
    assert 0.1 * PATCH_SHARE * 128 < sizes[0] < sizes[1] < PATCH_SHARE * 128


def test_a_window_is_kept_with_what_stands_in_it() -> None:
    window = window_of(Shot(bar(12.0), INDEX, row_of(INDEX, rank=7)), INDEX)
    assert window is not None
    picture, number, geometry = window
    assert picture.shape == (WINDOW_PX, WINDOW_PX, 3) and number == 6
    assert geometry == pytest.approx([0, 0, 0, NUMERAL_SHARE * PATCH_PX, 1], abs=1e-3)


def test_what_is_partly_covered_or_does_not_fit_is_not_shown_and_what_is_hidden_is_none() -> None:
    image = bar(12.0)
    assert window_of(Shot(image, INDEX, row_of(INDEX, rank=7, seen=0.85)), INDEX) is None
    assert window_of(Shot(image, INDEX, row_of(INDEX, rank=7)), replace(INDEX, x=112.0)) is None
    for row in (row_of(INDEX, rank=7, seen=0.4), None):
        window = window_of(Shot(image, INDEX, row), INDEX)
        assert window is not None and window[1] == NONE and not window[2].any()


def dotted() -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """A window with a dot where its index stands, 5 px right of and 3 above its middle."""
    window = np.zeros((WINDOW_PX, WINDOW_PX, 3), np.uint8)
    at = np.array([(WINDOW_PX - 1) / 2 + 5, (WINDOW_PX - 1) / 2 - 3])
    cv2.circle(window, tuple(int(v) for v in np.round(at * 16)), 24, (255, 255, 255), -1, cv2.LINE_AA, 4)
    return window, np.array([5, -3, 0, 24, 1], np.float32)


def test_however_a_window_is_shown_its_index_is_where_it_is_said_to_be() -> None:
    window, geometry = dotted()
    rng = np.random.default_rng(4)
    turned = 0
    for _ in range(150):
        patch, label, pose = shown(rng, window, 3, geometry)
        bright = patch[..., 0].astype(float)
        y, x = (float((axis * bright).sum() / bright.sum()) for axis in np.mgrid[0:PATCH_PX, 0:PATCH_PX])
        middle = (PATCH_PX - 1) / 2
        assert (x, y) == pytest.approx((middle + pose[0] * PATCH_PX, middle + pose[1] * PATCH_PX), abs=1.8)
        assert label == (3 if pose[3] < 0 else NONE)
        turned += pose[3] > 0
    assert 8 < turned < 32


def test_some_windows_are_shown_much_too_large_too_small_or_far_off(monkeypatch: pytest.MonkeyPatch) -> None:
    window, geometry = dotted()

    def poses(misplaced: float) -> NDArray[np.float32]:
        rng = np.random.default_rng(6)
        monkeypatch.setattr(zoomed, "MISPLACED", misplaced)
        return np.stack([shown(rng, window, 3, geometry)[2] for _ in range(300)])

    usual, all_off, some = poses(0.0), poses(1.0), poses(MISPLACED)
    assert np.abs(usual[:, 4]).max() < 0.3 < np.quantile(np.abs(all_off[:, 4]), 0.8)
    assert np.abs(all_off[:, 4]).max() <= MOST_GROWTH_MISPLACED + 1e-6
    assert 0.05 < (np.abs(some[:, 4]) > 0.25).mean() < 0.25
    away = [np.hypot(*(each[:, :2] - np.median(each[:, :2], axis=0)).T) for each in (usual, all_off)]
    assert np.median(away[1]) > 2 * np.median(away[0])


def test_some_numerals_are_shown_wider_or_narrower_and_bolder_or_finer_than_they_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    window = np.zeros((WINDOW_PX, WINDOW_PX, 3), np.uint8)
    window[24:48, 30:42] = 200
    geometry = np.array([0, 0, 0, 24, 1], np.float32)

    def sizes(without: tuple[Ingredient, ...]) -> NDArray[np.float32]:
        rng = np.random.default_rng(7)
        shots = [
            (patch, pose) for patch, _, pose in (shown(rng, window, 3, geometry, without=without) for _ in range(200))
        ]
        return np.array([(patch[..., 0] > 100).sum() / np.exp(2 * pose[4]) for patch, pose in shots], np.float32)

    for name in ("STRETCHED", "THICKENED"):
        monkeypatch.setattr(zoomed, name, 1.0)
    plain = sizes(("slanted and stretched", "bolder and finer", "bent prints"))
    wide, bold = sizes(("bolder and finer", "bent prints")), sizes(("slanted and stretched", "bent prints"))
    assert np.std(plain) < 0.06 * np.mean(plain)
    assert np.std(wide) > 0.1 * np.mean(wide) and np.mean(wide) == pytest.approx(np.mean(plain), rel=0.05)
    assert np.std(bold) > 0.1 * np.mean(bold) and np.mean(bold) == pytest.approx(np.mean(plain), rel=0.1)


@pytest.mark.parametrize(("number", "turned"), [(5, 8), (8, 5), (7, 7), (0, UNTOLD), (2, NONE), (9, NONE)])
def test_what_a_numeral_is_upside_down(number: int, turned: int) -> None:
    window, geometry = dotted()
    rng = np.random.default_rng(5)
    labels = [(pose[3] > 0, label) for _, label, pose in (shown(rng, window, number, geometry) for _ in range(60))]
    assert set(labels) == {(False, number), (True, turned)}


def test_nothing_stays_nothing() -> None:
    window, _ = dotted()
    rng = np.random.default_rng(5)
    nothing = shown(rng, window, NONE, np.zeros(GEOMETRY, np.float32))
    assert nothing[1] == NONE and not nothing[2].any()


def test_net_d_ships_in_eight_bits_and_its_card_says_what_it_takes() -> None:
    model = load_model("zoomed")
    assert {"how", "heads"} <= set(model.card["quantised"]) and "24 px high" in model.card["input"]
    (given,), (told,) = model.session.get_inputs(), model.session.get_outputs()
    assert (given.type, told.type, told.shape[1]) == ("tensor(uint8)", "tensor(float)", 16)


def test_the_reader_shows_net_d_the_numeral_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    reader = Reader()
    asked: list[NDArray[np.uint8]] = []
    further = reader.ranks.zoomed
    assert further is not None

    class Session:
        def run(self, outputs: list[str], given: dict[str, NDArray[np.uint8]]) -> list[NDArray[np.float32]]:
            asked.append(given["patch"])
            answer: list[NDArray[np.float32]] = further.model.session.run(outputs, given)
            return answer

    model = replace(further.model, session=Session())
    monkeypatch.setattr(reader.ranks, "zoomed", replace(further, model=model))
    image = np.full((240, 240, 3), 240, np.uint8)
    cv2.putText(image, "5", (105, 130), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (20, 20, 20), 2, cv2.LINE_AA)
    reader.read_found(image, [FoundIndex(111.0, 124.0, UP, 150.0, 180.0, 128.0, 178.0, 0.9)])
    assert asked and all(patches.shape[1:] == (PATCH_PX, PATCH_PX, 3) for patches in asked)
    dark = np.flatnonzero((asked[0][0].min(2) < 120).any(1))
    assert 0.35 * PATCH_PX < dark.max() - dark.min() < 0.7 * PATCH_PX  # 13 px in the picture, 12 in net B's patch


def test_a_further_look_shows_net_d_the_negative_too(monkeypatch: pytest.MonkeyPatch) -> None:
    ranks = Reader().ranks
    assert ranks.zoomed is not None
    asked: list[NDArray[np.uint8]] = []
    class Session:
        def run(self, outputs: list[str], given: dict[str, NDArray[np.uint8]]) -> list[NDArray[np.float32]]:
            asked.append(given["patch"])
            return [np.repeat(np.float32([2.0, 4.0]), 16).reshape(2, 16)[: len(given["patch"])]]

    further = replace(ranks.zoomed, model=replace(ranks.zoomed.model, session=Session()))
    told: list[NDArray[np.float32]] = []

    class Kept:
        def run(self, patches: NDArray[np.uint8]) -> NDArray[np.float32]:
            return further.run(patches)

        def logits(self, patches: NDArray[np.uint8]) -> NDArray[np.float32]:
            return further.logits(patches)

        def with_b(self, first: NDArray[np.float32], own: NDArray[np.float32]) -> NDArray[np.float32]:
            told.append(own)
            return further.with_b(first, own)

    monkeypatch.setattr(ranks, "zoomed", Kept())
    monkeypatch.setattr(ranks, "second", None)
    patch = np.random.default_rng(1).integers(0, 256, (1, PATCH_PX, PATCH_PX, 3)).astype(np.uint8)
    ranks.agreed(np.zeros((1, 11), np.float32), lambda numbers: patch[numbers], thoroughly=True)
    assert len(asked) == 1 and np.array_equal(asked[0], np.concatenate([patch, 255 - patch]))
    assert np.allclose(told[-1], 3.0), "both count alike"
    ranks.agreed(np.zeros((1, 11), np.float32), lambda numbers: patch[numbers])
    assert len(asked) == 2 and np.array_equal(asked[1], patch), "the first look shows it once"


OFF = (0.0, 0.0, 0.0, -1.0, 0.3)
"""A pose: the numeral is a third larger than the patch was cut for."""
MOVED = (0.1, 0.0, 0.0, -1.0, 0.0)
BESIDE = (0.02, 0.02, 0.0, -1.0, 0.08)


@pytest.mark.parametrize(
    ("pose", "number", "logit", "again"),
    [
        (OFF, 3, 3.0, True),
        ((0.0, 0.0, 0.0, -1.0, -0.3), 3, 3.0, True),  # smaller
        (MOVED, 3, 3.0, True),
        (BESIDE, 3, 3.0, False),  # as good as in its place
        (OFF, 3, 9.0, False),  # read for certain
        (OFF, NONE, 5.5, False),  # likely none
        (OFF, NONE, 3.0, True),
    ],
)
def test_what_net_d_finds_far_off_and_leaves_in_doubt_it_is_shown_again_in_its_place(
    pose: tuple[float, ...], number: int, logit: float, again: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    ranks = Reader().ranks
    assert ranks.zoomed is not None
    patches, alone = np.zeros((3, PATCH_PX, PATCH_PX, 3), np.uint8), np.zeros((3, 11), np.float32)
    alone[0, NONE] = 20.0  # nobody asks net D about the first one
    first, second = np.zeros((2, 16), np.float32), np.zeros((1, 16), np.float32)
    first[0, 1], first[0, 14] = 9.0, -1.0  # a 2 in its place, for certain
    first[1, number], first[1, 11:], second[0, 5] = logit, pose, 9.0
    answers = iter([first, second])

    class Session:
        def run(self, outputs: list[str], given: dict[str, NDArray[np.uint8]]) -> list[NDArray[np.float32]]:
            return [next(answers)]

    asked: list[tuple[list[int], NDArray[np.float32]]] = []

    def put_right(numbers: NDArray[np.intp], poses: NDArray[np.float32]) -> NDArray[np.uint8]:
        asked.append((numbers.tolist(), poses))
        return patches[: len(numbers)]

    monkeypatch.setattr(
        ranks, "zoomed", replace(ranks.zoomed, model=replace(ranks.zoomed.model, session=Session()), share_of_b=0.0)
    )
    told = ranks.agreed(alone, lambda numbers: patches[numbers], put_right=put_right)
    assert bool(asked) == again and int(told[1].argmax()) == 1
    assert int(told[2].argmax()) == (5 if again else number)
    if again:
        assert asked[0][0] == [2] and asked[0][1] == pytest.approx(np.array([pose], np.float32))


def test_only_a_first_look_at_what_stands_upright_puts_it_right(monkeypatch: pytest.MonkeyPatch) -> None:
    reader = Reader()
    image = np.full((240, 240, 3), 240, np.uint8)
    cv2.putText(image, "5", (105, 130), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (20, 20, 20), 2, cv2.LINE_AA)
    found = FoundIndex(111.0, 124.0, UP, 150.0, 180.0, 128.0, 178.0, 0.9, numeral=13.0)
    looks: list[tuple[bool, NDArray[np.uint8], NDArray[np.uint8]]] = []

    def watched(
        alone: NDArray[np.float32],
        zoomed: Any,
        *,
        put_right: Any = None,
        thoroughly: bool = False,
    ) -> NDArray[np.float32]:
        if put_right is not None:
            better = put_right(np.array([0]), np.array([[0, 0, 0, -1, 0.3]], np.float32))
            looks.append((thoroughly, zoomed(np.array([0])), better))
        return np.zeros((len(alone), 11), np.float32)

    monkeypatch.setattr(reader.ranks, "agreed", watched)
    readings = reader.read_found(image, [found])
    reader.read_again(image, readings)
    ((thoroughly, before, better),) = looks
    assert not thoroughly
    heights = [np.ptp(np.flatnonzero((patch[0].min(2) < 120).any(1))) for patch in (before, better)]
    assert heights[1] == pytest.approx(heights[0] * np.exp(-0.3), abs=2.5), "cut for a larger numeral"


class Says:
    """A net that says the same of every patch."""

    def __init__(self, number: int, outputs: int) -> None:
        self.answer = np.zeros(outputs, np.float32)
        self.answer[number] = 9.0

    def run(self, outputs: list[str], given: dict[str, NDArray[np.uint8]]) -> list[NDArray[np.float32]]:
        return [np.tile(self.answer, (len(given["patch"]), 1))]


def test_net_b_alone_decides_what_is_surely_none() -> None:
    ranks = Reader().ranks
    alone = np.zeros((1, 11), np.float32)
    alone[0, NONE] = 9.0

    def asked(numbers: NDArray[np.intp]) -> NDArray[np.uint8]:
        raise AssertionError("net D was asked")

    assert np.array_equal(ranks.agreed(alone, asked, thoroughly=True), alone)


def test_net_d_puts_an_index_right_where_net_b_did_not() -> None:
    pose = np.array([0.1, -0.05, np.sin(0.2), -np.cos(0.2), np.log(1.25)], np.float32)
    index = put_right(INDEX, pose)
    assert (index.x, index.y) == pytest.approx((100 + 0.1 * 24, 100 - 0.05 * 24), abs=1e-4)
    assert index.numeral == pytest.approx(15.0, rel=1e-5) and index.up == pytest.approx(UP + 0.2, abs=1e-5)
    upside_down = put_right(INDEX, np.array([0, 0, 0, 1, 0], np.float32))
    assert upside_down.up == INDEX.up, "which way up it stands is for the reading to tell"


def test_other_surroundings_leave_the_numeral_as_it_is() -> None:
    rng = np.random.default_rng(6)
    patch, other = np.full((PATCH_PX, PATCH_PX, 3), 200, np.uint8), np.zeros((PATCH_PX, PATCH_PX, 3), np.uint8)
    for number, half_width in ((3, 9), (9, 13)):
        changed = []
        for _ in range(40):
            pose = np.array([*rng.uniform(-0.05, 0.05, 2), np.sin(0.3), -np.cos(0.3), 0.0, 1.0], np.float32)
            result = plated(rng, patch, number, pose, other)
            y, x = np.mgrid[0:PATCH_PX, 0:PATCH_PX] - (PATCH_PX - 1) / 2
            x, y = x - pose[0] * PATCH_PX, y - pose[1] * PATCH_PX
            right, down = x * np.cos(0.3) + y * np.sin(0.3), y * np.cos(0.3) - x * np.sin(0.3)
            inside = (np.abs(right) < half_width) & (np.abs(down) < 9)
            assert np.abs(result[inside].astype(int) - 200).max() < 12
            changed.append(float(np.abs(result[~inside].astype(int) - 200).mean()))
        assert np.mean(changed) > 20


def test_a_patch_without_an_index_gets_other_surroundings_too() -> None:
    rng = np.random.default_rng(7)
    patch, other = np.full((PATCH_PX, PATCH_PX, 3), 200, np.uint8), np.zeros((PATCH_PX, PATCH_PX, 3), np.uint8)
    assert any(
        np.abs(plated(rng, patch, NONE, np.zeros(6, np.float32), other).astype(int) - 200).max() > 50 for _ in range(9)
    )


def test_what_is_laid_over_a_numeral_is_faint() -> None:
    rng = np.random.default_rng(8)
    other = rng.integers(0, 256, (PATCH_PX, PATCH_PX, 3)).astype(np.uint8)
    patch = np.full((PATCH_PX, PATCH_PX, 3), 128, np.uint8)
    for _ in range(20):
        result = overlaid(rng, patch, other)
        assert result.any() and np.abs(result.astype(int) - 128).max() <= 0.4 * 150
        assert float(result.mean()) == pytest.approx(128, abs=1)


def said(up: float, size: float = 1.0) -> NDArray[np.float32]:
    """What net D is to say of an index in the middle of its patch."""
    return np.array([0, 0, np.cos(up), np.sin(up), np.log(size), 1], np.float32)


@pytest.mark.parametrize("up", [UP, 0.3])
@pytest.mark.parametrize("side", range(4))
def test_an_emblem_stands_beside_the_numeral_in_its_colour(
    up: float, side: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    shares = [float(k == side) for k in range(4)]
    monkeypatch.setattr(plates, "SIDES_SHARES", shares)
    monkeypatch.setattr(plates, "SAME_INK", 1.0)
    rng = np.random.default_rng(side)
    patch = cut_zoomed(bar(24.0, up=up, width=12.0) // 2 + 60, replace(INDEX, up=UP, numeral=24.0))
    y, x = np.mgrid[0:PATCH_PX, 0:PATCH_PX] - (PATCH_PX - 1) / 2
    right, down = -np.sin(up) * x + np.cos(up) * y, -np.cos(up) * x - np.sin(up) * y
    towards = plates.SIDES[side]
    for _ in range(40):
        changed = adorned(rng, patch, 4, said(up)).astype(int) - patch
        amount = np.abs(changed).sum(2).astype(float)
        at = np.array([(amount * along).sum() for along in (right, down)]) / amount.sum()
        assert at @ towards > 8 and abs(at @ towards[::-1]) < 12, "beside it, on that side"
        assert amount[(np.abs(right) < 5) & (np.abs(down) < 9)].max() < 90, "the numeral stays"
        assert changed.min() >= 0 and changed.max() > 35, "light as the numeral is"


def test_what_is_no_index_gets_emblems_too_and_a_1_none_that_makes_it_a_10(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    mask = plates.emblem_mask
    monkeypatch.setattr(plates, "emblem_mask", lambda name, size: drawn.append(name) or mask(name, size))
    monkeypatch.setattr(plates, "SIDES_SHARES", (0.0, 0.0, 0.5, 0.5))
    rng, grey = np.random.default_rng(4), np.full((PATCH_PX, PATCH_PX, 3), 128, np.uint8)
    for _ in range(150):
        adorned(rng, grey, 0, said(UP))
    assert drawn and not {"disc", "ring", "moon"} & set(drawn)
    results = [adorned(rng, grey, NONE, np.zeros(6, np.float32)) for _ in range(150)]
    assert {"disc", "ring", "moon"} <= set(drawn)
    assert np.mean([np.abs(result.astype(int) - 128).max() > 20 for result in results]) > 0.15, "some in other colours"


@pytest.mark.parametrize(
    ("share", "asked"),
    [(0.6, True), (0.999, False), (0.001, False)],
    ids=["in doubt", "surely a 5", "surely none"],
)
def test_what_further_looks_leave_in_doubt_net_d_sees_at_two_sizes(
    share: float, asked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader = Reader()
    image = np.full((240, 240, 3), 240, np.uint8)
    cv2.putText(image, "5", (105, 130), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (20, 20, 20), 2, cv2.LINE_AA)
    found = FoundIndex(111.0, 124.0, UP, 150.0, 180.0, 128.0, 178.0, 0.9, numeral=13.0)
    seen: list[NDArray[np.uint8]] = []

    def with_negatives(patches: NDArray[np.uint8]) -> NDArray[np.float32]:
        seen.extend(patches)
        logits = np.zeros((len(patches), 11), np.float32)
        logits[:, 4] = 9.0
        return logits

    shares = np.full(11, 1e-6, np.float32)
    shares[[4, NONE]] = share, 1 - share
    logs = np.log(shares)
    monkeypatch.setattr(reader, "_further_look", lambda _, found: np.tile(logs, (len(found), 2, 1)))
    monkeypatch.setattr(reader.ranks, "with_negatives", with_negatives)
    monkeypatch.setattr(reader.ranks, "zoomed_poses", lambda given: np.tile([0.0, 0, 0, -1, 0], (len(given), 1)))
    upside_down = np.full(11, -20.0, np.float32)
    upside_down[NONE] = 0.0
    monkeypatch.setattr(reader, "_stood_up", lambda _, readings: list(readings))
    before = IndexReading(found, logs, upside_down)
    (reading,) = reader.read_again(image, [before])
    assert bool(seen) is asked
    if asked:
        heights = [np.ptp(np.flatnonzero((patch.min(2) < 120).any(1))) for patch in seen]
        assert 1.3 * heights[0] < heights[1] < 1.8 * heights[0], "as it was found, and nearer"
        assert reading.logs[4] > np.log(0.97)
    else:
        assert reading.logs[4] == pytest.approx(np.log(share), abs=0.01)


def test_a_negative_is_seen_as_well() -> None:
    ranks = Reader().ranks
    assert ranks.zoomed is not None
    patch = np.random.default_rng(1).integers(0, 255, (1, PATCH_PX, PATCH_PX, 3)).astype(np.uint8)
    assert ranks.second is not None
    of_d, of_c = ((net.logits(patch) + net.logits(255 - patch)) / 2 for net in (ranks.zoomed, ranks.second))
    assert not np.allclose(of_d, of_c, atol=0.5)
    both = (1 - SHARE_OF_C) * of_d + SHARE_OF_C * of_c
    assert ranks.with_negatives(patch) == pytest.approx(both, abs=1e-3)
    ranks.second = None
    assert ranks.with_negatives(patch) == pytest.approx(of_d, abs=1e-3), "without net C net D alone"
    ranks.zoomed = None
    with pytest.raises(ModelError, match="net D"):
        ranks.with_negatives(patch)


def test_an_index_of_a_card_of_which_nothing_is_read_is_seen_at_two_sizes_unless_a_deck_was_taught(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reader = Reader()
    image = np.full((300, 300, 3), 240, np.uint8)  # nothing is printed there
    found = FoundIndex(111.0, 124.0, UP, 150.0, 180.0, 128.0, 178.0, 0.9, numeral=13.0)
    asked: list[int] = []

    def with_negatives(patches: NDArray[np.uint8]) -> NDArray[np.float32]:
        asked.append(len(patches))
        return np.zeros((len(patches), 11), np.float32)

    monkeypatch.setattr(reader.ranks, "with_negatives", with_negatives)
    reader.read_on_card(image, [found])
    assert asked == [len(ZOOMS)]
    reader.read_on_card(image, [replace(found, heat=PRESUMED_HEAT)])
    assert asked == [len(ZOOMS)], "none was found there"
    monkeypatch.setattr(reader, "_taught", SimpleNamespace(weigh=lambda logits, features: logits))
    reader.read_on_card(image, [found])
    assert asked == [len(ZOOMS)]
