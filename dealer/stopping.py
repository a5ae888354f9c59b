"""Signals that end the program in good order: SIGTERM, SIGHUP and Ctrl+C mean the same.

A loop ends after the frame in hand (``on_signals``). Elsewhere an exception ends the command (``ended_by_signals``); a
library that swallows it, while it is imported for example, does not keep the loop from ending as soon as it begins.
"""

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

SIGNALS = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)

BURST_S = 1.0
"""Signals that come so soon after the first are the same wish: what is being closed is closed to its end."""


class Stopped(KeyboardInterrupt):
    """A signal came. Python's own exception, raised during an import, may end with status -2 though it was caught."""


class _Heard:
    """When a signal came that was answered with an exception."""

    time_s: float | None = None


@contextmanager
def on_signals(act: Callable[[], None]) -> Iterator[None]:
    """While this lasts, ``act`` is called for each of the signals, and at once if one came before."""
    if a_signal_came():
        act()
    with _handled_by(act):
        yield


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """While this lasts, each of the signals raises ``Stopped``."""
    _Heard.time_s = None
    try:
        with _handled_by(_stop):
            yield
    finally:
        _Heard.time_s = None


def a_signal_came() -> bool:
    """Whether a command is being ended."""
    return _Heard.time_s is not None


def _stop() -> None:
    now_s = time.monotonic()
    if _Heard.time_s is None or now_s - _Heard.time_s > BURST_S:
        _Heard.time_s = now_s
        raise Stopped


@contextmanager
def _handled_by(act: Callable[[], None]) -> Iterator[None]:
    """What nohup has ignored stays ignored; threads hear no signals."""
    before = {}
    if threading.current_thread() is threading.main_thread():
        for number in SIGNALS:
            if number != signal.SIGHUP or signal.getsignal(number) is not signal.SIG_IGN:
                before[number] = signal.signal(number, lambda *_: act())
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
