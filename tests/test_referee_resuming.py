"""A game resumed after a crash: what lies there is old news, and what came meanwhile is seen."""

import pytest
from referee_table import Bench, accepted, delia_first, only

from dealer.errors import InputError
from dealer.game.driver import Game, Header
from dealer.referee.referee import Referee
from dealer.rules.acts import Act
from dealer.seen.leftovers import kept, to_keep
from dealer.seen.verdicts import Accepted, Ask, Cause, Nothing, Wait


@pytest.fixture
def bench() -> Bench:
    return delia_first()


def test_a_game_resumed_takes_what_lies_there_for_old_news(bench: Bench) -> None:
    bench.deal("Delia", 8)
    bench.look()
    again = Referee(Game(bench.game.header, bench.game.acts), bench.seats)
    assert again.consider(bench.view()) == Nothing()
    bench.deal("Echo", 3)
    assert accepted(again.consider(bench.view())) == ["Echo hit 3"]


def test_a_game_resumed_sees_what_was_dealt_meanwhile(bench: Bench) -> None:
    bench.deal("Delia", 8)
    again = Referee(Game(bench.game.header, bench.game.acts), bench.seats)
    assert accepted(again.consider(bench.view())) == ["Delia hit 8"]


def test_a_game_resumed_after_a_round_knows_the_old_cards(bench: Bench) -> None:
    bench.referee.say(Act("fold", "Delia"))
    again = Referee(Game(bench.game.header, bench.game.acts), bench.seats)
    assert again.consider(bench.view()) == Nothing()
    bench.time_s += 10
    bench.gather()
    assert again.consider(bench.view()) == Nothing()
    bench.deal("Bob", 10)
    assert accepted(again.consider(bench.view())) == ["deal Bob 10"]


@pytest.mark.parametrize("waited_s", [1, 8])
def test_what_looks_like_the_round_before_is_dealt_anew_once_somebody_says_so_of_one(
    bench: Bench, waited_s: float
) -> None:
    bench.referee.say(Act("fold", "Delia"))
    bench.gather()
    bench.referee = Referee(Game(bench.game.header, bench.game.acts), bench.seats)
    for player, rank in (("Bob", 10), ("Carlos", 3), ("Delia", 6), ("Echo", 4)):
        bench.deal(player, rank)
        bench.time_s += 0.6
    verdicts = bench.watch(waited_s)
    assert not any(isinstance(verdict, Accepted) for verdict in verdicts), "Bob's 10 and Delia's 6 lay there before"
    bench.referee.say(Act("deal", "Bob", (10,)))
    bench.watch(4)
    assert bench.lines()[-4:] == ["deal Bob 10", "deal Carlos 3", "deal Delia 6", "deal Echo 4"]


def test_a_game_resumed_waits_until_all_cards_are_found(bench: Bench) -> None:
    again = Referee(Game(bench.game.header, bench.game.acts), bench.seats)
    lying, bench.lying = bench.lying, {}
    for _ in range(15):
        assert isinstance(again.consider(bench.view()), Wait)
    bench.lying = lying
    assert again.consider(bench.view()) == Nothing()


def test_seats_must_be_of_players() -> None:
    header = Header.from_mapping({"variant": "basic", "players": ["A", "B"]})
    with pytest.raises(InputError, match="expected each of A, B"):
        Referee(Game(header), {1: "A", 2: "C"})


@pytest.mark.parametrize("remembered", [True, False])
def test_a_card_dealt_while_it_was_off_is_not_one_that_had_been_taken_up(remembered: bool) -> None:
    """Bob folds, and his 10 is taken up; another 10 comes to him while nobody looks."""
    bench = Bench(number=3, options={"variant": "continuous"})
    bench.look()

    def dealt(player: str, rank: int) -> int:
        card = bench.deal(player, rank)
        assert isinstance(bench.look(), Accepted)
        return card

    (six, _, _), ten = (dealt("Bob", 6), dealt("Carlos", 9), dealt("Angie", 8)), dealt("Bob", 10)
    dealt("Carlos", 7)
    five = dealt("Angie", 5)
    bench.referee.say(Act("fold", "Bob", (5,), "Angie"))
    bench.take(six, ten)
    bench.move(five, bench.points("Bob"))
    bench.watch(4)
    dealt("Carlos", 2)
    dealt("Angie", 1)
    before = kept(to_keep((), bench.referee.cards_gone())) if remembered else None
    bench.referee = Referee(bench.game, bench.seats, before)
    bench.deal("Bob", 10)
    came = [line for verdict in bench.watch(8) if isinstance(verdict, Accepted) for line in accepted(verdict)]
    assert came == (["Bob hit 10"] if remembered else [])


def gone_on_with_bobs_own_card_kept(own: int) -> Bench:
    """A game is gone on with, and Bob's only card lies with his points: nobody saw how it came there."""
    bench = Bench(number=3, options={"variant": "continuous"})
    bench.look()
    lay = {}
    for player, rank in (("Bob", own), ("Carlos", 9), ("Angie", 8)):
        lay[player] = bench.deal(player, rank)
        bench.look()
    bench.referee = Referee(bench.game, bench.seats)
    bench.take(lay["Bob"])
    bench.put(bench.points("Bob"), own)
    return bench


def test_a_fold_for_the_own_card_of_which_there_is_no_second_was_no_pair() -> None:
    bench = gone_on_with_bobs_own_card_kept(1)
    bench.watch(8)
    assert bench.lines()[-1] == "Bob fold 1 from Bob"


def test_a_fold_for_the_own_card_and_a_pair_that_nobody_saw_leave_the_same_and_are_asked() -> None:
    bench = gone_on_with_bobs_own_card_kept(6)
    question = only(bench.watch(8)[-1], Ask)
    offered = {str(choice.acts[0]) for choice in question.choices if choice.acts}
    assert (question.question.cause, offered) == (Cause.WHICH_ACT, {"Bob fold 6 from Bob", "Bob hit 6"})
    before = len(bench.game.acts)
    bench.referee.answer(next(choice for choice in question.choices if choice.acts and choice.acts[0].verb == "hit"))
    assert [str(act) for act in bench.game.acts[before:]] == ["Bob hit 6"]
    assert bench.watch(2)[-1] == Nothing()
