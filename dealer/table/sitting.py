"""One game at the table: views, presses and words from people in; journal, prompts and events out.

No device and no clock lives here, so a test, a recording and an evening in a pub run the same code.
"""

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from dealer.books.facts import Reckoning
from dealer.game.driver import Game
from dealer.game.leaving import way_out
from dealer.game.odds import chance_before
from dealer.game.record import write_record
from dealer.journal.journal import Journal
from dealer.locale.language import Language, spoken
from dealer.presses import Button
from dealer.referee.referee import Referee
from dealer.rules.acts import Act, parse_act
from dealer.seen.layout import Key
from dealer.seen.leftovers import TableBefore
from dealer.seen.verdicts import (
    Accepted,
    Answer,
    Ask,
    Cause,
    Choice,
    Irregular,
    Nothing,
    Reason,
    Refused,
    Replaced,
    TakeBack,
    Verdict,
    Wait,
    cause_of,
)
from dealer.settings import Caps
from dealer.table.event_lines import reading_of, view_fields
from dealer.table.limits import Limited
from dealer.table.said import Said
from dealer.view import Sighting, TableView
from dealer.words.moments import Moments
from dealer.words.prompter import Prompter
from dealer.words.prompts import Action, Chime, Line, Meaning, Mode, Moment, Prompt
from dealer.words.request import green

Tell = Callable[[float, str, Mapping[str, Any]], None]
"""Told each event: its time in seconds, its kind, its fields (docs/events.md)."""

Speak = Callable[[str, str], None]
"""Told what is to be heard now: the calls, then the request; either may be ``""``."""

Ring = Callable[[Chime], None]
"""Told which short sound is to be heard now."""

PictureOf = Callable[[int], bytes | None]
"""The small picture (JPEG) of a sighting by its id, if there is one."""

OF_LATE, MANY_UNSEEN = 8, 4
"""When of so many last cards so many were not seen at all, the table or the light is to blame, not a hand over one."""

MOMENT_S = 3.0
"""How long a pair, a payment or a round's end has the headline before the next request takes it, seconds."""

CHIPS_S = 1.5
"""How long coins are on their way over the plan, seconds."""

CHIP_STEPS = 20
"""Places on the coins' way at which they are drawn."""

_NAMES: dict[type, str] = {
    Nothing: "nothing",
    Accepted: "accepted",
    Replaced: "accepted",
    Ask: "ask",
    TakeBack: "take-back",
    Wait: "wait",
    Irregular: "irregular",
    Refused: "refused",
}


class Sitting:
    """One game, from the first view to the last.

    ``number`` is the game's in the journal. ``seats`` are the players by seat coaster. Everything that reaches
    ``tell`` or ``speak`` about an act is in the journal before. ``looks_first``: the camera has not looked at the whole
    table yet, so nothing is asked for before the first views tell that. ``before``: how the table was before the game.
    ``hand``: whose hand the journal names for what people say now (``green``, ``touch``, ``phone``, …), ``""``: the
    event's ``source``.
    """

    def __init__(
        self,
        game: Game,
        seats: Mapping[int, str],
        *,
        journal: Journal,
        number: int,
        tell: Tell,
        speak: Speak,
        picture_of: PictureOf = lambda sighting: None,
        looks_first: bool = False,
        before: TableBefore | None = None,
        caps: Caps | None = None,
        ring: Ring = lambda chime: None,
    ) -> None:
        self.number = number
        self.hand = ""
        self._journal = journal
        self.seats = dict(seats)
        self.referee = Referee(game, seats, before)
        self._reckoned: tuple[int, Reckoning] | None = None
        """The journal's changes, and what its books said after them."""
        self.prompter = self._new_prompter(spoken())
        self.view: TableView | None = None
        self.questions = 0
        self.open_question: str | None = None
        self.time_s = 0.0
        self.caption = ""
        self._shown_by: list[Sighting | None] = [None] * len(game.acts)
        """What each act was seen by; None: it was told, or before this start."""
        self._tell = tell
        self._speak = speak
        self._ring = ring
        self._picture_of = picture_of
        self._view_told: dict[str, Any] | None = None
        self._verdict_told: tuple[str, str, str] | None = None
        self._verdict: Verdict = Wait(Reason(Cause.FIRST_LOOK), 0.0) if looks_first else Nothing()
        self._moments: tuple[Moment, ...] = ()
        """The last great moments, one after the other,"""
        self._moments_s: float | None = None
        """and since when; None: from the next view on."""
        self._looking = False
        """Whether it is a view that is taken in, not what people say."""
        self._stepped = False
        """Whether somebody chose what is on offer; else it is what the prompter puts there."""
        self._limited = Limited(journal, number, caps or Caps())
        self._asked = self._limited.asked(game)
        """Who is asked whether to play on over a limit; the camera has to wait."""
        self._unseen: deque[bool] = deque(maxlen=OF_LATE)
        self._called = ""
        self._calls_of: Verdict = self._verdict
        """What the caption was made of."""
        self._requested = ""
        self._said = Said()
        self._prompt_told: dict[str, Any] | None = None
        self.prompt: Prompt = self.prompter.prompt(game, self._standing, time_s=0.0)
        resumed = len(game.acts)
        self._tell(
            0.0,
            "begin",
            {
                "game": number,
                "header": write_record(game.header),
                "resumed": resumed,
                "seats": {str(seat): player for seat, player in sorted(self.seats.items())},
            },
        )
        self._tell_question(self._standing, self.prompt)
        self._show(self.prompt if resumed else self.prompter.opening(self.prompt))

    @property
    def last_call(self) -> tuple[Act, Sighting | None] | None:
        """The last card that came, and what showed it; None instead where it was told."""
        for act, sighting in zip(reversed(self.game.acts), reversed(self._shown_by), strict=True):
            if sighting is not None or self.referee.lays(act):
                return act, sighting
        return None

    @property
    def _standing(self) -> Verdict:
        """What the table has to answer to: whether somebody plays on over a limit comes first."""
        if self._asked is None or isinstance(self._verdict, TakeBack):
            return self._verdict
        asked = Reason(Cause.LIMIT, self._asked.player, amount=self._asked.coins, code=self._asked.span.value)
        return Ask(asked, (Choice(Answer.PLAY_ON),))

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return self.referee.game

    @property
    def reckoning(self) -> Reckoning:
        """What the books say of the game now; they are read anew only after something was written."""
        if self._reckoned is None or self._reckoned[0] != self._journal.changes:
            found = self._journal.books.reckoning(self.number, self.game.header.players)
            self._reckoned = self._journal.changes, found
        return self._reckoned[1]

    def _new_prompter(self, language: Language) -> Prompter:
        return Prompter(language, Reckoning(self.reckoning.coin))

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.game.over

    @property
    def verdict(self) -> Verdict:
        """What the referee said last."""
        return self._verdict

    @property
    def moment(self) -> Moment | None:
        """The pair, the payment or the round's end that was called just now; None once a card came, a hand did
        something, something is asked or wrong, or ``MOMENT_S`` have passed for each."""
        if self._moments_s is None:
            return None
        clearing = isinstance(self._verdict, Wait) and self._verdict.why.cause is Cause.OLD_CARDS
        calm = self.prompt.mode in (Mode.PLAY, Mode.OVER) or (self.prompt.mode is Mode.WAIT and clearing)
        number = int((self.time_s - self._moments_s) // MOMENT_S)
        return self._moments[number] if calm and 0 <= number < len(self._moments) else None

    @property
    def chips_share(self) -> float:
        """How far the coins of the moment are on their way, 0 to 1, in ``CHIP_STEPS`` steps."""
        gone_s = (self.time_s - (self._moments_s or 0.0)) % MOMENT_S
        return min(CHIP_STEPS, int(CHIP_STEPS * gone_s / CHIPS_S)) / CHIP_STEPS

    def _hold_up(self, moments: tuple[Moment, ...], *, over: bool) -> None:
        """From now on these have the headline. A game that people say is over shows its end at once."""
        self._moments, self._moments_s = moments, None if self.view is None else self.time_s
        if over and not self._looking:
            self._moments = ()
        for chime in {moment.chime for moment in moments if moment.chime is not None}:
            self._ring(chime)

    @property
    def cards_hardly_show(self) -> bool:
        """Whether people had to tell many of the last cards because nothing of them was seen, though the camera saw
        well."""
        return sum(self._unseen) >= MANY_UNSEEN

    @property
    def target(self) -> int | None:
        """The score that ends the game, if it has one."""
        return self.game.target

    # What comes in

    def look(self, view: TableView) -> Verdict:
        """The camera shows ``view``."""
        self.view = view
        self.time_s = view.time_s
        if self._moments_s is None:
            self._moments_s = view.time_s
        fields = view_fields(view, self.seats)
        if fields != self._view_told:
            self._view_told = fields
            self._tell(view.time_s, "view", fields)
        if self._asked is not None:
            return self._standing
        self._looking = True
        verdict = self._take(self.referee.consider(view))
        self._looking = False
        return verdict

    def prompt_in(self, language: Language) -> Prompt:
        """What is shown now, in another language."""
        chosen = self.prompt.selected if self.prompt.choices else None
        return self._new_prompter(language).prompt(self.game, self._standing, selected=chosen, time_s=self.time_s)

    def moment_in(self, language: Language) -> str:
        """The moment in another language, as long as it is shown."""
        if self.moment is None:
            return ""
        settling = self.reckoning.settled is not None
        moments = Moments(language, self.reckoning.coin, settling).of(self.game, self._calls_of)
        number = self._moments.index(self.moment)
        return moments[number].words if number < len(moments) else ""

    def view_as_called(self) -> TableView | None:
        """The last view, with each card of the game as it was called or corrected, whatever is read of it now."""
        if self.view is None:
            return None
        ranks = self.referee.ranks()
        if all(ranks.get(sighting.id, sighting.rank) == sighting.rank for sighting in self.view.sightings):
            return self.view
        sightings = tuple(
            replace(sighting, rank=ranks.get(sighting.id, sighting.rank)) for sighting in self.view.sightings
        )
        return replace(self.view, sightings=sightings)

    def press(self, button: Button) -> Action | None:
        """A short press. Returns what only the house around the game can do (menu, again, …), or None: done here."""
        self._moments = ()
        meaning = self.prompt.meaning(button)
        return None if meaning is None else self.do(meaning)

    def do(self, meaning: Meaning) -> Action | None:
        """Somebody chose this. Returns what only the house around the game can do, or None: done here."""
        match meaning.action:
            case Action.SAY if meaning.act is not None:
                self._told_by_people(self.referee.say(meaning.act))
            case Action.TELL_CARD if meaning.act is not None:
                self._take(self.referee.ask_card(meaning.act))
            case Action.ANSWER if meaning.choice is not None:
                self.answer(meaning.choice)
            case Action.NEXT_CHOICE:
                self.step()
            case Action.UNDO:
                self.undo()
            case action:
                return action
        return None

    def step(self) -> None:
        """Put the next of the question's choices on offer."""
        if not self.prompt.choices:
            return
        self._stepped = True
        self._show(
            self.prompter.prompt(self.game, self._standing, selected=self.prompt.selected + 1, time_s=self.time_s)
        )

    def speak_again(self) -> None:
        """The house may speak another language than before: say and show what is asked for in that one."""
        if self.prompter.language == spoken():
            return
        self.prompter = self._new_prompter(spoken())
        selected = self.prompt.selected
        self.caption = self._called = ""
        prompter = self._once_more()
        self._show(prompter.prompt(self.game, self._standing, selected=selected, time_s=self.time_s))

    def keep_to(self, caps: Caps) -> None:
        """Other limits than before count from now on."""
        if caps != self._limited.caps:
            self._limited = Limited(self._journal, self.number, caps)
            self._ask_for_limits()

    def repeat(self) -> None:
        """Say the last calls and the request again; at the end without what is settled since."""
        called, request = self._called, self.prompt.spoken
        if self.over:
            again = self._once_more().prompt(self.game, self._calls_of)
            called, request = again.called, again.spoken
        self._speak(called, request)

    def _once_more(self) -> Prompter:
        """Makes the prompts of what was said before: payments that were made since are not asked for again."""
        return replace(self.prompter, reckoning=self.reckoning if self.over else self.prompter.reckoning)

    def choose(self, index: int) -> None:
        """A choice of the open question was touched."""
        if 0 <= index < len(self.prompt.choices):
            self.do(green(self.prompt.choices[index]))

    def answer(self, choice: Choice) -> Verdict:
        """A person chose."""
        asked, self.open_question = self.open_question, None
        if asked is not None:
            self._tell(self.time_s, "answer", {"question": asked, "answer": self._words(choice)})
        if choice.answer is Answer.PLAY_ON:
            return self._play_on()
        return self._told_by_people(self.referee.answer(choice), source="answered")

    def _told_by_people(self, verdict: Verdict, *, source: str = "said") -> Verdict:
        """What people said, then what was seen while the question was open that it answers: the acts, and what is to
        say in the end; what was amiss meanwhile is over. What is refused is said last: else the complaint that still
        stands would take its place."""
        said, now_s = verdict, self.time_s
        if not isinstance(said, Refused):
            self._take(said, source=source)
        stands = False
        for view in self.referee.missed():
            if self._asked is None and not self.over:
                self.time_s = view.time_s
                verdict = self.referee.consider(view)
                stands = not isinstance(verdict, Accepted)
                verdict = verdict if stands else self._take(verdict)
        verdict = self._take(verdict) if stands else verdict
        self.time_s = now_s
        return self._take(said) if isinstance(said, Refused) else verdict

    def _play_on(self) -> Verdict:
        """Somebody plays on over a limit: the books keep that, then the game goes on, or the next one is asked."""
        if self._asked is not None:
            self._limited.play_on(self._asked, self.game, self.hand or "answered")
            self._ask_for_limits()
        return self._standing

    def _ask_for_limits(self) -> None:
        """Ask who has to be asked next, or go on."""
        self._asked = self._limited.asked(self.game)
        prompt = self.prompter.prompt(self.game, self._standing, time_s=self.time_s)
        self._tell_question(self._standing, prompt)
        self._show(prompt)

    @property
    def asked_to_play_on(self) -> str | None:
        """Who is asked whether to play on over a limit; None: nobody."""
        return None if self._asked is None or isinstance(self._verdict, TakeBack) else self._asked.player

    def say(self, act: Act) -> Verdict:
        """A person says that ``act`` happened. Whoever is asked whether to play on may leave the game instead."""
        if self._asked is not None and act != way_out(self.game, self._asked.player):
            return self._standing
        return self._told_by_people(self.referee.say(act))

    def say_line(self, line: str) -> Verdict:
        """A person says a line as in the record, or ``undo``. Raises ``InputError`` when it is no act."""
        if line.strip() == "undo":
            return self.undo()
        return self.say(parse_act(line, self.game.header.players))

    def undo(self) -> Verdict:
        """Take the last act back."""
        return self._take(self.referee.undo())

    def correct(self, sighting: int, rank: int) -> Verdict:
        """A person says which rank a sighting shows."""
        return self._told_by_people(self.referee.correct(sighting, rank))

    def correct_call(self, key: Key, rank: int) -> Verdict:
        """A person says which card an act's was, whether it was seen or told."""
        return self._told_by_people(self.referee.correct_call(key, rank))

    def close(self, why: str) -> None:
        """Note how it ended: ``over``, ``stopped``, ``end of input``, or ``interrupted`` (it can go on)."""
        state = self.game.state
        if self.over or why != "interrupted":
            self._journal.end(self.number, "over" if self.over else "stopped")
        self._tell(
            self.time_s,
            "end",
            {
                "why": "over" if self.over else why,
                "losers": list(state.losers),
                "winners": list(state.winners),
                "scores": {player.name: player.score for player in state.players},
                "acts": len(self.game.acts),
                "questions": self.questions,
                "open": self.open_question,
            },
        )

    # What goes out

    def _take(self, verdict: Verdict, *, source: str = "said") -> Verdict:
        """Journal what happened, then say it."""
        match verdict:
            case Accepted():
                self._journal_accepted(verdict, source if verdict.told else "seen")
            case Replaced():
                self._journal_replaced(verdict, source)
            case _:
                pass
        if isinstance(verdict, Accepted | Replaced):
            self._stepped = False  # what was chosen is done
            self._asked = self._limited.asked(self.game)
        self._verdict = verdict
        prompter = self.prompter
        if isinstance(verdict, Replaced):  # what was paid by then nobody gives back at once
            prompter = replace(prompter, reckoning=self.reckoning)
        prompt = prompter.prompt(self.game, verdict, time_s=self.time_s)
        if (kept := self._still_chosen(prompt)) is not None:
            prompt = prompter.prompt(self.game, verdict, selected=kept, time_s=self.time_s)
        self._tell_verdict(verdict, prompt)
        if self._asked is not None:  # what happened is called, then it is asked
            asking = self.prompter.prompt(self.game, self._standing, time_s=self.time_s)
            prompt = replace(asking, called=prompt.called, calls=prompt.calls, moments=prompt.moments)
        self._tell_question(self._standing, prompt)
        self._show(prompt)
        return verdict

    def _still_chosen(self, prompt: Prompt) -> int | None:
        """Where in a prompt that takes the place of this one the choice stands that somebody stepped to."""
        before, now = ([_meant(line) for line in one.choices] for one in (self.prompt, prompt))
        self._stepped = self._stepped and set(now) == set(before)
        return now.index(before[self.prompt.selected]) if self._stepped else None

    def _journal_accepted(self, verdict: Accepted, source: str) -> None:
        first = len(self.game.acts) - len(verdict.acts)
        hand = source if source == "seen" else self.hand or source
        readings = [None if sighting is None else reading_of(sighting) for sighting in verdict.cards]
        before = Game(self.game.header, self.game.acts[:first])
        with self._journal.together(self.number, self.game):
            for act, sighting, reading in zip(verdict.acts, verdict.cards, readings, strict=True):
                picture = self._picture_of(sighting.id) if sighting is not None else None
                chance = chance_before(before, act)
                self._journal.add(self.number, act, hand=hand, reading=reading, picture=picture, chance=chance)
                before.push(act)
        for offset, (act, sighting, reading) in enumerate(zip(verdict.acts, verdict.cards, readings, strict=True)):
            self._shown_by.append(sighting)
            if self.referee.lays(act):
                sees_well = self.view is not None and not self.view.trouble
                self._unseen.append(sighting is None and source == "answered" and sees_well)
            self._tell(
                self.time_s,
                "act",
                {
                    "act": str(act),
                    "line": first + offset + 1,
                    "source": source,
                    "reading": reading["probabilities"] if reading else None,
                    "reasons": reading["reasons"] if reading else [],
                },
            )

    def _journal_replaced(self, verdict: Replaced, source: str) -> None:
        hand = self.hand or source
        fallen = tuple(reversed(verdict.fallen))
        changed = [
            (position, before, after)
            for position, (before, after) in enumerate(zip(verdict.gone, verdict.acts, strict=False), verdict.kept)
            if before != after
        ]
        seen = self._shown_by[verdict.kept : verdict.kept + len(verdict.acts)]
        self._shown_by[verdict.kept :] = [
            sighting if sighting is None or before == after else replace(sighting, corrected=True)
            for sighting, before, after in zip(seen, verdict.gone, verdict.acts, strict=False)
        ]
        with self._journal.together(self.number, self.game):
            for act in fallen:
                self._journal.undo(self.number, act, hand=hand)
            for position, before, after in changed:
                self._journal.correct(self.number, position, after, old=before, hand=hand)
        for act in fallen:
            self._tell(self.time_s, "undo", {"act": str(act)})
        for position, before, after in changed:
            self._tell(self.time_s, "correction", {"line": position + 1, "act": str(after), "instead_of": str(before)})

    def _tell_verdict(self, verdict: Verdict, prompt: Prompt) -> None:
        name = _NAMES[type(verdict)]
        quiet = isinstance(verdict, Nothing | Accepted | Replaced)
        why = "" if quiet else prompt.headline
        remedy = "" if quiet else prompt.detail
        if isinstance(verdict, Accepted) or (name, why, remedy) != self._verdict_told:
            self._verdict_told = (name, why, remedy)
            told = {"verdict": name, "cause": _cause(verdict), "why": why, "remedy": remedy}
            self._tell(self.time_s, "verdict", told)

    def _tell_question(self, verdict: Verdict, prompt: Prompt) -> None:
        if isinstance(verdict, Ask | TakeBack):
            if prompt.headline != self.open_question:
                self._settle_question()
                self.open_question = prompt.headline
                self.questions += 1
                self._tell(
                    self.time_s,
                    "question",
                    {
                        "question": prompt.headline,
                        "cause": _cause(verdict),
                        "choices": [line.label for line in prompt.choices],
                    },
                )
        elif not isinstance(verdict, Wait):
            self._settle_question()

    def _settle_question(self) -> None:
        """What was asked is settled by what was seen since."""
        if self.open_question is not None:
            self._tell(self.time_s, "answer", {"question": self.open_question, "answer": ""})
            self.open_question = None

    def _show(self, prompt: Prompt) -> None:
        """Put ``prompt`` in force; told and heard only where it says something new."""
        self.prompt = prompt
        well, request = isinstance(self._standing, Nothing), ""
        if prompt.spoken != self._requested:
            request = self._said.words(prompt, self.game.acts, self.time_s, well=well)
        self._requested = prompt.spoken
        if prompt.calls:
            self.caption = " ".join(prompt.calls)
            self._calls_of = self._verdict
            self._hold_up(prompt.moments, over=prompt.mode is Mode.OVER)
            self._called = prompt.called
        if request or prompt.called or _shown(prompt) != self._prompt_told:
            self._prompt_told = _shown(prompt)
            self._tell(self.time_s, "prompt", {**_shown(prompt), "called": prompt.called})
        if request or prompt.called:
            self._speak(prompt.called, request)

    def _words(self, choice: Choice) -> str:
        return next((line.label for line in self.prompt.choices if line.choice == choice), choice.answer.value)


def _cause(verdict: Verdict) -> str | None:
    """The cause as events name it."""
    cause = cause_of(verdict)
    return None if cause is None else cause.value


def _meant(line: Line) -> tuple[Choice, Action, Act | None]:
    """What a line does, however likely it is held to be now."""
    return replace(line.choice, probability=None), line.action, line.act


def _shown(prompt: Prompt) -> dict[str, Any]:
    """The fields of a ``prompt`` event but for the calls."""
    return {
        "headline": prompt.headline,
        "detail": prompt.detail,
        "spoken": prompt.spoken,
        "state": prompt.mode.value,
        "turn": prompt.turn,
        "due": list(prompt.due),
        "price": prompt.price,
        "buttons": {meaning.button.value: meaning.label for meaning in prompt.meanings},
    }
