"""How well and how fast the eye sees a simulated table: ``python -m vision.measures.bench`` prints it, ``make bench``
runs it.

Times are processor time of the one thread, so that other work on the machine does not count.

A dealer deals, cards are folded, nudged, covered and gathered; what the eye told is compared with what lay there.
"""

import argparse
import platform
import resource
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np

from dealer.view import Area, Face, Place, SeatSeen, TableView
from vision.eye import Eye
from vision.frame import Frame
from vision.measures.measured_decks import whole_eye
from vision.synth import choreography as do
from vision.synth.picture import Pose
from vision.synth.scene import Card, Scene, SceneSettings
from vision.synth.simulated import SimulatedCamera
from vision.table.geometry import TableGeometry
from vision.table.lens import lens
from vision.table.mat import Mat

NEAR_MM = 30.0
"""A sighting of the right rank within this of a card's true centre is of that card."""


MANY_CARDS = 6
"""Arrivals are timed apart once so many cards lie there: of twelve dealt, those of the second half."""


@dataclass(slots=True)
class Lying:
    """One stretch of a card at rest: what the eye made of it."""

    card: int
    rank: int
    face: Face
    x_mm: float
    y_mm: float
    since_s: float
    clear_s: float | None = None
    """When the hand had left it: from the first frame on in which it lies still with an index in sight."""
    seen_s: float | None = None
    asked: bool = False
    """Whether it was told as a card whose rank is not certain: the table is asked."""
    until_s: float | None = None


@dataclass(slots=True)
class Score:
    """What was counted over one or more evenings."""

    lyings: list[Lying] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    phantom: list[str] = field(default_factory=list)
    unread: int = 0
    ids: int = 0
    still_ms: list[float] = field(default_factory=list)
    moving_ms: list[float] = field(default_factory=list)
    reading_ms: list[float] = field(default_factory=list)
    arrival_ms: list[float] = field(default_factory=list)
    mat_ms: list[float] = field(default_factory=list)
    frames: int = 0
    troubles: dict[str, int] = field(default_factory=dict)


class TimedMat:
    """A mat that counts how long the coaster look-up took, so that it can be told apart."""

    def __init__(self, mat: Mat) -> None:
        self._mat = mat
        self.spent_s = 0.0

    @property
    def trouble(self) -> str:
        """The mat's."""
        return self._mat.trouble

    def observe(self, frame: Frame, *, still: bool) -> TableGeometry | None:
        """The mat's, timed."""
        start = time.thread_time()
        found = self._mat.observe(frame, still=still)
        self.spent_s += time.thread_time() - start
        return found

    def seats(self) -> tuple[SeatSeen, ...]:
        """The mat's."""
        return self._mat.seats()


def evening(camera: SimulatedCamera, *, cards: int, fast: bool = True) -> Iterator[Frame]:
    """Frames of a dealer who deals ``cards`` cards, a fold, a nudge, a hand that rests on cards, and the clearing."""
    scene = camera.scene
    rng = np.random.default_rng([scene.settings.seed, 0xE7E])
    scene.strew_props()
    spot = scene.free_spot(60.0, rng, margin_mm=-30.0) or (0.0, 0.0)
    deck = scene.add_pile(Pose(spot[0], spot[1], float(rng.uniform(0, 360))), 50, kind="deck")
    away = scene.free_spot(60.0, rng, margin_mm=-30.0) or (0.0, 0.0)
    discards = scene.add_pile(Pose(away[0], away[1], 20.0), 5, kind="discards")
    seats = scene.settings.seats

    def play() -> Iterator[do.Beat]:
        yield from do.wait(2.0)
        counts = dict.fromkeys(range(1, seats + 1), 0)
        for dealt in range(cards):
            seat = dealt % seats + 1
            pose = scene.place_point(Place(Area.STACK, seat), counts[seat], rng)
            counts[seat] += 1
            yield from do.deal_card(
                scene,
                1,
                deck,
                int(rng.integers(1, 11)),
                pose,
                thrown=0.3 if rng.random() < 0.3 else 0.0,
                stays=0.5 if rng.random() < 0.3 else 0.0,
            )
            yield from do.wait(float(rng.uniform(0.7, 1.6)))
        lying = list(scene.cards())
        for card in lying[:2]:
            seat = scene.layout.place_of(card.pose.x_mm, card.pose.y_mm).seat or 1
            yield from do.take_card(scene, seat, card, scene.place_point(Place(Area.POINTS, seat), 0, rng))
            yield from do.wait(1.2)
        if len(lying) > 3:
            nudged = lying[3]
            shift = rng.uniform(-6, 6, 2)
            yield from do.rest_hand(scene, 1, (nudged.pose.x_mm, nudged.pose.y_mm), 0.3)
            pose = Pose(
                nudged.pose.x_mm + float(shift[0]), nudged.pose.y_mm + float(shift[1]), nudged.pose.angle_deg + 4
            )
            yield from do.slide(nudged, pose, 0.2)
            yield from do.wait(1.0)
            yield from do.rest_hand(scene, seats, (lying[2].pose.x_mm, lying[2].pose.y_mm), 2.0)
            yield from do.wait(1.0)
        yield from do.cover_coaster(scene, seats, 2.5)
        yield from do.wait(0.8)
        groups: dict[int, list[Card]] = {}
        for card in scene.cards():
            groups.setdefault(scene.layout.place_of(card.pose.x_mm, card.pose.y_mm).seat, []).append(card)
        yield from do.gather(scene, 1, list(groups.values()), discards)
        yield from do.wait(1.5)

    yield from camera.frames(play(), fast=fast)


def watch(
    camera: SimulatedCamera,
    eye: Eye,
    frames: Iterator[Frame],
    score: Score,
    *,
    mat: TimedMat | None = None,
    each: Callable[[Frame, TableView], None] | None = None,
) -> None:
    """Let ``eye`` look at ``frames`` and count what it tells against the truth."""
    lying: dict[int, Lying] = {}
    told: set[tuple[str, int]] = set()
    for frame in frames:
        before = eye.tracked
        spent = mat.spent_s if mat else 0.0
        reads = eye.reads
        start = time.thread_time()
        view = eye.look(frame)
        total_ms = 1000 * (time.thread_time() - start)
        lookup_ms = 1000 * ((mat.spent_s if mat else 0.0) - spent)
        score.frames += 1
        score.mat_ms.append(lookup_ms)
        rest = (
            score.reading_ms if eye.reads > reads else score.moving_ms if view.moving or view.hidden else score.still_ms
        )
        rest.append(total_ms - lookup_ms)
        if eye.tracked > before and len(view.sightings) > MANY_CARDS:
            score.arrival_ms.append(total_ms - lookup_ms)
        if view.trouble:
            score.troubles[view.trouble] = score.troubles.get(view.trouble, 0) + 1
        _compare(camera, frame, view, lying, score, told)
        if each:
            each(frame, view)
    score.lyings.extend(lying.values())
    score.ids += eye.tracked


def _compare(
    camera: SimulatedCamera,
    frame: Frame,
    view: TableView,
    lying: dict[int, Lying],
    score: Score,
    told: set[tuple[str, int]],
) -> None:
    cards = list(camera.scene.cards())
    at_rest = {card.id: card for card in cards if not card.moving}
    for key in [key for key in lying if key not in at_rest or _moved(lying[key], at_rest[key])]:
        lying[key].until_s = frame.time_s
        score.lyings.append(lying.pop(key))
    for card in at_rest.values():
        if card.id not in lying:
            lying[card.id] = Lying(card.id, card.rank, card.face, card.pose.x_mm, card.pose.y_mm, frame.time_s)
    when = f"seed {camera.scene.settings.seed} at {frame.time_s:.2f}"
    for sighting in view.sightings:
        where = f"#{sighting.id} at {sighting.x_mm:.0f}, {sighting.y_mm:.0f} ({sighting.place})"
        near = [one for one in lying.values() if _distance(one, sighting.x_mm, sighting.y_mm) < NEAR_MM]
        if sighting.rank is not None and not any(one.rank == sighting.rank for one in near):
            calm = not view.hidden and not view.moving
            if (
                near
                and ("wrong", sighting.id) not in told
                and any(one.since_s < frame.time_s - 0.5 for one in near)
                and calm
            ):
                told.add(("wrong", sighting.id))
                score.wrong.append(f"{when}: {sighting.rank} for {[one.rank for one in near]} ({sighting.place})")
            elif not near and sighting.visible and ("phantom", sighting.id) not in told and calm:
                told.add(("phantom", sighting.id))
                score.phantom.append(f"{when}: {sighting.rank} {where}")
        elif sighting.rank is None and not near and sighting.visible and ("blank", sighting.id) not in told:
            told.add(("blank", sighting.id))
            score.phantom.append(f"{when}: {sighting.face.value} unread {where}")
    for one in lying.values():
        if one.seen_s is None and any(
            s.rank == one.rank and _distance(one, s.x_mm, s.y_mm) < NEAR_MM for s in view.sightings
        ):
            one.seen_s = frame.time_s
        one.asked |= any(s.rank is None and _distance(one, s.x_mm, s.y_mm) < NEAR_MM for s in view.sightings)
        if one.clear_s is None:
            truth = next(t for t in camera.truth() if t.id == one.card)
            if max(truth.index_visible, default=1.0) > 0.95:
                one.clear_s = frame.time_s


def _moved(one: Lying, card: Card) -> bool:
    return abs(one.x_mm - card.pose.x_mm) + abs(one.y_mm - card.pose.y_mm) > 0.5


def _distance(one: Lying, x_mm: float, y_mm: float) -> float:
    return float(np.hypot(one.x_mm - x_mm, one.y_mm - y_mm))


def quantiles(values: Sequence[float]) -> str:
    """Median and 95th percentile.

    >>> quantiles([1.0, 2.0, 3.0])
    '2.0 (p95 2.9, n 3)'
    """
    return f"{np.median(values):.1f} (p95 {np.quantile(values, 0.95):.1f}, n {len(values)})" if len(values) else "none"


def reference_ms() -> float:
    """The median of a fixed piece of work, to compare machines by: a Gaussian blur of 1920 x 1080 grey pixels, 15 x
    15."""
    picture = np.random.default_rng(1).integers(0, 255, (1080, 1920), dtype=np.uint8)
    times = []
    for _ in range(15):
        start = time.thread_time()
        cv2.GaussianBlur(picture, (15, 15), 3.0)
        times.append(1000 * (time.thread_time() - start))
    return float(np.median(times))


def processor() -> str:
    """The processor's model as the system names it."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            names = [line.split(":", 1)[1].strip() for line in lines if line.startswith(("model name", "Model"))]
    except OSError:
        names = []
    return names[0] if names else platform.processor() or platform.machine()


def report(score: Score) -> str:
    """The figures as lines to print."""
    long = [
        one
        for one in score.lyings
        if one.clear_s is not None and (one.until_s is None or one.until_s - one.clear_s > 0.6)
    ]
    found = [one for one in long if one.seen_s is not None]
    latency = [1000 * (one.seen_s - one.clear_s) for one in found if one.seen_s is not None and one.clear_s is not None]
    lines = [
        f"cards that came to rest in sight {len(long)}, read {len(found)}, "
        f"asked about {sum(one.asked and one.seen_s is None for one in long)}, "
        f"missed {sum(not one.asked and one.seen_s is None for one in long)}, "
        f"wrong in silence {len(score.wrong)}, phantoms {len(score.phantom)}, frames {score.frames}",
        f"from rest, an index in sight, to the view, ms of frame time: {quantiles(latency)}",
        f"frame with nothing moving, CPU ms: {quantiles(score.still_ms)}",
        f"frame with movement, nothing read, CPU ms: {quantiles(score.moving_ms)}",
        f"frame in which something was read, CPU ms: {quantiles(score.reading_ms)}",
        f"frame in which a card was told first, with {MANY_CARDS} to 12, CPU ms: {quantiles(score.arrival_ms)}",
        f"coaster look-up, CPU ms: median {np.median(score.mat_ms):.2f}, frames above 5 ms "
        f"{sum(ms > 5 for ms in score.mat_ms)} of {score.frames}, "
        f"those {quantiles([ms for ms in score.mat_ms if ms > 5])}",
        f"troubles told: {score.troubles or 'none'}",
    ]
    lines += [f"  wrong: {line}" for line in score.wrong] + [f"  phantom: {line}" for line in score.phantom]
    lines += [
        f"  {'asked' if one.asked else 'missed'}: rank {one.rank} at {one.x_mm:.0f}, {one.y_mm:.0f}, "
        f"{one.since_s:.2f} to {'the end' if one.until_s is None else f'{one.until_s:.2f}'}"
        for one in long
        if one.seen_s is None
    ]
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description="Time and score the eye on simulated tables.")
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 2, 3])
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--cards", type=int, default=12)
    parser.add_argument("--difficulty", default="reference")
    options = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    from vision.reading.reader import Reader

    reader = Reader()
    total = Score()
    for seed in options.seeds:
        scene = Scene(SceneSettings.random(seed, seats=options.seats, difficulty=options.difficulty))
        camera = SimulatedCamera(scene)
        mat = TimedMat(Mat(lens(scene.settings.lens_name)))
        eye = whole_eye(reader, mat)
        watch(camera, eye, evening(camera, cards=options.cards), total, mat=mat)
    print(f"vision: {processor()}, reference work {reference_ms():.1f} ms (blur of 1920 x 1080)")
    print(report(total))
    print(
        "memory of this process, simulator included: "
        f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB"
    )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
