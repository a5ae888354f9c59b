"""Troll Guts: 000 p.30. You can't fold, so you'll win the pot or die with a pair."""

from dealer.games.options import BURN
from dealer.games.staying_in import StayingIn
from dealer.games.table import Moves
from dealer.rules.expect import Expectation, Needs, Option, card_from_a_hand

ANTE = 1
PRICE_OF_BUYING = 1


class TrollGuts(StayingIn):
    """Draw from the deck, steal from others' face-down stacks, or buy from your own."""

    variant = "troll-guts"
    source = "000 p.30"
    pairs_by_chance = True
    all_face_up = False
    uses_middle = False
    keeps_down_cards = True
    piles_down_cards = True
    seats = range(3, 7)
    options = {"burn": BURN}
    hand = 5

    def play(self) -> Moves[None]:
        """Deal one card face up to each; the low card will go first. The pot goes to the survivor."""
        self.ante(ANTE)
        yield from self.deal_one_to_each()
        seat = yield from self.low_card_goes_first()
        while not self.one_is_left():
            yield from self.turn(seat)
            seat = self.next_in(seat)
        self.last_one_takes_the_pot()

    def turn(self, seat: int) -> Moves[None]:
        """Each action gets you a single face-up card. If it gives you a pair, you lose, and pay its value."""
        act = yield self.choices(seat)
        card = act.cards[0]
        if act.verb == "draw":
            paired = self.from_deck(seat, card)
            self.tell("hit", act.player, card)
        else:
            source = self.seat_of[act.other] if act.other else seat
            self.hidden[source] -= 1
            self.hidden[seat] += 1
            paired = self.from_hand(seat, card)
            self.tell("stole" if act.other else "bought", act.player, card, None, act.other)
        if act.verb == "buy":
            self.pay_the_pot(seat, PRICE_OF_BUYING, "bet")
        if paired:
            self.busts(seat, card)

    def choices(self, seat: int) -> Expectation:
        """Draw, steal from anyone still in who has down cards, or buy one of your own."""
        name = self.names[seat]
        robbed = [other for other in self.still_in() if other != seat and self.hidden[other]]
        options = [Option("draw", name, Needs.CARD)]
        options += [card_from_a_hand("steal", name, self.names[other]) for other in robbed]
        if self.hidden[seat]:
            options.append(Option("buy", name, Needs.HAND, PRICE_OF_BUYING))
        return Expectation(options, turn=name, rule="Players may either draw, steal, or buy (000, Troll Guts).")
