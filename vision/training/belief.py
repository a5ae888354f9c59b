"""The belief's weights, fitted to recorded looks: ``python -m vision.training.belief FOLDER``.

Each family of designs is judged by weights that were fitted to the others. What is printed compares the belief with
what the cards were called when they were recorded. ``--write`` fits to all families and writes the weights with their
record. ``--check`` fails where the log loss is worse than in the record. ``--shipped`` fits nothing: it judges the
weights that ship, by looks that they were not fitted to.
"""

import argparse
import hashlib
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dealer.errors import InputError
from vision.belief.belief import FEATURES, WEIGHTS, Belief, load_belief
from vision.belief.decide import Call, Costs, decide
from vision.looks.record import load, recordings
from vision.looks.samples import Sample, samples
from vision.nets.ranks import NONE

SMALL = 0.5
"""Small weights are preferred: half of this times each one's square is added to the sum of the cards' log losses."""
FOREIGN_WEIGHT = 0.3
"""What is none of ours counts so much among the cards of a whole deck, where four among 55 are laid on purpose. They
lie on a table far less often, and are the dearer there. With 0.1 fewer cards are asked about (178 instead of 202), and
14 foreign ones are called instead of 10."""
ERRORS = (10.0, 20.0, 33.0, 50.0, 100.0)
"""What a silent error may cost, in questions: the belief is judged at each."""
STATED = ((0.5, 0.9), (0.9, 0.97), (0.97, 0.99), (0.99, 0.999), (0.999, 1.01))
"""Ranges of stated probabilities of which it is told how often they were true."""
WORSE = 0.003
"""By so much the log loss, family left out, may be above the record's on the same recordings: other libraries sum
otherwise."""


@dataclass(frozen=True, slots=True, eq=False)
class Looks:
    """Looks at cards (n): ``features`` (n, 11, k), copies ``left`` (n, 10), the card's class (n,), the look's weight,
    the card's number, the family, what it was called live (``called``), 0 for nothing, and whether the card
    is the ``first`` of its rank. All looks at a card weigh 1 together, at most."""

    features: NDArray[np.float32]
    left: NDArray[np.float32]
    classes: NDArray[np.int64]
    weights: NDArray[np.float32]
    cards: NDArray[np.int64]
    families: NDArray[np.str_]
    called: NDArray[np.int64]
    first: NDArray[np.bool_]

    def of(self, rows: NDArray[np.bool_]) -> "Looks":
        """Some of them."""
        return Looks(**{one.name: getattr(self, one.name)[rows] for one in fields(self)})


@dataclass(frozen=True, slots=True)
class Score:
    """What became of cards: how many of ours were ``asked`` about, how many of these were the ``first`` of their rank,
    how many were called wrongly (``silent``), and how many that are not ours were called (``foreign``)."""

    asked: int
    first: int
    silent: int
    foreign: int

    def cost(self, error: float) -> float:
        """In questions."""
        return self.asked + error * (self.silent + self.foreign)


def gather(paths: Sequence[Path]) -> Looks:
    """All looks of these recordings. Raises InputError."""
    found: list[tuple[Sample, int, str, float]] = []
    for number, path in enumerate(paths):
        recorded = load(path)
        family = recorded.header.design.rpartition(" ")[0]
        foreign = FOREIGN_WEIGHT if recorded.header.kind == "deck" else 1.0
        found += [(one, (number << 20) + one.card, family, 1.0 if one.true else foreign) for one in samples(recorded)]
        print(f"\r{number + 1} of {len(paths)} recordings", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    if not found:
        raise InputError("These recordings hold no look at a card of which the truth is known.")
    cards = np.array([card for _, card, _, _ in found])
    _, which, counts = np.unique(cards, return_inverse=True, return_counts=True)
    return Looks(
        features=np.stack([one.features for one, *_ in found]),
        left=np.stack([one.left for one, *_ in found]),
        classes=np.array([one.true - 1 if one.true else NONE for one, *_ in found]),
        weights=np.asarray([share for *_, share in found] / counts[which], np.float32),
        cards=cards,
        families=np.array([family for _, _, family, _ in found]),
        called=np.array([one.called or 0 for one, *_ in found]),
        first=np.array([one.first for one, *_ in found]),
    )


def fit(looks: Looks) -> Belief:
    """The weights of the least log loss that have the signs that they must have."""
    from scipy.optimize import minimize

    those, rows = looks.features.astype(np.float64), np.arange(len(looks.classes))
    weights = looks.weights.astype(np.float64)
    bounds = [(0.0, None) if sign else (None, None) for sign in FEATURES.values()]

    def loss(tried: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        shares = Belief(tried).probabilities(those, looks.left)
        off = shares.copy()
        off[rows, looks.classes] -= 1.0
        total = -(weights * np.log(np.maximum(shares[rows, looks.classes], 1e-300))).sum()
        slope = np.einsum("nc,nck->k", off * weights[:, None], those)
        return float(total + SMALL / 2 * tried @ tried), slope + SMALL * tried

    return Belief(minimize(loss, np.zeros(len(FEATURES)), jac=True, method="L-BFGS-B", bounds=bounds).x)


def left_out(looks: Looks) -> NDArray[np.float64]:
    """The probabilities (n, 11) of each family's looks, by weights fitted to the others. Raises InputError."""
    families = np.unique(looks.families)
    if len(families) < 2:
        raise InputError(f"Looks of one family came ({', '.join(families)}); expected two or more, to leave one out.")
    told = np.zeros(looks.features.shape[:2])
    for family in families:
        rows = looks.families == family
        told[rows] = fit(looks.of(~rows)).probabilities(looks.features[rows], looks.left[rows])
    return told


def log_loss(looks: Looks, told: NDArray[np.float64]) -> float:
    """The mean of all cards."""
    right = told[np.arange(len(told)), looks.classes]
    return float(-(looks.weights * np.log(np.maximum(right, 1e-12))).sum() / looks.weights.sum())


def as_called(looks: Looks) -> Score:
    """What the cards were called when the looks were recorded."""
    return _score(looks, [(int(rank) or None) for rank in looks.called])


def by_belief(looks: Looks, told: NDArray[np.float64], error: float) -> Score:
    """What the belief makes of the same looks, where a silent error costs so much."""
    decisions = [decide(one, Costs(error), looks=0) for one in told]
    return _score(looks, [one.rank if isinstance(one, Call) else None for one in decisions])


def _score(looks: Looks, called: Sequence[int | None]) -> Score:
    """A card is what it is called first; without a call it is asked about."""
    calls: dict[int, int | None] = {}
    for card, rank in zip(looks.cards.tolist(), called, strict=True):
        if calls.get(card) is None:
            calls[card] = rank
    _, at = np.unique(looks.cards, return_index=True)
    counts = dict.fromkeys(("asked", "first", "silent", "foreign"), 0)
    for row in at:
        true, rank = int(looks.classes[row]) + 1, calls[int(looks.cards[row])]
        if true > NONE:
            counts["foreign"] += rank is not None
        elif rank is None:
            counts["asked"] += 1
            counts["first"] += bool(looks.first[row])
        else:
            counts["silent"] += rank != true
    return Score(**counts)


def calibration(looks: Looks, told: NDArray[np.float64]) -> Iterator[tuple[float, int, float, float]]:
    """By ranges of the likeliest rank's probability: its least, how many looks, what was stated, what was true."""
    best, likeliest = told[:, :NONE].max(axis=1), told[:, :NONE].argmax(axis=1)
    for least, most in STATED:
        rows = (best >= least) & (best < most)
        if rows.any():
            weights, right = looks.weights[rows], (likeliest == looks.classes)[rows]
            stated, true = (float(np.average(each, weights=weights)) for each in (best[rows], right))
            yield least, int(rows.sum()), stated, true


def report(looks: Looks, told: NDArray[np.float64]) -> Iterator[str]:
    """The tables, in Markdown."""
    _, at = np.unique(looks.cards, return_index=True)
    ours = int((looks.classes[at] < NONE).sum())
    yield (
        f"{len(looks.classes)} looks at {ours} cards and {len(at) - ours} that are not ours, "
        f"{len(np.unique(looks.families))} families. Log loss: {log_loss(looks, told):.4f}."
    )
    names = ("asked", "first of their rank", "silent errors", "foreign called", "cost", "the live cost")
    yield f"\n| | {' | '.join(names)} |\n| --- |{' ---: |' * len(names)}"
    live = as_called(looks)
    yield _row("as called live", live, "–", "–")
    for error in ERRORS:
        score = by_belief(looks, told, error)
        costs = (f"{each.cost(error):.0f}" for each in (score, live))
        yield _row(f"the belief, an error costs {error:.0f} questions", score, *costs)
    yield "\n| stated at least | looks | stated | true |\n| ---: | ---: | ---: | ---: |"
    for least, count, stated, true in calibration(looks, told):
        yield f"| {least} | {count} | {stated:.4f} | {true:.4f} |"


def _row(name: str, score: Score, *costs: str) -> str:
    return "| " + " | ".join((name, *map(str, astuple(score)), *costs)) + " |"


def record_of(looks: Looks, told: NDArray[np.float64], paths: Sequence[Path]) -> dict[str, Any]:
    """What is kept beside the weights: on what they were fitted, and what they were worth, family left out."""
    high = [(count, stated, true) for least, count, stated, true in calibration(looks, told) if least >= 0.99]
    count = sum(one[0] for one in high)
    stated, true = (sum(one[0] * one[part] for one in high) / max(count, 1) for part in (1, 2))
    return {
        "recordings": len(paths),
        "named": hashlib.sha256(" ".join(sorted(path.name for path in paths)).encode()).hexdigest()[:16],
        "looks": len(looks.classes),
        "cards": len(np.unique(looks.cards)),
        "log loss": round(log_loss(looks, told), 4),
        "at 0.99 and more": {"looks": count, "stated": round(stated, 4), "true": round(true, 4)},
    }


def check(record: dict[str, Any], now: dict[str, Any]) -> None:
    """Raises InputError where what is measured now is worse than the record, or cannot be compared."""
    if record["named"] != now["named"]:
        raise InputError(
            f"{now['recordings']} recordings came, which are not the {record['recordings']} of the record; "
            "record the same games and decks anew."
        )
    if now["log loss"] > record["log loss"] + WORSE:
        raise InputError(f"The log loss is {now['log loss']}; the record is {record['log loss']}.")


def main(arguments: Sequence[str] | None = None) -> int:
    """Fit and print; write or check if asked to."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.belief", description=__doc__)
    parser.add_argument("folder", type=Path, help="recorded looks (docs/looks.md)")
    then = parser.add_mutually_exclusive_group()
    then.add_argument("--write", action="store_true", help=f"write {WEIGHTS.name} and its record")
    then.add_argument("--check", action="store_true", help="fail if worse than the record")
    then.add_argument("--shipped", action="store_true", help="judge the weights that ship; fit nothing")
    options = parser.parse_args(arguments)
    try:
        paths = recordings(options.folder)
        looks = gather(paths)
        told = load_belief().probabilities(looks.features, looks.left) if options.shipped else left_out(looks)
        print("\n".join(report(looks, told)))
        record = record_of(looks, told, paths)
        if options.check:
            check(json.loads(WEIGHTS.read_text(encoding="utf-8"))["record"], record)
    except InputError as error:
        print(f"belief: {error}", file=sys.stderr)
        return 2
    if options.write:
        fitted = dict(zip(FEATURES, (round(float(one), 3) for one in fit(looks).weights), strict=True))
        WEIGHTS.write_text(json.dumps({"weights": fitted, "record": record}, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
