"""The shapes that stand for people: told apart by their outline alone, small or from across the room."""

import math
from collections.abc import Callable, Sequence
from functools import lru_cache

import pygame

from dealer.display.palette import RGB
from dealer.display.symbols import SUPERSAMPLING, stroke

Painter = Callable[[pygame.Surface, float, RGB], None]
Points = Sequence[tuple[float, float]]


@lru_cache(maxsize=256)
def shape_image(shape: str, size_px: int, colour: RGB) -> pygame.Surface:
    """The shape in a square of ``size_px`` on a clear ground."""
    side = size_px * SUPERSAMPLING
    large = pygame.Surface((side, side), pygame.SRCALPHA)
    large.fill((*colour, 0))
    _PAINTERS[shape](large, float(side), colour)
    return pygame.transform.smoothscale(large, (size_px, size_px))


def _filled(surface: pygame.Surface, side: float, colour: RGB, points: Points) -> None:
    pygame.draw.polygon(surface, colour, [(x * side, y * side) for x, y in points])


def _disc(surface: pygame.Surface, side: float, colour: RGB, *, x: float, y: float, radius: float) -> None:
    pygame.draw.circle(surface, colour, (x * side, y * side), radius * side)


def _hole(surface: pygame.Surface, side: float, colour: RGB, *, x: float, y: float, radius: float) -> None:
    pygame.draw.circle(surface, (*colour, 0), (x * side, y * side), radius * side)


def _star(surface: pygame.Surface, side: float, colour: RGB) -> None:
    points = []
    for step in range(10):
        radius = 0.5 if step % 2 == 0 else 0.21
        angle = math.radians(36 * step - 90)
        points.append((0.5 + radius * math.cos(angle), 0.53 + radius * math.sin(angle)))
    _filled(surface, side, colour, points)


def _heart(surface: pygame.Surface, side: float, colour: RGB) -> None:
    for x in (0.27, 0.73):
        _disc(surface, side, colour, x=x, y=0.31, radius=0.245)
    _filled(surface, side, colour, [(0.07, 0.43), (0.5, 0.96), (0.93, 0.43), (0.72, 0.28), (0.28, 0.28)])


def _moon(surface: pygame.Surface, side: float, colour: RGB) -> None:
    _disc(surface, side, colour, x=0.46, y=0.5, radius=0.45)
    _hole(surface, side, colour, x=0.68, y=0.42, radius=0.37)


def _ring(surface: pygame.Surface, side: float, colour: RGB) -> None:
    _disc(surface, side, colour, x=0.5, y=0.5, radius=0.46)
    _hole(surface, side, colour, x=0.5, y=0.5, radius=0.25)


def _bolt(surface: pygame.Surface, side: float, colour: RGB) -> None:
    _filled(
        surface,
        side,
        colour,
        [(0.66, 0.02), (0.18, 0.58), (0.46, 0.58), (0.34, 0.98), (0.84, 0.40), (0.55, 0.40), (0.80, 0.02)],
    )


def _crown(surface: pygame.Surface, side: float, colour: RGB) -> None:
    _filled(
        surface,
        side,
        colour,
        [(0.04, 0.24), (0.28, 0.48), (0.5, 0.12), (0.72, 0.48), (0.96, 0.24), (0.86, 0.88), (0.14, 0.88)],
    )


def _drop(surface: pygame.Surface, side: float, colour: RGB) -> None:
    _disc(surface, side, colour, x=0.5, y=0.66, radius=0.32)
    _filled(surface, side, colour, [(0.5, 0.0), (0.205, 0.54), (0.795, 0.54)])


def _square(surface: pygame.Surface, side: float, colour: RGB) -> None:
    _filled(surface, side, colour, [(0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)])


def _cross(surface: pygame.Surface, side: float, colour: RGB) -> None:
    _filled(surface, side, colour, [(0.35, 0.04), (0.65, 0.04), (0.65, 0.96), (0.35, 0.96)])
    _filled(surface, side, colour, [(0.04, 0.35), (0.96, 0.35), (0.96, 0.65), (0.04, 0.65)])


def _fish(surface: pygame.Surface, side: float, colour: RGB) -> None:
    body = pygame.Rect(round(0.02 * side), round(0.24 * side), round(0.70 * side), round(0.52 * side))
    pygame.draw.ellipse(surface, colour, body)
    _filled(surface, side, colour, [(0.58, 0.5), (0.98, 0.18), (0.88, 0.5), (0.98, 0.82)])
    _hole(surface, side, colour, x=0.2, y=0.44, radius=0.065)


def _tree(surface: pygame.Surface, side: float, colour: RGB) -> None:
    _filled(surface, side, colour, [(0.5, 0.0), (0.8, 0.36), (0.2, 0.36)])
    _filled(surface, side, colour, [(0.5, 0.2), (0.94, 0.76), (0.06, 0.76)])
    _filled(surface, side, colour, [(0.4, 0.76), (0.6, 0.76), (0.6, 0.99), (0.4, 0.99)])


def _diamond(surface: pygame.Surface, side: float, colour: RGB) -> None:
    _filled(surface, side, colour, [(0.5, 0.0), (0.86, 0.5), (0.5, 1.0), (0.14, 0.5)])


def _umbrella(surface: pygame.Surface, side: float, colour: RGB) -> None:
    pygame.draw.circle(surface, colour, (0.5 * side, 0.52 * side), 0.48 * side, draw_top_left=True, draw_top_right=True)
    for x in (0.18, 0.5, 0.82):
        _hole(surface, side, colour, x=x, y=0.56, radius=0.14)
    hook = [(0.5, 0.1), (0.5, 0.84), (0.54, 0.91), (0.62, 0.94), (0.70, 0.90), (0.73, 0.82)]
    stroke(surface, colour, [(x * side, y * side) for x, y in hook], 0.1 * side)


def _key(surface: pygame.Surface, side: float, colour: RGB) -> None:
    _disc(surface, side, colour, x=0.27, y=0.27, radius=0.25)
    _hole(surface, side, colour, x=0.27, y=0.27, radius=0.11)
    stroke(surface, colour, [(0.42 * side, 0.42 * side), (0.9 * side, 0.9 * side)], 0.14 * side)
    for start in (0.68, 0.88):
        stroke(
            surface, colour, [(start * side, start * side), ((start + 0.14) * side, (start - 0.14) * side)], 0.13 * side
        )


def _clover(surface: pygame.Surface, side: float, colour: RGB) -> None:
    for x, y in ((0.5, 0.24), (0.24, 0.56), (0.76, 0.56)):
        _disc(surface, side, colour, x=x, y=y, radius=0.225)
    _filled(
        surface,
        side,
        colour,
        [(0.5, 0.3), (0.62, 0.55), (0.56, 0.7), (0.66, 0.98), (0.34, 0.98), (0.44, 0.7), (0.38, 0.55)],
    )


def _sun(surface: pygame.Surface, side: float, colour: RGB) -> None:
    _disc(surface, side, colour, x=0.5, y=0.5, radius=0.23)
    for step in range(8):
        angle = math.radians(45 * step)
        across, along = math.cos(angle), math.sin(angle)
        ends = [((0.5 + radius * across) * side, (0.5 + radius * along) * side) for radius in (0.36, 0.45)]
        stroke(surface, colour, ends, 0.1 * side)


_PAINTERS: dict[str, Painter] = {
    "star": _star,
    "heart": _heart,
    "moon": _moon,
    "square": _square,
    "bolt": _bolt,
    "ring": _ring,
    "tree": _tree,
    "cross": _cross,
    "crown": _crown,
    "drop": _drop,
    "fish": _fish,
    "sun": _sun,
    "key": _key,
    "umbrella": _umbrella,
    "diamond": _diamond,
    "clover": _clover,
}

SHAPES: tuple[str, ...] = tuple(_PAINTERS)
"""By a person's ``symbol``: those first that differ most."""
