"""Cards dealt on simulated tables, each cut out as the eye cuts its looks: what taught decks are measured with."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.frame import BGRImage
from vision.synth.camera import Viewpoint
from vision.synth.faces import CardFace, Design
from vision.synth.foreign import with_foreign
from vision.synth.picture import Pose
from vision.synth.scene import Scene, SceneSettings
from vision.synth.simulated import SimulatedCamera

CARD_PX = 128.0
"""A card's width in the pictures that the eye reads."""
PX_PER_MM = CARD_PX / 63.0
SIDE_MM = 130.0
"""Side of the square that is cut out around a card."""
APART_MM = 112.0
"""Cards whose centres are so far apart do not touch, however they lie."""
FROM_EDGE_PX = 12.0
FRAMES = 2
"""The first look at a card that came is the mean of so many frames (``vision.motion.steady``); further ones are of
more."""


@dataclass(frozen=True, slots=True, eq=False)
class DealtCard:
    """``image`` (h, w, 3) at 128 px a card's width, the card in its middle, as the reader is shown it; ``rank`` 1 to
    10, 0 for a foreign one; ``width_px`` how wide the camera saw it; ``up_deg`` the way of its head in ``image``,
    counter-clockwise from right; ``indices`` where its indices are in ``image``: x, y (px) and the way of each one's up
    (degrees, likewise).
    """

    image: BGRImage
    rank: int
    width_px: float
    up_deg: float
    indices: tuple[tuple[float, float, float], ...]


def deal(
    design: Design, ranks: Sequence[int], *, table: int, shot: int, difficulty: str = "reference"
) -> list[DealtCard]:
    """Cards of these ranks (11 and on: ``vision.synth.foreign``) scattered singly on simulated table number ``table``.

    As many tables' worth of pictures are taken as they need; ``shot`` varies where they lie.
    """
    own = with_foreign(design)
    seats = 2 + table % 5
    settings = SceneSettings.random(table, seats=seats, design=own, difficulty=difficulty)
    rng = np.random.default_rng([table, shot, 0xDEA1])
    left, dealt = list(ranks), []
    while left:
        scene = Scene(settings)
        placed = []
        for x, y in _spots(settings, rng):
            if not left:
                break
            rank = left.pop()
            pose = Pose(x, y, float(rng.uniform(0, 360)))
            scene.add_card(rank, pose)
            placed.append((rank, pose))
        if not placed:
            raise RuntimeError(f"Table {table} has no room for a card.")
        camera = SimulatedCamera(scene)
        frames = [camera.take().image for _ in range(FRAMES)]
        steady = np.asarray(np.mean(frames, axis=0).round(), np.uint8)
        for rank, pose in placed:
            middle = (pose.x_mm + float(rng.uniform(-4, 4)), pose.y_mm + float(rng.uniform(-4, 4)))
            dealt.append(
                DealtCard(
                    image=_cut(steady, settings.viewpoint, middle),
                    rank=rank if rank <= 10 else 0,
                    width_px=63.0 * settings.viewpoint.scale_px_per_mm(pose.x_mm, pose.y_mm),
                    up_deg=(pose.angle_deg + 90.0) % 360.0,
                    indices=tuple(_indices(own.face(rank), design.size_mm, pose, middle)),
                )
            )
    return dealt


def _spots(settings: SceneSettings, rng: np.random.Generator) -> list[tuple[float, float]]:
    """Places clear of each other and of the coasters, in the camera's sight, where a card is 60 to 150 px wide."""
    taken = [(x, y) for x, y, _ in settings.seat_poses] + [(0.0, 0.0)]
    spots = []
    half_x, half_y = settings.table.size_mm[0] / 2, settings.table.size_mm[1] / 2
    for _ in range(400):
        x, y = float(rng.uniform(-half_x, half_x)), float(rng.uniform(-half_y, half_y))
        if not settings.table.holds(x, y, 60.0) or any(np.hypot(x - a, y - b) < APART_MM for a, b in taken):
            continue
        around = np.array([(x + dx, y + dy) for dx in (-54, 54) for dy in (-54, 54)])
        pixels = settings.viewpoint.project(around)
        if pixels.min() < FROM_EDGE_PX or (pixels > np.array(settings.size_px) - FROM_EDGE_PX).any():
            continue
        if not 60.0 <= 63.0 * settings.viewpoint.scale_px_per_mm(x, y) <= 150.0:
            continue
        taken.append((x, y))
        spots.append((x, y))
    return spots


def _indices(
    face: CardFace, size_mm: tuple[float, float], pose: Pose, middle: tuple[float, float]
) -> Iterator[tuple[float, float, float]]:
    """Where a card's indices are in a picture cut out around ``middle``."""
    for (right, down), turned in zip(face.index_centres_mm, face.index_turned, strict=True):
        x, y = _in_picture(pose.to_table(right - size_mm[0] / 2, size_mm[1] / 2 - down), middle)
        up_deg = (pose.angle_deg + (270.0 if turned else 90.0)) % 360.0
        yield x, y, up_deg


def _in_picture(table_mm: tuple[float, float], middle: tuple[float, float]) -> tuple[float, float]:
    half = (round(SIDE_MM * PX_PER_MM) - 1) / 2
    return half + (table_mm[0] - middle[0]) * PX_PER_MM, half - (table_mm[1] - middle[1]) * PX_PER_MM


def _cut(image: BGRImage, viewpoint: Viewpoint, middle: tuple[float, float]) -> BGRImage:
    """The square of the table around ``middle`` (mm), seen from above."""
    side = round(SIDE_MM * PX_PER_MM)
    steps = (np.arange(side) - (side - 1) / 2) / PX_PER_MM
    xs, ys = np.meshgrid(middle[0] + steps, middle[1] - steps)
    pixels = viewpoint.project(np.column_stack([xs.ravel(), ys.ravel()])).astype(np.float32).reshape(side, side, 2)
    return np.asarray(cv2.remap(image, pixels[..., 0], pixels[..., 1], cv2.INTER_CUBIC), np.uint8)
