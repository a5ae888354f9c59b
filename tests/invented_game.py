"""A game that nobody sells, in one module: what adding a game takes. ``test_new_game`` plays it."""

from dealer.games.staying_in import StayingIn, act_or_fold
from dealer.games.table import Moves
from dealer.rules.expect import card_from_the_pile

ANTE = 2


class LastLamp(StayingIn):
    """Everybody antes and takes cards in turn. A pair puts you out for its rank, a fold for your lowest card. The last
    one in takes the pot."""

    variant = "last-lamp"
    source = "000 p.0"
    seats = range(2, 6)
    out_for_good = True
    uses_middle = False
    pairs_by_chance = True

    def play(self) -> Moves[None]:
        """Ante, a card each, the lowest begins; then hit or fold, clockwise, until one is left."""
        self.ante(ANTE)
        yield from self.deal_one_to_each()
        seat = yield from self.low_card_goes_first()
        while not self.one_is_left():
            yield from self.turn(seat)
            if not self.one_is_left():
                seat = self.next_in(seat)
        self.last_one_takes_the_pot()

    def turn(self, seat: int) -> Moves[None]:
        """Hit, or fold for your lowest card."""
        yield from self.reshuffle_if_the_deck_is_out()
        name, price = self.names[seat], min(self.stacks[seat])
        act = yield act_or_fold(card_from_the_pile("hit", name), price, "Hit, or fold for your lowest card.")
        if act.verb == "fold":
            self.folds(seat, price)
            return
        card = act.cards[0]
        paired = self.from_deck(seat, card)
        self.tell("hit", name, card)
        if paired:
            self.busts(seat, card)
