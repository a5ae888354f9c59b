"""What is installed and what was kept: packages, models, settings, journal, copies, reports."""

import importlib.metadata
import os
import shutil
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

import dealer
from dealer.errors import DealerError
from dealer.journal.checkup import condition_of
from dealer.journal.copies import COPIES_NAME, copies_in
from dealer.journal.journal import FILE_NAME
from dealer.journal.outbox import waiting
from dealer.settings import FILE_NAME as SETTINGS_NAME
from dealer.settings import Settings, read_settings
from hardware.doctor.finding import Finding, Health

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

LEAST_FREE_MB = 200
"""A night's journal is a few megabytes; below this something else will fill the disk first."""

BEHIND_S = 3600.0
"""A copy is made at each game's begin and end: an hour after the last act there must be one."""

REPORTS = "trouble-*.txt"


def version() -> Iterator[Finding]:
    """Which make this is."""
    yield Finding("version", Health.FINE, dealer.__version__)


def packages(names: Sequence[str] = PACKAGES) -> Iterator[Finding]:
    """The libraries, each with its version."""
    for package in names:
        for name in (package, APT_NAMES.get(package, package)):
            try:
                yield Finding(package, Health.FINE, importlib.metadata.version(name))
                break
            except importlib.metadata.PackageNotFoundError:
                continue
        else:
            yield Finding(package, Health.MISSING, "not installed", "make setup")


def models() -> Iterator[Finding]:
    """The nets, each with its checksum."""
    from vision.nets.models import AGAIN, MODELS, load_model

    names = sorted(path.stem for path in MODELS.glob("*.json"))
    if not names:
        yield Finding("models", Health.MISSING, f"none in {MODELS}", AGAIN)
    for name in names:
        try:
            found = load_model(name, folder=MODELS)
        except DealerError as error:
            yield Finding(f"model {name}", Health.MISSING, str(error), AGAIN)
        else:
            yield Finding(f"model {name}", Health.FINE, f"checksum right, {str(found.card['sha256'])[:12]}")


def settings(folder: Path) -> Iterator[Finding]:
    """Whether the settings are understood."""
    path = folder / SETTINGS_NAME
    try:
        read_settings(folder)
    except DealerError as error:
        remedy = f"mend or delete that line of {path}"
        yield Finding("settings", Health.WITHOUT, f"not understood, the usual ones are taken: {error}", remedy)
        return
    yield Finding("settings", Health.FINE, str(path) if path.exists() else "the usual ones")


def settings_or_usual(folder: Path) -> Settings:
    """The settings as far as they are understood."""
    try:
        return read_settings(folder)
    except DealerError:
        return Settings()


def data(folder: Path) -> Iterator[Finding]:
    """Whether the data folder can be written and has room."""
    existing = folder
    while not existing.exists():
        existing = existing.parent
    if not existing.is_dir():
        yield Finding("data", Health.MISSING, f"{existing} is a file", "choose a folder with --data FOLDER")
    elif not os.access(existing, os.W_OK):
        remedy = f"sudo chown -R $USER {existing}, or choose another folder with --data FOLDER"
        yield Finding("data", Health.MISSING, f"{folder} cannot be written", remedy)
    elif (free_mb := shutil.disk_usage(existing).free // 1_000_000) < LEAST_FREE_MB:
        remedy = f"make room: du -xh {existing} | sort -h | tail shows what is large"
        yield Finding("data", Health.MISSING, f"{folder}: only {free_mb} MB free", remedy)
    else:
        yield Finding("data", Health.FINE, f"{folder}, {free_mb / 1000:.0f} GB free")


def journal(folder: Path) -> Iterator[Finding]:
    """Whether the journal is whole."""
    found = condition_of(folder)
    if found is None:
        yield Finding("journal", Health.FINE, "none yet")
    elif found.fault:
        remedy = "`dealer play` sets it aside, carries over what can be read, and says what came over"
        yield Finding("journal", Health.WITHOUT, f"damaged: {found.fault}", remedy)
    elif found.newer:
        yield Finding("journal", Health.WITHOUT, "of a newer program", "install the newer program again")
    else:
        yield Finding("journal", Health.FINE, f"whole; games: {found.games}")


def copies(folder: Path, chosen: Settings) -> Iterator[Finding]:
    """How old the journal's newest checked copy is."""
    path = folder / FILE_NAME
    if not path.is_file() or not chosen.journal.copies:
        return
    stick = chosen.journal.copies_folder
    if stick is not None and not Path(stick).is_dir():
        yield Finding("copies", Health.WITHOUT, f"{stick} is not there", "put the USB stick in")
        return
    own = copies_in(folder / COPIES_NAME)
    if not own:
        remedy = "it is made when the next game begins; is the disk full?"
        yield Finding("copies", Health.WITHOUT, "there is no copy of the journal yet", remedy)
        return
    made_s = own[0].stat().st_mtime
    when = datetime.fromtimestamp(made_s, UTC).isoformat(timespec="minutes")
    if path.stat().st_mtime - made_s > BEHIND_S:
        remedy = "make room on the disk; the next game makes a copy"
        yield Finding("copies", Health.WITHOUT, f"the newest is of {when}, the journal is younger", remedy)
    else:
        yield Finding("copies", Health.FINE, f"the newest of {len(own)} is of {when}")


def house(folder: Path, chosen: Settings) -> Iterator[Finding]:
    """Whether the house of many tables has been told all."""
    if chosen.house.broker is None:
        return
    try:
        importlib.metadata.version("paho-mqtt")
    except importlib.metadata.PackageNotFoundError:
        yield Finding("house", Health.WITHOUT, "paho-mqtt is not installed", "pip install 'pairs-dealer[house]'")
        return
    told = waiting(folder / FILE_NAME)
    if told is None:
        yield Finding("house", Health.FINE, f"{chosen.house.broker}, nothing to tell yet")
    elif told[0] < told[1]:
        detail = f"{told[1] - told[0]} of {told[1]} rows are not with the broker {chosen.house.broker} yet"
        remedy = "is `dealer play` running, the broker there, are user and password right? Nothing is lost meanwhile"
        yield Finding("house", Health.WITHOUT, detail, remedy)
    else:
        yield Finding("house", Health.FINE, f"{chosen.house.broker} has all {told[1]} rows")


def reports(folder: Path) -> Iterator[Finding]:
    """What went wrong of late."""
    found = sorted(folder.glob(REPORTS), key=lambda path: path.stat().st_mtime)
    if not found:
        yield Finding("troubles", Health.FINE, "none reported")
        return
    lines = found[-1].read_text(errors="replace").strip().splitlines() or [""]
    remedy = f"read {found[-1]}; `dealer doctor --bundle FILE.zip` collects it for whoever mends it"
    yield Finding("troubles", Health.WITHOUT, f"{len(found)} reported, the last: {lines[-1][:200]}", remedy)
