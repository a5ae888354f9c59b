"""A USB webcam through Video4Linux: newest frames at 1080p, about fifteen a second."""

import fcntl
import os
import queue
import re
import struct
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import cv2
import numpy as np

from dealer.errors import DeviceError
from dealer.locale import _
from hardware.cameras.cameras import FRAMES_PER_S, SIZE_PX, Region, TimeBase
from vision.frame import Frame

VIDIOC_QUERYCAP = 0x80685600
"""linux/videodev2.h: _IOR('V', 0, struct v4l2_capability)."""

CAPABILITY = struct.Struct("=16s32s32sIII12x")
"""struct v4l2_capability: driver, card, bus_info, version, capabilities, device_caps, reserved."""

CAN_CAPTURE = 0x00000001
"""V4L2_CAP_VIDEO_CAPTURE."""

NOT_WEBCAMS = ("bcm2835", "unicam", "rp1-cfe", "pispbe", "rpi-hevc", "rpivid")
"""How the drivers of a Raspberry Pi's own video blocks begin: they capture, but no picture comes out of them alone."""

PLAUSIBLE_AGE_S = 1.0
"""A driver's time stamp within this of now is on the monotonic clock; some drivers state another clock, or 0."""

FAILED_READS = 5
"""How many reads in a row without a picture say that the camera is gone (an unplugged one fails at once, for ever)."""


OPEN_S = 8.0
"""Opening a webcam takes some tenths of a second, a slow one 2 s; one that takes this long hangs."""


@dataclass(frozen=True, slots=True)
class WebcamFound:
    """A capture device of the system: ``/dev/video<number>`` and its name."""

    number: int
    name: str


def _query(path: Path) -> bytes:
    """The device's ``struct v4l2_capability``."""
    device = os.open(path, os.O_RDWR | os.O_NONBLOCK)
    try:
        answer = bytearray(CAPABILITY.size)
        fcntl.ioctl(device, VIDIOC_QUERYCAP, answer)
        return bytes(answer)
    finally:
        os.close(device)


def list_webcams(*, folder: Path = Path("/dev"), query: Callable[[Path], bytes] = _query) -> tuple[WebcamFound, ...]:
    """The webcams that are plugged in, by number; the Raspberry Pi's own video blocks are left out."""
    found = []
    for path in folder.glob("video*"):
        number = re.fullmatch(r"video([0-9]+)", path.name)
        if number is None:
            continue
        try:
            driver, card, _, _, _, device_capabilities = CAPABILITY.unpack(query(path))
        except OSError:
            continue  # busy, or not ours to open: not a camera that can be used now
        name = driver.split(b"\0")[0].decode(errors="replace")
        if device_capabilities & CAN_CAPTURE and not name.startswith(NOT_WEBCAMS):
            found.append(WebcamFound(int(number[1]), card.split(b"\0")[0].decode(errors="replace")))
    return tuple(sorted(found, key=lambda webcam: webcam.number))


def _open_capture(number: int) -> Any:
    # OpenCV prints a line of its own where there is none; what is missing is said in our words.
    logging = getattr(cv2.utils, "logging", None)  # not in every build
    before = None if logging is None else logging.setLogLevel(logging.LOG_LEVEL_ERROR)
    try:
        return cv2.VideoCapture(number, cv2.CAP_V4L2)
    finally:
        if logging is not None:
            logging.setLogLevel(before)


def _in_a_line(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__


class Webcam:
    """``/dev/video<number>``. Entering it opens the device; raises DeviceError where there is none.

    The camera's own exposure control stays on: over Video4Linux there is no setting that all webcams understand.
    Raises DeviceError too when it gives no pictures any more, or does not open within ``open_s``. ``open_capture``
    gives an object like ``cv2.VideoCapture``, and ``found`` the webcams that are there; a test gives false ones.
    """

    def __init__(
        self,
        number: int,
        *,
        size_px: tuple[int, int] = SIZE_PX,
        open_capture: Callable[[int], Any] = _open_capture,
        found: Callable[[], tuple[WebcamFound, ...]] = list_webcams,
        open_s: float = OPEN_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.number = number
        self._open_capture = open_capture
        self._found = found
        self._name = ""
        self._open_s = open_s
        self._clock = clock
        self._capture: Any = None
        self._closed = False
        self._asked_px = self._size_px = size_px

    @property
    def time_base(self) -> TimeBase:
        return TimeBase.MONOTONIC

    def describe(self) -> str:
        size, asked = ("x".join(map(str, sides)) for sides in (self._size_px, self._asked_px))
        name = f" ({self._name})" if self._name else ""
        return f"webcam {self.number}{name}, {size}" + ("" if size == asked else f" instead of {asked}")

    def __enter__(self) -> Self:
        self._capture = self._opened()
        return self

    def _opened(self) -> Any:
        """The device, opened in a thread of its own: a driver may hang for ever in that. Raises DeviceError."""
        opened: queue.Queue[Any] = queue.Queue()
        given_up = threading.Event()

        def open_it() -> None:
            try:
                capture = self._set_up()
            except Exception as error:  # OpenCV's own among them
                opened.put(error)
            else:
                opened.put(capture)
                if given_up.is_set():
                    capture.release()

        threading.Thread(target=open_it, name=f"open webcam {self.number}", daemon=True).start()
        try:
            capture = opened.get(timeout=self._open_s)
        except queue.Empty:
            given_up.set()
            if not opened.empty() and not isinstance(late := opened.get(), Exception):  # it came in this very moment
                late.release()
            words = _("Webcam {number} does not answer. Unplug it and plug it in again.")
            raise DeviceError(words.format(number=self.number)) from None
        if isinstance(capture, DeviceError):
            raise capture
        if isinstance(capture, Exception):
            words = _("Webcam {number} cannot be opened: {error}").format(number=self.number, error=_in_a_line(capture))
            raise DeviceError(words) from capture
        return capture

    def _set_up(self) -> Any:
        capture = self._open_capture(self.number)
        if not capture.isOpened():
            capture.release()
            raise DeviceError(self._why_not())
        # 1080p over USB 2 fits as motion JPEG only; raw pictures would come five a second.
        capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, self._asked_px[0])
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, self._asked_px[1])
        capture.set(cv2.CAP_PROP_FPS, FRAMES_PER_S)
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        self._size_px = (int(capture.get(cv2.CAP_PROP_FRAME_WIDTH)), int(capture.get(cv2.CAP_PROP_FRAME_HEIGHT)))
        self._name = next((webcam.name for webcam in self._found() if webcam.number == self.number), "")
        return capture

    def _why_not(self) -> str:
        """Why it does not open, and what to do."""
        found = self._found()
        if any(webcam.number == self.number for webcam in found):
            words = _("Another program uses webcam {number}. Close it, or unplug the webcam and plug it in again.")
            return words.format(number=self.number)
        if found:
            others = ", ".join(f"webcam:{webcam.number} ({webcam.name})" for webcam in found)
            words = _("There is no webcam {number}. Plug it in, or choose another camera: {others}")
            return words.format(number=self.number, others=others)
        return _("There is no webcam {number}. Plug it in, or choose another camera.").format(number=self.number)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()
        if self._capture is not None:
            self._capture.release()
            self._capture = None

    def __iter__(self) -> Iterator[Frame]:
        """Grabs every picture, so that none grows old in the driver; decodes no more than ``FRAMES_PER_S`` of them."""
        if self._capture is None:
            raise DeviceError(f"webcam {self.number} is not open; use it in a with statement")
        sequence = 0
        last_s = -np.inf
        failures = 0
        # Half a frame of slack, or a camera of exactly that rate would lose every other picture to its jitter.
        interval_s = 1 / FRAMES_PER_S - 0.5 / 30
        while not self._closed:
            try:
                grabbed = self._capture.grab()
                time_s = self._exposed_s()
                if grabbed and time_s - last_s < interval_s:
                    continue
                seen, image = self._capture.retrieve() if grabbed else (False, None)
            except Exception as error:  # cv2.error, and what a backend throws
                words = _("Webcam {number} gives no pictures any more: {error}")
                raise DeviceError(words.format(number=self.number, error=_in_a_line(error))) from error
            if not seen:
                failures += 1
                if failures >= FAILED_READS:
                    words = _("Webcam {number} gives no pictures any more. Is its plug loose?")
                    raise DeviceError(words.format(number=self.number))
                continue
            failures = 0
            last_s = time_s
            yield Frame(np.ascontiguousarray(image, dtype=np.uint8), time_s, sequence)
            sequence += 1

    def _exposed_s(self) -> float:
        """When the grabbed picture was taken: the driver's stamp where it is on our clock, else now."""
        now_s = self._clock()
        stamp_s = self._capture.get(cv2.CAP_PROP_POS_MSEC) / 1000
        return stamp_s if 0 <= now_s - stamp_s < PLAUSIBLE_AGE_S else now_s

    def close(self) -> None:
        """Ends the iteration at the next picture; leaving the ``with`` gives the device back."""
        self._closed = True

    def settle(self, region: Region | None = None) -> None:
        """Nothing: a webcam's exposure, white balance and focus are never locked."""
