"""One card that is known to lie on the table: what its looks said together, and what can become of it."""

import math
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import Enum

import numpy as np

from dealer.view import Face
from vision.tracking.glimpses import NONE_OF_THESE, Glimpse, apart

MOST_OF_RANKS, LEAST_OF_RANKS, LEAST_RANKED = 0.7, 0.05, 0.5
"""A card shows a rank, if any, that has so much of what is given to ranks. A reading that gives that rank less than the
second, though it gives ranks the third, is of another card. All three are guesses."""
ON_MIDDLE_MM = 86.0
"""A card whose centre is nearer than this to another's may reach into that one's middle, 37 x 53 mm of it."""


class Fate(Enum):
    """What became of a known card that a look at its place did not find."""

    SAME = "same"
    """Its place still looks as it did with the card: it lies there, and this once was not read."""
    UNDER = "under"
    """Another card lies on it."""
    COVERED = "covered"
    """Something foreign is over it, or still moves there."""
    GONE = "gone"
    """Its place was seen without it."""


IN_PLACE_MM, IN_PLACE_DEG = 14.0, 20.0
"""A card lies where it lay within this; see ``TrackSettings``."""


@dataclass(frozen=True, slots=True)
class TrackSettings:
    """How looks become cards.

    ``in_place_mm``, ``in_place_deg``: a card lies where it lay within this (an outline made from one index is off
    by up to 15°). ``slide_mm``: farthest slide by which a card keeps its id. ``lifted_s``: a card put back this
    soon is the same one. ``bared_s``: a card whose place looks bare lies there for so long still while something covers
    a card beside it: a sleeve of the table's colour covers both (a guess: arms rest for less).
    ``swept``: where so many cards went while one was covered, and no fewer than lie there still, that one went too
    unless it is seen in its place; those of up to ``sweep_s`` before count, as hands gather from all sides (guesses:
    a round of two leaves three cards or more, and where one player gathers his stack the others' cards stay).
    ``suspicion_s``: a second rank read where a card lies must be read again within this to be a card on top of it.
    ``beside_mm``: what is read by several indices so far from a card that was, is another card (outlines measured
    twice are nearer to each other).
    ``overlap_mm``: two cards whose centres are farther apart cannot touch (a card's
    diagonal). ``repeat_mm``: what is read in doubt so near to a certain card's centre is part of its picture;
    ``blank_repeat_mm``: what is seen of a card without an index so near to one is its edge, its outline being off.
    ``confirm_s``: what is not read for certain must be seen again after this long. ``together_s``: what was first seen
    so near in time may be one card; a guess, of three looks.
    ``second_look_s``: what was read is looked at again after so long, in the next frame; ``first_looks_s``: what was
    not, and then after twice as long each time; ``later_looks_s``: what is covered.
    """

    in_place_mm: float = IN_PLACE_MM
    in_place_deg: float = IN_PLACE_DEG
    beside_mm: float = 8.0
    slide_mm: float = 200.0
    unread_slide_mm: float = 60.0
    lifted_s: float = 2.5
    bared_s: float = 2.5
    swept: int = 3
    sweep_s: float = 5.0
    suspicion_s: float = 1.0
    overlap_mm: float = 110.0
    repeat_mm: float = 32.0
    blank_repeat_mm: float = 20.0
    confirm_s: float = 0.25
    together_s: float = 1.0
    second_look_s: float = 0.06
    first_looks_s: float = 0.3
    later_looks_s: float = 2.0


@dataclass(slots=True, eq=False)
class Track:
    """A card that is known to lie on the table. ``looks`` are the readings of it since it was last touched.

    One that was not read for certain is ``confirmed`` only by a second look: until then it may be a shadow or a hand.
    """

    id: int
    glimpse: Glimpse
    rest_s: float
    face: Face
    clear_s: float = -math.inf
    """When its place was last seen without it; never is minus infinity."""
    rank: int | None = None
    """What it is called, by all looks at it or because a person said it."""
    belief: tuple[float, ...] = ()
    """The probabilities of the ranks and of none of these, 11; () where nothing was seen that tells, or a back."""
    reasons: tuple[str, ...] = ()
    """What spoke most for what it is called."""
    read: int | None = None
    """What its indices were read as the last time they were."""
    looks: int = 0
    """How many looks read it since it was touched."""
    doubtful: bool = True
    """Whether a further look may tell more."""
    counts_as: int | None = None
    """The rank that it is in the game, whatever was read."""
    visible: bool = True
    under: bool = False
    laid_on: int | None = None
    """The card of its rank that still shows beside it where it lay, since this one came."""
    corrected: bool = False
    born_s: float = math.inf
    confirmed: bool = False
    seen_s: float = 0.0
    bared_s: float = math.inf
    """Since when its place looks bare beside a card that is covered; never is infinite."""
    lost_s: float = math.inf
    """Since when it is covered, or lies under another; never is infinite."""
    next_look_s: float = math.inf
    since_look_s: float = 0.0

    @property
    def likeliest(self) -> int | None:
        """The likeliest rank, called or not; None where it is likelier none."""
        best = int(np.argmax(self.belief)) + 1 if self.belief else NONE_OF_THESE + 1
        return best if best <= NONE_OF_THESE else None

    @property
    def certain(self) -> bool:
        """Whether it is called."""
        return self.rank is not None

    @property
    def is_known(self) -> bool:
        """Whether it is certain what the card is, or it was named: it is in the game."""
        return self.certain or self.counts_as is not None


def in_place(track: Track, glimpse: Glimpse) -> bool:
    """Whether ``glimpse`` lies where a card lies."""
    distance, turn = apart(track.glimpse, glimpse)
    return distance < IN_PLACE_MM and turn < IN_PLACE_DEG


def lies_free(track: Track, tracks: Collection[Track], glimpses: Iterable[Glimpse] = ()) -> bool:
    """Whether nothing that came to rest with a card or after it, or that these ``glimpses`` see first, can lie on its
    middle."""
    near = (one for one in glimpses if one is not track.glimpse and apart(track.glimpse, one)[0] < ON_MIDDLE_MM)
    if any(not any(in_place(other, one) for other in tracks) for one in near):
        return False
    return not any(
        other.id != track.id and other.rest_s >= track.rest_s and apart(track.glimpse, other.glimpse)[0] < ON_MIDDLE_MM
        for other in tracks
    )


def reads_otherwise(track: Track, glimpse: Glimpse) -> bool:
    """Whether what was read is hardly of a card that was not read for certain: it shows ranks, and hardly the one that
    the card is in the game, or else looks like."""
    rank = track.counts_as or _shown(track.belief)
    ranks = glimpse.probabilities[:NONE_OF_THESE]
    if track.certain or rank is None or sum(ranks) < LEAST_RANKED:
        return False
    return ranks[rank - 1] < LEAST_OF_RANKS * sum(ranks)


def _shown(probabilities: tuple[float, ...]) -> int | None:
    """The rank that has most of what is given to ranks; None where none has."""
    ranks = probabilities[:NONE_OF_THESE]
    best = max(ranks, default=0.0)
    return ranks.index(best) + 1 if best and best >= MOST_OF_RANKS * sum(ranks) else None


def disagree(track: Track, glimpse: Glimpse) -> bool:
    """Whether a card that is called something was read as something else, that it was not read as before."""
    return None not in (track.rank, glimpse.rank) and glimpse.rank not in (track.rank, track.read)
