"""A player leaves in the middle of a game: out by the game's rules where they have that, else the table says."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from dealer.display.screens import MenuScreen, Picture
from dealer.game.choices import Draft
from dealer.game.driver import Game
from dealer.game.header import Header
from dealer.game.leaving import WAYS_OUT, may_drop_out, way_out
from dealer.game.seating import DEFAULT_NAMES
from dealer.games.registry import GAMES
from dealer.hands.console import Console
from dealer.hands.house_requests import Want, Wish
from dealer.journal.journal import Journal
from dealer.presses import Button, Press, Target, Touch
from dealer.rehearsal.bots import play_at_random
from dealer.rehearsal.real_cards import RealCards
from dealer.table.sitting import Sitting

RED = Press(Button.RED)


def header(variant: str, players: int | None = None, **keys: object) -> Header:
    names = list(DEFAULT_NAMES[: players or GAMES[variant].seats[-1]])
    return Header.from_mapping({"variant": variant, "players": names, **keys})


@pytest.mark.parametrize("variant", [name for name, game in GAMES.items() if game.out_for_good])
def test_who_folds_or_locks_is_out_until_the_game_ends(variant: str) -> None:
    folds = 0
    for seed in range(15):
        whole = play_at_random(header(variant, random.Random(seed).choice(GAMES[variant].seats)), random.Random(seed))
        game, out = Game(whole.header), set()
        for act in whole.acts:
            assert act.player not in out or act.verb == "discard"
            game.push(act)
            if act.verb in WAYS_OUT and act.player is not None:
                folds += 1
                out.add(act.player)
            assert not any(may_drop_out(game, player) for player in out)
    assert folds


@pytest.mark.parametrize("variant", [name for name, game in GAMES.items() if not game.out_for_good])
def test_nobody_drops_out_where_the_rules_bring_them_back(variant: str) -> None:
    whole = play_at_random(header(variant), random.Random(1))
    game = Game(whole.header)
    for act in whole.acts:
        assert all(way_out(game, player) is None for player in game.header.players)
        game.push(act)


@pytest.mark.parametrize("variant", [name for name, game in GAMES.items() if game.out_for_good])
def test_everybody_but_one_can_leave_and_the_game_ends_by_its_rules(variant: str) -> None:
    chance = random.Random(2)
    game = Game(header(variant))
    cards = RealCards(game, chance)
    gone = 0
    for _act in range(400):
        if game.over:
            break
        ways = [option for option in game.expects.options if way_out(game, option.player or "") == option.told]
        ways = [option for option in ways if option.player != game.header.players[0]]
        gone += len(ways[:1])
        cards.play(ways[0] if ways else chance.choice(game.expects.options))
    assert game.over and gone


def test_the_others_are_as_many_as_the_game_is_for_or_not() -> None:
    assert Draft.of_header(header("basic", 3)).fits_without("Bob")
    assert not Draft.of_header(header("basic", 2)).fits_without("Bob")
    assert not Draft.of_header(header("monster", 4)).fits_without("Bob")
    assert not Draft.of_header(header("five-cards", 2)).fits_without("Bob")


# At the table


class Table:
    """A game at a console, by hand."""

    def __init__(self, journal: Journal, variant: str, players: int) -> None:
        game = Game(header(variant, players))
        seats = dict(enumerate(game.header.players, start=1))
        self.sitting = Sitting(
            game,
            seats,
            journal=journal,
            number=journal.begin(game.header),
            tell=lambda time_s, event, fields: None,
            speak=lambda calls, request: None,
        )
        self.console = Console(self.sitting, evidence=tuple, decode=lambda jpeg: Picture(1, 1, b"abc"))

    def say(self, *lines: str) -> None:
        for line in lines:
            self.sitting.say_line(line)
            self.console.let_out()

    def choose(self, *labels: str) -> Wish | None:
        """The menu, then these lines."""
        wish = self.console.touch(Touch(Target.MENU, 0))
        for label in labels:
            wish = self.console.touch(Touch(Target.ITEM, self.lines().index(label)))
        return wish

    def lines(self) -> list[str]:
        screen = self.console.screen()
        assert isinstance(screen, MenuScreen)
        return [line.label for line in screen.lines]

    def acts(self) -> list[str]:
        return [str(act) for act in self.sitting.game.acts]


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path) as journal:
        yield journal


def test_a_leaver_is_locked_at_their_turn_and_the_game_goes_on(journal: Journal) -> None:
    table = Table(journal, "starboard", 3)
    table.say("deal table 4", "deal table 9")
    assert table.sitting.game.expects.turn == "Bob"
    assert table.choose("A player leaves", "Carlos", "Play on, Carlos is out") is None
    assert table.console.leavers == ("Carlos",) and len(table.acts()) == 2
    table.say("Bob draw 2")
    assert table.acts()[-1] == "Carlos lock" and table.sitting.game.expects.turn == "Angie"
    table.say("Angie draw 7", "Bob lock")
    assert table.acts()[-1] == "Bob lock" and not table.sitting.over


def test_a_leaver_whose_turn_it_is_goes_at_once_and_what_is_taken_back_stays_with_the_table(journal: Journal) -> None:
    table = Table(journal, "starboard", 3)
    table.say("deal table 4", "deal table 9")
    table.choose("A player leaves", "Bob", "Play on, Bob is out")
    assert table.acts()[-1] == "Bob lock"
    table.sitting.undo()
    table.console.let_out()
    assert table.acts()[-1] == "deal table 9"


def test_where_the_rules_have_no_way_out_the_table_is_asked(journal: Journal) -> None:
    table = Table(journal, "basic", 3)
    table.choose("A player leaves", "Bob")
    ways = ["Begin anew without Bob", "Stop here, keep the scores"]
    assert table.lines() == ["Nobody leaves", "Play on without Bob after this round", *ways]
    table.console.press(RED)
    assert table.choose("A player leaves", "Bob", "Begin anew without Bob") == Wish(Want.AGAIN)
    assert table.console.next_players == ("Angie", "Carlos")
    table = Table(journal, "basic", 3)
    assert table.choose("A player leaves", "Bob", "Nobody leaves") is None and not table.console.busy
    assert table.console.next_players == ("Angie", "Bob", "Carlos")
    assert table.choose("A player leaves", "Angie", "Stop here, keep the scores") == Wish(Want.STOP)
    assert table.console.next_players == ("Bob", "Carlos")


def test_nobody_begins_anew_alone(journal: Journal) -> None:
    table = Table(journal, "basic", 2)
    table.choose("A player leaves", "Bob")
    screen = table.console.screen()
    assert isinstance(screen, MenuScreen)
    assert [line.possible for line in screen.lines] == [True, False, True]
