"""What nobody at the table may miss: the pair, the bust, the last card, a payment, coins that go back. As shown, and a
sound."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from dealer.books.facts import Coin
from dealer.game.driver import Game
from dealer.locale.language import Language, mark
from dealer.rules.events import Event
from dealer.seen.verdicts import Accepted, Replaced, Verdict
from dealer.words import phrases
from dealer.words.coins_back import before_replacing, coins_back
from dealer.words.narrator import Narrator
from dealer.words.phrases import Phrases
from dealer.words.prompts import Chime, Moment, Transfer
from dealer.words.worth import coins_in_words

MOMENTS = frozenset({"pair", "catch", "out", "unplayable", "captured", "misfired", "monster", "round-over"})
"""The events that everybody at the table must hear of, also where nobody hears the voice."""

PAYMENTS = frozenset({"pays", "receives"})
"""The events at which coins change hands."""

SOUNDS: tuple[tuple[frozenset[str], Chime], ...] = (
    (frozenset({"pair", "catch"}), Chime.PAIR),
    (frozenset({"out", "unplayable", "misfired"}), Chime.BUST),
)
"""What is heard at which events; the first that fits. A round that simply ends makes no sound."""

DRAWN = frozenset({"dealt", "hit", "replaced", "drew", "burnt", "hands"})
"""The events after which a card is off the pile."""

GATHER = mark("Gather all cards and shuffle.")
LAST_CARD = mark("That was the last card.")

PAYS_TO = mark("{player} pays {other} {amount}.")
PAYS_IN = mark("{player} pays {amount} into the pot.")
TAKES_OUT = mark("{player} takes {amount} from the pot.")
PAYS_EVERYBODY = mark("{player} pays everybody {amount}.")
EVERYBODY_PAYS_IN = mark("Everybody pays {amount} into the pot.")
EVERYBODY_TAKES_OUT = mark("Everybody takes {amount} from the pot.")
PAYS_IN_ALL = mark("{player} pays {amount} in all.")
SHARED = mark("The pot is shared: {amount} each.")

MOST_IN_TURN = 3
"""At the end of a game no more payments than this are headlines one after the other: its last screen has them all."""


@dataclass(frozen=True, slots=True)
class Moments:
    """Makes the moments of one language."""

    language: Language
    coin: Coin = Coin()
    settling: bool = False
    """Whether people have begun to settle."""

    def before_the_first_act(self) -> Moment:
        """What is said and shown once, before a new game."""
        return Moment(self.language.say(GATHER))

    def of(self, game: Game, verdict: Verdict) -> tuple[Moment, ...]:
        """What to hold up for a moment after this verdict, one after the other."""
        if isinstance(verdict, Replaced):
            worded = Phrases(self.language, coin=self.coin)
            back = coins_back(before_replacing(game, verdict), game, worded, settling=self.settling)
            return tuple(Moment(words, None if number else Chime.COINS) for number, words in enumerate(back))
        told = verdict.events if isinstance(verdict, Accepted) else ()
        great = [place for place, events in enumerate(told) if any(event.kind in MOMENTS for event in events)]
        since = [event for events in told[great[0] :] for event in events] if great else []
        everything = [event for events in told for event in events]
        kinds = {event.kind for event in everything}
        found = []
        transfers = transfers_of(everything)
        if since:
            shown = [event for event in since if event.kind not in PAYMENTS]  # they have a moment of their own
            words = " ".join(Narrator(Phrases(self.language, coin=self.coin), game.header).lines(shown, game.state))
            chime = next((chime for wanted, chime in SOUNDS if wanted & {event.kind for event in since}), None)
            found.append(Moment(words, chime))
        elif kinds & DRAWN and not game.state.deck:
            found.append(Moment(self.language.say(LAST_CARD), Chime.LAST_CARD))
        paid = self._payments(transfers, len(game.header.players))
        if game.over and len(paid) > MOST_IN_TURN and len({one.giver for one in transfers}) == 1:
            paid = [Moment(self._in_all(transfers), None, transfers)]
        if paid and not since:
            paid[0] = replace(paid[0], chime=Chime.COINS)
        return tuple(moment for moment in (*found, *paid) if moment.words)

    def _payments(self, transfers: Sequence[Transfer], players: int) -> list[Moment]:
        """Who pays whom how much, one after the other; what is the same for everybody is one payment."""
        said: list[Moment] = []
        left = list(transfers)
        while left:
            first = left[0]
            several = [one for one in left if (one.giver, one.coins) == (first.giver, first.coins)]
            if first.taker is None or first.giver is None:
                several = [one for one in left if one.coins == first.coins and _same_way(one, first)]
            everybody = len(several) == players - (first.giver is not None and first.taker is not None) > 1
            alike = several if everybody else [first]
            left = [one for one in left if one not in alike]
            said.append(Moment(self._payment(first, everybody=everybody), None, tuple(alike)))
        return said

    def _in_all(self, transfers: Sequence[Transfer]) -> str:
        """What one player pays the others, or what each gets from the pot."""
        giver = transfers[0].giver
        coins = transfers[0].coins if giver is None else sum(one.coins for one in transfers)
        amount = coins_in_words(self.coin, coins, self.language)
        return Phrases(self.language).say(PAYS_IN_ALL if giver else SHARED, {"player": giver or "", "amount": amount})

    def _payment(self, payment: Transfer, *, everybody: bool) -> str:
        """Who pays whom how much; ``everybody``: it is the same from everybody, or to everybody else."""
        facts: dict[str, phrases.Fact] = {"player": payment.giver or payment.taker or "", "other": payment.taker or ""}
        facts["amount"] = coins_in_words(self.coin, payment.coins, self.language)
        one, several = PAYS_TO, PAYS_EVERYBODY
        if payment.taker is None:
            one, several = PAYS_IN, EVERYBODY_PAYS_IN
        elif payment.giver is None:
            one, several = TAKES_OUT, EVERYBODY_TAKES_OUT
        return Phrases(self.language).say(several if everybody else one, facts)


def _same_way(one: Transfer, other: Transfer) -> bool:
    """Whether both go into the pot, or both come out of it."""
    return (one.giver is None, one.taker is None) == (other.giver is None, other.taker is None)


def transfers_of(events: Sequence[Event]) -> tuple[Transfer, ...]:
    """The coins that change hands in these events."""
    return tuple(
        Transfer(event.player, event.other, event.amount)
        if event.kind == "pays"
        else Transfer(None, event.player, event.amount)
        for event in events
        if event.kind in PAYMENTS and event.amount and event.player is not None
    )
