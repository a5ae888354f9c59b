"""Kitty: 000 p.33, 001, games.md 3."""

import pytest
from playing import expects, facts, go_on, refuses, start

from dealer.errors import RecordError
from dealer.game.driver import Game
from dealer.rules.events import event


@pytest.mark.parametrize(("players", "hand", "out"), [(3, 16, 0), (4, 12, 0), (5, 9, 3), (6, 8, 0)])
def test_a_kitty_of_7_cards_and_the_remainder_to_all_players(players: int, hand: int, out: int) -> None:
    game = start("kitty", players)
    assert facts(game, "hidden") == [hand] * players
    assert (game.state.deck, game.state.discards) == (7, out)


def test_in_the_5_player_game_another_3_cards_are_removed_unseen() -> None:
    game = start("kitty", 5)
    assert game.events[:2] == (event("face-down", None, None, 7), event("removed", None, None, 3))
    assert [told.kind for told in start("kitty", 4).events] == ["face-down", "hands"]


def test_turn_over_the_top_card_of_the_kitty() -> None:
    game = start("kitty", 3)
    assert (game.state.turn, expects(game)) == (None, ["deal"])
    refuses(game, "deal table 8 3")
    go_on(game, "deal table 8")
    assert (game.state.deck, game.state.table) == (6, (8,))
    assert (game.state.turn, expects(game)) == (None, ["bid"])


def test_everybody_bids_in_any_order_and_bids_lie_in_the_stacks() -> None:
    game = go_on(start("kitty", 3), "deal table 8; C bid 4")
    assert facts(game, "stack") == [[], [], [4]]
    assert facts(game, "hidden") == [16, 16, 15]
    refuses(game, "C bid 5")
    go_on(game, "A bid 5")
    assert game.state.turn is None


def test_the_lowest_bid_takes_the_target_and_bids_are_discarded() -> None:
    game = go_on(start("kitty", 3), "deal table 8; A bid 5; B bid 4; C bid 6")
    assert facts(game, "hidden") == [15, 16, 15]
    assert facts(game, "stack") == [[], [], []]
    assert (game.state.table, game.state.discards, expects(game)) == ((), 3, ["deal"])


def test_if_the_lowest_bids_are_tied_the_next_lowest_card_wins() -> None:
    game = go_on(start("kitty", 3), "deal table 8; A bid 4; B bid 4; C bid 6")
    assert facts(game, "hidden") == [15, 15, 16]


def test_if_all_bids_are_tied_the_target_is_also_discarded() -> None:
    game = go_on(start("kitty", 4), "deal table 8; A bid 4; B bid 4; C bid 6; D bid 6")
    assert facts(game, "hidden") == [11] * 4
    assert game.state.discards == 5


def test_when_you_take_a_card_with_the_1_you_must_give_it_to_another_player() -> None:
    game = go_on(start("kitty", 3), "deal table 8; A bid 5; B bid 1; C bid 6")
    assert (game.state.turn, expects(game)) == ("B", ["give"])
    assert game.state.table == (8,)
    refuses(game, "B give B")
    refuses(game, "A give C")
    go_on(game, "B give C")
    assert facts(game, "hidden") == [15, 15, 16]


def test_partners_give_it_to_another_team() -> None:
    game = start("kitty", 4, teams=[["A", "C"], ["B", "D"]])
    go_on(game, "deal table 8; A bid 5; B bid 1; C bid 6; D bid 7")
    refuses(game, "B give D")
    assert facts(go_on(game, "B give A"), "hidden") == [12, 11, 11, 11]


def soft(first: str = "A bid 4; B bid 6; C bid 5") -> Game:
    return go_on(start("kitty", 3, mode="soft"), "deal table 9", first)


def test_soft_each_target_after_the_first_consists_of_two_cards() -> None:
    game = soft()
    go_on(game, "deal table 8")
    assert expects(game) == ["deal"]
    go_on(game, "deal table 3")
    assert expects(game) == ["bid"]
    refuses(start("kitty", 3, mode="soft"), "deal table 9 8")


def test_the_lowest_chooses_one_target_and_the_second_lowest_takes_the_other() -> None:
    game = go_on(soft(), "deal table 8 3; A bid 7; B bid 5; C bid 6")
    assert (game.state.turn, expects(game)) == ("B", ["choose"])
    assert sorted(game.state.table) == [3, 8]
    assert facts(game, "stack") == [[7], [5], [6]]
    refuses(game, "B choose 5")
    refuses(game, "C choose 3")
    go_on(game, "B choose 3")
    assert facts(game, "hidden") == [15, 15, 15]
    assert (game.state.discards, game.state.deck) == (6, 4)


def test_also_when_both_are_of_one_rank() -> None:
    game = go_on(soft(), "deal table 8 8; A bid 7; B bid 5; C bid 6")
    assert expects(game) == ["choose"]
    assert facts(go_on(game, "B choose 8"), "hidden") == [15, 15, 15]


def test_with_one_untied_bid_the_other_target_is_discarded() -> None:
    game = go_on(soft(), "deal table 8 3; A bid 7; B bid 5; C bid 7; B choose 3")
    assert game.state.discards == 7
    assert facts(game, "hidden") == [15, 15, 14]


def test_two_untied_bids_are_enough_for_both_targets() -> None:
    game = go_on(start("kitty", 4, mode="soft"), "deal table 9; A bid 4; B bid 6; C bid 5; D bid 7")
    go_on(game, "deal table 8 3; A bid 7; B bid 7; C bid 9; D bid 8; D choose 8")
    assert facts(game, "hidden") == [11, 10, 11, 11]
    assert game.state.discards == 8


def test_with_none_untied_both_targets_are_discarded() -> None:
    game = go_on(soft(), "deal table 8 3; A bid 7; B bid 7; C bid 7")
    assert game.state.discards == 8
    assert expects(game) == ["deal"]


def test_a_target_chosen_with_the_1_is_given_away() -> None:
    game = go_on(soft(), "deal table 8 3; A bid 7; B bid 1; C bid 6; B choose 8")
    assert (game.state.turn, expects(game)) == ("B", ["give"])
    go_on(game, "B give A")
    assert facts(game, "hidden") == [16, 14, 15]  # A the 8, C the 3


def shows(mode: str = "hard", **keys: object) -> Game:
    """Three players at the end of the seven rounds, with nine cards each, of which four are known."""
    game = start("kitty", 3, mode=mode, **keys)
    for target, bid in ((8, 10), (8, 9), (8, 8), (8, 10), (8, 9)):
        go_on(game, f"deal table {target}; A bid {bid}; B bid {bid}; C bid {bid}")
    return go_on(game, "deal table 10; A bid 7; B bid 7; C bid 7; deal table 5; A bid 6; B bid 6; C bid 6")


HANDS = ("A show 10 10 10 9 9 9 4 5 7", "B show 7 7 7 6 6 6 5 5 5", "C show 1 2 2 3 3 3 4 4 4")


def test_after_the_last_target_each_hand_is_shown() -> None:
    game = shows()
    assert (game.state.turn, expects(game), game.state.deck, game.state.discards) == (None, ["show"], 0, 28)
    refuses(game, "A show 10 10 10 9 9 9 4 5")
    refuses(game, "A show 10 10 10 10 9 9 9 4 5")
    go_on(game, HANDS[1])
    refuses(game, HANDS[1])
    assert facts(game, "hidden") == [9, 0, 9]
    assert facts(game, "score") == [0, 0, 0]


def test_the_player_with_the_most_cards_in_each_rank_scores_its_value() -> None:
    game = go_on(shows(), *HANDS)
    assert game.state.over
    assert facts(game, "score") == [19, 18, 10]
    assert game.state.winners == ("A",)
    assert facts(game, "coins") == [0, 0, 0]


def test_ties_score_the_full_amount() -> None:
    game = go_on(shows(), "A show 10 10 10 9 9 9 4 4 5", HANDS[1], "C show 1 2 2 3 3 3 4 4 7")
    assert facts(game, "score") == [10 + 9 + 4, 7 + 6 + 5, 1 + 2 + 3 + 4]


def test_the_winner_collects_from_each_player_the_difference() -> None:
    game = go_on(shows(coin=2), *HANDS)
    assert facts(game, "coins") == [2 * (1 + 9), -2, -18]


def test_a_match_is_settled_once_at_its_end() -> None:
    game = go_on(shows(coin=1, play_to=20), *HANDS)
    assert not game.state.over
    assert facts(game, "coins") == [0, 0, 0]
    assert facts(game, "score") == [19, 18, 10]
    assert facts(game, "hidden") == [16, 16, 16]
    assert (game.state.deck, game.state.discards, expects(game)) == (7, 0, ["deal"])
    assert event("new-round") in game.events
    game = go_on(shows(coin=1, play_to=19), *HANDS)
    assert game.state.over
    assert facts(game, "coins") == [10, -1, -9]


def test_teammates_hands_are_combined() -> None:
    game = start("kitty", 4, teams=[["A", "C"], ["B", "D"]], coin=1)
    for target, bid in ((1, 10), (2, 9), (2, 8), (3, 7), (3, 6), (3, 5), (4, 4)):
        bids = [bid, bid, bid, bid] if bid != 4 else [4, 4, 4, 10]
        go_on(game, f"deal table {target}; A bid {bids[0]}; B bid {bids[1]}; C bid {bids[2]}; D bid {bids[3]}")
        if expects(game) == ["give"]:
            go_on(game, "D give A")
    # D took the 4 of the last round with the 10.
    assert facts(game, "hidden") == [5, 5, 5, 6]
    go_on(game, "A show 10 10 9 8 7; B show 10 9 9 9 6; C show 10 10 8 8 7; D show 4 9 8 7 6 5")
    assert facts(game, "score") == [10 + 8 + 7, 9 + 6 + 5 + 4, 25, 24]
    assert game.state.winners == ("A", "C")
    assert facts(game, "coins") == [2, -2, 2, -2]


def test_a_known_card_is_not_a_new_one() -> None:
    game = go_on(start("kitty", 3), "deal table 1; A bid 5; B bid 4; C bid 6; deal table 9")
    assert facts(game, "hidden") == [15, 16, 15]
    go_on(game, "B bid 1")
    refuses(game, "A bid 1")


def test_a_discarded_target_cannot_come_again() -> None:
    game = go_on(start("kitty", 3), "deal table 1; A bid 4; B bid 4; C bid 4; deal table 9")
    refuses(game, "B bid 1")


@pytest.mark.parametrize(
    ("players", "teams"),
    [
        (4, [["A", "B"], ["C", "D"]]),
        (4, [["A", "C"]]),
        (4, [["A", "C"], ["B", "B"]]),
        (4, [["A", "C"], ["B", "Z"]]),
        (4, [["A", "C", "B"], ["D"]]),
        (4, "AC"),
        (4, [["A", 3], ["B", "D"]]),
        (4, []),
        (6, [["A", "F"], ["B", "D"], ["C", "E"]]),
        (5, [["A", "C"], ["B", "D"]]),
        (3, [["A", "C"]]),
    ],
)
def test_teams_are_pairs_that_sit_apart(players: int, teams: object) -> None:
    with pytest.raises(RecordError):
        start("kitty", players, teams=teams)


def test_six_players_in_three_teams() -> None:
    assert start("kitty", 6, teams=[["A", "D"], ["B", "E"], ["C", "F"]])
    assert start("kitty", 6, teams=[["A", "C"], ["B", "E"], ["D", "F"]])
