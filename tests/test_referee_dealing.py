"""Cards that are dealt and hit, one or several between two views: each is an act, in the one legal order."""

from dataclasses import replace

import pytest
from referee_table import Bench, accepted, complaint, delia_first, only

from dealer.rules.acts import Act
from dealer.search.explanation import explanations
from dealer.seen.clues import Clues
from dealer.seen.layout import Layout
from dealer.seen.verdicts import Accepted, Ask, Cause, Irregular, Nothing, Wait


@pytest.fixture
def bench() -> Bench:
    return delia_first()


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


def test_what_was_dealt_in_good_order_counts_before_it_is_asked_who_was_dealt_past() -> None:
    """Delia's card came to rest before Bob's, so that neither counts at once; Carlos's is not seen."""
    bench = Bench()
    bench.deal("Delia", 6)
    bench.watch(0.5)
    bench.deal("Bob", 10)
    verdicts = bench.watch(7)
    assert bench.lines() == ["deal Bob 10"]
    asked = only(verdicts[-1], Ask)
    assert (asked.question.cause, asked.question.player, asked.question.other) == (Cause.SKIPPED, "Carlos", "Delia")


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


def test_two_cards_to_one_seat_are_in_the_order_in_which_they_came_to_rest() -> None:
    for first, second in ((7, 5), (5, 7)):
        bench = Bench(number=2)
        bench.deal("Bob", 9)
        bench.look()
        # Angie's deal, and then her hit, for hers is the lowest: both unseen until now.
        bench.deal("Angie", second, rest_s=bench.time_s - 0.2)
        bench.deal("Angie", first, rest_s=bench.time_s - 1.4)
        assert accepted(bench.look()) == [f"deal Angie {first}", f"Angie hit {second}"]


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
