"""The marks of people: a shape and a colour each, so that they are told apart without their colours."""

import pygame

from dealer.display import palette
from dealer.display.canvas import Box, Canvas, rectangle
from dealer.display.palette import RGB
from dealer.display.screens import Mark
from dealer.display.shapes import SHAPES, shape_image

COLOURS: tuple[RGB, ...] = (
    palette.BRASS,
    (150, 202, 255),
    palette.GREEN,
    (255, 166, 154),
    (216, 186, 255),
    (104, 226, 232),
    (255, 168, 92),
    (255, 164, 214),
    (194, 234, 96),
    palette.CREAM,
    (178, 206, 190),
    (226, 188, 142),
)
"""By ``Mark.colour``; each has a contrast of 7:1 to what it stands on."""


def colour_of(mark: Mark) -> RGB:
    """A person's colour."""
    return COLOURS[mark.colour % len(COLOURS)]


def draw_mark(canvas: Canvas, mark: Mark, centre: tuple[int, int], *, size_px: int) -> pygame.Rect:
    """A person's mark around ``centre``; returns what it covers."""
    area = pygame.Rect(0, 0, size_px, size_px)
    area.center = centre
    shape, colour = SHAPES[mark.symbol % len(SHAPES)], colour_of(mark)
    canvas.surface.blit(shape_image(shape, size_px, colour), area)
    canvas.boxes.append(Box("symbol", shape, rectangle(area), rectangle(area), colour=colour))
    return area
