"""What systemd is told, and the unit that starts it."""

import configparser
import re
import shutil
import socket
import subprocess
from ipaddress import ip_network
from pathlib import Path

import pytest

from hardware.notify import notify

UNIT = Path(__file__).resolve().parent.parent / "systemd" / "pairs-dealer.service"


@pytest.mark.parametrize("abstract", [False, True])
def test_systemd_hears_it(abstract: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name = f"pairs-dealer-{tmp_path.name}" if abstract else str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind("\0" + name if abstract else name)
        monkeypatch.setenv("NOTIFY_SOCKET", "@" + name if abstract else name)
        assert notify("READY=1")
        assert systemd.recv(100) == b"READY=1"


def test_where_nobody_listens_nothing_happens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "nobody"))
    assert not notify("READY=1")


def unit(path: Path = UNIT) -> configparser.ConfigParser:
    parser = configparser.ConfigParser(strict=False, interpolation=None, delimiters=("=",))
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    parser.read_string(path.read_text())
    return parser


def test_the_unit_runs_the_command_that_exists_as_nobody_special() -> None:
    service = unit()["Service"]
    program, command, *options = service["ExecStart"].split()
    assert program.endswith("/.venv/bin/dealer")
    assert service["User"] not in ("root", "0")
    from dealer.cli import make_parser

    make_parser().parse_args([command, *options])


def test_the_unit_restarts_up_to_a_limit_but_not_after_bad_settings() -> None:
    service, about = unit()["Service"], unit()["Unit"]
    assert (service["Type"], service["NotifyAccess"], service["Restart"]) == ("notify", "main", "always")
    assert service["RestartPreventExitStatus"] == "2"
    # so often it can fail by its watchdog, the slowest way, within the interval: else it would never give up
    cycle_s = 1.5 * int(service["WatchdogSec"]) + int(service["RestartSec"]) + 10
    assert int(about["StartLimitBurst"]) * cycle_s <= int(about["StartLimitIntervalSec"])


def test_giving_up_is_told_on_the_same_screen() -> None:
    told = unit(UNIT.parent / unit()["Unit"]["OnFailure"])["Service"]
    assert told["TTYPath"] == unit()["Service"]["TTYPath"]
    assert (told["StandardOutput"], told["TTYReset"]) == ("tty", "yes")
    assert UNIT.name in told["ExecStart"], "what the program said last"


def test_the_unit_may_do_what_the_program_needs() -> None:
    text = UNIT.read_text()
    for device in ("video4linux", "media", "dma_heap", "drm", "input", "alsa", "gpiochip", "tty"):
        assert f"DeviceAllow=char-{device} rw" in text, device
    assert {"AF_UNIX", "AF_NETLINK", "AF_INET"} == set(unit()["Service"]["RestrictAddressFamilies"].split())
    for allowed in unit()["Service"]["IPAddressAllow"].split():
        assert allowed in ("localhost", "link-local") or ip_network(allowed).is_private, allowed
    for breaking in ("ProcSubset", "PrivateNetwork", "MemoryDenyWriteExecute", "PrivateDevices"):
        assert f"{breaking}=" not in text, breaking


def test_the_unit_exposes_little(tmp_path: Path) -> None:
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("systemd-analyze is not installed")
    arguments = [program, "security", "--offline=true", "--no-pager", str(UNIT)]
    told = subprocess.run(arguments, capture_output=True, text=True, check=False)
    found = re.search(r"exposure level for \S+: ([0-9.]+)", told.stdout)
    if found is None:
        pytest.skip(f"this systemd-analyze cannot look at a file: {told.stderr.strip()}")
    assert float(found[1]) <= 2.0
