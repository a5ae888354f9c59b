"""Coins that change hands because an act is taken back or corrected: who gives whom how much, in fewest payments."""

from collections.abc import Sequence
from dataclasses import dataclass

from dealer.books import settling
from dealer.game.driver import Game
from dealer.seen.verdicts import Replaced
from dealer.words import calls, phrases
from dealer.words.phrases import Phrases


@dataclass(frozen=True, slots=True)
class Payment:
    """``giver`` gives ``taker`` so many coins; None is the pot. ``back``: they are where they came from."""

    giver: str | None
    taker: str | None
    coins: int
    back: bool = True


def coins_back(before: Game, after: Game, worded: Phrases, *, settling: bool = False) -> tuple[str, ...]:
    """What is said of the coins when ``before`` has become ``after``; a sentence each, none where no coin moves.
    ``settling``: people have begun to settle. What was paid nobody gives back before the books say so."""
    payments = payments_between(before, after)
    if payments and settling:
        return (worded.say(calls.DUE_ANEW, {}),)
    told: dict[tuple[object, ...], list[Payment]] = {}
    for payment in payments:
        # several who do the same are told together
        same = ("pot", payment.coins) if payment.giver is None else (payment.taker, payment.coins)
        told.setdefault((*same, payment.back), []).append(payment)
    return tuple(_sentence(alike, worded) for alike in told.values())


def _sentence(alike: Sequence[Payment], worded: Phrases) -> str:
    first = alike[0]
    if first.giver is None:
        messages, names = calls.OUT_OF_THE_POT, [one.taker or "" for one in alike]
    else:
        messages, names = calls.GIVES if first.taker else calls.INTO_THE_POT, [one.giver or "" for one in alike]
    one, several, one_back, several_back = messages
    single, many = (one_back, several_back) if first.back else (one, several)
    facts = {"player": names[0], "players": phrases.names(names), "coins": phrases.coins(first.coins)}
    return worded.say(single if len(names) == 1 else many, {**facts, "other": first.taker or ""})


def before_replacing(game: Game, replaced: Replaced) -> Game:
    """The game as it was before its acts were replaced."""
    return Game(game.header, (*game.acts[: replaced.kept], *replaced.gone))


def payments_between(before: Game, after: Game) -> tuple[Payment, ...]:
    """The fewest payments that lead from the coins of ``before`` to those of ``after``."""
    undone = after.acts == before.acts[: len(after.acts)]
    then, now, start = (_accounts(game) for game in (before, after, Game(after.header)))
    found = []
    for giver, taker, coins in settling.payments({account: now[account] - then[account] for account in now}):
        returns = giver is None or now[giver] >= start[giver]
        recovers = taker is None or now[taker] <= start[taker]
        found.append(Payment(giver, taker, coins, undone or (returns and recovers)))
    return tuple(found)


def _accounts(game: Game) -> dict[str | None, int]:
    """The coins of each player, and in the pot (None)."""
    state = game.state
    return {**{player.name: player.coins for player in state.players}, None: state.pot}
