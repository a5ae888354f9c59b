"""Nets B and C: which rank an index shows. Patches are cut upright at the index; both ways up are read.

Net C is a second opinion: another net, trained from the beginning on other pictures, that reads the same patches. Where
both are sure of the same they are seldom wrong together; what one alone is sure of is doubtful.
"""

from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from dealer.errors import ModelError
from vision.finder import FoundIndex
from vision.frame import BGRImage
from vision.models import MODELS, Model, load_model

PATCH_PX = 48
PATCH_SHARE = 0.42
"""Side of a patch as a share of the card's width: 26 mm of 63."""
CLASSES = 11
NONE = 10
"""Class "none of these": a foreign index, a pip, a picture, the table."""

FEATURES = "features"
"""Name of the output with what net B tells ranks by: the pooled picture, before the head for the rank."""
SECOND_OPINION = "second opinion"
"""Key of the card of ``ranks`` that names net C's model; without it net B decides alone."""
NONE_UNASKED = 0.98
"""What net B takes for none of ours with this probability net C is not asked about: it is not read upside down either
(``vision.indices.SURE_NONE``), and C takes longer than B."""
MOST_SHIFT = 0.2
"""A pose moves an index by at most this share of the patch."""
MOST_GROWTH = 0.35
"""A pose changes the logarithm of the card's width by at most this."""


def cut_patch(
    image: BGRImage, x: float, y: float, up: float, width: float, *, side: int = PATCH_PX
) -> NDArray[np.uint8]:
    """A square of the picture around (x, y) px, turned so that ``up`` (radians, of the vector in the picture) points
    up; ``width`` is the card's. A larger ``side`` shows more around it, at the same scale.

    >>> cut_patch(np.zeros((90, 90, 3), np.uint8), 40.0, 40.0, -1.57, 128.0).shape
    (48, 48, 3)
    """
    scale = PATCH_SHARE * width / PATCH_PX
    up_x, up_y = np.cos(up) * scale, np.sin(up) * scale
    # patch (u right, v down) -> picture: right is up turned clockwise as seen
    matrix = np.array([[-up_y, -up_x, 0.0], [up_x, -up_y, 0.0]])
    middle = (side - 1) / 2
    matrix[:, 2] = np.array([x, y]) - matrix[:, :2] @ np.array([middle, middle])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    patch = cv2.warpAffine(image, matrix, (side, side), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(patch, np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class PatchSeen:
    """What nets B and C say of patches: ``logits`` (n, 11), calibrated; net B's ``poses`` (n, 7); ``features`` (n, d),
    what net B told ranks by, where they were asked for, else (n, 0).

    A pose is in the patch's frame (right, down): the numeral's centre from the patch's middle (patch sides), the card's
    up, log of the card's width over the width that the patch was cut for, from the numeral to the card's centre (of
    that width).
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
        model = load_model("ranks", folder=folder, threads=threads)
        self._session = model.session
        self.temperature, self.none_shift = _calibration(model)
        self._second: Model | None = None
        if SECOND_OPINION in model.card:
            self._second = load_model(str(model.card[SECOND_OPINION]), folder=folder, threads=threads)
            self.pair_temperature, self.pair_none_shift = _calibration(self._second)
        self.checksum = str(model.card["sha256"])
        self._has_features = FEATURES in {output.name for output in self._session.get_outputs()}

    def look(self, patches: NDArray[np.uint8], *, with_features: bool = False) -> PatchSeen:
        """What patches (n, 48, 48, 3) show.

        Raises:
            ModelError: features were asked for, and the model has none.
        """
        alone = self.look_alone(patches, with_features=with_features)
        return replace(alone, logits=self.agreed(patches, alone.logits))

    def look_alone(self, patches: NDArray[np.uint8], *, with_features: bool = False) -> PatchSeen:
        """What they show to net B alone.

        Raises:
            ModelError: features were asked for, and the model has none.
        """
        wanted = ["output"]
        if with_features:
            if not self._has_features:
                raise ModelError(
                    "The model ranks.onnx tells no features, which a taught deck needs: fetch the models folder again "
                    "(git checkout -- models) or train it with `make train`."
                )
            wanted.append(FEATURES)
        output, *features = self._session.run(wanted, {"patch": np.ascontiguousarray(patches)})
        logits = np.asarray(output[:, :CLASSES] / self.temperature, np.float32)
        logits[:, NONE] += self.none_shift
        told = features[0] if features else np.zeros((len(output), 0), np.float32)
        return PatchSeen(logits, output[:, CLASSES:], told)

    def agreed(self, patches: NDArray[np.uint8], alone: NDArray[np.float32]) -> NDArray[np.float32]:
        """Calibrated logits (n, 11) of both nets, out of those of net B ``alone``; net C is asked about the patches of
        which B leaves it open whether they show a rank."""
        if self._second is None:
            return alone
        shares = np.exp(alone - alone.max(1, keepdims=True))
        is_open = shares[:, NONE] < NONE_UNASKED * shares.sum(1)
        if not is_open.any():
            return alone
        (second,) = self._second.session.run(["output"], {"patch": np.ascontiguousarray(patches[is_open])})
        first = alone[is_open]
        first[:, NONE] -= self.none_shift
        together = (first * self.temperature + second) / (2 * self.pair_temperature)
        together[:, NONE] += self.pair_none_shift
        logits = alone.copy()
        logits[is_open] = together
        return logits


def _calibration(model: Model) -> tuple[float, float]:
    """Temperature and shift of "none" by a model's card."""
    return float(model.card.get("temperature", 1.0)), float(model.card.get("none shift", 0.0))


def moved_to_pose(found: FoundIndex, pose: NDArray[np.float32]) -> FoundIndex:
    """The index where net B's pose (7,) puts it, and the card around it."""
    if not len(pose):
        return found
    right, down = np.array([-np.sin(found.up), np.cos(found.up)]), np.array([-np.cos(found.up), -np.sin(found.up)])
    frame = np.stack([right, down], 1)
    shift = np.clip(pose[:2], -MOST_SHIFT, MOST_SHIFT) * PATCH_SHARE * found.width
    x, y = np.array([found.x, found.y]) + frame @ shift
    up = frame @ pose[2:4]
    grown = float(np.exp(np.clip(pose[4], -MOST_GROWTH, MOST_GROWTH)))
    centre = np.array([x, y]) + frame @ pose[5:7] * found.width
    return FoundIndex(
        x=float(x),
        y=float(y),
        up=float(np.arctan2(up[1], up[0])),
        centre_x=float(centre[0]),
        centre_y=float(centre[1]),
        width=found.width * grown,
        height=found.height * grown,
        heat=found.heat,
    )
