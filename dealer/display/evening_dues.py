"""Who gives whom what: the payment on offer is read from where people sit, the others from near."""

import pygame

from dealer.display import palette
from dealer.display.calling import with_short_names
from dealer.display.canvas import Align, Canvas
from dealer.display.evening_marks import draw_mark
from dealer.display.screens import Row, RowsScreen
from dealer.display.typeface import Role, Weight, true_cap_px, width_in_caps

NAMES, AMOUNT = 1.6, 1.5
"""How high the lines of a payment are, in their capital heights: accents and tails in."""
HIGHEST = 3.3
"""A line is this high at most, in capital heights of what is read from the seats."""


def places_of(canvas: Canvas, area: pygame.Rect, screen: RowsScreen, *, gap: int) -> list[pygame.Rect]:
    """Where the lines stand: the payment on offer as high as it needs to be, the others alike."""
    body = true_cap_px(Weight.BOLD, canvas.sizes.body_px)
    count = len(screen.rows)
    alike = min((area.height - gap * (count - 1)) / count, HIGHEST * body)
    tall = max(alike, (NAMES + AMOUNT) * body + 10)
    small = min((area.height - tall - gap * (count - 1)) / max(1, count - 1), alike)
    places, top = [], float(area.y)
    for index in range(count):
        height = tall if index == screen.selected else small
        places.append(pygame.Rect(area.x, round(top), area.width, round(height)))
        top += height + gap
    return places


def draw_words(canvas: Canvas, room: pygame.Rect, row: Row) -> pygame.Rect:
    """Who gives whom, or what is to be done; returns the room below, where how much stands."""
    body = true_cap_px(Weight.BOLD, canvas.sizes.body_px)
    upper = pygame.Rect(room.x, room.y, room.width, round(room.height * NAMES / (NAMES + AMOUNT)))

    def fits(said: str) -> bool:
        return width_in_caps(said, Weight.BOLD) * body <= upper.width - 4

    shown = with_short_names(row.cells[0], row.names, fits)
    role = Role.SEAT if fits(shown) else Role.HAND
    canvas.text(shown, upper, cap_px=body, least_px=0, lines=1 if role is Role.SEAT else 3, role=role)
    return pygame.Rect(room.x, upper.bottom, room.width, room.bottom - upper.bottom)


def draw_amount(canvas: Canvas, room: pygame.Rect, row: Row) -> None:
    """How much, and whose marks."""
    body = true_cap_px(Weight.BOLD, canvas.sizes.body_px)
    left = room.x
    for mark in row.marks:
        side = round(min(body * 0.9, room.height - 4))
        draw_mark(canvas, mark, (left + side // 2, room.centery), size_px=side)
        left += side + canvas.unit(12)
    amount = row.cells[1] if len(row.cells) > 1 else ""
    canvas.text(amount, room, cap_px=body, colour=palette.BRASS, align=Align.RIGHT, role=Role.SEAT)


def ground_of(canvas: Canvas, place: pygame.Rect) -> pygame.Rect:
    """The ground of the payment on offer: it needs no mark, it is the largest."""
    canvas.panel(place, palette.RAISED, edge=palette.BRASS, edge_px=max(2, canvas.unit(5)))
    return place.inflate(-2 * canvas.unit(20), -6)
