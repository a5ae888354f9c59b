"""Goblin Poker: 000 p.24. A crazy screw-your-neighbor gambling game."""

from functools import lru_cache

from dealer.games.options import BURN
from dealer.games.staying_in import StayingIn, act_or_fold
from dealer.games.table import Moves
from dealer.rules.expect import Expectation, Needs, Option, card_from_a_hand

ANTE = 1
ROUNDS = 5
"""There can be as many as five rounds, since you start with six cards."""
NO_CARD = 11
"""An extra card is lower than no card at all, so 2-3-6 is lower than 2-3."""


class GoblinPoker(StayingIn):
    """Everybody pitches a card, and the pitched cards are dealt to everybody."""

    variant = "goblin-poker"
    source = "000 p.24"
    pairs_by_chance = True
    out_for_good = True
    all_face_up = False
    middle_mm = 90.0
    seats = range(3, 9)
    options = {"burn": BURN}
    hand = 6

    def play(self) -> Moves[None]:
        """If only one player remains in the game, that player wins; if multiple survive the final round, they split."""
        self.ante(ANTE)
        yield from self.reveal_a_card_each()
        first = yield from self.low_card_goes_first()
        for number in range(ROUNDS):
            if number:
                first = yield from self.lowest_stack()
            yield from self.pitch_or_fold(first)
            if not self.one_is_left():
                yield from self.deal_the_pitched_cards()
            if self.one_is_left():
                break
        self.share_the_pot(self.still_in())

    def lowest_stack(self) -> Moves[int]:
        """The stack with the single lowest card, with ties broken by the second lowest card, and so on.

        If there is a perfect tie, even mid-game, you must break it with more cards from the deck.
        """
        seats = [seat for seat in self.dealing_order() if self.status[seat] == "in"]
        stacks = {seat: [*sorted(self.stacks[seat]), NO_CARD] for seat in seats}
        tied = [seat for seat in seats if stacks[seat] == min(stacks.values())]
        lowest = yield from self.break_the_tie(tied)
        self.tell("first", self.names[lowest])
        return lowest

    def pitch_or_fold(self, first: int) -> Moves[None]:
        """On your turn, you may either fold, by paying coins into the pot, or you may pitch one card."""
        for seat in self.in_turn_from(first):
            price = self.lowest_in_play()
            act = yield pitch_or_fold(self.names[seat], price)
            if act.verb == "fold":
                self.folds(seat, price)
                if self.one_is_left():
                    return
            else:
                self.hidden[seat] -= 1
                self.discards += 1
                self.set_aside += 1
                self.tell("pitched", act.player)

    def deal_the_pitched_cards(self) -> Moves[None]:
        """Shuffle the pitched cards and deal them, starting with the lowest stack and proceeding to the left."""
        first = yield from self.lowest_stack()
        due = tuple(self.in_turn_from(first))
        while due and not self.one_is_left():
            act = yield pitched_cards_due(self.names_of(due))
            seat, card = self.seat_of[act.player or ""], act.cards[0]
            due = due[1:] if seat == due[0] else self.out_of_order(seat, due)
            self.discards -= 1
            self.hidden[seat] += 1
            paired = self.from_hand(seat, card)
            self.tell("dealt", act.player, card)
            # As you deal these cards, if any player catches a pair, she is out of the game.
            if paired:
                self.busts(seat, card)
        self.set_aside = 0


@lru_cache(maxsize=4096)
def pitch_or_fold(name: str, price: int) -> Expectation:
    """The two choices of a turn."""
    rule = "On your turn you may pitch one card, or fold for the lowest card in play (000, Goblin Poker)."
    return act_or_fold(Option("pitch", name, Needs.NOTHING), price, rule)


@lru_cache(maxsize=4096)
def pitched_cards_due(names: tuple[str, ...]) -> Expectation:
    """A pitched card is due to each of these, the first of them first."""
    return Expectation(
        [card_from_a_hand("deal", name) for name in names],
        rule="Deal the pitched cards, starting with the lowest stack and proceeding to the left (000, Pitching).",
    )
