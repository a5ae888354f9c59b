"""A simulated table: what lies on it, in table millimetres. It knows no rules and no camera."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from dealer.view import Face, Place
from vision.synth import hands, props
from vision.synth.habits import Habit, draw_habit, place_point
from vision.synth.picture import Pose, Sprite, sprite
from vision.synth.room import free_spot, strew_props
from vision.synth.setting import SceneSettings
from vision.synth.things import (
    CARD_LEVEL,
    CARD_THICKNESS_MM,
    CARRIED_LEVEL,
    COASTER_LEVEL,
    FLAT_LEVEL,
    HAND_LEVEL,
    PILE_LEVEL,
    TALL_LEVEL,
    Card,
    Hand,
    Thing,
)
from vision.table.places import Layout

__all__ = ["Card", "Hand", "Scene", "SceneSettings", "Thing"]


@dataclass(slots=True)
class Scene:
    """What lies on the table now. ``time_s`` is stated time; actions move it along."""

    settings: SceneSettings
    time_s: float = 0.0
    things: dict[int, Thing] = field(default_factory=dict)
    people: dict[int, hands.Person] = field(default_factory=dict)
    habits: dict[int, Habit] = field(default_factory=dict)
    viewpoint_shift: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """How far a bump moved the camera: aim x, aim y (mm), roll (degrees)."""
    middle_mm: float = 0.0
    """How far from the middle common cards will lie: nothing else is put there."""
    middle_cards: int = 0
    """How many common cards may come to lie there."""
    _next_id: int = 1
    _faces: dict[tuple[int, Face], Sprite] = field(default_factory=dict)
    _limbs: dict[tuple[int, str], hands.Limb] = field(default_factory=dict)
    _level: float = CARD_LEVEL

    def __post_init__(self) -> None:
        settings = self.settings
        rng = np.random.default_rng([settings.seed, 0x5CE])
        for seat, (x, y, facing) in enumerate(settings.seat_poses, start=1):
            self._add(
                Thing(0, f"coaster {seat}", ((props.coaster(seat), 1.4),), Pose(x, y, facing - 90), COASTER_LEVEL)
            )
            self.people[seat] = hands.person(rng)
            self.habits[seat] = draw_habit(rng, settings.trial.slop_deg)
        if settings.middle_coaster:
            self._add(Thing(0, "coaster 0", ((props.coaster(0), 1.4),), Pose(0.0, 0.0, 0.0), COASTER_LEVEL))

    # ------------------------------------------------------------------ what is where

    @property
    def seat_poses(self) -> dict[int, tuple[float, float, float]]:
        """Seat -> x, y (mm) and facing (degrees) of its coaster now."""
        found = {}
        for thing in self.things.values():
            if thing.kind.startswith("coaster ") and thing.kind != "coaster 0":
                found[int(thing.kind[8:])] = (thing.pose.x_mm, thing.pose.y_mm, thing.pose.angle_deg + 90)
        return dict(sorted(found.items()))

    @property
    def layout(self) -> Layout:
        """The places in force."""
        return Layout(self.settings.seen())

    def cards(self) -> Iterator[Card]:
        """All cards that lie or move singly, lowest first."""
        return iter(sorted((t for t in self.things.values() if isinstance(t, Card)), key=lambda card: card.level))

    def coaster(self, seat: int) -> Thing:
        """The coaster of a seat; 0 is the middle's."""
        return next(thing for thing in self.things.values() if thing.kind == f"coaster {seat}")

    # ------------------------------------------------------------------ adding and moving

    def _add(self, thing: Thing) -> Thing:
        thing.id, self._next_id = self._next_id, self._next_id + 1
        self.things[thing.id] = thing
        return thing

    def remove(self, thing: Thing) -> None:
        """Take a thing away."""
        self.things.pop(thing.id, None)

    def add_card(self, rank: int, pose: Pose, *, face: Face = Face.UP) -> Card:
        """A card of the scene's design, on top of what lies there."""
        rng = np.random.default_rng([self.settings.seed, self._next_id, 0xCA4D])
        design = self.settings.design
        bend = 60 * float(rng.random()) ** 2
        turn = float(rng.uniform(0, 2 * math.pi))
        card = Card(
            0, "card", ((self._face(rank, face), CARD_THICKNESS_MM),), pose, self.top_level(), design.gloss,
            (bend * math.cos(turn), bend * math.sin(turn)), float(rng.uniform(-0.06, 0.06)),
            rank=rank, face=face, design=design,
        )  # fmt: skip
        self._add(card)
        return card

    def top_level(self) -> float:
        """The level over all cards that lie."""
        self._level += 1
        return self._level

    def _face(self, rank: int, face: Face) -> Sprite:
        key = (rank if face is Face.UP else 0, face)
        if key not in self._faces:
            shown = self.settings.design.face(rank) if face is Face.UP else self.settings.design.back()
            self._faces[key] = sprite(shown.image, shown.mask, shown.pixels_per_mm)
        return self._faces[key]

    def turn_card(self, card: Card) -> None:
        """Turn a card over where it lies."""
        card.face = Face.DOWN if card.face is Face.UP else Face.UP
        card.layers = ((self._face(card.rank, card.face), CARD_THICKNESS_MM),)

    def rest(self, card: Card) -> None:
        """Let go of a card: it lies on top."""
        card.moving = False
        card.pose = Pose(card.pose.x_mm, card.pose.y_mm, card.pose.angle_deg, 0.0)
        card.level = self.top_level()

    def lift(self, card: Card) -> None:
        """Take a card up."""
        card.moving = True
        card.level = CARRIED_LEVEL + card.id * 1e-3

    def add_pile(self, pose: Pose, count: int, kind: str = "pile") -> Thing:
        """A face-down pile of ``count`` cards."""
        return self._add(Thing(0, kind, self._pile_layers(pose, count), pose, PILE_LEVEL, self.settings.design.gloss))

    def set_pile(self, pile: Thing, count: int) -> None:
        """Change how many cards a pile has; a pile of none is seen no more."""
        if count != self._pile_count(pile):
            pile.layers = self._pile_layers(pile.pose, count)

    @staticmethod
    def _pile_count(pile: Thing) -> int:
        return round(pile.layers[-1][1] / CARD_THICKNESS_MM) if pile.layers else 0

    def _pile_layers(self, pose: Pose, count: int) -> props.Layers:
        rng = np.random.default_rng([self.settings.seed, round(abs(pose.x_mm) * 10), 0x9])
        back = self._face(0, Face.DOWN)
        heights = [*range(4, count, 4), count] if count else []
        layers = []
        for height in heights:
            shift = rng.uniform(-1.1, 1.1, 2)
            anchor = (back.anchor_mm[0] + float(shift[0]), back.anchor_mm[1] + float(shift[1]))
            layers.append((Sprite(back.pixels, back.pixels_per_mm, anchor), height * CARD_THICKNESS_MM))
        return tuple(layers)

    def add_prop(self, layers: props.Layers, pose: Pose, kind: str) -> Thing:
        """A chip, a glass, a phone."""
        tall = props.height_of(layers) > 25
        return self._add(Thing(0, kind, layers, pose, TALL_LEVEL + pose.y_mm * 1e-3 if tall else FLAT_LEVEL, 0.25))

    def add_hand(self, seat: int, x_mm: float, y_mm: float, *, shape: str = "holding", z_mm: float = 35.0) -> Hand:
        """A hand of the player at ``seat`` over a point; ``shape`` is ``holding`` or ``flat``."""
        who = self.people[seat]
        if (seat, shape) not in self._limbs:
            self._limbs[seat, shape] = hands.holding(who) if shape == "holding" else hands.flat(who)
        limb = self._limbs[seat, shape]
        x, y, facing = self.settings.seat_poses[seat - 1]
        back = math.radians(facing + 180)
        side = -90 if not who.left_handed else 90
        aside = math.radians(facing + side)
        shoulder = (x + 420 * math.cos(back) + 150 * math.cos(aside), y + 420 * math.sin(back) + 150 * math.sin(aside))
        hand = Hand(
            0,
            "hand",
            tuple((part, 0.0) for part in reversed(limb.parts)),
            Pose(x_mm, y_mm, 0.0, z_mm),
            HAND_LEVEL,
            moving=True,
            who=who,
            shade=limb.whole,
            shoulder_mm=shoulder,
        )
        self._add(hand)
        self.move_hand(hand, x_mm, y_mm, z_mm)
        hand.level = HAND_LEVEL + hand.id * 1e-3
        return hand

    def move_hand(self, hand: Hand, x_mm: float, y_mm: float, z_mm: float | None = None) -> None:
        """Bring a hand over a point; the arm follows."""
        turn = math.degrees(math.atan2(y_mm - hand.shoulder_mm[1], x_mm - hand.shoulder_mm[0])) - 90
        hand.pose = Pose(x_mm, y_mm, turn, hand.pose.z_mm if z_mm is None else z_mm)

    def cover(self, seat: int) -> Hand:
        """The player's own hand laid on his coaster."""
        x, y, _ = self.seat_poses[seat]
        return self.add_hand(seat, x, y, shape="flat", z_mm=18.0)

    # ------------------------------------------------------------------ where things may go

    def points_side(self, seat: int) -> int:
        """1: this player keeps his points to the right of the coaster, -1: to the left."""
        return self.habits[seat].points_side

    def place_point(self, place: Place, index: int, rng: np.random.Generator) -> Pose:
        """Where a sloppy human would put the ``index``-th card of a place (0 is the first), well inside it."""
        return place_point(self, place, index, rng)

    def free_spot(
        self,
        radius_mm: float,
        rng: np.random.Generator,
        *,
        near: tuple[float, float] | None = None,
        margin_mm: float = 0.0,
    ) -> tuple[float, float] | None:
        """A point with room for ``radius_mm`` around it, near a point if asked; see ``room.free_spot``."""
        return free_spot(self, radius_mm, rng, near=near, margin_mm=margin_mm)

    def strew_props(self) -> None:
        """Put the set-up's chips, glasses, phones, mats where they are in nobody's way."""
        strew_props(self)
