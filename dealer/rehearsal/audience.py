"""The simulated table's people, as far as they listen: they wait, answer truly, tell what can't be seen, and mend.

They see what people at the table see: the prompt with what its buttons mean, and the cards that they dealt themselves.
"""

import math
from typing import TYPE_CHECKING

from dealer.presses import Button, Press
from dealer.rehearsal.mishaps import Dealt
from dealer.rehearsal.unknown_acts import may_come_now, one_by_one, same, unknown
from dealer.rules.acts import Act
from dealer.seen.verdicts import Answer, Ask, Cause, Choice, Irregular, Reason, Refused, TakeBack, Verdict, Wait
from dealer.table.bystander import Heard
from dealer.table.sitting import Sitting
from dealer.words.prompts import Action, Meaning, Mode, Prompt

if TYPE_CHECKING:
    from dealer.rehearsal.rehearsal import People
    from vision.synth.scene import Card

ANSWER_AFTER_S = 1.5
"""How long people take to answer a question."""

BEHIND_S = 20.0
"""How long people wait for a card to be called before they play on, whatever they tell meanwhile."""

PRESS_EVERY_S = 0.5
"""From one press of a button to the next, where one steps through choices."""

MEND_S = 6.0
"""How long people try to put right what looks taken back, before they say that it was not."""

UNHEARD_S = 10.0
"""How long people look for a button that says what they have to tell, seconds; then they say it by touch."""

GIVE_UP_S = 40.0
"""A button that is pressed for so long without an effect does not say it."""

MISSED_S = 15.0
"""An act that nobody has called after this, or asked about, people tell themselves."""

SAME_CARD_MM = 40.0
"""A card asked about lies within this of where it was dealt."""

_OF_A_RANK = (Answer.RANK, Answer.CORRECT)


class Audience:
    """Brings what the referee says to the people of a rehearsal, and their answers back.

    ``unoffered`` are the acts that no button offered to tell, ``missed`` those that lay there to be seen and had to be
    told all the same, ``objections`` the hands that were read out wrong, ``pressed`` counts presses; ``given_up``: what
    people said was refused, and they say no more.
    """

    def __init__(self, rehearsal: "People") -> None:
        self.unoffered: list[Act] = []
        self.missed: list[Act] = []
        self.objections: list[Act] = []
        self.given_up = False
        self.pressed = 0
        self._rehearsal = rehearsal
        self._presses = 0
        self._looking_since_s: float | None = None
        self._pressed_s = float("-inf")
        self._asked: tuple[Reason, float] | None = None
        self._told: object = None
        self._wrong: tuple[Reason, float] | None = None
        self._asked_back: tuple[tuple[Act, ...], float] | None = None
        self._behind_since_s: float | None = None
        self._known = 0
        self._compared: tuple[tuple[Act, ...], tuple[Dealt, ...]] = ((), ())
        """The record and the truth of which it was found out what is ``_left``."""
        self._left: list[tuple[int, Act]] = []

    def listen(self, sitting: Sitting, verdict: Verdict) -> None:
        """Hear ``verdict``, the answer to the last view, and do what people then do."""
        if self._press(sitting):
            return  # the verdict is another now
        self._tell(sitting)
        self._follow(sitting)
        if isinstance(verdict, Irregular | TakeBack) and sitting.prompt.mode is not Mode.WAIT:
            if verdict != self._told:
                self._told = verdict
                self._rehearsal.mend()
            if isinstance(verdict, Irregular) and verdict.why.cause is Cause.WRONG_COUNT:
                self._rehearsal.lay_cards_apart(str(verdict.why.player))
            if isinstance(verdict, Irregular):
                self._say_no(sitting, verdict)
            if isinstance(verdict, TakeBack):
                self._take_back(sitting, verdict)
        else:
            self._told = None
        if isinstance(verdict, Wait) and verdict.why.cause is Cause.FIRST_LOOK:
            self._rehearsal.hold("first look")
        else:
            self._rehearsal.release("first look")
        if isinstance(verdict, Wait):
            self._hear_of_a_hand(sitting, verdict)
        if isinstance(verdict, Ask) and verdict.question.cause is not Cause.FOLD_BY_COVER:
            self._answer(sitting, verdict)
        else:
            self._asked = None
            self._rehearsal.release("question")

    # -- what a person who watches the rehearsal presses -------------------------------------------------------------

    def hears(self, sitting: Sitting, meaning: Meaning) -> Heard:
        """Somebody who watches presses a button that means this."""
        match meaning.action:
            case Action.ANSWER if meaning.choice is not None:
                return Heard.TRUE if self._is_true(sitting, meaning.choice) else Heard.UNTRUE
            case Action.SAY | Action.TELL_CARD if meaning.act is not None:
                remaining = self._remaining(sitting)
                came = may_come_now([act for _, act in remaining])
                told = _asks_for if meaning.action is Action.TELL_CARD else same
                if any(told(meaning.act, act) for act in came):
                    return Heard.TRUE
                return Heard.DONE if not remaining and self._rehearsal.wish(meaning.act) else Heard.UNTRUE
            case Action.UNDO if sitting.game.acts:
                return Heard.UNTRUE if self._really_happened(sitting) else Heard.TRUE
        return Heard.TRUE

    def may_correct(self, sitting: Sitting, sighting: int, rank: int) -> bool:
        """Whether the card was dealt as that."""
        seen = next((one for one in sitting.view.sightings if one.id == sighting), None) if sitting.view else None
        card = None if seen is None else self._nearest(seen.x_mm, seen.y_mm)
        return card is None or card.rank == rank

    def _is_true(self, sitting: Sitting, choice: Choice) -> bool:
        match sitting.verdict:
            case Ask() as ask:
                return choice == self._true_choice(sitting, ask, self._true_rank(sitting, ask))
            case TakeBack(acts=acts, choices=choices):
                return choice == choices[-1 if self._happened(sitting, acts) else 0]
        came = may_come_now([act for _, act in self._remaining(sitting)])
        return len(choice.acts) == 1 and any(same(choice.acts[0], act) for act in came)

    def _really_happened(self, sitting: Sitting) -> bool:
        """Whether the last act that was called did."""
        *known, last = one_by_one(sitting.game.acts)
        truth = [dealt.act for dealt in self._rehearsal.truth]
        return any(same(last, truth[index]) for index in unknown(known, truth))

    def _hear_of_a_hand(self, sitting: Sitting, wait: Wait) -> None:
        """A hand of which not all can be read is laid out anew; what was not laid out does not count."""
        if wait.why.cause is Cause.PART_OF_HAND and wait.why.player is not None:
            self._rehearsal.lay_cards_apart(wait.why.player)
        if wait.choices and self._true_choice(sitting, Ask(wait.why, wait.choices), None) == wait.choices[-1]:
            self.objections.append(wait.choices[0].acts[0])
            sitting.answer(wait.choices[-1])

    def _press(self, sitting: Sitting) -> bool:
        """Press what people press: nobody presses a button that does not say what he means."""
        hands = self._rehearsal.presses[self._presses :]
        self._presses = len(self._rehearsal.presses)
        meanings = [sitting.prompt.meaning(hand.button) for hand in hands]
        if not any(meaning is not None and meaning.action is Action.ANSWER for meaning in meanings):
            return False
        for hand in hands:
            sitting.press(Press(hand.button).button)
        return True

    # -- telling -----------------------------------------------------------------------------------------------------

    def _tell(self, sitting: Sitting) -> None:
        """Tell on the buttons what is to be told, in its order, once all that came before it was understood."""
        due = self._due(sitting)
        if due is None:
            self._looking_since_s = None
            self._rehearsal.release("telling")
            return
        self._rehearsal.hold("telling")
        now_s = self._rehearsal.time_s
        if now_s - self._pressed_s < PRESS_EVERY_S:
            return
        if self._looking_since_s is None:
            self._looking_since_s = now_s
        button = button_towards(sitting.prompt, due)
        looked_s = now_s - self._looking_since_s
        if button is not None and looked_s < GIVE_UP_S:
            self._pressed_s = now_s
            self.pressed += 1
            sitting.press(button)
        elif looked_s >= UNHEARD_S:
            self._looking_since_s = now_s
            self.unoffered.append(due)
            if isinstance(sitting.say(due), Refused):
                self.given_up = True

    def _due(self, sitting: Sitting) -> Act | None:
        """What is to be told now: an act that can't be seen, or one that should have been and was not."""
        remaining = self._remaining(sitting)
        if not remaining or self.given_up:
            return None
        index, act = remaining[0]
        if any(told.index == index for told in self._rehearsal.told):
            return act
        behind_s = self._behind_since_s
        if behind_s is not None and self._rehearsal.time_s - behind_s >= MISSED_S:
            if self._looking_since_s is None:
                self.missed.append(act)
            return act
        return None

    def _remaining(self, sitting: Sitting) -> list[tuple[int, Act]]:
        """What happened and is not known yet, each with its index in the truth."""
        compared = tuple(sitting.game.acts), tuple(self._rehearsal.truth)
        if compared != self._compared:
            truth = [dealt.act for dealt in self._rehearsal.truth]
            self._left = [(index, truth[index]) for index in unknown(one_by_one(sitting.game.acts), truth)]
            self._compared = compared
        return list(self._left)

    # -- waiting, answering ------------------------------------------------------------------------------------------

    def _take_back(self, sitting: Sitting, asked: TakeBack) -> None:
        """Yes to what never happened; no to what did, when putting things right has not helped."""
        if self._rehearsal.mending:
            return
        now_s = self._rehearsal.time_s
        if self._asked_back is None or self._asked_back[0] != asked.acts:
            self._asked_back = (asked.acts, now_s)
        if not self._happened(sitting, asked.acts):
            sitting.answer(asked.choices[0])
        elif now_s - self._asked_back[1] >= MEND_S:
            self._asked_back = None
            sitting.answer(asked.choices[-1])

    def _happened(self, sitting: Sitting, acts: tuple[Act, ...]) -> bool:
        """Whether ``acts``, called last, are what was dealt there; without acts: whether a card lies there unnamed."""
        if not acts:
            return bool(self._remaining(sitting))
        known = len(one_by_one(sitting.game.acts))
        truth = [dealt.act for dealt in self._rehearsal.truth][known - len(acts) : known]
        return len(truth) == len(acts) and all(same(act, true) for act, true in zip(acts, truth, strict=True))

    def _follow(self, sitting: Sitting) -> None:
        """People watch the screen: they wait a while for a card to be called."""
        now_s = self._rehearsal.time_s
        known = len(sitting.game.acts)
        if not self._remaining(sitting):
            self._behind_since_s = None
        elif self._behind_since_s is None or known != self._known or self._rehearsal.laying:
            self._behind_since_s = now_s
        self._known = known
        if self._behind_since_s is not None and now_s - self._behind_since_s < BEHIND_S:
            self._rehearsal.hold("behind")
        else:
            self._rehearsal.release("behind")

    def _say_no(self, sitting: Sitting, said: Irregular) -> None:
        """Where the other way to mend it says what happened, people choose that."""
        now_s, happened = self._rehearsal.time_s, [act for _, act in self._remaining(sitting)]
        acts = said.otherwise.acts if said.otherwise is not None else ()
        if self._wrong is None or self._wrong[0] != said.why:
            self._wrong = (said.why, now_s)
        meant = 0 < len(acts) <= len(happened) and all(map(same, acts, happened))
        if said.otherwise is not None and meant and now_s - self._wrong[1] >= ANSWER_AFTER_S:
            self._wrong = None
            sitting.answer(said.otherwise)

    def _answer(self, sitting: Sitting, ask: Ask) -> None:
        self._rehearsal.hold("question")
        if not self._rehearsal.answers:
            return
        if ask.question.cause is Cause.STUCK and self._rehearsal.mending:
            self._rehearsal.mend()  # two lie there, and one goes back
            return
        now_s = self._rehearsal.time_s
        if self._asked is None or self._asked[0] != ask.question:  # what is asked; how it is read may change meanwhile
            self._asked = (ask.question, now_s)
        if now_s - self._asked[1] < ANSWER_AFTER_S:
            return
        self._asked = None
        rank = self._true_rank(sitting, ask)
        choice = self._true_choice(sitting, ask, rank)
        if choice is not None:
            sitting.answer(choice)
        elif rank is not None:
            sitting.correct(ask.choices[0].sightings[0], rank)
        self._rehearsal.release("question")

    def _true_rank(self, sitting: Sitting, ask: Ask) -> int | None:
        """The rank of the card that is asked about, as it was dealt."""
        numbers = {number for choice in ask.choices if choice.answer in _OF_A_RANK for number in choice.sightings}
        if len(numbers) != 1 or sitting.view is None:
            return None
        (number,) = numbers
        seen = next((sighting for sighting in sitting.view.sightings if sighting.id == number), None)
        if seen is None:
            return None
        nearest = self._nearest(seen.x_mm, seen.y_mm)
        if nearest is None:
            return None
        away_mm = math.hypot(nearest.pose.x_mm - seen.x_mm, nearest.pose.y_mm - seen.y_mm)
        # A card that was called or read already is no new card, however often it is seen.
        spots = sitting.referee.spots()
        others = [other for other in sitting.view.sightings if other.id in spots or other.rank == nearest.rank]
        called = any(
            math.hypot(nearest.pose.x_mm - other.x_mm, nearest.pose.y_mm - other.y_mm) < away_mm
            for other in others
            if other.id != number
        )
        # They know which cards came: one that was called, and is found a second time, is no new card.
        came = {rank for _, act in self._remaining(sitting) for rank in act.cards} | set(self._rehearsal.astray)
        found_twice = ask.question.cause is Cause.RANK and nearest.rank not in came
        return None if called or found_twice else nearest.rank

    def _nearest(self, x_mm: float, y_mm: float) -> "Card | None":
        """The card that really lies there."""

        def away_mm(card: "Card") -> float:
            return math.hypot(card.pose.x_mm - x_mm, card.pose.y_mm - y_mm)

        nearest = min(self._rehearsal.scene.cards(), key=away_mm, default=None)
        return None if nearest is None or away_mm(nearest) >= SAME_CARD_MM else nearest

    def _true_choice(self, sitting: Sitting, ask: Ask, rank: int | None) -> Choice | None:
        """The choice that says what really happened; the one that declines where none does."""
        happened = [act for _, act in self._remaining(sitting)]
        for choice in ask.choices:
            if choice.answer in (*_OF_A_RANK, Answer.LET_STAND) and choice.rank == rank and rank is not None:
                return choice
            if choice.answer is Answer.TAKE_BACK and not self._happened(sitting, choice.acts):
                return choice
            if choice.answer is Answer.CORRECT and self._mends(sitting, choice):
                return choice
            if choice.answer in (Answer.ACTS, Answer.TOLD) and len(choice.acts) <= len(happened):
                in_order = all(same(act, true) for act, true in zip(choice.acts, happened, strict=False))
                alone = len(choice.acts) == 1 and any(same(choice.acts[0], act) for act in may_come_now(happened))
                if in_order or alone:
                    return choice
        if rank is not None:
            return None
        declining = (Answer.NONE, Answer.IGNORE, Answer.LET_STAND, Answer.TAKE_BACK)
        return next((choice for choice in reversed(ask.choices) if choice.answer in declining), None)

    def _mends(self, sitting: Sitting, choice: Choice) -> bool:
        """Whether the acts that were called are what was dealt once they are corrected so, and were not before."""
        acts, truth = list(sitting.game.acts), [dealt.act for dealt in self._rehearsal.truth]
        before = unknown(truth, one_by_one(acts))
        for index, act in zip(choice.at, choice.acts, strict=False):
            acts[index] = act
        del acts[len(acts) - len(choice.at) + len(choice.acts) :]
        return bool(before) and not unknown(truth, one_by_one(acts))


def button_towards(prompt: Prompt, act: Act) -> Button | None:
    """Which button brings ``act`` nearer to being told, by what the buttons mean now; None where none does."""
    for meaning in prompt.meanings:
        said = meaning.action is Action.SAY and meaning.act is not None and same(meaning.act, act)
        if said or (meaning.choice is not None and len(meaning.choice.acts) == 1 and same(meaning.choice.acts[0], act)):
            return meaning.button
    for meaning in prompt.meanings:
        if meaning.action is Action.TELL_CARD and _asks_for(meaning.act, act):
            return meaning.button
    stepping = next((m.button for m in prompt.meanings if m.action is Action.NEXT_CHOICE), None)
    leads = any(
        any(same(one, act) for one in line.choice.acts)
        or (line.action is Action.TELL_CARD and _asks_for(line.act, act))
        for line in prompt.choices
    )
    return stepping if leads else None


def _asks_for(asked: Act | None, act: Act) -> bool:
    """Whether ``asked`` is ``act`` but for its cards."""
    if asked is None or len(act.cards) > 1:  # hands are laid out, or said at once
        return False
    return (asked.verb, asked.player, asked.other) == (act.verb, act.player, act.other)
