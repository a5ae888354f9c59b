"""A painted table for tests of the eye: flat cards with coloured indices, a reader of just those, a mat that stays.

A card is white with two coloured squares, upper left and lower right; the colour's blue tells the rank, and so do the
dots around them, to who compares prints. Without blue it is one that the reader cannot read.
"""

import math
from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import cache, partial
from types import SimpleNamespace

import cv2
import numpy as np
from numpy.typing import NDArray

from dealer.view import Face, SeatSeen, Sighting, TableView
from vision.belief.belief import FEATURES, Belief
from vision.eye import Eye, EyeSettings
from vision.frame import BGRImage, Frame
from vision.nets.index_reading import SURELY_NONE
from vision.table.geometry import Middle, TableGeometry
from vision.table.lens import pinhole
from vision.table.places import Layout
from vision.tracking.glimpses import NOTHING_SHOWN, Shown

WIDTH_PX, HEIGHT_PX = 768, 432
PER_MM = 0.76  # a card is 48 px wide: small, but it is only painted
FRAME_S = 1 / 15
SEATS = (SeatSeen(1, -250.0, -230.0, 90.0), SeatSeen(2, 250.0, -230.0, 90.0))
CARD_MM = (63.0, 88.0)
INDEX_MM = 9.0
INDEX_AT_MM = (22.0, 34.0)
RANK_STEP = 22
WEIGHTS = {"indices": 1.0, "numeral alike": 2.0, "whole alike": 4.0, "none": -3.0}
"""How a painted table's belief weighs what it sees: these tests are of the eye, not of what was fitted."""
DOTS_MM = ((-3.5, 6.5), (3.5, 6.5), (-3.5, -6.5), (3.5, -6.5))
"""Where dots stand around an index, to the right and up: they are the rank's binary digits."""


def geometry(shift_px: tuple[float, float] = (0.0, 0.0)) -> TableGeometry:
    """Straight from above, ``PER_MM`` pixels a millimetre."""
    matrix = np.array([[PER_MM, 0, WIDTH_PX / 2 + shift_px[0]], [0, -PER_MM, HEIGHT_PX / 2 + shift_px[1]], [0, 0, 1.0]])
    return TableGeometry(
        lens=pinhole("test", size_px=(WIDTH_PX, HEIGHT_PX), width_deg=60.0),
        homography=matrix,
        coasters=SEATS,
        middle=Middle(0.0, 150.0),
        layout=Layout(SEATS, (0.0, 150.0)),
        card_width_px=60.0,
        tilt_deg=0.0,
        error_px=0.1,
    )


class StillMat:
    """A mat that knows where the coasters lie, and is told by the test what happens to them."""

    def __init__(self) -> None:
        self.trouble = ""
        self.geometry: TableGeometry | None = geometry()
        self.covered: dict[int, float] = {}

    def observe(self, frame: Frame, *, still: bool) -> TableGeometry | None:
        """The geometry that the test set."""
        return self.geometry

    def seats(self) -> tuple[SeatSeen, ...]:
        """The seats, covered as the test set."""
        return tuple(replace(seat, covered_since_s=self.covered.get(seat.seat)) for seat in SEATS)


class PaintReader:
    """Reads painted indices. ``sizes`` are the pictures it was given, ``read`` how many indices it told; ``fail``
    makes it raise."""

    def __init__(self) -> None:
        self.sizes: list[tuple[int, int]] = []
        self.card_px: tuple[float, float] | None = None
        """The size that it was told of the cards in the last picture."""
        self.read = 0
        self.fail = False
        self.blind = False
        """Whether no index is found."""
        self.doubt = 0.6
        self.strange: list[float] = []
        """How surely a card that cannot be read is none of the ranks, look by look; the last holds on."""
        self.askew_mm = (0.0, 0.0)
        """How far aside a card's outline is told, where it is not known from what came."""
        self.weakest: dict[int, float] = {}
        """What the less sure index gives each rank."""
        self.rival: dict[int, float] = {}
        """What that gives ``rival_rank`` (a 1 instead of itself), a tenth of what is left if it is not told."""
        self.rival_rank = 10
        """What the less plain index of each rank gives to it."""
        self.times_each = 1
        """How often each index of a card is told: twice stands for a deck with four."""
        self.misread: dict[int, int] = {}
        """What ranks are read as others, with all certainty."""
        self.unsure = False
        """Whether a card found by one index alone is not read for certain."""
        self.is_upright = False

    def examine(
        self,
        image: BGRImage,
        *,
        card_width_px: float,
        within: tuple[int, int, int, int] | None = None,
        telling_at: Callable[[NDArray[np.float64]], NDArray[np.bool_]] | None = None,
    ) -> SimpleNamespace:
        """A picture that is asked for its cards."""
        if self.fail:
            raise RuntimeError("the test broke the reader")
        self.sizes.append(image.shape[:2])
        where = within or (0, 0, image.shape[1], image.shape[0])
        cards = partial(self._cards, image, card_width_px=card_width_px, within=where, telling_at=telling_at)
        return SimpleNamespace(cards=cards)

    def read_middle(self, image: BGRImage, corners_px: NDArray[np.float64]) -> NDArray[np.float32]:
        """No numeral stands in the middle of a painted card."""
        return SURELY_NONE

    def _cards(
        self,
        image: BGRImage,
        *,
        card_width_px: float,
        within: tuple[int, int, int, int],
        telling_at: Callable[[NDArray[np.float64]], NDArray[np.bool_]] | None,
        outlines: Sequence[NDArray[np.float64]] = (),
        printed: NDArray[np.float64] | None = None,
        settled: Sequence[NDArray[np.float64]] = (),
        size: tuple[float, float] | None = None,
    ) -> tuple[SimpleNamespace, ...]:
        """The cards of which a painted index is seen whole."""
        self.card_px = size
        if self.blind:
            image = np.full_like(image, 255)
        per_mm = card_width_px / CARD_MM[0]
        found: dict[tuple[float, float], list[tuple[float, float, float, float, int]]] = {}
        for level, sign in ((205, -1), (150, 1)):  # the red of the upper left index, and of the lower right one
            mask = cv2.inRange(image, (0, 0, level - 24), (255, 59, level + 24))
            first_x, first_y, across, down = cv2.boundingRect(mask)
            if not across:
                continue
            inner = mask[first_y : first_y + down, first_x : first_x + across]
            count, _, stats, centres = cv2.connectedComponentsWithStats(inner)
            stats[:, :2] += (first_x, first_y)
            centres += (first_x, first_y)
            for at in range(1, count):
                left, top, width, height, area = stats[at]
                if abs(area - (INDEX_MM * per_mm) ** 2) > 0.35 * (INDEX_MM * per_mm) ** 2:
                    continue
                x, y = centres[at]
                if not (within[0] <= x < within[2] and within[1] <= y < within[3]):
                    continue
                if telling_at is not None and not telling_at(np.array([[x, y]]))[0]:
                    continue
                self.read += 1
                patch = image[top + 3 : top + height - 3, left + 3 : left + width - 3, 0]
                rank = round(float(np.median(patch)) / RANK_STEP)
                rank = self.misread.get(rank, rank)
                x_middle, y_middle = x - sign * INDEX_AT_MM[0] * per_mm, y - sign * INDEX_AT_MM[1] * per_mm
                near = (key for key in found if math.dist(key, (x_middle, y_middle)) < 12)
                found.setdefault(next(near, (x_middle, y_middle)), []).append((x_middle, y_middle, x, y, rank))
        left = [self._reading(indices, per_mm) for indices in found.values()]
        came = []
        for outline in outlines:
            quad = np.asarray(outline, np.float32)
            inside = [
                r for r in left if cv2.pointPolygonTest(quad, tuple(map(float, r.indices.mean(axis=0))), False) >= 0
            ]
            left = [r for r in left if all(r is not other for other in inside)]
            came.append(replaced(inside[0], quad) if inside else self._blank(quad))
        return (*came, *left)

    @staticmethod
    def _blank(quad: NDArray[np.float32]) -> SimpleNamespace:
        """Something with a card's outline on which no index is found."""
        nothing = (0.0,) * 10 + (1.0,)
        return SimpleNamespace(
            quad=quad,
            rank=None,
            probabilities=nothing,
            indices=np.zeros((0, 2), np.float32),
            face=Face.UP,
            shown=NOTHING_SHOWN,
        )

    def _reading(self, indices: list[tuple[float, float, float, float, int]], per_mm: float) -> SimpleNamespace:
        x, y, _, _, rank = indices[0]
        x, y = x + self.askew_mm[0] * per_mm, y - self.askew_mm[1] * per_mm
        half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (CARD_MM[0] * per_mm / 2, CARD_MM[1] * per_mm / 2)
        unread = rank == 0 or (self.unsure and len(indices) == 1)
        probabilities = np.full(11, 0.0001)
        probabilities[(rank or 4) - 1] = self.doubt if unread else 0.998
        if unread and self.strange:
            strange = self.strange.pop(0) if len(self.strange) > 1 else self.strange[0]
            probabilities[:] = (1 - strange) / 10
            probabilities[10] = strange
        probabilities[2] += 1 - probabilities.sum()
        weakest = self.weakest.get(rank, 0.998)
        most = np.zeros(11)
        rival = self.rival.get(rank, 0.1 * (1 - weakest))
        most[[(rank or 4) - 1, 10]] = weakest, 1 - weakest - rival
        most[0 if rank == self.rival_rank else self.rival_rank - 1] = rival
        if unread:
            most = probabilities
        return SimpleNamespace(
            quad=(half + (x, y)).astype(np.float32),
            rank=None if unread else rank,
            probabilities=tuple(float(p) for p in probabilities),
            indices=np.array([(at_x, at_y) for _, _, at_x, at_y, _ in indices * self.times_each], np.float32),
            face=Face.UP,
            shown=_shown(probabilities, most if weakest < 0.998 else probabilities, len(indices) * self.times_each),
        )


def _shown(surer: NDArray[np.float64], less_sure: NDArray[np.float64], count: int) -> Shown:
    """So many indices, all but the last of which show the first, the same either way up."""
    logs = np.log(np.maximum([surer] * (count - 1) + [less_sure], 1e-6)).astype(np.float32)
    nothing = np.zeros(count, np.float32)
    return Shown(np.stack([logs, logs], axis=1), nothing, nothing)


def replaced(reading: SimpleNamespace, quad: NDArray[np.float32]) -> SimpleNamespace:
    """The reading in the outline of what came."""
    return SimpleNamespace(**{**vars(reading), "quad": quad})


@dataclass
class Painted:
    """Something flat on the table: a card (rank 1 to 10, 0 one that cannot be read), or a plain rectangle."""

    x_mm: float
    y_mm: float
    rank: int | None = None
    size_mm: tuple[float, float] = CARD_MM
    colour: tuple[int, int, int] = (235, 235, 235)
    angle_deg: float = 0.0
    barred: bool = False
    """Its indices are printed between two bars."""
    painting: int | None = None
    """The number of the picture that fills it, all but its edge."""


def hand(x_mm: float, y_mm: float) -> Painted:
    """A hand with its arm, coming from below."""
    return Painted(x_mm, y_mm - 170, None, (90, 420), (110, 130, 190))


@cache
def ground() -> tuple[BGRImage, tuple[NDArray[np.int16], ...]]:
    """The bare table, and the noise of one picture after the other."""
    rng = np.random.default_rng(11)
    rough = cv2.resize(rng.normal(0, 6, (54, 96)).astype(np.float32), (WIDTH_PX, HEIGHT_PX))
    cloth = (np.array([60.0, 95.0, 40.0], np.float32) + rough[..., None]).astype(np.uint8)
    return cloth, tuple(rng.normal(0, 2.0, cloth.shape).astype(np.int16) for _ in range(5))


class PaintedTable:
    """Paints frames and shows them to an eye."""

    def __init__(
        self,
        settings: EyeSettings | None = None,
        *,
        live: bool = False,
    ) -> None:
        cloth, self.noise = ground()
        self.cloth = cloth.copy()
        self.mat, self.reader = StillMat(), PaintReader()
        belief = Belief(np.array([WEIGHTS.get(name, 0.0) for name in FEATURES]))
        self.eye = Eye(self.mat, self.reader, settings=settings, belief=belief, live=live)
        self.things: list[Painted] = []
        self.time_s = 0.0
        self.sequence = 0
        self.gain = 1.0
        self.shade: NDArray[np.float32] | None = None
        """The light at each pixel, (HEIGHT_PX, WIDTH_PX), as a factor: shadows that things beside the table throw."""
        self.storm = False
        self.spoil: Callable[[BGRImage], BGRImage] | None = None
        """What the camera makes of its pictures."""
        self.view = TableView(0, 0.0)

    def paint(self) -> BGRImage:
        """The picture of the table as it is."""
        picture = self.cloth.copy()
        for thing in self.things:
            self._fill(picture, thing.x_mm, thing.y_mm, thing.size_mm, thing.colour, thing.angle_deg)
            if thing.painting is not None:
                self._fill_with_art(picture, thing)
            if thing.rank is not None:
                blue = RANK_STEP * thing.rank
                for sign, red in ((-1, 205), (1, 150)):
                    at = (thing.x_mm + sign * INDEX_AT_MM[0], thing.y_mm - sign * INDEX_AT_MM[1])
                    self._fill(picture, *at, (INDEX_MM, INDEX_MM), (blue, 20, red), 0.0)
                    for bit, (right, up) in enumerate(DOTS_MM):  # each rank is printed in a way of its own
                        if thing.rank >> bit & 1:
                            dot = (at[0] - sign * right, at[1] - sign * up)
                            self._fill(picture, *dot, (2.5, 2.5), (140, 140, 140), 0.0)
                    if thing.barred:
                        for aside in (-6.5, 6.5):
                            self._fill(picture, at[0] + aside, at[1], (2.5, 14.0), (30, 30, 30), 0.0)
        if self.storm:
            blocks = np.random.default_rng(self.sequence).integers(0, 255, (24, 40, 3), dtype=np.uint8)
            picture = cv2.resize(blocks, (WIDTH_PX, HEIGHT_PX), interpolation=cv2.INTER_NEAREST)
        if self.shade is not None:
            picture = (picture * self.shade[..., None]).astype(np.uint8)
        bright = cv2.convertScaleAbs(picture, alpha=self.gain)
        seen = np.asarray(cv2.add(bright, self.noise[self.sequence % len(self.noise)], dtype=cv2.CV_8U), np.uint8)
        return seen if self.spoil is None else self.spoil(seen)

    def _fill_with_art(self, picture: NDArray[np.uint8], thing: Painted) -> None:
        """Four by six fields, in colours in which no index is printed."""
        colours = np.random.default_rng([7, thing.painting or 0]).integers((0, 80, 0), (255, 255, 255), (6, 4, 3))
        wide, high = (side - 6.0 for side in thing.size_mm)
        for (row, column), _ in np.ndenumerate(colours[..., 0]):
            across, down = (column - 1.5) * wide / 4, (row - 2.5) * high / 6
            angle = math.radians(thing.angle_deg)
            x = thing.x_mm + across * math.cos(angle) + down * math.sin(angle)
            y = thing.y_mm + across * math.sin(angle) - down * math.cos(angle)
            blue, green, red = (int(level) for level in colours[row, column])
            self._fill(picture, x, y, (wide / 4, high / 6), (blue, green, red), thing.angle_deg)

    @staticmethod
    def _fill(
        picture: NDArray[np.uint8],
        x_mm: float,
        y_mm: float,
        size_mm: tuple[float, float],
        colour: tuple[int, int, int],
        angle_deg: float,
    ) -> None:
        angle = np.radians(angle_deg)
        turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        half = np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]]) * (size_mm[0] / 2, size_mm[1] / 2) @ turn
        corners = (np.array([x_mm, y_mm]) + half) * (PER_MM, -PER_MM) + (WIDTH_PX / 2, HEIGHT_PX / 2)
        cv2.fillPoly(picture, [np.round(corners * 16).astype(np.int32)], colour, cv2.LINE_AA, shift=4)

    def frame(self) -> Frame:
        """The next frame."""
        frame = Frame(self.paint(), self.time_s, self.sequence)
        self.time_s += FRAME_S
        self.sequence += 1
        return frame

    def show(self, frames: int = 1) -> TableView:
        """Let the eye look at ``frames`` frames of the table as it is; returns the last view."""
        for _ in range(frames):
            self.view = self.eye.look(self.frame())
        return self.view

    def start(self) -> "PaintedTable":
        """Show the table until all of it was looked over."""
        self.show(16)
        assert not self.view.hidden, "the painted table is not looked over after 16 frames"
        return self

    def knows(self, *ranks: int) -> "PaintedTable":
        """Lay a card of each rank down and take it away: how the deck prints them is known from then on."""
        for rank in ranks:
            card = Painted(-250, 40, rank)
            self.put(card, frames=10)
            self.take(card, frames=10)
        return self

    def put(self, *things: Painted, frames: int = 6) -> TableView:
        """Put things on the table."""
        self.things.extend(things)
        return self.show(frames)

    def take(self, *things: Painted, frames: int = 6) -> TableView:
        """Take things away."""
        for thing in things:
            self.things.remove(thing)
        return self.show(frames)


@cache
def _started() -> PaintedTable:
    return PaintedTable().start()


def started() -> PaintedTable:
    """A bare table that was looked over, as ``PaintedTable().start()`` makes it: one for all tests, copied."""
    table = _started()
    kept = {id(table.noise): table.noise}
    return deepcopy(table, kept)


def told(view: TableView) -> list[tuple[int, str, int | None]]:
    """Id, place and rank of each card."""
    return [(one.id, str(one.place), one.rank) for one in view.sightings]


def only(view: TableView) -> Sighting:
    """The one card in a view."""
    assert len(view.sightings) == 1
    return view.sightings[0]


def ranks_of(view: TableView) -> list[int | None]:
    """The rank of each card."""
    return [sighting.rank for sighting in view.sightings]


def half_under_a_hand(table: PaintedTable, *, unsure: bool) -> Painted:
    """A 7 whose lower index a hand covers, and whose outline is told askew."""
    arm = hand(-250, -90)
    table.reader.askew_mm, table.reader.unsure = (17.0, 6.0), unsure
    table.put(arm, frames=2)
    table.put(Painted(-250, -80, 7), frames=0)
    table.things = table.things[::-1]
    table.show(20)
    return arm
