"""From corner indices to cards: which indices are of one."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.nets.finder import FoundIndex
from vision.nets.index_reading import IndexReading, turn_between
from vision.nets.ranks import NONE
from vision.reading.card_guess import SAME_CENTRE_SAME_RANK, SURE_NONE, outline_of

SAME_CENTRE = 0.36
"""Indices of one card promise centres nearer than this share of the card's width."""
SAME_CENTRE_OTHER_RANK = 0.15
"""Indices of one card that show different ranks promise centres nearer than this share of the card's width."""
SAME_CENTRE_NONE = 0.18
"""An index that shows a rank and one of none of ours (``SURE_NONE``) are of one card if their centres are nearer than
this (card widths). In a fan the far index of the next card, a king's, fits nearly as well as the card's own."""
LEAST_BESIDE = 0.6
"""An index that shows a rank and one of none of ours stand at least this far apart side by side on one card (card
widths). Nearer ones are of two cards of a fan, as 0.55 apart on the photograph that showed it. On rendered scenes any
bound from 0.5 to 0.7 changes nothing."""
SURE_FIT = 0.8
"""Pairs that fit better than this show where a deck prints its indices."""
SAME_PRINT = 0.1
"""Indices of different ranks farther than this (card widths) from where the deck prints them are of two cards."""
LOOSE_CENTRE = 0.75
"""Two lone indices that surely show one rank at opposite ends of a card may promise centres this far apart (card
widths). A deck that prints its indices far from where others do lets both promise a wrong centre, off by 0.25 each."""
INWARDS = 0.7
"""Two lone indices of one rank, no farther apart than the deck prints them, may promise centres this far apart (card
widths). Two cards cannot lie so, for one of them would hide the other's index. Of 3,356 cards of rendered scenes seven
pairs are so, each of one card."""
OFF, LAST = 0.2, 10.0
"""How far what one index tells of its card's outline is off (card widths), and what a pair costs that stands too far
apart. In photographs from far aside ends may stand so if of two cards the upper one would show its other end. Such
pairs come last."""
INWARDS_TURN = float(np.radians(25))
"""The ends of a card are crooked to each other by at most this, radians: the most crooked pair was so by 22 degrees."""
FARTHER = 0.1
"""How much farther apart than the deck prints them two lone indices of a card may stand (card widths). The 20 mm steps
of a stack are 0.3."""
FARTHEST = (1.0, 1.4)
"""How far apart two lone indices of a card may stand across and along it (card widths), where no other shows the deck's
print. A card of 63 x 88 mm is so wide and high."""
LEAST_DOWN = 0.3
"""How far below each other two lone indices of a card stand at least (card widths). A guess: half of the least that
``DOWN`` allows."""
SURE_ALONE = 0.9
"""Two lone indices are taken for one card's only if each shows its rank with this probability."""
LOOSE_PRINT = 0.15
"""A pair within ``LOOSE_CENTRE`` stands no farther than this (card widths) from where the other cards of the picture
print theirs."""
SAME_INDEX = 0.085
"""Indices along one line nearer than this (card widths) to each other are one, found twice: the numerals of two cards
that both show lie farther apart."""
SAME_INDEX_TURN = np.radians(45)
"""How far askew to itself an index may be found twice, radians."""
SAME_NUMERAL = 0.13
"""A faint find this near (card widths) to an index of its rank, the same way up, is that index found twice. It is the
numeral and what stands below it. Of two cards that lie so the lower one's is half hidden."""
FAINT = 0.35
"""What is found more faintly than this may be the same index as far as ``SAME_NUMERAL`` from another. Both bounds lie a
third above what two photographs showed (0.09 and 0.10; 0.24 and 0.23)."""
SAME_TURN = float(np.radians(16))
ACROSS = (0.4, 1.15)
DOWN = (0.58, 1.6)
"""How far apart the indices of a card are across and along it, in its widths (least, most)."""
BESIDE = 0.2
"""Indices one above the other, or side by side, are in line to within this; a tilted view bends the line."""
SAME_MIDDLE = 0.12
"""Two pairs of opposite indices are of one card if their middles are nearer than this share of its width."""


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


def place_of(reading: IndexReading) -> NDArray[np.float64]:
    """Where the index stands on the card that it promises: how far from its axes, in card widths, both positive."""
    f = reading.found
    away = np.array([f.x - f.centre_x, f.y - f.centre_y]) / f.width
    up = np.array([np.cos(f.up), np.sin(f.up)])
    return np.abs([away @ np.array([-up[1], up[0]]), away @ up])
