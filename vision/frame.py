"""A picture of the camera with the time at which it was exposed."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

BGRImage = NDArray[np.uint8]
"""(height, width, 3) uint8, colour order blue, green, red (OpenCV's)."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture. ``time_s``: when it was exposed, on the source's own monotonic clock; ``sequence`` counts frames."""

    image: BGRImage
    time_s: float
    sequence: int
