"""Training net A: where corner indices are, which way their card's up is, and the card around them."""

import time
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Literal

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from vision.nets.finder import NUMERAL_PX
from vision.nets.ranks import WIDEST_NUMERAL
from vision.training.data import decks_of, open_shard, shard_numbers
from vision.training.nets import FinderNet
from vision.training.progress import DEVICE, Progress, fast_precision, laid_out

CROP = 384
STRIDE = 4
BATCH = 8
FAR_PX = 64.0
"""Unit of the offsets to the card's centre."""
CARD_PX = (128.0, 178.0)
WIDER_SHARE = 2 / 3
"""How many of the shards of the second training show wider decks."""
SHARES_OF_CROWDED, RATE_OF_CROWDED = (0.17, 0.12, 0.2, 0.16, 0.16, 0.19), 1.5e-3
"""How many of the shards of the training after it show crowded decks, litter, whole hands, decks with upright lower
numerals, usual and wider decks, and its learning rate."""
FIRST_WIDER = 6
"""Both begin with this many shards of every kind."""
TELL_CARDS = ("usual", "crowded", "in hands", "upright")
"""Decks that print their indices in corners, so that one tells where its card lies."""
SEEN_ENOUGH, SEEN_LITTLE = 0.8, 0.4
"""An index is a target if at least this share is seen; between the two it is neither right nor wrong to find it."""


FinderIngredient = Literal["quarter turns"]
"""What an ablation may leave out of how net A is shown its scenes."""


def _turned(
    image: NDArray[np.uint8], truth: NDArray[np.float32], quarters: int
) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """A crop and its truth turned counter-clockwise by quarter turns."""
    size = image.shape[0]
    truth = truth.copy()
    for _ in range(quarters):
        for x, y in ((1, 2), (5, 6)):
            truth[:, x], truth[:, y] = truth[:, y].copy(), size - truth[:, x]
        truth[:, 3], truth[:, 4] = truth[:, 4].copy(), -truth[:, 3]
    return np.ascontiguousarray(np.rot90(image, quarters)), truth


def targets(truth: NDArray[np.float32], cells: int, *, tells_card: bool = True) -> NDArray[np.float32]:
    """Heat, weights of the heat, of place and direction, of the card around it, then the nine numbers of net A:
    (13, cells, cells). Where a deck prints its indices anywhere, one index does not tell its card."""
    result = np.zeros((13, cells, cells), np.float32)
    heat, care, where, around = result[:4]
    care[:] = 1.0
    near = np.full((cells, cells), np.inf, np.float32)
    yy, xx = np.mgrid[-4:5, -4:5]
    for row in truth:
        x, y, seen = row[1] / STRIDE - 0.5, row[2] / STRIDE - 0.5, row[10]
        ix, iy = round(float(x)), round(float(y))
        if not (-3 <= ix < cells + 3 and -3 <= iy < cells + 3) or seen < SEEN_LITTLE:
            continue
        px, py = ix + xx, iy + yy
        inside = (px >= 0) & (px < cells) & (py >= 0) & (py < cells)
        px, py = px[inside], py[inside]
        square = (px - x) ** 2 + (py - y) ** 2
        if seen < SEEN_ENOUGH:
            care[py[square < 9], px[square < 9]] = 0.0
            continue
        heat[py, px] = np.maximum(heat[py, px], np.exp(-square / (2 * 1.3**2)))
        if 0 <= ix < cells and 0 <= iy < cells:
            heat[iy, ix] = 1.0
        mine = (square < 2.6) & (square < near[py, px])
        px, py = px[mine], py[mine]
        near[py, px] = square[mine]
        where[py, px], around[py, px] = 1.0, float(tells_card)
        told = result[4:, py, px]
        told[0], told[1], told[2], told[3] = x - px, y - py, row[3], row[4]
        told[4], told[5] = (row[5] - row[1]) / FAR_PX, (row[6] - row[2]) / FAR_PX
        told[6], told[7] = np.log(row[7] / CARD_PX[0]), np.log(row[8] / CARD_PX[1])
        told[8] = np.log(max(row[13], row[12] / WIDEST_NUMERAL) / NUMERAL_PX)
        result[4:, py, px] = told
    return result


def crops(
    cache: Path, numbers: Iterator[int], seed: int, without: Collection[FinderIngredient] = ()
) -> Iterator[tuple[NDArray[np.uint8], NDArray[np.float32]]]:
    """Batches without end: pictures (BATCH, CROP, CROP, 3) and their targets. Each has scenes of two shards; wider
    decks teach where indices are, and not where their cards lie."""
    rng = np.random.default_rng(seed)
    while True:
        picked = (next(numbers), next(numbers))
        shards = [(decks_of(number) in TELL_CARDS, *open_shard(cache, number)) for number in picked]
        for _ in range(8):
            images, wanted = [], []
            for tells_card, images_of, truth_of in shards:
                for k in rng.integers(0, len(images_of), BATCH // 2):
                    x, y = rng.integers(0, images_of.shape[1] - CROP + 1, 2)
                    truth = truth_of[truth_of[:, 0] == k].copy()
                    truth[:, (1, 5)] -= x
                    truth[:, (2, 6)] -= y
                    turns = int(rng.integers(4)) if "quarter turns" not in without else 0
                    image, truth = _turned(images_of[k, y : y + CROP, x : x + CROP], truth, turns)
                    images.append(image)
                    wanted.append(targets(truth, CROP // STRIDE, tells_card=tells_card))
            yield np.stack(images), np.stack(wanted)


def loss_of(output: Tensor, wanted: Tensor) -> tuple[Tensor, dict[str, float]]:
    """Penalty-reduced focal loss of the heat, and L1 of the rest where an index is."""
    heat, care, where, around = wanted[:, 0], wanted[:, 1], wanted[:, 2], wanted[:, 3]
    logit = output[:, 0].float()
    p = torch.sigmoid(logit).clamp(1e-5, 1 - 1e-5)
    here = (heat > 0.999).float()
    focal = -(here * (1 - p) ** 2 * p.log() + (1 - here) * (1 - heat) ** 4 * p**2 * (1 - p).log()) * care
    count = here.sum().clamp(min=1.0)
    heat_loss = focal.sum() / count
    off = (output[:, 1:].float() - wanted[:, 4:]).abs()
    off, numeral = off[:, :8], (off[:, 8] * where).sum() / where.sum().clamp(min=1.0)
    index = (off[:, :4] * where[:, None]).sum(dim=(0, 2, 3)) / where.sum().clamp(min=1.0)
    card = (off[:, 4:] * around[:, None]).sum(dim=(0, 2, 3)) / around.sum().clamp(min=1.0)
    parts = torch.cat([index, card])
    offset, up, centre, size = parts[:2].sum(), parts[2:4].sum(), parts[4:6].sum(), parts[6:].sum()
    total = heat_loss + 0.3 * offset + 1.0 * up + 1.0 * centre + 0.7 * size + 0.7 * numeral
    told = {"heat": heat_loss, "offset": offset, "up": up, "centre": centre, "size": size, "numeral": numeral}
    return total, {name: part.item() for name, part in told.items()}


def train_finder(
    cache: Path,
    shards: Sequence[int],
    *,
    steps: int,
    seed: int,
    name: str = "finder",
    without: Collection[FinderIngredient] = (),
) -> FinderNet:
    """Train from the last checkpoint on, or from the start; returns the averaged net."""
    torch.manual_seed(seed)
    progress = Progress(laid_out(FinderNet()), cache / f"{name}.checkpoint.pt", steps=steps, rate=3e-3)
    source = crops(cache, shard_numbers(progress, shards, seed), seed + 17 * progress.step, without)
    return _learn(progress, source, name)


def widen_finder(
    cache: Path, shards: Sequence[int], wider: Sequence[int], start: FinderNet, *, steps: int, seed: int
) -> FinderNet:
    """Train on, from ``start``, two shards in three of wider decks; returns the averaged net."""
    torch.manual_seed(seed)
    progress = Progress(laid_out(start.train()), cache / "wider.checkpoint.pt", steps=steps, rate=1.5e-3)
    later = seed + 17 * progress.step
    rng = np.random.default_rng([later, 3])
    usual = shard_numbers(progress, shards, later, first=FIRST_WIDER)
    new = shard_numbers(progress, wider, later + 1, first=FIRST_WIDER)
    numbers = (next(new if rng.random() < WIDER_SHARE else usual) for _ in iter(int, 1))
    return _learn(progress, crops(cache, numbers, later), "wider")


def crowd_finder(
    cache: Path,
    known: tuple[Sequence[int], Sequence[int]],
    others: tuple[Sequence[int], ...],
    start: FinderNet,
    *,
    steps: int,
    seed: int,
) -> FinderNet:
    """Train on, from ``start``, with crowded decks, litter, whole hands and upright lower numerals, which are the
    ``others``, beside the usual and the wider decks, which are ``known``; returns the averaged net."""
    torch.manual_seed(seed)
    progress = Progress(laid_out(start.train()), cache / "crowded.checkpoint.pt", steps=steps, rate=RATE_OF_CROWDED)
    later = seed + 17 * progress.step
    rng = np.random.default_rng([later, 4])
    kinds = (*others, *known)
    sources = [shard_numbers(progress, shards, later + k, first=FIRST_WIDER) for k, shards in enumerate(kinds)]
    numbers = (next(sources[int(rng.choice(len(sources), p=SHARES_OF_CROWDED))]) for _ in iter(int, 1))
    return _learn(progress, crops(cache, numbers, later), "crowded")


def _learn(progress: Progress, source: Iterator[tuple[NDArray[np.uint8], NDArray[np.float32]]], name: str) -> FinderNet:
    started = time.monotonic()
    sums: dict[str, float] = {}
    for step, (images, wanted) in zip(range(progress.step, progress.steps), source, strict=False):
        with fast_precision():
            output = progress.net(torch.from_numpy(images).to(DEVICE))
        loss, parts = loss_of(output, torch.from_numpy(wanted).to(DEVICE))
        progress.learn(loss)
        for key, value in parts.items():
            sums[key] = 0.98 * sums.get(key, value) + 0.02 * value
        if (step + 1) % 100 == 0:
            said = " ".join(f"{k} {v:.3f}" for k, v in sums.items())
            took = (time.monotonic() - started) / (step + 1 - progress.began)
            print(f"{name} {step + 1}/{progress.steps} {said} {took:.2f} s/step", flush=True)
    return progress.averaged()  # type: ignore[return-value]
