"""What goes wrong at the table in each game's own terms: it is asked or complained of, and mended, never guessed."""


import pytest
from referee_play import lines
from referee_scripted import DEALT, Scripted, causes
from referee_table import only

from dealer.seen.verdicts import Accepted, Answer, Ask, Cause, Irregular, Nothing, TakeBack, Wait
from dealer.view import ELSEWHERE, TABLE, Face


def test_rocket_cards_wait_for_the_bets() -> None:
    evening = Scripted("rocket", 3)
    evening.deal("Bob", 5)
    assert causes(evening.wait()) is Cause.NOT_DUE
    evening.bench.take(*evening.bench.lying)
    evening.do("Bob bet 10", "Carlos bet 20", "deal Bob 5", "deal Carlos 6", "deal Angie 7", "Bob hit 9")
    evening.deal("Angie", 2)  # Carlos is on turn, not the dealer
    wrong = only(evening.wait(), Irregular)
    assert (wrong.why.cause, wrong.why.player, wrong.why.other) == (Cause.WRONG_SEAT, "Carlos", "Angie")


def test_a_whole_stack_that_is_taken_up_on_turn_is_asked_about_as_a_fold() -> None:
    evening = Scripted(
        "rocket", 3, "Bob bet 10", "Carlos bet 20", "deal Bob 5", "deal Carlos 6", "deal Angie 7", "Bob hit 9"
    )
    evening.bench.take(evening.at("Carlos", 6))
    asked = only(evening.wait(), Ask)
    assert (asked.question.cause, asked.question.player) == (Cause.FOLD_BY_GONE, "Carlos")
    assert [str(act) for act in asked.choices[0].acts] == ["Carlos fold"]


def test_blackstone_white_cards_may_be_heaped_up_and_black_ones_stay() -> None:
    evening = Scripted("blackstone", 3, *DEALT, "Angie take 2", "deal Angie 10", "deal Angie 7")
    whites = [number for number in evening.bench.lying if evening.bench.ranks[number] != 10]
    for number in whites[1:]:
        evening.bench.take(number)
    assert evening.wait() == Nothing()
    evening.bench.take(evening.at("Angie", 10))
    assert causes(evening.wait()) is Cause.GONE


def test_blackstone_a_card_before_it_is_said_how_many_are_taken_waits() -> None:
    evening = Scripted("blackstone", 3, *DEALT)
    evening.deal("Angie", 3)
    assert causes(evening.wait()) is Cause.NOT_DUE


def test_hawthorn_a_card_played_by_somebody_else_is_out_of_turn() -> None:
    evening = Scripted(
        "hawthorn", 3, "Bob reveal 4", "Carlos reveal 9", "Angie reveal 7", "Bob hit 2", "Carlos hit 10", "Angie hit 8"
    )
    evening.deal("Carlos", 6)
    wrong = only(evening.wait(), Irregular)
    assert (wrong.why.cause, wrong.why.rank, wrong.why.other) == (Cause.OUT_OF_TURN, 6, "Carlos")


def test_hawthorn_a_second_card_revealed_is_not_a_card_of_the_deal() -> None:
    evening = Scripted("hawthorn", 3, "Bob reveal 4")
    evening.deal("Bob", 6)
    assert causes(evening.wait()) is Cause.OUT_OF_TURN


def test_goblin_poker_a_face_down_card_in_the_middle_is_said_and_counts() -> None:
    evening = Scripted("goblin-poker", 3, "Bob reveal 4", "Carlos reveal 9", "Angie reveal 7")
    evening.bench.put(TABLE, None, face=Face.DOWN)
    verdicts = evening.bench.watch(2.2)
    said = only(verdicts[-1], Wait)
    assert said.why.cause is Cause.PITCHED and [choice.answer for choice in said.choices] == [Answer.ACTS, Answer.NONE]
    assert not any(isinstance(verdict, Ask) for verdict in verdicts), "it is there for all to see"
    evening.bench.watch(2)
    assert lines(evening.bench.game)[-1] == "Bob pitch"


def test_goblin_poker_a_pitched_card_is_told_from_those_that_were_pushed() -> None:
    evening = Scripted("goblin-poker", 3, "Bob reveal 4", "Carlos reveal 9", "Angie reveal 7")
    bench = evening.bench
    first = bench.put(TABLE, None, face=Face.DOWN)
    bench.watch(4)
    bench.push(first, 10)
    bench.watch(1)
    bench.put(TABLE, None, face=Face.DOWN)
    assert only(bench.watch(2)[-1], Wait).why.player == "Carlos"
    bench.watch(2)
    assert lines(bench.game)[-2:] == ["Bob pitch", "Carlos pitch"]


@pytest.mark.parametrize("face", [Face.UP, Face.UNKNOWN])
def test_goblin_poker_a_back_that_looks_like_an_unread_card_was_pitched(face: Face) -> None:
    evening = Scripted("goblin-poker", 3, "Bob reveal 4", "Carlos reveal 9", "Angie reveal 7")
    bench, before = evening.bench, lines(evening.bench.game)
    first = bench.lying[bench.put(TABLE, None, face=face)]
    bench.put(TABLE, None, face=face, at=(first.x_mm + 18, first.y_mm))
    asked = only(bench.watch(8)[-1], Ask)
    assert (asked.question.cause, asked.counts_at_s) == (Cause.PITCHED, None)
    assert lines(bench.game) == before, "it may be a shadow of the discards"
    assert isinstance(bench.referee.answer(asked.choices[0]), Accepted)


@pytest.mark.parametrize("face", [Face.DOWN, Face.UNKNOWN])
@pytest.mark.parametrize(("at", "counts"), [((60.0, 40.0), True), ((-60.0, 40.0), False), ((160.0, 40.0), False)])
def test_goblin_poker_a_card_that_laps_over_a_pitched_one_on_the_own_side_was_pitched(
    face: Face, at: tuple[float, float], counts: bool
) -> None:
    evening = Scripted("goblin-poker", 3, "Bob reveal 4", "Carlos reveal 9", "Angie reveal 7")
    bench = evening.bench
    bench.poses = {bench.seat_of["Carlos"]: (500.0, 0.0, 180.0)}
    bench.put(TABLE, None, face=face, at=(0.0, 0.0))
    asked = [verdict for verdict in bench.watch(4) if isinstance(verdict, Ask)]
    if face is Face.UNKNOWN:  # nothing of the kind lies there yet: it was asked about
        bench.referee.answer(asked[-1].choices[0])
    bench.put(TABLE, None, face=Face.UNKNOWN, at=at)
    verdicts = bench.watch(5)
    assert any(isinstance(verdict, Ask) for verdict in verdicts) is not counts
    assert lines(bench.game)[-1] == ("Carlos pitch" if counts else "Bob pitch")


def test_goblin_poker_no_means_no() -> None:
    evening = Scripted("goblin-poker", 3, "Bob reveal 4", "Carlos reveal 9", "Angie reveal 7")
    evening.bench.put(TABLE, None, face=Face.DOWN)
    said = only(evening.bench.watch(2.2)[-1], Wait)
    evening.bench.referee.answer(said.choices[-1])
    assert evening.wait() == Nothing()


def test_goblin_poker_a_pitched_card_dealt_past_somebody_is_asked_about() -> None:
    evening = Scripted(
        "goblin-poker",
        3,
        "Bob reveal 4",
        "Carlos reveal 9",
        "Angie reveal 7",
        "Bob pitch",
        "Carlos pitch",
        "Angie pitch",
    )
    evening.deal("Carlos", 3)
    assert causes(evening.wait()) is Cause.SKIPPED


def test_goblin_poker_a_pitched_card_read_as_a_second_1_is_asked_about() -> None:
    pitched = ("Angie pitch", "Bob pitch", "Carlos pitch")
    evening = Scripted("goblin-poker", 3, "Bob reveal 4", "Carlos reveal 9", "Angie reveal 1", *pitched)
    evening.deal("Angie", 1)
    asked = only(evening.wait(), Ask)
    assert (asked.question.cause, asked.question.player, asked.question.rank) == (Cause.IMPOSSIBLE_RANK, "Angie", 1)
    assert 1 not in {choice.rank for choice in asked.choices}
    seven = next(choice for choice in asked.choices if choice.rank == 7)
    said = only(evening.bench.referee.answer(seven), Accepted)
    assert [str(act) for act in said.acts] == ["deal Angie 7"]


@pytest.mark.parametrize("variant", ["hawthorn", "goblin-poker"])
def test_cards_of_who_is_out_may_lie_about(variant: str) -> None:
    evening = Scripted(variant, 3, "Bob reveal 4", "Carlos reveal 9", "Angie reveal 7", "Bob fold")
    assert evening.loose
    assert evening.wait() == Nothing()
    evening.bench.move(evening.loose[0], ELSEWHERE)
    assert evening.wait() == Nothing()


def test_a_card_laid_down_by_who_is_out_is_out_of_turn() -> None:
    evening = Scripted(
        "goblin-poker",
        3,
        "Bob reveal 4",
        "Carlos reveal 9",
        "Angie reveal 7",
        "Bob fold",
        "Carlos pitch",
        "Angie pitch",
    )
    evening.deal("Bob", 6)
    assert causes(evening.wait()) is Cause.OUT_OF_TURN


def test_a_card_taken_back_into_the_hand_is_offered_to_be_taken_back() -> None:
    evening = Scripted("venture", 3, *(f"deal table {rank}" for rank in (2, 5, 9, 10)), "Angie bid 6")
    evening.bench.take(evening.owned["Angie"][0])
    offer = only(evening.wait(), TakeBack)
    assert [str(act) for act in offer.acts] == ["Angie bid 6"]
    assert offer.choices[0].answer is Answer.TAKE_BACK
