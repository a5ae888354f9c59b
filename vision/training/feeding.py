"""Batches from several processes: where a graphics card learns, one processor core cannot draw patches fast enough."""

from collections.abc import Callable, Iterator
from typing import TypeAlias

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from vision.training.progress import DEVICE

Batch: TypeAlias = tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.float32]]
STREAMS = 14
"""Processes that draw; each has its own seed and they take turns, so that the same seed sees the same batches on every
machine, however fast they are. As many as the machine of the graphics card has cores, but two."""
AHEAD = 6
"""Batches that each of them is ahead: a guess."""


class _Stream(IterableDataset[Batch]):
    def __init__(self, make: Callable[[int], Iterator[Batch]]) -> None:
        self.make = make

    def __iter__(self) -> Iterator[Batch]:
        cv2.setNumThreads(1)
        torch.set_num_threads(1)
        worker = get_worker_info()
        return self.make(worker.id if worker else 0)


def fed(make: Callable[[int], Iterator[Batch]], *, streams: int = STREAMS) -> Iterator[tuple[Tensor, Tensor, Tensor]]:
    """Batches without end of what ``make`` gives for the number of a process: a function at the top of a module, or
    ``functools.partial`` of one."""
    loader = DataLoader(
        _Stream(make),
        batch_size=None,
        num_workers=streams,
        prefetch_factor=AHEAD,
        pin_memory=DEVICE.type == "cuda",
        multiprocessing_context="spawn",
    )
    return iter(loader)
