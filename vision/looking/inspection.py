"""One look at one rectangle of the table: read it, find what is no card, and tell the fate of the cards that were
not found."""

import math
from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass
from typing import Any

import numpy as np

from dealer.view import Face
from vision.frame import Frame
from vision.looking.arrivals import (
    Explained,
    changed_edges,
    is_same,
    may_hide_a_card,
    nearly_outlines,
    new_outlines,
    new_parts,
)
from vision.looking.card_size import CardSize
from vision.looking.half_hidden import with_hidden_zeros
from vision.looking.holders import anchored, holder_beside, is_borrowed, is_one_of, lies_at, lies_within, outline_anew
from vision.looking.interest import Interest, interest
from vision.looking.look import Look, grown, to_piece
from vision.looking.missing_cards import Fates
from vision.looking.presence import NEW_SHARE, RIM_MM, Presence, is_no_rank, most_moving
from vision.looking.shapes import blank_card, find_shapes
from vision.motion.backdrop import Backdrop, Piece
from vision.motion.gate import Mask, MotionGate
from vision.motion.regions import Points, TableMap
from vision.reading.outlines import PrintedPlaces
from vision.table.geometry import Rectangle
from vision.tracking.doubles import in_outline_of, is_of, is_on_blank, one_each, with_their_indices
from vision.tracking.glimpses import Glimpse, resized
from vision.tracking.track import Fate, Track, in_place
from vision.tracking.tracker import Tracker

READ_PX = 128.0
"""A card is this wide in the pictures that the reader gets."""
CHANGED_SHARE = 0.04
"""A card was touched when this share of it changed: an index is 5% of a card."""
OVERLAID_S = 1.5
"""What has changed on a known card for longer, and is no card that was found on it, belongs to how it looks. A guess:
longer than a card that has come is first looked at."""
BESIDE_MM, BESIDE_MOVING = 8.0, 0.02
"""A shape on which nothing is read waits while more than the second of it, and of what is within the first of it,
moves. It is looked at once more when that has gone."""
LEAST_STRIP_PX, STRIP_SHARE = 25, 0.02
"""Fewer pixels, at half size, of a card's edge tell nothing; a smaller share of a card does not tell that it lies there
yet. Of cards that lay as they were beside a second one of their rank, 0.026 to 0.07 were in sight."""
SETTLED_LOOKS = 3
"""After so many looks that agreed, a card that lies untouched is not read again with what lies around it."""
SLIVER_MM = 8.0
"""A strip so narrow along a card is the card's own, its outline being off: it hides nothing."""
TOUCHING_MM = 12.0
"""What lies nearer to a card than this may lie on it: an outline is off by as much."""


@dataclass(frozen=True, slots=True, eq=False)
class PutOff:
    """Where (in the small picture) a card was read of which more than ``most`` moved: it is not at rest before."""

    where: Mask
    most: float

    def waits(self, moving: Mask) -> bool:
        """Whether it moves still."""
        return bool(np.count_nonzero(moving & self.where) > self.most * np.count_nonzero(self.where))


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """``seen`` the cards; ``foreign`` what is no card and no bare table, within ``examined`` (masks of the small
    picture); ``put_off`` the cards found that are not at rest yet: each must be looked at again."""

    seen: tuple[Track, ...]
    foreign: Mask
    examined: Mask
    put_off: tuple[PutOff, ...]


class Looker:
    """Looks at rectangles; remembers what each card looked like."""

    def __init__(self, reader: Any, *, card_mm: tuple[float, float]) -> None:
        self._reader = reader
        self._size = CardSize(card_mm)
        self._fates = Fates()
        self._explained = Explained()
        self.printed = PrintedPlaces()
        """Where this deck prints its indices."""
        self._overlaid_s: dict[int, float] = {}
        """Since when each of the cards that something lies on has looked otherwise than before."""

    @property
    def card_mm(self) -> tuple[float, float]:
        """The cards' width and height, as they were told or have been measured since."""
        return self._size.card_mm

    @property
    def size_is_known(self) -> bool:
        """Whether enough cards were measured."""
        return self._size.is_known

    def restart(self) -> None:
        """The camera was bumped: nothing is explained any more."""
        self._explained.restart()

    def look(self, look: Look, tracker: Tracker, decide: Callable[[Track], None]) -> Seen:
        """Read the region, and tell ``tracker`` what was seen and what not; ``decide`` calls a card that was seen."""
        gate, region, table = look.gate, look.region, look.table
        rows = look.rows()
        gain = float(np.median(gate.gains[rows]))
        piece = look.backdrop.piece(look.frame.image, look.geometry.to_pixels(region.corners()), gain=gain)
        still = look.still(piece)
        changed = self._explained.changed(piece, look.frame.image.shape) & still
        bare = piece.known & is_same(piece.now, piece.bare)
        left = bare | self._fates.uncovered(look, piece) if (changed & ~bare).any() else bare
        new = changed & ~left  # where a card has gone the table is bare, or what it lay on shows
        edges = changed_edges(piece, new, look.geometry, card_mm=self.card_mm)
        before = self.card_mm
        self._size.note(edges)
        if self.card_mm != before:
            self.printed.forget()  # where in an outline the indices stand is another share of it now
            self._resize(look, before)
        shaped = [new_outlines([edge], card_mm=self.card_mm) or self._size.others([edge]) for edge in edges]
        if any(may_hide_a_card(edge, self.card_mm) for edge, found in zip(edges, shaped, strict=True) if not found):
            slim = changed_edges(piece, new, look.geometry, card_mm=self.card_mm, slivers=False)
            known = [outline for found in shaped for outline in found]
            shaped.append(tuple(o for o in nearly_outlines(slim, card_mm=self.card_mm) if not is_one_of(o, known)))
        outlines = tuple(
            outline
            for found in shaped
            for outline in found
            if not any(track.certain and lies_at(track, outline) for track in look.tracks)  # it has gone from others
        )
        covered = self._on_cards(look, piece) & ~left  # a card that has gone covers nothing
        parts = new_parts(edges, piece, new, look.geometry, covered=covered, card_mm=self.card_mm)
        # What the region cuts off has another shape.
        parts = tuple(part for part in parts if region.holds(part) and not is_one_of(part, outlines))
        faint = self._faint(look, piece, still, (*outlines, *parts))
        edges = changed_edges(piece, faint, look.geometry, card_mm=self.card_mm)
        outlines = (*outlines, *new_outlines(edges, card_mm=self.card_mm))
        worth, settled = self._worth(look, piece, still=still, bare=bare, changed=changed)
        examined, rectangle = self._examined(look, worth)
        came, others = self._readings(look, examined, rectangle, (*outlines, *parts))
        presence = Presence(look, piece, self.card_mm)
        surely = [presence.is_on_new(glimpse, changed) for glimpse in came[len(outlines) :]]
        if not all(surely):  # what changed is no card: its indices are those of the cards that lay there
            parts = tuple(part for part, sure in zip(parts, surely, strict=True) if sure)
            came, others = self._readings(look, examined, rectangle, (*outlines, *parts))
        put_off = tuple(
            PutOff(table.card(glimpse.corners_mm), most_moving(glimpse))
            for glimpse in (*came, *others)
            if not presence.lies_still(glimpse)
        )
        # Something of a card's size and shape came, and no rank is seen on it: face down, or too faint to be read.
        blank = [
            blank_card(glimpse.x_mm, glimpse.y_mm, glimpse.angle_deg, face=Face.DOWN, card_mm=self.card_mm)
            for glimpse in came[: len(outlines)]
            if not len(glimpse.indices_mm) or is_no_rank(glimpse, look.tracks, came=True)
        ]
        came = [g for g in came if presence.lies_still(g) and presence.can_lie(g, changed, came=True)]
        for glimpse in came:
            outline_anew(glimpse, look.tracks)
        others = [g for g in others if presence.lies_still(g) and lies_within(look.region, g, look.tracks)]
        readings = [g for g in others if presence.can_lie(g, changed)]
        readings = [glimpse for glimpse in readings if not any(is_of(glimpse, card) for card in came)]
        faces = [track.glimpse for track in look.tracks if track.face is Face.UP]
        readings = [anchored(glimpse, look.tracks) for glimpse in one_each(readings, faces)]
        readings = [self._on_blank(look, piece, glimpse, new) for glimpse in readings]
        kept = [self._kept(look, piece, glimpse, new) for glimpse in readings]
        readings = [glimpse for glimpse in kept if glimpse is not None]
        readings = [*came, *readings]
        readings = [
            glimpse
            for glimpse in readings
            if any(glimpse is card for card in came)
            or not (
                presence.is_pieced_together(glimpse, readings)
                or presence.is_of_neighbours(glimpse, readings, changed)
                or presence.is_index_of_another(glimpse, changed)
            )
        ]
        expected = [track for track in look.tracks if region.holds(track.glimpse.corners_mm)]

        def judge(track: Track, glimpses: Sequence[Glimpse]) -> Fate:
            if track in settled:
                return Fate.SAME
            if presence.is_vanished(track):
                return Fate.GONE
            return self._fates.fate(track, glimpses, look, piece)

        lying = [track for track in expected if not any(in_place(track, glimpse) for glimpse in readings)]
        same = [track.glimpse for track in lying if judge(track, readings) in (Fate.SAME, Fate.UNDER)]
        outside = [track.glimpse for track in look.tracks if track not in expected]
        unexplained = ~piece.like_bare & piece.known & still
        covered = np.zeros(unexplained.shape, bool)
        for glimpse in [*readings, *same, *outside, *blank]:
            covered |= look.inside(piece, glimpse, grow_mm=4.0)
        unexplained &= ~covered
        shapes = find_shapes(piece, unexplained, look.geometry, covered=covered, card_mm=self.card_mm)
        whole = [shape for shape, seen in zip(shapes.cards, shapes.outlines, strict=True) if region.holds(seen)]
        nameless = [*whole, *(card for card in blank if region.holds(card.corners_mm))]
        bared = [shape for shape in nameless if presence.is_bared(shape)]
        if bared:
            self._take_for_table(look, piece, bared)
        nameless = [
            blob
            for blob in nameless
            if not any(blob is shape for shape in bared) and look.share(look.in_places, blob) > 0.5
        ]
        waiting = [PutOff(table.inside(grown(blob.corners_mm, BESIDE_MM)), BESIDE_MOVING) for blob in nameless]
        put_off += tuple(one for one in waiting if one.waits(gate.moving))
        blobs = [blob for blob, one in zip(nameless, waiting, strict=True) if not one.waits(gate.moving)]
        seen_before = [glimpse for glimpse in readings if any(in_place(track, glimpse) for track in look.tracks)]
        readings, blobs = with_their_indices(readings, blobs, seen_before)
        readings = [glimpse for glimpse in readings if not is_borrowed(glimpse, blobs, look.tracks)]
        touched = gate.changed.copy()
        seen = tracker.update(
            [*readings, *blobs],
            expected=expected,
            judge=judge,
            touched=lambda glimpse: look.share(touched, glimpse) > CHANGED_SHARE,
            came=lambda glimpse, track: self._came(look, piece, glimpse, track, new),
            vacated=lambda track, glimpse: self._vacated(look, piece, track, glimpse, changed),
            stays=lambda track, glimpse: self._stays(look, piece, track, glimpse, changed),
            arrival_of=look.arrival,
            decide=decide,
            time_s=look.frame.time_s,
        )
        overlaid = self._overlaid(look, seen, tracker)
        shown = [track for track in seen if track.id not in overlaid]
        self._fates.remember(look, piece, self._explained.lying(piece), shown, tracker.tracks)
        self._learn(look, piece, still & ~shapes.foreign, tracker)
        self._explain(look, piece, still, bare, (*seen, *settled), tracker, changed=new, overlaid=overlaid)
        examined = ~gate.moving & (region.core | ~gate.changed) & table.inside(region.corners())
        foreign = look.small_mask(piece, shapes.foreign) & examined
        for track in tracker.tracks.values():
            if track.visible:
                foreign &= ~table.inside(grown(track.glimpse.corners_mm, SLIVER_MM))
        return Seen(seen, foreign, examined, put_off)

    def shows(self, frame: Frame, table: TableMap, track: Track, tracks: Sequence[Track]) -> bool:
        """Whether the place of a known card still looks as it did when it was seen; cheap, as nothing is read."""
        return self._fates.shows(track, frame.image, table, tracks)

    def adopt(self, frame: Frame, where: Mask, gate: MotionGate, backdrop: Backdrop) -> None:
        """What lies in ``where`` (of the small picture) belongs to the table from now on."""
        piece, adopted = _piece_of(frame, where, gate, backdrop)
        backdrop.adopt(piece, adopted)
        self._explained.explain(piece, adopted)

    def explain(self, frame: Frame, where: Mask, gate: MotionGate, backdrop: Backdrop) -> None:
        """What lies in ``where`` (of the small picture) is known as it looks now."""
        self._explained.explain(*_piece_of(frame, where, gate, backdrop))

    # -- parts of a look

    def _resize(self, look: Look, before_mm: tuple[float, float]) -> None:
        """The cards that lie there have the size that is known now, as well as those that will come: what a larger one
        shows beyond its outline would look like a part of the next card that is laid on it."""
        for track in look.tracks:
            if not track.visible or look.share(look.gate.changed | look.gate.moving, track.glimpse) > CHANGED_SHARE:
                continue
            glimpse = resized(track.glimpse, before_mm, self.card_mm)
            if glimpse is not track.glimpse:
                track.glimpse = glimpse
                self._fates.renew(look, track)

    def _faint(self, look: Look, piece: Piece, still: Mask, known: Sequence[Points]) -> Mask:
        """Where something of nearly the table's colour has come, beside the cards that lie there and these outlines."""
        faint = self._explained.faintly_changed(piece) & still & ~self._on_cards(look, piece)
        for outline in known:
            faint &= ~piece.inside(look.geometry.to_pixels(grown(outline, RIM_MM)))
        return faint

    def _worth(
        self, look: Look, piece: Piece, *, still: Mask, bare: Mask, changed: Mask
    ) -> tuple[Interest, list[Track]]:
        """Where in the region something may be read that is not known yet, and the cards that need not be read again:
        settled ones that nothing of interest touches, for where they print their indices tells about others."""
        settled = {track.id: track for track in look.tracks if self._is_settled(look, track)}
        cards = {number: look.inside(piece, track.glimpse, grow_mm=1.0) for number, track in settled.items()}
        fresh = interest(still=still, bare=bare, changed=changed, settled=list(cards.values()))
        for track in look.tracks:
            if track.id not in settled:
                fresh = fresh | look.inside(piece, track.glimpse, grow_mm=0.0)
        for number, track in list(settled.items()):
            if np.count_nonzero(look.inside(piece, track.glimpse, grow_mm=TOUCHING_MM) & fresh) > LEAST_STRIP_PX:
                del settled[number], cards[number]
        where = interest(still=still, bare=bare, changed=changed, settled=list(cards.values()))
        return Interest(where, piece, look.geometry), list(settled.values())

    def _examined(self, look: Look, worth: Interest) -> tuple[Any, Rectangle]:
        """The region as the reader sees it, its indices found, and the rectangle of the table that it is."""
        per_mm = READ_PX / self.card_mm[0] * look.zoom
        rectangle = Rectangle(look.region.centre_mm, look.region.size_mm, per_mm)
        image = look.geometry.rectify(
            look.steady,
            centre_mm=rectangle.centre_mm,
            size_mm=rectangle.size_mm,
            pixels_per_mm=per_mm,
            sharply=True,
        )
        examined = self._reader.examine(
            image,
            card_width_px=READ_PX * look.zoom,
            within=worth.box(rectangle) or (0, 0, 0, 0),
            telling_at=lambda places: worth.tells(rectangle.to_table(places)),
        )
        return examined, rectangle

    def _readings(
        self, look: Look, examined: Any, rectangle: Rectangle, outlines: Sequence[Points]
    ) -> tuple[list[Glimpse], list[Glimpse]]:
        """The cards in these outlines, and all others that are found."""
        glimpses: list[Glimpse] = []
        quads = [rectangle.to_picture(outline) for outline in outlines]
        settled = [
            rectangle.to_picture(track.glimpse.corners_mm) for track in look.tracks if self._is_as_it_was(look, track)
        ]
        width, height = (side * rectangle.pixels_per_mm for side in self.card_mm)
        size = (width, height) if self._size.is_known else None
        for reading in examined.cards(outlines=quads, printed=self.printed.place, settled=settled, size=size):
            corners = rectangle.to_table(np.asarray(reading.quad, np.float64))
            indices = np.asarray(reading.indices, np.float64).reshape(-1, 2)
            up = corners[0] + corners[1] - corners[2] - corners[3]
            middle = corners.mean(axis=0)
            glimpse = Glimpse(
                x_mm=float(middle[0]),
                y_mm=float(middle[1]),
                angle_deg=(math.degrees(math.atan2(up[1], up[0])) - 90.0 + 180.0) % 360.0 - 180.0,
                face=reading.face,
                rank=reading.rank,
                probabilities=tuple(float(p) for p in reading.probabilities),
                corners_mm=corners,
                indices_mm=rectangle.to_table(indices) if len(indices) else np.zeros((0, 2)),
                is_outlined=len(glimpses) < len(outlines),
                shown=reading.shown,
            )
            glimpses.append(glimpse)
        glimpses = with_hidden_zeros(glimpses, [track.glimpse for track in look.tracks if track.visible])
        came = glimpses[: len(outlines)]
        for glimpse in came:
            if glimpse.rank is not None and len(glimpse.indices_mm) > 1:
                self.printed.note(glimpse.corners_mm, glimpse.indices_mm)
        return came, glimpses[len(outlines) :]

    def _is_as_it_was(self, look: Look, track: Track) -> bool:
        """Whether nothing changed or moves on a card that was read for certain."""
        if not track.certain or not track.visible:
            return False
        return look.share(look.gate.changed | look.gate.moving, track.glimpse) <= CHANGED_SHARE

    def _is_settled(self, look: Look, track: Track) -> bool:
        """Whether a card lies as it lay, and was read so often for certain that it need not be read again."""
        again = track is look.again or not math.isinf(track.next_look_s)
        return track.looks >= SETTLED_LOOKS and not again and self._is_as_it_was(look, track)

    def _on_cards(self, look: Look, piece: Piece) -> Mask:
        """Where known cards lie."""
        covered = np.zeros(piece.known.shape, bool)
        for track in look.tracks:
            covered |= look.inside(piece, track.glimpse, grow_mm=1.0)
        return covered

    @staticmethod
    def _take_for_table(look: Look, piece: Piece, shapes: Sequence[Glimpse]) -> None:
        where = np.zeros(piece.known.shape, bool)
        for shape in shapes:
            where |= look.inside(piece, shape, grow_mm=RIM_MM)
        look.backdrop.reveal(piece, where & look.still(piece))

    def _on_blank(self, look: Look, piece: Piece, glimpse: Glimpse, new: Mask) -> Glimpse:
        """Indices that were not read, or as what it is, in the outline of the card without any that they lie on, unless
        something came there: the outline that they tell may be off by a fifth, or by a whole card where one was taken
        for the other way up, and would make a second card of it."""
        for track in look.tracks:
            is_its = glimpse.rank is None or glimpse.rank == track.rank
            if is_its and track.visible and is_on_blank(glimpse, track.glimpse):
                if not self._came(look, piece, glimpse, track, new):
                    return in_outline_of(glimpse, track.glimpse, with_indices=False)
        return glimpse

    def _kept(self, look: Look, piece: Piece, glimpse: Glimpse, new: Mask) -> Glimpse | None:
        """A reading, in its true outline where it repeats a card that is known with a worse one and nothing changed
        there; None where such a repetition tells nothing new.

        Of a card that lies half under a hand the indices of one side may be taken for those of the other: what this
        outline holds besides the card has then not changed, but for the hand's shadow.
        """
        tracks = [track for track in look.tracks if track.face is Face.UP]
        own = holder_beside(glimpse, tracks)
        if own is not None:
            return in_outline_of(glimpse, own.glimpse)
        if any(in_place(track, glimpse) and (track.visible or track.rank == glimpse.rank) for track in tracks):
            return glimpse  # the card itself, seen again perhaps after something lay over it
        repeated = [track for track in tracks if is_of(glimpse, track.glimpse)]
        certain = [track for track in repeated if track.certain and glimpse.rank in (None, track.rank)]
        quiet = any(track.visible for track in repeated) and look.share(look.gate.changed, glimpse) <= CHANGED_SHARE
        known = [track for track in certain if quiet or not self._came(look, piece, glimpse, track, new)]
        again = [track for track in known if track.rank == glimpse.rank]
        if again:
            return in_outline_of(glimpse, again[0].glimpse)
        return None if quiet or known else glimpse

    def _came(self, look: Look, piece: Piece, glimpse: Glimpse, beside: Track, new: Mask) -> bool:
        """Whether what a reading covers besides a known card is another than it was, and no bare table: a new card lies
        there."""
        besides = look.inside(piece, glimpse, grow_mm=-3.0) & ~look.inside(piece, beside.glimpse, grow_mm=3.0)
        return bool(np.count_nonzero(besides & new) > NEW_SHARE * max(1, int(np.count_nonzero(besides))))

    def _vacated(self, look: Look, piece: Piece, track: Track, glimpse: Glimpse, changed: Mask) -> bool:
        """Whether the part of a card's place that a glimpse leaves free has changed; where there is none, it may."""
        free = look.inside(piece, track.glimpse, grow_mm=-2.0) & ~look.inside(piece, glimpse, grow_mm=2.0)
        count = np.count_nonzero(free)
        return bool(count < LEAST_STRIP_PX or np.count_nonzero(free & changed) > NEW_SHARE * count)

    def _stays(self, look: Look, piece: Piece, track: Track, glimpse: Glimpse, changed: Mask) -> bool:
        """Whether enough of a card's place is covered by neither a glimpse nor another card, lies still, and looks as
        it did and not like the table: the card lies there yet."""
        own = look.inside(piece, track.glimpse, grow_mm=-2.0)
        free = own & ~look.inside(piece, glimpse, grow_mm=2.0)
        for other in look.tracks:
            if other.id != track.id:
                free &= ~look.inside(piece, other.glimpse, grow_mm=2.0)
        count = np.count_nonzero(free)
        if count < max(LEAST_STRIP_PX, STRIP_SHARE * np.count_nonzero(own)):
            return False
        is_same = look.still(piece) & ~changed & ~piece.like_bare
        return bool(np.count_nonzero(free & is_same) >= (1 - NEW_SHARE) * count)

    def _overlaid(self, look: Look, seen: Sequence[Track], tracker: Tracker) -> Set[int]:
        """The cards, by their ids, that were known before and look otherwise now, though they were ``seen``: what has
        come to lie on them is looked for by what it changed, for a while."""
        tracks, now_s = tuple(tracker.tracks.values()), look.frame.time_s
        known = {track.id for track in look.tracks if track.certain}
        other = set()
        for track in seen:
            since_s = self._overlaid_s.pop(track.id, now_s)
            if track.id in known and not self._fates.shows(track, look.frame.image, look.table, tracks):
                self._overlaid_s[track.id] = since_s
                if now_s - since_s <= OVERLAID_S:
                    other.add(track.id)
        for gone in self._overlaid_s.keys() - tracker.tracks.keys():
            del self._overlaid_s[gone]
        return other

    def _learn(self, look: Look, piece: Piece, where: Mask, tracker: Tracker) -> None:
        # Of what is shown around the core the half of a card may lie outside: it is not learnt before its own look.
        bare = where & (piece.known | to_piece(look.region.core, piece, look.gate))
        for track in tracker.tracks.values():
            bare &= ~look.inside(piece, track.glimpse, grow_mm=6.0)
        # Where the table was known and something unexplained but small lies, nothing is learnt until it is adopted.
        bare &= piece.like_bare | ~piece.known
        calm = not (look.gate.moving & look.in_places).any()
        look.backdrop.learn(piece, bare, time_s=look.frame.time_s, calm=calm)

    def _explain(
        self, look: Look, piece: Piece, still: Mask, bare: Mask, seen: Sequence[Track], tracker: Tracker, *,
        changed: Mask, overlaid: Set[int],
    ) -> None:  # fmt: skip
        """Bare table and cards that were read for certain, or are in the game, are explained as they look now, but for
        what has ``changed`` of the ``overlaid`` ones (ids)."""
        calm = not (look.gate.moving & look.in_places).any()
        where = still & (bare | ~piece.known & calm)
        for track in tracker.tracks.values():  # where a card is said to lie, bare table is not explained yet
            where &= ~look.inside(piece, track.glimpse, grow_mm=2.0)
        for track in sorted(seen, key=lambda track: track.rest_s):
            if (track.certain or track.counts_as is not None) and track.visible:
                own = look.inside(piece, track.glimpse, grow_mm=2.0) & still
                where |= own & ~changed if track.id in overlaid else own
        self._explained.explain(piece, where)


def _piece_of(frame: Frame, where: Mask, gate: MotionGate, backdrop: Backdrop) -> tuple[Piece, Mask]:
    """The piece that holds ``where`` (of the small picture), and that in its pixels."""
    rows, columns = np.nonzero(where)
    corners = np.array([[columns.min(), rows.min()], [columns.max() + 1, rows.max() + 1]]) / np.array(gate.scale)
    gain = float(np.median(gate.gains[rows.min() : rows.max() + 1]))
    piece = backdrop.piece(frame.image, corners, gain=gain)
    return piece, to_piece(where, piece, gate)
