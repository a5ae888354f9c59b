"""Net E: which way up a card lies, seen from one of its indices, whatever that says.

A 6 turned round is a 9, and a numeral that net A found crosswise shows no rank. Where a card's outline is not known,
what stands around an index tells how it lies: the card's corner and edges, what is printed below. Net E sees 47 mm of
it, and is asked about 6s and 9s, and about what shows nothing though it was found strongly.
"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.frame import BGRImage
from vision.nets.finder import FoundIndex
from vision.nets.index_reading import log_softmax
from vision.nets.models import MODELS, load_model
from vision.nets.ranks import PATCH_PX, PATCH_SHARE, cut_patch

ORIENTATION_PX = 96
ORIENTATION_SHARE = 0.75
"""Side of net E's patch, and as a share of the card's width: 47 mm of 63. Wide enough for the card's corner however far
from it an index is printed; other widths were not tried."""
OTHER_WIDTHS, IN_DOUBT = (0.85, 1.18), 3.4
"""A 6 or a 9 whose way up stays open is shown to net E again, as if its card were so much narrower and wider. It is
open with log odds of less than the second (0.967); the mean of the three counts. Of 1,148 6s and 9s of 800 rendered
scenes 1,029 instead of 1,019 are told so."""


def cut_surroundings(image: BGRImage, x: float, y: float, up: float, width: float) -> NDArray[np.uint8]:
    """A square (96, 96, 3) of the picture around (x, y) px, turned so that ``up`` (radians) points up; ``width`` is
    the card's.

    >>> cut_surroundings(np.zeros((90, 90, 3), np.uint8), 40.0, 40.0, -1.57, 128.0).shape
    (96, 96, 3)
    """
    whole = width * ORIENTATION_SHARE / PATCH_SHARE * PATCH_PX / ORIENTATION_PX
    return cut_patch(image, x, y, up, whole, side=ORIENTATION_PX)


class Orientation:
    """Tells which way up cards lie.

    Raises:
        ModelError: the model is missing, damaged or of another make.
    """

    def __init__(self, name: str, folder: Path = MODELS, threads: int = 1) -> None:
        self._model = load_model(name, folder=folder, threads=threads)
        self._temperature = float(self._model.card.get("temperature", 1.0))

    def odds(self, image: BGRImage, indices: Sequence[FoundIndex]) -> NDArray[np.float32]:
        """Log odds (n,) that each index's card stands as the index was found, and not upside down; both are looked
        at, and those that leave it open at two other scales as well."""
        odds = self._odds_at(image, indices)
        again = np.flatnonzero(np.abs(odds) < IN_DOUBT).tolist()
        views = [odds[again]]
        for share in OTHER_WIDTHS:
            views.append(self._odds_at(image, [replace(i, width=i.width * share) for i in (indices[k] for k in again)]))
        odds[again] = np.mean(views, axis=0)
        return odds

    def _odds_at(self, image: BGRImage, indices: Sequence[FoundIndex]) -> NDArray[np.float32]:
        upright, upside_down = self._seen(image, indices, (0, 2)).T
        return np.asarray(upright - upside_down, np.float32)

    def ways(self, image: BGRImage, indices: Sequence[FoundIndex]) -> NDArray[np.float32]:
        """Log probabilities (n, 4) that each index's card stands as the index was found, or a quarter, a half or three
        quarters of a turn clockwise from that; all are looked at."""
        return log_softmax(self._seen(image, indices, (0, 1, 2, 3)))

    def _seen(self, image: BGRImage, indices: Sequence[FoundIndex], turns: tuple[int, ...]) -> NDArray[np.float32]:
        """Logits (n, turns) of the card standing so many quarter turns clockwise from how its index was found."""
        if not indices:
            return np.zeros((0, len(turns)), np.float32)
        # net A counts pixel centres at .5, OpenCV at whole numbers
        patches = np.stack([cut_surroundings(image, i.x - 0.5, i.y - 0.5, i.up, i.width) for i in indices])
        every = np.concatenate([np.rot90(patches, turn, (1, 2)) for turn in turns])
        output = self._model.run(["output"], every)[0][:, 0]
        return np.asarray(output.reshape(len(turns), -1).T / self._temperature, np.float32)
