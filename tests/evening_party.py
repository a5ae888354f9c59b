"""The people of an evening and what lies before them, at the level of views, whatever the program does meanwhile.

The table outlives games, cameras and power cuts: cards stay where they were left, an eye that opens anew gives them
other numbers.
"""

from dataclasses import dataclass, replace
from functools import cache

from evening_table import TurnedClock
from true_views import PILES, TrueEye, with_bare_hands

from dealer.game.header import Header
from dealer.rehearsal.rehearsal import People
from dealer.rehearsal.unknown_acts import one_by_one, unknown
from dealer.rules.acts import Act
from dealer.view import Area, Face, Sighting, TableView
from vision.synth.choreography import Action
from vision.synth.setting import SceneSettings
from vision.synth.simulated import FRAME_S

TABLES = 4
"""So many different rooms, of each number of seats: to draw hands and cards anew for each evening takes long."""

OF_PARTY, OF_EYE = 100_000, 10_000_000
"""Sightings are numbered from here on, by the party whose cards they are, and by the eye that looks."""


@cache
def room(seed: int, seats: int) -> SceneSettings:
    """A table with so many seats."""
    return SceneSettings.random(seed % TABLES, seats=seats)


@dataclass(slots=True)
class PartyEye(TrueEye):
    """A perfect eye that numbers what it sees from ``base`` on, and looks again only where something changed."""

    base: int = 0
    _looked: tuple[object, TableView] | None = None

    def look(self) -> TableView:
        """The scene as it is now."""
        scene = self.people.scene
        things = tuple(
            (thing.id, thing.pose, thing.moving, thing.level, len(thing.layers), getattr(thing, "face", None))
            for thing in scene.things.values()
        )
        if self._looked is not None and self._looked[0] == things:
            self.sequence += 1
            return replace(self._looked[1], sequence=self.sequence, time_s=scene.time_s)
        view = TrueEye.look(self)
        view = replace(view, sightings=tuple(replace(seen, id=seen.id + self.base) for seen in view.sightings))
        self._looked = (things, view)
        return view


class Party:
    """The people of one game. ``leftovers`` lie there from the game before; ``number``: the how manieth party it is."""

    def __init__(
        self,
        header: Header,
        seed: int,
        clock: TurnedClock,
        *,
        number: int = 1,
        acts: tuple[Act, ...] = (),
        leftovers: tuple[Sighting, ...] = (),
        eye: int = 0,
    ) -> None:
        self.header = header
        self.people = with_bare_hands(People(header, seed, room(seed, len(header.players)), acts=acts))
        self.number = number
        self._clock = clock
        self.people.scene.time_s = clock.time_s
        self.night: Action = self.people.night()
        self._still_s = 0.0
        self.ended = False
        layout = self.people.scene.layout
        self.leftovers = tuple(replace(s, place=layout.place_of(s.x_mm, s.y_mm)) for s in leftovers)
        self.opened(eye)

    def opened(self, eye: int) -> None:
        """Another eye looks from now on."""
        self._eye = PartyEye(self.people, base=self.number * OF_PARTY + eye * OF_EYE)
        own = [seen.id % OF_EYE + eye * OF_EYE for seen in self.leftovers]
        self.leftovers = tuple(
            replace(seen, id=number, rest_s=max(seen.rest_s, self._clock.time_s) if seen.id != number else seen.rest_s)
            for seen, number in zip(self.leftovers, own, strict=True)
        )

    def advance(self) -> None:
        """Everything happens that happens until now."""
        scene, now_s = self.people.scene, self._clock.time_s
        while scene.time_s < now_s - 1e-6:
            if self._still_s > 0 or self.ended:
                step = now_s - scene.time_s if self.ended else min(self._still_s, now_s - scene.time_s)
                scene.time_s += step
                self._still_s -= step
                continue
            beat = next(self.night, None)
            if beat is None:
                self.ended = True
            elif beat.still_s <= 0:
                scene.time_s += FRAME_S
            else:
                self._still_s = beat.still_s

    def sleep(self) -> None:
        """Nothing happens until now: there was no light."""
        self.people.scene.time_s = self._clock.time_s

    def view(self, sequence: int) -> TableView:
        """The table now."""
        seen = self._eye.look()
        return replace(seen, sequence=sequence, time_s=self._clock.time_s, sightings=(*seen.sightings, *self.leftovers))

    def lying(self) -> tuple[Sighting, ...]:
        """All cards that lie there; the piles go with who deals."""
        piles = {thing.id for thing in self.people.scene.things.values() if thing.kind in PILES}
        seen = self._eye.look().sightings
        return (*(one for one in seen if one.id % OF_PARTY not in piles), *self.leftovers)

    def points(self) -> tuple[Sighting, ...]:
        """The face-up cards that were kept for points."""
        return tuple(s for s in self.lying() if s.place.area is Area.POINTS and s.face is Face.UP)

    def rank_at(self, seen: Sighting) -> int | None:
        """What really lies there."""
        number = seen.id % OF_PARTY
        return next((card.rank for card in self.people.scene.cards() if card.id == number), None)

    # -- what they know

    @property
    def truth(self) -> list[Act]:
        """What really happened."""
        return [dealt.act for dealt in self.people.truth]

    def missing(self, known: tuple[Act, ...]) -> list[Act]:
        """What happened and is not known."""
        truth = self.truth
        return [truth[index] for index in unknown(one_by_one(known), truth)]

    def false(self, known: tuple[Act, ...]) -> list[int]:
        """Which of the known acts, one by one, never happened."""
        return unknown(self.truth, one_by_one(known))
