"""Whole hands that are laid out to be counted: waited for until they are whole, and read out before they count."""

import random
from collections.abc import Callable
from dataclasses import replace

import pytest
from referee_play import header_of
from referee_table import Bench

from dealer.game.driver import Game
from dealer.game.header import Header
from dealer.locale.language import language
from dealer.presses import Button
from dealer.rehearsal.bots import SensibleCards
from dealer.rules.acts import MONSTER, Act
from dealer.seen.verdicts import Accepted, Answer, Ask, Cause, Choice, Irregular, Reason, Spot, Verdict, Wait
from dealer.view import TABLE
from dealer.words.prompter import prompt
from dealer.words.prompts import Action, Mode


def before_a_hand(
    variant: str, players: int, *, cards: int, lying: Callable[[Act], int] | None = None, first: bool = True
) -> tuple[Bench, Act]:
    """A table at which the next act shows a hand of so many cards or more, and that act; in the middle may lie a card
    that was taken. Where it is not the ``first`` hand, others lie there."""
    header = Header.from_mapping(header_of(variant, players))
    for seed in range(40):
        game = Game(header)
        hands = SensibleCards(game, random.Random(f"{variant} {seed}"))
        while not game.over:
            option, act = hands.decide()
            if (
                option.verb == "show"
                and len(act.cards) >= cards
                and act.player != MONSTER
                and (first or game.acts[-1].verb == "show")
            ):
                bench = Bench(number=players, acts=game.acts, options={"variant": variant})
                if lying is not None:
                    bench.put(TABLE, lying(act))
                for shown in (told for told in game.acts if told.verb == "show"):
                    lay(bench, shown)
                bench.look()
                bench.time_s += 10.0
                return bench, replace(act, cards=tuple(sorted(act.cards)))
            game.push(act)
            hands.follow(option)
    raise AssertionError(f"nobody shows {cards} cards in {variant}")


def lay(bench: Bench, act: Act, *, left_out: int = 0, unread: int = 0) -> list[int]:
    """The hand is laid out, but for its first cards; of the others the first are not read."""
    ranks = list(act.cards[left_out:])
    return [
        bench.deal(str(act.player), None if index < unread else rank, at=(70.0 * index, 0.0))
        for index, rank in enumerate(ranks)
    ]


def hints(verdicts: list[Verdict]) -> list[Wait]:
    return [v for v in verdicts if isinstance(v, Wait) and v.why.cause is Cause.PART_OF_HAND]


@pytest.mark.parametrize(("left_out", "unread"), [(2, 0), (0, 2), (1, 1)])
def test_a_hand_that_is_not_whole_is_waited_for_and_not_complained_of(left_out: int, unread: int) -> None:
    bench, act = before_a_hand("sweep", 4, cards=6)
    numbers = lay(bench, act, left_out=left_out, unread=unread)
    verdicts = bench.watch(5)
    assert not any(isinstance(verdict, Ask | Irregular) for verdict in verdicts)
    first = hints(verdicts)[0]
    assert (first.why.player, first.why.amount) == (act.player, len(act.cards))
    assert len(first.why.cards) == len(act.cards) - 2
    bench.take(*numbers)  # taken up, and laid out again with each card apart
    lay(bench, act)
    verdicts = bench.watch(5)
    assert bench.game.acts[-1] == act
    assert not any(isinstance(verdict, Ask | Irregular) for verdict in verdicts)


def test_a_hand_is_not_spoken_of_while_it_is_being_laid_card_by_card() -> None:
    bench, act = before_a_hand("sweep", 4, cards=6)
    verdicts: list[Verdict] = []
    for index, rank in enumerate(act.cards):
        bench.deal(str(act.player), rank, at=(70.0 * index, 0.0))
        verdicts += bench.watch(1.6)
    assert not hints(verdicts)
    assert not any(isinstance(verdict, Ask | Irregular) for verdict in verdicts)
    bench.watch(4)
    assert bench.game.acts[-1] == act


def test_a_hand_that_itself_looks_like_something_that_covers_its_place_is_to_be_laid_apart() -> None:
    bench, act = before_a_hand("sweep", 4, cards=6)
    lay(bench, act, left_out=2)
    verdicts = bench.watch(5, hidden=(bench.stack(str(act.player)),))
    assert hints(verdicts)
    assert not any(isinstance(verdict, Ask | Irregular) for verdict in verdicts)


def test_a_hand_that_never_becomes_whole_is_told() -> None:
    bench, act = before_a_hand("sweep", 4, cards=6)
    lay(bench, act, left_out=1)
    irregular = bench.watch(6)[-1]
    assert isinstance(irregular, Irregular) and irregular.why.cause is Cause.WRONG_COUNT


@pytest.mark.parametrize(("far_mm", "whole"), [(70.0, True), (200.0, False)])
def test_a_card_of_a_wide_hand_may_lie_before_somebody_whose_hand_was_shown(far_mm: float, whole: bool) -> None:
    bench, act = before_a_hand("sweep", 3, cards=4, first=False)
    shown = bench.game.acts[-1]
    stray = next(rank for rank in act.cards if rank not in shown.cards)
    rest = [*act.cards[: act.cards.index(stray)], *act.cards[act.cards.index(stray) + 1 :]]
    lay(bench, replace(act, cards=tuple(rest)))
    bench.put(bench.stack(str(shown.player)), stray, at=(-far_mm, 0.0))
    bench.watch(6)
    assert (bench.game.acts[-1] == act) is whole


def test_what_cannot_be_read_where_no_hand_is_due_is_not_asked_about() -> None:
    bench, act = before_a_hand("sweep", 4, cards=6)
    lay(bench, act)
    bench.watch(5)
    assert bench.game.acts[-1] == act, "now the hands of the others are due"
    bench.deal(str(act.player), None, at=(0.0, 120.0))
    assert not any(isinstance(verdict, Ask | Irregular) for verdict in bench.watch(12))


def test_what_covers_another_place_keeps_no_hand_from_being_counted() -> None:
    bench, act = before_a_hand("sweep", 4, cards=6)
    lay(bench, act)
    other = next(player for player in bench.seat_of if player != act.player)
    bench.watch(5, hidden=(bench.stack(other),), moving=True)
    assert bench.game.acts[-1] == act


def test_a_card_out_of_play_that_is_covered_is_none_of_the_hand() -> None:
    bench, act = before_a_hand("sweep", 4, cards=6, lying=lambda act: act.cards[-1])
    (number,) = bench.lying
    assert number in bench.referee.spots()
    bench.lying[number] = replace(bench.lying[number], visible=False)
    lay(bench, act)
    bench.watch(5, hidden=(TABLE,))
    assert bench.game.acts[-1] == act


def test_a_hand_with_a_card_too_many_is_to_be_laid_apart_too() -> None:
    bench, act = before_a_hand("sweep", 4, cards=6)
    lay(bench, act)
    bench.deal(str(act.player), None, at=(35.0, 0.0))
    verdicts = bench.watch(5)
    assert hints(verdicts)
    assert not any(isinstance(verdict, Ask | Irregular) for verdict in verdicts)


def test_a_hand_that_is_covered_is_not_counted_meanwhile() -> None:
    bench, act = before_a_hand("sweep", 4, cards=6)
    lay(bench, act)
    before = bench.game.acts
    bench.watch(5, hidden=(bench.stack(str(act.player)),), moving=True)
    assert bench.game.acts == before
    bench.watch(2.4)
    assert bench.game.acts == before, "it is read out for long enough before it counts"
    bench.watch(1)
    assert bench.game.acts[-1] == act


def test_two_cards_that_may_be_one_found_twice_are_asked_about() -> None:
    """One card of the hand may be missing then, and its count is right all the same."""
    bench, act = before_a_hand("sweep", 4, cards=6)
    twice = next(index for index in range(1, len(act.cards)) if act.cards[index] == act.cards[index - 1])
    numbers = lay(bench, act)
    near = bench.lying[numbers[twice - 1]]
    bench.lying[numbers[twice]] = replace(bench.lying[numbers[twice]], x_mm=near.x_mm + 22.0)
    before = bench.game.acts
    first = bench.watch(3)
    assert hints(first) and not any(isinstance(verdict, Ask) for verdict in first), "laid apart they need no question"
    asked = bench.watch(12)[-1]
    assert isinstance(asked, Ask) and asked.question.cause is Cause.SHOWN
    assert bench.game.acts == before
    assert isinstance(bench.referee.answer(asked.choices[0]), Accepted)
    assert bench.game.acts[-1] == act


# What is shown and said


def test_a_hand_is_read_out_rank_by_rank() -> None:
    bench, act = before_a_hand("sweep", 4, cards=6)
    lay(bench, act)
    shown = bench.watch(1.4)[-1]
    made = prompt(bench.game, shown, time_s=bench.time_s)
    ranks = ", ".join(map(str, act.cards[:-1])) + f" and {act.cards[-1]}"
    assert (made.mode, made.headline) == (Mode.WAIT, f"{act.player} shows this hand")
    assert made.detail == f"{ranks}. It counts unless you say no."
    assert made.spoken == f"{act.player}'s hand is read."
    labels = {meaning.button: meaning.label for meaning in made.meanings}
    assert labels == {Button.GREEN: "yes", Button.RED: "no", Button.YELLOW: "undo", Button.BLUE: "menu"}
    assert made.price is None


def test_a_hand_that_is_not_whole_can_be_told_from_there_on() -> None:
    bench, act = before_a_hand("sweep", 4, cards=6)
    lay(bench, act, left_out=2)
    hint = hints(bench.watch(4))[-1]
    made = prompt(bench.game, hint, time_s=bench.time_s)
    assert made.headline == f"{act.player}'s hand: {len(act.cards) - 2} of {len(act.cards)} read"
    assert made.spoken == f"{act.player}, please lay the cards apart."
    telling = made.meaning(Button.GREEN)
    assert telling is not None and telling.action is Action.TELL_CARD
    assert telling.act is not None and sorted(telling.act.cards) == list(act.cards[2:])


@pytest.mark.parametrize(
    ("code", "headline", "detail"),
    [
        ("en", "The Monster shows this hand: right?", "4, 6 and 7. Touch a card to say what it is."),
        ("de", "Das Monster zeigt diese Karten: richtig?", "4, 6 und 7. Berührt eine Karte, um zu sagen, was sie ist."),
    ],
)
def test_the_monsters_hand_is_nobodys(code: str, headline: str, detail: str) -> None:
    spots = tuple(Spot(TABLE, None, rank) for rank in (6, 4, 7))
    ask = Ask(Reason(Cause.SHOWN, MONSTER, amount=3, cards=spots), (Choice(Answer.NONE),))
    bench = Bench(number=4, options={"variant": "monster"})
    made = prompt(bench.game, ask, language=language(code))
    assert (made.headline, made.detail) == (headline, detail)
