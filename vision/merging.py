"""From corner indices to a card: which indices are of one, what it is, and where it lies."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.finder import FoundIndex
from vision.ranks import NONE

CALL = 0.92
"""A rank read from several indices of a card is called if its probability is at least this."""
CALL_ALONE = 0.965
"""The same for a rank read from one index. Both were chosen by what is called falsely (wrong ranks, foreign labels,
what is no index) on rendered scenes of held-out families (docs/training.md): of 3,792 cards some 25 more would be right
with 0.955, and three or four more wrong."""
TURNED = (5, 8)
"""Classes of the ranks 6 and 9."""
LEAST_NONE = float(np.log(0.02))
"""Log probability: "none of these" counts as no less likely than this when a 6 and a 9 are weighed. A guess."""
OUTWARDS = float(np.log(1000))
"""Log odds of a card's heads standing outwards, where it is known where it lies. Its 6 is a 6, however like a 9. A
guess."""
LEAN, MOST_LEAN = 0.1, 6.0
"""How much of what the nets that read ranks tell of a 6's way up counts beside what net E tells, and the most that one
index tells so (log odds). Of 1,172 rendered 6s and 9s the log loss is 0.033 with none of it, 0.035 with this much and
0.048 with half of it; but a taught deck tells by it what it knows of its own, and E knows no deck."""
UPSIDE_DOWN = float(np.log(0.2 / 0.8))
"""Log odds below which an index that looks like a 6 or a 9 was found upside down for certain: as for other ranks."""
SURELY_NONE = np.array([-20.0] * NONE + [0.0], np.float32)
"""Log probabilities of what is surely none of ours."""
EIGHT = 7
"""Class of rank 8, which looks the same upside down."""
ALIKE = {0: 0, 5: 8, 8: 5, EIGHT: EIGHT}
"""What classes may look like upside down, and be no less what they are: many a 1 is the same both ways up."""
SURE = 0.5
"""From this probability on, an index counts as showing a rank when indices are compared."""
SAME_CENTRE = 0.36
"""Indices of one card promise centres nearer than this share of the card's width."""
SAME_CENTRE_SAME_RANK = 0.45
"""The same for indices that show the same rank."""
SAME_CENTRE_OTHER_RANK = 0.15
"""The same for indices that show different ranks."""
SAME_CENTRE_NONE = 0.18
"""The same for an index that shows a rank and one that shows none of ours, with the probability ``SURE_NONE``: in a fan
the far index of the next card, a king's, fits nearly as well as the card's own."""
LEAST_BESIDE = 0.6
"""Two such indices side by side stand at least this far apart (card widths): nearer, they are of two cards of a fan, as
0.55 apart on the photograph that showed it. On rendered scenes any bound from 0.5 to 0.7 changes nothing."""
SURE_NONE = 0.9
SURE_FIT = 0.8
"""Pairs that fit better than this show where a deck prints its indices."""
SAME_PRINT = 0.1
"""Indices of different ranks farther than this (card widths) from where the deck prints them are of two cards."""
LOOSE_CENTRE = 0.75
"""The same for two lone indices that surely show the same rank at opposite ends of a card: a deck that prints its
indices far from where others do lets both promise a wrong centre, off by 0.25 each. Of
1,878 cards of rendered scenes one more is right for it, and none wrong."""
INWARDS = 0.7
"""The same for two such indices that stand no farther from each other, along the card and across it, than the deck
prints them: two cards cannot lie so, for one of them would hide the other's index. Of 3,356 cards of rendered scenes
seven such pairs promise centres nearer than this; each was of one card, which was taken for two of a rank."""
OFF, LAST = 0.2, 10.0
"""What one index tells of its card's outline is off by so much (card widths). In photographs taken from far aside ends
may stand farther apart if of two cards the upper one would show its other end: such pairs come last, behind all others.
Of 3,512 cards of rendered scenes eight ends in four pairs are of one card, and four in two of two that a third covers.
"""
INWARDS_TURN = float(np.radians(25))
"""Crooked by so much at most: the most crooked of those that are of one card was so by 22 degrees."""
FARTHER = 0.1
"""So much farther apart (card widths) than the deck prints them they may stand: less than the 20 mm steps of a stack,
which are 0.3."""
FARTHEST = (1.0, 1.4)
"""How far apart they may stand across and along a card where no other shows how the deck prints them: as far as a card
of 63 x 88 mm is wide and high."""
LEAST_DOWN = 0.3
"""So far below each other they stand at least. A guess: half of the least that ``DOWN`` allows."""
SURE_ALONE = 0.9
"""An index that shows its rank with this probability is sure enough for that."""
LOOSE_PRINT = 0.15
"""Such a pair stands no farther than this (card widths) from where the other cards of the picture print theirs."""
SAME_INDEX = 0.085
"""Indices along one line nearer than this (card widths) to each other are one, found twice: the numerals of two cards
that both show lie farther apart."""
SAME_INDEX_TURN = np.radians(45)
"""The same index may be found twice askew to itself."""
SAME_NUMERAL = 0.13
"""What was found faintly is the same index found twice as far as this (card widths) from one that shows the same rank
the same way up: its numeral and what stands below it. Of two cards that lie so the lower one's is half hidden."""
FAINT = 0.35
"""Found so faintly. Both bounds lie a third above what two photographs showed (0.09 and 0.10; 0.24 and 0.23); 1,622
rendered cards are read as before."""
SAME_TURN = float(np.radians(16))
ACROSS = (0.4, 1.15)
DOWN = (0.58, 1.6)
"""How far apart the indices of a card are across and along it, in its widths (least, most)."""
BESIDE = 0.2
"""Indices one above the other, or side by side, are in line to within this; a tilted view bends the line."""
SAME_MIDDLE = 0.12
"""Two pairs of opposite indices are of one card if their middles are nearer than this share of its width."""

Level = TypeVar("Level", np.float32, np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class IndexReading:
    """An index with its log probabilities as it stands (``logs``), and upside down (``logs_turned``), (11,) each.

    ``upright``: the log odds that its card stands as found, by what is seen around the index; 0 where nobody looked.
    """

    found: FoundIndex
    logs: NDArray[np.float32]
    logs_turned: NDArray[np.float32]
    upright: float = 0.0

    @property
    def rank(self) -> int | None:
        """The rank it shows more likely than not."""
        best = int(self.logs.argmax())
        return best + 1 if best != NONE and np.exp(self.logs[best]) >= SURE else None


@dataclass(frozen=True, slots=True, eq=False)
class CardGuess:
    """A card: ``quad`` (4, 2) px, first the upper left corner as its index stands, then clockwise in the picture.

    ``weakest`` is the least probability that any of its indices, by itself, gives to the likeliest rank, ``most`` (11,)
    the most that any of them gives to each.
    """

    quad: NDArray[np.float32]
    rank: int | None
    probabilities: NDArray[np.float32]
    indices: NDArray[np.float32]
    heat: float
    weakest: float
    most: NDArray[np.float32]


def log_softmax(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    """Log probabilities along the last axis.

    >>> bool(abs(np.exp(log_softmax(np.array([1.0, 2.0], np.float32))).sum() - 1) < 1e-6)
    True
    """
    shifted = logits - logits.max(-1, keepdims=True)
    return np.asarray(shifted - np.log(np.exp(shifted).sum(-1, keepdims=True)), np.float32)


def read_index(
    found: FoundIndex, logits: NDArray[np.float32], *, outwards: bool = False, upright: float = 0.0
) -> IndexReading:
    """What an index shows, out of its logits (2, 11) and the log odds of its card standing as found; turned round if it
    stands upside down for certain, unless that makes it a 6 or a 9 and its head is known to stand ``outwards``."""
    logs = log_softmax(logits)
    ranked, ranked_turned = 1 - np.exp(logs[0, NONE]), 1 - np.exp(logs[1, NONE])
    is_turned = ranked_turned > 0.8 and ranked < 0.2 and not (outwards and int(logs[1].argmax()) in TURNED)
    best = int(logs[0].argmax())
    if best in TURNED:
        lean = upright + float(_leans(logs[0], logs[1])[TURNED.index(best)])
        is_turned = not outwards and lean < UPSIDE_DOWN
    if is_turned:
        return IndexReading(_turned_round(found), logs[1], logs[0], -upright)
    return IndexReading(found, logs[0], logs[1], upright)


def _turned_round(found: FoundIndex) -> FoundIndex:
    """The index upside down. The nets saw a 9 where a 6 is, say, and promised its card below that: a card lies below
    its indices, so a centre promised above this one is where the card would be if it were turned about its index."""
    turned = replace(found, up=float(np.arctan2(-np.sin(found.up), -np.cos(found.up))))
    away = np.array([found.centre_x - found.x, found.centre_y - found.y])
    if away @ (np.cos(turned.up), np.sin(turned.up)) <= 0:
        return turned
    return replace(turned, centre_x=float(found.x - away[0]), centre_y=float(found.y - away[1]))


def may_turn(logs: NDArray[np.float32], least: float) -> bool:
    """Whether an index may be a 6 or a 9 with the probability ``least``, out of its log probabilities (2, 11) as it
    stands and upside down."""
    return bool(logs[:, list(TURNED)].max() >= np.log(least))


def _leans(logs: NDArray[Level], turned: NDArray[Level]) -> NDArray[Level]:
    """What the nets that read ranks tell (log odds; (..., 2)) of the card of what looks like a 6, and like a 9,
    standing as found: how much rather it is one as it stands than the other one upside down."""
    none, none_turned = (np.maximum(each[..., NONE:], LEAST_NONE) for each in (logs, turned))
    as_found, other = logs[..., list(TURNED)] - none, turned[..., list(TURNED[::-1])] - none_turned
    return np.asarray(LEAN * np.clip(as_found - other, -MOST_LEAN, MOST_LEAN))


def turn_between(a: float, b: float) -> float:
    """The angle between two directions (radians), 0 to pi."""
    return float(abs((a - b + np.pi) % (2 * np.pi) - np.pi))


def _fits_across(across: float, down: float, same_way: bool) -> bool:
    """Whether an index may stand ``across`` and ``down`` (card widths) from one upright on the same card."""
    side = ACROSS[0] <= abs(across) <= ACROSS[1]
    if same_way:
        return side and abs(down) <= BESIDE
    return DOWN[0] <= down <= DOWN[1] and (side or abs(across) <= BESIDE)


@dataclass(frozen=True, slots=True)
class _Fit:
    """How two indices would stand on one card: lengths in its widths, ``crooked`` in radians."""

    centres: float
    crooked: float
    across: float
    down: float
    same_way: bool

    def cost(self, *, same_rank: bool) -> float:
        """How badly they fit."""
        return self.centres / SAME_CENTRE + 0.5 * self.crooked / SAME_TURN + (0.0 if same_rank else 0.4)


def _fit(a: IndexReading, b: IndexReading, most_apart: float = SAME_CENTRE_SAME_RANK) -> _Fit | None:
    """How two indices would stand on one card; None if they cannot, or promise centres more than ``most_apart`` card
    widths from each other."""
    p, q = a.found, b.found
    width = (p.width + q.width) / 2
    centres = float(np.hypot(p.centre_x - q.centre_x, p.centre_y - q.centre_y)) / width
    turn = turn_between(p.up, q.up)
    same_way = turn < np.pi / 2
    crooked = turn if same_way else np.pi - turn
    if centres > most_apart or abs(np.log(p.width / q.width)) > 0.3 or crooked > SAME_TURN:
        return None
    up = np.array([np.cos(p.up), np.sin(p.up)]) + (1 if same_way else -1) * np.array([np.cos(q.up), np.sin(q.up)])
    up /= np.hypot(*up)
    away = np.array([q.x - p.x, q.y - p.y]) / width
    across, down = float(away @ np.array([-up[1], up[0]])), float(-(away @ up))
    if not _fits_across(across, down, same_way):
        return None
    return _Fit(centres, crooked, across, down, same_way)


def _contradict(a: IndexReading, b: IndexReading) -> bool:
    """Whether one shows a rank and the other surely none of ours."""
    if (a.rank is None) == (b.rank is None):
        return False
    none = a if a.rank is None else b
    return bool(none.logs[NONE] >= np.log(SURE_NONE))


def _is_far_off(fit: _Fit) -> bool:
    """Whether they would stand as those of one card seldom do."""
    return fit.centres > SAME_CENTRE_NONE or (fit.same_way and abs(fit.across) < LEAST_BESIDE)


def _costs(readings: Sequence[IndexReading]) -> dict[tuple[int, int], float]:
    """Costs of all pairs that may be of one card.

    Pairs of the same rank show where this deck prints its indices. Indices of different ranks are only of one card
    (one of them misread) if they stand just so; otherwise they are of two cards.
    """
    same: dict[tuple[int, int], _Fit] = {}
    other: dict[tuple[int, int], _Fit] = {}
    costs: dict[tuple[int, int], float] = {}
    for i in range(len(readings)):
        for j in range(i):
            fit = _fit(readings[i], readings[j])
            if fit is None:
                continue
            a, b = readings[i].rank, readings[j].rank
            if a is not None and b is not None:
                (same if a == b else other)[i, j] = fit
            elif fit.centres <= SAME_CENTRE and not (_contradict(readings[i], readings[j]) and _is_far_off(fit)):
                costs[i, j] = fit.cost(same_rank=a == b)
    costs |= {pair: fit.cost(same_rank=True) for pair, fit in same.items()}
    printed = [(abs(f.across), f.down) for f in same.values() if not f.same_way and f.cost(same_rank=True) < SURE_FIT]
    for pair, fit in other.items():
        if len(printed) >= 2:
            off = np.array([abs(fit.across), fit.down]) - np.median(printed, axis=0)
            if np.hypot(*off) > SAME_PRINT:
                continue
        if fit.centres <= SAME_CENTRE_OTHER_RANK:
            costs[pair] = fit.cost(same_rank=False)
    return costs | {(j, i): cost for (i, j), cost in costs.items()}


def group(readings: Sequence[IndexReading], *, in_perspective: bool = False) -> list[list[int]]:
    """Numbers of the indices of each card: best fitting pairs first, at most four, all of them fitting each other.

    ``in_perspective``: the picture may be taken from far aside, so that some cards are larger than others.
    """
    costs = _costs(readings)
    groups = {i: [i] for i in range(len(readings))}
    for (i, j), _ in sorted(costs.items(), key=lambda item: item[1]):
        a, b = groups[i], groups[j]
        if a is b or len(a) + len(b) > 4 or any((p, q) not in costs for p in a for q in b):
            continue
        a.extend(b)
        for member in b:
            groups[member] = a
    found = [list(g) for g in {id(g): g for g in groups.values()}.values()]
    return _four_cornered(_with_loose_pairs(found, readings, in_perspective=in_perspective), readings)


def _with_loose_pairs(
    groups: list[list[int]], readings: Sequence[IndexReading], *, in_perspective: bool
) -> list[list[int]]:
    """The groups, lone indices that can only be the two ends of one card joined."""
    pairs = [fit for g in groups if len(g) == 2 if (fit := _fit(readings[g[0]], readings[g[1]])) is not None]
    printed = [(abs(fit.across), fit.down) for fit in pairs if not fit.same_way]
    alone = [g[0] for g in groups if len(g) == 1]
    fits: list[tuple[float, int, int]] = []
    for k, i in enumerate(alone):
        for j in alone[:k]:
            cost = _loose_cost(readings[i], readings[j], printed, in_perspective=in_perspective)
            if cost is not None:
                fits.append((cost, i, j))
    joined: set[int] = set()
    for _, i, j in sorted(fits):
        if not {i, j} & joined:
            joined |= {i, j}
            groups = [g for g in groups if g not in ([i], [j])] + [[i, j]]
    return groups


def _loose_cost(
    a: IndexReading, b: IndexReading, printed: Sequence[tuple[float, float]], *, in_perspective: bool
) -> float | None:
    """How badly two lone indices fit as the two ends of one card, where such are ``printed`` so far apart; None if they
    may be of two."""
    if a.rank is None or a.rank != b.rank or min(_sureness(a), _sureness(b)) < SURE_ALONE:
        return None
    usual = np.median(printed, axis=0) if printed else None
    apart = _inwards(a, b, np.array(FARTHEST) if usual is None else usual + FARTHER)
    if apart is not None and apart <= INWARDS:
        return apart / SAME_CENTRE
    fit = _fit(a, b, LOOSE_CENTRE)
    if fit is not None and not fit.same_way:
        off = 0.0 if usual is None else float(np.hypot(*(np.array([abs(fit.across), fit.down]) - usual)))
        if off <= LOOSE_PRINT:
            return fit.cost(same_rank=True)
    apart = _inwards(a, b, np.full(2, np.inf)) if in_perspective and _hide_each_other(a, b) else None
    return LAST + apart if apart is not None and apart <= INWARDS else None


def _inwards(a: IndexReading, b: IndexReading, farthest: NDArray[np.float64]) -> float | None:
    """How far apart (card widths) the centres are that two indices promise which stand head to head, either above the
    other's card, and at most ``farthest`` (2,) from each other across and along it; None for others."""
    p, q = a.found, b.found
    if np.pi - turn_between(p.up, q.up) > INWARDS_TURN:
        return None
    up = np.array([np.cos(p.up) - np.cos(q.up), np.sin(p.up) - np.sin(q.up)])
    up /= np.hypot(*up)
    width = (p.width + q.width) / 2
    away = np.array([p.x - q.x, p.y - q.y]) / width
    across, down = abs(float(away @ np.array([-up[1], up[0]]))), float(away @ up)
    if down < LEAST_DOWN or across > farthest[0] or down > farthest[1]:
        return None
    return float(np.hypot(p.centre_x - q.centre_x, p.centre_y - q.centre_y)) / width


def is_stretched(members: Sequence[IndexReading]) -> bool:
    """Whether the two ends of a card stand farther apart than on any card: it lies near a camera that is far aside."""
    if len(members) != 2:
        return False
    a, b = members
    return _inwards(a, b, np.array(FARTHEST)) is None and _inwards(a, b, np.full(2, np.inf)) is not None


def _hide_each_other(a: IndexReading, b: IndexReading) -> bool:
    """Whether on each of the cards that two indices promise the place of the index at its other end lies on the other
    one: of two such cards the upper one would show it. In a stack seen from above it may be covered by the next."""
    for own, other in ((a.found, b.found), (b.found, a.found)):
        place = (2 * own.centre_x - own.x, 2 * own.centre_y - own.y)
        outline = outline_of(np.array([other.centre_x, other.centre_y]), other.up, other.width, other.height)
        if cv2.pointPolygonTest(outline, place, True) < -OFF * other.width:
            return False
    return True


def _sureness(reading: IndexReading) -> float:
    return float(np.exp(reading.logs.max()))


def without_doubles(readings: Sequence[IndexReading]) -> list[IndexReading]:
    """The readings without the fainter one of each index that was found twice: net B's pose puts both in one place."""
    kept: list[IndexReading] = []
    for reading in sorted(readings, key=lambda r: -r.found.heat):
        if not any(_is_same_index(reading, other) for other in kept):
            kept.append(reading)
    return kept


def _is_same_index(fainter: IndexReading, other: IndexReading) -> bool:
    a, b = fainter.found, other.found
    turn = turn_between(a.up, b.up)
    apart = float(np.hypot(a.x - b.x, a.y - b.y)) / max(a.width, b.width)
    if fainter.rank is not None and fainter.rank == other.rank and a.heat < FAINT and turn < SAME_TURN:
        return apart < SAME_NUMERAL
    return apart < SAME_INDEX and min(turn, np.pi - turn) < SAME_INDEX_TURN


def _four_cornered(groups: list[list[int]], readings: Sequence[IndexReading]) -> list[list[int]]:
    """Pairs of opposite indices about one middle are one card with an index in each corner."""
    merged: list[list[int]] = []
    for members in sorted(groups, key=len, reverse=True):
        middle = _middle([readings[i].found for i in members])
        for other in merged:
            theirs = _middle([readings[i].found for i in other])
            if middle is None or theirs is None or len(members) + len(other) > 4:
                continue
            width = readings[members[0]].found.width
            turn = turn_between(readings[members[0]].found.up, readings[other[0]].found.up)
            if np.hypot(*(middle - theirs)) < SAME_MIDDLE * width and min(turn, np.pi - turn) < SAME_TURN:
                other.extend(members)
                break
        else:
            merged.append(members)
    return merged


def _middle(found: Sequence[FoundIndex]) -> NDArray[np.float64] | None:
    """The middle between two indices that stand opposite each other; None for anything else."""
    if len(found) != 2 or turn_between(found[0].up, found[1].up) < np.pi / 2:
        return None
    return np.array([found[0].x + found[1].x, found[0].y + found[1].y]) / 2


def pose_of(readings: Sequence[IndexReading]) -> tuple[NDArray[np.float64], float, float, float]:
    """Centre, up (radians), width and height that a card's indices agree on."""
    weights = np.array([r.found.heat for r in readings])
    weights /= weights.sum()
    centre = weights @ np.array([(r.found.centre_x, r.found.centre_y) for r in readings])
    best = max(readings, key=lambda r: (r.rank is not None, r.found.heat)).found.up
    turns = [r.found.up + (np.pi if turn_between(r.found.up, best) > np.pi / 2 else 0.0) for r in readings]
    up = float(np.arctan2(weights @ np.sin(turns), weights @ np.cos(turns)))
    opposite = [
        np.array([a.found.x + b.found.x, a.found.y + b.found.y]) / 2
        for k, a in enumerate(readings)
        for b in readings[:k]
        if turn_between(a.found.up, b.found.up) > np.pi / 2
    ]
    if opposite:  # indices that stand opposite each other lie evenly about the centre: better than what each promises
        nearest = min(opposite, key=lambda middle: float(np.hypot(*(middle - centre))))
        if np.hypot(*(nearest - centre)) < SAME_CENTRE_SAME_RANK * readings[0].found.width:
            centre = nearest
    width = float(np.exp(weights @ np.log([r.found.width for r in readings])))
    height = float(np.exp(weights @ np.log([r.found.height for r in readings])))
    return centre, up, width, height


def rank_probabilities(readings: Sequence[IndexReading], *, outwards: bool = False) -> NDArray[np.float32]:
    """Probabilities (11,) of a card's rank out of all its indices, each read both ways up.

    If the card is an upright r, its indices show r as they stand and none of ours upside down, and the other
    way round. An 8 may show an 8 either way. What looks like a 6 is a 6 as it was found or a 9 upside down, by which
    way up its card lies: known where heads stand ``outwards``, as decks print them; else what is seen around the
    indices, and what the nets make of it, tells it, and where they tell nothing it is neither.
    """
    logs = np.array([r.logs for r in readings], np.float64)
    turned = np.array([r.logs_turned for r in readings], np.float64)
    # how unlikely "none of these" is exactly, where a rank is seen, is noise, and would decide between a 6 and a 9
    none, none_turned = (np.maximum(each[:, NONE], LEAST_NONE) for each in (logs, turned))
    upright = logs.sum(0) + none_turned.sum()
    upright[EIGHT] = logs[:, EIGHT].sum() + np.logaddexp(none_turned, turned[:, EIGHT]).sum()
    reversed_ = turned.sum(0) + none.sum()
    if outwards:
        # What looks like a 6 or a 9 upside down as well tells nothing where heads are known.
        told = np.logaddexp(none_turned, np.logaddexp.reduce(turned[:, list(TURNED)], axis=1)).sum()
        upright[[*TURNED, NONE]] = logs[:, [*TURNED, NONE]].sum(0) + told
        reversed_ -= OUTWARDS
    else:
        odds = sum(r.upright for r in readings) + _leans(logs, turned).sum(0)
        shapes = logs[:, list(TURNED)].sum(0)
        upright[list(TURNED)] = shapes - np.logaddexp(0, -odds)
        reversed_[list(TURNED[::-1])] = shapes - np.logaddexp(0, odds)
    reversed_[[EIGHT, NONE]] = -np.inf
    total = np.logaddexp(upright, reversed_)
    weights = np.exp(total - total.max())
    return np.asarray(weights / weights.sum(), np.float32)


def least_called(indices: int) -> float:
    """The probability from which on a card's likeliest rank is called, by how many indices were read.

    >>> least_called(1), least_called(2), least_called(4)
    (0.965, 0.92, 0.92)
    """
    return CALL if indices > 1 else CALL_ALONE


def _corners_show_none(telling: Sequence[IndexReading], readings: Sequence[IndexReading]) -> bool:
    """Whether two indices or more surely show none of ours, and were found more strongly than all that show a rank:
    hilts at both ends of a court card, beside the letters in its corners."""
    foreign = [r.found.heat for r in readings if r.logs[NONE] >= np.log(SURE_NONE)]
    return len(foreign) > 1 and min(foreign) > max(r.found.heat for r in telling)


def card_of(readings: Sequence[IndexReading], *, outwards: bool = False) -> CardGuess:
    """The card that these indices are of; indices that disagree are never a call.

    Where two indices show the same rank, others that show nothing are pips or pictures and are not weighed, unless they
    were found more strongly: then what shows the rank is. The heads stand ``outwards`` where the card's outline says
    so, and where indices stand at opposite ends of it.
    """
    telling = [r for r in readings if r.rank is not None]
    weighed = telling if len(telling) > 1 and not _corners_show_none(telling, readings) else readings
    ups = [r.found.up for r in weighed]
    outwards = outwards or any(turn_between(up, ups[0]) > np.pi / 2 for up in ups)
    probabilities = rank_probabilities(weighed, outwards=outwards)
    best = int(probabilities.argmax())
    shown = {r.rank for r in readings if r.rank is not None}
    called = best != NONE and probabilities[best] >= least_called(len(readings)) and len(shown) <= 1
    centre, up, width, height = pose_of(readings)
    each = np.exp([max(r.logs, r.logs_turned, key=lambda logs: float(logs[best])) for r in weighed])
    return CardGuess(
        quad=outline_of(centre, up, width, height),
        rank=best + 1 if called else None,
        probabilities=probabilities,
        indices=np.array([(r.found.x, r.found.y) for r in readings], np.float32),
        heat=max(r.found.heat for r in readings),
        weakest=float(each[:, best].min()),
        most=np.asarray(each.max(0), np.float32),
    )


def outline_of(centre: NDArray[np.float64], up: float, width: float, height: float) -> NDArray[np.float32]:
    """Corners (4, 2) px of a card, first its upper left one, then clockwise in the picture."""
    head = np.array([np.cos(up), np.sin(up)]) * height / 2
    right = np.array([-np.sin(up), np.cos(up)]) * width / 2
    return np.array(
        [centre + head - right, centre + head + right, centre - head + right, centre - head - right], np.float32
    )


def place_of(reading: IndexReading) -> NDArray[np.float64]:
    """Where the index stands on the card that it promises: how far from its axes, in card widths, both positive."""
    f = reading.found
    away = np.array([f.x - f.centre_x, f.y - f.centre_y]) / f.width
    up = np.array([np.cos(f.up), np.sin(f.up)])
    return np.abs([away @ np.array([-up[1], up[0]]), away @ up])
