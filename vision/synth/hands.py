"""Hands and arms seen from above, drawn with rounded parts: palm, fingers, thumb, sleeve.

The anchor is what the hand is about (the card's edge held, or the palm's middle); the arm runs down from it.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import BGRImage
from vision.synth.picture import Sprite, pieces, sprite
from vision.synth.textures import noise

ARM_MM = 950.0
_WIDE_MM = 210.0
_ABOVE_MM = 110.0
_PER_MM = 1.6

SKINS: tuple[tuple[int, int, int], ...] = (
    (138, 168, 222),
    (150, 182, 232),
    (112, 146, 202),
    (84, 118, 172),
    (58, 84, 128),
    (44, 62, 96),
)
SLEEVES: tuple[tuple[int, int, int], ...] = (
    (60, 44, 36), (40, 40, 42), (150, 120, 90), (70, 80, 150), (90, 110, 80), (190, 190, 186), (48, 60, 110),
    (120, 84, 52), (36, 70, 60),
)  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class Limb:
    """A hand and its arm: in pieces to be drawn, and whole for its shadow."""

    parts: tuple[Sprite, ...]
    whole: Sprite


@dataclass(frozen=True, slots=True)
class Person:
    """What tells one player's hands from another's."""

    skin: tuple[int, int, int]
    sleeve: tuple[int, int, int]
    sleeve_from_mm: float
    size: float
    left_handed: int
    """1 for a left hand, else 0."""
    seed: int


def person(rng: np.random.Generator) -> Person:
    """Somebody: long sleeves mostly, bare arms at times."""
    return Person(
        SKINS[int(rng.integers(len(SKINS)))],
        SLEEVES[int(rng.integers(len(SLEEVES)))],
        float(rng.choice([95.0, 110.0, 130.0, 330.0])),
        float(rng.uniform(0.88, 1.08)),
        int(rng.random() < 0.15),
        int(rng.integers(1 << 30)),
    )


class _Drawing:
    def __init__(self, who: Person) -> None:
        size = (round((ARM_MM + _ABOVE_MM) * _PER_MM), round(_WIDE_MM * _PER_MM))
        self.picture: BGRImage = np.zeros((*size, 3), np.uint8)
        self.mask = np.zeros(size, np.uint8)
        self.who = who

    def px(self, x_mm: float, y_mm: float) -> tuple[float, float]:
        size = self.who.size
        return ((_WIDE_MM / 2 + x_mm * size) * _PER_MM, (_ABOVE_MM - y_mm * size) * _PER_MM)

    def limb(
        self,
        spine: tuple[tuple[float, float, float], ...],
        colour: tuple[int, int, int],
        *,
        relief: float = 0.4,
        grain: float = 0.0,
    ) -> None:
        """A rounded part along (x, y, half-width) points; darker to its sides, as round things are."""
        part = np.zeros_like(self.mask)
        for (ax, ay, aw), (bx, by, bw) in zip(spine[:-1], spine[1:], strict=True):
            steps = max(2, int(np.hypot(bx - ax, by - ay) / 1.5))
            for share in np.linspace(0, 1, steps):
                x, y = self.px(ax + (bx - ax) * share, ay + (by - ay) * share)
                radius = (aw + (bw - aw) * share) * self.who.size * _PER_MM
                cv2.circle(part, (round(x * 8), round(y * 8)), round(radius * 8), 255, -1, cv2.LINE_AA, 3)
        self._paint(part, colour, half_mm=max(w for _, _, w in spine), relief=relief, grain=grain)

    def _paint(
        self, part: NDArray[np.uint8], colour: tuple[int, int, int], *, half_mm: float, relief: float, grain: float
    ) -> None:
        left, top, width, height = cv2.boundingRect(part)
        box = (slice(top, top + height), slice(left, left + width))
        inner = part[box]
        depth = cv2.distanceTransform((inner > 127).astype(np.uint8), cv2.DIST_L2, 3) / (
            half_mm * self.who.size * _PER_MM
        )
        roundness = np.sqrt(np.clip(1 - (1 - np.clip(depth, 0, 1)) ** 2, 0, 1))
        shade = 1 - relief + relief * cv2.GaussianBlur(roundness.astype(np.float32), (0, 0), 1.2)
        if grain:
            rng = np.random.default_rng([self.who.seed, left, top])
            shade = shade * (
                1 + grain * noise(rng, inner.shape, (2, 2)) + grain * 1.6 * noise(rng, inner.shape, (30, 14))
            )
        tone = np.clip(np.array(colour, np.float32) * shade[:, :, None], 0, 255)
        cover = inner[:, :, None].astype(np.float32) / 255
        under = self.picture[box].astype(np.float32)
        # a part shades what lies under it along its rim
        rim = cv2.GaussianBlur(inner, (0, 0), 2.2)[:, :, None].astype(np.float32) / 255
        self.picture[box] = np.rint(tone * cover + under * (1 - cover) * (1 - 0.35 * rim)).astype(np.uint8)
        self.mask[box] = np.maximum(self.mask[box], inner)

    def nail(self, x_mm: float, y_mm: float, angle_deg: float) -> None:
        x, y = self.px(x_mm, y_mm)
        tone = tuple(min(255, int(v * 1.12) + 8) for v in self.who.skin)
        axes = (round(4.3 * self.who.size * _PER_MM), round(5.6 * self.who.size * _PER_MM))
        cv2.ellipse(self.picture, (round(x), round(y)), axes, angle_deg, 0, 360, tone, -1, cv2.LINE_AA)

    def line(self, first: tuple[float, float], second: tuple[float, float]) -> None:
        tone = tuple(int(v * 0.8) for v in self.who.skin)
        start, end = self.px(*first), self.px(*second)
        cv2.line(self.picture, (round(start[0]), round(start[1])), (round(end[0]), round(end[1])), tone, 1, cv2.LINE_AA)

    def finish(self) -> "Limb":
        if self.who.left_handed:
            self.picture, self.mask = (
                np.ascontiguousarray(self.picture[:, ::-1]),
                np.ascontiguousarray(self.mask[:, ::-1]),
            )
        whole = sprite(self.picture, self.mask, _PER_MM, (_WIDE_MM / 2, _ABOVE_MM))
        return Limb(pieces(whole, tuple(_ABOVE_MM + below for below in (110.0, 310.0, 510.0, 710.0))), whole)

    def arm(self, wrist: tuple[float, float]) -> None:
        """The bare forearm, under the hand."""
        x, y = wrist
        end = -ARM_MM / self.who.size
        self.limb(
            ((x, y, 27), (x + 4, y - 120, 33), (x + 8, y - 260, 41), (x + 8, end, 46)), self.who.skin, relief=0.45
        )

    def sleeve(self, wrist: tuple[float, float]) -> None:
        """The sleeve, over the wrist."""
        x, y = wrist
        end = -ARM_MM / self.who.size
        cuff = y - self.who.sleeve_from_mm + 66
        self.limb(
            ((x + 2, cuff, 37), (x + 5, cuff - 130, 45), (x + 8, cuff - 300, 56), (x + 8, end, 60)),
            self.who.sleeve,
            relief=0.5,
            grain=0.05,
        )


def holding(who: Person) -> Limb:
    """A hand that holds the edge of a card between thumb and fingers; the anchor is the point between them."""
    drawing = _Drawing(who)
    skin = who.skin
    drawing.arm((16, -118))
    drawing.limb(((-22, -58, 10), (-16, -30, 9), (-9, -8, 8)), skin)
    drawing.limb(((38, -62, 8.5), (43, -38, 8), (36, -18, 7)), skin)
    drawing.limb(((29, -50, 9.5), (33, -20, 9), (27, 3, 8)), skin)
    drawing.limb(((17, -46, 10), (20, -12, 9.5), (17, 13, 8.5)), skin)
    drawing.limb(((3, -48, 10), (6, -16, 9.5), (4, 8, 8.5)), skin)
    drawing.limb(((16, -112, 29), (12, -88, 35), (12, -66, 36)), skin, relief=0.3)
    drawing.sleeve((16, -118))
    drawing.nail(17, 14, 0)
    drawing.nail(4, 9, 4)
    drawing.nail(27, 4, -6)
    for x, y in ((6, -17), (20, -13), (33, -21)):
        drawing.line((x - 6, y), (x + 6, y))
    return drawing.finish()


def flat(who: Person) -> Limb:
    """A flat hand, fingers a little spread; the anchor is about the middle of what it covers."""
    drawing = _Drawing(who)
    skin = who.skin
    drawing.arm((6, -98))
    drawing.limb(((-26, -44, 11), (-47, -16, 10), (-58, 10, 9)), skin)
    drawing.limb(((33, -22, 9), (46, 10, 8.5), (54, 36, 7.5)), skin)
    drawing.limb(((20, -10, 10), (26, 30, 9.5), (30, 64, 8)), skin)
    drawing.limb(((3, -8, 10.5), (4, 38, 10), (4, 76, 8.5)), skin)
    drawing.limb(((-16, -10, 10), (-20, 28, 9.5), (-24, 62, 8.5)), skin)
    drawing.limb(((6, -92, 28), (2, -58, 38), (2, -30, 40)), skin, relief=0.28)
    drawing.sleeve((6, -98))
    for x, y, turn in ((54, 38, 20), (30, 66, 5), (4, 78, 0), (-24, 64, -5), (-59, 13, -35)):
        drawing.nail(x, y, turn)
    for x, y in ((4, 36), (26, 28), (-20, 26), (45, 8)):
        drawing.line((x - 7, y), (x + 7, y))
    return drawing.finish()
