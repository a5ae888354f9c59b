"""Letters: the shipped typeface, how large they must be to be read, and how words are broken into lines.

Sizes are capital heights in pixels. What counts is the angle at which a capital is seen, in minutes of arc, so they
follow from the screen's diagonal, its pixels and the distance from which it is looked at:

| size | seen from | angle | 7" 800×480 | 15.6" 1280×720 | 15.6" 1920×1080 |
| --- | --- | --- | --- | --- | --- |
| key | the seats, 2 m | 40' | 123 px | 87 px | 130 px |
| body | the seats, 2 m | 22' | 68 px | 48 px | 72 px |
| near | an arm's length, 0.7 m | 22' | 24 px | 17 px | 25 px |
"""

import math
import re
from dataclasses import dataclass
from enum import Enum, StrEnum
from functools import lru_cache
from importlib import resources

import pygame

VIEWING_DISTANCE_M = 2.0
"""From where a screen is looked at where nobody says otherwise, metres: the other side of the table."""
ARM_MM = 700.0
"""From where it is read by whoever touches it, millimetres."""
KEY_ARC_MINUTES = 40.0
BODY_ARC_MINUTES = 22.0
SMALL_PANEL_INCHES = 7.0
"""The usual diagonal of panels up to 1024 px wide (the Raspberry Pi touch display)."""
SCREEN_INCHES = 15.6
"""The diagonal that larger screens are taken to have where nobody says otherwise."""
SMALL_PANEL_PX = 1024
GROWING_INCHES = 24.0
"""Up to this diagonal a larger screen shows more; beyond it what it shows grows with it."""
REFERENCE_EM_PX = 200
"""Words are measured at this size; widths grow in proportion."""
LINE_PITCH = 1.52
"""From one baseline to the next, in capital heights."""
NARROWER = 0.92
"""Words that must not be set smaller than asked for are measured for this share of their room: small sizes are not
quite in proportion to large ones. From 12 to 40 pixels a line is up to 8% wider than it is measured."""
ELLIPSIS = "…"


class Weight(StrEnum):  # as a key it is hashed a million times a minute: a string is that ten times as fast
    """The two cuts that are shipped; the value is the file's name."""

    REGULAR = "RobotoCondensed-Regular.ttf"
    BOLD = "RobotoCondensed-Bold.ttf"


class Role(Enum):
    """What words are for. It says from where they must be read and how large a capital is seen there at least."""

    GLANCE = "glance"
    """What one glance across the room must tell: turn, price and scores in the one-glance mode."""
    SEAT = "seat"
    """What everybody needs who sits at the table: turn, price, scores, coins, the last call."""
    NOTICE = "notice"
    """What is asked, waited for or wrong: whoever sees that it is there comes closer."""
    HAND = "hand"
    """What only whoever stands at the screen needs."""


LEGIBLE_ARC_MINUTES = 16.0
"""A capital that is seen at a smaller angle is hard to read (ISO 9241-303), minutes of arc."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """Capital heights in px: ``key`` and ``body`` are read from the seats, ``near`` from an arm's length."""

    key_px: int
    body_px: int
    near_px: int

    def least_px(self, role: Role) -> float:
        """Words with this role are never set smaller."""
        if role is Role.GLANCE:
            return self.key_px
        if role is Role.SEAT:
            return self.body_px
        share = LEGIBLE_ARC_MINUTES / BODY_ARC_MINUTES
        return share * (self.body_px if role is Role.NOTICE else self.near_px)


def arc_px(arc_minutes: float, *, distance_mm: float, pixels_per_mm: float) -> float:
    """How many pixels high something is that is seen at an angle of ``arc_minutes``.

    >>> round(arc_px(40, distance_mm=2000, pixels_per_mm=5.56))
    129
    """
    return 2 * distance_mm * math.tan(math.radians(arc_minutes / 60) / 2) * pixels_per_mm


def usual_inches(width_px: int) -> float:
    """The diagonal of a screen of which only the pixels are known."""
    return SMALL_PANEL_INCHES if width_px <= SMALL_PANEL_PX else SCREEN_INCHES


def sizes(
    width_px: int,
    height_px: int,
    *,
    diagonal_inches: float | None = None,
    distance_m: float = VIEWING_DISTANCE_M,
) -> Sizes:
    """The sizes of type for a screen. ``diagonal_inches``: ``None`` where nobody says.

    >>> sizes(800, 480)
    Sizes(key_px=123, body_px=68, near_px=24)
    >>> sizes(1920, 1080)
    Sizes(key_px=130, body_px=72, near_px=25)
    """
    inches = min(diagonal_inches or usual_inches(width_px), GROWING_INCHES)
    pixels_per_mm = math.hypot(width_px, height_px) / (inches * 25.4)
    seat_mm = distance_m * 1000
    return Sizes(
        key_px=math.ceil(arc_px(KEY_ARC_MINUTES, distance_mm=seat_mm, pixels_per_mm=pixels_per_mm)),
        body_px=math.ceil(arc_px(BODY_ARC_MINUTES, distance_mm=seat_mm, pixels_per_mm=pixels_per_mm)),
        near_px=math.ceil(arc_px(BODY_ARC_MINUTES, distance_mm=ARM_MM, pixels_per_mm=pixels_per_mm)),
    )


@lru_cache(maxsize=20)  # a screen has at most 14; each keeps a third of a megabyte of glyphs, and opens in 0.1 ms
def font(weight: Weight, em_px: int) -> pygame.font.Font:
    """The typeface at a size. pygame.font must have been started."""
    with resources.as_file(resources.files("dealer.display").joinpath("fonts", weight.value)) as path:
        return pygame.font.Font(str(path), em_px)


@lru_cache(maxsize=4)
def capital_share(weight: Weight) -> float:
    """A capital's height as a share of the em (0.711 for Roboto)."""
    (metrics,) = font(weight, REFERENCE_EM_PX).metrics("H")
    return float(metrics[3]) / REFERENCE_EM_PX


def em_px(weight: Weight, cap_px: float) -> int:
    """The least size of font whose capitals are ``cap_px`` high."""
    return max(1, math.ceil(cap_px / capital_share(weight) - 1e-6))


def true_cap_px(weight: Weight, cap_px: float) -> float:
    """How high the capitals of that font are."""
    return em_px(weight, cap_px) * capital_share(weight)


SPACES = re.compile(r"\s+(?![€$£]|p\))")
"""Where a line may end: a sum of money stays together."""


@lru_cache(maxsize=8192)  # half a megabyte; a long text is shortened letter by letter
def width_in_caps(text: str, weight: Weight) -> float:
    """How wide a line is, in its own capital heights."""
    return font(weight, REFERENCE_EM_PX).size(text)[0] / (capital_share(weight) * REFERENCE_EM_PX)


@lru_cache(maxsize=8192)
def line_width(text: str, weight: Weight, em_px: int) -> int:
    """How wide a line is at a size."""
    return font(weight, em_px).size(text)[0]


@lru_cache(maxsize=1024)
def ink_in_caps(text: str, weight: Weight) -> tuple[float, float]:
    """How far a line's ink reaches above and below its baseline, in its own capital heights (accents and tails in)."""
    glyphs = [glyph for glyph in font(weight, REFERENCE_EM_PX).metrics(text) if glyph is not None]
    cap_px = capital_share(weight) * REFERENCE_EM_PX
    above = max((glyph[3] for glyph in glyphs), default=cap_px)
    below = max((-glyph[2] for glyph in glyphs), default=0)
    return max(1.0, above / cap_px), max(0.0, below / cap_px)


def abbreviated(name: str, *, cap_px: float, width_px: float) -> str:
    """A name, or the beginning of it that is no wider than that.

    >>> pygame.font.init()
    >>> [abbreviated("Konstantinos", cap_px=48, width_px=width) for width in (600, 240)]
    ['Konstantinos', 'Konsta…']
    """
    caps = (width_px - 3) / true_cap_px(Weight.BOLD, cap_px)
    if width_in_caps(name, Weight.BOLD) <= caps:
        return name
    for length in range(len(name) - 1, 0, -1):
        shorter = name[:length].rstrip() + ELLIPSIS
        if width_in_caps(shorter, Weight.BOLD) <= caps:
            return shorter
    return ELLIPSIS


def wrapped(text: str, weight: Weight, *, cap_px: float, width_px: float) -> tuple[str, ...] | None:
    """The text in lines no wider than ``width_px``, as even as can be; None where one word is too wide.

    >>> pygame.font.init()
    >>> wrapped("Ben pays 1 (0.50 €) to Ann", Weight.BOLD, cap_px=48, width_px=570)
    ('Ben pays 1', '(0.50 €) to Ann')
    """
    words = SPACES.split(text.strip())
    if not words[0]:
        return ("",)
    limit = width_px / cap_px
    if max(width_in_caps(word, weight) for word in words) > limit:
        return None
    lines = _filled(words, weight, limit)
    if len(lines) == 1:
        return tuple(lines)
    widest = limit
    for share in (0.6, 0.7, 0.8, 0.9):  # the narrowest column with as few lines: no word alone on the last one
        narrow = limit * share
        if max(width_in_caps(word, weight) for word in words) <= narrow and len(_filled(words, weight, narrow)) == len(
            lines
        ):
            widest = narrow
            break
    return tuple(_filled(words, weight, widest))


def _filled(words: list[str], weight: Weight, limit: float) -> list[str]:
    lines = [words[0]]
    for word in words[1:]:
        longer = f"{lines[-1]} {word}"
        if width_in_caps(longer, weight) <= limit:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


@dataclass(frozen=True, slots=True)
class Setting:
    """How words are set: their lines, the capital height, and how high the block of them is, ink in."""

    lines: tuple[str, ...]
    weight: Weight
    cap_px: float
    shortened: bool = False

    @property
    def above_px(self) -> float:
        """Ink above the first baseline."""
        return ink_in_caps(self.lines[0], self.weight)[0] * self.cap_px

    @property
    def below_px(self) -> float:
        """Ink below the last baseline."""
        return ink_in_caps(self.lines[-1], self.weight)[1] * self.cap_px

    @property
    def height_px(self) -> float:
        """From the top of the first line's ink to the bottom of the last line's."""
        return self.above_px + self.below_px + (len(self.lines) - 1) * LINE_PITCH * self.cap_px

    @property
    def width_px(self) -> float:
        """The widest line's width."""
        return max(width_in_caps(line, self.weight) for line in self.lines) * self.cap_px


@lru_cache(maxsize=4096)  # most words stay as they are from one drawing to the next
def fit(
    text: str, weight: Weight, *, width_px: float, height_px: float, cap_px: float, least_px: float, lines: int
) -> Setting:
    """The words as large as they go into a box: at most ``cap_px``, at least ``least_px``; only then shortened."""
    cap = float(cap_px)
    while True:
        true_px = true_cap_px(weight, cap)
        broken = wrapped(text, weight, cap_px=true_px, width_px=width_px - 2)
        if broken is not None and len(broken) <= lines:
            setting = Setting(broken, weight, true_px)
            if setting.height_px <= height_px:
                return setting
        if cap <= least_px:
            return _shortened(text, weight, width_px=width_px - 2, height_px=height_px, cap_px=true_px, lines=lines)
        cap = max(least_px, min(cap * 0.96, cap - 1))


def _shortened(text: str, weight: Weight, *, width_px: float, height_px: float, cap_px: float, lines: int) -> Setting:
    """What fits at the least size, with an ellipsis where the rest is missing."""
    for length in range(len(text) - 1, 0, -1):
        shorter = text[:length].rstrip() + ELLIPSIS
        broken = wrapped(shorter, weight, cap_px=cap_px, width_px=width_px)
        if broken is not None and len(broken) <= lines:
            setting = Setting(broken, weight, cap_px, shortened=True)
            if setting.height_px <= height_px:
                return setting
    return Setting((ELLIPSIS,), weight, cap_px, shortened=True)
