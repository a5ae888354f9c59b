"""From an exported net back to one that can be trained on: its convolutions carry their normalisations."""

from pathlib import Path
from typing import TypeVar

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper
from torch import nn

from vision.training.nets import FinderNet, OrientationNet, RankNet, ZoomedNet

Net = TypeVar("Net", FinderNet, RankNet, ZoomedNet, OrientationNet)


HEADS = ("rank.", "pose.", "size.", "head.", "upright.")
"""Layers without a normalisation."""
PIXELS = 600_000
"""How much a net is shown at once."""


def unfolded(model: Path, net: Net, patches: NDArray[np.uint8]) -> Net:
    """The ``net``, made to say what the model says. ``patches``, some thousands (n, 48, 48, 3), or some dozens of
    pictures (n, h, w, 3) for net A, show what its normalisations see: a convolution's mean and spread over them become
    those of the normalisation that was folded into it.

    Raises:
        ValueError: the model has other layers than the net.
    """
    stored = [(entry.name, numpy_helper.to_array(entry)) for entry in onnx.load(model).graph.initializer]
    named = {name: torch.from_numpy(array.copy()) for name, array in stored if name.startswith(HEADS)}
    left = [(name, array) for name, array in stored if name not in named]
    folded = [array for name, array in left if array.ndim == 4 or name.startswith("onnx::Conv")]
    net.eval()
    pairs = _normalised(net)
    if len(folded) != 2 * len(pairs):
        raise ValueError(f"{model} has {len(folded)} arrays of convolutions; expected {2 * len(pairs)}: train anew.")
    _, unexpected = net.load_state_dict(named, strict=False)
    if unexpected:
        raise ValueError(f"{model} has layers that the net lacks ({', '.join(unexpected)}): train anew.")
    for (convolution, norm), weight, bias in zip(pairs, folded[::2], folded[1::2], strict=True):
        convolution.weight.data = torch.from_numpy(weight.copy())
        _settle(net, convolution, norm, torch.from_numpy(bias.copy()), patches)
    return net


def _normalised(net: nn.Module) -> list[tuple[nn.Conv2d, nn.BatchNorm2d]]:
    """The convolutions in the order in which they are asked, each with its normalisation."""
    named = list(net.named_modules())
    convolutions = [m for name, m in named if isinstance(m, nn.Conv2d) and not f"{name}.".startswith(HEADS)]
    return list(zip(convolutions, (m for _, m in named if isinstance(m, nn.BatchNorm2d)), strict=True))


@torch.no_grad()
def _settle(
    net: nn.Module, convolution: nn.Conv2d, norm: nn.BatchNorm2d, bias: torch.Tensor, patches: NDArray[np.uint8]
) -> None:
    """Give ``norm`` the mean and spread that ``convolution`` has over the patches, and undo both by its own scale."""
    sums: list[tuple[torch.Tensor, torch.Tensor, int]] = []

    def heard(_module: nn.Module, _inputs: object, output: torch.Tensor) -> None:
        flat = output.double().transpose(0, 1).flatten(1)
        sums.append((flat.sum(1), (flat**2).sum(1), flat.shape[1]))

    hook = convolution.register_forward_hook(heard)
    step = max(1, PIXELS // (patches.shape[1] * patches.shape[2]))
    for k in range(0, len(patches), step):
        net(torch.from_numpy(patches[k : k + step]))
    hook.remove()
    count = sum(n for _, _, n in sums)
    mean = torch.stack([s for s, _, _ in sums]).sum(0) / count
    spread = torch.stack([s for _, s, _ in sums]).sum(0) / count - mean**2
    norm.running_mean.data, norm.running_var.data = mean.float(), spread.float()  # type: ignore[union-attr]
    norm.weight.data = (spread + norm.eps).sqrt().float()
    norm.bias.data = bias + mean.float()
