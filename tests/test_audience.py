"""The simulated table's people listen: they press what the prompt offers, answer truly, and tell what was missed."""

from pathlib import Path
from typing import Any

import pytest
from true_views import TrueEye, play, with_bare_hands

from dealer.game.driver import Game, Header
from dealer.journal.journal import Journal
from dealer.measures.games import lines
from dealer.presses import Button
from dealer.rehearsal.audience import MISSED_S, Audience, button_towards
from dealer.rehearsal.rehearsal import People
from dealer.rehearsal.unknown_acts import one_by_one, unknown
from dealer.rules.acts import Act
from dealer.seen.verdicts import Answer, Cause, Choice, Nothing, Reason, Wait
from dealer.table.sitting import Sitting
from dealer.view import Area
from dealer.words.prompts import Action, Line, Meaning, Mode, Prompt

NAMES = ("Angie", "Bob", "Carlos", "Delia")
BET = Act("bet", "Bob", number=20)


def meaning(button: Button, action: Action, act: Act | None = None, choice: Choice | None = None) -> Meaning:
    return Meaning(button, "", action, act, choice)


def header(variant: str = "basic", **keys: object) -> Header:
    return Header.from_mapping({"variant": variant, "players": NAMES, **keys})


def test_the_button_that_says_the_act_is_pressed() -> None:
    fold = Act("fold", "Bob")
    prompt = Prompt(Mode.PLAY, "", meanings=(meaning(Button.RED, Action.SAY, fold),))
    assert button_towards(prompt, fold) is Button.RED
    assert button_towards(prompt, Act("fold", "Carlos")) is None


def test_choices_are_stepped_through_until_the_right_one_is_on_the_green_button() -> None:
    choices = [Choice(Answer.TOLD, (Act("bet", "Bob", number=number),)) for number in (10, 20)]
    offered = tuple(Line("", choice) for choice in choices)
    more = meaning(Button.BLUE, Action.NEXT_CHOICE)
    first = meaning(Button.GREEN, Action.ANSWER, choice=choices[0])
    second = meaning(Button.GREEN, Action.ANSWER, choice=choices[1])
    assert button_towards(Prompt(Mode.QUESTION, "", meanings=(first, more), choices=offered), BET) is Button.BLUE
    assert button_towards(Prompt(Mode.QUESTION, "", meanings=(second, more), choices=offered), BET) is Button.GREEN
    wrong = Act("bet", "Bob", number=30)
    assert button_towards(Prompt(Mode.QUESTION, "", meanings=(first, more), choices=offered), wrong) is None


def test_a_card_that_came_is_told_by_its_button_first() -> None:
    prompt = Prompt(Mode.PLAY, "", meanings=(meaning(Button.GREEN, Action.TELL_CARD, Act("hit", "Bob")),))
    assert button_towards(prompt, Act("hit", "Bob", (7,))) is Button.GREEN
    assert button_towards(prompt, Act("hit", "Carlos", (7,))) is None


def test_the_button_that_keeps_the_other_of_two_stuck_cards_says_which_came() -> None:
    kept = Choice(Answer.KEEP, (Act("hit", "Bob", (4,)),), rank=4, sightings=(6, 5))
    prompt = Prompt(Mode.IRREGULAR, "", meanings=(meaning(Button.RED, Action.ANSWER, choice=kept),))
    assert button_towards(prompt, Act("hit", "Bob", (4,))) is Button.RED


def test_what_is_known_in_another_order_is_known() -> None:
    true = [
        Act("deal", "table", (9,)),
        *(Act("bid", name, (card,)) for name, card in zip(NAMES, (3, 5, 8, 8), strict=True)),
    ]
    known = [true[0], true[2], true[4], true[1]]
    assert unknown(known, true) == [3]
    assert unknown(one_by_one([Act("deal", "table", (3, 5))]), one_by_one([Act("deal", "table", (3, 5, 9))])) == [2]


def test_what_cannot_be_seen_is_told_on_the_buttons(tmp_path: Path) -> None:
    evening = play(header(burn=40, target=30), 4, tmp_path, most_s=400.0)
    told = [str(told.act) for told in evening.people.told]
    assert "reshuffle" in told and evening.audience.pressed > 0
    assert "reshuffle" in lines(evening.sitting.game.acts)
    assert not evening.audience.unoffered


class Blindfold(TrueEye):
    """An eye that never finds one player's cards."""

    def look(self) -> Any:
        view = super().look()
        seen = tuple(s for s in view.sightings if (s.place.area, s.place.seat) != (Area.STACK, 3))
        return type(view)(view.sequence, view.time_s, seen, view.seats, view.hidden, moving=view.moving)


@pytest.fixture
def half_blind(tmp_path: Path) -> tuple[People, Sitting, Audience]:
    """A game in which nobody's third card is found by the eye."""
    people = with_bare_hands(People(header(target=4), 6))
    with Journal(tmp_path) as journal:
        seats = {seat: name for name, seat in people.seats.items()}
        game = Game(people.header)
        sitting = Sitting(
            game, seats, journal=journal, number=journal.begin(people.header),
            tell=lambda *_: None, speak=lambda *_: None,
        )  # fmt: skip
        audience = Audience(people)
        for view in Blindfold(people).views():
            audience.listen(sitting, sitting.look(view))
            if len(sitting.game.acts) >= 6 or view.time_s > 200:
                break
    return people, sitting, audience


def test_a_card_that_nobody_calls_is_told_after_a_while(half_blind: tuple[People, Sitting, Audience]) -> None:
    people, sitting, audience = half_blind
    known = lines(sitting.game.acts)
    assert known == lines(dealt.act for dealt in people.truth)[: len(known)]
    assert audience.missed and all(act.player == "Carlos" for act in audience.missed)
    assert people.time_s > MISSED_S


def test_nobody_goes_on_while_the_camera_takes_its_first_look(half_blind: tuple[People, Sitting, Audience]) -> None:
    people, sitting, audience = half_blind
    audience.listen(sitting, Nothing())
    held_before = people.held
    audience.listen(sitting, Wait(Reason(Cause.FIRST_LOOK), 0.0))
    assert people.held and not held_before
    audience.listen(sitting, Nothing())
    assert not people.held
