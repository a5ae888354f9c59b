"""Folds, seen by the card that was taken or by a covered coaster: who folds, which card, and what is no fold."""

import pytest
from referee_table import Bench, accepted, complaint, delia_first, only

from dealer.rules.acts import Act
from dealer.seen.verdicts import Accepted, Ask, Cause, Irregular, Nothing


@pytest.fixture
def bench() -> Bench:
    return delia_first()


# A card that is taken


@pytest.mark.parametrize("lifted", [True, False])
def test_the_lowest_card_in_the_points_of_the_player_on_turn_is_a_fold(bench: Bench, lifted: bool) -> None:
    if lifted:
        bench.take(bench.at("Delia", 6))
        bench.put(bench.points("Delia"), 6)
    else:
        bench.move(bench.at("Delia", 6), bench.points("Delia"))
    assert accepted(bench.look()) == ["Delia fold 6 from Delia"]


def test_a_fold_takes_the_lowest_card_whoever_has_it(bench: Bench) -> None:
    bench.deal("Delia", 8)
    bench.deal("Echo", 3)
    bench.look()
    bench.move(bench.at("Echo", 3), bench.points("Angie"))
    assert accepted(bench.look()) == ["Angie fold 3 from Echo"]


def test_a_fold_says_whose_card_it_took_where_two_have_it() -> None:
    for owner in ("Bob", "Carlos"):
        bench = Bench(number=3)
        bench.opening(3, 3, 9)
        bench.deal("Bob", 5)
        bench.deal("Carlos", 7)
        bench.look()
        bench.take(bench.at(owner, 3))
        bench.put(bench.points("Bob"), 3)
        assert accepted(bench.look()) == [f"Bob fold 3 from {owner}"]


def test_a_fold_and_the_gathering_may_come_between_two_views(bench: Bench) -> None:
    bench.move(bench.at("Delia", 6), bench.points("Delia"))
    bench.gather()
    assert accepted(bench.look()) == ["Delia fold 6 from Delia"]
    assert bench.look() == Nothing()


def test_a_fold_told_by_button_leaves_the_card_where_it_lies(bench: Bench) -> None:
    assert accepted(bench.referee.say(Act("fold", "Delia"))) == ["Delia fold"]
    assert bench.look() == Nothing()
    bench.move(bench.at("Delia", 6), bench.points("Delia"))
    assert bench.look() == Nothing()


def test_another_card_than_the_lowest_is_no_fold(bench: Bench) -> None:
    bench.move(bench.at("Angie", 7), bench.points("Delia"))
    why = complaint(bench.watch(4)).why
    assert (why.cause, why.player, why.rank, why.other, why.amount) == (Cause.WRONG_CARD, "Delia", 7, "Angie", 6)


def test_the_lowest_card_with_a_player_who_is_not_on_turn_is_no_fold(bench: Bench) -> None:
    bench.move(bench.at("Delia", 6), bench.points("Bob"))
    why = complaint(bench.watch(4)).why
    assert (why.cause, why.player, why.rank, why.other) == (Cause.WRONG_FOLDER, "Delia", 6, "Bob")


# A coaster that is covered


def test_a_covered_coaster_is_asked_about_and_counts_when_it_stays(bench: Bench) -> None:
    bench.look()
    bench.covered[4] = bench.time_s
    verdicts = bench.watch(4)
    asks = [verdict for verdict in verdicts if isinstance(verdict, Ask)]
    assert asks and all(ask.question.cause is Cause.FOLD_BY_COVER for ask in asks)
    assert (asks[0].question.player, asks[0].question.amount) == ("Delia", 6)
    assert bench.lines()[-1] == "Delia fold 6 from Delia"
    first = next(i for i, verdict in enumerate(verdicts) if isinstance(verdict, Ask))
    counted = next(i for i, verdict in enumerate(verdicts) if isinstance(verdict, Accepted))
    assert (counted - first) * 0.2 == pytest.approx(2.0)


def test_an_arm_that_deals_over_the_coaster_is_not_asked_about(bench: Bench) -> None:
    bench.look()
    bench.covered[4] = bench.time_s
    assert not any(isinstance(verdict, Ask) for verdict in bench.watch(1, hidden=(bench.stack("Delia"),), moving=True))
    bench.covered.clear()
    bench.deal("Delia", 8)
    assert accepted(bench.look()) == ["Delia hit 8"]


def test_an_arm_that_covered_other_places_too_is_not_asked_about_as_it_goes(bench: Bench) -> None:
    bench.look()
    bench.covered[4] = bench.time_s
    passing = bench.watch(1.6, hidden=(bench.stack("Delia"), bench.stack("Bob")), moving=True)
    assert not any(isinstance(verdict, Ask) for verdict in passing)
    assert not any(isinstance(verdict, Ask) for verdict in bench.watch(0.4)), "the cover is seen to end a bit later"
    assert isinstance(bench.watch(0.4)[-1], Ask), "a hand that stays means it"


def test_uncovering_the_coaster_cancels(bench: Bench) -> None:
    bench.look()
    bench.covered[4] = bench.time_s
    assert isinstance(bench.watch(2)[-1], Ask)
    bench.covered.clear()
    assert bench.watch(4)[-1] == Nothing()
    assert "fold" not in bench.lines()[-1]


def test_a_cover_is_confirmed_or_refused_by_hand(bench: Bench) -> None:
    bench.look()
    bench.covered[4] = bench.time_s
    ask = only(bench.watch(1)[-1], Ask)
    bench.referee.answer(ask.choices[-1])
    assert bench.watch(5)[-1] == Nothing()
    bench.covered[4] = bench.time_s  # covered anew
    ask = only(bench.watch(1)[-1], Ask)
    assert accepted(bench.referee.answer(ask.choices[0])) == ["Delia fold 6 from Delia"]


def test_a_cover_from_before_the_turn_means_nothing(bench: Bench) -> None:
    bench.covered[5] = bench.time_s
    bench.deal("Delia", 8)
    bench.look()
    assert bench.game.expects.turn == "Echo"
    assert set(map(type, bench.watch(5))) == {Nothing}


def test_several_coasters_covered_at_once_mean_nothing(bench: Bench) -> None:
    bench.look()
    bench.covered[4] = bench.covered[3] = bench.time_s
    assert set(map(type, bench.watch(5))) == {Nothing}


def test_a_cover_does_not_count_while_other_cards_are_hidden(bench: Bench) -> None:
    bench.look()
    bench.covered[4] = bench.time_s
    verdicts = bench.watch(5, hidden=(bench.stack("Bob"),))
    assert not any(isinstance(verdict, Accepted | Ask) for verdict in verdicts)


# Cards that are gone


def test_a_card_with_the_points_that_seems_to_lie_where_it_was_still_is_asked_about() -> None:
    bench = Bench(number=3)
    bench.opening(2, 2, 9)
    bench.deal("Bob", 5)
    bench.deal("Carlos", 7)
    bench.look()
    bench.put(bench.points("Bob"), 2)
    ask = only(bench.watch(6)[-1], Ask)
    assert (ask.question.cause, ask.question.player, ask.question.rank) == (Cause.WHICH_ACT, "Bob", 2)
    folds = [str(act) for choice in ask.choices for act in choice.acts]
    assert sorted(folds) == ["Bob fold 2 from Bob", "Bob fold 2 from Carlos"]
    bench.referee.answer(next(c for c in ask.choices if c.acts and c.acts[0].other == "Carlos"))
    assert bench.lines()[-1] == "Bob fold 2 from Carlos"
    assert not any(isinstance(verdict, Ask | Irregular) for verdict in bench.watch(9)), "it is no card of the next deal"


def test_the_cheapest_card_gone_may_be_a_fold(bench: Bench) -> None:
    bench.take(bench.at("Delia", 6))
    ask = only(bench.watch(4)[-1], Ask)
    assert ask.question.cause is Cause.FOLD_BY_GONE
    assert accepted(bench.referee.answer(ask.choices[0])) == ["Delia fold 6 from Delia"]


def test_all_cards_gone_before_the_round_is_over(bench: Bench) -> None:
    bench.gather()
    ask = only(bench.watch(4)[-1], Ask)
    assert (ask.question.cause, ask.question.player) == (Cause.GATHERED, "Delia")
    assert accepted(bench.referee.answer(ask.choices[0])) == ["Delia fold 6 from Delia"]
