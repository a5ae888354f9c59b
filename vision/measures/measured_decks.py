"""How cards are called, deck by deck: ``dealer measure misreads`` and ``dealer measure decks``.

A whole deck is laid on a simulated table, card by card, without hands. The eye that ships looks at each; then it hears
what the card is, as at a table where people answer. Rounds of cards are cleared away before the next.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np

from dealer.system.bars import with_bar
from dealer.view import Area, Place, Sighting, TableView
from vision.belief.looks import Witness
from vision.eye import Eye
from vision.eye import Mat as EyesMat
from vision.looks.record import SUFFIX, Header
from vision.looks.recorder import Recorder
from vision.measures.lying import truth_of
from vision.nets.models import checksums
from vision.nets.ranks import NONE
from vision.reading.reader import Reader
from vision.synth import choreography as do
from vision.synth.faces import make_design
from vision.synth.foreign import FOREIGN, with_foreign
from vision.synth.picture import Pose
from vision.synth.scene import Scene, SceneSettings
from vision.synth.simulated import SimulatedCamera
from vision.table.lens import lens
from vision.table.mat import Mat

WHOLE_DECK = tuple(rank for rank in range(1, 11) for _ in range(rank))
FIRST_TABLE = 9000
"""Design number n of a family lies on simulated table number ``FIRST_TABLE`` + n."""
SEATS = (2, 3, 4, 5, 6)
EACH = 3
"""Cards that lie before each player; then all are cleared away."""
SETTLE_S, LOOKED_S, CLEARED_S = 4.0, 2.0, 1.5
"""How long the empty table, each card and the cleared table are looked at, in seconds."""
KNOWN_MM = 25.0
"""A sighting so near to where a card was laid is that card."""

KINDS = (
    "cards", "unseen", "called right", "silent errors", "asked, likely right", "asked, likely wrong", "asked, unread",
    "foreign", "foreign called",
)  # fmt: skip
"""What is counted. ``unseen``: nothing was told of a card; ``silent errors``: it was called, and wrongly;
``asked``: people must say what it is, and it is most likely that, or another, or no rank; ``foreign``: cards that are
not ours, and those of them that were called a rank."""


def whole_eye(reader: Reader, mat: EyesMat, witness: Witness | None = None) -> Eye:
    """An eye with all that it has at a real table, and a witness."""
    return Eye(mat, reader, witness=witness)


def measure(
    family: str,
    number: int,
    reader: Reader,
    *,
    times: int,
    difficulty: str = "reference",
    foreign: int = 0,
    looks: Path | None = None,
) -> Counter[str]:
    """Lay a deck of 55 cards ``times`` through, shuffled; how its cards were called, by ``KINDS``.

    ``foreign``: so many cards that are not ours lie among each 55. ``looks``: the folder in which all looks are kept.
    """
    table = FIRST_TABLE + number
    design = make_design(family, table)
    seats = SEATS[table % len(SEATS)]
    settings = SceneSettings.random(table, seats=seats, design=with_foreign(design), difficulty=difficulty)
    camera = SimulatedCamera(Scene(settings))
    header = Header(kind="deck", seed=number, design=design.name, difficulty=difficulty, models=checksums())
    recorder = Recorder(header, truth_of(camera.scene)) if looks is not None else None
    eye, rng = whole_eye(reader, Mat(lens(settings.lens_name)), recorder), np.random.default_rng([number, 78])
    ranks = [int(rank) for _ in range(times) for rank in rng.permutation(_with_others(number, foreign))]
    counts = Counter(dict.fromkeys(KINDS, 0))
    _watched(camera, eye, SETTLE_S)
    for first in range(0, len(ranks), EACH * seats):
        counts += _round(camera, eye, ranks[first : first + EACH * seats], rng)
    if looks is not None and recorder is not None:
        recorder.save(looks / f"deck-{design.name.replace(' ', '-')}{SUFFIX}", reader.ranks)
    return counts


def _with_others(number: int, foreign: int) -> tuple[int, ...]:
    """A whole deck, and as many foreign cards, other ones in each deck."""
    return (*WHOLE_DECK, *(11 + (number * foreign + card) % len(FOREIGN) for card in range(foreign)))


def _round(camera: SimulatedCamera, eye: Eye, ranks: Sequence[int], rng: np.random.Generator) -> Counter[str]:
    """Lay these cards, one at a time, and clear them away."""
    scene, named, counts = camera.scene, dict[int, int](), Counter[str]()
    seats, left = len(scene.seat_poses), Counter(WHOLE_DECK)
    for number, rank in enumerate(ranks):
        eye.expect(left)
        pose = scene.place_point(Place(Area.STACK, number % seats + 1), number // seats, rng)
        scene.add_card(rank, pose)
        seen = _at(_watched(camera, eye, LOOKED_S), pose, but=named)
        if rank > NONE:
            counts.update(["foreign"] if seen is None or seen.rank is None else ["foreign", "foreign called"])
            continue
        counts.update(["cards", outcome(seen, rank)])
        if seen is not None:
            named[seen.id] = rank
            left[rank] -= 1
            eye.called(named, all_face_up=True)
    for card in list(scene.cards()):
        scene.remove(card)
    _watched(camera, eye, CLEARED_S)
    return counts


def outcome(seen: Sighting | None, rank: int) -> str:
    """What became of a card of ``rank``, one of ``KINDS``."""
    if seen is None:
        return "unseen"
    if seen.rank is not None:
        return "called right" if seen.rank == rank else "silent errors"
    likeliest = int(np.argmax(seen.probabilities)) + 1 if seen.probabilities else NONE + 1
    if likeliest > NONE:
        return "asked, unread"
    return "asked, likely right" if likeliest == rank else "asked, likely wrong"


def _watched(camera: SimulatedCamera, eye: Eye, seconds: float) -> TableView:
    """The last view of so long."""
    for frame in camera.frames(do.wait(seconds), fast=True):
        view = eye.look(frame)
    return view


def _at(view: TableView, pose: Pose, *, but: Iterable[int]) -> Sighting | None:
    """The sighting of the card that lies there, if there is one that is none of those named."""
    away = {one.id: float(np.hypot(one.x_mm - pose.x_mm, one.y_mm - pose.y_mm)) for one in view.sightings}
    near = [one for one in view.sightings if one.id not in set(but) and away[one.id] < KNOWN_MM]
    return min(near, key=lambda one: away[one.id], default=None)


def table(
    families: Sequence[str],
    numbers: Sequence[int],
    *,
    times: int,
    difficulty: str = "reference",
    foreign: int = 0,
    looks: Path | None = None,
) -> Iterator[str]:
    """Lines of a table in Markdown, a family each as it is done, and one for all: see ``measure``."""
    cv2.setNumThreads(1)
    reader, whole = Reader(), Counter[str]()
    yield f"| family | {' | '.join(KINDS)} |"
    yield "| --- |" + " ---: |" * len(KINDS)
    for family in families:
        counts = Counter[str]()
        for number in with_bar(numbers, family):
            counts.update(
                measure(family, number, reader, times=times, difficulty=difficulty, foreign=foreign, looks=looks)
            )
        whole.update(counts)
        yield f"| {family} | {' | '.join(str(counts[kind]) for kind in KINDS)} |"
    yield f"| all | {' | '.join(str(whole[kind]) for kind in KINDS)} |"
