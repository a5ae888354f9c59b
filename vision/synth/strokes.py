"""Numerals and letters drawn as pen strokes: the shapes that no font has, the same on every machine.

A glyph is a list of polylines in a box one unit high (y down) and about 0.6 wide; a ``Pen`` says how it is drawn.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

Polyline = NDArray[np.float64]
Mask = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Pen:
    """How strokes are drawn. Lengths are shares of the glyph's height.

    ``form`` chooses between the shapes of one numeral (flat-topped 3, open 4, 1 with a foot …); ``square``
    bends bowls towards rectangles (0 round, 1 nearly square); ``nib`` is the width of a broad nib held at 35 degrees;
    ``wobble`` shakes the hand. ``waist`` moves the middle of a glyph down, ``taper`` makes its foot wider than its head
    (a share), ``curl`` (degrees) closes the tails of 6 and 9.
    """

    thickness: float = 0.12
    width: float = 0.56
    slant: float = 0.0
    square: float = 0.0
    nib: float = 0.0
    wobble: float = 0.0
    round_ends: bool = True
    form: int = 0
    seed: int = 0
    waist: float = 0.0
    taper: float = 0.0
    curl: float = 0.0


def _arc(cx: float, cy: float, rx: float, ry: float, start: float, stop: float, *, square: float = 0.0) -> Polyline:
    """Points of an ellipse from ``start`` to ``stop`` degrees (0 right, 90 down), bent towards a rectangle by
    ``square``."""
    angle = np.radians(np.linspace(start, stop, max(6, int(abs(stop - start) / 9))))
    power = 1.0 / (1.0 + 1.6 * square)
    cos, sin = np.cos(angle), np.sin(angle)
    return np.stack([cx + rx * np.sign(cos) * np.abs(cos) ** power, cy + ry * np.sign(sin) * np.abs(sin) ** power], 1)


def _line(*points: tuple[float, float]) -> Polyline:
    return np.array(points, np.float64)


def _join(*parts: Polyline) -> Polyline:
    return np.concatenate(parts)


def _zero(w: float, s: float, f: int) -> list[Polyline]:
    strokes = [_arc(w / 2, 0.5, w / 2, 0.5, -90, 270, square=s)]
    if f % 11 == 10:
        strokes.append(_line((0.3 * w, 0.65), (0.7 * w, 0.35)))
    return strokes


def _one(w: float, s: float, f: int) -> list[Polyline]:
    x = 0.55 * w
    match f % 5:
        case 0:
            return [_line((x - 0.32 * w, 0.2), (x, 0.0), (x, 1.0))]
        case 1:
            return [_line((x - 0.3 * w, 0.22), (x, 0.0), (x, 1.0)), _line((x - 0.38 * w, 1.0), (x + 0.38 * w, 1.0))]
        case 2:
            return [_line((w / 2, 0.0), (w / 2, 1.0))]
        case 3:
            return [_line((x - 0.24 * w, 0.06), (x, 0.0), (x, 1.0)), _line((x - 0.26 * w, 1.0), (x + 0.26 * w, 1.0))]
        case _:
            return [_line((x - 0.55 * w, 0.32), (x, 0.0), (x, 1.0))]


def _two(w: float, s: float, f: int) -> list[Polyline]:
    bowl = _arc(w / 2, 0.27, w / 2, 0.27, -170, 20 + 25 * (f % 3 == 0), square=s)
    if f % 3 == 1:
        return [_join(bowl, _line((0.0, 1.0), (w, 1.0), (w, 0.9)))]
    return [_join(bowl, _line((0.0, 1.0), (w, 1.0)))]


def _three(w: float, s: float, f: int) -> list[Polyline]:
    if f % 3 == 1:  # flat top
        return [
            _join(
                _line((0.02, 0.0), (0.95 * w, 0.0), (0.42 * w, 0.4)),
                _arc(0.42 * w, 0.7, 0.58 * w, 0.3, -90, 160, square=s),
            )
        ]
    top = _arc(0.46 * w, 0.24, 0.48 * w, 0.24, -155, 90, square=s)
    low = _arc(0.46 * w, 0.74, 0.54 * w, 0.26, -90, 155, square=s)
    if f % 3 == 2:
        return [top, low, _line((0.28 * w, 0.48), (0.5 * w, 0.48))]
    return [_join(top, low)]


def _four(w: float, s: float, f: int) -> list[Polyline]:
    x = 0.72 * w
    match f % 4:
        case 1:  # open
            return [_line((0.12 * w, 0.0), (0.04 * w, 0.6), (w, 0.6)), _line((x, 0.25), (x, 1.0))]
        case 2:
            return [_line((0.45 * w, 0.0), (0.0, 0.66), (w, 0.66)), _line((x, 0.36), (x, 1.0))]
        case 3:
            return [_line((x, 1.0), (x, 0.0), (0.0, 0.68), (w, 0.68)), _line((x - 0.25 * w, 1.0), (x + 0.25 * w, 1.0))]
        case _:
            return [_line((x, 1.0), (x, 0.0), (0.0, 0.7), (w, 0.7))]


def _five(w: float, s: float, f: int) -> list[Polyline]:
    bowl = _arc(0.42 * w, 0.69, 0.56 * w, 0.31, -130 + 20 * (f % 2), 150, square=s)
    lean = 0.06 * w * (f % 3)
    return [_join(_line((0.92 * w, 0.0), (0.1 * w + lean, 0.0), (0.06 * w, 0.46)), bowl)]


def _six(w: float, s: float, f: int, curl: float = 0.0) -> list[Polyline]:
    bowl = _arc(w / 2, 0.68, w / 2, 0.32, -180, 180, square=s)
    match f % 4:
        case 1:  # straight tail
            return [_line((0.72 * w, 0.0), (0.06 * w, 0.56)), bowl]
        case 2:  # curled tail
            return [_join(_arc(0.52 * w, 0.26, 0.44 * w, 0.26, -25 + curl, -170, square=s), _line((0.0, 0.68))), bowl]
        case 3:
            return [_join(_arc(w, 0.66, w, 0.66, -95, -178, square=s / 2)), bowl]
        case _:
            return [_join(_arc(w / 2, 0.34, w / 2, 0.34, -30 + curl, -180, square=s), _line((0.0, 0.68))), bowl]


def _turned(strokes: list[Polyline], w: float) -> list[Polyline]:
    return [np.array([w, 1.0]) - stroke for stroke in strokes]


def _seven(w: float, s: float, f: int) -> list[Polyline]:
    top = [(0.0, 0.0), (w, 0.0)] if f % 3 else [(0.0, 0.16), (0.0, 0.0), (w, 0.0)]
    if f % 5 == 2:
        return [_join(_line(*top), _arc(1.05 * w, 1.0, 0.72 * w, 0.85, -100, -178))]
    strokes = [_line(*top, ((0.3 if f % 2 else 0.38) * w, 1.0))]
    if f % 5 == 4:
        strokes.append(_line((0.22 * w, 0.5), (0.88 * w, 0.5)))
    return strokes


def _eight(w: float, s: float, f: int) -> list[Polyline]:
    waist = 0.46 + 0.03 * (f % 2)
    top = 0.43 if f % 3 else 0.48
    return [
        _arc(w / 2, waist / 2, top * w, waist / 2, -90, 270, square=s),
        _arc(w / 2, (1 + waist) / 2, w / 2, (1 - waist) / 2, -90, 270, square=s),
    ]


def _letter_a(w: float, s: float, f: int) -> list[Polyline]:
    w = 1.2 * w
    bar = _line((0.2 * w, 0.66), (0.8 * w, 0.66))
    legs = _line((0.0, 1.0), (w / 2, 0.0), (w, 1.0))
    if f % 3 == 1:
        return [legs, bar, _line((-0.12 * w, 1.0), (0.14 * w, 1.0)), _line((0.86 * w, 1.0), (1.12 * w, 1.0))]
    return [legs, bar]


_LETTERS: dict[str, Callable[[float], list[Polyline]]] = {
    "J": lambda w: [_join(_line((0.75 * w, 0.0), (0.75 * w, 0.72)), _arc(0.4 * w, 0.72, 0.36 * w, 0.28, 0, 165))],
    "Q": lambda w: [_arc(0.55 * w, 0.5, 0.55 * w, 0.5, -90, 270), _line((0.6 * w, 0.7), (1.15 * w, 1.05))],
    "K": lambda w: [_line((0.05, 0.0), (0.05, 1.0)), _line((w, 0.0), (0.05, 0.6)), _line((0.4 * w, 0.42), (w, 1.0))],
    "B": lambda w: [
        _line((0.05, 0.0), (0.05, 1.0)),
        _join(_line((0.05, 0.0)), _arc(0.5 * w, 0.24, 0.4 * w, 0.24, -90, 90), _line((0.05, 0.48))),
        _join(_line((0.05, 0.48)), _arc(0.5 * w, 0.74, 0.5 * w, 0.26, -90, 90), _line((0.05, 1.0))),
    ],
    "D": lambda w: [
        _join(_line((0.05, 1.0), (0.05, 0.0)), _arc(0.4 * w, 0.5, 0.6 * w, 0.5, -90, 90), _line((0.05, 1.0)))
    ],
    "V": lambda w: [_line((0.0, 0.0), (0.55 * w, 1.0), (1.1 * w, 0.0))],
    "R": lambda w: [
        _line((0.05, 0.0), (0.05, 1.0)),
        _join(_line((0.05, 0.0)), _arc(0.5 * w, 0.26, 0.45 * w, 0.26, -90, 90), _line((0.05, 0.52))),
        _line((0.5 * w, 0.52), (w, 1.0)),
    ],
    "W": lambda w: [_line((0.0, 0.0), (0.35 * w, 1.0), (0.7 * w, 0.2), (1.05 * w, 1.0), (1.4 * w, 0.0))],
    "X": lambda w: [_line((0.0, 0.0), (w, 1.0)), _line((w, 0.0), (0.0, 1.0))],
    "I": lambda w: [_line((0.15 * w, 0.0), (0.15 * w, 1.0))],
    "+": lambda w: [_line((0.0, 0.55), (w, 0.55)), _line((w / 2, 0.28), (w / 2, 0.82))],
}

_NUMERALS = {
    "0": _zero,
    "1": _one,
    "2": _two,
    "3": _three,
    "4": _four,
    "5": _five,
    "6": _six,
    "7": _seven,
    "8": _eight,
    "A": _letter_a,
}


def can_draw(text: str) -> bool:
    """True if every character has strokes.

    >>> can_draw("10"), can_draw("Ж")
    (True, False)
    """
    return all(c in _NUMERALS or c in _LETTERS or c == "9" for c in text)


def _strokes(character: str, pen: Pen) -> list[Polyline]:
    if character in "69":
        six = _six(pen.width, pen.square, pen.form, pen.curl)
        strokes = six if character == "6" else _turned(six, pen.width)
    elif character in _NUMERALS:
        strokes = _NUMERALS[character](pen.width, pen.square, pen.form)
    else:
        strokes = _LETTERS[character](pen.width)
    return [_proportioned(stroke, pen) for stroke in strokes] if pen.waist or pen.taper else strokes


def _proportioned(stroke: Polyline, pen: Pen) -> Polyline:
    """The stroke with its waist moved and its foot widened; straight lines bend with them."""
    x, y = _resampled(stroke, 0.06).T
    wider = 1.0 + pen.taper * (2.0 * y - 1.0)
    return np.stack([pen.width / 2 + (x - pen.width / 2) * wider, y + pen.waist * np.sin(np.pi * y)], 1)


def _smooth_noise(rng: np.random.Generator, count: int) -> NDArray[np.float64]:
    knots = rng.normal(size=max(4, count // 6 + 2))
    return np.interp(np.linspace(0, len(knots) - 1, count), np.arange(len(knots)), knots)


def _resampled(stroke: Polyline, step: float) -> Polyline:
    """The polyline with a point every ``step``, so that a shaking hand can bend straight lines too."""
    if len(stroke) < 2:
        return stroke
    lengths = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(stroke, axis=0).T))])
    at = np.linspace(0, lengths[-1], max(2, int(lengths[-1] / step)))
    return np.stack([np.interp(at, lengths, stroke[:, 0]), np.interp(at, lengths, stroke[:, 1])], 1)


@lru_cache(maxsize=512)
def stroke_mask(text: str, pen: Pen, height_px: int) -> Mask:
    """``text`` as a coverage mask (h, w) 0..255, cropped to the ink; a numeral without overshoot is ``height_px`` high.

    >>> mask = stroke_mask("3", Pen(), 40)
    >>> mask.shape[0] in range(38, 44), int(mask.max())
    (True, 255)
    """
    rng = np.random.default_rng([pen.seed, *text.encode()])
    over = 3  # drawn three times as large, then averaged down
    body = 1.0 - pen.thickness
    scale = over * height_px
    pen_px = max(1, round(pen.thickness * scale))
    drawn: list[tuple[Polyline, NDArray[np.float64] | None]] = []
    x = 0.0
    for character in text:
        parts = _strokes(character, pen)
        right = max(float(p[:, 0].max()) for p in parts)
        for part in parts:
            points = _resampled(part, 0.06) if pen.wobble else part
            widths = None
            if pen.wobble:
                points = points + pen.wobble * 0.06 * np.stack(
                    [_smooth_noise(rng, len(points)), _smooth_noise(rng, len(points))], 1
                )
                widths = np.clip(1.0 + 0.45 * pen.wobble * _smooth_noise(rng, len(points)), 0.4, 1.8)
            points = points * [1.0, body]
            drawn.append((np.stack([points[:, 0] + x + pen.slant * (body - points[:, 1]), points[:, 1]], 1), widths))
        x += right + pen.thickness * 1.35
    every = np.concatenate([p for p, _ in drawn])
    margin = pen.thickness + pen.nib
    origin = every.min(0) - margin
    size = np.ceil((every.max(0) - origin + margin) * scale).astype(int) + 2
    canvas = np.zeros((int(size[1]), int(size[0])), np.uint8)
    nib = np.array([np.cos(np.radians(35)), -np.sin(np.radians(35))]) * pen.nib / 2
    for shift in np.linspace(-1, 1, 7) if pen.nib else np.zeros(1):
        for points, widths in drawn:
            at = np.round((points - origin + shift * nib) * scale).astype(np.int32)
            if widths is None:
                cv2.polylines(canvas, [at], False, 255, pen_px, cv2.LINE_AA)
            else:
                for i in range(len(at) - 1):
                    cv2.line(
                        canvas,
                        tuple(at[i].tolist()),
                        tuple(at[i + 1].tolist()),
                        255,
                        max(1, int(pen_px * widths[i])),
                        cv2.LINE_AA,
                    )
    if not pen.round_ends and not pen.wobble:
        square = np.ones((max(1, pen_px // 3),) * 2, np.uint8)
        canvas = np.asarray(cv2.morphologyEx(cv2.dilate(canvas, square), cv2.MORPH_ERODE, square), np.uint8)
    shrunk = cv2.resize(canvas, None, fx=1 / over, fy=1 / over, interpolation=cv2.INTER_AREA)
    return cropped(np.asarray(shrunk, np.uint8))


def cropped(mask: Mask) -> Mask:
    """The mask without its empty rows and columns (at least one pixel stays)."""
    rows, columns = np.flatnonzero(mask.max(1) > 24), np.flatnonzero(mask.max(0) > 24)
    if not len(rows):
        return mask[:1, :1]
    return np.ascontiguousarray(mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1])


def drawn_row(masks: Sequence[Mask], gap_px: int) -> Mask:
    """Masks side by side, standing on one line."""
    height = max(m.shape[0] for m in masks)
    width = sum(m.shape[1] for m in masks) + gap_px * (len(masks) - 1)
    row = np.zeros((height, max(1, width)), np.uint8)
    x = 0
    for mask in masks:
        x = max(0, min(x, row.shape[1] - mask.shape[1]))
        part = row[height - mask.shape[0] :, x : x + mask.shape[1]]
        np.maximum(part, mask, out=part)
        x += mask.shape[1] + gap_px
    return row
