"""The one-glance mode: whose turn it is, the price and the scores, large enough to be read across the room."""

from dataclasses import replace

import pygame

from dealer.display import palette
from dealer.display.canvas import Align, Canvas, rectangle
from dealer.display.chrome import Heading, draw_buttons, margin
from dealer.display.pages import Pages
from dealer.display.players import Cell, draw_cells, groups_of
from dealer.display.screens import PlayScreen, labels_of
from dealer.display.symbols import Symbol
from dealer.display.typeface import Role, Weight, abbreviated, fit, width_in_caps
from dealer.presses import Button, Target, Touch

BUTTONS_IN_NEARS = 2.1
"""The buttons' height: what they mean is read by whoever presses them."""


def draw_glance(
    canvas: Canvas,
    screen: PlayScreen,
    heading: Heading,
    cells: tuple[Cell, ...],
    *,
    page: int = 0,
    held: frozenset[Button] = frozenset(),
) -> Pages | None:
    """Turn, price and scores; the great moments in their place. A touch leads back to the whole screen."""
    slim = round(canvas.sizes.near_px * BUTTONS_IN_NEARS)
    area = draw_buttons(canvas, labels_of(screen), held, height=slim)
    canvas.touchable(area, Touch(Target.GLANCE, 0))
    if screen.moment and _words(canvas, area, heading.headline, lines=3):
        return None
    bare = tuple(replace(cell, note="", stack=None, balance=None, target=None, seat=None) for cell in cells)
    top = _turn(canvas, area, screen)
    rest = pygame.Rect(area.x, top, area.width, area.bottom - top)
    groups = groups_of(canvas, rest.size, bare, Role.GLANCE)
    first = next((index for index, group in enumerate(groups) if any(cell.lit for cell in group)), 0)
    draw_cells(canvas, rest, groups[(first + page) % len(groups)], Role.GLANCE)
    return Pages(rectangle(rest), len(groups)) if len(groups) > 1 else None


def _words(canvas: Canvas, area: pygame.Rect, words: str, *, lines: int) -> bool:
    """Words on the whole area, if they can be read at a glance there; returns whether they can."""
    key = canvas.sizes.key_px
    inner = area.inflate(-2 * canvas.unit(20), -2 * canvas.unit(12))
    setting = fit(
        words, Weight.BOLD, width_px=inner.width, height_px=inner.height, cap_px=key, least_px=key, lines=lines
    )
    if setting.shortened:
        return False
    canvas.panel(area, palette.PANEL)
    canvas.text(words, inner, cap_px=key * 1.5, lines=lines, align=Align.MIDDLE, role=Role.GLANCE)
    return True


def _turn(canvas: Canvas, area: pygame.Rect, screen: PlayScreen) -> int:
    """Whose turn it is and what it costs; where nobody is on turn, what is due. Returns where the rest begins."""
    key, prompt = canvas.sizes.key_px, screen.prompt
    row = pygame.Rect(area.x, area.y, area.width, round(key * 1.75))
    if prompt.turn is None:
        return row.bottom + margin(canvas) if _words(canvas, row, prompt.headline, lines=1) else area.y
    canvas.panel(row, palette.RAISED, edge=palette.BRASS, edge_px=max(2, canvas.unit(5)))
    inner = row.inflate(-2 * canvas.unit(24), -2 * canvas.unit(4))
    if prompt.price is not None:
        words = str(prompt.price)
        width = round(width_in_caps(words, Weight.BOLD) * key + 0.5 * key)
        card = pygame.Rect(row.right - width - canvas.unit(12), row.y + canvas.unit(12), width, row.height)
        card.height -= 2 * canvas.unit(12)
        canvas.panel(card, palette.CARD, edge=palette.CARD_EDGE, edge_px=max(1, canvas.unit(3)))
        canvas.text(words, card, cap_px=key, colour=palette.CARD_INK, align=Align.MIDDLE, role=Role.GLANCE)
        inner.width = card.x - canvas.unit(20) - inner.x
    size = round(key * 0.6)
    canvas.symbol(Symbol.TURN, (inner.x + size // 2, inner.centery), size_px=size, colour=palette.BRASS)
    left = inner.x + round(key * 0.8)
    name = pygame.Rect(left, inner.y, inner.right - left, inner.height)
    canvas.text(abbreviated(prompt.turn, cap_px=key, width_px=name.width), name, cap_px=key, role=Role.GLANCE)
    return row.bottom + margin(canvas)
