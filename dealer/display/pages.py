"""Where not all can be read at once: what is shown in turn, and how it is said which part that is."""

from dataclasses import dataclass

from dealer.locale import _

Rectangle = tuple[int, int, int, int]
"""x, y, width, height in px."""

PAGE_S = 3.0
"""How long each page is shown."""


@dataclass(frozen=True, slots=True)
class Pages:
    """How many pages are shown in turn; a touch in ``area`` turns them."""

    area: Rectangle
    count: int


def which(first: int, shown: int, count: int) -> str:
    """Which of how many lines are shown.

    >>> which(6, 3, 9)
    '7 to 9 of 9'
    """
    return _("{first} to {last} of {count}").format(first=first + 1, last=first + shown, count=count)
