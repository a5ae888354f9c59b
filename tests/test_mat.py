"""The table's geometry: exact over random views, and right about what happens to coasters and camera."""

from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest
from coaster_scenes import Camera, Scene, round_table, through

from vision.frame import Frame
from vision.table.background import changed_around, sampled
from vision.table.coasters import COASTER_MM, coaster_image
from vision.table.geometry import Rectangle, TableGeometry
from vision.table.lens import lens, pinhole
from vision.table.mat import EVERYWHERE_S, LOOK_EVERY_S, Mat
from vision.table.mat_events import MatEvent, MatEventKind
from vision.table.poses import Pose
from vision.table.tags import find_tags

LENS = lens("pi-camera-3").scaled_to((1280, 720))
"""The films are smaller than the camera's picture, to be quick; the random views are as large."""


class Film:
    """A mat, and frames that show it a scene for a while."""

    def __init__(self, mat: Mat) -> None:
        self.mat = mat
        self.time_s = 0.0
        self.events: list[MatEvent] = []
        self.geometries: list[TableGeometry | None] = []

    def show(self, scene: Scene, *, seconds: float = 3.0, still: bool = True) -> TableGeometry | None:
        image = scene.render()
        return self.show_image(image, seconds=seconds, still=still)

    def show_image(self, image: np.ndarray, *, seconds: float = 3.0, still: bool = True) -> TableGeometry | None:
        for _ in range(round(seconds * 5)):
            self.time_s += 0.2
            frame = Frame(image, self.time_s, round(self.time_s * 5))
            self.mat.check_covered(frame)
            self.geometries.append(self.mat.observe(frame, still=still))
            self.events.extend(self.mat.events)
        return self.geometries[-1]

    def kinds(self) -> list[tuple[MatEventKind, tuple[int, ...]]]:
        return [(event.kind, event.coasters) for event in self.events]

    def told(self, kind: MatEventKind) -> list[int]:
        return [number for event in self.events if event.kind is kind for number in event.coasters]


def table_of_four(**changes: object) -> Scene:
    return replace(Scene(Camera(LENS, 1150, 12, -60, 90), round_table(4, radius_mm=330)), **changes)


def moved(scene: Scene, number: int, *, x: float = 0.0, y: float = 0.0, turn: float = 0.0) -> Scene:
    return replace(
        scene, coasters=[(n, a + x, b + y, f + turn) if n == number else (n, a, b, f) for n, a, b, f in scene.coasters]
    )


def without(scene: Scene, *numbers: int) -> Scene:
    return replace(scene, coasters=[coaster for coaster in scene.coasters if coaster[0] not in numbers])


def errors(geometry: TableGeometry, scene: Scene) -> list[tuple[float, float]]:
    """How far each seat is from the truth: (mm, degrees)."""
    truth = {number: (x, y, facing) for number, x, y, facing in scene.coasters}
    found = []
    for seat in geometry.coasters:
        x, y, facing = truth[seat.seat]
        turn = (seat.facing_deg - facing + 180) % 360 - 180
        found.append((float(np.hypot(seat.x_mm - x, seat.y_mm - y)), abs(float(turn))))
    return found


def random_view(seed: int) -> Scene:
    """A view of the reference set-up: any lens of it, height, tilt, light and blur; coasters laid down carelessly."""
    rng = np.random.default_rng(seed)
    camera_lens = lens(("pi-camera-3", "pi-camera-3-wide", "webcam", "pi-camera-2")[seed % 4])
    distance = rng.uniform(700, 1000) if seed % 4 == 1 else rng.uniform(850, 1300)
    camera = Camera(
        camera_lens, distance, rng.uniform(0, 30), rng.uniform(0, 360), rng.uniform(0, 360), tuple(rng.normal(0, 30, 2))
    )
    seats = round_table(int(rng.integers(2, 9)), radius_mm=rng.uniform(300, 420))
    sloppy = [seats[0]] + [
        (n, x + rng.normal(0, 20), y + rng.normal(0, 20), f + rng.normal(0, 8)) for n, x, y, f in seats[1:]
    ]
    return Scene(
        camera,
        sloppy,
        brightness=rng.uniform(0.3, 1.0),
        noise=rng.uniform(2, 5),
        blur_px=rng.uniform(0.3, 1.4),
        seed=seed,
        table_grey=rng.uniform(40, 200),
    )


def in_view(scene: Scene) -> set[int]:
    """The coasters that are in the picture as a whole."""
    whole = set()
    for number, x, y, facing in scene.coasters:
        corners = scene.camera.lens.distort_points(
            through(scene.camera.homography(), Pose(x, y, facing).corners(COASTER_MM))
        )
        if (corners > 2).all() and (corners < np.array(scene.camera.lens.size_px) - 3).all():
            whole.add(number)
    return whole


@pytest.mark.parametrize("seed", range(12))
def test_random_views_are_exact_to_two_millimetres_and_two_degrees(seed: int) -> None:
    scene = random_view(seed)
    geometry = Mat(scene.camera.lens).observe(scene.frame(), still=True)
    assert geometry is not None
    assert geometry.middle.seen
    assert abs(geometry.tilt_deg - scene.camera.tilt_deg) < 3
    assert in_view(scene) <= {0, *(seat.seat for seat in geometry.coasters)}
    for off_mm, off_deg in errors(geometry, scene):
        assert off_mm < 2
        assert off_deg < 2


@pytest.mark.parametrize("table_grey", [40.0, 120.0])
def test_a_coaster_does_not_hide_its_tag(table_grey: float) -> None:
    scene = Scene(Camera(lens("pi-camera-3"), 1000, 20, -90, 90), round_table(8), table_grey=table_grey)
    image = scene.render()
    found = {tag.number for tag in find_tags(image)}
    assert found == in_view(scene)
    assert found == {tag.number for tag in find_tags(image, expected=found)}


def test_tags_are_found_where_the_picture_changed_and_beside_what_is_known() -> None:
    scene = table_of_four()
    image, before = scene.render(), replace(scene, coasters=scene.coasters[1:]).render()
    corners = {tag.number: tag.corners_px for tag in find_tags(image)}
    new = scene.coasters[0][0]
    known = [number for number in corners if number != new]
    assert new not in {tag.number for tag in find_tags(before)}

    def found(besides: list[int], changed_from: np.ndarray) -> dict[int, np.ndarray]:
        where = changed_around(
            sampled(changed_from), sampled(image), reach_px=90, besides=[corners[number] for number in besides]
        )
        assert 0 < where.mean() < 0.6, "not all of the picture is searched"
        tags = find_tags(image, expected=besides, where=where)
        return {tag.number: tag.corners_px for tag in tags}

    assert set(found(known[:2], image)) == set(known[:2]), "what lies elsewhere is not looked for"
    both = found(known, before)
    assert set(both) == set(corners), "one that was laid down is found by what it changes"
    for number, quad in corners.items():
        assert both[number] == pytest.approx(quad, abs=0.1)


def test_the_whole_picture_is_searched_again_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    from vision.table import tags

    film, wheres = Film(Mat(LENS)), []

    def watched(image: np.ndarray, **options: Any) -> tuple[tags.Tag, ...]:
        wheres.append((film.time_s, options["where"] is None))
        return tags.find_tags(image, **options)

    monkeypatch.setattr("vision.table.mat.find_tags", watched)
    for step in range(24):
        film.show(table_of_four(covers=[(60.0 * (step % 8) - 200, -60, 90)]), seconds=1.2)
    everywhere = [time_s for time_s, is_everywhere in wheres if is_everywhere]
    assert len(everywhere) < len(wheres) / 2
    assert max(np.diff([*everywhere, film.time_s])) < EVERYWHERE_S + 3


def test_points_of_the_table_are_found_in_the_picture_and_back() -> None:
    scene = Scene(Camera(lens("pi-camera-3-wide"), 800, 20, 30, 80), round_table(5, radius_mm=330))
    geometry = Mat(scene.camera.lens).observe(scene.frame(), still=True)
    assert geometry is not None
    points = np.random.default_rng(1).uniform(-350, 350, (50, 2))
    truth = scene.camera.lens.distort_points(through(scene.camera.homography(), points))
    assert np.abs(geometry.to_pixels(points) - truth).max() < 1.5
    assert np.abs(geometry.to_table(geometry.to_pixels(points)) - points).max() < 1e-6


@pytest.mark.parametrize("name", ["pi-camera-3", "pi-camera-3-wide"])
def test_a_rectified_coaster_looks_as_printed(name: str) -> None:
    scene = Scene(Camera(lens(name), 800, 20, 30, 80), round_table(3, radius_mm=300), noise=0, blur_px=0.5)
    image = scene.render()
    geometry = Mat(scene.camera.lens).observe(Frame(image, 0.0, 0), still=True)
    assert geometry is not None
    seat = geometry.coasters[1]
    seen = geometry.rectify(
        image,
        centre_mm=(seat.x_mm, seat.y_mm),
        size_mm=(93, 93),
        pixels_per_mm=2,
        angle_deg=seat.facing_deg - 90,
    )
    printed = coaster_image(seat.seat, pixels_per_mm=2)
    assert seen.shape == (186, 186, 3)
    likeness = np.corrcoef(seen[3:-3, 3:-3, 1].ravel(), printed[3:-3, 3:-3].ravel())[0, 1]
    assert likeness > 0.95


def test_what_is_enlarged_sharply_is_more_like_the_print() -> None:
    scene = Scene(Camera(lens("pi-camera-3"), 1100, 15, 30, 80), round_table(3, radius_mm=250), noise=0, blur_px=0.5)
    image = scene.render()
    geometry = Mat(scene.camera.lens).observe(Frame(image, 0.0, 0), still=True)
    assert geometry is not None
    seat = geometry.coasters[1]
    printed = coaster_image(seat.seat, pixels_per_mm=3).astype(np.float32)
    off = [
        np.abs(
            geometry.rectify(
                image,
                centre_mm=(seat.x_mm, seat.y_mm),
                size_mm=(93, 93),
                pixels_per_mm=3,
                angle_deg=seat.facing_deg - 90,
                sharply=sharply,
            )[4:-4, 4:-4, 1]
            - printed[4:-4, 4:-4]
        ).mean()
        for sharply in (False, True)
    ]
    assert off[1] < 0.97 * off[0]


def test_points_of_a_rectified_picture_are_on_the_table_where_it_shows_them() -> None:
    rectangle = Rectangle((100.0, 50.0), (40.0, 20.0), 3.0, 30.0)
    corner = rectangle.to_table(np.array([[-0.5, -0.5]]))[0]
    turn = np.radians(30)
    rotation = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    assert corner == pytest.approx(np.array([100, 50]) + rotation @ [-20, 10])
    assert rectangle.to_picture(corner[None])[0] == pytest.approx([-0.5, -0.5])


def test_one_coaster_is_too_few_and_two_are_enough() -> None:
    film = Film(Mat(LENS))
    assert film.show(without(table_of_four(), 1, 2, 3, 4)) is None
    assert film.mat.trouble == "no-coasters"
    scene = without(table_of_four(), 2, 3, 4)
    geometry = film.show(scene)
    assert geometry is not None
    assert film.mat.trouble == ""
    assert errors(geometry, scene)[0][0] < 2


def test_a_middle_that_was_never_seen_is_where_the_arrows_point_and_it_is_said() -> None:
    film = Film(Mat(LENS))
    geometry = film.show(without(table_of_four(), 0))
    assert geometry is not None
    assert not geometry.middle.seen
    assert (MatEventKind.MIDDLE_GUESSED, (0,)) in film.kinds()
    # All coasters lie 330 mm from the middle.
    for seat in geometry.coasters:
        assert np.hypot(seat.x_mm - geometry.middle.x_mm, seat.y_mm - geometry.middle.y_mm) == pytest.approx(330, abs=3)


def test_a_middle_coaster_that_is_taken_away_keeps_its_place() -> None:
    film = Film(Mat(LENS))
    film.show(table_of_four())
    geometry = film.show(without(table_of_four(), 0))
    assert geometry is not None
    assert geometry.middle.seen
    assert (geometry.middle.x_mm, geometry.middle.y_mm) == pytest.approx((0, 0), abs=1)
    assert geometry.middle.covered_since_s is not None


def test_the_geometry_stays_the_same_object_while_nothing_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    film = Film(Mat(LENS))
    film.show(table_of_four(), seconds=12)
    settled = film.geometries[-1]
    looks = []
    monkeypatch.setattr("vision.table.mat.find_tags", lambda image, **_: looks.append(1) or ())
    film.show(table_of_four(seed=5), seconds=4)
    assert film.geometries[-1] is settled
    assert looks == []


def test_a_changing_picture_is_looked_at_no_more_than_once_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    from vision.table import tags

    film = Film(Mat(LENS))
    film.show(table_of_four(), seconds=12)
    looks = []
    monkeypatch.setattr(
        "vision.table.mat.find_tags",
        lambda image, **options: looks.append(film.time_s) or tags.find_tags(image, **options),
    )
    for step in range(8):
        film.show(table_of_four(covers=[(60.0 * step - 200, -60, 90)]), seconds=0.6)
    assert looks
    assert min(np.diff(looks)) >= LOOK_EVERY_S - 1e-6


def test_a_covered_coaster_keeps_its_place_and_is_known_to_be_covered() -> None:
    film = Film(Mat(LENS))
    before = film.show(table_of_four())
    hidden = before.coasters[1]
    geometry = film.show(table_of_four(covers=[(hidden.x_mm, hidden.y_mm, 70)]))
    assert geometry is not None
    assert geometry.coasters[1].x_mm == pytest.approx(hidden.x_mm, abs=0.5)
    assert [seat.seat for seat in film.mat.seats() if seat.covered_since_s is not None] == [hidden.seat]
    assert film.told(MatEventKind.COVERED) == [hidden.seat]
    assert film.mat.trouble == ""
    film.show(table_of_four())
    assert film.told(MatEventKind.UNCOVERED) == [hidden.seat]
    assert all(seat.covered_since_s is None for seat in film.mat.seats())
    assert not film.told(MatEventKind.MOVED)


@pytest.mark.parametrize("brightness", [0.25, 0.6, 1.1])
def test_a_cover_is_noticed_in_the_very_next_frame_in_any_light(brightness: float) -> None:
    mat = Mat(LENS)
    scene = table_of_four(brightness=brightness)
    assert mat.observe(scene.frame(0.0), still=True) is not None
    assert mat.check_covered(replace(scene, seed=9, brightness=brightness * 0.8).frame(0.1)) == dict.fromkeys(
        range(5), False
    )
    x, y = scene.coasters[3][1:3]
    covered = mat.check_covered(replace(scene, covers=[(x, y, 60)]).frame(0.2))
    assert covered == {0: False, 1: False, 2: False, 3: True, 4: False}
    assert mat.check_covered(scene.frame(0.3)) == dict.fromkeys(range(5), False)


def test_a_card_over_the_edge_of_a_coaster_is_no_cover() -> None:
    mat = Mat(LENS)
    scene = table_of_four()
    mat.observe(scene.frame(0.0), still=True)
    x, y = scene.coasters[3][1:3]
    nibbled = replace(scene, covers=[(x + 52, y, 45)])
    assert mat.check_covered(nibbled.frame(0.2)) == dict.fromkeys(range(5), False)


def test_a_moved_coaster_is_followed_once_it_lies_still() -> None:
    film = Film(Mat(LENS))
    film.show(table_of_four(), seconds=6)
    for step in range(1, 21):
        film.show(moved(table_of_four(), 2, x=5 * step, y=-4 * step), seconds=0.2, still=False)
    assert not film.told(MatEventKind.MOVED)
    scene = moved(table_of_four(), 2, x=110, y=-85, turn=25)
    geometry = film.show(scene)
    assert geometry is not None
    assert film.told(MatEventKind.MOVED) == [2]
    assert max(errors(geometry, scene))[0] < 2
    assert film.mat.check_covered(scene.frame(film.time_s)) == dict.fromkeys(range(5), False)


def test_of_two_coasters_the_one_that_moved_is_followed() -> None:
    film = Film(Mat(LENS))
    two = without(table_of_four(), 2, 3, 4)
    film.show(two, seconds=6)
    scene = moved(two, 1, x=50, y=50)
    geometry = film.show(scene)
    assert geometry is not None
    assert film.told(MatEventKind.MOVED) == [1]
    assert not film.told(MatEventKind.BUMPED)
    assert errors(geometry, scene)[0][0] < 2


def test_the_middle_coaster_can_be_moved_and_the_frame_stays() -> None:
    film = Film(Mat(LENS))
    film.show(table_of_four(), seconds=6)
    scene = moved(table_of_four(), 0, x=70, y=20, turn=40)
    geometry = film.show(scene)
    assert geometry is not None
    assert geometry.layout.middle_mm == pytest.approx((70, 20), abs=1)
    assert max(errors(geometry, scene))[0] < 2


def test_a_coaster_that_is_held_up_is_not_believed() -> None:
    film = Film(Mat(LENS))
    film.show(table_of_four(), seconds=6)
    lifted = table_of_four()
    raised = replace(without(lifted, *[n for n in range(5) if n != 2]), scale=1.25)
    image = without(lifted, 2).render()
    only = raised.render()
    mask = np.abs(only.astype(int) - replace(raised, coasters=[]).render()) > 25
    image[mask] = only[mask]
    geometry = film.show_image(image)
    assert geometry is not None
    assert not film.told(MatEventKind.MOVED)


@pytest.mark.parametrize(
    "camera",
    [Camera(LENS, 1150, 12, -60, 93), Camera(LENS, 1110, 17, -50, 84, (25.0, -30.0)), Camera(LENS, 1200, 5, 100, 200)],
)
@pytest.mark.parametrize("grain", [0.0, 10.0])
def test_a_bumped_camera_is_noticed_and_followed(camera: Camera, grain: float) -> None:
    film = Film(Mat(LENS))
    film.show(table_of_four(grain=grain), seconds=4)
    for step in range(8):
        swinging = replace(camera, turn_deg=camera.turn_deg + 16 - 2 * step)
        film.show(table_of_four(camera=swinging, grain=grain), seconds=0.2, still=False)
    assert film.mat.trouble == "moved"
    scene = table_of_four(camera=camera, grain=grain)
    geometry = film.show(scene)
    assert film.mat.trouble == ""
    assert film.told(MatEventKind.BUMPED) == [0]
    assert not film.told(MatEventKind.MOVED)
    assert geometry is not None
    assert max(errors(geometry, scene))[0] < 2
    assert film.mat.check_covered(scene.frame(film.time_s)) == dict.fromkeys(range(5), False)


def test_a_sagging_camera_is_followed_without_a_word() -> None:
    film = Film(Mat(LENS))
    film.show(table_of_four(), seconds=12)
    geometry = None
    for step in range(1, 5):
        scene = table_of_four(camera=Camera(LENS, 1150, 12 + 0.06 * step, -60, 90))
        geometry = film.show(scene, seconds=2)
    assert geometry is not None
    assert max(errors(geometry, scene))[0] < 2
    truth = scene.camera.lens.distort_points(through(scene.camera.homography(), np.array([[200.0, 100.0]])))
    assert np.abs(geometry.to_pixels(np.array([[200.0, 100.0]])) - truth).max() < 1.5
    assert not film.told(MatEventKind.BUMPED)


@pytest.mark.parametrize("grain", [0.0, 10.0])
def test_all_coasters_covered_is_no_bumped_camera(grain: float) -> None:
    film = Film(Mat(LENS))
    scene = table_of_four(grain=grain)
    film.show(scene)
    geometry = film.show(replace(scene, covers=[(x, y, 62) for _, x, y, _ in scene.coasters]))
    assert geometry is not None
    assert film.mat.trouble == ""


def test_a_coaster_that_comes_later_is_found() -> None:
    film = Film(Mat(LENS))
    film.show(without(table_of_four(), 4), seconds=6)
    geometry = film.show(table_of_four())
    assert geometry is not None
    assert [seat.seat for seat in geometry.coasters] == [1, 2, 3, 4]
    assert max(errors(geometry, table_of_four()))[0] < 2


def test_two_coasters_with_one_number_are_told_and_the_first_keeps_its_place() -> None:
    film = Film(Mat(LENS))
    scene = table_of_four()
    before = film.show(scene)
    doubled = replace(scene, coasters=[*scene.coasters, (2, 150.0, 150.0, 0.0)])
    geometry = film.show(doubled)
    assert geometry is not None
    assert film.told(MatEventKind.SAME_NUMBER) == [2]
    assert geometry.coasters[1].x_mm == pytest.approx(before.coasters[1].x_mm, abs=1)


def test_two_coasters_with_one_number_from_the_start_leave_that_seat_unknown() -> None:
    film = Film(Mat(LENS))
    scene = table_of_four()
    geometry = film.show(replace(scene, coasters=[*scene.coasters, (2, 150.0, 150.0, 0.0)]))
    assert geometry is not None
    assert [seat.seat for seat in geometry.coasters] == [1, 3, 4]
    assert film.told(MatEventKind.SAME_NUMBER) == [2]


def test_a_tag_of_another_game_is_told_and_ignored() -> None:
    film = Film(Mat(LENS))
    image = table_of_four().render()
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    foreign = cv2.copyMakeBorder(
        cv2.aruco.generateImageMarker(dictionary, 77, 80), 12, 12, 12, 12, cv2.BORDER_CONSTANT, value=255
    )
    image[80 : 80 + 104, 1100 : 1100 + 104] = foreign[:, :, None]
    geometry = film.show_image(image)
    assert geometry is not None
    assert film.told(MatEventKind.FOREIGN_TAG) == [77]
    assert [seat.seat for seat in geometry.coasters] == [1, 2, 3, 4]


def test_a_mirrored_picture_is_told() -> None:
    film = Film(Mat(LENS))
    mirrored = np.ascontiguousarray(table_of_four().render()[:, ::-1])
    assert film.show_image(mirrored) is None
    assert [event.kind for event in film.events] == [MatEventKind.MIRRORED]
    assert film.mat.trouble == "mirrored"
    assert film.show(table_of_four()) is not None
    assert film.mat.trouble == ""


def test_a_picture_that_is_turned_round_amid_a_game_is_told_and_followed() -> None:
    film = Film(Mat(LENS))
    image = table_of_four().render()
    film.show_image(image, seconds=4)
    geometry = film.show_image(np.ascontiguousarray(image[::-1, ::-1]))
    assert film.told(MatEventKind.TURNED) == [0] and not film.told(MatEventKind.BUMPED)
    assert geometry is not None and film.mat.trouble == ""


def test_a_sheet_printed_to_fit_the_page_is_told_once_the_cards_are_measured() -> None:
    film = Film(Mat(LENS))
    scene = table_of_four(scale=0.95)
    geometry = film.show(scene)
    assert geometry is not None
    # A true card at (100, 0), measured with the coasters taken for 60 mm.
    card = np.array([[68.5, -44.0], [131.5, -44.0], [131.5, 44.0], [68.5, 44.0]])
    seen = geometry.to_table(scene.camera.lens.distort_points(through(scene.camera.homography(), card)))
    measured = (float(np.linalg.norm(seen[1] - seen[0])), float(np.linalg.norm(seen[2] - seen[1])))
    for _ in range(8):
        film.mat.tell_card_size(measured)
        film.mat.tell_card_size((measured[0], measured[1] * 2))
    film.show(scene, seconds=0.4)
    assert film.mat.sheet_scale == pytest.approx(0.95, abs=0.006)
    messages = [event.message for event in film.events if event.kind is MatEventKind.SHEET_SCALE]
    assert len(messages) == 1
    assert "95%" in messages[0] and "100 %" in messages[0]


def test_true_cards_tell_that_the_sheet_is_right() -> None:
    mat = Mat(LENS)
    for size in ((63.4, 88.3), (88.0, 62.5), (62.8, 87.6), (63.0, 88.0), (63.9, 88.9)):
        mat.tell_card_size(size)
    mat.observe(table_of_four().frame(), still=True)
    assert mat.sheet_scale == pytest.approx(1, abs=0.01)
    assert MatEventKind.SHEET_SCALE not in [event.kind for event in mat.events]


def test_another_size_of_picture_starts_again() -> None:
    mat = Mat(LENS)
    scene = table_of_four()
    assert mat.observe(scene.frame(0.0), still=True) is not None
    small = np.ascontiguousarray(cv2.resize(scene.render(), (960, 540), interpolation=cv2.INTER_AREA))
    geometry = mat.observe(Frame(small, 1.0, 1), still=True)
    assert geometry is not None
    assert geometry.lens.size_px == (960, 540)
    assert max(errors(geometry, scene))[0] < 3


def test_a_focal_length_that_is_some_per_cent_off_costs_little() -> None:
    true_lens = pinhole("true", size_px=(1280, 720), width_deg=69.0)
    scene = Scene(Camera(true_lens, 1000, 25, -60, 70), round_table(5, radius_mm=330))
    geometry = Mat(LENS).observe(scene.frame(), still=True)
    assert geometry is not None
    assert max(errors(geometry, scene))[0] < 3
