"""Lists of an evening: who gives whom what, with ticks; games, evenings and players in columns."""

from dataclasses import replace

import pygame

from dealer.display import palette
from dealer.display.canvas import Align, Canvas
from dealer.display.chrome import draw_buttons, is_compact
from dealer.display.evening_dues import draw_amount, draw_words, ground_of, places_of
from dealer.display.evening_marks import draw_mark
from dealer.display.menus import draw_ground
from dealer.display.screens import RowsScreen, labels_of
from dealer.display.starting import draw_problem
from dealer.display.symbols import Symbol
from dealer.display.typeface import Weight, width_in_caps
from dealer.presses import Button, Target, Touch

LEAST_ROWS = 5
"""A line is never higher than if so many stood below each other."""
LEAST = 0.73
"""Least size of the books' words, as a share of the near size: 16 minutes of arc at an arm's length."""
FIRST_SHARE = 0.34
"""The first cell keeps at least this share of its line."""


def draw_rows(canvas: Canvas, screen: RowsScreen, *, held: frozenset[Button] = frozenset()) -> None:
    """Title and note, what the columns are, the lines; without any the note, large."""
    area = draw_buttons(canvas, labels_of(screen), held)
    note = screen.note if screen.rows else ""
    rest = draw_head(canvas, area, screen.title, note, problem=screen.problem)
    if not screen.rows:
        canvas.text(screen.note, rest, cap_px=canvas.sizes.body_px, lines=3, align=Align.MIDDLE)
        return
    gap = canvas.unit(10)
    heads = pygame.Rect(rest.x, rest.y, rest.width, round(_head_px(canvas) * 1.6) if screen.heads else 0)
    rest = pygame.Rect(rest.x, heads.bottom, rest.width, rest.bottom - heads.bottom)
    deep = max(len(screen.rows), LEAST_ROWS)
    height = min((rest.height - gap * (deep - 1)) / deep, canvas.sizes.body_px * 2.2)
    places = [
        pygame.Rect(rest.x, round(rest.y + index * (height + gap)), rest.width, round(height))
        for index in range(len(screen.rows))
    ]
    offered = screen.selected if screen.for_the_seats and 0 <= screen.selected < len(screen.rows) else None
    if offered is not None:
        places = places_of(canvas, rest, screen, gap=gap)
        height = min(place.height for place in places)
    side = mark_side(canvas, height)
    rooms: list[pygame.Rect] = []
    for index, (row, place) in enumerate(zip(screen.rows, places, strict=True)):
        canvas.touchable(place, Touch(Target.ITEM, index))
        if index == offered:
            below = draw_words(canvas, ground_of(canvas, place), row)
            draw_amount(canvas, _tick(canvas, below, row.ticked), row)
            continue
        room = draw_ground(canvas, place, chosen=index == screen.selected)
        room = _tick(canvas, room, row.ticked)
        for mark in row.marks:
            draw_mark(canvas, mark, (room.x + side // 2, room.centery), size_px=side)
            left = side + canvas.unit(12)
            room = pygame.Rect(room.x + left, room.y, room.width - left, room.height)
        rooms.append(room)
    if rooms:
        rows = tuple(row for index, row in enumerate(screen.rows) if index != offered)
        _cells(canvas, replace(screen, rows=rows), rooms, heads, height)


def mark_side(canvas: Canvas, height: float) -> int:
    """How large a person's mark is in a line or a tile of this height."""
    return round(min(height * 0.5, max(canvas.sizes.body_px * 0.9, canvas.sizes.near_px * 1.5)))


def _head_px(canvas: Canvas) -> float:
    """The capital height of what columns are called."""
    return max(canvas.sizes.near_px * 0.8, 0.0 if is_compact(canvas) else canvas.sizes.body_px * 0.45)


def draw_head(canvas: Canvas, area: pygame.Rect, title: str, note: str = "", *, problem: str = "") -> pygame.Rect:
    """The title and, at its right, a note; or what is not possible. Returns what is left below."""
    near = canvas.sizes.near_px
    height = near * 2.2 if is_compact(canvas) else max(near * 2.8, canvas.sizes.body_px * 1.3)
    head = pygame.Rect(area.x, area.y, area.width, round(height))
    if problem:
        draw_problem(canvas, head, problem)
    else:
        cap_px = min(canvas.sizes.body_px, head.height * 0.62)
        wanted = round(width_in_caps(title, Weight.BOLD) * cap_px) + 6
        width = head.width if not note else max(min(wanted, round(head.width * 0.72)), round(head.width * 0.4))
        left = pygame.Rect(head.x, head.y, width, head.height)
        canvas.text(title, left, cap_px=cap_px, least_px=near * LEAST)
        right = pygame.Rect(
            left.right + canvas.unit(16), head.y, head.right - left.right - canvas.unit(16), head.height
        )
        canvas.text(
            note,
            right,
            cap_px=max(near * 1.2, canvas.sizes.body_px * 0.5),
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
    side = min(room.height - canvas.unit(8), round(max(canvas.sizes.near_px * 2.3, canvas.sizes.body_px * 1.2)))
    box = pygame.Rect(room.right - side, room.centery - side // 2, side, side)
    ground = palette.GREEN if ticked else palette.NIGHT
    edge = palette.GREEN if ticked else palette.DIM
    canvas.panel(box, ground, edge=edge, edge_px=max(2, canvas.unit(4)), radius_px=side // 5)
    if ticked:
        canvas.symbol(Symbol.YES, box.center, size_px=round(side * 0.7), colour=palette.INK)
    return pygame.Rect(room.x, room.y, room.width - side - canvas.unit(16), room.height)


def _cells(canvas: Canvas, screen: RowsScreen, rooms: list[pygame.Rect], heads: pygame.Rect, height: float) -> None:
    """The words of all lines: the first cell at the left, the others in columns at the right, all in one size."""
    near = canvas.sizes.near_px
    least, head_px = near * LEAST, _head_px(canvas)
    most = max(least, min(canvas.sizes.body_px, height * 0.46))
    gap = canvas.unit(24)
    others = range(1, max(len(row.cells) for row in screen.rows))
    room = min(place.width for place in rooms)
    firsts = max(width_in_caps(row.cells[0], Weight.BOLD) for row in screen.rows)

    def widths(cap_px: float) -> list[int]:
        found = []
        for column in others:
            words = [row.cells[column] for row in screen.rows if column < len(row.cells)]
            widest = max((width_in_caps(word, Weight.BOLD) for word in words), default=0) * cap_px
            head = screen.heads[column] if column < len(screen.heads) else ""
            found.append(round(max(widest, width_in_caps(head, Weight.REGULAR) * min(head_px, cap_px))) + 6)
        return found

    cap_px = most
    while cap_px > least and sum(widths(cap_px)) + gap * len(others) > room * (1 - FIRST_SHARE):
        cap_px = max(least, cap_px * 0.96)
    taken, head_px = widths(cap_px), min(head_px, cap_px)
    spare = room - round(firsts * most) - sum(taken)
    gap = max(gap, min(canvas.unit(80), spare // (len(taken) + 1)))
    places = []
    for place in rooms:
        first = place.copy()
        first.width -= sum(taken) + gap * len(taken)
        places.append(first)
    items = [(row.cells[0], first) for row, first in zip(screen.rows, places, strict=True)]
    first_cap = canvas.common_cap(items, cap_px=most, least_px=least, lines=2)
    cap_px = min(cap_px, first_cap)
    for row, first in zip(screen.rows, places, strict=True):
        done = bool(row.ticked)
        weight = Weight.REGULAR if done else Weight.BOLD
        colour = palette.DIM if done else palette.CREAM
        canvas.text(row.cells[0], first, cap_px=first_cap, least_px=least, lines=2, weight=weight, colour=colour)
        colour = palette.DIM if done else palette.BRASS
        for words, cell in zip(row.cells[1:], _columns(first, taken, gap), strict=False):
            canvas.text(words, cell, cap_px=cap_px, least_px=least, weight=weight, colour=colour, align=Align.RIGHT)
    if screen.heads:
        first = pygame.Rect(places[0].x, heads.y, places[0].width, heads.height)
        for words, cell in zip(screen.heads, [first, *_columns(first, taken, gap)], strict=False):
            align = Align.LEFT if cell is first else Align.RIGHT
            canvas.text(
                words, cell, cap_px=head_px, least_px=least, weight=Weight.REGULAR, colour=palette.DIM, align=align
            )


def _columns(first: pygame.Rect, widths: list[int], gap: int) -> list[pygame.Rect]:
    """Where the other cells of a line stand."""
    places = []
    x = first.right
    for width in widths:
        places.append(pygame.Rect(x + gap, first.y, width, first.height))
        x += gap + width
    return places
