"""Pictures of cards that are painted by chance, for tests of what whole cards tell."""

from collections.abc import Sequence

import cv2
import numpy as np

from vision.belief.whole_cards import SIDES_PX, Small, WholeCards


def painting(number: int, *, spread: float = 60.0) -> Small:
    rng = np.random.default_rng(number)
    fields = cv2.resize(rng.normal(0, spread, (7, 5, 3)), SIDES_PX, interpolation=cv2.INTER_CUBIC)
    return np.clip(128 + fields, 0, 255).astype(np.uint8)


def mixed(one: int, other: int, share: float) -> Small:
    levels = share * painting(one).astype(float) + (1 - share) * painting(other).astype(float)
    return np.clip(levels, 0, 255).astype(np.uint8)


def deck_of(ranks: Sequence[int], *, copies: int = 2, read: bool = False) -> WholeCards:
    cards = WholeCards()
    for rank in ranks:
        for copy in range(copies):
            cards.keep(10 * rank + copy, rank, painting(rank), lying=(), read=rank if read else None)
    return cards
