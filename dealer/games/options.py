"""What the header's further keys may be: one small check each.

A check is given the value and the players, and returns what was expected, or ``""`` when the value serves. Numbers and
words can be asked what they allow, so that a start screen offers just that.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from dealer.rules.cards import DECK_SIZE

LARGEST = 1_000_000_000
"""The largest number that a game is played with: no table counts further."""

LONGEST_TEXT = 80
"""A forfeit is a line on the screen, characters."""

Check = Callable[[Any, Sequence[str]], str]


@dataclass(frozen=True, slots=True)
class WholeNumber:
    """A whole number from ``least`` to ``most`` (None: as large as any table counts)."""

    least: int
    most: int | None = None

    def __call__(self, value: Any, players: Sequence[str]) -> str:
        """What was expected; ``""`` when ``value`` serves."""
        whole = isinstance(value, int) and not isinstance(value, bool)
        least, most = self.least, self.most
        if whole and least <= value <= (LARGEST if most is None else most):
            return ""
        if whole and most is None and value >= least:
            most = LARGEST
        return f"a whole number, at least {least}" if most is None else f"a whole number from {least} to {most}"


def whole_number(least: int, most: int | None = None) -> WholeNumber:
    """A whole number from ``least`` to ``most``.

    >>> whole_number(1)(0, ())
    'a whole number, at least 1'
    """
    return WholeNumber(least, most)


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of ``words``."""

    words: tuple[str, ...]

    def __call__(self, value: Any, players: Sequence[str]) -> str:
        """What was expected; ``""`` when ``value`` serves."""
        serves = isinstance(value, str) and value in self.words
        return "" if serves else "one of " + ", ".join(repr(word) for word in self.words)


def one_of(*words: str) -> OneOf:
    """One of ``words``."""
    return OneOf(words)


def truth(value: Any, players: Sequence[str]) -> str:
    """True or false."""
    return "" if isinstance(value, bool) else "true or false"


def text(value: Any, players: Sequence[str]) -> str:
    """Free text."""
    if not isinstance(value, str):
        return "a text"
    return "" if len(value) <= LONGEST_TEXT else f"a text of at most {LONGEST_TEXT} letters"


def player(value: Any, players: Sequence[str]) -> str:
    """The name of somebody who plays."""
    return "" if isinstance(value, str) and value in players else "one of the players: " + ", ".join(players)


def teams(value: Any, players: Sequence[str]) -> str:
    """A list of pairs of names, everybody in one of them, and partners sit apart."""
    expected = "pairs of names such as [['A', 'C'], ['B', 'D']], everybody in one, partners not side by side"
    pairs = isinstance(value, list | tuple) and all(isinstance(team, list | tuple) and len(team) == 2 for team in value)
    if not pairs:
        return expected
    names = [name for team in value for name in team]
    if not all(isinstance(name, str) for name in names) or sorted(names) != sorted(players):
        return expected
    apart = all(abs(players.index(one) - players.index(two)) % (len(players) - 1) > 1 for one, two in value)
    return "" if apart else expected


def scores(value: Any, players: Sequence[str]) -> str:
    """A whole number for each player, in their order."""
    fits = isinstance(value, list | tuple) and len(value) == len(players)
    return "" if fits and not any(CARRY(number, players) for number in value) else "a whole number for each player"


CARRY = whole_number(0)
"""Coins that an earlier game left in the pot."""

BURN = whole_number(0, DECK_SIZE - 1)
"""Cards burnt after each shuffle."""
