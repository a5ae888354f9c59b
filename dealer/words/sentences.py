"""Every sentence that the referee can make the house say, in one place. The prompter fills the braces in.

In what is shown ranks and amounts are digits, in what is spoken words. Sentences are short: they are read from 2 m.
"""

from dataclasses import dataclass

from dealer.locale.language import mark, mark_several
from dealer.seen.verdicts import CUT_OFF, Cause


@dataclass(frozen=True, slots=True)
class Sentence:
    """What is shown large, what below it, and what is said (empty: the detail, or else the headline)."""

    headline: str
    detail: str = ""
    spoken: str = ""

    @property
    def aloud(self) -> str:
        """What is said."""
        return self.spoken or self.detail or self.headline


TROUBLES: dict[str, Sentence] = {
    "black": Sentence(mark("The picture is black"), mark("Is the light on, and the lens free?")),
    "white": Sentence(mark("The picture is all white"), mark("Less light on the table, please.")),
    "blank": Sentence(mark("The camera sends an empty picture"), mark("Check the camera's cable, or start it again.")),
    "noise": Sentence(mark("The camera sends only noise"), mark("Check the camera's cable, or start it again.")),
    "frozen": Sentence(mark("The picture stands still"), mark("Unplug the camera and plug it in again.")),
    "covered": Sentence(mark("Something covers the lens"), mark("Please take it off the lens.")),
    "half-covered": Sentence(mark("Something covers half the picture"), mark("Keep the camera's view free, please.")),
    "mirrored": Sentence(mark("The picture is mirrored"), mark("Turn mirroring off at the camera.")),
    "upside-down": Sentence(mark("The picture is upside down"), mark("One moment: finding the coasters again.")),
    "dark": Sentence(mark("Too dark to see the cards"), mark("More light on the table, please.")),
    "overexposed": Sentence(mark("Too bright to see the cards"), mark("Less light on the table, please.")),
    "blurred": Sentence(mark("The picture is blurred"), mark("Wipe the lens, or focus the camera.")),
    "glare": Sentence(mark("Glare on the table"), mark("Turn the lamp, or move the camera a little.")),
    "far": Sentence(mark("The cards are too small"), mark("Bring the camera closer.")),
    CUT_OFF: Sentence(
        mark("The picture does not show all places"), mark("Turn the camera, or move the coasters into its view.")
    ),
    "moved": Sentence(mark("The camera was bumped"), mark("One moment: finding the coasters again.")),
    "stalled": Sentence(
        mark("The camera does not answer"),
        mark("It is being restarted. You can go on by hand."),
        mark("The camera stopped. One moment."),
    ),
    "lost": Sentence(mark("The camera is gone"), mark("Plug it in again, or go on by hand.")),
    "no-coasters": Sentence(mark("No coasters in view"), mark("Put the coasters where the camera sees them.")),
}
"""By ``TableView.trouble``: what is wrong, and what to do."""
OTHER_TROUBLE = Sentence(mark("The camera does not see well"), mark("Check the camera and the light."))

SENTENCES: dict[Cause, Sentence] = {
    Cause.FIRST_LOOK: Sentence(mark("One moment"), mark("First the camera looks at the table."), mark("One moment.")),
    Cause.MOVING: Sentence(
        mark("Waiting for the table to be still"), spoken=mark("Waiting for the table to be still.")
    ),
    Cause.HIDDEN: Sentence(
        mark("Something covers the cards"),
        mark("Please take hands and glasses off the cards."),
        mark("I can't see all the cards."),
    ),
    Cause.READING: Sentence(mark("Reading {player}'s card")),
    Cause.SETTLING: Sentence(mark("One moment")),
    Cause.PART_OF_HAND: Sentence(
        mark("{player}'s hand: {number} of {amount} read"),
        mark("Lay the cards apart, so that each can be read."),
        mark("{player}, please lay the cards apart."),
    ),
    Cause.OLD_CARDS: Sentence(mark("Clear the cards"), mark("Still there: {cards}."), mark("Clear the cards, please.")),
    Cause.LEFT_OVER: Sentence(
        mark("Gather all cards and shuffle"),
        mark("Still there: {cards}."),
        mark("Some cards still lie there."),
    ),
    Cause.RANK: Sentence(
        mark("What is {player}'s new card?"),
        mark("It can't be read for certain."),
        mark("What is {player}'s new card?"),
    ),
    Cause.VANISHED: Sentence(
        mark("{player}: which card was it?"),
        mark("It went before I could read it. If it wasn't a card, press No."),
        mark("{player}'s card is gone. Which was it?"),
    ),
    Cause.IMPOSSIBLE_RANK: Sentence(
        mark("The {ordinal} {rank}? Which is it?"),
        mark("{player}'s card can't be that: the deck holds only {amount}, and all were seen."),
        mark("The {ordinal} {rank}? What is {player}'s card?"),
    ),
    Cause.REREAD: Sentence(
        mark("{player}: {rank} or {now}?"),
        mark("It was called {rank}, and is read as {now} now."),
        mark("{player}'s {rank}: is it a {now}?"),
    ),
    Cause.TOLD_CARD: Sentence(mark("{player}: which card came?"), spoken=mark("Which card for {player}?")),
    Cause.TOLD_HAND: Sentence(
        mark("{player}: card {ordinal} of {amount}?"),
        mark("Say all cards of the hand, one by one."),
        mark("{player}, which card is next?"),
    ),
    Cause.LIMIT: Sentence(
        mark("{player} may lose more than agreed"),
        mark("Up to {amount} in coins, in this game. Play on?"),
        mark("{player} may lose more than was agreed for one game. Play on?"),
    ),
    Cause.SKIPPED: Sentence(
        mark("Was {other} dealt before {player}?"),
        mark("{player}'s card is not seen. Yes, or say which it is."),
        mark("I don't see {player}'s card. Was {other} dealt first?"),
    ),
    Cause.ORDER: Sentence(
        mark("Which card came first?"),
        mark("Two cards came to {player} at once."),
        mark("Which of {player}'s cards came first?"),
    ),
    Cause.FOLD_BY_COVER: Sentence(
        mark("{player}, fold for {amount}?"),
        mark("Leave the coaster covered to fold."),
        mark("{player}, fold for {amount}?"),
    ),
    Cause.FOLD_BY_GONE: Sentence(
        mark("{player}, fold for {amount}?"),
        mark("{other}'s {rank} is gone from its place."),
        mark("{player}, fold for {amount}?"),
    ),
    Cause.GATHERED: Sentence(
        mark("Did {player} fold?"),
        mark("All cards are gone, and the round was not over."),
        mark("All cards are gone. Did {player} fold?"),
    ),
    Cause.RESHUFFLED: Sentence(
        mark("Reshuffled?"), mark("A card came, but a reshuffle is due."), mark("Were the discards reshuffled?")
    ),
    Cause.DOUBLE: Sentence(
        mark("{player}: a second {rank}?"),
        mark("{player}'s {rank} was pushed, or another {rank} lies on it."),
        mark("Did another {rank} come to {player}?"),
    ),
    Cause.COUNTS: Sentence(
        mark("Does {player}'s {rank} count?"),
        mark("It lies with {player}, and does not count yet."),
        mark("Does {player}'s {rank} count?"),
    ),
    Cause.ONE_SEAT_ON: Sentence(
        mark("Count the cards where they lie?"),
        mark("{player}'s {rank} lies with {other}, and others are one seat on. If you move them back, press No."),
        mark("The cards lie one seat on. Shall I count them so?"),
    ),
    Cause.EARLIER: Sentence(
        mark("Was it: {acts}?"), mark("Instead of: {called}."), mark("Was it {acts}, instead of {called}?")
    ),
    Cause.LATER: Sentence(
        mark("Undo the last {amount} moves?"),
        mark("If {acts}, these can't have been: {called}."),
        mark("If {acts}, the last {amount} moves can't have been. Undo them?"),
    ),
    Cause.WHOSE: Sentence(
        mark("Whose is the {rank}: {player} or {other}?"),
        mark("It lies between the two."),
        mark("Whose is the {rank}: {player} or {other}?"),
    ),
    Cause.WHICH_ACT: Sentence(
        mark("What did {player} do?"),
        mark("That card could mean several things."),
        mark("{player}, what was that?"),
    ),
    Cause.SHOWN: Sentence(
        mark("{player} shows this hand: right?"),
        mark("{ranks}. Touch a card to say what it is."),
        mark("{player} shows {ranks}. Is that right?"),
    ),
    Cause.PITCHED: Sentence(
        mark("Did {player} pitch a card?"),
        mark("A card lies face down in the middle."),
        mark("{player}, pitched?"),
    ),
    Cause.OUT_OF_TURN: Sentence(
        mark("{other} plays out of turn"),
        mark("{other}'s {rank} goes back into the hand. It is {player}'s turn."),
    ),
    Cause.WRONG_COUNT: Sentence(
        mark("{player} shows too many or too few cards"),
        mark("Lay out all {amount} cards of the hand, so that each can be read."),
    ),
    Cause.PAIR_SHOWN: Sentence(
        mark("{player}'s hand holds a pair"),
        mark("A hand with a pair can't be shown: {player} folds, or a card was misread."),
    ),
    Cause.WRONG_SEAT: Sentence(
        mark("{player}'s {rank} lies with {other}"),
        mark("It is {player}'s {rank}: move it to {player}, or press OK and it counts as {player}'s where it lies."),
    ),
    Cause.STUCK: Sentence(
        mark("Two cards for {player}"),
        mark("Two cards came where one is due: the second, the {rank}, goes back on top of the pile."),
    ),
    Cause.ONE_TOO_MANY: Sentence(
        mark("The {rank} with {other} is one too many"),
        mark("It goes back on top of the pile. If it is {player}'s card, move it there, or press OK and it counts."),
    ),
    Cause.NOT_CLEARED: Sentence(
        mark("Old cards still lie there"),
        mark("Clear away {cards}, or press OK to ignore them."),
    ),
    Cause.BESIDE: Sentence(
        mark("The {rank} beside {other}'s coaster"),
        mark("If it is {player}'s card, move it to {player}'s stack, or press OK and it counts where it lies."),
    ),
    Cause.MOVED: Sentence(
        mark("{player}'s {rank} has moved"),
        mark("Put the {rank} back in {player}'s stack, or press OK and it counts where it lies."),
    ),
    Cause.GONE: Sentence(
        mark("{player}'s {rank} is gone"),
        mark("Put the {rank} back in {player}'s stack, or press OK and it counts as if it lay there."),
    ),
    Cause.WRONG_CARD: Sentence(
        mark("The {rank} is not the lowest card"),
        mark("Put {other}'s {rank} back: {player} folds with the lowest card, the {amount}, or hits."),
    ),
    Cause.WRONG_FOLDER: Sentence(
        mark("It is {player}'s turn"),
        mark("{other} is not on turn: put the {rank} back in {owner}'s stack."),
    ),
    Cause.FACE_DOWN: Sentence(
        mark("What is {player}'s new card?"),
        mark("Nothing can be read on it: if it lies face down, turn it face up."),
        mark("If {player}'s card lies face down, turn it. If not, say what it is."),
    ),
    Cause.NOT_DUE: Sentence(mark("No card is due"), mark("The {rank} with {player} goes back on top of the pile.")),
}
"""By cause; ``Cause.TROUBLE`` has its sentences in ``TROUBLES``, by code."""

READ_OUT: dict[Cause, Sentence] = {
    Cause.SHOWN: Sentence(
        mark("{player} shows this hand"),
        mark("{ranks}. It counts unless you say no."),
        mark("{player}'s hand is read."),
    ),
    Cause.PITCHED: Sentence(
        mark("{player} pitches a card"),
        mark("It lies face down in the middle, and counts unless you say no."),
        mark("{player}, pitched?"),
    ),
}
"""What was seen and counts unless somebody says no: a hand that was read whole, a card that lies in the middle."""

FOLDED_OR_TAKEN_BACK = Sentence(
    mark("Folded for {amount}, or taken back?"),
    mark("{other}'s {rank}, which came last, is gone from its place."),
    mark("Was {other}'s {rank} folded for, or taken back?"),
)
"""Where the cheapest card, which is gone, is the one that came last."""

PERHAPS_STUCK = Sentence(
    mark("Two cards for {player}?"), mark("If two came where one is due, the second goes back on top of the pile.")
)
"""Where one of two cards was not read: it may be one card that was found twice."""

FOR_ONE: dict[Cause, Sentence] = {
    Cause.LATER: Sentence(
        mark("Undo: {called}?"),
        mark("If {acts}, that can't have been."),
        mark("If {acts}, that can't have been: {called}. Undo it?"),
    ),
    Cause.WHOSE: Sentence(
        mark("Is the {rank} {player}'s card?"),
        mark("It lies beside {player}'s place."),
        mark("Is the {rank} {player}'s card?"),
    ),
    Cause.IMPOSSIBLE_RANK: Sentence(
        mark("The {ordinal} {rank}? Which is it?"),
        mark("{player}'s card can't be that: the deck holds only one, and it was seen."),
        mark("The {ordinal} {rank}? What is {player}'s card?"),
    ),
    Cause.WRONG_COUNT: Sentence(
        mark("{player} shows too many or too few cards"),
        mark("Lay out the one card of the hand, so that it can be read."),
    ),
    Cause.NOT_CLEARED: Sentence(
        mark("An old card still lies there"),
        mark("Clear away {cards}, or press OK to ignore it."),
    ),
}
"""By cause, where what is counted is one: the copies in the deck, the cards of the hand, the cards to clear away."""

IN_THE_MIDDLE: dict[Cause, Sentence] = {
    Cause.RANK: Sentence(
        mark("What is the new card in the middle?"),
        mark("It can't be read for certain."),
        mark("What is the new card in the middle?"),
    ),
    Cause.VANISHED: Sentence(
        mark("Which card lay in the middle?"),
        mark("It went before I could read it. If it wasn't a card, press No."),
        mark("The card in the middle is gone. Which was it?"),
    ),
    Cause.TOLD_CARD: Sentence(mark("Which card came to the middle?"), spoken=mark("Which card came to the middle?")),
    Cause.DOUBLE: Sentence(
        mark("A second {rank} in the middle?"),
        mark("The {rank} in the middle was pushed, or another {rank} lies on it."),
        mark("Did another {rank} come to the middle?"),
    ),
    Cause.COUNTS: Sentence(
        mark("Does the {rank} in the middle count?"),
        mark("It lies in the middle, and does not count yet."),
        mark("Does the {rank} in the middle count?"),
    ),
    Cause.MOVED: Sentence(
        mark("The {rank} in the middle has moved"),
        mark("Put the {rank} back into the middle, or press OK and it counts where it lies."),
    ),
    Cause.GONE: Sentence(
        mark("The {rank} in the middle is gone"),
        mark("Put the {rank} back into the middle, or press OK and it counts as if it lay there."),
    ),
    Cause.NOT_DUE: Sentence(mark("No card is due"), mark("The {rank} in the middle goes back on top of the pile.")),
    Cause.OUT_OF_TURN: Sentence(mark("The {rank} is one too many"), mark("The {rank} goes back to whoever played it.")),
}
"""By cause, about a card that is nobody's, or where it is nobody's turn."""

WITHOUT_A_HAND: dict[Cause, Sentence] = {
    Cause.OUT_OF_TURN: Sentence(
        mark("{other} plays out of turn"),
        mark("{other}'s {rank} goes back where it came from. It is {player}'s turn."),
    ),
}
"""By cause, in games in which nobody holds cards: they lie face down on the table."""

WAYS: dict[str, str] = {
    "attack": mark("an attack"),
    "gift": mark("a gift"),
    "see": mark("turned up"),
    "draw": mark("drawn"),
    "steal": mark("stolen"),
    "buy": mark("bought"),
}
"""How a card may have come, by the verb of the act."""

WHICH_WAY = Sentence(
    mark("{player}'s {rank}: {ways}?"),
    mark("That card could mean several things."),
    mark("{player}'s {rank}: {ways}?"),
)
"""The question which act it was, where all that it may have been are among ``WAYS``."""

NO_PRICE = mark("{player}: {verb}?")
"""The question of a cover where "no" costs nothing."""

TAKEN_BACK = Sentence(mark("Taken back: {act}?"), mark("The table is as it was before."), mark("Take back: {act}?"))
TAKEN_BACK_UNNAMED = Sentence(
    mark("Taken back: {player}'s card?"),
    mark("The table is as it was before: {player}'s card is still due."),
    mark("Was {player}'s card taken back?"),
)
TAKEN_BACK_FROM_THE_MIDDLE = Sentence(
    mark("Taken back: the card in the middle?"),
    mark("The table is as it was before."),
    mark("Was the card in the middle taken back?"),
)
TAKEN_BACK_SEVERAL = Sentence(
    mark("Undo the last {number} moves?"), mark("Gone: {acts}."), mark("Undo the last {number} moves?")
)

# Acts in a few words, by verb: what is taken back, corrected or chosen
ACTS: dict[str, str] = {
    "deal": mark("{player} got {cards}"),
    "hit": mark("{player} hit {cards}"),
    "fold": mark("{player} folded"),
    "lock": mark("{player} locked"),
    "draw": mark("{player} drew {cards}"),
    "bet": mark("{player} bet {number}"),
    "take": mark("{player} took {number}"),
    "reveal": mark("{player} showed {cards}"),
    "play": mark("{player} played {cards}"),
    "pitch": mark("{player} pitched"),
    "show": mark("{player} showed {cards}"),
    "attack": mark("{player} attacked {other}: {cards}"),
    "gift": mark("{player} gave {other} {cards}"),
    "see": mark("{player} saw {other}: {cards}"),
    "steal": mark("{player} stole {cards} from {other}"),
    "buy": mark("{player} bought {cards}"),
    "capture": mark("{player} took {cards}"),
    "bid": mark("{player} bid {cards}"),
    "choose": mark("{player} chose {cards}"),
    "give": mark("{player} gave to {other}"),
    "place": mark("{player} put it to {cards}"),
    "discard": mark("{player} discarded {number}"),
    "reshuffle": mark("reshuffled"),
}
FOLD_FROM = mark("{player} folded: {other}'s {cards}")
TRADE = mark("{player} traded the {cards}")
DRAW_DOWN = mark("{player} drew a card")
DEAL_MIDDLE = mark("in the middle: {cards}")
THE_MONSTER = mark("the Monster")

# What a cover of the coaster says
REFUSING: dict[str, str] = {"fold": mark("fold"), "lock": mark("lock"), "pass": mark("pass")}

# Labels of buttons and choices
LABEL_OK = mark("OK, it counts")
LABEL_OK_GONE = mark("OK, ignore it")
LABEL_YES = mark("yes")
LABEL_NO = mark("no")
LABEL_NEXT = mark("next")
LABEL_MENU = mark("menu")
LABEL_UNDO = mark("undo")
LABEL_AGAIN = mark("again")
LABEL_NEW = mark("new game")
LABEL_SETTLE = mark("settle up")
LABEL_TAKE_BACK = mark("take back")
LIMIT_OF_THE_EVENING = Sentence(
    mark("{player} may lose more than agreed"),
    mark("Up to {amount} in coins, this evening. Play on?"),
    mark("{player} may lose more than was agreed for the evening. Play on?"),
)
LABEL_PLAY_ON = mark("play on")
LABEL_LEAVE = mark("leave")
LABEL_STAYS = mark("it stays")
LABEL_ONE_CARD = mark("only one")
LABEL_NO_CARD = mark("no card")
LABEL_KEEP = mark("the {rank} stays")
LABEL_THEN = mark("{first}, then {second}")
CARD_OF = mark("{player}'s {rank}")
CARD_UNREAD = mark("{player}'s unread card")
CARD_IN_THE_MIDDLE = mark("the {rank} in the middle")
CARD_IN_THE_MIDDLE_UNREAD = mark("the unread card in the middle")
CARDS_MANY = mark_several("{number} card", "{number} cards")
NOBODY = mark("the middle")
