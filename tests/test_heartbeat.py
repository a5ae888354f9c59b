"""systemd hears from the program only while frames, loop and display all move."""

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from dealer.house.heartbeat import BY_HAND, EVERYTHING, Heartbeat, Part, patience_of_systemd
from hardware.notify import notify

PATIENCE_S = 30.0


class Bench:
    """A heart with a clock that the test moves, and a false systemd at the other end of a real socket."""

    def __init__(self, systemd: socket.socket) -> None:
        self.now_s = 100.0
        self._systemd = systemd
        self.heart = Heartbeat(PATIENCE_S, clock=lambda: self.now_s, tell=notify)
        self.heart.watch_over(EVERYTHING)

    def passes(self, seconds: float, *parts: Part) -> int:
        """So many seconds in which only these parts move, twenty times a second; how often systemd heard of it."""
        for _ in range(round(seconds * 20)):
            self.now_s += 0.05
            for part in parts:
                self.heart.beat(part)
        return self.heard()

    def heard(self) -> int:
        heard = 0
        while True:
            try:
                assert self._systemd.recv(100) == b"WATCHDOG=1"
            except BlockingIOError:
                return heard
            heard += 1


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.setblocking(False)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        yield Bench(systemd)


def test_while_all_moves_it_beats_at_half_of_the_patience(bench: Bench) -> None:
    assert bench.passes(14.9, *Part) == 0
    assert bench.passes(0.2, *Part) == 1
    assert bench.passes(150, *Part) in (9, 10)


@pytest.mark.parametrize("stuck", list(Part))
def test_one_part_that_stands_still_silences_it(bench: Bench, stuck: Part) -> None:
    bench.passes(40, *Part)
    others = [part for part in Part if part is not stuck]
    assert bench.passes(PATIENCE_S, *others) <= 1, "what moved before it stuck may still be told"
    assert bench.passes(300, *others) == 0
    assert bench.passes(1, *Part) == 1, "and it is heard again once it moves"


def test_what_nobody_watches_over_may_stand_still(bench: Bench) -> None:
    bench.passes(40, *Part)
    bench.heart.watch_over(BY_HAND)
    assert bench.passes(150, Part.LOOP, Part.DISPLAY) >= 9
    bench.heart.watch_over(EVERYTHING)
    bench.passes(PATIENCE_S, Part.LOOP, Part.DISPLAY)
    assert bench.passes(300, Part.LOOP, Part.DISPLAY) == 0


@pytest.mark.parametrize(
    ("environment", "patience_s"),
    [
        ({}, None),
        ({"WATCHDOG_USEC": "30000000"}, 30.0),
        ({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": str(os.getpid())}, 30.0),
        ({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "1"}, None),
        ({"WATCHDOG_USEC": "0"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
    ],
)
def test_systemd_says_how_long_it_waits(environment: dict[str, str], patience_s: float | None) -> None:
    assert patience_of_systemd(environment) == patience_s


def test_where_nobody_waits_nothing_is_told() -> None:
    told: list[str] = []
    heart = Heartbeat(None, tell=told.append)
    for part in Part:
        heart.beat(part)
    assert not told
