"""What one look saw of a card, and how two such glimpses lie to each other."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from dealer.view import Face

NONE_OF_THESE = 10
"""Index of "none of these" in the 11 probabilities."""
DISTINCT_MM = 11.0
"""Two cards of one rank whose centres are nearer than this hide each other's indices: one look cannot have read both. A
numeral ends some 10 mm from its card's edge. One card was read by two indices each, 9.2 mm apart, half under a hand."""
SAME_SIZE_MM = 1.5
"""A side that differs from a card's by no more is that of such a card. Outlines are made with these sides exactly, but
for rounding; what indices tell is farther off."""


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """What each of a card's indices shows by itself.

    ``logs`` (n, 2, 11): its log probabilities as it stands and upside down. ``upright`` (n,): the log odds of its card
    standing as it was found, 0 where nobody looked. ``heat`` (n,): how strongly it was found. ``heads`` (n,): 1 where
    it shows its rank with its head outwards, -1 inwards; none where the card's ends are not known.
    """

    logs: NDArray[np.float32]
    upright: NDArray[np.float32]
    heat: NDArray[np.float32]
    heads: tuple[int, ...] = ()


NOTHING_SHOWN = Shown(np.zeros((0, 2, 11), np.float32), np.zeros(0, np.float32), np.zeros(0, np.float32))


@dataclass(frozen=True, slots=True, eq=False)
class Glimpse:
    """One card in one look, in table millimetres (x right, y up, angles counter-clockwise).

    ``corners_mm`` (4, 2) in order around the card; ``angle_deg`` is the direction of the card's upper side seen
    from its centre, less 90, so that 0 is upright; ``indices_mm`` (n, 2) centres of the corner indices read;
    ``probabilities`` 11 or empty. ``is_outlined``: the corners are those of what was seen to come, not told by indices.
    ``shown`` is what the indices of this look show, of which there may be more or fewer than ``indices_mm``: those may
    be known from a better look before.
    """

    x_mm: float
    y_mm: float
    angle_deg: float
    face: Face
    rank: int | None
    probabilities: tuple[float, ...]
    corners_mm: NDArray[np.float64]
    indices_mm: NDArray[np.float64]
    is_outlined: bool = False
    shown: Shown = NOTHING_SHOWN


def resized(glimpse: Glimpse, before_mm: tuple[float, float], card_mm: tuple[float, float]) -> Glimpse:
    """The glimpse with an outline of ``card_mm`` about the same middle, if its own is that of a card of ``before_mm``
    and its middle is known: one index alone tells that by the size that it takes for the card's."""
    across, down = glimpse.corners_mm[1] - glimpse.corners_mm[0], glimpse.corners_mm[3] - glimpse.corners_mm[0]
    size = np.array([np.hypot(*across), np.hypot(*down)])
    if np.abs(size - before_mm).max() > SAME_SIZE_MM or (len(glimpse.indices_mm) == 1 and not glimpse.is_outlined):
        return glimpse
    half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) / 2 * card_mm
    axes = np.array([across, down]) / size[:, None]
    return replace(glimpse, corners_mm=glimpse.corners_mm.mean(axis=0) + half @ axes)


def apart(one: Glimpse, other: Glimpse) -> tuple[float, float]:
    """Distance of the centres in mm, and the turn between the two in degrees, half turns left out (0 to 90)."""
    turn = abs(one.angle_deg - other.angle_deg) % 180.0
    return math.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm), min(turn, 180.0 - turn)


def distinct(glimpses: Sequence[Glimpse]) -> list[Glimpse]:
    """Without second readings of one card in one look: the one with more indices, or the surer one, stays."""
    kept: list[Glimpse] = []
    for glimpse in sorted(
        glimpses, key=lambda one: (one.rank is None, -len(one.indices_mm), -max(one.probabilities, default=0.0))
    ):
        if not any(apart(other, glimpse)[0] < DISTINCT_MM and (glimpse.rank in (None, other.rank)) for other in kept):
            kept.append(glimpse)
    return kept
