"""The first start of a table: language, screen, sound, buttons, camera and a test deal, each to be skipped.

It comes once, where nobody has played yet, and can be had again from the settings' file: everything that is asked here
stands on the settings' pages too.
"""

from collections.abc import Callable
from dataclasses import replace
from enum import Enum

from dealer.hands.first_start import QUESTIONS, Answer, ButtonsTried, TestDeal, answer, labels
from dealer.house.devices import Front
from dealer.house.settings_desk import SettingsDesk
from dealer.locale import _
from dealer.presses import Button, Kind, Press, Quit, Target, Touch
from dealer.view import TableView

DONE = "first-start"
"""Under which name the journal keeps that it was done."""


class Step(Enum):
    """One after the other."""

    LANGUAGE = 0
    SCREEN = 1
    SOUND = 2
    BUTTONS = 3
    CAMERA = 4
    TEST = 5


class FirstStart:
    """``look`` gives the next view, or None; ``aim`` shows the set-up view until somebody goes on (True) or back;
    ``over``: the program ends."""

    def __init__(
        self,
        desk: SettingsDesk,
        front: Front,
        *,
        look: Callable[[], TableView | None],
        aim: Callable[[], bool] | None,
        over: Callable[[], bool],
    ) -> None:
        self._desk = desk
        self._front = front
        self._look = look
        self._aim = aim
        self._over = over
        self.step = Step.LANGUAGE
        """What is asked now."""

    def run(self, begin: Step = Step.LANGUAGE) -> bool:
        """Ask everything from ``begin`` on; False: somebody quit."""
        steps = [step for step in Step if self._aim is not None or step not in (Step.CAMERA, Step.TEST)]
        self._desk.open()
        at = sum(step.value < begin.value for step in steps)
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
        return self._settings(step, first=first)

    def _settings(self, step: Step, *, first: bool) -> Answer | None:
        question = QUESTIONS[step.value]
        (key,) = question.keys
        heard = ""
        while not self._over():
            screen = replace(
                self._desk.asked(_(question.title), question.keys, 0), labels=labels(first=first, change=True)
            )
            self._front.show(screen)
            if step is Step.SOUND and heard != (words := screen.fields[0].value):
                heard = words
                self._front.say("", _("Do you hear me? Yellow makes me louder."))
            for given in self._front.poll():
                match given:
                    case Quit():
                        return None
                    case Press(Button.YELLOW, kind):
                        self._desk.change(key, 1 if kind is Kind.SHORT else -1)
                    case Touch(Target.MORE | Target.ITEM, 0):
                        self._desk.change(key, 1)
                    case Touch(Target.LESS, 0):
                        self._desk.change(key, -1)
                    case _ if (wanted := answer(given)) is not None and not (first and wanted is Answer.BACK):
                        return wanted
            self._look()
        return None

    def _buttons(self) -> Answer | None:
        tried = ButtonsTried(wrong=self._front.wrong_with_buttons)
        while not self._over():
            self._front.show(tried.screen())
            for given in self._front.poll():
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
            for given in self._front.poll():
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
