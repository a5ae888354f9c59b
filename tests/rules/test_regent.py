"""Regent: 000 p.28, games.md 3."""

import pytest
from playing import deal, expects, facts, go_on, refuses, stack, start

from dealer.rules.events import event


def test_two_cards_face_down_and_one_face_up_each() -> None:
    game = start("regent", 2)
    assert facts(game, "hidden") == [2, 2]
    assert (game.state.deck, game.state.discards, expects(game)) == (46, 5, ["deal"])
    deal(game, 3, 8)
    assert (game.state.turn, expects(game)) == ("A", ["attack", "draw", "fold", "gift", "see"])
    assert game.expects.prices == {"fold": 3}


def test_the_lowest_upcard_will_go_first_ties_as_in_pairs() -> None:
    assert deal(start("regent", 2), 8, 3).state.turn == "B"
    assert go_on(deal(start("regent", 2), 8, 8), "deal A 9; deal B 3").state.turn == "B"


def test_draw_takes_a_card_into_the_hand_face_down() -> None:
    game = go_on(deal(start("regent", 2), 3, 8), "A draw")
    assert facts(game, "hidden") == [3, 2]
    assert (game.state.deck, game.state.turn) == (43, "B")
    refuses(game, "B draw 4")


def test_attack_deals_a_card_from_the_deck_into_the_opponents_stack() -> None:
    game = go_on(deal(start("regent", 2), 3, 8), "A attack B 9")
    assert stack(game, "B") == [8, 9]
    assert (game.state.deck, game.state.turn) == (43, "B")
    refuses(game, "B attack B 4")


def test_if_you_deal_your_opponent_a_face_up_pair_you_lose_the_round_and_pay() -> None:
    game = go_on(deal(start("regent", 2, carry=4), 3, 8), "A attack B 8")
    assert game.state.over
    assert facts(game, "coins") == [-8, 8]
    assert (game.state.losers, game.state.winners, game.state.pot) == (("A",), ("B",), 4)
    assert facts(game, "status") == ["out", "in"]
    assert facts(game, "stack") == [[], [8]]
    assert facts(game, "hidden") == [0, 2]
    assert game.state.discards == 5 + 1 + 3


def test_gift_plays_a_down_card_into_the_opponents_stack() -> None:
    game = go_on(deal(start("regent", 2), 3, 8), "A gift B 9")
    assert facts(game, "hidden") == [1, 2]
    assert stack(game, "B") == [8, 9]
    assert game.state.deck == 44
    assert game.state.turn == "B"


def test_you_cant_give_your_opponent_a_face_up_pair() -> None:
    refuses(deal(start("regent", 2), 3, 8), "A gift B 8")
    for card in (1, 10):
        assert stack(go_on(deal(start("regent", 2), 3, 8), f"A gift B {card}"), "B") == [8, card]


def test_what_is_told_of_a_turn() -> None:
    before = deal(start("regent", 2), 3, 8)
    assert go_on(before.copy(), "A draw").events == (event("drew", "A"),)
    assert go_on(before.copy(), "A attack B 9").events == (event("attacked", "A", 9, None, "B"),)
    assert go_on(before.copy(), "A attack B 8").events[:2] == (
        event("attacked", "A", 8, 8, "B"), event("pays", "A", None, 8, "B"),
    )  # fmt: skip
    assert go_on(before.copy(), "A gift B 9").events == (event("gifted", "A", 9, None, "B"),)
    assert go_on(before.copy(), "A fold").events[:2] == (event("fold", "A", None, 3), event("pays", "A", None, 3, "B"))
    assert go_on(before.copy(), "A see B 4 4").events[:3] == (
        event("saw", "A", None, None, "B", cards=(4, 4)), event("pair", "B", 4, 4), event("pays", "B", None, 4, "A"),
    )  # fmt: skip


def test_a_gift_needs_a_down_card_and_seeing_needs_one_of_theirs() -> None:
    game = go_on(deal(start("regent", 2), 3, 8), "A gift B 9; B draw; A gift B 10; B draw")
    assert facts(game, "hidden") == [0, 4]
    assert expects(game) == ["attack", "draw", "fold", "see"]
    refuses(game, "A gift B 7")
    go_on(game, "A draw")
    assert expects(game) == ["attack", "draw", "fold", "gift", "see"]
    game = go_on(deal(start("regent", 2), 3, 8), "A gift B 9; B gift A 9; A gift B 10; B gift A 10")
    assert expects(game) == ["attack", "draw", "fold"]
    refuses(game, "A see B 4")


def test_fold_pays_your_opponent_the_lowest_face_up_card() -> None:
    game = go_on(deal(start("regent", 2), 8, 3), "B attack A 2; A fold")
    assert facts(game, "coins") == [-2, 2]
    assert facts(game, "status") == ["folded", "in"]
    assert game.state.losers == ("A",)


def test_if_they_have_a_pair_they_pay_the_highest() -> None:
    game = go_on(deal(start("regent", 2), 3, 8), "A draw; B draw; A attack B 9; B draw; A see B 8 8 9 9")
    assert facts(game, "coins") == [9, -9]
    assert facts(game, "status") == ["in", "bust"]
    assert game.state.winners == ("A",)
    assert facts(game, "stack") == [[3], []]


def test_a_pair_of_down_cards_counts() -> None:
    game = go_on(deal(start("regent", 2), 3, 8), "A see B 4 4")
    assert facts(game, "coins") == [4, -4]


def test_all_of_the_down_cards_are_seen() -> None:
    game = deal(start("regent", 2), 3, 8)
    refuses(game, "A see B 4")
    refuses(game, "A see B 4 4 4")
    refuses(game, "A see A 4 4")


def test_if_they_have_no_pair_you_pay_their_highest_card() -> None:
    game = go_on(deal(start("regent", 2), 3, 8), "A see B 4 10")
    assert facts(game, "coins") == [-10, 10]
    assert facts(game, "status") == ["out", "in"]
    assert facts(game, "stack") == [[], [8, 4, 10]]
    assert facts(game, "hidden") == [0, 0]
    game = go_on(deal(start("regent", 2), 3, 8), "A see B 4 5")
    assert facts(game, "coins") == [-8, 8]


def test_the_next_round_is_dealt_at_once_from_the_same_draw_pile() -> None:
    game = go_on(deal(start("regent", 2, rounds=2), 3, 8), "A fold")
    assert not game.state.over
    assert facts(game, "hidden") == [2, 2]
    assert facts(game, "stack") == [[], []]
    assert facts(game, "status") == ["in", "in"]
    assert (game.state.deck, game.state.discards, expects(game)) == (40, 11, ["deal"])
    assert [option.player for option in game.expects.options] == ["A", "B"]
    go_on(deal(game, 9, 8), "B fold")
    assert game.state.over
    assert facts(game, "coins") == [-3 + 8, 3 - 8]
    assert (game.state.losers, game.state.winners) == (("B",), ("A",))


@pytest.mark.parametrize(("burn", "shuffles"), [(43, False), (44, True)])
def test_with_fewer_than_6_cards_all_are_shuffled_first(burn: int, shuffles: bool) -> None:
    game = go_on(deal(start("regent", 2, rounds=2, burn=burn), 3, 8), "A fold")
    assert expects(game) == (["reshuffle"] if shuffles else ["deal"])
    if shuffles:
        assert facts(game, "hidden") == [0, 0]
        assert (game.state.deck, game.state.discards) == (5, 50)
        go_on(game, "reshuffle")
        assert (game.state.deck, game.state.discards) == (7, 44)
        assert facts(game, "hidden") == [2, 2]


def test_only_reshuffle_is_expected_when_the_draw_pile_is_empty() -> None:
    game = deal(start("regent", 2, burn=48), 3, 8)
    assert game.state.deck == 1
    go_on(game, "A draw")
    assert expects(game) == ["reshuffle"]
    refuses(game, "B fold")
    go_on(game, "reshuffle; B draw")
    assert expects(game) == ["reshuffle"]


def test_with_neither_deck_nor_discards_gift_fold_and_see_are_left() -> None:
    game = deal(start("regent", 2, burn=0), 3, 8)
    for index in range(49):
        go_on(game, f"{'AB'[index % 2]} draw")
    assert (game.state.deck, game.state.discards) == (0, 0)
    assert (game.state.turn, expects(game)) == ("B", ["fold", "gift", "see"])
    refuses(game, "B draw")
    refuses(game, "B attack A 9")


# -- 3 to 6 players


def test_after_draw_and_fold_the_turn_goes_left() -> None:
    game = deal(start("regent", 3), 3, 8, 9)
    assert go_on(game.copy(), "A draw").state.turn == "B"
    go_on(game, "A fold")
    assert game.state.turn == "B"
    assert facts(game, "coins") == [-3, 0, 0]
    assert game.state.pot == 3
    assert game.expects.prices == {"fold": 8}


@pytest.mark.parametrize("act", ["A attack C 4", "A gift C 4"])
def test_after_attack_and_gift_the_turn_passes_to_that_player(act: str) -> None:
    assert go_on(deal(start("regent", 3), 3, 8, 9), act).state.turn == "C"


def test_after_an_attack_that_pairs_the_attacker_is_out() -> None:
    game = go_on(deal(start("regent", 3), 3, 8, 9), "A attack C 9")
    assert facts(game, "coins") == [-9, 0, 9]
    assert facts(game, "status") == ["out", "in", "in"]
    assert stack(game, "C") == [9]
    assert game.state.turn == "C"
    refuses(game, "C attack A 4")


def test_who_is_seen_with_a_pair_drops_out_and_the_turn_moves_left_from_there() -> None:
    game = go_on(deal(start("regent", 4), 3, 8, 9, 10), "A see C 9 1")
    assert facts(game, "coins") == [9, 0, -9, 0]
    assert facts(game, "status") == ["in", "in", "bust", "in"]
    assert game.state.turn == "D"


def test_without_a_pair_the_cards_remain_face_up_and_the_seer_drops_out() -> None:
    game = go_on(deal(start("regent", 4), 3, 8, 9, 10), "A see C 4 1")
    assert facts(game, "coins") == [-9, 0, 9, 0]
    assert facts(game, "status") == ["out", "in", "in", "in"]
    assert stack(game, "C") == [9, 4, 1]
    assert game.state.turn == "C"


def test_folds_go_to_the_last_surviving_player() -> None:
    game = go_on(deal(start("regent", 3, carry=1), 3, 8, 9), "A fold; B fold")
    assert game.state.over
    assert game.state.winners == ("C",)
    assert game.state.losers == ()
    assert facts(game, "coins") == [-3, -8, 12]


def test_rounds_is_for_two_players_only() -> None:
    with pytest.raises(ValueError, match=r"^rounds came; in regent it is for two players only\.$"):
        start("regent", 3, rounds=2)
