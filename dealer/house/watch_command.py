"""``dealer watch``: one game refereed from its first view to its last, without the menus."""

import argparse
import logging
import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from dealer.books.facts import Person
from dealer.decks.shelf import chosen_deck
from dealer.errors import InputError, JournalError
from dealer.game.header import Header
from dealer.game.record import read_record
from dealer.game.seating import DEFAULT_NAMES
from dealer.games.registry import GAMES, USUAL_GAME
from dealer.hands.start_form import StartForm
from dealer.house.camera_and_eye import Lookout, Stage, simulated_design
from dealer.house.devices import Front
from dealer.house.settings_desk import SettingsDesk
from dealer.house.settings_here import settings_here
from dealer.house.watch import Watch
from dealer.journal.journal import Journal
from dealer.journal.people import as_listed
from dealer.rehearsal.mishaps import Mistake, MistakeKind
from dealer.rules.acts import Act
from dealer.settings import Settings, data_folder, rehearsals_folder
from dealer.system.plain_text import in_short
from dealer.system.stopping import on_signals
from dealer.table.event_lines import LineWriter, read_presses
from dealer.table.sitting import Tell
from hardware.cameras.cameras import CameraKind, CameraSpec, parse_camera

log = logging.getLogger(__name__)


def watch(options: argparse.Namespace) -> int:
    """Run the command; returns its exit status."""
    if options.lens == "list":
        from vision.table.lens import presets

        print("\n".join(presets()))
        return 0
    folder = data_folder(options.data)
    settings = settings_here(folder)
    deck = chosen_deck(options.deck or settings.deck, folder)
    spec = _camera(options, settings)
    header, happened = _header(options, spec)
    hands = read_presses(options.presses) if options.presses else ()
    if spec.kind is not CameraKind.SIMULATED and (
        options.truth or options.mistake or options.design or options.difficulty
    ):
        raise InputError(
            "--truth, --mistake, --design and --difficulty belong to the simulated table; use them with --camera sim."
        )
    for path in (options.record, options.truth):
        if path is not None:
            _must_be_writable(path)
    with ExitStack() as stack:
        kept_in = rehearsals_folder(folder) if spec.kind is CameraKind.SIMULATED else folder
        journal = stack.enter_context(_journal(kept_in, settings, options, stack))
        if journal.rescue:
            print(f"dealer: {journal.rescue}", file=sys.stderr)
        number = _interrupted(journal, options, spec, header)
        if number is not None:
            game = journal.load(number)
            header, happened = game.header, game.acts
            print(f"dealer: game {number} goes on after act {len(happened)}.", file=sys.stderr)
        lookout = stack.enter_context(
            Lookout(
                spec,
                settings,
                lens_name=options.lens,
                stage=_stage(options, spec, header, happened),
                fast=options.fast,
                deck=deck,
            )
        )
        terminal = None if options.json else sys.stdout
        voice = not options.fast and not options.mute
        front = stack.enter_context(Front.open(options, settings, folder, voice=voice, terminal=terminal))
        tell: Tell = LineWriter(sys.stdout) if options.json else nobody
        one = Watch(
            lookout,
            journal,
            front,
            tell,
            header=header,
            happened=happened,
            hands=hands,
            number=number,
            desk=SettingsDesk(settings, folder, front),
        )
        with stopped_by_signals(one.interrupt):
            one.run()
        if options.record and one.header is not None:
            _write(options.record, one.record())
        if options.truth and lookout.rehearsal is not None:
            _write(options.truth, lookout.rehearsal.truth_record())
        return one.status


def _stage(
    options: argparse.Namespace, spec: CameraSpec, header: Header | None, happened: tuple[Act, ...]
) -> Stage | None:
    """The simulated table that the options ask for, if they ask for one."""
    if spec.kind is not CameraKind.SIMULATED:
        return None
    assert header is not None
    design = simulated_design(options.design, seed=spec.number) if options.design else None
    difficulty = options.difficulty or "reference"
    return Stage(spec.number, header, design, _mistakes(options.mistake), happened, difficulty, spec.size_px)


def _interrupted(journal: Journal, options: argparse.Namespace, spec: CameraSpec, header: Header | None) -> int | None:
    """The journal's game that was interrupted, if it is the one to be watched now and the table can still be as it was.

    A file begins where it begins; and a fast run in the common folder is a measurement of its own.
    """
    number = journal.unfinished()
    if number is None or options.game is not None or not (spec.live or spec.kind is CameraKind.SIMULATED):
        return None
    if options.fast and not options.data:
        return None
    game = journal.load(number)
    return number if not game.over and header in (None, game.header) else None


def _camera(options: argparse.Namespace, settings: Settings) -> CameraSpec:
    text = options.camera or settings.camera
    if text is None:
        raise InputError(
            "No camera was named; expected --camera picamera2, webcam:N, video:FILE, stills:FOLDER or sim."
        )
    spec = parse_camera(text)
    if options.fast and spec.live:
        raise InputError(f"--fast is for simulated tables and files; {spec} shows the present. Leave --fast out.")
    return spec


def _header(options: argparse.Namespace, spec: CameraSpec) -> tuple[Header | None, tuple[Act, ...]]:
    """The game that the options name, and the acts that have happened; None: whoever sits at the table plays basic."""
    if options.game is not None:
        if options.variant or options.players or options.dealer or options.target:
            raise InputError("--game brings the whole header; leave --variant, --players, --dealer and --target out.")
        header, lines = read_record(options.game)
        return header, tuple(act for _, act in lines)
    keys: dict[str, Any] = {"variant": options.variant or USUAL_GAME}
    if options.players:
        keys["players"] = as_listed(_names(options), ())
    elif spec.kind is CameraKind.SIMULATED:
        keys["players"] = simulated_players(keys["variant"], spec.number)
    else:
        if options.dealer or options.target or options.variant:
            raise InputError("Who plays? Add --players A,B,C, or leave --variant, --dealer and --target out too.")
        return None, ()
    if options.dealer:
        keys["dealer"] = options.dealer
    if options.target is not None:
        keys["target"] = options.target
    return Header.from_mapping(keys), ()


def named_game(
    options: argparse.Namespace, form: StartForm | None = None, people: Sequence[Person] = ()
) -> tuple[StartForm, Header]:
    """The game that the options of ``dealer play`` name, with what ``form`` says of all else. Raises InputError."""
    form = form or StartForm.of(None)
    if options.variant:
        if options.variant not in GAMES:
            raise InputError(f"--variant {options.variant!r} came; expected one of {', '.join(GAMES)}.")
        form = form.with_game(options.variant)
    form = form.with_names(as_listed(_names(options), people)) if options.players else form.fitted()
    keys = form.header().to_mapping()
    if options.dealer:
        keys["dealer"] = options.dealer
    if options.target is not None:
        keys["target"] = options.target
    return form, Header.from_mapping(keys)


def _names(options: argparse.Namespace) -> list[str]:
    return [name.strip() for name in options.players.split(",")]


def simulated_players(variant: str, seed: int) -> list[str]:
    """Who sits at a simulated table: every number of players that the game allows, one seed after the other."""
    seats = GAMES[variant].seats if variant in GAMES else range(2, 9)
    return list(DEFAULT_NAMES[: seats[seed % len(seats)]])


def _mistakes(texts: list[str]) -> tuple[Mistake, ...]:
    mistakes = []
    kinds = {kind.value: kind for kind in MistakeKind}
    for text in texts:
        kind, _, at_act = text.partition(":")
        if kind not in kinds or not re.fullmatch("[0-9]{0,9}", at_act):
            came = in_short(repr(text))
            raise InputError(f"--mistake {came} came; expected KIND or KIND:ACT, the kind one of {', '.join(kinds)}.")
        mistakes.append(Mistake(kinds[kind], int(at_act or 0)))
    return tuple(mistakes)


def _journal(folder: Path, settings: Settings, options: argparse.Namespace, stack: ExitStack) -> Journal:
    try:
        return Journal(folder, keeping=settings.journal)
    except JournalError as error:
        # A fast run beside an evening is a measurement: it is kept apart, unless a folder was asked for.
        if not options.fast or options.data:
            raise
        print(f"dealer: {error} This fast run is not kept.", file=sys.stderr)
        return Journal(Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="dealer-"))))


def _must_be_writable(path: Path) -> None:
    """Find out before the game, not after it."""
    try:
        # without NONBLOCK a pipe that nobody reads would be waited for
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_NONBLOCK | os.O_CLOEXEC, 0o666))
    except OSError as error:
        raise InputError(f"{path} cannot be written ({error.strerror}); name a file in a folder that can.") from error


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise JournalError(
            f"{path} could not be written ({error.strerror}); the game is kept: `dealer export last` writes it."
        ) from error


def nobody(time_s: float, event: str, fields: Mapping[str, Any]) -> None:
    """Nobody listens to the events."""


@contextmanager
def stopped_by_signals(stop: Callable[[], None]) -> Iterator[None]:
    """While this lasts, SIGTERM, SIGHUP and Ctrl+C end the game in good order: acts are kept, files are written."""
    with on_signals(stop):
        yield
