"""Draw the data, train the nets, quantise them, measure them on rendered designs and write the models:
``python -m vision.training``.

Everything is seeded and continues where it was stopped: shards that are drawn stay, nets go on from their last
checkpoint.
"""

import argparse
import copy
import json
import multiprocessing
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TypeVar

import cv2
import numpy as np
import torch
from numpy.typing import NDArray

from vision.models import MODELS
from vision.reader import Reader
from vision.synth.faces import FAMILIES, HELD_OUT
from vision.training.averaging import mean_of, middle_of
from vision.training.calibration import calibrate, calibrate_further, calibrate_orientation, tell_calibration
from vision.training.checking import report
from vision.training.closeups import DECKS_PER_SHARD, closeup_samples, draw_closeups
from vision.training.data import SCENES_PER_SHARD, WIDER_SHARDS, data_hash, make_shards
from vision.training.export import export
from vision.training.finder_training import crops, train_finder, widen_finder
from vision.training.fonts import find_fonts
from vision.training.mining import mine
from vision.training.nets import FinderNet, OrientationNet, RankNet, SecondRankNet, ZoomedNet
from vision.training.orientation import SCALED
from vision.training.orientation_training import train_orientation
from vision.training.patches import Sample
from vision.training.quantising import FLOAT_MODELS, ask_further, compare, quantise_models, write_card
from vision.training.rank_training import (
    Ingredient,
    lengthen_second,
    refine_ranks,
    scene_samples,
    train_ranks,
    train_second,
    train_zoomed,
    widen_ranks,
    widen_second,
)
from vision.training.sizes import teach_sizes
from vision.training.unfolding import unfolded
from vision.training.zoomed import draw_zoomed

Net = TypeVar("Net", FinderNet, RankNet, SecondRankNet, ZoomedNet, OrientationNet)
Reading = TypeVar("Reading", RankNet, SecondRankNet)


@dataclass(frozen=True, slots=True)
class Recipe:
    """How much of everything."""

    shards: int
    finder_steps: int
    rank_steps: int
    mined_shards: int
    refine_steps: int
    check_scenes: int
    second_shards: int
    second_steps: int
    longer_shards: int
    longer_closeups: int
    longer_steps: int
    wider_shards: int
    wider_closeups: int
    wider_rank_steps: int
    wider_second_steps: int
    wider_finder_steps: int
    zoomed_shards: int
    zoomed_closeups: int
    zoomed_steps: int
    longer_zoomed_shards: int
    longer_zoomed_steps: int
    last_zoomed_steps: int
    adorned_shards: int
    adorned_closeups: int
    adorned_steps: int
    misplaced_shards: int
    misplaced_closeups: int
    misplaced_steps: int
    orientation_steps: int
    scaled_orientation_steps: int
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Go:
    """One go of net D's training: the shards that it learns from, and ingredients that it does without."""

    name: str
    scenes: Sequence[int]
    closeups: Sequence[int]
    steps: int
    rate: float
    without: tuple[Ingredient, ...]


SHIPPED = Recipe(
    shards=240,
    finder_steps=8000,
    rank_steps=8000,
    mined_shards=160,
    refine_steps=2500,
    check_scenes=60,
    second_shards=80,
    second_steps=6000,
    longer_shards=36,
    longer_closeups=56,
    longer_steps=4800,
    wider_shards=72,
    wider_closeups=36,
    wider_rank_steps=3600,
    wider_second_steps=2200,
    wider_finder_steps=3200,
    zoomed_shards=32,
    zoomed_closeups=100,
    zoomed_steps=9000,
    longer_zoomed_shards=115,
    longer_zoomed_steps=9000,
    last_zoomed_steps=6000,
    adorned_shards=60,
    adorned_closeups=100,
    adorned_steps=6000,
    misplaced_shards=30,
    misplaced_closeups=60,
    misplaced_steps=5500,
    orientation_steps=6000,
    scaled_orientation_steps=6600,
)
"""What the shipped models are trained with: nets A and B at most two hours on two cores, net C two hours more, two more
for A, B and C with wider designs, an hour and a half for net D, as much again four times, and an hour and a half of
one core for E."""
QUICK = Recipe(
    shards=40,
    finder_steps=1500,
    rank_steps=2000,
    mined_shards=20,
    refine_steps=500,
    check_scenes=30,
    second_shards=12,
    second_steps=500,
    longer_shards=8,
    longer_closeups=8,
    longer_steps=300,
    wider_shards=8,
    wider_closeups=4,
    wider_rank_steps=200,
    wider_second_steps=100,
    wider_finder_steps=100,
    zoomed_shards=6,
    zoomed_closeups=8,
    zoomed_steps=300,
    longer_zoomed_shards=8,
    longer_zoomed_steps=200,
    last_zoomed_steps=100,
    adorned_shards=4,
    adorned_closeups=4,
    adorned_steps=100,
    misplaced_shards=4,
    misplaced_closeups=4,
    misplaced_steps=100,
    orientation_steps=300,
    scaled_orientation_steps=100,
)
"""A check that training works: about half an hour on two cores."""
ZOOMED_CLOSEUPS, ZOOMED_SHARDS = 1000, WIDER_SHARDS + 2000
"""Numbers of net D's first shards of close-ups and of scenes, which no other net learns from."""
LONGER_ZOOMED, LAST_ZOOMED, ADORNED_ZOOMED = "zoomed longer", "zoomed last", "zoomed adorned"
MISPLACED_ZOOMED, MIDDLE_ZOOMED = "zoomed misplaced", "zoomed middle"
"""Names of the second to fifth go of net D's training, and of the mean of the last two, which ships."""
SCALED_ORIENTATION = "orientation scaled"
"""Name of the second go of net E's."""
SIZE_CLOSEUPS, SIZE_SHARDS = 10, 6
"""Shards of both from which net B learns how large numerals are."""
MEASURED_PATCHES = 2048
"""Patches on which a net's normalisations are measured anew."""
FINDER_SHARDS = 12
"""Shards of whose scenes net A's are, twice as many batches."""


KNOWN_FAILURES = (
    "views tilted by more than about 35 degrees: indices are found, their cards' outlines are off",
    "the outline of a card of which one index shows: its centre is off by a tenth of a card's width (median)",
    "a narrow 10 in low resolution is taken for a foreign label (11 to 19) and left unread",
    "faint numerals on busy pictures and numerals in light print on light ground are left unread",
    "figures printed on other things (books, mats) are now and then found, seldom called",
    "foreign labels of two signs are called by their second one: 18 for 8, 19 for 9, +4 for 4",
    "letters of broken scripts (J, E, F) are called 3; a hand-drawn 6 whose tail closes is called 8",
    "an index is now and then taken for crosswise: a lone card is found as two (4 of 40 pictures of one deck of pips)",
    "in stacks of four-cornered cards a 6's index is taken for one of the neighbouring 9's",
)


def _train(what: str, cache: Path, recipe: Recipe) -> None:
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    shards = range(recipe.shards)
    if what == "finder":
        train_finder(cache, shards, steps=recipe.finder_steps, seed=recipe.seed)
    else:
        train_ranks(cache, shards, steps=recipe.rank_steps, seed=recipe.seed)


def _trained(net: Net, cache: Path, name: str) -> Net:
    """The net with the averaged weights of a finished run."""
    state = torch.load(cache / f"{name}.checkpoint.pt", weights_only=True, map_location="cpu")
    net.load_state_dict(state["mean"])
    return net


def _facts(cache: Path, recipe: Recipe, digest: str) -> dict[str, object]:
    fonts = find_fonts(cache)
    closeups = recipe.second_shards + recipe.longer_closeups + recipe.wider_closeups
    return {
        "licence": "MIT, as the rest of the house; trained on drawn pictures only",
        "recipe": asdict(recipe),
        "data": {
            "scenes": (recipe.shards + recipe.wider_shards) * SCENES_PER_SHARD,
            "decks in close-ups": closeups * DECKS_PER_SHARD,
            "sha256": digest,
            "fonts": {kind: sum(len(files) for files in families) for kind, families in fonts.items()},
            "families": sorted(set(FAMILIES) - HELD_OUT),
        },
        "held out": sorted(HELD_OUT),
        "known failures": KNOWN_FAILURES,
    }


def _train_all(cache: Path, recipe: Recipe, arguments: argparse.Namespace) -> str:
    """Everything, from nothing; the data's checksum, or nothing where a training failed."""
    context = multiprocessing.get_context("spawn")
    workers = [context.Process(target=_train, args=(what, cache, recipe)) for what in ("finder", "ranks")]
    for worker in workers:
        worker.start()
    make_shards(cache, range(recipe.shards), arguments.processes)
    for worker in workers:
        worker.join()
    if any(worker.exitcode for worker in workers):
        return ""
    mined = range(recipe.mined_shards)
    export(_trained(FinderNet(), cache, "finder"), cache / "finder", {"recipe": asdict(recipe)})
    mine(cache, cache / "finder", mined, arguments.processes)
    refine_ranks(cache, mined, steps=recipe.refine_steps, seed=recipe.seed)
    closeups = _train_second(cache, recipe, arguments.processes)
    if not closeups:
        return ""
    wider, more = _train_wider(cache, recipe, arguments.processes)
    if not more:
        return ""
    zoomed = _train_zoomed(cache, recipe, arguments.processes)
    every = [*range(max(closeups.stop, more.stop)), *range(ZOOMED_CLOSEUPS, ZOOMED_CLOSEUPS + SIZE_CLOSEUPS)]
    return data_hash(cache, [*range(recipe.shards), *wider], every, zoomed) if zoomed else ""


def _train_second(cache: Path, recipe: Recipe, processes: int) -> range:
    """Both parts of net C's training; all close-ups that it sees, or none where the drawing failed."""
    second = range(recipe.second_shards)
    longer, closeups = (range(second.stop, second.stop + n) for n in (recipe.longer_shards, recipe.longer_closeups))
    mine(cache, cache / "finder", range(longer.stop), processes)
    drawer = multiprocessing.get_context("spawn").Process(target=draw_closeups, args=(cache, range(closeups.stop), 1))
    drawer.start()  # the training takes up the shards as they come, by its own step count
    torch.set_num_threads(1)
    train_second(cache, second, second, steps=recipe.second_steps, seed=recipe.seed)
    export(_trained(SecondRankNet(), cache, "second"), cache / "second", {"recipe": asdict(recipe)})
    # by way of the exported net, which has lost its head for the pose: the shipped one was trained so
    torch.manual_seed(recipe.seed)
    seen = _some(scene_samples(cache, longer[:2], recipe.seed))
    start = unfolded(cache / "second" / "second.onnx", SecondRankNet(), seen)
    lengthen_second(cache, longer, closeups, start, steps=recipe.longer_steps, seed=recipe.seed)
    drawer.join()
    return range(0 if drawer.exitcode else closeups.stop)


def _train_wider(cache: Path, recipe: Recipe, processes: int) -> tuple[range, range]:
    """Nets A, B and C trained on with wider designs, beside what net C's last part saw; the shards of wider decks and
    all close-ups that were drawn for it, the latter empty where a training failed."""
    usual = range(recipe.second_shards, recipe.second_shards + recipe.longer_shards)
    wider = range(WIDER_SHARDS, WIDER_SHARDS + recipe.wider_shards)
    first = recipe.second_shards
    closeups = range(first, first + recipe.longer_closeups + recipe.wider_closeups)
    make_shards(cache, wider, processes)
    mine(cache, cache / "finder", wider, processes)
    draw_closeups(cache, closeups, processes)
    context = multiprocessing.get_context("spawn")
    both = _in_turn(usual, wider)
    workers = [
        context.Process(target=widen, args=(cache, recipe, shards, others))
        for widen, shards, others in (
            (_widen_ranks, both, closeups),
            (_widen_second, both, closeups),
            (_widen_finder, usual, wider),
        )
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return wider, range(0) if any(worker.exitcode for worker in workers) else closeups


def _train_zoomed(cache: Path, recipe: Recipe, processes: int) -> list[int]:
    """Net B's head for the numeral's size, net D, which reads what B cuts by it, in five goes (numerals as they were
    drawn, then more of what is no index and other surroundings, twice, then other decks and emblems beside numerals,
    then numerals placed badly; the mean of the last two ships), and net E. The shards of windows that D saw, or none
    where the drawing failed."""
    scenes = range(ZOOMED_SHARDS, ZOOMED_SHARDS + recipe.longer_zoomed_shards)
    closeups = range(ZOOMED_CLOSEUPS, ZOOMED_CLOSEUPS + recipe.zoomed_closeups)
    for_sizes, far = range(ZOOMED_CLOSEUPS, ZOOMED_CLOSEUPS + SIZE_CLOSEUPS), scenes[:SIZE_SHARDS]
    make_shards(cache, scenes, processes)
    draw_closeups(cache, for_sizes, processes)
    start, _ = _as_exported(RankNet(), "middle", cache, recipe, list(far))
    sized = teach_sizes(start, cache, far, for_sizes, seed=recipe.seed)
    torch.save({"mean": sized.state_dict()}, cache / "sized.checkpoint.pt")
    export(sized, cache / "sized", {"recipe": asdict(recipe)})
    mine(cache, cache / "finder", scenes, processes)
    drawer = multiprocessing.get_context("spawn").Process(
        target=draw_zoomed, args=(cache, cache / "sized", closeups, scenes, max(1, processes - 1))
    )
    drawer.start()  # the training takes up the shards as they come, by its own step count
    second, _ = _as_exported(SecondRankNet(), "second middle", cache, recipe, list(far))
    net = ZoomedNet()
    net.body, net.rank = second.body, second.rank
    few, steps = scenes[: recipe.zoomed_shards], recipe.zoomed_steps
    plain: tuple[Ingredient, ...] = ("other surroundings", "negatives", "misplaced")
    first = train_zoomed(cache, few, closeups, net, steps=steps, seed=recipe.seed, without=plain)
    drawer.join()
    if drawer.exitcode:
        return []
    later = range(scenes.stop, scenes.stop + recipe.adorned_shards)
    others = range(closeups.stop, closeups.stop + recipe.adorned_closeups)
    newest = range(later.stop, later.stop + recipe.misplaced_shards)
    nearest = range(others.stop, others.stop + recipe.misplaced_closeups)
    further = range(later.start, newest.stop)
    make_shards(cache, further, processes)
    mine(cache, cache / "finder", further, processes)
    draw_zoomed(cache, cache / "sized", range(others.start, nearest.stop), further, processes)
    at_first: tuple[Ingredient, ...] = ("emblems", "negatives", "misplaced")
    goes = (
        Go(LONGER_ZOOMED, scenes, closeups, recipe.longer_zoomed_steps, 1.2e-3, at_first),
        Go(LAST_ZOOMED, scenes, closeups, recipe.last_zoomed_steps, 1.0e-3, at_first),
        Go(ADORNED_ZOOMED, later, others, recipe.adorned_steps, 1.0e-3, ("misplaced",)),
        Go(MISPLACED_ZOOMED, [*newest, *later], [*nearest, *others], recipe.misplaced_steps, 1.0e-3, ()),
    )
    reader = before = first
    for seed, go in enumerate(goes, start=recipe.seed + 1):
        before = copy.deepcopy(reader)
        reader = train_zoomed(
            cache,
            go.scenes,
            go.closeups,
            reader,
            steps=go.steps,
            seed=seed,
            name=go.name,
            rate=go.rate,
            without=go.without,
        )
    middle = mean_of(ZoomedNet(), before.state_dict(), reader.state_dict())
    torch.save({"mean": middle.state_dict()}, cache / f"{MIDDLE_ZOOMED}.checkpoint.pt")
    upright = train_orientation(cache, scenes, steps=recipe.orientation_steps, seed=recipe.seed)
    steps, seed, name = recipe.scaled_orientation_steps, recipe.seed + 1, SCALED_ORIENTATION
    every = [*scenes, *later]
    train_orientation(cache, every, upright, steps=steps, seed=seed, name=name, rate=1.2e-3, scaled=SCALED)
    return [*every, *newest, *closeups, *others, *nearest]


def _in_turn(usual: range, wider: range) -> list[int]:
    """One of these and one of those, then what is left: training begins with the first ones."""
    both = [number for pair in zip(usual, wider, strict=False) for number in pair]
    return [*both, *usual[len(wider) :], *wider[len(usual) :]]


def _widen_finder(cache: Path, recipe: Recipe, usual: range, wider: range) -> None:
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    source = crops(cache, iter(list(usual[:FINDER_SHARDS]) * 4), recipe.seed)
    seen = np.concatenate([next(source)[0] for _ in range(2 * FINDER_SHARDS)])
    torch.manual_seed(recipe.seed)
    start = unfolded(cache / "finder" / "finder.onnx", FinderNet(), seen)
    widen_finder(cache, usual, wider, start, steps=recipe.wider_finder_steps, seed=recipe.seed)


def _widen_ranks(cache: Path, recipe: Recipe, shards: list[int], closeups: range) -> None:
    start, seen = _as_exported(RankNet(), "refined", cache, recipe, shards)
    before = copy.deepcopy(start.state_dict())
    after = widen_ranks(cache, shards, closeups, start, steps=recipe.wider_rank_steps, seed=recipe.seed)
    _keep_middle(RankNet(), before, after.state_dict(), seen, cache, closeups, recipe.seed, "middle")


def _widen_second(cache: Path, recipe: Recipe, shards: list[int], closeups: range) -> None:
    """Net C sees the new close-ups first, and other draws of the scenes."""
    start, seen = _as_exported(SecondRankNet(), "longer", cache, recipe, shards)
    before = copy.deepcopy(start.state_dict())
    new = closeups[recipe.longer_closeups :]
    order = [*new, *closeups[: recipe.longer_closeups]]
    after = widen_second(cache, shards, order, start, steps=recipe.wider_second_steps, seed=recipe.seed + 1)
    _keep_middle(SecondRankNet(), before, after.state_dict(), seen, cache, closeups, recipe.seed, "second middle")


def _as_exported(
    net: Reading, run: str, cache: Path, recipe: Recipe, shards: list[int]
) -> tuple[Reading, NDArray[np.uint8]]:
    """The net of a finished run by way of its exported model, as the shipped ones went, and patches that it was shown
    for its normalisations."""
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    export(_trained(net, cache, run), cache / run, {"recipe": asdict(recipe)})
    (model,) = (cache / run).glob("*.onnx")
    usual = [number for number in shards if number < WIDER_SHARDS] or shards
    seen = some_patches(cache, usual[:2], recipe.seed)
    torch.manual_seed(recipe.seed)
    return unfolded(model, type(net)(), seen), seen


def _keep_middle(
    net: Reading,
    before: dict[str, torch.Tensor],
    after: dict[str, torch.Tensor],
    scenes: NDArray[np.uint8],
    cache: Path,
    closeups: range,
    seed: int,
    name: str,
) -> None:
    close = _some(closeup_samples(cache, iter(closeups), seed))
    middle = middle_of(net, before, after, scenes, close)
    torch.save({"mean": middle.state_dict()}, cache / f"{name}.checkpoint.pt")


def some_patches(cache: Path, shards: Sequence[int], seed: int) -> NDArray[np.uint8]:
    """Patches of scenes that show a net's normalisations what they see."""
    return _some(scene_samples(cache, shards, seed))


def _some(samples: Iterator[Sample]) -> NDArray[np.uint8]:
    """Patches that show a net's normalisations what they see."""
    return np.stack([next(samples)[0] for _ in range(MEASURED_PATCHES)])


def main() -> int:
    """Run the whole recipe."""
    parser = argparse.ArgumentParser(prog="python -m vision.training", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a twentieth of the work, to see that it reproduces")
    parser.add_argument(
        "--cache", type=Path, default=Path("build/training"), help="folder of the drawn scenes and checkpoints"
    )
    parser.add_argument("--models", type=Path, default=MODELS, help="folder the models that ship are written to")
    parser.add_argument(
        "--float-models", type=Path, default=FLOAT_MODELS, help="folder they are written to before they are quantised"
    )
    parser.add_argument("--processes", type=int, default=2)
    arguments = parser.parse_args()
    recipe = QUICK if arguments.quick else SHIPPED
    cache: Path = arguments.cache
    digest = _train_all(cache, recipe, arguments)
    if not digest:
        return 4
    print(f"data: SHA-256 {digest}", flush=True)
    facts = _facts(cache, recipe, digest)
    trained: Path = arguments.float_models
    export(_trained(FinderNet(), cache, "wider"), trained, facts)
    export(_trained(SecondRankNet(), cache, "second middle"), trained, facts)
    export(_trained(RankNet(), cache, "sized"), trained, facts)
    export(_trained(ZoomedNet(), cache, MIDDLE_ZOOMED), trained, facts)
    export(_trained(OrientationNet(), cache, SCALED_ORIENTATION), trained, facts)
    temperature = calibrate(cache, trained)
    quantise_models(trained, arguments.models)
    compare(trained, arguments.models)
    for name in ("second", "zoomed"):
        ask_further(arguments.models, name)
        calibrate_further(name, cache, arguments.models, trained)
    ask_further(arguments.models, "orientation")
    calibrate_orientation(cache, arguments.models, trained)
    tell_calibration(cache, arguments.models)
    scores = report(cache, scenes=recipe.check_scenes, reader=Reader(arguments.models))
    for name in ("finder", "ranks", "second", "zoomed", "orientation"):
        card = json.loads((arguments.models / f"{name}.json").read_text(encoding="utf-8"))
        write_card(arguments.models, name, card | {"scores on rendered scenes": scores})
    print(json.dumps({"temperature": temperature, "scores": scores}, indent=1))
    return 0
