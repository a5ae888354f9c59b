"""Where the cards of a state lie: which act brought each, in which places it may lie, and what may still lie about.

``docs/table.md`` is the same for people.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from dealer.game.driver import Game, State
from dealer.games.registry import GAMES
from dealer.games.table import Table
from dealer.rules import acts
from dealer.rules.acts import Act
from dealer.rules.expect import Option
from dealer.view import ELSEWHERE, TABLE, Area, Place, Sighting

LAYING_VERBS = frozenset({"deal", "hit", "draw", "reveal", "play", "bid", "show", "buy", "steal"})
"""The verbs whose cards come to lie face up in the stack place of their player (``deal table``: in the middle)."""

GIVING_VERBS = frozenset({"attack", "gift", "see"})
"""The verbs whose cards come to lie face up in the stack place of the other player."""

Key: TypeAlias = tuple[int, int]
"""Which card: the index of the act that brought it, and which of that act's cards."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A card that an act brought to the table.

    ``place`` is where it belongs, ``also`` where else it may lie all the same. ``player`` is the one whose card it is,
    None for a common one.
    """

    key: Key
    rank: int
    place: Place
    player: str | None
    also: frozenset[Place] = frozenset()

    def may_lie(self, place: Place) -> bool:
        """Whether the card is in order where it lies."""
        return place == self.place or place in self.also

    def is_unseen_elsewhere(self, sighting: Sighting) -> bool:
        """Whether a player's card lies under others where it does not belong: it may have been put right since."""
        return self.player is not None and not self.may_lie(sighting.place) and not sighting.visible


@dataclass(frozen=True, slots=True)
class Ground:
    """Where the cards of one game come to lie: who sits at which coaster, and what that game does its own way."""

    variant: str
    seat_of: Mapping[str, int]

    @property
    def rules(self) -> type[Table]:
        """The game, which knows where its cards lie."""
        return GAMES[self.variant]

    def landings(self, act: Act) -> tuple[Place, ...]:
        """The places in which the cards of ``act`` may come to lie, the proper one first; none where it brings none.

        >>> [str(place) for place in Ground("basic", {"Bob": 3}).landings(Act("deal", "Bob", (10,)))]
        ['stack 3']
        >>> Ground("basic", {"Bob": 3}).landings(Act("fold", "Bob", (3,), "Echo"))
        ()
        """
        if not act.cards or act.player is None or act.verb not in LAYING_VERBS | GIVING_VERBS:
            return ()
        if act.player in (acts.TABLE, acts.MONSTER) or (act.verb == "draw" and self.rules.draws_to_middle):
            return (TABLE,)
        seat = self.seat_of.get((act.other if act.verb in GIVING_VERBS else act.player) or "")
        if seat is None:
            return ()
        stack = Place(Area.STACK, seat)
        return (stack, TABLE) if act.verb == "draw" and self.rules.has_columns else (stack,)

    def lands_at(self, option: Option, place: Place) -> bool:
        """Whether the card of ``option`` may come to lie in ``place``."""
        return place in self.landings(option.act(1))

    def owner_of(self, act: Act) -> str | None:
        """Whose the cards of ``act`` are once they lie there."""
        if self.landings(act)[:1] == (TABLE,):
            return None
        return act.other if act.verb in GIVING_VERBS else act.player

    @property
    def keeps_down_cards(self) -> bool:
        """Whether face-down cards lie in the stack places."""
        return self.rules.keeps_down_cards

    @property
    def is_open(self) -> bool:
        """Whether all cards of the game lie face up on the table, so that what was called was never a card's back."""
        return self.rules.all_face_up

    @property
    def has_columns(self) -> bool:
        """Whether cards are laid in columns that run from the middle to the players."""
        return self.rules.has_columns

    def laid(self, key: Key, rank: int, act: Act) -> Laid:
        """A card of ``act``, which brings some."""
        place, *others = self.landings(act)
        also = frozenset({*others, ELSEWHERE}) if self.has_columns and act.verb == "draw" else frozenset(others)
        return Laid(key, rank, place, self.owner_of(act), also)


@dataclass(frozen=True, slots=True)
class Layout:
    """The cards that a state has on the table.

    ``live`` are in play and must lie in their places. ``free`` are in play and may lie anywhere, or be heaped up.
    ``left`` went out of play (discarded, kept for points, taken into a hand, a round that is over) and may still lie
    about, or be gone. What lies in points places is evidence, never a condition: it is not here.
    """

    live: tuple[Laid, ...] = ()
    left: tuple[Laid, ...] = ()
    free: tuple[Laid, ...] = ()

    @property
    def empty(self) -> bool:
        """Whether nothing is in play: what still lies there is to be cleared before the next card comes."""
        return not self.live and not self.free

    @property
    def known(self) -> tuple[Laid, ...]:
        """Every card that may lie there."""
        return self.live + self.free + self.left

    def after(self, act: Act, index: int, state: State, ground: Ground, gone: frozenset[Key] = frozenset()) -> "Layout":
        """The layout once ``act``, the ``index``-th of the game, has led to ``state``.

        ``gone`` are cards that are not there any more: of two of one rank it is such a card that went out of play.
        """
        brought: tuple[Laid, ...] = ()
        if ground.landings(act):
            brought = tuple(ground.laid((index, number), rank, act) for number, rank in enumerate(act.cards))
        # The first card of a new round: what the old rounds left about is cleared, or no longer asked for.
        left = () if brought and self.empty else self.left
        needed: dict[str | None, Counter[int]] = {player.name: Counter(player.stack) for player in state.players}
        needed[None] = Counter(state.table)
        live: list[Laid] = []
        others: list[Laid] = []
        for card in sorted(self.live + self.free + brought, key=lambda card: card.key in gone):
            if needed[card.player][card.rank] > 0:
                needed[card.player][card.rank] -= 1
                live.append(card)
            else:
                others.append(card)
        left_over: list[Laid] = []
        for card in others:  # cards that fell into the middle, or were pushed there
            if needed[None][card.rank] > 0:
                needed[None][card.rank] -= 1
                live.append(replace(card, player=None, place=TABLE, also=card.also | {card.place}))
            else:
                left_over.append(card)
        live.sort(key=lambda card: card.key)
        if act.verb == "place":
            live = _with_the_last_placed(live, act)
        free = [card for card in live if _is_free(card, act, state, ground)]
        live = [card for card in live if card not in free]
        return Layout(tuple(live), left + tuple(left_over), tuple(free))


def _is_free(card: Laid, act: Act, state: State, ground: Ground) -> bool:
    """Whether a card in play need not be seen any more."""
    if ground.rules.heaps_common_cards:
        return card.player is None
    if ground.rules.takes_bids_up and state.turn is not None:  # all are read; the target is taken, or chosen first
        return card.player is not None or act.verb == "choose" or len(state.table) == 1
    return False


def drawn_by(live: list[Laid] | tuple[Laid, ...], player: str | None) -> Laid | None:
    """The card that ``player`` got last."""
    return max((card for card in live if card.player == player), key=lambda card: card.key, default=None)


def _with_the_last_placed(live: list[Laid], act: Act) -> list[Laid]:
    """The card drawn last lies in a column now, or is still on its way there."""
    card = drawn_by(live, act.player)
    if card is None:
        return live
    placed = replace(card, place=TABLE, also=card.also | {card.place, ELSEWHERE})
    return [placed if other is card else other for other in live]


def replayed(game: Game, ground: Ground) -> Layout:
    """The layout of ``game`` as it stands, from its acts."""
    layout = Layout()
    again = Game(game.header)
    for index, act in enumerate(game.acts):
        again.push(act)
        layout = layout.after(act, index, again.state, ground)
    return layout
