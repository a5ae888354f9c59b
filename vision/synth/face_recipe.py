"""How a deck's faces are drawn: a recipe of lengths, colours and choices, and the drawing itself."""

from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np

from vision.frame import BGRImage
from vision.synth.face_art import PIP_PLACES, Colour, abstract, collage, court, emblem_mask, landscape, paint
from vision.synth.face_crowded import Crowd, beside, crowded
from vision.synth.face_letters import Lettering, text_mask
from vision.synth.strokes import Mask

Corners = Literal["two", "four", "upper", "left", "upright", "none"]
Ground = Literal["plain", "framed", "abstract", "abstract-framed", "landscape", "landscape-framed", "collage"]
Middle = Literal["pips", "emblem", "numeral", "picture", "nothing"]
Plate = Literal["none", "disc", "box", "shield", "veil", "banner", "band", "hexagon", "diamond", "star", "patch"]
Below = Literal["nothing", "pip", "pip-right", "dot", "word", "line"]
Print = Literal["full", "hollow", "inline", "striped", "shaded", "speckled", "raised"]
"""How a numeral's inside is filled."""

WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


@dataclass(frozen=True, slots=True)
class Recipe:
    """One deck. Lengths in millimetres from the card's edges; colours BGR.

    ``corners``: two (the lower right one turned), four (lower ones turned), upper (both upright), left (on the left
    side and at the upper right), upright (all four upright), none.
    """

    seed: int
    size_mm: tuple[float, float] = (63.0, 88.0)
    radius_mm: float = 3.0
    paper: Colour = (250, 252, 252)
    lettering: Lettering = Lettering()
    height_mm: float = 9.0
    index_x_mm: float = 7.0
    index_y_mm: float = 9.0
    corners: Corners = "two"
    ace: bool = False
    below: Below = "pip"
    pip_mm: float = 5.0
    pip_gap_mm: float = 0.35
    emblem: str = ""
    inks: tuple[Colour, ...] = ((20, 20, 20), (30, 30, 200), (30, 30, 200), (20, 20, 20))
    outline: Colour | None = None
    outline_mm: float = 0.6
    shadow: bool = False
    plate: Plate = "none"
    plate_colour: Colour = (240, 240, 240)
    plate_ring: bool = False
    ground: Ground = "plain"
    frame_mm: float = 4.0
    middle: Middle = "pips"
    middle_mm: float = 9.0
    ink_opacity: float = 1.0
    wear: float = 0.0
    print: Print = "full"
    second_ink: Colour = (255, 255, 255)
    crowd: Crowd | None = None


def _patch_mask(seed: int, width: int, height: int) -> Mask:
    """A plate of any outline: straight or round between corners that lie anywhere outside of the numeral."""
    rng = np.random.default_rng([seed, 5])
    corners = int(rng.integers(4, 15))
    steps = np.sort(np.arange(corners) + rng.uniform(-0.3, 0.3, corners))
    turn = rng.uniform(0, 2 * np.pi) + steps * 2 * np.pi / corners
    reach = rng.uniform(1.0, rng.uniform(1.15, 1.9), corners)
    if rng.random() < 0.5:  # the same on the left and on the right, as most things that are printed
        turn, reach = np.concatenate([turn, np.pi - turn]), np.concatenate([reach, reach])
        order = np.argsort(turn % (2 * np.pi))
        turn, reach = turn[order], reach[order]
    wide, high = rng.uniform(0.7, 1.3) * max(width, 0.55 * height), rng.uniform(0.68, 0.9) * height
    middle = np.array([2.0 * wide + 2, 2.0 * high + 2])
    points = middle + reach[:, None] * np.stack([wide * np.cos(turn), high * np.sin(turn)], 1)
    mask = np.zeros((int(2 * middle[1]), int(2 * middle[0])), np.uint8)
    cv2.fillPoly(mask, [points.astype(np.int32)], 255, cv2.LINE_AA)
    if rng.random() < 0.35:
        soft = cv2.GaussianBlur(mask, (0, 0), 0.12 * height)
        mask = np.where(soft > 127, 255, 0).astype(np.uint8)
    return mask


def _plate_mask(kind: Plate, width: int, height: int, seed: int) -> Mask:
    """The thing a numeral stands on, around a numeral of that size."""
    side = int(1.35 * max(width, height))
    match kind:
        case "patch":
            mask = _patch_mask(seed, width, height)
        case "disc":
            mask = np.zeros((side + 8, side + 8), np.uint8)
            cv2.circle(mask, (side // 2 + 4, side // 2 + 4), side // 2, 255, -1, cv2.LINE_AA)
        case "shield":
            w, h = int(1.6 * width), int(1.6 * height)
            mask = np.zeros((h + 4, w + 4), np.uint8)
            shape = [(2, 2), (w, 2), (w, int(h * 0.65)), (w // 2, h), (2, int(h * 0.65))]
            cv2.fillPoly(mask, [np.array(shape)], 255, cv2.LINE_AA)
        case "banner":
            w, h = int(2.6 * max(width, 0.7 * height)), int(1.35 * height)
            mask = np.zeros((h + h // 3 + 4, w + 4), np.uint8)
            top = [(x, 2 + h // 4 * np.sin(np.pi * x / w) ** 2) for x in range(2, w + 1, 4)]
            low = [(x, y + h) for x, y in reversed(top)]
            notch = [(2 + w // 10, 2 + h // 2)]
            cv2.fillPoly(mask, [np.array([*top, (w - w // 10, 2 + h // 2), *low, *notch], np.int32)], 255, cv2.LINE_AA)
        case "hexagon" | "diamond" | "star":
            corners = {"hexagon": 6, "diamond": 4, "star": 16}[kind]
            angle = np.arange(corners) * 2 * np.pi / corners - np.pi / 2
            reach = 0.6 * side * (1.25 if kind == "diamond" else 1.0) * np.where(np.arange(corners) % 2, 0.8, 1.0)
            if kind != "star":
                reach = np.full(corners, float(reach[0]))
            middle = int(np.ceil(reach.max())) + 2
            mask = np.zeros((2 * middle, 2 * middle), np.uint8)
            points = np.stack([middle + reach * np.cos(angle), middle + reach * np.sin(angle)], 1)
            cv2.fillPoly(mask, [points.astype(np.int32)], 255, cv2.LINE_AA)
        case "band":
            mask = np.full((int(1.5 * height), int(3.2 * height)), 255, np.uint8)
        case _:
            mask = np.full((int(1.35 * height) + 4, int(width + 0.45 * height) + 4), 255, np.uint8)
    return mask


def _grown(mask: Mask, pixels: int) -> Mask:
    padded = cv2.copyMakeBorder(mask, pixels, pixels, pixels, pixels, cv2.BORDER_CONSTANT, value=0)
    shape = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * pixels + 1, 2 * pixels + 1))
    return np.asarray(cv2.dilate(padded, shape), np.uint8)


def _write(image: BGRImage, recipe: Recipe, mask: Mask, *, x: float, y: float, ink: Colour, scale: float) -> None:
    if recipe.plate != "none":
        plate = _plate_mask(recipe.plate, mask.shape[1], mask.shape[0], recipe.seed)
        if recipe.plate_ring:
            paint(image, _grown(plate, max(1, round(0.5 * scale))), ink, x=x, y=y)
        paint(image, plate, recipe.plate_colour, x=x, y=y, opacity=0.55 if recipe.plate == "veil" else 1.0)
    if recipe.shadow:
        soft = cv2.GaussianBlur(_grown(mask, max(1, round(0.7 * scale))), (0, 0), 0.5 * scale)
        paint(image, np.asarray(soft, np.uint8), (10, 10, 10), x=x + 0.4 * scale, y=y + 0.4 * scale, opacity=0.6)
    if recipe.outline is not None:
        paint(image, _grown(mask, max(1, round(recipe.outline_mm * scale))), recipe.outline, x=x, y=y)
    _print(image, recipe, mask, x=x, y=y, ink=ink, scale=scale)


def _print(image: BGRImage, recipe: Recipe, mask: Mask, *, x: float, y: float, ink: Colour, scale: float) -> None:
    """The numeral itself, filled as the deck fills it."""
    opacity = recipe.ink_opacity
    thin = cv2.erode(mask, np.ones((3, 3), np.uint8), iterations=max(1, round(0.25 * scale)), borderValue=0)
    h, w = mask.shape
    match recipe.print:
        case "hollow":
            rim = cv2.subtract(_grown(mask, max(1, round(0.15 * scale))), np.pad(thin, max(1, round(0.15 * scale))))
            paint(image, np.asarray(rim, np.uint8), ink, x=x, y=y, opacity=opacity)
        case "inline":
            paint(image, mask, ink, x=x, y=y, opacity=opacity)
            thinner = cv2.erode(thin, np.ones((3, 3), np.uint8), borderValue=0)
            paint(image, np.asarray(thinner, np.uint8), recipe.second_ink, x=x, y=y, opacity=opacity)
        case "striped":
            lines = (np.arange(h) // max(1, round(0.35 * scale))) % 3 > 0
            paint(image, mask * lines[:, None].astype(np.uint8), ink, x=x, y=y, opacity=opacity)
        case "shaded":
            ramp = np.linspace(0.0, 1.0, h, dtype=np.float32)[:, None]
            paint(image, mask, ink, x=x, y=y, opacity=opacity)
            paint(image, (mask * ramp).astype(np.uint8), recipe.second_ink, x=x, y=y, opacity=opacity)
        case "speckled":
            worn = np.random.default_rng([recipe.seed, h, w]).random((h // 2 + 1, w // 2 + 1), np.float32)
            keep = cv2.resize((worn > 0.3).astype(np.uint8), (w, h), interpolation=cv2.INTER_NEAREST)
            paint(image, mask * np.asarray(keep, np.uint8), ink, x=x, y=y, opacity=opacity)
        case "raised":
            step = 0.3 * scale
            paint(image, mask, (250, 250, 250), x=x - step, y=y - step, opacity=0.7 * opacity)
            paint(image, mask, (10, 10, 10), x=x + step, y=y + step, opacity=0.7 * opacity)
            paint(image, mask, ink, x=x, y=y, opacity=opacity)
        case _:
            paint(image, mask, ink, x=x, y=y, opacity=opacity)


def _index(
    image: BGRImage, recipe: Recipe, label: str, *, x: float, y: float, ink: Colour, emblem: str, scale: float
) -> None:
    """One corner index, its numeral's centre at (x, y) px."""
    mask = text_mask(recipe.lettering, label, round(recipe.height_mm * scale))
    _write(image, recipe, mask, x=x, y=y, ink=ink, scale=scale)
    foot = y + mask.shape[0] / 2
    pip = recipe.pip_mm * scale
    match recipe.below:
        case "pip":
            paint(image, emblem_mask(emblem, round(pip)), ink, x=x, y=foot + recipe.pip_gap_mm * scale + pip * 0.55)
        case "pip-right":
            paint(image, emblem_mask(emblem, round(pip)), ink, x=x + mask.shape[1] / 2 + 0.65 * pip, y=y)
        case "dot" if label in ("6", "9"):
            paint(
                image, emblem_mask("disc", max(4, round(0.2 * mask.shape[0]))), ink, x=x + 0.7 * mask.shape[1], y=foot
            )
        case "line" if label in ("6", "9"):
            paint(
                image,
                np.full((max(2, round(0.7 * scale)), mask.shape[1]), 255, np.uint8),
                ink,
                x=x,
                y=foot + 1.2 * scale,
            )
        case "word":
            word = WORDS[int(label) - 1] if label.isdigit() and 1 <= int(label) <= 10 else label * 2
            text = text_mask(Lettering("Cabin-Bold.otf"), word, max(6, round(2.6 * scale)))
            paint(image, text, ink, x=max(x, text.shape[1] / 2 + scale), y=foot + 2.6 * scale)
        case _:
            pass


def _middle(
    image: BGRImage, recipe: Recipe, label: str, *, ink: Colour, emblem: str, scale: float, rng: np.random.Generator
) -> None:
    h, w = image.shape[:2]
    number = int(label) if label.isdigit() else 1 if label == "A" else 0
    match recipe.middle:
        case "pips" if 1 <= number <= 10:
            size = round(recipe.middle_mm * scale * (1.0 if number > 1 else float(rng.uniform(1.0, 2.8))))
            left, top = 0.30 * w, 0.17 * h
            for x, y in PIP_PLACES[number]:
                pip = emblem_mask(emblem, size)
                paint(
                    image, pip[::-1] if y > 0.55 else pip, ink, x=left + x * (w - 2 * left), y=top + y * (h - 2 * top)
                )
        case "pips":
            edge_x, edge_y = round(0.21 * w), round(0.11 * h)
            figure = court(rng, h - 2 * edge_y, w - 2 * edge_x)
            image[edge_y : edge_y + figure.shape[0], edge_x : edge_x + figure.shape[1]] = figure
            cv2.rectangle(image, (edge_x, edge_y), (w - edge_x, h - edge_y), (150, 90, 40), max(1, round(0.3 * scale)))
        case "emblem":
            paint(image, emblem_mask(emblem, round(3.2 * recipe.middle_mm * scale)), ink, x=w / 2, y=h / 2)
        case "numeral":
            mask = text_mask(recipe.lettering, label, round(3.4 * recipe.middle_mm * scale))
            paint(image, mask, ink, x=w / 2, y=h / 2, opacity=0.9)
        case "picture":
            edge_x, edge_y = round(0.2 * w), round(0.2 * h)
            draw = landscape if recipe.ground.startswith("landscape") else abstract
            image[edge_y : h - edge_y, edge_x : w - edge_x] = draw(rng, h - 2 * edge_y, w - 2 * edge_x)
        case _:
            pass


def _ground(recipe: Recipe, *, ink: Colour, scale: float, rng: np.random.Generator) -> BGRImage:
    w, h = (round(v * scale) for v in recipe.size_mm)
    image = np.empty((h, w, 3), np.uint8)
    image[:] = recipe.paper
    edge = round(recipe.frame_mm * scale)
    match recipe.ground:
        case "framed":
            cv2.rectangle(image, (edge, edge), (w - edge, h - edge), ink, max(1, round(0.5 * scale)), cv2.LINE_AA)
        case "abstract":
            image = abstract(rng, h, w)
        case "collage":
            image = collage(rng, h, w)
        case "landscape":
            image = landscape(rng, h, w)
        case "abstract-framed":
            image[edge : h - edge, edge : w - edge] = abstract(rng, h - 2 * edge, w - 2 * edge)
        case "landscape-framed":
            image[edge : h - edge, edge : w - edge] = landscape(rng, h - 2 * edge, w - 2 * edge)
        case _:
            pass
    return image


def _worn(image: BGRImage, mask: Mask, wear: float, rng: np.random.Generator) -> None:
    """Whitened edges, scratches, a crease, yellowed paper."""
    h, w = mask.shape
    tint = np.array([1.0 - 0.16 * wear, 1.0 - 0.05 * wear, 1.0 - 0.03 * wear])
    image[:] = (image * tint).astype(np.uint8)
    edge = 255 - cv2.blur(mask, (int(3 + 8 * wear),) * 2)
    flecks = (rng.random((h, w), np.float32) < 0.35 * wear) * edge
    paint(image, flecks.astype(np.uint8), (225, 230, 235), x=w / 2, y=h / 2)
    lines = np.zeros((h, w), np.uint8)
    for _ in range(int(rng.integers(0, 2 + int(14 * wear)))):
        at = np.array([rng.integers(w), rng.integers(h)])
        to = at + (rng.normal(size=2) * w / 6).astype(int)
        cv2.line(lines, tuple(at.tolist()), tuple(to.tolist()), int(rng.integers(60, 200)), 1, cv2.LINE_AA)
    if rng.random() < wear:
        cv2.line(lines, (0, int(rng.integers(h))), (w, int(rng.integers(h))), 180, 1, cv2.LINE_AA)
    paint(image, lines, (235, 235, 235) if rng.random() < 0.6 else (110, 110, 110), x=w / 2, y=h / 2)


def card_mask(recipe: Recipe, scale: float) -> Mask:
    """The card's outline with rounded corners (h, w) 0..255."""
    w, h = (round(v * scale) for v in recipe.size_mm)
    r = max(1, round(recipe.radius_mm * scale))
    mask = np.zeros((h, w), np.uint8)
    cv2.rectangle(mask, (r, 0), (w - r - 1, h), 255, -1)
    cv2.rectangle(mask, (0, r), (w, h - r - 1), 255, -1)
    for x, y in ((r, r), (w - r - 1, r), (r, h - r - 1), (w - r - 1, h - r - 1)):
        cv2.circle(mask, (x, y), r, 255, -1, cv2.LINE_AA)
    return mask


def index_places(recipe: Recipe) -> tuple[tuple[float, float, bool], ...]:
    """Where the indices stand: x, y of the numeral's centre in mm, and whether it stands upside down."""
    w, h = recipe.size_mm
    x, y = recipe.index_x_mm, recipe.index_y_mm
    match recipe.corners:
        case "two":
            return (x, y, False), (w - x, h - y, True)
        case "upper":
            return (x, y, False), (w - x, y, False)
        case "left":
            return (x, y, False), (w - x, h - y, True), (w - x, y, False)
        case "none":
            return ()
        case _:
            turned = recipe.corners == "four"
            return (x, y, False), (w - x, y, False), (x, h - y, turned), (w - x, h - y, turned)


def draw_face(recipe: Recipe, label: str, *, suit: int = 0, scale: float = 4.0) -> BGRImage:
    """The face of the card that says ``label``, ``scale`` pixels a millimetre; the same for the same arguments."""
    rng = np.random.default_rng([recipe.seed, suit, *label.encode()])
    ink = recipe.inks[suit % len(recipe.inks)]
    emblem = recipe.emblem or ("spade", "heart", "diamond", "club")[suit % 4]
    shown = "A" if recipe.ace and label == "1" else label
    image = _ground(recipe, ink=ink, scale=scale, rng=rng)
    if recipe.crowd is None:
        _middle(image, recipe, shown, ink=ink, emblem=emblem, scale=scale, rng=rng)
    else:
        at = recipe.index_x_mm * scale, recipe.index_y_mm * scale
        crowded(
            image,
            recipe.crowd,
            shown,
            corner=at,
            height=recipe.height_mm * scale,
            mark_seed=recipe.seed,
            suit=suit,
            rng=rng,
            scale=scale,
        )
    places = index_places(recipe)
    for turned in (True, False):
        if turned:
            image = np.ascontiguousarray(image[::-1, ::-1])
        for x, y, is_turned in places:
            if is_turned != turned:
                continue
            at = (recipe.size_mm[0] - x, recipe.size_mm[1] - y) if turned else (x, y)
            _index(image, recipe, shown, x=at[0] * scale, y=at[1] * scale, ink=ink, emblem=emblem, scale=scale)
            if recipe.crowd is not None:
                size = text_mask(recipe.lettering, shown, round(recipe.height_mm * scale)).shape
                x, y = at[0] * scale, at[1] * scale
                beside(image, recipe.crowd, size, x=x, y=y, suit=suit, seed=recipe.seed)
        if turned:
            image = np.ascontiguousarray(image[::-1, ::-1])
    if recipe.wear > 0:
        _worn(image, card_mask(recipe, scale), recipe.wear, rng)
    return image
