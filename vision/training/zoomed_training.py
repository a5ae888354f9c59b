"""Training nets C and D, together with a larger net, from nothing.

Truth is hard on a net: of what blur has made of an 8 it says 8, where nobody could tell it from a 3 or a 6. A larger
net says how much it may be each, and net C learns that beside the truth; net D learns what both say in the mean.
"""

import copy
import time
from collections.abc import Collection, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TypeAlias

import numpy as np
import torch
from torch import Tensor, nn

from vision.nets.ranks import CLASSES, NONE
from vision.training.data import shard_numbers
from vision.training.feeding import STREAMS, Batch, fed
from vision.training.nets import SecondNet, TeachingNet, ZoomedNet
from vision.training.patches import BATCH, UNTOLD, mixed, negative, recoloured
from vision.training.progress import DEVICE, Progress, fast_precision, laid_out
from vision.training.rank_training import LEGIBLE, LEGIBLE_FROM, POSE_WEIGHT, in_shares, learn
from vision.training.zoomed import Ingredient, zoomed_samples

CLOSEUPS = 0.55
"""Share of close-ups in what net D learns from; the rest is what net A found in scenes."""
NEGATIVES = 0.45
"""Share of patches whose negative net D learns from instead: light numerals on dark ground and dark ones on light are
to tell it the same. With the tenth of ``recoloured`` half of all; no other share was tried."""
LARGE_BATCH = 1024
"""Patches in a batch where two nets learn together, on a graphics card. No other size was tried."""
TAUGHT, TAUGHT_FROM = 0.6, 0.1
"""How much what the larger net says weighs beside the truth, and from which share of the steps on: before, it knows
little. No others were tried."""
SMOOTHING = 0.01


class _AllAlong:
    """A run that has come so far that every shard is there to choose from."""

    step, steps = 1, 1


def zoomed_batches(
    cache: Path,
    scenes: Sequence[int],
    closeups: Sequence[int],
    seed: int,
    stream: int = 0,
    *,
    size: int = BATCH,
    without: Collection[Ingredient] = (),
) -> Iterator[Batch]:
    """Batches without end; each ``stream`` of a seed has others. ``without`` some of the ingredients."""
    own = int(np.random.default_rng([seed, stream]).integers(2**31))
    share = 0.0 if "close-ups" in without else CLOSEUPS
    share = 1.0 if "what net A finds in scenes" in without else share
    progress = _AllAlong()
    sources = tuple(
        (part, zoomed_samples(cache, shard_numbers(progress, shards, own + which), own + which - 1, without=without))
        for which, part, shards in ((1, share, closeups), (2, 1 - share, scenes))
    )
    rng = np.random.default_rng([seed, stream, 9])
    negatives = 0.0 if "negatives" in without else NEGATIVES
    for patches, labels, poses in in_shares(sources, own, size):
        if "other colours" not in without:
            patches = np.stack([negative(rng, recoloured(rng, mixed(rng, patch)), negatives) for patch in patches])
        yield patches, labels, poses


def train_zoomed(
    cache: Path,
    scenes: Sequence[int],
    closeups: Sequence[int],
    *,
    steps: int,
    seed: int,
    without: Collection[Ingredient] = (),
    name: str = "zoomed alone",
    start: ZoomedNet | None = None,
    rate: float = 2e-3,
) -> ZoomedNet:
    """Train net D by itself, from nothing or from ``start`` on, from the truth alone: to see what an ingredient is
    worth; returns the averaged net."""
    torch.manual_seed(seed)
    net = ZoomedNet() if start is None else copy.deepcopy(start)
    progress = Progress(laid_out(net).train(), cache / f"{name}.checkpoint.pt", steps=steps, rate=rate)
    batches = zoomed_batches(cache, scenes, closeups, seed + 17 * progress.step, without=without)
    legible_from = None if "leaving out what cannot be read" in without else round(LEGIBLE_FROM * steps)
    return learn(progress, ZoomedNet, batches, name=name, smoothing=SMOOTHING, legible_from=legible_from)


Trio: TypeAlias = tuple[TeachingNet, SecondNet, ZoomedNet]
"""The nets that learn together."""


def train_together(
    cache: Path,
    scenes: Sequence[int],
    closeups: Sequence[int],
    start: Trio | None = None,
    *,
    steps: int,
    seed: int,
    suffix: str = "",
    size: int = LARGE_BATCH,
    streams: int = STREAMS,
    rate: float = 3e-3,
) -> Trio:
    """Train the larger net from the truth, and nets C and D from both, from nothing or from ``start`` on, or from the
    last checkpoints, whose names end with ``suffix``; returns the averaged nets. As many processes as there are
    ``streams`` draw the batches."""
    torch.manual_seed(seed)
    nets = start or (TeachingNet(), SecondNet(), ZoomedNet())
    runs = {
        name: Progress(laid_out(net).train(), cache / f"{name}{suffix}.checkpoint.pt", steps=steps, rate=rate)
        for name, net in zip(("teaching", "second", "zoomed"), nets, strict=True)
    }
    beginning = 0 if start else steps  # nets that know something teach, and are trusted, from the first step on
    began = time.monotonic()
    first = min(run.step for run in runs.values())  # of the checkpoints one may be older than the others
    batches = fed(partial(zoomed_batches, cache, scenes, closeups, seed + 17 * first, size=size), streams=streams)
    said: dict[str, Tensor] = {}
    for step, batch in zip(range(first, steps), batches, strict=False):
        patches, wanted, pose = (each.to(DEVICE, non_blocking=True) for each in batch)
        otherwise = _otherwise(patches, seed, step)
        by_teacher = _told(runs["teaching"], patches)
        told = {
            "teaching": by_teacher,
            "second": _told(runs["teaching"], otherwise),
            "zoomed": (by_teacher + _told(runs["second"], patches)) / 2,
        }
        readable = _is_readable(by_teacher, wanted) if step >= LEGIBLE_FROM * beginning else torch.ones_like(wanted)
        for name, run in runs.items():
            if run.step > step:
                continue
            with fast_precision():
                output = run.net(otherwise if name == "second" else patches)
            weight = TAUGHT if name != "teaching" and step >= TAUGHT_FROM * beginning else 0.0
            loss, right = _loss(output.float(), wanted, pose, told[name], readable, weight)
            run.learn(loss)
            said[name] = right if name not in said else 0.98 * said[name] + 0.02 * right
        if (step + 1) % 100 == 0:
            took = (time.monotonic() - began) / (step + 1 - first)
            words = " ".join(f"{name} right {float(right):.3f}" for name, right in said.items())
            print(f"together {step + 1}/{steps} {words} {took:.3f} s/step", flush=True)
    large, second, small = (runs[name].averaged() for name in ("teaching", "second", "zoomed"))
    assert isinstance(large, TeachingNet) and isinstance(second, SecondNet) and isinstance(small, ZoomedNet)
    return large, second, small


@torch.no_grad()
def _told(run: Progress, patches: Tensor) -> Tensor:
    """How likely (n, 11) the averaged net of a run takes patches for each class."""
    with fast_precision():
        said: Tensor = run.mean.eval()(patches)[:, :CLASSES]
    return said.float().softmax(1)


def _otherwise(patches: Tensor, seed: int, step: int) -> Tensor:
    """The patches (n, 48, 48, 3) as net C sees them: half of them as their negatives, half with blue and red exchanged,
    so that it does not learn from the very pictures that net D learns from."""
    chance = np.random.default_rng([seed, step, 31]).random((2, len(patches)))
    negatives, exchanged = (torch.from_numpy(part < 0.5).to(patches.device)[:, None, None, None] for part in chance)
    return torch.where(exchanged, patches.flip(3), patches) ^ (255 * negatives).to(torch.uint8)


def _is_readable(told: Tensor, wanted: Tensor) -> Tensor:
    """(n,), whether somebody could read a patch: where nobody could, its rank is not learnt."""
    stated = told.gather(1, wanted.clamp(min=0)[:, None])[:, 0]
    return (wanted == NONE) | (stated >= LEGIBLE)


def _loss(
    output: Tensor, wanted: Tensor, pose: Tensor, told: Tensor, readable: Tensor, taught: float
) -> tuple[Tensor, Tensor]:
    """The loss, ``taught`` (0 to 1) of what it says of ranks by what a teacher ``told``, and how much is right."""
    logits, said_of = output[:, :CLASSES], output[:, CLASSES:]
    each = nn.functional.cross_entropy(logits, wanted, label_smoothing=SMOOTHING, reduction="none", ignore_index=UNTOLD)
    rank = (each * readable).mean()
    if taught:
        rank = (1 - taught) * rank + taught * nn.functional.cross_entropy(logits, told)
    there = pose[:, -1:]
    off = nn.functional.smooth_l1_loss(said_of, pose[:, : said_of.shape[1]], reduction="none", beta=0.05)
    loss = rank + POSE_WEIGHT * (off * there).sum() / there.sum().clamp(min=1.0)
    return loss, (logits.argmax(1) == wanted).float().mean()
