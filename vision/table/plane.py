"""The plane of the table from the tags that lie on it: how the camera stands, and where each tag lies in millimetres.

All tags are squares of one known size on one plane, so that a camera with a known lens has only six unknowns, and
each tag three. They are found together, by least squares of the corners' distances in ideal pixels.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.table.poses import Pose, angle_deg, lying_tag, moved_pose, tag_corners

Array = NDArray[np.float64]

CORNER_NOISE_PX = 0.25
"""How exactly a corner is found in a sharp picture, root mean square."""
FOCAL_DOUBT = 0.06
"""How far a preset's focal length may be from the truth, as a share: focusing alone moves it by some per cent."""
STEPS = 60


@dataclass(frozen=True, slots=True, eq=False)
class Plane:
    """The camera over the table: ``homography`` (3, 3) takes millimetres on the table to ideal pixels."""

    homography: Array
    focal_px: float
    tilt_deg: float
    """Angle between the optical axis and the vertical of the table."""
    error_px: float
    """Root mean square distance of the corners."""
    poses: dict[int, Pose]
    errors_px: dict[int, float]
    """Root mean square distance of each tag's corners alone."""


def fit_plane(quads: Mapping[int, Array], *, camera_matrix: Array, tag_mm: float) -> Plane:
    """The plane and the tags on it, from each tag's corners in ideal pixels, (4, 2) each, two tags or more.

    The frame has its origin where the optical axis meets the table, x to the right in the picture.
    """
    numbers = sorted(quads)
    seen = np.array([quads[number] for number in numbers])
    focal, aspect, centre = _pinhole(camera_matrix)

    def residuals(values: Array) -> Array:
        matrix = _looking_down(values[:4], focal, aspect, centre)
        corners = tag_corners(values[4:].reshape(-1, 3), tag_mm)
        wrong = (project(matrix, corners.reshape(-1, 2)) - seen.reshape(-1, 2)).ravel() / CORNER_NOISE_PX
        return np.append(wrong, values[3] / FOCAL_DOUBT)

    values = least_squares(residuals, _first_guess(seen, focal, aspect, centre, tag_mm))
    matrix = _looking_down(values[:4], focal, aspect, centre)
    rows = values[4:].reshape(-1, 3)
    poses = {
        number: Pose(float(x), float(y), angle_deg(float(np.degrees(turn)) + 90))
        for number, (x, y, turn) in zip(numbers, rows, strict=True)
    }
    return _plane(matrix, values[:2], focal * float(np.exp(values[3])), quads, poses, tag_mm)


def sound_plane(quads: Mapping[int, Array], *, camera_matrix: Array, tag_mm: float) -> Plane | None:
    """A plane that the given tags lie on, without those that plainly do not; ``None`` for fewer than two."""
    left = dict(quads)
    while len(left) >= 2:
        plane = fit_plane(left, camera_matrix=camera_matrix, tag_mm=tag_mm)
        worst = max(plane.errors_px, key=lambda number: plane.errors_px[number])
        side_px = float(np.linalg.norm(left[worst][0] - left[worst][1]))
        if plane.errors_px[worst] < max(1.5, 0.03 * side_px):
            return plane
        if len(left) == 2:
            return None
        del left[worst]
    return None


def fit_camera(
    quads: Mapping[int, Array], poses: Mapping[int, Pose], *, plane: Plane, camera_matrix: Array, tag_mm: float
) -> Plane:
    """The camera over tags whose places are known, starting from a plane that is about right."""
    numbers = sorted(quads)
    seen = np.concatenate([quads[number] for number in numbers])
    corners = np.concatenate([poses[number].corners(tag_mm) for number in numbers])
    focal, aspect, centre = _pinhole(camera_matrix)
    start = _camera_values(plane, focal, aspect, centre)

    def residuals(values: Array) -> Array:
        matrix = _looking_down(values[:4], focal, aspect, centre) @ _moving(values[4:])
        wrong = (project(matrix, corners) - seen).ravel() / CORNER_NOISE_PX
        return np.append(wrong, values[3] / FOCAL_DOUBT)

    values = least_squares(residuals, start)
    matrix = _looking_down(values[:4], focal, aspect, centre) @ _moving(values[4:])
    return _plane(matrix, values[:2], focal * float(np.exp(values[3])), quads, dict(poses), tag_mm)


def moved_frame(plane: Plane, moves: Array) -> Plane:
    """The plane in another frame: ``moves`` (3,) is (x, y, turn in radians) of the old frame in the new one."""
    poses = {number: moved_pose(pose, moves) for number, pose in plane.poses.items()}
    homography = plane.homography @ np.linalg.inv(_moving(moves))
    return Plane(homography, plane.focal_px, plane.tilt_deg, plane.error_px, poses, plane.errors_px)


def project(homography: NDArray[np.floating], points: NDArray[np.floating]) -> Array:
    """Points through a homography, (n, 2) to (n, 2)."""
    lifted = points @ homography[:, :2].T + homography[:, 2]
    return np.asarray(lifted[:, :2] / lifted[:, 2:], np.float64)


def turned_by_deg(before: Plane, after: Plane) -> float:
    """By how much the picture of the table turned, 0 to 180."""
    ends = (project(plane.homography, np.array([[0.0, 0.0], [100.0, 0.0]])) for plane in (before, after))
    first, second = (np.arctan2(*(end - start)[::-1]) for start, end in ends)
    return abs(angle_deg(float(np.degrees(second - first))))


def least_squares(residuals: Callable[[Array], Array], start: Array) -> Array:
    """Where the sum of squared residuals is least, found from a start by Levenberg and Marquardt's steps."""
    values = start.copy()
    wrong = residuals(values)
    damping = 1e-2
    for _ in range(STEPS):
        slopes = _slopes(residuals, values, wrong)
        normal = slopes.T @ slopes
        pull = slopes.T @ wrong
        improved = False
        for _ in range(8):
            step = np.linalg.solve(normal + damping * np.diag(np.diag(normal) + 1e-9), -pull)
            tried = residuals(values + step)
            if tried @ tried < wrong @ wrong:
                improved = True
                break
            damping *= 5
        if not improved:
            break
        gain = wrong @ wrong - tried @ tried
        values, wrong, damping = values + step, tried, max(damping / 5, 1e-9)
        if gain < 1e-6 * (1 + wrong @ wrong):
            break
    return values


def _slopes(residuals: Callable[[Array], Array], values: Array, wrong: Array) -> Array:
    slopes = np.empty((len(wrong), len(values)))
    for index in range(len(values)):
        nudge = 1e-6 * max(1.0, abs(values[index]))
        nudged = values.copy()
        nudged[index] += nudge
        slopes[:, index] = (residuals(nudged) - wrong) / nudge
    return slopes


def _pinhole(camera_matrix: Array) -> tuple[float, float, Array]:
    return float(camera_matrix[0, 0]), float(camera_matrix[1, 1] / camera_matrix[0, 0]), camera_matrix[:2, 2]


def _looking_down(values: Array, focal: float, aspect: float, centre: Array) -> Array:
    """The homography of a camera from (tilt about x, about y, log of its distance in m, log of the focal factor)."""
    tilt_x, tilt_y, log_distance, log_focal = values
    length = focal * np.exp(log_focal)
    camera = np.array([[length, 0, centre[0]], [0, length * aspect, centre[1]], [0, 0, 1]])
    rotation = _rotation(tilt_x, tilt_y) @ np.diag([1.0, -1.0, -1.0])
    view = np.stack([rotation[:, 0], rotation[:, 1], np.array([0, 0, 1000 * np.exp(log_distance)])], axis=1)
    return np.asarray(camera @ view)


def _rotation(x: float, y: float) -> Array:
    angle = np.hypot(x, y)
    if angle < 1e-9:
        return np.eye(3)
    ax, ay = x / angle, y / angle
    cross = np.array([[0, 0, ay], [0, 0, -ax], [-ay, ax, 0]])
    return np.asarray(np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * cross @ cross)


def _moving(moves: Array) -> Array:
    """(3, 3) that turns and shifts points by (x, y, turn)."""
    cosine, sine = np.cos(moves[2]), np.sin(moves[2])
    return np.array([[cosine, -sine, moves[0]], [sine, cosine, moves[1]], [0, 0, 1]])


def _first_guess(seen: Array, focal: float, aspect: float, centre: Array, tag_mm: float) -> Array:
    sides = np.linalg.norm(seen - np.roll(seen, 1, axis=1), axis=2).mean(axis=1)
    # Seen from aside a tag looks smaller than from above: the largest is the best guess of the distance.
    distance = focal * tag_mm / sides.max()
    level = np.array([0.0, 0.0, np.log(distance / 1000), 0.0])
    back = np.linalg.inv(_looking_down(level, focal, aspect, centre))
    rows = []
    for quad in seen:
        pose, _, _ = lying_tag(project(back, quad))
        rows.extend([pose.x_mm, pose.y_mm, np.radians(pose.facing_deg - 90)])
    return np.concatenate([level, rows])


def _camera_values(plane: Plane, focal: float, aspect: float, centre: Array) -> Array:
    """The values of ``fit_camera`` for a plane: tilt and distance from its homography, then the frame's place."""
    log_focal = float(np.log(plane.focal_px / focal))
    length = plane.focal_px
    camera = np.array([[length, 0, centre[0]], [0, length * aspect, centre[1]], [0, 0, 1]])
    view = np.linalg.inv(camera) @ plane.homography
    view /= (np.linalg.norm(view[:, 0]) + np.linalg.norm(view[:, 1])) / 2
    if view[2, 2] < 0:
        view = -view
    upwards = np.cross(view[:, 0], view[:, 1])
    upwards /= np.linalg.norm(upwards)
    # The tilt takes the camera's own "up" (0, 0, -1) to the table's.
    axis = np.cross(np.array([0.0, 0.0, -1.0]), upwards)
    length_of_axis = np.linalg.norm(axis)
    angle = np.arctan2(length_of_axis, -upwards[2])
    tilt = axis[:2] / length_of_axis * angle if length_of_axis > 1e-9 else np.zeros(2)
    distance = float(view[:, 2] @ upwards / upwards[2])
    start = np.array([tilt[0], tilt[1], np.log(max(distance, 1.0) / 1000), log_focal])
    back = np.linalg.inv(_looking_down(start, focal, aspect, centre)) @ plane.homography
    ends = project(back, np.array([[0.0, 0.0], [100.0, 0.0]]))
    turn = np.arctan2(*(ends[1] - ends[0])[::-1])
    return np.concatenate([start, ends[0], [turn]])


def _plane(
    matrix: Array, tilts: Array, focal_px: float, quads: Mapping[int, Array], poses: dict[int, Pose], tag_mm: float
) -> Plane:
    errors = {
        number: float(np.sqrt(((project(matrix, poses[number].corners(tag_mm)) - quad) ** 2).sum(axis=1).mean()))
        for number, quad in quads.items()
    }
    whole = float(np.sqrt(np.mean(np.square(list(errors.values())))))
    return Plane(matrix, focal_px, float(np.degrees(np.hypot(*tilts))), whole, poses, errors)
