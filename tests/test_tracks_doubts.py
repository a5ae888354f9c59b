"""Tracks of cards that are read in doubt: when looks agree, when one is asked about, and who is told what."""

from dataclasses import replace

import numpy as np
import pytest
from tracks_table import CARD_MM, Table, card

from dealer.view import Face
from vision.looking.shapes import blank_card
from vision.tracking.track import Fate, Track, lies_free


def test_one_wrong_reading_of_a_nudged_card_changes_nothing() -> None:
    table = Table().look(card(9, 0)).look(card(6, 1), fate=Fate.UNDER)
    table.look(card(9, 1), touched=False)
    assert table.cards == [(1, 9)]


def test_the_same_doubt_however_often_looked_at_stays_a_question() -> None:
    table = Table()
    for _ in range(40):
        table.look(card(None, 0, belief={4: 0.9, 1: 0.08}), touched=False)
    assert table.cards == [(1, None)]


def test_doubtful_looks_that_disagree_stay_a_question() -> None:
    table = Table()
    for rank in (4, 1, 4, 1, 4):
        table.look(card(None, 0, belief={rank: 0.9}), touched=False)
    assert table.cards == [(1, None)]


def test_a_better_view_corrects_a_doubtful_one() -> None:
    table = Table().look(card(None, 0, belief={4: 0.6, 1: 0.3}))
    table.look(card(1, 0), touched=False)
    assert table.cards == [(1, 1)]


def test_a_doubtful_card_is_looked_at_often_at_first_and_then_rarely() -> None:
    table = Table().look(card(None, 0, belief={4: 0.6}))
    track = table.track(1)
    assert track.next_look_s - 10.0 == pytest.approx(0.3)
    table.time_s = 13.0
    table.look(card(None, 0, belief={4: 0.6}), touched=False)
    assert track.next_look_s - 13.0 == pytest.approx(3.0), "it has lain for so long"


def test_a_certain_card_is_not_looked_at_again() -> None:
    table = Table().look(card(4, 0))
    assert table.tracker.wanting(1e6) == ()


def test_an_unread_card_is_confirmed_by_a_second_look() -> None:
    table = Table().look(card(None, 0))
    assert not table.track(1).confirmed
    table.look(card(None, 0), touched=False)
    assert table.track(1).confirmed


def test_what_is_seen_once_and_not_again_was_no_card() -> None:
    table = Table().look(card(None, 0)).look(fate=Fate.COVERED)
    assert table.cards == []


@pytest.mark.parametrize(
    ("outlined", "indices", "borrowed", "stays"),
    [(True, 2, True, True), (False, 2, False, True), (False, 2, True, False), (False, 1, False, False)],
    ids=["its outline was seen", "two indices", "two indices, perhaps another's", "one index"],
)
def test_an_unread_card_that_is_not_found_again_stays_while_it_looks_as_it_did(
    outlined: bool, indices: int, borrowed: bool, stays: bool
) -> None:
    found, beside = card(None, 0), card(7, 30)
    if borrowed:
        found.indices_mm[0] = beside.indices_mm[0]
    found = replace(found, is_outlined=outlined, indices_mm=found.indices_mm[:indices])
    table = Table().look(beside).look(found, touched=True, at=())
    table.look(fate=Fate.SAME, touched=False)
    assert (len(table.cards) == 2) is stays
    assert not stays or table.track(2).confirmed


def test_a_second_reading_of_a_known_cards_picture_is_no_card() -> None:
    within = card(None, 18, 10)
    within = replace(within, indices_mm=within.indices_mm[:1])
    table = Table().look(card(7, 0), within)
    assert table.cards == [(1, 7)]
    table.look(within, fate=Fate.SAME, touched=False)
    assert table.cards == [(1, 7)]


def test_an_unread_card_dealt_beside_a_known_one_is_not_lost() -> None:
    table = Table().look(card(5, 0)).look(card(5, 0), card(None, 0, 29))
    assert len(table.cards) == 2


def test_two_readings_of_one_card_in_one_look_are_one() -> None:
    assert Table().look(card(7, 0), card(7, 4, 3), card(None, 2, 1)).cards == [(1, 7)]


def test_an_unread_card_stays_known_under_a_certain_one_that_came_later() -> None:
    upper = card(6, 0, 24)
    corner = replace(card(None, 0), indices_mm=upper.indices_mm[:1])
    table = Table().look(corner).look(corner, touched=False).look(upper)
    assert table.cards == [(1, None), (2, 6)]


def test_an_index_where_that_of_another_rank_stood_is_its_own_cards() -> None:
    table = Table().look(card(4, 0)).look(card(4, 0), card(None, 0, 24))
    over = card(7, 0, 24)
    over = replace(over, indices_mm=np.array([table.track(1).glimpse.indices_mm[0], over.indices_mm[1]]))
    alone = replace(over, indices_mm=over.indices_mm[:1])
    for _ in range(3):
        table.look(card(4, 0), alone, touched=False)
    assert table.cards == [(1, 4), (2, None)], "where it is the only one it may be the other's, misread"
    for _ in range(3):
        table.look(card(4, 0), over, touched=False)
    assert table.cards == [(1, 4), (2, 7)]


def test_an_unread_card_is_not_read_by_the_index_of_a_card_that_lies_on_it() -> None:
    table = Table().look(card(None, 0, 24)).look(card(6, 0), card(None, 0, 24))
    assert table.cards == [(1, None), (2, 6)]
    over = card(6, 0, 20)
    over = replace(over, indices_mm=np.array([table.track(2).glimpse.indices_mm[0], over.indices_mm[1]]))
    for _ in range(5):
        table.look(card(6, 0), over, touched=False)
    assert table.cards == [(1, None), (2, 6)]
    table.look(card(6, 0), card(9, 0, 24), touched=False).look(card(6, 0), card(9, 0, 24), touched=False)
    assert table.cards == [(1, 9), (2, 6)]


def test_a_face_down_card_that_is_turned_keeps_its_id() -> None:
    back = blank_card(0, 0, 5, face=Face.DOWN, card_mm=CARD_MM)
    table = Table().look(back).look(back, touched=False)
    assert table.cards == [(1, None)] and table.track(1).face is Face.DOWN and table.track(1).confirmed
    table.look(card(8, 2, 1, angle_deg=5))
    assert table.cards == [(1, 8)] and table.track(1).face is Face.UP


def test_a_correction_stays_whatever_is_read() -> None:
    table = Table().look(card(9, 0))
    table.tracker.correct(1, 6)
    for touched in (False, True, False):
        table.look(card(9, 1), fate=Fate.UNDER, touched=touched)
    assert table.cards == [(1, 6)] and table.track(1).corrected


def test_a_correction_of_an_unknown_id_is_refused() -> None:
    with pytest.raises(KeyError):
        Table().tracker.correct(3, 5)


def test_a_card_put_on_a_corrected_one_is_another() -> None:
    table = Table().look(card(9, 0))
    table.tracker.correct(1, 6)
    table.look(card(2, 1), fate=Fate.UNDER).look(card(2, 1), fate=Fate.UNDER, touched=False)
    assert table.cards == [(1, 6), (2, 2)]


def test_equal_looks_give_equal_cards() -> None:
    looks = [(card(7, 0), card(2, 60)), (card(2, 62), card(7, 3), card(5, 130)), (card(5, 131),)]
    results = []
    for _ in range(2):
        table = Table()
        for look in looks:
            table.look(*look, fate=Fate.GONE)
        results.append([(t.id, t.rank, t.glimpse.x_mm, t.rest_s) for t in table.tracker.tracks.values()])
    assert results[0] == results[1]


@pytest.mark.parametrize(("aside_mm", "cards"), [(15, [(1, 8)]), (26, [(1, 8), (2, None)])])
def test_what_is_seen_of_a_card_beside_one_is_another_unless_it_is_that_ones_edge(
    aside_mm: float, cards: list[tuple[int, int | None]]
) -> None:
    part = blank_card(aside_mm, 0.0, 0.0, face=Face.UNKNOWN, card_mm=CARD_MM)
    table = Table().look(card(8, 0)).look(card(8, 0), part, touched=False)
    assert table.cards == cards


@pytest.mark.parametrize(
    ("away_mm", "later_s", "free"), [(40, 1.0, False), (40, 0.0, False), (40, -1.0, True), (90, 1.0, True)]
)
def test_a_card_lies_free_where_nothing_came_near_it_with_it_or_later(
    away_mm: float, later_s: float, free: bool
) -> None:
    lower = Track(id=1, glimpse=card(4, 0), rest_s=5.0, face=Face.UP)
    other = Track(id=2, glimpse=card(5, away_mm), rest_s=5.0 + later_s, face=Face.UP)
    assert lies_free(lower, [lower, other]) == free
