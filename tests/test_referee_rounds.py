"""From one round to the next: old cards are cleared, or waited for and named; after the last nothing matters."""

from dataclasses import replace

import pytest
from referee_table import Bench, accepted, complaint, delia_first, only

from dealer.rules.acts import Act
from dealer.seen.layout import replayed
from dealer.seen.verdicts import Accepted, Answer, Ask, Cause, Nothing, Wait


@pytest.fixture
def bench() -> Bench:
    return delia_first()


def test_what_is_left_of_a_round_is_forgotten_with_the_next(bench: Bench) -> None:
    bench.referee.say(Act("fold", "Delia"))
    assert [card.rank for card in replayed(bench.game, bench.ground).left] == [10, 10, 6, 9, 7]
    bench.referee.say(Act("deal", "Bob", (3,)))
    layout = replayed(bench.game, bench.ground)
    assert ([card.rank for card in layout.live], layout.left) == ([3], ())


def test_old_cards_that_are_not_cleared_are_waited_for_and_named(bench: Bench) -> None:
    bench.move(bench.at("Delia", 6), bench.points("Delia"))
    bench.look()
    lying = [bench.at("Bob", 10), bench.at("Echo", 9)]
    bench.take(bench.at("Carlos", 10), bench.at("Angie", 7))
    bench.deal("Bob", 3)
    verdicts = bench.watch(4)
    assert only(verdicts[0], Wait).why.cause is Cause.OLD_CARDS
    why = complaint(verdicts).why
    assert why.cause is Cause.NOT_CLEARED
    assert [(spot.player, spot.rank) for spot in why.cards] == [("Bob", 10), ("Echo", 9)]
    bench.take(*lying)
    assert accepted(bench.look()) == ["deal Bob 3"]


def test_an_old_card_that_nobody_sees_in_a_place_in_full_view_is_cleared(bench: Bench) -> None:
    bench.move(bench.at("Delia", 6), bench.points("Delia"))
    bench.look()
    bench.take(bench.at("Carlos", 10), bench.at("Angie", 7), bench.at("Bob", 10))
    left = bench.at("Echo", 9)
    bench.lying[left] = replace(bench.lying[left], visible=False)
    bench.look(hidden=(bench.stack("Echo"),))
    bench.deal("Bob", 3)
    assert only(bench.look(hidden=(bench.stack("Echo"),)), Wait).why.cause is Cause.OLD_CARDS
    assert [line for verdict in bench.watch(2) if isinstance(verdict, Accepted) for line in accepted(verdict)] == [
        "deal Bob 3"
    ]


def test_old_cards_may_be_let_lie(bench: Bench) -> None:
    bench.move(bench.at("Delia", 6), bench.points("Delia"))
    bench.look()
    bench.take(bench.at("Bob", 10), bench.at("Carlos", 10), bench.at("Angie", 7))
    bench.deal("Bob", 3)
    complaint(bench.watch(4))
    assert accepted(bench.let_stand()) == ["deal Bob 3"]
    bench.deal("Carlos", 5)
    assert accepted(bench.look()) == ["deal Carlos 5"]


def test_clearing_is_asked_for_after_a_while(bench: Bench) -> None:
    bench.referee.say(Act("fold", "Delia"))
    verdicts = bench.watch(8)
    assert verdicts[0] == Nothing()
    assert only(verdicts[-1], Wait).why.cause is Cause.OLD_CARDS


def test_a_gathered_card_put_down_again_is_no_deal(bench: Bench) -> None:
    bench.move(bench.at("Delia", 6), bench.points("Delia"))
    bench.look()
    bench.gather()
    bench.deal("Bob", 9)  # Echo's, on top of the gathered ones
    verdicts = bench.watch(4)
    assert not any(isinstance(verdict, Accepted) for verdict in verdicts)
    ask = only(verdicts[-1], Ask)
    assert ask.question.cause is Cause.COUNTS
    assert accepted(bench.referee.answer(ask.choices[0])) == ["deal Bob 9"]


def test_an_unread_card_among_gathered_ones_counts_as_what_people_say_it_is(bench: Bench) -> None:
    bench.move(bench.at("Delia", 6), bench.points("Delia"))
    bench.look()
    bench.gather()
    bench.deal("Bob", None)
    ask = only(bench.watch(4)[-1], Ask)
    assert ask.question.cause is Cause.RANK and ask.choices[-1].answer is Answer.IGNORE
    nine = next(choice for choice in ask.choices if choice.acts and choice.acts[0].cards == (9,))
    assert accepted(bench.referee.answer(nine)) == ["deal Bob 9"]


def test_once_the_table_was_seen_cleared_any_rank_is_a_deal(bench: Bench) -> None:
    bench.move(bench.at("Delia", 6), bench.points("Delia"))
    bench.look()
    bench.gather()
    assert bench.look() == Nothing()
    bench.deal("Bob", 9)
    assert accepted(bench.look()) == ["deal Bob 9"]


def test_a_copy_that_comes_to_lie_just_where_one_was_gathered_is_a_deal_whatever_its_id(bench: Bench) -> None:
    bench.move(bench.at("Delia", 6), bench.points("Delia"))
    bench.look()
    number = bench.at("Bob", 10)
    gathered = bench.lying[number]
    bench.gather()
    assert bench.watch(2)[-1] == Nothing()
    bench.lying[number] = replace(gathered, rest_s=bench.time_s)
    assert accepted(bench.look()) == ["deal Bob 10"]


def test_what_was_only_not_seen_for_a_while_is_no_deal(bench: Bench) -> None:
    """Nothing has come since: what rests there rested there before the table looked empty."""
    bench.move(bench.at("Delia", 6), bench.points("Delia"))
    bench.look()
    lying = dict(bench.lying)
    bench.gather()
    assert bench.watch(4)[-1] == Nothing()
    bench.lying.update(lying)
    verdicts = bench.watch(8)
    assert not any(isinstance(verdict, Accepted) for verdict in verdicts)
    assert only(verdicts[-1], Wait).why.cause is Cause.OLD_CARDS


def test_when_the_game_is_over_nothing_matters(bench: Bench) -> None:
    short = Bench(number=2, options={"target": 4})
    short.opening(4, 9)
    short.deal("Bob", 4)
    assert accepted(short.look()) == ["Bob hit 4"]
    assert short.game.over
    short.deal("Bob", 5)
    assert set(map(type, short.watch(5))) == {Nothing}
