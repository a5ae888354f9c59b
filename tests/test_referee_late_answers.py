"""People deal on while a question is open: nothing that was seen meanwhile is forgotten."""

from dataclasses import replace

import pytest
from referee_table import Bench, accepted, certain, delia_first, only

from dealer.referee import open_question
from dealer.referee.open_question import OpenQuestion
from dealer.rules.acts import Act
from dealer.seen.verdicts import Accepted, Answer, Ask, Cause, Choice, Irregular, Nothing, Reason, Spot, Verdict


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


def the_round_ends(bench: Bench, unread: int) -> None:
    """Bob's card was not read; the others get theirs, Angie folds for her 4, and all is taken up but that."""
    assert only(bench.watch(4)[-1], Ask).question.cause is Cause.RANK
    bench.deal("Carlos", 5)
    bench.watch(1)
    four = bench.deal("Angie", 4)
    bench.watch(1)
    bench.move(four, bench.points("Angie"))
    bench.watch(1)
    bench.take(*(number for number in bench.lying if number != four))
    bench.watch(3)
    assert unread not in bench.lying and bench.game.acts == ()


@pytest.mark.parametrize("aside_mm", [0.0, 60.0])
@pytest.mark.parametrize("rank", [9, None])
def test_the_next_card_for_the_same_player_does_not_stand_for_the_one_that_was_not_read(
    rank: int | None, aside_mm: float
) -> None:
    bench = Bench(number=3)
    bench.look()
    unread = bench.deal("Bob", None)
    the_round_ends(bench, unread)
    bench.deal("Bob", rank, at=(400.0 * bench.seat_of["Bob"] + aside_mm, 0.0))
    asked = only(bench.watch(4)[-1], Ask)
    assert {number for choice in asked.choices for number in choice.sightings} == {unread}
    assert bench.game.acts == ()
    bench.referee.correct(unread, 7)
    catch_up(bench)
    bench.watch(3)
    known = ["deal Bob 7", "deal Carlos 5", "deal Angie 4", "Angie fold 4 from Angie"]
    assert lines(bench, 0) == known + ([] if rank is None else ["deal Bob 9"])
    assert isinstance(bench.referee.verdict, Nothing if rank is not None else Ask)


def test_a_card_that_comes_where_an_unread_one_was_gathered_with_the_others_is_another(bench: Bench) -> None:
    """Echo folds for a card, and the next round begins with Delia, whose card nobody has read."""
    known = len(bench.game.acts)
    unread = bench.deal("Delia", None)
    only(bench.watch(4)[-1], Ask)
    lowest = min((number for number in bench.lying if number != unread), key=bench.ranks.__getitem__)
    bench.take(*(number for number in bench.lying if number != lowest))
    bench.move(lowest, bench.points("Echo"))
    bench.watch(1)
    bench.push(bench.deal("Delia", 10), 90.0)
    bench.watch(6)
    assert len(bench.game.acts) == known
    bench.referee.correct(unread, 8)
    catch_up(bench)
    assert lines(bench, known)[0] == "Delia hit 8"


def test_a_card_that_is_found_again_under_another_id_answers(bench: Bench) -> None:
    known = len(bench.game.acts)
    unread = bench.deal("Delia", None)
    bench.watch(4)
    bench.deal("Echo", 3)
    bench.watch(2)
    lay = bench.lying.pop(unread)
    bench.put(lay.place, 8, at=(lay.x_mm + 3, lay.y_mm), clear_s=lay.clear_s)
    bench.watch(2)
    assert lines(bench, known) == ["Delia hit 8", "Echo hit 3"]


def test_what_nobody_answers_for_long_is_let_go(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_question, "MOST_VIEWS", 20)
    unread = bench.deal("Delia", None)
    bench.watch(4)
    for _ in range(60):
        bench.watch(0.4)
        bench.push(next(iter(bench.lying)), 1.0)
    bench.referee.correct(unread, 8)
    assert 0 < len(bench.referee.missed()) <= 20


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


NAMES = ("Angie", "Bob", "Carlos")


def port() -> tuple[Bench, tuple[str, str, str]]:
    """Three players who may lock, and they in turn: who is due first."""
    bench = Bench(number=3, options={"variant": "port"})
    bench.opening(5, 9, 4)
    bench.watch(2)
    first = NAMES.index(str(bench.game.expects.turn))
    return bench, (NAMES[first], NAMES[(first + 1) % 3], NAMES[(first + 2) % 3])


@pytest.mark.parametrize("dealt_on", [True, False])
def test_what_an_unheard_lock_left_unexplained_is_not_lost_where_all_is_gathered(dealt_on: bool) -> None:
    """The player on turn locked, and nobody heard it: the next card is out of place; it is said after the round."""
    bench, (turn, second, third) = port()
    known = len(bench.game.acts)
    bench.deal(second, 10)
    complaint = only(bench.watch(4)[-1], Irregular)
    assert (complaint.why.cause, complaint.why.player) == (Cause.WRONG_SEAT, turn)
    if dealt_on:
        bench.deal(third, 8)
        bench.watch(4)
    bench.gather()
    bench.watch(4)
    if dealt_on:
        assert only(bench.watch(1)[-1], Irregular).why == complaint.why, "the first thing that is not known"
    assert accepted(bench.referee.say(Act("lock", turn))) == [f"{turn} lock"]
    catch_up(bench)
    assert lines(bench, known) == [f"{turn} lock", f"{second} hit 10", *([f"{third} hit 8"] if dealt_on else [])]


def test_what_lay_there_shortly_while_nobody_answered_is_spoken_of_afterwards() -> None:
    """Its time to wait is over: what it was to wait for has been seen."""
    bench, (turn, second, third) = port()
    known = len(bench.game.acts)
    unread = bench.deal(turn, None)
    assert only(bench.watch(4)[-1], Ask).question.cause is Cause.RANK
    bench.deal(third, 10)
    bench.watch(1)
    bench.gather()
    bench.watch(4)
    assert accepted(bench.referee.correct(unread, 8)) == [f"{turn} hit 8"]
    catch_up(bench)
    assert any(isinstance(bench.look(), Irregular) for _ in range(3))
    bench.referee.say(Act("lock", second))
    catch_up(bench)
    assert lines(bench, known) == [f"{turn} hit 8", f"{second} lock", f"{third} hit 10"]


@pytest.mark.parametrize("names_a_card", [True, False])
def test_what_no_answer_holds_a_card_of_stands_while_people_deal_on(names_a_card: bool) -> None:
    bench, (turn, second, third) = port()
    number = bench.deal(turn, 7)
    seen = bench.view()
    cards = (Spot(bench.stack(turn), turn, 7, number),) if names_a_card else ()
    question = Reason(Cause.EARLIER, turn, 7, cards=cards)

    def asked(rank: int) -> Ask:
        act = Act("hit", turn, (rank,))
        return Ask(question, (Choice(Answer.CORRECT, (act,), at=(0,)), Choice(Answer.NONE)))

    open_ = OpenQuestion(asked(7), {}, seen)
    assert not open_.goes_on(asked(9), seen), "nobody dealt on: this is what is asked now"
    bench.take(number)
    bench.watch(10)
    later = [bench.deal(second, 9), bench.deal(third, 4)]
    view = bench.view()
    open_.keep(view)
    assert open_.goes_on(asked(9), view)
    came = next(sighting for sighting in view.sightings if sighting.id == later[0])
    assert open_.goes_on(Accepted((Act("hit", second, (9,)),), ((),), (came,)), view)


def test_which_card_was_taken_for_a_fold_is_still_asked(bench: Bench) -> None:
    known = len(bench.game.acts)
    unread = bench.deal("Delia", None)
    assert only(bench.watch(4)[-1], Ask).question.cause is Cause.RANK
    bench.move(unread, bench.points("Echo"))
    assert only(bench.watch(4)[-1], Ask).question.player == "Delia"
    bench.referee.correct(unread, 1)
    catch_up(bench)
    bench.watch(4)
    assert lines(bench, known) == ["Delia hit 1", "Echo fold 1 from Delia"]
