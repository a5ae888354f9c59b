"""A numeral's strokes on a card of nearly the table's colour, and shadows."""

from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from dealer.view import Face
from vision.backdrop import differs_sharply
from vision.glimpses import Glimpse
from vision.presence import Presence
from vision.shapes import blank_card

TABLE = np.full((80, 80, 3), (150.0, 160.0, 160.0), np.float32) + np.random.default_rng(3).normal(0, 2, (80, 80, 3))


def darker(rows: slice, columns: slice, factor: float = 0.8) -> NDArray[np.float32]:
    """The table, these of its pixels as in a shadow."""
    now = TABLE.astype(np.float32)
    now[rows, columns] *= factor
    return now


def test_narrow_strokes_differ_sharply_though_each_is_as_dark_as_a_shadow() -> None:
    now = darker(slice(30, 46), slice(40, 42))
    differs = differs_sharply(now, TABLE.astype(np.float32))
    assert differs[31:45, 40:42].mean() > 0.9
    assert differs[:, :30].sum() == 0


@pytest.mark.parametrize("wide", [slice(20, 70), slice(0, 80)])
def test_a_shadow_differs_sharply_nowhere_but_at_its_edge(wide: slice) -> None:
    differs = differs_sharply(darker(wide, wide), TABLE.astype(np.float32))
    assert differs[30:60, 30:60].sum() == 0


def test_a_card_that_is_a_little_lighter_all_over_does_not_differ_sharply() -> None:
    assert not differs_sharply(darker(slice(20, 60), slice(20, 60), 1.05), TABLE.astype(np.float32)).any()


def inside(outline: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Where an outline lies; the pixels are millimetres here."""
    mask = np.zeros(TABLE.shape[:2], np.uint8)
    cv2.fillPoly(mask, [np.round(outline).astype(np.int32)], 1)
    return mask.astype(bool)


@pytest.mark.parametrize("has_strokes", [True, False])
def test_a_card_whose_numerals_are_as_dark_as_a_shadow_is_told_by_their_strokes(has_strokes: bool) -> None:
    """Two indices that were read, no other card near, and all of it like the table, in a shadow or not."""
    now = TABLE.astype(np.float32)
    blank = blank_card(40.0, 40.0, 0.0, face=Face.UP, card_mm=(40.0, 60.0))
    indices = np.array([(26.0, 18.0), (54.0, 62.0)])
    if has_strokes:
        for x, y in indices.astype(int):
            now[y - 4 : y + 4, x - 1 : x + 1] *= 0.8
    everywhere = np.ones(TABLE.shape[:2], bool)
    piece: Any = SimpleNamespace(
        now=now,
        bare=TABLE.astype(np.float32),
        known=everywhere,
        like_bare=everywhere,
        near_bare=everywhere,
        inside=inside,
    )
    look: Any = SimpleNamespace(
        tracks=(),
        geometry=SimpleNamespace(to_pixels=lambda points: points),
        inside=lambda piece, glimpse, grow_mm: inside(glimpse.corners_mm),
    )
    shares = (0.0,) * 7 + (0.999, 0.0, 0.0, 0.001)
    card = Glimpse(40.0, 40.0, 0.0, Face.UP, 8, shares, blank.corners_mm, indices)
    assert Presence(look, piece, (40.0, 60.0)).is_pieced_together(card, [card]) is not has_strokes
