"""Which known cards hold what was read: glimpses and outlines that are those of cards that lie there already."""

import math
from collections.abc import Sequence

import numpy as np

from dealer.view import Face
from vision.looking.presence import ASKEW_MM
from vision.motion.regions import Points, Region
from vision.tracking.doubles import in_outline_of, is_of, repeats
from vision.tracking.glimpses import Glimpse, apart
from vision.tracking.track import Track, in_place

SAME_OUTLINE_MM = 6.0
"""Outlines measured twice are nearer to each other than this; cards are laid on each other further apart."""


def lies_within(region: Region, glimpse: Glimpse, tracks: Sequence[Track]) -> bool:
    """Whether a card is known to lie there already, or not read at the region's edge with most of it beyond: whether
    it does is told by the look that holds it."""
    if region.holds(np.array([[glimpse.x_mm, glimpse.y_mm]])):
        return True
    return any(in_place(track, glimpse) for track in tracks)


def is_borrowed(glimpse: Glimpse, blanks: Sequence[Glimpse], tracks: Sequence[Track]) -> bool:
    """Whether what was not read is one index of a known card, taken for another card where the shape of one has come:
    it is the shape that is new there."""
    if glimpse.rank is not None or glimpse.is_outlined or len(glimpse.indices_mm) != 1:
        return False
    if any(in_place(track, glimpse) for track in tracks):
        return False
    near = any(apart(glimpse, blank)[0] < ASKEW_MM for blank in blanks)
    return near and any(track.is_known and is_of(glimpse, track.glimpse) for track in tracks)


def anchored(glimpse: Glimpse, tracks: Sequence[Track]) -> Glimpse:
    """A reading of indices that are known, in the outline that more of them gave: a half-covered card has not moved."""
    for track in tracks:
        if track.face is not Face.UP or None not in (glimpse.rank, track.rank) and glimpse.rank != track.rank:
            continue
        if repeats(glimpse, track.glimpse):
            return in_outline_of(glimpse, track.glimpse)
        if repeats(track.glimpse, glimpse):
            track.glimpse = in_outline_of(track.glimpse, glimpse)
            return glimpse
    return glimpse


def outline_anew(glimpse: Glimpse, tracks: Sequence[Track]) -> None:
    """A card that was first read half under a hand, in a guessed outline, lies in the outline that came: just its
    indices were read again there."""
    for track in tracks:
        if track.rank is not None and track.rank == glimpse.rank and repeats(track.glimpse, glimpse):
            track.glimpse = in_outline_of(track.glimpse, glimpse)


def is_one_of(outline: Points, others: Sequence[Points]) -> bool:
    """Whether an outline is one of ``others``, found another way."""
    return any(math.dist(other.mean(axis=0), outline.mean(axis=0)) < SAME_OUTLINE_MM for other in others)


def lies_at(track: Track, outline: Points) -> bool:
    """Whether a known card lies in just this outline."""
    return math.dist(track.glimpse.corners_mm.mean(axis=0), outline.mean(axis=0)) < SAME_OUTLINE_MM


def holder_beside(glimpse: Glimpse, tracks: Sequence[Track]) -> Track | None:
    """The card whose indices were read in the place of another one, that is known as another rank: two of the four of
    an 8 that lies half on a 6 may stand as those of an 8 on top of that."""
    if glimpse.rank is None or not any(t.certain and t.rank != glimpse.rank and in_place(t, glimpse) for t in tracks):
        return None
    alike = (t for t in tracks if t.certain and t.rank == glimpse.rank and not in_place(t, glimpse))
    return next((track for track in alike if is_of(glimpse, track.glimpse)), None)


__all__ = ["anchored", "holder_beside", "is_borrowed", "is_one_of", "lies_at", "lies_within", "outline_anew"]
