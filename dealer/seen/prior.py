"""The deck as evidence: a card that was nearly read, and of which every other likely rank is used up, is read.

The other way round, a rank that was read although no copy of it can come any more, is asked about
(``dealer.complaints.misread``).
What was left out is stated with the sighting, and so in the journal.
"""

from collections.abc import Container
from dataclasses import replace

from dealer.game.driver import Game
from dealer.rules.cards import RANKS
from dealer.rules.expect import Needs
from dealer.view import Face, Sighting, TableView

LEAST_READ = 0.9
"""What is seen must say the rank at least so surely by itself: two indices that contradict each other say less, and are
no call whatever the deck has left."""
SETTLED = 0.98
"""A rank counts as read when it is at least so sure without the ranks that are used up: as sure as a reader must be of
a single index."""


def with_prior(view: TableView, game: Game, *, known: Container[int]) -> TableView:
    """The view with what the deck settles; ``known`` are the ids of the cards that were called already.

    Only while a card from the draw pile is due: what comes out of a hand was seen before.
    """
    if not any(option.needs in (Needs.CARD, Needs.CARDS) for option in game.expects.options):
        return view
    possible = game.possible_ranks
    used_up = tuple(rank for rank in RANKS if possible.get(rank, 0) <= 0)
    if not used_up:
        return view
    sightings = tuple(s if s.id in known else settled(s, used_up) for s in view.sightings)
    return view if sightings == view.sightings else replace(view, sightings=sightings)


def settled(sighting: Sighting, used_up: tuple[int, ...]) -> Sighting:
    """The sighting, read if only ranks that are used up made it doubtful; they are stated in ``left_out``.

    It must be printed like a card of that rank that came before, and like no other rank's: what the nets made of it was
    doubtful, and that the second likeliest rank is used up says nothing of a third. (A 5 gave an 8 with 0.961 and a 6
    with 0.039, and no 6 was left; it was printed like the 5s. A deck's first 6 gave an 8 with 0.89 and a 1 with 0.09,
    and the 1 had come; its numerals were so small that all ranks were printed alike, the 8s the most.)

    >>> from dealer.view import ELSEWHERE
    >>> seven = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.93, 0.0, 0.06, 0.0, 0.01)
    >>> doubtful = Sighting(3, ELSEWHERE, 0, 0, 0, Face.UP, None, seven, 0, alike=(7,))
    >>> settled(doubtful, (9,)).rank, settled(doubtful, (9,)).left_out
    (7, (9,))
    >>> settled(doubtful, (1,)).rank is None
    True
    """
    if sighting.rank is not None or sighting.face is not Face.UP or sighting.corrected or not sighting.probabilities:
        return sighting
    read = sighting.probabilities
    best = max(RANKS, key=lambda rank: read[rank - 1])
    if sighting.alike != (best,) or best in used_up or not LEAST_READ <= read[best - 1] < SETTLED:
        return sighting
    left = sum(read) - sum(read[rank - 1] for rank in used_up)
    if read[best - 1] < SETTLED * left:
        return sighting
    mattered = tuple(rank for rank in used_up if read[rank - 1] >= 0.001)
    return replace(sighting, rank=best, left_out=mattered)
