"""The simulated table's people, as far as they listen: they wait, answer truly, and mend what they are told.

They see what people at the table see: the prompt, and the cards that they dealt themselves.
"""

import math

from dealer.acts import Act
from dealer.presses import Press
from dealer.prompts import Mode
from dealer.rehearsal import Rehearsal
from dealer.sitting import Sitting
from dealer.verdicts import Answer, Ask, Cause, Choice, Irregular, TakeBack, Verdict

ANSWER_AFTER_S = 1.5
"""How long people take to answer a question."""

BEHIND_S = 6.0
"""How long people wait for a card to be called before they play on."""

SAME_CARD_MM = 40.0
"""A card asked about lies within this of where it was dealt."""


class Audience:
    """Brings what the referee says to the people of a rehearsal, and their answers back."""

    def __init__(self, rehearsal: Rehearsal) -> None:
        self._rehearsal = rehearsal
        self._presses = 0
        self._asked: tuple[Verdict, float] | None = None
        self._told: object = None
        self._behind_since_s: float | None = None

    def listen(self, sitting: Sitting, verdict: Verdict) -> None:
        """Hear ``verdict``, the answer to the last view, and do what people then do."""
        self._press(sitting)
        self._follow(sitting)
        if isinstance(verdict, Irregular | TakeBack) and sitting.prompt.mode is not Mode.WAIT:
            if verdict != self._told:
                self._told = verdict
                self._rehearsal.mend()
        else:
            self._told = None
        if isinstance(verdict, Ask) and verdict.question.cause is not Cause.FOLD_BY_COVER:
            self._answer(sitting, verdict)
        else:
            self._asked = None
            self._rehearsal.release("question")

    def _press(self, sitting: Sitting) -> None:
        for hand in self._rehearsal.presses[self._presses :]:
            sitting.press(Press(hand.button).button)
        self._presses = len(self._rehearsal.presses)

    def _follow(self, sitting: Sitting) -> None:
        """People watch the screen: they wait a while for a card to be called."""
        now_s = self._rehearsal.time_s
        if len(sitting.game.acts) >= len(self._rehearsal.truth):
            self._behind_since_s = None
        elif self._behind_since_s is None:
            self._behind_since_s = now_s
        if self._behind_since_s is not None and now_s - self._behind_since_s < BEHIND_S:
            self._rehearsal.hold("behind")
        else:
            self._rehearsal.release("behind")

    def _answer(self, sitting: Sitting, ask: Ask) -> None:
        self._rehearsal.hold("question")
        now_s = self._rehearsal.time_s
        if self._asked is None or self._asked[0] != ask:
            self._asked = (ask, now_s)
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
        numbers = {number for choice in ask.choices if choice.answer is Answer.RANK for number in choice.sightings}
        if len(numbers) != 1 or sitting.view is None:
            return None
        (number,) = numbers
        seen = next((sighting for sighting in sitting.view.sightings if sighting.id == number), None)
        if seen is None:
            return None
        away = {
            card.id: math.hypot(card.pose.x_mm - seen.x_mm, card.pose.y_mm - seen.y_mm)
            for card in self._rehearsal.scene.cards()
        }
        nearest = min(self._rehearsal.scene.cards(), key=lambda card: away[card.id], default=None)
        if nearest is None or away[nearest.id] >= SAME_CARD_MM:
            return None
        # A card that was called already is no new card, however often it is seen.
        others = [other for other in sitting.view.sightings if other.id in sitting.referee.spots()]
        called = any(
            math.hypot(nearest.pose.x_mm - other.x_mm, nearest.pose.y_mm - other.y_mm) < away[nearest.id]
            for other in others
            if other.id != number
        )
        return None if called else nearest.rank

    def _true_choice(self, sitting: Sitting, ask: Ask, rank: int | None) -> Choice | None:
        """The choice that says what really happened; the one that declines where none does."""
        happened = [dealt.act for dealt in self._rehearsal.truth[len(sitting.game.acts) :]]
        for choice in ask.choices:
            if choice.answer is Answer.RANK and choice.rank == rank and rank is not None:
                return choice
            if choice.answer in (Answer.ACTS, Answer.TOLD) and len(choice.acts) <= len(happened):
                if all(_same(act, true) for act, true in zip(choice.acts, happened, strict=False)):
                    return choice
        if rank is not None:
            return None
        declining = (Answer.NONE, Answer.IGNORE, Answer.LET_STAND, Answer.TAKE_BACK)
        return next((choice for choice in reversed(ask.choices) if choice.answer in declining), None)


def _same(act: Act, true: Act) -> bool:
    """Whether two acts are one: a fold may name its card or leave it open."""
    if (act.verb, act.player) != (true.verb, true.player):
        return False
    return act.verb == "fold" or act.cards == true.cards
