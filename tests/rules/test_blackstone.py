"""Blackstone: 000 p.18, games.md 3."""

from playing import deal, expects, facts, go_on, refuses, start

from dealer.game.driver import Game
from dealer.rules.events import event


def taken(count: int, name: str = "A") -> str:
    """Acts that deal ``count`` white cards to ``name``."""
    cards = [9, 9, 8, 8, 7, 7, 6, 6, 5, 5]
    return "; ".join(f"deal {name} {card}" for card in cards[:count])


def begun(**keys: object) -> Game:
    return deal(start("blackstone", 3, **keys), 4, 9, 8)


def test_antes_lie_in_front_of_the_players_until_lost() -> None:
    game = begun(carry=2)
    assert facts(game, "coins") == [0, 0, 0]
    assert game.state.pot == 2


def test_the_lowest_card_will_go_first() -> None:
    game = begun()
    assert (game.state.turn, expects(game), game.expects.prices) == ("A", ["fold", "take"], {"fold": 7})


def test_all_white_stones_come_into_the_center() -> None:
    game = deal(start("blackstone", 3), 4, 10, 8)
    assert sorted(game.state.table) == [4, 8]
    assert facts(game, "stack") == [[], [10], []]


def test_in_a_tie_pairs_are_simply_ignored() -> None:
    game = go_on(deal(start("blackstone", 3), 4, 4, 9), "deal A 4; deal B 9")
    assert game.state.turn == "A"
    assert sorted(game.state.table) == [4, 4, 4, 9, 9]
    assert game.state.discards == 0


def test_extra_10s_return_to_the_deck() -> None:
    game = deal(start("blackstone", 3), 10, 10, 10)
    go_on(game, "deal A 10; deal B 9; deal C 9")
    assert facts(game, "stack")[0] == [10, 10]
    go_on(game, "deal B 7; deal C 8")
    assert (game.state.turn, game.state.deck) == ("B", 48)
    assert facts(game, "stack") == [[10], [10], [10]]
    assert game.possible_ranks[10] == 7
    assert event("reshuffled") in game.events


def test_the_first_player_must_take_at_least_one_card() -> None:
    refuses(begun(), "A take 0")
    assert expects(go_on(begun(), "A take 1")) == ["deal"]


def test_you_must_take_at_least_as_many_cards_as_the_previous_player() -> None:
    game = go_on(begun(), "A take 3", taken(3))
    assert game.state.turn == "B"
    refuses(game, "B take 2")
    go_on(game, "B take 3", "deal B 6; deal B 6; deal B 5")
    assert game.state.turn == "C"


def test_folds_dont_change_it() -> None:
    game = go_on(begun(), "A take 3", taken(3), "B fold")
    refuses(game, "C take 2")


def test_the_deck_falls_card_by_card() -> None:
    game = go_on(begun(), "A take 2")
    assert (game.state.deck, game.state.turn) == (52, None)
    go_on(game, "deal A 9")
    assert game.state.deck == 51
    assert len(game.state.table) == 4
    refuses(game, "deal B 9")


def test_black_stones_stay_with_the_player() -> None:
    game = go_on(begun(), "A take 2; deal A 10; deal A 9")
    assert facts(game, "stack") == [[10], [], []]
    assert len(game.state.table) == 4


def test_at_most_what_the_deck_holds_and_all_of_it_when_it_holds_fewer_than_the_minimum() -> None:
    game = deal(start("blackstone", 2, burn=45), 4, 9)
    refuses(game, "A take 9")
    go_on(game, "A take 5; deal A 9; deal A 8; deal A 8; deal A 7; deal A 7")
    assert game.state.deck == 3
    refuses(game, "B take 5")
    refuses(game, "B take 2")
    go_on(game, "B take 3; deal B 6; deal B 6; deal B 5")
    assert expects(game) == ["reshuffle"]
    assert game.events[-1] == event("reshuffle-due")
    go_on(game, "reshuffle")
    assert (game.state.deck, game.state.turn) == (1, "A")
    refuses(game, "A take 2")
    go_on(game, "A take 1")


def test_after_a_reshuffle_all_that_the_deck_holds() -> None:
    """Two 10s of folded players come back to the deck."""
    game = deal(start("blackstone", 4, burn=46), 4, 10, 10, 10)
    go_on(game, "A take 1; deal A 9; B fold; C fold; D take 4; deal D 9; deal D 8; deal D 8; deal D 7")
    assert (game.state.turn, expects(game)) == (None, ["reshuffle"])
    go_on(game, "reshuffle")
    assert (game.state.deck, game.state.discards, game.state.turn) == (2, 46, "A")
    refuses(game, "A take 1")
    refuses(game, "A take 4")
    go_on(game, "A take 2; deal A 10; deal A 10")
    assert game.state.winners == ("D",)


def test_with_neither_deck_nor_discards_only_a_fold_is_left() -> None:
    game = deal(start("blackstone", 2, burn=0), 1, 2)
    ranks = [rank for rank in range(3, 10) for _ in range(rank)] + [2]
    go_on(game, f"A take {len(ranks)}", *[f"deal A {rank}" for rank in ranks])
    go_on(game, "B take 10; deal B 10")
    assert expects(game) == ["deal"]
    go_on(game, "deal B 10")
    assert game.state.losers == ("B",)


def test_if_you_fold_pay_half_the_white_stones_rounding_up_and_your_ante() -> None:
    game = go_on(begun(), "A take 6", taken(6), "B take 6")
    go_on(game, "deal B 6; deal B 6; deal B 5; deal B 5; deal B 4; deal B 4")
    assert len(game.state.table) == 15
    assert game.expects.prices == {"fold": 13}
    go_on(game, "C fold")
    assert facts(game, "coins") == [0, 0, -13]
    assert (game.state.pot, game.state.turn) == (13, "A")
    assert facts(game, "status") == ["in", "in", "folded"]


def test_if_there_is_only_one_player_left_that_player_takes_the_pot() -> None:
    game = go_on(begun(carry=4), "A fold; B fold")
    assert game.state.over
    assert game.state.winners == ("C",)
    assert facts(game, "coins") == [-7, -7, 18]
    assert game.state.losers == ()


def test_a_pair_of_10s_ends_the_game() -> None:
    game = go_on(begun(carry=1), "A take 4; deal A 10; deal A 9; deal A 10")
    assert game.state.over
    assert game.state.losers == ("A",)
    assert game.state.winners == ("B", "C")
    assert facts(game, "coins") == [-9, 5, 5]  # four white stones, the ante and the coin carried
    assert game.state.pot == 0
    assert facts(game, "status") == ["bust", "in", "in"]
    assert facts(game, "stack") == [[], [], []]
    assert (game.state.deck, game.state.discards) == (49, 2)


def test_any_odd_coins_remain_in_the_pot_for_the_next_game() -> None:
    game = go_on(begun(), "A take 4; deal A 10; deal A 9; deal A 10")
    assert (facts(game, "coins"), game.state.pot) == ([-9, 4, 4], 1)


def test_a_10_of_the_deal_counts() -> None:
    game = go_on(deal(start("blackstone", 2), 10, 9), "B take 1; deal B 8; A take 1; deal A 10")
    assert game.state.losers == ("A",)
    assert facts(game, "coins") == [-7, 7]
