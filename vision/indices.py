"""Corner indices in a picture: found by net A, read by net B, and read again where the first look left a doubt."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.decks import Deck
from vision.finder import LEAST_HEAT, Finder, FoundIndex
from vision.frame import BGRImage
from vision.merging import EIGHT, SURELY_NONE, TURNED, IndexReading, least_called, log_softmax, read_index
from vision.models import MODELS
from vision.outlines import PRESUMED_HEAT
from vision.ranks import CLASSES, NONE, PatchSeen, Ranks, cut_patch, cut_zoomed, moved_to_pose, put_right
from vision.surroundings import Surroundings
from vision.taught import Taught

MOVED_TURN, MOVED_SHIFT, MOVED_GROWTH = np.radians(6), 0.02, 0.1
"""An index that net B turns (radians), shifts (card widths) or scales (logarithm) by more is cut and read again."""
TURNED_TOO = 0.2
"""A rank that looks like one upside down too, with this probability, is looked at again."""
LIKELY_RANK = 0.99
"""So is one that shows its rank with less, or with too little to be called alone."""
SURE_NONE = 0.98
"""What is none of ours with this probability is not read upside down as well."""
SURE_HEAT = 0.5
"""An index that shows nothing of ours is kept, as a foreign card's, if it was found at least as strongly as this."""
LIKELY_NONE, LIKELY_NONE_FAINT, LIKELY_TURNED = 0.9, 0.8, 0.5
"""What is none of ours with this probability, and no rank upside down with the third, is not looked at again; the
second is for what was found more faintly than ``SURE_HEAT``. Further looks made no rank of any of some 400 such
indices on a simulated table."""
SURE_ON_CARD, SURE_NONE_ON_CARD = 0.99, 0.9
"""An index whose place on its card is known is read once if it shows a rank, or nothing, with these probabilities."""
LIKELY_NONE_PRESUMED = 0.6
"""So is a spot in which none was found and that shows none of ours with this probability: of 51 such spots on four
simulated tables further looks made no rank of any."""
SEEN_TURN, SEEN_GROWTH = np.radians(8), 0.12
"""An index whose place on its card is known is not read once more where net B had put it right to within this, turned
and scaled (logarithm)."""


class IndexReader:
    """Finds corner indices and reads them, with a taught ``deck`` or without.

    Raises:
        ModelError: a model is missing, damaged or of another make.
    """

    def __init__(self, models: Path = MODELS, threads: int = 1, *, deck: Deck | None = None) -> None:
        self._finder = Finder(models, threads)
        self._ranks = Ranks(models, threads)
        self._taught: Taught | None = None
        self._surroundings: Surroundings | None = None
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
        known = deck if deck is not None and deck.examples else None
        self._taught = Taught(known, self._ranks) if known else None
        self._surroundings = Surroundings(known, self._ranks) if known else None

    def find_indices(
        self, scaled: BGRImage, least_heat: float = LEAST_HEAT, *, all_ways: bool = False
    ) -> tuple[FoundIndex, ...]:
        """Whatever may be an index in a picture in which a card is 128 px wide, unread; ``all_ways``: searched in four
        quarter turns, which takes four times as long."""
        return (self._finder.find_all_ways if all_ways else self._finder.find)(scaled, least_heat)

    def read_indices(self, scaled: BGRImage) -> list[IndexReading]:
        """Every corner index in a picture in which a card is 128 px wide, and what it shows, before cards are made."""
        return telling(self.read_again(scaled, self.read_found(scaled, self.find_indices(scaled))))

    def read_found(self, scaled: BGRImage, found: Sequence[FoundIndex]) -> list[IndexReading]:
        """Each index put right by net B's first look; read again where that moved it; upside down unless it is none.

        One patch is read for what is surely no index of ours, two for an index that was found well, three for others.
        """
        if not found:
            return []
        patches = _cut(scaled, found)
        first = self._ranks.look_alone(patches, with_features=self._taught is not None)
        placed = [moved_to_pose(f, pose) for f, pose in zip(found, first.poses, strict=True)]
        moved = [k for k, (f, g) in enumerate(zip(found, placed, strict=True)) if is_moved(f, g)]
        kept = np.setdiff1d(np.arange(len(found)), moved)  # what is cut again is not read twice by both nets
        first.logits[kept] = self._agreed(
            scaled, [placed[k] for k in kept], patches[kept], first.logits[kept], turned_from=len(kept)
        )
        logits = np.stack([self._weighed(first), SURELY_NONE + np.zeros_like(first.logits)], 1)
        if moved:
            logits[moved], again = self._both_ways(scaled, [placed[k] for k in moved], as_placed=True)
            for k, index in zip(moved, again, strict=True):
                placed[k] = index
        unsure = log_softmax(logits[:, 0])[:, NONE] < np.log(SURE_NONE)
        if self._taught is not None:  # a deck knows its own numerals upside down, and is as sure that they are none
            unsure[:] = True
        unturned = [k for k in np.flatnonzero(unsure).tolist() if k not in set(moved)]
        if unturned:
            below = patches[unturned, ::-1, ::-1]
            seen = self._ranks.look_alone(below, with_features=self._taught is not None)
            where = [placed[k] for k in unturned]
            together = self._agreed(scaled, where, below, seen.logits, turned_from=0)
            logits[unturned, 1] = self._weighed(replace(seen, logits=together))
        return [read_index(index, logit) for index, logit in zip(placed, logits, strict=True)]

    def read_again(self, scaled: BGRImage, readings: Sequence[IndexReading]) -> list[IndexReading]:
        """The readings, the doubtful ones together with those of further patches cut a little differently."""
        doubtful = [k for k, reading in enumerate(readings) if _is_doubtful(reading)]
        found = [readings[k].found for k in doubtful]
        again = list(readings)
        for k, index, logits in zip(doubtful, found, self._further_look(scaled, found), strict=True):
            first = np.stack([readings[k].logs, readings[k].logs_turned])
            again[k] = self._told(scaled, read_index(index, (first + logits) / 2))
        return again

    def read_on_card(
        self, scaled: BGRImage, found: Sequence[FoundIndex], seen: Sequence[IndexReading] = ()
    ) -> list[IndexReading]:
        """Indices whose card's pose is known, read from several patches where the first leaves a doubt.

        What was ``seen`` of them before is not read again where it is sure, and was seen so. Where an index is only
        presumed nothing is looked at (none of ours) once two that were found are sure.
        """
        known = {(reading.found.x, reading.found.y): reading for reading in seen}
        readings: dict[int, IndexReading] = {}
        for k, index in enumerate(found):
            before = known.get((index.x, index.y))
            if before is not None and _is_as_seen(index, before):
                readings[k] = replace(before, found=index)
        for is_presumed in (False, True):
            left = [k for k, index in enumerate(found) if (index.heat <= PRESUMED_HEAT) is is_presumed]
            left = [k for k in left if k not in readings]
            if is_presumed and _are_sure(readings.values()):
                readings |= {k: IndexReading(found[k], SURELY_NONE, SURELY_NONE) for k in left}
            else:
                readings |= zip(left, self._read_on_card(scaled, [found[k] for k in left]), strict=True)
        return [readings[k] for k in range(len(found))]

    def _read_on_card(self, scaled: BGRImage, found: Sequence[FoundIndex]) -> list[IndexReading]:
        first, placed = self._both_ways(scaled, found)
        readings = [read_index(index, logits, outwards=True) for index, logits in zip(found, first, strict=True)]
        doubtful = [k for k, index in enumerate(found) if _is_doubtful_on_card(index, first[k])]
        sized = [found[k] if found[k].numeral else replace(found[k], numeral=placed[k].numeral) for k in doubtful]
        for k, logits in zip(doubtful, self._further_look(scaled, sized), strict=True):
            readings[k] = self._told(scaled, read_index(found[k], (first[k] + logits) / 2, outwards=True))
        return readings

    def _told(self, scaled: BGRImage, reading: IndexReading) -> IndexReading:
        """A reading that further looks left in doubt, by what a taught deck shows around its indices."""
        if self._surroundings is None or not _is_doubtful(reading):
            return reading
        return self._surroundings.told(scaled, reading)

    def _further_look(self, scaled: BGRImage, found: Sequence[FoundIndex]) -> NDArray[np.float32]:
        """Logits (n, 2, 11) of indices that the first look left in doubt: put right by net D, which sees the numeral
        nearer than B, and read by all nets. Four such looks, each cut a little differently, tell no more: on 3,132
        indices of rendered scenes the log loss was 0.173 with one and with four."""
        if not found:
            return np.zeros((0, 2, CLASSES), np.float32)
        poses = self._ranks.zoomed_poses(np.stack([cut_zoomed(scaled, index) for index in found]))
        better = [put_right(index, pose) for index, pose in zip(found, poses, strict=True)]
        return self._both_ways(scaled, better, thoroughly=True)[0]

    def _both_ways(
        self, scaled: BGRImage, found: Sequence[FoundIndex], *, as_placed: bool = False, thoroughly: bool = False
    ) -> tuple[NDArray[np.float32], list[FoundIndex]]:
        """Logits (n, 2, 11) as the indices stand and upside down, and where net B puts each.

        Net D is shown each numeral where it was found, or, ``as_placed``, where net B puts it.
        """
        if not found:
            return np.zeros((0, 2, CLASSES), np.float32), []
        patches, n = _cut(scaled, found), len(found)
        both = np.concatenate([patches, patches[:, ::-1, ::-1]])
        seen = self._ranks.look_alone(both, with_features=self._taught is not None)
        placed = [moved_to_pose(index, pose) for index, pose in zip(found, seen.poses[:n], strict=True)]
        where = [
            right if as_placed else index if index.numeral else replace(index, numeral=right.numeral)
            for index, right in zip(found, placed, strict=True)
        ]
        together = self._agreed(scaled, [*where, *where], both, seen.logits, turned_from=n, thoroughly=thoroughly)
        logits = self._weighed(replace(seen, logits=together))
        return np.stack([logits[:n], logits[n:]], 1), placed

    def _agreed(
        self,
        scaled: BGRImage,
        found: Sequence[FoundIndex],
        patches: NDArray[np.uint8],
        alone: NDArray[np.float32],
        *,
        turned_from: int,
        thoroughly: bool = False,
    ) -> NDArray[np.float32]:
        """Logits (n, 11) of net B ``alone`` and of net D together; indices are shown upside down from a number on."""

        def zoomed(numbers: NDArray[np.intp]) -> NDArray[np.uint8]:
            cut = np.stack([cut_zoomed(scaled, found[int(k)]) for k in numbers])
            cut[numbers >= turned_from] = cut[numbers >= turned_from, ::-1, ::-1]
            return cut

        return self._ranks.agreed_zoomed(patches, alone, zoomed, thoroughly=thoroughly)

    def _weighed(self, seen: PatchSeen) -> NDArray[np.float32]:
        """The logits of what was seen, a taught deck's likeness in them."""
        return seen.logits if self._taught is None else self._taught.weigh(seen.logits, seen.features)


def telling(readings: Iterable[IndexReading]) -> list[IndexReading]:
    """The readings without what was found faintly and shows nothing of ours."""
    return [r for r in readings if r.found.heat > SURE_HEAT or r.logs[NONE] < np.log(0.5)]


def _cut(scaled: BGRImage, found: Sequence[FoundIndex]) -> NDArray[np.uint8]:
    # net A counts pixel centres at .5, OpenCV at whole numbers
    return np.stack([cut_patch(scaled, f.x - 0.5, f.y - 0.5, f.up, f.width) for f in found])


def is_moved(before: FoundIndex, after: FoundIndex) -> bool:
    """Whether net B's pose puts an index so far from where net A found it that it is worth another look."""
    turn = abs((after.up - before.up + np.pi) % (2 * np.pi) - np.pi)
    shift = np.hypot(after.x - before.x, after.y - before.y) / before.width
    return bool(turn > MOVED_TURN or shift > MOVED_SHIFT or abs(np.log(after.width / before.width)) > MOVED_GROWTH)


def _is_doubtful(reading: IndexReading) -> bool:
    """Neither surely a rank nor likely none."""
    best = int(reading.logs.argmax())
    likely = float(np.exp(reading.logs[best]))
    turned = 1 - float(np.exp(reading.logs_turned[NONE]))
    if best == NONE:
        enough = LIKELY_NONE if reading.found.heat > SURE_HEAT else LIKELY_NONE_FAINT
        return likely < enough or turned > LIKELY_TURNED
    if best == EIGHT:  # it may show an 8 upside down, but nothing else
        turned -= float(np.exp(reading.logs_turned[EIGHT]))
    return likely < max(LIKELY_RANK, least_called(best, 1)) or turned > TURNED_TOO


def _are_sure(readings: Iterable[IndexReading]) -> bool:
    """Whether two indices or more surely show a rank, and one and the same."""
    ranks = [reading.rank if not _is_doubtful(reading) else None for reading in readings]
    return len(ranks) > 1 and len(set(ranks)) == 1 and ranks[0] is not None


def _is_as_seen(index: FoundIndex, before: IndexReading) -> bool:
    """Whether an index that was seen before, and surely shows a rank, was seen the way up, and as large, as it is."""
    turn = abs((index.up - before.found.up + np.pi) % (2 * np.pi) - np.pi)
    growth = abs(np.log(index.width / before.found.width))
    if turn > SEEN_TURN or growth > SEEN_GROWTH or before.rank is None:
        return False
    return not _is_doubtful_on_card(index, np.stack([before.logs, before.logs_turned]))


def _is_doubtful_on_card(index: FoundIndex, logits: NDArray[np.float32]) -> bool:
    """The same for an index whose place on its card is known, out of its logits (2, 11)."""
    shares = np.exp(log_softmax(logits))
    best = int(shares[0].argmax())
    if best == NONE:
        least = SURE_NONE_ON_CARD if index.heat > PRESUMED_HEAT else LIKELY_NONE_PRESUMED
        return bool(shares[:, NONE].min() < least)
    turned = 1 - shares[1, NONE] - (shares[1, EIGHT] if best == EIGHT else 0.0)
    return bool(shares[0, best] < SURE_ON_CARD or turned > (1 - SURE_ON_CARD if best in TURNED else TURNED_TOO))
