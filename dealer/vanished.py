"""A card that was asked about and gathered with the others before anybody answered: which it was stays open.

A card that goes alone was taken away by people who knew why; the one that is due is asked for again.
"""

from dataclasses import dataclass, field, replace

from dealer.complaints import IRREGULAR_PATIENCE_S, TAKE_BACK_PATIENCE_S, Complaints
from dealer.scene import Scene
from dealer.verdicts import Answer, Ask, Cause, Choice, Reason, Verdict
from dealer.view import Face, Sighting

ASKED_FOR_S = 1.0
"""What was asked about for a shorter time may have been a shadow, or a card still in somebody's fingers."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """What was asked about, since when, what lay face up beside it, and since when it is gone."""

    sighting: Sighting
    since_s: float
    company: frozenset[int]
    gone_since_s: float | None = None


@dataclass(slots=True)
class Vanished:
    """Remembers the card that was asked about last. Forget it when the game is another."""

    _asked: _Asked | None = field(default=None)

    def forget(self) -> None:
        """It was answered, or the game is another now."""
        self._asked = None

    def note(self, verdict: Verdict, scene: Scene) -> None:
        """Remember the card that ``verdict`` asks about."""
        if not isinstance(verdict, Ask) or verdict.question.cause is not Cause.RANK:
            return
        (number,) = {number for choice in verdict.choices for number in choice.sightings}
        sighting = next((sighting for sighting in scene.clues.fresh if sighting.id == number), None)
        if sighting is not None and (self._asked is None or self._asked.sighting.id != number):
            self._asked = _Asked(sighting, scene.view.time_s, _face_up(scene) - {number})

    def judge(self, complaints: Complaints, scene: Scene) -> Verdict | None:
        """The question which card it was, once all is gone for a while; None while there is nothing to ask."""
        asked = self._asked
        if asked is None:
            return None
        time_s = scene.view.time_s
        if any(sighting.id == asked.sighting.id for sighting in scene.view.sightings):
            self._asked = replace(asked, gone_since_s=None)
            return None
        gone_s = asked.gone_since_s if asked.gone_since_s is not None else time_s
        if gone_s - asked.since_s < ASKED_FOR_S or self._is_back(asked, gone_s, scene):
            self._asked = None
            return None
        self._asked = replace(asked, gone_since_s=gone_s)
        due = next((o for o in scene.bringing if scene.ground.lands_at(o, asked.sighting.place)), None)
        if due is None or not _gathered(asked, scene):
            return None
        question = Reason(Cause.VANISHED, player=scene.player_at(asked.sighting))
        possible = scene.game.possible_ranks
        told = [Choice(Answer.TOLD, (due.act(rank),), rank=rank) for rank in due.ranks if possible.get(rank, 0) > 0]
        read = asked.sighting.probabilities
        told.sort(key=lambda choice: -(read[choice.rank - 1] if read and choice.rank else 0.0))
        verdict = complaints.ask(question, (*told, Choice(Answer.NONE)))
        if verdict is None or time_s - gone_s >= TAKE_BACK_PATIENCE_S:
            return verdict
        return complaints.wait(Reason(Cause.SETTLING), time_s)

    def _is_back(self, asked: _Asked, gone_s: float, scene: Scene) -> bool:
        """Whether a card lies in its place again: at once, or while what lay beside it is still there.

        Where all of it was gathered, the next card there is one of the next round.
        """
        place = asked.sighting.place
        back = [sighting for sighting in scene.clues.fresh if sighting.place == place]
        if not back:
            return False
        return not _gathered(asked, scene) or min(s.rest_s for s in back) <= gone_s + IRREGULAR_PATIENCE_S


def _gathered(asked: _Asked, scene: Scene) -> bool:
    """Whether all that lay beside the card is gone as well."""
    return bool(asked.company) and asked.company.isdisjoint(_face_up(scene))


def _face_up(scene: Scene) -> frozenset[int]:
    """The ids of what lies face up in the places of cards in play."""
    return frozenset(s.id for s in scene.view.sightings if s.face is Face.UP and s.place in scene.places)
