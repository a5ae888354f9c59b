"""A 10 whose 0 lies under another card looks like a 1."""

import numpy as np
import pytest
from numpy.typing import NDArray
from painted_table import Painted, started

from dealer.view import Face
from vision.looking.half_hidden import with_hidden_zeros
from vision.tracking.glimpses import Glimpse, Shown

ONE = (0.99, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.001, 0.009)


def seen(x_mm: float, y_mm: float, *indices: tuple[float, float], turned: bool = False) -> Glimpse:
    """A card that shows a 1 in each of these places, seen from its middle."""
    corners = np.array([(-31.5, 44.0), (31.5, 44.0), (31.5, -44.0), (-31.5, -44.0)])
    corners = (-corners if turned else corners) + (x_mm, y_mm)
    places: NDArray[np.float64] = np.array(indices, np.float64).reshape(-1, 2) + (x_mm, y_mm)
    logs = np.log(np.maximum(np.array([[ONE, ONE]] * len(indices), np.float32).reshape(-1, 2, 11), 1e-5))
    nothing = np.zeros(len(indices), np.float32)
    return Glimpse(
        x_mm, y_mm, 180.0 if turned else 0.0, Face.UP, 1, ONE, corners, places, shown=Shown(logs, nothing, nothing)
    )


UPPER_LEFT, LOWER_RIGHT = (-25.0, 36.0), (25.0, -36.0)


@pytest.mark.parametrize(
    ("card", "above", "is_open"),
    [
        (seen(0, 0, UPPER_LEFT), seen(14, -4, UPPER_LEFT, LOWER_RIGHT), True),
        (seen(0, 0, LOWER_RIGHT, turned=True), seen(-14, -4, UPPER_LEFT, LOWER_RIGHT), True),
        (seen(0, 0, LOWER_RIGHT), seen(-14, 4, UPPER_LEFT, LOWER_RIGHT), True),
        (seen(0, 0, UPPER_LEFT), seen(40, -4, UPPER_LEFT, LOWER_RIGHT), False),
        (seen(0, 0, UPPER_LEFT), seen(-40, -4, UPPER_LEFT, LOWER_RIGHT), False),
        (seen(0, 0, UPPER_LEFT), seen(-4, 4, UPPER_LEFT, LOWER_RIGHT), False),
        (seen(0, 0, UPPER_LEFT), seen(14, -4, UPPER_LEFT), False),
        (seen(0, 0, UPPER_LEFT, LOWER_RIGHT), seen(14, 4, UPPER_LEFT, LOWER_RIGHT), False),
    ],
    ids=[
        "right of it",
        "right of it, upside down",
        "right of the lower one",
        "far right of it",
        "left of it",
        "it lies on the other",
        "the other's edges are not known",
        "its other index is free",
    ],
)
def test_a_one_beside_another_cards_edge_may_be_a_ten(card: Glimpse, above: Glimpse, is_open: bool) -> None:
    for told in (with_hidden_zeros([card, above], [])[0], with_hidden_zeros([card], [above])[0]):
        if is_open:
            assert told.rank is None and told.probabilities[0] == pytest.approx(told.probabilities[9])
            assert np.allclose(told.shown.logs[..., 0], told.shown.logs[..., 9])
            assert sum(told.probabilities) == pytest.approx(1)
        else:
            assert told is card


def test_a_ten_that_is_half_covered_is_not_called_a_one() -> None:
    table = started()
    table.reader.misread = {10: 1}
    table.put(Painted(-250, -80, 10), frames=0)
    view = table.put(Painted(-233.5, -85, 7), frames=20)
    below = next(one for one in view.sightings if one.rank != 7)
    assert below.rank is None and below.probabilities[9] > below.probabilities[0] > 0.01, "there are more 10s"
