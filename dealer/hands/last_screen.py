"""The last screen of a game: who won or lost, who pays whom how much, what stays in the pot, who deals next.

What it says of the next game is what ``Game`` says, as the voice does and ``dealer.game.next_game`` begins it.
"""


from dealer.display.screens import Call, EndScreen, Standing
from dealer.game.driver import Event, Game
from dealer.hands.pictures_shown import words_of
from dealer.locale import _
from dealer.table.extras import goal
from dealer.words.prompts import Prompt


def end_screen(game: Game, prompt: Prompt, card: Call | None = None) -> EndScreen:
    """The screen of a game that is over; ``prompt`` is what is said of it, ``card`` what decided it, if its picture was
    kept.
    """
    state = game.state
    coins_only = not game.header.rules.keeps_score
    any_coins = any(player.coins for player in state.players)
    standings = tuple(
        Standing(
            player.name,
            player.coins if coins_only else player.score,
            player.name in state.losers,
            None if coins_only or not any_coins else player.coins,
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
    card = card or deciding_card(game)
    return EndScreen(prompt.headline, detail, standings, target, labels, settlement(game), next_game(game), card)


def deciding_card(game: Game) -> Call | None:
    """The card that was folded for, else the last one that was called; None where it was a whole hand."""
    for event in game.events:
        if event.kind == "fold" and event.rank is not None:
            return Call(words_of(game.acts[-1]), event.player, event.rank)
    act = next((act for act in reversed(game.acts) if act.cards), None)
    return None if act is None or len(act.cards) > 1 else Call(words_of(act), act.player, act.cards[0])


def settlement(game: Game) -> tuple[str, ...]:
    """Who pays whom how much because of the last act, and what stays in the pot."""
    lines = []
    for payer in dict.fromkeys(event.player for event in game.events if event.kind == "pays"):
        paid = [_to_whom(event) for event in game.events if event.kind == "pays" and event.player == payer]
        lines.append(_("{player} pays {payments}").format(player=payer, payments=", ".join(paid)))
    received = [f"{event.player} {event.amount}" for event in game.events if event.kind == "receives" and event.amount]
    if received:
        lines.append(_("From the pot: {payments}").format(payments=", ".join(received)))
    if game.state.pot:
        lines.append(_("In the pot for the next game: {coins}").format(coins=game.state.pot))
    return tuple(lines)


def next_game(game: Game) -> tuple[str, ...]:
    """Who deals and has the button next."""
    dealer = _("Next dealer: {player}").format(player=game.next_dealer)
    if game.next_button is None:
        return (dealer,)
    return (dealer, _("Next button: {player}").format(player=game.next_button))


def _to_whom(event: Event) -> str:
    if event.other is None:
        return _("{coins} into the pot").format(coins=event.amount)
    return _("{coins} to {player}").format(coins=event.amount, player=event.other)
