"""The last calls as they stand in the game, seen or told: what can be corrected by hand."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from dealer.errors import IllegalAct
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

    def may_be(self, rank: int, game: Game) -> bool:
        """Whether the rules allow that it was this rank, with all that came after."""
        index, card = self.key
        act = replace(self.act, cards=(*self.act.cards[:card], rank, *self.act.cards[card + 1 :]))
        try:
            game.correct(index, act)
        except IllegalAct:
            return game.over and game.ended_by(index, act) is not None
        return True


def told_calls(acts: Sequence[Act]) -> tuple[ToldCall, ...]:
    """The last cards that were called, the latest first.

    >>> [call.rank for call in told_calls([Act("hit", "Ben", (7,)), Act("fold", "Ben"), Act("hit", "Ada", (4,))])]
    [4, 7]
    """
    calls = (
        ToldCall(act, (index, card))
        for index, act in reversed(tuple(enumerate(acts)))
        for card in reversed(range(len(act.cards)))
    )
    return tuple(call for call, _number in zip(calls, range(LAST_CALLS), strict=False))
