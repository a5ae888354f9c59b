"""Continuous, Port and Starboard: what goes wrong is asked or complained of in their own terms, and mended."""

from dataclasses import replace

import pytest
from referee_play import lines
from referee_scripted import DEALT, Scripted, causes
from referee_table import only

from dealer.presses import Button
from dealer.seen.verdicts import Accepted, Answer, Ask, Cause, Irregular, Nothing, Wait
from dealer.view import TABLE, Face
from dealer.words.prompter import prompt


def test_continuous_any_card_may_be_folded_for_and_only_the_folders_stack_goes() -> None:
    evening = Scripted("continuous", 3, *DEALT, "Angie hit 6", "Bob hit 8", "Carlos fold 8 from Bob")
    assert {player.name: player.stack for player in evening.bench.game.state.players} == {
        "Angie": (4, 6),
        "Bob": (10,),
        "Carlos": (),
    }
    # Carlos's old stack may lie there for ever; the game goes on.
    evening.do("Angie hit 1", "Bob hit 2", "Carlos hit 5")
    assert evening.wait() == Nothing()


def test_continuous_a_card_with_the_points_of_somebody_who_is_not_on_turn_is_no_fold() -> None:
    evening = Scripted("continuous", 3, *DEALT, "Angie hit 6")
    evening.bench.move(evening.at("Angie", 4), evening.bench.points("Carlos"))
    assert causes(evening.wait()) is Cause.WRONG_FOLDER


def test_continuous_a_card_that_is_gone_is_asked_about_as_a_fold() -> None:
    evening = Scripted("continuous", 3, *DEALT, "Angie hit 6")
    evening.bench.take(evening.at("Carlos", 9))
    asked = only(evening.wait(), Ask)
    assert asked.question.cause is Cause.FOLD_BY_GONE
    assert [str(act) for act in asked.choices[0].acts] == ["Bob fold 9 from Carlos"]


def test_continuous_a_card_taken_from_under_another_is_asked_about_as_a_fold() -> None:
    evening = Scripted("continuous", 3, *DEALT, "Angie hit 6")
    bench = evening.bench
    below = evening.at("Carlos", 9)
    bench.lying[below] = replace(bench.lying[below], visible=False)  # it seems to lie under the next one still
    bench.put(bench.points("Bob"), 9)
    asked = only(evening.wait(), Ask)
    assert (asked.question.cause, asked.question.player) == (Cause.FOLD_BY_GONE, "Bob")
    bench.referee.answer(asked.choices[0])
    assert lines(bench.game)[-1] == "Bob fold 9 from Carlos"
    assert not any(isinstance(verdict, Irregular | Ask) for verdict in bench.watch(9))
    assert lines(bench.game)[-1] == "Bob fold 9 from Carlos", "what nobody sees any more is no card of Carlos's"


def test_continuous_a_card_dealt_beside_a_coaster_is_not_taken_from_under_another_by_who_is_not_on_turn() -> None:
    evening = Scripted("continuous", 3, *DEALT, "Angie hit 6")
    bench = evening.bench
    below = evening.at("Carlos", 9)
    bench.lying[below] = replace(bench.lying[below], visible=False)
    bench.put(bench.points("Angie"), 9)
    assert causes(evening.wait()) is Cause.BESIDE


def test_continuous_a_card_taken_from_a_place_that_stays_covered_is_asked_about_as_a_fold() -> None:
    evening = Scripted("continuous", 3, *DEALT, "Angie hit 6")
    bench, number = evening.bench, evening.at("Bob", 10)
    hidden = (bench.stack("Bob"),)
    bench.lying[number] = replace(bench.lying[number], visible=False)
    bench.put(bench.points("Bob"), 10)
    verdicts = bench.watch(7, hidden=hidden)
    assert not [verdict for verdict in verdicts if isinstance(verdict, Ask | Irregular)]
    asked = only(bench.watch(3, hidden=hidden)[-1], Ask)
    assert asked.question.cause is Cause.FOLD_BY_GONE
    bench.referee.answer(asked.choices[0])
    assert lines(bench.game)[-1] == "Bob fold 10 from Bob"


def test_port_a_covered_coaster_locks() -> None:
    evening = Scripted("port", 3, *DEALT)
    evening.bench.look()
    evening.bench.covered[1] = evening.bench.time_s
    asked = [verdict for verdict in evening.bench.watch(4) if isinstance(verdict, Ask)]
    assert (asked[0].question.cause, asked[0].question.code) == (Cause.FOLD_BY_COVER, "lock")
    assert lines(evening.bench.game)[-1] == "Angie lock"


def test_port_a_card_to_a_locked_player_lies_with_the_wrong_one() -> None:
    evening = Scripted("port", 3, *DEALT, "Angie lock")
    evening.deal("Angie", 7)
    wrong = only(evening.wait(), Irregular)
    assert (wrong.why.cause, wrong.why.player, wrong.why.other) == (Cause.WRONG_SEAT, "Bob", "Angie")


def test_port_a_locked_stack_that_is_taken_up_too_soon_is_gone() -> None:
    evening = Scripted("port", 3, *DEALT, "Angie lock")
    evening.bench.take(evening.at("Angie", 4))
    assert causes(evening.wait()) is Cause.GONE


@pytest.mark.parametrize(
    ("variant", "acts", "said", "label"),
    [
        ("port", DEALT, ["Angie lock", "Bob hit 7"], "Angie locked"),
        ("rocket", ("Bob bet 10", "Carlos bet 10", *DEALT), ["Bob fold", "Carlos hit 7"], "Bob folded"),
    ],
)
def test_a_card_dealt_past_who_is_on_turn_may_mean_that_nobody_heard_the_no(
    variant: str, acts: tuple[str, ...], said: list[str], label: str
) -> None:
    evening = Scripted(variant, 3, *acts)
    evening.deal(said[1].split()[0], 7)
    wrong = only(evening.wait(), Irregular)
    assert wrong.why.cause is Cause.WRONG_SEAT and wrong.otherwise is not None
    red = next(meaning for meaning in prompt(evening.bench.game, wrong).meanings if meaning.button is Button.RED)
    assert (red.label, red.choice) == (label, wrong.otherwise)
    evening.bench.referee.answer(wrong.otherwise)
    assert not any(isinstance(verdict, Irregular | Ask) for verdict in evening.bench.watch(6))
    assert lines(evening.bench.game)[-2:] == said


def test_port_what_lay_face_down_before_the_round_is_no_card_of_its_deal() -> None:
    evening = Scripted("port", 3, *DEALT, "Angie lock", "Bob lock")
    bench = evening.bench
    bench.put(bench.stack("Carlos"), None, face=Face.DOWN)
    bench.watch(1)
    evening.do("Carlos lock")
    evening.gather()
    bench.take(*(number for number in list(bench.lying) if bench.lying[number].face is Face.UP))
    assert causes(evening.wait(9)) is None
    bench.put(bench.stack("Bob"), None, face=Face.DOWN)
    assert causes(evening.wait(9)) is Cause.FACE_DOWN


def port_with_one_card_under_something(seconds: float) -> Scripted:
    """A round is over, and all but Carlos's 9 was gathered; that place has been covered for so long."""
    evening = Scripted("port", 3, *DEALT, "Angie lock", "Bob lock", "Carlos lock")
    bench = evening.bench
    below = bench.at("Carlos", 9)
    bench.take(*(number for number in list(bench.lying) if number != below))
    bench.lying[below] = replace(bench.lying[below], visible=False)
    bench.watch(seconds, hidden=(bench.stack("Carlos"),))
    return evening


def test_port_nobody_is_told_to_clear_away_what_has_been_out_of_sight_for_long() -> None:
    bench = port_with_one_card_under_something(7).bench
    bench.deal("Bob", 9)  # nor may it have been carried here
    bench.watch(1, hidden=(bench.stack("Carlos"),))
    assert lines(bench.game)[-1] == "deal Bob 9"
    bench.lying = {number: replace(sighting, visible=True) for number, sighting in bench.lying.items()}
    bench.watch(3)
    assert lines(bench.game)[-1] == "deal Bob 9", "it did lie there after all, and is no new card"


@pytest.mark.parametrize(("seconds", "asked"), [(4.0, False), (2.0, True)])
def test_port_a_new_card_is_none_that_was_gathered_long_before(seconds: float, asked: bool) -> None:
    evening = Scripted("port", 3, *DEALT, "Angie lock", "Bob lock", "Carlos lock")
    bench = evening.bench
    hidden = (bench.stack("Bob"),)  # something covers the place of the one who had the 10, all the time
    bench.look(hidden=hidden)
    bench.take(*bench.lying)
    bench.watch(seconds, hidden=hidden)
    bench.deal("Carlos", 10)
    verdicts = bench.watch(6, hidden=hidden)
    assert any(isinstance(verdict, Ask) and verdict.question.cause is Cause.COUNTS for verdict in verdicts) is asked


def test_port_what_was_covered_just_now_may_still_lie_there() -> None:
    bench = port_with_one_card_under_something(2).bench
    bench.deal("Bob", 3)
    assert isinstance(bench.look(hidden=(bench.stack("Carlos"),)), Wait)
    assert lines(bench.game)[-1] == "Carlos lock"


def test_an_8_that_is_gone_from_the_stack_on_turn_is_traded_when_it_stays_away() -> None:
    evening = Scripted(
        "port",
        3,
        "deal Bob 10",
        "deal Carlos 9",
        "deal Angie 8",
        "Angie hit 1",
        "Bob lock",
        "Carlos lock",
        twists=["pieces-of-eight"],
    )
    evening.bench.take(evening.at("Angie", 8))
    assert isinstance(evening.bench.look(), Wait)
    evening.bench.watch(2)
    assert lines(evening.bench.game)[-1] == "Angie discard 8"


def test_an_8_that_may_be_folded_for_as_well_is_asked_about() -> None:
    evening = Scripted("basic", 3, "deal Bob 10", "deal Carlos 9", "deal Angie 8", twists=["pieces-of-eight"])
    evening.bench.take(evening.at("Angie", 8))
    asked = only(evening.wait(), Ask)
    assert asked.question.cause is Cause.WHICH_ACT
    said = [(choice.answer, str(choice.acts[0])) for choice in asked.choices if choice.acts]
    assert said == [
        (Answer.ACTS, "Angie discard 8"),
        (Answer.ACTS, "Angie fold 8 from Angie"),
        (Answer.TAKE_BACK, "deal Angie 8"),
    ]


def test_an_8_of_somebody_who_is_not_on_turn_is_not_traded() -> None:
    evening = Scripted("basic", 3, "deal Bob 8", "deal Carlos 9", "deal Angie 4", twists=["pieces-of-eight"])
    evening.bench.take(evening.at("Bob", 8))
    assert causes(evening.wait()) is Cause.GONE


def test_starboard_a_card_before_a_player_belongs_into_the_middle() -> None:
    evening = Scripted("starboard", 3, "deal table 3", "deal table 9")
    evening.deal("Bob", 5)
    wrong = only(evening.wait(), Irregular)
    assert wrong.why.cause is Cause.WRONG_SEAT
    assert isinstance(evening.bench.let_stand(), Accepted)
    assert lines(evening.bench.game)[-1] == "Bob draw 5"


def test_starboard_two_cards_at_once_are_stuck() -> None:
    evening = Scripted("starboard", 3, "deal table 3", "deal table 9")
    evening.lay(TABLE, 5)
    evening.bench.time_s += 0.05
    evening.lay(TABLE, 6)
    assert causes(evening.wait()) in (Cause.STUCK, Cause.ORDER)
