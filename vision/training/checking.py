"""Scoring the reader on rendered scenes: trained families drawn afresh, and the families held out of training, in
reference and in degraded conditions: ``python -m vision.training.checking`` tells it in the models' cards."""

import argparse
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, get_args

import numpy as np

from vision.nets.models import MODELS
from vision.nets.ranks import NONE
from vision.reading.card_guess import least_called
from vision.reading.reader import CardReading, Reader
from vision.synth.crowded_families import CROWDED_HELD_OUT
from vision.synth.faces import HELD_OUT
from vision.training.cards import read_card, write_card
from vision.training.conditions import Conditions
from vision.training.fonts import find_fonts
from vision.training.scenes import CARD_PX, IndexTruth, Scene, make_scene

CHECK_SEED = 900_000_000
"""Scenes from this seed on are never trained on."""
READABLE = 0.93
"""A card counts if at least this share of one of its numerals is seen."""
WRONG_ALLOWED = 0.001
"""The share of wrong cards at which the table of thresholds is drawn up."""
SCORES = "scores on rendered scenes"
"""Key of the cards for what the reader does there: all nets together, so that net B's card holds it for all."""
FAMILY_SCENES = 240
"""Scenes of each family on which the cards of what ships are scored, in either condition."""
ALIKE = ((6, 9), (1, 7), (10, 1), (1, 4))
"""Ranks that are told apart with most trouble; an A is a 1."""


@dataclass(frozen=True, slots=True)
class CardScore:
    """A card that could be read: its ``rank`` (0 a foreign card's), what it was ``called`` (ranks, none if it was left
    unread), the ``likeliest`` rank (0 none of ours) and the probability ``stated`` for it, 0 where its indices
    disagreed."""

    rank: int
    is_found: bool
    called: frozenset[int]
    likeliest: int
    stated: float


@dataclass(slots=True)
class Scores:
    """What the reader did in some scenes. ``extra`` ranks were called where no index is, ``part_seen`` where one is
    partly covered."""

    cards: list[CardScore] = field(default_factory=list)
    extra: int = 0
    part_seen: int = 0


def score_scene(reader: Reader, scene: Scene, scores: Scores) -> None:
    """Score one scene's cards, foreign ones too, and what was called beside them."""
    readings = reader.read(scene.image, card_width_px=CARD_PX)
    cards: dict[int, list[IndexTruth]] = {}
    for index in scene.indices:
        if index.seen >= READABLE and 8 < index.x < scene.image.shape[1] - 8 and 8 < index.y < scene.image.shape[0] - 8:
            cards.setdefault(index.card, []).append(index)
    touched: list[dict[int, float]] = [{} for _ in readings]
    for card, members in cards.items():
        for k, r in enumerate(readings):
            if any(np.hypot(x - m.x, y - m.y) < 0.09 * m.width for x, y in r.indices for m in members):
                off = r.quad.mean(0) - (members[0].centre_x, members[0].centre_y)
                touched[k][card] = float(np.hypot(*off))
    # a reading that took in another card's index is of the card whose place it tells; the other one is left unread
    of = [min(near, key=lambda card: near[card]) if near else None for near in touched]
    for card, members in cards.items():
        near = [r for r, owner in zip(readings, of, strict=True) if owner == card]
        is_found = any(card in near for near in touched)
        scores.cards.append(_card_score(members[0].rank, near, is_found=is_found))
    spots = np.array([(i.x, i.y) for i in scene.indices if i.seen > 0.25]).reshape(-1, 2)
    for k, r in enumerate(readings):
        if of[k] is None and r.rank is not None:
            far = all(len(spots) == 0 or float(np.hypot(*(spots - place).T).min()) > 14 for place in r.indices)
            scores.extra += far
            scores.part_seen += not far


def _card_score(rank: int, near: Sequence[CardReading], *, is_found: bool) -> CardScore:
    likeliest, stated = 0, 0.0
    for reading in near:
        best = int(np.argmax(reading.probabilities))
        enough = least_called(len(reading.indices))
        disagrees = reading.rank is None and reading.probabilities[best] >= enough
        if best != NONE and reading.probabilities[best] > stated:
            likeliest, stated = best + 1, 0.0 if disagrees else reading.probabilities[best]
    called = frozenset(reading.rank for reading in near if reading.rank is not None)
    return CardScore(rank, is_found, called, likeliest, stated)


def summary(scores: Scores, scenes: int) -> dict[str, Any]:
    """The shares that the models' cards tell."""
    ours = [card for card in scores.cards if card.rank]
    foreign = [card for card in scores.cards if not card.rank]
    n = max(1, len(ours))
    return {
        "scenes": scenes,
        "cards": len(ours),
        "found": round(sum(card.is_found for card in ours) / n, 5),
        "right": round(sum(card.called == {card.rank} for card in ours) / n, 5),
        "wrong": round(sum(bool(card.called - {card.rank}) for card in ours) / n, 5),
        "foreign": len(foreign),
        "foreign wrong": sum(bool(card.called) for card in foreign),
        "extra": scores.extra,
        "part seen": scores.part_seen,
    }


def least_threshold(cards: Sequence[CardScore]) -> dict[str, float]:
    """The least probability from which on calls are wrong for at most ``WRONG_ALLOWED`` of the cards (foreign ones
    count if they are called), and the share called right from there on.

    >>> sure, wrong = CardScore(3, True, frozenset({3}), 3, 0.99), CardScore(4, True, frozenset(), 9, 0.9)
    >>> least_threshold([sure, sure, wrong])
    {'from': 0.99, 'right': 0.66667}
    """
    ours = max(1, sum(card.rank > 0 for card in cards))
    stated = sorted((card for card in cards if card.likeliest), key=lambda card: -card.stated)
    best, right, wrong = {"from": 1.0, "right": 0.0}, 0, 0
    for card in stated:
        right += card.likeliest == card.rank
        wrong += card.likeliest != card.rank
        if wrong > WRONG_ALLOWED * ours:
            break
        best = {"from": round(card.stated, 5), "right": round(right / ours, 5)}
    return best


def confusion(cards: Sequence[CardScore]) -> dict[str, Any]:
    """What the ranks 1 to 10 were likeliest taken for: a row for each with the counts of 1 to 10 and, last, of none of
    ours; and, of the pairs that are alike, how many of either were taken for the other."""
    matrix = np.zeros((10, 11), int)
    for card in cards:
        if card.rank:
            matrix[card.rank - 1, (card.likeliest or 11) - 1] += 1
    pairs = {f"{a}/{b}": int(matrix[a - 1, b - 1] + matrix[b - 1, a - 1]) for a, b in ALIKE}
    rows = {str(rank): " ".join(str(count) for count in row) for rank, row in enumerate(matrix.tolist(), start=1)}
    return {"columns": "1 to 10, none of ours", **rows, "taken for each other": pairs}


def score(
    fonts: dict[str, list[list[str]]],
    *,
    scenes: int,
    families: Iterable[str] = (),
    reader: Reader | None = None,
    conditions: Conditions = "degraded",
) -> Scores:
    """Scores of the reader on scenes of the given families, or of the trained ones with these fonts."""
    reader = reader or Reader()
    scores = Scores()
    for k in range(scenes):
        score_scene(reader, make_scene(CHECK_SEED + k, fonts, tuple(families), conditions=conditions), scores)
    return scores


def check(
    fonts: dict[str, list[list[str]]],
    *,
    scenes: int,
    families: Iterable[str] = (),
    reader: Reader | None = None,
    conditions: Conditions = "degraded",
) -> dict[str, Any]:
    """The summary of ``score``."""
    scores = score(fonts, scenes=scenes, families=families, reader=reader, conditions=conditions)
    return summary(scores, scenes)


def report(cache: Path, *, scenes: int, reader: Reader | None = None) -> dict[str, Any]:
    """For both conditions: the trained families together and each held-out family, those with small numerals last and
    apart, with the threshold from which on calls are hardly ever wrong; and the confusion matrix of the reference
    conditions."""
    reader = reader or Reader()
    fonts = find_fonts(cache)
    result: dict[str, Any] = {}
    for conditions in get_args(Conditions):
        of: dict[str, Any] = {}
        by_family: dict[str, list[CardScore]] = {}
        for family in ("trained families", *sorted(HELD_OUT), *sorted(CROWDED_HELD_OUT)):
            named = () if family == "trained families" else (family,)
            scores = score(fonts, scenes=scenes, families=named, reader=reader, conditions=conditions)
            by_family[family] = scores.cards
            of[family] = summary(scores, scenes) | {"at most 0.1% wrong": least_threshold(scores.cards)}
        unseen = [card for family in sorted(HELD_OUT) for card in by_family[family]]
        of["held-out families together"] = {"at most 0.1% wrong": least_threshold(unseen)}
        if conditions == "reference":
            of["confusion, trained families"] = confusion(by_family["trained families"])
            of["confusion, held-out families"] = confusion(unseen)
        result[conditions] = of
    return result


def tell_scores(models: Path, scores: dict[str, Any]) -> None:
    """Write what the reader does into net B's card, and into the others' that it stands there."""
    for at in sorted(models.glob("*.json")):
        told = scores if at.stem == "ranks" else "in ranks.json: all nets read together"
        write_card(models, at.stem, read_card(models, at.stem) | {SCORES: told})


def main() -> int:
    """Score the models of a folder, and tell it in their cards."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.checking", description=__doc__)
    parser.add_argument("--models", type=Path, default=MODELS, help="folder of the models")
    parser.add_argument("--cache", type=Path, default=Path("build/training"), help="folder that keeps which fonts fit")
    parser.add_argument("--scenes", type=int, default=FAMILY_SCENES, help="scenes of each family and condition")
    arguments = parser.parse_args()
    arguments.cache.mkdir(parents=True, exist_ok=True)
    scores = report(arguments.cache, scenes=arguments.scenes, reader=Reader(arguments.models))
    tell_scores(arguments.models, scores)
    print(json.dumps(scores, indent=1))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
