"""What of the table is to be read next: where something changed and came to rest."""

import math
from collections.abc import Iterable, Sequence

import numpy as np

from vision.looking.inspection import PutOff
from vision.motion.areas import Areas
from vision.motion.gate import Mask, MotionGate
from vision.motion.regions import Region, regions

BUSY_SHARE, BUSY_SHARE_SMALL = 0.05, 0.02
"""A rectangle is not read yet while more of it moves; the second is for what is smaller than a fourth of a card. Of 620
such looks on two simulated tables three showed a card first, and each would have been seen a moment later."""


class Due:
    """Knows since when each small pixel of the motion gate's picture, of this ``shape``, lies still, when it was read,
    and what a look put off.

    ``again_s``: what was just read is not read again before, while a hand is beside it. ``patience_s``: what has lain
    still this long is read although much moves beside it. ``largest_mm``: side of the largest rectangle.
    """

    def __init__(self, shape: tuple[int, int], *, again_s: float, patience_s: float, largest_mm: float) -> None:
        self._again_s, self._patience_s, self._largest_mm = again_s, patience_s, largest_mm
        self._read_s = np.full(shape, -math.inf)
        self._ready_s = np.full(shape, math.inf)
        self._put_off: list[tuple[float, PutOff]] = []

    def worth_reading(
        self, gate: MotionGate, areas: Areas, *, linked: Mask, card_mm: tuple[float, float], time_s: float
    ) -> list[Region]:
        """Rectangles around what changed and lies still; pieces that what is ``linked`` joins are in one."""
        ready = gate.ready & areas.table
        self._ready_s[~ready] = math.inf
        np.minimum(self._ready_s, time_s, out=self._ready_s, where=ready)
        self._put_off = [put for put in self._put_off if time_s - put[0] <= self._again_s]
        found = regions(ready, areas.map, linked=linked, grow_mm=math.hypot(*card_mm) / 2, largest_mm=self._largest_mm)
        return [region for region in found if self._is_worth_reading(region, gate, areas, time_s)]

    def in_turn(
        self, worth: Sequence[Region], gate: MotionGate, areas: Areas, *, time_s: float, at_once: bool
    ) -> list[Region]:
        """The regions ``worth`` reading beside which no hand is at work, or all ``at_once``. First come those where a
        card may have come, and where least still moves."""
        calm = [region for region in worth if at_once or not self._is_busy(region, gate, areas, time_s)]
        return sorted(calm, key=lambda region: self._waits(region, gate, areas, time_s))

    def is_waiting(self, gate: MotionGate) -> bool:
        """Whether something that a look put off waits for what moves beside it."""
        return any(card.waits(gate.moving) for _, card in self._put_off)

    def was_read(self, region: Region, put_off: Iterable[PutOff], time_s: float) -> Mask:
        """What of a rectangle that was read is settled: all but what the look put off."""
        read = region.core.copy()
        for card in put_off:
            read &= ~card.where
            self._put_off.append((time_s, card))
        self._read_s[read] = time_s
        return read

    def _is_worth_reading(self, region: Region, gate: MotionGate, areas: Areas, time_s: float) -> bool:
        """Whether a region is read now: not so soon again where a hand is at work, or something trembles, beside it."""
        fresh = region.core & (self._read_s <= time_s - self._again_s)
        for _, card in self._put_off:
            if card.waits(gate.moving):
                fresh &= ~card.where
        return bool(np.count_nonzero(fresh) >= min(areas.card_px / 4, 0.5 * np.count_nonzero(region.core)))

    def _is_busy(self, region: Region, gate: MotionGate, areas: Areas, time_s: float) -> bool:
        """Whether a hand is still at work where something changed: what lies there is better seen when it has gone."""
        changed = region.core & gate.ready
        if np.count_nonzero(changed & (self._ready_s <= time_s - self._patience_s)) * 2 > changed.sum():
            return False
        small = np.count_nonzero(changed) < areas.card_px / 4
        return _moving_in(region, gate, areas) > (BUSY_SHARE_SMALL if small else BUSY_SHARE)

    def _waits(self, region: Region, gate: MotionGate, areas: Areas, time_s: float) -> tuple[bool, float]:
        """The first to be read has the least."""
        new = region.core & areas.in_places & (self._read_s <= time_s - self._again_s)
        return bool(np.count_nonzero(new) < areas.card_px / 4), _moving_in(region, gate, areas)


def _moving_in(region: Region, gate: MotionGate, areas: Areas) -> float:
    """Which share of a rectangle moves."""
    around = areas.map.inside(region.corners())
    return int(np.count_nonzero(gate.moving & around)) / max(1, int(np.count_nonzero(around)))
