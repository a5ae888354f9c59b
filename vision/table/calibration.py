"""A lens learnt from pictures of a flat pattern: the sheet of coasters before it is cut, or a chessboard."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from dealer.errors import InputError
from dealer.system.bars import with_bar
from vision.frame import BGRImage
from vision.table.coasters import tag_corners_on_sheet
from vision.table.lens import Lens
from vision.table.plane import project
from vision.table.tags import Tag, find_tags, sort_tags

LEAST_VIEWS = 6
"""Six views from different sides settle the nine numbers of a lens; fewer leave focal length and distance mixed up."""
LEAST_TAGS = 3
LEAST_BOARD = (5, 4)
"""Inner corners of the smallest chessboard that is looked for; larger ones are found as large as they are."""
BOARD_SEARCH_PX = 960
"""How wide the copy of a picture is in which a chessboard is looked for."""
MOST_BEND = 0.1
"""How far a chessboard's corners may be from a flat one's, in squares: a wide lens bends it by less."""
MOST_ERROR = 0.7 / 1000
"""What may be left over, root mean square, as a share of the picture's width: 1.3 px of 1920."""
SLANT_DEG, LEAST_ASLANT = 10.0, 3
"""At least ``LEAST_ASLANT`` views must be tilted by so much. Flat ones show a far camera with a long lens like a near
one with a short lens. The least squares are sure of the wrong one then."""
LEAST_COVER = 0.5
"""The pattern must have been over this share of the picture, or nothing is known about the edges."""
COVER_CELLS = (6, 4)


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A flat pattern in one picture: points of the pattern, (n, 3) with z 0, and where they are seen, (n, 2) pixels."""

    pattern: NDArray[np.float32]
    pixels: NDArray[np.float32]


def calibrate(images: Sequence[BGRImage], *, name: str = "own") -> Lens:
    """The lens that took these pictures, of the whole sheet of coasters or a chessboard, from different sides.

    Raises: InputError that says what is missing: the pattern, enough views, slant, the picture's edges, one size.
    """
    if not images:
        raise InputError(f"No picture came: take {LEAST_VIEWS} or more of the sheet of coasters or of a chessboard.")
    sizes = sorted({(image.shape[1], image.shape[0]) for image in images})
    if len(sizes) > 1:
        shown = ", ".join(f"{width} x {height}" for width, height in sizes)
        raise InputError(f"The pictures have different sizes ({shown}): a lens needs pictures of one size.")
    views = [find_pattern(image) for image in with_bar(images, "pictures")]
    good = [view for view in views if view is not None]
    if len(good) < LEAST_VIEWS:
        blank = [str(number) for number, view in enumerate(views, start=1) if view is None]
        without = f" (none in number {', '.join(blank)})" if blank else ""
        raise InputError(
            f"The pattern was found in {len(good)} of {len(images)} pictures{without}, and {LEAST_VIEWS} are needed: "
            "show the whole sheet of coasters, uncut and flat, or a chessboard, from different sides."
        )
    return lens_from_views(good, size_px=sizes[0], name=name)


def find_pattern(image: BGRImage) -> View | None:
    """The sheet of coasters or a chessboard in a picture; ``None`` when there is neither."""
    tags = sort_tags(find_tags(image)).tags
    return _sheet(tags) if tags else _chessboard(image)


def lens_from_views(views: Sequence[View], *, size_px: tuple[int, int], name: str = "own") -> Lens:
    """The lens under which flat patterns look as they were seen.

    Raises: InputError when the views do not agree, or do not settle it.
    """
    cover = _covered_share(views, size_px)
    if cover < LEAST_COVER:
        raise InputError(
            f"The pattern was only over {cover:.0%} of the picture: bring it also to the edges and corners, until it "
            f"has been over {LEAST_COVER:.0%} or more."
        )
    try:
        error, matrix, distortion, slants, errors = _calibrated(views, size_px)
    except cv2.error as nonsense:
        raise InputError(
            "No lens takes such pictures: the pattern must be flat and uncut, and the pictures all by one camera."
        ) from nonsense
    # One picture in which something else was taken for the pattern is left out; several are no accident.
    agreeing = [view for view, off in zip(views, errors, strict=True) if off < 3 * np.median(errors) + 0.1]
    if LEAST_VIEWS <= len(agreeing) < len(views):
        error, matrix, distortion, slants, _ = _calibrated(agreeing, size_px)
    if not np.isfinite(error) or error > MOST_ERROR * size_px[0]:
        raise InputError(
            f"The pictures do not agree: {error:.1f} px are left over, at most {MOST_ERROR * size_px[0]:.1f} are "
            "expected. The sheet must be flat and uncut, the pictures sharp and all by one camera at one focus."
        )
    aslant = int((slants >= SLANT_DEG).sum())
    if aslant < LEAST_ASLANT:
        raise InputError(
            f"The pattern is aslant in {aslant} of the pictures, {LEAST_ASLANT} are needed: seen straight from above "
            "the focal length stays open. Tilt it by 20 to 45 degrees, to each side once."
        )
    k1, k2, p1, p2, k3 = (float(value) for value in np.asarray(distortion).ravel()[:5])
    return Lens(
        name=name,
        camera_matrix=np.asarray(matrix, np.float64),
        distortion=(k1, k2, p1, p2, k3),
        size_px=size_px,
        title=f"Learnt from {len(views)} pictures",
        source=f"dealer calibrate lens: {error:.2f} px left over.",
        error_px=float(error),
    )


def _calibrated(
    views: Sequence[View], size_px: tuple[int, int]
) -> tuple[float, NDArray[np.float64], NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """(error, camera matrix, distortion, how far each view is from straight in degrees, error of each view)."""
    # k3 is left out: with so few points it fits noise, and k1 and k2 are enough up to 102 degrees.
    error, matrix, distortion, turns, _, _, _, errors = cv2.calibrateCameraExtended(
        [view.pattern for view in views],
        [view.pixels for view in views],
        size_px,
        np.eye(3),
        np.zeros(5),
        flags=cv2.CALIB_FIX_K3,
    )
    straight = np.array([abs(cv2.Rodrigues(turn)[0][2, 2]) for turn in turns])
    slants = np.degrees(np.arccos(np.clip(straight, 0, 1)))
    return float(error), np.asarray(matrix), np.asarray(distortion), slants, np.asarray(errors, np.float64).ravel()


def _sheet(tags: Mapping[int, Tag]) -> View | None:
    pages: dict[int, list[tuple[NDArray[np.float64], NDArray[np.float64]]]] = {}
    for number, tag in tags.items():
        page, corners = tag_corners_on_sheet(number)
        pages.setdefault(page, []).append((corners, tag.corners_px))
    most = max(pages.values(), key=len)
    if len(most) < LEAST_TAGS:
        return None
    flat = np.concatenate([corners for corners, _ in most])
    pixels = np.concatenate([seen for _, seen in most])
    return View(np.pad(flat, ((0, 0), (0, 1))).astype(np.float32), pixels.astype(np.float32))


def _chessboard(image: BGRImage) -> View | None:
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    # Looked for in a small copy, for its time grows steeply with the size; the corners are then found in the large one.
    scale = min(1.0, BOARD_SEARCH_PX / grey.shape[1])
    small = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    flags = cv2.CALIB_CB_LARGER | cv2.CALIB_CB_NORMALIZE_IMAGE
    found, corners, meta = cv2.findChessboardCornersSBWithMeta(small, LEAST_BOARD, flags)
    if not found:
        return None
    rows, columns = meta.shape[:2]
    grid = np.asarray(corners, np.float32).reshape(rows, columns, 2)
    grid = (grid + 0.5) / scale - 0.5
    if (grid < 0).any() or (grid > np.array(grey.shape[::-1]) - 1).any():
        return None
    spacing = min(np.linalg.norm(np.diff(grid, axis=axis), axis=2).min() for axis in (0, 1))
    reach = max(2, round(float(spacing) * 0.3))
    enough = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_COUNT, 40, 0.005)
    pixels = cv2.cornerSubPix(grey, np.ascontiguousarray(grid.reshape(-1, 1, 2)), (reach, reach), (-1, -1), enough)
    across, down = np.meshgrid(np.arange(columns), np.arange(rows))
    pattern = np.stack([across.ravel(), down.ravel(), np.zeros(rows * columns)], axis=1)
    view = View(pattern.astype(np.float32), np.asarray(pixels, np.float32).reshape(-1, 2))
    return view if _bend(view) < MOST_BEND * float(spacing) else None


def _bend(view: View) -> float:
    """How far a flat pattern is from one seen without a lens's bending, in pixels, root mean square."""
    found, _ = cv2.findHomography(view.pattern[:, :2], view.pixels)
    homography = cast("NDArray[np.float64] | None", found)  # OpenCV's stub leaves out that there may be none
    if homography is None:
        return float("inf")
    return float(np.sqrt(((project(homography, view.pattern[:, :2]) - view.pixels) ** 2).sum(axis=1).mean()))


def _covered_share(views: Sequence[View], size_px: tuple[int, int]) -> float:
    """The share of the picture's cells (6 by 4) over which the pattern has been in some view."""
    columns, rows = COVER_CELLS
    middles = np.stack(np.meshgrid((np.arange(columns) + 0.5) / columns, (np.arange(rows) + 0.5) / rows), axis=-1)
    points = middles.reshape(-1, 2) * size_px
    covered = np.zeros(len(points), bool)
    for view in views:
        outline = cv2.convexHull(view.pixels)
        covered |= [cv2.pointPolygonTest(outline, (float(x), float(y)), False) >= 0 for x, y in points]
    return float(covered.mean())
