"""What net B is taught to say of the place of an index."""

import numpy as np
from numpy.typing import NDArray

from vision.nets.ranks import PATCH_SHARE


def pose_of(row: NDArray[np.float32], x: float, y: float, up: float, width: float) -> NDArray[np.float32]:
    """What net B is to say of an index in a patch cut at (x, y) with ``up`` (radians) for a card of that width, and 1:
    there is one (10,)."""
    right, down = np.array([-np.sin(up), np.cos(up)]), np.array([-np.cos(up), -np.sin(up)])
    frame = np.stack([right, down])
    away = frame @ (row[1:3] - (x, y)) / (PATCH_SHARE * width)
    centre = frame @ (row[5:7] - row[1:3]) / width
    size = np.log(row[12:14] / (PATCH_SHARE * width))
    return np.array([*away, *(frame @ row[3:5]), np.log(row[7] / width), *centre, *size, 1.0], np.float32)
