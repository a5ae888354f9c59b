"""What each ingredient of net E's training is worth: trained from nothing on a tenth of the data without it, and asked
about 6s and 9s of held-out designs: ``python -m vision.training.orientation_ablations``. The figures go into E's card.
What the recipe has drawn is taken, what it has not is drawn."""

import argparse
import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, get_args

import cv2
import numpy as np
import torch
from numpy.typing import NDArray

from vision.finder import Finder
from vision.models import MODELS
from vision.orientation import cut_surroundings
from vision.synth.faces import HELD_OUT
from vision.training.cards import tell
from vision.training.checking import CHECK_SEED, READABLE
from vision.training.data import make_shards
from vision.training.fonts import shipped_fonts
from vision.training.nets import OrientationNet
from vision.training.orientation import SCALED, TURNING, UprightIngredient
from vision.training.orientation_training import train_orientation
from vision.training.quantising import FLOAT_MODELS
from vision.training.recipe import SHIPPED, ZOOMED_SHARDS
from vision.training.scenes import make_scene

TENTH = 10
STEPS, RATE = 600, 2e-3
"""So many steps each, from nothing: a minute and a half of two cores of an AMD EPYC. E as it ships took 15,600."""
SCENES, FIRST_SCENE = 80, CHECK_SEED + 700
"""Scenes of each held-out family, in reference conditions."""
NEAR_PX = 9.0
BOTH_WAYS = (0, 2)
"""Quarter turns of a patch that are told from each other."""


def held_out_surroundings(models: Path) -> NDArray[np.uint8]:
    """What stands around the 6s and 9s of held-out designs, (n, 96, 96, 3), their cards upright, where net A finds
    them, turned as it finds them."""
    finder, patches = Finder(models), []
    for family in sorted(HELD_OUT):
        for number in range(SCENES):
            scene = make_scene(FIRST_SCENE + number, shipped_fonts(), (family,), conditions="reference")
            turning = [index for index in scene.indices if index.rank in TURNING and index.seen >= READABLE]
            for index in finder.find_all_ways(scene.image) if turning else ():
                near = [one for one in turning if np.hypot(one.x - index.x, one.y - index.y) < NEAR_PX]
                towards = np.cos(index.up) * near[0].up_x + np.sin(index.up) * near[0].up_y if near else 0.0
                if abs(towards) > 0.7:
                    up = index.up if towards > 0 else index.up + np.pi
                    patches.append(cut_surroundings(scene.image, index.x - 0.5, index.y - 0.5, up, index.width))
    return np.stack(patches)


def scored(net: OrientationNet, patches: NDArray[np.uint8]) -> dict[str, float]:
    """How well net E tells upright cards from those upside down, its temperature fitted on them."""
    with torch.no_grad():
        ways = [np.ascontiguousarray(np.rot90(patches, turns, (1, 2))) for turns in BOTH_WAYS]
        upright, below = (net.eval()(torch.from_numpy(way))[:, 0].numpy() for way in ways)
    odds = np.asarray(upright - below, np.float64)
    loss = min(float(np.logaddexp(0, -odds / temperature).mean()) for temperature in np.geomspace(0.3, 5.0, 80))
    return {"log loss": round(loss, 4), "the other way up": int((odds < 0).sum())}


def measure(cache: Path, models: Path, shards: Sequence[int]) -> dict[str, Any]:
    """Train with everything, and without each ingredient in turn."""
    cv2.setNumThreads(1)
    patches = held_out_surroundings(models)
    told: dict[str, Any] = {"6s and 9s": len(patches), "data": f"{len(shards)} shards of scenes, {STEPS} steps"}
    print(json.dumps(told), flush=True)
    everything: tuple[UprightIngredient | None, ...] = (None, *get_args(UprightIngredient))
    for without in everything:
        name = "without " + without if without else "everything"
        at = f"upright {name}"
        (cache / f"{at}.checkpoint.pt").unlink(missing_ok=True)
        net = train_orientation(
            cache,
            shards,
            steps=STEPS,
            seed=SHIPPED.seed,
            name=at,
            rate=RATE,
            scaled=SCALED,
            without=(without,) if without else (),
        )
        told[name] = scored(net, patches)
        print(json.dumps({name: told[name]}), flush=True)
    return told


def main() -> int:
    """Measure, and write what came out into the card of ``orientation``, the trained model's and the shipped one's."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.orientation_ablations", description=__doc__)
    parser.add_argument("--cache", type=Path, default=Path("build/training"), help="folder of what the recipe drew")
    parser.add_argument("--models", type=Path, default=MODELS, help="folder of the models that ship")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, help="how many draw at once")
    parser.add_argument("--float-models", type=Path, default=FLOAT_MODELS, help="folder of the trained models")
    arguments = parser.parse_args()
    shards = range(ZOOMED_SHARDS, ZOOMED_SHARDS + SHIPPED.orientation_shards // TENTH)
    arguments.cache.mkdir(parents=True, exist_ok=True)
    make_shards(arguments.cache, shards, arguments.processes)
    told = measure(arguments.cache, arguments.models, shards)
    for folder in (arguments.float_models, arguments.models):
        tell(folder, "orientation", {"ablations": told})
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
