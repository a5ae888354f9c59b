"""The house's side: what the tables tell is taken in, once each; what is missing is asked for.

A broker may forget what it acknowledged, a house may be stopped, messages may come twice or from a table that was put
back to a copy. The rule that mends all of it: a table says where it stands, and the house asks for what comes after the
last place that both share. What a broker has kept from before proves nothing: only an answer to a question of now does.
"""

import logging
import secrets
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import lru_cache
from typing import Self

from dealer.errors import InputError, JournalError
from dealer.system.plain_text import plain
from dealer.venue.address import ROOT, Broker, name_of
from dealer.venue.link import Link
from dealer.venue.messages import (
    MOST_BYTES,
    VERSION,
    Entry,
    Head,
    State,
    StateHead,
    Status,
    Want,
    packed,
    unbundled,
    unpacked,
)
from dealer.venue.store import Known, Outcome, Store, Taken

BATCH_S = 0.05
"""How long messages are gathered before they are written together."""

MOST_AT_ONCE = 2000

PATIENCE_S = 0.7
"""How long what a table has more than the house may still be on its way, seconds."""

AGAIN_S = 5.0
"""How soon the same is asked for again where no answer comes, seconds."""

LONGEST_S = 80.0
"""Longest time between two such questions: it is twice as long after each."""

PROOF_S = 10.0
"""How long a table that was here counts as here without proof, seconds."""

MOST_WAITING = 200_000
"""Most messages that wait for the disk; what comes then is told again later."""

LONGEST_TOPIC = 200
"""A longer topic is none of ours: two names of 40 letters stand in it."""

AWAY_S = 5.0
"""How long a broker may be away before people are told, seconds."""

CLOCK_S = 120
"""A table whose clock differs by more seconds is told."""

TWICE_S = 120.0
"""Two that have the same journal count as two until one of them has not been heard of for so long."""

log = logging.getLogger(__name__)

Say = Callable[[str], None]


@dataclass(slots=True)
class Heard:
    """What is heard of a table now; times are of the monotonic clock."""

    run: str | None = None
    """Which start of its program; None: not known since the broker was there."""
    online: bool = False
    """Whether the table answered a question of now."""
    unsure_s: float | None = field(default_factory=time.monotonic)
    """Since when it is not known whether it is there."""
    status: Status | None = None
    """What it said last of how it is."""
    number: int = 0
    mark: int = 0
    """The last place that it said it has."""
    doubt: bool = False
    """Its journal may have gone another way than what is here: only an answer tells."""
    behind_since_s: float | None = None
    had: int = 0
    moved_s: float = 0.0
    """How many rows were here when last looked at, and when that changed."""
    asked_s: float | None = None
    again_s: float = AGAIN_S
    nonce: int = 0
    runs: dict[str, tuple[str, float]] = field(default_factory=dict)
    """By run, what it is called, and when it was heard of last."""
    twice_until_s: float = float("-inf")
    clock_told: bool = False
    name_told: str = ""
    newer_told: bool = False


class Listener:
    """Takes in what the tables of a house tell, from ``open`` until ``close``. ``say`` is told what people should know.

    Raises:
        InputError: paho-mqtt is not installed, or the certificates cannot be read.
    """

    def __init__(
        self,
        store: Store,
        broker: Broker,
        *,
        say: Say = lambda words: None,
        taken: Callable[[Outcome], None] = lambda outcome: None,
    ) -> None:
        self._store, self._broker, self._say, self._taken = store, broker, say, taken
        self._messages: deque[tuple[str, bytes, bool]] = deque()
        self._heard = {known.id: Heard() for known in store.tables()}
        self._stopped = threading.Event()
        self._connected = False
        self._was_up: bool | None = None
        self._since_s = time.monotonic()
        self._not_understood: set[str] = set()
        start = f"{ROOT}/{broker.house}/+"
        self._link = Link(
            broker,
            f"pairs-house-{store.id}",
            topics=[(f"{start}/entry", 1), (f"{start}/status", 1), (f"{start}/state", 0)],
            heard=self._hear,
            came_up=self._is_up,
            session=True,
        )
        self.failure: JournalError | None = None
        self._thread = threading.Thread(target=self._work, name="listener", daemon=True)

    @property
    def link(self) -> Link:
        """The connection to the broker."""
        return self._link

    def open(self) -> Self:
        """Begin; nothing is waited for."""
        self._link.open()
        self._thread.start()
        return self

    def stop(self) -> None:
        """End what ``wait`` waits for."""
        self._stopped.set()

    def close(self) -> None:
        """Take in what has come, and disconnect. The broker keeps what comes meanwhile."""
        self._link.close()
        self._stopped.set()
        self._thread.join(30.0)

    def __enter__(self) -> Self:
        return self.open()

    def __exit__(self, *_: object) -> None:
        self.close()

    def wait(self, seconds: float) -> bool:
        """Wait until it ends by itself, because the disk failed; whether it did."""
        return self._stopped.wait(seconds)

    # From the link's thread

    def _is_up(self) -> None:
        self._connected = True

    def _hear(self, topic: str, payload: bytes, kept: bool) -> None:
        if len(self._messages) >= MOST_WAITING or len(payload) > MOST_BYTES or len(topic) > LONGEST_TOPIC:
            return  # what a table told is asked for again
        self._messages.append((topic, payload, kept))

    # The thread

    def _work(self) -> None:
        while not (self._stopped.is_set() and not self._messages):
            try:
                if not self._step():
                    self._stopped.wait(BATCH_S)
            except JournalError as error:
                self.failure = error
                self._stopped.set()
                return
            except Exception:  # what came is asked for again; the other tables go on
                log.exception("A message could not be taken in.")
                self._stopped.wait(BATCH_S)

    def _tell_link(self) -> None:
        """Whether the broker is there, where that has changed."""
        up, now_s = self._link.up, time.monotonic()
        if up == self._was_up:
            self._since_s = now_s
        elif up:
            self._was_up = up
            self._say("The broker is here.")
        elif now_s - self._since_s > AWAY_S:
            self._was_up = up
            self._doubt_all(now_s)
            self._say(
                f"The broker cannot be reached ({self._link.trouble or 'nobody answers'}). It is tried again; is its "
                "address right, and user and password?"
            )

    def _doubt_all(self, now_s: float) -> None:
        """Who is there says so again."""
        for heard in self._heard.values():
            if heard.online:
                heard.online, heard.unsure_s = False, now_s
            heard.run, heard.asked_s, heard.again_s = None, None, AGAIN_S
            heard.runs.clear()

    def _step(self) -> bool:
        """Take in what has come; whether there was anything."""
        self._tell_link()
        if self._connected:
            self._connected = False
            self._doubt_all(time.monotonic())
        batch = [self._messages.popleft() for _ in range(min(MOST_AT_ONCE, len(self._messages)))]
        outcomes: list[Outcome] = []
        if batch:
            now = datetime.now(UTC).isoformat(timespec="seconds")
            states: dict[str, tuple[str, StateHead, bytes, bool]] = {}
            with self._store.together():
                for topic, payload, kept in batch:
                    name, leaf = named(topic)
                    if not name:
                        continue
                    if leaf == "entry":
                        outcomes.extend(self._entry(topic, name, one, now) for one in unbundled(payload))
                    elif leaf == "status":
                        self._status(name, payload, kept, now)
                    elif (head := unpacked(payload, StateHead)) is not None:
                        states[head.table] = name, head, payload, kept  # only the last one counts
                for state in states.values():
                    self._state(*state, now)
                new = {one.known.journal: one.known for one in outcomes if one.taken is Taken.NEW and one.known}
                for known in new.values():
                    self._store.keep_heard(known, now)
        for outcome in outcomes:
            self._taken(outcome)
        self._give_up()
        self._ask()
        return bool(batch)

    def _entry(self, topic: str, name: str, payload: bytes, now: str) -> Outcome:
        outcome = self._store.take(topic, name, payload, live=self._live, heard=now)
        if outcome.taken is Taken.NEW and not outcome.went_back and outcome.entry is not None:
            if outcome.entry.v <= VERSION:
                return outcome
        known, entry = outcome.known, outcome.entry
        if outcome.taken is Taken.UNREAD:
            if name not in self._not_understood and len(self._not_understood) < MOST_AT_ONCE:
                self._not_understood.add(name)
                self._say(f"{name}: what it tells is not understood and is kept; is its program newer?")
        if known is None or entry is None:
            return outcome
        heard = self._heard.setdefault(known.id, Heard())
        if outcome.taken is Taken.ANSWER and isinstance(entry, Entry):
            self._answered(known, heard, entry, now)
        elif outcome.taken in (Taken.MISSING, Taken.ASIDE):
            self._does_not_follow(known, name, heard, entry)
        elif outcome.went_back:
            self._tell_back(known, outcome.went_back, entry.number)
        if entry.v > VERSION and not heard.newer_told:
            heard.newer_told = True
            self._say(f"{name} has a newer program: what it tells is kept, and counts once this one is newer too.")
        return outcome

    def _does_not_follow(self, known: Known, name: str, heard: Heard, entry: Entry | Head) -> None:
        """A row before this one is missing, or is another one here: the table is asked."""
        if heard.run in (None, entry.run) and entry.number > max(known.number, heard.number):
            heard.number, heard.mark = entry.number, entry.mark
        elif entry.number <= known.number or heard.run != entry.run:
            heard.doubt = True
        if entry.run != heard.run and entry.run in heard.runs:
            now_s = time.monotonic()
            heard.runs[entry.run] = name, now_s
            if self._is_twice(heard):
                heard.twice_until_s = now_s + TWICE_S

    def _live(self, table: str) -> str | None:
        heard = self._heard.get(table)
        return None if heard is None else heard.run

    def _answered(self, known: Known, heard: Heard, entry: Entry, now: str) -> None:
        """A table says, asked just now, where its journal ends."""
        if entry.nonce != heard.nonce or not entry.nonce or (self._is_twice(heard) and entry.run != heard.run):
            return
        heard.nonce, heard.doubt, heard.run = 0, False, entry.run
        last = 0 if not entry.mark else entry.number
        heard.number, heard.mark = last, entry.mark
        self._is_there(known, heard, entry, now)
        if last < known.number and (last == 0 or self._store.mark(known, last) == entry.mark):
            self._tell_back(known, self._store.go_back(known, last, now), last + 1)

    def _is_there(self, known: Known, heard: Heard, entry: Entry, now: str) -> None:
        if heard.online:
            return
        heard.online, heard.unsure_s = True, None
        if heard.status is None or heard.status.run != entry.run:
            heard.status = Status(VERSION, True, known.id, entry.run, entry.kind)
        self._store.keep_status(known, packed(heard.status).decode())
        self._store.keep_heard(known, now)
        self._say(f"{known.name} is here.")

    def _tell_back(self, known: Known, count: int, first: int) -> None:
        self._say(
            f"{known.name}: its journal was put back to an earlier copy. Rows from number {first} on are set aside "
            f"and do not count: {count}."
        )

    def _status(self, name: str, payload: bytes, kept: bool, now: str) -> None:
        status = unpacked(payload, Status)
        if status is None or not status.table or status.v > VERSION:
            return
        known = self._store.known(status.table, name=name, kind=status.kind)
        heard = self._heard.setdefault(status.table, Heard())
        now_s = time.monotonic()
        if not kept:
            self._store.keep_heard(known, now)
        if not status.online:
            heard.runs.pop(status.run, None)
            if len(heard.runs) < 2:
                heard.twice_until_s = float("-inf")
            if heard.run in (None, status.run):
                if heard.online and not heard.runs and not kept:
                    self._say(f"{name} is away.")
                heard.online, heard.unsure_s = bool(heard.runs), None
                if heard.runs:  # another one has the same journal: that one counts now
                    heard.run, (other, _when) = next(iter(heard.runs.items()))
                    heard.doubt = True
                    self._store.known(status.table, name=other)
            if not heard.online:
                self._store.keep_status(known, packed(status).decode())
            return
        self._count_runs(known, name, heard, status, kept, now_s)
        if self._is_twice(heard) and heard.run not in (None, status.run):
            return  # one of the two goes on
        heard.run, heard.status = status.run, status
        heard.number, heard.mark = status.number, status.mark
        if not kept:
            heard.again_s = AGAIN_S
            self._compare_clocks(name, heard, status)
            self._compare_names(known, heard)
        if heard.online:
            self._store.keep_status(known, packed(status).decode())
        # it may have been said before everything went dark: who is asked and answers is there
        heard.doubt = (
            not heard.online
            or status.number < known.number
            or self._store.mark(known, status.number) not in (None, status.mark)
        )

    def _count_runs(self, known: Known, name: str, heard: Heard, status: Status, kept: bool, now_s: float) -> None:
        """Whether two play with the same journal: a run comes back after another one took over, or it is called
        otherwise than one that has not said goodbye."""
        if kept:
            return
        heard.runs = {run: one for run, one in heard.runs.items() if now_s - one[1] < TWICE_S}
        other = heard.runs.get(heard.run or "")
        if heard.run != status.run and other is not None and (status.run in heard.runs or other[0] != name):
            if not self._is_twice(heard):
                self._say(
                    f"{known.name}: two tables play on from the same journal. Stop one of them; one counts, and what "
                    "the other tells is set aside."
                )
            heard.twice_until_s = now_s + TWICE_S
        heard.runs[status.run] = name, now_s

    def _is_twice(self, heard: Heard) -> bool:
        return time.monotonic() < heard.twice_until_s

    def _compare_names(self, known: Known, heard: Heard) -> None:
        """Two tables, each with its own journal, that are called the same."""
        for other in self._store.tables():
            there = self._heard.get(other.id)
            if other.id != known.id and other.name == known.name and there is not None and there.online:
                if heard.name_told != known.name:
                    self._say(f"Two tables are called {known.name}. Each counts by itself; give one another name.")
                heard.name_told = there.name_told = known.name

    def _compare_clocks(self, name: str, heard: Heard, status: Status) -> None:
        try:
            wrong_s = (datetime.fromisoformat(status.clock) - datetime.now(UTC)).total_seconds()
        except (ValueError, TypeError):
            return
        if abs(wrong_s) > CLOCK_S and not heard.clock_told:
            heard.clock_told = True
            how = f"{how_long(abs(wrong_s))} {'fast' if wrong_s > 0 else 'slow'}"
            self._say(f"{name}: its clock is {how}. The order of what happened is right all the same.")

    def _state(self, name: str, head: StateHead, payload: bytes, kept: bool, now: str) -> None:
        if not head.table:
            return
        known = self._store.known(head.table, name=name)
        heard = self._heard.setdefault(head.table, Heard())
        if heard.run is None and not kept:  # the broker keeps the status of one of two tables of a name
            heard.run, heard.doubt = head.run, True
            heard.number, heard.mark = head.number, head.mark
        elif head.run == heard.run and head.number > heard.number:
            heard.number, heard.mark = head.number, head.mark
        state = unpacked(payload, State)
        self._store.keep_state(known, "" if state is None else packed(state).decode())
        if not kept:
            self._store.keep_heard(known, now)

    # What is missing

    def _give_up(self) -> None:
        """Who was here, and has not shown for long that this is still so, is away."""
        now_s = time.monotonic()
        gone = [known for known in self._store.tables() if (heard := self._heard.get(known.id)) is not None
                and heard.unsure_s is not None and now_s - heard.unsure_s > PROOF_S]  # fmt: skip
        if gone:
            with self._store.together():
                told = [known for known in gone if self._store.keep_away(known)]
            for known in gone:
                self._heard[known.id].unsure_s = None
            for known in told:
                self._say(f"{known.name} is away.")

    def _ask(self) -> None:
        """Ask each table for what it has more than the house, once that was given time to come by itself."""
        if not self._link.up:
            return
        now_s = time.monotonic()
        for known in self._store.tables():
            heard = self._heard.get(known.id)
            if heard is None:
                continue
            if not self._is_behind(known, heard):
                heard.behind_since_s, heard.asked_s, heard.again_s = None, None, AGAIN_S
                continue
            if heard.behind_since_s is None:
                heard.behind_since_s = heard.moved_s = now_s
            if heard.had != known.number:  # it is coming
                heard.had, heard.moved_s = known.number, now_s
            still_s = now_s - max(heard.moved_s, heard.asked_s or 0.0)
            if still_s >= (PATIENCE_S if heard.asked_s is None else heard.again_s):
                if heard.asked_s is not None:
                    heard.again_s = min(2 * heard.again_s, LONGEST_S)
                heard.asked_s = now_s
                heard.nonce = secrets.randbits(52) + 1
                run = heard.run or "" if self._is_twice(heard) else ""
                want = Want(VERSION, known.id, heard.nonce, self._store.places(known), run)
                self._link.publish(self._broker.topic(known.name, "want"), packed(want))

    def _is_behind(self, known: Known, heard: Heard) -> bool:
        if heard.doubt or heard.number > known.number:
            return True
        return heard.behind_since_s is not None and self._store.mark(known, heard.number) != heard.mark


@lru_cache(maxsize=MOST_AT_ONCE)
def named(topic: str) -> tuple[str, str]:
    """The table of a topic, ``""`` where no table can be called so; and what it tells there.

    >>> named("pairs/house/Table 1/state"), named("pairs/house//state")
    (('Table 1', 'state'), ('', 'state'))
    """
    *_, name, leaf = plain(topic).split("/")
    try:
        return (name if name_of(name) == name else ""), leaf
    except InputError:
        return "", leaf


def how_long(seconds: float) -> str:
    """A time in words.

    >>> how_long(180), how_long(7200), how_long(3 * 86400), how_long(7 * 366 * 86400)
    ('3 minutes', '2 hours', '3 days', '7 years')
    """
    units = (("years", 365.25 * 86400), ("days", 86400.0), ("hours", 3600.0), ("minutes", 60.0))
    unit, size = next(((unit, size) for unit, size in units if seconds >= 2 * size), units[-1])
    return f"{seconds / size:.0f} {unit}"
