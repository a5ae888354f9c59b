"""Close-ups: one index after another of ever new decks, as the reference set-up's camera sees them. A scene shows two
decks in an eighth of a second of drawing, close-ups show ten: what net B lacks most is designs."""

import os
from collections.abc import Collection, Iterator
from functools import partial
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import BGRImage
from vision.nets.ranks import NONE
from vision.synth.face_art import Generator
from vision.synth.face_letters import text_mask
from vision.synth.face_recipe import Recipe, card_mask, draw_face, index_places
from vision.training.closeup_camera import seen_near
from vision.training.data import closeup_path, pool_of, wait_for
from vision.training.designs import DesignIngredient, wide_recipe
from vision.training.fonts import find_fonts
from vision.training.legibility import is_legible
from vision.training.patches import NO_POSE, SEEN_PART, SEEN_WHOLE, Sample, index_patch
from vision.training.scenes import FOREIGN
from vision.training.tables import table

FACE_SCALE = 2.6
"""Pixels a millimetre of the drawn faces: more than any camera of the reference set-up sees."""
DECKS_PER_SHARD = 200
FACES = 4
"""Faces drawn of each deck, one of them in four foreign."""
ALIKE = (6, 8, 9)
"""Ranks drawn oftener: a 6 or a 9 whose tail nearly closes is what is taken for an 8 with most certainty."""
ALIKE_SHARE = 0.13
"""How often each of them is drawn, the ten ranks together being 1."""
CARD_PX = 128.0
LEAST_NUMERAL_PX = 6.5
"""A numeral is at least so high in the picture, or nobody could read it."""

_SHARES = [
    ALIKE_SHARE if rank in ALIKE else (1 - ALIKE_SHARE * len(ALIKE)) / (10 - len(ALIKE)) for rank in range(1, 11)
]

Face = tuple[BGRImage, NDArray[np.uint8], float]
"""A face, its mask, and its pixels a millimetre."""


def make_closeups(
    seed: int, fonts: dict[str, list[list[str]]], without: Collection[DesignIngredient] = ()
) -> Iterator[Sample]:
    """Samples of one deck; the same for the same seed and fonts."""
    rng = np.random.default_rng([seed, 7])
    for image, row, is_index in closeup_shots(rng, seed, fonts, without):
        patch, label, pose = index_patch(rng, image, row)
        yield (patch, label, pose) if is_index else (patch, NONE, NO_POSE)


def closeup_shots(
    rng: Generator, seed: int, fonts: dict[str, list[list[str]]], without: Collection[DesignIngredient] = ()
) -> Iterator[tuple[BGRImage, NDArray[np.float32], bool]]:
    """Small pictures around places on one deck's cards, the row of truth of each place, and whether an index is there;
    the same for the same seed and fonts and for what is drawn of ``rng`` between them."""
    cv2.setRNGSeed(seed & 0x7FFFFFFF)
    deck = wide_recipe(rng, fonts, without)
    mask = card_mask(deck, FACE_SCALE)
    ground = table(rng, 160)
    ranks = [0 if rng.random() < 0.25 else int(rank) for rank in rng.choice(10, FACES, replace=False, p=_SHARES) + 1]
    faces: list[tuple[int, str, Face]] = []
    for rank in ranks:
        label = str(rank) if rank else str(FOREIGN[int(rng.integers(len(FOREIGN)))])
        faces.append(
            (rank, label, (draw_face(deck, label, suit=int(rng.integers(4)), scale=FACE_SCALE), mask, FACE_SCALE))
        )
    for rank, label, face in faces:
        other = faces[int(rng.integers(len(faces)))][2]
        shown = "A" if deck.ace and label == "1" else label
        ink = text_mask(deck.lettering, shown, round(deck.height_mm * FACE_SCALE))
        size = (ink.shape[1] / FACE_SCALE, ink.shape[0] / FACE_SCALE)
        places = index_places(deck)
        for k in rng.choice(len(places), int(rng.integers(2, 5))):
            x, y, turned = places[int(k)]
            if not is_legible(face[0], ink[::-1, ::-1] if turned else ink, x * FACE_SCALE, y * FACE_SCALE):
                continue
            image, row = _shot(rng, deck, face, other, ground, at=places[int(k)], ink_mm=size, rank=rank)
            if row[10] < 0.3 or SEEN_PART <= row[10] < SEEN_WHOLE:
                continue
            yield image, row, True
        if rng.random() < 0.35:  # a place on the card without an index
            at = (float(rng.uniform(0, deck.size_mm[0])), float(rng.uniform(0, deck.size_mm[1])), rng.random() < 0.5)
            if min(np.hypot(at[0] - x, at[1] - y) for x, y, _ in places) > 0.17 * deck.size_mm[0]:
                image, row = _shot(rng, deck, face, other, ground, at=at, ink_mm=size, rank=0)
                yield image, row, False


def _shot(
    rng: Generator,
    deck: Recipe,
    face: Face,
    other: Face,
    ground: BGRImage,
    *,
    at: tuple[float, float, bool],
    ink_mm: tuple[float, float],
    rank: int,
) -> tuple[BGRImage, NDArray[np.float32]]:
    """A small picture around a place on a card, at 128 px a card's width or so, and the row of truth of that place."""
    w, h = deck.size_mm
    card_px = float(rng.uniform(58, 105) if rng.random() < 0.65 else rng.uniform(95, 150))
    card_px = max(card_px, LEAST_NUMERAL_PX * 63.0 / deck.height_mm)
    scale = card_px / 63.0
    side = round(0.86 * card_px)
    a, toward = rng.uniform(0, 2 * np.pi), rng.uniform(0, np.pi)
    tilt = abs(rng.normal(0, 0.28))
    lean = _turn(toward) @ np.diag([1.0, np.cos(min(tilt, 0.65))]) @ _turn(-toward)
    linear = scale * lean @ _turn(a)
    middle = np.full(2, side / 2) + rng.uniform(-4, 4, 2)
    shift = middle - linear @ np.array(at[:2])
    to_picture = np.column_stack([linear, shift])
    image = _laid_ground(rng, ground, side)
    owner = np.zeros((side, side), np.uint8)
    if rng.random() < 0.5:  # a card below
        _lay(rng, image, owner, other, _anywhere(rng, linear, middle, (w, h)), 2)
    _lay(rng, image, owner, face, to_picture, 1)
    if rng.random() < 0.16:  # a card above
        _lay(rng, image, owner, other, _anywhere(rng, linear, middle, (w, h)), 2)
    picture = seen_near(rng, image, card_px)
    factor = CARD_PX / card_px * float(np.exp(rng.uniform(-0.17, 0.17)))
    how = cv2.INTER_AREA if factor < 1 else cv2.INTER_LINEAR if rng.random() < 0.6 else cv2.INTER_CUBIC
    picture = np.asarray(cv2.resize(picture, None, fx=factor, fy=factor, interpolation=how), np.uint8)

    def seen_at(points: NDArray[np.float64]) -> NDArray[np.float64]:
        return ((points @ linear.T + shift) + 0.5) * factor - 0.5

    gx, gy = np.meshgrid(np.linspace(-0.5, 0.5, 7) * ink_mm[0], np.linspace(-0.5, 0.5, 7) * ink_mm[1])
    spots = np.round(np.stack([gx.ravel() + at[0], gy.ravel() + at[1]], 1) @ linear.T + shift).astype(int)
    inside = ((spots >= 0) & (spots < side)).all(1)
    shows = np.zeros(len(spots), bool)
    shows[inside] = owner[spots[inside, 1], spots[inside, 0]] == 1
    away = 4.0 if at[2] else -4.0
    index, head, centre, left, right, top, low = seen_at(
        np.array([at[:2], (at[0], at[1] + away), (w / 2, h / 2), (0, h / 2), (w, h / 2), (w / 2, 0), (w / 2, h)], float)
    )
    up = (head - index) / np.hypot(*(head - index))
    wide, tall = float(np.hypot(*(right - left))), float(np.hypot(*(low - top)))
    ink_across = seen_at(np.array([(at[0] - ink_mm[0] / 2, at[1]), (at[0] + ink_mm[0] / 2, at[1])]))
    ink_down = seen_at(np.array([(at[0], at[1] - ink_mm[1] / 2), (at[0], at[1] + ink_mm[1] / 2)]))
    ink_px = (float(np.hypot(*(ink[1] - ink[0]))) for ink in (ink_across, ink_down))
    return picture, np.array([0, *index, *up, *centre, wide, tall, rank, shows.mean(), 1, *ink_px], np.float32)


def _turn(angle: float) -> NDArray[np.float64]:
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


def _anywhere(
    rng: Generator, linear: NDArray[np.float64], middle: NDArray[np.float64], size_mm: tuple[float, float]
) -> NDArray[np.float64]:
    """The place of another card: as the first lies or turned, one of its edges near the middle of the picture."""
    turned = linear @ _turn(float(rng.choice([0.0, 0.0, np.pi, rng.uniform(0, 2 * np.pi)])) + float(rng.normal(0, 0.1)))
    on_it = np.array([rng.choice([0.0, size_mm[0]]), rng.uniform(0, size_mm[1])])
    if rng.random() < 0.5:
        on_it = np.array([rng.uniform(0, size_mm[0]), rng.choice([0.0, size_mm[1]])])
    apart = rng.normal(0, 10, 2) * float(np.sqrt(abs(np.linalg.det(linear))))
    return np.column_stack([turned, middle + apart - turned @ on_it])


def _laid_ground(rng: Generator, ground: BGRImage, side: int) -> BGRImage:
    x, y = (int(v) for v in rng.integers(0, max(1, ground.shape[0] - side + 1), 2))
    return np.ascontiguousarray(np.rot90(ground[y : y + side, x : x + side], int(rng.integers(4))))


def _lay(
    rng: Generator, image: BGRImage, owner: NDArray[np.uint8], card: Face, to_picture: NDArray[np.float64], number: int
) -> None:
    face, mask, per_mm = card
    side = image.shape[0]
    scale = float(np.sqrt(abs(np.linalg.det(to_picture[:, :2]))))
    shrink = min(1.0, scale * float(rng.uniform(1.0, 1.5)) / per_mm)
    small = cv2.resize(face, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    small_mask = cv2.resize(mask, (small.shape[1], small.shape[0]), interpolation=cv2.INTER_AREA)
    matrix = to_picture.copy()
    matrix[:, :2] /= per_mm * shrink
    warped = cv2.warpAffine(small, matrix, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    alpha = cv2.warpAffine(small_mask, matrix, (side, side), flags=cv2.INTER_LINEAR)
    a = alpha[..., None].astype(np.float32) / 255
    base = image.astype(np.float32)
    if rng.random() < 0.8:
        soft = cv2.GaussianBlur(alpha, (0, 0), float(rng.uniform(0.7, 3)))
        moved = cv2.warpAffine(soft, np.array([[1, 0, rng.uniform(-3, 3)], [0, 1, rng.uniform(-3, 3)]]), (side, side))
        base *= 1 - float(rng.uniform(0.1, 0.6)) * moved[..., None] / 255
    image[:] = (base * (1 - a) + warped * (a * float(rng.uniform(0.9, 1.03)))).clip(0, 255).astype(np.uint8)
    owner[alpha > 127] = number


def make_closeup_shard(cache: Path, number: int, without: Collection[DesignIngredient] = ()) -> Path:
    """Draw a shard of close-ups unless it is there."""
    path = closeup_path(cache, number)
    if path.exists():
        return path
    cv2.setNumThreads(1)
    fonts = find_fonts(cache)
    decks = range(number * DECKS_PER_SHARD, (number + 1) * DECKS_PER_SHARD)
    samples = [sample for deck in decks for sample in make_closeups(deck, fonts, without)]
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".partial.npz")
    np.savez(
        part,
        patches=np.stack([s[0] for s in samples]),
        labels=np.array([s[1] for s in samples], np.int64),
        poses=np.stack([s[2] for s in samples]),
    )
    os.replace(part, path)
    return path


def draw_closeups(cache: Path, numbers: range, processes: int, without: Collection[DesignIngredient] = ()) -> None:
    """Draw shards of close-ups in several processes."""
    draw = partial(make_closeup_shard, cache, without=without)
    find_fonts(cache)
    with pool_of(processes) as pool:
        for done, path in enumerate(pool.map(draw, numbers), start=1):
            if done % 10 == 0 or done == len(numbers):
                print(f"{done} of {len(numbers)} shards of close-ups drawn ({path.name})", flush=True)


def closeup_samples(cache: Path, numbers: Iterator[int], seed: int) -> Iterator[Sample]:
    """Samples without end, a shard at a time; waits for shards that are still being drawn."""
    rng = np.random.default_rng([seed, 5])
    while True:
        path = closeup_path(cache, next(numbers))
        wait_for(path)
        with np.load(path) as stored:
            patches, labels, poses = stored["patches"], stored["labels"], stored["poses"]
        for k in rng.permutation(len(labels))[: len(labels) // 2]:
            yield patches[k], int(labels[k]), poses[k]
