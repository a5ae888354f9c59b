"""Sweep: 000 p.32. Play cards from your hand to capture other cards from the center of the table."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import cycle
from typing import Any

from dealer.games.bidding import Bidding
from dealer.games.options import player, whole_number
from dealer.games.table import Common, Moves
from dealer.rules.acts import shared_act
from dealer.rules.expect import Expectation, Needs, Option, card_from_a_hand

ROUND = 5
"""Five cards are dealt into the center, and five to each hand."""


class Sweep(Bidding):
    """Who collects the most cards in each rank scores points for that rank."""

    variant = "sweep"
    source = "000 p.32"
    common = Common.CARDS
    all_face_up = False
    middle_mm = 165.0
    seats = range(3, 7)
    options = {"first": player, "play_to": whole_number(1)}
    hand = ROUND

    @classmethod
    def usual(cls, players: int, dealer: int) -> Mapping[str, Any]:
        """The dealer's left goes first."""
        return {**super().usual(players, dealer), "first": (dealer + 1) % players}

    def play(self) -> Moves[None]:
        """One deal, or deals until somebody has reached the score that a longer game is played to."""
        beginner = self.seat_of[self.option("first", self.names[self.left_of(self.dealer)])]
        yield from self.one_deal(beginner)
        while max(self.scores) < self.option("play_to", 0):
            self.tell("new-round")
            self.begin_again_with_the_whole_deck()
            beginner = self.left_of(beginner)
            yield from self.one_deal(beginner)
        self.highest_wins()

    def one_deal(self, first: int) -> Moves[None]:
        """Deal five new cards into the middle and play a round; repeat until the deck is exhausted, and then score."""
        while self.deck:
            yield from self.deal_to_the_table(ROUND)
            plays = yield from self.play_a_card_each(first)
            # On subsequent rounds, start with the player who took the last card on the previous round.
            first = yield from self.capture(plays)
            if self.table:
                self.tell("left-over", cards=tuple(self.table))
            self.discards += len(self.table)
            self.table.clear()
        yield from self.show_the_hands()
        self.score_the_most_of_each_rank([[seat] for seat in range(self.number)])

    def play_a_card_each(self, first: int) -> Moves[list[tuple[int, int]]]:
        """In turn, each player plays one card from their hand. Returns seats and cards in the order of play."""
        plays = []
        for seat in self.clockwise_from(first):
            if self.hidden[seat]:
                act = yield play_a_card(self.names[seat])
                self.from_hand(seat, act.cards[0])
                self.tell("bid", act.player, act.cards[0])
                plays.append((seat, act.cards[0]))
        return plays

    def capture(self, plays: list[tuple[int, int]]) -> Moves[int]:
        """In ascending order, these cards will capture cards from the middle. Returns who took the last card."""
        ranks = sorted({card for _, card in plays})
        # Every rank takes something: the lowest out of five new cards, the others at least what fell in before them.
        for rank in ranks:
            seats = [seat for seat, card in plays if card == rank]
            if rank == ranks[0]:
                # First, the lowest card takes all cards of the highest rank.
                last = yield from self.take_turns(seats, (max(self.table),))
            else:
                # Next, the remaining cards will capture all cards lower than themselves.
                last = yield from self.take_turns(seats, range(1, rank))
            # After each card captures, it falls into the center, where it can be captured by higher cards.
            for seat in seats:
                self.table.append(self.stacks[seat].pop())
        return last

    def take_turns(self, seats: list[int], ranks: Sequence[int]) -> Moves[int]:
        """One card takes all of ``ranks``; cards of the same rank take turns capturing single cards, in order of play.

        Returns who took the last card; there is one of ``ranks`` at least.
        """
        taker = seats[0]
        for seat in cycle(seats):
            targets = sorted({card for card in self.table if card in ranks})
            if not targets:
                return taker
            taker = seat
            if len(seats) == 1:
                for card in [card for card in self.table if card in ranks]:
                    self.captures(seat, card)
            elif len(targets) == 1:
                self.captures(seat, targets[0])
            else:
                act = yield capture_one_of(self.names[seat], tuple(targets))
                self.captures(seat, act.cards[0])
        return taker

    def captures(self, seat: int, card: int) -> None:
        """Cards that you capture go into your hand."""
        self.table.remove(card)
        self.into_the_hand(seat, card)
        self.tell("captured", self.names[seat], card, 1, by=self.stacks[seat][-1])


@lru_cache(maxsize=256)
def play_a_card(name: str) -> Expectation:
    """A card of the hand is played."""
    return Expectation(
        [card_from_a_hand("play", name)],
        turn=name,
        rule="In turn, each player plays one card from their hand (000, Sweep).",
    )


@lru_cache(maxsize=4096)
def capture_one_of(name: str, cards: tuple[int, ...]) -> Expectation:
    """One card of the middle is chosen."""
    choices = tuple([shared_act("capture", name, (card,)) for card in cards])
    return Expectation(
        [Option("capture", name, Needs.CHOICE, choices=choices)],
        turn=name,
        rule="Cards of the same rank take turns capturing single cards from what they may take (000, Ties).",
    )
