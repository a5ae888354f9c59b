"""From the game and the referee's verdict to what is shown, said and lit. All moves come from what the game expects."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from dealer.books.caps import Span
from dealer.books.facts import Reckoning
from dealer.game.driver import Game
from dealer.locale.language import Language, spoken
from dealer.presses import Button
from dealer.rules.acts import MONSTER, REFUSING_VERBS, TABLE, Act
from dealer.rules.cards import RANKS
from dealer.rules.events import Event
from dealer.rules.expect import Needs
from dealer.seen.layout import GIVING_VERBS
from dealer.seen.verdicts import (
    DOWN_CARDS,
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
from dealer.words import sentences as text
from dealer.words.calls import CALLS, CORRECTED, NOTHING_TO_UNDO, REFUSED, REFUSED_CORRECTION, UNDONE
from dealer.words.coins_back import before_replacing, coins_back
from dealer.words.last_words import LastWords
from dealer.words.moments import Moments
from dealer.words.narrator import Narrator
from dealer.words.phrases import Phrases, capitalised
from dealer.words.prompts import UNCHOSEN, Action, Line, Meaning, Mode, Prompt, preselected
from dealer.words.request import Standing, green
from dealer.words.sentences import Sentence

SHOWN_AFTER_S: Mapping[Cause, float] = {
    Cause.TROUBLE: 0.5, Cause.OLD_CARDS: 0.0, Cause.LEFT_OVER: 0.0, Cause.PART_OF_HAND: 0.0, Cause.SHOWN: 0.0,
    Cause.PITCHED: 0.0, Cause.FIRST_LOOK: 0.0,
}  # fmt: skip
"""How long is waited before the table is told so: hands pass over the cards all the time."""
SHOWN_AFTER_OTHERWISE_S = 3.0
SAID_AFTER_S: Mapping[Cause, float] = {Cause.OLD_CARDS: 3.0, Cause.LEFT_OVER: 3.0}
"""How long is waited before the voice says so, where the screen does at once."""
SILENT = frozenset({"stalled", "lost"})
"""Troubles with a camera that gives no pictures, and so no later moment to tell them."""

MOST_NAMED = 4
"""More old cards than this are counted, not named: a sentence that nobody reads to its end names nothing."""

COUNTED = (
    Cause.IMPOSSIBLE_RANK,
    Cause.LATER,
    Cause.TOLD_HAND,
    Cause.PART_OF_HAND,
    Cause.SHOWN,
    Cause.WRONG_COUNT,
    Cause.LIMIT,
    Cause.WHOSE,
)
"""The causes whose amount is a number of cards; that of the others is what a fold costs."""

_ONE_FOLD = (Cause.FOLD_BY_COVER, Cause.GATHERED)
"""The causes that ask about a fold; where one only is possible its card need not be named again."""

_DECLINING = (Answer.NONE, Answer.LET_STAND, Answer.IGNORE)
"""The answers that the red button gives."""


def prompt(
    game: Game,
    verdict: Verdict,
    *,
    selected: int | None = None,
    time_s: float | None = None,
    language: Language | None = None,
) -> Prompt:
    """What to show, say and light.

    ``selected``: which of the choices somebody chose to have on green (None: nobody has, see ``preselected``);
    ``time_s``: the view's time, by which a short wait is not spoken of (None: every wait is). Without a ``language`` it
    is the house's.
    """
    return Prompter(language or spoken()).prompt(game, verdict, selected=selected, time_s=time_s)


@dataclass(frozen=True, slots=True)
class Prompter:
    """Makes prompts in one language: the house's, unless another is given. ``reckoning``: nobody is asked again for
    the game's payments once people settle.
    """

    language: Language = field(default_factory=spoken)
    reckoning: Reckoning = Reckoning()

    def prompt(
        self, game: Game, verdict: Verdict, *, selected: int | None = None, time_s: float | None = None
    ) -> Prompt:
        """See the function of this name."""
        called, calls = self._happened(game, verdict)
        made = self._selected(self._standing(game, verdict, time_s), selected)
        return replace(made, called=called, calls=calls, moments=self._moments.of(game, verdict))

    def opening(self, prompt: Prompt) -> Prompt:
        """The first prompt of a new game: what is to be done before it is said with it, once."""
        moment = self._moments.before_the_first_act()
        return replace(prompt, called=moment.words, calls=(moment.words,), moments=(moment,))

    def _standing(self, game: Game, verdict: Verdict, time_s: float | None) -> Prompt:
        """The prompt without what just happened."""
        match verdict:
            case Ask():
                return self._question(game, verdict)
            case TakeBack():
                return self._take_back(game, verdict)
            case Irregular():
                return self._irregular(game, verdict)
            case Wait() if not game.state.over and self._worth_telling(verdict, time_s):  # an end waits for nothing
                return self._wait(game, verdict, time_s)
        return self._over(game) if game.state.over else self._standing_request.prompt(game)

    @property
    def _moments(self) -> Moments:
        return Moments(self.language, self.reckoning.coin, self._are_settling)

    def _phrases(self, *, aloud: bool) -> Phrases:
        return Phrases(self.language, aloud, self.reckoning.coin)

    @property
    def _standing_request(self) -> Standing:
        return Standing(self.language, self.reckoning.coin)

    def _selected(self, prompt: Prompt, selected: int | None) -> Prompt:
        """A prompt with the choice that was selected on the green button, if one is."""
        if not prompt.choices:
            return prompt
        selected = preselected(prompt.choices) if selected is None else selected % len(prompt.choices)
        chosen = () if selected == UNCHOSEN else (green(prompt.choices[selected]),)
        others = [meaning for meaning in prompt.meanings if meaning.button is not Button.GREEN]
        return replace(prompt, meanings=(*chosen, *others), selected=selected)

    def _over(self, game: Game) -> Prompt:
        """Who lost or won, and the forfeit."""
        headline, detail, spoken = LastWords(self.language, self.reckoning.forfeit_done).words(game)
        return Prompt(
            Mode.OVER,
            headline,
            detail,
            spoken=spoken,
            meanings=(
                Meaning(Button.GREEN, self._say(text.LABEL_AGAIN), Action.AGAIN),
                Meaning(Button.RED, self._say(text.LABEL_NEW), Action.START),
                *self._standing_request.always(game, menu=False),
                Meaning(Button.BLUE, self._say(text.LABEL_SETTLE), Action.SETTLE),
            ),
        )

    # Waiting, asking, complaining

    def _worth_telling(self, wait: Wait, time_s: float | None) -> bool:
        """Whether something has been waited for long enough to say so."""
        if wait.why.code in SILENT:
            return True
        after_s = SHOWN_AFTER_S.get(wait.why.cause, SHOWN_AFTER_OTHERWISE_S)
        return time_s is None or time_s - wait.since_s >= after_s

    def _wait(self, game: Game, wait: Wait, time_s: float | None) -> Prompt:
        sentence = text.SENTENCES.get(wait.why.cause, text.OTHER_TROUBLE)
        if wait.why.cause is Cause.TROUBLE:
            sentence = text.TROUBLES.get(wait.why.code, text.OTHER_TROUBLE)
        meanings, lines = self._standing_request.meanings(game), self._standing_request.lines(game)
        always = self._standing_request.always(game)
        if wait.why.cause is Cause.PART_OF_HAND and (rest := self._telling_the_rest(game, wait.why)):
            return self._about(game, Mode.WAIT, sentence, wait.why, (*meanings, *always, *rest))
        if not wait.choices:
            made = self._about(game, Mode.WAIT, sentence, wait.why, meanings)
            if time_s is not None and time_s - wait.since_s < SAID_AFTER_S.get(wait.why.cause, 0.0):
                made = replace(made, spoken="")
            return replace(made, choices=lines if len(lines) > 1 else ())
        said = text.READ_OUT[wait.why.cause]
        return self._about(game, Mode.WAIT, said, wait.why, always, wait.choices[:1], wait.choices[-1])

    def _irregular(self, game: Game, irregular: Irregular) -> Prompt:
        remedy = irregular.remedy
        meanings = self._standing_request.always(game)
        if remedy is not None:
            label = text.LABEL_OK_GONE if remedy.answer is Answer.IGNORE else text.LABEL_OK
            meanings = (Meaning(Button.GREEN, self._say(label), Action.ANSWER, choice=remedy), *meanings)
        if irregular.why.cause is Cause.WRONG_COUNT:
            meanings = (*self._telling_the_rest(game, irregular.why), *meanings)
        if irregular.otherwise is not None:
            label = self._choice(irregular.otherwise)
            meanings = (Meaning(Button.RED, label, Action.ANSWER, choice=irregular.otherwise), *meanings)
        return self._about(game, Mode.IRREGULAR, _sentence_of(irregular.why), irregular.why, meanings)

    def _telling_the_rest(self, game: Game, why: Reason) -> tuple[Meaning, ...]:
        """The button that tells a hand card by card; what was read of it need not be told again."""
        owners = {spot.player for spot in why.cards}
        read = tuple(spot.rank for spot in why.cards if spot.rank is not None)
        for option in game.expects.options:
            if option.needs is Needs.HANDS and option.player == why.player and option.other in (None, *owners):
                (line,) = (line for line in self._standing_request.lines(game) if line.act == option.act())
                told = read if len(read) < option.least else ()
                return (Meaning(Button.GREEN, line.label, Action.TELL_CARD, option.act(*told)),)
        return ()

    def _question(self, game: Game, ask: Ask) -> Prompt:
        sentence = _sentence_of(ask.question)
        if ask.question.cause is Cause.FOLD_BY_COVER and ask.question.amount is None:
            sentence = Sentence(text.NO_PRICE)
        offered = [choice for choice in ask.choices if choice.answer not in _DECLINING]
        declining = next((choice for choice in ask.choices if choice.answer in _DECLINING), None)
        buttons = self._standing_request.always(game)
        if ask.question.cause is Cause.LATER:  # "undo" would be neither yes nor no there
            buttons = tuple(meaning for meaning in buttons if meaning.action is not Action.UNDO)
        if ask.question.cause is Cause.LIMIT:  # nobody has to lose more than was agreed
            buttons = (Meaning(Button.RED, self._say(text.LABEL_LEAVE), Action.LEAVE), *buttons)
        return self._about(game, Mode.QUESTION, sentence, ask.question, buttons, offered, declining)

    def _take_back(self, game: Game, offer: TakeBack) -> Prompt:
        sentence, shown, aloud = self._taken_back(offer)
        offered, declining = offer.choices[0], offer.choices[-1]
        return Prompt(
            Mode.QUESTION,
            self._say(sentence.headline, shown),
            self._say(sentence.detail, shown),
            spoken=self._say(sentence.aloud, aloud),
            meanings=(
                Meaning(Button.GREEN, self._say(text.LABEL_TAKE_BACK), Action.ANSWER, choice=offered),
                Meaning(Button.RED, self._say(text.LABEL_STAYS), Action.ANSWER, choice=declining),
                *self._standing_request.always(game),
            ),
            turn=game.expects.turn,
            choices=(Line(self._say(text.LABEL_TAKE_BACK), offered),),
        )

    def _taken_back(self, offer: TakeBack) -> tuple[Sentence, dict[str, Any], dict[str, Any]]:
        """The sentence of an offer to take back, and what it is filled with where it is shown and where it is said."""
        if not offer.acts:  # a card that nobody named
            player = offer.cards[0].player
            named = {"player": self._name(player)}
            return text.TAKEN_BACK_FROM_THE_MIDDLE if player is None else text.TAKEN_BACK_UNNAMED, named, named
        facts = {
            "act": self._act(offer.acts[-1], str),
            "acts": ", ".join(self._act(act, str) for act in offer.acts),
            "number": len(offer.acts),
        }
        aloud = {**self._aloud(facts), "act": self._act(offer.acts[-1], self.language.number)}
        return text.TAKEN_BACK_SEVERAL if len(offer.acts) > 1 else text.TAKEN_BACK, facts, aloud

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
        offered = tuple(offered)
        other = next((choice for choice in offered if choice.answer is Answer.CORRECT), Choice(Answer.NONE))
        called = [game.acts[index] for index in other.at[len(other.acts) :] or other.at]
        facts, aloud = (
            {
                **self._facts(reason, number),
                "acts": ", ".join(self._act(act, number) for act in other.acts),
                "called": ", ".join(self._act(act, number) for act in called),
            }
            for number in (str, self.language.number)
        )
        brief = len(offered) == 1 and reason.cause in _ONE_FOLD
        named = len(offered) > 1 and reason.cause is Cause.WHOSE
        so = reason.cause in (Cause.ONE_SEAT_ON, Cause.LATER)
        labels = (self._owner(c.acts[0]) if named else self._choice(c, brief=brief) for c in offered)
        lines = tuple(map(Line, [self._say(text.LABEL_YES)] if so else labels, offered))
        buttons = {meaning.button: meaning for meaning in meanings}
        if lines:
            buttons[Button.GREEN] = Meaning(Button.GREEN, lines[0].label, Action.ANSWER, choice=lines[0].choice)
        if declining is not None:
            one = sentence is text.PERHAPS_STUCK
            label = self._say(text.LABEL_ONE_CARD) if one else self._choice(Choice(Answer.NONE) if so else declining)
            buttons[Button.RED] = Meaning(Button.RED, label, Action.ANSWER, choice=declining)
        if len(lines) > 1:
            buttons[Button.BLUE] = Meaning(Button.BLUE, self._say(text.LABEL_NEXT), Action.NEXT_CHOICE)
        return Prompt(
            mode,
            capitalised(self._say(sentence.headline, facts)),
            capitalised(self._say(sentence.detail, facts)),
            spoken=capitalised(self._say(sentence.aloud, aloud)),
            meanings=tuple(buttons[button] for button in Button if button in buttons),
            turn=game.expects.turn,
            price=None if reason.cause in COUNTED else reason.amount,
            choices=lines,
        )

    def _facts(self, reason: Reason, number: Callable[[int], str]) -> dict[str, Any]:
        """What the braces of a reason's sentences stand for."""

        def maybe(value: int | None) -> str:
            return "" if value is None else number(value)

        rank, amount = reason.rank, reason.amount
        return {
            "player": self._name(reason.player),
            "other": reason.other or self._say(text.NOBODY),
            "owner": (reason.cards[-1].player if reason.cards else None) or self._say(text.NOBODY),
            "rank": maybe(rank),
            "now": maybe(reason.cards[0].rank if reason.cards else None),
            "amount": maybe(amount),
            "ordinal": self._ordinal(reason, number),
            "verb": self._refusing(reason.code) if reason.cause is Cause.FOLD_BY_COVER else "",
            "cards": self._cards(reason.cards, number),
            "ways": self.language.choose([self._say(text.WAYS[verb]) for verb in _ways(reason)]),
            "ranks": self.language.join([number(rank) for rank in sorted(spot.rank or 0 for spot in reason.cards)]),
            "number": number(len(reason.cards)),
        }

    def _ordinal(self, reason: Reason, number: Callable[[int], str]) -> str:
        """The one more than there are of a card; of a hand which card is asked for."""
        if reason.cause is Cause.TOLD_HAND:
            return number(len(reason.cards) + 1)
        return "" if reason.amount is None else self.language.ordinal(reason.amount + 1)

    def _name(self, player: str | None) -> str:
        """A player, the middle or the Monster."""
        if player == MONSTER:
            return self._say(text.THE_MONSTER)
        return self._say(text.NOBODY) if player is None or player == TABLE else player

    def _owner(self, act: Act) -> str:
        """Who gets the card of an act."""
        return self._name(act.other if act.verb in GIVING_VERBS else act.player)

    def _cards(self, cards: tuple[Spot, ...], number: Callable[[int], str]) -> str:
        """Which cards lie where, or how many."""
        if len(cards) > MOST_NAMED:
            return self.language.count(*text.CARDS_MANY, len(cards))
        return self.language.join([self._card(card, number) for card in cards])

    def _card(self, card: Spot, number: Callable[[int], str]) -> str:
        """Whose card it is, or that it is a common one."""
        unread, read = text.CARD_UNREAD, text.CARD_OF
        if card.player is None:
            unread, read = text.CARD_IN_THE_MIDDLE_UNREAD, text.CARD_IN_THE_MIDDLE
        facts = {"player": card.player, "rank": number(card.rank or 0)}
        return self._say(unread if card.rank is None else read, facts)

    def _choice(self, choice: Choice, *, brief: bool = False) -> str:
        """A choice in a few words; a fold is just that where the question has said which (``brief``)."""
        match choice.answer:
            case Answer.RANK | Answer.TOLD:
                return str(choice.rank)
            case Answer.ACTS if choice.acts[0].verb == "reshuffle":
                return self._say(text.LABEL_YES)
            case Answer.ACTS if len(choice.acts) > 1 and choice.acts[0].verb in REFUSING_VERBS:
                return ", ".join(self._act(act, str) for act in choice.acts if act.verb in REFUSING_VERBS)
            case Answer.ACTS if len(choice.acts) > 1:
                first, second = choice.acts[0], choice.acts[1]
                facts = {"first": self._act(first, str), "second": self._act(second, str)}
                if first.player == second.player:
                    facts = {"first": str(first.cards[0]), "second": str(second.cards[0])}
                return self._say(text.LABEL_THEN, facts)
            case Answer.ACTS if choice.acts[0].verb in REFUSING_VERBS:
                named = choice.acts[0].other and not brief
                return self._act(choice.acts[0], str) if named else self._refusing(choice.acts[0].verb)
            case Answer.ACTS if choice.acts[0].verb in text.WAYS:
                return self._act(choice.acts[0], str)
            case Answer.ACTS:
                return self._say(text.LABEL_YES)
            case Answer.CORRECT:
                return ", ".join(self._act(act, str) for act in choice.acts)
            case Answer.TAKE_BACK:
                return self._say(text.LABEL_TAKE_BACK)
            case Answer.LET_STAND:
                return self._say(text.LABEL_STAYS)
            case Answer.IGNORE:
                return self._say(text.LABEL_NO_CARD)
            case Answer.PLAY_ON:
                return self._say(text.LABEL_PLAY_ON)
            case Answer.KEEP:
                return self._say(text.LABEL_KEEP, {"rank": choice.rank})
        return self._say(text.LABEL_NO)

    def _refusing(self, verb: str) -> str:
        return self._say(text.REFUSING.get(verb, verb))

    # What happened

    def _happened(self, game: Game, verdict: Verdict) -> tuple[str, tuple[str, ...]]:
        """What just happened, as said and as captions."""
        if isinstance(verdict, Refused):
            refused = self._refused(game, verdict)
            return refused, (refused,)
        if isinstance(verdict, Replaced):
            told = [(CORRECTED, verdict.acts[:1]), (UNDONE, verdict.fallen)]
            before = before_replacing(game, verdict)
            spoken, shown = (
                (
                    *(self._acts(sentence, acts, number) for sentence, acts in told if acts),
                    *coins_back(before, game, self._phrases(aloud=aloud), settling=self._are_settling),
                )
                for aloud, number in ((True, self.language.number), (False, str))
            )
            return " ".join(spoken), shown
        if not isinstance(verdict, Accepted):
            return "", ()
        events = [event for events in verdict.events for event in events if not self._settled(event)]
        called, shown_lines = (
            Narrator(self._phrases(aloud=aloud), game.header).lines(events, game.state)
            for aloud in (True, False)
        )
        return " ".join(called), shown_lines

    def _settled(self, event: Event) -> bool:
        """Whether an event is a payment, and people have begun to settle: the screen says what is due."""
        return event.kind in ("pays", "receives") and self._are_settling

    @property
    def _are_settling(self) -> bool:
        return self.reckoning.settled is not None

    def likely_calls(self, players: Iterable[str]) -> tuple[str, ...]:
        """Every card called for every player: what the voice can have ready before it falls."""
        return tuple(
            self.language.say(CALLS["hit"], player=player, rank=self.language.number(rank))
            for player in players
            for rank in RANKS
        )

    def _acts(self, sentence: str, acts: Iterable[Act], number: Callable[[int], str]) -> str:
        words = ", ".join(self._act(act, number) for act in acts)
        return self._say(sentence, {"act": words, "acts": words})

    def _act(self, act: Act, number: Callable[[int], str]) -> str:
        """An act in a few words: 'Delia hits: 8'."""
        message = text.ACTS[act.verb]
        if act.verb == "fold" and act.other is not None:
            message = text.FOLD_FROM
        elif act.verb == "discard" and act.cards:
            message = text.TRADE
        elif act.verb == "draw" and not act.cards:
            message = text.DRAW_DOWN
        elif act.player == TABLE:
            message = text.DEAL_MIDDLE
        facts = {
            "player": self._say(text.THE_MONSTER) if act.player == MONSTER else act.player or "",
            "other": act.other or "",
            "cards": self.language.join([number(card) for card in act.cards]),
            "number": "" if act.number is None else number(act.number),
        }
        return self._say(message, facts)

    def _refused(self, game: Game, refused: Refused) -> str:
        """What is told of an act that cannot be: what is expected instead, in the table's words."""
        if refused.correction:
            return self._say(REFUSED_CORRECTION)
        if not game.acts and refused.said == "undo":
            return self._say(NOTHING_TO_UNDO)
        if game.over:
            return self._say(REFUSED, {"request": self._over(game).headline + "."})
        request = self._standing_request.prompt(game)
        return self._say(REFUSED, {"request": request.headline + "."})

    def _aloud(self, facts: Mapping[str, Any]) -> dict[str, Any]:
        """Facts with numbers as words."""
        return {key: self.language.number(value) if isinstance(value, int) else value for key, value in facts.items()}

    def _say(self, message: str, facts: Mapping[str, Any] | None = None) -> str:
        return self.language.say(message, **(facts or {}))


def _ways(reason: Reason) -> tuple[str, ...]:
    """How the card that is asked about may have come: verbs with a word of their own each; none where one has none."""
    verbs = tuple(reason.code.split()) if reason.cause is Cause.WHICH_ACT else ()
    return tuple(verb for verb in text.WAYS if verb in verbs) if text.WAYS.keys() >= set(verbs) else ()


def _sentence_of(reason: Reason) -> Sentence:
    """The sentence of a reason's cause: of a card that is nobody's, or in the number of what it counts."""
    if _ways(reason):
        return text.WHICH_WAY
    if reason.code == DOWN_CARDS and reason.player is not None:
        return text.WITHOUT_A_HAND[reason.cause]
    if reason.player in (None, TABLE) and reason.cause in text.IN_THE_MIDDLE:
        return text.IN_THE_MIDDLE[reason.cause]
    if reason.cause is Cause.STUCK and reason.rank is None:
        return text.PERHAPS_STUCK
    if reason.cause is Cause.LIMIT and reason.code == Span.EVENING.value:
        return text.LIMIT_OF_THE_EVENING
    if reason.cause is Cause.FOLD_BY_GONE and reason.code:
        return text.FOLDED_OR_TAKEN_BACK
    number = len(reason.cards) if reason.cause is Cause.NOT_CLEARED else reason.amount
    several = text.SENTENCES[reason.cause]
    return text.FOR_ONE.get(reason.cause, several) if number == 1 else several
