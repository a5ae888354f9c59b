"""What a card is, and where it lies, out of the indices that are of it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.nets.finder import FoundIndex
from vision.nets.index_reading import EIGHT, LEAST_NONE, OUTWARDS, TURNED, IndexReading, leans, turn_between
from vision.nets.ranks import NONE
from vision.tracking.glimpses import NOTHING_SHOWN, Shown

CALL = 0.92
"""A rank read from several indices of a card is called if its probability is at least this."""
CALL_ALONE = 0.965
"""A rank read from one index is called if its probability is at least this. This and ``CALL`` were chosen by false
calls on rendered scenes of held-out families (``python -m vision.training.checking``). Of 3,792 cards 0.955 would call
some 25 more rightly, and three or four more wrongly."""
COVERED = 0.04
"""The probability that an index which shows none of ours has been covered by another card, by glare or by dirt. Beside
one found more strongly that shows a rank, it makes no rank less likely than that. Of 3,792 rendered cards 17 more are
right, as many wrong, and one foreign one more is called."""
SAME_CENTRE_SAME_RANK = 0.45
"""Indices of one card that show the same rank promise centres nearer than this share of the card's width."""
ONE_SIDE = 0.3
"""Two indices at opposite ends of a card stand on one side or in its middle if they are less apart across it (card
widths). Opposite corners are 0.6 apart and more. Decks with three or four indices have such pairs."""
CLOSED = 0.04
"""An 8 of one picture is not called if upside down its indices give a 6 or a 9 so much in the mean. It may be that one
then, and its tail close. Of 704 rendered 8s that were called two are so, and seven 6s of three decks."""
OPEN = 0.5
"""The probability that an 8 is given to be a 6 or a 9 that closes (``CLOSED``): a guess, which of them it is stays
open."""
RIVAL_OF_ONE, HARDLY_ALONE, RIVAL_OF_SEVERAL = 0.005, 0.977, 0.3
"""A card of one index is not called if another rank has the first and its own less than the second. A card of several
is not if one index gives another rank the third: their product counts them as if they could not err alike. Looks at a
table are many, and judged otherwise (``vision.belief``)."""
NO_RIVAL, CALL_WITHOUT = 0.0005, 0.95
"""A card of one index that gives every other rank less than the first is called from the second on. Of 7,093 rendered
cards 15 more are right, none wrong; three foreign ones and two where no index is are called."""
SURE_NONE = 0.9
"""From this probability on, an index surely shows none of ours when indices are compared."""


@dataclass(frozen=True, slots=True, eq=False)
class CardGuess:
    """A card: ``quad`` (4, 2) px, first the upper left corner as its index stands, then clockwise in the picture.

    ``indices`` (n, 2) px are those by which it was read; what shows nothing beside two that agree is none of them.
    ``shown`` is all that each of them shows.
    """

    quad: NDArray[np.float32]
    rank: int | None
    probabilities: NDArray[np.float32]
    indices: NDArray[np.float32]
    heat: float
    shown: Shown = NOTHING_SHOWN


def pose_of(readings: Sequence[IndexReading]) -> tuple[NDArray[np.float64], float, float, float]:
    """Centre, up (radians), width and height that a card's indices agree on."""
    weights = np.array([r.found.heat for r in readings])
    weights /= weights.sum()
    centre = weights @ np.array([(r.found.centre_x, r.found.centre_y) for r in readings])
    best = max(readings, key=lambda r: (r.rank is not None, r.found.heat)).found.up
    turns = [r.found.up + (np.pi if turn_between(r.found.up, best) > np.pi / 2 else 0.0) for r in readings]
    up = float(np.arctan2(weights @ np.sin(turns), weights @ np.cos(turns)))
    pairs = [
        (a.found, b.found)
        for k, a in enumerate(readings)
        for b in readings[:k]
        if turn_between(a.found.up, b.found.up) > np.pi / 2
    ]
    corners = [pair for pair in pairs if _across(*pair) >= ONE_SIDE * pair[0].width]
    # indices that stand opposite each other lie evenly about the centre: better than what each promises
    opposite = [_halfway(*pair) for pair in corners] or [_as_high(*pair, centre) for pair in pairs]
    if opposite:
        nearest = min(opposite, key=lambda middle: float(np.hypot(*(middle - centre))))
        if np.hypot(*(nearest - centre)) < SAME_CENTRE_SAME_RANK * readings[0].found.width:
            centre = nearest
    width = float(np.exp(weights @ np.log([r.found.width for r in readings])))
    height = float(np.exp(weights @ np.log([r.found.height for r in readings])))
    return centre, up, width, height


def _right(index: FoundIndex) -> NDArray[np.float64]:
    return np.array([-np.sin(index.up), np.cos(index.up)])


def _across(one: FoundIndex, other: FoundIndex) -> float:
    """How far two indices of a card are apart across it, px."""
    return abs(float(np.array([other.x - one.x, other.y - one.y]) @ _right(one)))


def _halfway(one: FoundIndex, other: FoundIndex) -> NDArray[np.float64]:
    return np.array([one.x + other.x, one.y + other.y]) / 2


def _as_high(one: FoundIndex, other: FoundIndex, promised: NDArray[np.float64]) -> NDArray[np.float64]:
    """The middle of a card of which two indices stand on one side, and which is ``promised`` to lie there: as high as
    halfway between them."""
    halfway, right = _halfway(one, other), _right(one)
    return np.asarray(halfway + ((promised - halfway) @ right) * right, np.float64)


def rank_probabilities(readings: Sequence[IndexReading], *, outwards: bool = False) -> NDArray[np.float32]:
    """Probabilities (11,) of a card's rank out of all its indices, each read both ways up.

    If the card is an upright r, its indices show r as they stand and none of ours upside down, and the other
    way round. An 8 may show an 8 either way. What looks like a 6 is a 6 as it was found or a 9 upside down, by which
    way up its card lies: known where heads stand ``outwards``, as decks print them; else what is seen around the
    indices, and what the nets make of it, tells it, and where they tell nothing it is neither.
    """
    logs = np.array([r.logs for r in readings], np.float64)
    turned = np.array([r.logs_turned for r in readings], np.float64)
    strongest = max((r.found.heat for r in readings if r.rank is not None), default=0.0)
    fainter = [k for k, r in enumerate(readings) if r.found.heat < strongest]
    logs[fainter, :NONE] = np.maximum(logs[fainter, :NONE], np.log(COVERED) + logs[fainter, NONE:])
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
        odds = sum(r.upright for r in readings) + leans(logs, turned).sum(0)
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


def card_of(
    readings: Sequence[IndexReading], *, middle: NDArray[np.float64] | None = None, is_all: bool = False
) -> CardGuess:
    """The card that these indices are of; indices that disagree are never a call.

    Where two indices show the same rank, others that show nothing are pips or pictures and are not weighed, unless they
    were found more strongly: then what shows the rank is. The heads stand outwards where the card's outline tells its
    ``middle`` (2,), and where indices stand at opposite ends of it. ``is_all``: the card bears no others.
    """
    telling = [r for r in readings if r.rank is not None]
    weighed = telling if len(telling) > 1 and not _corners_show_none(telling, readings) else readings
    ups = [r.found.up for r in weighed]
    outwards = middle is not None or any(turn_between(up, ups[0]) > np.pi / 2 for up in ups)
    probabilities = rank_probabilities(weighed, outwards=outwards)
    best = int(probabilities.argmax())
    shown = {r.rank for r in readings if r.rank is not None}
    least = CALL if is_all else least_called(len(readings))
    called = best != NONE and probabilities[best] >= least and len(shown) <= 1
    centre, up, width, height = pose_of(readings)
    return CardGuess(
        quad=outline_of(centre, up, width, height),
        rank=best + 1 if called else None,
        probabilities=probabilities,
        indices=np.array([(r.found.x, r.found.y) for r in weighed], np.float32),
        heat=max(r.found.heat for r in readings),
        shown=Shown(
            logs=np.array([(r.logs, r.logs_turned) for r in weighed], np.float32),
            upright=np.array([r.upright for r in weighed], np.float32),
            heat=np.array([r.found.heat for r in weighed], np.float32),
            heads=tuple(_head(r, centre if middle is None else middle) for r in weighed) if outwards else (),
        ),
    )


def _head(reading: IndexReading, centre: NDArray[np.float64]) -> int:
    """Whether an index stands with its head away from the card's centre (1), or towards it (-1)."""
    away = np.array([reading.found.x, reading.found.y]) - centre
    return 1 if away @ (np.cos(reading.found.up), np.sin(reading.found.up)) > 0 else -1


def in_doubt(card: CardGuess, other: int, share: float) -> CardGuess:
    """The card not called: with this ``share`` it is of the class ``other``."""
    left = card.probabilities * np.float32(1 - share)
    left[other] += np.float32(share)
    return replace(card, rank=None, probabilities=left)


def of_one_picture(readings: Sequence[IndexReading], card: CardGuess) -> CardGuess:
    """The ``card`` that these indices are of, where there is no other picture of it: not called if one of them shows
    that it may be another rank, and called a little sooner if its only one shows none."""
    best = int(card.probabilities.argmax())
    if card.rank is None:
        shows_no_other = len(readings) == 1 and best != NONE and _others(card.probabilities, best)[1] < NO_RIVAL
        is_called = shows_no_other and card.probabilities[best] >= CALL_WITHOUT
        return replace(card, rank=best + 1) if is_called else card
    if best == EIGHT:
        turned = np.exp([r.logs_turned[list(TURNED)] for r in readings])
        if float(turned.max(1).mean()) >= CLOSED:
            return in_doubt(card, TURNED[1 - int(turned.mean(0).argmax())], OPEN)
    if len(readings) == 1:
        rival, share = _others(card.probabilities, best)
        is_open = share >= RIVAL_OF_ONE and card.probabilities[best] < HARDLY_ALONE
    else:
        rival, share = _others(np.exp([r.logs for r in readings]).max(0), best)
        is_open = share >= RIVAL_OF_SEVERAL
    return in_doubt(card, rival, share) if is_open else card


def _others(shares: NDArray[np.float32], best: int) -> tuple[int, float]:
    """The likeliest rank's class beside the ``best`` one, out of (11,), and its share."""
    others = np.array(shares[:NONE], np.float64)
    others[best] = 0.0
    return int(others.argmax()), float(others.max())


def outline_of(centre: NDArray[np.float64], up: float, width: float, height: float) -> NDArray[np.float32]:
    """Corners (4, 2) px of a card, first its upper left one, then clockwise in the picture."""
    head = np.array([np.cos(up), np.sin(up)]) * height / 2
    right = np.array([-np.sin(up), np.cos(up)]) * width / 2
    return np.array(
        [centre + head - right, centre + head + right, centre - head + right, centre - head - right], np.float32
    )
