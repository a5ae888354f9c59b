"""How large this table's cards are: not every deck is 63 by 88 mm, and an outline is known by its size.

Each card that comes to lie by itself is measured by the edge of what it changed. Where several agree that they are of
another size than expected, that is the size from then on. Until then what has a card's shape and another size is a card
that cannot be read: the first one of a larger deck would be none otherwise, and be asked for as if it had not come.
"""

import math
from collections.abc import Iterable, Sequence
from statistics import median_low

import cv2
import numpy as np
from numpy.typing import NDArray

from dealer.view import Face
from vision.looking.shapes import blank_card

Points = NDArray[np.float64]
Measured = tuple[tuple[float, float], tuple[float, float]]
"""Where something lay, and how wide and high it was (mm)."""

RIM_MM = 3.5
"""What changed is wider and longer than the card by this: its shadow, and the blur before pictures are compared. On six
simulated tables 63 x 88 mm measured 66.2 to 68.5 by 91.1 to 93.4."""
RECTANGLE, WHOLE = 0.95, 0.75
"""How much of its smallest rectangle the hull of a card fills that lies by itself, and how much of it changed. On those
tables cards at rest gave 0.96 to 0.985 and 0.84 to 0.96; with a hand or a shadow beside it 0.62 to 0.93 of the hull."""
WIDTHS_MM, HEIGHTS_MM, RATIOS = (45.0, 80.0), (70.0, 125.0), (1.2, 1.88)
"""Between mini and tarot cards; what is squarer is a coaster, what is longer a telephone or a banknote (5 euros are
62 x 120 mm)."""
CARDS, MORE_CARDS, REMEMBERED = 3, 4, 5
"""How many cards must agree on a size, of the ``REMEMBERED`` measured last: two strange things may be alike by chance.
``MORE_CARDS`` must agree once the size is known: another deck has come."""
ALIKE_MM = 2.5
"""Cards of one deck measure within this of their median: those above were at most 2 mm off."""
ELSEWHERE_MM = 30.0
"""What is measured nearer to the last one is that same card again: it was measured 0 to 10 mm aside while its shadow
and the hand's went."""
MOST_OFF = 0.25
"""What is farther off than this is no card, as for readings (``vision.looking.presence.SIZE_TOLERANCE``)."""
OTHER_SHARE = 0.05
"""A size no further off than this is taken for the one expected: outlines are found in spite of it."""


class CardSize:
    """Learns the cards' size. ``card_mm`` is their width and height in force."""

    def __init__(self, card_mm: tuple[float, float]) -> None:
        self.card_mm = card_mm
        self.is_known = False
        """Whether so many cards were measured that what is of another size is none of this deck's."""
        self._measured: list[Measured] = []

    def others(self, edges: Iterable[NDArray[np.float32]]) -> tuple[Points, ...]:
        """The outlines, (4, 2) mm each as ``Glimpse.corners_mm``, of what has a playing card's size and shape by
        itself, and not the size that is expected; none once the size is known."""
        return () if self.is_known else tuple(outline for outline in map(self._other, edges) if outline is not None)

    def _other(self, edge: NDArray[np.float32]) -> Points | None:
        (x, y), sides, turn_deg = cv2.minAreaRect(edge)
        size = min(sides) - RIM_MM, max(sides) - RIM_MM
        off = max(abs(one / other - 1) for one, other in zip(size, self.card_mm, strict=True))
        if not OTHER_SHARE < off < MOST_OFF or not _is_a_card(edge, size, min(sides) * max(sides)):
            return None
        angle_deg = turn_deg if sides[1] >= sides[0] else turn_deg + 90.0
        return blank_card(x, y, angle_deg, face=Face.UNKNOWN, card_mm=size).corners_mm

    def note(self, edges: Iterable[NDArray[np.float32]]) -> None:
        """Measure what has just changed; ``edges`` (n, 2) mm each."""
        for edge in edges:
            (x, y), sides, _ = cv2.minAreaRect(edge)
            size = min(sides) - RIM_MM, max(sides) - RIM_MM
            if _is_a_card(edge, size, min(sides) * max(sides)):
                self._remember((x, y), size)

    def _agree(self, these: Sequence[Measured]) -> bool:
        """Whether these are enough cards, and not one place measured again and again: a pile looks larger than its
        cards, and changes with each; whenever the size changes, the whole table is read anew."""
        enough = MORE_CARDS if self.is_known else CARDS
        places: list[tuple[float, float]] = []
        for place, _ in these:
            if all(math.dist(place, other) >= ELSEWHERE_MM for other in places):
                places.append(place)
        return len(these) >= enough and len(places) >= enough - 1

    def _remember(self, place: tuple[float, float], size: tuple[float, float]) -> None:
        if self._measured and math.dist(self._measured[-1][0], place) < ELSEWHERE_MM:
            self._measured.pop()
        self._measured = [*self._measured[1 - REMEMBERED :], (place, size)]
        middle = _middle(self._measured)
        agreeing = [one for one in self._measured if _is_alike(one[1], middle)]
        if not self._agree(agreeing):
            return
        self.is_known = True
        learnt = _middle(agreeing)
        if max(abs(one / other - 1) for one, other in zip(learnt, self.card_mm, strict=True)) > OTHER_SHARE:
            self.card_mm = learnt


def _is_a_card(edge: NDArray[np.float32], size: tuple[float, float], rectangle_mm2: float) -> bool:
    """Whether something of a playing card's size and shape has come to lie by itself."""
    width, height = size
    if not (WIDTHS_MM[0] <= width <= WIDTHS_MM[1] and HEIGHTS_MM[0] <= height <= HEIGHTS_MM[1]):
        return False
    if not RATIOS[0] <= height / width <= RATIOS[1]:
        return False
    hull = cv2.contourArea(cv2.convexHull(edge))
    return hull >= RECTANGLE * rectangle_mm2 and cv2.contourArea(edge) >= WHOLE * rectangle_mm2


def _middle(these: Sequence[Measured]) -> tuple[float, float]:
    """The median; of an even number the lower one, or half of it cards and half of it piles would be both."""
    return median_low([width for _, (width, _) in these]), median_low([height for _, (_, height) in these])


def _is_alike(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1])) <= ALIKE_MM


__all__ = ["CardSize"]
