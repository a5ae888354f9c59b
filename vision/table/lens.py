"""What a lens does to the picture: presets as data, straight lines made straight, and a lens learnt from pictures.

A lens here is a pinhole with radial and tangential distortion (Brown and Conrady's model, as OpenCV writes it). *Ideal*
pixels are where a point would be without distortion; *picture* pixels are where the camera shows it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dealer.errors import InputError
from dealer.system.files import parse_toml, read_text
from dealer.system.plain_text import in_short

LENS_FOLDER = Path(__file__).with_name("lenses")
MOST_BYTES = 10_000
"""A lens file has some 400 bytes."""
LARGEST_PX = 100_000
"""Widest picture, and longest focal length, that is believed."""
LARGEST_BEND = 100
"""Largest coefficient of a lens's distortion that is believed."""

UNDISTORT_STEPS = 30
"""Newton steps at most; five are enough for 102 degrees, the rest are for calibrations that are nearly folded."""
UNDISTORT_ENOUGH = 1e-9
"""Where Newton's steps stop, in units of the focal length: a millionth of a pixel."""

Points = NDArray[np.float64]
"""(n, 2) float64."""
_Values = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Lens:
    """A lens for pictures of ``size_px`` (width, height).

    ``camera_matrix`` is (3, 3) float64 with focal lengths and centre in pixels; ``distortion`` is (k1, k2, p1, p2, k3).
    Pixel centres have whole coordinates, as in OpenCV.
    """

    name: str
    camera_matrix: NDArray[np.float64]
    distortion: tuple[float, float, float, float, float]
    size_px: tuple[int, int]
    title: str = ""
    source: str = ""
    error_px: float | None = None
    """What was left over, root mean square, when this lens was learnt from pictures; ``None`` for a preset."""

    @property
    def focal_px(self) -> float:
        """The focal length in pixels, the mean of both directions."""
        return float(self.camera_matrix[0, 0] + self.camera_matrix[1, 1]) / 2

    @property
    def width_deg(self) -> float:
        """How many degrees the picture is wide, distortion included.

        >>> round(lens("pi-camera-3").width_deg), round(lens("pi-camera-3-wide").width_deg)
        (66, 102)
        """
        middle_y = float(self.camera_matrix[1, 2])
        ends = self.undistort_points(np.array([[-0.5, middle_y], [self.size_px[0] - 0.5, middle_y]]))
        slopes = (ends[:, 0] - self.camera_matrix[0, 2]) / self.camera_matrix[0, 0]
        return float(np.degrees(np.arctan(slopes[1]) - np.arctan(slopes[0])))

    def scaled_to(self, size_px: tuple[int, int]) -> "Lens":
        """The lens for pictures of another size.

        The same width of view is taken: a picture of another shape is one with more or less above and below.

        >>> lens("webcam").scaled_to((1280, 720)).focal_px
        906.8
        """
        if size_px == self.size_px:
            return self
        scale = size_px[0] / self.size_px[0]
        matrix = self.camera_matrix.copy()
        matrix[0] *= scale
        matrix[1] *= scale
        matrix[0, 2] = (size_px[0] - 1) / 2 + (self.camera_matrix[0, 2] - (self.size_px[0] - 1) / 2) * scale
        matrix[1, 2] = (size_px[1] - 1) / 2 + (self.camera_matrix[1, 2] - (self.size_px[1] - 1) / 2) * scale
        error_px = None if self.error_px is None else self.error_px * scale
        return Lens(self.name, _frozen(matrix), self.distortion, size_px, self.title, self.source, error_px)

    def distort_points(self, points: NDArray[Any]) -> Points:
        """From ideal to picture pixels, (n, 2) each.

        Far outside the picture, where the formula would fold back, points go on outwards in a straight line.
        """
        focal, centre = self._pinhole()
        ideal = (np.asarray(points, np.float64).reshape(-1, 2) - centre) / focal
        if not any(self.distortion):
            return ideal * focal + centre
        radius = np.hypot(ideal[:, 0], ideal[:, 1])
        limit = self._radius_limit()
        inside = ideal * np.minimum(1.0, limit / np.maximum(radius, 1e-12))[:, None]
        return (self._distorted(inside) + (ideal - inside)) * focal + centre

    def undistort_points(self, points: NDArray[Any]) -> Points:
        """From picture to ideal pixels, (n, 2) each: the inverse of ``distort_points``."""
        focal, centre = self._pinhole()
        shown = (np.asarray(points, np.float64).reshape(-1, 2) - centre) / focal
        if not any(self.distortion):
            return shown * focal + centre
        limit = self._radius_limit()
        ideal = shown.T.copy()  # x and y are worked with apart: this is done to every outline
        shown_x, shown_y = shown.T.copy()
        step = np.empty_like(ideal)
        for _ in range(UNDISTORT_STEPS):
            x, y = ideal
            landed_x, landed_y, across, mixed, down = self._distorted_with_slopes(x, y)
            missing_x, missing_y = shown_x - landed_x, shown_y - landed_y
            both = across * down - mixed * mixed
            step[0] = down * missing_x - mixed * missing_y
            step[1] = across * missing_y - mixed * missing_x
            step /= both
            ideal += step
            radius = np.hypot(x, y)
            ideal *= np.minimum(1.0, limit / np.maximum(radius, 1e-12))
            if np.abs(step).max(initial=0.0) < UNDISTORT_ENOUGH:
                break
        beyond = shown - self._distorted(ideal.T)
        return (ideal.T + beyond) * focal + centre

    def save(self, path: Path) -> None:
        """Write the lens as a file that ``lens`` reads."""
        matrix = self.camera_matrix
        lines = [
            f"title = {_quoted(self.title or self.name)}",
            f"source = {_quoted(self.source)}",
            f"size_px = [{self.size_px[0]}, {self.size_px[1]}]",
            f"focal_px = [{matrix[0, 0]:.3f}, {matrix[1, 1]:.3f}]",
            f"centre_px = [{matrix[0, 2]:.3f}, {matrix[1, 2]:.3f}]",
            "distortion = [" + ", ".join(f"{value:.6f}" for value in self.distortion) + "]",
        ]
        if self.error_px is not None:
            lines.append(f"error_px = {self.error_px:.3f}")
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")

    def _pinhole(self) -> tuple[Points, Points]:
        matrix = self.camera_matrix
        return np.array([matrix[0, 0], matrix[1, 1]]), np.array([matrix[0, 2], matrix[1, 2]])

    def _distorted(self, ideal: Points) -> Points:
        k1, k2, p1, p2, k3 = self.distortion
        x, y = ideal[:, 0], ideal[:, 1]
        square = x * x + y * y
        radial = 1 + square * (k1 + square * (k2 + square * k3))
        distorted = np.empty_like(ideal)
        distorted[:, 0] = x * radial
        distorted[:, 1] = y * radial
        if p1 or p2:
            distorted[:, 0] += 2 * p1 * x * y + p2 * (square + 2 * x * x)
            distorted[:, 1] += p1 * (square + 2 * y * y) + 2 * p2 * x * y
        return distorted

    def _distorted_with_slopes(self, x: _Values, y: _Values) -> tuple[_Values, _Values, _Values, _Values, _Values]:
        """``_distorted`` of points, x and y (n,) apart, and its derivatives: of x by x, of x by y, which is that of y
        by x, and of y by y."""
        k1, k2, p1, p2, k3 = self.distortion
        xx, yy, xy = x * x, y * y, x * y
        square = xx + yy
        radial = 1 + square * (k1 + square * (k2 + square * k3))
        growth = 2 * (k1 + square * (2 * k2 + 3 * k3 * square))
        landed_x, landed_y = x * radial, y * radial
        across, mixed, down = radial + xx * growth, xy * growth, radial + yy * growth
        if p1 or p2:
            landed_x += 2 * p1 * xy + p2 * (square + 2 * xx)
            landed_y += p1 * (square + 2 * yy) + 2 * p2 * xy
            mixed += 2 * p1 * x + 2 * p2 * y
            across += 2 * p1 * y + 6 * p2 * x
            down += 6 * p1 * y + 2 * p2 * x
        return landed_x, landed_y, across, mixed, down

    def _radius_limit(self) -> float:
        """The ideal radius, in focal lengths, below which a larger radius is also shown further out."""
        return _radius_limit(self.distortion[0], self.distortion[1], self.distortion[4])


@lru_cache(maxsize=64)
def _radius_limit(k1: float, k2: float, k3: float) -> float:
    # Where the derivative of r (1 + k1 r^2 + k2 r^4 + k3 r^6) falls to a tenth; 3.0 is a view of 143 degrees.
    squares = np.linspace(0, 9.0, 4001)
    slope = 1 + squares * (3 * k1 + squares * (5 * k2 + squares * 7 * k3))
    folded = np.flatnonzero(slope < 0.1)
    return float(np.sqrt(squares[folded[0]])) if len(folded) else 3.0


def lens(name: str) -> Lens:
    """A preset by its name, or a lens file by its path (ending in ``.toml``).

    Raises: InputError when there is none, or when the file is no lens.

    >>> lens("webcam").size_px
    (1920, 1080)
    """
    path = Path(name) if name.endswith(".toml") else LENS_FOLDER / f"{name}.toml"
    if not name.endswith(".toml") and name not in presets():
        raise InputError(
            f"No lens is called {name!r}: use one of {', '.join(presets())}, or the path of a lens file (.toml)."
        )
    text = read_text(path, MOST_BYTES, "lens file")
    try:
        data = parse_toml(text)
    except ValueError as error:
        raise InputError(f"The lens file {path} cannot be read: {error}.") from error
    return _lens_from(data, name=path.stem, path=path)


@lru_cache(maxsize=1)
def presets() -> tuple[str, ...]:
    """The names of the lenses that come along.

    >>> "pi-camera-3-wide" in presets()
    True
    """
    return tuple(sorted(path.stem for path in LENS_FOLDER.glob("*.toml")))


def pinhole(
    name: str, *, size_px: tuple[int, int], width_deg: float, distortion: Sequence[float] = (0, 0, 0, 0, 0)
) -> Lens:
    """A lens from its picture's size and its ideal width in degrees, its centre in the picture's.

    >>> round(pinhole("test", size_px=(1000, 500), width_deg=90).focal_px)
    500
    """
    focal = size_px[0] / 2 / np.tan(np.radians(width_deg / 2))
    matrix = np.array([[focal, 0, (size_px[0] - 1) / 2], [0, focal, (size_px[1] - 1) / 2], [0, 0, 1.0]])
    k1, k2, p1, p2, k3 = (float(value) for value in distortion)
    return Lens(name, _frozen(matrix), (k1, k2, p1, p2, k3), size_px)


def _lens_from(data: dict[str, Any], *, name: str, path: Path) -> Lens:
    try:
        width, height = (int(value) for value in data["size_px"])
        focal_x, focal_y = (float(value) for value in data["focal_px"])
        centre_x, centre_y = (float(value) for value in data["centre_px"])
        k1, k2, p1, p2, k3 = (float(value) for value in data["distortion"])
        error_px = float(data["error_px"]) if "error_px" in data else None
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise InputError(
            f"{path} is no lens file: it needs size_px, focal_px and centre_px with two numbers each and "
            "distortion with five (k1, k2, p1, p2, k3)."
        ) from error
    pixels, bends = (focal_x, focal_y, centre_x, centre_y, width, height), (k1, k2, p1, p2, k3)
    known = np.isfinite((*pixels, *bends)).all() and max(map(abs, pixels)) <= LARGEST_PX
    if not known or min(width, height, focal_x, focal_y) < 1 or max(map(abs, bends)) > LARGEST_BEND:
        raise InputError(
            f"{path} is no lens file: its sizes and focal lengths must be positive numbers, 1 to {LARGEST_PX} pixels, "
            f"and its distortion at most {LARGEST_BEND}."
        )
    matrix = np.array([[focal_x, 0, centre_x], [0, focal_y, centre_y], [0, 0, 1.0]])
    texts = in_short(str(data.get("title", name))), in_short(str(data.get("source", "")))
    return Lens(name, _frozen(matrix), (k1, k2, p1, p2, k3), (width, height), *texts, error_px)


def _frozen(matrix: NDArray[np.float64]) -> NDArray[np.float64]:
    matrix.setflags(write=False)
    return matrix


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ") + '"'
