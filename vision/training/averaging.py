"""The middle between a net and what it became by training on: it reads new designs better than either."""

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from vision.training.nets import RankNet

HALF_BATCH = 64


def _mean(start: dict[str, Tensor], end: dict[str, Tensor]) -> dict[str, Tensor]:
    return {k: (start[k] + v) / 2 if v.dtype.is_floating_point else v for k, v in end.items()}


def middle_of(
    net: RankNet,
    start: dict[str, Tensor],
    end: dict[str, Tensor],
    scenes: NDArray[np.uint8],
    closeups: NDArray[np.uint8],
) -> RankNet:
    """The ``net`` with the mean of both nets' weights. Its normalisations are measured anew on patches (n, 48, 48, 3)
    of scenes and of close-ups, in equal parts, since neither net's fit the mean."""
    net.load_state_dict(_mean(start, end))
    for module in net.modules():
        if isinstance(module, nn.BatchNorm2d):
            module.reset_running_stats()
            module.momentum = None  # a plain mean over the batches
    net.train()
    with torch.no_grad():
        for k in range(0, min(len(scenes), len(closeups)), 2 * HALF_BATCH):
            both = [scenes[k : k + HALF_BATCH], closeups[k + HALF_BATCH : k + 2 * HALF_BATCH]]
            net(torch.from_numpy(np.concatenate(both)))
    return net.eval()
