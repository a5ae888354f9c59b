"""What the header's further keys may be: games.md 1 (a key or value that the page does not allow is no record), 2."""

from playing import start

from dealer.errors import RecordError
from dealer.games.options import one_of, text, whole_number


def objects(variant: str, **keys: object) -> str:
    """The sentence that refuses a header; fails when it is taken."""
    try:
        start(variant, 4, **keys)
    except RecordError as refused:
        return str(refused)
    raise AssertionError(f"{variant} took {keys}")


def test_a_whole_number_has_a_least_and_may_have_a_most() -> None:
    at_least, between = whole_number(1), whole_number(1, 8)
    assert [at_least(value, ()) == "" for value in (0, 1, 10**9)] == [False, True, True]
    assert [between(value, ()) == "" for value in (0, 1, 8, 9)] == [False, True, True, False]
    assert at_least(0, ()) == "a whole number, at least 1"
    assert between(9, ()) == "a whole number from 1 to 8"


def test_true_and_fractions_are_no_whole_numbers() -> None:
    assert [whole_number(0)(value, ()) == "" for value in (True, 1.0, "1", None)] == [False] * 4


def test_one_word_of_a_few() -> None:
    assert one_of("hard", "soft")("soft", ()) == ""
    assert one_of("hard", "soft")("mild", ()) == "one of 'hard', 'soft'"


def test_the_forfeit_is_free_text() -> None:
    assert start("basic", 4, forfeit="buys a round").header.options == {"forfeit": "buys a round"}
    assert objects("basic", forfeit=3) == "forfeit = 3 does not serve; expected a text."
    assert text("", ()) == "", "no forfeit agreed"
