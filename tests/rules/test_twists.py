"""Twists: 000 p.11, 002, 004, games.md 2."""

from itertools import combinations

import pytest
from playing import deal, expects, facts, go_on, refuses, stack, start

from dealer.errors import RecordError
from dealer.rules.events import event

EIGHTS, CALAMITIES, UNLUCKY, CATCH = "pieces-of-eight", "calamities", "unlucky-seven", "five-card-catch"


# -- pieces of eight


@pytest.mark.parametrize("variant", ["basic", "continuous"])
def test_if_you_have_an_8_you_can_discard_it_and_take_two_cards(variant: str) -> None:
    game = deal(start(variant, 2, twists=[EIGHTS]), 8, 9)
    assert expects(game) == ["discard", "fold", "hit"]
    go_on(game, "A discard 8")
    assert (game.state.turn, expects(game), game.expects.prices) == ("A", ["hit"], {})
    assert game.state.discards == 6
    assert stack(game, "A") == []
    refuses(game, "A fold 9")
    go_on(game, "A hit 5")
    assert (game.state.turn, expects(game)) == ("A", ["hit"])
    go_on(game, "A hit 6")
    assert game.state.turn == "B"
    assert stack(game, "A") == [5, 6]


def test_the_trade_needs_an_8_and_is_only_for_an_8() -> None:
    game = deal(start("basic", 2, twists=[EIGHTS]), 5, 9)
    assert expects(game) == ["fold", "hit"]
    refuses(game, "A discard 8")
    refuses(deal(start("basic", 2, twists=[EIGHTS]), 8, 9), "A discard 5")
    refuses(deal(start("basic", 2), 8, 9), "A discard 8")


def test_the_discarded_8_no_longer_pairs() -> None:
    game = go_on(deal(start("basic", 2, twists=[EIGHTS]), 8, 9), "A discard 8; A hit 8; A hit 5")
    assert stack(game, "A") == [8, 5]
    assert game.state.turn == "B"


def test_if_the_first_card_makes_a_pair_you_dont_deal_the_second_in_continuous() -> None:
    game = go_on(deal(start("continuous", 2, twists=[EIGHTS]), 8, 9), "A hit 10; B hit 6; A discard 8; A hit 10")
    assert game.state.turn == "B"
    assert facts(game, "score") == [10, 0]


def test_if_the_first_card_makes_a_pair_the_round_is_over_in_basic() -> None:
    game = go_on(deal(start("basic", 2, twists=[EIGHTS]), 8, 9), "A hit 10; B hit 6; A discard 8; A hit 10")
    assert expects(game) == ["deal"]


def test_the_second_of_the_two_may_pair_too() -> None:
    game = go_on(deal(start("continuous", 2, twists=[EIGHTS]), 8, 9), "A discard 8; A hit 5; A hit 5")
    assert facts(game, "score") == [5, 0]
    assert game.state.turn == "B"


def test_an_8_among_the_two_gives_no_further_trade_before_the_next_turn() -> None:
    game = go_on(deal(start("continuous", 2, twists=[EIGHTS]), 8, 9), "A discard 8; A hit 8; A hit 5")
    assert game.state.turn == "B"
    assert expects(go_on(game, "B hit 6")) == ["discard", "fold", "hit"]


def test_trading_in_port() -> None:
    game = deal(start("port", 2, twists=[EIGHTS]), 8, 9)
    assert expects(game) == ["discard", "hit", "lock"]
    go_on(game, "A discard 8; A hit 5; A hit 5")
    assert facts(game, "status") == ["bust", "in"]
    assert game.state.turn == "B"


def test_a_reshuffle_between_the_two_cards() -> None:
    game = deal(start("basic", 2, twists=[EIGHTS], burn=52), 8, 9)
    go_on(game, "A discard 8; A hit 5")
    assert expects(game) == ["reshuffle"]
    go_on(game, "reshuffle")
    assert (game.state.turn, expects(game)) == ("A", ["hit"])


# -- calamities


def test_7s_are_lower_than_1s_when_determining_who_goes_first() -> None:
    assert deal(start("basic", 3, twists=[CALAMITIES]), 1, 7, 2).state.turn == "B"
    assert deal(start("basic", 3, twists=[UNLUCKY]), 1, 7, 2).state.turn == "B"
    assert deal(start("basic", 3), 1, 7, 2).state.turn == "A"


def test_tie_breakers_included() -> None:
    game = go_on(deal(start("basic", 2, twists=[CALAMITIES]), 5, 5), "deal A 1; deal B 7")
    assert game.state.turn == "B"


def test_if_you_receive_a_7_the_turn_stays_on_you() -> None:
    game = go_on(deal(start("basic", 2, twists=[CALAMITIES]), 5, 9), "A hit 7")
    assert (game.state.turn, expects(game)) == ("A", ["fold", "hit"])
    assert go_on(game.copy(), "A hit 6").state.turn == "B"
    assert expects(go_on(game, "A fold")) == ["deal"]


def test_price_and_choice_of_folding_still_see_a_7_as_7() -> None:
    game = deal(start("basic", 3, twists=[CALAMITIES]), 7, 8, 5)
    assert game.expects.prices == {"fold": 5}
    assert facts(go_on(game, "A fold"), "score") == [5, 0, 0]


def test_in_continuous_this_is_true_even_when_the_7_gives_you_a_pair() -> None:
    game = go_on(deal(start("continuous", 2, twists=[CALAMITIES]), 7, 9), "A hit 7")
    assert facts(game, "score") == [7, 0]
    assert (game.state.turn, expects(game)) == ("A", ["hit"])
    assert go_on(game, "A hit 4").state.turn == "B"


def test_a_7_that_pairs_ends_a_round_of_basic() -> None:
    assert expects(go_on(deal(start("basic", 2, twists=[CALAMITIES]), 7, 9), "A hit 7")) == ["deal"]


def test_a_7_that_busts_in_port_ends_the_turn() -> None:
    game = go_on(deal(start("port", 2, twists=[CALAMITIES]), 7, 9), "A hit 7")
    assert game.state.turn == "B"


def test_one_7_after_another() -> None:
    game = go_on(deal(start("continuous", 2, twists=[CALAMITIES]), 5, 9), "A hit 7; A hit 7")
    assert (game.state.turn, expects(game)) == ("A", ["hit"])
    game = go_on(game, "A hit 7")
    assert game.state.turn == "A"


def test_a_7_of_the_deal_gives_no_extra_turn() -> None:
    game = go_on(deal(start("basic", 2, twists=[CALAMITIES]), 7, 9), "A hit 5")
    assert game.state.turn == "B"


def test_a_7_that_loses_the_game_ends_it() -> None:
    game = go_on(deal(start("continuous", 2, twists=[CALAMITIES], target=7), 7, 9), "A hit 7")
    assert game.state.over


# -- unlucky seven


@pytest.mark.parametrize("variant", ["basic", "continuous"])
def test_if_you_get_a_7_during_your_turn_you_immediately_get_a_second_card(variant: str) -> None:
    game = go_on(deal(start(variant, 2, twists=[UNLUCKY]), 5, 9), "A hit 7")
    assert (game.state.turn, expects(game), game.expects.prices) == ("A", ["hit"], {})
    refuses(game, "A fold 5")
    assert go_on(game, "A hit 6").state.turn == "B"


def test_a_second_7_is_unlucky_again_in_continuous() -> None:
    game = go_on(deal(start("continuous", 2, twists=[UNLUCKY]), 5, 9), "A hit 7; A hit 7")
    assert facts(game, "score") == [7, 0]
    assert (game.state.turn, expects(game)) == ("A", ["hit"])


def test_after_an_unlucky_seven_there_is_no_lock_in_port() -> None:
    game = go_on(deal(start("port", 2, twists=[UNLUCKY]), 5, 9), "A hit 7")
    assert expects(game) == ["hit"]


# -- combinations


def test_a_7_among_the_two_cards_adds_its_extra_turn_after_the_two_are_dealt() -> None:
    game = go_on(deal(start("basic", 2, twists=[EIGHTS, CALAMITIES]), 8, 9), "A discard 8; A hit 7")
    assert expects(game) == ["hit"]
    go_on(game, "A hit 8")
    assert (game.state.turn, expects(game)) == ("A", ["discard", "fold", "hit"])
    go_on(game, "A discard 8; A hit 3; A hit 4")
    assert game.state.turn == "B"


def test_one_extra_turn_even_for_two_7s() -> None:
    game = deal(start("continuous", 2, twists=[CALAMITIES, EIGHTS]), 8, 9)
    go_on(game, "A discard 8; A hit 7; A hit 7")
    assert (game.state.turn, expects(game)) == ("A", ["hit"])
    assert go_on(game, "A hit 5").state.turn == "B"


def test_in_continuous_it_stands_even_when_one_of_the_two_pairs() -> None:
    game = deal(start("continuous", 2, twists=[CALAMITIES, EIGHTS]), 8, 9)
    go_on(game, "A hit 5; B hit 6; A discard 8; A hit 7; A hit 5")
    assert facts(game, "score") == [5, 0]
    assert (game.state.turn, expects(game)) == ("A", ["hit"])


def test_the_forced_hit_comes_after_the_two_cards() -> None:
    game = go_on(deal(start("basic", 2, twists=[EIGHTS, UNLUCKY]), 8, 9), "A discard 8; A hit 7; A hit 8")
    assert (game.state.turn, expects(game)) == ("A", ["hit"])
    assert go_on(game, "A hit 4").state.turn == "B"


@pytest.mark.parametrize("variant", ["basic", "continuous", "port"])
def test_calamities_and_unlucky_seven_are_not_played_together(variant: str) -> None:
    with pytest.raises(RecordError):
        start(variant, 3, twists=[CALAMITIES, UNLUCKY])


@pytest.mark.parametrize("variant", ["basic", "continuous", "port"])
def test_any_others_can_be_combined(variant: str) -> None:
    allowed = (EIGHTS, CALAMITIES, UNLUCKY) if variant == "port" else (EIGHTS, CALAMITIES, UNLUCKY, CATCH)
    for size in range(4):
        for twists in combinations(allowed, size):
            if not {CALAMITIES, UNLUCKY} <= set(twists):
                assert start(variant, 3, twists=list(twists)).to_json()["twists"] == list(twists)


@pytest.mark.parametrize("variant", ["port", "hawthorn", "venture", "rocket"])
def test_five_card_catch_is_for_basic_and_continuous(variant: str) -> None:
    with pytest.raises(RecordError):
        start(variant, 3, twists=[CATCH])


# -- five card catch


def caught(**keys: object) -> list[object]:
    """A has scored 4, B 3 and C catches five cards."""
    game = start("basic", 3, twists=[CATCH], **keys)
    go_on(deal(game, 4, 10, 10), "A fold")
    go_on(deal(game, 9, 3, 10), "B fold")
    deal(game, 10, 9, 1)
    go_on(game, "C hit 5; A hit 8; B hit 8; C hit 6; A hit 7; B hit 6; C hit 7; A hit 5; B hit 5; C hit 8")
    assert game.state.over
    assert game.events[0] == event("catch", "C", 8)
    assert game.state.winners == ("C",)
    assert game.state.losers == ()
    assert stack(game, "C") == [1, 5, 6, 7, 8]
    assert stack(game, "A") == [10, 8, 7, 5]
    return [*facts(game, "coins"), game.state.pot]


def test_a_player_who_accumulates_any_five_cards_wins_the_game() -> None:
    assert caught() == [0, 0, 0, 0]


@pytest.mark.parametrize("stakes", ["seattle", "tacoma", "cutchfeld", "portland"])
def test_all_other_players_pay_their_score_whatever_the_stakes(stakes: str) -> None:
    assert caught(stakes=stakes) == [-4, -3, 7, 0]
    assert caught(stakes=stakes, coin=2, carry=5) == [-8, -6, 14, 5]


def test_tie_breakers_count_and_it_may_happen_in_the_deal() -> None:
    game = deal(start("basic", 2, twists=[CATCH]), 10, 10)
    go_on(game, "deal A 9; deal B 9; deal A 8; deal B 8; deal A 7; deal B 7; deal A 6")
    assert game.state.winners == ("A",)
    assert game.state.over


def test_the_fifth_card_must_not_pair() -> None:
    game = deal(start("continuous", 2, twists=[CATCH]), 4, 10)
    go_on(game, "A hit 5; B hit 9; A hit 6; B hit 8; A hit 7; B hit 7; A hit 7")
    assert not game.state.over
    assert facts(game, "score") == [7, 0]
