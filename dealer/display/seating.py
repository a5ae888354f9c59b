"""Who plays: the faces of the house's people; and the keyboard for a new name."""

import pygame

from dealer.display import palette
from dealer.display.canvas import Align, Canvas
from dealer.display.chrome import draw_buttons, is_compact
from dealer.display.evening_marks import draw_mark
from dealer.display.menus import draw_title
from dealer.display.screens import FaceTile, KeyboardScreen, WhoScreen, labels_of
from dealer.display.starting import CURSOR, draw_problem
from dealer.display.symbols import Symbol, disc
from dealer.display.typeface import Role, Weight
from dealer.presses import Button, Target, Touch

COLUMNS = 4
LEAST_ROWS = 3
"""Few faces are drawn no larger than where there are more."""


def draw_who(canvas: Canvas, screen: WhoScreen, *, held: frozenset[Button] = frozenset()) -> None:
    """A tile for everybody; whoever plays has the number of the seat on it."""
    area = draw_buttons(canvas, labels_of(screen), held)
    near, gap = canvas.sizes.near_px, canvas.unit(12)
    head = pygame.Rect(area.x, area.y, area.width, round(near * (2.2 if is_compact(canvas) else 3.0)))
    if screen.problem:
        draw_problem(canvas, head, screen.problem)
    else:
        _who_plays(canvas, head, screen)
    rest = pygame.Rect(area.x, head.bottom + gap, area.width, area.bottom - head.bottom - gap)
    rows = max(LEAST_ROWS, -(-len(screen.tiles) // COLUMNS))
    width = (rest.width - gap * (COLUMNS - 1)) / COLUMNS
    height = (rest.height - gap * (rows - 1)) / rows
    named: list[tuple[str, pygame.Rect]] = []
    for index, tile in enumerate(screen.tiles):
        row, column = divmod(index, COLUMNS)
        x, y = rest.x + column * (width + gap), rest.y + row * (height + gap)
        place = pygame.Rect(round(x), round(y), round(width), round(height))
        canvas.touchable(place, Touch(Target.ITEM, index))
        named.append((tile.words, _tile(canvas, place, tile, chosen=index == screen.selected)))
    least = canvas.sizes.least_px(Role.HAND)
    cap_px = canvas.common_cap(named, cap_px=canvas.sizes.body_px * 0.7, least_px=least, lines=2)
    for words, room in named:  # names are set alike, but a short one is not as small as the longest
        canvas.text(words, room, cap_px=cap_px, least_px=least, lines=2, align=Align.MIDDLE)


def _who_plays(canvas: Canvas, area: pygame.Rect, screen: WhoScreen) -> None:
    """What is asked, and who plays so far, in the order of their seats."""
    near, gap = canvas.sizes.near_px, canvas.unit(16)
    room = pygame.Rect(area.x, area.y, area.width // 2, area.height)
    words = canvas.text(screen.title, room, cap_px=near * 1.6, least_px=canvas.sizes.least_px(Role.HAND))
    left = words.right + 2 * gap
    side = min(round(area.height * 0.74), (area.right - left + gap) // max(1, len(screen.players)) - gap)
    for index, mark in enumerate(screen.players):
        draw_mark(canvas, mark, (left + index * (side + gap) + side // 2, area.centery), size_px=side)


def _tile(canvas: Canvas, area: pygame.Rect, tile: FaceTile, *, chosen: bool) -> pygame.Rect:
    """The ground, the mark and the seat; returns the room for the name."""
    sits = tile.seat is not None
    edge = palette.BRASS if chosen else palette.EDGE if sits else palette.PANEL
    canvas.panel(area, palette.RAISED if sits else palette.PANEL, edge=edge, edge_px=max(3, canvas.unit(8)))
    inner = area.inflate(-2 * canvas.unit(16), -2 * canvas.unit(12))
    side = round(inner.height * 0.5)
    upper = pygame.Rect(inner.x, inner.y, inner.width, side)
    if tile.mark is None:
        canvas.symbol(Symbol.PLUS, upper.center, size_px=side, colour=palette.CREAM)
    else:
        middle = upper.centerx if not sits else upper.x + upper.width // 3
        draw_mark(canvas, tile.mark, (middle, upper.centery), size_px=side)
    if tile.seat is not None:
        centre = (upper.right - upper.width // 4, upper.centery)
        badge = disc(side, palette.BRASS)
        place = badge.get_rect(center=centre)
        canvas.surface.blit(badge, place)
        number = place.inflate(-round(side * 0.3), -round(side * 0.3))
        canvas.text(str(tile.seat), number, cap_px=side, least_px=side * 0.3, colour=palette.INK, align=Align.MIDDLE)
    return pygame.Rect(inner.x, upper.bottom, inner.width, inner.bottom - upper.bottom)


def draw_keyboard(canvas: Canvas, screen: KeyboardScreen, *, held: frozenset[Button] = frozenset()) -> None:
    """The name so far in large letters, and the keys below."""
    area = draw_buttons(canvas, labels_of(screen), held)
    near, gap = canvas.sizes.near_px, canvas.unit(8)
    head = pygame.Rect(area.x, area.y, area.width, round(near * (1.8 if is_compact(canvas) else 2.4)))
    if screen.problem:
        draw_problem(canvas, head, screen.problem)
    else:
        draw_title(canvas, head, screen.title, height_px=head.height)
    line = pygame.Rect(area.x, head.bottom + gap, area.width, round(near * (2.6 if is_compact(canvas) else 4.0)))
    canvas.panel(line, palette.PANEL, edge=palette.BRASS, edge_px=max(2, canvas.unit(4)))
    room = line.inflate(-2 * canvas.unit(20), -2 * canvas.unit(8))
    canvas.text(screen.text + CURSOR, room, cap_px=canvas.sizes.body_px, least_px=canvas.sizes.least_px(Role.HAND))
    rest = pygame.Rect(area.x, line.bottom + gap, area.width, area.bottom - line.bottom - gap)
    height = (rest.height - gap * (len(screen.rows) - 1)) / len(screen.rows)
    index = 0
    for number, row in enumerate(screen.rows):
        top = round(rest.y + number * (height + gap))
        width = (rest.width - gap * (len(row) - 1)) / len(row)
        places = [
            pygame.Rect(round(rest.x + at * (width + gap)), top, round(width), round(height)) for at in range(len(row))
        ]
        _keys(canvas, row, places, first=index, selected=screen.selected)
        index += len(row)


def _keys(canvas: Canvas, row: tuple[str, ...], places: list[pygame.Rect], *, first: int, selected: int) -> None:
    """A row of keys; the one that green presses is light and framed."""
    least = canvas.sizes.least_px(Role.HAND)
    rooms = [place.inflate(-2 * canvas.unit(10), -2 * canvas.unit(8)) for place in places]
    letters = all(len(key) == 1 for key in row)
    largest = min(canvas.sizes.body_px, places[0].height * 0.45)
    cap_px = canvas.common_cap(list(zip(row, rooms, strict=True)), cap_px=largest, least_px=least)
    for offset, (key, place, room) in enumerate(zip(row, places, rooms, strict=True)):
        chosen = first + offset == selected
        ground = palette.RAISED if letters else palette.EDGE
        canvas.panel(place, ground, edge=palette.BRASS if chosen else ground, edge_px=max(3, canvas.unit(9)))
        canvas.text(
            key,
            room,
            cap_px=cap_px,
            least_px=least,
            weight=Weight.BOLD,
            colour=palette.CREAM,
            align=Align.MIDDLE,
        )
        canvas.touchable(place, Touch(Target.ITEM, first + offset))
