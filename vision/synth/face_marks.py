"""Suit marks and figures of several strokes and colours: what is printed close to small numerals."""

from collections.abc import Callable, Sequence
from functools import lru_cache

import cv2
import numpy as np

from vision.frame import BGRImage
from vision.synth.face_art import Colour, Generator, as_colour, palette
from vision.synth.strokes import Mask

Points = Sequence[tuple[float, float]]
OVER = 3
"""Marks are drawn so many times as large, then averaged down."""


class Sketch:
    """A drawing on nothing, its coordinates shares of its width and height: every shape filled and outlined."""

    def __init__(self, width: int, height: int, line: Colour, thickness: float) -> None:
        self.width, self.height = max(4, width) * OVER, max(4, height) * OVER
        self.image = np.empty((self.height, self.width, 3), np.uint8)
        self.image[:] = line
        self.mask = np.zeros((self.height, self.width), np.uint8)
        self.line, self.px = line, max(1, round(thickness * OVER))

    def _at(self, points: Points) -> list[np.ndarray]:
        return [np.round(np.array(points) * (self.width - 1, self.height - 1)).astype(np.int32)]

    def shape(self, points: Points, colour: Colour, *, outlined: bool = True) -> None:
        """A filled polygon."""
        at = self._at(points)
        cv2.fillPoly(self.image, at, colour, cv2.LINE_AA)
        cv2.fillPoly(self.mask, at, 255, cv2.LINE_AA)
        if outlined:
            cv2.polylines(self.image, at, True, self.line, self.px, cv2.LINE_AA)
            cv2.polylines(self.mask, at, True, 255, self.px, cv2.LINE_AA)

    def oval(self, x: float, y: float, across: float, down: float, colour: Colour, *, outlined: bool = True) -> None:
        """A filled ellipse with these radii."""
        turn = np.linspace(0, 2 * np.pi, 48, endpoint=False)
        points = np.stack([x + across * np.cos(turn), y + down * np.sin(turn)], 1)
        self.shape([(float(a), float(b)) for a, b in points], colour, outlined=outlined)

    def stroke(self, points: Points, colour: Colour, wide: float, *, outlined: bool = True) -> None:
        """A line, ``wide`` shares of the width thick."""
        at, px = self._at(points), max(1, round(wide * self.width))
        if outlined:
            cv2.polylines(self.image, at, False, self.line, px + 2 * self.px, cv2.LINE_AA)
        cv2.polylines(self.image, at, False, colour, px, cv2.LINE_AA)
        cv2.polylines(self.mask, at, False, 255, px + 2 * self.px * outlined, cv2.LINE_AA)

    def done(self) -> tuple[BGRImage, Mask]:
        """The picture and what it covers."""
        size = (self.width // OVER, self.height // OVER)
        image, mask = (cv2.resize(part, size, interpolation=cv2.INTER_AREA) for part in (self.image, self.mask))
        return np.asarray(image, np.uint8), np.asarray(mask, np.uint8)


def _coin(s: Sketch, c: Sequence[Colour], rng: Generator) -> None:
    teeth = int(rng.choice([0, 0, 18, 28]))
    if teeth:
        turn = np.arange(2 * teeth) * np.pi / teeth
        reach = np.where(np.arange(2 * teeth) % 2, 0.5, 0.44)
        s.shape([(0.5 + r * np.cos(a), 0.5 + r * np.sin(a)) for r, a in zip(reach, turn, strict=True)], c[0])
    s.oval(0.5, 0.5, 0.46, 0.46, c[0])
    for inner, colour in ((0.38, c[1]), (0.3, c[int(rng.integers(4))]))[: int(rng.integers(1, 3))]:
        s.oval(0.5, 0.5, inner, inner, colour)
    match int(rng.integers(4)):
        case 0:  # a head in profile
            s.oval(0.5, 0.44, 0.13, 0.16, c[2])
            s.shape([(0.36, 0.42), (0.3, 0.5), (0.38, 0.5)], c[2])
            s.shape([(0.36, 0.7), (0.64, 0.7), (0.57, 0.54), (0.43, 0.54)], c[3])
        case 1:
            for a in np.arange(8) * np.pi / 4:
                s.oval(0.5 + 0.17 * np.cos(a), 0.5 + 0.17 * np.sin(a), 0.09, 0.09, c[2])
            s.oval(0.5, 0.5, 0.08, 0.08, c[3])
        case 2:
            a = np.arange(16) * np.pi / 8
            r = np.where(np.arange(16) % 2, 0.1, 0.27)
            s.shape([(0.5 + q * np.cos(b), 0.5 + q * np.sin(b)) for q, b in zip(r, a, strict=True)], c[2])
        case _:
            s.stroke([(0.5, 0.26), (0.5, 0.74)], c[2], 0.12)
            s.stroke([(0.26, 0.5), (0.74, 0.5)], c[2], 0.12)


def _cup(s: Sketch, c: Sequence[Colour], rng: Generator) -> None:
    lip, waist, foot = float(rng.uniform(0.36, 0.48)), float(rng.uniform(0.04, 0.1)), float(rng.uniform(0.22, 0.36))
    low, deep = float(rng.uniform(0.5, 0.62)), float(rng.uniform(0.1, 0.3))
    s.shape([(0.5 - foot, 0.97), (0.5 + foot, 0.97), (0.5 + waist, 0.8), (0.5 - waist, 0.8)], c[1])
    s.shape([(0.5 - waist, 0.86), (0.5 + waist, 0.86), (0.5 + waist, low), (0.5 - waist, low)], c[0])
    s.oval(0.5, 0.76, waist + 0.07, 0.04, c[2])
    bowl = [(0.5 + lip * np.cos(a), deep + (low + 0.04 - deep) * np.sin(a)) for a in np.linspace(0, np.pi, 20)]
    s.shape(bowl, c[0])
    s.oval(0.5, deep, lip, 0.05, c[1])
    if rng.random() < 0.6:
        s.shape([(0.5 - 0.9 * lip, deep + 0.12), (0.5 + 0.9 * lip, deep + 0.12), (0.5 + 0.8 * lip, deep + 0.2),
                 (0.5 - 0.8 * lip, deep + 0.2)], c[2])  # fmt: skip
    for k in range(int(rng.integers(0, 4))):
        s.oval(0.5 + (k - 1) * 0.2, deep + 0.22, 0.05, 0.04, c[3])
    if rng.random() < 0.4:  # a lid
        s.shape([(0.5 - lip, deep), (0.5 + lip, deep), (0.5, 0.02)], c[2])
    if rng.random() < 0.3:
        for side in (-1, 1):
            s.stroke([(0.5 + side * lip, 0.3), (0.5 + side * 0.49, 0.4), (0.5 + side * 0.3, 0.55)], c[1], 0.05)


def _sword(s: Sketch, c: Sequence[Colour], rng: Generator) -> None:
    hilt, bow = float(rng.uniform(0.66, 0.8)), float(rng.choice([0.0, 0.0, rng.uniform(-0.3, 0.3)]))
    y = np.linspace(0.0, hilt, 16)
    x = 0.5 + bow * (1 - ((y / hilt) * 2 - 1) ** 2)
    half = np.minimum(float(rng.uniform(0.1, 0.2)), 0.9 * y + 0.01)
    sides = [*zip(x - half, y, strict=True), *reversed(list(zip(x + half, y, strict=True)))]
    s.shape([(float(a), float(b)) for a, b in sides], c[0])
    s.stroke([(float(a), float(b)) for a, b in zip(x[3:], y[3:], strict=True)], c[1], 0.04, outlined=False)
    s.stroke([(0.5, hilt), (0.5, 0.95)], c[2], 0.16)
    guard = float(rng.uniform(0.3, 0.46))
    if rng.random() < 0.5:
        s.stroke([(0.5 - guard, hilt), (0.5 + guard, hilt)], c[3], 0.14)
    else:
        s.stroke([(0.5 - guard, hilt - 0.04), (0.5 - 0.2, hilt + 0.02), (0.5 + 0.2, hilt - 0.01),
                  (0.5 + guard, hilt + 0.04)], c[3], 0.12)  # fmt: skip
    s.oval(0.5, 0.96, 0.16, 0.03, c[3])


def _stick(s: Sketch, c: Sequence[Colour], rng: Generator) -> None:
    y = np.linspace(0.01, 0.99, 24)
    if rng.random() < 0.35:  # a turned baton
        half = np.full(24, float(rng.uniform(0.12, 0.26)))
    else:  # a club, thick at one end, with knots
        thin, thick = float(rng.uniform(0.08, 0.16)), float(rng.uniform(0.26, 0.42))
        half = thick + (thin - thick) * y + 0.05 * np.interp(y, np.linspace(0, 1, 7), rng.normal(size=7))
        half = np.clip(half * np.minimum(1.0, 5 * np.minimum(y, 1.15 - y) + 0.2), 0.05, 0.46)
    bow = float(rng.uniform(-0.1, 0.1)) * np.sin(np.pi * y)
    sides = [*zip(0.5 + bow - half, y, strict=True), *reversed(list(zip(0.5 + bow + half, y, strict=True)))]
    s.shape([(float(a), float(b)) for a, b in sides], c[0])
    s.stroke([(0.45, 0.12), (0.47, float(rng.uniform(0.4, 0.8)))], c[1], 0.1, outlined=False)
    for _ in range(int(rng.integers(0, 4))):
        at, side = float(rng.uniform(0.2, 0.9)), float(rng.choice([-1, 1]))
        s.stroke([(0.5 + side * 0.1, at), (0.5 + side * 0.42, at - 0.05)], c[2], 0.12)
    for k in range(int(rng.integers(0, 3))):
        s.stroke([(0.3, 0.1 + 0.4 * k), (0.7, 0.12 + 0.4 * k)], c[3], 0.08)


def _heart(s: Sketch, c: Sequence[Colour], rng: Generator) -> None:
    t = np.linspace(0, 2 * np.pi, 60)
    x = 16 * np.sin(t) ** 3 / 34 + 0.5
    y = 0.46 - (13 * np.cos(t) - 5 * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t)) / 34
    s.shape([(float(a), float(b)) for a, b in zip(x, y, strict=True)], c[0])
    s.stroke([(0.25, 0.25), (0.2, 0.4), (0.3, 0.55)], c[1], 0.07, outlined=False)
    if rng.random() < 0.5:
        s.oval(0.5, 0.42, 0.12, 0.14, c[2])


def _rose(s: Sketch, c: Sequence[Colour], rng: Generator) -> None:
    petals, turn = int(rng.integers(5, 9)), float(rng.uniform(0, 1))
    for layer, reach in enumerate((0.3, 0.16)):
        for k in range(petals):
            a = 2 * np.pi * (k + turn + layer / 2) / petals
            s.oval(0.5 + reach * np.cos(a), 0.5 + reach * np.sin(a), 0.6 * reach, 0.6 * reach, c[layer])
    s.oval(0.5, 0.5, 0.1, 0.1, c[2])


def _bell(s: Sketch, c: Sequence[Colour], rng: Generator) -> None:
    s.oval(0.5, 0.12, 0.1, 0.09, c[1])
    s.oval(0.5, 0.56, 0.42, 0.4, c[0])
    band = float(rng.uniform(0.46, 0.58))
    s.stroke([(0.1, band), (0.9, band)], c[1], 0.1)
    s.stroke([(0.5, band + 0.1), (0.5, 0.9)], c[3], 0.06)
    s.oval(0.5, band + 0.14, 0.07, 0.06, c[3])
    s.stroke([(0.28, 0.3), (0.24, 0.42)], c[2], 0.08, outlined=False)


def _leaf(s: Sketch, c: Sequence[Colour], rng: Generator) -> None:
    t = np.linspace(0, 2 * np.pi, 60)
    wide = float(rng.uniform(0.4, 0.5))
    x = 0.5 + wide * np.sin(t) ** 3
    y = 0.44 + (13 * np.cos(t) - 5 * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t)) / 40
    s.stroke([(0.5, 0.6), (0.5 + float(rng.uniform(-0.2, 0.2)), 0.98)], c[3], 0.08)
    s.shape([(float(a), float(b)) for a, b in zip(x, y, strict=True)], c[0])
    s.stroke([(0.5, 0.12), (0.5, 0.8)], c[1], 0.04, outlined=False)
    for k in range(3):
        for side in (-1, 1):
            s.stroke([(0.5, 0.6 - 0.14 * k), (0.5 + side * 0.25, 0.46 - 0.12 * k)], c[1], 0.03, outlined=False)


def _acorn(s: Sketch, c: Sequence[Colour], rng: Generator) -> None:
    s.stroke([(0.5, 0.4), (0.5 + float(rng.uniform(-0.25, 0.25)), 0.02)], c[3], 0.1)
    s.oval(0.5, 0.62, 0.34, 0.34, c[0])
    s.shape([(0.5 + 0.44 * np.cos(a), 0.52 + 0.26 * np.sin(a)) for a in np.linspace(np.pi, 2 * np.pi, 16)], c[1])
    for k in range(4):
        s.stroke([(0.2 + 0.2 * k, 0.5), (0.3 + 0.14 * k, 0.3)], c[2], 0.03, outlined=False)
    s.oval(0.42, 0.66, 0.06, 0.12, c[2], outlined=False)


def _wand(s: Sketch, c: Sequence[Colour], rng: Generator) -> None:
    s.stroke([(0.5, 0.04), (0.5 + float(rng.uniform(-0.08, 0.08)), 0.97)], c[0], 0.2)
    for k in range(int(rng.integers(2, 6))):
        side, at = (-1) ** k, 0.12 + 0.17 * k
        s.shape([(0.5, at), (0.5 + side * 0.45, at - 0.06), (0.5 + side * 0.4, at + 0.04)], c[1])
    s.oval(0.5, 0.05, 0.2, 0.04, c[2])


def _star(s: Sketch, c: Sequence[Colour], rng: Generator) -> None:
    tips = int(rng.integers(5, 9))
    s.oval(0.5, 0.5, 0.46, 0.46, c[1])
    a = np.arange(2 * tips) * np.pi / tips - np.pi / 2
    r = np.where(np.arange(2 * tips) % 2, 0.18, 0.44)
    s.shape([(0.5 + q * np.cos(b), 0.5 + q * np.sin(b)) for q, b in zip(r, a, strict=True)], c[0])
    s.oval(0.5, 0.5, 0.1, 0.1, c[2])


_MARKS: dict[str, tuple[float, Callable[[Sketch, Sequence[Colour], Generator], None]]] = {
    "coin": (1.0, _coin),
    "cup": (0.8, _cup),
    "sword": (0.24, _sword),
    "stick": (0.26, _stick),
    "heart": (1.0, _heart),
    "rose": (1.0, _rose),
    "bell": (0.86, _bell),
    "leaf": (0.8, _leaf),
    "acorn": (0.62, _acorn),
    "wand": (0.3, _wand),
    "star": (1.0, _star),
}
"""By mark: how wide it is, as a share of its height, and what draws it."""


def mark_width(kind: str) -> float:
    """How wide a mark is, as a share of its height."""
    return _MARKS[kind][0]


@lru_cache(maxsize=256)
def mark(kind: str, height_px: int, seed: int, line: Colour = (20, 20, 20)) -> tuple[BGRImage, Mask]:
    """A deck's own mark of a kind and what it covers; the same for the same seed.

    >>> picture, mask = mark("cup", 40, 3)
    >>> picture.shape, mask.shape, int(mask.max())
    ((40, 32, 3), (40, 32), 255)
    """
    rng = np.random.default_rng([seed, *kind.encode()])
    colours = [as_colour(colour) for colour in palette(rng)]
    if rng.random() < 0.6:  # bright ones, as of old prints
        bright = [(40, 210, 245), (40, 40, 200), (190, 120, 40), (60, 150, 50), (235, 240, 245), (60, 120, 190)]
        colours = [bright[int(k)] for k in rng.permutation(len(bright))]
    wide, draw = _MARKS[kind]
    sketch = Sketch(round(wide * height_px), height_px, line, max(0.5, height_px * float(rng.uniform(0.008, 0.03))))
    draw(sketch, colours, rng)
    return sketch.done()


def stick_on(image: BGRImage, what: tuple[BGRImage, Mask], *, x: float, y: float, turn: float = 0.0) -> None:
    """Lay a picture onto the image through its mask, its centre at (x, y) px, turned clockwise by degrees."""
    picture, mask = what
    if turn:
        h, w = mask.shape
        side = int(np.ceil(np.hypot(h, w))) + 2
        matrix = cv2.getRotationMatrix2D((w / 2, h / 2), -turn, 1.0)
        matrix[:, 2] += (side / 2 - w / 2, side / 2 - h / 2)
        picture = np.asarray(cv2.warpAffine(picture, matrix, (side, side), borderMode=cv2.BORDER_REPLICATE), np.uint8)
        mask = np.asarray(cv2.warpAffine(mask, matrix, (side, side)), np.uint8)
    h, w = mask.shape
    left, top = round(x - w / 2), round(y - h / 2)
    x0, y0, x1, y1 = max(0, left), max(0, top), min(image.shape[1], left + w), min(image.shape[0], top + h)
    if x0 >= x1 or y0 >= y1:
        return
    inner = (slice(y0 - top, y1 - top), slice(x0 - left, x1 - left))
    part, alpha = image[y0:y1, x0:x1], mask[inner][..., None].astype(np.float32) / 255.0
    part[:] = (part * (1 - alpha) + picture[inner] * alpha + 0.5).astype(np.uint8)


def figure(rng: Generator, height: int, width: int, held: str) -> tuple[BGRImage, Mask]:
    """A standing or sitting figure in a patterned robe that holds a mark upright, and what it covers."""
    colours = [as_colour(colour) for colour in palette(rng)]
    skin = as_colour(np.array([150, 190, 225]) * rng.uniform(0.45, 1.1))
    s = Sketch(width, height, (20, 20, 20), 0.5)
    crown, head, hem = 0.04, float(rng.uniform(0.1, 0.2)), float(rng.uniform(0.7, 0.92))
    middle, broad = float(rng.uniform(0.4, 0.6)), float(rng.uniform(0.18, 0.36))
    if rng.random() < 0.7:
        s.oval(middle, 0.97, 0.48, 0.05, colours[4])
    for side in (-1, 1):
        s.stroke([(middle + side * 0.07, hem - 0.1), (middle + side * 0.1, 0.96)], colours[int(rng.integers(5))], 0.09)
    cloak = [
        (middle - 0.1, head + 0.06),
        (middle + 0.1, head + 0.06),
        (middle + broad + 0.1, hem),
        (middle - broad - 0.1, hem),
    ]
    s.shape(cloak, colours[0])
    robe = [
        (middle - 0.12, head + 0.08),
        (middle + 0.12, head + 0.08),
        (middle + broad, hem - 0.06),
        (middle - broad, hem - 0.04),
    ]
    s.shape(robe, colours[1])
    for k in range(int(rng.integers(2, 9))):
        y = float(rng.uniform(head + 0.12, hem - 0.08))
        half = broad * (y - head) / max(hem - head, 0.1)
        s.stroke(
            [(middle - half, y), (middle, y + 0.03), (middle + half, y)], colours[(k + 2) % 5], 0.03, outlined=False
        )
    for _ in range(int(rng.integers(0, 14))):
        y = float(rng.uniform(head + 0.15, hem - 0.1))
        s.oval(middle + float(rng.uniform(-0.5, 0.5)) * broad, y, 0.03, 0.015, colours[int(rng.integers(5))])
    hand = (middle - broad - float(rng.uniform(0.02, 0.12)), float(rng.uniform(0.3, 0.5)))
    s.stroke([(middle - 0.1, head + 0.14), (middle - broad, 0.42), hand], colours[2], 0.1)
    s.stroke([(middle + 0.1, head + 0.14), (middle + broad, 0.5)], colours[2], 0.1)
    s.oval(middle, head, 0.1, 0.06, skin)
    s.oval(middle + broad, 0.5, 0.05, 0.025, skin)
    match int(rng.integers(3)):
        case 0:
            tips = [(middle - 0.12, head - 0.03), (middle - 0.13, crown), (middle - 0.05, head - 0.07), (middle, crown),
                    (middle + 0.05, head - 0.07), (middle + 0.13, crown), (middle + 0.12, head - 0.03)]  # fmt: skip
            s.shape(tips, colours[3])
        case 1:
            s.shape([(middle - 0.2, head - 0.02), (middle + 0.2, head - 0.02), (middle, crown)], colours[3])
        case _:
            s.oval(middle, head - 0.05, 0.13, 0.04, colours[3])
    image, mask = s.done()
    tall = round(height * float(rng.uniform(0.3, 0.85 if mark_width(held) < 0.5 else 0.35)))
    thing, cover = mark(held, tall, int(rng.integers(1 << 30)))
    covered = np.repeat(mask[..., None], 3, 2)
    x, y = hand[0] * image.shape[1], hand[1] * image.shape[0]
    for canvas, what, fist in ((image, thing, skin), (covered, np.full_like(thing, 255), (255, 255, 255))):
        stick_on(canvas, (what, cover), x=x, y=y - 0.25 * tall)
        cv2.circle(canvas, (round(x), round(y)), max(2, image.shape[1] // 22), fist, -1, cv2.LINE_AA)
    return image, np.ascontiguousarray(covered[..., 0])
