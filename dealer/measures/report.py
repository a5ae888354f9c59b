"""``dealer bench``: what the project promises in numbers, measured on this machine.

Every figure stands beside a reference work of the same run, so that machines can be compared. Figures are medians and
95th percentiles, of wall time with one thread; those of the rules are of processor time.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
import wave
from collections.abc import Iterator
from itertools import count, cycle, islice
from pathlib import Path

import cv2

from dealer.display import Display
from dealer.display.screens import PlayScreen
from dealer.game.header import Header
from dealer.game.seating import DEFAULT_NAMES
from dealer.games.registry import GAMES, USUAL_GAME
from dealer.journal.journal import Journal
from dealer.measures.rules_speed import profile, random_games
from dealer.measures.tracking import eye_at, sitting_at
from dealer.rehearsal.audience import Audience
from dealer.rehearsal.rehearsal import Rehearsal
from dealer.rules.acts import Act
from hardware.voice.speech import Handed, Speech
from vision.measures.bench import main as measure_vision
from vision.measures.bench import processor, quantiles, reference_ms
from vision.measures.costs import report as costs
from vision.motion.gate import MotionSettings

FILM_S = 20.0
"""How much film the memory is measured on: a deal and some turns."""


def run(options: argparse.Namespace) -> int:
    """Print the figures."""
    cv2.setNumThreads(1)
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    quick: bool = options.quick
    print(
        f"machine: {processor()}, {os.cpu_count()} cores; reference work {reference_ms():.1f} ms (blur of 1920 x 1080)"
    )
    print("\nrules: random whole games, all checks on")
    for variant in sorted(GAMES):
        print(f"  {random_games(variant, 1.0 if quick else 5.0)}")
    print("  basic, where the time goes:")
    print("\n".join(f"    {line}" for line in profile(USUAL_GAME, 1.0 if quick else 3.0).splitlines()))
    print("\njournal: an act, synced")
    print(f"  ms: {quantiles(journal_ms(50 if quick else 500))}")
    print("\ndisplay: a play screen drawn anew")
    for size in ((800, 480), (1280, 720), (1920, 1080)):
        print(f"  {size[0]} x {size[1]}, ms: {quantiles(display_ms(size, 5 if quick else 20))}")
    print("\ndisplay: every screen between games and around them, drawn anew")
    for size in ((800, 480), (1280, 720), (1920, 1080)):
        print(f"  {size[0]} x {size[1]}, ms: {idle_ms(size)}")
    print("\nthe evening's books: 60 games, 8 players; each page read from the journal, and drawn anew")
    for line in books_ms():
        print(f"  {line}")
    print("\nsight")
    measure_vision(["--seeds", "1"] if quick else ["--seeds", "1", "2", "3"])
    for line in costs(quick=quick):
        print(line)
    print("\nfrom the card at rest to the clip handed to the mixer, at 15 frames a second")
    print_calls(seeds=(1, 3) if quick else (1, 2, 3, 4, 5), frames=900 if quick else 3000)
    print("\nmemory of the dealer's process on a film, with screen and voice")
    print(f"  {memory_mb():.0f} MB at the most")
    return 0


def journal_ms(acts: int) -> list[float]:
    """Wall times of appending acts, in milliseconds."""
    times = []
    with tempfile.TemporaryDirectory(prefix="dealer-bench-") as folder, Journal(Path(folder)) as journal:
        header = Header.from_mapping({"variant": USUAL_GAME, "players": list(DEFAULT_NAMES[:4])})
        number = journal.begin(header)
        for _ in range(acts):
            start = time.perf_counter()
            journal.add(number, Act("deal", "Bob", (7,)), reading={"rank": 7}, picture=b"x" * 6000)
            times.append(1000 * (time.perf_counter() - start))
    return times


def display_ms(size: tuple[int, int], draws: int) -> list[float]:
    """Times of drawing a play screen, in milliseconds."""
    from dealer.gallery.screens_gallery import sample_screens

    plays = [screen for screen in sample_screens().values() if isinstance(screen, PlayScreen)]
    seconds = count()
    times = []
    with Display(size, headless=True, clock=lambda: float(next(seconds))) as display:
        for screen in islice(cycle(plays), draws + 1):
            times.append(display.draw(screen))
    return [spent for spent in times[1:] if spent]


def idle_ms(size: tuple[int, int]) -> str:
    """What the screens cost on which nobody plays, milliseconds: start, games, set-up, end, menus, lessons."""
    from dealer.gallery.screens_gallery import SHORT_NAMES, sample_screens

    screens = {name: one for name, one in sample_screens(SHORT_NAMES).items() if not isinstance(one, PlayScreen)}
    seconds = count()
    with Display(size, headless=True, clock=lambda: float(next(seconds))) as display:
        return _slowest({name: display.draw(screen) for name, screen in screens.items()})


def _slowest(times: dict[str, float]) -> str:
    slowest = max(times, key=lambda name: times[name])
    return f"{slowest} {times[slowest]:.0f} at the most; {quantiles(list(times.values()))}"


def print_calls(*, seeds: tuple[int, ...], frames: int) -> None:
    """How long after a card came to rest it is called, on simulated tables."""
    whole: list[float] = []
    working: list[float] = []
    for seed in seeds:
        for rest_ms, work_ms in call_times(seed, frames):
            whole.append(rest_ms + work_ms)
            working.append(rest_ms + work_ms - 1000 * MotionSettings().still_s)
    print(f"  ms from rest: {quantiles(whole)}; of these not waiting for stillness: {quantiles(working)}")


class SilentClips:
    """Makes clips without a sound: the likely calls' clips lie ready anyhow, and a machine may have no espeak-ng."""

    identity = "silence"

    def make(self, text: str, path: Path) -> None:
        """A fifth of a second."""
        with wave.open(str(path), "wb") as clip:
            clip.setnchannels(1)
            clip.setsampwidth(2)
            clip.setframerate(22_050)
            clip.writeframes(bytes(2 * 22_050 // 5))


def call_times(seed: int, frames: int) -> Iterator[tuple[float, float]]:
    """For each card called: milliseconds of frame time from rest to the frame it was called in, and of work after.

    The people of the table hear the calls and wait for them, answer what is asked, and play on.
    """
    header = Header.from_mapping({"variant": USUAL_GAME, "players": list(DEFAULT_NAMES[:4])})
    rehearsal = Rehearsal(header, seed, pace="steady")
    audience, eye = Audience(rehearsal), eye_at(rehearsal)
    handed: list[Handed] = []
    with tempfile.TemporaryDirectory(prefix="dealer-bench-") as name:
        folder = Path(name)
        with (
            Journal(folder) as journal,
            Speech(folder, synthesizer=SilentClips(), on_handed=handed.append) as speech,
        ):
            called: list[str] = []

            def speak(call: str, request: str) -> None:
                if call:
                    called.append(call)
                    speech.say(call, urgent=True)

            sitting = sitting_at(rehearsal, journal, speak)
            speech.prepare(sitting.prompter.likely_calls(header.players))
            speech.settle(30.0)
            for frame in islice(rehearsal, frames):
                before, said = len(sitting.game.acts), len(called)
                start_s = time.monotonic()
                verdict = sitting.look(eye.look(frame))
                acts = sitting.game.acts[before:]
                if len(called) > said and len(acts) == 1 and acts[0].cards and acts[0].verb != "fold":
                    dealt = next((one for one in rehearsal.truth[before:] if one.act == acts[0]), None)
                    if dealt is not None and _wait_for(handed, called[-1]):
                        yield 1000 * (frame.time_s - dealt.rest_s), 1000 * (handed[-1].handed_s - start_s)
                audience.listen(sitting, verdict)
                eye.expect(sitting.game.possible_ranks)
                eye.called(sitting.referee.ranks(), all_face_up=sitting.referee.is_open)


def _wait_for(handed: list[Handed], text: str) -> bool:
    """Wait until a sentence has gone to the mixer; False when there is no voice on this machine."""
    end_s = time.monotonic() + 1.0
    while time.monotonic() < end_s:
        if handed and handed[-1].text == text:
            return True
        time.sleep(0.001)
    return False


def books_ms() -> Iterator[str]:
    """What the pages of an evening's books cost, milliseconds: one line a size, and one for the reading."""
    from dealer.gallery.evening_gallery import PAGES, page, sample_memory
    from dealer.gallery.screens_gallery import SHORT_NAMES, sample_picture

    seconds = count()
    with sample_memory(SHORT_NAMES, 60, sample_picture()) as (journal, memory):
        read: dict[str, float] = {}
        screens = {}
        for name in PAGES:
            start = time.perf_counter()
            screens[name] = page(journal, memory, name)
            read[name] = 1000 * (time.perf_counter() - start)
        slowest = max(read, key=lambda name: read[name])
        history = read["games"]
        yield f"read, ms: {slowest} {read[slowest]:.0f} at the most; the list of games {history:.0f}"
        for size in ((800, 480), (1280, 720), (1920, 1080)):
            with Display(size, headless=True, clock=lambda: float(next(seconds))) as display:
                drawn = {name: display.draw(screen) for name, screen in screens.items()}
            yield f"{size[0]} x {size[1]}, ms: {_slowest(drawn)}"
        journal.close()
        start = time.perf_counter()
        with Journal(journal.folder):
            yield f"opening the journal, ms: {1000 * (time.perf_counter() - start):.0f}"


def memory_mb() -> float:
    """The most memory of a dealer that watches a film, in MB."""
    from vision.synth.film import render_film

    with tempfile.TemporaryDirectory(prefix="dealer-bench-") as folder:
        film = Path(folder) / "table.mp4"
        header = Header.from_mapping({"variant": USUAL_GAME, "players": list(DEFAULT_NAMES[:4])})
        rehearsal = Rehearsal(header, 1, pace="steady")
        render_film(rehearsal, film, longest_s=FILM_S)
        command = [sys.executable, "-m", "dealer.cli", "watch", "--camera", f"video:{film}", "--lens"]
        command += [rehearsal.settings.lens_name, "--players", ",".join(header.players), "--headless"]
        command += ["--data", folder, "--last-screen", str(Path(folder) / "last.png")]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as watching:
            return _peak_mb(watching)


def _peak_mb(process: "subprocess.Popen[bytes]") -> float:
    """The most memory that a process has, until it ends, in MB.

    What the system says of ended children counts what they shared with this process before they became a program, and
    this one has drawn a film.
    """
    peak_kb = 0
    while process.poll() is None:
        try:
            status = Path(f"/proc/{process.pid}/status").read_text(encoding="ascii", errors="replace")
        except OSError:  # it has just ended, or this system has no such file
            status = ""
        peak_kb = max([peak_kb, *(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM:"))])
        time.sleep(0.05)
    return peak_kb / 1024
