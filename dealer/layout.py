"""Where the cards of a state lie: which act brought each, in which place it belongs, and what may still lie about."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from dealer.acts import Act
from dealer.game import Game, State
from dealer.view import TABLE, Area, Place

LAYING_VERBS = frozenset({"deal", "hit", "draw", "reveal", "play", "bid"})
"""The verbs whose cards come to lie face up in the stack place of their player (``deal table``: in the middle)."""

Key: TypeAlias = tuple[int, int]
"""Which card: the index of the act that brought it, and which of that act's cards."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A card that an act brought to the table."""

    key: Key
    rank: int
    place: Place
    player: str | None


@dataclass(frozen=True, slots=True)
class Layout:
    """The cards that a state has on the table.

    ``live`` are in play and must lie in their places. ``left`` went out of play (discarded, kept for points, a round
    that is over) and may still lie anywhere, or be gone. What lies in points places is evidence, never a condition: it
    is not here.
    """

    live: tuple[Laid, ...] = ()
    left: tuple[Laid, ...] = ()

    def after(self, act: Act, index: int, state: State, seat_of: Mapping[str, int]) -> "Layout":
        """The layout once ``act``, the ``index``-th of the game, has led to ``state``."""
        place = landing(act, seat_of)
        brought = tuple(
            Laid((index, number), rank, place, None if place == TABLE else act.player)
            for number, rank in enumerate(act.cards if place is not None else ())
            if place is not None
        )
        # The first card of a new round: what the old rounds left about is cleared, or no longer asked for.
        left = () if brought and not self.live else self.left
        needed: dict[str | None, Counter[int]] = {player.name: Counter(player.stack) for player in state.players}
        needed[None] = Counter(state.table)
        live: list[Laid] = []
        gone: list[Laid] = []
        for card in self.live + brought:
            if needed[card.player][card.rank] > 0:
                needed[card.player][card.rank] -= 1
                live.append(card)
            else:
                gone.append(card)
        return Layout(tuple(live), left + tuple(gone))


def landing(act: Act, seat_of: Mapping[str, int]) -> Place | None:
    """The place in which the cards of ``act`` come to lie; None where it brings none, or to nobody's seat.

    >>> str(landing(Act("deal", "Bob", (10,)), {"Bob": 3}))
    'stack 3'
    >>> landing(Act("fold", "Bob", (3,), "Echo"), {"Bob": 3}) is None
    True
    """
    if act.verb not in LAYING_VERBS or act.player is None:
        return None
    if act.player == "table":
        return TABLE
    seat = seat_of.get(act.player)
    return None if seat is None else Place(Area.STACK, seat)


def replayed(game: Game, seat_of: Mapping[str, int]) -> Layout:
    """The layout of ``game`` as it stands, from its acts."""
    layout = Layout()
    again = Game(game.header)
    for index, act in enumerate(game.acts):
        again.push(act)
        layout = layout.after(act, index, again.state, seat_of)
    return layout
