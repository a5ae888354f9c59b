"""Coins that change hands because an act is taken back or corrected: who gives whom how much, in fewest payments."""

from collections.abc import Sequence
from dataclasses import dataclass

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


def coins_back(before: Game, after: Game, worded: Phrases) -> tuple[str, ...]:
    """What is said of the coins when ``before`` has become ``after``; a sentence each, none where no coin moves."""
    payments = payments_between(before, after)
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
    moved = [account for account in now if now[account] != then[account]]
    payments = []
    for group in _settling_apart([now[account] - then[account] for account in moved]):
        owed = {moved[index]: now[moved[index]] - then[moved[index]] for index in sorted(group)}
        givers = [account for account in owed if owed[account] < 0]
        takers = [account for account in owed if owed[account] > 0]
        while givers:
            giver, taker = givers[0], takers[0]
            coins = min(-owed[giver], owed[taker])
            returns = giver is None or now[giver] >= start[giver]
            recovers = taker is None or now[taker] <= start[taker]
            payments.append(Payment(giver, taker, coins, undone or (returns and recovers)))
            owed[giver] += coins
            owed[taker] -= coins
            givers = [account for account in givers if owed[account]]
            takers = [account for account in takers if owed[account]]
    return tuple(payments)


def _accounts(game: Game) -> dict[str | None, int]:
    """The coins of each player, and in the pot (None)."""
    state = game.state
    return {**{player.name: player.coins for player in state.players}, None: state.pot}


def _settling_apart(changes: Sequence[int]) -> list[list[int]]:
    """As many groups (of indices) as there can be that settle among themselves: one payment is saved by each.

    >>> sorted(map(sorted, _settling_apart([3, -2, -3, 2])))
    [[0, 2], [1, 3]]
    """
    every = (1 << len(changes)) - 1
    sums, groups, last = [0] * (every + 1), [0] * (every + 1), [0] * (every + 1)
    for chosen in range(1, every + 1):
        members = [index for index in range(len(changes)) if chosen >> index & 1]
        sums[chosen] = sum(changes[index] for index in members)
        last[chosen] = max(members, key=lambda index: groups[chosen ^ 1 << index])
        groups[chosen] = groups[chosen ^ 1 << last[chosen]] + (sums[chosen] == 0)
    found: list[list[int]] = []
    left = every
    while left:
        if sums[left] == 0:
            found.append([])
        found[-1].append(last[left])
        left ^= 1 << last[left]
    return found
