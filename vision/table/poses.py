"""Where flat things lie on the table and which way they point, and how such poses are compared, averaged and moved."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

RIGID_TAG_MM = 60.0
"""The size of the squares by whose corners poses are brought together: it weighs their facing against their place."""


@dataclass(frozen=True, slots=True)
class Pose:
    """Where a tag lies and which way its arrow points, in some frame on the table."""

    x_mm: float
    y_mm: float
    facing_deg: float

    def corners(self, tag_mm: float) -> Array:
        """(4, 2) millimetres, clockwise from the tag's upper left: the order in which tags are found.

        >>> Pose(0, 0, 90).corners(60).round().tolist()
        [[-30.0, 30.0], [30.0, 30.0], [30.0, -30.0], [-30.0, -30.0]]
        """
        turn = np.radians(self.facing_deg - 90)
        return np.asarray(tag_corners(np.array([[self.x_mm, self.y_mm, turn]]), tag_mm)[0])


def lying_tag(quad_mm: Array) -> tuple[Pose, float, float]:
    """The pose of a tag whose corners are known on the table, its side, and how far from a square it is, in mm.

    >>> pose, side, off = lying_tag(Pose(10, 20, 30).corners(60))
    >>> round(pose.x_mm), round(pose.y_mm), round(pose.facing_deg), round(side), round(off)
    (10, 20, 30, 60, 0)
    """
    centre = quad_mm.mean(axis=0)
    shape = Pose(0, 0, 90).corners(1.0)
    # Complex numbers: the turn and scale that take the unit square to the corners with the least squares.
    here = (quad_mm - centre) @ np.array([1, 1j])
    unit = shape @ np.array([1, 1j])
    factor = (here * unit.conj()).sum() / (abs(unit) ** 2).sum()
    off = float(np.sqrt((abs(here - factor * unit) ** 2).mean()))
    facing = angle_deg(float(np.degrees(np.angle(factor))) + 90)
    return Pose(float(centre[0]), float(centre[1]), facing), float(abs(factor)), off


def angle_deg(angle: float) -> float:
    """An angle brought to more than -180 and at most 180 degrees.

    >>> angle_deg(270), angle_deg(-180)
    (-90.0, 180.0)
    """
    return float(180.0 - (180.0 - angle) % 360.0)


def same_pose(first: Pose, second: Pose, *, within_mm: float, within_deg: float) -> bool:
    """Whether two poses are the same, but for so many millimetres and degrees."""
    apart_mm = np.hypot(first.x_mm - second.x_mm, first.y_mm - second.y_mm)
    return bool(apart_mm <= within_mm and abs(angle_deg(first.facing_deg - second.facing_deg)) <= within_deg)


def towards(old: Pose, new: Pose, share: float) -> Pose:
    """The pose that is a share of the way from an old to a new one."""
    return Pose(
        old.x_mm + share * (new.x_mm - old.x_mm),
        old.y_mm + share * (new.y_mm - old.y_mm),
        angle_deg(old.facing_deg + share * angle_deg(new.facing_deg - old.facing_deg)),
    )


def rigid_move(poses: Mapping[int, Pose], wanted: Mapping[int, Pose]) -> Array:
    """(x, y, turn) that brings poses to the wanted ones of the same numbers, by the least squares of their corners."""
    numbers = sorted(poses.keys() & wanted.keys())
    here = np.concatenate([poses[number].corners(RIGID_TAG_MM) for number in numbers]) @ np.array([1, 1j])
    there = np.concatenate([wanted[number].corners(RIGID_TAG_MM) for number in numbers]) @ np.array([1, 1j])
    turn = np.angle(((there - there.mean()) * (here - here.mean()).conj()).sum())
    shift = there.mean() - np.exp(1j * turn) * here.mean()
    return np.array([shift.real, shift.imag, turn])


def kept_together(
    poses: Mapping[int, Pose], known: Mapping[int, Pose], *, within_mm: float, within_deg: float
) -> tuple[int, ...]:
    """The largest group of coasters that lie to each other as they are remembered; of two equal ones the first."""
    best: tuple[int, ...] = ()
    for pair in combinations(sorted(poses.keys() & known.keys()), 2):
        moves = rigid_move({number: poses[number] for number in pair}, known)
        turned = {number: moved_pose(poses[number], moves) for number in known if number in poses}
        group = tuple(
            number
            for number, pose in sorted(turned.items())
            if same_pose(pose, known[number], within_mm=within_mm, within_deg=within_deg)
        )
        if len(group) > len(best) and set(pair) <= set(group):
            best = group
    return best


def moved_pose(pose: Pose, moves: Array) -> Pose:
    """A pose after a move: (x, y, turn in radians) of the old frame in the new one."""
    cosine, sine = np.cos(moves[2]), np.sin(moves[2])
    x = cosine * pose.x_mm - sine * pose.y_mm + moves[0]
    y = sine * pose.x_mm + cosine * pose.y_mm + moves[1]
    return Pose(float(x), float(y), angle_deg(pose.facing_deg + float(np.degrees(moves[2]))))


def tag_corners(rows: Array, tag_mm: float) -> Array:
    """(n, 4, 2) corners of tags from (n, 3) rows (x, y, turn)."""
    shape = np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]]) * (tag_mm / 2)
    cosine, sine = np.cos(rows[:, 2])[:, None], np.sin(rows[:, 2])[:, None]
    x = rows[:, :1] + shape[:, 0] * cosine - shape[:, 1] * sine
    y = rows[:, 1:2] + shape[:, 0] * sine + shape[:, 1] * cosine
    return np.stack([x, y], axis=2)
