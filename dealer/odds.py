"""The chance of a pair on the next card, from what everybody has seen."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from dealer.game import Game


def chance_of_a_pair(game: Game, player: str) -> Fraction:
    """The chance that the next card from the draw pile pairs one in ``player``'s stack.

    Burnt cards and hands are as likely to hold a card as the draw pile is, so all that is unseen counts alike.

    >>> from dealer.game import Header
    >>> from dealer.acts import Act
    >>> game = Game(Header.from_mapping({"variant": "basic", "players": ["A", "B"]}))
    >>> _ = game.push(Act("deal", "B", (10,)))
    >>> chance_of_a_pair(game, "B")
    Fraction(1, 6)
    """
    (stack,) = (state.stack for state in game.state.players if state.name == player)
    return chance_of(stack, game.possible_ranks)


def chance_of(ranks: Iterable[int], unseen: Mapping[int, int]) -> Fraction:
    """The chance that the next card is one of ``ranks``; ``unseen`` says how many copies of each rank may still come.

    >>> chance_of([7, 8], {1: 1, 7: 6, 8: 1})
    Fraction(7, 8)
    """
    total = sum(unseen.values())
    return Fraction(sum(unseen.get(rank, 0) for rank in set(ranks)), total) if total else Fraction(0)


def cost_of_a_hit(game: Game, player: str) -> Fraction:
    """What the next card from the draw pile costs ``player`` on average when a pair costs its rank."""
    unseen = game.possible_ranks
    total = sum(unseen.values())
    (stack,) = (state.stack for state in game.state.players if state.name == player)
    return Fraction(sum(rank * unseen.get(rank, 0) for rank in set(stack)), total) if total else Fraction(0)
