"""The columns of Five Cards: which of them a card lies in, seen from the player whose side it is on."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import cos, radians, sin

from dealer.game.driver import Game
from dealer.seen.layout import Ground, Key, Layout
from dealer.view import Sighting, TableView

ACROSS_MM = 34.0
"""A card lies in a column when its centre is this near to the line from the target to the player: half a card."""

NEXT_ACROSS_MM = 26.0
"""How much farther the next column must be."""

BEHIND_MM = 8.0
"""How far towards the target the next card may lie of the last one; columns grow towards the player."""

AHEAD_MM = 125.0
"""How far beyond the last one: a card's length and a third."""


@dataclass(frozen=True, slots=True)
class Columns:
    """Where each column of each side ends: by player and target, the target's place, the way to the player, how far."""

    lines: Mapping[tuple[str, int], tuple[float, float, float]]
    """The target's centre and the end of the column, millimetres from it."""
    ways: Mapping[str, tuple[float, float]]
    """The direction from the middle to each player."""

    def holding(self, player: str, card: Sighting) -> tuple[int, ...]:
        """The targets whose column, on the side of ``player``, the card may lie in: the nearest first."""
        found = []
        east, north = self.ways.get(player, (0.0, 0.0))
        for (name, target), (x_mm, y_mm, end_mm) in self.lines.items():
            if name != player:
                continue
            along = (card.x_mm - x_mm) * east + (card.y_mm - y_mm) * north
            across = abs((card.x_mm - x_mm) * north - (card.y_mm - y_mm) * east)
            if end_mm - BEHIND_MM <= along <= end_mm + AHEAD_MM:
                found.append((across, target))
        found.sort()
        if not found or found[0][0] > ACROSS_MM:
            return ()
        return tuple(target for across, target in found if across - found[0][0] < NEXT_ACROSS_MM)


def columns(game: Game, layout: Layout, lying: Mapping[Key, Sighting], view: TableView, ground: Ground) -> Columns:
    """The columns as they lie in ``view``."""
    facing = {seen.seat: seen.facing_deg for seen in view.seats}
    ways = {
        name: (-cos(radians(facing[seat])), -sin(radians(facing[seat])))
        for name, seat in ground.seat_of.items()
        if seat in facing
    }
    placed: dict[tuple[str, int], list[Key]] = {}
    for index, act in enumerate(game.acts):
        if act.verb == "place":
            placed.setdefault((act.player or "", act.cards[0]), []).append((index - 1, 0))
    live = {card.key for card in layout.live}
    targets = {card.rank: lying[card.key] for card in layout.live if card.player is None and card.key in lying}
    lines = {}
    for name, (east, north) in ways.items():
        for target, lies in targets.items():
            ends = [
                (lying[key].x_mm - lies.x_mm) * east + (lying[key].y_mm - lies.y_mm) * north
                for key in placed.get((name, target), ())
                if key in live and key in lying
            ]
            lines[name, target] = (lies.x_mm, lies.y_mm, max(ends, default=15.0))
    return Columns(lines, ways)
