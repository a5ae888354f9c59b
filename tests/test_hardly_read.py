"""What tells cards that cannot be read, or hardly: what they are printed like, and many looks at them."""

from collections.abc import Iterable
from typing import cast

import pytest
from painted_table import CARD_MM, Painted, PaintedTable
from shown_cards import PICTURE, Shows, read_as

from vision.belief import doubted
from vision.belief.learnt import LearntDeck
from vision.belief.looks import LiveLook
from vision.belief.many_looks import ONE, PERHAPS, RATHER, SURELY, Bounds, LookedOver
from vision.belief.plain_looks import PlainLooks
from vision.deck.prints import Prints
from vision.frame import BGRImage
from vision.nets.ranks import Ranks
from vision.tracking.glimpses import Glimpse
from vision.tracking.track import Track

UNREAD = Painted(250, -80, 0)


def test_a_later_8_that_may_be_closed_is_asked_about(monkeypatch: pytest.MonkeyPatch) -> None:
    table = PaintedTable().start().knows(8)
    monkeypatch.setattr(doubted, "may_be_closed", lambda prints, rank, pictures: rank == 8)
    *_, card = table.put(Painted(250, -80, 8), frames=20).sightings
    assert card.rank is None


@pytest.mark.parametrize(
    ("before", "alike", "however", "told"),
    [
        ((2, *range(6, 11)), 0.5, True, True),
        ((2, *range(6, 11)), 0.5, False, False),
        ((2, *range(6, 11)), 0.95, True, False),
        ((2, *range(7, 11)), 0.5, True, False),
        ((1, 2, *range(6, 11)), 0.5, True, False),
        (range(3, 11), 0.5, True, False),
        ((*range(2, 7), 8, 9, 10), 0.5, True, False),
    ],
    ids=[
        "it shows a stroke",
        "it does not",
        "it is printed like another",
        "five ranks are left",
        "the 1 has come",
        "it may be a 2",
        "it may be a 7",
    ],
)
def test_a_card_that_cannot_be_read_is_the_1_where_it_shows_a_stroke_and_hardly_any_other_rank_is_left(
    before: Iterable[int], alike: float, however: bool, told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = PaintedTable().start()
    calls, ranks = table.eye._calls, set(before)
    looked_over = Shows(however=however)
    monkeypatch.setattr(calls._cards.plain, "_looked_over", looked_over)
    monkeypatch.setattr(calls._cards.proposals, "knows", lambda rank: rank in ranks)
    monkeypatch.setattr(calls._cards.proposals, "likeness", lambda rank, pictures: alike)
    (card,) = table.put(UNREAD, frames=20).sightings
    assert card.rank == (1 if told else None)
    assert set(looked_over.least) <= {ONE}


def test_what_shows_a_stroke_and_looks_like_the_cards_of_another_rank_is_no_1(monkeypatch: pytest.MonkeyPatch) -> None:
    """A 2 that had been named before any index of a 2 was found: no print of it is known, but what it looks like."""
    table = PaintedTable(learnt=LearntDeck(Ranks())).start()
    cards = table.eye._calls._cards
    monkeypatch.setattr(cards.plain, "_looked_over", Shows(however=True))
    monkeypatch.setattr(cards.proposals, "knows", lambda rank: rank in (2, 6, 7, 8, 9, 10))
    monkeypatch.setattr(cards.proposals, "likeness", lambda rank, pictures: 0.5)
    monkeypatch.setattr(cards.whole, "opposes", lambda card, rank, face: rank == 1)
    assert table.put(UNREAD, frames=20).sightings[0].rank is None


@pytest.mark.parametrize(
    ("alike", "however", "read", "told"),
    [
        ({4: 0.975, 9: 0.95}, True, set(), 4),
        ({4: 0.985, 9: 0.95}, True, set(), 4),
        ({4: 0.975, 9: 0.95}, False, set(), None),
        ({4: 0.965, 9: 0.94}, True, set(), None),
        ({4: 0.975, 9: 0.97}, True, set(), None),
        ({4: 0.975, 9: 0.95}, True, {9}, None),
        ({}, True, set(), None),
    ],
    ids=["told", "just like it", "shows something else", "not alike enough", "as much like the 9s"]
    + ["once read as a 9", "like none"],
)
def test_a_card_that_cannot_be_read_is_what_it_is_printed_like_where_it_shows_that_rather(
    alike: dict[int, float], however: bool, read: set[int], told: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = PaintedTable().start()
    calls = table.eye._calls
    looked_over = Shows(however=however)
    monkeypatch.setattr(calls._cards.plain, "_looked_over", looked_over)
    monkeypatch.setattr(calls._cards.proposals, "alike", lambda pictures, but=None: alike)
    monkeypatch.setattr(Track, "readings", property(lambda _: read, lambda _, value: None))
    (card,) = table.put(UNREAD, frames=20).sightings
    assert (card.rank, card.learnt) == (told, told is not None)
    assert set(looked_over.least) <= {RATHER, PERHAPS}


def test_a_card_that_looks_otherwise_as_a_whole_is_not_told_by_its_print(monkeypatch: pytest.MonkeyPatch) -> None:
    table = PaintedTable().start()
    calls = table.eye._calls
    monkeypatch.setattr(calls._cards.plain, "_looked_over", Shows(however=True))
    monkeypatch.setattr(calls._cards.proposals, "alike", lambda pictures, but=None: {4: 0.985})
    monkeypatch.setattr(calls._cards, "looks_otherwise", lambda track, rank, face: rank == 4)
    (card,) = table.put(UNREAD, frames=20).sightings
    assert card.rank is None


@pytest.mark.parametrize(("named", "confirmed", "told"), [(False, True, 4), (True, True, None), (False, False, None)])
def test_what_people_named_or_was_seen_but_once_is_not_told_by_its_print(
    named: bool, confirmed: bool, told: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = PaintedTable().start()
    calls, shows = table.eye._calls, Shows(however=False)
    monkeypatch.setattr(calls._cards.plain, "_looked_over", shows)
    monkeypatch.setattr(calls._cards.proposals, "alike", lambda pictures, but=None: {4: 0.985})
    (card,) = table.put(UNREAD, frames=20).sightings
    if named:
        table.eye.called({card.id: 9})
    track, shows.however = table.eye._tracker.tracks[card.id], True
    track.confirmed = confirmed
    assert table.eye._geometry is not None and track.rank is None
    calls.compare(LiveLook(table.frame(), table.eye._geometry, track.glimpse, card_mm=CARD_MM), track)
    assert track.rank == told


def test_without_many_looks_no_print_alone_tells_what_cannot_be_read() -> None:
    assert not PlainLooks(Prints(), None, most=20).show_so_much(read_as(4), 4, [PICTURE], 1.0, least=[RATHER])


def test_a_stroke_on_whatever_lies_there_is_no_1(monkeypatch: pytest.MonkeyPatch) -> None:
    table = PaintedTable().start()
    monkeypatch.setattr(table.eye._calls._cards.plain, "_looked_over", Shows(however=True))
    monkeypatch.setattr(table.eye._calls._cards.proposals, "knows", lambda rank: rank in (2, 6, 7, 8, 9, 10))
    monkeypatch.setattr(table.eye._calls._cards.proposals, "likeness", lambda rank, pictures: 0.5)
    monkeypatch.setattr(Glimpse, "is_card", property(lambda _: False))
    (card,) = table.put(UNREAD, frames=20).sightings
    assert card.rank is None


def test_of_a_hard_deck_no_stroke_is_the_1() -> None:
    over = Shows(however=True)
    looks = PlainLooks(Prints(), cast(LookedOver, over), most=20)
    assert looks.show_one(read_as(1), [PICTURE], 1.0, hard=False)
    assert not looks.show_one(read_as(1), [PICTURE], 1.0, hard=True)
    assert not PlainLooks(Prints(), None, most=20).show_one(read_as(1), [PICTURE], 1.0, hard=False)


@pytest.mark.parametrize(
    ("rank", "own", "leads", "surely", "opposed", "told"),
    [
        (5, 0.9, True, True, False, True),
        (5, 0.8, True, True, False, False),
        (5, 0.9, False, True, False, False),
        (5, 0.9, True, False, False, False),
        (5, 0.9, True, True, True, False),
        (8, 0.96, True, True, False, False),
    ],
    ids=["told", "too unlike", "another is as alike", "not shown surely", "opposed by the deck", "an 8 may be closed"],
)
def test_a_later_card_that_is_printed_unlike_is_told_where_it_is_surely_shown_and_like_no_other(
    rank: int, own: float, leads: bool, surely: bool, opposed: bool, told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though its indices, each alone, are not plain."""
    table = PaintedTable().start().knows(rank)
    table.reader.weakest, table.reader.rival_rank, table.reader.rival = {rank: 0.6}, 3, {rank: 0.6}
    calls, asked = table.eye._calls, []

    def show(track: Track, rank: int, pictures: list[BGRImage], time_s: float, *, least: list[Bounds]) -> bool:
        asked.extend(least)
        return surely

    monkeypatch.setattr(calls._cards.prints, "differs", lambda rank, pictures, surely=False: True)
    monkeypatch.setattr(calls._cards.proposals, "likeness", lambda rank, pictures: own)
    monkeypatch.setattr(calls._cards.proposals, "tells", lambda rank, pictures, lead: leads)
    monkeypatch.setattr(calls._cards.proposals, "alike", lambda pictures, but=None: {})
    monkeypatch.setattr(calls._doubted, "_is_opposed", lambda track: opposed)
    monkeypatch.setattr(calls._cards.plain, "show_so_much", show)
    *_, card = table.put(Painted(250, -80, rank), frames=20).sightings
    assert card.rank == (rank if told else None)
    assert set(asked) == ({SURELY} if own >= 0.85 and leads and not opposed and rank != 8 else set())


@pytest.mark.parametrize(
    ("alike", "told"), [({5: 0.985, 3: 0.97}, True), ({5: 0.975}, False), ({5: 0.985, 3: 0.98}, False), ({}, False)]
)
def test_a_card_that_is_hardly_read_is_told_by_a_print_just_like_that_of_one_that_people_named(
    alike: dict[int, float], told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = PaintedTable().start()
    calls = table.eye._calls
    monkeypatch.setattr(calls._cards.plain, "_looked_over", Shows(however=False))
    monkeypatch.setattr(calls._cards.proposals, "alike", lambda pictures, but=None: alike)
    table.reader.weakest = {5: 0.6}
    (card,) = table.put(Painted(250, -80, 5), frames=20).sightings
    assert card.rank == (5 if told else None)
