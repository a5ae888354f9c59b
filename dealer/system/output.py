"""Standard output and error that end nothing: their reader may go away, their disk may fill up, play goes on."""

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TextIO, cast

GONE = (errno.EPIPE, errno.EIO)
"""The reader of a pipe, or the terminal, went away: nobody misses what was not written."""


class Outlet:
    """A stream that is let go once it takes no more: what comes then goes nowhere."""

    def __init__(self, stream: TextIO) -> None:
        self.full: OSError | None = None
        """Why it took no more, where somebody would miss it."""
        self._stream = stream

    def write(self, text: str) -> int:
        try:
            return self._stream.write(text)
        except (OSError, ValueError) as error:
            self._let_go(error)
            return len(text)

    def flush(self) -> None:
        try:
            self._stream.flush()
        except (OSError, ValueError) as error:
            self._let_go(error)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def _let_go(self, error: OSError | ValueError) -> None:
        if isinstance(error, OSError) and error.errno not in GONE:
            self.full = error
        try:
            # what is still in its buffer is written at the end of the program: it must go somewhere
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self._stream.fileno())
            os.close(nowhere)
        except (OSError, ValueError):
            pass


@contextmanager
def steady_output() -> Iterator[Outlet]:
    """While this lasts, nothing that is printed raises. Yields standard output."""
    _open_what_is_closed()
    out, err = (Outlet(_escaping(stream)) for stream in (sys.stdout, sys.stderr))
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = cast(TextIO, out), cast(TextIO, err)
    try:
        yield out
    finally:
        out.flush()
        err.flush()
        sys.stdout, sys.stderr = before


def _open_what_is_closed() -> None:
    """Without this the next file that is opened would be taken for standard output, the journal for example."""
    for descriptor in range(3):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest number that is free: this one


def _escaping(stream: TextIO | None) -> TextIO:
    """The stream, which writes what its encoding lacks as an escape."""
    if stream is None:  # it was closed before Python began
        return open(os.devnull, "w", encoding="utf-8")
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="backslashreplace")
    return stream
