"""The heartbeat that systemd listens for: it beats only while everything moves that should.

Whoever moves a part says so with ``beat``. Once half of systemd's patience is over and all parts that are watched over
have moved since the last time, systemd is told. A program that hangs anywhere falls silent, and is started again.
"""

import os
import time
from collections.abc import Callable, Mapping
from enum import Enum

from hardware.notify import notify


class Part(Enum):
    """What has to move."""

    LOOP = "loop"
    DISPLAY = "display"
    """Drawing came back. Without a display the loop beats for it."""
    FRAMES = "frames"
    """The camera showed something, or told that it is being started again."""


EVERYTHING = frozenset(Part)
BY_HAND = frozenset({Part.LOOP, Part.DISPLAY})
"""Where no frames are expected: menus, a game by hand, a camera that was given up."""


def patience_of_systemd(environment: Mapping[str, str] = os.environ) -> float | None:
    """How long systemd waits for a sign of this process, in seconds; None: it does not (sd_watchdog_enabled(3)).

    >>> patience_of_systemd({"WATCHDOG_USEC": "30000000"})
    30.0
    """
    asked, process = environment.get("WATCHDOG_USEC", ""), environment.get("WATCHDOG_PID", "")
    ours = process in ("", str(os.getpid()))
    return int(asked) / 1_000_000 if ours and asked.isdecimal() and int(asked) else None


class Heartbeat:
    """``patience_s``: how long systemd waits for a sign; None: nobody waits."""

    def __init__(
        self,
        patience_s: float | None,
        *,
        clock: Callable[[], float] = time.monotonic,
        tell: Callable[[str], object] = notify,
    ) -> None:
        self._every_s = patience_s / 2 if patience_s is not None else float("inf")
        self._clock = clock
        self._tell = tell
        self._told_s = clock()
        self._watched = BY_HAND
        self._moved: set[Part] = set()

    def watch_over(self, parts: frozenset[Part]) -> None:
        """These have to move from now on."""
        self._watched = parts

    def beat(self, part: Part) -> None:
        """A part has moved."""
        self._moved.add(part)
        now_s = self._clock()
        if now_s - self._told_s >= self._every_s and self.alive:
            self._tell("WATCHDOG=1")
            self._told_s = now_s
            self._moved.clear()

    @property
    def alive(self) -> bool:
        """Whether all that is watched over has moved since systemd was told last."""
        return self._watched <= self._moved
