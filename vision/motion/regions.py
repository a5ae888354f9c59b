"""Which rectangles of the table to read: those in which something changed and lies still, no larger than a look can
be."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

Mask = NDArray[np.bool_]
Points = NDArray[np.float64]

MAP_STEP = 8
"""Small pixels between the points at which the table's millimetres are computed; between them they are
interpolated: the lens bends less than half a millimetre over such a step."""


class Geometry(Protocol):
    """What regions need of the table's geometry."""

    def to_pixels(self, points_mm: NDArray[np.floating]) -> Points: ...

    def to_table(self, points_px: NDArray[np.floating]) -> Points: ...


LINK_LIMIT = 4
"""What was not told apart before is looked at again when at least a fourth of it, all in all, is new."""
LEAST_PX = 3
"""Fewer small pixels that are connected are noise."""
REMEMBERED = 128
"""How many outlines are remembered: those of a table full of cards, read a few times."""


@dataclass(frozen=True, slots=True, eq=False)
class Region:
    """A rectangle of the table to read, ``left`` to ``right`` and ``bottom`` to ``top`` in mm, and the small pixels
    it settles."""

    left: float
    bottom: float
    right: float
    top: float
    core: Mask

    @property
    def centre_mm(self) -> tuple[float, float]:
        """The middle."""
        return (self.left + self.right) / 2, (self.bottom + self.top) / 2

    @property
    def size_mm(self) -> tuple[float, float]:
        """Width and height."""
        return self.right - self.left, self.top - self.bottom

    @property
    def area_mm2(self) -> float:
        """Width times height."""
        return (self.right - self.left) * (self.top - self.bottom)

    def corners(self) -> Points:
        """(4, 2) mm."""
        return np.array(
            [[self.left, self.bottom], [self.right, self.bottom], [self.right, self.top], [self.left, self.top]]
        )

    def around(self, points_mm: Points) -> "Region":
        """The rectangle, made large enough to hold some points too."""
        left, bottom = np.minimum((self.left, self.bottom), points_mm.min(axis=0))
        right, top = np.maximum((self.right, self.top), points_mm.max(axis=0))
        return Region(float(left), float(bottom), float(right), float(top), self.core)

    def holds(self, points_mm: Points, margin_mm: float = 0.0) -> bool:
        """Whether all points lie at least ``margin_mm`` inside."""
        x, y = points_mm[:, 0], points_mm[:, 1]
        return bool(
            x.min() >= self.left + margin_mm
            and x.max() <= self.right - margin_mm
            and y.min() >= self.bottom + margin_mm
            and y.max() <= self.top - margin_mm
        )


@dataclass(frozen=True, slots=True, eq=False)
class Outline:
    """A card in the frame: its corners (4, 2), how many pixels a millimetre of its first side has, and the smallest
    upright rectangle around it: left, top, right, bottom."""

    corners_px: Points
    px_per_mm: float
    around_px: tuple[float, float, float, float]


@dataclass(frozen=True, slots=True, eq=False)
class CardPixels:
    """The small pixels of a card: ``mask`` (h, w); where in it they lie, so that not all of it need be counted; how
    many they are, and how many they would be if none were outside the picture."""

    mask: Mask
    rows: slice
    columns: slice
    count: int
    whole: float

    def count_in(self, where: Mask) -> int:
        """How many of them are in ``where`` (h, w)."""
        own = self.mask[self.rows, self.columns]
        return int(np.count_nonzero(own & where[self.rows, self.columns]))


class TableMap:
    """The table's millimetres under each pixel of the small picture, for one geometry."""

    def __init__(self, geometry: Geometry, *, shape: tuple[int, int], scale: tuple[float, float]) -> None:
        self.geometry = geometry
        self.shape = shape
        self.scale: Points = np.array(scale)
        rows, columns = shape
        at_x = np.linspace(0, columns - 1, columns // MAP_STEP + 2)
        at_y = np.linspace(0, rows - 1, rows // MAP_STEP + 2)
        grid = np.stack(np.meshgrid(at_x, at_y), axis=-1).reshape(-1, 2)
        table = geometry.to_table((grid + 0.5) / self.scale - 0.5).reshape(len(at_y), len(at_x), 2).astype(np.float32)
        to_column = np.arange(columns, dtype=np.float32) / (columns - 1) * (len(at_x) - 1)
        to_row = np.arange(rows, dtype=np.float32) / (rows - 1) * (len(at_y) - 1)
        self._outlines: dict[int, tuple[Points, Outline]] = {}
        self._pixels: dict[int, tuple[Points, CardPixels]] = {}
        self.mm = np.asarray(
            cv2.remap(table, *np.meshgrid(to_column, to_row), interpolation=cv2.INTER_LINEAR), np.float32
        )

    def small(self, points_mm: Points) -> Points:
        """Where points of the table lie in the small picture, (n, 2)."""
        return (self.geometry.to_pixels(np.asarray(points_mm, np.float64)) + 0.5) * self.scale - 0.5

    def outline(self, corners_mm: Points) -> Points:
        """The corners of a card in the frame's pixels, (4, 2); remembered for as long as the same array is asked
        for."""
        return self.outlined(corners_mm).corners_px

    def outlined(self, corners_mm: Points) -> "Outline":
        """The outline of a card, with what is asked of it often."""
        known = self._outlines.get(id(corners_mm))
        if known is None or known[0] is not corners_mm:
            if len(self._outlines) >= REMEMBERED:
                self._outlines.clear()
            corners_px = self.geometry.to_pixels(corners_mm)
            side_px, side_mm = (np.linalg.norm(corners[1] - corners[0]) for corners in (corners_px, corners_mm))
            left, top = corners_px.min(axis=0).tolist()
            right, bottom = corners_px.max(axis=0).tolist()
            outline = Outline(corners_px, float(side_px / side_mm), (left, top, right, bottom))
            known = self._outlines[id(corners_mm)] = (corners_mm, outline)
        return known[1]

    def card(self, corners_mm: Points) -> Mask:
        """The small pixels of a card; remembered as its outline is. Not to be written to."""
        return self.pixels_of(corners_mm).mask

    def pixels_of(self, corners_mm: Points) -> CardPixels:
        """The small pixels of a card and how many they are; remembered as its outline is."""
        known = self._pixels.get(id(corners_mm))
        if known is None or known[0] is not corners_mm:
            if len(self._pixels) >= REMEMBERED:
                self._pixels.clear()
            outline_px = self.outline(corners_mm)
            mask = self._filled(outline_px)
            left, top, width, height = cv2.boundingRect(mask.view(np.uint8))
            count = int(np.count_nonzero(mask))
            whole = max(count, cv2.contourArea((outline_px * self.scale).astype(np.float32)))
            pixels = CardPixels(mask, slice(top, top + height), slice(left, left + width), count, whole)
            known = self._pixels[id(corners_mm)] = (corners_mm, pixels)
        return known[1]

    def out_of_sight(self, corners_mm: Points, blocked: Mask) -> bool:
        """Whether more than a third of a card is ``blocked`` (of the small picture), or outside the picture."""
        own = self.pixels_of(corners_mm)
        return own.whole - own.count + own.count_in(blocked) > max(2.0, own.whole / 3)

    def inside(self, polygon_mm: Points) -> Mask:
        """The small pixels inside a polygon of the table."""
        return self._filled(self.geometry.to_pixels(np.asarray(polygon_mm, np.float64)))

    def _filled(self, polygon_px: Points) -> Mask:
        mask = np.zeros(self.shape, np.uint8)
        corners = np.clip((polygon_px + 0.5) * self.scale - 0.5, -2000, 2000)
        cv2.fillPoly(mask, [np.round(corners * 16).astype(np.int32)], 1, shift=4)
        return mask.view(bool)


def regions(
    ready: Mask, table: TableMap, *, linked: Mask, grow_mm: float, largest_mm: float, join_px: int = 2
) -> list[Region]:
    """Rectangles around the connected pieces of ``ready``, grown by ``grow_mm``, joined where they overlap, cut
    where too large.

    Pieces of ``linked`` that touch ``ready`` are part of them: what could not be told apart before may be now.
    """
    if not ready.any():
        return []
    kernel = np.ones((2 * join_px + 1, 2 * join_px + 1), np.uint8)
    both = ready | linked
    if np.count_nonzero(both) < LEAST_PX:
        return []
    count, labels, stats, _ = cv2.connectedComponentsWithStats(cv2.dilate(both.view(np.uint8), kernel))
    boxes: list[tuple[float, float, float, float, Mask]] = []
    own, whole = (np.bincount(labels[mask], minlength=count) for mask in (ready, both))
    for label in np.flatnonzero(own):
        # A few pixels at the edge of something large are no reason to look at all of it again.
        few = whole[label] > LINK_LIMIT * own[label]
        if (own if few else whole)[label] < LEAST_PX:  # noise; it is looked at with its neighbours, or never
            continue
        first, top_row, across, down, _ = stats[label]
        within = slice(top_row, top_row + down), slice(first, first + across)
        inner = (labels[within] == label) & (ready if few else both)[within]
        core = np.zeros(ready.shape, bool)
        core[within] = inner
        points = table.mm[within][inner]
        left, bottom = points.min(axis=0) - grow_mm
        right, top = points.max(axis=0) + grow_mm
        boxes.append((float(left), float(bottom), float(right), float(top), core))
    found: list[Region] = []
    for box in _joined(boxes, largest_mm):
        found.extend(_tiles(box, table, grow_mm=grow_mm, largest_mm=largest_mm))
    return sorted(found, key=lambda region: (region.area_mm2, region.left, region.bottom))


def _joined(
    boxes: list[tuple[float, float, float, float, Mask]], largest_mm: float
) -> list[tuple[float, float, float, float, Mask]]:
    """Boxes joined while they overlap and are together no larger than one look."""
    boxes = list(boxes)
    at = 0
    while at < len(boxes):
        for other in range(at + 1, len(boxes)):
            one, two = boxes[at], boxes[other]
            apart = one[0] > two[2] or two[0] > one[2] or one[1] > two[3] or two[1] > one[3]
            both = (min(one[0], two[0]), min(one[1], two[1]), max(one[2], two[2]), max(one[3], two[3]))
            if not apart and both[2] - both[0] <= largest_mm and both[3] - both[1] <= largest_mm:
                boxes[at] = (*both, one[4] | two[4])
                del boxes[other]
                at = -1
                break
        at += 1
    return boxes


def _tiles(
    box: tuple[float, float, float, float, Mask], table: TableMap, *, grow_mm: float, largest_mm: float
) -> Iterator[Region]:
    left, bottom, right, top, core = box
    if right - left <= largest_mm and top - bottom <= largest_mm:
        yield Region(left, bottom, right, top, core)
        return
    step = largest_mm - 2 * grow_mm
    across = max(1, int(np.ceil((right - left - 2 * grow_mm) / step)))
    along = max(1, int(np.ceil((top - bottom - 2 * grow_mm) / step)))
    x_edges = np.linspace(left + grow_mm, right - grow_mm, across + 1)
    y_edges = np.linspace(bottom + grow_mm, top - grow_mm, along + 1)
    x, y = table.mm[..., 0], table.mm[..., 1]
    for column in range(across):
        for row in range(along):
            own = core & (x >= x_edges[column]) & (y >= y_edges[row])
            own &= (x <= x_edges[column + 1]) & (y <= y_edges[row + 1])
            if own.any():
                yield Region(
                    float(x_edges[column] - grow_mm),
                    float(y_edges[row] - grow_mm),
                    float(x_edges[column + 1] + grow_mm),
                    float(y_edges[row + 1] + grow_mm),
                    own,
                )
