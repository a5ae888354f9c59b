"""Indices looked at many times over: what is what it was read as stays so, and only that is called so."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pytest
from numpy.typing import NDArray

from dealer.rules.cards import RANKS
from vision.belief import many_looks as module
from vision.belief.many_looks import (
    A_STROKE,
    AGREED,
    APART_S,
    CARDS,
    DEALT,
    HARDLY,
    HARDLY_A_STROKE,
    HARDLY_AGREED,
    HARDLY_CLOSED,
    TRUSTED,
    LookedOver,
    ManyLooks,
    many_looks,
)
from vision.frame import BGRImage
from vision.nets.finder import FoundIndex
from vision.nets.ranks import Ranks, cut_patch, moved_to_pose
from vision.synth.faces import make_design
from vision.training.dealt import CARD_PX, DealtCard, deal

PICTURE = np.full((96, 96, 3), 90, np.uint8)


@pytest.fixture(scope="module")
def ranks() -> Ranks:
    """Net B, with D and C."""
    return Ranks()


def test_what_cards_are_their_indices_show_however_they_are_looked_at(ranks: Ranks) -> None:
    shares = []
    for card in deal(make_design("hand-drawn", 9004), range(1, 14), table=9004, shot=0):
        looks = many_looks(ranks, pictures_of(card))
        assert looks is not None
        assert looks.probabilities.shape == (11,) and looks.share.shape == (10,)
        assert looks.probabilities.sum() == pytest.approx(1) and looks.share.sum() == pytest.approx(1)
        if card.rank:
            shares.append(looks.share[card.rank - 1])
        else:
            assert looks.probabilities[10] > 0.5, "a J, a Q and a K are none of ours"
    assert len(shares) == 10 and np.median(shares) > 0.95


def pictures_of(card: DealtCard) -> list[BGRImage]:
    """Its indices (96, 96, 3), upright."""
    return [
        cut_patch(card.image, x - 0.5, y - 0.5, -float(np.radians(up_deg)), CARD_PX, side=96)
        for x, y, up_deg in card.indices
    ]


def test_an_index_of_several_is_not_turned_upside_down_by_a_net(ranks: Ranks, monkeypatch: pytest.MonkeyPatch) -> None:
    """How a card lies is known from where its indices stand; of one alone it is not."""
    (six,) = deal(make_design("hand-drawn", 9004), [6], table=9004, shot=0)

    def moved(index: FoundIndex, pose: NDArray[np.float32]) -> FoundIndex:
        return replace(moved_to_pose(index, pose), up=-index.up)

    def share(pictures: Sequence[BGRImage], rank: int) -> float:
        looks = many_looks(ranks, pictures)
        assert looks is not None
        return float(looks.share[rank - 1])

    pictures = pictures_of(six)
    assert len(pictures) > 1 and share(pictures, 6) > 0.9
    monkeypatch.setattr(module, "moved_to_pose", moved)
    assert share(pictures, 6) > 0.9
    assert share(pictures[:1], 9) > 0.9


def test_a_6_that_a_pip_closes_hardly_shows_the_8_it_is_read_as(ranks: Ranks) -> None:
    deck = make_design("blackletter", 10721)
    for truth, hardly in ((6, True), (8, False)):
        over = LookedOver(ranks)
        told = [
            over.hardly_shows(truth, 8, pictures_of(card), time_s=float(time))
            for time, card in enumerate(deal(deck, [truth] * 3, table=10721, shot=9))
        ]
        assert told[-1] == hardly, truth


def test_without_pictures_nothing_is_seen(ranks: Ranks) -> None:
    assert many_looks(ranks, ()) is None


@dataclass
class Seen:
    """What the next look at a card gives to a 7."""

    share: float = 0.98
    probability: float = 0.9
    of_a_1: float = 0.0
    agreed: tuple[float, float] | None = None
    """The same where logarithms are averaged, if it is not."""

    def __call__(self, ranks: Ranks, pictures: list[BGRImage], *, turned: bool = False) -> ManyLooks | None:
        probabilities, share = np.zeros(11), np.zeros(10)
        probabilities[6], share[6], share[0] = self.probability, self.share, self.of_a_1
        agreed_share, agreed_probability = self.agreed or (self.share, self.probability)
        of_ranks = min(agreed_probability / agreed_share, 1.0)
        logs = np.log([of_ranks * (1 - agreed_share) + 1e-9, *[1e-9] * 9, 1 - of_ranks + 1e-9])
        logs[6] = np.log(of_ranks * agreed_share)
        return ManyLooks(probabilities, share, logs) if pictures else None


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> Seen:
    """What is seen, to be changed."""
    seen = Seen()
    monkeypatch.setattr(module, "many_looks", seen)
    return seen


@pytest.mark.parametrize(
    ("rank", "share", "probability", "told"),
    [(7, 0.8, 0.75, True), (7, 0.7, 0.75, False), (7, 0.9, 0.35, False), (1, 0.9, 0.85, False), (1, 0.98, 0.9, False)],
    ids=["seven 7s for one 1", "too like a 1", "it may be none", "a 1 is likelier a 7", "however it looks"],
)
def test_where_neither_has_come_a_card_is_a_7_rather_than_a_1(
    rank: int, share: float, probability: float, told: bool, ranks: Ranks, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "many_looks", either(rank, share, probability))
    over = LookedOver(ranks)
    times = (1.0, 2.0)
    assert [over.shows(1, rank, [PICTURE], time_s=time_s, least=[DEALT]) for time_s in times] == [False, told]


@pytest.mark.parametrize(("share", "told"), [(0.98, False), (0.99, True)])
def test_what_shows_a_1_must_be_one_though_a_deck_holds_seven_7s(
    share: float, told: bool, ranks: Ranks, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "many_looks", either(1, share, 0.9))
    over = LookedOver(ranks)
    assert not over.shows(1, 1, [PICTURE], time_s=1.0)
    assert over.shows(1, 1, [PICTURE], time_s=2.0, least=[AGREED])
    assert over.shows(1, 1, [PICTURE], time_s=3.0, least=[A_STROKE]) is told


def either(rank: int, share: float, probability: float) -> Callable[..., ManyLooks]:
    """What sees a 1 or a 7: of what ranks have, which is so much of all with ``probability``, this one has a share."""

    def look(ranks: Ranks, pictures: list[BGRImage], *, turned: bool = False) -> ManyLooks:
        shares = np.full(11, 1e-9)
        shares[rank - 1], shares[7 - rank] = share, 1 - share
        shares[:10] *= probability / share
        shares[10] = 1 - shares[:10].sum()
        return ManyLooks(shares, shares[:10], np.log(np.maximum(shares, 1e-9)))

    return look


@pytest.mark.parametrize(
    ("of_a_1", "unlike", "told"),
    [(0.04, (1,), True), (0.04, (), False), (0.04, (2,), False), (0.06, (1,), False), (0.04, (1, 7), True)],
    ids=["little", "a 1 may come", "a 2 came", "much", "its own rank never is"],
)
def test_of_a_rank_that_came_and_is_printed_otherwise_little_says_nothing(
    of_a_1: float, unlike: tuple[int, ...], told: bool, ranks: Ranks, seen: Seen
) -> None:
    over = LookedOver(ranks)
    seen.agreed = 1 - of_a_1, 0.8
    times = (1.0, 2.0)
    assert [over.shows(1, 7, [PICTURE], time_s=time_s, unlike=unlike) for time_s in times] == [False, told]


def test_one_look_is_not_enough_and_two_at_one_moment_are_one(ranks: Ranks, seen: Seen) -> None:
    over = LookedOver(ranks)
    told = [over.shows(1, 7, [PICTURE], time_s=5.0 + share * APART_S) for share in (0.0, 0.5, 0.9, 1.1)]
    assert told == [False, False, False, True], "the second and the third stand in the first one's place"
    assert not over.shows(2, 7, [PICTURE], time_s=9.0), "of another card nothing is known"


@pytest.mark.parametrize(
    ("share", "probability", "shows"),
    [(0.98, 0.9, True), (0.96, 0.9, False), (0.98, 0.45, True), (0.98, 0.35, False)],
)
def test_it_must_show_so_in_the_mean_of_its_looks_logarithms(
    share: float, probability: float, shows: bool, ranks: Ranks, seen: Seen
) -> None:
    over = LookedOver(ranks)
    seen.share = seen.probability = 0.5
    seen.agreed = share, probability
    assert [over.shows(1, 7, [PICTURE], time_s=float(time)) for time in range(3)] == [False, shows, shows]
    assert not over.shows(1, 8, [PICTURE], time_s=3.0), "it shows a 7"


@pytest.mark.parametrize(("odd_one", "shows"), [("sees nothing", True), ("surely sees a 1", False)])
def test_a_look_that_sees_nothing_counts_less_than_one_that_surely_sees_another_rank(
    odd_one: str, shows: bool, ranks: Ranks, monkeypatch: pytest.MonkeyPatch
) -> None:
    def look(of_a_1: float, of_a_7: float) -> ManyLooks:
        left = (1 - of_a_1 - of_a_7) / 9
        probabilities = np.array([of_a_1, *[left] * 5, of_a_7, *[left] * 4])
        return ManyLooks(probabilities, probabilities[:10] / probabilities[:10].sum(), np.log(probabilities))

    looks = [look(1 / 11, 1 / 11) if odd_one == "sees nothing" else look(0.999, 1e-6), *[look(0.004, 0.99)] * 5]
    monkeypatch.setattr(module, "many_looks", lambda ranks, pictures, turned: looks.pop())
    over = LookedOver(ranks)
    told = [over.shows(1, 7, [PICTURE], time_s=float(time)) for time in range(6)]
    assert told == [False, True, True, True, True, shows]


@pytest.mark.parametrize(("of_a_1", "shows"), [(0.05, True), (0.1, False)])
def test_where_likely_readings_are_trusted_no_other_rank_may_have_much(
    of_a_1: float, shows: bool, ranks: Ranks, seen: Seen
) -> None:
    over = LookedOver(ranks)
    seen.share, seen.probability, seen.of_a_1 = 0.85, 0.8, of_a_1
    assert [over.shows(1, 7, [PICTURE], time_s=time, least=[TRUSTED]) for time in (0.0, 1.0)] == [False, shows]


def test_it_is_hardly_what_it_has_little_of_in_the_mean_of_all_looks(ranks: Ranks, seen: Seen) -> None:
    over = LookedOver(ranks)
    told = []
    for time, probability in enumerate((0.3, 0.7, 0.9, 0.2)):
        seen.probability = probability
        told.append(over.hardly_shows(1, 7, [PICTURE], time_s=float(time)))
    assert told == [True, True, False, True], "the first look tells"
    assert not over.hardly_shows(2, 7, [], time_s=9.0), "where nothing is seen nothing speaks against it"


@pytest.mark.parametrize(
    ("probability", "plain", "not_plain"), [(0.65, False, False), (0.5, True, False), (0.35, True, True)]
)
def test_where_a_card_is_not_plain_none_of_these_may_have_more_than_half(
    probability: float, plain: bool, not_plain: bool, ranks: Ranks, seen: Seen
) -> None:
    seen.probability = probability
    told = [LookedOver(ranks).hardly_shows(1, 7, [PICTURE], time_s=1.0, least=b) for b in (HARDLY, HARDLY_AGREED)]
    assert told == [plain, not_plain]


def test_what_was_forgotten_or_is_long_ago_counts_no_more(ranks: Ranks, seen: Seen) -> None:
    over = LookedOver(ranks)
    over.shows(1, 7, [PICTURE], time_s=1.0)
    over.forget(1)
    assert not over.shows(1, 7, [PICTURE], time_s=2.0)
    for other in range(2, CARDS + 2):
        over.shows(other, 7, [PICTURE], time_s=3.0)
    assert not over.shows(1, 7, [PICTURE], time_s=4.0), "so many cards came since"
    assert not over.shows(1, 7, [], time_s=5.0), "nothing was seen"


@pytest.mark.parametrize("seed", [10766, 10814])
def test_a_6_whose_tail_closes_is_more_of_a_9_upside_down_than_it_was_of_a_6(seed: int, ranks: Ranks) -> None:
    deck, over = make_design("hand-drawn", seed), LookedOver(ranks)
    for rank in (6, 8):
        told = [
            over.may_close(rank, (6,), pictures_of(card), time_s=float(time))
            for time, card in enumerate(deal(deck, [rank] * 2, table=seed, shot=9))
        ]
        assert told[-1] == (rank == 6), rank


@pytest.mark.parametrize(
    ("share", "probability", "hardly"), [(0.94, 0.81, False), (0.92, 0.81, True), (0.94, 0.79, True)]
)
def test_both_its_share_and_its_probability_must_be_enough(
    share: float, probability: float, hardly: bool, ranks: Ranks, seen: Seen
) -> None:
    seen.share, seen.probability = share, probability
    assert LookedOver(ranks).hardly_shows(1, 7, [PICTURE], time_s=1.0, least=HARDLY_CLOSED) == hardly


@pytest.mark.parametrize(
    ("of_a_1", "rivals", "hardly"), [(0.1, RANKS, False), (0.15, RANKS, True), (0.15, range(2, 11), False)]
)
def test_a_plain_first_card_hardly_shows_its_rank_where_another_that_it_may_be_has_much(
    of_a_1: float, rivals: Collection[int], hardly: bool, ranks: Ranks, seen: Seen
) -> None:
    seen.share, seen.probability, seen.of_a_1 = 0.82, 0.82, of_a_1
    assert LookedOver(ranks).hardly_shows(1, 7, [PICTURE], time_s=1.0, rivals=rivals) == hardly


@pytest.mark.parametrize(
    ("of_a_7", "of_a_2", "of_a_4", "rivals", "hardly"),
    [
        (0.01, 0.0, 0.0, (2, 7), False),
        (0.02, 0.0, 0.0, (2, 7), True),
        (0.02, 0.0, 0.0, (2,), False),  # a 7 came
        (0.0, 0.05, 0.0, (2, 7), True),
        (0.0, 0.0, 0.1, (2, 7), False),
    ],
)
def test_a_plain_1_is_hardly_one_where_the_deck_holds_so_many_more_of_what_it_may_be(
    of_a_7: float,
    of_a_2: float,
    of_a_4: float,
    rivals: tuple[int, ...],
    hardly: bool,
    ranks: Ranks,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shares = np.full(11, 1e-9)
    shares[[0, 1, 3, 6]] += 1 - of_a_7 - of_a_2 - of_a_4, of_a_2, of_a_4, of_a_7
    looks = ManyLooks(shares, shares[:10], np.log(shares))
    monkeypatch.setattr(module, "many_looks", lambda *_, **__: looks)
    over = LookedOver(ranks)
    assert over.hardly_shows(1, 1, [PICTURE], time_s=1.0, least=HARDLY_A_STROKE, rivals=rivals) == hardly
    assert not over.hardly_shows(1, 1, [PICTURE], time_s=1.0), "by how likely it is alone"
