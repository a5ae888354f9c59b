"""Basic Pairs, sentence by sentence: 000 p.6 to 9, 004, games.md 1.1, 1.2 and 3."""

import pytest
from playing import deal, expects, facts, go_on, refuses, stack, start

from dealer.errors import RecordError
from dealer.game.driver import Game, Header
from dealer.rules.events import event

COMPANION = ("Angie", "Bob", "Carlos", "Delia", "Echo")


def companion() -> Game:
    """The Companion's example: Angie deals."""
    return deal(start("basic", COMPANION, dealer="Angie"), 10, 10, 6, 9, 7)


def test_shuffle_the_deck_and_burn_five_cards() -> None:
    state = start("basic", 2).state
    assert (state.deck, state.discards) == (50, 5)


@pytest.mark.parametrize(("burn", "deck"), [(0, 55), (7, 48), (54, 1)])
def test_the_option_burn_overrides(burn: int, deck: int) -> None:
    assert start("basic", 2, burn=burn).state.deck == deck


def test_to_start_a_round_deal_one_card_face_up_to_each_player() -> None:
    game = start("basic", 3)
    assert expects(game) == ["deal"]
    assert [option.player for option in game.expects.options] == ["A", "B", "C"]
    assert game.state.turn is None


def test_the_player_with_the_lowest_card_will_go_first() -> None:
    game = companion()
    assert game.state.turn == "Delia"
    assert game.expects.prices == {"fold": 6}


def test_examples_of_play() -> None:
    game = go_on(companion(), "Delia hit 8", "Echo hit 3", "Angie hit 9", "Bob hit 5")
    assert game.expects.prices == {"fold": 3}
    go_on(game, "Carlos fold")
    assert facts(game, "score") == [0, 0, 3, 0, 0]
    assert facts(game, "points") == [[], [], [3], [], []]
    assert facts(game, "stack") == [[], [], [], [], []]
    assert (game.state.deck, game.state.discards, expects(game)) == (41, 13, ["deal"])


def test_if_carlos_had_paired_his_10_he_would_get_10_points() -> None:
    game = go_on(companion(), "Delia hit 8; Echo hit 3; Angie hit 9; Bob hit 5; Carlos hit 10")
    assert facts(game, "score") == [0, 0, 10, 0, 0]


def test_play_passes_to_the_left() -> None:
    game = go_on(companion(), "Delia hit 8")
    assert game.state.turn == "Echo"
    go_on(game, "Echo hit 3")
    assert game.state.turn == "Angie"
    refuses(game, "Bob hit 5")


@pytest.mark.parametrize("line", ["Delia fold 6", "Delia fold 6 from Delia", "Delia fold"])
def test_fold_may_name_the_lowest_card_and_its_owner(line: str) -> None:
    assert facts(go_on(companion(), line), "points")[3] == [6]


@pytest.mark.parametrize("line", ["Delia fold 7", "Delia fold 6 from Echo", "Delia fold 7 from Angie"])
def test_naming_another_card_than_a_lowest_is_refused(line: str) -> None:
    assert "lowest card in play" in refuses(companion(), line)


def test_any_of_several_lowest_cards_may_be_taken() -> None:
    game = deal(start("basic", 3), 9, 10, 10)
    go_on(game, "A hit 4", "B hit 4")
    assert {str(act) for option in game.expects.options for act in option.choices} == {
        "C fold 4 from A",
        "C fold 4 from B",
    }
    go_on(game, "C fold 4 from B")
    assert game.events[0].other == "B"


def test_the_paired_card_counts_and_the_rest_is_discarded() -> None:
    game = go_on(deal(start("basic", 2), 8, 9), "A hit 8")
    assert facts(game, "points") == [[8], []]
    assert game.state.discards == 7


@pytest.mark.parametrize(
    ("players", "folds"),
    [(2, [8, 8, 8, 7]), (3, [8, 8, 5]), (4, [8, 8]), (5, [8, 5]), (6, [8, 3]), (7, [8, 3]), (8, [8, 3])],
)
def test_the_losing_score_depends_on_the_number_of_players(players: int, folds: list[int]) -> None:
    """The table, not the formula: 31, 21, 16, 13, 11."""
    for short in (0, 1):
        game = start("basic", players)
        for card in [*folds[:-1], folds[-1] - short]:
            assert not game.state.over
            go_on(deal(game, card, *[10, 10, 10, 10, 9, 9, 9][: players - 1]), "A fold")
        assert game.state.over == (short == 0)
        assert game.state.losers == (("A",) if short == 0 else ())
        assert game.state.winners == ()


def test_target_overrides() -> None:
    game = go_on(deal(start("basic", 2, target=6), 6, 9), "A fold")
    assert game.state.over
    assert game.state.losers == ("A",)


def test_when_the_game_is_over_every_act_is_refused() -> None:
    game = go_on(deal(start("basic", 2, target=6), 6, 9), "A fold")
    assert expects(game) == []
    assert game.state.turn is None
    for line in ("deal A 3", "A hit 3", "A fold", "reshuffle"):
        assert "over" in refuses(game, line)


def test_the_last_round_ends_like_any_other() -> None:
    state = go_on(deal(start("basic", 2, target=6), 6, 9), "A fold").state
    assert [player.stack for player in state.players] == [(), ()]
    assert (state.deck, state.discards) == (48, 6)


# -- breaking a tie for low


def test_breaking_a_tie_for_low_example() -> None:
    game = deal(start("basic", 5, dealer="A"), 4, 4, 10, 7, 10)
    assert [option.player for option in game.expects.options] == ["B", "C"]
    go_on(game, "deal B 8", "deal C 9")
    assert game.state.turn == "B"
    assert stack(game, "B") == [4, 8]
    assert stack(game, "C") == [4, 9]


def test_the_new_cards_alone_are_compared() -> None:
    game = go_on(deal(start("basic", 3), 4, 4, 10), "deal A 9; deal B 8")
    assert game.state.turn == "B"


def test_repeat_while_there_is_a_tie_for_low() -> None:
    game = go_on(deal(start("basic", 3), 4, 4, 4), "deal A 8; deal B 8; deal C 9")
    assert [option.player for option in game.expects.options] == ["A", "B"]
    refuses(game, "deal C 7")
    assert go_on(game, "deal A 6; deal B 5").state.turn == "B"


def test_if_someone_gets_a_pair_discard_the_paired_card_and_deal_a_replacement() -> None:
    game = go_on(deal(start("basic", 2), 4, 4), "deal A 4")
    assert game.events == (event("dealt", "A", 4), event("replaced", "A", 4))
    assert stack(game, "A") == [4]
    assert game.state.discards == 6
    assert [option.player for option in game.expects.options] == ["A", "B"]
    assert go_on(game, "deal A 9; deal B 8").state.turn == "B"


def test_only_the_card_that_stays_is_compared() -> None:
    game = go_on(deal(start("basic", 3), 2, 2, 10), "deal A 7; deal B 7; deal A 7; deal B 9; deal A 8")
    assert game.state.turn == "A"
    assert stack(game, "A") == [2, 7, 8]


def test_the_tenth_card_in_a_row_that_pairs_is_not_replaced() -> None:
    """B, who has 10 and 9, gets seven 10s and three 9s."""
    game = deal(start("basic", 2, burn=0), 10, 10)
    go_on(game, "deal A 9; deal B 9")
    for _ in range(7):
        go_on(game, "deal B 10")
    go_on(game, "deal B 9", "deal B 9")
    assert expects(game) == ["deal"]
    go_on(game, "deal B 9")  # the tenth in a row
    assert game.state.turn == "A"
    assert stack(game, "B") == [10, 9]
    assert game.events[-2:] == (event("tie-by-seat", "A"), event("first", "A"))


def test_nine_replacements_still_leave_the_player_due() -> None:
    game = go_on(deal(start("basic", 2, burn=0), 10, 10), "deal A 9; deal B 9")
    for line in ["deal B 10"] * 7 + ["deal B 9"] * 2:
        go_on(game, line)
    go_on(game, "deal A 3; deal B 2")
    assert game.state.turn == "B"


def test_a_deal_out_of_order_is_accepted_and_is_an_irregularity() -> None:
    game = go_on(start("basic", 3), "deal B 9")
    (fault,) = game.to_json()["irregularities"]
    assert fault["line"] == 1
    assert "B got a card before A" in fault["text"]
    assert event("irregularity", "B", None, None, "A") in game.events
    go_on(game, "deal A 8; deal C 5")
    assert game.state.turn == "C"
    assert len(game.state.irregularities) == 1


def test_tie_breakers_out_of_order_are_irregular_too() -> None:
    game = go_on(deal(start("basic", 3), 4, 4, 10), "deal B 8")
    assert [fault.text for fault in game.state.irregularities] == ["B got a card before A, who was due first"]
    assert go_on(game, "deal A 9").state.turn == "B"


def test_a_second_card_to_a_seat_that_is_not_due_one_is_refused() -> None:
    refuses(go_on(start("basic", 3), "deal A 9"), "deal A 8")


def test_rotate_deal() -> None:
    game = go_on(deal(start("basic", 3, rotate_deal=True), 5, 9, 9), "A fold")
    assert [option.player for option in game.expects.options] == ["B", "C", "A"]
    game = go_on(deal(start("basic", 3), 5, 9, 9), "A fold")
    assert [option.player for option in game.expects.options] == ["A", "B", "C"]


# -- reshuffling


def emptied(players: int = 2, burn: int = 5) -> Game:
    """A game at the moment the draw pile has become empty: rounds of cheap folds."""
    game = start("basic", players, target=99, burn=burn)
    while game.state.deck:
        for option in game.expects.options[:1]:
            if option.verb == "deal":
                rank = max(game.possible_ranks, key=lambda rank: (game.possible_ranks[rank], rank))
                game.push(option.act(rank))
            else:
                name = option.player
                game.push(next(act for act in game.expects.acts(()) if act.verb == "fold" and act.player == name))
    return game


def test_when_the_deck_runs_out_reshuffle_the_discards_and_burn_five() -> None:
    game = emptied()
    assert expects(game) == ["reshuffle"]
    assert game.state.turn is None
    before = game.state
    kept = sum(len(player.points) + len(player.stack) for player in before.players)
    after = go_on(game, "reshuffle").state
    assert after.discards == 5
    assert after.deck == 55 - kept - 5
    assert [player.stack for player in after.players] == [player.stack for player in before.players]


def test_only_reshuffle_is_expected_even_if_the_player_might_fold() -> None:
    game = start("basic", 2, burn=52)
    deal(game, 3, 9)
    assert game.state.turn == "A"
    go_on(game, "A hit 8")
    assert game.state.deck == 0
    assert expects(game) == ["reshuffle"]
    refuses(game, "B fold")
    refuses(game, "B hit 10")
    go_on(game, "reshuffle")
    assert game.state.turn == "B"
    assert (game.state.deck, game.state.discards) == (1, 51)


def test_which_discards_were_seen_is_forgotten_at_a_reshuffle() -> None:
    game = start("basic", 2, burn=50)
    deal(game, 1, 2)
    go_on(game, "A hit 10; B hit 10; A fold")
    assert 1 not in game.possible_ranks
    assert game.possible_ranks[10] == 8
    deal(game, 9)
    go_on(game, "reshuffle")
    assert game.possible_ranks[10] == 10
    assert game.possible_ranks[9] == 8
    assert 1 not in game.possible_ranks, "kept for points"


def test_a_rank_seen_more_often_than_the_deck_holds_it_is_refused() -> None:
    game = go_on(deal(start("basic", 3), 1, 10, 9))
    why = refuses(game, "A hit 1")
    assert "rank 1" in why
    assert "A's stack" in why


def test_kept_cards_count_as_seen() -> None:
    game = go_on(deal(start("basic", 2), 1, 10), "A fold")
    assert "A's points" in refuses(game, "deal A 1")


# -- the header


@pytest.mark.parametrize(
    "keys",
    [
        {"variant": "basics"},
        {"variant": 3},
        {"players": ["A"]},
        {"players": list("ABCDEFGHI")},
        {"players": ["A", "A"]},
        {"players": ["A", ""]},
        {"players": ["A", " B"]},
        {"players": ["A", 'B"']},
        {"players": ["A", "B\nC"]},
        {"players": ["A", "table"]},
        {"players": ["A", "reshuffle"]},
        {"players": "AB"},
        {"players": ["A", 2]},
        {"dealer": "Z"},
        {"dealer": 1},
        {"twists": ["nonsense"]},
        {"twists": "calamities"},
        {"stakes": "nonsense"},
        {"target": 0},
        {"target": "ten"},
        {"target": True},
        {"burn": -1},
        {"burn": 55},
        {"rotate_deal": 1},
        {"forfeit": 3},
        {"carry": -1},
        {"edition": "companion"},
        {"nonsense": 1},
    ],
)
def test_a_header_that_the_page_does_not_allow_is_no_record(keys: dict[str, object]) -> None:
    with pytest.raises(RecordError):
        Header.from_mapping({"variant": "basic", "players": ["A", "B"], **keys})


def test_the_dealer_is_by_default_the_first_player() -> None:
    header = Header.from_mapping({"variant": "basic", "players": ["A", "B"]})
    assert (header.dealer, header.stakes, header.twists) == ("A", "forfeit", ())


def test_carried_coins_stay_where_no_pot_is_taken() -> None:
    game = go_on(deal(start("basic", 2, target=6, carry=7), 6, 9), "A fold")
    assert game.state.pot == 7
