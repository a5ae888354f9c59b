"""The real cards behind a game: what lies in the draw pile and in the hands, which the rules never see.

Simulated players and the simulated table need it: somebody must know which card comes next.
"""

import random

from dealer.game.driver import Game
from dealer.games.table import Common, all_of
from dealer.rules.acts import MONSTER, TABLE, Act
from dealer.rules.expect import Needs, Option

# Members of an enum take long to look up.
CARD, CARDS, HAND, HANDS, NUMBER = Needs.CARD, Needs.CARDS, Needs.HAND, Needs.HANDS, Needs.NUMBER

SMALL_NUMBERS = 5
"""How many of the numbers that serve, the lowest ones, simulated players choose among."""


class RealCards:
    """Hands and draw pile of one game, dealt at random; ``follow`` keeps them in step with the acts."""

    def __init__(self, game: Game, chooser: random.Random) -> None:
        self.game = game
        self.chooser = chooser
        self.has_hands = any(Game(game.header).hidden)  # in a game that goes on all hands may be empty just now
        self.hands: dict[str, list[int]] = {name: [] for name in game.header.players} if self.has_hands else {}
        # pile: the draw pile and what was burnt; nobody knows which is which, so any card of it may come next.
        self.pile: list[int] = []
        # aside: cards pitched, or given to the Monster.
        self.aside: list[int] = []
        for hand, seen in zip(self.hands.values(), game.seen_into_hands, strict=False):
            hand += seen
        self.shuffle()
        self.aside += [self.draw() for _ in range(game.put_aside)]
        self.fill_the_hands()
        if game.header.rules.common is Common.MONSTER and game.acts:
            self.part_the_pairs()

    def part_the_pairs(self) -> None:
        """Who has discarded holds no pair: in a game in progress nobody does."""
        for hand in self.hands.values():
            for index, card in enumerate(hand):
                if card in hand[:index]:
                    other = next(one for one in self.pile if one not in hand)
                    self.pile[self.pile.index(other)] = card
                    hand[index] = other

    def shuffle(self) -> None:
        """All cards that are neither face up nor in a hand are the draw pile."""
        left = dict(self.game.possible_ranks)
        for card in all_of((*self.hands.values(), self.aside)):
            left[card] = left.get(card, 0) - 1
        for card in all_of(self.game.seen_into_hands):  # known, and so not among the unseen
            left[card] = left.get(card, 0) + 1
        self.pile.clear()
        for rank, number in left.items():
            self.pile += [rank] * number

    def draw(self) -> int:
        """Take the next card from the pile."""
        return self.pile.pop(int(self.chooser.random() * len(self.pile)))

    def fill_the_hands(self) -> None:
        """Hands are as large as the game says: new cards come from the pile."""
        for hand, number in zip(self.hands.values(), self.game.hidden, strict=False):
            while len(hand) < number:
                hand.append(self.draw())

    def source(self, option: Option) -> list[int]:
        """The hidden cards that ``option`` takes from: a hand, a face-down stack, or what was set aside."""
        if option.verb == "deal" or option.player == MONSTER:
            return self.aside
        return self.hands[(option.other if option.verb in ("steal", "see") else option.player) or ""]

    def possible(self, option: Option) -> list[int]:
        """The different hidden cards with which ``option`` can be played."""
        return sorted({card for card in self.source(option) if card in option.ranks})

    def act(self, option: Option) -> Act | None:
        """The act that ``option`` becomes with the real cards, or ``None`` when this hand doesn't allow it."""
        needs = option.needs
        if needs is CARD:
            return option.one_card[self.draw()]
        if needs is HAND:
            cards = self.possible(option)
            return option.one_card[self.card(option, cards)] if cards else None
        if needs is CARDS:
            assert option.player == TABLE
            return option.act(self.draw())
        if needs is HANDS:
            return option.act(*self.source(option))
        if needs is NUMBER:
            return self.number(option)
        return self.choice(option) if option.choices else option.one_act

    def choice(self, option: Option) -> Act:
        """One of the acts that ``option`` lists."""
        return option.choices[int(self.chooser.random() * len(option.choices))]

    def card(self, option: Option, cards: list[int]) -> int:
        """One of the hidden ``cards`` with which ``option`` can be played."""
        return self.chooser.choice(cards)

    def pitched(self, player: str) -> int:
        """The card of the hand that ``player`` pitches."""
        return self.chooser.choice(self.hands[player])

    def passed(self, player: str) -> int:
        """The card of the hand that ``player`` passes to the left."""
        return self.chooser.choice(self.hands[player])

    def number(self, option: Option) -> Act | None:
        """A count or coins: so many discards that no pair is left in the hand, else something small."""
        hand = self.hands.get(option.player or "", [])
        least = len(hand) - len(set(hand)) if option.verb == "discard" else 0
        numbers = [number for number in option.numbers()[:SMALL_NUMBERS] if number >= least]
        return option.act(number=self.chooser.choice(numbers)) if numbers else None

    def play(self, option: Option) -> bool:
        """Do what ``option`` says with the real cards. Returns whether this hand allowed it."""
        act = self.act(option)
        if act is None:
            return False
        self.game.push(act)
        self.follow(option)
        return True

    def follow(self, option: Option) -> None:
        """Keep up with the game's last act, which was ``option``'s."""
        game = self.game
        kinds = {event.kind for event in game.events}
        if not self.has_hands:
            if not kinds.isdisjoint(("reshuffled", "new-round")):
                self.shuffle()
            return
        act = game.last_act
        assert act is not None
        if option.needs in (HAND, HANDS):
            for card in act.cards:
                self.source(option).remove(card)
        elif act.verb == "pitch":
            card = self.pitched(act.player or "")
            self.hands[act.player or ""].remove(card)
            self.aside.append(card)
        elif act.verb == "discard" and act.number is not None:
            self.give_to_the_monster(self.hands[act.player or ""], act.number)
        if "new-round" in kinds:
            self.aside.clear()
            for hand in self.hands.values():
                hand.clear()
        uneven = tuple(map(len, self.hands.values())) != game.hidden
        if uneven:
            self.empty_the_hands_or_take_what_was_captured()
        if "reshuffled" in kinds or ("new-round" in kinds and self.nothing_is_seen()):
            self.shuffle()
        if uneven:
            self.fill_the_hands()
        if game.header.rules.takes_bids_up and act.verb == "deal" and game.expects.verbs == ("bid",):
            self.pass_to_the_left()

    def empty_the_hands_or_take_what_was_captured(self) -> None:
        """Hands are gone with who is out; cards that were captured come into the hand."""
        for (name, hand), number in zip(self.hands.items(), self.game.hidden, strict=True):
            if number == 0:
                hand.clear()
            elif number > len(hand):
                events = [event for event in self.game.events if event.kind == "captured" and event.player == name]
                hand += [event.rank or 0 for event in events[: number - len(hand)]]

    def nothing_is_seen(self) -> bool:
        """Whether the whole deck was shuffled: no card is face up, and none that was is remembered."""
        return sum(self.game.possible_ranks.values()) == self.game.count_cards()

    def give_to_the_monster(self, hand: list[int], number: int) -> None:
        """Discard cards that pair first, then the lowest."""
        for _ in range(number):
            doubled = [card for card in hand if hand.count(card) > 1]
            card = doubled[0] if doubled else min(hand)
            hand.remove(card)
            self.aside.append(card)

    def pass_to_the_left(self) -> None:
        """Each player chooses one card from the hand and passes it to the left."""
        names = [name for name, hand in self.hands.items() if hand]
        passed = [self.passed(name) for name in names]
        for name, card in zip(names, passed, strict=True):
            self.hands[name].remove(card)
        for index, card in enumerate(passed):
            self.hands[names[(index + 1) % len(names)]].append(card)
