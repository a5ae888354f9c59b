"""All cards of a picture: what its other cards tell of one of which a single index shows."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.nets.finder import FoundIndex
from vision.nets.index_reading import IndexReading, read_index
from vision.nets.ranks import NONE
from vision.reading.gathering import ELSEWHERE_NONE, SHARE_OF_OTHERS, SHARE_OF_PLACE, cards_of

UP, DOWN = -np.pi / 2, np.pi / 2
WIDTH, HEIGHT = 128.0, 178.0
SURE, RATHER_SURE = 9.0, 6.0
"""Logits of ranks that are read with 0.999, and with 0.976."""


def lone(
    *, place: tuple[float, float] = (0.36, 0.54), heat: float = 0.9, logit: float = SURE, rank: int = 7,
    width: float = WIDTH,
) -> IndexReading:  # fmt: skip
    """An index at (500, 500), the upper left one of a card on which it stands at ``place`` (card widths)."""
    logits = np.zeros((2, 11), np.float32)
    logits[0, rank - 1], logits[1, NONE] = logit, 9.0
    centre = 500 + place[0] * width, 500 + place[1] * width
    return read_index(FoundIndex(500.0, 500.0, UP, *centre, width, width * HEIGHT / WIDTH, heat), logits)


def both_ends(*, place: tuple[float, float] = (0.36, 0.54), width: float = WIDTH) -> list[IndexReading]:
    """The two indices of a card about (200, 200)."""
    logits = np.zeros((2, 11), np.float32)
    logits[0, 3], logits[1, NONE] = SURE, 9.0
    away = np.array(place) * width
    return [
        read_index(FoundIndex(*(200 - away), UP, 200.0, 200.0, width, width * HEIGHT / WIDTH, 0.9), logits),
        read_index(FoundIndex(*(200 + away), DOWN, 200.0, 200.0, width, width * HEIGHT / WIDTH, 0.9), logits),
    ]


def centre_of(quad: NDArray[np.float32]) -> tuple[float, float]:
    x, y = quad.mean(0)
    return float(x), float(y)


@pytest.mark.parametrize(
    ("place", "heat", "logit", "called"),
    [
        ((0.36, 0.54), 0.45, RATHER_SURE, True),  # where this deck prints its indices
        ((0.20, 0.54), 0.45, RATHER_SURE, False),  # elsewhere, and found weakly: a part of a king
        ((0.01, 0.54), 0.40, RATHER_SURE, False),
        ((0.20, 0.54), 0.45, SURE, True),  # read plainly: a card that lies crookedly, or is blurred
        ((0.20, 0.54), 0.55, RATHER_SURE, True),  # found well: a card of another deck
        ((0.30, 0.52), 0.45, RATHER_SURE, True),  # a little off
    ],
)
def test_what_stands_where_no_index_of_the_picture_does_and_was_found_weakly_is_not_called(
    place: tuple[float, float], heat: float, logit: float, called: bool
) -> None:
    cards = cards_of([*both_ends(), lone(place=place, heat=heat, logit=logit)])
    assert [card.rank for card in cards] == [4, 7 if called else None]
    assert called or cards[1].probabilities[NONE] >= ELSEWHERE_NONE
    assert cards[1].probabilities.sum() == pytest.approx(1)


def test_where_no_other_index_is_found_well_nothing_speaks_against_its_place() -> None:
    (card,) = cards_of([lone(place=(0.2, 0.54), heat=0.45, logit=RATHER_SURE)])
    assert card.rank == 7


def test_nor_do_other_indices_that_were_found_weakly() -> None:
    there = replace(lone(heat=0.55, rank=2), found=replace(lone(heat=0.55).found, x=900.0, centre_x=946.0))
    cards = cards_of([there, lone(place=(0.2, 0.54), heat=0.45, logit=RATHER_SURE)])
    assert sorted(card.rank or 0 for card in cards) == [2, 7]


@pytest.mark.parametrize(
    ("heat", "logit", "called"),
    [(0.30, RATHER_SURE, False), (0.30, SURE, True), (0.40, RATHER_SURE, True)],
)
def test_what_was_found_faintly_must_be_read_more_surely(heat: float, logit: float, called: bool) -> None:
    (card,) = cards_of([lone(heat=heat, logit=logit)])
    assert card.rank == (7 if called else None)


def test_a_card_of_which_one_index_shows_lies_about_it_as_the_others_do() -> None:
    far_inside = (0.26, 0.42)
    _, card = cards_of([*both_ends(place=far_inside), lone()])
    assert card.rank == 7
    across, down = (SHARE_OF_PLACE * there + (1 - SHARE_OF_PLACE) * own for there, own in ((0.26, 0.36), (0.42, 0.54)))
    assert centre_of(card.quad) == pytest.approx((500 + across * WIDTH, 500 + down * WIDTH), abs=0.01)
    assert 0.26 < across < 0.3


def test_and_is_nearly_as_large_as_they_are() -> None:
    _, card = cards_of([*both_ends(), lone(width=1.2 * WIDTH)])
    expected = WIDTH * 1.2 ** (1 - SHARE_OF_OTHERS)
    assert np.hypot(*(card.quad[1] - card.quad[0])) == pytest.approx(expected, rel=1e-4)
    assert np.hypot(*(card.quad[2] - card.quad[1])) == pytest.approx(expected * HEIGHT / WIDTH, rel=1e-4)
    assert centre_of(card.quad) == pytest.approx((500 + 0.36 * expected, 500 + 0.54 * expected), abs=0.01)


def test_one_that_promises_to_stand_quite_elsewhere_is_left_where_it_promises() -> None:
    _, card = cards_of([*both_ends(place=(0.38, 0.3)), lone(place=(0.36, 0.58))])
    assert centre_of(card.quad) == pytest.approx((500 + 0.36 * WIDTH, 500 + 0.58 * WIDTH), abs=0.01)


def test_cards_of_which_one_end_shows_tell_nothing_of_where_others_lie() -> None:
    logits = np.zeros((2, 11), np.float32)
    logits[0, 3], logits[1, NONE] = SURE, 9.0
    beside = [read_index(FoundIndex(x, 200.0, UP, 200.0, 240.0, WIDTH, HEIGHT, 0.9), logits) for x in (155.0, 245.0)]
    pair, card = cards_of([*beside, lone()])
    assert len(pair.indices) == 2
    assert centre_of(card.quad) == pytest.approx((500 + 0.36 * WIDTH, 500 + 0.54 * WIDTH), abs=0.01)


def test_what_says_nothing_of_a_card_that_is_there_is_no_card() -> None:
    surely_none = np.full((2, 11), -20.0, np.float32)
    surely_none[:, NONE] = 0.0
    askew = UP + np.radians(30)
    away = WIDTH * (0.54 * np.array([np.cos(askew), np.sin(askew)]) + 0.36 * np.array([-np.sin(askew), np.cos(askew)]))
    crooked = read_index(FoundIndex(*(200 + away), askew, 200.0, 200.0, WIDTH, HEIGHT, 0.9), surely_none)
    (card,) = cards_of([*both_ends(), crooked])
    assert card.rank == 4 and len(card.indices) == 2


def test_a_card_alone_lies_where_its_index_promises() -> None:
    (card,) = cards_of([lone(place=(0.3, 0.5))])
    assert centre_of(card.quad) == pytest.approx((500 + 0.3 * WIDTH, 500 + 0.5 * WIDTH), abs=0.01)


HARDLY_SURE = 5.7
"""Read with 0.968."""


@pytest.mark.parametrize(
    ("logit", "size", "rank"),
    [
        (HARDLY_SURE, (1000, 1000), None),  # its other end, at (592, 638), lies open and shows nothing
        (RATHER_SURE, (1000, 1000), 7),
        (HARDLY_SURE, (590, 1000), 7),  # beyond the picture's edge
        (HARDLY_SURE, (1000, 640), 7),
        (HARDLY_SURE, None, 7),
    ],
)
def test_one_index_that_is_hardly_sure_is_no_call_where_its_cards_other_end_shows_nothing(
    logit: float, size: tuple[int, int] | None, rank: int | None
) -> None:
    (card,) = cards_of([lone(logit=logit)], size=size)
    assert card.rank == rank and card.probabilities[6] > 0.4


def test_another_card_may_lie_on_the_other_end() -> None:
    upper = [
        replace(reading, found=replace(reading.found, x=reading.found.x + 440, y=reading.found.y + 440,
                                       centre_x=640.0, centre_y=640.0))
        for reading in both_ends()
    ]  # fmt: skip
    cards = cards_of([lone(logit=HARDLY_SURE), *upper], size=(1000, 1000))
    assert sorted(card.rank or 0 for card in cards) == [4, 7]
