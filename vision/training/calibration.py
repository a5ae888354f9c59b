"""The temperature of net B, of net B together with net D, and of net E: their probabilities are made to mean what
they say on designs that they never met."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.nets.index_reading import ALIKE, TURNED, IndexReading, log_softmax
from vision.nets.ranks import NONE
from vision.reading.card_guess import rank_probabilities
from vision.reading.reader import Reader
from vision.synth.faces import HELD_OUT
from vision.training.cards import read_card, tell
from vision.training.checking import CHECK_SEED, READABLE
from vision.training.fonts import find_fonts
from vision.training.scenes import IndexTruth, make_scene

SCENES = 150
"""Scenes for the temperatures of nets B and D, and for the score of all nets together."""
FOR_ORIENTATION = 800
"""Scenes for net E's temperature: one index in five is a 6 or a 9."""


def held_out_readings(
    reader: Reader, fonts: dict[str, list[list[str]]], scenes: int = SCENES
) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """Log probabilities (n, 11) and true classes of indices on the held-out families, as the reader sees them; an index
    that was found upside down is what it looks like."""
    logs, labels = [], []
    for reading, index in _found_on_held_out(reader, fonts, scenes):
        logs.append(reading.logs)
        towards = _towards(reading, index)
        rank = index.rank - 1 if index.rank else NONE
        labels.append(rank if towards > 0.7 else ALIKE.get(rank, NONE) if towards < -0.7 else NONE)
    return np.stack(logs), np.array(labels)


def held_out_ranks(
    reader: Reader, fonts: dict[str, list[list[str]]], scenes: int = SCENES
) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """Log probabilities (n, 11) of a card's rank out of one index alone, found upright or upside down and read both
    ways up, and its true class, on the held-out families."""
    found = _found_on_held_out(reader, fonts, scenes)
    told_of = [(reading, index) for reading, index in found if abs(_towards(reading, index)) > 0.7]
    shares = np.stack([rank_probabilities([reading]) for reading, _ in told_of])
    return np.log(np.maximum(shares, 1e-12)), np.array([i.rank - 1 if i.rank else NONE for _, i in told_of])


def _found_on_held_out(
    reader: Reader, fonts: dict[str, list[list[str]]], scenes: int
) -> Iterator[tuple[IndexReading, IndexTruth]]:
    """What the reader found where an index is to be read, and that index."""
    for k in range(scenes):
        scene = make_scene(CHECK_SEED + 50_000 + k, fonts, tuple(sorted(HELD_OUT)))
        for reading in reader.read_indices(scene.image):
            found = reading.found
            near = [i for i in scene.indices if np.hypot(i.x - found.x, i.y - found.y) < 9 and i.seen >= READABLE]
            if near:
                yield reading, near[0]


def _towards(reading: IndexReading, index: IndexTruth) -> float:
    """The cosine of the angle between a card's up and what it was found to be."""
    return float(np.cos(reading.found.up) * index.up_x + np.sin(reading.found.up) * index.up_y)


def expected_error(logits: NDArray[np.float32], labels: NDArray[np.int64]) -> float:
    """Expected calibration error over ten bins of stated confidence."""
    p = np.exp(log_softmax(logits))
    stated, right = p.max(1), p.argmax(1) == labels
    bins = np.clip((stated * 10).astype(int), 0, 9)
    return float(
        sum(abs(stated[bins == b].mean() - right[bins == b].mean()) * (bins == b).mean() for b in set(bins.tolist()))
    )


def told(logs: NDArray[np.float32], labels: NDArray[np.int64]) -> dict[str, float]:
    """What a card tells of log probabilities (n, 11) of indices whose classes are known."""
    p = np.exp(log_softmax(logs))
    sure, wrong = p.max(1) >= 0.99, p.argmax(1) != labels
    return {
        "indices of held-out designs": len(labels),
        "right": round(float((~wrong).mean()), 4),
        "expected calibration error": round(expected_error(logs, labels), 4),
        "stated at 0.99 or more": round(float(sure.mean()), 4),
        "of these wrong": round(float(wrong[sure].mean()), 5),
    }


def calibrate(cache: Path, models: Path, scenes: int = SCENES) -> float:
    """Find the temperature and the shift of "none" with the least log loss; write them into the card of ``ranks``.

    "None" is far more frequent in training than on a table, hence the shift. The card must not hold either yet.
    """
    return _calibrate("ranks", cache, models, scenes)


def calibrate_further(name: str, cache: Path, models: Path, trained: Path, scenes: int = SCENES) -> float:
    """Calibrate what net B says together with net D, into the card of that net; ``ranks`` must ask it already. It is
    kept in the card of the ``trained`` model too, out of which it is quantised again."""
    temperature = _calibrate(name, cache, models, scenes)
    found = read_card(models, name)
    tell(trained, name, {key: found[key] for key in ("temperature", "none shift")})
    return temperature


def calibrate_orientation(cache: Path, models: Path, trained: Path, scenes: int = FOR_ORIENTATION) -> float:
    """Find net E's temperature: with it the log odds that it gives to a 6's or a 9's way up mean what they say on the
    held-out families. Its card must not hold one yet; kept in the card of the ``trained`` model too."""
    found = [
        (reading.upright, np.sign(_towards(reading, index)))
        for reading, index in _found_on_held_out(Reader(models), find_fonts(cache), scenes)
        if index.rank - 1 in TURNED and reading.upright and abs(_towards(reading, index)) > 0.7
    ]
    rightly = np.array([odds * way for odds, way in found])

    def loss(temperature: float) -> float:
        return float(np.logaddexp(0, -rightly / temperature).mean())

    temperature = round(float(min(np.geomspace(0.5, 4.0, 60), key=loss)), 3)
    told_of = {
        "6s and 9s of held-out designs": len(rightly),
        "the other way up": int((rightly < 0).sum()),
        "log loss": round(loss(temperature), 4),
    }
    tell(models, "orientation", {"temperature": temperature, "calibration": told_of})
    tell(trained, "orientation", {"temperature": temperature})
    return temperature


def tell_calibration(cache: Path, models: Path) -> dict[str, float]:
    """How well what the reader states of a card that shows one index is calibrated, into net D's card."""
    facts = told(*held_out_ranks(Reader(models), find_fonts(cache)))
    tell(models, "zoomed", {"calibration": facts})
    return facts


def _calibrate(name: str, cache: Path, models: Path, scenes: int) -> float:
    logits, labels = held_out_readings(Reader(models), find_fonts(cache), scenes)
    temperature, shift, fitted = least_loss(logits, labels)
    logs = log_softmax(fitted)
    facts = {"temperature": round(float(temperature), 3), "none shift": round(float(shift), 3)}
    tell(models, name, {**facts, "calibration": told(logs, labels)})
    return float(temperature)


def least_loss(logits: NDArray[np.float32], labels: NDArray[np.int64]) -> tuple[float, float, NDArray[np.float32]]:
    """The temperature and the shift of "none" with the least log loss, and the logits (n, 11) by them."""
    tried = [(float(t), float(b)) for t in np.geomspace(0.4, 3.0, 40) for b in np.linspace(-2.0, 1.0, 31)]
    temperature, shift = min(tried, key=lambda pair: _loss(logits, labels, *pair))
    return temperature, shift, _shifted(logits, temperature, shift)


def _shifted(logits: NDArray[np.float32], temperature: float, shift: float) -> NDArray[np.float32]:
    moved = (logits / temperature).astype(np.float32)
    moved[:, NONE] += shift
    return moved


def _loss(logits: NDArray[np.float32], labels: NDArray[np.int64], temperature: float, shift: float) -> float:
    return -float(log_softmax(_shifted(logits, temperature, shift))[np.arange(len(labels)), labels].mean())
