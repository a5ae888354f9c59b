"""What people at the table said of cards that had to be named, and what follows for the next."""

import pytest

from vision.belief.answers import GUESSES, HARD_OF, Answers


def answers(*as_guessed: bool | None, most: int = 20) -> Answers:
    told = Answers(most=most)
    for one in as_guessed:
        told.called(named=True, as_guessed=one)
    return told


@pytest.mark.parametrize(
    ("as_guessed", "bear_out", "is_hard", "are_wrong"),
    [
        ((), False, False, False),
        ((True,), True, False, False),
        ((False,), False, False, False),
        ((True, True, True), True, False, False),  # many were named, and all were what they had been read as
        ((True, False), False, True, False),
        ((None, None), False, True, False),  # nothing was seen of them
        ((False, False, True, False), False, True, True),
    ],
)
def test_a_deck_is_hard_where_many_cards_are_named_and_not_all_as_they_were_read(
    as_guessed: tuple[bool | None, ...], bear_out: bool, is_hard: bool, are_wrong: bool
) -> None:
    told = answers(*as_guessed)
    assert (told.bear_out, told.tell_it_is_hard, told.are_wrong) == (bear_out, is_hard, are_wrong)


def test_what_was_said_long_ago_counts_no_more() -> None:
    told = answers(False, False, False)
    for _ in range(HARD_OF):
        told.called(named=False, as_guessed=True)
    assert told.are_wrong and not told.tell_it_is_hard, "the last cards were read; of those named most were others"
    for _ in range(GUESSES):
        told.called(named=True, as_guessed=True)
    assert told.bear_out and not told.are_wrong


def test_doubted_cards_bear_out_what_they_were_read_as_until_one_was_another() -> None:
    told = Answers(most=3)
    assert told.borne_out(8) == 0
    told.doubted(1, 8, 8)
    told.doubted(2, 8, 8)
    told.doubted(3, 5, 6)
    assert (told.borne_out(8), told.borne_out(6), told.put_right(6, times=1)) == (2, 0, {5})
    told.doubted(4, 3, 8)
    assert told.borne_out(8) == 0 and told.put_right(8, times=1) == {3} and not told.put_right(8, times=2)
    told.tell(4, 8)
    assert told.borne_out(8) == 2, "it was put right; of the first nobody knows any more"
