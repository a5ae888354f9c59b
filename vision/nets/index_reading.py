"""What one corner index shows, as it stands and upside down, and which way up its card lies."""

from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from vision.nets.finder import FoundIndex
from vision.nets.ranks import NONE

TURNED = (5, 8)
"""Classes of the ranks 6 and 9."""
LEAST_NONE = float(np.log(0.02))
"""Log probability: "none of these" counts as no less likely than this when a 6 and a 9 are weighed. A guess."""
LEAN, MOST_LEAN = 0.1, 6.0
"""How much other nets' word on a 6's way up counts beside net E's, and the most that one index tells so (log odds). A
taught deck tells what it knows of its own by it, and E knows no deck. Of 1,172 rendered 6s and 9s the log loss is 0.035
with this much, 0.033 with none and 0.048 with half."""
UPSIDE_DOWN = float(np.log(0.2 / 0.8))
"""Log odds below which an index that looks like a 6 or a 9 was found upside down for certain: as for other ranks."""
OUTWARDS = float(np.log(1000))
"""Log odds of a card's heads standing outwards, where it is known where it lies. Its 6 is a 6, however like a 9. A
guess."""
SURELY_NONE = np.array([-20.0] * NONE + [0.0], np.float32)
"""Log probabilities of what is surely none of ours."""
EIGHT = 7
"""Class of rank 8, which looks the same upside down."""
ALIKE = {0: 0, 5: 8, 8: 5, EIGHT: EIGHT}
"""What classes may look like upside down, and be no less what they are: many a 1 is the same both ways up."""
SURE = 0.5
"""From this probability on, an index counts as showing a rank when indices are compared."""
HEAT_TELLS, HEAT_LACKS, MOST_HEAT = 0.65, 1.0, 0.98
"""How much the log odds of net A count beside what an index shows, how much is taken from them, and how sure A is of an
index at most. A logistic fit to 7,800 places in drawn scenes gives 0.6 to 0.8 and 1.8. With 1.0, of 3,124 rendered
cards 44 fewer are called, 3 fewer of them wrongly, and 1 phantom instead of 8."""
Level = TypeVar("Level", np.float32, np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class IndexReading:
    """An index with its log probabilities as it stands (``logs``), and upside down (``logs_turned``), (11,) each.

    ``upright``: the log odds that its card stands as found, by what is seen around the index; 0 where nobody looked.
    """

    found: FoundIndex
    logs: NDArray[np.float32]
    logs_turned: NDArray[np.float32]
    upright: float = 0.0

    @property
    def rank(self) -> int | None:
        """The rank it shows more likely than not."""
        best = int(self.logs.argmax())
        return best + 1 if best != NONE and np.exp(self.logs[best]) >= SURE else None


def log_softmax(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    """Log probabilities along the last axis.

    >>> bool(abs(np.exp(log_softmax(np.array([1.0, 2.0], np.float32))).sum() - 1) < 1e-6)
    True
    """
    shifted = logits - logits.max(-1, keepdims=True)
    return np.asarray(shifted - np.log(np.exp(shifted).sum(-1, keepdims=True)), np.float32)


def read_index(
    found: FoundIndex, logits: NDArray[np.float32], *, outwards: bool = False, upright: float = 0.0
) -> IndexReading:
    """What an index shows, out of its logits (2, 11) and the log odds of its card standing as found; turned round if it
    stands upside down for certain, unless that makes it a 6 or a 9 and its head is known to stand ``outwards``."""
    logs = log_softmax(logits)
    ranked, ranked_turned = 1 - np.exp(logs[0, NONE]), 1 - np.exp(logs[1, NONE])
    is_turned = ranked_turned > 0.8 and ranked < 0.2 and not (outwards and int(logs[1].argmax()) in TURNED)
    best = int(logs[0].argmax())
    if best in TURNED:
        lean = upright + float(leans(logs[0], logs[1])[TURNED.index(best)])
        is_turned = not outwards and lean < UPSIDE_DOWN
    if is_turned:
        return IndexReading(_turned_round(found), logs[1], logs[0], -upright)
    return IndexReading(found, logs[0], logs[1], upright)


def by_heat(reading: IndexReading) -> IndexReading:
    """The index with how strongly net A found it as evidence for its being one. Nets B to D see it near, where a speck
    looks like a numeral.

    >>> shows_four = np.log(np.full(11, 0.001, np.float32)); shows_four[3] = np.log(0.99)
    >>> faint = FoundIndex(0, 0, 0, 0, 0, 128, 178, 0.3)
    >>> [round(float(np.exp(by_heat(IndexReading(replace(faint, heat=heat), shows_four, shows_four)).logs[3])), 3)
    ...  for heat in (0.3, 0.9)]
    [0.986, 0.99]
    """
    heat = min(max(reading.found.heat, 1 - MOST_HEAT), MOST_HEAT)
    lacks = np.zeros(NONE + 1, np.float32)
    lacks[NONE] = HEAT_LACKS - HEAT_TELLS * np.log(heat / (1 - heat))
    return replace(
        reading, logs=log_softmax(reading.logs + lacks), logs_turned=log_softmax(reading.logs_turned + lacks)
    )


def turned_round(reading: IndexReading) -> IndexReading:
    """The index read the other way up."""
    return IndexReading(_turned_round(reading.found), reading.logs_turned, reading.logs, -reading.upright)


def _turned_round(found: FoundIndex) -> FoundIndex:
    """The index upside down, on the same card."""
    return replace(found, up=float(np.arctan2(-np.sin(found.up), -np.cos(found.up))))


def may_turn(logs: NDArray[np.float32], least: float) -> bool:
    """Whether an index may be a 6 or a 9 with the probability ``least``, out of its log probabilities (2, 11) as it
    stands and upside down."""
    return bool(logs[:, list(TURNED)].max() >= np.log(least))


def leans(logs: NDArray[Level], turned: NDArray[Level]) -> NDArray[Level]:
    """What the nets that read ranks tell (log odds; (..., 2)) of the card of what looks like a 6, and like a 9,
    standing as found: how much rather it is one as it stands than the other one upside down."""
    none, none_turned = (np.maximum(each[..., NONE:], LEAST_NONE) for each in (logs, turned))
    as_found, other = logs[..., list(TURNED)] - none, turned[..., list(TURNED[::-1])] - none_turned
    return np.asarray(LEAN * np.clip(as_found - other, -MOST_LEAN, MOST_LEAN))


def turn_between(a: float, b: float) -> float:
    """The angle between two directions (radians), 0 to pi."""
    return float(abs((a - b + np.pi) % (2 * np.pi) - np.pi))
