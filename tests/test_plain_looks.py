"""Whether cards are plainly what they were read as, and what many looks at them decide."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import cast

import numpy as np
import pytest
from painted_table import CARD_MM, Painted, PaintedTable

from dealer.cards import RANKS
from dealer.view import Face
from vision import doubted
from vision.card_track import Track
from vision.frame import BGRImage
from vision.glimpses import Glimpse
from vision.learnt import LearntDeck
from vision.many_looks import (
    A_STROKE,
    AGREED,
    BY_ITSELF,
    DEALT,
    HARDLY,
    HARDLY_A_STROKE,
    HARDLY_AGREED,
    HARDLY_CLOSED,
    LATE,
    ONE,
    PERHAPS,
    RATHER,
    SURELY,
    TRUSTED,
    Bounds,
    LookedOver,
)
from vision.plain_looks import PlainLooks
from vision.prints import Prints, Turned, grey_of
from vision.ranks import Ranks
from vision.shapes import blank_card

PICTURE = np.full((96, 96, 3), 90, np.uint8)


@pytest.fixture(scope="module")
def ranks() -> Ranks:
    """Net B, with D and C."""
    return Ranks()


@pytest.mark.parametrize(("alike", "unlike"), [(0.9, {2}), (0.92, set())])
def test_what_a_first_card_is_printed_unlike_is_known_to_those_who_look_again(
    alike: float, unlike: set[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    prints, shows = Prints(), Shows(however=True)
    prints.keep(5, 2, [grey_of(PICTURE)])
    prints.tell({5: 2})
    monkeypatch.setattr(Turned, "likeness", lambda *_, **__: alike)
    looks = PlainLooks(prints, cast("LookedOver", shows), most=20)
    assert looks.show_however(read_as(8), [PICTURE] * 2, 1.0, hard=False, trusted=False)
    assert shows.unlike == unlike


@pytest.mark.parametrize(("plain", "least"), [(True, HARDLY), (False, HARDLY_AGREED)])
def test_of_what_is_not_plain_by_the_looks_by_which_it_is_read_as_much_is_asked_as_shows_it(
    plain: bool, least: Bounds
) -> None:
    over = Shows(however=True)
    looks = PlainLooks(Prints(), cast("LookedOver", over), most=20)
    looks.hardly_shows(read_as(7), [PICTURE], 1.0, was_plain=plain)
    assert over.against == [least]


@pytest.mark.parametrize(
    ("came", "against"), [((), [HARDLY_A_STROKE, HARDLY]), ((2,), [HARDLY_A_STROKE, HARDLY]), ((2, 7), [HARDLY])]
)
def test_of_a_plain_1_more_is_asked_while_a_2_or_a_7_has_not_come(came: tuple[int, ...], against: list[Bounds]) -> None:
    prints, over = Prints(), Shows(however=True)
    for rank in came:
        prints.keep(rank, rank, [grey_of(PICTURE)])
        prints.tell({rank: rank})
    looks = PlainLooks(prints, cast("LookedOver", over), most=20)
    assert not looks.hardly_shows(read_as(1), [PICTURE], 1.0)
    assert over.against == against
    over.hardly = True
    assert looks.hardly_shows(read_as(1), [PICTURE], 1.0)
    assert over.rivals == ({2, 7} if len(came) < 2 else set(RANKS)) - set(came)


def read_as(rank: int, *, indices: int = 2, outlined: bool = True) -> Track:
    """A card that was read so, by so many indices."""
    blank = blank_card(0, 0, 0, face=Face.UP, card_mm=(63, 88))
    glimpse = replace(blank, rank=rank, indices_mm=blank.corners_mm[:indices], is_outlined=outlined)
    track = Track(id=1, glimpse=glimpse, rest_s=0.0, face=Face.UP, born_s=0.0)
    track.rank = rank
    return track


class Shows:
    """Stands in for the nets: each card shows what it was read as, ``however`` it is looked at or not."""

    def __init__(self, *, however: bool, hardly: bool = False) -> None:
        self.however, self.hardly = however, hardly
        self.asked: list[tuple[int, int]] = []
        self.least: list[Bounds] = []
        self.against: list[Bounds] = []
        self.rivals: set[int] = set()
        self.unlike: Collection[int] = ()
        self.closes = False
        self.closing: list[tuple[int, ...]] = []

    def shows(
        self,
        card: int,
        rank: int,
        pictures: list[BGRImage],
        *,
        time_s: float,
        least: Sequence[Bounds],
        unlike: Collection[int] = (),
    ) -> bool:
        self.asked.append((card, rank))
        self.least.extend(least)
        self.unlike = unlike
        assert pictures and all(grey_of(picture).shape == (48, 48) for picture in pictures)
        return self.however

    def hardly_shows(
        self,
        card: int,
        rank: int,
        pictures: list[BGRImage],
        *,
        time_s: float,
        least: Bounds = HARDLY,
        rivals: Collection[int] = RANKS,
    ) -> bool:
        self.against.append(least)
        self.rivals = set(rivals)
        return self.hardly

    def may_close(self, card: int, ranks: tuple[int, ...], pictures: list[BGRImage], *, time_s: float) -> bool:
        self.closing.append(ranks)
        return self.closes

    def forget(self, card: int) -> None:
        pass


def test_the_first_card_of_a_rank_is_not_called_where_it_hardly_shows_that(monkeypatch: pytest.MonkeyPatch) -> None:
    table = PaintedTable().start()
    looked_over = Shows(however=False)
    monkeypatch.setattr(table.eye._calls._cards.plain, "_looked_over", looked_over)
    (first,) = table.put(Painted(250, -80, 8), frames=20).sightings
    assert first.rank == 8
    looked_over.hardly = True
    *_, odd = table.put(Painted(-250, -80, 5), frames=20).sightings
    assert odd.rank is None, "plainly read, and hardly a 5"
    *_, second = table.put(Painted(0, 120, 8), frames=20).sightings
    assert second.rank == 8, "its rank came before: its print tells"


@pytest.mark.parametrize("however", [True, False])
def test_the_first_card_of_a_rank_that_is_not_plain_is_told_where_it_shows_that_however_it_is_looked_at(
    however: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = PaintedTable().start()
    shows = Shows(however=however)
    monkeypatch.setattr(table.eye._calls._cards.plain, "_looked_over", shows)
    table.reader.weakest = {8: 0.6}
    (card,) = table.put(Painted(250, -80, 8), frames=20).sightings
    assert card.rank == (8 if however else None)
    assert set(shows.asked) == {(card.id, 8)}
    table.reader.weakest = {}
    plain = table.put(Painted(-250, -80, 5), frames=20).sightings[-1]
    assert plain.rank == 5 and plain.id not in {asked for asked, _ in shows.asked}, "a plain card needs none of it"


def test_a_later_8_that_may_be_closed_is_asked_about(monkeypatch: pytest.MonkeyPatch) -> None:
    table = PaintedTable().start().knows(8)
    monkeypatch.setattr(doubted, "may_be_closed", lambda prints, rank, pictures: rank == 8)
    *_, card = table.put(Painted(250, -80, 8), frames=20).sightings
    assert card.rank is None


UNREAD = Painted(250, -80, 0)


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
    calls.compare(table.frame(), table.eye._geometry, track, card_mm=CARD_MM)
    assert track.rank == told


def test_without_many_looks_no_print_alone_tells_what_cannot_be_read() -> None:
    assert not PlainLooks(Prints(), None, most=20).show_so_much(read_as(4), 4, [PICTURE], 1.0, least=[RATHER])


@pytest.mark.parametrize(
    ("before", "alike", "hardly"),
    [((), 0.5, True), ((8,), 0.5, False), (range(1, 8), 0.5, True), (set(RANKS) - {8}, 0.5, False)]
    + [(set(RANKS) - {8}, 0.95, True)],
    ids=["the first card", "its rank came", "three ranks are left", "one of the last ranks", "like another"],
)
def test_what_speaks_against_a_plain_card_is_asked_of_first_cards_but_not_of_the_last_ranks(
    before: Iterable[int], alike: float, hardly: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    prints, ranks = Prints(), set(before)
    monkeypatch.setattr(prints, "knows", lambda rank: rank in ranks)
    monkeypatch.setattr(prints, "likeness", lambda rank, pictures: alike)
    looks = PlainLooks(prints, cast(LookedOver, Shows(however=True, hardly=True)), most=20)
    assert looks.hardly_shows(read_as(8), [PICTURE], 1.0) == hardly
    assert not PlainLooks(prints, None, most=20).hardly_shows(read_as(8), [PICTURE], 1.0)


@pytest.mark.parametrize(
    ("rank", "before", "least"),
    [
        (8, (), HARDLY_CLOSED),
        (8, (6,), HARDLY_CLOSED),
        (8, set(RANKS) - {8, 9}, HARDLY_CLOSED),
        (8, (6, 9), HARDLY),
        (7, (), HARDLY),
    ],
    ids=["the first card", "no 9 came", "an 8 or a 9 is left", "both came", "nothing closes to it"],
)
def test_an_8_must_show_more_while_what_closes_to_it_has_not_come(
    rank: int, before: Iterable[int], least: Bounds, monkeypatch: pytest.MonkeyPatch
) -> None:
    prints, ranks, over = Prints(), set(before), Shows(however=True)
    monkeypatch.setattr(prints, "knows", lambda rank: rank in ranks)
    monkeypatch.setattr(prints, "likeness", lambda rank, pictures: 0.5)
    PlainLooks(prints, cast(LookedOver, over), most=20).hardly_shows(read_as(rank), [PICTURE], 1.0)
    assert over.against == [least]
    assert over.closing == ([] if least == HARDLY else [tuple(of for of in (6, 9) if of not in ranks)])
    over.closes = True
    asked = PlainLooks(prints, cast(LookedOver, over), most=20).hardly_shows(read_as(rank), [PICTURE], 1.0)
    assert asked == (least == HARDLY_CLOSED)


def test_only_ranks_that_have_not_come_speak_against_a_plain_first_card(monkeypatch: pytest.MonkeyPatch) -> None:
    prints, shows = Prints(), Shows(however=True)
    monkeypatch.setattr(prints, "knows", lambda rank: rank in (2, 3))
    PlainLooks(prints, cast(LookedOver, shows), most=20).hardly_shows(read_as(7), [PICTURE], 1.0)
    assert shows.rivals == set(RANKS) - {2, 3}


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


@pytest.mark.parametrize(("as_guessed", "is_hard", "rank"), [((True, False), True, None), ((True, True), False, 8)])
def test_of_a_deck_that_is_hard_no_look_tells_what_is_not_plain_and_of_one_that_was_read_rightly_less_will_do(
    as_guessed: tuple[bool, ...], is_hard: bool, rank: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = PaintedTable().start()
    shows = Shows(however=True)
    monkeypatch.setattr(table.eye._calls._cards.plain, "_looked_over", shows)
    for one in as_guessed:
        table.eye._calls._cards.answers.called(named=True, as_guessed=one)
    assert table.eye._calls._cards.answers.tell_it_is_hard == is_hard
    table.reader.weakest = {8: 0.6}
    (card,) = table.put(Painted(250, -80, 8), frames=20).sightings
    assert card.rank == rank and set(shows.least) == (set() if is_hard else {TRUSTED})


@pytest.mark.parametrize(
    ("unknown", "alike", "trusted", "least"),
    [
        ((1, 3), 0.9, False, [LATE]),
        ((1, 3), 0.9, True, [LATE]),
        ((1, 3), 0.95, False, [AGREED, DEALT]),  # printed like one that came before
        ((1, 3, 4), 0.9, False, [AGREED, DEALT]),
        ((1, 3, 4), 0.9, True, [TRUSTED]),
        ((1, 2), 0.9, False, [A_STROKE]),  # it may be a 2
        ((1, 7), 0.9, False, [A_STROKE]),
        ((1, 7), 0.9, True, [A_STROKE]),
    ],
)
def test_one_of_the_last_ranks_that_is_printed_like_no_other_may_show_itself_less_plainly(
    unknown: tuple[int, ...],
    alike: float,
    trusted: bool,
    least: list[Bounds],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    prints, shows = Prints(), Shows(however=True)
    monkeypatch.setattr(prints, "knows", lambda rank: rank not in unknown)
    monkeypatch.setattr(prints, "likeness", lambda rank, _: None if rank in unknown else alike)
    looks = PlainLooks(prints, cast("LookedOver", shows), most=20)
    assert looks.show_however(read_as(1), [PICTURE] * 2, 1.0, hard=False, trusted=trusted)
    assert shows.least == least


@pytest.mark.parametrize(
    ("indices", "outlined", "known", "trusted", "told"),
    [
        (2, False, False, False, True),
        (1, True, False, False, True),
        (1, False, False, False, False),
        (2, True, True, False, False),
        (2, True, True, True, True),
    ],
    ids=["two indices", "one on an outlined card", "on whatever lies there", "rank came before", "and is trusted"],
)
def test_only_what_is_a_card_and_the_first_of_its_rank_is_looked_over(
    indices: int,
    outlined: bool,
    known: bool,
    trusted: bool,
    told: bool,
    ranks: Ranks,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    prints = Prints()
    monkeypatch.setattr(prints, "knows", lambda rank: known)
    over = LookedOver(ranks)
    monkeypatch.setattr(over, "shows", lambda *_, **__: True)
    track = read_as(8, indices=indices, outlined=outlined)
    looks = PlainLooks(prints, over, most=20)
    assert looks.show_however(track, [PICTURE] * indices, 1.0, hard=False, trusted=trusted) == told
    assert not looks.show_however(track, [PICTURE] * indices, 1.0, hard=True, trusted=trusted)
    assert not PlainLooks(prints, None, most=20).show_however(
        track, [PICTURE] * indices, 1.0, hard=False, trusted=trusted
    )


@pytest.mark.parametrize("touched", [False, True])
def test_what_was_seen_of_a_card_that_was_read_once_is_forgotten_only_when_it_is_touched(
    touched: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where its further looks read nothing it has been read but once, however long it lies."""
    table = PaintedTable().start()
    table.put(Painted(250, -80, 8), frames=20)
    (track,) = table.eye._tracker.tracks.values()
    frame, calls, forgotten = table.frame(), table.eye._calls, []
    track.looks, track.since_look_s = 1, frame.time_s - (0.0 if touched else 1.0)
    monkeypatch.setattr(calls._cards.plain, "forget", forgotten.append)
    assert table.eye._geometry is not None
    calls.compare(frame, table.eye._geometry, track, card_mm=CARD_MM)
    assert forgotten == ([track.id] if touched else [])


@pytest.mark.parametrize(
    ("five", "known", "told"),
    [(0.12, (), False), (0.08, (), True), (0.12, (5,), True)],
    ids=["may be", "hardly", "came"],
)
def test_no_look_tells_a_card_of_which_an_index_once_showed_another_rank_that_has_not_come(
    five: float, known: tuple[int, ...], told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    prints = Prints()
    monkeypatch.setattr(prints, "knows", lambda rank: rank in known)
    looks = PlainLooks(prints, cast(LookedOver, Shows(however=True)), most=20)
    track = read_as(3)

    def show(share: float) -> bool:
        most = tuple(share if rank == 5 else 0.0 for rank in range(1, 12))
        track.glimpse = replace(track.glimpse, most=most)
        looks.are_plain(track, [Turned(grey_of(PICTURE))] * 2, 1.0, hard=False)
        return looks.show_however(track, [PICTURE], 1.0, hard=False, trusted=False)

    assert show(0.0)
    assert show(five) == told
    assert show(0.0) == told, "nor at a later look"
    looks.forget(track.id)
    assert show(0.0), "another card lies there"


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


@pytest.mark.parametrize(
    ("rank", "most", "known", "least"),
    [
        (3, {5: 0.01}, (), [AGREED, DEALT, BY_ITSELF]),
        (3, {5: 0.03}, (), [AGREED, DEALT]),
        (3, {5: 0.03}, (5,), [AGREED, DEALT, BY_ITSELF]),
        (1, {5: 0.01}, (), [A_STROKE]),
        (1, {5: 0.01}, (2, 7), [AGREED, DEALT, BY_ITSELF]),
    ],
    ids=["no other rank", "perhaps a 5", "a 5 came", "a stroke", "a stroke, the others came"],
)
def test_a_card_of_which_no_index_shows_another_rank_need_show_its_own_less(
    rank: int, most: dict[int, float], known: tuple[int, ...], least: list[Bounds], monkeypatch: pytest.MonkeyPatch
) -> None:
    prints, shows = Prints(), Shows(however=True)
    monkeypatch.setattr(prints, "knows", lambda of: of in known)
    looks = PlainLooks(prints, cast(LookedOver, shows), most=20)
    track = read_as(rank)
    track.glimpse = replace(track.glimpse, most=tuple(most.get(of, 0.0) for of in range(1, 12)))
    looks.are_plain(track, [Turned(grey_of(PICTURE))] * 2, 1.0, hard=False)
    assert looks.show_however(track, [PICTURE] * 2, 1.0, hard=False, trusted=False)
    assert shows.least == least


@pytest.mark.parametrize(
    ("five", "known", "shows", "upheld"),
    [
        (0.12, (), True, True),
        (0.12, (), False, False),
        (0.08, (), False, True),
        (0.12, (5,), False, True),
        (0.12, (3,), False, True),
        (0.12, (1, 2, 4, 6, 7, 8, 9, 10), False, True),
    ],
    ids=["shown", "not shown", "hardly a 5", "a 5 came", "a 3 came", "one of the last ranks"],
)
def test_what_is_plain_now_and_was_contested_must_be_shown_by_all_looks(
    five: float, known: tuple[int, ...], shows: bool, upheld: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    prints = Prints()
    monkeypatch.setattr(prints, "knows", lambda rank: rank in known)
    over = Shows(however=shows)
    looks = PlainLooks(prints, cast(LookedOver, over), most=20)
    track = read_as(3)
    track.glimpse = replace(track.glimpse, most=tuple(five if rank == 5 else 0.0 for rank in range(1, 12)))
    looks.are_plain(track, [Turned(grey_of(PICTURE))] * 2, 1.0, hard=False)
    assert looks.uphold(track, [PICTURE] * 2, 1.0) == upheld
    assert set(over.least) <= {AGREED}
    looks.forget(track.id)
    assert looks.uphold(track, [PICTURE] * 2, 1.0), "another card lies there"
    assert PlainLooks(prints, None, most=20).uphold(track, [PICTURE] * 2, 1.0)


@pytest.mark.parametrize(("upheld", "rank"), [(True, 8), (False, None)])
def test_a_plain_card_that_is_not_upheld_is_asked_about(
    upheld: bool, rank: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PlainLooks, "uphold", lambda *_: upheld)
    table = PaintedTable().start()
    (card,) = table.put(Painted(250, -80, 8), frames=20).sightings
    assert card.rank == rank
