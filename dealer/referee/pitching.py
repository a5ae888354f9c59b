"""Cards pitched face down into the middle: each is said when it lies there, and counts when nobody says no."""

from dataclasses import dataclass, field, replace

from dealer.rules.acts import Act
from dealer.seen.association import SLACK_MM
from dealer.seen.patience import COUNTS_S, DOWN_S, LAY_THERE_S
from dealer.seen.scene import Scene
from dealer.seen.unexplained import Complaints
from dealer.seen.verdicts import Answer, Cause, Choice, Reason, Verdict
from dealer.view import TABLE, Face, Sighting

LATELY = 3
"""Most acts that may come between two looks at the middle."""

LAPPING_MM = 100.0
"""Cards nearer to each other than this may lap over each other, so that neither has a card's outline."""


@dataclass(slots=True)
class Pitching:
    """Remembers which cards in the middle were pitched in this round, and which one is spoken of now."""

    _lying: set[int] = field(default_factory=set)
    _spoken_of: tuple[str | None, int] | None = None

    def judge(self, scene: Scene, complaints: Complaints) -> Choice | Verdict | None:
        """The card that the player on turn has pitched: what is said of it, or the choice that counts by itself.

        What is not plainly a card's back is asked about.
        """
        option = next((o for o in scene.game.expects.options if o.verb == "pitch"), None)
        if option is None:
            self._lying.clear()
            return None
        if self._spoken_of is not None and Act("pitch", self._spoken_of[0]) in scene.game.acts[-LATELY:]:
            self._lying.add(self._spoken_of[1])
        new = _new_in_the_middle(scene, complaints)
        if len(new) != 1:
            return None
        reason = Reason(Cause.PITCHED, player=option.player)
        age_s = complaints.age_s(new[0], scene.view.time_s)
        if reason in complaints.dismissed or not complaints.ripe(age_s, DOWN_S, scene):
            return None
        self._spoken_of = option.player, new[0].id
        yes = Choice(Answer.ACTS, (option.act(),))
        choices = (yes, Choice(Answer.NONE))
        if not scene.calm or not self._is_plain(new[0], option.player, scene):  # it may be anything
            return complaints.ask(reason, choices)
        said = complaints.wait(reason, scene.view.time_s)
        return yes if scene.view.time_s - said.since_s >= COUNTS_S else replace(said, choices=choices)

    def _is_plain(self, sighting: Sighting, player: str | None, scene: Scene) -> bool:
        """Whether it has a card's outline, or that of one which laps over a pitched one, on the player's own side."""
        if sighting.face is Face.DOWN:
            return True
        seat = next((seat for seat in scene.view.seats if seat.seat == scene.seat_of.get(player or "")), None)
        if seat is None or not sighting.visible or seat.x_mm * sighting.x_mm + seat.y_mm * sighting.y_mm <= 0:
            return False
        pitched = [other for other in scene.clues.down if other.id in self._lying]
        return any(sighting.away_mm(other) < LAPPING_MM for other in pitched)


def _new_in_the_middle(scene: Scene, complaints: Complaints) -> list[Sighting]:
    """What came to lie face down in the middle since the turn began; what lies just beside the first is part of it."""
    new = [s for s in scene.clues.down if s.place == TABLE and s.rest_s >= scene.turn_since_s]
    if len(new) > 1:  # a hand may have pushed those that lay there
        turn_s = scene.view.time_s - scene.turn_since_s
        new = [sighting for sighting in new if complaints.age_s(sighting, scene.view.time_s) < turn_s - LAY_THERE_S]
    return [sighting for sighting in new if sighting is new[0] or sighting.away_mm(new[0]) > SLACK_MM]
