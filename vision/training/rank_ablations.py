"""What each ingredient of net B's training is worth (``vision.training.ablations``): trained from nothing on a tenth of
the data without it, it reads what net A finds of held-out designs."""

import json
from collections.abc import Collection
from pathlib import Path
from typing import Literal, get_args

import numpy as np
import torch
from numpy.typing import NDArray

from vision.nets.finder import Finder
from vision.nets.ranks import NONE, cut_patch
from vision.synth.faces import HELD_OUT
from vision.training.ablating import TENTH, Told, begin_anew, read_by, without_each
from vision.training.checking import CHECK_SEED, READABLE
from vision.training.closeups import draw_closeups
from vision.training.data import WIDER_SHARDS, make_shards
from vision.training.designs import DesignIngredient
from vision.training.fonts import shipped_fonts
from vision.training.mining import NEAR_IT_PX, ON_IT_PX, mine
from vision.training.nets import RankNet
from vision.training.rank_training import RankIngredient, widen_ranks
from vision.training.recipe import SHIPPED
from vision.training.scenes import make_scene

STEPS, RATE = 1500, 2e-3
"""Steps that each net is trained, from nothing: seven minutes of one core of an AMD EPYC. B as it ships took 14,100.
After 600 nets without close-ups were better: less to learn is learnt sooner."""
SCENES, FIRST_SCENE = 60, CHECK_SEED + 900
"""Scenes of each held-out family, in reference conditions."""

Ingredient = RankIngredient | DesignIngredient | Literal["fonts of the machine"]
INGREDIENTS: tuple[Ingredient, ...] = (
    *get_args(RankIngredient),
    *get_args(DesignIngredient),
    "fonts of the machine",
)
"""Decks are changed in the close-ups alone."""


def held_out_patches(models: Path) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Patches (n, 48, 48, 3) of what net A finds in scenes of held-out designs, each both ways up, and their classes:
    the rank of an upright numeral, none of what is upside down, foreign, or no index."""
    finder = Finder(models)
    patches, classes = [], []
    for family in sorted(HELD_OUT):
        for number in range(SCENES):
            scene = make_scene(FIRST_SCENE + number, shipped_fonts(), (family,), conditions="reference")
            for found in finder.find(scene.image):
                apart = [float(np.hypot(i.x - found.x, i.y - found.y)) for i in scene.indices if i.seen > 0.1]
                near = [i for i in scene.indices if np.hypot(i.x - found.x, i.y - found.y) < ON_IT_PX]
                index = near[0] if near and near[0].seen >= READABLE else None
                if index is None and min(apart, default=np.inf) < NEAR_IT_PX:
                    continue
                for turn in (0.0, np.pi):
                    up = found.up + turn
                    patches.append(cut_patch(scene.image, found.x, found.y, up, found.width))
                    is_upright = index is not None and np.cos(up) * index.up_x + np.sin(up) * index.up_y > 0
                    is_read = index is not None and index.rank > 0 and (is_upright or index.rank == 8)
                    classes.append(index.rank - 1 if index is not None and is_read else NONE)
    return np.stack(patches), np.array(classes)


def measure(cache: Path, models: Path, float_models: Path, processes: int) -> Told:
    """Train with everything, and without each ingredient in turn; close-ups without one are drawn in a folder of their
    own."""
    usual = range(SHIPPED.usual_from, SHIPPED.usual_from + max(1, SHIPPED.usual_shards // TENTH))
    wider = range(WIDER_SHARDS, WIDER_SHARDS + SHIPPED.wider_shards // TENTH)
    count = (SHIPPED.usual_closeups + SHIPPED.wider_closeups) // TENTH
    closeups = range(SHIPPED.usual_from, SHIPPED.usual_from + count)
    shards = [*usual, *wider]
    make_shards(cache, shards, processes)
    mine(cache, models, shards, processes)
    patches, classes = held_out_patches(models)

    def measured(name: str, without: Collection[Ingredient]) -> Told:
        drawn = [one for one in get_args(DesignIngredient) if one in without]
        has_few_fonts = "fonts of the machine" in without
        at = cache / f"close-ups {name}" if drawn or has_few_fonts else cache
        at.mkdir(exist_ok=True)
        if has_few_fonts:
            (at / "fonts.json").write_text(json.dumps(shipped_fonts()), encoding="utf-8")
        draw_closeups(at, closeups, processes, drawn)
        shown = [one for one in get_args(RankIngredient) if one in without]
        run = begin_anew(cache, f"ranks {name}")
        torch.manual_seed(SHIPPED.seed)
        start, seed = RankNet(), SHIPPED.seed
        net = widen_ranks(
            *(cache, shards, closeups, start),
            steps=STEPS,
            seed=seed,
            name=run,
            rate=RATE,
            without=shown,
            closeups_at=at,
        )
        return read_by(net, patches, classes)

    told: Told = {
        "patches": len(classes),
        "of ranks": int((classes != NONE).sum()),
        "data": f"{len(closeups)} shards of close-ups, {len(shards)} of scenes, {STEPS} steps from nothing",
    }
    return without_each(told, INGREDIENTS, measured)
