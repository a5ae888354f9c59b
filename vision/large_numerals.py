"""The numeral in the middle of a card, where a deck prints one: a witness beside the indices.

Net A finds corner indices alone, and net B never saw another numeral; shown one that fills as much of a patch as an
index does, it reads it all the same. A large numeral is read where small ones in the corners are lost in the camera's
noise, and one that is of another form than those of the corners tells a 3 from a 5 where they do not.

Pips, courts, emblems and pictures are no numerals: what is not one or two figures in one ink on a plain ground is not
looked at.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.finder import CARD_PX
from vision.frame import BGRImage
from vision.geometry import TableGeometry
from vision.glimpses import Glimpse
from vision.ranks import NONE, PATCH_PX, Ranks
from vision.readings import log_softmax

WIDTH_PX, HEIGHT_PX = round(CARD_PX), 179
"""The upright card that is looked at: 63 x 88 mm at the scale at which net B reads."""
MIDDLE_PX = (26, 36, 102, 143)
"""Left, top, right, bottom of its middle: 37 x 53 mm, clear of indices up to 15 mm from the edge."""
RIM_PX = 4
"""So wide is the rim of the middle by which the ground is judged."""
PLAIN_LEVELS = 28.0
"""The ground is plain where nine tenths of the middle's rim are within so many levels of its median."""
LEAST_INK = 18.0
"""A figure stands out of its ground by so many levels at least."""
LEAST_FIGURE_PX = 40
"""What has fewer pixels is a scratch or noise."""
LEAST_HEIGHT_PX = 24
"""A numeral in the middle is 12 mm high at least: what is smaller may be another card's index."""
MOST_WIDE = 1.5
"""A 10 is so much wider than high at most."""
SHOWN_PX = 21.0
"""So high a numeral is shown to net B, as an index of 11 mm stands in its patch; 15, 18 and 24 read fewer."""
SURE = 0.7
"""A rank is shown where net B gives it this, either way up. Of 969 rendered cards of 49 designs that print a numeral
there 587 showed their rank so and none another, with 0.5 neither; of 381 with foreign labels 11 showed a rank, and 1
with 0.9."""


@dataclass(frozen=True, slots=True)
class LargeNumeral:
    """What the middle of a card shows: ``ranks`` that it may be, both 6 and 9 where it is one of them; empty where it
    shows none. ``share`` is what net B gives to the surest of them."""

    ranks: frozenset[int] = frozenset()
    share: float = 0.0


NOTHING = LargeNumeral()


class LargeNumeralReader:
    """Reads the middle of cards that lie on the table; ``ranks`` is net B."""

    def __init__(self, ranks: Ranks) -> None:
        self._ranks = ranks

    def read(self, image: BGRImage, geometry: TableGeometry, glimpse: Glimpse) -> LargeNumeral:
        """What the middle of a card shows in the camera's picture; the card must lie free."""
        return read_large_numeral(upright_card(image, geometry.to_pixels(glimpse.corners_mm)), self._ranks)


def read_large_numeral(card: BGRImage, ranks: Ranks) -> LargeNumeral:
    """What the middle of an upright card (179, 128, 3) shows to net B."""
    patch = numeral_patch(card)
    if patch is None:
        return NOTHING
    shares = np.exp(log_softmax(ranks.look(np.stack([patch, patch[::-1, ::-1]])).logits))
    surest = [(int(way.argmax()) + 1, float(way.max())) for way in shares]
    shown = {rank for rank, share in surest if rank <= NONE and share >= SURE}
    if shown & {6, 9}:
        shown |= {6, 9}  # it stands one way up only, and a card lies either way
    if len(shown) > 1 and shown != {6, 9}:
        return NOTHING
    return LargeNumeral(frozenset(shown), max((share for rank, share in surest if rank in shown), default=0.0))


def upright_card(image: BGRImage, corners_px: NDArray[np.floating]) -> BGRImage:
    """A card (179, 128, 3) cut out of a picture, its head up; its corners (4, 2) clockwise from the upper left one."""
    corners = corners_px.astype(np.float32)
    upright = np.array([[0, 0], [WIDTH_PX, 0], [WIDTH_PX, HEIGHT_PX], [0, HEIGHT_PX]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(corners, upright)
    return np.asarray(cv2.warpPerspective(image, matrix, (WIDTH_PX, HEIGHT_PX)), np.uint8)


def numeral_patch(card: BGRImage) -> NDArray[np.uint8] | None:
    """The patch (48, 48, 3) in which net B may read the numeral in the middle of an upright card; None where there is
    nothing like one."""
    left, top, right, bottom = MIDDLE_PX
    middle = card[top:bottom, left:right].astype(np.float32)
    rim = np.ones(middle.shape[:2], bool)
    rim[RIM_PX:-RIM_PX, RIM_PX:-RIM_PX] = False
    ground = np.median(middle[rim], axis=0)
    if np.percentile(np.abs(middle[rim] - ground).max(axis=1), 90) > PLAIN_LEVELS:
        return None
    ink = np.abs(cv2.GaussianBlur(middle, (0, 0), 1.0) - ground).max(axis=2)
    level, figures = cv2.threshold(np.clip(ink, 0, 255).astype(np.uint8), 0, 1, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    if level < LEAST_INK:
        return None
    _, _, boxes, _ = cv2.connectedComponentsWithStats(figures)
    large = boxes[1:][boxes[1:, cv2.CC_STAT_AREA] > LEAST_FIGURE_PX]
    if not 1 <= len(large) <= 2:
        return None
    x0, y0 = large[:, :2].min(axis=0)
    x1, y1 = (large[:, :2] + large[:, 2:4]).max(axis=0)
    width, height = int(x1 - x0), int(y1 - y0)
    at_rim = min(x0, y0) <= 0 or x1 >= middle.shape[1] or y1 >= middle.shape[0]
    if at_rim or height < LEAST_HEIGHT_PX or width > MOST_WIDE * height:
        return None
    scale = SHOWN_PX / height
    centre = np.array([left + (x0 + x1) / 2, top + (y0 + y1) / 2])
    matrix = np.column_stack([np.eye(2) * scale, PATCH_PX / 2 - scale * centre])
    smooth = cv2.GaussianBlur(card, (0, 0), 0.4 * (1 / scale - 1)) if scale < 1 else card
    patch = cv2.warpAffine(smooth, matrix, (PATCH_PX, PATCH_PX), borderValue=tuple(float(level) for level in ground))
    return np.asarray(patch, np.uint8)
