"""What ``make bench`` says of the costs of seeing is of cards that were seen."""

import pytest

from vision.measures.costs import Laying, laying, middle, table_picture, times_ms
from vision.reading.reader import Reader


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


def test_cards_laid_at_one_moment_are_read(reader: Reader) -> None:
    cost = laying(reader, lying=0, laid=2, seed=3)
    assert (cost.lying, cost.laid, cost.read, cost.all_laid) == (0, 2, 2, 2)
    assert cost.still_ms > 0
    assert 0 < cost.dearest_ms < cost.whole_ms


def test_only_what_was_laid_last_is_counted(reader: Reader) -> None:
    assert laying(reader, lying=4, laid=1, seed=3).read == 1


def test_the_middle_of_tables_counts_all_their_cards() -> None:
    of = middle([Laying(4, 2, spent, 10 * spent, 1.0, 1, 2) for spent in (5.0, 9.0, 6.0)])
    assert of == Laying(4, 2, 6.0, 60.0, 1.0, 3, 6)
    assert "4 lie there, 2 laid" in str(of)
    assert "told 3 of 6" in str(of)


def test_the_pictured_table_is_as_large_as_the_nets_want_it(reader: Reader) -> None:
    cards = reader.read(table_picture(), card_width_px=128.0)
    assert sum(card.rank is not None for card in cards) >= 10


def test_times_are_medians_of_work_that_was_done() -> None:
    done: list[int] = []
    assert times_ms(lambda: done.append(1), 3) >= 0
    assert len(done) == 4
