"""Signals that end the program in good order: SIGTERM, SIGHUP and Ctrl+C mean the same."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

SIGNALS = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)


@contextmanager
def on_signals(act: Callable[[], None]) -> Iterator[None]:
    """While this lasts, ``act`` is called for each of the signals. What nohup has ignored stays ignored."""
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


def interrupt() -> None:
    """End what is being done; of further signals nobody hears, so that it ends in good order."""
    for number in SIGNALS:
        signal.signal(number, signal.SIG_IGN)
    raise KeyboardInterrupt
