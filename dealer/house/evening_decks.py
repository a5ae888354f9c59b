"""The decks of an evening: which one is read, which there are, and a lesson before the camera that is there already."""

import argparse
import sys
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dealer.decks.deck_choice import ANY, DeckChoice, ShelvedDeck, unfinished
from dealer.decks.lesson import Lesson
from dealer.decks.shelf import chosen_deck
from dealer.display.screens import MessageScreen
from dealer.errors import DealerError, InputError
from dealer.house.camera_and_eye import Lookout, simulated_design
from dealer.house.devices import Front
from dealer.house.lessons import Loop
from dealer.house.teach import begun
from dealer.journal.journal import Journal
from dealer.locale import _
from dealer.settings import Settings, data_folder
from hardware.cameras.cameras import CameraSpec
from vision.deck.deck_file import NO_DECK, Deck, Shelf
from vision.reading.teaching import Teacher

if TYPE_CHECKING:
    from vision.synth.faces import Design

DECK = "deck"
"""Under which name the journal keeps the deck that was read last."""

DEMONSTRATED = "poker"
"""The simulated table of ``dealer play`` shows a deck that is read well; ``dealer watch`` has all families."""


@dataclass(frozen=True, slots=True)
class Taught:
    """What came of a lesson: what the start screen offers now, what it says about it, whether somebody quit."""

    decks: DeckChoice
    problem: str = ""
    left: bool = False


class EveningDecks:
    """The taught decks in the data folder, and the one that is read now. Raises InputError for ``--deck``."""

    def __init__(
        self, options: argparse.Namespace, settings: Settings, journal: Journal, front: Front, spec: CameraSpec
    ) -> None:
        self._folder = data_folder(options.data)
        self._settings = settings
        self._journal = journal
        self._front = front
        self._spec = spec
        self._shelf = Shelf(self._folder)
        self.deck = self._last(options.deck)

    def _last(self, asked: str | None) -> Deck | None:
        """The deck that was asked for, now or last time (then a deck that is gone is told and left out)."""
        if asked is not None:
            deck = chosen_deck(asked, self._folder)
            self._journal.keep_choice(DECK, asked)
            return deck
        kept = self._journal.choice(DECK)
        try:
            return chosen_deck(kept if isinstance(kept, str) else self._settings.deck, self._folder)
        except InputError as error:
            print(f"dealer: {error} The cards are read without it.", file=sys.stderr)
            return None

    @property
    def design(self) -> "Design":
        """What the cards of a simulated table look like: one deck, so that it can be taught and played with."""
        return simulated_design(DEMONSTRATED, seed=self._spec.number or 1)

    @property
    def name(self) -> str:
        """The deck that is read now, or ``ANY``."""
        return self.deck.name if self.deck is not None else ANY

    def choice(self, wished: str = ANY) -> DeckChoice:
        """What the start screen offers; ``wished`` is chosen if it is complete, else the deck that is read now."""
        decks = shelved(self._shelf)
        choice = DeckChoice.of(decks, wished)
        return choice if choice.chosen != ANY else DeckChoice.of(decks, self.name)

    def use(self, name: str, lookout: Lookout | None) -> None:
        """Read with this deck from now on, here and the next evening. Raises InputError where it is gone."""
        if name == self.name:
            return
        self.deck = chosen_deck(name or None, self._folder)
        self._journal.keep_choice(DECK, name or NO_DECK)
        if lookout is not None:
            lookout.read_with(self.deck)

    def teach(self, name: str, lookout: Lookout | None, *, seed: int, over: Callable[[], bool]) -> Taught:
        """A lesson before the evening's camera, or at a simulated table of ``seed``; it ends early once ``over``."""
        self._front.show(MessageScreen(_("One moment"), name))
        problem, left = "", False
        try:
            with ExitStack() as stack:
                lesson = Lesson(begun(self._shelf, name, anew=False), Teacher(), self._keep)
                if lookout is None:
                    lookout = stack.enter_context(self._simulated(lesson, seed))
                else:
                    lookout.read_with(None)  # what another deck looks like says nothing of this one
                    stack.callback(lookout.read_with, self.deck)
                loop = Loop(lesson, lookout, self._front, over=over)
                loop.run()
                left = loop.left
        except DealerError as error:
            print(f"dealer: {error}", file=sys.stderr)
            problem = _("The lesson could not go on; what was learnt is kept.")
        decks = self.choice(name)
        known = next((deck.known for deck in decks.decks if deck.name == name), 0)
        if known and decks.chosen != name and not problem:
            problem = unfinished(name, known)
        return Taught(decks, problem, left)

    def _keep(self, deck: Deck) -> None:
        self._shelf.save(deck)

    def _simulated(self, lesson: Lesson, seed: int) -> Lookout:
        from dealer.rehearsal.practice import Practice

        practice = Practice(lesson, seed=seed, design=self.design, fast=False, size_px=self._spec.size_px)
        return Lookout(
            self._spec, self._settings, lens_name=practice.lens_name, stage=None, fast=False, frames=practice
        )


def shelved(shelf: Shelf) -> tuple[ShelvedDeck, ...]:
    """The decks and how far each was taught, as the start screen offers them."""
    decks = []
    for name in shelf.names():
        try:
            decks.append(ShelvedDeck(name, len(shelf.load(name).taught)))
        except InputError:
            decks.append(ShelvedDeck(name, None))
    return tuple(decks)
