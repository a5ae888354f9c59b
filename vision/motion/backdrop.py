"""The table without cards, as the camera saw it: what tells a place that was emptied from one that something covers.

Kept at half the frame's size in colour, with what it was before something was taken for a part of it. Where a card has
lain since the start, the bare table is not known and is filled in from its surroundings.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import BGRImage

Mask = NDArray[np.bool_]
Points = NDArray[np.float64]

HALF = 2
LIKE_LEVELS = 14.0
"""A blurred pixel within so many levels of the bare table looks like it. That is four times what halving and a 3 x 3
blur leave of a dim picture's noise, with a margin for the lamp's colour."""
FAINT_LEVELS, FAINT_BLUR = 5.0, (5, 5)
"""A card of nearly the table's colour differs from it by this, once noise and grain are blurred: a dark green one on a
black table by 10. What else differs by so little has no card's outline."""
STROKES_BLUR = (15, 15)
"""A numeral's strokes are narrower than half of this, in pixels at half size: a card is 30 wide at least."""
SHADOW = (0.72, 1.15)
"""The range of brightness, as a factor, in which the same colour is the same table in or out of a soft shadow."""
FOLLOW = 0.2
"""How much of a change of the bare table one look takes over: shadows that pass leave no trace."""
GUESS_S = 1.5
"""An arm rests less long than this in one place."""
FILL_PX = 81
"""Width of the blur that fills an unknown piece of table: wider than a card at half size."""


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """A rectangle of the half-size picture: ``left``, ``top`` its corner there, ``now`` (h, w, 3) float32 with the
    lamp's gain taken out, ``bare`` the table without cards, ``known`` where that was seen, ``like_bare`` where
    ``now`` looks like it, in or out of a shadow, ``near_bare`` where it does so without one."""

    left: int
    top: int
    now: NDArray[np.float32]
    bare: NDArray[np.float32]
    known: Mask
    like_bare: Mask
    near_bare: Mask

    def is_clear_of(self, rectangle_px: tuple[float, float, float, float], *, margin_px: float) -> bool:
        """Whether a rectangle of the whole frame (left, top, right, bottom) lies beside this piece, ``margin_px`` off
        or farther."""
        height, width = self.known.shape
        left, top, right, bottom = rectangle_px
        return (
            right + margin_px < self.left * HALF
            or bottom + margin_px < self.top * HALF
            or left - margin_px > (self.left + width) * HALF
            or top - margin_px > (self.top + height) * HALF
        )

    def inside(self, polygon_px: Points) -> Mask:
        """The pixels of this piece inside a polygon that is given in the whole frame's pixels, (n, 2)."""
        mask = np.zeros(self.known.shape, np.uint8)
        corners = (polygon_px / HALF - (self.left, self.top)) * 8
        cv2.fillPoly(mask, [np.round(corners).astype(np.int32)], 1, shift=3)
        return mask.view(bool)


class Backdrop:
    """Learns the bare table and compares pieces of the picture with it."""

    def __init__(self) -> None:
        self._bare: NDArray[np.uint8] | None = None

    def restart(self) -> None:
        """Forget the table (the camera was bumped, the light changed)."""
        self._bare = None

    def piece(self, image: BGRImage, corners_px: Points, *, gain: float) -> Piece:
        """The piece of ``image`` around ``corners_px`` (n, 2); ``gain`` is the brightness of now against what was
        learnt."""
        height, width = image.shape[0] // HALF, image.shape[1] // HALF
        if self._bare is None or self._bare.shape[:2] != (height, width):
            self._bare = np.zeros((height, width, 3), np.uint8)
            self._known = np.zeros((height, width), bool)
            self._former, self._formerly = self._bare.copy(), self._known.copy()
            self._guessed_s = np.full((height, width), np.inf, np.float32)
        left, top = np.clip(np.floor(corners_px.min(axis=0) / HALF), 0, (width - 1, height - 1)).astype(int)
        right, bottom = np.clip(
            np.ceil(corners_px.max(axis=0) / HALF) + 1, (left + 1, top + 1), (width, height)
        ).astype(int)
        full = image[top * HALF : bottom * HALF, left * HALF : right * HALF]
        small = cv2.resize(full, (right - left, bottom - top), interpolation=cv2.INTER_AREA)
        now = np.asarray(cv2.blur(small.astype(np.float32) / gain, (3, 3)), np.float32)
        known = self._known[top:bottom, left:right]
        bare = self._bare[top:bottom, left:right].astype(np.float32)
        if not known.all() and known.any():
            weight = known.astype(np.float32)
            filled = cv2.blur(bare * weight[..., None], (FILL_PX, FILL_PX))
            share = cv2.blur(weight, (FILL_PX, FILL_PX))
            bare = np.where(known[..., None], bare, filled / np.maximum(share, 1e-3)[..., None])
        near = difference(now, bare) < LIKE_LEVELS
        like = near | _shaded(now, bare)
        formerly = self._formerly[top:bottom, left:right]
        if formerly.any():  # what was taken for the table has gone again: an arm that rested, a glass
            former = self._former[top:bottom, left:right].astype(np.float32)
            again = formerly & (difference(now, former) < LIKE_LEVELS)
            near, like = near | again, like | again | (formerly & _shaded(now, former))
        return Piece(int(left), int(top), now, bare, known.copy(), like, near)

    def learn(self, piece: Piece, where: Mask, *, time_s: float, calm: bool) -> None:
        """In ``where`` (of the piece) the table is bare now: taken as it is where it was not known, followed slowly
        where it was. While the table is not ``calm`` an arm may rest there: what was not known is then only guessed,
        until it is seen alike ``GUESS_S`` later."""
        rows, columns = self._slices(where, piece)
        fresh = where & ~piece.known
        follow = where & piece.known & piece.near_bare
        mixed = piece.bare + FOLLOW * (piece.now - piece.bare)
        self._take(mixed, follow, rows, columns)
        if not calm and fresh.any():
            assert self._bare is not None
            guessed_s = self._guessed_s[rows, columns]
            guess = self._bare[rows, columns].astype(np.float32)
            alike = fresh & (difference(piece.now, guess) < LIKE_LEVELS) & np.isfinite(guessed_s)
            guessed_s[fresh & ~alike] = time_s
            known = where & (piece.known | (alike & (guessed_s <= time_s - GUESS_S)))
        else:
            known = where
        self._take(piece.now, fresh, rows, columns)
        self._known[rows, columns] |= known

    def confirm(self, quiet: Mask, *, time_s: float) -> None:
        """The table is calm: what was guessed ``GUESS_S`` ago and has not changed since is known, where ``quiet`` (of
        any size, of the whole picture)."""
        if self._bare is None:
            return
        height, width = self._known.shape
        where = cv2.resize(quiet.view(np.uint8), (width, height), interpolation=cv2.INTER_NEAREST).astype(bool)
        self._known |= where & (self._guessed_s <= time_s - GUESS_S)

    def adopt(self, piece: Piece, where: Mask) -> None:
        """What lies in ``where`` (of the piece) belongs to the table from now on; how it looked before is kept."""
        rows, columns = self._slices(where, piece)
        assert self._bare is not None
        over = where & piece.known & ~piece.near_bare
        self._former[rows, columns][over] = self._bare[rows, columns][over]
        self._formerly[rows, columns] |= over
        self._take(piece.now, where, rows, columns)
        self._known[rows, columns] |= where

    def reveal(self, piece: Piece, where: Mask) -> None:
        """The table has come to light in ``where`` (of the piece); what had been taken for it was something else."""
        rows, columns = self._slices(where, piece)
        self._formerly[rows, columns] &= ~where
        self._take(piece.now, where, rows, columns)
        self._known[rows, columns] |= where

    def _take(self, levels: NDArray[np.float32], where: Mask, rows: slice, columns: slice) -> None:
        assert self._bare is not None
        put(levels, where, self._bare[rows, columns])

    @staticmethod
    def _slices(where: Mask, piece: Piece) -> tuple[slice, slice]:
        return slice(piece.top, piece.top + where.shape[0]), slice(piece.left, piece.left + where.shape[1])


def put(levels: NDArray[np.float32], where: Mask, target: NDArray[np.uint8]) -> None:
    """Write ``levels`` (h, w, 3), to the nearest whole one, into ``target`` at ``where`` (h, w)."""
    if where.any():
        whole = np.clip(levels + np.float32(0.5), 0, 255).astype(np.uint8)
        cv2.copyTo(whole, where.view(np.uint8), target)


def difference(one: NDArray[np.float32], other: NDArray[np.float32]) -> NDArray[np.float32]:
    """How far two pictures (h, w, 3) are from each other at each pixel, (h, w): in the colour in which it is most."""
    return strongest(np.asarray(cv2.absdiff(one, other), np.float32))


def strongest(picture: NDArray[np.float32]) -> NDArray[np.float32]:
    """The largest of a picture's three colours at each pixel, (h, w): many times as fast as numpy along an axis of
    three."""
    blue, green, red = cv2.split(picture)
    return np.asarray(cv2.max(cv2.max(blue, green), red))


def differs_faintly(now: NDArray[np.float32], before: NDArray[np.float32]) -> Mask:
    """Where two pictures (h, w, 3), without the lamp's gain, differ as a card of nearly the table's colour does
    from the table."""
    return strongest(np.abs(np.asarray(cv2.blur(now - before, FAINT_BLUR), np.float32))) > FAINT_LEVELS


def differs_sharply(now: NDArray[np.float32], before: NDArray[np.float32]) -> Mask:
    """Where two pictures (h, w, 3), without the lamp's gain, differ as strokes do from what is around them. Dark
    strokes on a card of nearly the table's colour are as a shadow on the table is, but that they are narrow."""
    change = now - before
    return strongest(np.abs(change - cv2.blur(change, STROKES_BLUR))) > LIKE_LEVELS


def _shaded(now: NDArray[np.float32], bare: NDArray[np.float32]) -> Mask:
    """Where the same colour is seen, a little darker or brighter."""
    factor = (_sum(now) + 1.0) / (_sum(bare) + 1.0)
    same = difference(now, bare * factor[..., None]) < 0.6 * LIKE_LEVELS
    return np.asarray(same & (factor > SHADOW[0]) & (factor < SHADOW[1]))


def _sum(picture: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray(picture[..., 0] + picture[..., 1] + picture[..., 2])
