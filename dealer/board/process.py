"""The board's process as the evening sees it: started, fed, asked where it is, ended. Nothing here waits for it."""

import importlib.util
import logging
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import IO

import msgspec

from dealer.board.snapshots import Asked, Set, Snapshot, Told

log = logging.getLogger(__name__)

NEEDED = ("segno", "starlette", "uvicorn")
"""The libraries of the extra "board"."""

AGAIN_S = 5.0
"""A board that ended is started again after so many seconds; after a port in use as well, as that may end."""

END_S = 2.0
"""How long the board's process may take to end before it is killed, seconds."""

MOST_ASKED = 16
"""Most presses of phones that wait at a time; an older one is forgotten for a newer one."""

STARTING = Told()
MISSING = Told("", "missing")


def can_serve() -> bool:
    """Whether what the board needs is installed."""
    return all(importlib.util.find_spec(name) is not None for name in NEEDED)


class BoardProcess:
    """A board where ``wanted`` says. ``told`` is what it last said; ``serves`` is whether it can be there at all."""

    def __init__(
        self,
        wanted: Set,
        *,
        serves: bool | None = None,
        command: Callable[[Set], list[str]] | None = None,
        again_s: float = AGAIN_S,
    ) -> None:
        self.wanted = wanted
        self._command = command or _command
        self._again_s = again_s
        self._fresh = threading.Condition()
        self._newest: Snapshot | None = None
        self._sent: Snapshot | None = None
        self._ending = False
        self._asked: deque[Asked] = deque(maxlen=MOST_ASKED)
        self._running: subprocess.Popen[bytes] | None = None
        self.told = STARTING if (can_serve() if serves is None else serves) else MISSING
        self._threads: tuple[threading.Thread, ...] = ()
        if self.told is not MISSING:
            self._threads = (threading.Thread(target=self._run, name="board", daemon=True),)
            self._threads[0].start()

    def show(self, snapshot: Snapshot) -> None:
        """From now on this is to be shown; what was not sent yet is never sent."""
        with self._fresh:
            self._newest = snapshot
            self._fresh.notify_all()

    def asked(self) -> Asked | None:
        """The next thing that a phone does; None: nothing."""
        try:
            return self._asked.popleft()
        except IndexError:
            return None

    def close(self, *, wait: bool = True) -> None:
        """End it; ``wait`` until it has ended."""
        with self._fresh:
            self._ending = True
            self._fresh.notify_all()
        for thread in self._threads if wait else ():
            thread.join(2 * END_S)

    # -- in a thread of its own: pipes wait, the evening does not

    def _run(self) -> None:
        while not self._ending:
            began_s = time.monotonic()
            try:
                self._one_life()
            except OSError as error:
                log.warning("the board ended: %s", error)
            with self._fresh:
                if not self._ending:
                    self._fresh.wait_for(lambda: self._ending, max(0.0, began_s + self._again_s - time.monotonic()))

    def _one_life(self) -> None:
        """A process from its start to its end."""
        process = subprocess.Popen(
            self._command(self.wanted), stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
        )
        assert process.stdin is not None and process.stdout is not None
        self._running = process
        listening = threading.Thread(target=self._listen, args=(process.stdout, process), daemon=True)
        listening.start()
        self._sent = None
        try:
            while (snapshot := self._next(process)) is not None:
                packed = msgspec.msgpack.encode(snapshot)
                process.stdin.write(len(packed).to_bytes(4, "big") + packed)
                process.stdin.flush()
        finally:
            self._running = None
            try:
                process.stdin.close()
            except OSError:
                pass  # it is gone already
            try:
                process.wait(END_S)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            listening.join(END_S)
            process.stdout.close()

    def _next(self, process: "subprocess.Popen[bytes]") -> Snapshot | None:
        """The newest snapshot that was not sent yet; None: it is to end, or has ended."""
        with self._fresh:
            while not self._ending and process.poll() is None:
                if self._newest is not None and self._newest is not self._sent:
                    self._sent = self._newest
                    return self._newest
                self._fresh.wait(1.0)
        return None

    def _listen(self, said: IO[bytes], process: "subprocess.Popen[bytes]") -> None:
        """Hear where it is."""
        decoder = msgspec.json.Decoder(Told | Asked)
        for line in said:
            try:
                found = decoder.decode(line)
            except msgspec.DecodeError:
                log.warning("the board said %r", line[:200])
                continue
            if isinstance(found, Told):
                self.told = found
            else:
                self._asked.append(found)
        if self.told.address:
            self.told = STARTING  # it is gone: nothing is there any more
        with self._fresh:
            self._fresh.notify_all()


def _command(wanted: Set) -> list[str]:
    return [sys.executable, "-P", "-m", "dealer.board.serving", str(wanted.port), wanted.word]
