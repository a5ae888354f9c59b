"""Regent: 000 p.28. A classic bluffing game for two; the modern version is for 3 to 6 players."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from dealer.games.options import BURN, whole_number
from dealer.games.staying_in import StayingIn
from dealer.games.table import Moves
from dealer.rules.cards import RANKS
from dealer.rules.expect import RESHUFFLE, Expectation, Needs, Option, card_from_a_hand, card_from_the_pile

DOWN_CARDS = 2
RULE = "On your turn you may draw, attack, gift, fold, or see (000, Regent)."


class Regent(StayingIn):
    """Clear your hand of pairs, and catch your opponent with a pair before they catch you."""

    variant = "regent"
    source = "000 p.28"
    pairs_by_chance = True
    shuffles_all = True
    all_face_up = False
    uses_middle = False
    keeps_down_cards = True
    seats = range(2, 7)
    options = {"rounds": whole_number(1), "burn": BURN}
    burns = 5
    hand = DOWN_CARDS

    @classmethod
    def objection(cls, options: Mapping[str, Any], players: Sequence[str]) -> str:
        """``rounds`` is for two players only."""
        return "rounds came; in regent it is for two players only." if "rounds" in options and len(players) > 2 else ""

    @classmethod
    def has_pot(cls, stakes: str | None, players: int) -> bool:
        """Two players pay each other."""
        return players > 2

    def play(self) -> Moves[None]:
        """Each round: two cards face down and one face up; the lowest upcard goes first."""
        for number in range(self.option("rounds", 1)):
            if number:
                yield from self.next_round()
            yield from self.deal_one_to_each()
            seat = yield from self.low_card_goes_first()
            while not self.one_is_left():
                seat = yield from self.turn(seat)
        if self.number == 2:
            (winner,) = self.still_in()
            self.lose(1 - winner)
            self.win(winner)
        else:
            # Folds were put into the center; this goes to the last surviving player.
            self.last_one_takes_the_pot()

    def next_round(self) -> Moves[None]:
        """Discard, and deal from what is left of the deck; all cards are shuffled when it does not hold a round."""
        self.discard_all_cards_in_play()
        self.status = ["in"] * self.number
        if self.deck < (DOWN_CARDS + 1) * self.number:
            yield RESHUFFLE
            self.reshuffle()
        self.deal_hands()
        self.tell("new-round")
        self.tell_the_deal()

    def turn(self, seat: int) -> Moves[int]:
        """Draw, attack, gift, fold, or see. Returns who is next."""
        act = yield self.choices(seat)
        other = self.seat_of[act.other] if act.other else seat
        if act.verb == "draw":
            self.deck -= 1
            self.hidden[seat] += 1
            self.tell("drew", act.player)
        elif act.verb == "fold":
            self.fold(seat)
        elif act.verb == "attack":
            self.attack(seat, other, act.cards[0])
        elif act.verb == "gift":
            self.gift(seat, other, act.cards[0])
        else:
            self.see(seat, other, act.cards)
        # After drawing or folding, the turn passes to the left; otherwise to that player, or to the left from there.
        return self.next_in(seat) if act.other is None else self.in_turn_from(other)[0]

    def choices(self, seat: int) -> Expectation:
        """Drawing, attacking and folding are always possible, a gift and seeing only with down cards there."""
        name = self.names[seat]
        others = [other for other in self.still_in() if other != seat]
        options = [draw(name)]
        options += [card_from_the_pile("attack", name, self.names[other]) for other in others]
        if self.hidden[seat]:
            options += [card_from_a_hand("gift", name, self.names[other], self.unmatched(other)) for other in others]
        options += [see(name, self.names[other], self.hidden[other]) for other in others if self.hidden[other]]
        options.append(Option("fold", name, Needs.NOTHING, self.lowest_in_play()))
        return Expectation(options, turn=name, rule=RULE)

    def unmatched(self, seat: int) -> tuple[int, ...]:
        """You can't give your opponent a faceup pair, so you may only play cards that do not match their upcards."""
        return tuple([rank for rank in RANKS if rank not in self.stacks[seat]])

    def fold(self, seat: int) -> None:
        """Pay the value of the lowest face-up card: to your opponent, or with more players into the center."""
        price = self.lowest_in_play()
        self.tell("fold", self.names[seat], None, price)
        if self.number == 2:
            self.pay(seat, 1 - seat, price, "fold")
        else:
            self.pay_the_pot(seat, price, "fold")
        self.goes_out(seat, "folded")

    def attack(self, seat: int, other: int, card: int) -> None:
        """If you attack someone and they catch a pair, that paired card is discarded, and you pay them and are out."""
        if self.from_deck(other, card):
            self.stacks[other].pop()
            self.discards += 1
            self.tell("attacked", self.names[seat], card, card, self.names[other])
            self.pay(seat, other, card, "pair")
            self.goes_out(seat, "out")
        else:
            self.tell("attacked", self.names[seat], card, None, self.names[other])

    def gift(self, seat: int, other: int, card: int) -> None:
        """Play a card from your facedown hand into your opponent's stack, face up."""
        self.hidden[seat] -= 1
        self.hidden[other] += 1
        self.from_hand(other, card)
        self.tell("gifted", self.names[seat], card, None, self.names[other])

    def see(self, seat: int, other: int, cards: tuple[int, ...]) -> None:
        """Reveal their down cards. With a pair they pay its value; without, you pay the value of their highest card."""
        self.tell("saw", self.names[seat], None, None, self.names[other], cards=cards)
        for card in cards:
            self.from_hand(other, card)
        shown = self.stacks[other]
        pairs = [card for card in shown if shown.count(card) > 1]
        if pairs:
            self.tell("pair", self.names[other], max(pairs), max(pairs))
            self.pay(other, seat, max(pairs), "pair")
            self.goes_out(other, "bust")
        else:
            self.pay(seat, other, max(shown), "bet")
            self.goes_out(seat, "out")


@lru_cache(maxsize=256)
def draw(name: str) -> Option:
    """Take a card from the deck into your hand, face down: nobody sees it."""
    return Option("draw", name, Needs.NOTHING, takes_card=True)


@lru_cache(maxsize=4096)
def see(name: str, other: str, cards: int) -> Option:
    """Reveal all of ``other``'s facedown cards."""
    return Option("see", name, Needs.HANDS, other=other, least=cards, most=cards)
