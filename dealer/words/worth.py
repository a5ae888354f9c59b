"""Coins in words: how many, and what they are worth."""

from dealer.books.facts import Coin
from dealer.locale.language import Language, mark, mark_several, spoken

PEANUT = "peanut"
"""The name of a coin that is a peanut; it is said in the house's language."""

PEANUTS = mark_several("{number} peanut", "{number} peanuts")
MONEY = mark("{whole}.{part} {currency}")


def money(coin: Coin, coins: int, language: Language | None = None) -> str:
    """What coins are worth; empty where they are worth nothing.

    >>> money(Coin(10, "£"), 3), money(Coin(10, "£"), 12), money(Coin(20, "€"), 1), money(Coin(), 3)
    ('30 p', '£1.20', '0.20 €', '')
    """
    hundredths = coin.hundredths * abs(coins)
    if not hundredths:
        return ""
    whole, part = divmod(hundredths, 100)
    if coin.currency == "£":
        return f"£{whole}.{part:02}" if whole else f"{part} p"
    return (language or spoken()).say(MONEY, whole=whole, part=f"{part:02}", currency=coin.currency)


def coins_in_words(coin: Coin, coins: int, language: Language | None = None) -> str:
    """An amount, and what it is worth: "3 (30 p)".

    >>> coins_in_words(Coin(10, "£"), 3), coins_in_words(Coin(name=PEANUT), 3), coins_in_words(Coin(), 3)
    ('3 (30 p)', '3 peanuts', '3')
    """
    language = language or spoken()
    if worth := money(coin, coins, language):
        return f"{coins} ({worth})"
    if coin.name == PEANUT:
        return language.count(*PEANUTS, coins)
    return f"{coins} {coin.name}".rstrip()
