"""The marks that stand beside words: drawn with strokes, smooth, the same everywhere."""

import math
from collections.abc import Callable
from enum import Enum
from functools import lru_cache

import pygame

from dealer.display.palette import RGB

SUPERSAMPLING = 4
"""Shapes are drawn this many times larger and scaled down, which makes their edges smooth."""


class Symbol(Enum):
    """What a mark says."""

    YES = "yes"
    NO = "no"
    UNDO = "undo"
    MORE = "more"
    WAIT = "wait"
    WARNING = "warning"
    QUESTION = "question"
    FLAG = "flag"
    PAUSE = "pause"
    PLAY = "play"
    SOUND = "sound"
    MUTED = "muted"
    TURN = "turn"
    EYE = "eye"
    PLUS = "plus"
    MINUS = "minus"
    COIN = "coin"
    GLANCE = "glance"


Painter = Callable[[pygame.Surface, float, RGB], None]


@lru_cache(maxsize=128)
def symbol(mark: Symbol, size_px: int, colour: RGB) -> pygame.Surface:
    """The mark in a square of ``size_px`` on a clear ground."""
    large = pygame.Surface((size_px * SUPERSAMPLING,) * 2, pygame.SRCALPHA)
    large.fill((*colour, 0))
    _PAINTERS[mark](large, float(size_px * SUPERSAMPLING), colour)
    return pygame.transform.smoothscale(large, (size_px, size_px))


@lru_cache(maxsize=128)
def disc(diameter_px: int, colour: RGB) -> pygame.Surface:
    """A smooth disc on a clear ground."""
    large = pygame.Surface((diameter_px * SUPERSAMPLING,) * 2, pygame.SRCALPHA)
    large.fill((*colour, 0))
    middle = diameter_px * SUPERSAMPLING / 2
    pygame.draw.circle(large, colour, (middle, middle), middle)
    return pygame.transform.smoothscale(large, (diameter_px, diameter_px))


def rounded(surface: pygame.Surface, area: pygame.Rect, colour: RGB, *, radius_px: int) -> None:
    """A filled rectangle with smooth round corners."""
    radius = max(0, min(radius_px, area.width // 2, area.height // 2))
    if radius == 0:
        surface.fill(colour, area)
        return
    corner = disc(2 * radius, colour)
    surface.fill(colour, pygame.Rect(area.x + radius, area.y, area.width - 2 * radius, radius))
    surface.fill(colour, pygame.Rect(area.x, area.y + radius, area.width, area.height - 2 * radius))
    surface.fill(colour, pygame.Rect(area.x + radius, area.bottom - radius, area.width - 2 * radius, radius))
    for right in (0, 1):
        for bottom in (0, 1):
            place = (area.right - radius if right else area.x, area.bottom - radius if bottom else area.y)
            surface.blit(corner, place, pygame.Rect(right * radius, bottom * radius, radius, radius))


def stroke(surface: pygame.Surface, colour: RGB, points: list[tuple[float, float]], width: float) -> None:
    """A thick line with round ends and joints."""
    for (x0, y0), (x1, y1) in zip(points, points[1:], strict=False):
        length = math.hypot(x1 - x0, y1 - y0) or 1.0
        across = ((y0 - y1) / length * width / 2, (x1 - x0) / length * width / 2)
        pygame.draw.polygon(
            surface,
            colour,
            [
                (x0 + across[0], y0 + across[1]),
                (x1 + across[0], y1 + across[1]),
                (x1 - across[0], y1 - across[1]),
                (x0 - across[0], y0 - across[1]),
            ],
        )
    for x, y in points:
        pygame.draw.circle(surface, colour, (x, y), width / 2)


def _arc(centre: tuple[float, float], radius: float, *, start_deg: float, end_deg: float) -> list[tuple[float, float]]:
    steps = 24
    angles = (math.radians(start_deg + (end_deg - start_deg) * step / steps) for step in range(steps + 1))
    return [(centre[0] + radius * math.cos(angle), centre[1] - radius * math.sin(angle)) for angle in angles]


def _yes(surface: pygame.Surface, side: float, colour: RGB) -> None:
    stroke(
        surface,
        colour,
        [(0.16 * side, 0.54 * side), (0.40 * side, 0.78 * side), (0.85 * side, 0.24 * side)],
        0.14 * side,
    )


def _no(surface: pygame.Surface, side: float, colour: RGB) -> None:
    stroke(surface, colour, [(0.22 * side, 0.22 * side), (0.78 * side, 0.78 * side)], 0.14 * side)
    stroke(surface, colour, [(0.78 * side, 0.22 * side), (0.22 * side, 0.78 * side)], 0.14 * side)


def _undo(surface: pygame.Surface, side: float, colour: RGB) -> None:
    stroke(surface, colour, _arc((0.52 * side, 0.56 * side), 0.29 * side, start_deg=150, end_deg=-120), 0.12 * side)
    pygame.draw.polygon(
        surface, colour, [(0.05 * side, 0.34 * side), (0.47 * side, 0.34 * side), (0.20 * side, 0.68 * side)]
    )


def _more(surface: pygame.Surface, side: float, colour: RGB) -> None:
    for height in (0.26, 0.50, 0.74):
        stroke(surface, colour, [(0.18 * side, height * side), (0.82 * side, height * side)], 0.12 * side)


def _wait(surface: pygame.Surface, side: float, colour: RGB) -> None:
    for height in (0.12, 0.88):
        stroke(surface, colour, [(0.24 * side, height * side), (0.76 * side, height * side)], 0.10 * side)
    left, right, middle = 0.30 * side, 0.70 * side, 0.5 * side
    glass = [(left, 0.12 * side), (left, 0.28 * side), (middle, 0.5 * side), (left, 0.72 * side), (left, 0.88 * side)]
    stroke(surface, colour, glass, 0.07 * side)
    stroke(surface, colour, [(left + right - x, y) for x, y in glass], 0.07 * side)
    pygame.draw.polygon(
        surface, colour, [(0.36 * side, 0.30 * side), (0.64 * side, 0.30 * side), (middle, 0.48 * side)]
    )
    pygame.draw.polygon(
        surface, colour, [(0.32 * side, 0.86 * side), (0.68 * side, 0.86 * side), (middle, 0.62 * side)]
    )


def _warning(surface: pygame.Surface, side: float, colour: RGB) -> None:
    corners = [
        (0.5 * side, 0.12 * side),
        (0.92 * side, 0.86 * side),
        (0.08 * side, 0.86 * side),
        (0.5 * side, 0.12 * side),
    ]
    stroke(surface, colour, corners, 0.09 * side)
    stroke(surface, colour, [(0.5 * side, 0.42 * side), (0.5 * side, 0.60 * side)], 0.10 * side)
    pygame.draw.circle(surface, colour, (0.5 * side, 0.745 * side), 0.058 * side)


def _question(surface: pygame.Surface, side: float, colour: RGB) -> None:
    hook = _arc((0.5 * side, 0.32 * side), 0.20 * side, start_deg=180, end_deg=-60)
    stroke(surface, colour, [*hook, (0.5 * side, 0.60 * side), (0.5 * side, 0.64 * side)], 0.13 * side)
    pygame.draw.circle(surface, colour, (0.5 * side, 0.86 * side), 0.08 * side)


def _flag(surface: pygame.Surface, side: float, colour: RGB) -> None:
    stroke(surface, colour, [(0.22 * side, 0.12 * side), (0.22 * side, 0.90 * side)], 0.09 * side)
    pygame.draw.polygon(
        surface,
        colour,
        [
            (0.22 * side, 0.14 * side),
            (0.86 * side, 0.14 * side),
            (0.70 * side, 0.34 * side),
            (0.86 * side, 0.54 * side),
            (0.22 * side, 0.54 * side),
        ],
    )


def _pause(surface: pygame.Surface, side: float, colour: RGB) -> None:
    for across in (0.34, 0.66):
        stroke(surface, colour, [(across * side, 0.22 * side), (across * side, 0.78 * side)], 0.16 * side)


def _play(surface: pygame.Surface, side: float, colour: RGB) -> None:
    pygame.draw.polygon(
        surface, colour, [(0.26 * side, 0.14 * side), (0.86 * side, 0.5 * side), (0.26 * side, 0.86 * side)]
    )


def _loudspeaker(surface: pygame.Surface, side: float, colour: RGB) -> None:
    cone = [(0.08, 0.37), (0.24, 0.37), (0.46, 0.16), (0.46, 0.84), (0.24, 0.63), (0.08, 0.63)]
    pygame.draw.polygon(surface, colour, [(x * side, y * side) for x, y in cone])


def _sound(surface: pygame.Surface, side: float, colour: RGB) -> None:
    _loudspeaker(surface, side, colour)
    for radius in (0.18, 0.36):
        stroke(surface, colour, _arc((0.50 * side, 0.5 * side), radius * side, start_deg=45, end_deg=-45), 0.08 * side)


def _muted(surface: pygame.Surface, side: float, colour: RGB) -> None:
    _loudspeaker(surface, side, colour)
    stroke(surface, colour, [(0.60 * side, 0.36 * side), (0.90 * side, 0.66 * side)], 0.09 * side)
    stroke(surface, colour, [(0.90 * side, 0.36 * side), (0.60 * side, 0.66 * side)], 0.09 * side)


def _turn(surface: pygame.Surface, side: float, colour: RGB) -> None:
    pygame.draw.polygon(
        surface, colour, [(0.22 * side, 0.12 * side), (0.84 * side, 0.5 * side), (0.22 * side, 0.88 * side)]
    )


def _eye(surface: pygame.Surface, side: float, colour: RGB) -> None:
    upper = _arc((0.5 * side, 0.78 * side), 0.52 * side, start_deg=148, end_deg=32)
    lower = _arc((0.5 * side, 0.22 * side), 0.52 * side, start_deg=-148, end_deg=-32)
    stroke(surface, colour, upper, 0.08 * side)
    stroke(surface, colour, lower, 0.08 * side)
    pygame.draw.circle(surface, colour, (0.5 * side, 0.5 * side), 0.14 * side)


def _plus(surface: pygame.Surface, side: float, colour: RGB) -> None:
    _minus(surface, side, colour)
    stroke(surface, colour, [(0.5 * side, 0.18 * side), (0.5 * side, 0.82 * side)], 0.15 * side)


def _minus(surface: pygame.Surface, side: float, colour: RGB) -> None:
    stroke(surface, colour, [(0.18 * side, 0.5 * side), (0.82 * side, 0.5 * side)], 0.15 * side)


def _coin(surface: pygame.Surface, side: float, colour: RGB) -> None:
    """Two coins, one on the other."""
    for height in (0.62, 0.26):
        edge = pygame.Rect(0, 0, 0.88 * side, 0.44 * side)
        edge.center = (round(0.5 * side), round((height + 0.10) * side))
        pygame.draw.ellipse(surface, (0, 0, 0, 255), edge.inflate(0, round(0.06 * side)))
        pygame.draw.ellipse(surface, colour, edge, width=round(0.09 * side))
        face = edge.move(0, -round(0.12 * side))
        pygame.draw.ellipse(surface, colour, face)


def _glance(surface: pygame.Surface, side: float, colour: RGB) -> None:
    """A large A and a small one."""
    for left, width, top in ((0.04, 0.56, 0.14), (0.64, 0.32, 0.46)):
        foot, middle = 0.86, left + width / 2
        legs = [(left, foot), (middle, top), (left + width, foot)]
        stroke(surface, colour, [(x * side, y * side) for x, y in legs], 0.10 * side)
        bar = (foot - 0.30 * (foot - top)) * side
        ends = ((middle - width * 0.3) * side, (middle + width * 0.3) * side)
        stroke(surface, colour, [(x, bar) for x in ends], 0.09 * side)


_PAINTERS: dict[Symbol, Painter] = {
    Symbol.YES: _yes,
    Symbol.NO: _no,
    Symbol.UNDO: _undo,
    Symbol.MORE: _more,
    Symbol.WAIT: _wait,
    Symbol.WARNING: _warning,
    Symbol.QUESTION: _question,
    Symbol.FLAG: _flag,
    Symbol.PAUSE: _pause,
    Symbol.PLAY: _play,
    Symbol.SOUND: _sound,
    Symbol.MUTED: _muted,
    Symbol.TURN: _turn,
    Symbol.EYE: _eye,
    Symbol.PLUS: _plus,
    Symbol.MINUS: _minus,
    Symbol.COIN: _coin,
    Symbol.GLANCE: _glance,
}
