"""What lies on a pub's table beside cards: coasters, chips, coins, glasses, a phone, mats, a notepad."""

import math
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import BGRImage
from vision.synth.picture import Sprite, sprite
from vision.table.coasters import COASTER_MM, coaster_image

Layers = tuple[tuple[Sprite, float], ...]
"""Sprites and their heights over the table, lowest first."""


def _canvas(
    width_mm: float, height_mm: float, per_mm: float, colour: tuple[int, int, int] = (0, 0, 0)
) -> tuple[BGRImage, NDArray[np.uint8]]:
    size = (round(height_mm * per_mm), round(width_mm * per_mm))
    return np.full((*size, 3), colour, np.uint8), np.zeros(size, np.uint8)


def _rounded(mask: NDArray[np.uint8], radius_px: float) -> None:
    height, width = mask.shape
    radius = round(radius_px)
    cv2.rectangle(mask, (radius, 0), (width - 1 - radius, height - 1), 255, -1)
    cv2.rectangle(mask, (0, radius), (width - 1, height - 1 - radius), 255, -1)
    for x in (radius, width - 1 - radius):
        for y in (radius, height - 1 - radius):
            cv2.circle(mask, (x, y), radius, 255, -1, cv2.LINE_AA)


@cache
def coaster(tag: int) -> Sprite:
    """The coaster ``tag`` (0: the middle) as it comes from a printer; its upper side points to the middle."""
    per_mm = 6.0
    ink = coaster_image(tag, pixels_per_mm=per_mm)
    # printed black is dark grey, paper is not quite white
    picture = np.rint(36 + ink[:, :, None] * (np.array((232, 237, 238), np.float32) - 36) / 255).astype(np.uint8)
    mask = np.zeros(ink.shape, np.uint8)
    _rounded(mask, 1.5 * per_mm)
    return sprite(picture, mask, per_mm)


def disc(
    radius_mm: float,
    colour: tuple[int, int, int],
    *,
    opacity: float = 1.0,
    rim: tuple[int, int, int] | None = None,
    rim_mm: float = 1.5,
) -> Sprite:
    """A round, flat thing, perhaps see-through, perhaps with another rim."""
    per_mm = 3.0
    picture, mask = _canvas(2 * radius_mm + 2, 2 * radius_mm + 2, per_mm, colour)
    centre = (mask.shape[1] // 2, mask.shape[0] // 2)
    cv2.circle(mask, centre, round(radius_mm * per_mm), round(255 * opacity), -1, cv2.LINE_AA)
    if rim is not None:
        cv2.circle(
            picture, centre, round((radius_mm - rim_mm / 2) * per_mm), rim, max(1, round(rim_mm * per_mm)), cv2.LINE_AA
        )
    return sprite(picture, mask, per_mm)


def ring(radius_mm: float, width_mm: float, colour: tuple[int, int, int], opacity: float) -> Sprite:
    """A circle line, as a glass's rim."""
    per_mm = 3.0
    picture, mask = _canvas(2 * radius_mm + 4, 2 * radius_mm + 4, per_mm, colour)
    centre = (mask.shape[1] // 2, mask.shape[0] // 2)
    cv2.circle(
        mask, centre, round(radius_mm * per_mm), round(255 * opacity), max(1, round(width_mm * per_mm)), cv2.LINE_AA
    )
    return sprite(picture, mask, per_mm)


def chips(rng: np.random.Generator) -> Layers:
    """A stack of one to six chips of one colour, a little untidy."""
    colours = ((40, 40, 190), (150, 90, 40), (60, 120, 40), (35, 35, 35), (225, 225, 225), (60, 60, 200))
    base = colours[int(rng.integers(len(colours)))]
    light = (230, 230, 232) if sum(base) < 500 else (140, 60, 50)
    per_mm, radius = 4.0, 19.5
    picture, mask = _canvas(41, 41, per_mm, base)
    centre = (mask.shape[1] // 2, mask.shape[0] // 2)
    cv2.circle(mask, centre, round(radius * per_mm), 255, -1, cv2.LINE_AA)
    for start in range(0, 360, 60):
        cv2.ellipse(
            picture, centre, (round(17.2 * per_mm),) * 2, 0, start, start + 22, light, round(4.6 * per_mm), cv2.LINE_AA
        )
    cv2.circle(picture, centre, round(13 * per_mm), light, 2, cv2.LINE_AA)
    cv2.circle(picture, centre, round(9 * per_mm), tuple(min(255, v + 26) for v in base), -1, cv2.LINE_AA)
    layers = []
    for index in range(int(rng.integers(1, 7))):
        turned = cv2.warpAffine(
            np.dstack([picture, mask]), cv2.getRotationMatrix2D(centre, float(rng.uniform(0, 360)), 1), mask.shape[::-1]
        )
        anchor = (20.5 + rng.uniform(-0.8, 0.8), 20.5 + rng.uniform(-0.8, 0.8))
        layers.append(
            (
                sprite(np.ascontiguousarray(turned[:, :, :3]), np.ascontiguousarray(turned[:, :, 3]), per_mm, anchor),
                3.3 * (index + 1),
            )
        )
    return tuple(layers)


def coin(rng: np.random.Generator) -> Layers:
    """A coin of brass or silver."""
    base = (120, 178, 205) if rng.random() < 0.5 else (178, 182, 186)
    radius = float(rng.uniform(9, 12.5))
    darker = (base[0] - 38, base[1] - 38, base[2] - 38)
    return ((disc(radius, base, rim=darker, rim_mm=1.2), 2.0),)


def phone(rng: np.random.Generator) -> Layers:
    """A phone, screen up, dark or with a bright notice."""
    per_mm = 3.0
    picture, mask = _canvas(73, 152, per_mm, (26, 24, 24))
    _rounded(mask, 9 * per_mm)
    inner = (round(3 * per_mm), round(5 * per_mm), round(67 * per_mm), round(142 * per_mm))
    cv2.rectangle(picture, inner, (38, 30, 26), -1)
    if rng.random() < 0.5:
        top = round(rng.uniform(25, 60) * per_mm)
        cv2.rectangle(
            picture, (round(7 * per_mm), top), (round(66 * per_mm), top + round(24 * per_mm)), (190, 176, 168), -1
        )
        for line in range(3):
            y = top + round((6 + 6 * line) * per_mm)
            cv2.line(
                picture, (round(11 * per_mm), y), (round((40 + 8 * line) * per_mm), y), (90, 80, 76), 5, cv2.LINE_AA
            )
    return ((sprite(picture, mask, per_mm), 8.0),)


def mat(rng: np.random.Generator) -> Layers:
    """A brewery's mat that is no coaster of the game, round or square, with some print."""
    per_mm = 3.0
    paper, ink = (205, 222, 228), tuple(int(v) for v in rng.integers(20, 150, 3))
    picture, mask = _canvas(COASTER_MM, COASTER_MM, per_mm, paper)
    if rng.random() < 0.5:
        cv2.circle(mask, (mask.shape[1] // 2, mask.shape[0] // 2), mask.shape[0] // 2 - 1, 255, -1, cv2.LINE_AA)
    else:
        _rounded(mask, 9 * per_mm)
    middle = mask.shape[0] // 2
    cv2.circle(picture, (middle, middle), round(37 * per_mm), ink, round(2.5 * per_mm), cv2.LINE_AA)
    cv2.ellipse(
        picture,
        (middle, middle),
        (round(26 * per_mm), round(11 * per_mm)),
        float(rng.uniform(-20, 20)),
        0,
        360,
        ink,
        -1,
        cv2.LINE_AA,
    )
    cv2.putText(
        picture,
        "ALE" if rng.random() < 0.5 else "BREW",
        (middle - 60, middle + 14),
        cv2.FONT_HERSHEY_TRIPLEX,
        1.5,
        paper,
        3,
        cv2.LINE_AA,
    )
    return ((sprite(picture, mask, per_mm), 1.2),)


def notepad(rng: np.random.Generator) -> Layers:
    """A page with scribbles: lines of made-up handwriting."""
    per_mm = 3.0
    picture, mask = _canvas(74, 105, per_mm, (226, 234, 238))
    mask[:] = 255
    for line in range(int(rng.integers(3, 9))):
        xs = np.linspace(8, rng.uniform(35, 66), 60)
        ys = 14 + line * 10 + 2.2 * np.sin(xs * rng.uniform(0.9, 1.6) + rng.uniform(0, 6)) * np.sin(xs * 0.37 + line)
        points = np.rint(np.column_stack([xs, ys]) * per_mm).astype(np.int32)
        cv2.polylines(picture, [points], False, (110, 60, 50), 2, cv2.LINE_AA)
    return ((sprite(picture, mask, per_mm), 1.5),)


def glass(rng: np.random.Generator) -> Layers:
    """A pint, a tumbler, a coffee cup or a bottle, as a pile of discs from the foot to the rim."""
    kind = int(rng.integers(4))
    layers: list[tuple[Sprite, float]] = []
    if kind == 0:  # a pint of beer: amber through glass, foam
        beer = (18, int(rng.integers(70, 130)), int(rng.integers(150, 205)))
        full = float(rng.uniform(60, 125))
        for z in np.arange(2, full, 7):
            layers.append((disc(30 + 10 * z / 145, beer, opacity=0.5), float(z)))
        foam = disc(38, (205, 226, 236), rim=(180, 205, 220), rim_mm=3)
        layers.append((foam, full + 6))
        for z in np.arange(full + 12, 146, 9):
            layers.append((ring(30 + 10 * z / 145, 1.6, (225, 230, 232), 0.16), float(z)))
        layers.append((ring(40, 1.8, (238, 240, 242), 0.75), 147.0))
    elif kind == 1:  # a tumbler of water
        for z in np.arange(2, 88, 7):
            layers.append((ring(34 + 3 * z / 90, 2.2, (215, 222, 224), 0.2), float(z)))
        layers.insert(1, (disc(33, (190, 200, 205), opacity=0.22), 4.0))
        layers.append((disc(35, (222, 226, 226), opacity=0.12), 55.0))
        layers.append((ring(37, 1.7, (240, 242, 244), 0.7), 90.0))
    elif kind == 2:  # a cup of coffee
        china = tuple(int(v) for v in rng.integers(170, 240, 3))
        for z in np.arange(2, 70, 6):
            shade = 0.75 + 0.25 * z / 70
            layers.append(
                (
                    disc(29 + 11 * z / 75, (int(china[0] * shade), int(china[1] * shade), int(china[2] * shade))),
                    float(z),
                )
            )
        layers.append((disc(36, (18, 32, 52), rim=(30, 60, 92)), 62.0))
        layers.append((ring(39.5, 3.0, (china[0], china[1], china[2]), 1.0), 75.0))
    else:  # a bottle
        tone = ((30, 70, 34), (20, 44, 82))[int(rng.integers(2))]
        for z in np.arange(2, 230, 7):
            radius = 31.0 if z < 140 else max(13.0, 31 - (z - 140) * 0.36)
            bright = 1.0 + 0.5 * (z % 28 < 7) * 0.4
            layers.append(
                (
                    disc(radius, (int(tone[0] * bright), int(tone[1] * bright), int(tone[2] * bright)), opacity=0.8),
                    float(z),
                )
            )
        layers.append((disc(13, (90, 120, 150), rim=(40, 60, 80)), 236.0))
    return tuple(layers)


def height_of(layers: Layers) -> float:
    """The height of the topmost layer."""
    return max(z for _, z in layers)


def radius_of(layers: Layers) -> float:
    """The farthest that a thing reaches from its middle, seen from above."""
    return max(
        math.hypot(*one.size_mm) / 2 if one.size_mm[0] != one.size_mm[1] else one.size_mm[0] / 2 for one, _ in layers
    )
