"""Limits: how many coins one may lose in a game and in an evening before the table is asked whether it plays on."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from dealer.books.facts import Coin
from dealer.game.driver import Game
from dealer.rules.acts import Act
from dealer.rules.cards import RANKS
from dealer.rules.expect import Needs

SMALL_HAND = 3
"""Largest hand, in cards, that is tried with each rank first: each of its cards may pair one that lies there."""


class Span(Enum):
    """What a limit is for."""

    GAME = "game"
    EVENING = "evening"


@dataclass(frozen=True, slots=True)
class Limits:
    """In coins; ``None``: there is none."""

    game: int | None = None
    evening: int | None = None

    def __bool__(self) -> bool:
        return (self.game, self.evening) != (None, None)


@dataclass(frozen=True, slots=True)
class Over:
    """``player`` would have lost ``coins``, more than the limit of this ``span``."""

    player: str
    span: Span
    coins: int


def limit(coins: int | None, money: float | None, coin: Coin) -> int | None:
    """The lower of a limit in coins and one in money, in coins; money counts where a coin is worth some.

    >>> limit(100, 5.0, Coin(10, "£")), limit(None, 5.0, Coin()), limit(None, 0.5, Coin(20, "€"))
    (50, None, 2)
    """
    found = [] if coins is None else [coins]
    if money is not None and coin.hundredths:
        found.append(round(money * 100) // coin.hundredths)
    return min(found, default=None)


def over(game: Game, lost: Mapping[str, int], limits: Limits) -> tuple[Over, ...]:
    """Who has lost more than allowed; ``lost`` is what each had lost in the evening's other games."""
    found = []
    for player in game.state.players:
        evening = lost.get(player.name, 0) - player.coins
        if limits.game is not None and -player.coins > limits.game:
            found.append(Over(player.name, Span.GAME, -player.coins))
        if limits.evening is not None and evening > limits.evening:
            found.append(Over(player.name, Span.EVENING, evening))
    return tuple(found)


def over_after(game: Game, act: Act, lost: Mapping[str, int], limits: Limits) -> tuple[Over, ...]:
    """Who would be over a limit by ``act``, which is legal, and is not yet, or not as far."""
    now = {(one.player, one.span): one.coins for one in over(game, lost, limits)}
    then = game.copy()
    then.push(act)
    return tuple(one for one in over(then, lost, limits) if one.coins > now.get((one.player, one.span), 0))


def at_risk(game: Game, lost: Mapping[str, int], limits: Limits) -> tuple[Over, ...]:
    """Who may come over a limit by the next act, as far as it may go; said before it is done.

    Of hands that are shown only some are tried, the highest and the lowest among them: who comes over a limit by
    another one is known right after.
    """
    worst: dict[tuple[str, Span], Over] = {}
    for act in _possible(game) if limits and not game.over else ():
        for one in over_after(game, act, lost, limits):
            key = (one.player, one.span)
            if key not in worst or one.coins > worst[key].coins:
                worst[key] = one
    return tuple(worst.values())


def _possible(game: Game) -> list[Act]:
    """The acts that may come next: all that can be listed; of amounts and hands only the least and the greatest."""
    found: list[Act] = []
    ranks = sorted(game.possible_ranks)
    again = [rank for rank, copies in game.possible_ranks.items() for _ in range(copies - 1)]
    for option in game.expects.options:
        if option.needs is Needs.HANDS:
            hands = [[*ranks, *again], [*reversed(ranks), *again], sorted([*ranks, *again], reverse=True)]
            if option.least <= SMALL_HAND:  # each card may pair one that lies there
                hands += [[rank, *reversed(ranks)] for rank in ranks]
            found += [option.act(*hand[: option.least]) for hand in hands]
        if option.needs is Needs.NUMBER:
            numbers = option.numbers()
            found += [option.act(number=number) for number in {numbers[0], numbers[-1]}]
    numbered = {act.verb for act in found}
    found += [act for act in game.expects.acts(RANKS) if act.verb not in numbered]
    return [act for act in found if not game.refusal(act)]
