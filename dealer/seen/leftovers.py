"""What lies on the table and is no card of the game, because it lay there before or because people said so.

How the table was is remembered with the game (``to_keep``, ``kept``): after a restart nobody takes what lies there for
cards that were dealt meanwhile, nor those for cards that had been taken up.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from math import inf
from typing import Any

from dealer.seen.clues import GHOST_MM, SAME_MM
from dealer.seen.layout import Key
from dealer.seen.patience import FORGOTTEN_S, JUST_NOW_S, START_S
from dealer.view import Area, Face, Place, Sighting, TableView


@dataclass(frozen=True, slots=True)
class TableBefore:
    """How the table was before a game began.

    ``until_s``: what came to rest before this time lay there, in frame seconds; None: nobody knows. ``sightings``: the
    ids of what was seen then; hands may have moved it since. Of a game that goes on: ``cards`` is what was known to be
    none of its cards when it stopped, as it lay, and ``gone`` are its cards out of play that had been taken up.
    """

    until_s: float | None = None
    sightings: frozenset[int] = frozenset()
    cards: tuple[Sighting, ...] = ()
    gone: frozenset[Key] = frozenset()


@dataclass(slots=True)
class _Leftover:
    sighting: Sighting
    seen_s: float


class Leftovers:
    """Tells what lay there before from what comes, and keeps it out of the game."""

    def __init__(self, before: TableBefore) -> None:
        self._before = before
        self._until_s = before.until_s
        self._known: dict[int, _Leftover] = {}
        self._looked_s: float | None = None
        """When the first view came."""
        self._let_lie: set[int] = set()

    def without(self, view: TableView, called: Collection[int]) -> TableView:
        """``view`` without the leftovers; ``called`` are the sightings that are cards of the game."""
        if self._until_s is None:
            self._until_s = view.time_s - JUST_NOW_S
        self._looked_s = view.time_s if self._looked_s is None else self._looked_s
        self._forget(view)
        for sighting in view.sightings:
            if sighting.id not in called and self._is_leftover(sighting):
                self._known[sighting.id] = _Leftover(sighting, view.time_s)
        return replace(view, sightings=tuple(s for s in view.sightings if s.id not in self._known))

    def to_clear(self, view: TableView, places: Collection[Place]) -> tuple[Sighting, ...]:
        """What of ``view`` is to be cleared before the first card is dealt: the face-up cards that people see there.

        ``places`` are those of cards in play; cards kept for points are to be cleared as well.
        """
        lying = (s for s in view.sightings if s.id in self._known and s.id not in self._let_lie)
        return tuple(s for s in lying if s.visible and s.face is Face.UP and (s.place in places or _is_kept(s)))

    def let_lie(self, sightings: Iterable[int]) -> None:
        """People say that these are no cards of the game, and stay."""
        self._let_lie.update(sightings)

    def __contains__(self, sighting: int) -> bool:
        return sighting in self._known

    def _is_leftover(self, sighting: Sighting) -> bool:
        if sighting.place.area is Area.ELSEWHERE:
            return False
        if sighting.place.area is Area.TABLE and sighting.face is Face.DOWN:
            return False  # the pile, or what is burnt
        if sighting.id in self._known or sighting.id in self._before.sightings:
            return True
        assert self._until_s is not None and self._looked_s is not None
        if sighting.rest_s < self._until_s:
            return True
        lay = [known.sighting for known in self._known.values()]
        if sighting.rest_s < self._looked_s + START_S:
            lay += self._before.cards
        return any(_is_found_again(sighting, one) for one in lay)

    def _forget(self, view: TableView) -> None:
        """Forget what was cleared. A leftover under a hand stays known."""
        seen = {sighting.id for sighting in view.sightings}
        for number, known in list(self._known.items()):
            if number in seen or known.sighting.place in view.hidden:
                known.seen_s = view.time_s
            elif view.time_s - known.seen_s >= FORGOTTEN_S:
                del self._known[number]


def to_keep(cards: Iterable[Sighting], gone: Iterable[Key]) -> dict[str, Any]:
    """The table as it is written beside the game: what is none of its cards (area, seat, rank, x and y in mm), and
    which of its cards were taken up."""
    lying = sorted(cards, key=lambda card: (str(card.place), card.id))
    where = [[one.place.area.value, one.place.seat, one.rank, round(one.x_mm), round(one.y_mm)] for one in lying]
    return {"cards": where, "gone": [list(key) for key in sorted(gone)]}


def kept(written: Mapping[str, Any]) -> TableBefore:
    """The table again; what is not written so is left out."""
    cards, gone = [], set()
    for line in _lines(written.get("cards")):
        match line:
            case [str(area), int(seat), int() | None as rank, int() | float() as x, int() | float() as y]:
                if area in {known.value for known in Area}:
                    place = Place(Area(area), seat)
                    cards.append(Sighting(-1, place, float(x), float(y), 0.0, Face.UP, rank, (), -inf))
    for line in _lines(written.get("gone")):
        match line:
            case [int(act), int(card)]:
                gone.add((act, card))
    return TableBefore(cards=tuple(cards), gone=frozenset(gone))


def _lines(written: object) -> list[object]:
    return written if isinstance(written, list) else []


def _is_kept(sighting: Sighting) -> bool:
    """Whether it is a card kept for points. Beside a coaster anything may lie, so it must have been read."""
    return sighting.place.area is Area.POINTS and sighting.rank is not None


def _is_found_again(sighting: Sighting, leftover: Sighting) -> bool:
    """Whether ``sighting`` is a leftover under another id: just where it lay, and read as it was, or not read."""
    if sighting.place != leftover.place or sighting.rank not in (None, leftover.rank):
        return False
    return sighting.away_mm(leftover) <= (GHOST_MM if sighting.rank is None else SAME_MM)
