"""The eye on a painted table: what it tells, when, and what it leaves alone."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest
from painted_table import FRAME_S, PER_MM, Painted, PaintedTable, geometry, hand

from dealer.view import ELSEWHERE, TABLE, Area, Face, Place, Sighting, TableView
from vision.eye import EyeSettings
from vision.frame import BGRImage, Frame
from vision.geometry import TableGeometry
from vision.glimpses import Glimpse
from vision.large_numerals import LargeNumeral, LargeNumeralReader
from vision.learnt import LearntDeck

STACK_1, STACK_2, POINTS_1 = Place(Area.STACK, 1), Place(Area.STACK, 2), Place(Area.POINTS, 1)


def told(view: TableView) -> list[tuple[int, str, int | None]]:
    """Id, place and rank of each card."""
    return [(one.id, str(one.place), one.rank) for one in view.sightings]


def only(view: TableView) -> Sighting:
    """The one card in a view."""
    assert len(view.sightings) == 1
    return view.sightings[0]


def test_an_empty_table_shows_nothing_and_hides_nothing() -> None:
    view = PaintedTable().start().view
    assert view.sightings == () and view.hidden == frozenset() and not view.moving and view.trouble == ""
    assert [seat.seat for seat in view.seats] == [1, 2]


def test_until_it_was_looked_over_the_table_is_hidden_not_empty() -> None:
    table = PaintedTable()
    assert {STACK_1, STACK_2, POINTS_1} <= table.show().hidden


def test_cards_that_lie_there_at_the_start_are_read() -> None:
    table = PaintedTable()
    table.things = [Painted(-250, -80, 7), Painted(250, -80, 10), Painted(-294, -100, 3)]
    view = table.start().view
    assert sorted((str(one.place), one.rank) for one in view.sightings) == [
        ("stack 1", 3),
        ("stack 1", 7),
        ("stack 2", 10),
    ]


def test_a_card_is_told_two_frames_after_it_came_to_rest() -> None:
    table = PaintedTable().start()
    came_s = table.time_s
    view = table.put(Painted(-250, -80, 7), frames=3)
    card = only(view)
    assert (card.place, card.rank, card.face, card.visible) == (STACK_1, 7, Face.UP, True)
    assert (card.x_mm, card.y_mm) == pytest.approx((-250, -80), abs=1.5)
    assert card.angle_deg == pytest.approx(0, abs=2)
    assert card.rest_s == pytest.approx(came_s)
    assert view.time_s - came_s == pytest.approx(2 * FRAME_S)
    assert len(card.probabilities) == 11 and sum(card.probabilities) == pytest.approx(1)


def test_a_card_squarely_on_the_middle_coaster_is_told() -> None:
    card = only(PaintedTable().start().put(Painted(0, 150, 7), frames=3))
    assert (card.place, card.rank) == (TABLE, 7)


def test_a_card_of_the_tables_own_colour_is_told_by_what_is_printed_on_it() -> None:
    table = PaintedTable().start()
    card = Painted(-250, -80, 7, colour=(60, 95, 40))
    assert (only(table.put(card)).rank, only(table.view).place) == (7, STACK_1)
    assert table.take(card).sightings == ()


def test_a_card_on_a_seat_coaster_is_no_card_in_play() -> None:
    assert PaintedTable().start().put(Painted(-250, -230, 7), frames=3).sightings == ()


def test_a_card_that_still_moves_is_not_told() -> None:
    table = PaintedTable().start()
    card = Painted(-400, -80, 7)
    table.things.append(card)
    for _ in range(7):
        card.x_mm += 25
        view = table.show()
        assert view.moving and not view.sightings
    assert only(table.show(3)).rank == 7


@pytest.mark.parametrize("frames", [8, 12])
def test_a_card_that_cannot_be_read_is_looked_at_again_once_the_finger_beside_it_has_gone(frames: int) -> None:
    table = PaintedTable().start()
    finger = Painted(-215, -80, None, (4.0, 60.0), (110, 130, 190))
    table.things += [Painted(-250, -80), finger]
    for frame in range(frames):
        finger.y_mm = -70 if frame % 2 else -90
        table.show()
    table.things.remove(finger)
    assert only(table.show(40)).place == STACK_1


def test_nothing_is_read_while_nothing_changes() -> None:
    table = PaintedTable().start()
    table.put(Painted(-250, -80, 7))
    reads = table.eye.reads
    table.show(45)
    assert table.eye.reads == reads and only(table.view).rank == 7


def test_only_what_changed_is_read_again() -> None:
    table = PaintedTable().start()
    table.put(*(Painted(-385 + 70 * at, -80, at + 1) for at in range(4)))
    table.reader.sizes.clear()
    table.put(Painted(250, -80, 9))
    card_and_its_surroundings_px = (64 + 110) * (89 + 110) * (128 / 63) ** 2
    assert sum(height * width for height, width in table.reader.sizes) < 1.5 * card_and_its_surroundings_px


def test_a_card_read_several_times_is_not_read_again_with_what_comes_beside_it() -> None:
    table = PaintedTable().start()
    table.put(Painted(-50, 0, 4))
    known = only(table.view).id
    beside = Painted(40, 0, 7)
    read = []
    for _ in range(5):
        before = table.reader.read
        table.put(beside, frames=8)
        read.append(table.reader.read - before)
        assert sorted(told(table.view))[0][0] == known and len(table.view.sightings) == 2
        table.take(beside, frames=8)
        assert only(table.view).id == known
    assert read[-1] == 2 < read[0], "only the new card's two indices"


def test_a_card_laid_on_one_read_several_times_is_told() -> None:
    table = PaintedTable().start()
    table.put(Painted(-60, 0, 4))
    for _ in range(4):
        beside = Painted(60, 0, 7)
        table.put(beside, frames=8)
        table.take(beside, frames=8)
    table.put(Painted(-35, -5, 9), frames=8)
    assert sorted(rank for _, _, rank in told(table.view)) == [4, 9]


@pytest.mark.parametrize("called", [True, False])
def test_a_card_on_one_that_only_people_could_tell_is_seen_by_what_it_changes(called: bool) -> None:
    table = PaintedTable().start()
    (first,) = table.put(Painted(-250, -80, None, painting=1), frames=16).sightings
    if called:
        table.eye.called({first.id: 4})
        table.show(8)
    view = table.put(Painted(-232, -98, None, painting=2), frames=20)
    assert (len([one for one in view.sightings if one.visible]) == 2) is called


def test_two_cards_dropped_at_once_are_two() -> None:
    table = PaintedTable().start().knows(7)
    view = table.put(Painted(-250, -80, 7), Painted(-226, -89, 2))
    assert sorted((one.place, one.rank) for one in view.sightings) == [(STACK_1, 2), (STACK_1, 7)]


def test_a_card_on_another_leaves_it_known_when_its_indices_are_covered() -> None:
    table = PaintedTable().start()
    table.put(Painted(-250, -80, 7))
    view = table.put(Painted(-248, -84, 2), frames=10)
    assert sorted((one.rank or 0, one.visible) for one in view.sightings) == [(2, True), (7, False)]
    assert not view.hidden


def wave(table: PaintedTable, arm: Painted, frames: int) -> None:
    """Move an arm to and fro."""
    for _ in range(frames):
        arm.x_mm += 20 if table.sequence % 2 else -20
        table.show()


def test_what_lies_beside_a_working_hand_is_read_when_it_has_gone() -> None:
    table = PaintedTable().start()
    arm = hand(-150, 0)
    table.put(arm, frames=20)
    table.put(Painted(-250, -80, 7), frames=0)
    reads = table.eye.reads
    wave(table, arm, 8)
    assert table.eye.reads == reads
    assert ranks_of(table.show(6)) == [7]


def test_a_hand_that_never_rests_keeps_no_card_from_being_read() -> None:
    table = PaintedTable().start()
    arm = hand(-150, 0)
    table.put(arm, frames=20)
    table.put(Painted(-250, -80, 7), frames=0)
    wave(table, arm, 24)
    assert ranks_of(table.view) == [7]


def test_a_card_that_slides_keeps_its_id() -> None:
    table = PaintedTable().start()
    card = Painted(-250, -80, 7)
    first = only(table.put(card))
    for _ in range(5):
        card.x_mm += 6
        table.show()
    slid = only(table.show(6))
    assert slid.id == first.id and slid.x_mm == pytest.approx(-220, abs=2)


def test_a_hand_that_passes_hides_and_moves_and_leaves_all_as_it_was() -> None:
    table = PaintedTable().start()
    before = only(table.put(Painted(-250, -80, 7)))
    arm = hand(-500, -60)
    reads = table.eye.reads
    table.things.append(arm)
    seen = []
    for _ in range(10):
        arm.x_mm += 60
        seen.append(table.show())
    assert any(STACK_1 in view.hidden and view.moving for view in seen)
    assert any(not view.sightings[0].visible for view in seen)
    assert all(one.id == before.id and one.rank == 7 for view in seen for one in view.sightings)
    view = table.take(arm)
    after = only(view)
    assert replace(after, probabilities=before.probabilities) == before and not view.hidden and not view.moving
    assert table.eye.reads == reads, "it looks as it did"


def test_a_resting_hand_hides_its_place_and_the_card_comes_back() -> None:
    table = PaintedTable().start()
    before = only(table.put(Painted(-250, -80, 7)))
    arm = hand(-250, -60)
    view = table.put(arm, frames=30)
    assert STACK_1 in view.hidden and not view.moving
    assert only(view).id == before.id and not only(view).visible
    view = table.take(arm, frames=8)
    assert only(view).id == before.id and only(view).visible and not view.hidden


def test_a_card_is_known_again_when_the_hand_goes_though_it_looks_otherwise_now() -> None:
    table = PaintedTable().start()
    before = only(table.put(Painted(-250, -80, 7)))
    arm = hand(-250, -60)
    table.put(arm, frames=30)
    table.things.remove(arm)
    table.things.append(Painted(-250, -80, None, (26, 40), (40, 90, 40)))  # a lighter was put on its middle
    view = table.show(30)
    assert (only(view).id, only(view).rank, only(view).visible) == (before.id, 7, True)


def half_under_a_hand(table: PaintedTable, *, unsure: bool) -> Painted:
    """A 7 whose lower index a hand covers, and whose outline is told askew."""
    arm = hand(-250, -90)
    table.reader.askew_mm, table.reader.unsure = (17.0, 6.0), unsure
    table.put(arm, frames=2)
    table.put(Painted(-250, -80, 7), frames=0)
    table.things = table.things[::-1]
    table.show(20)
    return arm


def test_a_card_read_half_under_a_hand_lies_in_its_own_outline_when_the_hand_goes() -> None:
    table = PaintedTable().start().knows(7)
    arm = half_under_a_hand(table, unsure=False)
    before = only(table.view)
    assert before.rank == 7 and before.x_mm > -240
    table.reader.askew_mm = (0.0, 0.0)
    view = table.take(arm, frames=12)
    assert (only(view).id, only(view).rank) == (before.id, 7)
    assert only(view).x_mm == pytest.approx(-250, abs=3) and only(view).y_mm == pytest.approx(-80, abs=3)


def test_what_was_guessed_of_a_card_half_under_a_hand_is_gone_with_the_hand() -> None:
    table = PaintedTable().start()
    arm = half_under_a_hand(table, unsure=True)
    assert only(table.view).rank is None
    table.reader.askew_mm = (0.0, 0.0)
    view = table.take(arm, frames=30)
    assert [one.rank for one in view.sightings] == [7] and not view.hidden


def test_a_card_under_a_trembling_hand_is_not_told_nor_read_again_and_again_until_it_lies_still() -> None:
    table = PaintedTable().start()
    arm = hand(-250, -100)
    table.put(arm, frames=2)
    table.things = [Painted(-250, -80, 0), arm]
    read = []
    for at in range(30):
        arm.y_mm = -270 + 12 * (at % 2)
        assert not table.show().sightings
        read.append(table.eye.reads)
    assert read[-1] - read[0] <= 8, "it is read again in every frame"
    assert only(table.show(12)).face is Face.UP


def test_a_card_taken_from_under_a_hand_goes_when_the_hand_goes() -> None:
    table = PaintedTable().start()
    card, arm = Painted(-250, -80, 7), hand(-250, -60)
    table.put(card)
    table.put(arm)
    view = table.take(card, frames=10)
    assert told(view) == [(1, "stack 1", 7)] and STACK_1 in view.hidden
    assert table.take(arm, frames=8).sightings == ()


def test_a_card_dropped_on_another_and_lifted_off_again_is_gone() -> None:
    table = PaintedTable().start().knows(5).knows(9)
    table.put(Painted(-250, -80, 9), frames=20)
    dropped = Painted(-241, -82, 5)
    table.put(dropped, frames=20)
    assert {5, 9} <= {one.rank for one in table.view.sightings}
    view = table.take(dropped, frames=30)
    assert [one.rank for one in view.sightings if one.rank is not None] == [9]


@pytest.mark.parametrize("since_the_start", [False, True])
def test_gathered_cards_are_gone(since_the_start: bool) -> None:
    table = PaintedTable()
    cards = [Painted(-250, -80, 7), Painted(-226, -84, 3)]
    if since_the_start:
        table.things = list(cards)
        table.start()
    else:
        table.start().put(*cards)
    assert len(table.view.sightings) == 2
    assert table.take(*cards, frames=8).sightings == ()
    assert not table.view.hidden


def test_cards_that_lay_on_a_checked_cloth_from_the_start_are_gone_when_they_are_taken() -> None:
    table = PaintedTable()
    table.cloth[:, np.arange(table.cloth.shape[1]) % 24 < 12] = (200, 190, 210)
    cards = [Painted(-250, -80, 7), Painted(250, -80, 3)]
    table.things = list(cards)
    assert len(table.start().view.sightings) == 2
    assert table.take(cards[0], frames=12).sightings[0].rank == 3
    assert len(table.view.sightings) == 1 and not table.view.hidden


def checked_with(*cards: Painted) -> PaintedTable:
    """A table with a checked cloth on which these cards lay from the start."""
    table = PaintedTable()
    table.cloth[:, np.arange(table.cloth.shape[1]) % 24 < 12] = (200, 190, 210)
    table.things = list(cards)
    return table.start()


HEAP = ((-250, -80, 7), (-226, -84, 3))


def test_a_heap_that_lay_on_a_checked_cloth_from_the_start_is_gone_when_it_is_taken() -> None:
    cards = [Painted(*card) for card in HEAP]
    table = checked_with(*cards)
    assert len(table.view.sightings) == 2
    view = table.take(*cards, frames=12)
    assert view.sightings == () and not view.hidden


def test_of_a_heap_on_a_checked_cloth_the_upper_card_can_be_taken() -> None:
    cards = [Painted(*card) for card in HEAP]
    table = checked_with(cards[0])
    table.put(cards[1], frames=12)
    assert [one.rank for one in table.take(cards[1], frames=20).sightings] == [7]


@pytest.mark.parametrize("thing", [Painted(-238, -82, None, (110, 160), (40, 35, 30)), hand(-238, -60)])
def test_what_is_laid_on_a_heap_on_a_checked_cloth_hides_it(thing: Painted) -> None:
    table = checked_with(*(Painted(*card) for card in HEAP))
    before = {one.id for one in table.view.sightings}
    view = table.put(thing, frames=12)
    assert {one.id for one in view.sightings} == before
    assert not any(one.visible for one in view.sightings)


def test_a_phone_laid_on_a_card_that_lay_on_a_checked_cloth_from_the_start_hides_it() -> None:
    table = PaintedTable()
    table.cloth[:, np.arange(table.cloth.shape[1]) % 24 < 12] = (200, 190, 210)
    table.things = [Painted(-250, -80, 7)]
    before = only(table.start().view)
    table.put(Painted(-250, -80, None, (80, 160), (40, 35, 30)), frames=12)
    assert (only(table.view).id, only(table.view).visible) == (before.id, False)


def test_of_two_overlapping_cards_the_lower_can_be_drawn_away() -> None:
    table = PaintedTable().start()
    lower, upper = Painted(-250, -80, 7), Painted(-226, -100, 3)
    table.put(lower)
    table.put(upper)
    assert [one.rank for one in table.take(lower, frames=8).sightings] == [3]


def test_a_card_that_moves_to_the_points_is_there_and_no_more_in_the_stack() -> None:
    table = PaintedTable().start()
    card = Painted(-250, -80, 7)
    table.put(card)
    table.take(card)
    card.x_mm, card.y_mm = -150, -240
    view = table.put(card)
    assert (only(view).place, only(view).rank) == (POINTS_1, 7)


def test_a_face_down_card_is_told_as_such_and_turned_keeps_its_id() -> None:
    table = PaintedTable().start()
    back = Painted(-250, -80, None, colour=(160, 60, 60), angle_deg=12)
    card = only(table.put(back, frames=12))
    assert (card.face, card.rank, card.probabilities, card.place) == (Face.DOWN, None, (), STACK_1)
    assert abs(card.angle_deg - 12) < 4
    table.things.remove(back)
    turned = only(table.put(Painted(-250, -80, 4)))
    assert (turned.id, turned.face, turned.rank) == (card.id, Face.UP, 4)


@pytest.mark.parametrize("at_mm", [(-250, -125), (-290, -80), (-275, -115), (-276, -80), (-266, -80), (-256, -104)])
def test_what_is_seen_of_a_card_under_another_is_told_as_something_there(at_mm: tuple[float, float]) -> None:
    table = PaintedTable().start()
    back, upper = Painted(*at_mm, None, colour=(160, 60, 60)), Painted(-250, -80, 4)
    view = table.put(back, upper, frames=14)
    unknown = next(one for one in view.sightings if one.rank is None)
    assert sorted(str(one.rank) for one in view.sightings) == ["4", "None"]
    assert unknown.face is Face.UNKNOWN and unknown.place == STACK_1
    assert (unknown.x_mm, unknown.y_mm) == pytest.approx(at_mm, abs=8)
    assert not view.hidden


@pytest.mark.parametrize(
    "thing",
    [
        Painted(-250, -80, None, (40, 40), (40, 40, 200)),
        Painted(-250, -80, None, (75, 150), (20, 20, 20)),
        Painted(-250, -80, None, (93, 93), (220, 220, 220)),
    ],
    ids=["chip", "phone", "beer mat"],
)
def test_other_things_are_no_cards_and_hide_the_place_for_a_while_only(thing: Painted) -> None:
    table = PaintedTable(EyeSettings(adopt_s=1.5)).start()
    view = table.put(thing, frames=12)
    assert view.sightings == () and STACK_1 in view.hidden
    view = table.show(40)
    assert view.sightings == () and not view.hidden
    assert table.take(thing, frames=50).sightings == () and not table.view.hidden


def test_a_glass_put_on_a_card_keeps_the_place_hidden_and_the_card_known() -> None:
    table = PaintedTable(EyeSettings(adopt_s=1.5)).start()
    table.put(Painted(-250, -80, 7))
    view = table.put(Painted(-250, -80, None, (75, 110), (20, 20, 20)), frames=70)
    assert told(view) == [(1, "stack 1", 7)] and not only(view).visible and STACK_1 in view.hidden


def test_a_face_down_pile_elsewhere_is_no_business_of_the_game() -> None:
    table = PaintedTable().start()
    view = table.put(Painted(0, -100, None, colour=(160, 60, 60)), frames=12)
    assert view.sightings == ()


def test_a_certain_card_elsewhere_is_told() -> None:
    table = PaintedTable().start()
    assert only(table.put(Painted(0, -130, 7))).place == ELSEWHERE


def test_an_unread_card_is_asked_about_and_read_when_it_can_be() -> None:
    table = PaintedTable().start()
    card = Painted(-250, -80, 0)
    unread = only(table.put(card, frames=12))
    assert (unread.face, unread.rank) == (Face.UP, None)
    assert np.argmax(unread.probabilities) == 3
    card.rank = 4
    table.time_s += 1.0  # what was seen a moment ago is seen still
    assert only(table.show(2)).rank is None, "one plain look is not enough after those"
    assert (only(table.show(12)).id, only(table.view).rank) == (unread.id, 4)


def test_a_further_look_at_a_card_has_less_noise_than_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    table = PaintedTable().start()
    table.noise = [3 * noise for noise in table.noise]
    examine, noises = table.reader.examine, []

    def examined(image: BGRImage, **told: Any) -> object:
        card = image[image.min(axis=2) > 210].astype(float)  # a white one
        noises.append(float(np.median(np.abs(card - np.median(card, axis=0)))))
        return examine(image, **told)

    monkeypatch.setattr(table.reader, "examine", examined)
    table.put(Painted(-250, -80, 0), frames=20)
    assert len(noises) > 2 and noises[-1] < 0.85 * noises[0]


@pytest.mark.parametrize(("strange", "face"), [([0.2, 0.95, 0.6], Face.UP), ([0.95], Face.DOWN)])
def test_what_came_with_a_cards_outline_is_told_whatever_is_read_on_it(strange: list[float], face: Face) -> None:
    table = PaintedTable().start()
    table.reader.strange = strange
    card = only(table.put(Painted(-250, -80, 0), frames=40))
    assert (card.face, card.rank, card.place) == (face, None, STACK_1)


def test_an_unread_card_gets_further_looks_but_not_at_every_frame() -> None:
    table = PaintedTable().start()
    table.reader.doubt = 0.5
    table.put(Painted(-250, -80, 0))
    reads = table.eye.reads
    table.show(30)  # 2 s: about one look in 0.3 s
    assert 4 <= table.eye.reads - reads <= 8
    reads = table.eye.reads
    table.show(60)  # 4 s more: one look in 2 s
    assert 1 <= table.eye.reads - reads <= 3


def test_a_correction_holds() -> None:
    table = PaintedTable().start()
    card = Painted(-250, -80, 7)
    first = only(table.put(card))
    table.eye.correct(first.id, 1)
    card.x_mm += 4
    view = table.show(8)
    assert (only(view).id, only(view).rank, only(view).corrected) == (first.id, 1, True)


def test_corrections_that_cannot_be_are_refused() -> None:
    table = PaintedTable().start()
    with pytest.raises(KeyError):
        table.eye.correct(99, 3)
    with pytest.raises(ValueError):
        table.eye.correct(99, 11)


def test_every_card_keeps_its_small_picture() -> None:
    table = PaintedTable().start()
    card = Painted(-250, -80, 7)
    sighting = only(table.put(card))
    table.take(card)
    picture = table.eye.picture(sighting.id)
    assert picture is not None and picture.shape == (176, 126, 3)
    blue, green, red = (int(level) for level in picture[20:24, 17:21].reshape(-1, 3).mean(axis=0))
    assert abs(blue - 7 * 22) < 25 and green < 60 and abs(red - 205) < 25
    assert picture[70:100, 50:80].mean() > 200
    assert table.eye.picture(99) is None


def test_a_card_printed_unlike_those_of_its_rank_before_is_asked_about_until_it_is_said() -> None:
    table = PaintedTable().start()
    table.put(Painted(-150, 0, 8), frames=8)
    table.put(Painted(0, 0, 8, barred=True), frames=20)
    odd = max(table.view.sightings, key=lambda sighting: sighting.id)
    assert odd.rank is None and 0.3 < odd.probabilities[7] < 0.7, "it reads 8, and is no call"
    table.eye.called({odd.id: 6})
    table.put(Painted(150, 0, 8, barred=True), frames=20)
    assert table.view.sightings[-1].rank is None, "what was said to be a 6 makes no 8 of the next"
    table.put(Painted(150, 120, 8), frames=8)
    assert max(table.view.sightings, key=lambda sighting: sighting.id).rank == 8


@pytest.mark.parametrize("barred", [True, False])
def test_doubtful_looks_that_agree_are_a_call_only_of_a_card_printed_like_those_of_its_rank(barred: bool) -> None:
    table = PaintedTable().start()
    table.reader.doubt = 0.97
    table.put(Painted(-250, -80, 4, barred=barred), frames=8)
    assert ranks_of(table.put(Painted(250, -80, 0, barred=True), frames=60)) == [4, 4 if barred else None]


def test_the_first_card_of_a_rank_is_called_only_when_each_of_its_indices_is_plain() -> None:
    table = PaintedTable().start()
    table.reader.weakest = {8: 0.83}
    first = only(table.put(Painted(-250, -80, 8), frames=20))
    assert first.rank is None and first.face is Face.UP
    assert only(table.put(frames=30)).rank is None, "the same look again and again makes it no plainer"
    table.eye.correct(first.id, 8)
    assert ranks_of(table.put(Painted(250, -80, 8), frames=12)) == [8, 8], "the next one is printed as that was"


@pytest.mark.parametrize(
    ("named", "read", "weakest", "rank"), [(1, 0, 0.92, 8), (2, 0, 0.92, None), (2, 0, 0.98, 8), (2, 3, 0.92, 8)]
)
def test_while_people_must_name_the_cards_the_first_of_a_rank_must_be_plainer(
    named: int, read: int, weakest: float, rank: int | None
) -> None:
    table = PaintedTable().start()
    for number in range(read):
        table.put(Painted(-250 + 150 * number, 120, 5 + number), frames=12)
    table.reader.weakest = {8: weakest}
    for number in range(named):
        table.put(Painted(-250 + 150 * number, -80, 0, barred=True), frames=20)
        table.eye.correct(table.view.sightings[-1].id, 3 + number)
    table.eye.called({card.id: card.rank for card in table.view.sightings if card.rank is not None})
    assert table.put(Painted(250, -80, 8), frames=20).sightings[-1].rank == rank


def test_a_first_card_that_looks_plainer_once_the_hand_has_gone_is_called() -> None:
    table = PaintedTable().start()
    table.reader.weakest = {8: 0.5}
    assert only(table.put(Painted(-250, -80, 8), frames=4)).rank is None
    table.reader.weakest = {8: 0.97}
    assert only(table.show(30)).rank == 8


def first_8(*, weakest: float, looks: int) -> PaintedTable:
    """The first 8 has come, and was looked at so often: its less sure index gave so much."""
    table = PaintedTable().start()
    table.reader.weakest = {8: weakest}
    reads = table.eye.reads
    table.put(Painted(-250, -80, 8), frames=1)
    while table.eye.reads < reads + looks:
        table.show()
    return table


def test_a_first_card_that_is_not_plain_is_looked_at_again_in_the_next_frame() -> None:
    table = first_8(weakest=0.5, looks=1)
    assert only(table.view).rank is None
    table.reader.weakest = {8: 0.97}
    assert only(table.show()).rank == 8


@pytest.mark.parametrize(("again", "rank"), [(0.92, None), (0.96, 8)])
def test_after_a_look_that_is_not_plain_more_is_asked_of_the_next(again: float, rank: int | None) -> None:
    table = first_8(weakest=0.56, looks=1)
    table.reader.weakest = {8: again}
    assert only(table.show(8)).rank == rank


@pytest.mark.parametrize(("frames", "rank"), [(3, None), (8, 8)])
def test_looks_in_one_moment_count_as_one(frames: int, rank: int | None) -> None:
    table = first_8(weakest=0.5, looks=2)
    table.reader.weakest = {8: 0.97}
    assert only(table.show(frames)).rank == rank


def test_the_first_card_of_a_rank_is_asked_about_when_one_index_alone_is_read() -> None:
    table = PaintedTable().start()
    half_under_a_hand(table, unsure=False)
    assert only(table.view).rank is None
    table = PaintedTable().start().knows(7)
    half_under_a_hand(table, unsure=False)
    assert only(table.view).rank == 7, "the next one is printed as that was"


def test_of_a_card_read_by_four_indices_each_may_be_less_plain() -> None:
    table = PaintedTable().start()
    table.reader.weakest = {8: 0.87, 9: 0.8}
    table.reader.times_each = 2
    assert ranks_of(table.put(Painted(-250, -80, 8), frames=20)) == [8]
    assert ranks_of(table.put(Painted(250, -80, 9), frames=20)) == [8, None]


@pytest.mark.parametrize(("agree", "rank"), [(True, 8), (False, None)])
def test_a_first_card_is_none_of_a_known_rank_that_is_printed_otherwise_if_its_own_indices_agree(
    agree: bool, rank: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = PaintedTable().start()
    monkeypatch.setattr(table.eye._calls._prints, "unlike", lambda pictures: frozenset({3}))
    monkeypatch.setattr(table.eye._calls._prints, "agree", lambda pictures: agree)
    table.reader.rival_rank, table.reader.weakest, table.reader.rival = 3, {8: 0.86}, {8: 0.14}
    assert only(table.put(Painted(250, -80, 8), frames=20)).rank == rank


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
    table = PaintedTable().start()
    first = only(table.put(Painted(250, -80, 8), frames=20))
    second = table.put(Painted(250 + beside_mm, -80, 8), frames=20).sightings[-1]
    assert (second.laid_on == first.id) == is_laid_on


def test_a_card_laid_on_one_of_its_rank_that_others_cover_may_be_that_one() -> None:
    table = PaintedTable().start()
    table.put(Painted(250, -80, 8), frames=20)
    table.put(Painted(215, -80, 5), frames=20)
    second = table.put(Painted(272, -80, 8), frames=20).sightings[-1]
    assert (second.rank, second.laid_on) == (8, None), "what is left of the first in sight is under the second"


@pytest.mark.parametrize(("rival", "rank"), [(0.02, None), (0.004, 8)])
def test_after_a_look_that_was_not_plain_the_least_sure_of_four_indices_does_not_help(
    rival: float, rank: int | None
) -> None:
    table = PaintedTable().start()
    table.reader.times_each = 2
    table.reader.weakest, table.reader.rival = {8: 0.88}, {8: 0.09}
    card = Painted(-250, -80, 8)
    table.put(card, frames=3)
    while not table.eye._calls._plain._plain:
        table.show(1)
    table.reader.weakest, table.reader.rival = {8: 0.92}, {8: rival}
    assert only(table.show(30)).rank == rank


def test_a_card_that_cannot_be_read_is_offered_as_what_such_a_print_was_named_before() -> None:
    table = PaintedTable().start().knows(4)
    first = only(table.put(Painted(-250, -80, 0, barred=True), frames=20))
    assert first.rank is None and first.alike != (9,)
    table.eye.correct(first.id, 9)
    second = table.put(Painted(250, -80, 0, barred=True), frames=20).sightings[-1]
    assert second.rank is None and second.alike[0] == 9


def test_one_plainer_look_among_many_is_no_call_of_a_first_card() -> None:
    table = PaintedTable().start()
    table.reader.weakest = {8: 0.5}
    table.put(Painted(-250, -80, 8), frames=45)
    table.reader.weakest = {8: 0.97}
    reads = table.eye.reads
    while table.eye.reads == reads:
        table.show()
    assert only(table.view).rank is None


def ranks_of(view: TableView) -> list[int | None]:
    return [sighting.rank for sighting in view.sightings]


def test_a_second_print_of_a_rank_is_known_once_it_was_said() -> None:
    table = PaintedTable().start()
    table.put(Painted(-150, 0, 8), frames=8)
    table.put(Painted(0, 0, 8, barred=True), frames=20)
    table.eye.called({sighting.id: 8 for sighting in table.view.sightings})
    table.put(Painted(150, 0, 8, barred=True), frames=8)
    assert max(table.view.sightings, key=lambda sighting: sighting.id).rank == 8


@pytest.mark.parametrize(
    ("doubt", "said", "told"),
    [("differs", (8,), None), ("differs", (8, 8), 8), ("differs", (8, 6, 8), None), ("opposes", (8,), 8)],
)
def test_what_was_doubted_and_borne_out_is_not_asked_about_again_and_again(
    doubt: str, said: tuple[int, ...], told: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A print that differs is borne out by two answers, what the deck's own space says by one; another answer is
    reason enough to ask on."""
    table = PaintedTable().start()
    calls = table.eye._calls
    monkeypatch.setattr(calls._whole, "tells", lambda *_, **__: None)  # all painted cards look alike
    if doubt == "differs":
        monkeypatch.setattr(calls._prints, "differs", lambda *_, **__: True)
    else:
        monkeypatch.setattr(calls, "_is_opposed", lambda _: True)
    for number, rank in enumerate(said):
        doubted = max(table.put(Painted(-150 + 150 * number, 0, 8), frames=20).sightings, key=lambda card: card.id)
        assert doubted.rank is None
        table.eye.called({doubted.id: rank})
    assert max(table.put(Painted(150, 120, 8), frames=20).sightings, key=lambda card: card.id).rank == told


@pytest.mark.parametrize(("guessed_wrong", "rank"), [(2, 4), (3, None)])
def test_a_deck_whose_likely_readings_were_wrong_is_not_called_from_doubtful_looks(
    guessed_wrong: int, rank: int | None
) -> None:
    table = PaintedTable().start()
    table.reader.doubt = 0.8
    table.put(*(Painted(-150 + 150 * at, 0, 0) for at in range(3)), frames=12)
    unread = [sighting.id for sighting in table.view.sightings]
    assert len(unread) == 3 and not any(sighting.rank for sighting in table.view.sightings)
    table.eye.called({number: 9 if at < guessed_wrong else 4 for at, number in enumerate(unread)})
    table.reader.doubt = 0.9985  # each look by itself is no call, all together are
    table.put(Painted(150, 120, 0), frames=40)
    assert max(table.view.sightings, key=lambda sighting: sighting.id).rank == rank


def test_a_prior_changes_no_reading() -> None:
    views = []
    for possible in (frozenset(range(1, 11)), frozenset({1})):
        table = PaintedTable().start()
        table.eye.prior(possible)
        table.put(Painted(-250, -80, 7))
        views.append(told(table.show(20)))
    assert views[0] == views[1] == [(1, "stack 1", 7)]


def test_flicker_and_drift_of_the_lamp_change_nothing() -> None:
    table = PaintedTable().start()
    before = only(table.put(Painted(-250, -80, 7)))
    for at in range(60):
        table.gain = 1 + 0.08 * np.sin(at * 1.1) - at / 300
        view = table.show()
        assert only(view) == before and not view.hidden and not view.moving


def test_a_covered_coaster_is_told_after_a_moment_and_not_for_a_blink() -> None:
    table = PaintedTable().start()
    table.mat.covered = {1: table.time_s}
    assert table.show().seats[0].covered_since_s is None
    table.mat.covered = {}
    assert table.show(6).seats[0].covered_since_s is None
    since_s = table.time_s
    table.mat.covered = {1: since_s}
    assert table.show(6).seats[0].covered_since_s == pytest.approx(since_s)
    table.mat.covered = {}
    assert table.show().seats[0].covered_since_s == pytest.approx(since_s)
    assert table.show(6).seats[0].covered_since_s is None


def test_a_coaster_covered_with_most_of_the_table_is_not_told() -> None:
    table = PaintedTable().start()
    table.mat.covered = {1: table.time_s}
    table.storm = True
    for _ in range(10):
        assert table.show().seats[0].covered_since_s is None


def test_a_bumped_camera_is_trouble_and_then_everything_is_found_again() -> None:
    table = PaintedTable().start()
    card = table.put(Painted(-250, -80, 7), Painted(250, -80, 2)).sightings[0]
    before = told(table.view)
    table.mat.trouble = "moved"
    assert table.show(3).trouble == "moved"
    table.mat.trouble = ""
    table.mat.geometry = geometry((14.0, -9.0))
    for thing in table.things:
        thing.x_mm += 14.0 / PER_MM
        thing.y_mm += 9.0 / PER_MM
    table.show(25)
    assert told(table.view) == before and table.view.trouble == ""
    assert table.view.sightings[0].x_mm == pytest.approx(card.x_mm, abs=2)


def test_when_no_coaster_looks_as_it_did_nothing_is_read_for_a_moment() -> None:
    table = PaintedTable().start()
    table.mat.covered = {1: table.time_s, 2: table.time_s}
    reads = table.eye.reads
    assert table.put(Painted(-250, -80, 7), frames=12).trouble == "moved"
    assert table.eye.reads == reads and not table.view.sightings
    table.mat.covered = {}
    view = table.show(24)
    assert only(view).rank == 7 and view.trouble == ""


def test_without_coasters_nothing_is_told() -> None:
    table = PaintedTable()
    table.mat.geometry = None
    table.mat.trouble = "no-coasters"
    table.things = [Painted(-250, -80, 7)]
    view = table.show(8)
    assert view.trouble == "no-coasters" and view.sightings == ()
    table.mat.geometry, table.mat.trouble = geometry(), ""
    assert only(table.show(20)).rank == 7


@pytest.mark.parametrize(
    "image",
    [None, np.zeros((432, 768), np.uint8), np.zeros((432, 768, 3), np.float32), np.zeros((20, 20, 3), np.uint8)],
    ids=["none", "grey", "float", "tiny"],
)
def test_a_broken_frame_is_trouble_and_no_exception(image: object) -> None:
    table = PaintedTable().start()
    before = table.put(Painted(-250, -80, 7))
    view = table.eye.look(Frame(image, table.time_s, 999))  # type: ignore[arg-type]
    assert view.trouble == "stalled" and view.sightings == before.sightings
    assert table.show().trouble == "" and table.view.sightings == before.sightings


def test_a_failing_reader_is_trouble_and_passes() -> None:
    table = PaintedTable().start()
    table.reader.fail = True
    assert table.put(Painted(-250, -80, 7), frames=4).trouble == "stalled"
    table.reader.fail = False
    assert only(table.show(4)).rank == 7 and table.view.trouble == ""


def test_time_that_runs_backwards_is_trouble() -> None:
    table = PaintedTable().start()
    frame = table.frame()
    assert table.eye.look(Frame(frame.image, frame.time_s - 5.0, frame.sequence)).trouble == "stalled"


def test_a_dark_table_is_told() -> None:
    table = PaintedTable()
    table.gain = 0.3
    assert table.show(45).trouble == "dark"


def test_a_camera_that_is_too_far_away_is_told() -> None:
    table = PaintedTable()
    far = geometry()
    table.mat.geometry = type(far)(
        **{**{name: getattr(far, name) for name in far.__dataclass_fields__}, "card_width_px": 40.0}
    )
    assert table.show(45).trouble == "far"


def test_a_burnt_out_table_is_told() -> None:
    table = PaintedTable()
    table.things = [Painted(0, 0, None, (700, 500), (255, 255, 255))]
    assert table.show(45).trouble == "glare"


def test_equal_frames_give_equal_views() -> None:
    runs = []
    for _ in range(2):
        table = PaintedTable()
        views = [table.show() for _ in range(14)]
        card, arm = Painted(-250, -80, 7), hand(-250, -60)
        table.things.append(card)
        views += [table.show() for _ in range(5)]
        table.things.append(arm)
        views += [table.show() for _ in range(5)]
        table.things.remove(arm)
        views += [table.show() for _ in range(5)]
        runs.append(views)
    assert runs[0] == runs[1]


def test_the_picture_of_a_call_is_upright_whatever_way_the_card_lies() -> None:
    table = PaintedTable().start()
    sighting = only(table.put(Painted(-250, -80, 7)))
    picture = table.eye.picture(sighting.id)
    assert picture is not None
    assert cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)[20, 18] < cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)[20, 105]


class Knowing(LearntDeck):
    """A deck that takes every card for the rank that it is printed like, once it has seen so many looks."""

    def __init__(self, after: int) -> None:
        self.after = after
        self.kept: list[tuple[int, bool]] = []
        self.asked: list[tuple[int, dict[int, float]]] = []
        self.against: set[int] = set()
        self.around: dict[int, float] = {}
        self.sure: int | None = None

    def corners(self, pictures: Sequence[BGRImage]) -> dict[int, float]:
        """What the test says."""
        return self.around if pictures else {}

    def surely(
        self, looks: Sequence[Sequence[BGRImage]], alike: Mapping[int, float], *, read: Mapping[int, float]
    ) -> int | None:
        """What the test says."""
        return self.sure if len(looks) >= self.after else None

    def opposes(self, rank: int, pictures: Sequence[BGRImage]) -> bool:
        """What the test says."""
        return bool(pictures) and rank in self.against

    def keep(self, card: int, rank: int, pictures: Sequence[BGRImage], *, told: bool) -> None:
        """Note what was kept."""
        self.kept.append((rank, told))

    def tell(self, card: int, rank: int) -> None:
        """Nothing is remembered."""

    def prepare(self) -> None:
        """Nothing has to be made ready."""

    def tells(
        self, looks: Sequence[Sequence[BGRImage]], alike: Mapping[int, float], *, read: Mapping[int, float]
    ) -> int | None:
        """The rank, if there are looks enough."""
        self.asked.append((len(looks), dict(read)))
        return next(iter(alike), None) if len(looks) >= self.after else None


@pytest.mark.parametrize(
    ("after", "told", "asked"), [(2, (9, True), [2]), (3, (9, True), [2, 3]), (4, (None, False), [2, 3])]
)
def test_a_card_that_cannot_be_read_is_told_by_those_before_it_by_two_or_three_looks(
    after: int, told: tuple[int | None, bool], asked: list[int]
) -> None:
    deck = Knowing(after)
    table = PaintedTable(learnt=deck).start()
    four_came(table)
    table.reader.doubt = 0.4
    first = table.put(Painted(-250, -80, 0, barred=True), frames=20).sightings[-1]
    assert first.rank is None, "nothing like it came before"
    table.eye.called({first.id: 9})
    deck.asked.clear()
    deck.kept.clear()
    second = table.put(Painted(250, -80, 0, barred=True), frames=20).sightings[-1]
    assert (second.rank, second.learnt) == told
    assert [looks for looks, _ in deck.asked] == asked
    assert deck.asked[-1][1][4] == pytest.approx(0.4, abs=0.1), "the reader's own say is weighed"
    table.eye.called({first.id: 9, second.id: 9})
    assert deck.kept == [(9, told[1])]


def four_came(table: PaintedTable) -> None:
    """A 4 was dealt, and was called that."""
    table.eye.called({only(table.put(Painted(-250, 40, 4), frames=20)).id: 4})


@pytest.mark.parametrize(("share", "rank"), [(0.1, None), (0.01, 9)])
def test_a_card_of_which_one_index_may_be_a_rank_that_never_came_is_not_told_by_those_before_it(
    share: float, rank: int | None
) -> None:
    table = PaintedTable(learnt=Knowing(2)).start()
    table.reader.doubt = share
    first = only(table.put(Painted(-250, -80, 0, barred=True), frames=20))
    table.eye.called({first.id: 9})
    assert table.put(Painted(250, -80, 0, barred=True), frames=20).sightings[-1].rank == rank


def test_such_a_card_is_told_all_the_same_where_its_print_and_its_corners_leave_no_doubt() -> None:
    deck = Knowing(2)
    table = PaintedTable(learnt=deck).start()
    table.reader.doubt, deck.sure = 0.1, 9
    first = only(table.put(Painted(-250, -80, 0, barred=True), frames=20))
    table.eye.called({first.id: 9})
    assert table.put(Painted(250, -80, 0, barred=True), frames=20).sightings[-1].rank == 9


@pytest.mark.parametrize(
    ("named", "came", "share", "told"),
    [
        (1, True, 0.05, (9, True)),
        (2, False, 0.05, (None, False)),
        (2, True, 0.0, (9, True)),
        (1, True, 0.0, (None, False)),
    ],
    ids=["named once", "no 4 came", "named twice, no index gives a 9 anything", "nor does one of one named once"],
)
def test_what_people_named_is_told_by_its_print_though_it_is_read_as_another_rank(
    named: int, came: bool, share: float, told: tuple[int | None, bool]
) -> None:
    table = PaintedTable().start()
    if came:
        four_came(table)
    table.reader.misread, table.reader.rival_rank, table.reader.rival = {7: 4}, 9, {4: share}
    for _ in range(named):
        card = Painted(-250, -80, 7, barred=True)
        seen = table.put(card, frames=20).sightings[-1]
        assert seen.rank in (None, 4)
        table.eye.called({seen.id: 9})
        table.take(card, frames=45)
    seen = table.put(Painted(250, -80, 7, barred=True), frames=20).sightings[-1]
    assert (seen.rank, seen.learnt) == told


@pytest.mark.parametrize(
    ("named", "around", "told"),
    [
        ((9, 9), {9: 0.97, 8: 0.8}, (9, True)),
        ((9, 9), {9: 0.97, 8: 0.95}, (None, False)),
        ((9,), {9: 0.97, 8: 0.8}, (None, False)),
        ((9, 4), {9: 0.97, 8: 0.8}, (None, False)),
    ],
    ids=["named twice", "its corner is not telling", "named once", "one was the first 4 indeed"],
)
def test_so_it_is_where_the_rank_that_it_is_read_as_never_came_if_its_corners_say_so_too(
    named: tuple[int, ...], around: dict[int, float], told: tuple[int | None, bool]
) -> None:
    deck = Knowing(9)
    table = PaintedTable(learnt=deck).start()
    table.reader.misread, table.reader.rival_rank, table.reader.rival = {7: 4}, 9, {4: 0.05}
    for rank in named:
        card = Painted(-250, -80, 7, barred=True)
        seen = table.put(card, frames=20).sightings[-1]
        assert seen.rank is None
        table.eye.called({seen.id: rank})
        table.take(card, frames=45)
    deck.around = around
    seen = table.put(Painted(250, -80, 7, barred=True), frames=20).sightings[-1]
    assert (seen.rank, seen.learnt) == told


def test_not_so_where_it_looks_otherwise_as_a_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    table = PaintedTable().start()
    four_came(table)
    table.reader.misread, table.reader.rival_rank, table.reader.rival = {7: 4}, 9, {4: 0.05}
    for _ in range(2):
        card = Painted(-250, -80, 7, barred=True)
        table.eye.called({table.put(card, frames=20).sightings[-1].id: 9})
        table.take(card, frames=45)
    monkeypatch.setattr(table.eye._calls, "_looks_otherwise", lambda track, rank, face: rank == 9)
    assert table.put(Painted(250, -80, 7, barred=True), frames=20).sightings[-1].rank is None


@pytest.mark.parametrize(("weakest", "against", "rank"), [(0.85, set(), 8), (0.85, {8}, None), (0.95, {8}, 8)])
def test_a_card_that_is_not_plainly_read_is_asked_about_where_the_cards_before_oppose_it(
    weakest: float, against: set[int], rank: int | None
) -> None:
    deck = Knowing(9)
    table = PaintedTable(learnt=deck).start().knows(8)
    deck.against, table.reader.weakest = against, {8: weakest}
    assert only(table.put(Painted(250, -80, 8), frames=20)).rank == rank


def test_a_card_read_otherwise_than_such_a_print_was_named_before_is_asked_about() -> None:
    table = PaintedTable().start()
    assert only(table.put(Painted(-250, -80, 6, barred=True), frames=20)).rank == 6
    table = PaintedTable().start()
    first = only(table.put(Painted(-250, -80, 0, barred=True), frames=20))
    table.eye.called({first.id: 9})
    second = table.put(Painted(250, -80, 6, barred=True), frames=20).sightings[-1]
    assert second.rank is None and second.alike == (6, 9)


@pytest.mark.parametrize(("weakest", "rival", "rank"), [(0.7, 0.15, None), (0.7, 0.05, 8), (0.8, 0.15, 8)])
def test_a_card_of_a_known_rank_is_asked_about_where_one_of_two_indices_hardly_shows_it(
    weakest: float, rival: float, rank: int | None
) -> None:
    table = PaintedTable().start().knows(8)
    table.reader.weakest, table.reader.rival = {8: weakest}, {8: rival}
    assert only(table.put(Painted(250, -80, 8), frames=20)).rank == rank


@pytest.mark.parametrize(("share", "rank"), [(0.005, None), (0.001, 8)])
def test_the_first_card_of_a_rank_is_asked_about_when_it_is_printed_as_one_of_another_rank_that_it_may_be(
    share: float, rank: int | None
) -> None:
    table = PaintedTable().start().knows(4)
    table.reader.misread, table.reader.rival_rank, table.reader.rival = {4: 8}, 4, {8: share}
    seen = only(table.put(Painted(250, -80, 4), frames=20))
    assert seen.rank == rank and seen.face is Face.UP
    table.reader.misread = {}
    if rank is None:
        assert ranks_of(table.put(Painted(-250, -80, 8), frames=20)) == [None, 8]


def test_a_card_that_is_read_but_not_plainly_is_offered_as_that_first_and_not_as_what_it_is_printed_like() -> None:
    table = PaintedTable().start().knows(4)
    table.reader.misread, table.reader.rival = {4: 8}, {8: 0.05}
    seen = only(table.put(Painted(250, -80, 4), frames=20))
    assert seen.rank is None and seen.alike == () and max(seen.probabilities) == seen.probabilities[7]


@pytest.mark.parametrize("barred", [False, True])
def test_a_card_that_lies_where_one_was_taken_is_compared_with_how_its_rank_is_printed(barred: bool) -> None:
    table = PaintedTable().start().knows(8)
    card = Painted(250, -80, 8)
    before = only(table.put(card, frames=20))
    table.take(card, frames=12)
    after = only(table.put(replace(card, barred=barred), frames=20))
    assert (before.rank, after.rank) == (8, None if barred else 8)


@pytest.mark.parametrize(("frames", "at_mm"), [(1, (-240, 0)), (1, (-60, -60)), (2, (0, -60)), (3, (120, 0))])
def test_a_card_laid_while_the_table_is_looked_over_for_the_first_time_is_told(
    frames: int, at_mm: tuple[float, float]
) -> None:
    table = PaintedTable()
    table.show(frames)
    assert ranks_of(table.put(Painted(*at_mm, 4), frames=14)) == [4]


@pytest.mark.parametrize("checked", [False, True])
def test_a_face_down_card_that_lay_there_from_the_start_leaves_no_card_behind_when_it_is_taken(checked: bool) -> None:
    table = PaintedTable()
    if checked:
        table.cloth[:, np.arange(table.cloth.shape[1]) % 24 < 12] = (200, 190, 210)
    back = Painted(-250, -80, None, colour=(170, 130, 190))
    table.things = [back]
    table.start()
    table.take(back, frames=20)
    assert table.view.sightings == () and not table.view.hidden
    table.put(back, frames=20)
    assert only(table.view).face is Face.DOWN


class Numerals(LargeNumeralReader):
    """The middle of every card shows this."""

    def __init__(self, *ranks: int, share: float = 0.99) -> None:
        self.numeral = LargeNumeral(frozenset(ranks), share)

    def read(self, image: BGRImage, geometry: TableGeometry, glimpse: Glimpse) -> LargeNumeral:
        """What the test says."""
        return self.numeral


@pytest.mark.parametrize(("middle", "rank"), [((4,), 4), ((), 4), ((5,), None), ((6, 9), None)])
def test_a_card_whose_middle_shows_another_rank_is_asked_about(middle: tuple[int, ...], rank: int | None) -> None:
    table = PaintedTable(numerals=Numerals(*middle)).start()
    seen = only(table.put(Painted(-250, -80, 4), frames=20))
    assert seen.rank == rank and seen.face is Face.UP


@pytest.mark.parametrize(("middle", "rank"), [((8,), 8), ((), None)])
def test_the_first_card_of_a_rank_need_not_be_plain_where_its_middle_shows_it(
    middle: tuple[int, ...], rank: int | None
) -> None:
    table = PaintedTable(numerals=Numerals(*middle)).start()
    table.reader.weakest = {8: 0.5}
    assert only(table.put(Painted(250, -80, 8), frames=20)).rank == rank


@pytest.mark.parametrize(
    ("middle", "strange", "rank"),
    [
        (Numerals(4), 0.0, 4),
        (Numerals(4, share=0.85), 0.0, None),
        (Numerals(5), 0.0, None),
        (Numerals(), 0.0, None),
        (Numerals(4), 0.95, None),
    ],
    ids=["told", "not sure enough", "another", "nothing there", "surely none of ours"],
)
def test_a_card_read_in_doubt_is_what_its_middle_shows_if_the_indices_show_that_rather_than_another(
    middle: Numerals, strange: float, rank: int | None
) -> None:
    table = PaintedTable(numerals=middle).start()
    table.reader.strange = [strange] if strange else []
    assert only(table.put(Painted(-250, -80, 0), frames=20)).rank == rank
