"""Dealing one card to each of some players: who is still due, and what is expected then."""

from collections.abc import Mapping
from functools import lru_cache

from dealer.rules.cards import RANKS
from dealer.rules.events import event
from dealer.rules.expect import Expectation, card_from_the_pile


class Deal:
    """A card is due to each of some seats, the first of them first; ``next`` is the deal to the others of them.

    ``seat`` and ``player`` are who is due first, and ``dealt[rank]`` is what is told when that card comes.
    """

    __slots__ = ("dealt", "due", "expects", "next", "player", "seat")

    def __init__(self, names: tuple[str, ...], due: tuple[int, ...], deals: Mapping[tuple[int, ...], "Deal"]) -> None:
        self.due = due
        self.expects = Expectation(
            [card_from_the_pile("deal", names[seat]) for seat in due],
            rule="Start with the player on the dealer's left and deal clockwise (000, Some Hints for Dealing).",
        )
        self.next = deals[due[1:]] if due else self
        self.seat, self.player = (due[0], names[due[0]]) if due else (-1, "")
        self.dealt = tuple([event("dealt", self.player, rank) for rank in range(RANKS[-1] + 1)])


class Deals(dict[tuple[int, ...], Deal]):
    """The deals to some players, by the seats that are due; each is made when it is first asked for."""

    def __init__(self, names: tuple[str, ...]) -> None:
        super().__init__()
        self.names = names

    def __missing__(self, due: tuple[int, ...]) -> Deal:
        self[due] = deal = Deal(self.names, due, self)
        return deal


deals_among = lru_cache(maxsize=256)(Deals)
"""The deals to these players: all their games share them."""
