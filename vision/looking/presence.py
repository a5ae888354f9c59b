"""Whether what was read can be a card that lies there, and what was known may lie there still: by what shows of the
table."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from dealer.view import Face
from vision.looking.interest import INDEX_MM
from vision.looking.look import Look
from vision.looking.missing_cards import FREE_SHARE, MOVING_SHARE
from vision.motion.backdrop import LIKE_LEVELS, Piece, differs_faintly, differs_sharply
from vision.motion.gate import Mask
from vision.table.coasters import MIDDLE
from vision.tracking.doubles import is_pieced_of, near_an_index, repeats
from vision.tracking.glimpses import NONE_OF_THESE, Glimpse, apart
from vision.tracking.track import Track, in_place

MOVING_SHARE_UNREAD = 0.05
"""How much of a card that was not read for certain may move: it may be the hand itself."""
NEW_SHARE = 0.3
"""A card that has just come changed more than this of what it covers."""
SAME_INDEX_MM = 8.0
"""An index that was found twice was found this near: numerals of two cards that both show lie farther apart."""
STROKES_SHARE = 0.08
"""An index printed on what looks like the card below has changed at least this of its square: its strokes."""
COASTER_CLEAR_MM = 20.0
"""A card whose centre is nearer than this to a coaster's would hide its tag: what is read there is the coaster."""
SIZE_TOLERANCE = 0.25
"""An outline from one index is off by up to a fifth; what is farther off is no card."""
THERE_SHARE, THERE_SHARE_UNREAD = 0.3, 0.6
"""How much of a card must differ from the bare table: a card of nearly the table's colour still has its picture."""
BARE_SHARE = 0.6
"""A card does not lie where more than this of what other cards leave free of it is bare table. An outline that is off
by 10 mm still leaves three fourths of a half-covered card on the card."""
BARE_ALL = 0.9
"""A place of which this share looks like bare table holds no card, unless something is printed there."""
ASKEW_MM = 32.0
"""A card of the same rank so near is the same card, read with another outline or before the camera was bumped."""
NO_CARD, NO_CARD_HERE = 0.6, 0.9
"""A reading that is "none of these" with this probability is left to the shapes: it may be a card's back, a glass,
a hand. Where a card's outline has come, something on it that is much like an index is asked about."""
RIM_MM, AROUND_MM, LEAST_AROUND_PX = 4.0, 14.0, 60
"""A card's rim is blurred so far into what lies around it; of the table around it this is compared, in so many pixels
at least."""
EDGE_MM, KNOWN_AROUND = 3.0, 0.8
"""How far within its edge a card is blank, and which share of what is around it must have been seen bare. Guesses."""


@dataclass(frozen=True, slots=True, eq=False)
class Presence:
    """Judges by one ``look`` at one ``piece`` of the picture; cards are ``card_mm`` (width, height)."""

    look: Look
    piece: Piece
    card_mm: tuple[float, float]

    def is_on_new(self, glimpse: Glimpse, changed: Mask) -> bool:
        """Whether all that was read stands where the table has changed."""
        shares = self._index_shares(glimpse, changed)
        return bool(shares) and min(shares) > STROKES_SHARE and max(shares) > NEW_SHARE

    def lies_still(self, glimpse: Glimpse) -> bool:
        """Whether so little of a reading moves that it counts."""
        return self.look.share(self.look.gate.moving, glimpse) <= most_moving(glimpse)

    def can_lie(self, glimpse: Glimpse, changed: Mask, *, came: bool = False) -> bool:
        """Whether a reading can be a card: a card's size, off the coasters, not surely something else, and no piece
        of bare table. ``changed`` (of the piece): where it is another than it was explained."""
        shows_print = not came and glimpse.rank is None and self._is_only_print(glimpse, changed)
        if is_no_rank(glimpse, self.look.tracks, came=came) and not shows_print:
            return False
        for number, outline in self.look.geometry.coaster_outlines().items():
            if came and number == MIDDLE:
                continue  # common cards may be laid on it
            if math.dist(outline.mean(axis=0), (glimpse.x_mm, glimpse.y_mm)) < COASTER_CLEAR_MM:
                return False
            if len(glimpse.indices_mm) and all(_is_on(outline, index) for index in glimpse.indices_mm):
                return False  # the seat's number, printed on the coaster
        edges = np.linalg.norm(glimpse.corners_mm - np.roll(glimpse.corners_mm, 1, axis=0), axis=1)
        sides = np.array([(edges[0] + edges[2]) / 2, (edges[1] + edges[3]) / 2])
        if np.abs(np.sort(sides) / np.sort(self.card_mm) - 1).max() > SIZE_TOLERANCE:
            return False
        if came or shows_print:
            return True  # it changed what lay there
        own = self._inside(glimpse, grow_mm=-4.0)
        known = own & self.piece.known
        if np.count_nonzero(known) < 0.5 * max(1, int(np.count_nonzero(own))):
            return True
        least = THERE_SHARE if glimpse.rank is not None else THERE_SHARE_UNREAD
        if np.count_nonzero(known & ~self.piece.near_bare) >= least * np.count_nonzero(known):
            return True
        # A card of the table's own colour differs from it in what is printed alone.
        return glimpse.rank is not None and self._is_printed(glimpse)

    def _is_only_print(self, glimpse: Glimpse, changed: Mask) -> bool:
        """Whether indices, printed where a card of just this size has them, have come to where nothing else has up to
        the card's edge and beyond: of a card of the table's colour only the print shows, and it may be read as
        nothing."""
        if len(glimpse.indices_mm) < 2:
            return False
        if any(track.rank is None and repeats(glimpse, track.glimpse) for track in self.look.tracks):
            return True  # it was seen when it came
        if not self.is_on_new(glimpse, changed):
            return False
        around = self._inside(glimpse, grow_mm=AROUND_MM) & ~self._inside(glimpse, grow_mm=-EDGE_MM)
        known = around & self.piece.known
        if np.count_nonzero(known) < KNOWN_AROUND * np.count_nonzero(around):
            return False
        other = known & changed & ~self.piece.like_bare
        return bool(np.count_nonzero(other) <= (1 - BARE_ALL) * np.count_nonzero(known))

    def is_vanished(self, track: Track) -> bool:
        """Whether the table is bare where an unread card was seen, but for the cards that are known; asked before what
        it looked like, which may have been the table's grain."""
        if track.rank is not None or track.face is not Face.UP:
            return False
        if self.look.share(self.look.gate.moving, track.glimpse) > 0:
            return False
        own = self._inside(track.glimpse, grow_mm=-3.0)
        free = own & self.piece.known
        for other in self.look.tracks:  # what was read of a card half under a hand may be of its other half
            if other.certain and other.visible:
                free &= ~self._inside(other.glimpse, grow_mm=2.0)
        if np.count_nonzero(free) < FREE_SHARE * np.count_nonzero(own):
            return False
        if np.count_nonzero(free & self.piece.near_bare) <= BARE_ALL * np.count_nonzero(free):
            return False
        shares = self._index_shares(track.glimpse, free & ~self.piece.like_bare)
        return max(shares, default=0.0) <= STROKES_SHARE

    def is_bared(self, shape: Glimpse) -> bool:
        """Whether what has a card's shape looks like the bare table around it: a card that lay there from the start,
        and was taken for the table, has gone."""
        within = self._inside(shape, grow_mm=-RIM_MM)
        around = self._inside(shape, grow_mm=AROUND_MM) & ~self._inside(shape, grow_mm=RIM_MM)
        around &= self.piece.known & self.piece.like_bare
        if min(np.count_nonzero(within), np.count_nonzero(around)) < LEAST_AROUND_PX:
            return False
        inner, outer = self.piece.now[within], np.median(self.piece.now[around], axis=0)
        apart = np.abs(np.median(inner, axis=0) - outer).max()
        before = np.abs(np.median(self.piece.bare[within], axis=0) - outer).max()
        rougher = (inner.std(axis=0) - self.piece.now[around].std(axis=0)).max()
        return bool(apart < LIKE_LEVELS <= before and rougher < LIKE_LEVELS / 2)

    def _is_printed(self, glimpse: Glimpse) -> bool:
        """Whether each index that was read has strokes where the table was bare, or stands where it was never seen."""
        strokes = ~(self.piece.like_bare & self.piece.known) | differs_sharply(self.piece.now, self.piece.bare)
        shares = self._index_shares(glimpse, strokes)
        return bool(shares) and min(shares) > STROKES_SHARE

    def is_pieced_together(self, glimpse: Glimpse, readings: Sequence[Glimpse]) -> bool:
        """Whether a reading is made of indices of other cards: what these leave free of its outline is bare table."""
        there = [track for track in self.look.tracks if in_place(track, glimpse)]
        if any(track.is_known and glimpse.rank in (track.rank, track.counts_as) for track in there):
            return False
        others = [other for other in readings if other is not glimpse and other.rank is not None]
        for track in self.look.tracks:
            askew = glimpse.rank in (track.rank, track.counts_as) and apart(track.glimpse, glimpse)[0] < ASKEW_MM
            if track.is_known and track.visible and not askew and track not in there:  # another that lay there is gone
                others.append(track.glimpse)
        own = self._inside(glimpse, grow_mm=-4.0) & self.piece.known
        free = own.copy()
        for other in others:
            free &= ~self._inside(other, grow_mm=2.0)
        left = np.count_nonzero(free)
        if 0 < left == np.count_nonzero(own) and glimpse.rank is not None and len(glimpse.indices_mm) > 1:
            return not self._is_printed(glimpse)  # no card is near whose indices they could be
        if left < FREE_SHARE * max(1, int(np.count_nonzero(own))):
            return glimpse.rank is None
        bare = self.piece.near_bare
        if has_own_index(glimpse, others):  # then it may be a card of nearly the table's colour
            bare = bare & ~differs_faintly(self.piece.now, self.piece.bare)
        return bool(np.count_nonzero(free & bare) > BARE_SHARE * left)

    def is_of_neighbours(self, glimpse: Glimpse, readings: Sequence[Glimpse], changed: Mask) -> bool:
        """Whether a reading is made of indices that several cards had before, and nothing changed at them: of two 10s
        in neighbouring columns one index each may stand as those of a 10 between them. One of these cards may have come
        just now: its outline is seen, or it was read there before as it is now."""
        lying = [track.glimpse for track in self.look.tracks if track.is_known and track.visible]
        others = [reading for reading in readings if reading is not glimpse and reading.rank is not None]
        read = [reading for reading in others if reading.is_outlined or self._was_read_so(reading)]
        if glimpse.is_outlined or not is_pieced_of(glimpse, [*lying, *read]):
            return False
        shares = self._index_shares(glimpse, changed)
        is_read = [any(near_an_index(index, card) for card in read) for index in glimpse.indices_mm]
        return not all(is_read) and all(share <= NEW_SHARE for share, so in zip(shares, is_read, strict=True) if not so)

    def _was_read_so(self, reading: Glimpse) -> bool:
        return any(track.rank == reading.rank and in_place(track, reading) for track in self.look.tracks)

    def is_index_of_another(self, glimpse: Glimpse, changed: Mask) -> bool:
        """Whether a reading is but an index that a card had before which lies otherwise, and nothing changed at it: a 6
        above its pip may be an 8 crosswise, of a card across two others."""
        if glimpse.is_outlined or len(glimpse.indices_mm) != 1:
            return False
        holders = [t for t in self.look.tracks if t.is_known and t.visible and repeats(glimpse, t.glimpse)]
        if not holders or any(in_place(track, glimpse) for track in holders):
            return False
        return max(self._index_shares(glimpse, changed)) <= NEW_SHARE

    def _inside(self, glimpse: Glimpse, *, grow_mm: float) -> Mask:
        return self.look.inside(self.piece, glimpse, grow_mm=grow_mm)

    def _index_shares(self, glimpse: Glimpse, where: Mask) -> list[float]:
        """Which share of each index's box lies in ``where`` (of the piece)."""
        shares = []
        for index in glimpse.indices_mm:
            box = index + np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]]) * INDEX_MM / 2
            around = self.piece.inside(self.look.geometry.to_pixels(box))
            shares.append(int(np.count_nonzero(around & where)) / max(1, int(np.count_nonzero(around))))
        return shares


def most_moving(glimpse: Glimpse) -> float:
    """The most of a reading that may move if it is to count, as a share."""
    return MOVING_SHARE if glimpse.rank is not None else MOVING_SHARE_UNREAD


def is_no_rank(glimpse: Glimpse, tracks: Sequence[Track], *, came: bool) -> bool:
    """Whether what was read is surely none of the ranks; of what came, together with what was read of it before."""
    if not glimpse.probabilities:
        return False
    none = glimpse.probabilities[NONE_OF_THESE]
    if not came:
        return none > NO_CARD
    before = [t.belief[NONE_OF_THESE] for t in tracks if t.belief and in_place(t, glimpse)]
    return float(np.mean([none, *before])) > NO_CARD_HERE


def _is_on(outline: NDArray[np.float64], point: NDArray[np.float64]) -> bool:
    """Whether a point lies within an outline, both in millimetres."""
    return cv2.pointPolygonTest(outline.astype(np.float32), (float(point[0]), float(point[1])), False) >= 0


def has_own_index(glimpse: Glimpse, others: Sequence[Glimpse]) -> bool:
    """Whether one of the indices of a reading is of none of the ``others``."""
    theirs = [index for other in others for index in other.indices_mm]
    return any(all(math.dist(index, other) > SAME_INDEX_MM for other in theirs) for index in glimpse.indices_mm)
