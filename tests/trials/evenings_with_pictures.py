"""Trial: evenings of several games before one camera whose pictures are drawn, and one eye that lasts all evening.

``PYTHONPATH=.:tests python tests/trials/evenings_with_pictures.py --seeds 0:20 --games 6``

The table outlives its games: cards are gathered after a game, or stay where they lie when the next one begins. Now and
then the camera's picture goes wrong for some seconds. One line an evening; what happened last in one that failed stands
below it. The exit status is 1 if an evening failed.
"""

import argparse
import contextlib
import io
import math
import sys
import tempfile
import time
import traceback
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Self

import numpy as np
from camera_faults import FAULTS, Fault
from evening_table import options
from true_views import PILES

from dealer.display.screens import (
    EndScreen,
    MessageScreen,
    PlayScreen,
    QuestionScreen,
    Screen,
    SetupScreen,
    StartScreen,
    labels_of,
)
from dealer.display.window import Input
from dealer.game.header import Header
from dealer.house.camera_and_eye import Lookout, Stage
from dealer.house.devices import Front
from dealer.house.evening import Evening, Table
from dealer.house.sight import Ended
from dealer.house.watch import Watch
from dealer.journal.journal import Journal
from dealer.measures.games import lines
from dealer.presses import Button, Press, Quit
from dealer.rehearsal.audience import Audience
from dealer.rehearsal.rehearsal import People
from dealer.rehearsal.unknown_acts import one_by_one, unknown
from dealer.rules.acts import Act
from dealer.settings import Settings
from dealer.system.clock import Clock
from dealer.view import TableView
from dealer.words.prompts import Mode
from hardware.cameras.cameras import CameraSpec, FoundCamera, FoundCameras, parse_camera
from hardware.cameras.watched import CameraNews
from vision.frame import Frame
from vision.synth import handwork
from vision.synth.choreography import Action, Beat
from vision.synth.scene import Card, Hand, Thing
from vision.synth.setting import SceneSettings
from vision.synth.simulated import SimulatedCamera

NAMES = ("Ada", "Ben", "Cem", "Dora")

FAULTS_OF_THE_EVENING = ("black", "hand on the lens", "frozen", "blurred")
"""Which of the camera's faults come, by their names."""

FAULT_S = (3.0, 6.0)
"""How long the picture is wrong."""

FAULT_EVERY_S = (8.0, 50.0)
"""From one fault to the next."""

IDLE_S = 0.4
"""One beat of a table at which nobody does anything."""

PRESS_S = (1.0, 2.5)
"""From a screen to the button that leads on from it."""

LONGEST_GAME_S = 1500.0
"""A game that takes longer has got stuck."""

HANDS_S = 4.0
"""A hand that lays a card is out of the way, and its people know the act, within this."""

LOST_S = 120.0
"""What happened is known after this, or the program has lost the thread."""

LAST = 25
"""So many of the last things that happened are told with a failure."""


class Failed(BaseException):
    """Something is not as it must be."""


@dataclass(slots=True)
class Outcome:
    """What came of an evening."""

    seed: int
    counts: Counter[str] = field(default_factory=Counter)
    failure: str = ""
    last: tuple[str, ...] = ()
    took_s: float = 0.0

    def line(self) -> str:
        """One line of text, and what happened last if it failed."""
        counts = " ".join(f"{name}={self.counts[name]}" for name in ("games", "equal", "acts", "questions", "faults"))
        more = " ".join(f"{name}={n}" for name, n in sorted(self.counts.items()) if f"{name}=" not in counts)
        line = f"{self.seed} {'FAILED' if self.failure else 'ok'} {counts} {self.took_s:.0f} s; {more}"
        return "\n     ".join((line, self.failure, *self.last)) if self.failure else line


class Company(People):
    """The people of one game, at a table where ``lying`` lies already."""

    def __init__(
        self, header: Header, seed: int, settings: SceneSettings, lying: tuple[Thing, ...], at_s: float
    ) -> None:
        self._lying = lying
        self.left: list[Card] = []
        super().__init__(header, seed, settings)
        if lying:  # the table's other things stand where they stood
            scene, kept = self.scene, {thing.id for thing in lying}
            for thing in list(scene.things.values()):
                if thing.id not in kept and thing.kind not in PILES and not thing.kind.startswith("coaster"):
                    scene.remove(thing)
        self.scene.time_s = at_s

    def _lay_what_happened(self) -> None:
        for thing in self._lying:
            self.scene._add(thing)
            self.scene._level = max(self.scene._level, thing.level if isinstance(thing, Card) else 0.0)
        self.left = [thing for thing in self._lying if isinstance(thing, Card)]
        super()._lay_what_happened()

    def things_left(self, *, cards: bool) -> tuple[Thing, ...]:
        """What stays on the table when the game is over."""
        return tuple(
            thing
            for thing in self.scene.things.values()
            if not isinstance(thing, Hand)
            and thing.kind not in PILES
            and not thing.kind.startswith("coaster")
            and (cards or not isinstance(thing, Card))
        )

    def take_up(self, cards: list[Card]) -> Action:
        """Hands take these cards off the table, place by place."""
        poses = self.scene.seat_poses
        by_seat: dict[int, list[Card]] = {}
        for card in cards:
            nearest = min(poses, key=lambda s: math.hypot(card.pose.x_mm - poses[s][0], card.pose.y_mm - poses[s][1]))
            by_seat.setdefault(nearest, []).append(card)
        for seat, taken in by_seat.items():
            yield from handwork.take_in(self.scene, seat, taken)


class Room(Clock):
    """One table for the whole evening: the people of each game, the camera over them, and the time."""

    def __init__(self, seed: int, players: int) -> None:
        self.random = Random(f"evening with pictures {seed}")
        self.seed = seed
        self.settings = SceneSettings.random(seed, seats=players)
        self.people: Company | None = None
        self.fault: Fault | None = None
        self.parties = 0
        self._night: Action = iter(())
        self._chores: deque[Action] = deque()
        empty = Header.from_mapping({"variant": "basic", "players": list(NAMES[:players])})
        self._nobody = Company(empty, seed, self.settings, (), 0.0)
        self.camera = SimulatedCamera(self._nobody.scene)
        self._frames = self.camera.frames(self._beats(), fast=True)
        self._fault_s = self.random.uniform(*FAULT_EVERY_S)
        self._fault_until_s = 0.0
        self._fault_image: Any = None
        self._step = 0
        self.faults = 0

    # -- time

    def now_s(self) -> float:
        return self.camera.time_s

    def sleep(self, seconds: float) -> None:
        """The table goes on, and nobody looks."""
        until_s = self.now_s() + seconds
        while self.now_s() < until_s - 1e-6:
            next(self._frames)

    # -- what happens

    def sits(self, header: Header, *, left: bool) -> Company:
        """The people of the next game come; with ``left`` the cards of the last one lie there still."""
        before = self.people or self._nobody
        self.parties += 1
        self._chores.clear()
        lying = before.things_left(cards=left)
        for thing in lying:
            thing.moving = False
        people = Company(header, self.seed * 100 + self.parties, self.settings, lying, self.now_s())
        self.people, self._night = people, people.night()
        self.camera.scene = people.scene
        return people

    def do(self, chore: Action) -> None:
        """This is done before anything else."""
        self._chores.append(chore)

    @property
    def busy(self) -> bool:
        """Whether something is being done beside the game."""
        return bool(self._chores)

    def _beats(self) -> Iterator[Beat]:
        while True:
            doing = self._chores[0] if self._chores else self._night
            beat = next(doing, None)
            if beat is None and self._chores:
                self._chores.popleft()
                continue
            yield beat or Beat(IDLE_S)

    @property
    def _calm(self) -> bool:
        """Whether no hand is over the table."""
        people = self.people
        return (
            people is not None
            and not self._chores
            and not any(thing.moving or isinstance(thing, Hand) for thing in people.scene.things.values())
        )

    # -- what the camera gives

    def frame(self) -> Frame:
        """The next picture; what is wrong with it people see on the screen, and wait."""
        frame = next(self._frames)
        people, now_s = self.people, frame.time_s
        if people is None:
            return frame
        if self.fault is None and now_s >= self._fault_s:
            if people.game.over:  # then nothing is waited for
                people.release("no sight")
                self._fault_s = now_s + self.random.uniform(*FAULT_EVERY_S)
                return frame
            people.hold("no sight")
            if self._calm:
                name = self.random.choice(FAULTS_OF_THE_EVENING)
                self.fault = next(fault for fault in FAULTS if fault.name == name)
                self._fault_until_s = now_s + self.random.uniform(*FAULT_S)
                self._fault_image, self._step = frame.image, 0
                self.faults += 1
        if self.fault is None:
            return frame
        if now_s >= self._fault_until_s:
            self.fault = None
            self._fault_s = now_s + self.random.uniform(*FAULT_EVERY_S)
            return frame
        self._step += 1
        image = self.fault.spoil(self._fault_image if self.fault.same else frame.image, self._step)
        assert image is not None
        return Frame(np.ascontiguousarray(image), frame.time_s, frame.sequence)

    @property
    def awaits_sight(self) -> bool:
        """Whether people wait for a picture that is right."""
        return self.fault is not None or (self.people is not None and self.now_s() >= self._fault_s)


class RoomLookout(Lookout):
    """A live camera over the room."""

    def __init__(self, room: Room, spec: CameraSpec) -> None:
        super().__init__(
            spec, Settings(), lens_name=room.settings.lens_name, stage=None, fast=True, frames=(), must_run=False
        )
        self._room = room

    def __enter__(self) -> Self:
        return self

    def next(self, timeout_s: float) -> TableView | CameraNews | Ended | None:
        self.frame = self._room.frame()
        return self._look(self.frame)


class RoomFront(Front):
    """A screen that is looked at, and hands that press what leads on."""

    def __init__(self, played: "Played") -> None:
        super().__init__(clock=played.room.now_s)
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
        self._played.note(f"says {called!r} {request!r}")

    def poll(self) -> list[Input]:
        self._given.extend(self._played.presses())
        return super().poll()


class RoomEvening(Evening):
    """The evening, with its camera over the room; what fails in it is a failure of the trial."""

    def __init__(self, played: "Played", *args: Any, **more: Any) -> None:
        self._played = played
        super().__init__(*args, **more)

    @property
    def _watch(self) -> Watch | None:
        return self._watching

    @_watch.setter
    def _watch(self, watch: Watch | None) -> None:
        self._watching = watch
        self._played.watches(watch)

    def _make_lookout(self, spec: CameraSpec, stage: Stage | None) -> Lookout:
        self._played.outcome.counts["eyes"] += 1
        return RoomLookout(self._played.room, spec)

    def _one_game(self, header: Header) -> Header | None:
        self._played.game_comes(header)
        return super()._one_game(header)

    def _go_on_from(self, error: Exception) -> None:
        raise error


class Played:
    """One evening by its seed."""

    def __init__(
        self, seed: int, games: int, folder: Path, *, players: int = 0, target: int = 4,
        tell: Callable[[str], None] = lambda line: None,
    ) -> None:  # fmt: skip
        self.random = Random(f"hands {seed}")
        self.players = players or self.random.choice((2, 3))
        self.room = Room(seed, self.players)
        self.outcome = Outcome(seed)
        self.leaves_cards = self.random.random() < 0.6
        self._games = games
        self._folder = folder
        self._target = target
        self._tell = tell
        self._last: deque[str] = deque(maxlen=LAST)
        self._screen: Screen | None = None
        self._press_s = 0.0
        self._watch: Watch | None = None
        self._false_since_s: float | None = None
        self.audience: Audience | None = None
        self._began_s = 0.0
        self._behind_since_s: float | None = None
        self._compared = self._left = self._impatient = False

    def run(self) -> Outcome:
        """Play it."""
        began_s = time.process_time()
        evening: RoomEvening | None = None
        spec = parse_camera("webcam:0")
        try:
            with Journal(self._folder) as journal, contextlib.redirect_stderr(io.StringIO()):
                names = ",".join(NAMES[: self.players])
                chosen = options(self._folder, variant="basic", players=names, target=self._target)
                evening = RoomEvening(
                    self, chosen, Settings(), journal, RoomFront(self), Table(spec), clock=self.room,
                    find=lambda: FoundCameras((FoundCamera(spec, "a webcam"),), ""),
                )  # fmt: skip
                evening.run()
                for game in journal.games():
                    journal.load(game.number)
            if self.outcome.counts["games"] < self._games:
                raise Failed(f"the evening ended after {self.outcome.counts['games']} games")
            if self.outcome.counts["eyes"] != 1:
                raise Failed(f"the camera was opened {self.outcome.counts['eyes']} times")
        except Failed as failed:
            self.outcome.failure = str(failed)
        except Exception:
            self.outcome.failure = traceback.format_exc()
        self.outcome.counts["faults"] = self.room.faults
        self.outcome.last = tuple(self._last)
        self.outcome.took_s = time.process_time() - began_s
        return self.outcome

    # -- what the evening tells

    def game_comes(self, header: Header) -> None:
        """Its people sit down; some deal while the set-up view still shows."""
        self._left = self.leaves_cards and self.room.people is not None
        people = self.room.sits(header, left=self._left)
        self._impatient = not self._left and self.random.random() < 0.4
        if not self._impatient:
            people.hold("nobody watches")
        if people.left:
            people.hold("cards lie there")
        self._compared = False
        self._began_s = self.room.now_s()
        self._behind_since_s = None
        self.outcome.counts["left lying"] += bool(people.left)
        self.outcome.counts["dealt early"] += self._impatient
        self.note(f"game comes: {header.variant} of {len(header.players)}, {len(people.left)} cards lie there")

    def watches(self, watch: Watch | None) -> None:
        """A game is watched from now on."""
        self._watch = watch
        if watch is None or self.room.people is None:
            return
        watch._tell = self._heard
        self.room.people.release("nobody watches")
        self.audience = watch.audience = Audience(self.room.people)

    def _heard(self, time_s: float, event: str, fields: Mapping[str, Any]) -> None:
        people, watch = self.room.people, self._watch
        if event == "question":
            self.outcome.counts["questions"] += 1
            self.note(f"asks {fields.get('question')}")
        if event in ("undo", "correction"):
            self.outcome.counts[event] += 1
            self.note(f"{event} {dict(fields)}")
        if event != "act" or people is None or watch is None or watch.sitting is None:
            return
        self.outcome.counts["acts"] += 1
        self.note(f"act {fields['act']} ({fields['source']})")
        if fields["source"] == "seen" and self._false_since_s is None and self._false() is not None:
            self._false_since_s = people.scene.time_s

    def _false(self) -> Act | None:
        """The first act of the game that did not happen, as far as people know by now."""
        people, watch = self.room.people, self._watch
        if people is None or watch is None or watch.sitting is None:
            return None
        known = one_by_one(watch.sitting.game.acts)
        false = unknown([dealt.act for dealt in people.truth], known)
        return known[false[0]] if false else None

    def _check_false(self) -> None:
        """An act that was seen is false if people do not know of it a moment later: their hands may be slower than the
        eye."""
        people = self.room.people
        if people is None or self._false_since_s is None:
            return
        false = self._false()
        if false is None:
            self._false_since_s = None
        elif people.scene.time_s - self._false_since_s > HANDS_S:
            truth = [str(dealt.act) for dealt in people.truth]
            raise Failed(f"wrong act in silence: {false}; truth {truth[-4:]}")

    def shown(self, screen: Screen) -> None:
        """A screen is shown."""
        words = _words_of(screen)
        if self._screen is None or words != _words_of(self._screen):
            self.note(f"shows {words}")
            self._press_s = self.room.now_s() + self.random.uniform(*PRESS_S)
        self._screen = screen

    # -- what people do

    def presses(self) -> list[Input]:
        """What leads on from the screen."""
        screen, now_s, people = self._screen, self.room.now_s(), self.room.people
        if screen is None or people is None:
            return [Press(Button.GREEN)] if isinstance(screen, StartScreen) else []
        self._check(people, now_s)
        if isinstance(screen, PlayScreen | QuestionScreen):
            if not self.room.awaits_sight:
                people.release("no sight")
            self._gather_if_asked(people, screen, now_s)
        if now_s < self._press_s or self.room.busy:
            return []
        self._press_s = now_s + self.random.uniform(*PRESS_S)
        match screen:
            case EndScreen():
                return self._at_the_end(people)
            case StartScreen():
                return [Press(Button.GREEN)]
            case SetupScreen():
                return [Press(Button.GREEN)] if self.random.random() < 0.2 else []
            case MessageScreen(trouble=True):
                raise Failed(f"a trouble is shown: {_words_of(screen)}")
        return []

    def _gather_if_asked(self, people: Company, screen: PlayScreen | QuestionScreen, now_s: float) -> None:
        """Cards of the last game are taken up where the screen asks for it; where it does not, after a while."""
        sitting = self._watch.sitting if self._watch is not None else None
        if not people.left or self.room.busy or sitting is None or sitting.game.acts or now_s < self._press_s:
            return
        asked = screen.prompt.mode is not Mode.PLAY
        if asked or now_s - self._began_s > 20.0:
            self.outcome.counts["gathered when asked" if asked else "gathered unasked"] += 1
            self.note("people gather what lies there")
            self.room.do(self._gathered(people))

    def _gathered(self, people: Company) -> Action:
        left, people.left = people.left, []
        yield from people.take_up(left)
        people.release("cards lie there")

    def _at_the_end(self, people: Company) -> list[Input]:
        if not self._compared:
            self._compare(people)
        if self.outcome.counts["games"] >= self._games:
            return [Quit()]
        cards = list(people.scene.cards())
        if not self.leaves_cards and cards:
            self.room.do(people.take_up(cards))
            return []
        return [Press(Button.GREEN) if self.random.random() < 0.7 else Press(Button.RED)]

    def _compare(self, people: Company) -> None:
        """The record of the game, and what really happened."""
        assert self._watch is not None and self._watch.sitting is not None and self.audience is not None
        self._compared = True
        known = lines(self._watch.sitting.game.acts)
        truth = lines(dealt.act for dealt in people.truth)
        self.outcome.counts["games"] += 1
        self.outcome.counts["told, though it lay there"] += len(self.audience.missed)
        self.outcome.counts["told by touch"] += len(self.audience.unoffered)
        if known != truth:
            raise Failed(f"the record differs: {known}\n     truth: {truth}")
        self.outcome.counts["equal"] += 1

    def _check(self, people: Company, now_s: float) -> None:
        """The game goes on: what happened is known after a while."""
        sitting = self._watch.sitting if self._watch is not None else None
        if self._compared:
            return
        if now_s - self._began_s > LONGEST_GAME_S:
            raise Failed(f"the game takes longer than {LONGEST_GAME_S:.0f} s")
        self._check_false()
        truth = [dealt.act for dealt in people.truth]
        if sitting is not None and not unknown(one_by_one(sitting.game.acts), truth) and truth:
            self._behind_since_s = None
        elif self._behind_since_s is None:
            self._behind_since_s = now_s
        elif now_s - self._behind_since_s > LOST_S:
            asked = sitting.prompt.headline if sitting is not None else ""
            raise Failed(f"nothing went on for {LOST_S:.0f} s: asked {asked!r}, truth {[str(a) for a in truth[-3:]]}")

    def note(self, words: str) -> None:
        """Something happened."""
        line = f"{self.room.now_s():.1f} {words}"
        self._last.append(line)
        self._tell(line)


def _words_of(screen: Screen) -> str:
    labels = ", ".join(f"{button.value}: {label}" for button, label in labels_of(screen).items())
    name = type(screen).__name__
    if isinstance(screen, PlayScreen | QuestionScreen):
        return f"{name} {screen.prompt.headline!r} {screen.prompt.detail!r} ({labels})"
    if isinstance(screen, MessageScreen | EndScreen):
        return f"{name} {screen.headline!r} ({labels})"
    return f"{name} ({labels})"


def test_an_evening_of_two_games(tmp_path: Path) -> None:
    outcome = Played(0, 2, tmp_path).run()
    assert not outcome.failure, outcome.line()
    assert outcome.counts["equal"] == 2


def main() -> int:
    """Play evenings and say how they went."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", default="0:20", help="FIRST:PAST, or one")
    parser.add_argument("--games", type=int, default=6)
    parser.add_argument("--players", type=int, default=0, help="2 to 4; else 2 or 3, by the seed")
    parser.add_argument("--target", type=int, default=4)
    parser.add_argument("--verbose", action="store_true")
    chosen = parser.parse_args()
    first, colon, past = chosen.seeds.partition(":")
    failed = 0
    for seed in range(int(first), int(past) if colon else int(first) + 1):
        with tempfile.TemporaryDirectory() as folder:
            tell: Callable[[str], None] = _print if chosen.verbose else lambda line: None
            outcome = Played(
                seed, chosen.games, Path(folder), players=chosen.players, target=chosen.target, tell=tell
            ).run()
        failed += bool(outcome.failure)
        print(outcome.line(), flush=True)
    print(f"{failed} evenings failed" if failed else "all held")
    return 1 if failed else 0


def _print(line: str) -> None:
    print(line, flush=True)


if __name__ == "__main__":
    sys.exit(main())
