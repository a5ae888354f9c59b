"""Which called card is most likely misread: what the correction button offers first."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from dealer.rules.acts import Act
from dealer.rules.cards import RANKS
from dealer.seen.association import Bindings
from dealer.view import Sighting

RECENT_ACTS = 12
"""How many acts back a correction is offered for: about two rounds."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """A called card as it was read, under the number that it has now; how probable that was, and the likeliest other
    rank."""

    sighting: Sighting
    act_index: int
    player: str | None
    rank: int
    probability: float
    other: int | None


def doubtful(bindings: Bindings, acts: Sequence[Act]) -> tuple[Doubt, ...]:
    """The recently called cards that nobody confirmed, the most doubtful reading first."""
    doubts = []
    told = {key for number, key in bindings.bound.items() if number in bindings.told}
    for key, number in {key: number for number, key in bindings.bound.items()}.items():
        reading = bindings.readings.get(key)
        if key[0] < len(acts) - RECENT_ACTS or reading is None or key in told or reading.corrected:
            continue
        act = acts[key[0]]
        rank = act.cards[key[1]]
        read = reading.probabilities
        others = {other: read[other - 1] for other in RANKS if other != rank} if read else {}
        likeliest = max(others, key=lambda other: others[other]) if others else None
        probability = read[rank - 1] if read else 1.0
        doubts.append(Doubt(replace(reading, id=number), key[0], act.player, rank, probability, likeliest))
    return tuple(sorted(doubts, key=lambda doubt: (doubt.probability, -doubt.act_index)))
