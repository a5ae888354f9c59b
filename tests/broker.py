"""A real Mosquitto on a free port of this machine, ended by its process id; and tables that have something to tell."""

import getpass
import shutil
import socket
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from dealer.venue.address import Broker

NEEDED = "Mosquitto is not installed here: apt install mosquitto"


def mosquitto() -> str | None:
    """Where the broker's program is; Debian keeps it outside of most people's PATH."""
    return shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin")


needs_mosquitto = pytest.mark.skipif(mosquitto() is None, reason=NEEDED)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class RealBroker:
    """Mosquitto with a configuration of its own. It remembers what it kept only where it is stopped in good order."""

    def __init__(self, folder: Path, *, config: str | None = None, port: int | None = None) -> None:
        self.folder = folder
        self.port = port or free_port()
        folder.mkdir(parents=True, exist_ok=True)
        self._config = folder / "mosquitto.conf"
        self._config.write_text(
            config
            or f"user {getpass.getuser()}\nlistener {self.port} 127.0.0.1\nallow_anonymous true\npersistence true\n"
            f"persistence_location {folder}/\nmax_queued_messages 0\nautosave_interval 5\nlog_dest none\n"
        )
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def broker(self) -> Broker:
        return Broker("127.0.0.1", self.port)

    def start(self) -> "RealBroker":
        program = mosquitto()
        assert program is not None, NEEDED
        self._process = subprocess.Popen(
            [program, "-c", str(self._config)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        until(lambda: self._answers(), what="the broker answers")
        return self

    def _answers(self) -> bool:
        assert self._process is not None and self._process.poll() is None, "the broker ended at once"
        with socket.socket() as probe:
            probe.settimeout(1.0)
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def kill(self) -> None:
        """As a power cut: what it had not written down it forgets."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait(10)
            self._process = None

    def __enter__(self) -> "RealBroker":
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.kill()


def until(true: Callable[[], bool], *, most_s: float = 20.0, what: str = "it happens") -> None:
    """Wait until it is so."""
    ends_s = time.monotonic() + most_s
    while not true():
        assert time.monotonic() < ends_s, f"not within {most_s:.0f} s: {what}"
        time.sleep(0.02)
