"""A card that is found twice and a second one of its rank: told apart, or asked about, never a pair in silence."""

from dataclasses import replace

import pytest
from referee_table import Bench, accepted, certain, delia_first, only

from dealer.seen.verdicts import Accepted, Ask, Cause, Nothing, Wait


@pytest.fixture
def bench() -> Bench:
    return delia_first()


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


@pytest.mark.parametrize(("rank", "cause"), [(6, Cause.DOUBLE), (9, Cause.RANK)])
def test_what_was_long_found_again_is_asked_about_when_it_is_read_at_last(
    bench: Bench, rank: int, cause: Cause
) -> None:
    ghost = half_covered(bench)
    bench.lying[ghost] = replace(bench.lying[ghost], rank=rank, probabilities=certain(rank))
    verdicts = bench.watch(3)
    assert not any(isinstance(verdict, Accepted) for verdict in verdicts)
    ask = only(verdicts[-1], Ask)
    assert (ask.question.cause, ask.question.player) == (cause, "Delia")
    assert rank in (ask.question.rank, ask.choices[0].rank)
    bench.referee.answer(ask.choices[-1])
    assert set(map(type, bench.watch(3))) == {Nothing}


@pytest.mark.parametrize(("outlined", "called"), [(True, True), (False, False)])
def test_a_second_card_of_a_rank_counts_by_itself_where_the_edges_of_both_were_seen(
    bench: Bench, outlined: bool, called: bool
) -> None:
    number = bench.at("Delia", 6)
    first = bench.lying[number] = replace(bench.lying[number], outlined=True)
    bench.look()
    second = bench.deal("Delia", 6, at=(first.x_mm + 11.0, first.y_mm))
    bench.lying[second] = replace(bench.lying[second], outlined=outlined)
    assert any(isinstance(verdict, Accepted) for verdict in bench.watch(3)) is called


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


def test_a_card_that_is_pushed_is_nothing_where_none_is_due(bench: Bench) -> None:
    bench.push(bench.at("Bob", 10), 37.0)
    assert set(map(type, bench.watch(5))) == {Nothing}


def test_a_card_that_is_pushed_farther_than_another_could_hide_it_is_nothing(bench: Bench) -> None:
    bench.push(bench.at("Delia", 6), 60.0)
    assert set(map(type, bench.watch(5))) == {Nothing}


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


@pytest.mark.parametrize("blurred", [None, "first", "second", "covered"])
def test_beside_a_named_card_another_one_is_a_second_one_where_the_edges_of_both_are_in_sight(
    bench: Bench, blurred: str | None
) -> None:
    unread = named_9_of_delia_on_turn(bench)
    lies = bench.lying[unread]
    bench.lying[unread] = replace(lies, outlined=blurred != "first", visible=blurred != "covered")
    second = bench.put(lies.place, 9, at=(lies.x_mm + 15, lies.y_mm - 12))
    bench.lying[second] = replace(bench.lying[second], outlined=blurred != "second")
    told = [verdict for verdict in (bench.look(), *bench.watch(6)) if not isinstance(verdict, Nothing | Wait)]
    if blurred:
        assert told and all(isinstance(verdict, Ask) for verdict in told)
    else:
        assert accepted(told[0]) == ["Delia hit 9"]


def test_whether_it_is_a_second_one_stays_asked_while_the_first_is_seen_and_not_seen_by_turns(bench: Bench) -> None:
    """It lies half under the new one: each look tells otherwise whether it is covered."""
    bench.look()
    unread = named_9_of_delia_on_turn(bench)
    lies = bench.lying[unread]
    second = bench.put(lies.place, 9, at=(lies.x_mm + 25, lies.y_mm + 15))
    bench.lying[second] = replace(bench.lying[second], outlined=False)
    bench.watch(6)
    for visible in (True, False, True):
        bench.lying[unread] = replace(bench.lying[unread], visible=visible)
        for verdict in bench.watch(2):
            assert only(verdict, Ask).question.cause is Cause.DOUBLE


@pytest.mark.parametrize(("apart_mm", "is_asked"), [(20, False), (12, True), (5, True)])
def test_a_second_one_that_people_named_as_well_is_a_pair_at_once(bench: Bench, apart_mm: int, is_asked: bool) -> None:
    """They were asked what the new card is; where it may be the first one found again, that is worth a question."""
    bench.look()
    lies = bench.lying[named_9_of_delia_on_turn(bench)]
    second = bench.put(lies.place, None, at=(lies.x_mm + apart_mm, lies.y_mm))
    bench.lying[second] = replace(bench.lying[second], outlined=False)
    is_new = bench.watch(3)[-1] != Nothing()
    told = bench.referee.correct(second, 9)
    assert is_new == (not is_asked)
    if is_asked:
        assert only(bench.watch(4)[-1], Ask).question.cause is Cause.DOUBLE
    else:
        assert accepted(told) == ["Delia hit 9"]


@pytest.mark.parametrize("is_covered", [True, False])
def test_a_card_that_may_have_slid_under_a_hand_is_no_second_one_in_silence(bench: Bench, is_covered: bool) -> None:
    number = bench.at("Delia", 6)
    lies = bench.lying[number]
    bench.lying[number] = replace(lies, visible=not is_covered)
    bench.put(lies.place, 6, at=(lies.x_mm + 18, lies.y_mm + 8))
    told = [verdict for verdict in (bench.look(), *bench.watch(6)) if not isinstance(verdict, Nothing | Wait)]
    assert isinstance(told[0], Ask) == is_covered, "a second 6 beside one in full view is a pair"


@pytest.mark.parametrize("shows", [True, False])
def test_a_second_card_on_the_first_is_a_pair_at_once_where_that_still_shows(bench: Bench, shows: bool) -> None:
    number = bench.at("Delia", 6)
    lies = bench.lying[number]
    bench.lying[number] = replace(lies, visible=False)
    second = bench.put(lies.place, 6, at=(lies.x_mm + 18, lies.y_mm + 2))
    bench.lying[second] = replace(bench.lying[second], laid_on=number if shows else None)
    told = [verdict for verdict in (bench.look(), *bench.watch(6)) if not isinstance(verdict, Nothing | Wait)]
    assert isinstance(told[0], Accepted) == shows
    assert isinstance(told[0], Ask) != shows
