"""``dealer play``: an evening at the table. Start screen, aiming the camera, game, "again"."""

import argparse
import sys
import time
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dealer.acts import Act
from dealer.again import next_header
from dealer.aim import Aim
from dealer.display.screens import MessageScreen
from dealer.errors import InputError, JournalError
from dealer.evening_decks import EveningDecks
from dealer.front import Front, has_display
from dealer.games.registry import GAMES
from dealer.header import Header
from dealer.journal import Journal
from dealer.locale import _, ngettext
from dealer.lookout import Ended, Lookout, Stage
from dealer.presses import Button, Press, Quit
from dealer.settings import Settings, data_folder, read_settings
from dealer.start import StartForm
from dealer.watch import POLL_S, Watch
from dealer.watching import must_be_refereed, nobody, stopped_by_signals
from dealer.wishes import Want
from hardware.cameras import CameraKind, CameraSpec, detect_camera, parse_camera
from hardware.notify import notify

CHOICE = "evening"
"""Under which name the journal keeps the last choice of the start screen."""

DEMONSTRATION_S = 15.0
"""On a simulated table the game begins by itself when nobody presses anything for so long: somebody wants to see it."""

AIMED_S = 4.0
"""The set-up view goes on by itself once all has been well for so long."""

LAST_SCREEN = "last-screen.png"


@dataclass(frozen=True, slots=True)
class Resumed:
    """A game that was interrupted: its number in the journal, its header and its acts."""

    number: int
    header: Header
    acts: tuple[Act, ...]


def play(options: argparse.Namespace) -> int:
    """Run the command; returns its exit status."""
    folder = data_folder(options.data)
    settings = read_settings(folder)
    spec = _camera(options, settings)
    headless = options.headless or not has_display()
    with ExitStack() as stack:
        journal = stack.enter_context(Journal(folder))
        if headless and options.last_screen is None:
            options.last_screen = folder / LAST_SCREEN
        if options.last_screen is not None:
            # said last, when everything else is closed
            stack.callback(_say_where, options.last_screen)
        front = stack.enter_context(
            Front.open(options, settings, folder, voice=not options.mute, terminal=sys.stdout if headless else None)
        )
        evening = Evening(options, settings, journal, front, spec)
        notify("READY=1")
        with stopped_by_signals(evening.stop):
            try:
                evening.run()
            except JournalError as error:
                # whoever sits at the table sees no terminal
                front.tell_trouble(_("Play stops here"), str(error))
                raise
    return 0


def _say_where(path: Path) -> None:
    if path.exists():
        print(f"The last screen: {path}")


def why_not_refereed(header: Header) -> str:
    """Why the table cannot follow this game, or ``""``."""
    try:
        must_be_refereed(header)
    except InputError as error:
        return str(error)
    return ""


def _camera(options: argparse.Namespace, settings: Settings) -> CameraSpec:
    """The camera that was asked for, or the one that is there, or the simulated table."""
    text = options.camera or settings.camera
    if text is not None:
        return parse_camera(text)
    found = detect_camera()
    if found is not None:
        print(f"Camera: {found}")
        return found
    print("There is no camera: this is a simulated table. With one: dealer play --camera webcam:0")
    return CameraSpec(CameraKind.SIMULATED)


class Evening:
    """Games, one after the other, before one camera."""

    def __init__(
        self, options: argparse.Namespace, settings: Settings, journal: Journal, front: Front, spec: CameraSpec
    ) -> None:
        self._options = options
        self._settings = settings
        self._journal = journal
        self._front = front
        self._spec = spec
        self._decks = EveningDecks(options, settings, journal, front, spec)
        self._seed = spec.number or len(journal.games()) + 1
        self._stopped = False
        self._watch: Watch | None = None
        self._ends_s = time.monotonic() + options.seconds if options.seconds else None

    def stop(self) -> None:
        """End the evening after the frame in hand; the game can be resumed."""
        self._stopped = True
        if self._watch is not None:
            self._watch.interrupt()

    def run(self) -> None:
        """Until somebody quits; without a screen until the first game is over."""
        with ExitStack() as stack:
            lookout: Lookout | None = None
            if self._spec.kind is not CameraKind.SIMULATED:
                lookout = stack.enter_context(self._open(None))
            named = self._named()
            resumed = self._resumed(named)
            header = resumed.header if resumed is not None else named
            while not self._stopped:
                if header is None:
                    header = self._choose(lookout)
                if header is None:
                    return
                header = self._one_game(header, resumed, lookout)
                resumed = None
                if header is None and not self._front.windowed:
                    return

    def _open(self, stage: Stage | None) -> Lookout:
        return Lookout(
            self._spec, self._settings, lens_name=self._options.lens, stage=stage, fast=False, deck=self._decks.deck
        )

    def _resumed(self, named: Header | None) -> Resumed | None:
        """The game that was interrupted, told to the table; none when another one was named."""
        number = self._journal.unfinished()
        if number is None:
            return None
        game = self._journal.load(number)
        if game.over or named not in (None, game.header):
            self._journal.end(number, "over" if game.over else "stopped")
            return None
        count = len(game.acts)
        headline = _("Game {number} goes on").format(number=number)
        scores = ", ".join(f"{player.name} {player.score}" for player in game.state.players)
        interrupted = ngettext(
            "It was interrupted after {count} act. Scores: {scores}.",
            "It was interrupted after {count} acts. Scores: {scores}.",
            count,
        )
        detail = interrupted.format(count=count, scores=scores)
        self._front.say(f"{headline}.", detail)
        self._front.show(MessageScreen(headline, detail))
        return Resumed(number, game.header, game.acts)

    # -- choosing

    def _named(self) -> Header | None:
        """The game that the command line names, with what was last agreed; None: it names none. Raises InputError."""
        options = self._options
        if not (options.variant or options.players or options.dealer or options.target):
            return None
        form = StartForm.of(self._last_choice())
        if options.variant:
            if options.variant not in GAMES:
                raise InputError(f"--variant {options.variant!r} came; expected one of {', '.join(GAMES)}.")
            form = form.with_game(options.variant)
        if options.players:
            form = form.with_names([name.strip() for name in options.players.split(",")])
        keys = form.header().to_mapping()
        if options.dealer:
            keys["dealer"] = options.dealer
        if options.target is not None:
            keys["target"] = options.target
        header = Header.from_mapping(keys)
        must_be_refereed(header)
        self._journal.keep_choice(CHOICE, form.choice())
        return header

    def _choose(self, lookout: Lookout | None) -> Header | None:
        """The game that the table wants: the last evening's choice first. None: somebody quit."""
        form = StartForm.of(self._last_choice(), why_not_refereed, self._decks.choice())
        if not self._front.windowed:
            return form.header()
        began_s = time.monotonic()
        while not self._stopped and not self._out_of_time():
            self._front.show(form.screen())
            for given in self._front.poll():
                began_s = float("inf")
                if isinstance(given, Quit):
                    self._stopped = True
                    return None
                form, started = form.hand(given)
                if form.decks.lesson:
                    form = self._teach(form, lookout)
                    break  # what was pressed meanwhile was meant for the lesson
                if started:
                    form = self._with_deck(form, lookout)
                    if not form.problem:
                        self._journal.keep_choice(CHOICE, form.choice())
                        return form.header()
            if self._spec.kind is CameraKind.SIMULATED and time.monotonic() - began_s > DEMONSTRATION_S:
                return form.header()
            time.sleep(POLL_S / 2)
        return None

    def _teach(self, form: StartForm, lookout: Lookout | None) -> StartForm:
        """A lesson in between; afterwards the start screen goes on."""
        taught = self._decks.teach(form.decks.lesson, lookout, seed=self._seed, over=self._out_of_time)
        self._stopped = self._stopped or taught.left
        return form.after_lesson(taught.decks, taught.problem)

    def _with_deck(self, form: StartForm, lookout: Lookout | None) -> StartForm:
        """Read with the deck that was chosen; where it is gone meanwhile, the start screen says so."""
        try:
            self._decks.use(form.decks.chosen, lookout)
        except InputError as error:
            print(f"dealer: {error}", file=sys.stderr)
            return form.after_lesson(self._decks.choice(), _("This deck cannot be read any more."))
        return form

    def _last_choice(self) -> dict[str, Any]:
        kept = self._journal.choice(CHOICE)
        return kept if isinstance(kept, dict) else {}

    # -- playing

    def _one_game(self, header: Header, resumed: Resumed | None, lookout: Lookout | None) -> Header | None:
        """Play it; the header of the next game if it is known already."""
        with ExitStack() as stack:
            if lookout is None:
                acts = resumed.acts if resumed is not None else ()
                stage = Stage(self._seed, header, self._decks.design, acts=acts, size_px=self._spec.size_px)
                lookout = stack.enter_context(self._open(stage))
                self._seed += 1
            if self._front.windowed and not self._aimed(lookout, header):
                return None
            self._watch = Watch(
                lookout,
                self._journal,
                self._front,
                nobody,
                header=header,
                happened=resumed.acts if resumed is not None else (),
                number=resumed.number if resumed is not None else None,
                linger=self._front.windowed or lookout.live,
                ends_s=self._ends_s,
                odds=self._settings.odds,
            )
            if self._stopped:
                self._watch.interrupt()
            self._watch.run()
        outcome = self._watch.outcome
        if outcome is None:
            self._stopped = self._stopped or self._front.windowed or lookout.live
            return None
        match outcome.want:
            case Want.AGAIN if self._watch.sitting is not None:
                return next_header(self._watch.sitting.game)
            case Want.LEAVE:
                self._forget(header, outcome.player)
        return None

    def _forget(self, header: Header, player: str | None) -> None:
        """The next game's start screen does not name a player who left."""
        names = [name for name in header.players if name != player]
        self._journal.keep_choice(CHOICE, {**self._last_choice(), "players": names})

    def _aimed(self, lookout: Lookout, header: Header) -> bool:
        """The set-up view, until all is well or somebody says so; False when somebody quit."""
        aim = Aim(lookout, header)
        well_s: float | None = None
        while not self._stopped and not self._out_of_time():
            arrived = lookout.next(POLL_S)
            if isinstance(arrived, Ended):
                return True
            self._front.show(aim.screen())
            now_s = time.monotonic()
            well_s = (well_s or now_s) if aim.well() else None
            if well_s is not None and now_s - well_s >= AIMED_S:
                return True
            for given in self._front.poll():
                if isinstance(given, Quit):
                    self._stopped = True
                elif isinstance(given, Press) and given.button is Button.GREEN:
                    return True
                elif isinstance(given, Press) and given.button is Button.RED:
                    return False
        return False

    def _out_of_time(self) -> bool:
        if self._ends_s is not None and time.monotonic() >= self._ends_s:
            self._stopped = True
        return self._stopped
