"""Mistakes with cards that were read: the verdict of their kind, and what mends them or lets them stand."""

from dataclasses import replace

import pytest
from referee_table import Bench, accepted, complaint, delia_first, only

from dealer.rules.acts import Act
from dealer.seen.verdicts import Accepted, Answer, Ask, Cause, Irregular, Nothing, Replaced


@pytest.fixture
def bench() -> Bench:
    return delia_first()


# At the wrong seat


def test_what_was_objected_to_does_not_count_later_in_silence(bench: Bench) -> None:
    bench.deal("Echo", 9)  # Delia is on turn
    assert complaint(bench.watch(5)).why.cause is Cause.WRONG_SEAT
    assert accepted(bench.referee.say(Act("hit", "Delia", (8,)))) == ["Delia hit 8"]
    verdicts = bench.watch(3)
    assert not any(isinstance(verdict, Accepted) for verdict in verdicts)
    ask = only(verdicts[-1], Ask)
    assert (ask.question.cause, ask.question.player, ask.question.rank) == (Cause.COUNTS, "Echo", 9)
    assert accepted(bench.referee.answer(ask.choices[0])) == ["Echo hit 9"]


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
    assert accepted(bench.let_stand()) == ["Delia hit 8"]
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


# Two cards stuck together


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


# Gone, moved, beside the coaster


def test_a_card_that_is_gone_is_missed(bench: Bench) -> None:
    bench.take(bench.at("Bob", 10))
    why = complaint(bench.watch(4)).why
    assert (why.cause, why.player, why.rank) == (Cause.GONE, "Bob", 10)
    bench.let_stand()
    assert set(map(type, bench.watch(4))) == {Nothing}


def test_a_card_that_came_back_is_missed_when_it_goes_again(bench: Bench) -> None:
    bench.take(bench.at("Bob", 10))
    complaint(bench.watch(4))
    bench.let_stand()
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
    assert accepted(bench.let_stand()) == ["Delia hit 8"]
    assert bench.watch(3)[-1] == Nothing()


def test_people_who_hear_that_a_card_is_gone_and_deal_on_let_it_stand(bench: Bench) -> None:
    bench.take(bench.at("Echo", 9))
    assert complaint(bench.watch(4)).why.cause is Cause.GONE
    for player, rank in (("Delia", 2), ("Echo", 3)):
        bench.deal(player, rank)
        verdicts = bench.watch(8)
        acts = [str(act) for one in verdicts if isinstance(one, Accepted) for act in one.acts]
        assert acts == [f"{player} hit {rank}"]
        assert not any(isinstance(one, Irregular) for one in verdicts[1:]), "it is not said again"


def test_a_card_that_came_before_people_heard_that_another_is_gone_waits_for_the_next(bench: Bench) -> None:
    bench.take(bench.at("Echo", 9))
    bench.deal("Delia", 2)
    before = bench.lines()
    assert only(bench.watch(5)[-1], Irregular).why.cause is Cause.GONE
    assert bench.lines() == before
    bench.deal("Echo", 3)
    bench.watch(2)
    assert bench.lines() == [*before, "Delia hit 2", "Echo hit 3"]


def test_who_tells_an_act_after_hearing_that_a_card_is_gone_lets_it_stand(bench: Bench) -> None:
    bench.take(bench.at("Echo", 9))
    assert complaint(bench.watch(4)).why.cause is Cause.GONE
    assert accepted(bench.referee.say(Act("hit", "Delia", (2,)))) == ["Delia hit 2"]
    assert not any(isinstance(one, Irregular) for one in bench.watch(8))


def test_a_card_that_was_gone_and_comes_elsewhere_is_not_dealt_on(bench: Bench) -> None:
    bench.take(bench.at("Echo", 9))
    assert complaint(bench.watch(4)).why.cause is Cause.GONE
    bench.deal("Delia", 9)
    assert not any(isinstance(one, Accepted) for one in bench.watch(8))


def test_where_most_cards_are_gone_what_is_dealt_then_belongs_to_another_round(bench: Bench) -> None:
    for player, rank in (("Echo", 9), ("Bob", 10), ("Carlos", 10)):
        bench.take(bench.at(player, rank))
    assert complaint(bench.watch(4)).why.cause is Cause.GONE
    bench.deal("Delia", 2)
    assert not any(isinstance(one, Accepted) for one in bench.watch(8))
