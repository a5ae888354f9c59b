"""Covers of coasters that last: a sleeve that brushes over one is no "no"."""

from collections.abc import Sequence
from dataclasses import replace

from dealer.view import SeatSeen


class PatientCovers:
    """Tells a cover once it has lasted ``lasting_s``, and takes it back once it has been away as long."""

    def __init__(self, lasting_s: float) -> None:
        self._lasting_s = lasting_s
        self._told: dict[int, tuple[float, float | None]] = {}  # seat -> since when, and since when it is away

    def seats(self, seen: Sequence[SeatSeen], time_s: float, *, in_view: bool) -> tuple[SeatSeen, ...]:
        """The seats with the covers to tell; ``in_view`` false: most of the table is covered, and no cover begins."""
        return tuple(replace(seat, covered_since_s=self._since(seat, time_s, in_view=in_view)) for seat in seen)

    def _since(self, seat: SeatSeen, time_s: float, *, in_view: bool) -> float | None:
        told = self._told.get(seat.seat)
        now = seat.covered_since_s
        if now is not None and in_view:
            told = (told[0] if told is not None else now, None)
        elif told is not None:
            away_s = told[1] if told[1] is not None else time_s
            told = (told[0], away_s) if time_s - away_s < self._lasting_s else None
        if told is None:
            self._told.pop(seat.seat, None)
            return None
        self._told[seat.seat] = told
        return told[0] if time_s - told[0] >= self._lasting_s else None
