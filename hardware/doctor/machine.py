"""The machine itself: what Linux tells of its supply, heat, memory, disk, clock and service.

Sources: the Raspberry Pi's firmware (get_throttled, https://www.raspberrypi.com/documentation/computers/os.html),
the kernel's sysfs (Documentation/ABI) and systemctl(1).
"""

import os
import platform
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from dealer.locale import _
from dealer.locale.language import mark
from hardware.doctor.finding import Finding, Health

MODEL = "proc/device-tree/model"
MOST_HEAT_C = 80.0
"""Above it a Raspberry Pi slows down."""
LEAST_MEMORY_MB = 300
"""The dealer takes some 350 MB at its peak, most of it before it asks."""
COMMAND_S = 10.0
SERVICE = "pairs-dealer.service"

THROTTLED = {
    0: mark("the supply gives too little voltage now"),
    1: mark("the processor is held back now"),
    2: mark("the processor is throttled now"),
    3: mark("the processor is at its soft limit of heat now"),
    16: mark("the supply gave too little voltage since the start"),
    17: mark("the processor was held back since the start"),
    18: mark("the processor was throttled since the start"),
    19: mark("the processor came to its soft limit of heat since the start"),
}
"""The firmware's bits, as Raspberry Pi documents them."""

WORN_OUT = 0x0A
"""eMMC's estimate of its life used, in steps of 10 %: the last step before it is used up (JEDEC JESD84-B51)."""


@dataclass(frozen=True, slots=True)
class Machine:
    """Where Linux's files are and what its commands answer. ``root`` is another one in tests."""

    root: Path = Path("/")
    answers: dict[str, str] | None = field(default=None)
    """What commands answer, by their names; ``None``: they are run."""

    @property
    def is_pi(self) -> bool:
        """Whether this is a single-board computer, as a Raspberry Pi is."""
        return (self.root / MODEL).exists()

    def text(self, path: str) -> str | None:
        """What stands in a file, or None."""
        try:
            return (self.root / path).read_text(errors="replace").strip("\0\n ")
        except OSError:
            return None

    def run(self, *command: str) -> str | None:
        """What a command answers, or None where it is not there or fails."""
        if self.answers is not None:
            return self.answers.get(command[0])
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=COMMAND_S, check=False)
        except (OSError, subprocess.TimeoutExpired):
            return None
        return done.stdout.strip() if done.returncode == 0 else None


def python(version: Sequence[int] = sys.version_info[:2]) -> Iterator[Finding]:
    """Whether this Python will do."""
    if (3, 11) <= tuple(version[:2]) <= (3, 13):
        yield Finding("python", Health.FINE, platform.python_version())
    else:
        words = ".".join(map(str, version[:2]))
        detail = _("{version}; 3.11, 3.12 or 3.13 is needed").format(version=words)
        yield Finding("python", Health.MISSING, detail, "sudo apt install python3")


def model(machine: Machine) -> Iterator[Finding]:
    """What machine it is."""
    name, system = machine.text(MODEL) or platform.machine(), platform.platform(terse=True)
    yield Finding(
        "machine",
        Health.FINE,
        _("{name}, {cores} cores, {system}").format(name=name, cores=os.cpu_count(), system=system),
    )


def supply(machine: Machine) -> Iterator[Finding]:
    """Whether the supply is strong enough: a weak one makes cameras fail and cards be read late."""
    if not machine.is_pi:
        return
    told = machine.text("sys/devices/platform/soc/soc:firmware/get_throttled")
    told = told or (machine.run("vcgencmd", "get_throttled") or "").partition("=")[2]
    try:
        bits = int(told, 16)
    except ValueError:
        yield Finding("supply", Health.FINE, _("the firmware does not tell"))
        return
    wrong = [_(words) for bit, words in THROTTLED.items() if bits >> bit & 1]
    if wrong:
        remedy = _("use the supply that came with the Raspberry Pi, with its own short cable; let air come to it")
        yield Finding("supply", Health.WITHOUT, "; ".join(wrong), remedy)
    else:
        yield Finding("supply", Health.FINE, _("strong enough since the start"))


def heat(machine: Machine) -> Iterator[Finding]:
    """How hot the processor is."""
    told = machine.text("sys/class/thermal/thermal_zone0/temp")
    if told is None or not told.lstrip("-").isdecimal():
        return
    degrees = int(told) / 1000
    if degrees >= MOST_HEAT_C:
        remedy = _("give it air: take the lid off, or fit a fan or a heat sink")
        detail = _("{degrees:.0f} °C; from {most:.0f} it slows down").format(degrees=degrees, most=MOST_HEAT_C)
        yield Finding("heat", Health.WITHOUT, detail, remedy)
    else:
        yield Finding("heat", Health.FINE, f"{degrees:.0f} °C")


def memory(machine: Machine) -> Iterator[Finding]:
    """How much memory is free."""
    lines = (machine.text("proc/meminfo") or "").splitlines()
    told = {line.partition(":")[0]: line.split()[1] for line in lines if len(line.split()) > 1}
    if "MemAvailable" not in told:
        return
    free_mb = int(told["MemAvailable"]) // 1000
    if free_mb < LEAST_MEMORY_MB:
        command = "ps --sort=-rss -eo rss,comm | head"
        remedy = _("end other programs (`{command}` names the largest), or start it anew").format(command=command)
        detail = _("{free} MB are free; {least} or more are needed").format(free=free_mb, least=LEAST_MEMORY_MB)
        yield Finding("memory", Health.WITHOUT, detail, remedy)
    else:
        all_mb = int(told.get("MemTotal", "0")) // 1000
        yield Finding("memory", Health.FINE, _("{free} MB free of {all}").format(free=free_mb, all=all_mb))


def disk(machine: Machine, folder: Path) -> Iterator[Finding]:
    """Whether the disk wears out, or made errors."""
    for errors in sorted(machine.root.glob("sys/fs/ext4/*/errors_count")):
        count = errors.read_text().strip()
        if count not in ("", "0"):
            remedy = _("copy the data folder to another card now, then check this one: {command}")
            remedy = remedy.format(command="sudo touch /forcefsck; sudo reboot")
            detail = _("errors of {disk}: {count}").format(disk=errors.parent.name, count=count)
            yield Finding("disk", Health.WITHOUT, detail, remedy)
            return
    for life in sorted(machine.root.glob("sys/block/*/device/life_time")):
        used = max((int(part, 16) for part in life.read_text().split() if part.startswith("0x")), default=0)
        if used >= WORN_OUT:
            remedy = _("copy the data folder to a new card: this one is worn out")
            name = life.parent.parent.name
            detail = _("{disk} has used {used} % of its life").format(disk=name, used=(used - 1) * 10)
            yield Finding("disk", Health.WITHOUT, detail, remedy)
            return
    where = str(folder.resolve())
    mounts = [line.split()[:4] for line in (machine.text("proc/mounts") or "").splitlines() if len(line.split()) >= 4]
    under = [mount for mount in mounts if where == mount[1] or where.startswith(mount[1].rstrip("/") + "/")]
    mount = max(under, key=lambda one: len(one[1]), default=None)
    if mount is not None and "ro" in mount[3].split(","):
        remedy = _("{command}; if it comes back, the card is failing: use a new one")
        remedy = remedy.format(command=f"sudo mount -o remount,rw {mount[1]}")
        yield Finding("disk", Health.MISSING, _("{place} can only be read").format(place=mount[1]), remedy)
    else:
        yield Finding("disk", Health.FINE, _("no errors and no wear are told"))


def clock(machine: Machine) -> Iterator[Finding]:
    """Whether the clock is right. Nothing is ordered by it; it is what people see in the history."""
    synced = machine.run("timedatectl", "show", "--property=NTPSynchronized", "--value")
    if synced == "no":
        remedy = _("connect it to a network for a minute, or set it: {command}")
        remedy = remedy.format(command="sudo timedatectl set-time 'YYYY-MM-DD HH:MM'")
        detail = _("not set since the start; only dates and times may be wrong")
        yield Finding("clock", Health.WITHOUT, detail, remedy)
    else:
        detail = _("set by the network") if synced == "yes" else _("nobody tells whether it is set")
        yield Finding("clock", Health.FINE, detail)


def service(machine: Machine) -> Iterator[Finding]:
    """How the service is, where there is one."""
    names = ("LoadState", "ActiveState", "Result", "NRestarts")
    answer = machine.run("systemctl", "show", SERVICE, f"--property={','.join(names)}")
    told = dict(line.split("=", 1) for line in (answer or "").splitlines() if "=" in line)
    if told.get("LoadState") != "loaded":
        yield Finding("service", Health.FINE, _("none here; `dealer play` starts it by hand"))
    elif told.get("ActiveState") == "failed":
        remedy = _("{why} says why; then: {then}").format(
            why=f"journalctl -u {SERVICE} -n 30",
            then=f"sudo systemctl reset-failed {SERVICE}; sudo systemctl start {SERVICE}",
        )
        detail = _("it gave up ({result})").format(result=told.get("Result"))
        yield Finding("service", Health.WITHOUT, detail, remedy)
    elif told.get("NRestarts", "0") not in ("", "0"):
        remedy = _("{why} says why").format(why=f"journalctl -u {SERVICE} -p warning")
        detail = _("started anew {count} times since it began").format(count=told["NRestarts"])
        yield Finding("service", Health.WITHOUT, detail, remedy)
    else:
        yield Finding("service", Health.FINE, told.get("ActiveState", ""))


def network(machine: Machine) -> Iterator[Finding]:
    """Which networks it is in; none is needed."""
    up = [
        path.parent.name
        for path in sorted(machine.root.glob("sys/class/net/*/operstate"))
        if path.parent.name != "lo" and path.read_text().strip() == "up"
    ]
    yield Finding("network", Health.FINE, ", ".join(up) or _("none, and none is needed"))
