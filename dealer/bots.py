"""Simulated players: they choose from what the game expects, and know no rules of their own."""

import random
from collections.abc import Sequence

from dealer.expect import Needs, Option
from dealer.game import Game, Header
from dealer.games.turns import Turns
from dealer.odds import chance_of, cost_of_a_hit
from dealer.real_cards import RealCards

CARD, DEAL = Needs.CARD, "deal"

COURAGE = (0.6, 1.2)
"""People hit a little more often than the average cost alone would say, and not always alike."""
RISK_OF_LOCKING = (0.25, 0.45)
"""At what chance of a pair a player locks."""


class CardsLost(AssertionError):
    """A game in which a card vanished or came from nowhere."""


def play_at_random(header: Header, chooser: random.Random) -> Game:
    """A whole game in which every choice is as likely as the others. Raises ``CardsLost`` when a card goes astray.

    >>> play_at_random(Header.from_mapping({"variant": "basic", "players": ["A", "B"]}), random.Random(1)).over
    True
    """
    game = Game(header)
    cards = RealCards(game, chooser)
    push, count_cards, throw, pile = game.push, game.count_cards, chooser.random, cards.pile
    number = count_cards()
    # Where there are only stacks and a draw pile nothing has to be followed but the pile.
    only_stacks = issubclass(header.rules, Turns)
    while options := game.expects.options:
        # The dealer deals in good order; whoever else may act is chosen at random.
        option = options[0] if options[0].verb == DEAL else options[int(throw() * len(options))]
        if only_stacks and option.needs is CARD:
            push(option.one_card[pile.pop(int(throw() * len(pile)))])
        elif only_stacks and option.choices:
            push(option.choices[int(throw() * len(option.choices))])
        elif not cards.play(option):
            continue
        if count_cards() != number:
            raise CardsLost(f"{count_cards()} cards lie on the table after '{game.acts[-1]}'; expected {number}.")
    return game


def play_sensibly(header: Header, chooser: random.Random) -> Game:
    """A whole game of simulated players who choose as ``choose`` does.

    >>> play_sensibly(Header.from_mapping({"variant": "basic", "players": ["A", "B"]}), random.Random(1)).over
    True
    """
    game = Game(header)
    cards = RealCards(game, chooser)
    while not game.over:
        hands = {name: tuple(hand) for name, hand in cards.hands.items()}
        for option in preferences(game, hands.get(game.expects.turn or "", ()), chooser):
            if cards.play(option):
                break
    return game


def choose(game: Game, chooser: random.Random, hand: Sequence[int] = ()) -> Option:
    """What the one on turn does, sensibly; ``hand`` are the hidden cards that this player knows of.

    The option may still need a card: the table deals it, or it comes out of the hand.
    """
    return preferences(game, hand, chooser)[0]


def preferences(game: Game, hand: Sequence[int], chooser: random.Random) -> list[Option]:
    """All that may be done next, the most sensible first."""
    expects = game.expects
    options = list(expects.options)
    if expects.turn is None:
        if expects.verbs != (DEAL,):  # the dealer deals in good order; who reveals, bids or shows first does not matter
            chooser.shuffle(options)
        return options
    chooser.shuffle(options)
    return sorted(options, key=lambda option: _cost(option, game, hand, chooser))


def _cost(option: Option, game: Game, hand: Sequence[int], chooser: random.Random) -> float:
    """About what an option costs the one on turn, in points or coins; options of equal cost keep their random order."""
    player = option.player or ""
    stack = next(state.stack for state in game.state.players if state.name == player)
    if option.verb == "fold":
        # Where folding is free it is for hands that cannot be kept.
        return float(option.price) if option.price is not None else chooser.uniform(0, 4)
    if option.verb in ("hit", "draw", "buy", "steal"):
        if game.state.table and option.verb == "draw":
            return float(chance_of(game.state.table, game.possible_ranks))
        return float(cost_of_a_hit(game, player)) * chooser.uniform(*COURAGE) + (option.price or 0) / 2
    if option.verb == "lock":
        return chooser.uniform(*RISK_OF_LOCKING) * (1 if game.state.table else max(stack, default=0))
    if option.verb in ("play", "pitch"):
        pairs = [card for card in hand if card in stack]
        return float(min(pairs)) if hand and len(pairs) == len(hand) else 0.0
    if option.verb == "discard":
        return 1.5 if option.needs is Needs.NUMBER else float(cost_of_a_hit(game, player)) * chooser.uniform(*COURAGE)
    if option.verb == "attack":
        return float(_cost_of_an_attack(option, game))
    if option.verb == "see":
        return 3.0 - option.most
    return 1.0


def _cost_of_an_attack(option: Option, game: Game) -> float:
    """What the next card costs when it pairs the stack of the one attacked."""
    return float(cost_of_a_hit(game, option.other or ""))
