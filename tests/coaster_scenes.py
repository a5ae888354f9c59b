"""A small renderer of coasters on a table, apart from the simulated table: an independent check of the geometry.

Each pixel near a coaster is traced back through the lens to the table and looks up the printed coaster there.
"""

from dataclasses import dataclass, field
from functools import lru_cache

import cv2
import numpy as np

from vision.frame import Frame
from vision.table.coasters import COASTER_MM, coaster_image
from vision.table.lens import Lens

SUPERSAMPLING = 2
TEXTURE_PIXELS_PER_MM = 4.0
CARD, CARD_MM = -1, (63.0, 88.0)
"""Among the coasters of a scene this id stands for a card with a printed frame, whose size is always true."""


@lru_cache(maxsize=16)
def texture(number: int) -> np.ndarray:
    if number == CARD:
        width, height = (round(side * TEXTURE_PIXELS_PER_MM) for side in CARD_MM)
        card = np.full((height, width), 250, np.uint8)
        cv2.rectangle(card, (16, 16), (card.shape[1] - 17, card.shape[0] - 17), 40, 3)  # a frame 4 mm inside the edge
        return card
    return coaster_image(number, pixels_per_mm=TEXTURE_PIXELS_PER_MM)


@dataclass
class Camera:
    """A camera over the table: it looks at ``target_mm`` from ``distance_mm`` away, tilted and turned."""

    lens: Lens
    distance_mm: float = 1000.0
    tilt_deg: float = 0.0
    towards_deg: float = 0.0
    """To which side of the table the camera hangs off the vertical."""
    turn_deg: float = 0.0
    """How the picture is turned against the table."""
    target_mm: tuple[float, float] = (0.0, 0.0)

    def homography(self) -> np.ndarray:
        """(3, 3) from millimetres on the table to ideal pixels."""
        tilt, side, turn = np.radians([self.tilt_deg, self.towards_deg, self.turn_deg])
        aim = np.array([*self.target_mm, 0.0])
        position = aim + self.distance_mm * np.array(
            [np.sin(tilt) * np.cos(side), np.sin(tilt) * np.sin(side), np.cos(tilt)]
        )
        forward = (aim - position) / self.distance_mm
        up = np.array([np.cos(turn), np.sin(turn), 0.0])
        right = np.cross(forward, up)
        right /= np.linalg.norm(right)
        down = np.cross(forward, right)
        rotation = np.stack([right, down, forward])
        view = np.stack([rotation[:, 0], rotation[:, 1], -rotation @ position], axis=1)
        return self.lens.camera_matrix @ view


@dataclass
class Scene:
    """Coasters (id, x, y, facing in degrees), and how well they are seen."""

    camera: Camera
    coasters: list[tuple[int, float, float, float]]
    scale: float = 1.0
    brightness: float = 1.0
    noise: float = 3.0
    blur_px: float = 0.7
    covers: list[tuple[float, float, float]] = field(default_factory=list)
    """Hands and glasses: discs of a skin's grey, (x, y, radius) in millimetres."""
    seed: int = 0
    table_grey: float = 120
    grain: float = 10.0
    """How strongly the table's top is patterned, in grey values; 0 is a plain one."""

    def render(self) -> np.ndarray:
        rng = np.random.default_rng(self.seed)
        width, height = self.camera.lens.size_px
        homography = self.camera.homography()
        image = self.table_grey + self.grain * cv2.warpPerspective(
            _grain(), homography @ GRAIN_TO_TABLE, (width, height)
        )
        for coaster in self.coasters:
            self._draw(image, homography, coaster)
        for x, y, radius in self.covers:
            rim = np.array([[x + radius * np.cos(a), y + radius * np.sin(a)] for a in np.linspace(0, 2 * np.pi, 48)])
            points = self.camera.lens.distort_points(through(homography, rim))
            cv2.fillPoly(image, [np.round(points).astype(np.int32)], 150.0)
        if self.blur_px > 0:
            image = cv2.GaussianBlur(image, (0, 0), self.blur_px)
        shown = image * self.brightness + rng.standard_normal(image.shape, dtype=np.float32) * self.noise
        grey = np.clip(shown, 0, 255).astype(np.uint8)
        return cv2.merge([grey, grey, grey])

    def _draw(self, image: np.ndarray, homography: np.ndarray, coaster: tuple[int, float, float, float]) -> None:
        number, x, y, facing = coaster
        width, height = CARD_MM if number == CARD else (COASTER_MM, COASTER_MM)
        scale = 1.0 if number == CARD else self.scale
        across, along = width / 2 * scale, height / 2 * scale
        turn = np.radians(facing - 90)
        rotation = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        square = np.array([[-across, along], [across, along], [across, -along], [-across, -along]])
        corners = square @ rotation.T + (x, y)
        outline = self.camera.lens.distort_points(through(homography, corners))
        left, top = np.maximum(np.floor(outline.min(axis=0)).astype(int) - 2, 0)
        right = min(int(np.ceil(outline[:, 0].max())) + 3, image.shape[1])
        bottom = min(int(np.ceil(outline[:, 1].max())) + 3, image.shape[0])
        if right <= left or bottom <= top:
            return
        steps = (np.arange(SUPERSAMPLING) + 0.5) / SUPERSAMPLING - 0.5
        columns = (np.arange(left, right)[:, None] + steps).ravel()
        rows = (np.arange(top, bottom)[:, None] + steps).ravel()
        pixels = np.stack(np.meshgrid(columns, rows), axis=-1).reshape(-1, 2)
        table = through(np.linalg.inv(homography), self.camera.lens.undistort_points(pixels))
        own = (table - (x, y)) @ rotation / scale
        from_corner = np.stack([own[:, 0] + width / 2, height / 2 - own[:, 1]], axis=1)
        lookup = from_corner * TEXTURE_PIXELS_PER_MM - 0.5
        lookup = lookup.astype(np.float32).reshape(len(rows), len(columns), 2)
        paper = cv2.remap(
            texture(number).astype(np.float32), lookup[..., 0], lookup[..., 1], cv2.INTER_LINEAR, borderValue=-1000.0
        )
        shape = (bottom - top, SUPERSAMPLING, right - left, SUPERSAMPLING)
        under = np.repeat(np.repeat(image[top:bottom, left:right], SUPERSAMPLING, axis=0), SUPERSAMPLING, axis=1)
        drawn = np.where(paper < 0, under, paper * (220 / 255) + 10)
        image[top:bottom, left:right] = drawn.reshape(shape).mean(axis=(1, 3))

    def frame(self, time_s: float = 0.0, sequence: int = 0) -> Frame:
        return Frame(self.render(), time_s, sequence)


GRAIN_TO_TABLE = np.array([[4.0, 0, -1600], [0, 4.0, -1600], [0, 0, 1]])


@lru_cache(maxsize=1)
def _grain() -> np.ndarray:
    """A blotchy pattern of 3.2 by 3.2 m, 4 mm a pixel."""
    coarse = np.random.default_rng(7).normal(0, 1, (100, 100)).astype(np.float32)
    return cv2.resize(coarse, (800, 800), interpolation=cv2.INTER_CUBIC)


def through(homography: np.ndarray, points: np.ndarray) -> np.ndarray:
    lifted = points @ homography[:, :2].T + homography[:, 2]
    return lifted[:, :2] / lifted[:, 2:]


def round_table(
    seats: int, *, radius_mm: float = 390.0, start_deg: float = -90.0
) -> list[tuple[int, float, float, float]]:
    """The middle coaster and ``seats`` seats evenly around it, clockwise, all arrows to the middle."""
    coasters = [(0, 0.0, 0.0, 90.0)]
    for index in range(seats):
        angle = np.radians(start_deg - 360 * index / seats)
        coasters.append((index + 1, radius_mm * np.cos(angle), radius_mm * np.sin(angle), np.degrees(angle) + 180))
    return coasters
