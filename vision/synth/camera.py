"""The simulated camera's geometry and sensor: a pinhole with radial distortion over the table, noise, lamp flicker.

World frame: the table frame of ``dealer.view`` (millimetres, x right, y up, seen from above), z up from the table top.
Camera frame: x right, y down, z forward; pixel centres have whole coordinates, as OpenCV has it.
"""

import math
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import BGRImage

Points = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Lens:
    """A lens: horizontal field of view of the picture and radial distortion (OpenCV's k1, k2) of this very sample."""

    field_deg: float = 66.0
    k1: float = 0.0
    k2: float = 0.0

    def distort(self, rays: Points) -> Points:
        """Where rays (..., 2) (x/z, y/z) land, in units of the focal length.

        >>> Lens(66.0, -0.1).distort(np.array([[0.5, 0.0]])).round(4).tolist()
        [[0.4875, 0.0]]
        """
        square = np.sum(rays * rays, axis=-1, keepdims=True)
        return np.asarray(rays * (1 + self.k1 * square + self.k2 * square * square))

    def undistort(self, rays: Points) -> Points:
        """The inverse of ``distort``, by fixed-point iteration."""
        straight = rays.copy()
        for _ in range(12):  # converges to < 1e-6 for the distortions of the reference set-up
            square = np.sum(straight * straight, axis=-1, keepdims=True)
            straight = rays / (1 + self.k1 * square + self.k2 * square * square)
        return straight


@dataclass(frozen=True, slots=True)
class Viewpoint:
    """A camera over the table: where it stands, where it looks, its lens and the size of its pictures.

    ``tilt_deg`` is the angle of the optical axis off the vertical, ``toward_deg`` the side of the table on which the
    camera's mount stands (degrees in the table frame), ``roll_deg`` turns the picture, ``aim_mm`` is what it looks at.
    """

    height_mm: float
    tilt_deg: float
    toward_deg: float
    roll_deg: float
    aim_mm: tuple[float, float]
    lens: Lens
    size_px: tuple[int, int] = (1920, 1080)

    @property
    def position_mm(self) -> tuple[float, float, float]:
        """Where the lens is, in the world frame."""
        reach = self.height_mm * math.tan(math.radians(self.tilt_deg))
        toward = math.radians(self.toward_deg)
        return (self.aim_mm[0] + reach * math.cos(toward), self.aim_mm[1] + reach * math.sin(toward), self.height_mm)

    @property
    def focal_px(self) -> float:
        """Focal length: such that the picture's left edge lies ``field_deg / 2`` off the axis, distortion included."""
        edge = math.tan(math.radians(self.lens.field_deg / 2))
        square = edge * edge
        return self.size_px[0] / 2 / (edge * (1 + self.lens.k1 * square + self.lens.k2 * square * square))

    @property
    def centre_px(self) -> NDArray[np.float64]:
        """The optical axis in the picture."""
        return (np.array(self.size_px) - 1) / 2

    @property
    def rotation(self) -> NDArray[np.float64]:
        """(3, 3) world to camera."""
        return _rotation(self)

    def project(self, points_mm: Points) -> Points:
        """Pixels (N, 2) of world points (N, 3), or of table points (N, 2) at z = 0.

        >>> above = Viewpoint(1000.0, 0.0, 0.0, 0.0, (0.0, 0.0), Lens(90.0), (1000, 600))
        >>> above.project(np.array([[0.0, 0.0], [100.0, 0.0], [0.0, 100.0]])).round(1).tolist()
        [[499.5, 299.5], [549.5, 299.5], [499.5, 249.5]]
        """
        points = np.asarray(points_mm, dtype=np.float64)
        if points.shape[1] == 2:
            points = np.column_stack([points, np.zeros(len(points))])
        position, to_camera, focal_px, centre_px = _pinhole(self)
        seen = (points - position) @ to_camera
        rays = self.lens.distort(seen[:, :2] / seen[:, 2:3])
        return rays * focal_px + centre_px

    def point_px(self, x_mm: float, y_mm: float, z_mm: float) -> tuple[float, float]:
        """The pixel of one world point, as ``project`` has it: a few points are projected sooner one by one.

        >>> above = Viewpoint(1000.0, 0.0, 0.0, 0.0, (0.0, 0.0), Lens(90.0), (1000, 600))
        >>> x, y = above.point_px(100.0, 0.0, 0.0)
        >>> round(x, 1), round(y, 1)
        (549.5, 299.5)
        """
        (x0, y0, z0), (right, down, forward), focal_px, (centre_x, centre_y) = _pinhole_numbers(self)
        x, y, z = x_mm - x0, y_mm - y0, z_mm - z0
        depth = x * forward[0] + y * forward[1] + z * forward[2]
        across = (x * right[0] + y * right[1] + z * right[2]) / depth
        along = (x * down[0] + y * down[1] + z * down[2]) / depth
        square = across * across + along * along
        stretch = focal_px * (1 + self.lens.k1 * square + self.lens.k2 * square * square)
        return across * stretch + centre_x, along * stretch + centre_y

    def to_plane(self, pixels: Points, z_mm: float = 0.0) -> Points:
        """World x, y (N, 2) where the view rays of pixels (N, 2) meet the plane at ``z_mm``."""
        rays = self.lens.undistort((np.asarray(pixels, dtype=np.float64) - self.centre_px) / self.focal_px)
        directions = np.column_stack([rays, np.ones(len(rays))]) @ self.rotation
        position = np.array(self.position_mm)
        reach = (z_mm - position[2]) / directions[:, 2]
        return np.asarray(position[:2] + directions[:, :2] * reach[:, None])

    def plane_map(self, z_mm: float = 0.0, step_px: int = 8) -> NDArray[np.float32]:
        """World x, y of every pixel's view ray on the plane at ``z_mm``: (height, width, 2) float32.

        Computed on a grid of ``step_px`` and spread linearly: the error stays below a tenth of a pixel.
        """
        width, height = self.size_px
        columns, rows = width // step_px + 2, height // step_px + 2
        # cv2.resize puts sample centres at (i + 0.5) * step - 0.5, so the grid's pixels are chosen to fall there
        xs, ys = np.meshgrid((np.arange(columns) + 0.5) * step_px - 0.5, (np.arange(rows) + 0.5) * step_px - 0.5)
        plane = self.to_plane(np.column_stack([xs.ravel(), ys.ravel()]), z_mm).reshape(rows, columns, 2)
        full = cv2.resize(plane.astype(np.float32), (columns * step_px, rows * step_px), interpolation=cv2.INTER_LINEAR)
        return np.ascontiguousarray(full[:height, :width])

    def scale_px_per_mm(self, x_mm: float, y_mm: float) -> float:
        """Pixels a millimetre at a point of the table (geometric mean of both directions)."""
        corners = self.project(np.array([[x_mm, y_mm], [x_mm + 1, y_mm], [x_mm, y_mm + 1]]))
        (ax, ay), (bx, by) = corners[1] - corners[0], corners[2] - corners[0]
        return math.sqrt(abs(ax * by - ay * bx))


@lru_cache(maxsize=64)
def _pinhole(viewpoint: Viewpoint) -> tuple[Points, Points, float, Points]:
    """What every projection needs: position, rotation (from the right), focal length, centre."""
    position, centre = np.array(viewpoint.position_mm), viewpoint.centre_px
    position.setflags(write=False)
    centre.setflags(write=False)
    return position, viewpoint.rotation.T, viewpoint.focal_px, centre


@lru_cache(maxsize=64)
def _pinhole_numbers(viewpoint: Viewpoint) -> tuple[list[float], list[list[float]], float, list[float]]:
    """What ``_pinhole`` tells, as Python's numbers; the rows are the picture's right, its down, and forward."""
    position, to_camera, focal_px, centre = _pinhole(viewpoint)
    return position.tolist(), to_camera.T.tolist(), focal_px, centre.tolist()


@lru_cache(maxsize=64)
def _rotation(viewpoint: Viewpoint) -> NDArray[np.float64]:
    position = np.array(viewpoint.position_mm)
    forward = np.array([viewpoint.aim_mm[0], viewpoint.aim_mm[1], 0.0]) - position
    forward /= np.linalg.norm(forward)
    roll = math.radians(viewpoint.roll_deg)
    up = np.array([-math.sin(roll), math.cos(roll), 0.0])
    right = np.cross(forward, up)
    right /= np.linalg.norm(right)
    rows = np.stack([right, np.cross(forward, right), forward])
    rows.setflags(write=False)
    return rows


@dataclass(frozen=True, slots=True)
class SensorSettings:
    """What the sensor and the picture's way to us add: noise (grey levels), softness (px), flicker, motion blur (s)."""

    noise_levels: float = 2.5
    softness_px: float = 0.75
    flicker: float = 0.02
    flicker_hz: float = 1.7
    exposure_s: float = 1 / 60


class Sensor:
    """Adds what changes from picture to picture: noise out of a bank made once, and a flickering lamp's rolling bands.

    Noise is what is left after a camera's own denoising: mostly grey, a little blotchy, less in colour.
    """

    strips = 18
    """Rows share their flicker gain in this many strips; neighbours differ by less than half a grey level at 2%."""

    def __init__(self, settings: SensorSettings, size_px: tuple[int, int], seed: int) -> None:
        self.settings = settings
        self.size_px = size_px
        self._seed = seed
        width, height = size_px
        rng = np.random.default_rng([seed, 0x5E5])
        rows, columns = height + 64, width + 64
        small = rng.integers(0, 256, (256 + 64, 512 + 64, 3), dtype=np.uint8).astype(np.float32) / 255 - 0.5
        grey = cv2.GaussianBlur(small[:, :, 0], (3, 3), 0.6)
        blotch = cv2.GaussianBlur(small, (9, 9), 2.0)
        tile = grey[:, :, None] / grey.std() * 0.9 + blotch / blotch.std() * 0.45
        tile = np.rint(128 + np.clip(tile * settings.noise_levels, -100, 100)).astype(np.uint8)
        # the tile is repeated with a shift in every row of tiles, so that no repetition stands out
        strips = []
        for index in range(rows // tile.shape[0] + 1):
            shifted = np.roll(tile, 167 * index, axis=1)
            strips.append(np.tile(shifted, (1, columns // tile.shape[1] + 1, 1))[:, :columns])
        self._bank = np.ascontiguousarray(np.concatenate(strips)[:rows])

    def expose(self, clean: BGRImage, sequence: int, time_s: float) -> BGRImage:
        """A new picture from a clean one; the same for the same ``sequence`` and ``time_s``."""
        width, height = self.size_px
        mixed = (self._seed * 2654435761 + sequence * 40503 + 12345) & 0xFFFFFFFF
        mixed = (mixed ^ (mixed >> 15)) * 0x2C1B3C6D & 0xFFFFFFFF
        dx, dy = (mixed >> 7) % 64, (mixed >> 19) % 64
        picture = np.empty_like(clean)
        swing = self.settings.flicker
        edges = np.linspace(0, height, self.strips + 1).astype(int)
        for index, (top, bottom) in enumerate(zip(edges[:-1], edges[1:], strict=True)):
            phase = 2 * math.pi * (self.settings.flicker_hz * time_s + 0.8 * index / self.strips)
            gain = 1 + swing * (0.7 * math.sin(phase) + 0.3 * math.sin(2.3 * phase + self._seed))
            noise = self._bank[dy + top : dy + bottom, dx : dx + width]
            cv2.addWeighted(clean[top:bottom], gain, noise, 1.0, -128.0, picture[top:bottom])
        return picture
