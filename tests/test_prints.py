"""How a deck prints its ranks: pictures of one print are alike, those of others are not."""

import cv2
import numpy as np
import pytest

from vision.deck.prints import ALIKE, CARDS, SURELY_ALIKE, SURELY_BEHIND, WAYS, GreyPatch, Prints, Turned, likeness
from vision.nets.ranks import PATCH_PX


def printed(text: str, *, turn_deg: float = 0.0, growth: float = 1.0, shift: float = 0.0, seed: int = 0) -> GreyPatch:
    """An index drawn with strokes, as another look at a table would show it."""
    picture = np.full((PATCH_PX, PATCH_PX), 225, np.uint8)
    cv2.putText(picture, text, (16, 32), cv2.FONT_HERSHEY_SIMPLEX, 0.7, 60, 2, cv2.LINE_AA)
    middle = ((PATCH_PX - 1) / 2,) * 2
    matrix = cv2.getRotationMatrix2D(middle, turn_deg, growth) + np.array([[0, 0, shift], [0, 0, -shift]])
    moved = cv2.warpAffine(picture, matrix, (PATCH_PX, PATCH_PX), borderMode=cv2.BORDER_REPLICATE).astype(np.float32)
    noise = np.random.default_rng(seed).normal(0, 3, moved.shape)
    return cv2.GaussianBlur((moved + noise).astype(np.float32), (0, 0), 0.9)


@pytest.mark.parametrize("rank", range(1, 11))
@pytest.mark.parametrize(("turn_deg", "growth", "shift"), [(0, 1, 0), (5, 1.04, 2), (-6, 0.95, -3)])
def test_two_pictures_of_one_print_are_alike(rank: int, turn_deg: float, growth: float, shift: float) -> None:
    one, other = printed(str(rank)), printed(str(rank), turn_deg=turn_deg, growth=growth, shift=shift, seed=1)
    assert likeness(one, other) >= ALIKE


@pytest.mark.parametrize(("one", "other"), [("6", "8"), ("6", "9"), ("1", "7"), ("3", "8"), ("5", "6"), ("9", "8")])
def test_pictures_of_two_prints_are_not(one: str, other: str) -> None:
    assert likeness(printed(one), printed(other, seed=1)) < ALIKE


def test_the_first_card_of_a_rank_differs_from_none() -> None:
    prints = Prints()
    assert not prints.differs(8, [Turned(printed("8"))])
    prints.keep(1, 8, [printed("8")])
    assert not prints.differs(8, [Turned(printed("8", turn_deg=3, seed=2))])
    assert prints.differs(8, [Turned(printed("6", seed=3))]), "read as an 8, printed like a 6"
    assert not prints.differs(6, [Turned(printed("6", seed=3))]), "no 6 came before"


def test_what_a_card_was_called_counts_not_what_was_read() -> None:
    prints = Prints()
    prints.keep(1, 8, [printed("6")])
    prints.tell({1: 6, 2: 9})
    assert not prints.differs(8, [Turned(printed("8"))]), "no 8 is known any more"
    assert prints.differs(6, [Turned(printed("8"))])
    assert not prints.differs(6, [Turned(printed("6", seed=4))])


def test_a_card_more_like_those_of_another_rank_differs() -> None:
    """A 6 that a shaking hand nearly closed is alike both to the 8s and, more so, to the 6s."""
    open_six = printed("6")
    closed_six = np.where(np.indices(open_six.shape).sum(axis=0) % 9 == 0, 0.97, 1.0).astype(np.float32) * open_six
    prints = Prints()
    prints.keep(1, 8, [closed_six])
    assert not prints.differs(8, [Turned(open_six)])
    prints.keep(2, 6, [open_six])
    assert prints.differs(8, [Turned(open_six)])


def test_one_that_was_surely_read_may_be_less_alike_but_not_more_like_another_rank() -> None:
    noise = np.random.default_rng(1).normal(0, 55, (PATCH_PX, PATCH_PX)).astype(np.float32)
    dim = [Turned(printed("8") + cv2.GaussianBlur(noise, (0, 0), 0.9))]
    prints = Prints()
    prints.keep(1, 8, [printed("8")])
    assert SURELY_ALIKE < (prints.likeness(8, dim) or 0) < ALIKE
    assert prints.differs(8, dim) and not prints.differs(8, dim, surely=True)
    assert prints.differs(8, [Turned(printed("1"))], surely=True), "it is another print altogether"
    prints.keep(2, 6, [dim[0].picture])
    assert prints.differs(8, dim, surely=True)


def test_one_that_was_surely_read_may_be_a_little_more_like_another_rank() -> None:
    noise = np.random.default_rng(1).normal(0, 55, (PATCH_PX, PATCH_PX)).astype(np.float32)
    dim = printed("8") + cv2.GaussianBlur(noise, (0, 0), 0.9)
    own = likeness(dim, printed("8"))
    mixed = [np.asarray((1 - share) * printed("9") + share * dim, np.float32) for share in np.linspace(0, 1, 101)]
    other = next(one for one in mixed if likeness(dim, one) > own + SURELY_BEHIND / 4)
    prints = Prints()
    prints.keep(1, 8, [printed("8")])
    prints.keep(2, 9, [other])
    assert own < likeness(dim, other) < own + SURELY_BEHIND
    assert prints.differs(8, [Turned(dim)]) and not prints.differs(8, [Turned(dim)], surely=True)


def test_how_far_a_print_must_lead_may_be_said() -> None:
    prints = Prints()
    prints.keep(1, 8, [printed("8")])
    prints.keep(2, 6, [printed("6")])
    pictures = [Turned(printed("8", seed=5))]
    lead = (prints.likeness(8, pictures) or 0) - (prints.likeness(6, pictures) or 0)
    assert prints.tells(8, pictures, lead=0.9 * lead) and not prints.tells(8, pictures, lead=1.1 * lead)


def test_a_card_of_which_two_indices_are_seen_is_none_of_the_ranks_that_are_printed_otherwise() -> None:
    prints = Prints()
    for card, rank in enumerate((1, 4, 8)):
        prints.keep(card, rank, [printed(str(rank))])
    own = [Turned(printed("8", seed=seed)) for seed in (5, 6)]
    assert prints.unlike(own) == {1, 4}
    assert prints.unlike(own[:1]) == frozenset(), "one picture may be cut badly"
    assert Prints().unlike(own) == frozenset()


def test_where_cards_were_doubted_for_nothing_less_alike_ones_are_enough() -> None:
    noise = [np.random.default_rng(seed).normal(0, 45, (PATCH_PX, PATCH_PX)).astype(np.float32) for seed in range(4)]
    dim = [printed("8") + cv2.GaussianBlur(one, (0, 0), 0.9) for one in noise]
    prints = Prints()
    prints.keep(1, 8, dim[:1])
    second, third, fourth = ([Turned(one)] for one in dim[1:])
    assert prints.differs(8, second) and prints.differs(8, third)
    prints.doubted(8, second)
    assert prints.differs(8, third), "once may be chance"
    prints.doubted(8, third)
    assert not prints.differs(8, fourth)
    assert prints.differs(8, [Turned(printed("1"))])


def test_a_rank_may_be_printed_in_two_ways() -> None:
    prints = Prints()
    prints.keep(1, 8, [printed("8")])
    prints.keep(2, 8, [printed("4")])
    assert not any(prints.differs(8, [Turned(printed(text, seed=5))]) for text in "84")


def test_only_the_last_cards_of_a_rank_are_remembered() -> None:
    prints = Prints()
    prints.keep(0, 8, [printed("4")])
    for card in range(1, CARDS + 1):
        prints.keep(card, 8, [printed("8", seed=card)])
    assert prints.differs(8, [Turned(printed("4", seed=9))])


def test_a_card_without_a_picture_differs_from_nothing() -> None:
    prints = Prints()
    prints.keep(1, 8, [printed("8")])
    assert not prints.differs(8, [])


def test_what_a_card_is_printed_like_comes_most_alike_first_and_the_unlike_not_at_all() -> None:
    prints = Prints()
    for card, (rank, text) in enumerate({3: "3", 8: "8", 10: "10"}.items()):
        prints.keep(card, rank, [printed(text)])
    assert next(iter(prints.alike([Turned(printed("8", turn_deg=3.0, seed=5))]))) == 8
    assert prints.alike([Turned(printed("10", seed=6))]) == {10: pytest.approx(1.0, abs=0.02)}
    assert prints.alike([Turned(printed("4", seed=7))]) == {}
    assert prints.alike([]) == {}


def test_a_print_that_is_as_much_like_another_ranks_tells_nothing() -> None:
    prints = Prints()
    assert not prints.tells(8, [Turned(printed("8"))]), "none came before"
    prints.keep(1, 8, [printed("8")])
    prints.keep(2, 6, [printed("6")])
    assert prints.tells(8, [Turned(printed("8", seed=2))])
    prints.keep(3, 5, [printed("8", seed=3)])  # so small that a 5 looks like an 8
    assert not prints.tells(8, [Turned(printed("8", seed=2))])


def test_only_what_may_be_alike_is_compared_exactly_and_nothing_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[int] = []
    compare = cv2.matchTemplate

    def count(*pictures: object) -> object:
        compared.append(1)
        return compare(*pictures)

    prints = Prints()
    for rank in range(1, 9):
        prints.keep(rank, rank, [printed(str(rank))])
    seen = [Turned(printed("8", turn_deg=4, seed=3))]
    monkeypatch.setattr(cv2, "matchTemplate", count)
    assert next(iter(prints.alike(seen))) == 8
    assert len(compared) < 8 + 4 * len(WAYS), "each roughly, and a few exactly"
    compared.clear()
    assert prints.tells(8, seen) and not prints.differs(8, seen) and not compared


def test_a_cards_indices_agree_unless_one_of_them_is_cut_badly() -> None:
    prints = Prints()
    one, other, foreign = printed("8"), printed("8", turn_deg=3, seed=2), printed("1")
    assert prints.agree([Turned(one), Turned(other)])
    assert not prints.agree([Turned(one), Turned(foreign)])
    assert not prints.agree([Turned(one), Turned(other), Turned(foreign)])
    assert not prints.agree([Turned(one)]), "there is no other to agree with"
