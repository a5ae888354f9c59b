"""The board of a whole evening: what phones see is what the screen shows, in every language; and what it costs."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from board_samples import Served
from evening_table import Hands, TrueLookout
from test_evening import GREEN, Evenings, aimed, to_the_end, wait

from dealer.board.snapshots import Set, Snapshot, Told, Words
from dealer.display.players import cells_of
from dealer.display.screens import EndScreen, MenuScreen, PhonesScreen, PlayScreen, StartScreen, TroubleScreen
from dealer.display.window import Input
from dealer.hands.evening_account import Settling
from dealer.hands.evening_memory import Memory
from dealer.hands.pictures_shown import nothing_shown
from dealer.house.board import WORD, Board
from dealer.house.evening import CHOICE
from dealer.journal.journal import Journal
from dealer.locale.language import aside, language, speak, spoken
from dealer.presses import Button, Kind, Press, Target, Touch
from dealer.settings import Board as Wish
from dealer.settings import Odds, Settings

Script = Iterator[Input | None]


class Seen(TrueLookout):
    """A camera that keeps a picture of each card."""

    def jpeg(self, sighting: int) -> bytes | None:
        return b"card %d" % sighting


@pytest.fixture
def evenings(tmp_path: Path) -> Evenings:
    return Evenings(tmp_path)


@pytest.fixture
def served() -> list[Served]:
    return []


def run(evenings: Evenings, served: list[Served], script: Script, told: Told | None = None, **more: object) -> Hands:
    """An evening with a board that is kept instead of served."""

    def start(wanted: Set) -> Served:
        served.append(Served(wanted) if told is None else Served(wanted, told))
        return served[-1]

    return evenings.run(script, board=start, lookouts=lambda spec: Seen(evenings.top), **more)


def latest(served: list[Served], code: str = "en") -> Words:
    return served[-1].shown[-1].words[code]


def test_phones_see_the_players_as_the_screen_does(evenings: Evenings, served: list[Served]) -> None:
    compared = 0

    def script() -> Script:
        nonlocal compared
        yield from aimed(evenings)
        yield from wait(1)
        for seat, rank in ((2, 7), (1, 3), (2, 5)):
            evenings.top.deal(seat, rank)
            yield from wait(3)
            screen = evenings.screen()
            assert isinstance(screen, PlayScreen)
            play = latest(served).play
            cells = cells_of(
                screen.state,
                names=screen.names,
                waited_for=screen.prompt.waited_for,
                target=screen.target,
                tableau=screen.tableau,
            )
            assert [(one.name, one.amount, one.words, one.cards, one.on_turn) for one in play.players] == [
                (cell.name, cell.amount, cell.note, cell.stack or (), cell.lit) for cell in cells
            ]
            assert (play.headline, play.detail) == (screen.prompt.headline, screen.prompt.detail)
            assert screen.call is not None and play.call is not None and play.call.words == screen.call.words
            compared += 1

    run(evenings, served, script())
    assert compared == 3 and len(served) == 1 and served[0].closed


def test_only_who_gets_the_next_card_is_on_turn(evenings: Evenings, served: list[Served]) -> None:
    def script() -> Script:
        yield from aimed(evenings)
        yield from wait(1)
        for seat, rank, name in ((2, 7, "Bob"), (1, 3, "Ann")):
            play = latest(served).play
            assert play.headline == f"Deal: a card to {name}"
            assert [player.name for player in play.players if player.on_turn] == [name]
            evenings.top.deal(seat, rank)
            yield from wait(2)

    run(evenings, served, script())


def test_the_same_moment_is_told_in_every_language_and_the_screens_stays(
    evenings: Evenings, served: list[Served]
) -> None:
    def script() -> Script:
        yield from aimed(evenings)
        yield from wait(1)
        for seat, rank in ((2, 7), (1, 3)):
            evenings.top.deal(seat, rank)
            yield from wait(2)
        while not getattr(evenings.screen(), "moment", ""):
            turn = evenings.screen().prompt.turn  # type: ignore[union-attr]
            evenings.top.deal(2 if turn == "Bob" else 1, 7 if turn == "Bob" else 2)
            yield from wait(1)
        yield from wait(4)

    run(evenings, served, script(), target=50)
    told = [(one.words["en"].play, one.words["de"].play) for one in served[0].shown]
    moments = {(english.moment, german.moment) for english, german in told} - {("", "")}
    assert len(moments) == 1 and all("Bob" in words for pair in moments for words in pair)
    assert len(set(*moments)) == 2 and told[-1][0].moment == "", "it is over after a moment"
    assert spoken().code == "en"


def test_the_end_is_told_in_every_language(evenings: Evenings, served: list[Served]) -> None:
    run(evenings, served, to_the_end(evenings))
    told = [(one.words["en"].play, one.words["de"].play) for one in served[0].shown]
    ended = [(english, german) for english, german in told if english.state == "over"]
    assert ended and ended[-1][0].headline == "Bob loses with 7" and "Bob" in ended[-1][1].headline
    assert ended[-1][0].headline != ended[-1][1].headline
    assert [one.loser for one in ended[-1][1].players] == [False, True]
    assert "Bob deals next" in ended[-1][0].lines


def test_phones_see_that_a_payment_was_made(evenings: Evenings, served: list[Served]) -> None:
    with Journal(evenings.folder) as journal:
        names = ["Ann", "Bob"]
        journal.keep_choice(CHOICE, {"players": names, "variant": "basic", "games": {"basic": {"stakes": "seattle"}}})

    def script() -> Script:
        yield from to_the_end(evenings)
        yield from wait(1)
        assert latest(served).play.lines[0] == "Bob pays 1 to Ann"
        yield Press(Button.BLUE)
        yield from wait(1)
        yield GREEN
        yield from wait(3)
        assert latest(served).play.lines[0] == "✓ All is settled."
        assert latest(served, "de").play.lines[0] == "✓ Alles ist bezahlt."

    run(evenings, served, script())


def test_the_last_card_comes_with_the_picture_that_the_camera_took(evenings: Evenings, served: list[Served]) -> None:
    def script() -> Script:
        yield from aimed(evenings)
        yield from wait(1)
        for seat, rank in ((2, 7), (1, 3)):
            evenings.top.deal(seat, rank)
            yield from wait(2)

    run(evenings, served, script())
    pictures = {name: jpeg for one in served[0].shown for name, jpeg in one.pictures.items()}
    assert sorted(pictures.values()) == [b"card 1", b"card 2"]
    for one in served[0].shown:
        call = one.words["en"].play.call
        assert call is None or not call.picture or call.picture in one.pictures


def test_the_books_are_those_of_the_screen(evenings: Evenings, served: list[Served]) -> None:
    def script() -> Script:
        yield from to_the_end(evenings)
        yield from wait(4)

    run(evenings, served, script())
    for code in ("en", "de"):
        evening = latest(served, code).evening
        with Journal(evenings.folder) as journal, aside(language(code)):
            memory = Memory(journal, nothing_shown)
            number = journal.books.evenings()[-1].number
            rows = Settling(memory, number).rows()
            assert [(due.words, due.amount, due.ticked) for due in evening.dues] == [
                (*row.cells, bool(row.ticked)) for row in rows
            ]
            tabs = journal.books.tabs(journal.books.evenings()[-1])
        assert [balance.name for balance in evening.balances] == [tab.person.name for tab in tabs]
        assert len(evening.games) == 1 and "Bob" in evening.games[0].words
    assert latest(served, "de").rules.sections != latest(served).rules.sections != ()


def test_between_two_games_it_says_so_and_a_snapshot_comes_only_when_something_changed(
    evenings: Evenings, served: list[Served]
) -> None:
    def script() -> Script:
        while not isinstance(evenings.screen(), StartScreen):
            yield None
        yield from wait(20)

    run(evenings, served, script(), players=None, target=None)
    assert latest(served).play.headline == "Between two games"
    assert len(served[0].shown) <= 3


def test_a_game_that_goes_on_without_news_costs_no_snapshot(evenings: Evenings, served: list[Served]) -> None:
    def script() -> Script:
        yield from aimed(evenings)
        yield from wait(8)
        before = len(served[0].shown)
        yield from wait(30)
        assert len(served[0].shown) == before

    run(evenings, served, script())


def test_the_code_stands_in_the_menu_at_the_end_and_at_the_start(evenings: Evenings, served: list[Served]) -> None:
    seen: list[object] = []

    def script() -> Script:
        yield from to_the_end(evenings)
        end = evenings.screen()
        assert isinstance(end, EndScreen) and end.phones.address == "http://192.168.1.20:8080/" and end.phones.code
        yield Press(Button.BLUE, Kind.LONG)
        while not isinstance(evenings.screen(), MenuScreen):
            yield None
        menu = evenings.screen()
        assert isinstance(menu, MenuScreen)
        yield Touch(Target.ITEM, [line.label for line in menu.lines].index("Phones"))
        while not isinstance(evenings.screen(), PhonesScreen):
            yield None
        seen.append(evenings.screen())
        yield GREEN
        while not isinstance(evenings.screen(), EndScreen):
            yield None
        yield Press(Button.RED)
        while not isinstance(evenings.screen(), StartScreen):
            yield None
        start = evenings.screen()
        assert isinstance(start, StartScreen) and start.phones.code == end.phones.code

    run(evenings, served, script())
    assert isinstance(seen[0], PhonesScreen) and seen[0].phones.address and seen[0].detail


@pytest.mark.parametrize(
    ("told", "words"),
    [
        (Told("", "port-taken"), "port 8080 is taken"),
        (Told("", "network"), "in no network"),
        (Told("", "missing"), "pip install"),
    ],
)
def test_what_keeps_phones_away_is_said_in_a_sentence_and_play_goes_on(
    evenings: Evenings, served: list[Served], told: Told, words: str
) -> None:
    run(evenings, served, to_the_end(evenings), told)
    assert len(evenings.acts()[0]) > 3
    with Journal(evenings.folder) as journal:
        board = Board(journal, Settings, start=lambda wanted: Served(wanted, told))
        board.turned()
        assert words in board.phones.problem and board.phones.problem.count(".") <= 2
        english = board.phones.problem
        speak(language("de"))
        assert board.phones.problem not in ("", english)


def test_a_board_that_fails_costs_the_game_nothing(
    evenings: Evenings, served: list[Served], monkeypatch: pytest.MonkeyPatch
) -> None:
    failing: list[int] = []

    def fails(*_: object, **__: object) -> object:
        failing.append(1)
        raise ValueError("a fault of ours")

    monkeypatch.setattr("dealer.house.board.play_of", fails)
    hands = run(evenings, served, to_the_end(evenings))
    assert failing == [1] and served[0].closed and len(evenings.acts()[0]) > 3
    end = next(screen for screen in hands.screens if isinstance(screen, EndScreen))
    assert "failed" in end.phones.problem and not any(isinstance(screen, TroubleScreen) for screen in hands.screens)


# -- settings


class Table:
    """A board between games, and settings that are changed."""

    def __init__(self, journal: Journal) -> None:
        self.settings = Settings()
        self.served: list[Served] = []
        self.board = Board(journal, lambda: self.settings, start=self.start)

    def start(self, wanted: Set) -> Served:
        self.served.append(Served(wanted))
        return self.served[-1]

    def set(self, **values: object) -> None:
        self.settings = Settings(**values)  # type: ignore[arg-type]
        for _turn in range(10):
            self.board.turned()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with Journal(tmp_path) as journal:
        yield Table(journal)


def test_it_is_on_until_somebody_switches_it_off(table: Table) -> None:
    table.set()
    assert [one.wanted for one in table.served] == [Set(8080)] and table.served[0].shown
    table.set(board=Wish.OFF)
    assert table.served[0].closed and table.board.phones.off
    table.set(board=Wish.OFF, volume=10)
    table.set(volume=10, odds=Odds.ALWAYS)
    table.board.let_phones_play(True)
    table.set(board=Wish.OFF)
    table.set()
    assert table.board.phones.entry == "", "whoever switches it off means that"
    del table.served[1]
    assert len(table.served) == 2 and table.served[1].shown, "what is shown is shown to the new one too"
    table.set(board_port=8888)
    assert table.served[1].closed and table.served[2].wanted == Set(8888)


def test_a_code_is_good_for_one_evening(table: Table) -> None:
    table.set()
    books = table.board._journal.books
    evening = books.opened()
    table.board.let_phones_play(True)
    table.set()
    assert table.board.phones.entry != ""
    books.close(evening)
    table.set()
    assert table.board.phones.entry == ""
    books.opened()
    table.set()
    assert table.board.phones.entry == "", "whoever plays the next evening was not asked"
    table.board.let_phones_play(True)
    table.set()
    assert table.board.phones.entry != ""


def test_a_code_that_is_made_between_two_evenings_is_good_for_the_next(table: Table) -> None:
    table.set()
    books = table.board._journal.books
    books.close(books.opened())
    table.board.let_phones_play(True)
    for _ in range(2):
        table.set()
        assert table.board.phones.entry != ""
        evening = books.opened()
    books.close(evening)
    table.set()
    assert table.board.phones.entry == ""


def test_a_word_stays_until_it_is_not_wanted_any_more(table: Table, tmp_path: Path) -> None:
    table.set(board=Wish.WORD)
    word = table.served[0].wanted.word
    assert len(word) == 8 and word.isalpha()
    table.set(board=Wish.WORD, volume=10)
    assert len(table.served) == 1
    again = Board(table.board._journal, lambda: Settings(board=Wish.WORD), start=table.start)
    again.turned()
    assert table.served[1].wanted.word == word, "a phone that comes back finds it"
    table.set(board=Wish.ON)
    assert table.board._journal.choice(WORD) is None
    table.set(board=Wish.WORD)
    assert table.served[-1].wanted.word not in ("", word)


def test_a_new_address_is_announced_once(tmp_path: Path) -> None:
    said: list[str] = []
    one = Served(Set(8080))
    with Journal(tmp_path) as journal:
        board = Board(journal, Settings, start=lambda wanted: one, announce=said.append)
        for address in (one.told.address, "", one.told.address, "http://10.0.0.9:8080/"):
            one.told = Told(address)
            board.turned()
            board.turned()
    assert said == ["http://192.168.1.20:8080/", "http://10.0.0.9:8080/"]


def test_a_rehearsal_is_marked_in_every_language(tmp_path: Path) -> None:
    served: list[Served] = []

    def start(wanted: Set) -> Served:
        served.append(Served(wanted))
        return served[-1]

    with Journal(tmp_path) as journal:
        board = Board(journal, Settings, rehearsal=True, start=start)
        for _turn in range(10):
            board.turned()
    shown: Snapshot = served[0].shown[-1]
    assert (shown.words["en"].mark, shown.words["de"].mark) == ("Rehearsal", "Probe")


def test_what_is_said_aside_is_heard_by_nobody_else() -> None:
    with aside(language("de")):
        assert spoken().code == "de"
        heard = _in_another_thread(lambda: spoken().code)
    assert heard == "en" and spoken().code == "en"


def _in_another_thread(ask: Callable[[], str]) -> str:
    from threading import Thread

    found: list[str] = []
    thread = Thread(target=lambda: found.append(ask()))
    thread.start()
    thread.join()
    return found[0]


