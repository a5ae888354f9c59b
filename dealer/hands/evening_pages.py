"""What every page of the evening's books can do: show itself, take a press, lead to another page and back."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from dealer.display.pages import which
from dealer.display.screens import Chart, ChartScreen, MenuLine, MenuScreen, MessageScreen, Row, RowsScreen, Screen
from dealer.hands.evening_memory import Memory
from dealer.journal.books import Books
from dealer.locale import _
from dealer.locale.language import mark
from dealer.presses import Button, Kind, Press, Target, Touch

Write: TypeAlias = Callable[[Books, str], object]
"""What is to be written into the books, by whose hand; the house does it. A sentence that it returns is told."""

SHOWN = 6
"""Lines of a long list that are shown at a time: each is read from where people sit."""

NAMED = 3
"""Curves of a chart that have their names at a time: these are read from where people sit."""


@dataclass(frozen=True, slots=True)
class Step:
    """What comes of a press: a page is ``opened``, on top or ``instead`` of this one; or it goes ``back``.

    ``write`` is written first.
    """

    opened: "Page | None" = None
    instead: bool = False
    back: bool = False
    write: Write | None = None


STAY = Step()
BACK = Step(back=True)


class Page:
    """A page. Red leads back from every one."""

    def __init__(self, memory: Memory) -> None:
        self.memory = memory

    def screen(self) -> Screen:
        """What is drawn."""
        raise NotImplementedError

    def shows_the_same(self, other: "Page") -> bool:
        """Whether it need not be opened on top of ``other``."""
        return False

    def hand(self, given: object) -> Step:
        """Something was pressed, touched or typed; what is held counts only where a page says so."""
        match given:
            case Press(button, Kind.SHORT):
                return self.press(button)
            case Touch():
                return self.touch(given)
        return STAY

    def press(self, button: Button) -> Step:
        """A button was pressed."""
        return BACK if button is Button.RED else STAY

    def touch(self, touch: Touch) -> Step:
        """Something on the screen was touched."""
        return STAY


class Listing(Page):
    """A list that is stepped through with blue and yellow, ``SHOWN`` lines at a time."""

    def __init__(self, memory: Memory, selected: int = 0) -> None:
        super().__init__(memory)
        self.selected = selected

    # what each list says of itself

    heads: tuple[str, ...] = ()
    green = mark("Choose")
    """What green does with a line."""

    def title(self) -> str:
        """What stands above."""
        raise NotImplementedError

    def note(self) -> str:
        """What holds for all lines, or ``""``."""
        return ""

    def count(self) -> int:
        """How many lines there are."""
        raise NotImplementedError

    def row(self, index: int) -> Row:
        """A line as it is drawn."""
        raise NotImplementedError

    def chosen(self, index: int) -> Step:
        """What comes of choosing a line."""
        raise NotImplementedError

    # what all of them do

    def _first(self) -> int:
        """The first line that is shown."""
        return self.selected // SHOWN * SHOWN

    def screen(self) -> Screen:
        """The lines around the selected one."""
        count = self.count()
        self.selected = min(self.selected, max(0, count - 1))
        first = self._first()
        last = min(count, first + SHOWN)
        rows = tuple(self.row(index) for index in range(first, last))
        notes = (which(first, last - first, count) if count > SHOWN else "", self.note())
        labels = ((Button.GREEN, _(self.green)),) if count else ()
        steps = ((Button.YELLOW, _("Up")), (Button.BLUE, _("Down"))) if count > 1 else ()
        return RowsScreen(
            self.title(),
            rows,
            self.selected - first,
            (*labels, (Button.RED, _("Back")), *steps),
            " · ".join(note for note in notes if note) if count else _("Nothing yet"),
            heads=self.heads if count else (),
        )

    def press(self, button: Button) -> Step:
        """Green chooses, blue and yellow step."""
        count = self.count()
        match button:
            case Button.GREEN if count:
                return self.chosen(self.selected)
            case Button.BLUE | Button.YELLOW if count:
                self.selected = (self.selected + (1 if button is Button.BLUE else -1)) % count
                return STAY
        return super().press(button)

    def touch(self, touch: Touch) -> Step:
        """A line that is touched is chosen."""
        index = self._first() + touch.value
        if touch.target is Target.ITEM and 0 <= index < self.count():
            self.selected = index
            return self.chosen(index)
        return STAY


@dataclass(frozen=True, slots=True)
class Choice:
    """A line of a menu and what comes of it."""

    words: str
    step: Callable[[], Step]
    possible: bool = True


class Menu(Page):
    """What else there is to do here."""

    def __init__(
        self, memory: Memory, title: str, choices: tuple[Choice, ...], *, selected: int | None = None
    ) -> None:
        """``selected`` is the line that green chooses first; None: the first that can be chosen."""
        super().__init__(memory)
        self._title = title
        self._choices = choices
        first = next((index for index, choice in enumerate(choices) if choice.possible), 0)
        self._selected = first if selected is None else selected

    def screen(self) -> Screen:
        """The lines."""
        lines = tuple(MenuLine(choice.words, possible=choice.possible) for choice in self._choices)
        labels = (
            (Button.GREEN, _("Choose")),
            (Button.RED, _("Back")),
            (Button.YELLOW, _("Up")),
            (Button.BLUE, _("Down")),
        )
        return MenuScreen(self._title, lines, self._selected, labels)

    def press(self, button: Button) -> Step:
        """Green chooses, blue and yellow step."""
        places = [index for index, choice in enumerate(self._choices) if choice.possible]
        match button:
            case Button.GREEN:
                return self._choices[self._selected].step()
            case Button.BLUE | Button.YELLOW:
                at = places.index(self._selected) + (1 if button is Button.BLUE else -1)
                self._selected = places[at % len(places)]
                return STAY
        return super().press(button)

    def touch(self, touch: Touch) -> Step:
        """A line that is touched is chosen."""
        if touch.target is Target.ITEM and touch.value < len(self._choices) and self._choices[touch.value].possible:
            return self._choices[touch.value].step()
        return STAY


class Curves(Page):
    """A chart, large: some of its curves at a time with their names, the outermost first."""

    def __init__(self, memory: Memory, chart: Chart) -> None:
        super().__init__(memory)
        self._chart = chart
        order = sorted(range(len(chart.curves)), key=lambda index: -abs(chart.curves[index].values[-1]))
        self._sets = tuple(tuple(order[at : at + NAMED]) for at in range(0, len(order), NAMED)) or ((),)
        self._at = 0

    def screen(self) -> Screen:
        """The chart."""
        others = ((Button.BLUE, _("Others")),) if len(self._sets) > 1 else ()
        labels = ((Button.GREEN, _("OK")), (Button.RED, _("Back")), *others)
        return ChartScreen(self._chart, self._sets[self._at], labels)

    def press(self, button: Button) -> Step:
        """Blue names the others."""
        if button is Button.BLUE:
            self._at = (self._at + 1) % len(self._sets)
            return STAY
        return BACK if button is Button.GREEN else super().press(button)


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
