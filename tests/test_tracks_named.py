"""Tracks of cards that people named, or that counts as another rank than they show."""

from dataclasses import replace

import numpy as np
import pytest
from tracks_table import CARD_MM, Table, as_read, card

from dealer.view import Face
from vision.looking.shapes import blank_card
from vision.tracking.glimpses import Glimpse
from vision.tracking.track import Fate, Track
from vision.tracking.tracker import Tracker


def one_index(x_mm: float, y_mm: float = 0.0) -> Glimpse:
    whole = card(None, x_mm, y_mm)
    return replace(whole, indices_mm=whole.indices_mm[:1])


def named(table: Table, rank: int | None = 7) -> Track:
    """A card without an index that can be found, which people named; ``None``: not yet."""
    table.look(blank_card(0, 0, 0.0, face=Face.DOWN, card_mm=CARD_MM)).look(
        blank_card(0, 0, 0.0, face=Face.DOWN, card_mm=CARD_MM)
    )
    (track,) = table.tracker.tracks.values()
    track.counts_as = rank
    return track


@pytest.mark.parametrize("at", [(25.0, 0.0), (20.0, -35.0)], ids=["near it", "on it"])
def test_one_unread_index_at_a_card_that_was_named_is_that_cards(at: tuple[float, float]) -> None:
    table = Table()
    named(table)
    table.look(one_index(*at))
    assert table.cards == [(1, None)]
    table.look(card(None, *at))
    assert len(table.cards) == 2, "two indices are another card"
    other = Table()
    named(other, None)
    other.look(one_index(*at))
    assert len(other.cards) == 2, "nobody has named it: the index may be another's"


def test_what_one_index_showed_when_a_card_came_is_that_card_once_it_is_named() -> None:
    table = Table()
    track = named(table, None)
    table.look(one_index(25), card(None, 45, 60), one_index(200), one_index(-28))
    assert len(table.cards) == 5
    table.track(5).born_s = track.born_s + 5
    track.counts_as = 7
    table.tracker.forget_seconds_of(track)
    left = [round(one.glimpse.x_mm) for one in table.tracker.tracks.values()]
    assert left == [0, 45, 200, -28], "two indices, another place and another time are other cards"


def test_an_index_of_a_card_that_was_named_tells_nothing_of_another() -> None:
    table = Table().look(card(None, 0)).look(card(None, 0))
    table.track(1).counts_as = 7
    aside = card(None, 120)
    table.look(aside).look(aside)
    both = np.vstack([table.track(1).glimpse.indices_mm[:1], aside.indices_mm[1:]])
    table.look(replace(card(None, 121), indices_mm=both))
    assert table.track(2).looks == 0
    table.look(card(None, 121))
    assert table.track(2).looks == 1


def test_a_card_whose_own_outline_came_is_another_though_its_one_index_stands_where_the_known_one_prints_its_own() -> (
    None
):
    """A 7 was laid on a 4 so that it hid one of its indices, and was read by one itself; the 4 was read again, too."""
    table = Table().look(card(4, 0)).look(card(4, 0), touched=False)
    laid = replace(card(7, 20, 24, belief={7: 0.97}), indices_mm=card(4, 0).indices_mm[:1] + 3.0)
    table.look(card(4, 0), laid)
    assert len(table.cards) == 1, "told by an index alone, it is that of the 4"
    table.look(card(4, 0), replace(laid, is_outlined=True))
    assert len(table.cards) == 2


@pytest.mark.parametrize(("looks_the_same", "cards"), [(True, 1), (False, 2)])
def test_a_card_whose_faint_indices_are_not_found_this_time_is_the_same_if_it_looks_so(
    looks_the_same: bool, cards: int
) -> None:
    """What has its shape would lie on it otherwise: a card face down."""
    tracker = Tracker()

    def look(glimpse: Glimpse, time_s: float) -> None:
        tracker.update(
            [glimpse],
            expected=list(tracker.tracks.values()),
            judge=lambda track, seen: Fate.UNDER if seen else Fate.SAME if looks_the_same else Fate.GONE,
            touched=lambda glimpse: True,
            arrival_of=lambda glimpse: (time_s, time_s),
            decide=as_read,
            time_s=time_s,
        )

    look(card(None, 0), 10.0)
    look(card(None, 0), 10.4)
    look(blank_card(1.0, 1.0, 0.0, face=Face.DOWN, card_mm=CARD_MM), 10.8)
    assert len(tracker.tracks) == cards
