"""What is known of an evening, a game or a person: figures in tiles, and a chart beside them where there is room."""

import pygame

from dealer.display import palette
from dealer.display.canvas import Align, Canvas
from dealer.display.chrome import draw_buttons, is_compact, margin
from dealer.display.evening_charts import draw_curves
from dealer.display.evening_marks import draw_mark
from dealer.display.evening_rows import LEAST, draw_head, mark_side
from dealer.display.screens import Figure, FiguresScreen, labels_of
from dealer.display.typeface import Weight, width_in_caps
from dealer.presses import Button

CHART_SHARE = 0.46
"""How much of the width a chart takes."""
NOTED_IN_NEARS = 2.4
"""A lower tile has no room for a note."""
LEAST_ROWS = 3
"""A tile is never higher than if so many stood below each other."""


def draw_figures(canvas: Canvas, screen: FiguresScreen, *, held: frozenset[Button] = frozenset()) -> None:
    """Title, figures, and the chart on a screen that is not compact."""
    area = draw_buttons(canvas, labels_of(screen), held)
    if screen.mark is not None:
        side = round(canvas.sizes.near_px * 2.0)
        draw_mark(canvas, screen.mark, (area.x + side // 2, area.y + round(side * 0.6)), size_px=side)
        left = side + canvas.unit(14)
        rest = draw_head(
            canvas, pygame.Rect(area.x + left, area.y, area.width - left, area.height), screen.title, screen.note
        )
        rest = pygame.Rect(area.x, rest.y, area.width, rest.height)
    else:
        rest = draw_head(canvas, area, screen.title, screen.note)
    beside = screen.chart is not None and not is_compact(canvas)
    if screen.chart is not None and beside:
        right = pygame.Rect(
            rest.right - round(rest.width * CHART_SHARE), rest.y, round(rest.width * CHART_SHARE), rest.height
        )
        draw_curves(canvas, right, screen.chart)
        rest = pygame.Rect(rest.x, rest.y, right.x - margin(canvas) - rest.x, rest.height)
    _tiles(canvas, rest, screen.figures, columns=_columns(len(screen.figures), narrow=beside))


def _columns(count: int, *, narrow: bool) -> int:
    """How many tiles stand side by side."""
    if narrow:
        return 1 if count <= 6 else 2
    return 1 if count <= 3 else 2


def _tiles(canvas: Canvas, area: pygame.Rect, figures: tuple[Figure, ...], *, columns: int) -> None:
    """The figures, column by column, all labels in one size and all values in one."""
    if not figures:
        return
    near, gap = canvas.sizes.near_px, canvas.unit(10)
    deep = -(-len(figures) // columns)
    height = (area.height - gap * (max(deep, LEAST_ROWS) - 1)) / max(deep, LEAST_ROWS)
    width = (area.width - gap * (columns - 1)) / columns
    pad = canvas.unit(14)
    least = near * LEAST
    most = min(canvas.sizes.body_px, height * 0.5)
    value_width = round(max(width_in_caps(figure.value, Weight.BOLD) for figure in figures) * most) + 6
    value_width = min(value_width, round(width * 0.42))
    noted = height >= near * NOTED_IN_NEARS
    labels, values, notes = [], [], []
    for index, figure in enumerate(figures):
        column, line = divmod(index, deep)
        x, y = area.x + column * (width + gap), area.y + line * (height + gap)
        place = pygame.Rect(round(x), round(y), round(width), round(height))
        canvas.panel(place, palette.PANEL)
        room = pygame.Rect(place.x + pad, place.y + 4, place.width - 2 * pad, place.height - 8)
        if figure.mark is not None:
            side = mark_side(canvas, height)
            draw_mark(canvas, figure.mark, (room.x + side // 2, room.centery), size_px=side)
            room = pygame.Rect(room.x + side + pad, room.y, room.width - side - pad, room.height)
        value = pygame.Rect(room.right - value_width, room.y, value_width, room.height)
        label = pygame.Rect(room.x, room.y, room.width - value_width - pad, room.height)
        note = pygame.Rect(label.x, label.y, label.width, 0)
        if figure.note and noted:
            label.height = round(room.height * 0.58)
            note = pygame.Rect(label.x, label.bottom, label.width, room.bottom - label.bottom)
        labels.append((figure.label, label))
        values.append((figure.value, value))
        notes.append((figure.note, note))
    label_cap = canvas.common_cap(labels, cap_px=most, least_px=least, lines=2)
    value_cap = canvas.common_cap(values, cap_px=most, least_px=least)
    note_px = near if is_compact(canvas) else max(near, canvas.sizes.body_px * 0.5)
    note_cap = canvas.common_cap(notes, cap_px=note_px, least_px=least, lines=2, weight=Weight.REGULAR)
    for words, place in labels:
        canvas.text(words, place, cap_px=label_cap, least_px=least, lines=2)
    for words, place in values:
        canvas.text(words, place, cap_px=value_cap, least_px=least, colour=palette.BRASS, align=Align.RIGHT)
    for words, place in notes:
        canvas.text(words, place, cap_px=note_cap, least_px=least, lines=2, weight=Weight.REGULAR, colour=palette.DIM)
