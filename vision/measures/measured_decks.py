"""How cards are called, deck by deck: ``dealer measure misreads`` and ``dealer measure decks``.

A whole deck is laid on a simulated table, card by card, without hands. The eye that ships looks at each; then it hears
what the card is, as at a table where people answer. Rounds of cards are cleared away before the next.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import cv2
import numpy as np

from dealer.view import Area, Place, Sighting, TableView
from vision.belief.learnt import LearntDeck
from vision.belief.many_looks import LookedOver
from vision.eye import Eye
from vision.nets.ranks import NONE
from vision.reading.large_numerals import LargeNumeralReader
from vision.reading.reader import Reader
from vision.synth import choreography as do
from vision.synth.faces import make_design
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
"""So many cards lie before each player, then all are cleared away."""
SETTLE_S, LOOKED_S, CLEARED_S = 4.0, 2.0, 1.5
"""How long the empty table, each card and the cleared table are looked at, in seconds."""
KNOWN_MM = 25.0
"""A sighting so near to where a card was laid is that card."""

KINDS = (
    "cards", "unseen", "called right", "silent errors", "told right", "told wrong", "asked, likely right",
    "asked, likely wrong", "asked, unread",
)  # fmt: skip
"""What is counted. ``unseen``: nothing was told of a card; ``silent errors``: it was read for certain, and wrongly;
``told``: it could not be read, and the cards before told what it is; ``asked``: people must say what it is, and what
was read is most likely right, or wrong, or no rank."""


def whole_eye(reader: Reader, lens_name: str) -> Eye:
    """An eye with all that it has at a real table."""
    ranks = reader.ranks
    return Eye(
        Mat(lens(lens_name)),
        reader,
        learnt=LearntDeck(ranks),
        numerals=LargeNumeralReader(ranks),
        looked_over=LookedOver(ranks),
    )


def measure(family: str, number: int, reader: Reader, *, times: int, difficulty: str = "reference") -> Counter[str]:
    """Lay a deck of 55 cards ``times`` through, shuffled; how its cards were called, by ``KINDS``."""
    table = FIRST_TABLE + number
    design = make_design(family, table)
    seats = SEATS[table % len(SEATS)]
    settings = SceneSettings.random(table, seats=seats, design=design, difficulty=difficulty)
    camera = SimulatedCamera(Scene(settings))
    eye, rng = whole_eye(reader, settings.lens_name), np.random.default_rng([number, 78])
    ranks = [int(rank) for _ in range(times) for rank in rng.permutation(WHOLE_DECK)]
    counts = Counter(dict.fromkeys(KINDS, 0))
    _watched(camera, eye, SETTLE_S)
    for first in range(0, len(ranks), EACH * seats):
        counts += _round(camera, eye, ranks[first : first + EACH * seats], rng)
    return counts


def _round(camera: SimulatedCamera, eye: Eye, ranks: Sequence[int], rng: np.random.Generator) -> Counter[str]:
    """Lay these cards, one at a time, and clear them away."""
    scene, named, counts = camera.scene, dict[int, int](), Counter[str]()
    seats = len(scene.seat_poses)
    for number, rank in enumerate(ranks):
        pose = scene.place_point(Place(Area.STACK, number % seats + 1), number // seats, rng)
        scene.add_card(rank, pose)
        seen = _at(_watched(camera, eye, LOOKED_S), pose, but=named)
        counts.update(["cards", outcome(seen, rank)])
        if seen is not None:
            named[seen.id] = rank
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
        if seen.learnt:
            return "told right" if seen.rank == rank else "told wrong"
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
    families: Sequence[str], numbers: Sequence[int], *, times: int, difficulty: str = "reference"
) -> Iterator[str]:
    """Lines of a table in Markdown, a family each as it is done, and one for all."""
    cv2.setNumThreads(1)
    reader, whole = Reader(), Counter[str]()
    yield f"| family | {' | '.join(KINDS)} |"
    yield "| --- |" + " ---: |" * len(KINDS)
    for family in families:
        counts = Counter[str]()
        for number in numbers:
            counts.update(measure(family, number, reader, times=times, difficulty=difficulty))
        whole.update(counts)
        yield f"| {family} | {' | '.join(str(counts[kind]) for kind in KINDS)} |"
    yield f"| all | {' | '.join(str(whole[kind]) for kind in KINDS)} |"
