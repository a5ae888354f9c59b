"""What crowds a small numeral: suit marks in rows, figures, frames with breaks and captions, drawn close to it."""

from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np

from vision.frame import BGRImage
from vision.synth.face_art import PIP_PLACES, Colour, Generator, abstract, landscape, paint
from vision.synth.face_letters import Lettering, text_mask
from vision.synth.face_marks import figure, mark, mark_width, stick_on

Layout = Literal["grid", "rows", "crossed", "figure", "figure and marks"]
Edging = Literal["none", "line", "double", "broken", "band"]
Scenery = Literal["none", "abstract", "landscape"]
Beside = Literal["nothing", "below", "right", "row"]
"""Where a small mark stands at the numeral, or a row of them."""

WORDS = ("REGIUM", "Tavola", "Noctis", "PRIMA", "No 84", "OPUS", "Fabrik", "Luz", "E.R.", "Orbis", "MCMX", "Ventus")


@dataclass(frozen=True, slots=True)
class Crowd:
    """The picture around a deck's small numerals; all lengths but ``mark_mm`` in heights of the numeral.

    ``clear_x`` and ``clear_y`` are from the numeral's edges to the picture's; below 0 the picture runs past or under
    the numeral. ``frame_by`` is from the numeral's centre to the frame, further in the card above 0.
    """

    marks: tuple[str, ...]
    layout: Layout = "grid"
    clear_x: float = 0.3
    clear_y: float = 0.3
    scenery: Scenery = "none"
    edging: Edging = "none"
    frame_by: float = 0.8
    frame_thick: float = 0.06
    frame_colour: Colour = (30, 30, 30)
    breaks: int = 0
    beside: Beside = "nothing"
    captions: int = 0
    stalks: bool = False
    largest_mm: float = 24.0


def crowded(
    image: BGRImage,
    crowd: Crowd,
    label: str,
    *,
    corner: tuple[float, float],
    height: float,
    mark_seed: int,
    suit: int,
    rng: Generator,
    scale: float,
) -> None:
    """Draw the picture and its frame. ``corner`` is the numeral's centre at the upper left in px, ``height`` its
    numeral's."""
    h, w = image.shape[:2]
    left, top = (
        max(1.0, at + (0.5 + clear) * height) for at, clear in zip(corner, (crowd.clear_x, crowd.clear_y), strict=True)
    )
    left, top = min(left, 0.3 * w), min(top, 0.3 * h)
    area = round(left), round(top), round(w - left), round(h - top)
    if crowd.scenery != "none":
        draw = landscape if crowd.scenery == "landscape" else abstract
        image[area[1] : area[3], area[0] : area[2]] = draw(rng, area[3] - area[1], area[2] - area[0])
    if crowd.edging != "none":
        _edge(image, crowd, corner, height, suit)
    kind = crowd.marks[suit % len(crowd.marks)]
    number = int(label) if label.isdigit() else 1 if label == "A" else 0
    layout = crowd.layout if 1 <= number <= 10 else "figure"
    if layout.startswith("figure"):
        wide = area[2] - area[0]
        tall = round((area[3] - area[1]) * float(rng.uniform(0.75, 1.0)))
        stick_on(image, figure(rng, tall, wide, kind), x=w / 2, y=area[3] - tall / 2)
    if layout == "figure and marks" or not layout.startswith("figure"):
        _lay_marks(image, crowd, area, kind, number, mark_seed, rng, layout, scale)
    for _ in range(crowd.captions):
        word = text_mask(
            Lettering("Cabin-Bold.otf"), str(rng.choice(WORDS)), max(5, round(height * rng.uniform(0.25, 0.7)))
        )
        if rng.random() < 0.5:
            word = np.ascontiguousarray(np.rot90(word))
        at = {"x": float(rng.uniform(0.3, 0.7)) * w, "y": float(rng.choice([rng.uniform(0.3, 0.7), 0.95])) * h}
        if rng.random() < 0.4:  # on a ribbon
            band = np.full((word.shape[0] + round(0.5 * height), word.shape[1] + round(0.8 * height)), 255, np.uint8)
            paint(image, band, crowd.frame_colour, **at)
            paint(image, word, (245, 245, 245), **at)
        else:
            paint(image, word, crowd.frame_colour, **at)


def _lay_marks(
    image: BGRImage,
    crowd: Crowd,
    area: tuple[int, int, int, int],
    kind: str,
    number: int,
    seed: int,
    rng: Generator,
    layout: str,
    scale: float,
) -> None:
    wide, tall = area[2] - area[0], area[3] - area[1]
    share = mark_width(kind)
    most = crowd.largest_mm * scale / max(share, 0.25) ** 0.5
    if layout == "crossed":
        long = 0.92 * tall if number > 1 else 0.8 * tall
        for k in range(number):
            lean = float(rng.choice([-1, 1])) * float(rng.uniform(4, 24)) if number > 1 else 0.0
            size = min(long, 0.8 * wide / max(share, 0.01))
            across = area[0] + wide * (k + 1) / (number + 1)
            stick_on(image, mark(kind, round(size), seed), x=across, y=image.shape[0] / 2, turn=lean)
        return
    if layout == "rows" or (number > 3 and share < 0.5 and seed % 4):  # swords and sticks are long
        upper = (number + 1) // 2 if number > 1 else 1
        rows = [upper, number - upper] if number > 1 else [1]
        places = [
            ((k + 1) / (count + 1), (row + 0.5) / len(rows)) for row, count in enumerate(rows) for k in range(count)
        ]
        size = min(0.96 * tall / len(rows), 0.96 * wide / (max(rows) + 0.4) / share)
        spots = [(area[0] + x * wide, area[1] + y * tall) for x, y in places]
    else:
        rows_of = {1: 1, 2: 2, 3: 3, 4: 2, 5: 3, 6: 3, 7: 4, 8: 4, 9: 4, 10: 5}[number]
        columns = 1 if number < 4 else 2.6 if number in (5, 7, 8, 9, 10) else 2.2
        size = min(0.98 * tall / rows_of, 0.98 * wide / columns / share)
        size = min(size, most if number > 1 else 2.2 * most)
        half_x, half_y = size * share / 2, size / 2
        spots = [
            (area[0] + half_x + x * (wide - 2 * half_x), area[1] + half_y + y * (tall - 2 * half_y))
            for x, y in PIP_PLACES[number]
        ]
        if number == 3 and rng.random() < 0.5:  # a staircase
            spots = [(area[0] + half_x + k / 2 * (wide - 2 * half_x), y) for k, (_, y) in enumerate(spots)]
    size = min(size, most if number > 1 else 2.2 * most)
    picture = mark(kind, max(6, round(size)), seed)
    middle = image.shape[0] / 2
    if crowd.stalks:
        for x, y in spots:
            bend = (round((x + image.shape[1] / 2) / 2), round(y))
            way = np.array([(round(image.shape[1] / 2), round(middle)), bend, (round(x), round(y))], np.int32)
            cv2.polylines(image, [way], False, (60, 110, 70), max(2, round(size / 14)), cv2.LINE_AA)
    turned = bool(seed % 2)
    for x, y in spots:
        stick_on(image, picture, x=x, y=y, turn=180.0 if turned and y > middle + 2 else 0.0)


def beside(
    image: BGRImage, crowd: Crowd, mask_shape: tuple[int, int], *, x: float, y: float, suit: int, seed: int
) -> None:
    """The small marks at a numeral whose centre is at (x, y) px."""
    high, wide = mask_shape
    kind = crowd.marks[suit % len(crowd.marks)]
    size = max(5, round(high * (1.0 if mark_width(kind) > 0.5 else 1.3)))
    small = mark(kind, size, seed)
    across = small[1].shape[1]
    match crowd.beside:
        case "below":
            stick_on(image, small, x=x, y=y + high / 2 + 0.62 * size)
        case "right":
            stick_on(image, small, x=x + wide / 2 + 0.65 * across + 0.1 * high, y=y)
        case "row":
            for k in range(2 + seed % 3):
                stick_on(image, small, x=x + wide / 2 + (0.65 + 1.1 * k) * across + 0.15 * high, y=y)
        case _:
            pass


def _edge(image: BGRImage, crowd: Crowd, corner: tuple[float, float], height: float, suit: int) -> None:
    """The frame: a line, two, one with breaks on its short sides, or a band out to the card's edge."""
    h, w = image.shape[:2]
    near = [max(2, round(at + crowd.frame_by * height)) for at in corner]
    x0, y0 = min(near[0], w // 3), min(near[1], h // 3)
    x1, y1, thick = w - 1 - x0, h - 1 - y0, max(1, round(crowd.frame_thick * height))
    colour = crowd.frame_colour
    if crowd.edging == "band":
        for part in (image[:y0], image[y1:], image[:, :x0], image[:, x1:]):
            part[:] = colour
        cv2.rectangle(image, (x0, y0), (x1, y1), tuple(255 - c for c in colour), thick, cv2.LINE_AA)
        return
    if crowd.edging == "double":
        off = 2 * thick + 1
        cv2.rectangle(image, (x0 + off, y0 + off), (x1 - off, y1 - off), colour, max(1, thick // 2), cv2.LINE_AA)
    for x in (x0, x1):
        cv2.line(image, (x, y0), (x, y1), colour, thick, cv2.LINE_AA)
    gaps = (crowd.breaks + suit) % 4 if crowd.edging == "broken" else 0
    ends = np.linspace(x0, x1, 2 * gaps + 2)
    for y in (y0, y1):
        for a, b in zip(ends[::2], ends[1::2], strict=True):
            cv2.line(image, (round(a), y), (round(b), y), colour, thick, cv2.LINE_AA)
