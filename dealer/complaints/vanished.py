"""A card that was asked about, and is gone before anybody answered.

Gathered with all the others, it may have ended the round: which it was stays open. One that goes alone was taken back,
more likely: that is offered as for a card that was called, but that nothing need be undone. It does not count, and the
one that is due may come at any time.
"""

from dataclasses import dataclass, field, replace

from dealer.rules.expect import Needs, Option
from dealer.seen.patience import ASKED_FOR_S, GONE_S, IRREGULAR_S, OFFERED_S
from dealer.seen.scene import Scene
from dealer.seen.unexplained import Complaints
from dealer.seen.verdicts import Answer, Ask, Cause, Choice, Reason, TakeBack, Verdict
from dealer.view import Face, Sighting

ABOUT_ONE_CARD = frozenset({Cause.RANK, Cause.IMPOSSIBLE_RANK})
"""The questions which card it is that lies there."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """What was asked about, since when, what lay face up beside it, what was seen then, and since when it is gone.

    ``offered_s``: since when its taking back is offered; ``counts``: somebody said that it was not taken back.
    """

    sighting: Sighting
    since_s: float
    company: frozenset[int]
    seen: frozenset[int]
    gone_since_s: float | None = None
    offered_s: float | None = None
    counts: bool = False


@dataclass(slots=True)
class Vanished:
    """Remembers the card that was asked about last. Forget it when the game is another."""

    _asked: _Asked | None = field(default=None)

    def forget(self) -> None:
        """The game is another now."""
        self._asked = None

    def answered(self, asked: Verdict, choice: Choice) -> None:
        """Somebody answered ``asked``: nothing is open any more, unless it was said that nothing was taken back."""
        unnamed = isinstance(asked, TakeBack) and not asked.acts
        if unnamed and self._asked is not None and choice.answer is not Answer.TAKE_BACK:
            self._asked = replace(self._asked, counts=True)
        else:
            self.forget()

    def note(self, verdict: Verdict, scene: Scene) -> None:
        """Remember the card that ``verdict`` asks about."""
        if not isinstance(verdict, Ask) or verdict.question.cause not in ABOUT_ONE_CARD:
            return
        (number,) = {number for choice in verdict.choices for number in choice.sightings}
        sighting = next((sighting for sighting in scene.clues.fresh if sighting.id == number), None)
        if sighting is not None and (self._asked is None or self._asked.sighting.id != number):
            seen = frozenset(sighting.id for sighting in scene.view.sightings)
            self._asked = _Asked(sighting, scene.view.time_s, _face_up(scene) - {number}, seen)

    def judge(self, complaints: Complaints, scene: Scene) -> Verdict | None:
        """The question which card it was, once all is gone for a while; None while there is nothing to ask."""
        asked = self._asked
        if asked is None:
            return None
        time_s = scene.view.time_s
        if any(sighting.id == asked.sighting.id for sighting in scene.view.sightings):
            self._asked = replace(asked, gone_since_s=None, offered_s=None, counts=False)
            return None
        gone_s = asked.gone_since_s if asked.gone_since_s is not None else time_s
        if gone_s - asked.since_s < ASKED_FOR_S or self._is_back(asked, gone_s, scene):
            self._asked = None
            return None
        self._asked = replace(asked, gone_since_s=gone_s)
        due = _due(asked, scene)
        if due is None or not (asked.counts or _gathered(asked, scene)):
            return None
        question = Reason(Cause.VANISHED, player=scene.player_at(asked.sighting))
        possible = scene.game.possible_ranks
        told = [Choice(Answer.TOLD, (due.act(rank),), rank=rank) for rank in due.ranks if possible.get(rank, 0) > 0]
        read = asked.sighting.probabilities
        told.sort(key=lambda choice: -(read[choice.rank - 1] if read and choice.rank else 0.0))
        verdict = complaints.ask(question, (*told, Choice(Answer.NONE)))
        if verdict is None or time_s - gone_s >= GONE_S:
            return verdict
        return complaints.wait(Reason(Cause.SETTLING), time_s)

    def taken_back(self, complaints: Complaints, scene: Scene) -> Verdict | None:
        """The offer to take back a card that went alone; None while there is nothing to offer."""
        asked, time_s = self._asked, scene.view.time_s
        if asked is None or asked.gone_since_s is None or asked.counts or _gathered(asked, scene):
            return None
        due = _due(asked, scene)
        if due is None or due.needs is Needs.HANDS or _elsewhere(asked, scene):
            return None
        if not complaints.ripe(time_s - asked.gone_since_s, GONE_S, scene):
            return complaints.wait(Reason(Cause.SETTLING), time_s) if scene.calm else None
        offered_s = asked.offered_s if asked.offered_s is not None else time_s
        self._asked = replace(asked, offered_s=offered_s)
        if time_s - offered_s >= OFFERED_S:
            return None
        return TakeBack((), (scene.spot(asked.sighting),), (Choice(Answer.TAKE_BACK), Choice(Answer.NONE)))

    def _is_back(self, asked: _Asked, gone_s: float, scene: Scene) -> bool:
        """Whether a card lies in its place again: at once, or while what lay beside it is still there.

        Where all of it was gathered, the next card there is one of the next round.
        """
        place = asked.sighting.place
        back = [sighting for sighting in scene.clues.fresh if sighting.place == place]
        if not back:
            return False
        return not _gathered(asked, scene) or min(s.rest_s for s in back) <= gone_s + IRREGULAR_S


def _gathered(asked: _Asked, scene: Scene) -> bool:
    """Whether all that lay beside the card is gone as well."""
    return bool(asked.company) and asked.company.isdisjoint(_face_up(scene))


def _due(asked: _Asked, scene: Scene) -> Option | None:
    """What would bring a card to where it lay."""
    return next((o for o in scene.bringing if scene.ground.lands_at(o, asked.sighting.place)), None)


def _elsewhere(asked: _Asked, scene: Scene) -> bool:
    """Whether what was not seen when it was asked about may be it: it was moved, or turned over where it lay."""
    bound = {sighting.id for sighting in scene.clues.lying.values()}
    new = [s for s in scene.view.sightings if s.id not in asked.seen and s.id not in bound]
    return any(s.place == asked.sighting.place or (s.face is Face.UP and s.rest_s >= asked.since_s) for s in new)


def _face_up(scene: Scene) -> frozenset[int]:
    """The ids of what lies face up in the places of cards in play."""
    return frozenset(s.id for s in scene.view.sightings if s.face is Face.UP and s.place in scene.places)
