"""Cards that are told by what they look like as a whole, at a painted table."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from painted_table import Painted, PaintedTable

from dealer.view import Face
from vision.belief import whole_cards
from vision.belief.doubted import DoubtedReadings
from vision.belief.learnt import LearntDeck
from vision.belief.whole_cards import FAR, SIDES_PX, Likenesses, WholeCards
from vision.nets.ranks import Ranks


def test_many_cards_are_compared_at_once_as_each_is_alone() -> None:
    pictures = list(np.random.default_rng(1).integers(0, 255, (5, *SIDES_PX[::-1], 3), dtype=np.uint8))
    pictures[2][:] = 7  # plain: like nothing
    likenesses = Likenesses(pictures[:4])
    alike = likenesses.of_each(pictures)
    assert alike.shape == (5, 4)
    assert np.allclose(alike, [likenesses.of(picture) for picture in pictures], atol=1e-6)
    assert np.allclose(alike.diagonal(), [1, 1, 0, 1], atol=1e-6) and not alike[2].any() and (alike[4, :2] < 0.9).all()
    turned = likenesses.of(np.ascontiguousarray(pictures[3][::-1, ::-1]))
    assert turned[3] > 0.999 and Likenesses([]).of_each(pictures).shape == (5, 0)


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
