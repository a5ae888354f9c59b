"""The marks of people: a shape and a colour each, so that twelve are told apart in a chart without their colours."""

import math
from functools import lru_cache

import pygame

from dealer.display import palette
from dealer.display.canvas import Box, Canvas, rectangle
from dealer.display.palette import RGB
from dealer.display.screens import Mark
from dealer.display.symbols import SUPERSAMPLING

COLOURS: tuple[RGB, ...] = (
    palette.BRASS,
    palette.BLUE,
    palette.GREEN,
    palette.RED,
    (206, 170, 255),
    (104, 226, 232),
    (255, 168, 92),
    (255, 164, 214),
    (194, 234, 96),
    palette.CREAM,
    (178, 206, 190),
    (226, 188, 142),
)
"""By ``Mark.colour``; each has a contrast of 7:1 to what it stands on."""

SHAPES = (
    "disc", "square", "triangle", "diamond", "ring", "cross", "tip", "star", "plus", "frame", "bar", "half",
)  # fmt: skip
"""By ``Mark.symbol``."""


def colour_of(mark: Mark) -> RGB:
    """A person's colour."""
    return COLOURS[mark.colour % len(COLOURS)]


def draw_mark(canvas: Canvas, mark: Mark, centre: tuple[int, int], *, size_px: int) -> pygame.Rect:
    """A person's mark around ``centre``; returns what it covers."""
    area = pygame.Rect(0, 0, size_px, size_px)
    area.center = centre
    shape, colour = SHAPES[mark.symbol % len(SHAPES)], colour_of(mark)
    canvas.surface.blit(mark_image(shape, size_px, colour), area)
    canvas.boxes.append(Box("symbol", shape, rectangle(area), rectangle(area), colour=colour))
    return area


@lru_cache(maxsize=256)
def mark_image(shape: str, size_px: int, colour: RGB) -> pygame.Surface:
    """The shape in a square of ``size_px`` on a clear ground."""
    side = size_px * SUPERSAMPLING
    large = pygame.Surface((side, side), pygame.SRCALPHA)
    large.fill((*colour, 0))
    middle, near = side / 2, side * 0.06
    far = side - near
    match shape:
        case "disc":
            pygame.draw.circle(large, colour, (middle, middle), middle - near)
        case "ring":
            pygame.draw.circle(large, colour, (middle, middle), middle - near, round(side * 0.2))
        case "half":
            pygame.draw.circle(
                large, colour, (middle, middle), middle - near, draw_top_left=True, draw_bottom_left=True
            )
            pygame.draw.circle(large, colour, (middle, middle), middle - near, round(side * 0.09))
        case "square":
            pygame.draw.rect(large, colour, (side * 0.12, side * 0.12, side * 0.76, side * 0.76))
        case "frame":
            pygame.draw.rect(large, colour, (side * 0.12, side * 0.12, side * 0.76, side * 0.76), round(side * 0.18))
        case "bar":
            pygame.draw.rect(large, colour, (near, side * 0.34, far - near, side * 0.32))
        case "triangle":
            pygame.draw.polygon(large, colour, [(middle, near), (far, side * 0.88), (near, side * 0.88)])
        case "tip":
            pygame.draw.polygon(large, colour, [(near, side * 0.12), (far, side * 0.12), (middle, far)])
        case "diamond":
            pygame.draw.polygon(
                large, colour, [(middle, 0), (side * 0.9, middle), (middle, side), (side * 0.1, middle)]
            )
        case "star":
            pygame.draw.polygon(large, colour, _star(middle))
        case "plus":
            pygame.draw.rect(large, colour, (middle - side * 0.14, near, side * 0.28, far - near))
            pygame.draw.rect(large, colour, (near, middle - side * 0.14, far - near, side * 0.28))
        case "cross":
            width = round(side * 0.26)
            for start, end in (((0.16, 0.16), (0.84, 0.84)), ((0.84, 0.16), (0.16, 0.84))):
                one, other = (start[0] * side, start[1] * side), (end[0] * side, end[1] * side)
                pygame.draw.line(large, colour, one, other, width)
    return pygame.transform.smoothscale(large, (size_px, size_px))


def _star(middle: float) -> list[tuple[float, float]]:
    """Five points."""
    corners = []
    for step in range(10):
        radius = middle if step % 2 == 0 else middle * 0.42
        angle = math.radians(36 * step - 90)
        corners.append((middle + radius * math.cos(angle), middle + radius * math.sin(angle)))
    return corners
