"""The view beside the game: all that a complaint is judged by, and what a card may mean in it."""

from collections.abc import Mapping
from dataclasses import dataclass

from dealer.errors import IllegalAct
from dealer.game.driver import Game
from dealer.rules.acts import Act
from dealer.rules.cards import RANKS
from dealer.rules.expect import Needs, Option
from dealer.seen.clues import Clues
from dealer.seen.layout import Ground, Laid, Layout
from dealer.seen.verdicts import Answer, Choice, Spot
from dealer.view import Place, Sighting, TableView


@dataclass(frozen=True, slots=True)
class Scene:
    """All that a complaint is judged by."""

    view: TableView
    clues: Clues
    game: Game
    layout: Layout
    seats: Mapping[int, str]
    ground: Ground
    places: frozenset[Place]
    """Where cards in play lie or may come to lie now."""
    turn_since_s: float
    reached: frozenset[Place] = frozenset()
    """The places that something covered since then: hands have been there."""
    starting: bool = False
    """The table has just come into view: not all that lies there need be found yet."""
    is_first_look: bool = False
    """Whether some of the places were not looked at yet since the game came into view."""

    @property
    def seat_of(self) -> Mapping[str, int]:
        """The seat coaster of each player."""
        return self.ground.seat_of

    @property
    def calm(self) -> bool:
        """Whether nothing moves and no card in play can be hidden."""
        return not self.view.moving and not self.hidden_places

    @property
    def hidden_places(self) -> frozenset[Place]:
        """The places with cards in play, or where one may come to lie, that are hidden now."""
        return self.view.hidden & self.places

    def player_at(self, sighting: Sighting) -> str | None:
        """Whose place a sighting lies in."""
        return self.seats.get(sighting.place.seat)

    def spot(self, sighting: Sighting, rank: int | None = None) -> Spot:
        """A sighting as a spot; ``rank`` where it is known better than it was read."""
        return Spot(sighting.place, self.player_at(sighting), rank or sighting.rank, sighting.id)

    def card_due(self) -> Option | None:
        """The option that takes the next card from the draw pile, the one due first."""
        return next((o for o in self.game.expects.options if o.needs in (Needs.CARD, Needs.CARDS)), None)

    @property
    def bringing(self) -> tuple[Option, ...]:
        """The options that bring a card, out of a hand too."""
        from_somewhere = (Needs.CARD, Needs.CARDS, Needs.HAND, Needs.HANDS)
        return tuple(o for o in self.game.expects.options if o.needs in from_somewhere)

    def legal(self, *acts: Act) -> bool:
        """Whether the acts are possible now, in this order."""
        game = self.game.copy()
        try:
            for act in acts:
                game.push(act)
        except IllegalAct:
            return False
        return True


def rank_choices(sighting: Sighting, game: Game, *, besides: int | None = None) -> tuple[Choice, ...]:
    """The ranks that a sighting may show, the likeliest first; only those of which a copy may still come."""
    possible = game.possible_ranks
    ranks = [rank for rank in RANKS if possible.get(rank, 0) > 0 and rank != besides]
    ranks.sort(key=lambda rank: -(probability(sighting, rank) or 0.0))
    return tuple(
        Choice(Answer.RANK, rank=rank, sightings=(sighting.id,), probability=probability(sighting, rank))
        for rank in ranks
    )


def probability(sighting: Sighting, rank: int) -> float | None:
    return sighting.probabilities[rank - 1] if sighting.probabilities else None


def home(card: Laid) -> Spot:
    """A card where it belongs."""
    return Spot(card.place, card.player, card.rank)


def folds(scene: Scene, missing: tuple[Laid, ...]) -> list[Act]:
    """The folds that would take just what is missing."""
    if len(missing) != 1:
        return []
    options = (option for option in scene.game.expects.options if option.verb == "fold")
    cards, owner = (missing[0].rank,), missing[0].player
    return [act for option in options for act in option.listed() if act.cards == cards and act.other == owner]


def trades(scene: Scene, missing: tuple[Laid, ...]) -> list[Act]:
    """The trades that would send away just what is missing."""
    if len(missing) != 1:
        return []
    options = (option for option in scene.game.expects.options if option.verb == "discard")
    card = missing[0]
    return [act for o in options for act in o.choices if act.cards == (card.rank,) and act.player == card.player]


def last_acts(scene: Scene, missing: tuple[Laid, ...]) -> tuple[Act, ...]:
    """The last acts, up to three, that brought just what is missing."""
    acts = scene.game.acts
    count = len({card.key[0] for card in missing})
    brought = {card.key for card in scene.layout.live if card.key[0] >= len(acts) - count}
    indices = {key[0] for key in brought}
    if count <= 3 and brought == {card.key for card in missing} and len(indices) == count:
        return acts[len(acts) - count :]
    return ()
