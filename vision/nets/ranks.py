"""Nets B, C and D: which rank an index shows. Patches are cut upright at the index; both ways up are read.

Net B sees 26 mm of the card and says where exactly the index is, how large its numeral is, and whether it may be a rank
at all. Net D reads the numeral by itself, cut so that every numeral is equally high: what is small on one deck and
large on another looks the same to it. B, which sees what stands around, has a say in what D may take for a numeral. Net
C is built as D and reads what D reads where a first look left a doubt; it was trained apart, from other pictures, and
nets that were trained apart seldom err alike.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from dealer.errors import ModelError
from vision.frame import BGRImage
from vision.nets.finder import FoundIndex
from vision.nets.models import AGAIN, MODELS, Model, load_model

PATCH_PX = 48
PATCH_SHARE = 0.42
"""Side of a patch as a share of the card's width: 26 mm of 63."""
SMALLEST_NUMERAL = 0.12
"""A numeral that is smaller than this share of the card's width is shown to net B as if it were so large: what is
smaller in a patch, B takes for none. With 0.11 to 0.15 about as many held-out cards were right."""
CLASSES = 11
NONE = 10
"""Class "none of these": a foreign index, a pip, a picture, the table."""

FEATURES = "features"
"""Name of the output with what net B tells ranks by: the pooled picture, before the head for the rank."""
SECOND_OPINION = "second opinion"
"""Key of the card of ``ranks`` that names net C's model; without it net D reads numerals alone."""
ZOOMED = "zoomed"
"""Key of the card of ``ranks`` that names net D's model; without it indices are read by B alone."""
ORIENTATION = "orientation"
"""Key of the card of ``ranks`` that names net E's model; without it a lone 6 or 9 is told by nets B and D alone."""
SHARE_OF_C = 0.8
"""How much net C's logits count beside D's, of which it has twice the weights. Of 2,351 rendered cards 2,102 to 2,106
are right with 0.7 to 0.85, 3 wrong with each."""
SHARE_OF_B = "share of net B"
"""Key of the card of a net that is asked beside net B: how much B's logits count in the mean of both."""
NONE_UNASKED = 0.98
"""Net D is not asked about what net B takes for none of ours with this probability. It is not read upside down either
(``vision.reading.indices.SURE_NONE``), and D takes longer than B."""
NUMERAL_SHARE = 0.5
"""How high a numeral stands in net D's patches, as a share of their side."""
WIDEST_NUMERAL = 1.4
"""A label wider than so many times its height is made as wide as others of that shape are, or a 10 would not fit."""
OFF_GROWTH, OFF_SHIFT = 0.12, 0.04
"""An index is cut again where net D finds it so much larger or smaller (logarithm) or so far from the middle (patch
sides). That is done at the first look, where net B put it."""
SURE_AS_CUT, LIKELY_NONE_AS_CUT = 0.98, 0.9
"""An index that ``OFF_GROWTH`` would cut again is left if net D shows any class with the first probability, or none of
ours with the second. Of 3,356 rendered cards seven more are right for the cut, and one wrong."""
LEAST_NUMERAL, MOST_NUMERAL = 0.16, 0.95
"""What net B may say of a numeral's size, as a share of its patch's side: from 4 to 25 mm."""
USUAL_NUMERAL = 0.15
"""How high a numeral is of which net B said nothing, as a share of the card's width: 9.5 mm, the middle of those that
decks are drawn with."""
MOST_SHIFT = 0.2
"""A pose moves an index by at most this share of the patch."""
MOST_GROWTH = 0.35
"""A pose changes the logarithm of the card's width, or of the numeral's size, by at most this."""
MOST_TURN = np.radians(45)
"""Net D's pose turns an index by less than this."""


def cut_patch(
    image: BGRImage, x: float, y: float, up: float, width: float, *, side: int = PATCH_PX
) -> NDArray[np.uint8]:
    """A square of the picture around (x, y) px, turned so that ``up`` (radians, of the vector in the picture) points
    up; ``width`` is the card's. A larger ``side`` shows more around it, at the same scale.

    >>> cut_patch(np.zeros((90, 90, 3), np.uint8), 40.0, 40.0, -1.57, 128.0).shape
    (48, 48, 3)
    """
    scale = PATCH_SHARE * width / PATCH_PX
    up_x, up_y = math.cos(up) * scale, math.sin(up) * scale
    middle = (side - 1) / 2
    # patch (u right, v down) -> picture: right is up turned clockwise as seen
    matrix = np.array([[-up_y, -up_x, x + (up_y + up_x) * middle], [up_x, -up_y, y - (up_x - up_y) * middle]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    patch = cv2.warpAffine(image, matrix, (side, side), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(patch, np.uint8)


def patch_width(index: FoundIndex) -> float:
    """The card's width for which net B's patch of an index is cut: less than the card's where its numeral is small.

    >>> patch_width(FoundIndex(40.0, 40.0, -1.57, 80.0, 90.0, 100.0, 140.0, 0.9, numeral=6.0))
    50.0
    """
    return min(index.width, (index.numeral or index.width) / SMALLEST_NUMERAL)


def cut_index(image: BGRImage, index: FoundIndex) -> NDArray[np.uint8]:
    """What net B sees of an index (48, 48, 3)."""
    # net A counts pixel centres at .5, OpenCV at whole numbers
    return cut_patch(image, index.x - 0.5, index.y - 0.5, index.up, patch_width(index))


def cut_zoomed(image: BGRImage, index: FoundIndex, *, side: int = PATCH_PX) -> NDArray[np.uint8]:
    """A square of the picture around an index of which the numeral's size is known, upright, the numeral half as high
    as the patch (48 px; a larger ``side`` shows more around it, at the same scale).

    >>> index = FoundIndex(40.0, 40.0, -1.57, 80.0, 90.0, 128.0, 178.0, 0.9, numeral=20.0)
    >>> cut_zoomed(np.zeros((90, 90, 3), np.uint8), index).shape
    (48, 48, 3)
    """
    width = (index.numeral or USUAL_NUMERAL * index.width) / (NUMERAL_SHARE * PATCH_SHARE)
    # net A counts pixel centres at .5, OpenCV at whole numbers
    return cut_patch(image, index.x - 0.5, index.y - 0.5, index.up, width, side=side)


@dataclass(frozen=True, slots=True, eq=False)
class PatchSeen:
    """What net B says of patches: ``logits`` (n, 11), calibrated; net B's ``poses`` (n, 9); ``features`` (n, d),
    what net B told ranks by, where they were asked for, else (n, 0).

    A pose is in the patch's frame (right, down): the numeral's centre from the patch's middle (patch sides), the card's
    up, log of the card's width over the width that the patch was cut for, from the numeral to the card's centre (of
    that width), logs of the numeral's width and height (patch sides).
    """

    logits: NDArray[np.float32]
    poses: NDArray[np.float32]
    features: NDArray[np.float32]


class Ranks:
    """Reads indices.

    Raises:
        ModelError: the model is missing, damaged or of another make.
    """

    def __init__(self, folder: Path = MODELS, threads: int = 1) -> None:
        self._model = model = load_model("ranks", folder=folder, threads=threads)
        self.temperature, self.none_shift = _calibration(model)
        self.zoomed = self._further(model, ZOOMED, folder, threads)
        self.second = self._further(model, SECOND_OPINION, folder, threads)
        self.orientation = str(model.card[ORIENTATION]) if ORIENTATION in model.card else None
        self.checksum = str(model.card["sha256"])
        self._has_features = FEATURES in {output.name for output in model.session.get_outputs()}

    def look(self, patches: NDArray[np.uint8], *, with_features: bool = False) -> PatchSeen:
        """What patches (n, 48, 48, 3) show to net B.

        Raises:
            ModelError: features were asked for, and the model has none.
        """
        wanted = ["output"]
        if with_features:
            if not self._has_features:
                raise ModelError("The model ranks.onnx tells no features, which a taught deck needs.", AGAIN)
            wanted.append(FEATURES)
        output, *features = self._model.run(wanted, patches)
        logits = np.asarray(output[:, :CLASSES] / self.temperature, np.float32)
        logits[:, NONE] += self.none_shift
        told = features[0] if features else np.zeros((len(output), 0), np.float32)
        return PatchSeen(logits, output[:, CLASSES:], told)

    def agreed(
        self,
        alone: NDArray[np.float32],
        zoomed: Callable[[NDArray[np.intp]], NDArray[np.uint8]],
        *,
        put_right: Callable[[NDArray[np.intp], NDArray[np.float32]], NDArray[np.uint8]] | None = None,
        thoroughly: bool = False,
    ) -> NDArray[np.float32]:
        """Calibrated logits (n, 11) of net B ``alone`` and net D, which is asked about what ``zoomed`` cuts for the
        patches of these numbers, where B leaves it open whether they show a rank, and once more about what
        ``put_right`` cuts for those that D finds far off by these poses (n, 5). ``thoroughly``: of their negatives as
        well, which D takes for something else now and then, and with net C. What net B says where there is no D."""
        if self.zoomed is None:
            return alone
        open_ones = self._open_ones(alone)
        if not len(open_ones):
            return alone
        logits, raw, nearer = alone.copy(), self._raw(alone[open_ones]), zoomed(open_ones)
        if thoroughly:
            logits[open_ones] = self.zoomed.with_b(raw, self.with_negatives(nearer))
            return logits
        said = self.zoomed.run(nearer)
        zoomed_in = said[:, :CLASSES]
        if put_right is not None:
            off = _in_doubt_and_off(said)
            if len(off):
                zoomed_in[off] = self.zoomed.logits(put_right(open_ones[off], said[off, CLASSES:]))
        logits[open_ones] = self.zoomed.with_b(raw, zoomed_in)
        return logits

    def zoomed_poses(self, patches: NDArray[np.uint8]) -> NDArray[np.float32]:
        """What net D says (n, 5) of what is left of the pose of indices cut for it (``put_right``): nothing where
        there is no net D."""
        if self.zoomed is None:
            return np.tile(np.array([0, 0, 0, -1, 0], np.float32), (len(patches), 1))
        return self.zoomed.run(patches)[:, CLASSES:]

    def with_negatives(self, patches: NDArray[np.uint8]) -> NDArray[np.float32]:
        """Logits (n, 11) of nets D and C, as they are, in the mean of patches cut for D and their negatives.

        Raises:
            ModelError: there is no net D.
        """
        if self.zoomed is None:
            raise ModelError("There is no net D beside ranks.onnx.", AGAIN)
        both = np.concatenate([patches, 255 - patches])
        logits = self.zoomed.logits(both)
        if self.second is not None:
            logits = (1 - SHARE_OF_C) * logits + SHARE_OF_C * self.second.logits(both)
        return np.asarray(logits.reshape(2, -1, CLASSES).mean(0), np.float32)

    @staticmethod
    def _open_ones(alone: NDArray[np.float32]) -> NDArray[np.intp]:
        shares = np.exp(alone - alone.max(1, keepdims=True))
        return np.flatnonzero(shares[:, NONE] < NONE_UNASKED * shares.sum(1))

    def _raw(self, alone: NDArray[np.float32]) -> NDArray[np.float32]:
        """Net B's logits before their calibration."""
        logits = alone.copy()
        logits[:, NONE] -= self.none_shift
        return np.asarray(logits * self.temperature, np.float32)

    @staticmethod
    def _further(ranks: Model, key: str, folder: Path, threads: int) -> "Further | None":
        if key not in ranks.card:
            return None
        model = load_model(str(ranks.card[key]), folder=folder, threads=threads)
        return Further(model, *_calibration(model), float(model.card.get(SHARE_OF_B, 0.5)))


@dataclass(frozen=True, slots=True)
class Further:
    """A net that is asked beside net B, the calibration of both together, and how much B counts in their mean."""

    model: Model
    temperature: float
    none_shift: float
    share_of_b: float

    def run(self, patches: NDArray[np.uint8]) -> NDArray[np.float32]:
        """All that it says of patches (n, 48, 48, 3)."""
        return self.model.run(["output"], patches)[0]

    def logits(self, patches: NDArray[np.uint8]) -> NDArray[np.float32]:
        """Logits (n, 11), as they are."""
        return self.run(patches)[:, :CLASSES]

    def with_b(self, first: NDArray[np.float32], own: NDArray[np.float32]) -> NDArray[np.float32]:
        """Calibrated logits (n, 11) out of net B's and its own, as they are."""
        together = (self.share_of_b * first + (1 - self.share_of_b) * own) / np.float32(self.temperature)
        together[:, NONE] += self.none_shift
        return np.asarray(together, np.float32)


def _in_doubt_and_off(said: NDArray[np.float32]) -> NDArray[np.intp]:
    """Numbers of those of which net D's output (n, 16) is neither sure of a rank nor likely none, and that it finds far
    from where they were cut."""
    shares = np.exp(said[:, :CLASSES] - said[:, :CLASSES].max(1, keepdims=True))
    shares /= shares.sum(1, keepdims=True)
    in_doubt = (shares.max(1) < SURE_AS_CUT) & (shares[:, NONE] < LIKELY_NONE_AS_CUT)
    right, down, _, _, growth = said[:, CLASSES:].T
    return np.flatnonzero(in_doubt & ((np.abs(growth) > OFF_GROWTH) | (np.hypot(right, down) > OFF_SHIFT)))


def _calibration(model: Model) -> tuple[float, float]:
    """Temperature and shift of "none" by a model's card."""
    return float(model.card.get("temperature", 1.0)), float(model.card.get("none shift", 0.0))


def moved_to_pose(found: FoundIndex, pose: NDArray[np.float32]) -> FoundIndex:
    """The index where net B's pose (9,) puts it, and how large its numeral is. Its card stays where net A sees it: a
    patch shows little of it, and where a lower numeral stands upright B takes it for the upper one of a card below."""
    if not len(pose):
        return found
    right, down, turned_right, turned_up, *_, wide, high = pose.tolist()
    sine, cosine = math.sin(found.up), math.cos(found.up)

    def in_picture(to_the_right: float, downwards: float) -> tuple[float, float]:
        return -sine * to_the_right - cosine * downwards, cosine * to_the_right - sine * downwards

    side = PATCH_SHARE * patch_width(found)
    across, along = in_picture(*(min(max(part, -MOST_SHIFT), MOST_SHIFT) * side for part in (right, down)))
    x, y = found.x + across, found.y + along
    up_x, up_y = in_picture(turned_right, turned_up)
    numeral = math.exp(max(high, wide - math.log(WIDEST_NUMERAL)))
    return replace(
        found,
        x=x,
        y=y,
        up=math.atan2(up_y, up_x),
        numeral=min(max(numeral, LEAST_NUMERAL), MOST_NUMERAL) * side,
    )


def put_right(found: FoundIndex, pose: NDArray[np.float32]) -> FoundIndex:
    """The index where net D's pose (5,) puts it: what it is told to be off by in the patch that was cut for D."""
    right, down = np.array([-np.sin(found.up), np.cos(found.up)]), np.array([-np.cos(found.up), -np.sin(found.up)])
    frame = np.stack([right, down], 1)
    size = found.numeral or USUAL_NUMERAL * found.width
    side = size / NUMERAL_SHARE
    x, y = np.array([found.x, found.y]) + frame @ np.clip(pose[:2], -MOST_SHIFT, MOST_SHIFT) * side
    turn = float(np.arctan2(pose[2], -pose[3]))
    turn = turn if abs(turn) < MOST_TURN else 0.0  # what stands upside down, or across, is read as it was found
    grown = float(np.exp(np.clip(pose[4], -MOST_GROWTH, MOST_GROWTH)))
    return replace(found, x=float(x), y=float(y), up=found.up + turn, numeral=size * grown)
