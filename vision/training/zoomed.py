"""What net D learns from: indices cut so that their numerals are equally high, where net B says that they are.

Windows are kept half as large again as a patch, and moved, turned, scaled and bent a little every time they are shown.
"""

import os
from collections import deque
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import BGRImage
from vision.nets.finder import FoundIndex
from vision.nets.index_reading import ALIKE
from vision.nets.ranks import NONE, NUMERAL_SHARE, PATCH_PX, WIDEST_NUMERAL, Ranks, cut_index, cut_zoomed, moved_to_pose
from vision.reading.indices import is_moved
from vision.synth.face_art import Generator
from vision.training.closeups import DECKS_PER_SHARD, closeup_shots
from vision.training.data import open_shard, pool_of, wait_for, zoomed_path
from vision.training.fonts import find_fonts
from vision.training.mining import UNCLEAR, findings
from vision.training.patches import SEEN_WHOLE, UNTOLD, Sample, displaced
from vision.training.plates import adorned, overlaid, plated

MOVED = (float(np.radians(6)), 0.02)
"""What net B moves by more it looks at again here: the reader, which must be quick, is content with less
(``vision.reading.indices.MOVED``)."""
WINDOW_PX = 72
"""Side of what is kept of an index: a patch and half of one more."""
TRULY_PLACED = 0.3
"""Share of the close-ups that is cut where the index truly is, instead of where net B puts it."""
MOST_CUT_PX = 25.0
"""A numeral that reaches farther than this from the middle of its patch is left out: it does not fit."""
MOSTLY_HIDDEN = 0.55
"""A numeral of which less is seen is none. More of it may be read, or may look like another: it is left out, and so is
one that hardly stands out from its ground (``vision.training.scenes.ILLEGIBLE``)."""
UPSIDE_DOWN = 0.12
BENT = 0.3
"""Shares of patches that are turned upside down, and whose print is bent."""
TURN, GROWTH, SHIFT_PX = np.radians(5), 0.08, 1.2
"""How far a patch is turned (radians), scaled (logarithm) and moved (px), as standard deviations."""
MISPLACED = 0.3
TURN_MISPLACED, GROWTH_MISPLACED, SHIFT_MISPLACED_PX = np.radians(8), 0.28, 3.2
MOST_GROWTH_MISPLACED = 0.5
"""The ``MISPLACED`` share of the patches is cut further off, about as net B places numerals on plates that it never
saw. Of 724 such on ribbons it took 26 in 100 for more than 1.2 times too large or too small. More than the last
(logarithm) a window does not hold."""
UPSIDE_DOWN_IS = {**ALIKE, 0: UNTOLD}
"""What an upside-down 6, 9, 8 and 1 (classes) is: net D reads what a numeral looks like by itself, and which way up its
card lies is for nets that see more of it. Many a 1 looks the same both ways up: nothing is said of it. All others are
none of ours upside down."""
PLATED, OVERLAID = 0.2, 0.12
"""Shares of patches whose numeral is shown in other surroundings, and with something else laid over it, faintly."""
ADORNED = 0.2
"""Share of patches in which an emblem stands close beside the numeral: as many as are plated. No other was tried."""
STRETCHED, ASPECT, SLANT = 0.35, 0.13, 0.13
"""Share of the patches that is wider or narrower and slanted. The others are standard deviations: of the width's
logarithm and of the slant (right for each down). Type is cut wide and narrow, upright and italic."""
THICKENED, THICKEST = 0.2, 0.8
"""Share of the patches in which strokes are bolder or finer, by up to so much of the way to one pixel more or less."""
OTHERS = 400
"""Patches without an index that are kept for ``PLATED`` and ``OVERLAID``."""
GEOMETRY = 5
"""What is kept of a window's index: its centre from the middle (right, down; px), the card's up against the window's
(radians), its numeral's size (px), and 1; all 0 where there is none."""


Ingredient = Literal[
    "close-ups",
    "what net A finds in scenes",
    "bent prints",
    "slanted and stretched",
    "bolder and finer",
    "other colours",
    "other surroundings",
    "emblems",
    "negatives",
    "misplaced",
    "leaving out what cannot be read",
]
"""What net D's training may be tried without."""


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """A picture, where an index was found in it, and the row of truth of what is there, if anything is."""

    image: BGRImage
    found: FoundIndex
    row: NDArray[np.float32] | None


def placed(ranks: Ranks, shots: Sequence[Shot]) -> list[FoundIndex]:
    """Where net B puts the indices; it looks again where that moved one."""
    places = [shot.found for shot in shots]
    left = list(range(len(shots)))
    for _ in range(2):
        if not left:
            break
        patches = np.stack([cut_index(shots[k].image, places[k]) for k in left])
        moved = [moved_to_pose(places[k], pose) for k, pose in zip(left, ranks.look(patches).poses, strict=True)]
        again = [k for k, place in zip(left, moved, strict=True) if is_moved(places[k], place, MOVED)]
        for k, place in zip(left, moved, strict=True):
            places[k] = place
        left = again
    return places


def window_of(shot: Shot, place: FoundIndex) -> tuple[NDArray[np.uint8], int, NDArray[np.float32]] | None:
    """The window around an index where it was placed, the class of what stands there, upright, and its geometry; None
    where its numeral is partly seen, does not stand out or does not fit."""
    window = cut_zoomed(shot.image, place, side=WINDOW_PX)
    row = shot.row
    if row is None or row[10] < MOSTLY_HIDDEN:
        return window, NONE, np.zeros(GEOMETRY, np.float32)
    if row[10] < SEEN_WHOLE:
        return None
    per_px = NUMERAL_SHARE * PATCH_PX / place.numeral
    frame = np.array([[-np.sin(place.up), np.cos(place.up)], [-np.cos(place.up), -np.sin(place.up)]])
    away = frame @ (row[1:3] - (place.x, place.y)) * per_px
    turn = (np.arctan2(row[4], row[3]) - place.up + np.pi) % (2 * np.pi) - np.pi
    size = float(max(row[13], row[12] / WIDEST_NUMERAL)) * per_px
    if float(np.abs(away).max()) + 0.5 * size > MOST_CUT_PX:
        return None
    return window, int(row[9]) - 1 if row[9] else NONE, np.array([*away, turn, size, 1.0], np.float32)


def make_zoomed(seed: int, fonts: dict[str, list[list[str]]], ranks: Ranks) -> list[Shot]:
    """What is shown of one deck of close-ups, each index as net A finds it."""
    rng = np.random.default_rng([seed, 7])
    where = np.random.default_rng([seed, 22])
    shots = []
    for image, row, is_index in closeup_shots(rng, seed, fonts):
        x, y, up, width = displaced(where, row)
        found = FoundIndex(x, y, up, 0.0, 0.0, width, width, 1.0)
        shots.append(Shot(image, found, row if is_index else None))
    return shots


def _truly(where: Generator, shot: Shot) -> FoundIndex | None:
    """Where the index truly is, give or take a little."""
    row = shot.row
    if row is None:
        return None
    up = float(np.arctan2(row[4], row[3]))
    numeral = float(max(row[13], row[12] / WIDEST_NUMERAL) * np.exp(where.normal(0, 0.1)))
    return FoundIndex(float(row[1]), float(row[2]), up, 0.0, 0.0, float(row[7]), float(row[8]), 1.0, numeral)


def _keep(path: Path, kept: Sequence[tuple[NDArray[np.uint8], int, NDArray[np.float32]]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_suffix(".partial.npz")
    np.savez(
        partial,
        windows=np.stack([window for window, _, _ in kept]),
        classes=np.array([number for _, number, _ in kept], np.int64),
        geometry=np.stack([geometry for _, _, geometry in kept]),
    )
    os.replace(partial, path)


def make_zoomed_closeups(cache: Path, models: Path, number: int) -> Path:
    """Draw a shard of windows of close-ups unless it is there."""
    path = zoomed_path(cache, number)
    if path.exists():
        return path
    cv2.setNumThreads(1)
    fonts, ranks = find_fonts(cache), Ranks(models)
    kept = []
    for seed in range(number * DECKS_PER_SHARD, (number + 1) * DECKS_PER_SHARD):
        shots = make_zoomed(seed, fonts, ranks)
        where = np.random.default_rng([seed, 23])
        for shot, place in zip(shots, placed(ranks, shots), strict=True):
            true = _truly(where, shot)
            window = window_of(shot, true if true is not None and where.random() < TRULY_PLACED else place)
            if window is not None:
                kept.append(window)
    _keep(path, kept)
    return path


def make_zoomed_scenes(cache: Path, models: Path, number: int) -> Path:
    """The windows of what net A found in a shard of scenes, which must be drawn and searched, unless they are there."""
    path = zoomed_path(cache, number)
    if path.exists():
        return path
    cv2.setNumThreads(1)
    ranks = Ranks(models)
    images, truth = open_shard(cache, number)
    found = findings(cache, number)
    kept = []
    for k in range(len(images)):
        image = np.asarray(images[k])
        shots = [
            Shot(
                image,
                FoundIndex(*map(float, (x, y, up, 0, 0, width, width, 1, numeral))),
                truth[int(at)] if at >= 0 else None,
            )
            for _, x, y, up, width, at, numeral in found[found[:, 0] == k]
            if at != UNCLEAR
        ]
        windows = (window_of(shot, place) for shot, place in zip(shots, placed(ranks, shots), strict=True))
        kept += [window for window in windows if window is not None]
    _keep(path, kept)
    return path


def draw_zoomed(cache: Path, models: Path, closeups: Sequence[int], scenes: Sequence[int], processes: int) -> None:
    """Draw shards of windows in several processes."""
    find_fonts(cache)
    with pool_of(processes) as pool:
        futures = [pool.submit(make_zoomed_scenes, cache, models, number) for number in scenes]
        futures += [pool.submit(make_zoomed_closeups, cache, models, number) for number in closeups]
        for done, future in enumerate(futures, start=1):
            path = future.result()
            if done % 10 == 0 or done == len(futures):
                print(f"{done} of {len(futures)} shards of windows drawn ({path.name})", flush=True)


def shown(
    rng: Generator,
    window: NDArray[np.uint8],
    number: int,
    geometry: NDArray[np.float32],
    *,
    without: Collection[Ingredient] = (),
) -> Sample:
    """A patch of a window, its class, and what net D is to say of the pose (5,) and 1 where there is an index (6,)."""
    turned, grown, moved = TURN, GROWTH, SHIFT_PX
    if "misplaced" not in without and rng.random() < MISPLACED:
        turned, grown, moved = TURN_MISPLACED, GROWTH_MISPLACED, SHIFT_MISPLACED_PX
    turn = float(rng.normal(0, turned))
    aspect, slant = 1.0, 0.0
    if "slanted and stretched" not in without and rng.random() < STRETCHED:
        aspect, slant = float(np.exp(rng.normal(0, ASPECT))), float(rng.normal(0, SLANT))
    growth = float(np.exp(np.clip(rng.normal(0, grown), -MOST_GROWTH_MISPLACED, MOST_GROWTH_MISPLACED)))
    if rng.random() < UPSIDE_DOWN:
        turn += np.pi
    shift = rng.normal(0, moved, 2)
    middle = (PATCH_PX - 1) / 2
    y, x = np.mgrid[0:PATCH_PX, 0:PATCH_PX].astype(np.float32) - middle
    # patch -> window: stretched and slanted along the numeral's lines, then turned
    matrix = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) / growth
    matrix = matrix @ np.array([[1 / aspect, slant], [0.0, 1.0]])
    along = matrix[0, 0] * x + matrix[0, 1] * y + np.float32(shift[0] + (WINDOW_PX - 1) / 2)
    down = matrix[1, 0] * x + matrix[1, 1] * y + np.float32(shift[1] + (WINDOW_PX - 1) / 2)
    along, down = along.astype(np.float32), down.astype(np.float32)
    if "bent prints" not in without and rng.random() < BENT:
        smooth, most = float(rng.uniform(5, 10)), float(rng.uniform(0.3, 1.6))
        for field in (along, down):
            bend = cv2.GaussianBlur(rng.standard_normal((PATCH_PX, PATCH_PX), np.float32), (0, 0), smooth)
            field += bend * (most / max(float(np.abs(bend).max()), 1e-6))
    if "bolder and finer" not in without and rng.random() < THICKENED:
        window = _thickened(rng, window)
    patch = cv2.remap(window, along, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    if not geometry[4]:
        return np.asarray(patch, np.uint8), NONE, np.zeros(6, np.float32)
    at = np.linalg.solve(matrix, geometry[:2] - shift) / PATCH_PX
    up = float(geometry[2]) - turn
    towards = float(np.cos(up))
    label = number if towards > 0.7 else UPSIDE_DOWN_IS.get(number, NONE) if towards < -0.7 else NONE
    size = np.log(float(geometry[3]) * growth / (NUMERAL_SHARE * PATCH_PX))
    # (right, down): up is (0, -1), turned clockwise by the angle
    pose = np.array([*at, np.sin(up), -np.cos(up), size, 1.0], np.float32)
    return np.asarray(patch, np.uint8), label, pose


def _thickened(rng: Generator, window: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The window with dark strokes bolder and light ones finer, or the other way round."""
    kernel = cv2.getStructuringElement(cv2.MORPH_CROSS, (3, 3))
    changed = (cv2.erode if rng.random() < 0.5 else cv2.dilate)(window, kernel)
    share = float(rng.uniform(0.2, THICKEST))
    return np.asarray(cv2.addWeighted(changed, share, window, 1 - share, 0), np.uint8)


def zoomed_samples(
    cache: Path, numbers: Iterator[int], seed: int, *, without: Collection[Ingredient] = ()
) -> Iterator[Sample]:
    """Samples without end, half a shard at a time; waits for shards that are still being drawn. ``without`` some of the
    ingredients, to see what they are worth."""
    rng = np.random.default_rng([seed, 24])
    others: deque[NDArray[np.uint8]] = deque(maxlen=OTHERS)
    while True:
        path = zoomed_path(cache, next(numbers))
        wait_for(path)
        with np.load(path) as stored:
            windows, classes, geometry = stored["windows"], stored["classes"], stored["geometry"]
        for k in rng.permutation(len(classes))[: len(classes) // 2]:
            patch, label, pose = shown(rng, windows[k], int(classes[k]), geometry[k], without=without)
            if "other surroundings" not in without and others:
                if rng.random() < PLATED:
                    patch = plated(rng, patch, label, pose, others[int(rng.integers(len(others)))])
                if "emblems" not in without and rng.random() < ADORNED:
                    patch = adorned(rng, patch, label, pose)
                if rng.random() < OVERLAID:
                    patch = overlaid(rng, patch, others[int(rng.integers(len(others)))])
            yield patch, label, pose
            if not pose[5]:
                others.append(patch)
