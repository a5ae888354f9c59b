"""Taught decks measured and fitted on simulated tables: ``python -m vision.training.taught_decks [--fit]``.

A deck is taught from two pictures of each card that lie on one table, and read there and on another table. Of the
held-out families the designs of even numbers are for fitting, those of odd numbers for measuring.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from vision.deck.deck_file import Deck
from vision.deck.taught import Taught, terms
from vision.nets.finder import FoundIndex
from vision.nets.index_reading import log_softmax
from vision.nets.ranks import NONE, cut_patch, cut_zoomed, moved_to_pose
from vision.reading.reader import Reader
from vision.reading.teaching import Teacher, taught_all
from vision.synth.faces import FAMILIES, HELD_OUT, Design, make_design
from vision.synth.foreign import FOREIGN
from vision.training.dealt import CARD_PX, DealtCard, deal

FIRST_SEED = 7000
DESIGNS = 12
OURS = (*range(1, 11), *range(1, 11))
ALL = (*OURS, *range(11, 11 + len(FOREIGN)))
FAINT_HEAT = 0.15
NEAR_PX = 10.0
"""What is found within this of an index is that index."""
FOREIGN_WEIGHT = 0.1
"""Court cards in the deck's own design lie on a table far less often than in these pictures, where 8 of 28 cards are
foreign."""
HAND_MADE = "hand-made"
MIDDLE_HEIGHTS = 3.4
"""How many times as high as its recipe's ``middle_mm`` a numeral in the middle of a face is."""
KEEP_SMALL = 1e-4
OTHERS_CARDS = 14
"""Cards of another deck that are read with each deck."""


@dataclass(frozen=True, slots=True)
class Trial:
    """One design: its deck as it was taught, and the cards read on the same table and on another."""

    family: str
    number: int
    deck: Deck
    cards: tuple[DealtCard, ...]


def trials(numbers: Iterable[tuple[str, int]], teacher: Teacher) -> Iterator[Trial]:
    """Deal, teach and deal again, design by design."""
    for family, number in numbers:
        design = hand_made(number) if family == HAND_MADE else make_design(family, FIRST_SEED + number)
        table = 100 * (*sorted(FAMILIES), HAND_MADE).index(family) + number
        lessons = [
            partial(teacher.learn, card.image, card.rank, CARD_PX)
            for card in deal(design, OURS, table=table, shot=0)
        ]
        # what fails has a neighbour or a coaster at the picture's edge; the other picture of the card teaches it
        deck, _ = taught_all(Deck(design.name), lessons)
        same, other = deal(design, ALL, table=table, shot=1), deal(design, ALL, table=table + 5000, shot=2)
        yield Trial(family, number, deck, (*same, *other))


def hand_made(number: int) -> Design:
    """A deck that bears nothing but a numeral, 25 to 45 mm high, in the middle of each card."""
    plain = make_design("minimal", FIRST_SEED + number)
    size = float(np.random.default_rng([FIRST_SEED, number]).uniform(25.0, 45.0)) / MIDDLE_HEIGHTS
    recipe = replace(plain.recipe, corners="none", middle="numeral", middle_mm=size)
    return replace(plain, family=HAND_MADE, recipe=recipe)


# -- measuring


def measure(numbers: Iterable[tuple[str, int]]) -> dict[str, dict[str, Counter[str]]]:
    """By family and by "untaught" or "taught": how many cards are right, wrong, unread; foreign, foreign called."""
    teacher, untaught = Teacher(), Reader()
    result: dict[str, dict[str, Counter[str]]] = {}
    for trial in trials(numbers, teacher):
        scores = result.setdefault(trial.family, {"untaught": Counter(), "taught": Counter()})
        for name, reader in (("untaught", untaught), ("taught", Reader(deck=trial.deck))):
            for card in trial.cards:
                scores[name][outcome(reader, card)] += 1
    return result


def outcome(reader: Reader, card: DealtCard) -> str:
    """What became of one card."""
    middle = card.image.shape[0] / 2
    near = [
        reading
        for reading in reader.examine(card.image, card_width_px=CARD_PX).cards()
        if float(np.hypot(*(reading.quad.mean(0) - middle))) < CARD_PX / 3
    ]
    called = {reading.rank for reading in near if reading.rank is not None}
    if not card.rank:
        return "foreign called" if called else "foreign"
    return "right" if called == {card.rank} else "wrong" if called else "unread"


# -- fitting


@dataclass(frozen=True, slots=True, eq=False)
class Samples:
    """Indices and what else was found, each as it stands and upside down: the terms of the formula for the ranks
    (n, 10, k) and for none (n, m), the class (n,), and the weight (n,)."""

    for_rank: NDArray[np.float32]
    for_none: NDArray[np.float32]
    classes: NDArray[np.int64]
    weights: NDArray[np.float32]


def samples(numbers: Sequence[tuple[str, int]]) -> Samples:
    """What is found on the cards of each trial, and on some of the one before it, seen with its deck."""
    teacher = Teacher()
    parts: list[tuple[NDArray[np.float32], NDArray[np.float32], list[int], list[float]]] = []
    before: Sequence[DealtCard] = ()
    for trial in trials(numbers, teacher):
        taught = Taught(trial.deck, teacher.reader.ranks)
        for card in (*trial.cards, *before[:OTHERS_CARDS]):
            part = _card_samples(card, taught, teacher.reader)
            if part is not None:
                parts.append(part)
        before = trial.cards[:: len(trial.cards) // OTHERS_CARDS]
    return Samples(
        np.concatenate([part[0] for part in parts]),
        np.concatenate([part[1] for part in parts]),
        np.array([one for part in parts for one in part[2]]),
        np.array([one for part in parts for one in part[3]], np.float32),
    )


def _card_samples(
    card: DealtCard, taught: Taught, reader: Reader
) -> tuple[NDArray[np.float32], NDArray[np.float32], list[int], list[float]] | None:
    found = [replace(index, numeral=0.0) for index in reader.find_indices(card.image, FAINT_HEAT)]
    if not found:
        return None
    poses = reader.ranks.look(_cut(card, found)).poses
    placed = [moved_to_pose(index, pose) for index, pose in zip(found, poses, strict=True)]
    patches, nearer = _cut(card, placed), np.stack([cut_zoomed(card.image, index) for index in placed])
    both, both_nearer = (
        np.stack([cut, cut[:, ::-1, ::-1]], 1).reshape(-1, *cut.shape[1:]) for cut in (patches, nearer)
    )
    seen = reader.ranks.look(both, with_features=True)
    logits = reader.ranks.agreed(seen.logits, lambda numbers: both_nearer[numbers])
    for_rank, for_none = terms(log_softmax(logits), taught.likeness(seen.features))
    kept, classes, weights = [], [], []
    for k, index in enumerate(placed):
        at = _index_at(card, index)
        for turned in (False, True):
            shown = card.rank if at is turned else 0
            if card.rank == 8 and at is not None and not shown:
                continue  # an 8 upside down is one too
            kept.append(2 * k + turned)
            classes.append(shown - 1 if shown else NONE)
            weights.append(FOREIGN_WEIGHT if at is not None and not card.rank else 1.0)
    return for_rank[kept], for_none[kept], classes, weights


def _cut(card: DealtCard, found: Sequence[FoundIndex]) -> NDArray[np.uint8]:
    return np.stack([cut_patch(card.image, f.x - 0.5, f.y - 0.5, f.up, f.width) for f in found])


def _index_at(card: DealtCard, found: FoundIndex) -> bool | None:
    """Whether the card's index at this place stands upside down in what was found; None: there is none."""
    for x, y, up_deg in card.indices:
        if float(np.hypot(found.x - x, found.y - y)) < NEAR_PX:
            up = np.radians(up_deg)
            return bool(np.cos(found.up) * np.cos(up) - np.sin(found.up) * np.sin(up) < 0)
    return None


def fit(these: Samples) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """The weights for ``vision.deck.taught``: of the least log loss, small ones preferred a little."""
    import torch

    for_rank, for_none = torch.from_numpy(these.for_rank), torch.from_numpy(these.for_none)
    classes, weights = torch.from_numpy(these.classes), torch.from_numpy(these.weights)
    a = torch.zeros(for_rank.shape[-1], requires_grad=True)
    c = torch.zeros(for_none.shape[-1], requires_grad=True)
    optimizer = torch.optim.LBFGS([a, c], max_iter=1000, line_search_fn="strong_wolfe")

    def loss() -> torch.Tensor:
        optimizer.zero_grad()
        scores = torch.cat([for_rank @ a, (for_none @ c)[:, None]], 1)
        each = torch.nn.functional.cross_entropy(scores, classes, reduction="none")
        total = (each * weights).mean() + KEEP_SMALL * ((a**2).sum() + (c**2).sum())
        total.backward()
        return total

    optimizer.step(loss)
    return tuple(round(v, 3) for v in a.tolist()), tuple(round(v, 3) for v in c.tolist())


def main() -> int:
    """Measure, or fit and print the weights."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.taught_decks", description=__doc__)
    parser.add_argument("--fit", action="store_true", help="fit the weights of vision/deck/taught.py, measure nothing")
    parser.add_argument("--designs", type=int, default=DESIGNS, help="designs of each family")
    held_out, known = [*sorted(HELD_OUT), HAND_MADE], [*sorted(FAMILIES), HAND_MADE]
    parser.add_argument("--families", nargs="*", default=held_out, choices=known)
    options = parser.parse_args()
    if options.fit:
        numbers = [(family, k) for k in range(0, options.designs, 2) for family in sorted(FAMILIES)]
        for_rank, for_none = fit(samples(numbers))
        print(f"FOR_RANK = {for_rank}\nFOR_NONE = {for_none}")
        return 0
    for family in options.families:
        scores = measure([(family, k) for k in range(1, options.designs, 2)])
        print(json.dumps({family: {name: dict(counts) for name, counts in scores[family].items()}}), flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
