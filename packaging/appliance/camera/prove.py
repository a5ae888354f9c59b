"""What the project's adapter makes of the real picamera2: a line of a table for each thing, status 1 if one is wrong.

``prove.py draw FOLDER`` makes the pictures that the virtual camera shows, before.
"""

import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from hardware.cameras.cameras import TimeBase
from hardware.cameras.raspberry import RaspberryCamera, list_raspberry_cameras
from hardware.cameras.watched import CameraNews, CameraState, WatchedCamera
from vision.frame import Frame

WIDTH, HEIGHT = 1280, 768
PICTURES = 8
"""Each shows four coloured quarters and a strip of so many cells, of which its own is black."""

QUARTERS = {"red": (0, 0, 255), "green": (0, 255, 0), "blue": (255, 0, 0), "white": (255, 255, 255)}
"""Blue, green, red: clockwise but for the last two."""

PLACES = {"red": (200, 300), "green": (200, 980), "blue": (600, 300), "white": (600, 980)}
STRIP = slice(344, 424)
CLOSE = 60
"""How far a colour may be off after JPEG and NV12, of 255."""


def drawn(number: int) -> NDArray[np.uint8]:
    picture = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
    for name, (row, column) in PLACES.items():
        top, left = (row > HEIGHT // 2) * HEIGHT // 2, (column > WIDTH // 2) * WIDTH // 2
        picture[top : top + HEIGHT // 2, left : left + WIDTH // 2] = QUARTERS[name]
    picture[STRIP] = 255
    cell = WIDTH // PICTURES
    picture[STRIP, number * cell : (number + 1) * cell] = 0
    return picture


def number_of(picture: NDArray[np.uint8]) -> int:
    """Which of the pictures this is."""
    strip = picture[STRIP.start + 20 : STRIP.stop - 20].mean((0, 2))
    return int(strip.reshape(PICTURES, -1).mean(1).argmin())


def camera() -> RaspberryCamera:
    return RaspberryCamera(size_px=(WIDTH, HEIGHT))


def frames(count: int) -> tuple[list[Frame], list[float], float]:
    """So many frames, how old each was when it came, and how long stopping took."""
    found, ages = [], []
    with camera() as source:
        assert source.time_base is TimeBase.MONOTONIC
        for frame in source:
            found.append(frame)
            ages.append(time.monotonic() - frame.time_s)
            if len(found) == count:
                break
        began_s = time.monotonic()
    return found, ages, time.monotonic() - began_s


def size_and_colours() -> str:
    (frame,), _ages, _stop_s = frames(1)
    assert frame.image.shape == (HEIGHT, WIDTH, 3) and frame.image.dtype == np.uint8, frame.image.shape
    for name, (row, column) in PLACES.items():
        off = np.abs(frame.image[row, column].astype(int) - QUARTERS[name]).max()
        assert off <= CLOSE, f"{name} came as {frame.image[row, column]}"
    return f"{WIDTH}x{HEIGHT}; red, green, blue and white where they belong"


def order_and_time() -> str:
    found, ages, stop_s = frames(60)
    stamps = [frame.time_s for frame in found]
    assert all(later > earlier for earlier, later in zip(stamps, stamps[1:], strict=False)), stamps
    numbers = [number_of(frame.image) for frame in found]
    steps = [(later - earlier) % PICTURES for earlier, later in zip(numbers, numbers[1:], strict=False)]
    assert sum(1 <= step <= PICTURES // 2 for step in steps) >= 0.95 * len(steps), numbers
    assert 0 <= min(ages) and max(ages) < 0.5, f"{min(ages):.2f} to {max(ages):.2f} s old"
    assert stop_s < 2.5, f"stopped after {stop_s:.1f} s"
    rate = (len(stamps) - 1) / (stamps[-1] - stamps[0])
    return f"{rate:.1f} a second, at most {1000 * max(ages):.0f} ms old; stopped in {stop_s:.1f} s"


def settles_anew() -> str:
    with camera() as source:
        pictures = iter(source)
        next(pictures)
        locked = dict(source.locked)
        assert locked, "nothing is locked"
        began_s = time.monotonic()
        source.settle((100, 100, 400, 400))
        for _ in range(30):
            next(pictures)
        return f"30 pictures in {time.monotonic() - began_s:.1f} s meanwhile; locked: {', '.join(sorted(locked))}"


def comes_back(what: Callable[[int], None]) -> str:
    """How long until a failure is told, and until there are pictures again."""
    opened: list[RaspberryCamera] = []

    def another() -> RaspberryCamera:
        opened.append(camera())
        return opened[-1]

    with WatchedCamera(another) as watched:
        first = until(watched, lambda given: isinstance(given, Frame))
        process = opened[0]._process
        assert isinstance(first, Frame) and process is not None
        what(process.pid)
        began_s = time.monotonic()
        until(watched, lambda given: isinstance(given, CameraNews) and given.state is CameraState.STALLED)
        told_s = time.monotonic() - began_s
        again = until(watched, lambda given: isinstance(given, Frame))
        again_s = time.monotonic() - began_s
        assert isinstance(again, Frame) and again.time_s > first.time_s and len(opened) == 2
        process.wait(10)
    return f"told after {told_s:.1f} s, pictures again after {again_s:.1f} s, the old process is gone"


def until(watched: WatchedCamera, wanted: Callable[[object], bool]) -> object:
    ends_s = time.monotonic() + 40
    while time.monotonic() < ends_s:
        given = watched.poll(0.5)
        if wanted(given):
            return given
    raise AssertionError("nothing of the kind came within 40 s")


def is_listed() -> str:
    (model,) = list_raspberry_cameras(within_s=30)
    with camera() as source:
        next(iter(source))
        assert model in source.describe() and f"{WIDTH}x{HEIGHT}" in source.describe(), source.describe()
    return model


ROWS: dict[str, Callable[[], str]] = {
    "listed, and described by its model": is_listed,
    "size and order of colours": size_and_colours,
    "order, time and pace of 60 pictures; stop": order_and_time,
    "settles anew while pictures go on": settles_anew,
    "hangs (SIGSTOP), and is started again": lambda: comes_back(lambda pid: os.kill(pid, signal.SIGSTOP)),
    "dies (SIGKILL), and is started again": lambda: comes_back(lambda pid: os.kill(pid, signal.SIGKILL)),
}


def main() -> int:
    if sys.argv[1:2] == ["draw"]:
        from PIL import Image

        for number in range(PICTURES):
            Image.fromarray(drawn(number)[..., ::-1]).save(Path(sys.argv[2]) / f"{number}.jpg", quality=95)
        return 0
    status = 0
    print("| what | as it must be | seen |\n| --- | --- | --- |")
    for what, proof in ROWS.items():
        try:
            said, seen = "yes", proof()
        except Exception as error:
            said, seen, status = "**no**", f"{type(error).__name__}: {error}", 1
        print(f"| {what} | {said} | {seen} |", flush=True)
    return status


if __name__ == "__main__":
    sys.exit(main())
