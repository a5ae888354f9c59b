"""A zip for a bug report: the diagnosis, settings and reports, without names and pictures unless wanted."""

import json
import re
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path

from dealer.errors import DeviceError
from dealer.settings import FILE_NAME as SETTINGS_NAME
from hardware.doctor.finding import Finding
from hardware.doctor.installed import REPORTS
from hardware.doctor.machine import SERVICE, Machine

LOG_LINES = "300"


def write_bundle(
    path: Path,
    found: Iterable[Finding],
    folder: Path,
    machine: Machine,
    *,
    names: Iterable[str] = (),
    more: Mapping[str, bytes] | None = None,
) -> None:
    """Write the zip. ``names`` are replaced in all that is text; ``more`` goes with it as it is, by the files' names.
    Raises DeviceError where it cannot be written."""
    names = tuple(names)
    parts = {"doctor.json": as_json(found)}
    settings = folder / SETTINGS_NAME
    for source in (settings, *sorted(folder.glob(REPORTS))):
        if source.is_file():
            parts[source.name] = without_passwords(source.read_text(errors="replace"))
    log = machine.run("journalctl", "--unit", SERVICE, "--lines", LOG_LINES, "--no-pager")
    if log:
        parts["service.log"] = log
    try:
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as bundle:
            for name, text in parts.items():
                bundle.writestr(name, without_names(text, names))
            for name, data in (more or {}).items():
                bundle.writestr(name, data)
    except OSError as error:
        raise DeviceError(
            f"The bundle {path} cannot be written ({error.strerror or error}); choose another place for it."
        ) from error


def as_json(found: Iterable[Finding]) -> str:
    """The findings as a JSON array; ``dealer doctor --help`` tells the fields."""
    fields = [
        {"part": one.part, "health": one.health.value, "detail": one.detail, "remedy": one.remedy} for one in found
    ]
    return json.dumps(fields, ensure_ascii=False, indent=1)


def without_passwords(text: str) -> str:
    """The text without what stands behind ``password =``.

    >>> without_passwords('house = {user = "ann", "password" = "secret"}')
    'house = {user = "ann", "password" = "..."}'
    """
    quoted = r"""(\"{3}.*?\"{3}|'{3}.*?'{3}|"(?:\\.|[^"\\\n])*"|'[^'\n]*')"""
    return re.sub(rf"""(?is)(password["']?\s*=\s*){quoted}""", r'\1"..."', text)


def without_names(text: str, names: Iterable[str]) -> str:
    """The text with each name replaced by "player" and a number.

    >>> without_names("Ann hit 7; Anna too", ["Anna", "Ann"])
    'player 2 hit 7; player 1 too'
    """
    for number, name in enumerate(names, start=1):
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", f"player {number}", text)
    return text
