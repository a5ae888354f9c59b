"""Whether a card is called, looked at again or asked about: by what an error and a question cost."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.nets.ranks import NONE


@dataclass(frozen=True, slots=True)
class Costs:
    """What a card that is called wrongly costs, in questions; and for how many looks a question is put off."""

    error: float
    looks: int = 4


FOR_FUN, FOR_MONEY, FOR_BLOOD = Costs(error=10.0), Costs(error=20.0), Costs(error=50.0)
"""What tables play for: docs/measurements/belief.md says what each costs and saves."""


@dataclass(frozen=True, slots=True)
class Call:
    """The card is called a ``rank``, which has this probability."""

    rank: int
    probability: float


@dataclass(frozen=True, slots=True)
class LookAgain:
    """One more look may tell."""


@dataclass(frozen=True, slots=True)
class Ask:
    """People are asked; ``order``: the ranks, the likeliest first."""

    order: tuple[int, ...]


Decision = Call | LookAgain | Ask


def decide(probabilities: Sequence[float], costs: Costs, *, looks: int) -> Decision:
    """What to do with a card of these probabilities (11) after so many looks.

    >>> belief = [0.0] * 6 + [0.995, 0.002, 0.0, 0.0, 0.003]
    >>> decide(belief, Costs(error=100), looks=1)
    Call(rank=7, probability=0.995)
    >>> decide(belief, Costs(error=1000), looks=1), decide(belief, Costs(error=1000), looks=4).order[:2]
    (LookAgain(), (7, 8))
    """
    ranks = np.asarray(probabilities[:NONE])
    best = int(ranks.argmax())
    if costs.error * (1.0 - float(ranks[best])) < 1.0:
        return Call(best + 1, float(ranks[best]))
    if looks < costs.looks:
        return LookAgain()
    return Ask(tuple(int(rank) + 1 for rank in np.argsort(-ranks, kind="stable")))
