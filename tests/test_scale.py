"""How large the cards of a picture are, where nobody says so, and where somebody does."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from test_reader import table_with

from vision.reading.reader import Reader


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


def test_the_scale_is_found(reader: Reader) -> None:
    image = table_with([("poker", 3, 5, 160, 180, 40), ("poker", 3, 8, 420, 250, 200)])
    assert reader.find_card_width(image) == pytest.approx(128, rel=0.2)
    larger = cv2.resize(image, None, fx=1.7, fy=1.7, interpolation=cv2.INTER_CUBIC)
    assert reader.find_card_width(larger) == pytest.approx(128 * 1.7, rel=0.2)


def test_the_scale_of_small_cards_is_found(reader: Reader) -> None:
    image = table_with([("poker", 3, 5, 160, 180, 40), ("poker", 3, 8, 420, 250, 200)])
    small = cv2.resize(image, None, fx=45 / 128, fy=45 / 128, interpolation=cv2.INTER_AREA)
    assert reader.find_card_width(small) == pytest.approx(45, rel=0.1)


@pytest.mark.parametrize(
    ("at_promised", "width"),
    [((0.4, 241.0), 241.0), ((0.1, 250.0), 300.0)],  # confirmed; a deck that prints its indices nearer to each other
)
def test_a_scale_that_is_promised_counts_where_as_much_agrees_there(
    at_promised: tuple[float, float], width: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader = Reader()

    def agreement(
        image: NDArray[np.uint8], at: float, *, most_enlarged: float = 0.0, zoom: float = 1.0
    ) -> tuple[float, float]:
        if zoom > 1:
            return 0.0, at
        return (0.5, 234.0) if at == pytest.approx(300) else at_promised if at == 234.0 else (0.0, at)

    monkeypatch.setattr(reader, "_agreement", agreement)
    assert reader.find_card_width(np.zeros((300, 400, 3), np.uint8)) == pytest.approx(width)


def test_what_agrees_nearer_promises_the_width_in_the_picture_itself(reader: Reader) -> None:
    image = table_with([("poker", 3, 5, 160, 180, 40), ("poker", 3, 8, 420, 250, 200)])
    usual, nearer = (reader._agreement(image, 128.0, zoom=zoom) for zoom in (1.0, 1.4))
    assert nearer[0] > 0.8 * usual[0] and nearer[1] == pytest.approx(usual[1], rel=0.05)


@pytest.mark.parametrize(("nearer", "width"), [((0.7, 90.0), 90.0), ((0.2, 90.0), 241.0), ((0.45, 90.0), 90.0)])
def test_a_scale_at_which_more_agrees_in_a_larger_picture_counts(
    nearer: tuple[float, float], width: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader = Reader()

    def agreement(
        image: NDArray[np.uint8], at: float, *, most_enlarged: float = 0.0, zoom: float = 1.0
    ) -> tuple[float, float]:
        if zoom > 1:
            return nearer if at == pytest.approx(300) else (0.0, at)
        return (0.3, 241.0) if at == pytest.approx(300) else (0.4, 241.0) if at == 241.0 else (0.0, at)

    monkeypatch.setattr(reader, "_agreement", agreement)
    assert reader.find_card_width(np.zeros((300, 400, 3), np.uint8)) == pytest.approx(width)


def test_a_lone_index_tells_no_scale_in_a_larger_picture(reader: Reader) -> None:
    image = table_with([("poker", 3, 5, 160, 180, 0)])[:170]
    assert reader._agreement(image, 128.0)[0] > 0.05
    assert reader._agreement(image, 128.0, zoom=1.4)[0] == 0


@pytest.mark.parametrize("told", [105.0, 128.0, 155.0])
def test_a_width_that_is_told_is_put_right_by_what_lies_there(reader: Reader, told: float) -> None:
    image = table_with([("poker", 3, 5, 160, 180, 40), ("poker", 3, 8, 420, 250, 200)])
    nearer = reader.nearer_card_width(image, told)
    assert abs(np.log(nearer / 128)) < 0.06
    # what agrees within five in a hundred, and what nothing speaks against, stays as it was told
    assert reader.nearer_card_width(image, nearer) == nearer
    assert reader.nearer_card_width(table_with([]), told) == told


@pytest.mark.parametrize(
    ("told_agrees", "promised", "promised_agrees", "expected"),
    [(2.0, 150.0, 2.1, 150.0), (2.0, 150.0, 1.9, 128.0), (2.0, 134.0, 9.0, 128.0), (2.0, 135.0, 9.0, 135.0)],
)
def test_the_width_on_which_more_agrees_is_believed(
    reader: Reader,
    monkeypatch: pytest.MonkeyPatch,
    told_agrees: float,
    promised: float,
    promised_agrees: float,
    expected: float,
) -> None:
    agreement = {128.0: (told_agrees, promised), promised: (promised_agrees, promised)}
    monkeypatch.setattr(reader, "_agreement", lambda image, width: agreement[width])
    assert reader.nearer_card_width(np.zeros((90, 90, 3), np.uint8), 128.0) == expected
