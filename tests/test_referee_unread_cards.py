"""Cards that can't be read, or are read as what they can't be: asked about, and called as people say they are."""

from dataclasses import replace

import pytest
from referee_table import Bench, accepted, certain, delia_first, only

from dealer.seen.verdicts import Accepted, Answer, Ask, Cause, Nothing, Replaced, Wait
from dealer.view import Face


@pytest.fixture
def bench() -> Bench:
    return delia_first()


# Unread


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
    assert accepted(bench.look()) == bench.lines()[-1:] == ["Delia hit 8"]


def test_what_was_no_card_may_go_without_a_question(bench: Bench) -> None:
    ghost = bench.deal("Delia", None)
    ask = only(bench.watch(2.5)[-1], Ask)
    bench.referee.answer(ask.choices[-1])
    bench.take(ghost)
    assert set(map(type, bench.watch(5))) == {Nothing}


def test_an_unread_card_that_is_covered_is_asked_about_only_after_a_while(bench: Bench) -> None:
    number = bench.deal("Delia", None)
    bench.lying[number] = replace(bench.lying[number], visible=False)
    assert not [verdict for verdict in bench.watch(3) if isinstance(verdict, Ask)]
    assert only(bench.watch(2)[-1], Ask).question.cause is Cause.RANK


# Read as another


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


# Face down, or perhaps no card


def test_a_card_on_which_nothing_can_be_read_is_to_be_turned_or_said(bench: Bench) -> None:
    number = bench.deal("Delia", None, face=Face.DOWN)
    early = bench.watch(2)
    assert not [verdict for verdict in early if isinstance(verdict, Ask)], "it may be turned over at once"
    ask = only(bench.watch(1)[-1], Ask)  # or the next card lies before it is asked
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
