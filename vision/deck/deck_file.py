"""Deck files: what a deck's cards look like, taught from pictures, one file a deck.

A file ``NAME.deck`` is a zip archive: ``deck.json`` says what is in it, ``pictures/NNNN.png`` are the pictures. They
are kept rather than what a model makes of them, so that a deck stays good when the models are trained anew;
docs/decks.md has the format.
"""

import hashlib
import io
import json
import os
import re
import struct
import tempfile
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from dealer.errors import DeviceError, InputError
from dealer.system.files import parse_json, read_limited
from dealer.system.plain_text import in_short
from vision.frame import BGRImage

FORMAT, VERSION = "pairs-deck", 1
PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"
SUFFIX = ".deck"
FOLDER = "decks"
"""The decks' folder within the data folder."""
RANKS = range(1, 11)
PICTURE_PX = 96
"""Side of a kept picture: an index upright in its middle, where the card is 114 px wide. There is as much around it
again as a reader's patch shows."""
MOST_PICTURES = 400
"""More pictures than this teach nothing new and cost time at every start."""
LARGEST_BYTES = 30_000_000
LARGEST_ABOUT_BYTES = 200_000
"""deck.json of a full deck has some 80,000."""
LARGEST_PICTURE_BYTES = 100_000
"""A picture has 27,648 bytes before it is compressed."""
MOST_SOURCE = 1_000_000
MIDDLE_RANGE = (0.5, 8.0)
"""How many times as large as one in a corner mostly is a numeral in the middle may be: 5 mm high, or nearly as high as
its card."""
LONGEST_NAME = 40
NO_DECK = "none"
"""The name that means: read without a taught deck."""
_NAME = re.compile(r"[^\W_][\w .+-]*")


@dataclass(frozen=True, slots=True, eq=False)
class Example:
    """``picture`` (96, 96, 3) BGR of what stands at one place of a card: the index of ``rank``, upright; rank 0:
    nothing that is an index of ours. ``source`` numbers the photograph or the look that it was cut from."""

    rank: int
    picture: BGRImage
    source: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Deck:
    """A deck as far as it has been taught.

    ``middle``: its cards bear one numeral, in their middle, so many times as large as one in a corner mostly is; 0:
    they bear them in their corners. ``upright``: in all four of them, the lower ones upright too.
    """

    name: str
    examples: tuple[Example, ...] = ()
    middle: float = 0.0
    upright: bool = False

    @property
    def taught(self) -> tuple[int, ...]:
        """The ranks of which there is an example, in order."""
        return tuple(sorted({example.rank for example in self.examples} & set(RANKS)))

    @property
    def missing(self) -> tuple[int, ...]:
        """The ranks of which there is none."""
        return tuple(rank for rank in RANKS if rank not in self.taught)

    def with_examples(self, examples: Iterable[Example]) -> "Deck":
        """The deck with more examples, all from one more photograph or look.

        Raises:
            InputError: too many.
        """
        source = 1 + max((example.source for example in self.examples), default=0)
        together = (*self.examples, *(replace(example, source=source) for example in examples))
        if len(together) > MOST_PICTURES:
            raise InputError(
                f"The deck {self.name!r} would have {len(together)} pictures, expected at most {MOST_PICTURES}: "
                "teach a rank from fewer pictures, or begin a new deck."
            )
        return replace(self, examples=together)

    def without(self, rank: int) -> "Deck":
        """The deck with a rank forgotten, and all that its pictures taught besides."""
        gone = {example.source for example in self.examples if example.rank == rank}
        return replace(self, examples=tuple(example for example in self.examples if example.source not in gone))


def check_name(name: str) -> str:
    """The name, if a deck can have it.

    >>> check_name("The pirates 2")
    'The pirates 2'

    Raises:
        InputError: empty, too long, or with a character that a file's name cannot have everywhere.
    """
    if len(name) > LONGEST_NAME or not _NAME.fullmatch(name) or name != name.strip() or name.endswith("."):
        raise InputError(
            f"A deck cannot be named {in_short(repr(name))}: expected 1 to {LONGEST_NAME} letters, digits, spaces or "
            "any of . + - _, the first a letter or a digit (no slash: decks lie in one folder)."
        )
    if name == NO_DECK:
        raise InputError(f"A deck cannot be named {NO_DECK!r}: --deck {NO_DECK} reads without one.")
    return name


# -- one file


def write_deck(deck: Deck, path: Path, *, elsewhere: str = "a folder with --data") -> None:
    """Write a deck file; what stood there is replaced whole or not at all. ``elsewhere``: what to choose if it cannot
    be written.

    Raises:
        DeviceError: it cannot be written.
    """
    rows: list[dict[str, Any]] = []
    pictures: list[bytes] = []
    for number, example in enumerate(deck.examples, start=1):
        content = _encoded(example.picture)
        pictures.append(content)
        digest = hashlib.sha256(content).hexdigest()
        name = f"pictures/{number:04}.png"
        rows.append({"picture": name, "rank": example.rank, "source": example.source, "sha256": digest})
    about: dict[str, Any] = {"format": FORMAT, "version": VERSION, "name": deck.name, "examples": rows}
    if deck.middle:
        about["middle"] = deck.middle
    if deck.upright:
        about["upright"] = True
    about["sha256"] = _digest(about)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, suffix=".part", delete=False) as part:
            try:
                with zipfile.ZipFile(part, "w", zipfile.ZIP_STORED) as archive:
                    archive.writestr("deck.json", json.dumps(about, indent=1, ensure_ascii=False) + "\n")
                    for row, content in zip(rows, pictures, strict=True):
                        archive.writestr(row["picture"], content)
                part.flush()
                os.fsync(part.fileno())
                Path(part.name).replace(path)
            except BaseException:
                Path(part.name).unlink(missing_ok=True)
                raise
    except OSError as error:
        raise DeviceError(
            f"The deck file {path} cannot be written ({error.strerror or error}); choose {elsewhere}, or make room on "
            "the disk."
        ) from error


def read_deck(path: Path) -> Deck:
    """A deck file, checked.

    Raises:
        InputError: there is none, it is damaged, or of a version that this program does not know.
    """
    again = "Import it again from where it came, or teach the deck anew."
    content = read_limited(path, LARGEST_BYTES, "deck file")
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            return _unpacked(archive)
    except _Newer as error:
        raise InputError(
            f"The deck file {path} is of version {error}, this program knows version {VERSION}: a newer program wrote "
            "it. Update this one."
        ) from error
    except Exception as error:  # a damaged archive fails in ways that zipfile does not name
        raise InputError(f"The deck file {path} is damaged ({error}). {again}") from error


class _Broken(Exception):
    """What is wrong with a file."""


class _Newer(Exception):
    """The version that a file has."""


def _unpacked(archive: zipfile.ZipFile) -> Deck:
    about = parse_json(_member(archive, "deck.json", LARGEST_ABOUT_BYTES))
    if not isinstance(about, dict) or about.get("format") != FORMAT:
        raise _Broken(f"deck.json does not say that it is a {FORMAT}")
    version = about.get("version")
    if type(version) is not int or version < 1:
        raise _Broken(f"its version is {in_short(repr(version))}, expected a whole number")
    if version != VERSION:
        raise _Newer(in_short(str(version)))
    if about.get("sha256") != _digest(about):
        raise _Broken("deck.json was changed after it was written: its checksum differs")
    rows = about.get("examples")
    if not isinstance(rows, list) or len(rows) > MOST_PICTURES:
        raise _Broken(f"it has no list of at most {MOST_PICTURES} pictures")
    name = about.get("name")
    if not isinstance(name, str):
        raise _Broken("it has no name")
    middle = about.get("middle", 0.0)
    least, most = MIDDLE_RANGE
    if type(middle) not in (int, float) or not (middle == 0 or least <= middle <= most):
        raise _Broken(
            f"its numerals are {in_short(repr(middle))} times as large as usual, expected 0, or {least:g} to {most:g}"
        )
    upright = about.get("upright", False)
    if type(upright) is not bool:
        raise _Broken(f"whether its numerals stand upright is {in_short(repr(upright))}, expected true or false")
    return Deck(check_name(name), tuple(_example(archive, row) for row in rows), float(middle), upright)


def _example(archive: zipfile.ZipFile, row: Any) -> Example:
    """The picture that a row of deck.json tells of."""
    if not isinstance(row, dict) or set(row) != {"picture", "rank", "source", "sha256"}:
        raise _Broken(f"{in_short(repr(row))} is no row of deck.json")
    name, rank, source = in_short(str(row["picture"])), row["rank"], row["source"]
    if type(rank) is not int or rank not in range(11):
        raise _Broken(f"{name} is of rank {in_short(repr(rank))}, expected 0 to 10")
    if type(source) is not int or not 0 <= source <= MOST_SOURCE:
        raise _Broken(f"{name} comes from photograph {in_short(repr(source))}, expected 0 to {MOST_SOURCE}")
    content = _member(archive, str(row["picture"]), LARGEST_PICTURE_BYTES)
    if hashlib.sha256(content).hexdigest() != row["sha256"]:
        raise _Broken(f"{name} was changed: its checksum differs")
    # A PNG's size stands at its beginning: nothing is decoded that is larger.
    fits = content.startswith(PNG) and struct.unpack(">II", content[16:24]) == (PICTURE_PX, PICTURE_PX)
    picture = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR) if fits else None
    if picture is None or picture.shape != (PICTURE_PX, PICTURE_PX, 3):
        raise _Broken(f"{name} is no PNG picture of {PICTURE_PX} by {PICTURE_PX} pixels")
    return Example(rank, np.asarray(picture, np.uint8), source)


def _member(archive: zipfile.ZipFile, name: str, most_bytes: int) -> bytes:
    about = archive.getinfo(name)
    if about.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED) or about.file_size > most_bytes:
        raise _Broken(f"{in_short(name)} is packed otherwise than in a deck, or larger than {most_bytes} bytes")
    with archive.open(about) as member:
        return member.read(most_bytes)


def _digest(about: Mapping[str, Any]) -> str:
    """The checksum over everything that deck.json says, the pictures' checksums among it."""
    said = {key: value for key, value in about.items() if key != "sha256"}
    return hashlib.sha256(json.dumps(said, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


def _encoded(picture: BGRImage) -> bytes:
    kept, content = cv2.imencode(".png", picture)
    if not kept:
        raise DeviceError(f"A picture of {picture.shape} could not be packed as PNG.")
    return content.tobytes()


# -- all of them


class Shelf:
    """The decks in a data folder."""

    def __init__(self, data: Path) -> None:
        self.folder = data / FOLDER

    def names(self) -> tuple[str, ...]:
        """The decks' names, in order."""
        if not self.folder.is_dir():
            return ()
        files = (path for path in self.folder.glob(f"*{SUFFIX}") if path.is_file())
        return tuple(sorted((path.stem for path in files), key=str.casefold))

    def path_of(self, name: str) -> Path:
        """Where a deck of this name lies or would lie. Raises InputError for a name that no deck can have."""
        return self.folder / f"{check_name(name)}{SUFFIX}"

    def has(self, name: str) -> bool:
        """Whether there is such a deck."""
        return self.path_of(name).is_file()

    def load(self, name: str) -> Deck:
        """A deck. Raises InputError where there is none of this name or its file is damaged."""
        return replace(read_deck(self._existing(name)), name=name)

    def save(self, deck: Deck) -> Path:
        """Keep a deck under its name, in place of what had it. Raises DeviceError."""
        path = self.path_of(deck.name)
        write_deck(deck, path)
        return path

    def rename(self, name: str, new: str) -> None:
        """Give a deck another name. Raises InputError where there is none, or the new name is taken."""
        self._existing(name)
        self._must_be_free(new)
        deck = replace(self.load(name), name=new)
        self.save(deck)
        self.delete(name)

    def delete(self, name: str) -> None:
        """Throw a deck away. Raises InputError where there is none, DeviceError where it cannot be removed."""
        path = self._existing(name)
        try:
            path.unlink()
        except OSError as error:
            raise DeviceError(f"The deck file {path} cannot be removed ({error.strerror or error}).") from error

    def export(self, name: str, to: Path) -> Path:
        """Write a deck to a file elsewhere, or into a folder; returns the file. Raises InputError, DeviceError."""
        deck = self.load(name)
        path = to / f"{name}{SUFFIX}" if to.is_dir() else to
        if path.exists():
            raise InputError(f"{path} is there already; name a file that is not, or remove it first.")
        write_deck(deck, path, elsewhere="another folder")
        return path

    def take_in(self, path: Path, *, name: str | None = None) -> Deck:
        """Take in a deck file from elsewhere, under its own name or another. Raises InputError, DeviceError."""
        deck = read_deck(path)
        deck = replace(deck, name=name if name is not None else deck.name)
        self._must_be_free(deck.name)
        self.save(deck)
        return deck

    def _existing(self, name: str) -> Path:
        path = self.path_of(name)
        if not path.is_file():
            there = ", ".join(self.names())
            known = f"the decks are: {there}" if there else "none has been taught yet"
            raise InputError(f"There is no deck {name!r}; {known}. `dealer teach {name!r}` teaches one.")
        return path

    def _must_be_free(self, name: str) -> None:
        if self.has(name):
            raise InputError(
                f"There is a deck {name!r} already; choose another name, or remove it with `dealer decks --delete`."
            )
