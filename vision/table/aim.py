"""Is the camera set up well? What it sees and what to change, as plain data with short codes and numbers."""

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Frame
from vision.table.coasters import COASTER_MM, TAG_MM
from vision.table.edges import edge_blur_px
from vision.table.geometry import TableGeometry
from vision.table.mat import Mat
from vision.table.poses import Pose

CARD_WIDTH_PX = (60.0, 150.0)
"""How wide a card must be in the picture: below it the indices cannot be read, above it the table does not fit."""
MOST_TILT_DEG = 30.0
DARK_GREY = 70.0
"""The coasters' white paper must be brighter, of 255: below, noise eats the strokes of the indices."""
BURNT_GREY, BURNT_SHARE = 253, 0.25
"""White paper may be at the end of the scale in a sunny room, but no more than this share of the whole picture."""
MOST_BLUR = 0.022
"""The blur's width (standard deviation) as a share of a card's: an index's strokes are about 0.03 of a card wide."""
MOST_UNEVEN = 2.0
"""One coaster may be so many times as blurred as the median: the lens's corners are softer than its middle. A smear on
the glass makes more."""
MOST_ERROR_PX = 1.0
"""Tags that are found to a tenth of a pixel and lie this far from where they must be: the wrong lens."""
SHEET_SCALE = (0.98, 1.02)


@dataclass(frozen=True, slots=True)
class Advice:
    """One thing that was looked at. ``words`` is a sentence with the ``facts`` left open, for ``str.format``.

    Codes: ``picture``, ``mirrored``, ``coasters``, ``twice``, ``covered``, ``middle``, ``width``, ``tilt``,
    ``light``, ``sharp``, ``uneven``, ``lens``, ``sheet``.
    """

    code: str
    fine: bool
    words: str
    facts: dict[str, int | float | str] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.words.format(**self.facts)


@dataclass(frozen=True, slots=True)
class Quality:
    """How well the coasters are seen: their paper's grey (0 to 255), the blur's width in pixels, and which share of the
    picture is burnt out."""

    paper_grey: float
    blur_px: float
    burnt_share: float
    uneven: float = 1.0
    """The blur at the worst coaster as a multiple of the median."""


def advise(frame: Frame, mat: Mat, *, players: int | None = None) -> tuple[Advice, ...]:
    """What is well and what to change, most urgent first; ``players`` is how many coasters of seats are needed."""
    geometry = mat.geometry
    if geometry is None:
        return (_nothing_found(frame, mat),)
    if mat.trouble == "moved":
        return (Advice("picture", False, "The camera moves, or the coasters are out of view: hold it still."),)
    visible = _visible(geometry, mat)
    found = [_coasters(geometry, players), *_twice(mat), *_covered(mat), *_middle(geometry)]
    if visible:
        quality = seen_quality(frame, geometry, visible)
        found += [_light(quality), _sharpness(quality.blur_px, geometry.card_width_px), *_unevenness(quality, geometry)]
    found += [_width(geometry.card_width_px), _tilt(geometry.tilt_deg), *_lens(geometry), *_sheet(mat)]
    return tuple(sorted(found, key=lambda advice: advice.fine))


def seen_quality(frame: Frame, geometry: TableGeometry, outlines: list[Pose]) -> Quality:
    """Light and sharpness, the median over coasters in view."""
    grey = np.asarray(cv2.cvtColor(frame.image, cv2.COLOR_BGR2GRAY), np.uint8)
    papers, blurs = [], []
    for pose in outlines:
        ring = _ring(geometry, pose)
        papers.append(float(np.median(cv2.remap(grey, ring[:, :1], ring[:, 1:], cv2.INTER_LINEAR))))
        blurs.append(edge_blur_px(grey, geometry.to_pixels(pose.corners(TAG_MM))))
    burnt_share = float((grey[::4, ::4] >= BURNT_GREY).mean())
    blur_px = float(np.median(blurs))
    return Quality(float(np.median(papers)), blur_px, burnt_share, max(blurs) / max(blur_px, 1e-6))


def _ring(geometry: TableGeometry, pose: Pose) -> NDArray[np.float32]:
    """(n, 2) float32 pixels of the white paper between a coaster's tag and its print."""
    shares = np.linspace(0, 1, 12, endpoint=False)[:, None]
    corners = pose.corners(TAG_MM + (COASTER_MM - TAG_MM) / 4)
    sides = [start + (end - start) * shares for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True)]
    return geometry.to_pixels(np.concatenate(sides)).astype(np.float32)


def _visible(geometry: TableGeometry, mat: Mat) -> list[Pose]:
    poses = [Pose(seat.x_mm, seat.y_mm, seat.facing_deg) for seat in mat.seats() if seat.covered_since_s is None]
    middle = geometry.middle
    if middle.seen and middle.covered_since_s is None:
        poses.append(Pose(middle.x_mm, middle.y_mm, middle.facing_deg))
    width, height = geometry.lens.size_px
    inside = []
    for pose in poses:
        corners = geometry.to_pixels(pose.corners(COASTER_MM))
        if (corners > 2).all() and (corners < (width - 3, height - 3)).all():
            inside.append(pose)
    return inside


def _nothing_found(frame: Frame, mat: Mat) -> Advice:
    if mat.mirrored:
        return Advice("mirrored", False, 'The picture is mirrored: switch off "mirror" in the camera\'s settings.')
    light = float(np.quantile(frame.image[::8, ::8, 1], 0.95))
    if light < DARK_GREY:
        return Advice("light", False, "No coaster is seen: it is too dark. More light, please.")
    words = "I can't see two coasters. Lay them out flat and face up, and aim the camera at the middle of the table."
    return Advice("coasters", False, words)


def _coasters(geometry: TableGeometry, players: int | None) -> Advice:
    seats = [str(seat.seat) for seat in geometry.coasters]
    facts: dict[str, int | float | str] = {"seats": ", ".join(seats) or "-", "seen": len(seats)}
    if players is None or len(seats) == players:
        return Advice("coasters", bool(seats), "Coasters seen: {seats}.", facts)
    facts |= {"players": players, "missing": players - len(seats), "extra": len(seats) - players}
    if len(seats) < players:
        words = "Coasters seen: {seats}. {missing} more of {players} must come into view."
    else:
        words = "Coasters seen: {seats}. {extra} more than the {players} players: take what is not needed away."
    return Advice("coasters", False, words, facts)


def _twice(mat: Mat) -> list[Advice]:
    words = "These coasters are on the table twice: {numbers}. Take one of each away (0 is the middle)."
    numbers = ", ".join(map(str, mat.twice))
    return [Advice("twice", False, words, {"numbers": numbers})] if mat.twice else []


def _covered(mat: Mat) -> list[Advice]:
    covered = [str(seat.seat) for seat in mat.seats() if seat.covered_since_s is not None]
    words = "Something covers these coasters, or they were taken away: {seats}."
    return [Advice("covered", False, words, {"seats": ", ".join(covered)})] if covered else []


def _middle(geometry: TableGeometry) -> list[Advice]:
    words = "The coaster of the middle is not seen: the middle is taken where the arrows point."
    return [] if geometry.middle.seen else [Advice("middle", True, words)]


def _width(width_px: float) -> Advice:
    least, most = CARD_WIDTH_PX
    facts: dict[str, int | float | str] = {"width": round(width_px), "least": round(least), "most": round(most)}
    if width_px < least:
        words = "Cards are only {width} px wide, {least} or more are needed: bring the camera nearer."
    elif width_px > most:
        words = "Cards are {width} px wide, more than {most}: hang the camera higher, so that it sees the whole table."
    else:
        return Advice("width", True, "Cards are {width} px wide.", facts)
    return Advice("width", False, words, facts)


def _tilt(tilt_deg: float) -> Advice:
    facts: dict[str, int | float | str] = {"tilt": round(tilt_deg), "most": round(MOST_TILT_DEG)}
    if tilt_deg <= MOST_TILT_DEG:
        return Advice("tilt", True, "The camera is tilted {tilt} degrees.", facts)
    words = "The camera is tilted {tilt} degrees, {most} at most will do: hang it more above the table."
    return Advice("tilt", False, words, facts)


def _light(quality: Quality) -> Advice:
    burnt = round(quality.burnt_share * 100)
    facts: dict[str, int | float | str] = {"paper": round(quality.paper_grey / 255 * 100), "burnt": burnt}
    if quality.paper_grey < DARK_GREY:
        return Advice("light", False, "It is too dark: white paper is at {paper} %. More light, please.", facts)
    if quality.burnt_share > BURNT_SHARE:
        words = "It is too bright: {burnt} % of the picture is burnt out. Less light, or a shorter exposure."
        return Advice("light", False, words, facts)
    return Advice("light", True, "The light is good: white paper is at {paper} %.", facts)


def _sharpness(blur_px: float, width_px: float) -> Advice:
    facts: dict[str, int | float | str] = {"blur": round(blur_px, 1)}
    if blur_px <= MOST_BLUR * width_px:
        return Advice("sharp", True, "The picture is sharp.", facts)
    words = "The picture is blurred by {blur} px: focus the lens on the table, wipe it, hang it firmly."
    return Advice("sharp", False, words, facts)


def _unevenness(quality: Quality, geometry: TableGeometry) -> list[Advice]:
    """Sharp on the whole and smeared in one place: something is on the glass."""
    most_px = MOST_BLUR * geometry.card_width_px
    if quality.blur_px > most_px or quality.uneven * quality.blur_px <= max(most_px, MOST_UNEVEN * quality.blur_px):
        return []
    return [Advice("uneven", False, "The picture is sharp, but smeared in one place: wipe the lens.")]


def _lens(geometry: TableGeometry) -> list[Advice]:
    facts: dict[str, int | float | str] = {"error": round(geometry.error_px, 1), "lens": geometry.lens.name}
    words = (
        'The coasters lie {error} px off for the lens "{lens}": choose another one, or measure it with '
        "dealer calibrate lens."
    )
    return [Advice("lens", False, words, facts)] if geometry.error_px > MOST_ERROR_PX else []


def _sheet(mat: Mat) -> list[Advice]:
    scale = mat.sheet_scale
    if scale is None or SHEET_SCALE[0] <= scale <= SHEET_SCALE[1]:
        return []
    words = (
        "By the cards, the coasters are printed at {scale} %: print the sheet again at 100 % (actual size, not fit to "
        "page), or set the size of your cards."
    )
    return [Advice("sheet", False, words, {"scale": round(scale * 100)})]
