"""What no act explains: how long it has been so, what was asked, and what was answered."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TypeAlias

from dealer.rules.acts import Act
from dealer.seen.clues import Clues
from dealer.seen.layout import Key, Laid
from dealer.seen.patience import IRREGULAR_S, RESTLESS_S
from dealer.seen.scene import Scene
from dealer.seen.verdicts import CUT_OFF, Ask, Cause, Choice, Irregular, Nothing, Reason, TakeBack, Verdict, Wait
from dealer.view import Sighting

Item: TypeAlias = tuple[str, int | Key]
"""One thing that is unexplained: ``("sighting", id)`` or ``("card", key)``."""


@dataclass(slots=True)
class Complaints:
    """Remembers since when something is unexplained, what was asked and what was answered."""

    since_s: dict[Item, float] = field(default_factory=dict)
    dismissed: set[Reason] = field(default_factory=set)
    dismissed_acts: tuple[Act, ...] = ()
    complained: tuple[Key, ...] = ()
    """The cards of the last complaint: let stand, they count where they lie."""
    waiting: tuple[Cause, float] | None = None
    late: bool = False
    """What is looked at was seen a while ago: what it was to wait for has been seen as well."""

    def forget(self) -> None:
        """The game is another now."""
        self.since_s.clear()
        self.dismissed.clear()
        self.dismissed_acts = ()
        self.complained = ()
        self.waiting = None

    def note(self, clues: Clues, time_s: float) -> None:
        """Note since when each thing is so."""
        new = (*clues.fresh, *clues.suspect, *clues.beside, *clues.down, *clues.unclear)
        sightings = (*new, *clues.aside, *clues.leftovers)
        items: list[Item] = [("sighting", sighting.id) for sighting in sightings]
        items += [("sighting", sighting.id) for came in clues.backs.came.values() for sighting in came]
        items += [("card", card.key) for card in clues.missing]
        items += [
            ("card", card.key) for card, _ in (*clues.moved, *clues.old, *clues.reread, *clues.pushed, *clues.doubled)
        ]
        items += [item for one in clues.taken for item in (("card", one.card.key), ("sighting", one.sighting.id))]
        turned: dict[Item, float] = {("sighting", number): since_s for number, since_s in clues.turned.items()}
        known = {item: self.since_s.get(item, time_s) for item in items}
        # What lay there face down, and does not any more, is another thing since then.
        self.since_s = {item: max(since_s, turned.get(item, since_s)) for item, since_s in known.items()}

    def age_s(self, thing: Sighting | Laid, time_s: float) -> float:
        """How long ``thing`` has been unexplained."""
        item: Item = ("sighting", thing.id) if isinstance(thing, Sighting) else ("card", thing.key)
        return time_s - self.since_s.get(item, time_s)

    def wait(self, reason: Reason, time_s: float) -> Wait:
        """Wait for ``reason``, since it was first waited for."""
        if self.waiting is None or self.waiting[0] is not reason.cause:
            self.waiting = (reason.cause, time_s)
        return Wait(reason, self.waiting[1])

    def ask(self, question: Reason, choices: tuple[Choice, ...]) -> Ask | None:
        """The question, unless it was put aside."""
        return None if question in self.dismissed else Ask(question, choices)

    def dismiss(self, asked: Verdict) -> None:
        """Nobody wants to be asked this again while the game stands as it does."""
        if isinstance(asked, Ask):
            self.dismissed.add(asked.question)
        if isinstance(asked, Wait):
            self.dismissed.add(asked.why)
        if isinstance(asked, TakeBack):
            self.dismissed_acts = asked.acts

    def stands(self, offer: TakeBack) -> bool:
        """Whether somebody said that these acts stand."""
        return self.dismissed_acts == offer.acts

    def rest(self, scene: Scene) -> Verdict:
        """What is left to say when nothing is unexplained: what keeps the table from being seen, or nothing."""
        if scene.hidden_places and scene.is_first_look:
            return self.wait(Reason(Cause.FIRST_LOOK), scene.view.time_s)
        if scene.hidden_places:
            seats = {place.seat for place in scene.hidden_places}
            player = scene.seats.get(seats.pop()) if len(seats) == 1 else None
            if scene.hidden_places & scene.view.outside:
                return self.wait(Reason(Cause.TROUBLE, player=player, code=CUT_OFF), scene.view.time_s)
            return self.wait(Reason(Cause.HIDDEN, player=player), scene.view.time_s)
        if scene.view.moving:
            return self.wait(Reason(Cause.MOVING), scene.view.time_s)
        self.waiting = None
        return Nothing()

    def ripe(self, age_s: float, patience_s: float, scene: Scene) -> bool:
        """Whether something has been so for long enough to speak of it."""
        if self.late and scene.calm:
            return True
        return age_s >= patience_s and (scene.calm or age_s >= RESTLESS_S)

    def complain(
        self,
        reason: Reason,
        scene: Scene,
        things: Iterable[Sighting | Laid],
        remedy: Choice | None,
        patience_s: float = IRREGULAR_S,
        otherwise: Choice | None = None,
    ) -> Verdict:
        """Complain once it has lasted; wait until then."""
        things = tuple(things)
        if not self.ripe(max(self.age_s(thing, scene.view.time_s) for thing in things), patience_s, scene):
            return self.wait(Reason(Cause.SETTLING), scene.view.time_s)
        self.complained = tuple(thing.key for thing in things if isinstance(thing, Laid))
        return Irregular(reason, remedy, otherwise)
