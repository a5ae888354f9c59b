"""Games that players drop out of: who is still in, going out, and the pot for the last one (000, sections 2 and 3)."""

from collections.abc import Sequence
from functools import lru_cache

from dealer.games.table import Moves, Table
from dealer.rules.expect import Expectation, Needs, Option, card_from_a_hand


class StayingIn(Table):
    """A game that is played until one player is left in."""

    @classmethod
    def has_pot(cls, stakes: str | None, players: int) -> bool:
        """Antes and penalties go into a pot for whoever stays in."""
        return True

    def still_in(self) -> list[int]:
        """The seats that are still in, in seat order."""
        return [seat for seat, status in enumerate(self.status) if status == "in"]

    def in_turn_from(self, seat: int) -> list[int]:
        """The seats that are still in, clockwise, beginning with ``seat``."""
        return [other for other in self.clockwise_from(seat) if self.status[other] == "in"]

    def next_in(self, seat: int) -> int:
        """The next one in to the left of ``seat``."""
        return self.in_turn_from(self.left_of(seat))[0]

    def goes_out(self, seat: int, status: str) -> None:
        """Who goes out has nothing left in front of them: those cards are discards."""
        self.status[seat] = status
        self.discard_stack(seat)
        if status == "out":
            self.tell("out", self.names[seat])

    def folds(self, seat: int, price: int) -> None:
        """Pay the price of folding into the pot; your cards leave play."""
        self.tell("fold", self.names[seat], None, price)
        if price:
            self.pay_the_pot(seat, price, "fold")
        self.goes_out(seat, "folded")

    def busts(self, seat: int, card: int) -> None:
        """If you get a pair, you are out, and you pay the value of the pair into the pot."""
        self.tell("pair", self.names[seat], card, card)
        self.pay_the_pot(seat, card, "pair")
        self.goes_out(seat, "bust")

    def one_is_left(self) -> bool:
        """Whether only one player remains."""
        return self.status.count("in") == 1

    def last_one_takes_the_pot(self) -> None:
        """The pot goes to the last player in."""
        self.share_the_pot(self.still_in())

    def share_the_pot(self, seats: Sequence[int]) -> None:
        """The winners get the pot, and split it if they are several."""
        self.split_the_pot(seats)
        self.win(*seats)

    def reveal_a_card_each(self) -> Moves[None]:
        """Each player chooses a starting card, and these cards are revealed, in any order."""
        due = self.dealing_order()
        while due:
            act = yield reveals(self.names_of(due))
            seat = self.seat_of[act.player or ""]
            due = tuple([other for other in due if other != seat])
            self.from_hand(seat, act.cards[0])
            self.tell("revealed", act.player, act.cards[0])


@lru_cache(maxsize=4096)
def reveals(names: tuple[str, ...]) -> Expectation:
    """Some players reveal a card of their hand, in any order."""
    return Expectation(
        [card_from_a_hand("reveal", name) for name in names],
        rule="Each player chooses a starting card, and these cards are revealed together (000, The First Card).",
    )


@lru_cache(maxsize=4096)
def act_or_fold(option: Option, price: int, rule: str) -> Expectation:
    """The one on turn does what ``option`` says, or folds for ``price`` coins."""
    player = option.player
    return Expectation((option, Option("fold", player, Needs.NOTHING, price)), turn=player, rule=rule)
