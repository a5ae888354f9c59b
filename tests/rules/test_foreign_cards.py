"""Games.md 1.1: a rank seen more often than the deck holds it is refused, naming where its copies lie."""

from playing import deal, go_on, refuses, start

FOREIGN = " (games.md, 1.1): a wrong reading or a foreign deck"


def all_seen(places: str, *, rank: int) -> str:
    """The part of the refusal that tells where the copies lie."""
    return f"there are only {rank} cards of rank {rank}, and all of them have been seen: {places}{FOREIGN}."


def test_they_lie_in_a_stack() -> None:
    game = deal(start("basic", 3), 1)
    assert all_seen("A's stack", rank=1) in refuses(game, "deal B 1")


def test_they_lie_in_two_stacks() -> None:
    game = deal(start("basic", 3), 2, 2)
    assert all_seen("A's stack and B's stack", rank=2) in refuses(game, "deal C 2")


def test_they_are_kept_for_points() -> None:
    game = go_on(deal(start("basic", 3), 1, 5, 6), "A fold")
    assert all_seen("A's points", rank=1) in refuses(game, "deal A 1")


def test_they_lie_in_the_middle_of_the_table() -> None:
    game = go_on(start("starboard", 3), "deal table 1")
    assert all_seen("the middle of the table", rank=1) in refuses(game, "deal table 1")


def test_they_were_discarded() -> None:
    game = go_on(deal(start("basic", 3, burn=0), 2, 9, 2), "deal A 5; deal C 6", "A hit 7; B hit 8; C fold 2 from A")
    assert all_seen("C's points and what was already seen and discarded or taken into a hand", rank=2) in refuses(
        game, "deal A 2"
    )
