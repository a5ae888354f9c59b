"""Games that do not use the middle: a card that reaches into it lies in the stack place it was dealt to."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from math import cos, hypot, radians, sin

from dealer.game.driver import Game
from dealer.rules.expect import Needs
from dealer.seen.association import Bindings
from dealer.seen.layout import Ground, Layout
from dealer.view import TABLE, Area, Face, Place, SeatSeen, Sighting, TableView

THROWN_S = 8.0
"""A card out of play that is thrown into the middle comes to lie there within this time."""

ACROSS_MM = 170.0
NEAR_MM, FAR_MM = 50.0, 260.0
"""The stack place seen from its coaster (the page on the table)."""


@dataclass(slots=True)
class Reach:
    """Remembers the cards that were dealt beyond their stack places, into a middle that has no use."""

    ids: set[int] = field(default_factory=set)

    def look(self, view: TableView, game: Game, layout: Layout, bindings: Bindings, ground: Ground) -> TableView:
        """The view with such cards given to the stack places that reach there."""
        if ground.rules.uses_middle:
            return view
        options = [option for option in game.expects.options if option.needs is Needs.CARD]
        new = [s for s in view.sightings if s.place == TABLE and s.face is Face.UP and s.id not in bindings.known]
        thrown = _thrown(view, layout, bindings) if new else frozenset()
        for sighting in new:
            place = stack_reaching(sighting, view.seats) if sighting.rank not in thrown else None
            if place is not None and any(ground.lands_at(option, place) for option in options):
                self.ids.add(sighting.id)
        if not self.ids:
            return view
        sightings = tuple(
            replace(s, place=stack_reaching(s, view.seats) or s.place) if s.id in self.ids and s.place == TABLE else s
            for s in view.sightings
        )
        return replace(view, sightings=sightings)


def _thrown(view: TableView, layout: Layout, bindings: Bindings) -> frozenset[int]:
    """The ranks of cards that are gone since a short while ago: they may have been thrown there."""
    seen = {bindings.bound.get(sighting.id) for sighting in view.sightings}
    gone = [card for card in layout.known if card.key not in seen and card.key in bindings.last_s]
    return frozenset(card.rank for card in gone if view.time_s - bindings.last_s[card.key] < THROWN_S)


def stack_reaching(sighting: Sighting, seats: Iterable[SeatSeen]) -> Place | None:
    """The stack place of the nearest seat, if that reaches so far."""
    nearest = min(seats, key=lambda seat: hypot(sighting.x_mm - seat.x_mm, sighting.y_mm - seat.y_mm), default=None)
    if nearest is None:
        return None
    cosine, sine = cos(radians(nearest.facing_deg)), sin(radians(nearest.facing_deg))
    east, north = sighting.x_mm - nearest.x_mm, sighting.y_mm - nearest.y_mm
    right, ahead = east * sine - north * cosine, east * cosine + north * sine
    if abs(right) > ACROSS_MM or not NEAR_MM <= ahead <= FAR_MM:
        return None
    return Place(Area.STACK, nearest.seat)
