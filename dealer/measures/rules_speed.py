"""Measurements of the rules: whole random games a second, with all checks on."""

import cProfile
import io
import pstats
import random
import time
from dataclasses import dataclass

from dealer.game.driver import Header
from dealer.games.registry import GAMES
from dealer.rehearsal.bots import play_at_random

PROFILE_LINES = 5
"""How many lines of the profile are shown."""


@dataclass(frozen=True, slots=True)
class RandomPlay:
    """How fast random whole games went. ``seconds`` is processor time."""

    variant: str
    games: int
    acts: int
    seconds: float

    @property
    def games_per_second(self) -> float:
        """Whole games a second."""
        return self.games / self.seconds

    @property
    def microseconds_per_act(self) -> float:
        """Processor time of one act, the choosing included."""
        return self.seconds / self.acts * 1e6

    def __str__(self) -> str:
        return (
            f"{self.variant}: {self.games_per_second:,.0f} random whole games a second"
            f" ({self.games:,} games of {self.acts / self.games:.0f} acts, {self.microseconds_per_act:.2f} µs an act)"
        )


def headers(variant: str) -> tuple[Header, ...]:
    """A plain header of ``variant`` for every number of players."""
    names = ("Angie", "Bob", "Carlos", "Delia", "Echo", "Fay", "Gus", "Hope")
    counts = GAMES[variant].seats
    return tuple(Header.from_mapping({"variant": variant, "players": names[:players]}) for players in counts)


def random_games(variant: str, seconds: float) -> RandomPlay:
    """Play random whole games of ``variant``, all numbers of players in turn, for at least so many processor seconds.

    Every act goes through ``Game.push`` with its checks, and after every act the cards are counted where they lie.
    """
    chooser = random.Random(2014)
    games = acts = 0
    choices = headers(variant)
    # The processor's clock can be slow to read (milliseconds on some virtual machines): each batch is twice the last.
    spent, batch, start = 0.0, 1, time.process_time()
    while spent < seconds:
        for header in choices * batch:
            acts += len(play_at_random(header, chooser).acts)
        games += len(choices) * batch
        batch *= 2
        spent = time.process_time() - start
    return RandomPlay(variant, games, acts, spent)


def profile(variant: str, seconds: float) -> str:
    """The top lines of the profile of random play, by the time spent in each function itself."""
    profiler = cProfile.Profile()
    profiler.enable()
    random_games(variant, seconds)
    profiler.disable()
    text = io.StringIO()
    pstats.Stats(profiler, stream=text).strip_dirs().sort_stats("tottime").print_stats(PROFILE_LINES)
    lines = text.getvalue().splitlines()
    head = next(index for index, line in enumerate(lines) if "tottime" in line)
    return "\n".join(line for line in lines[head:] if line.strip())
