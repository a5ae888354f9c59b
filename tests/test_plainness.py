"""How plainly the first card of a rank must be read."""

from collections.abc import Sequence, Set
from dataclasses import dataclass, replace

import numpy as np
import pytest

from dealer.view import Face
from vision.belief.doubted import DoubtedReadings
from vision.belief.plainness import (
    LEAST_ALONE,
    LEAST_SHOWN,
    RIVAL,
    RIVAL_ALONE,
    RIVAL_BESIDE,
    RIVAL_OF_MANY,
    RIVAL_SURELY_UNLIKE,
    RIVAL_UNLIKE,
    SHOWN_BESIDE,
    SHOWN_BY_ONE,
    WEAKEST_OF_HARD,
    WEAKEST_OF_MANY,
    PlainBounds,
    is_printed_as_another,
    may_be_closed,
    plain_bounds,
    printed_as_named,
)
from vision.belief.remembered import CalledSettings, RememberedCards
from vision.deck.deck_file import PICTURE_PX
from vision.deck.prints import Prints, Turned
from vision.looking.shapes import blank_card
from vision.tracking.track import Track


@dataclass(frozen=True)
class Read:
    """What a card's indices show."""

    weakest: float
    most: tuple[float, ...]


def read(weakest: float, **others: float) -> Read:
    """An 8, and what any of its indices gives to others: ``of_3=0.1``, ``of_none=0.2``."""
    most = [0.0] * 11
    most[7] = 0.99
    for name, share in others.items():
        most[10 if name == "of_none" else int(name[3:]) - 1] = share
    return Read(weakest, tuple(most))


def bounds_of(indices: int, *, hard: bool = False) -> PlainBounds:
    picture = Turned(np.random.default_rng(1).random((PICTURE_PX, PICTURE_PX), np.float32))
    bounds = plain_bounds(Prints(), 8, [picture] * indices, hard=hard)
    assert bounds is not None
    return bounds


@pytest.mark.parametrize(("indices", "rival"), [(1, RIVAL_ALONE), (2, RIVAL), (3, RIVAL_OF_MANY), (4, RIVAL_OF_MANY)])
def test_a_first_card_is_plain_if_no_index_gives_much_to_another_rank(indices: int, rival: float) -> None:
    bounds = bounds_of(indices)
    sure = LEAST_ALONE if indices == 1 else LEAST_SHOWN
    assert bounds.hold(8, read(sure, of_3=rival - 0.001), frozenset())
    assert not bounds.hold(8, read(sure, of_3=rival + 0.001), frozenset())
    assert bounds.hold(8, read(sure, of_3=RIVAL_UNLIKE), {3}), "the deck's 3s are printed otherwise"
    assert not bounds.hold(8, read(sure, of_3=RIVAL_UNLIKE + 0.01), {3}), "but its picture may be cut badly"
    assert bounds.hold(8, read(sure, of_3=RIVAL_SURELY_UNLIKE), {3}, surely=True), "which it is not"
    assert not bounds.hold(8, read(sure, of_3=RIVAL_SURELY_UNLIKE + 0.01), {3}, surely=True)
    assert not bounds.hold(8, read(sure, of_3=RIVAL_UNLIKE, of_5=rival + 0.001), {3})
    assert not bounds.hold(8, read(sure, of_3=RIVAL_UNLIKE, of_5=rival + 0.001), {3}, surely=True)
    assert bounds.hold(8, read(sure, of_none=1 - sure), frozenset()), "glare takes from all ranks alike"


@pytest.mark.parametrize("indices", [2, 4])
def test_each_index_must_show_the_rank_whatever_others_get(indices: int) -> None:
    assert not bounds_of(indices).hold(8, read(LEAST_SHOWN - 0.01, of_none=0.35), frozenset()), "it may be a J"


@pytest.mark.parametrize("indices", [2, 4])
def test_one_clear_index_suffices_beside_others_that_show_little(indices: int) -> None:
    bounds = bounds_of(indices)
    shown = {"of_8": SHOWN_BY_ONE, "of_3": RIVAL_BESIDE, "of_none": 0.67}
    assert bounds.hold(8, read(SHOWN_BESIDE, **shown), frozenset())
    assert not bounds.hold(8, read(SHOWN_BESIDE - 0.01, **shown), frozenset()), "one shows something else"
    assert not bounds.hold(8, read(SHOWN_BESIDE, **shown | {"of_8": SHOWN_BY_ONE - 0.001}), frozenset())
    assert not bounds.hold(8, read(SHOWN_BESIDE, **shown | {"of_3": RIVAL_BESIDE + 0.001}), frozenset())


def test_one_clear_index_does_not_suffice_alone_nor_while_people_must_name_cards() -> None:
    shown = read(0.9, of_8=SHOWN_BY_ONE)
    assert not bounds_of(1).hold(8, shown, frozenset())
    assert not bounds_of(2, hard=True).hold(8, shown, frozenset())


def test_one_index_alone_must_be_sure_as_well() -> None:
    assert not bounds_of(1).hold(8, read(LEAST_ALONE - 0.01), frozenset())


def test_of_a_card_read_by_three_indices_or_more_it_suffices_that_each_shows_its_rank() -> None:
    assert bounds_of(3).hold(8, read(WEAKEST_OF_MANY, of_3=0.14), frozenset())
    assert not bounds_of(3).hold(8, read(WEAKEST_OF_MANY - 0.01, of_3=0.14), frozenset())
    assert not bounds_of(2).hold(8, read(WEAKEST_OF_MANY, of_3=0.14), frozenset())


def test_while_people_must_name_the_cards_each_index_must_be_sure_and_one_tells_nothing() -> None:
    assert bounds_of(4, hard=True).hold(8, read(WEAKEST_OF_HARD), frozenset())
    assert not bounds_of(4, hard=True).hold(8, read(WEAKEST_OF_HARD - 0.01), {3})
    assert not bounds_of(1, hard=True).hold(8, read(1.0), frozenset())
    others = set(range(1, 11)) - {8}
    assert not bounds_of(2, hard=True).hold(8, read(0.7, of_3=0.3), others, surely=True)


class AlikePrints(Prints):
    """Knows the 8s, and that a card is so much like them, and like no other rank."""

    def __init__(self, alike: float) -> None:
        super().__init__()
        self.alike_8s = alike

    def knows(self, rank: int) -> bool:
        return rank == 8

    def tells(self, rank: int, pictures: Sequence[Turned]) -> bool:
        return rank == 8

    def likeness(self, rank: int, pictures: Sequence[Turned]) -> float | None:
        return self.alike_8s


@pytest.mark.parametrize(("alike", "is_plain"), [(0.948, False), (0.99, True)])
def test_a_card_of_a_known_rank_that_is_hardly_printed_so_must_be_plain_by_itself(alike: float, is_plain: bool) -> None:
    picture = Turned(np.random.default_rng(1).random((PICTURE_PX, PICTURE_PX), np.float32))
    bounds = plain_bounds(AlikePrints(alike), 8, [picture] * 3)
    assert bounds is not None
    assert bounds.hold(8, read(0.92, of_6=0.017), frozenset()) is is_plain
    assert bounds.hold(8, read(0.99, of_6=0.017), frozenset()) and bounds.hold(8, read(0.86), frozenset())
    assert not bounds.hold(8, read(0.13, of_6=0.84), frozenset()), "one index shows a 6, though all together are an 8"
    assert bounds.hold(8, read(0.13, of_none=0.8), frozenset()) is is_plain


def test_nor_is_one_known_by_its_print_that_is_as_much_like_another_ranks() -> None:
    rng = np.random.default_rng(1)
    picture = rng.random((PICTURE_PX, PICTURE_PX), np.float32)[:48, :48] * 200
    prints = Prints()
    prints.keep(1, 8, [picture])
    prints.keep(2, 9, [picture])
    bounds = plain_bounds(prints, 8, [Turned(picture)] * 3)
    assert bounds is not None and not bounds.hold(8, read(0.911, of_6=0.084), frozenset())


class NamedPrints(Prints):
    """Prints that are like a card by so much."""

    def __init__(self, alike: dict[int, float]) -> None:
        super().__init__()
        self._alike_ranks = alike

    def knows(self, rank: int) -> bool:
        return rank in self._alike_ranks

    def alike(self, pictures: Sequence[Turned], *, but: int | None = None) -> dict[int, float]:
        return {rank: like for rank, like in self._alike_ranks.items() if rank != but}


@pytest.mark.parametrize(
    ("six", "eight", "shares", "told"),
    [
        (0.99, 0.94, {"of_6": 0.05}, 6),
        (0.97, 0.92, {"of_6": 0.05}, None),
        (0.99, 0.97, {"of_6": 0.05}, None),
        (0.99, 0.94, {"of_6": 0.001}, None),
        (0.983, 0.94, {"of_6": 0.05, "of_3": 0.03}, None),
        (0.99, 0.955, {"of_6": 0.05, "of_3": 0.03}, None),
        (0.99, 0.94, {"of_6": 0.05, "of_3": 0.2}, 6),
    ],
    ids=[
        "told",
        "not alike enough",
        "the 8s are as well",
        "hardly a 6",
        "perhaps the first 3",
        "or that, the 8s are nearly as alike",
        "no 3, whose print nobody knows",
    ],
)
def test_what_was_named_is_told_by_a_print_that_is_like_no_other(
    six: float, eight: float, shares: dict[str, float], told: int | None
) -> None:
    picture = Turned(np.zeros((48, 48), np.float32))
    named, called = NamedPrints({6: six}), NamedPrints({6: six, 8: eight})
    assert printed_as_named(named, called, 8, [picture] * 2, read(0.9, **shares)) == told
    assert printed_as_named(named, called, 8, [picture], read(0.9, **shares)) is None


@pytest.mark.parametrize(
    ("six", "eight", "shares", "told"),
    [
        (0.975, 0.95, {}, 6),
        (0.965, 0.94, {}, None),
        (0.975, 0.96, {}, None),
        (0.975, 0.95, {"of_3": 0.03}, None),
    ],
    ids=["told", "not alike enough", "the 8s are as well", "perhaps the first 3"],
)
def test_what_was_put_right_twice_needs_no_index_that_shows_it(
    six: float, eight: float, shares: dict[str, float], told: int | None
) -> None:
    picture = Turned(np.zeros((48, 48), np.float32))
    named, called = NamedPrints({6: six}), NamedPrints({6: six, 8: eight})
    card = read(0.9, **shares)
    assert printed_as_named(named, called, 8, [picture] * 2, card, put_right=frozenset({6})) == told
    assert printed_as_named(named, called, 8, [picture] * 2, card, put_right=frozenset({3})) is None


@pytest.mark.parametrize(
    ("eight", "corners", "told"),
    [
        (0.965, {6: 0.97, 5: 0.87}, 6),
        (0.965, {6: 0.97, 5: 0.91}, None),
        (0.965, {6: 0.94, 5: 0.8}, None),
        (0.965, {5: 0.97, 6: 0.8}, None),
        (0.972, {6: 0.97, 5: 0.87}, None),
    ],
    ids=["told", "another's corner as well", "not alike enough", "another's corner", "the 8s are printed so too"],
)
def test_where_its_corners_stand_out_the_print_of_what_was_put_right_twice_may_be_more_like_others(
    eight: float, corners: dict[int, float], told: int | None
) -> None:
    picture = Turned(np.zeros((48, 48), np.float32))
    named, called = NamedPrints({6: 0.98}), NamedPrints({6: 0.98, 8: eight})

    def as_read(put_right: Set[int]) -> int | None:
        return printed_as_named(
            named, called, 8, [picture] * 2, read(0.9), put_right=put_right, corners=lambda: corners
        )

    assert as_read({6}) == told
    assert as_read(set()) is None


@pytest.mark.parametrize(
    ("corners", "told"),
    [
        ({6: 0.97, 5: 0.9}, 6),
        ({6: 0.97, 5: 0.93}, None),
        ({6: 0.92, 5: 0.8}, None),
        ({6: 0.9, 5: 0.97}, None),
        ({}, None),
    ],
    ids=["told", "another's as well", "not alike enough", "another's", "nothing known"],
)
def test_what_was_put_right_twice_is_told_by_print_and_corners_while_the_rank_that_it_is_read_as_never_came(
    corners: dict[int, float], told: int | None
) -> None:
    picture = Turned(np.zeros((48, 48), np.float32))
    prints = NamedPrints({6: 0.98, 5: 0.9})

    def as_read(put_right: Set[int], **shares: float) -> int | None:
        return printed_as_named(
            prints, prints, 8, [picture] * 2, read(0.9, **shares), put_right=put_right, corners=lambda: corners
        )

    assert as_read({6}) == told
    assert as_read(set()) is None and as_read({6}, of_3=0.03) is None


class FirstPrints(Prints):
    """Of which cards of some ranks came before, and this one is ``alike`` to them."""

    def __init__(self, **alike: float) -> None:
        super().__init__()
        self._told_alike = {int(rank[1:]): like for rank, like in alike.items()}

    def knows(self, rank: int) -> bool:
        return rank in self._told_alike

    def alike(self, pictures: Sequence[Turned], *, but: int | None = None) -> dict[int, float]:
        return {rank: like for rank, like in self._told_alike.items() if rank != but}


@pytest.mark.parametrize(
    ("alike", "rank", "is_another"),
    [
        ({"r7": 0.99}, 1, True),
        ({"r7": 0.99, "r3": 0.97}, 1, True),
        ({"r7": 0.99, "r3": 0.98}, 1, False),  # this deck prints all its ranks alike
        ({"r7": 0.97}, 1, False),
        ({"r7": 0.99}, 2, False),  # none of its indices gives that anything
        ({"r7": 0.99}, 7, False),  # no first card
    ],
)
def test_a_first_card_is_printed_as_another_rank_only_where_it_is_more_like_that_than_like_any_other(
    alike: dict[str, float], rank: int, is_another: bool
) -> None:
    looks_like_a_seven = read(0.9, of_7=0.05 if rank == 1 else 0.001)
    assert is_printed_as_another(FirstPrints(**alike), rank, [], looks_like_a_seven) is is_another


@pytest.mark.parametrize(
    ("called", "is_known", "is_doubted"),
    [
        ({9: 0.975}, False, True),
        ({9: 0.975, 3: 0.94}, False, True),
        ({9: 0.975, 3: 0.97}, False, False),  # this deck prints all its ranks alike
        ({9: 0.975, 3: 0.97}, True, True),  # but the 8s before are known, and less like this one
    ],
)
def test_a_first_card_printed_like_one_that_was_named_is_doubted_only_where_that_print_stands_out(
    called: dict[int, float], is_known: bool, is_doubted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    cards = RememberedCards(CalledSettings(), learnt=None, looked_over=None)
    monkeypatch.setattr(cards, "named", FirstPrints(r9=0.975))
    monkeypatch.setattr(cards, "proposals", FirstPrints(**{f"r{rank}": like for rank, like in called.items()}))
    monkeypatch.setattr(cards, "prints", FirstPrints(r8=0.9) if is_known else FirstPrints())
    blank = blank_card(0, 0, 0, face=Face.UP, card_mm=(63, 88))
    glimpse = replace(blank, rank=8, most=read(0.9, of_9=0.05).most)
    track = Track(id=1, glimpse=glimpse, rest_s=0.0, face=Face.UP, born_s=0.0)
    assert DoubtedReadings(cards)._was_named_otherwise(track, 8, []) is is_doubted


@pytest.mark.parametrize(
    ("rank", "before", "alike", "may_be"),
    [
        (8, (8,), 0.94, True),
        (8, (8,), 0.96, False),
        (8, (8, 6), 0.94, True),
        (8, (8, 6, 9), 0.94, False),
        (8, (), None, False),
        (7, (7,), 0.94, False),
    ],
    ids=["unlike the 8s before", "like them", "a 9 is left", "both have come", "the first 8", "nothing closes to a 7"],
)
def test_an_8_that_is_unlike_those_before_may_be_a_6_or_a_9_whose_tail_closes_while_these_have_not_come(
    rank: int, before: tuple[int, ...], alike: float | None, may_be: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    prints = Prints()
    monkeypatch.setattr(prints, "knows", lambda rank: rank in before)
    monkeypatch.setattr(prints, "likeness", lambda rank, pictures: alike)
    assert may_be_closed(prints, rank, []) == may_be
