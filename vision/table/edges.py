"""Exact corners of dark squares on white, from their edges.

A corner finder that looks at the corner itself is drawn inwards when the picture is blurred, by a good pixel in a dim
pub. An edge is not: blur widens it evenly to both sides. So each side is fitted as a line, and the corners are where
lines meet.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.table.medians import median

Corners = NDArray[np.float64]

PROFILES = 24
"""Profiles across each side."""
ENDS = 0.12
"""The share of a side left out at each end, where the next side's blur reaches."""
REACH = 0.9 / 8
"""How far a profile reaches to each side, as a share of the square's side: nearly one module of a tag's black frame."""
MOST_REACH_PX = 7.0
"""A profile need not reach further than a blurred edge is wide and a first guess is wrong."""
SAMPLES = 25
LEAST_CONTRAST = 12.0
"""A profile that rises by fewer grey values shows no edge."""
OUTLIER_PX = 0.75
"""Points of a side that lie further from the line through most of them belong to something that covers it."""
LEAST_SHARE = 0.35
"""A side is measured when this share of its profiles agree; else the corners are left as they were."""
ROUNDS = 2
"""The second round starts from lines that the profiles cross at right angles."""


def refined_corners(grey: NDArray[np.uint8], corners_px: Corners) -> Corners:
    """The corners of dark squares, exactly: (n, 4, 2) pixels that are right to about two pixels, and again.

    A square with a side that cannot be measured comes back as it was.
    """
    corners = np.asarray(corners_px, np.float64).reshape(-1, 4, 2)
    for _ in range(ROUNDS if len(corners) else 0):
        corners = _refined_once(grey, corners)
    return corners


def edge_blur_px(grey: NDArray[np.uint8], corners_px: Corners) -> float:
    """How wide the edges of a dark square on white are blurred: a standard deviation in pixels, about 0.4 where sharp.

    ``corners_px`` (4, 2) as ``refined_corners`` finds them. Infinite where no edge is seen.
    """
    _, _, profiles, reach = _profiles(grey, np.asarray(corners_px, np.float64).reshape(1, 4, 2))
    edge, sound = _edges(profiles)
    if sound.sum() < LEAST_SHARE * sound.size:
        return float("inf")
    rise = np.maximum(np.diff(profiles, axis=-1), 0.0)
    middles = (np.arange(SAMPLES - 1) + 0.5) / (SAMPLES - 1) * 2 - 1
    # The mean profile of all: noise averages out, which would widen each by itself.
    offsets = np.round((middles - edge[..., None]) * (SAMPLES // 2)).astype(int)
    heights = np.bincount((offsets + SAMPLES)[sound].ravel().clip(0, 2 * SAMPLES), rise[sound].ravel(), 2 * SAMPLES + 1)
    counts = np.bincount((offsets + SAMPLES)[sound].ravel().clip(0, 2 * SAMPLES), minlength=2 * SAMPLES + 1)
    mean = heights / np.maximum(counts, 1)
    places = (np.arange(2 * SAMPLES + 1) - SAMPLES) / (SAMPLES // 2) * float(reach.mean())
    floor = np.median(mean[counts > 0])
    weights = np.where(mean > 0.2 * mean.max(), np.maximum(mean - min(floor, 0.1 * mean.max()), 0), 0)
    centre = (weights * places).sum() / weights.sum()
    return float(np.sqrt((weights * (places - centre) ** 2).sum() / weights.sum()))


def _profiles(
    grey: NDArray[np.uint8], corners: Corners
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Profiles across the sides of squares (n, 4, 2).

    Where they cross the sides, (n, 4, profiles, 2), which way they go, (n, 4, 2), their grey values, (n, 4, profiles,
    samples), and how far they reach, (n, 4, 1, 1), in pixels.
    """
    starts, ends = corners, np.roll(corners, -1, axis=1)
    along = ends - starts
    length = np.linalg.norm(along, axis=2, keepdims=True)
    along = along / np.maximum(length, 1e-6)
    # Corners run clockwise on the screen, so that the outside of a side is to its left.
    outwards = np.stack([along[..., 1], -along[..., 0]], axis=2)
    places = np.linspace(ENDS, 1 - ENDS, PROFILES)
    feet = starts[:, :, None] + (ends - starts)[:, :, None] * places[None, None, :, None]
    steps = np.linspace(-1, 1, SAMPLES)
    reach = np.minimum(REACH * length, MOST_REACH_PX)[..., None, None]
    points = feet[:, :, :, None] + outwards[:, :, None, None] * (steps[:, None] * reach)
    flat = points.reshape(-1, SAMPLES, 2).astype(np.float32)
    profiles = np.asarray(_looked_up(grey, flat), np.float64).reshape(*points.shape[:4])
    return feet, outwards, profiles, reach


def _refined_once(grey: NDArray[np.uint8], corners: Corners) -> Corners:
    feet, outwards, profiles, reach = _profiles(grey, corners)
    length = np.linalg.norm(np.roll(corners, -1, axis=1) - corners, axis=2)
    edge, sound = _edges(profiles)
    found = feet + outwards[:, :, None] * (edge[..., None] * reach[..., 0])
    refined = corners.copy()
    for index in range(len(corners)):
        lines = [_line(found[index, side][sound[index, side]]) for side in range(4)]
        if any(line is None for line in lines):
            continue
        met = np.array([_meeting(lines[side - 1], lines[side]) for side in range(4)])
        if np.isfinite(met).all() and np.linalg.norm(met - corners[index], axis=1).max() < max(
            3.0, 0.08 * length[index].max()
        ):
            refined[index] = met
    return refined


def _looked_up(grey: NDArray[np.uint8], points: NDArray[np.float32]) -> NDArray[np.uint8]:
    return np.asarray(
        cv2.remap(grey, points[..., 0], points[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    )


def _edges(profiles: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Where dark turns to white on each profile, -1 to 1, and whether it does; the mean of its rise, weighted by it."""
    rise = np.maximum(np.diff(profiles, axis=-1), 0.0)
    middles = (np.arange(SAMPLES - 1) + 0.5) / (SAMPLES - 1) * 2 - 1
    edge = np.zeros(profiles.shape[:-1])
    # Twice, the second time only around the edge: what rises elsewhere is noise or the next module.
    weights = rise * rise
    for width in (1.0, 0.6):
        weights = np.where(np.abs(middles - edge[..., None]) <= width, rise * rise, 0.0)
        edge = (weights * middles).sum(axis=-1) / np.maximum(weights.sum(axis=-1), 1e-6)
    inside = profiles[..., : SAMPLES // 4].mean(axis=-1)
    outside = profiles[..., -SAMPLES // 4 :].mean(axis=-1)
    return edge, outside - inside > LEAST_CONTRAST


def _line(points: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]] | None:
    """A line (point, direction) through most of the points; ``None`` when too few agree."""
    kept = points
    for _ in range(4):
        if len(kept) < max(3, LEAST_SHARE * PROFILES):
            return None
        centre = kept.mean(axis=0)
        direction = np.linalg.svd(kept - centre, full_matrices=False)[2][0]
        normal = np.array([-direction[1], direction[0]])
        off = (points - centre) @ normal
        middle = median((kept - centre) @ normal)
        agreeing = np.abs(off - middle) < OUTLIER_PX
        if agreeing.sum() == len(kept):
            break
        kept = points[agreeing]
    return centre, direction


def _meeting(
    first: tuple[NDArray[np.float64], NDArray[np.float64]] | None,
    second: tuple[NDArray[np.float64], NDArray[np.float64]] | None,
) -> NDArray[np.float64]:
    assert first is not None and second is not None
    directions = np.stack([first[1], -second[1]], axis=1)
    if abs(np.linalg.det(directions)) < 0.1:
        return np.full(2, np.nan)
    share = np.linalg.solve(directions, second[0] - first[0])[0]
    return np.asarray(first[0] + share * first[1])
