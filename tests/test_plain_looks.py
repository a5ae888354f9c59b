"""Whether cards are plainly what they were read as, and what many looks at them decide."""

from collections.abc import Iterable
from dataclasses import replace
from typing import cast

import pytest
from painted_table import CARD_MM, Painted, PaintedTable
from shown_cards import PICTURE, Shows, read_as

from dealer.rules.cards import RANKS
from vision.belief.looks import LiveLook
from vision.belief.many_looks import (
    A_STROKE,
    AGREED,
    BY_ITSELF,
    DEALT,
    HARDLY,
    HARDLY_A_STROKE,
    HARDLY_AGREED,
    HARDLY_CLOSED,
    LATE,
    TRUSTED,
    Bounds,
    LookedOver,
)
from vision.belief.plain_looks import PlainLooks
from vision.deck.prints import Prints, Turned, grey_of
from vision.nets.ranks import Ranks


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
    calls.compare(LiveLook(frame, table.eye._geometry, track.glimpse, card_mm=CARD_MM), track)
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
