"""Monster: 000 p.26, 003, games.md 3."""

import pytest
from playing import expects, facts, go_on, refuses, start

from dealer.errors import IllegalAct
from dealer.game.driver import Game
from dealer.games.monster import high
from dealer.rules.acts import Act
from dealer.rules.events import event


@pytest.mark.parametrize(("players", "ante"), [(4, 2), (5, 2), (6, 1), (7, 1), (8, 1)])
def test_with_4_or_5_players_the_ante_is_2_coins_else_1(players: int, ante: int) -> None:
    game = start("monster", players)
    assert facts(game, "coins") == [-ante] * players
    assert game.state.pot == ante * players
    assert facts(game, "hidden") == [6] * players
    assert game.state.deck == 55 - 6 * players


def test_the_player_on_the_dealers_left_will_act_first() -> None:
    game = start("monster", 4, dealer="B")
    assert (game.state.turn, expects(game), game.expects.prices) == ("C", ["discard", "fold"], {})


@pytest.mark.parametrize(("count", "legal"), [(0, True), (3, True), (4, False), (8, False)])
def test_you_may_discard_zero_to_three_cards(count: int, legal: bool) -> None:
    game = start("monster", 4)
    if legal:
        go_on(game, f"A discard {count}")
        assert facts(game, "hidden")[0] == 6 - count
        assert game.state.discards == count
        assert game.state.turn == "B"
    else:
        refuses(game, f"A discard {count}")


def test_a_fold_is_free_and_folded_cards_do_not_go_to_the_monster() -> None:
    game = go_on(start("monster", 4), "A fold; B discard 1; C discard 0; D discard 0")
    assert facts(game, "coins")[0] == -2
    assert facts(game, "hidden") == [0, 5, 6, 6]
    assert game.state.discards == 7
    assert (game.state.turn, expects(game)) == (None, ["show"])
    go_on(game, "B show 10 9 8 7 6; C show 10 9 8 7 6 4; D show 10 9 8 7 6 3")
    refuses(game, "monster show 10 9")
    go_on(game, "monster show 4")
    assert game.state.over
    assert game.state.winners == ("C",)


def test_a_pair_cannot_be_shown_and_all_cards_must_be() -> None:
    game = go_on(start("monster", 4), "A discard 3; B discard 3; C fold; D fold")
    assert "(a hand with a pair cannot be kept for the showdown)" in refuses(game, "A show 9 9 8")
    refuses(game, "A show 9 8")
    refuses(game, "C show 9 8 7")
    with pytest.raises(IllegalAct):
        game.push(Act("show", "A", (12, 11, 0)))
    refuses(game, "monster show 1 2 3 4 5 6")
    go_on(game, "B show 9 8 7; A show 9 8 6")
    assert facts(game, "stack")[:2] == [[9, 8, 6], [9, 8, 7]]
    assert facts(game, "hidden")[:2] == [0, 0]


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ([10, 9, 8, 7, 6, 5], [10, 9, 8, 7, 6, 4]),
        ([10, 8, 7, 4], [10, 8, 7]),
        ([10], [9, 8, 7, 6, 5, 4]),
        ([10, 2], [10, 1]),
        ([10, 9], [10, 10, 8]),
    ],
)
def test_hands_are_compared_by_highest_card_then_second_highest(higher: list[int], lower: list[int]) -> None:
    assert high(higher) > high(lower)


def test_the_monster_has_only_one_card_of_each_rank() -> None:
    assert high([10, 10, 9]) == high([10, 9])


def show(game: Game, *hands: str) -> Game:
    """A discards 1, B 2, C folds and D discards 3; then they show."""
    return go_on(game, "A discard 1; B discard 2; C fold; D discard 3", *hands)


def test_the_high_hand_beats_the_monster_and_takes_the_pot() -> None:
    game = show(start("monster", 4, carry=3), "A show 10 9 8 7 3; B show 10 8 6 5; D show 9 6 4")
    go_on(game, "monster show 10 9 9 8 7 2")
    assert game.state.over
    assert game.state.winners == ("A",)
    assert facts(game, "coins") == [9, -2, -2, -2]
    assert sorted(game.state.table) == [2, 7, 8, 9, 9, 10]
    assert facts(game, "stack") == [[10, 9, 8, 7, 3], [10, 8, 6, 5], [], [9, 6, 4]]
    assert game.state.discards == 6
    assert sum(game.possible_ranks.values()) == 55 - 12 - 6, "all that was shown has been seen"


def test_the_monster_beats_the_player_in_a_perfect_tie() -> None:
    game = show(start("monster", 4), "A show 10 9 8 7 2; B show 10 8 6 5; D show 9 6 4", "monster show 10 9 9 8 7 2")
    assert game.events == (
        event("shown", "monster", cards=(10, 9, 9, 8, 7, 2)),
        event("monster", None, None, 1, None, ("A",)),
        event("pays", "A", None, 5),
        event("out", "A"),
        event("new-round"),
        event("hands", None, None, 6, None, ("B", "D")),
    )
    assert (game.state.turn, game.state.pot, game.state.deck, game.state.discards) == ("B", 13, 43, 0)
    assert facts(game, "coins") == [-7, -2, -2, -2]
    assert facts(game, "status") == ["out", "in", "folded", "in"]
    assert facts(game, "hidden") == [0, 6, 0, 6]
    assert facts(game, "stack") == [[], [], [], []]
    assert game.state.table == ()


def test_the_next_round_has_the_same_first_player() -> None:
    game = show(start("monster", 4), "A show 8 7 6 5 2; B show 10 8 6 5; D show 9 6 4", "monster show 10 9 9 8 7 2")
    assert facts(game, "status") == ["in", "out", "folded", "in"]
    assert game.state.turn == "A"
    assert go_on(game, "A fold").state.winners == ("D",)


def test_without_discards_the_best_hand_wins() -> None:
    game = go_on(start("monster", 4), "A discard 0; B discard 0; C fold; D fold")
    go_on(game, "A show 10 9 8 7 6 5; B show 10 9 8 7 6 4")
    assert game.state.winners == ("A",)


def test_tied_high_hands_split_the_pot() -> None:
    game = go_on(start("monster", 4, carry=1), "A discard 3; B discard 3; C discard 3; D fold")
    go_on(game, "A show 10 9 8; B show 10 9 8; C show 10 9 7; monster show 1 2 2 3 3 3 4 4 4")
    assert game.state.winners == ("A", "B")
    assert facts(game, "coins") == [2, 2, -2, -2]
    assert game.state.pot == 1


def test_tied_high_hands_that_lose_all_pay_5_and_are_out() -> None:
    game = go_on(start("monster", 4), "A discard 3; B discard 3; C discard 3; D fold")
    go_on(game, "A show 9 8 7; B show 9 8 7; C show 9 8 6; monster show 10 2 2 3 3 3 4 4 4")
    assert facts(game, "status") == ["out", "out", "in", "folded"]
    assert game.state.over, "C is the last one in"
    assert game.state.winners == ("C",)
    assert facts(game, "coins") == [-7, -7, 16, -2]
    assert len(game.state.table) == 9


def test_unless_they_are_the_only_players_remaining() -> None:
    game = go_on(start("monster", 4), "A discard 3; B fold; C fold; D discard 3; A show 9 8 7; D show 9 8 7")
    go_on(game, "monster show 10 10 8 7 6 1")
    assert facts(game, "coins") == [-7, -2, -2, -7]
    assert facts(game, "status") == ["in", "folded", "folded", "in"]
    assert (game.state.turn, game.state.pot, game.state.deck, game.state.discards) == ("A", 18, 43, 0)


def test_if_everyone_else_folds_the_last_player_has_won_without_acting() -> None:
    game = go_on(start("monster", 4), "A fold; B fold; C fold")
    assert game.state.winners == ("D",)
    assert facts(game, "hidden") == [0, 0, 0, 6]
    assert facts(game, "coins") == [-2, -2, -2, 6]


def test_cards_seen_in_a_round_are_forgotten_in_the_next() -> None:
    game = show(start("monster", 4), "A show 10 9 8 7 1; B show 10 8 6 5; D show 9 6 4")
    refuses(game, "monster show 1 9 9 8 7 2")
    refuses(game, "monster show 10 9 9 8 7")
    go_on(game, "monster show 10 9 9 8 7 2")
    assert game.possible_ranks == {rank: rank for rank in range(1, 11)}


def test_burn_is_not_for_it_and_three_are_too_few() -> None:
    with pytest.raises(ValueError, match="burn"):
        start("monster", 4, burn=5)
    with pytest.raises(ValueError, match="4 to 8"):
        start("monster", 3)
