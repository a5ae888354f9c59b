"""Decks wider than the families' own: the trained families with letterings, prints, grounds and places of their indices
that ``make_recipe`` never draws. The held-out families' marks (ribbons, landscapes, a shaking hand, broken scripts) are
left out here too."""

from collections.abc import Collection
from dataclasses import replace
from typing import Literal

import numpy as np

from vision.synth.face_art import Colour, Generator, as_colour, palette
from vision.synth.face_letters import Lettering, text_mask
from vision.synth.face_recipe import Recipe
from vision.synth.faces import make_recipe, random_pen
from vision.training.fonts import pick_font

SHARES = {
    "poker": 0.18,
    "four-corner": 0.09,
    "bridge": 0.07,
    "art-corner": 0.25,
    "circle": 0.13,
    "framed": 0.1,
    "minimal": 0.12,
    "worded": 0.06,
}
"""How often each trained family is the base."""

DesignIngredient = Literal["strokes", "other prints and grounds"]
"""What an ablation may leave out of the decks: numerals written with strokes of a pen, and what the families alone do
not draw."""

CROWDED_SHARES = {"latin-suits": 0.55, "crowded-art": 0.45}
"""How often each family with small numerals is drawn, among those."""

WAIST, TAPER, UNCURLED = 0.1, 0.3, 15.0
"""How far a pen's waist lies higher or lower at most (shares of the height), how much wider or narrower its foot is
(shares of the width), and how far the tail of a 6 opens (degrees). These and the following were chosen by eye, and none
was tuned."""
CURL, THIN, THICK = 45.0, 0.07, 0.16
"""How far the tail of a 6 that is drawn thinly curls in at most (degrees), and from which thickness on (shares of its
height) less, and not at all: farther, it would close to an 8."""
PRINTS = ("hollow", "inline", "striped", "shaded", "speckled", "raised")


def wide_lettering(
    rng: Generator, fonts: dict[str, list[list[str]]], without: Collection[DesignIngredient] = ()
) -> Lettering:
    """Any font of the machine or any pen, leaned, bowed, squeezed, bolder or lighter."""
    shape = {
        "squeeze": float(rng.choice([1.0, rng.uniform(0.6, 1.0), rng.uniform(1.0, 1.4)])),
        "widest": float(rng.uniform(0.5, 1.5)),
        "gap": float(rng.uniform(-0.06, 0.14)),
        "slant": float(rng.choice([0.0, 0.0, rng.uniform(-0.2, 0.32)])),
        "bend": float(rng.choice([0.0, 0.0, 0.0, rng.uniform(-0.16, 0.16)])),
        "weight": float(rng.choice([0.0, 0.0, rng.uniform(-0.03, 0.05)])),
    }
    if rng.random() < 0.35 and "strokes" not in without:
        pen = random_pen(rng)
        thin = float(rng.choice([pen.thickness, rng.uniform(0.05, 0.09)]))
        most_curled = CURL * float(np.clip((THICK - thin) / (THICK - THIN), 0, 1))
        pen = replace(
            pen,
            thickness=thin,
            waist=float(rng.choice([0.0, rng.uniform(-WAIST, WAIST)])),
            taper=float(rng.choice([0.0, rng.uniform(-TAPER, TAPER)])),
            curl=float(rng.choice([0.0, rng.uniform(-UNCURLED, most_curled)])),
        )
        return Lettering(pen=pen, **shape)  # type: ignore[arg-type]
    return Lettering(pick_font(fonts, rng), **shape)  # type: ignore[arg-type]


def _near(rng: Generator, colour: Colour, least: float, most: float) -> Colour:
    """A colour that is brighter or darker than another by ``least`` to ``most`` grey levels."""
    by = float(rng.uniform(least, most)) * (1 if sum(colour) < 3 * rng.uniform(60, 200) else -1)
    return as_colour(np.clip(np.array(colour) + by + rng.normal(0, 14, 3), 0, 255))


def _any(rng: Generator) -> Colour:
    return as_colour(np.clip(palette(rng)[0], 0, 255))


def wide_recipe(
    rng: Generator, fonts: dict[str, list[list[str]]], without: Collection[DesignIngredient] = ()
) -> Recipe:
    """A deck of a trained family, changed in some of the ways in which decks differ."""
    letters = wide_lettering(rng, fonts, without)
    family = str(rng.choice(list(SHARES), p=list(SHARES.values())))
    recipe = make_recipe(family, int(rng.integers(1 << 40)), lettering=letters)
    if "other prints and grounds" in without:
        return recipe
    change: dict[str, object] = {}
    if rng.random() < 0.5:
        change["height_mm"] = height = float(np.clip(rng.lognormal(np.log(9.5), 0.3), 5.5, 20.0))
        ten, eight = (text_mask(letters, text, round(height * 4)) for text in ("10", "8"))
        change["index_x_mm"] = max(ten.shape[1], eight.shape[1]) / 8 + float(rng.uniform(1.0, 8.0))
        change["index_y_mm"] = ten.shape[0] / 8 + float(rng.uniform(1.0, 9.0))
    if recipe.ground.startswith("abstract") and rng.random() < 0.5:
        change["ground"] = "collage"
    elif family in ("framed", "minimal", "worded", "circle") and rng.random() < 0.25:
        change["ground"] = "collage"
    pictured = str(change.get("ground", recipe.ground)) in ("abstract", "abstract-framed", "collage")
    if pictured and recipe.plate == "none" and rng.random() < 0.45:  # faint on a picture
        change["inks"] = (_any(rng),)
        change["ink_opacity"] = float(rng.uniform(0.45, 1.0))
        if rng.random() < 0.6:
            change["outline"], change["shadow"] = None, False
    elif recipe.ground == "plain" and rng.random() < 0.25:  # tone in tone
        change["inks"] = tuple(_near(rng, recipe.paper, 25, 90) for _ in range(int(rng.choice([1, 4]))))
    if recipe.plate != "none" and rng.random() < 0.7:
        change["plate"] = str(rng.choice(["hexagon", "diamond", "star", "patch", "patch", "patch"]))
    elif pictured and recipe.plate == "none" and "ink_opacity" not in change and rng.random() < 0.5:
        change["plate"], change["plate_colour"] = "patch", _any(rng)
        change["plate_ring"] = bool(rng.random() < 0.4)
        if rng.random() < 0.4:
            change["inks"] = (_near(rng, change["plate_colour"], 20, 120),)  # type: ignore[arg-type]
    if recipe.below == "pip" and rng.random() < 0.15:
        change["below"] = "pip-right"  # never above: a 9 with its pip below would be a 6 upside down
    if rng.random() < 0.3:
        change["print"] = str(rng.choice(PRINTS))
        ink = (change.get("inks") or recipe.inks)[0]  # type: ignore[index]
        change["second_ink"] = _near(rng, ink, 20, 140)
        if change["print"] == "hollow" and rng.random() < 0.7:
            change["outline"] = None
    if rng.random() < 0.15:
        change["outline"], change["outline_mm"] = _any(rng), float(rng.uniform(0.25, 1.4))
    return replace(recipe, **change)  # type: ignore[arg-type]


def crowded_recipe(rng: Generator, fonts: dict[str, list[list[str]]]) -> Recipe:
    """A deck of a trained family with small numerals, in any lettering."""
    letters = wide_lettering(rng, fonts)
    family = str(rng.choice(list(CROWDED_SHARES), p=list(CROWDED_SHARES.values())))
    return make_recipe(family, int(rng.integers(1 << 40)), lettering=letters)
