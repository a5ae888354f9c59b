"""The small phrases that sentences are filled with, as shown (digits) or as said (words): "3 coins", "both 4s"."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from dealer.books.facts import Coin
from dealer.locale.language import Language, mark, mark_several
from dealer.words.worth import money

COINS = mark_several("{number} coin", "{number} coins")
POINTS = mark_several("{number} point", "{number} points")
CARDS = mark_several("{number} card", "{number} cards")
THE_CARD = mark("the {rank}")
RANK_MANY = mark("{rank}s")
BOTH = mark("both {ranks}")
SEVERAL = mark("{number} {ranks}")


@dataclass(frozen=True, slots=True)
class Phrases:
    """Phrases in one language; ``aloud``: numbers are words. As shown, coins stand with what each ``coin`` is worth."""

    language: Language
    aloud: bool = False
    coin: Coin = Coin()

    def say(self, message: str, facts: "Facts | None" = None) -> str:
        """``message`` with its braces filled: whole numbers and phrases are worded, strings stand as they are."""
        filled = {key: self.word(fact) for key, fact in (facts or {}).items()}
        return self.language.say(message, **filled)

    def word(self, fact: "Fact") -> str:
        """One fact in words."""
        if isinstance(fact, str):
            return fact
        return self.number(fact) if isinstance(fact, int) else fact(self)

    def number(self, number: int) -> str:
        """A number: digits, or a word."""
        return self.language.number(number) if self.aloud else str(number)

    def coins(self, number: int) -> str:
        """An amount of coins.

        >>> Phrases(Language(), coin=Coin(50, "€")).coins(2)
        '2 coins (1.00 €)'
        """
        words = self.language.count(*COINS, number, number=self.number(number))
        worth = "" if self.aloud else money(self.coin, number, self.language)
        return f"{words} ({worth})" if worth else words

    def points(self, number: int) -> str:
        """An amount of points."""
        return self.language.count(*POINTS, number, number=self.number(number))

    def count_of_cards(self, number: int) -> str:
        """A number of cards in words."""
        return self.language.count(*CARDS, number, number=self.number(number))

    def card(self, rank: int) -> str:
        """The card of a rank."""
        return self.language.card(rank) if self.aloud else self.language.say(THE_CARD, rank=rank)

    def ranks(self, cards: Iterable[int]) -> str:
        """Ranks one after the other: "10, 9 and 7"."""
        return self.language.join([self.number(rank) for rank in cards])

    def cards(self, cards: Sequence[int], *, all_of_them: bool = True) -> str:
        """Cards by rank, the highest first. ``all_of_them``: of a rank none was left, so two of it are both.

        >>> Phrases(Language()).cards((3, 4, 4))
        'both 4s and the 3'
        >>> Phrases(Language(), aloud=True).cards((3, 4, 4), all_of_them=False)
        'two fours and the three'
        """
        named = []
        for rank in sorted(set(cards), reverse=True):
            number = list(cards).count(rank)
            several = self.language.cards(rank) if self.aloud else self.language.say(RANK_MANY, rank=rank)
            if number == 1:
                named.append(self.card(rank))
            elif number == 2 and all_of_them:
                named.append(self.language.say(BOTH, ranks=several))
            else:
                named.append(self.language.say(SEVERAL, number=self.language.number(number), ranks=several))
        return self.language.join(named)

    def names(self, players: Sequence[str]) -> str:
        """Players in words."""
        return self.language.join(players)


def capitalised(sentence: str) -> str:
    """A sentence that may begin with a number's word begins with a capital.

    >>> capitalised("two cards for Bob.")
    'Two cards for Bob.'
    """
    return sentence[:1].upper() + sentence[1:]


Fact: TypeAlias = str | int | Callable[[Phrases], str]
Facts: TypeAlias = Mapping[str, Fact]


def coins(number: int) -> Fact:
    """An amount of coins, worded later."""
    return lambda phrases: phrases.coins(number)


def points(number: int) -> Fact:
    """An amount of points, worded later."""
    return lambda phrases: phrases.points(number)


def count_of_cards(number: int) -> Fact:
    """A number of cards, worded later."""
    return lambda phrases: phrases.count_of_cards(number)


def card(rank: int) -> Fact:
    """The card of a rank, worded later."""
    return lambda phrases: phrases.card(rank)


def ranks(cards: Iterable[int]) -> Fact:
    """Ranks one after the other, worded later."""
    return lambda phrases: phrases.ranks(cards)


def cards(several: Sequence[int], *, all_of_them: bool = True) -> Fact:
    """Cards by rank, worded later."""
    return lambda phrases: phrases.cards(several, all_of_them=all_of_them)


def names(players: Sequence[str]) -> Fact:
    """Players, worded later."""
    return lambda phrases: phrases.names(players)
