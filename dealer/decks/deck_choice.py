"""Which deck of cards the next game is played with, chosen on the start screen. Plain: takes what hands do."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Self

from dealer.display.screens import MenuLine, MenuScreen
from dealer.locale import _
from dealer.presses import Button, Kind, Press, Target, Touch

ANY = ""
"""The name that stands for all decks: the cards are read without a taught one."""

CARDS = 10
"""Cards that are taught of a deck, one of each rank."""


@dataclass(frozen=True, slots=True)
class ShelvedDeck:
    """A taught deck: how many of its ten cards are known, or None where its file is damaged."""

    name: str
    known: int | None = CARDS

    @property
    def complete(self) -> bool:
        """Whether it can be played with."""
        return self.known == CARDS


@dataclass(frozen=True, slots=True)
class DeckChoice:
    """The decks there are and the ``chosen`` one (a complete deck's name or ``ANY``).

    ``listed``: the list is open, with this line on offer: any deck, each deck, a new one. ``lesson``: this deck is to
    be taught now.
    """

    decks: tuple[ShelvedDeck, ...] = ()
    chosen: str = ANY
    listed: int | None = None
    lesson: str = ""

    @classmethod
    def of(cls, decks: Iterable[ShelvedDeck], chosen: str = ANY) -> Self:
        """The choice as it was left; a deck that cannot be played with any more is left out."""
        there = tuple(decks)
        return cls(there, chosen if any(deck.complete and deck.name == chosen for deck in there) else ANY)

    @property
    def playable(self) -> tuple[str, ...]:
        """What can be chosen by plus and minus."""
        return (ANY, *(deck.name for deck in self.decks if deck.complete))

    @property
    def new_name(self) -> str:
        """What a new deck is called until somebody renames it: the next free number."""
        taken = {deck.name.casefold() for deck in self.decks}
        names = (_("Deck {number}").format(number=number) for number in range(1, len(taken) + 2))
        return next(name for name in names if name.casefold() not in taken)

    def title(self) -> str:
        """The chosen deck, for people."""
        return self.chosen or _("any deck")

    def stepped(self, step: int) -> Self:
        """The next deck, or the one before."""
        at = self.playable.index(self.chosen) + step
        return replace(self, chosen=self.playable[at % len(self.playable)])

    # -- the list

    def opened(self) -> Self:
        """The list, with the chosen deck on offer."""
        names = [ANY, *(deck.name for deck in self.decks)]
        return replace(self, listed=names.index(self.chosen))

    def hand(self, given: object) -> Self:
        """The choice after something was pressed or touched while the list is open."""
        count = len(self.decks) + 2
        at = self.listed or 0
        match given:
            case Press(Button.GREEN):
                return self._taken(at)
            case Press(Button.RED):
                return replace(self, listed=None)
            case Press(Button.BLUE | Button.YELLOW as button, Kind.SHORT):
                return replace(self, listed=(at + (1 if button is Button.BLUE else -1)) % count)
            case Touch(Target.ITEM, index) if 0 <= index < count:
                return self._taken(index)
        return self

    def _taken(self, index: int) -> Self:
        """A deck that is complete is chosen; another is taught; a damaged one stays where it is."""
        if index == 0:
            return replace(self, chosen=ANY, listed=None)
        if index > len(self.decks):
            return replace(self, lesson=self.new_name, listed=None)
        deck = self.decks[index - 1]
        if deck.known is None:
            return replace(self, listed=index)
        if deck.complete:
            return replace(self, chosen=deck.name, listed=None)
        return replace(self, lesson=deck.name, listed=None)

    def screen(self) -> MenuScreen:
        """The list as it is drawn."""
        at = self.listed or 0
        lines = (
            MenuLine(_("Any deck")),
            *(MenuLine(deck.name, _state(deck), possible=deck.known is not None) for deck in self.decks),
            MenuLine(_("Teach a new deck"), self.new_name),
        )
        teaches = at > len(self.decks) or (at > 0 and not self.decks[at - 1].complete)
        damaged = not lines[at].possible
        labels = (
            *(((Button.GREEN, _("Teach") if teaches else _("Choose")),) if not damaged else ()),
            (Button.RED, _("Back")),
            (Button.YELLOW, _("Up")),
            (Button.BLUE, _("Down")),
        )
        return MenuScreen(_("Which deck of cards?"), lines, at, labels)


NO_DECKS = DeckChoice()
"""Nobody has taught a deck yet."""


def _state(deck: ShelvedDeck) -> str:
    """How far a deck was taught, in a word or two."""
    if deck.known is None:
        return _("damaged")
    return _("taught") if deck.complete else _("begun, {number}/10").format(number=deck.known)


def unfinished(name: str, known: int) -> str:
    """What is told of a lesson that was stopped before its end."""
    return _("{deck}: {number} of 10 cards. Choose it to go on.").format(deck=name, number=known)
