"""Scoring the reader on rendered scenes: trained families drawn afresh, and the families held out of training."""

from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from vision.reader import Reader
from vision.synth.faces import HELD_OUT
from vision.training.fonts import find_fonts
from vision.training.scenes import CARD_PX, Scene, make_scene

CHECK_SEED = 900_000_000
"""Scenes from this seed on are never trained on."""
READABLE = 0.93
"""A card counts if at least this share of one of its numerals is seen."""


def score_scene(reader: Reader, scene: Scene, tally: dict[str, int]) -> None:
    """Count one scene's cards: right, wrong, unread; foreign cards called a rank; ranks called where no index is."""
    readings = reader.read(scene.image, card_width_px=CARD_PX)
    cards: dict[int, list[Any]] = defaultdict(list)
    for index in scene.indices:
        if index.seen >= READABLE and 8 < index.x < scene.image.shape[1] - 8 and 8 < index.y < scene.image.shape[0] - 8:
            cards[index.card].append(index)
    used: set[int] = set()
    for members in cards.values():
        near = [
            (float(np.hypot(x - m.x, y - m.y)), k)
            for k, r in enumerate(readings)
            for x, y in r.indices
            for m in members
            if np.hypot(x - m.x, y - m.y) < 0.09 * m.width
        ]
        called = {readings[k].rank for _, k in near if readings[k].rank is not None}
        used |= {k for _, k in near}
        rank = members[0].rank
        if not rank:
            tally["foreign"] += 1
            tally["foreign wrong"] += bool(called)
            continue
        tally["cards"] += 1
        tally["found"] += bool(near)
        tally["right"] += called == {rank}
        tally["wrong"] += bool(called - {rank})
    spots = np.array([(i.x, i.y) for i in scene.indices if i.seen > 0.25]).reshape(-1, 2)
    for k, r in enumerate(readings):
        if k not in used and r.rank is not None:
            far = all(len(spots) == 0 or float(np.hypot(*(spots - place).T).min()) > 14 for place in r.indices)
            tally["extra" if far else "part seen"] += 1


def check(
    fonts: dict[str, list[list[str]]], *, scenes: int, families: Iterable[str] = (), reader: Reader | None = None
) -> dict[str, Any]:
    """Scores of the reader on scenes of the given families, or of the trained ones with these fonts."""
    reader = reader or Reader()
    tally: dict[str, int] = defaultdict(int)
    for k in range(scenes):
        score_scene(reader, make_scene(CHECK_SEED + k, fonts, tuple(families)), tally)
    n = max(1, tally["cards"])
    shares = {key: round(tally[key] / n, 5) for key in ("found", "right", "wrong")}
    return {
        "scenes": scenes,
        "cards": tally["cards"],
        **shares,
        **{k: tally[k] for k in ("foreign", "foreign wrong", "extra", "part seen")},
    }


def report(cache: Path, *, scenes: int, reader: Reader | None = None) -> dict[str, Any]:
    """The trained families together and each held-out family."""
    reader = reader or Reader()
    fonts = find_fonts(cache)
    result = {"trained families": check(fonts, scenes=scenes, reader=reader)}
    for family in sorted(HELD_OUT):
        result[family] = check(fonts, scenes=scenes, families=(family,), reader=reader)
    return result
