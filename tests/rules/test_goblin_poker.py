"""Goblin Poker: 000 p.24, games.md 3."""

import pytest
from playing import expects, facts, go_on, refuses, start

from dealer.game.driver import Game
from dealer.rules.events import event


def begun(*cards: int, **keys: object) -> Game:
    cards = cards or (4, 3, 9)
    names = "ABCDEFGH"[: len(cards)]
    reveals = [f"{name} reveal {card}" for name, card in zip(names, cards, strict=True)]
    return go_on(start("goblin-poker", len(cards), **keys), *reveals)


def test_each_player_antes_one_coin_and_has_six_cards() -> None:
    game = start("goblin-poker", 3)
    assert (game.state.pot, game.state.deck, facts(game, "hidden")) == (3, 37, [6, 6, 6])


def test_the_lowest_card_will_go_first() -> None:
    game = begun()
    assert (game.state.turn, expects(game), game.expects.prices) == ("B", ["fold", "pitch"], {"fold": 3})


def test_folding_costs_the_smallest_card_in_play() -> None:
    game = go_on(begun(), "B fold")
    assert game.state.turn == "C"
    assert game.expects.prices == {"fold": 4}
    assert game.state.pot == 6
    assert game.state.discards == 6
    assert facts(game, "status") == ["in", "folded", "in"]


def test_pitched_cards_count_as_discards_until_they_are_dealt() -> None:
    game = go_on(begun(), "B pitch; C pitch")
    assert (facts(game, "hidden"), game.state.discards) == ([5, 4, 4], 2)
    go_on(game, "A pitch")
    assert (game.state.discards, game.state.turn, expects(game)) == (3, None, ["deal"])
    assert [option.player for option in game.expects.options] == ["B", "C", "A"]
    go_on(game, "deal B 7")
    assert (game.state.discards, game.state.deck) == (2, 37)
    refuses(game, "deal B 8")


def test_there_is_always_one_pitched_card_for_each_who_is_still_in() -> None:
    game = go_on(begun(), "B pitch; C fold; A pitch")
    assert game.put_aside == 2, "not for a reshuffle"
    go_on(game, "deal B 7; deal A 8")
    assert game.put_aside == 0
    assert game.state.turn == "B"
    assert facts(game, "stack") == [[4, 8], [3, 7], []]


def test_a_pair_is_out_and_pays_the_value_into_the_pot() -> None:
    game = go_on(begun(), "B pitch; C pitch; A pitch; deal B 3")
    assert facts(game, "status") == ["in", "bust", "in"]
    assert facts(game, "coins") == [-1, -4, -1]
    assert [option.player for option in game.expects.options] == ["C", "A"]


def test_players_are_eliminated_in_sequence_so_the_last_one_wins_even_if_about_to_pair() -> None:
    game = go_on(begun(), "B pitch; C pitch; A pitch; deal B 3; deal C 9")
    assert game.state.over
    assert game.state.winners == ("A",)
    assert facts(game, "coins") == [15 - 1, -4, -10]
    assert game.state.discards == 13, "the undealt card and both hands"


def test_the_order_in_fact_dealt_decides_who_went_out_first() -> None:
    game = go_on(begun(), "B pitch; C pitch; A pitch; deal A 4; deal C 9")
    assert game.state.winners == ("B",)
    assert len(game.state.irregularities) == 2


def test_when_a_tie_breaking_card_is_due_and_none_can_be_dealt_the_seat_decides() -> None:
    game = begun(*[10] * 8, dealer="C")
    assert [option.player for option in game.expects.options] == list("DEFGHABC")
    for name, card in zip("DEFGHAB", [9, 8, 7, 6, 5, 4, 3], strict=True):
        go_on(game, f"deal {name} {card}")
    assert (game.state.deck, game.state.discards) == (0, 0)
    assert game.state.turn == "D"
    assert game.events[-2:] == (event("tie-by-seat", "D"), event("first", "D"))


@pytest.mark.parametrize(
    ("stacks", "lowest"),
    [
        (([2, 9], [3, 4], [3, 5]), "A"),
        (([3, 9], [3, 4], [3, 5]), "B"),
        (([3, 4, 9], [3, 4], [5, 4]), "A"),
    ],
)
def test_lowest_stack(stacks: tuple[list[int], ...], lowest: str) -> None:
    """The single lowest card, ties broken by the second lowest; an extra card is lower than no card at all."""
    game = start("goblin-poker", 3)
    table = game._table
    for stack, cards in zip(table.stacks, stacks, strict=True):
        stack[:] = cards
    moves = table.lowest_stack()
    with pytest.raises(StopIteration) as found:
        next(moves)
    assert table.names[found.value.value] == lowest


def test_2_3_6_is_lower_than_2_3() -> None:
    game = go_on(begun(4, 4, 6), "deal A 6; deal B 5; B pitch; C pitch; A pitch; deal B 5; deal C 4; deal A 9")
    assert game.state.turn == "A"
    assert facts(game, "stack") == [[4, 6, 9], [], [6, 4]]


def test_a_perfect_tie_mid_game_is_broken_with_more_cards_from_the_deck() -> None:
    game = go_on(begun(4, 3, 9), "B pitch; C pitch; A pitch; deal B 4; deal C 10; deal A 3")
    assert (game.state.turn, expects(game)) == (None, ["deal"])
    assert [option.player for option in game.expects.options] == ["A", "B"]
    deck = game.state.deck
    go_on(game, "deal A 4")  # pairs: discarded and replaced
    go_on(game, "deal A 9; deal B 8")
    assert game.state.deck == deck - 3
    assert game.state.turn == "B"
    assert facts(game, "stack") == [[4, 3, 9], [3, 4, 8], [9, 10]]


def test_a_perfect_tie_about_whom_the_pitched_cards_go_to_first() -> None:
    game = begun(3, 5, 5, 4)
    go_on(game, "A pitch; B pitch; C pitch; D fold")
    assert [option.player for option in game.expects.options] == ["A", "B", "C"]
    game = begun(3, 5, 5, 4)
    go_on(game, "A fold; B pitch; C pitch; D fold")
    assert expects(game) == ["deal"]
    assert [option.player for option in game.expects.options] == ["B", "C"]
    pile = game.state.deck
    go_on(game, "deal B 9; deal C 8")
    assert game.state.deck == pile - 2, "tie-breakers come from the deck"
    assert game.state.discards == 12 + 2
    assert [option.player for option in game.expects.options] == ["C", "B"]
    go_on(game, "deal C 1; deal B 2")
    assert game.state.discards == 12
    assert game.state.turn == "C"


def test_pitched_cards_are_not_reshuffled() -> None:
    game = go_on(begun(3, 5, 5, 4, burn=30), "A fold; B pitch; C pitch; D fold; deal B 9")
    assert (game.state.deck, game.state.discards) == (0, 44)
    assert expects(game) == ["reshuffle"]
    go_on(game, "reshuffle")
    assert (game.state.deck, game.state.discards) == (12, 32)
    go_on(game, "deal C 8; deal C 1; deal B 2")
    assert (game.state.deck, game.state.discards) == (11, 30)


def test_if_multiple_players_survive_the_final_round_they_split_the_pot() -> None:
    game = begun(1, 2, 10, carry=1)
    for round_cards in ((3, 4, 9), (5, 6, 8), (7, 8, 7), (9, 10, 6), (6, 5, 4)):
        go_on(game, "A pitch; B pitch; C pitch")
        for name, card in zip("ABC", round_cards, strict=True):
            go_on(game, f"deal {name} {card}")
    assert game.state.over
    assert game.state.winners == ("A", "B", "C")
    assert facts(game, "coins") == [0, 0, 0]
    assert game.state.pot == 1
    assert facts(game, "hidden") == [0, 0, 0]
    assert len(facts(game, "stack")[0]) == 6


def test_if_everyone_else_folds_the_last_one_wins_at_once() -> None:
    game = go_on(begun(), "B fold; C fold")
    assert game.state.winners == ("A",)
    assert facts(game, "coins") == [9, -4, -5]
