"""One card, read twice: two readings of one look whose indices sit where one single card prints them are one card.

A lone index gives its card's outline with an error of up to a fifth, and a card with four indices can be put together
in several ways. Whether two outlines are one card is therefore not asked of the outlines, but of the indices: those of
the second reading must all lie where the first one's card has, or would have, an index in one of its corners. The
indices of another card, at least 20 mm aside as people lay them, lie elsewhere.
"""

import operator
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.tracking.glimpses import Glimpse, Shown

SAME_INDEX_MM = 10.0
"""An index this near to where the card would print one is the card's: half of the least step in a fan."""
SAME_LONE_INDEX_MM, CROSSWISE_DEG = 15.0, 60.0
"""How near to where a card would print one a lone index of its rank, or one turned by the second, is its own. An
outline half under a hand, or made from the other index alone, is off by 7 mm and more. The least steps of cards of one
rank are 20 mm; the angle is a guess."""
SAME_SPOT_MM = 6.0
"""An index read again within this of where it was read before is the same one: pixels and tilt move it by 2 to 3 mm."""


def one_each(glimpses: Sequence[Glimpse], known: Sequence[Glimpse] = ()) -> list[Glimpse]:
    """The glimpses with the repeated readings of one card joined into the best of them.

    Readings of one card that are certain and disagree become one that is not certain. Those of two ``known`` cards stay
    two: a card may be laid so that its index stands where the one below would have another.
    """
    kept: list[Glimpse] = []
    for glimpse in sorted(glimpses, key=_worth, reverse=True):
        for at, other in enumerate(kept):
            if is_of(glimpse, other) and not _are_known_apart(glimpse, other, known):
                kept[at] = _joined(other, glimpse)
                break
        else:
            kept.append(glimpse)
    return kept


def _are_known_apart(one: Glimpse, other: Glimpse, known: Sequence[Glimpse]) -> bool:
    """Whether each repeats a known card, and none of them both."""
    of_one = [repeats(one, card) for card in known]
    of_other = [repeats(other, card) for card in known]
    return any(of_one) and any(of_other) and not any(map(operator.and_, of_one, of_other))


def is_of(glimpse: Glimpse, card: Glimpse) -> bool:
    """Whether all indices of ``glimpse`` sit where ``card`` prints its own."""
    if not len(glimpse.indices_mm) or not len(card.indices_mm):
        return False
    spots = index_spots(card)
    away = np.linalg.norm(glimpse.indices_mm[:, None, :] - spots[None], axis=2)
    again = glimpse.rank is not None and glimpse.rank == card.rank
    is_lone = len(glimpse.indices_mm) == 1 and (again or _lies_crosswise(glimpse, card))
    return bool((away.min(axis=1) <= (SAME_LONE_INDEX_MM if is_lone else SAME_INDEX_MM)).all())


def _lies_crosswise(glimpse: Glimpse, card: Glimpse) -> bool:
    """Whether a reading, in no outline that was seen, would lie across a card: its index was found crosswise."""
    turn = abs((glimpse.angle_deg - card.angle_deg + 90.0) % 180.0 - 90.0)
    return not glimpse.is_outlined and turn >= CROSSWISE_DEG


def repeats(glimpse: Glimpse, card: Glimpse) -> bool:
    """Whether all indices of ``glimpse`` are ones that were read of ``card``: it has not moved since."""
    if not len(glimpse.indices_mm) or not len(card.indices_mm):
        return False
    away = np.linalg.norm(glimpse.indices_mm[:, None, :] - card.indices_mm[None], axis=2)
    return bool((away.min(axis=1) <= SAME_SPOT_MM).all())


def shares_index(glimpse: Glimpse, card: Glimpse) -> bool:
    """Whether an index of ``glimpse`` is one that was read of ``card``."""
    return any(near_an_index(index, card) for index in glimpse.indices_mm)


def near_an_index(index_mm: NDArray[np.float64], card: Glimpse) -> bool:
    """Whether an index at (2,) mm is one that was read of ``card``."""
    return bool((np.linalg.norm(card.indices_mm - index_mm, axis=1) <= SAME_SPOT_MM).any())


def is_on_blank(glimpse: Glimpse, card: Glimpse) -> bool:
    """Whether all indices of ``glimpse`` lie on a ``card`` of which none was read: most likely they are that card's."""
    if not len(glimpse.indices_mm) or len(card.indices_mm):
        return False
    outline = card.corners_mm.astype(np.float32)
    return all(cv2.pointPolygonTest(outline, (float(x), float(y)), False) >= 0 for x, y in glimpse.indices_mm)


def with_their_indices(
    readings: Sequence[Glimpse], blanks: Sequence[Glimpse], known: Sequence[Glimpse]
) -> tuple[list[Glimpse], list[Glimpse]]:
    """Readings, and shapes of cards without an index. Where indices were found on such a shape, and not read, both are
    one card in the shape's outline: the one that indices tell is off by up to a fifth, or is pieced together wrongly.
    Readings of cards that are ``known`` stay as they are."""
    left, bare = list(readings), []
    for blank in blanks:
        own = [
            glimpse
            for glimpse in left
            if glimpse.rank is None
            and not glimpse.is_outlined
            and is_on_blank(glimpse, blank)
            and not any(glimpse is other for other in known)
        ]
        if not own:
            bare.append(blank)
            continue
        left = [glimpse for glimpse in left if not any(glimpse is other for other in own)]
        left.append(replace(in_outline_of(own[0], blank, with_indices=False), is_outlined=True))
    return left, bare


def is_pieced_of(glimpse: Glimpse, cards: Sequence[Glimpse]) -> bool:
    """Whether the indices of ``glimpse`` are ones that were read of several ``cards``, none of which has them all."""
    holders = [card for card in cards if shares_index(glimpse, card)]
    if len(holders) < 2 or any(repeats(glimpse, card) for card in holders):
        return False
    known = np.concatenate([card.indices_mm for card in holders])
    away = np.linalg.norm(glimpse.indices_mm[:, None, :] - known[None], axis=2)
    return bool((away.min(axis=1) <= SAME_SPOT_MM).all())


def in_outline_of(glimpse: Glimpse, card: Glimpse, *, with_indices: bool = True) -> Glimpse:
    """The reading of ``glimpse`` in the place and the outline of ``card``, and with its indices or with its own."""
    return replace(
        glimpse,
        x_mm=card.x_mm,
        y_mm=card.y_mm,
        angle_deg=card.angle_deg,
        corners_mm=card.corners_mm,
        indices_mm=card.indices_mm if with_indices else glimpse.indices_mm,
        is_outlined=card.is_outlined,
    )


def index_spots(card: Glimpse) -> NDArray[np.float64]:
    """Where ``card`` has or would have an index, (4, 2) mm: as far from each corner as its own are from theirs."""
    corners = card.corners_mm
    along = np.roll(corners, -1, axis=0) - corners
    back = np.roll(corners, 1, axis=0) - corners
    insets = []
    for index in card.indices_mm:
        away = np.linalg.norm(corners - index, axis=1)
        at = int(away.argmin())
        share = np.linalg.solve(np.column_stack([along[at], back[at]]), index - corners[at])
        # Around the card, long and short sides take turns: in every other corner the two shares change places.
        insets.append(share if at % 2 == 0 else share[::-1])
    inset = np.mean(insets, axis=0)
    return np.array(
        [
            corners[at]
            + (inset[0] if at % 2 == 0 else inset[1]) * along[at]
            + (inset[1] if at % 2 == 0 else inset[0]) * back[at]
            for at in range(4)
        ]
    )


def _worth(glimpse: Glimpse) -> tuple[int, bool, float]:
    return len(glimpse.indices_mm), glimpse.rank is not None, max(glimpse.probabilities[:10], default=0.0)


def _joined(best: Glimpse, other: Glimpse) -> Glimpse:
    """Two readings as one, in the place of the better one; their evidence is added."""
    if not best.probabilities or not other.probabilities:
        return best
    logs = np.log(np.maximum(best.probabilities, 1e-4)) + np.log(np.maximum(other.probabilities, 1e-4))
    weights = np.exp(logs - logs.max())
    probabilities = weights / weights.sum()
    called = {reading.rank for reading in (best, other) if reading.rank is not None}
    likeliest = int(probabilities.argmax()) + 1
    rank = called.pop() if len(called) == 1 else None
    return replace(
        best,
        rank=rank if rank == likeliest else None,
        probabilities=tuple(float(share) for share in probabilities),
        indices_mm=np.concatenate([best.indices_mm, other.indices_mm]),
        shown=_both_shown(best.shown, other.shown),
    )


def _both_shown(one: Shown, other: Shown) -> Shown:
    return Shown(
        np.concatenate([one.logs, other.logs]),
        np.concatenate([one.upright, other.upright]),
        np.concatenate([one.heat, other.heat]),
        heads=(*one.heads, *other.heads) if one.heads and other.heads else (),
    )
