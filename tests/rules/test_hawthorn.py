"""Hawthorn: 000 p.22, games.md 3."""

from playing import expects, facts, go_on, refuses, start

from dealer.game.driver import Game


def begun(**keys: object) -> Game:
    return go_on(start("hawthorn", 3, **keys), "A reveal 4; B reveal 8; C reveal 9")


def test_everyone_antes_one_coin_and_has_five_cards() -> None:
    game = start("hawthorn", 3)
    assert facts(game, "coins") == [-1, -1, -1]
    assert facts(game, "hidden") == [5, 5, 5]
    assert (game.state.pot, game.state.deck, game.state.discards) == (3, 40, 0)


def test_starting_cards_are_revealed_in_any_order() -> None:
    game = start("hawthorn", 3)
    assert (game.state.turn, expects(game)) == (None, ["reveal"])
    go_on(game, "B reveal 8")
    assert facts(game, "hidden") == [5, 4, 5]
    assert facts(game, "stack") == [[], [8], []]
    refuses(game, "B reveal 7")
    refuses(game, "A play 7")
    go_on(game, "C reveal 9; A reveal 4")
    assert game.state.irregularities == ()


def test_play_starts_with_the_low_card() -> None:
    game = begun()
    assert (game.state.turn, expects(game), game.expects.prices) == ("A", ["fold", "hit"], {"fold": 4})


def test_break_the_tie_by_dealing_more_cards_from_the_deck() -> None:
    game = go_on(start("hawthorn", 3), "A reveal 4; B reveal 4; C reveal 9")
    assert (game.state.turn, expects(game)) == (None, ["deal"])
    go_on(game, "deal A 4")
    assert (game.state.deck, game.state.discards) == (39, 1)
    go_on(game, "deal A 9; deal B 8")
    assert game.state.turn == "B"
    assert facts(game, "stack") == [[4, 9], [4, 8], [9]]


def test_deck_and_hand_rounds_alternate() -> None:
    game = begun()
    assert "In a deck round, players may hit" in refuses(game, "A play 7")
    go_on(game, "A hit 7; B hit 5; C hit 3")
    assert (game.state.turn, expects(game)) == ("A", ["fold", "play"])
    assert "In a hand round, players play a card from their hand" in refuses(game, "A hit 2")
    go_on(game, "A play 2; B play 1; C play 10")
    assert facts(game, "hidden") == [3, 3, 3]
    assert (game.state.turn, expects(game), game.expects.prices) == ("A", ["fold", "hit"], {"fold": 1})


def test_the_price_of_folding_is_the_lowest_card_in_play_and_can_go_up() -> None:
    game = go_on(begun(), "A fold")
    assert facts(game, "coins") == [-5, -1, -1]
    assert game.state.pot == 7
    assert facts(game, "status") == ["folded", "in", "in"]
    assert facts(game, "stack")[0] == []
    assert facts(game, "hidden")[0] == 0
    assert game.state.discards == 5
    assert (game.state.turn, game.expects.prices) == ("B", {"fold": 8})


def test_if_you_are_knocked_out_by_a_pair_of_8s_you_pay_8_coins() -> None:
    game = go_on(begun(), "A hit 7; B hit 8")
    assert facts(game, "coins") == [-1, -9, -1]
    assert facts(game, "status") == ["in", "bust", "in"]
    assert game.state.discards == 6


def test_any_card_may_be_played_one_that_pairs_too() -> None:
    game = go_on(begun(), "A hit 7; B hit 5; C hit 3; A play 7")
    assert facts(game, "status") == ["bust", "in", "in"]
    assert facts(game, "coins") == [-8, -1, -1]


def test_if_the_buttons_owner_is_out_it_goes_to_the_next_player_in_to_the_left() -> None:
    game = go_on(begun(), "A fold; B hit 5; C hit 3")
    assert (game.state.turn, expects(game)) == ("B", ["fold", "play"])
    go_on(game, "B play 2; C play 4")
    assert game.state.turn == "B"


def test_the_button_stays_where_it_is_when_another_is_lower() -> None:
    game = go_on(begun(), "A hit 7; B hit 1; C hit 3")
    assert game.state.turn == "A"


def test_the_last_one_in_takes_the_pot() -> None:
    game = go_on(begun(carry=2), "A fold; B hit 8")
    assert game.state.over
    assert game.state.winners == ("C",)
    assert facts(game, "coins") == [-5, -9, 16]
    assert game.state.pot == 0
    assert facts(game, "stack") == [[], [], [9]]
    assert facts(game, "hidden") == [0, 0, 4]


def test_the_last_one_wins_without_acting() -> None:
    assert go_on(begun(), "A fold; B fold").state.winners == ("C",)


def test_there_is_a_card_for_each_of_four_hand_rounds() -> None:
    game = go_on(start("hawthorn", 2), "A reveal 1; B reveal 2")
    plays = iter([(10, 10), (9, 9), (8, 8), (7, 7), (6, 6), (5, 5), (4, 4), (3, 3)])
    for verb in ["hit", "play"] * 4:
        one, two = next(plays)
        go_on(game, f"A {verb} {one}; B {verb} {two}")
    assert facts(game, "hidden") == [0, 0]
    go_on(game, "A hit 2")
    assert game.state.turn == "B"
    assert expects(game) == ["fold", "hit"]


def test_a_hand_round_takes_nothing_from_an_empty_draw_pile() -> None:
    game = go_on(start("hawthorn", 2, burn=42), "A reveal 4; B reveal 8")
    go_on(game, "A hit 7; B hit 5; A play 2; B play 1")
    assert (game.state.deck, expects(game)) == (1, ["fold", "hit"])
    go_on(game, "A hit 10")
    assert expects(game) == ["reshuffle"]
    go_on(game, "reshuffle; B hit 9; A play 9")
    assert expects(game) == ["fold", "play"]
