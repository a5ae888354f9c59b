"""Which expected acts explain what a view shows: the search of the referee."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import inf

from dealer.errors import IllegalAct
from dealer.game.driver import Game
from dealer.rules.acts import EIGHT, MONSTER, Act
from dealer.rules.expect import Needs, Option
from dealer.search.columns import Columns
from dealer.seen.clues import Clues, Taken, together
from dealer.seen.layout import Ground, Laid, Layout, drawn_by
from dealer.seen.patience import DOWN_S, GONE_S
from dealer.view import ELSEWHERE, TABLE, Area, Sighting

MOST_ACTS = 8
"""How many acts are looked ahead: a whole deal to a table of eight."""

MOST_CHAINS = 400
"""Chains of acts that are tried for one view. Cards that all came at once may have come in any order: what more chains
would explain is asked, for the game must not stand still meanwhile."""

MOST_TOLD_APART = 2
"""How many acts in a row are told apart from others that would bring the same card."""

BESIDE_MM = 100.0
"""The next card of a hand that is laid out wide lies nearer than this: beside it, or in the next row."""

_PILE = (Needs.CARD, Needs.CARDS, Needs.HAND)

_IN_ANY_ORDER = frozenset({"deal", "reveal", "bid"})
"""Several players get or lay a card, and it does not matter who is first: the first who did counts first."""


@dataclass(frozen=True, slots=True)
class Step:
    """An act, and the sightings that show it."""

    act: Act
    sightings: tuple[Sighting, ...] = ()
    patience_s: float = 0.0
    """How long the evidence must last, where this act is the last one."""
    gone: Laid | None = None
    """The card that is gone, where that shows the act."""
    unsure: bool = False
    """Something that is not over yet would begin like this."""
    confirmed: bool = True
    """Whether it counts without anybody saying so."""

    @property
    def sighting(self) -> Sighting | None:
        """What shows the act, if anything that lies there does."""
        return self.sightings[0] if self.sightings else None


@dataclass(frozen=True, slots=True)
class Explanation:
    """Acts that may have happened, in order, and what they lead to.

    ``game`` and ``layout`` are those after the acts. ``left`` and ``untaken`` are the clues left unexplained.
    ``regular``: no act is an irregularity. ``doubtful``: one of the cards came to rest in one place
    together with another, or with that of the act before. ``ambiguous``: another act may have brought a card as well.
    """

    steps: tuple[Step, ...]
    game: Game
    layout: Layout
    left: tuple[Sighting, ...]
    untaken: tuple[Taken, ...]
    regular: bool = True
    doubtful: bool = False
    ambiguous: bool = False
    told_apart: int = 0
    cut: bool = False
    """Whether the acts were not followed to their end: too many in a row would have to be told apart."""
    too_soon: bool = False
    """Whether a card surely lay there before its act could be."""

    @property
    def acts(self) -> tuple[Act, ...]:
        """The acts, in order."""
        return tuple(step.act for step in self.steps)

    def settles(self, clues: Clues) -> bool:
        """Whether all that is missing or moved is no longer in play after the acts."""
        live = {card.key for card in self.layout.live}
        displaced = [card.key for card in clues.missing]
        displaced += [card.key for card, _ in clues.moved]
        displaced += [taken.card.key for taken in self.untaken]
        return live.isdisjoint(displaced)

    def explains(self, clues: Clues) -> bool:
        """Whether nothing that lies face up or is gone remains unexplained."""
        return not self.left and not self.untaken and self.settles(clues)

    def complete(self, clues: Clues, ground: Ground) -> bool:
        """Whether nothing of ``clues`` remains unexplained."""
        return not self.cut and self.explains(clues) and self.agrees(clues, ground)

    def agrees(self, clues: Clues, ground: Ground) -> bool:
        """Whether there would be as many face-down cards as are counted; those of who is out may still lie there."""
        counts = clues.backs.counts
        return not counts or all(
            player.status != "in" or counts.get(ground.seat_of.get(player.name, 0), player.hidden) == player.hidden
            for player in self.game.state.players
        )


def explanations(
    game: Game, layout: Layout, clues: Clues, ground: Ground, columns: Columns | None = None
) -> tuple[Explanation, ...]:
    """Every chain of expected acts that clues speak for, shorter ones first; the first is that nothing happened."""
    start = Explanation((), game, layout, clues.fresh, clues.taken)
    found = [start]
    for explanation in found:  # grows while it is walked
        if len(found) > MOST_CHAINS:
            return (start,)
        over = explanation.cut or not all(step.confirmed for step in explanation.steps)
        if len(explanation.steps) < MOST_ACTS and not over:
            found.extend(_longer(explanation, clues, ground, columns))
    return tuple(found)


def _longer(explanation: Explanation, clues: Clues, ground: Ground, columns: Columns | None) -> list[Explanation]:
    """The chains that are one act longer."""
    found = []
    came = [sighting for step in explanation.steps for sighting in step.sightings]
    gone = frozenset(card.key for card in clues.missing)
    steps = [step for step in _candidates(explanation, clues, ground, columns) if step.act in explanation.game.expects]
    for step in steps:
        several = step.unsure or any(_same_evidence(step, other) for other in steps if other is not step)
        told_apart = explanation.told_apart + several
        if told_apart > MOST_TOLD_APART:
            return [replace(explanation, cut=True)]
        game = explanation.game.copy()
        try:
            events = game.push(step.act)
        except IllegalAct:
            continue
        used = {sighting.id for sighting in step.sightings}
        ordered = not step.confirmed or step.act.player == "table" or step.act.verb in ("see", "place")
        found.append(
            Explanation(
                (*explanation.steps, step),
                game,
                explanation.layout.after(step.act, len(game.acts) - 1, game.state, ground, gone),
                tuple(other for other in explanation.left if other.id not in used),
                tuple(other for other in explanation.untaken if other.sighting.id not in used),
                explanation.regular and not any(event.kind == "irregularity" for event in events),
                explanation.doubtful
                or (
                    not ordered
                    and any(
                        together(sighting, other) for sighting in step.sightings for other in (*clues.latest, *came)
                    )
                ),
                explanation.ambiguous or several,
                told_apart,
                too_soon=explanation.too_soon or _came_too_soon(step, explanation, clues),
            )
        )
    return found


def _came_too_soon(step: Step, explanation: Explanation, clues: Clues) -> bool:
    """Whether the card of ``step`` surely came before those of acts before it, and its own act could not be then."""
    came_s = min((sighting.rest_s for sighting in step.sightings), default=inf)
    game = explanation.game
    for cards in (*(one.sightings for one in reversed(explanation.steps)), clues.latest):
        if came_s >= min((sighting.clear_s for sighting in cards), default=-inf):
            return False
        game = game.copy()
        game.pop()
        if game.refusal(step.act):
            return True
    return False


def _same_evidence(one: Step, other: Step) -> bool:
    """Whether two acts would be shown by the same thing, so that only one of them can have happened."""
    if one.act.verb == other.act.verb == "capture":
        return one.act != other.act
    if one.act.verb == other.act.verb and one.act.other == other.act.other and one.act.verb != "place":
        return False
    return not {sighting.id for sighting in one.sightings}.isdisjoint(sighting.id for sighting in other.sightings)


def _candidates(explanation: Explanation, clues: Clues, ground: Ground, columns: Columns | None) -> list[Step]:
    """The next acts that a clue speaks for."""
    found: list[Step] = []
    old = {card.key for card, _ in clues.old}
    lying = bool(clues.leftovers) or any(card.key in old for card in explanation.layout.left)
    uncleared = explanation.layout.empty and lying
    uncleared = uncleared or _sweeping(explanation, clues)
    options = explanation.game.expects.options
    if len(options) > 1 and options[0].verb in _IN_ANY_ORDER and options[0].verb != "deal":
        options = tuple(sorted(options, key=lambda option: _came_s(option, explanation, ground)))
    dealt = False
    for option in options:
        if option.needs in _PILE:
            # Cards that came between two views came in good order, unless that seat got none.
            if uncleared or (dealt and option.verb in _IN_ANY_ORDER):
                continue
            came = _bringing(option, explanation, clues, ground) + _paired(option, explanation, ground)
            dealt = dealt or bool(came)
            found += came
        elif option.needs is Needs.HANDS:
            if not uncleared:
                found += _hands(option, explanation, ground)
        elif option.verb == "fold":
            found += _taking(option, explanation, ground)
        elif option.verb == "place" and columns is not None:
            found += _placing(option, explanation, clues, columns)
        elif option.verb == "draw":
            found += _drawing(option, clues, ground)
        elif option.needs is Needs.CHOICE:
            found += _leaving(option, explanation, clues)
    return found


def _sweeping(explanation: Explanation, clues: Clues) -> bool:
    """Whether these acts ended a round of which cards still lie in their places."""
    if not explanation.layout.empty or not explanation.steps:
        return False
    gone = {card.key for card in clues.missing} | {taken.card.key for taken in clues.taken}
    return any(card.key not in gone for card in explanation.layout.left)


def _bringing(option: Option, explanation: Explanation, clues: Clues, ground: Ground) -> list[Step]:
    """The acts of ``option`` that bring a card which came to its place."""
    found = []
    for sighting in _arrivals(option, explanation, ground):
        if sighting.rank is None or not _may_come_from(option, sighting, explanation, clues, ground):
            continue
        unsure = False
        if option.verb == "attack":  # a face-down card that is turned there begins to show what one holds
            hidden = dict(zip(explanation.game.header.players, explanation.game.hidden, strict=True))
            seat = ground.seat_of.get(option.other or "", 0)
            unsure = hidden[option.other or ""] > 0 and seat not in clues.backs.counts
        found.append(Step(option.act(sighting.rank), (sighting,), unsure=unsure))
    return found


def _may_come_from(option: Option, sighting: Sighting, explanation: Explanation, clues: Clues, ground: Ground) -> bool:
    """Whether the card can have come from where ``option`` takes it, if it was seen to lie face down before."""
    seat = clues.backs.whence.get(sighting.id)
    if seat is None or not ground.keeps_down_cards:
        return True
    source = option.other if option.verb == "steal" else option.player
    return option.needs is Needs.HAND and ground.seat_of.get(source or "") == seat


def _arrivals(option: Option, explanation: Explanation, ground: Ground) -> list[Sighting]:
    """What may be the card of ``option``: the first that came to its place, and what came together with it."""
    here = [sighting for sighting in explanation.left if ground.lands_at(option, sighting.place)]
    if option.needs is Needs.CARDS:
        # In the middle the order is nothing; but a card that matches another goes away, and is seen to by that one.
        table = explanation.game.state.table
        first = [sighting for sighting in here if together(sighting, here[0]) and sighting.rank in table]
        return (first or here)[:1]
    return [sighting for sighting in here if sighting is here[0] or together(sighting, here[0])]


def _came_s(option: Option, explanation: Explanation, ground: Ground) -> float:
    """When the card of ``option`` came to rest."""
    here = [s.rest_s for s in explanation.left if s.rank is not None and ground.lands_at(option, s.place)]
    return min(here, default=float("inf"))


def _hands(option: Option, explanation: Explanation, ground: Ground) -> list[Step]:
    """The act that shows several cards, when as many as are due lie there and all are read."""
    if option.player == MONSTER and explanation.steps:
        return []
    here = [sighting for sighting in explanation.left if ground.lands_at(option, sighting.place)]
    if option.verb == "show":  # all came together, in no order
        here += _over_the_border(option, here, explanation, ground)
        here.sort(key=lambda sighting: sighting.rank or 0)
    ranks = [sighting.rank for sighting in here if sighting.rank is not None]
    if len(ranks) != len(here) or not option.least <= len(here) <= option.most:
        return []
    act = option.act(*ranks)
    if option.refusal(act):
        return []
    return [Step(act, tuple(here), confirmed=option.verb == "see")]


def _over_the_border(option: Option, here: list[Sighting], explanation: Explanation, ground: Ground) -> list[Sighting]:
    """The cards that ``here`` lacks to be the whole hand of ``option``: beside it, before somebody whose hand is not
    due any more."""
    options = explanation.game.expects.options
    stray = [
        other
        for other in explanation.left
        if other.place.area is Area.STACK
        and not any(ground.lands_at(due, other.place) for due in options)
        and any(other.away_mm(card) < BESIDE_MM for card in here)
    ]
    return stray if len(here) + len(stray) == option.least == option.most else []


def _taking(option: Option, explanation: Explanation, ground: Ground) -> list[Step]:
    """The acts of ``option`` that take a card which lies with the points of the acting player."""
    return [
        Step(act, (taken.sighting,))
        for act in option.listed()
        for taken in explanation.untaken
        if act.player is not None
        and act.cards == (taken.card.rank,)
        and act.other == taken.card.player
        and taken.sighting.place.seat == ground.seat_of.get(act.player)
    ]


def _paired(option: Option, explanation: Explanation, ground: Ground) -> list[Step]:
    """The acts of ``option`` whose card made a pair while nobody looked: that leaves what a fold for the player's own
    card leaves."""
    found = []
    for taken in explanation.untaken:
        seat = ground.seat_of.get(option.player or "")
        own = taken.card.player == option.player and taken.sighting.place.seat == seat
        act = option.act(taken.card.rank)
        if own and not taken.seen and not explanation.game.refusal(act):
            game = explanation.game.copy()
            game.push(act)
            if _points_of(game, option.player) - _points_of(explanation.game, option.player):
                found.append(Step(act, (taken.sighting,)))
    return found


def _points_of(game: Game, player: str | None) -> Counter[int]:
    return Counter(rank for one in game.state.players if one.name == player for rank in one.points)


def _leaving(option: Option, explanation: Explanation, clues: Clues) -> list[Step]:
    """The acts of ``option`` that send away a card which is gone: an 8 that is traded, a card that is captured."""
    found: list[Step] = []
    live = {card.key: card for card in explanation.layout.live}
    away = [card.key for card, sighting in clues.moved if sighting.place == ELSEWHERE]
    last = len(explanation.game.acts) - 1
    for key in (*(card.key for card in clues.missing), *away):
        card = live.get(key)
        for act in option.choices:
            if card is None or act.cards != (card.rank,):
                continue
            own = act.verb == "discard" and act.cards == (EIGHT,) and card.player == act.player
            common = act.verb in ("capture", "choose") and card.place == TABLE
            # What the last act brought and is gone now was taken back, more likely.
            if (own and (key[0] < last or key in away)) or common:
                step = Step(act, (), GONE_S, card)
                found += [] if any(other.act == act for other in found) else [step]
    return found


def _drawing(option: Option, clues: Clues, ground: Ground) -> list[Step]:
    """A card drawn face down: one more lies in the stack place."""
    came = clues.backs.came.get(ground.seat_of.get(option.player or "", 0), ())
    return [Step(option.act(), came[:1], DOWN_S)] if came else []


def _placing(option: Option, explanation: Explanation, clues: Clues, columns: Columns) -> list[Step]:
    """The card drawn lies in a column now."""
    card = drawn_by(explanation.layout.live, option.player)
    if card is None:
        return []
    last = explanation.steps[-1] if explanation.steps else None
    sighting = last.sighting if last is not None else clues.lying.get(card.key)
    if sighting is None or (sighting.place != TABLE and card.key not in clues.shifted):
        return []
    held = columns.holding(option.player or "", sighting)
    return [Step(act, (sighting,)) for act in option.choices if act.cards[0] in held]


def distinct(found: Iterable[Explanation]) -> tuple[Explanation, ...]:
    """One explanation for each chain of acts."""
    return tuple({explanation.acts: explanation for explanation in found}.values())
