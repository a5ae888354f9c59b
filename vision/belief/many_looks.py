"""What an index shows when it is looked at many times over: by nets C and D, at several sizes, as it is and as its
negative.

The looks by which a card is read are few, and two indices of one card are misread alike. A numeral that is what it was
read as stays so however it is shown; one that was taken for another does in some of these looks, and not in others.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.deck.deck_file import PICTURE_PX
from vision.deck.taught import patch_of
from vision.frame import BGRImage
from vision.nets.finder import CARD_HEIGHT_PX, FoundIndex
from vision.nets.index_reading import log_softmax
from vision.nets.ranks import (
    CLASSES,
    PATCH_PX,
    PATCH_SHARE,
    USUAL_NUMERAL,
    Ranks,
    cut_zoomed,
    moved_to_pose,
    put_right,
)  # fmt: skip

Floats = NDArray[np.float32]
ManyLooks = Callable[[Sequence[BGRImage]], Floats | None]
"""Log probabilities (11,) by pictures of a card's indices (96, 96, 3), or None."""

IN_THE_MIDDLE = FoundIndex(
    PICTURE_PX / 2, PICTURE_PX / 2, -np.pi / 2, 0.0, 0.0, PATCH_PX / PATCH_SHARE, CARD_HEIGHT_PX, 1.0
)
"""The index of a kept picture, upright in its middle."""
SIZES = (1.0, 0.82, 1.2)
"""A numeral is shown as large as net B takes it to be, put right by D, and so much smaller and larger."""


def _upright(index: FoundIndex) -> FoundIndex:
    """An index in a picture that was cut upright, which a net may take for one upside down. How a card lies that shows
    several is known from where they stand on it: one of two plain indices of a 6 would be a 9 in every look."""
    is_upside_down = math.cos(index.up - IN_THE_MIDDLE.up) < 0
    return replace(index, up=index.up + math.pi) if is_upside_down else index


def many_looks(ranks: Ranks, pictures: Sequence[BGRImage]) -> Floats | None:
    """What a card's indices, of which these are the pictures (96, 96, 3), upright, show in the mean of many looks: log
    probabilities (11,); None where there is no picture or no net D."""
    if not pictures or ranks.zoomed is None:
        return None
    seen = ranks.look(np.stack([patch_of(picture) for picture in pictures]))
    found = [moved_to_pose(IN_THE_MIDDLE, pose) for pose in seen.poses]
    found = [replace(index, numeral=index.numeral or USUAL_NUMERAL * index.width) for index in found]
    cut = np.stack([cut_zoomed(picture, index) for picture, index in zip(pictures, found, strict=True)])
    better = [put_right(index, pose) for index, pose in zip(found, ranks.zoomed_poses(cut), strict=True)]
    if len(pictures) > 1:
        better = [_upright(index) for index in better]
    patches = np.stack(
        [
            cut_zoomed(picture, replace(index, numeral=index.numeral * size))
            for size in SIZES
            for picture, index in zip(pictures, better, strict=True)
        ]
    )
    both = np.concatenate([patches, 255 - patches])
    nets = [ranks.zoomed] if ranks.second is None else [ranks.zoomed, ranks.second]
    logs = np.asarray([log_softmax(net.logits(both)) for net in nets], np.float32).reshape(-1, CLASSES)
    return np.asarray(logs.mean(0), np.float32)
