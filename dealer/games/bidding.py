"""Bidding games: players bid with cards in their hands, to pick up or score other cards (000, section 4)."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from dealer.games.common_cards import CommonCards
from dealer.games.table import Moves, all_of
from dealer.rules.acts import Act
from dealer.rules.cards import RANKS
from dealer.rules.expect import Expectation, Needs, Option, card_from_a_hand


class Bidding(CommonCards):
    """A game in which cards that everybody saw go into hands, and hands are counted at the end."""

    keeps_score = True

    def deal_hands(self) -> None:
        """Nobody has seen a card of a fresh hand."""
        super().deal_hands()
        # known[seat]: cards that everybody saw go into that hand and that have not been played or shown since.
        self.known: list[list[int]] = [[] for _ in self.names]

    def into_the_hand(self, seat: int, card: int) -> None:
        """A card that lay face up goes into a hand."""
        self.hidden[seat] += 1
        self.known[seat].append(card)

    def from_hand(self, seat: int, rank: int) -> bool:
        """A card that was seen when it went into the hand is not a new one."""
        for known in self.known_with(seat):
            if rank in known:
                known.remove(rank)
                self.hidden[seat] -= 1
                self.stacks[seat].append(rank)
                return self.stacks[seat].count(rank) > 1
        return super().from_hand(seat, rank)

    def known_with(self, seat: int) -> Sequence[list[int]]:
        """Where a known card that ``seat`` plays may have been: in that hand."""
        return (self.known[seat],)

    def hidden_with(self, seat: int) -> int:
        """How many cards are in the hands that ``known_with`` is about."""
        return self.hidden[seat]

    def not_in_hand(self, act: Act) -> str:
        """A hand holds what was seen to go into it; the rest of it must be cards that nobody has seen."""
        seat = self.seat_of[act.player or ""]
        known = [*all_of(self.known_with(seat))]
        unknown = 0
        for rank in dict.fromkeys(act.cards):
            new = act.cards.count(rank) - known.count(rank)
            if new > self.unseen[rank]:
                return self.no_more(rank)
            unknown += max(0, new)
        if unknown > self.hidden_with(seat) - len(known):
            return f"{act.player}'s hand holds {', '.join(map(str, sorted(known)))}, which everybody has seen"
        return ""

    def bid_a_card_each(self) -> Moves[dict[int, int]]:
        """Each player bids a card, in any order. Returns the bids by seat."""
        due = [seat for seat in range(self.number) if self.hidden[seat]]
        bids: dict[int, int] = {}
        while due:
            act = yield bids_due(self.names_of(due))
            seat = self.seat_of[act.player or ""]
            due.remove(seat)
            self.from_hand(seat, act.cards[0])
            bids[seat] = act.cards[0]
            self.tell("bid", act.player, act.cards[0])
        return dict(sorted(bids.items()))

    def show_the_hands(self) -> Moves[None]:
        """Everybody who has a hand lays it down, in any order."""
        due = [seat for seat in range(self.number) if self.hidden[seat]]
        while due:
            act = yield Expectation([show(self.names[seat], self.hidden[seat]) for seat in due], rule=SHOW_RULE)
            seat = self.seat_of[act.player or ""]
            due.remove(seat)
            for card in act.cards:
                self.from_hand(seat, card)
            self.tell("shown", act.player, cards=act.cards)

    def score_the_most_of_each_rank(self, groups: Sequence[Sequence[int]]) -> None:
        """Who has collected the most cards of a rank scores that many points; if tied, each scores the full value."""
        points = [0] * len(groups)
        hands = [Counter(card for seat in group for card in self.stacks[seat]) for group in groups]
        for rank in RANKS:
            most = max(hand[rank] for hand in hands)
            for index, hand in enumerate(hands):
                if most and hand[rank] == most:
                    points[index] += rank
        for group, scored in zip(groups, points, strict=True):
            for seat in group:
                self.scores[seat] += scored
                self.tell("scores", self.names[seat], None, scored)

    def highest_wins(self) -> None:
        """The highest score wins; ties all win."""
        self.win(*[seat for seat, score in enumerate(self.scores) if score == max(self.scores)])


SHOW_RULE = "At the end every hand is shown and counted (000, Scoring)."


@lru_cache(maxsize=4096)
def bids_due(names: tuple[str, ...]) -> Expectation:
    """Players bid a card each, in any order."""
    return Expectation(
        [card_from_a_hand("bid", name) for name in names],
        rule="Each player plays a bid card, face down; when all are played, reveal them (000).",
    )


@lru_cache(maxsize=4096)
def show(name: str, cards: int) -> Option:
    """A whole hand is shown."""
    return Option("show", name, Needs.HANDS, least=cards, most=cards)
