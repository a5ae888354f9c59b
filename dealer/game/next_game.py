"""The next game at the same table: who deals, who has the button, and what is still in the pot."""

from collections.abc import Sequence
from dataclasses import replace

from dealer.game.choices import Draft
from dealer.game.driver import Game
from dealer.game.header import Header
from dealer.games.options import player


def next_header(game: Game, pot: int | None = None, names: Sequence[str] = ()) -> Header:
    """The header of the next game with the same players, once ``game`` is over; coins left in the pot stay there.

    ``pot``: what still lies there, where some of it may have been shared out since. ``names``: how the players are
    called now, by seat; empty: as they were.
    """
    left = game.state.pot
    draft = next_draft(game)
    return replace(draft, names=tuple(names) or draft.names, carry=left if pot is None else min(left, pot)).header()


def next_draft(game: Game) -> Draft:
    """What is played next by the same people, but for the pot.

    Dealer and button are those that the rules of the game name, and whoever else was named to begin moves on to the
    left. A game that is not over is dealt again by its dealer.
    """
    draft = replace(Draft.of_header(game.header), carry=0)
    seats = {name: seat for seat, name in enumerate(draft.names)}
    if not game.over:
        return replace(draft, dealer=seats[game.dealer])
    options = dict(draft.options)
    if "scores" in game.header.options:  # it went on with other players, to the score of those of before
        usual = {draft.game.usual(number, 0).get("target") for number in draft.numbers()}
        options = {key: value for key, value in options.items() if key != "target" or value not in usual}
    for key, value in tuple(options.items()):
        if draft.game.options[key] is player and isinstance(value, int):
            options[key] = (value + 1) % len(seats)
    if "button" in options and game.next_button is not None:
        options["button"] = seats[game.next_button]
    return replace(draft, dealer=seats[game.next_dealer], options=options)
