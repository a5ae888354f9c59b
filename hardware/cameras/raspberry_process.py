"""The process that holds a Raspberry Pi's camera: ``python -m hardware.cameras.raspberry_process list`` or ``serve
OPTIONS``.

It is a process of its own because a loose cable can make picamera2 hang for ever, even in ``stop``: its parent
(``hardware/cameras/raspberry.py``) kills it then. Pictures go through memory that the parent shares with it (a file
descriptor), words through its standard input and output as one line of JSON each:

| from the parent | answer |
| --- | --- |
| ``{"do": "frame"}`` | ``{"frame": {"time_s": …, "sequence": …}}`` when the next picture lies in the shared memory |
| ``{"do": "settle", "region": […]}`` | none at once: exposure, white balance and focus settle anew and are locked |
| ``{"do": "stop"}``, or the end of the input | none; the process ends |

Pictures go on while it settles; ``{"locked": {…}}`` is said whenever something new is locked.
At the start it says ``{"ready": {…}}``, and ``{"error": "…"}`` before it ends with status 4. picamera2 and libcamera
are imported here only. What is said of them below was read in picamera2 0.3.38's source.
"""

import json
import mmap
import os
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

BUFFERS = 4
"""More run the Pi's contiguous memory out at 1080p; fewer drop frames."""

SETTLE_FRAMES = 8
"""How many frames in a row with the same exposure, gain and colours count as settled."""

SETTLE_S = 4.0
"""A light that never settles (a flickering lamp) is locked as it is after so long."""

SETTLED_WITHIN = 0.02
"""Exposure, gain and colour gains may vary by this much between settled frames."""

MAINS_PERIOD_US = 10_000
"""Half a period of 50 Hz mains: lamps flicker a hundred times a second, and exposures of whole periods don't see it."""

STALE_FRAMES = 5
"""A picture exposed this many frame times before it was fetched lay in a queue: ``BUFFERS``, and one in the sensor."""

ASKED_WITHIN = 1 / 3
"""How long a picture in hand waits to be asked for, as a share of a frame's time: a parent that is a little late loses
none, and no picture grows old."""

FOCUS_S = 3.0
"""A second try to focus that is not done after so long has failed."""

TRIGGER_FRAMES = 8
"""For so many frames after the order to focus the camera may still tell how the try before it went."""

SWEEP_POSITIONS = 9
"""The lens positions that a sweep tries first, evenly apart."""

SWEEP_FINE_DIOPTRES = 0.125
"""A sweep ends when its steps are as small as this: finer than the depth of field of the Pi's cameras."""

NEAREST_DIOPTRES = 8.0
"""A sweep looks no nearer than this (12 cm): no table is."""

LENS_FRAMES = 5
"""How many frames after an order the lens stands where it was sent: controls take three, the lens one or two."""

IN_FOCUS = 1.5
"""The sharpest picture of a sweep is so many times as sharp as its dullest, or there was nothing to focus on."""

AHEAD_S = 1.0
"""A time stamp further ahead of the monotonic clock than this is not on that clock."""

CAPTURE_S = 2.0
"""How long a capture may take before the camera counts as stalled; picamera2 raises TimeoutError then."""

Region = tuple[int, int, int, int]
"""A part of the picture, as in ``hardware/cameras/cameras.py``: left, top, width and height in pixels."""


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


def sharpness(picture: NDArray[np.uint8], region: Region | None = None) -> float:
    """The variance of the Laplacian of the picture's green, over ``region`` or all of it: more is sharper.

    >>> stripes = np.zeros((8, 8, 3), np.uint8)
    >>> stripes[:, ::2] = 200
    >>> sharpness(stripes) > sharpness(stripes // 2) > sharpness(stripes * 0) == 0
    True
    """
    green = picture[..., 1]
    if region is not None:
        left, top, width, height = region
        cut = green[max(0, top) : max(0, top + height), max(0, left) : max(0, left + width)]
        green = cut if min(cut.shape) >= 3 else green
    grey = green.astype(np.int16)
    laplacian = grey[:-2, 1:-1] + grey[2:, 1:-1] + grey[1:-1, :-2] + grey[1:-1, 2:] - 4 * grey[1:-1, 1:-1]
    return float(laplacian.var())


class Picture:
    """A picture in the camera's hand; of no use once it was let go."""

    def __init__(self, request: Any, *, width_px: int, height_px: int, stride: int) -> None:
        self.metadata: Mapping[str, Any] = request.get_metadata()
        self._request = request
        self._width_px, self._height_px, self._stride = width_px, height_px, stride

    def pixels(self) -> NDArray[np.uint8]:
        """The picture as (height, width, 3), blue, green and red."""
        request = self._request
        buffer = request.make_buffer("main")
        return unpadded(buffer, width_px=self._width_px, height_px=self._height_px, stride=self._stride)

    def exposed_s(self) -> float:
        """When it was exposed, on the monotonic clock. Raises BadTimestamp."""
        metadata = self.metadata
        if "SensorTimestamp" not in metadata:
            raise BadTimestamp("a picture has no time stamp")
        # SensorTimestamp is when the first row is read out: its exposure ended there.
        return float(metadata["SensorTimestamp"] / 1e9 - metadata["ExposureTime"] / 1e6)


Settling = Generator[None, Picture, None]
"""Something that is done over several pictures, each of which is sent to it."""


class Recorder:
    """Picamera2 with one configuration for the whole run. Settling goes on while pictures do."""

    def __init__(self, options: Options) -> None:
        from libcamera import controls
        from picamera2 import Picamera2

        self._focus_modes = controls.AfModeEnum
        self._focus_states = controls.AfStateEnum
        self._focus_triggers = controls.AfTriggerEnum
        self._camera = Picamera2(camera_num=options.camera_number)
        frame_us = round(1_000_000 / options.frames_per_s)
        # Controls belong in the configuration: those that were set before it are lost.
        configuration = self._camera.create_video_configuration(
            main={"size": (options.width_px, options.height_px), "format": "RGB888"},  # BGR in memory
            raw=None,
            buffer_count=BUFFERS,
            queue=False,
            sensor=self._sensor(options),
            controls={"FrameDurationLimits": (frame_us, frame_us), **self._automatic()},
        )
        self._camera.configure(configuration)
        stream = self._camera.stream_configuration("main")
        self.width_px, self.height_px = (int(length) for length in stream["size"])
        self._stride = int(stream["stride"])
        self.model = str(self._camera.camera_properties.get("Model", "unknown sensor"))
        self.locked: dict[str, Any] | None = None
        """The controls that are locked, by libcamera's names; None until exposure and colours are."""
        self._settling: Settling | None = None
        self._region: Region | None = None
        self._camera.start()

    def _sensor(self, options: Options) -> dict[str, Any]:
        """Which of the sensor's modes is asked for; empty leaves the choice to libcamera."""
        try:
            modes = self._camera.sensor_modes
        except Exception as error:
            # Telling the modes takes a trial of each, and a small Pi has no memory for the large ones.
            print(f"the sensor's modes cannot be had, libcamera chooses one: {error}", file=sys.stderr)
            return {}
        mode = widest_mode(
            modes, width_px=options.width_px, height_px=options.height_px, frames_per_s=options.frames_per_s
        )
        return {} if mode is None else {"output_size": mode["size"], "bit_depth": mode["bit_depth"]}

    @contextmanager
    def picture(self) -> Iterator[Picture]:
        """The next picture, let go at the end."""
        request = self._camera.capture_request(wait=CAPTURE_S)
        try:
            yield Picture(request, width_px=self.width_px, height_px=self.height_px, stride=self._stride)
        finally:
            request.release()

    def settle(self, region: Region | None = None) -> None:
        """Let exposure, white balance and focus settle anew, for what ``region`` shows; ``go_on`` then does it."""
        self._region = region
        if self._settling is None:  # one that is under way goes on, or many orders would let none come to its end
            self._settling = self._settle()
            next(self._settling)

    def go_on(self, picture: Picture) -> None:
        """A step of what is being settled, with the picture in hand."""
        if self._settling is not None:
            try:
                self._settling.send(picture)
            except StopIteration:
                self._settling = None

    def _settle(self) -> Settling:
        # Zero gives exposure and gain back to the automatic.
        self._camera.set_controls({"ExposureTime": 0, "AnalogueGain": 0.0, **self._automatic()})
        metadata = yield from self._steady()
        focused = not self._can_focus or self._focused(metadata)
        locked = {**self._exposure(metadata), **(self._focus(metadata.get("LensPosition")) if focused else {})}
        self._camera.set_controls(locked)
        # Controls reach the sensor some frames later; nothing is told to be locked until then.
        wanted_us = locked.get("ExposureTime", metadata["ExposureTime"])
        for _ in range(2 * BUFFERS):
            exposure_us = float((yield).metadata["ExposureTime"])
            # The sensor rounds to whole rows.
            if abs(exposure_us - wanted_us) <= SETTLED_WITHIN * wanted_us:
                break
        self.locked = locked
        if focused:
            return
        position = yield from self._focused_again()
        if position is None:
            position = yield from self._sharpest_position()
        if position is None:  # nothing to focus on: the automatic goes on looking
            self._camera.set_controls({"AfMode": self._focus_modes.Continuous})
        else:
            focus = self._focus(position)
            self._camera.set_controls(focus)
            self.locked = {**locked, **focus}

    @property
    def _can_focus(self) -> bool:
        return "AfMode" in self._camera.camera_controls

    def _automatic(self) -> dict[str, Any]:
        """The controls while everything settles; only those that this sensor has: picamera2 refuses the others."""
        wanted = {"AeEnable": True, "AwbEnable": True, "AfMode": self._focus_modes.Continuous}
        return {name: value for name, value in wanted.items() if name in self._camera.camera_controls}

    def _exposure(self, metadata: Mapping[str, Any]) -> dict[str, Any]:
        """The controls that hold exposure and colours as the metadata says, as far as this sensor has them."""
        exposure_us, gain = steady_exposure(int(metadata["ExposureTime"]), float(metadata["AnalogueGain"]))
        wanted: dict[str, Any] = {
            "AeEnable": False,
            "ExposureTime": exposure_us,
            "AnalogueGain": gain,
            "AwbEnable": False,
            "ColourGains": tuple(float(value) for value in metadata.get("ColourGains", ())),
        }
        has = self._camera.camera_controls
        return {name: value for name, value in wanted.items() if name in has and value != ()}

    def _focus(self, position: float | None) -> dict[str, Any]:
        """The controls that hold the lens where it is, or at ``position``; none where it cannot move."""
        wanted: dict[str, Any] = {"AfMode": self._focus_modes.Manual, "LensPosition": position}
        has = self._camera.camera_controls
        return {name: value for name, value in wanted.items() if name in has and value is not None}

    def _focused(self, metadata: Mapping[str, Any]) -> bool:
        """Whether the focus is found; libraries that do not tell are believed."""
        return int(metadata.get("AfState", self._focus_states.Focused)) == int(self._focus_states.Focused)

    def _failed(self, metadata: Mapping[str, Any]) -> bool:
        """Whether the focus was looked for in vain."""
        return "AfState" in metadata and int(metadata["AfState"]) == int(self._focus_states.Failed)

    def _steady(self) -> Generator[None, Picture, Mapping[str, Any]]:
        """Waits until nothing changes any more, ``SETTLE_S`` at most; the last picture's metadata."""
        end_s = time.monotonic() + SETTLE_S
        settled = 0
        before: list[float] = []
        metadata = (yield).metadata
        while True:
            now = [
                float(metadata["ExposureTime"]),
                float(metadata["AnalogueGain"]),
                *(float(value) for value in metadata.get("ColourGains", ())),
                1.0 + float(metadata.get("LensPosition") or 0.0),
            ]
            close = len(now) == len(before) and all(
                abs(new - old) <= SETTLED_WITHIN * max(abs(old), 1e-6) for new, old in zip(now, before, strict=True)
            )
            told = not self._can_focus or self._focused(metadata) or self._failed(metadata)
            settled = settled + 1 if close and told else 0
            if settled >= SETTLE_FRAMES or time.monotonic() >= end_s:
                return metadata
            before = now
            metadata = (yield).metadata

    def _focused_again(self) -> Generator[None, Picture, float | None]:
        """Tells the camera once more to focus; where the lens stands then, or None when it failed again."""
        modes, triggers = self._focus_modes, self._focus_triggers
        self._camera.set_controls({"AfMode": modes.Auto, "AfTrigger": triggers.Start})
        end_s = time.monotonic() + FOCUS_S
        frames = 0
        while time.monotonic() < end_s:
            metadata = (yield).metadata
            frames += 1
            if frames > TRIGGER_FRAMES and self._focused(metadata):
                return metadata.get("LensPosition")
            if frames > TRIGGER_FRAMES and self._failed(metadata):
                return None
        return None

    def _sharpest_position(self) -> Generator[None, Picture, float | None]:
        """Moves the lens through its range and then more finely about the best; None when all were equally dull."""
        if "LensPosition" not in self._camera.camera_controls:
            return None
        least, most = (float(end) for end in self._camera.camera_controls["LensPosition"][:2])
        most = max(least, min(most, NEAREST_DIOPTRES))
        step = (most - least) / (SWEEP_POSITIONS - 1)
        tried: dict[float, float] = {}
        due = [least + index * step for index in range(SWEEP_POSITIONS)]
        while True:
            for position in due:
                tried[position] = yield from self._sharpness_at(position)
            best = max(tried, key=tried.__getitem__)
            step /= 2
            if step < SWEEP_FINE_DIOPTRES:
                break
            due = [near for near in (best - step, best + step) if least <= near <= most and near not in tried]
        return best if tried[best] > IN_FOCUS * min(tried.values()) else None

    def _sharpness_at(self, position: float) -> Generator[None, Picture, float]:
        self._camera.set_controls({"AfMode": self._focus_modes.Manual, "LensPosition": position})
        for _ in range(LENS_FRAMES):
            yield
        return sharpness((yield).pixels(), self._region)

    def close(self) -> None:
        self._camera.stop()
        self._camera.close()


class Orders:
    """What the parent asks for, read by a thread so that the camera is never kept waiting."""

    def __init__(self, lines: BinaryIO) -> None:
        self._lines = lines
        self._changed = threading.Condition()
        self._frame = False
        self._settle: tuple[Region | None] | None = None
        self.stop = threading.Event()
        threading.Thread(target=self._read, name="orders", daemon=True).start()

    def _read(self) -> None:
        for line in self._lines:
            order = json.loads(line)
            if order["do"] == "stop":
                break
            with self._changed:
                if order["do"] == "frame":
                    self._frame = True
                elif order["do"] == "settle":
                    self._settle = (order.get("region"),)
                self._changed.notify_all()
        with self._changed:
            self.stop.set()
            self._changed.notify_all()

    def take_frame(self, *, within_s: float) -> bool:
        """Whether a picture is asked for, now or within this time; that order is then done."""
        with self._changed:
            self._changed.wait_for(lambda: self._frame or self.stop.is_set(), within_s)
            asked, self._frame = self._frame, False
            return asked

    def take_settle(self) -> tuple[Region | None] | None:
        """The region to settle for, as the only one of a tuple; None when nobody asks."""
        with self._changed:
            settle, self._settle = self._settle, None
            return settle


def serve(options: Options, *, lines: BinaryIO, tell: Callable[[dict[str, Any]], None]) -> None:
    """Run the camera until the parent says stop or goes away."""
    orders = Orders(lines)
    recorder = Recorder(options)
    freshness = Freshness(frames_per_s=options.frames_per_s)
    patience_s = ASKED_WITHIN / options.frames_per_s
    size = recorder.height_px * recorder.width_px * 3
    os.ftruncate(options.memory, size)
    shared = mmap.mmap(options.memory, size)
    memory = np.frombuffer(shared, np.uint8).reshape(recorder.height_px, recorder.width_px, 3)
    told: dict[str, Any] | None = None
    sequence = 0
    recorder.settle()
    while not orders.stop.is_set():
        settle = orders.take_settle()
        if settle is not None:
            recorder.settle(*settle)
        with recorder.picture() as picture:
            recorder.go_on(picture)
            if recorder.locked is None:
                continue
            if recorder.locked is not told:
                tell({"ready" if told is None else "locked": _state(recorder, recorder.locked)})
                told = recorder.locked
            exposed_s = picture.exposed_s()
            if not freshness.is_new(exposed_s=exposed_s, now_s=time.monotonic()):
                continue
            # Asked only now that the picture is there: an order that came while it was waited for counts.
            if orders.take_frame(within_s=patience_s):
                memory[:] = picture.pixels()
                tell({"frame": {"time_s": exposed_s, "sequence": sequence}})
            sequence += 1
    recorder.close()


def _state(recorder: Recorder, locked: dict[str, Any]) -> dict[str, Any]:
    plain = {name: value for name, value in locked.items() if isinstance(value, int | float | tuple)}
    size = {"width_px": recorder.width_px, "height_px": recorder.height_px}
    return {**size, "model": recorder.model, "locked": plain}


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
        line = "on a Raspberry Pi: sudo apt install python3-picamera2"
        # A module that is there and cannot be imported (built for another numpy) is something else than none at all.
        missing = isinstance(error, ModuleNotFoundError)
        tell({"error": f"picamera2 cannot be imported ({error}); {line}", "missing": missing})
        return 4
    except Exception as error:  # the parent turns it into one sentence
        tell({"error": f"{type(error).__name__}: {error}"})
        return 4
    return 0


if __name__ == "__main__":
    status = main(sys.argv[1:])
    sys.stderr.flush()
    # At once: a thread still reads the orders, and the destructors of a camera that failed may hang or abort.
    os._exit(status)
