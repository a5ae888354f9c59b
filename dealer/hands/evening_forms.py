"""What people write down by hand: a round of drinks, a side bet."""

from collections.abc import Sequence

from dealer.books.facts import Evening, Person, PostingKind
from dealer.display.screens import Field, FormScreen, Screen
from dealer.hands.evening_memory import Memory
from dealer.hands.evening_pages import STAY, Page, Step, Write
from dealer.locale import _
from dealer.presses import Button, Target, Touch
from dealer.words.worth import coins_in_words

MOST_COINS = 99
"""Most coins that a drink or a bet is."""

ENTER = "enter"
"""The field that writes it down."""


class Form(Page):
    """Fields that are stepped through with blue and changed with green and yellow; one of them writes it down."""

    def __init__(self, memory: Memory, evening: Evening, people: Sequence[Person]) -> None:
        super().__init__(memory)
        self.evening = evening
        self.people = tuple(people)
        self.coins = 1
        self._selected = 0

    # what each form says of itself

    def title(self) -> str:
        """What is written down."""
        raise NotImplementedError

    def keys(self) -> tuple[str, ...]:
        """The fields, by their keys."""
        raise NotImplementedError

    def field(self, key: str) -> Field:
        """A field as it is drawn."""
        raise NotImplementedError

    def change(self, key: str, step: int) -> None:
        """A field is changed: by plus or minus, or touched."""
        raise NotImplementedError

    def problem(self) -> str:
        """Why it cannot be written down so, or ``""``."""
        raise NotImplementedError

    def entry(self) -> Write:
        """What is written down."""
        raise NotImplementedError

    # what both do

    def screen(self) -> Screen:
        """The fields."""
        key = self.keys()[self._selected]
        item = self.field(key)
        green = _("OK") if key == ENTER else _("More") if item.ticked is None else _("Change")
        labels = (
            (Button.GREEN, green),
            (Button.RED, _("Back")),
            *(((Button.YELLOW, _("Less")),) if item.changeable else ()),
            (Button.BLUE, _("Next")),
        )
        fields = tuple(self.field(one) for one in self.keys())
        return FormScreen(self.title(), fields, self._selected, self.problem() if key == ENTER else "", labels)

    def press(self, button: Button) -> Step:
        """Green and yellow change the field, blue steps to the next."""
        key = self.keys()[self._selected]
        match button:
            case Button.GREEN:
                return self._step(key, 1)
            case Button.YELLOW if self.field(key).changeable:
                return self._step(key, -1)
            case Button.BLUE:
                self._selected = (self._selected + 1) % len(self.keys())
                return STAY
        return super().press(button)

    def touch(self, touch: Touch) -> Step:
        """A field that is touched is selected; a box changes, and what writes it down does."""
        if touch.target not in (Target.ITEM, Target.MORE, Target.LESS) or not 0 <= touch.value < len(self.keys()):
            return STAY
        self._selected = touch.value
        key = self.keys()[touch.value]
        if touch.target is Target.ITEM and key != ENTER and self.field(key).ticked is None:
            return STAY
        return self._step(key, -1 if touch.target is Target.LESS else 1)

    def _step(self, key: str, step: int) -> Step:
        if key != ENTER:
            self.change(key, step)
            return STAY
        return STAY if self.problem() else Step(back=True, write=self.entry())

    def _next(self, person: Person, step: int, *, but: Person | None = None) -> Person:
        """The next of the people, or the one before."""
        others = [one for one in self.people if one != but]
        return others[(others.index(person) + step) % len(others)]

    def _worth(self, coins: int) -> str:
        return coins_in_words(self.evening.coin, coins)


class Drinks(Form):
    """A round: who paid, what one costs, who had one: at first those who play now or next."""

    def __init__(self, memory: Memory, evening: Evening, people: Sequence[Person]) -> None:
        super().__init__(memory, evening, people)
        everybody, gone = {person.number for person in self.people}, memory.gone_home
        self._had = everybody & memory.playing - gone or everybody - gone or everybody
        self._payer = next(person for person in self.people if person.number in self._had)

    def title(self) -> str:
        """What is written down."""
        return _("A round of drinks")

    def keys(self) -> tuple[str, ...]:
        """Who paid, what one costs, and who had one."""
        return ("payer", "coins", ENTER, *(str(person.number) for person in self.people))

    def field(self, key: str) -> Field:
        """A field as it is drawn."""
        match key:
            case "payer":
                return Field(_("Paid by"), self._payer.name, changeable=True)
            case "coins":
                return Field(_("Each"), self._worth(self.coins), changeable=True)
            case "enter":
                drinkers = len(self._had - {self._payer.number})
                words = _("{player} gets {coins}").format(
                    player=self._payer.name, coins=self._worth(self.coins * drinkers)
                )
                return Field(_("Write it down"), words)
        person = next(one for one in self.people if str(one.number) == key)
        had = person.number in self._had
        return Field(person.name, _("had one") if had else _("had none"), ticked=had)

    def change(self, key: str, step: int) -> None:
        """A field is changed."""
        if key == "payer":
            self._payer = self._next(self._payer, step)
        elif key == "coins":
            self.coins = (self.coins - 1 + step) % MOST_COINS + 1
        else:
            self._had ^= {int(key)}

    def problem(self) -> str:
        """Somebody else must have had one."""
        return "" if self._had - {self._payer.number} else _("Nobody else had one")

    def entry(self) -> Write:
        """The round."""
        payer, had, coins = self._payer.number, sorted(self._had), self.coins
        return lambda books, hand: books.round(payer, had, coins, hand=hand)


class SideBet(Form):
    """A bet between two: who gives whom how much."""

    def __init__(self, memory: Memory, evening: Evening, people: Sequence[Person]) -> None:
        super().__init__(memory, evening, people)
        self._giver, self._taker = self.people[:2]

    def title(self) -> str:
        """What is written down."""
        return _("A side bet")

    def keys(self) -> tuple[str, ...]:
        """Who gives whom how much."""
        return ("giver", "taker", "coins", ENTER)

    def field(self, key: str) -> Field:
        """A field as it is drawn."""
        match key:
            case "giver":
                return Field(_("Who lost it?"), self._giver.name, changeable=True)
            case "taker":
                return Field(_("Who won it?"), self._taker.name, changeable=True)
            case "coins":
                return Field(_("For"), self._worth(self.coins), changeable=True)
        words = _("{player} gives {other} {coins}")
        amount = self._worth(self.coins)
        return Field(_("Write it down"), words.format(player=self._giver.name, other=self._taker.name, coins=amount))

    def change(self, key: str, step: int) -> None:
        """A field is changed."""
        if key == "giver":
            self._giver = self._next(self._giver, step, but=self._taker if len(self.people) > 2 else None)
            if self._giver == self._taker:
                self._taker = self._next(self._taker, step)
        elif key == "taker":
            self._taker = self._next(self._taker, step, but=self._giver if len(self.people) > 2 else None)
            if self._giver == self._taker:
                self._giver = self._next(self._giver, step)
        else:
            self.coins = (self.coins - 1 + step) % MOST_COINS + 1

    def problem(self) -> str:
        """Two different people always bet."""
        return ""

    def entry(self) -> Write:
        """The bet."""
        giver, taker, coins = self._giver.number, self._taker.number, self.coins
        return lambda books, hand: books.pay(giver, taker, coins, PostingKind.SIDE_BET, hand=hand)
