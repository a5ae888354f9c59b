"""One card read twice is one card; two cards in a fan are two."""

from dataclasses import replace

import numpy as np
import pytest

from dealer.view import Face
from vision.doubles import in_outline_of, index_spots, is_pieced_of, one_each, repeats
from vision.glimpses import Glimpse
from vision.presence import has_own_index


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
