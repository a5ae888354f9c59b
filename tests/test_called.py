"""What cards are called, at a painted table: at once, after more looks, by the cards before, or not without asking."""

from types import SimpleNamespace

import numpy as np
import pytest
from painted_table import Painted, PaintedTable, half_under_a_hand, only, ranks_of, started

from dealer.view import Face
from vision.belief.belief import FEATURES
from vision.belief.called import NAMED, WRONG, CalledCards
from vision.nets.ranks import CLASSES
from vision.tracking.glimpses import Glimpse
from vision.tracking.track import Track

NOWHERE = Glimpse(0.0, 0.0, 0.0, Face.UP, None, (), np.zeros((4, 2)), np.zeros((0, 2)))


def named_paintings(table: PaintedTable, *ranks: int, all_face_up: bool = True) -> None:
    """A card of each rank, with its number's painting and no index that is found, comes, is named and goes."""
    for rank in ranks:
        card = Painted(-250, -80, None, painting=rank)
        (seen,) = table.put(card, frames=16).sightings
        table.eye.called({seen.id: rank}, all_face_up=all_face_up)
        table.take(card, frames=12)


def test_a_card_that_is_plainly_read_is_called_at_the_first_look() -> None:
    table = started()
    reads = table.eye.reads
    seen = only(table.put(Painted(-250, -80, 8), frames=6))
    assert seen.rank == 8 and seen.reasons
    table.show(30)
    assert table.eye.reads - reads <= 3, "it is not read again and again"


def test_a_card_in_doubt_is_asked_about_the_likeliest_first_until_somebody_says_it() -> None:
    table = started()
    seen = only(table.put(Painted(-250, -80, 0), frames=30))
    assert (seen.rank, seen.face) == (None, Face.UP) and int(np.argmax(seen.probabilities)) == 3
    table.eye.correct(seen.id, 9)
    (after,) = table.show(30).sightings
    assert (after.id, after.rank, after.corrected, after.reasons) == (seen.id, 9, True, ())


def test_what_a_person_said_has_no_reason_of_the_camera() -> None:
    table = started()
    seen = only(table.put(Painted(-250, -80, 8), frames=10))
    assert seen.rank == 8 and seen.reasons
    table.eye.correct(seen.id, 6)
    assert only(table.show(10)).reasons == ()


def test_the_next_card_that_is_printed_like_one_that_was_named_is_called() -> None:
    table = started()
    first = only(table.put(Painted(-250, -80, 0, barred=True), frames=20))
    assert first.rank is None
    table.eye.called({first.id: 4})
    second = table.put(Painted(250, -80, 0, barred=True), frames=20).sightings[-1]
    assert second.rank == 4 and "numeral alike" in second.reasons


def test_a_card_of_which_every_other_likely_rank_is_used_up_is_called() -> None:
    table = started()
    table.eye.expect({rank: rank for rank in range(1, 11) if rank != 3})
    assert only(table.put(Painted(-250, -80, 0), frames=20)).rank == 4
    table = started()
    assert only(table.put(Painted(-250, -80, 0), frames=20)).rank is None


def test_one_index_alone_is_weighed_as_one_and_the_other_half_makes_it_sure() -> None:
    table = started()
    table.reader.weakest = {7: 0.6}
    arm = half_under_a_hand(table, unsure=True)
    assert only(table.view).rank is None
    table.reader.unsure, table.reader.weakest = False, {}
    assert ranks_of(table.take(arm, frames=30)) == [7]


@pytest.mark.parametrize(
    ("before", "painting", "turned_deg", "told"),
    [((1, 2, 3, 4, 5), 3, 0.0, 3), ((1, 2, 3, 4, 5), 3, 180.0, 3), ((1, 2, 3, 4, 5), 6, 0.0, None)],
    ids=["its painting came", "the other way round", "a painting that never came"],
)
def test_a_card_of_which_no_index_is_found_is_what_it_looks_like(
    before: tuple[int, ...], painting: int, turned_deg: float, told: int | None
) -> None:
    table = started()
    named_paintings(table, *before)
    (seen,) = table.put(Painted(250, -80, None, painting=painting, angle_deg=turned_deg), frames=16).sightings
    assert seen.rank == told
    after = table.show(20).sightings
    assert [(one.id, one.rank) for one in after] == [(seen.id, told)], "and stays so"


@pytest.mark.parametrize(("all_face_up", "told"), [(True, 3), (False, None)])
def test_how_a_card_looks_from_behind_is_not_what_its_rank_looks_like(all_face_up: bool, told: int | None) -> None:
    table = started()
    named_paintings(table, 1, 2, 3, 4, 5, all_face_up=all_face_up)
    (seen,) = table.put(Painted(250, -80, None, painting=3), frames=16).sightings
    assert seen.rank == told


def test_where_no_index_was_found_it_is_looked_for_again() -> None:
    table = started()
    table.reader.blind = True
    blank = only(table.put(Painted(-250, -80, 7), frames=12))
    assert (blank.rank, blank.face) == (None, Face.DOWN)
    table.reader.blind = False
    seen = only(table.show(20))
    assert (seen.id, seen.rank, seen.face) == (blank.id, 7, Face.UP)


@pytest.mark.parametrize("second", [4, 9], ids=["of its rank", "of another rank"])
def test_numerals_that_are_not_found_are_compared_where_the_deck_prints_them(second: int) -> None:
    table = started().knows(5).knows(7).knows(10)
    table.reader.blind = True
    card = Painted(-250, -80, 4, barred=True)
    (seen,) = table.put(card, frames=20).sightings
    table.eye.called({seen.id: 4}, all_face_up=True)
    table.take(card, frames=20)
    (seen,) = table.put(Painted(250, -80, second, barred=second == 4), frames=20).sightings
    assert seen.rank == (4 if second == 4 else None)
    if second == 4:
        assert "numeral alike" in seen.reasons


@pytest.mark.parametrize("all_face_up", [True, False])
def test_of_what_shows_no_index_it_is_told_what_it_looks_like_unless_it_may_lie_face_down(all_face_up: bool) -> None:
    table = started()
    named_paintings(table, 1, 2, 3, 4, 5, all_face_up=all_face_up)
    (seen,) = table.put(Painted(250, -80, None, painting=6), frames=16).sightings
    assert seen.rank is None
    assert bool(seen.probabilities) == all_face_up
    if all_face_up:
        assert max(seen.probabilities[:5]) < min(seen.probabilities[5:10]), "it is like none of those that came"


def test_a_rank_that_is_read_as_another_every_time_is_told_by_its_painting() -> None:
    table = started()
    table.reader.misread = {8: 0}
    table.reader.doubt = 0.7  # that it is a 4
    for rank in (1, 2, 3, 4, 5, 8):
        card = Painted(-250, -80, rank, painting=rank)
        (seen,) = table.put(card, frames=20).sightings
        table.eye.called({seen.id: rank})
        table.take(card, frames=45)  # what is put back soon is the same card
    (seen,) = table.put(Painted(250, -80, 8, painting=8), frames=20).sightings
    assert seen.rank == 8
    for _ in range(3):
        table.eye._gate.reread(np.ones(table.eye._gate.shape, bool))
        (after,) = table.show(12).sightings
        assert (after.id, after.rank, after.visible) == (seen.id, 8, True), "however often it is read so again"


def test_a_card_in_the_game_is_read_otherwise_only_after_several_looks() -> None:
    table = started()
    seen = only(table.put(Painted(-250, -80, 0, barred=True), frames=20))
    table.eye.called({seen.id: 6})
    table.reader.doubt = 0.99  # that it is a 4
    table.eye._gate.reread(np.ones(table.eye._gate.shape, bool))
    assert only(table.show(3)).rank is None
    assert only(table.show(90)).rank == 4, "the referee may ask now"


@pytest.mark.parametrize("wrong", [WRONG - 1, WRONG])
def test_a_deck_is_hard_to_read_once_several_cards_that_were_named_had_most_likely_been_others(wrong: int) -> None:
    calls = CalledCards()
    for at in range(NAMED):
        guessed = tuple(float(rank == 4) for rank in range(1, CLASSES + 1))
        track = Track(at, NOWHERE, 0.0, Face.UP, belief=guessed)
        calls.called({at: 9 if at < wrong else 4}, {at: track})
    assert calls.hard is (wrong >= WRONG)


def test_nothing_is_called_by_a_look_that_shows_nothing() -> None:
    calls = CalledCards()
    card = SimpleNamespace(id=1, pictures=(), free=False, time_s=1.0)
    track = SimpleNamespace(
        id=1, since_look_s=0.0, rank=None, corrected=False, confirmed=True, doubtful=True, counts_as=None,
        glimpse=SimpleNamespace(rank=None, indices_mm=np.zeros((0, 2)), is_outlined=False, shown=None),
    )  # fmt: skip
    calls.compare(card, track)  # type: ignore[arg-type]
    assert track.rank is None and track.doubtful


def test_a_sighting_says_whether_its_edges_were_seen() -> None:
    table = PaintedTable()
    table.things.append(Painted(-250, -80, 5))
    before = only(table.start().show(20))
    came = table.put(Painted(250, -80, 8), frames=20).sightings[-1]
    assert (before.outlined, came.outlined) == (False, True), "nobody saw the first one come"


@pytest.mark.parametrize(("beside_mm", "is_laid_on"), [(20.0, True), (4.0, False)])
def test_a_card_laid_on_one_of_its_rank_is_told_to_lie_on_it_where_that_still_shows(
    beside_mm: float, is_laid_on: bool
) -> None:
    table = started()
    first = only(table.put(Painted(250, -80, 8), frames=20))
    second = table.put(Painted(250 + beside_mm, -80, 8), frames=20).sightings[-1]
    assert (second.laid_on == first.id) == is_laid_on


def test_a_card_laid_on_one_of_its_rank_that_others_cover_may_be_that_one() -> None:
    table = started()
    table.put(Painted(250, -80, 8), frames=20)
    table.put(Painted(215, -80, 5), frames=20)
    second = table.put(Painted(272, -80, 8), frames=20).sightings[-1]
    assert (second.rank, second.laid_on) == (8, None), "what is left of the first in sight is under the second"


@pytest.mark.parametrize("weight", [2.0, 12.0])
def test_when_somebody_names_a_card_those_that_look_like_it_are_weighed_again(weight: float) -> None:
    """A deck's 8s are read as 4s: the first passed for one, the second was named. Then it is likelier an 8, surely or
    not."""
    table = started()
    table.eye._calls._belief.weights[list(FEATURES).index("whole alike")] = weight
    named_paintings(table, 1, 2, 3)
    table.reader.misread = {8: 4}
    first = only(table.put(Painted(-250, -80, 8, painting=8), frames=20))
    assert first.rank == 4, "like none before, and read so"
    table.eye.called({first.id: 4})
    table.reader.misread, table.reader.doubt = {8: 0}, 0.5
    second = table.put(Painted(250, -80, 8, painting=8), frames=20).sightings[-1]
    table.eye.called({first.id: 4, second.id: 8})
    table.eye.correct(second.id, 8)
    view = table.show(20)
    assert ranks_of(view) == [8, 8], "the referee asks whether the first was an 8"
    table.eye.correct(first.id, 4)
    assert ranks_of(table.show(20)) == [4, 8], "what a person said is not weighed again"


def test_when_a_card_is_called_those_that_look_like_it_are_weighed_again() -> None:
    """The first 10 passed for a 4, the second is read rightly: the first looks like it."""
    table = started()
    weights = table.eye._calls._belief.weights
    weights[[list(FEATURES).index(name) for name in ("numeral alike", "whole alike")]] = 0.0, 2.3
    named_paintings(table, 1, 2, 3)
    table.reader.misread, table.reader.weakest, table.reader.rival = {10: 4}, {4: 0.7}, {4: 0.29}
    first = only(table.put(Painted(-250, -80, 10, painting=10), frames=20))
    table.eye.called({first.id: 4})
    table.reader.misread = {}
    second = table.put(Painted(250, -80, 10, painting=10), frames=20).sightings[-1]
    assert (first.rank, second.rank) == (4, 10)
    table.eye.called({first.id: 4, second.id: 10})
    assert ranks_of(table.show(20)) == [10, 10], "the referee asks whether the first was a 10"
    table.eye._tracker.tracks[first.id].rank = 4  # as a look of the same kind may call it
    table.eye.called({first.id: 4, second.id: 10, 99: 3})
    assert ranks_of(table.show(20)) == [4, 10], "no card is asked about with every new one"
