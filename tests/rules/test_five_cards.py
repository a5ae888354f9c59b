"""Five Cards: 000 p.39, games.md 3."""

import random

from playing import expects, facts, go_on, refuses, start

from dealer.game.driver import Game, Header
from dealer.rehearsal.bots import play_at_random


def begun(**keys: object) -> Game:
    return go_on(start("five-cards", 2, **keys), "deal table 3 5 6 7 9")


def test_deal_five_unmatched_cards_into_the_middle() -> None:
    game = begun()
    assert (game.state.turn, expects(game)) == ("A", ["draw"])
    assert sorted(game.state.table) == [3, 5, 6, 7, 9]
    assert game.state.deck == 50


def test_matching_cards_are_discarded_and_then_reshuffled() -> None:
    game = go_on(start("five-cards", 2), "deal table 3 3; deal table 5 6")
    assert (game.state.deck, game.state.discards, expects(game)) == (51, 1, ["deal"])
    refuses(game, "deal table 7 9 10")
    go_on(game, "deal table 7; deal table 9")
    assert (game.state.deck, game.state.discards) == (50, 0)
    assert game.possible_ranks[3] == 2


def test_first_is_the_dealers_left_or_as_the_header_says() -> None:
    assert begun(dealer="A").state.turn == "B"
    assert begun(first="B").state.turn == "B"


def test_draw_a_card_and_play_it_on_your_side() -> None:
    game = go_on(begun(), "A draw 8")
    assert (game.state.turn, expects(game)) == ("A", ["place"])
    assert facts(game, "stack") == [[8], []]
    assert game.state.deck == 49
    go_on(game, "A place 7")
    assert (game.state.turn, expects(game)) == ("B", ["draw"])
    assert facts(game, "stack") == [[8], []]


def test_you_cant_play_a_card_if_it_matches_any_card_in_the_column() -> None:
    game = go_on(begun(), "A draw 7")
    refuses(game, "A place 7")
    refuses(game, "A place 4")
    game = go_on(begun(), "A draw 8; A place 7; B draw 8")
    refuses(game, "B place 7")
    go_on(game, "B place 9; A draw 8")
    refuses(game, "A place 7")
    refuses(game, "A place 9")


def sevens() -> Game:
    """A sevens on 3, 5, 6 and 9; then another 7 is unplayable."""
    game = begun()
    for mine, target, card in ((7, 3, 1), (7, 5, 2), (7, 6, 4)):
        go_on(game, f"A draw {mine}; A place {target}; B draw {card}; B place 7")
    return go_on(game, "A draw 7; A place 9")


def test_an_unplayable_card_ends_the_round() -> None:
    game = go_on(sevens(), "B draw 7")
    assert not game.state.over
    assert facts(game, "score") == [3 + 5 + 6 + 9, 7]
    assert (game.state.turn, expects(game)) == (None, ["deal"])
    assert (game.state.deck, game.state.discards, game.state.table) == (55, 0, ())
    assert facts(game, "stack") == [[], []]


def test_on_subsequent_rounds_the_player_who_scored_the_fewest_points_goes_first() -> None:
    game = go_on(sevens(), "B draw 7; deal table 1 2 3 4 5")
    assert game.state.turn == "B"


def columns(points: tuple[list[int], list[int]], target: int) -> list[int]:
    game = begun()
    table = game._table
    table.columns = {target: points}
    table.score_the_columns()
    return table.scores


def test_the_higher_sum_scores_the_value_of_the_target() -> None:
    assert columns(([1, 2], [4]), 9) == [0, 9]
    assert columns(([5], [4]), 9) == [9, 0]


def test_tied_players_divide_the_value_rounding_down() -> None:
    assert columns(([1, 4], [5]), 9) == [4, 4]
    assert columns(([], []), 7) == [3, 3]


def finished(scores: list[int]) -> Game:
    """A round that A wins 23 to 7, from these scores."""
    game = sevens()
    game._table.scores[:] = scores
    return go_on(game, "B draw 7")


def test_the_first_to_reach_100_wins() -> None:
    assert finished([77, 0]).state.winners == ("A",)
    assert finished([0, 93]).state.winners == ("B",)
    assert not finished([76, 92]).state.over
    game = finished([77, 0])
    assert sorted(game.state.table) == [3, 5, 6, 7, 9], "nothing is swept up"
    assert game.state.discards == 1


def test_if_both_do_at_once_the_higher_wins_and_if_tied_they_play_on() -> None:
    assert finished([80, 95]).state.winners == ("A",)
    assert finished([80, 97]).state.winners == ("B",)
    assert not finished([80, 96]).state.over


def test_after_a_tied_round_the_same_player_goes_first() -> None:
    header = Header.from_mapping({"variant": "five-cards", "players": ["A", "B"], "first": "B"})
    for seed in range(40):
        whole = play_at_random(header, random.Random(seed))
        game, first, before = Game(header), "B", [0, 0]
        for act in whole.acts:
            dealing = game.expects.verbs == ("deal",)
            game.push(act)
            if dealing and game.expects.verbs == ("draw",):
                assert game.state.turn == first
            scores = facts(game, "score")
            if scores != before:
                scored = [now - then for now, then in zip(scores, before, strict=True)]
                first = first if scored[0] == scored[1] else ("A" if scored[0] < scored[1] else "B")
                before = scores
