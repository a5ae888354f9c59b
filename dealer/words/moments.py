"""What nobody at the table may miss: the pair, the bust, the last card, a payment. As shown, and a sound."""

from collections.abc import Sequence
from dataclasses import dataclass

from dealer.books.facts import Coin
from dealer.game.driver import Game
from dealer.locale.language import Language, mark
from dealer.rules.events import Event
from dealer.seen.verdicts import Accepted, Verdict
from dealer.words import phrases
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
PAYS_EACH = mark("{player} pays {players} {amount} each.")
PAYS_IN = mark("{player} pays {amount} into the pot.")
PAY_IN_EACH = mark("{players} pay {amount} each into the pot.")
TAKES_OUT = mark("{player} takes {amount} from the pot.")
TAKE_OUT_EACH = mark("{players} take {amount} each from the pot.")


@dataclass(frozen=True, slots=True)
class Moments:
    """Makes the moments of one language."""

    language: Language
    coin: Coin = Coin()

    def before_the_first_act(self) -> Moment:
        """What is said and shown once, before a new game."""
        return Moment(self.language.say(GATHER))

    def of(self, game: Game, verdict: Verdict) -> tuple[Moment, ...]:
        """What to hold up for a moment after this verdict, one after the other."""
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
        if transfers:
            words = " ".join(self._payments(transfers))
            found.append(Moment(words, None if since else Chime.COINS, transfers))
        return tuple(moment for moment in found if moment.words)

    def _payments(self, transfers: Sequence[Transfer]) -> list[str]:
        """Who pays whom how much, equal payments together."""
        said: list[str] = []
        left = list(transfers)
        while left:
            first = left[0]
            several = [one for one in left if (one.giver, one.coins) == (first.giver, first.coins)]
            if first.taker is None or first.giver is None:
                several = [one for one in left if one.coins == first.coins and _same_way(one, first)]
            left = [one for one in left if one not in several]
            said.append(self._payment(first, several))
        return said

    def _payment(self, first: Transfer, alike: Sequence[Transfer]) -> str:
        worded = Phrases(self.language)
        facts: dict[str, phrases.Fact] = {"player": first.giver or first.taker or "", "other": first.taker or ""}
        facts["amount"] = coins_in_words(self.coin, first.coins, self.language)
        if first.taker is None:
            facts["players"] = phrases.names([one.giver or "" for one in alike])
            return worded.say(PAYS_IN if len(alike) == 1 else PAY_IN_EACH, facts)
        facts["players"] = phrases.names([one.taker or "" for one in alike])
        if first.giver is None:
            return worded.say(TAKES_OUT if len(alike) == 1 else TAKE_OUT_EACH, facts)
        return worded.say(PAYS_TO if len(alike) == 1 else PAYS_EACH, facts)


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
