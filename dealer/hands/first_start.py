"""The first start, question by question: each goes on with green, back with red, and has its usual answer already.

Plain: ``dealer/house/first_start.py`` asks them.
"""

from dataclasses import dataclass, replace
from enum import Enum

from dealer.display.screens import Field, MessageScreen, StartScreen
from dealer.locale import _
from dealer.locale.language import mark, spoken
from dealer.presses import Button, Press, Target, Touch
from dealer.settings_file import Key
from dealer.view import Area, Face, TableView

CARDS_TRIED = 4
"""Cards that are read aloud before people begin."""


class Answer(Enum):
    """What a hand wants of a question."""

    ON = "on"
    BACK = "back"
    OVER = "over"
    """Leave all the rest as it is."""


@dataclass(frozen=True, slots=True)
class Question:
    """Settings that are asked for at the first start."""

    title: str
    keys: tuple[Key, ...]


QUESTIONS = (
    Question(mark("Which language?"), (("language",),)),
    Question(mark("How large is this screen?"), (("screen_inches",),)),
    Question(mark("Do you hear me?"), (("volume",),)),
)


def labels(*, first: bool = False, change: bool = False) -> tuple[tuple[Button, str], ...]:
    """What the buttons mean at a question."""
    shown = [(Button.GREEN, _("Next"))]
    if not first:
        shown.append((Button.RED, _("Back")))
    if change:
        shown.append((Button.YELLOW, _("Change")))
    return (*shown, (Button.BLUE, _("Skip all")))


def answer(given: object) -> Answer | None:
    """What a press means at every question."""
    match given:
        case Press(Button.GREEN):
            return Answer.ON
        case Press(Button.RED):
            return Answer.BACK
        case Press(Button.BLUE):
            return Answer.OVER
    return None


@dataclass(frozen=True, slots=True)
class ButtonsTried:
    """Each button is pressed once and lights up; a second green goes on."""

    pressed: frozenset[Button] = frozenset()
    wrong: tuple[str, ...] = ()
    """What does not work, a sentence each."""

    def hand(self, given: object) -> tuple["ButtonsTried", Answer | None]:
        """What was pressed."""
        button = None
        match given:
            case Press(pressed):
                button = pressed
            case Touch(Target.ITEM, index) if 0 <= index < len(Button):
                button = tuple(Button)[index]
        if button is None:
            return self, None
        if button in self.pressed:
            return self, {Button.GREEN: Answer.ON, Button.RED: Answer.BACK, Button.BLUE: Answer.OVER}.get(button)
        return replace(self, pressed=self.pressed | {button}), None

    @property
    def all_tried(self) -> bool:
        """Whether every button was pressed."""
        return len(self.pressed) == len(Button)

    def screen(self) -> StartScreen:
        """What is drawn."""
        names = {
            Button.GREEN: _("Green"),
            Button.RED: _("Red"),
            Button.YELLOW: _("Yellow"),
            Button.BLUE: _("Blue"),
        }
        meant = {
            Button.GREEN: _("Next"),
            Button.RED: _("Back"),
            Button.YELLOW: "",
            Button.BLUE: _("Skip all"),
        }
        fields = tuple(
            Field(names[button], _("works") if button in self.pressed else _("press it"), ticked=button in self.pressed)
            for button in Button
        )
        return StartScreen(
            _("Press each button once"),
            fields,
            -1,
            " ".join(self.wrong),
            tuple((button, meant[button] if button in self.pressed else _("Press me")) for button in Button),
        )


@dataclass(frozen=True, slots=True)
class TestDeal:
    """Cards are laid before seat 1 and read aloud, the first that are laid there from now on."""

    read: tuple[tuple[int, int], ...] = ()
    """Sightings and their ranks, in the order in which they were read."""

    def look(self, view: TableView) -> tuple["TestDeal", str]:
        """What is seen now, and what is said of a card that was not seen before."""
        known = {sighting for sighting, _rank in self.read}
        fresh = [
            (seen.id, seen.rank)
            for seen in view.sightings
            if seen.rank is not None
            and seen.face is Face.UP
            and seen.place.area is not Area.ELSEWHERE
            and seen.id not in known
        ]
        words = " ".join(f"{spoken().number(rank)}." for _sighting, rank in fresh)
        return replace(self, read=(*self.read, *fresh)), words[:1].upper() + words[1:]

    @property
    def enough(self) -> bool:
        """Whether the table is read well."""
        return len(self.read) >= CARDS_TRIED

    def screen(self) -> MessageScreen:
        """What is drawn."""
        ranks = ", ".join(str(rank) for _sighting, rank in self.read)
        if self.enough:
            headline, detail = _("It reads your cards"), _("I read {ranks}. If one is wrong, turn on more light.")
        elif self.read:
            headline, detail = _("Lay another card there"), _("I read {ranks}.")
        else:
            headline, detail = _("Lay a card before seat 1"), _("I call it; it counts for nothing.")
        return MessageScreen(headline, detail.format(ranks=ranks), labels=labels())
