"""Tracks of cards that are covered, lifted and put back, gathered, or lie one on another."""

from dataclasses import replace

import numpy as np
import pytest
from tracks_table import Table, card

from vision.looking.holders import holder_beside
from vision.tracking.track import Fate, Track


def test_a_card_put_on_another_leaves_it_known() -> None:
    table = Table().look(card(7, 0)).look(card(2, 20, 20), fate=Fate.UNDER)
    assert table.cards == [(1, 7), (2, 2)]
    assert not table.track(1).visible and table.track(1).under and table.track(2).visible


def test_a_covered_card_stays_and_comes_back_with_its_id() -> None:
    table = Table().look(card(7, 0)).look(fate=Fate.COVERED)
    assert table.cards == [(1, 7)] and not table.track(1).visible and not table.track(1).under
    table.look(card(7, 1), touched=False)
    assert table.cards == [(1, 7)] and table.track(1).visible


def test_a_covered_card_is_looked_at_again() -> None:
    table = Table().look(card(7, 0)).look(fate=Fate.COVERED)
    assert table.tracker.wanting(table.time_s + 3.0) == (table.track(1),)


def test_a_card_goes_only_when_its_place_was_seen_without_it() -> None:
    table = Table().look(card(7, 0), card(3, 200))
    for fate in (Fate.SAME, Fate.COVERED, Fate.UNDER):
        table.look(card(3, 200), fate=fate)
        assert (1, 7) in table.cards
    table.look(card(3, 200), fate=Fate.GONE)
    assert table.cards == [(2, 3)]


@pytest.mark.parametrize(("aside_mm", "cards"), [(9.2, 1), (12.0, 2)])
def test_two_readings_of_a_rank_in_one_look_are_two_cards_only_where_both_show_their_indices(
    aside_mm: float, cards: int
) -> None:
    assert len(Table().look(card(8, 0), card(8, aside_mm)).cards) == cards


def test_an_index_alone_where_a_card_prints_its_third_is_that_cards() -> None:
    """A card just let go is read by two of its indices, and a third, read in doubt, promises a card beside it."""
    whole = card(6, 0)
    insets = 0.75 * whole.corners_mm + 0.25 * whole.corners_mm.mean(axis=0)
    third = replace(card(None, 40, 10), indices_mm=insets[1:2] + (3.0, -3.0))
    first = replace(whole, rank=None, probabilities=card(None, 0, belief={6: 0.9}).probabilities)
    table = Table().look(first, third)
    assert len(table.cards) == 2
    assert table.look(whole, third).cards == [(1, 6)]


def test_an_8_read_where_a_6_lies_out_of_the_indices_of_an_8_beside_it_is_that_one() -> None:
    six, eight = card(6, 0, 0), card(8, 0, -26)
    table = Table().look(six, eight)
    insets = 0.75 * eight.corners_mm + 0.25 * eight.corners_mm.mean(axis=0)
    on_the_six = replace(card(8, 2, 0), indices_mm=insets[:2])
    tracks = list(table.tracker.tracks.values())
    assert holder_beside(on_the_six, tracks) is table.track(2)
    assert holder_beside(replace(on_the_six, rank=6), tracks) is None
    assert holder_beside(replace(on_the_six, rank=None), tracks) is None
    assert holder_beside(replace(on_the_six, indices_mm=insets[:2] + (20.0, 0.0)), tracks) is None
    assert holder_beside(replace(on_the_six, x_mm=60.0), tracks) is None  # no card is known there


def test_what_is_read_in_doubt_of_indices_of_two_cards_is_no_card() -> None:
    one, other = card(8, 0), card(6, 70)
    between = replace(card(None, 35), indices_mm=np.array([one.indices_mm[1], other.indices_mm[0]]))
    table = Table().look(one, other).look(one, other, between)
    assert table.cards == [(1, 8), (2, 6)]
    of_its_own = replace(between, indices_mm=between.indices_mm + (0.0, 20.0))
    assert len(table.look(one, other, of_its_own).look(one, other, of_its_own).cards) == 3


def bare_beside_a_covered_one(track: Track) -> Fate:
    """A sleeve of the table's colour over two cards: one is covered, the other looks as if it had gone."""
    return Fate.GONE if track.id == 1 else Fate.COVERED


def test_a_card_that_seems_to_have_gone_beside_a_covered_one_may_be_covered_too() -> None:
    table = Table().look(card(7, 0), card(3, 40))
    table.look(fate=bare_beside_a_covered_one).look(fate=bare_beside_a_covered_one)
    assert table.cards == [(1, 7), (2, 3)] and not table.track(1).visible
    assert table.tracker.wanting(table.time_s) == (table.track(1),)
    table.look(card(7, 0), card(3, 40), touched=False)
    assert table.cards == [(1, 7), (2, 3)] and table.track(1).visible


def test_what_covered_a_card_when_it_was_looked_at_last_counts_in_a_look_that_does_not_hold_it() -> None:
    table = Table().look(card(7, 0), card(3, 40)).look(fate=bare_beside_a_covered_one)
    assert table.look(fate=bare_beside_a_covered_one, at=[1]).cards == [(1, 7), (2, 3)]


def test_a_card_whose_place_stays_bare_beside_a_covered_one_has_gone() -> None:
    table = Table().look(card(7, 0), card(3, 40))
    for _ in range(7):
        assert table.cards == [(1, 7), (2, 3)]
        table.look(fate=bare_beside_a_covered_one)
    table.look(fate=bare_beside_a_covered_one)
    assert table.cards == [(2, 3)]


def test_a_bare_place_counts_from_when_it_was_bare_last() -> None:
    table = Table().look(card(7, 0), card(3, 40))
    for _ in range(5):
        table.look(fate=bare_beside_a_covered_one)
    table.look(fate=Fate.COVERED)
    for _ in range(5):
        table.look(fate=bare_beside_a_covered_one)
    assert table.cards == [(1, 7), (2, 3)]


def test_a_card_far_from_a_covered_one_goes_at_once() -> None:
    table = Table().look(card(7, 0), card(3, 120)).look(fate=bare_beside_a_covered_one)
    assert table.cards == [(2, 3)]


def test_a_card_under_another_is_no_sign_that_something_covers_its_neighbours() -> None:
    table = Table().look(card(7, 0), card(3, 40))
    table.look(fate=lambda track: Fate.GONE if track.id == 1 else Fate.UNDER)
    assert table.cards == [(2, 3)]


def test_what_lay_under_a_card_that_went_is_looked_at_again() -> None:
    table = Table().look(card(7, 0)).look(card(2, 20, 20), fate=Fate.UNDER)
    table.look(fate=lambda track: Fate.GONE if track.id == 2 else Fate.UNDER)
    assert table.cards == [(1, 7)]
    assert table.tracker.wanting(table.time_s) == (table.track(1),)


@pytest.mark.parametrize("outlined", [False, True])
def test_a_card_back_in_its_place_is_one_card_whatever_outlines_its_halves_tell(outlined: bool) -> None:
    """An arm left a strip of it to be seen, and it was taken for gone; then each half told an outline of its own."""
    lying = card(9, 0, 0)
    table = Table().look(lying).look(fate=Fate.GONE)
    assert not table.tracker.tracks
    halves = [
        replace(card(9, x, 0), indices_mm=lying.indices_mm[[at]] + 2.0, is_outlined=outlined)
        for at, x in enumerate((-40.0, 40.0))
    ]
    table.look(*halves)
    (back,) = table.tracker.tracks.values()
    assert (back.id, back.rank, back.glimpse.x_mm) == (1, 9, 0.0)
    np.testing.assert_array_equal(back.glimpse.indices_mm, lying.indices_mm)


def test_what_stands_elsewhere_than_a_lifted_card_s_indices_is_another_card() -> None:
    lying = card(9, 0, 0)
    table = Table().look(lying).look(fate=Fate.GONE)
    half = replace(card(9, -40, 0), indices_mm=lying.indices_mm[[0]])
    beside = replace(card(9, 40, 0), indices_mm=lying.indices_mm[[1]] + 20.0)
    table.look(half, beside)
    assert len(table.tracker.tracks) == 2


def test_another_rank_where_a_lifted_card_s_index_stood_is_not_that_card() -> None:
    lying = card(9, 0, 0)
    table = Table().look(lying).look(fate=Fate.GONE)
    table.look(replace(card(4, -40, 0), indices_mm=lying.indices_mm[[0]]))
    (new,) = table.tracker.tracks.values()
    assert new.id == 2 and new.read == 4


def test_a_card_lifted_and_put_back_at_once_keeps_its_id() -> None:
    table = Table().look(card(7, 0), card(3, 200)).look(card(3, 200), fate=Fate.GONE)
    table.look(card(3, 200), card(7, 40, 20))
    assert sorted(table.cards) == [(1, 7), (2, 3)]


@pytest.mark.parametrize(
    ("rank", "before", "came", "laid_on"),
    [(9, True, True, 1), (8, True, True, None), (9, False, True, None), (9, True, False, None)],
)
def test_a_card_that_came_to_lie_on_one_of_its_rank_that_still_shows_is_known_to_be_another(
    rank: int, before: bool, came: bool, laid_on: int | None
) -> None:
    """By the outlines of both: one index tells badly where a card lies, and may be the first one's own."""
    table = Table().look(replace(card(9, 0), is_outlined=before))
    second = replace(card(rank, 20, 2), is_outlined=came)
    table.look(second, fate=lambda track: Fate.UNDER, stays=True)
    assert table.track(2).laid_on == laid_on
    table.look(second, fate=lambda track: Fate.UNDER, touched=False)
    assert table.track(2).laid_on == laid_on


def test_an_equal_card_dealt_later_is_a_new_one() -> None:
    table = Table().look(card(7, 0)).look(fate=Fate.GONE)
    table.time_s += 5.0
    assert table.look(card(7, 0)).cards == [(2, 7)]


def gathered(*, lying: int, fate: Fate) -> Table:
    """A 6 is covered by a hand while three other cards go, of ``lying`` more; then a new 6 lies near its place, and the
    old one has this fate."""
    others = [card(rank, 200.0 * rank) for rank in (2, 3, 4, *range(7, 7 + lying))]
    table = Table().look(card(6, 0), *others)
    table.look(*others, fate=Fate.COVERED)
    table.look(*others[3:], fate=lambda track: Fate.COVERED if track.id == 1 else Fate.GONE)
    return table.look(card(6, 30, 8), *others[3:], fate=fate)


@pytest.mark.parametrize("fate", [Fate.GONE, Fate.UNDER])
def test_a_covered_card_that_is_not_in_its_place_after_the_cards_were_gathered_went_too(fate: Fate) -> None:
    assert [number for number, rank in gathered(lying=3, fate=fate).cards if rank == 6] == [8]


@pytest.mark.parametrize(("lying", "fate"), [(4, Fate.GONE), (4, Fate.UNDER), (0, Fate.COVERED), (0, Fate.SAME)])
def test_where_as_many_cards_stay_or_it_may_lie_there_yet_a_covered_card_is_kept(lying: int, fate: Fate) -> None:
    assert 1 in [number for number, rank in gathered(lying=lying, fate=fate).cards if rank == 6]


def test_a_covered_card_that_shows_again_where_it_lay_was_not_gathered_with_the_others() -> None:
    others = [card(rank, 200.0 * rank) for rank in (2, 3, 4)]
    table = Table().look(card(6, 0), *others).look(*others, fate=Fate.COVERED)
    table.look(fate=lambda track: Fate.COVERED if track.id == 1 else Fate.GONE)
    assert table.look(card(6, 3, 2)).cards == [(1, 6)]


def test_cards_dealt_since_a_card_was_covered_do_not_count_as_those_that_stayed() -> None:
    others, dealt = ([card(rank, 200.0 * rank) for rank in ranks] for ranks in ((2, 3, 4), (7, 8, 9, 10)))
    table = Table().look(card(6, 0), *others).look(*others, fate=Fate.COVERED)
    table.look(fate=lambda track: Fate.COVERED if track.id == 1 else Fate.GONE)
    table.look(*dealt, fate=Fate.COVERED)
    assert 1 not in [number for number, _ in table.look(card(6, 30, 8), *dealt, fate=Fate.UNDER).cards]


def test_cards_that_went_while_one_was_covered_for_long_count() -> None:
    others = [card(rank, 200.0 * rank) for rank in (2, 3, 4)]
    table = Table().look(card(6, 0), *others).look(*others, fate=Fate.COVERED)
    table.look(fate=lambda track: Fate.COVERED if track.id == 1 else Fate.GONE)
    table.time_s += 20.0
    table.look(fate=Fate.COVERED)
    assert table.look(card(6, 30, 8), fate=Fate.GONE).cards == [(5, 6)]


def test_a_card_that_was_covered_and_shows_again_may_slide_while_others_go() -> None:
    others = [card(rank, 200.0 * rank) for rank in (2, 3, 4)]
    table = Table().look(card(6, 0), *others).look(*others, fate=Fate.COVERED).look(card(6, 0), *others)
    table.look(card(6, 0), fate=Fate.GONE)
    assert table.look(card(6, 30, 8), fate=Fate.GONE).cards == [(1, 6)]


def test_cards_that_went_long_before_one_was_covered_tell_nothing_of_it() -> None:
    others = [card(rank, 200.0 * rank) for rank in (2, 3, 4)]
    table = Table().look(card(6, 0), *others).look(card(6, 0), fate=Fate.GONE)
    table.time_s += 30.0
    table.look(fate=Fate.COVERED)
    assert table.look(card(6, 30, 8), fate=Fate.GONE).cards == [(1, 6)]


def test_a_card_that_lies_under_one_that_stays_is_not_gathered_while_others_come_and_go() -> None:
    """Drawn cards go one after another into a column, in which each next card hides most of the one before."""
    column = [card(6, 0), card(8, 0, 27)]
    table = Table().look(column[0]).look(*column, fate=Fate.UNDER)
    for rank in (2, 3, 4, 5):
        table.look(card(rank, 400.0), *column[1:], fate=Fate.UNDER).look(*column[1:], fate=gone_but_the_first)
    assert table.look(*column[1:], fate=Fate.UNDER).cards == [(1, 6), (2, 8)]


def test_where_its_place_is_seen_bare_no_card_beside_it_holds_down_one_that_was_gathered() -> None:
    """A 6 and an 8 of one stack are covered while others go; the 8 stays, and a new 6 is dealt near by."""
    others = [card(rank, 400.0 + 200.0 * rank) for rank in (2, 3, 4)]
    stays = card(8, 0, 60)
    table = Table().look(card(6, 0), *others).look(stays, *others, fate=Fate.COVERED)
    table.look(stays, fate=lambda track: Fate.COVERED if track.id == 1 else Fate.GONE)
    assert 1 not in [number for number, _ in table.look(card(6, 30, 8), stays, fate=Fate.GONE).cards]


def gone_but_the_first(track: Track) -> Fate:
    return Fate.UNDER if track.id == 1 else Fate.GONE
