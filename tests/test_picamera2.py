"""The Raspberry Pi camera against a false picamera2 that behaves as badly as the real one can."""

import json
import os
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from dealer.errors import DeviceError
from hardware.picamera2_check import ADAPTER, declared_in, main, uses_of
from hardware.raspberry import RaspberryCamera, list_raspberry_cameras
from hardware.raspberry_process import BadTimestamp, Freshness

FALSE_LIBCAMERA = """
class controls:
    class AfModeEnum:
        Manual, Auto, Continuous = 0, 1, 2
"""

FALSE_PICAMERA2 = """
import json, os, threading, time
import numpy as np

MANNERS = json.loads(os.environ["FALSE_PICAMERA2"])
JOURNAL = os.environ["FALSE_PICAMERA2_JOURNAL"]
SENSOR_CONTROLS = {"AeEnable", "AwbEnable", "ExposureTime", "AnalogueGain", "ColourGains", "FrameDurationLimits"}
FRAME_S = 1 / 100     # faster than a real one, so that the test is


def note(**what):
    with open(JOURNAL, "a") as journal:
        print(json.dumps(what), file=journal)


class Request:
    def __init__(self, camera, number, exposed_s, exposure_us, gain):
        self.camera, self.number, self.released = camera, number, False
        self.metadata = {"SensorTimestamp": int(exposed_s * 1e9) + exposure_us * 1000, "ExposureTime": exposure_us,
                         "AnalogueGain": gain, "ColourGains": (1.5, 2.5)}
        if "lens" in MANNERS:
            self.metadata["LensPosition"] = MANNERS["lens"]
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
        self.camera_controls = {name: (0, 1, 0) for name in self.advertised}
        self.controls, self.config, self.started, self.out, self.number, self.configured = {}, None, False, 0, 0, 0
        self.exposure_us, self.gain, self.pipeline, self.last = 26000, 4.0, [], None
        note(pid=os.getpid())

    @property
    def sensor_modes(self):
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
                if waiting[1].get("ExposureTime"):
                    self.exposure_us, self.gain = waiting[1]["ExposureTime"], waiting[1]["AnalogueGain"]
        stale = MANNERS.get("stale")
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


def test_settling_again_on_request(bench: Bench) -> None:
    with small_camera() as camera:
        frames = iter(camera)
        next(frames)
        before = len(bench.noted("set"))
        camera.settle()
        for _ in range(3):
            next(frames)
    freed, locked = bench.noted("set")[before:]
    assert freed["AeEnable"] is True
    assert freed["ExposureTime"] == 0
    assert locked["AeEnable"] is False


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
    (tmp_path / "picamera2.py").write_text("raise ImportError('no libcamera')")
    (tmp_path / "libcamera.py").write_text("raise ImportError('no libcamera')")
    monkeypatch.syspath_prepend(tmp_path)
    with small_camera() as camera, pytest.raises(DeviceError, match="sudo apt install python3-picamera2"):
        take(camera, 1)
    assert list_raspberry_cameras() == ()


def test_only_the_cameras_on_the_pis_own_connectors_are_listed(bench: Bench) -> None:
    assert list_raspberry_cameras() == ("imx708",)


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
