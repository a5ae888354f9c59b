"""What became of known cards that a look did not find: each is compared with what it looked like."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import BGRImage
from vision.looking.arrivals import is_same
from vision.looking.look import Look
from vision.motion.backdrop import HALF, Mask, Piece, differs_faintly
from vision.motion.regions import TableMap
from vision.tracking.glimpses import Glimpse
from vision.tracking.track import Fate, Track, in_place

MOVING_SHARE = 0.25
"""A card of which more than this still moves is not looked at: a hand is on it."""
EMPTY_SHARE, SAME_LIKENESS = 0.65, 0.7
"""A place was emptied when this share of it looks like the bare table; it still shows the card when it correlates
so with the card's look."""
BLENDING_SHARE = 0.4
"""A card of which so much looked like the bare table, when it was seen, is of nearly the table's colour. That its place
looks like it tells nothing then; the place must be the table's own but for noise. A guess: its ground looks like the
table, its numerals and picture do not."""
BARED_SHARE, LEAST_OTHER = 0.95, 0.3
"""A card's place was bared when this share of what differed from the table there, of all that is in view, looks like it
now. ``LEAST_OTHER`` is the least share of the place that must have differed, a guess. It is asked before whether the
place looks like the card, as a place in a shadow's rim may."""
KNOWN_SHARE, OTHER_LIKENESS = 0.5, 0.3
"""Where less of the table under a card is known, its place was emptied if it correlates less than the second with the
card's look. The table must be bare all around it, too: what covers a card covers some of what is beside it."""
AROUND_MM, AROUND_KNOWN, AROUND_SHARE = (7.0, 14.0), 0.6, 0.95
"""How far beyond a card's edge, or its heap's, the table must be bare, and how much of that must be known.
``AROUND_SHARE`` of what is known must be bare: an arm hides more than is left. Nearer than 6 mm the table is not learnt
while a card lies there."""
FREE_SHARE = 0.08
"""A card of which less is in view, under other cards, tells nothing of itself."""
THUMB_PX = (42, 58)
"""Size of the look that is remembered of each card, width and height: 0.66 px/mm, enough for pips and numerals."""


@dataclass(frozen=True, slots=True, eq=False)
class Below:
    """What a card came to lie on in an ``outline``: ``picture`` (h, w, 3) as it lies in the card's thumb, and ``where``
    (h, w) that was no bare table."""

    outline: Glimpse
    picture: NDArray[np.float32]
    where: Mask


class Fates:
    """Remembers what each card looked like, and judges by it."""

    def __init__(self) -> None:
        self._thumbs: dict[int, NDArray[np.float32]] = {}
        self._below: dict[int, Below] = {}
        self._others: dict[int, Mask] = {}  # where each card was other than what it lies on
        self._blending: set[int] = set()

    def remember(
        self,
        look: Look,
        piece: Piece,
        lying: tuple[NDArray[np.float32], Mask],
        seen: Iterable[Track],
        known: Iterable[int],
    ) -> None:
        """How the cards look that were just ``seen``, and what each came to lie on: what was ``lying`` before, and
        where; of all but the ``known`` ids nothing is kept."""
        for track in seen:
            self._thumbs[track.id] = _thumb(look.frame.image, look.table, track.glimpse)
            below = self._below.get(track.id)
            if below is None or not in_place(track, below.outline):  # what just came is not explained yet
                before, where = lying
                self._below[track.id] = Below(
                    track.glimpse,
                    _in_thumb(before, piece, look.table, track.glimpse),
                    _mask_in_thumb(where, piece, look.table, track.glimpse),
                )
            like, told = self._like_below(track, look, piece)
            self._others[track.id] = told & ~like
            own = look.inside(piece, track.glimpse, grow_mm=-3.0)
            if np.count_nonzero(piece.like_bare & own) >= BLENDING_SHARE * max(1, int(np.count_nonzero(own))):
                self._blending.add(track.id)
        for gone in self._thumbs.keys() - set(known):
            del self._thumbs[gone]
            self._below.pop(gone, None)
            self._others.pop(gone, None)
            self._blending.discard(gone)

    def renew(self, look: Look, track: Track) -> None:
        """What a card looks like in an outline that is another than before."""
        self._thumbs[track.id] = _thumb(look.frame.image, look.table, track.glimpse)
        self._others.pop(track.id, None)  # of the outline that it had

    def fate(self, track: Track, glimpses: Sequence[Glimpse], look: Look, piece: Piece) -> Fate:
        """The fate of a known card that a look did not find; ``glimpses`` is what was read."""
        if look.share(look.gate.moving, track.glimpse) > MOVING_SHARE:
            return Fate.COVERED
        own = look.inside(piece, track.glimpse, grow_mm=-3.0)
        whole = max(1, int(np.count_nonzero(own)))
        free = own.copy()
        above = _above(track, glimpses, look.tracks)
        for glimpse in above:
            free &= ~look.inside(piece, glimpse, grow_mm=2.0)
        if np.count_nonzero(free) < FREE_SHARE * whole:
            return Fate.UNDER
        if self._is_bared(track, above, look, piece, least=LEAST_OTHER, share=BARED_SHARE):
            return Fate.GONE
        likeness = self._likeness(look.frame.image, look.table, track, above)
        if likeness >= SAME_LIKENESS:
            return Fate.SAME  # before the table's share: a card of nearly the table's colour looks like it
        if self._is_bared(track, above, look, piece, least=FREE_SHARE, share=EMPTY_SHARE):
            return Fate.GONE
        bare = piece.like_bare
        if track.id in self._blending:
            bare = bare & ~differs_faintly(piece.now, piece.bare)
        if np.count_nonzero(bare & free) >= EMPTY_SHARE * np.count_nonzero(free):
            return Fate.GONE
        unknown = np.count_nonzero(piece.known & own) < KNOWN_SHARE * whole
        if unknown and likeness < OTHER_LIKENESS and self._is_bare_around(track, glimpses, look, piece):
            return Fate.GONE
        if np.count_nonzero(free) < 0.5 * whole:
            return Fate.UNDER
        return Fate.COVERED

    def uncovered(self, look: Look, piece: Piece) -> Mask:
        """Where the place of a card that has gone shows the other cards that it lay on: nothing came there."""
        height, width = piece.known.shape
        found = np.zeros((height, width), bool)
        for track in look.tracks:
            below = self._below.get(track.id)
            own = look.inside(piece, track.glimpse, grow_mm=0.0)
            if below is None or not own.any() or not below.where.any():
                continue
            above = _above(track, (), look.tracks)
            if not self._is_bared(track, above, look, piece, least=FREE_SHARE, share=EMPTY_SHARE):
                continue
            back = np.linalg.inv(_to_thumb(look.table, below.outline) @ _to_picture(piece))
            before = np.asarray(cv2.warpPerspective(below.picture, back, (width, height)), np.float32)
            where = cv2.warpPerspective(below.where.view(np.uint8), back, (width, height)).view(bool)
            found |= own & where & is_same(piece.now, before)
        return found

    def shows(self, track: Track, image: BGRImage, table: TableMap, tracks: Sequence[Track]) -> bool:
        """Whether the place of a known card still looks as it did with the card, for all that is in view of it."""
        return self._likeness(image, table, track, _above(track, (), tracks)) >= SAME_LIKENESS

    def _is_bared(
        self, track: Track, above: Sequence[Glimpse], look: Look, piece: Piece, *, least: float, share: float
    ) -> bool:
        """Whether this ``share`` of what was other at a card's place than what it lies on looks like that now, for all
        that is in view, ``least`` of the place or more."""
        other = self._others.get(track.id)
        if other is None:
            return False
        other = other & _in_view(look.table, track.glimpse, above)
        count = np.count_nonzero(other)
        if count < least * other.size:
            return False
        like, _ = self._like_below(track, look, piece)
        return bool(np.count_nonzero(other & like) >= share * count)

    def _like_below(self, track: Track, look: Look, piece: Piece) -> tuple[Mask, Mask]:
        """Where a card's place looks like what the card came to lie on, the table or other cards, and where that is
        known."""
        bare, known, now = (
            _mask_in_thumb(piece.like_bare & piece.known, piece, look.table, track.glimpse),
            _mask_in_thumb(piece.known, piece, look.table, track.glimpse),
            _in_thumb(piece.now, piece, look.table, track.glimpse),
        )
        below = self._below.get(track.id)
        if below is None:
            return bare, known
        moved = _to_thumb(look.table, track.glimpse) @ np.linalg.inv(_to_thumb(look.table, below.outline))
        before = np.asarray(cv2.warpPerspective(below.picture, moved, THUMB_PX), np.float32)
        where = cv2.warpPerspective(below.where.view(np.uint8), moved, THUMB_PX).view(bool)
        return np.where(where, is_same(now, before), bare), known | where

    def _is_bare_around(self, track: Track, glimpses: Sequence[Glimpse], look: Look, piece: Piece) -> bool:
        """Whether the table is bare all around the place of a card that is not seen any more, and of all that it lay in
        a heap with, which went with it."""
        near, far = (look.inside(piece, track.glimpse, grow_mm=grow_mm) for grow_mm in AROUND_MM)
        for other in look.tracks:
            if other.id == track.id or not np.any(look.inside(piece, other.glimpse, grow_mm=0.0) & far):
                continue
            above = _above(other, glimpses, look.tracks)
            if self._likeness(look.frame.image, look.table, other, above) < OTHER_LIKENESS:
                near = near | look.inside(piece, other.glimpse, grow_mm=AROUND_MM[0])
                far = far | look.inside(piece, other.glimpse, grow_mm=AROUND_MM[1])
        around = far & ~near
        known = around & piece.known
        told = np.count_nonzero(known) >= AROUND_KNOWN * max(1, int(np.count_nonzero(around)))
        return bool(told and np.count_nonzero(known & piece.near_bare) >= AROUND_SHARE * np.count_nonzero(known))

    def _likeness(self, image: BGRImage, table: TableMap, track: Track, glimpses: Sequence[Glimpse]) -> float:
        """The correlation of a card's place with what the card looked like, other cards left out."""
        before = self._thumbs.get(track.id)
        if before is None:
            return 0.0
        now = _thumb(image, table, track.glimpse)
        in_view = _in_view(table, track.glimpse, glimpses)
        one, two = now[in_view], before[in_view]
        if len(one) < 100:
            return 0.0
        one, two = one - one.mean(), two - two.mean()
        return float((one * two).sum() / (math.sqrt(float((one * one).sum() * (two * two).sum())) + 1e-6))


def _thumb(image: BGRImage, table: TableMap, glimpse: Glimpse) -> NDArray[np.float32]:
    seen = cv2.warpPerspective(image, _to_thumb(table, glimpse), THUMB_PX)
    return np.asarray(cv2.blur(seen[..., 1].astype(np.float32), (3, 3)), np.float32)


def _in_thumb(
    picture: NDArray[np.float32], piece: Piece, table: TableMap, glimpse: Glimpse
) -> NDArray[np.float32]:
    """A picture of the piece as it lies in a card's thumb."""
    seen = cv2.warpPerspective(picture, _to_thumb(table, glimpse) @ _to_picture(piece), THUMB_PX)
    return np.asarray(seen, np.float32)


def _to_picture(piece: Piece) -> NDArray[np.float64]:
    """From a piece's pixels to the whole picture's."""
    return np.array([[HALF, 0, HALF * piece.left], [0, HALF, HALF * piece.top], [0, 0, 1.0]])


def _mask_in_thumb(mask: Mask, piece: Piece, table: TableMap, glimpse: Glimpse) -> Mask:
    """A mask of the piece as it lies in a card's thumb."""
    return _in_thumb(mask.astype(np.float32), piece, table, glimpse) > 0.5


def _in_view(table: TableMap, glimpse: Glimpse, above: Sequence[Glimpse]) -> Mask:
    """The pixels of a card's thumb on which nothing of what lies ``above`` it does."""
    width, height = THUMB_PX
    seen = np.ones((height, width), np.uint8)
    to_thumb = _to_thumb(table, glimpse)
    for other in above:
        corners = cv2.perspectiveTransform(table.outline(other.corners_mm)[None].astype(np.float32), to_thumb)
        cv2.fillPoly(seen, [np.round(corners[0]).astype(np.int32)], 0)
    return seen.view(bool)


def _to_thumb(table: TableMap, glimpse: Glimpse) -> NDArray[np.float64]:
    corners = table.outline(glimpse.corners_mm).astype(np.float32)
    width, height = THUMB_PX
    upright = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    return np.asarray(cv2.getPerspectiveTransform(corners, upright))


def _above(track: Track, glimpses: Sequence[Glimpse], tracks: Sequence[Track]) -> list[Glimpse]:
    """What may lie over a card: what was read now, but for cards that lay there before it, and the known cards that
    came after it."""
    read = [glimpse for glimpse in glimpses if not any(_is_older(other, track, glimpse) for other in tracks)]
    return [*read, *(other.glimpse for other in tracks if other.id != track.id and other.rest_s > track.rest_s)]


def _is_older(other: Track, track: Track, glimpse: Glimpse) -> bool:
    """Whether ``glimpse`` is the card ``other``, read again, that lay there before ``track`` came."""
    is_it = other.certain and glimpse.rank in (None, other.rank) and in_place(other, glimpse)
    return is_it and other.rest_s < track.rest_s
