"""The reader: a picture in, the cards that lie face up in it out, each with its outline and what it says."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from dealer.errors import InputError
from dealer.view import Face
from vision.decks import Deck
from vision.finder import CARD_PX, LEAST_HEAT, Finder, FoundIndex
from vision.frame import BGRImage
from vision.merging import CALL_ALONE, CardGuess, IndexReading, cards_of, log_softmax, read_index
from vision.models import MODELS
from vision.outlines import at_corners, card_in, is_within
from vision.ranks import CLASSES, NONE, PatchSeen, Ranks, cut_patch, moved_to_pose
from vision.taught import Taught

SCALES = tuple(float(w) for w in np.geomspace(1.0, 0.08, 11))
"""Card widths tried on a picture of unknown scale, as shares of its short side."""
MOVED_TURN, MOVED_SHIFT, MOVED_GROWTH = np.radians(6), 0.02, 0.1
"""An index that net B turns (radians), shifts (card widths) or scales (logarithm) by more is cut and read again."""
TURNED_TOO = 0.2
"""A rank that looks like one upside down too, with this probability, is looked at again."""
SURE_NONE = 0.98
"""What is none of ours with this probability is not read upside down as well."""
SURELY_NONE = np.array([-20.0] * NONE + [0.0], np.float32)
SURE_HEAT = 0.5
"""An index that shows nothing of ours is kept, as a foreign card's, if it was found at least as strongly as this."""
INDICES_ACROSS, INDICES_DOWN, INDICES_APART = 0.79, 1.13, 1.38
"""Indices stand this many card widths apart (beside, below, opposite each other): the middle of what decks do."""
MOST_ENLARGED = 2.5
SEARCH_HEAT = 0.35
MOST_INDICES = 80
MOST_PIXELS = 4_000_000
"""Larger pictures are not searched: such a scale would mean tiny cards in a huge picture."""
SECOND_LOOKS = ((0.0, 0.0, 0.0, 1.1), (0.0, 0.0, 0.0, 0.9), (0.02, 0.02, 0.07, 1.0), (-0.02, -0.02, -0.07, 1.0))
"""Shifts (shares of the card's width), turn (radians) and scale of the further patches cut where the first left a
doubt."""


@dataclass(frozen=True, slots=True, eq=False)
class CardReading:
    """A card that was seen.

    ``quad`` (4, 2) px of the picture given: the whole card (hidden parts too), first its upper left corner as its index
    stands, then clockwise in the picture. ``rank`` is None where a card lies whose rank is not certain, or that is no
    card of ours. ``probabilities`` are those of ranks 1 to 10 and of "none of these" (11, adding up to 1). ``indices``
    (n, 2) px are the centres of the indices that it was read from.
    """

    quad: NDArray[np.float32]
    rank: int | None
    probabilities: tuple[float, ...]
    indices: NDArray[np.float32]
    face: Face


class Reader:
    """Finds and reads cards, with a taught ``deck`` or without.

    Raises:
        ModelError: a model is missing, damaged or of another make.
    """

    def __init__(self, models: Path = MODELS, threads: int = 1, *, deck: Deck | None = None) -> None:
        self._finder = Finder(models, threads)
        self._ranks = Ranks(models, threads)
        self._taught: Taught | None = None
        self.use(deck)

    @property
    def ranks(self) -> Ranks:
        """Net B."""
        return self._ranks

    def use(self, deck: Deck | None) -> None:
        """Read with a taught deck from now on, or without one.

        Raises:
            ModelError: the model cannot be used with taught decks.
        """
        self._taught = Taught(deck, self._ranks) if deck is not None and deck.examples else None

    def read(
        self,
        image: BGRImage,
        *,
        card_width_px: float,
        outlines: Sequence[NDArray[np.float64]] = (),
        printed: NDArray[np.float64] | None = None,
    ) -> tuple[CardReading, ...]:
        """The cards in a picture (h, w, 3) in which a card is ``card_width_px`` wide.

        ``outlines`` (4, 2) px each, clockwise from an upper left corner, of cards that lie on top of all others: the
        first readings are theirs, in their order, and whatever index lies within is of that card. ``printed`` (2,) is
        where this deck prints its indices: how far from a corner across and down, in card widths.

        Raises:
            InputError: no picture, or a width that no card can have.
        """
        if image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8 or min(image.shape[:2]) < 8:
            raise InputError(
                f"A picture of {image.shape} {image.dtype} came; expected rows, columns and 3 colours of uint8."
            )
        if not 4.0 <= card_width_px <= 20_000:
            raise InputError(f"A card cannot be {card_width_px:g} px wide in a picture; expected 4 to 20000.")
        scaled, factor = scaled_by(image, CARD_PX / card_width_px)
        left = self.read_indices(scaled)
        cards = []
        for outline in outlines:
            quad = np.asarray(outline, np.float64) * factor
            inside = [reading for reading in left if is_within(quad, reading.found)]
            left = [reading for reading in left if reading not in inside]
            found = at_corners(quad, [reading.found for reading in inside], printed=printed)
            cards.append(card_in(quad, self._looked_at(scaled, found)))
        return tuple(_reading(card, factor) for card in (*cards, *cards_of(left)))

    def _looked_at(self, scaled: BGRImage, found: Sequence[FoundIndex]) -> list[IndexReading]:
        """Indices whose card's pose is known, each read from several patches cut a little differently."""
        if not found:
            return []
        looks = [
            replace(f, x=f.x + dx * f.width, y=f.y + dy * f.width, up=f.up + turn, width=f.width * scale)
            for f in found
            for dx, dy, turn, scale in ((0.0, 0.0, 0.0, 1.0), *SECOND_LOOKS)
        ]
        logits = self._both_ways(scaled, looks)[0].reshape(len(found), -1, 2, CLASSES).mean(axis=1)
        return [read_index(index, logit) for index, logit in zip(found, logits, strict=True)]

    def read_indices(self, scaled: BGRImage) -> list[IndexReading]:
        """Every corner index in a picture in which a card is 128 px wide, and what it shows, before cards are made."""
        found = self._finder.find(scaled)
        readings = self.read_found(scaled, found)
        for k, reading in enumerate(readings):
            if not _is_doubtful(reading):
                continue
            f = reading.found
            looks = [
                replace(f, x=f.x + dx * f.width, y=f.y + dy * f.width, up=f.up + turn, width=f.width * scale)
                for dx, dy, turn, scale in SECOND_LOOKS
            ]
            logits = self._both_ways(scaled, [f, *looks])[0]
            readings[k] = read_index(f, logits.mean(0))
        return [r for r in readings if r.found.heat > SURE_HEAT or r.logs[NONE] < np.log(0.5)]

    def find_indices(self, scaled: BGRImage, least_heat: float = LEAST_HEAT) -> tuple[FoundIndex, ...]:
        """Whatever may be an index in a picture in which a card is 128 px wide, unread."""
        return self._finder.find(scaled, least_heat)

    def read_found(self, scaled: BGRImage, found: Sequence[FoundIndex]) -> list[IndexReading]:
        """Each index put right by net B's first look; read again where that moved it; upside down unless it is none.

        One patch is read for what is surely no index of ours, two for an index that was found well, three for others.
        """
        if not found:
            return []
        patches = _cut(scaled, found)
        first = self._look(patches)
        placed = [moved_to_pose(f, pose) for f, pose in zip(found, first.poses, strict=True)]
        logits = np.stack([self._weighed(first), SURELY_NONE + np.zeros_like(first.logits)], 1)
        moved = [k for k, (f, g) in enumerate(zip(found, placed, strict=True)) if _is_moved(f, g)]
        if moved:
            logits[moved], poses = self._both_ways(scaled, [placed[k] for k in moved])
            for k, pose in zip(moved, poses, strict=True):
                placed[k] = moved_to_pose(placed[k], pose)
        unsure = log_softmax(logits[:, 0])[:, NONE] < np.log(SURE_NONE)
        if self._taught is not None:  # a deck knows its own numerals upside down, and is as sure that they are none
            unsure[:] = True
        unturned = [k for k in np.flatnonzero(unsure).tolist() if k not in set(moved)]
        if unturned:
            logits[unturned, 1] = self._weighed(self._look(patches[unturned, ::-1, ::-1]))
        return [read_index(index, logit) for index, logit in zip(placed, logits, strict=True)]

    def _both_ways(
        self, scaled: BGRImage, found: Sequence[FoundIndex]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Logits (n, 2, 11) as the indices stand and upside down, and poses (n, 7) as they stand."""
        patches = _cut(scaled, found)
        seen = self._look(np.concatenate([patches, patches[:, ::-1, ::-1]]))
        logits, n = self._weighed(seen), len(patches)
        return np.stack([logits[:n], logits[n:]], 1), seen.poses[:n]

    def _look(self, patches: NDArray[np.uint8]) -> PatchSeen:
        return self._ranks.look(patches, with_features=self._taught is not None)

    def _weighed(self, seen: PatchSeen) -> NDArray[np.float32]:
        """The logits of what was seen, a taught deck's likeness in them."""
        return seen.logits if self._taught is None else self._taught.weigh(seen.logits, seen.features)

    def find_card_width(self, image: BGRImage) -> float:
        """The width in px of a card in a picture of unknown scale: the scale at which most that is found agrees with
        itself.

        Raises:
            InputError: no picture.
        """
        if image.ndim != 3 or min(image.shape[:2]) < 8:
            raise InputError(f"A picture of {image.shape} came; expected rows, columns and 3 colours.")
        short = min(image.shape[:2])
        tried = [self._agreement(image, share * short) for share in SCALES]
        best, width = max(tried, key=lambda found: found[0])
        again, nearer = self._agreement(image, width)
        return nearer if again > 0.5 * best else width

    @staticmethod
    def is_fit_scale(image: BGRImage, width: float) -> bool:
        """Whether a picture can be searched for cards ``width`` px wide."""
        factor = CARD_PX / width
        return image.shape[0] * image.shape[1] * factor**2 <= MOST_PIXELS and factor <= MOST_ENLARGED

    def _agreement(self, image: BGRImage, width: float) -> tuple[float, float]:
        """How many cards are read at a scale, and the card width in px that their indices' distances promise.

        A card whose indices confirm each other counts most; a single index seldom means that the scale is right.
        """
        if not self.is_fit_scale(image, width):
            return 0.0, width
        scaled, factor = scaled_by(image, CARD_PX / width)
        found = self._finder.find(scaled, SEARCH_HEAT)[:MOST_INDICES]
        votes, widths = [], []
        for card in cards_of(self.read_found(scaled, found)):
            ranked = float(1 - card.probabilities[NONE])
            if len(card.indices) < 2:
                votes.append(0.12 * card.heat * ranked**2)
                widths.append(CARD_PX)
                continue
            promised = promised_width(card)
            near = float(np.exp(-((np.log(promised / CARD_PX) / 0.3) ** 2)))
            votes.append(card.heat * near * (0.3 + 0.7 * ranked))
            widths.append(promised)
        if not votes:
            return 0.0, width
        order = np.argsort(widths)
        shares = np.cumsum(np.array(votes)[order])
        middle = np.array(widths)[order][np.searchsorted(shares, shares[-1] / 2)]
        return float(shares[-1]), float(middle / factor)


def promised_width(card: CardGuess) -> float:
    """The card's width that the distances between its indices promise."""
    up = card.quad[0] + card.quad[1] - card.quad[2] - card.quad[3]
    up = up / max(float(np.hypot(*up)), 1e-6)
    across, down = (float(np.ptp(card.indices @ axis)) for axis in (np.array([-up[1], up[0]]), up))
    if across < 0.3 * down:
        return down / INDICES_DOWN
    return across / INDICES_ACROSS if down < 0.3 * across else float(np.hypot(across, down)) / INDICES_APART


def _cut(scaled: BGRImage, found: Sequence[FoundIndex]) -> NDArray[np.uint8]:
    # net A counts pixel centres at .5, OpenCV at whole numbers
    return np.stack([cut_patch(scaled, f.x - 0.5, f.y - 0.5, f.up, f.width) for f in found])


def _is_moved(before: FoundIndex, after: FoundIndex) -> bool:
    """Whether net B's pose puts an index so far from where net A found it that it is worth another look."""
    turn = abs((after.up - before.up + np.pi) % (2 * np.pi) - np.pi)
    shift = np.hypot(after.x - before.x, after.y - before.y) / before.width
    return bool(turn > MOVED_TURN or shift > MOVED_SHIFT or abs(np.log(after.width / before.width)) > MOVED_GROWTH)


def _is_doubtful(reading: IndexReading) -> bool:
    """Neither surely a rank nor surely none."""
    best = int(reading.logs.argmax())
    turned = 1 - float(np.exp(reading.logs_turned[NONE]))
    return float(np.exp(reading.logs[best])) < CALL_ALONE or (best != NONE and turned > TURNED_TOO)


def scaled_by(image: BGRImage, factor: float) -> tuple[BGRImage, float]:
    """The picture made larger by ``factor``, and by how much it was; so near to 1 that it does not matter, it stays."""
    if abs(factor - 1) < 0.01:
        return image, 1.0
    how = cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(image, None, fx=factor, fy=factor, interpolation=how), np.uint8), factor


def _reading(card: CardGuess, factor: float) -> CardReading:
    probabilities = tuple(float(p) for p in card.probabilities / card.probabilities.sum())
    return CardReading(card.quad / factor, card.rank, probabilities, card.indices / factor, Face.UP)
