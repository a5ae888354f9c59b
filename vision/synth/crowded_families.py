"""Families whose numerals are small, five to ten hundredths of the card's width high, and crowded by pictures."""

from collections.abc import Callable
from dataclasses import replace

from vision.synth.face_art import Colour, Generator, as_colour
from vision.synth.face_crowded import Crowd
from vision.synth.inks import any_colour, apart, dark, light

CROWDED: dict[str, str] = {
    "latin-suits": "coins, cups, swords, sticks and roses in rows, frames with breaks",
    "crowded-art": "figures that hold things, on grounds without a subject, rows of small marks at the numeral",
    "german-suits": "bells, leaves, acorns and hearts, on stalks",
    "arcana": "tall cards, a landscape with figures and wands in a coloured band that holds the numeral, a title",
}
"""Family name -> what it is. What deals or measures every family of ``FAMILIES`` does not know these."""

CROWDED_HELD_OUT: frozenset[str] = frozenset({"german-suits", "arcana"})
"""Families of ``CROWDED`` that training never draws."""

SMALLEST, LARGEST = 0.05, 0.1
"""Height of a numeral, as a share of the card's width."""
OUTSIDE, INSIDE = (-1.1, -0.65), (0.65, 1.1)
"""Where a frame runs that the numeral does not touch, in its heights from its centre: between it and the card's edge,
and on its other side."""


def _pick(rng: Generator, **weights: float) -> str:
    total = sum(weights.values())
    return str(rng.choice(list(weights), p=[weight / total for weight in weights.values()]))


def _begin(rng: Generator, recipe: dict[str, object]) -> None:
    width = recipe.setdefault("size_mm", (63.0, 88.0))[0]  # type: ignore[index]
    recipe["height_mm"] = float(rng.uniform(SMALLEST, LARGEST)) * width
    recipe["below"] = "nothing"
    recipe["corners"] = _pick(rng, two=0.7, four=0.15, left=0.1, upper=0.05)


def _clear(rng: Generator) -> tuple[float, float]:
    """How far the picture keeps from the numeral, to the right and down: at most its height in one of the ways."""
    near, other = float(rng.uniform(-0.2, 0.7)), float(rng.uniform(-1.5, 0.7))
    return (near, other) if rng.random() < 0.5 else (other, near)


def _framed(rng: Generator, recipe: dict[str, object], crowd: Crowd, paper: Colour) -> Crowd:
    """A frame between the numeral and the card's edge, on its other side, or broken by it."""
    match _pick(rng, outside=0.4, inside=0.25, through=0.35):
        case "outside":
            by = float(rng.uniform(*OUTSIDE))
        case "inside":
            by = float(rng.uniform(*INSIDE))
        case _:
            by = float(rng.uniform(-0.3, 0.3))
            recipe["plate"], recipe["plate_colour"] = "box", paper
            recipe["plate_ring"] = bool(rng.random() < 0.2)
    return replace(crowd, frame_by=by, frame_thick=float(rng.uniform(0.03, 0.16)), frame_colour=dark(rng))


def _latin(rng: Generator, recipe: dict[str, object]) -> None:
    recipe["size_mm"] = (float(rng.uniform(54, 68)), float(rng.uniform(86, 104)))
    _begin(rng, recipe)
    white = as_colour(rng.uniform(225, 255) + rng.uniform(-9, 0, 3))
    paper = white if rng.random() < 0.6 else light(rng) if rng.random() < 0.7 else any_colour(rng)
    recipe["paper"] = paper
    recipe["inks"] = (
        (apart(rng, paper, 110.0),) if rng.random() < 0.6 else tuple(apart(rng, paper, 80.0) for _ in "1234")
    )
    kinds = [str(kind) for kind in rng.permutation(["coin", "cup", "sword", "stick", "rose"])]
    clear_x, clear_y = _clear(rng)
    crowd = Crowd(
        marks=tuple(kinds[: int(rng.integers(2, 6))]),
        layout=_pick(rng, grid=0.55, rows=0.25, crossed=0.1, figure=0.1),  # type: ignore[arg-type]
        clear_x=clear_x,
        clear_y=clear_y,
        edging=_pick(rng, broken=0.4, line=0.2, double=0.1, none=0.3),  # type: ignore[arg-type]
        breaks=int(rng.integers(4)),
        beside=_pick(rng, nothing=0.65, below=0.15, right=0.1, row=0.1),  # type: ignore[arg-type]
        captions=int(rng.choice([0, 0, 1, 2])),
        largest_mm=float(rng.uniform(12, 30)),
    )
    recipe["crowd"] = _framed(rng, recipe, crowd, paper) if crowd.edging != "none" else crowd


def _art(rng: Generator, recipe: dict[str, object]) -> None:
    if rng.random() < 0.4:
        recipe["size_mm"] = (float(rng.uniform(55, 72)), float(rng.uniform(85, 120)))
    _begin(rng, recipe)
    paper = any_colour(rng)
    recipe["paper"] = paper
    recipe["ground"] = _pick(rng, plain=0.5, abstract=0.25, collage=0.25)
    clear_x, clear_y = _clear(rng)
    crowd = Crowd(
        marks=tuple(str(kind) for kind in rng.permutation(["stick", "sword", "cup", "coin", "rose"])[:3]),
        layout=_pick(rng, figure=0.5, **{"figure and marks": 0.25}, grid=0.15, rows=0.1),  # type: ignore[arg-type]
        clear_x=clear_x,
        clear_y=clear_y,
        scenery=_pick(rng, none=0.5, abstract=0.5),  # type: ignore[arg-type]
        edging=_pick(rng, none=0.3, line=0.25, double=0.15, broken=0.1, band=0.2),  # type: ignore[arg-type]
        breaks=int(rng.integers(4)),
        beside=_pick(rng, nothing=0.4, below=0.2, right=0.15, row=0.25),  # type: ignore[arg-type]
        captions=int(rng.integers(0, 4)),
        largest_mm=float(rng.uniform(10, 30)),
    )
    if crowd.edging == "band":
        paper = any_colour(rng)
        crowd = replace(crowd, frame_by=float(rng.uniform(*INSIDE)), frame_colour=paper)
    elif crowd.edging != "none":
        crowd = _framed(rng, recipe, crowd, paper)
    recipe["crowd"] = crowd
    under = paper
    if "plate" not in recipe and rng.random() < 0.5:
        recipe["plate"] = _pick(rng, disc=1, box=1, shield=1, hexagon=1, patch=2, veil=1)
        recipe["plate_colour"] = under = any_colour(rng)
        recipe["plate_ring"] = bool(rng.random() < 0.5)
    recipe["inks"] = (apart(rng, under, 90.0),)
    if rng.random() < 0.4:
        recipe["outline"] = apart(rng, recipe["inks"][0], 90.0)  # type: ignore[index]
        recipe["outline_mm"] = float(rng.uniform(0.15, 0.5))
    elif rng.random() < 0.3:
        recipe["shadow"] = True


def _german(rng: Generator, recipe: dict[str, object]) -> None:
    recipe["size_mm"] = (float(rng.uniform(54, 62)), float(rng.uniform(88, 102)))
    _begin(rng, recipe)
    paper = as_colour((rng.uniform(205, 245), rng.uniform(232, 252), rng.uniform(240, 255)))
    recipe["paper"] = paper
    recipe["inks"] = tuple(apart(rng, paper, 110.0) for _ in range(int(rng.choice([1, 4]))))
    clear_x, clear_y = _clear(rng)
    crowd = Crowd(
        marks=("bell", "leaf", "acorn", "heart"),
        layout=_pick(rng, grid=0.85, figure=0.15),  # type: ignore[arg-type]
        clear_x=clear_x,
        clear_y=clear_y,
        edging=_pick(rng, none=0.4, line=0.35, double=0.25),  # type: ignore[arg-type]
        beside=_pick(rng, nothing=0.6, below=0.4),  # type: ignore[arg-type]
        captions=int(rng.integers(0, 2)),
        stalks=bool(rng.random() < 0.7),
        largest_mm=float(rng.uniform(14, 26)),
    )
    recipe["crowd"] = _framed(rng, recipe, crowd, paper) if crowd.edging != "none" else crowd


def _arcana(rng: Generator, recipe: dict[str, object]) -> None:
    recipe["size_mm"] = (float(rng.uniform(58, 72)), float(rng.uniform(108, 124)))
    _begin(rng, recipe)
    band = any_colour(rng)
    recipe["paper"] = band
    recipe["inks"] = (apart(rng, band, 100.0),)
    by = float(rng.uniform(*INSIDE))
    recipe["crowd"] = Crowd(
        marks=("wand", "star"),
        layout=_pick(rng, **{"figure and marks": 0.5}, rows=0.3, figure=0.2),  # type: ignore[arg-type]
        clear_x=by - 0.5,
        clear_y=by - 0.5,
        scenery="landscape",
        edging="band",
        frame_by=by,
        frame_colour=band,
        beside=_pick(rng, nothing=0.7, right=0.3),  # type: ignore[arg-type]
        captions=1,
        largest_mm=float(rng.uniform(14, 26)),
    )
    if rng.random() < 0.3:
        recipe["plate"], recipe["plate_colour"] = _pick(rng, disc=1, box=1), apart(rng, recipe["inks"][0], 100.0)  # type: ignore[index]


BUILDERS: dict[str, Callable[[Generator, dict[str, object]], None]] = {
    "latin-suits": _latin,
    "crowded-art": _art,
    "german-suits": _german,
    "arcana": _arcana,
}
