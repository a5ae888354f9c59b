"""What do phones cost the game, and strangers? A rehearsed game at a table's pace, with its board.

    PYTHONPATH=.:tests python tests/trials/phones.py --minutes 10

Nobody looks for a while, then twenty phones do, then strangers come: 200 lines that are never finished, bodies of
10 MB, paths out of the folder, a thousand wrong codes. And so on, in turns. A frame's time is that of looking,
refereeing, showing the screen and feeding the board; drawing the simulated picture is not in it.
"""

import argparse
import asyncio
import random
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from board_samples import free_port
from evening_table import options
from soak import Gauge, Hands, pss_mb

from dealer.board.process import BoardProcess
from dealer.house.camera_and_eye import Lookout, Stage
from dealer.house.evening import CHOICE, Evening, Table
from dealer.house.sight import Ended
from dealer.journal.journal import Journal
from dealer.presses import Quit
from dealer.settings import Board, Settings
from dealer.system.clock import Clock
from dealer.view import TableView
from hardware.cameras.cameras import CameraKind, CameraSpec
from hardware.cameras.watched import CameraNews

PHONES = 20
SLOW = 200
CODES = 1000
BODIES = 5
BODY_BYTES = 10_000_000
PHASES = ("nobody", "phones", "strangers")
PHASE_S = 20.0
SETTLE_S = 3.0
"""After a change of phase so long is not counted: lines are opened and closed."""
SEED = 11
PATHS = ("/../journal.db", "/%2e%2e/%2e%2e/etc/passwd", "/static/../../pyproject.toml", "//etc/passwd", "/static/%00")


class TimedLookout(Lookout):
    """Notes how long each frame takes, but for its drawing; wall clock and this thread's processor, milliseconds."""

    frames: list[tuple[str, float, float]]
    phase = "settling"

    def next(self, timeout_s: float) -> TableView | CameraNews | Ended | None:
        if hasattr(self, "_came"):
            came, spent = self._came
            self.frames.append((self.phase, (time.monotonic() - came) * 1e3, (time.thread_time() - spent) * 1e3))
        assert self._frames is not None
        frame = next(self._frames, None)
        if frame is None:
            return Ended()
        self.frame = frame
        self._came = time.monotonic(), time.thread_time()
        return self._look(frame)


class Timed(Evening):
    """An evening of rehearsals whose frames are timed."""

    frames: list[tuple[str, float, float]]
    visitors: "Visitors"

    def _make_lookout(self, spec: CameraSpec, stage: Stage | None) -> Lookout:
        made = TimedLookout(spec, self._settings, lens_name=None, stage=stage, fast=False, must_run=False)
        made.frames = self.frames
        return made

    def _turned(self) -> None:
        super()._turned()
        if self._board is not None and not self._board.phones.entry:
            self._board.let_phones_play(True)
        if isinstance(self._lookout, TimedLookout):
            self._lookout.phase = self.visitors.phase()

    def _go_on_from(self, error: Exception) -> None:
        raise error


class Visitors:
    """Those outside, in a process of their own, told which phase it is."""

    def __init__(self, port: int, minutes: float) -> None:
        self._began_s = time.monotonic()
        self._ends_s = self._began_s + minutes * 60
        self._told = ""
        self.process = subprocess.Popen(
            [sys.executable, __file__, "--visit", str(port)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def over(self) -> bool:
        return time.monotonic() > self._ends_s

    def phase(self) -> str:
        passed_s = time.monotonic() - self._began_s
        phase = PHASES[int(passed_s / PHASE_S) % len(PHASES)]
        if phase != self._told:
            self._told = phase
            assert self.process.stdin is not None
            self.process.stdin.write(f"{phase}\n")
            self.process.stdin.flush()
        return phase if passed_s % PHASE_S > SETTLE_S else "settling"

    def close(self) -> str:
        return self.process.communicate(timeout=60)[0]


class Quitting(Hands):
    """Presses what leads on, until the time is over."""

    visitors: Visitors

    def poll(self) -> list[Any]:
        return [Quit()] if self.visitors.over() else super().poll()


async def phone(port: int, number: int, counts: dict[str, int]) -> None:
    """One phone's line: reads what it is sent."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(f"127.0.0.{number + 2}", 0))
    try:
        writer.write(b"GET /events?page=play HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n" % port)
        while came := await reader.read(65536):
            counts["events read"] += came.count(b"event:") or 1
    finally:
        writer.close()


async def stranger(port: int, what: str, counts: dict[str, int]) -> None:
    """One hostile line."""
    with suppress(OSError, asyncio.IncompleteReadError):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        try:
            host = b"Host: 127.0.0.1:%d\r\n" % port
            sends = b"Origin: http://127.0.0.1:%d\r\nContent-Type: application/json\r\n" % port
            if what == "slow":
                for letter in b"GET / HTTP/1.1\r\n" + host + b"X: " + b"x" * 1000:
                    writer.write(bytes((letter,)))
                    await writer.drain()  # raises once the board has hung up
                    await asyncio.sleep(0.5)
            elif what == "body":
                writer.write(b"POST /act HTTP/1.1\r\n" + host + sends + b"Content-Length: %d\r\n\r\n" % BODY_BYTES)
                for _ in range(BODY_BYTES // 100_000):
                    writer.write(bytes(100_000))
                    await writer.drain()
            elif what == "code":
                body = b'{"player": "Ann", "code": "%04d"}' % random.randrange(10**4)
                length = b"Content-Length: %d\r\nConnection: close\r\n\r\n" % len(body)
                writer.write(b"POST /enter HTTP/1.1\r\n" + host + sends + length + body)
            else:
                writer.write(b"GET %s HTTP/1.1\r\n" % what.encode() + host + b"Connection: close\r\n\r\n")
            answer = await asyncio.wait_for(reader.read(4096), 20)
            counts[f"answered {answer[9:12].decode(errors='replace') or 'with nothing'}"] += 1
        except TimeoutError:
            counts["no answer in 20 s"] += 1
        finally:
            writer.close()


async def strangers(port: int, counts: dict[str, int]) -> None:
    """All of them, again and again."""
    while True:
        lines = ["slow"] * SLOW + ["body"] * BODIES + list(PATHS) + ["code"] * CODES
        random.shuffle(lines)
        await asyncio.gather(*(stranger(port, what, counts) for what in lines))


async def visit(port: int) -> None:
    """Be who standard input says, line by line."""
    from collections import Counter

    counts: Counter[str] = Counter()
    tasks: list[asyncio.Task[None]] = []
    while phase := (await asyncio.to_thread(sys.stdin.readline)).strip():
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        tasks = []
        if phase == "phones":
            tasks = [asyncio.create_task(phone(port, number, counts)) for number in range(PHONES)]
        elif phase == "strangers":
            tasks = [asyncio.create_task(strangers(port, counts))]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    print("; ".join(f"{what} {count}" for what, count in sorted(counts.items())))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--visit", type=int)
    chosen = parser.parse_args()
    if chosen.visit:
        asyncio.run(visit(chosen.visit))
        return
    port, frames = free_port(), []
    with tempfile.TemporaryDirectory() as name:
        data, clock = Path(name), Clock()
        with Journal(data) as journal:
            journal.keep_choice(CHOICE, {"players": ["Ann", "Ben", "Cyd", "Dot"], "variant": "port"})
            settings = Settings(board=Board.ON, board_port=port)
            front = Quitting(data, clock, Gauge("phones"))
            front._gauge._next_s = float("inf")  # no samples of the memory
            table = Table(CameraSpec(CameraKind.SIMULATED, SEED), rehearsal=True)
            served: list[BoardProcess] = []

            def start(wanted: Any) -> BoardProcess:
                served.append(BoardProcess(wanted))
                return served[-1]

            evening = Timed(options(data, variant=None, players=None, target=None), settings, journal, front, table,
                            clock=clock, board=start)  # fmt: skip
            evening.frames, front.visitors = frames, Visitors(port, chosen.minutes)
            evening.visitors = front.visitors
            before = pss_mb()
            with front:
                evening.run()
            said = front.visitors.close()
            acts = sum(len(journal.load(number).acts) for number in journal.numbers())
            print(f"acts {acts}; this process {before:.0f} to {pss_mb():.0f} MB; {said.strip()}")
    usual: dict[str, float] = {}
    for phase in PHASES:
        walls = [wall for at, wall, _cpu in frames if at == phase]
        cpus = [cpu for at, _wall, cpu in frames if at == phase]
        if not walls:
            continue
        mean, median = statistics.fmean(cpus), statistics.median(walls)
        usual = usual or {"mean": mean, "median": median}
        print(
            f"{phase:10} {len(walls):6} frames: wall median {median:6.2f} ms ({median / usual['median'] - 1:+.1%}), "
            f"mean {statistics.fmean(walls):6.2f}, p95 {sorted(walls)[int(len(walls) * 0.95)]:6.1f}; "
            f"processor mean {mean:6.2f} ms ({mean / usual['mean'] - 1:+.1%})"
        )


if __name__ == "__main__":
    main()
