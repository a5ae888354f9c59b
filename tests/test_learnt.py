"""A deck that is learnt from what its cards were called, on rendered cards."""

import numpy as np
import pytest

from vision.decks import PICTURE_PX
from vision.frame import BGRImage
from vision.learnt import LearntDeck
from vision.ranks import Ranks, cut_patch
from vision.synth.faces import make_design
from vision.training.dealt import CARD_PX, deal

Pictures = tuple[BGRImage, ...]


@pytest.fixture(scope="module")
def cards() -> dict[int, list[Pictures]]:
    """By rank the indices of three cards of one deck with figures on banners, which the reader never saw."""
    found: dict[int, list[Pictures]] = {}
    for card in deal(make_design("banner", 9001), tuple(range(1, 11)) * 3, table=9001, shot=0):
        cut = [
            cut_patch(card.image, x - 0.5, y - 0.5, -float(np.radians(up_deg)), CARD_PX, side=PICTURE_PX)
            for x, y, up_deg in card.indices
        ]
        found.setdefault(card.rank, []).append(tuple(cut))
    return found


@pytest.fixture(scope="module")
def ranks() -> Ranks:
    """Net B."""
    return Ranks()


def learnt(cards: dict[int, list[Pictures]], ranks: Ranks, *but: int) -> LearntDeck:
    """Two cards of each rank were named, ``but`` for some that never came."""
    deck = LearntDeck(ranks)
    for rank, three in cards.items():
        for at in range(2 if rank not in but else 0):
            deck.keep(10 * rank + at, rank, three[at], told=False)
    return deck


def test_the_next_card_of_each_rank_is_confirmed_and_none_as_another(
    cards: dict[int, list[Pictures]], ranks: Ranks
) -> None:
    deck = learnt(cards, ranks)
    confirmed = {rank for rank, three in cards.items() if deck.confirms(rank, three[2], likeness=0.99)}
    assert len(confirmed) >= 8
    for rank, three in cards.items():
        for pictures in (three[2], three[2][:1]):
            for likeness in (0.95, 0.99):
                assert not any(deck.confirms(other, pictures, likeness=likeness) for other in cards if other != rank)


def test_a_rank_that_never_came_is_confirmed_as_no_other(cards: dict[int, list[Pictures]], ranks: Ranks) -> None:
    deck = learnt(cards, ranks, 8)
    assert not any(deck.confirms(other, cards[8][2], likeness=0.99) for other in cards)


def test_nothing_is_confirmed_while_more_than_three_ranks_never_came_or_nothing_is_seen(
    cards: dict[int, list[Pictures]], ranks: Ranks
) -> None:
    assert learnt(cards, ranks, 1, 2, 3).confirms(7, cards[7][0], likeness=1.0)
    assert not learnt(cards, ranks, 1, 2, 3, 4).confirms(7, cards[7][0], likeness=1.0)
    assert not learnt(cards, ranks).confirms(7, (), likeness=1.0)


def test_a_card_that_was_called_wrongly_is_an_example_of_what_it_is(
    cards: dict[int, list[Pictures]], ranks: Ranks
) -> None:
    deck = learnt(cards, ranks)
    deck.keep(99, 4, cards[5][2], told=False)
    assert not deck.confirms(5, cards[5][2], likeness=0.99)
    deck.tell(99, 5)
    assert deck.confirms(5, cards[5][2], likeness=0.99)

