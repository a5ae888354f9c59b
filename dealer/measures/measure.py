"""``dealer measure``: plays simulated games, or lays whole decks, through the code that ships, and prints one table of
what they were worth (docs/measuring.md)."""

import argparse
import logging
import multiprocessing
import signal
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from pathlib import Path

from dealer.errors import DeviceError, InputError
from dealer.games.registry import GAMES, USUAL_GAME
from dealer.house.camera_and_eye import simulated_design
from dealer.house.watch_command import simulated_players
from dealer.measures.games import GameFigures, play
from dealer.measures.results import Made, ResultsFile, made_now, must_fit_games, read_results
from dealer.measures.table import not_equal, paired_table, table
from vision.looks.record import must_be_folder
from vision.measures.measured_decks import table as decks_table
from vision.synth.faces import FAMILIES, HELD_OUT

log = logging.getLogger(__name__)

ALL = "all"
GROUPS = {"held-out": sorted(HELD_OUT), "trained": sorted(FAMILIES.keys() - HELD_OUT)}
"""The families that training never draws, and those that it does, by the name of each group in the options."""
DIFFICULTY = "reference"
MOST_FOREIGN = 55
"""Foreign cards for each 55: as many as ours."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A game that is to be measured; ``design`` is a family, or None: the seed's own."""

    variant: str
    seed: int
    design: str | None
    difficulty: str
    looks: Path | None = None
    """The folder in which its looks are kept."""

    @property
    def key(self) -> tuple[str, int]:
        """What tells the games of one measurement apart."""
        return self.variant, self.seed


def measure_games(options: argparse.Namespace) -> int:
    """Run the command; returns its exit status."""
    plans = planned(options)
    must_be_folder(options.looks)
    before = _read_before(options)
    made = made_now(options.design or "", options.difficulty or DIFFICULTY)
    if before is not None:
        must_fit_games(options.against, before[0], made)
    known: dict[tuple[str, int], GameFigures] = {}
    lost: list[Plan] = []
    stopped = False
    with ExitStack() as stack:
        results = stack.enter_context(ResultsFile(options.out, made)) if options.out else None
        if results is not None:
            made = results.made
            known = {(game.variant, game.seed): game for game in results.games}
        left = [plan for plan in plans if plan.key not in known]
        progress = Progress(len(plans), len(plans) - len(left))
        try:
            for plan, game in played(left, jobs=options.jobs):
                if game is None:
                    lost.append(plan)
                    continue
                known[plan.key] = game
                if results is not None:
                    results.add(game)
                print(progress.line(game), file=sys.stderr, flush=True)
        except KeyboardInterrupt:
            stopped = True
            again = " The same command goes on from here." if options.out else " With --out it could go on."
            print(f"dealer: stopped after {len(known)} of {len(plans)} games.{again}", file=sys.stderr)
    games = [known[plan.key] for plan in plans if plan.key in known]
    print("\n".join(report(games, made, before)))
    if lost and not stopped:
        names = ", ".join(f"{plan.variant} {plan.seed}" for plan in lost)
        raise DeviceError(f"The processes of these games were killed, perhaps for memory: {names}. Take fewer --jobs.")
    return 0


def planned(options: argparse.Namespace) -> list[Plan]:
    """The games that the options ask for. Raises InputError."""
    variants = tuple(GAMES) if options.variant == ALL else (options.variant or USUAL_GAME,)
    for variant in variants:
        if variant not in GAMES:
            raise InputError(f"--variant {variant} came; expected {ALL} or one of {', '.join(GAMES)}.")
    return [
        Plan(variant, seed, _family(options.design, seed), options.difficulty or DIFFICULTY, options.looks)
        for seed in seeds(options.seeds)
        for variant in variants
    ]


def seeds(text: str) -> range:
    """The seeds ``A:B``, both included, or one. Raises InputError.

    >>> list(seeds("3:5")), list(seeds("7"))
    ([3, 4, 5], [7])
    """
    first, colon, last = text.partition(":")
    last = last if colon else first
    if not all(one.isascii() and one.isdecimal() and len(one) < 10 for one in (first, last)) or int(first) > int(last):
        raise InputError(f"--seeds {text!r} came; expected A:B, two whole numbers, the second no smaller.")
    return range(int(first), int(last) + 1)


def _family(design: str | None, seed: int) -> str | None:
    """The design of a seed, by its seed alone, so that games are the same whichever are asked for beside them."""
    if design in GROUPS:
        return GROUPS[design][seed % len(GROUPS[design])]
    if design is not None:
        simulated_design(design, seed=seed)
    return design


def measure_decks(options: argparse.Namespace) -> int:
    """``dealer measure misreads`` and ``decks``: a table of how cards are called; returns the exit status."""
    families = sorted(FAMILIES)
    if options.families:
        families = list(GROUPS.get(options.families) or (name.strip() for name in options.families.split(",")))
    if unknown := [name for name in families if name not in FAMILIES]:
        groups = f"{', '.join(GROUPS)}, or of {', '.join(sorted(FAMILIES))}"
        raise InputError(f"--families {unknown[0]!r} came; expected {groups}.")
    if options.first < 0:
        raise InputError(f"--first {options.first} came; expected 0 or more.")
    must_be_folder(options.looks)
    if not 0 <= options.foreign <= MOST_FOREIGN:
        raise InputError(f"--foreign {options.foreign} came; expected 0 to {MOST_FOREIGN}.")
    numbers = range(options.first, options.first + options.designs)
    times = 1 if options.what == "misreads" else 2
    lines = decks_table(
        families,
        numbers,
        times=times,
        difficulty=options.difficulty or DIFFICULTY,
        foreign=options.foreign,
        looks=options.looks,
    )
    for line in lines:
        print(line, flush=True)
    return 0


def _read_before(options: argparse.Namespace) -> tuple[Made, list[GameFigures]] | None:
    if options.against is None:
        return None
    if options.out is not None and options.out.resolve() == options.against.resolve():
        raise InputError(f"--out and --against are both {options.out}; measure into another file.")
    return read_results(options.against)


def report(games: Sequence[GameFigures], made: Made, before: tuple[Made, list[GameFigures]] | None) -> Iterator[str]:
    """What is printed in the end: with what it was measured, the table, and the games that are not equal."""
    yield _measured_with(made)
    if before is not None:
        old = {(game.variant, game.seed): game for game in before[1]}
        pairs = [(old[key], game) for game in games if (key := (game.variant, game.seed)) in old]
        yield f"Before: {_measured_with(before[0])}"
        yield f"{len(pairs)} of {len(games)} games were measured before; these are compared."
        games = [game for _, game in pairs]
    yield ""
    if not games:
        yield "No game to tell of."
        return
    yield table(games) if before is None else paired_table(pairs)
    if lines := list(not_equal(games)):
        yield "\nNot equal:"
        yield from (f"- {line}" for line in lines)


def _measured_with(made: Made) -> str:
    return (
        f"Design {made.design or 'of each seed'}, difficulty {made.difficulty}; {made.code}; {made.processor}, "
        f"{made.cores} cores, reference work {made.reference_ms:.1f} ms."
    )


class Progress:
    """Says how far it is, and how long what is left will take."""

    def __init__(self, games: int, before: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._games = games
        self._before = before
        self._done = 0
        self._clock = clock
        self._start_s = clock()

    def line(self, game: GameFigures) -> str:
        """``game`` is done."""
        self._done += 1
        done = self._before + self._done
        left = self._games - done
        left_s = (self._clock() - self._start_s) / self._done * left
        how = "equal" if game.equal else "NOT equal"
        return (
            f"{game.variant} {game.seed}: {how}, {game.cards} cards, {game.asked} questions, {game.cpu_s:.0f} s of CPU"
            f"; {done} of {self._games} done" + (f", {in_words(left_s)} left" if left else "")
        )


def in_words(seconds: float) -> str:
    """A time as people say it.

    >>> in_words(40), in_words(600), in_words(9000)
    ('40 s', '10 min', '2 h 30 min')
    """
    if seconds < 100:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 100 else f"{minutes // 60} h {minutes % 60} min"


Play = Callable[[Plan], GameFigures]


def played(
    plans: Iterable[Plan], *, jobs: int, play_one: Play | None = None
) -> Iterator[tuple[Plan, GameFigures | None]]:
    """Each game as it is done, ``jobs`` at a time; None where its process was killed. Each has a process of its own,
    which gives its memory back. Those that run end with the generator."""
    context = multiprocessing.get_context("spawn")
    waiting = deque(plans)
    running: dict[Connection, tuple[Plan, SpawnProcess]] = {}
    try:
        while waiting or running:
            while waiting and len(running) < jobs:
                plan = waiting.popleft()
                ours, theirs = context.Pipe(duplex=False)
                process = context.Process(target=_work, args=(plan, play_one or play_plan, theirs), daemon=True)
                process.start()
                theirs.close()
                running[ours] = plan, process
            ready = wait(list(running))
            for ours in [one for one in running if one in ready]:
                plan, process = running.pop(ours)
                try:
                    game: GameFigures | None = ours.recv()
                except EOFError:
                    game = None
                ours.close()
                process.join()
                yield plan, game
    finally:
        for _, process in running.values():
            process.kill()
            process.join()


def play_plan(plan: Plan) -> GameFigures:
    """Play a game."""
    return play(plan.variant, plan.seed, plan.design, plan.difficulty, looks=plan.looks)


def _work(plan: Plan, play_one: Play, result: Connection) -> None:
    """What a game's process does. Ctrl+C is for the process that began it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        game = play_one(plan)
    except Exception as error:  # whatever ends a game is a finding
        log.exception("%s %d failed", plan.variant, plan.seed)
        game = GameFigures(
            variant=plan.variant,
            seed=plan.seed,
            players=len(simulated_players(plan.variant, plan.seed)),
            design=plan.design or "",
            failed=f"{type(error).__name__}: {error}",
        )
    result.send(game)
