"""What the referee answers to a view or to a person: plain frozen data; the prompter makes the words."""

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from dealer.rules.acts import Act
from dealer.rules.events import Event
from dealer.view import Place, Sighting

DOWN_CARDS = "down-cards"
"""``Reason.code`` where nobody holds cards: those that are not face up lie face down on the table."""


class Cause(Enum):
    """Why the referee waits, asks or complains. Every cause has its sentence in ``dealer.words.sentences``."""

    # what is waited for
    TROUBLE = "trouble"
    """The camera does not see well; ``Reason.code`` is ``TableView.trouble``."""
    FIRST_LOOK = "first-look"
    """The game has just begun, and not all of its places were looked at yet."""
    MOVING = "moving"
    HIDDEN = "hidden"
    READING = "reading"
    """A card was seen and is not read for certain yet."""
    OLD_CARDS = "old-cards"
    LEFT_OVER = "left-over"
    """The round is over and its cards still lie there."""
    SETTLING = "settling"
    """Something is unexplained, for less long than the patience."""
    PART_OF_HAND = "part-of-hand"
    """A hand is laid out, and not all of it is seen and read: ``Reason.cards`` are, of ``amount``."""
    SHOWN = "shown"
    """A whole hand was laid out and read: it counts unless somebody says no. Asked where it may be misread."""

    # what is asked
    RANK = "rank"
    """A face-up card that was not read for certain."""
    VANISHED = "vanished"
    """The card that was asked about is gone, and nobody has answered."""
    IMPOSSIBLE_RANK = "impossible-rank"
    """A card was read as a rank of which all copies are elsewhere: a fifth 4."""
    REREAD = "reread"
    """A card that was called is now read as another rank."""
    TOLD_CARD = "told-card"
    """A person said that a card came; which rank?"""
    TOLD_HAND = "told-hand"
    """A person tells a hand card by card; ``Reason.cards`` are those told so far, ``amount`` how many there are."""
    SKIPPED = "skipped"
    """A card was dealt past somebody who is due one: out of order, or was his not found?"""
    ORDER = "order"
    """Several orders of the same cards are legal."""
    FOLD_BY_COVER = "fold-by-cover"
    FOLD_BY_GONE = "fold-by-gone"
    """The cheapest card is gone from its stack: was it folded for? With a code: or taken back, for it came last."""
    GATHERED = "gathered"
    """All cards are gone before the round was over."""
    RESHUFFLED = "reshuffled"
    """A card came while a reshuffle is due."""
    DOUBLE = "double"
    """A card of the player who is due one was pushed aside, or another of its rank lies on it: a pair?"""
    COUNTS = "counts"
    """A card lies there whose act was undone: does it count after all?"""
    ONE_SEAT_ON = "one-seat-on"
    """Cards lie with others than they were dealt for, and now one for the first player too: do all count there?"""
    EARLIER = "earlier"
    """All that lies there is explained if an earlier act was another one."""
    LATER = "later"
    """A called card was another, people say; later acts cannot have been then: are they taken back?"""
    WHOSE = "whose"
    """A card lies between two places, or beside the one where it is due: ``amount`` acts may have brought it."""
    WHICH_ACT = "which-act"
    """A card came that several acts may have brought: an attack or a gift, drawn or stolen."""
    PITCHED = "pitched"
    """A face-down card came to lie in the middle on the turn of a player who may pitch one."""

    LIMIT = "limit"
    """The next act may take ``player`` over the limit of ``amount`` coins; ``code`` says of what: game or evening."""

    # what is irregular
    WRONG_SEAT = "wrong-seat"
    STUCK = "stuck"
    """Two cards came where one is due; asked, without a rank, where one that was not read may be a card found twice."""
    ONE_TOO_MANY = "one-too-many"
    """A card came where none is due, and was not simply dealt to the wrong player. It may have stuck to the one just
    before it; or it is said to show what that one shows, and may be that one, found again."""
    NOT_CLEARED = "not-cleared"
    """Cards of the next round were dealt while old ones still lie there."""
    BESIDE = "beside"
    """A new card lies in a points place while one is due."""
    MOVED = "moved"
    """A card in play lies in another place than its own."""
    GONE = "gone"
    WRONG_CARD = "wrong-card"
    """The player on turn took a card that is not the cheapest."""
    WRONG_FOLDER = "wrong-folder"
    """The cheapest card lies with the points of somebody who is not on turn."""
    FACE_DOWN = "face-down"
    NOT_DUE = "not-due"
    """A card came while none is due."""
    OUT_OF_TURN = "out-of-turn"
    """A player laid down a card while another is on turn, or a second one."""
    WRONG_COUNT = "wrong-count"
    """A hand was laid out that has more or fewer cards than the player holds."""
    PAIR_SHOWN = "pair-shown"
    """A hand was laid out that holds a pair, which the rules do not allow."""


CUT_OFF = "cut-off"
"""The trouble of a view that does not show all places of the game."""


@dataclass(frozen=True, slots=True)
class Spot:
    """One card and where it lies or lay. ``player`` is the one whose place it is; ``rank`` None: not read."""

    place: Place
    player: str | None
    rank: int | None
    sighting: int | None = None


@dataclass(frozen=True, slots=True)
class Reason:
    """Why, as facts. ``player``: whose card or turn; ``other``: with whom it lies; ``amount``: a price or a count.

    ``code``: what else the sentence depends on; of ``WHICH_ACT`` the verbs that it may have been.
    """

    cause: Cause
    player: str | None = None
    rank: int | None = None
    other: str | None = None
    amount: int | None = None
    cards: tuple[Spot, ...] = ()
    code: str = ""


class Answer(Enum):
    """What choosing a ``Choice`` does."""

    ACTS = "acts"
    """The choice's ``acts`` happened, in this order."""
    RANK = "rank"
    """The sighting shows this rank."""
    TOLD = "told"
    """A card of this rank came; nobody need have seen it."""
    TAKE_BACK = "take-back"
    """The last ``len(acts)`` acts did not happen; without acts: the card that was asked about does not count."""
    LET_STAND = "let-stand"
    """The card counts as ``acts`` where it lies. Without acts it stays as it is and is no longer complained of."""
    IGNORE = "ignore"
    """What lies there is no card of the game as long as it does."""
    KEEP = "keep"
    """The first of ``sightings``, two cards that came at once, is what ``acts`` brought. The second one, which may have
    been called, goes back."""
    CORRECT = "correct"
    """``acts`` happened instead of the acts at ``at``; of more places than acts, the last ones did not happen."""
    PLAY_ON = "play-on"
    """The table was told of the limit, and plays on."""
    NONE = "none"
    """None of the other choices: not asked again while nothing changes."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One possible answer to a question, or the remedy that pressing OK is. Hand it to ``Referee.answer``."""

    answer: Answer
    acts: tuple[Act, ...] = ()
    rank: int | None = None
    sightings: tuple[int, ...] = ()
    probability: float | None = None
    """The probability of ``rank``, as read, 0 to 1."""
    at: tuple[int, ...] = ()
    """Which acts are corrected, counted from 0."""


@dataclass(frozen=True, slots=True)
class Nothing:
    """The table is as the game says."""


@dataclass(frozen=True, slots=True)
class Accepted:
    """Acts that happened, and are in the game now.

    ``cards[i]`` is the sighting that showed ``acts[i]`` (its reading goes to the journal), None where a person said it
    or none is needed; ``events[i]`` is what followed from ``acts[i]``.
    """

    acts: tuple[Act, ...]
    events: tuple[tuple[Event, ...], ...]
    cards: tuple[Sighting | None, ...]
    told: bool = False
    """A person said so."""


@dataclass(frozen=True, slots=True)
class Replaced:
    """The game's acts were changed by a person: undone or corrected.

    The first ``kept`` acts are as before; ``gone`` followed them, ``acts`` follow them now. Where these are fewer, the
    last ones of ``gone`` fell.
    """

    kept: int
    gone: tuple[Act, ...]
    acts: tuple[Act, ...]

    @property
    def fallen(self) -> tuple[Act, ...]:
        """The acts that nothing took the place of."""
        return self.gone[len(self.acts) :]


@dataclass(frozen=True, slots=True)
class Ask:
    """A question to the table. From ``counts_at_s`` on the first choice counts by itself."""

    question: Reason
    choices: tuple[Choice, ...]
    counts_at_s: float | None = None


@dataclass(frozen=True, slots=True)
class TakeBack:
    """The table is as it was before ``acts``, the last ones, latest last: offered, never done without an answer.

    Without acts: it is as it was before a card came that was asked about, and that nobody named.
    """

    acts: tuple[Act, ...]
    cards: tuple[Spot, ...]
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Wait:
    """Nothing is decided now, and why; since ``since_s`` (frame time). ``choices`` are what may be said meanwhile."""

    why: Reason
    since_s: float
    choices: tuple[Choice, ...] = ()


@dataclass(frozen=True, slots=True)
class Irregular:
    """Something lies wrong: the sentence of ``why`` says what mends it; ``remedy`` is what OK does instead.

    ``otherwise`` is the other way to mend it, which "no" chooses.
    """

    why: Reason
    remedy: Choice | None = None
    otherwise: Choice | None = None


@dataclass(frozen=True, slots=True)
class Refused:
    """What a person said cannot be, with the sentence that says why. The game is as before."""

    said: str
    sentence: str
    correction: bool = False
    """Whether the act was to replace an earlier one, and would make a later one impossible."""


Verdict: TypeAlias = Nothing | Accepted | Replaced | Ask | TakeBack | Wait | Irregular | Refused


def cause_of(verdict: Verdict) -> Cause | None:
    """Why the referee asks, waits or complains; None for every other verdict.

    >>> cause_of(Wait(Reason(Cause.MOVING), 0.0))
    <Cause.MOVING: 'moving'>
    """
    match verdict:
        case Ask(question=reason) | Wait(why=reason) | Irregular(why=reason):
            return reason.cause
        case _:
            return None
