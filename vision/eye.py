"""The eye: frames in, ``TableView`` out.

The path of one card: it comes to rest; the motion gate sees its pixels change and then lie still; the rectangle of
the table around them is looked at (rectified, read, compared with the bare table); what was read is matched with
the cards that are known; the card's track appears in the view, with a place, a rank if that is certain, and a small
picture kept for arguments.
"""

import logging
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from dealer.view import BEARABLE, SeatSeen, Sighting, TableView
from vision.album import Album
from vision.belief.belief import Belief
from vision.belief.called import CalledCards
from vision.belief.decide import FOR_MONEY, Costs
from vision.belief.looks import LiveLook, Witness
from vision.belief.patience import PatientCovers
from vision.frame import BGRImage, Frame
from vision.looking.foreign import bare_table, lain_there
from vision.looking.inspection import Looker
from vision.looking.look import Look
from vision.looking.reading_queue import Due
from vision.motion.areas import Areas
from vision.motion.backdrop import Backdrop
from vision.motion.conditions import Conditions, sharpness_at
from vision.motion.gate import GreyImage, Mask, MotionGate, MotionSettings, reduce_picture
from vision.motion.regions import Region, TableMap
from vision.motion.steady import SteadyPictures
from vision.table.geometry import TableGeometry
from vision.tracking.to_view import hidden_places, sightings_of
from vision.tracking.track import Track, TrackSettings, lies_free
from vision.tracking.tracker import Tracker

log = logging.getLogger(__name__)

PASSED_SHARE = 0.3
"""A card of which so much moved is looked at once that is over. A hand may have taken it, and the table be so like it
that nothing has changed in the small picture."""
TURNED_ROUND = "upside-down"
SEEN_THROUGH = BEARABLE | {TURNED_ROUND}
"""Faults of the picture in which it is looked at all the same: one that is turned round shows the coasters."""
SETTLED_BY = frozenset({"dark", "blurred", "overexposed"})
"""Faults that a camera may mend by itself: by exposing and focusing anew."""
MARGIN_MM = 8.0
"""What is shown of the table around a card that is looked at: an outline made from one index is off by up to this."""


class Mat(Protocol):
    """What the eye needs of the coasters."""

    @property
    def trouble(self) -> str: ...

    def observe(self, frame: Frame, *, still: bool) -> TableGeometry | None: ...

    def seats(self) -> tuple[SeatSeen, ...]: ...


class Reader(Protocol):
    """What the eye needs of the reader of cards. ``is_upright``: their deck is known to print all numerals upright."""

    is_upright: bool

    def examine(
        self,
        image: BGRImage,
        *,
        card_width_px: float,
        within: tuple[int, int, int, int] | None,
        telling_at: Callable[[NDArray[np.float64]], NDArray[np.bool_]] | None,
    ) -> object: ...

    def read_middle(self, image: BGRImage, corners_px: NDArray[np.float64]) -> NDArray[np.float32]: ...


@dataclass(frozen=True, slots=True)
class EyeSettings:
    """``largest_mm``: side of the largest rectangle read at once; ``budget_mm2``, ``moving_budget_mm2``,
    ``first_budget_mm2``: how much table is read in one frame, in play and while the table is looked over for the
    first time; ``adopt_s``: a foreign thing that has lain still this long, with no card under it, belongs to the
    table; ``again_s``: what was just read is not read again before, while a hand is beside it; ``patience_s``: what has
    lain still this long is read although much moves beside it.
    """

    card_mm: tuple[float, float] = (63.0, 88.0)
    motion: MotionSettings = field(default_factory=MotionSettings)
    tracks: TrackSettings = field(default_factory=TrackSettings)
    costs: Costs = FOR_MONEY
    largest_mm: float = 330.0
    budget_mm2: float = 120_000.0
    moving_budget_mm2: float = 60_000.0
    first_budget_mm2: float = 220_000.0
    adopt_s: float = 6.0
    again_s: float = 0.3
    patience_s: float = 0.6
    shaken_share: float = 0.45
    shaken_s: float = 1.2
    bump_s: float = 3.0
    judge_s: float = 1.0
    cover_s: float = 0.25
    rim_mm: float = 30.0
    hidden_mm2: float = 350.0
    pictures: int = 200
    picture_width_px: int = 126


class Eye:
    """Looks at every frame; see the module's docstring. ``mat`` knows the coasters, ``reader`` reads cards, ``belief``
    weighs what is seen of them (None: with the weights that ship).
    ``live``: no two frames are the same unless the camera hangs. ``witness`` hears what is seen and decided."""

    def __init__(
        self,
        mat: Mat,
        reader: Reader,
        *,
        settings: EyeSettings | None = None,
        belief: Belief | None = None,
        live: bool = False,
        witness: Witness | None = None,
    ) -> None:
        self.settings = settings or EyeSettings()
        self._mat = mat
        self._gate = MotionGate(self.settings.motion)
        self._pictures = SteadyPictures()
        self._witness = witness or Witness()
        self._tracker = Tracker(self.settings.tracks, witness=self._witness.saw)
        self._backdrop = Backdrop()
        self._reader = reader
        self._looker = Looker(reader, card_mm=self.settings.card_mm)
        self._conditions = Conditions(live=live)
        self._geometry: TableGeometry | None = None
        self._possible: frozenset[int] = frozenset()
        self._album = Album(
            card_mm=self.settings.card_mm, width_px=self.settings.picture_width_px, most=self.settings.pictures
        )
        self._view = TableView(0, 0.0, trouble="no-coasters")
        self._judged_s = -math.inf
        self._unwell_since_s: float | None = None
        self._looked_over = False
        self._covers = PatientCovers(self.settings.cover_s)
        self._bumped = False
        self._shaken_s = -math.inf
        self._blocked: Mask = np.zeros((0, 0), bool)
        self._calls = CalledCards(self.settings.costs, belief=belief, upright=reader.is_upright)
        self._passed: set[int] = set()
        self._explained: set[int] = set()
        """The cards in the game that are known as they lie, since they were told."""
        self.reads = 0
        """How many rectangles were read since the start."""

    @property
    def tracked(self) -> int:
        """How many different cards were told since the start."""
        return self._tracker.count

    @property
    def card_mm(self) -> tuple[float, float]:
        """The cards' width and height: as set, or as measured since."""
        return self._looker.card_mm

    @property
    def measured_mm(self) -> tuple[float, float] | None:
        """The cards' width and height once enough cards agreed on them, else None."""
        return self._looker.card_mm if self._looker.size_is_known else None

    @property
    def geometry(self) -> TableGeometry | None:
        """The table's geometry in force, or None before coasters were seen."""
        return self._geometry

    @property
    def wary(self) -> bool:
        """Whether this deck is read too badly for anything but plain readings to count: it wants teaching."""
        return self._calls.hard

    @property
    def unwell_s(self) -> float:
        """For how long, in frame time, the picture has been dark, blurred or overexposed; 0 while it is not. The camera
        may mend that by exposing and focusing anew."""
        return 0.0 if self._unwell_since_s is None else self._view.time_s - self._unwell_since_s

    def look(self, frame: Frame) -> TableView:
        """The table as it is seen with this frame. Never raises: a frame that cannot be used is trouble ``stalled``."""
        view = self._looked(frame)
        if view.trouble not in SETTLED_BY:
            self._unwell_since_s = None
        elif self._unwell_since_s is None:
            self._unwell_since_s = view.time_s
        return view

    def _looked(self, frame: Frame) -> TableView:
        problem = _problem_of(frame)
        if problem or frame.time_s < self._view.time_s - 1.0:
            log.warning(
                "frame %s cannot be used: %s", getattr(frame, "sequence", "?"), problem or "its time runs backwards"
            )
            self._view = replace(self._view, trouble="stalled")
            return self._view
        try:
            self._view = self._look(frame)
        except Exception:  # the referee must go on, by hand if need be, whatever a picture does to the code below
            log.exception("frame %d could not be looked at", frame.sequence)
            self._view = replace(self._view, sequence=frame.sequence, time_s=frame.time_s, trouble="stalled")
        return self._view

    def correct(self, sighting_id: int, rank: int) -> None:
        """A person said what a card is. Raises KeyError for an id that is not on the table, ValueError for no rank."""
        if not 1 <= rank <= 10:
            raise ValueError(f"{rank} is no rank: expected 1 to 10.")
        self._tracker.correct(sighting_id, rank)
        self._witness.corrected(sighting_id, rank)
        tracks = self._tracker.tracks
        known = {number: track.counts_as for number, track in tracks.items() if track.counts_as is not None}
        self.called(known | {sighting_id: rank}, all_face_up=self._calls.all_face_up)
        self._view = replace(self._view, sightings=self._sightings())

    def picture(self, sighting_id: int) -> BGRImage | None:
        """The small upright picture of a card when it was called, or None for one that is too long ago."""
        return self._album.picture(sighting_id)

    def expect(self, left: Mapping[int, int]) -> None:
        """How many cards of each rank may come yet. A card that is called another is looked at again sooner."""
        self._possible = frozenset(left)
        self._calls.expect(left)
        self._witness.expected(left)

    def called(self, ranks: Mapping[int, int], *, all_face_up: bool = False) -> None:
        """What the cards that were told are in the game, by their ids, whatever was read of them: how they are printed
        is remembered for the next ones. ``all_face_up``: what shows no index is a face all the same."""
        tracks = self._tracker.tracks
        self._witness.called(ranks, tracks, all_face_up=all_face_up)
        self._calls.all_face_up = all_face_up
        named = [tracks[number] for number in ranks if number in tracks and not tracks[number].is_known]
        self._calls.called(ranks, tracks)
        for track in named:
            self._tracker.forget_seconds_of(track)

    def _look_at_what_lies_there(self) -> None:
        """Read all cards again, and whatever was taken for none; bare table stays what it is: while all
        of the table is read, every place counts as hidden."""
        where = ~np.isinf(self._foreign_s)
        for track in self._tracker.tracks.values():
            where |= self._map.card(track.glimpse.corners_mm)
        self._gate.reread(where)

    # -- one frame

    def _look(self, frame: Frame) -> TableView:
        gate = self._gate
        small = reduce_picture(frame.image)
        fault = self._fault(frame, small)
        if self._conditions.repeated or (fault and fault not in SEEN_THROUGH):
            gate.pause(frame.time_s)
            trouble = fault or self._view.trouble
            return replace(self._view, sequence=frame.sequence, time_s=frame.time_s, moving=False, trouble=trouble)
        gate.update(frame.image, time_s=frame.time_s, small=small)
        self._pictures.keep(frame)
        geometry = self._mat.observe(frame, still=not gate.moving.any())
        if geometry is None:
            return TableView(
                frame.sequence, frame.time_s, trouble=self._mat.trouble or "no-coasters", moving=bool(gate.moving.any())
            )
        if geometry is not self._geometry or self._shape != gate.shape:
            self._take_geometry(geometry)
        self._foreign_s[gate.moving | gate.changed] = math.inf  # what moves is no longer lying there
        self._look_where_hands_were(frame)
        if self._mat.trouble == "moved":
            self._bumped = True
        elif self._bumped:
            self._bumped = False
            self._shaken_s = -math.inf
            self._restart()
        elif not self._is_shaken(frame.time_s):
            self._read_changes(frame)
        self._judge(frame)
        # Small pixels that do not show the table as it was last read.
        self._blocked = (gate.changed | gate.moving | ~np.isinf(self._foreign_s)) & self._table
        trouble = self._trouble(frame.time_s, fault)
        if not trouble or trouble in BEARABLE:
            self._shown_s[~self._blocked] = frame.time_s
        return TableView(
            sequence=frame.sequence,
            time_s=frame.time_s,
            sightings=self._sightings(),
            seats=self._seats(frame.time_s),
            hidden=hidden_places(self._tracker.tracks.values(), geometry, self._areas, blocked=self._blocked),
            moving=bool(np.count_nonzero(gate.moving & self._in_places) >= 4),
            trouble=trouble,
            outside=frozenset(self._areas.unseen),
        )

    def _fault(self, frame: Frame, small: GreyImage) -> str:
        """What is wrong with the picture itself. It is judged before anything else sees it: of a picture that shows no
        table, or shows it wrongly, nothing is read, learnt or forgotten."""
        gate, geometry = self._gate, self._geometry
        if geometry is None or self._shape != small.shape or gate.shape != small.shape:
            return self._conditions.judge(small, time_s=frame.time_s)
        return self._conditions.judge(
            small,
            time_s=frame.time_s,
            areas=self._areas,
            known=lambda: gate.settled * gate.gains,
            card_width_px=geometry.card_width_px,
            sharpness=lambda: sharpness_at(frame.image, geometry),
        )

    def _trouble(self, time_s: float, fault: str) -> str:
        """What keeps the table from being seen, or ``""``."""
        lost = self._mat.trouble
        if not lost and self._is_shaken(time_s):
            lost = "no-coasters" if self._covered_s(time_s) > self.settings.bump_s else "moved"
        if fault == TURNED_ROUND:  # the coasters are being found again, and then all is well
            return fault if lost == "moved" else lost
        return lost or fault

    def _covered_s(self, time_s: float) -> float:
        """How long all coasters have been covered; 0 where one is in view."""
        since = [seat.covered_since_s for seat in self._mat.seats()]
        lasting = [time_s - one for one in since if one is not None]
        return max(lasting) if len(lasting) == len(since) > 1 else 0.0

    def _look_where_hands_were(self, frame: Frame) -> None:
        """Cards that something moved over are read again when it has gone, unless they look as they did."""
        gate = self._gate
        if not self._passed and not gate.moving.any():
            return
        tracks = tuple(self._tracker.tracks.values())
        for track in tracks:
            card = self._map.pixels_of(track.glimpse.corners_mm)
            moving = card.count_in(gate.moving)
            if moving > PASSED_SHARE * card.count:
                self._passed.add(track.id)
            elif not moving and track.id in self._passed:
                self._passed.discard(track.id)
                if not self._looker.shows(frame, self._map, track, tracks):
                    gate.reread(card.mask)
        self._passed &= self._tracker.tracks.keys()

    def _explain_called(self, frame: Frame) -> None:
        """Cards that are in the game are known as they lie, whoever told them: what comes to lie on them next can be
        told by what changes."""
        gate = self._gate
        tracks = tuple(self._tracker.tracks.values())
        self._explained &= self._tracker.tracks.keys()
        for track in tracks:
            if track.counts_as is not None and track.visible and track.id not in self._explained:
                where = self._map.card(track.glimpse.corners_mm)
                quiet = where.any() and not ((gate.moving | gate.unread) & where).any()
                if quiet and self._looker.shows(frame, self._map, track, tracks):
                    self._looker.explain(frame, where, gate, self._backdrop)
                    self._explained.add(track.id)

    def _is_shaken(self, time_s: float) -> bool:
        """Whether most of the table moved at once a moment ago, or the picture shows neither the coasters nor anything
        else as it was: nothing is read until the coasters were looked for."""
        if self._looked_over:
            moving = np.count_nonzero(self._gate.moving & self._table)
            covered_s = self._covered_s(time_s)
            unknown = covered_s > 0 and (covered_s < self.settings.bump_s or self._conditions.strange)
            if moving > self.settings.shaken_share * np.count_nonzero(self._table) or unknown:
                self._shaken_s = time_s
        return time_s - self._shaken_s < self.settings.shaken_s

    def _restart(self) -> None:
        """The picture shows the table from elsewhere: all of it is read anew, and the known cards are looked for
        where they lay."""
        self._pictures.restart()
        self._backdrop.restart()
        self._looker.restart()
        self._explained.clear()
        self._gate.rebase()
        self._foreign_s[:] = math.inf
        self._looked_over = False
        self._conditions.forget()

    def _take_geometry(self, geometry: TableGeometry) -> None:
        before, self._geometry = self._geometry, geometry
        gate, settings = self._gate, self.settings
        if before is None or self._shape != gate.shape:
            self._foreign_s = np.full(gate.shape, math.inf)
            self._shown_s = np.full(gate.shape, -math.inf)
            self._due = Due(
                gate.shape,
                again_s=settings.again_s,
                patience_s=settings.patience_s,
                largest_mm=settings.largest_mm,
            )
        self._shape: tuple[int, int] = gate.shape
        self._areas = areas = Areas(
            geometry,
            TableMap(geometry, shape=gate.shape, scale=gate.scale),
            card_mm=self._looker.card_mm,
            hidden_mm2=settings.hidden_mm2,
            rim_mm=settings.rim_mm,
        )
        self._map, self._table, self._in_places = areas.map, areas.table, areas.in_places

    def _read_changes(self, frame: Frame) -> None:
        gate, settings, due = self._gate, self.settings, self._due
        left_mm2 = settings.budget_mm2 if self._looked_over else settings.first_budget_mm2
        if self._looked_over and (gate.moving & self._table).any():
            left_mm2 = settings.moving_budget_mm2
        linked = ~np.isinf(self._foreign_s)
        worth = due.worth_reading(gate, self._areas, linked=linked, card_mm=self._looker.card_mm, time_s=frame.time_s)
        in_turn = due.in_turn(worth, gate, self._areas, time_s=frame.time_s, at_once=not self._looked_over)
        for at, region in enumerate(in_turn):
            if at and region.area_mm2 > left_mm2:
                break
            left_mm2 -= region.area_mm2
            for track in self._tracker.tracks.values():
                # A card of which something changed is looked at whole, or its fate could not be told.
                if self._map.pixels_of(track.glimpse.corners_mm).count_in(region.core) >= 2:
                    region = region.around(track.glimpse.corners_mm + MARGIN_MM).around(
                        track.glimpse.corners_mm - MARGIN_MM
                    )
            self._read(frame, region)
        if not worth:
            unread = gate.unread & self._table
            self._looked_over |= not (unread & ~_specks(unread)).any()
            if not due.is_waiting(gate):
                self._look_closer(frame)
            self._explain_called(frame)

    def _look_closer(self, frame: Frame) -> None:
        """A further look at the one card that has waited longest for it; ranks that cannot be come first."""
        due = sorted(
            self._tracker.wanting(frame.time_s),
            key=lambda track: not (self._possible and track.rank is not None and track.rank not in self._possible),
        )
        if not due and not self._gate.moving.any():
            self._calls.weigh_again(self._tracker.tracks)
        for track in due[:1]:
            corners = track.glimpse.corners_mm
            core = self._map.card(corners)
            # Another crop and another scale each time, so that the same pixels do not fall on the same samples.
            step = track.looks % 3
            shift = np.array([(0.0, 0.0), (0.4, -0.3), (-0.3, 0.45)][step])
            left, bottom = corners.min(axis=0) - 30.0 + shift
            right, top = corners.max(axis=0) + 30.0 + shift
            region = Region(float(left), float(bottom), float(right), float(top), core)
            self._tracker.postpone(track, frame.time_s)
            self._read(frame, region, zoom=(1.0, 0.92, 1.08)[step], again=track)

    def _read(self, frame: Frame, region: Region, *, zoom: float = 1.0, again: Track | None = None) -> None:
        assert self._geometry is not None
        gate = self._gate
        self.reads += 1
        look = Look(
            frame=frame,
            steady=self._pictures.of(frame, gate, self._geometry.to_pixels(region.corners())),
            geometry=self._geometry,
            region=region,
            table=self._map,
            gate=gate,
            backdrop=self._backdrop,
            tracks=tuple(self._tracker.tracks.values()),
            in_places=self._in_places,
            shown_s=self._shown_s,
            zoom=zoom,
            again=again,
        )
        card_mm = self._looker.card_mm
        waiting = [track.id for track in look.tracks if not track.confirmed]
        looks: dict[int, LiveLook] = {}

        def decide(track: Track) -> None:
            looks[track.id] = self._decide(look, track)

        result = self._looker.look(look, self._tracker, decide)
        self._witness.looked(self._tracker.tracks)
        if self._looker.card_mm != card_mm:
            log.info("the cards measure %.1f x %.1f mm", *self._looker.card_mm)
            self._take_geometry(self._geometry)
            self._explained.clear()  # all of each card is explained, whatever size it was taken for before
            self._look_at_what_lies_there()
        # One on which nothing is found, and that looks as it did, is seen once more all the same.
        still = [self._tracker.tracks[one] for one in waiting if one in self._tracker.tracks]
        for track in (*result.seen, *(one for one in still if one.confirmed and one not in result.seen)):
            if track.id not in looks:
                decide(track)
            self._witness.decided(looks[track.id], track)
            corners_px = self._map.outline(track.glimpse.corners_mm)
            self._album.keep(frame.image, track.id, rank=track.rank, corners_px=corners_px)
        since = self._foreign_s
        since[result.examined & ~result.foreign] = math.inf
        fresh = result.foreign & np.isinf(since)
        since[fresh] = frame.time_s
        gate.settle(self._due.was_read(region, result.put_off, frame.time_s))

    def _decide(self, look: Look, track: Track) -> LiveLook:
        """Call a card that was looked at, if what is known of it is enough."""
        card = LiveLook(
            look.frame,
            look.geometry,
            track.glimpse,
            card_mm=self._looker.card_mm,
            free=lies_free(track, self._tracker.tracks.values(), self._tracker.glimpses),
            printed=self._looker.printed,
            read_middle=self._reader.read_middle,
        )
        self._calls.compare(card, track)
        return card

    # -- what goes into the view

    def _sightings(self) -> tuple[Sighting, ...]:
        if self._geometry is None:
            return ()
        return sightings_of(self._tracker.tracks.values(), self._geometry, self._map, blocked=self._blocked)

    def _seats(self, time_s: float) -> tuple[SeatSeen, ...]:
        """The seats, a cover told only once it has lasted, and taken back only once it has been away as long."""
        table = self._table & ~self._areas.coasters
        in_view = np.count_nonzero(self._gate.changed & table) < 0.5 * np.count_nonzero(table)
        return self._covers.seats(self._mat.seats(), time_s, in_view=bool(in_view))

    def _judge(self, frame: Frame) -> None:
        """About once a second: what foreign things belong to the table by now."""
        if frame.time_s - self._judged_s < self.settings.judge_s:
            return
        self._judged_s = frame.time_s
        gate = self._gate
        self._confirm_table(frame.time_s)
        before_s = frame.time_s - self.settings.adopt_s
        old = lain_there(self._foreign_s <= before_s, self._tracker.tracks.values(), gate, self._map)
        if old.any():
            self._foreign_s[old] = math.inf
            self._looker.adopt(frame, old, gate, self._backdrop)

    def _confirm_table(self, time_s: float) -> None:
        """While nothing moves in the places, what was guessed of the table and lies still since then is known."""
        gate = self._gate
        if not (gate.moving & self._in_places).any():
            lying = ~np.isinf(self._foreign_s)
            bare = bare_table(lying, self._tracker.tracks.values(), gate, self._map)
            self._backdrop.confirm(bare, time_s=time_s)


def _problem_of(frame: Frame) -> str:
    image = getattr(frame, "image", None)
    if not isinstance(image, np.ndarray):
        return "it has no picture"
    if image.dtype != np.uint8 or image.ndim != 3 or image.shape[2] != 3:
        return f"it is {image.dtype} {image.shape}, expected uint8 (height, width, 3)"
    if min(image.shape[:2]) < 120:
        return f"it is {image.shape[1]} x {image.shape[0]} px, expected at least 120 either way"
    return "" if math.isfinite(frame.time_s) else f"its time is {frame.time_s}"


def _specks(mask: Mask) -> Mask:
    """The parts of ``mask`` too small to be looked at by themselves."""
    opened = cv2.morphologyEx(mask.view(np.uint8), cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))
    return np.asarray(mask & ~opened.view(bool))


__all__ = ["Eye", "EyeSettings"]
