"""Training net E: which way up a card lies, seen from one of its indices."""

import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from vision.training.data import shard_numbers
from vision.training.nets import OrientationNet
from vision.training.orientation import Sample, orientation_samples
from vision.training.patches import mixed, recoloured, shuffled, worse
from vision.training.progress import DEVICE, Progress, fast_precision, laid_out


def _batches(samples: Iterator[Sample], seed: int) -> Iterator[tuple[NDArray[np.uint8], NDArray[np.float32]]]:
    """Batches without end, shuffled through a pool, some in other colours."""
    rng = np.random.default_rng([seed, 26])
    for picked in shuffled(rng, samples):
        patches = np.stack([recoloured(rng, mixed(rng, worse(rng, patch))) for patch, _ in picked])
        yield patches, np.array([is_upright for _, is_upright in picked], np.float32)


def train_orientation(
    cache: Path,
    shards: Sequence[int],
    start: OrientationNet | None = None,
    *,
    steps: int,
    seed: int,
    name: str = "orientation",
    rate: float = 2e-3,
    scaled: float = 0.0,
) -> OrientationNet:
    """Train net E from the last checkpoint on, or from ``start`` or from nothing; returns the averaged net. ``scaled``:
    this share of the patches is cut at another scale."""
    torch.manual_seed(seed)
    net = laid_out((start or OrientationNet()).train())
    progress = Progress(net, cache / f"{name}.checkpoint.pt", steps=steps, rate=rate)
    later = seed + 17 * progress.step
    samples = orientation_samples(cache, shard_numbers(progress, shards, later), later, scaled=scaled)
    batches = _batches(samples, later)
    started = time.monotonic()
    said = {"loss": 0.7, "right": 0.5}
    for _, (patches, upright) in zip(range(progress.step, steps), batches, strict=False):
        wanted = torch.from_numpy(upright).to(DEVICE)
        with fast_precision():
            output = progress.net(torch.from_numpy(patches).to(DEVICE))
        odds = output.float()[:, 0]
        loss = torch.nn.functional.binary_cross_entropy_with_logits(odds, wanted)
        progress.learn(loss)
        right = ((odds > 0) == (wanted > 0.5)).float().mean()
        for key, value in (("loss", loss), ("right", right)):
            said[key] = 0.98 * said[key] + 0.02 * value.item()
        if progress.step % 100 == 0:
            took = (time.monotonic() - started) / (progress.step - progress.began)
            words = " ".join(f"{k} {v:.3f}" for k, v in said.items())
            print(f"{name} {progress.step}/{steps} {words} {took:.2f} s/step", flush=True)
    averaged = progress.averaged()
    assert isinstance(averaged, OrientationNet)
    return averaged
