"""What is shown and said: plain frozen data from the prompter to display, voice and lights."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from dealer.presses import Button
from dealer.rules.acts import Act
from dealer.seen.verdicts import Choice

UNCHOSEN = -1
"""``Prompt.selected`` while green says none of the choices: blue steps to the first of them."""

LIKELIER_THAN_ALL_OTHERS = 0.5
"""From this probability on a rank that the camera read is a first answer; higher is stricter."""


class Mode(Enum):
    """The kinds of prompt; the display gives each its own look."""

    PLAY = "play"
    WAIT = "wait"
    IRREGULAR = "irregular"
    QUESTION = "question"
    OVER = "over"


class Action(Enum):
    """What a press triggers; the data it needs is in the ``Meaning``."""

    SAY = "say"
    """``Referee.say(meaning.act)``."""
    TELL_CARD = "tell-card"
    """``Referee.ask_card(meaning.act)``: a card came; asks which rank."""
    ANSWER = "answer"
    """``Referee.answer(meaning.choice)``."""
    NEXT_CHOICE = "next-choice"
    """Show the same prompt with the next choice selected."""
    UNDO = "undo"
    """``Referee.undo()``."""
    CORRECT = "correct"
    """Correct the most doubtful reading (also by holding yellow)."""
    REPEAT = "repeat"
    """Say the last prompt again."""
    MENU = "menu"
    AGAIN = "again"
    """A new game with the same players."""
    START = "start"
    """Back to the start screen."""
    LEAVE = "leave"
    """Somebody leaves the table: ask who."""
    SETTLE = "settle"
    """The evening's books, where debts are settled."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a short press of a button means now. ``label`` is shown above it; a button without a meaning is dark."""

    button: Button
    label: str
    action: Action
    act: Act | None = None
    choice: Choice | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """One choice as shown: its words, and what it does.

    ``ANSWER`` answers a question with ``choice``; ``SAY`` and ``TELL_CARD`` are about ``act``, and then ``choice`` only
    says what it is: the same act.
    """

    label: str
    choice: Choice
    action: Action = Action.ANSWER
    act: Act | None = None


def preselected(lines: Sequence[Line]) -> int:
    """Green says a line that nobody chose only where there is no other, where it opens a question and books nothing, or
    where the camera read it and holds it for likelier than all others: a press that came too soon never books a guess.
    """
    first = lines[0]
    read = (first.choice.probability or 0.0) >= LIKELIER_THAN_ALL_OTHERS
    return 0 if len(lines) == 1 or first.action is Action.TELL_CARD or read else UNCHOSEN


class Chime(Enum):
    """A short sound; what it means stands on the screen as well."""

    PAIR = "pair"
    BUST = "bust"
    LAST_CARD = "last-card"
    COINS = "coins"


@dataclass(frozen=True, slots=True)
class Transfer:
    """``coins`` go from one player to another; ``None``: out of the pot, into the pot."""

    giver: str | None
    taker: str | None
    coins: int


@dataclass(frozen=True, slots=True)
class Moment:
    """What has the headline for a moment, what is heard with it, and the coins that move meanwhile."""

    words: str
    chime: Chime | None = None
    transfers: tuple[Transfer, ...] = ()


@dataclass(frozen=True, slots=True)
class Prompt:
    """All that is shown and said now.

    ``called`` is what the voice says of what just happened (once), ``calls`` the same as captions, one line each;
    ``moments`` are that of it which the table must not miss, as it is shown: the pair, the end of the round, a payment.
    ``spoken`` is the standing request, said when it changes. ``selected`` indexes ``choices``, or is ``UNCHOSEN``.
    ``due``: where nobody is on turn, who still gets a card, or still does what everybody does.
    """

    mode: Mode
    headline: str
    detail: str = ""
    spoken: str = ""
    called: str = ""
    calls: tuple[str, ...] = ()
    moments: tuple[Moment, ...] = ()
    meanings: tuple[Meaning, ...] = ()
    turn: str | None = None
    due: tuple[str, ...] = ()
    price: int | None = None
    choices: tuple[Line, ...] = ()
    selected: int = 0

    @property
    def waited_for(self) -> tuple[str, ...]:
        """Who is on turn, or who is still due."""
        return self.due if self.turn is None else (self.turn,)

    def meaning(self, button: Button) -> Meaning | None:
        """What a short press of ``button`` means now, or None: it is dark."""
        return next((meaning for meaning in self.meanings if meaning.button is button), None)
