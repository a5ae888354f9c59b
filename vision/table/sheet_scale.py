"""How large the coasters were printed, by the cards that lie between them."""

from collections import deque

import numpy as np

SCALE_DOUBT = 0.02
"""Coasters whose scale differs by more from the cards' are told: the cards themselves vary by less than a per cent."""
SCALE_CARDS = 5
"""How many cards are measured before their size is judged."""


class SheetScale:
    """Compares the cards' measured sizes with the true one, ``card_size_mm``."""

    def __init__(self, card_size_mm: tuple[float, float]) -> None:
        self._card_size_mm = card_size_mm
        self._scales: deque[float] = deque(maxlen=25)
        self.scale: float | None = None
        """How large the coasters were printed (0.95 is "fit to page"); ``None`` before enough cards."""

    def measure(self, measured_mm: tuple[float, float]) -> str:
        """Take one card's size, in either order, into account: a sentence when the sheet is of another size, else
        ``""``.

        Measurements that have not a card's shape are left out.
        """
        measured, true = sorted(measured_mm), sorted(self._card_size_mm)
        first, second = (length / seen if seen > 0 else 0.0 for length, seen in zip(true, measured, strict=True))
        if abs(first - second) > 0.05 or not 0.7 < first < 1.4:
            return ""
        self._scales.append((first + second) / 2)
        if len(self._scales) < SCALE_CARDS:
            return ""
        self.scale = float(np.median(self._scales))
        if abs(self.scale - 1) <= SCALE_DOUBT:
            return ""
        shown = [side / self.scale for side in self._card_size_mm]
        return (
            f"The coasters seem to be printed at {self.scale:.0%}: by them cards measure {shown[0]:.0f} x "
            f"{shown[1]:.0f} mm instead of {self._card_size_mm[0]:.0f} x {self._card_size_mm[1]:.0f}. Print the "
            "sheet at 100 % (actual size), or set the size of your cards if they are larger or smaller."
        )
