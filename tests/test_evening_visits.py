"""The evening's books in the whole program: opened at a game's end and at the start, written, closed, opened anew."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from test_ways_on import BLUE, GREEN, RED, YELLOW, Script, Walk, again, end, play, start

from dealer.books.facts import Coin
from dealer.display.screens import (
    EndScreen,
    FiguresScreen,
    FormScreen,
    MenuScreen,
    MessageScreen,
    PlayScreen,
    RowsScreen,
    SetupScreen,
    StartScreen,
    TroubleScreen,
    labels_of,
)
from dealer.game.driver import Game
from dealer.game.header import Header
from dealer.house.evening import CHOICE
from dealer.journal.journal import FILE_NAME, Journal
from dealer.presses import Button, Kind, Press, Target, Touch
from dealer.rules.acts import parse_act


@pytest.fixture
def walk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Walk:
    with Journal(tmp_path) as journal:
        names = ["Angie", "Bob", "Carlos", "Delia"]
        journal.keep_choice(CHOICE, {"players": names, "variant": "basic", "games": {"basic": {"stakes": "seattle"}}})
    return Walk(tmp_path, monkeypatch)


def settle(walk: Walk) -> Script:
    """From the end screen: the first press, a tick a payment, the second press."""
    yield BLUE
    yield from walk.until(RowsScreen)
    ticks = 0
    while labels_of(walk.screen)[Button.GREEN] == "Paid":
        ticks += 1
        yield GREEN
        yield None
    assert ticks == 3, "one to everybody else"
    assert labels_of(walk.screen)[Button.GREEN] == "Done"
    yield GREEN
    yield from walk.until(FiguresScreen)


def test_settle_up_and_done_in_two_presses_and_a_tick_then_again(walk: Walk) -> None:
    def script() -> Script:
        yield from end(walk)
        yield from settle(walk)
        yield RED
        yield from again(walk)

    walk.run(script())
    with Journal(walk.folder) as journal:
        first, second = journal.books.evenings()
        assert first.closed is not None and second.closed is None
        assert journal.books.games(first) == (1,) and journal.books.games(second) == (2,)
        hands = {line.hand for line in journal.books.postings(first) if line.hand}
        assert "green" in hands, "the books say who ticked it"


def test_a_tick_that_cannot_be_written_is_told_and_can_be_made_again(walk: Walk) -> None:
    def script() -> Script:
        yield from end(walk)
        yield BLUE
        yield from walk.until(RowsScreen)
        walk.trouble = "journal"
        yield GREEN
        yield from walk.until(TroubleScreen)
        walk.trouble = ""
        yield RED
        yield from walk.until(StartScreen)
        yield YELLOW
        yield from walk.until(FiguresScreen)
        yield GREEN
        yield from walk.until(RowsScreen)
        screen = walk.screen
        assert isinstance(screen, RowsScreen) and [row.ticked for row in screen.rows] == [False] * 3
        yield GREEN
        yield None
        screen = walk.screen
        assert isinstance(screen, RowsScreen) and [row.ticked for row in screen.rows] == [True, False, False]

    walk.run(script())


def test_from_the_start_screen_and_back(walk: Walk) -> None:
    def script() -> Script:
        yield from start(walk)
        assert labels_of(walk.screen)[Button.YELLOW] == "Evening"
        yield YELLOW
        yield from walk.until(MessageScreen)
        yield RED
        yield from walk.until(StartScreen)
        yield BLUE  # a field is chosen: yellow means more
        yield None
        assert labels_of(walk.screen)[Button.YELLOW] == "More"

    walk.run(script())


def test_a_pot_that_is_shared_in_the_books_is_not_played_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    header = Header.from_mapping({"variant": "starboard", "players": ["Angie", "Bob", "Carlos"]})
    with Journal(tmp_path) as journal:
        journal.keep_choice(CHOICE, {"players": list(header.players), "variant": "starboard"})
        number, act = journal.begin(header), parse_act("deal table 5 9", header.players)
        with journal.together(number, Game(header, [act])):
            journal.add(number, act)
        journal.end(number, "stopped")
        assert journal.books.pot_between_games().coins == 3
    walk = Walk(tmp_path, monkeypatch)
    walk.top.seats = 3

    def script() -> Script:
        yield from start(walk)
        yield YELLOW
        yield from walk.until(FiguresScreen)
        for _ in ("settle up", "share the pot"):
            yield GREEN
            yield None
        yield RED
        yield None
        if not isinstance(walk.screen, StartScreen):
            yield RED
        yield from walk.until(StartScreen)
        for screen in (SetupScreen, PlayScreen):
            yield GREEN
            yield from walk.until(screen)

    walk.run(script())
    with Journal(tmp_path) as journal:
        assert journal.books.pot(journal.books.opened()) == 0
        assert journal.load(2).header.option("carry", 0) == 0


def test_an_evening_that_is_opened_again_keeps_its_coin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = ["Angie", "Bob", "Carlos", "Delia"]
    with Journal(tmp_path) as journal:
        journal.keep_choice(CHOICE, {"players": names, "variant": "basic"})
        first = journal.books.opened(Coin(10, "€"))
        journal.begin(Header.from_mapping({"variant": "basic", "players": names}))
        journal.end(1, "stopped")
        journal.books.close(first)
        journal.books.opened(Coin(50, "€"))
        journal.books.close(journal.books.opened())
    walk = Walk(tmp_path, monkeypatch)
    walk.top.seats = len(names)

    def script() -> Script:
        yield from start(walk)
        yield YELLOW
        yield from walk.until(FiguresScreen)
        for label in ("All evenings", "Open it again"):
            yield YELLOW
            yield from walk.until(MenuScreen)
            assert isinstance(walk.screen, MenuScreen)
            yield Touch(Target.ITEM, [line.label for line in walk.screen.lines].index(label))
            yield None
            if label == "All evenings":
                yield Touch(Target.ITEM, 1)
                yield from walk.until(FiguresScreen)
        while not isinstance(walk.screen, StartScreen):
            yield RED
            yield None
        for screen in (SetupScreen, PlayScreen):
            yield GREEN
            yield from walk.until(screen)

    walk.run(script())
    with Journal(tmp_path) as journal:
        assert journal.books.evening(first.number).coin == Coin(10, "€")
        assert journal.books.games(journal.books.evening(first.number)) == (1, 2)


def test_an_undo_after_all_was_paid_opens_the_evening_again(walk: Walk) -> None:
    def script() -> Script:
        yield from end(walk)
        yield from settle(walk)
        yield RED
        yield from walk.until(EndScreen)
        yield YELLOW
        yield from walk.until(PlayScreen)
        yield from walk.wait(1)

    walk.run(script())
    with Journal(walk.folder) as journal:
        (evening,) = journal.books.evenings()
        assert evening.closed is None


@pytest.fixture
def for_money(walk: Walk) -> Walk:
    """The coins of the evening have a worth."""
    with Journal(walk.folder) as journal:
        journal.books.opened(Coin(50, "€"))
    return walk


def last_screen(walk: Walk) -> EndScreen:
    assert isinstance(walk.screen, EndScreen)
    return walk.screen


def said_again(walk: Walk) -> Script:
    """ "Say it again" in the menu."""
    walk.hands.said.clear()
    yield Press(Button.BLUE, Kind.LONG)
    yield from walk.until(MenuScreen)
    yield GREEN
    yield from walk.until(EndScreen)


def test_what_is_settled_is_not_asked_for_again(for_money: Walk) -> None:
    walk = for_money
    asked = "Carlos pays one coin each to Angie, Bob and Delia."

    def script() -> Script:
        yield from end(walk)
        assert last_screen(walk).lines == ("Carlos pays 1 (0.50 €) to everybody",) and not last_screen(walk).settled
        yield from said_again(walk)
        assert asked in walk.hands.said[-1][0]
        yield from settle(walk)
        yield RED
        yield from walk.until(EndScreen)
        assert not last_screen(walk).lines and last_screen(walk).settled == ("All is settled.",)
        yield from said_again(walk)
        called, request = walk.hands.said[-1]
        assert asked not in called and request.startswith("Carlos loses")

    walk.run(script())


def test_a_payment_has_its_money_in_the_headline(for_money: Walk) -> None:
    walk = for_money
    walk.run(end(walk))
    moments = {screen.moment for screen in walk.hands.screens if isinstance(screen, PlayScreen)}
    assert "Carlos pays everybody 1 (0.50 €)." in moments
    assert sum("Carlos pays" in words for words in moments) == 1, "told once"


def test_after_an_undo_the_screen_shows_at_once_what_the_books_say(walk: Walk) -> None:
    def script() -> Script:
        yield from end(walk)
        yield from settle(walk)
        yield RED
        yield from walk.until(EndScreen)
        walk.hands.screens.clear()
        yield YELLOW
        yield from walk.until(PlayScreen)
        first = walk.hands.screens[0]
        assert isinstance(first, PlayScreen)
        assert first.moment == "Something was paid already: Settle up says what is due now."
        assert first.balances == (("Angie", -1), ("Bob", -1), ("Carlos", 3), ("Delia", -1))

    walk.run(script())


def line(walk: Walk, label: str) -> Touch:
    """The line of the menu that is shown."""
    assert isinstance(walk.screen, MenuScreen)
    return Touch(Target.ITEM, [one.label for one in walk.screen.lines].index(label))


def test_coins_that_were_written_down_in_a_game_are_shown_at_once(walk: Walk) -> None:
    def script() -> Script:
        yield from play(walk)
        screen = walk.screen
        assert isinstance(screen, PlayScreen) and screen.balances == ()
        yield Press(Button.BLUE, Kind.LONG)
        yield from walk.until(MenuScreen)
        yield line(walk, "The evening")
        yield from walk.until(FiguresScreen)
        yield YELLOW
        yield from walk.until(MenuScreen)
        yield line(walk, "A side bet")
        yield from walk.until(FormScreen)
        yield Touch(Target.ITEM, 3)
        yield from walk.until(FiguresScreen)
        yield RED
        yield from walk.until(PlayScreen)
        screen = walk.screen
        assert isinstance(screen, PlayScreen)
        assert screen.balances == (("Angie", -1), ("Bob", 1), ("Carlos", 0), ("Delia", 0))

    walk.run(script())


def test_no_evening_begins_before_a_game_does(walk: Walk) -> None:
    def script() -> Script:
        yield from start(walk)
        yield GREEN
        yield from walk.until(SetupScreen)
        yield RED
        yield from walk.until(StartScreen)

    walk.run(script())
    with Journal(walk.folder) as journal:
        assert journal.books.evenings() == ()


def test_what_the_end_screen_says_of_the_next_game_is_kept_at_once(walk: Walk) -> None:
    kept: list[object] = []

    def script() -> Script:
        yield from end(walk)
        with closing(sqlite3.connect(walk.folder / FILE_NAME)) as file:
            kept.extend(
                json.loads(row[0]) for row in file.execute("SELECT value FROM choice WHERE name = ?", (CHOICE,))
            )

    walk.run(script())
    (choice,) = kept
    assert isinstance(choice, dict)
    assert choice["players"][choice["dealer"]] == "Bob", "the button has moved on"
