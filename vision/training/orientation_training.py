"""Training net E: which way up a card lies, seen from one of its indices."""

import time
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from vision.training.data import shard_numbers
from vision.training.nets import OrientationNet
from vision.training.orientation import UprightIngredient, orientation_samples
from vision.training.patches import BATCH, mixed, recoloured, shuffled, worse
from vision.training.progress import DEVICE, Progress, fast_precision, laid_out

WAYS = 4
"""Quarter turns in which each index is seen."""


def _batches(
    samples: Iterator[NDArray[np.uint8]], seed: int, *, without: Collection[UprightIngredient] = ()
) -> Iterator[NDArray[np.uint8]]:
    """Upright patches (n, 96, 96, 3), batches without end, shuffled through a pool, some in other colours."""
    rng = np.random.default_rng([seed, 26])
    for picked in shuffled(rng, samples, BATCH // WAYS):
        picked = [worse(rng, patch) for patch in picked]
        if "other colours" not in without:
            picked = [recoloured(rng, mixed(rng, patch)) for patch in picked]
        yield np.stack(picked)


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
    without: Collection[UprightIngredient] = (),
) -> OrientationNet:
    """Train net E from the last checkpoint on, or from ``start`` or from nothing; returns the averaged net. ``scaled``:
    this share of the patches is cut at another scale. ``without`` leaves these ingredients out."""
    torch.manual_seed(seed)
    net = laid_out((start or OrientationNet()).train())
    progress = Progress(net, cache / f"{name}.checkpoint.pt", steps=steps, rate=rate)
    later = seed + 17 * progress.step
    numbers = shard_numbers(progress, shards, later)
    samples = orientation_samples(cache, numbers, later, scaled=scaled, without=without)
    batches = _batches(samples, later, without=without)
    started = time.monotonic()
    said = {"loss": 1.4, "right": 0.25}
    for _, patches in zip(range(progress.step, steps), batches, strict=False):
        turned = np.concatenate([np.rot90(patches, turns, (1, 2)) for turns in range(WAYS)])
        with fast_precision():
            output = progress.net(torch.from_numpy(turned).to(DEVICE))
        told = output.float()[:, 0].view(WAYS, -1).T  # of each index, all ways
        upright = torch.zeros(len(told), dtype=torch.long, device=DEVICE)
        loss = torch.nn.functional.cross_entropy(told, upright)
        progress.learn(loss)
        right = (told.argmax(1) == upright).float().mean()
        for key, value in (("loss", loss), ("right", right)):
            said[key] = 0.98 * said[key] + 0.02 * value.item()
        if progress.step % 100 == 0:
            took = (time.monotonic() - started) / (progress.step - progress.began)
            words = " ".join(f"{k} {v:.3f}" for k, v in said.items())
            print(f"{name} {progress.step}/{steps} {words} {took:.2f} s/step", flush=True)
    averaged = progress.averaged()
    assert isinstance(averaged, OrientationNet)
    return averaged
