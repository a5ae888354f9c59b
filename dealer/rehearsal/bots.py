"""Simulated players: they choose from what the game expects, and know no rules of their own."""

import random
from collections.abc import Sequence

from dealer.game.driver import Game, Header
from dealer.games.turns import Turns
from dealer.rehearsal import judgement
from dealer.rehearsal.real_cards import RealCards
from dealer.rules.acts import Act
from dealer.rules.expect import Needs, Option

CARD, DEAL = Needs.CARD, "deal"


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
        option = options[0]
        # The dealer deals in good order; whoever else may act is chosen at random.
        if option.verb != DEAL:
            option = options[int(throw() * len(options))]
        if only_stacks and option.needs is CARD:
            push(option.one_card[pile.pop(int(throw() * len(pile)))])
        elif only_stacks and option.choices:
            push(option.choices[int(throw() * len(option.choices))])
        elif not cards.play(option):
            continue
        if count_cards() != number:
            raise CardsLost(f"{count_cards()} cards lie on the table after '{game.acts[-1]}'; expected {number}.")
    return game


class SensibleCards(RealCards):
    """The real cards; who chooses one sees the table and the own hand, and no other."""

    def card(self, option: Option, cards: list[int]) -> int:
        """Out of the own hand with sense; off somebody's face-down stack whatever lies there."""
        if option.verb in ("steal", "buy", "deal"):
            return self.chooser.choice(cards)
        return judgement.card_to_play(option, self.game, cards, self.chooser)

    def choice(self, option: Option) -> Act:
        return option.choices[judgement.choice_to_make(option, self.game, self.chooser)]

    def pitched(self, player: str) -> int:
        return judgement.card_to_pitch(self.game, player, self.hands[player], self.chooser)

    def passed(self, player: str) -> int:
        """High cards win no bids."""
        return judgement.best(self.hands[player], float, self.chooser, spread=4.0)

    def number(self, option: Option) -> Act | None:
        number = judgement.number_to_say(option, self.hands.get(option.player or "", ()), self.chooser)
        return None if number is None else option.act(number=number)

    def preferred(self) -> list[Option]:
        """What may be done next, what the one on turn would rather do first."""
        hand = tuple(self.hands.get(self.game.expects.turn or "", ()))
        return preferences(self.game, hand, self.chooser)

    def decide(self) -> tuple[Option, Act]:
        """What happens next. Where the act takes a card from the pile, that card is drawn."""
        for option in self.preferred():
            act = self.act(option)
            if act is not None:
                return option, act
        raise AssertionError(f"Nobody can do what is expected: {self.game.expects}.")


def play_sensibly(header: Header, chooser: random.Random) -> Game:
    """A whole game of simulated players who choose as ``preferences`` says.

    >>> play_sensibly(Header.from_mapping({"variant": "basic", "players": ["A", "B"]}), random.Random(1)).over
    True
    """
    game = Game(header)
    cards = SensibleCards(game, chooser)
    while not game.over:
        option, act = cards.decide()
        game.push(act)
        cards.follow(option)
    return game


def preferences(game: Game, hand: Sequence[int], chooser: random.Random) -> list[Option]:
    """All that may be done next, the most sensible first; ``hand`` are the hidden cards that the one on turn knows."""
    expects = game.expects
    options = list(expects.options)
    if expects.turn is None:
        if expects.verbs != (DEAL,):  # the dealer deals in good order; who reveals, bids or shows first does not matter
            chooser.shuffle(options)
        return options
    chooser.shuffle(options)
    return sorted(options, key=lambda option: judgement.cost(option, game, hand, chooser))
