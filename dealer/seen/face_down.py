"""Face-down cards in stack places: how many lie there, and which of them was turned over or carried away.

They tell a gift from an attack and a purchase from a draw, where they can be counted. Cards that lie on each other
can't be, and then nothing is said: what cannot be told apart is asked.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from dealer.seen.patience import DOWN_FORGOTTEN_S
from dealer.view import Area, Face, Place, Sighting, TableView

COVERING_MM = 75.0
"""A card this near to where a face-down one lay may hide it."""


@dataclass(frozen=True, slots=True)
class DownClues:
    """What face-down cards say now."""

    counts: Mapping[int, int] = field(default_factory=dict)
    """By seat: how many lie there, where they could be counted before the last change as well."""
    whence: Mapping[int, int] = field(default_factory=dict)
    """By sighting, face up now: the seat before which that card lay face down."""
    came: Mapping[int, tuple[Sighting, ...]] = field(default_factory=dict)
    """By seat: face-down cards that are new there."""


@dataclass(slots=True)
class DownCards:
    """Remembers the face-down cards of each seat as they were when there were as many as the game says."""

    _counted: dict[int, dict[int, Sighting]] = field(default_factory=dict)
    _off_since_s: dict[int, float] = field(default_factory=dict)
    _whence: dict[int, int] = field(default_factory=dict)

    @property
    def known(self) -> frozenset[int]:
        """The sightings that lay face down where they were counted."""
        return frozenset(self._whence)

    def settle(self, view: TableView, hidden: Mapping[int, int]) -> None:
        """An act has come: as many as lie there now are the cards of ``hidden``, if the number is right."""
        for seat, number in hidden.items():
            backs = _backs(view, Place(Area.STACK, seat))
            if len(backs) == number and _in_full_view(view, Place(Area.STACK, seat)):
                self._counted[seat] = backs
                self._whence.update(dict.fromkeys(backs, seat))

    def look(self, view: TableView, hidden: Mapping[int, int], lying: Iterable[Sighting], *, busy: bool) -> DownClues:
        """What the face-down cards in ``view`` say; ``hidden`` is how many each seat has.

        ``lying`` are the face-up cards. ``busy``: something is unexplained just now, so a wrong number may be news.
        """
        up = list(lying)
        counts: dict[int, int] = {}
        came: dict[int, tuple[Sighting, ...]] = {}
        for seat, number in hidden.items():
            place = Place(Area.STACK, seat)
            if not _in_full_view(view, place):
                continue
            backs = _backs(view, place)
            before = self._counted.get(seat, {})
            if len(backs) == number and (not busy or len(before) == number):  # news must not make the number right
                self._counted[seat] = before = backs
                self._whence.update(dict.fromkeys(backs, seat))
                self._off_since_s.pop(seat, None)
            elif not busy and not view.moving:
                since_s = self._off_since_s.setdefault(seat, view.time_s)
                if view.time_s - since_s >= DOWN_FORGOTTEN_S:
                    self._counted.pop(seat, None)
                    continue
            if len(before) != number or (number == 0 and seat not in self._counted):
                continue
            vanished = [then for then in before.values() if then.id not in backs]
            turned = {sighting.id for sighting in up}
            if any(_near(then, s) for then in vanished if then.id not in turned for s in up):
                continue
            counts[seat] = len(backs)
            came[seat] = tuple(sighting for number, sighting in backs.items() if number not in before)
        whence = {sighting.id: self._whence[sighting.id] for sighting in up if sighting.id in self._whence}
        return DownClues(counts, whence, came)


def _in_full_view(view: TableView, place: Place) -> bool:
    here = [s for s in view.sightings if s.place == place]
    return place not in view.hidden and all(s.visible and s.face is not Face.UNKNOWN for s in here)


def _backs(view: TableView, place: Place) -> dict[int, Sighting]:
    return {s.id: s for s in view.sightings if s.place == place and s.face is not Face.UP}


def _near(one: Sighting, other: Sighting) -> bool:
    return one.away_mm(other) < COVERING_MM
