"""Rocket: 000 p.16, games.md 3."""

import pytest
from playing import expects, facts, go_on, refuses, start

from dealer.errors import RecordError
from dealer.game.driver import Game
from dealer.rules.events import event

PLAYERS = ("Dora", "A", "B")


def table(**keys: object) -> Game:
    return start("rocket", PLAYERS, **{"dealer": "Dora", **keys})


def dealt(**keys: object) -> Game:
    """A bets 20 and has an 8, B bets 50 and has a 9, Dora has a 6."""
    return go_on(table(**keys), "A bet 20; B bet 50; deal A 8; deal B 9; deal Dora 6")


def test_to_begin_each_player_must_place_a_bet() -> None:
    game = table(carry=3)
    assert (game.state.turn, expects(game)) == ("A", ["bet"])
    refuses(game, "B bet 20")
    go_on(game, "A bet 20")
    assert (game.state.turn, game.state.pot) == ("B", 3)
    assert facts(game, "coins") == [0, 0, 0]
    refuses(game, "Dora bet 10")
    go_on(game, "B bet 1000000")
    assert (game.state.turn, expects(game)) == (None, ["deal"])


@pytest.mark.parametrize("bet", [0, 5, 15, 21])
def test_a_bet_must_be_divisible_by_10(bet: int) -> None:
    refuses(table(), f"A bet {bet}")


def test_up_to_a_maximum_bet() -> None:
    refuses(table(max_bet=50), "A bet 60")
    assert go_on(table(max_bet=50), "A bet 50").state.turn == "B"


def test_deal_one_card_to_each_player_and_then_to_the_dealer() -> None:
    game = go_on(table(), "A bet 20; B bet 50")
    assert [option.player for option in game.expects.options] == ["A", "B", "Dora"]


def test_play_begins_on_the_dealers_left() -> None:
    game = dealt()
    assert (game.state.turn, expects(game)) == ("A", ["fold", "hit"])


def test_fold_for_a_tenth_of_the_bet_times_the_lowest_card_in_your_or_the_dealers_stack() -> None:
    game = dealt()
    assert game.expects.prices == {"fold": 12}
    go_on(game, "A hit 4")
    assert game.expects.prices == {"fold": 30}
    go_on(game, "B fold")
    assert facts(game, "coins") == [30, 0, -30]
    assert {type(coins) for coins in facts(game, "coins")} == {int}, "payments are whole coins"
    assert facts(game, "status") == ["in", "in", "folded"]
    assert facts(game, "stack") == [[6], [8, 4], []]
    go_on(game, "Dora hit 10")
    assert game.expects.prices == {"fold": 8}  # 2 × 4


def test_in_turn_players_may_either_fold_or_hit() -> None:
    assert "In turn, players may either fold or hit (000, Rocket)." in refuses(dealt(), "A bet 100")


def test_if_you_get_a_pair_you_pay_that_number_multiplied_by_a_tenth_of_your_bet() -> None:
    game = go_on(dealt(), "A hit 8")
    assert facts(game, "coins") == [16, -16, 0]
    assert facts(game, "status") == ["in", "bust", "in"]


def test_the_dealer_always_hits() -> None:
    game = go_on(dealt(), "A hit 4; B hit 4")
    assert (game.state.turn, expects(game)) == ("Dora", ["hit"])
    refuses(game, "Dora fold")
    go_on(game, "Dora hit 7")
    assert game.state.turn == "A"


def test_when_the_dealer_catches_a_pair_she_pays_all_surviving_players() -> None:
    game = go_on(dealt(), "A hit 4; B fold; Dora hit 6")
    assert facts(game, "coins") == [30 - 12, 12, -30]
    assert game.state.over
    assert game.state.losers == ("Dora",)
    assert game.state.winners == ("A",)
    assert facts(game, "status") == ["bust", "in", "folded"]
    assert facts(game, "stack") == [[], [8, 4], []]


def test_a_3_is_sudden_death_for_the_dealer() -> None:
    game = go_on(dealt(), "A hit 3; B hit 3; Dora hit 3")
    assert facts(game, "coins") == [-21, 6, 15]
    assert game.state.losers == ("Dora",)


def test_even_on_her_first_card() -> None:
    game = go_on(table(), "A bet 20; B bet 50; deal A 8; deal B 9; deal Dora 3")
    assert game.state.over
    assert facts(game, "coins") == [-21, 6, 15]
    assert game.state.winners == ("A", "B")


def test_she_loses_immediately_also_when_she_was_dealt_to_out_of_order() -> None:
    game = go_on(table(), "A bet 20; B bet 50; deal A 8; deal Dora 3")
    assert game.state.over
    assert facts(game, "coins") == [-21, 6, 15]


def test_what_is_told_of_a_fold() -> None:
    told = go_on(dealt(), "A fold").events
    assert told == (event("fold", "A", None, 12), event("pays", "A", None, 12, "Dora"))


def test_the_game_continues_until_all_players_pair_or_fold() -> None:
    game = go_on(dealt(), "A fold; B hit 9")
    assert game.state.over
    assert game.state.winners == ("Dora",)
    assert game.state.losers == ()
    assert facts(game, "coins") == [12 + 45, -12, -45]
    assert facts(game, "stack") == [[6], [], []]


def test_who_is_out_is_skipped() -> None:
    game = go_on(dealt(), "A fold; B hit 4; Dora hit 5")
    assert game.state.turn == "B"


def test_start_with_the_low_card() -> None:
    game = go_on(table(first="low-card"), "A bet 20; B bet 50; deal A 8; deal B 7; deal Dora 6")
    assert game.state.turn == "B"
    go_on(game, "B hit 1; A hit 5")
    assert game.state.turn == "Dora"


def test_break_ties_by_choosing_the_player_closest_to_the_left_of_the_button() -> None:
    for button, first in ((None, "A"), ("Dora", "A"), ("A", "B"), ("B", "A")):
        keys = {"first": "low-card"} | ({"button": button} if button else {})
        game = go_on(table(**keys), "A bet 20; B bet 50; deal A 8; deal B 8; deal Dora 6")
        assert game.state.turn == first


def test_several_decks() -> None:
    game = table(decks=2)
    assert game.state.deck == 110
    assert game.possible_ranks[1] == 2
    go_on(game, "A bet 20; B bet 50; deal A 1; deal B 1; deal Dora 6")
    refuses(game, "A hit 1")


def test_the_next_round_begins_at_once_and_the_deal_passes_to_the_left() -> None:
    game = go_on(dealt(rounds=2), "A fold; B fold")
    assert not game.state.over
    assert (game.state.turn, expects(game)) == ("B", ["bet"])
    assert facts(game, "status") == ["in", "in", "in"]
    assert facts(game, "stack") == [[], [], []]
    assert (game.state.deck, game.state.discards) == (52, 3)
    go_on(game, "B bet 10; Dora bet 10; deal B 5; deal Dora 6; deal A 3")
    assert game.state.over
    assert game.state.losers == ("A",)
    assert facts(game, "coins") == [12 + 30 + 3, -12 - 6, -30 + 3]
    game = go_on(dealt(rounds=2, rotate_deal=False), "A fold; B fold")
    assert game.state.turn == "A"


@pytest.mark.parametrize(("burn", "shuffles"), [(40, False), (41, True)])
def test_with_11_cards_or_fewer_all_cards_are_shuffled_before_the_next_round(burn: int, shuffles: bool) -> None:
    game = go_on(dealt(rounds=2, burn=burn), "A fold; B fold")
    assert game.state.deck == 52 - burn
    assert expects(game) == (["reshuffle"] if shuffles else ["bet"])
    if shuffles:
        assert game.state.turn is None
        refuses(game, "B bet 10")
        go_on(game, "reshuffle")
        assert (game.state.deck, game.state.turn) == (55 - burn, "B")


def test_pot_and_carry_stay_as_they_were() -> None:
    assert go_on(dealt(carry=9), "A fold; B fold").state.pot == 9


@pytest.mark.parametrize(
    "keys", [{"decks": 0}, {"decks": 9}, {"first": "A"}, {"button": "Z"}, {"rounds": 0}, {"play_to": 1}, {"max_bet": 5}]
)
def test_options(keys: dict[str, object]) -> None:
    with pytest.raises(RecordError):
        table(**keys)
