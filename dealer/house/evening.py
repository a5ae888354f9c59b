"""An evening at the table: start screen, aiming the camera, game, "again".

One loop goes from step to step, and one place in it takes every failure and shows it, with ways on: ``Evening.run``.
"""

import argparse
import logging
import math
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path

from dealer.books.facts import Coin, Standing
from dealer.display.screens import MessageScreen, StartScreen
from dealer.display.starting import countdown
from dealer.errors import DealerError, DeviceError, InputError, JournalError, ModelError
from dealer.game.driver import Game
from dealer.game.header import Header
from dealer.game.next_game import next_header
from dealer.hands.evening_memory import Memory
from dealer.hands.house_requests import Want
from dealer.hands.pictures_shown import words_of
from dealer.hands.start_form import NO_COIN, PotUse, StartForm
from dealer.hands.who_plays import faces
from dealer.house.board import Board, Start
from dealer.house.camera_aim import Aim
from dealer.house.camera_and_eye import Lookout, Stage, picture_of
from dealer.house.devices import Front
from dealer.house.evening_books import visit_books
from dealer.house.evening_decks import EveningDecks
from dealer.house.first_start import DONE as FIRST_START_DONE
from dealer.house.first_start import Cards, FirstStart, Step
from dealer.house.settings_desk import SettingsDesk
from dealer.house.sight import Ended, NoSight, Sight
from dealer.house.troubles import Trouble, Troubles, Way, about_models
from dealer.house.watch import POLL_S, TABLE, Watch
from dealer.house.watch_command import named_game, nobody
from dealer.journal.journal import Journal
from dealer.locale import _, ngettext
from dealer.presses import Button, Press, Quit
from dealer.rules.acts import Act
from dealer.seen.leftovers import TableBefore, kept
from dealer.settings import Settings
from dealer.system.clock import Clock
from dealer.system.memory import give_back
from dealer.table.sitting import Sitting
from dealer.venue.teller import Teller
from dealer.view import TableView
from dealer.words.prompts import Mode
from hardware.cameras.cameras import CameraKind, CameraSpec, FoundCameras, found_cameras, parse_camera
from hardware.cameras.watched import CameraNews, CameraState
from hardware.doctor.finding import Finding, Health

log = logging.getLogger(__name__)

MakeTeller = Callable[[Settings], Teller | None]

CHOICE = "evening"
"""Under which name the journal keeps the last choice of the start screen."""

CAMERA = "camera"
"""Under which name the journal keeps the camera that was there last."""

TRIED = "tried"
"""Under which name the journal keeps which game was gone on with, at which act, and how often in a row."""

DEMONSTRATION_S = 15.0
"""On a simulated table the game begins by itself when nobody presses anything for so long: somebody wants to see it."""

LIST_S = 0.3
"""How long the list of cameras is waited for, seconds; one that takes longer is there the next time."""

AIMED_S = 4.0
"""The set-up view goes on by itself once all has been well for so long."""

TRIES = 2
"""How often a game is gone on with by itself at the same act; then people are asked."""

WELL_S = 60.0
"""A game that has gone on for so long goes on well."""


@dataclass(frozen=True, slots=True)
class Resumed:
    """A game that was interrupted: its number in the journal, its header and its acts."""

    number: int
    header: Header
    acts: tuple[Act, ...]
    anew: bool = False
    """Whether it has only just begun, in place of another one: then this is no try to go on with it."""


class Pending(Enum):
    """What is to be done about the journal's unfinished game."""

    GO_ON = "go on"
    """Go on with it by itself: the program has just started."""
    ASKED = "asked"
    """Go on with it: people said so."""
    LEAVE = "leave"
    """People want the start screen."""
    DONE = "done"


@dataclass(frozen=True, slots=True)
class Table:
    """Where it is played: ``spec`` is the camera, None: by hand, without one. ``rehearsal``: nobody plays for real."""

    spec: CameraSpec | None
    rehearsal: bool = False


def found_soon() -> FoundCameras:
    """The cameras that are there, as far as they are listed by now: screen and buttons go on meanwhile."""
    return found_cameras(within_s=LIST_S)


class Aimed(Enum):
    """How the set-up view ended."""

    WELL = "well"
    BACK = "back"
    BY_HAND = "by hand"


class Evening:
    """Games, one after the other, at one table."""

    def __init__(
        self,
        options: argparse.Namespace,
        settings: Settings,
        journal: Journal,
        front: Front,
        table: Table,
        *,
        clock: Clock | None = None,
        find: Callable[[], FoundCameras] = found_soon,
        folder: Path | None = None,
        board: Start | None = None,
        make_teller: MakeTeller = lambda settings: None,
    ) -> None:
        """``folder`` is where the settings lie, the journal's own where None. ``board`` starts what serves phones;
        None: nothing does. ``make_teller`` makes what tells a house of many tables, as set.
        """
        self._options = options
        self._settings = settings
        self._journal = journal
        self._front = front
        self._table = table
        self._clock = clock or Clock()
        self._find = find
        self._desk = SettingsDesk(settings, folder or journal.folder, front, seen=self._seen)
        self._board = None if board is None else self._new_board(board)
        self._seed = (table.spec.number if table.spec is not None else 0) or len(journal.numbers()) + 1
        spec = table.spec or CameraSpec(CameraKind.SIMULATED)
        self._decks = EveningDecks(options, settings, journal, front, spec)
        self._stopped = False
        self._watch: Watch | None = None
        self._lookout: Lookout | None = None
        self._header: Header | None = None
        self._resumed: Resumed | None = None
        self._asking: StartForm | None = None
        self._coin: Coin | None = None
        """What a coin is worth from the next game on; None: nobody said anything."""
        self._noted: object = None
        """The start screen as it is shown next: it says why the next game did not simply begin."""
        self._pending = Pending.GO_ON
        self._by_hand = table.spec is None
        self._first_step = Step.LANGUAGE
        """Where the first start goes on, should something go wrong in it."""
        self._before = TableBefore()
        self._looked_s: float | None = None
        self._last_s: float | None = None
        self._gone = ""
        self._began_s = 0.0
        self._tries = 0
        self._ends_s = self._clock.now_s() + options.seconds if options.seconds else None
        self._make_teller = make_teller
        self._teller = make_teller(settings)
        self._told_by = settings.house
        """By which settings the house of many tables is told."""
        self._troubles = Troubles(
            front, journal.folder, clock=self._clock, stopped=self._out_of_time, noted=self._note_trouble
        )

    def _new_board(self, start: Start) -> Board:
        """Where nobody sees a screen, its address is printed."""

        def announce(address: str) -> None:
            if not self._front.windowed:
                print(f"dealer: phones see the game at {address}", file=sys.stderr)

        return Board(
            self._journal,
            lambda: self._desk.settings,
            rehearsal=self._table.rehearsal,
            start=start,
            clock=self._clock,
            announce=announce,
        )

    def stop(self) -> None:
        """End the evening after the frame in hand; the game can be resumed."""
        self._stopped = True
        if self._watch is not None:
            self._watch.interrupt()

    def run(self) -> None:
        """Until somebody quits; without a screen until the first game is over."""
        self._header = self._named()
        self._front.mark(_("Rehearsal") if self._table.rehearsal else "")
        try:
            while not self._stopped:
                try:
                    self._step()
                except Exception as error:
                    if not self._front.windowed:
                        raise
                    self._go_on_from(error)
        finally:
            self._close_camera()
            self._desk.close()
            if self._board is not None:
                self._board.close()

    def _step(self) -> None:
        """The next thing of an evening: what was interrupted, the start screen, or a game."""
        match self._pending:
            case Pending.GO_ON:
                self._resume(self._header)
            case Pending.ASKED:
                self._resume(None)
            case Pending.LEAVE:
                if not self._leave_game():
                    self._resume(None)
        self._pending = Pending.DONE
        if self._stopped:
            return
        if self._header is None:
            self._look_early()
            self._begin_with()
            self._header = self._choose()
        if self._header is None:
            self._stopped = True
            return
        self._header = self._one_game(self._header)
        self._watch = None
        give_back()
        if self._header is None and not self._front.windowed:
            self._stopped = True

    # -- what goes wrong

    def _go_on_from(self, error: Exception) -> None:
        """Show what went wrong; people choose how it goes on."""
        report = self._troubles.report(error)
        camera = isinstance(error, DeviceError)
        ways: tuple[Way | None, ...] = (Way.GO_ON, Way.START, Way.BY_HAND)
        headline, detail = _("Something went wrong here"), str(error) if isinstance(error, DealerError) else ""
        if camera:
            headline = _("The camera cannot be used")
            found = self._find()
            alone = self._other_camera(found) is None and not found.uncertain
            ways = (Way.TRY_AGAIN, Way.START, Way.BY_HAND, None if alone else Way.OTHER_CAMERA)
            if alone and self._table.spec is not None:
                detail = " ".join((detail, _("I find no other camera.")))
        elif isinstance(error, ModelError):
            headline, detail = _("The cards cannot be read"), about_models(error)
            ways = (Way.TRY_AGAIN, Way.START, Way.BY_HAND)
        elif isinstance(error, JournalError):
            headline = _("The journal cannot be written")
            ways = (Way.TRY_AGAIN, Way.START)
        if self._by_hand:
            ways = tuple(None if way is Way.BY_HAND else way for way in ways)
        trouble = Trouble(headline, detail, ways, kept=self._kept(error), report=report)
        self._watch = None
        if not isinstance(error, JournalError):
            self._close_camera()
        self._pending = Pending.ASKED
        match self._troubles.ask(trouble):
            case Way.STOP:
                self._stopped = True
            case Way.START:
                self._pending = Pending.LEAVE
            case Way.BY_HAND:
                self._by_hand = True
            case Way.OTHER_CAMERA:
                self._next_camera()
            case _:
                pass

    def _kept(self, error: Exception) -> str:
        """What is safe, in a sentence: what the journal holds, not what the table remembers."""
        try:
            number = self._journal.unfinished()
            acts = () if number is None else self._journal.load(number).acts
        except DealerError:
            return ""
        if acts:
            return _("Everything up to {call} is kept.").format(call=words_of(acts[-1]))
        if isinstance(error, JournalError) and number is not None:
            return _("Nothing of this game is kept yet.")
        return _("Everything is kept.")

    def _leave_game(self) -> bool:
        """Back to the start screen, once people say that an open game is to be stopped; whether they do."""
        try:
            number = self._journal.unfinished()
            game = None if number is None else self._journal.load(number)
            begun = game is not None and (game.acts or "scores" in game.header.options)
            if begun and not self._may_stop():
                return False
            self._header = self._resumed = None
            if number is not None:
                self._journal.end(number, "stopped")
        except JournalError as error:  # the start screen is the way on from just this
            log.warning("%s", error)
            self._header = self._resumed = None
        return True

    def _may_stop(self) -> bool:
        """Ask whether the open game is to be stopped."""
        trouble = Trouble(_("Stop the game? The scores are kept."), "", (Way.GO_ON, Way.STOP_GAME))
        way = self._troubles.ask(trouble)
        self._stopped = self._stopped or way is Way.STOP
        return way is Way.STOP_GAME

    def _next_camera(self) -> None:
        """The next of the cameras that are there."""
        other = self._other_camera(self._find())
        if other is not None:
            self._table = Table(other, self._table.rehearsal)

    def _other_camera(self, found: FoundCameras) -> CameraSpec | None:
        """The camera after this one; None: no other was found."""
        specs = [camera.spec for camera in found.cameras]
        at = specs.index(self._table.spec) + 1 if self._table.spec in specs else 0
        return next((spec for spec in (*specs[at:], *specs[:at]) if spec != self._table.spec), None)

    # -- the camera

    def _look_early(self) -> None:
        """Look while people still choose. A camera that cannot be used is told when a game needs it."""
        if not self._by_hand and not self._simulated():
            try:
                self._open_camera(None)
            except DealerError as error:
                if not self._front.windowed:
                    raise
                log.warning("%s", error)

    def _sight(self, header: Header) -> Sight:
        """What looks at the table."""
        if self._by_hand:
            return NoSight(self._clock)
        stage = None
        if self._simulated() and self._lookout is None:
            assert self._table.spec is not None
            acts = self._resumed.acts if self._resumed is not None else ()
            stage = Stage(self._seed, header, self._decks.design, acts=acts, size_px=self._table.spec.size_px)
            self._seed += 1
        return self._open_camera(stage)

    def _open_camera(self, stage: Stage | None) -> Lookout:
        """The camera, opened if it is not yet. Raises DeviceError, ModelError."""
        if self._lookout is None:
            if self._table.spec is None:
                self._next_camera()
            if self._table.spec is None:
                raise DeviceError(_("There is no camera. Plug one in, or go on by hand."))
            self._looked_s, self._last_s, self._gone = None, None, ""
            lookout = self._make_lookout(self._table.spec, stage)
            lookout.__enter__()
            self._lookout = lookout
        return self._lookout

    def _make_lookout(self, spec: CameraSpec, stage: Stage | None) -> Lookout:
        return Lookout(
            spec,
            self._settings,
            lens_name=self._options.lens,
            stage=stage,
            fast=False,
            deck=self._decks.deck,
            must_run=False,
        )

    def _close_camera(self) -> None:
        lookout, self._lookout = self._lookout, None
        if lookout is not None:
            lookout.close()

    def _simulated(self) -> bool:
        return self._table.spec is not None and self._table.spec.kind is CameraKind.SIMULATED

    def _seen(self) -> Iterator[Finding]:
        """How the table is seen now, for whoever checks everything; nothing of a simulated one."""
        from hardware.doctor.picture import seen

        if self._simulated():
            return
        if self._by_hand or (self._watch is not None and self._watch.by_hand):
            remedy = _("choose in the menu: Use the camera again")
            yield Finding(_("camera picture"), Health.WITHOUT, _("you play by hand: nobody looks at the table"), remedy)
        elif self._lookout is None or self._lookout.frame is None or self._gone:
            detail = self._gone or _("no picture has come yet")
            remedy = _("check its cable at both ends; I go on by myself when it is back")
            yield Finding(_("camera picture"), Health.WITHOUT, detail, remedy)
        else:
            for one in seen(self._lookout.frame, self._lookout.mat):
                yield replace(one, part=_(one.part))

    # -- what was interrupted

    def _resume(self, named: Header | None) -> None:
        """Go on with the game that was interrupted, unless another one was named."""
        number = self._journal.unfinished()
        if number is None:
            return
        game = self._loaded(number)
        if game is None:
            return
        if game.over or named not in (None, game.header):
            self._journal.end(number, "over" if game.over else "stopped")
            return
        count = len(game.acts)
        if self._pending is Pending.GO_ON and self._tried(number, count) >= TRIES and not self._still_wanted(number):
            return
        headline = _("Game {number} goes on").format(number=number)
        scores = ", ".join(f"{player.name} {player.score}" for player in game.state.players)
        interrupted = ngettext(
            "It stopped after {count} move. Scores: {scores}.",
            "It stopped after {count} moves. Scores: {scores}.",
            count,
        )
        detail = interrupted.format(count=count, scores=scores) if count else _("It had only begun.")
        self._front.say(f"{headline}.", detail)
        self._front.show(MessageScreen(headline, detail))
        self._resumed = Resumed(number, game.header, game.acts)
        self._header = game.header

    def _loaded(self, number: int) -> Game | None:
        """The game as it stands; None where it cannot be read: it stays in the file, and the evening goes on."""
        try:
            return self._journal.load(number)
        except JournalError as error:
            self._journal.end(number, "stopped")
            print(f"dealer: {error}", file=sys.stderr)
            if self._front.windowed:
                headline = _("Game {number} cannot be read").format(number=number)
                self._troubles.ask(Trouble(headline, _("It is kept as it is. A new game can begin."), (Way.GO_ON,)))
            return None

    def _still_wanted(self, number: int) -> bool:
        """Whether people want to go on with a game that stopped at the same act again and again."""
        if not self._front.windowed:
            print(f"dealer: game {number} stopped here {TRIES} times; it is left.", file=sys.stderr)
            self._journal.end(number, "stopped")
            return False
        trouble = Trouble(
            _("Game {number} stopped here twice").format(number=number),
            _("Shall it go on?"),
            (Way.GO_ON, Way.START, Way.BY_HAND),
            kept=_("Everything is kept."),
        )
        way = self._troubles.ask(trouble)
        self._by_hand = self._by_hand or way is Way.BY_HAND
        self._stopped = self._stopped or way is Way.STOP
        if way is Way.START:
            self._journal.end(number, "stopped")
        return way in (Way.GO_ON, Way.BY_HAND)

    def _tried(self, number: int, acts: int) -> int:
        """How often this game was gone on with at this act, and did not go on well."""
        kept = self._journal.choice(TRIED)
        same = isinstance(kept, dict) and (kept.get("game"), kept.get("acts")) == (number, acts)
        times = kept.get("times") if same else 0
        return times if isinstance(times, int) else 0

    def _goes_well(self) -> None:
        """A game that is gone on with has not stopped here: neither at once, nor but because people left it."""
        if self._tries:
            self._tries = 0
            self._journal.keep_choice(TRIED, None)

    def _turned(self) -> None:
        """At each turn of a loop: note that it goes well, and say once that the table is ready."""
        if self._clock.now_s() - self._began_s >= WELL_S:
            self._goes_well()
        if self._gone or self._lookout is None or not self._lookout.live or self._lookout.spoke:
            self._front.ready()
        if self._board is not None:
            self._board.turned()
        self._note_who_plays_next()
        self._note_trouble(self._wrong_at_the_table())

    def _note_trouble(self, headline: str) -> None:
        """Tell the house of many tables what is wrong here; empty: nothing."""
        if self._teller is not None:
            self._teller.note(camera=str(self._table.spec or ""), trouble=headline)

    def _wrong_at_the_table(self) -> str:
        """What keeps play from going on now."""
        sitting = None if self._watch is None else self._watch.sitting
        if self._gone and not self._by_hand:
            return _("The camera is not there")
        return sitting.prompt.headline if sitting is not None and sitting.prompt.mode is Mode.IRREGULAR else ""

    # -- choosing

    def _named(self) -> Header | None:
        """The game that the command line names, with what was last agreed; None: it names none. Raises InputError."""
        options = self._options
        if not (options.variant or options.players or options.dealer or options.target):
            return None
        form, header = named_game(options, self._form(), self._journal.people.all())
        self._begun(form)  # what is refused is not remembered
        return header

    def _form(self) -> StartForm:
        """The start screen's form: the last evening's choice, and what is in the pot."""
        kept = self._journal.choice(CHOICE)
        journal = self._journal
        coin, coin_stays = self._coin_of_the_evening()
        return StartForm.of(
            kept,
            decks=self._decks.choice(),
            pot=journal.books.pot_between_games(),
            people=journal.people.by_last_game(),
            coin=coin,
            coin_stays=coin_stays,
        )

    def _coin_of_the_evening(self) -> tuple[Coin, bool]:
        """What a coin is worth, and whether it stays that."""
        books = self._journal.books
        last = books.open() or (books.evenings() or (None,))[-1]
        in_use = books.coin_in_use()
        return in_use or (last.coin if last is not None else NO_COIN), in_use is not None

    def _begun(self, form: StartForm) -> Header:
        """The header of the game that was chosen; the choice is kept, and the pot shared out if people say so."""
        self._journal.keep_choice(CHOICE, form.choice())
        self._coin = form.coin
        if form.use_of_the_pot is PotUse.SHARE:
            self._journal.books.share_the_pot()
        return form.header()

    def _choose(self) -> Header | None:
        """The game that the table wants: the last evening's choice first. None: somebody quit."""
        self._tell_as_set()
        form, self._asking = self._asking or self._form(), None
        if not self._front.windowed:
            return self._begun(form.fitted())
        demonstration_s = self._clock.now_s() + DEMONSTRATION_S if self._simulated() else None
        untouched_s = self._front.touched_s
        while not self._stopped and not self._out_of_time():
            if self._front.touched_s != untouched_s:
                demonstration_s = None
            screen = form.screen()
            if self._board is not None and isinstance(screen, StartScreen):
                screen = replace(screen, phones=self._board.phones)
            if demonstration_s is not None and isinstance(screen, StartScreen):
                left_s = demonstration_s - self._clock.now_s()
                if left_s <= 0:
                    return self._begun(form.fitted())
                screen = replace(screen, note=countdown(math.ceil(left_s)))
            elif self._teller is not None and isinstance(screen, StartScreen):
                screen = replace(screen, note=self._teller.problem or screen.note)
            self._front.show(screen)
            for given in self._front.poll():
                demonstration_s = None
                if isinstance(given, Quit):
                    return None
                if form.opens_the_books(given):
                    form = self._show_books(form)
                    pot, (coin, stays) = self._journal.books.pot_between_games(), self._coin_of_the_evening()
                    form = replace(form.with_people(self._journal.people.by_last_game()), pot=pot)
                    goes_on = self._journal.books.open() is not None
                    form = replace(form, coin=coin if stays or goes_on else form.coin, coin_stays=stays)
                    break
                if form.opens_the_settings(given):
                    if self._set():
                        form = form.after_lesson(self._decks.choice())  # another deck may have been chosen there
                    break  # what was pressed meanwhile was meant for the settings
                form, started = form.hand(given)
                if form.new_people:
                    form = self._with_new_people(form)
                if form.decks.lesson:
                    form = self._teach(form)
                    break  # what was pressed meanwhile was meant for the lesson
                if started:
                    form = self._with_deck(form)
                    if not form.problem:
                        return self._begun(form)
            self._look_meanwhile()
        return None

    def _set(self) -> bool:
        """The settings, until somebody is done; whether the first start's questions were asked again."""
        self._desk.open(playing=False)
        done = False
        while not (done or self._stopped or self._out_of_time()):
            self._front.show(self._desk.screen())
            for given in self._front.poll():
                if isinstance(given, Quit):
                    self._stopped = True
                elif not done:
                    done = self._desk.hand(given)
            self._look_meanwhile()
        self._desk.close()
        self._look_as_set()
        return self._desk.begins_anew and not self._stopped and self._first_start()

    def _look_as_set(self) -> None:
        """What was set counts; the camera is opened anew where that was changed."""
        self._take_settings()
        self._tell_as_set()
        if self._desk.sees_otherwise and not self._simulated():
            self._close_camera()
            self._look_early()

    def _begin_with(self) -> None:
        """Where nobody has played yet: the first start's questions."""
        new = not self._journal.numbers() and self._journal.choice(FIRST_START_DONE) is None
        asked = new and self._front.windowed and not self._table.rehearsal and self._options.first_start
        if not asked:
            return
        if self._first_start():
            self._journal.keep_choice(FIRST_START_DONE, True)

    def _first_start(self) -> bool:
        """The first start's questions; False: somebody quit."""
        lookout = self._lookout
        aim = None if lookout is None or not lookout.live else lambda: self._aimed(lookout, None) is not Aimed.BACK
        cards = Cards(
            decks=self._decks.choice,
            use=lambda name: self._decks.use(name, lookout),
            teach=lambda name: self._decks.teach(name, lookout, seed=self._seed, over=self._out_of_time),
            measured=lambda: None if lookout is None else lookout.measured_mm,
        )
        first = FirstStart(self._desk, self._front, cards, look=self._look_meanwhile, aim=aim, over=self._out_of_time)
        try:
            done = first.run(self._first_step)
        finally:
            self._first_step = first.step
        if not done:
            self._stopped = True
            return False
        self._first_step = Step.LANGUAGE
        self._look_as_set()
        return True

    def _look_meanwhile(self) -> TableView | None:
        """The eye follows the table while people choose, so that it knows what came when; what it sees now."""
        self._turned()
        if self._lookout is None or not self._lookout.live or self._gone:
            self._clock.sleep(POLL_S / 2)
        else:
            try:
                arrived = self._lookout.next(POLL_S / 2)
                self._note(arrived)
                return arrived if isinstance(arrived, TableView) else None
            except DealerError as error:
                log.warning("%s", error)
                self._gone = str(error)  # told when a game needs it
        return None

    def _note(self, arrived: object) -> None:
        """Note when the whole table was first seen, what lies there, and that the camera was given up."""
        match arrived:
            case TableView():
                if self._looked_s is None and not arrived.hidden:
                    self._looked_s = arrived.time_s
                self._last_s = arrived.time_s
            case CameraNews(state=CameraState.GONE):
                self._gone = arrived.message

    def _show_books(self, form: StartForm) -> StartForm:
        """The evening's books, until somebody goes back; the form without whoever has settled there and left."""
        memory = Memory(self._journal, picture_of)
        memory.playing = frozenset(person.number for person in faces(form.draft.names, form.people))
        quit_there = visit_books(
            memory,
            self._journal,
            self._front,
            clock=self._clock,
            meanwhile=self._look_meanwhile,
            turned=self._turned,
            over=self._out_of_time,
        )
        self._stopped = self._stopped or quit_there
        return form.without(memory.gone_home)

    def _teach(self, form: StartForm) -> StartForm:
        """A lesson in between; afterwards the start screen goes on."""
        taught = self._decks.teach(form.decks.lesson, self._lookout, seed=self._seed, over=self._out_of_time)
        self._stopped = self._stopped or taught.left
        return form.after_lesson(taught.decks, taught.problem)

    def _with_new_people(self, form: StartForm) -> StartForm:
        """Whoever was typed on the start screen belongs to the house."""
        for person in form.new_people:
            self._journal.people.add(person.name, Standing.REGULAR, face=(person.symbol, person.colour))
        return form.with_people(self._journal.people.by_last_game())

    def _with_deck(self, form: StartForm) -> StartForm:
        """Read with the deck that was chosen; where it is gone meanwhile, the start screen says so."""
        try:
            self._decks.use(form.decks.chosen, self._lookout)
        except InputError as error:
            print(f"dealer: {error}", file=sys.stderr)
            return form.after_lesson(self._decks.choice(), _("This deck cannot be read any more."))
        return form

    # -- playing

    def _one_game(self, header: Header) -> Header | None:
        """Play it; the header of the next game if it is known already."""
        sight = self._sight(header)
        sight.settle()
        if self._front.windowed and isinstance(sight, Lookout):
            match self._aimed(sight, header):
                case Aimed.BACK:
                    if self._simulated():
                        self._close_camera()
                    return self._back_from(header)
                case Aimed.BY_HAND:
                    self._by_hand = True
                    sight = self._sight(header)
        resumed = self._resumed
        if resumed is None and (left := self._journal.unfinished()) is not None:
            self._journal.end(left, "stopped")  # it could not be written when the table left it
        acts = len(resumed.acts) if resumed is not None else 0
        if resumed is not None and not resumed.anew:
            self._tries = self._tried(resumed.number, acts) + 1
            self._journal.keep_choice(TRIED, {"game": resumed.number, "acts": acts, "times": self._tries})
        self._began_s = self._clock.now_s()
        self._watch = watch = Watch(
            sight,
            self._journal,
            self._front,
            nobody,
            header=header,
            happened=resumed.acts if resumed is not None else (),
            number=resumed.number if resumed is not None else None,
            linger=self._front.windowed or sight.live,
            ends_s=self._ends_s,
            desk=self._desk,
            before=self._table_before() if resumed is None else self._table_of(resumed),
            clock=self._clock,
            turned=self._turned,
            board=self._board,
            coin=self._coin,
        )
        if self._stopped:
            watch.interrupt()
        watch.run()
        self._resumed = None
        self._goes_well()
        return self._after(watch, header)

    def _back_from(self, header: Header) -> Header | None:
        """Back to the start screen from a game in which nothing was seen yet, unless people say that it goes on."""
        if self._leave_game():
            return None
        self._pending = Pending.ASKED
        return header

    def _table_of(self, game: Resumed) -> TableBefore:
        """How the table was when the game that goes on stopped. If nothing had happened in it yet, what lies there now
        may be from the game before: it is taken up first."""
        written = self._journal.choice(TABLE)
        known = isinstance(written, dict) and written.get("game") == game.number
        before = kept(written) if known else TableBefore()
        return before if game.acts else replace(self._table_before(), cards=before.cards)

    def _table_before(self) -> TableBefore:
        """How the table was before the game that begins now."""
        if self._simulated():
            return TableBefore(float("-inf"))  # its people begin when the camera does
        looked_s = self._looked_s if self._looked_s is not None else self._last_s
        until_s = self._before.until_s
        if looked_s is None or until_s is None:
            return TableBefore(until_s if looked_s is None else looked_s, self._before.sightings)
        return TableBefore(max(until_s, looked_s), self._before.sightings)

    def _after(self, watch: Watch, header: Header) -> Header | None:
        """What comes after a game; the header of the next one if it is known already."""
        self._before = watch.table_before_next()
        if self._board is not None:
            self._board.follow(None)
        if watch.sitting is not None and not self._table.rehearsal and not self._by_hand:
            self._journal.keep_choice(CAMERA, str(self._table.spec))
        if self._simulated():
            self._close_camera()
        outcome = watch.outcome
        if outcome is None:
            self._stopped = self._stopped or self._front.windowed or watch.live
            return None
        match outcome.want:
            case Want.GO_ON if watch.sitting is not None and outcome.header is not None:
                number = self._journal.begin_instead(watch.sitting.number, outcome.header)
                self._left(watch.sitting, outcome.header.players)
                self._resumed = Resumed(number, outcome.header, (), anew=True)
                return outcome.header
            case Want.AGAIN if watch.sitting is not None and watch.next_players == self._names_now(watch.sitting):
                self._left(watch.sitting, watch.next_players)
                pot = self._journal.books.pot_between_games().coins
                return next_header(watch.sitting.game, pot, watch.next_players)
            case Want.START | Want.STOP | Want.AGAIN if watch.sitting is not None:
                self._left(watch.sitting, watch.next_players)
                if outcome.want is Want.AGAIN:
                    return self._without_the_start_screen(watch.sitting.number)
            case Want.START if watch.sitting is None:
                return self._back_from(header)
            case Want.BY_HAND | Want.CAMERA:
                self._take_settings()
                self._by_hand = outcome.want is Want.BY_HAND
                self._close_camera()
                self._pending = Pending.ASKED
                return header
        return None

    def _take_settings(self) -> None:
        """What was set counts for the camera that is opened next, and for the journal."""
        before, self._settings = self._settings, self._desk.settings
        self._journal.keep_as(self._settings.journal)
        if self._settings.camera not in (None, before.camera):
            self._table = Table(parse_camera(self._settings.camera), self._table.rehearsal)

    def _tell_as_set(self) -> None:
        """Between games: the house of many tables is told by what was set."""
        if self._desk.settings.house != self._told_by:
            self._told_by = self._desk.settings.house
            self._teller = self._make_teller(self._desk.settings)

    def _without_the_start_screen(self, number: int) -> Header | None:
        """The next game; None: it is no game for so many, or something else is to be said, so people choose."""
        self._stopped_here(number)
        form, begins = self._form().hand(Press(Button.GREEN))
        self._asking = None if begins else form
        return self._begun(form) if begins else None

    def _stopped_here(self, number: int) -> None:
        """This game is not gone on with."""
        if self._journal.unfinished() == number:
            self._journal.end(number, "stopped")

    def _left(self, sitting: Sitting, players: Sequence[str]) -> None:
        """The table leaves a game: the next start screen knows who plays the next one, clockwise, and who deals."""
        people = self._journal.people.by_last_game()
        form = StartForm.of(self._journal.choice(CHOICE), people=people)
        form = form.after(sitting.game, self._names_now(sitting), players)
        self._journal.keep_choice(CHOICE, form.choice())

    def _note_who_plays_next(self) -> None:
        """At a game's end it is kept at once: whoever switches the table on again finds what the screen has said."""
        watch = self._watch
        if watch is not None and watch.sitting is not None and watch.sitting.over:
            following = watch.sitting.number, watch.sitting.game.acts, watch.next_players
            if following != self._noted:
                self._noted = following
                self._left(watch.sitting, watch.next_players)

    def _names_now(self, sitting: Sitting) -> tuple[str, ...]:
        """How the players of a game are called now, by seat."""
        return self._journal.people.names_now(sitting.number, sitting.game.header.players)

    def _aimed(self, lookout: Lookout, header: Header | None) -> Aimed:
        """The set-up view, until all is well or somebody says so. Raises DeviceError where the camera is given up."""
        aim = Aim(lookout, header)
        well_s: float | None = None
        while not self._stopped and not self._out_of_time():
            if self._gone:
                raise DeviceError(self._gone)
            arrived = lookout.next(POLL_S)
            if isinstance(arrived, Ended):
                return Aimed.WELL
            self._note(arrived)
            self._turned()
            self._front.show(aim.screen())
            now_s = self._clock.now_s()
            well_s = (well_s or now_s) if aim.well() else None
            if well_s is not None and now_s - well_s >= AIMED_S:
                return Aimed.WELL
            for given in self._front.poll():
                if isinstance(given, Quit):
                    self._stopped = True
                elif isinstance(given, Press):
                    chosen = {Button.GREEN: Aimed.WELL, Button.RED: Aimed.BACK, Button.BLUE: Aimed.BY_HAND}
                    if given.button in chosen:
                        return chosen[given.button]
                    lookout.settle()
        return Aimed.WELL

    def _out_of_time(self) -> bool:
        if self._ends_s is not None and self._clock.now_s() >= self._ends_s:
            self._stopped = True
        return self._stopped
