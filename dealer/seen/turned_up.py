"""Since when cards that lay face down show their faces."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from dealer.view import Face, Sighting


@dataclass(slots=True)
class Turned:
    """Remembers what lay face down, and when it was first seen face up."""

    _down: set[int] = field(default_factory=set)
    _since_s: dict[int, float] = field(default_factory=dict)

    def look(self, sightings: Iterable[Sighting], time_s: float) -> Mapping[int, float]:
        """When each sighting that had lain face down was turned."""
        for sighting in sightings:
            if sighting.face is Face.DOWN:
                self._down.add(sighting.id)
                self._since_s.pop(sighting.id, None)
            elif sighting.face is Face.UP and sighting.id in self._down:
                self._since_s.setdefault(sighting.id, time_s)
        return self._since_s
