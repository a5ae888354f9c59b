"""Signals in mid-game and at the start, and outputs that close or fill up: the acts are kept, the status is 0."""

import os
import signal
import sqlite3
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO

import pytest
from running import DEALER, ROOT, run

SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)

COMMANDS = {
    "watch": ("watch", "--camera", "sim:3", "--fast", "--json"),
    "play": ("play", "--camera", "sim:3", "--mute", "--variant", "basic"),
}

ENDS_S = 20.0
"""A frame in hand, the camera's and the voice's closing."""


def acts(folder: Path) -> int:
    """How many acts are in the journal."""
    try:
        connection = sqlite3.connect(f"file:{folder}/rehearsal/journal.sqlite3?mode=ro", uri=True)
        try:
            return int(connection.execute("SELECT count(*) FROM entry").fetchone()[0])
        finally:
            connection.close()
    except sqlite3.Error:
        return 0


def heard() -> None:
    """In the child: signals as a service or a terminal has them, whatever started the trial."""
    for number in SIGNALS:
        signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)


def started(
    command: str, folder: Path, out: IO[bytes], *, prepare: Callable[[], None] = heard
) -> subprocess.Popen[bytes]:
    arguments = [*DEALER, *COMMANDS[command], "--headless", "--players", "A,B,C,D", "--data", str(folder)]
    return subprocess.Popen(
        arguments, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT, preexec_fn=prepare
    )


def wait_until_it_listens(playing: subprocess.Popen[bytes]) -> None:
    """Until the program has its own say in what SIGHUP does; before that it is Python that starts."""
    end_s = time.monotonic() + 30
    while time.monotonic() < end_s:
        status = Path(f"/proc/{playing.pid}/status").read_text()
        caught = int(next(line.split()[1] for line in status.splitlines() if line.startswith("SigCgt")), 16)
        if caught & 1 << (signal.SIGHUP - 1):
            return
        time.sleep(0.005)
    raise AssertionError("it never listened")


def wait_for_acts(folder: Path, number: int, playing: subprocess.Popen[bytes]) -> None:
    end_s = time.monotonic() + 120
    while acts(folder) < number:
        assert playing.poll() is None, "it ended by itself"
        assert time.monotonic() < end_s, "no act came"
        time.sleep(0.1)


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("number", SIGNALS, ids=lambda number: signal.Signals(number).name)
def test_a_signal_in_mid_game(command: str, number: signal.Signals, tmp_path: Path) -> None:
    with (tmp_path / "log").open("wb") as log:
        playing = started(command, tmp_path, log)
        wait_for_acts(tmp_path, 2, playing)
        before = acts(tmp_path)
        playing.send_signal(number)
        assert playing.wait(ENDS_S) == 0
    said = (tmp_path / "log").read_text(errors="replace")
    assert "Traceback" not in said
    assert acts(tmp_path) >= before
    with (tmp_path / "log").open("wb") as log:
        again = started(command, tmp_path, log)
        wait_for_acts(tmp_path, before + 1, again)
        again.terminate()
        assert again.wait(ENDS_S) == 0


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("number", SIGNALS, ids=lambda number: signal.Signals(number).name)
@pytest.mark.parametrize("after_s", [0.0, 0.2, 0.6, 1.5])
def test_a_signal_while_it_starts(command: str, number: signal.Signals, after_s: float, tmp_path: Path) -> None:
    with (tmp_path / "log").open("wb") as log:
        playing = started(command, tmp_path, log)
        wait_until_it_listens(playing)
        time.sleep(after_s)
        playing.send_signal(number)
        assert playing.wait(ENDS_S) == 0
    assert "Traceback" not in (tmp_path / "log").read_text(errors="replace")


def test_all_signals_at_once(tmp_path: Path) -> None:
    with (tmp_path / "log").open("wb") as log:
        playing = started("play", tmp_path, log)
        wait_for_acts(tmp_path, 1, playing)
        for number in SIGNALS * 3:
            playing.send_signal(number)
            time.sleep(0.03)
        assert playing.wait(ENDS_S) == 0
    assert "Traceback" not in (tmp_path / "log").read_text(errors="replace")


def test_stopped_and_continued_it_goes_on(tmp_path: Path) -> None:
    with (tmp_path / "log").open("wb") as log:
        playing = started("play", tmp_path, log)
        wait_for_acts(tmp_path, 1, playing)
        playing.send_signal(signal.SIGSTOP)
        time.sleep(10)
        playing.send_signal(signal.SIGCONT)
        wait_for_acts(tmp_path, acts(tmp_path) + 2, playing)
        playing.terminate()
        assert playing.wait(ENDS_S) == 0


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("output", ["closed", "full", "reader gone"])
def test_play_goes_on_whatever_becomes_of_its_output(command: str, output: str, tmp_path: Path) -> None:
    def closes() -> None:
        heard()
        if output == "closed":
            os.close(1)
            os.close(2)

    reading, writing = os.pipe()
    os.close(reading)
    with open("/dev/full", "wb") if output == "full" else os.fdopen(writing, "wb", closefd=False) as out:
        playing = started(command, tmp_path, out, prepare=closes)
        os.close(writing)
        wait_for_acts(tmp_path, 3, playing)
        playing.terminate()
        assert playing.wait(ENDS_S) == (4 if output == "full" else 0)
    listed = run("games", "--rehearsals", "--data", str(tmp_path))
    assert not listed.complaint(status=0, most_s=20, most_mb=200), "the journal is whole"
