"""What whole cards look like, learnt from what they were called: a card of which no index is found is told by its
painting.

A deck of art prints another picture on each rank. Where a card lies free and its outline is known, from its coming or
from opposite indices, its whole picture is compared with those of the cards before. It tells a rank only in a deck in
which the picture goes with the rank: five ranks must have come at least, and no two cards of different ranks may be
nearly so much alike. In a deck with suits, plain ground, or the same picture throughout, it tells nothing.
"""

from collections.abc import Collection, Mapping

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import BGRImage

SIDES_PX = (20, 28)
"""Width and height of a kept picture: 3 mm a pixel, in which an index is no more to be read."""
SHARPER = 4
"""It is cut out so many times as large, and averaged."""
EDGE_PX = 2
"""So much of an example's edge is left out; it is moved against a picture by as much either way, 6 mm."""
LEAST_SPREAD = 6.0
"""Grey levels: a picture that varies less is plain."""
LEAST_ALIKE, LEAD = 0.8, 0.15
"""The likeness of both of a rank's examples that tells the rank, and by how much all other ranks' examples must be less
like the card, and like each other."""
UNLIKE, ALIKE_PAIRS = 0.5, 3
"""A card so unlike those of the rank that was read is asked about, in a deck of which so many ranks came twice at least
and every pair of one rank is as much alike as tells it."""
LEAST_RANKS = 5
"""So many ranks must have come: with four suits two of them share one, and are alike if the picture goes with it."""
RANKS_TO_DOUBT_ONE = 7
"""Of so many ranks one card may be like another rank's: with four suits several would be."""
EXAMPLES = 2
"""So many cards of each rank are kept."""
STRANGERS = 12
"""So many pictures of what was not called are kept: backs, foreign cards."""

Small = NDArray[np.uint8]
"""A card's picture (28, 20, 3)."""


def whole_card(image: BGRImage, corners_px: NDArray[np.float64]) -> Small:
    """The card with these corners (4, 2) in ``image``, from its upper left one clockwise, upright."""
    width, height = (side * SHARPER for side in SIDES_PX)
    upright = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
    to_upright = cv2.getPerspectiveTransform(corners_px.astype(np.float32), upright)
    large = cv2.warpPerspective(image, to_upright, (width, height), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.resize(large, SIDES_PX, interpolation=cv2.INTER_AREA), np.uint8)


def likeness(one: Small, other: Small) -> float:
    """How much alike two cards look, either way up: the best correlation of colours, -1 to 1; 0 for a plain one."""
    inner = one[EDGE_PX:-EDGE_PX, EDGE_PX:-EDGE_PX]
    if min(float(inner.std(axis=(0, 1)).max()), float(other.std(axis=(0, 1)).max())) < LEAST_SPREAD:
        return 0.0
    ways = (inner, np.ascontiguousarray(inner[::-1, ::-1]))
    return max(float(cv2.matchTemplate(other, way, cv2.TM_CCOEFF_NORMED).max()) for way in ways)


class WholeCards:
    """The pictures of the cards that were called, and of what was not."""

    def __init__(self) -> None:
        self._cards: dict[int, tuple[int, Small]] = {}
        self._strangers: dict[int, Small] = {}
        self._apart: float | None = None

    def keep(self, card: int, rank: int, picture: Small, *, lying: Collection[int]) -> None:
        """Card number ``card`` is a ``rank``. What was not called, looks like it and is not ``lying`` there was it."""
        self._strangers.pop(card, None)
        for other in [number for number in self._strangers if number not in lying]:
            if likeness(picture, self._strangers[other]) >= LEAST_ALIKE:
                del self._strangers[other]
        alike = [other for other, (as_rank, _) in self._cards.items() if as_rank == rank and other != card]
        for oldest in alike[: max(0, len(alike) + 1 - EXAMPLES)]:
            del self._cards[oldest]
        self._cards[card] = rank, picture
        self._apart = None

    def tell(self, ranks: Mapping[int, int]) -> None:
        """Cards, by their numbers, are these ranks, whatever they were called before."""
        for card, rank in ranks.items():
            if card in self._cards and self._cards[card][0] != rank:
                self._cards[card] = rank, self._cards[card][1]
                self._apart = None

    def stranger(self, card: int, picture: Small) -> None:
        """Card number ``card`` is not called, as it looks now."""
        if card not in self._cards:
            self._strangers.pop(card, None)
            self._strangers[card] = picture
            for oldest in list(self._strangers)[:-STRANGERS]:
                del self._strangers[oldest]

    def tells(self, card: int, picture: Small) -> int | None:
        """The rank of card number ``card``, or None where its picture does not tell."""
        if len({rank for rank, _ in self._cards.values()}) < LEAST_RANKS:
            return None
        likes: dict[int, list[float]] = {}
        for rank, example in self._cards.values():
            likes.setdefault(rank, []).append(likeness(example, picture))
        alike = {rank: max(own) for rank, own in likes.items()}
        best = max(alike, key=lambda rank: alike[rank])
        if len(likes[best]) < EXAMPLES or min(likes[best]) < LEAST_ALIKE:
            return None  # an answer may have been of another card: two must agree
        others = max(like for rank, like in alike.items() if rank != best)
        if max(others, self._most_alike()) > alike[best] - LEAD:
            return None
        strange = (likeness(other, picture) for number, other in self._strangers.items() if number != card)
        return best if max(strange, default=-1.0) <= alike[best] - LEAD else None

    def opposes(self, card: int, rank: int, picture: Small) -> bool:
        """Whether card number ``card`` can hardly be the ``rank`` that was read: it looks like another, or unlike the
        rank's cards where all others of a rank are alike."""
        told = self.tells(card, picture)
        if told is not None:
            return told != rank
        own = [likeness(example, picture) for of, example in self._cards.values() if of == rank]
        return bool(own) and max(own) < UNLIKE and self._goes_with_rank()

    def _goes_with_rank(self) -> bool:
        """Whether it is known that each rank has a picture of its own."""
        by_rank: dict[int, list[Small]] = {}
        for rank, picture in self._cards.values():
            by_rank.setdefault(rank, []).append(picture)
        pairs = [likeness(*pictures) for pictures in by_rank.values() if len(pictures) == EXAMPLES]
        is_alike = len(pairs) >= ALIKE_PAIRS and min(pairs) >= LEAST_ALIKE
        return is_alike and self._most_alike() <= LEAST_ALIKE - LEAD

    def _most_alike(self) -> float:
        """How much alike the two most alike cards of different ranks are; of many ranks but for one card, which may
        have been named wrongly."""
        if self._apart is None:
            cards = list(self._cards.values())
            alike = np.full((len(cards), len(cards)), -1.0)
            for at, (rank, one) in enumerate(cards):
                for before, (of, other) in enumerate(cards[:at]):
                    if of != rank:
                        alike[at, before] = alike[before, at] = likeness(one, other)
            if len({rank for rank, _ in cards}) >= RANKS_TO_DOUBT_ONE:
                odd = int(np.sort(alike, axis=1)[:, -2:].sum(axis=1).argmax())
                alike[odd] = alike[:, odd] = -1.0
            self._apart = float(alike.max(initial=-1.0))
        return self._apart
