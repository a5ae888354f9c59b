"""What the table looks like now: plain frozen data in millimetres, the only thing that vision tells the referee.

Table frame: the plane of the table seen from above, x to the right, y up (counter-clockwise angles are positive),
origin at the middle coaster's centre (or, when it was taken away, where it lay). Lengths are millimetres, angles are
degrees.

Nothing here is ever "empty because it could not be seen": what is covered stands in ``TableView.hidden``.
"""

import math
from dataclasses import dataclass
from enum import Enum


class Face(Enum):
    """Which side of a card is seen."""

    UP = "up"
    DOWN = "down"
    UNKNOWN = "unknown"
    """Something as large as a card lies there and is not recognised: a card back, a foreign card, a beer mat."""


class Area(Enum):
    """The kinds of places of the table page."""

    STACK = "stack"
    POINTS = "points"
    TABLE = "table"
    ELSEWHERE = "elsewhere"


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """One place on the table. ``seat`` is the seat coaster's tag id, 1 to 8, or 0 where the place belongs to nobody."""

    area: Area
    seat: int = 0

    def __str__(self) -> str:
        return f"{self.area.value} {self.seat}" if self.seat else self.area.value


BEARABLE = frozenset({"glare", "far"})
"""Troubles in which what is seen counts all the same: a card that was read for certain does, one that was not is asked
about."""

ELSEWHERE = Place(Area.ELSEWHERE)
TABLE = Place(Area.TABLE)


@dataclass(frozen=True, slots=True)
class Sighting:
    """One card on the table, followed since it came to rest.

    ``id`` stays the same while the card lies, slides, is covered or comes back. ``rank`` is set only when the card is
    called; ``None`` with ``face`` UP means: a card lies face up and is *unread*. ``probabilities`` are those of the
    ranks 1 to 10 followed by "none of these" (11 numbers that sum to 1), or empty where nothing tells them. ``visible``
    is false while something covers the card: it is then where it was last seen. It came after ``clear_s``, the frame
    time at which its place was last seen without it, and came to rest no later than ``rest_s``: what happens while a
    hand is there, or the picture is bad, is seen afterwards. ``corrected`` is true when a person said what it is.
    ``reasons`` are what spoke most for its rank, the strongest first: keys of ``dealer.words.reasons.WORDS``.
    ``outlined`` is true when its edges were seen: where it lies
    is known to a few millimetres. ``laid_on`` is the ``id`` of a card of its rank that still shows where it lay, beside
    this one, since this one came: they are two, however near.
    """

    id: int
    place: Place
    x_mm: float
    y_mm: float
    angle_deg: float
    face: Face
    rank: int | None
    probabilities: tuple[float, ...]
    rest_s: float
    visible: bool = True
    corrected: bool = False
    reasons: tuple[str, ...] = ()
    outlined: bool = False
    laid_on: int | None = None
    clear_s: float = -math.inf

    def away_mm(self, other: "Sighting") -> float:
        """How far from another card's middle its own is."""
        return math.hypot(self.x_mm - other.x_mm, self.y_mm - other.y_mm)


@dataclass(frozen=True, slots=True)
class SeatSeen:
    """A seat coaster: where it lies, which way its arrow points (``facing_deg``), since when it has been covered."""

    seat: int
    x_mm: float
    y_mm: float
    facing_deg: float
    covered_since_s: float | None = None


@dataclass(frozen=True, slots=True)
class TableView:
    """The table at one moment.

    ``hidden`` are the places of which something is covered now (a hand, an arm, a glass that was just put down): what
    is not seen there is unknown. ``moving`` is true while anything in a place of the game still moves. ``trouble`` is a
    short code for what keeps the camera from seeing well, or ``""``: one of ``dealer.words.sentences.TROUBLES``.
    Unless it is ``BEARABLE`` the rest is what was seen before. ``outside`` are the hidden places that lie outside the
    picture.
    """

    sequence: int
    time_s: float
    sightings: tuple[Sighting, ...] = ()
    seats: tuple[SeatSeen, ...] = ()
    hidden: frozenset[Place] = frozenset()
    moving: bool = False
    trouble: str = ""
    outside: frozenset[Place] = frozenset()
