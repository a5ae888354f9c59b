"""What all ablations do: train with everything, then without each ingredient in turn, and ask each net the same."""

import json
from collections.abc import Callable, Collection, Iterable
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from vision.nets.index_reading import log_softmax
from vision.nets.ranks import NONE
from vision.training.calibration import least_loss

TENTH = 10
"""An ablation learns from a tenth of the data."""
SURE = 0.97
"""A single index is called from this probability on (``vision.reading.card_guess.CALL_ALONE``)."""

Told = dict[str, Any]
Ingredient = TypeVar("Ingredient", bound=str)


def without_each(
    told: Told, ingredients: Iterable[Ingredient], measured: Callable[[str, Collection[Ingredient]], Told]
) -> Told:
    """Add to what is ``told`` what is ``measured`` with everything, and without each ingredient; printed as it comes
    in. ``measured`` is given a name for the run and what it is to leave out."""
    print(json.dumps(told), flush=True)
    runs: dict[str, tuple[Ingredient, ...]] = {"everything": ()}
    for name, without in (runs | {f"without {one}": (one,) for one in ingredients}).items():
        told[name] = measured(name, without)
        print(json.dumps({name: told[name]}), flush=True)
    return told


def begin_anew(cache: Path, name: str) -> str:
    """The name of an ablation's training run, its checkpoint of an earlier time deleted."""
    run = f"ablation {name}"
    (cache / f"{run}.checkpoint.pt").unlink(missing_ok=True)
    return run


def read_by(net: nn.Module, patches: NDArray[np.uint8], classes: NDArray[np.int64]) -> Told:
    """How well a net alone reads patches (n, 48, 48, 3) of these classes (n,), its temperature fitted on them."""
    with torch.no_grad():
        logits = net.eval()(torch.from_numpy(patches))[:, : NONE + 1].numpy()
    logs = log_softmax(least_loss(logits, classes)[2])
    ours, best = classes != NONE, logs.argmax(1)
    is_called = np.exp(logs.max(1)) >= SURE
    return {
        "log loss": round(-float(logs[np.arange(len(classes)), classes].mean()), 4),
        "ranks likeliest": round(float((best == classes)[ours].mean()), 4),
        "ranks called": round(float((is_called & (best == classes))[ours].mean()), 4),
        "called wrongly": int((is_called & (best != classes) & (best != NONE)).sum()),
    }
