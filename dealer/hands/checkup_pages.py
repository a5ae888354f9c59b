"""Everything checked: how far it is, then what was found, the worst first, page by page.

Plain: takes what hands do; ``dealer/house/checkup.py`` checks.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from typing import Self

from dealer.display.screens import CheckupScreen, Condition, Labels, MessageScreen, Told
from dealer.locale import _, ngettext
from dealer.presses import Button, Kind, Press

LETTERS = 50
"""About so many letters stand in a line of the smallest screen."""
LINES = 11
"""Lines on a page of the smallest screen; what a part is called, with the room around it, takes two."""

ORDER = (Condition.MISSING, Condition.WITHOUT, Condition.FINE)


class Choice(Enum):
    """What a hand wants of a checkup."""

    BACK = "back"
    AGAIN = "again"


def checking(part: str, done: int, count: int, meanwhile: str) -> MessageScreen:
    """What is drawn while it goes on."""
    headline = _("Checking: {part}").format(part=part) if part else _("Checking everything")
    detail = _("{done} of {count}.").format(done=done, count=count) if count else ""
    return MessageScreen(headline, " ".join((detail, meanwhile)).strip(), labels=((Button.RED, _("Back")),))


@dataclass(frozen=True, slots=True)
class Checked:
    """What was found, in pages; ``at`` is the one that is open."""

    pages: tuple[tuple[Told, ...], ...]
    at: int = 0

    @classmethod
    def of(cls, told: Iterable[Told]) -> Self:
        """The worst first; what is alike keeps its order."""
        pages: list[list[Told]] = [[]]
        left = LINES
        for one in sorted(told, key=lambda one: ORDER.index(one.condition)):
            needed = _lines(one)
            if pages[-1] and needed > left:
                pages.append([])
                left = LINES
            pages[-1].append(one)
            left -= needed
        return cls(tuple(map(tuple, pages)))

    def hand(self, given: object) -> tuple[Self, Choice | None]:
        """As it is after something was pressed, and what somebody wants."""
        match given:
            case Press(Button.GREEN):
                return self, Choice.AGAIN
            case Press(Button.RED):
                return self, Choice.BACK
            case Press(Button.YELLOW | Button.BLUE as button, Kind.SHORT):
                step = 1 if button is Button.BLUE else -1
                return replace(self, at=(self.at + step) % len(self.pages)), None
        return self, None

    def screen(self) -> CheckupScreen:
        """What is drawn."""
        bad = sum(one.condition is not Condition.FINE for page in self.pages for one in page)
        title = ngettext("{count} thing to look at", "{count} things to look at", bad).format(count=bad)
        labels: Labels = ((Button.GREEN, _("Check again")), (Button.RED, _("Back")))
        note = ""
        if len(self.pages) > 1:
            labels = (*labels, (Button.YELLOW, _("Up")), (Button.BLUE, _("Down")))
            note = _("Page {page} of {pages}").format(page=self.at + 1, pages=len(self.pages))
        return CheckupScreen(title if bad else _("Everything is fine"), self.pages[self.at], note, labels)


def _lines(told: Told) -> int:
    """About how many lines that takes on a small screen."""
    if told.condition is Condition.FINE:
        return 2 if len(told.part) + len(told.detail) < LETTERS - 10 else 3
    return 2 + math.ceil(len(told.detail) / LETTERS) + math.ceil(len(told.remedy) / LETTERS)
