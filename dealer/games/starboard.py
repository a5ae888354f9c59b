"""Starboard: 000 p.14. Similar to Port, but players are wagering on a common hand."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from dealer.games.common_cards import CommonCards
from dealer.games.options import BURN, player
from dealer.games.staying_in import StayingIn
from dealer.games.table import Common, Moves
from dealer.rules.expect import Expectation, Needs, Option

ANTE = DRAW = 1
"""Each player antes 1 coin, and pays 1 coin to draw."""
START = 2
"""Two cards are the start of the common hand."""


class Starboard(CommonCards, StayingIn):
    """To win the pot, you must lock with the highest number of cards."""

    variant = "starboard"
    source = "000 p.14"
    common = Common.HAND
    different_cards = 2
    out_for_good = True
    draws_to_middle = True
    middle_mm = 165.0
    seats = range(2, 8)
    options = {"button": player, "burn": BURN}

    @classmethod
    def usual(cls, players: int, dealer: int) -> Mapping[str, Any]:
        """The dealer's left acts first."""
        return {**super().usual(players, dealer), "button": (dealer + 1) % players}

    def play(self) -> Moves[None]:
        """Each player antes 1 coin; the button acts first. The game ends when every player busts or locks."""
        self.ante(ANTE)
        seat = self.button()
        # Deal two cards into the middle. If the first two cards are a pair, discard one of them and replace it.
        yield from self.deal_unmatched_cards(START)
        self.locked_with: dict[int, int] = {}
        self.tell("first", self.names[seat])
        while "in" in self.status:
            if self.status[seat] == "in":
                act = yield draw_or_lock(self.names[seat])
                if act.verb == "draw":
                    self.draw(seat, act.cards[0])
                else:
                    self.lock(seat)
                self.the_only_player_left_locks()
            seat = self.left_of(seat)
        # The pot is split among all players who locked with the highest number of cards.
        self.share_the_pot([seat for seat, status in enumerate(self.status) if status == "locked"])

    def button(self) -> int:
        """Who acts first."""
        return self.seat_of[self.option("button", self.names[self.left_of(self.dealer)])]

    def draw(self, seat: int, card: int) -> None:
        """Pay 1 coin into the pot; deal a card to the hand. If this pairs, you bust. Discard the paired card."""
        self.pay_the_pot(seat, DRAW, "bet")
        paired = card in self.table
        self.onto_the_table(card)
        if paired:
            self.table.pop()
            self.discards += 1
            self.tell("pair", self.names[seat], card, 0)
            self.status[seat] = "bust"
        else:
            self.tell("hit", self.names[seat], card)

    def lock(self, seat: int) -> None:
        """When a player locks, any players who locked with fewer cards are knocked out."""
        cards = len(self.table)
        self.status[seat] = "locked"
        self.tell("lock", self.names[seat], None, cards)
        for other, number in self.locked_with.items():
            if number < cards and self.status[other] == "locked":
                self.status[other] = "out"
                self.tell("out", self.names[other])
        self.locked_with[seat] = cards

    def the_only_player_left_locks(self) -> None:
        """If you are the only player left, you lock."""
        if self.one_is_left() and "locked" not in self.status:
            self.lock(self.still_in()[0])


@lru_cache(maxsize=256)
def draw_or_lock(name: str) -> Expectation:
    """The two choices of a turn in Starboard."""
    draw = Option("draw", name, Needs.CARD, DRAW)
    return Expectation(
        (draw, Option("lock", name, Needs.NOTHING)),
        turn=name,
        rule="In turn, players may either draw (for 1 coin) or lock (000, Starboard).",
    )
