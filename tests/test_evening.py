"""Evenings at the level of views: again with cards lying there, failures, ways on, and who plays on what."""

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from evening_table import Hands, Tabletop, TrueLookout, TurnedClock, an_evening

from dealer.books.facts import Standing
from dealer.display.screens import (
    EndScreen,
    MenuScreen,
    MessageScreen,
    PlayScreen,
    Screen,
    SetupScreen,
    StartScreen,
    TroubleScreen,
    WhoScreen,
    labels_of,
)
from dealer.display.window import Input
from dealer.errors import DeviceError, InputError, JournalError
from dealer.game.header import Header
from dealer.hands.start_form import StartForm
from dealer.hands.what_for import COINS
from dealer.house.camera_and_eye import Lookout
from dealer.house.evening import CAMERA, CHOICE, Table
from dealer.house.watch import TABLE as TABLE_KEPT
from dealer.journal.journal import Journal
from dealer.presses import Button, KeyText, Press, Quit, Target, Touch
from dealer.rehearsal.bots import play_at_random
from dealer.table.sitting import Sitting
from dealer.view import TABLE
from hardware.cameras.cameras import CameraSpec, FoundCamera, FoundCameras, parse_camera

GREEN, RED, BLUE = Press(Button.GREEN), Press(Button.RED), Press(Button.BLUE)
NAMES = {"players": "Ann,Bob", "target": 5}


class Evenings:
    """A folder, a clock and a table with people; ``script`` is a generator that is given each screen."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.clock = TurnedClock()
        self.top = Tabletop(self.clock)
        self.hands: Hands | None = None

    def run(self, script: Iterator[Input | None], **more: object) -> Hands:
        """Play until the script is at its end; then somebody quits."""
        beats = script

        def next_press(screen: Screen) -> Input | None:
            self.hands = hands
            return next(beats, Quit())

        hands = self.hands = Hands(next_press)
        lookouts = more.pop("lookouts", lambda spec: TrueLookout(self.top))
        evening, journal = an_evening(self.folder, hands, self.clock, lookouts, **{**NAMES, **more})  # type: ignore[arg-type]
        with journal:
            evening.run()
        if hands.failed is not None:
            raise hands.failed
        return hands

    def screen(self) -> Screen:
        assert self.hands is not None and self.hands.screen is not None
        return self.hands.screen

    def acts(self) -> list[list[str]]:
        """The acts of every game in the journal."""
        with Journal(self.folder) as journal:
            return [[str(act) for act in journal.load(game.number).acts] for game in journal.games()]


@pytest.fixture
def evenings(tmp_path: Path) -> Evenings:
    return Evenings(tmp_path)


def wait(seconds: float) -> Iterator[None]:
    """Nobody presses anything."""
    for _ in range(round(seconds / 0.2)):
        yield None


def aimed(evenings: Evenings) -> Iterator[Input | None]:
    """Through the set-up view."""
    while not isinstance(evenings.screen(), SetupScreen):
        yield None
    yield GREEN
    while isinstance(evenings.screen(), SetupScreen):
        yield None


def to_the_end(evenings: Evenings) -> Iterator[Input | None]:
    """Through the set-up view and a game of two that Bob loses with a pair of 7s; the cards lie there."""
    yield from aimed(evenings)
    yield from wait(1)
    for seat, rank in ((2, 7), (1, 3)):
        evenings.top.deal(seat, rank)
        yield from wait(2)
    while not isinstance(evenings.screen(), EndScreen):
        turn = evenings.screen().prompt.turn  # type: ignore[union-attr]
        evenings.top.deal(2 if turn == "Bob" else 1, 7 if turn == "Bob" else 2)
        yield from wait(2)


def test_again_with_cards_lying_there(evenings: Evenings) -> None:
    def script() -> Iterator[Input | None]:
        yield from to_the_end(evenings)
        yield GREEN  # again
        yield from aimed(evenings)
        yield from wait(6)
        screen = evenings.screen()
        assert isinstance(screen, PlayScreen) and screen.prompt.headline == "Gather all cards and shuffle"
        evenings.top.gather()
        yield from wait(2)
        assert evenings.screen().prompt.headline.startswith("Deal")  # type: ignore[union-attr]
        evenings.top.deal(1 if "Ann" in evenings.screen().prompt.headline else 2, 9)  # type: ignore[union-attr]
        yield from wait(2)

    hands = evenings.run(script())
    first, second = evenings.acts()
    assert len(first) >= 3 and len(second) == 1 and second[0].endswith(" 9")
    assert not any(isinstance(screen, TroubleScreen) for screen in hands.screens)


def test_a_game_that_had_only_begun_when_the_power_went_has_the_old_cards_gathered_too(evenings: Evenings) -> None:
    def begin() -> Iterator[Input | None]:
        yield from to_the_end(evenings)
        yield GREEN
        yield from aimed(evenings)

    def again() -> Iterator[Input | None]:
        yield from aimed(evenings)
        yield from wait(6)
        assert evenings.screen().prompt.headline == "Gather all cards and shuffle"  # type: ignore[union-attr]

    evenings.run(begin())
    with Journal(evenings.folder) as journal:
        journal.keep_choice(TABLE_KEPT, {})  # the power went before it was written
    opened = {"rest_s": evenings.clock.time_s, "clear_s": float("-inf")}  # another eye
    lay, evenings.top.lying = evenings.top.lying, {}
    for number, card in lay.items():
        evenings.top.lying[number + 100] = replace(card, id=number + 100, **opened)
    evenings.run(again(), players=None, target=None)
    assert evenings.acts()[1] == []


def test_what_is_dealt_before_again_is_pressed_counts_once_the_table_was_clear(evenings: Evenings) -> None:
    def script() -> Iterator[Input | None]:
        yield from to_the_end(evenings)
        evenings.top.gather()
        yield from wait(1)
        evenings.top.deal(1, 4)
        evenings.top.deal(2, 8)
        yield from wait(5)
        yield GREEN
        yield from aimed(evenings)
        yield from wait(4)

    evenings.run(script())
    assert len(evenings.acts()[1]) == 2


class Broken(TrueLookout):
    """Fails once it has shown some views."""

    def __init__(self, top: Tabletop, error: Exception, after: int) -> None:
        super().__init__(top)
        self._error = error
        self._left = after

    def next(self, timeout_s: float):  # type: ignore[no-untyped-def]
        self._left -= 1
        if self._left < 0:
            raise self._error
        return super().next(timeout_s)


def pressed_through(evenings: Evenings, *presses: Press) -> Iterator[Input | None]:
    """Each press at the next trouble that is shown."""
    for press in presses:
        while not (isinstance(evenings.screen(), TroubleScreen)):  # type: ignore[union-attr]
            yield None
        yield press
        yield None


def test_seeing_that_fails_in_a_game_leaves_a_game_by_hand(evenings: Evenings) -> None:
    def script() -> Iterator[Input | None]:
        yield from aimed(evenings)
        yield from wait(12)
        screen = evenings.screen()
        assert isinstance(screen, PlayScreen) and screen.news.startswith("No camera")
        assert screen.prompt.headline.startswith("Deal")
        yield GREEN
        yield None
        yield GREEN
        yield from wait(1)

    evenings.run(script(), lookouts=lambda spec: Broken(evenings.top, ValueError("a bug"), 20))
    assert len(evenings.acts()[0]) <= 1


def test_a_camera_that_is_not_there_can_be_tried_again_or_done_without(evenings: Evenings) -> None:
    tried: list[int] = []

    def lookouts(spec: CameraSpec) -> Lookout:
        tried.append(spec.number)
        raise DeviceError("The camera 0 cannot be opened; plug it in.")

    def script() -> Iterator[Input | None]:
        yield from pressed_through(evenings, GREEN, GREEN, BLUE)
        yield from wait(2)
        screen = evenings.screen()
        assert isinstance(screen, PlayScreen) and screen.news.startswith("No camera")

    hands = evenings.run(script(), lookouts=lookouts)
    trouble = next(screen for screen in hands.screens if isinstance(screen, TroubleScreen))
    assert trouble.headline == "The camera cannot be used" and "plug it in" in trouble.detail
    assert {button for button, _ in trouble.labels} == {Button.GREEN, Button.RED, Button.BLUE}
    assert trouble.detail.endswith("I find no other camera.")
    assert len(tried) == 3


def test_by_hand_the_caption_says_what_was_taken_back(evenings: Evenings) -> None:
    def lookouts(spec: CameraSpec) -> Lookout:
        raise DeviceError("The camera 0 cannot be opened; plug it in.")

    def script() -> Iterator[Input | None]:
        yield from pressed_through(evenings, BLUE)
        yield from wait(2)
        yield GREEN
        yield from wait(1)
        yield Touch(Target.CHOICE, 6)
        yield from wait(1)
        yield Press(Button.YELLOW)
        yield from wait(6)
        screen = evenings.screen()
        assert isinstance(screen, PlayScreen) and (screen.news, screen.caption) == ("", "Taken back: Bob got 7.")

    evenings.run(script(), lookouts=lookouts)
    assert not evenings.acts()[0]


def test_another_camera_is_offered_where_there_is_one(evenings: Evenings) -> None:
    two = tuple(FoundCamera(parse_camera(f"webcam:{number}"), "a webcam") for number in (0, 1))
    tried: list[int] = []

    def lookouts(spec: CameraSpec) -> Lookout:
        tried.append(spec.number)
        raise DeviceError("It cannot be opened; plug it in.")

    yellow = Press(Button.YELLOW)
    hands = evenings.run(pressed_through(evenings, yellow, yellow), lookouts=lookouts, found=two)
    trouble = next(screen for screen in hands.screens if isinstance(screen, TroubleScreen))
    assert "no other camera" not in trouble.detail
    assert tried == [0, 1, 0]


@pytest.mark.parametrize("uncertain", ["", "the webcams were not listed in time"])
def test_no_other_camera_is_said_only_where_all_were_listed(evenings: Evenings, uncertain: str) -> None:
    def lookouts(spec: CameraSpec) -> Lookout:
        raise DeviceError("It cannot be opened; plug it in.")

    hands = evenings.run(pressed_through(evenings, RED), lookouts=lookouts, uncertain=uncertain)
    trouble = next(screen for screen in hands.screens if isinstance(screen, TroubleScreen))
    assert (Button.YELLOW in dict(trouble.labels)) is bool(uncertain)
    assert ("no other camera" in trouble.detail) is not bool(uncertain)


def test_back_from_a_camera_that_is_not_there_leads_to_the_start_screen(evenings: Evenings) -> None:
    def lookouts(spec: CameraSpec) -> Lookout:
        raise DeviceError("The camera 0 cannot be opened; plug it in.")

    def script() -> Iterator[Input | None]:
        yield from pressed_through(evenings, RED)
        yield from wait(1)
        assert isinstance(evenings.screen(), StartScreen)

    evenings.run(script(), lookouts=lookouts)


def test_a_bug_in_a_game_is_shown_and_the_game_goes_on(evenings: Evenings, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(self: Sitting, view: object) -> None:
        raise IndexError("tuple index out of range")

    def script() -> Iterator[Input | None]:
        yield from aimed(evenings)
        yield from wait(1)
        evenings.top.deal(2, 7)
        yield from wait(2)
        with monkeypatch.context() as patched:
            patched.setattr(Sitting, "look", fails)
            yield from wait(1)
        screen = evenings.screen()
        assert isinstance(screen, TroubleScreen) and screen.kept == "Everything up to Bob: 7 is kept."
        assert "trouble-" in screen.details_at
        yield GREEN
        yield from aimed(evenings)
        yield from wait(2)
        evenings.top.deal(1, 3)
        yield from wait(2)

    evenings.run(script())
    assert evenings.acts() == [["deal Bob 7", "deal Ann 3"]]
    (report,) = evenings.folder.glob("trouble-*.txt")
    assert "IndexError: tuple index out of range" in report.read_text()


@pytest.mark.parametrize("asked", [{"players": "Ann"}, {"target": 0}, {"dealer": "Cyd"}])
def test_a_command_that_is_refused_is_not_remembered(evenings: Evenings, asked: dict[str, object]) -> None:
    with pytest.raises(InputError):
        evenings.run(iter(()), **asked)
    with Journal(evenings.folder) as journal:
        assert journal.choice(CHOICE) is None


def begun(evenings: Evenings) -> Iterator[Input | None]:
    """A game with its first card."""
    yield from aimed(evenings)
    yield from wait(1)
    evenings.top.deal(2, 7)
    yield from wait(2)


class KilledError(BaseException):
    """The program is not there any more: nothing that it would do at its end is done."""


def test_a_game_that_stops_the_program_twice_is_not_gone_on_with_by_itself(evenings: Evenings) -> None:
    def again() -> Iterator[Input | None]:
        yield from aimed(evenings)
        yield from wait(2)

    def killed() -> None:
        if isinstance(evenings.hands and evenings.hands.screen, PlayScreen):
            raise KilledError

    def asked() -> Iterator[Input | None]:
        yield None
        screen = evenings.screen()
        assert isinstance(screen, TroubleScreen) and screen.headline == "Game 1 stopped here twice"
        yield GREEN
        yield from aimed(evenings)
        yield from wait(61)

    evenings.run(begun(evenings))
    for _ in range(2):
        with pytest.raises(KilledError):
            evenings.run(
                again(), players=None, target=None, lookouts=lambda spec: TrueLookout(evenings.top, killed)
            )
    for script in (asked, again):
        evenings.run(script(), players=None, target=None)
    assert evenings.acts() == [["deal Bob 7"]]


def test_a_game_that_people_leave_again_and_again_is_gone_on_with(evenings: Evenings) -> None:
    def again() -> Iterator[Input | None]:
        yield None
        assert not isinstance(evenings.screen(), TroubleScreen)
        yield from aimed(evenings)
        yield from wait(2)

    evenings.run(begun(evenings))
    for _ in range(4):
        evenings.run(again(), players=None, target=None)
    assert evenings.acts() == [["deal Bob 7"]]


def test_nobody_at_the_coasters_is_no_dead_end(evenings: Evenings) -> None:
    evenings.top.seats = 0

    def script() -> Iterator[Input | None]:
        yield from aimed(evenings)
        yield from wait(2)
        screen = evenings.screen()
        assert isinstance(screen, MessageScreen) and "dealer print coasters" in screen.detail
        assert {button for button, label in labels_of(screen).items() if label} >= {Button.GREEN, Button.RED}
        yield BLUE
        yield from wait(2)
        assert isinstance(evenings.screen(), PlayScreen)

    evenings.run(script())


def test_the_camera_that_was_there_is_remembered_but_no_rehearsal(evenings: Evenings) -> None:
    evenings.run(to_the_end(evenings))
    with Journal(evenings.folder) as journal:
        assert journal.choice(CAMERA) == "webcam:0"


def test_the_pot_outlives_a_restart_and_is_played_for(evenings: Evenings) -> None:
    names = ["Ann", "Bob", "Cyd", "Dot"]
    keys = {"variant": "basic", "players": names, "stakes": "tacoma", "penalty": 10, "carry": 1}
    with Journal(evenings.folder) as journal:
        number, left = 0, 0
        for seed in range(50):
            game = play_at_random(Header.from_mapping(keys), random.Random(seed))
            number = journal.begin(game.header)
            with journal.together(number, game):
                for act in game.acts:
                    journal.add(number, act)
            left = game.state.pot
            journal.keep_choice(CHOICE, StartForm.of(None).after(game).choice())
            if left:
                break
            journal.books.close(journal.books.opened())
        assert left

    def script() -> Iterator[Input | None]:
        screen = evenings.screen()
        assert isinstance(screen, StartScreen) and any(str(left) in field.value for field in screen.fields)
        yield GREEN
        evenings.top.seats = 4
        yield from aimed(evenings)
        yield from wait(2)

    evenings.run(script(), players=None, target=None)
    with Journal(evenings.folder) as journal:
        assert journal.load(number + 1).header.option("carry", 0) == left


def test_a_camera_that_is_wanted_again_and_not_there_can_be_done_without(evenings: Evenings) -> None:
    def script() -> Iterator[Input | None]:
        while not isinstance(evenings.screen(), PlayScreen):
            yield None
        yield Touch(Target.MENU, 0)
        yield None
        menu = evenings.screen()
        assert isinstance(menu, MenuScreen)
        yield Touch(Target.ITEM, [line.label for line in menu.lines].index("Use the camera again"))
        yield from wait(1)
        screen = evenings.screen()
        assert "There is no camera." in screen.detail  # type: ignore[union-attr]
        yield BLUE
        yield from wait(1)
        assert isinstance(evenings.screen(), PlayScreen)

    hands = evenings.hands = Hands(lambda screen: next(beats, Quit()))
    beats = script()
    evening, journal = an_evening(
        evenings.folder, hands, evenings.clock, lambda spec: TrueLookout(evenings.top), table=Table(None), **NAMES
    )  # type: ignore[arg-type]
    evening._find = lambda: FoundCameras((), "")
    with journal:
        evening.run()
    if hands.failed is not None:
        raise hands.failed


@pytest.mark.parametrize(("trouble", "mended"), [("blurred", (1, 0)), ("frozen", (0, 1)), ("moved", (0, 0))])
def test_a_camera_that_sees_badly_for_long_is_mended(evenings: Evenings, trouble: str, mended: tuple[int, int]) -> None:
    lookout = TrueLookout(evenings.top)

    def script() -> Iterator[Input | None]:
        yield from aimed(evenings)
        yield from wait(2)
        lookout.settled = lookout.retried = 0
        evenings.top.trouble = trouble
        yield from wait(15)

    evenings.run(script(), lookouts=lambda spec: lookout)
    assert (lookout.settled, lookout.retried) == mended


def test_before_a_game_a_bad_picture_has_its_right_name(evenings: Evenings) -> None:
    evenings.top.seats, evenings.top.trouble = 0, "mirrored"

    def script() -> Iterator[Input | None]:
        yield from aimed(evenings)
        yield from wait(2)
        screen = evenings.screen()
        assert isinstance(screen, MessageScreen) and screen.headline == "The picture is mirrored"

    evenings.run(script())


def test_back_from_a_trouble_asks_before_it_stops_a_game(evenings: Evenings) -> None:
    broken = {"now": False}

    def lookouts(spec: CameraSpec) -> Lookout:
        if broken["now"]:
            raise DeviceError("The camera 0 cannot be opened; plug it in.")
        return TrueLookout(evenings.top)

    def begin() -> Iterator[Input | None]:
        yield from aimed(evenings)
        yield from wait(1)
        evenings.top.deal(2, 7)
        yield from wait(2)

    def back() -> Iterator[Input | None]:
        yield from pressed_through(evenings, RED)
        screen = evenings.screen()
        assert isinstance(screen, TroubleScreen) and screen.headline.startswith("Stop the game?")
        yield GREEN
        yield None
        screen = evenings.screen()
        assert isinstance(screen, TroubleScreen) and screen.kept == "Everything up to Bob: 7 is kept."
        yield BLUE  # by hand
        yield from wait(2)
        assert isinstance(evenings.screen(), PlayScreen)

    def stop() -> Iterator[Input | None]:
        yield from pressed_through(evenings, RED)
        yield RED
        yield from wait(1)
        assert isinstance(evenings.screen(), StartScreen)

    evenings.run(begin(), lookouts=lookouts)
    broken["now"] = True
    evenings.run(back(), lookouts=lookouts, players=None, target=None)
    with Journal(evenings.folder) as journal:
        assert journal.unfinished() == 1
    evenings.run(stop(), lookouts=lookouts, players=None, target=None)
    with Journal(evenings.folder) as journal:
        assert journal.unfinished() is None and [str(act) for act in journal.load(1).acts] == ["deal Bob 7"]


def test_what_could_not_be_written_is_not_said_to_be_kept(evenings: Evenings, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: Journal, *_: object, **__: object) -> int:
        raise JournalError("The journal failed: database or disk is full; free some space.")

    def script() -> Iterator[Input | None]:
        yield from aimed(evenings)
        yield from wait(1)
        evenings.top.deal(2, 7)
        yield from wait(2)
        with monkeypatch.context() as patched:
            patched.setattr(Journal, "add", full)
            evenings.top.deal(1, 3)
            yield from wait(2)
        screen = evenings.screen()
        assert isinstance(screen, TroubleScreen) and screen.kept == "Everything up to Bob: 7 is kept."
        yield GREEN  # try again: there is room now
        yield from aimed(evenings)
        yield from wait(3)

    evenings.run(script())
    assert evenings.acts() == [["deal Bob 7", "deal Ann 3"]]


def test_the_last_call_is_what_counts_after_a_correction(evenings: Evenings) -> None:
    def script() -> Iterator[Input | None]:
        yield from aimed(evenings)
        yield from wait(1)
        card = evenings.top.deal(2, 7)
        yield from wait(2)
        yield Touch(Target.CARD, card)
        yield Touch(Target.RANK, 9)
        yield None
        screen = evenings.screen()
        assert isinstance(screen, PlayScreen) and screen.call is not None
        assert (screen.call.words, screen.call.corrected) == ("Bob: 9", True)
        yield Press(Button.YELLOW)
        yield None
        screen = evenings.screen()
        assert isinstance(screen, PlayScreen) and screen.call is None

    evenings.run(script())
    assert evenings.acts() == [[]]


# Who comes and goes


def field(evenings: Evenings, label: str) -> int:
    """The index of a field of the start screen."""
    screen = evenings.screen()
    assert isinstance(screen, StartScreen)
    return next(index for index, one in enumerate(screen.fields) if one.label == label)


def chosen(evenings: Evenings, *labels: str) -> Iterator[Input | None]:
    """Lines of the menu, one after the other."""
    yield Touch(Target.MENU, 0)
    yield None
    for label in labels:
        screen = evenings.screen()
        assert isinstance(screen, MenuScreen)
        yield Touch(Target.ITEM, [line.label for line in screen.lines].index(label))
        yield None


def played(evenings: Evenings) -> list[tuple[str, ...]]:
    """Who played each game of the journal, as the list of people has it."""
    with Journal(evenings.folder) as journal:
        return [tuple(person.name for person in journal.people.at(number)) for number in journal.numbers()]


def test_a_new_one_and_the_coin_are_kept_and_the_next_game_starts_with_one_press(evenings: Evenings) -> None:
    evenings.top.seats = 5

    def join() -> Iterator[Input | None]:
        yield Touch(Target.ITEM, field(evenings, "Players"))
        yield None
        screen = evenings.screen()
        assert isinstance(screen, WhoScreen)
        yield Touch(Target.ITEM, len(screen.tiles) - 1)
        yield KeyText("Zoe")
        yield GREEN
        yield None
        with_zoe = evenings.screen()
        assert isinstance(with_zoe, WhoScreen) and [tile.seat for tile in with_zoe.tiles] == [1, 2, 3, 4, 5, None]
        yield RED
        yield Touch(Target.TAB, 1)
        yield None
        yield Touch(Target.MORE, field(evenings, "A coin is worth"))
        yield GREEN
        yield from aimed(evenings)
        yield from wait(2)
        yield from chosen(evenings, "Stop here, keep the scores", "Stop")
        yield GREEN
        yield from aimed(evenings)
        yield from wait(2)

    evenings.run(join(), players=None, target=None)
    assert played(evenings) == [("Angie", "Bob", "Carlos", "Delia", "Zoe")] * 2
    with Journal(evenings.folder) as journal:
        evening = journal.books.open()
        assert evening is not None and evening.coin == COINS[1] and journal.books.games(evening) == (1, 2)
        regulars = [person.name for person in journal.people.all() if person.standing is Standing.REGULAR]
        assert regulars == ["Zoe"]


def test_the_others_begin_anew_where_the_rules_know_no_leaving(evenings: Evenings) -> None:
    evenings.top.seats = 3

    def leave() -> Iterator[Input | None]:
        yield from aimed(evenings)
        yield from wait(1)
        evenings.top.deal(2, 7)
        yield from wait(2)
        yield from chosen(evenings, "A player leaves", "Bob", "Begin anew without Bob")
        evenings.top.gather()
        yield from aimed(evenings)
        yield from wait(2)

    evenings.run(leave(), players="Ann,Bob,Cyd", target=None)
    assert played(evenings) == [("Ann", "Bob", "Cyd"), ("Ann", "Cyd")]
    with Journal(evenings.folder) as journal:
        assert [game.ending for game in journal.games()] == ["stopped", None]


def test_who_dropped_out_does_not_play_again(evenings: Evenings) -> None:
    evenings.top.seats = 3

    def drop_out() -> Iterator[Input | None]:
        yield from aimed(evenings)
        yield from wait(1)
        for rank in (4, 9):
            evenings.top.put(TABLE, rank)
            yield from wait(2)
        yield from chosen(evenings, "A player leaves", "Bob", "Play on, Bob is out")
        yield from wait(2)
        for _player in range(2):
            yield RED
            yield from wait(2)
        assert isinstance(evenings.screen(), EndScreen), evenings.screen()
        evenings.top.gather()
        yield GREEN
        yield from aimed(evenings)
        yield from wait(2)

    evenings.run(drop_out(), players="Ann,Bob,Cyd", variant="starboard", target=None)
    assert played(evenings) == [("Ann", "Bob", "Cyd"), ("Ann", "Cyd")]
    assert [act for act in evenings.acts()[0] if "lock" in act] == ["Bob lock", "Cyd lock", "Ann lock"]


def test_a_house_that_is_set_on_the_screen_is_told_at_once(evenings: Evenings) -> None:
    told_by: list[str | None] = []

    def script() -> Iterator[Input | None]:
        yield from to_the_end(evenings)
        yield Press(Button.RED)
        while not isinstance(evenings.screen(), StartScreen):
            yield None
        for address in ("broker", "other"):
            yield Press(Button.RED)
            while not (isinstance(screen := evenings.screen(), StartScreen) and screen.tabs):
                yield None
            yield Touch(Target.TAB, len(screen.tabs) - 2)
            yield Touch(Target.MORE, 0)
            yield from map(KeyText, "\b" * 20 + f"mqtt://{address}")
            yield Press(Button.RED)
            yield None
            yield GREEN
            yield from wait(0.4)
            assert told_by[-1] == f"mqtt://{address}"

    evenings.run(script(), make_teller=lambda settings: told_by.append(settings.house.broker))
    assert told_by == [None, "mqtt://broker", "mqtt://other"], "and only where something else was set"
