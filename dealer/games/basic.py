"""Basic Pairs: 000 p.6 to 9, 001, 002, 003, 004. There is no winner, just one loser."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from dealer.games.options import BURN, text, truth, whole_number
from dealer.games.stakes import PENALTY, POT_STAKES, STAKES
from dealer.games.table import Moves
from dealer.games.turns import Turns
from dealer.rules.acts import Act, shared_act
from dealer.rules.expect import Expectation, Needs, Option, card_from_the_pile

LOSING_SCORES = {2: 31, 3: 21, 4: 16, 5: 13}
"""The losing score by the number of players (the table, not the formula)."""
LOSING_SCORE_OF_SIX_AND_MORE = 11


def losing_score(players: int) -> int:
    """The score that loses the game.

    >>> [losing_score(players) for players in range(2, 9)]
    [31, 21, 16, 13, 11, 11, 11]
    """
    return LOSING_SCORES.get(players, LOSING_SCORE_OF_SIX_AND_MORE)


class Basic(Turns):
    """The first player with too many points loses."""

    variant = "basic"
    also_called = ("pairs", "grundspiel")
    source = "000 p.6, 001, 002, 003, 004"
    pairs_by_chance = True
    uses_middle = False
    seats = range(2, 9)
    options = {
        "target": whole_number(1),
        "burn": BURN,
        "rotate_deal": truth,
        "forfeit": text,
        "penalty": whole_number(0),
        "coin": whole_number(0),
    }
    twists = ("pieces-of-eight", "calamities", "unlucky-seven", "five-card-catch")
    has_stakes = True
    may_come_and_go = True
    burns = 5

    @classmethod
    def usual(cls, players: int, dealer: int) -> Mapping[str, Any]:
        """The losing score depends on the number of players."""
        usual = {"target": losing_score(players), "rotate_deal": False, "forfeit": "", "penalty": PENALTY, "coin": 1}
        return {**super().usual(players, dealer), **usual}

    @classmethod
    def has_pot(cls, stakes: str | None, players: int) -> bool:
        """Only where the loser's coins are shared out."""
        return stakes in POT_STAKES

    def play(self) -> Moves[None]:
        """To start a round, deal one card to each. The game is rounds until one player reaches the losing score."""
        self.begin()
        while not self.somebody_reached_the_losing_score():
            yield from self.deal_one_to_each()
            yield from self.take_turns()
            self.end_the_round()
        self.losing_the_game()

    def begin(self) -> None:
        """The losing score depends on the number of players."""
        self.target = self.option("target", losing_score(self.number))
        self.rotates_the_deal = self.option("rotate_deal", False)

    def take_turns(self) -> Moves[None]:
        """The lowest card will go first. Play passes to the left."""
        seat = yield from self.low_card_goes_first()
        while not (yield from self.turn(seat)):
            seat = self.left_of(seat)

    def choices(self, seat: int) -> Expectation:
        """On your turn, you have two choices: hit (take a card), or fold (take the lowest card in play)."""
        lowest, owners = self.lowest_and_owners()
        return hit_or_fold(self.names[seat], lowest, owners)

    def outcome(self, seat: int, act: Act) -> bool:
        """As soon as one person catches a pair or folds, the round is over."""
        if act.verb == "fold":
            self.fold(seat, act)
            return True
        return self.hit(seat, act.cards[0])

    def pair(self, seat: int, card: int) -> None:
        """If you pair up, you score that many points. Keep one of those cards, face up."""
        self.tell("pair", self.names[seat], card, card)
        self.keep_for_points(seat, card, owner=seat)

    def fold(self, seat: int, act: Act) -> None:
        """When you fold, you take the lowest card in play and keep it for points, whoever's it is."""
        card = act.cards[0] if act.cards else self.lowest_in_play()
        owner = self.seat_of[act.other] if act.other else self.owner_of(card, seat)
        self.tell("fold", self.names[seat], card, card, self.names[owner])
        self.keep_for_points(seat, card, owner)

    def owner_of(self, card: int, folder: int) -> int:
        """Whose card it is when the folder doesn't say: the first who shows it, clockwise from the folder."""
        return next(seat for seat in self.clockwise_from(folder) if card in self.stacks[seat])

    def keep_for_points(self, seat: int, card: int, owner: int) -> None:
        """The card leaves its owner's stack and is kept for points."""
        self.stacks[owner].remove(card)
        self.points[seat].append(card)
        self.scores[seat] += card

    def end_the_round(self) -> None:
        """Discard all the cards in play, and deal another round."""
        self.discard_all_cards_in_play()
        rotates = self.rotates_the_deal and not self.somebody_reached_the_losing_score()
        if rotates:
            self.dealer = self.left_of(self.dealer)
        self.tell("round-over", self.names[self.dealer] if rotates else None)

    def somebody_reached_the_losing_score(self) -> bool:
        """The game ends when one player reaches the target score."""
        return max(self.scores) >= self.target

    def losing_the_game(self) -> None:
        """There is no winner, just one loser, who pays what the stakes say."""
        loser = self.scores.index(max(self.scores))
        self.lose(loser)
        STAKES[self.header.stakes or "forfeit"](self, loser)


@lru_cache(maxsize=65536)  # 8 players, 10 ranks, up to 255 sets of owners
def hit_or_fold(player: str, lowest: int, owners: tuple[str, ...]) -> Expectation:
    """The two choices of a turn; whose lowest card is taken may be said or left open."""
    exact = tuple([shared_act("fold", player, (lowest,), owner) for owner in owners])
    fold = Option("fold", player, Needs.NOTHING, lowest, exact, also=(shared_act("fold", player, (lowest,)),))
    return Expectation(
        (card_from_the_pile("hit", player), fold),
        turn=player,
        rule="On your turn you may hit, or fold and take the lowest card in play (000, On Each Turn; Folding).",
    )
