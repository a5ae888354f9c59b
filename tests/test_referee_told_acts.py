"""Acts and ranks that people tell: which card is meant, and that it does not count a second time."""

from dataclasses import replace

import pytest
from referee_table import Bench, accepted, certain, delia_first, only

from dealer.rules.acts import Act
from dealer.seen.verdicts import Accepted, Ask, Cause, Nothing, Refused, Wait


@pytest.fixture
def bench() -> Bench:
    return delia_first()


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


def test_an_act_told_by_hand_is_not_missed_on_the_table(bench: Bench) -> None:
    assert accepted(bench.referee.say(Act("hit", "Delia", (8,)))) == ["Delia hit 8"]
    assert set(map(type, bench.watch(4))) == {Nothing}
    bench.deal("Delia", 8)
    assert bench.look() == Nothing()


def test_a_card_that_was_named_while_the_picture_was_bad_is_the_one_that_is_seen_afterwards(bench: Bench) -> None:
    bench.look()
    seen_s = bench.time_s
    for _ in range(10):
        bench.look(trouble="blurred")
    assert accepted(bench.referee.say(Act("hit", "Delia", (8,)))) == ["Delia hit 8"]
    for _ in range(10):
        bench.look(trouble="blurred")
    eight = bench.deal("Delia", 8, clear_s=seen_s)
    assert {type(verdict) for verdict in bench.watch(4)} == {Nothing}
    assert bench.referee.spots()[eight] == 5


@pytest.mark.parametrize("covered", [False, True])
def test_a_card_that_was_seen_to_come_after_one_of_its_rank_was_named_is_a_second_one(
    bench: Bench, covered: bool
) -> None:
    bench.look()
    bench.referee.say(Act("hit", "Delia", (8,)))  # nobody sees it
    bench.watch(1)
    for player, rank in (("Echo", 5), ("Angie", 4), ("Bob", 3), ("Carlos", 2)):
        bench.deal(player, rank)
        assert accepted(bench.look()) == [f"{player} hit {rank}"]
    bare_s = bench.time_s
    bench.watch(3, hidden=(bench.stack("Delia"),) if covered else ())
    second = bench.deal("Delia", 8, clear_s=bare_s if covered else None)
    ask = only(bench.watch(3)[-1], Ask)
    assert (ask.question.cause, second in bench.referee.spots()) == (Cause.DOUBLE, False)
    assert accepted(bench.referee.answer(ask.choices[0])) == ["Delia hit 8"]
    assert bench.referee.spots()[second] == 10


def test_what_reads_as_a_card_that_was_named_is_that_card_however_late_what_is_unread_came(bench: Bench) -> None:
    long_ago_s = bench.time_s
    bench.time_s += 20
    bench.look()
    bench.referee.say(Act("hit", "Delia", (8,)))
    unread = bench.deal("Delia", None)
    eight = bench.deal("Delia", 8, rest_s=long_ago_s)
    bench.look()
    spots = bench.referee.spots()
    assert (spots.get(eight), spots.get(unread)) == (5, None)


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


@pytest.mark.parametrize("trouble", ["", "blurred"])
def test_a_card_told_on_a_question_is_the_one_that_lies_there_whatever_is_seen_meanwhile(
    bench: Bench, trouble: str
) -> None:
    new = bench.deal("Delia", None)
    bench.look(trouble=trouble)
    ask = only(bench.referee.ask_card(Act("hit", "Delia")), Ask)
    for _ in range(3):
        assert bench.look(trouble=trouble) == ask
    verdict = bench.referee.answer(next(choice for choice in ask.choices if choice.rank == 8))
    assert accepted(verdict) == ["Delia hit 8"]
    assert bench.referee.spots()[new] == 5


def test_a_question_that_a_person_opened_gives_way_to_what_happens(bench: Bench) -> None:
    bench.look()
    only(bench.referee.ask_card(Act("hit", "Delia")), Ask)
    bench.deal("Delia", 8)
    assert accepted(bench.look()) == ["Delia hit 8"]
    assert bench.look() == Nothing()


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
    named_s = bench.time_s
    bench.referee.say(Act("hit", "Delia", (8,)))  # nobody sees it
    bench.watch(2)
    assert again not in bench.referee.spots()
    late = bench.put(six.place, 8, at=(six.x_mm + 60, six.y_mm), rest_s=named_s)
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


def test_of_two_cards_found_at_once_the_one_that_was_named_before_is_that_one() -> None:
    bench = Bench(2)
    named_s = bench.time_s
    bench.watch(1)
    bench.referee.say(Act("deal", "Bob", (9,)))
    bench.watch(3)
    bench.deal("Angie", 10)
    assert accepted(bench.look()) == ["deal Angie 10"]
    bench.watch(3)
    new = bench.deal("Bob", None)
    named = bench.deal("Bob", None, rest_s=named_s)
    bench.look()
    for number, rank in ((new, 8), (named, 9)):
        bench.ranks[number] = rank
        bench.lying[number] = replace(bench.lying[number], rank=rank, probabilities=certain(rank))
    assert accepted(bench.look()) == ["Bob hit 8"]
