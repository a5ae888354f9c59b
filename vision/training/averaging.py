"""Between a net and what it became by training on: it reads new designs better than either."""

from collections.abc import Iterable
from typing import TypeVar

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from vision.training.nets import RankNet

Net = TypeVar("Net", bound=nn.Module)
HALF_BATCH = 64


def between(
    net: Net,
    start: dict[str, Tensor],
    end: dict[str, Tensor],
    share: float,
    seen: Iterable[NDArray[np.uint8]],
) -> Net:
    """The ``net`` with weights between both nets' own, the later one's counting for this ``share``. Its normalisations
    are measured anew on batches of what it is to see, since neither net's fit."""
    mixed = {k: (1 - share) * start[k] + share * v if v.dtype.is_floating_point else v for k, v in end.items()}
    net.load_state_dict(mixed)
    for module in net.modules():
        if isinstance(module, nn.BatchNorm2d):
            module.reset_running_stats()
            module.momentum = None  # a plain mean over the batches
    net.train()
    with torch.no_grad():
        for batch in seen:
            net(torch.from_numpy(batch))
    return net.eval()


def middle_of(
    net: RankNet,
    start: dict[str, Tensor],
    end: dict[str, Tensor],
    scenes: NDArray[np.uint8],
    closeups: NDArray[np.uint8],
) -> RankNet:
    """The ``net`` in the middle between both, its normalisations measured on patches (n, 48, 48, 3) of scenes and of
    close-ups, in equal parts."""
    batches = (
        np.concatenate([scenes[k : k + HALF_BATCH], closeups[k + HALF_BATCH : k + 2 * HALF_BATCH]])
        for k in range(0, min(len(scenes), len(closeups)), 2 * HALF_BATCH)
    )
    return between(net, start, end, 0.5, batches)
