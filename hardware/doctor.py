"""``dealer deps``: what is installed and connected, what is missing, and the line that mends it."""

import argparse
import importlib.metadata
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from dealer.errors import DealerError

PACKAGES = (
    "fpdf2",
    "gpiozero",
    "msgspec",
    "numpy",
    "onnxruntime",
    "opencv-python-headless",
    "pillow",
    "platformdirs",
    "pygame",
)

APT_NAMES = {"opencv-python-headless": "opencv", "pillow": "Pillow"}
"""Under which other name Debian's own build of a package is registered."""

DEVICE_MODEL = Path("/proc/device-tree/model")

LEAST_FREE_MB = 200
"""A night's journal is a few megabytes; below this something else will fill the disk first."""


class Health(Enum):
    """How a part is: only ``MISSING`` keeps the dealer from working."""

    FINE = "ok"
    WITHOUT = "without"
    """Not there, and play goes on without it."""
    MISSING = "MISSING"


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the diagnosis."""

    part: str
    health: Health
    detail: str


def _python() -> Iterator[Finding]:
    version = platform.python_version()
    usable = (3, 11) <= sys.version_info[:2] <= (3, 13)
    detail = version if usable else f"{version}; 3.11, 3.12 or 3.13 is needed"
    yield Finding("python", Health.FINE if usable else Health.MISSING, detail)


def _machine() -> Iterator[Finding]:
    try:
        model = DEVICE_MODEL.read_text().strip("\0\n ")
    except OSError:
        model = platform.machine()
    yield Finding("machine", Health.FINE, f"{model}, {os.cpu_count()} cores, {platform.platform(terse=True)}")


def _packages() -> Iterator[Finding]:
    for package in PACKAGES:
        for name in (package, APT_NAMES.get(package, package)):
            try:
                yield Finding(package, Health.FINE, importlib.metadata.version(name))
                break
            except importlib.metadata.PackageNotFoundError:
                continue
        else:
            yield Finding(package, Health.MISSING, "not installed; run: make setup")


def _models() -> Iterator[Finding]:
    from vision.nets.models import MODELS, load_model

    names = sorted(path.stem for path in MODELS.glob("*.json"))
    if not names:
        yield Finding("models", Health.MISSING, f"none in {MODELS}; fetch them again: git checkout -- models")
    for name in names:
        try:
            model = load_model(name, folder=MODELS)
        except DealerError as error:
            yield Finding(f"model {name}", Health.MISSING, str(error))
        else:
            yield Finding(f"model {name}", Health.FINE, f"checksum right, {str(model.card['sha256'])[:12]}")


def _camera() -> Iterator[Finding]:
    from hardware.cameras.cameras import LIST_S, found_cameras

    found = found_cameras(within_s=LIST_S)
    if found.cameras:
        yield Finding("camera", Health.FINE, ", ".join(f"{camera.spec} ({camera.name})" for camera in found.cameras))
    if found.uncertain:
        yield Finding("camera", Health.MISSING, f"{found.uncertain}; try again")
    elif found.cameras:
        return
    elif DEVICE_MODEL.exists():
        line = "for the Pi's own: sudo apt install --no-install-recommends python3-picamera2, and check the cable"
        yield Finding("camera", Health.WITHOUT, f"none; play uses the simulated table. {line}")
    else:
        yield Finding("camera", Health.WITHOUT, "none; play uses the simulated table")


def _buttons(folder: Path) -> Iterator[Finding]:
    from dealer.presses import Button
    from dealer.settings import read_settings
    from hardware.buttons import Buttons, Pins

    chosen = read_settings(folder).buttons
    pins = {button: getattr(chosen, button.value) for button in Button}
    try:
        with Buttons({button: Pins(pair.button, pair.light) for button, pair in pins.items()}) as panel:
            troubles = tuple(panel.troubles)
    except DealerError as error:
        detail = str(error)
        if DEVICE_MODEL.exists():
            detail += ". On a Raspberry Pi: sudo apt install python3-lgpio; while the dealer plays, it has the pins"
        yield Finding("buttons", Health.WITHOUT, detail)
        return
    for trouble in troubles:
        yield Finding("buttons", Health.WITHOUT, trouble)
    if not troubles:
        yield Finding("buttons", Health.FINE, "all four, and their lights")


def _sound() -> Iterator[Finding]:
    from hardware.voice.speaker import PygameSpeaker

    speaker = PygameSpeaker()
    try:
        speaker.open()
    except DealerError as error:
        yield Finding("sound", Health.WITHOUT, f"{error}; play goes on silent, with captions")
    else:
        speaker.close()
        yield Finding("sound", Health.FINE, "the default device opens")


def _voice() -> Iterator[Finding]:
    program = shutil.which("espeak-ng")
    if program is None:
        line = "to hear it: sudo apt install espeak-ng"
        yield Finding("voice", Health.WITHOUT, f"no espeak-ng; play goes on silent, with captions; {line}")
        return
    answer = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=10, check=False)
    yield Finding("voice", Health.FINE, answer.stdout.split("Data at")[0].strip())


def _screen() -> Iterator[Finding]:
    for variable, kind in (("WAYLAND_DISPLAY", "Wayland"), ("DISPLAY", "X11")):
        if os.environ.get(variable):
            yield Finding("screen", Health.FINE, f"{kind} ({os.environ[variable]})")
            return
    if any(Path("/dev/dri").glob("card*")):
        detail = "no desktop; full screen through KMSDRM, which needs Debian's python3-pygame"
        yield Finding("screen", Health.FINE, detail)
    else:
        yield Finding("screen", Health.WITHOUT, "none; play prints each call and saves its last screen as a picture")


def _data(folder: Path) -> Iterator[Finding]:
    existing = folder
    while not existing.exists():
        existing = existing.parent
    if not os.access(existing, os.W_OK):
        yield Finding("data", Health.MISSING, f"{folder} cannot be written; choose another with --data FOLDER")
        return
    free_mb = shutil.disk_usage(existing).free // 1_000_000
    if free_mb < LEAST_FREE_MB:
        yield Finding("data", Health.MISSING, f"{folder}: only {free_mb} MB free; make room")
    else:
        yield Finding("data", Health.FINE, f"{folder}, {free_mb / 1000:.0f} GB free")


def findings(data_folder: Path) -> Iterator[Finding]:
    """All that is found, part by part; a part whose check fails in an unforeseen way is told as missing."""
    parts: tuple[tuple[str, Callable[[], Iterator[Finding]]], ...] = (
        ("python", _python),
        ("machine", _machine),
        ("packages", _packages),
        ("models", _models),
        ("camera", _camera),
        ("buttons", lambda: _buttons(data_folder)),
        ("sound", _sound),
        ("voice", _voice),
        ("screen", _screen),
        ("data", lambda: _data(data_folder)),
    )
    for part, check in parts:
        try:
            yield from check()
        except Exception as error:  # a diagnosis must not end where things are broken
            yield Finding(part, Health.MISSING, f"{type(error).__name__}: {error}")


def run(options: argparse.Namespace) -> int:
    """Print the diagnosis; the exit status is 4 where something is missing that nothing works without, else 0."""
    from dealer.settings import data_folder

    worst = 0
    for finding in findings(data_folder(options.data)):
        print(f"{finding.part:24} {finding.health.value:8} {finding.detail}", flush=True)
        if finding.health is Health.MISSING:
            worst = 4
    return worst
