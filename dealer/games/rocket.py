"""Rocket: 000 p.16. A casino version of Pairs: each player makes a separate bet against the dealer."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from dealer.games.options import BURN, one_of, player, truth, whole_number
from dealer.games.staying_in import StayingIn, act_or_fold
from dealer.games.table import Moves
from dealer.games.turns import must_hit
from dealer.rules.cards import DECK_SIZE
from dealer.rules.expect import RESHUFFLE, Expectation, Needs, Option, card_from_the_pile

UNIT = 10
"""A bet must be divisible by 10, because all payouts are based on 1/10 of the bet."""
NO_LIMIT = 10**9
"""A bet of any size, where the table agreed on no maximum."""
DEATH_CARD = 3
"""A 3 is sudden death for the dealer."""
RESHUFFLE_AT = DECK_SIZE // 5
"""The deck should be reshuffled when approximately 20% remains: 11 cards a deck."""


class Rocket(StayingIn):
    """All players are playing against the dealer, not each other."""

    variant = "rocket"
    source = "000 p.16"
    pairs_by_chance = True
    against_the_dealer = True
    shuffles_all = True
    uses_middle = False
    seats = range(2, 8)
    options = {
        "decks": whole_number(1, 8),
        "max_bet": whole_number(UNIT),
        "first": one_of("low-card"),
        "button": player,
        "rounds": whole_number(1),
        "rotate_deal": truth,
        "burn": BURN,
    }

    @classmethod
    def usual(cls, players: int, dealer: int) -> Mapping[str, Any]:
        """One deck, and at home the deal passes on."""
        return {**super().usual(players, dealer), "decks": 1, "button": dealer, "rotate_deal": True}

    @classmethod
    def has_pot(cls, stakes: str | None, players: int) -> bool:
        """All of it moves between a player and the dealer."""
        return False

    def play(self) -> Moves[None]:
        """In a home game, the role of dealer passes to the left after each round."""
        for number in range(self.option("rounds", 1)):
            if number:
                yield from self.next_round()
            yield from self.round()
        dealer_lost = self.status[self.dealer] == "bust"
        if dealer_lost:
            self.lose(self.dealer)
        self.win(*([seat for seat in self.players() if self.status[seat] == "in"] if dealer_lost else [self.dealer]))

    def next_round(self) -> Moves[None]:
        """Discard, pass the deal, and shuffle all cards together when little is left of the deck."""
        self.discard_all_cards_in_play()
        self.status = ["in"] * self.number
        self.dealer = self.next_dealer()
        if self.deck <= RESHUFFLE_AT * self.deck_size // DECK_SIZE:
            yield RESHUFFLE
            self.reshuffle()
        self.tell("new-round", self.names[self.dealer])

    def next_dealer(self) -> int:
        """In a home game the role of dealer passes to the left after each round; in a casino it does not."""
        return self.left_of(self.dealer) if self.option("rotate_deal", True) else self.dealer

    def round(self) -> Moves[None]:
        """Bets, a card to each, then the players and the dealer in turn, until no player is left or the dealer lost."""
        yield from self.place_the_bets()
        yield from self.deal_one_to_each(until=self.dealt_the_death_card)
        if self.dealt_the_death_card(self.dealer, self.stacks[self.dealer][0]):
            self.dealer_loses(DEATH_CARD)
            return
        order = self.order_of_play()
        while self.status[self.dealer] == "in" and self.anybody_in():
            for seat in order:
                if self.status[seat] == "in":
                    yield from self.players_turn(seat)
            if self.anybody_in():
                yield from self.dealers_turn()

    def dealt_the_death_card(self, seat: int, card: int) -> bool:
        """The dealer loses immediately if she gets a 3, even on her first card."""
        return seat == self.dealer and card == DEATH_CARD

    def players(self) -> list[int]:
        """Everybody but the dealer, from the dealer's left."""
        return [seat for seat in self.dealing_order() if seat != self.dealer]

    def anybody_in(self) -> bool:
        """Whether a player is left who plays against the dealer."""
        return any(self.status[seat] == "in" for seat in self.players())

    def place_the_bets(self) -> Moves[None]:
        """To begin, each player must place a bet, divisible by 10."""
        self.tenth = [0] * self.number
        for seat in self.players():
            act = yield bet(self.names[seat], self.option("max_bet", NO_LIMIT))
            self.tenth[seat] = (act.number or 0) // UNIT
            self.tell("bets", act.player, None, act.number)

    def order_of_play(self) -> list[int]:
        """Play begins on the dealer's left, or with the low card; ties go to the closest to the left of the button."""
        if "first" not in self.header.options:
            return self.players()
        named = self.button()
        button = self.dealer if named is None else named
        closest = [seat for seat in self.clockwise_from(self.left_of(button)) if seat != self.dealer]
        first = min(closest, key=lambda seat: self.stacks[seat][0])
        self.tell("first", self.names[first])
        return [seat for seat in self.clockwise_from(first) if seat != self.dealer]

    def button(self) -> int | None:
        """Who was named; otherwise it goes with the deal, and nobody has to be told."""
        named = self.option("button", "") if "first" in self.header.options else ""
        return self.seat_of[named] if named else None

    def players_turn(self, seat: int) -> Moves[None]:
        """In turn, players may either fold or hit."""
        price = self.tenth[seat] * min(*self.stacks[seat], *self.stacks[self.dealer])
        act = yield hit_or_fold(self.names[seat], price)
        if act.verb == "fold":
            self.tell("fold", act.player, None, price)
            self.pay(seat, self.dealer, price, "fold")
            self.goes_out(seat, "folded")
        elif self.from_deck(seat, act.cards[0]):
            cost = act.cards[0] * self.tenth[seat]
            self.tell("pair", act.player, act.cards[0], cost)
            self.pay(seat, self.dealer, cost, "pair")
            self.goes_out(seat, "bust")
        else:
            self.tell("hit", act.player, act.cards[0])

    def dealers_turn(self) -> Moves[None]:
        """The dealer always hits. A pair, or a 3, and she loses."""
        act = yield must_hit(self.names[self.dealer])
        card = act.cards[0]
        if self.from_deck(self.dealer, card) or card == DEATH_CARD:
            self.dealer_loses(card)
        else:
            self.tell("hit", act.player, card)

    def dealer_loses(self, card: int) -> None:
        """She pays all surviving players that card, multiplied by 1/10 of their bet."""
        self.tell("pair", self.names[self.dealer], card)
        for seat in self.players():
            if self.status[seat] == "in":
                self.pay(self.dealer, seat, card * self.tenth[seat], "pair")
        self.goes_out(self.dealer, "bust")


@lru_cache(maxsize=256)
def bet(name: str, most: int) -> Expectation:
    """A bet is due."""
    return Expectation(
        [Option("bet", name, Needs.NUMBER, least=UNIT, most=most, step=UNIT)],
        turn=name,
        rule="A bet must be divisible by 10, up to the maximum agreed upon (000, The Bet).",
    )


def hit_or_fold(name: str, price: int) -> Expectation:
    """The two choices of a player's turn."""
    return act_or_fold(card_from_the_pile("hit", name), price, "In turn, players may either fold or hit (000, Rocket).")
