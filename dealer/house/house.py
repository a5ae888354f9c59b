"""``dealer play``: what an evening needs is opened, one thing after the other: screen, settings, journal, camera.

The screen is there first; what fails after that is shown on it, with ways on.
"""

import argparse
import sys
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from dealer.board.process import BoardProcess
from dealer.errors import DealerError, DeviceError, InputError, JournalError
from dealer.house.board import Start
from dealer.house.devices import Front, has_display
from dealer.house.evening import CAMERA, Evening, Table, found_soon
from dealer.house.settings_here import camera_here, settings_or_usual
from dealer.house.troubles import Trouble, Troubles, Way
from dealer.house.watch_command import named_game, stopped_by_signals
from dealer.journal.journal import Journal, TableKind
from dealer.journal.rescue import set_aside
from dealer.locale import _
from dealer.locale.language import chosen_language, speak
from dealer.settings import FILE_NAME, Settings, data_folder, rehearsals_folder
from dealer.system.clock import Clock
from dealer.venue.address import parse_broker, table_name
from dealer.venue.teller import Teller
from hardware.cameras.cameras import CameraKind, CameraSpec, FoundCameras, parse_camera

FIRST_LIST_S = 10.0
"""How long the first list of the cameras may take: a Raspberry Pi imports its library first."""

BUTTONS_TOLD_S = 20.0
"""How long the screen says which buttons do not work, seconds."""

LOOK_AGAIN_S = 3.0
"""How often a camera that is waited for is looked for."""

LAST_SCREEN = "last-screen.png"


def play(options: argparse.Namespace) -> int:
    """Run the command; returns its exit status. Raises InputError for what the command line says."""
    speak(chosen_language(options.language))  # until the settings are read, or where they cannot be
    folder = data_folder(options.data)
    asked = camera_here(options.camera) if options.camera else None
    # Nothing is opened for what cannot be; without players it is not known yet who may deal.
    named_game(options if options.players else argparse.Namespace(**{**vars(options), "dealer": None}))
    settings, wrong = settings_or_usual(folder)
    headless = options.headless or not has_display()
    if headless and options.last_screen is None:
        options.last_screen = folder / LAST_SCREEN
    with ExitStack() as stack:
        if options.last_screen is not None:
            # said last, when everything else is closed
            stack.callback(_say_where, options.last_screen)
        terminal = sys.stdout if headless else None
        front = stack.enter_context(Front.open(options, settings, folder, voice=not options.mute, terminal=terminal))
        house = House(options, settings, folder, front, asked, board=BoardProcess)
        with stopped_by_signals(house.stop):
            house.run(wrong)
    return 0


def _say_where(path: Path) -> None:
    if path.exists():
        print(f"The last screen: {path}")


class House:
    """Opens what an evening needs, one after the other; each failure is shown, with ways on."""

    def __init__(
        self,
        options: argparse.Namespace,
        settings: Settings,
        folder: Path,
        front: Front,
        asked: CameraSpec | None,
        *,
        clock: Clock | None = None,
        find: Callable[[], FoundCameras] = found_soon,
        board: Start | None = None,
    ) -> None:
        """``board`` starts what serves phones; None: nothing does."""
        self._options = options
        self._settings = settings
        self._folder = folder
        self._front = front
        self._asked = asked
        self._find = find
        self._board = board
        self._clock = clock or Clock()
        self._stopped = False
        self._evening: Evening | None = None
        self._looked_s = float("-inf")
        self._found: CameraSpec | None = None
        self._troubles = Troubles(front, folder, clock=self._clock, stopped=lambda: self._stopped)

    def stop(self) -> None:
        """End the evening in good order."""
        self._stopped = True
        if self._evening is not None:
            self._evening.stop()

    def run(self, wrong: InputError | None = None) -> None:
        """Until somebody quits. ``wrong``: what is wrong with the settings."""
        while wrong is not None:
            wrong = self._with_settings(wrong)
        self._tell_buttons()
        with ExitStack() as stack:
            books = None if self._rehearsal_asked else self._books(stack, self._folder)
            table = self._table(books)
            if table.rehearsal:
                if books is not None:
                    books.close()
                books = self._books(stack, rehearsals_folder(self._folder))
            if books is None or self._leaving():
                return
            telling, journal = stack.enter_context(ExitStack()), books

            def teller(settings: Settings) -> Teller | None:
                telling.close()
                self._settings = settings
                return self._teller(telling, journal, table)

            self._evening = Evening(
                self._options, self._settings, books, self._front, table, clock=self._clock, find=self._find,
                folder=self._folder, board=self._board, make_teller=teller,
            )
            if not self._leaving():
                self._evening.run()

    def _teller(self, stack: ExitStack, books: Journal, table: Table) -> Teller | None:
        """What tells a house of many tables; None: there is none, or it cannot be told. Raises InputError for what the
        command line says."""
        said, asked = self._settings.house, self._options.house
        if not (asked or said.broker):
            return None
        try:
            broker, name = parse_broker(asked or said.broker or "", said), table_name(self._options.table, said)
            kind = TableKind.REHEARSAL if table.rehearsal else TableKind.CAMERA
            teller = Teller(books.path, broker, name, kind=kind.value, home_assistant=said.home_assistant)
            return stack.enter_context(teller)
        except (InputError, JournalError) as error:
            if asked or not self._front.windowed:
                raise
            trouble = Trouble(_("The house cannot be told"), str(error), (Way.GO_ON,), kept=_("Everything is kept."))
            if self._troubles.ask(trouble) is Way.STOP:
                self.stop()
            return None

    def _leaving(self) -> bool:
        return self._stopped

    def _tell_buttons(self) -> None:
        """Which buttons do not work; it goes on by itself, as the one to press may be among them."""
        if self._front.wrong_with_buttons and self._front.windowed:
            ends_s = self._clock.now_s() + BUTTONS_TOLD_S
            trouble = Trouble(_("Not every button works"), " ".join(self._front.wrong_with_buttons), (Way.GO_ON,))
            way = self._troubles.ask(trouble, mended=lambda: self._clock.now_s() >= ends_s)
            self._stopped = self._stopped or way is Way.STOP

    def _with_settings(self, wrong: InputError) -> InputError | None:
        """Ask what to do about settings that cannot be read; what is still wrong then."""
        self._must_be_askable(wrong)
        trouble = Trouble(_("The settings are not understood"), str(wrong), (Way.SET_ASIDE, None, Way.TRY_AGAIN))
        match self._troubles.ask(trouble):
            case Way.TRY_AGAIN:
                self._settings, wrong_still = settings_or_usual(self._folder)
                return wrong_still
            case Way.SET_ASIDE:
                self._without_the_file()
            case Way.STOP:
                self._stopped = True
        return None

    def _without_the_file(self) -> None:
        """Set the settings' file aside, so that new ones can be written, and say where it lies."""
        kept_as = None
        try:
            kept_as = set_aside(self._folder / FILE_NAME, "settings-damaged")
        except OSError as error:
            detail = _("The file stays where it is ({why}). Changes will not be kept.").format(why=error.strerror)
        else:
            detail = _("The old file is kept: {file}.").format(file=kept_as.name)
        trouble = Trouble(_("The usual settings hold now"), detail, (Way.GO_ON,), report=kept_as)
        self._stopped = self._troubles.ask(trouble) is Way.STOP

    def _must_be_askable(self, error: DealerError) -> None:
        """Where nobody can press anything, the command ends with the error."""
        if not self._front.windowed:
            raise error

    @property
    def _rehearsal_asked(self) -> bool:
        spec = self._asked or (parse_camera(self._settings.camera) if self._settings.camera else None)
        return spec is not None and spec.kind is CameraKind.SIMULATED

    def _books(self, stack: ExitStack, folder: Path) -> Journal | None:
        """The journal in ``folder``; None where somebody stops."""
        while not self._stopped:
            try:
                journal = stack.enter_context(Journal(folder, keeping=self._settings.journal))
                self._tell_rescue(journal)
                return journal
            except JournalError as error:
                self._must_be_askable(error)
                ways = (Way.TRY_AGAIN, Way.STOP, Way.WITHOUT_BOOKS)
                match self._troubles.ask(Trouble(_("The journal cannot be opened"), str(error), ways)):
                    case Way.WITHOUT_BOOKS:
                        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="dealer-")))
                    case Way.STOP:
                        self._stopped = True
        return None

    def _tell_rescue(self, journal: Journal) -> None:
        """What became of a damaged journal."""
        if journal.rescue and self._front.windowed:
            trouble = Trouble(_("The journal was damaged"), journal.rescue, (Way.GO_ON,))
            self._stopped = self._troubles.ask(trouble) is Way.STOP
        elif journal.rescue:
            print(f"dealer: {journal.rescue}", file=sys.stderr)

    def _table(self, books: Journal | None) -> Table:
        """The camera that was asked for, or the one that is there, or the one that was there before, waited for; a
        rehearsal where there never was one."""
        if self._stopped:
            return Table(None)
        if self._asked is not None:
            return Table(self._asked, self._asked.kind is CameraKind.SIMULATED)
        if self._settings.camera is not None:
            spec = parse_camera(self._settings.camera)
            return Table(spec, spec.kind is CameraKind.SIMULATED)
        kept = None if books is None else books.choice(CAMERA)
        found = self._first_look()
        there = _chosen(found, kept)
        if there is not None:
            print(f"Camera: {there}")
            return Table(there)
        if found.uncertain or kept is not None or (books is not None and books.unfinished() is not None):
            return self._waited_for(found.uncertain)
        print("There is no camera: this is a simulated table. With one: dealer play --camera webcam:0")
        return Table(CameraSpec(CameraKind.SIMULATED), rehearsal=True)

    def _first_look(self) -> FoundCameras:
        """The cameras that are there; a list that takes long is waited for."""
        ends_s = self._clock.now_s() + FIRST_LIST_S
        while (found := self._find()).uncertain and not found.cameras and self._clock.now_s() < ends_s:
            self._clock.sleep(0.1)
        return found

    def _waited_for(self, why: str) -> Table:
        """A camera was there before, or may be there: wait for it, or go on by hand."""
        if not self._front.windowed:
            raise DeviceError(
                f"{why or 'The camera that was there before is gone'}. Plug it in and start again, "
                "or rehearse on a simulated table with --camera sim."
            )
        trouble = Trouble(
            _("The camera is not there"),
            _("Check its cable. I go on by myself when it is back."),
            (Way.TRY_AGAIN, Way.REHEARSE, Way.BY_HAND),
            kept=_("Everything is kept."),
        )
        while not self._stopped:
            match self._troubles.ask(trouble, mended=self._is_back):
                case Way.BY_HAND:
                    return Table(None)
                case Way.REHEARSE:
                    return Table(CameraSpec(CameraKind.SIMULATED), rehearsal=True)
                case Way.STOP:
                    self._stopped = True
                case _:
                    self._looked_s = float("-inf")
                    if self._is_back():
                        return Table(self._found)
        return Table(None)

    def _is_back(self) -> bool:
        now_s = self._clock.now_s()
        if now_s - self._looked_s >= LOOK_AGAIN_S:
            self._looked_s = now_s
            self._found = _chosen(self._find(), None)
        return self._found is not None


def _chosen(found: FoundCameras, kept: object) -> CameraSpec | None:
    """The camera that was kept, if it is there, or the first one."""
    specs = [camera.spec for camera in found.cameras]
    return next((spec for spec in specs if str(spec) == kept), specs[0] if specs else None)
