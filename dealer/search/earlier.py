"""What an earlier act may have been, where that explains all that lies there and the acts as they stand do not.

One act replaced by another that was possible then, or two that exchange their cards: whatever leaves nothing
unexplained is offered, the cheapest first. Where people told of a card that nobody saw and another comes to lie there,
that may be the one they meant.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, islice

from dealer.errors import IllegalAct
from dealer.game.driver import Game
from dealer.rules.acts import Act
from dealer.search.explanation import Explanation
from dealer.seen.association import Bindings
from dealer.seen.layout import Key, Laid, Layout, replayed
from dealer.seen.patience import READ_S, STEADY_S
from dealer.seen.scene import Scene
from dealer.seen.unexplained import Complaints
from dealer.seen.verdicts import Answer, Ask, Cause, Choice, Reason
from dealer.view import Face, Sighting

LATELY = 24
"""How many acts back a slip is looked for: three rounds of a table of eight."""
A_VIEW = 4
"""Explanations that are tried with each view: each takes about a millisecond."""
OTHER_PLAYER, EXCHANGED, AN_ACT_AGO = 1.0, 1.5, 0.05
"""What an explanation costs: more than another card that another player got it, or that two were exchanged; and the
longer ago the more, as it would have been noticed."""
MARGIN = 0.5
"""What costs so little more is offered as well."""
MOST_OFFERED = 3
"""Most explanations that are offered: they are read while the game waits."""
FEW = 2
"""Where more cards than these were told and never seen, the camera misses cards: then that says nothing of one."""

_UNSEEN = frozenset({"show", "see", "place", "reshuffle"})
"""Verbs of which what lies there now says too little."""


@dataclass(frozen=True, slots=True)
class _Other:
    """Other acts instead of those at ``at``."""

    at: tuple[int, ...]
    acts: tuple[Act, ...]
    price: float


@dataclass(slots=True)
class EarlierActs:
    """Follows a search from view to view, as long as the same things are unexplained."""

    _about: object = None
    _since_s: float = 0.0
    _tried: Iterator[_Other | None] = field(default_factory=lambda: iter(()))
    _found: list[_Other] = field(default_factory=list)
    _stand: set[tuple[Key, Act]] = field(default_factory=set)
    """Cards that nobody saw, and that came all the same, as people say."""

    def __deepcopy__(self, memo: object) -> "EarlierActs":
        """A search that has not begun: one that is under way cannot be copied."""
        return EarlierActs(_stand=set(self._stand))

    def told_otherwise(self, scene: Scene, bindings: Bindings, complaints: Complaints) -> Ask | None:
        """The question whether the one card that is new is one that people told otherwise; also when by that one, which
        nobody saw, the game is over."""
        fresh = scene.clues.fresh
        alone = len(fresh) == 1 and scene.calm and complaints.age_s(fresh[0], scene.view.time_s) >= READ_S
        return self._told(fresh[0], scene, bindings, complaints) if alone else None

    def cleared(
        self, decision: Explanation, scene: Scene, bindings: Bindings, complaints: Complaints
    ) -> Explanation | Ask:
        """``decision``, or the question whether its first card is one that people told otherwise: nobody has seen that
        one, though its place is in full view, and this one lies there."""
        first = decision.steps[0]
        alone = len(first.sightings) == len(first.act.cards) == 1
        return (self._told(first.sightings[0], scene, bindings, complaints) if alone else None) or decision

    def _told(self, sighting: Sighting, scene: Scene, bindings: Bindings, complaints: Complaints) -> Ask | None:
        """The question whether ``sighting`` is a card that people told otherwise."""
        acts = scene.game.acts
        # Of a round that is over only what came since each player's last turn: older cards have been taken up.
        never = bindings.never_seen(scene.layout, len(acts) - len(scene.game.header.players))
        for card in never if len(never) <= FEW else ():
            index, told = card.key[0], acts[card.key[0]]
            certain = (card.key, told) in self._stand or len(told.cards) != 1 or sighting.corrected
            here = card.place == sighting.place or (told.other is not None and index == len(acts) - 1)
            if certain or not here or card.place in scene.view.hidden:
                continue
            meant = (act for act in _instead(scene, index) if act.cards == (sighting.rank,))
            meant = (act for act in meant if sighting.place in scene.ground.landings(act))
            fits = [act for act in meant if scene.game.may_have_been(index, act)]
            others = [_Other((index,), (act,), 0.0) for act in fits]
            asked = _question(others, [sighting], scene, complaints) if fits else None
            if asked is not None:
                return asked
            self._stand.add((card.key, told))
        return None

    def judge(self, scene: Scene, bindings: Bindings, complaints: Complaints) -> Ask | None:
        """The question whether an earlier act was another one; None while nothing says so."""
        clues = scene.clues
        odd = [s for s in (*clues.fresh, *clues.suspect, *clues.beside) if s.rank is not None]  # else it is asked first
        off = (*clues.missing, *(card for card, _ in clues.moved), *(one.card for one in clues.taken))
        about = (scene.game.acts, [(s.id, s.rank, s.place) for s in odd], [card.key for card in off])
        if about != self._about:
            self._about, self._since_s, self._found = about, scene.view.time_s, []
            self._tried = _explaining(scene, bindings) if odd or off else iter(())
        unread = any(s.rank is None for s in clues.fresh)  # which card that is, is asked first
        if unread or not scene.calm or scene.view.time_s - self._since_s < STEADY_S:
            return None
        tried = list(islice(self._tried, A_VIEW))
        self._found += [other for other in tried if other is not None]
        if len(tried) == A_VIEW:
            return None
        if self._found:
            self._found.sort(key=lambda other: other.price)
            found = [other for other in self._found if other.price <= self._found[0].price + MARGIN]
            return _question(found, odd, scene, complaints)
        came = (self._told(sighting, scene, bindings, complaints) for sighting in odd)
        return next((asked for asked in came if asked is not None), None)


def _question(found: list[_Other], odd: Sequence[Sighting], scene: Scene, complaints: Complaints) -> Ask | None:
    """Which of these it was, the likeliest first; ``odd`` are the cards that speak for it."""
    choices = tuple(Choice(Answer.CORRECT, other.acts, at=other.at) for other in found[:MOST_OFFERED])
    act, at = found[0].acts[0], found[0].at
    spots = tuple(scene.spot(sighting) for sighting in odd)
    question = Reason(Cause.EARLIER, act.player, act.cards[0], cards=spots, code=" ".join(map(str, at)))
    return complaints.ask(question, (*choices, Choice(Answer.NONE)))


def _explaining(scene: Scene, bindings: Bindings) -> Iterator[_Other | None]:
    """What leaves nothing unexplained; None for each other thing that was tried."""
    acts, header = scene.game.acts, scene.game.header
    wrong, idle = _unexplained(scene, bindings, scene.layout, scene.game, ())
    if not wrong:
        return
    first = max(0, len(acts) - LATELY)
    layouts = [replayed(Game(header, acts[:first]), scene.ground)]
    game = Game(header, acts[:first])
    for index in range(first, len(acts)):
        game.push(acts[index])
        layouts.append(layouts[-1].after(acts[index], index, game.state, scene.ground))
    found = False
    for other in _others(scene, first):
        if found and len(other.at) > 1:
            return  # one act is enough
        index = other.at[0]
        game, layout = Game(header, acts[:index]), layouts[index - first]
        instead = dict(zip(other.at, other.acts, strict=True))
        try:
            for number in range(index, len(acts)):
                act = instead.get(number, acts[number])
                game.push(act)
                layout = layout.after(act, number, game.state, scene.ground)
        except IllegalAct:
            continue
        still, lying = _unexplained(scene, bindings, layout, game, other.at)
        shown = all(scene.ground.landings(act) for act in other.acts)  # else nothing but what is gone speaks for it
        fits = not still and (shown or lying <= idle)
        found = found or fits
        yield other if fits else None


def _instead(scene: Scene, index: int) -> Iterator[Act]:
    """What else of its kind the act at ``index`` could have been then."""
    acts = scene.game.acts
    for other in Game(scene.game.header, acts[:index]).legal_acts():
        if other.verb == acts[index].verb and len(other.cards) == 1 and other != acts[index]:
            yield other


def _others(scene: Scene, first: int) -> Iterator[_Other]:
    """What the acts from ``first`` on may have been, as far as that could matter."""
    acts, clues = scene.game.acts, scene.clues
    odd = {s.rank for s in (*clues.fresh, *clues.suspect, *clues.beside)}
    odd |= {card.rank for card in clues.missing}
    odd |= {card.rank for card, _ in clues.moved} | {one.card.rank for one in clues.taken}
    single = []
    for index in range(first, len(acts)):
        act, seen = acts[index], clues.lying.get((index, 0))
        called = seen is not None and seen.visible and (seen.rank,) == act.cards and not seen.corrected
        if len(act.cards) == 1 and act.verb not in _UNSEEN and not called:  # else it lies there for all to see
            single.append(index)
    for index in reversed(single):
        act, age = acts[index], (len(acts) - index) * AN_ACT_AGO
        for other in _instead(scene, index):
            if odd & {*act.cards, *other.cards}:
                same = (other.player, other.other) == (act.player, act.other) or other.cards != act.cards
                yield _Other((index,), (other,), age + (0.0 if same else OTHER_PLAYER))
    for one, two in combinations(single, 2):
        early, late = acts[one], acts[two]
        if early.verb == late.verb and early.cards != late.cards and early.player != late.player:
            first_then = replace(early, cards=late.cards, other=late.other)
            then = replace(late, cards=early.cards, other=early.other)
            yield _Other((one, two), (first_then, then), EXCHANGED + (len(acts) - one) * AN_ACT_AGO)


def _unexplained(
    scene: Scene, bindings: Bindings, layout: Layout, game: Game, changed: tuple[int, ...]
) -> tuple[int, int]:
    """How much of what lies there, or lacks there, is unexplained, and how many cards lie there that are out of play;
    the cards of ``changed`` acts are sought anew."""
    clues, used, sought, idle = scene.clues, set[int](), list[Laid](), 0
    for card in (*layout.live, *layout.free, *layout.left):
        if card.key[0] in changed:  # what is said to have come must lie there
            sought.append(card)
            continue
        lying = clues.lying.get(card.key)
        if card in layout.live:
            if lying is None:
                sought += [] if card.place in scene.view.hidden or card.key in bindings.excused else [card]
                continue
            there = card.may_lie(lying.place) or card.key in bindings.excused
            if lying.visible and not there:
                sought.append(card)
                continue
        if lying is not None:
            used.add(lying.id)
            idle += card in layout.left and lying.place in scene.places
    new = {sighting.id for sighting in (*clues.fresh, *clues.suspect)} | bindings.bound.keys()
    lie = [bindings.effective(s) for s in scene.view.sightings if s.id in new and s.id not in used]
    loose = [s for s in lie if s.face is Face.UP and s.visible and s.place in scene.places]
    wrong = sum(bool(scene.ground.landings(game.acts[number])) for number in changed)
    wrong -= sum(card.key[0] in changed for card in sought)  # of a round that is over nothing can be seen
    for card in sought:
        fits = [s for s in loose if card.may_lie(s.place) and s.rank in (None, card.rank)]
        if fits:
            loose.remove(max(fits, key=lambda s: s.rank == card.rank))
        else:
            wrong += 1
    game = game.copy() if loose else game
    for sighting in sorted(loose, key=lambda s: (s.rest_s, s.id)):
        options = (o for o in game.expects.options if scene.ground.lands_at(o, sighting.place))
        if sighting.rank is None:
            continue
        acts = (option.act(sighting.rank) for option in options)
        act = next((act for act in acts if not game.refusal(act)), None)
        if act is not None:
            game.push(act)
        wrong += act is None
    kept = {player.name: player.points for player in game.state.players}
    for sighting in clues.beside:
        wrong += sighting.rank not in kept.get(scene.player_at(sighting) or "", ())
    return wrong, idle
