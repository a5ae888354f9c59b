"""The file of results of ``dealer measure games``: what was measured, with what, and a line for each game.

The first line says what the games were played with; nothing else may be added to the file. Each line is written whole,
so that a measurement can be stopped at any time and go on where it was.
"""

import hashlib
import os
import platform
import subprocess
from importlib.metadata import version
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

import msgspec

import dealer
from dealer.errors import DeviceError, InputError
from dealer.measures.games import GameFigures
from vision.measures.bench import processor, reference_ms
from vision.nets.models import checksums

Kind = TypeVar("Kind")

FORMAT = 1
"""Raised when lines come to mean something else."""

FOLDERS = ("dealer", "vision", "hardware")
"""Where what is measured lies."""

PACKAGES = ("numpy", "onnxruntime", "opencv-python-headless")
"""The libraries on which it depends what is seen."""


class Made(msgspec.Struct, frozen=True, kw_only=True):
    """With what games were measured. ``commit`` and ``changes`` (a checksum of what differs from it, or nothing) are
    empty where there is no git; ``design`` and ``difficulty`` are the options'; ``reference_ms`` is the machine's time
    for the reference work."""

    format: int = FORMAT
    commit: str
    changes: str
    version: str
    models: dict[str, str]
    design: str
    difficulty: str
    python: str
    packages: dict[str, str]
    processor: str
    cores: int
    reference_ms: float

    @property
    def code(self) -> str:
        """The code, in short."""
        return f"{self.commit[:10] or self.version}{' and changes ' + self.changes[:8] if self.changes else ''}"


def made_now(design: str, difficulty: str) -> Made:
    """What games would be measured with now, on this machine."""
    commit, changes = _code()
    return Made(
        commit=commit,
        changes=changes,
        version=dealer.__version__,
        models=checksums(),
        design=design,
        difficulty=difficulty,
        python=platform.python_version(),
        packages={name: version(name) for name in PACKAGES},
        processor=processor(),
        cores=os.cpu_count() or 1,
        reference_ms=round(reference_ms(), 2),
    )


def _code() -> tuple[str, str]:
    """The commit, and a checksum of what differs from it; empty where there is no git."""
    root = Path(dealer.__file__).resolve().parent.parent
    try:
        top = _git(root, "rev-parse", "--show-toplevel").decode().strip()
        if Path(top).resolve() != root:
            return "", ""  # it was installed amid another project
        differs = _git(root, "diff", "HEAD", "--", *FOLDERS)
        for new in _git(root, "ls-files", "--others", "--exclude-standard", "-z", "--", *FOLDERS).split(b"\0")[:-1]:
            differs += new + (root / os.fsdecode(new)).read_bytes()
        return _git(root, "rev-parse", "HEAD").decode().strip(), hashlib.sha256(differs).hexdigest() if differs else ""
    except (OSError, subprocess.CalledProcessError):
        return "", ""


def _git(root: Path, *arguments: str) -> bytes:
    return subprocess.run(["git", "-C", str(root), *arguments], capture_output=True, check=True).stdout


def read_results(path: Path) -> tuple[Made, list[GameFigures]]:
    """What was measured. A line that was not finished is left out. Raises InputError for a file that is none."""
    found = [line for line in _content(path).splitlines(keepends=True) if line.endswith(b"\n")]
    if not found:
        raise InputError(f"{path} holds no results; name a file that `dealer measure games --out` wrote.")
    made = _decoded(path, 1, found[0], Made)
    if made.format != FORMAT:
        raise InputError(f"{path} has results of format {made.format}, expected {FORMAT}; measure anew.")
    return made, [_decoded(path, number, line, GameFigures) for number, line in enumerate(found[1:], 2)]


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise InputError(f"{path} cannot be read ({error.strerror}); name a file of results.") from error


def _decoded(path: Path, number: int, line: bytes, kind: type[Kind]) -> Kind:
    try:
        return msgspec.json.decode(line, type=kind)
    except (msgspec.DecodeError, msgspec.ValidationError) as error:
        raise InputError(
            f"{path}, line {number}: no results of `dealer measure games` ({error}); name another file."
        ) from error


def must_fit(path: Path, before: Made, now: Made) -> None:
    """Raises InputError where games of ``now`` may not be added to those that were measured ``before``."""
    before_now = [(name, getattr(before, name), getattr(now, name)) for name in _DECISIVE]
    differing = [f"{name} {_short(old)} there, {_short(new)} now" for name, old, new in before_now if old != new]
    if differing:
        raise InputError(f"{path} was measured otherwise: {'; '.join(differing)}. Name another file with --out.")


def must_fit_games(path: Path, before: Made, now: Made) -> None:
    """Raises InputError where the games of two measurements are not the same games."""
    for name in ("design", "difficulty"):
        old, new = getattr(before, name), getattr(now, name)
        if old != new:
            raise InputError(
                f"{path} was measured with {name} {old or 'none'}, now it is {new or 'none'}; ask for the same."
            )


_DECISIVE = ("commit", "changes", "version", "models", "design", "difficulty", "python", "packages", "processor")
"""What must be the same for games to stand in one file."""


def _short(value: object) -> str:
    if isinstance(value, dict):
        return " ".join(f"{key}={str(one)[:8]}" for key, one in value.items())
    return str(value)[:10] if len(str(value)) == 64 or len(str(value)) == 40 else str(value) or "none"


class ResultsFile:
    """Adds games to a file of results, beginning it if there is none. Raises InputError for a file of other games, and
    DeviceError when the disk fails."""

    def __init__(self, path: Path, made: Made) -> None:
        self.path = path
        self.games: list[GameFigures] = []
        """The games that were measured before."""
        self._begins = not path.exists() or not _content(path)
        if not self._begins:
            before, self.games = read_results(path)
            must_fit(path, before, made)
            made = before
        self.made = made

    def __enter__(self) -> Self:
        try:
            self._file = self.path.open("ab" if not self._begins else "wb")
            if self._begins:
                self._write(self.made)
            else:  # what was not finished is played again
                self._file.truncate(_content(self.path).rfind(b"\n") + 1)
        except OSError as error:
            raise InputError(
                f"{self.path} cannot be written ({error.strerror}); name a file in a folder that can."
            ) from error
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def add(self, game: GameFigures) -> None:
        """Write a game's line."""
        try:
            self._write(game)
        except OSError as error:
            raise DeviceError(
                f"{self.path} could not be written ({error.strerror}); make room, and run the same command again."
            ) from error

    def _write(self, line: Made | GameFigures) -> None:
        self._file.write(msgspec.json.encode(line) + b"\n")
        self._file.flush()
