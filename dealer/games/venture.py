"""Venture: 000 p.36. Taking cards is usually bad, so the object is to take as few cards as you can."""

from dealer.games.bidding import Bidding
from dealer.games.options import whole_number
from dealer.games.table import Common, Moves
from dealer.rules.cards import RANKS, copies

SLUG = {3: 4, 4: 3, 5: 5, 6: 7, 7: 6, 8: 7}
"""The number of cards in the slug, by the number of players."""


class Venture(Bidding):
    """Each card that you capture is one negative point, unless you capture a full set."""

    variant = "venture"
    source = "000 p.36"
    common = Common.SLUG
    all_face_up = False
    middle_mm = 165.0
    middle_cards = 30
    seats = range(3, 9)
    options = {"rounds": whole_number(1)}

    def play(self) -> Moves[None]:
        """It's best to keep score for a fixed number of rounds. The player with the highest score wins."""
        for number in range(self.option("rounds", 1)):
            if number:
                self.tell("new-round")
                self.begin_again_with_the_whole_deck()
            yield from self.one_deal()
        self.highest_wins()

    def deal_hands(self) -> None:
        """Deal a stack of cards face down, the slug; deal the remainder of the deck out to all players."""
        self.hand = (self.deck - SLUG[self.number]) // self.number
        super().deal_hands()

    def tell_the_deal(self, burnt: int = 0) -> None:
        """The slug lies in the middle."""
        self.tell("face-down", None, None, SLUG[self.number])
        super().tell_the_deal(burnt)

    def one_deal(self) -> Moves[None]:
        """Turn the slug face up in the center. Play until your hands are empty. Then it's time to score."""
        yield from self.deal_to_the_table(SLUG[self.number])
        while any(self.hidden):
            bids = yield from self.bid_a_card_each()
            self.fire(bids)
        for seat in range(self.number):
            points = self.score_of(seat)
            self.scores[seat] += points
            self.tell("scores", self.names[seat], None, points)

    def fire(self, bids: dict[int, int]) -> None:
        """Bid cards will fire, starting with the lowest card and going up."""
        cards = list(bids.values())
        lowest = min(cards)
        for rank in sorted(set(cards)):
            seats = [seat for seat in bids if bids[seat] == rank]
            if len(seats) > 1:
                # If multiple bids of the same rank are played, those cards misfire and can't capture anything.
                self.tell("misfired", None, rank, None, None, self.names_of(seats))
                continue
            if rank not in self.stacks[seats[0]]:
                continue  # it was taken before its turn
            if rank == lowest:
                # It fires first, and captures all cards of the highest rank on the table.
                highest = max(max(pile) for pile in self.pool() if pile)
                self.captures(seats[0], [highest], by=rank)
            else:
                self.captures(seats[0], list(range(1, rank)), by=rank)
        # Uncaptured cards will remain on the table as the pool for the next round.
        for stack in self.stacks:
            self.table += stack
            stack.clear()

    def pool(self) -> list[list[int]]:
        """What lies on the table, the bids included."""
        return [self.table, *self.stacks]

    def captures(self, seat: int, ranks: list[int], by: int) -> None:
        """Set aside the cards that you capture, face up."""
        for pile in self.pool():
            taken = [card for card in pile if card in ranks]
            pile[:] = [card for card in pile if card not in ranks]
            self.points[seat] += taken
            for card in taken:
                self.tell("captured", self.names[seat], card, 1, by=by)

    def score_of(self, seat: int) -> int:
        """A card is worth one negative point, a card of a full set one point.

        The cards that remain in the center can be scored by anyone who took one of that rank.
        """
        score = 0
        for rank in RANKS:
            taken = self.points[seat].count(rank)
            full = taken and taken + self.table.count(rank) == copies(rank)
            score += copies(rank) if full else -taken
        return score
