"""What is wrong with the picture itself: black, covered, blurred, mirrored, frozen and so on, each by its own name.

One table, ``CONDITIONS``, says which measures of the small grey picture make which trouble. Most measures are relative
to what this very camera showed while all was well, so that neither a dim lamp nor a cheap lens is a fault.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from math import inf

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import BGRImage
from vision.motion.areas import Areas
from vision.motion.gate import GreyImage
from vision.table.geometry import TableGeometry
from vision.table.medians import level_at

LIKE = 0.5
"""Least correlation of two pictures' detail that show the same scene. Hands over the table leave 0.6 and more, another
view of the same table 0.3 at most."""
MIRROR_LIKE, MIRROR_LEAD = 0.6, 0.15
"""How alike a picture turned over must be to the one known, and by how much more so than as it is: a table may be laid
almost evenly."""
LEFT_DETAIL = 0.35
"""A picture with a smaller share of its detail left shows no table. An opaque thing on the lens leaves the sensor's
noise: 0.03."""
BARE_SPREAD = 6.0
"""Standard deviation (levels) of a picture that shows nothing, where it is not known how much there was to see."""
NO_GRAIN = 0.2
"""Mean step (levels) between neighbouring pixels of a picture that no sensor made: a sensor's noise gives 0.5."""
BLACK_LEVEL, WHITE_LEVEL = 16.0, 240.0
"""Mean levels of a picture without detail that is called black, and white."""
NOISE_STEP, NOISE_SPREAD = 0.8, 12.0
"""Mean step between neighbouring pixels as a share of the picture's spread: 1.13 in noise, 0.3 in pictures of anything.
The spread is more than the noise of a sensor at its highest gain."""
LOST_SHARE, LOST_LEVELS, FLAT_LEVELS = 0.25, 25.0, 5.0
"""Share of the table that is lost when the lens is half covered: one arm is a tenth of the table. There the picture is
other than it was by so many levels, and flat: what is so near is out of focus."""
DARK_LEVEL = 45.0
"""White paper darker than this is too dark: numerals drown in the noise."""
PRINT_CONTRAST = 0.5
"""Least contrast of ink on paper. Where the reference shows less, the coasters' print was not seen."""
FADED_CONTRAST = 0.5
"""Share of the contrast that ink had on paper below which the coasters are no more than smears."""
BURNT_LEVEL, BURNT_CONTRAST = 250.0, 0.75
"""Paper at the end of the scale, and less than this share of the contrast that ink had on it: print fades."""
GLARE_SHARE = 0.12
"""More than an eighth of the table burnt out to white leaves no room to read."""
FAR_PX = 48.0
"""Below 50 px of card width reading breaks down."""
BLUR_RATIO = 0.13
"""The steepest step at a coaster's black edges, as a share of its contrast: 0.4 when sharp, 0.13 when smeared over
3 px."""
SOFTER = 0.92
"""Share of the coasters' contrast in the small picture below which their sharpness is measured at once."""
FROZEN_S, FROZEN_SHARE = 1.0, 0.05
"""Frame time without a new picture after which a camera is frozen. A picture is new where more pixels differ from the
one before than this share of what usually does: no two pictures of a sensor have the same noise."""
INK_AND_PAPER = (0.05, 0.95)
"""Which shares of the coasters' pixels are darker than their ink and their paper, as far as the small picture shows."""
CHECK_S = 1.0
"""How often the sharpness and the glare of a good picture are measured, in frame time."""
RENEW_S = 0.5
"""How often the reference is renewed."""
GONE_S = 0.4
"""A trouble is over, or another one, once it has been so for this long: a hand leaves the lens little by little."""
DETAIL_PX = 15
"""Detail is what is narrower than this, at half the small picture's size: the light's slow changes over the table are
none."""


@dataclass(frozen=True, slots=True)
class Measures:
    """What is measured of a small picture. All that follows ``known`` is relative to the reference.

    ``detail``, ``contrast`` (the coasters'): shares of what there was. ``like``: correlation of the picture's detail
    with the reference, in all of it or at the coasters, which stay. ``mirrored``, ``turned``: the same of all of it
    mirrored or turned by 180 degrees. ``lost``: share of the table that shows nothing any more; ``rest``: how alike the
    rest of it is. ``paper``: level of the coasters' white. ``burnt``: share of the table at the end of the scale.
    """

    mean: float
    spread: float
    grain: float
    unchanged_s: float = 0.0
    known: bool = False
    detail: float = 1.0
    like: float = 0.0
    mirrored: float = 0.0
    turned: float = 0.0
    lost: float = 0.0
    rest: float = 0.0
    paper: float = 255.0
    contrast: float = 1.0
    burnt: float = 0.0
    sharpness: float | None = None
    card_width_px: float = FAR_PX

    @property
    def bare(self) -> bool:
        """Whether there is nothing to see."""
        return self.like < LIKE and (self.detail < LEFT_DETAIL if self.known else self.spread < BARE_SPREAD)

    @property
    def faded(self) -> bool:
        """Whether hardly anything is left of the coasters' print."""
        return self.contrast < FADED_CONTRAST

    @property
    def alike(self) -> bool:
        """Whether it shows the scene that is known."""
        return self.like >= LIKE


CONDITIONS: Mapping[str, Callable[[Measures], bool]] = {
    "noise": lambda m: m.grain > NOISE_STEP * m.spread and m.spread > NOISE_SPREAD,
    "black": lambda m: m.bare and m.mean < BLACK_LEVEL,
    "white": lambda m: m.bare and m.mean > WHITE_LEVEL,
    "blank": lambda m: m.bare and m.grain < NO_GRAIN,
    "covered": lambda m: m.known and (m.bare or m.faded and m.detail < LEFT_DETAIL and m.paper >= DARK_LEVEL),
    "frozen": lambda m: m.unchanged_s >= FROZEN_S,
    "mirrored": lambda m: m.mirrored > max(MIRROR_LIKE, m.like + MIRROR_LEAD, m.turned),
    "upside-down": lambda m: m.turned > max(MIRROR_LIKE, m.like + MIRROR_LEAD),
    "dark": lambda m: m.alike and m.paper < DARK_LEVEL,
    "overexposed": lambda m: m.alike and m.paper >= BURNT_LEVEL and m.contrast < BURNT_CONTRAST,
    "blurred": lambda m: m.alike and (m.faded or m.sharpness is not None and m.sharpness < BLUR_RATIO),
    "half-covered": lambda m: m.lost > LOST_SHARE and m.rest > LIKE,
    "glare": lambda m: m.burnt > GLARE_SHARE,
    "far": lambda m: m.card_width_px < FAR_PX,
}
"""Codes of ``TableView.trouble`` and what makes them, the first that holds counts."""


def condition_of(measures: Measures) -> str:
    """The first of ``CONDITIONS`` that holds, or ``""``.

    >>> [condition_of(Measures(mean=mean, spread=3.0, grain=0.8)) for mean in (3.0, 100.0, 250.0)]
    ['black', '', 'white']
    """
    return next((code for code, holds in CONDITIONS.items() if holds(measures)), "")


class Conditions:
    """Judges every small picture before anything else sees it. ``live``: the pictures come from a sensor, so two of
    them are never the same; a recording may show one again and again."""

    def __init__(self, *, live: bool = False) -> None:
        self.live = live
        self.trouble = ""
        """The code of ``TableView.trouble``, or ``""``."""
        self.repeated = False
        """Whether the last picture of a live camera was the one before once more, so that it tells nothing."""
        self.strange = False
        """Whether the last picture shows nothing of what was known."""
        self._other_s = inf
        self._before: GreyImage | None = None
        self._new_s = -inf
        self._differs = 0.0
        self._reference: _Reference | None = None
        self._checked_s = -inf
        self._sharpness: float | None = None
        self._burnt = 0.0

    def forget(self) -> None:
        """The camera shows the table from elsewhere: what was known of the picture holds no longer."""
        self._reference = None

    def judge(
        self,
        raw: GreyImage,
        *,
        time_s: float,
        areas: Areas | None = None,
        known: Callable[[], GreyImage] | None = None,
        card_width_px: float = FAR_PX,
        sharpness: Callable[[], float | None] = lambda: None,
    ) -> str:
        """The trouble with ``raw``, the small picture as the camera gave it. ``known`` makes the one that it is
        compared with: what was last seen everywhere of the table when nothing was wrong. ``areas`` and ``known`` come
        once the coasters were found."""
        self._look_for_repetition(raw, time_s)
        mean, spread = cv2.meanStdDev(raw)
        measured = Measures(
            mean=float(mean[0, 0]),
            spread=float(spread[0, 0]),
            grain=float(np.abs(np.diff(raw[::4])).mean()),
            unchanged_s=time_s - self._new_s,
        )
        if areas is not None and known is not None:
            if not (self._reference and self._reference.serves(areas, raw, time_s)):
                self._reference = _Reference(known(), areas, time_s)
            measured = replace(self._reference.compare(measured, raw), card_width_px=card_width_px)
            measured = self._checked(measured, raw, self._reference, time_s, sharpness)
        self.strange = measured.known and not measured.alike
        self._remember(condition_of(measured), time_s)
        return self.trouble

    def _look_for_repetition(self, raw: GreyImage, time_s: float) -> None:
        before, self._before = self._before, raw
        self.repeated = False
        if not self.live or before is None or before.shape != raw.shape:
            self._new_s = time_s
            return
        differs = float(np.count_nonzero(raw != before)) / raw.size
        if differs > FROZEN_SHARE * self._differs:
            self._new_s = time_s
            self._differs += 0.1 * (differs - self._differs)
        self.repeated = differs == 0.0

    def _checked(
        self,
        measured: Measures,
        raw: GreyImage,
        reference: "_Reference",
        time_s: float,
        sharpness: Callable[[], float | None],
    ) -> Measures:
        """With what is measured now and then only, or where it may be wrong."""
        due = not 0.0 <= time_s - self._checked_s < CHECK_S
        is_blurred = self._sharpness is not None and self._sharpness < BLUR_RATIO
        if measured.alike and (due or is_blurred or measured.contrast < SOFTER):
            self._sharpness = sharpness()
        if due:
            self._checked_s = time_s
            table = raw.ravel()[reference.table]
            self._burnt = float(np.count_nonzero(table >= BURNT_LEVEL)) / max(1, len(table))
        return replace(measured, sharpness=self._sharpness, burnt=self._burnt)

    def _remember(self, now: str, time_s: float) -> None:
        """A first trouble is told at once; what follows on it once it has lasted."""
        if now == self.trouble:
            self._other_s = inf
        elif not self.trouble:
            self.trouble, self._other_s = now, inf
        else:
            self._other_s = min(self._other_s, time_s)
            if time_s - self._other_s >= GONE_S:
                self.trouble, self._other_s = now, inf


class _Reference:
    """What the small picture showed while nothing was wrong with it, and where the table and the coasters are in it."""

    def __init__(self, known: GreyImage, areas: Areas, time_s: float) -> None:
        self._areas = areas
        self._time_s = time_s
        self._shape = known.shape
        self.table = np.flatnonzero(areas.table)
        """Where the table is in the small picture, flat."""
        self._coasters = np.flatnonzero(areas.coasters)
        self._known = _halved(known)
        self._on_table, self._on_coasters = (
            np.flatnonzero(cv2.resize(mask.view(np.uint8), self._known.shape[::-1], interpolation=cv2.INTER_NEAREST))
            for mask in (areas.table, areas.coasters)
        )
        detail = _detail_of(self._known)
        self._power = _length(detail)
        self._detail = detail.ravel()[self._on_table]
        self._coasters_detail = detail.ravel()[self._on_coasters]
        self._all_detail = detail
        self._contrast = self._paper_and_contrast(known)[1]

    def serves(self, areas: Areas, raw: GreyImage, time_s: float) -> bool:
        """Whether it need not be made anew."""
        return self._areas is areas and self._shape == raw.shape and 0.0 <= time_s - self._time_s < RENEW_S

    def compare(self, measured: Measures, raw: GreyImage) -> Measures:
        """``measured`` with what is relative to this."""
        now = _halved(raw)
        detail = _detail_of(now)
        power = _length(detail)
        as_it_is = _likeness(detail, self._all_detail)
        across = down = turned = lost = 0.0
        rest = as_it_is
        if as_it_is < 1.0 - MIRROR_LEAD:  # otherwise nothing else is so much more alike, and little is lost
            views = (detail[:, ::-1], detail[::-1], detail[::-1, ::-1])
            across, down, turned = (_likeness(view, self._all_detail) for view in views)
            lost, rest = self._lost_and_rest(now, detail)
        paper, contrast = self._paper_and_contrast(raw)
        return replace(
            measured,
            known=True,
            detail=power / max(self._power, 1e-6),
            like=max(as_it_is, _likeness(detail.ravel()[self._on_coasters], self._coasters_detail)),
            mirrored=max(across, down),
            turned=turned,
            lost=lost,
            rest=rest,
            paper=paper,
            contrast=contrast / self._contrast if self._contrast >= PRINT_CONTRAST else 1.0,
        )

    def _lost_and_rest(self, now: GreyImage, detail: GreyImage) -> tuple[float, float]:
        """Which share of the table shows nothing any more, and how alike the rest is. What only the light made another
        is not lost: how bright the table should be is told by the places that still show detail."""
        levels, on_table = now.ravel()[self._on_table], detail.ravel()[self._on_table]
        known = self._known.ravel()[self._on_table]
        flat = np.abs(on_table) < FLAT_LEVELS
        gain, offset = _light(levels[~flat], known[~flat])
        lost = flat & (np.abs(levels - known) > LOST_LEVELS) & (levels < BURNT_LEVEL)
        lost &= np.abs(levels - (gain * known + offset)) > LOST_LEVELS
        share = float(np.count_nonzero(lost)) / max(1, len(lost))
        return share, _likeness(on_table[~lost], self._detail[~lost])

    def _paper_and_contrast(self, raw: GreyImage) -> tuple[float, float]:
        """The level of the coasters' white, and how much darker their ink is, as a share of it."""
        levels = raw.ravel()[self._coasters]
        if not len(levels):
            return 255.0, 1.0
        at = [int(share * (len(levels) - 1)) for share in INK_AND_PAPER]
        ink, paper = np.partition(levels, at)[at]
        return float(paper), float(paper - ink) / max(float(paper), 1.0)


def _light(now: GreyImage, known: GreyImage) -> tuple[float, float]:
    """The gain and the offset by which levels differ, without the worst third of them: things come and go."""
    gain, offset = 1.0, 0.0
    for _ in range(2):
        if len(now) < 10 or known.std() < 1.0:
            break
        gain = float(((now - now.mean()) * (known - known.mean())).mean()) / float(known.var())
        offset = float(now.mean()) - gain * float(known.mean())
        off = np.abs(now - (gain * known + offset))
        kept = off <= np.quantile(off, 0.67)
        now, known = now[kept], known[kept]
    return gain, offset


def _halved(picture: GreyImage) -> GreyImage:
    size = max(1, picture.shape[1] // 2), max(1, picture.shape[0] // 2)
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.float32)


def _detail_of(picture: GreyImage) -> GreyImage:
    return np.asarray(picture - cv2.blur(picture, (DETAIL_PX, DETAIL_PX)), np.float32)


def _length(picture: GreyImage) -> float:
    return float(np.sqrt(np.square(picture).sum()))


def _likeness(one: GreyImage, other: GreyImage) -> float:
    """The correlation of two pictures' detail."""
    return float((one * other).sum()) / max(_length(one) * _length(other), 1e-6)


def sharpness_of(crop: BGRImage) -> float | None:
    """The steepest step in a picture of something black and white, as a share of its contrast; None without contrast.

    >>> import cv2
    >>> board = np.kron(np.indices((4, 4)).sum(axis=0) % 2 * 200, np.ones((16, 16))).astype(np.uint8)
    >>> blurred = cv2.GaussianBlur(board, (0, 0), 3.5)
    >>> sharpness_of(cv2.merge([board] * 3)) > 0.4 > 0.15 > sharpness_of(cv2.merge([blurred] * 3))
    True
    """
    if crop.shape[0] < 8 or crop.shape[1] < 8:
        return None
    grey = cv2.extractChannel(crop, 1)
    levels = np.bincount(grey.ravel(), minlength=256)
    dark, bright = level_at(levels, 0.1), level_at(levels, 0.9)
    if bright - dark < 30:  # ten times the noise: a covered or unlit coaster tells nothing of the focus
        return None
    across, down = cv2.absdiff(grey[1:-1, 2:], grey[1:-1, :-2]), cv2.absdiff(grey[2:, 1:-1], grey[:-2, 1:-1])
    steps = np.bincount(cv2.max(across, down).ravel(), minlength=256)
    return level_at(steps, 0.98) / 2 / (bright - dark)


def sharpness_at(image: BGRImage, geometry: TableGeometry) -> float | None:
    """How sharp the coasters are in the camera's picture: the median; None where none of them tells."""
    outlines = geometry.coaster_outlines().values()
    told = [sharpness_of(_around(image, geometry.to_pixels(outline))) for outline in outlines]
    known = [sharpness for sharpness in told if sharpness is not None]
    return float(np.median(known)) if known else None


def _around(image: BGRImage, points_px: NDArray[np.float64]) -> BGRImage:
    low = np.maximum(np.floor(points_px.min(axis=0)), 0).astype(int)
    high = np.maximum(np.ceil(points_px.max(axis=0)), 0).astype(int)
    return image[low[1] : high[1], low[0] : high[0]]
