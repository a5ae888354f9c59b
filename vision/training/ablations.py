"""What each ingredient of a net's training is worth: trained on a tenth of the data with everything and without each,
and asked about held-out designs: ``python -m vision.training.ablations finder ranks zoomed orientation``, or some of
them. The figures go into the net's card. What the recipe has drawn is taken, what it has not is drawn."""

import argparse
import os
from collections.abc import Callable
from pathlib import Path

import cv2

from vision.nets.models import MODELS
from vision.training import finder_ablations, orientation_ablations, rank_ablations, zoomed_ablations
from vision.training.ablating import Told
from vision.training.cards import tell
from vision.training.quantising import FLOAT_MODELS

ABLATIONS: dict[str, Callable[[Path, Path, Path, int], Told]] = {
    "finder": finder_ablations.measure,
    "ranks": rank_ablations.measure,
    "zoomed": zoomed_ablations.measure,
    "orientation": orientation_ablations.measure,
}
"""What measures each model's training. It is given the folders of what is drawn, of the models that ship and of the
trained ones, and how many processes draw."""


def main() -> int:
    """Measure, and write what came out into the cards of the models, the trained ones' and the shipped ones'."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.ablations", description=__doc__)
    parser.add_argument("nets", nargs="+", choices=list(ABLATIONS), help="models whose training to take apart")
    parser.add_argument("--cache", type=Path, default=Path("build/training"), help="folder of what the recipe drew")
    parser.add_argument("--models", type=Path, default=MODELS, help="folder of the models that ship")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, help="how many draw at once")
    parser.add_argument("--float-models", type=Path, default=FLOAT_MODELS, help="folder of the trained models")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    arguments.cache.mkdir(parents=True, exist_ok=True)
    for net in arguments.nets:
        told = ABLATIONS[net](arguments.cache, arguments.models, arguments.float_models, arguments.processes)
        for folder in (arguments.float_models, arguments.models):
            tell(folder, net, {"ablations": told})
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
