"""The house's players: a table of all, and a page of each."""

from dealer.books.facts import Person, PersonRecord
from dealer.display.players import signed
from dealer.display.screens import Figure, FiguresScreen, Row, Screen
from dealer.hands.evening_memory import Memory
from dealer.hands.evening_pages import STAY, Choice, Curves, Listing, Menu, Page, Step
from dealer.hands.evening_person import changes
from dealer.hands.evening_words import date_of, decimal, mark_of
from dealer.locale import _, ngettext
from dealer.presses import Button


class Players(Listing):
    """Everybody who played here: games, lost, coins, luck."""

    def __init__(self, memory: Memory) -> None:
        super().__init__(memory)

    @property
    def heads(self) -> tuple[str, ...]:  # type: ignore[override]
        """What the columns are."""
        return _("Player"), _("Games"), _("Lost"), _("Coins"), _("Luck")

    def title(self) -> str:
        """What stands above."""
        return _("The table")

    def note(self) -> str:
        """What the last column means; before that, how many games are still to be read."""
        return still_to_read(self.memory) or _("Luck: pairs caught / expected")

    def count(self) -> int:
        """How many there are."""
        return len(self.memory.listed)

    def row(self, index: int) -> Row:
        """A player."""
        person = self.memory.listed[index]
        record = self.memory.record(person)
        figures = ("…",) * 4
        if record is not None:
            coins = signed(record.coins_won - record.coins_lost)
            figures = (str(record.games), str(record.lost), coins, luck_of(record))
        return Row((person.name, *figures), (mark_of(person),))

    def chosen(self, index: int) -> Step:
        """That player's page."""
        return Step(Player(self.memory, self.memory.listed[index].number))


class Player(Page):
    """What somebody has done here."""

    def __init__(self, memory: Memory, number: int) -> None:
        super().__init__(memory)
        self._number = number

    @property
    def _person(self) -> Person:
        """Who it is now: of one who was merged, the other."""
        return self.memory.people.person(self._number)

    def screen(self) -> Screen:
        """The figures."""
        person, people = self._person, self.memory.listed
        record = self.memory.record(person)
        labels = (
            *(((Button.GREEN, _("More")),) if self._more(person) else ()),
            (Button.RED, _("Back")),
            *(((Button.YELLOW, _("Previous")), (Button.BLUE, _("Next"))) if len(people) > 1 else ()),
        )
        chart = self.memory.coins_of(person)
        figures = () if record is None else self._figures(record)
        return FiguresScreen(person.name, figures, chart, labels, mark_of(person), still_to_read(self.memory))

    def _figures(self, record: PersonRecord) -> tuple[Figure, ...]:
        figures = [
            Figure(_("Games"), str(record.games), note=_("lost: {number}").format(number=record.lost)),
            Figure(_("Points taken"), str(record.points)),
            Figure(_("Coins"), signed(record.coins_won - record.coins_lost), note=_won_and_lost(record)),
            *self._luck(record),
            *(self._evening(_("Best evening"), record.best),),
            *(self._evening(_("Worst evening"), record.worst),),
        ]
        if record.caught_from:
            number, cards = max(record.caught_from.items(), key=lambda one: one[1])
            other = self.memory.people.person(number)
            figures.append(Figure(_("Cards caught from"), str(cards), mark_of(other), other.name))
        return tuple(figures)

    def _luck(self, record: PersonRecord) -> tuple[Figure, ...]:
        luck = record.luck
        if luck is None or not luck.cards:
            return ()
        expected = _("expected: {number}").format(number=decimal(luck.expected))
        folds = _("cost {number}, hits: {hits}").format(number=luck.folds_cost, hits=decimal(luck.hits_would))
        return (
            Figure(_("Pairs caught"), str(luck.pairs), note=expected),
            Figure(_("Folds"), str(luck.folds), note=folds if luck.folds else ""),
        )

    def _evening(self, label: str, evening: tuple[int, int] | None) -> Figure:
        if evening is None:
            return Figure(label, "–")
        number, coins = evening
        return Figure(label, signed(coins), note=date_of(self.memory.evening(number).opened, short=True))

    def _more(self, person: Person) -> tuple[Choice, ...]:
        """What else there is of somebody: the chart, large; and what may be changed, for who is on the list."""
        memory, chart = self.memory, self.memory.coins_of(person)
        choices = (Choice(_("Chart"), lambda: Step(Curves(memory, chart), instead=True)),) if chart is not None else ()
        return choices + (changes(memory, person) if person in memory.listed else ())

    def press(self, button: Button) -> Step:
        """Green has what else there is, blue and yellow the next player and the one before."""
        person, people = self._person, self.memory.listed
        match button:
            case Button.GREEN if choices := self._more(person):
                return Step(Menu(self.memory, person.name, choices))
            case Button.BLUE | Button.YELLOW if people:
                at = people.index(person) if person in people else -1 if button is Button.BLUE else 0
                self._number = people[(at + (1 if button is Button.BLUE else -1)) % len(people)].number
                return STAY
        return super().press(button)


def still_to_read(memory: Memory) -> str:
    """What is said while not all games are read."""
    count = memory.to_read
    return ngettext("{count} game to read", "{count} games to read", count).format(count=count) if count else ""


def luck_of(record: PersonRecord) -> str:
    """Pairs caught, against how many the odds said: fewer is luck."""
    luck = record.luck
    return f"{luck.pairs} / {decimal(luck.expected)}" if luck is not None and luck.cards else "–"


def _won_and_lost(record: PersonRecord) -> str:
    return _("won {won}, lost {lost}").format(won=record.coins_won, lost=record.coins_lost)
