"""What a game says of each who played it: pairs against the odds, folds against a hit, points, whose cards they took.

The chance of a pair comes with the act, as it was when the card fell; the rest is replayed.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from dealer.game.driver import Game, Header
from dealer.game.odds import cost_of_a_hit
from dealer.rules.acts import Act
from dealer.rules.expect import Needs

TENTH = 10
"""Rocket: all payouts are based on 1/10 of the bet."""


@dataclass(slots=True)
class Share:
    """One player's part in a game; ``pairs`` are all, ``pairs_told`` those of cards whose odds were kept."""

    goes_on: bool = False
    """Whether the game is the one before, which went on with other players."""
    lost: bool = False
    won: bool = False
    points: int = 0
    """Points taken in it, not those that somebody began with."""
    coins: int = 0
    pairs: int = 0
    cards: int = 0
    pairs_told: int = 0
    expected: float = 0.0
    folds: int = 0
    folds_cost: int = 0
    hits_would: float = 0.0
    taken_from: Counter[int] = field(default_factory=Counter)
    """How many cards of each other player, by seat."""


def shares(header: Header, acts: Sequence[Act], chances: Sequence[float | None]) -> tuple[Game, list[Share]]:
    """The game after these acts, and what they say of each player, by seat.

    ``chances`` are those kept with the acts, None where none was. Of folds only those count where the player could have
    taken a card instead. Raises IllegalAct.
    """
    game = Game(header)
    found = {name: Share(goes_on="scores" in header.options) for name in header.players}
    began = {player.name: player.score for player in game.state.players}
    for act, chance in zip(acts, chances, strict=True):
        instead = _a_hit_would_cost(game, act) if act.verb == "fold" else None
        for event in game.push(act):
            share = found.get(event.player or "")
            if share is None:
                continue
            if event.kind == "pair":
                share.pairs += 1
                share.pairs_told += chance is not None
            elif event.kind == "fold":
                if event.other is not None:
                    share.taken_from[header.players.index(event.other)] += 1
                if instead is not None:
                    share.folds += 1
                    share.folds_cost += event.amount or 0
                    share.hits_would += instead
        receiver = (act.other if act.verb == "attack" else act.player) or ""
        if chance is not None and receiver in found:
            found[receiver].cards += 1
            found[receiver].expected += chance
    state = game.state
    for player in state.players:
        share = found[player.name]
        share.points, share.coins = player.score - began[player.name], player.coins
        share.lost, share.won = player.name in state.losers, player.name in state.winners
    return game, list(found.values())


def _a_hit_would_cost(game: Game, fold: Act) -> float | None:
    """What a card instead of this fold would have cost on average; None where there was no such choice."""
    player = fold.player
    hits = any(one.verb == "hit" and one.player == player and one.needs is Needs.CARD for one in game.expects.options)
    if not hits or player is None:
        return None
    tenth = 1
    if game.header.rules.against_the_dealer:
        bets = [act.number or 0 for act in game.acts if act.verb == "bet" and act.player == player]
        tenth = bets[-1] // TENTH
    return float(cost_of_a_hit(game, player) * tenth)
