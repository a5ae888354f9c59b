"""The last screen of a game: who won or lost, who pays whom how much, what stays in the pot, who deals next.

What it says of the next game is what ``Game`` says, as the voice does and ``dealer.game.next_game`` begins it.
"""

from collections.abc import Sequence

from dealer.books.facts import Coin, PostingKind, Reckoning
from dealer.display.screens import Call, EndScreen, Standing
from dealer.game.driver import Event, Game
from dealer.hands.pictures_shown import words_of
from dealer.locale import _
from dealer.locale.language import spoken
from dealer.table.extras import goal
from dealer.words.prompts import Prompt
from dealer.words.worth import coins_in_words

NOTHING_SETTLED = Reckoning()

MOST_NAMED = 2
"""More than so many others are not named where everybody gets the same."""


def end_screen(
    game: Game, prompt: Prompt, card: Call | None = None, reckoning: Reckoning = NOTHING_SETTLED
) -> EndScreen:
    """The screen of a game that is over; ``prompt`` is what is said of it, ``card`` what decided it, if its picture was
    kept. ``reckoning``: what a coin is worth, and what was settled since.
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
    notes = (*later, *next_game(game))
    return EndScreen(prompt.headline, detail, standings, target, labels, due, notes, card, settled=settled)


def deciding_card(game: Game) -> Call | None:
    """The card that was folded for, else the last one that was called; None where it was a whole hand."""
    for event in game.events:
        if event.kind == "fold" and event.rank is not None:
            return Call(words_of(game.acts[-1]), event.player, event.rank)
    act = next((act for act in reversed(game.acts) if act.cards), None)
    return None if act is None or len(act.cards) > 1 else Call(words_of(act), act.player, act.cards[0])


def settlement(game: Game, reckoning: Reckoning = NOTHING_SETTLED) -> tuple[tuple[str, ...], ...]:
    """Who pays whom how much because of the last act, and what stays in the pot; what is paid; what is paid another
    evening."""
    due: list[str] = []
    settled: list[str] = []
    later: list[str] = []
    payers = dict.fromkeys(event.player for event in game.events if event.kind == "pays")
    for how, pays, out_of_the_pot, lines in (
        (None, _("{player} pays {payments}"), _("From the pot: {payments}"), due),
        (PostingKind.CASH, _("{player} has paid {payments}"), _("Paid from the pot: {payments}"), settled),
        (PostingKind.CARRY, _("{player} pays {payments} later"), _("Later from the pot: {payments}"), later),
    ):
        for payer in payers:
            paid = [
                event
                for event in game.events
                if event.kind == "pays" and event.player == payer and reckoning.settled(payer, event.other) is how
            ]
            for alike in _alike(paid):
                lines.append(pays.format(player=payer, payments=_to_whom(alike, game, reckoning.coin)))
        received = [
            event
            for event in game.events
            if event.kind == "receives" and event.amount and reckoning.settled(None, event.player) is how
        ]
        for alike in _alike(received):
            lines.append(out_of_the_pot.format(payments=_from_the_pot(alike, reckoning.coin)))
    if game.state.pot:
        left = coins_in_words(reckoning.coin, game.state.pot)
        due.append(_("In the pot for the next game: {coins}").format(coins=left))
    return tuple(due), tuple(settled), tuple(later)


def next_game(game: Game) -> tuple[str, ...]:
    """Who deals and has the button next."""
    dealer = _("{player} deals next").format(player=game.next_dealer)
    if game.next_button is None:
        return (dealer,)
    return (dealer, _("Button: {player}").format(player=game.next_button))


def _alike(events: Sequence[Event]) -> list[list[Event]]:
    """Equal amounts together; what goes into the pot by itself."""
    found: dict[tuple[int | None, bool], list[Event]] = {}
    for event in events:
        found.setdefault((event.amount, event.kind == "pays" and event.other is None), []).append(event)
    return list(found.values())


def _to_whom(alike: Sequence[Event], game: Game, coin: Coin) -> str:
    """One player's equal payments."""
    coins = coins_in_words(coin, alike[0].amount or 0)
    takers = [event.other for event in alike if event.other is not None]
    words = _("{coins} each to {players}") if len(takers) > 1 else _("{coins} to {player}")
    if MOST_NAMED < len(takers) == len(game.header.players) - 1:
        words = _("{coins} to everybody")
    if not takers:
        words = _("{coins} into the pot")
    return words.format(coins=coins, players=spoken().join(takers), player="".join(takers[:1]))


def _from_the_pot(alike: Sequence[Event], coin: Coin) -> str:
    """Who get the same out of the pot."""
    coins, names = coins_in_words(coin, alike[0].amount or 0), [event.player or "" for event in alike]
    words = _("{players} {coins} each") if len(names) > 1 else _("{players} {coins}")
    return words.format(players=spoken().join(names), coins=coins)
