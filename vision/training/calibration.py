"""The temperature of net B, and of net B together with net C or D: their probabilities are made to mean what they say
on designs that they never met."""

import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.merging import log_softmax
from vision.ranks import NONE
from vision.reader import Reader
from vision.synth.faces import HELD_OUT
from vision.training.checking import CHECK_SEED, READABLE
from vision.training.fonts import find_fonts
from vision.training.scenes import make_scene

SCENES = 150


def held_out_readings(
    reader: Reader, fonts: dict[str, list[list[str]]], scenes: int = SCENES
) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """Log probabilities (n, 11) and true classes of indices on the held-out families, as the reader sees them."""
    logs, labels = [], []
    for k in range(scenes):
        scene = make_scene(CHECK_SEED + 50_000 + k, fonts, tuple(sorted(HELD_OUT)))
        for reading in reader.read_indices(scene.image):
            found = reading.found
            near = [i for i in scene.indices if np.hypot(i.x - found.x, i.y - found.y) < 9 and i.seen >= READABLE]
            if near:
                right_way = np.cos(found.up) * near[0].up_x + np.sin(found.up) * near[0].up_y > 0.7
                logs.append(reading.logs)
                labels.append(near[0].rank - 1 if near[0].rank and right_way else NONE)
    return np.stack(logs), np.array(labels)


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


def calibrate(cache: Path, models: Path) -> float:
    """Find the temperature and the shift of "none" with the least log loss; write them into the card of ``ranks``.

    "None" is far more frequent in training than on a table, hence the shift. The card must not hold either yet.
    """
    return _calibrate("ranks", cache, models)


def calibrate_further(name: str, cache: Path, models: Path, trained: Path) -> float:
    """The same for what net B says together with net C or D, into the card of that net; ``ranks`` must ask it already,
    and nothing else where C is meant. Kept in the card of the ``trained`` model too, out of which it is quantised
    again."""
    temperature = _calibrate(name, cache, models)
    found = json.loads((models / f"{name}.json").read_text(encoding="utf-8"))
    at = trained / f"{name}.json"
    card = json.loads(at.read_text(encoding="utf-8")) | {key: found[key] for key in ("temperature", "none shift")}
    at.write_text(json.dumps(card, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return temperature


def _calibrate(name: str, cache: Path, models: Path) -> float:
    logits, labels = held_out_readings(Reader(models), find_fonts(cache))
    temperature, shift, fitted = least_loss(logits, labels)
    logs = log_softmax(fitted)
    at = models / f"{name}.json"
    card = json.loads(at.read_text(encoding="utf-8"))
    card["temperature"] = round(float(temperature), 3)
    card["none shift"] = round(float(shift), 3)
    card["calibration"] = told(logs, labels)
    at.write_text(json.dumps(card, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return float(temperature)


def least_loss(
    logits: NDArray[np.float32], labels: NDArray[np.int64]
) -> tuple[float, float, NDArray[np.float32]]:
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
