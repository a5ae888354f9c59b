"""A player on turn covers his own coaster: "no" without a word. Asked aloud first, counts if the cover stays."""

from collections.abc import Mapping
from dataclasses import dataclass

from dealer.game.driver import Game
from dealer.rules.acts import REFUSING_VERBS, Act
from dealer.rules.expect import Needs, Option
from dealer.seen.patience import COUNTS_S, COVERED_AT_ONCE_S, COVERED_MOVING_S, COVERED_S
from dealer.seen.verdicts import Answer, Ask, Cause, Choice, Reason
from dealer.view import SeatSeen, TableView


@dataclass(slots=True)
class CoverWatch:
    """Follows the cover of one coaster from the question to the act."""

    _since_s: float | None = None
    _asked_s: float | None = None
    _refused_since_s: float | None = None
    _passing_s: float = float("-inf")
    """When an arm was last seen that covered more than this coaster: until it has gone it means nothing."""

    def forget(self) -> None:
        """The turn is another's now."""
        self._since_s = self._asked_s = None

    def refuse(self) -> None:
        """Somebody said no: this cover means nothing."""
        self._refused_since_s = self._since_s

    def watch(
        self, view: TableView, game: Game, seat_of: Mapping[str, int], *, turn_since_s: float
    ) -> Ask | tuple[Act, ...] | None:
        """The question to ask now, the act that counts now, or None."""
        player = game.expects.turn
        options = [o for o in game.expects.options if o.verb in REFUSING_VERBS and o.player == player]
        cover = None if player is None or not options else _meant(view, seat_of.get(player), turn_since_s)
        if cover is None:
            self._passing_s = view.time_s
        if cover is None or cover == self._refused_since_s:
            self.forget()
            return None
        if cover != self._since_s:
            self._since_s, self._asked_s = cover, None
        if self._asked_s is None:
            alone_s = view.time_s - max(cover, self._passing_s)
            if alone_s < (COVERED_MOVING_S if view.moving else COVERED_S):
                return None
            self._asked_s = view.time_s
        acts = [act for option in options for act in _spoken(option)]
        counts_at_s = self._asked_s + COUNTS_S if len(acts) == 1 else None
        if counts_at_s is not None and view.time_s >= counts_at_s:
            return (acts[0],)
        question = Reason(Cause.FOLD_BY_COVER, player=player, amount=options[0].price, code=options[0].verb)
        return Ask(question, (*(Choice(Answer.ACTS, (act,)) for act in acts), Choice(Answer.NONE)), counts_at_s)


def _spoken(option: Option) -> tuple[Act, ...]:
    """The acts that "no" may mean: one where nothing need be chosen."""
    return (option.told,) if option.needs is Needs.NOTHING else option.choices


def _meant(view: TableView, seat: int | None, turn_since_s: float) -> float | None:
    """Since when ``seat`` has been covered, if that can mean anything."""
    mine = next((seen for seen in view.seats if seen.seat == seat), None)
    if mine is None or mine.covered_since_s is None or mine.covered_since_s < turn_since_s:
        return None
    since_s = mine.covered_since_s

    def at_once(seen: SeatSeen) -> bool:
        other_s = seen.covered_since_s
        return other_s is not None and (other_s >= turn_since_s or abs(other_s - since_s) < COVERED_AT_ONCE_S)

    if any(at_once(seen) for seen in view.seats if seen.seat != seat):
        return None
    if view.trouble or any(place.seat != seat for place in view.hidden):
        return None
    return since_s
