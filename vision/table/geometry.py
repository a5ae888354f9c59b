"""One moment's mapping between the camera's picture and millimetres on the table."""

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from dealer.view import SeatSeen
from vision.frame import BGRImage
from vision.table.coasters import COASTER_MM
from vision.table.lens import Lens
from vision.table.places import Layout
from vision.table.plane import project
from vision.table.poses import Pose

Points = NDArray[np.float64]

MAP_STEP_PX = 8
"""The way through a lens is computed at every so many pixels of a rectified picture, and between them interpolated."""


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A rectangle of the table as a picture seen from above: the table's y upwards, unless it is turned.

    ``angle_deg`` turns the rectangle on the table counter-clockwise.
    """

    centre_mm: tuple[float, float]
    size_mm: tuple[float, float]
    pixels_per_mm: float
    angle_deg: float = 0.0

    @property
    def size_px(self) -> tuple[int, int]:
        """(width, height) of the picture.

        >>> Rectangle((0, 0), (63, 88), 2.0).size_px
        (126, 176)
        """
        width, height = (max(1, round(length * self.pixels_per_mm)) for length in self.size_mm)
        return width, height

    def to_table(self, points_px: NDArray[np.floating]) -> Points:
        """Points of the rectified picture in millimetres on the table, (n, 2) each; pixel centres are whole numbers."""
        return project(self.matrix(), np.asarray(points_px, np.float64).reshape(-1, 2))

    def to_picture(self, points_mm: NDArray[np.floating]) -> Points:
        """Points of the table in pixels of the rectified picture, (n, 2) each."""
        return project(np.linalg.inv(self.matrix()), np.asarray(points_mm, np.float64).reshape(-1, 2))

    def matrix(self) -> NDArray[np.float64]:
        """(3, 3) from pixels of the rectified picture to millimetres on the table."""
        cosine, sine = math.cos(math.radians(self.angle_deg)), math.sin(math.radians(self.angle_deg))
        width, height = self.size_px
        step = 1 / self.pixels_per_mm
        turn = np.array([[cosine, -sine, self.centre_mm[0]], [sine, cosine, self.centre_mm[1]], [0, 0, 1]])
        scale = np.array([[step, 0, -step * (width - 1) / 2], [0, -step, step * (height - 1) / 2], [0, 0, 1]])
        return np.asarray(turn @ scale)


@dataclass(frozen=True, slots=True)
class Middle:
    """The middle of the table: where its coaster lies or last lay, and how that is known."""

    x_mm: float
    y_mm: float
    facing_deg: float = 90.0
    seen: bool = True
    """Whether its coaster was ever seen. If not, it is the point that the arrows of the seats point at best."""
    covered_since_s: float | None = None


@dataclass(frozen=True, slots=True, eq=False)
class TableGeometry:
    """Where things of the table are in the picture, at one moment.

    ``homography`` (3, 3) takes millimetres in the table frame to ideal (undistorted) pixels. ``error_px`` is how far
    the corners of the coasters are from where it puts them, root mean square. ``version`` grows whenever the mapping
    changes.
    """

    lens: Lens
    homography: NDArray[np.float64]
    coasters: tuple[SeatSeen, ...]
    middle: Middle
    layout: Layout
    card_width_px: float
    """A card's width in pixels, the mean over the coasters in view."""
    tilt_deg: float
    """How far the camera looks off the vertical."""
    error_px: float
    version: int = 0

    def to_pixels(self, points_mm: NDArray[np.floating]) -> Points:
        """Points of the table, (n, 2) millimetres, in pixels of the camera's picture, (n, 2)."""
        return self.lens.distort_points(project(self.homography, np.asarray(points_mm, np.float64).reshape(-1, 2)))

    def to_table(self, points_px: NDArray[np.floating]) -> Points:
        """Points of the camera's picture, (n, 2) pixels, in millimetres on the table, (n, 2)."""
        return project(np.linalg.inv(self.homography), self.lens.undistort_points(points_px))

    def pixels_per_mm(self, points_mm: NDArray[np.float64]) -> NDArray[np.float64]:
        """(n,) how large the picture shows the table at each point: the root of the area of a square millimetre."""
        points = np.asarray(points_mm, np.float64).reshape(-1, 2)
        around = np.concatenate([points, points + (1.0, 0.0), points + (0.0, 1.0)])
        here, east, north = self.to_pixels(around).reshape(3, -1, 2)
        first, second = east - here, north - here
        return np.sqrt(np.abs(first[:, 0] * second[:, 1] - first[:, 1] * second[:, 0]))

    def rectify(
        self,
        image: BGRImage,
        *,
        centre_mm: tuple[float, float],
        size_mm: tuple[float, float],
        pixels_per_mm: float,
        angle_deg: float = 0.0,
        sharply: bool = False,
    ) -> BGRImage:
        """A rectangle of the table seen from above, as ``Rectangle`` lays it; black outside the camera's picture.
        ``sharply``: as the camera would show it from nearer, for a longer time; of what is enlarged, pixels that are
        interpolated linearly are a blur."""
        rectangle = Rectangle(centre_mm, size_mm, pixels_per_mm, angle_deg)
        size_px = rectangle.size_px
        how = cv2.INTER_CUBIC if sharply else cv2.INTER_LINEAR
        if not any(self.lens.distortion):
            mapping = self.homography @ rectangle.matrix()
            flags = how | cv2.WARP_INVERSE_MAP
            return np.asarray(cv2.warpPerspective(image, mapping, size_px, flags=flags), np.uint8)
        columns, rows = (math.ceil(length / MAP_STEP_PX) + 1 for length in size_px)
        nodes = np.stack(np.meshgrid(np.arange(columns), np.arange(rows)), axis=-1).reshape(-1, 2) * float(MAP_STEP_PX)
        coarse = self.to_pixels(rectangle.to_table(nodes)).reshape(rows, columns, 2).astype(np.float32)
        shrink = np.array([[1 / MAP_STEP_PX, 0, 0], [0, 1 / MAP_STEP_PX, 0]])
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        fine = [
            cv2.warpAffine(
                np.ascontiguousarray(coarse[:, :, axis]), shrink, size_px, flags=flags, borderMode=cv2.BORDER_REPLICATE
            )
            for axis in (0, 1)
        ]
        return np.asarray(cv2.remap(image, fine[0], fine[1], how), np.uint8)

    def coaster_outlines(self) -> dict[int, Points]:
        """(4, 2) millimetres for each coaster, 0 the middle's: what is printed there is no card."""
        outlines = {
            seat.seat: Pose(seat.x_mm, seat.y_mm, seat.facing_deg).corners(COASTER_MM) for seat in self.coasters
        }
        if self.middle.seen:
            outlines[0] = Pose(self.middle.x_mm, self.middle.y_mm, self.middle.facing_deg).corners(COASTER_MM)
        return outlines
