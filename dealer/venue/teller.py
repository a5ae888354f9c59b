"""The table's side: what the journal holds is told to the broker, in a thread of its own.

The journal is all that this reads, so play never waits: it does not even know. How far the broker has it is noted; what
it had not acknowledged is told again. Where a broker forgot what it acknowledged, the house asks for it.
"""

import logging
import secrets
import threading
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

import dealer
from dealer.errors import DealerError, JournalError
from dealer.journal.open_file import now
from dealer.journal.outbox import START, Outbox, Place, Told
from dealer.locale import _
from dealer.venue import discovery
from dealer.venue.address import Broker
from dealer.venue.link import Link
from dealer.venue.messages import ANSWER, MOST_TOGETHER, VERSION, Entry, Status, Want, bundled, packed, unpacked
from dealer.venue.standing import Standing

LOOK_S = 0.2
"""How often the journal is looked at. What was written between two looks is told in one message."""

IN_FLIGHT = 20
"""Most messages of rows that are sent before the first of them is acknowledged."""

UNANSWERED_S = 10.0
"""After so long without an acknowledgement what is on its way is sent again."""

NOTE_S = 2.0
"""How often it is noted how far the broker has it."""

AGAIN_S = 5.0
"""How often something is tried again: a journal that cannot be read, or to say who is here where two say so."""

GOODBYE_S = 2.0
"""How long the last rows are waited for at the end."""

TOLD_AWAY_S = 60.0
"""How long a broker may be away before people are told, seconds."""

log = logging.getLogger(__name__)


class Teller:
    """Tells what the journal in ``folder`` holds, from ``open`` until ``close``.

    ``name`` is what the table is called, ``kind`` where it is played (``TableKind``). With ``state`` how play stands is
    told too.

    Raises:
        InputError: paho-mqtt is not installed, or the certificates cannot be read.
    """

    def __init__(
        self,
        path: Path,
        broker: Broker,
        name: str,
        *,
        kind: str = "camera",
        home_assistant: bool = True,
        state: bool = True,
        clock: Callable[[], str] = now,
    ) -> None:
        self.run = secrets.token_hex(6)
        self._path, self._broker, self._name, self._kind = path, broker, name, kind
        self._home_assistant, self._with_state, self._clock = home_assistant, state, clock
        self._outbox = Outbox(path)
        self.table = self._outbox.table
        self._standing: Standing | None = None
        self._camera = self._trouble = ""
        self._namesake = ""
        self._stopped = threading.Event()
        self._news: deque[tuple[str, bytes, bool]] = deque()
        self._acknowledged: deque[int] = deque()
        self._came_up = self._must_say = False
        self._sent: dict[int, Place] = {}
        """What is on its way to the broker, by the message's number."""
        self._told = self._noted = self._outbox.told()
        """How far the broker has the journal, and how far that is noted."""
        self._next = self._told
        """How far the journal was sent."""
        self._version = -1
        self._seen = self._last = self._outbox.last()
        """How far the state of play has the journal, and how much of it there is."""
        self._down_since_s: float | None = time.monotonic()
        self._noted_s = self._said_s = self._failed_s = self._moved_s = float("-inf")
        offline = packed(Status(VERSION, False, self.table, self.run, kind))
        self._link = Link(
            broker,
            f"pairs-{self.table[:8]}-{self.run}",
            topics=[(broker.topic(name, "want"), 1), (broker.topic(name, "status"), 1)],
            heard=self._heard,
            came_up=self._is_up,
            acknowledged=self._acknowledged.append,
            will=(broker.topic(name, "status"), offline),
        )
        self._thread = threading.Thread(target=self._work, name="teller", daemon=True)

    def open(self) -> Self:
        """Begin; nothing is waited for."""
        self._link.open()
        self._thread.start()
        return self

    def close(self) -> None:
        """Say goodbye where the broker is there; what it has not got by then stays in the journal."""
        ends_s = time.monotonic() + GOODBYE_S
        time.sleep(2 * LOOK_S)  # the last act is seen
        while self._link.up and self._told.number < self._last.number and time.monotonic() < ends_s:
            time.sleep(LOOK_S)
        self._stopped.set()
        self._thread.join(GOODBYE_S)
        if self._link.up:
            try:
                self._say_status(online=False)
            except JournalError as error:
                log.warning("%s", error)
            time.sleep(LOOK_S)  # the link's thread sends it
        self._link.close()
        self._outbox.close()

    def __enter__(self) -> Self:
        return self.open()

    def __exit__(self, *_: object) -> None:
        self.close()

    # What the program tells, and asks

    def note(self, *, camera: str | None = None, trouble: str | None = None) -> None:
        """What the camera is, and what is wrong at the table; ``""``: nothing."""
        camera = self._camera if camera is None else camera
        trouble = self._trouble if trouble is None else trouble
        if (camera, trouble) != (self._camera, self._trouble):
            self._camera, self._trouble = camera, trouble
            self._must_say = True

    @property
    def waiting(self) -> int:
        """How many rows the broker has not got yet."""
        return max(0, self._seen.number - self._told.number)

    @property
    def problem(self) -> str:
        """What people should know, in a sentence; ``""``: all is well."""
        if self._namesake:
            return self._namesake
        away_s = 0.0 if self._down_since_s is None else time.monotonic() - self._down_since_s
        if self._link.up or away_s < TOLD_AWAY_S:
            return ""
        return _("The house cannot be reached. Everything is kept and told later.")

    # The thread

    def _work(self) -> None:
        while not self._stopped.is_set():
            busy = False
            try:
                busy = self._step()
            except DealerError as error:
                self._complain(error)
            except Exception as error:  # whatever it is, play needs none of it
                self._complain(error)
            if not busy:
                self._stopped.wait(LOOK_S)
        self._take_acknowledged()
        self._note_told()
        if self._standing is not None:
            self._standing.close()

    def _complain(self, error: Exception) -> None:
        if time.monotonic() - self._failed_s > AGAIN_S:
            log.warning("The house is not told: %s. It is tried again.", error)
            self._failed_s = time.monotonic()
        self._stopped.wait(1.0)

    def _step(self) -> bool:
        """What there is to do now; whether there is more."""
        up = self._link.up
        if (version := self._outbox.version()) != self._version:
            self._version, self._last = version, self._outbox.last()
        self._down_since_s = None if up else self._down_since_s or time.monotonic()
        if not up:
            self._look()
            return False
        self._take_acknowledged()
        if self._came_up or (self._sent and time.monotonic() - self._moved_s > UNANSWERED_S):
            self._sent.clear()
            self._next, self._moved_s = self._told, time.monotonic()
        if self._came_up:
            self._came_up = False
            self._say_status(online=True)
            if self._home_assistant:
                for topic, payload in discovery.messages(self._broker, self.table, self._name):
                    self._link.publish(topic, payload, retain=True)
            self._say_state()
        while self._news:
            self._answer(*self._news.popleft())
        more = self._next.number < self._last.number and self._tell_rows()
        if self._look():
            self._say_state()
        if self._must_say or (self._namesake and time.monotonic() - self._said_s > AGAIN_S):
            self._must_say = False  # a broker keeps the words of one of two: a house hears of both this way
            self._say_status(online=True)
        if time.monotonic() - self._noted_s > NOTE_S:
            self._note_told()
        return more

    def _look(self) -> bool:
        """Whether the journal has something new."""
        if self._last == self._seen:
            return False
        if self._standing is not None:
            rows = self._outbox.after(self._seen, MOST_TOGETHER)
            self._standing.follow(rows)
            self._seen = rows[-1].place
        else:
            self._seen = self._last
        return True

    def _tell_rows(self) -> bool:
        """Send what comes next, as long as not too much is on its way; whether there is more."""
        if len(self._sent) >= IN_FLIGHT:
            return False
        rows = self._outbox.after(self._next, MOST_TOGETHER)
        topic = self._broker.topic(self._name, "entry")
        if rows and not self._sent:
            self._moved_s = time.monotonic()
        for payload, last in bundled((packed(self._entry(told)), told.place) for told in rows):
            self._sent[self._link.publish(topic, payload)] = last
            self._next = last
        return len(rows) == MOST_TOGETHER

    def _entry(self, told: Told) -> Entry:
        return Entry(
            VERSION,
            self.table,
            self.run,
            self._kind,
            told.place.number,
            told.place.mark,
            told.before.mark,
            told.what,
            told.subject,
            told.row,
        )

    def _take_acknowledged(self) -> None:
        """What the broker has got since. It acknowledges in the order in which it was sent."""
        while self._acknowledged:
            place = self._sent.pop(self._acknowledged.popleft(), None)
            if place is None:  # another message than of rows
                continue
            self._moved_s = time.monotonic()
            if place.number > self._told.number:
                self._told = place

    def _note_told(self) -> None:
        self._noted_s = time.monotonic()
        if self._told != self._noted:
            try:
                self._outbox.note_told(self._told)
                self._noted = self._told
            except OSError as error:
                log.warning("It cannot be noted what the house was told (%s): it is told again.", error)

    # What the house and the broker say, from the link's thread

    def _is_up(self) -> None:
        self._came_up = True

    def _heard(self, topic: str, payload: bytes, kept: bool) -> None:
        if len(self._news) < 1000:
            self._news.append((topic, payload, kept))

    def _answer(self, topic: str, payload: bytes, kept: bool) -> None:
        if topic.endswith("/status"):
            self._hear_status(payload, kept)
            return
        want = unpacked(payload, Want)
        if want is None or want.v > VERSION or want.table != self.table or want.run not in ("", self.run):
            return
        last = self._outbox.last()
        answer = Entry(
            VERSION, self.table, self.run, self._kind, max(1, last.number), last.mark, what=ANSWER, nonce=want.nonce
        )
        self._link.publish(self._broker.topic(self._name, "entry"), packed(answer))
        shared = (Place(*one) for one in want.have)
        self._next = next((place for place in shared if self._outbox.at(place.number) == place), START)

    def _hear_status(self, payload: bytes, kept: bool) -> None:
        """Whether another table is called as this one is. What the broker kept may be this one's own, from before."""
        status = unpacked(payload, Status)
        if status is None or status.run == self.run or kept:
            return
        if not status.online:
            self._namesake = ""
            self._must_say = True  # it said goodbye for both
            return
        if status.table == self.table:
            self._namesake = _("Another table plays on from a copy of this journal. Stop one of them.")
        else:
            self._namesake = _("Another table is called {name} too. Give one another name.").format(name=self._name)
        if time.monotonic() - self._said_s > AGAIN_S:
            self._must_say = True

    # What is kept at the broker

    def _say_status(self, *, online: bool) -> None:
        self._said_s = time.monotonic()
        last = self._outbox.last()
        status = Status(
            VERSION,
            online,
            self.table,
            self.run,
            self._kind,
            dealer.__version__,
            self._camera,
            self._namesake or self._trouble,
            last.number,
            last.mark,
            self._clock(),
        )
        self._link.publish(self._broker.topic(self._name, "status"), packed(status), retain=True)

    def _say_state(self) -> None:
        if not self._with_state:
            return
        if self._standing is None:
            self._seen = self._outbox.last()
            self._standing = Standing(self._path.parent)
        head: dict[str, Any] = {
            "v": VERSION,
            "table": self.table,
            "run": self.run,
            "name": self._name,
            "kind": self._kind,
            "number": self._seen.number,
            "mark": self._seen.mark,
        }
        state = packed(head | self._standing.fields())
        # one that is lost with the connection is told again when that is back
        self._link.publish(self._broker.topic(self._name, "state"), state, qos=0, retain=True)
