"""What of the table is read next, on a small picture of which each pixel is a square of 5 mm."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.looking.inspection import PutOff
from vision.looking.reading_queue import Due
from vision.motion.gate import Mask
from vision.motion.regions import Region, TableMap

SHAPE = (120, 160)
CARD_MM = (63.0, 88.0)
AGAIN_S, PATIENCE_S = 0.3, 0.6


class Squares:
    """A table seen straight from above, 0.2 px a mm."""

    def to_table(self, points_px: NDArray[np.floating]) -> NDArray[np.float64]:
        return np.asarray(points_px, np.float64) * 5.0

    def to_pixels(self, points_mm: NDArray[np.floating]) -> NDArray[np.float64]:
        return np.asarray(points_mm, np.float64) / 5.0

    def pixels_per_mm(self, points_mm: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.full(len(points_mm), 0.2)


def mask(*squares: tuple[int, int], side: int = 16) -> Mask:
    """Squares by their upper left corners (row, column)."""
    marked = np.zeros(SHAPE, bool)
    for row, column in squares:
        marked[row : row + side, column : column + side] = True
    return marked


class Bench:
    """A table on which cards change what is seen, and hands move."""

    def __init__(self) -> None:
        self.gate: Any = SimpleNamespace(ready=mask(), moving=mask())
        everywhere = np.ones(SHAPE, bool)
        table = TableMap(Squares(), shape=SHAPE, scale=(1.0, 1.0))
        self.areas: Any = SimpleNamespace(map=table, table=everywhere, in_places=everywhere, card_px=220.0)
        self.due = Due(SHAPE, again_s=AGAIN_S, patience_s=PATIENCE_S, largest_mm=330.0)

    def worth(self, time_s: float) -> list[Region]:
        return self.due.worth_reading(self.gate, self.areas, linked=mask(), card_mm=CARD_MM, time_s=time_s)

    def in_turn(self, time_s: float, *, at_once: bool = False) -> list[Region]:
        return self.due.in_turn(self.worth(time_s), self.gate, self.areas, time_s=time_s, at_once=at_once)


@pytest.fixture
def bench() -> Bench:
    return Bench()


def test_what_changed_and_lies_still_is_read(bench: Bench) -> None:
    assert bench.worth(1.0) == []
    bench.gate.ready = mask((50, 70))
    (region,) = bench.in_turn(1.0)
    assert region.core[55, 75] and not region.core[20, 20]


def test_what_was_just_read_is_not_read_again_at_once(bench: Bench) -> None:
    bench.gate.ready = mask((50, 70))
    (region,) = bench.worth(1.0)
    assert (bench.due.was_read(region, (), 1.0) == region.core).all()
    assert bench.worth(1.0 + AGAIN_S / 2) == []
    assert len(bench.worth(1.0 + AGAIN_S)) == 1


def test_what_a_look_put_off_is_not_settled_and_waits_for_what_moves_there(bench: Bench) -> None:
    bench.gate.ready = bench.gate.moving = mask((50, 70))
    (region,) = bench.worth(1.0)
    read = bench.due.was_read(region, [PutOff(mask((50, 70)), 0.1)], 1.0)
    assert not read[55, 75]
    assert bench.due.is_waiting(bench.gate)
    assert bench.worth(1.1) == []
    bench.gate.moving = mask()
    assert not bench.due.is_waiting(bench.gate)
    assert len(bench.worth(1.1)) == 1


def test_what_was_put_off_is_forgotten_in_time(bench: Bench) -> None:
    bench.gate.ready = bench.gate.moving = mask((50, 70))
    (region,) = bench.worth(1.0)
    bench.due.was_read(region, [PutOff(mask((50, 70)), 0.1)], 1.0)
    assert len(bench.worth(1.0 + AGAIN_S + 0.01)) == 1
    assert not bench.due.is_waiting(bench.gate)


def test_a_hand_at_work_beside_it_is_waited_for_but_not_for_ever(bench: Bench) -> None:
    bench.gate.ready, bench.gate.moving = mask((50, 70)), mask((36, 70), side=12)
    assert bench.in_turn(1.0) == []
    assert len(bench.in_turn(1.0, at_once=True)) == 1
    assert len(bench.in_turn(1.0 + PATIENCE_S)) == 1


def test_what_a_hand_is_farther_from_is_read_first(bench: Bench) -> None:
    bench.gate.ready, bench.gate.moving = mask((20, 20), (80, 120)), mask((14, 20), side=3)
    first, second = bench.in_turn(1.0, at_once=True)
    assert first.core[85, 125] and second.core[25, 25]
