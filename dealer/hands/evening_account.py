"""The evening's account: everybody's balance, and settling up: who gives whom what, with a tick for what was paid."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from dealer.books.facts import HOUSE, POT, Evening, Payment, Person, Posting, PostingKind, Tab
from dealer.display.pages import which
from dealer.display.players import signed
from dealer.display.screens import Figure, FiguresScreen, Mark, Row, RowsScreen, Screen
from dealer.hands.evening_forms import Drinks, SideBet
from dealer.hands.evening_history import Evenings, Games
from dealer.hands.evening_memory import Memory
from dealer.hands.evening_pages import BACK, STAY, Choice, Curves, Listing, Menu, Page, Step, Write
from dealer.hands.evening_people import Players
from dealer.hands.evening_words import date_of, mark_of, who_gives
from dealer.journal.books import Books
from dealer.locale import _, ngettext
from dealer.locale.language import mark
from dealer.presses import Button, Target, Touch
from dealer.words.worth import coins_in_words, money

WRITTEN = frozenset({PostingKind.ROUND, PostingKind.SIDE_BET, PostingKind.BUY_IN, PostingKind.CASH_OUT})
"""What people write down, but for what settles a debt: that has its tick."""

DUES = 3
"""Payments that are shown at a time: one of them is read from where people sit."""


@dataclass(frozen=True, slots=True)
class Due:
    """A payment or a forfeit: paid, or not yet. ``write`` ticks it or takes the tick back."""

    words: str
    amount: str
    marks: tuple[Mark, ...]
    ticked: bool
    write: Write
    order: tuple[int, int, int]
    names: tuple[str, ...] = ()


def _row(due: Due) -> Row:
    """A line as it is drawn."""
    return Row((due.words, due.amount), due.marks, due.ticked, due.names)


class Settling(Page):
    """Who gives whom what, so that all are even; or only what ``leaving`` gives and gets."""

    def __init__(self, memory: Memory, evening: int, leaving: Person | None = None) -> None:
        super().__init__(memory)
        self._evening = evening
        self._leaving = leaving
        self._chosen: int | None = None
        """The line that somebody stepped to; None: the first that is not paid."""

    def _dues(self) -> list[Due]:
        """All lines; one that is ticked stays where it is."""
        memory, evening, leaving = self.memory, self.memory.evening(self._evening), self._leaving
        number = None if leaving is None else leaving.number
        dues = [self._of_payment(one, evening) for one in memory.books.settlement(evening, leaving=number)]
        for line in memory.standing(evening):
            if line.kind is PostingKind.CASH and number in (None, self._whose(line.giver), self._whose(line.taker)):
                dues.append(self._of_cash(line, evening))
        for line, done in _forfeits(memory.postings(evening)):
            if number in (None, self._whose(line.giver)):
                dues.append(self._of_forfeit(line, done=done))
        return sorted(dues, key=lambda due: due.order)

    def _whose(self, account: int) -> int:
        return self.memory.somebody(account).number

    def _of_payment(self, payment: Payment, evening: Evening) -> Due:
        giver, taker = payment.giver, payment.taker
        return Due(
            who_gives(giver, taker),
            coins_in_words(evening.coin, payment.coins),
            _marks(giver, taker),
            False,
            lambda books, hand: books.tick(payment, hand),
            (1, giver.number, taker.number),
            (giver.name, taker.name),
        )

    def _of_cash(self, line: Posting, evening: Evening) -> Due:
        giver, taker = (
            self.memory.books.house(evening) if account == HOUSE else self.memory.somebody(account)
            for account in (line.taker, line.giver)  # the coins went back
        )
        return Due(
            who_gives(giver, taker, done=True),
            coins_in_words(evening.coin, line.coins),
            _marks(giver, taker),
            True,
            lambda books, hand: books.reverse(line.number, hand),
            (1, giver.number, taker.number),
            (giver.name, taker.name),
        )

    def _of_forfeit(self, line: Posting, *, done: bool) -> Due:
        giver = self.memory.somebody(line.giver)

        def again(books: Books, hand: str) -> object:
            return books.pay(line.giver, line.taker, 0, PostingKind.FORFEIT, why=line.why, hand=hand)

        return Due(
            _("{player}: {forfeit}").format(player=giver.name, forfeit=line.why),
            "",
            _marks(giver),
            done,
            again if done else lambda books, hand: books.reverse(line.number, hand),
            (0, giver.number, line.number),
            (giver.name,),
        )

    def _selected(self, dues: list[Due]) -> int | None:
        """The line that green ticks."""
        if self._chosen is not None and self._chosen < len(dues):
            return self._chosen
        return next((index for index, due in enumerate(dues) if not due.ticked), None)

    def rows(self) -> tuple[Row, ...]:
        """All lines as they are drawn."""
        return tuple(map(_row, self._dues()))

    def screen(self) -> Screen:
        """The lines."""
        dues = self._dues()
        selected = self._selected(dues)
        first = (selected or 0) // DUES * DUES
        rows = tuple(map(_row, dues[first : first + DUES]))
        *pot, coin = _pot_and_coin(self.memory, self._evening)
        note = _facts(*pot, coin)
        if len(dues) > DUES:
            note = which(first, len(rows), len(dues))
        title = _("Settle up")
        if self._leaving is not None:
            title = _("{player} leaves").format(player=self._leaving.name)
        if not dues:
            note = _facts(_("All are even."), *pot)
            if self._leaving is not None:
                note = _("{player} is even.").format(player=self._leaving.name)
        labels = (
            (Button.GREEN, self._green(dues, selected)),
            (Button.RED, _("Back")),
            *(((Button.YELLOW, _("More")),) if self._leaving is None else ()),
            *(((Button.BLUE, _("Next")),) if dues else ()),
        )
        return RowsScreen(title, rows, -1 if selected is None else selected - first, labels, note, for_the_seats=True)

    def _green(self, dues: list[Due], selected: int | None) -> str:
        if selected is None:
            return _("Done") if self._closes() else _("OK")
        return _("Not paid") if dues[selected].ticked else _("Paid")

    def press(self, button: Button) -> Step:
        """Green ticks a line, or closes the evening once all are ticked; blue steps."""
        dues = self._dues()
        selected = self._selected(dues)
        match button:
            case Button.GREEN if selected is not None:
                return self._tick(dues[selected])
            case Button.GREEN if self._closes():
                return self._done()
            case Button.GREEN:
                self._goes_home(leaves=True)
                return BACK
            case Button.BLUE if dues:
                at = -1 if selected is None else selected
                self._chosen = at + 1 if at + 1 < len(dues) else None
                if self._chosen is None and self._selected(dues) is not None:
                    self._chosen = 0  # there is a line to pay: it starts again
                return STAY
            case Button.YELLOW if self._leaving is None:
                return Step(more(self.memory, self._evening))
        return super().press(button)

    def touch(self, touch: Touch) -> Step:
        """A line that is touched gets its tick, or loses it."""
        dues = self._dues()
        index = (self._selected(dues) or 0) // DUES * DUES + touch.value
        if touch.target is Target.ITEM and 0 <= index < len(dues):
            return self._tick(dues[index])
        return STAY

    def _closes(self) -> bool:
        """Whether the evening is over once all is paid."""
        return self._leaving is None and not self.memory.goes_on()

    def _goes_home(self, *, leaves: bool) -> None:
        """Whoever settles as one who leaves does not play the next game; whose tick is taken back does."""
        gone = self.memory.gone_home
        if self._leaving is not None:
            (gone.add if leaves else gone.discard)(self._leaving.number)

    def _tick(self, due: Due) -> Step:
        self._chosen = None
        self._goes_home(leaves=not due.ticked)
        return Step(write=due.write)

    def _done(self) -> Step:
        """The evening is closed."""
        evening = self.memory.evening(self._evening)

        def close(books: Books, hand: str) -> None:
            books.close(evening, hand=hand)

        return Step(Account(self.memory, self._evening), instead=True, write=close)


def settling(memory: Memory, number: int) -> Page:
    """The page on which an evening is settled; before it what becomes of the pot is asked."""
    asked = about_the_pot(memory, number, lambda: Step(Settling(memory, number), instead=True))
    return asked or Settling(memory, number)


def about_the_pot(memory: Memory, number: int, then: Callable[[], Step]) -> Page | None:
    """Whether what is left in the pot is shared or kept, and ``then`` it goes on; None: there is nothing to ask."""
    evening = memory.evening(number)
    pot = memory.pot_to_ask_about(evening)
    if not pot.coins:
        return None

    def share() -> Step:
        step = then()

        def write(books: Books, hand: str) -> None:
            books.share_the_pot(hand=hand)
            if step.write is not None:
                step.write(books, hand)

        return replace(step, write=write)

    def keep() -> Step:
        memory.pot_kept = pot.coins
        return then()

    each, odd = coins_in_words(evening.coin, pot.share), pot.coins - pot.share * len(pot.players)
    words = _("Share it: {coins} each, the rest stays") if odd else _("Share it: {coins} each")
    title = _("{coins} in the pot: what now?").format(coins=coins_in_words(evening.coin, pot.coins))
    choices = (
        Choice(words.format(coins=each), share),
        Choice(_("Keep it for another evening"), keep),
    )
    return Menu(memory, title, choices)


def _pot_and_coin(memory: Memory, number: int) -> tuple[str, str, str]:
    """What lies in the pot, what was kept for later, and what a coin is worth; ``""`` where it is nothing."""
    evening = memory.evening(number)
    pot, later, coin = memory.books.pot(evening), memory.books.kept_for_later(evening), money(evening.coin, 1)
    return (
        _("{coins} in the pot").format(coins=coins_in_words(evening.coin, pot)) if pot else "",
        _("{coins} kept for later").format(coins=coins_in_words(evening.coin, later)) if later else "",
        _("1 coin = {money}").format(money=coin) if coin else "",
    )


def _facts(*facts: str) -> str:
    """Facts in a line, without those that are empty."""
    return " · ".join(fact for fact in facts if fact)


def _marks(*people: Person) -> tuple[Mark, ...]:
    """The marks of those who are no account of the house."""
    return tuple(mark_of(person) for person in people if person.number > 0)


def _forfeits(lines: Sequence[Posting]) -> list[tuple[Posting, bool]]:
    """Each forfeit, and whether it was done; one whose tick was taken back was asked again, and stands there once."""
    gone = {line.reverses: line for line in lines if line.kind is PostingKind.REVERSAL}
    found: dict[tuple[int, str, int | None], tuple[Posting, bool]] = {}
    for line in lines:
        back = gone.get(line.number)
        if line.kind is not PostingKind.FORFEIT or (back is not None and back.game is not None):
            continue  # the game was corrected: nobody owes it
        if line.game is None:  # asked again
            key = next(
                (key for key, (_line, done) in found.items() if done and key[:2] == (line.giver, line.why)), None
            )
        else:
            key = None
        found[key or (line.giver, line.why, line.number)] = (line, back is not None)
    return list(found.values())


class Account(Page):
    """Everybody's balance, the pot, and how it came to that; of an evening that is closed what was won and lost."""

    def __init__(self, memory: Memory, evening: int) -> None:
        super().__init__(memory)
        self._evening = evening

    def shows_the_same(self, other: Page) -> bool:
        """Whether that is this evening's account too."""
        return isinstance(other, Account) and other._evening == self._evening

    def screen(self) -> Screen:
        """The balances."""
        memory, evening = self.memory, self.memory.evening(self._evening)
        chart = memory.balances(evening)
        is_open = evening.closed is None
        figures = []
        for tab, curve in zip(memory.books.tabs(evening), chart.curves, strict=True):
            coins = tab.balance if is_open else curve.values[-1]
            worth = money(evening.coin, coins)
            words = _("gets {money}") if coins > 0 else _("owes {money}")
            if not is_open:
                words = _("won {money}") if coins > 0 else _("lost {money}")
            note = words.format(money=worth) if worth else ""
            figures.append(Figure(tab.person.name, signed(coins), mark_of(tab.person), note))
        games = memory.books.count(evening)
        note = _facts(
            ngettext("{games} game", "{games} games", games).format(games=games),
            *_pot_and_coin(memory, self._evening),
            "" if is_open else _("closed"),
        )
        labels = (
            (Button.GREEN, _("Settle up") if is_open else _("Games")),
            (Button.RED, _("Back")),
            (Button.YELLOW, _("More")),
            *(((Button.BLUE, _("Chart")),) if figures else ()),
        )
        shown = chart if figures and games else None
        return FiguresScreen(date_of(evening.opened), tuple(figures), shown, labels, note=note)

    def press(self, button: Button) -> Step:
        """Green settles up, yellow has what else there is, blue the chart."""
        evening = self.memory.evening(self._evening)
        match button:
            case Button.GREEN if evening.closed is None:
                return Step(settling(self.memory, self._evening))
            case Button.GREEN:
                return Step(Games(self.memory, self._evening))
            case Button.YELLOW:
                return Step(more(self.memory, self._evening))
            case Button.BLUE if self.memory.books.tabs(evening):
                return Step(Curves(self.memory, self.memory.balances(evening)))
        return super().press(button)


class Chosen(Listing):
    """Somebody of the evening is chosen, and ``then`` it goes on."""

    def __init__(self, memory: Memory, evening: int, title: str, then: Callable[[Person], Step]) -> None:
        super().__init__(memory)
        self._evening = evening
        self._title = title
        self._then = then

    def _tabs(self) -> tuple[Tab, ...]:
        return self.memory.books.tabs(self.memory.evening(self._evening))

    def title(self) -> str:
        """What is asked."""
        return self._title

    def count(self) -> int:
        """How many there are."""
        return len(self._tabs())

    def row(self, index: int) -> Row:
        """Who, and the balance."""
        tab = self._tabs()[index]
        return Row((tab.person.name, signed(tab.balance)), _marks(tab.person))

    def chosen(self, index: int) -> Step:
        """It goes on with this one."""
        return self._then(self._tabs()[index].person)


class WrittenDown(Listing):
    """What people wrote down by hand, the latest first; green takes it back."""

    def __init__(self, memory: Memory, evening: int) -> None:
        super().__init__(memory)
        self._evening = evening

    green = mark("Take back")

    def _lines(self) -> tuple[Posting, ...]:
        return _written(self.memory, self.memory.evening(self._evening))

    def title(self) -> str:
        """What stands above."""
        return _("Written down")

    def count(self) -> int:
        """How many lines there are."""
        return len(self._lines())

    def row(self, index: int) -> Row:
        """Who gives whom how much, and for what."""
        line = self._lines()[-1 - index]
        giver, taker = self.memory.somebody(line.giver), self.memory.somebody(line.taker)
        what = {
            PostingKind.ROUND: _("a drink"),
            PostingKind.SIDE_BET: _("a bet"),
            PostingKind.CARRY: _("another evening"),
        }.get(line.kind, _("coins"))
        if line.kind is PostingKind.CARRY:
            giver, taker = taker, giver  # the coins went back, as if it were paid
        coins = coins_in_words(self.memory.evening(self._evening).coin, line.coins)
        return Row((who_gives(giver, taker), what, coins), _marks(giver, taker))

    def chosen(self, index: int) -> Step:
        """It is taken back."""
        number = self._lines()[-1 - index].number
        return Step(write=lambda books, hand: books.reverse(number, hand))


def more(memory: Memory, number: int) -> Page:
    """What else there is to do with an evening."""
    evening = memory.evening(number)
    tabs = memory.books.tabs(evening)
    is_open = evening.closed is None
    people = [tab.person for tab in tabs]
    owing = [tab.person.number for tab in tabs if tab.balance < 0]

    def leaves(person: Person) -> Step:
        return Step(Settling(memory, number, person), instead=True)

    def carries(person: Person) -> Step:
        return Step(back=True, write=lambda books, hand: books.carry(person.number, hand=hand))

    def carry_all(books: Books, hand: str) -> None:
        books.carry(hand=hand)
        books.close(evening, hand=hand)

    def carried() -> Step:
        return Step(Account(memory, number), instead=True, write=carry_all)

    def carries_all() -> Step:
        asked = about_the_pot(memory, number, carried)
        return carried() if asked is None else Step(asked, instead=True)

    def reopen(books: Books, hand: str) -> None:
        books.reopen(evening, hand=hand)

    together = is_open and len(people) > 1
    choices = (
        Choice(_("A round of drinks"), lambda: Step(Drinks(memory, evening, people), instead=True), together),
        Choice(_("A side bet"), lambda: Step(SideBet(memory, evening, people), instead=True), together),
        Choice(
            _("Take something back"),
            lambda: Step(WrittenDown(memory, number), instead=True),
            is_open and bool(_written(memory, evening)),
        ),
        Choice(
            _("Somebody leaves"), lambda: Step(Chosen(memory, number, _("Who leaves?"), leaves), instead=True), together
        ),
        Choice(
            _("Pay another evening"),
            lambda: Step(Chosen(memory, number, _("Who pays another evening?"), carries), instead=True),
            is_open and bool(owing),
        ),
        Choice(
            _("Done: carry the rest"),
            carries_all,
            is_open and bool(memory.books.settlement(evening)) and not memory.goes_on(),
        ),
        Choice(
            _("Games of this evening"),
            lambda: Step(Games(memory, number), instead=True),
            bool(memory.books.games(evening)),
        ),
        Choice(_("All evenings"), lambda: Step(Evenings(memory, account), instead=True)),
        Choice(_("Players"), lambda: Step(Players(memory), instead=True)),
        Choice(_("Open it again"), lambda: Step(back=True, write=reopen), not is_open and memory.books.open() is None),
    )
    return Menu(memory, date_of(evening.opened), choices)


def _written(memory: Memory, evening: Evening) -> tuple[Posting, ...]:
    """What people wrote down, and may take back: what is carried to another evening, until that one has it."""
    carried = [line for line in memory.books.waiting() if line.giver != POT]
    return tuple(line for line in memory.standing(evening) if line.kind in WRITTEN or line in carried)


def account(memory: Memory, number: int) -> Page:
    """An evening's account."""
    return Account(memory, number)
