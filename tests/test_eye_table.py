"""The table itself: its light, its coasters, a bumped camera, and frames that cannot be used."""

import cv2
import numpy as np
import pytest
from painted_table import HEIGHT_PX, PER_MM, WIDTH_PX, Painted, PaintedTable, geometry, hand, only, started, told

from dealer.view import Area, Place
from vision.eye import Eye
from vision.frame import Frame


def test_flicker_and_drift_of_the_lamp_change_nothing() -> None:
    table = started()
    before = only(table.put(Painted(-250, -80, 7)))
    for at in range(60):
        table.gain = 1 + 0.08 * np.sin(at * 1.1) - at / 300
        view = table.show()
        assert only(view) == before and not view.hidden and not view.moving


def test_no_head_is_believed_from_the_start_where_the_taught_deck_prints_all_numerals_upright() -> None:
    table = PaintedTable()
    for is_upright in (False, True):
        table.reader.is_upright = is_upright
        eye = Eye(table.mat, table.reader)
        assert (eye._calls._memory.upright > 0.99) is is_upright


def test_a_card_in_the_rim_of_a_shadow_is_seen_to_go() -> None:
    table = PaintedTable()
    shade = np.ones((HEIGHT_PX, WIDTH_PX), np.float32)
    x, y = round(WIDTH_PX / 2 - 230 * PER_MM), round(HEIGHT_PX / 2 + 100 * PER_MM)
    cv2.circle(shade, (x, y), 24, 0.35, -1)
    table.shade = cv2.GaussianBlur(shade, (0, 0), 7)
    table.start()
    card = Painted(-250, -80, 7, colour=(70, 110, 90))
    assert only(table.put(card, frames=10)).rank == 7
    assert not table.take(card, frames=12).sightings


def test_a_covered_coaster_is_told_after_a_moment_and_not_for_a_blink() -> None:
    table = started()
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
    table = started()
    table.mat.covered = {1: table.time_s}
    table.storm = True
    for _ in range(10):
        assert table.show().seats[0].covered_since_s is None


def bumped(table: PaintedTable, x_px: float, y_px: float) -> None:
    """The camera is moved until the table has moved so far in its picture."""
    table.mat.trouble = "moved"
    assert table.show(3).trouble == "moved"
    table.mat.trouble = ""
    table.mat.geometry = geometry((x_px, y_px))
    for thing in table.things:
        thing.x_mm += x_px / PER_MM
        thing.y_mm -= y_px / PER_MM
    table.show(25)


@pytest.mark.parametrize(("aside_px", "seen"), [(-40.0, True), (-140.0, False), (-230.0, False), (-700.0, False)])
def test_a_card_outside_the_picture_is_hidden_not_gone(aside_px: float, seen: bool) -> None:
    table = started()
    table.put(Painted(-330, -80, 7))
    before = told(table.view)
    bumped(table, aside_px, 0.0)
    assert (told(table.view), table.view.trouble) == (before, "")
    assert table.view.sightings[0].visible == seen
    assert (Place(Area.STACK, 1) in table.view.hidden) != seen


@pytest.mark.parametrize(("aside_px", "hidden"), [(-40.0, set()), (-230.0, {1}), (-700.0, {1, 2})])
def test_a_place_outside_the_picture_is_hidden_whatever_lies_there(aside_px: float, hidden: set[int]) -> None:
    table = started()
    bumped(table, aside_px, 0.0)
    for places in (table.view.hidden, table.view.outside):
        assert {place.seat for place in places if place.area is Area.STACK} == hidden


def test_a_bumped_camera_is_trouble_and_then_everything_is_found_again() -> None:
    table = started()
    card = table.put(Painted(-250, -80, 7), Painted(250, -80, 2)).sightings[0]
    before = told(table.view)
    bumped(table, 14.0, -9.0)
    assert told(table.view) == before and table.view.trouble == ""
    assert table.view.sightings[0].x_mm == pytest.approx(card.x_mm, abs=2)


def test_when_no_coaster_looks_as_it_did_nothing_is_read_for_a_moment() -> None:
    table = started()
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
    table = started()
    before = table.put(Painted(-250, -80, 7))
    view = table.eye.look(Frame(image, table.time_s, 999))  # type: ignore[arg-type]
    assert view.trouble == "stalled" and view.sightings == before.sightings
    assert table.show().trouble == "" and table.view.sightings == before.sightings


def test_a_failing_reader_is_trouble_and_passes() -> None:
    table = started()
    table.reader.fail = True
    assert table.put(Painted(-250, -80, 7), frames=4).trouble == "stalled"
    table.reader.fail = False
    assert only(table.show(4)).rank == 7 and table.view.trouble == ""


def test_time_that_runs_backwards_is_trouble() -> None:
    table = started()
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
    table = started()
    sighting = only(table.put(Painted(-250, -80, 7)))
    picture = table.eye.picture(sighting.id)
    assert picture is not None
    assert cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)[20, 18] < cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)[20, 105]
