"""The numeral in the middle of a card, where a deck prints one: a witness beside the indices.

Net A finds corner indices alone; nets C and D read whatever stands half as high as their patch. A large numeral is read
where small ones in the corners are lost in the camera's noise, and one that is of another form than those of the
corners tells a 3 from a 5 where they do not.

How large it would be is not known: it is looked for at all sizes. What is one shows its rank at several that are next
to each other, and so does its negative; an emblem, a pip or a picture, if at all, at one.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import BGRImage
from vision.nets.finder import CARD_PX
from vision.nets.index_reading import log_softmax
from vision.nets.ranks import NONE, NUMERAL_SHARE, PATCH_PX, Ranks
from vision.table.geometry import TableGeometry
from vision.tracking.glimpses import Glimpse

WIDTH_PX, HEIGHT_PX = round(CARD_PX), 179
"""The upright card that is looked at: 63 x 88 mm at the scale at which net B reads."""
CARD_WIDTH_MM = 63.0
NUMERALS_MM = (14.0, 17.0, 20.5, 24.5, 29.5, 35.0, 42.0)
"""Heights of a large numeral that are tried: a fifth more each time, which nets C and D can do with."""
IN_A_ROW = 3
"""How many sizes next to each other must show a large numeral's rank."""
LOOKED_AT_FIRST = np.repeat((np.arange(len(NUMERALS_MM)) + 1) % IN_A_ROW == 0, 2)
"""The patches of every third size, either way up: one of them is in any row, so where they show no rank none is
shown."""
PERHAPS, SURE = 0.3, 0.7
"""A rank is shown where nets C and D, by the patch and its negative, give it the second in the mean of logarithms. They
are not asked where net D alone gives no rank the first. Of 700 rendered cards that print a numeral there 561 show their
rank so, none another; of 1,500 with other things there none shows a rank."""

NUMERAL_ALONE = 0.9
"""A card that is not read may be told by what its middle gives this. Of 1,540 such cards 1,030 are told, all rightly,
and none of 3,570 others and 770 with foreign labels."""
SMOOTH = 0.4
"""What is made smaller is smoothed before, by so many pixels for each that becomes one."""


@dataclass(frozen=True, slots=True)
class LargeNumeral:
    """What the middle of a card shows: ``ranks`` that it may be, both 6 and 9 where it is one of them; empty where it
    shows none. ``share`` is what net B gives to the surest of them."""

    ranks: frozenset[int] = frozenset()
    share: float = 0.0


NOTHING = LargeNumeral()


class LargeNumeralReader:
    """Reads the middle of cards that lie on the table; ``ranks`` is net B with D and C."""

    def __init__(self, ranks: Ranks) -> None:
        self._ranks = ranks

    def read(self, image: BGRImage, geometry: TableGeometry, glimpse: Glimpse) -> LargeNumeral:
        """What the middle of a card shows in the camera's picture; the card must lie free."""
        return read_large_numeral(upright_card(image, geometry.to_pixels(glimpse.corners_mm)), self._ranks)


def read_large_numeral(card: BGRImage, ranks: Ranks) -> LargeNumeral:
    """What the middle of an upright card (179, 128, 3) shows; nothing without net D."""
    if ranks.zoomed is None:
        return NOTHING
    patches = middle_patches(card)
    first = log_softmax(ranks.zoomed.logits(patches[LOOKED_AT_FIRST]))
    if np.exp(first[:, :NONE]).max() < PERHAPS:
        return NOTHING
    logs = [np.empty((len(patches), first.shape[1]), np.float32)]
    logs[0][LOOKED_AT_FIRST] = first
    logs[0][~LOOKED_AT_FIRST] = log_softmax(ranks.zoomed.logits(patches[~LOOKED_AT_FIRST]))
    if not _in_a_row(logs[0], PERHAPS):
        return NOTHING
    negatives = 255 - patches
    logs.append(log_softmax(ranks.zoomed.logits(negatives)))
    if ranks.second is not None:
        logs += [log_softmax(ranks.second.logits(one)) for one in (patches, negatives)]
    shown = _in_a_row(log_softmax(np.mean(logs, axis=0, dtype=np.float32)), SURE)
    share = max(shown.values(), default=0.0)
    found = set(shown)
    if found & {6, 9}:
        found |= {6, 9}  # it stands one way up only, and a card lies either way
    if len(found) > 1 and found != {6, 9}:
        return NOTHING
    return LargeNumeral(frozenset(found), share)


def _in_a_row(logs: NDArray[np.float32], least: float) -> dict[int, float]:
    """The ranks that either way up, of which the patches take turns, have the ``least`` at so many sizes in a row, and
    how much at least; ``logs`` (patches, 11)."""
    shares = np.exp(logs[:, :NONE]).reshape(len(NUMERALS_MM), 2, NONE)
    rows = np.lib.stride_tricks.sliding_window_view(shares, IN_A_ROW, axis=0).min(-1)
    return {rank: float(rows[..., rank - 1].max()) for rank in range(1, NONE + 1) if rows[..., rank - 1].max() >= least}


def upright_card(image: BGRImage, corners_px: NDArray[np.floating]) -> BGRImage:
    """A card (179, 128, 3) cut out of a picture, its head up; its corners (4, 2) clockwise from the upper left one."""
    corners = corners_px.astype(np.float32)
    upright = np.array([[0, 0], [WIDTH_PX, 0], [WIDTH_PX, HEIGHT_PX], [0, HEIGHT_PX]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(corners, upright)
    return np.asarray(cv2.warpPerspective(image, matrix, (WIDTH_PX, HEIGHT_PX)), np.uint8)


def middle_patches(card: BGRImage) -> NDArray[np.uint8]:
    """The middle of an upright card (179, 128, 3) as net D would be shown it, were there a numeral of each of these
    sizes, as it stands and upside down in turn (14, 48, 48, 3)."""
    patches: list[NDArray[np.uint8]] = []
    for height_mm in NUMERALS_MM:
        scale = NUMERAL_SHARE * PATCH_PX / (height_mm * WIDTH_PX / CARD_WIDTH_MM)
        centre = np.array([WIDTH_PX - 1, HEIGHT_PX - 1]) / 2
        matrix = np.column_stack([np.eye(2) * scale, (PATCH_PX - 1) / 2 - scale * centre])
        smooth = cv2.GaussianBlur(card, (0, 0), SMOOTH * (1 / scale - 1)) if scale < 1 else card
        patch = cv2.warpAffine(smooth, matrix, (PATCH_PX, PATCH_PX), borderMode=cv2.BORDER_REPLICATE)
        patches += [np.asarray(patch, np.uint8), np.asarray(patch[::-1, ::-1], np.uint8)]
    return np.stack(patches)
