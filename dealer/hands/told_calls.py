"""The last calls as they stand in the game, seen or told: what can be corrected by hand."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from dealer.game.driver import Game
from dealer.rules.acts import Act
from dealer.seen.layout import Key

LAST_CALLS = 6
"""How many calls can be corrected by hand, the latest first."""


@dataclass(frozen=True, slots=True)
class ToldCall:
    """A card of an act: ``key`` is the act's place in the game and the card's in the act."""

    act: Act
    key: Key

    @property
    def rank(self) -> int:
        """The card as it was called."""
        return self.act.cards[self.key[1]]

    @property
    def one(self) -> Act:
        """The act with this card alone."""
        return replace(self.act, cards=(self.rank,))

    def stands_in(self, game: Game) -> bool:
        """Whether it is still the act at its place."""
        index = self.key[0]
        return index < len(game.acts) and game.acts[index] == self.act


def told_calls(acts: Sequence[Act], lays: Callable[[Act], bool]) -> tuple[ToldCall, ...]:
    """The last cards that came, the latest first; ``lays``: whether an act lays its cards on the table.

    >>> acts = [Act("hit", "Ben", (7,)), Act("hit", "Ada", (4,)), Act("fold", "Ben", (4,), "Ada")]
    >>> [call.rank for call in told_calls(acts, lambda act: act.verb == "hit")]
    [4, 7]
    """
    calls = (
        ToldCall(act, (index, card))
        for index, act in reversed(tuple(enumerate(acts)))
        if lays(act)
        for card in reversed(range(len(act.cards)))
    )
    return tuple(call for call, _number in zip(calls, range(LAST_CALLS), strict=False))
