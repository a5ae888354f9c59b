"""Continuous Pairs: 000 p.10, 004 (Stick Around), games.md 3."""

import pytest
from playing import deal, expects, facts, go_on, refuses, stack, start


def test_only_that_players_cards_are_discarded() -> None:
    game = go_on(deal(start("continuous", 3), 5, 6, 7), "A hit 10; B hit 9; C hit 8; A hit 10")
    assert facts(game, "stack") == [[], [6, 9], [7, 8]]
    assert facts(game, "points") == [[10], [], []]
    assert game.state.discards == 7
    assert game.state.turn == "B"


def test_when_you_fold_you_may_take_any_card_in_play() -> None:
    game = go_on(deal(start("continuous", 3), 3, 4, 7), "A fold 7")
    assert facts(game, "stack") == [[], [4], []]
    assert facts(game, "score") == [7, 0, 0]
    assert game.state.discards == 6  # five burnt, and A's own 3


def test_suppose_your_lowest_card_is_a_3_and_the_lowest_of_the_others_is_a_4() -> None:
    before = go_on(deal(start("continuous", 3), 3, 4, 7), "A hit 9; B hit 8; C hit 10")
    own = go_on(before.copy(), "A fold 3")
    assert own.expects.prices == {"fold": 4}
    others = go_on(before.copy(), "A fold 4 from B")
    assert others.expects.prices == {"fold": 7}
    assert stack(others, "B") == [8]


def test_when_you_have_no_cards_you_must_always_hit() -> None:
    game = go_on(deal(start("continuous", 3), 3, 4, 7), "A fold 4 from B")
    assert (game.state.turn, expects(game)) == ("B", ["hit"])
    refuses(game, "B fold 7")


def test_the_card_taken_must_be_named() -> None:
    refuses(deal(start("continuous", 3), 3, 4, 7), "A fold")


def test_the_owner_may_be_left_out_only_when_one_stack_shows_that_rank() -> None:
    game = go_on(deal(start("continuous", 3), 3, 7, 9), "A hit 8; B hit 8")
    refuses(game, "C fold 8")
    refuses(game.copy(), "C fold 8 from C")
    go_on(game, "C fold 8 from B")
    assert facts(game, "stack") == [[3, 8], [7], []]


def test_the_price_is_the_lowest_card_in_play() -> None:
    assert deal(start("continuous", 3), 3, 7, 9).expects.prices == {"fold": 3}


def test_the_game_ends_when_the_score_is_reached_and_stacks_stay() -> None:
    game = go_on(deal(start("continuous", 2, target=9), 5, 9), "A hit 6; B hit 9")
    assert game.state.over
    assert game.state.losers == ("B",)
    assert facts(game, "stack") == [[5, 6], []]


@pytest.mark.parametrize(("players", "target"), [(2, 31), (3, 21), (4, 16), (5, 13), (6, 11)])
def test_the_losing_score_is_that_of_basic(players: int, target: int) -> None:
    game = deal(start("continuous", players), 9, *[10] * (players - 1))
    assert not go_on(game, "A fold 9").state.over
    assert start("continuous", players)._table.option("target", target) == target


def test_it_is_one_long_round_and_nothing_is_dealt_again() -> None:
    game = go_on(deal(start("continuous", 2), 5, 9), "A fold 5; B fold 9; A hit 3; B hit 4")
    assert (game.state.turn, expects(game)) == ("A", ["fold", "hit"])


def test_rotate_deal_is_no_option_of_it() -> None:
    with pytest.raises(ValueError, match="rotate_deal"):
        start("continuous", 2, rotate_deal=True)
