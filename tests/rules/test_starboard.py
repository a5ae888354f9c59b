"""Starboard: 000 p.14, games.md 3."""

from playing import expects, facts, go_on, refuses, start

from dealer.rules.events import event


def test_each_player_antes_1_coin_into_the_pot() -> None:
    game = start("starboard", 3, carry=4)
    assert facts(game, "coins") == [-1, -1, -1]
    assert game.state.pot == 7
    assert (game.state.deck, game.state.turn, expects(game)) == (55, None, ["deal"])


def test_if_the_first_two_cards_are_a_pair_discard_one_of_them_and_replace_it() -> None:
    game = go_on(start("starboard", 3), "deal table 5; deal table 5; deal table 9")
    assert game.state.table == (5, 9)
    assert (game.state.deck, game.state.discards) == (52, 1)


def test_both_cards_may_come_on_one_line() -> None:
    assert go_on(start("starboard", 3), "deal table 5 9").state.table == (5, 9)
    assert go_on(start("starboard", 3), "deal table 5 5 9").state.turn == "A"
    refuses(start("starboard", 3), "deal table 5 9 3")
    refuses(start("starboard", 3), "deal table 1 1")
    refuses(start("starboard", 3), "deal A 3")


def test_the_player_with_the_button_acts_first() -> None:
    assert go_on(start("starboard", 3, button="C"), "deal table 5 9").state.turn == "C"
    assert go_on(start("starboard", 3, dealer="A"), "deal table 5 9").state.turn == "B"


def test_to_draw_pay_1_coin_into_the_pot() -> None:
    game = go_on(start("starboard", 3), "deal table 5 9")
    assert (expects(game), game.expects.prices) == (["draw", "lock"], {"draw": 1})
    go_on(game, "A draw 7")
    assert game.events[-1] == event("hit", "A", 7)
    assert facts(game, "coins") == [-2, -1, -1]
    assert game.state.table == (5, 9, 7)
    assert game.state.turn == "B"


def test_if_this_pairs_the_stack_you_bust_but_the_game_continues() -> None:
    game = go_on(start("starboard", 3), "deal table 5 9; A draw 5")
    assert facts(game, "status") == ["bust", "in", "in"]
    assert game.events == (event("pays", "A", None, 1), event("dealt", "table", 5), event("pair", "A", 5, 0))
    assert game.state.table == (5, 9)
    assert game.state.discards == 1
    assert game.state.turn == "B"


def test_any_players_who_locked_with_fewer_cards_are_knocked_out() -> None:
    game = go_on(start("starboard", 3), "deal table 5 9; A lock; B draw 7; C lock")
    assert facts(game, "status") == ["out", "in", "locked"]
    assert game.events == (event("lock", "C", None, 3), event("out", "A"))
    assert game.state.turn == "B"
    go_on(game, "B lock")
    assert game.state.over
    assert game.state.winners == ("B", "C")
    assert facts(game, "coins") == [-1, 0, 1]
    assert game.state.pot == 0


def test_who_locked_with_fewer_cards_stays_until_another_locks() -> None:
    """The rule text wins over the dealing hint, which speaks of the draw."""
    game = go_on(start("starboard", 3), "deal table 5 9; A lock; B draw 7; C draw 7; B draw 9")
    assert facts(game, "status") == ["locked", "bust", "bust"]
    assert game.state.winners == ("A",)
    assert game.state.pot == 0


def test_if_you_are_the_only_player_left_you_lock() -> None:
    game = go_on(start("starboard", 3), "deal table 5 9; A draw 5; B draw 9")
    assert game.state.winners == ("C",)
    assert facts(game, "status") == ["bust", "bust", "locked"]
    assert facts(game, "coins") == [-2, -2, 4]
    assert game.state.table == (5, 9)


def test_the_last_one_in_must_still_beat_who_locked() -> None:
    game = go_on(start("starboard", 2), "deal table 5 9; A lock")
    assert (game.state.turn, expects(game)) == ("B", ["draw", "lock"])
    assert go_on(game.copy(), "B lock").state.winners == ("A", "B")
    game = go_on(game, "B draw 3")
    assert game.state.turn == "B"
    assert go_on(game, "B lock").state.winners == ("B",)


def test_leave_any_odd_coins_for_the_next_pot() -> None:
    game = go_on(start("starboard", 3), "deal table 5 9; A lock; B lock; C draw 5")
    assert facts(game, "coins") == [1, 1, -2]
    game = go_on(start("starboard", 3, carry=1), "deal table 5 9; A lock; B lock; C draw 5")
    assert game.state.pot == 1


def test_with_an_empty_draw_pile_only_reshuffle_is_expected() -> None:
    game = go_on(start("starboard", 2, burn=52), "deal table 5 9; A draw 5")
    assert game.state.over
    game = go_on(start("starboard", 3, burn=52), "deal table 5 9; A draw 5")
    assert expects(game) == ["reshuffle"]
    go_on(game, "reshuffle")
    assert (game.state.deck, game.state.discards, game.state.turn) == (1, 52, "B")


def test_the_first_two_cards_and_a_reshuffle() -> None:
    game = go_on(start("starboard", 3, burn=54), "deal table 5")
    assert expects(game) == ["reshuffle"]
    go_on(game, "reshuffle; deal table 9")
    assert game.state.table == (5, 9)
    assert expects(game) == ["reshuffle"]
