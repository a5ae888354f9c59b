"""The probability of each rank of a card, by all that was seen of it and of its deck: a conditional logit.

p(rank) is proportional to the copies left of it times exp(sum of weight times feature). Features are few, and each can
speak in one direction alone (``SIGNS``); the weights are fitted: ``python -m vision.training.belief``.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.belief.evidence import Evidence
from vision.belief.likeness import UNKNOWN
from vision.belief.memory import DeckMemory, angles
from vision.nets.index_reading import TURNED
from vision.nets.ranks import CLASSES, NONE

Floats = NDArray[np.float32]

WEIGHTS = Path(__file__).parent / "weights.json"

LEAST_LEFT = 0.05
"""Copies of a rank of which all were counted: somebody may have miscounted."""
WAY_KNOWN = 1.0
"""Where it is known less surely than by these log odds which way up a card lies, a numeral that is like a 6 is as like
a 9. Whole cards are compared either way up, and tell it where both came."""
MOST_ALIKE = 2.0
"""A likeness counts no more than so much, for a rank or against it."""

FEATURES: Mapping[str, int] = {
    "indices": 1,
    "middle": 1,
    "numeral alike": 1,
    "whole alike": 1,
    "none": 0,
    "none, one index": 0,
    "none, no outline": 1,
}
"""Each feature, and the sign that its weight must have: 1 for it, 0 either."""
KIND: Mapping[str, str] = {"numeral alike": "numerals", "whole alike": "wholes"}
"""The features that compare a card with those before, and by which of its pictures."""


def features(evidence: Evidence, memory: DeckMemory) -> Floats:
    """What speaks for each rank and for none of ours: (11, k)."""
    column = {name: np.zeros(CLASSES, np.float32) for name in FEATURES}
    column["indices"] = evidence.read(memory.upright) * memory.trust
    column["middle"] = evidence.read_middle() * memory.trust_in_middles
    is_way_known = abs(evidence.way(memory.upright)) > WAY_KNOWN
    for name, kind in KIND.items():
        alike = memory.likeness(kind, evidence)
        six_and_nine = alike[list(TURNED)]
        if not is_way_known and (kind == "numerals" or six_and_nine.min() == UNKNOWN):
            alike[list(TURNED)] = six_and_nine.max()
        column[name][:NONE] = _compared(alike, *memory.usual(kind))
    column["none"][NONE] = 1.0
    column["none, one index"][NONE] = evidence.indices < 2
    column["none, no outline"][NONE] = not evidence.is_outlined
    return np.stack([column[name] for name in FEATURES], axis=1)


def _compared(alike: Floats, same: float, other: float) -> Floats:
    """How much likelier a card's likenesses to the ranks (10,) are for a card of each rank than for one of another, in
    a deck of which cards of one rank and of two usually lie these angles apart (logarithms); 0 where nothing is known.
    """
    nearer = (same + other) / 2 - np.log(angles(alike))
    return np.where(alike > UNKNOWN, np.clip(max(other - same, 0.0) * nearer, -MOST_ALIKE, MOST_ALIKE), 0.0)


@dataclass(frozen=True, slots=True, eq=False)
class Belief:
    """The weights, by feature."""

    weights: NDArray[np.floating]

    def probabilities(self, those: NDArray[np.floating], left: NDArray[np.floating]) -> NDArray[np.float64]:
        """The probabilities (..., 11) out of features (..., 11, k); ``left`` (..., 10) are the copies that may come."""
        scores = np.asarray(those, np.float64) @ self.weights
        scores[..., :NONE] += np.log(np.maximum(left, LEAST_LEFT))
        shares = np.exp(scores - scores.max(axis=-1, keepdims=True))
        return np.asarray(shares / shares.sum(axis=-1, keepdims=True), np.float64)

    def reasons(self, those: Floats, rank: int) -> list[str]:
        """What speaks for a rank rather than for the next likeliest class, the strongest first, by features. Copies
        left are none of them. A rank of which no card came is like none of those before."""
        scores = those @ self.weights
        scores[rank - 1] = -np.inf
        apart = (those[rank - 1] - those[int(scores.argmax())]) * self.weights
        told = sorted(zip(FEATURES, apart.tolist(), strict=True), key=lambda one: -one[1])
        names = [name for name, adds in told if adds > 0 and FEATURES[name] and not name.startswith("none")]
        none_came = {name for name in KIND if not those[rank - 1, list(FEATURES).index(name)]}
        return list(dict.fromkeys("unlike all" if name in none_came else name for name in names))


def load_belief(path: Path = WEIGHTS) -> Belief:
    """The weights that ship."""
    known = json.loads(path.read_text(encoding="utf-8"))["weights"]
    return Belief(np.array([known[name] for name in FEATURES]))
