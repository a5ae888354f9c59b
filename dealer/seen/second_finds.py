"""A card in play that is found a second time while none is due where it lies: it does not stop the others' acts.

When the cards of a neighbour are moved, one that lies still may be found again beside itself. A second one of its rank
would be a mistake of the dealer's; what came to where a card is due, no earlier, speaks against that. Once a card is
due there too it is asked whether it is a second one.
"""

from dataclasses import dataclass, field, replace

from dealer.game.driver import Game
from dealer.rules.expect import Needs
from dealer.seen.clues import Clues
from dealer.seen.layout import Ground, Key, Laid, Layout
from dealer.seen.patience import IRREGULAR_S, RESTLESS_S
from dealer.view import Place, Sighting

BESIDE_ITSELF_MM = 25.0
"""A card is found no farther than this beside itself; most who lay a second one there leave more of the first in
sight."""


@dataclass(slots=True)
class SecondFinds:
    """Remembers which sightings are cards in play that were found a second time, and where."""

    _found: dict[int, tuple[Key, Sighting]] = field(default_factory=dict)

    def look(self, clues: Clues, layout: Layout, game: Game, ground: Ground) -> Clues:
        """``clues`` in which such sightings are no new cards, but doubles of those in play."""
        live = {card.key: card for card in layout.live}
        there = {sighting.id: sighting for sighting in clues.fresh}
        self._found = {
            number: (key, then)
            for number, (key, then) in self._found.items()
            if key in live and number in there and _near(there[number], then)
        }
        beside = {s.id: card for s in clues.fresh for card in [beside_itself(s, clues, layout)] if card is not None}
        due = {s.id for s in clues.fresh if is_due(s.place, game, ground)}
        came_s = max((s.rest_s for s in clues.fresh if s.id in due and s.rank is not None), default=float("-inf"))
        for number, card in beside.items():
            if number not in due and there[number].rest_s <= came_s:
                self._found.setdefault(number, (card.key, there[number]))
        doubled = tuple((live[key], there[number]) for number, (key, _) in self._found.items())
        fresh = tuple(sighting for sighting in clues.fresh if sighting.id not in self._found)
        return replace(clues, fresh=fresh, doubled=(*clues.doubled, *doubled))


def beside_itself(sighting: Sighting, clues: Clues, layout: Layout) -> Laid | None:
    """The card in play that ``sighting`` may be, found a second time."""
    for card in layout.live:
        lying = clues.lying.get(card.key)
        if card.rank == sighting.rank and lying is not None and _near(sighting, lying):
            return card
    return None


def patience_s(sighting: Sighting, clues: Clues, layout: Layout) -> float:
    """How long a card may lie where none is due: longer where it is a called one, more likely, found a second time."""
    return IRREGULAR_S if beside_itself(sighting, clues, layout) is None else RESTLESS_S


def is_due(place: Place, game: Game, ground: Ground) -> bool:
    """Whether an act that is expected now brings a card to ``place``."""
    kinds = (Needs.CARD, Needs.CARDS, Needs.HAND, Needs.HANDS)
    return any(option.needs in kinds and ground.lands_at(option, place) for option in game.expects.options)


def _near(one: Sighting, other: Sighting) -> bool:
    return one.place == other.place and one.away_mm(other) <= BESIDE_ITSELF_MM
