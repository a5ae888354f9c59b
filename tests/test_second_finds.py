"""A card in play that is found a second time, beside itself, holds nobody up; a real second one is not missed."""

from referee_table import Bench

from dealer.seen.verdicts import Accepted, Answer, Ask, Cause, Irregular, Nothing, Verdict, Wait

BESIDE_MM = 20.0
"""How far from the card it was found a second time."""


def basic() -> Bench:
    """Bob is on turn; Angie has an 8."""
    bench = Bench(number=3)
    bench.opening(3, 9, 8)
    return bench


def found_again(bench: Bench, player: str, rank: int, *, rest_s: float | None = None) -> int:
    """A card is found a second time; or another of its rank lies on it."""
    card = bench.lying[bench.at(player, rank)]
    return bench.deal(player, rank, at=(card.x_mm + BESIDE_MM, card.y_mm), rest_s=rest_s)


def objections(verdicts: list[Verdict]) -> list[Verdict]:
    return [verdict for verdict in verdicts if isinstance(verdict, Irregular | Ask)]


def test_it_does_not_stop_the_card_that_is_due() -> None:
    bench = basic()
    found_again(bench, "Angie", 8)
    bench.time_s += 0.6
    bench.deal("Bob", 6)
    assert objections(bench.watch(9)) == []
    assert bench.lines()[-1] == "Bob hit 6"


def test_nor_those_after_it() -> None:
    bench = basic()
    found_again(bench, "Angie", 8)
    for player, rank in (("Bob", 6), ("Carlos", 4)):
        bench.time_s += 0.6
        bench.deal(player, rank)
        bench.watch(1)
    assert bench.lines()[-2:] == ["Bob hit 6", "Carlos hit 4"]


def test_once_a_card_is_due_there_it_is_asked_whether_it_is_a_second_one() -> None:
    bench = basic()
    again = found_again(bench, "Angie", 8)
    bench.time_s += 0.6
    bench.deal("Bob", 6)
    bench.watch(1)
    bench.deal("Carlos", 4)
    verdicts = bench.watch(3)
    asked = verdicts[-1]
    assert isinstance(asked, Ask) and (asked.question.cause, asked.question.player) == (Cause.DOUBLE, "Angie")
    assert "Angie hit 8" not in bench.lines(), "nobody knows whether it is a second one"
    declined = next(choice for choice in asked.choices if choice.answer is Answer.IGNORE)
    assert declined.sightings == (again,)
    assert isinstance(bench.referee.answer(declined), Wait | Nothing)
    assert objections(bench.watch(9)) == []
    bench.deal("Angie", 5)
    assert isinstance(bench.look(), Accepted)
    assert bench.lines()[-1] == "Angie hit 5"


def test_what_came_after_the_card_that_is_due_may_be_the_next_one() -> None:
    bench = basic()
    bench.deal("Bob", 6)
    found_again(bench, "Carlos", 9, rest_s=bench.time_s + 0.6)
    bench.watch(1)
    assert bench.lines()[-2:] == ["Bob hit 6", "Carlos hit 9"]


def test_where_nothing_else_comes_it_is_complained_of_but_not_soon() -> None:
    bench = basic()
    bench.watch(2)
    found_again(bench, "Angie", 8)
    assert objections(bench.watch(7)) == []
    wrong = bench.watch(2)[-1]
    assert isinstance(wrong, Irregular) and wrong.why.cause is Cause.WRONG_SEAT


def test_another_rank_that_lies_with_the_wrong_player_is_complained_of_at_once() -> None:
    bench = basic()
    card = bench.lying[bench.at("Angie", 8)]
    bench.deal("Angie", 7, at=(card.x_mm + BESIDE_MM, card.y_mm))
    bench.time_s += 0.6
    bench.deal("Bob", 6)
    assert any(isinstance(verdict, Irregular) for verdict in bench.watch(4))
