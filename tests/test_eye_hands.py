"""Hands over the table, heaps of cards, and what is drawn away from under others."""

import math
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from painted_table import FRAME_S, Painted, PaintedTable, half_under_a_hand, hand, only, ranks_of, started, told

from dealer.view import Area, Face, Place
from vision.looking import inspection
from vision.looking.arrivals import LEAST_PIXELS, new_parts

STACK_1, STACK_2, POINTS_1 = Place(Area.STACK, 1), Place(Area.STACK, 2), Place(Area.POINTS, 1)
STACK_1, STACK_2, POINTS_1 = Place(Area.STACK, 1), Place(Area.STACK, 2), Place(Area.POINTS, 1)
STACK_1, STACK_2, POINTS_1 = Place(Area.STACK, 1), Place(Area.STACK, 2), Place(Area.POINTS, 1)


def wave(table: PaintedTable, arm: Painted, frames: int) -> None:
    """Move an arm to and fro."""
    for _ in range(frames):
        arm.x_mm += 20 if table.sequence % 2 else -20
        table.show()


def test_what_lies_beside_a_working_hand_is_read_when_it_has_gone() -> None:
    table = started()
    arm = hand(-150, 0)
    table.put(arm, frames=20)
    table.put(Painted(-250, -80, 7), frames=0)
    reads = table.eye.reads
    wave(table, arm, 8)
    assert table.eye.reads == reads
    assert ranks_of(table.show(6)) == [7]


def test_a_hand_that_never_rests_keeps_no_card_from_being_read() -> None:
    table = started()
    arm = hand(-150, 0)
    table.put(arm, frames=20)
    table.put(Painted(-250, -80, 7), frames=0)
    wave(table, arm, 24)
    assert ranks_of(table.view) == [7]


def test_a_card_came_after_its_place_was_last_seen_without_it() -> None:
    table = started()
    bare_s = table.view.time_s
    card = only(table.put(Painted(-250, -80, 7)))
    assert (card.clear_s, card.rest_s) == pytest.approx((bare_s, bare_s + FRAME_S))


def test_a_card_that_comes_while_a_hand_lies_over_its_place_may_have_come_at_any_time_of_it() -> None:
    table = started()
    bare_s, arm, card = table.view.time_s, hand(-250, -60), Painted(-250, -80, 7)
    table.put(arm, frames=30)
    table.things = [card, arm]
    table.show(15)
    told = only(table.take(arm))
    assert (told.clear_s, told.rest_s) == pytest.approx((bare_s, bare_s + 46 * FRAME_S))


def test_a_card_that_comes_while_the_picture_is_bad_may_have_come_at_any_time_of_it() -> None:
    table = started()
    table.put(Painted(250, -80, 3), frames=20)
    bare_s = table.view.time_s
    table.spoil = np.zeros_like
    table.put(Painted(-250, -80, 7), frames=30)
    assert table.view.trouble == "black"
    table.spoil = None
    card = next(one for one in table.show(20).sightings if one.rank == 7)
    assert card.clear_s == pytest.approx(bare_s)
    assert card.rest_s >= bare_s + 30 * FRAME_S


def test_a_card_that_lies_there_at_the_first_look_may_always_have_lain_there() -> None:
    table = PaintedTable()
    table.things = [Painted(-250, -80, 7)]
    assert only(table.start().view).clear_s == -math.inf


def test_a_card_that_slides_keeps_its_id() -> None:
    table = started()
    card = Painted(-250, -80, 7)
    first = only(table.put(card))
    for _ in range(5):
        card.x_mm += 6
        table.show()
    slid = only(table.show(6))
    assert slid.id == first.id and slid.x_mm == pytest.approx(-220, abs=2)


def test_a_hand_that_passes_hides_and_moves_and_leaves_all_as_it_was() -> None:
    table = started()
    before = only(table.put(Painted(-250, -80, 7)))
    arm = hand(-500, -60)
    reads = table.eye.reads
    table.things.append(arm)
    seen = []
    for _ in range(10):
        arm.x_mm += 60
        seen.append(table.show())
    assert any(STACK_1 in view.hidden and view.moving for view in seen)
    assert any(not view.sightings[0].visible for view in seen)
    assert all(one.id == before.id and one.rank == 7 for view in seen for one in view.sightings)
    view = table.take(arm)
    after = only(view)
    assert replace(after, probabilities=before.probabilities) == before and not view.hidden and not view.moving
    assert table.eye.reads == reads, "it looks as it did"


def test_a_resting_hand_hides_its_place_and_the_card_comes_back() -> None:
    table = started()
    before = only(table.put(Painted(-250, -80, 7)))
    arm = hand(-250, -60)
    view = table.put(arm, frames=30)
    assert STACK_1 in view.hidden and not view.moving
    assert only(view).id == before.id and not only(view).visible
    view = table.take(arm, frames=8)
    assert only(view).id == before.id and only(view).visible and not view.hidden


def test_a_card_is_known_again_when_the_hand_goes_though_it_looks_otherwise_now() -> None:
    table = started()
    before = only(table.put(Painted(-250, -80, 7)))
    arm = hand(-250, -60)
    table.put(arm, frames=30)
    table.things.remove(arm)
    table.things.append(Painted(-250, -80, None, (26, 40), (40, 90, 40)))  # a lighter was put on its middle
    view = table.show(30)
    assert (only(view).id, only(view).rank, only(view).visible) == (before.id, 7, True)


def test_a_card_read_half_under_a_hand_lies_in_its_own_outline_when_the_hand_goes() -> None:
    table = started().knows(7)
    arm = half_under_a_hand(table, unsure=False)
    before = only(table.view)
    assert before.rank == 7 and before.x_mm > -240
    table.reader.askew_mm = (0.0, 0.0)
    view = table.take(arm, frames=12)
    assert (only(view).id, only(view).rank) == (before.id, 7)
    assert only(view).x_mm == pytest.approx(-250, abs=3) and only(view).y_mm == pytest.approx(-80, abs=3)


def test_what_was_guessed_of_a_card_half_under_a_hand_is_gone_with_the_hand() -> None:
    table = started()
    arm = half_under_a_hand(table, unsure=True)
    assert only(table.view).rank is None
    table.reader.askew_mm = (0.0, 0.0)
    view = table.take(arm, frames=30)
    assert [one.rank for one in view.sightings] == [7] and not view.hidden


def test_a_card_under_a_trembling_hand_is_not_told_nor_read_again_and_again_until_it_lies_still() -> None:
    table = started()
    arm = hand(-250, -100)
    table.put(arm, frames=2)
    table.things = [Painted(-250, -80, 0), arm]
    read = []
    for at in range(30):
        arm.y_mm = -270 + 12 * (at % 2)
        assert not table.show().sightings
        read.append(table.eye.reads)
    assert read[-1] - read[0] <= 8, "it is read again in every frame"
    assert only(table.show(12)).face is Face.UP


def test_a_card_taken_from_under_a_hand_goes_when_the_hand_goes() -> None:
    table = started()
    card, arm = Painted(-250, -80, 7), hand(-250, -60)
    table.put(card)
    table.put(arm)
    view = table.take(card, frames=10)
    assert told(view) == [(1, "stack 1", 7)] and STACK_1 in view.hidden
    assert table.take(arm, frames=8).sightings == ()


def test_a_card_dropped_on_another_and_lifted_off_again_is_gone() -> None:
    table = started().knows(5).knows(9)
    table.put(Painted(-250, -80, 9), frames=20)
    dropped = Painted(-241, -82, 5)
    table.put(dropped, frames=20)
    assert {5, 9} <= {one.rank for one in table.view.sightings}
    view = table.take(dropped, frames=30)
    assert [one.rank for one in view.sightings if one.rank is not None] == [9]


@pytest.mark.parametrize("read", [9, 0], ids=["the lowest is read", "it was named"])
def test_a_card_drawn_from_between_two_others_is_gone(read: int) -> None:
    table = started().knows(5).knows(9).knows(7)
    below, between, upper = Painted(-262, -90, read), Painted(-245, -78, 5), Painted(-233, -66, 7)
    lowest = only(table.put(below, frames=20)).id
    table.eye.correct(lowest, 9)
    table.eye.called({lowest: 9})
    table.show(4)
    for card in (between, upper):
        table.put(card, frames=20)
    assert {5, 7, 9} <= {one.rank for one in table.view.sightings}
    view = table.take(between, frames=30)
    assert sorted(one.rank for one in view.sightings if one.rank is not None) == [7, 9]


def test_what_a_card_uncovers_of_the_one_below_has_not_come(monkeypatch: pytest.MonkeyPatch) -> None:
    table = started().knows(5).knows(9).knows(8)
    cards = [Painted(-250 + 38 * k, -80, rank, painting=rank) for k, rank in enumerate((9, 5, 8))]
    for card in cards:
        table.put(card, frames=20)
    came: list[int] = []

    def noted(edges: object, piece: object, changed: NDArray[np.bool_], *others: object, **known: Any) -> Any:
        came.append(int(cv2.morphologyEx(changed.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)).sum()))
        return new_parts(edges, piece, changed, *others, **known)  # type: ignore[arg-type]

    monkeypatch.setattr(inspection, "new_parts", noted)
    view = table.take(cards[1], frames=30)
    assert sorted(rank or 0 for rank in ranks_of(view)) == [8, 9]
    assert came and max(came) < LEAST_PIXELS


@pytest.mark.parametrize("since_the_start", [False, True])
def test_gathered_cards_are_gone(since_the_start: bool) -> None:
    table = PaintedTable()
    cards = [Painted(-250, -80, 7), Painted(-226, -84, 3)]
    if since_the_start:
        table.things = list(cards)
        table.start()
    else:
        table.start().put(*cards)
    assert len(table.view.sightings) == 2
    assert table.take(*cards, frames=8).sightings == ()
    assert not table.view.hidden


def test_cards_that_lay_on_a_checked_cloth_from_the_start_are_gone_when_they_are_taken() -> None:
    table = PaintedTable()
    table.cloth[:, np.arange(table.cloth.shape[1]) % 24 < 12] = (200, 190, 210)
    cards = [Painted(-250, -80, 7), Painted(250, -80, 3)]
    table.things = list(cards)
    assert len(table.start().view.sightings) == 2
    assert table.take(cards[0], frames=12).sightings[0].rank == 3
    assert len(table.view.sightings) == 1 and not table.view.hidden


def checked_with(*cards: Painted) -> PaintedTable:
    """A table with a checked cloth on which these cards lay from the start."""
    table = PaintedTable()
    table.cloth[:, np.arange(table.cloth.shape[1]) % 24 < 12] = (200, 190, 210)
    table.things = list(cards)
    return table.start()


HEAP = ((-250, -80, 7), (-226, -84, 3))


def test_a_heap_that_lay_on_a_checked_cloth_from_the_start_is_gone_when_it_is_taken() -> None:
    cards = [Painted(*card) for card in HEAP]
    table = checked_with(*cards)
    assert len(table.view.sightings) == 2
    view = table.take(*cards, frames=12)
    assert view.sightings == () and not view.hidden


def test_of_a_heap_on_a_checked_cloth_the_upper_card_can_be_taken() -> None:
    cards = [Painted(*card) for card in HEAP]
    table = checked_with(cards[0])
    table.put(cards[1], frames=12)
    assert [one.rank for one in table.take(cards[1], frames=20).sightings] == [7]


@pytest.mark.parametrize("thing", [Painted(-238, -82, None, (110, 160), (40, 35, 30)), hand(-238, -60)])
def test_what_is_laid_on_a_heap_on_a_checked_cloth_hides_it(thing: Painted) -> None:
    table = checked_with(*(Painted(*card) for card in HEAP))
    before = {one.id for one in table.view.sightings}
    view = table.put(thing, frames=12)
    assert {one.id for one in view.sightings} == before
    assert not any(one.visible for one in view.sightings)


def test_a_phone_laid_on_a_card_that_lay_on_a_checked_cloth_from_the_start_hides_it() -> None:
    table = PaintedTable()
    table.cloth[:, np.arange(table.cloth.shape[1]) % 24 < 12] = (200, 190, 210)
    table.things = [Painted(-250, -80, 7)]
    before = only(table.start().view)
    table.put(Painted(-250, -80, None, (80, 160), (40, 35, 30)), frames=12)
    assert (only(table.view).id, only(table.view).visible) == (before.id, False)


def test_of_two_overlapping_cards_the_lower_can_be_drawn_away() -> None:
    table = started()
    lower, upper = Painted(-250, -80, 7), Painted(-226, -100, 3)
    table.put(lower)
    table.put(upper)
    assert [one.rank for one in table.take(lower, frames=8).sightings] == [3]
