"""Watches a live camera: one that stalls is noticed within 3 s and started again; after three failures it is given up.

``Watchdog`` is the rule, without threads or a clock of its own; ``WatchedCamera`` is the camera that keeps to it.
"""

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from dealer.errors import DealerError, DeviceError
from dealer.locale import _
from hardware.cameras.cameras import Camera, Region
from vision.frame import Frame

log = logging.getLogger(__name__)

STALL_S = 2.5
"""A running camera that shows nothing for so long has stalled: with the polling it is told within 3 s."""

START_S = 12.0
"""How long a camera may take to its first frame: a Raspberry Pi imports its library, starts and settles in 3 to 6 s."""

FAILURES = 3
"""Failures in a row after which the game goes on by hand."""

STEADY_S = 20.0
"""After so long without a gap a camera is well again, and its failures are forgotten."""

RESTART_S = 1.0
"""The least pause before a restart: a device that was just let go of is busy for a moment."""

POLL_S = 0.1
"""How often a waiting reader looks whether the camera has stalled."""

CLOSE_S = 4.0
"""How long leaving waits for the camera to let go; its thread is a daemon and holds nobody up after that."""


class CameraState(Enum):
    """How the camera is."""

    STARTING = "starting"
    RUNNING = "running"
    STALLED = "stalled"
    """The camera gives no frames: play waits, and it is being started again."""
    GONE = "gone"
    """Given up: the game goes on by hand. ``WatchedCamera.retry`` tries again."""


@dataclass(frozen=True, slots=True)
class CameraNews:
    """The camera's state changed: ``failures`` in a row so far, and a sentence for people (or ``""``)."""

    state: CameraState
    failures: int
    message: str = ""


class Watchdog:
    """Counts the time since the last frame, and the failures. All times are seconds of one steady clock.

    >>> watchdog = Watchdog(now_s=0.0)
    >>> watchdog.frame(1.0), watchdog.check(2.0), watchdog.check(3.6)
    (True, False, True)
    >>> watchdog.state, watchdog.failures
    (<CameraState.STALLED: 'stalled'>, 1)
    """

    def __init__(self, *, now_s: float) -> None:
        self.state = CameraState.STARTING
        self.failures = 0
        self._last_s = now_s
        self._running_since_s = now_s

    def frame(self, now_s: float) -> bool:
        """A frame came; True when that changes the state."""
        if self.state is CameraState.GONE:
            return False
        self._last_s = now_s
        if self.state is not CameraState.RUNNING:
            self.state = CameraState.RUNNING
            self._running_since_s = now_s
            return True
        if now_s - self._running_since_s >= STEADY_S:
            self.failures = 0
        return False

    def check(self, now_s: float) -> bool:
        """Whether the camera has just failed by showing nothing for too long."""
        if self.state is CameraState.GONE:
            return False
        patience_s = STALL_S if self.state is CameraState.RUNNING else START_S
        if now_s - self._last_s <= patience_s:
            return False
        self.fail(now_s)
        return True

    def fail(self, now_s: float) -> None:
        """The camera failed: it is to be started again now, or was given up."""
        self.failures += 1
        self.state = CameraState.GONE if self.failures >= FAILURES else CameraState.STALLED
        self._last_s = now_s

    def restart(self, now_s: float) -> None:
        """Begin anew, all failures forgotten."""
        self.state = CameraState.STARTING
        self.failures = 0
        self._last_s = now_s


class _Pump:
    """One run of a camera in a thread of its own: keeps its newest frame, and how it ended.

    It begins once ``after`` has let go of the device, and waits ``CLOSE_S`` for that at most.
    """

    def __init__(
        self, open_camera: Callable[[], Camera], *, awake: threading.Condition, after: "_Pump | None" = None
    ) -> None:
        self._open_camera = open_camera
        self._after = after
        self._awake = awake
        self._stopping = threading.Event()
        self.camera: Camera | None = None
        self.frame: Frame | None = None
        self.ended = False
        self.error: BaseException | None = None
        self.thread = threading.Thread(target=self._run, name="camera", daemon=True)
        self.thread.start()

    def _run(self) -> None:
        try:
            if self._after is not None:
                self._wait_for(self._after)
                self._after = None
            if self._stopping.is_set():
                return
            self.camera = self._open_camera()
            if self._stopping.is_set():  # whoever stopped it may not have seen the camera yet
                return
            with self.camera as camera:
                for frame in camera:
                    if self._stopping.is_set():
                        break
                    with self._awake:
                        self.frame = frame
                        self._awake.notify_all()
        except Exception as error:  # whatever a driver throws is told as a failure of the camera
            self.error = error
        finally:
            with self._awake:
                self.ended = True
                self._awake.notify_all()

    def _wait_for(self, before: "_Pump") -> None:
        end_s = time.monotonic() + CLOSE_S
        self._stopping.wait(RESTART_S)
        while before.thread.is_alive() and time.monotonic() < end_s and not self._stopping.wait(POLL_S):
            pass

    def stop(self) -> None:
        """Ask it to end; whoever hangs in a driver is left behind."""
        self._stopping.set()
        if self.camera is not None:
            self.camera.close()


class WatchedCamera:
    """A live camera that is watched: ``poll`` gives its newest frame once, or news of its state.

    ``open_camera`` makes the camera anew for each start. Frames are numbered on through restarts. One thread polls.
    ``must_run``: a camera that fails before its first frame is an error and no news, for callers that cannot ask
    anybody to mend it.
    """

    def __init__(
        self,
        open_camera: Callable[[], Camera],
        *,
        must_run: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._open_camera = open_camera
        self._must_run = must_run
        self._clock = clock
        self._awake = threading.Condition()
        self._watchdog = Watchdog(now_s=clock())
        self._ever_ran = False
        self._sequence = 0
        self._last_time_s = float("-inf")
        self._pump: _Pump | None = None
        self._stopped: _Pump | None = None
        self._closed = False
        self._description = "camera"

    @property
    def state(self) -> CameraState:
        return self._watchdog.state

    @property
    def has_spoken(self) -> bool:
        """Whether it gave a frame or was given up: nobody need wait for its first word any more."""
        return self._ever_ran or self.state is CameraState.GONE

    def describe(self) -> str:
        """One line for a person, as the camera puts it, or put it when it last ran."""
        pump = self._pump
        if pump is not None and pump.camera is not None and (self.state is CameraState.RUNNING or not self._ever_ran):
            self._description = pump.camera.describe()
        return self._description

    def settle(self, region: Region | None = None) -> None:
        """Let exposure, white balance and focus settle anew, as ``Camera.settle``. A start settles by itself."""
        pump = self._pump
        if pump is not None and pump.camera is not None:
            try:
                pump.camera.settle(region)
            except Exception:  # whoever asks has other things to do than to mend a driver
                log.exception("the camera could not be told to settle")

    def __enter__(self) -> "WatchedCamera":
        self._watchdog.restart(self._clock())
        self._start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _start(self) -> None:
        self._pump = _Pump(self._open_camera, after=self._stopped, awake=self._awake)

    def poll(self, timeout_s: float = 0.0) -> Frame | CameraNews | None:
        """The newest frame not given out yet, or news; None when there is neither within ``timeout_s``.

        Raises DeviceError when a camera that must run fails before its first frame.
        """
        deadline_s = self._clock() + timeout_s
        while not self._closed:
            with self._awake:
                now_s = self._clock()
                answer = self._look(now_s)
                if answer is not None or now_s >= deadline_s:
                    return answer
                self._awake.wait(min(POLL_S, deadline_s - now_s))
        return None

    def _look(self, now_s: float) -> Frame | CameraNews | None:
        pump = self._pump
        if pump is None:
            return None
        if pump.frame is not None:
            if self._watchdog.frame(now_s):
                self._ever_ran = True
                self.describe()
                return CameraNews(self._watchdog.state, self._watchdog.failures)
            frame, pump.frame = pump.frame, None
            if frame.time_s <= self._last_time_s:
                return None  # an old picture: a restarted camera may hand out what it had kept
            self._last_time_s = frame.time_s
            self._sequence += 1
            return Frame(frame.image, frame.time_s, self._sequence - 1)
        if pump.ended:
            reason = self._reason(pump.error)
            self._watchdog.fail(now_s)
        elif self._watchdog.check(now_s):
            reason = _("The camera shows nothing any more.") if self._ever_ran else _("The camera shows nothing.")
        else:
            return None
        return self._failed(pump, reason)

    @staticmethod
    def _reason(error: BaseException | None) -> str:
        if isinstance(error, DealerError):
            return str(error)
        return _("The camera failed: {error}").format(error=error or _("it ended by itself"))

    def _failed(self, pump: _Pump, reason: str) -> CameraNews:
        # One that never ran is told to people by the caller.
        level = logging.WARNING if self._ever_ran else logging.INFO
        log.log(level, "camera failure %d of %d: %s", self._watchdog.failures, FAILURES, reason)
        self._stop(pump)
        if self._must_run and not self._ever_ran:
            raise DeviceError(reason) from pump.error
        if self._watchdog.state is CameraState.STALLED:
            self._start()
        return CameraNews(self._watchdog.state, self._watchdog.failures, reason)

    def _stop(self, pump: _Pump) -> threading.Thread:
        self._pump, self._stopped = None, pump
        # In a thread of its own: letting go of a hung device may take as long as it likes.
        stopper = threading.Thread(target=pump.stop, name="camera stop", daemon=True)
        stopper.start()
        return stopper

    def retry(self) -> None:
        """Begin anew, all failures forgotten: somebody put the plug back, or the picture stands still.

        It may be called in every state; a start that is under way goes on.
        """
        if self._closed:
            return
        starting = self._pump is not None and self.state in (CameraState.STARTING, CameraState.STALLED)
        self._watchdog.restart(self._clock())
        if not starting:
            if self._pump is not None:
                self._stop(self._pump)
            self._start()

    def close(self) -> None:
        """End it; waits ``CLOSE_S`` at most."""
        self._closed = True
        pump = self._pump
        if pump is not None:
            end_s = time.monotonic() + CLOSE_S
            self._stop(pump).join(CLOSE_S)
            pump.thread.join(max(0.0, end_s - time.monotonic()))
