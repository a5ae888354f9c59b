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


def test_whether_the_deal_rotates_is_true_or_false() -> None:
    assert objects("basic", rotate_deal=1) == "rotate_deal = 1 does not serve; expected true or false."


def test_who_is_first_is_one_of_the_players() -> None:
    assert objects("sweep", first="E") == "first = 'E' does not serve; expected one of the players: A, B, C, D."


def test_teams_are_pairs_with_everybody_in_one_and_partners_not_side_by_side() -> None:
    assert objects("kitty", teams=[["A", "B"], ["C", "D"]]) == (
        "teams = [['A', 'B'], ['C', 'D']] does not serve; expected pairs of names such as [['A', 'C'], ['B', 'D']],"
        " everybody in one, partners not side by side."
    )
