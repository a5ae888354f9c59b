"""The last screen of a game: who won or lost, who pays whom how much, what stays in the pot, who deals next.

What it says of the next game is what ``Game`` says, as the voice does and ``dealer.game.next_game`` begins it.
"""

from collections.abc import Sequence

from dealer.books.facts import Coin, Reckoning, Settled
from dealer.display.screens import Call, EndScreen, Standing
from dealer.game.driver import Event, Game
from dealer.hands.evening_words import who_pays
from dealer.hands.pictures_shown import words_of
from dealer.locale import _
from dealer.table.extras import goal
from dealer.words.prompts import Prompt
from dealer.words.worth import coins_in_words

NOTHING_SETTLED = Reckoning()


def end_screen(
    game: Game,
    prompt: Prompt,
    card: Call | None = None,
    reckoning: Reckoning = NOTHING_SETTLED,
    next_dealer: str | None = None,
) -> EndScreen:
    """The screen of a game that is over; ``prompt`` is what is said of it, ``card`` what decided it, if its picture was
    kept. ``reckoning``: what a coin is worth, and what was settled since. ``next_dealer``: where others play next.
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
    due, settled, later = settlement(game, reckoning)
    if forfeit and state.losers and reckoning.forfeit_done:
        settled = (_("Forfeit done: {forfeit}").format(forfeit=forfeit), *settled)
    elif forfeit and state.losers:
        detail = _("Forfeit: {forfeit}.").format(forfeit=forfeit)
    card = card or deciding_card(game)
    notes = (*later, *next_game(game, next_dealer))
    return EndScreen(prompt.headline, detail, standings, target, labels, due, notes, card, settled=settled)


def deciding_card(game: Game) -> Call | None:
    """The card that was folded for, else the last one that was called; None where it was a whole hand."""
    for event in game.events:
        if event.kind == "fold" and event.rank is not None:
            return Call(words_of(game.acts[-1]), event.player, event.rank)
    act = next((act for act in reversed(game.acts) if act.cards), None)
    return None if act is None or len(act.cards) > 1 else Call(words_of(act), act.player, act.cards[0])


def settlement(game: Game, reckoning: Reckoning = NOTHING_SETTLED) -> tuple[tuple[str, ...], ...]:
    """What is due, and what stays in the pot; what is settled; what another evening settles.

    Due is who pays whom because of the last act; once people have begun to settle, who pays whom by the books.
    """
    coin, settled = reckoning.coin, reckoning.settled
    due = [] if settled is not None else _of_the_game(game, coin)
    due += [_("Still due: {payment}").format(payment=who_pays(one, coin)) for one in (settled or Settled()).due]
    later = [_("Next evening: {payment}").format(payment=who_pays(one, coin)) for one in (settled or Settled()).later]
    done = [_("All is settled.")] if settled is not None and not (due or later) else []
    here = game.state.pot if settled is None else min(game.state.pot, settled.pot)
    if here:
        due.append(_("In the pot for the next game: {coins}").format(coins=coins_in_words(coin, here)))
    if settled is not None and settled.pot > here:  # of other games: "Again" leaves it there
        later.append(_("{coins} kept for later").format(coins=coins_in_words(coin, settled.pot - here)))
    return tuple(due), tuple(done), tuple(later)


def _of_the_game(game: Game, coin: Coin) -> list[str]:
    """Who pays whom how much because of the last act."""
    lines: list[str] = []
    for payer in dict.fromkeys(event.player for event in game.events if event.kind == "pays"):
        paid = [event for event in game.events if event.kind == "pays" and event.player == payer]
        for payment in _lines_of(paid, game, coin):
            lines.append(_("{player} pays {payments}").format(player=payer, payments=payment))
    received = [event for event in game.events if event.kind == "receives" and event.amount]
    lines += [_("From the pot: {payments}").format(payments=one) for one in _lines_of(received, game, coin)]
    return lines


def next_game(game: Game, next_dealer: str | None = None) -> tuple[str, ...]:
    """Who deals and has the button next; where others play, only who deals."""
    dealer = _("{player} deals next").format(player=next_dealer or game.next_dealer)
    if game.next_button is None or next_dealer is not None:
        return (dealer,)
    return (dealer, _("Button: {player}").format(player=game.next_button))


def _lines_of(events: Sequence[Event], game: Game, coin: Coin) -> list[str]:
    """Payments, a line each; what everybody gets alike is one line."""
    everybody = len(events) == len(game.header.players) - (events[0].kind == "pays") > 1 if events else False
    if everybody and len({(event.amount, event.kind == "pays" and event.other is None) for event in events}) == 1:
        return [_to_whom(events[0], coin, everybody=True)]
    return [_to_whom(event, coin) for event in events]


def _to_whom(event: Event, coin: Coin, *, everybody: bool = False) -> str:
    """How much, and who gets it."""
    words = _("{coins} to {player}")
    if event.kind == "receives":
        words = _("{player} {coins}")
    elif event.other is None:
        words = _("{coins} into the pot")
    if everybody:
        words = _("everybody {coins}") if event.kind == "receives" else _("{coins} to everybody")
    player = event.player if event.kind == "receives" else event.other
    return words.format(coins=coins_in_words(coin, event.amount or 0), player=player)
