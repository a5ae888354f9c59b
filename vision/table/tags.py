"""Finding the coasters' tags in a picture: numbers and corners in pixels."""

from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import BGRImage
from vision.table.coasters import DICTIONARY, MIDDLE, SEATS
from vision.table.edges import refined_corners

BLANK = np.uint8(255)
"""What is put in place of what need not be searched: as white as what is around a tag."""


@dataclass(frozen=True, slots=True, eq=False)
class Tag:
    """A tag seen in a picture: its id, and its corners, (4, 2) float64 pixels, clockwise from its upper left."""

    number: int
    corners_px: NDArray[np.float64]

    @property
    def side_px(self) -> float:
        """The mean length of its sides."""
        return float(np.linalg.norm(self.corners_px - np.roll(self.corners_px, 1, axis=0), axis=1).mean())


@dataclass(frozen=True, slots=True)
class TagsSeen:
    """The tags of one picture, sorted out: one for each coaster, numbers seen more than once, and ids of no coaster."""

    tags: dict[int, Tag]
    twice: dict[int, tuple[Tag, ...]]
    foreign: frozenset[int]


def find_tags(
    image: BGRImage | NDArray[np.uint8],
    *,
    expected: Collection[int] | None = None,
    where: NDArray[np.bool_] | None = None,
) -> tuple[Tag, ...]:
    """All tags of the family in a picture, colour or grey, whatever their ids.

    They are looked for in a copy of half the size, a quarter of the work, when it is known what is ``expected``; if
    one of these is not found there, then in the whole picture after all. Corners are always those of the whole picture.
    The copy is searched only ``where`` this coarse mask of the picture says so: OpenCV takes its time with all that has
    an outline, and a blank has none.
    """
    grey = image if image.ndim == 2 else np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    if expected is not None:
        half_px = (grey.shape[1] // 2, grey.shape[0] // 2)
        half = np.asarray(cv2.resize(grey, half_px, interpolation=cv2.INTER_AREA), np.uint8)
        if where is not None:
            seen = cv2.resize(where.view(np.uint8), half_px, interpolation=cv2.INTER_NEAREST)
            half = np.asarray(np.where(seen, half, BLANK), np.uint8)
        corners, numbers = _detected(half)
        scale = np.array([grey.shape[1] / half.shape[1], grey.shape[0] / half.shape[0]])
        corners = (corners + 0.5) * scale - 0.5
        if set(expected) - set(numbers):
            corners, numbers = _detected(grey)
    else:
        corners, numbers = _detected(grey)
    exact = refined_corners(grey, corners)
    return tuple(Tag(number, quad) for quad, number in zip(exact, numbers, strict=True))


def _detected(grey: NDArray[np.uint8]) -> tuple[NDArray[np.float64], list[int]]:
    corners, found, _ = _detector().detectMarkers(grey)
    numbers = cast("NDArray[np.int32] | None", found)  # OpenCV's stub leaves out that there may be none
    if numbers is None:
        return np.zeros((0, 4, 2)), []
    return np.asarray(corners, np.float64).reshape(-1, 4, 2), [
        int(number) for number in np.asarray(numbers).reshape(-1)
    ]


def sort_tags(found: tuple[Tag, ...]) -> TagsSeen:
    """Tell apart coasters that are seen once, those seen more than once, and tags that are no coasters.

    >>> sort_tags(()).tags
    {}
    """
    by_number: dict[int, list[Tag]] = {}
    for tag in found:
        by_number.setdefault(tag.number, []).append(tag)
    ours = {number: tags for number, tags in by_number.items() if number in (MIDDLE, *SEATS)}
    return TagsSeen(
        tags={number: tags[0] for number, tags in sorted(ours.items()) if len(tags) == 1},
        twice={number: tuple(tags) for number, tags in sorted(ours.items()) if len(tags) > 1},
        foreign=frozenset(by_number.keys() - ours.keys()),
    )


def is_mirrored(image: BGRImage) -> bool:
    """Whether a picture without any tag shows some when it is mirrored: a webcam program's "mirror" is on."""
    return any(tag.number in (MIDDLE, *SEATS) for tag in find_tags(np.ascontiguousarray(image[:, ::-1])))


@lru_cache(maxsize=1)
def _detector() -> cv2.aruco.ArucoDetector:
    parameters = cv2.aruco.DetectorParameters()
    # A tag is about as wide as a card: 60 to 150 px. The windows are those of a module and a few around it.
    parameters.adaptiveThreshWinSizeMin = 7
    parameters.adaptiveThreshWinSizeMax = 31
    parameters.adaptiveThreshWinSizeStep = 12
    # The smallest tag that is looked for: 32 px wide, so with 128 px around it, of the picture's longer side.
    parameters.minMarkerPerimeterRate = 128 / 1920
    parameters.maxMarkerPerimeterRate = 4.0
    # Candidates whose corners are nearer than this share of their perimeter are one. The coaster's own edge around
    # its tag is 0.07 to 0.1 away; with OpenCV's 0.125 the coaster hides its tag.
    parameters.minMarkerDistanceRate = 0.03
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(DICTIONARY), parameters)
