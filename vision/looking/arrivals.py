"""Cards that have just come, told by what they changed.

A picture is kept of the table as it was last explained: bare table, and cards that were read for certain. Where the
table is another now, and the difference has a card's size and shape, a card has come to lie, and its outline is known
far better than one index could tell: the new card lies on top, so every index within it is its own.
"""

import itertools
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from dealer.view import Face
from vision.looking.card_size import RIM_MM
from vision.looking.shapes import CARD_TOLERANCE, CARD_TOLERANCE_PX, FEW, UNEVEN, as_part, blank_card, least_area_px
from vision.motion.backdrop import HALF, LIKE_LEVELS, Mask, Piece, difference, differs_faintly, put, strongest
from vision.motion.regions import Geometry

Points = NDArray[np.float64]

OUTLINE_FILL, CHANGED_FILL = 0.93, 0.6
"""How much of a card's rectangle its hull fills, and how much of it really changed. Round corners leave 0.97; of a
light card on light cards only the print and the free part change."""
SAME_LEVELS, SAME_SHARE = 4.0, 0.1
"""A blurred pixel is unchanged within so many levels, and this share of its own brightness, but never farther off than
``LIKE_LEVELS``. In dim light a dark card on a dark table is no more than ten levels brighter."""
LEAST_PIXELS, LEAST_EDGE = 50, 20
"""What changed in fewer pixels, or has a shorter edge, at half size, is no card: one 60 px wide has 1,260 and 140."""
SLIVER_MM = 12.0
"""What changed in a narrower strip, or in so small specks, beside a card that came is none of it. It is the rim of a
card below that was nudged, or the grain of dark wood in another light. A guess."""
SAME_AREA = 0.9
"""A card came where this share of what it would have changed and of what changed, together, is both. A guess: a beer
mat of 80 mm gives less, a card with an arm's stump beside it too (``tests/test_arrivals.py``)."""
TURNS_DEG, SHIFTS_MM = (-6.0, -3.0, 0.0, 3.0, 6.0), (-4.0, -2.0, 0.0, 2.0, 4.0)
"""How far from the middle and the turn of what changed such a card is looked for: specks that are
a tenth of it move the middle by no more. Guesses."""
AROUND_MM = 20.0
"""How much of the table around a place is compared: more than a card that is shifted and turned so reaches beyond."""
LEAST_PART = 0.15
"""Share of a card, on others that look alike, of which at least must have changed: a strip of 10 mm."""


class Explained:
    """The table as it was last explained, at half the frame's size."""

    def __init__(self) -> None:
        self._picture: NDArray[np.uint8] | None = None

    def restart(self) -> None:
        """Forget it (the camera was bumped)."""
        self._picture = None

    def changed(self, piece: Piece, shape: tuple[int, ...]) -> Mask:
        """Where the table is another than it was explained; ``shape`` is the frame's."""
        height, width = shape[0] // HALF, shape[1] // HALF
        if self._picture is None or self._picture.shape[:2] != (height, width):
            self._picture = np.zeros((height, width, 3), np.uint8)
            self._known = np.zeros((height, width), bool)
        before, known = self._before(piece)
        return ~is_same(piece.now, before) & known

    def faintly_changed(self, piece: Piece) -> Mask:
        """Where the table is another, if only a little, than it was explained and than it is without cards."""
        assert self._picture is not None
        before, known = self._before(piece)
        return differs_faintly(piece.now, before) & differs_faintly(piece.now, piece.bare) & known

    def lying(self, piece: Piece) -> tuple[NDArray[np.float32], Mask]:
        """What a piece showed before, and where that was known to be no bare table."""
        before, _ = self._before(piece)
        return before, self._known[_slices(piece)] & ~(piece.known & is_same(before, piece.bare))

    def _before(self, piece: Piece) -> tuple[NDArray[np.float32], Mask]:
        """What a piece showed before, and where that is known: a hand lay over some of it at each look before may be,
        and there it was bare table."""
        assert self._picture is not None
        rows, columns = _slices(piece)
        known = self._known[rows, columns]
        before = np.where(known[..., None], self._picture[rows, columns].astype(np.float32), piece.bare)
        return before, known | piece.known

    def explain(self, piece: Piece, where: Mask) -> None:
        """``where`` (of the piece) shows what is known."""
        assert self._picture is not None
        rows, columns = _slices(piece)
        put(piece.now, where, self._picture[rows, columns])
        self._known[rows, columns] |= where


def is_same(now: NDArray[np.float32], before: NDArray[np.float32]) -> Mask:
    """Where two pictures (h, w, 3), without the lamp's gain, show the same in the same light."""
    limit = strongest(before)
    limit *= SAME_SHARE
    limit += SAME_LEVELS
    return np.asarray(difference(now, before) <= np.minimum(limit, LIKE_LEVELS, out=limit))


def changed_edges(
    piece: Piece, changed: Mask, geometry: Geometry, *, card_mm: tuple[float, float], slivers: bool = True
) -> tuple[NDArray[np.float32], ...]:
    """The outer edges, (n, 2) mm each, of what ``changed`` (of the piece); not of what is too small for a part of a
    card, and without its ``slivers`` if these are not wanted."""
    if np.count_nonzero(changed) < LEAST_PIXELS:
        return ()
    opened = cv2.morphologyEx(changed.view(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    closed = cv2.morphologyEx(opened, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    contours, _ = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not slivers:
        across = 2 * round(SLIVER_MM * least_area_px(piece, geometry, UNEVEN) ** 0.5 / 2) + 1
        disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (across, across))
        filled = cv2.drawContours(np.zeros_like(closed), contours, -1, 1, cv2.FILLED)
        filled = cv2.morphologyEx(filled, cv2.MORPH_OPEN, disc)
        contours, _ = cv2.findContours(filled, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    long = [contour for contour in contours if len(contour) >= LEAST_EDGE]
    if len(long) > FEW:
        least_px = least_area_px(piece, geometry, LEAST_PART * card_mm[0] * card_mm[1])
        long = [contour for contour in long if cv2.contourArea(contour) >= least_px]
    return tuple(
        geometry.to_table((contour[:, 0, :] + (piece.left, piece.top) + 0.5) * HALF - 0.5).astype(np.float32)
        for contour in long
    )


def new_outlines(edges: Sequence[NDArray[np.float32]], *, card_mm: tuple[float, float]) -> tuple[Points, ...]:
    """The outlines of cards, (4, 2) mm each as ``Glimpse.corners_mm``, that these edges have the shape of."""
    fits = (_fits(outline, card_mm) for outline in edges)
    return tuple(fit for fit in fits if fit is not None)


def may_hide_a_card(outline: NDArray[np.float32], card_mm: tuple[float, float]) -> bool:
    """Whether a card may have come within these edges, and not be all of what changed there."""
    return bool(cv2.contourArea(outline) > CHANGED_FILL * card_mm[0] * card_mm[1])


def nearly_outlines(edges: Sequence[NDArray[np.float32]], *, card_mm: tuple[float, float]) -> tuple[Points, ...]:
    """The outlines of cards, as ``new_outlines`` gives them, that cover nearly what these edges enclose."""
    fits = (_covers_as_much(outline, card_mm) for outline in edges if may_hide_a_card(outline, card_mm))
    return tuple(fit for fit in fits if fit is not None)


def _covers_as_much(outline: NDArray[np.float32], card_mm: tuple[float, float]) -> Points | None:
    """The card that covers nearly what this outline encloses, if there is one; pixels of 1 mm tell."""
    (_, sides, turn_deg), moments = cv2.minAreaRect(outline), cv2.moments(outline)
    if moments["m00"] > (card_mm[0] + RIM_MM) * (card_mm[1] + RIM_MM) / SAME_AREA:
        return None
    middle = np.array([moments["m10"], moments["m01"]]) / moments["m00"]
    turn_deg += 0.0 if sides[1] >= sides[0] else 90.0
    corner = outline.min(axis=0) - AROUND_MM
    width, height = (int(side) for side in np.ceil(outline.max(axis=0) + AROUND_MM - corner))

    def covered(points: NDArray[np.floating]) -> Mask:
        place = [np.round(points - corner).astype(np.int32)]
        return np.asarray(cv2.fillPoly(np.zeros((height, width), np.uint8), place, 1), bool)

    changed = covered(outline)
    best: tuple[float, float, float] | None = None
    best_share = SAME_AREA
    for x, y, turn in itertools.product(SHIFTS_MM, SHIFTS_MM, TURNS_DEG):
        pose = float(middle[0] + x), float(middle[1] + y), turn_deg + turn
        rim = blank_card(*pose, face=Face.UNKNOWN, card_mm=(card_mm[0] + RIM_MM, card_mm[1] + RIM_MM)).corners_mm
        own = covered(rim)
        share = float(np.count_nonzero(own & changed) / np.count_nonzero(own | changed))
        if share > best_share:
            best, best_share = pose, share
    return None if best is None else blank_card(*best, face=Face.UNKNOWN, card_mm=card_mm).corners_mm


def _fits(outline: NDArray[np.float32], card_mm: tuple[float, float]) -> Points | None:
    """The card of which this is the outline, if it is one."""
    centre, sides, turn_deg = cv2.minAreaRect(outline)
    short, long = min(sides), max(sides)
    if short <= 0:
        return None
    pixel_mm = cv2.arcLength(outline, True) / len(outline)
    limit = CARD_TOLERANCE + CARD_TOLERANCE_PX * pixel_mm / card_mm[0]
    if max(abs(short / card_mm[0] - 1), abs(long / card_mm[1] - 1)) > limit:
        return None
    filled = cv2.contourArea(outline) / (short * long)
    if cv2.contourArea(cv2.convexHull(outline)) < OUTLINE_FILL * short * long or filled < CHANGED_FILL:
        return None
    angle_deg = turn_deg if sides[1] >= sides[0] else turn_deg + 90.0
    return blank_card(centre[0], centre[1], angle_deg, face=Face.UNKNOWN, card_mm=card_mm).corners_mm


def new_parts(
    edges: Sequence[NDArray[np.float32]],
    piece: Piece,
    changed: Mask,
    geometry: Geometry,
    *,
    covered: Mask,
    card_mm: tuple[float, float],
) -> tuple[Points, ...]:
    """The outlines of cards of which only a part changed what is seen: the rest of each lies on cards that look alike.

    ``edges`` are those of what ``changed`` (of the piece), ``covered`` is where known cards lie. One side of the card
    must have changed whole.
    """
    if not covered.any():
        return ()
    found = []
    for outline in edges:
        area_mm2 = cv2.contourArea(outline)
        if not LEAST_PART * card_mm[0] * card_mm[1] <= area_mm2 <= card_mm[0] * card_mm[1]:
            continue
        if _fits(outline, card_mm) is None:
            card = as_part(outline.astype(np.float64), piece, changed, geometry, covered=covered, card_mm=card_mm)
            if card is not None:
                found.append(card.corners_mm)
    return tuple(found)


def _slices(piece: Piece) -> tuple[slice, slice]:
    height, width = piece.known.shape
    return slice(piece.top, piece.top + height), slice(piece.left, piece.left + width)
