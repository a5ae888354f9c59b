"""Mistakes at the table with cards that were not read: the verdict of their kind, and the sentence that mends them."""

from dataclasses import replace

import pytest
from referee_table import Bench, accepted, certain, delia_first, only

from dealer.locale.language import language
from dealer.presses import Button
from dealer.rules.acts import Act
from dealer.seen.patience import OFFERED_S
from dealer.seen.verdicts import Accepted, Answer, Ask, Cause, Irregular, Nothing, TakeBack, Verdict, Wait
from dealer.view import ELSEWHERE, TABLE, Face
from dealer.words.prompter import prompt
from dealer.words.prompts import Prompt


def shown(bench: Bench, verdict: Verdict, code: str = "en") -> Prompt:
    return prompt(bench.game, verdict, language=language(code))


def label(made: Prompt, button: Button) -> str:
    meaning = made.meaning(button)
    return meaning.label if meaning is not None else ""


@pytest.fixture
def bench() -> Bench:
    return delia_first()


@pytest.fixture
def asked(bench: Bench) -> int:
    """Delia's new card, which is asked about."""
    unread = bench.deal("Delia", None)
    assert only(bench.watch(2.5)[-1], Ask).question.cause is Cause.RANK
    return unread


# A card is taken back before anybody said which it is


def test_a_card_that_was_taken_back_while_it_was_asked_about_is_offered_back(bench: Bench, asked: int) -> None:
    before = bench.lines()
    bench.take(asked)
    verdicts = bench.watch(3)
    assert isinstance(verdicts[0], Wait)
    offer = only(verdicts[-1], TakeBack)
    assert (offer.acts, offer.cards[0].player, offer.cards[0].rank) == ((), "Delia", None)
    assert bench.referee.answer(offer.choices[0]) == Nothing()
    assert set(bench.watch(5)) == {Nothing()}
    assert bench.lines() == before
    bench.deal("Delia", 8)
    assert accepted(bench.look()) == ["Delia hit 8"]


def test_a_card_that_nobody_named_is_taken_back_in_words_that_need_no_name(bench: Bench, asked: int) -> None:
    bench.take(asked)
    offer = bench.watch(3)[-1]
    made = shown(bench, offer)
    assert made.headline == "Taken back: Delia's card?"
    assert made.detail == "The table is as it was before: Delia's card is still due."
    assert made.spoken == "Was Delia's card taken back?"
    assert (label(made, Button.GREEN), label(made, Button.RED)) == ("take back", "it stays")
    assert shown(bench, offer, "de").headline == "Zurückgenommen: die Karte von Delia?"


def test_a_card_taken_back_from_the_middle_is_nobodys() -> None:
    bench = Bench(number=3, options={"variant": "sweep"})
    before = bench.game.expects
    unread = bench.put(TABLE, None)
    assert only(bench.watch(2.5)[-1], Ask).question.player is None
    bench.take(unread)
    offer = only(bench.watch(3)[-1], TakeBack)
    assert shown(bench, offer).headline == "Taken back: the card in the middle?"
    bench.referee.answer(offer.choices[0])
    assert bench.game.expects == before


def test_the_first_card_of_a_round_is_taken_back_too() -> None:
    bench = Bench()
    unread = bench.deal("Bob", None)
    only(bench.watch(2.5)[-1], Ask)
    bench.take(unread)
    only(bench.watch(3)[-1], TakeBack)
    bench.deal("Bob", 4)
    assert accepted(bench.look()) == bench.lines() == ["deal Bob 4"]


def test_the_next_card_answers_the_offer(bench: Bench, asked: int) -> None:
    bench.take(asked)
    only(bench.watch(3)[-1], TakeBack)
    again = bench.deal("Delia", None)
    assert only(bench.watch(2)[-1], Ask).question.cause is Cause.RANK
    assert accepted(bench.referee.correct(again, 8)) == ["Delia hit 8"]
    assert bench.watch(3)[-1] == Nothing()


def test_an_offer_of_which_nothing_hangs_does_not_stand_for_ever(bench: Bench, asked: int) -> None:
    bench.take(asked)
    only(bench.watch(3)[-1], TakeBack)
    assert bench.watch(OFFERED_S + 1)[-1] == Nothing()


def test_a_card_that_was_not_taken_back_is_named(bench: Bench, asked: int) -> None:
    bench.take(asked)
    offer = only(bench.watch(3)[-1], TakeBack)
    which = only(bench.referee.answer(offer.choices[-1]), Ask)
    assert (which.question.cause, which.question.player) == (Cause.VANISHED, "Delia")
    assert only(bench.watch(5)[-1], Ask) == which
    eight = next(choice for choice in which.choices if choice.rank == 8)
    assert accepted(bench.referee.answer(eight)) == ["Delia hit 8"]
    assert bench.watch(5)[-1] == Nothing()


def test_what_was_neither_taken_back_nor_a_card_is_nothing(bench: Bench, asked: int) -> None:
    bench.take(asked)
    which = only(bench.referee.answer(only(bench.watch(3)[-1], TakeBack).choices[-1]), Ask)
    assert bench.referee.answer(which.choices[-1]) == Nothing()
    assert set(bench.watch(5)) == {Nothing()}


def test_a_card_that_was_named_first_is_taken_back_as_any_other(bench: Bench, asked: int) -> None:
    assert accepted(bench.referee.correct(asked, 8)) == ["Delia hit 8"]
    bench.take(asked)
    offer = only(bench.watch(3)[-1], TakeBack)
    assert [str(act) for act in offer.acts] == ["Delia hit 8"]


def test_a_fifth_4_that_was_asked_about_is_taken_back() -> None:
    bench = Bench()
    bench.opening(4, 4, 4, 4, 9)
    for player, rank in (("Bob", 5), ("Carlos", 6), ("Delia", 7)):
        bench.deal(player, rank)
        bench.look()
    fifth = bench.deal("Echo", 4)
    assert only(bench.watch(3)[-1], Ask).question.cause is Cause.IMPOSSIBLE_RANK
    bench.take(fifth)
    offer = only(bench.watch(3)[-1], TakeBack)
    assert (offer.acts, offer.cards[0].player) == ((), "Echo")


def test_nothing_is_offered_back_while_a_hand_lies_over_its_place(bench: Bench, asked: int) -> None:
    bench.take(asked)
    hidden = bench.watch(5, hidden=(bench.stack("Delia"),))
    assert not [verdict for verdict in hidden if isinstance(verdict, TakeBack)]
    assert isinstance(bench.look(), TakeBack)


def test_what_was_asked_about_for_a_moment_may_have_been_a_shadow(bench: Bench) -> None:
    shadow = bench.deal("Delia", None)
    verdicts = bench.watch(1.5)
    assert isinstance(verdicts[-1], Ask)
    bench.take(shadow)
    assert set(bench.watch(5)) == {Nothing()}


def test_what_was_no_card_is_not_taken_back(bench: Bench, asked: int) -> None:
    question = only(bench.referee.verdict, Ask)
    bench.referee.answer(question.choices[-1])
    bench.take(asked)
    assert set(bench.watch(5)) == {Nothing()}


def test_a_card_that_was_moved_is_not_taken_back(bench: Bench, asked: int) -> None:
    bench.take(asked)
    bench.deal("Echo", 8)
    assert only(bench.watch(5)[-1], Irregular).why.cause is Cause.WRONG_SEAT


def test_a_card_that_lies_face_up_elsewhere_now_is_not_taken_back(bench: Bench, asked: int) -> None:
    bench.take(asked)
    bench.put(ELSEWHERE, 8)
    assert not [verdict for verdict in bench.watch(5) if isinstance(verdict, TakeBack)]


@pytest.mark.parametrize("face", [Face.DOWN, Face.UNKNOWN])
def test_a_card_that_was_turned_over_is_not_taken_back(bench: Bench, asked: int, face: Face) -> None:
    bench.take(asked)
    bench.deal("Delia", None, face=face)
    assert not [verdict for verdict in bench.watch(5) if isinstance(verdict, TakeBack)]


def test_a_card_that_came_back_and_goes_again_is_offered_back_again(bench: Bench, asked: int) -> None:
    lying = bench.lying[asked]
    bench.take(asked)
    only(bench.watch(OFFERED_S + 5)[0], Wait)
    bench.lying[asked] = lying
    assert only(bench.watch(3)[-1], Ask).question.cause is Cause.RANK
    bench.take(asked)
    only(bench.watch(3)[-1], TakeBack)


def test_a_card_whose_offer_nobody_heard_is_asked_for_when_all_is_gathered(bench: Bench, asked: int) -> None:
    bench.take(asked)
    assert bench.watch(OFFERED_S + 5)[-1] == Nothing()
    bench.gather()
    assert only(bench.watch(5)[-1], Ask).question.cause is Cause.VANISHED


def test_where_no_card_is_due_none_is_taken_back(bench: Bench) -> None:
    unread = bench.deal("Echo", None)
    assert only(bench.watch(2.5)[-1], Ask).question.player == "Echo"
    bench.take(unread)
    assert set(bench.watch(5)) == {Nothing()}


def test_called_cards_that_go_with_it_are_taken_back_first(bench: Bench) -> None:
    called = bench.deal("Delia", 8)
    assert accepted(bench.look()) == ["Delia hit 8"]
    unread = bench.deal("Echo", None)
    only(bench.watch(2.5)[-1], Ask)
    bench.take(called, unread)
    offer = only(bench.watch(3)[-1], TakeBack)
    assert [str(act) for act in offer.acts] == ["Delia hit 8"]
    bench.referee.answer(offer.choices[0])
    assert bench.watch(5)[-1] == Nothing()


def test_the_lowest_card_that_came_last_and_is_gone_was_folded_for_or_taken_back(bench: Bench) -> None:
    lowest = bench.deal("Delia", 3)
    assert accepted(bench.look()) == ["Delia hit 3"]
    bench.take(lowest)
    ask = only(bench.watch(3)[-1], Ask)
    assert [choice.answer for choice in ask.choices] == [Answer.ACTS, Answer.TAKE_BACK, Answer.LET_STAND]
    made = shown(bench, ask)
    assert made.headline == "Folded for 3, or taken back?"
    assert made.spoken == "Was Delia's three folded for, or taken back?"


# Two cards stuck together, and not both are read


def test_two_unread_cards_where_one_is_due_are_spoken_of_before_they_are_named(bench: Bench) -> None:
    first, second = bench.deal("Delia", None), bench.deal("Delia", None)
    verdicts = bench.watch(3)
    assert {type(verdict) for verdict in verdicts} == {Wait, Ask}
    question = only(verdicts[-1], Ask).question
    assert (question.cause, question.player) == (Cause.STUCK, "Delia")
    assert [spot.sighting for spot in question.cards] == [first, second]
    bench.take(second)
    assert only(bench.watch(3)[-1], Ask).question.cause is Cause.RANK
    assert accepted(bench.referee.correct(first, 8)) == ["Delia hit 8"]
    assert bench.watch(3)[-1] == Nothing()


def test_the_sentence_is_right_for_two_cards_and_for_one_that_was_found_twice(bench: Bench) -> None:
    bench.deal("Delia", None)
    bench.deal("Delia", None)
    made = shown(bench, bench.watch(3)[-1])
    assert made.headline == "Two cards for Delia?"
    assert made.detail == "If two came where one is due, the second goes back on top of the pile."
    assert label(made, Button.RED) == "only one"


def test_only_one_came_and_was_found_twice(bench: Bench) -> None:
    first = bench.deal("Delia", None)
    bench.deal("Delia", None)
    stuck = only(bench.watch(3)[-1], Ask)
    which = only(bench.referee.answer(stuck.choices[-1]), Ask)
    assert (which.question.cause, which.question.cards[0].sighting) == (Cause.RANK, first)
    assert accepted(bench.referee.correct(first, 8)) == ["Delia hit 8"]
    assert bench.watch(6)[-1] == Nothing()


def test_of_a_card_found_twice_the_better_find_counts_once_the_other_is_gone(bench: Bench) -> None:
    first = bench.deal("Delia", None)
    second = bench.deal("Delia", None)
    bench.referee.answer(only(bench.watch(3)[-1], Ask).choices[-1])
    bench.watch(3)
    assert accepted(bench.referee.correct(first, 8)) == ["Delia hit 8"]
    bench.lying[second] = replace(bench.lying[second], rank=8, probabilities=certain(8))
    assert set(bench.watch(3)) == {Nothing()}
    bench.take(first)
    assert set(bench.watch(6)) == {Nothing()}
    bench.take(second)
    assert only(bench.watch(6)[-1], TakeBack).acts == (Act("hit", "Delia", (8,)),)


@pytest.mark.parametrize("ranks", [(8, None), (None, 8)])
def test_one_of_two_that_came_together_is_read(bench: Bench, ranks: tuple[int | None, int | None]) -> None:
    numbers = [bench.deal("Delia", rank) for rank in ranks]
    verdicts = bench.watch(3)
    assert not [verdict for verdict in verdicts if isinstance(verdict, Accepted)]
    assert only(verdicts[-1], Ask).question.cause is Cause.STUCK
    bench.take(numbers[ranks.index(None)])
    assert accepted(bench.look()) == ["Delia hit 8"]


def test_of_two_cards_that_are_both_read_by_now_either_may_stay(bench: Bench) -> None:
    on_top, below = bench.deal("Delia", 2), bench.deal("Delia", None)
    assert only(bench.watch(3)[-1], Ask).question.cause is Cause.STUCK
    bench.lying[on_top] = replace(bench.lying[on_top], visible=False)  # it went back; the eye thinks it below
    bench.lying[below] = replace(bench.lying[below], rank=8, probabilities=certain(8))
    complaint = only(bench.watch(1)[-1], Irregular)
    assert complaint.why.cause is Cause.STUCK and complaint.otherwise is not None
    assert accepted(bench.referee.answer(complaint.otherwise)) == ["Delia hit 8"]


def test_one_that_is_read_as_a_card_beside_it_counts_less_than_the_unread_one_that_came_with_it(bench: Bench) -> None:
    """Its own index and one of the new card may be taken for a second 6 between them, which would end the round."""
    lying = bench.lying[bench.at("Delia", 6)]
    new = bench.deal("Delia", None, at=(lying.x_mm - 40.0, lying.y_mm))
    pieced = bench.deal("Delia", 6, at=(lying.x_mm - 18.0, lying.y_mm))
    stuck = only(bench.watch(3)[-1], Ask)
    assert stuck.question.cause is Cause.STUCK and stuck.choices[-1].sightings == (pieced,)
    which = only(bench.referee.answer(stuck.choices[-1]), Ask)
    assert (which.question.cause, which.question.cards[0].sighting) == (Cause.RANK, new)
    assert accepted(bench.referee.correct(new, 8)) == ["Delia hit 8"]
    bench.take(pieced)
    assert bench.watch(6)[-1] == Nothing()


def test_an_unread_card_that_came_with_the_one_that_was_called_is_no_new_one(bench: Bench) -> None:
    bench.deal("Delia", 8)
    second = bench.deal("Delia", None, rest_s=bench.time_s + 0.6)
    assert accepted(bench.look()) == ["Delia hit 8"]
    stuck = only(bench.watch(3)[-1], Ask)
    assert (stuck.question.cause, stuck.question.player) == (Cause.STUCK, "Delia")
    bench.take(second)
    assert bench.watch(3)[-1] == Nothing()
    assert bench.lines()[5:] == ["Delia hit 8"]


@pytest.mark.parametrize("rank", [8, None])
def test_of_the_lower_of_two_stuck_cards_no_more_need_be_seen_than_that_something_came(
    bench: Bench, rank: int | None
) -> None:
    bench.deal("Delia", rank)
    below = bench.deal("Delia", None, face=Face.UNKNOWN)
    stuck = only(bench.watch(6)[-1], Ask)
    assert (stuck.question.cause, stuck.question.player) == (Cause.STUCK, "Delia")
    bench.referee.answer(stuck.choices[-1])
    bench.lying[below] = replace(bench.lying[below], x_mm=bench.lying[below].x_mm + 3.0)
    verdict = bench.watch(6)[-1]
    assert verdict == Nothing() if rank else only(verdict, Ask).question.cause is Cause.RANK


def test_what_is_part_of_a_called_card_is_no_second_one(bench: Bench) -> None:
    eight = bench.lying[bench.deal("Delia", 8)]
    bench.deal("Delia", None, face=Face.UNKNOWN, at=(eight.x_mm + 10, eight.y_mm))
    bench.watch(1)
    bench.deal("Echo", 4)
    bench.watch(3)
    bench.deal("Delia", None, face=Face.UNKNOWN)
    assert bench.watch(6)[-1] == Nothing(), "it came long after"


def test_unread_cards_that_came_one_by_one_are_each_asked_about(bench: Bench) -> None:
    bench.deal("Delia", None)
    bench.deal("Echo", None)
    assert only(bench.watch(3)[-1], Ask).question.cause is Cause.RANK
    bench = Bench()
    bench.deal("Bob", 10)
    bench.look()
    bench.watch(2)
    bench.deal("Bob", None)
    assert only(bench.watch(3)[-1], Ask).question.cause is Cause.RANK


def test_two_cards_are_stuck_though_one_seemed_to_lie_there_before(bench: Bench) -> None:
    """What looked like a card's back took on the face of the one that fell on it; with it came another, found twice."""
    back = bench.deal("Delia", None, face=Face.DOWN)
    bench.watch(2.5)
    bench.lying[back] = replace(bench.lying[back], face=Face.UP)
    second = bench.deal("Delia", 5, rest_s=bench.time_s - 0.1)
    spot = bench.lying[second]
    again = bench.deal("Delia", None, at=(spot.x_mm + 25, spot.y_mm))
    verdicts = bench.watch(0.6)
    bench.lying[back] = replace(bench.lying[back], rank=8)
    verdicts += bench.watch(5)
    assert [line for verdict in verdicts if isinstance(verdict, Accepted) for line in accepted(verdict)] == [
        "Delia hit 8"
    ]
    assert not [verdict for verdict in verdicts if isinstance(verdict, Ask)]
    why = only(verdicts[-1], Irregular).why
    assert (why.cause, why.player, why.rank) == (Cause.STUCK, "Delia", 5)
    bench.take(second, again)
    assert bench.watch(3)[-1] == Nothing()
    assert bench.lines()[5:] == ["Delia hit 8"]


def test_where_time_does_not_tell_the_sentence_is_right_for_both() -> None:
    bench = Bench()
    bench.deal("Bob", 10)
    bench.look()
    second = bench.deal("Bob", 3, rest_s=bench.time_s + 1.2)
    verdict = only(bench.watch(5)[-1], Irregular)
    assert (verdict.why.cause, verdict.why.player, verdict.why.other) == (Cause.ONE_TOO_MANY, "Carlos", "Bob")
    made = shown(bench, verdict)
    assert made.headline == "The 3 with Bob is one too many"
    assert made.detail.startswith("It goes back on top of the pile. If it is Carlos's card, move it there")
    bench.take(second)
    bench.watch(1)
    bench.deal("Carlos", 3)
    assert accepted(bench.look()) == ["deal Carlos 3"]
    assert bench.watch(3)[-1] == Nothing()


def test_a_card_too_many_counts_for_the_next_player_when_people_say_so() -> None:
    bench = Bench()
    bench.deal("Bob", 10)
    bench.look()
    bench.deal("Bob", 3, rest_s=bench.time_s + 1.2)
    remedy = only(bench.watch(5)[-1], Irregular).remedy
    assert remedy is not None and remedy.answer is Answer.LET_STAND
    assert accepted(bench.referee.answer(remedy)) == ["deal Carlos 3"]


def test_a_stuck_card_that_nobody_put_back_is_no_later_hit_in_silence() -> None:
    bench = Bench(number=2, options={"variant": "port"})
    bench.opening(9, 10)
    bench.deal("Bob", 8)
    assert accepted(bench.look()) == ["Bob hit 8"]
    bench.deal("Bob", 5, rest_s=bench.time_s)
    assert only(bench.watch(4)[-1], Irregular).why.cause is Cause.STUCK
    only(bench.referee.say(Act("lock", "Angie")), Accepted)
    ask = only(bench.watch(4)[-1], Ask)
    assert (ask.question.cause, ask.question.player, ask.question.rank) == (Cause.COUNTS, "Bob", 5)
    bench.referee.answer(ask.choices[-1])
    assert bench.watch(4)[-1] == Nothing()
    assert bench.lines()[2:] == ["Bob hit 8", "Angie lock"]


def test_a_card_that_was_named_as_the_one_beside_it_was_is_one_too_many(bench: Bench) -> None:
    first = bench.deal("Delia", None)
    bench.watch(2)
    assert accepted(bench.referee.correct(first, 8)) == ["Delia hit 8"]
    second = bench.deal("Delia", None, at=(bench.lying[first].x_mm + 30, bench.lying[first].y_mm))
    assert only(bench.watch(3)[-1], Ask).question.cause is Cause.RANK
    bench.referee.correct(second, 8)
    verdict = only(bench.watch(4)[-1], Irregular)
    assert (verdict.why.cause, verdict.why.player, verdict.why.other) == (Cause.ONE_TOO_MANY, "Echo", "Delia")
    assert label(shown(bench, verdict), Button.RED) == "no card"
    bench.move(second, bench.stack("Echo"))
    assert accepted(bench.look()) == ["Echo hit 8"]


def test_a_card_that_reads_as_the_named_one_beside_it_and_came_later_is_asked_about(bench: Bench) -> None:
    first = bench.deal("Delia", None)
    bench.watch(2)
    assert accepted(bench.referee.correct(first, 8)) == ["Delia hit 8"]
    bench.watch(2)
    second = bench.deal("Delia", 8, at=(bench.lying[first].x_mm + 30, bench.lying[first].y_mm))
    ask = only(bench.watch(4)[-1], Ask)
    assert (ask.question.cause, ask.question.player) == (Cause.STUCK, "Delia")
    assert ask.choices[0].sightings == (second,)
    bench.referee.answer(ask.choices[0])
    assert bench.watch(4)[-1] == Nothing()


def test_two_cards_are_stuck_though_the_second_fell_into_the_next_players_place(bench: Bench) -> None:
    first = bench.deal("Delia", 8)
    spot = bench.lying[first]
    second = bench.deal("Echo", 5, at=(spot.x_mm + 26, spot.y_mm), rest_s=bench.time_s + 0.1)
    verdicts = bench.watch(4)
    assert accepted(verdicts[0]) == ["Delia hit 8"]
    why = only(verdicts[-1], Irregular).why
    assert (why.cause, why.player, why.rank) == (Cause.STUCK, "Delia", 5)
    bench.take(second)
    assert bench.watch(3)[-1] == Nothing()
    bench.deal("Echo", 5)
    assert accepted(bench.look()) == ["Echo hit 5"]


def test_an_unread_card_that_stuck_is_spoken_of_though_the_deal_went_on() -> None:
    bench = Bench()
    bench.deal("Bob", 10)
    bench.deal("Bob", None, rest_s=bench.time_s + 0.5)
    assert accepted(bench.look()) == ["deal Bob 10"]
    bench.deal("Carlos", 4)
    assert accepted(bench.look()) == ["deal Carlos 4"]
    stuck = only(bench.watch(3)[-1], Ask)
    assert (stuck.question.cause, stuck.question.player) == (Cause.STUCK, "Bob")
