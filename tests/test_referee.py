"""The referee's verdicts, one constructed view after another."""

from dataclasses import replace

import pytest
from referee_table import Bench, accepted, certain, only

from dealer.acts import Act
from dealer.clues import Clues
from dealer.errors import InputError
from dealer.explanation import explanations
from dealer.game import Game, Header
from dealer.layout import Layout, replayed
from dealer.referee import Referee
from dealer.verdicts import (
    Accepted,
    Answer,
    Ask,
    Cause,
    Irregular,
    Nothing,
    Refused,
    Replaced,
    TakeBack,
    Verdict,
    Wait,
)
from dealer.view import ELSEWHERE, TABLE, Face


def complaint(verdicts: list[Verdict]) -> Irregular:
    """What is complained of in the end; until then it was waited for, and nothing was accepted."""
    assert not any(isinstance(verdict, Accepted) for verdict in verdicts), verdicts
    assert isinstance(verdicts[0], Wait), verdicts[0]
    return only(verdicts[-1], Irregular)


@pytest.fixture
def bench() -> Bench:
    """Five players after the deal of the Companion's example: Delia is first, with the 6."""
    bench = Bench()
    bench.opening(10, 10, 6, 9, 7)
    assert bench.game.expects.turn == "Delia"
    return bench


# Accepted


def test_each_card_of_the_deal_is_an_act() -> None:
    bench = Bench()
    bench.deal("Bob", 10)
    assert accepted(bench.look()) == ["deal Bob 10"]
    assert bench.look() == Nothing()
    bench.deal("Carlos", 4)
    assert accepted(bench.look()) == ["deal Carlos 4"]


def test_three_cards_between_two_views_are_three_acts_in_the_one_legal_order(bench: Bench) -> None:
    bench.deal("Angie", 9)
    bench.deal("Echo", 3)
    bench.deal("Delia", 8)
    assert accepted(bench.look()) == ["Delia hit 8", "Echo hit 3", "Angie hit 9"]


def test_a_whole_deal_in_one_view_is_accepted_three_at_a_time() -> None:
    bench = Bench()
    for player, rank in (("Echo", 9), ("Angie", 7), ("Bob", 10), ("Carlos", 10), ("Delia", 6)):
        bench.deal(player, rank)
    assert accepted(bench.look()) == ["deal Bob 10", "deal Carlos 10", "deal Delia 6"]
    assert accepted(bench.look()) == ["deal Echo 9", "deal Angie 7"]


def test_an_accepted_card_carries_its_sighting(bench: Bench) -> None:
    number = bench.deal("Delia", 8)
    verdict = only(bench.look(), Accepted)
    assert [sighting.id for sighting in verdict.cards if sighting] == [number]
    assert [event.kind for event in verdict.events[0]] == ["hit"]
    assert not verdict.told


def test_a_deal_to_eight_is_searched_in_one_order() -> None:
    bench = Bench(number=8)
    for rank, player in enumerate(("Hal", "Angie", "Bob", "Carlos", "Delia", "Echo", "Fred", "Gina"), start=3):
        bench.deal(player, rank)
    clues = Clues(fresh=tuple(bench.lying.values()))
    assert len(explanations(bench.game, Layout(), clues, bench.ground)) == 9


def test_what_is_left_of_a_round_is_forgotten_with_the_next(bench: Bench) -> None:
    bench.referee.say(Act("fold", "Delia"))
    assert [card.rank for card in replayed(bench.game, bench.ground).left] == [10, 10, 6, 9, 7]
    bench.referee.say(Act("deal", "Bob", (3,)))
    layout = replayed(bench.game, bench.ground)
    assert ([card.rank for card in layout.live], layout.left) == ([3], ())


def test_a_card_does_not_count_while_an_earlier_one_is_unexplained(bench: Bench) -> None:
    bench.deal("Bob", 5, rest_s=bench.time_s - 0.5)
    bench.deal("Delia", 8)
    why = complaint(bench.watch(4)).why
    assert (why.cause, why.rank, why.other) == (Cause.WRONG_SEAT, 5, "Bob")


def test_a_deal_out_of_order_is_asked_about_for_the_card_before_it_may_not_be_seen() -> None:
    bench = Bench()
    bench.deal("Carlos", 4)
    assert isinstance(bench.look(), Wait)
    assert isinstance(bench.look(moving=True), Wait)
    assert not any(isinstance(verdict, Accepted) for verdict in bench.watch(2))
    asked = only(bench.watch(1.2)[-1], Ask)
    assert (asked.question.cause, asked.question.player, asked.question.other) == (Cause.SKIPPED, "Bob", "Carlos")
    assert bench.lines() == []
    bench.referee.answer(asked.choices[0])
    assert bench.lines() == ["deal Carlos 4"]
    assert len(bench.game.state.irregularities) == 1


def test_a_card_that_is_not_seen_is_told_and_the_deal_goes_on() -> None:
    bench = Bench()
    bench.deal("Carlos", 4)
    asked = only(bench.watch(4)[-1], Ask)
    assert accepted(bench.referee.answer(next(c for c in asked.choices if c.rank == 8))) == ["deal Bob 8"]
    assert accepted(bench.look()) == ["deal Carlos 4"]
    assert not bench.game.state.irregularities


def test_a_deal_that_was_not_out_of_order_lies_with_the_wrong_player() -> None:
    bench = Bench()
    bench.deal("Carlos", 4)
    asked = only(bench.watch(4)[-1], Ask)
    bench.referee.answer(asked.choices[-1])
    assert only(bench.watch(3)[-1], Irregular).why.cause is Cause.WRONG_SEAT


def test_a_card_that_was_late_to_be_read_is_dealt_in_good_order() -> None:
    bench = Bench()
    bench.deal("Carlos", 4)
    bench.watch(2.6)
    bench.deal("Bob", 5)
    assert accepted(bench.look()) == ["deal Bob 5", "deal Carlos 4"]
    assert not bench.game.state.irregularities


def test_the_card_that_is_due_is_called_while_one_out_of_order_waits() -> None:
    bench = Bench()
    bench.deal("Bob", 5)
    bench.deal("Delia", 4)
    assert accepted(bench.look()) == ["deal Bob 5"]


def test_a_tie_breaking_pair_may_go_or_stay_where_it_lies() -> None:
    for taken_away in (True, False):
        bench = Bench(number=2, dealer="Angie")
        bench.opening(4, 4)
        pairing = bench.deal("Bob", 4)
        assert accepted(bench.look()) == ["deal Bob 4"]
        if taken_away:
            bench.take(pairing)
        bench.watch(1.0)
        bench.deal("Bob", 8)
        assert accepted(bench.look()) == ["deal Bob 8"]
        bench.deal("Angie", 9)
        assert accepted(bench.look()) == ["deal Angie 9"]
        assert bench.game.expects.turn == "Bob"


def test_a_replaced_pair_found_under_another_id_is_still_the_old_one() -> None:
    bench = Bench(number=2)
    bench.opening(4, 4)
    pairing = bench.deal("Bob", 4)
    bench.look()
    sighting = bench.lying.pop(pairing)
    bench.lying[99] = replace(sighting, id=99, x_mm=sighting.x_mm + 12.0)
    assert set(map(type, bench.watch(5))) == {Nothing}
    bench.deal("Bob", 8)
    assert accepted(bench.look()) == ["deal Bob 8"]


# The fold


@pytest.mark.parametrize("lifted", [True, False])
def test_the_lowest_card_in_the_points_of_the_player_on_turn_is_a_fold(bench: Bench, lifted: bool) -> None:
    if lifted:
        bench.take(bench.at("Delia", 6))
        bench.put(bench.points("Delia"), 6)
    else:
        bench.move(bench.at("Delia", 6), bench.points("Delia"))
    assert accepted(bench.look()) == ["Delia fold 6 from Delia"]


def test_a_fold_takes_the_lowest_card_whoever_has_it(bench: Bench) -> None:
    bench.deal("Delia", 8)
    bench.deal("Echo", 3)
    bench.look()
    bench.move(bench.at("Echo", 3), bench.points("Angie"))
    assert accepted(bench.look()) == ["Angie fold 3 from Echo"]


def test_a_fold_says_whose_card_it_took_where_two_have_it() -> None:
    for owner in ("Bob", "Carlos"):
        bench = Bench(number=3)
        bench.opening(3, 3, 9)
        bench.deal("Bob", 5)
        bench.deal("Carlos", 7)
        bench.look()
        bench.take(bench.at(owner, 3))
        bench.put(bench.points("Bob"), 3)
        assert accepted(bench.look()) == [f"Bob fold 3 from {owner}"]


def test_a_fold_and_the_gathering_may_come_between_two_views(bench: Bench) -> None:
    bench.move(bench.at("Delia", 6), bench.points("Delia"))
    bench.gather()
    assert accepted(bench.look()) == ["Delia fold 6 from Delia"]
    assert bench.look() == Nothing()


def test_a_fold_told_by_button_leaves_the_card_where_it_lies(bench: Bench) -> None:
    assert accepted(bench.referee.say(Act("fold", "Delia"))) == ["Delia fold"]
    assert bench.look() == Nothing()
    bench.move(bench.at("Delia", 6), bench.points("Delia"))
    assert bench.look() == Nothing()


def test_another_card_than_the_lowest_is_no_fold(bench: Bench) -> None:
    bench.move(bench.at("Angie", 7), bench.points("Delia"))
    why = complaint(bench.watch(4)).why
    assert (why.cause, why.player, why.rank, why.other, why.amount) == (Cause.WRONG_CARD, "Delia", 7, "Angie", 6)


def test_the_lowest_card_with_a_player_who_is_not_on_turn_is_no_fold(bench: Bench) -> None:
    bench.move(bench.at("Delia", 6), bench.points("Bob"))
    why = complaint(bench.watch(4)).why
    assert (why.cause, why.player, why.rank, why.other) == (Cause.WRONG_FOLDER, "Delia", 6, "Bob")


def test_a_covered_coaster_is_asked_about_and_counts_when_it_stays(bench: Bench) -> None:
    bench.look()
    bench.covered[4] = bench.time_s
    verdicts = bench.watch(4)
    asks = [verdict for verdict in verdicts if isinstance(verdict, Ask)]
    assert asks and all(ask.question.cause is Cause.FOLD_BY_COVER for ask in asks)
    assert (asks[0].question.player, asks[0].question.amount) == ("Delia", 6)
    assert bench.lines()[-1] == "Delia fold 6 from Delia"
    first = next(i for i, verdict in enumerate(verdicts) if isinstance(verdict, Ask))
    counted = next(i for i, verdict in enumerate(verdicts) if isinstance(verdict, Accepted))
    assert (counted - first) * 0.2 == pytest.approx(2.0)


def test_an_arm_that_deals_over_the_coaster_is_not_asked_about(bench: Bench) -> None:
    bench.look()
    bench.covered[4] = bench.time_s
    assert not any(isinstance(verdict, Ask) for verdict in bench.watch(1, hidden=(bench.stack("Delia"),), moving=True))
    bench.covered.clear()
    bench.deal("Delia", 8)
    assert accepted(bench.look()) == ["Delia hit 8"]


def test_an_arm_that_covered_other_places_too_is_not_asked_about_as_it_goes(bench: Bench) -> None:
    bench.look()
    bench.covered[4] = bench.time_s
    passing = bench.watch(1.6, hidden=(bench.stack("Delia"), bench.stack("Bob")), moving=True)
    assert not any(isinstance(verdict, Ask) for verdict in passing)
    assert not any(isinstance(verdict, Ask) for verdict in bench.watch(0.4)), "the cover is seen to end a bit later"
    assert isinstance(bench.watch(0.4)[-1], Ask), "a hand that stays means it"


def test_uncovering_the_coaster_cancels(bench: Bench) -> None:
    bench.look()
    bench.covered[4] = bench.time_s
    assert isinstance(bench.watch(2)[-1], Ask)
    bench.covered.clear()
    assert bench.watch(4)[-1] == Nothing()
    assert "fold" not in bench.lines()[-1]


def test_a_cover_is_confirmed_or_refused_by_hand(bench: Bench) -> None:
    bench.look()
    bench.covered[4] = bench.time_s
    ask = only(bench.watch(1)[-1], Ask)
    bench.referee.answer(ask.choices[-1])
    assert bench.watch(5)[-1] == Nothing()
    bench.covered[4] = bench.time_s  # covered anew
    ask = only(bench.watch(1)[-1], Ask)
    assert accepted(bench.referee.answer(ask.choices[0])) == ["Delia fold 6 from Delia"]


def test_a_cover_from_before_the_turn_means_nothing(bench: Bench) -> None:
    bench.covered[5] = bench.time_s
    bench.deal("Delia", 8)
    bench.look()
    assert bench.game.expects.turn == "Echo"
    assert set(map(type, bench.watch(5))) == {Nothing}


def test_several_coasters_covered_at_once_mean_nothing(bench: Bench) -> None:
    bench.look()
    bench.covered[4] = bench.covered[3] = bench.time_s
    assert set(map(type, bench.watch(5))) == {Nothing}


def test_a_cover_does_not_count_while_other_cards_are_hidden(bench: Bench) -> None:
    bench.look()
    bench.covered[4] = bench.time_s
    verdicts = bench.watch(5, hidden=(bench.stack("Bob"),))
    assert not any(isinstance(verdict, Accepted | Ask) for verdict in verdicts)


# Asking


def test_an_unread_card_is_asked_about_with_the_likeliest_rank_first(bench: Bench) -> None:
    probabilities = (0.0, 0.0, 0.0, 0.02, 0.0, 0.0, 0.4, 0.0, 0.55, 0.0, 0.03)
    bench.deal("Delia", None, probabilities=probabilities)
    assert isinstance(bench.look(), Wait)
    ask = only(bench.watch(2)[-1], Ask)
    assert (ask.question.cause, ask.question.player) == (Cause.RANK, "Delia")
    assert [choice.rank for choice in ask.choices[:3]] == [9, 7, 4]
    assert accepted(bench.referee.answer(ask.choices[1])) == ["Delia hit 7"]


def test_cards_that_came_before_an_unread_one_are_called(bench: Bench) -> None:
    bench.deal("Delia", 8)
    bench.deal("Echo", None)
    assert accepted(bench.look()) == ["Delia hit 8"]
    ask = only(bench.watch(2)[-1], Ask)
    assert ask.question.player == "Echo"


def test_cards_that_came_after_an_unread_one_wait_for_it(bench: Bench) -> None:
    unread = bench.deal("Delia", None)
    bench.deal("Echo", 3)
    ask = only(bench.watch(2)[-1], Ask)
    assert ask.question.player == "Delia"
    verdict = bench.referee.correct(unread, 8)
    assert accepted(verdict) == ["Delia hit 8", "Echo hit 3"]


def test_an_unread_card_may_be_no_card_of_the_game(bench: Bench) -> None:
    bench.deal("Delia", None)
    ask = only(bench.watch(2)[-1], Ask)
    assert ask.choices[-1].answer is Answer.IGNORE
    assert bench.referee.answer(ask.choices[-1]) == Nothing()
    bench.deal("Delia", 8)
    assert accepted(bench.look()) == ["Delia hit 8"]


def test_a_card_that_was_asked_about_and_gathered_with_the_others_stays_an_open_question(bench: Bench) -> None:
    bench.deal("Delia", None)
    only(bench.watch(2.5)[-1], Ask)
    bench.gather()
    ask = only(bench.watch(3)[-1], Ask)
    assert (ask.question.cause, ask.question.player) == (Cause.VANISHED, "Delia")
    bench.deal("Delia", 5)  # the next round's
    assert {type(verdict) for verdict in bench.watch(5)} == {Ask}
    answer = next(choice for choice in ask.choices if choice.rank == 8)
    assert accepted(bench.referee.answer(answer)) == ["Delia hit 8"]


def test_cards_of_the_next_round_do_not_answer_what_was_asked_about_the_first_card() -> None:
    bench = Bench(number=3)
    for player in ("Bob", "Carlos", "Angie"):
        bench.deal(player, None)
    only(bench.watch(2.5)[-1], Ask)
    bench.gather()
    only(bench.watch(3)[-1], Ask)
    bench.deal("Bob", 5)
    assert not any(isinstance(verdict, Accepted) for verdict in bench.watch(5))


def test_a_card_that_was_asked_about_is_read_when_it_is_laid_down_again(bench: Bench) -> None:
    unread = bench.deal("Delia", None)
    only(bench.watch(2.5)[-1], Ask)
    bench.take(unread)
    bench.watch(5)
    bench.deal("Delia", 8)
    assert accepted(bench.look()) == ["Delia hit 8"]


def test_what_was_no_card_may_go_without_a_question(bench: Bench) -> None:
    ghost = bench.deal("Delia", None)
    ask = only(bench.watch(2.5)[-1], Ask)
    bench.referee.answer(ask.choices[-1])
    bench.take(ghost)
    assert set(map(type, bench.watch(5))) == {Nothing}


def test_a_fifth_4_is_never_accepted_but_asked_about() -> None:
    bench = Bench(number=5)
    bench.opening(4, 4, 4, 4, 9)
    for player in ("Bob", "Carlos", "Delia"):
        bench.deal(player, {"Bob": 5, "Carlos": 6, "Delia": 7}[player])
        bench.look()
    bench.deal("Echo", 4)
    verdicts = bench.watch(3)
    assert not any(isinstance(verdict, Accepted) for verdict in verdicts)
    question = only(verdicts[-1], Ask).question
    assert (question.cause, question.player, question.rank, question.amount) == (Cause.IMPOSSIBLE_RANK, "Echo", 4, 4)
    assert 4 not in [choice.rank for choice in only(verdicts[-1], Ask).choices]


def test_two_cards_that_came_together_are_asked_about_where_both_orders_are_legal() -> None:
    bench = Bench(number=2)
    bench.opening(10)
    bench.deal("Angie", 9)
    bench.deal("Angie", 8)
    ask = only(bench.watch(2)[-1], Ask)
    assert ask.question.cause is Cause.ORDER
    orders = [[str(act) for act in choice.acts] for choice in ask.choices]
    assert orders == [["deal Angie 9", "Angie hit 8"], ["deal Angie 8", "Angie hit 9"], []]
    assert accepted(bench.referee.answer(ask.choices[1])) == ["deal Angie 8", "Angie hit 9"]


def test_two_cards_that_came_together_are_stuck_though_the_second_would_be_legal() -> None:
    bench = Bench(number=2)
    bench.opening(4, 4)
    bench.deal("Bob", 4)
    second = bench.deal("Bob", 8)
    verdicts = bench.watch(4)
    assert not any(isinstance(verdict, Accepted) for verdict in verdicts)
    assert only(verdicts[-1], Irregular).why.cause is Cause.STUCK
    bench.take(second)
    assert accepted(bench.look()) == ["deal Bob 4"]


def test_a_card_that_is_found_twice_is_called_once_and_asked_about() -> None:
    bench = Bench(number=2)
    bench.deal("Bob", 9)
    bench.look()
    bench.deal("Angie", 2)
    assert accepted(bench.look()) == ["deal Angie 2"]
    twice = bench.deal("Angie", 2, rest_s=bench.time_s - 0.1)
    verdicts = bench.watch(3)
    assert not any(isinstance(verdict, Accepted) for verdict in verdicts)
    assert only(verdicts[-1], Ask).question.cause is Cause.DOUBLE
    bench.take(twice)
    assert bench.look() == Nothing()


def test_a_card_that_is_found_twice_does_not_stop_the_deal(bench: Bench) -> None:
    bench.deal("Delia", 8)
    bench.deal("Delia", 8)
    assert accepted(bench.look()) == ["Delia hit 8"]
    bench.time_s += 1
    bench.deal("Echo", 3)
    assert accepted(bench.look()) == ["Echo hit 3"]


def test_one_of_two_equal_cards_that_came_together_counts(bench: Bench) -> None:
    bench.deal("Delia", 8)
    bench.deal("Delia", 8)
    assert accepted(bench.look()) == ["Delia hit 8"]
    assert not any(isinstance(verdict, Accepted) for verdict in bench.watch(5))


def test_two_cards_to_one_seat_are_in_the_order_in_which_they_came_to_rest() -> None:
    for first, second in ((7, 5), (5, 7)):
        bench = Bench(number=2)
        bench.deal("Bob", 9)
        bench.look()
        # Angie's deal, and then her hit, for hers is the lowest: both unseen until now.
        bench.deal("Angie", second, rest_s=bench.time_s - 0.2)
        bench.deal("Angie", first, rest_s=bench.time_s - 1.4)
        assert accepted(bench.look()) == [f"deal Angie {first}", f"Angie hit {second}"]


def test_a_called_card_that_is_read_anew_as_another_is_asked_about(bench: Bench) -> None:
    number = bench.at("Bob", 10)
    bench.take(number)
    bench.put(bench.stack("Bob"), 1, probabilities=certain(1))
    sighting = bench.lying.pop(bench.next_id - 1)
    bench.lying[number] = replace(sighting, id=number)
    ask = only(bench.watch(2)[-1], Ask)
    assert (ask.question.cause, ask.question.player, ask.question.rank) == (Cause.REREAD, "Bob", 10)
    now_one = next(choice for choice in ask.choices if choice.rank == 1)
    verdict = only(bench.referee.answer(now_one), Replaced)
    assert str(verdict.acts[0]) == "deal Bob 1"
    assert bench.watch(2)[-1] == Nothing()


def test_a_half_covered_card_that_is_found_again_is_no_new_one(bench: Bench) -> None:
    number = bench.at("Delia", 6)
    bench.deal("Delia", 8)
    bench.look()
    bench.lying[number] = replace(bench.lying[number], visible=False)
    ghost = bench.deal("Delia", None)
    bench.lying[ghost] = replace(bench.lying[ghost], x_mm=bench.lying[number].x_mm - 10.0, angle_deg=140.0)
    assert set(map(type, bench.watch(5))) == {Nothing}


def half_covered(bench: Bench) -> int:
    """The id under which Delia's 6 is found a second time, unread."""
    number = bench.at("Delia", 6)
    ghost = bench.deal("Delia", None)
    bench.lying[ghost] = replace(bench.lying[ghost], x_mm=bench.lying[number].x_mm - 10.0, angle_deg=140.0)
    assert set(map(type, bench.watch(3))) == {Nothing}
    return ghost


@pytest.mark.parametrize("rank", [6, 9])
def test_what_was_long_found_again_is_asked_about_when_it_is_read_at_last(bench: Bench, rank: int) -> None:
    ghost = half_covered(bench)
    bench.lying[ghost] = replace(bench.lying[ghost], rank=rank, probabilities=certain(rank))
    verdicts = bench.watch(3)
    assert not any(isinstance(verdict, Accepted) for verdict in verdicts)
    ask = only(verdicts[-1], Ask)
    assert (ask.question.cause, ask.question.player, ask.choices[0].rank) == (Cause.RANK, "Delia", rank)
    bench.referee.answer(ask.choices[-1])
    assert set(map(type, bench.watch(3))) == {Nothing}


def test_what_was_long_found_again_and_is_a_card_is_called_when_a_person_says_so(bench: Bench) -> None:
    ghost = half_covered(bench)
    bench.lying[ghost] = replace(bench.lying[ghost], rank=9, probabilities=certain(9))
    ask = only(bench.watch(3)[-1], Ask)
    assert accepted(bench.referee.answer(ask.choices[0])) == ["Delia hit 9"]


def test_a_card_read_at_the_second_look_is_called_wherever_it_lies(bench: Bench) -> None:
    number = bench.at("Delia", 6)
    card = bench.deal("Delia", None, at=(bench.lying[number].x_mm - 10.0, 0.0))
    bench.watch(0.4)
    bench.lying[card] = replace(bench.lying[card], rank=9, probabilities=certain(9))
    assert accepted(bench.look()) == ["Delia hit 9"]


def test_a_card_that_was_pushed_while_one_was_due_may_hide_a_pair(bench: Bench) -> None:
    number = bench.at("Delia", 6)
    bench.push(number, 37.0)
    ask = only(bench.watch(2)[-1], Ask)
    assert (ask.question.cause, ask.question.player, ask.question.rank) == (Cause.DOUBLE, "Delia", 6)
    bench.referee.answer(ask.choices[-1])
    assert set(map(type, bench.watch(5))) == {Nothing}
    bench.deal("Delia", 8)
    assert accepted(bench.look()) == ["Delia hit 8"]


def test_a_second_card_that_lies_on_the_first_is_a_pair_when_told(bench: Bench) -> None:
    bench.push(bench.at("Delia", 6), 37.0)
    ask = only(bench.watch(2)[-1], Ask)
    assert accepted(bench.referee.answer(ask.choices[0])) == ["Delia hit 6"]
    assert bench.look() == Nothing()


def test_a_card_of_the_same_rank_just_on_the_first_is_asked_about(bench: Bench) -> None:
    first = bench.at("Delia", 6)
    second = bench.deal("Delia", 6)
    bench.lying[second] = replace(bench.lying[first], id=second, rest_s=bench.time_s)
    ask = only(bench.watch(2)[-1], Ask)
    assert ask.question.cause is Cause.DOUBLE
    assert accepted(bench.referee.answer(ask.choices[0])) == ["Delia hit 6"]


def test_what_came_with_an_earlier_card_of_its_rank_is_never_taken_for_a_later_one(bench: Bench) -> None:
    bench.deal("Delia", 8)
    bench.deal("Delia", 8)  # the same card, found twice
    assert accepted(bench.look()) == ["Delia hit 8"]
    for player, rank in (("Echo", 5), ("Angie", 4), ("Bob", 3), ("Carlos", 2)):
        bench.deal(player, rank)
        assert accepted(bench.look()) == [f"{player} hit {rank}"]
    ask = only(bench.watch(2)[-1], Ask)
    assert (ask.question.cause, ask.question.player, ask.question.rank) == (Cause.DOUBLE, "Delia", 8)
    bench.referee.answer(ask.choices[-1])
    assert set(map(type, bench.watch(3))) == {Nothing}
    for player, rank in (("Delia", 1), ("Echo", 6), ("Angie", 6), ("Bob", 6), ("Carlos", 9)):
        bench.deal(player, rank)
        assert accepted(bench.look()) == [f"{player} hit {rank}"]
    assert set(map(type, bench.watch(3))) == {Nothing}


def test_a_card_that_people_named_is_no_pair_when_it_is_read_at_last(bench: Bench) -> None:
    bench.referee.say(Act("hit", "Delia", (8,)))
    bench.deal("Delia", None)  # something that is taken for it
    bench.watch(1)
    for player, rank in (("Echo", 5), ("Angie", 4), ("Bob", 3), ("Carlos", 2)):
        bench.deal(player, rank)
        assert accepted(bench.look()) == [f"{player} hit {rank}"]
    bench.deal("Delia", 8)
    verdicts = bench.watch(3)
    assert not any(isinstance(verdict, Accepted) for verdict in verdicts)
    ask = only(verdicts[-1], Ask)
    assert (ask.question.cause, ask.question.player, ask.question.rank) == (Cause.DOUBLE, "Delia", 8)
    assert accepted(bench.referee.answer(ask.choices[0])) == ["Delia hit 8"]


def test_a_card_that_came_after_one_was_told_is_not_that_one(bench: Bench) -> None:
    bench.look()
    bench.referee.say(Act("hit", "Delia", (8,)))  # nobody sees it
    bench.watch(2)
    for player, rank in (("Echo", 5), ("Angie", 4), ("Bob", 3), ("Carlos", 2)):
        bench.deal(player, rank)
        assert accepted(bench.look()) == [f"{player} hit {rank}"]
    unread = bench.deal("Delia", None)
    ask = only(bench.watch(3)[-1], Ask)
    assert (ask.question.cause, ask.question.player) == (Cause.RANK, "Delia")
    assert accepted(bench.referee.correct(unread, 9)) == ["Delia hit 9"]


def test_what_was_objected_to_does_not_count_later_in_silence(bench: Bench) -> None:
    bench.deal("Echo", 9)  # Delia is on turn
    assert complaint(bench.watch(5)).why.cause is Cause.WRONG_SEAT
    assert accepted(bench.referee.say(Act("hit", "Delia", (8,)))) == ["Delia hit 8"]
    verdicts = bench.watch(3)
    assert not any(isinstance(verdict, Accepted) for verdict in verdicts)
    ask = only(verdicts[-1], Ask)
    assert (ask.question.cause, ask.question.player, ask.question.rank) == (Cause.COUNTS, "Echo", 9)
    assert accepted(bench.referee.answer(ask.choices[0])) == ["Echo hit 9"]


def test_a_card_that_is_pushed_is_nothing_where_none_is_due(bench: Bench) -> None:
    bench.push(bench.at("Bob", 10), 37.0)
    assert set(map(type, bench.watch(5))) == {Nothing}


def test_a_card_during_a_reshuffle_is_asked_about() -> None:
    acts = [Act("deal", "Bob", (9,)), Act("deal", "Angie", (7,))]
    bench = Bench(number=2, acts=tuple(acts), options={"burn": 53})
    assert bench.game.expects.verbs == ("reshuffle",)
    bench.deal("Bob", 9)
    bench.deal("Angie", 7)
    assert bench.look() == Nothing()
    bench.deal("Angie", 3)
    ask = only(bench.look(), Ask)
    assert ask.question.cause is Cause.RESHUFFLED
    bench.referee.answer(ask.choices[0])
    bench.look()
    assert bench.lines()[2:] == ["reshuffle", "Angie hit 3"]


# Taking back


def test_a_card_that_was_taken_back_is_offered_back(bench: Bench) -> None:
    number = bench.deal("Delia", 8)
    bench.look()
    bench.take(number)
    verdicts = bench.watch(3)
    assert isinstance(verdicts[0], Wait)
    offer = only(verdicts[-1], TakeBack)
    assert [str(act) for act in offer.acts] == ["Delia hit 8"]
    assert offer.cards[0].player == "Delia"
    assert only(bench.referee.answer(offer.choices[0]), Replaced).gone == offer.acts
    assert bench.look() == Nothing()
    bench.deal("Delia", 5)
    assert accepted(bench.look()) == ["Delia hit 5"]


def test_a_card_that_was_taken_back_is_not_the_one_of_its_rank_that_somebody_kept_before(bench: Bench) -> None:
    bench.referee.say(Act("fold", "Delia"))
    bench.gather()
    bench.watch(10)
    bench.put(bench.points("Delia"), 6)
    bench.watch(2)
    bench.opening(10, 9, 8, 7, 5)
    turn = bench.game.expects.turn
    assert turn is not None
    number = bench.deal(turn, 6)
    assert accepted(bench.look()) == [f"{turn} hit 6"]
    bench.watch(2)
    bench.take(number)
    offer = only(bench.watch(5)[-1], TakeBack)
    assert [str(act) for act in offer.acts] == [f"{turn} hit 6"]


def test_a_card_that_was_picked_up_and_put_back_is_nothing(bench: Bench) -> None:
    number = bench.deal("Delia", 8)
    bench.look()
    bench.take(number)
    bench.watch(1)
    bench.deal("Delia", 8)
    assert bench.watch(3)[-1] == Nothing()


def test_two_cards_taken_back_are_two_acts(bench: Bench) -> None:
    numbers = [bench.deal("Delia", 8), bench.deal("Echo", 5)]
    bench.look()
    bench.take(*numbers)
    assert [str(act) for act in only(bench.watch(3)[-1], TakeBack).acts] == ["Delia hit 8", "Echo hit 5"]


def test_a_taking_back_that_was_refused_counts_as_lying(bench: Bench) -> None:
    bench.take(bench.at("Angie", 7))
    offer = only(bench.watch(3)[-1], TakeBack)
    assert bench.referee.answer(offer.choices[-1]) == Nothing()
    bench.deal("Delia", 8)
    assert accepted(bench.look()) == ["Delia hit 8"]


def test_a_folded_card_that_goes_back_to_its_stack_is_offered_back(bench: Bench) -> None:
    number = bench.at("Delia", 6)
    bench.move(number, bench.points("Delia"))
    assert accepted(bench.look()) == ["Delia fold 6 from Delia"]
    bench.move(number, bench.stack("Delia"))
    offer = only(bench.watch(3)[-1], TakeBack)
    assert [str(act) for act in offer.acts] == ["Delia fold 6 from Delia"]
    bench.referee.answer(offer.choices[0])
    assert bench.game.expects.turn == "Delia"
    assert bench.look() == Nothing()


def test_the_cheapest_card_gone_may_be_a_fold(bench: Bench) -> None:
    bench.take(bench.at("Delia", 6))
    ask = only(bench.watch(4)[-1], Ask)
    assert ask.question.cause is Cause.FOLD_BY_GONE
    assert accepted(bench.referee.answer(ask.choices[0])) == ["Delia fold 6 from Delia"]


def test_all_cards_gone_before_the_round_is_over(bench: Bench) -> None:
    bench.gather()
    ask = only(bench.watch(4)[-1], Ask)
    assert (ask.question.cause, ask.question.player) == (Cause.GATHERED, "Delia")
    assert accepted(bench.referee.answer(ask.choices[0])) == ["Delia fold 6 from Delia"]


# Planted mistakes


def test_a_card_at_the_wrong_seat_is_named_and_moved(bench: Bench) -> None:
    number = bench.deal("Echo", 8)
    irregular = complaint(bench.watch(4))
    why = irregular.why
    assert (why.cause, why.player, why.rank, why.other) == (Cause.WRONG_SEAT, "Delia", 8, "Echo")
    bench.move(number, bench.stack("Delia"))
    assert accepted(bench.look()) == ["Delia hit 8"]
    assert bench.look() == Nothing()


def test_a_card_at_the_wrong_seat_counts_where_it_lies_when_let_stand(bench: Bench) -> None:
    number = bench.deal("Echo", 8)
    complaint(bench.watch(4))
    assert accepted(bench.referee.let_stand()) == ["Delia hit 8"]
    assert set(map(type, bench.watch(5))) == {Nothing}
    assert bench.referee.spots()[number] == 5
    bench.deal("Echo", 3)
    assert accepted(bench.look()) == ["Echo hit 3"]
    assert only(bench.referee.correct(number, 9), Replaced).acts[0] == Act("hit", "Delia", (9,))


def test_a_second_card_during_the_deal_belongs_to_the_next() -> None:
    bench = Bench()
    bench.deal("Bob", 10)
    bench.look()
    bench.watch(2)
    bench.deal("Bob", 3)
    why = complaint(bench.watch(4)).why
    assert (why.cause, why.player, why.other) == (Cause.WRONG_SEAT, "Carlos", "Bob")


@pytest.mark.parametrize("gap_s", [0.0, 0.3, 0.7])
def test_two_cards_stuck_together(bench: Bench, gap_s: float) -> None:
    bench.deal("Delia", 8)
    second = bench.deal("Delia", 5, rest_s=bench.time_s + gap_s)
    verdicts = bench.watch(4)
    why = only(verdicts[-1], Irregular).why
    assert (why.cause, why.player, why.rank) == (Cause.STUCK, "Delia", 5)
    bench.take(second)
    bench.watch(3)
    assert bench.lines()[5:] == ["Delia hit 8"]
    assert bench.look() == Nothing()


def test_an_unread_card_that_is_covered_is_asked_about_only_after_a_while(bench: Bench) -> None:
    number = bench.deal("Delia", None)
    bench.lying[number] = replace(bench.lying[number], visible=False)
    assert not [verdict for verdict in bench.watch(3) if isinstance(verdict, Ask)]
    assert only(bench.watch(2)[-1], Ask).question.cause is Cause.RANK


def test_a_new_card_that_is_found_twice_where_it_lies_is_one_card(bench: Bench) -> None:
    first = bench.lying[bench.deal("Delia", 8)]
    bench.deal("Delia", 8, at=(first.x_mm + 9, first.y_mm))
    assert accepted(bench.look()) == ["Delia hit 8"]
    assert bench.watch(5)[-1] == Nothing()


def test_a_called_card_that_is_found_again_under_itself_is_not_complained_of(bench: Bench) -> None:
    called = bench.lying[bench.deal("Delia", 8)]
    bench.look()
    bench.time_s += 5
    again = bench.deal("Delia", 8, at=(called.x_mm + 14, called.y_mm))
    bench.lying[again] = replace(bench.lying[again], visible=False)
    assert bench.watch(6)[-1] == Nothing()
    bench.deal("Echo", 4)
    assert accepted(bench.look()) == ["Echo hit 4"]


def stuck(bench: Bench) -> tuple[int, int]:
    """An 8 that was called for Delia, and a 5 that came with it and is complained of."""
    first = bench.deal("Delia", 8)
    assert accepted(bench.look()) == ["Delia hit 8"]
    second = bench.deal("Delia", 5, rest_s=bench.time_s)
    verdict = only(bench.watch(4)[-1], Irregular)
    assert (verdict.why.cause, verdict.why.rank) == (Cause.STUCK, 5)
    return first, second


def test_the_other_of_two_stuck_cards_may_stay(bench: Bench) -> None:
    first, second = stuck(bench)
    bench.lying[first] = replace(bench.lying[first], visible=False)  # it went back; nobody saw it go
    verdict = only(bench.watch(4)[-1], Irregular)
    assert verdict.otherwise is not None and verdict.otherwise.answer is Answer.KEEP
    replaced = only(bench.referee.answer(verdict.otherwise), Replaced)
    assert [str(act) for act in replaced.acts] == ["Delia hit 5"]
    assert bench.referee.spots()[second] == 5
    assert bench.watch(6)[-1] == Nothing()
    bench.take(first)
    bench.deal("Echo", 4)
    assert accepted(bench.look()) == ["Echo hit 4"]


def test_the_other_of_two_stuck_cards_goes_back_after_all(bench: Bench) -> None:
    first, _ = stuck(bench)
    otherwise = only(bench.referee.verdict, Irregular).otherwise
    assert otherwise is not None
    bench.referee.answer(otherwise)
    bench.take(first)
    assert bench.watch(6)[-1] == Nothing()
    assert bench.lines()[5:] == ["Delia hit 5"]


def test_one_of_two_stuck_cards_that_were_never_called_stays(bench: Bench) -> None:
    first = bench.deal("Delia", 8)
    bench.deal("Delia", 5)
    otherwise = only(bench.watch(4)[-1], Irregular).otherwise
    assert otherwise is not None
    assert accepted(bench.referee.answer(otherwise)) == ["Delia hit 5"]
    bench.take(first)
    assert bench.watch(6)[-1] == Nothing()


def test_old_cards_that_are_not_cleared_are_waited_for_and_named(bench: Bench) -> None:
    bench.move(bench.at("Delia", 6), bench.points("Delia"))
    bench.look()
    lying = [bench.at("Bob", 10), bench.at("Echo", 9)]
    bench.take(bench.at("Carlos", 10), bench.at("Angie", 7))
    bench.deal("Bob", 3)
    verdicts = bench.watch(4)
    assert only(verdicts[0], Wait).why.cause is Cause.OLD_CARDS
    why = complaint(verdicts).why
    assert why.cause is Cause.NOT_CLEARED
    assert [(spot.player, spot.rank) for spot in why.cards] == [("Bob", 10), ("Echo", 9)]
    bench.take(*lying)
    assert accepted(bench.look()) == ["deal Bob 3"]


def test_an_old_card_that_nobody_sees_in_a_place_in_full_view_is_cleared(bench: Bench) -> None:
    bench.move(bench.at("Delia", 6), bench.points("Delia"))
    bench.look()
    bench.take(bench.at("Carlos", 10), bench.at("Angie", 7), bench.at("Bob", 10))
    left = bench.at("Echo", 9)
    bench.lying[left] = replace(bench.lying[left], visible=False)
    bench.look(hidden=(bench.stack("Echo"),))
    bench.deal("Bob", 3)
    assert only(bench.look(hidden=(bench.stack("Echo"),)), Wait).why.cause is Cause.OLD_CARDS
    assert [line for verdict in bench.watch(2) if isinstance(verdict, Accepted) for line in accepted(verdict)] == [
        "deal Bob 3"
    ]


def test_old_cards_may_be_let_lie(bench: Bench) -> None:
    bench.move(bench.at("Delia", 6), bench.points("Delia"))
    bench.look()
    bench.take(bench.at("Bob", 10), bench.at("Carlos", 10), bench.at("Angie", 7))
    bench.deal("Bob", 3)
    complaint(bench.watch(4))
    assert accepted(bench.referee.let_stand()) == ["deal Bob 3"]
    bench.deal("Carlos", 5)
    assert accepted(bench.look()) == ["deal Carlos 5"]


def test_clearing_is_asked_for_after_a_while(bench: Bench) -> None:
    bench.referee.say(Act("fold", "Delia"))
    verdicts = bench.watch(8)
    assert verdicts[0] == Nothing()
    assert only(verdicts[-1], Wait).why.cause is Cause.OLD_CARDS


def test_a_gathered_card_put_down_again_is_no_deal(bench: Bench) -> None:
    bench.move(bench.at("Delia", 6), bench.points("Delia"))
    bench.look()
    bench.gather()
    bench.deal("Bob", 9)  # Echo's, on top of the gathered ones
    verdicts = bench.watch(4)
    assert not any(isinstance(verdict, Accepted) for verdict in verdicts)
    ask = only(verdicts[-1], Ask)
    assert ask.question.cause is Cause.COUNTS
    assert accepted(bench.referee.answer(ask.choices[0])) == ["deal Bob 9"]


def test_an_unread_card_among_gathered_ones_counts_as_what_people_say_it_is(bench: Bench) -> None:
    bench.move(bench.at("Delia", 6), bench.points("Delia"))
    bench.look()
    bench.gather()
    bench.deal("Bob", None)
    ask = only(bench.watch(4)[-1], Ask)
    assert ask.question.cause is Cause.RANK and ask.choices[-1].answer is Answer.IGNORE
    nine = next(choice for choice in ask.choices if choice.acts and choice.acts[0].cards == (9,))
    assert accepted(bench.referee.answer(nine)) == ["deal Bob 9"]


def test_once_the_table_was_seen_cleared_any_rank_is_a_deal(bench: Bench) -> None:
    bench.move(bench.at("Delia", 6), bench.points("Delia"))
    bench.look()
    bench.gather()
    assert bench.look() == Nothing()
    bench.deal("Bob", 9)
    assert accepted(bench.look()) == ["deal Bob 9"]


def test_a_copy_that_comes_to_lie_just_where_one_was_gathered_is_a_deal_whatever_its_id(bench: Bench) -> None:
    bench.move(bench.at("Delia", 6), bench.points("Delia"))
    bench.look()
    number = bench.at("Bob", 10)
    gathered = bench.lying[number]
    bench.gather()
    assert bench.watch(2)[-1] == Nothing()
    bench.lying[number] = replace(gathered, rest_s=bench.time_s)
    assert accepted(bench.look()) == ["deal Bob 10"]


def test_a_card_that_is_gone_is_missed(bench: Bench) -> None:
    bench.take(bench.at("Bob", 10))
    why = complaint(bench.watch(4)).why
    assert (why.cause, why.player, why.rank) == (Cause.GONE, "Bob", 10)
    bench.referee.let_stand()
    assert set(map(type, bench.watch(4))) == {Nothing}


def test_a_card_that_came_back_is_missed_when_it_goes_again(bench: Bench) -> None:
    bench.take(bench.at("Bob", 10))
    complaint(bench.watch(4))
    bench.referee.let_stand()
    bench.deal("Bob", 10)
    assert bench.watch(1)[-1] == Nothing()
    bench.take(bench.at("Bob", 10))
    assert complaint(bench.watch(4)).why.cause is Cause.GONE


def test_a_card_that_was_moved_to_another_player_is_missed(bench: Bench) -> None:
    bench.move(bench.at("Bob", 10), bench.stack("Carlos"))
    why = complaint(bench.watch(4)).why
    assert (why.cause, why.player, why.rank, why.other) == (Cause.MOVED, "Bob", 10, "Carlos")


def test_a_card_that_was_carried_to_the_player_on_turn_is_no_hit(bench: Bench) -> None:
    bench.take(bench.at("Bob", 10))
    bench.deal("Delia", 10)
    verdicts = bench.watch(5)
    assert not any(isinstance(verdict, Accepted) for verdict in verdicts)
    assert only(verdicts[-1], Irregular).why.cause is Cause.GONE


def test_a_card_beside_a_coaster_may_be_the_one_that_is_due(bench: Bench) -> None:
    bench.put(bench.points("Delia"), 8)
    irregular = only(bench.watch(6)[-1], Irregular)
    assert (irregular.why.cause, irregular.why.player) == (Cause.BESIDE, "Delia")
    assert accepted(bench.referee.let_stand()) == ["Delia hit 8"]
    assert bench.watch(3)[-1] == Nothing()


def test_a_card_on_which_nothing_can_be_read_is_to_be_turned_or_said(bench: Bench) -> None:
    number = bench.deal("Delia", None, face=Face.DOWN)
    ask = only(bench.watch(6)[-1], Ask)
    assert ask.question.cause is Cause.FACE_DOWN and len(ask.choices) > 2
    bench.lying[number] = replace(bench.lying[number], face=Face.UP, rank=8, probabilities=certain(8))
    verdicts = bench.watch(2)
    assert [accepted(verdict) for verdict in verdicts if isinstance(verdict, Accepted)] == [["Delia hit 8"]]


def test_what_a_card_is_on_which_nothing_can_be_read_is_said_at_once(bench: Bench) -> None:
    bench.deal("Delia", None, face=Face.DOWN)
    ask = only(bench.watch(6)[-1], Ask)
    said = next(choice for choice in ask.choices if choice.rank == 8)
    assert accepted(bench.referee.answer(said)) == ["Delia hit 8"]
    assert set(map(type, bench.watch(6))) == {Nothing}


def test_something_like_a_card_where_one_is_due_is_asked_about_after_a_while(bench: Bench) -> None:
    bench.deal("Delia", None, face=Face.UNKNOWN)
    assert not [verdict for verdict in bench.watch(3) if isinstance(verdict, Ask)]
    ask = only(bench.watch(2)[-1], Ask)
    assert (ask.question.cause, ask.question.player) == (Cause.RANK, "Delia")
    assert accepted(bench.referee.answer(next(c for c in ask.choices if c.rank == 9))) == ["Delia hit 9"]


def test_something_like_a_card_may_be_none(bench: Bench) -> None:
    bench.deal("Delia", None, face=Face.UNKNOWN)
    ask = only(bench.watch(6)[-1], Ask)
    bench.referee.answer(ask.choices[-1])
    assert set(map(type, bench.watch(6))) == {Nothing}


@pytest.mark.parametrize("player, rest_s", [("Echo", None), ("Delia", 10.0)])
def test_something_like_a_card_is_not_asked_about_where_none_is_due_or_it_lay_there(
    bench: Bench, player: str, rest_s: float | None
) -> None:
    bench.deal(player, None, face=Face.UNKNOWN, rest_s=rest_s)
    assert not [verdict for verdict in bench.watch(6) if isinstance(verdict, Ask)]


# What is no business of the game


def test_points_and_other_things_are_evidence_never_a_condition(bench: Bench) -> None:
    bench.move(bench.at("Delia", 6), bench.points("Delia"))
    bench.look()
    bench.gather()
    kept = next(number for number, sighting in bench.lying.items() if sighting.rank == 6)
    bench.look()
    bench.opening(3, 5, 2, 8, 9)
    for happens in (
        lambda: bench.take(kept),
        lambda: bench.put(bench.points("Delia"), 6),
        lambda: bench.put(ELSEWHERE, 4),
        lambda: bench.put(TABLE, 7),
        lambda: bench.put(TABLE, None, face=Face.DOWN),
        lambda: bench.deal("Bob", None, face=Face.UNKNOWN),
    ):
        happens()
        assert set(map(type, bench.watch(7))) == {Nothing}


def test_the_paired_card_may_go_to_points_at_any_time(bench: Bench) -> None:
    number = bench.deal("Delia", 6)
    assert accepted(bench.look()) == ["Delia hit 6"]
    assert bench.look() == Nothing()
    bench.move(number, bench.points("Delia"))
    assert bench.look() == Nothing()


# Waiting


def test_trouble_is_waited_for(bench: Bench) -> None:
    bench.deal("Delia", 8)
    why = only(bench.look(trouble="stalled"), Wait).why
    assert (why.cause, why.code) == (Cause.TROUBLE, "stalled")
    assert accepted(bench.look()) == ["Delia hit 8"]


def test_cards_under_a_hand_are_unknown_not_gone(bench: Bench) -> None:
    bench.take(bench.at("Bob", 10))
    verdicts = bench.watch(6, hidden=(bench.stack("Bob"),))
    assert {verdict.why.cause for verdict in verdicts if isinstance(verdict, Wait)} == {Cause.HIDDEN}
    assert len(verdicts) == sum(isinstance(verdict, Wait) for verdict in verdicts)


def test_a_card_is_called_while_others_are_hidden(bench: Bench) -> None:
    bench.deal("Delia", 8)
    assert accepted(bench.look(hidden=(bench.stack("Bob"),))) == ["Delia hit 8"]


def test_a_glass_on_the_points_keeps_nobody_waiting(bench: Bench) -> None:
    bench.deal("Echo", 8)
    complaint(bench.watch(4, hidden=(bench.points("Bob"),)))


def test_a_card_of_the_rank_of_a_hidden_one_waits(bench: Bench) -> None:
    bench.take(bench.at("Bob", 10))
    bench.deal("Delia", 10)
    assert only(bench.look(hidden=(bench.stack("Bob"),)), Wait).why.cause is Cause.HIDDEN


def test_complaints_are_put_off_while_something_moves(bench: Bench) -> None:
    bench.deal("Echo", 8)
    assert not any(isinstance(verdict, Irregular) for verdict in bench.watch(5, moving=True))
    assert isinstance(bench.look(), Irregular)


# What people say


def test_an_act_told_by_hand_is_not_missed_on_the_table(bench: Bench) -> None:
    assert accepted(bench.referee.say(Act("hit", "Delia", (8,)))) == ["Delia hit 8"]
    assert set(map(type, bench.watch(4))) == {Nothing}
    bench.deal("Delia", 8)
    assert bench.look() == Nothing()


def test_an_act_told_by_hand_binds_the_unread_card(bench: Bench) -> None:
    number = bench.deal("Delia", None)
    bench.look()
    bench.referee.say(Act("hit", "Delia", (8,)))
    assert bench.referee.spots()[number] == 5
    assert bench.look() == Nothing()


@pytest.mark.parametrize("by_question", [False, True])
def test_an_act_told_by_hand_means_the_card_that_came_last(bench: Bench, by_question: bool) -> None:
    """Not what has long lain there unread: a second find of a card that was called, or something that is no card."""
    old = bench.deal("Delia", None, rest_s=bench.time_s)
    bench.watch(1)
    new = bench.deal("Delia", None)
    bench.look()
    if by_question:
        ask = only(bench.referee.ask_card(Act("hit", "Delia")), Ask)
        verdict = bench.referee.answer(next(choice for choice in ask.choices if choice.rank == 8))
    else:
        verdict = bench.referee.say(Act("hit", "Delia", (8,)))
    assert accepted(verdict) == ["Delia hit 8"]
    spots = bench.referee.spots()
    assert (spots.get(new), spots.get(old)) == (5, None)


def test_an_act_told_by_hand_means_the_card_of_which_its_rank_was_told(bench: Bench) -> None:
    told = bench.deal("Echo", None)  # Delia is on turn
    bench.look()
    bench.referee.correct(told, 8)
    bench.deal("Echo", None, rest_s=bench.time_s + 1)
    bench.look()
    bench.referee.say(Act("hit", "Delia", (5,)))
    assert accepted(bench.referee.say(Act("hit", "Echo", (8,)))) == ["Echo hit 8"]
    assert bench.referee.spots()[told] == 6


@pytest.mark.parametrize("told", [False, True])
def test_a_card_that_somebody_named_was_not_carried_from_where_one_of_its_rank_is_covered(
    bench: Bench, told: bool
) -> None:
    nine = bench.at("Echo", 9)
    bench.lying[nine] = replace(bench.lying[nine], visible=False)
    here = bench.deal("Delia", None if told else 9)
    verdict = bench.look(hidden=(bench.stack("Echo"),))
    if told:
        assert accepted(bench.referee.correct(here, 9)) == ["Delia hit 9"]
    else:
        assert only(verdict, Wait).why.cause is Cause.HIDDEN


def test_a_called_card_that_is_found_a_second_time_is_not_the_card_that_was_named(bench: Bench) -> None:
    six = bench.lying[bench.at("Delia", 6)]
    again = bench.put(six.place, None, at=(six.x_mm + 3, six.y_mm))
    bench.watch(1)
    bench.referee.say(Act("hit", "Delia", (8,)))  # nobody sees it
    bench.watch(2)
    assert again not in bench.referee.spots()
    late = bench.put(six.place, 8, at=(six.x_mm + 60, six.y_mm), rest_s=bench.time_s - 2)
    bench.look()
    assert bench.referee.spots()[late] == 5


def test_of_two_unread_cards_the_one_that_came_when_a_card_was_named_is_that_card(bench: Bench) -> None:
    old_s = bench.time_s
    bench.time_s += 20
    bench.look()
    bench.referee.say(Act("hit", "Delia", (8,)))
    old = bench.deal("Delia", None, rest_s=old_s)
    new = bench.deal("Delia", None)
    bench.look()
    spots = bench.referee.spots()
    assert (spots.get(new), spots.get(old)) == (5, None)


def test_an_act_that_the_rules_forbid_is_refused_with_its_sentence(bench: Bench) -> None:
    refused = only(bench.referee.say(Act("hit", "Bob", (8,))), Refused)
    assert "Delia" in refused.sentence
    assert len(bench.game.acts) == 5


def test_a_card_can_be_told_by_its_rank(bench: Bench) -> None:
    ask = only(bench.referee.ask_card(Act("hit", "Delia")), Ask)
    eight = next(choice for choice in ask.choices if choice.rank == 8)
    assert accepted(bench.referee.answer(eight)) == ["Delia hit 8"]
    assert isinstance(bench.referee.ask_card(Act("hit", "Delia")), Refused)


def named_9_of_delia_on_turn(bench: Bench) -> int:
    """The id of a card of Delia's that can't be read and was named a 9; she is on turn again."""
    unread = bench.deal("Delia", None)
    bench.look()
    assert accepted(bench.referee.correct(unread, 9)) == ["Delia hit 9"]
    for player, rank in (("Echo", 10), ("Angie", 10), ("Bob", 8), ("Carlos", 7)):
        bench.deal(player, rank)
        assert accepted(bench.look()) == [f"{player} hit {rank}"]
    return unread


def test_a_named_card_that_is_read_at_last_beside_itself_is_no_second_one(bench: Bench) -> None:
    unread = named_9_of_delia_on_turn(bench)
    lies = bench.lying[unread]
    bench.put(lies.place, 9, at=(lies.x_mm + 15, lies.y_mm - 12))
    told = [verdict for verdict in (bench.look(), *bench.watch(6)) if not isinstance(verdict, Nothing | Wait)]
    assert told and all(isinstance(verdict, Ask) for verdict in told), "one card, or two: that is asked"


def test_whether_it_is_a_second_one_stays_asked_while_the_first_is_seen_and_not_seen_by_turns(bench: Bench) -> None:
    """It lies half under the new one: each look tells otherwise whether it is covered."""
    bench.look()
    unread = named_9_of_delia_on_turn(bench)
    lies = bench.lying[unread]
    second = bench.put(lies.place, None, at=(lies.x_mm + 25, lies.y_mm + 15))
    assert only(bench.watch(3)[-1], Ask).question.cause is Cause.RANK
    bench.referee.correct(second, 9)
    bench.watch(6)
    for visible in (True, False, True):
        bench.lying[unread] = replace(bench.lying[unread], visible=visible)
        for verdict in bench.watch(2):
            assert only(verdict, Ask).question.cause is Cause.DOUBLE


@pytest.mark.parametrize("is_covered", [True, False])
def test_a_card_that_may_have_slid_under_a_hand_is_no_second_one_in_silence(bench: Bench, is_covered: bool) -> None:
    number = bench.at("Delia", 6)
    lies = bench.lying[number]
    bench.lying[number] = replace(lies, visible=not is_covered)
    bench.put(lies.place, 6, at=(lies.x_mm + 18, lies.y_mm + 8))
    told = [verdict for verdict in (bench.look(), *bench.watch(6)) if not isinstance(verdict, Nothing | Wait)]
    assert isinstance(told[0], Ask) == is_covered, "a second 6 beside one in full view is a pair"


def test_undo_sets_the_card_aside_until_it_is_asked_about(bench: Bench) -> None:
    bench.deal("Delia", 8)
    bench.look()
    assert [str(act) for act in only(bench.referee.undo(), Replaced).gone] == ["Delia hit 8"]
    assert bench.look() == Nothing()
    ask = only(bench.watch(6)[-1], Ask)
    assert ask.question.cause is Cause.COUNTS
    assert accepted(bench.referee.answer(ask.choices[0])) == ["Delia hit 8"]


def test_undo_of_a_card_that_was_told_does_not_tell_it_again(bench: Bench) -> None:
    unread = bench.deal("Delia", None)
    bench.look()
    assert accepted(bench.referee.correct(unread, 8)) == ["Delia hit 8"]
    bench.referee.undo()
    assert bench.look() == Nothing()
    assert only(bench.watch(6)[-1], Ask).question.cause is Cause.RANK


def test_undo_of_a_seen_fold_does_not_fold_again(bench: Bench) -> None:
    number = bench.at("Delia", 6)
    bench.move(number, bench.points("Delia"))
    bench.look()
    bench.referee.undo()
    why = complaint(bench.watch(4)).why
    assert (why.cause, why.player) == (Cause.MOVED, "Delia")
    bench.move(number, bench.stack("Delia"))
    assert bench.look() == Nothing()


def test_nothing_to_undo() -> None:
    assert isinstance(Bench().referee.undo(), Refused)


def test_a_misread_card_is_corrected(bench: Bench) -> None:
    replaced = only(bench.referee.correct(bench.at("Bob", 10), 1), Replaced)
    assert str(replaced.acts[0]) == "deal Bob 1"
    assert bench.game.expects.turn == "Bob"
    assert bench.look() == Nothing()


def test_a_correction_that_makes_a_later_act_impossible_is_refused(bench: Bench) -> None:
    bench.deal("Delia", 8)
    bench.look()
    number = bench.at("Bob", 10)
    refused = only(bench.referee.correct(number, 1), Refused)  # then Bob would have been first
    assert "Delia" in refused.sentence
    assert bench.lines()[0] == "deal Bob 10"


def test_the_most_doubtful_reading_comes_first(bench: Bench) -> None:
    doubted = bench.deal("Delia", 8, probabilities=(0, 0, 0.3, 0, 0, 0, 0, 0.65, 0, 0, 0.05))
    bench.look()
    doubt = bench.referee.doubtful()[0]
    assert (doubt.sighting.id, doubt.rank, doubt.other, doubt.player) == (doubted, 8, 3, "Delia")
    bench.referee.correct(doubted, 8)
    assert doubted not in [doubt.sighting.id for doubt in bench.referee.doubtful()]


# After a crash


def test_a_game_resumed_takes_what_lies_there_for_old_news(bench: Bench) -> None:
    bench.deal("Delia", 8)
    bench.look()
    again = Referee(Game(bench.game.header, bench.game.acts), bench.seats)
    assert again.consider(bench.view()) == Nothing()
    bench.deal("Echo", 3)
    assert accepted(again.consider(bench.view())) == ["Echo hit 3"]


def test_a_game_resumed_sees_what_was_dealt_meanwhile(bench: Bench) -> None:
    bench.deal("Delia", 8)
    again = Referee(Game(bench.game.header, bench.game.acts), bench.seats)
    assert accepted(again.consider(bench.view())) == ["Delia hit 8"]


def test_a_game_resumed_after_a_round_knows_the_old_cards(bench: Bench) -> None:
    bench.referee.say(Act("fold", "Delia"))
    again = Referee(Game(bench.game.header, bench.game.acts), bench.seats)
    assert again.consider(bench.view()) == Nothing()
    bench.time_s += 10
    bench.gather()
    assert again.consider(bench.view()) == Nothing()
    bench.deal("Bob", 10)
    assert accepted(again.consider(bench.view())) == ["deal Bob 10"]


def test_a_game_resumed_waits_until_all_cards_are_found(bench: Bench) -> None:
    again = Referee(Game(bench.game.header, bench.game.acts), bench.seats)
    lying, bench.lying = bench.lying, {}
    for _ in range(15):
        assert isinstance(again.consider(bench.view()), Wait)
    bench.lying = lying
    assert again.consider(bench.view()) == Nothing()


def test_the_cards_of_the_game_before_are_to_be_cleared(bench: Bench) -> None:
    again = Referee(Game(bench.game.header), bench.seats)
    bench.time_s += 5
    assert again.consider(bench.view()) == Nothing()
    new = bench.deal("Bob", 3)
    why = only(again.consider(bench.view()), Wait).why
    assert why.cause is Cause.OLD_CARDS and len(why.cards) == 5
    bench.lying = {new: bench.lying[new]}
    assert accepted(again.consider(bench.view())) == ["deal Bob 3"]


def test_seats_must_be_of_players() -> None:
    header = Header.from_mapping({"variant": "basic", "players": ["A", "B"]})
    with pytest.raises(InputError, match="expected each of A, B"):
        Referee(Game(header), {1: "A", 2: "C"})


def test_when_the_game_is_over_nothing_matters(bench: Bench) -> None:
    short = Bench(number=2, options={"target": 4})
    short.opening(4, 9)
    short.deal("Bob", 4)
    assert accepted(short.look()) == ["Bob hit 4"]
    assert short.game.over
    short.deal("Bob", 5)
    assert set(map(type, short.watch(5))) == {Nothing}


def test_in_bad_light_a_card_that_was_read_for_certain_still_counts() -> None:
    bench = Bench()
    bench.deal("Bob", 10)
    assert isinstance(bench.look(trouble="dark"), Accepted)


def test_a_card_that_had_been_gone_for_long_is_not_excused_by_a_round_that_ends_later(bench: Bench) -> None:
    """Nobody heeded the complaint, and what came then would end the round by a pair: it may well be another round."""
    bench.take(bench.at("Echo", 9))
    assert complaint(bench.watch(4)).why.cause is Cause.GONE
    before = bench.lines()
    verdicts = []
    for player, rank in (("Delia", 2), ("Echo", 3), ("Angie", 7)):
        bench.deal(player, rank)
        verdicts += bench.watch(1)
    assert not any(isinstance(verdict, Accepted) for verdict in verdicts)
    assert bench.lines() == before


def test_of_two_cards_found_at_once_the_one_that_was_named_before_is_that_one() -> None:
    bench = Bench(2)
    named_s = bench.time_s
    bench.watch(1)
    bench.referee.say(Act("deal", "Bob", (9,)))
    bench.watch(3)
    bench.deal("Angie", 10)
    assert accepted(bench.look()) == ["deal Angie 10"]
    bench.watch(3)
    new = bench.deal("Bob", None, rest_s=named_s)
    named = bench.deal("Bob", None, rest_s=named_s)
    bench.look()
    for number, rank in ((new, 8), (named, 9)):
        bench.ranks[number] = rank
        bench.lying[number] = replace(bench.lying[number], rank=rank, probabilities=certain(rank))
    assert accepted(bench.look()) == ["Bob hit 8"]
