"""Signals that end the program in good order: SIGTERM, SIGHUP and Ctrl+C mean the same.

A loop ends after the frame in hand (``on_signals``). Elsewhere an exception ends the command (``ended_by_signals``); a
library that swallows it, while it is imported for example, does not keep the loop from ending as soon as it begins.
"""

import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

SIGNALS = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)

BURST_S = 1.0
"""Signals that come so soon after the first are the same wish: what is being closed is closed to its end."""


class Stopped(KeyboardInterrupt):
    """A signal came. Python's own exception, raised during an import, may end with status -2 though it was caught."""


class _Heard:
    """When a signal came last that was answered."""

    time_s: float | None = None


@contextmanager
def on_signals(act: Callable[[], None]) -> Iterator[None]:
    """While this lasts, ``act`` is called for each of the signals, and at once if one came before."""

    def hear() -> None:
        _Heard.time_s = time.monotonic()
        act()

    if a_signal_came():
        act()
    before = _listen(hear)
    try:
        yield
    finally:
        _restore(before)


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """While this lasts, each of the signals raises ``Stopped``. Once one came, none is heard any more: it is ending."""
    _Heard.time_s = None
    before, complain = _listen(_stop), sys.unraisablehook
    # where Python cannot raise it, it would print it, and the loop ends as soon as it begins
    sys.unraisablehook = lambda it: None if isinstance(it.exc_value, Stopped) else complain(it)
    try:
        yield
    finally:
        sys.unraisablehook = complain
        _restore(dict.fromkeys(before, signal.SIG_IGN) if a_signal_came() else before)
        _Heard.time_s = None


def a_signal_came() -> bool:
    """Whether the command is being ended."""
    return _Heard.time_s is not None


def _stop() -> None:
    now_s = time.monotonic()
    if _Heard.time_s is None or now_s - _Heard.time_s > BURST_S:
        _Heard.time_s = now_s
        raise Stopped


def _listen(act: Callable[[], None]) -> dict[signal.Signals, Any]:
    """Call ``act`` for each signal; returns what was done before. Threads hear none; what nohup ignores stays so."""
    before = {}
    if threading.current_thread() is threading.main_thread():
        for number in SIGNALS:
            if number != signal.SIGHUP or signal.getsignal(number) is not signal.SIG_IGN:
                before[number] = signal.signal(number, lambda *_: act())
    return before


def _restore(handlers: Mapping[signal.Signals, Any]) -> None:
    for number, handler in handlers.items():
        signal.signal(number, handler)
