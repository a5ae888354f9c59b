"""Which indices are read upside down too, and what that leaves of a doubt."""

from dataclasses import replace
from itertools import count, islice

import numpy as np
import pytest
from numpy.typing import NDArray
from test_reader import counted, table_with

from vision.deck.deck_file import Deck
from vision.nets.finder import FoundIndex
from vision.nets.index_reading import read_index
from vision.nets.ranks import NONE
from vision.reading.reader import Reader
from vision.reading.teaching import Teacher
from vision.training.dealt import CARD_PX
from vision.training.patches import BATCH, shuffled

UP = -np.pi / 2
POSE = {"up": UP, "centre_x": 120.0, "centre_y": 150.0, "width": 128.0, "height": 178.0, "heat": 0.9}


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


def first_index(reader: Reader, image: NDArray[np.uint8]) -> FoundIndex:
    """The upper left index of the one card in the picture."""
    (card,) = reader.read(image, card_width_px=128)
    x, y = min(card.indices.tolist())
    return FoundIndex(x, y, **POSE)


@pytest.mark.parametrize(("rank", "looks"), [(3, [1]), (7, [1]), (6, [1, 1]), (8, [1, 1]), (9, [1, 1])])
def test_a_plain_rank_is_not_read_upside_down_unless_it_is_one_so(
    rank: int, looks: list[int], reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    image = table_with([("poker", 3, rank, 120, 150, 0)])
    index = first_index(reader, image)
    sizes = counted(reader, monkeypatch)
    (reading,) = reader.read_on_card(image, [index])
    assert reading.rank == rank and sizes == looks


def test_what_is_none_is_read_upside_down_only_where_net_b_moved_it(
    reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    image = table_with([])
    sizes = counted(reader, monkeypatch)
    for is_moved, looks in ((False, [1]), (True, [1, 1, 1])):
        monkeypatch.setattr("vision.reading.indices.is_moved", lambda before, after, moved=is_moved: moved)
        sizes.clear()
        (reading,) = reader.read_found(image, [FoundIndex(300.0, 200.0, **POSE)])
        assert np.exp(reading.logs[NONE]) > 0.98 and sizes == looks


def test_with_a_taught_deck_everything_is_read_upside_down(monkeypatch: pytest.MonkeyPatch) -> None:
    image = table_with([("poker", 3, 7, 120, 150, 0)])
    lesson = Teacher().learn(image[:320, :260], 7, card_width_px=CARD_PX)
    taught = Reader(deck=Deck("taught").with_examples(lesson.examples))
    index = first_index(Reader(), image)
    sizes = counted(taught, monkeypatch)
    taught.read_on_card(image, [index])
    assert sizes[:2] == [1, 1]


def test_net_d_is_shown_the_numeral_upside_down_where_net_b_is(reader: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    image = table_with([("poker", 3, 6, 120, 150, 0)])
    index = first_index(reader, image)
    shown: list[NDArray[np.uint8]] = []
    agreed = reader.ranks.agreed

    def watched(alone, zoomed, **further):  # type: ignore[no-untyped-def]
        shown.append(zoomed(np.arange(len(alone))))
        return agreed(alone, zoomed, **further)

    monkeypatch.setattr(reader.ranks, "agreed", watched)
    reader.read_on_card(image, [index])
    assert np.array_equal(shown[1], shown[0][:, ::-1, ::-1]) and not np.array_equal(shown[1], shown[0])


def test_a_6_that_is_a_9_upside_down_is_no_doubt(reader: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    image = table_with([("poker", 3, 6, 120, 150, 0)])
    shares = np.full((2, 11), 1e-5, np.float32)
    shares[0, 5], shares[1, 8] = 0.999, 0.99
    reading = read_index(first_index(reader, image), np.log(shares), upright=6.0)
    sizes = counted(reader, monkeypatch)
    assert reader.read_again(image, [reading]) == [reading] and not sizes
    other = replace(reading, logs_turned=np.roll(reading.logs_turned, 1))
    reader.read_again(image, [other])
    assert sizes, "but one that is a 10 so is"


def test_the_way_up_of_a_doubtful_index_is_kept_or_asked(reader: Reader) -> None:
    image = table_with([("poker", 3, 6, 120, 150, 0)])
    shares = np.full((2, 11), 1e-5, np.float32)
    shares[0, 5], shares[0, NONE], shares[1, NONE] = 0.6, 0.4, 0.9
    index = first_index(reader, image)
    (kept,) = reader.read_again(image, [read_index(index, np.log(shares), upright=3.25)])
    (asked,) = reader.read_again(image, [read_index(index, np.log(shares))])
    assert kept.upright == 3.25 and kept.rank == 6
    assert asked.upright > 2 and asked.upright != 3.25


def test_batches_are_drawn_from_a_pool_and_nothing_twice() -> None:
    batches = list(islice(shuffled(np.random.default_rng(1), count()), 4))
    drawn = [number for batch in batches for number in batch]
    assert [len(batch) for batch in batches] == [BATCH] * 4 and len(set(drawn)) == len(drawn)
    assert batches[0] != sorted(batches[0]) and max(drawn) > BATCH * 8
