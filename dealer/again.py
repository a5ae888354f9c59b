"""The next game at the same table: who deals, who has the button, and what is still in the pot."""

from dataclasses import replace

from dealer.draft import Draft
from dealer.game import Game
from dealer.games.options import player
from dealer.header import Header


def next_header(game: Game) -> Header:
    """The header of the next game with the same players, once ``game`` is over.

    The deal passes to the left (000, Rocket and Monster), and with it the button (000, Starboard) or whoever was named
    to begin. Coins left in the pot stay there.
    """
    draft = Draft.of_header(game.header)
    number = len(draft.names)
    dealer = (draft.names.index(game.dealer) + 1) % number
    moved = {
        key: (value + 1) % number
        for key, value in draft.options.items()
        if draft.game.options[key] is player and isinstance(value, int)
    }
    keys = replace(draft, dealer=dealer, options={**draft.options, **moved}).header().to_mapping()
    keys.pop("carry", None)
    if pot := game.state.pot:
        keys["carry"] = pot
    return Header.from_mapping(keys)
