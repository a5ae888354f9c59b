"""What is shown in turn where not all of it can be read at once."""

from dataclasses import dataclass

Rectangle = tuple[int, int, int, int]
"""x, y, width, height in px."""

PAGE_S = 3.0
"""How long each page is shown."""


@dataclass(frozen=True, slots=True)
class Pages:
    """How many pages are shown in turn; a touch in ``area`` turns them."""

    area: Rectangle
    count: int
