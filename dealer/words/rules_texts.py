"""The texts of the rules pages: what each game, twist and stake is about, in our own words and in few of them."""

from typing import TypeAlias

from dealer.locale.language import mark

Text: TypeAlias = tuple[str, str]
"""A heading and what stands under it, both for translation."""

SOURCES: dict[str, str] = {
    "000": "The Pairs Companion (2014)",
    "001": "Princess and Mr. Whiffle deck",
    "002": "Pairs rules 1.3",
    "003": "Pairs: Untiefe Wesen (2015)",
    "004": "Pairanoia",
}
"""The rule texts, by the numbers that the game files use."""


class Page:
    """The title of a game or a twist, and what stands on its page of rules."""

    def __init__(self, title: str, *sections: Text) -> None:
        self.title = title
        self.sections = sections


GOAL, START, TURN, PAIR, FOLD = mark("Goal"), mark("Start"), mark("On your turn"), mark("A pair"), mark("Folding")
END, SCORE, TIES, COUNTS = mark("The end"), mark("Points"), mark("Ties"), mark("What counts")

PAGES: dict[str, Page] = {
    "basic": Page(
        mark("Basic Pairs"),
        (GOAL, mark("There is no winner, only a loser: the first to reach the limit. That is 31 points with two "
                    "players, 21 with three, 16 with four, 13 with five and 11 with more.")),
        (START, mark("Shuffle and burn five cards. Everybody gets a card face up; the lowest card goes first. Whoever "
                     "ties for it gets another card until one is lowest; a pair there is replaced.")),
        (TURN, mark("Hit: take a card and hope for no pair. Or fold. Then it is the left neighbour's turn.")),
        (PAIR, mark("It costs its rank in points. Keep one of the two cards beside you; the round is over.")),
        (FOLD, mark("Take the lowest card in play, from whomever, as points; the round is over.")),
        (END, mark("After each round all cards in play are discarded and new ones dealt. When the pile is empty, "
                   "shuffle the discards and burn five again; points stay out.")),
    ),
    "continuous": Page(
        mark("Continuous"),
        (GOAL, mark("As in Basic Pairs, but all in one long round: the first to reach the limit loses.")),
        (TURN, mark("Hit or fold. With no cards before you, you have to hit.")),
        (PAIR, mark("It costs its rank. Only your own cards are discarded; you stay in and everybody keeps theirs.")),
        (FOLD, mark("Take any card in play as points, not only the lowest. Again only your own cards go.")),
        (COUNTS, mark("A fold clears your own low cards away too, so it may pay to take somebody else's.")),
        (END, mark("The loser deals the next game.")),
    ),
    "port": Page(
        mark("Port"),
        (GOAL, mark("Points are good: be the first to have 21 at the end of a round.")),
        (START, mark("Everybody gets a card face up; the lowest goes first.")),
        (TURN, mark("Hit, or lock your stack: then it is safe and gets no more cards this round.")),
        (PAIR, mark("You are bust: out of this round, without points.")),
        (SCORE, mark("When all have locked or bust, the highest sum gets as many points as there are players, and "
                     "every other stack one less for each stack above it. Equal sums get the same.")),
        (TIES, mark("Whoever ties at the end plays on until one is ahead; in Pairanoia's edition all of them win.")),
    ),
    "starboard": Page(
        mark("Starboard"),
        (GOAL, mark("All play with one hand in the middle. Lock when it has the most cards, and share the pot.")),
        (START, mark("Everybody antes 1 coin. Two different cards lie in the middle; who has the button begins.")),
        (TURN, mark("Draw: pay 1 coin, and a card is added to the middle. Or lock.")),
        (PAIR, mark("The card that pairs is discarded and you are out. The others go on.")),
        (END, mark("Whoever locks with more cards knocks out all who locked with fewer. When nobody is left to act, "
                   "those who are locked split the pot; odd coins stay. The last one in locks at once.")),
    ),
    "rocket": Page(
        mark("Rocket"),
        (GOAL, mark("Everybody plays against the dealer alone, for a bet in tens.")),
        (START, mark("Bet first. Then each player gets a card face up, the dealer last.")),
        (TURN, mark("Hit or fold. When all have acted the dealer hits, always. So it goes round and round.")),
        (PAIR, mark("It costs you its rank times a tenth of your bet, and you are out.")),
        (FOLD, mark("Pay the lowest card of yours and the dealer's, times a tenth of your bet.")),
        (END, mark("A pair of the dealer, or any 3 of hers, pays everybody still in that rank times a tenth of the "
                   "bet. Otherwise it ends when nobody is left in. Then the left neighbour deals.")),
    ),
    "blackstone": Page(
        mark("Blackstone"),
        (GOAL, mark("Tens are black stones, all others white. Whoever gets two black stones pays, and the game "
                    "is over.")),
        (START, mark("Five coins lie before each player as the ante. Everybody gets a card, the lowest goes first; "
                     "white stones go to the middle, a black one stays with its player.")),
        (TURN, mark("Name how many cards you take: at least as many as the last one who took. Or fold.")),
        (FOLD, mark("It costs the ante and half of the white stones in the middle, rounded up.")),
        (END, mark("A second black stone costs the ante and 1 coin for each white stone; the others split the pot. "
                   "If all others have folded, the last one takes it.")),
    ),
    "hawthorn": Page(
        mark("Hawthorn"),
        (GOAL, mark("Be the last one in, and take the pot.")),
        (START, mark("Everybody antes 1 coin and gets five cards in the hand. Each puts one face up, all together; "
                     "the lowest goes first and gets the button.")),
        (TURN, mark("Rounds alternate. In a deck round hit: a card from the pile. In a hand round play one from your "
                    "hand. In both you may fold.")),
        (PAIR, mark("Pay its rank to the pot; you are out.")),
        (FOLD, mark("Pay the lowest card in play to the pot.")),
        (END, mark("Each round begins with the button, or with the next one in to its left.")),
    ),
    "goblin-poker": Page(
        mark("Goblin Poker"),
        (GOAL, mark("Survive the cards that the others throw, and take the pot.")),
        (START, mark("Everybody antes 1 coin and gets six cards in the hand. Each puts one face up, all together.")),
        (TURN, mark("From the lowest stack on: pitch a card from the hand face down into the middle, or fold for the "
                    "lowest card in play.")),
        (COUNTS, mark("The lowest stack has the lowest card, then the lowest second card; a further card is lower "
                      "than none. Perfect ties are broken from the pile.")),
        (PAIR, mark("The pitched cards are shuffled and dealt from the lowest stack on. A pair costs its rank, and "
                    "you are out.")),
        (END, mark("The last one in takes the pot; after five rounds those still in split it.")),
    ),
    "monster": Page(
        mark("Monster"),
        (GOAL, mark("Have the best hand without a pair, and beat the Monster with it.")),
        (START, mark("The ante is 2 coins with four or five players, else 1. Everybody gets six cards.")),
        (TURN, mark("Once, in turn: give up to three cards to the Monster, or fold for nothing. A hand with a pair "
                    "can't stay.")),
        (COUNTS, mark("Compare the highest card, then the next. One card more beats none. The Monster has all that "
                      "was given away, counts each rank once, and wins ties.")),
        (END, mark("The best hand faces the Monster. Who beats it takes the pot. Who doesn't pays 5 coins and is out, "
                   "and the others play another round with all cards. The last one in takes the pot, too.")),
        (TIES, mark("Equal best hands share the pot or pay alike; if they are the last ones in they play on.")),
    ),
    "regent": Page(
        mark("Regent"),
        (GOAL, mark("Catch the other with a pair in the hidden hand before you are caught.")),
        (START, mark("Everybody gets two cards face down and one face up. The lowest open card goes first.")),
        (TURN, mark("Draw a card face down, attack with an open card from the pile, gift one of your hidden cards, "
                    "fold, or see.")),
        (PAIR, mark("If your attack makes an open pair you pay its rank. A gift may not make one.")),
        (FOLD, mark("Pay the lowest open card.")),
        (COUNTS, mark("See: the other's hidden cards are turned. With a pair among all cards the other pays its rank; "
                      "without one you pay the highest card.")),
        (END, mark("With two, each payment ends the round. With more, who pays a pair or a wrong look is out, the "
                   "turn goes to whom you attacked, gifted or saw, and folds pay into a pot for the last one in.")),
    ),
    "troll-guts": Page(
        mark("Troll Guts"),
        (GOAL, mark("Be the last one without a pair, and take the pot. Nobody can fold.")),
        (START, mark("Everybody antes 1 coin and gets five cards, which stay face down in a fixed order, and one "
                     "face up. The lowest goes first.")),
        (TURN, mark("Take one card face up: draw it from the pile, steal the top of somebody's face-down stack, or "
                    "buy the top of your own for 1 coin.")),
        (PAIR, mark("Pay its rank to the pot; you are out.")),
    ),
    "sweep": Page(
        mark("Sweep"),
        (GOAL, mark("Collect the most cards of as many ranks as you can.")),
        (START, mark("Everybody gets five cards. Each round five lie face up in the middle.")),
        (TURN, mark("In turn, play one card face up. When all lie there, they capture from the lowest up.")),
        (COUNTS, mark("The lowest card takes all cards of the highest rank in the middle; each other takes all lower "
                      "ones. What was taken goes to the hand, and the card itself falls into the middle.")),
        (TIES, mark("Equal cards take one card each by turns, in the order in which they were played.")),
        (END, mark("What is left is discarded. When the pile is empty, whoever has most of a rank scores its value; "
                   "ties score in full.")),
    ),
    "kitty": Page(
        mark("Kitty"),
        (GOAL, mark("Win targets with low bids, and hold the most of as many ranks as you can.")),
        (START, mark("Seven cards lie face down as the kitty; all others are dealt out (with five players three stay "
                     "out).")),
        (TURN, mark("A target is turned over. Each passes a card to the left, then bids one face down; all are turned "
                    "together. Bids are discarded afterwards.")),
        (COUNTS, mark("The lowest bid that nobody else made takes the target into the hand. Won with the 1, it has "
                      "to be given to somebody else.")),
        (TIES, mark("Equal bids do nothing. If all are equal the target is discarded.")),
        (SCORE, mark("At the end who has most of a rank scores its value; ties score in full. The soft game turns two "
                     "targets at a time after the first: the lowest chooses, the second lowest gets the other.")),
    ),
    "venture": Page(
        mark("Venture"),
        (GOAL, mark("Take as few cards as you can, or whole sets.")),
        (START, mark("A few cards, the slug, lie in the middle and are turned up; all others are dealt out.")),
        (TURN, mark("Everybody bids a card face down; all are turned together and fire from the lowest up.")),
        (COUNTS, mark("The lowest bid takes all cards of the highest rank on the table, bids included; the others "
                      "take all lower ones. A bid that was taken does not fire. The rest stays for the next round.")),
        (TIES, mark("Equal bids misfire and take nothing.")),
        (SCORE, mark("When the hands are empty each card costs 1 point; a full set is worth 1 a card, and cards of it "
                     "that are left in the middle count too. The highest score wins.")),
    ),
    "five-cards": Page(
        mark("Five Cards"),
        (GOAL, mark("Play more than the other at the targets, and be the first to have 100 points.")),
        (START, mark("Five different cards lie in a line as targets; matching ones are shuffled back.")),
        (TURN, mark("Draw a card and put it on your side of a target, but not in a column that already has one.")),
        (END, mark("A card that fits nowhere ends the round. The higher sum at a target scores its value; with equal "
                   "sums both get half, rounded down. Who scored fewer begins the next round.")),
    ),
    "pieces-of-eight": Page(
        mark("Pieces of Eight"),
        (TURN, mark("With an 8 before you, you may discard it instead of hitting and take two cards.")),
        (PAIR, mark("If the first of the two makes a pair, there is no second.")),
        (COUNTS, mark("In Pairanoia the twist is called Watch for Eights.")),
    ),
    "calamities": Page(
        mark("Calamities"),
        (START, mark("A 7 is lower than a 1 when it is decided who goes first.")),
        (TURN, mark("If you get a 7, you go again; in Continuous also when it made a pair.")),
    ),
    "unlucky-seven": Page(
        mark("Unlucky Seven"),
        (START, mark("A 7 is lower than a 1 when it is decided who goes first.")),
        (TURN, mark("Who gets a 7 has to take another card at once.")),
        (COUNTS, mark("This is Pairanoia's twist; it is not played together with Calamities.")),
    ),
    "five-card-catch": Page(
        mark("Five-Card Catch"),
        (GOAL, mark("Five cards without a pair before you win the game at once.")),
        (SCORE, mark("Everybody else pays you their own points in coins, whatever the stakes.")),
    ),
}  # fmt: skip
"""The page of each game and twist."""

STAKES_PAGE = Page(
    mark("Stakes"),
    (mark("Forfeit"), mark("No coins: the loser does what the table agreed.")),
    (mark("Seattle, Downspear"), mark("The loser pays everybody 1 coin.")),
    (mark("Norland"), mark("The loser pays 1 coin to each player with the fewest points.")),
    (mark("Tacoma"), mark("The loser pays a fixed sum, 6 coins for example, to whoever has the fewest points.")),
    (mark("Cutchfeld"), mark("The loser pays their own score to the player with the lowest.")),
    (mark("Olympia"), mark("The loser pays the difference to whoever has the fewest points.")),
    (mark("Portland"), mark("The loser pays every player the difference to that player's points.")),
    (TIES, mark("In Tacoma, Cutchfeld and Olympia the lowest share; odd coins stay in the pot for the next game.")),
)  # fmt: skip
"""What the loser of Basic or Continuous pays."""
