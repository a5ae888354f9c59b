"""Table tops, floors and cloth, drawn from seeded noise: the same seed gives the same picture."""

from collections.abc import Iterable

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import BGRImage

Grey = NDArray[np.float32]


def noise(rng: np.random.Generator, size: tuple[int, int], grain: tuple[float, float]) -> Grey:
    """Smooth noise (height, width) float32, mean 0, deviation about 1; ``grain`` is the blobs' (height, width)."""
    rows, columns = max(3, round(size[0] / grain[0]) + 2), max(3, round(size[1] / grain[1]) + 2)
    coarse = rng.standard_normal((rows, columns)).astype(np.float32)
    spread = cv2.resize(coarse, (size[1], size[0]), interpolation=cv2.INTER_CUBIC)
    deviation = float(spread.std())
    return np.asarray((spread - spread.mean()) / max(deviation, 1e-6), dtype=np.float32)


def tint(colour_bgr: tuple[float, float, float], shade: Grey) -> BGRImage:
    """``colour_bgr`` times ``shade`` (1 = as it is), as a picture."""
    return picture_of(shade * channel for channel in np.array(colour_bgr, np.float32))


def picture_of(channels: Iterable[Grey]) -> BGRImage:
    """Blue, green and red, each (height, width) float32 and overwritten, as a picture of whole numbers, 0 to 255.

    One channel at a time: three at once, with all that is in between, do not fit into a processor's cache.
    """
    rounded = [np.clip(np.rint(channel, out=channel), 0, 255, out=channel).astype(np.uint8) for channel in channels]
    return np.asarray(cv2.merge(rounded), np.uint8)


def wood(rng: np.random.Generator, size: tuple[int, int], colour_bgr: tuple[float, float, float]) -> BGRImage:
    """Boards along x: stretched grain, slow rings, a tone for each board, dark joints."""
    height, width = size
    fine = noise(rng, size, (1.6, 90)) * 0.035 + noise(rng, size, (4, 220)) * 0.035
    slow = noise(rng, size, (70, 500))
    rows = np.arange(height, dtype=np.float32)[:, None]
    rings = np.sin(rows / rng.uniform(5, 11) + slow * rng.uniform(2, 5)).astype(np.float32)
    shade = np.float32(1) + fine + rings * np.float32(rng.uniform(0.015, 0.05)) + slow * np.float32(0.03)
    top = 0
    while top < height:
        board = int(rng.uniform(90, 200))
        shade[top : top + board] *= np.float32(rng.uniform(0.93, 1.06))
        shade[top : top + 2] *= np.float32(rng.uniform(0.55, 0.85))
        top += board
    return tint(colour_bgr, shade)


def felt(rng: np.random.Generator, size: tuple[int, int], colour_bgr: tuple[float, float, float]) -> BGRImage:
    """Cloth with fibres and slow, worn patches."""
    shade = (
        1 + noise(rng, size, (1.5, 1.5)) * 0.05 + noise(rng, size, (3, 3)) * 0.03 + noise(rng, size, (140, 160)) * 0.05
    )
    return tint(colour_bgr, np.asarray(shade, dtype=np.float32))


def speckle(rng: np.random.Generator, size: tuple[int, int], colour_bgr: tuple[float, float, float]) -> BGRImage:
    """Stone or laminate: specks of a lighter and a darker kind."""
    rough = noise(rng, size, (2.5, 2.5))
    shade = 1 + noise(rng, size, (30, 30)) * 0.04 + np.where(rough > 1.6, 0.35, 0) - np.where(rough < -1.7, 0.3, 0)
    return tint(colour_bgr, np.asarray(shade, dtype=np.float32))


def gingham(rng: np.random.Generator, size: tuple[int, int], colour_bgr: tuple[float, float, float]) -> BGRImage:
    """A chequered tablecloth, slightly wavy."""
    height, width = size
    period = rng.uniform(34, 60)
    wave = noise(rng, size, (200, 200)) * 1.5
    xs, ys = np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32)[:, None]
    across = 0.5 + 0.5 * np.clip(np.sin(2 * np.pi * (xs + wave) / period) * 4, -1, 1)
    along = 0.5 + 0.5 * np.clip(np.sin(2 * np.pi * (ys - wave) / period) * 4, -1, 1)
    amount = (across + along) / 2
    weave = 1 + noise(rng, size, (1.5, 1.5)) * 0.025
    between = zip(np.array((222, 228, 230), np.float32), np.array(colour_bgr, np.float32), strict=True)
    return picture_of((white * (1 - amount) + channel * amount) * weave for white, channel in between)


def rings(rng: np.random.Generator, picture: BGRImage, pixels_per_mm: float) -> BGRImage:
    """Wet rings that glasses have left, and scratches."""
    shade = np.zeros(picture.shape[:2], dtype=np.uint8)
    for _ in range(int(rng.integers(0, 7))):
        centre = (int(rng.integers(0, picture.shape[1])), int(rng.integers(0, picture.shape[0])))
        radius = round(float(rng.uniform(28, 40)) * pixels_per_mm)
        start = int(rng.integers(0, 360))
        axes = (radius, radius)
        cv2.ellipse(
            shade, centre, axes, start, 0, int(rng.integers(120, 360)), int(rng.integers(18, 46)), 4, cv2.LINE_AA
        )
    for _ in range(int(rng.integers(0, 14))):
        start_px = np.array([rng.integers(0, picture.shape[1]), rng.integers(0, picture.shape[0])])
        end_px = start_px + rng.integers(-160, 161, 2)
        cv2.line(shade, tuple(map(int, start_px)), tuple(map(int, end_px)), int(rng.integers(10, 30)), 1, cv2.LINE_AA)
    dark = cv2.GaussianBlur(shade, (5, 5), 1.0)
    return np.asarray(cv2.subtract(picture, cv2.merge([dark, dark, dark])), np.uint8)


TABLE_TOPS: dict[str, tuple[float, float, float]] = {
    "birch": (150, 196, 222),
    "oak": (88, 140, 182),
    "walnut": (48, 76, 112),
    "black oak": (44, 50, 58),
    "green felt": (62, 98, 26),
    "blue felt": (120, 70, 38),
    "wine felt": (48, 34, 120),
    "black laminate": (46, 44, 42),
    "grey stone": (126, 130, 132),
    "white laminate": (212, 216, 218),
    "red gingham": (60, 56, 190),
    "blue gingham": (170, 110, 60),
}
"""Kinds of table top with their base colours (BGR)."""


def table_top(rng: np.random.Generator, kind: str, size_mm: tuple[float, float], pixels_per_mm: float) -> BGRImage:
    """The top of a table of ``kind`` (a key of ``TABLE_TOPS``), (height, width, 3), y down."""
    size = (round(size_mm[1] * pixels_per_mm), round(size_mm[0] * pixels_per_mm))
    base = np.array(TABLE_TOPS[kind]) * rng.uniform(0.9, 1.08) * rng.uniform(0.96, 1.04, 3)
    colour = (float(base[0]), float(base[1]), float(base[2]))
    if "felt" in kind:
        return felt(rng, size, colour)
    if "gingham" in kind:
        return gingham(rng, size, colour)
    if "laminate" in kind or "stone" in kind:
        return rings(rng, speckle(rng, size, colour), pixels_per_mm)
    return rings(rng, wood(rng, size, colour), pixels_per_mm)


def floor(rng: np.random.Generator, size: tuple[int, int]) -> BGRImage:
    """What lies under the table, out of focus and darker: parquet or carpet, (height, width, 3)."""
    colour = tuple(float(v) for v in rng.uniform((40, 55, 70), (80, 100, 130)))
    if rng.random() < 0.5:
        shade = 0.6 + noise(rng, size, (3, 60)) * 0.04 + np.repeat(noise(rng, size, (22, 90)), 1, axis=0) * 0.07
    else:
        shade = 0.5 + noise(rng, size, (2, 2)) * 0.04 + noise(rng, size, (40, 40)) * 0.04
    return tint((colour[0], colour[1], colour[2]), np.asarray(shade, dtype=np.float32))
