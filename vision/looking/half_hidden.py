"""Numerals that another card hides by half: of a 10 whose 0 lies under one, a 1 is seen."""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.tracking.glimpses import Glimpse

ONE, TEN = 0, 9
"""Classes of the ranks 1 and 10."""
ZERO_MM = 9.0
"""The 0 of a 10 stands at most so far to the right of its 1: where numerals are 14 mm high, the highest of decks."""


def with_hidden_zeros(glimpses: Sequence[Glimpse], others: Sequence[Glimpse]) -> list[Glimpse]:
    """What was seen: a card that looks like a 1, and close to the right of whose indices an edge of one of these cards
    or of the ``others`` runs, is a 1 or a 10, and as like either."""
    outlines = [one.corners_mm for one in (*glimpses, *others) if one.is_outlined or len(one.indices_mm) > 1]
    return [
        _one_or_ten(glimpse) if _looks_like_one(glimpse) and _are_cut(glimpse, outlines) else glimpse
        for glimpse in glimpses
    ]


def _looks_like_one(glimpse: Glimpse) -> bool:
    return bool(len(glimpse.indices_mm)) and int(np.argmax(glimpse.probabilities)) == ONE


def _are_cut(glimpse: Glimpse, outlines: Sequence[NDArray[np.float64]]) -> bool:
    middle, across = glimpse.corners_mm.mean(axis=0), glimpse.corners_mm[1] - glimpse.corners_mm[0]
    right, up = across / np.hypot(*across), glimpse.corners_mm[0] - glimpse.corners_mm[3]
    spots = [(at, at + ZERO_MM * (right if (at - middle) @ up > 0 else -right)) for at in glimpse.indices_mm]
    return all(any(_holds(one, spot) and not _holds(one, at) for one in outlines) for at, spot in spots)


def _holds(outline: NDArray[np.float64], place: NDArray[np.float64]) -> bool:
    return cv2.pointPolygonTest(np.asarray(outline, np.float32), (float(place[0]), float(place[1])), False) >= 0


def _one_or_ten(glimpse: Glimpse) -> Glimpse:
    """The glimpse, a 10 being as likely as a 1."""
    logs, shares = glimpse.shown.logs.copy(), np.array(glimpse.probabilities)
    logs[..., [ONE, TEN]] = np.maximum(logs[..., ONE], logs[..., TEN])[..., None] - np.log(2)
    shares[[ONE, TEN]] = (shares[ONE] + shares[TEN]) / 2
    return replace(
        glimpse, rank=None, probabilities=tuple(shares.tolist()), shown=replace(glimpse.shown, logs=logs)
    )


__all__ = ["with_hidden_zeros"]
