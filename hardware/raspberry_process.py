"""The process that holds a Raspberry Pi's camera: ``python -m hardware.raspberry_process list`` or ``serve OPTIONS``.

It is a process of its own because a loose cable can make picamera2 hang for ever, even in ``stop``: its parent
(``hardware/raspberry.py``) kills it then. Pictures go through memory that the parent shares with it (a file
descriptor), words through its standard input and output as one line of JSON each:

| from the parent | answer |
| --- | --- |
| ``{"do": "frame"}`` | ``{"frame": {"time_s": …, "sequence": …}}`` when the next picture lies in the shared memory |
| ``{"do": "settle"}`` | none; exposure, white balance and focus are let go, settle and are locked again |
| ``{"do": "stop"}``, or the end of the input | none; the process ends |

At the start it says ``{"ready": {…}}``, and ``{"error": "…"}`` before it ends with status 4. picamera2 and libcamera
are imported here only. What is said of them below was read in picamera2 0.3.38's source.
"""

import json
import mmap
import os
import sys
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

BUFFERS = 4
"""More run the Pi's contiguous memory out at 1080p; fewer drop frames."""

SETTLE_FRAMES = 8
"""So many frames in a row with the same exposure, gain and colours count as settled."""

SETTLE_S = 4.0
"""A light that never settles (a flickering lamp) is locked as it is after so long."""

SETTLED_WITHIN = 0.02
"""Exposure, gain and colour gains may vary by this much between settled frames."""

MAINS_PERIOD_US = 10_000
"""Half a period of 50 Hz mains: lamps flicker a hundred times a second, and exposures of whole periods don't see it."""

STALE_FRAMES = 5
"""A picture exposed this many frame times before it was fetched lay in a queue: ``BUFFERS``, and one in the sensor."""

AHEAD_S = 1.0
"""A time stamp further ahead of the monotonic clock than this is not on that clock."""

CAPTURE_S = 2.0
"""How long a capture may take before the camera counts as stalled; picamera2 raises TimeoutError then."""


@dataclass(frozen=True, slots=True)
class Options:
    """How the camera is to run. ``memory`` is the shared memory's file descriptor."""

    camera_number: int
    width_px: int
    height_px: int
    frames_per_s: float
    memory: int


class BadTimestamp(Exception):
    """A picture whose time stamp cannot be believed."""


class Freshness:
    """Tells new pictures from old ones by the times at which they were exposed.

    >>> freshness = Freshness(frames_per_s=10)
    >>> freshness.is_new(exposed_s=9.95, now_s=10.0)
    True
    >>> freshness.is_new(exposed_s=9.95, now_s=10.1)     # the same one again
    False
    >>> freshness.is_new(exposed_s=10.05, now_s=10.9)    # lay in a queue
    False
    """

    def __init__(self, *, frames_per_s: float) -> None:
        self._oldest_s = STALE_FRAMES / frames_per_s
        self._last_s = float("-inf")

    def is_new(self, *, exposed_s: float, now_s: float) -> bool:
        """Whether the picture is newer than the last new one, and was not kept waiting. Raises BadTimestamp."""
        if exposed_s > now_s + AHEAD_S:
            raise BadTimestamp(f"a picture's time stamp is {exposed_s - now_s:.1f} s ahead of the monotonic clock")
        if exposed_s <= self._last_s or exposed_s < now_s - self._oldest_s:
            return False
        self._last_s = exposed_s
        return True


def steady_exposure(exposure_us: int, gain: float) -> tuple[int, float]:
    """Exposure and gain that let in the same light and do not see the mains flicker, where that is possible.

    >>> steady_exposure(26_000, 4.0)
    (20000, 5.2)
    >>> steady_exposure(4_000, 1.0)     # too bright for a whole period
    (4000, 1.0)
    """
    periods = exposure_us // MAINS_PERIOD_US
    if periods < 1:
        return exposure_us, gain
    steady_us = periods * MAINS_PERIOD_US
    return steady_us, gain * exposure_us / steady_us


def unpadded(buffer: NDArray[np.uint8], *, width_px: int, height_px: int, stride: int) -> NDArray[np.uint8]:
    """The picture (height, width, 3) in a camera's buffer whose rows are ``stride`` bytes apart; no copy.

    >>> unpadded(np.arange(16, dtype=np.uint8), width_px=2, height_px=2, stride=8)[1].tolist()
    [[8, 9, 10], [11, 12, 13]]
    """
    if buffer.ndim != 1 or stride < width_px * 3 or buffer.size < stride * height_px:
        raise ValueError(
            f"a buffer of {buffer.shape} bytes with {stride} a row holds no {width_px}x{height_px} picture of 3 bytes"
        )
    rows = buffer[: stride * height_px].reshape(height_px, stride)
    return rows[:, : width_px * 3].reshape(height_px, width_px, 3)


def widest_mode(
    modes: list[dict[str, Any]], *, width_px: int, height_px: int, frames_per_s: float
) -> dict[str, Any] | None:
    """The sensor mode that sees most: cropped modes would see less than the lens, and break its preset.

    Of those that see equally much the smallest that is still as large as the picture, None where no mode will do.

    >>> cropped = {"size": (1920, 1080), "bit_depth": 10, "fps": 47.0, "crop_limits": (680, 692, 1920, 1080)}
    >>> binned = {"size": (1640, 1232), "bit_depth": 10, "fps": 41.0, "crop_limits": (0, 0, 3280, 2464)}
    >>> full = {"size": (3280, 2464), "bit_depth": 10, "fps": 21.0, "crop_limits": (0, 0, 3280, 2464)}
    >>> widest_mode([cropped, binned, full], width_px=1920, height_px=1080, frames_per_s=15)["size"]
    (3280, 2464)
    """
    usable = [
        mode
        for mode in modes
        if "crop_limits" in mode
        and mode["fps"] >= frames_per_s
        and mode["size"][0] >= width_px
        and mode["size"][1] >= height_px
    ]
    if not usable:
        return None
    return min(
        usable,
        key=lambda mode: (-mode["crop_limits"][2] * mode["crop_limits"][3], mode["size"][0] * mode["size"][1]),
    )


class Recorder:
    """Picamera2 with one configuration for the whole run, settled and then locked."""

    def __init__(self, options: Options) -> None:
        from libcamera import controls
        from picamera2 import Picamera2

        self._options = options
        self._freshness = Freshness(frames_per_s=options.frames_per_s)
        self._focus_modes = controls.AfModeEnum
        self._camera = Picamera2(camera_num=options.camera_number)
        frame_us = round(1_000_000 / options.frames_per_s)
        mode = widest_mode(
            self._camera.sensor_modes,
            width_px=options.width_px,
            height_px=options.height_px,
            frames_per_s=options.frames_per_s,
        )
        sensor = {} if mode is None else {"output_size": mode["size"], "bit_depth": mode["bit_depth"]}
        # Controls belong in the configuration: those that were set before it are lost.
        configuration = self._camera.create_video_configuration(
            main={"size": (options.width_px, options.height_px), "format": "RGB888"},  # BGR in memory
            raw=None,
            buffer_count=BUFFERS,
            queue=False,
            sensor=sensor,
            controls={"FrameDurationLimits": (frame_us, frame_us), **self._automatic()},
        )
        self._camera.configure(configuration)
        stream = self._camera.stream_configuration("main")
        self.width_px, self.height_px = (int(length) for length in stream["size"])
        self._stride = int(stream["stride"])
        self.model = str(self._camera.camera_properties.get("Model", "unknown sensor"))
        self._camera.start()

    def _automatic(self) -> dict[str, Any]:
        """The controls while everything settles; only those that this sensor has: picamera2 refuses the others."""
        wanted = {"AeEnable": True, "AwbEnable": True, "AfMode": self._focus_modes.Continuous}
        return {name: value for name, value in wanted.items() if name in self._camera.camera_controls}

    def _locked(self, metadata: Mapping[str, Any]) -> dict[str, Any]:
        """The controls that hold what the metadata says, as far as this sensor has them."""
        exposure_us, gain = steady_exposure(int(metadata["ExposureTime"]), float(metadata["AnalogueGain"]))
        wanted: dict[str, Any] = {
            "AeEnable": False,
            "ExposureTime": exposure_us,
            "AnalogueGain": gain,
            "AwbEnable": False,
            "ColourGains": tuple(float(value) for value in metadata.get("ColourGains", ())),
            "AfMode": self._focus_modes.Manual,
            "LensPosition": metadata.get("LensPosition"),
        }
        has = self._camera.camera_controls
        return {name: value for name, value in wanted.items() if name in has and value not in (None, ())}

    def settle(self) -> dict[str, Any]:
        """Let exposure, white balance and focus settle, lock them, and tell the locked values."""
        # Zero gives exposure and gain back to the automatic.
        self._camera.set_controls({"ExposureTime": 0, "AnalogueGain": 0.0, **self._automatic()})
        end_s = time.monotonic() + SETTLE_S
        settled = 0
        before: list[float] = []
        metadata: Mapping[str, Any] = {}
        while settled < SETTLE_FRAMES and (time.monotonic() < end_s or not metadata):
            request = self._camera.capture_request(wait=CAPTURE_S)
            try:
                metadata = request.get_metadata()
            finally:
                request.release()
            now = [
                float(metadata["ExposureTime"]),
                float(metadata["AnalogueGain"]),
                *(float(value) for value in metadata.get("ColourGains", ())),
                1.0 + float(metadata.get("LensPosition") or 0.0),
            ]
            close = len(now) == len(before) and all(
                abs(new - old) <= SETTLED_WITHIN * max(abs(old), 1e-6) for new, old in zip(now, before, strict=True)
            )
            settled = settled + 1 if close else 0
            before = now
        locked = self._locked(metadata)
        self._camera.set_controls(locked)
        self._drop_until_locked(locked)
        return {name: value for name, value in locked.items() if isinstance(value, int | float | tuple)}

    def _drop_until_locked(self, locked: Mapping[str, Any]) -> None:
        """Controls reach the sensor some frames later; pictures until then are not handed out."""
        for _ in range(2 * BUFFERS):
            request = self._camera.capture_request(wait=CAPTURE_S)
            try:
                exposure_us = float(request.get_metadata()["ExposureTime"])
            finally:
                request.release()
            # The sensor rounds to whole rows.
            if abs(exposure_us - locked["ExposureTime"]) <= SETTLED_WITHIN * locked["ExposureTime"]:
                return

    def next_picture(self, memory: NDArray[np.uint8] | None) -> float | None:
        """Fetch the next picture; into ``memory`` (height, width, 3) if given. When it was exposed, or None if old.

        Raises BadTimestamp.
        """
        request = self._camera.capture_request(wait=CAPTURE_S)
        try:
            metadata = request.get_metadata()
            if "SensorTimestamp" not in metadata:
                raise BadTimestamp("a picture has no time stamp")
            # SensorTimestamp is when the first row is read out: its exposure ended there.
            exposed_s = float(metadata["SensorTimestamp"] / 1e9 - metadata["ExposureTime"] / 1e6)
            if not self._freshness.is_new(exposed_s=exposed_s, now_s=time.monotonic()):
                return None
            if memory is not None:
                buffer = request.make_buffer("main")
                memory[:] = unpadded(buffer, width_px=self.width_px, height_px=self.height_px, stride=self._stride)
            return exposed_s
        finally:
            request.release()

    def close(self) -> None:
        self._camera.stop()
        self._camera.close()


class Orders:
    """What the parent asks for, read by a thread so that the camera is never kept waiting."""

    def __init__(self, lines: BinaryIO) -> None:
        self._lines = lines
        self._changed = threading.Lock()
        self._frame = False
        self._settle = False
        self.stop = threading.Event()
        threading.Thread(target=self._read, name="orders", daemon=True).start()

    def _read(self) -> None:
        for line in self._lines:
            order = json.loads(line)["do"]
            with self._changed:
                self._frame |= order == "frame"
                self._settle |= order == "settle"
            if order == "stop":
                break
        self.stop.set()

    @property
    def frame(self) -> bool:
        with self._changed:
            return self._frame

    def frame_done(self) -> None:
        with self._changed:
            self._frame = False

    def take_settle(self) -> bool:
        with self._changed:
            settle, self._settle = self._settle, False
            return settle


def serve(options: Options, *, lines: BinaryIO, tell: Callable[[dict[str, Any]], None]) -> None:
    """Run the camera until the parent says stop or goes away."""
    orders = Orders(lines)
    recorder = Recorder(options)
    size = recorder.height_px * recorder.width_px * 3
    os.ftruncate(options.memory, size)
    shared = mmap.mmap(options.memory, size)
    memory = np.frombuffer(shared, np.uint8).reshape(recorder.height_px, recorder.width_px, 3)
    locked = recorder.settle()
    tell(
        {
            "ready": {
                "width_px": recorder.width_px,
                "height_px": recorder.height_px,
                "model": recorder.model,
                "locked": locked,
            }
        }
    )
    sequence = 0
    while not orders.stop.is_set():
        if orders.take_settle():
            recorder.settle()
        wanted = orders.frame
        exposed_s = recorder.next_picture(memory if wanted else None)
        if exposed_s is None:
            continue
        if wanted:
            orders.frame_done()
            tell({"frame": {"time_s": exposed_s, "sequence": sequence}})
        sequence += 1
    recorder.close()


def list_cameras() -> list[dict[str, Any]]:
    """The cameras that libcamera sees: number and model."""
    from picamera2 import Picamera2

    cameras = Picamera2.global_camera_info()
    # A USB webcam is better off with the webcam adapter.
    return [
        {"number": number, "model": str(camera.get("Model", ""))}
        for number, camera in enumerate(cameras)
        if "/usb" not in str(camera.get("Id", ""))
    ]


def main(arguments: list[str]) -> int:
    """Standard output is for the parent alone: libraries that print are sent to standard error."""
    output = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)

    def tell(message: dict[str, Any]) -> None:
        print(json.dumps(message), file=output, flush=True)

    try:
        if arguments[:1] == ["list"]:
            tell({"cameras": list_cameras()})
        else:
            serve(Options(**json.loads(arguments[1])), lines=sys.stdin.buffer, tell=tell)
    except BrokenPipeError:
        return 0  # the parent is gone
    except ImportError as error:
        tell({"error": f"picamera2 is not installed ({error}); on a Raspberry Pi: sudo apt install python3-picamera2"})
        return 4
    except Exception as error:  # the parent turns it into one sentence
        tell({"error": f"{type(error).__name__}: {error}"})
        return 4
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
