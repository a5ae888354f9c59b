"""Sweep: 000 p.32, games.md 3."""

import random
from collections import Counter
from itertools import product

import pytest
from playing import expects, facts, go_on, refuses, start

from dealer.game.driver import Game, Header
from dealer.rehearsal.real_cards import RealCards


def dealt(*cards: int, players: int = 3, **keys: object) -> Game:
    return go_on(start("sweep", players, **keys), "deal table " + " ".join(map(str, cards)))


@pytest.mark.parametrize(("players", "deck"), [(3, 40), (4, 35), (5, 30), (6, 25)])
def test_a_hand_of_five_cards_to_each_and_no_burn(players: int, deck: int) -> None:
    game = start("sweep", players)
    assert (game.state.deck, game.state.discards) == (deck, 0)
    assert facts(game, "hidden") == [5] * players


def test_five_cards_into_the_center_on_one_line_or_several() -> None:
    game = go_on(start("sweep", 3), "deal table 9 9; deal table 2; deal table 3")
    assert (game.state.turn, expects(game)) == (None, ["deal"])
    refuses(game, "deal table 8 8")
    go_on(game, "deal table 8")
    assert (game.state.turn, expects(game)) == ("A", ["play"])
    assert sorted(game.state.table) == [2, 3, 8, 9, 9]


def test_first_is_the_dealers_left_or_as_the_header_says() -> None:
    assert dealt(9, 9, 2, 3, 8).state.turn == "A"
    assert dealt(9, 9, 2, 3, 8, dealer="A").state.turn == "B"
    assert dealt(9, 9, 2, 3, 8, first="C").state.turn == "C"


def test_a_played_card_lies_in_the_stack_until_it_falls_into_the_middle() -> None:
    game = go_on(dealt(9, 9, 2, 3, 8), "A play 4; B play 6")
    assert facts(game, "stack") == [[4], [6], []]
    assert facts(game, "hidden") == [4, 4, 5]
    assert game.state.turn == "C"


def test_if_the_lowest_card_is_a_4_and_the_highest_are_two_9s_it_picks_up_the_9s() -> None:
    game = go_on(dealt(9, 9, 2, 3, 8), "A play 4; B play 6; C play 10")
    assert facts(game, "hidden") == [6, 7, 6]  # 9 9, then 2 3 4, then 6 8
    assert game.state.discards == 1
    assert game.state.table == ()
    assert expects(game) == ["deal"]


def test_start_with_the_player_who_took_the_last_card() -> None:
    game = go_on(dealt(9, 9, 2, 3, 8), "A play 4; B play 6; C play 10; deal table 10 10 10 9 9")
    assert game.state.turn == "C"


def test_the_highest_may_be_lower_than_the_lowest_card_played() -> None:
    game = go_on(dealt(1, 2, 2, 3, 3), "A play 8; B play 9; C play 10")
    # A takes both 3s, B the 1, both 2s and the 8, C the 9.
    assert facts(game, "hidden") == [6, 8, 5]
    assert game.state.discards == 1


def test_equal_cards_take_single_cards_by_turns_in_order_of_play() -> None:
    game = go_on(dealt(9, 9, 2, 3, 8), "A play 5; B play 7; C play 7")
    assert facts(game, "hidden") == [6, 4, 4]
    assert (game.state.turn, expects(game)) == ("B", ["capture"])
    refuses(game, "B capture 8")
    refuses(game, "C capture 2")
    go_on(game, "B capture 5")
    assert game.state.turn == "C"
    go_on(game, "C capture 2")
    # the 3 is all that is left: it goes to B by itself
    assert facts(game, "hidden") == [6, 6, 5]
    assert game.state.discards == 3
    go_on(game, "deal table 10 10 10 9 8")
    assert game.state.turn == "B"


def test_equal_lowest_cards_share_the_highest_rank() -> None:
    game = go_on(dealt(9, 9, 9, 2, 3), "A play 4; B play 4; C play 6")
    # A, B, A take the 9s; C takes 2, 3, 4, 4
    assert facts(game, "hidden") == [6, 5, 8]
    assert game.state.discards == 1


def test_where_all_that_is_left_is_of_one_rank_it_happens_by_itself() -> None:
    game = go_on(dealt(10, 3, 3, 3, 9), "A play 2; B play 5; C play 5")
    # A takes the 10; of 2, 3, 3, 3 B and C must choose.
    assert game.state.turn == "B"
    go_on(game, "B capture 2")
    assert expects(game) == ["deal"]
    assert facts(game, "hidden") == [5, 6, 6]


def test_a_player_who_goes_last_may_get_nothing() -> None:
    game = go_on(dealt(10, 9, 9, 9, 8), "A play 7; B play 7; C play 10")
    assert facts(game, "hidden") == [5, 4, 10]


def test_the_last_card_taken_decides() -> None:
    game = dealt(10, 10, 10, 10, 10)
    go_on(game, "A play 1; B play 2; C play 2; deal table 9 9 9 9 9")
    # A took the 10s, B the 1.
    assert game.state.turn == "B"


def test_a_captured_card_goes_into_the_hand_and_is_not_a_new_one_when_played() -> None:
    game = go_on(dealt(10, 1, 2, 3, 8), "A play 4; B play 2; C play 10; deal table 9 9 9 9 9")
    # B took the 10, A 1, 2, 2 and 3, C 8 and 4.
    assert game.state.turn == "C"
    refuses(game, "C play 1")
    go_on(game, "C play 8; A play 1")


def test_a_hand_of_which_all_cards_were_seen_can_play_no_other() -> None:
    game = Game(Header.from_mapping({"variant": "sweep", "players": ["A", "B", "C"], "first": "A"}))
    table = game._table
    go_on(game, "deal table 9 9 2 3 8")
    table.hidden[0] = 0
    table.into_the_hand(0, 8)
    assert "A's hand holds 8, which everybody has seen" in game.refusal(next(iter(game.expects.acts([5]))))
    table.into_the_hand(0, 10)
    assert "A's hand holds 8, 10, which everybody has seen" in game.refusal(next(iter(game.expects.acts([5]))))


def played_out(seed: int, **keys: object) -> tuple[Game, RealCards]:
    """A deal of Sweep at random, until the hands are to be shown."""
    game = start("sweep", 3, **keys)
    cards = RealCards(game, random.Random(seed))
    while game.expects.verbs != ("show",):
        cards.play(game.expects.options[0])
    return game, cards


def test_when_the_deck_is_exhausted_hands_are_shown_and_each_rank_scores_for_who_has_most() -> None:
    game, cards = played_out(1)
    assert (game.state.deck, game.state.turn) == (0, None)
    hands = {name: list(hand) for name, hand in cards.hands.items()}
    short = max(hands, key=lambda name: len(hands[name]))
    refuses(game, f"{short} show " + " ".join(map(str, hands[short][1:])))
    refuses(game, f"{short} show " + " ".join(map(str, [*hands[short][1:], hands[short][0] % 10 + 1])))
    for name in reversed(hands):
        if hands[name]:
            go_on(game, f"{name} show " + " ".join(map(str, hands[name])))
    expected = dict.fromkeys(hands, 0)
    for rank in range(1, 11):
        most = max(hand.count(rank) for hand in hands.values())
        for name, hand in hands.items():
            if most and hand.count(rank) == most:
                expected[name] += rank
    assert facts(game, "score") == list(expected.values())
    assert game.state.over
    best = max(expected.values())
    assert game.state.winners == tuple(name for name, score in expected.items() if score == best)
    assert facts(game, "hidden") == [0, 0, 0]
    assert [sorted(stack) for stack in facts(game, "stack")] == [sorted(hand) for hand in hands.values()]


def test_a_hand_that_is_shown_holds_every_card_that_was_seen_to_go_into_it() -> None:
    game, cards = played_out(1)
    seen = dict(zip(cards.hands, game.seen_into_hands, strict=True))
    never_seen = {name: list((Counter(hand) - Counter(seen[name])).elements()) for name, hand in cards.hands.items()}
    for name, hand in cards.hands.items():
        others = [card for other in seen if other != name for card in never_seen[other]]
        captured = [card for card in seen[name] if card not in never_seen[name]]
        assert captured
        for card, new in product(captured, others):  # each of the others might be here, were it not one too many
            if new != card:
                shown = [*hand, new]
                shown.remove(card)
                assert "which everybody has seen" in refuses(game, f"{name} show " + " ".join(map(str, shown)))


def test_a_match_goes_on_until_somebody_has_reached_the_score() -> None:
    game, cards = played_out(2, play_to=60, first="B")
    while game.expects.verbs == ("show",):
        cards.play(game.expects.options[0])
    assert not game.state.over
    assert (game.state.deck, game.state.discards, expects(game)) == (40, 0, ["deal"])
    assert facts(game, "hidden") == [5, 5, 5]
    assert facts(game, "stack") == [[], [], []]
    assert sum(facts(game, "score")) >= 54
    go_on(game, "deal table 1 2 2 3 3")
    assert game.state.turn == "C", "the next player to the left of who began the last deal"


def test_scores_add_up_and_the_match_ends_when_the_score_is_reached() -> None:
    game, cards = played_out(2)
    while not game.over:
        cards.play(game.expects.options[0])
    first = facts(game, "score")
    for play_to, over in ((max(first), True), (max(first) + 1, False)):
        match, cards = played_out(2, play_to=play_to)
        while match.expects.verbs == ("show",):
            cards.play(match.expects.options[0])
        assert match.state.over == over
    while not match.over:
        cards.play(match.expects.options[0])
    assert sum(facts(match, "score")) >= sum(first) + 40  # ranks that nobody holds score for nobody
    assert all(now >= then for now, then in zip(facts(match, "score"), first, strict=True))


def test_burn_is_not_for_it() -> None:
    with pytest.raises(ValueError, match="burn"):
        start("sweep", 3, burn=1)
