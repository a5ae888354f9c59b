"""All cards of a picture, out of its indices: a card of which one index shows is told by what the others show.

A deck prints its indices in one place, and its cards are equally large. What stands elsewhere, and was found faintly,
is mostly a part of a picture that looks like a numeral; and where a card's only index stands on it, the others tell
better than what the index promises.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.nets.index_reading import TURNED, IndexReading, turn_between
from vision.nets.ranks import NONE
from vision.reading.card_guess import OPEN, CardGuess, card_of, in_doubt, of_one_picture, outline_of, pose_of
from vision.reading.merging import group, place_of, without_doubles

SECOND_READING = 0.28
"""A lone index that promises a centre nearer than this (card widths) to a settled card's is looked at twice."""
SAME_PLACE = 0.1
"""Cards of one deck print their indices in the same place, to within this share of a card's width."""
STANDS_OFF, READ_ALL_THE_SAME = 0.2, 0.985
"""A lone index of a card that is read at least so surely may stand this far (card widths) from where other cards print
theirs. Of 960 rendered scenes twelve such indices had been dropped: all were another card's, eleven of them within
this."""
STRONG, WEAK, PLAINLY_READ = 0.6, 0.5, 0.99
"""A lone index found more weakly than ``WEAK``, read with less than ``PLAINLY_READ``, and promising to stand elsewhere
is more likely none. Indices found at least as ``STRONG`` show where this picture's are printed (``SAME_PLACE``). Of
1,725 called lone indices of rendered scenes seven right ones were so, and five of 26 that were none."""
FAINTLY_FOUND, SURELY_READ = 0.35, 0.985
"""A lone index found more weakly than the first and read with less than the second is more likely none, wherever it
stands. On rendered scenes seven right ones were so, and two that were none."""
ELSEWHERE_NONE = 0.5
"""The least probability of being none of ours that is given to a lone index that is more likely none (``STRONG``,
``FAINTLY_FOUND``). It is not fitted; any from 0.04 on keeps such an index from being called."""
LEAST_WITHOUT_OTHER, OTHER_END = 0.97, 0.1
"""A lone index needs the first where the place at its card's other end lies open and shows nothing: print on an
envelope is no card. The second is how far off that place may be (card widths); it is unknown in a picture from far
aside. Of 1,891 called lone indices of rendered scenes this stops five right ones and four wrong ones."""
ELSEWHERE = 0.25
"""How far from the others a lone index may promise to stand. Farther off it has a wrong idea of its card, or is of
another deck: its promise is left as it is. A guess; promises are off by less."""
SHARE_OF_OTHERS, SHARE_OF_PLACE = 0.5, 0.7
"""How much the other cards' sizes (logarithm), and where they print their indices, count beside what a lone index
promises. Of 1,410 lone indices of rendered scenes half are told less than 0.068 card widths from where their card lies,
instead of 0.098."""


@dataclass(frozen=True, slots=True)
class _Printed:
    """Where the cards of a picture whose both ends show print their indices, as ``place_of`` tells it, and how wide
    and high (px) they are: medians."""

    place: NDArray[np.float64]
    width: float
    height: float


def cards_of(
    readings: Sequence[IndexReading],
    *,
    in_perspective: bool = False,
    size: tuple[int, int] | None = None,
    is_upright: bool = False,
) -> tuple[CardGuess, ...]:
    """All cards, of a picture that may be taken ``in_perspective`` or of one from straight above, of that ``size``
    (width and height, px). ``is_upright``: their deck is known to print all its numerals upright.

    A lone index is dropped where others have settled a card about the same centre and print their indices elsewhere on
    it (the middle of an ace, a picture's numeral); so is one that says nothing about a card that is already there. One
    that stands where this picture's indices do not, and was found weakly, is not called; nor one that is hardly sure
    and whose card should show another at its other end.
    """
    readings = without_doubles(readings)
    groups, is_upright = group(readings, in_perspective=in_perspective, is_upright=is_upright)
    groups.sort(key=lambda g: (-len(g), -max(r.found.heat for r in g)))
    printed = _printed(groups)
    cards: list[tuple[CardGuess, NDArray[np.float64], list[IndexReading]]] = []
    for members in groups:
        centre, _, width, _ = pose_of(members)
        card = card_of(members)
        if in_perspective:
            card = of_one_picture(members, card)
        if is_upright and card.rank is not None and card.rank - 1 in TURNED:
            card = in_doubt(card, sum(TURNED) - (card.rank - 1), OPEN)
        near = [(other, by) for other, at, by in cards if np.hypot(*(centre - at)) < SECOND_READING * width]
        if len(members) == 1:
            (lone,) = members
            place = place_of(lone)
            settled = [by for other, by in near if len(other.indices) > 1]
            is_sure = card.rank is not None and card.probabilities[card.rank - 1] >= READ_ALL_THE_SAME
            off = STANDS_OFF if is_sure else SAME_PLACE
            if any(min(float(np.hypot(*(place - place_of(r)))) for r in by) > off for by in settled):
                continue
            if card.rank is not None and _is_likely_none(lone, card, readings):
                card = _likely_none(card)
            if near and lone.rank is None:
                continue
            card = _completed(card, lone, printed)
        cards.append((card, centre, members))
    guesses = [card for card, at, _ in cards if not (in_perspective and _is_seen_besides(card, at, cards))]
    if size is not None:
        guesses = [_likely_none(card) if _lacks_other_end(card, guesses, size) else card for card in guesses]
    return tuple(guesses)


def around_middles(readings: Sequence[IndexReading], width: float, height: float) -> tuple[CardGuess, ...]:
    """All cards of a deck that bears one numeral in the middle of each, ``width`` by ``height`` px large."""
    return tuple(card_of([about_middle(reading, width, height)], is_all=True) for reading in without_doubles(readings))


def about_middle(reading: IndexReading, width: float, height: float) -> IndexReading:
    """The reading of a numeral that stands in the middle of a card, which is ``width`` by ``height`` px large."""
    found = reading.found
    return replace(reading, found=replace(found, centre_x=found.x, centre_y=found.y, width=width, height=height))


def _lacks_other_end(card: CardGuess, cards: Sequence[CardGuess], size: tuple[int, int]) -> bool:
    """Whether a card that was called, hardly surely, by one index should show another one at its other end: that lies
    in the picture, and no other card on it."""
    if card.rank is None or len(card.indices) != 1 or card.probabilities.max() >= LEAST_WITHOUT_OTHER:
        return False
    x, y = (float(v) for v in 2 * card.quad.mean(axis=0) - card.indices[0])
    near = OTHER_END * float(np.linalg.norm(card.quad[1] - card.quad[0]))
    if not (near <= x < size[0] - near and near <= y < size[1] - near):
        return False
    return not any(cv2.pointPolygonTest(other.quad, (x, y), True) > -near for other in cards if other is not card)


def _is_seen_besides(
    card: CardGuess, centre: NDArray[np.float64], cards: Sequence[tuple[CardGuess, NDArray[np.float64], object]]
) -> bool:
    """Whether a card that was not called is one that was, of the same rank and about the same centre: of one seen from
    far aside an index may promise another outline than the others. From straight above two cards may lie so."""
    likeliest = int(card.probabilities.argmax()) + 1
    return card.rank is None and any(
        other.rank == likeliest
        and float(np.hypot(*(centre - at))) < SECOND_READING * float(np.linalg.norm(other.quad[1] - other.quad[0]))
        for other, at, _ in cards
    )


def _is_likely_none(lone: IndexReading, card: CardGuess, readings: Sequence[IndexReading]) -> bool:
    heat, likely = lone.found.heat, float(card.probabilities.max())
    if heat < FAINTLY_FOUND and likely < SURELY_READ:
        return True
    if heat >= WEAK or likely >= PLAINLY_READ:
        return False
    strong = [place_of(other) for other in readings if other is not lone and other.found.heat >= STRONG]
    place = place_of(lone)
    return bool(strong) and min(float(np.hypot(*(place - by))) for by in strong) > SAME_PLACE


def _likely_none(card: CardGuess) -> CardGuess:
    """The card not called: as likely none of ours."""
    return in_doubt(card, NONE, ELSEWHERE_NONE)


def _printed(groups: Sequence[Sequence[IndexReading]]) -> _Printed | None:
    """What the cards whose both ends show tell of the deck; None where no card does."""
    places, sizes = [], []
    for members in groups:
        if not any(turn_between(members[0].found.up, other.found.up) > np.pi / 2 for other in members[1:]):
            continue
        centre, up, width, height = pose_of(members)
        head = np.array([np.cos(up), np.sin(up)])
        right = np.array([-head[1], head[0]])
        sizes.append((width, height))
        for reading in members:
            away = np.array([reading.found.x, reading.found.y]) - centre
            places.append(np.abs([away @ right, away @ head]) / width)
    if not places:
        return None
    width, height = np.median(sizes, axis=0)
    return _Printed(np.median(places, axis=0), float(width), float(height))


def _completed(card: CardGuess, lone: IndexReading, printed: _Printed | None) -> CardGuess:
    """A card of which one index shows, its outline where the others of this picture would have theirs."""
    if printed is None or float(np.hypot(*(place_of(lone) - printed.place))) > ELSEWHERE:
        return card
    found = lone.found
    at = np.array([found.x, found.y])
    width, height = (
        own * (other / own) ** SHARE_OF_OTHERS
        for own, other in ((found.width, printed.width), (found.height, printed.height))
    )
    head = np.array([np.cos(found.up), np.sin(found.up)])
    right = np.array([-head[1], head[0]])
    away = np.array([found.centre_x, found.centre_y]) - at
    place = SHARE_OF_PLACE * printed.place + (1 - SHARE_OF_PLACE) * place_of(lone)
    across, down = np.sign([away @ right, away @ head]) * place * width
    return replace(card, quad=outline_of(at + across * right + down * head, found.up, width, height))
