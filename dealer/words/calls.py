"""What the dealer calls of what just happened: a sentence for every kind of event. ``dealer/words/narrator.py``
chooses.

In braces stand names, ranks and phrases such as "3 coins" (``dealer/words/phrases.py``).
"""

from dealer.locale.language import mark, mark_several

CALLS: dict[str, str] = {
    "ante": mark("Ante: {coins} each."),
    "burnt": mark("Burn {cards}."),
    "hands": mark("Deal {cards} each, face down."),
    "face-down": mark("{cards} face down in the middle."),
    "removed": mark("Put {cards} aside, unseen."),
    "dealt": mark("{player}, {rank}."),
    "hit": mark("{player}, {rank}."),
    "pair": mark("{player}, {rank}: a pair!"),
    "fold": mark("{player} folds and takes {other}'s {rank}."),
    "replaced": mark("A pair in a tie is replaced: one more for {player}."),
    "tie-for-low": mark("Tie for low: {players}."),
    "tie-by-seat": mark("Still tied: {player} sits nearest and goes first."),
    "first": mark("{player} goes first."),
    "stays-on-turn": mark("A {rank}: {player} goes again."),
    "trade": mark("{player} trades the {rank} for two cards."),
    "lock": mark("{player} locks with {points}."),
    "out": mark("{player} is out."),
    "catch": mark("{player}, {rank}: five cards and no pair!"),
    "stack-discarded": mark("Only {player}'s cards go."),
    "round-over": mark("Clear the cards."),
    "scores": mark("{player} scores {amount}."),
    "pays": mark("{player} pays {coins} to the pot."),
    "receives": mark("{player} takes the pot: {coins}."),
    "left-in-pot": mark("{coins} left in the pot."),
    "bets": mark("{player} bets {coins}."),
    "revealed": mark("{player}, {rank}."),
    "discarded": mark("{player} gives the Monster {cards}."),
    "pitched": mark("{player} pitches a card."),
    "drew": mark("{player} draws a card."),
    "attacked": mark("{player} attacks {other}: {rank}."),
    "gifted": mark("{player} gives {other} {card}."),
    "stole": mark("{player} steals {card} from {other}."),
    "bought": mark("{player} buys {card}."),
    "saw": mark("{player} sees {other}: {cards}."),
    "takes-stones": mark("{player} takes {cards}."),
    "hand-round": mark("Hand round: play from the hand."),
    "deck-round": mark("Deck round: cards from the pile."),
    "bid": mark("{player}, {rank}."),
    "captured": mark("{player}'s {by} takes {cards}."),
    "left-over": mark("Nobody takes {cards}: discarded."),
    "bids-discarded": mark("Discard the bids."),
    "given": mark("{player} must give away {card}: {other} gets it."),
    "misfired": mark("{players} tie with {rank}: nothing for them."),
    "shown": mark("{player} shows {ranks}."),
    "showdown": mark("{players} has the high hand and faces the Monster."),
    "monster": mark("The Monster wins."),
    "placed": mark("{player}: {rank} to {card}."),
    "unplayable": mark("{player}'s {rank} fits nowhere: the round is over."),
    "reshuffled": mark("Reshuffled."),
    "new-round": mark("New round: shuffle all cards."),
    "irregularity": mark("Out of order: {player} before {other}."),
    # these are said with the request that follows, and stand here for whoever asks
    "reshuffle-due": mark("The pile is empty."),
    "undecided": mark("No card is left."),
    "game-over": mark("The game is over."),
}

SAID_BY_THE_REQUEST = frozenset({"reshuffle-due", "undecided", "game-over"})
"""What the standing request says anyway."""

IN_GAMES: dict[tuple[str, str], str] = {
    ("starboard", "lock"): mark("{player} locks with {cards}."),
    ("rocket", "new-round"): mark("New round: {player} deals."),
    ("regent", "new-round"): mark("New round."),
    ("blackstone", "reshuffled"): mark("The extra ten goes back: shuffle the deck."),
    ("five-cards", "reshuffled"): mark("Shuffle the matching cards back into the deck."),
    ("goblin-poker", "first"): mark("{player} has the lowest stack and goes first."),
    ("starboard", "first"): mark("{player} has the button and goes first."),
    ("hawthorn", "first"): mark("{player} gets the button and goes first."),
    ("sweep", "shown"): mark("{player} shows {number}."),
    ("kitty", "shown"): mark("{player} shows {number}."),
    ("sweep", "left-over"): mark("Left over: {cards}. Discard that."),
}
"""By game and kind: where a game says it in its own terms."""

TO_THE_TABLE = mark("In the middle: {ranks}.")
PAIR_ALOUD = mark("Pair! {rank}.")
"""What is said of a pair: whose it is everybody saw."""
PAIR_AFTER = mark("A pair!")
PAIR_AND_OUT = mark("{player}, {rank}: a pair, and out!")
PAIR_ATTACKED = mark("{player} attacks {other}: {rank}, a pair!")
PAIR_SEEN = mark("{player} has a pair of {ranks}!")
NO_PAIR_SEEN = mark("No pair.")
BLACK_PAIR = mark("{player}: the second ten!")
DEALERS_PAIR = mark("{player}, {rank}: the dealer loses!")
FORCED = mark("A {rank}: one more card for {player}.")
FOLD_OWN = mark("{player} folds and keeps the {rank}.")
FOLD_FREE = mark("{player} folds.")
FOLD_COINS = mark("{player} folds and pays {coins}.")
FOLD_TO = mark("{player} folds and pays {other} {coins}.")
PAYS_OUT = mark("{player} pays {coins} to the pot and is out.")
PAYS_TO = mark("{player} pays {other} {coins}.")
PAYS_TO_OUT = mark("{player} pays {other} {coins} and is out.")
DRAWS = mark("{player} pays {coins} and draws {card}.")
DRAWS_PAIR = mark("{player} pays {coins} and draws {card}: a pair, and out!")
BUYS_FOR = mark("{player} buys {card} for {coins}.")
PAYS_EACH = mark("{player} pays {coins} each to {players}.")
PAYS_SEVERAL = mark("{player} pays {payments}.")
PAYMENT = mark("{other} {coins}")
PAID_BY = mark("{other} gets {payments}.")
PAYMENT_FROM = mark("{coins} from {player}")
PAY_EACH = mark("{players} pay {coins} each to the pot.")
ARE_OUT = mark("{players} are out.")
SPLIT = mark("{players} split the pot: {coins} each.")
LEFT_IN_POT = mark_several("{number} coin stays in the pot.", "{number} coins stay in the pot.")
KEEPS_ALL = mark("{player} keeps all cards.")
NEXT_DEALER = mark("Clear the cards. {player} deals.")
DEALS = mark("{player} deals.")
CAPTURED_FOR = mark("{player} takes {cards}.")
MONSTER_SHOWS = mark("The Monster: {ranks}.")
MONSTER_LOSES = mark("The Monster is beaten!")
FACE_THE_MONSTER = mark("{players} tie for the high hand and face the Monster.")
SCORED = mark("{player} scores {amount}.")
SCORED_TOTAL = mark("{player} scores {amount}, now {total}.")
NOW = mark("Now {total}.")
NOW_ALOUD = mark("{total} now.")
SCORES = mark("Points: {scores}.")
SCORE = mark("{player} {amount}")
UNDONE = mark("Taken back: {acts}.")
CORRECTED = mark("Corrected: {act}.")
GIVES = (
    mark("{player} gives {coins} to {other}."), mark("{players} give {coins} each to {other}."),
    mark("{player} gives {coins} back to {other}."), mark("{players} give {coins} each back to {other}."),
)  # fmt: skip
INTO_THE_POT = (
    mark("{player} puts {coins} into the pot."), mark("{players} put {coins} each into the pot."),
    mark("{player} puts {coins} back into the pot."), mark("{players} put {coins} each back into the pot."),
)  # fmt: skip
OUT_OF_THE_POT = (
    mark("{player} takes {coins} from the pot."), mark("{players} take {coins} each from the pot."),
    mark("{player} takes {coins} back from the pot."), mark("{players} take {coins} each back from the pot."),
)  # fmt: skip
"""After an undo or a correction, like the two above: one player does it, several do; the last two, of coins that came
from there."""

DUE_ANEW = mark("Something was paid already: Settle up says what is due now.")
"""Instead of these, where people have begun to settle: the books count on what was paid."""
REFUSED = mark("That is not possible now. {request}")
REFUSED_CORRECTION = mark("It can't be that: what came later would not be possible. Take that back first.")
NOTHING_TO_UNDO = mark("There is nothing to undo.")
