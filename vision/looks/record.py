"""A recorded game, as a file: ``docs/looks.md`` says how it is made.

A file is one NumPy archive. ``events`` are JSON lines in the order in which things happened. What is large lies in
arrays beside them, and an event names its rows there.
"""

import os
import zipfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from dealer.errors import DeviceError, InputError

FORMAT = 4
"""Raised when a file comes to mean something else."""

SUFFIX = ".looks.npz"

Rows = tuple[int, int]
"""The first row of an array, and the one after the last."""


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """What was recorded: ``kind`` is ``game`` or ``deck``, ``design`` the deck's family and number, ``models`` the
    nets' checksums."""

    format: int = FORMAT
    kind: str
    variant: str = ""
    seed: int = 0
    design: str = ""
    difficulty: str = ""
    models: dict[str, str] = {}


class Seen(msgspec.Struct, frozen=True, kw_only=True):
    """What one look saw of a card: ``vision.tracking.glimpses.Glimpse``, its arrays as tuples. ``shown`` are the rows
    of ``logs``, ``upright`` and ``heat``."""

    x_mm: float
    y_mm: float
    angle_deg: float
    face: str
    rank: int | None
    probabilities: tuple[float, ...]
    corners_mm: tuple[tuple[float, float], ...]
    indices_mm: tuple[tuple[float, float], ...]
    is_outlined: bool
    shown: Rows
    heads: tuple[int, ...]


class Saw(msgspec.Struct, frozen=True, kw_only=True, tag="saw"):
    """A look saw a card. ``glimpse`` is a row of ``glimpses``. ``again``: it had been taken for gone. ``true`` is
    the rank of the card that lies there, 0 where no face of ours does, None where nobody knows."""

    card: int
    time_s: float
    glimpse: int
    touched: bool
    born_s: float
    rest_s: float
    again: bool = False
    true: int | None = None


class Decided(msgspec.Struct, frozen=True, kw_only=True, tag="decided"):
    """What a card is called was decided by a look. ``pictures`` and ``whole`` are rows of the arrays
    ``indices`` and ``wholes``; None where they were not cut out. ``middle`` is what a numeral there shows, None where
    that was not looked at. ``rank`` is what it was called."""

    card: int
    time_s: float
    glimpse: int
    free: bool
    confirmed: bool
    pictures: Rows | None
    whole: int | None
    middle: tuple[float, ...] | None
    rank: int | None


class Called(msgspec.Struct, frozen=True, kw_only=True, tag="called"):
    """What the cards that were told are in the game, by their numbers."""

    ranks: dict[int, int]
    all_face_up: bool


class Corrected(msgspec.Struct, frozen=True, kw_only=True, tag="corrected"):
    """A person said what a card is."""

    card: int
    rank: int


class Gone(msgspec.Struct, frozen=True, kw_only=True, tag="gone"):
    """Cards that are known to lie there no more."""

    cards: tuple[int, ...]


class Expected(msgspec.Struct, frozen=True, kw_only=True, tag="expected"):
    """How many cards of each rank may come, by what the game says."""

    left: dict[int, int]


class Told(msgspec.Struct, frozen=True, kw_only=True, tag="told"):
    """What the game said: an event as ``docs/events.md`` has it (questions, acts, what was taken back)."""

    time_s: float
    event: str
    fields: dict[str, Any]


Event = Saw | Decided | Called | Corrected | Gone | Expected | Told

ARRAYS: dict[str, tuple[tuple[int, ...], type]] = {
    "logs": ((2, 11), np.float32),
    "upright": ((), np.float32),
    "heat": ((), np.float32),
    "indices": ((96, 96, 3), np.uint8),
    "wholes": ((28, 20, 3), np.uint8),
    "features": ((1152,), np.float16),
}
"""Each array's shape, but for its rows, and type.

Three have a row for each index that a look saw. ``logs`` are its log probabilities of 1 to 10 and of none of these, as
it stands and upside down. ``upright`` are the log odds that its card stands as found, 0 where nobody looked. ``heat``
is how strongly it was found.

``indices`` are pictures of an index and what stands around it, upright, BGR; ``wholes`` are those of a whole card.
``features`` are net B's of the middle of each of ``indices``.
"""


@dataclass(slots=True, eq=False)
class Recorded:
    """A recorded game: its header, what happened, what was seen, and the arrays."""

    header: Header
    events: list[Event] = field(default_factory=list)
    glimpses: list[Seen] = field(default_factory=list)
    arrays: dict[str, NDArray[Any]] = field(default_factory=dict)

    def save(self, path: Path) -> None:
        """Write it, whole or not at all. Raises DeviceError."""
        lines = {
            "header": msgspec.json.encode(self.header),
            "events": b"\n".join(msgspec.json.encode(event) for event in self.events),
            "glimpses": b"\n".join(msgspec.json.encode(glimpse) for glimpse in self.glimpses),
        }
        arrays: dict[str, Any] = {name: np.frombuffer(text, np.uint8) for name, text in lines.items()} | self.arrays
        partial = path.with_name(f".{path.name}.partial")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with partial.open("wb") as file:
                np.savez_compressed(file, **arrays)
            os.replace(partial, path)
        except OSError as error:
            raise DeviceError(f"The looks cannot be written to {path}: {error}.") from error


def load(path: Path) -> Recorded:
    """Read a recorded game. Raises InputError."""
    try:
        with np.load(path, allow_pickle=False) as archive:
            texts = {name: archive[name].tobytes() for name in ("header", "events", "glimpses")}
            header = msgspec.json.decode(texts["header"], type=Header)
            if header.format != FORMAT:
                raise InputError(f"{path} has format {header.format}; expected {FORMAT}. Record these looks anew.")
            arrays = {name: archive[name] for name in ARRAYS}
        events: list[Event] = [msgspec.json.decode(line, type=Event) for line in texts["events"].splitlines()]
        glimpses = [msgspec.json.decode(line, type=Seen) for line in texts["glimpses"].splitlines()]
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile, msgspec.MsgspecError) as error:
        raise InputError(f"{path} cannot be read as recorded looks ({error}); record these looks anew.") from error
    for name, (shape, kind) in ARRAYS.items():
        if arrays[name].shape[1:] != shape or arrays[name].dtype != kind:
            raise InputError(
                f"{path} has {name} of {arrays[name].shape}, {arrays[name].dtype}; expected rows of {shape}, "
                f"{kind.__name__}. Record these looks anew."
            )
    return Recorded(header, events, glimpses, arrays)


def must_be_folder(folder: Path | None) -> None:
    """Raises InputError where looks cannot be kept in a folder, as something else lies there."""
    if folder is not None and folder.exists() and not folder.is_dir():
        raise InputError(f"--looks {folder} is no folder; expected one, or a new name.")


def recordings(folder: Path) -> list[Path]:
    """The recorded games of a folder, by name. Raises InputError."""
    found = sorted(folder.glob(f"*{SUFFIX}"))
    if not found:
        raise InputError(f"{folder} holds no recorded looks (*{SUFFIX}); record some: dealer measure games --looks.")
    return found
