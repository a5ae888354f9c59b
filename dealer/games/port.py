"""Port: 000 p.12; 004 (The more the merrier). Points are good; you may lock your hand."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from dealer.games.options import BURN, one_of, truth, whole_number
from dealer.games.table import Moves
from dealer.games.turns import Turns
from dealer.rules.acts import Act
from dealer.rules.expect import Expectation, Needs, Option, card_from_the_pile

TARGET = 21
"""The first player to score 21 points wins."""
COMPANION, PAIRANOIA = "companion", "pairanoia"


class Port(Turns):
    """Port is played in rounds, keeping score after each round."""

    variant = "port"
    also_called = ("the-more-the-merrier",)
    source = "000 p.12, 004"
    pairs_by_chance = True
    counts_sums = True
    winning_score = TARGET
    uses_middle = False
    seats = range(2, 8)
    options = {
        "target": whole_number(1),
        "edition": one_of(COMPANION, PAIRANOIA),
        "rotate_deal": truth,
        "burn": BURN,
    }
    twists = ("pieces-of-eight", "calamities", "unlucky-seven")
    may_come_and_go = True
    burns = 5

    @classmethod
    def seats_with(cls, options: Mapping[str, Any]) -> range:
        """2 to 7 players, with Pairanoia's edition 2 to 8."""
        return range(2, 9) if options.get("edition") == PAIRANOIA else cls.seats

    @classmethod
    def usual(cls, players: int, dealer: int) -> Mapping[str, Any]:
        """The first player to score 21 points wins."""
        return {**super().usual(players, dealer), "target": TARGET, "edition": COMPANION, "rotate_deal": False}

    def play(self) -> Moves[None]:
        """Keep playing until a player scores 21 points or more."""
        playing = list(range(self.number))
        while not self.decided(playing):
            if self.somebody_has_the_target():
                # If there is a tie, those players play on, until one of them is ahead.
                playing = self.ahead(playing)
                for seat in range(self.number):
                    if seat not in playing:
                        self.status[seat] = "out"
            yield from self.round(playing)
        self.win(*self.ahead(playing))

    def somebody_has_the_target(self) -> bool:
        """The first player to score 21 points wins."""
        return max(self.scores) >= self.option("target", TARGET)

    def decided(self, playing: list[int]) -> bool:
        """Somebody has the target, and where a tie is played off, only one is ahead."""
        alone = len(self.ahead(playing)) == 1
        return self.somebody_has_the_target() and (alone or self.option("edition", COMPANION) == PAIRANOIA)

    def ahead(self, playing: list[int]) -> list[int]:
        """Who has the highest score."""
        highest = max(self.scores[seat] for seat in playing)
        return [seat for seat in playing if self.scores[seat] == highest]

    def round(self, playing: list[int]) -> Moves[None]:
        """As in Pairs, a card to each, and the lowest card goes first; play until everyone has locked or is bust."""
        yield from self.deal_one_to_each()
        seat = yield from self.low_card_goes_first()
        while "in" in self.status:
            if self.status[seat] == "in":
                yield from self.turn(seat)
            seat = self.left_of(seat)
        self.score_the_round(playing)
        # After the round is over, discard all the cards and deal again.
        self.discard_all_cards_in_play()
        for seat in playing:
            self.status[seat] = "in"
        rotates = self.option("rotate_deal", False) and not self.decided(playing)
        if rotates:
            self.dealer = self.left_of(self.dealer)
        self.tell("round-over", self.names[self.dealer] if rotates else None)

    def dealing_order(self) -> tuple[int, ...]:
        """From the dealer's left, clockwise, those who play on."""
        return tuple([seat for seat in super().dealing_order() if self.status[seat] != "out"])

    def choices(self, seat: int) -> Expectation:
        """On your turn you may hit or lock."""
        return hit_or_lock(self.names[seat])

    def outcome(self, seat: int, act: Act) -> bool:
        """Who locks gets no more cards this round; who pairs is bust."""
        if act.verb == "lock":
            self.status[seat] = "locked"
            self.tell("lock", act.player, None, sum(self.stacks[seat]))
            return True
        return self.hit(seat, act.cards[0])

    def pair(self, seat: int, card: int) -> None:
        """Who catches a pair is out of this round, and scores nothing."""
        self.tell("pair", self.names[seat], card, 0)
        self.status[seat] = "bust"
        self.discard_stack(seat)

    def score_the_round(self, playing: list[int]) -> None:
        """The highest total earns as many points as there are players, the others one less for each higher total."""
        totals = {seat: sum(self.stacks[seat]) for seat in playing if self.status[seat] == "locked"}
        for seat, total in totals.items():
            points = len(playing) - sum(other > total for other in totals.values())
            self.scores[seat] += points
            self.tell("scores", self.names[seat], None, points)


@lru_cache(maxsize=256)
def hit_or_lock(player: str) -> Expectation:
    """The two choices of a turn in Port."""
    return Expectation(
        (card_from_the_pile("hit", player), Option("lock", player, Needs.NOTHING)),
        turn=player,
        rule="On your turn you may hit, or lock your hand (000, Port).",
    )
