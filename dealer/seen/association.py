"""What of a view is new, missing or out of place: sightings bound to the cards that the acts brought."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf

from dealer.rules.cards import RANKS
from dealer.seen.clues import ASKEW_MM, GHOST_MM, SAME_MM, Clues, together
from dealer.seen.face_down import DownCards
from dealer.seen.found_twice import is_double, is_ghost, is_twin, is_unread_copy
from dealer.seen.kept_points import taken_to_points, unexplained_points
from dealer.seen.layout import Key, Laid, Layout
from dealer.seen.patience import FORGOTTEN_S, GATHERED_S, LONG_A_GHOST_S, OUT_OF_SIGHT_S, RECENT_S, START_S
from dealer.view import ELSEWHERE, Area, Face, Place, Sighting, TableView

SLACK_MM = 25.0
"""A card that moved less than this since it was called has not left its place: a bit over a quarter of its length."""
LIKELY = 3
"""What can't be read may be a card that is known to have moved, if its rank is one of so many likeliest ones. A
guess."""

@dataclass(slots=True)
class Bindings:
    """What the referee remembers of sightings, by sighting id and by card."""

    bound: dict[int, Key] = field(default_factory=dict)
    last: dict[Key, Sighting] = field(default_factory=dict)
    last_s: dict[Key, float] = field(default_factory=dict)
    visible_s: dict[Key, float] = field(default_factory=dict)
    """When each card was last seen, and not only known to lie under something."""
    vacant_s: dict[Key, float] = field(default_factory=dict)
    """Since when each card is gone from where it was last seen, though that place is in full view."""
    home: dict[Key, Sighting] = field(default_factory=dict)
    """Each card as it lay when it was called, or last in its own place."""
    settled: dict[Key, Sighting] = field(default_factory=dict)
    """Each card as it lay at the last act."""
    readings: dict[Key, Sighting] = field(default_factory=dict)
    """Each card as it was read when it was called."""
    told: dict[int, int] = field(default_factory=dict)
    ignored: dict[int, Sighting | None] = field(default_factory=dict)
    """By sighting id: what people say is no card of the game as long as it lies there, as it was seen first then."""
    aside: dict[int, Sighting] = field(default_factory=dict)
    supposed: set[Key] = field(default_factory=set)
    """Cards out of play that a game which goes on was only supposed to have left there: nobody looked meanwhile."""
    excused: set[Key] = field(default_factory=set)
    """Cards in play that count where they lie, or although nobody sees them."""
    named_s: dict[Key, float] = field(default_factory=dict)
    """When somebody told of a card that nobody saw."""
    known: set[int] = field(default_factory=set)
    takers: dict[int, Sighting] = field(default_factory=dict)
    """By the index of an act that took a card to points: the card as it lay there."""
    suspects: set[int] = field(default_factory=set)
    cleared: bool = True
    """Since the last round ended the table was seen without its cards."""
    started_s: float | None = None
    """When the first view was considered."""
    ghosts_s: dict[int, float] = field(default_factory=dict)
    """Since when each sighting has been a called card that was found a second time."""
    down_cards: DownCards = field(default_factory=DownCards)
    starting: bool = False
    """A game was resumed: for ``START_S`` what lies there is old news where the state explains it."""

    def bind(self, key: Key, sighting: Sighting, time_s: float) -> None:
        """From now on ``sighting`` is the card ``key``."""
        for other in [other for other, bound in self.bound.items() if bound == key]:
            del self.bound[other]
            then = self.last.get(key)
            if then is not None and then.id == other != sighting.id and not then.visible:
                self.aside[other] = then  # it is not there any more, unless it is seen there again
        self.bound[sighting.id] = key
        self.last[key] = sighting
        self.last_s[key] = time_s
        if key not in self.home or self.home[key].place == sighting.place:
            self.home[key] = sighting
        self.aside.pop(sighting.id, None)
        self.suspects.discard(sighting.id)

    def forget_supposed(self) -> None:
        """What was supposed to be of a round before is none of it."""
        self.bound = {number: key for number, key in self.bound.items() if key not in self.supposed}
        self.supposed.clear()

    def settle(self) -> None:
        """An act has come: where the cards lie now is where they lie."""
        self.settled = dict(self.last)

    def effective(self, sighting: Sighting) -> Sighting:
        """The sighting with the rank that a person told, if one did."""
        rank = self.told.get(sighting.id)
        return sighting if rank is None else replace(sighting, rank=rank, face=Face.UP, corrected=True)

    def forget_after(self, length: int) -> None:
        """Set aside the cards of acts from index ``length`` on: those were undone."""
        for sighting_id, key in list(self.bound.items()):
            if key[0] >= length:
                self.aside[sighting_id] = self.last[key]
                self.told.pop(sighting_id, None)
                del self.bound[sighting_id]
        for known in (self.last, self.last_s, self.visible_s, self.home, self.readings, self.named_s):
            for key in [key for key in known if key[0] >= length]:
                del known[key]
        self.excused = {key for key in self.excused if key[0] < length}
        for index in [index for index in self.takers if index >= length]:
            sighting = self.takers.pop(index)
            self.aside[sighting.id] = sighting

    def forget_acts(self, acts: tuple[int, ...]) -> None:
        """Forget what some acts brought, as they were others: it is sought anew."""
        self.bound = {number: key for number, key in self.bound.items() if key[0] not in acts}
        known = (self.last, self.last_s, self.visible_s, self.vacant_s, self.home, self.settled, self.readings)
        for memory in (*known, self.named_s):
            for key in [key for key in memory if key[0] in acts]:
                del memory[key]
        self.excused = {key for key in self.excused if key[0] not in acts}
        for index in acts:
            self.takers.pop(index, None)

    def twins(self, fresh: Iterable[Sighting]) -> dict[int, Key]:
        """The new sightings that came together with a called card of their rank, to the same place: each with it."""
        called = [(key, self.readings[key]) for key in self.bound.values() if key in self.readings]
        return {
            sighting.id: key
            for sighting in fresh
            for key, reading in called
            if reading.rank == sighting.rank and together(reading, sighting)
        }

    def latest(self, acts: int) -> tuple[Sighting, ...]:
        """What showed the last of so many acts, as it was read then."""
        return tuple(reading for key, reading in self.readings.items() if key[0] == acts - 1)

    def called(self, layout: Layout) -> tuple[Sighting, ...]:
        """What showed each card in play, as it was read then."""
        return tuple(self.readings[card.key] for card in layout.live if card.key in self.readings)

    def look(
        self,
        view: TableView,
        layout: Layout,
        points: Mapping[int, tuple[int, ...]],
        places: frozenset[Place],
        hidden: Mapping[int, int],
    ) -> Clues:
        """Bind what can be bound and return what remains.

        ``points`` gives the cards that each seat keeps for points, ``places`` where cards in play lie or may come to
        lie now, ``hidden`` how many face-down cards lie in the stack place of each seat; empty where none do.
        """
        self._recall(view, layout)
        self._unignore(view)
        sightings = [self.effective(sighting) for sighting in view.sightings if sighting.id not in self.ignored]
        present = {sighting.id: sighting for sighting in sightings}
        self.started_s = view.time_s if self.started_s is None else self.started_s
        self.starting = self.starting and view.time_s - self.started_s < START_S
        self._follow(view, present, layout)
        self._rebind(view, present, layout)
        cards = {self.bound[number]: sighting for number, sighting in present.items() if number in self.bound}
        lying = list(cards.values())
        turned = self.down_cards.known
        loose = self._without_ghosts(sightings, lying, view.time_s)
        called = [self.readings[key] for key in cards if key in self.readings]
        loose = [s for s in loose if s.id in turned or not (is_unread_copy(s, loose) or is_twin(s, [*loose, *called]))]
        doubled = [
            (card, sighting)
            for card in layout.live
            for sighting in sightings
            if card.key in cards and sighting.id not in self.bound and sighting.id not in turned
            if is_double(sighting, cards[card.key])
        ]
        left = [(card, cards[card.key]) for card in layout.left if card.key in cards]
        # What can't be seen in a place in full view was gathered from under a hand, or lies under a new card. So it is,
        # more likely, with what something has covered for long: nobody is told to clear away what nobody sees.
        unsure = {key for key, seen_s in self.visible_s.items() if view.time_s - seen_s < OUT_OF_SIGHT_S}
        old = tuple(
            (card, s)
            for card, s in left
            if s.place in places and (s.visible or (s.place in view.hidden and card.key in unsure))
        )
        self._suspect(loose, layout, cards, view)
        calm = not view.moving and places.isdisjoint(view.hidden) and not self.starting
        if old:
            self.cleared = False
        elif calm and layout.empty:
            self.cleared = True
        missing, moved, covered = self._displaced(view, layout, cards)
        up = [sighting for sighting in loose if sighting.face is Face.UP and sighting.id not in self.aside]
        beside = unexplained_points(up, cards, points)
        taken, missing, moved, beside = taken_to_points(missing, moved, beside, up, self.visible_s)
        moved += [(item.card, item.sighting) for item in taken if item.sighting.id in self.aside]
        taken = [item for item in taken if item.sighting.id not in self.aside]
        reread = [
            (card, cards[card.key]) for card in layout.live if card.key in cards and _differs(card, cards[card.key])
        ]
        fresh = sorted((s for s in up if s.place in places), key=lambda s: (s.rest_s, s.id))
        shifted = self._shifted(layout, cards)
        pushed = [
            (card, cards[card.key])
            for card in layout.live
            # One that hides another wholly lies no farther from it.
            if shifted.get(card.key, inf) <= ASKEW_MM
            if cards[card.key].visible and cards[card.key].place == card.place
        ]
        self.known.update(present)
        shown = [sighting for sighting in sightings if sighting.face is Face.UP]
        return Clues(
            lying=cards,
            shifted=frozenset(shifted),
            backs=self.down_cards.look(view, hidden, shown, busy=bool(fresh)),
            fresh=tuple(s for s in fresh if s.id not in self.suspects),
            suspect=tuple(s for s in fresh if s.id in self.suspects),
            beside=tuple(beside),
            taken=tuple(taken),
            missing=tuple(missing),
            moved=tuple(moved),
            covered=tuple(covered),
            old=old,
            reread=tuple(reread),
            doubled=tuple(doubled),
            pushed=tuple(pushed),
            down=tuple(s for s in loose if s.face is Face.DOWN and s.place in places),
            unclear=tuple(s for s in loose if s.face is Face.UNKNOWN and s.visible and s.place in places),
            aside=tuple(s for s in loose if s.id in self.aside and s.place in places and s.visible),
        )

    def _recall(self, view: TableView, layout: Layout) -> None:
        """What people said is no card may be the better find of one that was found twice: where that one's other find
        is gone, this is the card. What can't be read where a played card was pushed is that card, too."""
        seen = {self.bound[sighting.id] for sighting in view.sightings if sighting.id in self.bound}
        lost = [(card, self.last[card.key]) for card in layout.live if card.key in self.last and card.key not in seen]
        for card, then in lost:
            for sighting in map(self.effective, view.sightings):
                here = sighting.place == then.place and sighting.away_mm(then) <= ASKEW_MM
                again = sighting.rank == card.rank and here and sighting.visible
                fell = sighting.rank is None and self._fell(card, sighting, layout)
                if sighting.id in self.ignored and (again or fell):
                    del self.ignored[sighting.id]

    def _unignore(self, view: TableView) -> None:
        """What lies in another place now is not ignored there."""
        for sighting in view.sightings:
            if sighting.id in self.ignored and sighting.visible:
                then = self.ignored[sighting.id] = self.ignored[sighting.id] or sighting
                if sighting.place != then.place and sighting.away_mm(then) > SLACK_MM:
                    del self.ignored[sighting.id]

    def _without_ghosts(
        self, sightings: Iterable[Sighting], lying: Sequence[Sighting], time_s: float
    ) -> list[Sighting]:
        """What is no called card. One that has long been found a second time, unread, and now reads as another rank, is
        asked about: it has not come, so that a worse look at the same card is as likely."""
        loose, ghosts_s = [], {}
        for sighting in sightings:
            if sighting.id in self.bound:
                continue
            since_s = self.ghosts_s.get(sighting.id, time_s)
            known = sighting.id in self.down_cards.known or sighting.corrected
            if not known and any(is_ghost(sighting, card) for card in lying):
                ghosts_s[sighting.id] = since_s
                continue
            unread = replace(sighting, rank=None)
            if not known and sighting.id in self.ghosts_s and any(is_ghost(unread, card) for card in lying):
                ghosts_s[sighting.id] = since_s
                sighting = unread if time_s - since_s > LONG_A_GHOST_S else sighting
            loose.append(sighting)
        self.ghosts_s = ghosts_s
        return loose

    def _follow(self, view: TableView, present: Mapping[int, Sighting], layout: Layout) -> None:
        """Note where the bound cards are seen, and what was set aside and has moved since."""
        in_play = {card.key: card for card in layout.live + layout.free}
        left = {card.key for card in layout.left}
        for sighting_id, key in list(self.bound.items()):
            if sighting_id in present and key in left and not self._still_there(key, present[sighting_id], view.time_s):
                del self.bound[sighting_id]
        for sighting_id, key in self.bound.items():
            sighting = present.get(sighting_id)
            if sighting is not None:
                self.last[key] = sighting
                self.last_s[key] = view.time_s
                if sighting.visible:
                    self.visible_s[key] = view.time_s
                card = in_play.get(key)
                if card is not None and card.may_lie(sighting.place):
                    self.home[key] = sighting
                    self.excused.discard(key)
        seen = {key for number, key in self.bound.items() if number in present}
        absent = {key: then.place for key, then in self.last.items() if key not in seen}
        gone = [key for key, place in absent.items() if key in self.vacant_s or place not in view.hidden]
        self.vacant_s = {key: self.vacant_s.get(key, view.time_s) for key in gone}
        for sighting_id, then in list(self.aside.items()):
            sighting = present.get(sighting_id)
            if sighting is None or sighting.place != then.place or sighting.away_mm(then) > SLACK_MM:
                del self.aside[sighting_id]

    def _rebind(self, view: TableView, present: Mapping[int, Sighting], layout: Layout) -> None:
        """Bind sightings to cards that lost theirs: a card that came back, was seen late, or lay there at the start."""
        for card in layout.known:
            now = next((s for number, s in present.items() if self.bound.get(number) == card.key), None)
            if now is not None and not _may_have_been_pushed(card, now, view):
                continue
            seen_s = -inf if now is None else self.visible_s.get(card.key, inf)
            candidates = [
                sighting
                for sighting in present.values()
                if sighting.id not in self.bound
                and (now is None or (sighting.place == card.place and sighting.visible and sighting.rest_s > seen_s))
                and card.may_lie(sighting.place)
                and sighting.face is not Face.DOWN
                and self._may_be(card, sighting, layout, view.time_s)
            ]
            if candidates:
                before = self.last.get(card.key)
                named_s = self.named_s.get(card.key, 0.0)  # what was named reads so, or had come just then
                nearest = min(
                    candidates,
                    key=lambda s: (
                        s.place != card.place,
                        (False, s.away_mm(before)) if before is not None else (s.rank is None, _off_s(s, named_s)),
                    ),
                )
                if self.starting and card in layout.left and before is None:
                    self.supposed.add(card.key)
                self.bind(card.key, nearest, view.time_s)

    def _may_be(self, card: Laid, sighting: Sighting, layout: Layout, time_s: float) -> bool:
        """Whether ``sighting``, in the place of ``card``, may be that card."""
        live = card in layout.live
        before = self.last.get(card.key)
        recent = before is not None and time_s - self.last_s[card.key] <= RECENT_S
        moved_mm = sighting.away_mm(before) if before is not None else inf
        if sighting.rank is None:
            # A card that lies just where it lay, or one that somebody named before it was seen, need not be read.
            unseen = card.key in self.excused and before is None
            named = unseen and sighting.id not in self.ghosts_s and not self._came_later(card, sighting)
            left_s = self.vacant_s.get(card.key, inf) if card.also else inf
            there = moved_mm <= GHOST_MM and sighting.rest_s <= left_s + FORGOTTEN_S  # what came later is another
            return live and (named or there or self._fell(card, sighting, layout))
        if sighting.rank != card.rank or (before is None and self._came_later(card, sighting)):
            return False
        if self.starting or (live and (sighting.place == card.place or before is None)):
            return True
        if live and ELSEWHERE in card.also and sighting.place.area in (Area.TABLE, Area.ELSEWHERE):
            carried = sighting.rest_s >= self.visible_s.get(card.key, inf)  # to a column, by a hand above both
            return carried or sighting.id not in self.known or moved_mm <= SLACK_MM
        if live or card in layout.free:  # not where it belongs, or heaped up: another of its rank may come to lie there
            return recent or moved_mm <= SLACK_MM
        if not self._still_there(card.key, sighting, time_s):
            return False
        if layout.empty and self.cleared and sighting.rest_s > self.last_s.get(card.key, -inf):
            return False
        return moved_mm <= SAME_MM or (recent and moved_mm <= SLACK_MM)

    def _still_there(self, key: Key, sighting: Sighting, time_s: float) -> bool:
        """Whether ``sighting``, where a card of an earlier round was last seen, may be that card: it rested there
        already then, or the place was hardly seen without it. Else another of its rank has come to lie just there,
        whatever its id."""
        seen_s = self.last_s.get(key, -inf)
        return sighting.rest_s <= seen_s or key not in self.vacant_s or time_s - seen_s < FORGOTTEN_S

    def was_taken_up(self, key: Key, time_s: float) -> bool:
        """Whether a card that was seen is gone from there for so long that it will not be found again."""
        return key in self.vacant_s and time_s - self.last_s[key] >= FORGOTTEN_S

    def _fell(self, card: Laid, sighting: Sighting, layout: Layout) -> bool:
        """Whether what can't be read is a card that was played and has just been pushed to the middle, or to a column:
        of those that are gone from where they were played, the one that it is likeliest to be."""
        pushed = [
            other
            for other in layout.live
            if (other.player is None or ELSEWHERE in other.also)
            and other.key in self.last
            and self.last[other.key].place.area is Area.STACK
            and 0 <= sighting.rest_s - self.visible_s.get(other.key, inf) <= GATHERED_S
        ]
        arrived = sighting.place.area in (Area.TABLE, Area.ELSEWHERE) and card.may_lie(sighting.place)
        if card not in pushed or not arrived or sighting.face is Face.DOWN:
            return False
        if not sighting.probabilities:
            return all(other.rank == card.rank for other in pushed)
        if _gives(sighting, card) < sorted(sighting.probabilities[: len(RANKS)])[-LIKELY]:
            return False
        return all(_gives(sighting, card) > _gives(sighting, other) for other in pushed if other.rank != card.rank)

    def _came_later(self, card: Laid, sighting: Sighting) -> bool:
        """Whether ``sighting`` surely came after somebody told of ``card``: then it is another one. What came while
        its place was not seen may have lain there before."""
        return sighting.clear_s > self.named_s.get(card.key, inf)

    def never_seen(self, layout: Layout, since: int | None = None) -> tuple[Laid, ...]:
        """The cards in play that people named and nobody has seen; those out of play as well that came by act ``since``
        or later."""
        ended = (card for card in layout.left if since is not None and card.key[0] >= since)
        return tuple(c for c in (*layout.live, *ended) if c.key in self.named_s and c.key not in self.last)

    def unread(self, layout: Layout, lying: Mapping[Key, Sighting]) -> tuple[Laid, ...]:
        """The cards in play that people named and nobody has read, never seen or not for certain, and those that count
        although they lie elsewhere, and are not seen there: any of them may be what reads so now."""
        found = list(self.never_seen(layout))
        for card in layout.live:
            called, seen = self.readings.get(card.key), lying.get(card.key)
            if seen is not None and _is_unread(seen) and (called is None or _is_unread(called)):
                found.append(card)
            elif seen is not None and card.is_unseen_elsewhere(seen):
                found.append(card)
        return tuple(found)

    def _suspect(
        self, loose: Iterable[Sighting], layout: Layout, cards: Mapping[Key, Sighting], view: TableView
    ) -> None:
        """Mark new cards that may be gathered ones: of the rank of a card that vanished since the round ended."""
        if not layout.empty:
            self.suspects.clear()
            return
        if self.cleared:
            return
        lately_s = view.time_s - GATHERED_S
        gone = [card for card in layout.left if card.key in self.last and card.key not in cards]
        vanished = {card.rank for card in gone if self.last_s[card.key] > lately_s}
        for sighting in loose:
            if sighting.id not in self.known and (sighting.rank is None or sighting.rank in vanished) and vanished:
                self.suspects.add(sighting.id)

    def _shifted(self, layout: Layout, cards: Mapping[Key, Sighting]) -> dict[Key, float]:
        """The cards in play that lie elsewhere than at the last act, and how far."""
        there = (card.key for card in layout.live if card.key in cards and card.key in self.settled)
        far = {key: cards[key].away_mm(self.settled[key]) for key in there}
        return {key: away_mm for key, away_mm in far.items() if away_mm > SLACK_MM}

    def _displaced(
        self, view: TableView, layout: Layout, cards: Mapping[Key, Sighting]
    ) -> tuple[list[Laid], list[tuple[Laid, Sighting]], list[Laid]]:
        """The cards in play that are missing, moved, or covered."""
        missing: list[Laid] = []
        moved: list[tuple[Laid, Sighting]] = []
        covered: list[Laid] = []
        for card in layout.live:
            sighting = cards.get(card.key)
            if sighting is None or not sighting.visible:
                if card.place in view.hidden or (sighting is not None and sighting.place in view.hidden):
                    covered.append(card)
                elif sighting is None and card.key not in self.excused:
                    missing.append(card)
            elif not card.may_lie(sighting.place) and card.key not in self.excused:
                if sighting.away_mm(self.home[card.key]) > SLACK_MM:
                    moved.append((card, sighting))
        for card in layout.left:
            sighting = cards.get(card.key)
            seen_s = self.visible_s.get(card.key, view.time_s)
            unseen = sighting is not None and not sighting.visible and sighting.place in view.hidden
            if unseen and view.time_s - seen_s < OUT_OF_SIGHT_S:
                covered.append(card)
        return missing, moved, covered


def _off_s(sighting: Sighting, time_s: float) -> float:
    """How far from ``time_s`` a card came, at least."""
    return max(sighting.clear_s - time_s, time_s - sighting.rest_s, 0.0)


def _gives(sighting: Sighting, card: Laid) -> float:
    """How probable it is that ``sighting`` shows the rank of ``card``."""
    return sighting.probabilities[card.rank - 1]


def _may_have_been_pushed(card: Laid, sighting: Sighting, view: TableView) -> bool:
    """Whether a card that fell into the middle is not seen where it was played, and no hand hides it there: it may have
    been pushed to the middle since."""
    still = not view.moving and sighting.place not in view.hidden
    return card.player is None and still and not sighting.visible and sighting.place != card.place


def _differs(card: Laid, sighting: Sighting) -> bool:
    """Whether a card is read for certain as another rank than it was called, and nobody said which it is."""
    return sighting.rank not in (None, card.rank) and sighting.visible and not sighting.corrected


def _is_unread(sighting: Sighting) -> bool:
    """Whether nobody read it but a person who named it."""
    return sighting.rank is None or sighting.corrected
