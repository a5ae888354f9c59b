"""One evening by its seed: what people, camera and power do at the table, and what must hold at every turn.

Nothing here is drawn and nothing is waited for: ``Played.run`` plays the real ``House``, ``Evening``, ``Watch`` and
``Console`` before a camera that sees all, hands that press, and a clock that only this turns.
"""

import contextlib
import io
import logging
import traceback
from collections import Counter, deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, Self
from unittest import mock

from evening_hands import Presser
from evening_party import Party
from evening_table import TurnedClock, options

import dealer.house.house
from dealer.display.screens import EndScreen, MessageScreen, PlayScreen, QuestionScreen, Screen, StartScreen, labels_of
from dealer.display.window import Input
from dealer.errors import DeviceError, InputError, JournalError
from dealer.game.header import Header
from dealer.house.camera_and_eye import Lookout, Stage
from dealer.house.devices import Front
from dealer.house.evening import Evening
from dealer.house.house import House
from dealer.house.sight import Ended
from dealer.house.watch import Watch
from dealer.journal.journal import FILE_NAME, Journal
from dealer.locale.language import ENGLISH, speak
from dealer.presses import Quit
from dealer.rehearsal.audience import Audience
from dealer.rehearsal.unknown_acts import one_by_one
from dealer.rules.acts import Act
from dealer.seen.verdicts import Verdict
from dealer.settings import Settings, rehearsals_folder
from dealer.table.sitting import Sitting
from dealer.view import Sighting, TableView
from dealer.words.prompts import Mode
from hardware.cameras.cameras import CameraKind, CameraSpec, FoundCamera, FoundCameras, parse_camera
from hardware.cameras.watched import CameraNews, CameraState
from vision.frame import BGRImage

VIEW_S = 0.25
"""From one view to the next, in seconds of the turned clock."""

EVENING_S = 420.0
"""How long an evening lasts on the turned clock."""

DARK_S = 2.0
"""A screen without a lit button stays no longer than this."""

LOST_S = 90.0
"""So long after something happened before everybody's eyes the program must know it, where nobody pressed at random."""

HAND_HOME_S = 1.0
"""People have done what they did once the hand is home again; the eye may have seen it so long before."""

LAST = 20
"""So many of the last things that happened are told with a failure."""


class Injected(Exception):  # noqa: N818
    """A failure that this evening brings about itself."""


class InjectedBug(Injected, ValueError):
    """Something in seeing fails as nobody foresaw."""


class InjectedDevice(Injected, DeviceError):
    """A camera that cannot be used."""


class InjectedJournal(Injected, JournalError):
    """A disk that fails."""


class PowerCut(BaseException):
    """The program is gone, from one moment to the next."""


class Violated(BaseException):
    """Something did not hold. ``kind`` in a word or two."""

    def __init__(self, kind: str, words: str) -> None:
        super().__init__(f"{kind}: {words}")
        self.kind = kind


@dataclass
class Outcome:
    """What came of an evening."""

    seed: int
    violation: str = ""
    kind: str = ""
    last: tuple[str, ...] = ()
    counts: Counter[str] = field(default_factory=Counter)

    def line(self) -> str:
        """One line of text."""
        counts = " ".join(f"{name}={number}" for name, number in sorted(self.counts.items()))
        if not self.violation:
            return f"{self.seed} ok {counts}"
        last = " | ".join(self.last)
        return f"{self.seed} FAILED {self.violation} [{counts}] {last}".replace("\n", " / ")


class Attentive(Audience):
    """People who answer the game only while they see it, and while nothing false stands there to be undone."""

    def __init__(self, played: "Played", party: Party) -> None:
        super().__init__(party.people)
        self._played = played
        self._party = party

    def listen(self, sitting: Sitting, verdict: Verdict) -> None:
        if not self._played.busy and not self._party.false(sitting.game.acts):
            super().listen(sitting, verdict)


class TableLookout(Lookout):
    """A live camera before the people of this evening."""

    def __init__(self, played: "Played", spec: CameraSpec) -> None:
        self._played = played
        self.spec = spec
        self.frame = None
        self.eye = SimpleNamespace(geometry=None)  # type: ignore[assignment]
        self._sequence = 0
        self._told = CameraState.RUNNING
        self._hard = played.random.random() < 0.1

    @property
    def rehearsal(self) -> Any:
        return self._played.party.people if self._played.party is not None else None

    @rehearsal.setter
    def rehearsal(self, value: Any) -> None:
        raise NotImplementedError

    @property
    def live(self) -> bool:
        return True

    @property
    def events(self) -> tuple[()]:
        return ()

    @property
    def hard_to_read(self) -> bool:
        return self._hard

    def __enter__(self) -> Self:
        self._played.opens_camera()
        return self

    def close(self) -> None:
        self._played.note("camera closed")

    def next(self, timeout_s: float) -> TableView | CameraNews | Ended | None:
        played = self._played
        played.clock.time_s += VIEW_S
        played.turn("next")
        fault = played.fault()
        state = {"stalled": CameraState.STALLED, "gone": CameraState.GONE}.get(fault, CameraState.RUNNING)
        if state is not self._told:
            self._told = state
            return CameraNews(state, 0 if state is CameraState.RUNNING else 1, "The camera is away for this test.")
        if state is not CameraState.RUNNING:
            return None
        if fault == "bug":
            raise InjectedBug("tuple index out of range")
        if fault == "device":
            raise InjectedDevice("The camera failed for this test.")
        self._sequence += 1
        view = played.view(self._sequence)
        if fault in ("no-coasters", "moved"):
            return TableView(view.sequence, view.time_s, trouble=fault)
        if fault == "nobody":
            return TableView(view.sequence, view.time_s)
        return view if not fault else TableView(
            view.sequence, view.time_s, view.sightings, view.seats, view.hidden, moving=view.moving, trouble=fault
        )  # fmt: skip

    def expect(self, *_: object, **__: object) -> None:
        pass

    def read_with(self, deck: object) -> None:
        pass

    @property
    def spoke(self) -> bool:
        return True

    def settle(self) -> None:
        self._played.note("camera settles")

    def retry(self) -> None:
        self._played.note("camera tried again")

    def picture(self, sighting: int) -> BGRImage | None:
        return None

    def jpeg(self, sighting: int) -> bytes | None:
        return None


class RehearsedLookout(TableLookout):
    """A simulated table: its people come and go with it."""

    def __init__(self, played: "Played", spec: CameraSpec, stage: Stage) -> None:
        super().__init__(played, spec)
        played.party = Party(stage.header, stage.seed, played.clock, number=played.next_party(), acts=stage.acts)

    @property
    def live(self) -> bool:
        return False

    def next(self, timeout_s: float) -> TableView | CameraNews | Ended | None:
        self._played.clock.time_s += VIEW_S
        self._played.turn("next")
        party = self._played.party
        assert party is not None
        if party.ended:
            return Ended()
        self._sequence += 1
        return party.view(self._sequence)


class SeenFront(Front):
    """A screen that is looked at, a voice that is listened to, and hands."""

    def __init__(self, played: "Played") -> None:
        super().__init__(clock=lambda: played.clock.time_s)
        self._played = played

    @property
    def windowed(self) -> bool:
        return True

    @property
    def shows(self) -> bool:
        return True

    def show(self, screen: Screen) -> None:
        super().show(screen)
        self._played.shown(screen)

    def say(self, called: str, request: str) -> None:
        self._played.said(called, request)

    def poll(self) -> list[Input]:
        self._played.turn("poll")
        self._given.extend(self._played.presses())
        counts = super().poll()
        for given in counts:
            self._played.presser.counts(given)
        return counts


class PlayedEvening(Evening):
    """An evening whose camera, people and failures are this seed's."""

    def __init__(self, played: "Played", *args: Any, **more: Any) -> None:
        self._played = played
        super().__init__(*args, **more)
        played.evening_begins(self, self._journal)

    @property
    def _watch(self) -> Watch | None:
        return self._watching

    @_watch.setter
    def _watch(self, watch: Watch | None) -> None:
        self._watching = watch
        self._played.watches(watch)

    def _make_lookout(self, spec: CameraSpec, stage: Stage | None) -> Lookout:
        if spec.kind is CameraKind.SIMULATED:
            assert stage is not None
            return RehearsedLookout(self._played, spec, stage)
        return TableLookout(self._played, spec)

    def _one_game(self, header: Header) -> Header | None:
        resumed = self._resumed
        self._played.game_comes(header, resumed.acts if resumed is not None else None, simulated=self._simulated())
        return super()._one_game(header)

    def _after(self, watch: Watch, header: Header) -> Header | None:
        self._played.watches(None)
        return super()._after(watch, header)

    def _go_on_from(self, error: Exception) -> None:
        self._played.failed(error)
        super()._go_on_from(error)


class Listening(logging.Handler):
    """Whatever is logged as an error, with its exception, is a failure too."""

    def __init__(self, heard: Callable[[BaseException], None]) -> None:
        super().__init__(logging.ERROR)
        self._heard = heard

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info is not None and record.exc_info[1] is not None:
            self._heard(record.exc_info[1])


class Played:
    """One evening. ``random`` draws all that happens; ``tell`` hears of everything."""

    def __init__(
        self,
        seed: int,
        folder: Path,
        tell: Callable[[str], None] = lambda line: None,
        *,
        lasts_s: float = EVENING_S,
    ) -> None:
        self.random = Random(f"evening {seed}")
        self.seed = seed
        self.folder = folder
        self.clock = TurnedClock()
        self.party: Party | None = None
        self.screen: Screen | None = None
        self.watch: Watch | None = None
        self.outcome = Outcome(seed)
        self._tell = tell
        self._last: deque[str] = deque(maxlen=LAST)
        self._front = SeenFront(self)
        self._parties = 0
        self._eyes = 0
        self._real: Party | None = None
        self._until_s = self.clock.time_s + lasts_s
        self._cuts = sorted(self.random.uniform(5, lasts_s) for _ in range(self.random.choice((0, 0, 1, 1, 2, 3))))
        self._cut_at = "poll"
        self._faults = self._draw_faults(lasts_s)
        self._impatient = self.random.random() < 0.15
        self._camera_missing_until_s = self.clock.time_s if self.random.random() < 0.95 else self.clock.time_s + 1e9
        self._opening_fails = self.random.choice((0,) * 8 + (1, 2))
        self.presser = Presser(self)
        self._journal: Journal | None = None
        self._evening: Evening | None = None
        self._announced: dict[int, list[str]] = {}
        self._number = 0
        self._changes = 0
        self._checked = -1
        self._requested = ""
        self._complained: set[str] = set()
        """What was complained of aloud, which need not be heard again."""
        self._dark_since_s: float | None = None
        self._behind_since_s: float | None = None
        self._watched_s = float("-inf")
        self._abandoned = False
        self._false_since_s: float | None = None

    def _draw_faults(self, lasts_s: float) -> list[tuple[float, float, str]]:
        """When the camera fails how, and until when."""
        random, faults = self.random, []
        kinds = ("stalled", "gone", "dark", "blurred", "moved", "no-coasters", "nobody", "bug", "device", "journal")
        for _ in range(random.choice((0, 0, 1, 2, 4))):
            at_s = self.clock.time_s + random.uniform(0, lasts_s)
            kind = random.choice(kinds)
            lasts_s = 0.0 if kind in ("bug", "device", "journal") else random.choice((1.0, 4.0, 12.0, 45.0))
            faults.append((at_s, at_s + lasts_s, kind))
        return sorted(faults)

    # -- the whole evening

    def run(self) -> Outcome:
        """Play it; what did not hold is in the outcome."""
        heard = Listening(self.failed)
        logging.getLogger().addHandler(heard)
        speak(ENGLISH)  # whatever the evening before was switched to: a seed is the same evening every time
        try:
            with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
                while self.clock.time_s < self._until_s:
                    try:
                        self._switched_on()
                        break
                    except PowerCut:
                        self._switched_off()
            self._at_the_end()
        except Violated as violated:
            self.outcome.violation, self.outcome.kind = str(violated), violated.kind
        except Exception as error:
            self.outcome.kind = "exception at the top"
            self.outcome.violation = f"exception at the top: {_place_of(error)}"
            self._tell(traceback.format_exc())
        finally:
            logging.getLogger().removeHandler(heard)
        self.outcome.last = tuple(self._last)
        return self.outcome

    def _switched_on(self) -> None:
        """From switching on to the end of the program."""
        self.note("switched on")
        random = self.random
        settings = InputError("settings.toml was written wrong for this test.") if random.random() < 0.05 else None
        front, made = self._front, self
        taken = Journal(self.folder) if self.folder.exists() and random.random() < 0.03 else None
        frees_s = self.clock.time_s + 8.0
        rehearsed = self._rows(self.folder)

        def evening(*args: Any, **more: Any) -> Evening:
            return PlayedEvening(made, *args, **more)

        with mock.patch.object(dealer.house.house, "Evening", evening):
            house = House(
                options(self.folder), Settings(), self.folder, front, None, clock=self.clock, find=self._find
            )
            if taken is not None:
                self._frees = (frees_s, taken)
            try:
                house.run(settings)
            finally:
                self._free()
        if self.party is not self._real and self._rows(self.folder) != rehearsed and self._real is None:
            raise Violated("rehearsal in the journal", "a game of a simulated table stands in the real journal")

    _frees: tuple[float, Journal] | None = None

    def _free(self) -> None:
        if self._frees is not None:
            self._frees[1].close()
            self._frees = None

    def _rows(self, folder: Path) -> int:
        """How many acts the journal in this folder holds."""
        if not (folder / FILE_NAME).exists():
            return 0
        with contextlib.closing(Journal(folder, writable=False)) as journal:
            return sum(game.acts for game in journal.games())

    def _switched_off(self) -> None:
        """The power is gone for a while; then the journal holds all that was announced."""
        self.outcome.counts["cuts"] += 1
        self.note("POWER CUT")
        self.clock.time_s += self.random.uniform(3, 90)
        self._until_s += 90
        if self._real is not None:
            self._real.sleep()
        self.screen = self._dark_since_s = self._behind_since_s = None
        self.watch = None
        if self.random.random() < 0.2:
            self._camera_missing_until_s = self.clock.time_s + self.random.choice((5.0, 20.0, 1e9))

    def _at_the_end(self) -> None:
        """What the journal holds can be read."""
        for folder in (self.folder, rehearsals_folder(self.folder)):
            if (folder / FILE_NAME).exists():
                with contextlib.closing(Journal(folder, writable=False)) as journal:
                    for game in journal.games():
                        journal.load(game.number)

    def _find(self) -> FoundCameras:
        there = self.clock.time_s >= self._camera_missing_until_s
        return FoundCameras((FoundCamera(parse_camera("webcam:0"), "a webcam"),) if there else (), "")

    # -- what the evening tells

    def evening_begins(self, evening: Evening, journal: Journal) -> None:
        """The journal is open."""
        self._journal, self._evening = journal, evening
        self._announced, self._number, self._checked = {}, 0, -1
        add = journal.add

        def adds(*args: Any, **more: Any) -> int:
            if self.fault() == "journal":
                raise InjectedJournal("The disk failed for this test.")
            return add(*args, **more)

        journal.add = adds  # type: ignore[method-assign]

    def opens_camera(self) -> None:
        """A camera opens: an eye that has seen nothing yet."""
        if self._opening_fails > 0:
            self._opening_fails -= 1
            self.note("camera cannot be opened")
            raise InjectedDevice("The camera cannot be opened for this test.")
        self._eyes += 1
        self.note("camera opened")
        if self._real is not None:
            self._real.opened(self._eyes)

    def next_party(self) -> int:
        self._parties += 1
        return self._parties

    def game_comes(self, header: Header, acts: tuple[Act, ...] | None, *, simulated: bool) -> None:
        """People hear which game is played now: a new one, or one that goes on."""
        self.outcome.counts["resumed" if acts is not None else "games"] += 1
        self.outcome.counts[header.variant] += 1
        self.note(f"game comes: {header.variant} of {len(header.players)}, {'new' if acts is None else len(acts)}")
        if acts is None:  # what impatient people do while nobody looks may be told wrong as well
            self.presser.pressed_in_game = int(self._impatient)
        self._false_since_s = None
        self._abandoned = False
        if simulated:
            if self._evening is not None and self._evening._lookout is None:
                self.party = None  # its people come with their camera
            return
        party = self._real
        if acts is not None and party is not None and party.header == header and not party.false(acts):
            self.party = party
            party.people.hold("nobody watches")
            return
        left: tuple[Sighting, ...] = ()
        if party is not None:
            what = self.random.random()
            left = party.lying() if what < 0.35 else party.points() if what < 0.55 else ()
            # what they dealt for a game that nobody watched any more they take up
            left = tuple(seen for seen in left if seen.rest_s <= self._watched_s)
        self._sits(header, left, acts or ())
        if self.random.random() < 0.75:
            assert self.party is not None
            self.party.people.hold("nobody watches")

    def _sits(self, header: Header, left: tuple[Sighting, ...], acts: tuple[Act, ...] = ()) -> None:
        number = self.next_party()
        self.party = self._real = Party(
            header, self.seed * 100 + number, self.clock, number=number, leftovers=left, eye=self._eyes, acts=acts
        )
        self.outcome.counts["leftovers"] += bool(left)

    def watches(self, watch: Watch | None) -> None:
        """A game is watched from now on."""
        self.watch = watch
        if watch is None:
            return
        watch._tell = self._heard
        if self.party is not None:
            self.party.people._holds.clear()
            if watch.audience is not None:
                watch.audience = Attentive(self, self.party)
        self._behind_since_s = None

    def failed(self, error: BaseException) -> None:
        """A failure came to the guard, or was logged as an error."""
        missing = isinstance(error, DeviceError) and ("for this test" in str(error) or not self._find().cameras)
        if isinstance(error, Injected) or missing:
            self.note(f"injected: {error}")
            return
        if isinstance(error, Violated | PowerCut):
            raise error
        raise Violated("exception", f"{type(error).__name__}: {error} at {_place_of(error)}")

    def shown(self, screen: Screen) -> None:
        """A screen is shown."""
        if self.screen is None or _words_of(screen) != _words_of(self.screen):
            self.note(f"shows {_words_of(screen)}")
        self.presser.sees(screen)
        self.screen = screen
        if isinstance(screen, StartScreen) and self._real is not None:
            self._real.people.hold("nobody watches")
        lit = [label for label in labels_of(screen).values() if label]
        if lit:
            self._dark_since_s = None
        elif self._dark_since_s is None:
            self._dark_since_s = self.clock.time_s
        elif self.clock.time_s - self._dark_since_s > DARK_S:
            raise Violated("dark", f"no lit button for {DARK_S} s: {_words_of(screen)}")
        sitting = self.watch.sitting if self.watch is not None else None
        if sitting is not None and isinstance(screen, PlayScreen | QuestionScreen):
            if screen.prompt != sitting.prompt:
                raise Violated("said and shown", f"shown {screen.prompt.headline!r}, asked {sitting.prompt.headline!r}")
        if sitting is not None and isinstance(screen, PlayScreen | QuestionScreen | EndScreen):
            again = sitting.prompt.mode is Mode.IRREGULAR and sitting.prompt.spoken in self._complained
            if sitting.prompt.spoken and self._requested != sitting.prompt.spoken and not again:
                raise Violated("said and shown", f"said {self._requested!r}, shown {sitting.prompt.spoken!r}")
        if sitting is not None and isinstance(screen, EndScreen):
            self._check_end(sitting, screen)

    def _check_end(self, sitting: Sitting, screen: EndScreen) -> None:
        """Who lost is said as it is shown, and as the game has it."""
        state = sitting.game.state
        losers = {standing.name for standing in screen.standings if standing.loser}
        if losers != set(state.losers):
            raise Violated("said and shown", f"{losers} are shown as losers of {state.losers}")
        if not all(name in sitting.prompt.spoken for name in state.losers):
            raise Violated("said and shown", f"{state.losers} lost; said was {sitting.prompt.spoken!r}")

    def said(self, called: str, request: str) -> None:
        """Something is heard."""
        self.note(f"says {called!r} {request!r}")
        self.presser.hears()
        self._requested = request or self._requested
        if self.sitting is not None and self.sitting.prompt.mode is Mode.IRREGULAR:
            self._complained.add(request)
        self._cut("say")

    def _heard(self, time_s: float, event: str, fields: Mapping[str, Any]) -> None:
        """An event of the game."""
        assert self._journal is not None and self.watch is not None
        if event == "begin":
            self._number = fields["game"]
            held = self._held()
            if len(held) != fields["resumed"]:
                raise Violated("journal", f"resumed {fields['resumed']} acts; the journal has {len(held)}")
            self._announced[self._number] = held
        announced = self._announced.get(self._number, [])
        if event == "act":
            announced.append(fields["act"])
            self.note(f"act {fields['act']} ({fields['source']})")
            if self._held()[: len(announced)] != announced:
                raise Violated("journal", f"announced {announced[-3:]}, journalled {self._held()[-3:]}")
            self._check_seen(len(announced), fields["source"])
            self.outcome.counts["acts"] += 1
        elif event == "undo":
            announced.pop()
            self.note(f"undo {fields['act']}")
        elif event == "correction":
            announced[fields["line"] - 1] = fields["act"]
            self.note(f"correction {fields['act']} instead of {fields['instead_of']}")
        elif event == "question":
            self.outcome.counts["questions"] += 1
        if event in ("act", "undo", "correction", "begin"):
            self._changes += 1

    def _held(self) -> list[str]:
        """The acts that the journal has of this game."""
        assert self._journal is not None
        return [str(act) for act in self._journal.load(self._number).acts]

    def _check_seen(self, count: int, source: str) -> None:
        """What was accepted though nobody said it is what people did."""
        assert self.watch is not None and self.watch.sitting is not None
        if self.party is None or source != "seen" or self.presser.pressed_in_game:
            return
        if self._false_act(count) and self._false_since_s is None:
            self._false_since_s = self.clock.time_s

    def _false_act(self, count: int) -> str:
        """The first of the acts that nobody did, or ``""``."""
        assert self.watch is not None and self.watch.sitting is not None and self.party is not None
        acts = self.watch.sitting.game.acts[:count]
        false = self.party.false(acts)
        return str(one_by_one(acts)[false[0]]) if false else ""

    def _check_false(self, sitting: Sitting) -> None:
        """What was seen and nobody did yet, they are about to have done: a card is gone before the hand is home."""
        if self._false_since_s is None or self.party is None:
            return
        act = "" if self.presser.pressed_in_game else self._false_act(len(sitting.game.acts))
        if not act:
            self._false_since_s = None
        elif self.clock.time_s - self._false_since_s > HAND_HOME_S:
            raise Violated("wrong act", f"{act}; in truth {[str(one) for one in self.party.truth[-4:]]}")

    # -- at every turn

    def turn(self, where: str) -> None:
        """Time goes on: people act, and all that must hold does."""
        if self._real is not None:  # people wait while the screen says that the camera does not see well
            waits = bool(self.fault()) and self.watch is not None and not self._impatient
            (self._real.people.hold if waits else self._real.people.release)("no sight")
            away = self.by_hand and self.busy  # who tells what happens is at the menu
            (self._real.people.hold if away else self._real.people.release)("nobody tells")
        for party in {self.party, self._real} - {None}:
            assert party is not None
            party.advance()
        if self._frees is not None and self.clock.time_s >= self._frees[0]:
            self._free()
        self._cut(where)
        sitting = self.watch.sitting if self.watch is not None else None
        if sitting is None:
            return
        if self.party is self._real:
            self._watched_s = self.clock.time_s
        self._check_false(sitting)
        self._check_acts(sitting)
        self._check_known(sitting)

    def _check_acts(self, sitting: Sitting) -> None:
        """What was announced, what the journal holds and what the game knows are one; coins are kept."""
        acts = [str(act) for act in sitting.game.acts]
        if acts != self._announced.get(self._number):
            raise Violated("acts", f"the game has {acts[-3:]}, announced {self._announced.get(self._number, [])[-3:]}")
        if self._checked == self._changes:
            return
        self._checked = self._changes
        if acts != self._held():
            raise Violated("acts", f"the game has {acts[-3:]}, the journal {self._held()[-3:]}")
        state = sitting.game.state
        coins = sum(player.coins for player in state.players) + state.pot
        if coins != sitting.game.header.option("carry", 0):
            raise Violated("coins", f"{coins} coins, {sitting.game.header.option('carry', 0)} came")

    def _check_known(self, sitting: Sitting) -> None:
        """What happened is known after a while. Where somebody pressed at random people give the game up instead."""
        party, now_s = self.party, self.clock.time_s
        if party is None or self.busy or self.fault() or (self.watch is not None and self.watch.console is None):
            self._behind_since_s = None
            return
        acts = sitting.game.acts
        if not party.missing(acts) and not party.false(acts):
            self._behind_since_s = None
            return
        if self._behind_since_s is None:
            self._behind_since_s = now_s
        if now_s - self._behind_since_s < LOST_S:
            return
        if not self.presser.pressed_in_game:
            missing = [str(act) for act in party.missing(acts)]
            raise Violated(
                "lost the thread", f"unknown for {LOST_S} s: {missing[:3]}; asked {sitting.prompt.headline!r}"
            )
        if now_s - self._behind_since_s > 2 * LOST_S and not self._abandoned:
            self._abandoned = True
            self.outcome.counts["given up"] += 1
            self.note("people give up")
            self.presser.errand = "Stop here, keep the scores"

    @property
    def sitting(self) -> Sitting | None:
        """The game that is watched."""
        return self.watch.sitting if self.watch is not None else None

    @property
    def by_hand(self) -> bool:
        """Whether people must say what happens."""
        return self.watch is not None and self.watch.by_hand

    def violated(self, kind: str, words: str) -> None:
        """Something does not hold."""
        raise Violated(kind, words)

    @property
    def busy(self) -> bool:
        """Whether people look at something else than the game."""
        console = self.watch.console if self.watch is not None else None
        return console is not None and (console.busy or console.paused or self.watch._aim is not None)  # type: ignore[union-attr]

    def presses(self) -> list[Input]:
        """What hands do now."""
        if self.clock.time_s >= self._until_s:
            return [Quit()]
        return self.presser.presses()

    def view(self, sequence: int) -> TableView:
        """The real table now."""
        if self._real is None:
            return TableView(sequence, self.clock.time_s)
        return self._real.view(sequence)

    def gather(self) -> None:
        """People take everything up and begin this game anew."""
        assert self._real is not None and self.watch is not None
        self.note("people gather")
        if self._real.truth:
            self._sits(self._real.header, ())
            if self.watch.audience is not None:
                self.watch.audience = Attentive(self, self._real)
        self._real.leftovers = ()

    def fault(self) -> str:
        """What fails now; what fails in a moment does so once."""
        now_s = self.clock.time_s
        for fault in self._faults:
            from_s, until_s, kind = fault
            if from_s <= now_s < until_s:
                return kind
            if from_s == until_s and from_s <= now_s:
                in_game = self.watch is not None and self.watch.sitting is not None
                if kind != "journal" or in_game:
                    self._faults.remove(fault)
                    self.outcome.counts[kind] += 1
                    return kind
        return ""

    def _cut(self, where: str) -> None:
        """The power may go."""
        if self._cuts and self.clock.time_s - 1000.0 >= self._cuts[0] and where == self._cut_at:
            self._cuts.pop(0)
            self._cut_at = self.random.choice(("poll", "next", "say"))
            raise PowerCut

    def note(self, words: str) -> None:
        """Something happened."""
        line = f"{self.clock.time_s:.2f} {words}"
        self._last.append(line)
        self._tell(line)


def _words_of(screen: Screen) -> str:
    """A screen in a few words."""
    name = type(screen).__name__
    labels = ", ".join(f"{button.value}: {label}" for button, label in labels_of(screen).items())
    if isinstance(screen, PlayScreen | QuestionScreen):
        paused = " paused" if isinstance(screen, PlayScreen) and screen.paused else ""
        news = f" news {screen.news!r}" if isinstance(screen, PlayScreen) and screen.news else ""
        return f"{name}{paused} {screen.prompt.headline!r} {screen.prompt.detail!r}{news} ({labels})"
    if isinstance(screen, MessageScreen | EndScreen):
        return f"{name} {screen.headline!r} ({labels})"
    return f"{name} ({labels})"


def _place_of(error: BaseException) -> str:
    """The innermost lines of an error."""
    frames = traceback.extract_tb(error.__traceback__)[-4:]
    return f"{type(error).__name__}({error}) " + " < ".join(
        f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in reversed(frames)
    )
