"""A player leaves in the middle of a game: where the rules let them fold or lock for good, the game goes on."""

from dealer.game.driver import Game
from dealer.rules.acts import Act
from dealer.rules.expect import Needs

WAYS_OUT = ("fold", "lock")
"""The acts that end a player's part in a hand."""


def may_drop_out(game: Game, player: str) -> bool:
    """Whether the rules let the game go on without ``player``, once it is their turn."""
    in_play = any(one.name == player and one.status == "in" for one in game.state.players)
    return game.header.rules.out_for_good and in_play and not game.over


def way_out(game: Game, player: str) -> Act | None:
    """The act with which ``player`` is out for good, if it is possible now; it needs no card."""
    if not may_drop_out(game, player):
        return None
    for option in game.expects.options:
        if option.player == player and option.verb in WAYS_OUT and option.needs is Needs.NOTHING:
            return option.told
    return None
