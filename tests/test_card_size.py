"""How large the cards are is measured on those that come to lie by themselves."""

from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from painted_table import Painted, PaintedTable, started

from dealer.view import Area, Face
from vision.looking.card_size import RIM_MM, CardSize
from vision.looking.shapes import blank_card
from vision.tracking.glimpses import Glimpse, resized

POKER, BRIDGE, TAROT, BIG = (63.0, 88.0), (57.0, 88.0), (60.0, 107.0), (67.0, 105.0)


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


def test_a_pile_that_is_measured_between_other_cards_makes_them_no_larger() -> None:
    """A pile looks larger than its cards, and is measured again with each that comes to lie on it."""
    size = CardSize(POKER)
    for number in range(8):
        size.note([edge((68.3, 93.5), (2.0 * (number % 2), 0.0))])
        size.note([edge((64.5, 89.5), (200.0 + 150.0 * number, 0.0))])
        size.note([edge((68.3, 93.5), (2.0 * (number % 2), 0.0))])
        assert size.card_mm == POKER


def test_another_deck_is_measured_anew_but_by_more_cards_than_the_first() -> None:
    size = CardSize(POKER)
    for number in range(3):
        size.note([edge(POKER, (200.0 * number, 0.0))])
    for number in range(3):
        size.note([edge(TAROT, (200.0 * number, 300.0))])
    assert size.is_known and size.card_mm == POKER
    size.note([edge(TAROT, (600.0, 300.0))])
    assert size.card_mm == pytest.approx(TAROT, abs=0.5)


def test_of_two_places_that_are_dealt_to_three_cards_tell_the_size() -> None:
    assert learnt(*(edge(BRIDGE, (200.0 * (number % 2), 0.0)) for number in range(3))) == pytest.approx(BRIDGE, abs=0.5)


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


def test_until_the_size_is_known_what_has_a_cards_shape_by_itself_is_an_outline_of_its_own_size() -> None:
    size = CardSize(POKER)
    telephone, deck = edge((72.0, 147.0)), [edge(BIG, (200.0 * number, 50.0), 90.0) for number in range(3)]
    assert size.others([telephone, edge(POKER), edge((80.0, 124.0))]) == ()
    (outline,) = size.others([telephone, deck[1]])
    sides = np.linalg.norm(outline - np.roll(outline, 1, axis=0), axis=1)
    assert sorted(sides)[::2] == pytest.approx(BIG, abs=0.1)
    assert outline.mean(axis=0) == pytest.approx((200.0, 50.0), abs=0.1)
    for one in deck:
        size.note([one])
    assert size.is_known and size.others([edge(POKER, (0.0, 300.0))]) == ()


def test_once_three_cards_are_of_the_size_expected_nothing_else_is_a_card() -> None:
    size = CardSize(POKER)
    for number in range(3):
        assert size.others([edge(BIG)])
        size.note([edge(POKER, (200.0 * number, 0.0))])
    assert size.is_known and not size.others([edge(BIG)])


def test_the_first_card_of_a_larger_deck_is_seen_where_it_lies_though_no_index_is_found() -> None:
    table = started()
    (card,) = table.put(Painted(-250.0, -80.0, None, BIG, painting=1), frames=20).sightings
    assert (round(card.x_mm, -1), round(card.y_mm, -1), card.rank) == (-250, -80, None)


def test_a_bridge_deck_on_the_table_is_read_in_outlines_of_its_own_size() -> None:
    table = started()
    for number, x_mm in enumerate((-300.0, -150.0, 150.0, 300.0), start=1):
        assert number > 1 or table.reader.card_px is None, "nobody knows it yet"
        table.put(Painted(x_mm, -80.0, number, (66.0, 105.0)), frames=10)
    width, height = table.eye.card_mm
    assert (width, height) == pytest.approx((66.0, 105.0), abs=3.0)
    assert table.reader.card_px is not None, "cards half seen are read as large as that"
    assert table.reader.card_px[1] / table.reader.card_px[0] == pytest.approx(height / width)


def called(table: PaintedTable, *ranks: int) -> None:
    """The cards that lie there were named, in the order in which they came."""
    table.eye.called(dict(enumerate(ranks, start=1)))


def test_the_first_cards_have_the_size_too_once_it_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a larger card shows beyond its outline would look like a part of the next card that is laid on it."""
    table = started()
    for number, x_mm in enumerate((-300.0, 150.0, 300.0), start=1):
        table.put(Painted(x_mm, -80.0, None, BIG, painting=1), frames=12)
        called(table, *range(1, number + 1))
        table.show(8)
    assert table.eye.card_mm == pytest.approx(BIG, abs=4.0)
    outlines = [card_size(track.glimpse.corners_mm) for track in table.eye._tracker.tracks.values()]
    assert len(outlines) == 3 and all(size == pytest.approx(BIG, abs=4.0) for size in outlines)
    # nothing else mends it
    monkeypatch.setattr("vision.looking.inspection.nearly_outlines", lambda edges, *, card_mm: ())
    table.put(Painted(-278.0, -80.0, None, BIG, painting=2), frames=12)
    assert len(table.view.sightings) == 4


def card_size(corners_mm: NDArray[np.float64]) -> tuple[float, float]:
    return float(np.linalg.norm(corners_mm[1] - corners_mm[0])), float(np.linalg.norm(corners_mm[3] - corners_mm[0]))


def test_when_the_size_is_known_the_cards_are_read_again_and_not_the_whole_table() -> None:
    table = started()
    for x_mm in (-300.0, 150.0):
        table.put(Painted(x_mm, -80.0, None, BIG, painting=1), frames=12)
    table.put(Painted(300.0, -80.0, None, BIG, painting=1), frames=4)
    assert table.eye.card_mm == pytest.approx(BIG, abs=4.0)
    hidden = set()
    for _ in range(6):
        hidden |= table.show().hidden
    assert {place.area for place in hidden} <= {Area.STACK}, "points lie on bare table"


def glimpse(**change: Any) -> Glimpse:
    return replace(blank_card(10.0, 20.0, 30.0, face=Face.UP, card_mm=POKER), **change)


def test_an_outline_of_the_size_before_grows_about_its_middle() -> None:
    grown = resized(glimpse(), POKER, BIG)
    assert grown.corners_mm == pytest.approx(blank_card(10.0, 20.0, 30.0, face=Face.UP, card_mm=BIG).corners_mm)
    two = np.array([[0.0, 0.0], [20.0, 40.0]])
    assert card_size(resized(glimpse(indices_mm=two), POKER, BIG).corners_mm) == pytest.approx(BIG)


@pytest.mark.parametrize("change", [{"corners_mm": edge((57.0, 88.0)).astype(float)}, {"indices_mm": np.zeros((1, 2))}])
def test_an_outline_of_another_size_and_one_that_a_single_index_told_stay(change: dict[str, Any]) -> None:
    one = glimpse(**change)
    assert resized(one, POKER, BIG) is one
