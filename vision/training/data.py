"""Training scenes on disk: shards of pictures (.npy, memory-mapped when read) with the truth of their indices beside
them."""

import hashlib
import multiprocessing
import os
import time
from collections.abc import Collection, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.conditions import Conditions
from vision.training.fonts import find_fonts
from vision.training.scenes import Decks, Scene, SceneIngredient, make_scene

SCENES_PER_SHARD = 64
LONGEST_WAIT_S = 1200
COLUMNS = (
    *("scene", "x", "y", "up_x", "up_y", "centre_x", "centre_y"),
    *("width", "height", "rank", "seen", "card", "ink_width", "ink_height"),
)
"""Columns of a shard's truth table, one row an index."""

WIDER_SHARDS = 500_000
"""Shards numbered from here on show wider decks, every second scene in reference conditions."""
CROWDED_SHARDS = 600_000
"""Shards numbered from here on show decks with small numerals close to pictures, likewise."""
LITTERED_SHARDS = 700_000
"""Shards numbered from here on show either among other things that bear figures, likewise."""
HAND_SHARDS = 800_000
"""Shards numbered from here on show whole hands laid out, likewise."""
UPRIGHT_SHARDS = 900_000
"""Shards numbered from here on show decks whose four numerals all stand upright, likewise."""
CHECK_SHARDS = 1_000_000
"""Shards numbered from here on are drawn for checking and never trained on."""


def shard_paths(cache: Path, number: int) -> tuple[Path, Path]:
    """Where a shard's pictures and its truth lie."""
    return cache / "scenes" / f"{number:07d}.images.npy", cache / "scenes" / f"{number:07d}.truth.npy"


def truth_of(scene: Scene, number: int = 0) -> NDArray[np.float32]:
    """A scene's rows of a truth table, ``number`` being the scene's in its shard: (n, 14)."""
    rows = [(number, *(getattr(index, name) for name in COLUMNS[1:])) for index in scene.indices]
    return np.array(rows, np.float32).reshape(-1, len(COLUMNS))


def decks_of(number: int) -> Decks:
    """Which decks a shard's scenes show."""
    if not WIDER_SHARDS <= number < CHECK_SHARDS:
        return "usual"
    if number >= UPRIGHT_SHARDS:
        return "upright"
    if number >= HAND_SHARDS:
        return "in hands"
    if number >= LITTERED_SHARDS:
        return "littered"
    return "crowded" if number >= CROWDED_SHARDS else "wider"


def make_shard(cache: Path, number: int, without: Collection[SceneIngredient] = ()) -> Path:
    """Draw a shard unless it is there; written under another name first, so that a shard that exists is whole."""
    images_at, truth_at = shard_paths(cache, number)
    if truth_at.exists() and images_at.exists():
        return images_at
    cv2.setNumThreads(1)
    fonts = find_fonts(cache)
    images, rows = [], []
    for k in range(SCENES_PER_SHARD):
        conditions: Conditions = "reference" if decks_of(number) != "usual" and k % 2 else "degraded"
        seed = number * SCENES_PER_SHARD + k
        scene = make_scene(seed, fonts, conditions=conditions, decks_of=decks_of(number), without=without)
        images.append(scene.image)
        rows.append(truth_of(scene, k))
    images_at.parent.mkdir(parents=True, exist_ok=True)
    for path, array in (
        (images_at, np.stack(images)),
        (truth_at, np.concatenate(rows)),
    ):
        part = path.with_suffix(".partial.npy")
        np.save(part, array)
        os.replace(part, path)
    return images_at


def pool_of(processes: int) -> ProcessPoolExecutor:
    """Processes that draw or search. They are started anew: in one forked from a process that has used OpenCV's threads
    ``cv2.setNumThreads`` waits for ever."""
    return ProcessPoolExecutor(processes, mp_context=multiprocessing.get_context("spawn"))


def make_shards(cache: Path, numbers: Sequence[int], processes: int, without: Collection[SceneIngredient] = ()) -> None:
    """Draw shards in several processes."""
    draw = partial(make_shard, cache, without=without)
    find_fonts(cache)
    with pool_of(processes) as pool:
        for done, path in enumerate(pool.map(draw, numbers), start=1):
            if done % 10 == 0 or done == len(numbers):
                print(f"{done} of {len(numbers)} shards drawn ({path.name})", flush=True)


def closeup_path(cache: Path, number: int) -> Path:
    """Where a shard of close-ups lies: patches, labels and poses."""
    return cache / "closeups" / f"{number:06d}.npz"


def zoomed_path(cache: Path, number: int) -> Path:
    """Where a shard of net D's windows lies: windows, classes and geometry."""
    return cache / "zoomed" / f"{number:07d}.npz"


def data_hash(cache: Path, numbers: Sequence[int], closeups: Sequence[int], zoomed: Sequence[int]) -> str:
    """SHA-256 over all pictures and truths of the shards, over the close-ups and over net D's windows: the same seed
    must give the same on every machine with the same fonts."""
    digest = hashlib.sha256()
    for number in numbers:
        for path in shard_paths(cache, number):
            digest.update(path.read_bytes())
    for number in closeups:
        with np.load(closeup_path(cache, number)) as stored:
            for name in ("patches", "labels", "poses"):
                digest.update(stored[name].tobytes())
    for number in zoomed:
        with np.load(zoomed_path(cache, number)) as stored:
            for name in ("windows", "classes", "geometry"):
                digest.update(stored[name].tobytes())
    return digest.hexdigest()


FIRST_SHARDS = 32
"""Training begins with this many shards; the others come in while it runs, all of them by two thirds of its steps."""


class Stepping(Protocol):
    """Anything that knows how far a training run is."""

    step: int
    steps: int


def shard_numbers(progress: Stepping, shards: Sequence[int], seed: int, *, first: int = FIRST_SHARDS) -> Iterator[int]:
    """Numbers of the shards to train on, without end; how many there are to choose from follows the step, not the
    clock."""
    rng = np.random.default_rng([seed, progress.step])
    while True:
        count = min(len(shards), first + int(1.5 * len(shards) * progress.step / progress.steps))
        yield shards[int(rng.integers(count))]


def open_shard(cache: Path, number: int) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """Pictures (n, SIZE, SIZE, 3) as a memory map, and the truth table; waits until the shard is drawn.

    Raises:
        TimeoutError: nobody draws it.
    """
    images_at, truth_at = shard_paths(cache, number)
    wait_for(images_at)
    wait_for(truth_at)
    return np.load(images_at, mmap_mode="r"), np.load(truth_at)


def wait_for(path: Path) -> None:
    """Wait until a file is there.

    Raises:
        TimeoutError: nobody draws it.
    """
    for _ in range(LONGEST_WAIT_S):
        if path.exists():
            return
        time.sleep(1)
    raise TimeoutError(f"{path} was not drawn within {LONGEST_WAIT_S} s: run the recipe as a whole.")
