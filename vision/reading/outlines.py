"""Cards whose outline is known: where their indices stand, and what these say together."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.nets.finder import FoundIndex
from vision.nets.index_reading import IndexReading
from vision.nets.ranks import NONE
from vision.reading.card_guess import CardGuess, card_of

Quad = NDArray[np.float64]
"""(4, 2) px, clockwise in the picture from an upper left corner: sides 0-1 and 2-3 are the short ones."""

CORNER_ACROSS, CORNER_DOWN = 0.4, 0.5
"""An index stands within this of its corner, across and down the card, in card widths."""
PRESUMED_HEAT = 0.01
"""How strongly an index was found that was only presumed."""
TELLS_NOTHING = 0.5
"""A spot that was not found, only presumed, is left out when it shows "none of these" with this probability."""

PRINTED_ON, PRINTED_OF = 3, 16
"""How many cards two indices must have told before it is known where the deck prints them, and how many of the last
ones count."""


def is_within(quad: Quad, found: FoundIndex) -> bool:
    """Whether an index lies within a card's outline."""
    return cv2.pointPolygonTest(quad.astype(np.float32), (found.x, found.y), False) >= 0


def at_corners(
    quad: Quad, found: Sequence[FoundIndex], *, printed: NDArray[np.float64] | None
) -> list[FoundIndex]:
    """The indices of a card, at most one a corner, with the card's true pose: heads stand outwards.

    Of several found near one corner the strongest counts; what was found elsewhere on the card is a picture.
    ``printed`` (across, down in card widths): looked at in corners where nothing was found.
    """
    centre = quad.mean(axis=0)
    width = (np.linalg.norm(quad[1] - quad[0]) + np.linalg.norm(quad[2] - quad[3])) / 2
    height = (np.linalg.norm(quad[3] - quad[0]) + np.linalg.norm(quad[2] - quad[1])) / 2
    indices = []
    for at in range(4):
        corner, beside, below = quad[at], quad[at ^ 1], quad[3 - at]
        across, down = (beside - corner) / width, (below - corner) / height
        pose = {
            "up": float(np.arctan2(-down[1], -down[0])),
            "centre_x": float(centre[0]),
            "centre_y": float(centre[1]),
            "width": float(width),
            "height": float(height),
        }
        here = []
        for index in found:
            away = np.array([index.x, index.y]) - corner
            place = np.array([away @ across, away @ down]) / width
            if place[0] <= CORNER_ACROSS and place[1] <= CORNER_DOWN:
                here.append(replace(index, **pose))
        if here:
            indices.append(max(here, key=lambda index: index.heat))
        elif printed is not None:
            x, y = corner + (printed[0] * across + printed[1] * down) * width
            indices.append(FoundIndex(x=float(x), y=float(y), heat=PRESUMED_HEAT, **pose))
    known = [index.numeral for index in indices if index.numeral]
    size = float(np.median(known)) if known else 0.0
    return [replace(index, numeral=index.numeral or size) for index in indices]


def card_in(quad: Quad, readings: Sequence[IndexReading]) -> CardGuess:
    """What the card in an outline is, out of the indices at its corners; none of them: it is not known what it is."""
    telling = [r for r in readings if r.found.heat > PRESUMED_HEAT or np.exp(r.logs[NONE]) < TELLS_NOTHING]
    if not telling:
        return _unread(quad)
    best = max(telling, key=lambda r: (r.rank is not None, r.found.heat))
    return _lying(card_of(telling, middle=quad.mean(axis=0)), quad, best)


def _unread(quad: Quad) -> CardGuess:
    nothing = np.zeros(NONE + 1, np.float32)
    nothing[NONE] = 1.0
    return CardGuess(quad.astype(np.float32), None, nothing, np.zeros((0, 2), np.float32), 0.0)


def _lying(card: CardGuess, quad: Quad, best: IndexReading) -> CardGuess:
    """The card in its outline, which begins at the head of its ``best`` index."""
    head = np.array([np.cos(best.found.up), np.sin(best.found.up)])
    upright = (quad[0] + quad[1] - quad[2] - quad[3]) @ head >= 0
    return replace(card, quad=(quad if upright else np.roll(quad, 2, axis=0)).astype(np.float32))


def middle_in(quad: Quad, readings: Sequence[IndexReading]) -> CardGuess:
    """What the card in an outline is, out of what shows on it, where its deck bears one numeral in the middle."""
    if not readings:
        return _unread(quad)
    best = max(readings, key=lambda r: (r.rank is not None, r.found.heat))
    return _lying(card_of([best], is_all=True), quad, best)


def where_printed(corners: Quad, indices: NDArray[np.float64]) -> NDArray[np.float64]:
    """How far a card's indices stand from their corners, across and down in card widths, (2,): the median.

    >>> card = np.array([[0, 0], [60, 0], [60, 90], [0, 90]], float)
    >>> where_printed(card, np.array([[6.0, 12.0], [54.0, 78.0]])).round(2).tolist()
    [0.1, 0.2]
    """
    width, height = np.linalg.norm(corners[1] - corners[0]), np.linalg.norm(corners[3] - corners[0])
    places = []
    for index in indices:
        at = int(np.linalg.norm(corners - index, axis=1).argmin())
        across, down = (corners[at ^ 1] - corners[at]) / width, (corners[3 - at] - corners[at]) / height
        away = index - corners[at]
        places.append((away @ across / width, away @ down / width))
    return np.asarray(np.median(places, axis=0))


def _noted() -> deque[NDArray[np.float64]]:
    return deque(maxlen=PRINTED_OF)


@dataclass(slots=True, eq=False)
class PrintedPlaces:
    """Where this deck prints its indices, as its last cards showed."""

    _places: deque[NDArray[np.float64]] = field(default_factory=_noted)
    """How far a card's indices stood from their corners, across and down, and their share in upper right or lower left
    corners (3,)."""

    def note(self, corners: Quad, indices: NDArray[np.float64]) -> None:
        """A card with these ``corners`` (4, 2), its upper left one first, then clockwise, was read by these ``indices``
        (n, 2)."""
        nearest = np.linalg.norm(indices[:, None] - corners, axis=2).argmin(axis=1)
        self._places.append(np.append(where_printed(corners, indices), np.mean(nearest % 2)))

    def forget(self) -> None:
        """Cards have another size than was thought."""
        self._places.clear()

    @property
    def place(self) -> NDArray[np.float64] | None:
        """How far from their corners the indices stand across and down, in card widths (2,); None if that is not known.
        """
        if len(self._places) < PRINTED_ON:
            return None
        return np.asarray(np.median(self._places, axis=0)[:2])

    def on(self, corners: Quad) -> NDArray[np.float64]:
        """Where the two indices must stand that every card of this deck has, in the unit of its ``corners`` (4, 2):
        (2, 2), or none of them."""
        place = self.place
        if place is None:
            return np.zeros((0, 2))
        first = int(np.median(self._places, axis=0)[2] > 0.5)
        width = float(np.linalg.norm(corners[1] - corners[0]))
        found = []
        for at in (first, first + 2):
            away = corners[[at ^ 1, 3 - at]] - corners[at]
            across, down = away / np.linalg.norm(away, axis=1, keepdims=True)
            found.append(corners[at] + (place[0] * across + place[1] * down) * width)
        return np.array(found)
