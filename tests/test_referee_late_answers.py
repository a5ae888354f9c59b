"""People deal on while a question is open: nothing that was seen meanwhile is forgotten."""

from dataclasses import replace

import pytest
from referee_table import Bench, accepted, certain, delia_first, only

from dealer.rules.acts import Act
from dealer.seen.verdicts import Ask, Cause, Irregular, Nothing, Verdict


@pytest.fixture
def bench() -> Bench:
    return delia_first()


def lines(bench: Bench, before: int) -> list[str]:
    return [str(act) for act in bench.game.acts[before:]]


def catch_up(bench: Bench) -> list[Verdict]:
    """What was seen while the question was open is considered."""
    return [bench.referee.consider(view) for view in bench.referee.missed()]


def test_cards_that_came_while_a_question_was_open_count_after_its_card(bench: Bench) -> None:
    known = len(bench.game.acts)
    unread = bench.deal("Delia", None)
    assert only(bench.watch(4)[-1], Ask).question.cause is Cause.RANK
    for player, rank in (("Echo", 3), ("Angie", 5)):
        bench.deal(player, rank)
        assert only(bench.watch(2)[-1], Ask).question.player == "Delia"
    assert accepted(bench.referee.correct(unread, 8)) == ["Delia hit 8"]
    catch_up(bench)
    assert lines(bench, known) == ["Delia hit 8", "Echo hit 3", "Angie hit 5"]
    assert bench.look() == Nothing()


def test_a_round_that_was_gathered_meanwhile_is_not_lost(bench: Bench) -> None:
    """A pair ends it: its card goes to the points, the others are taken up, and the next round is dealt."""
    known = len(bench.game.acts)
    unread = bench.deal("Delia", None)
    bench.watch(4)
    kept = next(number for number, card in bench.lying.items() if card.place == bench.stack("Echo"))
    second = bench.deal("Echo", bench.ranks[kept])
    bench.watch(2)
    bench.gather()
    bench.put(bench.points("Echo"), bench.ranks[kept])
    bench.watch(3)
    bench.deal("Bob", 2)
    question = only(bench.watch(3)[-1], Ask).question
    assert (question.cause, question.player) == (Cause.RANK, "Delia"), "the first thing that is not known"
    assert len(bench.game.acts) == known, "nobody knows yet what came before that 2"
    bench.referee.correct(unread, 8)
    catch_up(bench)
    assert lines(bench, known) == ["Delia hit 8", f"Echo hit {bench.ranks[second]}", "deal Bob 2"]


def test_what_is_told_answers_a_complaint_that_came_before_other_cards(bench: Bench) -> None:
    """Delia's card lies where nobody sees it, and the deal goes on."""
    known = len(bench.game.acts)
    bench.deal("Echo", 3)
    assert only(bench.watch(4)[-1], Irregular).why.cause is Cause.WRONG_SEAT
    bench.deal("Angie", 4)
    bench.watch(2)
    bench.referee.say(Act("hit", "Delia", (10,)))
    counts = only(catch_up(bench)[-1], Ask)
    assert (counts.question.cause, counts.question.rank) == (Cause.COUNTS, 3), "it was complained of"
    bench.referee.answer(counts.choices[0])
    catch_up(bench)
    assert lines(bench, known) == ["Delia hit 10", "Echo hit 3", "Angie hit 4"]


def test_the_same_card_read_at_last_answers(bench: Bench) -> None:
    unread = bench.deal("Delia", None)
    bench.watch(4)
    bench.deal("Echo", 3)
    bench.watch(2)
    bench.lying[unread] = replace(bench.lying[unread], rank=8, probabilities=certain(8))
    bench.watch(2)
    assert lines(bench, len(bench.game.acts) - 2) == ["Delia hit 8", "Echo hit 3"]


def test_an_undo_meanwhile_leaves_the_question(bench: Bench) -> None:
    bench.deal("Delia", None)
    bench.watch(4)
    bench.deal("Echo", 3)
    bench.watch(2)
    before = len(bench.game.acts)
    bench.referee.undo()
    assert len(bench.game.acts) == before - 1
    assert catch_up(bench) == []


def test_a_card_that_came_before_it_was_told_is_the_one_that_is_told(bench: Bench) -> None:
    """It was told after the complaint, to which the referee goes back."""
    known = len(bench.game.acts)
    bench.deal("Echo", 3)
    assert isinstance(bench.watch(4)[-1], Irregular)
    bench.deal("Delia", None)
    bench.watch(1)
    bench.referee.say(Act("hit", "Delia", (10,)))
    catch_up(bench)
    counts = only(bench.watch(4)[-1], Ask)
    assert counts.question.cause is Cause.COUNTS, "and not what the new card of Delia's is"
    bench.referee.answer(counts.choices[0])
    catch_up(bench)
    assert lines(bench, known) == ["Delia hit 10", "Echo hit 3"]
    assert bench.watch(4)[-1] == Nothing()
