"""Blackstone: 000 p.18. 10's are the black stones, everything else is white; a pair of black stones loses."""

from functools import lru_cache

from dealer.games.options import BURN
from dealer.games.staying_in import StayingIn, act_or_fold
from dealer.games.table import Common, Moves
from dealer.rules.expect import Expectation, Needs, Option

BLACK = 10
ANTE = 5
"""Each player antes 5 coins, which lie in front of them until they are lost."""


class Blackstone(StayingIn):
    """An aggressive contest, like a game of chicken played with money."""

    variant = "blackstone"
    source = "000 p.18"
    common = Common.STONES
    out_for_good = True
    heaps_common_cards = True
    middle_mm = 120.0
    middle_cards = 45
    seats = range(2, 9)
    options = {"burn": BURN}
    replaces_tie_breaking_pairs = False

    def play(self) -> Moves[None]:
        """Deal one card to each player; the lowest card will go first. The game ends with a pair of 10's."""
        self.tell("ante", None, None, ANTE)
        yield from self.deal_one_to_each()
        seat = yield from self.low_card_goes_first()
        self.bring_all_white_stones_into_the_center()
        self.taken = 1  # the first player must take at least one card
        while not self.one_is_left():
            yield from self.turn(seat)
            if "bust" in self.status:
                return
            seat = self.next_in(seat)
        self.last_one_takes_the_pot()

    def bring_all_white_stones_into_the_center(self) -> None:
        """Players keep only their black stones; extra 10's go back to the deck, which is shuffled again."""
        for stack in self.stacks:
            self.table += [card for card in stack if card != BLACK]
            extra = max(0, stack.count(BLACK) - 1)
            self.deck += extra
            self.unseen[BLACK] += extra
            stack[:] = [BLACK] * (stack.count(BLACK) - extra)
            if extra:
                self.tell("reshuffled")

    def turn(self, seat: int) -> Moves[None]:
        """Take at least as many cards as the previous player, or fold."""
        yield from self.reshuffle_if_the_deck_is_out()
        price = ANTE + self.half_the_white_stones()
        act = yield take_or_fold(self.names[seat], min(self.taken, self.deck), self.deck, price)
        if act.verb == "fold":
            self.folds(seat, price)
            return
        number = self.taken = act.number or 0
        self.tell("takes-stones", act.player, None, number)
        for _ in range(number):
            act = yield self.deal_to((seat,))
            self.receive(seat, act.cards[0])
            if self.stacks[seat].count(BLACK) > 1:
                self.pair_of_black_stones(seat)
                return

    def half_the_white_stones(self) -> int:
        """Half the white stones in play, rounding up."""
        return (len(self.table) + 1) // 2

    def receive(self, seat: int, card: int) -> None:
        """Black stones stay with the player, white ones go to the center."""
        self.from_deck(seat, card)
        self.tell("dealt", self.names[seat], card)
        if card != BLACK:
            self.table.append(self.stacks[seat].pop())

    def pair_of_black_stones(self, seat: int) -> None:
        """That player pays 1 coin for every white stone dealt; her ante and the pot go to the survivors."""
        stones = len(self.table)
        self.tell("pair", self.names[seat], BLACK, stones + ANTE)
        self.pay_the_pot(seat, stones + ANTE, "pair")
        self.goes_out(seat, "bust")
        self.lose(seat)
        self.share_the_pot(self.still_in())


@lru_cache(maxsize=8192)
def take_or_fold(name: str, least: int, most: int, price: int) -> Expectation:
    """Take so many cards, or fold."""
    take = Option("take", name, Needs.NUMBER, least=max(1, least), most=max(1, most), takes_card=True)
    rule = "Take at least as many cards as the previous player, or fold (000, Blackstone)."
    return act_or_fold(take, price, rule)
