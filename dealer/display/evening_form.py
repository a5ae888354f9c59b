"""A form that people fill in by hand: fields with plus and minus, and boxes to tick, as many as there are people."""

import pygame

from dealer.display import palette
from dealer.display.canvas import Canvas
from dealer.display.chrome import draw_buttons, is_compact
from dealer.display.evening_rows import LEAST, draw_head
from dealer.display.palette import RGB
from dealer.display.screens import Field, FormScreen, labels_of
from dealer.display.symbols import Symbol
from dealer.display.typeface import Weight, width_in_caps
from dealer.presses import Button, Target, Touch

FIELDS_BESIDE = 2
"""Fields that stand side by side."""
BOXES_BESIDE = 3
"""Boxes to tick that stand side by side."""
LABEL_SHARE = 0.36
"""How much of a field's height its label takes, where it stands above the value."""
STACKED_IN_NEARS = 3.2
"""In a lower field the label stands beside the value."""


def draw_form(canvas: Canvas, screen: FormScreen, *, held: frozenset[Button] = frozenset()) -> None:
    """The fields in pairs, below them the boxes."""
    area = draw_buttons(canvas, labels_of(screen), held)
    rest = draw_head(canvas, area, screen.title, problem=screen.problem)
    gap = canvas.unit(10)
    plain = [index for index, item in enumerate(screen.fields) if item.ticked is None]
    boxes = [index for index, item in enumerate(screen.fields) if item.ticked is not None]
    lines = [plain[at : at + FIELDS_BESIDE] for at in range(0, len(plain), FIELDS_BESIDE)]
    ticks = [boxes[at : at + BOXES_BESIDE] for at in range(0, len(boxes), BOXES_BESIDE)]
    height = min(
        (rest.height - gap * (len(lines) + len(ticks) - 1)) / (len(lines) + len(ticks)), canvas.sizes.body_px * 2
    )
    places: dict[int, pygame.Rect] = {}
    for row, line in enumerate([*lines, *ticks]):
        beside = len(line) if row < len(lines) else min(BOXES_BESIDE, len(boxes))
        width = (rest.width - gap * (beside - 1)) / beside
        for column, index in enumerate(line):
            x, y = rest.x + column * (width + gap), rest.y + row * (height + gap)
            places[index] = pygame.Rect(round(x), round(y), round(width), round(height))
    rooms = {index: _ground(canvas, place, screen.fields[index], index, chosen=index == screen.selected)
             for index, place in places.items()}  # fmt: skip
    near, body = canvas.sizes.near_px, canvas.sizes.body_px
    label_px, pad = max(near * 0.8, body * 0.4 if not is_compact(canvas) else 0.0), canvas.unit(14)
    labels, values, names = [], [], []
    for index, room in rooms.items():
        item = screen.fields[index]
        if item.ticked is not None:
            names.append((item.label, room))
            continue
        if height >= near * STACKED_IN_NEARS:
            label = pygame.Rect(room.x, room.y, room.width, round(room.height * LABEL_SHARE))
            value = pygame.Rect(room.x, label.bottom, room.width, room.bottom - label.bottom)
        else:
            wide = round(width_in_caps(item.label, Weight.REGULAR) * label_px) + 6
            label = pygame.Rect(room.x, room.y, min(wide, room.width // 2), room.height)
            value = pygame.Rect(label.right + pad, room.y, room.right - label.right - pad, room.height)
        labels.append((item.label, label))
        values.append((item.value, value))
    most = min(body * 0.8, height * 0.46)
    _all(canvas, labels, cap_px=label_px, weight=Weight.REGULAR, colour=palette.DIM)
    _all(canvas, values, cap_px=most)
    _all(canvas, names, cap_px=most)


def _ground(canvas: Canvas, place: pygame.Rect, item: Field, index: int, *, chosen: bool) -> pygame.Rect:
    """What a field stands on, with its box or its plus and minus; returns the room for its words."""
    edge = max(2, canvas.unit(5))
    ground = palette.RAISED if chosen else palette.PANEL
    canvas.panel(place, ground, edge=palette.BRASS if chosen else ground, edge_px=edge)
    canvas.touchable(place, Touch(Target.ITEM, index))
    pad = canvas.unit(14)
    room = pygame.Rect(place.x + pad, place.y + edge, place.width - 2 * pad, place.height - 2 * edge)
    near, body = canvas.sizes.near_px, canvas.sizes.body_px
    wanted = (
        max(near * 2.0, body) if item.ticked is None else max(near * 1.4, 0.0 if is_compact(canvas) else body * 0.7)
    )
    side = min(room.height - canvas.unit(4), round(wanted))
    right = pygame.Rect(room.right - side, room.centery - side // 2, side, side)
    if item.ticked is not None:
        colour = palette.GREEN if item.ticked else palette.NIGHT
        rim = palette.GREEN if item.ticked else palette.DIM
        canvas.panel(right, colour, edge=rim, edge_px=max(2, canvas.unit(4)), radius_px=side // 5)
        if item.ticked:
            canvas.symbol(Symbol.YES, right.center, size_px=round(side * 0.7), colour=palette.INK)
        return pygame.Rect(room.x, room.y, room.width - side - pad, room.height)
    if item.changeable:
        left = right.move(-side - canvas.unit(12), 0)
        for button, mark, target in ((right, Symbol.PLUS, Target.MORE), (left, Symbol.MINUS, Target.LESS)):
            canvas.panel(button, palette.EDGE, radius_px=side // 5)
            canvas.symbol(mark, button.center, size_px=round(side * 0.6), colour=palette.CREAM)
            canvas.touchable(button, Touch(target, index))
        return pygame.Rect(room.x, room.y, left.x - room.x - pad, room.height)
    return room


def _all(
    canvas: Canvas,
    words: list[tuple[str, pygame.Rect]],
    *,
    cap_px: float,
    weight: Weight = Weight.BOLD,
    colour: RGB = palette.CREAM,
) -> None:
    """Words of a kind, in one size."""
    least = canvas.sizes.near_px * LEAST
    cap_px = canvas.common_cap(words, cap_px=cap_px, least_px=least, weight=weight, lines=2)
    for text, place in words:
        canvas.text(text, place, cap_px=cap_px, least_px=least, weight=weight, colour=colour, lines=2)
