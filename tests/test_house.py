"""What an evening needs is opened on the screen; no real game is gone on with by simulated people."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from broker import RealBroker, needs_mosquitto, until
from evening_table import Hands, Tabletop, TrueLookout, TurnedClock, options

from dealer.display.screens import PlayScreen, Screen, SetupScreen, StartScreen, TroubleScreen
from dealer.display.window import Input
from dealer.errors import DeviceError, JournalError
from dealer.game.header import Header
from dealer.house import house
from dealer.house.devices import Front
from dealer.house.evening import CAMERA, Evening
from dealer.house.house import LOOK_AGAIN_S, House
from dealer.house.settings_here import settings_or_usual
from dealer.journal.journal import Journal
from dealer.presses import Button, Press, Quit
from dealer.rules.acts import Act
from dealer.settings import FILE_NAME, Settings, rehearsals_folder
from dealer.venue import teller
from dealer.venue.link import Link
from dealer.venue.messages import Status, unpacked
from hardware.cameras.cameras import CameraSpec, FoundCamera, FoundCameras, parse_camera

GREEN, RED, BLUE = Press(Button.GREEN), Press(Button.RED), Press(Button.BLUE)
HEADER = Header.from_mapping({"variant": "basic", "players": ["Ann", "Bob"]})
WEBCAM = parse_camera("webcam:0")


class Houses:
    """A data folder with a house around it; ``script`` yields presses, at the end somebody quits."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.clock = TurnedClock()
        self.found: CameraSpec | None = None
        self.uncertain = ""
        self.hands = Hands(lambda screen: None)
        self.opened: list[CameraSpec] = []
        top = Tabletop(self.clock)

        def lookout(evening: Evening, spec: CameraSpec, stage: object) -> TrueLookout:
            self.opened.append(spec)
            return TrueLookout(top)

        monkeypatch.setattr(Evening, "_make_lookout", lookout)

    def cameras(self) -> FoundCameras:
        return FoundCameras(() if self.found is None else (FoundCamera(self.found, "a webcam"),), self.uncertain)

    def begun(self, *acts: Act, camera: bool = True) -> None:
        """A real game was begun here, with a camera."""
        with Journal(self.folder) as journal:
            number = journal.begin(HEADER)
            for act in acts:
                journal.add(number, act)
            if camera:
                journal.keep_choice(CAMERA, "webcam:0")

    def run(self, script: Iterator[Input | None], **chosen: object) -> Hands:
        beats = iter(script)
        hands = self.hands = Hands(lambda screen: next(beats, Quit()))
        hands.wrong_with_buttons = chosen.pop("wrong_with_buttons", ())  # type: ignore[assignment]
        settings, wrong = settings_or_usual(self.folder)
        asked = chosen.pop("camera", None)
        there = House(
            options(self.folder, **chosen),
            settings,
            self.folder,
            hands,
            parse_camera(str(asked)) if asked else None,
            clock=self.clock,
            find=self.cameras,
        )
        there.run(wrong)
        if hands.failed is not None:
            raise hands.failed
        return hands

    @property
    def screen(self) -> Screen:
        assert self.hands.screen is not None
        return self.hands.screen

    def until(self, kind: type[Screen], *, seconds: float = 60.0) -> Iterator[None]:  # type: ignore[valid-type]
        ends_s = self.clock.time_s + seconds
        while not isinstance(self.screen, kind):
            assert self.clock.time_s < ends_s, self.screen
            yield None


@pytest.fixture
def houses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Houses:
    return Houses(tmp_path, monkeypatch)


def acts(folder: Path) -> list[str]:
    with Journal(folder) as journal:
        return [str(act) for act in journal.load(1).acts]


def test_a_game_begun_with_a_camera_waits_for_it(houses: Houses) -> None:
    houses.begun(Act("deal", "Bob", (7,)))

    def script() -> Iterator[Input | None]:
        screen = houses.screen
        assert isinstance(screen, TroubleScreen) and screen.headline == "The camera is not there"
        for _ in range(2000):
            yield None
        assert houses.screen is screen and not houses.opened
        houses.found = WEBCAM
        ends_s = houses.clock.time_s + LOOK_AGAIN_S + 1.0
        while houses.screen is screen:
            assert houses.clock.time_s < ends_s
            yield None

    houses.run(script())
    assert houses.opened == [WEBCAM] and acts(houses.folder) == ["deal Bob 7"]


def test_a_game_begun_with_a_camera_goes_on_by_hand(houses: Houses) -> None:
    houses.begun(Act("deal", "Bob", (7,)))

    def script() -> Iterator[Input | None]:
        yield BLUE
        yield from houses.until(PlayScreen)
        for _ in range(200):
            yield None
        screen = houses.screen
        assert isinstance(screen, PlayScreen) and screen.prompt.headline == "Deal: a card to Ann" and screen.news

    houses.run(script())
    assert houses.opened == [] and acts(houses.folder) == ["deal Bob 7"]


def test_a_rehearsal_leaves_the_real_game_alone(houses: Houses) -> None:
    houses.begun(Act("deal", "Bob", (7,)))

    def script() -> Iterator[Input | None]:
        yield RED
        yield from houses.until(StartScreen)
        assert houses.hands.marked == "Rehearsal"

    houses.run(script())
    assert acts(houses.folder) == ["deal Bob 7"]
    with Journal(houses.folder) as journal:
        assert journal.unfinished() == 1
    with Journal(rehearsals_folder(houses.folder)) as journal:
        assert journal.games() == ()


def test_a_rehearsal_that_was_interrupted_is_no_real_game(houses: Houses) -> None:
    with Journal(rehearsals_folder(houses.folder)) as journal:
        journal.add(journal.begin(HEADER), Act("deal", "Bob", (7,)))
    houses.found = WEBCAM

    def script() -> Iterator[Input | None]:
        yield from houses.until(StartScreen)
        assert houses.hands.marked == ""

    houses.run(script())


def test_without_a_screen_a_real_game_is_not_rehearsed(houses: Houses) -> None:
    houses.begun(Act("deal", "Bob", (7,)))
    there = House(
        options(houses.folder), Settings(), houses.folder, Front(), None, clock=houses.clock, find=houses.cameras
    )
    with pytest.raises(DeviceError, match="camera that was there before is gone"):
        there.run()
    assert acts(houses.folder) == ["deal Bob 7"]


def test_a_list_of_cameras_that_could_not_be_made_is_not_no_camera(houses: Houses) -> None:
    houses.uncertain = "the Raspberry Pi's cameras were not listed within 0.3 s"

    def script() -> Iterator[Input | None]:
        screen = houses.screen
        assert isinstance(screen, TroubleScreen) and screen.headline == "The camera is not there"
        houses.found, houses.uncertain = WEBCAM, ""
        while houses.screen is screen:
            yield None
        assert houses.hands.marked == ""

    houses.run(script())
    assert houses.opened == [WEBCAM]


def test_where_there_never_was_a_camera_it_is_rehearsed(houses: Houses) -> None:
    def script() -> Iterator[Input | None]:
        yield from houses.until(StartScreen)
        assert houses.hands.marked == "Rehearsal"

    houses.run(script())


@pytest.mark.parametrize("text", ["volume = 'x'", "camera = 'telescope'", "language = 'xx'", "= ="])
def test_wrong_settings_are_shown_and_set_aside(houses: Houses, text: str) -> None:
    (houses.folder / FILE_NAME).write_text(text)
    houses.found = WEBCAM

    def script() -> Iterator[Input | None]:
        screen = houses.screen
        assert isinstance(screen, TroubleScreen) and screen.headline == "The settings are not understood"
        yield BLUE  # try again
        yield None
        assert houses.screen == screen
        yield GREEN
        yield None
        screen = houses.screen
        (aside,) = houses.folder.glob("settings-damaged-*.toml")
        assert aside.read_text() == text
        assert isinstance(screen, TroubleScreen)
        assert aside.name in screen.detail and screen.details_at == str(aside)
        assert not (houses.folder / FILE_NAME).exists(), "new settings can be written"
        yield GREEN
        yield from houses.until(StartScreen)

    houses.run(script())


def test_settings_that_cannot_be_set_aside_are_told(houses: Houses, monkeypatch: pytest.MonkeyPatch) -> None:
    (houses.folder / FILE_NAME).write_text("= =")
    houses.found = WEBCAM

    def full(path: Path, start: str) -> Path:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(house, "set_aside", full)

    def script() -> Iterator[Input | None]:
        yield GREEN
        yield None
        screen = houses.screen
        assert isinstance(screen, TroubleScreen) and "Read-only file system" in screen.detail
        yield GREEN
        yield from houses.until(StartScreen)

    houses.run(script())


def test_a_button_that_does_not_work_is_told_and_it_goes_on_by_itself(houses: Houses) -> None:
    houses.found = WEBCAM

    def script() -> Iterator[Input | None]:
        screen = houses.screen
        assert isinstance(screen, TroubleScreen) and "pin 17 is busy" in screen.detail
        yield from houses.until(StartScreen)

    houses.run(script(), wrong_with_buttons=("The green button's pin 17 is busy.",))


def test_settings_that_were_mended_meanwhile_hold(houses: Houses) -> None:
    path = houses.folder / FILE_NAME
    path.write_text("colour = 1")

    def script() -> Iterator[Input | None]:
        path.write_text("camera = 'webcam:3'")
        yield BLUE
        yield from houses.until(StartScreen)

    houses.run(script())
    assert [spec.number for spec in houses.opened] == [3]


def test_a_journal_in_use_can_be_tried_again(houses: Houses) -> None:
    houses.found = WEBCAM
    other = Journal(houses.folder)

    def script() -> Iterator[Input | None]:
        screen = houses.screen
        assert isinstance(screen, TroubleScreen) and screen.headline == "The journal cannot be opened"
        assert "keeps the journal" in screen.detail
        other.close()
        yield GREEN
        yield from houses.until(StartScreen)

    houses.run(script())


def test_a_damaged_journal_is_told_and_play_goes_on(houses: Houses) -> None:
    houses.found = WEBCAM
    (houses.folder / "journal.sqlite3").write_bytes(b"no journal at all" * 1000)

    def script() -> Iterator[Input | None]:
        screen = houses.screen
        assert isinstance(screen, TroubleScreen) and screen.headline == "The journal was damaged" and screen.detail
        yield GREEN
        yield from houses.until(StartScreen)

    houses.run(script())
    assert list(houses.folder.glob("journal-damaged-*"))


def test_without_books_the_games_are_kept_nowhere(houses: Houses, monkeypatch: pytest.MonkeyPatch) -> None:
    houses.found = WEBCAM
    opened: Callable[..., Journal] = house.Journal

    def cannot_be_opened(folder: Path, **more: object) -> Journal:
        if folder == houses.folder:
            raise JournalError(f"The data folder {folder} cannot be written; choose another with --data FOLDER.")
        return opened(folder, **more)

    monkeypatch.setattr(house, "Journal", cannot_be_opened)

    def script() -> Iterator[Input | None]:
        yield BLUE
        yield from houses.until(StartScreen)

    houses.run(script())
    assert not (houses.folder / "journal.sqlite3").exists()


def test_a_house_of_many_tables_that_cannot_be_told_is_told_here(houses: Houses) -> None:
    (houses.folder / FILE_NAME).write_text("[house]\nbroker = 'broker'\n")
    houses.found = WEBCAM

    def script() -> Iterator[Input | None]:
        screen = houses.screen
        assert isinstance(screen, TroubleScreen) and screen.headline == "The house cannot be told"
        assert "mqtt://" in screen.detail and screen.kept == "Everything is kept."
        yield GREEN
        yield from houses.until(StartScreen)

    houses.run(script())


def test_a_house_that_is_away_is_noted_and_play_goes_on(houses: Houses, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(teller, "TOLD_AWAY_S", 0.0)
    houses.found = WEBCAM

    def script() -> Iterator[Input | None]:
        yield from houses.until(StartScreen)
        screen = houses.screen
        assert isinstance(screen, StartScreen)
        assert screen.note == "The house cannot be reached. Everything is kept and told later."
        yield GREEN
        yield from houses.until(SetupScreen)

    houses.run(script(), house="mqtt://127.0.0.1:9", table="Table 1")


@needs_mosquitto
def test_what_is_wrong_at_the_table_is_told_the_house(houses: Houses, tmp_path: Path) -> None:
    houses.begun(Act("deal", "Bob", (7,)))
    heard: list[Status] = []

    def hear(topic: str, payload: bytes, kept: bool) -> None:
        if (status := unpacked(payload, Status)) is not None:
            heard.append(status)

    with RealBroker(tmp_path / "broker") as real:
        watch = Link(real.broker, "watch", topics=[("pairs/+/+/status", 1)], heard=hear)
        watch.open()

        def script() -> Iterator[Input | None]:
            yield BLUE
            yield from houses.until(PlayScreen)
            until(lambda: any(one.online and one.number > 0 for one in heard))
            yield None

        houses.run(script(), house=f"mqtt://127.0.0.1:{real.port}", table="Table 1")
        until(lambda: not heard[-1].online)
        watch.close()
    assert {one.kind for one in heard} == {"camera"}
