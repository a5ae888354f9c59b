"""Where cards lie on the simulated table, game by game: docs/table.md, as people's hands follow it."""

import math
from collections.abc import Callable, Iterable, Sequence

import numpy as np

from dealer.games.registry import GAMES
from dealer.view import TABLE, Area, Face, Place
from vision.synth.habits import cost_of
from vision.synth.picture import Pose
from vision.synth.scene import Scene

CARD_MM = (63.0, 88.0)

GAP = 0.06
"""How far apart cards lie that are to be told apart, in cards."""

DOWN_WISH_MM = (-135.0, 92.0)
UP_WISH_MM = (-20.0, 190.0)
"""Where people would rather lay face-down and face-up cards, seen from the coaster, where they have both there."""

GRID_MM = (33.0, 22.0)
"""How finely room is looked for before a player."""

PILE_STEP_MM = 2.0
"""A pile of face-down cards that nobody squared."""

ROW_MM = (16.0, -14.0)
"""Five Cards: how far across and ahead of the middle the row of targets lies, so that none hides the coaster."""

TARGET_STEP_MM = 70.0
COLUMN_STEP_MM = 28.0
FIRST_OF_COLUMN_MM = 60.0
"""Five Cards: from target to target, from card to card of a column, and from a target to its column's first card."""

PITCHED_MM = 92.0
"""How far from the middle pitched cards lie, each before its player."""

FAN_STEPS_MM = ((34.0, 52.0), (30.0, 46.0), (26.0, 40.0), (23.0, 34.0), (20.0, 30.0))
"""How far from card to card and from row to row a shown hand lies: as far as there is room."""

APART_STEPS_MM = ((68.0, 94.0), (68.0, 70.0), (58.0, 70.0), (50.0, 62.0), (43.0, 56.0), *FAN_STEPS_MM)
"""How far from card to card and from row to row a hand lies whose cards are to be told apart. They lie beside each
other, if there is room for that."""

FAN_AHEAD_MM = (170.0, 150.0, 130.0, 115.0, 100.0, 88.0)
"""Where the middle of a shown hand may lie."""


class Spots:
    """Where the next card comes to lie on one table. All poses are in table millimetres."""

    def __init__(self, scene: Scene, variant: str, rng: np.random.Generator) -> None:
        self.scene, self.rules, self._rng = scene, GAMES[variant], rng
        scene.middle_mm = self.rules.middle_mm
        scene.middle_cards = self.rules.middle_cards

    def stack(self, seat: int, index: int) -> Pose:
        """Where a player's next face-up card lies; ``index`` lie there already."""
        if self.rules.has_columns:
            return self._seen_from(seat, self._rng.uniform(-110, -90), self._rng.uniform(70, 85))
        place = Place(Area.STACK, seat)
        if self.rules.keeps_down_cards:
            down = [card.pose for card in self.scene.cards() if card.face is Face.DOWN]
            return self._best(seat, UP_WISH_MM, lambda pose: cost_of(self.scene, pose, place) + 6 * _lapped(pose, down))
        return self.scene.place_point(place, index, self._rng)

    def points(self, seat: int, index: int) -> Pose:
        """Where a player's next card kept for points lies."""
        return self.scene.place_point(Place(Area.POINTS, seat), index, self._rng)

    def middle(self, index: int) -> Pose:
        """Where the next common card lies."""
        if self.rules.has_columns:
            return self.target(index)
        return self.scene.place_point(TABLE, index, self._rng)

    def down(self, seat: int, lying: Sequence[Pose], count: int) -> list[Pose]:
        """Where face-down cards are added before a player until ``count`` lie there; none where hands are held."""
        if not self.rules.keeps_down_cards:
            return []
        if self.rules.piles_down_cards and lying:
            last = lying[-1]
            steps = [PILE_STEP_MM * (index + 1) for index in range(count - len(lying))]
            return [Pose(last.x_mm + step, last.y_mm + step / 2, last.angle_deg + step / 2) for step in steps]
        if self.rules.piles_down_cards:
            first = self.down_apart(seat, lying)
            return [first, *self.down(seat, [first], count)] if count > 1 else [first] * count
        poses: list[Pose] = []
        while len(lying) + len(poses) < count:
            poses.append(self.down_apart(seat, [*lying, *poses]))
        return poses

    def down_apart(self, seat: int, lying: Sequence[Pose]) -> Pose:
        """Where a face-down card lies apart from all others."""
        place = Place(Area.STACK, seat)
        others = [card.pose for card in self.scene.cards()] + list(lying)
        return self._best(
            seat, DOWN_WISH_MM, lambda pose: cost_of(self.scene, pose, place) + 10 * _lapped(pose, others)
        )

    def _best(self, seat: int, wish_mm: tuple[float, float], cost: Callable[[Pose], float]) -> Pose:
        """The cheapest pose before a player, among equals the one nearest to ``wish_mm``."""
        best, best_cost = Pose(0.0, 0.0), math.inf
        for column in range(-4, 5):
            for row in range(8):
                right, ahead = column * GRID_MM[0], 75.0 + row * GRID_MM[1]
                pose = self._seen_from(seat, right, ahead)
                far_mm = math.hypot(right - wish_mm[0], ahead - wish_mm[1])
                found = cost(pose) + far_mm / 400
                if found < best_cost:
                    best, best_cost = pose, found
        return best

    def pitched(self, seat: int) -> Pose:
        """Goblin Poker: where a player lays the card pitched, face down in the middle, on the own side of it."""
        x, y, _ = self.scene.seat_poses[seat]
        share = PITCHED_MM / math.hypot(x, y)
        return Pose(x * share, y * share, self._facing(seat, float(self._rng.uniform(-8, 8))))

    def fan(self, seat: int, count: int, steps_mm: Sequence[tuple[float, float]] = FAN_STEPS_MM) -> list[Pose]:
        """A whole hand laid out before a player: rows of a fan, a corner of each in sight, as wide as there is room.

        ``steps_mm`` are how far from card to card and from row to row it may lie, the widest first.
        """
        layout, place = self.scene.layout, Place(Area.STACK, seat)
        best: list[Pose] = []
        best_cost = math.inf
        for tight, step_mm in enumerate(steps_mm):
            for rows in range(1, 5):
                for ahead in FAN_AHEAD_MM:
                    poses = self._rows(seat, count, rows, ahead, step_mm)
                    outside = sum(layout.place_of(pose.x_mm, pose.y_mm) != place for pose in poses)
                    found = 10.0 * outside + tight + 0.3 * rows + abs(ahead - 150) / 500
                    if found < best_cost:
                        best, best_cost = poses, found
        return best

    def _rows(self, seat: int, count: int, rows: int, ahead_mm: float, step_mm: tuple[float, float]) -> list[Pose]:
        columns = math.ceil(count / rows)
        poses = []
        for index in range(count):
            row, column = divmod(index, columns)
            right = (column - (columns - 1) / 2) * step_mm[0] + float(self._rng.uniform(-2, 2))
            ahead = ahead_mm + ((rows - 1) / 2 - row) * step_mm[1] + float(self._rng.uniform(-2, 2))
            poses.append(self._seen_from(seat, right, ahead))
        return poses

    def target(self, index: int) -> Pose:
        """Five Cards: the targets lie in a row across, between the two players."""
        slot = index % 5 - 2
        x, y = self._across()
        across, ahead = ROW_MM[0] + slot * TARGET_STEP_MM, ROW_MM[1]
        angle = self._facing(1, float(self._rng.uniform(-2, 2)))
        return Pose(x * across - y * ahead, y * across + x * ahead, angle)

    def column(self, target: Pose, seat: int, index: int) -> Pose:
        """Five Cards: the ``index``-th card of a player's column at a target."""
        own_x, own_y, _ = self.scene.seat_poses[seat]
        x, y = self._across()
        side = 1.0 if own_x * -y + own_y * x > 0 else -1.0
        ahead = FIRST_OF_COLUMN_MM + index * COLUMN_STEP_MM + float(self._rng.uniform(-2, 2))
        loose = float(self._rng.uniform(-3, 3))
        return Pose(
            target.x_mm - y * side * ahead + x * loose,
            target.y_mm + x * side * ahead + y * loose,
            self._facing(seat, float(self._rng.uniform(-4, 4))),
        )

    def _across(self) -> tuple[float, float]:
        """The direction across the line from the first player to the second, of length 1."""
        first, second = (self.scene.seat_poses[seat] for seat in (1, 2))
        east, north = second[0] - first[0], second[1] - first[1]
        length = math.hypot(east, north)
        return -north / length, east / length

    def _facing(self, seat: int, off_deg: float) -> float:
        """The angle of a card that a player lays for himself."""
        return self.scene.seat_poses[seat][2] - 90 + off_deg

    def _seen_from(self, seat: int, right_mm: float, ahead_mm: float) -> Pose:
        """A point seen from a coaster, with the angle of a card that its player lays there."""
        x, y, facing = self.scene.seat_poses[seat]
        heading = math.radians(facing)
        return Pose(
            x + right_mm * math.sin(heading) + ahead_mm * math.cos(heading),
            y - right_mm * math.cos(heading) + ahead_mm * math.sin(heading),
            self._facing(seat, float(self._rng.uniform(-3, 3))),
        )


def _lapped(pose: Pose, others: Iterable[Pose]) -> float:
    """How much of a card is shared with others that lie alike, in cards."""
    turn = math.radians(pose.angle_deg)
    shared = 0.0
    for other in others:
        east, north = other.x_mm - pose.x_mm, other.y_mm - pose.y_mm
        right = abs(east * math.cos(turn) + north * math.sin(turn))
        up = abs(north * math.cos(turn) - east * math.sin(turn))
        shared += max(0.0, 1 + GAP - right / CARD_MM[0]) * max(0.0, 1 + GAP - up / CARD_MM[1])
    return shared
