"""What was seen of one card, look by look: what the features of the belief are made of.

Looks at one card err alike, and so do its indices: they are not counted as independent witnesses. Logarithms are
averaged, never summed.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from vision.belief.likeness import Cut
from vision.deck.prints import GreyPatch
from vision.nets.index_reading import OUTWARDS, TURNED
from vision.nets.ranks import CLASSES, NONE
from vision.tracking.glimpses import Shown

Floats = NDArray[np.float32]

LEAST_LOG = -12.0
"""The nets are believed to be no surer against a rank than this log probability."""
MOST_ODDS = 7.0
"""Which way up a card lies is believed no more surely than this, in log odds."""
EACH = float(np.log(NONE))
"""The logarithm of how many ranks there are."""
LOOKS = 6
"""How many of the last looks at a card count."""


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """One look at a card.

    ``shown`` is what its indices show by themselves. ``numerals`` are the grey pictures of these, ``whole`` is the
    whole card where its outline is known, and ``middle`` what a numeral there shows (11,), where that was looked at.
    ``is_outlined``: the card's own edges were seen.
    """

    shown: Shown
    numerals: tuple[GreyPatch, ...] = ()
    whole: Cut | None = None
    middle: Floats | None = None
    is_outlined: bool = False


@dataclass(slots=True, eq=False)
class Evidence:
    """The looks at a card since something last touched it."""

    looks: list[Look] = field(default_factory=list)

    def add(self, look: Look) -> None:
        """One more look."""
        self.looks.append(look)
        del self.looks[:-LOOKS]

    @property
    def indices(self) -> int:
        """How many indices the best look found."""
        return max((len(look.shown.logs) for look in self.looks), default=0)

    @property
    def is_outlined(self) -> bool:
        """Whether the card's edges were seen."""
        return any(look.is_outlined for look in self.looks)

    def read(self, upright: float = 0.0) -> Floats:
        """What its indices show, in the mean of all: log probabilities (11,). ``upright`` is how likely this deck
        prints its lower numerals upright, so that no head tells which way up a card lies."""
        return _mean([read(look.shown, upright) for look in self.looks if len(look.shown.logs)])

    def way(self, upright: float) -> float:
        """The log odds of the card lying as its indices stand, in the mean of all looks; 0 where nothing tells it."""
        odds = np.array([_way(look.shown) for look in self.looks if len(look.shown.logs)] or [0.0])
        as_found = (1 - upright) / (1 + np.exp(-odds)) + upright / 2
        return float(np.mean(np.log(as_found / (1 - as_found))))

    def read_middle(self) -> Floats:
        """What a numeral in its middle shows, in the mean of all looks: log probabilities (11,). A picture there speaks
        for nothing: its share is each class's."""
        each = [_of_ours(look.middle) for look in self.looks if look.middle is not None]
        return _mean(each) if each else np.full(CLASSES, -EACH, np.float32)

    @property
    def likeliest(self) -> int | None:
        """The rank that its indices show, if any."""
        return int(self.read()[:NONE].argmax()) + 1 if self.indices else None


def read(shown: Shown, upright: float) -> Floats:
    """What the indices show in the mean (11,): 6 and 9 are weighed by which way the card lies, as told by heads and
    surroundings if the deck's lower numerals stand on their heads, and by nothing if they stand ``upright``."""
    usual, other = _shown(shown, _way(shown)), _shown(shown, 0.0)
    with np.errstate(divide="ignore"):
        both = np.logaddexp(np.log1p(-upright) + usual, np.log(upright) + other)
    return np.asarray(both, np.float32)


def _shown(shown: Shown, odds: float) -> Floats:
    """What the indices show in the mean (11,), their card lying as they stand with these log odds."""
    logs = np.maximum(shown.logs, LEAST_LOG)
    each = logs[:, 0].copy()
    turned = list(TURNED)
    as_found, below = -np.logaddexp(0, -odds), -np.logaddexp(0, odds)
    each[:, turned] = np.logaddexp(logs[:, 0, turned] + as_found, logs[:, 1, turned] + below)
    return np.asarray(np.maximum(each, LEAST_LOG).mean(axis=0), np.float32)


def _way(shown: Shown) -> float:
    return float(np.clip(shown.upright.mean() + (OUTWARDS if shown.heads else 0.0), -MOST_ODDS, MOST_ODDS))


def _of_ours(middle: Floats) -> Floats:
    """What a middle shows, a picture's share being each class's."""
    told = np.logaddexp(middle, middle[NONE] - EACH)
    told[NONE] = -EACH
    return np.asarray(told, np.float32)


def _mean(each: Sequence[Floats]) -> Floats:
    if not each:
        return np.full(CLASSES, LEAST_LOG, np.float32)
    return np.asarray(np.maximum(each, LEAST_LOG).mean(axis=0), np.float32)
