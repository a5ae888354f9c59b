"""Venture: 000 p.36, games.md 3."""

import pytest
from playing import expects, facts, go_on, refuses, start

from dealer.game.driver import Game
from dealer.rules.events import event


@pytest.mark.parametrize(
    ("players", "slug", "hand"), [(3, 4, 17), (4, 3, 13), (5, 5, 10), (6, 7, 8), (7, 6, 7), (8, 7, 6)]
)
def test_the_number_of_cards_in_the_slug_depends_on_the_number_of_players(players: int, slug: int, hand: int) -> None:
    game = start("venture", players)
    assert facts(game, "hidden") == [hand] * players
    assert (game.state.deck, game.state.discards, expects(game)) == (slug, 0, ["deal"])
    refuses(game, "deal table " + " ".join(["10"] * (slug + 1)))


def example() -> Game:
    """The Companion's example of five players."""
    return go_on(start("venture", 5), "deal table 4 5 6; deal table 8 10")


def bids(game: Game, *cards: int) -> Game:
    return go_on(game, *[f"{name} bid {card}" for name, card in zip("ABCDE", cards, strict=False)])


def test_an_example_venture_game() -> None:
    game = example()
    assert (game.state.deck, game.state.turn, expects(game)) == (0, None, ["bid"])
    bids(game, 2, 3, 4, 5, 6)
    assert sorted(game.state.table) == [6, 6, 8]
    assert facts(game, "points") == [[10], [2], [3], [4, 4], [5, 5]]
    bids(game, 5, 5, 7, 9, 9)
    assert sorted(game.state.table) == [7, 8, 9, 9]
    assert sorted(facts(game, "points")[2]) == [3, 5, 5, 6, 6]
    assert facts(game, "score") == [0] * 5


def test_bids_lie_in_the_stacks_until_all_have_bid() -> None:
    game = go_on(example(), "E bid 6; A bid 2")
    assert facts(game, "stack") == [[2], [], [], [], [6]]
    assert facts(game, "hidden") == [9, 10, 10, 10, 9]
    assert game.state.turn is None
    refuses(game, "A bid 3")


def test_the_lowest_takes_bids_not_yet_fired_too() -> None:
    game = bids(example(), 3, 10, 4, 7, 8)
    assert facts(game, "points")[0] == [10, 10]
    # B's 10 was taken before its turn and does not fire: 4 takes the 3, 7 takes 4 4 5 6, 8 takes the 7.
    assert facts(game, "points")[1] == []
    assert sorted(game.state.table) == [8, 8]


def test_equal_lowest_bids_misfire_and_nobody_has_the_lowests_power() -> None:
    game = bids(example(), 3, 3, 7, 9, 9)
    assert facts(game, "points")[:2] == [[], []]
    assert sorted(facts(game, "points")[2]) == [3, 3, 4, 5, 6]
    assert sorted(game.state.table) == [7, 8, 9, 9, 10]


def test_all_equal_bids_capture_nothing() -> None:
    game = bids(example(), 9, 9, 9, 9, 9)
    assert len(game.state.table) == 10


FULL = """A bid 4; B bid 4; C bid 4; D bid 4; E bid 5; F bid 5; G bid 5; H bid 5
A bid 6; B bid 6; C bid 6; D bid 6; E bid 6; F bid 6; G bid 9; H bid 9
A bid 7; B bid 7; C bid 7; D bid 7; E bid 7; F bid 7; G bid 7; H bid 10
A bid 8; B bid 8; C bid 8; D bid 8; E bid 8; F bid 8; G bid 8; H bid 8
A bid 9; B bid 9; C bid 9; D bid 9; E bid 9; F bid 9; G bid 9; H bid 10
A bid 5; B bid 10; C bid 10; D bid 10; E bid 10; F bid 10; G bid 10; H bid 10""".splitlines()


def whole(**keys: object) -> Game:
    return go_on(start("venture", 8, **keys), "deal table 1 2 2 3 3 3 10", *FULL)


def test_a_full_set_is_worth_a_point_a_card_with_what_is_left_in_the_center() -> None:
    game = whole()
    assert game.state.over
    assert facts(game, "score") == [10, 0, 0, 0, 0, 0, 0, 45]
    assert game.state.table == (5,)
    assert game.state.winners == ("H",)
    assert facts(game, "hidden") == [0] * 8


def test_each_captured_card_of_a_broken_set_is_one_negative_point() -> None:
    lines = [*FULL[:4], FULL[4].replace("A bid 9", "A bid 10").replace("H bid 10", "H bid 9"),
             FULL[5].replace("A bid 5; B bid 10", "A bid 10; B bid 5")]  # fmt: skip
    game = go_on(start("venture", 8), "deal table 1 2 2 3 3 3 10", *lines)
    assert facts(game, "score")[:3] == [1, 10, 0]
    assert facts(game, "score")[7] == 26


def test_rounds_are_deals_of_a_match() -> None:
    game = whole(rounds=2)
    assert not game.state.over
    assert facts(game, "score") == [10, 0, 0, 0, 0, 0, 0, 45]
    assert facts(game, "points") == [[]] * 8
    assert facts(game, "hidden") == [6] * 8
    assert (game.state.deck, game.state.table, expects(game)) == (7, (), ["deal"])
    assert event("new-round") in game.events
    go_on(game, "deal table 1 2 2 3 3 3 10", *FULL)
    assert game.state.over
    assert facts(game, "score") == [20, 0, 0, 0, 0, 0, 0, 90]
