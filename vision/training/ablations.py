"""What each ingredient of net D's training is worth: trained on a tenth of the data without it, and read on held-out
designs: ``python -m vision.training.ablations``. The figures go into D's card. What the recipe has drawn is taken,
what it has not is drawn, in a minute or two."""

import argparse
import json
import os
from pathlib import Path
from typing import Any, get_args

import cv2
import numpy as np
import torch
from numpy.typing import NDArray

from vision.finder import Finder
from vision.models import MODELS
from vision.ranks import NONE, Ranks, cut_zoomed
from vision.readings import log_softmax
from vision.synth.faces import HELD_OUT
from vision.training.calibration import least_loss
from vision.training.cards import tell
from vision.training.checking import CHECK_SEED, READABLE
from vision.training.data import make_shards
from vision.training.fonts import shipped_fonts
from vision.training.mining import mine
from vision.training.nets import ZoomedNet
from vision.training.quantising import FLOAT_MODELS
from vision.training.recipe import SHIPPED, ZOOMED_CLOSEUPS, ZOOMED_SHARDS
from vision.training.scenes import make_scene
from vision.training.unfolding import unfolded
from vision.training.zoomed import Ingredient, Shot, draw_zoomed, placed
from vision.training.zoomed_training import train_zoomed, zoomed_batches

TENTH = 10
STEPS, RATE = 400, 4e-4
"""So many steps each, from net C's weights on, which learnt without some of the ingredients and from other decks: what
is told is which way an ingredient works, in an hour of one core of an AMD EPYC. From nothing 800 steps of a tenth of
the data read no numeral yet, with whatever ingredients."""
START, BEGUN_BY = "second", 16
"""The trained model, and so many batches show what its normalisations see."""
SCENES = 60
"""Scenes of each held-out family, in reference conditions."""
FIRST_SCENE = CHECK_SEED + 600
NEAR_PX = 9.0
SURE = 0.97
"""A single index is called from this probability on (``vision.guesses.CALL_ALONE``)."""


def held_out_patches(models: Path) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Patches (n, 48, 48, 3) of the indices of held-out designs where the reader puts them, and their classes."""
    finder, ranks = Finder(models), Ranks(models)
    patches, classes = [], []
    for family in sorted(HELD_OUT):
        for number in range(SCENES):
            scene = make_scene(FIRST_SCENE + number, shipped_fonts(), (family,), conditions="reference")
            shots = [Shot(scene.image, found, None) for found in finder.find_all_ways(scene.image)]
            for index in placed(ranks, shots):
                near = [i for i in scene.indices if np.hypot(i.x - index.x, i.y - index.y) < NEAR_PX]
                if not near or near[0].seen < READABLE:
                    continue
                is_upright = np.cos(index.up) * near[0].up_x + np.sin(index.up) * near[0].up_y > 0.7
                patches.append(cut_zoomed(scene.image, index))
                classes.append(near[0].rank - 1 if near[0].rank and is_upright else NONE)
    return np.stack(patches), np.array(classes)


def scored(net: ZoomedNet, patches: NDArray[np.uint8], classes: NDArray[np.int64]) -> dict[str, float]:
    """How well net D alone reads patches, its temperature fitted on them."""
    with torch.no_grad():
        logits = net.eval()(torch.from_numpy(patches))[:, : NONE + 1].numpy()
    logs = log_softmax(least_loss(logits, classes)[2])
    ours, best = classes != NONE, logs.argmax(1)
    is_called = np.exp(logs.max(1)) >= SURE
    return {
        "log loss": round(-float(logs[np.arange(len(classes)), classes].mean()), 4),
        "ranks called": round(float((is_called & (best == classes))[ours].mean()), 4),
        "called wrongly": int((is_called & (best != classes) & (best != NONE)).sum()),
    }


def draw(cache: Path, models: Path, scenes: range, closeups: range, processes: int) -> None:
    """Draw the scenes, what net A finds in them, and what net B cuts of them and of the close-ups, where it is not
    there yet."""
    cache.mkdir(parents=True, exist_ok=True)
    make_shards(cache, scenes, processes)
    mine(cache, models, scenes, processes)
    draw_zoomed(cache, models, closeups, scenes, processes)


def begun(model: Path, cache: Path, scenes: range, closeups: range) -> ZoomedNet:
    """The net that a trained ``model`` is, its normalisations as they see what is learnt here."""
    batches = zoomed_batches(cache, scenes, closeups, SHIPPED.seed)
    seen = np.concatenate([next(batches)[0] for _ in range(BEGUN_BY)])
    return unfolded(model, ZoomedNet(), seen)


def measure(cache: Path, models: Path, float_models: Path, processes: int) -> dict[str, Any]:
    """Train with everything, and without each ingredient in turn."""
    cv2.setNumThreads(1)
    scenes = range(ZOOMED_SHARDS, ZOOMED_SHARDS + max(1, SHIPPED.zoomed_shards // TENTH))
    closeups = range(ZOOMED_CLOSEUPS, ZOOMED_CLOSEUPS + SHIPPED.zoomed_closeups // TENTH)
    draw(cache, models, scenes, closeups, processes)
    patches, classes = held_out_patches(models)
    start = begun(float_models / f"{START}.onnx", cache, scenes, closeups)
    told: dict[str, Any] = {
        "indices": len(classes),
        "of foreign cards": int((classes == NONE).sum()),
        "data": f"{len(closeups)} shards of close-ups, {len(scenes)} of scenes, {STEPS} steps",
        "net C, whose weights each begins with": scored(start, patches, classes),
    }
    print(json.dumps(told), flush=True)
    everything: tuple[Ingredient | None, ...] = (None, *get_args(Ingredient))
    for without in everything:
        name = "without " + without if without else "everything"
        at = f"ablation {name}"
        (cache / f"{at}.checkpoint.pt").unlink(missing_ok=True)
        left_out = (without,) if without else ()
        net = train_zoomed(
            cache, scenes, closeups, steps=STEPS, seed=SHIPPED.seed, without=left_out, name=at, start=start, rate=RATE
        )
        told[name] = scored(net, patches, classes)
        print(json.dumps({name: told[name]}), flush=True)
    return told


def main() -> int:
    """Measure, and write what came out into the card of ``zoomed``, the trained model's and the shipped one's."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.ablations", description=__doc__)
    parser.add_argument("--cache", type=Path, default=Path("build/training"), help="folder of what the recipe drew")
    parser.add_argument("--models", type=Path, default=MODELS, help="folder of the models that ship")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, help="how many draw at once")
    parser.add_argument("--float-models", type=Path, default=FLOAT_MODELS, help="folder of the trained models")
    arguments = parser.parse_args()
    told = measure(arguments.cache, arguments.models, arguments.float_models, arguments.processes)
    for folder in (arguments.float_models, arguments.models):
        tell(folder, "zoomed", {"ablations": told})
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
