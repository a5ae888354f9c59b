"""A card's outline is brought to the edges that the picture shows."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from painted_table import CARD_MM, HEIGHT_PX, WIDTH_PX, geometry

from dealer.view import Face
from vision.frame import BGRImage
from vision.looking.shapes import blank_card
from vision.reading.snapping import MOST_OFF_MM, snapped

CLOTH, FRAME, PAINTING = (120, 70, 30), (225, 235, 240), (60, 40, 170)


def corners(x_mm: float, y_mm: float, angle_deg: float, card_mm: tuple[float, float] = CARD_MM) -> NDArray[np.float64]:
    """The outline of a card."""
    return blank_card(x_mm, y_mm, angle_deg, face=Face.UP, card_mm=card_mm).corners_mm


def table_with(*cards: NDArray[np.float64], painting: tuple[int, int, int] = PAINTING) -> BGRImage:
    """Cards with a white frame on a cloth, the later ones on the earlier."""
    picture = np.full((HEIGHT_PX, WIDTH_PX, 3), CLOTH, np.uint8)
    for card in cards:
        inner = card.mean(axis=0) + 0.88 * (card - card.mean(axis=0))
        for outline, colour in ((card, FRAME), (inner, painting)):
            points = np.round(geometry().to_pixels(outline) * 16).astype(np.int32)
            cv2.fillPoly(picture, [points], colour, cv2.LINE_AA, 4)
    noisy = cv2.GaussianBlur(picture, (0, 0), 0.8) + np.random.default_rng(4).normal(0, 4, picture.shape)
    return np.clip(noisy, 0, 255).astype(np.uint8)


def off_mm(outline: NDArray[np.float64], card: NDArray[np.float64]) -> float:
    """How far an outline's farthest corner is from the card's."""
    return float(np.hypot(*(outline - card).T).max())


@pytest.mark.parametrize("angle_deg", [0.0, 33.0, 90.0, -140.0])
@pytest.mark.parametrize(
    ("x_mm", "y_mm", "turn_deg", "wider_mm"), [(0, 0, 0.0, 4.5), (4, -3, 0.0, 0.0), (-2, 4, 2.5, 3.0), (0, 0, 0.0, 0.0)]
)
def test_an_outline_that_is_too_wide_aside_or_askew_comes_to_lie_on_the_cards_edges(
    x_mm: float, y_mm: float, turn_deg: float, wider_mm: float, angle_deg: float
) -> None:
    card = corners(40, 30, angle_deg)
    width, height = CARD_MM
    told = corners(40 + x_mm, 30 + y_mm, angle_deg + turn_deg, (width + wider_mm, height + wider_mm))
    found = snapped(table_with(card), geometry(), told, CARD_MM)
    assert off_mm(found, card) < 3.0
    assert off_mm(found, card) <= off_mm(told, card) + 1.2


def test_a_card_that_was_measured_with_its_shadow_has_the_size_of_most_cards() -> None:
    card = corners(0, 0, 25)
    found = snapped(table_with(card), geometry(), corners(1, -1, 25, (65.3, 92.7)), (65.3, 92.7))
    assert off_mm(found, card) < 3.0


@pytest.mark.parametrize("card_mm", [(57.0, 87.0), (70.0, 120.0), (44.0, 68.0)])
def test_cards_of_other_sizes_keep_theirs(card_mm: tuple[float, float]) -> None:
    card = corners(0, 0, 25, card_mm)
    told = corners(3, -2, 25, (card_mm[0] + 3.0, card_mm[1] + 3.0))
    assert off_mm(snapped(table_with(card), geometry(), told, card_mm), card) < 3.0


def test_a_card_on_another_of_its_colours_keeps_its_own_edges() -> None:
    card, below = corners(0, 0, 10), corners(-24, 12, 4)
    found = snapped(table_with(below, card), geometry(), corners(3, 2, 10, (66.0, 92.0)), CARD_MM)
    assert off_mm(found, card) < 3.0


def test_without_any_edge_the_outline_stays_where_it_was_told() -> None:
    told = corners(0, 0, 20)
    found = snapped(np.full((HEIGHT_PX, WIDTH_PX, 3), CLOTH, np.uint8), geometry(), told, CARD_MM)
    assert off_mm(found, told) < 0.1


def test_a_card_farther_off_than_is_searched_is_not_run_after() -> None:
    told = corners(0, 0, 0)
    found = snapped(table_with(corners(25, 0, 0)), geometry(), told, CARD_MM)
    assert off_mm(found, told) < 2 * MOST_OFF_MM


def test_at_the_edge_of_the_picture_an_outline_is_found_all_the_same() -> None:
    card = corners(geometry().to_table(np.array([[60.0, 200.0]]))[0][0], 0, 0)
    assert off_mm(snapped(table_with(card), geometry(), card + 2.0, CARD_MM), card) < 3.0
