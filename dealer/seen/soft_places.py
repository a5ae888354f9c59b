"""Whose a new card is by where it lies: a likelihood over the places near it, not the edge of a box.

A place costs what speaks against it, in nats: how far the card lies aside of its player and short of, or beyond, the
stack place, which way it faces, whether that player's other cards lie near. What is not due costs more. The cheapest
chain of acts that new cards make, in the order in which they came, says where each of them lies; where another is
nearly as cheap, it is asked.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import cos, exp, hypot, inf, log, pi, radians, sin, sqrt

from dealer.game.driver import Game
from dealer.rules.acts import REFUSING_VERBS, Act
from dealer.rules.expect import Needs
from dealer.seen.association import SLACK_MM, Bindings
from dealer.seen.clues import ASKEW_MM
from dealer.seen.layout import Ground, Layout
from dealer.seen.patience import FORGOTTEN_S, THROWN_S
from dealer.view import TABLE, Area, Face, Place, SeatSeen, Sighting, TableView

ASIDE_MM = 70.0
"""How far aside of the line before a player cards lie (standard deviation): one in a hundred lies beyond the 170 mm to
which the stack place reaches."""
NEAR_MM, FAR_MM = 50.0, 260.0
"""Where the stack place begins and ends, seen from the coaster (the page on the table)."""
BEYOND_MM = 35.0
"""How far before or behind that careless cards lie (standard deviation): half a card."""
MIDDLE_MM = 160.0
"""How far the middle reaches."""
FACING_DEG = 20.0
"""How far cards that are dealt facing their player are turned from that (standard deviation); every second is dealt so,
the others lie anyhow."""
COMPANY_MM = 80.0
COMPANY = 1.2
"""A card that lies so near to another one of a player is so much likelier his: he lays them beside each other."""

SLIP = 2.0
"""What it costs that a card is dealt past the player who is due. With ``MARGIN``, it is the due player's up to 15 mm
beyond the line between two neighbours 300 mm apart. It is asked about up to 45 mm, and the other's from there."""
NOTHING = 7.0
"""What it costs that a new card means nothing where one is due: as much as one that lies 260 mm aside."""
MARGIN = 1.0
"""Two explanations of which one costs so little more are both possible."""
AS_SEEN = 2.0
"""The place that the eye gave a card never costs more: it knows the table better."""
FARTHEST = 8.0
"""A place that costs more than this is none that a card may lie in."""
MOST_CHAINS = 6
"""Chains of acts that are followed; each card rarely has more than two places."""

_SINGLE = (Needs.CARD, Needs.CARDS, Needs.HAND)


@dataclass(frozen=True, slots=True)
class Open:
    """A card of which it is open whose it is: the acts that may have brought it, the cheapest first."""

    sighting: Sighting
    acts: tuple[Act, ...]


@dataclass(frozen=True, slots=True)
class _Chain:
    """Acts that new cards may be, and where each of them lies then."""

    price: float
    game: Game
    """As it was before the last of the acts."""
    places: tuple[Place, ...] = ()
    acts: tuple[Act | None, ...] = ()

    def played(self) -> Game:
        """The game after these acts."""
        if not self.acts or self.acts[-1] is None:
            return self.game
        game = self.game.copy()
        game.push(self.acts[-1])
        return game


@dataclass(slots=True)
class SoftPlaces:
    """Remembers where the cards lie that the eye gave another place. ``open`` is asked about now."""

    open: Open | None = None
    _settled: dict[int, Sighting] = field(default_factory=dict)
    """By id: cards with the place in which they lie."""
    _there_s: dict[int, float] = field(default_factory=dict)
    """When each of them was last seen there, or may have been."""
    _old: set[int] = field(default_factory=set)
    """What lay face down, or was a card of the game: wherever it is put, it is no new card."""
    _cleared_s: float = -inf
    _looked: tuple[object, list[_Chain]] | None = None
    """What was looked at last, and what it may be: most views show the same."""

    def look(self, view: TableView, game: Game, layout: Layout, bindings: Bindings, ground: Ground) -> TableView:
        """The view with such cards in the places in which they lie; without what came after one that is open."""
        self.open = None
        begins = bindings.started_s is None or bindings.starting  # what lies there then came before
        self._old |= bindings.bound.keys() | {s.id for s in view.sightings if begins or s.face is not Face.UP}
        if layout.empty and bindings.cleared:
            self._cleared_s = view.time_s
        kept = self._kept(view)
        view = replace(view, sightings=tuple(kept.get(s.id, s) for s in view.sightings)) if kept else view
        if ground.rules.has_columns:
            return view
        due = [ground.landings(option.act(1))[0] for option in game.expects.options if option.needs in _SINGLE]
        bound = [s for s in view.sightings if s.id in bindings.bound]
        up = (bindings.effective(s) for s in view.sightings if s.face is Face.UP and s.visible)
        there = {(bindings.bound[sighting.id], sighting.place) for sighting in bound if sighting.visible}
        awaited = {(card.rank, card.place) for card in layout.live if (card.key, card.place) not in there}
        last_s = min((sighting.rest_s for sighting in bindings.latest(len(game.acts))), default=-inf)
        new = [
            sighting
            for sighting in up
            if self._is_new(sighting, bindings, bound)
            # What lies where a card in play is to lie is that card, carried there.
            and (sighting.rank, sighting.place) not in awaited
            # What somebody keeps since before the last act is no card that comes now.
            and not (sighting.rest_s < last_s and _is_kept(sighting, game, ground))
        ]
        if not due or not any(self._is_soft(s, due, view.seats) for s in new):
            return view
        thrown = self._thrown(view, layout, bindings)
        new = [s for s in new if s.place.area is Area.STACK or not (s.rank in thrown or _is_elsewhere(s, view.seats))]
        new.sort(key=lambda sighting: (sighting.rest_s, sighting.id))
        mine = _company(layout, bindings, view)
        looked = (game.acts, [(s.id, s.x_mm, s.y_mm, s.angle_deg, s.rank, s.place) for s in new], [*mine.values()])
        if self._looked is None or self._looked[0] != looked:
            self._looked = looked, _chains(new, view.seats, game, ground, mine)
        return self._placed(view, new, self._looked[1])

    def _kept(self, view: TableView) -> dict[int, Sighting]:
        """What lies where it was settled, under whatever id. What is gone for a while is forgotten: another of its rank
        may come to lie there."""
        found, there = {}, set[int]()
        for sighting in view.sightings:
            alike = (n for n, s in self._settled.items() if sighting.rank == s.rank and s.away_mm(sighting) < SLACK_MM)
            number = sighting.id if sighting.id in self._settled else next(alike, None)
            if number is not None and self._settled[number].away_mm(sighting) < SLACK_MM:
                found[sighting.id] = replace(sighting, place=self._settled[number].place)
                there.add(number)
        for number, then in list(self._settled.items()):
            if number in there or view.moving or then.place in view.hidden:
                self._there_s[number] = view.time_s
            elif view.time_s - self._there_s.get(number, view.time_s) >= FORGOTTEN_S:
                del self._settled[number], self._there_s[number]
        return found

    def _is_new(self, sighting: Sighting, bindings: Bindings, bound: Iterable[Sighting]) -> bool:
        """Whether it may be what an act brings now, and no card that is known, found a second time."""
        known = (self._old, bindings.ignored, bindings.aside, self._settled)
        if any(sighting.id in ids for ids in known):
            return False
        near = (other for other in bound if sighting.rank in (None, other.rank))
        return all(sighting.away_mm(other) > ASKEW_MM for other in near)

    def _is_soft(self, sighting: Sighting, due: Sequence[Place], seats: Iterable[SeatSeen]) -> bool:
        """Whether it does not lie where the next card is due, and there alone."""
        if sighting.place != due[0] and sighting.place not in due[1:]:
            return any(_price(place, sighting, seats) <= FARTHEST for place in due)
        here = _price(sighting.place, sighting, seats)
        return any(place != sighting.place and _price(place, sighting, seats) < here + SLIP for place in due)

    def _thrown(self, view: TableView, layout: Layout, bindings: Bindings) -> frozenset[int]:
        """The ranks of cards that are gone since a short while ago: they may have been thrown there."""
        seen = {bindings.bound.get(sighting.id) for sighting in view.sightings}
        gone_s = [(card.rank, bindings.last_s.get(card.key, -inf)) for card in layout.known if card.key not in seen]
        return frozenset(rank for rank, at_s in gone_s if at_s > max(self._cleared_s, view.time_s - THROWN_S))

    def _placed(self, view: TableView, new: Sequence[Sighting], chains: Sequence[_Chain]) -> TableView:
        """The view as the cheapest chain has it, as far as no other is nearly as cheap."""
        best, there = chains[0], {}
        later: frozenset[int] = frozenset()
        for number, sighting in enumerate(new):
            near = [chain for chain in chains if chain.price < best.price + MARGIN]
            acts = tuple(dict.fromkeys(act for chain in near if (act := chain.acts[number]) is not None))
            place = best.places[number]
            if len({chain.places[number] for chain in near}) > 1:
                stays = sighting.place.area is Area.STACK and len(acts) < 2  # it lies wrong, perhaps, and that is said
                if sighting.rank is not None and acts and not stays:
                    self.open = Open(sighting, acts)
                    later = frozenset(other.id for other in new[number:])
                    break
                place = (
                    sighting.place
                    if stays
                    else next(p for c in near for p, a in [(c.places[number], c.acts[number])] if a)
                )
            if place != sighting.place:
                there[sighting.id] = self._settled[sighting.id] = replace(sighting, place=place)
        if not there and not later:
            return view
        return replace(view, sightings=tuple(there.get(s.id, s) for s in view.sightings if s.id not in later))

    def answered(self, act: Act, ground: Ground) -> None:
        """Somebody said that ``act`` brought the card that is open: it lies where that one's cards do."""
        if self.open is not None:
            sighting = self.open.sighting
            self._settled[sighting.id] = replace(sighting, place=ground.landings(act)[0])


def _chains(
    new: Sequence[Sighting], seats: Sequence[SeatSeen], game: Game, ground: Ground, mine: Mapping[Place, list[Sighting]]
) -> list[_Chain]:
    """What new cards may be, in the order in which they came: the cheapest chains first."""
    chains = [_Chain(0.0, game)]
    for sighting in new:
        longer = []
        for chain in chains:
            game = chain.played()
            options = [option for option in game.expects.options if option.needs in _SINGLE]
            expected = []
            for option in options:
                act = option.act(sighting.rank or next(iter(game.possible_ranks), 1))
                place = ground.landings(act)[0]
                late = option.verb == "deal" and option is not options[0]
                price = _price(place, sighting, seats, mine) + (SLIP if late else 0.0)
                expected += [] if late else [place]
                if price <= FARTHEST and not game.refusal(act):
                    longer.append(_Chain(chain.price + price, game, (*chain.places, place), (*chain.acts, act)))
            said_no = unheard(sighting, game, ground)
            if said_no:  # at no price: people say it across the table, and often nobody else hears it
                after = game.copy()
                for act in said_no:
                    after.push(act)
                price = chain.price + _price(sighting.place, sighting, seats, mine)
                longer.append(_Chain(price, after, (*chain.places, sighting.place), (*chain.acts, None)))
            price = NOTHING
            in_play = sighting.place.area is Area.STACK or (sighting.place == TABLE and ground.rules.uses_middle)
            if in_play and sighting.place not in expected:
                price = _price(sighting.place, sighting, seats, mine) + SLIP
            elif _is_kept(sighting, game, ground):
                price = 0.0
            places, acts = (*chain.places, sighting.place), (*chain.acts, None)
            longer.append(_Chain(chain.price + price, game, places, acts))
        longer.sort(key=lambda chain: chain.price)
        chains = longer[:MOST_CHAINS]
    return chains


def unheard(sighting: Sighting, game: Game, ground: Ground) -> tuple[Act, ...]:
    """The acts by which a card is where one is due, once the players before have refused one and nobody has heard."""
    after, acts = game, list[Act]()
    for _player in game.header.players:
        options = after.expects.options
        refusing = next((o for o in options if o.verb in REFUSING_VERBS and o.needs is Needs.NOTHING), None)
        if refusing is None or refusing.choices:
            break
        acts.append(refusing.act())
        after = after.copy()
        after.push(acts[-1])
        rank = sighting.rank or next(iter(after.possible_ranks), 1)
        came = (option.act(rank) for option in after.expects.options if option.needs is Needs.CARD)
        act = next((a for a in came if sighting.place in ground.landings(a) and not after.refusal(a)), None)
        if act is not None:
            return (*acts, act)
    return ()


def _is_kept(sighting: Sighting, game: Game, ground: Ground) -> bool:
    """Whether it lies with the points of a player who keeps such a card, or may fold for it. One that is not read yet
    may be any."""
    if sighting.place.area is not Area.POINTS:
        return False
    folds = (option for option in game.expects.options if option.verb == "fold")
    there = [act.cards for option in folds for act in option.listed()]
    for player in game.state.players:
        if ground.seat_of.get(player.name) == sighting.place.seat:
            there += [(rank,) for rank in player.points]
    return any(sighting.rank in (None, *cards) for cards in there if cards)


def _is_elsewhere(sighting: Sighting, seats: Iterable[SeatSeen]) -> bool:
    """Whether the eye gave it a place beside a coaster although it lies before it: it knows the table better."""
    seat = next((seat for seat in seats if seat.seat == sighting.place.seat), None)
    return sighting.place.area is Area.POINTS and seat is not None and _seen_from(seat, sighting)[1] > NEAR_MM


def _company(layout: Layout, bindings: Bindings, view: TableView) -> dict[Place, list[Sighting]]:
    """The cards in play that lie in each place."""
    found: dict[Place, list[Sighting]] = {}
    live = {card.key: card for card in layout.live}
    for sighting in view.sightings:
        card = live.get(bindings.bound.get(sighting.id, (-1, -1)))
        if card is not None:
            found.setdefault(card.place, []).append(sighting)
    return found


def _price(
    place: Place, sighting: Sighting, seats: Iterable[SeatSeen], mine: Mapping[Place, list[Sighting]] | None = None
) -> float:
    """What speaks against a card's lying in ``place``, in nats."""
    price = _price_by_eye(place, sighting, seats)
    if mine and any(other.away_mm(sighting) < COMPANY_MM for other in mine.get(place, ())):
        price -= COMPANY
    return min(price, AS_SEEN) if place == sighting.place else price


def _price_by_eye(place: Place, sighting: Sighting, seats: Iterable[SeatSeen]) -> float:
    """What a place costs by where the card lies and which way it faces alone."""
    if place == TABLE:
        return _beyond(hypot(sighting.x_mm, sighting.y_mm) - MIDDLE_MM)
    seat = next((seat for seat in seats if seat.seat == place.seat), None)
    if seat is None or place.area is not Area.STACK:
        return 0.0 if place == sighting.place else inf
    right, ahead = _seen_from(seat, sighting)
    return (right / ASIDE_MM) ** 2 / 2 + _beyond(max(NEAR_MM - ahead, ahead - FAR_MM)) + _turned(seat, sighting)


def _beyond(by_mm: float) -> float:
    return (max(0.0, by_mm) / BEYOND_MM) ** 2 / 2


def _turned(seat: SeatSeen, sighting: Sighting) -> float:
    """What speaks against a player by the way the card faces: nothing where it faces him."""
    off = (sighting.angle_deg - seat.facing_deg + 90 + 90) % 180 - 90
    facing = exp(-((off / FACING_DEG) ** 2) / 2) / (FACING_DEG * sqrt(2 * pi)) * 180
    return log(1 + 180 / (FACING_DEG * sqrt(2 * pi))) - log(1 + facing)


def _seen_from(seat: SeatSeen, sighting: Sighting) -> tuple[float, float]:
    """How far a card lies to the player's right, and towards the middle."""
    cosine, sine = cos(radians(seat.facing_deg)), sin(radians(seat.facing_deg))
    east, north = sighting.x_mm - seat.x_mm, sighting.y_mm - seat.y_mm
    return east * sine - north * cosine, east * cosine + north * sine
