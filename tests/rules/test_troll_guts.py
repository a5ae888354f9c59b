"""Troll Guts: 000 p.30, games.md 3."""

from playing import deal, expects, facts, go_on, refuses, stack, start

from dealer.rules.events import event


def test_ante_one_coin_five_down_and_one_up() -> None:
    game = start("troll-guts", 3)
    assert facts(game, "coins") == [-1, -1, -1]
    assert facts(game, "hidden") == [5, 5, 5]
    assert (game.state.pot, game.state.deck, expects(game)) == (3, 40, ["deal"])
    deal(game, 4, 8, 9)
    assert (game.state.turn, expects(game), game.expects.prices) == ("A", ["buy", "draw", "steal"], {"buy": 1})


def test_break_ties_as_you_would_in_pairs() -> None:
    assert go_on(deal(start("troll-guts", 3), 4, 4, 9), "deal A 9; deal B 8").state.turn == "B"


def test_draw_takes_a_card_from_the_deck_face_up() -> None:
    game = go_on(deal(start("troll-guts", 3), 4, 8, 9), "A draw 7")
    assert stack(game, "A") == [4, 7]
    assert (game.state.deck, game.state.turn, game.state.pot) == (36, "B", 3)


def test_steal_takes_the_top_card_of_anyones_face_down_stack() -> None:
    game = go_on(deal(start("troll-guts", 3), 4, 8, 9), "A steal C 7")
    assert game.events == (event("stole", "A", 7, None, "C"),)
    assert facts(game, "hidden") == [5, 5, 4]
    assert facts(game, "stack") == [[4, 7], [8], [9]]
    assert (game.state.deck, game.state.pot) == (37, 3)
    refuses(game, "B steal B 7")


def test_buy_pays_a_coin_and_takes_your_own_top_card() -> None:
    game = go_on(deal(start("troll-guts", 3), 4, 8, 9), "A buy 7")
    assert game.events == (event("bought", "A", 7), event("pays", "A", None, 1))
    assert facts(game, "hidden") == [4, 5, 5]
    assert facts(game, "coins") == [-2, -1, -1]
    assert game.state.pot == 4
    assert stack(game, "A") == [4, 7]


def test_there_is_no_folding() -> None:
    refusal = refuses(deal(start("troll-guts", 3), 4, 8, 9), "A fold")
    assert "Players may either draw, steal, or buy (000, Troll Guts)." in refusal


def test_a_pair_loses_and_pays_its_value_into_the_pot() -> None:
    game = go_on(deal(start("troll-guts", 4), 4, 8, 9, 10), "A draw 4")
    assert facts(game, "coins") == [-5, -1, -1, -1]
    assert facts(game, "status") == ["bust", "in", "in", "in"]
    assert facts(game, "hidden")[0] == 0
    assert game.state.discards == 7
    refuses(game, "B steal A 6")


def test_a_stolen_or_bought_pair_counts_too() -> None:
    game = go_on(deal(start("troll-guts", 4), 4, 8, 9, 10), "A steal B 4; B buy 8")
    assert facts(game, "coins") == [-5, -10, -1, -1]
    assert facts(game, "hidden") == [0, 0, 5, 5]


def test_the_pot_goes_to_the_survivor() -> None:
    game = go_on(deal(start("troll-guts", 3, carry=2), 4, 8, 9), "A draw 4; B buy 8")
    assert game.state.over
    assert game.state.winners == ("C",)
    assert facts(game, "coins") == [-5, -10, 17]
    assert facts(game, "hidden") == [0, 0, 5]


def test_an_empty_down_stack_cant_be_stolen_from_or_bought() -> None:
    game = deal(start("troll-guts", 3), 4, 8, 9)
    go_on(game, "A buy 1; B steal A 2; C steal A 3; A buy 5; B steal A 6")
    assert facts(game, "hidden") == [0, 5, 5]
    refuses(game, "C steal A 7")
    go_on(game, "C draw 10")
    assert expects(game) == ["draw", "steal"]
    assert game.expects.prices == {}


def test_without_any_cards_to_draw_down_stacks_are_left() -> None:
    game = deal(start("troll-guts", 3, burn=36), 4, 8, 9)
    assert game.state.deck == 1
    go_on(game, "A draw 10")
    assert expects(game) == ["reshuffle"]
