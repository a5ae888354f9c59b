"""From events to what the dealer calls: one short sentence each, and several events that are one thing said as one."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from dealer.game.driver import State
from dealer.game.header import Header
from dealer.games.basic import Basic
from dealer.rules.acts import MONSTER, TABLE
from dealer.rules.events import Event
from dealer.words import calls, phrases
from dealer.words.phrases import Fact, Facts, Phrases, capitalised

MOST_NAMED = 2
"""The voice names captured cards of so many ranks at most; of more it says how many they are."""

Taken = tuple[str, int]
"""A sentence, and how many events it tells."""


@dataclass(frozen=True, slots=True)
class Narrator:
    """Tells the events of one game."""

    phrases: Phrases
    header: Header

    def lines(self, events: Sequence[Event], state: State | None = None) -> tuple[str, ...]:
        """What is called, a sentence each. ``state`` is the game's after them: it knows the totals."""
        kinds = {event.kind for event in events}
        over = "game-over" in kinds
        lines = []
        at = 0
        while at < len(events):
            event = events[at]
            sentence, number = self._next(events, at, state)
            silent = event.kind in calls.SAID_BY_THE_REQUEST or (over and event.kind == "round-over")
            if sentence and not silent:
                lines.append(capitalised(sentence))
            at += number
        return tuple(lines)

    def line(self, event: Event) -> str:
        """One event by itself."""
        return self._next((event,), 0, None)[0]

    def _next(self, events: Sequence[Event], at: int, state: State | None) -> Taken:
        """The sentence for the event at ``at``, with those after it that it tells too."""
        event = events[at]
        tellers: dict[str, Callable[[Sequence[Event], int, State | None], Taken]] = {
            "dealt": self._card, "hit": self._card, "pair": self._pair, "fold": self._fold,
            "stays-on-turn": self._stays_on_turn, "scores": self._scores, "pays": self._pays, "out": self._out,
            "receives": self._receives, "left-in-pot": self._left_in_pot, "discarded": self._discarded,
            "attacked": self._attacked, "saw": self._saw, "captured": self._captured, "given": self._given,
            "shown": self._shown, "showdown": self._showdown, "monster": self._monster,
            "round-over": self._round_over, "bid": self._card, "bought": self._bought,
        }  # fmt: skip
        if event.kind in tellers:
            return tellers[event.kind](events, at, state)
        return self._say(self._message(event), event), 1

    def _message(self, event: Event) -> str:
        return calls.IN_GAMES.get((self.header.variant, event.kind), calls.CALLS[event.kind])

    def _say(self, message: str, event: Event, **more: Fact) -> str:
        """``message`` with what the event knows."""
        facts: dict[str, Fact] = {
            "player": event.player or "",
            "other": event.other or "",
            "players": phrases.names(event.players),
        }
        if event.rank is not None:
            facts |= {"rank": event.rank, "card": phrases.card(event.rank), "ranks": _ranks_of(event.rank)}
        if event.by is not None:
            facts["by"] = event.by
        if event.amount is not None:
            amount = event.amount
            facts |= {"amount": amount, "coins": phrases.coins(amount), "points": phrases.points(amount)}
            facts["cards"] = phrases.count_of_cards(amount)
        if event.cards:
            facts |= {"cards": phrases.cards(event.cards), "ranks": phrases.ranks(event.cards)}
            facts["number"] = phrases.count_of_cards(len(event.cards))
        if event.kind == "placed" and event.amount is not None:
            facts["card"] = phrases.card(event.amount)
        if event.kind == "saw":
            facts["cards"] = phrases.ranks(event.cards)
        return self.phrases.say(message, {**facts, **more})

    # -- cards -------------------------------------------------------------------------------------------------------

    def _card(self, events: Sequence[Event], at: int, state: State | None) -> Taken:
        """A card; several in the middle are told together, one that makes a pair with the pair."""
        event = events[at]
        if event.player == TABLE:
            number = _run(events, at, lambda other: (other.kind, other.player) == ("dealt", TABLE))
            dealt = [other.rank or 0 for other in events[at : at + number]]
            return self.phrases.say(calls.TO_THE_TABLE, {"ranks": phrases.ranks(dealt)}), number
        follows = events[at + 1] if at + 1 < len(events) else None
        if follows is not None and follows.kind in ("pair", "unplayable"):
            if (follows.player, follows.rank) == (event.player, event.rank):
                return "", 1
        return self._say(self._message(event), event), 1

    def _pair(self, events: Sequence[Event], at: int, state: State | None) -> Taken:
        """A pair in the game's own terms; with the points that it costs."""
        event, rules = events[at], self.header.rules
        before = {one.kind for one in events[max(0, at - 2) : at]}
        if issubclass(rules, Basic):
            sentence = self._say(calls.CALLS["pair"], event)
            if self.phrases.aloud:
                rank = capitalised(self.phrases.number(event.rank or 0))
                sentence = self._say(calls.PAIR_ALOUD, event, rank=rank)
            return self._with_total(sentence, event, state), 1
        if rules.heaps_common_cards:
            return self._say(calls.BLACK_PAIR, event), 1
        if rules.against_the_dealer and event.amount is None:
            return self._say(calls.DEALERS_PAIR, event), 1
        if "saw" in before:
            return self._say(calls.PAIR_SEEN, event), 1
        if before & {"stole", "bought"}:
            return self._say(calls.PAIR_AFTER, event), 1
        return self._say(calls.CALLS["pair"] if event.amount else calls.PAIR_AND_OUT, event), 1

    def _fold(self, events: Sequence[Event], at: int, state: State | None) -> Taken:
        """A fold, with the card that is taken or the coins that are paid."""
        event = events[at]
        if event.rank is not None:
            message = calls.FOLD_OWN if event.other == event.player else calls.CALLS["fold"]
            return self._with_total(self._say(message, event), event, state), 1
        paid = events[at + 1] if at + 1 < len(events) and events[at + 1].kind == "pays" else None
        if not event.amount:
            return self._say(calls.FOLD_FREE, event), 1
        if paid is not None and paid.other is not None:
            return self._say(calls.FOLD_TO, paid), 2
        return self._say(calls.FOLD_COINS, event), 1 if paid is None else 2

    def _stays_on_turn(self, events: Sequence[Event], at: int, state: State | None) -> Taken:
        forced = "unlucky-seven" in self.header.twists
        return self._say(calls.FORCED if forced else calls.CALLS["stays-on-turn"], events[at]), 1

    def _round_over(self, events: Sequence[Event], at: int, state: State | None) -> Taken:
        """Say that cards are to be cleared, only where they still lie there a while later."""
        named = events[at].player is not None
        if self.phrases.aloud:
            return self._say(calls.DEALS, events[at]) if named else "", 1
        return self._say(calls.NEXT_DEALER if named else calls.CALLS["round-over"], events[at]), 1

    # -- points and coins --------------------------------------------------------------------------------------------

    def _scores(self, events: Sequence[Event], at: int, state: State | None) -> Taken:
        """Points; those of several players together."""
        number = _run(events, at, lambda other: other.kind == "scores")
        if number == 1:
            return self._score(events[at], state), 1
        each = [
            self.phrases.say(calls.SCORE, {"player": one.player or "", "amount": one.amount or 0})
            for one in events[at : at + number]
        ]
        return self.phrases.say(calls.SCORES, {"scores": ", ".join(each)}), number

    def _with_total(self, sentence: str, event: Event, state: State | None) -> str:
        """What somebody got, and where that leads; the first points are their own sum."""
        total = next((player.score for player in state.players if player.name == event.player), 0) if state else 0
        if total in (0, event.amount):
            return sentence
        now = calls.NOW_ALOUD if self.phrases.aloud else calls.NOW
        return f"{sentence} {capitalised(self.phrases.say(now, {'total': total}))}"

    def _score(self, event: Event, state: State | None) -> str:
        totals = {player.name: player.score for player in state.players} if state is not None else {}
        total = totals.get(event.player or "", event.amount)
        message = calls.SCORED if total == event.amount else calls.SCORED_TOTAL
        return capitalised(self._say(message, event, total=total or 0))

    def _pays(self, events: Sequence[Event], at: int, state: State | None) -> Taken:
        """Who pays whom how much; what belongs together in one sentence, and who pays and is out."""
        event = events[at]
        number = _run(events, at, lambda other: other.kind == "pays")
        paid = [one for one in events[at : at + number] if one.amount]
        if not paid:
            return "", number
        if number > 1:
            return self._payments(paid), number
        follows = events[at + 1] if at + 1 < len(events) else None
        if self.header.rules.draws_to_middle and follows is not None and follows.kind == "dealt":
            return self._drawn(events, at)
        told_out = follows is not None and (follows.kind, follows.player) == ("out", event.player)
        before = events[at - 1] if at else None
        # Who catches a pair pays and is out, but for Rocket's dealer: her pair has no price of its own.
        caught = before is not None and (before.kind, before.player) == ("pair", event.player)
        if told_out or (caught and before is not None and before.amount is not None):
            message = calls.PAYS_OUT if event.other is None else calls.PAYS_TO_OUT
        else:
            message = calls.CALLS["pays"] if event.other is None else calls.PAYS_TO
        return self._say(message, event), 2 if told_out else 1

    def _drawn(self, events: Sequence[Event], at: int) -> Taken:
        """Starboard: a coin for a card, and what it does."""
        drawn = events[at + 2]
        message = calls.DRAWS_PAIR if drawn.kind == "pair" else calls.DRAWS
        return self._say(message, drawn, coins=phrases.coins(events[at].amount or 0)), 3

    def _bought(self, events: Sequence[Event], at: int, state: State | None) -> Taken:
        """A card bought, with its price."""
        price = events[at + 1].amount if at + 1 < len(events) and events[at + 1].kind == "pays" else None
        if price is None:
            return self._say(calls.CALLS["bought"], events[at]), 1
        return self._say(calls.BUYS_FOR, events[at], coins=phrases.coins(price)), 2

    def _payments(self, paid: Sequence[Event]) -> str:
        """Several payments: to the pot, of one to several, of several to one."""
        if len(paid) == 1:
            return self._say(calls.CALLS["pays"] if paid[0].other is None else calls.PAYS_TO, paid[0])
        amounts = {one.amount for one in paid}
        payers = {one.player for one in paid}
        if all(one.other is None for one in paid):
            payers_named = phrases.names([one.player or "" for one in paid])
            return self._say(calls.PAY_EACH, paid[0], players=payers_named)
        if len(payers) == 1 and len(amounts) == 1:
            return self._say(calls.PAYS_EACH, paid[0], players=phrases.names([one.other or "" for one in paid]))
        if len(payers) == 1:
            each = [self._say(calls.PAYMENT, one) for one in paid]
            return self._say(calls.PAYS_SEVERAL, paid[0], payments=self.phrases.language.join(each))
        said = []
        for receiver in dict.fromkeys(one.other for one in paid):
            each = [self._say(calls.PAYMENT_FROM, one) for one in paid if one.other == receiver]
            facts: Facts = {"other": receiver or "", "payments": self.phrases.language.join(each)}
            said.append(self.phrases.say(calls.PAID_BY, facts))
        return " ".join(said)

    def _out(self, events: Sequence[Event], at: int, state: State | None) -> Taken:
        number = _run(events, at, lambda other: other.kind == "out")
        if number == 1:
            return self._say(calls.CALLS["out"], events[at]), 1
        gone = phrases.names([one.player or "" for one in events[at : at + number]])
        return self.phrases.say(calls.ARE_OUT, {"players": gone}), number

    def _receives(self, events: Sequence[Event], at: int, state: State | None) -> Taken:
        """Who takes or shares the pot."""
        number = _run(events, at, lambda other: other.kind == "receives")
        if not events[at].amount:
            return "", number
        if number == 1:
            return self._say(calls.CALLS["receives"], events[at]), 1
        sharing = phrases.names([one.player or "" for one in events[at : at + number]])
        return self._say(calls.SPLIT, events[at], players=sharing), number

    def _left_in_pot(self, events: Sequence[Event], at: int, state: State | None) -> Taken:
        number = events[at].amount or 0
        words = self.phrases.number(number)
        return self.phrases.language.count(*calls.LEFT_IN_POT, number, number=words), 1

    # -- hidden cards, bids ------------------------------------------------------------------------------------------

    def _discarded(self, events: Sequence[Event], at: int, state: State | None) -> Taken:
        event = events[at]
        return self._say(calls.CALLS["discarded"] if event.amount else calls.KEEPS_ALL, event), 1

    def _attacked(self, events: Sequence[Event], at: int, state: State | None) -> Taken:
        event = events[at]
        return self._say(calls.PAIR_ATTACKED if event.amount else calls.CALLS["attacked"], event), 1

    def _saw(self, events: Sequence[Event], at: int, state: State | None) -> Taken:
        """What was seen; whether it is a pair follows, or stands here."""
        sentence = self._say(calls.CALLS["saw"], events[at])
        if any(one.kind == "pair" for one in events[at:]):
            return sentence, 1
        return f"{sentence} {self.phrases.say(calls.NO_PAIR_SEEN)}", 1

    def _captured(self, events: Sequence[Event], at: int, state: State | None) -> Taken:
        """What one card captures; what equal cards capture by turns. Many are counted aloud: the screen names them."""
        by, ties = events[at].by, _run(events, at, lambda other: (other.kind, other.by) == ("captured", events[at].by))
        said = []
        takers = list(dict.fromkeys(one.player for one in events[at : at + ties]))
        for player in takers:
            taken = [one.rank or 0 for one in events[at : at + ties] if one.player == player]
            together = phrases.cards(taken, all_of_them=len(takers) == 1)
            if self.phrases.aloud and len(set(taken)) > MOST_NAMED:
                together = phrases.count_of_cards(len(taken))
            message = calls.CALLS["captured"] if by is not None else calls.CAPTURED_FOR
            said.append(self._say(message, Event("captured", player, by=by), cards=together))
        return " ".join(said), ties

    def _given(self, events: Sequence[Event], at: int, state: State | None) -> Taken:
        """What is given away needs not be told again as taken."""
        event = events[at]
        follows = events[at + 1] if at + 1 < len(events) else None
        again = follows is not None and (follows.kind, follows.player, follows.rank) == (
            "captured", event.other, event.rank,
        )  # fmt: skip
        return self._say(calls.CALLS["given"], event), 2 if again else 1

    def _shown(self, events: Sequence[Event], at: int, state: State | None) -> Taken:
        event = events[at]
        return self._say(calls.MONSTER_SHOWS if event.player == MONSTER else self._message(event), event), 1

    def _showdown(self, events: Sequence[Event], at: int, state: State | None) -> Taken:
        event = events[at]
        return self._say(calls.FACE_THE_MONSTER if len(event.players) > 1 else calls.CALLS["showdown"], event), 1

    def _monster(self, events: Sequence[Event], at: int, state: State | None) -> Taken:
        event = events[at]
        return self._say(calls.CALLS["monster"] if event.amount else calls.MONSTER_LOSES, event), 1


def _ranks_of(rank: int) -> Fact:
    """Cards of a rank in the plural: "8s"."""
    return lambda worded: (
        worded.language.cards(rank) if worded.aloud else worded.language.say(phrases.RANK_MANY, rank=rank)
    )


def _run(events: Sequence[Event], at: int, alike: Callable[[Event], bool]) -> int:
    """How many events from ``at`` on are alike."""
    number = 0
    while at + number < len(events) and alike(events[at + number]):
        number += 1
    return number
