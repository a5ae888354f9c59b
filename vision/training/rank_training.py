"""Training net B: which rank an index patch shows, or none."""

import time
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Literal, TypeVar

import numpy as np
import torch
from numpy.typing import NDArray

from vision.nets.ranks import NONE
from vision.training.closeups import closeup_samples
from vision.training.data import open_shard, shard_numbers
from vision.training.mining import findings
from vision.training.nets import RankNet, ZoomedNet
from vision.training.patches import (
    BATCH,
    UNTOLD,
    Sample,
    mined_patches,
    recoloured,
    sampled_patches,
    shuffled,
    worse,
)
from vision.training.progress import DEVICE, Progress, fast_precision, laid_out

Net = TypeVar("Net", RankNet, ZoomedNet)

RankIngredient = Literal["close-ups", "indices of scenes", "what net A finds in scenes", "other colours"]
"""What an ablation may leave out of the last training."""

POSE_WEIGHT = 0.7
CLOSEUPS, SCENES, MINED = 0.55, 0.15, 0.3
"""Shares of close-ups, of indices in scenes and of net A's findings in what the last training learns from."""
LEGIBLE, LEGIBLE_FROM = 0.05, 1 / 6
"""From the second share of its steps on, net D does not learn from what it takes for its rank with less than the first
probability. Most of the costliest tenth of the windows showed nothing that a person could read: numerals lost to blur,
glare and noise."""
FIRST_SECOND = 12
"""Training with close-ups begins with this many shards of either kind."""


def batches(
    cache: Path, numbers: Iterator[int], seed: int, scenes: Iterator[Sample] | None = None
) -> Iterator[tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.float32]]]:
    """Batches without end, mixed over many scenes; ``scenes`` yields further samples, as many as are drawn here."""
    rng = np.random.default_rng(seed)
    pool: list[Sample] = []
    while True:
        images, truth = open_shard(cache, next(numbers))
        for k in rng.permutation(len(images))[: len(images) // 2]:
            fresh = list(sampled_patches(rng, np.asarray(images[k]), truth[truth[:, 0] == k]))
            pool.extend(fresh)
            if scenes is not None:
                pool.extend(sample for _, sample in zip(range(2 * len(fresh)), scenes, strict=False))
        while len(pool) > 4 * BATCH:
            chosen = rng.permutation(len(pool))[:BATCH]
            patches = np.stack([worse(rng, pool[i][0]) for i in chosen])
            yield patches, np.array([pool[i][1] for i in chosen]), np.stack([pool[i][2] for i in chosen])
            gone = set(chosen.tolist())
            pool = [item for i, item in enumerate(pool) if i not in gone]


def _evenly(shards: Sequence[int], rng: np.random.Generator) -> Iterator[int]:
    return (shards[int(rng.integers(len(shards)))] for _ in iter(int, 1))


def mined_samples(
    cache: Path, shards: Sequence[int], seed: int, numbers: Iterator[int] | None = None
) -> Iterator[Sample]:
    """Mined patches without end; of the shards that ``numbers`` tells, where it is given."""
    rng = np.random.default_rng([seed, 2])
    for number in numbers or _evenly(shards, rng):
        images, truth = open_shard(cache, number)
        found = findings(cache, number)
        for k in rng.permutation(len(images))[: len(images) // 2]:
            yield from mined_patches(rng, np.asarray(images[k]), truth, found[found[:, 0] == k])


def learn(
    progress: Progress,
    kind: type[Net],
    source: Iterator[tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.float32]]],
    *,
    name: str,
    smoothing: float,
    legible_from: int | None = None,
) -> Net:
    """``legible_from``: from this step on a rank that the net takes for less likely than ``LEGIBLE`` is left out, as
    one that cannot be read."""
    started = time.monotonic()
    said: dict[str, float] = {}
    for step, (patches, labels, poses) in zip(range(progress.step, progress.steps), source, strict=False):
        wanted, pose = torch.from_numpy(labels).to(DEVICE), torch.from_numpy(poses).to(DEVICE)
        with fast_precision():
            output = progress.net(torch.from_numpy(patches).to(DEVICE))
        output = output.float()
        each = torch.nn.functional.cross_entropy(
            output[:, :11], wanted, label_smoothing=smoothing, reduction="none", ignore_index=UNTOLD
        )
        if legible_from is not None and step >= legible_from:
            stated = output[:, :11].detach().softmax(1).gather(1, wanted.clamp(min=0)[:, None])[:, 0]
            each = each * ((wanted == NONE) | (stated >= LEGIBLE))
        rank_loss = each.mean()
        there, said_of = pose[:, -1:], output[:, 11:]
        off = torch.nn.functional.smooth_l1_loss(said_of, pose[:, : said_of.shape[1]], reduction="none", beta=0.05)
        pose_loss = (off * there).sum() / there.sum().clamp(min=1.0)
        progress.learn(rank_loss + POSE_WEIGHT * pose_loss)
        right = (output[:, :11].argmax(1) == wanted).float().mean()
        turn = ((output[:, 13:15] - pose[:, 2:4]).abs().sum(1) * there[:, 0]).sum() / there.sum().clamp(min=1.0)
        for key, value in (("loss", rank_loss), ("right", right), ("pose", pose_loss), ("up", turn)):
            said[key] = 0.98 * said.get(key, value.item()) + 0.02 * value.item()
        if (step + 1) % 100 == 0:
            took = (time.monotonic() - started) / (step + 1 - progress.began)
            words = " ".join(f"{k} {v:.3f}" for k, v in said.items())
            print(f"{name} {step + 1}/{progress.steps} {words} {took:.2f} s/step", flush=True)
    net = progress.averaged()
    assert isinstance(net, kind)
    return net


def train_ranks(cache: Path, shards: range, *, steps: int, seed: int, name: str = "ranks") -> RankNet:
    """Train from the last checkpoint on, or from the start; returns the averaged net."""
    torch.manual_seed(seed)
    net = laid_out(RankNet())
    progress = Progress(net, cache / f"{name}.checkpoint.pt", steps=steps, rate=2e-3)
    source = batches(cache, shard_numbers(progress, shards, seed), seed + 17 * progress.step)
    return learn(progress, RankNet, source, name=name, smoothing=0.01)


def refine_ranks(cache: Path, shards: range, *, steps: int, seed: int, start: str = "ranks") -> RankNet:
    """Train on with what net A finds in the shards, from the averaged net of ``start``; returns the averaged net."""
    torch.manual_seed(seed)
    net = laid_out(RankNet())
    net.load_state_dict(torch.load(cache / f"{start}.checkpoint.pt", weights_only=True, map_location="cpu")["mean"])
    progress = Progress(net, cache / "refined.checkpoint.pt", steps=steps, rate=7e-4)
    rng = np.random.default_rng([seed, progress.step, 3])
    numbers = (shards[int(rng.integers(len(shards)))] for _ in iter(int, 1))
    source = batches(cache, numbers, seed + 17 * progress.step, mined_samples(cache, shards, seed + progress.step))
    return learn(progress, RankNet, source, name="refined", smoothing=0.0)


def scene_samples(
    cache: Path, shards: Sequence[int], seed: int, numbers: Iterator[int] | None = None
) -> Iterator[Sample]:
    """Indices of scenes, as they truly lie, without end; of the shards that ``numbers`` tells, where it is given."""
    rng = np.random.default_rng([seed, 6])
    for number in numbers or _evenly(shards, rng):
        images, truth = open_shard(cache, number)
        for k in rng.permutation(len(images))[: len(images) // 2]:
            yield from sampled_patches(rng, np.asarray(images[k]), truth[truth[:, 0] == k])


def in_shares(
    sources: tuple[tuple[float, Iterator[Sample]], ...], seed: int, size: int = BATCH
) -> Iterator[tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.float32]]]:
    """Batches of so many patches without end: of each source its share, shuffled through a pool."""
    rng = np.random.default_rng([seed, 8])
    shares = np.array([share for share, _ in sources])
    fresh = (next(sources[int(k)][1]) for k in iter(lambda: rng.choice(len(shares), p=shares / shares.sum()), -1))
    for picked in shuffled(rng, fresh, size):
        patches = np.stack([worse(rng, sample[0]) for sample in picked])
        yield patches, np.array([sample[1] for sample in picked]), np.stack([sample[2] for sample in picked])


def widen_ranks(
    cache: Path,
    shards: Sequence[int],
    closeups: Sequence[int],
    start: RankNet,
    *,
    steps: int,
    seed: int,
    name: str = "widened",
    rate: float = 1.2e-3,
    without: Collection[RankIngredient] = (),
    closeups_at: Path | None = None,
) -> RankNet:
    """Train net B on with close-ups and scenes of wider designs, from ``start``; returns the averaged net. The
    close-ups lie in ``cache`` too, or else in ``closeups_at``."""
    net = laid_out(start.train())
    progress = Progress(net, cache / f"{name}.checkpoint.pt", steps=steps, rate=rate)
    later = seed + 17 * progress.step

    def numbers(of: Sequence[int], which: int) -> Iterator[int]:
        return shard_numbers(progress, of, later + which, first=FIRST_SECOND)

    sources: dict[RankIngredient, tuple[float, Iterator[Sample]]] = {
        "close-ups": (CLOSEUPS, closeup_samples(closeups_at or cache, numbers(closeups, 1), later)),
        "indices of scenes": (SCENES, scene_samples(cache, shards, later, numbers(shards, 2))),
        "what net A finds in scenes": (MINED, mined_samples(cache, shards, later, numbers(shards, 3))),
    }
    kept = tuple(source for ingredient, source in sources.items() if ingredient not in without)
    rng = np.random.default_rng([later, 9])
    is_coloured = "other colours" not in without
    coloured = (
        (np.stack([recoloured(rng, patch) for patch in patches]) if is_coloured else patches, labels, poses)
        for patches, labels, poses in in_shares(kept, later)
    )
    return learn(progress, RankNet, coloured, name=name, smoothing=0.01)
