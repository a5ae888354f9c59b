"""What the dealer asks for while a game waits: who, what, and for how much. ``dealer/words/request.py`` chooses.

In braces stand names, numbers and phrases such as "3 coins" (``dealer/words/phrases.py``).
"""

from dealer.locale.language import mark, mark_several
from dealer.words.sentences import Sentence

# To everybody, or to the dealer
DEAL_ROUND = Sentence(mark("Deal: a card to {player}"), "", mark("Deal one card to each."))
DEAL_TIE = Sentence(mark("Tie for low: a card to {player}"), "", mark("Break the tie."))
DEAL_STONES = Sentence(
    mark("{player}: card {number} of {amount}"),
    mark("A 10 stays with {player}, all others go to the middle."),
    mark("{cards} for {player}."),
)
DEAL_PITCHED = Sentence(
    mark("Pitched cards: one to {player}"),
    mark("Shuffle them first."),
    mark("Shuffle the pitched cards and deal one to each."),
)
DEAL_PITCHED_ON = Sentence(mark("Pitched cards: one to {player}"), "", mark("One pitched card to {player}."))
DEAL_TABLE = Sentence(mark("Deal {cards} to the middle"), "", mark("Deal {cards} to the middle, face up."))
DEAL_DIFFERENT = Sentence(
    mark("Deal {cards} to the middle, all different"),
    mark("A card that matches one lying there is discarded."),
    mark("Deal {cards} to the middle, all different."),
)
DEAL_TARGET = Sentence(mark("Turn over the target"), "", mark("Turn over the target from the kitty."))
DEAL_TARGETS = Sentence(mark("Targets: {amount} to turn over"), "", mark("Turn over the next targets from the kitty."))
DEAL_SLUG = Sentence(mark("Turn over the slug: {amount} to come"), "", mark("Turn the slug in the middle face up."))
RESHUFFLE = Sentence(
    mark("Reshuffle, burn {burn}"),
    mark("Shuffle the discards, burn {burn} face down, then press green."),
    mark("The pile is empty. Reshuffle the discards and burn {burn}."),
)
RESHUFFLE_ONLY = Sentence(
    mark("Reshuffle"),
    mark("Shuffle the discards into a new pile, then press green."),
    mark("The pile is empty. Reshuffle the discards."),
)
SHUFFLE_ALL = Sentence(
    mark("Shuffle for the next round"),
    mark("Shuffle all cards that are not in play, then press green."),
    mark("Few cards are left. Shuffle for the next round."),
)
REVEAL = Sentence(
    mark("Everybody shows a first card"),
    mark("Choose one from the hand, turn them over together."),
    mark("Everybody chooses a card. Turn them over together."),
)
REVEAL_LAST = Sentence(mark("{player}: show a first card"), "", mark("{player}, your first card."))
BID_LAST = Sentence(mark("{player}: bid a card"), "", mark("{player}, your bid."))
SHOW_LAST = Sentence(mark("{player}: lay out your hand"), "", mark("{player}, lay out your hand."))
BID = Sentence(
    mark("Everybody bids a card"),
    mark("Face down, then turn them over together."),
    mark("Everybody bids a card, face down. Then turn them over."),
)
BID_AND_PASS = Sentence(
    mark("Pass a card, then bid a card"),
    mark("Each passes one to the left, then bids face down."),
    mark("Pass a card to the left. Then everybody bids, face down."),
)
SHOW_HANDS = Sentence(mark("Lay the hands out to be counted"), "", mark("Lay out the hands to be counted."))
SHOWDOWN = Sentence(mark("Showdown: show the hands"), "", mark("Showdown. Show your hands."))
SHOW_MONSTER = Sentence(
    mark("Show the Monster's hand: {cards}"), mark("A rank counts once."), mark("Now the Monster's hand.")
)

# To one player
MUST_HIT = Sentence(mark("{player} must hit"), "", mark("{player} must take a card."))
DEALER_HITS = Sentence(
    mark("{player}, the dealer, hits"),
    mark("A pair, or a 3, and the dealer loses."),
    mark("{player}, the dealer hits."),
)
TURN = Sentence(mark("{player}: hit or fold for {amount}"), "", mark("{player}, hit or fold for {amount}."))
TURN_TRADE = Sentence(
    mark("{player}: hit, fold for {amount} or trade"),
    mark("Trade the 8 for two new cards."),
    mark("{player}, hit, fold for {amount} or trade the eight."),
)
TURN_ANY = Sentence(
    mark("{player}: hit, or fold for any card"),
    mark("Fold: take any card in play (lowest: {amount})."),
    mark("{player}, hit or fold. The lowest card is {card}."),
)
TURN_ANY_TRADE = Sentence(
    mark("{player}: hit, fold or trade the 8"),
    mark("Fold: take any card (lowest: {amount}). Trade the 8 for two new cards."),
    mark("{player}, hit, fold or trade the eight. The lowest card is {card}."),
)
HIT_OR_LOCK = Sentence(
    mark("{player}: hit or lock"),
    mark("{points} so far. A pair costs them all."),
    mark("{player}, hit or lock with {total}."),
)
HIT_LOCK_TRADE = Sentence(
    mark("{player}: hit, lock or trade the 8"),
    mark("{points} so far. Trade the 8 for two new cards."),
    mark("{player}, hit, lock or trade the eight."),
)
DRAW_OR_LOCK = Sentence(
    mark("{player}: draw for {coins}, or lock"),
    mark("{cards} in the middle. The pot: {pot}."),
    mark("{player}, draw for {coins}, or lock."),
)
BET = Sentence(mark("{player}: place your bet"), mark("In tens."), mark("{player}, place your bet."))
BET_UP_TO = Sentence(
    mark("{player}: place your bet"), mark("In tens, {coins} at most."), mark("{player}, place your bet.")
)
FOLD_FOR_COINS = Sentence(mark("{player}: hit or fold for {coins}"), "", mark("{player}, hit or fold for {coins}."))
TAKE_STONES = Sentence(
    mark("{player}: take {least} or more, or fold"),
    mark("Folding costs {coins}. {stones}"),
    mark("{player}, take at least {cards}, or fold for {coins}."),
)
STONES = mark_several("{number} white stone lies there.", "{number} white stones lie there.")
DECK_ROUND = Sentence(
    mark("{player}: hit or fold for {coins}"),
    mark("Deck round: a hit is a card from the pile."),
    mark("{player}, hit or fold for {coins}."),
)
HAND_ROUND = Sentence(
    mark("{player}: play or fold for {coins}"),
    mark("Hand round: play a card from the hand."),
    mark("{player}, play a card from the hand or fold for {coins}."),
)
PITCH = Sentence(
    mark("{player}: pitch or fold for {coins}"),
    mark("Pitch: a card from the hand, face down into the middle."),
    mark("{player}, pitch a card or fold for {coins}."),
)
DISCARD = Sentence(
    mark("{player}: discard up to three, or fold"),
    mark("A pair can't stay in the hand. The discards go to the Monster."),
    mark("{player}, how many cards for the Monster? Or fold."),
)
REGENT = Sentence(
    mark("{player}: your move"),
    mark("You may {verbs}. Folding costs {coins}."),
    mark("{player}, {verbs}? Folding costs {coins}."),
)
TROLL_GUTS = Sentence(mark("{player}: {verbs}"), mark("The pot: {pot}."), mark("{player}, {verbs}?"))
BUY_FOR = mark("Buying costs {coins}. The pot: {pot}.")
PLAY_A_CARD = Sentence(
    mark("{player}: play a card"), mark("From the hand, face up."), mark("{player}, play a card from the hand.")
)
CAPTURE = Sentence(
    mark("{player}: which card is taken?"),
    mark("Equal cards take one card each, by turns."),
    mark("{player}, which card do you take?"),
)
CHOOSE = Sentence(mark("{player}: choose a target"), "", mark("{player}, choose a target."))
GIVE = Sentence(
    mark("{player}: who gets {card}?"),
    mark("A target won with the 1 is given away."),
    mark("{player}, who gets {card}?"),
)
DRAW = Sentence(mark("{player}: draw a card"), "", mark("{player}, draw a card."))
PLACE = Sentence(
    mark("{player}: where does {card} go?"),
    mark("Not in a column that already has one."),
    mark("{player}, where does {card} go?"),
)

# The labels of buttons and choices
LABELS: dict[str, str] = {
    "hit": mark("hit"), "draw": mark("draw"), "fold": mark("fold"), "lock": mark("lock"), "pitch": mark("pitch"),
    "reshuffle": mark("done"),
}  # fmt: skip
LABEL_CARD_FOR = mark("card for {player}")
LABEL_MIDDLE = mark("card in the middle")
LABEL_OF = mark("{player}'s card")
LABEL_HAND_OF = mark("{player}'s hand")
LABEL_PLAY = mark("play")
LABEL_TAKE_CARD = mark("{player}'s {rank}")
LABEL_OWN_CARD = mark("own {rank}")
LABEL_TRADE = mark("trade the {rank}")
LABEL_ATTACK = mark("attack {other}")
LABEL_GIFT = mark("gift to {other}")
LABEL_SEE = mark("see {other}")
LABEL_STEAL = mark("steal from {other}")
LABEL_BUY = mark("buy")
LABEL_TO = mark("to {other}")
LABEL_FOLD_FOR = mark("fold {amount}")
LABEL_TAKE = mark("take {amount}")
LABEL_BET = mark("bet {amount}")
LABEL_DISCARD = mark("discard {amount}")
LABEL_MONSTER = mark("the Monster's hand")

VERBS: dict[str, str] = {
    "draw": mark("draw"), "attack": mark("attack"), "gift": mark("gift"), "see": mark("see"), "fold": mark("fold"),
    "steal": mark("steal"), "buy": mark("buy"), "hit": mark("hit"), "lock": mark("lock"), "pitch": mark("pitch"),
}  # fmt: skip
"""What may be done, as it is listed in a request."""

# The end
LOST = Sentence(mark("{player} loses with {score}"), "", mark("{player} loses with {score} points."))
LOST_WITH_ONE = Sentence(mark("{player} loses with {score}"), "", mark("{player} loses with one point."))
DEALER_LOST = Sentence(mark("{player}, the dealer, loses"), "", mark("{player}, the dealer, loses."))
DEALER_WON = Sentence(mark("{player}, the dealer, won"), "", mark("{player}, the dealer, won."))
STONES_LOST = Sentence(mark("{player} has two black stones"), "", mark("{player} loses with two black stones."))
WON = Sentence(mark("{players} won"), "", mark("{players} won."))
WON_AND_LOST = Sentence(mark("{players} won"), mark("{player} loses."), mark("{players} won, {player} loses."))
WON_WITH = Sentence(mark("{players} won with {score}"), "", mark("{players} won with {points}."))
CAUGHT = Sentence(mark("{players} won with five cards"), "", mark("{players} won with five cards."))
UNDECIDED = Sentence(mark("Nobody wins"), mark("No card is left and nothing else is possible."))
FORFEIT = mark("Forfeit: {forfeit}.")
DEALS_NEXT = mark("{player} deals next.")
BUTTON_NEXT = mark("The button goes to {player}.")
