"""The set-up of a simulated table, drawn from a seed within the reference set-up: table, seats, camera, lens, light."""

import math
from dataclasses import dataclass, replace

import numpy as np

from dealer.view import SeatSeen
from vision.synth.camera import Lens, SensorSettings, Viewpoint
from vision.synth.faces import FAMILIES, Design, make_design
from vision.synth.stage import Light, Table
from vision.synth.textures import TABLE_TOPS
from vision.table.coasters import COASTER_MM
from vision.table.places import on_table

DIFFICULTIES = ("easy", "reference", "hard")

CARD_PX = (60.0, 150.0)
"""A card's width in the picture in the reference set-up."""

SEAT_REACH_MM = (
    (-46.5, -46.5),
    (46.5, -46.5),
    (-100.0, 200.0),
    (100.0, 200.0),
    (135.0, -50.0),
    (-135.0, -50.0),
    (135.0, 40.0),
    (-135.0, 40.0),
)
"""Points seen from a coaster that the camera must see: the coaster, the used part of the stack, the points' places."""


@dataclass(frozen=True, slots=True)
class Trial:
    """How hard a difficulty makes it: ranges from which a set-up is drawn."""

    tilt_deg: tuple[float, float]
    noise: tuple[float, float]
    softness_px: tuple[float, float]
    flicker: tuple[float, float]
    exposure: tuple[float, float]
    glare: tuple[float, float]
    slop_deg: float
    props: tuple[int, int]
    idle_hands: float
    """How often a hand that has nothing to do with the game moves over the table, in times a minute."""


TRIALS: dict[str, Trial] = {
    "easy": Trial((0, 10), (0.8, 1.6), (0.5, 0.6), (0.0, 0.004), (0.95, 1.05), (0.0, 0.1), 6.0, (0, 2), 0.0),
    "reference": Trial((0, 30), (1.5, 4.0), (0.6, 0.95), (0.004, 0.025), (0.7, 1.35), (0.1, 0.5), 15.0, (4, 9), 2.0),
    "hard": Trial((8, 33), (3.0, 6.5), (0.9, 1.4), (0.015, 0.05), (0.4, 1.25), (0.4, 0.9), 25.0, (8, 14), 5.0),
}


@dataclass(frozen=True, slots=True)
class SceneSettings:
    """Everything that a scene is made from; equal settings give equal pictures."""

    seed: int
    seats: int
    difficulty: str
    design: Design
    table: Table
    seat_poses: tuple[tuple[float, float, float], ...]
    """x, y (mm) and facing (degrees) of seats 1, 2, … which go clockwise."""
    viewpoint: Viewpoint
    light: Light
    sensor: SensorSettings
    lens_name: str
    """The preset of ``vision.table.lens`` for this camera; this very sample of the lens differs a little."""
    middle_coaster: int = 1
    """1: the middle coaster lies there; 0: it was left out."""

    @property
    def size_px(self) -> tuple[int, int]:
        """The pictures' width and height."""
        return self.viewpoint.size_px

    @property
    def trial(self) -> Trial:
        """The difficulty's ranges."""
        return TRIALS[self.difficulty]

    def seen(self) -> tuple[SeatSeen, ...]:
        """The seats as vision would tell them."""
        return tuple(SeatSeen(index + 1, x, y, facing) for index, (x, y, facing) in enumerate(self.seat_poses))

    @staticmethod
    def random(
        seed: int,
        *,
        seats: int,
        design: Design | None = None,
        difficulty: str = "reference",
        size_px: tuple[int, int] = (1920, 1080),
    ) -> "SceneSettings":
        """A set-up drawn from the reference set-up (or an easier or harder one).

        Raises: ValueError for a number of seats other than 2 to 8 or an unknown difficulty.
        """
        if not 2 <= seats <= 8:
            raise ValueError(f"{seats} seats were asked for: a table has 2 to 8.")
        if difficulty not in TRIALS:
            raise ValueError(f"There is no difficulty {difficulty!r}: choose one of {', '.join(DIFFICULTIES)}.")
        rng = np.random.default_rng([seed, seats, 0x7AB1E])
        trial = TRIALS[difficulty]
        table, poses = _table(rng, seats)
        viewpoint = None
        for attempt in range(600):
            if attempt % 60 == 59:
                table, poses = _table(rng, seats)
            viewpoint = _viewpoint(rng, poses, trial, size_px)
            if sees_all(viewpoint, poses):
                break
        else:  # seen at least from straight above with the wide lens, whatever the table
            viewpoint = replace(
                _viewpoint(rng, poses, TRIALS["easy"], size_px), height_mm=900.0, tilt_deg=0.0, lens=Lens(102.0, -0.033)
            )
        if design is None:
            families = sorted(FAMILIES)
            design = make_design(families[int(rng.integers(len(families)))], int(rng.integers(1 << 30)))
        kinds = sorted(TABLE_TOPS)
        return SceneSettings(
            seed=seed,
            seats=seats,
            difficulty=difficulty,
            design=design,
            table=replace(table, kind=kinds[int(rng.integers(len(kinds)))]),
            seat_poses=poses,
            viewpoint=viewpoint,
            light=_light(rng, trial),
            sensor=SensorSettings(
                noise_levels=float(rng.uniform(*trial.noise)),
                softness_px=float(rng.uniform(*trial.softness_px)),
                flicker=float(rng.uniform(*trial.flicker)),
                flicker_hz=float(rng.uniform(0.4, 6.0)),
                exposure_s=float(rng.choice([1 / 100, 1 / 60, 1 / 50, 1 / 30])),
            ),
            lens_name="pi-camera-3-wide" if viewpoint.lens.field_deg > 90 else "pi-camera-3",
        )


def _table(rng: np.random.Generator, seats: int) -> tuple[Table, tuple[tuple[float, float, float], ...]]:
    inset = COASTER_MM / 2 + float(rng.uniform(14, 24))
    if rng.random() < 0.45:
        across = float(rng.uniform(900, 960 if seats < 7 else 1040))
        start, spacing = float(rng.uniform(0, 360)), 360 / seats
        loose = min(7.0, 40.0 / seats)
        poses = []
        for index in range(seats):
            angle = start - index * spacing + float(rng.uniform(-loose, loose))
            radius = across / 2 - inset - float(rng.uniform(0, 14))
            facing = angle + 180 + float(rng.uniform(-6, 6))
            poses.append((radius * math.cos(math.radians(angle)), radius * math.sin(math.radians(angle)), facing))
        return Table("oak", (across, across), True), tuple(poses)
    longest = {2: 1100, 3: 1200, 4: 1250, 5: 1350, 6: 1450}.get(seats, 1500)
    shortest = {2: 900, 3: 900, 4: 900, 5: 1200, 6: 1250, 7: 1450, 8: 1490}[seats]
    length, depth = float(rng.uniform(shortest, longest)), float(rng.uniform(720, 800))
    below, above, left, right = {
        2: (1, 1, 0, 0), 3: (1, 1, 1, 0), 4: (1, 1, 1, 1), 5: (2, 2, 1, 0), 6: (2, 2, 1, 1),
        7: (3, 3, 1, 0), 8: (3, 3, 1, 1),
    }[seats]  # fmt: skip
    poses = []
    for count, y, facing in ((below, -depth / 2 + inset, 90.0), (above, depth / 2 - inset, -90.0)):
        for index in range(count):
            # with somebody at an end, the ones at the sides move away from it a little
            x = length * ((index + 0.5) / count - 0.5) * (0.94 if left or right else 1.0) + (
                -0.02 * length if right > left else 0
            )
            poses.append((x + float(rng.uniform(-18, 18)), y, facing))
    for count, x, facing in ((left, -length / 2 + inset, 0.0), (right, length / 2 - inset, 180.0)):
        if count:
            poses.append((x, float(rng.uniform(-20, 20)), facing))
    if rng.random() < 0.5:  # the free end is on either side
        poses = [(-x, y, 180 - facing) for x, y, facing in poses]
    poses = [(x, y, _leaning(rng, x, y, facing)) for x, y, facing in poses]
    poses.sort(key=lambda pose: -math.atan2(pose[1], pose[0]))
    start_at = int(rng.integers(seats))
    return Table("oak", (length, depth), False), tuple(poses[start_at:] + poses[:start_at])


def _leaning(rng: np.random.Generator, x: float, y: float, facing_deg: float) -> float:
    to_middle = math.degrees(math.atan2(-y, -x))
    off = (to_middle - facing_deg + 180) % 360 - 180
    return facing_deg + 0.3 * off + float(rng.uniform(-6, 6))


def _viewpoint(
    rng: np.random.Generator, poses: tuple[tuple[float, float, float], ...], trial: Trial, size_px: tuple[int, int]
) -> Viewpoint:
    middle = np.mean([(x, y) for x, y, _ in poses], axis=0)
    wide = bool(rng.random() < 0.5)
    lens = (
        Lens(102.0, -0.033 + float(rng.uniform(-0.01, 0.01))) if wide else Lens(66.0, float(rng.uniform(-0.015, 0.015)))
    )
    tilt = float(rng.triangular(trial.tilt_deg[0], trial.tilt_deg[0], trial.tilt_deg[1]))
    side = -90.0 if rng.random() < 0.75 else 90.0
    return Viewpoint(
        height_mm=float(rng.uniform(700, 1300)),
        tilt_deg=tilt,
        toward_deg=side + float(rng.uniform(-25, 25)),
        roll_deg=float(rng.uniform(-4, 4)) + (180.0 if rng.random() < 0.15 else 0.0),
        aim_mm=(float(middle[0] * 0.5 + rng.uniform(-40, 40)), float(middle[1] * 0.5 + rng.uniform(-40, 40))),
        lens=lens,
        size_px=size_px,
    )


def sees_all(viewpoint: Viewpoint, poses: tuple[tuple[float, float, float], ...]) -> bool:
    """Whether a camera sees every coaster, stack and points place, with cards as wide as the reference has them."""
    width, height = viewpoint.size_px
    for x, y, facing in poses:
        points = on_table(SeatSeen(1, x, y, facing), np.array(SEAT_REACH_MM))
        pixels = viewpoint.project(points)
        if pixels.min() < 8 or (pixels[:, 0] > width - 8).any() or (pixels[:, 1] > height - 8).any():
            return False
        for where in (points[2], points[4]):
            card_px = 63.0 * viewpoint.scale_px_per_mm(*where) * 1920 / width
            if not CARD_PX[0] <= card_px <= CARD_PX[1]:
                return False
    return True


def _light(rng: np.random.Generator, trial: Trial) -> Light:
    window = float(rng.uniform(0.2, 0.9)) if rng.random() < 0.3 else 0.0
    warm = float(rng.uniform(0.0, 1.0))
    return Light(
        lamp_mm=(float(rng.uniform(-700, 700)), float(rng.uniform(-500, 500)), float(rng.uniform(700, 1700))),
        lamp_radius_mm=float(rng.uniform(25, 70)),
        colour_bgr=(1.0 - 0.42 * warm, 1.0 - 0.14 * warm, 1.0),
        lamp_share=float(rng.uniform(0.25, 0.75)),
        exposure=float(rng.uniform(*trial.exposure)) / (1 + 0.5 * window),
        window_deg=float(rng.uniform(0, 360)),
        window=window,
        glare=float(rng.uniform(*trial.glare)),
        vignette=float(rng.uniform(0.05, 0.3)),
    )
