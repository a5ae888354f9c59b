"""Turns on which a player hits or stops: what Basic, Continuous and Port share, and what the twists wrap."""

from functools import lru_cache

from dealer.games.table import Moves, Table
from dealer.rules.acts import Act
from dealer.rules.events import event
from dealer.rules.expect import Expectation, card_from_the_pile


class Turns(Table):
    """A game in which a player on turn takes a card or does something else."""

    keeps_score = True

    def turn(self, seat: int) -> Moves[bool]:
        """One turn. Returns whether there is nothing more to do for this player now: the round or the stack is over."""
        act = yield self.choices(seat)
        return self.outcome(seat, act)

    def choices(self, seat: int) -> Expectation:
        """What may be done on a turn."""
        raise NotImplementedError

    def outcome(self, seat: int, act: Act) -> bool:
        """What follows from a choice. Returns what ``turn`` returns."""
        raise NotImplementedError

    def hit(self, seat: int, card: int) -> bool:
        """When you hit, you're hoping not to get a pair. Returns whether you got one."""
        if self.from_deck(seat, card):
            self.pair(seat, card)
            return True
        self.happened.append(event("hit", self.names[seat], card))
        return False

    def pair(self, seat: int, card: int) -> None:
        """What a pair costs."""
        raise NotImplementedError

    def must_hit(self, seat: int) -> Expectation:
        """The player can do nothing but take a card."""
        return must_hit(self.names[seat])


@lru_cache(maxsize=256)
def must_hit(player: str) -> Expectation:
    """Only a hit is expected."""
    return Expectation(
        (card_from_the_pile("hit", player),),
        turn=player,
        rule="With no cards, in a trade and after an unlucky seven you must hit (000 p.10, 11; 004).",
    )
