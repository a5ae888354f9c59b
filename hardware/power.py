"""Switching the box off from the screen: asks systemd's logind over D-Bus, as ``systemctl poweroff`` does."""

import os
import subprocess
from collections.abc import Mapping

from dealer.errors import DeviceError
from dealer.locale import _

MANAGER = ("org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager")
WITHIN_S = 5.0
"""How long logind may take to answer, seconds; it answers within a tenth of one."""


def is_service(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether systemd started this process itself: the box is the dealer's alone (systemd.exec(5)).

    >>> is_service({"SYSTEMD_EXEC_PID": "1"})
    False
    """
    return environment.get("SYSTEMD_EXEC_PID") == str(os.getpid())


def can_switch_off() -> bool:
    """Whether the box may be switched off by this program without a password. On a desktop it never does that."""
    try:
        return is_service() and '"yes"' in _asked("CanPowerOff")
    except DeviceError:
        return False


def switch_off() -> None:
    """Switch the box off; returns once that has begun. Raises DeviceError."""
    _asked("PowerOff", "b", "false")


def _asked(*call: str) -> str:
    """What logind answers, as busctl(1) prints it."""
    try:
        asked = subprocess.run(
            ("busctl", "call", *MANAGER, *call), capture_output=True, text=True, timeout=WITHIN_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise DeviceError(_("The box is not switched off: {error}").format(error=error)) from error
    if asked.returncode:
        raise DeviceError(_("The box is not switched off: {error}").format(error=asked.stderr.strip()))
    return asked.stdout
