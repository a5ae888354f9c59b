"""One look at one rectangle of the table: read it, find what is no card, and tell the fate of the cards that were
not found."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from dealer.view import Face
from vision.arrivals import Explained, changed_edges, is_same, new_outlines, new_parts
from vision.backdrop import LIKE_LEVELS, Backdrop, Piece, differs_faintly
from vision.card_size import CardSize
from vision.card_track import Fate, Track, in_place
from vision.coasters import MIDDLE
from vision.doubles import in_outline_of, is_of, is_pieced_of, one_each, repeats
from vision.fates import FREE_SHARE, MOVING_SHARE, Fates
from vision.frame import Frame
from vision.geometry import Rectangle
from vision.glimpses import NONE_OF_THESE, Glimpse, apart
from vision.interest import INDEX_MM, Interest, interest
from vision.look import Look, grown, to_piece
from vision.motion import Mask, MotionGate
from vision.outlines import where_printed
from vision.regions import Points, TableMap
from vision.shapes import blank_card, find_shapes
from vision.tracks import Tracker

READ_PX = 128.0
"""A card is this wide in the pictures that the reader gets."""
MOVING_SHARE_UNREAD = 0.05
"""The same for one that was not read for certain: it may be the hand itself."""
CHANGED_SHARE = 0.04
"""A card was touched when this share of it changed: an index is 5% of a card."""
NEW_SHARE = 0.3
"""A card that has just come changed more than this of what it covers."""
SAME_OUTLINE_MM = 6.0
"""Outlines measured twice are nearer to each other than this; cards are laid on each other further apart."""
SAME_INDEX_MM = 8.0
"""An index that was found twice was found this near: numerals of two cards that both show lie farther apart."""
LEAST_STRIP_PX = 25
"""Fewer pixels, at half size, of a card's edge tell nothing."""
STROKES_SHARE = 0.08
"""An index printed on what looks like the card below has changed at least this of its square: its strokes."""
COASTER_CLEAR_MM = 20.0
"""A card whose centre is nearer than this to a coaster's would hide its tag: what is read there is the coaster."""
SIZE_TOLERANCE = 0.25
"""An outline from one index is off by up to a fifth; what is farther off is no card."""
THERE_SHARE, THERE_SHARE_UNREAD = 0.3, 0.6
"""How much of a card must differ from the bare table: a card of nearly the table's colour still has its picture."""
BARE_SHARE = 0.6
"""A card does not lie where more than this of what other cards leave free of it is bare table: an outline that is off
by 10 mm still leaves three fourths of a half-covered card on the card."""
LIKELY_RANK = 0.5
"""What shows a rank so likely, where the table was bare, is a card though its ground looks like the table."""
BARE_ALL = 0.9
"""No card lies where so much looks like bare table, unless something is printed there."""
ASKEW_MM = 32.0
"""A card of the same rank so near is the same card, read with another outline or before the camera was bumped."""
NO_CARD, NO_CARD_HERE = 0.6, 0.9
"""A reading that is "none of these" with this probability is left to the shapes: it may be a card's back, a glass,
a hand. Where a card's outline has come, something on it that is much like an index is asked about."""
SETTLED_LOOKS = 3
"""After so many looks that agreed, a card that lies untouched is not read again with what lies around it."""
SLIVER_MM = 8.0
"""A strip so narrow along a card is the card's own, its outline being off: it hides nothing."""
RIM_MM, AROUND_MM, LEAST_AROUND_PX = 4.0, 14.0, 60
"""A card's rim is blurred so far into what lies around it; of the table around it this is compared, in so many pixels
at least."""
TOUCHING_MM = 12.0
"""What lies nearer to a card than this may lie on it: an outline is off by as much."""
PRINTED_ON, PRINTED_OF = 3, 15
"""So many cards must have been read by two indices before it is known where the deck prints them, and so many count."""


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
        self._printed: list[Points] = []

    @property
    def card_mm(self) -> tuple[float, float]:
        """The cards' width and height, as they were told or have been measured since."""
        return self._size.card_mm

    def restart(self) -> None:
        """The camera was bumped: nothing is explained any more."""
        self._explained.restart()

    def look(self, look: Look, tracker: Tracker) -> Seen:
        """Read the region, and tell ``tracker`` what was seen and what not."""
        gate, region, table = look.gate, look.region, look.table
        rows = look.rows()
        gain = float(np.median(gate.gains[rows]))
        piece = look.backdrop.piece(look.frame.image, look.geometry.to_pixels(region.corners()), gain=gain)
        still = look.still(piece)
        changed = self._explained.changed(piece, look.frame.image.shape) & still
        bare = piece.known & is_same(piece.now, piece.bare)
        new = changed & ~bare  # where a card has gone the table is bare
        edges = changed_edges(piece, new, look.geometry, card_mm=self.card_mm)
        before = self.card_mm
        self._size.note(edges)
        if self.card_mm != before:
            self._printed.clear()  # where in an outline the indices stand is another share of it now
        outlines = tuple(
            outline
            for outline in new_outlines(edges, card_mm=self.card_mm)
            if not any(track.certain and _lies_at(track, outline) for track in look.tracks)  # it has gone from others
        )
        covered = self._on_cards(look, piece) & ~bare  # a card that has gone covers nothing
        parts = new_parts(edges, piece, new, look.geometry, covered=covered, card_mm=self.card_mm)
        faint = self._faint(look, piece, still, (*outlines, *parts))
        edges = changed_edges(piece, faint, look.geometry, card_mm=self.card_mm)
        outlines = (*outlines, *new_outlines(edges, card_mm=self.card_mm))
        worth, settled = self._worth(look, piece, still=still, bare=bare, changed=changed)
        examined, rectangle = self._examined(look, worth)
        came, others = self._readings(look, examined, rectangle, (*outlines, *parts))
        surely = [self._is_on_new(look, piece, glimpse, changed) for glimpse in came[len(outlines) :]]
        if not all(surely):  # what changed is no card: its indices are those of the cards that lay there
            parts = tuple(part for part, sure in zip(parts, surely, strict=True) if sure)
            came, others = self._readings(look, examined, rectangle, (*outlines, *parts))
        put_off = tuple(
            PutOff(table.card(glimpse.corners_mm), _most_moving(glimpse))
            for glimpse in (*came, *others)
            if not self._lies_still(look, glimpse)
        )
        # Something of a card's size and shape came, and no rank is seen on it: face down, or too faint to be read.
        blank = [
            blank_card(glimpse.x_mm, glimpse.y_mm, glimpse.angle_deg, face=Face.DOWN, card_mm=self.card_mm)
            for glimpse in came[: len(outlines)]
            if not len(glimpse.indices_mm) or _is_no_rank(glimpse, look.tracks, came=True)
        ]
        came = [g for g in came if self._lies_still(look, g) and self._is_there(look, piece, g, came=True)]
        for glimpse in came:
            _outlined_anew(glimpse, look.tracks)
        readings = [g for g in others if self._lies_still(look, g) and self._is_there(look, piece, g)]
        readings = [glimpse for glimpse in readings if not any(is_of(glimpse, card) for card in came)]
        readings = [_anchored(glimpse, look.tracks) for glimpse in one_each(readings)]
        kept = [self._kept(look, piece, glimpse, new) for glimpse in readings]
        readings = [glimpse for glimpse in kept if glimpse is not None]
        readings = [*came, *readings]
        readings = [
            glimpse
            for glimpse in readings
            if any(glimpse is card for card in came)
            or not (
                self._is_pieced_together(look, piece, glimpse, readings)
                or self._is_of_neighbours(look, piece, glimpse, changed)
            )
        ]
        expected = [track for track in look.tracks if region.holds(track.glimpse.corners_mm)]

        def judge(track: Track, glimpses: Sequence[Glimpse]) -> Fate:
            if track in settled:
                return Fate.SAME
            if self._is_vanished(look, piece, track):
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
        nameless = (*whole, *(card for card in blank if region.holds(card.corners_mm)))
        bared = [shape for shape in nameless if self._is_bared(look, piece, shape)]
        if bared:
            self._take_for_table(look, piece, bared)
        blobs = [
            blob
            for blob in nameless
            if not any(blob is shape for shape in bared)
            and look.share(look.in_places, blob) > 0.5
            and look.share(gate.moving, blob, grow_mm=8.0) < 0.02
        ]
        touched = gate.changed.copy()
        seen = tracker.update(
            [*readings, *blobs],
            expected=expected,
            judge=judge,
            touched=lambda glimpse: look.share(touched, glimpse) > CHANGED_SHARE,
            came=lambda glimpse, track: self._came(look, piece, glimpse, track, new),
            vacated=lambda track, glimpse: self._vacated(look, piece, track, glimpse, changed),
            rest_of=lambda glimpse: gate.rest_of(table.card(glimpse.corners_mm)),
            time_s=look.frame.time_s,
        )
        self._fates.remember(look, piece, seen, tracker.tracks)
        self._learn(look, piece, still & ~shapes.foreign, tracker)
        self._explain(look, piece, still, bare, (*seen, *settled), tracker)
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
        rows, columns = np.nonzero(where)
        corners = np.array([[columns.min(), rows.min()], [columns.max() + 1, rows.max() + 1]]) / np.array(gate.scale)
        gain = float(np.median(gate.gains[rows.min() : rows.max() + 1]))
        piece = backdrop.piece(frame.image, corners, gain=gain)
        adopted = to_piece(where, piece, gate)
        backdrop.adopt(piece, adopted)
        self._explained.explain(piece, adopted)

    # -- parts of a look

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
            look.frame.image, centre_mm=rectangle.centre_mm, size_mm=rectangle.size_mm, pixels_per_mm=per_mm
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
        glimpses = []
        quads = [rectangle.to_picture(outline) for outline in outlines]
        printed = np.median(self._printed, axis=0) if len(self._printed) >= PRINTED_ON else None
        settled = [
            rectangle.to_picture(track.glimpse.corners_mm) for track in look.tracks if self._is_as_it_was(look, track)
        ]
        for reading in examined.cards(outlines=quads, printed=printed, settled=settled):
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
                weakest=reading.weakest,
                is_outlined=len(glimpses) < len(outlines),
            )
            glimpses.append(glimpse)
        came = glimpses[: len(outlines)]
        for glimpse in came:
            if glimpse.rank is not None and len(glimpse.indices_mm) > 1:
                self._printed = [*self._printed[-PRINTED_OF:], where_printed(glimpse.corners_mm, glimpse.indices_mm)]
        return came, glimpses[len(outlines) :]

    def _is_as_it_was(self, look: Look, track: Track) -> bool:
        """Whether nothing changed or moves on a card that was read for certain."""
        if not track.certain or not track.visible:
            return False
        return look.share(look.gate.changed | look.gate.moving, track.glimpse) <= CHANGED_SHARE

    def _is_settled(self, look: Look, track: Track) -> bool:
        """Whether a card lies as it lay, and was read so often for certain that it need not be read again."""
        again = track is look.again or not math.isinf(track.next_look_s) or track.against
        return track.looks >= SETTLED_LOOKS and not again and self._is_as_it_was(look, track)

    def _on_cards(self, look: Look, piece: Piece) -> Mask:
        """Where known cards lie."""
        covered = np.zeros(piece.known.shape, bool)
        for track in look.tracks:
            covered |= look.inside(piece, track.glimpse, grow_mm=1.0)
        return covered

    def _is_on_new(self, look: Look, piece: Piece, glimpse: Glimpse, changed: Mask) -> bool:
        """Whether all that was read stands where the table has changed."""
        shares = _index_shares(look, piece, glimpse, changed)
        return bool(shares) and min(shares) > STROKES_SHARE and max(shares) > NEW_SHARE

    def _lies_still(self, look: Look, glimpse: Glimpse) -> bool:
        """Whether so little of a reading moves that it counts."""
        return look.share(look.gate.moving, glimpse) <= _most_moving(glimpse)

    def _is_there(self, look: Look, piece: Piece, glimpse: Glimpse, *, came: bool = False) -> bool:
        """Whether a reading can be a card: a card's size, off the coasters, not surely something else, and no piece
        of bare table."""
        if _is_no_rank(glimpse, look.tracks, came=came):
            return False
        for number, outline in look.geometry.coaster_outlines().items():
            if came and number == MIDDLE:
                continue  # common cards may be laid on it
            if math.dist(outline.mean(axis=0), (glimpse.x_mm, glimpse.y_mm)) < COASTER_CLEAR_MM:
                return False
            if len(glimpse.indices_mm) and all(_is_on(outline, index) for index in glimpse.indices_mm):
                return False  # the seat's number, printed on the coaster
        edges = np.linalg.norm(glimpse.corners_mm - np.roll(glimpse.corners_mm, 1, axis=0), axis=1)
        sides = np.array([(edges[0] + edges[2]) / 2, (edges[1] + edges[3]) / 2])
        if np.abs(np.sort(sides) / np.sort(self.card_mm) - 1).max() > SIZE_TOLERANCE:
            return False
        if came:
            return True  # it changed what lay there
        own = look.inside(piece, glimpse, grow_mm=-4.0)
        known = own & piece.known
        if np.count_nonzero(known) < 0.5 * max(1, np.count_nonzero(own)):
            return True
        least = THERE_SHARE if glimpse.rank is not None else THERE_SHARE_UNREAD
        if np.count_nonzero(known & ~piece.near_bare) >= least * np.count_nonzero(known):
            return True
        # A card of the table's own colour differs from it in what is printed alone.
        likely = max(glimpse.probabilities[:NONE_OF_THESE], default=0.0) >= LIKELY_RANK
        return (glimpse.rank is not None or likely) and self._is_printed(look, piece, glimpse)

    def _is_vanished(self, look: Look, piece: Piece, track: Track) -> bool:
        """Whether the table is bare where an unread card was seen, but for the cards that are known; asked before what
        it looked like, which may have been the table's grain."""
        if track.rank is not None or track.face is not Face.UP or look.share(look.gate.moving, track.glimpse) > 0:
            return False
        own = look.inside(piece, track.glimpse, grow_mm=-3.0)
        free = own & piece.known
        for other in look.tracks:  # what was read of a card while a hand covered half of it may be of its other half
            if other.certain and other.visible:
                free &= ~look.inside(piece, other.glimpse, grow_mm=2.0)
        if np.count_nonzero(free) < FREE_SHARE * np.count_nonzero(own):
            return False
        if np.count_nonzero(free & piece.near_bare) <= BARE_ALL * np.count_nonzero(free):
            return False
        shares = _index_shares(look, piece, track.glimpse, free & ~piece.like_bare)
        return max(shares, default=0.0) <= STROKES_SHARE

    def _is_bared(self, look: Look, piece: Piece, shape: Glimpse) -> bool:
        """Whether what has a card's shape looks like the bare table around it: a card that lay there from the start,
        and was taken for the table, has gone."""
        within = look.inside(piece, shape, grow_mm=-RIM_MM)
        around = look.inside(piece, shape, grow_mm=AROUND_MM) & ~look.inside(piece, shape, grow_mm=RIM_MM)
        around &= piece.known & piece.like_bare
        if min(np.count_nonzero(within), np.count_nonzero(around)) < LEAST_AROUND_PX:
            return False
        inner, outer = piece.now[within], np.median(piece.now[around], axis=0)
        apart = np.abs(np.median(inner, axis=0) - outer).max()
        before = np.abs(np.median(piece.bare[within], axis=0) - outer).max()
        rougher = (inner.std(axis=0) - piece.now[around].std(axis=0)).max()
        return bool(apart < LIKE_LEVELS <= before and rougher < LIKE_LEVELS / 2)

    @staticmethod
    def _take_for_table(look: Look, piece: Piece, shapes: Sequence[Glimpse]) -> None:
        where = np.zeros(piece.known.shape, bool)
        for shape in shapes:
            where |= look.inside(piece, shape, grow_mm=RIM_MM)
        look.backdrop.reveal(piece, where & look.still(piece))

    def _is_printed(self, look: Look, piece: Piece, glimpse: Glimpse) -> bool:
        """Whether each index that was read has strokes where the table was bare, or stands where it was never seen."""
        strokes = ~(piece.like_bare & piece.known)
        shares = _index_shares(look, piece, glimpse, strokes)
        return bool(shares) and min(shares) > STROKES_SHARE

    def _is_pieced_together(self, look: Look, piece: Piece, glimpse: Glimpse, readings: Sequence[Glimpse]) -> bool:
        """Whether a reading is made of indices of other cards: what these leave free of its outline is bare table."""
        there = [track for track in look.tracks if in_place(track, glimpse)]
        if any(track.certain and track.rank == glimpse.rank for track in there):
            return False
        others = [other for other in readings if other is not glimpse and other.rank is not None]
        for track in look.tracks:
            askew = track.rank == glimpse.rank and apart(track.glimpse, glimpse)[0] < ASKEW_MM
            if track.certain and track.visible and not askew and track not in there:  # another that lay there is gone
                others.append(track.glimpse)
        own = look.inside(piece, glimpse, grow_mm=-4.0) & piece.known
        free = own.copy()
        for other in others:
            free &= ~look.inside(piece, other, grow_mm=2.0)
        left = np.count_nonzero(free)
        if 0 < left == np.count_nonzero(own) and glimpse.rank is not None and len(glimpse.indices_mm) > 1:
            return not self._is_printed(look, piece, glimpse)  # no card is near whose indices they could be
        if left < FREE_SHARE * max(1, np.count_nonzero(own)):
            return glimpse.rank is None
        bare = piece.near_bare
        if _has_own_index(glimpse, others):  # then it may be a card of nearly the table's colour
            bare = bare & ~differs_faintly(piece.now, piece.bare)
        return np.count_nonzero(free & bare) > BARE_SHARE * left

    def _is_of_neighbours(self, look: Look, piece: Piece, glimpse: Glimpse, changed: Mask) -> bool:
        """Whether a reading is made of indices that several cards had before, and nothing changed at them: of two 10s
        in neighbouring columns one index each may stand as those of a 10 between them."""
        if not is_pieced_of(glimpse, [track.glimpse for track in look.tracks if track.certain and track.visible]):
            return False
        return max(_index_shares(look, piece, glimpse, changed)) <= NEW_SHARE

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
        return np.count_nonzero(besides & new) > NEW_SHARE * max(1, np.count_nonzero(besides))

    def _vacated(self, look: Look, piece: Piece, track: Track, glimpse: Glimpse, changed: Mask) -> bool:
        """Whether the part of a card's place that a glimpse leaves free has changed; where there is none, it may."""
        free = look.inside(piece, track.glimpse, grow_mm=-2.0) & ~look.inside(piece, glimpse, grow_mm=2.0)
        count = np.count_nonzero(free)
        return count < LEAST_STRIP_PX or np.count_nonzero(free & changed) > NEW_SHARE * count

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
        self, look: Look, piece: Piece, still: Mask, bare: Mask, seen: Sequence[Track], tracker: Tracker
    ) -> None:
        """Bare table and cards that were read for certain are explained as they look now."""
        calm = not (look.gate.moving & look.in_places).any()
        where = still & (bare | ~piece.known & calm)
        for track in tracker.tracks.values():  # where a card is said to lie, bare table is not explained yet
            where &= ~look.inside(piece, track.glimpse, grow_mm=2.0)
        for track in sorted(seen, key=lambda track: track.rest_s):
            if track.certain and track.visible:
                where |= look.inside(piece, track.glimpse, grow_mm=2.0) & still
        self._explained.explain(piece, where)


def _most_moving(glimpse: Glimpse) -> float:
    """So much of a reading may move that it counts."""
    return MOVING_SHARE if glimpse.rank is not None else MOVING_SHARE_UNREAD


def _anchored(glimpse: Glimpse, tracks: Sequence[Track]) -> Glimpse:
    """A reading of indices that are known, in the outline that more of them gave: a half-covered card has not moved."""
    for track in tracks:
        if track.face is not Face.UP or None not in (glimpse.rank, track.rank) and glimpse.rank != track.rank:
            continue
        if repeats(glimpse, track.glimpse):
            return in_outline_of(glimpse, track.glimpse)
        if repeats(track.glimpse, glimpse):
            track.glimpse = in_outline_of(track.glimpse, glimpse)
            return glimpse
    return glimpse


def _outlined_anew(glimpse: Glimpse, tracks: Sequence[Track]) -> None:
    """A card that was first read half under a hand, in a guessed outline, lies in the outline that came: just its
    indices were read again there."""
    for track in tracks:
        if track.rank is not None and track.rank == glimpse.rank and repeats(track.glimpse, glimpse):
            track.glimpse = in_outline_of(track.glimpse, glimpse)


def _lies_at(track: Track, outline: Points) -> bool:
    """Whether a known card lies in just this outline."""
    return math.dist(track.glimpse.corners_mm.mean(axis=0), outline.mean(axis=0)) < SAME_OUTLINE_MM


def _is_on(outline: NDArray[np.float64], point: NDArray[np.float64]) -> bool:
    """Whether a point lies within an outline, both in millimetres."""
    return cv2.pointPolygonTest(outline.astype(np.float32), (float(point[0]), float(point[1])), False) >= 0


def _has_own_index(glimpse: Glimpse, others: Sequence[Glimpse]) -> bool:
    """Whether one of the indices of a reading is of none of the ``others``."""
    theirs = [index for other in others for index in other.indices_mm]
    return any(all(math.dist(index, other) > SAME_INDEX_MM for other in theirs) for index in glimpse.indices_mm)


def _index_shares(look: Look, piece: Piece, glimpse: Glimpse, where: Mask) -> list[float]:
    """Which share of each index's box lies in ``where`` (of the piece)."""
    shares = []
    for index in glimpse.indices_mm:
        box = index + np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]]) * INDEX_MM / 2
        around = piece.inside(look.geometry.to_pixels(box))
        shares.append(np.count_nonzero(around & where) / max(1, np.count_nonzero(around)))
    return shares


def _is_no_rank(glimpse: Glimpse, tracks: Sequence[Track], *, came: bool) -> bool:
    """Whether what was read is surely none of the ranks; of what came, together with what was read of it before."""
    if not glimpse.probabilities:
        return False
    none = glimpse.probabilities[NONE_OF_THESE]
    if not came:
        return none > NO_CARD
    before = [t.probabilities[NONE_OF_THESE] for t in tracks if t.probabilities and in_place(t, glimpse)]
    return float(np.mean([none, *before])) > NO_CARD_HERE


def holder_beside(glimpse: Glimpse, tracks: Sequence[Track]) -> Track | None:
    """The card whose indices were read in the place of another one, that is known as another rank: two of the four of
    an 8 that lies half on a 6 may stand as those of an 8 on top of that."""
    if glimpse.rank is None or not any(t.certain and t.rank != glimpse.rank and in_place(t, glimpse) for t in tracks):
        return None
    alike = (t for t in tracks if t.certain and t.rank == glimpse.rank and not in_place(t, glimpse))
    return next((track for track in alike if is_of(glimpse, track.glimpse)), None)
