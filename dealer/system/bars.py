"""A bar with the time left, where somebody waits at a terminal."""

import os
import stat
import sys
import time
from collections.abc import Iterator, Sequence
from typing import TypeVar

Thing = TypeVar("Thing")


def with_bar(things: Sequence[Thing], what: str) -> Iterator[Thing]:
    """The things one by one. Where standard error is a terminal it shows meanwhile ``what`` they are, how many are
    done, for how long, and how long the others will take; the bar goes when all are done. One thing alone has none.

    >>> list(with_bar([2, 3], "cards"))
    [2, 3]
    """
    if len(things) < 2 or not (sys.stderr.isatty() and _leaves_the_terminal_alone()):
        yield from things
        return
    try:  # only who waits at a terminal waits for it
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
    except ImportError:  # a bar is worth no failure
        yield from things
        return
    left = TextColumn("{task.fields[left]}")
    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), left)
    console = Console(stderr=True, soft_wrap=True)  # what is printed meanwhile stays as it is
    with Progress(*columns, console=console, transient=True, redirect_stdout=sys.stdout.isatty()) as progress:
        console.show_cursor(True)  # who stops the program for a while wants to see it
        bar, began_s = progress.add_task("", total=len(things), left=""), time.monotonic()
        for done, thing in enumerate(things, start=1):
            yield thing
            left_s = (time.monotonic() - began_s) / done * (len(things) - done)
            progress.update(bar, advance=1, left=f"{left_s:.0f} s left")


def _leaves_the_terminal_alone() -> bool:
    """Whether what is printed does not come to a terminal by another program, beside the bar."""
    try:
        return sys.stdout.isatty() or stat.S_ISREG(os.fstat(sys.stdout.fileno()).st_mode)
    except (OSError, ValueError):  # it was closed
        return False
