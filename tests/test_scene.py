"""The simulated table: what lies where, how it is drawn, and that a seed gives the same pictures."""

import cv2
import numpy as np
import pytest

from dealer.view import Area, Face, Place
from vision.synth import choreography, props
from vision.synth.camera import Lens, Sensor, SensorSettings, Viewpoint
from vision.synth.choreography import Action
from vision.synth.picture import Pose
from vision.synth.scene import Scene, SceneSettings
from vision.synth.simulated import FRAME_S, SimulatedCamera

SMALL = (960, 540)


def make_scene(
    seed: int = 3, *, seats: int = 4, difficulty: str = "reference", size_px: tuple[int, int] = SMALL
) -> Scene:
    return Scene(SceneSettings.random(seed, seats=seats, difficulty=difficulty, size_px=size_px))


def picture(camera: SimulatedCamera) -> np.ndarray:
    return camera.take().image


def run(camera: SimulatedCamera, action: Action, *, fast: bool = True) -> list[float]:
    return [frame.time_s for frame in camera.frames(action, fast=fast)]


# ---------------------------------------------------------------- geometry


@pytest.mark.parametrize("field_deg, k1", [(66.0, 0.01), (102.0, -0.04)])
def test_a_point_seen_is_a_point_on_the_table(field_deg: float, k1: float) -> None:
    viewpoint = Viewpoint(1000.0, 20.0, -80.0, 3.0, (10.0, -20.0), Lens(field_deg, k1))
    points = np.array([[0.0, 0.0], [300.0, 150.0], [-400.0, -100.0]])
    assert np.allclose(viewpoint.to_plane(viewpoint.project(points)), points, atol=1e-3)


def test_the_plane_map_agrees_with_the_projection() -> None:
    viewpoint = Viewpoint(900.0, 25.0, -90.0, 2.0, (0.0, 0.0), Lens(102.0, -0.033))
    plane = viewpoint.plane_map()
    rows, columns = np.array([100, 500, 900]), np.array([200, 960, 1700])
    back = viewpoint.project(plane[rows, columns].astype(np.float64))
    assert np.abs(back - np.column_stack([columns, rows])).max() < 0.1


def test_up_in_the_picture_is_up_on_the_table() -> None:
    viewpoint = Viewpoint(1000.0, 0.0, -90.0, 0.0, (0.0, 0.0), Lens())
    (x, y), (right, _), (_, above) = viewpoint.project(np.array([[0.0, 0.0], [50.0, 0.0], [0.0, 50.0]]))
    assert right > x and above < y


def test_the_lens_shows_as_many_degrees_as_it_says() -> None:
    viewpoint = Viewpoint(1000.0, 0.0, -90.0, 0.0, (0.0, 0.0), Lens(102.0, -0.033))
    half = 1000 * np.tan(np.radians(51))
    assert viewpoint.project(np.array([[half, 0.0]]))[0, 0] == pytest.approx(1919.5, abs=0.1)


# ---------------------------------------------------------------- set-up


@pytest.mark.parametrize("seats", range(2, 9))
def test_every_set_up_is_within_the_reference(seats: int) -> None:
    for seed in range(6):
        settings = SceneSettings.random(seed, seats=seats)
        viewpoint = settings.viewpoint
        assert 700 <= viewpoint.height_mm <= 1300 and 0 <= viewpoint.tilt_deg <= 30
        assert max(settings.table.size_mm) <= 1500
        for x, y, facing in settings.seat_poses:
            assert settings.table.holds(x, y, 50)
            assert 58 <= 63 * viewpoint.scale_px_per_mm(x, y) <= 155
            ahead = (x + 200 * np.cos(np.radians(facing)), y + 200 * np.sin(np.radians(facing)))
            assert np.hypot(*ahead) < np.hypot(x, y), "the arrow points to the middle"
        angles = [np.arctan2(y, x) for x, y, _ in settings.seat_poses]
        clockwise = np.mod(-np.diff(angles), 2 * np.pi)
        assert clockwise.sum() < 2 * np.pi, "seats go clockwise, once around"


def test_unknown_wishes_are_refused() -> None:
    with pytest.raises(ValueError, match="9 seats"):
        SceneSettings.random(1, seats=9)
    with pytest.raises(ValueError, match="'cruel'"):
        SceneSettings.random(1, seats=4, difficulty="cruel")


def test_a_seed_gives_the_same_pictures() -> None:
    first, second = (SimulatedCamera(make_scene(5)) for _ in range(2))
    assert np.array_equal(picture(first), picture(second))
    assert not np.array_equal(picture(first), picture(SimulatedCamera(make_scene(6))))


def test_noise_is_new_in_every_picture_and_as_strong_as_asked() -> None:
    sensor = Sensor(SensorSettings(noise_levels=3.0, flicker=0.0), SMALL, 7)
    grey = np.full((540, 960, 3), 120, np.uint8)
    first, second = sensor.expose(grey, 1, 0.1), sensor.expose(grey, 2, 0.2)
    assert not np.array_equal(first, second)
    assert 2.0 < first.astype(float).std() < 4.0
    assert first.mean() == pytest.approx(120, abs=0.5)


def test_a_lamp_flickers() -> None:
    sensor = Sensor(SensorSettings(noise_levels=0.1, flicker=0.05), SMALL, 7)
    grey = np.full((540, 960, 3), 120, np.uint8)
    rows = np.array([sensor.expose(grey, index, index / 15).mean(axis=(1, 2)) for index in range(15)])
    assert np.ptp(rows[:, 270]) > 4


# ---------------------------------------------------------------- coasters


@pytest.mark.parametrize("seed", range(6))
def test_coasters_are_found_where_they_lie(seed: int) -> None:
    scene = make_scene(seed, seats=2 + seed, size_px=(1920, 1080))
    scene.strew_props()
    camera = SimulatedCamera(scene)
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11))
    corners, numbers, _ = detector.detectMarkers(picture(camera))
    assert sorted(int(number) for number in np.ravel(numbers)) == list(range(scene.settings.seats + 1))
    for outline, number in zip(corners, np.ravel(numbers), strict=True):
        pose = scene.coaster(int(number)).pose
        true = [(*pose.to_table(x, y), 1.4) for x, y in ((-30, 30), (30, 30), (30, -30), (-30, -30))]
        assert np.abs(outline[0] - camera.viewpoint.project(np.array(true))).max() < 2.5
    for x, y, facing in scene.seat_poses.values():
        assert np.cos(np.radians(facing)) * -x + np.sin(np.radians(facing)) * -y > 0


# ---------------------------------------------------------------- cards


@pytest.mark.parametrize("seats", [2, 5, 8])
def test_a_sloppy_human_still_lays_cards_in_their_places(seats: int) -> None:
    scene = make_scene(seats, seats=seats)
    rng = np.random.default_rng(1)
    for seat in range(1, seats + 1):
        for index in range(5):
            for area in (Area.STACK, Area.POINTS)[: 2 if index < 3 else 1]:
                pose = scene.place_point(Place(area, seat), index, rng)
                scene.add_card(1 + (seat + index) % 10, pose).kind = f"{area.value} {seat}"
    camera = SimulatedCamera(scene)
    seen = {card.id: max(card.index_visible) for card in camera.truth()}
    stacked = [seen[card.id] for card in scene.cards() if card.kind.startswith("stack")]
    assert np.mean([share > 0.9 for share in stacked]) > 0.97
    for card in scene.cards():
        assert str(scene.layout.place_of(card.pose.x_mm, card.pose.y_mm)) == card.kind


def test_a_card_is_laid_aside_when_it_would_hide_an_index() -> None:
    scene = make_scene(2, seats=2)
    scene.habits[1].step_mm = (4.0, 0.0)  # this player would lay card on card
    rng = np.random.default_rng(1)
    for index in range(3):
        scene.add_card(3, scene.place_point(Place(Area.STACK, 1), index, rng))
    assert min(max(card.index_visible) for card in SimulatedCamera(scene).truth()) > 0.9


def test_what_is_covered_is_not_seen() -> None:
    scene = make_scene()
    x, y, _ = scene.seat_poses[1]
    lower = scene.add_card(4, Pose(x * 0.5, y * 0.5, 20.0))
    camera = SimulatedCamera(scene)
    assert min(camera.truth()[0].index_visible) == 1.0
    scene.add_card(9, Pose(x * 0.5, y * 0.5, 20.0))
    truth = {card.id: card for card in camera.truth()}
    assert max(truth[lower.id].index_visible) < 0.3
    assert {card.rank for card in truth.values()} == {4, 9}


def test_a_card_can_be_turned_over() -> None:
    scene = make_scene()
    card = scene.add_card(4, Pose(0.0, 150.0, 0.0))
    camera = SimulatedCamera(scene)
    before = picture(camera)
    scene.turn_card(card)
    (truth,) = camera.truth()
    assert truth.face is Face.DOWN and truth.index_visible == ()
    assert np.abs(picture(camera).astype(int) - before).max() > 40


def test_props_lie_in_nobodys_way() -> None:
    for seed in range(4):
        scene = make_scene(seed, seats=4, difficulty="hard")
        scene.strew_props()
        lying = [thing for thing in scene.things.values() if not thing.kind.startswith("coaster")]
        assert lying
        for thing in lying:
            for x, y, _ in scene.seat_poses.values():
                assert np.hypot(thing.pose.x_mm - x, thing.pose.y_mm - y) > 50 + props.radius_of(thing.layers) - 8


# ---------------------------------------------------------------- drawing only what changed


def test_drawing_what_changed_is_drawing_everything() -> None:
    scene = make_scene(2, difficulty="reference")
    scene.strew_props()
    deck = scene.add_pile(Pose(90.0, 20.0, 30.0), 40, "deck")
    camera = SimulatedCamera(scene)
    rng = np.random.default_rng(2)
    for index in range(3):
        for seat in (1, 3):
            pose = scene.place_point(Place(Area.STACK, seat), index, rng)
            run(camera, choreography.deal_card(scene, 2, deck, 3 + index, pose, thrown=0.4 * (seat == 3)))
    taken = next(iter(scene.cards()))
    run(camera, choreography.take_card(scene, 4, taken, scene.place_point(Place(Area.POINTS, 4), 0, rng)))
    scene.set_pile(deck, 12)
    camera.take()
    fresh = SimulatedCamera(scene)
    fresh.take()
    assert np.abs(camera._clean.astype(int) - fresh._clean).max() <= 1


def test_what_lies_still_is_not_drawn_again() -> None:
    scene = make_scene()
    camera = SimulatedCamera(scene)
    camera.take()
    before = camera._clean.copy()
    run(camera, choreography.wait(1.0))
    assert np.array_equal(camera._clean, before)
    hand = scene.cover(2)
    camera.take()
    assert not np.array_equal(camera._clean, before)
    scene.remove(hand)
    camera.take()
    assert np.array_equal(camera._clean, before)


# ---------------------------------------------------------------- motion


def test_a_dealt_card_comes_to_rest_where_it_should() -> None:
    scene = make_scene()
    deck = scene.add_pile(Pose(60.0, 0.0, 0.0), 30, "deck")
    camera = SimulatedCamera(scene)
    pose = scene.place_point(Place(Area.STACK, 2), 0, np.random.default_rng(1))
    run(camera, choreography.deal_card(scene, 1, deck, 7, pose))
    (card,) = scene.cards()
    assert (card.pose.x_mm, card.pose.y_mm) == pytest.approx((pose.x_mm, pose.y_mm))
    assert not card.moving and card.rank == 7
    assert not [thing for thing in scene.things.values() if thing.kind == "hand"]


def test_time_is_told_in_longer_steps_only_when_nothing_moves() -> None:
    slow, quick = (SimulatedCamera(make_scene()) for _ in range(2))
    every = run(slow, choreography.wait(4.0), fast=False)
    few = run(quick, choreography.wait(4.0), fast=True)
    assert every[-1] == pytest.approx(few[-1]) == pytest.approx(4.0)
    assert len(few) < len(every) / 2
    assert max(np.diff(every)) < 1.5 * FRAME_S and max(np.diff(few)) < 0.6
    moving = run(quick, choreography.cover_coaster(quick.scene, 1, 0.2), fast=True)
    assert max(np.diff(moving)) < 1.6 * FRAME_S


def test_a_covered_coaster_is_not_found_and_comes_back() -> None:
    scene = make_scene(4, size_px=(1920, 1080))
    camera = SimulatedCamera(scene)
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11))

    def found() -> set[int]:
        return {int(number) for number in np.ravel(detector.detectMarkers(picture(camera))[1])}

    hand = scene.cover(2)
    assert found() == {0, 1, 3, 4}
    scene.remove(hand)
    assert found() == {0, 1, 2, 3, 4}


def test_a_bump_moves_everything() -> None:
    scene = make_scene()
    camera = SimulatedCamera(scene)
    before = camera.viewpoint.project(np.array([[0.0, 0.0], [200.0, 100.0]]))
    run(camera, choreography.bump_camera(scene, np.random.default_rng(3)))
    moved = camera.viewpoint.project(np.array([[0.0, 0.0], [200.0, 100.0]])) - before
    assert np.hypot(*moved.T).min() > 3
    fresh = SimulatedCamera(scene)
    camera.take(), fresh.take()
    assert np.abs(camera._clean.astype(int) - fresh._clean).max() <= 1


def test_actions_run_beside_each_other() -> None:
    beats = list(choreography.together(choreography.wait(0.5), iter([choreography.MOTION] * 3)))
    assert beats[:3] == [choreography.MOTION] * 3
    assert sum(beat.still_s or FRAME_S for beat in beats) == pytest.approx(0.5)
