"""What a simulated player thinks a choice is worth: in points or coins, from what the table shows and the own hand.

Nobody here plays well. It is enough that games look like games: people fold when the odds say so, bid low for what
they want, get rid of pairs, and are not always of one mind.
"""

import random
from collections import Counter
from collections.abc import Callable, Sequence

from dealer.game.driver import Game, PlayerState
from dealer.game.odds import chance_of, columns_of, cost_of_a_hit
from dealer.rules.expect import Needs, Option

COURAGE = (0.6, 1.2)
"""People hit a little more often than the average cost alone would say, and not always alike."""

RISK_OF_LOCKING = (0.25, 0.45)
"""At what chance of a pair a player locks."""

BLACK = 10
WHITE_STONES_LOST = 5
"""Blackstone: the ante that goes with the white stones."""

TRIALS = 40
"""How many hands are imagined to see whether somebody holds a pair."""

GOOD_HAND = 9
"""Monster: a hand whose best card is lower is seldom kept."""

USUAL_BETS = (1, 1, 2, 3, 5)
"""Rocket: what people bet, in units of the smallest bet."""

Value = Callable[[int], float]


def cost(option: Option, game: Game, hand: Sequence[int], chooser: random.Random) -> float:
    """About what ``option`` costs the one on turn; among equals people choose at random."""
    player = player_of(game, option.player)
    match option.verb:
        case "fold":
            return cost_of_folding(option, game, hand, chooser)
        case "hit" if "lock" in game.expects.verbs:  # what is lost is the round, whatever the card
            return float(chance_of(player.stack, game.possible_ranks))
        case "hit" | "buy" | "steal":
            unit = float(last_number(game, "bet", player.name)) / 10 or 1.0
            return unit * float(cost_of_a_hit(game, player.name)) * courage(chooser) + (option.price or 0) / 2
        case "draw" if option.needs is Needs.CARD and game.state.table:
            return float(chance_of(game.state.table, game.possible_ranks))
        case "draw" if option.needs is Needs.CARD:
            return float(cost_of_a_hit(game, player.name)) * courage(chooser)
        case "draw":  # face down, into the hand: the more cards, the likelier a pair in it
            return 0.4 * (player.hidden + len(player.stack)) * courage(chooser)
        case "lock":
            return chooser.uniform(*RISK_OF_LOCKING)
        case "play" | "pitch":
            pairs = [card for card in hand if card in player.stack]
            risk = float(cost_of_a_hit(game, player.name)) * courage(chooser) if option.verb == "pitch" else 0.0
            return float(min(pairs)) if hand and len(pairs) == len(hand) else risk
        case "discard" if option.needs is not Needs.NUMBER:  # the trade of an 8 for two cards
            rest = [card for card in player.stack if card != option.choices[0].cards[0]]
            return 1.5 * sum(card * float(chance_of([card], game.possible_ranks)) for card in rest) * courage(chooser)
        case "discard":
            return 1.5
        case "take":
            return cost_of_taking(option, game, player) * courage(chooser)
        case "attack":
            return float(cost_of_a_hit(game, option.other or "")) * courage(chooser)
        case "gift":
            return 0.2 if has_a_pair([*hand, *player.stack]) else 3.0 * courage(chooser)
        case "see":
            return cost_of_seeing(option, game, chooser)
    return 1.0


def courage(chooser: random.Random) -> float:
    return chooser.uniform(*COURAGE)


def cost_of_folding(option: Option, game: Game, hand: Sequence[int], chooser: random.Random) -> float:
    """The price; where folding is free it is for hands that cannot be kept, or not hoped for."""
    if option.price is not None:
        return float(option.price)
    surplus = len(hand) - len(set(hand))
    discards = next((other.most for other in game.expects.options if other.verb == "discard"), 0)
    if surplus > discards:
        return 0.0
    return chooser.uniform(0, 3) if max(hand, default=0) < GOOD_HAND else chooser.uniform(1.2, 5)


def cost_of_taking(option: Option, game: Game, player: PlayerState) -> float:
    """Blackstone: what the least number of cards costs who holds a black stone already, or has none yet."""
    unseen = game.possible_ranks
    chance = float(chance_of([BLACK], unseen))
    stones = len(game.state.table) + WHITE_STONES_LOST
    expected = chance * option.least
    return stones * min(1.0, expected if BLACK in player.stack else expected * expected / 2)


def cost_of_seeing(option: Option, game: Game, chooser: random.Random) -> float:
    """Regent: what is paid on average, from imagined hands of the one seen."""
    other = player_of(game, option.other)
    unseen = [rank for rank, number in game.possible_ranks.items() for _ in range(number)]
    if len(unseen) < other.hidden:
        return 5.0
    paid = 0.0
    for _ in range(TRIALS):
        cards = [*other.stack, *chooser.sample(unseen, other.hidden)]
        pairs = [card for card in cards if cards.count(card) > 1]
        paid += -max(pairs) if pairs else max(cards)
    return paid / TRIALS


# ---------------------------------------------------------------------------------- which card, which number


def card_to_play(option: Option, game: Game, hand: Sequence[int], chooser: random.Random) -> int:
    """Which card of the own hand becomes the act; ``hand`` are the cards that are possible."""
    state = game.state
    player = player_of(game, option.player)
    table = list(state.table)
    match option.verb:
        case "reveal" | "play" if not table:
            fitting = [card for card in hand if card not in player.stack]
            return best(fitting or list(hand), lambda card: -card, chooser, spread=3.0)
        case "play":  # Sweep: cards under it are taken, and it falls into the middle for who plays higher
            return best(hand, lambda card: sum(one for one in table if one < card) - 0.8 * card, chooser, spread=4.0)
        case "bid" if any(one.points for one in state.players) or len(table) > 2:  # Venture: captured cards cost
            return best(hand, lambda card: -sum(one < card for one in table), chooser, spread=1.5)
        case "bid":  # Kitty: low for what is worth it
            wanted = max(table, default=5) / 10
            return best(hand, lambda card: -card * (wanted - 0.4), chooser, spread=1.2)
        case "gift":
            doubled = [card for card in hand if [*hand, *player.stack].count(card) > 1]
            return best(doubled or list(hand), lambda card: card, chooser, spread=2.0)
    return chooser.choice(list(hand))


def card_to_pitch(game: Game, name: str, hand: Sequence[int], chooser: random.Random) -> int:
    """Goblin Poker: one that pairs others, and not oneself."""
    own = player_of(game, name).stack
    others = [player.stack for player in game.state.players if player.name != name]

    def harm(card: int) -> float:
        return card * (sum(card in stack for stack in others) - (3 if card in own else 0))

    return best(hand, harm, chooser, spread=5.0)


def number_to_say(option: Option, hand: Sequence[int], chooser: random.Random) -> int | None:
    """A bet, a count of stones, or how many cards are discarded: so many that no pair is left."""
    numbers = option.numbers()
    if option.verb == "bet":
        return min(option.step * chooser.choice(USUAL_BETS), numbers[-1])
    if option.verb == "discard":
        least = len(hand) - len(set(hand))
        return next((number for number in numbers if number >= least), None)
    more = chooser.choices((0, 1, 2), (0.7, 0.22, 0.08))[0]
    return min(numbers[0] + more, numbers[-1])


def choice_to_make(option: Option, game: Game, chooser: random.Random) -> int:
    """Which of the listed acts: its index."""
    acts = option.choices
    if option.verb == "place":
        return chosen(len(acts), lambda index: worth_of_a_column(acts[index].cards[0], game), chooser, spread=2.0)
    if option.verb == "fold":  # the cheapest card, whoever's it is
        return chosen(len(acts), lambda index: -100.0 * acts[index].cards[0], chooser, spread=1.0)
    if option.verb == "give":  # to who has the fewest cards
        hidden = {player.name: player.hidden for player in game.state.players}
        return chosen(len(acts), lambda index: -float(hidden[acts[index].other or ""]), chooser, spread=1.0)
    return chosen(len(acts), lambda index: float(sum(acts[index].cards)), chooser, spread=2.0)


def worth_of_a_column(target: int, game: Game) -> float:
    """Five Cards: a target is worth its value where the card drawn takes the lead, little where it is led already."""
    player = game.expects.turn or ""
    columns = columns_of(game)
    sums = {name: sum(cards) for name, cards in columns.get(target, {}).items()}
    own = sums.get(player, 0)
    other = max((total for name, total in sums.items() if name != player), default=0)
    card = game.acts[-1].cards[0]
    return float(target) * (1.0 if own <= other < own + card else 0.4)


# ---------------------------------------------------------------------------------- facts


def player_of(game: Game, name: str | None) -> PlayerState:
    """A player's part of the state."""
    return next(player for player in game.state.players if player.name == name)


def has_a_pair(cards: Sequence[int]) -> bool:
    """Whether a rank is there twice."""
    return bool(cards) and max(Counter(cards).values()) > 1


def last_number(game: Game, verb: str, name: str) -> int:
    """The number of a player's last act of this verb; 0 where there is none."""
    acts = (act for act in reversed(game.acts) if act.verb == verb and act.player == name)
    return next((act.number or 0 for act in acts), 0)


def best(cards: Sequence[int], value: Value, chooser: random.Random, *, spread: float) -> int:
    """The card of the highest value, as a person sees it who is off by up to ``spread``."""
    return max(sorted(cards), key=lambda card: value(card) + chooser.uniform(0, spread))


def chosen(number: int, value: Value, chooser: random.Random, *, spread: float) -> int:
    """The index of the highest value, as a person sees it who is off by up to ``spread``."""
    return max(range(number), key=lambda index: value(index) + chooser.uniform(0, spread))
