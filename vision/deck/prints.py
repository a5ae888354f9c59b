"""How this table's deck prints each rank: a card that was read as an 8, but is printed unlike the 8s that came before,
is no call.

The reader tells ranks in decks it never saw by what all decks have in common, and may take a 6 that a shaking hand
closed for an 8, twice, with all certainty. One deck, however, prints all its 8s alike: two pictures of one index, cut
from one table, agree much better than those of two ranks. Every card's indices are kept as small pictures, and the next
card of the rank is compared with them.
"""

from collections.abc import Mapping, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.deck.deck_file import PICTURE_PX
from vision.deck.taught import patch_of
from vision.frame import BGRImage
from vision.nets.finder import CARD_PX
from vision.nets.ranks import PATCH_PX, cut_patch
from vision.table.geometry import Rectangle, TableGeometry
from vision.tracking.glimpses import Glimpse

GreyPatch = NDArray[np.float32]
"""(48, 48) levels: an index, upright, in the middle."""

ALIKE = 0.935
"""Least correlation of two pictures of one print. Of 140 later cards on simulated tables all have it (0.963 to 0.997),
but for one whose index was cut badly. Of other ranks' prints hardly any does (at most 0.945)."""
SURELY_ALIKE = 0.8
"""Least correlation of a card's print with its rank's where each of its indices leaves no doubt. Another light, or a
picture that is badly cut, may make it less alike. Of 238 cards of rendered decks whose print differed, 31 of them
misread, 85 are told so, none wrongly."""
MIDDLE_PX = 26
"""Side of what is compared: a numeral with a little around it, 14 mm; what is printed farther off differs by suit."""
SHIFT_PX = 6
"""How far one is moved against the other either way: an index is found to within 3 mm."""
WAYS = tuple((turn_deg, growth) for turn_deg in (0.0, -4.0, 4.0, -8.0, 8.0) for growth in (1.0, 0.93, 1.07))
"""How one is turned (degrees) and enlarged against the other: an outline made from few indices is off by as much."""
SMOOTH_PX = 0.8
AROUND_MM = 40.0
"""How much wider than the card the piece cut out of the picture is: there is table beside an index at its corner."""
DOUBTED_LEAST, DOUBTED, NOISE = 2, 4, 0.03
"""Once so many cards were doubted for nothing, what is nearly as little alike as the least of the last ``DOUBTED`` is
no longer doubted. In dim light noise makes all pictures less alike."""
UNLIKE = 0.88
"""Two pictures that correlate less than this are of two ranks. Of 4,262 cards of rendered decks that showed two indices
or more 24 were less like all cards of their own rank before."""
EQUAL = 0.985
ROUGHLY = 0.08
"""What is this much less alike before it is turned and enlarged does not become as much alike."""
LEAD = 0.005
"""A print must be more like one rank's than the others' by this to tell. Of 525 rightly read cards of twelve rendered
designs five had less. A 5 that four small indices showed as an 8 had 0.0005."""
SURELY_BEHIND = 0.04
"""A card of which each index leaves no doubt may be more like another rank's by this. Where light is dim, or numerals
small, that is noise. Of 277 cards of rendered decks whose print differed, 38 of them misread, 18 more are told for it,
none wrongly."""
LIKELY_RANKS = 4
"""Most ranks that are told when it is asked which ones a card is printed like."""
CARDS, PICTURES = 3, 4
"""How many of the last cards of each rank are remembered, and how many of each one's indices."""


class Prints:
    """Remembers how the cards that were told are printed."""

    def __init__(self) -> None:
        self._ranks: dict[int, int] = {}
        self._pictures: dict[int, tuple[GreyPatch, ...]] = {}
        self._doubted: list[float] = []
        """How alike cards were that were doubted, and turned out to be what they were read as."""

    def knows(self, rank: int) -> bool:
        """Whether a card of that rank came before."""
        return rank in self._ranks.values()

    def copies(self, rank: int) -> int:
        """How many of the last cards of that rank are remembered, ``CARDS`` at most."""
        return sum(as_rank == rank for as_rank in self._ranks.values())

    def differs(self, rank: int, pictures: Sequence["Turned"], *, surely: bool = False) -> bool:
        """Whether a card read as ``rank`` is printed unlike every card of that rank before, or more like one of another
        rank; False for its first. Of one that was read ``surely`` it may be less alike, and a little more another's."""
        own = self._likeness(rank, pictures)
        if own is None:
            return False
        if own < (min(self._alike, SURELY_ALIKE) if surely else self._alike):
            return True
        most = own + (SURELY_BEHIND if surely else 0.0)
        others = set(self._ranks.values()) - {rank}
        return any((self._likeness(other, pictures, least=most) or -1.0) > most for other in others)

    def tells(self, rank: int, pictures: Sequence["Turned"], *, lead: float = LEAD) -> bool:
        """Whether a card is printed like those of ``rank`` that came before, and less like all others, by ``lead``:
        where a deck prints its ranks so small that all are alike, the print says nothing."""
        own = self._likeness(rank, pictures)
        if own is None:
            return False
        others = set(self._ranks.values()) - {rank}
        return all((self._likeness(other, pictures, least=own - lead) or -1.0) < own - lead for other in others)

    def likeness(self, rank: int, pictures: Sequence["Turned"]) -> float | None:
        """How much a card is printed like those of a rank that came before; None where none did, or nothing is seen."""
        return self._likeness(rank, pictures)

    def alike(self, pictures: Sequence["Turned"], *, but: int | None = None) -> dict[int, float]:
        """The ranks, ``but`` for one, of which a card that came before is printed like this one, the most alike first,
        and how alike.

        No call: some decks print all their ranks nearly alike. But of 65 cards of three decks that people had to name
        and that were printed like one before, the first rank was the right one for 62, the likeliest to net B for 22.
        """
        others = set(self._ranks.values()) - {but}
        alike = {rank: self._likeness(rank, pictures, least=ALIKE) or -1.0 for rank in others}
        order = sorted(others, key=lambda rank: -alike[rank])[:LIKELY_RANKS]
        return {rank: alike[rank] for rank in order if alike[rank] >= ALIKE}

    def unlike(self, pictures: Sequence["Turned"], *, least: float = UNLIKE) -> frozenset[int]:
        """The ranks of which cards came before, and that a card is printed too unlike to be, which is less than
        ``least`` alike: the deck shows what its 3s are like, and a card read as a 5 or a 3 is none of these. Of one
        picture, which may be cut badly, none."""
        if len(pictures) < 2:
            return frozenset()
        least -= ALIKE - self._alike
        alike = {rank: self._likeness(rank, pictures, least=least) for rank in set(self._ranks.values())}
        return frozenset(rank for rank, like in alike.items() if like is not None and like < least)

    def agree(self, pictures: Sequence["Turned"]) -> bool:
        """Whether a card's indices, two at least, look like each other: none of them is cut badly, or half covered."""
        first = pictures[0].picture if len(pictures) > 1 else None
        return first is not None and all(one.likeness(first) >= self._alike for one in pictures[1:])

    def doubted(self, rank: int, pictures: Sequence["Turned"]) -> None:
        """A card that differed is a ``rank`` all the same: in this light pictures are less alike."""
        own = self._likeness(rank, pictures)
        if own is not None:
            self._doubted = [*self._doubted[1 - DOUBTED :], own]

    @property
    def _alike(self) -> float:
        """How alike two pictures of one print are here at least."""
        return min(ALIKE, *self._doubted) - NOISE if len(self._doubted) >= DOUBTED_LEAST else ALIKE

    def _likeness(self, rank: int, pictures: Sequence["Turned"], *, least: float = -1.0) -> float | None:
        """The most that any of the pictures is like one of the rank; None where there is none of either. Less than
        ``least`` is told roughly."""
        pairs = [(one.likeness(other, exactly=False), one, other) for other in self._of_rank(rank) for one in pictures]
        if not pairs:
            return None
        pairs.sort(key=lambda pair: -pair[0])
        best = pairs[0][0]
        for roughly, one, other in pairs:
            if best >= EQUAL or roughly <= max(best, least) - ROUGHLY:
                break
            best = max(best, one.likeness(other))
        return best

    def _of_rank(self, rank: int) -> list[GreyPatch]:
        cards = [card for card, as_rank in self._ranks.items() if as_rank == rank]
        return [picture for card in cards for picture in self._pictures[card]]

    def keep(self, card: int, rank: int, pictures: Sequence[GreyPatch]) -> None:
        """Card number ``card`` is a ``rank`` and is printed so."""
        self._ranks.pop(card, None)
        self._ranks[card], self._pictures[card] = rank, tuple(pictures[:PICTURES])
        alike = [other for other, as_rank in self._ranks.items() if as_rank == rank]
        for oldest in alike[:-CARDS]:
            del self._ranks[oldest], self._pictures[oldest]

    def tell(self, called: Mapping[int, int]) -> None:
        """What the cards were called, by their numbers, whatever had been read of them."""
        for card, rank in called.items():
            if card in self._ranks and self._ranks[card] != rank:
                self.keep(card, rank, self._pictures[card])


def grey_of(picture: BGRImage) -> GreyPatch:
    """What is compared of an index's picture (96, 96, 3)."""
    grey = cv2.cvtColor(patch_of(picture), cv2.COLOR_BGR2GRAY).astype(np.float32)
    return np.asarray(cv2.GaussianBlur(grey, (0, 0), SMOOTH_PX), np.float32)


def colours_of(image: BGRImage, geometry: TableGeometry, glimpse: Glimpse) -> tuple[BGRImage, ...]:
    """The indices by which a card was read and what stands around them, (96, 96, 3) each, cut upright out of the
    camera's picture."""
    outwards_mm = np.linalg.norm(glimpse.corners_mm - glimpse.corners_mm.mean(axis=0), axis=1)
    side_mm = AROUND_MM + 2 * max(float(outwards_mm.max()), 1.0)
    width_mm = float(np.linalg.norm(glimpse.corners_mm[1] - glimpse.corners_mm[0]))
    rectangle = Rectangle((glimpse.x_mm, glimpse.y_mm), (side_mm, side_mm), CARD_PX / width_mm)
    card = geometry.rectify(
        image,
        centre_mm=rectangle.centre_mm,
        size_mm=rectangle.size_mm,
        pixels_per_mm=rectangle.pixels_per_mm,
    )
    corners = rectangle.to_picture(glimpse.corners_mm)
    centre = corners.mean(axis=0)
    head = corners[0] + corners[1] - corners[2] - corners[3]
    pictures = []
    for x, y in rectangle.to_picture(glimpse.indices_mm):
        up = head if (np.array([x, y]) - centre) @ head >= 0 else -head  # indices stand with their heads outwards
        pictures.append(cut_patch(card, float(x), float(y), float(np.arctan2(up[1], up[0])), CARD_PX, side=PICTURE_PX))
    return tuple(pictures)


class Turned:
    """An index's picture as it is compared with others: its middle, turned and enlarged a little, each way once, and
    each comparison made once."""

    def __init__(self, picture: GreyPatch) -> None:
        self.picture = picture
        self._middles: list[GreyPatch] = []
        self._told: dict[tuple[int, bool], tuple[GreyPatch, float]] = {}
        """By the other picture's identity; it is kept, or another one might get that."""

    def likeness(self, other: GreyPatch, *, exactly: bool = True) -> float:
        """The best correlation, -1 to 1, with another picture, this one a little moved, turned and enlarged; only
        moved, if it need not be exact. What is as good as equal is not bettered."""
        if (id(other), exactly) not in self._told:
            self._told[id(other), exactly] = other, self._compared(other, exactly=exactly)
        return self._told[id(other), exactly][1]

    def _compared(self, other: GreyPatch, *, exactly: bool) -> float:
        edge = (PATCH_PX - MIDDLE_PX) // 2
        around = other[edge - SHIFT_PX : PATCH_PX - edge + SHIFT_PX, edge - SHIFT_PX : PATCH_PX - edge + SHIFT_PX]
        best = -1.0
        for way in range(len(WAYS) if exactly else 1):
            best = max(best, float(cv2.matchTemplate(around, self._middle(way), cv2.TM_CCOEFF_NORMED).max()))
            if best >= EQUAL:
                break
        return best

    def _middle(self, way: int) -> GreyPatch:
        edge = (PATCH_PX - MIDDLE_PX) // 2
        while len(self._middles) <= way:
            matrix = cv2.getRotationMatrix2D(((PATCH_PX - 1) / 2,) * 2, *WAYS[len(self._middles)])
            turned = cv2.warpAffine(self.picture, matrix, (PATCH_PX, PATCH_PX), borderMode=cv2.BORDER_REPLICATE)
            self._middles.append(np.ascontiguousarray(turned[edge:-edge, edge:-edge], np.float32))
        return self._middles[way]


def likeness(one: GreyPatch, other: GreyPatch) -> float:
    """How much one picture is like another, however it is turned: see ``Turned.likeness``."""
    return Turned(one).likeness(other)
