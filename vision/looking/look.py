"""What one look at a rectangle of the table is given, and where in its pictures a card lies."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.frame import BGRImage, Frame
from vision.motion.backdrop import HALF, Backdrop, Piece
from vision.motion.gate import Mask, MotionGate
from vision.motion.regions import Region, TableMap
from vision.table.geometry import TableGeometry
from vision.tracking.glimpses import Glimpse
from vision.tracking.track import Track

SHOWN_SHARE = 0.7
"""A card did not lie where so much of its place showed what was known before. Its outline may be off by a fourth, and
some of it look like the table. A guess; more is stricter, and tells earlier times."""


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """What a look needs; ``steady`` is the frame's picture with less noise where the region lies still. ``zoom``
    changes the scale of the reader's picture a little; ``again`` is the card that it is a further look at, if any.
    ``shown_s`` (of the small picture) is when each pixel last showed the table as it was known."""

    frame: Frame
    steady: BGRImage
    geometry: TableGeometry
    region: Region
    table: TableMap
    gate: MotionGate
    backdrop: Backdrop
    tracks: tuple[Track, ...]
    in_places: Mask
    shown_s: NDArray[np.float64]
    zoom: float = 1.0
    again: Track | None = None

    def inside(self, piece: Piece, glimpse: Glimpse, *, grow_mm: float) -> Mask:
        """The pixels of a piece on a card, its outline grown by ``grow_mm``."""
        outline = self.table.outlined(glimpse.corners_mm)
        grow_px = grow_mm * outline.px_per_mm
        if piece.is_clear_of(outline.around_px, margin_px=1.5 * max(grow_px, 0.0) + 2.0):
            return np.zeros(piece.known.shape, bool)
        return piece.inside(grown(outline.corners_px, grow_px))

    def share(self, mask: Mask, glimpse: Glimpse, *, grow_mm: float = 0.0) -> float:
        """The share of a card's small pixels that are in ``mask``."""
        own = self.table.inside(grown(glimpse.corners_mm, grow_mm)) if grow_mm else self.table.card(glimpse.corners_mm)
        count = np.count_nonzero(own)
        return float(np.count_nonzero(own & mask) / count) if count else 0.0

    def arrival(self, glimpse: Glimpse) -> tuple[float, float]:
        """After which time what lies there came, and when it came to rest at the latest."""
        own = self.table.card(glimpse.corners_mm)
        rest_s = self.gate.rest_of(own)
        shown_s = np.sort(self.shown_s[own])
        clear_s = float(shown_s[int((1 - SHOWN_SHARE) * len(shown_s))]) if len(shown_s) else -math.inf
        return min(clear_s, rest_s), rest_s

    def still(self, piece: Piece) -> Mask:
        """Where in a piece nothing moves."""
        return ~to_piece(self.gate.moving, piece, self.gate)

    def rows(self) -> slice:
        """The rows of the small picture in which the region lies."""
        rows = self.table.small(self.region.corners())[:, 1]
        height = self.gate.shape[0]
        first = int(np.clip(rows.min(), 0, height - 1))
        return slice(first, int(np.clip(rows.max() + 1, first + 1, height)))

    def small_mask(self, piece: Piece, mask: Mask) -> Mask:
        """A mask of a piece in the pixels of the small picture."""
        small = np.zeros(self.gate.shape, bool)
        if mask.any():
            rows, columns = np.nonzero(mask)
            scale = self.gate.scale
            small_rows = ((rows + piece.top + 0.5) * HALF * scale[1]).astype(int)
            small_columns = ((columns + piece.left + 0.5) * HALF * scale[0]).astype(int)
            small[np.minimum(small_rows, small.shape[0] - 1), np.minimum(small_columns, small.shape[1] - 1)] = True
        return small


def grown(corners: NDArray[np.float64], by: float) -> NDArray[np.float64]:
    """The corners of a card, each moved outwards by about ``by`` along both sides, in the unit of ``corners``."""
    middle = corners.mean(axis=0)
    away = corners - middle
    length = np.hypot(away[:, 0], away[:, 1])
    return np.asarray(middle + away * (1 + by * math.sqrt(2) / np.maximum(length, 1.0))[:, None])


def to_piece(mask: Mask, piece: Piece, gate: MotionGate) -> Mask:
    """A mask of the small picture in the pixels of a piece."""
    rows = ((np.arange(piece.known.shape[0]) + piece.top + 0.5) * HALF * gate.scale[1]).astype(int)
    columns = ((np.arange(piece.known.shape[1]) + piece.left + 0.5) * HALF * gate.scale[0]).astype(int)
    return np.asarray(mask[np.minimum(rows, mask.shape[0] - 1)][:, np.minimum(columns, mask.shape[1] - 1)])
