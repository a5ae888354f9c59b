"""What is waited for (hands, movement, trouble with the picture), and what is no business of the game."""

from dataclasses import replace

import pytest
from referee_table import Bench, accepted, complaint, delia_first, only

from dealer.search import explanation
from dealer.seen.patience import FIRST_LOOK_S
from dealer.seen.verdicts import Accepted, Cause, Irregular, Nothing, Wait
from dealer.view import BEARABLE, ELSEWHERE, TABLE, Face, Place
from dealer.words.prompter import prompt
from dealer.words.sentences import TROUBLES


@pytest.fixture
def bench() -> Bench:
    return delia_first()


# What is no business of the game


def test_points_and_other_things_are_evidence_never_a_condition(bench: Bench) -> None:
    bench.move(bench.at("Delia", 6), bench.points("Delia"))
    bench.look()
    bench.gather()
    kept = next(number for number, sighting in bench.lying.items() if sighting.rank == 6)
    bench.look()
    bench.opening(3, 5, 2, 8, 9)
    for happens in (
        lambda: bench.take(kept),
        lambda: bench.put(bench.points("Delia"), 6),
        lambda: bench.put(ELSEWHERE, 4),
        lambda: bench.put(TABLE, 7),
        lambda: bench.put(TABLE, None, face=Face.DOWN),
        lambda: bench.deal("Bob", None, face=Face.UNKNOWN),
    ):
        happens()
        assert set(map(type, bench.watch(7))) == {Nothing}


def test_the_paired_card_may_go_to_points_at_any_time(bench: Bench) -> None:
    number = bench.deal("Delia", 6)
    assert accepted(bench.look()) == ["Delia hit 6"]
    assert bench.look() == Nothing()
    bench.move(number, bench.points("Delia"))
    assert bench.look() == Nothing()


# Waiting


def test_trouble_is_waited_for(bench: Bench) -> None:
    bench.deal("Delia", 8)
    why = only(bench.look(trouble="stalled"), Wait).why
    assert (why.cause, why.code) == (Cause.TROUBLE, "stalled")
    assert accepted(bench.look()) == ["Delia hit 8"]


def test_cards_under_a_hand_are_unknown_not_gone(bench: Bench) -> None:
    bench.take(bench.at("Bob", 10))
    verdicts = bench.watch(6, hidden=(bench.stack("Bob"),))
    assert {verdict.why.cause for verdict in verdicts if isinstance(verdict, Wait)} == {Cause.HIDDEN}
    assert len(verdicts) == sum(isinstance(verdict, Wait) for verdict in verdicts)


def test_a_card_is_called_while_others_are_hidden(bench: Bench) -> None:
    bench.deal("Delia", 8)
    assert accepted(bench.look(hidden=(bench.stack("Bob"),))) == ["Delia hit 8"]


def test_a_glass_on_the_points_keeps_nobody_waiting(bench: Bench) -> None:
    bench.deal("Echo", 8)
    complaint(bench.watch(4, hidden=(bench.points("Bob"),)))


def test_a_card_of_the_rank_of_a_hidden_one_waits(bench: Bench) -> None:
    bench.take(bench.at("Bob", 10))
    bench.deal("Delia", 10)
    assert only(bench.look(hidden=(bench.stack("Bob"),)), Wait).why.cause is Cause.HIDDEN


def test_complaints_are_put_off_while_something_moves(bench: Bench) -> None:
    bench.deal("Echo", 8)
    assert not any(isinstance(verdict, Irregular) for verdict in bench.watch(5, moving=True))
    assert isinstance(bench.look(), Irregular)


@pytest.mark.parametrize("trouble", sorted(TROUBLES))
def test_nothing_counts_in_a_trouble_in_which_nothing_is_seen(trouble: str) -> None:
    bench = Bench()
    bench.deal("Bob", 10)
    assert isinstance(bench.look(trouble=trouble), Accepted) == (trouble in BEARABLE)
    assert isinstance(bench.look(), Nothing if trouble in BEARABLE else Accepted)


# The camera's first look


def unseen(bench: Bench) -> tuple[Place, ...]:
    """The places that are looked at last."""
    return bench.stack("Bob"), bench.stack("Delia")


def causes(bench: Bench, seconds: float) -> list[Cause]:
    return [only(verdict, Wait).why.cause for verdict in bench.watch(seconds, hidden=unseen(bench))]


def test_a_game_that_begins_waits_until_all_of_its_places_were_looked_at() -> None:
    bench = Bench()
    assert set(causes(bench, 2)) == {Cause.FIRST_LOOK}
    assert bench.look() == Nothing()
    assert set(causes(bench, 1)) == {Cause.HIDDEN}, "something covers what was seen before"


def test_what_stays_hidden_after_the_first_look_is_covered() -> None:
    told = causes(Bench(), FIRST_LOOK_S + 2)
    assert told[0] is Cause.FIRST_LOOK and told[-1] is Cause.HIDDEN


def test_what_lies_outside_the_picture_is_not_said_to_be_covered() -> None:
    bench = Bench()
    bench.look()
    place = bench.stack("Delia")
    verdict = bench.referee.consider(replace(bench.view(hidden=(place,)), outside=frozenset({place})))
    shown = prompt(bench.game, verdict, time_s=bench.time_s + 10)
    assert shown.headline == "The picture does not show all places"
    assert "Turn the camera" in shown.spoken
    bench.deal("Bob", 8)
    view = replace(bench.view(hidden=(place,)), outside=frozenset({place}))
    assert accepted(bench.referee.consider(view)) == ["deal Bob 8"]


def test_a_card_that_is_dealt_before_the_first_look_is_over_is_taken_all_the_same() -> None:
    bench = Bench()
    bench.look(hidden=unseen(bench))
    bench.deal("Bob", 8)
    assert accepted(bench.look(hidden=(bench.stack("Delia"),))) == ["deal Bob 8"]


def test_the_first_look_is_told_at_once_and_in_words() -> None:
    bench = Bench()
    shown = prompt(bench.game, bench.look(hidden=unseen(bench)), time_s=bench.time_s)
    assert (shown.headline, shown.spoken) == ("One moment", "One moment.")


def test_many_cards_that_come_to_light_at_once_hold_nothing_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a while without sight all have the same age: no order of thousands is tried, and none is accepted."""
    tried: list[int] = []
    plain = explanation._longer

    def counted(*given):  # type: ignore[no-untyped-def]
        tried.append(1)
        return plain(*given)

    monkeypatch.setattr(explanation, "_longer", counted)
    bench = Bench(number=4)
    bench.look()
    bench.opening(7, 10, 7)
    came = (("Angie", 10), ("Bob", 8), ("Delia", 5), ("Delia", 8), ("Angie", 5), ("Bob", 5), ("Carlos", 8))
    later = (("Delia", 9), ("Angie", 7), ("Bob", 10), ("Carlos", 9), ("Delia", 6), ("Angie", 2))
    for player, rank in (*came, *later):
        bench.deal(player, rank)
    before = bench.lines()
    views = len(bench.watch(2))
    assert len(tried) <= views * explanation.MOST_CHAINS
    assert bench.lines() == before
