"""How a deck prints its ranks: pictures of one print are alike, those of others are not."""

import cv2
import numpy as np
import pytest

from vision.deck.prints import GreyPatch, likeness
from vision.nets.ranks import PATCH_PX

ALIKE = 0.9


def printed(text: str, *, turn_deg: float = 0.0, growth: float = 1.0, shift: float = 0.0, seed: int = 0) -> GreyPatch:
    """An index drawn with strokes, as another look at a table would show it."""
    picture = np.full((PATCH_PX, PATCH_PX), 225, np.uint8)
    cv2.putText(picture, text, (16, 32), cv2.FONT_HERSHEY_SIMPLEX, 0.7, 60, 2, cv2.LINE_AA)
    middle = ((PATCH_PX - 1) / 2,) * 2
    matrix = cv2.getRotationMatrix2D(middle, turn_deg, growth) + np.array([[0, 0, shift], [0, 0, -shift]])
    moved = cv2.warpAffine(picture, matrix, (PATCH_PX, PATCH_PX), borderMode=cv2.BORDER_REPLICATE).astype(np.float32)
    noise = np.random.default_rng(seed).normal(0, 3, moved.shape)
    return cv2.GaussianBlur((moved + noise).astype(np.float32), (0, 0), 0.9)


@pytest.mark.parametrize("rank", range(1, 11))
@pytest.mark.parametrize(("turn_deg", "growth", "shift"), [(0, 1, 0), (2, 1.02, 2), (-2, 0.98, -3)])
def test_two_pictures_of_one_print_are_alike(rank: int, turn_deg: float, growth: float, shift: float) -> None:
    one, other = printed(str(rank)), printed(str(rank), turn_deg=turn_deg, growth=growth, shift=shift, seed=1)
    assert likeness(one, other) >= ALIKE


@pytest.mark.parametrize(("one", "other"), [("6", "8"), ("6", "9"), ("1", "7"), ("3", "8"), ("5", "6"), ("9", "8")])
def test_pictures_of_two_prints_are_not(one: str, other: str) -> None:
    assert likeness(printed(one), printed(other, seed=1)) < ALIKE
