"""A page of rules, read from an arm's length: as many sections as there is room for."""

import math
from collections.abc import Sequence

import pygame

from dealer.display import palette
from dealer.display.canvas import Canvas, Level
from dealer.display.chrome import draw_buttons, is_compact
from dealer.display.menus import below_title, draw_title
from dealer.display.pages import which
from dealer.display.screens import RulesScreen, labels_of
from dealer.display.typeface import LINE_PITCH, NARROWER, Weight, wrapped
from dealer.presses import Button

TEXT_IN_NEARS = (1.3, 1.2, 1.1, 1.0, 0.9, 0.85)
"""The text's capital height, the largest at which the whole page fits: whoever asked for it stands at the screen."""
LEAST_IN_NEARS = 0.6
MOST_LINES = 30


def draw_rules(canvas: Canvas, screen: RulesScreen, *, held: frozenset[Button] = frozenset()) -> None:
    """Title, and sections from the first that is asked for."""
    area = draw_buttons(canvas, labels_of(screen), held)
    near = canvas.sizes.near_px
    height_px = round(near * (1.8 if is_compact(canvas) else 2.4))
    rest = below_title(canvas, area, height_px)
    inner = rest.inflate(-2 * canvas.unit(20), -2 * canvas.unit(14))
    gap = canvas.unit(16)
    cap_px, whole = _size(near, screen, inner, gap)
    first = 0 if whole else screen.first
    places = _places(cap_px, screen.sections[first:], inner, gap)
    shown = which(first, len(places), len(screen.sections)) if len(places) < len(screen.sections) else ""
    draw_title(canvas, area, screen.title, height_px=height_px, shown=shown)
    canvas.panel(rest, palette.PANEL)
    for (heading, text), place in zip(screen.sections[first:], places, strict=False):
        head = pygame.Rect(place.x, place.y, place.width, round(cap_px * 1.7))
        body = pygame.Rect(place.x, head.bottom, place.width, place.bottom - head.bottom)
        canvas.text(heading, head, cap_px=cap_px, least_px=near * 0.6, colour=palette.BRASS, level=Level.TOP)
        canvas.text(
            text,
            body,
            cap_px=cap_px,
            least_px=near * LEAST_IN_NEARS,
            lines=MOST_LINES,
            weight=Weight.REGULAR,
            level=Level.TOP,
        )


def _places(cap_px: float, sections: Sequence[tuple[str, str]], area: pygame.Rect, gap: int) -> list[pygame.Rect]:
    """Where the sections stand that there is room for; the first stands there however long it is."""
    places, top = list[pygame.Rect](), area.y
    for _heading, text in sections:
        height = _height(cap_px, text, width_px=area.width)
        if places and height > area.bottom - top:
            break
        places.append(pygame.Rect(area.x, top, area.width, min(height, area.bottom - top)))
        top += height + gap
    return places


def _size(near: float, screen: RulesScreen, area: pygame.Rect, gap: int) -> tuple[float, bool]:
    """The capital height, and whether the whole page fits so."""
    for share in TEXT_IN_NEARS:
        heights = [_height(near * share, text, width_px=area.width) + gap for _heading, text in screen.sections]
        if sum(heights) - gap <= area.height:
            return near * share, True
    return near * TEXT_IN_NEARS[-1], False


def _height(cap_px: float, text: str, *, width_px: int) -> int:
    """How high a section is."""
    lines = wrapped(text, Weight.REGULAR, cap_px=cap_px, width_px=NARROWER * width_px) or ("",) * MOST_LINES
    return math.ceil(cap_px * (1.7 + LINE_PITCH * len(lines) + 0.6))
