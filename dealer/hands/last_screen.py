"""The last screen of a game: who won or lost, who pays whom how much, what stays in the pot, who deals next.

What it says of the next game is what ``Game`` says, as the voice does and ``dealer.game.next_game`` begins it.
"""

from dealer.display.players import signed
from dealer.display.screens import EndScreen, Standing
from dealer.game.driver import Event, Game
from dealer.locale import _, ngettext
from dealer.table.extras import goal
from dealer.words.prompts import Prompt


def end_screen(game: Game, prompt: Prompt) -> EndScreen:
    """The screen of a game that is over; ``prompt`` is what is said of it."""
    state = game.state
    coins_only = not game.header.rules.keeps_score
    any_coins = any(player.coins for player in state.players)
    standings = tuple(
        Standing(
            player.name,
            player.coins if coins_only else player.score,
            player.name in state.losers,
            "" if coins_only or not any_coins else _coins(player.coins),
            winner=player.name in state.winners,
            counts_coins=coins_only,
        )
        for player in state.players
    )
    labels = tuple((meaning.button, meaning.label) for meaning in prompt.meanings)
    target = None if coins_only else goal(game)
    forfeit = game.header.option("forfeit", "")
    detail = "" if state.losers or state.winners else prompt.detail
    if forfeit and state.losers:
        detail = _("Forfeit: {forfeit}.").format(forfeit=forfeit)
    return EndScreen(prompt.headline, detail, standings, target, labels, settlement(game))


def settlement(game: Game) -> tuple[str, ...]:
    """Who pays whom how much because of the last act, what stays in the pot, who deals and has the button next."""
    lines = []
    for payer in dict.fromkeys(event.player for event in game.events if event.kind == "pays"):
        paid = [_to_whom(event) for event in game.events if event.kind == "pays" and event.player == payer]
        lines.append(_("{player} pays {payments}").format(player=payer, payments=", ".join(paid)))
    received = [f"{event.player} {event.amount}" for event in game.events if event.kind == "receives" and event.amount]
    if received:
        lines.append(_("From the pot: {payments}").format(payments=", ".join(received)))
    if game.state.pot:
        lines.append(_("In the pot for the next game: {coins}").format(coins=game.state.pot))
    lines.append(_("Next dealer: {player}").format(player=game.next_dealer))
    if game.next_button is not None:
        lines.append(_("Next button: {player}").format(player=game.next_button))
    return tuple(lines)


def _to_whom(event: Event) -> str:
    if event.other is None:
        return _("{coins} into the pot").format(coins=event.amount)
    return _("{coins} to {player}").format(coins=event.amount, player=event.other)


def _coins(number: int) -> str:
    """Coins won or lost, with their sign."""
    return ngettext("{coins} coin", "{coins} coins", abs(number)).format(coins=signed(number))
