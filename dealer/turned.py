"""What lay face down, or looked as if it did, and shows a face now."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from math import hypot

from dealer.view import Face, Sighting, TableView

MOVED_MM = 6.0
"""A card this far from what lay there face down lies on it; one that was turned lies nearly where it lay."""

BACK_MM, BACK_DEG = 3.0, 4.0
"""Nobody lays a card down again so exactly: what lies there is what lay there before."""


@dataclass(slots=True)
class Turned:
    """Remembers what lay face down, and when it was first seen face up."""

    since_s: dict[int, float] = field(default_factory=dict)
    """When each sighting that had lain face down was turned."""
    _down: dict[int, Sighting] = field(default_factory=dict)
    _moved: set[int] = field(default_factory=set)

    def look(self, view: TableView) -> TableView:
        """The view without cards that lay on something, are gone again, and live on under its id."""
        gone = set()
        for sighting in view.sightings:
            number = sighting.id
            if sighting.face is Face.DOWN:
                self._down[number] = sighting
                self._moved.discard(number)
                self.since_s.pop(number, None)
            elif sighting.face is Face.UP and number in self._down:
                self.since_s.setdefault(number, view.time_s)
                before = self._down[number]
                if _apart_mm(sighting, before) > MOVED_MM:
                    self._moved.add(number)
                elif number in self._moved and _lies_as(sighting, before):
                    gone.add(number)
        if not gone:
            return view
        return replace(view, sightings=tuple(s for s in view.sightings if s.id not in gone))

    def just_now(self, sightings: Iterable[Sighting], time_s: float) -> Iterable[Sighting]:
        """Those that were turned with this view."""
        return (sighting for sighting in sightings if self.since_s.get(sighting.id) == time_s)


def _apart_mm(one: Sighting, other: Sighting) -> float:
    return hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm)


def _lies_as(one: Sighting, other: Sighting) -> bool:
    """Whether two cards lie alike; a card looks the same from both ends."""
    askew_deg = (one.angle_deg - other.angle_deg + 90.0) % 180.0 - 90.0
    return _apart_mm(one, other) <= BACK_MM and abs(askew_deg) <= BACK_DEG
