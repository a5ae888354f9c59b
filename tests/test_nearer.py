"""Photographs that have pixels to spare are read once more in a larger picture, where small numerals show."""

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray
from test_reader import table_with

from dealer.view import Face
from vision.reading import reader as reading
from vision.reading.reader import CardReading, Reader
from vision.tracking.glimpses import Shown

CARD_PX = 150


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


@pytest.fixture(scope="module")
def small_numerals() -> NDArray[np.uint8]:
    cards = [("arcana", 15, rank, 150.0 + 190 * k, 180.0, 10.0 * k) for k, rank in enumerate((3, 7, 5))]
    return table_with(cards, width=660, height=360, card_px=CARD_PX)


def ranks(reader: Reader, image: NDArray[np.uint8]) -> list[int]:
    return sorted(card.rank for card in reader.read(image, card_width_px=CARD_PX) if card.rank is not None)


def test_small_numerals_are_read_in_a_larger_picture(
    reader: Reader, small_numerals: NDArray[np.uint8], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert ranks(reader, small_numerals) == [3, 5, 7]
    monkeypatch.setattr(reading, "LEAST_NEARER", 9.0)
    assert ranks(reader, small_numerals) == [3, 5]


def test_what_was_read_nearer_lies_where_its_card_lies(reader: Reader, small_numerals: NDArray[np.uint8]) -> None:
    (seven,) = (card for card in reader.read(small_numerals, card_width_px=CARD_PX) if card.rank == 7)
    assert np.hypot(*(seven.quad.mean(0) - (340, 180))) < CARD_PX / 3


def test_a_picture_without_pixels_to_spare_is_read_once(reader: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    image = table_with([("poker", 3, 5, 160, 180, 40)])
    looked = []
    usual = reader.find_indices

    def find(scaled: NDArray[np.uint8], *, all_ways: bool) -> object:
        looked.append(scaled.shape)
        return usual(scaled, all_ways=all_ways)

    monkeypatch.setattr(reader, "find_indices", find)
    reader.read(image, card_width_px=128)
    assert len(looked) == 1
    reader.read(image, card_width_px=160)
    assert len(looked) == 3 and looked[2][0] == pytest.approx(1.25 * looked[1][0], abs=1)


def card(rank: int | None, x: float, indices: Sequence[tuple[float, float]], heat: float = 0.9) -> CardReading:
    """A card 100 px wide, its left upper corner at (x, 0)."""
    quad = np.array([(x, 0), (x + 100, 0), (x + 100, 140), (x, 140)], np.float32)
    shown = Shown(np.zeros((1, 2, 11), np.float32), np.zeros(1, np.float32), np.full(1, heat, np.float32))
    return CardReading(quad, rank, (1 / 11,) * 11, np.array(indices, np.float32), Face.UP, shown=shown)


@pytest.mark.parametrize(
    ("usual", "nearer", "expected"),
    [
        ([card(4, 0, [(10, 10)])], [card(5, 0, [(90, 130)])], [4]),  # what was read stays
        ([card(4, 0, [(10, 10)])], [card(4, 300, [(10, 18)])], [4]),  # the same index, taken to be of another card
        ([card(None, 0, [(10, 10)])], [card(5, 5, [(15, 10)])], [5]),
        ([card(None, 0, [(10, 10)])], [card(5, 300, [(310, 10)])], [5, None]),
        ([card(None, 0, [(10, 10)])], [card(None, 5, [(15, 10)])], [None]),
        ([], [card(5, 0, [(10, 10)], heat=0.45)], []),  # a speck
        ([], [card(5, 0, [(10, 10), (90, 130)], heat=0.45)], [5]),
    ],
)
def test_what_was_read_nearer_stands_for_what_was_not_read(
    usual: list[CardReading], nearer: list[CardReading], expected: list[int | None]
) -> None:
    assert [one.rank for one in reading._together(usual, nearer, 10.0)] == expected
