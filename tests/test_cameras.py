"""Cameras other than the Raspberry Pi's own: what they accept, what they hand out, and the watchdog over live ones."""

import struct
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from dealer.errors import DeviceError, InputError
from hardware.cameras import watched as watching
from hardware.cameras.cameras import SIZE_PX, Camera, CameraKind, Region, TimeBase, open_camera, parse_camera
from hardware.cameras.film import Film
from hardware.cameras.pacing import paced
from hardware.cameras.source import SourceCamera
from hardware.cameras.stills import Stills
from hardware.cameras.watched import START_S, CameraNews, CameraState, Watchdog, WatchedCamera
from hardware.cameras.webcam import CAN_CAPTURE, CAPABILITY, Webcam, WebcamFound, list_webcams
from vision.frame import Frame


def grey(level: int, *, height_px: int = 48, width_px: int = 64) -> np.ndarray:
    return np.full((height_px, width_px, 3), level, np.uint8)


def film_of(path: Path, *, levels: list[int], frames_per_s: float) -> Path:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), frames_per_s, (64, 48))
    for level in levels:
        writer.write(grey(level))
    writer.release()
    return path


# ---- which camera is meant ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "kind", "number"),
    [
        ("picamera2", CameraKind.PICAMERA2, 0),
        ("picamera2:1", CameraKind.PICAMERA2, 1),
        ("webcam:2", CameraKind.WEBCAM, 2),
        ("sim", CameraKind.SIMULATED, 0),
        ("sim:77", CameraKind.SIMULATED, 77),
    ],
)
def test_devices_are_meant_by_number(text: str, kind: CameraKind, number: int) -> None:
    spec = parse_camera(text)
    assert (spec.kind, spec.number, spec.path) == (kind, number, None)


@pytest.mark.parametrize("text", ["picamera2:1@2304x1296", "webcam:0@2560x1440", "sim:77@640x480"])
def test_larger_pictures_may_be_asked_for(text: str) -> None:
    spec = parse_camera(text)
    assert f"{spec.size_px[0]}x{spec.size_px[1]}" == text.partition("@")[2]
    assert parse_camera(str(spec)) == spec
    assert parse_camera(text.partition("@")[0]).size_px == (1920, 1080)


def test_a_path_may_hold_colons_and_what_looks_like_a_size() -> None:
    assert parse_camera("video:at 20:15.mkv").path == Path("at 20:15.mkv")
    spec = parse_camera("video:evening@2304x1296.mkv")
    assert spec.path == Path("evening@2304x1296.mkv") and str(spec) == "video:evening@2304x1296.mkv"


@pytest.mark.parametrize(
    "text",
    ["", "telescope", "webcam", "webcam:x", "webcam:-1", "video", "stills:", "sim:1.5"]
    + ["sim@", "webcam:0@2304", "webcam:0@2304x", "webcam@1920x1080", "sim:1@320x240", "picamera2@9999x9999"],
)
def test_what_is_no_camera_is_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_camera(text)
    assert "\n" not in str(caught.value)
    assert caught.value.exit_status == 2


def test_the_unknown_camera_is_told_all_that_there_are() -> None:
    with pytest.raises(InputError) as caught:
        parse_camera("telescope")
    for kind in CameraKind:
        assert kind.value in str(caught.value)


def test_the_simulated_table_is_handed_in() -> None:
    frames = [Frame(grey(7), 0.0, 0)]
    with open_camera("sim:5", simulated=lambda seed: frames if seed == 5 else []) as camera:
        assert list(camera) == frames
        assert camera.time_base is TimeBase.MEDIA
        assert "5" in camera.describe()
    with pytest.raises(InputError):
        open_camera("sim:5")


# ---- video ----------------------------------------------------------------------------------------------------------


def test_a_video_gives_every_frame_at_its_own_time(tmp_path: Path) -> None:
    path = film_of(tmp_path / "film.avi", levels=[0, 60, 120, 180], frames_per_s=12.5)
    with open_camera(f"video:{path}") as camera:
        frames = list(camera)
        assert "64x48" in camera.describe()
    assert [frame.time_s for frame in frames] == pytest.approx([0.0, 0.08, 0.16, 0.24])
    assert [frame.sequence for frame in frames] == [0, 1, 2, 3]
    for frame, level in zip(frames, [0, 60, 120, 180], strict=True):
        assert abs(float(frame.image.mean()) - level) < 4


def test_a_video_without_times_falls_back_to_its_rate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = film_of(tmp_path / "film.avi", levels=[0, 60, 120], frames_per_s=10)
    capture_class = cv2.VideoCapture

    class Timeless:
        def __init__(self, *arguments: object) -> None:
            self._capture = capture_class(*arguments)

        def __getattr__(self, name: str) -> object:
            return getattr(self._capture, name)

        def get(self, what: int) -> float:
            return 0.0 if what == cv2.CAP_PROP_POS_MSEC else self._capture.get(what)

    monkeypatch.setattr(cv2, "VideoCapture", Timeless)
    assert [frame.time_s for frame in Film(path)] == pytest.approx([0.0, 0.1, 0.2])


def test_no_video_and_a_broken_one_are_bad_input(tmp_path: Path) -> None:
    broken = tmp_path / "broken.mp4"
    broken.write_bytes(b"no video at all" * 100)
    for path in (tmp_path / "missing.mp4", broken):
        with pytest.raises(InputError, match=str(path)):
            open_camera(f"video:{path}")


def test_a_video_that_breaks_off_is_told(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = film_of(tmp_path / "film.avi", levels=list(range(0, 200, 5)), frames_per_s=15)
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    frames = list(Film(path))
    assert 0 < len(frames) < 40
    assert "breaks off" in caplog.text


# ---- stills ---------------------------------------------------------------------------------------------------------


def test_stills_come_by_name_a_fifteenth_of_a_second_apart(tmp_path: Path) -> None:
    for name, level in (("10.png", 100), ("9.png", 90), ("notes.txt", 0)):
        if name.endswith("png"):
            cv2.imwrite(str(tmp_path / name), grey(level))
        else:
            (tmp_path / name).write_text("no picture")
    with open_camera(f"stills:{tmp_path}") as camera:
        frames = list(camera)
    assert [int(frame.image[0, 0, 0]) for frame in frames] == [90, 100]
    assert [frame.time_s for frame in frames] == pytest.approx([0.0, 1 / 15])


def test_stills_with_times_in_their_names_keep_them(tmp_path: Path) -> None:
    for name, level in (("a-t2.50.png", 20), ("b-t0.png", 10)):
        cv2.imwrite(str(tmp_path / name), grey(level))
    assert [(frame.time_s, int(frame.image[0, 0, 0])) for frame in Stills(tmp_path)] == [(0.0, 10), (2.5, 20)]


def test_stills_at_the_same_time_are_refused(tmp_path: Path) -> None:
    for name in ("a-t1.png", "b-t1.0.png"):
        cv2.imwrite(str(tmp_path / name), grey(0))
    with pytest.raises(InputError, match="same time"):
        Stills(tmp_path)


def test_an_empty_folder_and_a_damaged_picture_are_bad_input(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no folder"):
        open_camera(f"stills:{tmp_path / 'missing'}")
    with pytest.raises(InputError, match="no pictures"):
        open_camera(f"stills:{tmp_path}")
    (tmp_path / "one.png").write_bytes(b"\x89PNG\r\n\x1a\n damaged")
    with pytest.raises(InputError, match=r"one\.png"):
        list(open_camera(f"stills:{tmp_path}"))
    (tmp_path / "one.png").write_bytes(b"")
    with pytest.raises(InputError, match=r"one\.png"):
        list(open_camera(f"stills:{tmp_path}"))


def test_a_recording_of_pictures_that_no_camera_takes_is_refused(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "one.png"), np.zeros((4320, 7680), np.uint8))
    with pytest.raises(InputError, match="21 million"):
        list(open_camera(f"stills:{tmp_path}"))
    film = cv2.VideoWriter(str(tmp_path / "a.avi"), cv2.VideoWriter_fourcc(*"MJPG"), 15, (7680, 4320))
    film.write(np.zeros((4320, 7680, 3), np.uint8))
    film.release()
    with pytest.raises(InputError, match="21 million"):
        open_camera(f"video:{tmp_path / 'a.avi'}")


# ---- webcam ---------------------------------------------------------------------------------------------------------


class FalseCapture:
    """Stands for ``cv2.VideoCapture``: 30 pictures a second of a clock that grabbing moves on."""

    def __init__(self, *, opens: bool = True, stamps: bool = True, pictures: int = 1000) -> None:
        self.now_s = 500.0
        self._opens, self._stamps, self._pictures = opens, stamps, pictures
        self.grabbed = self.decoded = 0
        self.released = False
        self.set_to: dict[int, float] = {}

    def isOpened(self) -> bool:
        return self._opens

    def set(self, what: int, value: float) -> bool:
        self.set_to[what] = value
        return True

    def get(self, what: int) -> float:
        if what == cv2.CAP_PROP_POS_MSEC:
            return (self.now_s - 0.02) * 1000 if self._stamps else 0.0
        return self.set_to.get(what, 0.0)

    def grab(self) -> bool:
        self.now_s += 1 / 30
        self.grabbed += 1
        return self.grabbed <= self._pictures

    def retrieve(self) -> tuple[bool, np.ndarray]:
        self.decoded += 1
        return True, grey(self.grabbed % 256)

    def release(self) -> None:
        self.released = True


def webcam_on(capture: FalseCapture, size_px: tuple[int, int] = SIZE_PX) -> Webcam:
    return Webcam(
        0,
        size_px=size_px,
        open_capture=lambda number: capture,
        found=lambda: (WebcamFound(0, "C920"),),
        clock=lambda: capture.now_s,
    )


def test_a_webcam_is_asked_for_1080p_and_hands_out_fifteen_a_second() -> None:
    capture = FalseCapture()
    with webcam_on(capture) as camera:
        frames = [frame for frame, _ in zip(camera, range(15), strict=False)]
        assert camera.describe() == "webcam 0 (C920), 1920x1080"
        assert camera.time_base is TimeBase.MONOTONIC
    assert capture.released
    assert capture.decoded <= 16
    assert 0.9 < frames[-1].time_s - frames[0].time_s < 1.1
    assert capture.set_to[cv2.CAP_PROP_FRAME_WIDTH] == 1920
    assert capture.set_to[cv2.CAP_PROP_BUFFERSIZE] == 1


def test_a_webcam_is_asked_for_larger_pictures_and_tells_which_it_gives() -> None:
    capture = FalseCapture()
    with webcam_on(capture, (2560, 1440)) as camera:
        assert camera.describe() == "webcam 0 (C920), 2560x1440"
    assert capture.set_to[cv2.CAP_PROP_FRAME_HEIGHT] == 1440
    capture = FalseCapture()
    capture.set = lambda what, value: False  # type: ignore[method-assign]
    capture.set_to = {cv2.CAP_PROP_FRAME_WIDTH: 1280, cv2.CAP_PROP_FRAME_HEIGHT: 720}
    with webcam_on(capture, (2560, 1440)) as camera:
        assert camera.describe() == "webcam 0 (C920), 1280x720 instead of 2560x1440"


@pytest.mark.parametrize(("stamps", "age_s"), [(True, 0.02), (False, 0.0)])
def test_a_webcams_times_are_the_drivers_where_it_has_them(stamps: bool, age_s: float) -> None:
    capture = FalseCapture(stamps=stamps)
    with webcam_on(capture) as camera:
        frame = next(iter(camera))
    assert capture.now_s - frame.time_s == pytest.approx(age_s)


@pytest.mark.parametrize(
    ("there", "said", "unsaid"),
    [
        ((), "There is no webcam 0. Plug it in, or choose another camera.", "program"),
        ((2,), "There is no webcam 0. Plug it in, or choose another camera: webcam:2 (C920)", "program"),
        ((0, 2), "Another program uses webcam 0. Close it", "no webcam"),
    ],
)
def test_why_a_webcam_does_not_open_is_told_by_what_is_there(there: tuple[int, ...], said: str, unsaid: str) -> None:
    capture, found = FalseCapture(opens=False), tuple(WebcamFound(number, "C920") for number in there)
    with pytest.raises(DeviceError) as caught, Webcam(0, open_capture=lambda number: capture, found=lambda: found):
        pass
    sentence = str(caught.value)
    assert said in sentence and unsaid not in sentence
    assert "\n" not in sentence
    assert caught.value.exit_status == 4
    assert capture.released


def test_an_unplugged_webcam_is_a_failure() -> None:
    with webcam_on(FalseCapture(pictures=6)) as camera, pytest.raises(DeviceError, match="no pictures any more"):
        list(camera)


@pytest.mark.parametrize("place", ["isOpened", "set", "grab", "retrieve", "get"])
def test_whatever_opencv_throws_is_one_sentence(place: str) -> None:
    capture = FalseCapture()

    def broken(*_: object) -> None:
        raise cv2.error("OpenCV(5.0.0) cap_v4l.cpp:1\n: error: (-215:Assertion failed)")

    setattr(capture, place, broken)
    with pytest.raises(DeviceError, match="^Webcam 0 (cannot be opened|gives no pictures any more): ") as caught:
        with webcam_on(capture) as camera:
            next(iter(camera))
    assert "\n" not in str(caught.value)


def test_pictures_that_cannot_be_decoded_are_a_failure() -> None:
    capture = FalseCapture()
    capture.retrieve = lambda: (False, None)  # type: ignore[method-assign, assignment, return-value]
    with webcam_on(capture) as camera, pytest.raises(DeviceError, match="no pictures any more"):
        list(camera)


def test_a_webcam_whose_opening_hangs_is_given_up_and_let_go_of_later() -> None:
    capture, answers = FalseCapture(), threading.Event()

    def slow(number: int) -> FalseCapture:
        answers.wait(20)
        return capture

    begin_s = time.monotonic()
    with pytest.raises(DeviceError, match="Webcam 0 does not answer"), Webcam(0, open_capture=slow, open_s=0.1):
        pass
    assert time.monotonic() - begin_s < 10
    answers.set()
    until(lambda: True if capture.released else None)


@pytest.mark.parametrize("old", [False, True])
def test_a_webcam_that_is_not_there_with_the_real_opencv(old: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if old:
        monkeypatch.delattr(cv2.utils, "logging")  # not all builds have it
    with pytest.raises(DeviceError, match="There is no webcam 9999. "), Webcam(9999):
        pass


def test_the_pis_video_blocks_are_no_webcams(tmp_path: Path) -> None:
    drivers = {
        "video10": (b"bcm2835-codec", CAN_CAPTURE),
        "video0": (b"uvcvideo", CAN_CAPTURE),
        "video1": (b"uvcvideo", 0),  # its metadata
        "video2": (b"rp1-cfe", CAN_CAPTURE),
        "video30": (b"uvcvideo", CAN_CAPTURE),
    }
    for name in [*drivers, "video-loop"]:
        (tmp_path / name).touch()

    def query(path: Path) -> bytes:
        if path.name == "video30":
            raise OSError("busy")
        driver, device_capabilities = drivers[path.name]
        return CAPABILITY.pack(driver, b"A Webcam", b"usb", 0, 0, device_capabilities)

    assert [(webcam.number, webcam.name) for webcam in list_webcams(folder=tmp_path, query=query)] == [(0, "A Webcam")]
    assert struct.calcsize(CAPABILITY.format) == 104, "struct v4l2_capability of linux/videodev2.h"


# ---- pacing ---------------------------------------------------------------------------------------------------------


def test_a_slow_machine_still_shows_every_fifth_frame() -> None:
    now = [0.0]

    def slow_source() -> Iterator[Frame]:
        for index in range(60):
            now[0] += 0.15  # drawing takes longer than the frame lasts
            yield Frame(grey(0), index / 15, index)

    shown = [frame.sequence for frame in paced(slow_source(), clock=lambda: now[0], sleep=lambda s: None)]
    assert len(shown) >= 60 // 5
    assert max(later - earlier for earlier, later in zip(shown, shown[1:], strict=False)) <= 5


# ---- the watchdog ---------------------------------------------------------------------------------------------------


def test_a_stall_is_noticed_within_three_seconds() -> None:
    watchdog = Watchdog(now_s=0.0)
    watchdog.frame(5.0)
    assert not watchdog.check(7.4)
    assert watchdog.check(7.9)
    assert watchdog.state is CameraState.STALLED


def test_starting_may_take_longer_than_running() -> None:
    watchdog = Watchdog(now_s=0.0)
    assert not watchdog.check(10.0)
    assert watchdog.check(12.5)


def test_three_failures_in_a_row_and_it_is_given_up() -> None:
    watchdog = Watchdog(now_s=0.0)
    watchdog.frame(1.0)
    for now_s, state in ((4.0, CameraState.STALLED), (17.0, CameraState.STALLED), (30.0, CameraState.GONE)):
        assert watchdog.check(now_s)
        assert watchdog.state is state
    assert not watchdog.check(100.0)
    assert not watchdog.frame(101.0)


def test_a_camera_that_ran_well_for_a_while_is_forgiven() -> None:
    watchdog = Watchdog(now_s=0.0)
    watchdog.frame(1.0)
    watchdog.check(4.0)
    for tick in range(50, 260):
        watchdog.frame(tick / 10)
    assert watchdog.failures == 0
    watchdog.check(40.0)
    assert watchdog.failures == 1


def test_a_camera_that_flaps_is_not_forgiven() -> None:
    watchdog = Watchdog(now_s=0.0)
    watchdog.frame(1.0)
    for begin_s in (2.0, 10.0, 20.0):
        watchdog.frame(begin_s)
        watchdog.frame(begin_s + 1.0)
        watchdog.check(begin_s + 5.0)
    assert watchdog.state is CameraState.GONE


class Bench:
    """Live cameras whose plug a test holds, and the clock of whoever watches them."""

    def __init__(self) -> None:
        self.now_s = 1000.0
        self.opened = 0
        self.closed = 0
        self.ready = threading.Semaphore(0)
        self.plugged_in = True
        self.hangs_in_close = False
        self.settled: list[Region | None] = []
        self.lets_go = threading.Event()
        self.lets_go.set()

    def open(self) -> Camera:
        self.opened += 1
        return _BenchCamera(self)

    def show(self, pictures: int = 1) -> None:
        for _ in range(pictures):
            self.ready.release()

    def watched(self, *, must_run: bool = False) -> WatchedCamera:
        return WatchedCamera(self.open, must_run=must_run, clock=lambda: self.now_s)


class _BenchCamera:
    def __init__(self, bench: Bench) -> None:
        self._bench = bench
        self._closed = threading.Event()
        self._size = ""

    @property
    def time_base(self) -> TimeBase:
        return TimeBase.MONOTONIC

    def describe(self) -> str:
        return f"bench camera {self._bench.opened}{self._size}"

    def settle(self, region: Region | None = None) -> None:
        if not self._bench.plugged_in:
            raise OSError("no such device")
        self._bench.settled.append(region)

    def __enter__(self) -> "_BenchCamera":
        if not self._bench.plugged_in:
            raise DeviceError("webcam 0 cannot be opened")
        return self

    def __exit__(self, *_: object) -> None:
        self._bench.lets_go.wait(20)
        self._bench.closed += 1

    def __iter__(self) -> Iterator[Frame]:
        sequence = 0
        while not self._closed.is_set():
            if self._bench.ready.acquire(timeout=0.01):
                self._size = ", 64x48"  # known from the first picture on
                yield Frame(grey(sequence), self._bench.now_s, sequence)
                sequence += 1

    def close(self) -> None:
        if self._bench.hangs_in_close:
            threading.Event().wait()
        self._closed.set()


def until(happens: Callable[[], object], *, within_s: float = 20.0) -> object:
    """What ``happens`` gives as soon as it gives something."""
    end_s = time.monotonic() + within_s
    while time.monotonic() < end_s:
        answer = happens()
        if answer is not None:
            return answer
        time.sleep(0.002)
    raise AssertionError("it never happened")


def running(bench: Bench, watched: WatchedCamera) -> None:
    bench.show()
    assert until(watched.poll) == CameraNews(CameraState.RUNNING, watched._watchdog.failures)
    assert isinstance(until(watched.poll), Frame)


def restarted(bench: Bench) -> None:
    until(lambda: True if (bench.opened, bench.closed) == (2, 1) else None)


@pytest.fixture(autouse=True)
def short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "RESTART_S", 0.05)


def test_a_watched_camera_gives_each_frame_once_and_then_nothing() -> None:
    bench = Bench()
    with bench.watched() as watched:
        running(bench, watched)
        assert watched.poll() is None
        assert watched.describe() == "bench camera 1, 64x48"


def test_of_frames_only_the_newest_is_kept() -> None:
    bench = Bench()
    with bench.watched() as watched:
        running(bench, watched)
        for _ in range(5):
            bench.now_s += 0.1
            bench.show()
            time.sleep(0.05)
        frame = until(watched.poll)
        assert isinstance(frame, Frame)
        assert frame.time_s == pytest.approx(1000.5)
        assert watched.poll() is None


def test_a_stalled_camera_is_told_once_restarted_and_numbered_on() -> None:
    bench = Bench()
    with bench.watched() as watched:
        running(bench, watched)
        bench.now_s += 3.0
        news = until(watched.poll)
        assert isinstance(news, CameraNews)
        assert (news.state, news.failures) == (CameraState.STALLED, 1)
        assert news.message
        assert watched.poll() is None
        restarted(bench)
        bench.show()
        assert until(watched.poll) == CameraNews(CameraState.RUNNING, 1)
        frame = until(watched.poll)
        assert isinstance(frame, Frame)
        assert frame.sequence == 1
        assert bench.opened == 2


def test_after_three_failures_it_is_gone_until_tried_again() -> None:
    bench = Bench()
    with bench.watched() as watched:
        running(bench, watched)
        bench.plugged_in = False
        bench.now_s += 3.0
        news = [until(watched.poll) for _ in range(3)]
        assert [one.state for one in news if isinstance(one, CameraNews)] == [
            CameraState.STALLED,
            CameraState.STALLED,
            CameraState.GONE,
        ]
        assert "cannot be opened" in str(news[-1])
        assert watched.poll(0.0) is None
        bench.plugged_in = True
        bench.now_s += 60.0
        watched.retry()
        running(bench, watched)


def test_a_camera_that_must_run_and_was_never_there_is_an_error_at_once() -> None:
    bench = Bench()
    bench.plugged_in = False
    with bench.watched(must_run=True) as watched, pytest.raises(DeviceError, match="cannot be opened"):
        until(watched.poll)


def test_a_camera_that_was_never_there_is_given_up_and_can_be_tried_again() -> None:
    bench = Bench()
    bench.plugged_in = False
    with bench.watched() as watched:
        assert not watched.has_spoken
        for state in (CameraState.STALLED, CameraState.STALLED, CameraState.GONE):
            news = until(watched.poll)
            assert isinstance(news, CameraNews)
            assert (news.state, news.message) == (state, "webcam 0 cannot be opened")
            assert watched.has_spoken == (state is CameraState.GONE)
        assert watched.poll() is None
        bench.plugged_in = True
        watched.retry()
        assert watched.state is CameraState.STARTING
        running(bench, watched)
        assert watched.has_spoken


def test_a_camera_that_never_shows_anything_is_given_up_too() -> None:
    bench = Bench()
    with bench.watched() as watched:
        for opened, state in enumerate((CameraState.STALLED, CameraState.STALLED, CameraState.GONE), 1):
            until(lambda opened=opened: True if bench.opened == opened else None)
            bench.now_s += START_S + 1.0
            news = until(watched.poll)
            assert isinstance(news, CameraNews) and (news.state, news.failures) == (state, opened)
            assert news.message


def test_a_camera_that_runs_can_be_started_anew() -> None:
    bench = Bench()
    with bench.watched() as watched:
        running(bench, watched)
        watched.retry()
        restarted(bench)
        assert watched.state is CameraState.STARTING
        assert watched.describe() == "bench camera 1, 64x48", "as it was while it ran"
        bench.now_s += 1.0
        bench.show()
        assert until(watched.poll) == CameraNews(CameraState.RUNNING, 0)
        assert watched.describe() == "bench camera 2, 64x48"


def test_trying_again_and_again_does_not_keep_it_from_starting() -> None:
    bench = Bench()
    with bench.watched() as watched:
        until(lambda: True if bench.opened == 1 else None)
        for _ in range(5):
            watched.retry()
        running(bench, watched)
        assert bench.opened == 1
    watched.retry()
    assert watched.poll() is None


def test_a_watched_camera_is_told_to_settle_and_nothing_is_raised() -> None:
    bench = Bench()
    with bench.watched() as watched:
        running(bench, watched)
        watched.settle()
        watched.settle((10, 20, 30, 40))
        assert bench.settled == [None, (10, 20, 30, 40)]
        bench.plugged_in = False
        watched.settle()
    watched.settle()
    WatchedCamera(bench.open).settle()


def test_a_restart_waits_until_the_device_was_let_go_of() -> None:
    bench = Bench()
    with bench.watched() as watched:
        running(bench, watched)
        bench.lets_go.clear()
        bench.now_s += 3.0
        assert isinstance(until(watched.poll), CameraNews)
        time.sleep(0.3)  # many times the pause before a restart
        assert (bench.opened, bench.closed) == (1, 0)
        bench.lets_go.set()
        restarted(bench)


def test_a_camera_that_hangs_even_when_closed_holds_nobody_up() -> None:
    bench = Bench()
    with bench.watched() as watched:
        running(bench, watched)
        bench.hangs_in_close = True
        bench.now_s += 3.0
        begin_s = time.monotonic()
        assert isinstance(until(watched.poll), CameraNews)
        assert time.monotonic() - begin_s < 2.0
        bench.hangs_in_close = False


def test_an_old_picture_after_a_restart_is_not_new() -> None:
    bench = Bench()
    with bench.watched() as watched:
        running(bench, watched)
        bench.now_s += 3.0
        until(watched.poll)
        restarted(bench)
        bench.now_s -= 3.0  # the restarted camera hands out what it had kept
        bench.show()
        assert isinstance(until(watched.poll), CameraNews)
        assert watched.poll() is None


def test_leaving_closes_the_camera() -> None:
    bench = Bench()
    with bench.watched() as watched:
        running(bench, watched)
    assert bench.closed == 1
    assert watched.poll() is None


def test_a_source_stops_when_closed() -> None:
    camera = SourceCamera((Frame(grey(0), index / 15, index) for index in range(100)), name="grey")
    taken = []
    for frame in camera:
        taken.append(frame)
        if len(taken) == 3:
            camera.close()
    assert len(taken) == 3
