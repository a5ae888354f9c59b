"""Cards that are told by what they look like as a whole, at a painted table and by themselves."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest
from painted_table import Painted, PaintedTable

from dealer.cards import RANKS
from dealer.view import Face
from vision import whole_cards
from vision.doubted import DoubtedReadings
from vision.learnt import LearntDeck
from vision.ranks import Ranks
from vision.whole_cards import FAR, LEAST_ALIKE, OF_ONE_RANK, SIDES_PX, Small, WholeCards, likeness, where_ranks_differ


def named_paintings(table: PaintedTable, *ranks: int) -> None:
    """Two cards of each rank, with its number's painting and no index that is found, come, are named and go."""
    for rank in (*ranks, *ranks):
        card = Painted(-250, -80, None, painting=rank)
        (seen,) = table.put(card, frames=16).sightings
        table.eye.correct(seen.id, rank)
        table.take(card, frames=12)


@pytest.mark.parametrize(
    ("before", "painting", "turned_deg", "told"),
    [
        ((1, 2, 3, 4, 5), 3, 0.0, 3),
        ((1, 2, 3, 4, 5), 3, 180.0, 3),
        ((1, 2, 3, 4, 5), 6, 0.0, None),
        ((1, 2, 3, 4), 3, 0.0, 3),
        ((1, 2, 3), 3, 0.0, None),
    ],
)
def test_a_card_of_which_no_index_is_found_is_what_it_looks_like(
    before: tuple[int, ...], painting: int, turned_deg: float, told: int | None
) -> None:
    table = PaintedTable(learnt=LearntDeck(Ranks())).start()
    named_paintings(table, *before)
    (seen,) = table.put(Painted(250, -80, None, painting=painting, angle_deg=turned_deg), frames=16).sightings
    assert (seen.rank, seen.learnt) == (told, told is not None)
    assert seen.face is (Face.DOWN if told is None else Face.UP)
    after = table.show(20).sightings
    assert [(one.id, one.rank) for one in after] == [(seen.id, told)]  # and stays so


def test_a_card_whose_painting_two_ranks_have_is_not_told_by_it() -> None:
    table = PaintedTable(learnt=LearntDeck(Ranks())).start()
    named_paintings(table, 1, 2, 3, 4, 5)
    card = Painted(-250, -80, None, painting=3)
    (seen,) = table.put(card, frames=16).sightings
    table.eye.correct(seen.id, 7)
    table.take(card, frames=12)
    (seen,) = table.put(Painted(250, -80, None, painting=4), frames=16).sightings
    assert seen.rank is None  # paintings do not go with the ranks in this deck


def test_what_looks_like_something_that_was_not_called_is_not_told() -> None:
    table = PaintedTable(learnt=LearntDeck(Ranks())).start()
    pile = Painted(0, 60, None, painting=3)
    table.put(pile, frames=16)
    for rank in (1, 2, 3, 4, 5) * 2:
        card = Painted(-250, -80, None, painting=rank)
        seen = next(one for one in table.put(card, frames=16).sightings if one.x_mm < -200)
        table.eye.correct(seen.id, rank)
        table.take(card, frames=12)
    seen = next(one for one in table.put(Painted(250, -80, None, painting=3), frames=16).sightings if one.x_mm > 200)
    assert seen.rank is None
    seen = next(one for one in table.put(Painted(-250, -80, None, painting=4), frames=16).sightings if one.x_mm < -200)
    assert seen.rank == 4


@pytest.mark.parametrize(("face_up", "told"), [(True, 3), (False, None)])
def test_how_a_card_looks_from_behind_is_not_learnt(face_up: bool, told: int | None) -> None:
    table = PaintedTable(learnt=LearntDeck(Ranks())).start()
    for rank in (1, 2, 3, 4, 5) * 2:
        card = Painted(-250, -80, None, painting=rank)
        (seen,) = table.put(card, frames=16).sightings
        table.eye.called({seen.id: rank}, all_face_up=face_up)  # named; no index of it is seen
        table.take(card, frames=12)
    (seen,) = table.put(Painted(250, -80, None, painting=3), frames=16).sightings
    assert seen.rank == told


class OneIndex:
    """What was read, of each card the first of its indices alone."""

    def __init__(self, examined: Any) -> None:
        self._examined = examined

    def cards(self, **told: Any) -> list[SimpleNamespace]:
        """The cards."""
        return [SimpleNamespace(**{**vars(card), "indices": card.indices[:1]}) for card in self._examined.cards(**told)]


@pytest.mark.parametrize(
    ("paintings", "shown", "read"),
    [
        ((1, 2, 3, 4, 5, 1, 2, 3, 4, 5), 3, True),
        ((1, 2, 3, 4, 5, 1, 2, 3, 4, 5), 5, False),
        ((1, 2, 3, 4, 5, 1, 2, 3, 4, 5), 9, False),
        ((1, 2, 3, 4, 5, 6, 7, 8, 9, 10), 11, True),
        ((1, 2, 3, 4, 5), 9, True),
    ],
    ids=["its own", "another rank's", "one never seen", "a deck with another painting on each card", "too few so far"],
)
def test_a_card_that_looks_like_none_of_the_rank_that_was_read_is_asked_about(
    paintings: tuple[int, ...], shown: int, read: bool
) -> None:
    table = PaintedTable(learnt=LearntDeck(Ranks())).start()
    for at, painting in enumerate(paintings):
        card = Painted(-250, -80, at % 5 + 1, painting=painting)
        (seen,) = table.put(card, frames=20).sightings
        table.eye.called({seen.id: at % 5 + 1})
        table.take(card, frames=12)
    (seen,) = table.put(Painted(250, -80, 3, painting=shown), frames=20).sightings
    assert seen.rank == (3 if read else None)


@pytest.mark.parametrize(
    ("weakest", "barred", "indices", "read"),
    [(0.99, True, 2, True), (0.8, True, 2, True), (0.99, False, 2, False), (0.99, True, 1, False)],
    ids=["surely read and printed", "surely printed", "printed like others", "by one index alone"],
)
def test_what_each_index_says_surely_and_only_that_rank_is_printed_like_is_called_whatever_it_looks_like(
    weakest: float, barred: bool, indices: int, read: bool
) -> None:
    table = PaintedTable(learnt=LearntDeck(Ranks())).start()
    for at in range(10):
        rank = at % 5 + 1
        card = Painted(-250, -80, rank, painting=rank, barred=barred and rank == 3)
        (seen,) = table.put(card, frames=20).sightings
        table.eye.called({seen.id: rank})
        table.take(card, frames=12)
    table.reader.weakest = {3: weakest}
    if indices == 1:
        examine = table.reader.examine
        table.reader.examine = lambda image, **told: OneIndex(examine(image, **told))  # type: ignore[method-assign]
    (seen,) = table.put(Painted(250, -80, 3, painting=5, barred=barred), frames=20).sightings
    assert seen.rank == (3 if read else None)


def test_a_back_that_was_named_is_not_the_face_of_a_rank_that_came_before() -> None:
    table = PaintedTable(learnt=LearntDeck(Ranks())).start()
    named_paintings(table, 1, 2, 3, 4, 5)
    for _ in range(2):
        back = Painted(-250, -80, None, painting=77)
        (seen,) = table.put(back, frames=16).sightings
        assert seen.rank is None
        table.eye.called({seen.id: 3}, all_face_up=True)
        table.take(back, frames=12)
    (seen,) = table.put(Painted(250, -80, None, painting=3), frames=16).sightings
    assert seen.rank == 3


def test_one_card_that_was_named_wrongly_silences_no_others() -> None:
    table = PaintedTable(learnt=LearntDeck(Ranks())).start()
    named_paintings(table, 1, 2, 3, 4, 5, 6, 7)
    card = Painted(-250, -80, None, painting=3)
    (seen,) = table.put(card, frames=16).sightings
    assert seen.rank == 3
    table.eye.correct(seen.id, 8)
    table.take(card, frames=12)
    for painting, told in ((4, 4), (3, None)):
        card = Painted(250, -80, None, painting=painting)
        (seen,) = table.put(card, frames=16).sightings
        assert seen.rank == told
        table.take(card, frames=12)


def test_a_card_that_was_named_once_tells_the_next_where_paintings_go_with_ranks() -> None:
    table = PaintedTable(learnt=LearntDeck(Ranks())).start()
    named_paintings(table, 1, 2, 3, 4, 5, 6)
    for told in (None, 8):
        card = Painted(-250, -80, None, painting=8)
        (seen,) = table.put(card, frames=16).sightings
        assert seen.rank == told
        if told is None:
            table.eye.correct(seen.id, 8)
        table.take(card, frames=12)


@pytest.mark.parametrize(("ranks", "own", "told"), [(6, 1.0, None), (7, 1.0, 2), (7, 0.4, 2), (7, 0.25, None)])
def test_a_card_that_was_named_once_tells_nothing_before_it_is_known_that_paintings_go_with_ranks(
    ranks: int, own: float, told: int | None
) -> None:
    cards = WholeCards()
    for rank in range(1, ranks + 1):  # each but once, as the cards of a deck of seven suits may be
        cards.keep(rank, rank, mixed(rank, 11, own), lying=())
    assert cards.tells(1000, mixed(2, 11, own)) == told


@pytest.mark.parametrize(("share", "may_be_new", "told"), [(0.9, False, 2), (0.9, True, 2), (0.6, False, None)])
def test_one_card_tells_what_is_so_much_like_it_as_cards_of_one_rank_are_and_no_two_of_different_ones(
    share: float, may_be_new: bool, told: int | None
) -> None:
    """A frame or an emblem that all cards of a deck have makes them alike."""
    cards = WholeCards()
    for rank in range(1, 8):
        cards.keep(rank, rank, mixed(rank, 11, 0.4), lying=())
    picture = (share * mixed(2, 11, 0.4) + (1 - share) * painting(12)).astype(np.uint8)
    alike = {rank: max(own) for rank, own in cards._likes(picture).items()}
    assert (alike[2] >= OF_ONE_RANK) == (told is not None) and 0.5 < cards._most_alike() < 0.75
    assert cards.tells(1000, picture, may_be_new=may_be_new) == told


@pytest.mark.parametrize(("pairs", "told"), [(0, 2), (2, None)])
def test_where_cards_of_different_ranks_are_as_alike_one_card_tells_nothing(pairs: int, told: int | None) -> None:
    """Of two suits, say; one card may have been named wrongly."""
    cards = WholeCards()
    for rank in range(1, 8):
        has_picture_of = rank - 1 if rank in (5, 7)[:pairs] else rank
        cards.keep(rank, rank, mixed(has_picture_of, 11, 0.4), lying=())
    assert cards.tells(1000, mixed(2, 11, 0.4)) == told


@pytest.mark.parametrize("told", [3, None])
def test_a_card_that_the_reader_gives_to_other_ranks_is_not_told_by_its_painting(told: int | None) -> None:
    table = PaintedTable(learnt=LearntDeck(Ranks())).start()
    named_paintings(table, 1, 2, 3, 4, 5, 9)
    table.reader.strange = [0.6] if told else []  # or else it is a 4 or a 9
    (seen,) = table.put(Painted(250, -80, 0, painting=3), frames=20).sightings
    assert seen.rank == told


@pytest.mark.parametrize(
    ("doubt", "others", "far", "told"),
    [(0.04, (), FAR, 3), (0.06, (), 2.0, None), (0.06, (), FAR, 3), (0.06, (4, 9), 2.0, 3)],
    ids=["hardly", "it may be", "it looks like no other", "they came, though no index of them was found"],
)
def test_a_card_of_which_an_index_may_be_a_rank_that_never_came_is_not_told_by_its_painting(
    doubt: float, others: tuple[int, ...], far: float, told: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(whole_cards, "FAR", far)  # these paintings are nothing like each other
    table = PaintedTable(learnt=LearntDeck(Ranks())).start()
    named_paintings(table, 1, 2, 3, 5, 6, 7, 8, 10, *others)
    table.reader.doubt = doubt  # that it is a 4; else, most likely, a 9
    table.reader.strange = [1 - 10 * doubt]
    (seen,) = table.put(Painted(250, -80, 0, painting=3), frames=20).sightings
    assert seen.rank == told


def test_a_doubtful_first_look_at_a_card_that_looks_as_it_was_read_is_enough() -> None:
    """Its indices are not plain: by themselves they would be asked about."""
    table = PaintedTable(learnt=LearntDeck(Ranks())).start()
    table.reader.weakest = {3: 0.5}
    for painted in (1, 2, 4, 5, 3):
        card = Painted(-250, -80, painted, painting=painted)
        (seen,) = table.put(card, frames=20).sightings
        assert (seen.rank is None) is (painted == 3)
        table.eye.called({seen.id: painted})
        table.take(card, frames=12)
    table.reader.weakest = {3: 0.3}
    (seen,) = table.put(Painted(250, -80, 3, painting=8), frames=20).sightings
    assert seen.rank is None
    table.take(*table.things, frames=12)
    (seen,) = table.put(Painted(250, -80, 3, painting=3), frames=20).sightings
    assert (seen.rank, seen.learnt) == (3, False)


@pytest.mark.parametrize(
    ("share", "may_be_new", "told"),
    [(0.6, False, 3), (0.6, True, None), (0.9, True, 3)],
    ids=["not so", "new", "far ahead"],
)
def test_what_is_read_as_it_looks_and_may_be_the_first_of_its_rank_must_look_like_no_other(
    share: float, may_be_new: bool, told: int | None
) -> None:
    cards = deck_of(range(1, 6))
    assert cards.tells(1000, mixed(3, 2, share), read={3: 1.0}, may_be_new=may_be_new) == told


@pytest.mark.parametrize(("rival", "told"), [(1, 3), (10, None)])
def test_a_card_that_looks_as_it_was_read_is_asked_about_if_an_index_may_be_a_rank_that_never_came(
    rival: int, told: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(whole_cards, "FAR", 2.0)  # these paintings are nothing like each other
    monkeypatch.setattr(DoubtedReadings, "_is_printed_as_called", lambda *told: False)  # and these prints all alike
    table = PaintedTable(learnt=LearntDeck(Ranks())).start()
    for painted in (1, 2, 4, 5, 3):
        card = Painted(-250, -80, painted, painting=painted)
        (seen,) = table.put(card, frames=20).sightings
        table.eye.called({seen.id: painted})
        table.take(card, frames=12)
    table.reader.weakest, table.reader.rival, table.reader.rival_rank = {3: 0.3}, {3: 0.2}, rival
    (seen,) = table.put(Painted(250, -80, 3, painting=3), frames=20).sightings
    assert seen.rank == told


def test_the_rank_that_a_card_looks_like_is_offered_first() -> None:
    table = PaintedTable(learnt=LearntDeck(Ranks())).start()
    table.eye.called({}, all_face_up=True)
    for rank in (4, 9):
        card = Painted(-250, -80, None, painting=rank)
        (seen,) = table.put(card, frames=16).sightings
        assert seen.alike == ()
        table.eye.called({seen.id: rank}, all_face_up=True)
        table.take(card, frames=12)
    (seen,) = table.put(Painted(250, -80, None, painting=9), frames=16).sightings
    assert (seen.rank, seen.alike) == (None, (9,))


def painting(number: int, *, spread: float = 60.0) -> Small:
    rng = np.random.default_rng(number)
    fields = cv2.resize(rng.normal(0, spread, (7, 5, 3)), SIDES_PX, interpolation=cv2.INTER_CUBIC)
    return np.clip(128 + fields, 0, 255).astype(np.uint8)


@pytest.mark.parametrize(
    ("share", "own", "told"),
    [(0.3, 0.8, 6), (0.6, 0.8, None), (0.6, 0.9, 6), (0.8, 0.9, None)],
    ids=["far less like others", "not far", "the same, as no others are", "others are nearly so"],
)
def test_one_card_of_a_rank_tells_only_what_is_far_less_like_all_others_or_the_same(
    share: float, own: float, told: int | None
) -> None:
    cards = deck_of(range(1, 6))
    alike = np.round(share * painting(5) + (1 - share) * painting(6).astype(float)).astype(np.uint8)
    cards.keep(60, 6, alike, lying=())
    card = np.clip(own * alike.astype(float) + (1 - own) * painting(9), 0, 255).astype(np.uint8)
    assert cards.tells(1000, card) == told


def test_four_ranks_tell_nothing_before_three_of_them_came_twice() -> None:
    cards = WholeCards()
    for rank in range(1, 5):
        cards.keep(rank, rank, painting(rank), lying=())
    assert cards.tells(1000, painting(2), read={2: 0.3}) is None
    for rank in range(1, 4):
        cards.keep(10 + rank, rank, painting(rank), lying=())
    assert cards.tells(1000, painting(2), read={2: 0.3}) == 2


def test_a_rank_of_which_one_card_looks_otherwise_is_not_told() -> None:
    cards = WholeCards()
    for rank in range(1, 6):
        for copy in range(2):
            cards.keep(10 * rank + copy, rank, painting(99 if (rank, copy) == (3, 1) else rank), lying=())
    assert cards.tells(1000, painting(2)) == 2
    assert cards.tells(1000, painting(3)) is None
    cards.keep(1001, 3, painting(3), lying=())
    assert cards.tells(1000, painting(3)) is None, "the last two are not alike"
    cards.keep(1002, 3, painting(3), lying=())
    assert cards.tells(1000, painting(3)) == 3


def test_a_card_cut_askew_keeps_no_rank_from_being_told_but_weighs_against_no_indices() -> None:
    cards = deck_of(range(1, 7))
    assert cards.outweighs(1000, 3, painting(3)) and not cards.outweighs(1000, 4, painting(3))
    askew = mixed(3, 15, 0.52)
    cards.keep(31, 3, askew, lying=())
    assert 0.5 < likeness(painting(3), askew) < LEAST_ALIKE
    assert cards.tells(1000, painting(3)) == 3
    assert not cards.outweighs(1000, 3, painting(3))


def deck_of(ranks: Sequence[int], *, copies: int = 2, read: bool = False) -> WholeCards:
    cards = WholeCards()
    for rank in ranks:
        for copy in range(copies):
            cards.keep(10 * rank + copy, rank, painting(rank), lying=(), read=rank if read else None)
    return cards


def mixed(one: int, other: int, share: float) -> Small:
    levels = share * painting(one).astype(float) + (1 - share) * painting(other).astype(float)
    return np.clip(levels, 0, 255).astype(np.uint8)


@pytest.mark.parametrize(
    ("named_read", "read", "told"),
    [
        (False, {}, None),
        (True, {}, 3),
        (False, {3: 0.2, 4: 0.1}, 3),
        (False, {4: 0.2, 3: 0.1}, None),
        (False, {3: 0.01, 9: 0.01}, 3),
    ],
    ids=["named once", "its indices showed it", "this one's show it", "they show another", "as much as another"],
)
def test_one_card_of_a_rank_tells_it_where_indices_do_too(
    named_read: bool, read: dict[int, float], told: int | None
) -> None:
    assert deck_of(range(1, 6), copies=1, read=named_read).tells(1000, painting(3), read=read) == told


@pytest.mark.parametrize(
    ("copies", "read", "share", "told"),
    [
        (2, {}, 0.5, None),
        (2, {}, 0.55, 3),
        (1, {}, 0.9, None),
        (1, {3: 0.2}, 0.5, None),
        (1, {3: 0.2}, 0.55, 3),
    ],
)
def test_how_much_a_card_must_look_like_those_of_its_rank_where_no_other_is_nearly_so(
    copies: int, read: dict[int, float], share: float, told: int | None
) -> None:
    """Of the shares the likenesses are 0.72, 0.79 and 0.99; two ranks are 0.33 alike at most."""
    assert deck_of(range(1, 6), copies=copies).tells(1000, mixed(3, 9, share), read=read) == told


@pytest.mark.parametrize(
    ("six", "share", "read", "told"),
    [
        (0.75, 0.9, {}, 3),
        (0.75, 0.8, {}, None),
        (0.75, 0.7, {}, None),
        (0.55, 0.65, {3: 0.2}, 3),
        (0.55, 0.65, {6: 0.2}, None),
        (0.75, 0.7, {3: 0.2}, None),
    ],
    ids=[
        "a third as far from it",
        "not a third as far",
        "not far enough from it",
        "as its indices show",
        "not as they show",
        "as they show, and too near",
    ],
)
def test_how_much_less_like_all_others_a_card_must_be_once_all_have_come(
    six: float, share: float, read: dict[int, float], told: int | None
) -> None:
    """The 6s have so much of the 3s' painting; the card has so much of it too, and the rest of none."""
    cards = deck_of(RANKS)
    for copy in range(2):
        cards.keep(60 + copy, 6, mixed(3, 6, six), lying=())
    assert cards.tells(1000, mixed(3, 19, share), read=read) == told


@pytest.mark.parametrize(
    ("six", "share", "told"),
    [(0.55, 0.95, 3), (0.75, 0.87, None), (0.75, 0.95, 3), (0.45, 0.72, None), (0.3, 0.75, 3)],
    ids=[
        "it leads",
        "it leads by little",
        "it is the same",
        "it is not so like them as they are each other",
        "no other is nearly so",
    ],
)
def test_what_may_be_the_first_of_a_rank_is_told_by_how_it_looks_alone_only_if_no_other_is_like_it(
    six: float, share: float, told: int | None
) -> None:
    cards = deck_of(range(1, 6))
    for copy in range(2):
        cards.keep(60 + copy, 6, mixed(3, 6, six), lying=())
    assert cards.tells(1000, mixed(3, 9, share)) == told


@pytest.mark.parametrize(("last", "told"), [(10, 3), (None, None)], ids=["all have come", "a 10 may look like it"])
def test_one_card_is_enough_where_all_ranks_came_and_none_is_nearly_so_like_it(
    last: int | None, told: int | None
) -> None:
    cards = deck_of((1, 2, 4, 5, 6, 7))
    for number, rank, share in ((80, 8, 0.45), (81, 8, 0.45), (90, 9, 0.47), (91, 9, 0.47)):  # nearly one painting
        cards.keep(number, rank, mixed(8, 11, share), lying=())
    cards.keep(30, 3, painting(3), lying=())
    for copy in range(2 if last else 0):
        cards.keep(200 + copy, 10, painting(10), lying=())
    assert cards.tells(1000, mixed(3, 13, 0.73)) == told


def test_that_two_ranks_are_alike_silences_no_others_once_all_have_come() -> None:
    cards = deck_of(range(1, 8))
    for rank, share in ((8, 0.45), (8, 0.47), (9, 0.46), (9, 0.48)):  # the 8s and the 9s have one painting
        cards.keep(100 + int(100 * share), rank, mixed(8, 11, share), lying=())
    assert cards.tells(1000, mixed(3, 13, 0.8)) is None, "a 10 may look like the 3s"
    for copy in range(2):
        cards.keep(200 + copy, 10, painting(10), lying=())
    assert cards.tells(1000, mixed(3, 13, 0.8)) == 3
    assert cards.tells(1001, mixed(8, 11, 0.465)) is None


@pytest.mark.parametrize(
    ("before", "shown", "picture", "misread"),
    [
        ((1, 1), 1, painting(8), True),
        ((None, 1), 1, painting(8), True),
        ((None, None), 1, painting(8), False),
        ((1, 8), 1, painting(8), True),
        ((7, 8), 7, painting(8), False),
        ((1, 1), 2, painting(8), False),
        ((1,), 1, painting(8), False),
        ((1, 1), 1, mixed(8, 9, 0.6), False),
        ((4, 4), 4, mixed(8, 4, 0.65), False),
        ((7, 7), 7, mixed(8, 4, 0.65), False),
        ((1, 1), 1, mixed(8, 4, 0.65), True),
    ],
    ids=[
        "as both before",
        "as one before",
        "not as any before",
        "one was read right, and those of the rank shown look otherwise",
        "one was read right, and of the rank shown none came",
        "as another rank",
        "only one before",
        "not enough like them",
        "rather like those of the rank shown",
        "of which none came, and like another rank",
        "rather like a third rank",
    ],
)
def test_indices_that_show_another_rank_are_those_of_a_rank_that_is_misread(
    before: tuple[int | None, ...], shown: int, picture: Small, misread: bool
) -> None:
    cards = deck_of(range(1, 6))
    for copy, read in enumerate(before):
        cards.keep(80 + copy, 8, painting(8), lying=(), read=read)
    assert cards.are_misread(8, picture, shown=shown) is misread
    assert cards.were_misread(8, shown=shown) is (len(before) == 2 and shown in before and 8 not in before)


@pytest.mark.parametrize(
    ("shown_ones", "share", "picture", "misread"),
    [
        (2, 0.5, painting(8), True),
        (1, 0.5, painting(8), False),
        (2, 0.6, painting(8), False),
        (2, 0.4, mixed(8, 9, 0.66), False),
    ],
    ids=["so far apart", "one is too few to know", "hardly less like them", "less like its own"],
)
def test_two_cards_of_the_rank_that_is_shown_need_not_look_so_much_otherwise(
    shown_ones: int, share: float, picture: Small, misread: bool
) -> None:
    cards = deck_of((1, 2, 3, 5))
    for copy in range(2):
        cards.keep(80 + copy, 8, painting(8), lying=(), read=4)
    for copy in range(shown_ones):
        cards.keep(40 + copy, 4, mixed(8, 4, share), lying=())
    assert cards.are_misread(8, picture, shown=4) is misread


@pytest.mark.parametrize("unsure", [False, True], ids=["with all certainty", "in doubt"])
def test_a_rank_that_is_read_as_another_every_time_is_told_by_its_painting(unsure: bool) -> None:
    table = PaintedTable(learnt=LearntDeck(Ranks())).start()
    table.reader.misread = {8: 0 if unsure else 4}
    table.reader.doubt = 0.9  # that it is a 4
    for rank in (1, 2, 3, 4, 5, 8, 8):
        card = Painted(-250, -80, rank, painting=rank)
        (seen,) = table.put(card, frames=20).sightings
        assert seen.rank in ((None, 4) if rank == 8 else (None, rank))
        table.eye.called({seen.id: rank})
        table.take(card, frames=45)  # what is put back soon is the same card
    card = Painted(250, -80, 8, painting=8)
    (seen,) = table.put(card, frames=20).sightings
    assert (seen.rank, seen.learnt) == (8, True)
    for _ in range(6):
        table.eye._gate.reread(np.ones(table.eye._gate.shape, bool))
        (after,) = table.show(12).sightings
        assert (after.id, after.rank, after.visible) == (seen.id, 8, True), "however often it is read so again"
    table.take(card, frames=12)
    (four,) = (one for one in table.put(Painted(250, -80, 4, painting=4), frames=30).sightings if one.y_mm < 0)
    assert four.rank in (None, 4)


@pytest.mark.parametrize(
    ("alike", "weakest", "far", "before", "told"),
    [
        ({8: 0.98, 2: 0.96}, 0.7, FAR, False, 8),
        ({8: 0.96, 2: 0.95}, 0.7, FAR, False, None),
        ({2: 0.99, 8: 0.98}, 0.7, FAR, False, None),
        ({8: 0.98, 2: 0.96}, 0.999, FAR, False, None),
        ({8: 0.98, 2: 0.96}, 0.7, 2.0, False, None),
        ({8: 0.98, 2: 0.96}, 0.7, FAR, True, 8),
        ({8: 0.96, 2: 0.95}, 0.7, FAR, True, None),
        ({8: 0.98, 2: 0.96}, 0.999, FAR, True, None),
    ],
    ids=[
        "told",
        "not printed so",
        "printed more like others",
        "surely read",
        "others look rather like it",
        "but so were those before misread",
        "though not printed so",
        "and surely read",
    ],
)
def test_a_card_read_as_a_rank_that_never_came_is_what_it_looks_like_and_is_printed_like(
    alike: dict[int, float],
    weakest: float,
    far: float,
    before: bool,
    told: int | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(whole_cards, "FAR", far)
    monkeypatch.setattr(WholeCards, "were_misread", lambda self, rank, shown: before and (rank, shown) == (8, 4))
    if before:
        monkeypatch.setattr(WholeCards, "outweighs", lambda *_: False)
        monkeypatch.setattr(WholeCards, "are_misread", lambda *_, **__: False)
    table = PaintedTable(learnt=LearntDeck(Ranks())).start()
    named_paintings(table, 1, 2, 3, 5, 6, 8, 8)
    monkeypatch.setattr(table.eye._calls._cards.proposals, "alike", lambda pictures, but=None: alike)
    monkeypatch.setattr(table.eye._calls._doubted, "_looks_as_read", lambda *_: False)
    table.reader.misread, table.reader.weakest = {8: 4}, {4: weakest}
    (seen,) = table.put(Painted(250, -80, 8, painting=8), frames=20).sightings
    assert (seen.rank, seen.learnt) == (told, told is not None)


def test_a_name_that_was_changed_is_no_longer_what_the_indices_showed() -> None:
    cards = deck_of(range(1, 6), copies=1, read=True)
    assert cards.tells(1000, painting(3)) == 3
    cards.tell({30: 7})
    assert cards.tells(1000, painting(3)) is None
    cards = deck_of(range(1, 6), copies=1, read=True)
    cards.keep(30, 3, painting(3), lying=())
    assert cards.tells(1000, painting(3)) is None, "seen again, its indices showed nothing"


@pytest.mark.parametrize(("unknown", "told"), [(0.04, 3), (0.06, None)])
def test_what_may_be_the_first_of_a_rank_is_not_told_by_what_is_only_rather_like_it(
    unknown: float, told: int | None
) -> None:
    cards = deck_of(range(1, 6))
    for copy in range(2):  # another rank's are half as much like it
        cards.keep(60 + copy, 6, mixed(3, 6, 0.55), lying=())
    assert cards.tells(1000, painting(3), read={9: unknown}) == told
    assert deck_of(range(1, 6)).tells(1000, painting(3), read={9: unknown}) == 3, "no other is nearly so much like it"


def test_what_all_cards_have_in_common_says_nothing() -> None:
    """A wide white frame with a small painting in it, which alone tells one card from another."""

    def framed(number: int) -> Small:
        card = np.full((*SIDES_PX[::-1], 3), 240, np.uint8)
        card[9:-9, 6:-6] = painting(number)[9:-9, 6:-6] // 4 + 40
        return card

    assert likeness(framed(1), framed(2)) > 0.9
    cards = WholeCards()
    for rank in RANKS:
        for copy in range(2):
            cards.keep(10 * rank + copy, rank, framed(rank), lying=())
    assert [cards.tells(1000, framed(rank)) for rank in RANKS] == list(RANKS)
    assert cards.tells(1000, framed(19)) is None
    weights = where_ranks_differ([(rank, framed(rank)) for rank in range(1, 6)])
    assert weights is not None
    assert weights[:8].max() < 0.2 < weights[10:-10, 7:-7].mean()


def test_the_ranks_that_a_card_looks_like_are_told_the_most_alike_first() -> None:
    cards = deck_of((1, 2, 3), copies=1)
    assert cards.alike(painting(2)) == (2,)
    cards.keep(70, 7, mixed(2, 3, 0.75), lying=())
    assert cards.alike(painting(2)) == (2, 7)
    assert cards.alike(painting(9)) == WholeCards().alike(painting(2)) == ()


@pytest.mark.parametrize(
    ("looks_like", "against"), [(mixed(3, 9, 0.9), False), (mixed(3, 9, 0.3), True), (mixed(4, 9, 0.6), True)]
)
def test_a_card_speaks_against_a_rank_that_it_is_less_like_than_two_of_it_are(looks_like: Small, against: bool) -> None:
    cards = deck_of(range(1, 7))
    assert cards.opposes(1000, 3, looks_like) is against
    assert not cards.opposes(1000, 8, painting(9)), "none of that rank has come"
    few = deck_of(range(1, 7), copies=1)
    few.keep(11, 1, painting(1), lying=())
    assert not few.opposes(1000, 3, looks_like), "whether pictures go with the ranks is not known yet"


def test_a_card_that_is_more_like_another_ranks_speaks_against_its_own_though_it_is_like_that_too() -> None:
    cards = deck_of(range(1, 6))
    for copy in range(2):
        cards.keep(60 + copy, 6, mixed(3, 6, 0.75), lying=())
    spoilt = np.clip(0.75 * mixed(3, 6, 0.75).astype(float) + 0.25 * painting(9), 0, 255).astype(np.uint8)
    assert cards.tells(1000, spoilt) is None, "0.86 like the 3s, 0.93 like the 6s"
    assert cards.opposes(1000, 3, spoilt) and not cards.opposes(1000, 6, spoilt)


def test_with_suits_no_card_speaks_against_a_rank() -> None:
    cards = WholeCards()
    for rank in range(1, 7):
        for copy in range(2):
            cards.keep(10 * rank + copy, rank, painting((rank + 2 * copy) % 4), lying=())
    assert not any(cards.opposes(1000, rank, painting(suit)) for rank in range(1, 7) for suit in range(4))
    assert all(cards.tells(1000, painting(suit)) is None for suit in range(4))


def test_plain_cards_are_like_no_others() -> None:
    assert likeness(painting(1), painting(1)) > 0.99
    assert likeness(painting(1, spread=2.0), painting(1, spread=2.0)) == 0.0


@pytest.mark.parametrize(
    ("like", "ranks", "others", "so"),
    [(0.94, 7, 0.7, True), (0.94, 6, 0.7, False), (0.92, 7, 0.7, False), (0.94, 7, 0.8, False)],
    ids=["so", "too few ranks", "not so like", "others are as alike"],
)
def test_what_is_apart_is_as_like_as_cards_of_one_rank_and_unlike_all_of_different_ones(
    like: float, ranks: int, others: float, so: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(WholeCards, "_most_alike", lambda _: others)
    alike = {rank: like if rank == 2 else 0.5 for rank in range(1, ranks + 1)}
    assert WholeCards()._is_apart(alike, 2) == so
