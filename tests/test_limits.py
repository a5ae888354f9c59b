"""Limits: said before the act, asked once, kept in the books; nobody is over one without having said so."""

import random
from pathlib import Path
from typing import Any

import pytest
from test_random_play import header, random_header

from dealer.books.caps import Limits, Span, at_risk, limit, over, over_after
from dealer.books.facts import Coin, PostingKind
from dealer.display.screens import MenuScreen
from dealer.game.driver import Game
from dealer.game.header import Header
from dealer.games.registry import GAMES
from dealer.hands.console import Console
from dealer.hands.house_requests import Want
from dealer.journal.journal import Journal
from dealer.presses import Button, Press, Target, Touch
from dealer.rehearsal.bots import play_at_random
from dealer.rules.acts import parse_act
from dealer.rules.expect import Needs
from dealer.seen.verdicts import Ask, Cause
from dealer.settings import Caps, read_settings
from dealer.table.sitting import Sitting
from dealer.view import TableView

STARBOARD = header("starboard", 3)


def test_a_limit_in_money_is_one_in_coins_where_a_coin_is_worth_some() -> None:
    assert limit(None, None, Coin(10, "£")) is None
    assert limit(30, 5.0, Coin(20, "£")) == 25 and limit(20, 5.0, Coin(20, "£")) == 20
    assert limit(None, 4.1, Coin(10, "£")) == 41, "no cent is lost in between"
    assert limit(None, 5.0, Coin(0, "", "peanut")) is None


def test_caps_are_settings(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("[caps]\ngame_money = 5.0\nevening_coins = 40\n")
    assert read_settings(tmp_path).caps == Caps(game_money=5.0, evening_coins=40)


@pytest.mark.parametrize("variant", GAMES)
def test_who_comes_over_a_limit_was_named_before_the_act(variant: str) -> None:
    """Some of the hands that are shown, and what is paid before the first act, are left out."""
    for seed in range(3):
        chooser = random.Random(f"{variant} {seed}")
        whole = play_at_random(random_header(variant, chooser), chooser)
        limits = Limits(chooser.choice((None, 0, 2, 10)), chooser.choice((None, 5, 20)))
        lost = {name: chooser.randint(-5, 20) for name in whole.header.players}
        game = Game(whole.header)
        for act in whole.acts:
            named = {(one.player, one.span): one.coins for one in at_risk(game, lost, limits)}
            option = game.expects.option_of(act)
            caught = over_after(game, act, lost, limits)
            game.push(act)
            if variant == "kitty" and option is not None and option.needs is Needs.HANDS:
                continue
            for one in caught:
                assert named[one.player, one.span] >= one.coins
            assert {one.player for one in caught} <= {one.player for one in over(game, lost, limits)}


class AtTheTable:
    """A sitting by hand, with what is told of it."""

    def __init__(self, folder: Path, caps: Caps, header: Header = STARBOARD) -> None:
        self.journal = Journal(folder)
        self.events: list[tuple[str, dict[str, Any]]] = []
        number = self.journal.begin(header)
        self.sitting = Sitting(
            Game(header),
            dict(enumerate(header.players, start=1)),
            journal=self.journal,
            number=number,
            tell=lambda at, kind, fields: self.events.append((kind, dict(fields))),
            speak=lambda called, asked: None,
            caps=caps,
        )

    def say(self, line: str) -> object:
        return self.sitting.say(parse_act(line, self.sitting.game.header.players))

    def consents(self) -> list[str]:
        lines = self.journal.books.postings(self.journal.books.opened())
        return [line.why for line in lines if line.kind is PostingKind.CONSENT]


def test_it_is_asked_before_the_act_and_once(tmp_path: Path) -> None:
    table = AtTheTable(tmp_path, Caps(game_coins=1))
    table.say("deal table 5 9")
    sitting = table.sitting
    assert sitting.prompt.headline == "Bob may lose more than agreed" and not sitting.over
    asked = sitting.look(TableView(1, 1.0))
    assert isinstance(asked, Ask) and asked.question.cause is Cause.LIMIT
    assert isinstance(table.say("Bob draw 2"), Ask) and len(sitting.game.acts) == 1, "nothing is done before"
    sitting.press(Button.GREEN)
    assert table.consents() == [Span.GAME.value]
    table.say("Bob draw 2")
    assert len(sitting.game.acts) == 2 and "Carlos" in sitting.prompt.headline, "he is asked on his own turn"
    sitting.press(Button.GREEN)
    table.say("Carlos lock")
    assert "Angie" in sitting.prompt.headline
    assert [kind for kind, _ in table.events].count("question") == 3
    sitting.undo()
    assert len(sitting.game.acts) == 2 and "Carlos" in sitting.prompt.headline
    assert table.consents() == [Span.GAME.value] * 2, "nobody is asked twice"
    table.journal.close()


def ways(console: Console) -> list[str]:
    screen = console.screen()
    assert isinstance(screen, MenuScreen)
    return [line.label for line in screen.lines]


def test_who_does_not_play_on_leaves_by_the_games_own_rule(tmp_path: Path) -> None:
    table = AtTheTable(tmp_path, Caps(game_coins=1))
    table.say("deal table 5 9")
    console = Console(table.sitting, evidence=tuple, decode=lambda jpeg: None)
    console.press(Press(Button.RED))
    assert ways(console)[:2] == ["Nobody leaves", "Play on, Bob is out"], "nobody else is meant"
    console.touch(Touch(Target.ITEM, 1))
    assert str(table.sitting.game.acts[-1]) == "Bob lock" and table.consents() == []
    assert table.sitting.asked_to_play_on == "Carlos" and console.leavers == ("Bob",)
    table.journal.close()


def test_the_others_play_on_without_who_does_not_want_to_go_over_a_limit(tmp_path: Path) -> None:
    basic = header("basic", 4, stakes="seattle")
    table = AtTheTable(tmp_path, Caps(game_coins=2), basic)
    sevens = ["deal Bob 7", "deal Carlos 9", "deal Delia 8", "deal Angie 10", "Bob hit 7"]
    for line in (*sevens, *sevens, *sevens[:-1]):
        if table.sitting.asked_to_play_on is None:
            table.say(line)
    assert table.sitting.asked_to_play_on == "Bob"
    console = Console(table.sitting, evidence=tuple, decode=lambda jpeg: None)
    console.press(Press(Button.RED))
    wish = console.touch(Touch(Target.ITEM, ways(console).index("Stop this round, play on without Bob")))
    assert wish is not None and wish.want is Want.GO_ON and wish.header is not None
    assert (wish.header.players, wish.header.option("scores", [])) == (("Angie", "Carlos", "Delia"), [0, 0, 0])
    table.journal.close()


def test_an_evenings_limit_holds_for_all_its_games(tmp_path: Path) -> None:
    table = AtTheTable(tmp_path, Caps(evening_coins=0))
    for _player in STARBOARD.players:  # all are to pay the ante
        assert table.sitting.prompt.detail == "Up to 1 in coins, this evening. Play on?"
        table.sitting.press(Button.GREEN)
    assert table.consents() == [Span.EVENING.value] * 3
    table.journal.close()
    again = AtTheTable(tmp_path, Caps(evening_coins=0))
    assert "evening" not in again.sitting.prompt.detail
    again.journal.close()


def test_without_limits_nothing_is_asked(tmp_path: Path) -> None:
    table = AtTheTable(tmp_path, Caps())
    table.say("deal table 5 9")
    assert "limit" not in table.sitting.prompt.headline
    table.journal.close()


def test_who_does_not_want_to_go_over_a_limit_has_not_paid_for_the_game(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        number = journal.begin(STARBOARD)
        assert not journal.books.postings(journal.books.opened()), "the limit is asked before anybody pays"
        journal.end(number, "stopped")
    for _time in range(2):  # and so it stays when the books are looked through
        with Journal(tmp_path) as journal:
            assert not journal.books.postings(journal.books.opened()) and not journal.mended
            assert set(journal.books.lost_elsewhere(number).values()) == {0}
            assert journal.books.record_of(journal.people.all()[0]).coins_lost == 0
    with Journal(tmp_path) as journal:
        act = parse_act("deal table 5 9", STARBOARD.players)
        with journal.together(number, Game(STARBOARD, [act])):
            journal.add(number, act)
        assert journal.books.pot(journal.books.opened()) == 3, "it goes on after all"
        journal.end(number, "stopped")
        assert journal.books.pot_between_games().coins == 3, "somebody played"
