"""From corner indices to cards: which indices are of one."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray

from vision.nets.finder import FoundIndex
from vision.nets.index_reading import ALIKE, IndexReading, turn_between, turned_round
from vision.nets.ranks import NONE
from vision.reading.card_guess import SAME_CENTRE_SAME_RANK, SURE_NONE

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
LEAST_SUPPORT, SAME_VECTOR, SHOWN_SHARE = 3, 0.12, 0.34
"""Where so many pairs of ends of one rank stand alike, to within the second (card widths), the deck prints its ends so,
whatever centres they promise: an index cannot tell whether it stands in a left corner or in a right one. Decks with
four indices have three ways; a way that as large a share stands in as the third is one."""
UNSUPPORTED = 0.8
"""What a pair costs that stands as no other does. A guess."""
ACROSS = (0.4, 1.15)
DOWN = (0.58, 1.8)
"""How far apart the indices of a card are across and along it, in its widths (least, most). With 1.6 along it six of 54
drawn tarot cards are counted twice, with 1.8 two."""
CROOKED = float(np.radians(25))
"""The two ends of a card are crooked to each other by at most this, radians, in a photograph from far aside."""
SURE_ALONE = 0.9
"""The ends of one card are known by their rank alone, whatever centres they promise, if each shows it with this
probability: two indices that are hardly legible would make each other sure."""
FARTHER = 0.1
"""How much farther apart than the deck prints them the two ends of a card may stand (card widths). The 20 mm steps of a
stack are 0.3."""
FARTHEST = (1.0, 1.4)
"""How far apart the two ends of a card may stand across and along it (card widths), where no other card shows the
deck's print. A card of 63 x 88 mm is so wide and high."""
LEAST_DOWN = DOWN[0] / 2
"""How far below each other the ends of a card stand at least (card widths), where the width is off."""
ASLANT = 1.5
"""In a picture from far aside the ends of a card may stand this many times as far apart as ``FARTHEST``."""
ENDS_APART = 1.0
"""Two indices at the ends of one card promise centres nearer than this (card widths): each may be wrong by half of it,
for it cannot tell whether it stands in a left corner or in a right one."""
LEAST_UPRIGHT = 2
"""A deck prints all its numerals upright if at least so many pairs of indices stand above each other on its cards, the
same way up. Of 240 rendered scenes of other decks none is taken for such."""
CORNER_OFF = 0.15
"""An index stands this near (card widths) to where the other three of its card say that it must."""
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
BESIDE = 0.2
"""Indices one above the other, or side by side, are in line to within this; a tilted view bends the line."""


def _fits_across(across: float, down: float, same_way: bool) -> bool:
    """Whether an index may stand ``across`` and ``down`` (card widths) from one upright on the same card."""
    side = ACROSS[0] <= abs(across) <= ACROSS[1]
    if same_way and down <= BESIDE:
        return side
    return DOWN[0] <= down <= DOWN[1] and (side or abs(across) <= BESIDE)


@dataclass(frozen=True, slots=True)
class _Fit:
    """How two indices would stand on one card: lengths in its widths, ``crooked`` in radians."""

    centres: float
    crooked: float
    across: float
    down: float
    same_way: bool

    @property
    def is_beside(self) -> bool:
        """Whether they stand side by side, at one end of the card."""
        return self.same_way and self.down <= BESIDE

    @property
    def is_above(self) -> bool:
        """Whether they stand one above the other, the same way up."""
        return self.same_way and self.down > BESIDE

    def cost(self, *, same_rank: bool) -> float:
        """How badly they fit."""
        return self.centres / SAME_CENTRE + 0.5 * self.crooked / SAME_TURN + (0.0 if same_rank else 0.4)


def _fit(a: IndexReading, b: IndexReading, most_apart: float = SAME_CENTRE_SAME_RANK) -> _Fit | None:
    """How two indices would stand on one card; None if they cannot, or promise centres more than ``most_apart`` card
    widths from each other."""
    p, q = a.found, b.found
    centres = _centres_apart(p, q)
    turn = turn_between(p.up, q.up)
    same_way = turn < np.pi / 2
    crooked = turn if same_way else np.pi - turn
    if centres > most_apart or abs(np.log(p.width / q.width)) > 0.3 or crooked > SAME_TURN:
        return None
    up = np.array([np.cos(p.up), np.sin(p.up)]) + (1 if same_way else -1) * np.array([np.cos(q.up), np.sin(q.up)])
    up /= np.hypot(*up)
    away = np.array([q.x - p.x, q.y - p.y]) / ((p.width + q.width) / 2)
    across, down = float(away @ np.array([-up[1], up[0]])), float(-(away @ up))
    if same_way and down < 0:
        across, down = -across, -down
    fit = _Fit(centres, crooked, across, down, same_way)
    # In most decks two the same way up, one above the other, are of two cards, whose centres are as far apart as they.
    if not _fits_across(across, down, same_way) or (fit.is_above and centres > np.hypot(across, down) / 2):
        return None
    return fit


def _centres_apart(one: FoundIndex, other: FoundIndex) -> float:
    """How far from each other (card widths) the centres are that two indices promise."""
    away = np.hypot(one.centre_x - other.centre_x, one.centre_y - other.centre_y)
    return float(away) / ((one.width + other.width) / 2)


def _contradict(a: IndexReading, b: IndexReading) -> bool:
    """Whether one shows a rank and the other surely none of ours."""
    if (a.rank is None) == (b.rank is None):
        return False
    none = a if a.rank is None else b
    return bool(none.logs[NONE] >= np.log(SURE_NONE))


def _is_far_off(fit: _Fit) -> bool:
    """Whether they would stand as those of one card seldom do."""
    return fit.centres > SAME_CENTRE_NONE or (fit.is_beside and abs(fit.across) < LEAST_BESIDE)


def _costs(readings: Sequence[IndexReading]) -> dict[tuple[int, int], float]:
    """Costs of all pairs that may be of one card.

    Pairs of the same rank that stand alike show where this deck prints its indices: the more pairs stand as one does,
    the less it counts what centres it promises. Indices of different ranks, one of them misread, are of one card only
    if they stand so.
    """
    fits: dict[tuple[int, int], _Fit] = {}
    for i in range(len(readings)):
        for j in range(i):
            fit = _fit(readings[i], readings[j], np.inf)
            if fit is not None:
                fits[i, j] = fit
    same = {(i, j) for i, j in fits if readings[i].rank is not None and readings[i].rank == readings[j].rank}
    support = _support(fits, same)
    most = max((support[pair] for pair in same & support.keys()), default=0)
    is_known = most >= LEAST_SUPPORT
    costs: dict[tuple[int, int], float] = {}
    for (i, j), fit in fits.items():
        share = support.get((i, j), 0) / most if is_known else 0.0
        if (i, j) in same:
            if fit.centres > SAME_CENTRE_SAME_RANK and share <= SHOWN_SHARE:
                continue
        elif fit.is_above or (is_known and not fit.is_beside and share <= SHOWN_SHARE):
            continue
        elif readings[i].rank is not None and readings[j].rank is not None:
            if fit.centres > SAME_CENTRE_OTHER_RANK:
                continue
        elif fit.centres > SAME_CENTRE or (_contradict(readings[i], readings[j]) and _is_far_off(fit)):
            continue
        is_same = (i, j) in same or readings[i].rank is readings[j].rank
        cost = replace(fit, centres=min(fit.centres, SAME_CENTRE_SAME_RANK)).cost(same_rank=is_same)
        costs[i, j] = (1 - share) * (cost + UNSUPPORTED) if is_known and not fit.is_beside else cost
    return costs | {(j, i): cost for (i, j), cost in costs.items()}


def _support(fits: dict[tuple[int, int], _Fit], same: set[tuple[int, int]]) -> dict[tuple[int, int], int]:
    """How many cards would show both their ends, of the ``same`` rank, as each pair does that stands head to head; none
    where no such pair promises one centre."""
    ends = {pair: (fit.across, fit.down) for pair, fit in fits.items() if not fit.is_beside}
    shown = [pair for pair in ends if pair in same]
    if not shown:
        return {}
    places, pairs = np.array([ends[pair] for pair in shown]), np.array(shown)
    agree = np.array([fits[pair].centres <= SAME_CENTRE for pair in shown])
    support = {}
    for pair, place in ends.items():
        near = np.hypot(*(places - place).T) < SAME_VECTOR
        support[pair] = min(len(np.unique(pairs[near, end])) for end in (0, 1)) if agree[near].any() else 0
    return support


def group(
    readings: Sequence[IndexReading], *, in_perspective: bool = False, is_upright: bool = False
) -> tuple[list[list[IndexReading]], bool]:
    """The indices of each card, at most four, and whether the deck prints them all upright, the lower ones too: if that
    is not known (``is_upright``), these cards must show it.

    Decks print indices at both ends of a card, or in more corners. Two side by side are of one card only where some
    card shows three or more, or none shows both its ends: in a hand that is laid out they are of two cards.
    ``in_perspective``: the picture may be taken from far aside, where a card's ends stand as far apart as they like.
    """
    if is_upright:
        readings = _all_one_way(readings)
    parted = _parted(readings)
    costs = {pair: cost for pair, cost in _costs(readings).items() if pair not in parted}
    if is_upright:
        costs = {pair: cost for pair, cost in costs.items() if all(readings[i].rank is not None for i in pair)}
    ends = {pair: cost for pair, cost in costs.items() if not _are_beside(*(readings[i] for i in pair))}
    two = _paired(ends, readings, [], in_perspective=in_perspective)
    more = _paired(costs, readings, _rectangles(readings, parted), in_perspective=in_perspective)
    more = _with_other_corners(more, readings, parted)
    prints_more = any(len(g) > 2 for g in more) or all(len(g) == 1 for g in two)
    groups = [[readings[i] for i in g] for g in (more if prints_more else two)]
    if is_upright:
        return _with_lone_ones(groups), True
    if _show_upright(groups):
        return group(readings, in_perspective=in_perspective, is_upright=True)
    return groups, False


def _all_one_way(readings: Sequence[IndexReading]) -> list[IndexReading]:
    """The indices of a deck that prints all of them upright: what looks alike upside down (a 6 and a 9) is the same way
    up as the one in its card's place that was found more strongly."""
    told: list[IndexReading] = []
    for reading in sorted(readings, key=lambda one: -one.found.heat):
        own = [(apart, other) for other in told if (apart := _centres_apart(reading.found, other.found)) <= SAME_CENTRE]
        nearest = min(own, key=lambda each: each[0])[1] if own else reading
        alike = reading.rank is not None and ALIKE.get(reading.rank - 1, -1) + 1 == nearest.rank
        turns = alike and not _same_way(reading.found, nearest.found)
        told.append(turned_round(reading) if turns else reading)
    return told


def _with_lone_ones(groups: list[list[IndexReading]]) -> list[list[IndexReading]]:
    """The groups, those joined of which one is a lone index that shows what the other does, of a card in the same
    place: net B turned it round, and it stands too crooked."""
    joined: list[list[IndexReading]] = []
    for g in sorted(groups, key=len, reverse=True):
        own = (one for one in joined if len(g) == 1 and len(one) in (2, 3) and _is_of(g[0], one))
        home = next(own, None)
        if home is None:
            joined.append(g)
        else:
            home += g
    return joined


def _is_of(lone: IndexReading, members: Sequence[IndexReading]) -> bool:
    return lone.rank is not None and all(
        other.rank == lone.rank and _centres_apart(other.found, lone.found) <= SAME_CENTRE_NONE for other in members
    )


def _paired(
    costs: dict[tuple[int, int], float],
    readings: Sequence[IndexReading],
    known: list[list[int]],
    *,
    in_perspective: bool,
) -> list[list[int]]:
    """The ``known`` groups, and those of the other indices: best fitting pairs first, all of them fitting each other;
    then those of one rank that stand head to head as on one card, whatever centres they promise: two cards cannot lie
    so, for the upper one would hide an index of the lower one."""
    taken = {i for g in known for i in g}
    groups = {i: [i] for i in range(len(readings)) if i not in taken}
    for (i, j), _ in sorted(costs.items(), key=lambda item: item[1]):
        if taken & {i, j}:
            continue
        a, b = groups[i], groups[j]
        if a is b or len(a) + len(b) > 4 or any((p, q) not in costs for p in a for q in b):
            continue
        a.extend(b)
        for member in b:
            groups[member] = a
    pairs = {tuple(g) for g in (*known, *groups.values()) if len(g) > 1}
    fits = [fit for g in pairs for a, b in combinations(g, 2) if (fit := _fit(readings[a], readings[b], np.inf))]
    printed = [(abs(fit.across), fit.down) for fit in fits if not fit.is_beside]
    farthest = np.array(FARTHEST) * ASLANT
    if not in_perspective:
        farthest = np.median(printed, axis=0) + FARTHER if printed else np.array(FARTHEST)
    alone = [i for i, g in groups.items() if len(g) == 1 and _is_sure(readings[i])]
    ends = [
        (apart, i, j)
        for i, j in combinations(alone, 2)
        if readings[i].rank == readings[j].rank
        and (apart := _head_to_head(readings[i].found, readings[j].found, farthest)) is not None
    ]
    for _, i, j in sorted(ends):
        if len(groups[i]) == len(groups[j]) == 1:
            groups[i] = groups[j] = [i, j]
    return known + [list(g) for g in {id(g): g for g in groups.values()}.values()]


def _is_sure(reading: IndexReading) -> bool:
    return reading.rank is not None and float(np.exp(reading.logs.max())) >= SURE_ALONE


def _head_to_head(one: FoundIndex, other: FoundIndex, farthest: NDArray[np.float64]) -> float | None:
    """How far apart (card widths) the centres are that two indices promise which stand as the two ends of a card do,
    and at most ``farthest`` (2,) from each other across and along it; None for others."""
    if np.pi - turn_between(one.up, other.up) > CROOKED:
        return None
    up = np.array([np.cos(one.up) - np.cos(other.up), np.sin(one.up) - np.sin(other.up)])
    up /= np.hypot(*up)
    width = (one.width + other.width) / 2
    away = np.array([one.x - other.x, one.y - other.y]) / width
    across, down = abs(float(away @ np.array([-up[1], up[0]]))), float(away @ up)
    if down < LEAST_DOWN or across > farthest[0] or down > farthest[1]:
        return None
    apart = _centres_apart(one, other)
    return apart if apart < ENDS_APART else None


def _parted(readings: Sequence[IndexReading]) -> set[tuple[int, int]]:
    """The pairs side by side between which another index stands: of two cards of a hand that is laid out."""
    at = np.array([(r.found.x, r.found.y) for r in readings]).reshape(-1, 2)
    parted = set()
    for i, j in combinations(range(len(readings)), 2):
        one, other = readings[i].found, readings[j].found
        if not _same_way(one, other):
            continue
        width, apart = (one.width + other.width) / 2, float(np.hypot(*(at[j] - at[i])))
        if not ACROSS[0] * width <= apart <= ACROSS[1] * width:
            continue
        along = (at[j] - at[i]) / apart
        on = (at - at[i]) @ along / width
        off = np.abs((at - at[i]) @ np.array([-along[1], along[0]])) / width
        between = (off < BESIDE / 2) & (on > BESIDE / 2) & (on < apart / width - BESIDE / 2)
        others = [reading for reading, is_between in zip(readings, between, strict=True) if is_between]
        if any(reading.rank is not None and _same_way(reading.found, one) for reading in others):
            parted |= {(i, j), (j, i)}
    return parted


def _rectangles(readings: Sequence[IndexReading], parted: set[tuple[int, int]]) -> list[list[int]]:
    """Four indices of one rank each that stand in the corners of a card, best fitting ones first."""
    ends = [
        (i, j)
        for i in range(len(readings))
        for j in range(i)
        if readings[i].rank is not None
        and readings[i].rank == readings[j].rank
        and (i, j) not in parted
        and (fit := _fit(readings[i], readings[j], np.inf)) is not None
        and fit.is_beside
    ]
    found = [
        (off, [*one, *other])
        for k, one in enumerate(ends)
        for other in ends[:k]
        if not set(one) & set(other)
        and (off := _off_its_corners([readings[i] for i in one], [readings[i] for i in other])) is not None
    ]
    rectangles: list[list[int]] = []
    for _, members in sorted(found):
        if not any(set(members) & set(other) for other in rectangles):
            rectangles.append(members)
    return rectangles


def _with_other_corners(
    groups: list[list[int]], readings: Sequence[IndexReading], parted: set[tuple[int, int]]
) -> list[list[int]]:
    """The groups, those joined that stand at different corners of one card, whatever centres they promise: by an index
    alone it cannot be told whether it stands in a left corner or in a right one. Cards that get all four come first.
    """
    groups = [list(g) for g in groups]
    while True:
        fits = [
            (-len(one) - len(other), off, i, j)
            for i, one in enumerate(groups)
            for j, other in enumerate(groups)
            if i != j
            and len(one) >= max(2, len(other))
            and not parted & set(product(one, other))
            and (off := _off_its_corners([readings[k] for k in one], [readings[k] for k in other])) is not None
        ]
        if not fits:
            return groups
        _, _, i, j = min(fits)
        groups[i] += groups[j]
        del groups[j]


def _off_its_corners(members: Sequence[IndexReading], other: Sequence[IndexReading]) -> float | None:
    """How far (card widths) other indices are off the corners that a card's own leave, None if they are of another
    card. Three corners tell nothing of that, and in the fourth an index may show whatever it likes: it was cut off, or
    lies in glare."""
    together = [*members, *other]
    if len(together) > 4:
        return None
    if len(members) < 3:
        ranks = {reading.rank for reading in together}
        if len(ranks) > 1 or None in ranks or any(_fit(a, b, np.inf) is None for a in members for b in other):
            return None
    corner = _fourth_corner([reading.found for reading in together[:3]])
    if corner is None or len(together) < 4:
        return None if corner is None else 0.0
    last = together[3].found
    off = float(np.hypot(*(corner - [last.x, last.y]))) / members[0].found.width
    return off if off <= CORNER_OFF else None


def _fourth_corner(three: Sequence[FoundIndex]) -> NDArray[np.float64] | None:
    """Where a card's fourth index stands, if these stand in its other corners: two side by side, one below them."""
    for alone in three:
        both = [found for found in three if found is not alone]
        if turn_between(both[0].up, both[1].up) < np.pi / 2 < turn_between(alone.up, both[0].up):
            right = np.array([-np.sin(alone.up), np.cos(alone.up)])
            at, *ends = (np.array([found.x, found.y]) for found in (alone, *both))
            above, beside = sorted(ends, key=lambda end: abs(float((end - at) @ right)))
            if abs(float((above - at) @ right)) <= BESIDE * alone.width:
                return np.asarray(at + beside - above)
    return None


def _show_upright(groups: Sequence[Sequence[IndexReading]]) -> bool:
    """Whether these cards show that their deck prints all its numerals upright, and fewer that it does not."""
    pairs = [pair for g in groups for pair in combinations(g, 2)]
    upright = sum(_look_alike(*pair) and not _are_beside(*pair) for pair in pairs)
    return upright >= LEAST_UPRIGHT and upright > sum(_show_heads(*pair) for pair in pairs)


def _are_beside(one: IndexReading, other: IndexReading) -> bool:
    """Whether two indices of a card stand side by side, at one end of it."""
    fit = _fit(one, other, np.inf)
    return fit is not None and fit.is_beside


def _show_heads(one: IndexReading, other: IndexReading) -> bool:
    """Whether two indices of a card show that the deck prints its lower numerals on their heads."""
    is_same = one.rank is not None and one.rank == other.rank and one.rank - 1 not in ALIKE
    return is_same and not _same_way(one.found, other.found)


def _same_way(one: FoundIndex, other: FoundIndex) -> bool:
    return turn_between(one.up, other.up) < np.pi / 2


def _look_alike(one: IndexReading, other: IndexReading) -> bool:
    """Whether two indices may be of one card with all numerals upright: at its lower end, where others print theirs on
    their heads, a 6 is taken for a 9."""
    if one.rank is None:
        return False
    if _same_way(one.found, other.found):
        return one.rank == other.rank
    return {one.rank, other.rank} == {6, 9}


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


def place_of(reading: IndexReading) -> NDArray[np.float64]:
    """Where the index stands on the card that it promises: how far from its axes, in card widths, both positive."""
    f = reading.found
    away = np.array([f.x - f.centre_x, f.y - f.centre_y]) / f.width
    up = np.array([np.cos(f.up), np.sin(f.up)])
    return np.abs([away @ np.array([-up[1], up[0]]), away @ up])
