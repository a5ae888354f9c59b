"""Whether a coaster is covered, from the look of its tag alone: a few thousand samples a frame for the whole table."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Frame

SIDE = 32
"""Samples along a tag's side."""
CELLS = 4
"""Cells along a tag's side, each compared by itself: a shadow's edge or a card's corner changes only some."""
RIM = 1.08
"""How far the samples reach beyond the tag, so that its black frame is seen against the white around it."""
UNLIKE = 0.6
"""A cell whose correlation with what it looked like is lower is covered."""
FLAT_GREY = 6.0
"""A cell with less contrast than this shows nothing of the tag: the noise of a dim picture is 4."""
COVERED_SHARE, UNCOVERED_SHARE = 0.5, 0.3
"""A coaster is covered when this share of its cells is, and uncovered again when only that share still is."""


@dataclass(frozen=True, slots=True, eq=False)
class Watch:
    """Where the samples of one tag lie in the picture: (32, 32, 2) float32 pixels."""

    pixels: NDArray[np.float32]

    @classmethod
    def over(
        cls, corners_mm: NDArray[np.float64], to_pixels: Callable[[NDArray[np.float64]], NDArray[np.float64]]
    ) -> "Watch":
        """Samples all over a tag, from its corners on the table, (4, 2) clockwise from its upper left."""
        steps = ((np.arange(SIDE) + 0.5) / SIDE - 0.5) * RIM + 0.5
        across, down = np.meshgrid(steps, steps)
        first, second, _, fourth = corners_mm
        points = first + across[..., None] * (second - first) + down[..., None] * (fourth - first)
        return cls(to_pixels(points.reshape(-1, 2)).reshape(SIDE, SIDE, 2).astype(np.float32))


class Cover:
    """Remembers what each tag looks like when it is seen, and compares."""

    def __init__(self) -> None:
        self._numbers: tuple[int, ...] = ()
        self._across = np.zeros((0, SIDE), np.float32)
        self._down = np.zeros((0, SIDE), np.float32)
        self._looks: dict[int, NDArray[np.float32]] = {}
        self._since: dict[int, float] = {}
        self.now_covered: tuple[int, ...] = ()
        self.now_uncovered: tuple[int, ...] = ()
        self.changed = False
        """Whether some tag did not look as remembered at the last check."""

    def watch(self, watches: dict[int, Watch]) -> None:
        """Watch these tags from now on; what is known of their look and cover is kept."""
        self._numbers = tuple(sorted(watches))
        pixels = [watches[number].pixels for number in self._numbers]
        stacked = np.concatenate(pixels) if pixels else np.zeros((0, SIDE, 2), np.float32)
        self._across, self._down = (np.ascontiguousarray(stacked[..., axis]) for axis in (0, 1))
        self._looks = {number: look for number, look in self._looks.items() if number in watches}
        self._since = {number: since for number, since in self._since.items() if number in watches}

    def refresh(self, frame: Frame, numbers: Iterable[int]) -> None:
        """Remember how tags look that are in view."""
        patches = self._patches(frame)
        for number in numbers:
            if number in self._numbers:
                self._looks[number] = patches[self._numbers.index(number)]

    def since(self, number: int) -> float | None:
        """Since when a coaster has been covered, in the frames' seconds."""
        return self._since.get(number)

    def check(self, frame: Frame) -> dict[int, bool]:
        """Compare every tag with what it looked like."""
        if not self._numbers:
            return {}
        shares = self._covered_shares(self._patches(frame))
        before = set(self._since)
        for number, share in zip(self._numbers, shares, strict=True):
            if share >= COVERED_SHARE:
                self._since.setdefault(number, frame.time_s)
            elif share <= UNCOVERED_SHARE:
                self._since.pop(number, None)
        now = set(self._since)
        self.now_covered, self.now_uncovered = tuple(sorted(now - before)), tuple(sorted(before - now))
        self.changed = bool((shares > 0).any())
        return {number: number in self._since for number in self._numbers}

    def _patches(self, frame: Frame) -> NDArray[np.float32]:
        """(n, 32, 32) float32 grey: each tag seen straight."""
        if not self._numbers:
            return np.zeros((0, SIDE, SIDE), np.float32)
        colour = cv2.remap(frame.image, self._across, self._down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(colour[..., 1], np.float32).reshape(-1, SIDE, SIDE)

    def _covered_shares(self, patches: NDArray[np.float32]) -> NDArray[np.float64]:
        """(n,) the share of each tag's cells that do not look as remembered."""
        looks = np.stack([self._looks.get(number, patch) for number, patch in zip(self._numbers, patches, strict=True)])
        now, then = _cells(patches), _cells(looks)
        now_spread = np.sqrt((now**2).mean(axis=2))
        then_spread = np.sqrt((then**2).mean(axis=2))
        likeness = (now * then).mean(axis=2) / np.maximum(now_spread * then_spread, 1e-6)
        known = then_spread > FLAT_GREY
        unlike = known & ((likeness < UNLIKE) | (now_spread < np.minimum(FLAT_GREY, then_spread / 4)))
        return np.asarray(unlike.sum(axis=1) / np.maximum(known.sum(axis=1), 1))


def _cells(patches: NDArray[np.float32]) -> NDArray[np.float32]:
    """(n, 16, 64) samples of each cell, their mean taken away."""
    side = SIDE // CELLS
    cells = (
        patches.reshape(-1, CELLS, side, CELLS, side).transpose(0, 1, 3, 2, 4).reshape(-1, CELLS * CELLS, side * side)
    )
    return np.asarray(cells - cells.mean(axis=2, keepdims=True))
