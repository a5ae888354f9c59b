"""What a simulated table is made of: things, cards and hands, with their poses in table millimetres."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from dealer.view import Face
from vision.synth import hands, props
from vision.synth.faces import CardFace, Design
from vision.synth.picture import Pose, Sprite

COASTER_LEVEL, FLAT_LEVEL, PILE_LEVEL, CARD_LEVEL, TALL_LEVEL, CARRIED_LEVEL, HAND_LEVEL = (
    0.0,
    10.0,
    20.0,
    100.0,
    1e6,
    2e6,
    3e6,
)
"""Drawing order: what has the higher level is drawn later, over the rest."""

CARD_THICKNESS_MM = 0.3


@dataclass(slots=True, eq=False)
class Thing:
    """Something on the table. ``layers`` are its sprites and their heights; what has a higher ``level`` is drawn later.

    ``moving`` things are drawn anew in every picture, with the blur of their motion.
    """

    id: int
    kind: str
    layers: props.Layers
    pose: Pose
    level: float
    gloss: float = 0.0
    lean_mm: tuple[float, float] = (0.0, 0.0)
    sheen: float = 0.0
    moving: bool = False


@dataclass(slots=True, eq=False)
class Card(Thing):
    """A card: its rank, which side is up, the deck it belongs to."""

    rank: int = 0
    face: Face = Face.UP
    design: Design | None = None

    @property
    def shown(self) -> CardFace:
        """The side that is up."""
        assert self.design is not None
        return self.design.face(self.rank) if self.face is Face.UP else self.design.back()

    def index_points(self) -> list[list[tuple[float, float]]]:
        """For each index of the upper side, nine points of it on the table (mm)."""
        shown = self.shown
        height_mm, width_mm = (size / shown.pixels_per_mm for size in shown.image.shape[:2])
        half_x, half_y = shown.index_size_mm[0] / 2, shown.index_size_mm[1] / 2
        return [
            self.pose.to_table_each(
                [
                    (x + dx * half_x - width_mm / 2, height_mm / 2 - y + dy * half_y)
                    for dx in (-1, 0, 1)
                    for dy in (-1, 0, 1)
                ]
            )
            for x, y in shown.index_centres_mm
        ]

    def covers(self, x_mm: float, y_mm: float, margin_mm: float = 0.0) -> bool:
        """Whether a point of the table lies under this card."""
        return self.covers_each([(x_mm, y_mm)], margin_mm)[0]

    def covers_each(self, points_mm: Iterable[tuple[float, float]], margin_mm: float = 0.0) -> list[bool]:
        """Which points of the table lie under this card."""
        assert self.design is not None
        angle = math.radians(self.pose.angle_deg)
        cosine, sine, x, y = math.cos(angle), math.sin(angle), self.pose.x_mm, self.pose.y_mm
        half_width, half_height = (side / 2 + margin_mm for side in self.design.size_mm)
        return [
            abs((x_mm - x) * cosine + (y_mm - y) * sine) <= half_width
            and abs((y_mm - y) * cosine - (x_mm - x) * sine) <= half_height
            for x_mm, y_mm in points_mm
        ]


@dataclass(slots=True, eq=False)
class Hand(Thing):
    """A hand with its arm; it comes from ``shoulder_mm``."""

    who: hands.Person | None = None
    shade: Sprite | None = None
    shoulder_mm: tuple[float, float] = (0.0, 0.0)
