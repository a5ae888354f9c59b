"""What systemd is told, and the unit that starts it."""

import configparser
import socket
from pathlib import Path

import pytest

from hardware.notify import notify

UNIT = Path(__file__).resolve().parent.parent / "systemd" / "dealer.service"


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


def unit() -> configparser.ConfigParser:
    parser = configparser.ConfigParser(strict=False, interpolation=None, delimiters=("=",))
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    parser.read_string(UNIT.read_text())
    return parser


def test_the_unit_runs_the_command_that_exists_as_nobody_special() -> None:
    service = unit()["Service"]
    program, command, *options = service["ExecStart"].split()
    assert program.endswith("/.venv/bin/dealer")
    assert service["User"] not in ("root", "0")
    from dealer.cli import make_parser

    make_parser().parse_args([command, *options])


def test_the_unit_restarts_after_a_crash_but_not_after_bad_settings() -> None:
    service = unit()["Service"]
    assert service["Type"] == "notify"
    assert service["Restart"] == "on-failure"
    assert service["RestartPreventExitStatus"] == "2"
