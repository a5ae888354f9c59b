"""A video file as a camera: every frame, with the container's own times."""

import logging
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from dealer.errors import InputError
from hardware.cameras.cameras import FRAMES_PER_S, MOST_PIXELS, Recording
from vision.frame import Frame

log = logging.getLogger(__name__)

SHORTFALL_FRAMES = 3
"""Containers round their frame count; more missing than this is a file that breaks off."""


class Film(Recording):
    """The frames of ``path``, from its beginning each time it is iterated. Raises InputError where it is no video."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        if not path.is_file():
            raise InputError(f"There is no video file {path}; name one that is there with video:FILE.")
        self.path = path
        film = self._open()
        self._width_px = int(film.get(cv2.CAP_PROP_FRAME_WIDTH))
        self._height_px = int(film.get(cv2.CAP_PROP_FRAME_HEIGHT))
        rate = film.get(cv2.CAP_PROP_FPS)
        self._frames_per_s = rate if np.isfinite(rate) and rate > 0 else FRAMES_PER_S
        self._stated_frames = int(film.get(cv2.CAP_PROP_FRAME_COUNT))
        film.release()
        if self._width_px * self._height_px > MOST_PIXELS:
            size, most = f"{self._width_px}x{self._height_px}", f"{MOST_PIXELS // 1_000_000} million"
            raise InputError(f"the pictures of {path} are {size} pixels; at most {most} are expected")

    def _open(self) -> cv2.VideoCapture:
        film = cv2.VideoCapture(str(self.path), cv2.CAP_FFMPEG)
        if not film.isOpened():
            raise InputError(f"{self.path} is no video that can be read; expected what ffmpeg knows (mp4, mkv, avi)")
        return film

    def describe(self) -> str:
        return f"video {self.path.name}, {self._width_px}x{self._height_px} at {self._frames_per_s:.3g} frames a second"

    def __iter__(self) -> Iterator[Frame]:
        film = self._open()
        sequence = 0
        time_s = -1 / self._frames_per_s
        try:
            while not self._closed:
                seen, image = film.read()
                if not seen:
                    break
                stated_s = film.get(cv2.CAP_PROP_POS_MSEC) / 1000
                # Some containers state no times, or 0 for all of them; the frame rate then has to do.
                time_s = stated_s if stated_s > time_s else time_s + 1 / self._frames_per_s
                yield Frame(np.ascontiguousarray(image, dtype=np.uint8), time_s, sequence)
                sequence += 1
        finally:
            film.release()
        if sequence == 0 and not self._closed:
            raise InputError(f"{self.path} holds no frame that can be read; is the file complete?")
        if not self._closed and sequence < self._stated_frames - SHORTFALL_FRAMES:
            log.warning("%s breaks off: %d of its %d frames could be read", self.path, sequence, self._stated_frames)
