"""The hands on the evening's books: pages on top of each other, each with a way back."""

from enum import Enum

from dealer.books.facts import Person
from dealer.display.screens import Screen
from dealer.hands.evening_account import Account, Settling, settling
from dealer.hands.evening_memory import Memory
from dealer.hands.evening_pages import Notice, Page, Write
from dealer.locale import _


class Door(Enum):
    """Which page is opened first."""

    EVENING = "evening"
    SETTLING = "settling"


class EveningHands:
    """What is shown of the books, from the page that is opened until somebody has gone back from it."""

    def __init__(self, memory: Memory, door: Door = Door.EVENING, leaving: Person | None = None) -> None:
        """``leaving``: only what this one gives and gets is settled."""
        self._memory = memory
        self._pages: list[Page] = [_first(memory, door, leaving)]
        self._shown: Screen | None = None
        """What is drawn, until something changes it."""

    @property
    def left(self) -> bool:
        """Whether somebody has gone back from the first page."""
        return not self._pages

    def screen(self) -> Screen:
        """What is drawn."""
        if self._shown is None:
            self._shown = self._pages[-1].screen()
        return self._shown

    def work(self) -> bool:
        """Read one more piece of what the page waits for; whether anything was left to read."""
        worked = not self.left and self._memory.work()
        if worked:
            self._shown = None
        return worked

    def hand(self, given: object) -> Write | None:
        """What the house is to write because of a press, a touch or a key; it tells ``written`` or ``refused`` then."""
        if self.left:
            return None  # a press that came with the one that led back
        self._shown = None
        step = self._pages[-1].hand(given)
        if step.back or step.instead:
            self._pages.pop()
        if step.opened is not None and not (self._pages and step.opened.shows_the_same(self._pages[-1])):
            self._pages.append(step.opened)
        return step.write

    def written(self, told: object = None) -> None:
        """It is written: all is read anew, and a sentence is told."""
        self._shown = None
        self._memory.forget()
        if isinstance(told, str):
            self._pages.append(Notice(self._memory, _("It is corrected"), told))

    def refused(self, sentence: str) -> None:
        """It was not possible."""
        self._shown = None
        self._memory.forget()
        self._pages.append(Notice(self._memory, sentence))


def _first(memory: Memory, door: Door, leaving: Person | None) -> Page:
    """The page behind a door; before the first evening a sentence."""
    evening = memory.latest()
    if evening is None:
        return Notice(memory, _("No evening yet"), _("It begins with the first game."))
    if leaving is not None:
        return Settling(memory, evening.number, leaving)
    if door is Door.SETTLING and evening.closed is None:
        return settling(memory, evening.number)
    return Account(memory, evening.number)
