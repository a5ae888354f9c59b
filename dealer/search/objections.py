"""Cards that were objected to: where they still lie just there, a later act does not take them in silence."""

from collections.abc import Container, Sequence
from dataclasses import dataclass, field, replace

from dealer.rules.acts import Act
from dealer.search.explanation import Explanation
from dealer.seen.patience import GONE_S
from dealer.seen.scene import Scene
from dealer.seen.unexplained import Complaints
from dealer.seen.verdicts import Answer, Cause, Choice, Irregular, Reason, Verdict
from dealer.view import Place, Sighting, TableView

OBJECTIONS = frozenset({Cause.WRONG_SEAT, Cause.ONE_TOO_MANY, Cause.OUT_OF_TURN, Cause.NOT_DUE})
"""What is said of a card that no act brings."""


@dataclass(slots=True)
class Objections:
    """Remembers which sightings were objected to, and where they lay then. One that is taken up is being put right."""

    _made: dict[int, Place] = field(default_factory=dict)
    _seen: dict[int, tuple[float, Sighting]] = field(default_factory=dict)
    """When each was seen last, and how."""
    _gone_s: dict[int, float] = field(default_factory=dict)
    """Since when those that lie nowhere are gone."""
    _before: dict[int, Sighting] = field(default_factory=dict)
    """How cards that were laid elsewhere lay at first, by their ids there."""

    def look(self, view: TableView, called: Container[int], turn_since_s: float) -> TableView:
        """The view in which cards that came since the last act, while something was objected to, and were laid
        elsewhere are as old as they were: they are the same cards."""
        lying = {sighting.id: sighting for sighting in view.sightings}
        for number, sighting in lying.items():
            if number in called:  # it counts, and goes as any card does
                self._seen.pop(number, None)
            elif sighting.visible and self._made and (number in self._made or sighting.rest_s >= turn_since_s):
                before = self._seen[number][1] if number in self._seen else sighting
                if before.place != sighting.place and before.rest_s >= turn_since_s:
                    self._before.setdefault(number, before)
                self._seen[number] = view.time_s, self._as_old(sighting)
        gone = [number for number in self._seen if number not in lying]
        self._gone_s = {number: self._gone_s.get(number, view.time_s) for number in gone}
        for number in gone:
            seen_s, before = self._seen[number]
            new = (s for s in view.sightings if s.rest_s > seen_s and s.rank == before.rank and s.id not in called)
            again = next((sighting for sighting in new if sighting.place != before.place), None)
            if again is not None and again.rank is not None and before.rest_s >= turn_since_s:
                self._before[again.id] = before
                self._forget(number)
        return replace(view, sightings=tuple(self._as_old(sighting) for sighting in view.sightings))

    def _as_old(self, sighting: Sighting) -> Sighting:
        before = self._before.get(sighting.id)
        return sighting if before is None else replace(sighting, rest_s=before.rest_s, clear_s=before.clear_s)

    def note(self, verdict: Verdict, called: Container[int]) -> None:
        """Remember what ``verdict`` objects to; ``called`` are the sightings that are cards of the game.

        Of two stuck cards of which none was called either may be the one that counts.
        """
        if not isinstance(verdict, Irregular):
            return
        spots = [spot for spot in verdict.why.cards if spot.sighting is not None]
        surplus = [spot for spot in spots if spot.sighting not in called]
        stuck = verdict.why.cause is Cause.STUCK and len(surplus) < len(spots)
        if stuck or verdict.why.cause in OBJECTIONS:
            self._made |= {spot.sighting: spot.place for spot in surplus if spot.sighting is not None}

    def withdraw(self, complaint: Irregular) -> None:
        """Somebody says what happened before ``complaint``: what it objected to is judged anew."""
        for spot in complaint.why.cards:
            if spot.sighting is not None and self._made.get(spot.sighting) == spot.place:
                self._forget(spot.sighting)

    def _forget(self, number: int) -> None:
        for known in (self._made, self._seen, self._gone_s):
            known.pop(number, None)

    def cleared(self, decision: Explanation, scene: Scene, complaints: Complaints) -> Explanation | Verdict | None:
        """``decision`` as far as nothing in it was objected to; the question whether such a card counts where it is
        the next; None where that was answered."""
        now_s = scene.view.time_s
        if any(not complaints.ripe(now_s - since_s, GONE_S, scene) for since_s in self._gone_s.values()):
            return complaints.wait(Reason(Cause.SETTLING), now_s)
        cards = [step.sighting for step in decision.steps if step.sighting is not None]
        wrong = [card for card in cards if self._made.get(card.id) == card.place]
        if decision.too_soon:
            is_so = bool(wrong) and len(cards) == len(decision.steps) and _lie_one_seat_on(cards, decision.acts, scene)
            return self._one_seat_on(decision, wrong[0], cards, scene, complaints) if is_so else None
        for number, step in enumerate(decision.steps):
            several = len(step.sightings) > 1  # a hand, of which the first cards lay there alone for a while
            contested = [s for s in step.sightings if not several and self._made.get(s.id) == s.place]
            if not contested:
                continue
            if number:
                return replace(decision, steps=decision.steps[:number])
            ids = tuple(sighting.id for sighting in step.sightings)
            spots = tuple(scene.spot(sighting) for sighting in contested)
            question = Reason(Cause.COUNTS, scene.player_at(contested[0]), contested[0].rank, cards=spots)
            ignore = Choice(Answer.IGNORE, sightings=tuple(sighting.id for sighting in contested))
            return complaints.ask(question, (Choice(Answer.ACTS, (step.act,), sightings=ids), ignore))
        return decision

    def _one_seat_on(
        self, decision: Explanation, wrong: Sighting, cards: list[Sighting], scene: Scene, complaints: Complaints
    ) -> Verdict | None:
        """The question whether cards count where they lie, of which the last came to the player who was due the first;
        else that one is no card of the game as long as it lies there."""
        ids, spots = tuple(card.id for card in cards), tuple(scene.spot(card) for card in cards)
        due, there = decision.acts[0].player, scene.player_at(wrong)
        question = Reason(Cause.ONE_SEAT_ON, due, wrong.rank, there, cards=spots)
        choices = (Choice(Answer.ACTS, decision.acts, sightings=ids), Choice(Answer.IGNORE, sightings=ids[:1]))
        return complaints.ask(question, choices)


def _lie_one_seat_on(cards: Sequence[Sighting], acts: Sequence[Act], scene: Scene) -> bool:
    """Whether these cards, one of each of ``acts``, came in the order in which the next player of each was due."""
    due = [act.player for act in acts]
    return [scene.player_at(card) for card in sorted(cards, key=lambda card: card.rest_s)] == [*due[1:], due[0]]
