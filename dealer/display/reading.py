"""A page of rules, read from an arm's length: as many sections as there is room for."""

import math

import pygame

from dealer.display import palette
from dealer.display.canvas import Canvas, Level
from dealer.display.chrome import draw_buttons, is_compact
from dealer.display.menus import draw_title
from dealer.display.screens import RulesScreen, labels_of
from dealer.display.typeface import LINE_PITCH, Weight, wrapped
from dealer.presses import Button

TEXT_IN_NEARS = (1.3, 1.2, 1.1, 1.0, 0.9, 0.85)
"""The text's capital height, the largest at which the whole page fits: whoever asked for it stands at the screen."""
LEAST_IN_NEARS = 0.6
MOST_LINES = 30


def draw_rules(canvas: Canvas, screen: RulesScreen, *, held: frozenset[Button] = frozenset()) -> None:
    """Title, and sections from the first that is asked for."""
    area = draw_buttons(canvas, labels_of(screen), held)
    near = canvas.sizes.near_px
    rest = draw_title(canvas, area, screen.title, height_px=round(near * (1.8 if is_compact(canvas) else 2.4)))
    canvas.panel(rest, palette.PANEL)
    inner = rest.inflate(-2 * canvas.unit(20), -2 * canvas.unit(14))
    top = inner.y
    gap = canvas.unit(16)
    cap_px, whole = _size(near, screen, inner, gap)
    sections = screen.sections if whole else screen.sections[screen.first :]
    for number, (heading, text) in enumerate(sections):
        height = _height(cap_px, text, width_px=inner.width)
        left = inner.bottom - top
        if height > left and number > 0:
            break
        place = pygame.Rect(inner.x, top, inner.width, min(height, left))
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
        top += height + gap


def _size(near: float, screen: RulesScreen, area: pygame.Rect, gap: int) -> tuple[float, bool]:
    """The capital height, and whether the whole page fits so."""
    for share in TEXT_IN_NEARS:
        heights = [_height(near * share, text, width_px=area.width) + gap for _heading, text in screen.sections]
        if sum(heights) - gap <= area.height:
            return near * share, True
    return near * TEXT_IN_NEARS[-1], False


def _height(cap_px: float, text: str, *, width_px: int) -> int:
    """How high a section is."""
    lines = wrapped(text, Weight.REGULAR, cap_px=cap_px, width_px=width_px - 2) or ("",) * MOST_LINES
    return math.ceil(cap_px * (1.7 + LINE_PITCH * len(lines) + 0.6))
