"""The sheet that screens are drawn on: words that fit, panels, pictures; and what lies where, what can be touched."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Any

import pygame

from dealer.display import palette
from dealer.display.palette import RGB
from dealer.display.screens import Picture
from dealer.display.symbols import Symbol, rounded, symbol
from dealer.display.typeface import LINE_PITCH, Role, Sizes, Weight, capital_share, em_px, fit, font, line_width
from dealer.presses import Press, Touch


class Align(Enum):
    """Where words stand in their box, from left to right."""

    LEFT = 0.0
    MIDDLE = 0.5
    RIGHT = 1.0


class Level(Enum):
    """Where words stand in their box, from top to bottom."""

    TOP = 0.0
    MIDDLE = 0.5
    BOTTOM = 1.0


@dataclass(frozen=True, slots=True)
class Box:
    """Something that was drawn: ``ink`` is what it covers, ``area`` what it was given (px: x, y, width, height)."""

    kind: str
    """``text``, ``card``, ``picture`` or ``symbol``."""
    name: str
    ink: tuple[int, int, int, int]
    area: tuple[int, int, int, int]
    cap_px: float = 0.0
    colour: RGB = palette.CREAM
    shortened: bool = False
    role: Role = Role.HAND


@dataclass(frozen=True, slots=True)
class Touchable:
    """An area that gives a press or a touch."""

    area: tuple[int, int, int, int]
    gives: Press | Touch


def rectangle(rect: pygame.Rect) -> tuple[int, int, int, int]:
    """x, y, width, height."""
    return rect.x, rect.y, rect.width, rect.height


@lru_cache(maxsize=96)
def _line(text: str, weight: Weight, size_px: int, colour: RGB) -> tuple[pygame.Surface, pygame.Rect]:
    """A line of words, and where in it the ink is."""
    image = font(weight, size_px).render(text, True, colour)
    return image, image.get_bounding_rect()


BANNER_SHARE = 0.75
"""Capital height of the banner, in what is read from the seats: 16 minutes of arc, the least that is read there."""


class Canvas:
    """One screen being drawn. ``surface`` is any pygame surface; ``sizes`` the sizes of type for it.

    A ``banner`` stands upright on a strip of its own at the left edge, on every screen; ``area`` is the rest.
    """

    def __init__(self, surface: pygame.Surface, sizes: Sizes, *, banner: str = "") -> None:
        self.surface = surface
        self.sizes = sizes
        self.banner = banner
        self.area = surface.get_rect()
        if banner:
            strip = round(BANNER_SHARE * sizes.body_px * 1.25)
            self.area = pygame.Rect(strip, 0, self.area.width - strip, self.area.height)
        self.boxes: list[Box] = []
        self.touchables: list[Touchable] = []
        self.arranged: dict[Hashable, Any] = {}
        """What was found out about where things go, by what they are: a screen is drawn more often than it changes."""

    def unit(self, share: float) -> int:
        """A length in thousandths of the screen's height."""
        return max(1, round(share * self.area.height / 1000))

    def clear(self) -> None:
        """Start anew."""
        self.surface.fill(palette.NIGHT)
        self.boxes.clear()
        self.touchables.clear()
        if self.banner:
            self._draw_banner()

    def _draw_banner(self) -> None:
        strip = pygame.Rect(0, 0, self.area.x, self.area.height)
        pygame.draw.rect(self.surface, palette.BANNER, strip)
        size_px = em_px(Weight.BOLD, BANNER_SHARE * self.sizes.body_px)
        while size_px > 1 and font(Weight.BOLD, size_px).size(self.banner)[0] > 0.96 * strip.height:
            size_px -= 1
        image = pygame.transform.rotate(_line(self.banner, Weight.BOLD, size_px, palette.INK)[0], 90)
        ink = image.get_bounding_rect()
        place = ink.copy()
        place.center = strip.center
        self.surface.blit(image, place, area=ink)
        cap_px = BANNER_SHARE * self.sizes.body_px * size_px / em_px(Weight.BOLD, BANNER_SHARE * self.sizes.body_px)
        self.boxes.append(
            Box(
                "text",
                self.banner,
                rectangle(place),
                rectangle(strip),
                cap_px=cap_px,
                colour=palette.INK,
                role=Role.NOTICE,
            )
        )

    def bounds(self, cap_px: float, least_px: float | None, role: Role) -> tuple[float, float]:
        """The largest and the least capital height of words with a role, of which so much was asked for."""
        floor = self.sizes.least_px(role)
        cap_px = max(cap_px, floor)
        return cap_px, max(floor, min(cap_px, self.sizes.near_px if least_px is None else least_px))

    def text(
        self,
        text: str,
        area: pygame.Rect,
        *,
        cap_px: float,
        least_px: float | None = None,
        lines: int = 1,
        weight: Weight = Weight.BOLD,
        colour: RGB = palette.CREAM,
        align: Align = Align.LEFT,
        level: Level = Level.MIDDLE,
        role: Role = Role.HAND,
    ) -> pygame.Rect:
        """Set words into ``area`` as large as they fit, at most ``cap_px``, never smaller than their ``role`` allows;
        returns what they cover.
        """
        if not text or area.width <= 2 or area.height <= 2:
            return pygame.Rect(area.x, area.y, 0, 0)
        cap_px, least = self.bounds(cap_px, least_px, role)
        width_px, high = float(area.width), area.height
        while True:
            setting = fit(text, weight, width_px=width_px, height_px=high, cap_px=cap_px, least_px=least, lines=lines)
            size_px = em_px(weight, setting.cap_px)
            over = max(line_width(line, weight, size_px) for line in setting.lines) - area.width
            if over <= 0 or width_px <= area.width / 2:
                break
            width_px -= over + 1  # a small size is not quite in proportion to the one that was measured
        spare = area.height - setting.height_px
        block_middle = area.centery + (len(setting.lines) - 1) * -LINE_PITCH * setting.cap_px / 2 + setting.cap_px / 2
        first = {
            Level.TOP: area.y + setting.above_px,
            Level.MIDDLE: block_middle,
            Level.BOTTOM: area.y + spare + setting.above_px,
        }[level]
        # capitals stand in the middle; only where accents or tails would leave the box does the block move
        slack = max(0.0, min(0.03 * setting.cap_px, spare / 2))  # smooth edges reach a little further than measured
        lowest = area.bottom - setting.height_px + setting.above_px - slack
        first = min(max(first, area.y + setting.above_px), lowest)
        covered: pygame.Rect | None = None
        for index, line in enumerate(setting.lines):
            image, inked = _line(line, weight, size_px, colour)
            x = area.x + round((area.width - image.get_width()) * align.value)
            y = round(first + index * LINE_PITCH * setting.cap_px) - font(weight, size_px).get_ascent()
            self.surface.blit(image, (x, y))
            ink = inked.move(x, y)
            if ink.width:
                covered = ink if covered is None else covered.union(ink)
        covered = covered or pygame.Rect(area.x, area.y, 0, 0)
        self.boxes.append(
            Box(
                "text",
                text,
                rectangle(covered),
                rectangle(area),
                cap_px=size_px * capital_share(weight),
                colour=colour,
                shortened=setting.shortened,
                role=role,
            )
        )
        return covered

    def common_cap(
        self,
        items: Sequence[tuple[str, pygame.Rect]],
        *,
        cap_px: float,
        least_px: float | None = None,
        lines: int = 1,
        weight: Weight = Weight.BOLD,
        role: Role = Role.HAND,
    ) -> float:
        """The capital height at which all of these words fit, each in its own area: things of a kind look alike."""
        cap_px, least = self.bounds(cap_px, least_px, role)
        for text, area in items:
            if text and area.width > 2 and area.height > 2:
                cap_px = fit(
                    text,
                    weight,
                    width_px=area.width,
                    height_px=area.height,
                    cap_px=cap_px,
                    least_px=least,
                    lines=lines,
                ).cap_px
        return cap_px

    def panel(
        self, area: pygame.Rect, colour: RGB, *, edge: RGB | None = None, edge_px: int = 0, radius_px: int | None = None
    ) -> None:
        """A filled rectangle with round corners, with an edge where one is asked for."""
        radius = self.unit(16) if radius_px is None else radius_px
        if edge is not None and edge_px > 0:
            rounded(self.surface, area, edge, radius_px=radius)
            rounded(self.surface, area.inflate(-2 * edge_px, -2 * edge_px), colour, radius_px=max(1, radius - edge_px))
        else:
            rounded(self.surface, area, colour, radius_px=radius)

    def symbol(self, mark: Symbol, centre: tuple[int, int], *, size_px: int, colour: RGB) -> pygame.Rect:
        """A mark around ``centre``."""
        area = pygame.Rect(0, 0, size_px, size_px)
        area.center = centre
        self.surface.blit(symbol(mark, size_px, colour), area)
        self.boxes.append(Box("symbol", mark.value, rectangle(area), rectangle(area), colour=colour))
        return area

    def image(
        self, image: pygame.Surface, place: tuple[int, int], *, kind: str, name: str, seen: pygame.Rect | None = None
    ) -> None:
        """A ready picture at ``place``; ``seen`` is the part that stays visible where others will cover the rest."""
        self.surface.blit(image, place)
        area = image.get_rect(topleft=place)
        self.boxes.append(Box(kind, name, rectangle(seen or area), rectangle(area)))

    def picture(self, picture: Picture, area: pygame.Rect) -> pygame.Rect:
        """A camera's picture, as large as it goes into ``area`` undistorted; returns where it came to lie."""
        scale = min(area.width / picture.width, area.height / picture.height)
        place = pygame.Rect(0, 0, max(1, round(picture.width * scale)), max(1, round(picture.height * scale)))
        place.center = area.center
        source = pygame.image.frombuffer(picture.rgb, (picture.width, picture.height), "RGB")
        self.surface.blit(pygame.transform.smoothscale(source, place.size), place)
        self.boxes.append(Box("picture", "picture", rectangle(place), rectangle(area)))
        return place

    def touchable(self, area: pygame.Rect, gives: Press | Touch) -> None:
        """From now on a touch in ``area`` gives that. What is laid on top later is asked first."""
        self.touchables.append(Touchable(rectangle(area), gives))
