"""Five Cards: 000 p.39. Whoever played the most points on their side of a target card scores it."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from dealer.games.common_cards import CommonCards
from dealer.games.options import player
from dealer.games.table import Common, Moves
from dealer.rules.acts import shared_act
from dealer.rules.expect import Expectation, Needs, Option, card_from_the_pile

TARGETS = 5
WINNING_SCORE = 100
"""The winner is the first player to score 100 points."""


class FiveCards(CommonCards):
    """Draw a card, and play it on your side of a column that does not show it yet."""

    variant = "five-cards"
    source = "000 p.39"
    common = Common.COLUMNS
    different_cards = TARGETS
    winning_score = WINNING_SCORE
    has_columns = True
    middle_mm = 235.0
    seats = range(2, 3)
    options = {"first": player}
    keeps_score = True

    @classmethod
    def usual(cls, players: int, dealer: int) -> Mapping[str, Any]:
        """The dealer's left goes first."""
        return {**super().usual(players, dealer), "first": (dealer + 1) % players}

    def play(self) -> Moves[None]:
        """Record your score and play again. If both reach 100 at once the higher wins; if tied they play on."""
        first = self.seat_of[self.option("first", self.names[self.left_of(self.dealer)])]
        while max(self.scores) < WINNING_SCORE or self.scores[0] == self.scores[1]:
            if any(self.face_up):
                self.tell("new-round")
                self.begin_again_with_the_whole_deck()
            before = list(self.scores)
            yield from self.round(first)
            scored = [now - then for now, then in zip(self.scores, before, strict=True)]
            # On subsequent rounds, the player who scored the fewest points in the previous round will go first.
            if scored[0] != scored[1]:
                first = scored.index(min(scored))
        self.win(self.scores.index(max(self.scores)))

    def round(self, first: int) -> Moves[None]:
        """Deal five unmatched cards into the middle, and play until someone draws an unplayable card."""
        yield from self.deal_unmatched_cards(TARGETS)
        self.reshuffle_the_matching_cards()
        self.columns: dict[int, tuple[list[int], list[int]]] = {target: ([], []) for target in sorted(self.table)}
        seat = first
        self.tell("first", self.names[seat])
        while self.deck and (yield from self.turn(seat)):
            seat = self.left_of(seat)
        self.score_the_columns()

    def reshuffle_the_matching_cards(self) -> None:
        """If you had to discard any cards on the deal, reshuffle the deck."""
        if self.discards:
            self.tell("reshuffled")
        self.deck += self.discards
        self.discards = 0
        self.forget_the_discards()

    def turn(self, seat: int) -> Moves[bool]:
        """Draw a card, and play it face up on your side of a column. Returns whether that was possible."""
        act = yield draw(self.names[seat])
        card = act.cards[0]
        self.from_deck(seat, card)
        self.tell("hit", act.player, card)
        fitting = tuple([target for target in self.columns if self.fits(card, target)])
        if not fitting:
            self.stacks[seat].pop()
            self.discards += 1
            self.tell("unplayable", act.player, card)
            return False
        act = yield place_at_one_of(self.names[seat], fitting)
        self.columns[act.cards[0]][seat].append(card)
        self.tell("placed", act.player, card, act.cards[0])
        return True

    def fits(self, card: int, target: int) -> bool:
        """You can't play a card if it matches any card in the column, the opposing player's included."""
        left, right = self.columns[target]
        return card != target and card not in left and card not in right

    def score_the_columns(self) -> None:
        """The higher sum scores the value of the target. If the players are tied, they divide it, rounding down."""
        points = [0, 0]
        for target, (left, right) in self.columns.items():
            if sum(left) == sum(right):
                points = [score + target // 2 for score in points]
            else:
                points[0 if sum(left) > sum(right) else 1] += target
        for seat, scored in enumerate(points):
            self.scores[seat] += scored
            self.tell("scores", self.names[seat], None, scored)


@lru_cache(maxsize=64)
def draw(name: str) -> Expectation:
    """A card is drawn."""
    rule = "Draw a card from the deck (000, Five Cards)."
    return Expectation([card_from_the_pile("draw", name)], turn=name, rule=rule)


@lru_cache(maxsize=4096)  # 2 players, 637 sets of up to five targets
def place_at_one_of(name: str, targets: tuple[int, ...]) -> Expectation:
    """The card drawn is played at one of the targets."""
    choices = tuple([shared_act("place", name, (target,)) for target in targets])
    return Expectation(
        [Option("place", name, Needs.CHOICE, choices=choices)],
        turn=name,
        rule="You can't play a card if it matches any card in the column (000, Five Cards).",
    )
