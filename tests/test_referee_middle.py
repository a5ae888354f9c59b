"""Games with cards in the middle, and with columns: what goes wrong is asked or complained of, and mended."""

from dataclasses import replace

import pytest
from referee_play import lines
from referee_scripted import Scripted, causes
from referee_table import certain, only

from dealer.rules.acts import parse_act
from dealer.seen.verdicts import Accepted, Ask, Cause, Irregular, Nothing, TakeBack, Wait
from dealer.view import ELSEWHERE, TABLE, Face


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


def test_sweep_a_card_that_was_nudged_and_shows_nothing_there_is_not_captured() -> None:
    evening = Scripted(
        "sweep", 3, *(f"deal table {rank}" for rank in (2, 3, 5, 6, 9)), "Bob play 1", "Carlos play 8", "Angie play 8"
    )
    bench = evening.bench
    number = evening.at(None, 3)
    then = bench.lying[number]
    nudged = evening.lay(TABLE, None)
    bench.lying[nudged] = replace(
        then, id=nudged, x_mm=then.x_mm + 7, rank=None, face=Face.UNKNOWN, probabilities=()
    )
    bench.watch(1)
    bench.take(number)  # the other look at the same card is all that is left of it
    evening.wait()
    bench.take(evening.at(None, 5))
    bench.watch(3)
    assert lines(bench.game)[-1] == "Carlos capture 5"


def test_sweep_two_cards_gone_where_one_is_chosen_are_asked_about() -> None:
    evening = Scripted(
        "sweep", 3, *(f"deal table {rank}" for rank in (2, 3, 5, 6, 9)), "Bob play 1", "Carlos play 8", "Angie play 8"
    )
    evening.bench.take(evening.at(None, 5), evening.at(None, 3))
    asked = only(evening.wait(), Ask)
    assert asked.question.cause is Cause.WHICH_ACT
    assert {str(choice.acts[0]) for choice in asked.choices if choice.acts} == {"Carlos capture 5", "Carlos capture 3"}


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


def test_venture_a_bid_that_is_carried_to_the_middle_is_no_bid_of_who_sits_there() -> None:
    slug = [f"deal table {rank}" for rank in (2, 4, 5, 6)]
    evening = Scripted("venture", 3, *slug, "Angie bid 9", "Bob bid 7", "Carlos bid 3")
    bench = evening.bench
    bench.poses = {1: (-420.0, 0.0, 0.0), 2: (0.0, 420.0, -90.0), 3: (420.0, 0.0, 180.0)}
    assert bench.game.state.table == (7,) and bench.game.expects.verbs == ("bid",)
    own = next(number for number in bench.lying if bench.ranks[number] == 7)
    for number in [number for number in bench.lying if number != own]:
        bench.take(number)  # the others are with the points
    bench.watch(4)
    before = bench.lines()
    bench.lying[own] = replace(bench.lying[own], visible=False)  # the hand that takes it covers its place
    number = bench.put(TABLE, 7, at=(185.0, 0.0))
    bench.lying[number] = replace(bench.lying[number], angle_deg=90.0)
    bench.watch(0.4)
    bench.take(own)
    assert bench.watch(6)[-1] == Nothing()
    assert bench.lines() == before


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
