"""Trial: what is said, booked and shown when the camera's picture goes wrong amid a game.

    python tests/trials/camera_faults.py [NAMES...]

A game on a simulated table is filmed. Each fault is laid over that film twice: while the table is still, and while
play goes on. One line a fault; the exit status is 1 if an expectation fails.
"""

import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from dealer.game.header import Header
from dealer.house.camera_and_eye import Lookout, Stage, rehearse, simulated_design
from dealer.house.devices import Front
from dealer.house.sight import Ended
from dealer.house.watch import Watch
from dealer.journal.journal import Journal
from dealer.settings import Settings
from dealer.view import TableView
from dealer.words.sentences import TROUBLES
from hardware.cameras.cameras import CameraKind, CameraSpec
from hardware.cameras.watched import CameraNews, CameraState
from vision.frame import BGRImage, Frame

HEADER = Header.from_mapping({"variant": "basic", "players": ["Ada", "Ben", "Cem", "Dora"]})
SEED = 5
EVERY = 3
"""Of the simulated camera's 15 pictures a second so many make one of the film."""
FPS = 15 / EVERY
TELL_S = 2.0
"""A fault is told by its name within this."""
SPOKEN_S = 2.5
"""The screen says it within this, from its beginning."""
STILL_S, MOVING_S, AFTER_S = 12.0, 5.0, 12.0
"""How long a fault lasts over a still table and amid play, and how long the film goes on."""

Spoil = Callable[[BGRImage, int], BGRImage | None]
"""What becomes of a picture, by how many came since the fault began; None: the camera gives none."""


def warped(x: float, y: float, turn_deg: float = 0.0, zoom: float = 1.0) -> Spoil:
    """The camera was moved: by so many pixels, turned, nearer."""

    def spoil(image: BGRImage, step: int) -> BGRImage:
        height, width = image.shape[:2]
        matrix = cv2.getRotationMatrix2D((width / 2, height / 2), turn_deg, zoom)
        matrix[:, 2] += x, y
        return np.asarray(cv2.warpAffine(image, matrix, (width, height), borderMode=cv2.BORDER_REPLICATE), np.uint8)

    return spoil


def even(level: int, noise: float = 0.0) -> Spoil:
    """Nothing is to be seen."""

    def spoil(image: BGRImage, step: int) -> BGRImage:
        picture = np.full(image.shape, level, np.uint8)
        return picture if noise == 0.0 else noisy(picture, noise, step)

    return spoil


def noisy(image: BGRImage, sigma: float, step: int) -> BGRImage:
    """A sensor's noise on a picture."""
    height, width = image.shape[:2]
    noise = np.random.default_rng(step).normal(0, sigma, (height, width)).astype(np.float32)
    return np.asarray(np.clip(image + noise[..., None], 0, 255), np.uint8)


def hand(image: BGRImage, step: int) -> BGRImage:
    """A hand lies on the lens: it is too near to be in focus, and some light comes past it."""
    height, width = image.shape[:2]
    across = np.linspace(0, 1, width, dtype=np.float32)[None, :, None]
    picture = np.array([18.0, 22.0, 50.0], np.float32) + across * np.array([25.0, 30.0, 80.0], np.float32)
    return noisy(np.broadcast_to(picture, image.shape).astype(np.uint8), 3.0, step)


def half_covered(image: BGRImage, step: int) -> BGRImage:
    """Something dark hangs into the picture from the left."""
    width = image.shape[1]
    shade = 1 / (1 + np.exp(-(np.arange(width, dtype=np.float32) - width / 2) / 40))[None, :, None]
    return noisy(np.asarray(image * shade + 12 * (1 - shade), np.uint8), 1.5, step)


def random_levels(image: BGRImage, step: int) -> BGRImage:
    return np.random.default_rng(step).integers(0, 255, image.shape, np.uint8)


def colour_bars(image: BGRImage, step: int) -> BGRImage:
    """What some cameras send when their sensor is lost."""
    height, width = image.shape[:2]
    bars = np.array([[191, 191, 191], [0, 191, 191], [191, 191, 0], [0, 191, 0], [191, 0, 191], [0, 0, 191]], np.uint8)
    row = bars[np.arange(width) * len(bars) // width]
    return noisy(np.broadcast_to(row, (height, width, 3)), 1.0, step)


@dataclass(frozen=True, slots=True)
class Fault:
    """``codes``: what ``TableView.trouble`` may say. ``found``: the table is found again while it lasts, so play goes
    on. ``cut``: not all of the table is in the picture. ``same``: the first picture stays. ``silent``: no pictures
    come."""

    name: str
    codes: tuple[str, ...]
    spoil: Spoil
    found: bool = False
    cut: bool = False
    same: bool = False
    silent: bool = False


FAULTS = (
    Fault("black", ("black",), even(0)),
    Fault("white", ("white",), even(255)),
    Fault("grey", ("blank",), even(128)),
    Fault("noise", ("noise",), random_levels),
    Fault("hand on the lens", ("covered",), hand),
    Fault("half covered", ("half-covered",), half_covered),
    Fault("frozen", ("frozen",), lambda image, step: image, same=True),
    Fault("mirrored", ("mirrored",), lambda image, step: np.ascontiguousarray(image[:, ::-1])),
    Fault("mirrored, top to bottom", ("mirrored",), lambda image, step: np.ascontiguousarray(image[::-1])),
    Fault("upside down", ("upside-down",), lambda image, step: np.ascontiguousarray(image[::-1, ::-1]), found=True),
    Fault("dark", ("dark",), lambda image, step: np.asarray(image * 0.12, np.uint8)),
    Fault("overexposed", ("overexposed",), lambda image, step: cv2.convertScaleAbs(image, alpha=2.5, beta=60)),
    Fault("blurred", ("blurred",), lambda image, step: np.asarray(cv2.GaussianBlur(image, (0, 0), 8), np.uint8)),
    Fault("test picture", ("moved", "no-coasters", "covered"), colour_bars),
    Fault("unplugged", ("stalled",), lambda image, step: None, silent=True),
    Fault("bumped by 15 px", ("moved",), warped(15, 8), found=True),
    Fault("bumped by 60 px", ("moved",), warped(60, 30), found=True),
    Fault("bumped by 250 px", ("moved",), warped(250, 60), found=True),
    Fault("turned by 5 degrees", ("moved",), warped(0, 0, 5), found=True),
    Fault("zoomed by 1.15", ("moved",), warped(0, 0, 0, 1.15), found=True),
    Fault("half off the table", ("moved",), warped(900, 0), found=True, cut=True),
)


@dataclass(slots=True)
class Film:
    """A game as it was filmed: the pictures, the truth with the times at which the cards lay, and a moment at which
    nothing moved, as the number of a picture."""

    lens: str
    pictures: list[BGRImage]
    truth: list[str]
    calm: int


@cache
def filmed() -> Film:
    """Thirty seconds of a game."""
    rehearsal = rehearse(Stage(SEED, HEADER, simulated_design("poker", seed=SEED), difficulty="easy"), fast=False)
    pictures: list[BGRImage] = []
    for number, frame in enumerate(rehearsal):
        if number % EVERY == 0:
            pictures.append(frame.image)
        if frame.time_s > 33.0:
            break
    assert rehearsal.settings.lens_name is not None
    calm = next(at for at in range(int(13 * FPS), len(pictures)) if _is_calm(pictures[at - 5 : at + 1]))
    return Film(rehearsal.settings.lens_name, pictures, [str(dealt.act) for dealt in rehearsal.truth], calm)


def _is_calm(pictures: list[BGRImage]) -> bool:
    first = pictures[0][::8, ::8, 1].astype(np.int16)
    return all(np.abs(picture[::8, ::8, 1] - first).max() < 40 for picture in pictures)


def spoiled(film: Film, fault: Fault, *, still: bool) -> Iterator[Frame | CameraNews]:
    """What the camera gives: the film up to its calm moment, the fault, and the film again."""
    lasts = int((STILL_S if still else MOVING_S) * FPS)
    until = film.calm + lasts + int(AFTER_S * FPS)
    for number in range(until):
        step = number - film.calm
        at = number
        if still and step >= 0:  # the people wait meanwhile: the last pictures again and again, then the film goes on
            at = film.calm - 1 - step % 4 if step < lasts else number - lasts
        if not 0 <= at < len(film.pictures):
            return
        image: BGRImage | None = film.pictures[at]
        if 0 <= step < lasts:
            image = fault.spoil(film.pictures[film.calm - 1] if fault.same else film.pictures[at], step)
        if image is not None:
            yield Frame(image, number / FPS, number)
        elif step == 0:
            yield CameraNews(CameraState.STALLED, 1, "The camera was unplugged.")


class Scripted(Lookout):
    """A lookout whose camera gives what it is told to, its news among it."""

    def __init__(self, film: Film, script: Iterator[Frame | CameraNews]) -> None:
        spec = CameraSpec(CameraKind.SIMULATED)
        super().__init__(spec, Settings(), lens_name=film.lens, stage=None, fast=True, frames=())
        self._script = script

    def next(self, timeout_s: float) -> TableView | CameraNews | Ended | None:
        """The next of what the script says."""
        came = next(self._script, None)
        if isinstance(came, Frame):
            self.frame = came
            return self._look(came)
        return Ended() if came is None else came


@dataclass(slots=True)
class Outcome:
    """What was heard of one run."""

    events: list[tuple[float, str, Mapping[str, Any]]] = field(default_factory=list)
    error: str = ""
    took_s: float = 0.0

    def of(self, event: str, from_s: float = 0.0, until_s: float = 1e9) -> list[tuple[float, Mapping[str, Any]]]:
        """The events of one kind within a time."""
        return [(at, what) for at, kind, what in self.events if kind == event and from_s <= at < until_s]


def played(film: Film, script: Iterator[Frame | CameraNews]) -> Outcome:
    """One game before a camera that does as the script says."""
    outcome, began = Outcome(), time.process_time()
    with tempfile.TemporaryDirectory() as folder, Journal(Path(folder)) as journal:
        try:
            with Scripted(film, script) as lookout:
                watch = Watch(
                    lookout,
                    journal,
                    Front(),
                    lambda at, kind, what: outcome.events.append((at, kind, dict(what))),
                    header=HEADER,
                )
                watch.run()
        except Exception as error:  # that none comes is what is tried
            outcome.error = f"{type(error).__name__}: {error}"
    outcome.took_s = time.process_time() - began
    return outcome


def complaints(film: Film, fault: Fault, outcome: Outcome, *, still: bool) -> list[str]:
    """What is not as it must be."""
    begins_s = film.calm / FPS
    ends_s = begins_s + (STILL_S if still else MOVING_S)
    if fault.silent:  # no picture comes, so what is told bears the time of the last one
        begins_s -= 1 / FPS
    wrong = [outcome.error] if outcome.error else []
    acts = [what["act"] for _, what in outcome.of("act")]
    if acts != film.truth[: len(acts)]:
        wrong.append(f"acts {acts}, truth {film.truth[: len(acts)]}")
    during = [what["act"] for _, what in outcome.of("act", begins_s, ends_s)]
    if during and not fault.found:
        wrong.append(f"booked while nothing is seen: {during}")
    told = [(at, what["trouble"]) for at, what in outcome.of("view", begins_s, ends_s) if what["trouble"]]
    named = [at for at, code in told if code in fault.codes]
    if not named or named[0] - begins_s > TELL_S:
        wrong.append(f"not told by its name within {TELL_S:.0f} s: {told[:3]}")
    if {code for _, code in told} - set(fault.codes):
        wrong.append(f"told as {sorted({code for _, code in told} - set(fault.codes))}")
    if fault.cut and not all(what["hidden"] for _, what in outcome.of("view", begins_s, ends_s)):
        wrong.append("what is outside the picture is told as seen")
    said = [(round(at - begins_s, 1), what["headline"]) for at, what in outcome.of("prompt", begins_s, ends_s)]
    right = {TROUBLES[code].headline for code in fault.codes}
    if not fault.found and (not said or {headline for _, headline in said} - right or said[0][0] > SPOKEN_S):
        wrong.append(f"said {said}, expected {sorted(right)}")
    booked = [what["act"] for _, what in outcome.of("act", ends_s)]
    asked = [what["question"] for _, what in outcome.of("question", begins_s)]
    if not booked and not asked:
        wrong.append("play does not go on afterwards")
    return wrong


@pytest.mark.parametrize("still", [True, False], ids=["still", "play"])
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_fault_is_told_and_play_waits(fault: Fault, still: bool) -> None:
    film = filmed()
    outcome = played(film, spoiled(film, fault, still=still))
    assert complaints(film, fault, outcome, still=still) == []


def main(names: list[str]) -> int:
    """Try the faults whose names hold one of ``names``, or all."""
    film, failed = filmed(), 0
    print(f"{len(film.pictures)} pictures, the fault begins at {film.calm / FPS:.1f} s; {', '.join(film.truth)}")
    for fault in FAULTS:
        if names and not any(name in fault.name for name in names):
            continue
        for still in (True, False):
            outcome = played(film, spoiled(film, fault, still=still))
            wrong = complaints(film, fault, outcome, still=still)
            failed += bool(wrong)
            begins_s = film.calm / FPS
            told = [(round(at - begins_s, 1), what["trouble"]) for at, what in outcome.of("view", begins_s)]
            first = next((f"{code} after {after} s" for after, code in told if code), "nothing told")
            questions = len(outcome.of("question", begins_s))
            print(
                f"{'ok  ' if not wrong else 'FAIL'} {fault.name:24} {'still' if still else 'play '} {first:28} "
                f"{len(outcome.of('act'))} acts, {questions} questions, {outcome.took_s:.0f} s"
                + "".join(f"\n     {one}" for one in wrong),
                flush=True,
            )
    print(f"{failed} of the trials failed" if failed else "all as expected")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
