"""Flat things put into a picture: a sprite in millimetres, warped by the camera into a patch, patches blended in order.

A patch is affine in what lies under it (``picture * keep + add``), so motion blur is the plain average of patches.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import BGRImage
from vision.synth.camera import Viewpoint

Rect = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels; right and bottom are outside."""

STRIP_PX = 128
"""What changes is told in strips of so many rows: lower ones would be mostly margin when they are softened."""
APART_PX = 64
"""Things in one strip with a wider gap between them are told apart."""


def joined(first: Rect | None, second: Rect | None) -> Rect | None:
    """The smallest rectangle around both.

    >>> joined((0, 0, 2, 2), (5, 1, 6, 3))
    (0, 0, 6, 3)
    """
    if first is None or second is None:
        return first or second
    return (min(first[0], second[0]), min(first[1], second[1]), max(first[2], second[2]), max(first[3], second[3]))


def common(first: Rect, second: Rect) -> Rect | None:
    """What two rectangles share.

    >>> common((0, 0, 4, 4), (2, 1, 9, 3))
    (2, 1, 4, 3)
    >>> common((0, 0, 2, 2), (2, 0, 4, 2)) is None
    True
    """
    left, top = max(first[0], second[0]), max(first[1], second[1])
    right, bottom = min(first[2], second[2]), min(first[3], second[3])
    return (left, top, right, bottom) if left < right and top < bottom else None


def grown(rect: Rect, margin_px: int, size_px: tuple[int, int]) -> Rect:
    """``rect`` with a margin, on even pixels, inside the picture."""
    left, top = max(0, rect[0] - margin_px) & ~1, max(0, rect[1] - margin_px) & ~1
    right, bottom = min(size_px[0], (rect[2] + margin_px + 1) & ~1), min(size_px[1], (rect[3] + margin_px + 1) & ~1)
    return (left, top, right, bottom)


@dataclass(frozen=True, slots=True)
class Pose:
    """Where something lies: its anchor point in the table frame, counter-clockwise turn, height over the table."""

    x_mm: float
    y_mm: float
    angle_deg: float = 0.0
    z_mm: float = 0.0

    def to_table(self, right_mm: float, up_mm: float) -> tuple[float, float]:
        """A point given from the anchor along the thing's own right and up.

        >>> Pose(10.0, 0.0, 90.0).to_table(0.0, 5.0)
        (5.0, 0.0)
        """
        return self.to_table_each([(right_mm, up_mm)])[0]

    def to_table_each(self, points_mm: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
        """Points given from the anchor along the thing's own right and up."""
        cosine, sine = math.cos(math.radians(self.angle_deg)), math.sin(math.radians(self.angle_deg))
        return [
            (
                round(self.x_mm + cosine * right_mm - sine * up_mm, 9),
                round(self.y_mm + sine * right_mm + cosine * up_mm, 9),
            )
            for right_mm, up_mm in points_mm
        ]


@dataclass(slots=True, eq=False)
class Sprite:
    """A flat thing: premultiplied (H, W, 4) BGRA at ``pixels_per_mm``; ``anchor_mm`` counts from its upper left."""

    pixels: NDArray[np.uint8]
    pixels_per_mm: float
    anchor_mm: tuple[float, float]
    _levels: dict[float, NDArray[np.uint8]] = field(default_factory=dict)

    @property
    def size_mm(self) -> tuple[float, float]:
        """Width and height."""
        return (self.pixels.shape[1] / self.pixels_per_mm, self.pixels.shape[0] / self.pixels_per_mm)

    def level(self, scale: float) -> tuple[NDArray[np.uint8], float]:
        """The picture shrunk to about ``scale`` px/mm (never enlarged) by area averaging, and its true px/mm.

        Without it, a linear warp that shrinks would alias.
        """
        ratio = min(1.0, scale * 1.15 / self.pixels_per_mm)
        ratio = 2 ** (
            math.floor(math.log2(ratio) * 3 + 0.5) / 3
        )  # a third of an octave is close enough; few levels are kept
        if ratio >= 1.0:
            return self.pixels, self.pixels_per_mm
        if ratio not in self._levels:
            height, width = self.pixels.shape[:2]
            size = (max(1, round(width * ratio)), max(1, round(height * ratio)))
            self._levels[ratio] = np.asarray(cv2.resize(self.pixels, size, interpolation=cv2.INTER_AREA), np.uint8)
        return self._levels[ratio], self._levels[ratio].shape[1] / self.size_mm[0]


def pieces(whole: Sprite, cuts_mm: tuple[float, ...]) -> tuple[Sprite, ...]:
    """A long sprite cut across at heights counted from its upper edge: small rectangles are drawn faster.

    The pieces overlap by 3 mm, so that no seam shows.
    """
    height = whole.pixels.shape[0]
    ends = [0, *(round(cut * whole.pixels_per_mm) for cut in cuts_mm), height]
    lap = round(1.5 * whole.pixels_per_mm)
    cut = []
    for start, end in zip(ends[:-1], ends[1:], strict=True):
        top, bottom = max(0, start - lap), min(height, end + lap)
        anchor = (whole.anchor_mm[0], whole.anchor_mm[1] - top / whole.pixels_per_mm)
        cut.append(Sprite(np.ascontiguousarray(whole.pixels[top:bottom]), whole.pixels_per_mm, anchor))
    return tuple(cut)


def sprite(
    colour: BGRImage, alpha: NDArray[np.uint8], pixels_per_mm: float, anchor_mm: tuple[float, float] | None = None
) -> Sprite:
    """A sprite of a picture and its mask; the anchor is the middle unless given."""
    height, width = alpha.shape
    solid = cv2.multiply(colour, cv2.merge([alpha, alpha, alpha]), scale=1 / 255)
    middle = (width / 2 / pixels_per_mm, height / 2 / pixels_per_mm)
    return Sprite(np.dstack([solid, alpha]), pixels_per_mm, anchor_mm or middle)


@dataclass(slots=True, eq=False)
class Patch:
    """What one thing does to the picture in ``rect``: ``keep`` (h, w) uint8 (255 = all stays), ``add`` (h, w, 3) uint8.

    ``alpha`` (h, w) is where the thing itself covers, or ``None`` for a mere shadow.
    """

    rect: Rect
    keep: NDArray[np.uint8]
    add: NDArray[np.uint8] | None
    alpha: NDArray[np.uint8] | None = None

    def blend(self, picture: BGRImage, rect: Rect, origin: tuple[int, int] = (0, 0)) -> None:
        """Put what falls in ``rect`` on ``picture``, whose upper left pixel is ``origin``."""
        shared = common(self.rect, rect)
        if shared is None:
            return
        left, top, right, bottom = shared
        target = picture[top - origin[1] : bottom - origin[1], left - origin[0] : right - origin[0]]
        rows, columns = (
            slice(top - self.rect[1], bottom - self.rect[1]),
            slice(left - self.rect[0], right - self.rect[0]),
        )
        keep = self.keep[rows, columns]
        cv2.multiply(target, cv2.merge([keep, keep, keep]), target, scale=1 / 255)
        if self.add is not None:
            cv2.add(target, self.add[rows, columns], target)


def changed_by(patches: Iterable[Patch]) -> list[Rect]:
    """Where patches change the picture, within a pixel or two: rectangles that lie in strips of ``STRIP_PX`` rows.

    An arm is narrow and lies aslant: one rectangle around it would be mostly empty.
    """
    strips: dict[int, list[Rect]] = {}
    for patch in patches:
        left, top, _, bottom = patch.rect
        for strip in range(top // STRIP_PX, (bottom - 1) // STRIP_PX + 1):
            first, last = max(top, strip * STRIP_PX), min(bottom, (strip + 1) * STRIP_PX)
            x, y, width, height = cv2.boundingRect(cv2.bitwise_not(patch.keep[first - top : last - top]))
            if width:
                rect = (left + x, first + y, left + x + width, first + y + height)
                strips.setdefault(strip, []).append(rect)
    found: list[Rect] = []
    for rects in strips.values():
        rects.sort()
        current = rects[0]
        for rect in rects[1:]:
            if rect[0] - current[2] > APART_PX:
                found.append(current)
                current = rect
            else:
                current = joined(current, rect) or current
        found.append(current)
    return found


def smeared(pixels: NDArray[np.uint8], smear_px: tuple[float, float]) -> NDArray[np.uint8]:
    """A premultiplied picture (h, w, 4) of a thing that moved by ``smear_px`` during the exposure.

    Shifted copies, evened out by a small box; the caller leaves a margin of ``smear_margin`` around the thing.
    """
    length = math.hypot(*smear_px)
    copies = min(4, max(1, round(length / 5)))
    box = (max(1, round(abs(smear_px[0]) / copies)) | 1, max(1, round(abs(smear_px[1]) / copies)) | 1)
    even = np.asarray(cv2.blur(pixels, box) if max(box) > 1 else pixels, dtype=np.uint8)
    if copies == 1:
        return even
    pad = smear_margin(smear_px)
    height, width = even.shape[:2]
    wide = cv2.copyMakeBorder(even, pad, pad, pad, pad, cv2.BORDER_REPLICATE)
    total = None
    for index in range(copies):
        part = (index + 0.5) / copies - 0.5
        left, top = pad - round(part * smear_px[0]), pad - round(part * smear_px[1])
        window = wide[top : top + height, left : left + width]
        total = window if total is None else cv2.addWeighted(total, index / (index + 1), window, 1 / (index + 1), 0)
    return np.asarray(total, dtype=np.uint8)


def smear_margin(smear_px: tuple[float, float]) -> int:
    """How many pixels a smear reaches beyond the thing."""
    return math.ceil(max(abs(smear_px[0]), abs(smear_px[1])) / 2) + 3


def trimmed(
    rect: Rect, pixels: NDArray[np.uint8], *, margin_px: int, shrink: int = 1
) -> tuple[Rect, NDArray[np.uint8]] | None:
    """A premultiplied picture (h, w, 4), seen in ``rect``, without most of what is empty around the thing.

    ``margin_px`` of it, in the picture's own pixels, are left; ``shrink`` is by how much the picture is smaller than
    ``rect``. ``None`` where there is nothing but emptiness.
    """
    left, top, width, height = cv2.boundingRect(cv2.extractChannel(pixels, 3))
    if not width:
        return None
    first_x, first_y = max(0, left - margin_px), max(0, top - margin_px)
    last_x, last_y = left + width + margin_px, top + height + margin_px
    within = (
        rect[0] + first_x * shrink,
        rect[1] + first_y * shrink,
        min(rect[2], rect[0] + last_x * shrink),
        min(rect[3], rect[1] + last_y * shrink),
    )
    return within, np.ascontiguousarray(pixels[first_y:last_y, first_x:last_x])


def corners_px(viewpoint: Viewpoint, thing: Sprite, pose: Pose) -> NDArray[np.float32]:
    """Where the sprite's corners fall in the picture: (4, 2) float32 from the upper left clockwise."""
    width, height = thing.size_mm
    left, top = -thing.anchor_mm[0], thing.anchor_mm[1]
    corners = ((left, top), (left + width, top), (left + width, top - height), (left, top - height))
    pixels = [viewpoint.point_px(x, y, pose.z_mm) for x, y in pose.to_table_each(corners)]
    return np.array(pixels, np.float32)


def warped(
    viewpoint: Viewpoint, thing: Sprite, pose: Pose, *, margin_px: int = 2, shrink: int = 1
) -> tuple[Rect, NDArray[np.uint8], NDArray[np.float64]] | None:
    """The sprite as the camera sees it: rectangle, premultiplied (h, w, 4), the homography from sprite mm to pixels.

    ``shrink`` gives a picture smaller by that factor (for shadows). ``None`` when it is out of the picture.
    """
    quad = corners_px(viewpoint, thing, pose)
    across, down = quad.T.tolist()
    around = (
        math.floor(min(across)) - margin_px,
        math.floor(min(down)) - margin_px,
        math.ceil(max(across)) + 1 + margin_px,
        math.ceil(max(down)) + 1 + margin_px,
    )
    rect = common(around, (0, 0, *viewpoint.size_px))
    if rect is None:
        return None
    rect = (rect[0] // shrink * shrink, rect[1] // shrink * shrink, rect[2], rect[3])
    scale = math.sqrt(cv2.contourArea(quad) / (thing.size_mm[0] * thing.size_mm[1])) / shrink
    level, per_mm = thing.level(scale)
    height, width = level.shape[:2]
    source = np.array([(0, 0), (width, 0), (width, height), (0, height)], dtype=np.float32)
    to_picture = np.asarray(cv2.getPerspectiveTransform(source, quad), np.float64)
    # a texture's edge is half a pixel outside its first pixel's centre; so is a shrunk picture's
    before = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1]])
    first_x, first_y = (0.5 - rect[0]) / shrink - 0.5, (0.5 - rect[1]) / shrink - 0.5
    after = np.array([[1 / shrink, 0, first_x], [0, 1 / shrink, first_y], [0, 0, 1]])
    size = (math.ceil((rect[2] - rect[0]) / shrink), math.ceil((rect[3] - rect[1]) / shrink))
    seen = cv2.warpPerspective(
        level, after @ to_picture @ before, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT
    )
    return rect, np.asarray(seen, np.uint8), to_picture @ np.diag([per_mm, per_mm, 1.0])
