"""How the program ends: by a signal in good order, and whatever becomes of what it prints to."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from dealer import cli
from dealer.system.output import Outlet, steady_output
from dealer.system.stopping import SIGNALS, on_signals

ROOT = Path(__file__).parent.parent
DEALER = (sys.executable, "-m", "dealer.cli")


def dealer(shell: str) -> subprocess.CompletedProcess[str]:
    """A shell's line in which $DEALER is the program."""
    environment = {**os.environ, "DEALER": " ".join(DEALER)}
    return subprocess.run(
        ["bash", "-c", shell], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60, check=False
    )


@pytest.mark.parametrize(
    ("shell", "status"),
    [
        ("$DEALER rules basic >&-", 0),
        ("$DEALER rules basic >&- 2>&- <&-", 0),
        ("$DEALER rules basic >/dev/full", 4),
        ("$DEALER rules basic >/dev/full 2>/dev/full", 4),
        ("$DEALER games --data /nowhere 2>/dev/full", 4),
        ("$DEALER games --data /nowhere 2>&-", 4),
        ("$DEALER rules | true; exit ${PIPESTATUS[0]}", 0),
        ("$DEALER frobnicate 2>&-", 2),
    ],
)
def test_what_cannot_be_printed_ends_nothing(shell: str, status: int) -> None:
    ended = dealer(shell)
    assert ended.returncode == status, ended.stderr
    assert "Traceback" not in ended.stderr and "Exception ignored" not in ended.stderr
    if "/dev/full" in shell and "2>" not in shell:
        assert "No space left" in ended.stderr and len(ended.stderr.splitlines()) == 1


def test_the_journal_is_never_taken_for_standard_output(tmp_path: Path) -> None:
    """With standard output closed the next file that is opened would have its number."""
    script = (
        "from dealer.system.output import steady_output\n"
        f"with steady_output(): print(open('{tmp_path}/a', 'w').fileno())"
    )
    ended = dealer(f"{sys.executable} -c \"{script}\" >&- <&-; test -e {tmp_path}/a")
    assert ended.returncode == 0, ended.stderr
    script += f"\nassert open('{tmp_path}/b', 'w').fileno() > 2"
    ended = dealer(f'{sys.executable} -c "{script}" >&- <&-')
    assert ended.returncode == 0, ended.stderr


def test_an_outlet_is_let_go_once(tmp_path: Path) -> None:
    with open("/dev/full", "w", encoding="utf-8") as full:
        outlet = Outlet(full)
        print("words", file=outlet)
        assert outlet.full is None
        outlet.flush()
        assert outlet.full is not None
        print("more words", file=outlet)
        outlet.flush()


def test_a_terminal_of_ascii_gets_an_escape() -> None:
    ended = dealer("PYTHONIOENCODING=ascii PYTHONUTF8=0 LC_ALL=C $DEALER replay nichts-für-ungut.pairs")
    assert ended.returncode == 2
    assert "Traceback" not in ended.stderr


def test_streams_are_as_before_afterwards() -> None:
    before = sys.stdout, sys.stderr
    with steady_output():
        assert sys.stdout is not before[0]
    assert (sys.stdout, sys.stderr) == before


@pytest.fixture
def listening() -> Iterator[None]:
    """As a program starts that nobody started with nohup; afterwards as before."""
    before = {number: signal.getsignal(number) for number in SIGNALS}
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.usefixtures("listening")
@pytest.mark.parametrize("number", SIGNALS, ids=lambda number: signal.Signals(number).name)
def test_every_signal_ends_a_command_alike(
    number: signal.Signals, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    closed: list[str] = []

    def works(options: object) -> int:
        try:
            os.kill(os.getpid(), number)
            time.sleep(5)
        finally:
            for another in SIGNALS:  # of a second one nobody hears: closing goes on to its end
                os.kill(os.getpid(), another)
            time.sleep(0.05)
            closed.append("journal")
        return 1

    monkeypatch.setattr(cli, "_games", works)
    assert cli.main(["games", "--data", "play"]) == 130
    assert closed == ["journal"]
    assert capsys.readouterr().err == "dealer: stopped before it was done.\n"
    for another in SIGNALS:  # it is ending: a late one does not change its status
        os.kill(os.getpid(), another)


@pytest.mark.usefixtures("listening")
def test_without_a_signal_all_is_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    before = {number: signal.getsignal(number) for number in SIGNALS}
    monkeypatch.setattr(cli, "_games", lambda options: 0)
    assert cli.main(["games"]) == 0
    assert {number: signal.getsignal(number) for number in SIGNALS} == before


@pytest.mark.usefixtures("listening")
def test_signals_in_a_burst_leave_what_is_being_closed_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[str] = []

    def plays(options: object) -> int:
        with on_signals(lambda: closed.append("loop")):
            os.kill(os.getpid(), signal.SIGTERM)
            time.sleep(0.01)
        for number in SIGNALS:
            os.kill(os.getpid(), number)
        time.sleep(0.01)
        closed.append("journal")
        return 0

    monkeypatch.setattr(cli, "_games", plays)
    assert cli.main(["games"]) == 0
    assert closed == ["loop", "journal"]


@pytest.mark.usefixtures("listening")
def test_a_signal_that_a_library_swallowed_ends_the_loop_as_soon_as_it_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    stopped: list[str] = []

    def works(options: object) -> int:
        try:
            os.kill(os.getpid(), signal.SIGTERM)
            time.sleep(5)
        except BaseException:  # as some do while they are imported
            pass
        with on_signals(lambda: stopped.append("loop")):
            return 0

    monkeypatch.setattr(cli, "_games", works)
    assert cli.main(["games"]) == 0
    assert stopped == ["loop"]


@pytest.mark.usefixtures("listening")
def test_a_signal_that_python_cannot_raise_is_not_printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Dying:
        def __del__(self) -> None:
            os.kill(os.getpid(), signal.SIGTERM)
            time.sleep(0.01)

    def works(options: object) -> int:
        dying = Dying()
        del dying
        return 0

    before = sys.unraisablehook
    monkeypatch.setattr(cli, "_games", works)
    assert cli.main(["games"]) == 0
    assert capsys.readouterr().err == ""
    assert sys.unraisablehook is before


@pytest.mark.usefixtures("listening")
def test_an_import_that_a_signal_broke_is_no_fault(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def breaks(options: object) -> int:
        try:
            os.kill(os.getpid(), signal.SIGTERM)
            time.sleep(5)
        except BaseException as stopped:
            raise ImportError("initialization failed") from stopped
        return 0

    monkeypatch.setattr(cli, "_games", breaks)
    assert cli.main(["games"]) == 130
    assert "stopped" in capsys.readouterr().err

    def faulty(options: object) -> int:
        raise ImportError("a fault of ours")

    monkeypatch.setattr(cli, "_games", faulty)
    with pytest.raises(ImportError):
        cli.main(["games"])


@pytest.mark.usefixtures("listening")
def test_a_table_goes_on_until_it_is_stopped_and_then_is_done(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def plays(options: object) -> int:
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(5)
        return 1

    monkeypatch.setattr(cli, "_watch", plays)
    assert cli.main(["watch"]) == 0
    assert capsys.readouterr().err == "dealer: stopped; everything announced so far is in the journal.\n"


@pytest.mark.usefixtures("listening")
def test_what_nohup_ignores_stays_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli, "_games", lambda options: os.kill(os.getpid(), signal.SIGHUP) or 1)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    assert cli.main(["games"]) == 1


def test_a_thread_hears_no_signals() -> None:
    """Python lets only the main thread listen: elsewhere a command runs without."""
    failed: list[BaseException] = []

    def run() -> None:
        try:
            with on_signals(lambda: None):
                pass
        except ValueError as error:
            failed.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    assert not failed
