"""The screens around a game: menu, and one thing to know."""

import pygame

from dealer.display import palette
from dealer.display.canvas import Align, Canvas
from dealer.display.chrome import Heading, draw_buttons, draw_heading, is_compact, margin
from dealer.display.pages import which
from dealer.display.screens import MenuScreen, MessageScreen, TroubleScreen, labels_of
from dealer.display.symbols import Symbol
from dealer.display.typeface import Weight, width_in_caps
from dealer.locale import _
from dealer.presses import Button, Target, Touch
from dealer.words.prompts import Mode

ROW_IN_NEARS = 2.9
"""How high a line to touch is at least, in near capital heights: 13 mm."""
LEAST_ROW_IN_NEARS = 1.8
"""Where more lines would not fit otherwise: 8 mm, what a finger can hit."""
LINES_IN_A_COLUMN = 5
"""More lines than this stand in two columns."""


def draw_title(canvas: Canvas, area: pygame.Rect, words: str, *, height_px: int, shown: str = "") -> pygame.Rect:
    """The title, and beside it which part of the page is ``shown``; returns what is left below."""
    head = pygame.Rect(area.x, area.y, area.width, height_px)
    if shown:
        near = canvas.sizes.near_px
        width = round(width_in_caps(shown, Weight.REGULAR) * near) + 6
        note = pygame.Rect(head.right - width, head.y, width, head.height)
        canvas.text(shown, note, cap_px=near, weight=Weight.REGULAR, colour=palette.DIM, align=Align.RIGHT)
        head.width -= width + canvas.unit(16)
    canvas.text(words, head, cap_px=min(canvas.sizes.body_px, height_px * 0.62), least_px=canvas.sizes.near_px)
    return below_title(canvas, area, height_px)


def below_title(canvas: Canvas, area: pygame.Rect, height_px: int) -> pygame.Rect:
    """What a title so high leaves of ``area``."""
    top = area.y + height_px + canvas.unit(12)
    return pygame.Rect(area.x, top, area.width, area.bottom - top)


def _rows(canvas: Canvas, area: pygame.Rect, count: int, *, selected: int) -> list[tuple[int, pygame.Rect]]:
    """(index, where) of the lines that fit, in one column or two, the selected one among them."""
    gap = canvas.unit(12)
    least = round(canvas.sizes.near_px * ROW_IN_NEARS)
    fit_in = max(1, (area.height + gap) // (least + gap))
    if count > 2 * fit_in:
        gap, least = canvas.unit(6), round(canvas.sizes.near_px * LEAST_ROW_IN_NEARS)
        fit_in = max(1, (area.height + gap) // (least + gap))
    columns = 1 if count <= min(fit_in, LINES_IN_A_COLUMN) else 2
    rows = min(fit_in, -(-count // columns))
    shown = rows * columns
    first = 0 if count <= shown else min(max(0, selected - shown // 2), count - shown)
    height = min((area.height - gap * (rows - 1)) / rows, canvas.sizes.body_px * 1.8)
    width = (area.width - gap * (columns - 1)) / columns
    places = []
    for index in range(first, min(count, first + shown)):
        column, row = divmod(index - first, rows)
        places.append(
            (
                index,
                pygame.Rect(
                    round(area.x + column * (width + gap)),
                    round(area.y + row * (height + gap)),
                    round(width),
                    round(height),
                ),
            )
        )
    return places


def draw_ground(canvas: Canvas, area: pygame.Rect, *, chosen: bool) -> pygame.Rect:
    """The ground of a line; returns the room for its words."""
    ground = palette.RAISED if chosen else palette.PANEL
    canvas.panel(area, ground, edge=palette.BRASS if chosen else ground, edge_px=max(2, canvas.unit(5)))
    size = round(canvas.sizes.near_px * 1.1)
    pad = canvas.unit(18)
    if chosen:
        canvas.symbol(Symbol.TURN, (area.x + pad + size // 2, area.centery), size_px=size, colour=palette.BRASS)
    return pygame.Rect(area.x + 2 * pad + size, area.y + 4, area.width - 3 * pad - size, area.height - 8)


def draw_menu(canvas: Canvas, screen: MenuScreen, *, held: frozenset[Button] = frozenset()) -> None:
    """A title, which of the lines are shown if not all are, and the lines."""
    area = draw_buttons(canvas, labels_of(screen), held)
    near = canvas.sizes.near_px
    least = near * 0.7
    height_px = round(near * 2.6)
    rest = below_title(canvas, area, height_px)
    places = _rows(canvas, rest, len(screen.lines), selected=screen.selected)
    is_part = len(places) < len(screen.lines)
    shown = which(places[0][0], len(places), len(screen.lines)) if is_part else ""
    draw_title(canvas, area, screen.title, height_px=height_px, shown=shown)
    cap_px = min(canvas.sizes.body_px * 0.8, places[0][1].height * 0.42) if places else near
    grounds = [draw_ground(canvas, place, chosen=index == screen.selected) for index, place in places]
    halves = [pygame.Rect(room.centerx, room.y, room.width - room.width // 2, room.height) for room in grounds]
    values = [screen.lines[index].value for index, _place in places]
    value_cap = canvas.common_cap(list(zip(values, halves, strict=True)), cap_px=cap_px, least_px=least)
    rooms: list[pygame.Rect] = []
    for (index, place), room in zip(places, grounds, strict=True):
        line = screen.lines[index]
        if line.value:
            width = min(round(width_in_caps(line.value, Weight.BOLD) * value_cap) + 6, room.width // 2)
            value = pygame.Rect(room.right - width, room.y, width, room.height)
            canvas.text(line.value, value, cap_px=value_cap, least_px=least, colour=palette.BRASS, align=Align.RIGHT)
            room.width -= width + canvas.unit(16)
        if line.possible:
            canvas.touchable(place, Touch(Target.ITEM, index))
        rooms.append(room)
    lines = [screen.lines[index] for index, _place in places]
    cap_px = canvas.common_cap(
        [(line.label, room) for line, room in zip(lines, rooms, strict=True)], cap_px=cap_px, least_px=least, lines=2
    )
    for line, room in zip(lines, rooms, strict=True):
        weight = Weight.BOLD if line.possible else Weight.REGULAR
        colour = palette.CREAM if line.possible else palette.DIM
        canvas.text(line.label, room, cap_px=cap_px, least_px=least, lines=2, weight=weight, colour=colour)


def draw_message(canvas: Canvas, screen: MessageScreen, *, held: frozenset[Button] = frozenset()) -> None:
    """One thing, large."""
    area = draw_buttons(canvas, labels_of(screen), held)
    mode = Mode.IRREGULAR if screen.trouble else Mode.WAIT
    look = None if screen.trouble else (palette.CREAM, Symbol.EYE, _("Note"))
    large = canvas.sizes.body_px if is_compact(canvas) else canvas.sizes.key_px
    draw_heading(canvas, area, Heading(mode, screen.headline, screen.detail, look=look), headline_px=large)


def draw_trouble(canvas: Canvas, screen: TroubleScreen, *, held: frozenset[Button] = frozenset()) -> None:
    """What is wrong, large; below it what is safe, and where to read more."""
    area = draw_buttons(canvas, labels_of(screen), held)
    near, gap = canvas.sizes.near_px, margin(canvas)
    bottom = area.bottom
    if screen.details_at:
        place = pygame.Rect(area.x, bottom - round(near * 1.4), area.width, round(near * 1.4))
        words = _("Details: {file}").format(file=screen.details_at)
        canvas.text(
            words, place, cap_px=near, least_px=near * 0.5, weight=Weight.REGULAR, colour=palette.DIM, align=Align.RIGHT
        )
        bottom = place.y - gap // 2
    if screen.kept:
        height = round(near * (2.6 if is_compact(canvas) else 4.0))
        row = pygame.Rect(area.x, bottom - height, area.width, height)
        canvas.panel(row, palette.PANEL, edge=palette.GREEN, edge_px=max(2, canvas.unit(4)))
        size = round(height * 0.6)
        canvas.symbol(Symbol.YES, (row.x + gap + size // 2, row.centery), size_px=size, colour=palette.GREEN)
        room = pygame.Rect(row.x + size + 2 * gap, row.y, row.width - size - 3 * gap, height).inflate(0, -gap)
        canvas.text(screen.kept, room, cap_px=canvas.sizes.body_px, least_px=near * 0.8, lines=2)
        bottom = row.y - gap
    head = pygame.Rect(area.x, area.y, area.width, bottom - area.y)
    large = canvas.sizes.body_px if is_compact(canvas) else canvas.sizes.key_px
    draw_heading(canvas, head, Heading(Mode.IRREGULAR, screen.headline, screen.detail), headline_px=large)
