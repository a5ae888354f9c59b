"""Made-up looks for tests of the tracker: cards as a look sees them, and a table that is looked at."""

from collections.abc import Callable, Sequence

import numpy as np

from dealer.view import Face
from vision.looking.shapes import blank_card
from vision.tracking.glimpses import Glimpse
from vision.tracking.track import Fate, Track
from vision.tracking.tracker import Tracker

CARD_MM = (63.0, 88.0)
LOOK_S = 0.4
SURE = 0.99


def card(
    rank: int | None, x_mm: float, y_mm: float = 0.0, *, angle_deg: float = 0.0, belief: dict[int, float] | None = None
) -> Glimpse:
    """A face-up card as a look sees it; ``belief`` are probabilities of ranks (11 is none of these)."""
    belief = belief or ({rank: 0.999} if rank else {11: 0.5})
    probabilities = np.full(11, (1 - sum(belief.values())) / (11 - len(belief)))
    for one, probability in belief.items():
        probabilities[one - 1] = probability
    blank = blank_card(x_mm, y_mm, angle_deg, face=Face.UP, card_mm=CARD_MM)
    indices = 0.75 * blank.corners_mm[[0, 2]] + 0.25 * blank.corners_mm.mean(axis=0)
    return Glimpse(x_mm, y_mm, angle_deg, Face.UP, rank, tuple(map(float, probabilities)), blank.corners_mm, indices)


def as_read(track: Track) -> None:
    """A card is what it was read as first, if that was sure."""
    glimpse = track.glimpse
    if track.rank is None and glimpse.rank is not None and max(glimpse.probabilities) > SURE:
        track.rank, track.doubtful = glimpse.rank, False
    track.belief = glimpse.probabilities or track.belief


class Table:
    """Looks at a table, one after another; what a look does not find has the fate that the test says."""

    def __init__(self) -> None:
        self.tracker = Tracker()
        self.time_s = 10.0

    def look(
        self,
        *glimpses: Glimpse,
        fate: Fate | Callable[[Track], Fate] = Fate.SAME,
        touched: bool = True,
        at: Sequence[int] | None = None,
        stays: bool = False,
    ) -> "Table":
        """One look at the whole table, or at the place of the cards ``at`` alone; known cards show yet where another
        one of theirs came, if they ``stay``."""

        def judge(track: Track, seen: Sequence[Glimpse]) -> Fate:
            if fate is Fate.UNDER and not seen:
                return Fate.GONE  # nothing was read there but the card itself: its own look decides
            return fate(track) if callable(fate) else fate

        self.tracker.update(
            glimpses,
            expected=[track for track in self.tracker.tracks.values() if at is None or track.id in at],
            judge=judge,
            touched=lambda glimpse: touched,
            vacated=lambda track, glimpse: not stays,
            stays=lambda track, glimpse: stays,
            arrival_of=lambda glimpse: (self.time_s - 0.5, self.time_s - 0.1),
            decide=as_read,
            time_s=self.time_s,
        )
        self.time_s += LOOK_S
        return self

    @property
    def cards(self) -> list[tuple[int, int | None]]:
        """Id and certain rank of each card."""
        return [(track.id, track.rank) for track in self.tracker.tracks.values()]

    def track(self, track_id: int) -> Track:
        """The card of that id."""
        return self.tracker.tracks[track_id]
