"""How everything is: each part with its mark and its word, why it is so, and what mends it."""

import math
from collections.abc import Mapping

import pygame

from dealer.display import palette
from dealer.display.canvas import Align, Canvas, Level
from dealer.display.chrome import draw_buttons
from dealer.display.evening_rows import draw_head
from dealer.display.palette import RGB
from dealer.display.screens import CheckupScreen, Condition, Told, labels_of
from dealer.display.symbols import Symbol
from dealer.display.typeface import LINE_PITCH, Weight, width_in_caps, wrapped
from dealer.locale import _
from dealer.presses import Button

LOOKS: Mapping[Condition, tuple[Symbol, RGB]] = {
    Condition.FINE: (Symbol.YES, palette.GREEN),
    Condition.WITHOUT: (Symbol.WARNING, palette.YELLOW),
    Condition.MISSING: (Symbol.NO, palette.RED),
}
SIZES_IN_NEARS = (2.0, 1.7, 1.4, 1.2, 1.1, 1.0, 0.9, 0.8, 0.73)
"""Capital heights, the largest at which the page fits is taken; less than the last is not read at an arm's length."""
MOST_LINES = 12


def condition_word(condition: Condition) -> str:
    """What stands beside the mark."""
    return {
        Condition.FINE: _("fine"),
        Condition.WITHOUT: _("play goes on"),
        Condition.MISSING: _("no play without"),
    }[condition]


def draw_checkup(canvas: Canvas, screen: CheckupScreen, *, held: frozenset[Button] = frozenset()) -> None:
    """The title with the page, and the parts below each other."""
    area = draw_buttons(canvas, labels_of(screen), held)
    rest = draw_head(canvas, area, screen.title, screen.note)
    near, gap = canvas.sizes.near_px, canvas.unit(8)
    cap_px, heights = near * SIZES_IN_NEARS[-1], [0] * len(screen.told)
    for share in SIZES_IN_NEARS:
        cap_px = near * share
        heights = [_height(canvas, told, cap_px, rest.width) for told in screen.told]
        if sum(heights) + gap * (len(heights) - 1) <= rest.height:
            break
    top = rest.y
    for told, height in zip(screen.told, heights, strict=True):
        place = pygame.Rect(rest.x, top, rest.width, min(height, rest.bottom - top))
        _draw(canvas, told, place, cap_px)
        top = place.bottom + gap


def _room(canvas: Canvas, place: pygame.Rect, cap_px: float) -> pygame.Rect:
    """Where words stand, right of the mark."""
    left = round(cap_px * 2.6)
    return pygame.Rect(place.x + left, place.y, place.width - left - canvas.unit(16), place.height)


def _texts(told: Told) -> tuple[tuple[str, RGB], ...]:
    """What stands below the part's name."""
    remedy = told.remedy if told.condition is not Condition.FINE else ""
    texts = ((told.detail, palette.CREAM), (remedy, palette.BRASS))  # as they are: many begin with a command
    return tuple((words, colour) for words, colour in texts if words)


def _lines(words: str, cap_px: float, width: int) -> int:
    return len(wrapped(words, Weight.REGULAR, cap_px=cap_px, width_px=width - 2) or ("",) * MOST_LINES)


def _block(words: str, cap_px: float, width: int) -> int:
    """How high these words are."""
    return math.ceil(cap_px * (LINE_PITCH * _lines(words, cap_px, width) + 0.3))


def _height(canvas: Canvas, told: Told, cap_px: float, width: int) -> int:
    room = _room(canvas, pygame.Rect(0, 0, width, 0), cap_px)
    if _in_a_line(canvas, told, cap_px, room.width):
        return math.ceil(cap_px * 2.2)
    return math.ceil(cap_px * 2.4) + sum(_block(words, cap_px, room.width) for words, _colour in _texts(told))


def _in_a_line(canvas: Canvas, told: Told, cap_px: float, width: int) -> bool:
    """Whether a part that is fine needs no second line."""
    if told.condition is not Condition.FINE:
        return False
    parts = (
        width_in_caps(told.part, Weight.BOLD),
        width_in_caps(condition_word(told.condition), Weight.BOLD),
    )
    return (sum(parts) + width_in_caps(told.detail, Weight.REGULAR)) * cap_px + 3 * canvas.unit(24) <= width


def _draw(canvas: Canvas, told: Told, place: pygame.Rect, cap_px: float) -> None:
    canvas.panel(place, palette.PANEL)
    room = _room(canvas, place, cap_px)
    mark, colour = LOOKS[told.condition]
    head = pygame.Rect(room.x, place.y, room.width, min(place.height, math.ceil(cap_px * 2.2)))
    side = round(cap_px * 1.4)
    canvas.symbol(mark, (place.x + round(cap_px * 1.3), head.centery), size_px=side, colour=colour)
    word = canvas.text(
        condition_word(told.condition), head, cap_px=cap_px, least_px=cap_px, colour=colour, align=Align.RIGHT
    )
    left = pygame.Rect(head.x, head.y, word.x - head.x - canvas.unit(24), head.height)
    name = canvas.text(told.part, left, cap_px=cap_px, least_px=cap_px * 0.8)
    if _in_a_line(canvas, told, cap_px, room.width):
        x = name.right + canvas.unit(24)
        line = pygame.Rect(x, head.y, left.right - x, head.height)
        canvas.text(told.detail, line, cap_px=cap_px, least_px=cap_px * 0.8, weight=Weight.REGULAR, colour=palette.DIM)
        return
    top = head.bottom
    for words, colour in _texts(told):
        block = pygame.Rect(room.x, top, room.width, min(_block(words, cap_px, room.width), place.bottom - top))
        lines = _lines(words, cap_px, room.width)
        canvas.text(
            words,
            block,
            cap_px=cap_px,
            least_px=cap_px * 0.8,
            lines=lines,
            weight=Weight.REGULAR,
            colour=colour,
            level=Level.TOP,
        )
        top = block.bottom
