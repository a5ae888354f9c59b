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

from vision.belief.evidence import LEAST_LOG, Evidence
from vision.belief.likeness import UNKNOWN
from vision.belief.memory import DeckMemory, angles
from vision.nets.ranks import CLASSES, NONE

Floats = NDArray[np.float32]

WEIGHTS = Path(__file__).parent / "weights.json"

LEAST_LEFT = 0.05
"""Copies of a rank of which all were counted: somebody may have miscounted."""
MOST_FAR, MOST_LEAD = 2.0, 2.0
"""How far a card is from a rank, and by how much nearer to it than to others, counts no more than so much (logarithms
of ratios of angles)."""

FEATURES: Mapping[str, int] = {
    "indices": 1,
    "weakest index": 1,
    "strongest index": 1,
    "many looks": 1,
    "numeral alike": 1,
    "numeral nearest": 1,
    "corner alike": 1,
    "corner nearest": 1,
    "whole alike": 1,
    "whole nearest": 1,
    "rank is new": 0,
    "rank is new, unlike all": 1,
    "middle shows it": 1,
    "middles tell it": 1,
    "misread so before": 1,
    "none": 0,
    "none, one index": 0,
    "none, no outline": 1,
    "none, unlike all": 1,
}
"""Each feature, and the sign that its weight must have: 1 for it, 0 either."""
LIKE = ("numeral", "corner", "whole")
"""The features of these names compare a card with those before."""


def features(evidence: Evidence, memory: DeckMemory) -> Floats:
    """What speaks for each rank and for none of ours: (11, k)."""
    column = {name: np.zeros(CLASSES, np.float32) for name in FEATURES}
    column["indices"] = evidence.read()
    column["weakest index"], column["strongest index"] = evidence.weakest(), evidence.strongest()
    nearer = evidence.nearer()
    column["many looks"] = np.full(CLASSES, LEAST_LOG, np.float32) if nearer is None else nearer
    far, lead, least = _compared(memory.likeness("numerals", evidence), memory.usual("numerals"))
    column["numeral alike"][:NONE], column["numeral nearest"][:NONE] = -far, lead
    for kind, name in (("corners", "corner"), ("wholes", "whole")):
        apart, ahead, _ = _compared(memory.likeness(kind, evidence), memory.usual(kind))
        column[f"{name} alike"][:NONE], column[f"{name} nearest"][:NONE] = -apart, ahead
    new = ~memory.knows()
    column["rank is new"][:NONE] = new
    column["rank is new, unlike all"][:NONE] = new * least
    middle = evidence.middle()
    shown = [rank - 1 for rank in middle]
    column["middle shows it"][shown] = 1.0
    if memory.middles_tell:
        column["middles tell it"][shown] = 1.0
    column["misread so before"][:NONE] = memory.confusion(evidence.likeliest)
    column["none"][NONE] = 1.0
    column["none, one index"][NONE] = evidence.indices < 2
    column["none, no outline"][NONE] = not evidence.is_outlined
    column["none, unlike all"][NONE] = least
    return np.stack([column[name] for name in FEATURES], axis=1)


def _compared(alike: Floats, usual: float) -> tuple[Floats, Floats, float]:
    """How far a card is from each rank (10,), by how much it is nearer to it than to all others (10,), and how far from
    the nearest: logarithms of angles' ratios, the first of that to the ``usual`` one; 0 where nothing is known."""
    known = alike > UNKNOWN
    far, lead = np.zeros(NONE, np.float32), np.zeros(NONE, np.float32)
    if not known.any():
        return far, lead, 0.0
    apart = angles(alike)
    far[known] = np.clip(np.log(apart[known] / usual), -MOST_FAR, MOST_FAR)
    if known.sum() > 1:
        order = np.sort(apart[known])
        others = np.where(apart == order[0], order[1], order[0])
        lead[known] = np.clip(np.log(others[known] / apart[known]), -MOST_LEAD, MOST_LEAD)
    return far, lead, float(far[known].min())


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
        if those[rank - 1, list(FEATURES).index("rank is new")]:
            names = ["rank is new, unlike all" if name.split()[0] in LIKE else name for name in names]
        return list(dict.fromkeys(names))


def load_belief(path: Path = WEIGHTS) -> Belief:
    """The weights that ship."""
    known = json.loads(path.read_text(encoding="utf-8"))["weights"]
    return Belief(np.array([known[name] for name in FEATURES]))
