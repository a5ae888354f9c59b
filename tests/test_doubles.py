"""One card read twice is one card; two cards in a fan are two."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from dealer.view import Face
from vision.looking.holders import is_borrowed, lies_within
from vision.looking.inspection import Looker
from vision.looking.presence import has_own_index
from vision.looking.shapes import blank_card
from vision.motion.regions import Region
from vision.tracking.doubles import (
    in_outline_of,
    index_spots,
    is_on_blank,
    is_pieced_of,
    one_each,
    repeats,
    with_their_indices,
)
from vision.tracking.glimpses import Glimpse
from vision.tracking.track import Track


def certain(rank: int | None) -> tuple[float, ...]:
    if rank is None:
        return tuple([1 / 11] * 11)
    return tuple(0.98 if at == rank - 1 else 0.002 for at in range(11))


def card(
    x: float,
    y: float,
    rank: int | None,
    *,
    corners: tuple[int, ...] = (0, 2),
    turn_deg: float = 0.0,
    off_mm: float = 0.0,
) -> Glimpse:
    """A card with its indices 10 mm from the short sides, 9 mm from the long ones; its outline is off by ``off_mm``."""
    outline = np.array([[-31.5, 44.0], [31.5, 44.0], [31.5, -44.0], [-31.5, -44.0]])
    inset = outline - np.sign(outline) * (9.0, 10.0)
    angle = np.radians(turn_deg)
    turned = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    place = np.array([x, y])
    indices = (inset @ turned + place)[list(corners)]
    return Glimpse(x, y, turn_deg, Face.UP, rank, certain(rank), outline @ turned + place + off_mm, indices)


def test_the_spots_of_a_card_are_where_its_indices_are() -> None:
    whole = card(10.0, 20.0, 7, corners=(0, 1, 2, 3), turn_deg=30.0)
    one = card(10.0, 20.0, 7, corners=(1,), turn_deg=30.0)
    assert np.allclose(index_spots(one), whole.indices_mm)


@pytest.mark.parametrize("other", [(1,), (3,), (1, 3), (0,)])
def test_readings_from_different_corners_of_one_card_are_joined(other: tuple[int, ...]) -> None:
    (joined,) = one_each([card(0, 0, 7), card(6, -5, None, corners=other, off_mm=4.0)])
    assert joined.rank == 7 or joined.rank is None
    assert joined.x_mm == 0


def test_two_agreeing_readings_stay_certain() -> None:
    (joined,) = one_each([card(0, 0, 7), card(0, 0, 7, corners=(1,))])
    assert joined.rank == 7 and joined.probabilities[6] > 0.999


def test_two_certain_readings_that_disagree_are_not_certain() -> None:
    (joined,) = one_each([card(0, 0, 7), card(0, 0, 9, corners=(1,))])
    assert joined.rank is None


def test_readings_of_two_known_cards_stay_two_where_the_index_of_one_is_in_a_corner_of_the_other() -> None:
    lower, upper = card(0, 0, 9, corners=(0,)), card(45.0, 0.0, 7, corners=(0,))
    known = [card(0, 0, 9), upper]
    assert len(one_each([lower, upper])) == 1, "nothing tells these from one card's two ends"
    assert sorted(reading.rank or 0 for reading in one_each([lower, upper], known)) == [7, 9]
    assert len(one_each([lower, upper], known[:1])) == 1, "of the second nothing is known yet"
    again = card(0, 0, 9, corners=(2,))
    assert len(one_each([lower, again], known)) == 1, "both are the known 9"


@pytest.mark.parametrize("step", [(20.0, 0.0), (-20.0, 0.0), (0.0, 25.0), (45.0, 0.0), (14.0, -18.0)])
def test_two_cards_of_a_fan_stay_two(step: tuple[float, float]) -> None:
    lower = card(0, 0, 7, corners=(0,) if step[0] > 0 else (2,))
    assert len(one_each([lower, card(*step, 7)])) == 2


def test_a_turned_card_on_another_stays_another() -> None:
    assert len(one_each([card(0, 0, 7), card(0, 0, 7, turn_deg=40.0)])) == 2


def test_an_index_read_again_is_of_the_card_that_lies_there() -> None:
    lying, half_covered = card(0, 0, 7), card(2, -1, None, corners=(2,), off_mm=0.0)
    assert repeats(half_covered, lying) and not repeats(lying, half_covered)
    settled = in_outline_of(half_covered, lying)
    assert (settled.x_mm, settled.rank) == (0, None) and len(settled.indices_mm) == 2
    assert not repeats(card(0, 0, 7, corners=(1,)), lying)


@pytest.mark.parametrize(("rank", "aside_mm", "cards"), [(9, 12.0, 1), (8, 12.0, 2), (9, 20.0, 2)])
def test_a_lone_index_of_the_same_rank_beside_where_the_card_prints_its_own_is_its_own(
    rank: int, aside_mm: float, cards: int
) -> None:
    whole, lone = card(0.0, 0.0, 9), card(aside_mm, 0.0, rank, corners=(1,))
    assert len(one_each([whole, lone])) == cards


def between(*neighbours: Glimpse, at: tuple[int, ...]) -> Glimpse:
    """A reading out of one index of each of these cards."""
    indices = np.array([card.indices_mm[number] for card, number in zip(neighbours, at, strict=True)])
    x, y = indices.mean(axis=0)
    return Glimpse(x, y, 90.0, Face.UP, 10, certain(10), neighbours[0].corners_mm + 30.0, indices)


def test_a_reading_out_of_indices_of_two_cards_is_pieced_of_them() -> None:
    one, other = card(0, 0, 10), card(70, 0, 10)
    assert is_pieced_of(between(one, other, at=(1, 0)), [one, other])
    assert not is_pieced_of(between(one, other, at=(1, 0)), [one])
    assert not is_pieced_of(between(one, card(77, 0, 10), at=(1, 0)), [one, other])


def test_a_reading_of_one_card_is_pieced_of_none() -> None:
    one, other = card(0, 0, 10), card(4, 0, 10)
    assert not is_pieced_of(one, [one, other])
    assert not is_pieced_of(one, [])


def test_what_is_read_of_other_cards_indices_alone_has_none_of_its_own() -> None:
    others = [card(0, 0, 7), card(80, 0, 7)]
    pieced = replace(card(40, 0, 7), indices_mm=np.array([others[0].indices_mm[0], others[1].indices_mm[1] + 3.0]))
    assert not has_own_index(pieced, others)
    assert has_own_index(pieced, others[:1]) and has_own_index(card(40, 0, 7), others)


def blank(x: float, y: float) -> Glimpse:
    return blank_card(x, y, 0.0, face=Face.DOWN, card_mm=(63.0, 88.0))


def test_one_index_on_a_card_without_any_is_that_cards() -> None:
    alone = card(18, -12, None, corners=(0,))  # its index stands at -4.5, 22
    assert is_on_blank(alone, blank(0, 0))
    assert not is_on_blank(alone, blank(60, 0)), "it lies beside it"
    assert is_on_blank(card(5, -8, None), blank(0, 0))
    assert not is_on_blank(card(18, -12, None), blank(0, 0)), "one of its two lies beside it"
    assert not is_on_blank(alone, card(0, 0, None)), "that one has its own"


@pytest.mark.parametrize(
    ("read", "came", "is_its"), [(None, False, True), (9, False, True), (9, True, False), (6, False, False)]
)
def test_an_index_found_on_a_card_that_was_named_lies_in_its_outline_if_it_shows_nothing_else_and_nothing_came(
    read: int | None, came: bool, is_its: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A lone 9 may promise its card on the wrong side of it, as if it were a 6."""
    named = Track(id=2, glimpse=blank(0, 0), rest_s=0.0, face=Face.UP, born_s=0.0)
    named.rank = 9
    looker = Looker(None, card_mm=(63.0, 88.0))
    monkeypatch.setattr(looker, "_came", lambda *_: came)
    look: Any = SimpleNamespace(tracks=[named])
    lone = card(18, -12, read, corners=(0,))
    kept = looker._on_blank(look, cast("Any", None), lone, cast("Any", None))
    assert (kept.x_mm, kept.y_mm) == ((0, 0) if is_its else (18, -12))
    assert np.array_equal(kept.indices_mm, lone.indices_mm)


def test_a_shape_and_one_unread_index_on_it_are_one_card_in_the_outline_of_the_shape() -> None:
    alone, read = card(18, -12, None, corners=(0,)), card(18, -12, 7, corners=(0,))
    (whole,), none_left = with_their_indices([alone], [blank(0, 0)], [])
    assert (whole.x_mm, whole.y_mm, whole.face, whole.is_outlined, none_left) == (0, 0, Face.UP, True, [])
    assert np.array_equal(whole.indices_mm, alone.indices_mm) and whole.probabilities == alone.probabilities
    assert np.array_equal(whole.corners_mm, blank(0, 0).corners_mm)
    for readings, known in (([read], []), ([alone], [alone]), ([replace(alone, is_outlined=True)], []), ([], [])):
        shape = blank(0, 0)
        assert with_their_indices(readings, [shape], known) == (readings, [shape])
    elsewhere = card(200, 0, None, corners=(0,))
    assert with_their_indices([alone, elsewhere], [blank(0, 0)], [])[0][0] is elsewhere


def test_a_card_of_which_most_lies_beyond_the_region_is_left_to_the_look_that_holds_it() -> None:
    """In a simulated game a 6 in a heap, read by its outer index at the edge of a look, became a 9 beside the heap."""
    region = Region(-100.0, -100.0, 100.0, 100.0, np.zeros((1, 1), bool))
    within, beyond = card(90, 0, 7, corners=(0,)), card(110, 0, 9, corners=(0,))
    assert lies_within(region, within, ())
    assert not lies_within(region, beyond, ())
    known = Track(id=1, glimpse=card(112, 2, 9), rest_s=0.0, face=Face.UP, rank=9)
    assert lies_within(region, beyond, (known,))
    heaped = replace(known, glimpse=card(65, 68, 5, corners=(2,)))  # its index is the one that was read
    assert np.allclose(heaped.glimpse.indices_mm, beyond.indices_mm)
    assert not lies_within(region, beyond, (heaped,))


@pytest.mark.parametrize(
    ("reading", "shapes", "known", "borrowed"),
    [
        (card(20, 10, None, corners=(0,)), [blank(30, 5)], True, True),
        (card(20, 10, None, corners=(0,)), [], True, False),
        (card(20, 10, None, corners=(0,)), [blank(80, 5)], True, False),
        (card(20, 10, None, corners=(0,)), [blank(30, 5)], False, False),
        (card(20, 10, 7, corners=(0,)), [blank(30, 5)], True, False),
        (card(20, 10, None, corners=(0, 2)), [blank(30, 5)], True, False),
        (card(12, 24, None, corners=(0,)), [blank(30, 5)], True, False),
    ],
    ids=["of the card", "no shape", "far from it", "of nobody knows what", "read", "of two", "elsewhere on it"],
)
def test_an_index_of_a_known_card_beside_the_shape_of_a_new_one_is_no_third_card(
    reading: Glimpse, shapes: list[Glimpse], known: bool, borrowed: bool
) -> None:
    lower = replace(card(0, 0, None, corners=(0, 2)), indices_mm=reading.indices_mm[:1] + (3, -2))
    if reading.y_mm == 24:
        lower = card(0, 0, None, corners=(0, 2))
    track = Track(id=1, glimpse=lower, rest_s=0.0, face=Face.UP, counts_as=4 if known else None)
    assert is_borrowed(reading, shapes, (track,)) is borrowed


@pytest.mark.parametrize(
    ("turn_deg", "aside_mm", "outlined", "cards"),
    [
        (90.0, 12.0, False, 1),
        (70.0, 12.0, False, 1),
        (30.0, 12.0, False, 2),
        (90.0, 17.0, False, 2),
        (90.0, 12.0, True, 2),
    ],
    ids=["crosswise", "nearly so", "as people lay them", "too far", "an outline was seen"],
)
def test_a_lone_index_found_crosswise_beside_where_a_card_prints_its_own_is_its_own(
    turn_deg: float, aside_mm: float, outlined: bool, cards: int
) -> None:
    whole, lone = card(0.0, 0.0, 9), card(0.0, 0.0, 8, corners=(1,), turn_deg=turn_deg)
    spot = index_spots(whole)[1] + np.array([aside_mm, 0.0])
    lone = replace(lone, indices_mm=spot[None], is_outlined=outlined)
    assert len(one_each([whole, lone])) == cards
