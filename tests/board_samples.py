"""What a board may have to show: a game, its end, an evening, names that would like to be more than names."""

import socket
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field

from dealer.board.snapshots import (
    Asked,
    Balance,
    Call,
    Column,
    Due,
    Evening,
    Middle,
    Past,
    Play,
    Player,
    Rules,
    Set,
    Snapshot,
    Told,
    Words,
)

PICTURE = b"\xff\xd8\xff\xe0 no real picture \xff\xd9"
NASTY = '<script>alert("x")</script>'
"""A name that would run if it were not escaped."""

GAME = Play(
    "play",
    "Angie: hit or fold for 2",
    "Cards are still dealt.",
    moment="Bob: a pair of 7s",
    title="Basic Pairs",
    price="fold 2",
    odds="A pair: 3 of 40, 8%",
    choices=("It is a 7", "It is an 8"),
    target=16,
    players=(
        Player("Angie", "12", "", (3, 7), 0, True, 12),
        Player(NASTY, "4", "out", (9,), 2, False, 4),
        Player("Bartholomäus", "0", "", (10, 1, 2, 5, 6, 8, 9), 0, False, 0),
    ),
    middle=Middle("Common hand", (4, 4), 5, 3, (Column(7, ((2, 9), ())),)),
    call=Call("Angie: 7", "abc"),
)
END = Play(
    "over",
    "Bob loses",
    "Forfeit: the next round.",
    players=(Player("Angie", "+2", winner=True), Player("Bob", "−2", loser=True)),
    lines=("Bob pays 2 to Angie", "Bob deals next"),
)
EVENING = Evening(
    "Saturday, 28/11/2026",
    "2 games",
    (Balance("Angie", "+3", "gets £0.30"), Balance(NASTY, "−3", "owes £0.30")),
    (Due(f"{NASTY} gives Angie", "3 (30 p)"), Due("Bob gave Angie", "1 (10 p)", True)),
    (Past("2. Basic Pairs: Bob lost", "3 (30 p)", "14 min"), Past("1. Port: Angie lost", "", "9 min")),
)
AIM, START = ("Aim", "Nobody wins."), ("Start", "Burn five cards.")
RULES = Rules("Basic Pairs, 2 to 8 players", (AIM, START, ("Source", "a book")))


def snapshot(play: Play = GAME, *, mark: str = "", **other: Play) -> Snapshot:
    """A board in English; other languages' games by their codes."""
    words = {code: Words(one, EVENING, RULES, mark) for code, one in {"en": play, **other}.items()}
    return Snapshot(words, "en", {"abc": PICTURE})


@dataclass
class Served:
    """What is served instead of a process: everything that is to be shown is kept."""

    wanted: Set
    told: Told = Told("http://192.168.1.20:8080/")
    shown: list[Snapshot] = field(default_factory=list)
    closed: bool = False
    asks: list[Asked] = field(default_factory=list)

    def asked(self) -> Asked | None:
        return self.asks.pop(0) if self.asks else None

    def show(self, snapshot: Snapshot) -> None:
        self.shown.append(snapshot)

    def close(self, *, wait: bool = True) -> None:
        self.closed = True


def free_port() -> int:
    """A port that nobody has now."""
    with closing(socket.socket()) as asking:
        asking.bind(("127.0.0.1", 0))
        return int(asking.getsockname()[1])


def until(holds: Callable[[], bool], within_s: float = 10.0) -> None:
    """Wait until something holds; fail where it takes too long."""
    ends_s = time.monotonic() + within_s
    while not holds():
        assert time.monotonic() < ends_s, "it took too long"
        time.sleep(0.02)
