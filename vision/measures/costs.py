"""What seeing costs, in processor time of one thread: it grows with what changed, not with what lies there. ``make
bench`` prints both curves.

The table is simulated, its cards laid at one moment without a hand, so that nothing changes but what is counted.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from dealer.view import Area, Place, TableView
from vision.eye import Eye
from vision.frame import BGRImage
from vision.measures.measured_decks import whole_eye
from vision.nets.finder import CARD_PX, FoundIndex
from vision.nets.models import MODELS
from vision.reading.reader import Reader, scaled_by
from vision.synth import choreography as do
from vision.synth.scene import Scene, SceneSettings
from vision.synth.simulated import SimulatedCamera
from vision.table.lens import lens
from vision.table.mat import Mat

SEEDS, SEATS, CARDS = (3, 4, 5, 6, 7, 8, 9), 4, 12
"""The simulated tables, how many people sit there, and how many cards lie on the one that is looked for indices."""
CARD_WIDTH_MM = 63.0
"""Width of the simulated cards."""
SETTLE_S, AFTER_S = 5.0, 1.5
"""How long the table lies before anything is laid, and how long what was laid is watched."""
SIDES_PX = (160, 320, 640)
"""Sides of changed regions of which the indices are looked for."""
MANY = (1, 2, 4, 8, 16)
"""How many indices are read at once, measured for each of these."""
LAID = (1, 2, 4, 8)
"""How many cards are laid at one moment, where ``LIE_THERE`` lie."""
LIE_THERE = 8
LYING = (0, 3, 6, 12, 18)
"""How many cards lie at the other seats when one is laid."""
BESIDE = (0, 1, 2, 4, 6)
"""How many cards lie at a new one's seat, in a fan: it covers some of them, and their indices are read again."""
KNOWN_MM = 25.0
"""A sighting so near to where a card was laid is that card."""


@dataclass(frozen=True, slots=True)
class Laying:
    """What it cost to see cards laid at one moment: of the dearest frame, of all frames until ``AFTER_S`` later, and of
    a frame before in which nothing changed (median); ms. ``read`` of ``all_laid`` cards were told with their ranks
    then."""

    lying: int
    laid: int
    dearest_ms: float
    whole_ms: float
    still_ms: float
    read: int
    all_laid: int

    def __str__(self) -> str:
        return (
            f"{self.lying} lie there, {self.laid} laid: dearest frame {self.dearest_ms:.1f} ms, all of {AFTER_S:g} s "
            f"{self.whole_ms:.0f} ms, a frame before {self.still_ms:.1f} ms; told {self.read} of {self.all_laid}"
        )


def times_ms(work: Callable[[], object], times: int) -> float:
    """The median of processor time, after one run that is not counted."""
    work()
    spent = []
    for _ in range(times):
        start = time.thread_time()
        work()
        spent.append(1000 * (time.thread_time() - start))
    return float(np.median(spent))


def laying(reader: Reader, *, lying: int, laid: int, seed: int, beside: bool = False) -> Laying:
    """Lay cards at one moment on a simulated table where others lie, of which it was told what they are, as in a game;
    see ``Laying``. A card that is laid by itself comes to the first seat, always the same one, and the others lie
    ``beside`` it or at the other seats."""
    camera = SimulatedCamera(Scene(SceneSettings.random(seed, seats=SEATS, difficulty="easy")))
    scene = camera.scene
    eye = whole_eye(reader, Mat(lens(scene.settings.lens_name)))
    seats = [1 if beside else 2 + number % (SEATS - 1) for number in range(lying)]
    _lay(scene, np.random.default_rng([seed, 0xC057]), seats)
    before, view = _watched(camera, eye, SETTLE_S)
    known = {sighting.id for sighting in view.sightings}
    eye.called(_named(view, scene))
    seats.extend(number % SEATS + 1 for number in range(laid))
    _lay(scene, np.random.default_rng([seed, 0x1A1D]), seats, start=lying, first_rank=seed)
    after, view = _watched(camera, eye, AFTER_S)
    told = [sighting for sighting in view.sightings if sighting.id not in known and sighting.rank is not None]
    still = float(np.median(before[len(before) // 2 :]))
    return Laying(lying, laid, max(after), sum(after), still, len(told), laid)


def middle(seen: Sequence[Laying]) -> Laying:
    """The median of each figure of several tables with the same numbers of cards; of ``read`` the sum."""
    figures = np.median([(one.dearest_ms, one.whole_ms, one.still_ms) for one in seen], axis=0)
    dearest_ms, whole_ms, still_ms = (float(figure) for figure in figures)
    laid = sum(one.laid for one in seen)
    return Laying(seen[0].lying, seen[0].laid, dearest_ms, whole_ms, still_ms, sum(one.read for one in seen), laid)


def _lay(scene: Scene, rng: np.random.Generator, seats: Sequence[int], *, start: int = 0, first_rank: int = 0) -> None:
    """A card to each of these seats, from number ``start`` on, the ranks in turn: of each seat the next one."""
    for number in range(start, len(seats)):
        seat = seats[number]
        pose = scene.place_point(Place(Area.STACK, seat), seats[:number].count(seat), rng)
        scene.add_card((first_rank + number - start) % 10 + 1, pose)


def _named(view: TableView, scene: Scene) -> dict[int, int]:
    """The ranks of the sightings, by what was laid where they are."""
    cards = list(scene.cards())
    where = np.array([(card.pose.x_mm, card.pose.y_mm) for card in cards]).reshape(-1, 2)
    named = {}
    for sighting in view.sightings if cards else ():
        away = np.hypot(*(where - (sighting.x_mm, sighting.y_mm)).T)
        if away.min() < KNOWN_MM:
            named[sighting.id] = cards[int(away.argmin())].rank
    return named


def _watched(camera: SimulatedCamera, eye: Eye, seconds: float) -> tuple[list[float], TableView]:
    """What each frame cost, ms, and what was seen in the last one."""
    spent, views = [], []
    for frame in camera.frames(do.wait(seconds)):
        start = time.thread_time()
        views.append(eye.look(frame))
        spent.append(1000 * (time.thread_time() - start))
    return spent, views[-1]


def table_picture(seed: int = SEEDS[0]) -> BGRImage:
    """A simulated table with twelve cards, in which a card is as wide as the nets want it."""
    camera = SimulatedCamera(Scene(SceneSettings.random(seed, seats=SEATS, difficulty="easy")))
    _lay(camera.scene, np.random.default_rng([seed, 0xC057]), [number % SEATS + 1 for number in range(CARDS)])
    card_px = CARD_WIDTH_MM * camera.viewpoint.scale_px_per_mm(0.0, 0.0)
    return scaled_by(camera.take().image, CARD_PX / card_px)[0]


def _reading(reader: Reader, picture: BGRImage, found: Sequence[FoundIndex], times: int) -> str:
    """What reading these indices costs: the first look at all, and with the further ones that doubtful ones get."""
    first = times_ms(partial(reader.read_found, picture, found), times)
    readings = reader.read_found(picture, found)
    again = times_ms(partial(reader.read_again, picture, readings), times)
    return f"{first / len(found):.2f}, with further looks at doubtful ones {(first + again) / len(found):.2f}"


def report(*, quick: bool = False) -> Iterator[str]:
    """Lines of what finding and reading cost, of both curves and of the models' sizes."""
    times = 5 if quick else 30
    reader, picture = Reader(), table_picture()
    yield "indices looked for, 2 px a mm"
    for side in SIDES_PX:
        region = np.ascontiguousarray(picture[:side, :side])
        spent = times_ms(partial(reader.find_indices, region), times)
        yield f"  in a changed region of {side} x {side}, ms: {spent:.1f}"
    spent = times_ms(partial(reader.find_indices, picture), times)
    yield f"  in a whole frame, ms a megapixel: {1e6 * spent / (picture.shape[0] * picture.shape[1]):.1f}"
    found = sorted(reader.find_indices(picture), key=lambda index: -index.heat)
    yield f"indices read, both ways up, ms each ({len(found)} found)"
    for count in (count for count in MANY if count <= len(found)):
        yield f"  {count} at once: {_reading(reader, picture, found[:count], times)}"
    seeds = SEEDS[:1] if quick else SEEDS
    yield f"cost by what changed, the middle of {len(seeds)} tables"
    for laid in LAID:
        yield f"  {middle([laying(reader, lying=LIE_THERE, laid=laid, seed=seed) for seed in seeds])}"
    for name, beside, many in (("at the other seats", False, LYING), ("beside it, in a fan", True, BESIDE)):
        yield f"cost by what lies there, {name}, the middle of {len(seeds)} tables"
        for lying in many:
            yield f"  {middle([laying(reader, lying=lying, laid=1, seed=seed, beside=beside) for seed in seeds])}"
    sizes = {path.stem: path.stat().st_size / 1e6 for path in sorted(MODELS.glob("*.onnx"))}
    yield f"models: {sum(sizes.values()):.2f} MB ({', '.join(f'{name} {size:.2f}' for name, size in sizes.items())})"
