"""Lenses: presets, distortion both ways, files, and learning a lens from pictures."""

from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
import pytest
from coaster_scenes import Camera, through

from dealer.errors import InputError
from vision.table.calibration import LEAST_VIEWS, View, calibrate, find_pattern, lens_from_views
from vision.table.coasters import PAGE_MM, drawn, sheets, tag_corners_on_sheet
from vision.table.lens import Lens, lens, pinhole, presets

TRUE_LENS = pinhole("true", size_px=(1280, 720), width_deg=75, distortion=(-0.12, 0.05, 0.001, -0.001, 0))
BENT = (
    TRUE_LENS,
    lens("pi-camera-3-wide"),
    pinhole("barrel", size_px=(1920, 1080), width_deg=90, distortion=(-0.3, 0.1, 0, 0, -0.01)),
    pinhole("cushion", size_px=(1920, 1080), width_deg=60, distortion=(0.2, -0.1, 0.002, 0.001, 0)),
)


def whole_picture(seen: Lens) -> np.ndarray:
    width, height = seen.size_px
    return np.stack(np.meshgrid(np.linspace(0, width - 1, 23), np.linspace(0, height - 1, 13)), axis=-1).reshape(-1, 2)


def test_the_presets_are_as_wide_as_their_makers_say() -> None:
    stated = {"pi-camera-2": 62.2, "pi-camera-3": 66, "pi-camera-3-wide": 102, "pi-hq-6mm": 55, "webcam": 70}
    assert set(stated) <= set(presets())
    for name, width_deg in stated.items():
        assert lens(name).width_deg == pytest.approx(width_deg, abs=1)


@pytest.mark.parametrize("bent", BENT, ids=lambda each: each.name)
def test_straightening_undoes_bending_all_over_the_picture(bent: Lens) -> None:
    points = whole_picture(bent)
    ideal = bent.undistort_points(points)
    assert np.abs(bent.distort_points(ideal) - points).max() < 1e-6
    assert np.abs(ideal - points).max() > 3


@pytest.mark.parametrize("bent", BENT, ids=lambda each: each.name)
def test_bending_is_that_of_opencv(bent: Lens) -> None:
    ideal = bent.undistort_points(whole_picture(bent))
    rays = np.linalg.inv(bent.camera_matrix) @ np.pad(ideal.T, ((0, 1), (0, 0)), constant_values=1.0)
    theirs, _ = cv2.projectPoints(rays.T, np.zeros(3), np.zeros(3), bent.camera_matrix, np.array(bent.distortion))
    assert np.abs(bent.distort_points(ideal) - theirs.reshape(-1, 2)).max() < 1e-6


def test_points_far_outside_the_picture_stay_outside() -> None:
    barrel = BENT[2]
    far = barrel.distort_points(np.array([[9e4, 500.0], [-9e4, 500.0], [900.0, 9e4]]))
    assert far[0, 0] > barrel.size_px[0]
    assert far[1, 0] < 0
    assert far[2, 1] > barrel.size_px[1]


def test_a_smaller_picture_has_the_same_view() -> None:
    half = TRUE_LENS.scaled_to((640, 360))
    assert half.width_deg == pytest.approx(TRUE_LENS.width_deg)
    points = whole_picture(TRUE_LENS)
    ideal = TRUE_LENS.undistort_points(points)
    shrunk = (points + 0.5) / 2 - 0.5
    assert half.undistort_points(shrunk) == pytest.approx((ideal + 0.5) / 2 - 0.5)


def test_a_lens_comes_back_from_its_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    TRUE_LENS.save(path)
    again = lens(str(path))
    assert again.name == "mine"
    assert again.size_px == TRUE_LENS.size_px
    assert again.distortion == pytest.approx(TRUE_LENS.distortion)
    assert again.camera_matrix == pytest.approx(TRUE_LENS.camera_matrix, abs=1e-3)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("size_px = [1920", "line 1"),
        ("size_px = [1920, 1080]", "needs size_px"),
        ("size_px = [1, 1]\nfocal_px = [0, 1]\ncentre_px = [0, 0]\ndistortion = [0, 0, 0, 0, 0]", "positive"),
        ("size_px = [1, 1]\nfocal_px = [nan, 1]\ncentre_px = [0, 0]\ndistortion = [0, 0, 0, 0, 0]", "positive"),
    ],
)
def test_a_file_that_is_no_lens_is_refused(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(text)
    with pytest.raises(InputError, match=says):
        lens(str(path))


def test_an_unknown_lens_is_refused_by_name() -> None:
    with pytest.raises(InputError, match="'fisheye'.*pi-camera-3"):
        lens("fisheye")
    with pytest.raises(InputError, match="There is no lens file"):
        lens("/nowhere/lens.toml")


def views_of_sheet(count: int, *, spread_mm: float = 130.0, tilt: tuple[float, float] = (15, 40)) -> list[Camera]:
    rng = np.random.default_rng(5)
    return [
        Camera(
            TRUE_LENS,
            rng.uniform(330, 480),
            rng.uniform(*tilt),
            rng.uniform(0, 360),
            rng.uniform(0, 360),
            tuple(rng.uniform(-spread_mm, spread_mm, 2)),
        )
        for _ in range(count)
    ]


@lru_cache(maxsize=1)
def _page() -> np.ndarray:
    return drawn(sheets(seats=5)[0], size_mm=PAGE_MM, pixels_per_mm=4)


@lru_cache(maxsize=1)
def _ideal_pixels() -> np.ndarray:
    """Where each pixel of the true lens's picture would be without distortion."""
    width, height = TRUE_LENS.size_px
    pixels = np.stack(np.meshgrid(np.arange(width), np.arange(height)), axis=-1).reshape(-1, 2)
    return TRUE_LENS.undistort_points(pixels)


def sheet_picture(camera: Camera, seed: int) -> np.ndarray:
    """The first page lying on a grey table."""
    on_page = through(np.linalg.inv(camera.homography()), _ideal_pixels()) * (1, -1) + (105, 148.5)
    lookup = (on_page * 4 - 0.5).astype(np.float32).reshape(*TRUE_LENS.size_px[::-1], 2)
    seen = cv2.remap(_page(), lookup[..., 0], lookup[..., 1], cv2.INTER_LINEAR, borderValue=120)
    noise = np.random.default_rng(seed).normal(0, 3, seen.shape)
    grey = np.clip(cv2.GaussianBlur(seen, (0, 0), 0.8) * 0.9 + noise, 0, 255).astype(np.uint8)
    return cv2.merge([grey, grey, grey])


def points_of_sheet(camera: Camera, rng: np.random.Generator) -> View:
    """What the finder would say, without drawing: corners with a tenth of a pixel of noise."""
    corners = np.concatenate([tag_corners_on_sheet(number)[1] for number in range(6)])
    seen = TRUE_LENS.distort_points(through(camera.homography(), (corners - (105, 148.5)) * (1, -1)))
    return View(
        np.pad(corners, ((0, 0), (0, 1))).astype(np.float32), (seen + rng.normal(0, 0.1, seen.shape)).astype("f4")
    )


def test_a_lens_is_learnt_from_pictures_of_the_sheet() -> None:
    learnt = calibrate([sheet_picture(camera, seed) for seed, camera in enumerate(views_of_sheet(10))])
    assert learnt.focal_px == pytest.approx(TRUE_LENS.focal_px, rel=0.005)
    points = whole_picture(TRUE_LENS)
    inner = points[(np.abs(points - (640, 360)) < (450, 260)).all(axis=1)]
    off = learnt.undistort_points(inner) - TRUE_LENS.undistort_points(inner)
    assert np.abs(off).max() < 2


def test_a_chessboard_is_found_whatever_its_size() -> None:
    board = np.kron(np.indices((7, 10)).sum(axis=0) % 2, np.ones((60, 60))) * 200 + 30
    picture = np.full((720, 1280), 230, np.uint8)
    picture[120:540, 250:850] = board
    view = find_pattern(cv2.merge([picture] * 3))
    assert view is not None
    assert len(view.pattern) == 6 * 9
    squares = np.linalg.norm(view.pattern - view.pattern[0], axis=1)
    assert np.linalg.norm(view.pixels - view.pixels[0], axis=1) == pytest.approx(60 * squares, abs=0.5)


def test_too_few_pictures_with_a_pattern_are_refused_with_their_numbers() -> None:
    cameras = views_of_sheet(2)
    blank = np.full((720, 1280, 3), 128, np.uint8)
    with pytest.raises(InputError, match=rf"2 of 3 pictures \(none in number 3\), and {LEAST_VIEWS}"):
        calibrate([*(sheet_picture(camera, 1) for camera in cameras), blank])
    with pytest.raises(InputError, match="No picture"):
        calibrate([])


def test_pictures_of_different_sizes_are_refused() -> None:
    with pytest.raises(InputError, match="different sizes"):
        calibrate([np.zeros((720, 1280, 3), np.uint8), np.zeros((1280, 720, 3), np.uint8)])


def test_views_that_settle_nothing_are_refused() -> None:
    rng = np.random.default_rng(1)
    middle = [points_of_sheet(camera, rng) for camera in views_of_sheet(8, spread_mm=1.0)]
    small = [View(view.pattern, (view.pixels - (640, 360)) * 0.3 + (640, 360)) for view in middle]
    with pytest.raises(InputError, match="edges and corners"):
        lens_from_views([View(view.pattern, view.pixels.astype("f4")) for view in small], size_px=(1280, 720))
    flat = [points_of_sheet(camera, rng) for camera in views_of_sheet(16, tilt=(0.0, 0.05))]
    with pytest.raises(InputError, match="aslant"):
        lens_from_views(flat, size_px=(1280, 720))
    bent = [points_of_sheet(camera, rng) for camera in views_of_sheet(8)]
    crumpled = [View(view.pattern, view.pixels + rng.normal(0, 8, view.pixels.shape).astype("f4")) for view in bent]
    with pytest.raises(InputError, match="do not agree"):
        lens_from_views(crumpled, size_px=(1280, 720))


def test_one_wrong_picture_among_many_is_left_out() -> None:
    rng = np.random.default_rng(2)
    views = [points_of_sheet(camera, rng) for camera in views_of_sheet(10)]
    wrong = View(views[3].pattern, views[3].pixels + rng.normal(0, 20, views[3].pixels.shape).astype("f4"))
    learnt = lens_from_views([*views[:3], wrong, *views[4:]], size_px=(1280, 720))
    assert learnt.focal_px == pytest.approx(TRUE_LENS.focal_px, rel=0.01)
