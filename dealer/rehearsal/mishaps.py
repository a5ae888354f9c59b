"""What goes wrong at a table on request, and what really happened: the rehearsal's plain data."""

from dataclasses import dataclass
from enum import Enum

from dealer.presses import Button
from dealer.rules.acts import Act


class MistakeKind(Enum):
    """What a table gets wrong."""

    WRONG_SEAT = "wrong-seat"
    """A card is dealt to somebody who is not due one; mended by moving it."""
    STUCK_TOGETHER = "stuck-together"
    """Two cards fall as one; the second goes back on the draw pile."""
    TAKEN_BACK = "taken-back"
    """A card is dealt and goes back under the draw pile; another is dealt in its place."""
    NOT_CLEARED = "not-cleared"
    """The next round's deal begins while the last one's cards lie there; they are then gathered."""
    DEALT_ON = "dealt-on"
    """A card is dealt to the wrong player, and the next ones to the right ones before it is moved."""
    TWO_WRONG_SEATS = "two-wrong-seats"
    """Two cards in a row are dealt to wrong players; both are moved."""
    SEAT_TOO_FAR = "seat-too-far"
    """A card for everybody, each dealt one seat too far; they count where they lie."""
    SEAT_BACK = "seat-back"
    """A card for everybody, each dealt one seat too far; all are moved back."""
    DEALER_FIRST = "dealer-first"
    """The dealer begins with himself; it counts."""
    UNHEARD_NO = "unheard-no"
    """A player says across the table that he wants no card, and the next one gets it; it counts."""
    GATHERED = "gathered"
    """The cards are gathered and one is dealt although the round is not over; they are laid out again."""
    SLID = "slid"
    """A card is pushed within its place."""
    COVERED = "covered"
    """A card falls onto the one that its player got before, and hides it."""
    NOT_OURS = "not-ours"
    """A receipt lies on the table for a while."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A mistake to be made at the act of this index (from 0), or at the first one after it where it can be made."""

    kind: MistakeKind
    at_act: int


@dataclass(frozen=True, slots=True)
class Dealt:
    """An act as it really happened, with the stated time at which its card came to rest (or its button was pressed)."""

    act: Act
    rest_s: float


@dataclass(frozen=True, slots=True)
class TablePress:
    """A hand on one of the buttons, at a stated time."""

    time_s: float
    button: Button


@dataclass(frozen=True, slots=True)
class Told:
    """Somebody tells an act on the buttons, at a stated time; ``index`` is the act's in the true game."""

    time_s: float
    act: Act
    index: int


@dataclass(frozen=True, slots=True)
class Mishap:
    """A mistake as it was made: when it lay there for all to see, and when it was mended."""

    mistake: Mistake
    act: Act
    seen_s: float
    mended_s: float
    told: str
    """``told`` when ``mend`` was called, ``timeout`` when nobody did."""
    other: str = ""
    """With whom the card lies; of a deal that began with the dealer, who was due first."""
