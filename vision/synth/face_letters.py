"""Lettering of a deck: text as a coverage mask, from a font file or from pen strokes."""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from vision.synth.strokes import Mask, Pen, can_draw, cropped, drawn_row, stroke_mask

FONTS = Path(__file__).with_name("fonts")


@dataclass(frozen=True, slots=True)
class Lettering:
    """What a deck's numerals are written with: ``font`` (a file; relative ones are those shipped) or, without one,
    ``pen``.

    ``squeeze`` is the width of every character as a share of the normal one; ``gap`` the space inside "10" as a share
    of the height; ``widest`` the greatest width of a text as a share of its height (a narrow 10 is squeezed to it).
    ``slant`` leans it to the right and ``bend`` bows it, both by this share of the height; ``weight`` makes it bolder,
    or lighter below 0, by this share of the height on each side.
    """

    font: str = ""
    pen: Pen = Pen()
    squeeze: float = 1.0
    gap: float = 0.04
    widest: float = 1.3
    slant: float = 0.0
    bend: float = 0.0
    weight: float = 0.0


@lru_cache(maxsize=256)
def _font(path: str, size: int) -> ImageFont.FreeTypeFont:
    where = Path(path) if Path(path).is_absolute() else FONTS / path
    return ImageFont.truetype(str(where), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=256)
def _size_for(path: str, height_px: int) -> int:
    """Font size at which the tallest of 2, 8 and A is ``height_px`` high."""
    tallest = 1
    for text in "28A":
        box = _font(path, 100).getbbox(text)
        tallest = max(tallest, int(box[3] - box[1]))
    return max(6, round(100 * height_px / tallest))


@lru_cache(maxsize=2048)
def _character(path: str, text: str, height_px: int) -> Mask:
    font = _font(path, _size_for(path, height_px))
    left, top, right, bottom = (int(v) for v in font.getbbox(text))
    image = Image.new("L", (max(1, right - left + 4), max(1, bottom - top + 4)), 0)
    ImageDraw.Draw(image).text((2 - left, 2 - top), text, font=font, fill=255)
    return cropped(np.asarray(image))


def text_mask(lettering: Lettering, text: str, height_px: int) -> Mask:
    """``text`` as a mask (h, w) 0..255 cropped to the ink; figures are about ``height_px`` high.

    >>> text_mask(Lettering(), "7", 30).shape[0] in range(28, 34)
    True
    """
    if lettering.font:
        gap = round(lettering.gap * height_px)
        mask = drawn_row([_character(lettering.font, c, height_px) for c in text if c.strip()], gap)
    elif can_draw(text):
        mask = stroke_mask(text, lettering.pen, height_px)
    else:
        mask = drawn_row([_character("Cabin-Bold.otf", c, height_px) for c in text if c.strip()], 2)
    width = round(mask.shape[1] * lettering.squeeze)
    if len(text) == 2:
        width = min(width, round(lettering.widest * height_px))
    width = max(2, width)
    if width != mask.shape[1]:
        mask = np.asarray(cv2.resize(mask, (width, mask.shape[0]), interpolation=cv2.INTER_AREA), np.uint8)
    if lettering.weight:
        mask = _weighed(mask, lettering.weight * height_px)
    return _leaned(mask, lettering) if lettering.slant or lettering.bend else mask


def _weighed(mask: Mask, pixels: float) -> Mask:
    """The mask bolder by so many pixels on each side, or lighter; what would vanish stays as it was."""
    reach = max(1, round(abs(pixels)))
    shape = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * reach + 1, 2 * reach + 1))
    if pixels > 0:
        padded = cv2.copyMakeBorder(mask, reach, reach, reach, reach, cv2.BORDER_CONSTANT, value=0)
        return np.asarray(cv2.dilate(padded, shape), np.uint8)
    thin = np.asarray(cv2.erode(mask, shape), np.uint8)
    left = float((thin > 127).sum()) / max(1.0, float((mask > 127).sum()))
    return cropped(thin) if left > 0.35 else mask


def _leaned(mask: Mask, lettering: Lettering) -> Mask:
    """The mask with its rows shifted: leaning, bowed."""
    h, w = mask.shape
    down = np.linspace(0.5, -0.5, h, dtype=np.float32)
    shift = (lettering.slant * down + lettering.bend * (0.25 - down**2) * 2) * h
    room = int(np.ceil(np.abs(shift).max())) + 1
    x = np.arange(w + 2 * room, dtype=np.float32)[None] - room - shift[:, None]
    y = np.repeat(np.arange(h, dtype=np.float32)[:, None], w + 2 * room, 1)
    leaned = cv2.remap(mask, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=0)
    return cropped(np.asarray(leaned, np.uint8))
