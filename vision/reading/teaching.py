"""Learning a deck: from a picture of one card whose rank is told to the examples that a deck keeps of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from dealer.errors import InputError
from vision.deck.deck_file import PICTURE_PX, Example
from vision.deck.taught import Taught
from vision.frame import BGRImage
from vision.nets.finder import CARD_PX, FoundIndex
from vision.nets.index_reading import IndexReading
from vision.nets.ranks import cut_patch
from vision.reading.card_guess import card_of
from vision.reading.merging import group, without_doubles
from vision.reading.reader import SCALES, Reader, promised_width, scaled_by

FAINT_HEAT, CLEAR_HEAT = 0.1, 0.4
"""An index found as weakly as the first is learnt where it stands right for another on its card that was found clearly,
as strongly as the second. Net A finds one at the picture's edge with 0.48: with 0.5 its neighbour had been learnt."""
FAINT_CARD_HEAT = 0.2
"""Where no card is found clearly, but its size is known, what is found as weakly as this is the card."""
SIZE_TOLERANCE = 0.3
"""How far (logarithm) a card's size may be off where its scale is looked for."""
FINE_SCALES = (*SCALES, *(float(np.sqrt(a * b)) for a, b in pairwise(SCALES)))
"""Card widths tried, as shares of the picture's short side, where nothing is clear at the likeliest."""
MOST_OTHERS = 3
"""How many things on a card that are no index of it are kept from one picture, to be told apart from them."""
OTHER_PLACE = 0.17
"""What stands this far (card widths) from where the card's indices stand, mirrored to all corners, is none of them."""
ON_CARD = 0.46
"""What stands within this share of the card's sides from its middle is on the card, not on its edge."""
RIVAL = 0.75
"""Another card seen this well beside the one that is taught might be the one that is meant."""
WHOLE, CUT_OFF = 0.9, 0.5
"""Another card is no rival if less than the second share of it is in the picture, and more than the first of the best
seen. Nobody means a card that the picture cuts off. Both are guesses."""


@dataclass(frozen=True, slots=True, eq=False)
class OneCard:
    """The one card of a picture: ``quad`` (4, 2) px, ``examples`` of its indices and of what else stands on it,
    ``rank`` and ``probability`` of what the general reader takes it for (None: it cannot tell)."""

    quad: NDArray[np.float32]
    examples: tuple[Example, ...]
    rank: int | None
    probability: float


@dataclass(frozen=True, slots=True)
class Conflict:
    """A picture taught as ``rank`` that is more like ``other``; ``alike`` to it by so much (1: the same print)."""

    rank: int
    other: int
    alike: float


class Teacher:
    """Finds what is to be learnt; ``reader`` reads without a deck."""

    def __init__(self, reader: Reader | None = None) -> None:
        self.reader = reader or Reader()

    def learn(self, image: BGRImage, rank: int, *, card_width_px: float | None = None) -> OneCard:
        """What the only card in a picture (h, w, 3) teaches of ``rank``; without a width the scale is found.

        Raises:
            InputError: no card of which an index is seen, or several cards.
        """
        if rank not in range(1, 11):
            raise InputError(f"{rank} came as a rank to teach; ranks are 1 to 10 (an ace is 1).")
        scaled, factor, groups = self._groups(image, rank, card_width_px)
        if not groups:
            raise InputError(
                "no card is found in the picture: expected one card, face up, whole and sharp, at least 60 pixels "
                "wide. Go nearer, or give its width with --card-width."
            )
        best, others = groups[0], groups[1:]
        is_whole = _share_within(best, scaled) > WHOLE
        rivals = [
            other
            for other in others
            if _is_rival(other, best) and not (is_whole and _share_within(other, scaled) < CUT_OFF)
        ]
        if rivals:
            raise InputError(
                f"{1 + len(rivals)} cards are found in the picture, expected one: take the others away, or cut the "
                "picture so that it shows one."
            )
        card = card_of(best)
        shown = [_example(scaled, reading.found, rank) for reading in best]
        none = [_example(scaled, found, 0) for found in self.reader.find_indices(scaled) if _is_other(found, best)]
        likeliest = int(card.probabilities.argmax()) + 1
        return OneCard(
            quad=card.quad / factor,
            examples=(*shown, *none[:MOST_OTHERS]),
            rank=likeliest if likeliest <= 10 else None,
            probability=float(card.probabilities.max()),
        )

    def _groups(
        self, image: BGRImage, rank: int, card_width_px: float | None
    ) -> tuple[BGRImage, float, list[list[IndexReading]]]:
        """The picture at the reader's scale, how much larger it was made for that, and the indices of each card, the
        best seen first. Where nothing is clear at the scale that the reader finds, all others are tried."""
        width = card_width_px if card_width_px is not None else self.reader.find_card_width(image)
        scaled, factor = scaled_by(image, CARD_PX / width)
        groups = self._groups_at(scaled, rank)
        if groups:
            return scaled, factor, groups
        if card_width_px is not None:
            return scaled, factor, self._groups_at(scaled, rank, faint=True)
        best = 0.0
        for width in (share * min(image.shape[:2]) for share in FINE_SCALES):
            if not self.reader.is_fit_scale(image, width):
                continue
            tried, by = scaled_by(image, CARD_PX / width)
            found = self._groups_at(tried, rank)
            agreed = [_worth(members, rank) for members in found if _is_of_size(members)]
            if agreed and max(agreed) > best:
                best, scaled, factor, groups = max(agreed), tried, by, found
        return scaled, factor, groups

    def _groups_at(self, scaled: BGRImage, rank: int, *, faint: bool = False) -> list[list[IndexReading]]:
        """The indices of each card that is found clearly, or ``faint`` as it may be."""
        readings = without_doubles(self.reader.read_found(scaled, self.reader.find_indices(scaled, FAINT_HEAT)))
        groups, _ = group(readings)
        least = FAINT_CARD_HEAT if faint else CLEAR_HEAT
        clear = [members for members in groups if max(r.found.heat for r in members) >= least]
        return sorted(clear, key=lambda members: _worth(members, rank), reverse=True)


def _is_of_size(members: Sequence[IndexReading]) -> bool:
    """Whether a card has two indices that stand as far apart as on a card of the reader's scale."""
    return len(members) > 1 and abs(np.log(promised_width(card_of(members)) / CARD_PX)) < SIZE_TOLERANCE


def _worth(members: Sequence[IndexReading], rank: int) -> float:
    """How well a group of indices is seen, what reads as the rank taught a little before others."""
    said = max(float(np.exp(max(r.logs[rank - 1], r.logs_turned[rank - 1]))) for r in members)
    return sum(r.found.heat for r in members) + said


def _is_rival(members: Sequence[IndexReading], best: Sequence[IndexReading]) -> bool:
    """Whether these indices are of another card than ``best``, and seen well: two of them, or one far away."""
    card, other = card_of(best), card_of(members)
    middle, there = card.quad.mean(0), other.quad.mean(0)
    apart = float(np.hypot(*(middle - there))) / best[0].found.width
    seen = max(r.found.heat for r in members)
    return seen >= RIVAL and apart > 0.8 and (len(members) > 1 or other.rank is not None)


def _share_within(members: Sequence[IndexReading], picture: BGRImage) -> float:
    """How much of a card lies within the picture, as a share of its area."""
    height, width = picture.shape[:2]
    edges = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    quad = card_of(members).quad
    return float(cv2.intersectConvexConvex(quad, edges)[0]) / float(cv2.contourArea(quad))


def _is_other(found: FoundIndex, members: Sequence[IndexReading]) -> bool:
    """Whether something found stands on the card, but where it has no index."""
    quad = card_of(members).quad.astype(np.float64)
    middle = quad.mean(0)
    up, right = (quad[0] + quad[1] - quad[2] - quad[3]) / 2, (quad[1] + quad[2] - quad[0] - quad[3]) / 2
    height, width = float(np.hypot(*up)), float(np.hypot(*right))

    def place(x: float, y: float) -> NDArray[np.float64]:
        away = np.array([x, y]) - middle
        return np.asarray(np.abs(np.array([away @ right / width, away @ up / height])) / width)

    there = place(found.x, found.y)
    if there[0] > ON_CARD or there[1] > ON_CARD * height / width:
        return False
    return all(float(np.hypot(*(there - place(r.found.x, r.found.y)))) > OTHER_PLACE for r in members)


def _example(scaled: BGRImage, found: FoundIndex, rank: int) -> Example:
    """The picture around an index, upright."""
    # net A counts pixel centres at .5, OpenCV at whole numbers
    return Example(rank, cut_patch(scaled, found.x - 0.5, found.y - 0.5, found.up, found.width, side=PICTURE_PX))


def conflicts(taught: Taught) -> tuple[Conflict, ...]:
    """The ranks that cannot be told from another, each pair once, the worst first.

    An example speaks for a conflict if it is more like one of another rank than like any of its own from another
    photograph, and about as like it as two pictures of one print are.
    """
    worst: dict[tuple[int, int], Conflict] = {}
    for doubt in taught.doubts():
        pair = (min(doubt.rank, doubt.other), max(doubt.rank, doubt.other))
        if pair not in worst or doubt.alike > worst[pair].alike:
            worst[pair] = Conflict(doubt.rank, doubt.other, doubt.alike)
    return tuple(sorted(worst.values(), key=lambda conflict: -conflict.alike))
