"""What an index shows when it is looked at many times over: by nets C and D, at several sizes, as it is and as its
negative.

The looks by which a card is read are few, and two indices of one card are misread alike. A numeral that is what it was
read as stays so however it is shown; one that was taken for another does in some of these looks, and not in others.

What these bounds let through and ask about is counted by ``dealer measure misreads`` (docs/measuring.md).
"""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dealer.rules.cards import RANKS, copies
from vision.deck.corner_likeness import IN_THE_MIDDLE
from vision.deck.taught import patch_of
from vision.frame import BGRImage
from vision.nets.finder import FoundIndex
from vision.nets.index_reading import log_softmax
from vision.nets.ranks import CLASSES, NONE, USUAL_NUMERAL, Ranks, cut_zoomed, moved_to_pose, put_right

SIZES = (1.0, 0.82, 1.2)
"""A numeral is shown as large as net B takes it to be, put right by D, and so much smaller and larger."""


class Bounds(NamedTuple):
    """What a card's rank must have in the mean of all looks: this share of what the ranks have, and so much of all;
    and no other rank may have more than the share ``rival``. ``in_logs``: where the looks' logarithms are averaged;
    ``dealt``: there, and where each rank's share counts as often as a deck holds cards of it. ``as_dealt``: there, and
    the share that it must have counted so as well."""

    share: float
    probability: float
    rival: float = 1.0
    in_logs: bool = False
    dealt: bool = False
    as_dealt: float = 0.0

    def hold(self, seen: "Bounds") -> bool:
        """Whether a rank of which so much was ``seen`` has what it must."""
        enough = seen.share >= self.share and seen.probability >= self.probability
        return enough and seen.rival <= self.rival and seen.as_dealt >= self.as_dealt


AGREED = Bounds(0.97, 0.4, in_logs=True)
"""A card shows a rank however it is looked at if the rank has so much in the mean of the looks' logarithms. A look that
sees nothing counts less there, and one that surely sees another rank more, than in the mean of probabilities. Of first
cards that are not plain 629 rightly read ones show it, one of 11 misread ones, and 27 foreign ones."""
DEALT = Bounds(0.95, 0.4, in_logs=True, dealt=True)
"""The first card of a rank shows it with so much, too, where each rank counts as often as a deck holds it. While
neither has come, the next 1 or 7 is a 7 seven times as often. Then 46 more first cards are told, no foreign one more,
and two 1s are 7s."""
A_STROKE = AGREED._replace(as_dealt=0.92)
"""A 1 that is not plain must have so much, as dealt, while a 2 or a 7 has not come. Of 154 first cards that were read
as 1s then 79 instead of 110 are told. The one that was told wrongly, a 2, is not."""
HARDLY_A_STROKE = Bounds(0.0, 0.0, in_logs=True, as_dealt=0.92)
"""While a 2 or a 7 has not come, a plain first 1 is asked about if it has less than this, as dealt, beside these. Of
162 such 1s of 200 rendered held-out decks ten are. All ten 7s of one deck that were as plainly 1s are, too."""
LITTLE, MUCH_UNLIKE = 0.05, 0.91
"""What known ranks have of this share at most does not count where the card is less like any of them than the second.
Of 120 first cards that many looks are asked about 76 are told without it, and 16 more with it."""
BY_ITSELF = Bounds(0.9, 0.4, in_logs=True)
"""A first card needs no more than this if no index gave another rank that had not come ``HARDLY_CONTESTED``
(``vision.belief.plain_looks``). In the order of a game 29 more are told, none wrongly, and two foreign ones; with 0.85
40, none and two."""
TRUSTED = Bounds(0.8, 0.6, 0.08)
"""A card, even of a known rank, needs no more than this once people named cards of this deck as they had likely been
read. In the order in which they were dealt 49 more are told, none wrongly, and 13 foreign ones. The third keeps out a 7
that is a 1 with 0.87 and a 7 with 0.11."""
LATE, FEW_LEFT, UNLIKE_OTHERS = Bounds(0.6, 0.5), 2, 0.94
"""A card needs no more than the first if at most ``FEW_LEFT`` ranks are missing, and it is less like the others than
``UNLIKE_OTHERS``. The deck holds a card of that rank, and it is printed like none of the others. Of 16,710 cards of 420
rendered held-out decks, dealt as a game deals them, 14 more are told so, none wrongly."""
ONE, FEW_WITH_ONE = Bounds(0.6, 0.2), 4
"""An unread card is the 1 if that has the first, few ranks are missing, and it is less like known ones than
``UNLIKE_OTHERS``. A stroke is much like other things, so that 176 of 436 unread first cards are 1s. Of 74 1s 47 are
told so, no other card wrongly, and two foreign ones of 500."""
RATHER, PERHAPS = Bounds(0.5, 0.1), Bounds(0.2, 0.0)
"""A rank has more than all others together, and the card is not surely none of ours; or the rank may well be so."""
SURELY = Bounds(0.95, 0.9)
"""Hardly anything else is seen in it."""
HARDLY, HARDLY_CLOSED = Bounds(0.0, 0.6, 0.12), Bounds(0.93, 0.8)
"""However plain, a first card is asked about if its rank has less than ``HARDLY`` in the mean of all looks (but see
``LATE``). A missing rank must not have more than its third. ``HARDLY_CLOSED`` is for an 8 while a 6 or a 9 is missing:
their tails may close. Of 926 rightly called cards of rendered held-out decks two have less than ``HARDLY``, and 22 of
338 foreign ones."""
HARDLY_AGREED = HARDLY._replace(probability=AGREED.probability)
"""``HARDLY`` for a card that is not plain by the looks by which it is read: ``AGREED`` must hold, too."""
TURNED, CLOSES_SO = {6: 9, 9: 6}, 0.08
"""The first 8 is asked about if a missing 6 or 9 has the second, upright and upside down together, in the mean of all
looks. An 8 is one upside down as well; a 6 whose tail closes is more of a 9 then. Of 147 8s of 160 rendered held-out
decks nine have so much."""
APART_S = 0.25
"""Looks within this time count as one: a hand that goes or a shadow is the same in all of them."""
LEAST_TIMES, TIMES = 2, 6
"""How many looks must show a rank at least, and of how many of the last ones the mean is taken. Of looks that count as
one the latest is taken. Guesses: a card is asked about after a second or so, in which it is looked at three times."""
CARDS = 20
"""How many cards' looks are remembered: more than wait for their names at a time."""


@dataclass(frozen=True, slots=True, eq=False)
class ManyLooks:
    """In the mean of all looks at all of a card's indices: the probabilities (11,) of ranks 1 to 10 and of "none of
    these", each rank's ``share`` (10,) of what the ranks have together, whatever "none" has of it, and the logarithms
    (11,) of the probabilities."""

    probabilities: NDArray[np.float64]
    share: NDArray[np.float64]
    logs: NDArray[np.float64]


class LookedOver:
    """Cards that were looked at many times over, once and again, by their ids; ``ranks`` is net B with D and C."""

    def __init__(self, ranks: Ranks) -> None:
        self._ranks = ranks
        self._seen: dict[int, list[tuple[float, ManyLooks]]] = {}
        self._turned: dict[int, list[tuple[float, ManyLooks]]] = {}
        """The looks at each card upside down."""

    def shows(
        self,
        card: int,
        rank: int,
        pictures: Sequence[BGRImage],
        *,
        time_s: float,
        least: Sequence[Bounds] = (AGREED,),
        unlike: Collection[int] = (),
    ) -> bool:
        """Whether card number ``card`` shows a ``rank`` however it is looked at, at ``time_s`` by these pictures of its
        indices (96, 96, 3), and before: so much as one of these bounds asks for, where it can hardly be one of the
        ranks that it is ``unlike``."""
        seen = self._look(card, pictures, time_s)
        if len(seen) < LEAST_TIMES:
            return False
        return any(
            bounds.hold(_mean_of_logs(seen, rank, bounds, unlike) if bounds.in_logs else _mean_of(seen, rank))
            for bounds in least
        )

    def hardly_shows(
        self,
        card: int,
        rank: int,
        pictures: Sequence[BGRImage],
        *,
        time_s: float,
        least: Bounds = HARDLY,
        rivals: Collection[int] = RANKS,
    ) -> bool:
        """Whether card number ``card``, that was read as a ``rank``, is hardly that in the mean of all looks, at
        ``time_s`` by these pictures of its indices (96, 96, 3), and before; it may be one of the ``rivals``."""
        seen = self._look(card, pictures, time_s)
        if not seen:
            return False
        shown = _mean_of_logs(seen, rank, least, among=rivals) if least.in_logs else _mean_of(seen, rank, rivals)
        return not least.hold(shown)

    def may_close(self, card: int, ranks: Collection[int], pictures: Sequence[BGRImage], *, time_s: float) -> bool:
        """Whether card number ``card``, that was read as an 8, may be one of these ``ranks`` whose tail closes, in the
        mean of all looks either way up, at ``time_s`` by these pictures of its indices (96, 96, 3), and before."""
        seen = self._look(card, pictures, time_s)
        turned = self._look(card, pictures, time_s, turned=True)
        if not seen or not turned:
            return False
        both_ways = ((_mean_of(seen, rank), _mean_of(turned, TURNED[rank])) for rank in ranks)
        return max(upright.probability + below.probability for upright, below in both_ways) >= CLOSES_SO

    def _look(
        self, card: int, pictures: Sequence[BGRImage], time_s: float, *, turned: bool = False
    ) -> list[tuple[float, ManyLooks]]:
        """The last looks at a card, the latest at these pictures; none where they cannot be looked at."""
        looks = many_looks(self._ranks, pictures, turned=turned)
        if looks is None:
            return []
        every = self._turned if turned else self._seen
        seen = every.setdefault(card, [])
        if seen and time_s - seen[-1][0] < APART_S:
            time_s, _ = seen.pop()
        seen.append((time_s, looks))
        del seen[:-TIMES]
        for oldest in list(every)[:-CARDS]:
            del every[oldest]
        return seen

    def forget(self, card: int) -> None:
        """What lies there may be another card now, or it is known what it is."""
        self._seen.pop(card, None)
        self._turned.pop(card, None)


def _mean_of(seen: Sequence[tuple[float, ManyLooks]], rank: int, rivals: Collection[int] = RANKS) -> Bounds:
    """What a rank, and the likeliest of its ``rivals``, have in the mean of so many looks, which must not be none."""
    shares = np.mean([look.share for _, look in seen], axis=0)
    probability = float(np.mean([look.probabilities[rank - 1] for _, look in seen]))
    rival = max((float(shares[other - 1]) for other in rivals if other != rank), default=0.0)
    return Bounds(float(shares[rank - 1]), probability, rival)


def _mean_of_logs(
    seen: Sequence[tuple[float, ManyLooks]],
    rank: int,
    bounds: Bounds,
    unlike: Collection[int] = (),
    among: Collection[int] = RANKS,
) -> Bounds:
    """What a rank has in the mean of the looks' logarithms, as these ``bounds`` ask for it. The little that ranks have
    which the card is ``unlike`` does not count; as dealt, the share is of what the rank and those ``among`` have."""
    logs = np.mean([look.logs for _, look in seen], axis=0)
    shares = np.exp(logs - logs.max())
    of_ranks = shares[:NONE] / shares[:NONE].sum()
    little = [other - 1 for other in unlike if of_ranks[other - 1] <= LITTLE]
    of_ranks[little] = 0.0
    as_dealt = of_ranks * [copies(of) if of == rank or of in among else 0 for of in RANKS]
    as_dealt, of_ranks = as_dealt / as_dealt.sum(), of_ranks / of_ranks.sum()
    counted = as_dealt if bounds.dealt else of_ranks
    return Bounds(
        float(counted[rank - 1]),
        float(shares[rank - 1] / shares.sum()),
        float(np.delete(counted, rank - 1).max()),
        in_logs=True,
        as_dealt=float(as_dealt[rank - 1]),
    )


def _upright(index: FoundIndex) -> FoundIndex:
    """An index in a picture that was cut upright, which a net may take for one upside down. How a card lies that shows
    several is known from where they stand on it: one of two plain indices of a 6 would be a 9 in every look."""
    is_upside_down = math.cos(index.up - IN_THE_MIDDLE.up) < 0
    return replace(index, up=index.up + math.pi) if is_upside_down else index


def many_looks(ranks: Ranks, pictures: Sequence[BGRImage], *, turned: bool = False) -> ManyLooks | None:
    """Look at a card's indices, of which these are the pictures (96, 96, 3), upright, or ``turned`` upside down; None
    where there is no picture or no net D."""
    if not pictures or ranks.zoomed is None:
        return None
    seen = ranks.look(np.stack([patch_of(picture) for picture in pictures]))
    found = [moved_to_pose(IN_THE_MIDDLE, pose) for pose in seen.poses]
    found = [replace(index, numeral=index.numeral or USUAL_NUMERAL * index.width) for index in found]
    cut = np.stack([cut_zoomed(picture, index) for picture, index in zip(pictures, found, strict=True)])
    better = [put_right(index, pose) for index, pose in zip(found, ranks.zoomed_poses(cut), strict=True)]
    if len(pictures) > 1:
        better = [_upright(index) for index in better]
    if turned:
        better = [replace(index, up=index.up + math.pi) for index in better]
    patches = np.stack(
        [
            cut_zoomed(picture, replace(index, numeral=index.numeral * size))
            for size in SIZES
            for picture, index in zip(pictures, better, strict=True)
        ]
    )
    both = np.concatenate([patches, 255 - patches])
    nets = [ranks.zoomed] if ranks.second is None else [ranks.zoomed, ranks.second]
    logs = np.asarray([log_softmax(net.logits(both)) for net in nets], np.float64).reshape(-1, CLASSES)
    shares = np.exp(logs)
    of_ranks = shares[:, :NONE] / shares[:, :NONE].sum(1, keepdims=True)
    return ManyLooks(shares.mean(0), of_ranks.mean(0), logs.mean(0))
