"""The tracker on made-up looks: ids that stay, ranks that are certain or not, cards that go only when seen gone."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
import pytest

from dealer.view import Face
from vision.called import CalledCards, CalledSettings
from vision.card_track import Fate, Track, lies_free
from vision.glimpses import Glimpse
from vision.inspection import holder_beside
from vision.shapes import blank_card
from vision.tracks import Tracker

CARD_MM = (63.0, 88.0)
LOOK_S = 0.4


def card(
    rank: int | None, x_mm: float, y_mm: float = 0.0, *, angle_deg: float = 0.0, belief: dict[int, float] | None = None
) -> Glimpse:
    """A face-up card as a look sees it; ``belief`` are probabilities of ranks (11 is none of these)."""
    belief = belief or ({rank: 0.999} if rank else {11: 0.5})
    probabilities = np.full(11, (1 - sum(belief.values())) / (11 - len(belief)))
    for one, probability in belief.items():
        probabilities[one - 1] = probability
    blank = blank_card(x_mm, y_mm, angle_deg, face=Face.UP, card_mm=CARD_MM)
    indices = 0.75 * blank.corners_mm[[0, 2]] + 0.25 * blank.corners_mm.mean(axis=0)
    return Glimpse(x_mm, y_mm, angle_deg, Face.UP, rank, tuple(map(float, probabilities)), blank.corners_mm, indices)


class Table:
    """Looks at a table, one after another; what a look does not find has the fate that the test says."""

    def __init__(self) -> None:
        self.tracker = Tracker()
        self.time_s = 10.0

    def look(
        self,
        *glimpses: Glimpse,
        fate: Fate | Callable[[Track], Fate] = Fate.SAME,
        touched: bool = True,
        at: Sequence[int] | None = None,
        stays: bool = False,
    ) -> "Table":
        """One look at the whole table, or at the place of the cards ``at`` alone; known cards show yet where another
        one of theirs came, if they ``stay``."""

        def judge(track: Track, seen: Sequence[Glimpse]) -> Fate:
            if fate is Fate.UNDER and not seen:
                return Fate.GONE  # nothing was read there but the card itself: its own look decides
            return fate(track) if callable(fate) else fate

        self.tracker.update(
            glimpses,
            expected=[track for track in self.tracker.tracks.values() if at is None or track.id in at],
            judge=judge,
            touched=lambda glimpse: touched,
            vacated=lambda track, glimpse: not stays,
            stays=lambda track, glimpse: stays,
            rest_of=lambda glimpse: self.time_s - 0.1,
            time_s=self.time_s,
        )
        self.time_s += LOOK_S
        return self

    @property
    def cards(self) -> list[tuple[int, int | None]]:
        """Id and certain rank of each card."""
        return [(track.id, track.rank if track.certain else None) for track in self.tracker.tracks.values()]

    def track(self, track_id: int) -> Track:
        """The card of that id."""
        return self.tracker.tracks[track_id]


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
    calls = CalledCards(CalledSettings())
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
    assert new.id == 2 and new.readings == {4}


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


def test_one_index_is_no_evidence_against_two() -> None:
    table = Table()
    whole = card(10, 0)
    both = Glimpse(
        0, 0, 0, Face.UP, 10, whole.probabilities, whole.corners_mm, np.array([[-22.0, 34.0], [22.0, -34.0]])
    )
    half = card(9, 0)
    one = Glimpse(0, 0, 0, Face.UP, 9, half.probabilities, half.corners_mm, np.array([[22.0, -34.0]]))
    table.look(both)
    for _ in range(5):
        table.look(one, touched=False)
    assert table.cards == [(1, 10)]


def test_a_card_cut_off_by_the_edge_of_a_look_is_not_read_as_another() -> None:
    table = Table().look(card(10, 0))
    for _ in range(3):
        table.tracker.update(
            [card(9, 2, angle_deg=4)],
            expected=[],
            judge=lambda track, seen: Fate.UNDER,
            touched=lambda glimpse: True,
            rest_of=lambda glimpse: table.time_s,
            time_s=table.time_s,
        )
    assert table.cards == [(1, 10)]


def test_one_wrong_reading_of_a_nudged_card_changes_nothing() -> None:
    table = Table().look(card(9, 0)).look(card(6, 1), fate=Fate.UNDER)
    table.look(card(9, 1), touched=False)
    assert table.cards == [(1, 9)]


def test_a_certain_rank_never_flips_in_silence() -> None:
    table = Table().look(card(9, 0))
    for _ in range(2):
        table.look(card(6, 0), fate=Fate.UNDER, touched=False)
        assert table.cards == [(1, 9)]
    table.look(card(6, 0), fate=Fate.UNDER, touched=False)
    assert table.cards == [(1, None)]
    probabilities = table.track(1).probabilities
    assert len(probabilities) == 11 and sum(probabilities) == pytest.approx(1.0)


def test_doubtful_looks_that_agree_become_certain() -> None:
    table = Table()
    doubtful = card(None, 0, belief={4: 0.95, 1: 0.04})
    table.look(doubtful)
    assert table.cards == [(1, None)]
    table.look(doubtful, touched=False)
    assert table.cards == [(1, None)]
    table.look(doubtful, touched=False).look(doubtful, touched=False)
    assert table.cards == [(1, 4)]


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
    assert track.next_look_s - 13.0 == pytest.approx(2.0)


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


def test_one_index_alone_is_called_only_when_a_second_look_calls_the_same() -> None:
    whole = card(7, 0)
    lone = replace(whole, indices_mm=whole.indices_mm[:1])
    table = Table().look(lone)
    assert table.cards == [(1, None)]
    assert table.track(1).next_look_s <= table.time_s + 0.07, "the second look follows in the next frame"
    assert table.look(lone, touched=False).cards == [(1, 7)]


def test_one_index_that_is_then_read_as_nothing_is_not_called() -> None:
    whole = card(4, 0)
    lone = replace(whole, indices_mm=whole.indices_mm[:1])
    unread = replace(card(None, 0, belief={11: 0.9}), indices_mm=lone.indices_mm)
    assert Table().look(lone).look(unread, touched=False).look(unread, touched=False).cards == [(1, None)]


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
    assert table.track(2).looks == 0 and table.track(2).probabilities == ()
    table.look(card(None, 121))
    assert table.track(2).looks == 1


@pytest.mark.parametrize("misread", [4, None])
def test_a_rank_that_is_misread_every_time_is_not_contradicted_by_that(misread: int | None) -> None:
    table = Table().look(card(None, 0)).look(card(None, 0))
    track = table.track(1)
    track.rank, track.learnt, track.misread = 8, True, misread
    track.readings.add(4)
    for _ in range(5):
        table.look(card(4, 0), touched=False)
    assert table.cards == [(1, 8 if misread else None)]


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
            rest_of=lambda glimpse: time_s,
            time_s=time_s,
        )

    look(card(None, 0), 10.0)
    look(card(None, 0), 10.4)
    look(blank_card(1.0, 1.0, 0.0, face=Face.DOWN, card_mm=CARD_MM), 10.8)
    assert len(tracker.tracks) == cards
