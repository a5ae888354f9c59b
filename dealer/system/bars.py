"""A bar with the time left, where somebody waits at a terminal."""

import sys
from collections.abc import Iterator, Sequence
from typing import TypeVar

Thing = TypeVar("Thing")


def with_bar(things: Sequence[Thing], what: str) -> Iterator[Thing]:
    """The things one by one. Where standard error is a terminal it shows meanwhile ``what`` they are, how many are done
    and how long the others will take; the bar goes when all are done.

    >>> list(with_bar([2, 3], "cards"))
    [2, 3]
    """
    if not sys.stderr.isatty():
        yield from things
        return
    from rich.console import Console  # only who waits at a terminal waits for it
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, redirect_stdout=sys.stdout.isatty()) as progress:
        yield from progress.track(things, description=what)
