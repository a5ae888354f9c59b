"""What lies between the players: common cards, the pot, white stones, and the columns of Five Cards."""

import math
from dataclasses import replace

import pygame

from dealer.display import palette
from dealer.display.canvas import Align, Canvas
from dealer.display.cards import card_image, card_width
from dealer.display.chrome import margin
from dealer.display.players import Cell, draw_cards, draw_cells
from dealer.display.screens import Column, Middle
from dealer.display.symbols import Symbol
from dealer.display.typeface import Role, Weight, width_in_caps
from dealer.locale import _

CARDS_IN_A_ROW = 4
"""More cards on one side of a column stand in two rows."""
TITLE_SHARE = 0.22
"""How much of a band the title takes at most."""


def has_cards(middle: Middle) -> bool:
    """Whether it needs the whole width: cards lie there, or come to lie there, or are counted."""
    return bool(middle.cards) or middle.wants_cards or middle.amount is not None


def band_height(canvas: Canvas, middle: Middle | None) -> int:
    """How high the band between heading and players is; 0 where there is nothing to show."""
    if middle is None or middle.columns:
        return 0
    high = bool(middle.cards) or middle.wants_cards
    return round(canvas.sizes.body_px * (2.3 if high else 1.35))


def draw_band(canvas: Canvas, area: pygame.Rect, middle: Middle) -> None:
    """The middle in one band: title, cards or count, pot."""
    near = canvas.sizes.near_px
    canvas.panel(area, palette.FELT)
    inner = area.inflate(-2 * canvas.unit(18), -2 * canvas.unit(10))
    gap = margin(canvas)
    if middle.pot is not None:
        inner = _pot(canvas, inner, middle.pot)
        inner.width -= gap
    if middle.title:
        wanted = round(width_in_caps(middle.title, Weight.REGULAR) * near * 1.1) + 6
        whole = not has_cards(middle)
        longest = max(width_in_caps(word, Weight.REGULAR) for word in middle.title.split())
        least = math.ceil(longest * canvas.sizes.least_px(Role.HAND)) + 6
        width = inner.width if whole else max(least, min(wanted, round(inner.width * TITLE_SHARE)))
        title = pygame.Rect(inner.x, inner.y, width, inner.height)
        cap_px = canvas.sizes.body_px * 0.7 if whole else near * 1.1
        canvas.text(
            middle.title, title, cap_px=cap_px, least_px=near * 0.6, lines=2, weight=Weight.REGULAR, colour=palette.DIM
        )
        inner = pygame.Rect(title.right + gap, inner.y, inner.right - title.right - gap, inner.height)
    if middle.amount is not None:
        canvas.text(str(middle.amount), inner, cap_px=canvas.sizes.body_px, role=Role.SEAT)
    elif middle.cards or middle.wants_cards:
        draw_cards(canvas, inner, middle.cards)


def _pot(canvas: Canvas, area: pygame.Rect, pot: int) -> pygame.Rect:
    """The pot at the right end; returns what is left of the area."""
    near, body = canvas.sizes.near_px, canvas.sizes.body_px
    cap_px = body
    number = str(pot)
    width = round(width_in_caps(number, Weight.BOLD) * cap_px) + 6
    amount = pygame.Rect(area.right - width, area.y, width, area.height)
    canvas.text(number, amount, cap_px=cap_px, colour=palette.BRASS, align=Align.RIGHT, role=Role.SEAT)
    word = _("Pot")
    word_width = round(width_in_caps(word, Weight.REGULAR) * near * 1.1) + 6
    label = pygame.Rect(amount.x - word_width - canvas.unit(14), area.y, word_width, area.height)
    canvas.text(word, label, cap_px=near * 1.1, least_px=near * 0.7, weight=Weight.REGULAR, colour=palette.DIM)
    return pygame.Rect(area.x, area.y, label.x - area.x, area.height)


def draw_columns(canvas: Canvas, area: pygame.Rect, columns: tuple[Column, ...], cells: tuple[Cell, ...]) -> None:
    """Five Cards: the targets in the middle, each player's cards on his side, the sums, and who leads."""
    gap = canvas.unit(10)
    gutter = round(area.width * 0.22)
    side_height = round((area.height - 2 * gap) * 0.36)
    upper = pygame.Rect(area.x, area.y, area.width, side_height)
    lower = pygame.Rect(area.x, area.bottom - side_height, area.width, side_height)
    middle = pygame.Rect(area.x, upper.bottom + gap, area.width, lower.y - upper.bottom - 2 * gap)
    for row, cell in zip((upper, lower), cells, strict=False):
        _player(canvas, pygame.Rect(row.x, row.y, gutter, row.height), cell)
    left = area.x + gutter + gap
    width = (area.right - left - gap * (len(columns) - 1)) / max(1, len(columns))
    for index, column in enumerate(columns):
        x = round(left + index * (width + gap))
        _target(canvas, pygame.Rect(x, middle.y, round(width), middle.height), column.target)
        for number, row in enumerate((upper, lower)):
            side = pygame.Rect(x, row.y, round(width), row.height)
            _side(canvas, side, column.sides[number], leads=column.leader == number, above=number == 0)


def _player(canvas: Canvas, area: pygame.Rect, cell: Cell) -> None:
    """A player's name and score beside the own side of the columns."""
    bare = replace(cell, stack=None, seat=None)
    if not draw_cells(canvas, area, (bare,), Role.SEAT):
        draw_cells(canvas, area, (replace(bare, mark=None, target=None),), Role.SEAT)


def _target(canvas: Canvas, area: pygame.Rect, target: int) -> None:
    height = area.height
    width = card_width(height)
    if width > area.width:
        height = round(area.width * height / width)
        width = card_width(height)
    place = (area.centerx - width // 2, area.centery - height // 2)
    canvas.image(card_image(target, height), place, kind="card", name=str(target))


def _side(canvas: Canvas, area: pygame.Rect, cards: tuple[int, ...], *, leads: bool, above: bool) -> None:
    """One player's cards at one target, and their sum next to it."""
    near = canvas.sizes.near_px
    canvas.panel(area, palette.RAISED if leads else palette.PANEL)
    inner = area.inflate(-2 * canvas.unit(8), -2 * canvas.unit(8))
    foot_height = min(round(near * 1.9), inner.height // 2)
    foot = pygame.Rect(inner.x, inner.bottom - foot_height if above else inner.y, inner.width, foot_height)
    rest_y = inner.y if above else foot.bottom
    rest = pygame.Rect(inner.x, rest_y, inner.width, inner.height - foot_height)
    rest = rest.inflate(0, -canvas.unit(6))
    if len(cards) > CARDS_IN_A_ROW:
        half = -(-len(cards) // 2)
        top = pygame.Rect(rest.x, rest.y, rest.width, rest.height // 2 - 2)
        draw_cards(canvas, top, cards[:half])
        draw_cards(canvas, pygame.Rect(rest.x, rest.centery + 2, rest.width, top.height), cards[half:])
    elif cards:
        draw_cards(canvas, rest, cards)
    weight = Weight.BOLD if leads else Weight.REGULAR
    colour = palette.BRASS if leads else palette.DIM
    cap_px = min(near * 1.5, foot.height * 0.7)
    used = canvas.text(
        str(sum(cards)), foot, cap_px=cap_px, least_px=near * 0.7, weight=weight, colour=colour, align=Align.MIDDLE
    )
    if leads:
        size = round(cap_px * 0.9)
        centre = (used.x - size // 2 - canvas.unit(10), foot.centery)
        canvas.symbol(Symbol.FLAG, centre, size_px=size, colour=palette.BRASS)


CARD_SHARE = 0.5
"""A column's target takes no more than this of its tile's width: the sums beside it must be read."""


def draw_columns_row(canvas: Canvas, area: pygame.Rect, columns: tuple[Column, ...]) -> None:
    """The columns in one row for a small panel: target, and both sums, the leader's with a flag."""
    gap = canvas.unit(10)
    near = canvas.sizes.near_px
    width = (area.width - gap * (len(columns) - 1)) / max(1, len(columns))
    for index, column in enumerate(columns):
        tile = pygame.Rect(round(area.x + index * (width + gap)), area.y, round(width), area.height)
        canvas.panel(tile, palette.PANEL)
        height = min(tile.height - 2 * canvas.unit(10), round(tile.width * CARD_SHARE / card_width(1000) * 1000))
        card = (tile.x + canvas.unit(10), tile.centery - height // 2)
        canvas.image(card_image(column.target, height), card, kind="card", name=str(column.target))
        left = card[0] + card_width(height) + canvas.unit(8)
        for number, side in enumerate(column.sides):
            half = pygame.Rect(left, tile.y + number * tile.height // 2, tile.right - left, tile.height // 2)
            leads = column.leader == number
            size = round(near * 0.7)
            if leads:
                centre = (half.right - size // 2 - canvas.unit(6), half.centery)
                canvas.symbol(Symbol.FLAG, centre, size_px=size, colour=palette.BRASS)
            words = pygame.Rect(half.x, half.y, half.width - size - canvas.unit(8), half.height)
            canvas.text(
                str(sum(side)),
                words,
                cap_px=near * 1.3,
                least_px=near * 0.7,
                weight=Weight.BOLD if leads else Weight.REGULAR,
                colour=palette.BRASS if leads else palette.CREAM,
            )
