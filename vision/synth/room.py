"""Room on a simulated table: what the game uses, where there is space left, and props strewn there."""

import math
from typing import TYPE_CHECKING

import numpy as np

from vision.synth import props
from vision.synth.picture import Pose
from vision.synth.things import Card
from vision.table.places import seen_from

if TYPE_CHECKING:
    from vision.synth.scene import Scene


ALMOST_MM = 1e-6
"""What is only so much too near is looked at to the end: nothing hangs on how sums are rounded."""


def clearance(scene: "Scene", x_mm: float, y_mm: float, points_sides: int = 1, *, least_mm: float = -math.inf) -> float:
    """How far (mm) a point is from what the game uses and from other things; negative inside them.

    ``points_sides`` 1 keeps only the used side of the points' places free, 2 both. Of what is less than ``least_mm``
    nothing more is told.
    """
    settings = scene.settings
    clear = 500.0 if settings.table.holds(x_mm, y_mm, 30) else -50.0
    clear = min(clear, math.hypot(x_mm, y_mm) - scene.middle_mm) if scene.middle_mm else clear
    for seat in settings.seen():
        if clear < least_mm:
            return clear
        right, ahead = seen_from(seat, x_mm, y_mm)
        boxes = [(-56.0, 56.0, -56.0, 56.0), (-130.0, 130.0, 50.0, 228.0)]
        boxes += [
            (50.0, 185.0, -66.0, 50.0) if side > 0 else (-185.0, -50.0, -66.0, 50.0)
            for side in ((1, -1) if points_sides == 2 else (scene.habits[seat.seat].points_side,))
        ]
        for left, far_right, near, far in boxes:
            out_x, out_y = max(left - right, right - far_right), max(near - ahead, ahead - far)
            clear = min(clear, math.hypot(max(out_x, 0), max(out_y, 0)) if max(out_x, out_y) > 0 else max(out_x, out_y))
    for thing in scene.things.values():
        if thing.moving or isinstance(thing, Card):
            continue
        if thing.kind.startswith(("coaster", "deck", "discards")):
            reach = 56.0
        else:
            reach = props.radius_of(thing.layers) if thing.layers else 0.0
        clear = min(clear, math.hypot(x_mm - thing.pose.x_mm, y_mm - thing.pose.y_mm) - reach)
    return clear


def free_spot(
    scene: "Scene",
    radius_mm: float,
    rng: np.random.Generator,
    *,
    near: tuple[float, float] | None = None,
    margin_mm: float = 0.0,
) -> tuple[float, float] | None:
    """A point with room for ``radius_mm`` around it, near a point if asked; ``None`` when the table is full.

    A negative ``margin_mm`` also allows places that are so much too narrow.
    """
    half_x, half_y = scene.settings.table.size_mm[0] / 2, scene.settings.table.size_mm[1] / 2
    best, best_score = None, -math.inf
    for _ in range(240):
        x, y = float(rng.uniform(-half_x, half_x)), float(rng.uniform(-half_y, half_y))
        clear = clearance(scene, x, y, least_mm=radius_mm + margin_mm - ALMOST_MM) - radius_mm
        if clear < margin_mm:
            continue
        distance = math.hypot(x - near[0], y - near[1]) if near else 0.0
        score = min(clear, 10.0) * 8 - distance
        if score > best_score:
            best, best_score = (x, y), score
        if near is None and clear > 3:
            return x, y
    return best


def strew_props(scene: "Scene") -> None:
    """Put the set-up's chips, glasses, phones, mats where they are in nobody's way."""
    rng = np.random.default_rng([scene.settings.seed, 0x9209])
    low, high = scene.settings.trial.props
    makers = (props.glass, props.glass, props.chips, props.chips, props.coin, props.phone, props.mat, props.notepad)
    for _ in range(int(rng.integers(low, high + 1))):
        maker = makers[int(rng.integers(len(makers)))]
        layers = maker(rng)
        spot = spot_for(scene, layers, rng)
        if spot is not None:
            scene.add_prop(layers, Pose(*spot, float(rng.uniform(0, 360))), maker.__name__)


def spot_for(scene: "Scene", layers: props.Layers, rng: np.random.Generator) -> tuple[float, float] | None:
    """Where a prop stands in nobody's way, and hides nobody's place from the camera; ``None`` when there is no room."""
    radius, top = props.radius_of(layers), props.height_of(layers)
    for _ in range(12):
        spot = free_spot(scene, radius + 6, rng)
        if spot is None:
            return None
        # what a tall thing hides from the camera lies behind it, farther from the camera's foot
        eye = scene.settings.viewpoint.position_mm
        share = top / (eye[2] - top)
        behind = [
            (spot[0] + (spot[0] - eye[0]) * share * part, spot[1] + (spot[1] - eye[1]) * share * part)
            for part in (0.33, 0.66, 1.0)
        ]
        if top < 25 or all(
            clearance(scene, *point) > radius * (1 + share) + 4 or not scene.settings.table.holds(*point)
            for point in behind
        ):
            return spot
    return None
