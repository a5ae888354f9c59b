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
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TypeVar

import cv2
import numpy as np
import torch
from numpy.typing import NDArray

from vision.nets.models import MODELS
from vision.nets.ranks import SHARE_OF_B
from vision.reading.reader import Reader
from vision.synth.crowded_families import CROWDED_HELD_OUT
from vision.synth.faces import FAMILIES, HELD_OUT
from vision.training.averaging import middle_of
from vision.training.calibration import (
    FOR_ORIENTATION,
    calibrate,
    calibrate_further,
    calibrate_orientation,
    tell_calibration,
)
from vision.training.calibration import SCENES as CALIBRATION_SCENES
from vision.training.checking import report, tell_scores
from vision.training.closeups import DECKS_PER_SHARD, closeup_samples, draw_closeups
from vision.training.data import (
    CROWDED_SHARDS,
    HAND_SHARDS,
    LITTERED_SHARDS,
    SCENES_PER_SHARD,
    UPRIGHT_SHARDS,
    WIDER_SHARDS,
    data_hash,
    make_shards,
)
from vision.training.designs import CROWDED_SHARES
from vision.training.export import export
from vision.training.feeding import STREAMS
from vision.training.finder_training import crops, crowd_finder, train_finder, widen_finder
from vision.training.fonts import find_fonts
from vision.training.mining import mine
from vision.training.nets import FinderNet, OrientationNet, RankNet, SecondNet, ZoomedNet
from vision.training.orientation import SCALED
from vision.training.orientation_training import train_orientation
from vision.training.patches import Sample
from vision.training.quantising import CHECK_SCENES, FLOAT_MODELS, ask_further, compare, quantise_models, range_patches
from vision.training.quantising import SCENES as RANGE_SCENES
from vision.training.rank_training import refine_ranks, scene_samples, train_ranks, widen_ranks
from vision.training.reproducing import QuickRun, record, recorded, verdict
from vision.training.sizes import teach_sizes
from vision.training.unfolding import unfolded
from vision.training.zoomed import draw_zoomed
from vision.training.zoomed_training import train_together

Net = TypeVar("Net", FinderNet, RankNet, SecondNet, ZoomedNet, OrientationNet)


@dataclass(frozen=True, slots=True)
class Recipe:
    """How much of everything: shards that are drawn, steps of each training, and of how many scenes the ranges of the
    eight bits are, the comparison with the nets before, the temperatures of nets B, D and E, and the scores."""

    shards: int
    finder_steps: int
    rank_steps: int
    mined_shards: int
    refine_steps: int
    usual_from: int
    usual_shards: int
    usual_closeups: int
    wider_shards: int
    wider_closeups: int
    wider_rank_steps: int
    wider_finder_steps: int
    crowded_shards: int
    littered_shards: int
    hand_shards: int
    upright_shards: int
    crowded_finder_steps: int
    size_closeups: int
    size_steps: int
    zoomed_shards: int
    zoomed_closeups: int
    zoomed_steps: int
    further_steps: int
    zoomed_batch: int
    zoomed_streams: int
    share_of_b: float
    orientation_shards: int
    orientation_steps: int
    scaled_orientation_steps: int
    range_scenes: int
    compare_scenes: int
    calibration_scenes: int
    upright_scenes: int
    check_scenes: int
    seed: int = 1

    def __post_init__(self) -> None:
        if self.usual_from + self.usual_shards > min(self.mined_shards, self.shards):
            raise ValueError(
                f"Nets A and B go on with shards {self.usual_from} to {self.usual_from + self.usual_shards - 1}, but "
                f"net A searches the first {self.mined_shards} of {self.shards} only: they would wait for the rest."
            )
        range_patches(self.range_scenes)  # refuses here what quantising would refuse after hours


SHIPPED = Recipe(
    shards=240,
    finder_steps=8000,
    rank_steps=8000,
    mined_shards=160,
    refine_steps=2500,
    usual_from=80,
    usual_shards=36,
    usual_closeups=56,
    wider_shards=72,
    wider_closeups=36,
    wider_rank_steps=3600,
    wider_finder_steps=3200,
    crowded_shards=76,
    littered_shards=48,
    hand_shards=48,
    upright_shards=48,
    crowded_finder_steps=39_500,
    size_closeups=10,
    size_steps=3000,
    zoomed_shards=81,
    zoomed_closeups=93,
    zoomed_steps=7268,
    further_steps=7915,
    zoomed_batch=1024,
    zoomed_streams=STREAMS,
    share_of_b=0.25,
    orientation_shards=260,
    orientation_steps=6000,
    scaled_orientation_steps=15_600,
    range_scenes=RANGE_SCENES,
    compare_scenes=CHECK_SCENES,
    calibration_scenes=CALIBRATION_SCENES,
    upright_scenes=FOR_ORIENTATION,
    check_scenes=60,
)
"""What the shipped models are trained with: nets A and B at most two hours on two cores, two more with wider designs,
nets C and D sixteen minutes of a graphics card whose machine has sixteen cores, beside eight in which these draw, E an
hour and a half of one core. Without a graphics card C and D take days. How much net B's logits count beside net D's: of
2,351 rendered cards 2,129 are right with 0.25, 2,126 with 0.2, 2 wrong with either."""
QUICK = Recipe(
    shards=16,
    finder_steps=500,
    rank_steps=650,
    mined_shards=6,
    refine_steps=100,
    usual_from=1,
    usual_shards=5,
    usual_closeups=5,
    wider_shards=4,
    wider_closeups=2,
    wider_rank_steps=100,
    wider_finder_steps=50,
    crowded_shards=4,
    littered_shards=4,
    hand_shards=4,
    upright_shards=4,
    crowded_finder_steps=50,
    size_closeups=4,
    size_steps=200,
    zoomed_shards=2,
    zoomed_closeups=2,
    zoomed_steps=12,
    further_steps=4,
    zoomed_batch=32,
    zoomed_streams=2,
    share_of_b=1.0,
    orientation_shards=6,
    orientation_steps=150,
    scaled_orientation_steps=50,
    range_scenes=80,
    compare_scenes=6,
    calibration_scenes=40,
    upright_scenes=120,
    check_scenes=20,
)
"""A check that training works and reproduces (``vision.training.reproducing``). Nets C and D learn nothing in it (they
begin to after 100,000 patches), so net B alone reads: of theirs it checks that it runs, and what it learns from.
Steps and scenes are what half an hour of a slow machine allows, 80 scenes for the ranges the fewest that the quantiser
takes; the score is of as many scenes as in the shipped recipe."""
ZOOMED_CLOSEUPS, ZOOMED_SHARDS = 1000, WIDER_SHARDS + 2000
"""Numbers of nets C's and D's first shards of close-ups and of scenes, which nets A and B never see."""
FURTHER, FURTHER_RATE = " further", 2e-3
"""What is added to the names of nets C and D for what they become on the second half of their data, and the learning
rate of that: no other was tried."""
SCALED_ORIENTATION = "orientation scaled"
"""Name of the second go of net E's."""
SIZE_SHARDS = 6
"""Shards of scenes from which net B learns how large numerals are, where there are as many."""
BUILD = Path("build")
"""Where all but the models is written; of a quick run everything."""
FAILED, NOT_REPRODUCED = 4, 5
"""Exit status where a training failed, and where a quick run is not as the recorded one."""
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
    closeups = recipe.usual_closeups + recipe.wider_closeups
    return {
        "licence": "MIT, as the rest of the house; trained on drawn pictures only",
        "recipe": asdict(recipe),
        "data": {
            "scenes": (recipe.shards + recipe.wider_shards + sum(map(len, _crowded(recipe)))) * SCENES_PER_SHARD,
            "decks in close-ups": closeups * DECKS_PER_SHARD,
            "sha256": digest,
            "fonts": {kind: sum(len(files) for files in families) for kind, families in fonts.items()},
            "families": sorted(FAMILIES.keys() - HELD_OUT | CROWDED_SHARES.keys()),
        },
        "held out": sorted(HELD_OUT | CROWDED_HELD_OUT),
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
    wider, closeups = _train_wider(cache, recipe, arguments.processes)
    if not closeups:
        return ""
    if not _train_crowded(cache, recipe, arguments.processes):
        return ""
    zoomed = _train_zoomed(cache, recipe, arguments.processes)
    if not zoomed:
        return ""
    every = [*closeups, *range(ZOOMED_CLOSEUPS, ZOOMED_CLOSEUPS + recipe.size_closeups)]
    return data_hash(cache, [*range(recipe.shards), *wider, *chain(*_crowded(recipe))], every, zoomed)


def _train_wider(cache: Path, recipe: Recipe, processes: int) -> tuple[range, range]:
    """Nets A and B trained on with wider designs, beside some of the usual ones; the shards of wider decks and all
    close-ups that were drawn for it, the latter empty where a training failed."""
    usual, wider = _known(recipe)
    closeups = range(recipe.usual_from, recipe.usual_from + recipe.usual_closeups + recipe.wider_closeups)
    make_shards(cache, wider, processes)
    mine(cache, cache / "finder", wider, processes)
    draw_closeups(cache, closeups, processes)
    context = multiprocessing.get_context("spawn")
    both = _in_turn(usual, wider)
    workers = [
        context.Process(target=widen, args=(cache, recipe, shards, others))
        for widen, shards, others in (
            (_widen_ranks, both, closeups),
            (_widen_finder, usual, wider),
        )
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return wider, range(0) if any(worker.exitcode for worker in workers) else closeups


def _crowded(recipe: Recipe) -> tuple[range, ...]:
    """Shards of crowded decks, of litter, of whole hands and of decks with upright lower numerals."""
    kinds = (
        (CROWDED_SHARDS, recipe.crowded_shards),
        (LITTERED_SHARDS, recipe.littered_shards),
        (HAND_SHARDS, recipe.hand_shards),
        (UPRIGHT_SHARDS, recipe.upright_shards),
    )
    return tuple(range(first, first + count) for first, count in kinds)


def _train_crowded(cache: Path, recipe: Recipe, processes: int) -> bool:
    """Net A trained on with decks whose small numerals pictures crowd, with litter, with whole hands laid out and with
    upright lower numerals, beside the others; whether that went well."""
    make_shards(cache, list(chain(*_crowded(recipe))), processes)
    worker = multiprocessing.get_context("spawn").Process(target=_crowd_finder, args=(cache, recipe))
    worker.start()
    worker.join()
    return not worker.exitcode


def _known(recipe: Recipe) -> tuple[range, range]:
    """Shards of usual and of wider decks with which nets A and B go on."""
    usual = range(recipe.usual_from, recipe.usual_from + recipe.usual_shards)
    return usual, range(WIDER_SHARDS, WIDER_SHARDS + recipe.wider_shards)


def _train_zoomed(cache: Path, recipe: Recipe, processes: int) -> list[int]:
    """Net B's head for the numeral's size, nets C and D, which read what B cuts by it and learn together with a larger
    net, which takes a graphics card, and beside them net E, which needs none of theirs. The shards of windows that C
    and D saw, none where a training failed."""
    scenes = range(ZOOMED_SHARDS, ZOOMED_SHARDS + 2 * recipe.zoomed_shards)
    closeups = range(ZOOMED_CLOSEUPS, ZOOMED_CLOSEUPS + 2 * recipe.zoomed_closeups)
    around = range(scenes.start, scenes.start + recipe.orientation_shards)
    for_sizes, far = range(ZOOMED_CLOSEUPS, ZOOMED_CLOSEUPS + recipe.size_closeups), scenes[:SIZE_SHARDS]
    make_shards(cache, range(scenes.start, max(scenes.stop, around.stop)), processes)
    upright = multiprocessing.get_context("spawn").Process(target=_train_upright, args=(cache, recipe, around))
    upright.start()
    draw_closeups(cache, for_sizes, processes)
    start, _ = _as_exported(RankNet(), "middle", cache, recipe, list(far))
    sized = teach_sizes(start, cache, far, for_sizes, steps=recipe.size_steps, seed=recipe.seed)
    torch.save({"mean": sized.state_dict()}, cache / "sized.checkpoint.pt")
    export(sized, cache / "sized", {"recipe": asdict(recipe)})
    mine(cache, cache / "finder", scenes, processes)
    draw_zoomed(cache, cache / "sized", closeups, scenes, processes)
    _train_together(cache, recipe, scenes, closeups)
    upright.join()
    return [] if upright.exitcode else [*scenes, *closeups]


def _train_upright(cache: Path, recipe: Recipe, shards: range) -> None:
    """Net E from nothing, and further on numerals of other sizes."""
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    upright = train_orientation(cache, shards, steps=recipe.orientation_steps, seed=recipe.seed)
    steps, seed, name = recipe.scaled_orientation_steps, recipe.seed + 1, SCALED_ORIENTATION
    train_orientation(cache, shards, upright, steps=steps, seed=seed, name=name, rate=1.2e-3, scaled=SCALED)


def _train_together(cache: Path, recipe: Recipe, scenes: range, closeups: range) -> None:
    """Nets C and D from nothing on the first halves of the shards, and further on the others."""
    half, part, seed = recipe.zoomed_shards, recipe.zoomed_closeups, recipe.seed
    train = partial(train_together, cache, size=recipe.zoomed_batch, streams=recipe.zoomed_streams)
    begun = train(scenes[:half], closeups[:part], steps=recipe.zoomed_steps, seed=seed)
    steps, others = recipe.further_steps, (scenes[half:], closeups[part:])
    train(*others, begun, steps=steps, seed=seed + 1, suffix=FURTHER, rate=FURTHER_RATE)


def _in_turn(usual: range, wider: range) -> list[int]:
    """Samples of two kinds in turn, then what is left: training begins with the first ones."""
    both = [number for pair in zip(usual, wider, strict=False) for number in pair]
    return [*both, *usual[len(wider) :], *wider[len(usual) :]]


def _finder_as_exported(cache: Path, run: str, recipe: Recipe, usual: range) -> FinderNet:
    """Net A of a finished run by way of its model, which lies in a folder of the run's name."""
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    source = crops(cache, iter(list(usual[:FINDER_SHARDS]) * 4), recipe.seed)
    seen = np.concatenate([next(source)[0] for _ in range(2 * FINDER_SHARDS)])
    torch.manual_seed(recipe.seed)
    return unfolded(cache / run / "finder.onnx", FinderNet(), seen)


def _widen_finder(cache: Path, recipe: Recipe, usual: range, wider: range) -> None:
    start = _finder_as_exported(cache, "finder", recipe, usual)
    widen_finder(cache, usual, wider, start, steps=recipe.wider_finder_steps, seed=recipe.seed)


def _crowd_finder(cache: Path, recipe: Recipe) -> None:
    known, others = _known(recipe), _crowded(recipe)
    export(_trained(FinderNet(), cache, "wider"), cache / "wider", {"recipe": asdict(recipe)})
    start = _finder_as_exported(cache, "wider", recipe, known[0])
    crowd_finder(cache, known, others, start, steps=recipe.crowded_finder_steps, seed=recipe.seed)


def _widen_ranks(cache: Path, recipe: Recipe, shards: list[int], closeups: range) -> None:
    start, seen = _as_exported(RankNet(), "refined", cache, recipe, shards)
    before = copy.deepcopy(start.state_dict())
    after = widen_ranks(cache, shards, closeups, start, steps=recipe.wider_rank_steps, seed=recipe.seed)
    _keep_middle(RankNet(), before, after.state_dict(), seen, cache, closeups, recipe.seed, "middle")


def _as_exported(
    net: RankNet, run: str, cache: Path, recipe: Recipe, shards: list[int]
) -> tuple[RankNet, NDArray[np.uint8]]:
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
    net: RankNet,
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


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m vision.training", description=__doc__)
    parser.add_argument(
        "--quick", action="store_true", help="a fraction of the work, to see that it reproduces; no model that ships"
    )
    parser.add_argument("--record", action="store_true", help="with --quick: let later runs be compared with this one")
    parser.add_argument("--cache", type=Path, help="folder of the drawn scenes and checkpoints (build/training)")
    parser.add_argument("--models", type=Path, help="folder the models that ship are written to (models)")
    parser.add_argument(
        "--float-models",
        type=Path,
        help="folder they are written to before they are quantised (vision/training/float_models)",
    )
    parser.add_argument("--processes", type=int, default=2)
    arguments = parser.parse_args()
    if arguments.record and not arguments.quick:
        parser.error("--record is for quick runs: add --quick.")
    cache, models, trained = BUILD / "training", MODELS, FLOAT_MODELS
    if arguments.quick:
        cache, models, trained = (BUILD / "quick" / name for name in ("training", "models", "float_models"))
    arguments.cache = arguments.cache or cache
    arguments.models = arguments.models or models
    arguments.float_models = arguments.float_models or trained
    return arguments


def main() -> int:
    """Run the whole recipe; its exit status."""
    arguments = _arguments()
    recipe = QUICK if arguments.quick else SHIPPED
    cache: Path = arguments.cache
    cache.mkdir(parents=True, exist_ok=True)
    digest = _train_all(cache, recipe, arguments)
    if not digest:
        return FAILED
    print(f"data: SHA-256 {digest}", flush=True)
    facts = _facts(cache, recipe, digest)
    trained: Path = arguments.float_models
    export(_trained(FinderNet(), cache, "crowded"), trained, facts)
    export(_trained(RankNet(), cache, "sized"), trained, facts)
    export(_trained(SecondNet(), cache, f"second{FURTHER}"), trained, facts)
    export(_trained(ZoomedNet(), cache, f"zoomed{FURTHER}"), trained, facts | {SHARE_OF_B: recipe.share_of_b})
    export(_trained(OrientationNet(), cache, SCALED_ORIENTATION), trained, facts)
    temperature = calibrate(cache, trained, recipe.calibration_scenes)
    quantise_models(trained, arguments.models, recipe.range_scenes)
    compare(trained, arguments.models, recipe.compare_scenes, recipe.calibration_scenes)
    ask_further(arguments.models, "zoomed", "second")
    calibrate_further("zoomed", cache, arguments.models, trained, recipe.calibration_scenes)
    ask_further(arguments.models, "orientation")
    calibrate_orientation(cache, arguments.models, trained, recipe.upright_scenes)
    calibration = tell_calibration(cache, arguments.models)
    scores = report(cache, scenes=recipe.check_scenes, reader=Reader(arguments.models))
    tell_scores(arguments.models, scores)
    print(json.dumps({"temperature": temperature, "calibration": calibration, "scores": scores}, indent=1))
    if not arguments.quick:
        return 0
    fonts = sum(len(files) for families in find_fonts(cache).values() for files in families)
    run = QuickRun.of(digest, calibration["right"], fonts)
    if arguments.record:
        record(run)
        print(f"Recorded: {run.score:g} % of the indices of held-out designs right.")
        return 0
    reproduces, words = verdict(run, recorded())
    print(words)
    return 0 if reproduces else NOT_REPRODUCED
