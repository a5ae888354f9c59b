"""Who sits at which coaster: players are named clockwise, coasters lie clockwise around the middle."""

import math
from collections.abc import Sequence

from dealer.view import SeatSeen

DEFAULT_NAMES = ("Angie", "Bob", "Carlos", "Delia", "Echo", "Fay", "Gus", "Hana")
"""Names for those who do not care to give one; the first five are those of the Companion's examples."""


def clockwise(seats: Sequence[SeatSeen]) -> tuple[SeatSeen, ...]:
    """The seats clockwise around the middle (seen from above), beginning with the lowest number.

    >>> spots = [SeatSeen(1, 0, -400, 90), SeatSeen(5, 400, 0, 180), SeatSeen(3, -400, 0, 0)]
    >>> [seat.seat for seat in clockwise(spots)]
    [1, 3, 5]
    """
    around = sorted(seats, key=lambda seat: -math.atan2(seat.y_mm, seat.x_mm))
    if not around:
        return ()
    first = around.index(min(around, key=lambda seat: seat.seat))
    return (*around[first:], *around[:first])


def seated(players: Sequence[str], seats: Sequence[SeatSeen]) -> dict[int, str] | None:
    """The player at each coaster, or None while there are fewer coasters than players.

    With more coasters than players those with the lowest numbers are taken: the others were left lying.
    """
    if len(seats) < len(players):
        return None
    taken = sorted(seats, key=lambda seat: seat.seat)[: len(players)]
    return {seat.seat: player for seat, player in zip(clockwise(taken), players, strict=True)}
