"""The reader: a picture in, the cards that lie face up in it out, each with its outline and what it says."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from dealer.errors import InputError
from dealer.view import Face
from vision.frame import BGRImage
from vision.nets.finder import APART, CARD_HEIGHT_PX, CARD_PX, FoundIndex, moved, resized
from vision.nets.index_reading import IndexReading, by_heat
from vision.nets.ranks import NONE
from vision.reading.card_guess import CardGuess
from vision.reading.gathering import around_middles, cards_of
from vision.reading.indices import SURE_HEAT, IndexReader, telling
from vision.reading.outlines import at_corners, card_in, is_within, middle_in
from vision.tracking.glimpses import NOTHING_SHOWN, Shown

SCALES = tuple(float(w) for w in np.geomspace(1.0, 0.08, 11))
"""Card widths tried on a picture of unknown scale, as shares of its short side."""
INDICES_ACROSS, INDICES_DOWN, INDICES_APART = 0.79, 1.13, 1.38
"""Indices stand this many card widths apart (beside, below, opposite each other): the middle of what decks do."""
MOST_ENLARGED, MOST_ENLARGED_AGAIN = 2.5, 3.2
"""How much a picture of unknown scale is enlarged at most: for cards 51 px wide. The second is for when indices there
promise that its cards are smaller. With the second from the start 9 instead of 4 ranks are called where no card is
labelled."""
SEARCH_HEAT = 0.35
SAME_SCALE = 0.05
"""Card widths whose logarithms differ by less are the same scale."""
MOST_INDICES = 80
MOST_PIXELS = 4_000_000
"""Larger pictures are not searched: such a scale would mean tiny cards in a huge picture."""
MOST_NEARER, LEAST_NEARER = 2.0, 1.15
"""A photograph is read once more in a picture at most so many times as large, with no more pixels than it has; with
less than the second that would tell nothing new. Of 130 rendered cards with small numerals, 205 px wide, 100 instead of
86 are right; enlarging more than there are pixels makes as many wrong as right. Both bounds are guesses."""
MIDDLE_OFF = 0.07
"""In the median one index tells the middle of its card to within this (card widths). On two photographs it puts a card
of which half is seen 0.04 outside, on two others one of the next table 0.13 and 0.36."""
LEAST_CROP_PX = 16
"""Side of the smallest piece of a picture that is searched, where a card is 128 px wide: a numeral is as large."""


@dataclass(frozen=True, slots=True, eq=False)
class CardReading:
    """A card that was seen.

    ``quad`` (4, 2) px of the picture given: the whole card (hidden parts too), first its upper left corner as its index
    stands, then clockwise in the picture. ``rank`` is None where a card lies whose rank is not certain, or that is no
    card of ours. ``probabilities`` are those of ranks 1 to 10 and of "none of these" (11, adding up to 1). ``indices``
    (n, 2) px are the centres of the indices that it was read from, ``shown`` is all that each of them shows.
    ``is_cut_off``: the card's middle lies outside the picture: it may lie on the next table.
    """

    quad: NDArray[np.float32]
    rank: int | None
    probabilities: tuple[float, ...]
    indices: NDArray[np.float32]
    face: Face
    is_cut_off: bool = False
    shown: Shown = NOTHING_SHOWN


class Reader(IndexReader):
    """Finds and reads cards, with a taught ``deck`` or without.

    Raises:
        ModelError: a model is missing, damaged or of another make.
    """

    def read(self, image: BGRImage, *, card_width_px: float) -> tuple[CardReading, ...]:
        """The cards in a picture (h, w, 3) in which a card is ``card_width_px`` wide, searched all ways up: there is no
        other picture of them.

        Raises:
            InputError: no picture, or a width that no card can have.
        """
        usual = self.examine(image, card_width_px=card_width_px, all_ways=True)
        cards = usual.cards()
        nearer = self._nearer(image, card_width_px, usual)
        if nearer is not None:
            cards = _together(cards, nearer.cards(), APART * card_width_px)
        return tuple(replace(card, is_cut_off=_is_cut_off(card, image)) for card in cards)

    def _nearer(self, image: BGRImage, card_width_px: float, usual: "Examined") -> "Examined | None":
        """A photograph in a picture in which cards are larger than the nets are used to, if it has pixels to spare:
        small numerals are seen better there. How large a card is tells what was found in the ``usual`` one."""
        zoom = min(MOST_NEARER, card_width_px / CARD_PX)
        if zoom < LEAST_NEARER or self.is_in_middle or not self.is_fit_scale(image, card_width_px / zoom):
            return None
        picture, factor = scaled_by(image, CARD_PX * zoom / card_width_px)
        found = [_on_usual_card(index, usual.found, zoom) for index in self.find_indices(picture, all_ways=True)]
        return Examined(self, picture, factor, found, in_perspective=True)

    def examine(
        self,
        image: BGRImage,
        *,
        card_width_px: float,
        within: tuple[int, int, int, int] | None = None,
        telling_at: Callable[[NDArray[np.float64]], NDArray[np.bool_]] | None = None,
        all_ways: bool = False,
    ) -> "Examined":
        """What a picture shows, to be asked for the cards, once or more, by what is known of where they lie.

        Indices are looked for ``within`` (left, top, right, bottom) px of the picture, and of those found only the
        ones are read of which ``telling_at``, given their places (n, 2) px, says that they may tell something new.
        ``all_ways``: of a photograph, taken from anywhere: they are looked for in four quarter turns
        (``Finder.find_all_ways``), for four times the cost, and cards are expected in perspective.

        Raises:
            InputError: no picture, or a width that no card can have.
        """
        _check_picture(image)
        _check_width(card_width_px)
        scaled, factor = scaled_by(image, CARD_PX / self.scale / card_width_px)
        if within is None:
            found = self.find_indices(scaled, all_ways=all_ways)
        else:
            left, top, right, bottom = (round(edge * factor) for edge in within)
            crop = scaled[max(0, top) : max(0, bottom), max(0, left) : max(0, right)]
            # A crop smaller than a numeral with its surroundings shows nothing.
            found = ()
            if min(crop.shape[:2]) >= LEAST_CROP_PX:
                found = self.find_indices(np.ascontiguousarray(crop), all_ways=all_ways)
            found = tuple(moved(index, max(0, left), max(0, top)) for index in found)
        if telling_at is not None and found:
            telling_ones = telling_at(np.array([(index.x, index.y) for index in found]) / factor)
            found = tuple(index for index, tells in zip(found, telling_ones, strict=True) if tells)
        return Examined(self, scaled, factor, found, in_perspective=all_ways)

    def cards_of(
        self,
        readings: Sequence[IndexReading],
        *,
        in_perspective: bool = False,
        picture: tuple[int, int] | None = None,
        sides: tuple[float, float] | None = None,
    ) -> tuple[CardGuess, ...]:
        """The cards that indices are of, in a ``picture`` of that size (width and height, px), seen ``in_perspective``
        or from straight above; all of them have these ``sides`` (width and height, px) where they are known."""
        if self.is_in_middle:
            width, height = sides or (CARD_PX / self.scale, CARD_HEIGHT_PX / self.scale)
            return around_middles(readings, width, height)
        if sides is not None:
            readings = [replace(reading, found=resized(reading.found, *sides)) for reading in readings]
        return cards_of(readings, in_perspective=in_perspective, size=picture, is_upright=self.is_upright)

    def find_card_width(self, image: BGRImage) -> float:
        """The width in px of a card in a picture of unknown scale: the scale at which most that is found agrees with
        itself, in a picture in which cards are as large as usual or larger.

        Raises:
            InputError: no picture.
        """
        _check_picture(image)
        short = min(image.shape[:2])
        tried = [(*self._agreement(image, share * short), share * short) for share in SCALES]
        best, promised, width = max(tried, key=lambda found: found[0])
        if not self.is_in_middle:
            nearest, promised_nearer = max(self._agreement(image, share * short, zoom=MOST_NEARER) for share in SCALES)
            if nearest > best:
                return promised_nearer
        again, nearer = self._agreement(image, promised, most_enlarged=MOST_ENLARGED_AGAIN)
        return nearer if again > 0.5 * best else width

    def nearer_card_width(self, image: BGRImage, told_px: float) -> float:
        """The width that the cards' indices promise where that differs from the one ``told_px`` and more agrees with
        itself there; else the one told, which somebody may have guessed or measured on another card.

        Raises:
            InputError: no picture, or a width that no card can have.
        """
        _check_picture(image)
        _check_width(told_px)
        best, promised = self._agreement(image, told_px)
        if abs(np.log(promised / told_px)) < SAME_SCALE:
            return told_px
        again, _ = self._agreement(image, promised)
        return promised if again > best else told_px

    @staticmethod
    def is_fit_scale(image: BGRImage, width: float, most_enlarged: float = MOST_ENLARGED) -> bool:
        """Whether a picture can be searched for cards ``width`` px wide."""
        factor = CARD_PX / width
        return image.shape[0] * image.shape[1] * factor**2 <= MOST_PIXELS and factor <= most_enlarged

    def _agreement(
        self, image: BGRImage, width: float, *, most_enlarged: float = MOST_ENLARGED, zoom: float = 1.0
    ) -> tuple[float, float]:
        """How many cards are read at a scale, shown ``zoom`` times as large as usual, and the card width in px that
        their indices' distances promise.

        A card whose indices confirm each other counts most; a single index seldom means that the scale is right, and
        tells nothing in a larger picture, in which some numeral is always found.
        """
        if not self.is_fit_scale(image, width * self.scale / zoom, most_enlarged):
            return 0.0, width
        scaled, factor = scaled_by(image, CARD_PX / self.scale * zoom / width)
        found = self.find_indices(scaled, SEARCH_HEAT)[:MOST_INDICES]
        if zoom != 1:
            found = tuple(resized(index, CARD_PX * zoom, CARD_HEIGHT_PX * zoom) for index in found)
        votes, widths = [], []
        for card in self.cards_of(self.read_found(scaled, found)):
            ranked = float(1 - card.probabilities[NONE])
            if len(card.indices) < 2:
                votes.append(0.12 * card.heat * ranked**2 if zoom == 1 else 0.0)
                widths.append(CARD_PX)
                continue
            promised = promised_width(card) / zoom
            near = float(np.exp(-((np.log(promised / CARD_PX) / 0.3) ** 2)))
            votes.append(card.heat * near * (0.3 + 0.7 * ranked))
            widths.append(promised)
        if not votes:
            return 0.0, width
        order = np.argsort(widths)
        shares = np.cumsum(np.array(votes)[order])
        middle = np.array(widths)[order][np.searchsorted(shares, shares[-1] / 2)]
        return float(shares[-1]), float(middle * zoom / factor / self.scale)


class Examined:
    """A picture in which the indices were found and looked at once; ``factor`` is how much it was enlarged for that.
    It may be taken ``in_perspective`` or be one of the table from straight above."""

    def __init__(
        self,
        reader: Reader,
        scaled: BGRImage,
        factor: float,
        found: Sequence[FoundIndex],
        *,
        in_perspective: bool,
    ) -> None:
        self._reader = reader
        self._scaled = scaled
        self._factor = factor
        self._in_perspective = in_perspective
        self._readings = reader.read_found(scaled, found, both_ways=in_perspective or reader.is_upright)
        self._again: dict[int, IndexReading] = {}

    @property
    def found(self) -> tuple[FoundIndex, ...]:
        """The indices, as they were put right."""
        return tuple(reading.found for reading in self._readings)

    def cards(
        self,
        *,
        outlines: Sequence[NDArray[np.float64]] = (),
        printed: NDArray[np.float64] | None = None,
        settled: Sequence[NDArray[np.float64]] = (),
        size: tuple[float, float] | None = None,
    ) -> tuple[CardReading, ...]:
        """The cards in the picture, all of this ``size`` (width and height, px) where it is known.

        ``outlines`` (4, 2) px each, clockwise from an upper left corner, of cards that lie on top of all others: the
        first readings are theirs, in their order, and whatever index lies within is of that card. ``printed`` (2,) is
        where this deck prints its indices: how far from a corner across and down, in card widths. ``settled`` outlines
        are of cards that were read for certain before and lie as they lay: no index in them is looked at twice.
        """
        left = list(range(len(self._readings)))
        cards = []
        for outline in outlines:
            quad = np.asarray(outline, np.float64) * self._factor
            inside = [number for number in left if is_within(quad, self._readings[number].found)]
            left = [number for number in left if number not in inside]
            shown = telling(self._readings[number] for number in inside)
            if self._reader.is_in_middle:
                cards.append(middle_in(quad, shown))
                continue
            found = at_corners(quad, [reading.found for reading in shown], printed=printed)
            cards.append(card_in(quad, self._reader.read_on_card(self._scaled, found, shown)))
        known = [np.asarray(outline, np.float64) * self._factor for outline in settled]
        height, width = self._scaled.shape[:2]
        others = self._looked_at_twice(left, known)
        sides = None if size is None else (size[0] * self._factor, size[1] * self._factor)
        gathered = self._reader.cards_of(
            others, in_perspective=self._in_perspective, picture=(width, height), sides=sides
        )
        return tuple(_reading(card, self._factor) for card in (*cards, *gathered))

    def _looked_at_twice(self, numbers: Sequence[int], known: Sequence[NDArray[np.float64]]) -> list[IndexReading]:
        """What these indices show, those that left a doubt read again, once, where no ``known`` card lies."""
        for number in numbers:
            if any(is_within(quad, self._readings[number].found) for quad in known):
                self._again.setdefault(number, self._readings[number])
        fresh = [number for number in numbers if number not in self._again]
        again = self._reader.read_again(self._scaled, [self._readings[number] for number in fresh])
        self._again |= dict(zip(fresh, map(by_heat, again), strict=True))
        return telling(self._again[number] for number in numbers)


def _on_usual_card(index: FoundIndex, usual: Sequence[FoundIndex], zoom: float) -> FoundIndex:
    """An index of a picture ``zoom`` times as large as the usual one, on the card that the same one promises there, or
    else on one of the usual size."""
    same = next((one for one in usual if one.distance(index.x / zoom, index.y / zoom) < APART * CARD_PX), None)
    if same is None:
        return resized(index, CARD_PX * zoom, CARD_HEIGHT_PX * zoom)
    x, y = index.x + (same.centre_x - same.x) * zoom, index.y + (same.centre_y - same.y) * zoom
    return replace(index, centre_x=x, centre_y=y, width=same.width * zoom, height=same.height * zoom)


def _together(
    usual: Sequence[CardReading], nearer: Sequence[CardReading], apart_px: float
) -> tuple[CardReading, ...]:
    """The cards of two pictures of the same: what was read in the usual one stays, and what was read nearer stands for
    what was not. Alone it must be found strongly: nearer there are more specks."""
    read = [card for card in usual if card.rank is not None]
    fresh = [
        card
        for card in nearer
        if card.rank is not None
        and (len(card.indices) > 1 or card.shown.heat.max() > SURE_HEAT)
        and not any(_are_same(card, other, apart_px) for other in read)
    ]
    unread = (card for card in usual if card.rank is None)
    return (*read, *fresh, *(card for card in unread if not any(_are_same(card, one, apart_px) for one in fresh)))


def _are_same(card: CardReading, other: CardReading, apart_px: float) -> bool:
    """Whether two readings share an index, or an index of one lies within the other."""
    apart = np.linalg.norm(card.indices[:, None] - other.indices, axis=-1).min()
    return bool(apart < apart_px) or _holds(card.quad, other.indices) or _holds(other.quad, card.indices)


def _holds(quad: NDArray[np.float32], places: NDArray[np.float32]) -> bool:
    """Whether one of the places (n, 2) px lies within a quad (4, 2) px."""
    return any(cv2.pointPolygonTest(quad.reshape(-1, 1, 2), (float(x), float(y)), False) >= 0 for x, y in places)


def promised_width(card: CardGuess) -> float:
    """The card's width that the distances between its indices promise."""
    up = card.quad[0] + card.quad[1] - card.quad[2] - card.quad[3]
    up = up / max(float(np.hypot(*up)), 1e-6)
    across, down = (float(np.ptp(card.indices @ axis)) for axis in (np.array([-up[1], up[0]]), up))
    if across < 0.3 * down:
        return down / INDICES_DOWN
    return across / INDICES_ACROSS if down < 0.3 * across else float(np.hypot(across, down)) / INDICES_APART


def scaled_by(image: BGRImage, factor: float) -> tuple[BGRImage, float]:
    """The picture made larger by ``factor``, and by how much it was; so near to 1 that it does not matter, it stays."""
    if abs(factor - 1) < 0.01:
        return image, 1.0
    how = cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(image, None, fx=factor, fy=factor, interpolation=how), np.uint8), factor


def _is_cut_off(card: CardReading, image: BGRImage) -> bool:
    """Whether the middle of a card lies outside the picture, by more than one index leaves open."""
    x, y = card.quad.mean(axis=0)
    outside = max(-x, x - image.shape[1], -y, y - image.shape[0])
    return bool(outside > MIDDLE_OFF * np.linalg.norm(card.quad[1] - card.quad[0]))


def _check_picture(image: BGRImage) -> None:
    if image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8 or min(image.shape[:2]) < 8:
        raise InputError(
            f"A picture of {image.shape} {image.dtype} came; expected 8 rows and columns or more, 3 colours, uint8."
        )


def _check_width(card_width_px: float) -> None:
    if not 4.0 <= card_width_px <= 20_000:
        raise InputError(f"A card cannot be {card_width_px:g} px wide in a picture; expected 4 to 20000.")


def _reading(card: CardGuess, factor: float) -> CardReading:
    probabilities = tuple(float(p) for p in card.probabilities / card.probabilities.sum())
    return CardReading(
        quad=card.quad / factor,
        rank=card.rank,
        probabilities=probabilities,
        indices=card.indices / factor,
        face=Face.UP,
        shown=card.shown,
    )
