"""What is installed and set: packages, models, settings, room for the data, reports."""

import importlib.metadata
import os
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

import dealer
from dealer.errors import DealerError, ModelError
from dealer.locale import _
from dealer.settings import FILE_NAME as SETTINGS_NAME
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
    "rich",
    "tomlkit",
)

APT_NAMES = {"opencv-python-headless": "opencv", "pillow": "Pillow"}
"""Under which other name Debian's own build of a package is registered."""

LEAST_FREE_MB = 200
"""A night's journal is a few megabytes; below this something else will fill the disk first."""

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
            remedy = _("install Pairs Dealer again; in a checkout: make setup")
            yield Finding(package, Health.MISSING, _("not installed"), remedy)


def models() -> Iterator[Finding]:
    """The nets, each with its checksum."""
    from vision.nets.models import AGAIN, MODELS, load_model

    again = _(AGAIN)
    names = sorted(path.stem for path in MODELS.glob("*.json"))
    if not names:
        yield Finding("models", Health.MISSING, _("none in {folder}").format(folder=MODELS), again)
    for name in names:
        try:
            found = load_model(name, folder=MODELS)
        except ModelError as error:
            detail = _(error.words).format(**error.values)
            yield Finding(_("model {name}").format(name=name), Health.MISSING, detail, again)
        else:
            detail = _("checksum right, {checksum}").format(checksum=str(found.card["sha256"])[:12])
            yield Finding(_("model {name}").format(name=name), Health.FINE, detail)


def settings(folder: Path, wrong: DealerError | None) -> Iterator[Finding]:
    """Whether the settings can be used; ``wrong``: what play finds wrong with them."""
    path = folder / SETTINGS_NAME
    if wrong is not None:
        remedy = _("mend or delete that line of {file}").format(file=path)
        yield Finding("settings", Health.WITHOUT, str(wrong), remedy)
        return
    yield Finding("settings", Health.FINE, str(path) if path.exists() else _("the usual ones"))


def data(folder: Path) -> Iterator[Finding]:
    """Whether the data folder can be written and has room."""
    existing = folder
    while not existing.exists():
        existing = existing.parent
    if not existing.is_dir():
        detail = _("{file} is a file").format(file=existing)
        yield Finding("data", Health.MISSING, detail, _("choose a folder with --data FOLDER"))
    elif not os.access(existing, os.W_OK):
        remedy = _("{command}, or choose another folder with --data FOLDER")
        remedy = remedy.format(command=f"sudo chown -R $USER {existing}")
        yield Finding("data", Health.MISSING, _("{folder} cannot be written").format(folder=folder), remedy)
    elif (free_mb := shutil.disk_usage(existing).free // 1_000_000) < LEAST_FREE_MB:
        remedy = _("make room: {command} shows what is large").format(command=f"du -xh {existing} | sort -h | tail")
        detail = _("{folder}: only {free} MB free").format(folder=folder, free=free_mb)
        yield Finding("data", Health.MISSING, detail, remedy)
    else:
        detail = _("{folder}, {free:.0f} GB free").format(folder=folder, free=free_mb / 1000)
        yield Finding("data", Health.FINE, detail)


def reports(folder: Path) -> Iterator[Finding]:
    """What went wrong of late."""
    found = sorted(folder.glob(REPORTS), key=lambda path: path.stat().st_mtime)
    if not found:
        yield Finding("troubles", Health.FINE, _("none reported"))
        return
    lines = found[-1].read_text(errors="replace").strip().splitlines() or [""]
    remedy = _("read {file}; `dealer doctor --bundle FILE.zip` collects it for whoever mends it").format(file=found[-1])
    detail = _("{count} reported, the last: {last}").format(count=len(found), last=lines[-1][:200])
    yield Finding("troubles", Health.WITHOUT, detail, remedy)
