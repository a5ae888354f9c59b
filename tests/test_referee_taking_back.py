"""Cards that are taken back, acts that are undone, cards that are corrected."""

from dataclasses import replace

import pytest
from referee_table import Bench, accepted, certain, complaint, delia_first, only

from dealer.rules.acts import Act
from dealer.seen.verdicts import Ask, Cause, Nothing, Refused, Replaced, TakeBack, Wait


@pytest.fixture
def bench() -> Bench:
    return delia_first()


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


# Undoing and correcting


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


def test_a_correction_that_makes_a_later_act_impossible_asks_whether_that_is_undone(bench: Bench) -> None:
    """Had Bob's been a 1, he would have been first."""
    hit = bench.deal("Delia", 8)
    bench.look()
    number = bench.at("Bob", 10)
    ask = only(bench.referee.correct(number, 1), Ask)
    assert (ask.question.cause, ask.question.amount) == (Cause.LATER, 1)
    assert bench.lines()[0] == "deal Bob 10" and bench.lines()[-1] == "Delia hit 8", "nothing is done without an answer"
    assert only(bench.watch(3)[-1], Ask) == ask
    replaced = only(bench.referee.answer(ask.choices[0]), Replaced)
    assert [str(act) for act in replaced.fallen] == ["Delia hit 8"]
    assert bench.lines()[0] == "deal Bob 1" and bench.game.expects.turn == "Bob"
    bench.take(hit)
    assert bench.watch(3)[-1] == Nothing()
    bench.deal("Bob", 3)
    assert accepted(bench.look()) == ["Bob hit 3"]


def test_a_correction_that_would_undo_more_may_be_left(bench: Bench) -> None:
    bench.deal("Delia", 8)
    bench.look()
    before = bench.lines()
    ask = only(bench.referee.correct(bench.at("Bob", 10), 1), Ask)
    bench.referee.answer(ask.choices[1])
    assert bench.lines() == before
    assert bench.watch(6)[-1] == Nothing(), "it is not asked again"


def test_a_called_card_that_reads_otherwise_and_cannot_be_that_is_asked_about_once(bench: Bench) -> None:
    bench.deal("Delia", 8)
    bench.look()
    number = bench.at("Bob", 10)
    bench.lying[number] = replace(bench.lying[number], rank=1, probabilities=certain(1))
    ask = only(bench.watch(6)[-1], Ask)
    assert ask.question.cause is Cause.REREAD
    later = only(bench.referee.answer(ask.choices[1]), Ask)
    assert later.question.cause is Cause.LATER
    assert {only(verdict, Ask).question.cause for verdict in bench.watch(6)} == {Cause.LATER}, "the other one waits"
    bench.referee.answer(later.choices[1])
    assert bench.watch(8)[-1] == Nothing()


def test_who_says_that_the_card_is_what_was_called_need_not_answer(bench: Bench) -> None:
    bench.deal("Delia", 8)
    bench.look()
    before, number = bench.lines(), bench.at("Bob", 10)
    only(bench.referee.correct(number, 1), Ask)
    assert bench.referee.correct(number, 10) == Nothing()
    assert bench.watch(3)[-1] == Nothing() and bench.lines() == before


def test_a_correction_that_would_undo_too_much_is_refused_and_not_asked_for_again() -> None:
    bench = Bench(number=8)
    bench.opening(10, 10, 6, 9, 7, 8, 8, 9)
    first = bench.at("Bob", 10)
    for rank, player in enumerate(("Delia", "Echo", "Fred", "Gina", "Hal", "Angie", "Bob", "Carlos", "Delia"), start=1):
        bench.deal(player, rank if rank != 9 else 4)
        bench.watch(1)
    lines = bench.lines()
    assert len(lines) == 17
    bench.lying[first] = replace(bench.lying[first], rank=5, probabilities=certain(5))
    ask = only(bench.watch(6)[-1], Ask)
    assert ask.question.cause is Cause.REREAD
    assert isinstance(bench.referee.answer(ask.choices[1]), Refused)
    assert not any(isinstance(verdict, Ask) for verdict in bench.watch(8))
    assert bench.lines() == lines


def test_a_card_that_cannot_have_been_whatever_came_later_is_refused() -> None:
    bench = Bench(number=3)
    bench.opening(5, 1, 6)
    bench.watch(2)
    assert isinstance(bench.referee.correct(bench.at("Angie", 6), 1), Refused), "the deck holds only one 1"


def test_the_most_doubtful_reading_comes_first(bench: Bench) -> None:
    doubted = bench.deal("Delia", 8, probabilities=(0, 0, 0.3, 0, 0, 0, 0, 0.65, 0, 0, 0.05))
    bench.look()
    doubt = bench.referee.doubtful()[0]
    assert (doubt.sighting.id, doubt.rank, doubt.other, doubt.player) == (doubted, 8, 3, "Delia")
    bench.referee.correct(doubted, 8)
    assert doubted not in [doubt.sighting.id for doubt in bench.referee.doubtful()]


def test_a_card_that_the_eye_lost_and_found_again_is_doubted_where_it_lies(bench: Bench) -> None:
    lost = bench.deal("Delia", 8)
    bench.look()
    at = (bench.lying[lost].x_mm, bench.lying[lost].y_mm)
    bench.take(lost)
    bench.look(hidden=(bench.stack("Delia"),))
    found = bench.deal("Delia", 8, at=at)
    bench.watch(2.0)
    ids = [doubt.sighting.id for doubt in bench.referee.doubtful()]
    assert found in ids and lost not in ids


def test_a_card_that_was_taken_up_may_come_to_lie_again() -> None:
    bench = Bench(number=3)
    bench.opening(5, 1, 6)
    bench.watch(2)
    assert 1 not in bench.referee.may_come()
    bench.take(bench.at("Carlos", 1))
    bench.look()
    assert bench.referee.may_come()[1] == 1
    bench.put(bench.points("Angie"), 1)
    bench.watch(0.4)
    assert 1 not in bench.referee.may_come()
