"""Picture files that people hand over: how large they are is asked before they are decoded."""

import io
import warnings
from pathlib import Path

import cv2
import numpy as np

from dealer.errors import InputError
from dealer.system.files import read_limited
from vision.frame import BGRImage

MOST_BYTES = 60_000_000
MOST_PIXELS = 50_000_000
"""What a telephone's sharpest pictures have. Decoded they take three bytes a pixel, and as much again to read them."""

FORMATS = ("JPEG", "PNG", "WEBP", "BMP")


def load_picture(path: Path, *, upright: bool = False, most_pixels: int = MOST_PIXELS) -> BGRImage:
    """A picture file as BGR: rows as stored, or ``upright`` as its EXIF says.

    Raises:
        InputError: there is none, it is too large, or it is no picture.
    """
    content = read_limited(path, MOST_BYTES, "picture")
    pixels = _pixels(content)
    if pixels > most_pixels:
        raise InputError(
            f"The picture {path} has more than {most_pixels // 1_000_000} million pixels; expected fewer. "
            "Make a smaller one of it."
        )
    flags = cv2.IMREAD_COLOR if upright else cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION
    try:
        image = cv2.imdecode(np.frombuffer(content, np.uint8), flags) if pixels else None
    except cv2.error:
        image = None
    if image is None:
        raise InputError(
            f"{path} is not a picture that can be read ({len(content)} bytes). Name a whole JPEG or PNG file."
        )
    return np.ascontiguousarray(image, np.uint8)


def _pixels(content: bytes) -> float:
    """How many pixels a picture has, from its first bytes; 0 for what is no picture."""
    from PIL import Image  # a real table is played without it

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Image.DecompressionBombWarning)
        try:
            with Image.open(io.BytesIO(content), formats=FORMATS) as picture:
                return picture.width * picture.height
        except Image.DecompressionBombError:
            return float("inf")
        except Exception:  # each format has errors of its own
            return 0
