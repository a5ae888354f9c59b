"""How people lay cards: where a sloppy human puts the next one, so that an index of each stays in sight."""

import math
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from dealer.view import TABLE, Area, Face, Place
from vision.synth.picture import Pose
from vision.synth.things import Card

if TYPE_CHECKING:
    from vision.synth.scene import Scene

CRAMPED = 3.0
"""A card whose best spot costs so much is laid wherever there is room in its place."""

MIDDLE_ROWS, MIDDLE_COLUMNS = (0, 1, 2, -2, -1), (-1, 0, 1, 2, -2)
"""Where common cards lie in the middle, in the order in which room is taken: rows downwards, columns to the right."""

COASTER_CLEAR_MM = 38.0
"""Nobody lays a card squarely onto the middle coaster while there is room beside it."""

FEW = 15
"""Up to so many common cards are laid from the middle of the table outwards, more from its far side on."""

MIDDLE_STEP_MM = (44.0, 50.0)
"""From one to the next: the later card leaves a strip of the earlier one, with its corner."""


@dataclass(slots=True)
class Habit:
    """How one player lays his cards: where the first lies, how far the next, how crooked."""

    right_mm: float
    ahead_mm: float
    step_mm: tuple[float, float]
    turn_deg: float
    points_side: int
    points_step_mm: tuple[float, float]


def draw_habit(rng: np.random.Generator, slop_deg: float) -> Habit:
    """Somebody's habit."""
    step = float(rng.uniform(24, 40))
    across = float(rng.uniform(-0.25, 0.25)) * step
    points = float(rng.uniform(14, 26))
    return Habit(
        right_mm=float(rng.uniform(-95, -45)),
        ahead_mm=float(rng.uniform(135, 175)),
        step_mm=(step, across),
        turn_deg=float(rng.uniform(-0.5, 0.5)) * slop_deg,
        points_side=1 if rng.random() < 0.7 else -1,
        points_step_mm=(points * float(rng.uniform(0.5, 1.0)), points * float(rng.uniform(-0.6, 0.6))),
    )


def place_point(scene: "Scene", place: Place, index: int, rng: np.random.Generator) -> Pose:
    """Where a sloppy human would put the ``index``-th card of a place (0 is the first), well inside it.

    In a stack one index of each card that lies there stays in sight; in points cards may hide each other.
    """
    slop = scene.settings.trial.slop_deg
    if place.area is Area.TABLE:
        return middle_point(scene, rng)
    x, y, facing = scene.seat_poses[place.seat]
    habit = scene.habits[place.seat]
    best, best_cost = Pose(x, y), math.inf
    for attempt in range(48):
        loose = 1 + attempt / 6
        turn = habit.turn_deg + float(rng.uniform(-0.5, 0.5)) * slop
        if place.area is Area.STACK:
            row, column = divmod(index, 6)
            right = habit.right_mm + column * habit.step_mm[0] + float(rng.uniform(-5, 5)) * loose
            ahead = habit.ahead_mm + column * habit.step_mm[1] - row * 42 + float(rng.uniform(-5, 5)) * loose
        else:
            column, row = index % 4, index // 4
            right = habit.points_side * (98 + column * habit.points_step_mm[0] + float(rng.uniform(-3, 3)) * loose)
            ahead = -12 + column * habit.points_step_mm[1] - row * 8 + float(rng.uniform(-4, 4)) * loose
        heading = math.radians(facing)
        spot = (
            x + right * math.sin(heading) + ahead * math.cos(heading),
            y - right * math.cos(heading) + ahead * math.sin(heading),
        )
        upside = 180.0 if rng.random() < 0.4 else 0.0
        pose = Pose(spot[0], spot[1], facing - 90 + max(-slop, min(slop, turn)) + upside)
        cost = cost_of(scene, pose, place) + attempt * 0.01
        if cost < best_cost:
            best, best_cost = pose, cost
        if cost < 0.5:
            break
    if best_cost >= CRAMPED and place.area is Area.STACK:
        return roomiest_point(scene, place, habit, rng)
    return best


def roomiest_point(scene: "Scene", place: Place, habit: Habit, rng: np.random.Generator) -> Pose:
    """Where there is room in a cramped stack place, as near as may be to where the player would rather lay cards."""
    x, y, facing = scene.seat_poses[place.seat]
    heading = math.radians(facing)
    best, best_cost = Pose(x, y), math.inf
    for right in range(-150, 151, 30):
        for ahead in range(65, 240, 18):
            turn = habit.turn_deg + float(rng.uniform(-0.3, 0.3)) * scene.settings.trial.slop_deg
            pose = Pose(
                x + right * math.sin(heading) + ahead * math.cos(heading),
                y - right * math.cos(heading) + ahead * math.sin(heading),
                facing - 90 + turn,
            )
            away = math.hypot(right - habit.right_mm, ahead - habit.ahead_mm)
            cost = cost_of(scene, pose, place) + away / 400
            if cost < best_cost:
                best, best_cost = pose, cost
    return best


def middle_point(scene: "Scene", rng: np.random.Generator) -> Pose:
    """Where people put the next common card: in rows, so that a corner of each stays in sight; gaps are filled."""
    slop = 0.4 * scene.settings.trial.slop_deg
    up = math.radians(next(iter(scene.seat_poses.values()))[2])
    best, best_cost = Pose(0.0, 0.0), math.inf
    order = product(MIDDLE_ROWS, MIDDLE_COLUMNS) if scene.middle_cards <= FEW else product(range(-2, 3), range(-2, 3))
    for slot, (row, column) in enumerate(order):
        right = column * MIDDLE_STEP_MM[0] + float(rng.uniform(-3, 3))
        ahead = -row * MIDDLE_STEP_MM[1] + float(rng.uniform(-3, 3))
        x = ahead * math.cos(up) + right * math.sin(up)
        y = ahead * math.sin(up) - right * math.cos(up)
        pose = Pose(x, y, math.degrees(up) - 90 + float(rng.uniform(-slop, slop)))
        cost = cost_of(scene, pose, TABLE) + slot * 0.01
        if math.hypot(pose.x_mm, pose.y_mm) < COASTER_CLEAR_MM:
            cost += 1.5
        if cost < best_cost:
            best, best_cost = pose, cost
        if cost < 0.5:
            break
    return best


def cost_of(scene: "Scene", pose: Pose, place: Place) -> float:
    """How bad it would be to lay a card here: 0 is fine."""
    layout = scene.layout
    # nobody lays a card so that it hangs over the table's edge, if there is room
    cost = 0.0 if scene.settings.table.holds(pose.x_mm, pose.y_mm, 36.0) else 1.5
    for dx, dy in ((0, 0), (22, 0), (-22, 0), (0, 22), (0, -22)):
        if layout.place_of(pose.x_mm + dx, pose.y_mm + dy) != place:
            cost += 20.0 if dx == dy == 0 else 4.0
    probe = Card(0, "card", (), pose, math.inf, rank=1, design=scene.settings.design)
    for seat, (x, y, _) in scene.seat_poses.items():
        near = math.hypot(pose.x_mm - x, pose.y_mm - y)
        if near < 78:
            cost += 2.0 if seat == place.seat else 6.0
    for pile in scene.things.values():
        if (
            pile.kind in ("deck", "discards")
            and pile.layers
            and math.hypot(pose.x_mm - pile.pose.x_mm, pose.y_mm - pile.pose.y_mm) < 66
        ):
            cost += 3.0
    lying = [card for card in scene.cards() if card.face is Face.UP and not card.moving]
    for card in lying:
        if math.hypot(card.pose.x_mm - pose.x_mm, card.pose.y_mm - pose.y_mm) > 120:
            continue
        own = layout.place_of(card.pose.x_mm, card.pose.y_mm)
        if own.area is Area.POINTS and place == own:
            continue
        above = [other for other in lying if other.level > card.level]
        before = best_index(card, above)
        after = best_index(card, [*above, probe])
        if after < min(before, 0.99):
            cost += 10.0 * (before - after) if own == place else 16.0 * (before - after)
    return cost


def best_index(card: Card, above: list[Card]) -> float:
    """How much of that of its indices of which most is seen under the cards ``above`` it, 0 to 1."""
    assert card.design is not None
    reach_mm = math.hypot(*card.design.size_mm) + 3.0  # a card whose middle is further away covers nothing of this one
    near = [
        other
        for other in above
        if math.hypot(other.pose.x_mm - card.pose.x_mm, other.pose.y_mm - card.pose.y_mm) < reach_mm
    ]
    if not near:
        return 1.0 if card.shown.index_centres_mm else 0.0
    best = 0.0
    for points in card.index_points():
        left = points
        for other in near:
            left = [point for point, covered in zip(left, other.covers_each(left, 1.0), strict=True) if not covered]
        best = max(best, len(left) / len(points))
    return best
