"""Card designs by family and seed: what the simulated table and the tests deal with, and what training varies without
end.

``make_design`` draws with the shipped fonts and strokes alone, so that a seed is the same deck on every machine.
``make_recipe`` takes any lettering, for training with the fonts of a whole distribution.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.frame import BGRImage
from vision.synth.crowded_families import BUILDERS as CROWDED_BUILDERS
from vision.synth.crowded_families import CROWDED
from vision.synth.face_art import EMBLEMS, Colour, Generator, as_colour, back
from vision.synth.face_letters import Lettering, text_mask
from vision.synth.face_recipe import Recipe, card_mask, draw_face, index_places
from vision.synth.inks import any_colour, apart, dark, light
from vision.synth.strokes import Pen

PIXELS_PER_MM = 4.0

FAMILIES: dict[str, str] = {
    "poker": "A to 10 with pips, two indices with a pip below",
    "four-corner": "A to 10 with pips, an index in each corner",
    "bridge": "narrow cards, stroke numerals, a narrow 10",
    "art-corner": "a picture without a subject all over, numerals in two or four corners, outlined or shadowed",
    "circle": "numerals in discs, boxes or shields on a picture",
    "framed": "a frame, a large emblem, serif numerals",
    "minimal": "one colour, numerals in another, nothing else",
    "worded": "the number's name below the numeral",
    "hand-drawn": "numerals drawn by a shaking hand",
    "blackletter": "numerals of a broken script",
    "banner": "numerals on ribbons over a picture",
    "picture-numeral": "numerals of low contrast straight on a landscape",
}
"""Family name -> what it is."""

HELD_OUT: frozenset[str] = frozenset({"hand-drawn", "blackletter", "banner", "picture-numeral"})
"""Families that training never draws: what the reader does on them stands for decks it has not met."""

PLAIN, PICTURED, CLOSE = (1.5, 4.5), (3.0, 6.5), (0.8, 4.0)
"""How far an index keeps from the card's edges (mm, least and most): on paper, on a picture, where it is small."""

_SANS = ("LeagueSpartan-Bold.otf", "BebasNeue-Bold.otf", "Cabin-Bold.otf", "Comfortaa-Bold.ttf")
_SERIF = ("EBGaramond12-Bold.otf", "Vollkorn-Bold.ttf", "Lobster-Regular.otf")
_BLACKLETTER = ("Blankenburg_UNZ1A.ttf",)


def random_pen(rng: Generator, *, wobble: float = 0.0) -> Pen:
    """A pen with any of the shapes; ``wobble`` above 0 is a shaking hand."""
    return Pen(
        thickness=float(rng.uniform(0.07, 0.2)),
        width=float(rng.uniform(0.4, 0.72)),
        slant=float(rng.choice([0.0, 0.0, rng.uniform(-0.06, 0.22)])),
        square=float(rng.choice([0.0, 0.0, rng.uniform(0.1, 1.0)])),
        nib=float(rng.choice([0.0, 0.0, rng.uniform(0.04, 0.1)])),
        wobble=wobble,
        round_ends=bool(rng.random() < 0.6),
        form=int(rng.integers(660)),
        seed=int(rng.integers(1 << 30)),
    )


def shipped_lettering(rng: Generator, family: str) -> Lettering:
    """A lettering for the family from the shipped fonts and strokes."""
    widest = float(rng.uniform(0.75, 1.4))
    match family:
        case "hand-drawn":
            return Lettering(pen=random_pen(rng, wobble=float(rng.uniform(0.25, 0.8))), widest=widest)
        case "blackletter":
            return Lettering(str(rng.choice(_BLACKLETTER)), widest=widest, squeeze=float(rng.uniform(0.9, 1.2)))
        case "bridge":
            return Lettering(pen=random_pen(rng), widest=float(rng.uniform(0.65, 0.9)))
        case "framed":
            return Lettering(str(rng.choice(_SERIF)), widest=widest)
    if rng.random() < 0.3:
        return Lettering(pen=random_pen(rng), widest=widest)
    return Lettering(str(rng.choice(_SANS + _SERIF)), squeeze=float(rng.uniform(0.75, 1.1)), widest=widest)


def _suit_inks(rng: Generator) -> tuple[Colour, ...]:
    black, red = dark(rng), (int(rng.integers(0, 70)), int(rng.integers(0, 70)), int(rng.integers(150, 240)))
    if rng.random() < 0.6:
        black = as_colour(rng.integers(0, 50, 3))
    if rng.random() < 0.15:
        return black, red, (200, 90, 20), (40, 120, 20)
    return black, red, red, black


def _placed(rng: Generator, recipe: dict[str, object], lettering: Lettering, *, near: tuple[float, float]) -> None:
    """Put the index ``near`` mm (least, most) from the card's edges, as far as the widest numeral asks."""
    height = float(recipe["height_mm"])  # type: ignore[arg-type]
    mask = text_mask(lettering, "10", round(height * 4))
    eight = text_mask(lettering, "8", round(height * 4))
    pip = float(recipe.get("pip_mm", 0.0)) if recipe.get("below") == "pip" else 0.0  # type: ignore[arg-type]
    half = max(mask.shape[1] / 8, eight.shape[1] / 8, pip / 2)
    edge = float(rng.uniform(*near))
    recipe["index_x_mm"] = edge + half + float(rng.uniform(-0.5, 1.0))
    recipe["index_y_mm"] = edge + mask.shape[0] / 8 + float(rng.uniform(-0.5, 2.0))


def _poker(rng: Generator, recipe: dict[str, object]) -> None:
    recipe["ace"] = bool(rng.random() < 0.92)
    recipe["inks"] = _suit_inks(rng)
    recipe["height_mm"] = float(rng.uniform(7.0, 13.5) if rng.random() < 0.9 else rng.uniform(13.5, 20.0))
    recipe["pip_mm"] = float(rng.uniform(3.6, 7.0))
    recipe["pip_gap_mm"] = float(rng.choice([0.3, rng.uniform(-0.4, 1.8)]))
    recipe["middle"] = "pips"
    recipe["middle_mm"] = float(rng.uniform(8.0, 13.0))
    recipe["below"] = str(rng.choice(["pip", "pip", "pip", "pip", "pip-right", "nothing"]))
    if rng.random() < 0.12:
        recipe["ground"] = "framed"
    paper = int(rng.integers(215, 256))
    recipe["paper"] = (int(paper - rng.integers(0, 16)), paper, paper)


def _four_corner(rng: Generator, recipe: dict[str, object]) -> None:
    _poker(rng, recipe)
    recipe["corners"] = "four"
    recipe["below"] = str(rng.choice(["pip", "pip", "pip", "nothing"]))
    recipe["height_mm"] = float(rng.uniform(6.0, 10.5))


def _bridge(rng: Generator, recipe: dict[str, object]) -> None:
    _poker(rng, recipe)
    recipe["size_mm"] = (57.0, 88.0)


def _art(rng: Generator, recipe: dict[str, object]) -> None:
    recipe["ground"] = str(rng.choice(["abstract", "abstract", "abstract-framed"]))
    recipe["middle"] = str(rng.choice(["nothing", "nothing", "picture", "emblem", "numeral"]))
    recipe["corners"] = str(rng.choice(["two", "two", "four", "upper", "left"]))
    recipe["height_mm"] = float(rng.uniform(8.0, 17.0))
    recipe["below"] = str(rng.choice(["nothing", "nothing", "pip", "dot", "line"]))
    recipe["pip_mm"] = float(rng.uniform(3.0, 6.0))
    recipe["frame_mm"] = float(rng.uniform(2.0, 6.0))
    ink = any_colour(rng)
    recipe["inks"] = (ink,) if rng.random() < 0.6 else tuple(any_colour(rng) for _ in range(4))
    recipe["emblem"] = str(rng.choice(EMBLEMS))
    how = rng.random()
    if how < 0.45:
        recipe["outline"] = apart(rng, ink, 70.0)
        recipe["outline_mm"] = float(rng.uniform(0.3, 1.1))
        recipe["inks"] = (ink,)
    elif how < 0.7:
        recipe["shadow"] = True
        recipe["inks"] = (light(rng),)
    else:
        recipe["inks"] = ((light if rng.random() < 0.6 else dark)(rng),)
        recipe["ink_opacity"] = float(rng.choice([1.0, rng.uniform(0.55, 1.0)]))


def _circle(rng: Generator, recipe: dict[str, object]) -> None:
    _art(rng, recipe)
    recipe["outline"] = None
    recipe["shadow"] = False
    plate = any_colour(rng)
    recipe["plate"] = str(rng.choice(["disc", "disc", "box", "shield", "veil", "band"]))
    recipe["plate_colour"] = plate
    recipe["plate_ring"] = bool(rng.random() < 0.5)
    recipe["ink_opacity"] = 1.0
    recipe["inks"] = (apart(rng, plate, 60.0),)
    recipe["height_mm"] = float(rng.uniform(6.5, 13.0))
    if rng.random() < 0.3:
        recipe["ground"], recipe["paper"] = "plain", any_colour(rng)


def _framed(rng: Generator, recipe: dict[str, object]) -> None:
    recipe["ground"] = "framed"
    recipe["frame_mm"] = float(rng.uniform(1.5, 5.0))
    paper = light(rng)
    recipe["paper"] = paper
    recipe["inks"] = tuple(apart(rng, paper, 80.0) for _ in range(int(rng.choice([1, 4]))))
    recipe["emblem"] = str(rng.choice(EMBLEMS))
    recipe["middle"] = str(rng.choice(["emblem", "emblem", "picture", "numeral", "pips"]))
    recipe["height_mm"] = float(rng.uniform(7.0, 15.0))
    recipe["below"] = str(rng.choice(["nothing", "nothing", "pip", "dot", "line"]))
    recipe["corners"] = str(rng.choice(["two", "two", "four", "left", "upper"]))


def _minimal(rng: Generator, recipe: dict[str, object]) -> None:
    paper = any_colour(rng)
    recipe["paper"] = paper
    recipe["ground"] = "plain"
    recipe["inks"] = (apart(rng, paper, 35.0),)
    recipe["middle"] = str(rng.choice(["nothing", "nothing", "numeral", "emblem"]))
    recipe["emblem"] = str(rng.choice(EMBLEMS))
    recipe["below"] = str(rng.choice(["nothing", "nothing", "dot", "line", "pip"]))
    recipe["height_mm"] = float(rng.uniform(7.0, 19.0))
    recipe["corners"] = str(rng.choice(["two", "two", "four", "upper", "left"]))
    if rng.random() < 0.25:
        recipe["outline"] = apart(rng, recipe["inks"][0], 60.0)  # type: ignore[index]


def _worded(rng: Generator, recipe: dict[str, object]) -> None:
    (_framed if rng.random() < 0.5 else _minimal)(rng, recipe)
    recipe["below"] = "word"
    recipe["height_mm"] = float(rng.uniform(8.0, 14.0))


def _hand_drawn(rng: Generator, recipe: dict[str, object]) -> None:
    (_framed, _minimal, _poker)[int(rng.integers(3))](rng, recipe)
    recipe["ace"] = False
    recipe["middle"] = str(rng.choice(["nothing", "emblem", "picture"]))
    recipe["below"] = str(rng.choice(["nothing", "nothing", "line"]))
    recipe["height_mm"] = float(rng.uniform(9.0, 16.0))


def _blackletter(rng: Generator, recipe: dict[str, object]) -> None:
    _framed(rng, recipe)
    recipe["ace"] = False
    recipe["height_mm"] = float(rng.uniform(9.0, 15.0))


def _banner(rng: Generator, recipe: dict[str, object]) -> None:
    _circle(rng, recipe)
    recipe["plate"] = "banner"
    recipe["ground"] = str(rng.choice(["abstract", "abstract-framed", "landscape"]))
    recipe["height_mm"] = float(rng.uniform(7.0, 11.0))


def _picture_numeral(rng: Generator, recipe: dict[str, object]) -> None:
    recipe["ground"] = str(rng.choice(["landscape", "landscape", "landscape-framed"]))
    recipe["middle"] = "nothing"
    recipe["corners"] = str(rng.choice(["two", "two", "four"]))
    recipe["height_mm"] = float(rng.uniform(10.0, 18.0))
    recipe["below"] = "nothing"
    recipe["frame_mm"] = float(rng.uniform(2.0, 5.0))
    recipe["inks"] = ((light if rng.random() < 0.7 else dark)(rng),)
    recipe["ink_opacity"] = float(rng.uniform(0.7, 1.0))


_BUILDERS: dict[str, Callable[[Generator, dict[str, object]], None]] = {
    "poker": _poker,
    "four-corner": _four_corner,
    "bridge": _bridge,
    "art-corner": _art,
    "circle": _circle,
    "framed": _framed,
    "minimal": _minimal,
    "worded": _worded,
    "hand-drawn": _hand_drawn,
    "blackletter": _blackletter,
    "banner": _banner,
    "picture-numeral": _picture_numeral,
    **CROWDED_BUILDERS,
}


def make_recipe(family: str, seed: int, *, lettering: Lettering | None = None) -> Recipe:
    """A deck's recipe. Without ``lettering`` only shipped fonts and strokes are used.

    Raises:
        KeyError: there is no such family.
    """
    rng = np.random.default_rng([seed, *family.encode()])
    letters = lettering or shipped_lettering(rng, family)
    recipe: dict[str, object] = {"seed": seed, "lettering": letters, "radius_mm": float(rng.uniform(2.0, 4.5))}
    if rng.random() < 0.15:
        recipe["size_mm"] = (float(rng.uniform(57, 70)), float(rng.uniform(84, 108)))
    _BUILDERS[family](rng, recipe)
    near = CLOSE if family in CROWDED else PLAIN if recipe.get("ground", "plain") == "plain" else PICTURED
    _placed(rng, recipe, letters, near=near)
    if rng.random() < 0.12:
        recipe["index_x_mm"] = float(recipe["index_x_mm"]) + float(rng.uniform(0, 4))  # type: ignore[arg-type]
        recipe["index_y_mm"] = float(recipe["index_y_mm"]) + float(rng.uniform(0, 5))  # type: ignore[arg-type]
    recipe["wear"] = float(rng.choice([0.0, 0.0, rng.uniform(0.1, 1.0)]))
    return Recipe(**recipe)  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True, eq=False)
class CardFace:
    """One side of a card, upright, at ``pixels_per_mm``.

    ``image`` (h, w, 3) BGR; ``mask`` (h, w) 0..255 with rounded corners; ``index_centres_mm`` from the upper left
    corner, x to the right, y down, the centre of each numeral; ``index_turned`` where that index stands upside down;
    ``index_size_mm`` of the numeral.
    """

    image: BGRImage
    mask: NDArray[np.uint8]
    pixels_per_mm: float
    index_centres_mm: tuple[tuple[float, float], ...]
    index_turned: tuple[bool, ...]
    index_size_mm: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Design:
    """A deck: the same faces for the same family and seed. ``gloss`` and ``wear`` are 0 to 1."""

    name: str
    family: str
    seed: int
    size_mm: tuple[float, float]
    gloss: float
    wear: float
    recipe: Recipe = field(repr=False)

    def face(self, rank: int) -> CardFace:
        """The face of a rank 1 to 10.

        Raises:
            ValueError: no such rank.
        """
        if not 1 <= rank <= 10:
            raise ValueError(f"There is no card {rank}: ranks are 1 to 10.")
        return self.labelled(str(rank))

    def labelled(self, label: str) -> CardFace:
        """The face of any label, for cards that are not ours: "J", "K", "+2"."""
        return _card_face(self.recipe, label)

    def back(self) -> CardFace:
        """The back; it has no index."""
        return _card_back(self.recipe)


@lru_cache(maxsize=64)
def _card_face(recipe: Recipe, label: str) -> CardFace:
    scale = PIXELS_PER_MM
    places = index_places(recipe)
    shown = "A" if recipe.ace and label == "1" else label
    ink = text_mask(recipe.lettering, shown, round(recipe.height_mm * scale))
    return CardFace(
        image=draw_face(recipe, label, suit=(recipe.seed + len(label) + ord(label[-1])) % 4, scale=scale),
        mask=card_mask(recipe, scale),
        pixels_per_mm=scale,
        index_centres_mm=tuple((x, y) for x, y, _ in places),
        index_turned=tuple(turned for _, _, turned in places),
        index_size_mm=(ink.shape[1] / scale, ink.shape[0] / scale),
    )


@lru_cache(maxsize=8)
def _card_back(recipe: Recipe) -> CardFace:
    mask = card_mask(recipe, PIXELS_PER_MM)
    image = back(np.random.default_rng([recipe.seed, 7]), *mask.shape)
    return CardFace(image, mask, PIXELS_PER_MM, (), (), (0.0, 0.0))


@lru_cache(maxsize=128)
def make_design(family: str, seed: int) -> Design:
    """The deck of a family that a seed stands for, drawn with shipped fonts and strokes only.

    >>> deck = make_design("poker", 3)
    >>> deck.face(7).image.shape[2], len(deck.face(7).index_centres_mm)
    (3, 2)

    Raises:
        ValueError: no such family.
    """
    if family not in FAMILIES | CROWDED:
        raise ValueError(f"There is no design family {family!r}: choose one of {', '.join(FAMILIES | CROWDED)}.")
    recipe = make_recipe(family, seed)
    gloss = float(np.random.default_rng([seed, 11]).uniform(0.0, 0.9))
    return Design(f"{family} {seed}", family, seed, recipe.size_mm, gloss, recipe.wear, recipe)
