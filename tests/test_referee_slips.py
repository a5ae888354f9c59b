"""Slips of the dealer, and of what was called, that have one cheap explanation: it is taken, or asked about."""

import math
from dataclasses import replace

import pytest
from referee_scripted import Scripted
from referee_table import Bench, accepted, certain, only

from dealer.rules.acts import Act, parse_act
from dealer.search import earlier
from dealer.seen.verdicts import Accepted, Answer, Ask, Cause, Irregular, Nothing, Replaced, Verdict
from dealer.view import ELSEWHERE, Place

BETWEEN_DEG = 45.0


def round_table(number: int = 8, **options: object) -> Bench:
    """Players around a table for eight, 400 mm from its middle; Bob, at seat 2, gets the first card."""
    bench = Bench(number=number, options=options)
    for seat in bench.seats:
        angle = math.radians(BETWEEN_DEG * seat)
        x_mm, y_mm = -400 * math.sin(angle), -400 * math.cos(angle)
        bench.poses[seat] = (x_mm, y_mm, math.degrees(math.atan2(-y_mm, -x_mm)))
    bench.look()
    return bench


def throw(bench: Bench, rank: int, seat: float, *, far_mm: float = 250.0, place: Place) -> int:
    """A card comes to lie so far from the middle, before a seat or (2.5) between two, and faces it; the eye gives it
    ``place``."""
    angle = math.radians(BETWEEN_DEG * seat)
    number = bench.put(place, rank, at=(-far_mm * math.sin(angle), -far_mm * math.cos(angle)))
    bench.lying[number] = replace(bench.lying[number], angle_deg=-BETWEEN_DEG * seat)
    return number


def last(bench: Bench, seconds: float = 4.0) -> Verdict:
    """What is said in the end."""
    return bench.watch(seconds)[-1]


def test_a_card_a_little_over_the_line_is_the_due_players() -> None:
    bench = round_table()
    throw(bench, 9, 2.52, place=bench.stack("Carlos"))
    assert accepted(bench.look()) == ["deal Bob 9"]
    assert last(bench) == Nothing(), "and it stays his"


def test_a_card_beside_its_place_is_the_due_players() -> None:
    bench = round_table()
    throw(bench, 9, 2.0, far_mm=100.0, place=ELSEWHERE)
    assert accepted(bench.look()) == ["deal Bob 9"]


def dealt_and_angie_hit() -> tuple[Bench, int]:
    """Everybody has a card, Angie the lowest, and hits; Bob may fold for it. And how many acts that was."""
    bench = round_table()
    deal = (("Bob", 7), ("Carlos", 9), ("Delia", 8), ("Echo", 10), ("Fred", 6), ("Gina", 5), ("Hal", 4), ("Angie", 3))
    acts = [Act("deal", player, (card,)) for player, card in deal]
    for act in (*acts, Act("hit", "Angie", (10,))):
        assert isinstance(bench.referee.say(act), Accepted)
    return bench, len(acts) + 1


def beside_bobs_coaster(bench: Bench, rank: int | None) -> int:
    """A card comes to lie with Bob's points, askew towards his stack."""
    x_mm, y_mm, facing_deg = bench.poses[bench.seat_of["Bob"]]
    across, ahead = math.radians(facing_deg - 90), math.radians(facing_deg)
    at = (
        x_mm + 95 * math.cos(across) + 35 * math.cos(ahead),
        y_mm + 95 * math.sin(across) + 35 * math.sin(ahead),
    )
    number = bench.put(bench.points("Bob"), rank, at=at)
    bench.lying[number] = replace(bench.lying[number], angle_deg=facing_deg - 90)
    return number


def test_a_card_kept_for_points_is_no_card_of_the_next_deal() -> None:
    """Bob's pair of 7s ends the round, and one of them is laid beside his coaster."""
    bench, acts = dealt_and_angie_hit()
    assert isinstance(bench.referee.say(Act("hit", "Bob", (7,))), Accepted)
    bench.watch(3)
    beside_bobs_coaster(bench, 7)
    assert last(bench) == Nothing()
    assert bench.lines()[acts + 1 :] == []


def test_a_card_with_the_points_that_is_read_late_as_one_to_fold_for_is_no_hit_in_silence() -> None:
    bench, acts = dealt_and_angie_hit()
    bench.watch(3)
    number = beside_bobs_coaster(bench, None)
    bench.watch(0.4)
    bench.lying[number] = replace(bench.lying[number], rank=3, probabilities=certain(3))
    asked = only(last(bench, 6), Ask)
    told = [str(act) for choice in asked.choices for act in choice.acts]
    assert told == ["Bob fold 3 from Angie", "Bob hit 3"], "nobody saw Angie's 3 go"
    assert bench.lines()[acts:] == []


def test_of_a_card_well_over_the_line_it_is_asked_whose_it_is() -> None:
    bench = round_table()
    throw(bench, 9, 2.64, place=bench.stack("Carlos"))
    asked = only(last(bench, 2.0), Ask)
    assert (asked.question.cause, asked.question.rank) == (Cause.WHOSE, 9)
    assert [str(choice.acts[0]) for choice in asked.choices[:2]] == ["deal Bob 9", "deal Carlos 9"]
    assert accepted(bench.referee.answer(asked.choices[0])) == ["deal Bob 9"]
    assert last(bench) == Nothing(), "it lies with Bob"
    throw(bench, 4, 3.1, place=bench.stack("Carlos"))
    assert accepted(bench.look()) == ["deal Carlos 4"]


def test_the_next_card_tells_whose_the_open_one_is() -> None:
    bench = round_table()
    throw(bench, 9, 2.64, place=bench.stack("Carlos"))
    bench.look()
    throw(bench, 4, 3.0, place=bench.stack("Carlos"))
    assert accepted(bench.look()) == ["deal Bob 9", "deal Carlos 4"]


def test_a_card_in_the_midst_of_anothers_place_is_complained_of() -> None:
    bench = round_table()
    for seat, rank in ((2, 9), (3, 8), (4, 3), (5, 10), (6, 7), (7, 6), (8, 5), (1, 4)):
        throw(bench, rank, seat, place=Place(bench.stack("Bob").area, seat))
        bench.look()
    assert bench.game.expects.turn == "Delia"
    throw(bench, 2, 5.1, place=bench.stack("Echo"))
    wrong = only(last(bench), Irregular)
    assert (wrong.why.cause, wrong.why.player, wrong.why.other) == (Cause.WRONG_SEAT, "Delia", "Echo")


def test_a_skipped_players_card_that_lies_before_another_is_that_card() -> None:
    bench = Bench()
    number = bench.deal("Carlos", 8)
    asked = only(last(bench), Ask)
    assert asked.question.cause is Cause.SKIPPED
    told = next(choice for choice in asked.choices if choice.answer is Answer.TOLD and choice.rank == 8)
    assert accepted(bench.referee.answer(told)) == ["deal Bob 8"]
    assert bench.referee.spots() == {number: 0}


@pytest.mark.parametrize(("told", "came"), [(3, 7), (10, 2)])
def test_another_rank_than_was_told_is_offered(told: int, came: int) -> None:
    bench = Bench(number=3)
    bench.opening(5, 9, 4)
    bench.watch(2)
    turn = str(bench.game.expects.turn)
    bench.referee.say(Act("hit", turn, (told,)))
    bench.deal(turn, came)
    asked = only(last(bench), Ask)
    assert asked.question.cause is Cause.EARLIER
    bench.referee.answer(asked.choices[0])
    assert bench.lines()[-1] == f"{turn} hit {came}"
    assert last(bench) == Nothing()


def told_a_3_and_dealt_a_7() -> Bench:
    """Three players; the card is that of the player on turn."""
    bench = Bench(number=3)
    bench.opening(5, 9, 4)
    bench.watch(2)
    turn = str(bench.game.expects.turn)
    bench.referee.say(Act("hit", turn, (3,)))
    bench.deal(turn, 7)
    return bench


def test_who_says_no_is_not_asked_again() -> None:
    bench = told_a_3_and_dealt_a_7()
    asked = only(last(bench), Ask)
    bench.referee.answer(asked.choices[-1])
    assert only(last(bench), Irregular).why.cause is Cause.WRONG_SEAT


def lowest_told() -> Bench:
    """Angie's 2, the last of the first cards, is told and nobody sees it; it is the lowest: she gets the next card."""
    bench = Bench(number=3)
    bench.deal("Bob", 9)
    bench.look()
    bench.deal("Carlos", 8)
    bench.watch(1)
    bench.referee.say(Act("deal", "Angie", (2,)))
    assert bench.game.expects.turn == "Angie"
    return bench


def test_a_card_where_one_was_told_that_nobody_saw_may_be_that_one() -> None:
    bench = lowest_told()
    bench.deal("Angie", 7)
    asked = only(last(bench), Ask)
    assert [str(act) for choice in asked.choices for act in choice.acts] == ["deal Angie 7"]
    bench.referee.answer(asked.choices[0])
    assert bench.lines()[-1] == "deal Angie 7"
    assert last(bench) == Nothing()


def test_a_card_that_came_besides_the_one_that_was_told_counts_and_is_asked_about_once() -> None:
    bench = lowest_told()
    bench.deal("Angie", 7)
    asked = only(last(bench), Ask)
    assert accepted(bench.referee.answer(asked.choices[-1])) == ["Angie hit 7"]
    for _ in range(2):
        turn = str(bench.game.expects.turn)
        bench.deal(turn, next(rank for rank in (10, 6, 5) if f"{turn} hit {rank}" not in bench.lines()))
        assert last(bench) == Nothing()


def test_where_many_cards_are_told_and_not_seen_none_is_doubted() -> None:
    bench = Bench(number=3)
    bench.look()
    for player, rank in (("Bob", 9), ("Carlos", 8), ("Angie", 2)):
        bench.referee.say(Act("deal", player, (rank,)))
        bench.watch(1)
    bench.deal("Angie", 7)
    assert accepted(bench.look()) == ["Angie hit 7"]


def test_a_game_that_is_over_by_a_card_that_nobody_saw_is_asked_about_where_another_lies_there() -> None:
    bench = Bench(number=2, options={"target": 5})
    bench.opening(9, 8)
    bench.watch(2)
    turn = str(bench.game.expects.turn)
    twice = next(card for card in (9, 8) if f"deal {turn} {card}" in bench.lines())
    bench.referee.say(Act("hit", turn, (twice,)))
    assert bench.game.over
    bench.deal(turn, 7)
    asked = only(last(bench), Ask)
    bench.referee.answer(asked.choices[0])
    assert not bench.game.over
    assert bench.lines()[-1] == f"{turn} hit 7"


def test_a_card_that_lies_there_as_it_was_called_is_no_slip() -> None:
    bench = Bench(number=3)
    bench.opening(5, 9, 4)
    bench.watch(2)
    turn = str(bench.game.expects.turn)
    bench.deal(turn, 3)
    bench.watch(2)
    bench.deal(turn, 7)
    assert only(last(bench), Irregular).why.cause is Cause.WRONG_SEAT


def test_two_bids_that_were_told_for_each_other_are_exchanged() -> None:
    evening = Scripted("venture", 3, *("deal table 9",) * 1)
    bench = evening.bench
    while bench.game.expects.verbs == ("deal",):
        evening.do(f"deal table {10 - len(bench.game.acts)}")
    for player, rank in (("Bob", 4), ("Carlos", 7)):
        bench.referee.say(Act("bid", player, (rank,)))
    bench.deal("Bob", 7)
    bench.deal("Carlos", 4)
    asked = only(last(bench, 6.0), Ask)
    assert asked.question.cause is Cause.EARLIER
    assert [str(act) for act in asked.choices[0].acts] == ["Bob bid 7", "Carlos bid 4"]
    assert isinstance(bench.referee.answer(asked.choices[0]), Replaced)
    assert last(bench) == Nothing()


def test_a_card_towards_the_next_player_is_spoken_of_where_the_one_before_may_have_locked() -> None:
    bench = round_table(7, variant="port")
    for seat, rank in ((2, 2), (3, 9), (4, 8), (5, 10), (6, 7), (7, 6), (1, 4)):
        throw(bench, rank, seat, place=Place(bench.stack("Bob").area, seat))
        bench.look()
    assert bench.game.expects.turn == "Bob"
    throw(bench, 3, 2.56, place=bench.stack("Carlos"))
    wrong = only(last(bench), Irregular)
    assert (wrong.why.cause, wrong.why.player, wrong.why.other) == (Cause.WRONG_SEAT, "Bob", "Carlos")
    assert wrong.otherwise is not None
    assert accepted(bench.referee.answer(wrong.otherwise)) == ["Bob lock", "Carlos hit 3"]


@pytest.mark.parametrize("at", [2.44, 2.5])
def test_an_unread_card_towards_a_player_who_may_have_locked_is_not_taken_for_his(at: float) -> None:
    bench = round_table(7, variant="port")
    for seat, rank in ((2, 2), (3, 9), (4, 8), (5, 10), (6, 7), (7, 6), (1, 4)):
        throw(bench, rank, seat, place=Place(bench.stack("Bob").area, seat))
        bench.look()
    number = throw(bench, None, at, place=bench.stack("Carlos"))
    last(bench)
    known = len(bench.game.acts)
    bench.referee.correct(number, 3)
    bench.watch(4)
    assert len(bench.game.acts) == known


def test_all_that_an_earlier_act_may_have_been_is_offered_however_little_is_tried_at_a_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def offered() -> list[str]:
        bench = Bench(number=3)
        bench.opening(5, 9, 4)
        bench.watch(2)
        turn = str(bench.game.expects.turn)
        bench.referee.say(Act("hit", turn, (3,)))
        bench.deal(turn, 7)
        return [str(choice.acts[0]) for choice in only(last(bench), Ask).choices[:-1]]

    at_once = offered()
    monkeypatch.setattr(earlier, "A_VIEW", 1)
    assert offered() == at_once


def test_an_unread_card_is_asked_about_before_an_earlier_act_is_doubted() -> None:
    bench = told_a_3_and_dealt_a_7()
    bench.deal(str(bench.game.expects.turn), None)
    assert only(last(bench), Ask).question.cause is not Cause.EARLIER


def test_whether_it_was_another_card_is_not_asked_once_that_card_is_gone() -> None:
    bench = told_a_3_and_dealt_a_7()
    asked = only(last(bench), Ask)
    assert asked.question.cause is Cause.EARLIER
    (spot,) = asked.question.cards
    assert spot.rank == 7 and spot.sighting is not None
    bench.take(spot.sighting)
    assert last(bench) == Nothing()


def test_a_fold_that_was_told_for_another_card_is_offered_where_that_one_lies_with_the_points() -> None:
    bench = Bench(number=3, options={"variant": "continuous"})
    bench.opening(5, 9, 4)
    bench.watch(2)
    folder = str(bench.game.expects.turn)
    folds = [act for act in bench.game.legal_acts() if act.verb == "fold"]
    told, true = (act for act in folds if act.other != folder)
    bench.referee.say(told)
    taken = next(number for number, s in bench.lying.items() if bench.ranks[number] == true.cards[0])
    bench.move(taken, bench.points(folder))
    asked = only(last(bench), Ask)
    assert asked.question.cause is Cause.EARLIER and asked.choices[0].acts == (true,)
    bench.referee.answer(asked.choices[0])
    assert bench.lines()[-1] == str(true)


def a_round_one_seat_on(second: int = 7, seconds: float = 1.5) -> tuple[Bench, list[int]]:
    """Everybody hits, and each card comes to the next player; Angie is first, and the last one comes to her."""
    bench = Bench(number=3)
    bench.opening(5, 9, 4)
    bench.watch(2)
    turn = list(bench.seat_of).index(str(bench.game.expects.turn))
    names = [list(bench.seat_of)[(turn + number) % 3] for number in range(3)]
    cards = []
    for number, rank in enumerate((6, second, 8)):
        cards.append(bench.deal(names[(number + 1) % 3], rank))
        bench.watch(seconds)
    return bench, cards


@pytest.mark.parametrize("seconds", [1.5, 4.0], ids=["at once", "after the first was complained of"])
@pytest.mark.parametrize("second", [7, 5], ids=["no pair", "that would have been a pair"])
def test_a_round_dealt_one_seat_too_far_counts_where_it_lies_when_people_say_so(second: int, seconds: float) -> None:
    bench, cards = a_round_one_seat_on(second, seconds)
    known, turn = len(bench.game.acts), bench.game.expects.turn
    asked = only(last(bench), Ask)
    assert (asked.question.cause, asked.question.player, asked.question.rank) == (Cause.ONE_SEAT_ON, turn, 6)
    assert accepted(bench.referee.answer(asked.choices[0])) == bench.lines()[known:]
    assert [act.cards for act in bench.game.acts[known:]] == [(8,), (6,), (second,)]
    assert last(bench) == Nothing()


def test_a_round_dealt_one_seat_too_far_may_be_moved_back_card_by_card() -> None:
    bench, cards = a_round_one_seat_on()
    known = len(bench.game.acts)
    asked = only(last(bench), Ask)
    bench.referee.answer(asked.choices[-1])
    names = [str(bench.game.expects.turn)]
    names += [act.player or "" for act in asked.choices[0].acts[1:]]
    for number, name in zip(cards, names, strict=True):
        bench.move(number, bench.stack(name))
        bench.watch(1)
    assert bench.lines()[known:] == [f"{name} hit {rank}" for name, rank in zip(names, (6, 7, 8), strict=True)]
    assert last(bench) == Nothing()


def test_a_card_that_is_moved_to_where_one_of_its_rank_lay_in_the_round_before_is_missed() -> None:
    bench, _ = dealt_and_angie_hit()
    there = bench.lying[throw(bench, 2, 2.52, place=bench.stack("Carlos"))]
    assert accepted(bench.look()) == ["Bob hit 2"]
    bench.look()
    bench.referee.say(Act("fold", "Carlos", (2,), "Bob"))
    bench.take(*bench.lying)
    bench.watch(3)
    number = throw(bench, 2, 2.0, place=bench.stack("Bob"))
    assert accepted(bench.look()) == ["deal Bob 2"]
    bench.watch(1)
    bench.lying[number] = replace(there, id=number, place=bench.points("Carlos"), rest_s=bench.time_s)
    why = only(last(bench), Irregular).why
    assert (why.cause, why.player, why.rank) == (Cause.MOVED, "Bob", 2)


def test_a_card_that_lay_there_before_its_act_could_be_is_not_taken_for_it() -> None:
    """Bob's first card falls before Angie, and the deal goes on: Bob and Carlos hit. Angie is due one by then."""
    bench = Bench(number=3, dealer="Bob")
    bench.opening(4, 4)
    bench.watch(2)
    assert bench.game.expects.turn is None or bench.game.expects.options[0].player == "Bob"
    first = bench.deal("Angie", 3)
    for player in ("Bob", "Carlos"):
        bench.watch(1.5)
        bench.deal(player, 5)
    wrong = only(last(bench), Irregular)
    assert (wrong.why.cause, wrong.why.player, wrong.why.other) == (Cause.WRONG_SEAT, "Bob", "Angie")
    assert wrong.remedy is not None
    bench.referee.answer(wrong.remedy)
    bench.watch(2)
    assert bench.lines()[2:] == ["deal Bob 3", "Bob hit 5", "Carlos hit 5"] and first in bench.referee.called


def a_wrong_seat_dealt_on() -> tuple[Bench, int]:
    """Delia's card comes to Carlos, and people deal on until it is said."""
    bench = Bench(number=4)
    bench.watch(2)
    for player, rank in (("Bob", 10), ("Carlos", 9)):
        bench.deal(player, rank)
        bench.watch(2)
    wrong = bench.deal("Carlos", 5)
    bench.watch(2)
    bench.deal("Angie", 8)
    bench.watch(2)
    bench.deal("Delia", 10)
    said = only(last(bench, 10), Irregular)
    why = said.why
    assert (why.cause, why.player, why.other, why.rank) == (Cause.WRONG_SEAT, "Delia", "Carlos", 5)
    return bench, wrong


def test_a_card_that_is_put_right_counts_before_what_was_dealt_after_it() -> None:
    bench, wrong = a_wrong_seat_dealt_on()
    bench.take(wrong)
    assert not any(isinstance(verdict, Accepted) for verdict in bench.watch(1)), "what lies there is not all"
    bench.deal("Delia", 5, at=(1640, 40))
    bench.watch(1)
    assert bench.lines()[2:4] == ["deal Delia 5", "deal Angie 8"]
    assert bench.lines()[4:] == ["Delia hit 10"]


def test_where_a_card_is_taken_away_for_good_the_others_count() -> None:
    bench, wrong = a_wrong_seat_dealt_on()
    bench.take(wrong)
    bench.watch(4)
    assert sorted(bench.lines()[2:]) == ["deal Angie 8", "deal Delia 10"]


def let_stand_and_covered() -> tuple[Bench, int]:
    """Carlos's 9 counts where it lies, with Angie, who got an 8 since; and its sighting."""
    bench = Bench(number=3)
    bench.opening(5, 2, 6)
    assert bench.game.expects.turn == "Carlos"
    bench.watch(2)
    stray = bench.deal("Angie", 9)
    bench.watch(4)
    bench.let_stand()
    bench.deal("Angie", 8)
    bench.watch(1)
    assert bench.lines()[3:] == ["Carlos hit 9", "Angie hit 8"]
    return bench, stray


def test_a_card_that_was_let_stand_and_is_put_right_from_under_others_is_no_second_one() -> None:
    bench, stray = let_stand_and_covered()
    bench.deal("Bob", 7)
    bench.watch(1)
    known = bench.lines()
    bench.lying[stray] = replace(bench.lying[stray], visible=False)
    moved = bench.deal("Carlos", 9)
    asked = only(last(bench), Ask)
    assert (asked.question.cause, asked.question.player, asked.question.rank) == (Cause.DOUBLE, "Carlos", 9)
    assert bench.lines() == known
    bench.deal("Carlos", 4)
    bench.watch(2)
    assert bench.lines() == [*known, "Carlos hit 4"] and moved in bench.lying


def test_nothing_is_said_of_a_card_that_is_put_right_while_another_is_due() -> None:
    bench, stray = let_stand_and_covered()
    bench.lying[stray] = replace(bench.lying[stray], visible=False)
    bench.deal("Carlos", 9)
    assert not any(isinstance(verdict, Ask | Irregular) for verdict in bench.watch(6))
    bench.deal("Bob", 7)
    assert accepted(bench.look()) == ["Bob hit 7"]


def test_a_card_that_was_let_stand_keeps_nobody_waiting_once_it_is_gone() -> None:
    bench, stray = let_stand_and_covered()
    bench.take(stray)
    bench.deal("Bob", 6)
    assert any(isinstance(verdict, Accepted) for verdict in bench.watch(0.6, moving=True))


def test_a_card_kept_since_before_is_not_the_one_that_is_due() -> None:
    bench = round_table(3)
    for act in ("deal Bob 4", "deal Carlos 7", "deal Angie 8", "Bob hit 9", "Carlos hit 7"):
        bench.referee.say(parse_act(act, list(bench.seat_of)))
    kept = throw(bench, 7, 3.2, far_mm=385.0, place=bench.points("Carlos"))
    bench.watch(3)
    for player, rank, seat in (("Bob", 5, 2.0), ("Carlos", 3, 3.0), ("Angie", 6, 1.0)):
        throw(bench, rank, seat, place=bench.stack(player))
        bench.watch(2)
    assert bench.game.expects.turn == "Carlos" and kept in bench.lying
    throw(bench, 7, 1.1, place=bench.stack("Angie"))
    bench.watch(2)
    throw(bench, 10, 2.1, place=bench.stack("Bob"))
    said = only(last(bench, 6), Irregular)
    assert (said.why.cause, said.why.player, said.why.rank) == (Cause.WRONG_SEAT, "Carlos", 7)


def test_cards_dealt_one_seat_too_far_are_as_old_as_they_were_when_they_are_moved_back() -> None:
    """The first lies beside a card of its own rank at first: the objection is to the second, and all the same it is the
    oldest."""
    bench = Bench(number=3, dealer="Carlos")
    bench.opening(7, 9, 10)
    bench.watch(1)
    numbers = {}
    for player, rank in (("Bob", 9), ("Carlos", 10), ("Angie", 7)):
        numbers[rank] = bench.deal(player, rank)
        bench.watch(2)
    only(bench.watch(4)[-1], Irregular)
    lines = bench.lines()
    for rank, owner in ((9, "Angie"), (10, "Bob")):
        bench.move(numbers[rank], bench.stack(owner))
        bench.watch(0.6)
        assert "Angie hit 7" not in bench.lines()
    bench.move(numbers[7], bench.stack("Carlos"))
    bench.watch(3)
    assert bench.lines()[len(lines) :] == ["Angie hit 9", "Bob hit 10", "Carlos hit 7"]
