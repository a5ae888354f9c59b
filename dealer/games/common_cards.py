"""Common face-up cards in the middle of the table (Starboard, Sweep, Kitty, Venture, Five Cards)."""

from functools import lru_cache

from dealer.games.table import Moves, Table
from dealer.rules.acts import TABLE, Act
from dealer.rules.expect import Expectation, Needs, Option

RULE = "Deal the cards due into the middle of the table, face up (000)."


class CommonCards(Table):
    """A game with cards in the middle that belong to nobody."""

    def onto_the_table(self, card: int) -> None:
        """A card from the deck, face up into the middle."""
        self.deck -= 1
        self.unseen[card] -= 1
        self.table.append(card)
        self.tell("dealt", TABLE, card)

    def deal_to_the_table(self, number: int) -> Moves[None]:
        """Deal ``number`` cards into the center of the table, face up."""
        due = len(self.table) + number
        while len(self.table) < due:
            act = yield cards_due(due - len(self.table))
            for card in act.cards:
                self.onto_the_table(card)

    def deal_unmatched_cards(self, number: int) -> Moves[None]:
        """Deal cards into the middle until ``number`` different ones lie there; matching ones are discarded."""
        self.unmatched = number
        due = Expectation([Option("deal", TABLE, Needs.CARDS, most=self.deck_size, refuses=self.too_many)], rule=RULE)
        while len(self.table) < number:
            act = yield due
            for card in act.cards:
                matches = card in self.table
                self.onto_the_table(card)
                if matches:
                    self.discards += 1
                    self.table.pop()

    def too_many(self, act: Act) -> str:
        """Why ``act`` deals more than is due."""
        enough = len({*self.table, *act.cards[:-1]}) >= self.unmatched
        return f"{self.unmatched} different cards lie there before the last one" if enough else ""


@lru_cache(maxsize=64)
def cards_due(most: int) -> Expectation:
    """Cards are due in the middle, on one line or several."""
    return Expectation([Option("deal", TABLE, Needs.CARDS, most=most)], rule=RULE)
