"""One simulated game through the code that ships, and what became of it: played, compared with what really happened.

People who see the screen answer truly after a while (``dealer.rehearsal.audience``); the screen and the voice are
left out.
"""

import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from dealer.game.driver import Game
from dealer.game.header import Header
from dealer.game.record import in_written_order
from dealer.house.camera_and_eye import Lookout, Stage, simulated_design
from dealer.house.devices import Front
from dealer.house.sight import Ended
from dealer.house.watch import Watch
from dealer.house.watch_command import simulated_players
from dealer.journal.journal import Journal
from dealer.rehearsal.mishaps import Dealt
from dealer.rehearsal.unknown_acts import one_by_one
from dealer.rules.acts import Act
from dealer.seen.verdicts import Cause
from dealer.settings import Settings
from dealer.view import TableView
from hardware.cameras.cameras import CameraKind, CameraSpec
from hardware.cameras.watched import CameraNews
from vision.frame import Frame
from vision.looks.record import SUFFIX
from vision.looks.record import Header as LooksHeader
from vision.looks.recorder import Recorder
from vision.measures.lying import truth_of
from vision.nets.models import checksums
from vision.nets.ranks import Ranks

UNSEEN = frozenset(cause.value for cause in (Cause.FOLD_BY_COVER, Cause.WHICH_ACT, Cause.TOLD_CARD, Cause.TOLD_HAND))
"""The causes of questions that no eye could spare the table: the first two are asked by one that sees everything, the
others people open themselves."""

Of = TypeVar("Of")

RECORDED = frozenset({"question", "answer", "act", "undo", "correction"})
"""The events that are kept among recorded looks."""

TAKEN_BACK = "take-back"
"""The kind of the question whether acts are taken back, which has no cause of its own."""


class WrongAct(msgspec.Struct, frozen=True):
    """An act of the record that did not happen so. ``line`` is its number there, from 1; ``true`` what happened
    instead, None where nothing did; ``source`` who told it: ``seen``, ``answered`` or ``said``."""

    line: int
    act: str
    true: str | None
    source: str


class GameFigures(msgspec.Struct, frozen=True, kw_only=True):
    """All that is measured of one game. Acts are written as in the record.

    ``cards``: how many were called; ``wrong``: acts of the record that did not happen so; ``lost``: acts that happened
    and are not in it; ``mended``: acts that were called, and taken back or corrected since; ``missed``: acts that lay
    there to be seen and had to be told; ``unoffered``: acts that no button offered to tell; ``objections``: hands read
    out wrong. ``questions`` and ``complaints`` are counted by cause. ``call_ms`` and ``clip_ms``: for each card that
    was seen and called, frame time from its rest to the view that called it, and the same with the processor's time
    from that view's frame to the call's words. ``cpu_s``: processor time of the game, ``sight_s`` of the eye alone,
    ``table_s`` of the simulated table alone; ``played_s`` is the game's own time. ``failed``: the error that ended it.
    """

    variant: str
    seed: int
    players: int
    design: str
    equal: bool = False
    over: bool = False
    acts: int = 0
    cards: int = 0
    wrong: tuple[WrongAct, ...] = ()
    lost: tuple[str, ...] = ()
    mended: tuple[str, ...] = ()
    missed: tuple[str, ...] = ()
    unoffered: tuple[str, ...] = ()
    objections: tuple[str, ...] = ()
    questions: dict[str, int] = {}
    complaints: dict[str, int] = {}
    call_ms: tuple[float, ...] = ()
    clip_ms: tuple[float, ...] = ()
    played_s: float = 0.0
    frames: int = 0
    cpu_s: float = 0.0
    sight_s: float = 0.0
    table_s: float = 0.0
    failed: str = ""

    @property
    def silent(self) -> tuple[WrongAct, ...]:
        """The wrong acts that were called without a question, and stayed in the record."""
        return tuple(act for act in self.wrong if act.source == "seen")

    @property
    def phantoms(self) -> tuple[WrongAct, ...]:
        """The acts of the record in whose place nothing happened."""
        return tuple(act for act in self.wrong if act.true is None)

    @property
    def asked(self) -> int:
        """How many questions were about what can be seen."""
        return sum(count for kind, count in self.questions.items() if kind not in UNSEEN)


@dataclass(slots=True)
class CalledAct:
    """An act that stands in the record: who told it, when, and the processor's time until its words were there."""

    act: str
    source: str
    time_s: float
    work_s: float | None = None


@dataclass(slots=True)
class Told:
    """Hears a game's events and keeps what is measured of them. ``work_s`` says how long the frame in hand has been
    worked on; a ``recorder`` of looks hears what was asked, answered and called."""

    work_s: Callable[[], float] = lambda: 0.0
    called: list[CalledAct] = field(default_factory=list)
    mended: list[str] = field(default_factory=list)
    questions: Counter[str] = field(default_factory=Counter)
    complaints: Counter[str] = field(default_factory=Counter)
    recorder: Recorder | None = None
    _complaint: str | None = None

    def __call__(self, time_s: float, event: str, fields: Mapping[str, Any]) -> None:
        """An event, as ``dealer watch --json`` writes it."""
        if self.recorder is not None and event in RECORDED:
            self.recorder.told(time_s, event, fields)
        match event:
            case "act":
                self.called.append(CalledAct(fields["act"], fields["source"], time_s))
            case "undo":
                self.mended.append(self.called.pop().act)
            case "correction":
                one = self.called[fields["line"] - 1]
                self.mended.append(one.act)
                one.act, one.source = fields["act"], "said"
            case "question":
                self.questions[fields["cause"] or TAKEN_BACK] += 1
            case "verdict":
                complaint = fields["cause"] if fields["verdict"] == "irregular" else None
                if complaint not in (None, self._complaint):  # in other words it is still the same
                    self.complaints[str(complaint)] += 1
                self._complaint = complaint
            case "prompt" if fields["called"]:
                for one in self.called:
                    if one.time_s == time_s and one.work_s is None:
                        one.work_s = self.work_s()
            case _:
                pass


class TimedLookout(Lookout):
    """A lookout that counts the processor's time of its parts, in seconds."""

    sight_s = 0.0
    table_s = 0.0
    frames = 0
    recorder: Recorder | None = None
    _arrived_s = 0.0

    def next(self, timeout_s: float) -> TableView | CameraNews | Ended | None:
        """The next view."""
        start_s = time.process_time()
        view = super().next(timeout_s)
        self.table_s += (time.process_time() if isinstance(view, Ended) else self._arrived_s) - start_s
        return view

    def _look(self, frame: Frame) -> TableView:
        self._arrived_s = time.process_time()
        self.frames += 1
        view = super()._look(frame)
        self.sight_s += time.process_time() - self._arrived_s
        return view

    def expect(self, left: Mapping[int, int], called: Mapping[int, int], *, all_face_up: bool) -> None:
        """What the game says."""
        start_s = time.process_time()
        super().expect(left, called, all_face_up=all_face_up)
        self.sight_s += time.process_time() - start_s

    @property
    def work_s(self) -> float:
        """How long the frame in hand has been worked on."""
        return time.process_time() - self._arrived_s


def play(variant: str, seed: int, design: str | None, difficulty: str, *, looks: Path | None = None) -> GameFigures:
    """Play a game and measure it; ``design`` as ``--design`` of ``dealer watch`` has it, ``looks`` the folder in which
    all looks are kept."""
    header = Header.from_mapping({"variant": variant, "players": simulated_players(variant, seed)})
    return play_by(header, seed, design, difficulty, looks=looks)


def play_by(
    header: Header, seed: int, design: str | None, difficulty: str, *, looks: Path | None = None
) -> GameFigures:
    """Play the game of ``header`` and measure it; the rest as ``play``."""
    start_s = time.process_time()
    stage = Stage(seed, header, simulated_design(design, seed=seed) if design else None, difficulty=difficulty)
    told = Told()
    recorder = _recorder(header.variant, seed, difficulty) if looks is not None else None
    with (
        tempfile.TemporaryDirectory(prefix="dealer-measure-") as folder,
        Journal(Path(folder)) as journal,
        TimedLookout(
            CameraSpec(CameraKind.SIMULATED, seed),
            Settings(),
            lens_name=None,
            stage=stage,
            fast=True,
            witness=recorder,
        ) as lookout,
        Front() as front,
    ):
        told.work_s = lambda: lookout.work_s
        told.recorder = lookout.recorder = recorder
        if recorder is not None and lookout.rehearsal is not None:
            recorder.truth = truth_of(lookout.rehearsal.scene)
            recorder.of_design(lookout.rehearsal.settings.design.name)
        watch = Watch(lookout, journal, front, told, header=header)
        watch.run()
        rehearsal, audience, sitting = lookout.rehearsal, watch.audience, watch.sitting
        assert rehearsal is not None and audience is not None and sitting is not None
        if looks is not None and recorder is not None:
            recorder.save(looks / f"{header.variant}-{seed}{SUFFIX}", Ranks())
        compared = compare(sitting.game, told.called, rehearsal.game, rehearsal.truth, lays=sitting.referee.lays)
        return msgspec.structs.replace(
            compared,
            seed=seed,
            design=rehearsal.settings.design.name,
            mended=tuple(told.mended),
            missed=_written(audience.missed),
            unoffered=_written(audience.unoffered),
            objections=_written(audience.objections),
            questions=dict(told.questions),
            complaints=dict(told.complaints),
            played_s=round(rehearsal.time_s, 2),
            frames=lookout.frames,
            cpu_s=round(time.process_time() - start_s, 3),
            sight_s=round(lookout.sight_s, 3),
            table_s=round(lookout.table_s, 3),
        )


def _recorder(variant: str, seed: int, difficulty: str) -> Recorder:
    return Recorder(LooksHeader(kind="game", variant=variant, seed=seed, difficulty=difficulty, models=checksums()))


def compare(
    game: Game, called: Sequence[CalledAct], true: Game, truth: Sequence[Dealt], *, lays: Callable[[Act], bool]
) -> GameFigures:
    """What a record is worth beside what happened; ``lays``: whether an act lays cards where they can be seen."""
    header = game.header
    known = list(_in_order(header, zip(game.acts, called, strict=True)))
    happened = list(_in_order(header, ((dealt.act, dealt) for dealt in truth)))
    known_lines, true_lines = ([_line(act) for act, _ in acts] for acts in (known, happened))
    wrong: list[WrongAct] = []
    lost: list[str] = []
    call_ms: list[float] = []
    clip_ms: list[float] = []
    matcher = SequenceMatcher(None, known_lines, true_lines, autojunk=False)
    for kind, first, end, true_first, true_end in matcher.get_opcodes():
        if kind != "equal":
            instead = true_lines[true_first:true_end]
            for offset, number in enumerate(range(first, end)):
                other = instead[offset] if offset < len(instead) else None
                wrong.append(WrongAct(number + 1, known_lines[number], other, known[number][1].source))
            lost += instead[end - first :]
            continue
        for (act, one), (_, dealt) in zip(known[first:end], happened[true_first:true_end], strict=True):
            if one.source == "seen" and lays(act) and one.work_s is not None:
                rest_ms = 1000 * (one.time_s - dealt.rest_s)
                call_ms.append(round(rest_ms, 1))
                clip_ms.append(round(rest_ms + 1000 * one.work_s, 1))
    return GameFigures(
        variant=header.variant,
        seed=0,
        players=len(header.players),
        design="",
        equal=known_lines == true_lines and game.over and final(game) == final(true),
        over=game.over,
        acts=len(known),
        cards=sum(len(act.cards) for act, _ in known if lays(act)),
        wrong=tuple(wrong),
        lost=tuple(lost),
        call_ms=tuple(call_ms),
        clip_ms=tuple(clip_ms),
    )


def lines(acts: Iterable[Act]) -> list[str]:
    """Acts as they are compared: common cards one by one, a fold as it was told, shown hands in order."""
    return [_line(act) for act in one_by_one(acts)]


def final(game: Game) -> dict[str, Any]:
    """Where a game stands, without what an order means nothing in."""
    found = game.to_json()
    found["table"].sort()
    found["irregularities"] = len(found["irregularities"])
    for player in found["players"]:
        player["points"].sort()
        player["stack"].sort()
    return found


def _line(act: Act) -> str:
    return str(replace(act, cards=tuple(sorted(act.cards))) if act.verb in ("show", "see") else act)


def _in_order(header: Header, acts: Iterable[tuple[Act, Of]]) -> Iterator[tuple[Act, Of]]:
    """Acts one by one as a record has them, each with what belongs to it."""
    pairs = [(replace(one), of) for act, of in acts for one in one_by_one([act])]
    of_act = {id(one): of for one, of in pairs}
    for one in in_written_order(header, [one for one, _ in pairs]):
        yield one, of_act[id(one)]


def _written(acts: Iterable[Act]) -> tuple[str, ...]:
    return tuple(str(act) for act in acts)
