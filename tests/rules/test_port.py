"""Port: 000 p.12, 004 (The more the merrier), games.md 3."""

import pytest
from playing import deal, expects, facts, go_on, refuses, start

from dealer.errors import RecordError
from dealer.game.driver import Game
from dealer.rules.events import event


def test_on_your_turn_you_may_either_take_a_hit_or_lock() -> None:
    game = deal(start("port", 3), 5, 6, 7)
    assert (game.state.turn, expects(game), game.expects.prices) == ("A", ["hit", "lock"], {})
    refuses(game, "A fold")


def test_burn_five_cards() -> None:
    assert start("port", 2).state.deck == 50


def test_a_locked_or_bust_player_is_skipped() -> None:
    game = go_on(deal(start("port", 3), 5, 6, 7), "A lock; B hit 6")
    assert facts(game, "status") == ["locked", "bust", "in"]
    assert facts(game, "stack") == [[5], [], [7]]
    assert game.state.discards == 7
    go_on(game, "C hit 3")
    assert game.state.turn == "C"


def test_these_players_earn_5_4_4_2_and_0_game_points() -> None:
    game = deal(start("port", 5), 10, 10, 9, 10, 6)
    go_on(game, "E hit 6; A hit 9; B hit 8; C hit 8; D hit 7; A hit 4; B hit 4; C hit 5")
    go_on(game, "D lock; A lock; B lock; C lock")
    assert facts(game, "score") == [5, 4, 4, 2, 0]
    assert facts(game, "stack") == [[]] * 5
    assert facts(game, "status") == ["in"] * 5
    assert (game.state.deck, game.state.discards, expects(game)) == (37, 18, ["deal"])


def test_pairanoia_example() -> None:
    """004: Tanja 21, Melli 16, Hagen eliminated, Andy 21: 4, 2, 0 and 4 points."""
    game = deal(start("port", ("Tanja", "Melli", "Hagen", "Andy"), edition="pairanoia"), 10, 10, 6, 10)
    go_on(game, "Hagen hit 6; Andy hit 8; Tanja hit 9; Melli hit 6; Andy hit 3; Tanja hit 2; Melli lock; Andy lock")
    go_on(game, "Tanja lock")
    assert facts(game, "score") == [4, 2, 0, 4]


def test_everybody_bust_scores_nothing() -> None:
    game = go_on(deal(start("port", 2), 5, 6), "A hit 5; B hit 6")
    assert facts(game, "score") == [0, 0]
    assert expects(game) == ["deal"]


def tied(edition: str, players: int = 3) -> Game:
    """A and B tie with 3 points each, which is the target; C has 1."""
    game = deal(start("port", players, target=3, edition=edition), 6, 10, 5)
    return go_on(game, "C lock; A hit 4; B lock; A lock")


def test_keep_playing_until_a_player_scores_21_points() -> None:
    game = start("port", 2)
    for card in [9] * 9 + [8]:
        go_on(deal(game, card, 10), "A lock; B lock")
        assert not game.state.over
    assert facts(game, "score") == [10, 20]
    go_on(deal(game, 8, 7), "B lock; A lock")
    assert game.state.over
    assert game.state.winners == ("B",)
    assert game.state.losers == ()


def test_the_highest_score_wins_at_the_end_of_the_round() -> None:
    game = go_on(deal(start("port", 3, target=2), 5, 6, 7), "A lock; B lock; C lock")
    assert game.state.winners == ("C",)
    assert facts(game, "score") == [1, 2, 3]


def test_in_pairanoia_all_tied_players_are_winners() -> None:
    game = tied("pairanoia")
    assert game.state.over
    assert game.state.winners == ("A", "B")


def test_only_the_tied_play_on() -> None:
    game = tied("companion")
    assert not game.state.over
    assert facts(game, "status") == ["in", "in", "out"]
    assert [option.player for option in game.expects.options] == ["A", "B"]
    refuses(game, "deal C 4")


def test_the_companion_edition_is_the_default() -> None:
    game = go_on(deal(start("port", 2, target=2), 6, 7), "A hit 5; B hit 4; A lock; B lock")
    assert not game.state.over
    assert facts(game, "score") == [2, 2]


def test_points_are_added_as_before_until_one_of_them_is_ahead() -> None:
    game = tied("companion")
    go_on(deal(game, 8, 9), "A hit 1; B lock; A lock")
    assert facts(game, "score") == [5, 5, 1]
    assert not game.state.over
    go_on(deal(game, 8, 9), "A lock; B lock")
    assert facts(game, "score") == [6, 7, 1]
    assert game.state.winners == ("B",)
    assert facts(game, "status") == ["in", "in", "out"]


def test_who_falls_behind_drops_out() -> None:
    game = deal(start("port", 3, target=3), 6, 7, 8)
    go_on(game, "A hit 4; B hit 3; C hit 2; A lock; B lock; C lock")
    assert facts(game, "score") == [3, 3, 3]
    go_on(deal(game, 6, 7, 5), "C lock; A hit 4; B hit 3; A lock; B lock")
    assert facts(game, "score") == [6, 6, 4]
    assert facts(game, "status") == ["in", "in", "out"]


def test_all_bust_in_a_play_off_changes_nothing() -> None:
    game = go_on(deal(tied("companion"), 8, 9), "A hit 8; B hit 9")
    assert facts(game, "score") == [3, 3, 1]
    assert [option.player for option in game.expects.options] == ["A", "B"]


def test_rotate_deal() -> None:
    game = go_on(deal(start("port", 3, rotate_deal=True), 5, 6, 7), "A lock; B lock; C lock")
    assert [option.player for option in game.expects.options] == ["B", "C", "A"]
    assert game.events[-1] == event("round-over", "A"), "A deals next"


def test_2_to_7_with_pairanoia_2_to_8() -> None:
    assert start("port", 8, edition="pairanoia").header.players
    assert start("port", 2, edition="pairanoia").header.players
    for players, keys in ((8, {}), (8, {"edition": "companion"}), (1, {"edition": "pairanoia"})):
        with pytest.raises(RecordError):
            start("port", players, **keys)
    with pytest.raises(RecordError):
        start("port", tuple("ABCDEFGHI"), edition="pairanoia")


@pytest.mark.parametrize("keys", [{"edition": "german"}, {"coin": 1}, {"forfeit": "x"}, {"play_to": 9}])
def test_keys_of_other_variants(keys: dict[str, object]) -> None:
    with pytest.raises(RecordError):
        start("port", 3, **keys)
