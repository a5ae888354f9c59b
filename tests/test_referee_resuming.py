"""A game resumed after a crash: what lies there is old news, and what came meanwhile is seen."""

import pytest
from referee_table import Bench, accepted, delia_first

from dealer.errors import InputError
from dealer.game.driver import Game, Header
from dealer.referee.referee import Referee
from dealer.rules.acts import Act
from dealer.seen.verdicts import Nothing, Wait


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
