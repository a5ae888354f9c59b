"""Which indices are one, found twice, and which are of one card."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from vision.nets.finder import FoundIndex
from vision.nets.index_reading import IndexReading, read_index
from vision.nets.ranks import NONE
from vision.reading.card_guess import card_of
from vision.reading.gathering import cards_of
from vision.reading.merging import without_doubles

DOWN = np.pi / 2


def index_at(
    x: float, y: float, *, rank: int, centre: tuple[float, float], up: float = -DOWN, heat: float = 0.9,
    logit: float = 9.0,
) -> IndexReading:  # fmt: skip
    """A reading of an index of a card 128 px wide, sure of its rank if ``logit`` is high."""
    logits = np.zeros((2, 11), np.float32)
    logits[0, rank - 1], logits[1, NONE] = logit, 9.0
    return read_index(FoundIndex(x, y, up, *centre, 128.0, 178.0, heat), logits)


def ends(x: float = 0.0, **change: Any) -> list[IndexReading]:
    """Both indices of a card about (100 + x, 100) whose deck prints them far inside, where others would not: each
    promises a centre that is some 30 px off."""
    first: dict[str, Any] = {"rank": 5, "centre": (110 + x, 128)}
    second: dict[str, Any] = {"rank": 5, "centre": (90 + x, 72), "up": DOWN}
    return [index_at(60 + x, 50, **first), index_at(140 + x, 150, **(second | change))]


@pytest.mark.parametrize("turn", [0.0, np.pi, 0.6])
def test_an_index_found_twice_is_one(turn: float) -> None:
    well = index_at(50, 30, rank=7, centre=(100, 100))
    again = index_at(53, 38, rank=7, centre=(104, 108), up=-DOWN + turn, heat=0.24)
    assert without_doubles([again, well]) == [well]
    (card,) = cards_of([again, well, index_at(150, 170, rank=7, centre=(100, 100), up=DOWN)])
    assert card.rank == 7 and len(card.indices) == 2


def test_indices_a_numeral_apart_or_across_each_other_are_two() -> None:
    well = index_at(50, 30, rank=7, centre=(100, 100))
    beside = index_at(50, 42, rank=7, centre=(100, 112), heat=0.5)
    across = index_at(52, 31, rank=7, centre=(0, 80), up=0.0, heat=0.24)
    assert without_doubles([well, beside, across]) == [well, beside, across]


@pytest.mark.parametrize(
    ("change", "left"), [({}, 1), ({"heat": 0.5}, 2), ({"rank": 1}, 2), ({"up": DOWN}, 2), ({"x": 65}, 2)]
)
def test_a_numeral_and_the_pip_below_it_are_one_index(change: dict[str, Any], left: int) -> None:
    well = index_at(50, 30, rank=7, centre=(100, 100))
    faint: dict[str, Any] = {"x": 58, "rank": 7, "centre": (108, 108), "heat": 0.24}
    assert len(without_doubles([well, index_at(y=40, **(faint | change))])) == left


def test_two_ends_of_a_card_that_prints_its_indices_where_others_do_not_are_one_card() -> None:
    (card,) = cards_of(ends())
    assert card.rank == 5 and len(card.indices) == 2
    assert np.hypot(*(card.quad.mean(0) - (100, 100))) < 2


@pytest.mark.parametrize(
    "change",
    [
        {"rank": 6},  # another rank
        {"logit": 3.0},  # likely, and not sure
        {"up": -DOWN, "centre": (210, 250)},  # the same way up
        {"centre": (10, 30)},  # a centre that is too far off
    ],
)
def test_other_lone_indices_stay_of_two_cards(change: dict[str, Any]) -> None:
    assert len(cards_of(ends(**change))) == 2


def test_lone_indices_side_by_side_stay_of_two_cards() -> None:
    beside = [index_at(60, 50, rank=5, centre=(80, 120)), index_at(140, 50, rank=5, centre=(150, 120))]
    assert sorted(len(card.indices) for card in cards_of(beside)) == [1, 1]


def pair(x: float, across: float, down: float, *, rank: int, off: float = 0.0) -> list[IndexReading]:
    """Both indices of a card about (x, 100), so far apart (px); each promises a centre ``off`` px too high or low."""
    return [
        index_at(x - across / 2, 100 - down / 2, rank=rank, centre=(x, 100 - off)),
        index_at(x + across / 2, 100 + down / 2, rank=rank, centre=(x, 100 + off), up=DOWN),
    ]


USUAL = pair(500, 106, 140, rank=8)
"""Indices where most decks print them, 0.83 and 1.09 card widths apart."""


@pytest.mark.parametrize(
    ("across", "down", "off", "cards"),
    [
        (106, 140, -25, 1),  # as on the other card
        (80, 100, -30, 1),  # nearer to each other: of two cards one would hide the other's
        (0, 140, -35, 1),
        (80, 100, -70, 2),  # each promises a centre that is too far off
        (106, 180, 30, 2),  # the lower one 40 px (20 mm) farther down: of the next card of a stack
        (140, 140, 36, 2),
        (80, 30, 20, 2),
    ],
)
def test_lone_ends_nearer_to_each_other_than_the_deck_prints_them_are_of_one_card(
    across: int, down: int, off: float, cards: int
) -> None:
    """A card taken for two of its rank would be a pair that nobody has; two taken for one, a pair that nobody sees."""
    found = cards_of([*pair(100, across, down, rank=5, off=off), *USUAL])
    assert sorted(len(card.indices) for card in found) == ([2, 2] if cards == 1 else [1, 1, 2])


def test_where_nothing_shows_how_the_deck_prints_lone_ends_may_stand_as_far_apart_as_on_any_card() -> None:
    assert len(cards_of(pair(100, 0, 170, rank=5, off=-40))) == 1
    assert len(cards_of(pair(100, 0, 190, rank=5, off=-50))) == 2


def test_in_perspective_lone_ends_may_stand_farther_apart_than_on_any_card() -> None:
    stretched = pair(100, 110, 180, rank=5, off=35)
    assert len(cards_of([*stretched, *USUAL])) == 3
    assert len(cards_of([*stretched, *USUAL], in_perspective=True)) == 2
    apart = pair(100, 110, 300, rank=5, off=60)
    assert len(cards_of([*apart, *USUAL], in_perspective=True)) == 3, "one card below the other"
    aside = pair(100, 250, 120, rank=5, off=10)
    assert len(cards_of([*aside, *USUAL], in_perspective=True)) == 3, "one card beside the other"
    stacked = [index_at(47, -10, rank=5, centre=(100, 60)), *pair(100, 106, 140, rank=5)]
    assert sorted(len(card.indices) for card in cards_of(stacked, in_perspective=True)) == [1, 2]


CORNERS = {"upper left": (56, 40), "upper right": (144, 40), "lower left": (56, 160), "lower right": (144, 160)}


def corner(
    name: str, *, rank: int = 5, x: float = 0.0, y: float = 0.0, aside: float = 44.0, **change: Any
) -> IndexReading:
    """An index in a corner of a card about (100 + x, 100 + y); it promises a centre ``aside`` px to its right, as if it
    stood in a left corner."""
    at_x, at_y = CORNERS[name]
    upper = name.startswith("upper")
    centre = (at_x + x + (aside if upper else -aside), 100 + y)
    return index_at(at_x + x, at_y + y, **({"rank": rank, "centre": centre, "up": -DOWN if upper else DOWN} | change))


@pytest.mark.parametrize("shown", [4, 3])
def test_indices_in_all_corners_are_of_one_card_though_half_of_them_promise_another_centre(shown: int) -> None:
    (card,) = cards_of([corner(name) for name in list(CORNERS)[:shown]])
    assert card.rank == 5 and len(card.indices) == shown
    assert np.hypot(*(card.quad.mean(0) - (100, 100))) < 5


@pytest.mark.parametrize("change", [{"rank": 7, "logit": 0.0}, {"up": 0.7}])
def test_the_last_corner_may_show_whatever_it_likes(change: dict[str, Any]) -> None:
    three = [corner(name) for name in list(CORNERS)[:3]]
    (card,) = cards_of([*three, corner("lower right", aside=200.0, **change)])
    assert card.rank == 5


def test_cards_of_one_rank_with_indices_in_all_corners_touch_and_stay_two() -> None:
    cards = cards_of([corner(name, x=x) for name in CORNERS for x in (0.0, 129.0)])
    assert [len(card.indices) for card in cards] == [4, 4]


def test_cards_of_one_rank_in_a_hand_that_is_laid_out_stay_two() -> None:
    """The upper left corners of two cards, 30 mm apart, are no two corners of one: the top card shows both its ends."""
    hand = [corner("upper left", x=x, rank=rank, aside=40.0) for x, rank in ((0, 4), (30, 7), (61, 4), (91, 3))]
    hand[2] = corner("upper left", x=61, rank=4, aside=-5.0)  # what it promises is off
    top = [corner(name, x=122, rank=2) for name in ("upper left", "lower right")]
    assert sorted(card.rank or 0 for card in cards_of([*hand, *top])) == [2, 3, 4, 4, 7]


def test_where_a_card_shows_both_its_ends_and_no_more_two_side_by_side_are_two_cards() -> None:
    row = [corner("upper left", x=0, rank=4), corner("upper left", x=61, rank=4, aside=-5.0)]
    top = [corner(name, x=122, rank=2) for name in ("upper left", "lower right")]
    assert sorted(card.rank or 0 for card in cards_of([*row, *top])) == [2, 4, 4]


def test_what_stands_beside_the_last_corner_is_of_another_card() -> None:
    three = [corner(name) for name in list(CORNERS)[:3]]
    (_, lone) = sorted(cards_of([*three, corner("lower right", x=45)]), key=lambda card: -len(card.indices))
    assert len(lone.indices) == 1


def test_no_index_stands_between_two_corners_of_a_card() -> None:
    """Two cards of one rank in a hand, 46 mm apart: what shows of them stands as the four corners of one card would."""
    steps = ((0, 4), (30, 7), (61, 2), (92, 4), (122, 3))
    sides = {"upper left": 44.0, "lower left": -44.0}
    hand = [corner(name, x=x, rank=rank, aside=aside) for x, rank in steps for name, aside in sides.items()]
    top = [corner(name, x=152, rank=8) for name in CORNERS]
    assert sorted(card.rank or 0 for card in cards_of([*hand, *top])) == [2, 3, 4, 4, 7, 8]


def test_pairs_that_stand_alike_tell_where_a_deck_prints_its_ends_whatever_centres_they_promise() -> None:
    """Cards of two ranks in turn in a hand. All lower left indices but the first promise to stand in lower right
    corners: their centres are those of the next card but one."""
    hand = [
        corner(name, x=44 * k, rank=rank)
        for k, rank in enumerate((6, 4, 6, 4, 7))
        for name in ("upper left", "lower left")
    ]
    hand[1] = corner("lower left", rank=6, aside=-44.0)
    cards = cards_of([*hand, *(corner(name, x=220, rank=2) for name in CORNERS)])
    assert sorted(card.rank or 0 for card in cards) == [2, 4, 4, 6, 6, 7]
    assert all(len({round(x) for x, _ in card.indices}) == 1 for card in cards if card.rank != 2)


def upright(rank: int, x: float = 0.0, shown: int = 4) -> list[IndexReading]:
    """A card whose deck prints all four numerals upright: of a 6 or a 9 the lower ones are taken for the other rank, on
    its head."""
    lower: dict[str, Any] = {"up": DOWN, "rank": 15 - rank} if rank in (6, 9) else {"up": -DOWN}
    places = list(CORNERS.items())[:shown]
    every: dict[str, Any] = {"rank": rank, "centre": (100 + x, 100)}
    return [index_at(at + x, y, **(every | (lower if name.startswith("lower") else {}))) for name, (at, y) in places]


@pytest.mark.parametrize("shown", [3, 4])
@pytest.mark.parametrize("rank", [2, 5, 10])
def test_indices_that_all_stand_upright_are_of_one_card(rank: int, shown: int) -> None:
    (card,) = cards_of(upright(rank, shown=shown))
    assert card.rank == rank and np.hypot(*(card.quad.mean(0) - (100, 100))) < 5


def test_indices_one_above_the_other_that_promise_cards_as_far_apart_are_of_two() -> None:
    below = [index_at(50, 30 + y, rank=5, centre=(100, 100 + y)) for y in (0, 120)]
    assert [card.rank for card in cards_of(below)] == [5, 5]
    near = [index_at(50, 30 + y, rank=5, centre=(100, 100 + 0.65 * y)) for y in (0, 77)]
    assert [card.rank for card in cards_of(near)] == [5, 5], "the centres are nearly as far apart"


@pytest.mark.parametrize("rank", [6, 9])
def test_a_6_of_a_deck_that_prints_its_lower_numerals_upright_may_be_a_9(rank: int) -> None:
    (card,) = cards_of(upright(rank))
    assert card.rank is None and card.probabilities[[5, 8]].sum() > 0.9
    sure = replace(corner("upper left", rank=rank, x=400), upright=9.0)
    assert {card.rank for card in cards_of([sure])} == {rank}
    assert {card.rank for card in cards_of([*upright(5), sure])} == {None, 5}, "another card shows how the deck prints"
    assert {card.rank for card in cards_of([sure], is_upright=True)} == {None}, "it was taught"


def test_the_9_below_a_6_is_turned_round_where_all_stand_upright_though_it_promises_another_centre() -> None:
    upper, below = (r for r in upright(6) if r.found.x < 100)
    moved = replace(below.found, centre_y=below.found.centre_y + 40)
    off = replace(below, found=moved, logs_turned=upper.logs)  # upside down it looks like a 6
    assert len(cards_of([upper, off])) == 2
    assert len(cards_of([upper, off], is_upright=True)) == 1


def test_what_stands_above_a_numeral_and_shows_nothing_is_none_of_its_card_s() -> None:
    for unread in ([True, False], [False, True]):
        left = [r for r in upright(4) if r.found.x < 100]
        readings = [replace(r, logs=r.logs_turned) if is_not else r for r, is_not in zip(left, unread, strict=True)]
        cards = cards_of(readings)
        assert [card.rank for card in cards if card.rank] == [4] and all(len(card.indices) == 1 for card in cards)


def test_an_index_that_stands_crooked_is_of_the_card_in_its_place_where_all_stand_upright() -> None:
    *three, last = upright(7)
    crooked = replace(last, found=replace(last.found, up=last.found.up + 0.35))
    (card,) = cards_of([*three, crooked])
    assert card.rank == 7 and len(card.indices) == 4
    away = replace(crooked, found=replace(crooked.found, centre_y=crooked.found.centre_y + 40))
    assert len(cards_of([*three, away])) == 2


def test_a_tarot_card_is_one_card_by_its_ends_and_a_further_corner() -> None:
    tall = [
        index_at(50, 30, rank=3, centre=(100, 130)),
        index_at(150, 30, rank=3, centre=(100, 130)),
        index_at(150, 250, rank=3, centre=(100, 160), up=DOWN),
    ]
    (card,) = cards_of(tall, in_perspective=True)
    assert card.rank == 3 and len(card.indices) == 3


def test_four_cards_of_one_rank_in_a_square_stay_four() -> None:
    square = [r for x in (0.0, 130.0) for y in (0.0, 180.0) for r in (
        corner("upper left", x=x, y=y), corner("lower right", x=x, y=y))]  # fmt: skip
    assert [len(card.indices) for card in cards_of(square)] == [2, 2, 2, 2]


@pytest.mark.parametrize("step", [(39, 0), (0, 39), (58, 0), (64, 6), (20, 39)])
def test_two_cards_of_a_stack_with_two_indices_each_stay_two(step: tuple[int, int]) -> None:
    """The lower card's other end is hidden: a pair that nobody sees is the worst that this can do."""
    lower = corner("upper left", aside=30.0)
    upper = [corner(name, x=step[0], y=step[1], aside=30.0) for name in ("upper left", "lower right")]
    for in_perspective in (False, True):
        assert len(cards_of([lower, *upper], in_perspective=in_perspective)) == 2


def test_where_other_cards_print_theirs_nearer_lone_ends_are_of_two_cards_unless_they_stand_so() -> None:
    near, nearer = pair(500, 80, 100, rank=8), pair(500, 80, 76, rank=8)
    assert sorted(len(card.indices) for card in cards_of([*ends(), *near])) == [2, 2]
    assert sorted(len(card.indices) for card in cards_of([*ends(), *nearer])) == [1, 1, 2]


def test_of_three_lone_indices_the_two_that_fit_best_are_joined() -> None:
    beside = index_at(150, 160, rank=5, centre=(88, 60), up=DOWN)
    cards = cards_of([*ends(), beside])
    assert sorted(len(card.indices) for card in cards) == [1, 2]
    (joined,) = (card for card in cards if len(card.indices) == 2)
    assert np.hypot(*(joined.quad.mean(0) - (100, 100))) < 2


@pytest.mark.parametrize(
    ("aside", "logit", "shown"),
    [(0, 9.0, 2), (18, 9.0, 2), (30, 9.0, 1), (30, 1.0, 2)],  # 0.14 and 0.23 of a card's width; not sure of none
)
def test_what_is_surely_none_is_of_the_same_card_only_where_it_fits_well(aside: int, logit: float, shown: int) -> None:
    rank = index_at(50, 30, rank=7, centre=(100, 100))
    logits = np.zeros((2, 11), np.float32)
    logits[:, NONE] = logit
    none = read_index(FoundIndex(150, 170, DOWN, 100 + aside, 100, 128.0, 178.0, 0.9), logits)
    card = max(cards_of([rank, none]), key=lambda card: card.heat)
    assert len(card.indices) == shown
    assert (card.rank == 7) == (shown == 1 or logit < 9.0)


@pytest.mark.parametrize(("across", "shown"), [(70, 1), (90, 2)])  # 0.55 and 0.7 of a card's width
def test_a_foreign_index_close_beside_one_is_of_the_next_card(across: int, shown: int) -> None:
    rank = index_at(50, 30, rank=7, centre=(90, 100))
    logits = np.zeros((2, 11), np.float32)
    logits[:, NONE] = 9.0
    none = read_index(FoundIndex(50 + across, 32, -DOWN, 92, 100, 128.0, 178.0, 0.9), logits)
    card = max(cards_of([rank, none]), key=lambda card: card.probabilities[6])
    assert len(card.indices) == shown
    assert (card.rank == 7) == (shown == 1)


@pytest.mark.parametrize(
    ("rank", "probability", "upright", "called"),
    [
        (7, 0.94, 0.0, None), (7, 0.97, 0.0, 7), (8, 0.97, 0.0, 8), (7, 0.97, -9.0, 7),
        (6, 0.94, 9.0, None), (6, 0.99, 9.0, 6), (9, 0.99, 9.0, 9), (6, 0.999, 0.0, None), (9, 0.999, 2.0, None),
    ],
)  # fmt: skip
def test_one_index_calls_its_rank_but_a_6_or_a_9_only_if_its_way_up_is_known(
    rank: int, probability: float, upright: float, called: int | None
) -> None:
    logit = float(np.log(10 * probability / (1 - probability)))
    index = replace(index_at(50, 30, rank=rank, centre=(100, 100), logit=logit), upright=upright)
    (card,) = cards_of([index])
    assert card.rank == called
    if rank not in (6, 9) or upright == 9.0:
        assert card.probabilities[rank - 1] == pytest.approx(probability, abs=0.004)


def test_two_indices_call_a_6_as_any_other_rank() -> None:
    both = (
        index_at(50, 30, rank=6, centre=(100, 100), logit=3.0),
        index_at(150, 170, rank=6, centre=(100, 100), logit=3.0, up=DOWN),
    )
    (card,) = cards_of(both)
    assert len(card.indices) == 2 and 0.95 < card.probabilities[5] < 0.99 and card.rank == 6


def nine(upright: float, turned: float, *, found: FoundIndex, outwards: bool, odds: float = 0.0) -> IndexReading:
    """It shows a 9 with ``upright`` as it stands, and a 6 upside down with ``turned``; none of ours for the rest.
    ``odds``: log odds of its card standing as found."""
    shares = np.full((2, 11), 1e-4, np.float32)
    shares[0, 8], shares[0, NONE], shares[1, 5], shares[1, NONE] = upright, 1 - upright, turned, 1 - turned
    return read_index(found, np.log(shares), outwards=outwards, upright=odds)


@pytest.mark.parametrize(
    ("upright", "rank"), [((0.8, 0.6, 0.7, 0.7), 9), ((0.9, 0.9), 9), ((0.7, 0.1), None), ((0.1, 0.1), None)]
)
def test_where_the_heads_are_known_a_9_that_is_a_better_6_upside_down_is_no_6(
    upright: tuple[float, ...], rank: int | None
) -> None:
    spots = [(60, 30, -DOWN), (140, 170, DOWN), (140, 30, -DOWN), (60, 170, DOWN)]
    readings = [
        nine(share, 0.99, found=FoundIndex(x, y, up, 100.0, 100.0, 128.0, 178.0, 0.9), outwards=True)
        for share, (x, y, up) in zip(upright, spots, strict=False)
    ]
    card = card_of(readings, middle=np.array([100.0, 100.0]))
    assert card.rank == rank and card.probabilities[5] < 0.5


def test_where_the_heads_are_known_a_rank_that_shows_upside_down_only_is_none() -> None:
    shares = np.full((2, 11), 1e-4, np.float32)
    shares[0, 3], shares[0, NONE], shares[1, 6], shares[1, NONE] = 0.4, 0.6, 0.99, 0.01
    reading = read_index(FoundIndex(60.0, 30.0, -DOWN, 100.0, 100.0, 128.0, 178.0, 0.9), np.log(shares), outwards=True)
    assert card_of([reading]).probabilities[6] > 0.9
    assert card_of([reading], middle=np.array([100.0, 100.0])).probabilities[6] < 0.1


def test_an_index_that_stands_upside_down_is_turned_round_unless_that_makes_it_a_6_or_a_9_against_its_heads() -> None:
    found = FoundIndex(60.0, 30.0, -DOWN, 100.0, 100.0, 128.0, 178.0, 0.9)
    assert nine(0.1, 0.99, found=found, outwards=False).rank == 6
    assert nine(0.1, 0.99, found=found, outwards=True).rank is None
    seven = np.full((2, 11), -9.0, np.float32)
    seven[0, NONE], seven[1, 6] = 0.0, 0.0
    assert read_index(found, seven, outwards=True).rank == 7


def test_what_looks_like_a_9_but_is_a_6_upside_down_is_of_the_card_that_net_a_saw() -> None:
    found = FoundIndex(60.0, 30.0, -DOWN, 80.0, -70.0, 128.0, 178.0, 0.9)
    reading = nine(0.9, 0.9, found=found, outwards=False, odds=-8.0)
    assert reading.rank == 6
    assert np.isclose(reading.found.up, DOWN)
    assert (reading.found.centre_x, reading.found.centre_y) == (80.0, -70.0)
