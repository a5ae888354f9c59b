"""Cards in the places for points: which of them nobody gave, and which were taken from a stack."""

from collections.abc import Iterable, Mapping

from dealer.seen.clues import Taken
from dealer.seen.layout import Key, Laid
from dealer.seen.patience import TAKEN_S
from dealer.view import Area, Place, Sighting


def unexplained_points(
    up: Iterable[Sighting], cards: Mapping[Key, Sighting], points: Mapping[int, tuple[int, ...]]
) -> list[Sighting]:
    """New cards in points places of which that player keeps no (further) copy."""
    found: list[Sighting] = []
    for seat, kept in points.items():
        place = Place(Area.POINTS, seat)
        remaining = list(kept)
        for sighting in cards.values():
            if sighting.place == place and sighting.rank in remaining:
                remaining.remove(sighting.rank)
        for sighting in up:
            if sighting.place != place or sighting.rank is None:
                continue
            if sighting.rank in remaining:
                remaining.remove(sighting.rank)
            else:
                found.append(sighting)
    return found


def taken_to_points(
    missing: list[Laid],
    moved: list[tuple[Laid, Sighting]],
    beside: list[Sighting],
    up: Iterable[Sighting],
    visible_s: Mapping[Key, float],
) -> tuple[list[Taken], list[Laid], list[tuple[Laid, Sighting]], list[Sighting]]:
    """Cards in play that lie in points places now, by id or (under a new id) by rank; and what else remains."""
    taken = [Taken(card, sighting) for card, sighting in moved if sighting.place.area is Area.POINTS]
    moved = [(card, sighting) for card, sighting in moved if sighting.place.area is not Area.POINTS]
    still: list[Laid] = []
    pool = [sighting for sighting in up if sighting.place.area is Area.POINTS and sighting.rank is not None]
    for card in missing:
        since_s = visible_s.get(card.key, float("-inf")) - TAKEN_S  # what lay there before is a card kept earlier
        match = next((s for s in pool if s.rank == card.rank and s.rest_s >= since_s), None)
        if match is None:
            still.append(card)
        else:
            pool.remove(match)
            taken.append(Taken(card, match, seen=card.key in visible_s))
    used = {item.sighting.id for item in taken}
    return taken, still, moved, [sighting for sighting in beside if sighting.id not in used]
