"""What is printed on a card beside its numerals: pips, emblems, pictures, courts and backs."""

from collections.abc import Iterable
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import BGRImage
from vision.synth.strokes import Mask

Colour = tuple[int, int, int]
Generator = np.random.Generator

PIPS = ("spade", "heart", "diamond", "club")
EMBLEMS = (
    *PIPS,
    "star",
    "disc",
    "ring",
    "triangle",
    "moon",
    "drop",
    "flower",
    "cross",
    "leaf",
    "crown",
    "bolt",
    "fish",
)


def as_colour(levels: Iterable[float]) -> Colour:
    """Three levels cut to whole numbers.

    >>> as_colour((1.0, 2.9, 255.0))
    (1, 2, 255)
    """
    blue, green, red = (int(level) for level in levels)
    return blue, green, red


def _polygon(size: int, points: list[tuple[float, float]]) -> Mask:
    mask = np.zeros((size, size), np.uint8)
    cv2.fillPoly(mask, [np.round(np.array(points) * size).astype(np.int32)], 255, cv2.LINE_AA)
    return mask


def _circle(mask: Mask, x: float, y: float, r: float, *, value: int = 255) -> None:
    size = mask.shape[0]
    cv2.circle(mask, (round(x * size), round(y * size)), max(1, round(r * size)), value, -1, cv2.LINE_AA)


@lru_cache(maxsize=512)
def emblem_mask(name: str, size_px: int) -> Mask:
    """A pip or emblem as a square mask.

    >>> emblem_mask("heart", 24).shape
    (24, 24)
    """
    n = max(4, size_px) * 4
    t = np.linspace(0, 2 * np.pi, 80)
    mask = np.zeros((n, n), np.uint8)
    match name:
        case "heart" | "spade":
            x = 16 * np.sin(t) ** 3 / 34 + 0.5
            y = 0.5 - (13 * np.cos(t) - 5 * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t)) / 34
            if name == "spade":
                y = 0.88 - (y - 0.1) * 0.95
            mask = _polygon(n, list(zip(x.tolist(), (y - 0.04).tolist(), strict=True)))
            if name == "spade":
                mask |= _polygon(n, [(0.5, 0.55), (0.33, 0.98), (0.67, 0.98)])
        case "diamond":
            mask = _polygon(n, [(0.5, 0.02), (0.86, 0.5), (0.5, 0.98), (0.14, 0.5)])
        case "club":
            for across, down in ((0.5, 0.25), (0.26, 0.6), (0.74, 0.6)):
                _circle(mask, across, down, 0.23)
            mask |= _polygon(n, [(0.5, 0.4), (0.34, 0.98), (0.66, 0.98)])
        case "star":
            r = np.where(np.arange(10) % 2, 0.2, 0.48)
            a = np.arange(10) * np.pi / 5 - np.pi / 2
            mask = _polygon(n, [(0.5 + q * np.cos(b), 0.5 + q * np.sin(b)) for q, b in zip(r, a, strict=True)])
        case "disc":
            _circle(mask, 0.5, 0.5, 0.46)
        case "ring":
            _circle(mask, 0.5, 0.5, 0.46)
            _circle(mask, 0.5, 0.5, 0.28, value=0)
        case "triangle":
            mask = _polygon(n, [(0.5, 0.04), (0.96, 0.92), (0.04, 0.92)])
        case "moon":
            _circle(mask, 0.5, 0.5, 0.46)
            _circle(mask, 0.7, 0.42, 0.38, value=0)
        case "drop":
            _circle(mask, 0.5, 0.64, 0.32)
            mask |= _polygon(n, [(0.5, 0.02), (0.79, 0.55), (0.21, 0.55)])
        case "flower":
            for k in range(6):
                _circle(mask, 0.5 + 0.28 * np.cos(k * np.pi / 3), 0.5 + 0.28 * np.sin(k * np.pi / 3), 0.18)
            _circle(mask, 0.5, 0.5, 0.12, value=0)
        case "cross":
            mask = _polygon(n, [(0.36, 0.02), (0.64, 0.02), (0.64, 0.98), (0.36, 0.98)])
            mask |= _polygon(n, [(0.05, 0.3), (0.95, 0.3), (0.95, 0.56), (0.05, 0.56)])
        case "leaf":
            x = 0.5 + 0.3 * np.sin(t) * np.abs(np.sin(t / 2))
            mask = _polygon(n, list(zip(x.tolist(), (0.5 - 0.46 * np.cos(t)).tolist(), strict=True)))
        case "crown":
            mask = _polygon(
                n, [(0.08, 0.9), (0.02, 0.25), (0.28, 0.55), (0.5, 0.1), (0.72, 0.55), (0.98, 0.25), (0.92, 0.9)]
            )
        case "bolt":
            mask = _polygon(n, [(0.6, 0.02), (0.2, 0.56), (0.46, 0.56), (0.38, 0.98), (0.8, 0.4), (0.54, 0.4)])
        case _:  # a fish
            x, y = 0.45 + 0.38 * np.cos(t), 0.5 + 0.24 * np.sin(t)
            mask = _polygon(n, list(zip(x.tolist(), y.tolist(), strict=True))) | _polygon(
                n, [(0.7, 0.5), (0.98, 0.25), (0.98, 0.75)]
            )
    return np.asarray(cv2.resize(mask, (max(4, size_px),) * 2, interpolation=cv2.INTER_AREA), np.uint8)


def paint(image: BGRImage, mask: Mask, colour: Colour, *, x: float, y: float, opacity: float = 1.0) -> None:
    """Lay ``colour`` through ``mask`` onto the image, the mask's centre at (x, y) px; what lies outside is cut off."""
    h, w = mask.shape
    left, top = round(x - w / 2), round(y - h / 2)
    x0, y0, x1, y1 = max(0, left), max(0, top), min(image.shape[1], left + w), min(image.shape[0], top + h)
    if x0 >= x1 or y0 >= y1:
        return
    part = image[y0:y1, x0:x1]
    alpha = mask[y0 - top : y1 - top, x0 - left : x1 - left, None].astype(np.float32) * (opacity / 255.0)
    part[:] = (part + (np.array(colour, np.float32) - part) * alpha + 0.5).astype(np.uint8)


PIP_PLACES: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0.5, 0.5),),
    2: ((0.5, 0.0), (0.5, 1.0)),
    3: ((0.5, 0.0), (0.5, 0.5), (0.5, 1.0)),
    4: ((0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)),
    5: ((0.0, 0.0), (1.0, 0.0), (0.5, 0.5), (0.0, 1.0), (1.0, 1.0)),
    6: ((0.0, 0.0), (1.0, 0.0), (0.0, 0.5), (1.0, 0.5), (0.0, 1.0), (1.0, 1.0)),
    7: ((0.0, 0.0), (1.0, 0.0), (0.5, 0.25), (0.0, 0.5), (1.0, 0.5), (0.0, 1.0), (1.0, 1.0)),
    8: ((0.0, 0.0), (1.0, 0.0), (0.5, 0.25), (0.0, 0.5), (1.0, 0.5), (0.5, 0.75), (0.0, 1.0), (1.0, 1.0)),
    9: tuple((x, y / 3) for y in range(4) for x in (0.0, 1.0)) + ((0.5, 0.5),),
    10: tuple((x, y / 3) for y in range(4) for x in (0.0, 1.0)) + ((0.5, 1 / 6), (0.5, 5 / 6)),
}
"""Where the pips of a rank stand: shares of the pip field, from its upper left; those of the lower half are turned."""


def palette(rng: Generator, *, contrast: float = 1.0) -> NDArray[np.float32]:
    """Five colours (5, 3) that go together; ``contrast`` squeezes their brightness towards their mean."""
    hue = rng.uniform(0, 180)
    spread = rng.choice([8, 20, 60, 180])
    hsv = np.stack([(hue + rng.uniform(-spread, spread, 5)) % 180, rng.uniform(20, 230, 5), rng.uniform(40, 255, 5)], 1)
    bgr = cv2.cvtColor(hsv.astype(np.uint8)[None], cv2.COLOR_HSV2BGR)[0].astype(np.float32)
    return np.asarray(bgr.mean(0) + (bgr - bgr.mean(0)) * contrast, np.float32)


def cloud(rng: Generator, height: int, width: int, *, cells: float = 5.0, octaves: int = 3) -> NDArray[np.float32]:
    """Smooth noise (h, w) in 0..1."""
    total = np.zeros((height, width), np.float32)
    for k in range(octaves):
        n = (
            max(2, int(cells * 2**k * height / max(height, width))),
            max(2, int(cells * 2**k * width / max(height, width))),
        )
        total += cv2.resize(rng.random(n, np.float32), (width, height), interpolation=cv2.INTER_CUBIC) / 2**k
    low, high = float(total.min()), float(total.max())
    return (total - low) / max(high - low, 1e-6)


def _through(field: NDArray[np.float32], colours: NDArray[np.float32]) -> BGRImage:
    at = np.clip(field, 0, 1) * (len(colours) - 1)
    low = np.minimum(at.astype(int), len(colours) - 2)
    part = (at - low)[..., None].astype(np.float32)
    return np.asarray(colours[low] * (1 - part) + colours[low + 1] * part, np.uint8)


def abstract(rng: Generator, height: int, width: int) -> BGRImage:
    """A picture without a subject: clouds, rays, stripes, tiles, brush strokes or scribbles."""
    colours = palette(rng, contrast=float(rng.uniform(0.25, 1.0)))
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    kind = rng.integers(7)
    if kind == 0:
        image = _through(
            cloud(rng, height, width, cells=float(rng.uniform(2, 9)), octaves=int(rng.integers(1, 5))), colours
        )
    elif kind == 1:
        angle = np.arctan2(y - height * rng.uniform(0, 1), x - width * rng.uniform(0, 1))
        image = _through(0.5 + 0.5 * np.sin(angle * int(rng.integers(4, 30))).astype(np.float32), colours)
    elif kind == 2:
        turn = rng.uniform(0, np.pi)
        wave = np.sin((x * np.cos(turn) + y * np.sin(turn)) * 2 * np.pi / rng.uniform(8, 60))
        image = _through((0.5 + 0.5 * wave).astype(np.float32), colours)
    elif kind == 3:
        cell = rng.integers(10, 50)
        grid = rng.integers(0, 5, (height // cell + 1, width // cell + 1))
        image = colours[np.kron(grid, np.ones((cell, cell), int))[:height, :width]].astype(np.uint8)
    else:
        image = _through(cloud(rng, height, width), colours)
        for _ in range(int(rng.integers(8, 70))):
            colour = tuple(int(c) for c in colours[rng.integers(5)])
            at = (int(rng.integers(width)), int(rng.integers(height)))
            to = (int(at[0] + rng.normal() * width / 4), int(at[1] + rng.normal() * height / 4))
            if kind == 4:
                cv2.line(image, at, to, colour, int(rng.integers(2, 14)), cv2.LINE_AA)
            elif kind == 5:
                axes = (int(rng.integers(3, width // 4)), int(rng.integers(3, height // 4)))
                cv2.ellipse(
                    image,
                    at,
                    axes,
                    float(rng.uniform(0, 180)),
                    0,
                    360,
                    colour,
                    int(rng.choice([-1, 1, 3])),
                    cv2.LINE_AA,
                )
            else:
                corner = np.array([at, to, (int(rng.integers(width)), int(rng.integers(height)))])
                cv2.fillPoly(image, [corner], colour, cv2.LINE_AA)
    return image


def collage(rng: Generator, height: int, width: int) -> BGRImage:
    """Layers of what has no subject, one through the other, softened, with grain: as busy and as soft as a painting."""
    h, w = height // 2, width // 2
    image = abstract(rng, h, w)
    for _ in range(int(rng.integers(1, 3))):
        veil = cloud(rng, h, w, cells=float(rng.uniform(1.5, 6)), octaves=int(rng.integers(1, 4)))
        share = np.clip((veil - rng.uniform(0.2, 0.6)) * rng.uniform(1, 8) + 0.5, 0, 1)[..., None].astype(np.float32)
        image = (image * (1 - share) + abstract(rng, h, w) * share).astype(np.uint8)
    image = np.asarray(cv2.resize(image, (width, height), interpolation=cv2.INTER_LINEAR), np.uint8)
    if rng.random() < 0.6:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), float(rng.uniform(0.5, 4.0))), np.uint8)
    grain = float(rng.uniform(0, 40)) * (cloud(rng, height, width, cells=40, octaves=2) - 0.5)
    return np.clip(image + grain[..., None], 0, 255).astype(np.uint8)


def landscape(rng: Generator, height: int, width: int) -> BGRImage:
    """A painted scene: sky, sun or moon, hills one behind the other, trees, a tower, a figure."""
    sky = palette(rng, contrast=0.6)[:2]
    ramp = np.linspace(0, 1, height, dtype=np.float32)[:, None, None]
    image = (sky[0] * (1 - ramp) + sky[1] * ramp + np.zeros((height, width, 3), np.float32)).astype(np.uint8)
    sun = tuple(int(v) for v in np.clip(sky.mean(0) + rng.uniform(20, 110), 0, 255))
    cv2.circle(
        image,
        (int(rng.integers(width)), int(rng.uniform(0.05, 0.5) * height)),
        int(rng.uniform(0.06, 0.16) * width),
        sun,
        -1,
        cv2.LINE_AA,
    )
    ground = palette(rng, contrast=0.7)
    layers = int(rng.integers(3, 6))
    for k in range(layers):
        line = (0.3 + 0.6 * k / layers + 0.14 * (cloud(rng, 2, width, cells=5)[0] - 0.5)) * height
        points = np.concatenate([np.stack([np.arange(width), line], 1), [[width, height], [0, height]]]).astype(
            np.int32
        )
        colour = tuple(int(v) for v in ground[k % 5])
        cv2.fillPoly(image, [points], colour, cv2.LINE_AA)
        for _ in range(int(rng.integers(0, 9))):
            x = int(rng.integers(width))
            foot, tall = int(line[x]), int(rng.uniform(0.05, 0.22) * height)
            shade = tuple(int(v * rng.uniform(0.4, 0.9)) for v in ground[(k + 1) % 5])
            if rng.random() < 0.6:
                cv2.fillPoly(
                    image,
                    [np.array([(x - tall // 3, foot), (x + tall // 3, foot), (x, foot - tall)])],
                    shade,
                    cv2.LINE_AA,
                )
            else:
                cv2.ellipse(image, (x, foot - tall), (tall // 3, tall // 2), 0, 0, 360, shade, -1, cv2.LINE_AA)
                cv2.line(image, (x, foot), (x, foot - tall), shade, max(2, tall // 8))
    x, foot, tall = int(rng.uniform(0.3, 0.7) * width), int(0.85 * height), int(rng.uniform(0.2, 0.45) * height)
    cloak = tuple(int(v) for v in palette(rng)[0])
    cv2.fillPoly(
        image, [np.array([(x - tall // 4, foot), (x + tall // 4, foot), (x, foot - tall)])], cloak, cv2.LINE_AA
    )
    cv2.circle(image, (x, foot - int(0.9 * tall)), tall // 8, tuple(int(v) for v in sun), -1, cv2.LINE_AA)
    grain = 14 * (cloud(rng, height, width, cells=40, octaves=2) - 0.5)
    return np.asarray(np.clip(image + grain[..., None], 0, 255), np.uint8)


def court(rng: Generator, height: int, width: int) -> BGRImage:
    """A court figure: many small coloured shapes, the lower half the upper one turned."""
    colours = np.array(
        [(30, 30, 200), (20, 200, 235), (170, 80, 20), (25, 25, 25), (245, 245, 245), (40, 120, 40)], np.float32
    )
    colours = colours[rng.permutation(6)] * rng.uniform(0.7, 1.0)
    image = np.full((height, width, 3), 245, np.uint8)
    half = height // 2 + 1
    for _ in range(int(rng.integers(20, 60))):
        colour = tuple(int(c) for c in colours[rng.integers(6)])
        at = np.array([rng.uniform(0, width), rng.uniform(0, half)])
        shape = at + rng.normal(size=(int(rng.integers(3, 7)), 2)) * rng.uniform(3, width / 5)
        cv2.fillPoly(image, [shape.astype(np.int32)], colour, cv2.LINE_AA)
        cv2.polylines(image, [shape.astype(np.int32)], True, (20, 20, 20), 1, cv2.LINE_AA)
    centre = (int(width * rng.uniform(0.4, 0.6)), int(half * rng.uniform(0.3, 0.5)))
    cv2.ellipse(image, centre, (int(width * 0.14), int(half * 0.22)), 0, 0, 360, (180, 215, 245), -1, cv2.LINE_AA)
    cv2.ellipse(image, centre, (int(width * 0.14), int(half * 0.22)), 0, 0, 360, (20, 20, 20), 1, cv2.LINE_AA)
    image[height - half :] = image[:half][::-1, ::-1]
    return image


def back(rng: Generator, height: int, width: int) -> BGRImage:
    """The back of a card: a repeated pattern, or a plain colour, in a frame of another colour."""
    colours = palette(rng)
    image = np.empty((height, width, 3), np.uint8)
    image[:] = colours[0]
    other = tuple(int(c) for c in colours[1])
    cell = int(rng.integers(8, 36))
    kind = rng.integers(5)
    for y in range(0, height + cell, cell):
        for x in range(0, width + cell, cell):
            if kind == 0:
                cv2.line(image, (x, y), (x + cell, y + cell), other, 2, cv2.LINE_AA)
                cv2.line(image, (x + cell, y), (x, y + cell), other, 2, cv2.LINE_AA)
            elif kind == 1:
                cv2.circle(image, (x, y), cell // 2, other, 2, cv2.LINE_AA)
            elif kind == 2:
                cv2.circle(image, (x, y), max(2, cell // 4), other, -1, cv2.LINE_AA)
            elif kind == 3 and (x // cell + y // cell) % 2:
                cv2.rectangle(image, (x, y), (x + cell, y + cell), other, -1)
    if rng.random() < 0.7:
        edge = int(rng.uniform(6, 22))
        cv2.rectangle(image, (0, 0), (width, height), (245, 248, 250), 2 * edge)
    if rng.random() < 0.4:
        mark = emblem_mask(str(rng.choice(EMBLEMS)), width // 2)
        paint(image, mask=mark, colour=as_colour(colours[2]), x=width / 2, y=height / 2)
    return image
