"""What each ingredient of net A's training is worth (``vision.training.ablations``): trained from nothing on a tenth of
the data without it, it searches scenes of held-out designs."""

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from vision.nets.finder import Finder, FoundIndex
from vision.synth.faces import HELD_OUT
from vision.training.ablating import TENTH, Told, begin_anew, without_each
from vision.training.checking import CHECK_SEED, READABLE
from vision.training.data import WIDER_SHARDS, make_shards
from vision.training.export import export
from vision.training.finder_training import FinderIngredient, train_finder
from vision.training.fonts import shipped_fonts
from vision.training.mining import NEAR_IT_PX, ON_IT_PX
from vision.training.recipe import SHIPPED
from vision.training.scenes import Scene, SceneIngredient, make_scene

STEPS = 600
"""Steps that each net is trained, from nothing: four minutes of one core of an AMD EPYC. A as it ships took 11,200."""
SCENES, FIRST_SCENE = 60, CHECK_SEED + 800
"""Scenes of each held-out family, in reference conditions."""
FAINTEST = 0.02
"""The least heat at which a net is asked: far below where any net of so few steps finds ``FALSE_FINDS``. A guess."""
FALSE_FINDS = 0.5
"""Nets are compared at the heat from which each finds so many things a scene that are no indices."""
RIM_PX = 8
"""An index counts if its middle is so far inside the picture."""

Ingredient = SceneIngredient | FinderIngredient | Literal["wider decks"]
INGREDIENTS: tuple[Ingredient, ...] = (*get_args(SceneIngredient), *get_args(FinderIngredient), "wider decks")


def measure(cache: Path, models: Path, float_models: Path, processes: int) -> Told:
    """Train with everything, and without each ingredient in turn; scenes without one are drawn in a folder of their
    own. What ships is searched with too."""
    usual = range(SHIPPED.shards // TENTH)
    wider = range(WIDER_SHARDS, WIDER_SHARDS + SHIPPED.wider_shards // TENTH)
    scenes = [
        make_scene(FIRST_SCENE + number, shipped_fonts(), (family,), conditions="reference")
        for family in sorted(HELD_OUT)
        for number in range(SCENES)
    ]

    def measured(name: str, without: Collection[Ingredient]) -> Told:
        left_out = [one for one in get_args(SceneIngredient) if one in without]
        at = cache / f"scenes {name}" if left_out else cache
        shards = [*usual] if "wider decks" in without else [*usual, *wider]
        make_shards(at, shards, processes, left_out)
        shown = [one for one in get_args(FinderIngredient) if one in without]
        run = begin_anew(cache, f"finder {name}")
        net = train_finder(at, shards, steps=STEPS, seed=SHIPPED.seed, name=run, without=shown)
        export(net, cache / run, {})
        return found_by(Finder(cache / run), scenes)

    told: Told = {
        "scenes": len(scenes),
        "data": f"{len(usual)} shards of scenes, {len(wider)} of wider decks, {STEPS} steps from nothing",
        "as it ships": found_by(Finder(models), scenes),
    }
    return without_each(told, INGREDIENTS, measured)


def found_by(finder: Finder, scenes: Sequence[Scene]) -> Told:
    """How many indices that show are found, the card's up told within 45 degrees either way, where there are
    ``FALSE_FINDS`` a scene besides; and how far off the middles of their cards are, in px (a card is 128 px wide)."""
    false: list[float] = []
    seen: list[tuple[float, float]] = []
    for scene in scenes:
        finds = finder.find(scene.image, FAINTEST)
        size = scene.image.shape[0]
        places = np.array([(index.x, index.y) for index in scene.indices if index.seen > 0.1]).reshape(-1, 2)
        false += [find.heat for find in finds if not _is_near(find, places)]
        for index in scene.indices:
            if index.seen < READABLE or not RIM_PX < min(index.x, index.y) <= max(index.x, index.y) < size - RIM_PX:
                continue
            near = [
                find
                for find in finds
                if np.hypot(find.x - index.x, find.y - index.y) < ON_IT_PX
                and abs(np.cos(find.up) * index.up_x + np.sin(find.up) * index.up_y) > np.sqrt(0.5)
            ]
            best = max(near, key=lambda find: find.heat, default=None)
            off = min((np.hypot(f.centre_x - index.centre_x, f.centre_y - index.centre_y) for f in near), default=0.0)
            seen.append((best.heat if best else 0.0, float(off)))
    allowed = round(FALSE_FINDS * len(scenes))
    least = sorted(false, reverse=True)[allowed] if len(false) > allowed else FAINTEST
    offs = [off for heat, off in seen if heat > least]
    return {
        "indices": len(seen),
        "found": round(len(offs) / len(seen), 4),
        "card's middle off, median px": round(float(np.median(offs)), 2) if offs else None,
    }


def _is_near(find: FoundIndex, places: NDArray[np.float64]) -> bool:
    return len(places) > 0 and float(np.hypot(*(places - (find.x, find.y)).T).min()) < NEAR_IT_PX
