"""Which called card is most likely misread: what the correction button offers first."""

from collections.abc import Sequence
from dataclasses import dataclass

from dealer.rules.acts import Act
from dealer.rules.cards import RANKS
from dealer.seen.association import Bindings
from dealer.view import Sighting

RECENT_ACTS = 12
"""How many acts back a correction is offered for: about two rounds."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """A called card, how probable its reading was, and the likeliest other rank."""

    sighting: Sighting
    act_index: int
    player: str | None
    rank: int
    probability: float
    other: int | None


def doubtful(bindings: Bindings, acts: Sequence[Act]) -> tuple[Doubt, ...]:
    """The recently called cards that nobody confirmed, the most doubtful reading first."""
    doubts = []
    for number, key in bindings.bound.items():
        reading = bindings.readings.get(key)
        if key[0] < len(acts) - RECENT_ACTS or reading is None or number in bindings.told or reading.corrected:
            continue
        act = acts[key[0]]
        rank = act.cards[key[1]]
        read = reading.probabilities
        others = {other: read[other - 1] for other in RANKS if other != rank} if read else {}
        likeliest = max(others, key=lambda other: others[other]) if others else None
        probability = read[rank - 1] if read else 1.0
        doubts.append(Doubt(reading, key[0], act.player, rank, probability, likeliest))
    return tuple(sorted(doubts, key=lambda doubt: (doubt.probability, -doubt.act_index)))
