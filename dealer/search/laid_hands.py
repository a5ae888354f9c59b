"""Whole hands that are laid out: waited for until they are whole, and read out before they count."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from dealer.search.explanation import Explanation
from dealer.seen.association import SLACK_MM
from dealer.seen.clues import Clues
from dealer.seen.patience import HAND_COUNTS_S, LAID_APART_S, READ_S, RESTLESS_S, TOO_CLOSE_S
from dealer.seen.scene import Scene
from dealer.seen.unexplained import Complaints
from dealer.seen.verdicts import Answer, Cause, Choice, Reason, Verdict
from dealer.view import Sighting


def only_hands_are_due(scene: Scene) -> bool:
    """Whether nothing but whole hands may come to lie there: what is out of play will not."""
    return bool(scene.bringing) and all(option.verb == "show" for option in scene.bringing)


def shows_a_hand(explanation: Explanation, clues: Clues) -> bool:
    """Whether the last act lays out a hand, and all else that lies there can wait for it."""
    step = explanation.steps[-1]
    if step.confirmed or explanation.untaken or not explanation.settles(clues) or not explanation.regular:
        return False
    return all(other.place != step.sightings[0].place for other in explanation.left)


@dataclass(slots=True)
class LaidHands:
    """Remembers which hand was read out last, whose is to be laid apart, and since when."""

    _read_out: tuple[Reason, float] | None = None
    _too_close: tuple[str | None, float] | None = None

    def forget(self) -> None:
        """The game is another now."""
        self._read_out = self._too_close = None

    def in_the_making(self, scene: Scene, complaints: Complaints) -> Verdict | None:
        """Wait for a hand of which not all cards are seen and read; None where there is none, or it takes too long."""
        if scene.layout.empty and scene.clues.old:
            return None
        time_s = scene.view.time_s
        for option in scene.bringing:
            here = [s for s in scene.clues.fresh if option.verb == "show" and scene.ground.lands_at(option, s.place)]
            read = [sighting for sighting in here if sighting.rank is not None]
            if not here or (option.least <= len(here) <= option.most and len(read) == len(here)):
                continue
            lies_s = min(complaints.age_s(sighting, time_s) for sighting in here)
            # Cards that lie too close together may look like something that covers their place: no reason to wait.
            if lies_s < TOO_CLOSE_S or (scene.view.moving and lies_s < RESTLESS_S):
                self._too_close = None
                return complaints.wait(Reason(Cause.SETTLING), time_s)
            hint = self._lay_apart(option.player, option.least, read, scene, complaints)
            if hint is not None:
                return hint
        return None

    def judge(self, explanation: Explanation, scene: Scene, complaints: Complaints) -> Explanation | Verdict | None:
        """``explanation`` as far as it counts; what is read out before that; None where somebody said no to it."""
        number = next(number for number, step in enumerate(explanation.steps) if not step.confirmed)
        if number:
            return replace(explanation, steps=explanation.steps[:number])
        step, time_s = explanation.steps[0], scene.view.time_s
        lies_s = min(complaints.age_s(sighting, time_s) for sighting in step.sightings)
        # What hides another place does not matter: this hand is whole.
        covered = step.sightings[0].place in scene.view.hidden and lies_s < RESTLESS_S
        if covered or lies_s < READ_S:
            self._read_out = None
            return complaints.wait(Reason(Cause.SETTLING), time_s)
        spots = tuple(scene.spot(sighting) for sighting in step.sightings)
        hand = Reason(Cause.SHOWN, player=step.act.player, amount=len(spots), cards=spots)
        yes = Choice(Answer.ACTS, (step.act,), sightings=tuple(sighting.id for sighting in step.sightings))
        choices = (yes, Choice(Answer.NONE))
        if _perhaps_found_twice(step.sightings):
            hint = self._lay_apart(step.act.player, len(spots), step.sightings[:-1], scene, complaints)
            return hint or complaints.ask(hand, choices)
        if hand in complaints.dismissed:
            return None
        if self._read_out is None or self._read_out[0] != hand:
            self._read_out = hand, time_s
        if time_s - self._read_out[1] >= HAND_COUNTS_S:
            return replace(explanation, steps=explanation.steps[:1])
        return replace(complaints.wait(hand, time_s), choices=choices)

    def _lay_apart(
        self, player: str | None, cards: int, read: Sequence[Sighting], scene: Scene, complaints: Complaints
    ) -> Verdict | None:
        """Ask ``player`` to lay the hand of so many cards apart, for a while; of them these can be told apart now."""
        time_s = scene.view.time_s
        if self._too_close is None or self._too_close[0] != player:
            self._too_close = player, time_s
        if time_s - self._too_close[1] >= LAID_APART_S:
            return None
        spots = tuple(scene.spot(sighting) for sighting in read)
        return complaints.wait(Reason(Cause.PART_OF_HAND, player, amount=cards, cards=spots), time_s)


def _perhaps_found_twice(hand: Sequence[Sighting]) -> bool:
    """Whether two cards of one rank lie so near to each other that they may be one, while another was not found."""
    return any(
        one.rank == other.rank and one.away_mm(other) < SLACK_MM
        for one, other in combinations(hand, 2)
    )
