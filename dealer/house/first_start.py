"""The first start of a table: language, screen, sound, buttons, camera, cards and a test deal, each to be skipped.

It comes once, where nobody has played yet, and can be had again from the settings.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum

from dealer.decks.deck_choice import DeckChoice
from dealer.display.screens import Field, StartScreen
from dealer.display.window import Input
from dealer.errors import InputError
from dealer.hands.first_start import (
    DECK,
    LANGUAGE,
    SCREEN,
    SOUND,
    Act,
    Answer,
    ButtonsTried,
    Lines,
    TestDeal,
    answer,
    told_of_cards,
)
from dealer.house.devices import Front
from dealer.house.evening_decks import Taught
from dealer.house.settings_desk import SettingsDesk
from dealer.locale import _
from dealer.presses import Button, Press, Quit
from dealer.settings_file import Key
from dealer.view import TableView

DONE = "first-start"
"""Under which name the journal keeps that it was done."""


class Step(Enum):
    """One after the other."""

    LANGUAGE = "language"
    SCREEN = "screen"
    SOUND = "sound"
    BUTTONS = "buttons"
    CAMERA = "camera"
    DECK = "deck"
    TEST = "test"


QUESTIONS = {Step.LANGUAGE: LANGUAGE, Step.SCREEN: SCREEN, Step.SOUND: SOUND, Step.DECK: DECK}


@dataclass(frozen=True, slots=True)
class Cards:
    """What is known of the house's cards: the decks, which one is read, and how large the camera measured the cards
    that it saw (None: not yet). ``use`` raises InputError where that deck is gone."""

    decks: Callable[[], DeckChoice]
    use: Callable[[str], None]
    teach: Callable[[str], Taught]
    measured: Callable[[], tuple[float, float] | None]


class FirstStart:
    """``look`` gives the next view, or None; ``aim`` shows the set-up view until somebody goes on (True) or back;
    ``over``: the program ends."""

    def __init__(
        self,
        desk: SettingsDesk,
        front: Front,
        cards: Cards,
        *,
        look: Callable[[], TableView | None],
        aim: Callable[[], bool] | None,
        over: Callable[[], bool],
    ) -> None:
        self._desk = desk
        self._front = front
        self._cards = cards
        self._look = look
        self._aim = aim
        self._over = over
        self._pressed: set[Button] = set()
        self.step = Step.LANGUAGE
        """What is asked now."""

    def run(self, begin: Step = Step.LANGUAGE) -> bool:
        """Ask everything from ``begin`` on; False: somebody quit."""
        steps = [step for step in Step if self._aim is not None or step not in (Step.CAMERA, Step.TEST)]
        self._desk.open()
        at = len([step for step in list(Step)[: list(Step).index(begin)] if step in steps])
        while 0 <= at < len(steps):
            self.step = steps[at]
            match self._asked(self.step, first=at == 0):
                case None:
                    return False
                case Answer.ON:
                    at += 1
                case Answer.BACK:
                    at = max(0, at - 1)
                case Answer.OVER:
                    break
        return True

    def _asked(self, step: Step, *, first: bool) -> Answer | None:
        """One question, until it is answered; None: the program ends."""
        match step:
            case Step.BUTTONS:
                return self._buttons()
            case Step.CAMERA if self._aim is not None:
                return Answer.ON if self._aim() else Answer.BACK
            case Step.TEST:
                return self._test()
            case Step.DECK:
                return self._deck()
        return self._settings(step, first=first)

    def _poll(self) -> list[Input]:
        """What hands did; what means a button is known by the way."""
        given = self._front.poll()
        self._pressed |= {one.button for one in given if isinstance(one, Press)}
        return given

    def _settings(self, step: Step, *, first: bool) -> Answer | None:
        question = QUESTIONS[step]
        lines, heard, before = Lines(len(question.keys), first=first), "", self._desk.changes
        while not self._over():
            lines = replace(lines, changed=self._desk.changes > before)
            screen = replace(self._desk.asked(_(question.title), question.keys, lines.at), labels=lines.labels())
            self._front.show(screen)
            if step is Step.SOUND and heard != (words := screen.fields[0].value):
                heard = words
                self._front.say("", _("Do you hear me? Yellow makes me louder."))
            for given in self._poll():
                if isinstance(given, Quit):
                    return None
                lines, done = lines.hand(given)
                if isinstance(done, Answer):
                    return done
                self._change(question.keys[lines.at], done)
            self._look()
        return None

    def _change(self, key: Key, done: Act | None) -> None:
        """A setting is stepped through, or the last change taken back."""
        match done:
            case Act.MORE | Act.LESS:
                self._desk.change(key, 1 if done is Act.MORE else -1)
            case Act.UNDO:
                self._desk.undo()

    def _deck(self) -> Answer | None:
        """Which deck is read, and how large its cards are; the list of decks leads to teaching one."""
        lines, problem, decks = Lines(1 + len(DECK.keys)), "", self._cards.decks()
        undo: list[str | None] = []  # the deck that was read before a change; None: a setting was changed
        listed = False
        while not self._over():
            lines = replace(lines, changed=bool(undo))
            self._front.show(decks.screen() if listed else self._deck_screen(lines, decks, problem))
            for given in self._poll():
                if isinstance(given, Quit):
                    return None
                if listed:
                    before, now = self._cards.decks().chosen, decks.hand(given)
                    decks, listed = now, now.listed is not None
                    if listed:
                        continue
                    problem = ""
                    if now.lesson:
                        taught = self._cards.teach(now.lesson)
                        if taught.left:
                            return None
                        now, problem = taught.decks, taught.problem
                    problem = problem or self._use(now.chosen)
                    decks = self._cards.decks()
                    undo += [before] if decks.chosen != before else []
                    break  # what was pressed meanwhile was meant for a lesson
                lines, done = lines.hand(given)
                if isinstance(done, Answer):
                    return done
                problem = ""
                if done is Act.UNDO and (deck := undo.pop()) is not None:
                    problem, decks = self._use(deck), self._cards.decks()
                elif done in (Act.MORE, Act.LESS) and lines.at == 0:
                    decks, listed = decks.opened(), True
                else:
                    changes = self._desk.changes
                    self._change(DECK.keys[lines.at - 1], done)
                    undo += [None] if self._desk.changes > changes else []
            self._look()
        return None

    def _use(self, name: str) -> str:
        """Read with this deck; returns why that is not possible."""
        try:
            self._cards.use(name)
        except InputError:
            return _("This deck cannot be read any more.")
        return ""

    def _deck_screen(self, lines: Lines, decks: DeckChoice, problem: str) -> StartScreen:
        asked = self._desk.asked(_(DECK.title), DECK.keys, lines.at)
        line = told_of_cards(decks, self._cards.measured(), self._desk.settings)
        fields = (Field(_("Deck"), decks.title()), *asked.fields)
        return replace(asked, fields=fields, labels=lines.labels(), problem=problem or asked.problem, line=line)

    def _buttons(self) -> Answer | None:
        panel = self._front.buttons is not None  # a touch or a key says nothing of its wires
        pressed = self._front.tried_buttons if panel else frozenset(self._pressed)
        tried = ButtonsTried(pressed, self._front.wrong_with_buttons)
        while not self._over():
            self._front.show(tried.screen())
            for given in self._poll():
                if isinstance(given, Quit):
                    return None
                tried, wanted = tried.hand(given)
                if wanted is not None:
                    return wanted
            if tried.all_tried:
                return Answer.ON
            self._look()
        return None

    def _test(self) -> Answer | None:
        test = TestDeal()
        self._front.say("", _("Lay a card before seat 1"))
        while not self._over():
            self._front.show(test.screen())
            for given in self._poll():
                if isinstance(given, Quit):
                    return None
                if (wanted := answer(given)) is not None:
                    return wanted
            view = self._look()
            if view is not None:
                test, words = test.look(view)
                if words:
                    self._front.say(words, "")
        return None
