"""Lists of an evening: who gives whom what, with ticks; games, evenings and players in columns."""

import pygame

from dealer.display import palette
from dealer.display.canvas import Align, Canvas
from dealer.display.chrome import draw_buttons, is_compact
from dealer.display.evening_marks import draw_mark
from dealer.display.menus import draw_ground
from dealer.display.screens import RowsScreen, labels_of
from dealer.display.starting import draw_problem
from dealer.display.symbols import Symbol
from dealer.display.typeface import Weight, width_in_caps
from dealer.presses import Button, Target, Touch

ROWS = 6
"""So many lines stand below each other; more stand in two columns."""
LEAST = 0.5
"""Nothing in a list is set smaller than this share of the near size."""
FIRST_SHARE = 0.34
"""The first cell keeps at least this share of its line."""


def draw_rows(canvas: Canvas, screen: RowsScreen, *, held: frozenset[Button] = frozenset()) -> None:
    """Title and note, what the columns are, the lines."""
    area = draw_buttons(canvas, labels_of(screen), held)
    rest = draw_head(canvas, area, screen.title, screen.note, problem=screen.problem)
    near, gap = canvas.sizes.near_px, canvas.unit(10)
    heads = pygame.Rect(rest.x, rest.y, rest.width, round(near * 1.3) if screen.heads else 0)
    rest = pygame.Rect(rest.x, heads.bottom, rest.width, rest.bottom - heads.bottom)
    columns = 1 if len(screen.rows) <= ROWS else 2
    rows = max(-(-len(screen.rows) // columns), 4 if is_compact(canvas) else 5)
    height = min((rest.height - gap * (rows - 1)) / rows, canvas.sizes.body_px * 2.2)
    width = (rest.width - gap * (columns - 1)) / columns
    deep = -(-len(screen.rows) // columns)
    rooms: list[pygame.Rect] = []
    for index, row in enumerate(screen.rows):
        column, line = divmod(index, deep)
        x, y = rest.x + column * (width + gap), rest.y + line * (height + gap)
        place = pygame.Rect(round(x), round(y), round(width), round(height))
        canvas.touchable(place, Touch(Target.ITEM, index))
        room = draw_ground(canvas, place, chosen=index == screen.selected)
        room = _tick(canvas, room, row.ticked)
        side = round(min(height * 0.5, near * 1.5))
        for mark in row.marks:
            draw_mark(canvas, mark, (room.x + side // 2, room.centery), size_px=side)
            room = pygame.Rect(
                room.x + side + canvas.unit(12), room.y, room.width - side - canvas.unit(12), room.height
            )
        rooms.append(room)
    _cells(canvas, screen, rooms, heads, height)


def draw_head(canvas: Canvas, area: pygame.Rect, title: str, note: str = "", *, problem: str = "") -> pygame.Rect:
    """The title and, at its right, a note; or what is not possible. Returns what is left below."""
    near = canvas.sizes.near_px
    head = pygame.Rect(area.x, area.y, area.width, round(near * (2.2 if is_compact(canvas) else 2.8)))
    if problem:
        draw_problem(canvas, head, problem)
    else:
        cap_px = min(canvas.sizes.body_px, head.height * 0.62)
        wanted = round(width_in_caps(title, Weight.BOLD) * cap_px) + 6
        width = head.width if not note else max(min(wanted, round(head.width * 0.72)), round(head.width * 0.4))
        left = pygame.Rect(head.x, head.y, width, head.height)
        canvas.text(title, left, cap_px=cap_px, least_px=near * 0.7)
        right = pygame.Rect(
            left.right + canvas.unit(16), head.y, head.right - left.right - canvas.unit(16), head.height
        )
        canvas.text(
            note,
            right,
            cap_px=near * 1.2,
            least_px=near * LEAST,
            lines=2,
            weight=Weight.REGULAR,
            colour=palette.DIM,
            align=Align.RIGHT,
        )
    top = head.bottom + canvas.unit(10)
    return pygame.Rect(area.x, top, area.width, area.bottom - top)


def _tick(canvas: Canvas, room: pygame.Rect, ticked: bool | None) -> pygame.Rect:
    """The box at a line's end, with a tick or without; returns what is left of the line."""
    if ticked is None:
        return room
    side = min(room.height - canvas.unit(8), round(canvas.sizes.near_px * 2.3))
    box = pygame.Rect(room.right - side, room.centery - side // 2, side, side)
    ground = palette.GREEN if ticked else palette.NIGHT
    edge = palette.GREEN if ticked else palette.DIM
    canvas.panel(box, ground, edge=edge, edge_px=max(2, canvas.unit(4)), radius_px=side // 5)
    if ticked:
        canvas.symbol(Symbol.YES, box.center, size_px=round(side * 0.7), colour=palette.INK)
    return pygame.Rect(room.x, room.y, room.width - side - canvas.unit(16), room.height)


def _cells(canvas: Canvas, screen: RowsScreen, rooms: list[pygame.Rect], heads: pygame.Rect, height: float) -> None:
    """The words of all lines: the first cell at the left, the others in columns at the right, all in one size."""
    if not rooms:
        return
    near = canvas.sizes.near_px
    least = near * LEAST
    most = min(canvas.sizes.body_px, height * 0.46)
    gap = canvas.unit(24)
    count = max(len(row.cells) for row in screen.rows)
    others = range(1, count)
    room = min(rooms, key=lambda one: one.width).width

    def widths(cap_px: float) -> list[int]:
        found = []
        for column in others:
            words = [row.cells[column] for row in screen.rows if column < len(row.cells)]
            widest = max((width_in_caps(word, Weight.BOLD) for word in words), default=0) * cap_px
            head = screen.heads[column] if column < len(screen.heads) else ""
            found.append(round(max(widest, width_in_caps(head, Weight.REGULAR) * min(cap_px, near * 0.8))) + 6)
        return found

    cap_px, room_least = most, round(room * FIRST_SHARE)
    while cap_px > least and sum(widths(cap_px)) + gap * len(others) > room - room_least:
        cap_px = max(least, cap_px * 0.96)
    taken = widths(cap_px)
    firsts = []
    for place in rooms:
        first = place.copy()
        first.width -= sum(taken) + gap * len(others)
        firsts.append(first)
    items = [(row.cells[0], first) for row, first in zip(screen.rows, firsts, strict=True)]
    first_cap = canvas.common_cap(items, cap_px=most, least_px=least, lines=2)
    for index, (row, place) in enumerate(zip(screen.rows, rooms, strict=True)):
        done = bool(row.ticked)
        colour = palette.DIM if done else palette.CREAM
        weight = Weight.REGULAR if done else Weight.BOLD
        canvas.text(
            row.cells[0], firsts[index], cap_px=first_cap, least_px=least, lines=2, weight=weight, colour=colour
        )
        x = firsts[index].right
        for width, words in zip(taken, row.cells[1:], strict=False):
            cell = pygame.Rect(x + gap, place.y, width, place.height)
            colour = palette.DIM if done else palette.BRASS
            canvas.text(
                words,
                cell,
                cap_px=min(cap_px, first_cap),
                least_px=least,
                weight=weight,
                colour=colour,
                align=Align.RIGHT,
            )
            x = cell.right
    if screen.heads:
        x = firsts[0].right
        first = pygame.Rect(rooms[0].x, heads.y, firsts[0].width, heads.height)
        size = near * 0.8
        canvas.text(screen.heads[0], first, cap_px=size, least_px=least, weight=Weight.REGULAR, colour=palette.DIM)
        for width, words in zip(taken, screen.heads[1:], strict=False):
            head = pygame.Rect(x + gap, heads.y, width, heads.height)
            canvas.text(
                words, head, cap_px=size, least_px=least, weight=Weight.REGULAR, colour=palette.DIM, align=Align.RIGHT
            )
            x = head.right
