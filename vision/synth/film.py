"""A film of a scene or a rehearsal: frames through a lossy codec into a video file, at the camera's steady rate."""

from collections.abc import Iterable
from pathlib import Path

import cv2

from dealer.errors import DeviceError
from vision.frame import Frame
from vision.synth.simulated import FRAME_S

CODECS: dict[str, str] = {"mp4v": ".mp4", "MJPG": ".avi"}
"""Codecs that OpenCV's wheels can write everywhere, and their files' suffixes."""


def render_film(frames: Iterable[Frame], path: Path, codec: str = "mp4v", *, longest_s: float | None = None) -> int:
    """Write frames to a video file; returns how many pictures it has.

    Frames that lie further apart than the camera's rate are shown as long as they last, so that the film's time is the
    stated time. ``longest_s`` ends the film early. A rehearsal should be made with ``pace="steady"``: then noise and
    flicker are new in every picture.

    Raises: DeviceError when the file cannot be written with this codec.
    """
    writer: cv2.VideoWriter | None = None
    count = 0
    start_s = 0.0
    last = None
    try:
        for frame in frames:
            if writer is None:
                height, width = frame.image.shape[:2]
                start_s = frame.time_s
                writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*codec), 1 / FRAME_S, (width, height))
                if not writer.isOpened():
                    raise DeviceError(
                        f"{path} cannot be written with the codec {codec}: expected one of {', '.join(CODECS)}."
                    )
            due = round((frame.time_s - start_s) / FRAME_S)
            while last is not None and count < due:
                writer.write(last.image)
                count += 1
            last = frame
            if longest_s is not None and frame.time_s - start_s > longest_s:
                break
        if writer is not None and last is not None:
            writer.write(last.image)
            count += 1
    finally:
        if writer is not None:
            writer.release()
    return count
