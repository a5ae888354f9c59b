"""The chance that the next card is a bad one, from what everybody has seen.

Burnt cards and hands are as likely to hold a card as the draw pile is, so all that is unseen counts alike.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from dealer.game.driver import Game
from dealer.games.table import Common
from dealer.rules.acts import TABLE, Act
from dealer.rules.cards import RANKS
from dealer.rules.expect import Needs, Option

BLACK_STONE = 10
DEATH_CARD = 3
"""Rocket: a 3 is as bad for the dealer as a pair."""


class Bad(Enum):
    """What a bad card does."""

    PAIR = "pair"
    """The card pairs a stack, or the common hand."""
    PAIR_OR_THREE = "pair-or-three"
    """Rocket's dealer: it pairs her stack, or is a 3."""
    BLACK_STONES = "black-stones"
    """Blackstone: it is the second 10."""
    NO_COLUMN = "no-column"
    """Five Cards: it fits no column, and ends the round."""


@dataclass(frozen=True, slots=True)
class Odds:
    """``cards`` of the ``unseen`` ones are bad for ``player``, whom the next card comes to."""

    player: str
    bad: Bad
    cards: int
    unseen: int

    @property
    def chance(self) -> Fraction:
        """The chance of a bad card, 0 to 1."""
        return Fraction(self.cards, self.unseen) if self.unseen else Fraction(0)


def odds(game: Game) -> tuple[Odds, ...]:
    """The odds of the next card for everybody to whom it may come, who is on turn first; empty where they say nothing.

    They say nothing where no unknown card can come to a stack that shows one: cards of the own hand are chosen.

    >>> from dealer.game.driver import Header
    >>> game = Game(Header.from_mapping({"variant": "basic", "players": ["A", "B"]}))
    >>> for act in (Act("deal", "B", (10,)), Act("deal", "A", (7,))):
    ...     _ = game.push(act)
    >>> [(one.player, one.cards, one.unseen) for one in odds(game)]
    [('A', 6, 53)]
    """
    found: dict[str, Odds] = {}
    for option in game.expects.options:
        player = receiver(option)
        if player is not None and player not in found and (one := odds_of(game, option, player)) is not None:
            found[player] = one
    return tuple(found.values())


def chance_before(game: Game, act: Act) -> float | None:
    """How likely it was that the card which ``act`` turns up would be a bad one; None where that says nothing.

    >>> from dealer.game.driver import Header
    >>> game = Game(Header.from_mapping({"variant": "basic", "players": ["A", "B"]}), [Act("deal", "B", (10,))])
    >>> chance_before(game, Act("deal", "A", (7,))) is None
    True
    """
    option = game.expects.option_of(act)
    player = None if option is None or not act.cards else receiver(option)
    if option is None or player is None:
        return None
    found = odds_of(game, option, player)
    return None if found is None else float(found.chance)


def receiver(option: Option) -> str | None:
    """Whom an unknown card comes to when ``option`` is done; None where none does."""
    if option.player in (None, TABLE):
        return None
    if option.needs is Needs.CARD or (option.needs is Needs.HAND and option.verb in ("deal", "steal", "buy")):
        return option.other if option.verb == "attack" else option.player
    return None


def odds_of(game: Game, option: Option, player: str) -> Odds | None:
    """The odds of one option's card for ``player``; None where no card can be bad yet."""
    unseen = game.possible_ranks
    bad, ranks = bad_ranks(game, option, player)
    if not ranks:
        return None
    return Odds(player, bad, sum(unseen.get(rank, 0) for rank in ranks), sum(unseen.values()))


def bad_ranks(game: Game, option: Option, player: str) -> tuple[Bad, frozenset[int]]:
    """Which ranks are bad for ``player``, and why."""
    state = game.state
    (stack,) = (one.stack for one in state.players if one.name == player)
    rules = game.header.rules
    match rules.common:
        case Common.HAND:
            return Bad.PAIR, frozenset(state.table)
        case Common.STONES if game.expects.verbs == ("deal",) and game.acts and game.acts[-1].verb in ("take", "deal"):
            taking = any(act.verb == "take" for act in game.acts)  # a pair of the first deal does not count
            return Bad.BLACK_STONES, frozenset({BLACK_STONE} & set(stack)) if taking else frozenset()
        case Common.COLUMNS:
            placed = columns_of(game)
            columns = [{target, *sum(placed.get(target, {}).values(), [])} for target in state.table]
            return Bad.NO_COLUMN, frozenset(rank for rank in RANKS if all(rank in shown for shown in columns))
    if rules.against_the_dealer and option.verb == "hit" and player == game.expects.turn and no_choice(game):
        return Bad.PAIR_OR_THREE, frozenset({*stack, DEATH_CARD})
    return Bad.PAIR, frozenset(stack)


def no_choice(game: Game) -> bool:
    """Rocket's dealer always hits: nothing else is expected of her."""
    return game.expects.verbs == ("hit",)


def columns_of(game: Game) -> dict[int, dict[str, list[int]]]:
    """Five Cards: what each player has placed at each target in this round, from the acts."""
    columns: dict[int, dict[str, list[int]]] = {}
    drawn = 0
    for act in game.acts:
        if act.verb == "deal" and columns:
            columns = {}
        elif act.verb == "draw":
            drawn = act.cards[0]
        elif act.verb == "place":
            columns.setdefault(act.cards[0], {}).setdefault(act.player or "", []).append(drawn)
    return columns


def chance_of(ranks: Iterable[int], unseen: Mapping[int, int]) -> Fraction:
    """The chance that the next card is one of ``ranks``; ``unseen`` says how many copies of each rank may still come.

    >>> chance_of([7, 8], {1: 1, 7: 6, 8: 1})
    Fraction(7, 8)
    """
    total = sum(unseen.values())
    return Fraction(sum(unseen.get(rank, 0) for rank in set(ranks)), total) if total else Fraction(0)


def chance_of_a_pair(game: Game, player: str) -> Fraction:
    """The chance that the next unknown card would pair one in ``player``'s stack, whoever's turn it is.

    >>> from dealer.game.driver import Header
    >>> game = Game(Header.from_mapping({"variant": "basic", "players": ["A", "B"]}))
    >>> _ = game.push(Act("deal", "B", (10,)))
    >>> chance_of_a_pair(game, "B")
    Fraction(1, 6)
    """
    (stack,) = (state.stack for state in game.state.players if state.name == player)
    return chance_of(stack, game.possible_ranks)


def cost_of_a_hit(game: Game, player: str) -> Fraction:
    """What the next card from the draw pile costs ``player`` on average when a pair costs its rank."""
    unseen = game.possible_ranks
    total = sum(unseen.values())
    (stack,) = (state.stack for state in game.state.players if state.name == player)
    return Fraction(sum(rank * unseen.get(rank, 0) for rank in set(stack)), total) if total else Fraction(0)
