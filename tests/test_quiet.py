"""Nothing phones home: no socket to the world, no file but in the data folder."""

from pathlib import Path

import cv2
import numpy as np
from tracing import traced


def test_reading_a_picture_asks_nobody_and_leaves_nothing(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "table.png"), np.full((300, 400, 3), 120, np.uint8))
    seen = traced(tmp_path, "see", str(tmp_path / "table.png"))
    assert seen.status == 0, seen.printed
    assert seen.sockets == ()
    assert seen.strayed == ()
