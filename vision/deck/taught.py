"""A taught deck in use: how much an index looks like each of the deck's own, weighed with what net B says of it.

Pictures are compared by net B's features (what its head for the rank sees), in a space in which the differences that
light, blur and a crooked cut make count little and those between this very deck's numerals count much.
"""

import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.deck.deck_file import PICTURE_PX, RANKS, Deck
from vision.frame import BGRImage
from vision.nets.index_reading import ALIKE, TURNED, log_softmax
from vision.nets.ranks import NONE, PATCH_PX, Ranks

VARIANTS = 8
"""Each picture is varied so many times as tables vary it, to learn which differences mean nothing."""
MOST_VARIED = 1200
DIMENSIONS = 96
"""Features are brought down to so many: a deck of 40 pictures is 70 kB."""
SHRINKAGE = 3.0
"""How much of the mean variance is added to every direction: 400 pictures do not show what 1152 features do."""
USUAL, USUAL_RANGE = 0.94, (0.75, 0.985)
"""How alike two pictures of one print are where nothing else is known, and within which range that is believed."""
SAME_PRINT = 1.3
"""An example this many times as far from another rank's as two pictures of one print are may be of that print."""
ENOUGH_RANKS, SAME_PRINT_PLAIN = 5, 0.95
"""Fewest ranks that must be taught for the deck's own space to be known. Before that two pictures are of one print if
they are more alike than the second in net B's space. Three of four pairs of one print are, and 5 in 1,000 pairs of
different ranks."""
SIX_AND_NINE = 15
"""A 6 upside down looks like the rank that is missing to this sum, and so does a 9."""
WAY, TOLD_APART = 14.0, 0.3
"""How much it counts for the way up of a 6 or a 9 in the middle of a card that the deck's own are nearer to it that
way, and how much nearer (logarithm of the ratio of angles) each of these must be to its own for that. A logistic fit to
200 of them, of 25 drawn decks: it calls 40 in 100, none wrongly. With no bound it calls 46, and one of 160 others
wrongly."""
LEAST_SAID = -10.0
"""Net B is believed to be no surer against something than this log probability."""
LEAST_VARIANCE = 1e-7
"""A direction in which so little of the largest variance lies is none."""
NO_NEARER = 0.9995
"""Likenesses above this are noise."""
BENDS = (0.3, 0.7, 1.2)
FOR_RANK = (0.634, -1.494, -1.519, 1.688, 1.478, 1.546, 0.316, -1.769)
FOR_NONE = (0.699, -0.921, 0.097, 0.979, -0.467, 0.394, -0.039)
"""Weights of what speaks for a rank and for "none of these" in ``fused``; fitted on rendered decks, taught and read on
simulated tables: ``python -m vision.training.taught_decks --fit``."""
SEED = 20_260_101


@dataclass(frozen=True, slots=True, eq=False)
class Likeness:
    """How alike pictures (n) are to the nearest example of each rank: ``ranks`` (n, 10), and to the nearest of what is
    none of ours or upside down: ``none`` (n,). -1 to 1; 1 is the same print. ``usual`` (10,): how alike two pictures
    of the same rank of this deck are."""

    ranks: NDArray[np.float32]
    none: NDArray[np.float32]
    usual: NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Doubt:
    """An example of ``rank`` that is ``alike`` to one of ``other`` as if it were of the same print."""

    rank: int
    other: int
    alike: float


class Taught:
    """A deck's examples as net B sees them. ``deck`` may be taught in part.

    Raises:
        ModelError: net B tells no features.
    """

    def __init__(self, deck: Deck, ranks: Ranks) -> None:
        self.deck = deck
        upright = [example for example in deck.examples if example.rank in RANKS]
        others = [example for example in deck.examples if example.rank not in RANKS]
        variants = min(VARIANTS, MOST_VARIED // max(1, len(upright)))
        pictures = [example.picture for example in (*upright, *others)]
        rows = _features(pictures, ranks) if pictures else []
        both, one, varied_ones = ([row[part] for row in rows] for part in (slice(2), slice(1), slice(2, 2 + variants)))
        own = len(upright)
        parts = [*both[:own], *one[own:], *varied_ones[:own]]
        features = np.concatenate(parts) if parts else np.zeros((0, 1), np.float32)
        # A 1 and an 8 may look the same upside down: where the heads are not known, so it is no sign of none of ours.
        same = {rank + 1 for rank, shown in ALIKE.items() if deck.middle and rank == shown}
        kinds = [kind for rank in (e.rank for e in upright) for kind in (rank, rank if rank in same else -rank)]
        kinds += [0] * len(others) + [example.rank for example in upright for _ in range(variants)]
        sources = [example.source for example in upright for _ in range(2)]
        sources += [example.source for example in others]
        sources += [example.source for example in upright for _ in range(variants)]
        self._kinds = np.array(kinds, int)
        self._middle, self._space = _space(features, self._kinds)
        self._examples = self._placed(features).astype(np.float16)
        few = len(deck.taught) < ENOUGH_RANKS
        self._plain = features.astype(np.float16) if few else np.zeros((0, 1), np.float16)
        self._sources = np.array(sources, int)
        self._upright = 2 * len(upright)
        self._usual = self._usual_likeness()
        self._tells_way = self._told_apart() if deck.middle else 0.0

    @property
    def bytes(self) -> int:
        """What the examples take in memory, without the way into their space."""
        return int(self._examples.nbytes)

    def likeness(self, features: NDArray[np.float32]) -> Likeness:
        """How alike pictures are to the deck's, out of net B's features (n, 1152)."""
        alike = self._placed(_unit(features)) @ self._examples.T.astype(np.float32)
        nearest = [
            alike[:, self._kinds == rank].max(1) if (self._kinds == rank).any() else np.full(len(alike), -1.0)
            for rank in RANKS
        ]
        none = alike[:, self._kinds <= 0].max(1) if (self._kinds <= 0).any() else np.full(len(alike), -1.0)
        return Likeness(np.stack(nearest, 1).astype(np.float32), np.asarray(none, np.float32), self._usual)

    def weigh(self, logits: NDArray[np.float32], features: NDArray[np.float32]) -> NDArray[np.float32]:
        """Net B's logits (n, 11) and the deck's likeness together: log probabilities (n, 11)."""
        return fused(log_softmax(logits), self.likeness(features))

    def way(self, features: NDArray[np.float32], rank: int) -> float:
        """The log odds of what looks like a 6, or like a 9, being that ``rank`` as it stands rather than the other one
        upside down, out of net B's features (2, 1152) of it one way up and the other. 0 where the deck's own do not
        tell each other apart."""
        if not self._tells_way:
            return 0.0
        alike = self._placed(_unit(features)) @ self._examples.T.astype(np.float32)
        return WAY * self._tells_way * self._rather(alike, rank)

    def _rather(self, alike: NDArray[np.float32], rank: int) -> float:
        """How much nearer (logarithm of the ratio of angles) a 6 or a 9 is to the deck's own as it stands than upside
        down to those of the other, by its likeness (2, n) to all examples either way up."""
        own, other = alike[0, self._kinds == rank], alike[1, self._kinds == SIX_AND_NINE - rank]
        if not (len(own) and len(other)):
            return 0.0
        angles = _angle(np.array([other.max(), own.max()], np.float32))
        return float(np.log(angles[0] / angles[1]))

    def _told_apart(self) -> float:
        """How much more surely (``_rather``) than they must the deck's 6s and 9s are told from each other by those of
        other photographs: the least sure of them."""
        examples, least = self._examples.astype(np.float32), []
        for at in range(0, self._upright, 2):
            rank = int(self._kinds[at])
            if rank - 1 in TURNED:
                alike = examples[at : at + 2] @ examples.T
                alike[:, self._sources == self._sources[at]] = -1.0
                least.append(self._rather(alike, rank))
        return max(0.0, min(least, default=0.0) - TOLD_APART)

    def doubts(self) -> tuple[Doubt, ...]:
        """The examples that look like another rank: more like it than like their own from another source, and nearly
        as like it as two pictures of one print usually are.

        Of a few ranks the deck's own space cannot be known: they are compared in net B's.
        """
        found = []
        few = len(self.deck.taught) < ENOUGH_RANKS
        for at, alike, own in self._own_likeness(self._plain if few else self._examples):
            rank = int(self._kinds[at])
            nearest = {
                other: float(alike[self._kinds == other].max())
                for other in RANKS
                if other != rank and (self._kinds == other).any()
            }
            if not nearest:
                continue
            other = max(nearest, key=lambda one: nearest[one])
            usual = float(_angle(self._usual[rank - 1 : rank])[0])
            angle = float(_angle(np.array([nearest[other]], np.float32))[0])
            is_same = nearest[other] >= SAME_PRINT_PLAIN if few else angle < SAME_PRINT * usual
            if nearest[other] > own and is_same:
                found.append(Doubt(rank, other, nearest[other]))
        return tuple(found)

    def _own_likeness(self, placed: NDArray[np.float16]) -> Iterator[tuple[int, NDArray[np.float32], float]]:
        """For each example its number, its likeness to all, and that to the nearest of its rank from another source
        (-1: there is none)."""
        examples = placed.astype(np.float32)
        for at in range(0, self._upright, 2):
            alike = examples @ examples[at]
            same = (self._kinds == self._kinds[at]) & (self._sources != self._sources[at])
            yield at, alike, float(alike[same].max()) if same.any() else -1.0

    def _usual_likeness(self) -> NDArray[np.float32]:
        """How alike an example is to the nearest of its rank from another source, (10,): the mean of each rank, drawn
        to the median of all."""
        own: list[list[float]] = [[] for _ in RANKS]
        for at, _, alike in self._own_likeness(self._examples):
            if alike > -1:
                own[self._kinds[at] - 1].append(alike)
        together = [value for values in own for value in values]
        middle = float(np.median(together)) if together else USUAL
        drawn = [(sum(values) + 2 * middle) / (len(values) + 2) for values in own]
        return np.clip(np.array(drawn, np.float32), *USUAL_RANGE)

    def _placed(self, features: NDArray[np.float32]) -> NDArray[np.float32]:
        return _unit((features - self._middle) @ self._space)


def fused(logs: NDArray[np.float32], alike: Likeness) -> NDArray[np.float32]:
    """Net B's log probabilities (n, 11) and a deck's likenesses together: log probabilities (n, 11).

    A conditional logit: what speaks for a rank is what net B says of it, how far it is from the deck's nearest example
    of it, measured by how far two pictures of one rank usually are from each other (the logarithm of the ratio of the
    angles), and by how much it is nearer to it than to anything else of the deck. What is far from every example is
    none of ours, unless net B is sure.
    """
    for_rank, for_none = terms(logs, alike)
    ranks, none = for_rank @ np.array(FOR_RANK, np.float32), for_none @ np.array(FOR_NONE, np.float32)
    return log_softmax(np.concatenate([ranks, none[:, None]], 1))


def terms(logs: NDArray[np.float32], alike: Likeness) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """What the formula weighs: (n, 10, 8) for the ranks and (n, 7) for "none of these"."""
    said = np.maximum(logs, LEAST_SAID)
    angles = _angle(alike.ranks)
    far = np.log(angles / _angle(alike.usual))
    nearest = np.sort(angles, 1)
    elsewhere = np.where(angles == nearest[:, :1], nearest[:, 1:2], nearest[:, :1])
    none = _angle(alike.none)
    lead = np.log(np.minimum(elsewhere, none[:, None]) / angles)
    leads = [lead, np.maximum(lead, 0), np.maximum(lead - 0.5, 0)]
    least = far.min(1)
    behind = np.log(none / nearest[:, 0])
    for_rank = np.stack([said[:, :NONE], far, *_bent(far), *leads], -1)
    for_none = np.stack([said[:, NONE], np.ones_like(least), least, *_bent(least), behind], -1)
    return np.asarray(for_rank, np.float32), np.asarray(for_none, np.float32)


def _bent(far: NDArray[np.float32]) -> list[NDArray[np.float32]]:
    return [np.maximum(far - bend, 0) for bend in BENDS]


def _angle(likeness: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.arccos(np.clip(likeness, -1, NO_NEARER))


def _features(pictures: Sequence[BGRImage], ranks: Ranks) -> list[NDArray[np.float32]]:
    """The features (2 + VARIANTS, d) of each picture as it is, upside down, and varied."""
    patches = []
    for picture in pictures:
        rng = np.random.default_rng([SEED, zlib.crc32(picture.tobytes())])
        middle = patch_of(picture)
        patches += [middle, middle[::-1, ::-1], *(varied(picture, rng) for _ in range(VARIANTS))]
    features = _unit(ranks.look(np.stack(patches), with_features=True).features)
    return list(features.reshape(len(pictures), 2 + VARIANTS, -1))


def patch_of(picture: BGRImage) -> BGRImage:
    """The reader's patch out of a kept picture."""
    edge = (PICTURE_PX - PATCH_PX) // 2
    return picture[edge : edge + PATCH_PX, edge : edge + PATCH_PX]


def varied(picture: BGRImage, rng: np.random.Generator) -> BGRImage:
    """A patch out of a kept picture as another table, light or camera would have shown it."""
    middle = (PICTURE_PX - 1) / 2
    turned = cv2.getRotationMatrix2D((middle, middle), float(rng.normal(0, 4)), float(np.exp(rng.normal(0, 0.06))))
    matrix = np.asarray(turned, np.float64)
    matrix[:, 2] += rng.normal(0, 1.2, 2) - (PICTURE_PX - PATCH_PX) / 2
    patch = cv2.warpAffine(picture, matrix, (PATCH_PX, PATCH_PX), borderMode=cv2.BORDER_REPLICATE).astype(np.float32)
    if rng.random() < 0.6:
        patch = cv2.GaussianBlur(patch, (0, 0), float(rng.uniform(0.4, 1.4))).astype(np.float32)
    gains = np.exp(rng.normal(0, 0.2) + rng.normal(0, 0.08, 3))
    shaded = 255 * np.clip(patch / 255 * gains, 0, 1) ** np.exp(rng.normal(0, 0.15))
    noisy = shaded + rng.normal(0, rng.uniform(0, 6), shaded.shape)
    return np.asarray(np.clip(noisy, 0, 255), np.uint8)


def _unit(rows: NDArray[np.floating]) -> NDArray[np.float32]:
    return np.asarray(rows / (np.linalg.norm(rows, axis=-1, keepdims=True) + 1e-6), np.float32)


def _space(features: NDArray[np.float32], kinds: NDArray[np.int_]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The middle (d,) of the features and the way (d, k) into a space where the variants of one picture lie close.

    Within-class whitening with shrinkage, then the directions in which the examples differ most.
    """
    count, size = features.shape
    if not count:
        return np.zeros(size, np.float32), np.zeros((size, 1), np.float32)
    middle = features[kinds != 0].mean(0) if (kinds != 0).any() else features.mean(0)
    within = np.concatenate(
        [features[kinds == kind] - features[kinds == kind].mean(0) for kind in np.unique(kinds) if kind > 0]
        or [np.zeros((1, size), np.float32)]
    )
    variance, ways = _ways(within / np.sqrt(len(within)))
    shared = SHRINKAGE * float(variance.sum()) / size + 1e-6
    scale = 1 / np.sqrt(variance + shared) - 1 / np.sqrt(shared)
    white = (features - middle) / np.sqrt(shared) + ((features - middle) @ ways.T * scale) @ ways
    kept = _ways(white)[1][:DIMENSIONS].T
    way = kept / np.sqrt(shared) + ways.T @ (scale[:, None] * (ways @ kept))
    return np.asarray(middle, np.float32), np.asarray(way, np.float32)


def _ways(rows: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The variances (k,) of rows (n, d) and the unit vectors (k, d) that they are along, the largest first: a singular
    value decomposition, by the rows' products, three times as fast."""
    exact = rows.astype(np.float64)
    if len(rows) > rows.shape[1]:
        variances, ways = np.linalg.eigh(exact.T @ exact)
        ways = ways.T
    else:
        variances, mixed = np.linalg.eigh(exact @ exact.T)
        ways = mixed.T @ exact / np.sqrt(np.maximum(variances, 1e-30))[:, None]
    told = variances > LEAST_VARIANCE * max(float(variances[-1]), 1e-12)  # the others are rounding
    told[-1] = True
    return variances[told][::-1].astype(np.float32), ways[told][::-1].astype(np.float32)
