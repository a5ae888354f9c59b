"""Whoever watches a rehearsal presses buttons: the simulated people do it, or it is refused; nothing drifts apart."""

import random
from pathlib import Path

import pytest
from test_rehearsal_games import header
from true_views import TrueEye, with_bare_hands

from dealer.display.screens import CorrectionScreen, MessageScreen, PlayScreen, QuestionScreen
from dealer.game.driver import Game
from dealer.games.registry import GAMES
from dealer.hands.console import Console
from dealer.journal.journal import Journal
from dealer.measures.games import lines
from dealer.presses import Button, Press, Target, Touch
from dealer.rehearsal.audience import Audience
from dealer.rehearsal.rehearsal import People
from dealer.rehearsal.unknown_acts import one_by_one, unknown
from dealer.rules.acts import Act
from dealer.table.bystander import Heard
from dealer.table.sitting import Sitting
from dealer.words.prompts import Action, Meaning, Mode

LONGEST_S = 90.0
CATCH_UP_S = 25.0
"""So long may the referee be asking or complaining, and so long may the people wait until it has caught up."""


class Bystander:
    """A rehearsal at the level of views, and somebody beside it who presses."""

    def __init__(self, variant: str, seed: int, folder: Path) -> None:
        self.people = with_bare_hands(People(header(variant, seed), seed))
        self.journal = Journal(folder)
        seats = {seat: name for name, seat in self.people.seats.items()}
        self.sitting = Sitting(
            Game(self.people.header),
            seats,
            journal=self.journal,
            number=self.journal.begin(self.people.header),
            tell=lambda *_: None,
            speak=lambda *_: None,
        )
        self.audience = Audience(self.people)
        self.console = Console(
            self.sitting, evidence=lambda: (), decode=lambda jpeg: pytest.fail("no picture"), people=self.audience
        )
        self._views = TrueEye(self.people).views()

    def look(self) -> bool:
        """The next view; whether there was one."""
        view = next(self._views, None)
        if view is not None:
            self.audience.listen(self.sitting, self.sitting.look(view))
        return view is not None

    def until_quiet(self, acts: int) -> None:
        """Go on until so many acts are known and nothing is waited for."""
        while len(self.sitting.game.acts) < acts or self.sitting.prompt.mode is not Mode.PLAY or self.unheard:
            assert self.look()

    @property
    def unheard(self) -> int:
        return len(unknown(one_by_one(self.sitting.game.acts), [dealt.act for dealt in self.people.truth]))

    def press(self, rnd: random.Random) -> None:
        """Whatever is lit, or a choice, or a rank for some card."""
        prompt = self.sitting.prompt
        lit = [meaning.button for meaning in prompt.meanings if meaning.action not in (Action.MENU, Action.AGAIN)]
        if self.sitting.view is not None and self.sitting.view.sightings and rnd.random() < 0.2:
            self.console.touch(Touch(Target.CARD, rnd.choice(self.sitting.view.sightings).id))
            self.console.touch(Touch(Target.RANK, rnd.randint(1, 10)))
        elif prompt.choices and rnd.random() < 0.3:
            self.console.touch(Touch(Target.CHOICE, rnd.randrange(len(prompt.choices))))
        elif lit:
            self.console.press(Press(rnd.choice(lit)))
        if isinstance(self.console.screen(), MessageScreen | CorrectionScreen):
            self.console.press(Press(Button.RED))
        assert isinstance(self.console.screen(), PlayScreen | QuestionScreen) or self.sitting.over


@pytest.mark.parametrize("variant", GAMES)
def test_whatever_is_pressed_the_game_stays_the_one_that_is_played(variant: str, tmp_path: Path) -> None:
    table, rnd = Bystander(variant, 3, tmp_path), random.Random(variant)
    next_s, well_s, presses = 8.0, 0.0, 0
    while table.look() and table.sitting.time_s < LONGEST_S and not table.sitting.over:
        now_s = table.sitting.time_s
        if table.sitting.prompt.mode in (Mode.PLAY, Mode.WAIT, Mode.OVER) and not table.unheard:
            well_s = now_s
        assert now_s - well_s < CATCH_UP_S, table.sitting.prompt.headline
        if now_s >= next_s:
            next_s = now_s + rnd.uniform(3.0, 14.0)
            presses += 1
            table.press(rnd)
    assert presses >= 2
    truth = lines(dealt.act for dealt in table.people.truth)
    assert lines(table.sitting.game.acts) == truth[: len(table.sitting.game.acts)]
    table.journal.close()


@pytest.mark.parametrize(("variant", "verb"), [("basic", "fold"), ("basic", "hit"), ("port", "lock"), ("port", "hit")])
def test_what_can_be_done_next_is_done(variant: str, verb: str, tmp_path: Path) -> None:
    table = Bystander(variant, 5, tmp_path)
    wished = None
    while wished is None:
        table.until_quiet(len(table.sitting.game.acts) + 1)
        wished = next((one for one in table.sitting.prompt.meanings if one.act and one.act.verb == verb), None)
    before = len(table.sitting.game.acts)
    assert wished.act is not None
    table.console.press(Press(wished.button))
    screen = table.console.screen()
    assert isinstance(screen, PlayScreen) and screen.news == "They do as you say."
    assert len(table.sitting.game.acts) == before, "they do it first"
    while len(table.sitting.game.acts) == before:
        assert table.look()
    act = table.sitting.game.acts[before]
    assert (act.verb, act.player) == (verb, wished.act.player)
    table.journal.close()


def test_what_did_not_happen_is_refused_in_a_sentence(tmp_path: Path) -> None:
    table = Bystander("basic", 4, tmp_path)
    table.until_quiet(4)
    before = table.sitting.game.acts
    table.console.press(Press(Button.YELLOW))
    screen = table.console.screen()
    assert isinstance(screen, MessageScreen)
    assert screen.headline == "That did happen" and "rehearsal" in screen.detail, "it is not taken back"
    table.console.press(Press(Button.GREEN))
    said = Meaning(Button.GREEN, "", Action.SAY, Act("fold", "Nobody"))
    assert table.audience.hears(table.sitting, said) is Heard.UNTRUE
    assert table.sitting.view is not None
    card = next(one for one in table.sitting.view.sightings if one.rank is not None)
    table.console.touch(Touch(Target.CARD, card.id))
    table.console.touch(Touch(Target.RANK, 11 - (card.rank or 0)))
    corrected = table.console.screen()
    assert isinstance(corrected, CorrectionScreen) and corrected.refusal == "In this rehearsal it is another card."
    assert table.sitting.game.acts == before
    table.journal.close()


def test_a_wrong_call_can_be_put_right(tmp_path: Path) -> None:
    table = Bystander("basic", 4, tmp_path)
    table.until_quiet(3)
    assert table.sitting.view is not None
    called = dict(table.sitting.referee.ranks())
    card, rank = next(iter(called.items()))
    table.sitting.correct(card, rank % 10 + 1)
    assert table.audience.may_correct(table.sitting, card, rank)
    table.console.touch(Touch(Target.CARD, card))
    table.console.touch(Touch(Target.RANK, rank))
    assert table.sitting.referee.ranks() == called
    extra = Act("deal", table.sitting.game.expects.options[0].player, (1,))
    table.sitting.say(extra)
    assert table.sitting.prompt.meaning(Button.YELLOW) is not None
    table.console.press(Press(Button.YELLOW))
    assert extra not in table.sitting.game.acts, "what never happened may be taken back"
    table.journal.close()

