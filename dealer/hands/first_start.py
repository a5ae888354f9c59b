"""The first start, question by question: each goes on with green, back with red, and has its usual answer already.

Plain: ``dealer/house/first_start.py`` asks them.
"""

from dataclasses import dataclass, replace
from enum import Enum

from dealer.decks.deck_choice import DeckChoice
from dealer.display.screens import Field, MessageScreen, StartScreen
from dealer.locale import _
from dealer.locale.language import mark, spoken
from dealer.presses import Button, Kind, Press, Target, Touch
from dealer.settings import Settings
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


LANGUAGE = Question(mark("Which language?"), (("language",),))
SCREEN = Question(mark("How large is the screen, and how far away?"), (("screen_inches",), ("viewing_distance_m",)))
SOUND = Question(mark("Do you hear me?"), (("volume",),))
DECK = Question(mark("Which cards do you play with?"), (("card_width_mm",), ("card_height_mm",)))
"""Besides these, which of the taught decks is read: that is no setting of a machine."""

NEAR = 0.05
"""Cards that are measured no further off than this share of their size are of the size that is set."""


class Act(Enum):
    """What a hand does within a question."""

    MORE = "more"
    LESS = "less"
    NEXT_LINE = "next line"
    LINE_BEFORE = "line before"
    UNDO = "undo"


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines of a question, and which one yellow changes; ``changed``: there is something to undo."""

    count: int
    at: int = 0
    changed: bool = False
    first: bool = False
    """The question is the first one: nothing comes before it."""

    @property
    def _last(self) -> bool:
        return self.at >= self.count - 1

    def labels(self) -> tuple[tuple[Button, str], ...]:
        """What the buttons mean."""
        back = _("Undo") if self.changed else "" if self.first and self.at == 0 else _("Back")
        return (
            (Button.GREEN, _("Next")),
            *(((Button.RED, back),) if back else ()),
            (Button.YELLOW, _("Change")),
            (Button.BLUE, _("Skip all") if self._last else _("Down")),
        )

    def hand(self, given: object) -> tuple["Lines", Act | Answer | None]:
        """Which line is meant then, and what is done."""
        match given:
            case Press(Button.YELLOW, kind):
                return self, Act.MORE if kind is Kind.SHORT else Act.LESS
            case Press(Button.RED) if self.changed:
                return self, Act.UNDO
            case Press(Button.RED) if self.at > 0:
                return replace(self, at=self.at - 1), Act.LINE_BEFORE
            case Press(Button.RED) if self.first:
                return self, None
            case Press(Button.BLUE) if not self._last:
                return replace(self, at=self.at + 1), Act.NEXT_LINE
            case Touch(Target.MORE | Target.LESS | Target.ITEM as target, index) if 0 <= index < self.count:
                return replace(self, at=index), Act.LESS if target is Target.LESS else Act.MORE
        return self, answer(given)


def told_of_cards(decks: DeckChoice, measured: tuple[float, float] | None, settings: Settings) -> str:
    """What is known of the house's cards, in a line: their size as it was measured, and the decks that were taught."""
    return f"{_size(measured, (settings.card_width_mm, settings.card_height_mm))} {_taught(decks)}"


def _size(measured: tuple[float, float] | None, told: tuple[float, float]) -> str:
    if measured is None:
        return _("Lay three cards apart, and I measure them.")
    width, height = (f"{side:.0f}" for side in measured)
    if max(abs(one / other - 1) for one, other in zip(measured, told, strict=True)) <= NEAR:
        return _("Measured: {width} × {height} mm, as set.").format(width=width, height=height)
    words = _("I measure {width} × {height} mm. Set that, or print the coasters at full size.")
    return words.format(width=width, height=height)


def _taught(decks: DeckChoice) -> str:
    taught = ", ".join(deck.name for deck in decks.decks if deck.complete)
    begun = ", ".join(deck.name for deck in decks.decks if deck.known is not None and not deck.complete)
    if taught and begun:
        return _("Taught: {decks}. Begun: {begun}.").format(decks=taught, begun=begun)
    if taught:
        return _("Taught: {decks}.").format(decks=taught)
    if begun:
        return _("Begun: {begun}.").format(begun=begun)
    return _("Teach me a deck only if I misread it.")


def labels() -> tuple[tuple[Button, str], ...]:
    """What the buttons mean where there is nothing to change."""
    return ((Button.GREEN, _("Next")), (Button.RED, _("Back")), (Button.BLUE, _("Skip all")))


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
    """Each button is pressed once and lights up; one that was pressed already does what it says."""

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
            Button.BLUE: _("Skip all"),
        }
        labels = {button: meant.get(button, "") if button in self.pressed else _("Press me") for button in Button}
        fields = tuple(
            Field(names[button], _("works") if button in self.pressed else _("press it"), ticked=button in self.pressed)
            for button in Button
        )
        return StartScreen(
            _("Press each button once"),
            fields,
            -1,
            " ".join(self.wrong),
            tuple((button, label) for button, label in labels.items() if label),
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
