"""Kitty: 000 p.33, 001. Score points by winning bids and collecting sets of cards."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from dealer.games.bidding import Bidding
from dealer.games.options import one_of, teams, whole_number
from dealer.games.table import Common, Moves
from dealer.rules.acts import shared_act
from dealer.rules.cards import DECK_SIZE
from dealer.rules.expect import Expectation, Needs, Option

KITTY = 7
"""The kitty is always 7 cards."""
OUT_OF_PLAY = {5: 3}
"""In the 5-player game, another 3 cards must be removed from play unseen, so that the hands come out even."""
HARD, SOFT = "hard", "soft"
TARGETS = {HARD: (1,) * KITTY, SOFT: (1, 2, 2, 2)}
"""How many targets each round has."""


class Kitty(Bidding):
    """The player who played the lowest bid takes the target."""

    variant = "kitty"
    source = "000 p.33, 001"
    common = Common.TARGETS
    all_face_up = False
    takes_bids_up = True
    middle_mm = 150.0
    seats = range(3, 7)
    options = {
        "mode": one_of(HARD, SOFT),
        "teams": teams,
        "coin": whole_number(0),
        "play_to": whole_number(1),
    }

    @classmethod
    def usual(cls, players: int, dealer: int) -> Mapping[str, Any]:
        """The hard game, without wagers."""
        return {**super().usual(players, dealer), "mode": HARD, "coin": 0}

    def play(self) -> Moves[None]:
        """Single hands, or several games until somebody has reached the score played to. The highest score wins."""
        partners: list[list[str]] = self.option("teams", [[name] for name in self.names])
        self.teams = [[self.seat_of[name] for name in team] for team in partners]
        yield from self.one_deal()
        while max(self.scores) < self.option("play_to", 0):
            self.tell("new-round")
            self.begin_again_with_the_whole_deck()
            yield from self.one_deal()
        self.highest_wins()
        self.settle_the_wagers()

    def deal_hands(self) -> None:
        """Deal a kitty of 7 cards, face down. Deal out the remainder of the deck to all players."""
        self.hand = (DECK_SIZE - KITTY) // self.number
        super().deal_hands()
        self.deck, self.discards = KITTY, OUT_OF_PLAY.get(self.number, 0)

    def tell_the_deal(self, burnt: int = 0) -> None:
        """The kitty lies in the middle; some cards may be out of play."""
        self.tell("face-down", None, None, KITTY)
        if self.discards:
            self.tell("removed", None, None, self.discards)
        super().tell_the_deal(burnt)

    def one_deal(self) -> Moves[None]:
        """Play seven rounds, or four in the soft game, and then score the game."""
        for number in TARGETS[self.option("mode", HARD)]:
            yield from self.deal_to_the_table(number)
            bids = yield from self.bid_a_card_each()
            yield from self.capture(bids)
            # After the capture, all bid cards are discarded; unclaimed targets too.
            self.discard_the_bids_and_targets()
        yield from self.show_the_hands()
        self.score_the_most_of_each_rank(self.teams)

    def capture(self, bids: dict[int, int]) -> Moves[None]:
        """The lowest bid takes the target; of a soft game's two, the second lowest takes one too. Ties don't count."""
        cards = list(bids.values())
        untied = sorted([card for card in cards if cards.count(card) == 1])
        for rank in sorted({card for card in cards if cards.count(card) > 1}):
            self.tell("misfired", None, rank, None, None, self.names_of([seat for seat in bids if bids[seat] == rank]))
        takers = [seat for card in untied for seat in bids if bids[seat] == card]
        claimed: list[tuple[int, int]] = []
        if takers:
            target = self.table[0]
            if len(self.table) > 1:
                act = yield choose_one_of(self.names[takers[0]], tuple(self.table))
                target = act.cards[0]
            receiver = takers[0]
            if bids[takers[0]] == 1:
                receiver = yield from self.give_away(takers[0], target)
            claimed.append((receiver, target))
        if len(takers) > 1 and len(self.table) > 1:
            others = list(self.table)
            others.remove(claimed[0][1])
            claimed.append((takers[1], others[0]))
        for (seat, card), taker in zip(claimed, takers, strict=False):
            self.table.remove(card)
            self.into_the_hand(seat, card)
            self.tell("captured", self.names[seat], card, 1, by=bids[taker])

    def give_away(self, taker: int, target: int) -> Moves[int]:
        """When you take a card with the 1, you must give it to another player; with partners to another team."""
        team = next(team for team in self.teams if taker in team)
        names = self.names_of([seat for seat in range(self.number) if seat not in team])
        act = yield give_to_one_of(self.names[taker], names)
        self.tell("given", act.player, target, None, act.other)
        return self.seat_of[act.other or ""]

    def discard_the_bids_and_targets(self) -> None:
        """All bids are discarded, and targets that nobody took."""
        if self.table:
            self.tell("left-over", cards=tuple(self.table))
        self.tell("bids-discarded")
        for cards in (*self.stacks, self.table):
            self.discards += len(cards)
            cards.clear()

    def known_with(self, seat: int) -> Sequence[list[int]]:
        """Each round a card is passed to the left, unseen: a known card may be in any hand, its own first."""
        return [self.known[other] for other in self.clockwise_from(seat)]

    def hidden_with(self, seat: int) -> int:
        """All hands together."""
        return sum(self.hidden)

    def settle_the_wagers(self) -> None:
        """The winner collects from each player the difference between their scores."""
        coin = self.option("coin", 0)
        for seat in range(self.number):
            for winner in self.winners:
                if coin and seat not in self.winners:
                    self.pay(seat, winner, coin * (self.scores[winner] - self.scores[seat]), "stake")


@lru_cache(maxsize=4096)
def choose_one_of(name: str, cards: tuple[int, ...]) -> Expectation:
    """One of the targets is chosen."""
    choices = tuple([shared_act("choose", name, (card,)) for card in sorted(set(cards))])
    return Expectation(
        [Option("choose", name, Needs.CHOICE, choices=choices)],
        turn=name,
        rule="In the soft game, the lowest card in each round chooses one target card (000, Soft).",
    )


@lru_cache(maxsize=4096)
def give_to_one_of(name: str, others: tuple[str, ...]) -> Expectation:
    """The target is given away."""
    choices = tuple([shared_act("give", name, other=other) for other in others])
    return Expectation(
        [Option("give", name, Needs.CHOICE, choices=choices)],
        turn=name,
        rule="When you take a card with the 1, you must give it to another player, not to a partner (000, Kitty).",
    )
