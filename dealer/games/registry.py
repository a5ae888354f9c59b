"""Every game, twist and stake that can be played, by name."""

from collections.abc import Mapping
from functools import lru_cache

from dealer.games.basic import Basic
from dealer.games.blackstone import Blackstone
from dealer.games.continuous import Continuous
from dealer.games.five_cards import FiveCards
from dealer.games.goblin_poker import GoblinPoker
from dealer.games.hawthorn import Hawthorn
from dealer.games.kitty import Kitty
from dealer.games.monster import Monster
from dealer.games.port import Port
from dealer.games.regent import Regent
from dealer.games.rocket import Rocket
from dealer.games.stakes import STAKES
from dealer.games.starboard import Starboard
from dealer.games.sweep import Sweep
from dealer.games.table import Table
from dealer.games.troll_guts import TrollGuts
from dealer.games.twists import TWISTS
from dealer.games.venture import Venture

__all__ = ["GAMES", "INCOMPATIBLE", "STAKES", "TWISTS", "USUAL_GAME", "rules"]

GAMES: Mapping[str, type[Table]] = {
    game.variant: game
    for game in (
        Basic,
        Continuous,
        Port,
        Starboard,
        Rocket,
        Blackstone,
        Hawthorn,
        GoblinPoker,
        Monster,
        Regent,
        TrollGuts,
        Sweep,
        Kitty,
        Venture,
        FiveCards,
    )
}
"""The games, by the name that a record's header has."""

USUAL_GAME = next(iter(GAMES))
"""What is played when nobody says what."""

INCOMPATIBLE: tuple[frozenset[str], ...] = (frozenset({"calamities", "unlucky-seven"}),)
"""Twists that cannot be played together."""


@lru_cache(maxsize=256)
def rules(variant: str, twists: frozenset[str] = frozenset()) -> type[Table]:
    """The class that plays ``variant`` with ``twists`` wrapped around it.

    >>> rules("basic").__name__
    'Basic'
    >>> rules("basic", frozenset({"calamities", "pieces-of-eight"})).__name__
    'CalamitiesAndPiecesOfEightAndBasic'
    """
    game = GAMES[variant]
    wraps = [wrap for name, wrap in TWISTS.items() if name in twists]
    if not wraps:
        return game
    bases = (*reversed(wraps), game)
    return type("And".join(base.__name__ for base in bases), bases, {})
