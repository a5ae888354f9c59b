"""From the game and the referee's verdict to what is shown, said and lit. All moves come from what the game expects."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from dealer import sentences as text
from dealer.acts import TABLE, Act
from dealer.cards import RANKS
from dealer.cover import REFUSING_VERBS
from dealer.events import Event
from dealer.expect import Needs, Option
from dealer.game import Game
from dealer.presses import Button
from dealer.prompts import Action, Line, Meaning, Mode, Prompt
from dealer.sentences import Sentence
from dealer.verdicts import (
    Accepted,
    Answer,
    Ask,
    Cause,
    Choice,
    Irregular,
    Reason,
    Refused,
    Replaced,
    Spot,
    TakeBack,
    Verdict,
    Wait,
)
from dealer.words import ENGLISH, Language

SHOWN_AFTER_S: Mapping[Cause, float] = {Cause.TROUBLE: 0.5, Cause.OLD_CARDS: 0.0}
"""How long is waited before the table is told so: hands pass over the cards all the time."""
SHOWN_AFTER_OTHERWISE_S = 3.0

MOST_NAMED = 4
"""More old cards than this are counted, not named: a sentence that nobody reads to its end names nothing."""

_DECLINING = (Answer.NONE, Answer.LET_STAND, Answer.IGNORE)
"""The answers that the red button gives."""

_PILE = (Needs.CARD, Needs.CARDS, Needs.HAND, Needs.HANDS)


def prompt(
    game: Game, verdict: Verdict, *, selected: int = 0, time_s: float | None = None, language: Language = ENGLISH
) -> Prompt:
    """What to show, say and light.

    ``selected``: which choice of a question is on offer; ``time_s``: the view's time, by which a short wait is not
    spoken of (None: every wait is).
    """
    return Prompter(language).prompt(game, verdict, selected=selected, time_s=time_s)


@dataclass(frozen=True, slots=True)
class Prompter:
    """Makes prompts in one language."""

    language: Language = ENGLISH

    def prompt(self, game: Game, verdict: Verdict, *, selected: int = 0, time_s: float | None = None) -> Prompt:
        """See the function of this name."""
        called, calls = self._happened(game, verdict)
        made = self._selected(self._standing(game, verdict, time_s), selected)
        return replace(made, called=called, calls=calls)

    def _standing(self, game: Game, verdict: Verdict, time_s: float | None) -> Prompt:
        """The prompt without what just happened."""
        match verdict:
            case Ask():
                return self._question(game, verdict)
            case TakeBack():
                return self._take_back(game, verdict)
            case Irregular():
                return self._irregular(game, verdict)
            case Wait() if self._worth_telling(verdict, time_s):
                return self._wait(game, verdict)
        return self._over(game) if game.state.over else self._play(game)

    def _selected(self, prompt: Prompt, selected: int) -> Prompt:
        """The same prompt with another choice on the green button."""
        if not prompt.choices:
            return prompt
        selected %= len(prompt.choices)
        line = prompt.choices[selected]
        green = Meaning(Button.GREEN, line.label, Action.ANSWER, choice=line.choice)
        others = [meaning for meaning in prompt.meanings if meaning.button is not Button.GREEN]
        return replace(prompt, meanings=(green, *others), selected=selected)

    # The standing request

    def _play(self, game: Game) -> Prompt:
        """Whose turn it is and what may happen."""
        options = game.expects.options
        turn = game.expects.turn
        price = next((option.price for option in options if option.price), None)
        shown, spoken = self._expected(game)
        return Prompt(
            Mode.PLAY,
            shown.headline,
            shown.detail,
            spoken=spoken,
            meanings=self._moves(game),
            turn=turn,
            price=price,
        )

    def _expected(self, game: Game) -> tuple[Sentence, str]:
        """What the game expects, as shown and as said."""
        options = game.expects.options
        first = options[0]
        facts: dict[str, Any] = {"player": first.player}
        sentence = text.ANYBODY
        facts["verbs"] = self.language.join([self._verb(verb) for verb in game.expects.verbs])
        if first.verb == "reshuffle":
            sentence = text.RESHUFFLE
            facts["burn"] = game.header.option("burn", game.header.rules.burns)
        elif first.verb == "deal" and first.player == TABLE:
            sentence = text.DEAL_TABLE
        elif first.verb == "deal":
            everybody_has = all(player.stack for player in game.state.players if player.status == "in")
            sentence = text.DEAL_TIE if everybody_has else text.DEAL_ROUND
            facts["due"] = ", ".join(option.player or "" for option in options)
        elif game.expects.turn is not None:
            priced = next((option for option in options if option.price), None)
            facts["player"] = game.expects.turn
            sentence = text.TURN_FREE
            if priced is not None and {option.verb for option in options} == {"hit", "fold"}:
                sentence = text.TURN
                facts["amount"] = priced.price
        shown = Sentence(self._say(sentence.headline, facts), self._say(sentence.detail, facts))
        return shown, self._say(sentence.aloud, self._aloud(facts))

    def _moves(self, game: Game) -> tuple[Meaning, ...]:
        """What the buttons mean while the game waits for an act."""
        yes = next((option for option in game.expects.options if option.verb not in REFUSING_VERBS), None)
        no = next((option for option in game.expects.options if option.verb in REFUSING_VERBS), None)
        meanings = []
        if yes is not None and yes.needs is Needs.NOTHING:
            meanings.append(Meaning(Button.GREEN, self._say(text.LABEL_DONE), Action.SAY, yes.act()))
        elif yes is not None and yes.needs in (Needs.CARD, Needs.HAND):
            label = self._say(text.LABEL_CARD, {"player": yes.player}) if yes.verb == "deal" else self._verb(yes.verb)
            meanings.append(Meaning(Button.GREEN, label, Action.TELL_CARD, Act(yes.verb, yes.player)))
        if no is not None and no.needs is Needs.NOTHING:
            meanings.append(Meaning(Button.RED, self._labelled(no), Action.SAY, no.act()))
        return (*meanings, *self._always(game))

    def _always(self, game: Game) -> tuple[Meaning, ...]:
        """Undo, where there is something to undo, and the menu."""
        undo = Meaning(Button.YELLOW, self._say(text.LABEL_UNDO), Action.UNDO)
        menu = Meaning(Button.BLUE, self._say(text.LABEL_MENU), Action.MENU)
        return (undo, menu) if game.acts else (menu,)

    def _over(self, game: Game) -> Prompt:
        """Who lost or won, and the forfeit."""
        state = game.state
        scores = {player.name: player.score for player in state.players}
        facts: dict[str, Any] = {"players": self.language.join(state.winners)}
        sentence = text.WON if state.winners else text.UNDECIDED
        if state.losers:
            sentence = text.LOST
            facts = {"player": self.language.join(state.losers), "score": scores[state.losers[0]]}
        forfeit = game.header.option("forfeit", "")
        penalty = self._say(text.FORFEIT, {"forfeit": forfeit}) if forfeit and state.losers else ""
        return Prompt(
            Mode.OVER,
            self._say(sentence.headline, facts),
            penalty or self._say(sentence.detail, facts),
            spoken=" ".join(part for part in (self._say(sentence.aloud, self._aloud(facts)), penalty) if part),
            meanings=(
                Meaning(Button.GREEN, self._say(text.LABEL_AGAIN), Action.AGAIN),
                Meaning(Button.RED, self._say(text.LABEL_NEW), Action.START),
                *self._always(game),
            ),
        )

    # Waiting, asking, complaining

    def _worth_telling(self, wait: Wait, time_s: float | None) -> bool:
        """Whether something has been waited for long enough to say so."""
        after_s = SHOWN_AFTER_S.get(wait.why.cause, SHOWN_AFTER_OTHERWISE_S)
        return time_s is None or time_s - wait.since_s >= after_s

    def _wait(self, game: Game, wait: Wait) -> Prompt:
        sentence = text.SENTENCES.get(wait.why.cause, text.OTHER_TROUBLE)
        if wait.why.cause is Cause.TROUBLE:
            sentence = text.TROUBLES.get(wait.why.code, text.OTHER_TROUBLE)
        return self._about(game, Mode.WAIT, sentence, wait.why, self._moves(game))

    def _irregular(self, game: Game, irregular: Irregular) -> Prompt:
        remedy = irregular.remedy
        meanings = self._always(game)
        if remedy is not None:
            label = text.LABEL_OK_GONE if remedy.answer is Answer.IGNORE else text.LABEL_OK
            meanings = (Meaning(Button.GREEN, self._say(label), Action.ANSWER, choice=remedy), *meanings)
        return self._about(game, Mode.IRREGULAR, text.SENTENCES[irregular.why.cause], irregular.why, meanings)

    def _question(self, game: Game, ask: Ask) -> Prompt:
        sentence = text.SENTENCES[ask.question.cause]
        if ask.question.cause is Cause.FOLD_BY_COVER and ask.question.amount is None:
            sentence = Sentence(text.NO_PRICE)
        offered = [choice for choice in ask.choices if choice.answer not in _DECLINING]
        declining = next((choice for choice in ask.choices if choice.answer in _DECLINING), None)
        return self._about(game, Mode.QUESTION, sentence, ask.question, self._always(game), offered, declining)

    def _take_back(self, game: Game, offer: TakeBack) -> Prompt:
        several = len(offer.acts) > 1
        sentence = text.TAKEN_BACK_SEVERAL if several else text.TAKEN_BACK
        facts = {
            "act": self._act(offer.acts[-1], str),
            "acts": ", ".join(self._act(act, str) for act in offer.acts),
            "number": len(offer.acts),
        }
        aloud = {**self._aloud(facts), "act": self._act(offer.acts[-1], self.language.number)}
        offered, declining = offer.choices[0], offer.choices[-1]
        return Prompt(
            Mode.QUESTION,
            self._say(sentence.headline, facts),
            self._say(sentence.detail, facts),
            spoken=self._say(sentence.aloud, aloud),
            meanings=(
                Meaning(Button.GREEN, self._say(text.LABEL_TAKE_BACK), Action.ANSWER, choice=offered),
                Meaning(Button.RED, self._say(text.LABEL_STAYS), Action.ANSWER, choice=declining),
                *self._always(game),
            ),
            turn=game.expects.turn,
            choices=(Line(self._say(text.LABEL_TAKE_BACK), offered),),
        )

    def _about(
        self,
        game: Game,
        mode: Mode,
        sentence: Sentence,
        reason: Reason,
        meanings: Iterable[Meaning],
        offered: Iterable[Choice] = (),
        declining: Choice | None = None,
    ) -> Prompt:
        """The prompt of a reason, with its choices on the buttons."""
        facts = self._facts(reason, str)
        lines = tuple(Line(self._choice(choice), choice) for choice in offered)
        buttons = {meaning.button: meaning for meaning in meanings}
        if lines:
            buttons[Button.GREEN] = Meaning(Button.GREEN, lines[0].label, Action.ANSWER, choice=lines[0].choice)
        if declining is not None:
            label = self._choice(declining)
            buttons[Button.RED] = Meaning(Button.RED, label, Action.ANSWER, choice=declining)
        if len(lines) > 1:
            buttons[Button.BLUE] = Meaning(Button.BLUE, self._say(text.LABEL_NEXT), Action.NEXT_CHOICE)
        return Prompt(
            mode,
            self._say(sentence.headline, facts),
            self._say(sentence.detail, facts),
            spoken=self._say(sentence.aloud, self._facts(reason, self.language.number)),
            meanings=tuple(buttons[button] for button in Button if button in buttons),
            turn=game.expects.turn,
            # the amount is the copies in the deck there, else what a fold costs
            price=None if reason.cause is Cause.IMPOSSIBLE_RANK else reason.amount,
            choices=lines,
        )

    def _facts(self, reason: Reason, number: Callable[[int], str]) -> dict[str, Any]:
        """What the braces of a reason's sentences stand for."""

        def maybe(value: int | None) -> str:
            return "" if value is None else number(value)

        rank, amount = reason.rank, reason.amount
        return {
            "player": reason.player or self._say(text.NOBODY),
            "other": reason.other or self._say(text.NOBODY),
            "owner": (reason.cards[-1].player if reason.cards else None) or self._say(text.NOBODY),
            "rank": maybe(rank),
            "now": maybe(reason.cards[0].rank if reason.cards else None),
            "amount": maybe(amount),
            "ordinal": self.language.ordinal(amount + 1) if amount is not None else "",
            "verb": self._verb(reason.code) if reason.cause is Cause.FOLD_BY_COVER else "",
            "cards": self._cards(reason.cards, number),
        }

    def _cards(self, cards: tuple[Spot, ...], number: Callable[[int], str]) -> str:
        """Which cards lie where, or how many."""
        if len(cards) > MOST_NAMED:
            return self.language.count(*text.CARDS_MANY, len(cards))
        named = [
            self._say(
                text.CARD_UNREAD if card.rank is None else text.CARD_OF,
                {"player": card.player, "rank": number(card.rank or 0)},
            )
            for card in cards
        ]
        return self.language.join(named)

    def _choice(self, choice: Choice) -> str:
        """A choice in a few words."""
        match choice.answer:
            case Answer.RANK | Answer.TOLD:
                return str(choice.rank)
            case Answer.ACTS if choice.acts[0].verb == "reshuffle":
                return self._say(text.LABEL_YES)
            case Answer.ACTS if len(choice.acts) > 1:
                first, second = choice.acts[0], choice.acts[1]
                facts = {"first": self._act(first, str), "second": self._act(second, str)}
                if first.player == second.player:
                    facts = {"first": str(first.cards[0]), "second": str(second.cards[0])}
                return self._say(text.LABEL_THEN, facts)
            case Answer.ACTS if choice.acts[0].verb in REFUSING_VERBS:
                return self._act(choice.acts[0], str) if choice.acts[0].other else self._verb(choice.acts[0].verb)
            case Answer.ACTS:
                return self._say(text.LABEL_YES)
            case Answer.TAKE_BACK:
                return self._say(text.LABEL_TAKE_BACK)
            case Answer.LET_STAND:
                return self._say(text.LABEL_STAYS)
            case Answer.IGNORE:
                return self._say(text.LABEL_NO_CARD)
        return self._say(text.LABEL_NO)

    # What happened

    def _happened(self, game: Game, verdict: Verdict) -> tuple[str, tuple[str, ...]]:
        """What just happened, as said and as captions."""
        if isinstance(verdict, Refused):
            return verdict.sentence, (verdict.sentence,)
        if isinstance(verdict, Replaced):
            sentence = text.CORRECTED if verdict.acts else text.UNDONE
            acts = verdict.acts[:1] or verdict.gone
            spoken, shown = (self._acts(sentence, acts, number) for number in (self.language.number, str))
            return spoken, (shown,)
        if not isinstance(verdict, Accepted):
            return "", ()
        said: list[str] = []
        shown_lines: list[str] = []
        scores = {player.name: player.score for player in game.state.players}
        kept = {player.name: player.points for player in game.state.players}
        for events in verdict.events:
            for event in events:
                happened = [event]
                if event.kind in ("pair", "fold") and event.player in kept and event.rank in kept[event.player]:
                    happened.append(Event("scores", event.player, amount=event.amount))
                for one in happened:
                    line = self._call(one, scores, self.language.number)
                    if line:
                        said.append(line)
                        shown_lines.append(self._call(one, scores, str))
        return " ".join(said), tuple(shown_lines)

    def likely_calls(self, players: Iterable[str]) -> tuple[str, ...]:
        """Every card called for every player: what the voice can have ready before it falls."""
        return tuple(
            self._call(Event(kind, player, rank), {}, self.language.number)
            for kind in ("dealt", "hit")
            for player in players
            for rank in RANKS
        )

    def _acts(self, sentence: str, acts: Iterable[Act], number: Callable[[int], str]) -> str:
        words = ", ".join(self._act(act, number) for act in acts)
        return self._say(sentence, {"act": words, "acts": words})

    def _call(self, event: Event, scores: Mapping[str, int], number: Callable[[int], str]) -> str:
        """One event as a call; empty where nothing is called."""
        message = text.CALLS.get(event.kind, "")
        facts: dict[str, Any] = {"player": event.player, "other": event.other}
        facts["rank"] = "" if event.rank is None else number(event.rank)
        facts["amount"] = "" if event.amount is None else number(event.amount)
        facts["players"] = self.language.join(event.players)
        if event.kind == "fold":
            if event.rank is None:
                message = text.FOLD_COINS
            elif event.other == event.player:
                message = text.FOLD_OWN
        if event.kind == "scores":
            total = scores.get(event.player or "", 0)
            facts["total"] = number(total)
            message = text.SCORED if total == event.amount else text.SCORED_TOTAL
        return self._say(message, facts)

    def _act(self, act: Act, number: Callable[[int], str]) -> str:
        """An act in a few words: 'Delia, hit 8'."""
        cards = " ".join(number(card) for card in act.cards)
        return " ".join(part for part in (act.player or "", self._verb(act.verb), cards) if part)

    def _verb(self, verb: str) -> str:
        return self._say(text.VERBS.get(verb, verb))

    def _labelled(self, option: Option) -> str:
        if option.price is None:
            return self._verb(option.verb)
        return self._say(text.LABEL_PRICE, {"verb": self._verb(option.verb), "amount": option.price})

    def _aloud(self, facts: Mapping[str, Any]) -> dict[str, Any]:
        """The same facts with numbers as words."""
        return {key: self.language.number(value) if isinstance(value, int) else value for key, value in facts.items()}

    def _say(self, message: str, facts: Mapping[str, Any] | None = None) -> str:
        return self.language.say(message, **(facts or {}))
