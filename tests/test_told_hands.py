"""A hand that no camera saw is told by the buttons, card by card."""

import random
from pathlib import Path

import pytest
from referee_table import certain
from test_random_play import NAMES, header

from dealer.game.driver import Game
from dealer.journal.journal import Journal
from dealer.presses import Button
from dealer.referee.referee import Referee
from dealer.rehearsal.bots import SensibleCards
from dealer.rules.acts import Act
from dealer.rules.expect import Needs
from dealer.seen.verdicts import Accepted, Answer, Ask, Cause, Choice, Irregular, Refused
from dealer.table.sitting import Sitting
from dealer.view import Area, Face, Place, Sighting, TableView
from dealer.words.prompter import prompt
from dealer.words.prompts import Mode


def before_a_hand(variant: str, players: int) -> tuple[Game, Act]:
    """A game in which the next act shows a hand of several cards, and that act."""
    for seed in range(40):
        game = Game(header(variant, players))
        cards = SensibleCards(game, random.Random(f"{variant} {seed}"))
        while not game.over:
            option, act = cards.decide()
            if option.needs is Needs.HANDS and len(act.cards) > 1:
                return game, act
            game.push(act)
            cards.follow(option)
    raise AssertionError(f"nobody shows a hand in {variant}")


@pytest.mark.parametrize(("variant", "players"), [("monster", 5), ("sweep", 4), ("kitty", 4), ("regent", 3)])
def test_a_hand_is_told_card_by_card(variant: str, players: int) -> None:
    game, act = before_a_hand(variant, players)
    hand = act.cards
    referee = Referee(game, dict(enumerate(NAMES[:players], start=1)))
    option = next(option for option in game.expects.options if option.fits(act))
    verdict = referee.ask_card(option.act())
    for number, rank in enumerate(hand, start=1):
        assert isinstance(verdict, Ask) and verdict.question.cause is Cause.TOLD_HAND
        made = prompt(referee.game, verdict)
        assert made.mode is Mode.QUESTION
        assert f"card {number} of {len(hand)}" in made.headline
        assert made.price is None
        choice = next(choice for choice in verdict.choices if choice.rank == rank)
        verdict = referee.answer(choice)
    assert isinstance(verdict, Accepted)
    assert verdict.acts == (act,)


def test_a_hand_is_told_while_the_camera_looks_on(tmp_path: Path) -> None:
    game, act = before_a_hand("sweep", 4)
    with Journal(tmp_path) as journal:
        seats = dict(enumerate(NAMES[:4], start=1))
        sitting = Sitting(
            game, seats, journal=journal, number=journal.begin(game.header),
            tell=lambda *_: None, speak=lambda *_: None,
        )  # fmt: skip
        place = Place(Area.STACK, next(seat for seat, name in seats.items() if name == act.player))
        read = tuple(
            Sighting(number, place, 40.0 * number, 0.0, 0.0, Face.UP, rank, certain(rank), 1.0)
            for number, rank in enumerate(act.cards[:-2], start=1)
        )

        def look() -> None:
            for _ in range(3):
                sitting.look(TableView(round(sitting.time_s * 10), sitting.time_s + 0.2, read))

        for _ in range(12):
            look()
        assert isinstance(sitting.referee.verdict, Irregular) and sitting.prompt.mode is Mode.IRREGULAR
        sitting.press(Button.GREEN)
        for rank in act.cards[-2:]:  # the others are read
            look()
            assert sitting.prompt.mode is Mode.QUESTION
            line = next(line for line in sitting.prompt.choices if line.choice.rank == rank)
            verdict = sitting.answer(line.choice)
        assert isinstance(verdict, Accepted)
        assert sorted(verdict.acts[0].cards) == sorted(act.cards)


def test_a_hand_with_a_pair_cannot_be_told_to_its_end() -> None:
    game, act = before_a_hand("monster", 5)
    hand = act.cards
    referee = Referee(game, dict(enumerate(NAMES[:5], start=1)))
    option = next(option for option in game.expects.options if option.fits(act))
    verdict = referee.ask_card(option.act(*([7] * (len(hand) - 1))))
    assert isinstance(verdict, Ask)
    assert verdict.choices == (Choice(Answer.NONE),)


def test_only_what_is_expected_can_be_told() -> None:
    game = Game(header("basic", 3))
    assert isinstance(Referee(game, {1: "Angie", 2: "Bob", 3: "Carlos"}).ask_card(game.expects.options[1].act()), Ask)
    refused = Referee(game, {1: "Angie", 2: "Bob", 3: "Carlos"}).ask_card(
        Game(header("sweep", 3)).expects.options[0].act()
    )
    assert isinstance(refused, Refused)
