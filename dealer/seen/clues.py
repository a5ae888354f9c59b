"""How a view differs from what the game says lies there: what the referee has to explain."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from dealer.seen.face_down import DownClues
from dealer.seen.layout import Key, Laid, Layout
from dealer.seen.patience import TOGETHER_S
from dealer.view import TABLE, Face, Place, Sighting

ASKEW_MM = 45.0
"""The outline of a card that cannot be read is off by less than this."""
SAME_MM = 8.0
"""Two readings of a card that was not touched are this close; cards are dealt onto each other further apart."""
GHOST_MM = 15.0
"""What is found this near a called card and can't be read is that card, half covered; whole cards lie further apart."""


@dataclass(frozen=True, slots=True)
class Taken:
    """A card in play that lies in a points place now: perhaps folded for. ``seen``: it was seen to lie in play."""

    card: Laid
    sighting: Sighting
    seen: bool = True


@dataclass(frozen=True, slots=True)
class Clues:
    """How a view differs from a layout. All sightings carry the rank that a person told, where one did."""

    fresh: tuple[Sighting, ...] = ()
    """New face-up cards in stack places or the middle, by the time they came to rest; unread ones too."""
    latest: tuple[Sighting, ...] = ()
    """What showed the last act, as it lay then."""
    called: tuple[Sighting, ...] = ()
    """What showed each card in play, as it lay when it was called."""
    twins: frozenset[int] = frozenset()
    """Which of ``fresh`` came together with a called card of their rank, to the same place: found twice?"""
    suspect: tuple[Sighting, ...] = ()
    """Like ``fresh``, but perhaps cards of the round before that were moved while it was gathered."""
    beside: tuple[Sighting, ...] = ()
    """New and read face-up cards in points places that those points do not explain."""
    taken: tuple[Taken, ...] = ()
    missing: tuple[Laid, ...] = ()
    """Cards in play that are gone from a place that is in full view."""
    moved: tuple[tuple[Laid, Sighting], ...] = ()
    """Cards in play that lie in another place, points places apart."""
    covered: tuple[Laid, ...] = ()
    """Cards that cannot be seen now because their place is hidden."""
    old: tuple[tuple[Laid, Sighting], ...] = ()
    """Cards out of play that still lie in stack places."""
    leftovers: tuple[Sighting, ...] = ()
    """Cards that lay there before the game, until its first act."""
    reread: tuple[tuple[Laid, Sighting], ...] = ()
    """Cards in play that are read as another rank than they were called."""
    pushed: tuple[tuple[Laid, Sighting], ...] = ()
    """Cards in play that lie in their places, but not where they lay at the last act."""
    doubled: tuple[tuple[Laid, Sighting], ...] = ()
    """Cards in play, each with a new sighting of its rank that lies just where it lies: found twice, or two cards."""
    down: tuple[Sighting, ...] = ()
    unclear: tuple[Sighting, ...] = ()
    """What is of a card's size, and shows neither a rank nor that it lies face down."""
    aside: tuple[Sighting, ...] = ()
    """Cards of undone acts, where they lay then."""
    lying: Mapping[Key, Sighting] = field(default_factory=dict)
    """All cards that are seen, in play or not."""
    shifted: frozenset[Key] = frozenset()
    """Cards in play that do not lie where they lay at the last act."""
    turned: Mapping[int, float] = field(default_factory=dict)
    """Since when sightings that had lain face down show their faces."""
    backs: DownClues = field(default_factory=DownClues)
    """What the face-down cards in stack places say, in games that have them."""


def found_twice(
    clues: Clues,
    twins: Mapping[int, Key],
    layout: Layout,
    last: int,
    unread: Iterable[Laid],
    due: Callable[[Place], bool],
) -> Clues:
    """Tell apart the ``twins`` of the act ``last`` from those of earlier ones.

    A card that came together with an earlier one cannot be what a later act brings: it is that card found a second
    time, or a second one that must be asked about. So it is with the ranks of ``unread`` cards: what reads so now, in
    the place of one that lies unseen elsewhere, or near where one lies that people named, may be that very card, unless
    the edges of both were seen, or people named the other one as well, where a card is ``due``: asked what the new card
    is they would have said that it is none.
    """
    live = {card.key: card for card in layout.live}
    old = {number: live[key] for number, key in twins.items() if key[0] < last and key in live}
    for card in unread:
        seen = clues.lying.get(card.key)
        same = [s for s in clues.fresh if s.rank == card.rank and s.place == card.place]
        named = {s.id for s in same if s.corrected and due(s.place)}
        if seen is None or card.is_unseen_elsewhere(seen):
            old.update((s.id, card) for s in same)
        else:
            old.update((s.id, card) for s in same if _may_be_one(s, seen, told=s.id in named))
    told = {(card.key, sighting.id) for card, sighting in clues.doubled}
    doubled = tuple(
        (old[sighting.id], sighting)
        for sighting in clues.fresh
        if sighting.id in old and (old[sighting.id].key, sighting.id) not in told
    )
    return replace(
        clues,
        twins=frozenset(twins) - old.keys(),
        fresh=tuple(sighting for sighting in clues.fresh if sighting.id not in old),
        doubled=(*clues.doubled, *doubled),
    )


def _may_be_one(one: Sighting, other: Sighting, *, told: bool) -> bool:
    """Whether two sightings of one rank may be of one card by where they lie; ``told``: somebody said that the first
    is a new one."""
    unseen_mm = GHOST_MM if told else ASKEW_MM
    least_mm = SAME_MM if one.outlined and other.outlined else unseen_mm
    return one.away_mm(other) < least_mm


def backs_in_the_middle(clues: Clues, loose: Iterable[Sighting]) -> Clues:
    """Where a card may be pitched: what lies in the middle and can't be read lies face down.

    ``loose`` are the sightings that are no card of the game.
    """
    unread = tuple(s for s in clues.fresh if s.place == TABLE and s.rank is None)
    unclear = tuple(s for s in loose if s.place == TABLE and s.face is Face.UNKNOWN)
    fresh = tuple(s for s in clues.fresh if s not in unread)
    return replace(clues, fresh=fresh, down=(*clues.down, *unread, *unclear))


def together(one: Sighting, other: Sighting) -> bool:
    """Whether two cards came to rest in one place at the same time."""
    return one.place == other.place and abs(one.rest_s - other.rest_s) < TOGETHER_S
