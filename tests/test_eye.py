"""The eye on a painted table: what it tells, when, and what it leaves alone."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from painted_table import FRAME_S, Painted, PaintedTable, only, ranks_of, started, told

from dealer.view import ELSEWHERE, TABLE, Area, Face, Place
from vision.eye import EyeSettings
from vision.frame import BGRImage

STACK_1, STACK_2, POINTS_1 = Place(Area.STACK, 1), Place(Area.STACK, 2), Place(Area.POINTS, 1)
STACK_1, STACK_2, POINTS_1 = Place(Area.STACK, 1), Place(Area.STACK, 2), Place(Area.POINTS, 1)
STACK_1, STACK_2, POINTS_1 = Place(Area.STACK, 1), Place(Area.STACK, 2), Place(Area.POINTS, 1)


def test_an_empty_table_shows_nothing_and_hides_nothing() -> None:
    view = started().view
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
    table = started()
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
    card = only(started().put(Painted(0, 150, 7), frames=3))
    assert (card.place, card.rank) == (TABLE, 7)


def test_a_card_of_the_tables_own_colour_is_told_by_what_is_printed_on_it() -> None:
    table = started()
    card = Painted(-250, -80, 7, colour=(60, 95, 40))
    assert (only(table.put(card)).rank, only(table.view).place) == (7, STACK_1)
    assert table.take(card).sightings == ()


def test_a_card_on_a_seat_coaster_is_no_card_in_play() -> None:
    assert started().put(Painted(-250, -230, 7), frames=3).sightings == ()


def test_a_card_that_still_moves_is_not_told() -> None:
    table = started()
    card = Painted(-400, -80, 7)
    table.things.append(card)
    for _ in range(7):
        card.x_mm += 25
        view = table.show()
        assert view.moving and not view.sightings
    assert only(table.show(3)).rank == 7


@pytest.mark.parametrize("frames", [8, 12])
def test_a_card_that_cannot_be_read_is_looked_at_again_once_the_finger_beside_it_has_gone(frames: int) -> None:
    table = started()
    finger = Painted(-215, -80, None, (4.0, 60.0), (110, 130, 190))
    table.things += [Painted(-250, -80), finger]
    for frame in range(frames):
        finger.y_mm = -70 if frame % 2 else -90
        table.show()
    table.things.remove(finger)
    assert only(table.show(40)).place == STACK_1


def test_nothing_is_read_while_nothing_changes() -> None:
    table = started()
    table.put(Painted(-250, -80, 7))
    reads = table.eye.reads
    table.show(45)
    assert table.eye.reads == reads and only(table.view).rank == 7


def test_only_what_changed_is_read_again() -> None:
    table = started()
    table.put(*(Painted(-385 + 70 * at, -80, at + 1) for at in range(4)))
    table.reader.sizes.clear()
    table.put(Painted(250, -80, 9))
    card_and_its_surroundings_px = (64 + 110) * (89 + 110) * (128 / 63) ** 2
    assert sum(height * width for height, width in table.reader.sizes) < 1.5 * card_and_its_surroundings_px


def test_a_card_read_several_times_is_not_read_again_with_what_comes_beside_it() -> None:
    table = started()
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
    table = started()
    table.put(Painted(-60, 0, 4))
    for _ in range(4):
        beside = Painted(60, 0, 7)
        table.put(beside, frames=8)
        table.take(beside, frames=8)
    table.put(Painted(-35, -5, 9), frames=8)
    assert sorted(rank for _, _, rank in told(table.view)) == [4, 9]


@pytest.mark.parametrize("called", [True, False])
def test_a_card_on_one_that_only_people_could_tell_is_seen_by_what_it_changes(called: bool) -> None:
    table = started()
    (first,) = table.put(Painted(-250, -80, None, painting=1), frames=16).sightings
    if called:
        table.eye.called({first.id: 4})
        table.show(8)
    view = table.put(Painted(-232, -98, None, painting=2), frames=20)
    assert (len([one for one in view.sightings if one.visible]) == 2) is called


def test_two_cards_dropped_at_once_are_two() -> None:
    table = started().knows(7)
    view = table.put(Painted(-250, -80, 7), Painted(-226, -89, 2))
    assert sorted((one.place, one.rank) for one in view.sightings) == [(STACK_1, 2), (STACK_1, 7)]


def test_a_card_on_another_leaves_it_known_when_its_indices_are_covered() -> None:
    table = started()
    table.put(Painted(-250, -80, 7))
    view = table.put(Painted(-248, -84, 2), frames=10)
    assert sorted((one.rank or 0, one.visible) for one in view.sightings) == [(2, True), (7, False)]
    assert not view.hidden


def test_a_card_that_moves_to_the_points_is_there_and_no_more_in_the_stack() -> None:
    table = started()
    card = Painted(-250, -80, 7)
    table.put(card)
    table.take(card)
    card.x_mm, card.y_mm = -150, -240
    view = table.put(card)
    assert (only(view).place, only(view).rank) == (POINTS_1, 7)


def test_a_face_down_card_is_told_as_such_and_turned_keeps_its_id() -> None:
    table = started()
    back = Painted(-250, -80, None, colour=(160, 60, 60), angle_deg=12)
    card = only(table.put(back, frames=12))
    assert (card.face, card.rank, card.probabilities, card.place) == (Face.DOWN, None, (), STACK_1)
    assert abs(card.angle_deg - 12) < 4
    table.things.remove(back)
    turned = only(table.put(Painted(-250, -80, 4)))
    assert (turned.id, turned.face, turned.rank) == (card.id, Face.UP, 4)


@pytest.mark.parametrize("at_mm", [(-250, -125), (-290, -80), (-275, -115), (-276, -80), (-266, -80), (-256, -104)])
def test_what_is_seen_of_a_card_under_another_is_told_as_something_there(at_mm: tuple[float, float]) -> None:
    table = started()
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
    table = started()
    view = table.put(Painted(0, -100, None, colour=(160, 60, 60)), frames=12)
    assert view.sightings == ()


def test_a_certain_card_elsewhere_is_told() -> None:
    table = started()
    assert only(table.put(Painted(0, -130, 7))).place == ELSEWHERE


def test_an_unread_card_is_asked_about_and_read_when_it_can_be() -> None:
    table = started()
    card = Painted(-250, -80, 0)
    unread = only(table.put(card, frames=12))
    assert (unread.face, unread.rank) == (Face.UP, None)
    assert np.argmax(unread.probabilities) == 3
    card.rank = 4
    table.time_s += 1.0  # what was seen a moment ago is seen still
    assert (only(table.show(12)).id, only(table.view).rank) == (unread.id, 4)


def test_a_further_look_at_a_card_has_less_noise_than_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    table = started()
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
    table = started()
    table.reader.strange = strange
    card = only(table.put(Painted(-250, -80, 0), frames=40))
    assert (card.face, card.rank, card.place) == (face, None, STACK_1)


def test_an_unread_card_gets_further_looks_but_not_at_every_frame() -> None:
    table = started()
    table.reader.doubt = 0.5
    table.put(Painted(-250, -80, 0))
    reads = table.eye.reads
    table.show(30)  # 2 s: after 0.3, 0.6 and 1.2 s
    assert 3 <= table.eye.reads - reads <= 5
    reads = table.eye.reads
    table.show(120)  # 8 s more: after 2.4, 4.8 and 9.6 s
    assert 2 <= table.eye.reads - reads <= 3


def test_a_correction_holds() -> None:
    table = started()
    card = Painted(-250, -80, 7)
    first = only(table.put(card))
    table.eye.correct(first.id, 1)
    card.x_mm += 4
    view = table.show(8)
    assert (only(view).id, only(view).rank, only(view).corrected) == (first.id, 1, True)


def test_corrections_that_cannot_be_are_refused() -> None:
    table = started()
    with pytest.raises(KeyError):
        table.eye.correct(99, 3)
    with pytest.raises(ValueError):
        table.eye.correct(99, 11)


def test_every_card_keeps_its_small_picture() -> None:
    table = started()
    card = Painted(-250, -80, 7)
    sighting = only(table.put(card))
    table.take(card)
    picture = table.eye.picture(sighting.id)
    assert picture is not None and picture.shape == (176, 126, 3)
    blue, green, red = (int(level) for level in picture[20:24, 17:21].reshape(-1, 3).mean(axis=0))
    assert abs(blue - 7 * 22) < 25 and green < 60 and abs(red - 205) < 25
    assert picture[70:100, 50:80].mean() > 200
    assert table.eye.picture(99) is None


def test_what_is_used_up_is_called_all_the_same_where_it_is_read_plainly() -> None:
    table = started()
    table.eye.expect({1: 1})
    table.put(Painted(-250, -80, 7))
    assert told(table.show(20)) == [(1, "stack 1", 7)], "the referee says that it cannot be"


def test_a_card_that_lies_where_one_was_taken_is_weighed_anew() -> None:
    table = started().knows(8)
    card = Painted(250, -80, 8)
    before = only(table.put(card, frames=20))
    table.take(card, frames=12)
    table.reader.weakest, table.reader.rival_rank, table.reader.rival = {8: 0.5}, 3, {8: 0.4}
    after = only(table.put(replace(card, barred=True), frames=20))
    assert before.rank == 8 and after.probabilities[7] < before.probabilities[7]


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
