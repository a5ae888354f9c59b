"""A deck that is learnt from what its cards were called, on rendered cards."""

import numpy as np
import pytest

from vision.belief.learnt import REMEMBERED, LearntDeck, may_be
from vision.deck.deck_file import PICTURE_PX
from vision.frame import BGRImage
from vision.nets.ranks import Ranks, cut_patch
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


def test_the_next_card_of_each_rank_is_told_and_none_as_another(cards: dict[int, list[Pictures]], ranks: Ranks) -> None:
    deck = learnt(cards, ranks)
    told = {rank: deck.tells([three[2]], {rank: 0.99}, read={}) for rank, three in cards.items()}
    assert sum(answer == rank for rank, answer in told.items()) >= 8
    assert set(told.values()) <= {None, *told} and all(answer in (None, rank) for rank, answer in told.items())
    for rank, three in cards.items():
        for looks in ([three[2]], [three[2][:1]], [three[2], three[2]]):
            for alike in ({}, {rank % 10 + 1: 0.99}, dict.fromkeys(cards, 0.99)):
                assert deck.tells(looks, alike, read={}) in (None, rank)


def test_a_rank_that_never_came_is_told_as_no_other(cards: dict[int, list[Pictures]], ranks: Ranks) -> None:
    deck = learnt(cards, ranks, 8)
    assert {deck.tells([cards[8][2]], {other: 0.99}, read={}) for other in cards} == {None}


@pytest.fixture
def numerals_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """What stands around the indices tells nothing."""
    monkeypatch.setattr(LearntDeck, "_told_by_corners", lambda *_: None)


@pytest.mark.usefixtures("numerals_alone")
def test_numerals_tell_nothing_while_more_than_three_ranks_never_came_or_nothing_is_seen(
    cards: dict[int, list[Pictures]], ranks: Ranks
) -> None:
    assert learnt(cards, ranks, 1, 2, 3).tells([cards[7][0]], {7: 1.0}, read={}) == 7
    assert learnt(cards, ranks, 1, 2, 3, 4).tells([cards[7][0]], {7: 1.0}, read={}) is None
    assert learnt(cards, ranks).tells([()], {7: 1.0}, read={}) is None


def test_corners_tell_a_card_of_a_rank_that_came_though_most_others_did_not(
    cards: dict[int, list[Pictures]], ranks: Ranks
) -> None:
    few = learnt(cards, ranks, *range(3, 9))
    told = {rank: few.tells([three[2]], {}, read={}) for rank, three in cards.items()}
    assert {rank for rank, answer in told.items() if answer == rank} >= {1, 2}
    assert all(answer in (None, rank) for rank, answer in told.items())
    assert learnt(cards, ranks).tells([()], {}, read={}) is None
    assert LearntDeck(ranks).tells([cards[1][0]], {}, read={}) is None


def test_corners_are_those_of_the_cards_that_came_so_far_and_of_what_they_were_called_last(
    cards: dict[int, list[Pictures]], ranks: Ranks
) -> None:
    deck = learnt(cards, ranks, *range(2, 9))
    assert deck.tells([cards[2][2]], {}, read={}) is None
    deck.keep(20, 2, cards[2][0], told=False)
    assert deck.tells([cards[2][2]], {}, read={}) == 2
    deck.tell(20, 3)
    assert deck.tells([cards[2][2]], {}, read={}) == 3


@pytest.mark.parametrize(
    ("around", "read", "told"),
    [
        ({2: 0.94, 7: 0.85}, {}, 2),
        ({2: 0.92, 7: 0.8}, {}, None),  # not alike enough
        ({2: 0.94, 7: 0.87}, {}, None),  # nearly as like another rank
        ({2: 0.94}, {1: 0.79, 2: 0.1}, 2),
        ({2: 0.94}, {1: 0.81, 2: 0.1}, None),  # the reader is too sure of another
        ({2: 0.94}, {7: 0.04, 2: 0.1}, 2),
        ({2: 0.94}, {7: 0.06, 2: 0.1}, None),  # it may be one of a rank that never came
        ({2: 0.94}, {2: 0.9}, 2),
    ],
)
def test_how_alike_corners_must_be(
    around: dict[int, float],
    read: dict[int, float],
    told: int | None,
    cards: dict[int, list[Pictures]],
    ranks: Ranks,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    likeness = np.array([around.get(rank, 0.3) for rank in range(1, 11)], np.float32)
    monkeypatch.setattr("vision.belief.learnt.Surroundings.likeness_of", lambda *_: likeness)
    assert learnt(cards, ranks, *range(3, 11)).tells([cards[2][2]], {}, read=read) == told


@pytest.mark.parametrize(
    ("alike", "around", "read", "told"),
    [
        ({2: 0.98}, {2: 0.95, 7: 0.88}, {7: 0.2, 3: 0.2}, 2),
        ({2: 0.98, 7: 0.94}, {2: 0.95, 7: 0.88}, {}, 2),
        ({2: 0.98, 7: 0.965}, {2: 0.95, 7: 0.88}, {}, None),
        ({2: 0.98, 7: 0.965}, {2: 0.96, 7: 0.87}, {}, 2),
        ({2: 0.98, 7: 0.975}, {2: 0.96, 7: 0.87}, {}, None),
        ({2: 0.96}, {2: 0.95, 7: 0.88}, {}, None),
        ({2: 0.98}, {2: 0.95, 7: 0.91}, {}, None),
        ({2: 0.98}, {2: 0.93, 7: 0.8}, {}, None),
        ({2: 0.98}, {7: 0.98, 2: 0.9}, {}, None),
        ({2: 0.98}, {2: 0.95, 7: 0.88}, {7: 0.81}, None),
        ({}, {2: 0.95, 7: 0.88}, {}, None),
    ],
    ids=[
        "both, though it may be the first 3",
        "both",
        "printed as another too",
        "printed nearly as another, and its corner stands out",
        "printed just as another, and its corner stands out",
        "not printed so",
        "another's corner too",
        "not its corner",
        "another's corner",
        "the reader is too sure of another",
        "printed like none",
    ],
)
def test_print_and_corners_together_leave_no_doubt(
    alike: dict[int, float],
    around: dict[int, float],
    read: dict[int, float],
    told: int | None,
    cards: dict[int, list[Pictures]],
    ranks: Ranks,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    likeness = np.array([around.get(rank, 0.3) for rank in range(1, 11)], np.float32)
    monkeypatch.setattr("vision.belief.learnt.Surroundings.likeness_of", lambda *_: likeness)
    deck = learnt(cards, ranks, 3, 4, 5)
    assert deck.surely([cards[2][2]], alike, read=read) == told
    assert deck.surely([()], alike, read=read) is None
    assert LearntDeck(ranks).surely([cards[2][2]], alike, read=read) is None
    corners = deck.corners(cards[2][2])
    assert set(corners) == {1, 2, 6, 7, 8, 9, 10} and corners[2] == pytest.approx(around.get(2, 0.3))
    assert deck.corners(()) == {} and LearntDeck(ranks).corners(cards[2][2]) == {}


def test_a_corner_is_told_by_its_likest_index_in_the_mean_of_the_looks(
    cards: dict[int, list[Pictures]], ranks: Ranks, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = iter([0.2, 0.96, 0.96, 0.2, 0.96, 0.89])  # two looks at two indices; two looks at one

    def likeness(*_: object) -> np.ndarray:
        return np.array([0.1, next(seen), *[0.1] * 8], np.float32)

    monkeypatch.setattr("vision.belief.learnt.Surroundings.likeness_of", likeness)
    deck = learnt(cards, ranks, *range(3, 11))
    one, two = cards[2][2][:2], cards[2][1][:2]
    assert deck.tells([one, two], {}, read={}) == 2
    assert deck.tells([cards[1][2][:1], cards[1][1][:1]], {}, read={}) is None
    # what was compared once is not compared again
    assert deck.tells([one], {}, read={}) == deck.tells([one, two, one], {}, read={}) == 2


def test_what_was_compared_is_not_remembered_for_ever(
    cards: dict[int, list[Pictures]], ranks: Ranks, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vision.belief.learnt.Surroundings.likeness_of", lambda *_: np.zeros(10, np.float32))
    deck = learnt(cards, ranks, *range(3, 11))
    for _ in range(REMEMBERED):
        assert deck.tells([tuple(picture.copy() for picture in cards[2][2][:2])], {}, read={}) is None
    assert len(deck._around) == REMEMBERED


@pytest.mark.usefixtures("numerals_alone")
@pytest.mark.parametrize(
    ("alike", "told"), [({7: 0.96}, True), ({7: 0.96, 2: 0.95}, True), ({2: 0.961, 7: 0.96}, False), ({2: 0.96}, False)]
)
def test_the_print_must_be_most_like_the_rank(
    alike: dict[int, float], told: bool, cards: dict[int, list[Pictures]], ranks: Ranks
) -> None:
    assert learnt(cards, ranks).tells([cards[7][0]], alike, read={}) == (7 if told else None)


class Sure:
    """A deck's own space that gives a 7 so much, and the rest to a 2."""

    def __init__(self, share: float) -> None:
        self.share = share

    def weigh(self, logits: np.ndarray, features: np.ndarray) -> np.ndarray:
        """Log probabilities (n, 11)."""
        said = np.full(11, 1e-9)
        said[[6, 1]] = self.share, 1 - self.share
        return np.tile(np.log(said), (len(logits), 1))


@pytest.mark.usefixtures("numerals_alone")
@pytest.mark.parametrize(
    ("share", "indices", "never_came", "alike", "read", "told"),
    [
        (0.76, 2, (), {7: 0.96}, {}, True),
        (0.74, 2, (), {7: 0.96}, {}, False),
        (0.91, 1, (), {7: 0.96}, {}, True),
        (0.89, 1, (), {7: 0.96}, {}, False),
        (0.94, 2, (1,), {7: 0.96}, {}, False),
        (0.97, 2, (3,), {7: 0.96}, {}, False),
        (0.985, 2, (3,), {7: 0.96}, {}, True),
        (0.96, 2, (1,), {7: 0.96}, {}, True),
        (0.99, 2, (1,), {7: 0.96}, {7: 0.02, 1: 0.01}, False),
        (0.99, 2, (1,), {7: 0.96}, {7: 0.9, 1: 0.06}, False),
        (0.99, 2, (1,), {7: 0.96}, {7: 0.9, 1: 0.04}, True),
        (0.99, 2, (), {7: 0.96}, {7: 0.02, 1: 0.01}, True),
        (0.96, 2, (), {7: 0.96}, {7: 0.002, 2: 0.008}, False),
        (0.98, 2, (), {7: 0.96}, {7: 0.002, 2: 0.008}, True),
        (0.99, 2, (), {}, {}, False),
        (0.996, 2, (), {}, {}, True),
        (0.96, 2, (), {7: 0.96, 2: 0.957}, {}, False),
        (0.98, 2, (), {7: 0.96, 2: 0.957}, {}, True),
        (0.76, 2, (), {7: 0.96, 2: 0.953}, {}, True),
        (0.96, 2, (), {7: 0.96}, {2: 0.5}, False),
        (0.96, 2, (), {7: 0.96}, {2: 0.55, 7: 0.4}, False),
        (0.975, 2, (), {7: 0.96}, {2: 0.5}, True),
        (0.76, 2, (), {7: 0.96}, {7: 0.5}, True),
    ],
)
def test_how_sure_the_decks_own_space_must_be(
    share: float,
    indices: int,
    never_came: tuple[int, ...],
    alike: dict[int, float],
    read: dict[int, float],
    told: bool,
    cards: dict[int, list[Pictures]],
    ranks: Ranks,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    deck = learnt(cards, ranks, *never_came)
    monkeypatch.setattr("vision.belief.learnt.Taught", lambda *_: Sure(share))
    assert deck.tells([cards[7][0][:indices]], alike, read=read) == (7 if told else None)


def test_a_card_that_was_called_wrongly_is_an_example_of_what_it_is(
    cards: dict[int, list[Pictures]], ranks: Ranks
) -> None:
    deck = learnt(cards, ranks)
    deck.keep(99, 4, cards[5][2], told=False)
    assert deck.tells([cards[5][2]], {5: 0.99}, read={}) is None
    deck.tell(99, 5)
    assert deck.tells([cards[5][2]], {5: 0.99}, read={}) == 5


def test_a_reading_that_is_not_plain_is_doubted_where_the_cards_before_give_its_rank_less(
    cards: dict[int, list[Pictures]], ranks: Ranks, monkeypatch: pytest.MonkeyPatch
) -> None:
    deck = learnt(cards, ranks)
    assert not deck.opposes(7, cards[7][2]) and deck.opposes(2, cards[7][2])
    for share, opposed in ((0.94, True), (0.96, False)):
        deck = learnt(cards, ranks)
        monkeypatch.setattr("vision.belief.learnt.Taught", lambda *_, share=share: Sure(share))
        assert deck.opposes(7, cards[7][0]) == opposed


def test_nothing_is_doubted_for_the_cards_before_where_they_tell_nothing(
    cards: dict[int, list[Pictures]], ranks: Ranks
) -> None:
    assert not learnt(cards, ranks, 2).opposes(2, cards[7][2]), "a rank that never came"
    assert not learnt(cards, ranks, 1, 3, 4, 5).opposes(2, cards[7][2])
    assert not learnt(cards, ranks).opposes(2, ())


def test_what_the_next_card_needs_is_made_ready_only_where_cards_are_asked_about(
    cards: dict[int, list[Pictures]], ranks: Ranks, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[int] = []
    look = ranks.look

    def counted(patches: BGRImage, *, with_features: bool = False) -> object:
        looked.append(len(patches))
        return look(patches, with_features=with_features)

    monkeypatch.setattr(ranks, "look", counted)
    deck = learnt(cards, ranks)
    deck.prepare()
    assert not looked  # nobody asks
    assert deck.tells([cards[7][2]], {7: 0.99}, read={}) == 7
    assert looked
    deck.keep(999, 7, cards[7][2], told=False)
    looked.clear()
    deck.prepare()
    made = len(looked)
    assert 0 < sum(looked) < 100  # as examples the new pictures alone, of 420 with all
    assert deck.tells([cards[4][2]], {4: 0.99}, read={}) == 4
    assert sum(looked[made:]) <= 2 * len(cards[4][2])  # of the card that is asked about alone


def test_a_deck_that_grew_tells_what_one_tells_that_was_learnt_at_once(
    cards: dict[int, list[Pictures]], ranks: Ranks
) -> None:
    grown = learnt(cards, ranks, 5, 6)
    grown.tells([cards[7][2]], {7: 0.99}, read={})
    for rank in (5, 6):
        for at in range(2):
            grown.keep(10 * rank + at, rank, cards[rank][at], told=False)
            grown.prepare()
    whole = learnt(cards, ranks)
    for rank, three in cards.items():
        looks = [three[2]]
        assert grown.tells(looks, {rank: 0.99}, read={}) == whole.tells(looks, {rank: 0.99}, read={})


def test_a_card_may_be_what_it_looks_like_unless_the_reader_gives_another_rank_nearly_all() -> None:
    assert may_be(3, {}) and may_be(3, {3: 0.99}) and may_be(3, {4: 0.7, 3: 0.1})
    assert not may_be(3, {4: 0.85})


@pytest.mark.parametrize(
    ("read", "may"),
    [({}, True), ({8: 0.4}, True), ({8: 0.77, 6: 0.23}, False), ({8: 0.6, 5: 0.03}, True), ({8: 0.85, 5: 0.1}, False)],
)
def test_what_a_card_looks_like_is_weighed_against_what_its_indices_show(read: dict[int, float], may: bool) -> None:
    assert may_be(5, read) is may
