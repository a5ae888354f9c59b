"""Does the memory of an evening grow? Hours of table time, in a lapse: one process, one eye, one screen, one journal.

    .venv/bin/python -m pytest -s tests/trials/soak.py
    HOURS=8 .venv/bin/python -m pytest -s tests/trials/soak.py -k camera

At a table with a camera a game of each of some variants is drawn to disk first, by a process of its own; its pictures
are then shown to a real evening again and again, with a clock that goes by them. Somebody opens the menu, the rules, a
correction, the pictures, the odds and the set-up view, and begins the next game. At a simulated table the evening draws
its own games. What the process keeps (VmRSS, and PSS where the system tells it) is sampled every few minutes of table
time; the slope is that of a straight line through the samples after the first games.
"""

import json
import os
import shutil
import subprocess
import sys
import time
import wave
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Self

import cv2
import numpy as np
import pytest
from evening_table import options

from dealer.display import Display, Screen
from dealer.display.screens import (
    EndScreen,
    MenuScreen,
    MessageScreen,
    PlayScreen,
    SetupScreen,
    StartScreen,
    labels_of,
)
from dealer.display.window import Input
from dealer.errors import DealerError
from dealer.game.header import Header
from dealer.hands.house_requests import Want, Wish
from dealer.house.camera_and_eye import Lookout, Stage
from dealer.house.devices import Front
from dealer.house.evening import Evening, Table
from dealer.house.sight import Ended
from dealer.journal.journal import Journal
from dealer.presses import Button, Kind, Press, Quit, Target, Touch
from dealer.rehearsal.unknown_acts import one_by_one, unknown
from dealer.rules.acts import Act, parse_act
from dealer.settings import Settings
from dealer.system.clock import Clock
from dealer.view import TableView
from hardware.cameras.cameras import CameraKind, CameraSpec, FoundCameras, parse_camera
from hardware.cameras.watched import CameraNews
from hardware.voice.speech import Speech
from vision.frame import Frame

HOURS = float(os.environ.get("HOURS", "0.5"))
"""Of table time; the slope is held to its bar from ``SLOPE_HOURS`` on."""
SLOPE_HOURS = 2.0
MOST_SLOPE_MB = 1.0
"""An hour of table time."""
TALK_S = 420.0
"""Between two games people talk: there are seven games in an hour then, which is more than a pub has."""
TALK_STEP_S = 2.0
"""While they do one picture in so long is enough."""
MOST_MB = {"camera": 350.0, "simulated": 500.0}
SAMPLE_S = 120.0
WARM_S = 3600.0
"""What is learnt, cached and loaded in the first hour, seven games, is no growth."""
VARIANTS = ("basic", "port", "sweep")
PLAYERS = ("Ada", "Ben", "Cem")
SEED = 5
JPEG_QUALITY = 85
LEAST_STEP_S = 0.1
"""Every other picture of a motion is enough: eight hours are shown in one."""
HEARD_S = 4.0
"""An act that nobody called for so long is told by hand."""


# The films


def draw(folder: Path) -> None:
    """Draw a game of each variant: pictures with their times in their names, and what was dealt when."""
    from dealer.house.camera_and_eye import rehearse

    for variant in VARIANTS:
        target = {"basic": 5}.get(variant)
        keys = {} if target is None else {"target": target}
        header = Header.from_mapping({"variant": variant, "players": PLAYERS, **keys})
        people = rehearse(Stage(SEED, header, difficulty="easy"), fast=True)
        film = folder / variant
        film.mkdir(parents=True)
        for frame in people:
            name = film / f"{frame.sequence:05}-t{frame.time_s:.3f}.jpg"
            cv2.imwrite(str(name), frame.image, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
            if people.game.over or frame.time_s > LONGEST_S:
                break
        dealt = [[str(one.act), one.rest_s] for one in people.truth]
        about = {"lens": people.settings.lens_name, "header": header.to_mapping(), "dealt": dealt}
        (film / "about.json").write_text(json.dumps(about))


LONGEST_S = 75.0
"""So much of a long game is drawn; then somebody stops it."""


class Reel(Clock):
    """The films, one after the other, for ever; the time is that of the pictures."""

    def __init__(self, folder: Path) -> None:
        self.films = [folder / variant for variant in VARIANTS]
        self.abouts = [json.loads((film / "about.json").read_text()) for film in self.films]
        self.headers = [Header.from_mapping(about["header"]) for about in self.abouts]
        self.lens = self.abouts[0]["lens"]
        self.playing = 0
        self.laps = 0
        self._time_s = self._offset_s = 1000.0
        self._sequence = 0
        self._frames: Iterator[tuple[float, Path]] = iter(())
        self.empty: Frame | None = None

    def begin(self) -> None:
        """The next game is dealt."""
        self.playing = self.laps % len(self.films)
        self.laps += 1
        self._offset_s = self._time_s
        paths = sorted(self.films[self.playing].glob("*.jpg"))
        timed = [(float(path.stem.split("-t")[1]), path) for path in paths]
        kept: list[tuple[float, Path]] = []
        for time_s, path in timed:
            if time_s < LONGEST_S and (not kept or time_s - kept[-1][0] >= LEAST_STEP_S):
                kept.append((time_s, path))
        self._frames = iter(kept)

    def now_s(self) -> float:
        return self._time_s

    def sleep(self, seconds: float) -> None:
        self._time_s += seconds

    @property
    def dealt(self) -> list[Act]:
        """What was dealt so far, and is to be known by now."""
        about, since_s = self.abouts[self.playing], self._time_s - self._offset_s - HEARD_S
        return [parse_act(line, PLAYERS) for line, rest_s in about["dealt"] if rest_s <= since_s]

    def frame(self) -> tuple[Frame, bool]:
        """The next picture, and whether it is one of the film; after it the empty table, in longer steps."""
        following = next(self._frames, None)
        self._sequence += 1
        if following is None and self.empty is not None:
            self._time_s += TALK_STEP_S
            return Frame(self.empty.image, self._time_s, self._sequence), False
        if following is None:
            self.begin()
            following = next(self._frames)
        time_s, path = following
        image = np.asarray(cv2.imread(str(path)), np.uint8)
        self._time_s = max(self._time_s + 0.01, self._offset_s + time_s)
        frame = Frame(image, self._time_s, self._sequence)
        self.empty = self.empty or frame
        return frame, True


# The evening


class Gauge:
    """Samples of the memory by table time."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.samples: list[tuple[float, float]] = []
        self.games = 0
        self._next_s = 0.0
        self._began_s: float | None = None

    def look(self, now_s: float) -> bool:
        """Sample if it is time; whether the hours are over."""
        if self._began_s is None:
            self._began_s = now_s
        at_s = now_s - self._began_s
        if at_s >= self._next_s:
            self._next_s = at_s + SAMPLE_S
            self.samples.append((at_s / 3600, rss_mb()))
            print(f"{self.what} {at_s / 3600:.2f} h {self.games} games {rss_mb():.0f} MB pss {pss_mb():.0f} "
                  f"threads {len(os.listdir('/proc/self/task'))} files {len(os.listdir('/proc/self/fd'))} "
                  f"cpu {time.process_time():.0f} s", flush=True)  # fmt: skip
        return at_s >= HOURS * 3600

    def result(self) -> tuple[float, float]:
        """The slope in MB an hour, and the peak."""
        warm = [sample for sample in self.samples if sample[0] * 3600 >= WARM_S] or self.samples
        hours, sizes = np.array(warm).T
        slope = float(np.polyfit(hours, sizes, 1)[0]) if len(warm) > 2 else 0.0
        return slope, peak_mb()


def status(key: str, file: str = "status") -> float:
    for line in Path("/proc/self", file).read_text().splitlines():
        if line.startswith(f"{key}:"):
            return int(line.split()[1]) / 1024
    return 0.0


def rss_mb() -> float:
    return status("VmRSS")


def peak_mb() -> float:
    return status("VmHWM")


def pss_mb() -> float:
    """This process' share of what it has in common with others."""
    return status("Pss", "smaps_rollup")


class Beep:
    """A voice that makes short clips at once."""

    identity = "beep"

    def make(self, text: str, path: Path) -> None:
        with wave.open(str(path), "wb") as clip:
            clip.setparams((1, 2, 22050, 0, "NONE", ""))
            clip.writeframes(bytes(2 * 22050 // 4))


class Hands(Front):
    """A screen that draws, and somebody who presses what leads on and now and then looks at everything."""

    def __init__(self, folder: Path, clock: Clock, gauge: Gauge) -> None:
        display = Display((1280, 720), windowed=False, headless=True, clock=clock.now_s)
        super().__init__(display=display, speech=Speech(folder / "clips", synthesizer=Beep()), clock=clock.now_s)
        self._gauge = gauge
        self._now_s = clock.now_s
        self._random = Random(SEED)
        self._screen: Screen | None = None
        self._press_s = 0.0
        self._drawn_s = self._since_s = 0.0
        self.errand: list[Input | str] = []

    @property
    def windowed(self) -> bool:
        return True

    def show(self, screen: Screen) -> None:
        """Drawn twice a second, and whenever another screen comes: all of it would take most of the lapse."""
        if type(screen) is not type(self._screen):
            self._since_s = self._now_s()
        if type(screen) is not type(self._screen) or self._now_s() - self._drawn_s >= 0.5:
            self._drawn_s = self._now_s()
            super().show(screen)
        self._screen = screen

    def poll(self) -> list[Input]:
        if self._gauge.look(self._now_s()):
            return [Quit()]
        self._given.extend(self._pressed())
        return super().poll()

    def _pressed(self) -> list[Input]:
        now_s = self._now_s()
        if now_s < self._press_s or self._screen is None:
            return []
        self._press_s = now_s + self._random.uniform(1.0, 3.0)
        if self.errand:
            return self._on_errand()
        match self._screen:
            case StartScreen() | EndScreen() if now_s - self._since_s < TALK_S * (self._gauge.games > 0):
                return []
            case StartScreen() | EndScreen() | SetupScreen():
                return [Press(Button.GREEN)]
            case PlayScreen() if self._random.random() < 0.15:
                self.errand = list(self._random.choice(ERRANDS))
            case MessageScreen():
                return [Press(Button.GREEN)]
            case screen if dict(labels_of(screen)).get(Button.RED) == "Back":
                return [Press(Button.RED)]
        return []

    def _on_errand(self) -> list[Input]:
        """The next press; down to a line of the menu, until it is chosen."""
        line, screen = self.errand[0], self._screen
        if not isinstance(line, str):
            self.errand.pop(0)
            return [line]
        if not isinstance(screen, MenuScreen):  # it did not open
            self.errand.clear()
            return []
        if screen.lines[screen.selected].label != line:
            return [Press(Button.BLUE)]
        self.errand.pop(0)
        return [Press(Button.GREEN)]


GREEN, RED, YELLOW, BLUE = (Press(button) for button in (Button.GREEN, Button.RED, Button.YELLOW, Button.BLUE))
MENU, CORRECTION = Press(Button.BLUE, Kind.LONG), Press(Button.YELLOW, Kind.LONG)
ERRANDS: tuple[tuple[Input | str, ...], ...] = (
    (MENU, "Rules", BLUE, RED),
    (CORRECTION, BLUE, BLUE, YELLOW, RED),
    (Touch(Target.PICTURE, 0), BLUE, BLUE, RED),
    (MENU, "The evening", BLUE, RED),
    (MENU, "Phones", RED),
    (MENU, "Settings", BLUE, BLUE, GREEN),
    (MENU, "Large figures only"),
    (MENU, "Aim the camera", YELLOW),
    (Touch(Target.SOUND, 0), Touch(Target.SOUND, 0)),
)
"""What is looked at in a game; words are a line of the menu. Whatever is open afterwards, red leads back."""


class ReelLookout(Lookout):
    """A live camera over the films."""

    def __init__(self, reel: Reel, spec: CameraSpec) -> None:
        super().__init__(spec, Settings(), lens_name=reel.lens, stage=None, fast=True, frames=(), must_run=False)
        self._reel = reel

    def __enter__(self) -> Self:
        return self

    def next(self, timeout_s: float) -> TableView | CameraNews | Ended | None:
        self.frame, _ = self._reel.frame()
        return self._look(self.frame)


class Lapse(Evening):
    """The evening at the table with a camera: each game is the film's, and what was told there is told here."""

    reel: Reel
    gauge: Gauge

    def _make_lookout(self, spec: CameraSpec, stage: Stage | None) -> Lookout:
        return ReelLookout(self.reel, spec)

    def _one_game(self, header: Header) -> Header | None:
        self.reel.begin()
        self.gauge.games += 1
        return super()._one_game(self.reel.headers[self.reel.playing])

    def _turned(self) -> None:
        super()._turned()
        watch = self._watch
        sitting = watch.sitting if watch is not None else None
        if watch is None or sitting is None or sitting.over or watch.console is None or watch.console.busy:
            return
        dealt = one_by_one(self.reel.dealt)
        missing = unknown(one_by_one(sitting.game.acts), dealt)
        if missing:
            sitting.say(dealt[missing[0]])
        if self.reel.now_s() - self.reel._offset_s > LONGEST_S + 20.0:
            watch._wish_of_house(Wish(Want.START))  # the film is over, and its game is not

    def _go_on_from(self, error: Exception) -> None:
        raise error


class Rehearsals(Evening):
    """The evening at a simulated table, as fast as it is drawn."""

    gauge: Gauge

    def _make_lookout(self, spec: CameraSpec, stage: Stage | None) -> Lookout:
        self.gauge.games += 1
        return Lookout(spec, self._settings, lens_name=None, stage=stage, fast=True, must_run=False)

    def _go_on_from(self, error: Exception) -> None:
        raise error


class TableTime(Clock):
    """The time at a simulated table: that of its pictures, and what is slept."""

    def __init__(self) -> None:
        self.evening: Evening | None = None
        self._base_s, self._last_s = 1000.0, 0.0

    def now_s(self) -> float:
        lookout = self.evening._lookout if self.evening is not None else None
        frame_s = lookout.frame.time_s if lookout is not None and lookout.frame is not None else 0.0
        if frame_s < self._last_s:
            self._base_s, self._last_s = self._base_s + self._last_s, 0.0
        self._last_s = frame_s
        return self._base_s + frame_s

    def sleep(self, seconds: float) -> None:
        """Nobody plays meanwhile: it passes quickly."""
        self._base_s += max(seconds, TALK_STEP_S)


def soak(what: str, folder: Path) -> None:
    """One evening of so many hours; prints the samples and, last, slope and peak."""
    data, gauge = folder / "data", Gauge(what)
    clock: Clock
    with Journal(data) as journal:
        if what == "camera":
            clock = reel = Reel(folder / "films")
            front = Hands(data, clock, gauge)
            chosen = options(data, variant=None, players=None, target=None)
            evening: Evening = Lapse(
                chosen, Settings(), journal, front, Table(parse_camera("webcam:0")), clock=clock,
                find=lambda: FoundCameras((), ""),
            )  # fmt: skip
            evening.reel, evening.gauge = reel, gauge  # type: ignore[attr-defined]
        else:
            clock = times = TableTime()
            front = Hands(data, clock, gauge)
            chosen = options(data, variant=None, players=None, target=None)
            table = Table(CameraSpec(CameraKind.SIMULATED, SEED), rehearsal=True)
            evening = Rehearsals(chosen, Settings(), journal, front, table, clock=clock)
            evening.gauge = gauge  # type: ignore[attr-defined]
            times.evening = evening
        with front:
            evening.run()
    slope, peak = gauge.result()
    print(json.dumps({"slope": slope, "peak": peak, "games": gauge.games, "hours": HOURS}))


def run(what: str, folder: Path) -> str:
    """This file as a process of its own; its last line."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "SDL_AUDIODRIVER": "dummy"}
    line = ""
    with subprocess.Popen(
        [sys.executable, __file__, what, str(folder)], env=environment, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            print(line, end="", flush=True)
    assert process.returncode == 0
    return line


@pytest.mark.parametrize("what", list(MOST_MB))
def test_memory_stays_flat(what: str, tmp_path: Path) -> None:
    if what == "camera":
        run("draw", tmp_path)
    found = json.loads(run(what, tmp_path))
    shutil.rmtree(tmp_path / "films", ignore_errors=True)
    print(f"{what}: {HOURS} h, {found['games']} games: {found['slope']:+.1f} MB an hour, peak {found['peak']:.0f} MB")
    assert found["games"] >= 2
    assert found["peak"] <= MOST_MB[what]
    if HOURS >= SLOPE_HOURS:
        assert found["slope"] <= MOST_SLOPE_MB


if __name__ == "__main__":
    if sys.argv[1] == "draw":
        draw(Path(sys.argv[2]) / "films")
    else:
        try:
            soak(sys.argv[1], Path(sys.argv[2]))
        except DealerError as error:
            raise SystemExit(str(error)) from error
