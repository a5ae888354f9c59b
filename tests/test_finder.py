"""Finding indices in a picture of which there is but one: searched all ways up."""

import math
from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.nets.finder import Finder, FoundIndex
from vision.synth.faces import make_design


@pytest.fixture(scope="module")
def finder() -> Finder:
    return Finder()


@pytest.fixture(scope="module")
def picture() -> NDArray[np.uint8]:
    """A picture of 256 by 320 px, a 5 of 128 px in it, a little turned."""
    face = make_design("poker", 3).face(5)
    matrix = cv2.getRotationMatrix2D((face.mask.shape[1] / 2, face.mask.shape[0] / 2), -20, 128 / face.mask.shape[1])
    matrix[:, 2] += np.array([150, 128]) - np.array(face.mask.shape[::-1]) / 2
    drawn = cv2.warpAffine(face.image, matrix, (320, 256), flags=cv2.INTER_AREA).astype(float)
    alpha = cv2.warpAffine(face.mask, matrix, (320, 256))[..., None] / 255
    return np.asarray((1 - alpha) * (40, 110, 60) + alpha * drawn, np.uint8)


def places(found: Sequence[FoundIndex]) -> list[tuple[float, float, float]]:
    return sorted((one.x, one.y, math.remainder(one.up, 2 * math.pi)) for one in found)


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_a_picture_searched_all_ways_shows_the_same_whichever_way_it_is_turned(
    turns: int, finder: Finder, picture: NDArray[np.uint8]
) -> None:
    upright = [one for one in finder.find_all_ways(picture) if one.heat > 0.5]
    assert len(upright) == 2, "a poker card has two indices"
    turned = [one for one in finder.find_all_ways(np.ascontiguousarray(np.rot90(picture, turns))) if one.heat > 0.5]
    height, width = picture.shape[:2]
    for _ in range(turns):  # a quarter to the left
        upright = [
            FoundIndex(one.y, width - one.x, one.up - math.pi / 2, one.centre_y, width - one.centre_x, 0, 0, one.heat)
            for one in upright
        ]
        height, width = width, height
    for was, now in zip(places(upright), places(turned), strict=True):
        assert np.hypot(was[0] - now[0], was[1] - now[1]) < 0.01
        assert abs(math.remainder(was[2] - now[2], 2 * math.pi)) < 0.01
    for was, now in zip(sorted(upright, key=lambda one: one.x), sorted(turned, key=lambda one: one.x), strict=True):
        assert (now.centre_x, now.centre_y) == pytest.approx((was.centre_x, was.centre_y), abs=0.01)
        assert now.heat == pytest.approx(was.heat, abs=1e-4)


def test_an_index_is_as_hot_as_in_the_mean_of_all_ways_and_stands_as_in_the_hottest(
    finder: Finder, monkeypatch: pytest.MonkeyPatch
) -> None:
    # one index of a picture 200 px wide and 100 high; turned left by a quarter it is at (y, 200 - x), by two at
    # (200 - x, 100 - y), by three at (100 - y, x)
    ways: list[Any] = [
        (FoundIndex(50, 40, -1.5, 50, 100, 128, 178, 0.6),),
        (),
        (FoundIndex(151, 59, 1.6, 151, -1, 120, 170, 0.8),),
        (FoundIndex(61, 50, 0.1, 0, 50, 128, 178, 0.4),),
    ]
    monkeypatch.setattr(Finder, "find", lambda *_: ways.pop(0))
    (only,) = finder.find_all_ways(np.zeros((100, 200, 3), np.uint8))
    assert (only.x, only.y, only.centre_x, only.centre_y, only.width) == (49, 41, 49, 101, 120)
    assert only.up == pytest.approx(1.6 - math.pi)
    assert only.heat == pytest.approx((0.6 + 0.8 + 0.4) / 4)


def test_an_index_that_one_way_alone_shows_is_left_out(finder: Finder, monkeypatch: pytest.MonkeyPatch) -> None:
    ways: list[Any] = [(FoundIndex(20, 80, 0.0, 20, 140, 128, 178, 0.8),), (), (), ()]
    monkeypatch.setattr(Finder, "find", lambda *_: ways.pop(0))
    assert finder.find_all_ways(np.zeros((100, 100, 3), np.uint8)) == ()
    assert not ways, "it was searched four times"
    sure: list[Any] = [(FoundIndex(20, 80, 0.0, 20, 140, 128, 178, 0.96),), (), (), ()]
    monkeypatch.setattr(Finder, "find", lambda *_: sure.pop(0))
    (only,) = finder.find_all_ways(np.zeros((100, 100, 3), np.uint8))
    assert only.heat == pytest.approx(0.24)
