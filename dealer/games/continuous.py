"""Continuous Pairs: 000 p.10, 001, 003, 004 (Stick Around). Basically one long round."""

from functools import lru_cache

from dealer.games.basic import Basic
from dealer.games.table import Moves
from dealer.rules.acts import Act, shared_act
from dealer.rules.expect import Expectation, Needs, Option, card_from_the_pile


class Continuous(Basic):
    """Nearly the same as basic Pairs, except that only the player's own cards are discarded."""

    variant = "continuous"
    also_called = ("stick-around", "fortlaufend")
    source = "000 p.10, 001, 003, 004"
    options = {key: check for key, check in Basic.options.items() if key != "rotate_deal"}
    may_come_and_go = False

    def play(self) -> Moves[None]:
        """This game is basically one long round, instead of several short ones."""
        self.begin()
        yield from self.deal_one_to_each()
        yield from self.take_turns()
        self.losing_the_game()

    def next_dealer(self) -> int:
        """The player who loses becomes the dealer for the next game (004, Stick Around)."""
        return self.losers[0] if self.losers else super().next_dealer()

    def choices(self, seat: int) -> Expectation:
        """When you fold, you may take any card in play. When you have no cards, you must always hit."""
        if not self.stacks[seat]:
            return self.must_hit(seat)
        return hit_or_fold(self.names, seat, tuple([tuple(stack) for stack in self.stacks]))

    def outcome(self, seat: int, act: Act) -> bool:
        """When a player pairs up or folds, only that player's cards are discarded, and that player is still in."""
        if super().outcome(seat, act):
            self.discard_stack(seat)
            self.tell("stack-discarded", self.names[seat])
        return self.somebody_reached_the_losing_score()


@lru_cache(maxsize=8192)
def hit_or_fold(names: tuple[str, ...], seat: int, stacks: tuple[tuple[int, ...], ...]) -> Expectation:
    """The two choices of a turn; the card taken is named, its owner where several stacks show that rank."""
    player = names[seat]
    shown = [(card, owner) for owner, stack in enumerate(stacks) for card in stack]
    ranks = [card for card, _ in shown]
    exact = tuple([shared_act("fold", player, (card,), names[owner]) for card, owner in sorted(shown)])
    short = tuple([shared_act("fold", player, (card,)) for card in ranks if ranks.count(card) == 1])
    return Expectation(
        (card_from_the_pile("hit", player), Option("fold", player, Needs.CHOICE, min(ranks), exact, also=short)),
        turn=player,
        rule="When you fold, you may take any card in play, and name it (000 p.10; games.md, continuous).",
    )
