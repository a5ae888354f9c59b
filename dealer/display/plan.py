"""The plan of the table from above: coasters, cards with their ranks, hidden places hatched."""

import math
from collections.abc import Sequence
from functools import lru_cache

import pygame

from dealer.display import palette
from dealer.display.canvas import Align, Box, Canvas, rectangle
from dealer.display.cards import card_width
from dealer.display.palette import RGB
from dealer.display.screens import Chips, Names
from dealer.display.symbols import disc
from dealer.display.typeface import Weight, em_px, font
from dealer.presses import Target, Touch
from dealer.view import Area, Face, Place, SeatSeen, Sighting, TableView

COASTER_MM = 93.0
STACK_MM = (-170.0, 50.0, 170.0, 260.0)
"""A stack's place seen from its coaster: x from, y from, x to, y to (design page "table")."""
POINTS_MM = ((50.0, -70.0, 250.0, 50.0), (-250.0, -70.0, -50.0, 50.0))
TABLE_RADIUS_MM = 160.0
BORDER_MM = 110.0
"""What is left around the outermost coaster."""
LEAST_EXTENT_MM = 700.0
STEP_MM = 50.0
"""The plan's size grows in steps of this, so that it does not breathe with the noise of the camera."""
CARD_MM = 88.0
ENLARGED = 1.15
"""Cards are drawn larger than they lie, so that their ranks can be read; where they overlap they are moved apart."""
APART = 0.8
"""How far the middles of two drawn cards are kept apart, in card heights."""
CHIP_IN_NEARS = 2.3
"""A chip's diameter, in near capital heights."""
HATCH_SHARE = 64
"""Hatching lines that would stand across the whole plan; their distance follows from it."""


def extent_mm(view: TableView) -> tuple[float, float]:
    """Half the width and half the height of what holds the whole table, the table frame's origin in its middle."""
    extents = []
    for seats, cards in (
        ([abs(seat.x_mm) for seat in view.seats], [abs(card.x_mm) for card in view.sightings]),
        ([abs(seat.y_mm) for seat in view.seats], [abs(card.y_mm) for card in view.sightings]),
    ):
        reach = max([*(value + BORDER_MM for value in seats), *(value + BORDER_MM / 2 for value in cards)], default=0.0)
        extents.append(max(LEAST_EXTENT_MM / 2, math.ceil(reach / STEP_MM) * STEP_MM))
    return extents[0], extents[1]


def local(seat: SeatSeen, *, x_mm: float, y_mm: float) -> tuple[float, float]:
    """A point given from a seat (x to the player's right, y towards the middle) in the table frame.

    >>> [round(value) for value in local(SeatSeen(1, 0.0, -400.0, 90.0), x_mm=100, y_mm=50)]
    [100, -350]
    """
    angle = math.radians(seat.facing_deg)
    forward = (math.cos(angle), math.sin(angle))
    right = (forward[1], -forward[0])
    return seat.x_mm + x_mm * right[0] + y_mm * forward[0], seat.y_mm + x_mm * right[1] + y_mm * forward[1]


@lru_cache(maxsize=16)
def apart(points: tuple[tuple[float, float], ...], distance: float) -> tuple[tuple[float, float], ...]:
    """Points, moved as little as needed to be ``distance`` from each other. In order, so that it is repeatable.

    >>> apart(((0.0, 0.0), (30.0, 0.0)), 20.0)
    ((0.0, 0.0), (30.0, 0.0))
    """
    moved = [list(point) for point in points]
    for _ in range(60):
        calm = True
        for first in range(len(moved)):
            for second in range(first + 1, len(moved)):
                across = moved[second][0] - moved[first][0]
                along = moved[second][1] - moved[first][1]
                length = math.hypot(across, along)
                if length >= distance - 0.01:
                    continue
                calm = False
                if length < 0.01:
                    across, along, length = 1.0, 0.0, 1.0
                push = (distance - min(length, distance)) / 2 + 0.05
                moved[first][0] -= across / length * push
                moved[first][1] -= along / length * push
                moved[second][0] += across / length * push
                moved[second][1] += along / length * push
        if calm:
            break
    return tuple((x, y) for x, y in moved)


class Plan:
    """The plan in one area of a canvas."""

    def __init__(self, canvas: Canvas, area: pygame.Rect, view: TableView) -> None:
        self.canvas = canvas
        self.area = area
        self.view = view
        across_mm, along_mm = extent_mm(view)
        self.scale = min(area.width / (2 * across_mm), area.height / (2 * along_mm))

    def point(self, x_mm: float, y_mm: float) -> tuple[float, float]:
        """A point of the table on the screen."""
        return self.area.centerx + x_mm * self.scale, self.area.centery - y_mm * self.scale

    def draw(
        self,
        *,
        names: Names,
        waited_for: tuple[str, ...] = (),
        marked: int | None = None,
        touch: bool = False,
        least_card_px: int = 0,
    ) -> None:
        """Draw all of it. ``waited_for``: whose coasters stand out. ``marked``: the card that is pointed at. ``touch``:
        cards give their touch.
        """
        self.canvas.panel(self.area, palette.FELT)
        clip = self.canvas.surface.get_clip()
        self.canvas.surface.set_clip(self.area)
        for place in sorted(self.view.hidden, key=str):
            self._hatch(place)
        playing = dict(names)
        for seat in self.view.seats:
            self._coaster(seat, name=playing.get(seat.seat), waited_for=waited_for)
        height = max(least_card_px, round(CARD_MM * ENLARGED * self.scale))
        self._cards(height, marked=marked, touch=touch)
        self.canvas.surface.set_clip(clip)

    def draw_chips(self, chips: Chips, names: Names) -> None:
        """Coins on their way between two coasters, or a coaster and the pot in the middle."""
        seats = {name: seat for seat, name in names}
        places = {seen.seat: (seen.x_mm, seen.y_mm) for seen in self.view.seats}
        near = self.canvas.sizes.near_px
        size = round(near * CHIP_IN_NEARS)
        for transfer in chips.transfers:
            ends = [
                (0.0, 0.0) if name is None else places.get(seats.get(name, -1))
                for name in (transfer.giver, transfer.taker)
            ]
            if ends[0] is None or ends[1] is None:
                continue
            x, y = self.point(*_between(ends[1], ends[0], chips.share))
            chip = pygame.Rect(0, 0, size, size)
            chip.center = (round(x), round(y))
            chip.clamp_ip(self.area)
            self.canvas.surface.blit(disc(size, palette.INK), chip)
            inner = round(size * 0.88)
            self.canvas.surface.blit(disc(inner, palette.BRASS), chip.move((size - inner) // 2, (size - inner) // 2))
            words = str(transfer.coins)
            self.canvas.text(words, chip, cap_px=near, least_px=0, colour=palette.INK, align=Align.MIDDLE)

    def _cards(self, height_px: int, *, marked: int | None, touch: bool) -> None:
        sightings = [
            card for card in self.view.sightings if card.face is not Face.DOWN or card.place.area is not Area.ELSEWHERE
        ]
        placed = apart(
            tuple((round(x), round(y)) for x, y in (self.point(card.x_mm, card.y_mm) for card in sightings)),
            height_px * APART,
        )
        half = height_px / 2
        shown: list[tuple[Sighting, tuple[int, int]]] = []
        for card, (x, y) in zip(sightings, placed, strict=True):
            inside_x = min(max(x, self.area.x + half), self.area.right - half)
            inside_y = min(max(y, self.area.y + half), self.area.bottom - half)
            shown.append((card, (round(inside_x), round(inside_y))))
        for card, centre in sorted(shown, key=lambda pair: pair[0].id == marked):
            image = plan_card(
                card.rank if card.face is Face.UP else None,
                height_px,
                round(card.angle_deg / 3) * 3 % 360,
                card.face is not Face.UP,
                card.visible,
                card.id == marked,
            )
            area = image.get_rect(center=centre)
            self.canvas.surface.blit(image, area)
            self.canvas.boxes.append(Box("plan card", str(card.id), rectangle(area), rectangle(self.area)))
            if touch and card.face is Face.UP:
                side = round(height_px * APART)
                reach = pygame.Rect(0, 0, side, side)
                reach.center = centre
                self.canvas.touchable(reach, Touch(Target.CARD, card.id))

    def _coaster(self, seat: SeatSeen, *, name: str | None, waited_for: tuple[str, ...]) -> None:
        half = COASTER_MM / 2
        corners = [
            self.point(*local(seat, x_mm=x * half, y_mm=y * half)) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        ]
        on_turn = name is not None and name in waited_for
        paper: RGB = palette.COASTER if name is not None else palette.EDGE
        if on_turn:
            ring = [
                self.point(*local(seat, x_mm=x * half * 1.4, y_mm=y * half * 1.4))
                for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))
            ]
            _polygon(self.canvas.surface, palette.BRASS, ring)
            _polygon(
                self.canvas.surface,
                palette.FELT,
                [_between(corner, self.point(seat.x_mm, seat.y_mm), 0.9) for corner in ring],
            )
            paper = palette.BRASS
        _polygon(self.canvas.surface, paper, corners)
        if seat.covered_since_s is not None:
            _hatch(self.canvas.surface, corners, palette.INK, step=max(4, round(half * self.scale / 3)))
        cap_px = COASTER_MM * 0.55 * self.scale
        ink = palette.INK if name is not None else palette.CREAM
        image = font(Weight.BOLD, em_px(Weight.BOLD, cap_px)).render(str(seat.seat), True, ink)
        covered = image.get_bounding_rect()
        x, y = self.point(seat.x_mm, seat.y_mm)
        self.canvas.surface.blit(image, (round(x) - covered.centerx, round(y) - covered.centery))

    def _hatch(self, place: Place) -> None:
        step = max(5, self.area.width // HATCH_SHARE)
        seat = next((seen for seen in self.view.seats if seen.seat == place.seat), None)
        if place.area is Area.TABLE:
            circle = [
                self.point(
                    TABLE_RADIUS_MM * math.cos(math.radians(angle)), TABLE_RADIUS_MM * math.sin(math.radians(angle))
                )
                for angle in range(0, 360, 12)
            ]
            _hatch(self.canvas.surface, circle, palette.DIM, step=step)
        elif seat is not None:
            for left, near, right, far in [STACK_MM] if place.area is Area.STACK else POINTS_MM:
                corners = [
                    self.point(*local(seat, x_mm=x, y_mm=y))
                    for x, y in ((left, near), (right, near), (right, far), (left, far))
                ]
                _hatch(self.canvas.surface, corners, palette.DIM, step=step)


@lru_cache(maxsize=96)  # more than lie on a table
def plan_card(
    rank: int | None, height_px: int, angle_deg: int, back: bool, visible: bool, marked: bool
) -> pygame.Surface:
    """A card as it lies, turned, its numeral upright; what is covered now is grey with an edge of dashes' darkness."""
    scale = 3
    width = card_width(height_px)
    rim = max(2, height_px // (8 if marked else 24))
    large = pygame.Surface(((width + 2 * rim) * scale, (height_px + 2 * rim) * scale), pygame.SRCALPHA)
    edge = palette.YELLOW if marked else palette.INK
    large.fill((*edge, 0))
    radius = max(2, height_px // 12) * scale
    pygame.draw.rect(large, edge, large.get_rect(), border_radius=radius)
    paper = palette.CARD_BACK if back else palette.CARD if visible else palette.DIM
    pygame.draw.rect(
        large, paper, large.get_rect().inflate(-2 * rim * scale, -2 * rim * scale), border_radius=radius // 2
    )
    image = pygame.transform.rotozoom(large, angle_deg, 1 / scale)
    if not back:
        text = "?" if rank is None else str(rank)
        drawn = font(Weight.BOLD, em_px(Weight.BOLD, height_px * (0.5 if len(text) == 1 else 0.42))).render(
            text, True, palette.CARD_INK
        )
        ink = drawn.get_bounding_rect()
        image.blit(drawn, (image.get_width() // 2 - ink.centerx, image.get_height() // 2 - ink.centery))
    return image


def _between(one: tuple[float, float], other: tuple[float, float], share: float) -> tuple[float, float]:
    """``share`` of the way from ``other`` to ``one``."""
    return other[0] + (one[0] - other[0]) * share, other[1] + (one[1] - other[1]) * share


def _polygon(surface: pygame.Surface, colour: RGB, corners: Sequence[tuple[float, float]]) -> None:
    pygame.draw.polygon(surface, colour, corners)
    pygame.draw.aalines(surface, colour, True, corners)


def _hatch(surface: pygame.Surface, corners: Sequence[tuple[float, float]], colour: RGB, *, step: int) -> None:
    """Slanting lines in a polygon, and its outline."""
    left = math.floor(min(x for x, _ in corners))
    top = math.floor(min(y for _, y in corners))
    width = math.ceil(max(x for x, _ in corners)) - left + 1
    height = math.ceil(max(y for _, y in corners)) - top + 1
    lines = pygame.Surface((width, height), pygame.SRCALPHA)
    for start in range(-height, width, step):
        pygame.draw.aaline(lines, colour, (start, height), (start + height, 0))
    stencil = pygame.Surface((width, height), pygame.SRCALPHA)
    pygame.draw.polygon(stencil, (255, 255, 255, 255), [(x - left, y - top) for x, y in corners])
    lines.blit(stencil, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    surface.blit(lines, (left, top))
    pygame.draw.aalines(surface, colour, True, corners)
