"""What the middles of a deck's cards showed."""

import pytest

from vision.reading.large_numerals import NOTHING, LargeNumeral
from vision.reading.middles import BARE, Middles


def shows(*ranks: int) -> LargeNumeral:
    """What a middle shows that shows these."""
    return LargeNumeral(frozenset(ranks), 0.95 if ranks else 0.0)


def test_a_middle_that_shows_nothing_on_any_card_is_not_looked_at_any_more() -> None:
    middles, looked = Middles(most=20), []

    def read() -> LargeNumeral:
        looked.append(True)
        return NOTHING

    for card in range(BARE + 3):
        assert middles.look(card, read, was_called=False) == NOTHING
        middles.called(card, 1 + card % 10)
    assert len(looked) == BARE


def test_a_deck_of_which_one_middle_showed_its_rank_is_looked_at_on() -> None:
    middles = Middles(most=20)
    middles.look(0, lambda: shows(4), was_called=False)
    middles.called(0, 4)
    for card in range(1, BARE + 3):
        middles.look(card, lambda: NOTHING, was_called=False)
        middles.called(card, 5)
    assert middles.look(99, lambda: shows(7), was_called=False).ranks == {7}


@pytest.mark.parametrize(
    ("shown", "tell"),
    [
        ([(4, (4,)), (5, (5,))], True),
        ([(4, (4,)), (4, (4,))], False),
        ([(4, (4,)), (9, (6, 9))], True),
        ([(4, (4,)), (5, (5,)), (7, (8,))], False),
        ([(4, (4,)), (5, ())], False),
    ],
    ids=["two ranks", "one rank", "a 9 either way up", "one misled", "one showed nothing"],
)
def test_middles_tell_by_themselves_where_those_of_two_ranks_did(
    shown: list[tuple[int, tuple[int, ...]]], tell: bool
) -> None:
    middles = Middles(most=20)
    for card, (rank, middle) in enumerate(shown):
        middles.look(card, lambda middle=middle: shows(*middle), was_called=False)  # type: ignore[misc]
        middles.called(card, rank)
    assert middles.tell == tell


def test_what_the_middle_of_another_rank_showed_tells_nothing_and_what_a_called_card_shows_says_nothing_of_it() -> None:
    middles = Middles(most=20)
    middles.look(1, lambda: shows(4), was_called=False)
    middles.called(1, 6)
    assert middles.look(2, lambda: shows(4), was_called=False) == NOTHING
    assert middles.look(3, lambda: shows(5), was_called=True).ranks == {5}
    middles.called(3, 8)
    assert middles.look(4, lambda: shows(5), was_called=False).ranks == {5}, "card 3 was called before it was looked at"


def test_only_the_last_cards_are_remembered() -> None:
    middles = Middles(most=2)
    for card in range(3):
        middles.look(card, lambda: shows(4), was_called=False)
    middles.called(0, 6)
    assert middles.look(4, lambda: shows(4), was_called=False).ranks == {4}
    middles.called(2, 6)
    assert middles.look(5, lambda: shows(4), was_called=False) == NOTHING


def test_what_two_looks_in_a_row_show_is_shown_again() -> None:
    middles, told = Middles(most=2), []
    for ranks in ((), (4,), (4,), (), (5,), (5,)):
        middles.look(1, lambda ranks=ranks: shows(*ranks), was_called=False)  # type: ignore[misc]
        told.append(middles.shows_again(1))
    assert told == [False, False, True, True, False, True], "a look that shows nothing takes nothing away"
    middles.called(1, 5)
    assert not middles.shows_again(1)
