"""Where the places of each seat lie, in millimetres on the table: which place a card is in, and how to draw it.

A place of a seat is a box seen from its coaster (x to the player's right, y towards the middle), as far as it lies
nearer to this coaster than to any other; so places shrink with the distance to the neighbours and never overlap.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from dealer.errors import InputError
from dealer.view import ELSEWHERE, TABLE, Area, Place, SeatSeen

TABLE_RADIUS_MM = 160.0
SHORT_OF_MIDDLE_MM = 60.0
"""Distance that a seat's places keep from the line across the middle; felt only at tables under 80 cm."""
DRAWING_STEP_MM = 5.0
"""How far apart the corners of a drawn outline are at most where it may be round."""

Polygon = NDArray[np.float64]
"""(n, 2) float64, millimetres in the table frame, closed by its first corner."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle seen from a seat coaster, in millimetres."""

    left: float
    right: float
    near: float
    far: float

    def holds(self, x_mm: float, y_mm: float) -> bool:
        """Whether a point is in the box, its edges included."""
        return self.left <= x_mm <= self.right and self.near <= y_mm <= self.far

    def corners(self) -> Polygon:
        """(4, 2), counter-clockwise."""
        return np.array(
            [[self.left, self.near], [self.right, self.near], [self.right, self.far], [self.left, self.far]], np.float64
        )


STACK_BOX = Box(-170.0, 170.0, 50.0, 260.0)
POINTS_RIGHT_BOX = Box(50.0, 250.0, -70.0, 50.0)
POINTS_LEFT_BOX = Box(-250.0, -50.0, -70.0, 50.0)


@dataclass(frozen=True, slots=True)
class Layout:
    """The places in force: the seat coasters and the middle of the table."""

    seats: tuple[SeatSeen, ...] = ()
    middle_mm: tuple[float, float] = (0.0, 0.0)

    def place_of(self, x_mm: float, y_mm: float) -> Place:
        """The place that a card whose centre lies here belongs to.

        >>> layout = Layout((SeatSeen(3, 0.0, -400.0, 90.0), SeatSeen(4, 0.0, 400.0, -90.0)))
        >>> [str(layout.place_of(x, y)) for x, y in ((20, -250), (100, -400), (0, 50), (0, -470))]
        ['stack 3', 'points 3', 'table', 'elsewhere']
        """
        return _place_of(self, x_mm, y_mm)

    def places(self) -> tuple[Place, ...]:
        """All places of the game, the table first, then each seat's stack and points."""
        own = [Place(area, seat.seat) for seat in self.seats for area in (Area.STACK, Area.POINTS)]
        return (TABLE, *own)

    def polygon_of(self, place: Place) -> Polygon:
        """The outline of a place, (n, 2) millimetres; of points the right one (``polygons_of`` has both).

        Raises: InputError for ``elsewhere`` and for a seat that has no coaster here.
        """
        return self.polygons_of(place)[0]

    def polygons_of(self, place: Place) -> tuple[Polygon, ...]:
        """The outlines of a place: two for points, right and left, else one. An outline with no room left is (0, 2)."""
        if place.area is Area.TABLE:
            return (self._table_outline(),)
        seat = next((seat for seat in self.seats if seat.seat == place.seat), None)
        if seat is None or place.area is Area.ELSEWHERE:
            raise InputError(f"{place} has no outline: expected the table or a place of the seats {self._numbers()}.")
        boxes = (STACK_BOX,) if place.area is Area.STACK else (POINTS_RIGHT_BOX, POINTS_LEFT_BOX)
        return tuple(self._outline(box, seat) for box in boxes)

    def clockwise(self) -> tuple[int, ...]:
        """The seats in clockwise order seen from above, the lowest number first.

        >>> Layout((SeatSeen(1, 0, 400, -90), SeatSeen(2, -400, 0, 0), SeatSeen(3, 400, 0, 180))).clockwise()
        (1, 3, 2)
        """
        if not self.seats:
            return ()
        x_mm, y_mm = self.middle_mm
        ordered = sorted(self.seats, key=lambda seat: -math.atan2(seat.y_mm - y_mm, seat.x_mm - x_mm))
        numbers = [seat.seat for seat in ordered]
        first = numbers.index(min(numbers))
        return tuple(numbers[first:] + numbers[:first])

    def _numbers(self) -> str:
        return ", ".join(str(seat.seat) for seat in self.seats) or "(none)"

    def _outline(self, box: Box, seat: SeatSeen) -> Polygon:
        outline = on_table(seat, box.corners())
        own = np.array([seat.x_mm, seat.y_mm])
        for other in self.seats:
            if other.seat != seat.seat:
                outline = _nearer_half(outline, own, np.array([other.x_mm, other.y_mm]))
        line_mm, ahead = self.last_line(seat)
        outline = _nearer_half(outline, np.array(line_mm) - ahead, np.array(line_mm) + ahead)
        return self._outside_table(outline)

    def last_line(self, seat: SeatSeen) -> tuple[tuple[float, float], tuple[float, float]]:
        """A point of the line that ends a seat's places, and the direction from the seat to the middle, across it."""
        east, north = self.middle_mm[0] - seat.x_mm, self.middle_mm[1] - seat.y_mm
        length = math.hypot(east, north) or 1.0
        ahead = (east / length, north / length)
        middle_x, middle_y = self.middle_mm
        return (middle_x - SHORT_OF_MIDDLE_MM * ahead[0], middle_y - SHORT_OF_MIDDLE_MM * ahead[1]), ahead

    def _table_outline(self) -> Polygon:
        angles = np.arange(0, 2 * math.pi, DRAWING_STEP_MM / TABLE_RADIUS_MM)
        directions = np.stack([np.cos(angles), np.sin(angles)], axis=1)
        return np.array(self.middle_mm) + directions * self._table_reach(directions)[:, None]

    def _table_reach(self, directions: NDArray[np.float64]) -> NDArray[np.float64]:
        """(n,) how far the table's place goes from the middle in each direction (unit vectors, (n, 2))."""
        reach = np.full(len(directions), TABLE_RADIUS_MM)
        for seat in self.seats:
            away = np.array([seat.x_mm - self.middle_mm[0], seat.y_mm - self.middle_mm[1]])
            along = directions @ away
            reach = np.where(along > 0, np.minimum(reach, (away @ away) / 2 / np.maximum(along, 1e-9)), reach)
        return reach

    def _outside_table(self, outline: Polygon) -> Polygon:
        """The outline with what reaches into the table's place pushed out of it."""
        if len(outline) < 3:
            return np.zeros((0, 2))
        closed = [*outline, outline[0]]
        dense = np.concatenate(
            [
                start
                + (end - start)
                * np.linspace(0, 1, max(2, math.ceil(math.dist(start, end) / DRAWING_STEP_MM)))[:-1, None]
                for start, end in pairwise(closed)
            ]
        )
        offset = dense - np.array(self.middle_mm)
        distance = np.hypot(offset[:, 0], offset[:, 1])
        directions = offset / np.maximum(distance, 1e-9)[:, None]
        reach = self._table_reach(directions)
        inside = distance < reach
        if not inside.any():
            return outline
        return np.asarray(np.array(self.middle_mm) + directions * np.maximum(distance, reach)[:, None])


def seen_from(seat: SeatSeen, x_mm: float, y_mm: float) -> tuple[float, float]:
    """A point of the table seen from a seat coaster: (to the player's right, towards the middle) in millimetres.

    >>> right, ahead = seen_from(SeatSeen(1, 0.0, -400.0, 90.0), 30.0, -300.0)
    >>> round(right), round(ahead)
    (30, 100)
    """
    cosine, sine = math.cos(math.radians(seat.facing_deg)), math.sin(math.radians(seat.facing_deg))
    east, north = x_mm - seat.x_mm, y_mm - seat.y_mm
    return east * sine - north * cosine, east * cosine + north * sine


def on_table(seat: SeatSeen, points_mm: Polygon) -> Polygon:
    """Points seen from a seat coaster, (n, 2) as ``seen_from`` gives them, in the table frame."""
    cosine, sine = math.cos(math.radians(seat.facing_deg)), math.sin(math.radians(seat.facing_deg))
    right = np.array([sine, -cosine])
    ahead = np.array([cosine, sine])
    points = np.asarray(points_mm, np.float64).reshape(-1, 2)
    return np.asarray(np.array([seat.x_mm, seat.y_mm]) + points[:, :1] * right + points[:, 1:] * ahead)


def middle_from_arrows(seats: Sequence[SeatSeen]) -> tuple[float, float]:
    """The point that the arrows of the seat coasters point at best, in millimetres.

    The least sum of squared distances from the arrows' lines; where they leave it open (two players who face each
    other) it is the point nearest to all coasters. Raises: InputError without any seat.

    >>> x, y = middle_from_arrows([SeatSeen(1, 0.0, -400.0, 90.0), SeatSeen(2, 300.0, 0.0, 180.0)])
    >>> round(x), round(y)
    (0, 0)
    """
    if not seats:
        raise InputError("No seat coaster is known: the middle of the table needs at least one arrow.")
    normal = np.zeros((2, 2))
    right_side = np.zeros(2)
    places = np.array([[seat.x_mm, seat.y_mm] for seat in seats])
    for seat, place in zip(seats, places, strict=True):
        angle = math.radians(seat.facing_deg)
        across = np.array([-math.sin(angle), math.cos(angle)])
        normal += np.outer(across, across)
        right_side += np.outer(across, across) @ place
    # A thousandth of one arrow's weight: enough to settle what the arrows leave open, and no more.
    pull = 1e-3
    middle = np.linalg.solve(normal + pull * np.eye(2), right_side + pull * places.mean(axis=0))
    return float(middle[0]), float(middle[1])


def _nearer_half(outline: Polygon, own: NDArray[np.float64], other: NDArray[np.float64]) -> Polygon:
    """The part of a convex outline that lies nearer to ``own`` than to ``other``."""
    if len(outline) == 0:
        return outline
    away = other - own
    side = (outline - (own + other) / 2) @ away
    kept: list[NDArray[np.float64]] = []
    for index, corner in enumerate(outline):
        following = (index + 1) % len(outline)
        if side[index] <= 0:
            kept.append(corner)
        if (side[index] < 0 < side[following]) or (side[following] < 0 < side[index]):
            share = side[index] / (side[index] - side[following])
            kept.append(corner + share * (outline[following] - corner))
    return np.array(kept) if len(kept) >= 3 else np.zeros((0, 2))


@lru_cache(maxsize=1024)  # a card lies where it lay, and is asked about with every picture
def _place_of(layout: Layout, x_mm: float, y_mm: float) -> Place:
    to_middle = math.hypot(x_mm - layout.middle_mm[0], y_mm - layout.middle_mm[1])
    nearest = min(layout.seats, key=lambda seat: math.hypot(x_mm - seat.x_mm, y_mm - seat.y_mm), default=None)
    if nearest is None:
        return TABLE if to_middle <= TABLE_RADIUS_MM else ELSEWHERE
    to_seat = math.hypot(x_mm - nearest.x_mm, y_mm - nearest.y_mm)
    if to_middle <= TABLE_RADIUS_MM and to_middle < to_seat:
        return TABLE
    line_mm, ahead = layout.last_line(nearest)
    if (x_mm - line_mm[0]) * ahead[0] + (y_mm - line_mm[1]) * ahead[1] > 0:
        return ELSEWHERE
    right_mm, ahead_mm = seen_from(nearest, x_mm, y_mm)
    if STACK_BOX.holds(right_mm, ahead_mm):
        return Place(Area.STACK, nearest.seat)
    if POINTS_RIGHT_BOX.holds(right_mm, ahead_mm) or POINTS_LEFT_BOX.holds(right_mm, ahead_mm):
        return Place(Area.POINTS, nearest.seat)
    return ELSEWHERE
