"""Training net B: which rank an index patch shows, or none."""

import time
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray

from vision.ranks import NONE, cut_patch
from vision.training.data import open_shard, shard_numbers
from vision.training.mining import UNCLEAR, findings
from vision.training.nets import RankNet
from vision.training.poses import pose_of
from vision.training.progress import Progress

BATCH = 128
POSE_WEIGHT = 0.7
SEEN_WHOLE, SEEN_PART = 0.93, 0.8
"""From the first share on a numeral counts as readable; below the second it is taught as "none"."""


Sample = tuple[NDArray[np.uint8], int, NDArray[np.float32]]
"""A patch, its class 0..10, and its pose (8,): what net B is to say of it, and 1 where there is an index at all."""

NO_POSE = np.zeros(8, np.float32)


def sampled_patches(rng: np.random.Generator, image: NDArray[np.uint8], truth: NDArray[np.float32]) -> Iterator[Sample]:
    """Patches of one scene: every index once, some upside down, and places without one."""
    size = image.shape[0]
    for row in truth:
        x, y, seen, rank = float(row[1]), float(row[2]), float(row[10]), int(row[9])
        if not (6 < x < size - 6 and 6 < y < size - 6) or SEEN_PART <= seen < SEEN_WHOLE:
            continue
        if seen < SEEN_PART and (seen < 0.25 or rng.random() < 0.5):
            continue  # nearly hidden ones are drawn as places without an index below
        # as net A places them: mostly near, now and then far off
        loose = float(rng.choice([0.6, 1.0, 2.2], p=[0.35, 0.4, 0.25]))
        up = float(np.arctan2(row[4], row[3]) + rng.normal(0, np.radians(9)) * loose)
        width = float(row[7]) * float(np.exp(rng.normal(0, 0.07) * loose))
        at = np.array([x, y]) + rng.normal(0, 0.018, 2) * loose * width
        label = rank - 1 if rank and seen >= SEEN_WHOLE else NONE
        if rng.random() < 0.16:
            up += np.pi
            label = label if rank == 8 else NONE
        pose = pose_of(row, float(at[0]), float(at[1]), up, width) if seen >= SEEN_PART else NO_POSE
        yield cut_patch(image, at[0], at[1], up, width), label, pose
    visible = truth[truth[:, 10] > 0.25]
    for _ in range(max(1, len(visible) // 3)):
        if len(truth) and rng.random() < 0.7:  # on a card: pips, courts, pictures, the edge beside an index
            row = truth[int(rng.integers(len(truth)))]
            t = rng.uniform(-0.3, 2.0)
            at = row[1:3] + t * (row[5:7] - row[1:3]) + rng.normal(0, 14, 2)
            up, width = float(np.arctan2(row[4], row[3]) + rng.choice([0, np.pi]) + rng.normal(0, 0.3)), float(row[7])
        else:
            at, up, width = (
                rng.uniform(0, size, 2),
                float(rng.uniform(0, 2 * np.pi)),
                float(rng.uniform(100, 160)),
            )
        if len(visible) and float(np.hypot(*(visible[:, 1:3] - at).T).min()) < 0.15 * width:
            continue
        yield cut_patch(image, float(at[0]), float(at[1]), up, width), NONE, NO_POSE


def mined_patches(
    rng: np.random.Generator,
    image: NDArray[np.uint8],
    truth: NDArray[np.float32],
    found: NDArray[np.float32],
) -> Iterator[Sample]:
    """Patches of one scene where net A found something, right or wrong; ``truth`` is the whole shard's."""
    for _, x, y, up, width, number in found:
        row = truth[int(number)] if number >= 0 else None
        if row is None and number == UNCLEAR:
            continue
        if row is not None and (SEEN_PART <= row[10] < SEEN_WHOLE or row[10] < 0.3):
            continue
        up = float(up + rng.normal(0, np.radians(3)))
        width = float(width * np.exp(rng.normal(0, 0.03)))
        x, y = (float(v) for v in np.array([x, y]) + rng.normal(0, 0.006, 2) * width)
        label, pose = NONE, NO_POSE
        if row is not None and row[10] >= SEEN_WHOLE:
            right_way = np.cos(up) * row[3] + np.sin(up) * row[4] > 0
            label = int(row[9]) - 1 if row[9] and (right_way or row[9] == 8) else NONE
            pose = pose_of(row, x, y, up, width)
        yield cut_patch(image, x, y, up, width), label, pose


def _worse(rng: np.random.Generator, patch: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Now and then a patch more blurred or noisier than its scene."""
    if rng.random() < 0.15:
        patch = cv2.GaussianBlur(patch, (0, 0), float(rng.uniform(0.4, 1.5)))
    if rng.random() < 0.1:
        noise = rng.standard_normal(patch.shape, np.float32) * float(rng.uniform(2, 20))
        patch = np.clip(patch + noise, 0, 255).astype(np.uint8)
    return patch


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
            patches = np.stack([_worse(rng, pool[i][0]) for i in chosen])
            yield patches, np.array([pool[i][1] for i in chosen]), np.stack([pool[i][2] for i in chosen])
            gone = set(chosen.tolist())
            pool = [item for i, item in enumerate(pool) if i not in gone]


def mined_samples(cache: Path, shards: range, seed: int) -> Iterator[Sample]:
    """Mined patches without end."""
    rng = np.random.default_rng([seed, 2])
    while True:
        number = shards[int(rng.integers(len(shards)))]
        images, truth = open_shard(cache, number)
        found = findings(cache, number)
        for k in rng.permutation(len(images))[: len(images) // 2]:
            yield from mined_patches(rng, np.asarray(images[k]), truth, found[found[:, 0] == k])


def _learn(
    progress: Progress,
    source: Iterator[tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.float32]]],
    *,
    name: str,
    smoothing: float,
) -> RankNet:
    started = time.monotonic()
    said: dict[str, float] = {}
    for step, (patches, labels, poses) in zip(range(progress.step, progress.steps), source, strict=False):
        wanted, pose = torch.from_numpy(labels), torch.from_numpy(poses)
        with torch.autocast("cpu", torch.bfloat16):
            output = progress.net(torch.from_numpy(patches))
        output = output.float()
        rank_loss = torch.nn.functional.cross_entropy(output[:, :11], wanted, label_smoothing=smoothing)
        off = torch.nn.functional.smooth_l1_loss(output[:, 11:], pose[:, :7], reduction="none", beta=0.05)
        pose_loss = (off * pose[:, 7:]).sum() / pose[:, 7].sum().clamp(min=1.0)
        progress.learn(rank_loss + POSE_WEIGHT * pose_loss)
        right = (output[:, :11].argmax(1) == wanted).float().mean()
        turn = ((output[:, 13:15] - pose[:, 2:4]).abs().sum(1) * pose[:, 7]).sum() / pose[:, 7].sum().clamp(min=1.0)
        for key, value in (("loss", rank_loss), ("right", right), ("pose", pose_loss), ("up", turn)):
            said[key] = 0.98 * said.get(key, value.item()) + 0.02 * value.item()
        if (step + 1) % 100 == 0:
            took = (time.monotonic() - started) / (step + 1 - progress.began)
            words = " ".join(f"{k} {v:.3f}" for k, v in said.items())
            print(f"{name} {step + 1}/{progress.steps} {words} {took:.2f} s/step", flush=True)
    return progress.averaged()  # type: ignore[return-value]


def train_ranks(cache: Path, shards: range, *, steps: int, seed: int, name: str = "ranks") -> RankNet:
    """Train from the last checkpoint on, or from the start; returns the averaged net."""
    torch.manual_seed(seed)
    net = RankNet().to(memory_format=torch.channels_last)
    progress = Progress(net, cache / f"{name}.checkpoint.pt", steps=steps, rate=2e-3)
    source = batches(cache, shard_numbers(progress, shards, seed), seed + 17 * progress.step)
    return _learn(progress, source, name=name, smoothing=0.01)


def refine_ranks(cache: Path, shards: range, *, steps: int, seed: int, start: str = "ranks") -> RankNet:
    """Train on with what net A finds in the shards, from the averaged net of ``start``; returns the averaged net."""
    torch.manual_seed(seed)
    net = RankNet().to(memory_format=torch.channels_last)
    net.load_state_dict(torch.load(cache / f"{start}.checkpoint.pt", weights_only=True)["mean"])
    progress = Progress(net, cache / "refined.checkpoint.pt", steps=steps, rate=7e-4)
    rng = np.random.default_rng([seed, progress.step, 3])
    numbers = (shards[int(rng.integers(len(shards)))] for _ in iter(int, 1))
    source = batches(cache, numbers, seed + 17 * progress.step, mined_samples(cache, shards, seed + progress.step))
    return _learn(progress, source, name="refined", smoothing=0.0)
