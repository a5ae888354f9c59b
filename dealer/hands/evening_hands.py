"""The hands on the evening's books: pages on top of each other, each with a way back."""

from enum import Enum

from dealer.books.facts import Person
from dealer.display.screens import MessageScreen, Screen
from dealer.hands.evening_account import Account, Settling, settling
from dealer.hands.evening_memory import Memory
from dealer.hands.evening_pages import BACK, Page, Step, Write
from dealer.locale import _
from dealer.presses import Button


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
        if step.opened is not None:
            self._pages.append(step.opened)
        return step.write

    def written(self) -> None:
        """It is written: all is read anew."""
        self._shown = None
        self._memory.forget()

    def refused(self, sentence: str) -> None:
        """It was not possible."""
        self._shown = None
        self._memory.forget()
        self._pages.append(Notice(self._memory, sentence))


class Notice(Page):
    """One thing to know."""

    def __init__(self, memory: Memory, headline: str, detail: str = "") -> None:
        super().__init__(memory)
        self._headline = headline
        self._detail = detail

    def screen(self) -> Screen:
        """The sentence."""
        return MessageScreen(self._headline, self._detail, labels=((Button.GREEN, _("OK")), (Button.RED, _("Back"))))

    def press(self, button: Button) -> Step:
        """Green and red lead back."""
        return BACK if button is Button.GREEN else super().press(button)


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
