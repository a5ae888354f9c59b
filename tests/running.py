"""``dealer`` run as people run it: how it ended, what it said, how long it took, how much memory it had."""

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent

DEALER = (sys.executable, "-m", "dealer.cli")

ADDRESS_SPACE = 6 << 30
"""What a command may ask for, bytes: a machine is not to be filled by a trial."""

MEASURED = """
import os, resource, sys
report, room, *command = sys.argv[1:]
resource.setrlimit(resource.RLIMIT_AS, (int(room), int(room)))
child = os.posix_spawn(command[0], command, os.environ)
_, status, usage = os.wait4(child, 0)
with open(report, "w") as file:
    file.write(f"{os.waitstatus_to_exitcode(status)} {usage.ru_maxrss}")
"""
"""Runs a command from a small process: Linux counts what the one that forks has in memory as the child's."""

UNSEEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\u200b\u202a-\u202e\u2066-\u2069]")


@dataclass(frozen=True, slots=True)
class Ended:
    """How a command ended. ``status`` is None where it had to be killed."""

    status: int | None
    out: str
    err: str
    took_s: float
    peak_mb: float

    @property
    def last(self) -> str:
        """The last line that it said."""
        return next((line for line in reversed(self.err.splitlines()) if line.strip()), "")

    def complaint(self, *, status: int | tuple[int, ...], most_s: float, most_mb: float) -> str:
        """What is wrong with how it ended, or ``""``: no traceback, no hang, no bomb, the status that was expected."""
        statuses = (status,) if isinstance(status, int) else status
        objections = {
            f"it took more than {most_s:.0f} s": self.status is None,
            "a traceback": "Traceback" in self.err,
            f"status {self.status}, expected {statuses}": self.status not in statuses,
            f"{self.peak_mb:.0f} MB, expected at most {most_mb:.0f}": self.peak_mb > most_mb,
            "no sentence": self.status == 2 and not self.last,
            "characters that nobody sees": UNSEEN.search(self.err) is not None,
            "an endless sentence": len(self.last) > 1_200,
        }
        found = [objection for objection, holds in objections.items() if holds]
        return "; ".join(found) + f": {self.last[:300]}" if found else ""


def run(*arguments: str | bytes, most_s: float = 30.0, environment: Mapping[str, str] | None = None) -> Ended:
    """Run a command to its end, or for ``most_s``."""
    with (
        tempfile.TemporaryFile() as out,
        tempfile.TemporaryFile() as err,
        tempfile.NamedTemporaryFile("r", encoding="ascii") as report,
    ):
        began_s = time.monotonic()
        measuring = subprocess.Popen(
            [sys.executable, "-c", MEASURED, report.name, str(ADDRESS_SPACE), *DEALER, *arguments],
            cwd=ROOT,
            env={**os.environ, "SDL_AUDIODRIVER": "dummy", **(environment or {})},
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=err,
            start_new_session=True,
        )
        try:
            measuring.wait(most_s)
        except subprocess.TimeoutExpired:
            os.killpg(measuring.pid, signal.SIGKILL)
            measuring.wait()
        took_s = time.monotonic() - began_s
        status, peak_kb = map(int, report.read().split() or (0, 0))
        ended = measuring.returncode == 0
        texts = []
        for stream in (out, err):
            stream.seek(0)
            texts.append(stream.read(5_000_000).decode(errors="replace"))
    return Ended(status if ended else None, *texts, took_s, peak_kb / 1024)
