"""How large the cards are is measured on those that come to lie by themselves."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from painted_table import Painted, PaintedTable

from vision.card_size import RIM_MM, CardSize

POKER, BRIDGE, TAROT = (63.0, 88.0), (57.0, 88.0), (60.0, 107.0)


def edge(
    size_mm: tuple[float, float], place_mm: tuple[float, float] = (0.0, 0.0), turn_deg: float = 0.0
) -> NDArray[np.float32]:
    """What changes where a card of this size comes to lie: it, and a rim around it."""
    sides = (size_mm[0] + RIM_MM, size_mm[1] + RIM_MM)
    return cv2.boxPoints((place_mm, sides, turn_deg)).astype(np.float32)


def learnt(*edges: NDArray[np.float32]) -> tuple[float, float]:
    """The size after these came one by one."""
    size = CardSize(POKER)
    for one in edges:
        size.note([one])
    return size.card_mm


@pytest.mark.parametrize("true_mm", [BRIDGE, TAROT, (70.0, 120.0)])
def test_three_cards_that_agree_are_of_another_size(true_mm: tuple[float, float]) -> None:
    edges = [edge(true_mm, (200.0 * number, 50.0), 30.0 * number) for number in range(3)]
    assert learnt(*edges[:2]) == POKER
    assert learnt(*edges) == pytest.approx(true_mm, abs=0.5)


def test_cards_of_about_the_size_expected_leave_it_as_it_is() -> None:
    assert learnt(*(edge((64.5, 90.0), (200.0 * number, 0.0)) for number in range(5))) == POKER


def test_one_card_seen_again_and_again_is_one_card() -> None:
    assert learnt(*(edge(BRIDGE, (3.0 * number, 0.0)) for number in range(5))) == POKER


def test_cards_that_disagree_say_nothing() -> None:
    sizes = [(57.0, 88.0), (66.0, 99.0), (48.0, 75.0), (60.0, 110.0)]
    assert learnt(*(edge(size, (200.0 * number, 0.0)) for number, size in enumerate(sizes))) == POKER


@pytest.mark.parametrize("size_mm", [(70.0, 70.0), (72.0, 147.0), (40.0, 60.0), (62.0, 120.0), (90.0, 120.0)])
def test_coasters_telephones_and_banknotes_are_no_cards(size_mm: tuple[float, float]) -> None:
    size = CardSize((80.0, 110.0))
    for number in range(4):
        size.note([edge(size_mm, (200.0 * number, 0.0))])
    assert size.card_mm == (80.0, 110.0)


def test_what_is_no_rectangle_is_no_card() -> None:
    circle = np.array([(40 * np.cos(a), 55 * np.sin(a)) for a in np.linspace(0, 6.28, 60)], np.float32)
    assert learnt(*(circle + np.float32([200 * number, 0]) for number in range(4))) == POKER


def test_a_bridge_deck_on_the_table_is_read_in_outlines_of_its_own_size() -> None:
    table = PaintedTable().start()
    for number, x_mm in enumerate((-300.0, -150.0, 150.0, 300.0), start=1):
        table.put(Painted(x_mm, -80.0, number, (66.0, 105.0)), frames=10)
    width, height = table.eye.card_mm
    assert (width, height) == pytest.approx((66.0, 105.0), abs=3.0)
