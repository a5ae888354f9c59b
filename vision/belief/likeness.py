"""How much a card is like those of each rank that came before: by its numerals, or whole.

A numeral is compared in grey, moved a little. A whole card is compared by its colours, most where this deck's ranks
differ and its cards of one rank do not: a frame that all cards have says nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.deck.prints import GreyPatch
from vision.deck.prints import likeness as print_likeness
from vision.frame import BGRImage
from vision.nets.ranks import NONE

Floats = NDArray[np.float32]
Cut = NDArray[np.uint8]
"""A small picture in colour (h, w, 3)."""

UNKNOWN = -1.0
"""The likeness to a rank of which no card came, or where nothing can be compared."""
SIDES_PX = (20, 28)
"""Width and height of what is compared of a whole card: 3 mm a pixel, in which an index is no more to be read."""
SHARPER = 4
"""How many times as large a card is cut out before it is averaged."""
EDGE_PX = 2
"""A picture is moved against another by so much either way."""
LEAST_WEIGHT = 0.05
"""What differs least between ranks counts so much of what differs most."""
LEAST_SPREAD = 6.0
"""Grey levels: a picture that varies less is plain, and like no other."""


class Examples(Protocol):
    """What is known of a deck's ranks, of one kind of picture."""

    def likeness(self, look: "Shows") -> Floats | None:
        """How much what a look shows is like each rank's examples, at most (10,); None where it shows nothing."""
        ...


class Shows(Protocol):
    """The pictures of one look."""

    @property
    def numerals(self) -> tuple[GreyPatch, ...]: ...

    @property
    def whole(self) -> Cut | None: ...


@dataclass(frozen=True, slots=True, eq=False)
class Numerals:
    """Numerals of each rank."""

    by_rank: dict[int, tuple[GreyPatch, ...]]

    def likeness(self, look: Shows) -> Floats | None:
        """See ``Examples``."""
        if not look.numerals:
            return None
        alike = np.full(NONE, UNKNOWN, np.float32)
        for rank, known in self.by_rank.items():
            pairs = (print_likeness(own, other) for own in look.numerals for other in known)
            alike[rank - 1] = max(pairs, default=UNKNOWN)
        return alike


@dataclass(frozen=True, slots=True, eq=False)
class Colours:
    """Whole cards in colour, of these ranks (n,), as vectors (n, d) that are weighed by ``weights``."""

    ranks: NDArray[np.int64]
    vectors: Floats
    weights: Floats

    def likeness(self, look: Shows) -> Floats | None:
        """See ``Examples``."""
        if look.whole is None or look.whole.std(axis=(0, 1)).max() < LEAST_SPREAD:
            return None
        cuts = (look.whole, look.whole[::-1, ::-1])  # it lies either way up
        alike = np.full(NONE, UNKNOWN, np.float32)
        if len(self.ranks):
            each = (self.vectors @ _units(_windows(np.stack(cuts)), self.weights).T).max(axis=1)
            for rank in np.unique(self.ranks):
                alike[rank - 1] = each[self.ranks == rank].max()
        return alike


def colours_of_ranks(known: Sequence[tuple[int, Cut]]) -> Colours:
    """Examples of ranks in colour."""
    known = [(rank, cut) for rank, cut in known if cut.std(axis=(0, 1)).max() >= LEAST_SPREAD]
    if not known:
        return Colours(np.zeros(0, np.int64), np.zeros((0, 1), np.float32), np.ones(1, np.float32))
    ranks = np.array([rank for rank, _ in known])
    inner = np.stack([cut for _, cut in known])[:, EDGE_PX:-EDGE_PX, EDGE_PX:-EDGE_PX]
    weights = _weights(ranks, inner)
    return Colours(ranks, _units(inner, weights), weights)


def whole_card(image: BGRImage, corners_px: NDArray[np.float64]) -> Cut:
    """The card with these corners (4, 2) in ``image``, from its upper left one clockwise, upright and small."""
    width, height = (side * SHARPER for side in SIDES_PX)
    upright = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
    to_upright = cv2.getPerspectiveTransform(corners_px.astype(np.float32), upright)
    large = cv2.warpPerspective(image, to_upright, (width, height), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.resize(large, SIDES_PX, interpolation=cv2.INTER_AREA), np.uint8)


def _windows(cuts: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """What of cuts (n, h, w, 3) may lie over another's inner part, moved either way."""
    inside = (cuts.shape[1] - 2 * EDGE_PX, cuts.shape[2] - 2 * EDGE_PX)
    views = np.lib.stride_tricks.sliding_window_view(cuts, inside, axis=(1, 2))  # (n, y, x, 3, h, w)
    return views.transpose(0, 1, 2, 4, 5, 3).reshape(-1, *inside, 3)


def _units(windows: NDArray[np.uint8], weights: Floats) -> Floats:
    """The levels of windows (n, h, w, 3) from their weighted means, weighted, of length 1: (n, d)."""
    levels = windows.reshape(len(windows), -1, 3).astype(np.float32)
    middle = np.einsum("p,npc->nc", weights**2, levels)
    apart = ((levels - middle[:, None]) * weights[:, None]).reshape(len(windows), -1)
    return np.asarray(apart / np.maximum(np.linalg.norm(apart, axis=1, keepdims=True), 1e-6), np.float32)


def _weights(ranks: NDArray[np.int64], inner: NDArray[np.uint8]) -> Floats:
    """How much each pixel tells: its variance between the ranks' means, less that within a rank, as a deviation."""
    levels = inner.reshape(len(inner), -1, 3).astype(np.float32)
    levels = levels - levels.mean(axis=1, keepdims=True)
    means = np.stack([levels[ranks == rank].mean(axis=0) for rank in np.unique(ranks)])
    within = np.concatenate([levels[ranks == rank] - levels[ranks == rank].mean(axis=0) for rank in np.unique(ranks)])
    spread = np.ones(levels.shape[1], np.float32)
    if len(means) > 1:
        told = means.var(axis=0).sum(axis=-1) - (within**2).sum(axis=-1).mean(axis=0)
        spread = np.sqrt(np.maximum(told, 0.0))
    weights = np.maximum(spread / max(float(spread.max()), 1e-6), LEAST_WEIGHT)
    return np.asarray(np.sqrt(weights / weights.sum()), np.float32)
