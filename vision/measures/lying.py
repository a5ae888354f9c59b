"""What really lies where on a simulated table: the truth beside recorded looks."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from dealer.view import Face
from vision.nets.ranks import NONE
from vision.synth.scene import Card, Scene
from vision.tracking.glimpses import Glimpse

SAME_CARD_MM = 25.0
"""How far what was seen is from the true card at most: by its indices in the mean, or by its middle."""
PIECE_MM = 110.0
"""What is seen nearer than this to a card's middle, and is not that card, may be a piece of it: a card's diagonal."""


def truth_of(scene: Scene) -> Callable[[Glimpse], int | None]:
    """Tells the rank of the card that lies where a glimpse was had: 0 where no face of ours does, None where it may be
    a piece of one."""

    def rank(glimpse: Glimpse) -> int | None:
        cards = list(scene.cards())
        near = [(away, -card.level, card) for card in cards if (away := _apart_mm(card, glimpse)) is not None]
        if not near:
            apart = (np.hypot(card.pose.x_mm - glimpse.x_mm, card.pose.y_mm - glimpse.y_mm) for card in cards)
            return None if any(mm < PIECE_MM for mm in apart) else 0
        card = min(near, key=lambda one: one[:2])[2]
        return card.rank if card.face is Face.UP and card.rank <= NONE else 0

    return rank


def _apart_mm(card: Card, glimpse: Glimpse) -> float | None:
    """How far what was seen is from a card; None where it is none of that."""
    away = float(np.hypot(card.pose.x_mm - glimpse.x_mm, card.pose.y_mm - glimpse.y_mm))
    if len(glimpse.indices_mm) and card.face is Face.UP:
        spots = np.array([points[len(points) // 2] for points in card.index_points()])
        away = min(away, float(_to_nearest(glimpse.indices_mm, spots).mean()))
    return away if away <= SAME_CARD_MM and not card.moving else None


def _to_nearest(points: NDArray[np.float64], spots: NDArray[np.float64]) -> NDArray[np.float64]:
    """How far each point is from the nearest of these spots."""
    return np.asarray(np.linalg.norm(points[:, None] - spots[None], axis=2).min(axis=1))
