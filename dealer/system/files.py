"""Files that people hand over: read whole, up to a limit, and only if they are files; parsed without surprises."""

import json
import os
import re
import stat
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

from dealer.errors import DealerError, InputError
from dealer.system.plain_text import in_short

MOST_DOTS = 100
"""Most dots in a line of TOML: the time that a key takes grows with the square of its parts."""

KINDS = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
)


def read_limited(path: Path, most_bytes: int, what: str, *, error: Callable[[str], DealerError] = InputError) -> bytes:
    """The bytes of a file. ``what`` it should be is named in the complaint, which ``error`` makes.

    Raises:
        InputError: there is none, it cannot be read, it is no ordinary file, or has more than ``most_bytes``.
    """
    try:
        content, objection = _read(path, most_bytes)
    except FileNotFoundError as reason:
        raise error(f"There is no {what} {path}; name one that is there.") from reason
    except OSError as reason:
        why = reason.strerror or reason
        raise error(f"The {what} {path} cannot be read ({why}); expected a file that can.") from reason
    except ValueError as reason:
        raise error(f"The {what} {str(path)!r} cannot be read ({reason}); expected the name of a file.") from reason
    if objection:
        raise error(f"The {what} {path} {objection}.")
    return content


def _read(path: Path, most_bytes: int) -> tuple[bytes, str]:
    """The content, and what is wrong with it or ``""``."""
    # without NONBLOCK a pipe that nobody writes to would be waited for
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        about = os.fstat(descriptor)
        if not stat.S_ISREG(about.st_mode):
            return b"", f"is {_kind(about.st_mode)}; expected a file"
        if about.st_size > most_bytes:
            return b"", f"has {about.st_size} bytes; expected at most {most_bytes}"
        with open(descriptor, "rb", closefd=False) as file:
            content = file.read(most_bytes + 1)
    finally:
        os.close(descriptor)
    # files in /proc have more than they say
    return content, f"has more than {most_bytes} bytes; expected fewer" if len(content) > most_bytes else ""


def read_text(path: Path, most_bytes: int, what: str, *, error: Callable[[str], DealerError] = InputError) -> str:
    """The text of a file in UTF-8, with or without a byte order mark. Raises InputError."""
    content = read_limited(path, most_bytes, what, error=error)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as reason:
        raise error(f"The {what} {path} is not UTF-8 at byte {reason.start}; expected a text in UTF-8.") from reason


def parse_toml(text: str) -> dict[str, Any]:
    """What a TOML text says. Raises ValueError for whatever is wrong with it: in which line, and what is expected.

    >>> parse_toml("a = 1\\nb = yes")
    Traceback (most recent call last):
    ValueError: line 2 is 'b = yes'; expected KEY = VALUE, texts in quotes, or [SECTION]
    """
    if any(line.count(".") > MOST_DOTS for line in text.splitlines()):
        raise ValueError(f"more than {MOST_DOTS} dots in a line")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError("brackets are nested too deep") from None
    except tomllib.TOMLDecodeError as error:
        raise ValueError(_in_which_line(text, str(error))) from None


def _in_which_line(text: str, why: str) -> str:
    """What is wrong with a TOML text, in words for people: ``why`` is the parser's, which ends in where."""
    lines = text.splitlines()
    at = re.search(r"\(at line ([0-9]+), column [0-9]+\)$", why)
    number = int(at[1]) if at else max((i for i, line in enumerate(lines, 1) if line.strip()), default=1)
    came = in_short(repr(lines[number - 1].strip())) if number <= len(lines) else "empty"
    if why.startswith("Cannot"):
        return f"line {number} is {came}, but that was said before; expected each key and section once"
    return f"line {number} is {came}; expected KEY = VALUE, texts in quotes, or [SECTION]"


def parse_json(text: str | bytes) -> Any:
    """What a JSON text says. Raises ValueError for whatever is wrong with it, NaN and infinities too."""
    try:
        return json.loads(text, parse_constant=_no_constant, parse_float=_finite)
    except RecursionError:
        raise ValueError("brackets are nested too deep") from None


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


def _finite(digits: str) -> float:
    number = float(digits)
    if abs(number) == float("inf"):
        raise ValueError("a number is too large")
    return number


def _kind(mode: int) -> str:
    return next((name for is_kind, name in KINDS if is_kind(mode)), "something else")
