"""Monster: 000 p.26, 003. Based on Frankenstein: the high hand must beat the Monster to take the pot."""

from functools import lru_cache

from dealer.games.staying_in import StayingIn
from dealer.games.table import Common, Moves
from dealer.rules.acts import MONSTER, Act
from dealer.rules.expect import Expectation, Needs, Option

HAND = 6
MOST_DISCARDS = 3
PENALTY = 5
"""Who loses to the Monster pays 5 coins."""


class Monster(StayingIn):
    """A self-contained gambling game, although a single game can take several rounds."""

    variant = "monster"
    source = "000 p.26, 003"
    common = Common.MONSTER
    out_for_good = True
    all_face_up = False
    middle_mm = 150.0
    middle_cards = 24
    seats = range(4, 9)
    hand = HAND

    def play(self) -> Moves[None]:
        """The game ends when someone beats the Monster, or when only one player is left."""
        self.ante(2 if self.number <= 5 else 1)
        first = self.left_of(self.dealer)
        while not self.winners:
            yield from self.discard_or_fold(first)
            if self.one_is_left():
                self.last_one_takes_the_pot()
                return
            yield from self.showdown()
            if self.one_is_left() and not self.winners:
                self.last_one_takes_the_pot()
            if not self.winners:
                self.next_round()
                first = self.in_turn_from(first)[0]

    def discard_or_fold(self, first: int) -> Moves[None]:
        """Each player acts once, in turn. On your turn, you may discard zero to three cards, or fold."""
        self.monster = 0
        for seat in self.in_turn_from(first):
            act = yield discard_or_fold(self.names[seat])
            if act.verb == "fold":
                self.folds(seat, 0)
                if self.one_is_left():
                    return
            else:
                number = act.number or 0
                self.hidden[seat] -= number
                self.discards += number
                self.monster += number
                self.tell("discarded", act.player, None, number)

    def showdown(self) -> Moves[None]:
        """There is a showdown for best hand. Then, the high hand must compete against the Monster."""
        due = self.still_in()
        while due:
            act = yield Expectation([self.hand_shown(seat) for seat in due], rule=SHOW_RULE)
            seat = self.seat_of[act.player or ""]
            due.remove(seat)
            for card in act.cards:
                self.from_hand(seat, card)
            self.tell("shown", act.player, cards=act.cards)
        best = max(high(self.stacks[seat]) for seat in self.still_in())
        facing = [seat for seat in self.still_in() if high(self.stacks[seat]) == best]
        self.tell("showdown", None, None, None, None, self.names_of(facing))
        if self.monster:
            act = yield Expectation([self.monsters_hand()], rule=SHOW_RULE)
            for card in act.cards:
                self.discards -= 1
                self.unseen[card] -= 1
                self.table.append(card)
            self.tell("shown", MONSTER, cards=act.cards)
        if best > high(self.table):
            self.tell("monster", None, None, 0, None, self.names_of(facing))
            self.share_the_pot(facing)
        else:
            self.lose_to_the_monster(facing)

    def hand_shown(self, seat: int) -> Option:
        """Any hand that contains a pair is a losing hand, and can't be kept for the showdown."""
        cards = self.hidden[seat]
        return Option("show", self.names[seat], Needs.HANDS, least=cards, most=cards, refuses=has_a_pair)

    def monsters_hand(self) -> Option:
        """All the discards."""
        return Option("show", MONSTER, Needs.HANDS, least=self.monster, most=self.monster)

    def lose_to_the_monster(self, facing: list[int]) -> None:
        """Who loses pays 5 coins and is out; the only players remaining play another round instead."""
        self.tell("monster", None, None, 1, None, self.names_of(facing))
        for seat in facing:
            self.pay_the_pot(seat, PENALTY, "bet")
        if facing != self.still_in():
            for seat in facing:
                self.goes_out(seat, "out")

    def next_round(self) -> None:
        """If no one beats the Monster, shuffle and play another round with the surviving players."""
        self.tell("new-round")
        self.begin_again_with_the_whole_deck()

    def deal_hands(self) -> None:
        """Six cards to each player who is in."""
        self.hidden = [HAND if status == "in" else 0 for status in self.status]
        self.deck -= sum(self.hidden)


SHOW_RULE = "All hands, without a pair, are shown, then the Monster's (000, The Showdown)."


def high(cards: list[int]) -> tuple[int, ...]:
    """How high a hand is: highest card, then second highest, and so on; each rank counts once.

    >>> high([10, 9, 9, 8]) > high([10, 9])
    True
    """
    return tuple(sorted(set(cards), reverse=True))


def has_a_pair(act: Act) -> str:
    """Why a hand may not be shown."""
    return "" if len(set(act.cards)) == len(act.cards) else "a hand with a pair cannot be kept for the showdown"


@lru_cache(maxsize=256)
def discard_or_fold(name: str) -> Expectation:
    """The two choices of a turn."""
    return Expectation(
        [Option("discard", name, Needs.NUMBER, least=0, most=MOST_DISCARDS), Option("fold", name, Needs.NOTHING)],
        turn=name,
        rule="On your turn, you may discard zero to three cards, or fold (000, Monster).",
    )
