"""Who plays: the house's people, seated in the order in which their faces are touched. Plain."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Self

from dealer.books.facts import Person
from dealer.display.screens import FaceTile, Screen, WhoScreen
from dealer.game.choices import FEWEST, MOST
from dealer.hands.evening_words import mark_of
from dealer.hands.keyboard import Keyboard
from dealer.journal.people import next_face, refusal
from dealer.locale import _
from dealer.presses import Button, Kind, Press, Target, Touch

COLUMNS: Final = 4
ROWS: Final = 3
"""Rows of tiles on a page."""

NEW, MORE = "new", "more"
"""The tiles that are nobody: a new player, the next page."""


def faces(names: Sequence[str], people: Sequence[Person]) -> tuple[Person, ...]:
    """Who these are; whoever is not on the list yet has number 0, and the face that they will get."""
    known = {person.name: person for person in people}
    found: list[Person] = []
    new: list[Person] = []
    for name in names:
        person = known.get(name)
        if person is None:
            person = Person(0, name, *next_face((*people, *new)))
            new.append(person)
        found.append(person)
    return tuple(found)


@dataclass(frozen=True, slots=True)
class WhoPlays:
    """The list while it is open. ``seated`` are the players clockwise, ``shown`` all names, in an order that stays.

    ``at`` is the tile that green chooses, ``new`` are the names that were typed. ``closed`` once people went back.
    """

    people: tuple[Person, ...]
    seated: tuple[str, ...]
    shown: tuple[str, ...]
    at: int = 0
    page: int = 0
    keyboard: Keyboard | None = None
    new: tuple[str, ...] = ()
    problem: str = ""
    closed: bool = False

    @classmethod
    def opened(cls, people: Sequence[Person], seated: Sequence[str]) -> Self:
        """The players first, then the others as the list has them."""
        others = (person.name for person in people if person.name not in seated)
        return cls(tuple(people), tuple(seated), (*seated, *others))

    @property
    def new_people(self) -> tuple[Person, ...]:
        """Who was typed, with the faces that stand beside the names."""
        return tuple(person for person in faces(self.shown, self.people) if person.name in self.new)

    def with_people(self, people: Sequence[Person]) -> Self:
        """Who plays, with the list as it is now: nobody on it is new."""
        return replace(self, people=tuple(people), new=())

    # -- the tiles

    def _pages(self) -> tuple[tuple[str, ...], ...]:
        """The names of each page; beside them stand the tile for a new one and, with several pages, that for more."""
        if len(self.shown) < COLUMNS * ROWS:
            return (self.shown,)
        size = COLUMNS * ROWS - 2
        return tuple(self.shown[start : start + size] for start in range(0, len(self.shown), size))

    def _tiles(self) -> tuple[str, ...]:
        """What stands on this page: names, then the ways on."""
        pages = self._pages()
        return (*pages[self.page], *((MORE,) if len(pages) > 1 else ()), NEW)

    # -- hands

    def hand(self, given: object) -> Self:
        """The list after something was pressed, touched or typed."""
        if self.keyboard is not None:
            return self._typed(self.keyboard.hand(given))
        count = len(self._tiles())
        match given:
            case Press(Button.GREEN):
                return self._chosen(self.at)
            case Press(Button.RED):
                return self._done()
            case Press(Button.BLUE | Button.YELLOW as button, kind):
                step = (COLUMNS if kind is Kind.LONG else 1) * (1 if button is Button.BLUE else -1)
                return replace(self, at=(self.at + step) % count, problem="")
            case Touch(Target.ITEM, index) if 0 <= index < count:
                return self._chosen(index)
        return self

    def _chosen(self, index: int) -> Self:
        here = replace(self, at=index, problem="")
        names = self._pages()[self.page]
        if index >= len(names):
            if self._tiles()[index] == MORE:
                return replace(here, page=(self.page + 1) % len(self._pages()), at=0)
            return here._full() or replace(here, keyboard=Keyboard(_("Who is new?")))
        name = names[index]
        if name in self.seated:
            return replace(here, seated=tuple(other for other in self.seated if other != name))
        return here._full() or replace(here, seated=(*self.seated, name))

    def _full(self) -> Self | None:
        """The list with why nobody else can sit down; None while somebody can."""
        if len(self.seated) < MOST:
            return None
        return replace(self, problem=_("{number} can play. Take somebody off first.").format(number=MOST))

    def _done(self) -> Self:
        if len(self.seated) < FEWEST:
            return replace(self, problem=_("Two must play at least."))
        return replace(self, problem="", closed=True)

    def _typed(self, keyboard: Keyboard) -> Self:
        """The new one sits down once the name is there; nobody does where it stays empty."""
        if not keyboard.ended:
            return replace(self, keyboard=keyboard)
        name = keyboard.name
        if not name:
            return replace(self, keyboard=None)
        known = {other.casefold(): other for other in self.shown}
        name = known.get(name.casefold(), name)
        if name not in self.shown and (problem := refusal(name, self.shown)):
            return replace(self, keyboard=replace(keyboard, ended=False, problem=problem))
        if name in self.seated:
            problem = _("{name} sits here already. Choose another name.").format(name=name)
            return replace(self, keyboard=replace(keyboard, ended=False, problem=problem))
        form = replace(self, keyboard=None, seated=(*self.seated, name))
        if name not in self.shown:
            form = replace(form, shown=(*self.shown, name), new=(*self.new, name))
        page, names = next((page, names) for page, names in enumerate(form._pages()) if name in names)
        return replace(form, page=page, at=names.index(name))

    # -- what is drawn

    def screen(self) -> Screen:
        """The faces, or the keyboard."""
        if self.keyboard is not None:
            return self.keyboard.screen()
        names, marks = self._pages()[self.page], {one.name: mark_of(one) for one in faces(self.shown, self.people)}
        tiles = [
            FaceTile(name, marks[name], self.seated.index(name) + 1 if name in self.seated else None) for name in names
        ]
        ways = {NEW: _("New player"), MORE: _("More")}
        tiles += [FaceTile(ways[way]) for way in self._tiles()[len(names) :]]
        labels = (
            (Button.GREEN, _("Choose")),
            (Button.RED, _("Done")),
            (Button.YELLOW, _("Left")),
            (Button.BLUE, _("Right")),
        )
        players = tuple(marks[name] for name in self.seated)
        return WhoScreen(_("Who plays? Clockwise:"), tuple(tiles), self.at, self.problem, players, labels)
