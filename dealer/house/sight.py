"""What a game asks of whatever looks at the table: a camera with the eye behind it, or nobody (a game by hand)."""

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol

from dealer.referee.referee import BY_HAND
from dealer.system.clock import Clock
from dealer.view import SeatSeen, TableView
from hardware.cameras.watched import CameraNews
from vision.frame import BGRImage
from vision.table.mat_events import MatEvent

if TYPE_CHECKING:
    from dealer.rehearsal.rehearsal import Rehearsal

BLIND_S = 1.0
"""How often a table that nobody looks at is told to be so."""

MOST_SEATS = 8
AROUND_MM = 400.0
"""How far from the middle the coasters of a table that nobody looks at are drawn."""


class Ended:
    """The input is at its end."""


class Sight(Protocol):
    """Looks at the table."""

    @property
    def live(self) -> bool:
        """Whether it shows the present."""
        ...

    @property
    def rehearsal(self) -> "Rehearsal | None":
        """The people of a simulated table."""
        ...

    @property
    def events(self) -> tuple[MatEvent, ...]:
        """What happened to coasters and camera in the last view."""
        ...

    @property
    def hard_to_read(self) -> bool:
        """Whether this deck turns out to be hard to read."""
        ...

    def next(self, timeout_s: float) -> "TableView | CameraNews | Ended | None":
        """The next view, news of the camera, ``Ended``, or None when neither came within ``timeout_s`` seconds."""
        ...

    def expect(self, left: Mapping[int, int], called: Mapping[int, int], *, all_face_up: bool) -> None:
        """What the game says: how many cards of each rank may come, what each sighting was called, whether all cards
        lie face up."""
        ...

    def retry(self) -> None:
        """Try the camera again after it was given up."""
        ...

    def settle(self) -> None:
        """Let the camera find its exposure, white balance and focus again."""
        ...

    def picture(self, sighting: int) -> BGRImage | None:
        """The small picture of a card when it was called."""
        ...

    def jpeg(self, sighting: int) -> bytes | None:
        """The small picture of a card (JPEG) as it is kept in the journal."""
        ...


class NoSight:
    """Nobody looks at the table: people say what happens. All coasters count as lying there."""

    live = True
    rehearsal = None
    events: tuple[MatEvent, ...] = ()
    hard_to_read = False

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._told_s = float("-inf")
        self._sequence = 0

    def next(self, timeout_s: float) -> TableView | None:
        """Now and then the view of a table that is not seen."""
        now_s = self._clock.now_s()
        if now_s - self._told_s < BLIND_S:
            self._clock.sleep(timeout_s)
            return None
        self._told_s = now_s
        self._sequence += 1
        turns = [math.tau * seat / MOST_SEATS for seat in range(MOST_SEATS)]
        seats = tuple(
            SeatSeen(number, AROUND_MM * math.sin(turn), AROUND_MM * math.cos(turn), 270.0 - math.degrees(turn))
            for number, turn in enumerate(turns, start=1)
        )
        return TableView(self._sequence, now_s, seats=seats, trouble=BY_HAND)

    def expect(self, left: Mapping[int, int], called: Mapping[int, int], *, all_face_up: bool) -> None:
        """Nothing is looked for."""

    def retry(self) -> None:
        """There is no camera to try."""

    def settle(self) -> None:
        """There is no camera to settle."""

    def picture(self, sighting: int) -> BGRImage | None:
        """None: nothing was seen."""
        return None

    def jpeg(self, sighting: int) -> bytes | None:
        """None: nothing was seen."""
        return None
