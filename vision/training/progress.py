"""One training run: optimiser, learning rate, precision, running average of the weights, checkpoints."""

import copy
import math
import os
from pathlib import Path
from typing import TypeVar

import torch
from torch import Tensor, nn

Net = TypeVar("Net", bound=nn.Module)

DEVICE = torch.device("cuda" if torch.cuda.is_available() else "cpu")
"""Where nets are trained. Drawing, searching and quantising are the processor's work everywhere."""
KEEP_EVERY = 200
WARM_UP = 150
AVERAGING = 0.998


def fast_precision() -> torch.autocast:
    """bfloat16 for what runs in it, on a graphics card and where the processor multiplies tiles of it (AMX); plain
    floats elsewhere. With AVX-512's instructions for bfloat16 alone a step of net C took 0.90 s instead of 0.66, and
    emulated twenty times as long."""
    is_fast = torch.cpu._is_amx_tile_supported() or DEVICE.type == "cuda"
    return torch.autocast(DEVICE.type, torch.bfloat16, enabled=is_fast)


def laid_out(net: Net) -> Net:
    """The net with its arrays laid out with the channels last."""
    return net.to(memory_format=torch.channels_last)  # type: ignore[call-overload]  # not in torch's types


class Progress:
    """Where a training run stands; continues from the checkpoint if there is one."""

    def __init__(self, net: nn.Module, checkpoint: Path, *, steps: int, rate: float) -> None:
        net.to(DEVICE)
        self.net, self.checkpoint, self.steps, self.rate = net, checkpoint, steps, rate
        self.mean = copy.deepcopy(net)
        self.optimiser = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=0.02)
        self.step = 0
        if checkpoint.exists():
            state = torch.load(checkpoint, weights_only=True, map_location=DEVICE)
            net.load_state_dict(state["net"])
            self.mean.load_state_dict(state["mean"])
            self.optimiser.load_state_dict(state["optimiser"])
            self.step = int(state["step"])
            print(f"continuing {checkpoint.name} at step {self.step}", flush=True)
        self.began = self.step

    def _rate_now(self) -> float:
        if self.step < WARM_UP:
            return self.rate * (self.step + 1) / WARM_UP
        done = (self.step - WARM_UP) / max(1, self.steps - WARM_UP)
        return self.rate * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * min(1.0, done))))

    def learn(self, loss: Tensor) -> None:
        """One step of the optimiser."""
        for group in self.optimiser.param_groups:
            group["lr"] = self._rate_now()
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self.net.parameters(), 5.0)
        self.optimiser.step()
        self.step += 1
        keep = min(AVERAGING, (1 + self.step) / (10 + self.step))
        with torch.no_grad():
            for mean, now in zip(self.mean.state_dict().values(), self.net.state_dict().values(), strict=True):
                if mean.dtype.is_floating_point:
                    mean.lerp_(now, 1 - keep)
                else:
                    mean.copy_(now)
        if self.step % KEEP_EVERY == 0 or self.step == self.steps:
            self.save()

    def save(self) -> None:
        """Write the checkpoint, whole or not at all."""
        partial = self.checkpoint.with_suffix(".partial")
        state = {
            "net": self.net.state_dict(),
            "mean": self.mean.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "step": self.step,
        }
        torch.save(state, partial)
        os.replace(partial, self.checkpoint)

    def averaged(self) -> nn.Module:
        """The net with the averaged weights, for use on the processor."""
        return self.mean.cpu().eval()
