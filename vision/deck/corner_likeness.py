"""What stands around an index, compared with a taught deck's pictures: the painting of a card tells it where its
numeral is too small, too faint or too odd to be read.

A deck of art prints another picture on each rank. Two pictures of one card's corner agree over all the 53 mm that are
kept of it, and no other card's corner does; on a deck with plain ground all corners are alike, and they tell nothing.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.deck.deck_file import PICTURE_PX, RANKS, Deck
from vision.deck.taught import patch_of
from vision.frame import BGRImage
from vision.nets.finder import CARD_HEIGHT_PX, CARD_PX, FoundIndex
from vision.nets.index_reading import OUTWARDS, SURELY_NONE, IndexReading
from vision.nets.ranks import CLASSES, MOST_GROWTH, NONE, PATCH_PX, PATCH_SHARE, Ranks, cut_patch

COARSE_PX, FINE_PX = 24, 32
"""Sides of the pictures that are compared: first roughly, all examples; then the likeliest ones well."""
SMOOTH_PX = 1.2
SHIFT_PX = 8
"""How far a picture is moved against an example either way, of its 96 px: as far off as an index is found."""
TURNS_DEG, FINE_TURNS_DEG, GROWTHS = (-7.0, 0.0, 7.0), (-3.5, 0.0, 3.5), (0.94, 1.0, 1.06)
LIKELIEST = 6
"""Examples that are compared well, the likeliest ones."""
EDGE_PX = 2.0
"""How much of a card's edge is left out, pixels: an outline from one index is not exact."""
LEAST_SEEN = 0.25
"""An example of which less than this share lies on its card tells nothing."""
LEAST_SPREAD = 1e-3
LEAST_ALIKE = 0.9
LEADS = ((0.12, 0.02), (0.08, 0.2))
"""A corner tells an example's rank if it is ``LEAST_ALIKE`` like that, and by the first of a pair more than like other
ranks'. The reader must give that rank the second. Of 4,060 looks at 1,344 cards of 24 held-out decks one told a wrong
rank so, which the reader had told before."""
LEAST_SAID = min(said for _, said in LEADS)



Shown = tuple[NDArray[np.float32], NDArray[np.float32]]
"""A picture (side, side, 3) without its mean, of length 1, 0 beside its card; and (side, side) where the card is."""
TOLD = 0.995
"""The probability of what is told."""


@dataclass(frozen=True, slots=True, eq=False)
class Corner:
    """What is compared of an example: which share of it is ``seen`` of its card, and how it looks at either size."""

    seen: float
    coarse: Shown
    fine: Shown


@dataclass(frozen=True, slots=True, eq=False)
class _Templates:
    """Examples of one size: ``pictures`` (side, side, 3, n) without their means, of length 1, 0 where the card ends;
    ``masks`` (side, side, n)."""

    pictures: NDArray[np.float32]
    masks: NDArray[np.float32]

    def likeness(self, windows: NDArray[np.float32], these: NDArray[np.int_]) -> NDArray[np.float32]:
        """Correlations (windows, these) of windows (m, side, side, 3) with the examples numbered ``these``."""
        m = len(windows)
        pictures = self.pictures[..., these].reshape(-1, len(these))
        masks = self.masks[..., these].reshape(-1, len(these))
        product = windows.reshape(m, -1) @ pictures
        count = masks.sum(0)
        spread = np.zeros_like(product)
        for channel in range(3):
            flat = windows[..., channel].reshape(m, -1)
            total = flat @ masks
            spread += (flat**2) @ masks - total**2 / count
        return np.asarray(product / np.sqrt(np.maximum(spread, LEAST_SPREAD * count)), np.float32)


class Surroundings:
    """The corners of a taught deck's cards; ``ranks`` is net B, which tells where each picture's card ends."""

    def __init__(self, deck: Deck, ranks: Ranks) -> None:
        examples = [example for example in deck.examples if example.rank in RANKS]
        corners = _corners([e.picture for e in examples], ranks) if examples else []
        seen = [(e.rank, corner) for e, corner in zip(examples, corners, strict=True) if corner.seen >= LEAST_SEEN]
        self._kinds = np.array([rank for rank, _ in seen], int)
        self._coarse = _templates([corner.coarse for _, corner in seen], COARSE_PX)
        self._fine = _templates([corner.fine for _, corner in seen], FINE_PX)

    def likeness(self, scaled: BGRImage, found: FoundIndex) -> NDArray[np.float32]:
        """How like the corner at an index is to the likeliest example of each rank, (10,): -1 to 1, and -1 where there
        is none."""
        best = np.full(len(self._kinds), -1.0, np.float32)
        if not len(best):
            return np.full(len(RANKS), -1.0, np.float32)
        everything = np.arange(len(best))
        turn = 0.0
        for turned in TURNS_DEG:
            now = self._coarse.likeness(_windows(scaled, found, turned, 1.0, COARSE_PX), everything).max(0)
            turn = turned if now.max() > best.max() else turn
            best = np.maximum(best, now)
        likeliest = np.argsort(-best)[:LIKELIEST]
        fine = np.full(len(likeliest), -1.0, np.float32)
        for turned in FINE_TURNS_DEG:
            for growth in GROWTHS:
                windows = _windows(scaled, found, turn + turned, growth, FINE_PX)
                fine = np.maximum(fine, self._fine.likeness(windows, likeliest).max(0))
        best[likeliest] = fine
        return np.array([best[self._kinds == r].max() if (self._kinds == r).any() else -1.0 for r in RANKS], np.float32)

    def told(self, scaled: BGRImage, reading: IndexReading) -> IndexReading:
        """A doubtful reading, and the rank that what stands around it tells, if it does. Where the reader takes it for
        another rank they disagree, and it stays in doubt."""
        shares = np.exp(reading.logs)
        if shares[NONE] > 1 - LEAST_SAID:
            return reading
        alike = self.likeness(scaled, reading.found)
        best = int(alike.argmax())
        lead = alike[best] - np.delete(alike, best).max()
        is_told = any(lead >= least and shares[best] >= said for least, said in LEADS)
        if alike[best] < LEAST_ALIKE or not is_told or reading.rank not in (None, best + 1):
            return reading
        logs = np.full(CLASSES, np.log((1 - TOLD) / (CLASSES - 1)), np.float32)
        logs[best] = np.log(TOLD)
        return IndexReading(reading.found, logs, SURELY_NONE, OUTWARDS)


def _on_card(pictures: list[BGRImage], ranks: Ranks) -> list[NDArray[np.float32]]:
    """Which pixels (96, 96) of each picture show its card, by net B's pose of the index in its middle."""
    if not pictures:
        return []
    masks = []
    inner = np.zeros((PICTURE_PX, PICTURE_PX), np.float32)
    inner[SHIFT_PX:-SHIFT_PX, SHIFT_PX:-SHIFT_PX] = 1.0
    for pose in ranks.look(np.stack([patch_of(picture) for picture in pictures])).poses:
        width = PATCH_PX / PATCH_SHARE * float(np.exp(np.clip(pose[4], -MOST_GROWTH, MOST_GROWTH)))
        centre = np.full(2, (PICTURE_PX - 1) / 2) + pose[:2] * PATCH_PX + pose[5:7] * width
        up = pose[2:4] / max(float(np.hypot(*pose[2:4])), 1e-6)
        head = up * (width * CARD_HEIGHT_PX / CARD_PX / 2 - EDGE_PX)
        right = np.array([-up[1], up[0]]) * (width / 2 - EDGE_PX)
        corners = np.array([centre + head - right, centre + head + right, centre - head + right, centre - head - right])
        mask = np.zeros((PICTURE_PX, PICTURE_PX), np.float32)
        cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), 1.0)
        mask *= inner  # a picture that ends where an example does can be moved against it
        masks.append(mask)
    return masks


def _corners(pictures: list[BGRImage], ranks: Ranks) -> list[Corner]:
    """What is compared of pictures (96, 96, 3)."""
    return [
        Corner(float(mask.mean()), _shown(picture, mask, COARSE_PX), _shown(picture, mask, FINE_PX))
        for picture, mask in zip(pictures, _on_card(pictures, ranks), strict=True)
    ]


def _shown(picture: BGRImage, whole: NDArray[np.float32], side: int) -> Shown:
    mask = (cv2.resize(whole, (side, side), interpolation=cv2.INTER_AREA) > 0.8).astype(np.float32)
    small = _shrunk(picture, side)
    small = (small - small[mask > 0].mean(0)) * mask[..., None] if mask.any() else np.zeros_like(small)
    return small / np.float32(max(float(np.linalg.norm(small)), 1e-6)), mask


def _templates(shown: list[Shown], side: int) -> _Templates:
    if not shown:
        return _Templates(np.zeros((side, side, 3, 0), np.float32), np.zeros((side, side, 0), np.float32))
    return _Templates(np.stack([picture for picture, _ in shown], -1), np.stack([mask for _, mask in shown], -1))


def _windows(scaled: BGRImage, found: FoundIndex, turn_deg: float, growth: float, side: int) -> NDArray[np.float32]:
    """Pictures (n, side, side, 3) of the index and what stands around it, moved either way."""
    whole = PICTURE_PX + 2 * SHIFT_PX
    # net A counts pixel centres at .5, OpenCV at whole numbers
    up, width = found.up + float(np.radians(turn_deg)), found.width * growth
    around = _shrunk(cut_patch(scaled, found.x - 0.5, found.y - 0.5, up, width, side=whole), whole * side // PICTURE_PX)
    windows = np.lib.stride_tricks.sliding_window_view(around, (side, side), (0, 1))
    return np.ascontiguousarray(windows.transpose(0, 1, 3, 4, 2)).reshape(-1, side, side, 3)


def _shrunk(picture: BGRImage, side: int) -> NDArray[np.float32]:
    smooth = cv2.GaussianBlur(picture, (0, 0), SMOOTH_PX)
    return np.asarray(cv2.resize(smooth, (side, side), interpolation=cv2.INTER_AREA), np.float32)
