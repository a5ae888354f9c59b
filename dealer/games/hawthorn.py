"""Hawthorn: 000 p.22. Players alternate taking cards from the deck and from their own hands."""

from dealer.games.options import BURN
from dealer.games.staying_in import StayingIn, act_or_fold
from dealer.games.table import Moves
from dealer.rules.expect import Expectation, card_from_a_hand, card_from_the_pile

ANTE = 1
DECK_RULE = "In a deck round, players may hit, or fold for the lowest card in play (000, Hawthorn)."
HAND_RULE = "In a hand round, players play a card from their hand, or fold for the lowest card in play (000, Hawthorn)."


class Hawthorn(StayingIn):
    """A game like Pairs, but using a hand of cards."""

    variant = "hawthorn"
    source = "000 p.22"
    pairs_by_chance = True
    alternates_rounds = True
    out_for_good = True
    all_face_up = False
    uses_middle = False
    seats = range(2, 7)
    options = {"burn": BURN}
    hand = 5

    def play(self) -> Moves[None]:
        """Play continues, alternating between deck and hand rounds, until only one player remains."""
        self.ante(ANTE)
        yield from self.reveal_a_card_each()
        button = yield from self.low_card_goes_first()
        choices = self.deck_round
        while not self.one_is_left():
            # Every round will begin with the button's player, or to this player's left, if she drops out.
            button = self.in_turn_from(button)[0]
            self.tell(choices.__name__.replace("_", "-"), self.names[button])
            for seat in self.in_turn_from(button):
                yield from self.turn(seat, choices(seat))
                if self.one_is_left():
                    break
            choices = self.hand_round if choices == self.deck_round else self.deck_round
        self.last_one_takes_the_pot()

    def deck_round(self, seat: int) -> Expectation:
        """In a deck round, players may hit (take one card from the deck), or fold."""
        return act_or_fold(card_from_the_pile("hit", self.names[seat]), self.lowest_in_play(), DECK_RULE)

    def hand_round(self, seat: int) -> Expectation:
        """In a hand round, you will play a card from your hand, rather than taking one from the deck."""
        # Nobody lacks a card here: only who has the 1 can hold ten unpaired cards, and is then the last one in.
        return act_or_fold(card_from_a_hand("play", self.names[seat]), self.lowest_in_play(), HAND_RULE)

    def turn(self, seat: int, expects: Expectation) -> Moves[None]:
        """The rules for folding and pairing are the same in both kinds of rounds."""
        act = yield expects
        if act.verb == "fold":
            self.folds(seat, self.lowest_in_play())
            return
        card = act.cards[0]
        if self.from_deck(seat, card) if act.verb == "hit" else self.from_hand(seat, card):
            self.busts(seat, card)
        else:
            self.tell("hit", act.player, card)
