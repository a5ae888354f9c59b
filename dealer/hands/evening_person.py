"""What may be changed about somebody of the house: name, face, whether they play here often, who else they are.

Rows of the list are never taken away, so games and coins stay whose they are (see ``dealer.journal.people``).
"""

from collections.abc import Callable
from dataclasses import replace

from dealer.books.facts import Coin, Person, Standing
from dealer.display.screens import FaceTile, Mark, Row, Screen, WhoScreen
from dealer.hands.evening_memory import Memory
from dealer.hands.evening_pages import BACK, STAY, Choice, Listing, Menu, Page, Step
from dealer.hands.evening_words import mark_of
from dealer.hands.keyboard import Keyboard
from dealer.hands.who_plays import COLUMNS
from dealer.journal.people import COLOURS, SYMBOLS, refusal
from dealer.locale import _
from dealer.presses import Button, Kind, Press, Target, Touch
from dealer.words.worth import coins_in_words


def changes(memory: Memory, person: Person) -> tuple[Choice, ...]:
    """What may be changed, as lines of a menu."""
    number = person.number

    def opened(page: Callable[[], Page]) -> Callable[[], Step]:
        return lambda: Step(page(), instead=True)

    def becomes_regular() -> Step:
        return Step(back=True, write=lambda _books, _hand: memory.people.make_regular(number))

    return (
        Choice(_("Another name"), opened(lambda: Renaming(memory, person))),
        Choice(_("Another face"), opened(lambda: Symbols(memory, person))),
        Choice(_("Plays here often"), becomes_regular, person.standing is Standing.GUEST),
        Choice(_("The same as somebody else"), opened(lambda: SameAs(memory, person)), len(memory.listed) > 1),
        Choice(_("Off the list"), opened(lambda: forgetting(memory, person))),
    )


class Renaming(Page):
    """Another name, typed; what was played before stays this person's."""

    def __init__(self, memory: Memory, person: Person) -> None:
        super().__init__(memory)
        self._person = person
        title = _("What is {player} called?")
        if memory.at_table is not None and person in memory.people.at(memory.at_table):
            title = _("What is {player} called from the next game on?")  # this one keeps the names it began with
        self._keyboard = Keyboard(title.format(player=person.name), person.name)

    def screen(self) -> Screen:
        """The keyboard."""
        return self._keyboard.screen()

    def hand(self, given: object) -> Step:
        """Something was pressed, touched or typed."""
        self._keyboard = self._keyboard.hand(given)
        name, person = self._keyboard.name, self._person
        if not self._keyboard.ended:
            return STAY
        if name in ("", person.name):
            return BACK
        problem = refusal(name, (other.name for other in self.memory.listed if other.number != person.number))
        if not problem:
            return Step(back=True, write=lambda _books, _hand: self.memory.people.rename(person.number, name))
        self._keyboard = replace(self._keyboard, ended=False, problem=problem)
        return STAY


class Tiles(Page):
    """Marks side by side, of which one is chosen."""

    def __init__(self, memory: Memory, person: Person, marks: tuple[Mark, ...]) -> None:
        super().__init__(memory)
        self.person = person
        self.marks = marks
        self._at = marks.index(mark_of(person)) if mark_of(person) in marks else 0

    def title(self) -> str:
        """What is asked."""
        raise NotImplementedError

    def chosen(self, mark: Mark) -> Step:
        """What comes of choosing a mark."""
        raise NotImplementedError

    def screen(self) -> Screen:
        """Each mark with whoever has it."""
        whose = {mark_of(person): person.name for person in self.memory.listed}
        tiles = tuple(FaceTile(whose.get(mark, ""), mark) for mark in self.marks)
        labels = (
            (Button.GREEN, _("Choose")),
            (Button.RED, _("Back")),
            (Button.YELLOW, _("Left")),
            (Button.BLUE, _("Right")),
        )
        return WhoScreen(self.title(), tiles, self._at, labels=labels)

    def hand(self, given: object) -> Step:
        """Blue and yellow step, held a row at a time; green chooses, and so does a touch."""
        match given:
            case Press(Button.GREEN, Kind.SHORT):
                return self.chosen(self.marks[self._at])
            case Press(Button.BLUE | Button.YELLOW as button, kind):
                step = (COLUMNS if kind is Kind.LONG else 1) * (1 if button is Button.BLUE else -1)
                self._at = (self._at + step) % len(self.marks)
                return STAY
            case Touch(Target.ITEM, index) if 0 <= index < len(self.marks):
                return self.chosen(self.marks[index])
        return super().hand(given)


class Symbols(Tiles):
    """The symbol, in the colour of now."""

    def __init__(self, memory: Memory, person: Person) -> None:
        super().__init__(memory, person, tuple(Mark(symbol, person.colour) for symbol in range(SYMBOLS)))

    def title(self) -> str:
        """What is asked."""
        return _("Which face for {player}?").format(player=self.person.name)

    def chosen(self, mark: Mark) -> Step:
        """Then its colour."""
        return Step(Colours(self.memory, self.person, mark.symbol), instead=True)


class Colours(Tiles):
    """The colour, of the symbol that was chosen."""

    def __init__(self, memory: Memory, person: Person, symbol: int) -> None:
        self._symbol = symbol
        super().__init__(memory, person, tuple(Mark(symbol, colour) for colour in range(COLOURS)))

    def title(self) -> str:
        """What is asked."""
        return _("Which colour?")

    def chosen(self, mark: Mark) -> Step:
        """It is the face from now on."""
        number = self.person.number
        return Step(
            back=True, write=lambda _books, _hand: self.memory.people.set_symbol(number, mark.symbol, mark.colour)
        )


class SameAs(Listing):
    """Who else on the list this person is."""

    def __init__(self, memory: Memory, person: Person) -> None:
        super().__init__(memory)
        self._person = person

    def _others(self) -> tuple[Person, ...]:
        return tuple(other for other in self.memory.listed if other.number != self._person.number)

    def title(self) -> str:
        """What is asked."""
        return _("Who is {player}?").format(player=self._person.name)

    def count(self) -> int:
        """How many others there are."""
        return len(self._others())

    def row(self, index: int) -> Row:
        """One of them."""
        other = self._others()[index]
        return Row((other.name,), (mark_of(other),))

    def chosen(self, index: int) -> Step:
        """It cannot be undone, so it is asked once more."""
        person, other = self._person, self._others()[index]

        def merged() -> Step:
            return Step(back=True, write=lambda _books, _hand: self.memory.people.merge(person.number, other.number))

        title = _("{player} and {other}: one player?").format(player=person.name, other=other.name)
        yes = _("Yes: {player}, with all games and coins").format(player=other.name)
        return Step(Menu(self.memory, title, (Choice(_("No"), lambda: BACK), Choice(yes, merged))), instead=True)


def forgetting(memory: Memory, person: Person) -> Page:
    """Whether somebody is taken off the list; it cannot be undone. What is not paid yet is said before."""

    def forgotten() -> Step:
        return Step(back=True, write=lambda _books, _hand: memory.people.forget(person.number))

    title, due, evening = _("Take {player} off the list?"), memory.books.due_to(person.number), memory.latest()
    coin = Coin() if evening is None else evening.coin
    if due:
        title = _("{player} owes {coins}. Off the list?") if due < 0 else _("{player} gets {coins}. Off the list?")
    yes = _("Yes: the name goes, games and coins stay")
    choices = (Choice(_("No"), lambda: BACK), Choice(yes, forgotten))
    return Menu(memory, title.format(player=person.name, coins=coins_in_words(coin, abs(due))), choices)
