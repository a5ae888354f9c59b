"""What lay on the table before a game is no card of it: it is asked to be cleared, and never counts."""

import json
from dataclasses import replace

import pytest
from referee_table import Bench, accepted, complaint, only

from dealer.referee.referee import Referee
from dealer.rules.acts import Act
from dealer.seen.leftovers import TableBefore, kept, to_keep
from dealer.seen.verdicts import Accepted, Cause, Refused, Wait
from dealer.view import TABLE, Face


@pytest.fixture
def bench() -> Bench:
    """Four players about to begin anew; Bob's 7 and Carlos's 3 of the game before still lie there."""
    bench = Bench(number=4)
    bench.deal("Bob", 7, rest_s=10.0)
    bench.deal("Carlos", 3, rest_s=10.0)
    return bench


def test_what_lay_there_is_to_be_cleared_before_the_first_card(bench: Bench) -> None:
    why = only(bench.look(), Wait).why
    assert why.cause is Cause.LEFT_OVER
    assert [(spot.player, spot.rank) for spot in why.cards] == [("Bob", 7), ("Carlos", 3)]
    assert bench.referee.ranks() == bench.referee.spots() == {}
    bench.take(bench.at("Bob", 7), bench.at("Carlos", 3))
    bench.look()
    bench.deal("Bob", 9)
    assert accepted(bench.look()) == ["deal Bob 9"]


def test_a_card_dealt_among_what_lay_there_counts_when_that_is_cleared(bench: Bench) -> None:
    bench.look()
    bench.deal("Bob", 9)
    why = complaint(bench.watch(4)).why
    assert why.cause is Cause.NOT_CLEARED
    bench.take(bench.at("Bob", 7), bench.at("Carlos", 3))
    assert accepted(bench.look()) == ["deal Bob 9"]


def test_what_lay_there_may_stay_where_people_say_so(bench: Bench) -> None:
    bench.look()
    bench.deal("Bob", 9)
    complaint(bench.watch(4))
    assert accepted(bench.let_stand()) == ["deal Bob 9"]
    bench.deal("Carlos", 2)
    assert accepted(bench.look()) == ["deal Carlos 2"]
    assert set(bench.referee.ranks().values()) == {9, 2}


def test_what_lay_there_counts_as_no_act_told_by_hand(bench: Bench) -> None:
    left = bench.at("Bob", 7)
    bench.look()
    for name, rank in (("Bob", 9), ("Carlos", 2), ("Delia", 4)):
        assert isinstance(bench.referee.say(Act("deal", name, (rank,))), Accepted)
    assert left not in bench.referee.ranks() and left not in bench.referee.spots()
    assert isinstance(bench.referee.correct(left, 5), Refused)
    bench.referee.undo(3)
    assert only(bench.look(), Wait).why.cause is Cause.LEFT_OVER


def test_what_lay_there_and_is_found_again_under_another_id_is_the_same(bench: Bench) -> None:
    left = bench.at("Bob", 7)
    bench.look()
    sighting = bench.lying.pop(left)
    bench.lying[90] = replace(sighting, id=90, x_mm=sighting.x_mm + 5.0, rest_s=bench.time_s)
    bench.ranks[90] = 7
    assert only(bench.look(), Wait).why.cause is Cause.LEFT_OVER
    bench.take(90)
    bench.watch(2)
    bench.take(bench.at("Carlos", 3))
    bench.put(bench.stack("Bob"), 7, at=(sighting.x_mm, sighting.y_mm))
    assert accepted(bench.look()) == ["deal Bob 7"]


def test_cards_kept_for_points_are_to_be_gathered_too() -> None:
    bench = Bench(number=4)
    kept = bench.put(bench.points("Delia"), 8, rest_s=10.0)
    bench.put(bench.points("Angie"), None, face=Face.UNKNOWN, rest_s=10.0)  # a glass, perhaps
    bench.put(TABLE, None, face=Face.DOWN, rest_s=10.0)  # the pile
    why = only(bench.look(), Wait).why
    assert [(spot.player, spot.rank) for spot in why.cards] == [("Delia", 8)]
    bench.take(kept)
    bench.look()
    bench.deal("Bob", 9)
    assert accepted(bench.look()) == ["deal Bob 9"]


def test_cards_that_came_since_the_game_was_chosen_are_its_first_ones() -> None:
    bench = Bench(number=4)
    old = bench.deal("Delia", 8, rest_s=20.0)
    bench.referee = Referee(bench.game, bench.seats, TableBefore(until_s=50.0))
    bench.take(old)
    for step, (name, rank) in enumerate((("Bob", 9), ("Carlos", 2), ("Delia", 4), ("Angie", 5))):
        bench.deal(name, rank, rest_s=60.0 + step)
    while isinstance(bench.look(), Accepted):
        pass
    assert bench.lines()[:4] == ["deal Bob 9", "deal Carlos 2", "deal Delia 4", "deal Angie 5"]


def test_an_old_card_that_was_moved_since_is_an_old_card() -> None:
    bench = Bench(number=4)
    old = bench.deal("Bob", 8, rest_s=20.0)
    bench.referee = Referee(bench.game, bench.seats, TableBefore(until_s=50.0, sightings=frozenset({old})))
    bench.push(old, 40.0)
    assert only(bench.look(), Wait).why.cause is Cause.LEFT_OVER


@pytest.mark.parametrize("remembered", [True, False])
def test_after_a_restart_what_lay_there_is_still_no_card(bench: Bench, remembered: bool) -> None:
    """Everything has other ids then, and nobody saw it come: only what was kept tells it from a card dealt since."""
    bench.deal("Delia", 8, rest_s=10.0)
    bench.look()
    bench.deal("Bob", 9)
    complaint(bench.watch(4))
    bench.let_stand()
    bench.deal("Carlos", 2)
    bench.look()
    written = json.loads(json.dumps(to_keep(bench.referee.no_cards_of_the_game(), bench.referee.cards_gone())))
    lying = [(area, bench.seats[seat], rank) for area, seat, rank, *_ in written["cards"]]
    assert lying == [("stack", "Bob", 7), ("stack", "Carlos", 3), ("stack", "Delia", 8)]
    before = kept(written) if remembered else TableBefore()
    bench.referee = Referee(bench.game, bench.seats, before)
    came = {"rest_s": bench.time_s}
    bench.lying = {number + 100: replace(card, id=number + 100, **came) for number, card in bench.lying.items()}
    bench.ranks = {number + 100: rank for number, rank in bench.ranks.items()}
    acts = [line for verdict in bench.watch(8) if isinstance(verdict, Accepted) for line in accepted(verdict)]
    assert (acts == []) == remembered
    if remembered:
        bench.deal("Delia", 5)
        assert accepted(bench.look()) == ["deal Delia 5"]


def test_what_was_kept_badly_is_left_out() -> None:
    bad = {"cards": [["stack", 1], ["moon", 1, 7, 0, 0], [1, 2, 3, 4, 5]], "gone": [3, [4], ["5", 0], [1, 2, 3]]}
    assert kept({}) == kept({"cards": 3, "gone": "x"}) == kept(bad) == TableBefore()


def test_what_is_kept_may_lie_anywhere() -> None:
    bench = Bench(number=2)
    lay = [bench.deal("Bob", 7), bench.deal("Bob", 3), bench.deal("Angie", 2)]
    bench.move(lay[0], TABLE)
    bench.move(lay[1], bench.points("Bob"))
    assert [(card.place, card.rank) for card in kept(to_keep(bench.lying.values(), ())).cards] == [
        (bench.points("Bob"), 3),
        (bench.stack("Angie"), 2),
        (TABLE, 7),
    ]
