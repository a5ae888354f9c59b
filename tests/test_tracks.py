"""The tracker on made-up looks: ids that stay, ranks that are certain or not, cards that go only when seen gone."""

from dataclasses import replace

import numpy as np
import pytest
from tracks_table import Table, as_read, card

from vision.belief.called import CalledCards
from vision.tracking.track import Fate, Track


def test_a_sure_card_needs_one_look() -> None:
    table = Table().look(card(7, 0))
    assert table.cards == [(1, 7)]
    assert table.track(1).confirmed and table.track(1).rest_s == pytest.approx(9.9)


def test_a_card_that_lies_keeps_its_id_and_its_rest() -> None:
    table = Table().look(card(7, 0))
    table.look(card(7, 3, 2, angle_deg=186), touched=False).look(touched=False)
    assert table.cards == [(1, 7)]
    assert table.track(1).rest_s == pytest.approx(9.9)


def test_a_nudged_card_keeps_its_id() -> None:
    table = Table().look(card(7, 0), card(3, 100)).look(card(7, 9, 4, angle_deg=8), card(3, 100), fate=Fate.GONE)
    assert table.cards == [(1, 7), (2, 3)]
    assert table.track(1).glimpse.x_mm == 9


def test_a_card_that_slid_keeps_its_id_and_rests_anew() -> None:
    table = Table().look(card(7, 0)).look(card(7, 120), fate=Fate.GONE)
    assert table.cards == [(1, 7)]
    assert table.track(1).rest_s == pytest.approx(10.3)


@pytest.mark.parametrize(
    ("before", "after", "ids"),
    [
        ({6: 0.3}, {6: 0.4, 9: 0.1}, [1]),
        ({6: 0.3}, {5: 0.05, 6: 0.07, 11: 0.88}, [1]),
        ({6: 0.3}, {11: 0.99}, [1]),
        ({6: 0.3}, {3: 0.75, 5: 0.05}, [2]),
    ],
)
def test_an_unread_card_did_not_slide_to_where_another_rank_shows(
    before: dict[int, float], after: dict[int, float], ids: list[int]
) -> None:
    before, after = ({11: 0.99 - sum(each.values())} | each for each in (before, after))
    table = Table().look(card(None, 0, belief=before)).look(card(None, 0, belief=before), touched=False)
    table.look(card(None, 40, belief=after), fate=Fate.GONE)
    assert [number for number, _ in table.cards] == ids


THREE_OR_FIVE = {3: 0.31, 5: 0.24, 6: 0.01, 11: 0.43}


@pytest.mark.parametrize(
    ("counts_as", "aside_mm", "read", "ids"),
    [
        (6, 10, THREE_OR_FIVE, [1, 2]),
        (6, 6, THREE_OR_FIVE, [1]),
        (3, 10, THREE_OR_FIVE, [1]),
        (None, 10, THREE_OR_FIVE, [1]),
        (6, 10, {3: 0.2, 5: 0.24, 6: 0.01, 11: 0.54}, [1]),
    ],
)
def test_beside_a_card_that_counts_as_one_rank_another_that_shows_is_a_new_card(
    counts_as: int | None, aside_mm: float, read: dict[int, float], ids: list[int]
) -> None:
    blank = {6: 0.02, 11: 0.95}
    table = Table().look(card(None, 0, belief={11: 0.97})).look(card(None, 0, belief=blank), touched=False)
    calls = CalledCards()
    calls.called({1: 9}, table.tracker.tracks)
    calls.called({} if counts_as is None else {1: counts_as}, table.tracker.tracks)  # that was taken back, or corrected
    table.look(card(None, aside_mm, belief=read))
    assert [number for number, _ in table.cards] == ids


def test_a_card_that_was_read_for_certain_is_it_however_it_is_read_in_doubt() -> None:
    assert Table().look(card(6, 0)).look(card(None, 10, belief=THREE_OR_FIVE)).cards == [(1, 6)]


def test_an_equal_card_beside_one_that_lies_is_another() -> None:
    table = Table().look(card(7, 0)).look(card(7, 0), card(7, 25, 5))
    assert table.cards == [(1, 7), (2, 7)]


def test_an_equal_card_beside_one_that_was_not_read_this_time_is_another() -> None:
    table = Table().look(card(7, 0)).look(card(7, 25, 5), fate=Fate.SAME)
    assert table.cards == [(1, 7), (2, 7)]


def test_an_equal_card_fanned_so_that_its_indices_lie_where_the_other_has_its_own_is_another() -> None:
    """Two indices stand 44 mm apart; a card laid as far aside covers two and shows two of its own in their places."""
    table = Table().look(card(6, 0.0)).look(card(6, 0.0))
    known, aside = card(6, 0.0), card(6, 43.0)
    corners = np.array([[-22.0, 34.0], [22.0, 34.0], [22.0, -34.0], [-22.0, -34.0]])
    known, aside = replace(known, indices_mm=corners), replace(aside, indices_mm=corners + (43.0, 0.0))
    table.look(known).look(known, aside).look(known, aside)
    assert [rank for _, rank in table.cards] == [6, 6]


def test_two_cards_dropped_at_once_are_two() -> None:
    table = Table().look(card(7, 0)).look(card(7, 0), card(2, 60), card(9, 84, -9, angle_deg=-6))
    assert table.cards == [(1, 7), (2, 2), (3, 9)]


def test_a_card_dropped_exactly_on_another_is_noticed_by_the_second_look() -> None:
    table = Table().look(card(7, 0)).look(card(2, 1, 1, angle_deg=3), fate=Fate.UNDER)
    assert table.cards == [(1, 7)]
    assert table.tracker.wanting(table.time_s) == (table.track(1),)
    table.look(card(2, 1, 1, angle_deg=3), fate=Fate.UNDER, touched=False)
    assert table.cards == [(1, 7), (2, 2)]


def test_a_wrong_reading_of_a_card_that_looks_as_before_is_no_card_on_it() -> None:
    table = Table().look(card(10, 0))

    def looks_as_before(track: Track) -> Fate:
        return Fate.SAME

    for _ in range(4):
        table.look(card(9, 2, angle_deg=4), card(1, 50), fate=looks_as_before, touched=True)
        assert (1, 10) in table.cards or (1, None) in table.cards
        assert not any(rank == 9 for _, rank in table.cards)


def test_a_card_dropped_beside_the_outline_of_another_is_new_though_that_looks_as_before() -> None:
    table = Table().look(card(7, 0))
    for _ in range(2):
        table.look(card(10, 8, 9), card(8, 40, 5), fate=Fate.SAME)
    assert sorted(rank or 0 for _, rank in table.cards) == [7, 8, 10]


def test_a_card_cut_off_by_the_edge_of_a_look_is_not_read_as_another() -> None:
    table = Table().look(card(10, 0))
    for _ in range(3):
        table.tracker.update(
            [card(9, 2, angle_deg=4)],
            expected=[],
            judge=lambda track, seen: Fate.UNDER,
            touched=lambda glimpse: True,
            arrival_of=lambda glimpse: (table.time_s, table.time_s),
            decide=as_read,
            time_s=table.time_s,
        )
    assert table.cards == [(1, 10)]
