"""What each ingredient of net E's training is worth (``vision.training.ablations``): trained from nothing on a tenth of
the data without it, it is asked about 6s and 9s of held-out designs."""

from collections.abc import Collection
from pathlib import Path
from typing import get_args

import numpy as np
import torch
from numpy.typing import NDArray

from vision.nets.finder import Finder
from vision.nets.orientation import cut_surroundings
from vision.synth.faces import HELD_OUT
from vision.training.ablating import TENTH, Told, begin_anew, without_each
from vision.training.checking import CHECK_SEED, READABLE
from vision.training.data import make_shards
from vision.training.fonts import shipped_fonts
from vision.training.nets import OrientationNet
from vision.training.orientation import SCALED, TURNING, UprightIngredient
from vision.training.orientation_training import train_orientation
from vision.training.recipe import SHIPPED, ZOOMED_SHARDS
from vision.training.scenes import make_scene

STEPS, RATE = 600, 2e-3
"""Steps that each net is trained, from nothing: a minute and a half of two cores of an AMD EPYC. E as it ships took
15,600."""
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


def scored(net: OrientationNet, patches: NDArray[np.uint8]) -> Told:
    """How well net E tells upright cards from those upside down, its temperature fitted on them."""
    with torch.no_grad():
        ways = [np.ascontiguousarray(np.rot90(patches, turns, (1, 2))) for turns in BOTH_WAYS]
        upright, below = (net.eval()(torch.from_numpy(way))[:, 0].numpy() for way in ways)
    odds = np.asarray(upright - below, np.float64)
    loss = min(float(np.logaddexp(0, -odds / temperature).mean()) for temperature in np.geomspace(0.3, 5.0, 80))
    return {"log loss": round(loss, 4), "the other way up": int((odds < 0).sum())}


def measure(cache: Path, models: Path, float_models: Path, processes: int) -> Told:
    """Train with everything, and without each ingredient in turn."""
    shards = range(ZOOMED_SHARDS, ZOOMED_SHARDS + SHIPPED.orientation_shards // TENTH)
    make_shards(cache, shards, processes)
    patches = held_out_surroundings(models)

    def measured(name: str, without: Collection[UprightIngredient]) -> Told:
        run = begin_anew(cache, f"upright {name}")
        steps, seed = STEPS, SHIPPED.seed
        net = train_orientation(
            cache, shards, steps=steps, seed=seed, name=run, rate=RATE, scaled=SCALED, without=tuple(without)
        )
        return scored(net, patches)

    told: Told = {"6s and 9s": len(patches), "data": f"{len(shards)} shards of scenes, {STEPS} steps"}
    return without_each(told, get_args(UprightIngredient), measured)
