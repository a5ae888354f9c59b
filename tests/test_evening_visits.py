"""The evening's books in the whole program: opened at a game's end and at the start, written, closed, opened anew."""

from pathlib import Path

import pytest
from test_ways_on import BLUE, GREEN, RED, YELLOW, Script, Walk, end, start

from dealer.display.screens import (
    EndScreen,
    FiguresScreen,
    MessageScreen,
    PlayScreen,
    RowsScreen,
    SetupScreen,
    StartScreen,
    TroubleScreen,
    labels_of,
)
from dealer.house.evening import CHOICE
from dealer.journal.journal import Journal
from dealer.presses import Button


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
        yield from walk.until(EndScreen)
        walk.top.gather()
        yield from walk.wait(2)
        for screen in (SetupScreen, PlayScreen):
            yield GREEN
            yield from walk.until(screen)
        yield from walk.wait(1)

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
