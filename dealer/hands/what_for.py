"""What is played for, in words and in money."""

from dealer.books.facts import Coin
from dealer.game.choices import Draft
from dealer.locale import _, ngettext
from dealer.words.worth import PEANUT, coins_in_words, money

COINS: tuple[Coin, ...] = (
    Coin(),
    Coin(name=PEANUT),
    *(Coin(pence, "£") for pence in (5, 10, 20, 50, 100)),
    *(Coin(cents, "€") for cents in (5, 10, 20, 50, 100)),
    *(Coin(cents, "$") for cents in (5, 10, 25, 100)),
)
"""What a coin may be worth."""


def stepped_coin(coin: Coin, step: int) -> Coin:
    """The next worth, or the one before; from one that is none of these, the first."""
    return COINS[(COINS.index(coin) + step) % len(COINS)] if coin in COINS else COINS[0]


def coin_title(coin: Coin) -> str:
    """What one coin is worth."""
    return worth(coin, 1) if coin != Coin() else _("nothing")


def worth(coin: Coin, coins: int) -> str:
    """What so many coins are: money where they are worth some, else how many of what.

    >>> worth(Coin(10, "£"), 3), worth(Coin(20, "€"), 1), worth(Coin(name="peanut"), 2), worth(Coin(), 1)
    ('30 p', '0.20 €', '2 peanuts', '1 coin')
    """
    if coin != Coin():
        return money(coin, coins) or coins_in_words(coin, coins)
    return ngettext("{coins} coin", "{coins} coins", coins).format(coins=coins)


def what_for(draft: Draft, coin: Coin) -> str:
    """What is played for, in a sentence; empty where the game is its own reward."""
    if draft.game.has_stakes:
        return _of_stakes(draft, coin)
    amount = draft.value("coin") if "coin" in draft.game.options else None
    if isinstance(amount, int) and amount:
        words = _("The others pay the winner {amount} a point of difference.")
        return words.format(amount=worth(coin, amount))
    if draft.game.keeps_score:
        return _("For the honour.")
    return _("For coins.") if coin == Coin() else _("For coins of {amount}.").format(amount=coin_title(coin))


def _of_stakes(draft: Draft, coin: Coin) -> str:
    if draft.stakes == "forfeit":
        forfeit = str(draft.value("forfeit"))
        return _("The loser {forfeit}.").format(forfeit=forfeit) if forfeit else _("For the honour.")
    each, penalty = draft.value("coin"), draft.value("penalty")
    coins = each if isinstance(each, int) else 1
    if draft.stakes == "tacoma" and isinstance(penalty, int):
        coins *= penalty
    words = {
        "seattle": _("The loser pays everybody {amount}."),
        "downspear": _("The loser pays everybody {amount}."),
        "norland": _("The loser pays the lowest {amount}."),
        "tacoma": _("The loser pays the lowest {amount}."),
        "cutchfeld": _("The loser pays the lowest {amount} a point."),
        "olympia": _("The loser pays the lowest {amount} a point of difference."),
        "portland": _("The loser pays everybody {amount} a point of difference."),
    }[draft.stakes]
    return words.format(amount=worth(coin, coins))
