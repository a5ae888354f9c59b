"""How large a numeral is: a head that net B gets last, its other weights as they are."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch

from vision.training.closeups import closeup_samples
from vision.training.nets import RankNet, _evened
from vision.training.patches import BATCH
from vision.training.rank_training import scene_samples

RATE = 2e-3
CLOSEUPS = 0.8
"""Share of close-ups in what it learns from; the others are indices of scenes."""


def teach_sizes(
    net: RankNet, cache: Path, shards: Sequence[int], closeups: Sequence[int], *, steps: int, seed: int
) -> RankNet:
    """Train ``net.size`` alone, on close-ups and scenes that are drawn; returns the net."""
    torch.manual_seed(seed)
    rng = np.random.default_rng([seed, 21])
    close = closeup_samples(cache, (closeups[int(rng.integers(len(closeups)))] for _ in iter(int, 1)), seed)
    far = scene_samples(cache, shards, seed)
    net.eval()
    optimiser = torch.optim.AdamW(net.size.parameters(), lr=RATE, weight_decay=0.02)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, steps)
    pool = [sample for sample, _ in zip(close, range(16 * BATCH), strict=False)]
    said = 0.0
    for step in range(steps):
        chosen = rng.choice(len(pool), BATCH, replace=False)
        samples = [pool[int(k)] for k in chosen]
        for k in chosen:
            pool[int(k)] = next(close if rng.random() < CLOSEUPS else far)
        wanted = torch.from_numpy(np.stack([sample[2] for sample in samples]))
        with torch.no_grad():
            seen = net.body(_evened(torch.from_numpy(np.stack([sample[0] for sample in samples]))))
        off = torch.nn.functional.smooth_l1_loss(net.size(seen), wanted[:, 7:9], reduction="none", beta=0.1)
        loss = (off * wanted[:, 9:]).sum() / wanted[:, 9].sum().clamp(min=1.0)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        schedule.step()
        said = 0.98 * said + 0.02 * loss.item() if step else loss.item()
        if (step + 1) % 500 == 0:
            print(f"sizes {step + 1}/{steps} {said:.4f}", flush=True)
    return net
