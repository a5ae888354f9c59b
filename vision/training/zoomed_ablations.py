"""What each ingredient of net D's training is worth (``vision.training.ablations``): trained on with a tenth of the
data without it, it reads held-out designs."""

from collections.abc import Collection
from pathlib import Path
from typing import get_args

import numpy as np
from numpy.typing import NDArray

from vision.nets.finder import Finder
from vision.nets.ranks import NONE, Ranks, cut_zoomed
from vision.synth.faces import HELD_OUT
from vision.training.ablating import TENTH, Told, begin_anew, read_by, without_each
from vision.training.checking import CHECK_SEED, READABLE
from vision.training.data import make_shards
from vision.training.fonts import shipped_fonts
from vision.training.mining import mine
from vision.training.nets import ZoomedNet
from vision.training.recipe import SHIPPED, ZOOMED_CLOSEUPS, ZOOMED_SHARDS
from vision.training.scenes import make_scene
from vision.training.unfolding import unfolded
from vision.training.zoomed import Ingredient, Shot, draw_zoomed, placed
from vision.training.zoomed_training import train_zoomed, zoomed_batches

STEPS, RATE = 400, 4e-4
"""Steps that each net is trained, from the weights of net D, which learnt with all ingredients. What is told is what is
forgotten without one. From nothing 800 steps of a tenth of the data read no numeral yet."""
START, BEGUN_BY = "zoomed", 16
"""The trained model, and so many batches show what its normalisations see."""
SCENES = 60
"""Scenes of each held-out family, in reference conditions."""
FIRST_SCENE = CHECK_SEED + 600
NEAR_PX = 9.0


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


def measure(cache: Path, models: Path, float_models: Path, processes: int) -> Told:
    """Train with everything, and without each ingredient in turn."""
    scenes = range(ZOOMED_SHARDS, ZOOMED_SHARDS + max(1, SHIPPED.zoomed_shards // TENTH))
    closeups = range(ZOOMED_CLOSEUPS, ZOOMED_CLOSEUPS + SHIPPED.zoomed_closeups // TENTH)
    draw(cache, models, scenes, closeups, processes)
    patches, classes = held_out_patches(models)
    start = begun(float_models / f"{START}.onnx", cache, scenes, closeups)

    def measured(name: str, without: Collection[Ingredient]) -> Told:
        run = begin_anew(cache, name)
        steps, seed = STEPS, SHIPPED.seed
        net = train_zoomed(
            cache, scenes, closeups, steps=steps, seed=seed, without=tuple(without), name=run, start=start, rate=RATE
        )
        return read_by(net, patches, classes)

    told: Told = {
        "indices": len(classes),
        "of foreign cards": int((classes == NONE).sum()),
        "data": f"{len(closeups)} shards of close-ups, {len(scenes)} of scenes, {STEPS} steps",
        "net D, whose weights each begins with": read_by(start, patches, classes),
    }
    return without_each(told, get_args(Ingredient), measured)
