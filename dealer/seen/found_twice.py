"""Cards that were found a second time: cards that cover each other are seen in parts."""

from collections.abc import Iterable

from dealer.seen.clues import ASKEW_MM, GHOST_MM, SAME_MM, together
from dealer.view import Face, Sighting

COVERED_GHOST_MM = 20.0
"""What is covered, unread or of that rank, and this near a called card is that card: it was placed by a part of it."""


def is_ghost(sighting: Sighting, card: Sighting) -> bool:
    """Whether ``sighting`` is a called card found a second time: cards that cover each other are seen in parts."""
    if sighting.place != card.place:
        return False
    if not sighting.visible and sighting.rank in (None, card.rank):
        return sighting.away_mm(card) <= COVERED_GHOST_MM
    return sighting.away_mm(card) <= GHOST_MM if sighting.rank is None else is_double(sighting, card)


def is_unread_copy(sighting: Sighting, others: Iterable[Sighting]) -> bool:
    """Whether ``sighting`` is unread because it is a back, or a card that is read, found a second time."""
    if sighting.rank is not None or sighting.face is not Face.UP:
        return False
    ghost_mm = GHOST_MM if sighting.visible else COVERED_GHOST_MM
    whole = (other for other in others if other.visible and (other.rank is not None or other.face is not Face.UP))
    return any(other.place == sighting.place and sighting.away_mm(other) <= ghost_mm for other in whole)


def is_twin(sighting: Sighting, others: Iterable[Sighting]) -> bool:
    """Whether ``sighting`` came with another of its rank and lies on it: one card, of which two indices were found."""
    same = (other for other in others if other.rank == sighting.rank is not None and together(other, sighting))
    earlier = (other for other in same if (other.rest_s, other.id) < (sighting.rest_s, sighting.id))
    return any(sighting.away_mm(other) <= GHOST_MM for other in earlier)


def is_double(sighting: Sighting, card: Sighting) -> bool:
    """Whether ``sighting`` is of the rank of a called card and lies just where that lies, as far as is known where they
    lie; or near it, while that one cannot be seen: it may have slid there under the hand that covers it. It is none
    where it was seen to come to lie on that one, which still shows beside it."""
    if sighting.laid_on == card.id:
        return False
    same = sighting.place == card.place and sighting.rank is not None and sighting.rank == card.rank
    just_there_mm = SAME_MM if sighting.outlined and card.outlined else GHOST_MM
    return same and sighting.away_mm(card) <= (just_there_mm if card.visible else ASKEW_MM)
