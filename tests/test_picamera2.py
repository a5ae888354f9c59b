"""The Raspberry Pi camera against a false picamera2 that behaves as badly as the real one can."""

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from dealer.errors import DeviceError
from hardware.cameras.cameras import CameraKind, CameraSpec, detect_camera, found_cameras
from hardware.cameras.picamera2_check import ADAPTER, declared_in, main, uses_of
from hardware.cameras.raspberry import RaspberryCamera, list_raspberry_cameras
from hardware.cameras.raspberry_process import BadTimestamp, Freshness, sharpness
from hardware.cameras.watched import STALL_S, WatchedCamera
from hardware.cameras.webcam import WebcamFound
from vision.frame import Frame

FALSE_LIBCAMERA = """
class controls:
    class AfModeEnum:
        Manual, Auto, Continuous = 0, 1, 2

    class AfStateEnum:
        Idle, Scanning, Focused, Failed = 0, 1, 2, 3

    class AfTriggerEnum:
        Start, Cancel = 0, 1
"""

FALSE_PICAMERA2 = """
import json, os, threading, time
import numpy as np

MANNERS = json.loads(os.environ["FALSE_PICAMERA2"])
JOURNAL = os.environ["FALSE_PICAMERA2_JOURNAL"]
SENSOR_CONTROLS = {"AeEnable", "AwbEnable", "ExposureTime", "AnalogueGain", "ColourGains", "FrameDurationLimits"}
FRAME_S = MANNERS.get("frame_s", 1 / 100)     # faster than a real one, so that the test is


def note(**what):
    with open(JOURNAL, "a") as journal:
        print(json.dumps(what), file=journal)


class Request:
    def __init__(self, camera, number, exposed_s, exposure_us, gain):
        self.camera, self.number, self.released = camera, number, False
        self.metadata = {"SensorTimestamp": int(exposed_s * 1e9) + exposure_us * 1000, "ExposureTime": exposure_us,
                         "AnalogueGain": gain, "ColourGains": (1.5, 2.5)}
        if "lens" in MANNERS:
            self.metadata["LensPosition"] = self.lens = camera.lens
        if "focus_tries" in MANNERS:    # after how many tries it finds its focus
            self.metadata["AfState"] = camera.focus_state
        if MANNERS.get("no_timestamps"):
            del self.metadata["SensorTimestamp"]

    def get_metadata(self):
        return self.metadata

    def make_buffer(self, name):
        assert name == "main" and not self.released
        width, height = self.camera.config["main"]["size"]
        stride = self.camera.config["main"]["stride"]
        rows = np.full((height, stride), 255, np.uint8)                  # the padding is white
        picture = np.zeros((height, width, 3), np.uint8)
        picture[..., 0], picture[..., 1], picture[..., 2] = 10, 20, 200   # "RGB888" is blue, green, red in memory
        if "sharp_at" in MANNERS:                                         # the nearer to it, the more contrast
            contrast = int(200 / (1 + 4 * abs(self.lens - MANNERS["sharp_at"])))
            picture[8:, 8:40:2, 1] = contrast
            picture[8:, 40::2, 1] = int(200 / (1 + 4 * abs(self.lens - MANNERS.get("sharp_beside", self.lens + 50))))
        picture[0, 0] = self.number % 251
        picture[1, 1] = self.metadata["ExposureTime"] // 1000             # in milliseconds
        picture[-1, -1] = self.number % 251
        rows[:, : width * 3] = picture.reshape(height, -1)
        return rows.reshape(-1)

    def release(self):
        assert not self.released
        self.released = True
        self.camera.out -= 1


class Picamera2:
    @staticmethod
    def global_camera_info():
        return [{"Model": "imx708", "Id": "/base/i2c/imx708@1a", "Num": 0},
                {"Model": "UVC", "Id": "/base/usb/1", "Num": 1}][: MANNERS.get("cameras", 2)]

    def __init__(self, camera_num=0):
        if camera_num >= len(self.global_camera_info()):
            raise RuntimeError(f"No camera number {camera_num} found")
        self.camera_properties = {"Model": "imx708"}
        self.advertised = SENSOR_CONTROLS | ({"AfMode", "LensPosition"} if "lens" in MANNERS else set())
        if "focus_tries" in MANNERS:
            self.advertised |= {"AfTrigger"}
        self.camera_controls = {name: (0, 1, 0) for name in self.advertised}
        self.camera_controls["LensPosition"] = (0.0, 15.0, 1.0)
        if "lens" not in MANNERS:
            del self.camera_controls["LensPosition"]
        self.lens, self.focus_state, self.tries = MANNERS.get("lens"), 1, 0
        self.controls, self.config, self.started, self.out, self.number, self.configured = {}, None, False, 0, 0, 0
        self.exposure_us, self.gain, self.pipeline, self.last = 26000, 4.0, [], None
        note(pid=os.getpid())

    @property
    def sensor_modes(self):
        if MANNERS.get("modes_fail"):
            raise RuntimeError("Failed to allocate memory")
        return [{"size": (1920, 1080), "bit_depth": 10, "fps": 50, "crop_limits": (680, 692, 1920, 1080)},
                {"size": (2304, 1296), "bit_depth": 10, "fps": 56, "crop_limits": (0, 0, 4608, 2592)},
                {"format": "no raw sensor"}]

    def create_video_configuration(self, main={}, lores=None, raw={}, transform=None, colour_space=None, buffer_count=6,
                                   controls={}, display="main", encode="main", queue=True, sensor={}):
        return {"main": dict(main), "raw": raw, "buffer_count": buffer_count, "controls": dict(controls),
                "queue": queue, "sensor": sensor}

    def configure(self, config):
        self.configured += 1
        self.controls = {}                     # what was set before is lost
        self.set_controls(config["controls"])
        width, height = config["main"]["size"]
        self.config = config
        config["main"]["stride"] = width * 3 + MANNERS.get("padding", 0)
        note(configured=self.configured, buffers=config["buffer_count"], format=config["main"]["format"],
             raw=config["raw"], sensor=config["sensor"], controls=sorted(config["controls"]))

    def stream_configuration(self, name="main"):
        return self.config[name]

    def set_controls(self, controls):
        for name in controls:
            if name not in self.advertised:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")
        self.controls.update(controls)
        if self.started:
            self.pipeline.append([3, controls])  # controls reach the sensor some frames later
            note(set={name: value for name, value in controls.items()})

    def start(self):
        if MANNERS.get("hangs_in") == "start":
            note(hangs=True)
            threading.Event().wait()
        self.started, self.begin = True, time.monotonic()

    def capture_request(self, wait=None, flush=None):
        assert self.started and self.out < self.config["buffer_count"]
        self.number += 1
        if MANNERS.get("stalls_after") is not None and self.number > MANNERS["stalls_after"]:
            if MANNERS.get("hangs_in") == "capture":
                note(hangs=True)
                threading.Event().wait()
            raise TimeoutError("timed out")
        for waiting in list(self.pipeline):
            waiting[0] -= 1
            if waiting[0] == 0:
                self.pipeline.remove(waiting)
                self.take_effect(waiting[1])
        stale = MANNERS.get("stale")
        if MANNERS.get("paced"):   # there is one every so often, whether anybody takes it or not
            now_s = time.monotonic()
            self.number = max(self.number, int((now_s - self.begin) / FRAME_S) + 1)
            time.sleep(max(0.0, self.begin + self.number * FRAME_S - now_s))
        else:
            time.sleep(FRAME_S)
        exposed_s = time.monotonic() - FRAME_S
        if stale == "repeats" and self.number % 2 and self.last is not None:
            exposed_s = self.last              # the same picture again
        elif stale == "queued" and self.number % 3 == 0:
            exposed_s -= 5.0                   # lay in a queue
        elif stale == "ahead" and self.number > 30:
            exposed_s += 3600.0
        self.last = exposed_s
        self.out += 1
        return Request(self, self.number, exposed_s, self.exposure_us, self.gain)

    def take_effect(self, controls):
        if controls.get("ExposureTime"):
            self.exposure_us, self.gain = controls["ExposureTime"], controls["AnalogueGain"]
        if "LensPosition" in controls:
            self.lens = controls["LensPosition"]
        if "AfTrigger" in controls or controls.get("AfMode") == 2:
            self.tries += 1
            self.focus_state = 2 if self.tries >= MANNERS.get("focus_tries", 1) else 3

    def stop(self):
        note(stopping=True)
        if MANNERS.get("hangs_in") == "stop":
            note(hangs=True)
            threading.Event().wait()
        self.started = False
        note(stopped=True)

    def close(self):
        note(closed=True)
"""


class Bench:
    """A false picamera2 in the path, with the manners that a test gives it, and the notes it took."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        (folder / "picamera2.py").write_text(FALSE_PICAMERA2)
        (folder / "libcamera.py").write_text(FALSE_LIBCAMERA)
        self._journal = folder / "journal"
        self._monkeypatch = monkeypatch
        monkeypatch.syspath_prepend(folder)
        monkeypatch.setenv("FALSE_PICAMERA2_JOURNAL", str(self._journal))
        self.behave()

    def behave(self, **manners: object) -> None:
        self._monkeypatch.setenv("FALSE_PICAMERA2", json.dumps(manners))

    @property
    def notes(self) -> list[dict]:
        return [json.loads(line) for line in self._journal.read_text().splitlines()]

    def noted(self, key: str) -> list:
        return [note[key] for note in self.notes if key in note]

    def wait_for(self, key: str) -> None:
        until_s = time.monotonic() + 20
        while not (self._journal.exists() and self.noted(key)) and time.monotonic() < until_s:
            time.sleep(0.02)


@pytest.fixture(autouse=True)
def no_list_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """A list that an earlier test did not wait for is not this one's."""
    monkeypatch.setattr("hardware.cameras.cameras._left", {})


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bench:
    return Bench(tmp_path, monkeypatch)


def small_camera() -> RaspberryCamera:
    return RaspberryCamera(size_px=(64, 48), frames_per_s=50.0)


def take(camera: RaspberryCamera, count: int) -> list:
    frames = []
    for frame in camera:
        frames.append(frame)
        if len(frames) == count:
            break
    return frames


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_pictures_are_blue_green_red_without_the_rows_padding(bench: Bench) -> None:
    bench.behave(padding=64)
    with small_camera() as camera:
        (frame,) = take(camera, 1)
    assert frame.image.shape == (48, 64, 3)
    assert frame.image[10, 10].tolist() == [10, 20, 200]
    assert frame.image[-1, 0].tolist() == [10, 20, 200]
    assert frame.image[0, 0, 0] == frame.image[-1, -1, 0]
    assert not (frame.image == 255).any()


def test_one_configuration_holds_the_controls_and_few_buffers(bench: Bench) -> None:
    with small_camera() as camera:
        take(camera, 2)
    (configured,) = [note for note in bench.notes if "configured" in note]
    assert configured["configured"] == 1
    assert configured["buffers"] <= 4
    assert configured["format"] == "RGB888"
    assert configured["raw"] is None
    assert configured["sensor"] == {"output_size": [2304, 1296], "bit_depth": 10}, "a cropped mode sees too little"
    assert {"FrameDurationLimits", "AeEnable", "AwbEnable"} <= set(configured["controls"])


def test_exposure_white_balance_and_focus_are_locked_before_the_first_picture(bench: Bench) -> None:
    bench.behave(lens=1.25)
    with small_camera() as camera:
        (frame,) = take(camera, 1)
        locked = camera.locked
    assert frame.image[1, 1, 0] == 20, "exposed as locked: controls take effect some frames later"
    assert locked["AeEnable"] is False
    assert locked["AwbEnable"] is False
    assert locked["ExposureTime"] == 20_000, "a whole number of mains periods"
    assert locked["AnalogueGain"] == pytest.approx(5.2), "and as much light as before"
    assert locked["ColourGains"] == [1.5, 2.5]
    assert locked["AfMode"] == 0
    assert locked["LensPosition"] == 1.25
    assert bench.noted("set")[-1] == locked


def test_a_sensor_without_focus_is_not_asked_to_focus(bench: Bench) -> None:
    with small_camera() as camera:
        take(camera, 1)
        assert "AfMode" not in camera.locked
        assert "LensPosition" not in camera.locked


def until_noted(camera: Iterator[Frame], bench: Bench, times: int, frames: int = 600) -> list[dict]:
    """Take frames until ``times`` orders reached the camera, and return them."""
    for _ in range(frames):
        if len(bench.noted("set")) >= times:
            break
        next(camera)
    return bench.noted("set")


def test_settling_again_on_request_while_frames_go_on(bench: Bench) -> None:
    with small_camera() as camera:
        frames = iter(camera)
        next(frames)
        before = len(bench.noted("set"))
        camera.settle()
        freed, locked = until_noted(frames, bench, before + 2)[before:]
        times = [next(frames).time_s for _ in range(3)]
    assert freed["AeEnable"] is True
    assert freed["ExposureTime"] == 0
    assert locked["AeEnable"] is False
    assert times == sorted(times)


def test_no_gap_between_frames_is_long_while_it_settles(bench: Bench) -> None:
    bench.behave(lens=1.0, focus_tries=99, sharp_at=2.0)
    with small_camera() as camera:
        frames = iter(camera)
        next(frames)
        camera.settle()
        before = len(bench.noted("set"))
        taken = []
        while len(bench.noted("set")) < before + 12:
            taken.append(next(frames).time_s)
    assert len(taken) > 30
    assert max(later - earlier for earlier, later in zip(taken, taken[1:], strict=False)) < STALL_S


def test_many_orders_to_settle_do_not_keep_it_from_settling(bench: Bench) -> None:
    with small_camera() as camera:
        frames = iter(camera)
        next(frames)
        before = len(bench.noted("set"))
        for _ in range(60):
            camera.settle()
            next(frames)
        orders = bench.noted("set")[before:]
    assert sum(not order["AeEnable"] for order in orders) >= 1


def test_settling_where_no_camera_runs_raises_nothing(bench: Bench) -> None:
    camera = small_camera()
    camera.settle()
    with camera:
        take(camera, 1)
        os.kill(bench.noted("pid")[0], 9)
        camera.settle()
    camera.settle((0, 0, 10, 10))


def test_a_focus_that_failed_is_tried_once_more_before_it_is_locked(bench: Bench) -> None:
    bench.behave(lens=1.25, focus_tries=2)
    with small_camera() as camera:
        frames = iter(camera)
        next(frames)
        assert camera.locked["AeEnable"] is False
        assert "LensPosition" not in camera.locked, "a failed focus is not locked"
        until_locked(camera, frames)
        assert camera.locked["LensPosition"] == 1.25
    orders = bench.noted("set")
    assert sum("AfTrigger" in order for order in orders) == 1
    assert not any("LensPosition" in order for order in orders[:-1]), "no sweep was needed"


def until_locked(camera: RaspberryCamera, frames: Iterator[Frame]) -> None:
    for _ in range(900):
        if "LensPosition" in camera.locked:
            return
        next(frames)


@pytest.mark.parametrize("sharp_at", [0.0, 2.3, 7.6])
def test_a_focus_that_fails_twice_is_found_by_sharpness(bench: Bench, sharp_at: float) -> None:
    bench.behave(lens=1.25, focus_tries=99, sharp_at=sharp_at)
    with small_camera() as camera:
        frames = iter(camera)
        next(frames)
        until_locked(camera, frames)
        assert camera.locked["LensPosition"] == pytest.approx(sharp_at, abs=0.13)
        assert camera.locked["AfMode"] == 0
        assert camera.locked["AeEnable"] is False


def test_the_sweep_looks_where_it_is_told_to(bench: Bench) -> None:
    bench.behave(lens=1.25, focus_tries=99, sharp_at=2.0, sharp_beside=6.0)
    found = []
    for region in ((0, 0, 40, 48), (40, 0, 24, 48)):
        with small_camera() as camera:
            frames = iter(camera)
            camera.settle(region)
            next(frames)
            until_locked(camera, frames)
            found.append(camera.locked["LensPosition"])
    assert found == pytest.approx([2.0, 6.0], abs=0.13)


def test_where_nothing_can_be_focused_on_the_automatic_goes_on(bench: Bench) -> None:
    bench.behave(lens=1.25, focus_tries=99)
    with small_camera() as camera:
        frames = iter(camera)
        next(frames)
        for _ in range(900):
            if bench.noted("set")[-1] == {"AfMode": 2}:
                break
            next(frames)
        assert "LensPosition" not in camera.locked
    assert bench.noted("set")[-1] == {"AfMode": 2}


def test_sharpness_is_of_the_region_as_far_as_it_is_in_the_picture() -> None:
    picture = np.zeros((40, 60, 3), np.uint8)
    picture[:, 30::2, 1] = 200
    assert sharpness(picture, (0, 0, 20, 40)) == 0
    assert sharpness(picture, (30, 0, 30, 40)) > sharpness(picture) > 0
    assert sharpness(picture, (-10, -10, 30, 30)) == 0
    assert sharpness(picture, (900, 900, 5, 5)) == sharpness(picture), "a region outside is none"


def test_modes_that_cannot_be_told_are_left_to_libcamera(bench: Bench) -> None:
    bench.behave(modes_fail=True)
    with small_camera() as camera:
        take(camera, 2)
    (configured,) = [note for note in bench.notes if "configured" in note]
    assert configured["sensor"] == {}


def test_nearly_every_picture_of_a_paced_camera_arrives(bench: Bench) -> None:
    """Also at a reader who spends a third of the time until the next one on each."""
    frame_s = 1 / 20
    bench.behave(paced=True, frame_s=frame_s)
    numbers, ages_s = [], []
    with RaspberryCamera(size_px=(64, 48), frames_per_s=1 / frame_s) as camera:
        for frame in camera:
            ages_s.append(time.monotonic() - frame.time_s)
            numbers.append(int(frame.image[0, 0, 0]))
            if numbers[-1] - numbers[0] >= 50:
                break
            time.sleep(frame_s / 3)
    assert len(set(numbers)) == len(numbers)
    assert len(numbers) >= 42, "of 51; asked for too early, every other one would be 26"
    assert sorted(ages_s)[len(ages_s) // 2] < 0.1


def test_it_is_described_by_model_and_size_once_it_runs(bench: Bench) -> None:
    with WatchedCamera(small_camera) as watched:
        while not isinstance(watched.poll(20.0), Frame):
            pass
        assert watched.describe() == "Raspberry Pi camera 0 (imx708), 64x48"
    assert watched.describe() == "Raspberry Pi camera 0 (imx708), 64x48", "and after it"


@pytest.mark.parametrize("ends", ["error", "orders"])
def test_the_process_ends_without_a_core_dump(bench: Bench, ends: str) -> None:
    bench.behave(cameras=0 if ends == "error" else 1)
    memory = os.memfd_create("pictures")
    options = {"camera_number": 0, "width_px": 64, "height_px": 48, "frames_per_s": 50.0, "memory": memory}
    process = subprocess.Popen(
        [sys.executable, "-m", "hardware.cameras.raspberry_process", "serve", json.dumps(options)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        pass_fds=(memory,),
    )
    assert process.stdin is not None and process.stdout is not None
    try:
        first = json.loads(process.stdout.readline())
        assert set(first) == ({"error"} if ends == "error" else {"ready"})
        if ends == "orders":
            process.stdin.close()
        # Else the orders stay open: a thread of the process is reading them while it ends.
        status = process.wait(20)
        assert process.stderr is not None
        assert (status, process.stderr.read()) == (4 if ends == "error" else 0, b"")
    finally:
        process.kill()
        process.wait()
        os.close(memory)
        for pipe in (process.stdin, process.stdout, process.stderr):
            pipe.close()


@pytest.mark.parametrize("manner", ["repeats", "queued"])
def test_a_picture_exposed_before_is_not_taken_as_new(bench: Bench, manner: str) -> None:
    bench.behave(stale=manner)
    with small_camera() as camera:
        taken = []
        for frame in camera:
            assert time.monotonic() - frame.time_s < 1.0
            taken.append(frame.time_s)
            if len(taken) == 12:
                break
    assert taken == sorted(set(taken)), "never the same one twice, never an older one"


def test_times_of_another_clock_are_refused(bench: Bench) -> None:
    bench.behave(stale="ahead")
    with small_camera() as camera, pytest.raises(DeviceError, match="ahead of the monotonic clock"):
        take(camera, 100)


def test_pictures_without_times_are_refused(bench: Bench) -> None:
    bench.behave(no_timestamps=True)
    with small_camera() as camera, pytest.raises(DeviceError, match="no time stamp"):
        take(camera, 1)


@pytest.mark.parametrize("place", ["start", "capture", "stop"])
def test_a_camera_that_hangs_is_killed(bench: Bench, place: str) -> None:
    bench.behave(hangs_in=place, stalls_after=40)
    with small_camera() as camera:
        if place != "start":
            take(camera, 2)
        if place != "stop":
            bench.wait_for("hangs")
        begin_s = time.monotonic()
    assert time.monotonic() - begin_s < 5.0
    (pid,) = bench.noted("pid")
    assert not is_running(pid)
    assert not bench.noted("closed")


def test_a_camera_in_order_stops_by_itself(bench: Bench) -> None:
    with small_camera() as camera:
        take(camera, 2)
    assert bench.noted("stopped") == [True]
    assert bench.noted("closed") == [True]


def test_a_capture_that_times_out_is_a_failure(bench: Bench) -> None:
    bench.behave(stalls_after=40)
    with small_camera() as camera, pytest.raises(DeviceError, match="picamera2:0: TimeoutError"):
        take(camera, 100)


def test_a_killed_process_is_a_failure(bench: Bench) -> None:
    with small_camera() as camera:
        frames = iter(camera)
        next(frames)
        (pid,) = bench.noted("pid")
        os.kill(pid, 9)
        with pytest.raises(DeviceError, match="broke down"):
            for _ in range(100):
                next(frames)


def test_no_camera_is_one_sentence(bench: Bench) -> None:
    bench.behave(cameras=0)
    with small_camera() as camera, pytest.raises(DeviceError, match="No camera number 0 found") as caught:
        take(camera, 1)
    assert "\n" not in str(caught.value)


def test_no_picamera2_names_the_line_that_installs_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("picamera2", "libcamera"):
        (tmp_path / f"{name}.py").write_text("raise ModuleNotFoundError('no libcamera')")
    monkeypatch.syspath_prepend(tmp_path)
    with small_camera() as camera, pytest.raises(DeviceError, match="sudo apt install python3-picamera2"):
        take(camera, 1)
    assert list_raspberry_cameras() == ()


def test_only_the_cameras_on_the_pis_own_connectors_are_listed(bench: Bench) -> None:
    assert list_raspberry_cameras() == ("imx708",)


@pytest.mark.parametrize("package", [True, False])
def test_picamera2_gets_the_libraries_that_lie_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, package: bool
) -> None:
    """Debian 12's was built with an older numpy than this program needs."""
    code = "import old_or_new\nclass Picamera2:\n    @staticmethod\n    def global_camera_info():\n"
    code += "        return [{'Model': old_or_new.WHICH, 'Num': 0, 'Id': '/base/i2c'}]\n"
    debians, ours = tmp_path / "debians", tmp_path / "ours"
    for folder, which in ((debians, "old"), (ours, "new")):
        folder.mkdir()
        (folder / "old_or_new.py").write_text(f"WHICH = {which!r}\n")
        monkeypatch.syspath_prepend(folder)
    file = debians / ("picamera2/__init__.py" if package else "picamera2.py")
    file.parent.mkdir(exist_ok=True)
    file.write_text(code)
    assert list_raspberry_cameras() == ("old",)


@pytest.mark.parametrize(
    "trouble",
    ["raise ImportError('undefined symbol')", "import os; os._exit(134)", "import time; time.sleep(60)"],
    ids=["broken", "died", "slow"],
)
def test_a_list_that_could_not_be_made_is_not_no_camera(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trouble: str
) -> None:
    (tmp_path / "picamera2.py").write_text(trouble)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr("hardware.cameras.webcam.list_webcams", lambda: ())
    within_s = 1.0 if trouble.endswith("sleep(60)") else 15.0
    monkeypatch.setattr("hardware.cameras.cameras.LIST_S", within_s)
    begin_s = time.monotonic()
    found = found_cameras(within_s=within_s)
    assert time.monotonic() - begin_s < within_s + 2
    assert found.cameras == ()
    assert "the Raspberry Pi's cameras" in found.uncertain and "\n" not in found.uncertain
    with pytest.raises(DeviceError, match="the Raspberry Pi's cameras .*; try again"):
        detect_camera()
    monkeypatch.setattr("hardware.cameras.webcam.list_webcams", lambda: (WebcamFound(2, "A Webcam"),))
    assert detect_camera() == CameraSpec(CameraKind.WEBCAM, number=2)


def test_all_cameras_are_found_with_names_for_people(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    webcams = (WebcamFound(0, "C920"), WebcamFound(2, "C920"), WebcamFound(4, ""))
    monkeypatch.setattr("hardware.cameras.webcam.list_webcams", lambda: webcams)
    found = found_cameras(within_s=20.0)
    assert found.uncertain == ""
    assert [(str(camera.spec), camera.name) for camera in found.cameras] == [
        ("picamera2:0", "Raspberry Pi Camera Module 3"),
        ("webcam:0", "C920 (webcam:0)"),
        ("webcam:2", "C920 (webcam:2)"),
        ("webcam:4", "Webcam"),
    ]
    assert detect_camera() == CameraSpec(CameraKind.PICAMERA2)


def test_a_list_that_hangs_holds_nobody_up_and_is_waited_for_by_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    released, asked = threading.Event(), []

    def slow() -> tuple[WebcamFound, ...]:
        asked.append(1)
        released.wait(60)
        return (WebcamFound(1, "C920"),)

    monkeypatch.setattr("hardware.cameras.raspberry.list_raspberry_cameras", lambda *, within_s: ("imx708",))
    monkeypatch.setattr("hardware.cameras.webcam.list_webcams", slow)
    for _ in range(2):
        found = found_cameras(within_s=0.5)
        assert [str(camera.spec) for camera in found.cameras] == ["picamera2:0"]
        assert found.uncertain == "the webcams were not listed within 0.5 s"
    released.set()
    found = found_cameras(within_s=20.0)
    assert [str(camera.spec) for camera in found.cameras] == ["picamera2:0", "webcam:1"]
    assert found.uncertain == "" and len(asked) == 1
    monkeypatch.setattr("hardware.cameras.webcam.list_webcams", lambda: ())
    assert len(found_cameras(within_s=20.0).cameras) == 1, "a list that was handed out is old"


def test_off_a_pi_there_is_none() -> None:
    if "picamera2" not in sys.modules:
        assert list_raspberry_cameras() == () or Path("/proc/device-tree/model").exists()


def test_a_newer_picture_is_new_and_an_older_one_is_not() -> None:
    freshness = Freshness(frames_per_s=15.0)
    assert freshness.is_new(exposed_s=100.0, now_s=100.07)
    assert freshness.is_new(exposed_s=100.067, now_s=100.13)
    assert not freshness.is_new(exposed_s=100.133, now_s=101.0), "it lay in a queue"
    assert not freshness.is_new(exposed_s=100.0, now_s=100.2)
    with pytest.raises(BadTimestamp):
        freshness.is_new(exposed_s=1e6, now_s=100.3)


PUBLISHED = """
class StreamConfiguration:
    _ALLOWED_FIELDS = ("size", "format")

class Picamera2:
    def __init__(self, camera_num=0):
        self.camera_controls = {}

    def create_video_configuration(self, main={}, controls={}):
        return ["RGB888"]

    def stop(self):
        pass

    def set_controls(self, controls):
        pass
"""

HEADER = """
extern const Control<bool> AeEnable;
extern const Control<Span<const float, 2>> ColourGains;
enum AfModeEnum {
    AfModeManual = 0,
};
"""


@pytest.mark.parametrize(
    "line",
    [
        "self._camera.start()",
        "Picamera2(camera_number=0)",
        "self._camera.create_video_configuration(queue=False)",
        "self._camera.create_video_configuration(main={'colour': 1})",
        "self._camera.create_video_configuration(main={'format': 'BGR888'})",
        "self._camera.create_video_configuration(controls={'LensPosition': 1, **more})",
        "self._camera.set_controls({'AutoExposure': 0})",
        "metadata['ShutterTime']",
        "wanted: dict = {'AfMode': 1}",
        "self._focus_modes.Continuous",
        "self._focus_states.Manual",
        "(yield).metadata['ShutterTime']",
        "'AutoExposure' in self._camera.camera_controls",
        "self._camera.camera_controls['AutoExposure']",
    ],
)
def test_the_check_finds_what_the_published_package_lacks(line: str) -> None:
    declared = declared_in([PUBLISHED], header=HEADER)
    assert [use for use in uses_of(line) if not declared.holds(use)]


@pytest.mark.parametrize(
    "line",
    [
        "self._camera.stop()",
        "Picamera2(camera_num=0).stop",
        "self._camera.create_video_configuration(main={'format': 'RGB888'}, controls={'AeEnable': True})",
        "self._camera.set_controls({'ColourGains': (1, 2)})",
        "metadata['AeEnable'] in self._camera.camera_controls",
        "self._focus_modes.Manual",
    ],
)
def test_the_check_finds_what_the_published_package_has(line: str) -> None:
    declared = declared_in([PUBLISHED], header=HEADER)
    uses = uses_of(line)
    assert uses
    assert all(declared.holds(use) for use in uses)


def test_the_check_knows_all_that_the_adapter_uses() -> None:
    uses = uses_of(ADAPTER.read_text())
    for name in ("capture_request", "create_video_configuration", "SensorTimestamp", "ColourGains", "RGB888", "stride"):
        assert any(use.name == name for use in uses), name


def test_the_check_says_when_it_cannot_check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--package", str(tmp_path)]) == 4
    assert "not checked" in capsys.readouterr().err


def test_the_process_gets_no_word_of_libraries_that_print(bench: Bench, tmp_path: Path) -> None:
    (tmp_path / "picamera2.py").write_text("print('[0:01] INFO Camera')\n" + FALSE_PICAMERA2)
    with small_camera() as camera:
        frames = take(camera, 1)
    assert frames[0].image.dtype == np.uint8
