"""A Raspberry Pi's own camera: asks the process that holds it for pictures, and kills that process when it hangs."""

import importlib.util
import json
import logging
import mmap
import os
import select
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import numpy as np

from dealer.errors import DeviceError
from dealer.locale import _
from hardware.cameras.cameras import FRAMES_PER_S, LIST_S, SIZE_PX, Region, TimeBase
from hardware.cameras.raspberry_process import Options
from vision.frame import Frame

log = logging.getLogger(__name__)

STOP_S = 1.5
"""How long the process may take to stop by itself; picamera2's own ``stop`` takes some tenths of a second."""

POLL_S = 0.25
"""How often a waiting reader looks whether it was closed."""


def _command(*arguments: str) -> list[str]:
    return [sys.executable, "-P", "-m", "hardware.cameras.raspberry_process", *arguments]


def _environment() -> dict[str, str]:
    """The child finds the same modules as this process, wherever it was started; but first those that lie beside
    picamera2, which works with no numpy but the one that it was built with."""
    found = importlib.util.find_spec("picamera2")
    first: list[str] = []
    if found is not None and found.origin is not None:
        first = [str(Path(found.origin).parents[1 if found.submodule_search_locations else 0])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path or os.getcwd() for path in (*first, *sys.path))}


def list_raspberry_cameras(*, within_s: float = LIST_S) -> tuple[str, ...]:
    """The models of the cameras on the Pi's own connectors, in the order of their numbers; none without picamera2.

    Raises DeviceError when the list could not be made: that is not the same as no camera.
    """
    if importlib.util.find_spec("picamera2") is None:
        return ()
    try:
        answer = subprocess.run(
            _command("list"),
            env=_environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=within_s,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise DeviceError(f"the Raspberry Pi's cameras were not listed within {within_s:.0f} s") from None
    for line in answer.stdout.splitlines():
        told = json.loads(line)
        if told.get("missing"):
            return ()
        if "cameras" in told:
            return tuple(camera["model"] for camera in told["cameras"])
        raise DeviceError(f"the Raspberry Pi's cameras cannot be listed: {told['error']}")
    raise DeviceError(f"the Raspberry Pi's cameras cannot be listed: the listing ended with status {answer.returncode}")


class RaspberryCamera:
    """The camera on a Pi's connector. Entering it starts the process; the first frame comes once all has settled.

    Each iteration step asks for a picture, and the answer is one that was new when it was asked for. Raises DeviceError
    when there is no such camera or picamera2 fails; a camera that merely hangs is for ``WatchedCamera`` to notice.
    """

    def __init__(
        self,
        *,
        camera_number: int = 0,
        size_px: tuple[int, int] = SIZE_PX,
        frames_per_s: float = FRAMES_PER_S,
    ) -> None:
        self._camera_number = camera_number
        self._size_px = size_px
        self._frames_per_s = frames_per_s
        self._closed = threading.Event()
        self._process: subprocess.Popen[bytes] | None = None
        self._memory = -1
        self._unread = b""
        self._described = f"Raspberry Pi camera {camera_number}"
        self._stopping = threading.Lock()
        self.locked: dict[str, Any] = {}
        """The exposure, gain, colours and focus that were locked, by libcamera's names."""

    @property
    def time_base(self) -> TimeBase:
        return TimeBase.MONOTONIC

    def describe(self) -> str:
        return self._described

    def __enter__(self) -> Self:
        self._memory = os.memfd_create("pairs-dealer-camera")
        options = Options(
            camera_number=self._camera_number,
            width_px=self._size_px[0],
            height_px=self._size_px[1],
            frames_per_s=self._frames_per_s,
            memory=self._memory,
        )
        self._process = subprocess.Popen(
            _command("serve", json.dumps(asdict(options))),
            env=_environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            # libcamera is talkative: its words are for whoever asked for the log.
            stderr=None if log.isEnabledFor(logging.DEBUG) else subprocess.DEVNULL,
            bufsize=0,
            pass_fds=(self._memory,),
        )
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()
        if self._process is not None:
            for pipe in (self._process.stdin, self._process.stdout):
                if pipe is not None:
                    pipe.close()
            self._process = None
        os.close(self._memory)

    def __iter__(self) -> Iterator[Frame]:
        ready = self._answer()
        if ready is None:
            return
        started = ready["ready"]
        width_px, height_px = started["width_px"], started["height_px"]
        self._described = f"Raspberry Pi camera {self._camera_number} ({started['model']}), {width_px}x{height_px}"
        with mmap.mmap(self._memory, height_px * width_px * 3, prot=mmap.PROT_READ) as shared:
            while True:
                self._order("frame")
                answer = self._answer()
                if answer is None:
                    return
                # The process writes there only when asked again, so the copy is of one picture.
                image = np.frombuffer(shared, np.uint8).reshape(height_px, width_px, 3).copy()
                yield Frame(image, answer["frame"]["time_s"], answer["frame"]["sequence"])

    def settle(self, region: Region | None = None) -> None:
        """Let exposure, white balance and focus settle anew, for what ``region`` shows; pictures go on meanwhile."""
        self._order("settle", region=region)

    def _order(self, what: str, **more: object) -> None:
        process = self._process
        if process is None or process.stdin is None:
            return
        try:
            process.stdin.write(json.dumps({"do": what, **more}).encode() + b"\n")
        except (OSError, ValueError):
            pass  # the process is gone, or was closed: its last words are in the answer

    def _answer(self) -> dict[str, Any] | None:
        """The next line that is awaited from the process, or None when this camera was closed. Raises DeviceError."""
        while True:
            answer = self._line()
            if answer is None or "locked" not in answer:
                break
            self.locked = answer["locked"]["locked"]
        if answer is not None and "ready" in answer:
            self.locked = answer["ready"]["locked"]
        return answer

    def _line(self) -> dict[str, Any] | None:
        process = self._process
        if process is None or process.stdout is None:
            raise DeviceError("the Raspberry Pi camera is not running; use it in a with statement")
        while b"\n" not in self._unread:
            if self._closed.is_set():
                return None
            readable, *_others = select.select([process.stdout], [], [], POLL_S)
            if not readable:
                continue
            more = os.read(process.stdout.fileno(), 4096)
            if not more:
                if self._closed.is_set():
                    return None
                words = _("Raspberry Pi camera {number} broke down. Is its cable in place?")
                raise DeviceError(words.format(number=self._camera_number))
            self._unread += more
        line, _end, self._unread = self._unread.partition(b"\n")
        answer: dict[str, Any] = json.loads(line)
        if "error" in answer:
            raise DeviceError(f"camera picamera2:{self._camera_number}: {answer['error']}")
        return answer

    def close(self) -> None:
        """Stop the process: kindly, then by killing it."""
        self._closed.set()
        with self._stopping:
            process, end_s = self._process, time.monotonic() + STOP_S
            if process is None:
                return
            self._order("stop")
            try:
                process.wait(max(0.0, end_s - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                try:
                    process.wait(STOP_S)
                except subprocess.TimeoutExpired:
                    log.warning("the camera's process is stuck in the kernel; it ends when the kernel lets go of it")
