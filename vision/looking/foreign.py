"""What lies on the table and is no card: a glass, a phone, a chip. What has lain there long belongs to the table."""

from collections.abc import Iterable

import cv2
import numpy as np

from vision.motion.gate import Mask, MotionGate
from vision.motion.regions import TableMap
from vision.tracking.track import Track


def lain_there(old: Mask, tracks: Iterable[Track], gate: MotionGate, table: TableMap) -> Mask:
    """Foreign things that have lain still for long, ``old`` (h, w), and under which no card lies."""
    old = old.copy()
    if not old.any():
        return old
    for track in tracks:
        card = table.card(track.glimpse.corners_mm)
        old &= ~card
        if not track.visible and not track.under:
            old &= ~_touching(old, card)
    return old & ~gate.moving


def bare_table(lying: Mask, tracks: Iterable[Track], gate: MotionGate, table: TableMap) -> Mask:
    """Where nothing lies, moves or has changed; ``lying`` (h, w) is where foreign things lie."""
    busy = gate.changed | gate.moving | lying
    for track in tracks:
        # A pixel of the small picture beside a card shows some of the card.
        busy |= cv2.dilate(table.card(track.glimpse.corners_mm).view(np.uint8), np.ones((3, 3), np.uint8)) > 0
    return np.asarray(~busy)


def _touching(mask: Mask, other: Mask) -> Mask:
    """The connected parts of ``mask`` that touch ``other``."""
    _, labels = cv2.connectedComponents(mask.view(np.uint8))
    near = cv2.dilate(other.view(np.uint8), np.ones((5, 5), np.uint8)).view(bool)
    return mask & np.isin(labels, np.unique(labels[near & mask]))


__all__ = ["bare_table", "lain_there"]
