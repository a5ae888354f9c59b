"""What goes wrong at the table in each game's own terms: it is asked or complained of, and mended, never guessed."""

from dataclasses import replace

import pytest
from referee_play import Evening, header_of, lines
from referee_table import certain, only

from dealer.acts import parse_act
from dealer.expect import Option
from dealer.presses import Button
from dealer.prompter import prompt
from dealer.verdicts import Accepted, Answer, Ask, Cause, Irregular, Nothing, TakeBack, Verdict, Wait
from dealer.view import ELSEWHERE, TABLE, Face


class Nobody:
    """The hands of a game that follows a script."""

    def follow(self, option: Option) -> None:
        """Nothing to keep up with."""


class Scripted(Evening):
    """A game whose acts are said one by one, laid out and seen or told."""

    def __init__(self, variant: str, number: int, *acts: str, piles: bool = False, **options: object) -> None:
        self.piled = piles
        super().__init__(header_of(variant, number, **options), 1)
        self.piles = piles
        self.cards = Nobody()  # type: ignore[assignment]
        self.lay_the_down_cards()
        self.do(*acts)

    def do(self, *texts: str) -> None:
        """These acts happen, one after the other, and the referee follows."""
        for text in texts:
            act = parse_act(text, self.truth.header.players)
            option = self.truth.expects.option_of(act)
            assert option is not None, self.truth.expects
            if not any(self.owned.values()):
                self.gather()
                self.bench.watch(1)
            told = self.is_told(act)
            self.happen(option, act)
            if told:
                assert isinstance(self.bench.referee.say(act), Accepted)
            self.look()
            assert lines(self.bench.game) == lines(self.truth)

    def wait(self, seconds: float = 6.0) -> Verdict:
        """What is said when the table has stayed like this for a while; nothing is accepted."""
        before = lines(self.bench.game)
        verdicts = self.bench.watch(seconds)
        assert lines(self.bench.game) == before, verdicts[-1]
        return verdicts[-1]


def causes(verdict: Verdict) -> Cause | None:
    """Why a verdict is what it is."""
    match verdict:
        case Ask(question):
            return question.cause
        case Irregular(why):
            return why.cause
        case _:
            return None


DEALT = ("deal Bob 10", "deal Carlos 9", "deal Angie 4")


# Continuous


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


# Port


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


# Twists


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


# Starboard


def test_starboard_a_card_before_a_player_belongs_into_the_middle() -> None:
    evening = Scripted("starboard", 3, "deal table 3", "deal table 9")
    evening.deal("Bob", 5)
    wrong = only(evening.wait(), Irregular)
    assert wrong.why.cause is Cause.WRONG_SEAT
    assert isinstance(evening.bench.referee.let_stand(), Accepted)
    assert lines(evening.bench.game)[-1] == "Bob draw 5"


def test_starboard_two_cards_at_once_are_stuck() -> None:
    evening = Scripted("starboard", 3, "deal table 3", "deal table 9")
    evening.lay(TABLE, 5)
    evening.bench.time_s += 0.05
    evening.lay(TABLE, 6)
    assert causes(evening.wait()) in (Cause.STUCK, Cause.ORDER)


# Rocket


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


# Blackstone


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


# Hands: Hawthorn, Goblin Poker


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


# Monster


def monster() -> Scripted:
    return Scripted("monster", 4, "Bob discard 3", "Carlos discard 2", "Delia fold", "Angie discard 3")


def test_monster_a_hand_is_read_out_before_it_counts() -> None:
    evening = monster()
    for rank in (9, 8, 7):
        evening.deal("Bob", rank)
    shown = only(evening.wait(3.6), Wait)
    assert (shown.why.cause, shown.why.player) == (Cause.SHOWN, "Bob")
    assert sorted(spot.rank or 0 for spot in shown.why.cards) == [7, 8, 9]
    evening.bench.watch(0.8)
    assert str(evening.bench.game.acts[-1]) == "Bob show 7 8 9", "the order in which they lay there means nothing"


def test_monster_a_hand_counts_at_once_when_it_is_confirmed() -> None:
    evening = monster()
    for rank in (9, 8, 7):
        evening.deal("Bob", rank)
    shown = only(evening.wait(1.4), Wait)
    evening.bench.referee.answer(shown.choices[0])
    assert lines(evening.bench.game)[-1] == "Bob show 7 8 9"


def test_monster_a_hand_that_somebody_says_no_to_does_not_count() -> None:
    evening = monster()
    for rank in (9, 8, 7):
        evening.deal("Bob", rank)
    shown = only(evening.wait(1.4), Wait)
    evening.bench.referee.answer(shown.choices[-1])
    assert not isinstance(evening.wait(12), Ask | Irregular)


def test_monster_a_hand_with_too_few_cards_is_not_the_whole_hand() -> None:
    evening = monster()
    evening.deal("Carlos", 9)
    evening.deal("Carlos", 8)
    wrong = only(evening.wait(), Irregular)
    assert (wrong.why.cause, wrong.why.player, wrong.why.amount) == (Cause.WRONG_COUNT, "Carlos", 4)


def test_monster_a_pair_cannot_be_shown() -> None:
    evening = monster()
    for rank in (9, 9, 7):
        evening.deal("Bob", rank)
    assert causes(evening.wait()) is Cause.PAIR_SHOWN


def test_monster_a_card_of_the_hand_that_is_not_read_is_asked_about_first() -> None:
    evening = monster()
    evening.deal("Bob", 9)
    evening.deal("Bob", 8)
    unread = evening.lay(evening.bench.stack("Bob"), None)
    asked = only(evening.wait(), Ask)
    assert asked.question.cause is Cause.RANK
    evening.bench.referee.answer(next(choice for choice in asked.choices if choice.rank == 7))
    assert only(evening.wait(2), Wait).why.cause is Cause.SHOWN
    assert evening.bench.ranks[unread] is None


def test_monster_a_misread_hand_is_corrected_before_it_counts() -> None:
    evening = monster()
    numbers = [evening.deal("Bob", rank) for rank in (9, 8, 7)]
    only(evening.wait(3), Wait)
    evening.bench.referee.correct(numbers[2], 6)
    shown = only(evening.wait(2), Wait)
    assert sorted(spot.rank or 0 for spot in shown.why.cards) == [6, 8, 9], "it is read out anew"
    evening.bench.referee.answer(shown.choices[0])
    assert lines(evening.bench.game)[-1] == "Bob show 6 8 9"


# Regent


def regent(*acts: str) -> Scripted:
    return Scripted("regent", 3, *DEALT, *acts)


def test_regent_a_card_from_the_hand_is_a_gift_and_one_from_the_deck_an_attack() -> None:
    evening = regent("Angie gift Bob 6", "Bob attack Carlos 2")
    assert evening.asked == []
    assert lines(evening.bench.game)[-2:] == ["Angie gift Bob 6", "Bob attack Carlos 2"]


def test_regent_where_face_down_cards_cannot_be_counted_it_is_asked() -> None:
    evening = regent()
    heaped = evening.down["Angie"][0]
    evening.bench.take(heaped)  # pushed under the other one, for long
    evening.bench.watch(6)
    evening.deal("Bob", 6)
    asked = only(evening.wait(), Ask)
    assert asked.question.cause is Cause.WHICH_ACT
    said = [str(act) for choice in asked.choices for act in choice.acts]
    assert said == ["Angie attack Bob 6", "Angie gift Bob 6"]
    evening.bench.referee.answer(asked.choices[1])
    assert lines(evening.bench.game)[-1] == "Angie gift Bob 6"


def test_regent_what_is_asked_offers_the_gift_though_the_back_still_seems_to_lie_there() -> None:
    evening = regent()
    bench = evening.bench
    bench.take(evening.down["Bob"][0])  # pushed under the other one, for long
    bench.watch(6)
    back = evening.down["Angie"][0]
    bench.lying[back] = replace(bench.lying[back], face=Face.UNKNOWN)  # it was turned, and is no longer there
    evening.deal("Bob", 6)
    said = [str(act) for choice in only(evening.wait(), Ask).choices for act in choice.acts]
    assert said == ["Angie attack Bob 6", "Angie gift Bob 6"]


def test_regent_it_is_asked_though_a_hand_stays_on_the_table() -> None:
    evening = regent()
    bench = evening.bench
    bench.take(evening.down["Angie"][0])
    bench.watch(6)
    evening.deal("Bob", 6)
    verdicts = bench.watch(12, hidden=(bench.stack("Carlos"),))
    assert only(verdicts[-1], Ask).question.cause is Cause.WHICH_ACT


def test_regent_a_card_that_pairs_can_be_no_gift() -> None:
    evening = regent()
    evening.bench.take(evening.down["Angie"][0])
    evening.bench.watch(6)
    evening.deal("Bob", 10)
    evening.bench.watch(6)
    assert lines(evening.bench.game)[-1] == "Angie attack Bob 10"


def test_regent_one_card_turned_face_up_is_not_seeing_yet() -> None:
    evening = regent()
    evening.turn(evening.down["Bob"][0], 3)
    evening.wait(2)
    evening.turn(evening.down["Bob"][1], 5)
    evening.bench.watch(3)
    assert lines(evening.bench.game)[-1] == "Angie see Bob 3 5"


def test_regent_a_drawn_card_is_seen_face_down() -> None:
    evening = regent()
    evening.put_down("Angie")
    evening.bench.watch(2)
    assert lines(evening.bench.game)[-1] == "Angie draw"


def test_regent_a_card_in_ones_own_place_is_out_of_turn() -> None:
    evening = regent()
    evening.deal("Angie", 7)
    assert causes(evening.wait()) is Cause.OUT_OF_TURN


# Troll Guts


def test_troll_guts_nobody_has_a_hand_to_take_a_card_back_into() -> None:
    evening = Scripted("troll-guts", 3, *DEALT)
    evening.deal("Bob", 7)
    wrong = only(evening.wait(), Irregular)
    assert (wrong.why.cause, wrong.why.player, wrong.why.other) == (Cause.OUT_OF_TURN, "Angie", "Bob")
    words = prompt(evening.bench.game, wrong)
    assert words.detail == "Bob's 7 goes back where it came from. It is Angie's turn."


def test_troll_guts_and_regent_are_asked_in_their_own_words() -> None:
    piles = Scripted("troll-guts", 3, *DEALT, piles=True)
    piles.deal("Angie", 7)
    asked = prompt(piles.bench.game, piles.wait())
    assert (asked.headline, asked.spoken) == (
        "Angie's 7: drawn, stolen or bought?",
        "Angie's seven: drawn, stolen or bought?",
    )
    heaped = regent()
    heaped.bench.take(heaped.down["Angie"][0])
    heaped.bench.watch(6)
    heaped.deal("Bob", 6)
    assert prompt(heaped.bench.game, heaped.wait()).headline == "Angie's 6: an attack or a gift?"


def test_troll_guts_from_piles_it_is_asked_where_the_card_came_from() -> None:
    evening = Scripted("troll-guts", 3, *DEALT, piles=True)
    evening.lay_the_down_cards()
    evening.deal("Angie", 7)
    asked = only(evening.wait(), Ask)
    assert asked.question.cause is Cause.WHICH_ACT
    said = {str(act) for choice in asked.choices for act in choice.acts}
    assert said == {"Angie draw 7", "Angie steal Bob 7", "Angie steal Carlos 7", "Angie buy 7"}


def test_troll_guts_what_was_stolen_is_offered_first_from_where_a_hand_was_seen_and_last_from_elsewhere() -> None:
    evening = Scripted("troll-guts", 4, "deal Bob 10", "deal Carlos 9", "deal Delia 8", "deal Angie 4", piles=True)
    evening.bench.look(hidden=(evening.bench.stack("Carlos"), evening.bench.stack("Angie")), moving=True)
    evening.deal("Angie", 7)
    asked = only(evening.wait(), Ask)
    offered = [str(choice.acts[0]) for choice in asked.choices if choice.acts]
    said = ["Angie steal Carlos 7", "Angie draw 7", "Angie buy 7", "Angie steal Bob 7", "Angie steal Delia 7"]
    assert offered == said


def test_troll_guts_two_cards_where_one_is_due_are_asked_about() -> None:
    """One of them may be another card that was found a second time: neither is passed over in silence."""
    evening = Scripted("troll-guts", 3, *DEALT, piles=True)
    player = str(evening.truth.expects.turn)
    ghost = evening.deal(player, 6)
    evening.bench.watch(1.2)
    came = evening.deal(player, 4)
    asked = only(evening.wait(), Ask)
    assert asked.question.cause is Cause.WHICH_ACT
    ids = [choice.sightings for choice in asked.choices if choice.acts]
    assert ids[0] == (came,) and (ghost,) in ids, "the last one first"
    evening.bench.referee.answer(asked.choices[0])
    assert lines(evening.bench.game)[-1] == f"{player} draw 4"


def test_troll_guts_a_face_down_card_that_is_gone_tells_where_it_came_from() -> None:
    evening = Scripted("troll-guts", 3, *DEALT)
    evening.bench.take(evening.down["Carlos"].pop())
    evening.deal("Angie", 7)
    evening.bench.watch(3)
    assert lines(evening.bench.game)[-1] == "Angie steal Carlos 7"


# Sweep


def sweep() -> Scripted:
    return Scripted("sweep", 3, *(f"deal table {rank}" for rank in (2, 3, 5, 6, 9)), "Bob play 4", "Carlos play 7")


def test_sweep_a_card_in_the_middle_that_is_taken_too_soon_is_gone() -> None:
    evening = sweep()
    evening.bench.take(evening.at(None, 9))
    assert causes(evening.wait()) is Cause.GONE


def test_sweep_a_sixth_card_in_the_middle_is_none_of_the_game() -> None:
    evening = sweep()
    evening.lay(TABLE, 1)
    assert causes(evening.wait()) is Cause.OUT_OF_TURN


def test_sweep_a_captured_card_may_stay_in_the_middle() -> None:
    evening = sweep()
    evening.do("Angie play 10")
    assert evening.bench.game.state.table == ()
    assert lines(evening.bench.game)[-1] == "Angie play 10"


def test_sweep_which_card_is_captured_is_seen_by_what_is_gone() -> None:
    evening = Scripted(
        "sweep", 3, *(f"deal table {rank}" for rank in (2, 3, 5, 6, 9)), "Bob play 1", "Carlos play 8", "Angie play 8"
    )
    assert evening.bench.game.expects.verbs == ("capture",)
    evening.bench.take(evening.at(None, 5))
    assert isinstance(evening.bench.look(), Wait)
    evening.bench.watch(2)
    assert lines(evening.bench.game)[-1] == "Carlos capture 5"


def test_sweep_two_cards_gone_where_one_is_chosen_are_asked_about() -> None:
    evening = Scripted(
        "sweep", 3, *(f"deal table {rank}" for rank in (2, 3, 5, 6, 9)), "Bob play 1", "Carlos play 8", "Angie play 8"
    )
    evening.bench.take(evening.at(None, 5), evening.at(None, 3))
    asked = only(evening.wait(), Ask)
    assert asked.question.cause is Cause.WHICH_ACT
    assert {str(choice.acts[0]) for choice in asked.choices if choice.acts} == {"Carlos capture 5", "Carlos capture 3"}


# Kitty and Venture


def test_kitty_the_target_may_be_taken_before_it_is_said_to_whom_it_goes() -> None:
    evening = Scripted("kitty", 3, "deal table 7", "Bob bid 1", "Carlos bid 4", "Angie bid 9")
    assert evening.bench.game.expects.verbs == ("give",)
    evening.bench.take(*evening.owned[None], *evening.owned["Bob"])
    assert evening.wait() == Nothing()
    evening.do("Bob give Carlos")


def test_kitty_cards_of_the_round_before_are_to_be_cleared() -> None:
    evening = Scripted("kitty", 3, "deal table 7", "Bob bid 2", "Carlos bid 4", "Angie bid 9")
    assert isinstance(evening.wait(8), Wait)
    evening.lay(TABLE, 8)
    assert causes(evening.wait()) is Cause.NOT_CLEARED


def test_kitty_a_second_bid_of_a_player_does_not_count() -> None:
    evening = Scripted("kitty", 3, "deal table 7", "Bob bid 2")
    evening.deal("Bob", 4)
    assert causes(evening.wait()) is Cause.OUT_OF_TURN


def test_venture_a_bid_that_was_pushed_to_the_middle_is_no_second_card_there() -> None:
    slug = [f"deal table {rank}" for rank in (2, 4, 5, 6)]
    evening = Scripted("venture", 3, *slug, "Angie bid 9", "Bob bid 9", "Carlos bid 9")
    bench = evening.bench
    assert sorted(bench.game.state.table) == [2, 4, 5, 6, 9, 9, 9], "the bids misfired"
    first, second, _ = [number for number in bench.lying if bench.ranks[number] == 9]
    bench.lying[first] = replace(bench.lying[first], visible=False)  # a face-down bid lies there now
    bench.watch(1)
    evening.lay(TABLE, 9)
    assert not any(isinstance(verdict, Irregular | Ask) for verdict in bench.watch(9))
    bench.take(second)  # the next one is pushed there, and taken for the first
    bench.move(first, TABLE)
    bench.lying[first] = replace(bench.lying[first], x_mm=-90.0, y_mm=-600.0, visible=True)
    assert not any(isinstance(verdict, Irregular | Ask) for verdict in bench.watch(9))
    evening.deal("Carlos", 8)
    bench.watch(1)
    assert lines(bench.game)[-1] == "Carlos bid 8"


@pytest.mark.parametrize(("likely", "is_it"), [((9, 4), True), ((4, 9), True), ((4, 5, 6), False)])
def test_venture_a_bid_pushed_to_the_middle_and_unread_there_is_that_bid_if_it_is_likely(
    likely: tuple[int, ...], is_it: bool
) -> None:
    slug = [f"deal table {rank}" for rank in (2, 4, 5, 6)]
    evening = Scripted("venture", 3, *slug, "Angie bid 9", "Bob bid 9", "Carlos bid 9")
    bench = evening.bench
    bench.take(next(number for number in bench.lying if bench.ranks[number] == 9))
    bench.watch(0.4)
    unread = evening.lay(TABLE, None)
    shares = tuple(0.5 - 0.1 * likely.index(rank) if rank in likely else 0.01 for rank in range(1, 12))
    bench.lying[unread] = replace(bench.lying[unread], probabilities=shares)
    assert any(isinstance(verdict, Ask) for verdict in bench.watch(9)) is not is_it


@pytest.mark.parametrize(("gone", "is_it"), [((9,), True), ((9, 8), False)])
def test_venture_what_shows_nothing_in_the_middle_is_the_bid_that_is_gone_where_only_one_is(
    gone: tuple[int, ...], is_it: bool
) -> None:
    slug = [f"deal table {rank}" for rank in (2, 4, 5, 6)]
    evening = Scripted("venture", 4, *slug[:3], "Angie bid 9", "Bob bid 9", "Carlos bid 8", "Delia bid 8")
    bench = evening.bench
    for rank in gone:
        bench.take(next(number for number in bench.lying if bench.ranks[number] == rank))
    bench.watch(0.4)
    number = evening.lay(TABLE, None)
    bench.lying[number] = replace(bench.lying[number], face=Face.UNKNOWN, probabilities=())
    bench.watch(2)
    assert (number in bench.referee.called) is is_it


def test_sweep_what_is_unlike_the_card_that_was_pushed_to_the_middle_is_asked_about() -> None:
    middle = [f"deal table {rank}" for rank in (6, 9, 10, 9, 5)]
    evening = Scripted("sweep", 3, *middle, "Bob play 10", "Carlos play 8", "Angie play 10")
    bench = evening.bench
    assert bench.game.expects.verbs == ("capture",), "the tens take cards by turns, and the 8 lies in the middle"
    bench.take(next(number for number in bench.lying if bench.ranks[number] == 8))
    bench.watch(0.4)
    for rank in (4, 8):
        pushed = evening.lay(TABLE, None)
        bench.lying[pushed] = replace(bench.lying[pushed], probabilities=certain(rank))
    question = only(bench.watch(9)[-1], Ask).question
    assert [spot.sighting for spot in question.cards] == [pushed - 1]


def test_venture_a_bid_under_a_hand_is_not_the_one_that_is_pushed_to_the_middle() -> None:
    slug = [f"deal table {rank}" for rank in (2, 4, 5, 6)]
    evening = Scripted("venture", 3, *slug, "Angie bid 9", "Bob bid 9", "Carlos bid 9")
    bench = evening.bench
    first, second, _ = [number for number in bench.lying if bench.ranks[number] == 9]
    bench.lying[first] = replace(bench.lying[first], visible=False)
    bench.watch(1, hidden=(bench.stack("Angie"),), moving=True)
    bench.take(second)
    evening.lay(TABLE, 9)
    bench.watch(1, hidden=(bench.stack("Angie"),), moving=True)
    bench.lying[first] = replace(bench.lying[first], visible=True)
    assert not any(isinstance(verdict, Irregular | Ask) for verdict in bench.watch(9))


def test_venture_bids_come_in_any_order_and_in_one_view() -> None:
    evening = Scripted("venture", 3, *(f"deal table {rank}" for rank in (2, 5, 9, 10)))
    for name, rank in (("Angie", 6), ("Carlos", 3), ("Bob", 8)):
        evening.bench.time_s += 0.1
        evening.deal(name, rank)
    evening.bench.watch(1)
    assert lines(evening.bench.game)[-3:] == ["Angie bid 6", "Carlos bid 3", "Bob bid 8"]


def test_venture_a_bid_that_lies_face_down_and_is_found_a_second_time_is_not_asked_about() -> None:
    evening = Scripted("venture", 3, *(f"deal table {rank}" for rank in (2, 5, 9, 10)))
    bench = evening.bench
    backs = {}
    for name in ("Angie", "Carlos", "Bob"):
        backs[name] = bench.put(bench.stack(name), None, face=Face.DOWN)
        back = bench.lying[backs[name]]
        ghost = bench.put(back.place, None, at=(back.x_mm + 18, back.y_mm))
        bench.lying[ghost] = replace(bench.lying[ghost], visible=False)
    assert evening.wait() == Nothing()
    for name, rank in (("Angie", 6), ("Carlos", 3), ("Bob", 8)):
        bench.time_s += 1.5
        seen = bench.lying[backs[name]]
        bench.lying[backs[name]] = replace(
            seen, face=Face.UP, rank=rank, probabilities=certain(rank), rest_s=bench.time_s
        )
        assert not [verdict for verdict in bench.watch(1) if isinstance(verdict, Ask)]
    assert lines(bench.game)[-3:] == ["Angie bid 6", "Carlos bid 3", "Bob bid 8"]


def test_venture_a_bid_that_looks_unread_is_asked_about_only_when_all_have_turned_theirs() -> None:
    evening = Scripted("venture", 3, *(f"deal table {rank}" for rank in (2, 5, 9, 10)))
    bench = evening.bench
    bench.deal("Bob", None)
    assert not [verdict for verdict in bench.watch(3) if isinstance(verdict, Ask)]
    bench.deal("Angie", 6)
    bench.deal("Carlos", 3)
    assert not [verdict for verdict in bench.watch(3) if isinstance(verdict, Ask)]
    assert causes(evening.wait()) is Cause.RANK


# Five Cards


def five_cards() -> Scripted:
    return Scripted("five-cards", 2, *(f"deal table {rank}" for rank in (2, 5, 7, 9, 10)), "Bob draw 6", "Bob place 7")


def test_five_cards_a_card_laid_into_its_column_at_once_is_two_acts() -> None:
    evening = five_cards()
    there = evening.bench.lying[evening.at(None, 9)]
    evening.bench.put(TABLE, 8, at=(there.x_mm + 5, -60.0))
    evening.bench.watch(1)
    assert lines(evening.bench.game)[-2:] == ["Angie draw 8", "Angie place 9"]


def test_five_cards_a_card_between_two_columns_is_asked_about() -> None:
    evening = five_cards()
    evening.do("Angie draw 8")
    one, two = (evening.bench.lying[evening.at(None, rank)] for rank in (7, 9))
    number = evening.owned["Angie"][-1]
    evening.bench.move(number, TABLE)
    evening.place_at(number, (one.x_mm + two.x_mm) / 2 - 8, -60.0)
    asked = only(evening.wait(), Ask)
    assert asked.question.cause is Cause.WHICH_ACT
    assert {str(choice.acts[0]) for choice in asked.choices if choice.acts} == {"Angie place 7", "Angie place 9"}


def test_five_cards_a_card_that_waits_before_the_player_is_in_no_column() -> None:
    evening = five_cards()
    evening.do("Angie draw 8")
    assert evening.wait() == Nothing()


def test_five_cards_a_card_is_found_in_its_column_before_it_is_missed_where_it_lay() -> None:
    evening = five_cards()
    evening.do("Angie draw 8")
    bench, number = evening.bench, evening.owned["Angie"][-1]
    bench.watch(1)
    bench.lying[number] = replace(bench.lying[number], visible=False)
    there = bench.lying[evening.at(None, 9)]
    places = (bench.stack("Angie"), TABLE)
    bench.look(hidden=places, moving=True)
    new = bench.put(ELSEWHERE, None, at=(there.x_mm + 5, -60.0))
    bench.look(hidden=places, moving=True)
    bench.lying[new] = replace(bench.lying[new], rank=8, probabilities=certain(8))
    bench.look(hidden=places, moving=True)
    bench.take(number)
    assert not [verdict for verdict in bench.watch(4) if isinstance(verdict, TakeBack)]
    assert lines(bench.game)[-2:] == ["Angie draw 8", "Angie place 9"]


def test_five_cards_a_card_that_cannot_be_read_in_its_column_is_the_one_that_was_drawn() -> None:
    evening = five_cards()
    evening.do("Angie draw 8")
    bench, number = evening.bench, evening.owned["Angie"][-1]
    bench.watch(1)
    bench.take(number)
    bench.watch(0.4)
    there = bench.lying[evening.at(None, 9)]
    bench.put(TABLE, None, at=(there.x_mm + 5, -60.0), probabilities=certain(8))
    assert not [verdict for verdict in bench.watch(5) if isinstance(verdict, Ask | TakeBack | Irregular)]
    assert lines(bench.game)[-2:] == ["Angie draw 8", "Angie place 9"]


def test_five_cards_what_is_no_new_card_in_a_column_is_the_one_that_was_drawn() -> None:
    evening = five_cards()
    evening.do("Angie draw 8")
    bench, number = evening.bench, evening.owned["Angie"][-1]
    there = bench.lying[evening.at(None, 9)]
    unread = bench.put(TABLE, None, at=(there.x_mm + 5, -60.0), rest_s=bench.time_s + 0.8)
    asked = only(evening.wait(2), Ask)
    bench.referee.answer(asked.choices[-1])
    bench.take(number)
    bench.lying[unread] = replace(bench.lying[unread], rest_s=bench.time_s, probabilities=certain(8))
    assert not [verdict for verdict in bench.watch(5) if isinstance(verdict, TakeBack | Irregular)]
    assert lines(bench.game)[-2:] == ["Angie draw 8", "Angie place 9"]


def test_five_cards_a_new_card_that_cannot_be_read_is_not_the_one_that_lay_there_before() -> None:
    evening = five_cards()
    evening.do("Angie draw 8")
    bench, number = evening.bench, evening.owned["Angie"][-1]
    before = bench.lying[number]
    bench.take(number)  # into a column, where nobody finds it
    assert isinstance(bench.referee.say(parse_act("Angie place 9", ("Angie", "Bob"))), Accepted)
    bench.watch(1)
    for text in ("Bob draw 3", "Bob place 10"):
        assert isinstance(bench.referee.say(parse_act(text, ("Angie", "Bob"))), Accepted)
    gone = only(bench.watch(3)[-1], Irregular)
    bench.referee.answer(gone.remedy)
    bench.look(hidden=(bench.stack("Angie"),), moving=True)
    new = bench.deal("Angie", None, at=(before.x_mm, before.y_mm))
    bench.watch(0.4)
    bench.lying[new] = replace(bench.lying[new], rank=4, probabilities=certain(4))
    assert not [verdict for verdict in bench.watch(5) if isinstance(verdict, Ask)]
    assert lines(bench.game)[-1] == "Angie draw 4"


def test_five_cards_a_target_that_is_taken_away_is_gone() -> None:
    evening = five_cards()
    evening.bench.take(evening.at(None, 2))
    assert causes(evening.wait()) is Cause.GONE


# What lies about


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
