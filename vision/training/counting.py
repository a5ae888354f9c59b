"""Whether one card is counted as one: rendered photographs, taken aslant, of decks that print indices in all corners,
in two, or all upright. ``python -m vision.training.counting`` tells how many cards are counted too often or not at all.
"""

import argparse
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading.reader import CardReading, Reader
from vision.synth.face_art import Generator
from vision.synth.face_recipe import Recipe, card_mask, draw_face, index_places
from vision.synth.faces import make_recipe
from vision.training.conditions import seen_in_reference
from vision.training.scenes import (
    CARD_PX,
    FACE_SCALE,
    IndexTruth,
    Scene,
    index_truths,
    ink_of,
    lay_card,
    project,
)
from vision.training.tables import table

COUNT_SEED = 910_000_000
"""Scenes from this seed on are never trained on."""
SIZE = 640
"""Pixels of a scene's side: six cards of 128 px lie apart in it."""
FAMILIES = ("four-corner", "art-corner", "circle", "framed", "minimal", "picture-numeral", "banner")
LAID = ("apart", "touching", "overlapping", "fan", "hand")
"""How the cards of a scene lie, in turn."""
HAND_MM = 15.0
"""How far apart the cards of a hand lie that is laid out in a row, each upon the one before it."""
HAND = (6, 13)
"""How many cards such a hand has at least and at most."""
SLANT_DEG = 35.0
"""The camera looks down from this far aside at most."""
WIDTH_OFF = 0.2
"""The card width that is told is off by this share at most, either way."""
CUT = 0.25
"""The share of cards that lack a corner, torn or cut off with its index."""
CUT_MM = (9.0, 17.0)
"""How far along its sides a corner is cut off."""
SAME = 0.4
"""The share of a scene's cards that are of one rank: two of a rank are the count that ends a game."""
READABLE = 0.93
"""A card counts if at least this share of one of its numerals is seen."""
NEAR = 0.12
"""An index that was read within this (card widths) of a printed one is that one."""


def _poses(rng: Generator, laid: str, width: float, height: float) -> list[tuple[float, float, float]]:
    """Places (x, y px from the middle) and angles (degrees) of a scene's cards."""
    base = float(rng.uniform(0, 360))
    c, s = np.cos(np.radians(base)), np.sin(np.radians(base))
    half = lambda: float(rng.choice([0.0, 180.0]))  # noqa: E731
    at: list[tuple[float, float, float]] = []
    if laid == "fan":
        arm, step, count = height * float(rng.uniform(0.8, 1.5)), float(rng.uniform(12, 20)), int(rng.integers(3, 7))
        for k in range(count):
            turn = (k - (count - 1) / 2) * step
            r = np.radians(turn)
            at.append((arm * np.sin(r), -arm * np.cos(r) + arm, turn))
    elif laid == "hand":
        step, bend = HAND_MM / 63.0 * width, float(rng.uniform(0.0, 2.5))
        count = int(rng.integers(*HAND, endpoint=True))
        for k in range(count):
            along = k - (count - 1) / 2
            at.append((along * step, along**2 * bend * 0.13, along * bend + float(rng.normal(0, 1.0))))
    else:
        across = {"apart": 1.3, "touching": 1.01, "overlapping": float(rng.uniform(0.35, 0.75))}[laid]
        for row in (-0.55, 0.55):
            count = int(rng.integers(2, 4))
            for k in range(count):
                x, y = (k - (count - 1) / 2) * across * width, row * height * (1.1 if laid == "apart" else 1.0)
                if laid != "touching":
                    x, y = x + rng.normal(0, 0.04 * width), y + rng.normal(0, 0.04 * width)
                crooked = {"apart": 12.0, "touching": 0.0, "overlapping": 5.0}[laid]
                at.append((float(x), float(y), float(rng.normal(0, crooked)) + half()))
    return [(c * x - s * y, s * x + c * y, turn + base) for x, y, turn in at]


def _view(rng: Generator) -> NDArray[np.float64]:
    """The homography from the table's pixels (origin in the middle) to the picture's, seen from aside."""
    slant = np.radians(rng.uniform(0.0, SLANT_DEG))
    toward = rng.uniform(0, 2 * np.pi)
    c, s = np.cos(toward), np.sin(toward)
    turn = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    far = np.sin(slant) / (SIZE * rng.uniform(1.5, 4.0))
    lean = np.array([[1, 0, 0], [0, np.cos(slant), 0], [0, far, 1]])
    return np.asarray(np.array([[1, 0, SIZE / 2], [0, 1, SIZE / 2], [0, 0, 1]]) @ turn @ lean @ turn.T)


def _without_corner(rng: Generator, mask: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A card's outline, one corner of it cut off."""
    cut = mask.copy()
    h, w = cut.shape
    across, down = (float(rng.uniform(*CUT_MM)) * FACE_SCALE for _ in range(2))
    corner = np.array([(0, 0), (across, 0), (0, down)])
    if rng.random() < 0.5:
        corner[:, 0] = w - corner[:, 0]
    if rng.random() < 0.5:
        corner[:, 1] = h - corner[:, 1]
    cv2.fillPoly(cut, [np.round(corner).astype(np.int32)], 0)
    return cut


def make_photograph(seed: int, laid: str, *, corners: str = "four") -> Scene:
    """The photograph of a seed: cards of one deck, ``laid`` apart, touching, overlapping, in a fan or as a hand."""
    rng = np.random.default_rng([seed, *laid.encode()])
    cv2.setRNGSeed(seed & 0x7FFFFFFF)
    family = str(rng.choice(FAMILIES))
    deck: Recipe = replace(make_recipe(family, int(rng.integers(1 << 40))), corners=corners)  # type: ignore[arg-type]
    image = table(rng, SIZE)
    scale = CARD_PX / deck.size_mm[0]
    width, height = (side * scale for side in deck.size_mm)
    view = _view(rng)
    owner = np.zeros((SIZE, SIZE), np.int16)
    same = int(rng.integers(1, 11))
    w, h = deck.size_mm
    truths, quads = [], []
    for number, (x, y, angle) in enumerate(_poses(rng, laid, width, height), start=1):
        r = np.radians(angle)
        place = np.array([[np.cos(r), -np.sin(r), x], [np.sin(r), np.cos(r), y], [0, 0, 1]])
        to_picture = view @ place @ np.diag([scale, scale, 1.0]) @ np.array([[1, 0, -w / 2], [0, 1, -h / 2], [0, 0, 1]])
        quad = project(to_picture, np.array([(0, 0), (w, 0), (w, h), (0, h)], float))
        rank = same if rng.random() < SAME else int(rng.integers(1, 11))
        mask = card_mask(deck, FACE_SCALE)
        if rng.random() < CUT:
            mask = _without_corner(rng, mask)
        face = draw_face(deck, str(rank), suit=int(rng.integers(4)), scale=FACE_SCALE)
        lay_card(rng, image, owner, face, mask, to_picture, quad, number, scale, 0.5)
        quads.append(quad)
        sides = tuple(side / FACE_SCALE for side in ink_of(deck, str(rank)).shape[::-1])
        truths.append((number, rank, deck, to_picture, quad, sides))
    indices = tuple(
        index
        for card in truths
        for index in index_truths(owner, *card, legible=(True,) * len(index_places(card[2])))
    )
    return Scene(seen_in_reference(rng, image, CARD_PX), indices, np.array(quads, np.float32))


def count(readings: Sequence[CardReading], indices: Sequence[IndexTruth]) -> Counter[str]:
    """How many of a photograph's cards were counted right, too often or not at all, and called a wrong rank.

    A reading is of the card that most of its indices are of. Cards of which no numeral can be read do not count, and
    what was read of them is not held against the reader.
    """
    told: Counter[str] = Counter()
    cards: dict[int, list[IndexTruth]] = {}
    for index in indices:
        cards.setdefault(index.card, []).append(index)
    of: dict[int, list[CardReading]] = {card: [] for card in cards}
    for reading in readings:
        owners = Counter(
            near.card
            for x, y in reading.indices
            if (near := min(indices, key=lambda i: np.hypot(i.x - x, i.y - y)))
            and np.hypot(near.x - x, near.y - y) < NEAR * near.width
        )
        if owners:
            of[owners.most_common(1)[0][0]].append(reading)
        else:
            told["elsewhere"] += reading.rank is not None
    for card, members in cards.items():
        called = [reading for reading in of[card] if reading.rank is not None]
        told["twice"] += max(0, len(called) - 1)
        told["besides"] += len(of[card]) - len(called) if called else max(0, len(of[card]) - 1)
        if max(index.seen for index in members) < READABLE:
            continue
        told["cards"] += 1
        told["missed"] += not of[card]
        told["right"] += [reading.rank for reading in called] == [members[0].rank]
        told["wrong"] += any(reading.rank != members[0].rank for reading in called)
    return told


def measure(
    scenes: int, *, corners: str = "four", reader: Reader | None = None, laid: Sequence[str] = LAID
) -> dict[str, Any]:
    """What became of the cards of so many photographs of each way to lay them: the width told is off by up to
    ``WIDTH_OFF``, and looked after as that of any photograph."""
    reader = reader or Reader()
    table_: dict[str, Any] = {}
    for how in laid:
        told: Counter[str] = Counter()
        for k in range(scenes):
            scene = make_photograph(COUNT_SEED + k, how, corners=corners)
            off = float(np.linspace(1 - WIDTH_OFF, 1 + WIDTH_OFF, 5)[k % 5])
            width = reader.nearer_card_width(scene.image, CARD_PX * off)
            told += count(reader.read(scene.image, card_width_px=width), scene.indices)
        table_[how] = {
            name: told[name] for name in ("cards", "right", "wrong", "twice", "missed", "besides", "elsewhere")
        }
    return table_


def main() -> int:
    """Print the table of each kind of deck."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.counting", description=__doc__)
    parser.add_argument("--scenes", type=int, default=60, help="photographs of each way to lay cards")
    arguments = parser.parse_args()
    reader = Reader()
    decks = ("four", "two", "upright")
    told = {corners: measure(arguments.scenes, corners=corners, reader=reader) for corners in decks}
    print(json.dumps(told, indent=1))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
