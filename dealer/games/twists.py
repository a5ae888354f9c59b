"""Twists: each is wrapped around a game and changes the sentences it is about (000 p.11, 002, 004, games.md 2)."""

from functools import lru_cache

from dealer.games.basic import Basic
from dealer.games.table import Moves
from dealer.games.turns import Turns
from dealer.rules.acts import EIGHT, shared_act
from dealer.rules.expect import Expectation, Needs, Option

SEVEN = 7
CATCH = 5
"""A stack of five unpaired cards wins the game (002, Five Card Catch)."""


class PiecesOfEight(Turns):
    """8's are special: instead of taking a hit, you can discard the 8 and take two cards (000 p.11)."""

    def choices(self, seat: int) -> Expectation:
        """If you have an 8, you may trade it."""
        expects = super().choices(seat)
        return with_trade(expects, self.names[seat]) if EIGHT in self.stacks[seat] else expects

    def turn(self, seat: int) -> Moves[bool]:
        """If the first of the two cards makes a pair, you don't deal the second."""
        act = yield self.choices(seat)
        if act.verb != "discard":
            return self.outcome(seat, act)
        self.stacks[seat].remove(EIGHT)
        self.discards += 1
        self.tell("trade", self.names[seat], EIGHT)
        for _ in range(2):
            act = yield self.must_hit(seat)
            over = self.outcome(seat, act)
            if over or not self.stacks[seat]:
                return over
        return False


@lru_cache(maxsize=8192)
def with_trade(expects: Expectation, player: str) -> Expectation:
    """The choices of a turn, and the trade of an 8."""
    trade = Option("discard", player, Needs.CHOICE, choices=(shared_act("discard", player, (EIGHT,)),), takes_card=True)
    return Expectation((*expects.options, trade), turn=expects.turn, rule=expects.rule)


class Sevens(Turns):
    """7's are lower than 1's when determining who goes first, and a 7 on a hit does not end the turn."""

    order = tuple(0 if rank == SEVEN else rank for rank in range(11))

    def turn(self, seat: int) -> Moves[bool]:
        """If you receive a 7, the turn stays on you."""
        self.received_a_seven = False
        over = yield from super().turn(seat)
        while self.received_a_seven and not over:
            self.received_a_seven = False
            self.tell("stays-on-turn", self.names[seat], SEVEN)
            over = yield from self.turn_after_a_seven(seat)
        return over

    def hit(self, seat: int, card: int) -> bool:
        """Remember a 7, also one that paired."""
        if card == SEVEN:
            self.received_a_seven = True
        return super().hit(seat, card)

    def turn_after_a_seven(self, seat: int) -> Moves[bool]:
        """What the extra turn is."""
        raise NotImplementedError


class Calamities(Sevens):
    """If you receive a 7, you choose again (000 p.11)."""

    def turn_after_a_seven(self, seat: int) -> Moves[bool]:
        """Everything is possible again."""
        return (yield from super(Sevens, self).turn(seat))


class UnluckySeven(Sevens):
    """If you get a 7 during your turn, you immediately get a second card (004)."""

    def turn_after_a_seven(self, seat: int) -> Moves[bool]:
        """The second card is forced."""
        act = yield self.must_hit(seat)
        return self.outcome(seat, act)


class Caught(Exception):
    """Somebody caught five unpaired cards. ``seat`` is whose they are."""

    def __init__(self, seat: int) -> None:
        super().__init__(seat)
        self.seat = seat


class FiveCardCatch(Basic):
    """If a player accumulates any five cards without losing, that player immediately wins the game (002)."""

    def play(self) -> Moves[None]:
        """All other players pay their score to the winner."""
        try:
            yield from super().play()
        except Caught as caught:
            winner = caught.seat
            self.win(winner)
            if self.header.stakes == "forfeit":
                return
            for seat in range(self.number):
                if seat != winner:
                    self.pay(seat, winner, self.option("coin", 1) * self.scores[seat], "stake")

    def from_deck(self, seat: int, rank: int) -> bool:
        """Tie-breakers count, and so do cards of the deal."""
        paired = super().from_deck(seat, rank)
        if not paired and len(self.stacks[seat]) >= CATCH:
            self.tell("catch", self.names[seat], rank)
            raise Caught(seat)
        return paired


TWISTS: dict[str, type[Turns]] = {
    "pieces-of-eight": PiecesOfEight,
    "calamities": Calamities,
    "unlucky-seven": UnluckySeven,
    "five-card-catch": FiveCardCatch,
}
"""The twists by name, in the order in which they wrap one another: the first is the innermost."""
