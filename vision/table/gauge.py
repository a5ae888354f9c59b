"""Measures cards that lie alone on the table: by their size a sheet of coasters that was printed too small is known."""

import math
from itertools import chain

import cv2
import numpy as np
from numpy.typing import NDArray

from dealer.view import Face, Sighting, TableView
from vision.frame import BGRImage, Frame
from vision.table.geometry import Rectangle, TableGeometry
from vision.table.mat import Mat

CARDS = 15
"""Cards that are measured in a night: the coasters do not change."""
PIXELS_PER_MM = 2.0
REACH = 0.09
"""How far a side is looked for to both sides of where it should be, as a share of the card's: "fit to page" is 3 to
6 %."""
STRAIGHT_SHARE = 0.6
"""The middle share of each side that is looked at: corners are round."""
EDGE_SHARE = 0.4
"""The card's edge is the outermost step of at least this share of the largest one: a printed frame lies inside it."""
LEAST_STEP = 14.0
"""A weaker step, over all three colours, is noise or the wood's grain."""
AGREE_MM = 0.8
"""Profiles whose step lies nearer than this to their median are of a straight side."""
AGREE_SHARE = 0.7
FAR_ENOUGH_MM = 4.0
"""An outline is drawn in whole millimetres."""


class CardGauge:
    """Measures each card once when it lies alone, and tells the mat."""

    def __init__(self, mat: Mat, card_size_mm: tuple[float, float] = (63.0, 88.0)) -> None:
        self._mat = mat
        self._card_size_mm = min(card_size_mm), max(card_size_mm)
        self._measured: set[int] = set()
        self._told = 0
        self._crowded: tuple[TableGeometry, tuple[Sighting, ...]] | None = None
        """A table on which no card lay alone that could be measured."""

    def look(self, frame: Frame, view: TableView) -> None:
        """Measure at most one card that has come to rest and has not been measured yet."""
        geometry = self._mat.geometry
        if geometry is None or self._told >= CARDS or view.moving or view.trouble:
            return
        if self._crowded is not None and self._crowded[0] is geometry and self._crowded[1] == view.sightings:
            return
        for card in view.sightings:
            if card.id in self._measured or not card.visible or card.face is not Face.UP or card.rank is None:
                continue
            if not _lies_alone(card, view, geometry, self._card_size_mm):
                continue
            self._measured.add(card.id)
            size_mm = measured_card(frame.image, geometry, card, card_size_mm=self._card_size_mm)
            if size_mm is not None:
                self._told += 1
                self._mat.tell_card_size(size_mm)
            return
        self._crowded = geometry, view.sightings


def measured_card(
    image: BGRImage, geometry: TableGeometry, card: Sighting, *, card_size_mm: tuple[float, float]
) -> tuple[float, float] | None:
    """The width and height of a card on the table in millimetres, or ``None`` when a side is not plainly seen."""
    width_mm, height_mm = card_size_mm
    margin = 1 + 2 * REACH
    rectangle = Rectangle(
        (card.x_mm, card.y_mm), (width_mm * margin, height_mm * margin), PIXELS_PER_MM, card.angle_deg
    )
    straight = geometry.rectify(
        image,
        centre_mm=rectangle.centre_mm,
        size_mm=rectangle.size_mm,
        pixels_per_mm=PIXELS_PER_MM,
        angle_deg=rectangle.angle_deg,
    ).astype(np.float64)
    sides = []
    for length_mm, picture in ((width_mm, straight), (height_mm, straight.transpose(1, 0, 2))):
        first = _edge(picture, length_mm)
        last = _edge(picture[:, ::-1], length_mm)
        if first is None or last is None:
            return None
        sides.append((picture.shape[1] - first - last) / PIXELS_PER_MM)
    return sides[0], sides[1]


def _edge(picture: NDArray[np.float64], length_mm: float) -> float | None:
    """How far from a picture's left border a card's left side is, in pixels, from the profiles of its rows.

    In colour: a purple card on brown wood may be no step in grey at all.
    """
    rows = picture.shape[0]
    middle = slice(round(rows * (1 - STRAIGHT_SHARE) / 2), round(rows * (1 + STRAIGHT_SHARE) / 2))
    reach = round(2 * REACH * length_mm * PIXELS_PER_MM)
    profiles = picture[middle, : reach + 1]
    steps = np.linalg.norm(np.diff((profiles[:-2] + profiles[1:-1] + profiles[2:]) / 3, axis=1), axis=2)
    largest = steps.max(axis=1)
    sound = largest > LEAST_STEP
    if sound.mean() < AGREE_SHARE:
        return None
    steps, largest = steps[sound], largest[sound]
    outermost = (steps > EDGE_SHARE * largest[:, None]).argmax(axis=1)
    # The top of the step, to a fraction of a pixel, from it and its neighbours.
    places = []
    for profile, index in zip(steps, outermost, strict=True):
        while index + 1 < len(profile) and profile[index + 1] > profile[index]:
            index += 1
        near = slice(max(0, index - 1), index + 2)
        heights = profile[near]
        places.append(near.start + float((heights * np.arange(len(heights))).sum() / heights.sum()))
    edge = float(np.median(places))
    agree = np.abs(np.array(places) - edge) < AGREE_MM * PIXELS_PER_MM
    return float(np.mean(np.array(places)[agree])) + 1.0 if agree.mean() >= AGREE_SHARE else None


def _lies_alone(card: Sighting, view: TableView, geometry: TableGeometry, card_size_mm: tuple[float, float]) -> bool:
    """Whether nothing that is known reaches into what is looked at around a card."""
    # Cards whose centres are two diagonals apart do not touch: most need not be drawn around.
    far_mm = math.hypot(*card_size_mm) * (1 + REACH) + FAR_ENOUGH_MM
    near = [
        other
        for other in view.sightings
        if other.id != card.id and math.dist((other.x_mm, other.y_mm), (card.x_mm, card.y_mm)) < far_mm
    ]
    own = _outline(card, card_size_mm, 1 + 2 * REACH).astype("f4")
    things = chain((_outline(other, card_size_mm, 1.0) for other in near), geometry.coaster_outlines().values())
    return all(cv2.intersectConvexConvex(own, thing.astype("f4"))[0] <= 0 for thing in things)


def _outline(card: Sighting, card_size_mm: tuple[float, float], scale: float) -> NDArray[np.float64]:
    """(4, 2) millimetres of a card, or of a larger or smaller one in its place."""
    width_mm, height_mm = card_size_mm
    rectangle = Rectangle((card.x_mm, card.y_mm), (width_mm * scale, height_mm * scale), 1.0, card.angle_deg)
    width, height = rectangle.size_px
    return rectangle.to_table(np.array([[0, 0], [width - 1, 0], [width - 1, height - 1], [0, height - 1]], np.float64))
