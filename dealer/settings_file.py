"""Settings written back to ``settings.toml``: what was changed, the rest of the file as people left it."""

import os
from collections.abc import Mapping, Sequence
from enum import Enum
from pathlib import Path
from typing import Any

import msgspec
import tomlkit
from tomlkit.exceptions import TOMLKitError

from dealer.errors import InputError
from dealer.locale import _
from dealer.settings import FILE_NAME, MOST_BYTES, Settings
from dealer.system.files import read_text

Key = tuple[str, ...]
"""A setting's place: its tables' names and its own."""

HEAD = "Settings of Pairs Dealer. A line that is missing has its usual value; docs/hardware.md tells them all."


def value_of(settings: Settings, key: Key) -> Any:
    """What a setting says."""
    found: Any = settings
    for name in key:
        found = getattr(found, name)
    return found


def with_value(settings: Settings, key: Key, value: Any) -> Settings:
    """The settings with another value."""
    replaced: Settings = _replaced(settings, key, value)
    return replaced


def _replaced(of: Any, key: Sequence[str], value: Any) -> Any:
    inner = value if len(key) == 1 else _replaced(getattr(of, key[0]), key[1:], value)
    return msgspec.structs.replace(of, **{key[0]: inner})


def keep_settings(folder: Path, values: Mapping[Key, Any], comments: Mapping[Key, str]) -> None:
    """Write values into the settings in ``folder``, all or none; ``None`` takes its line away. A comment stands above a
    line that is new. All other lines, and people's own comments, stay as they are.

    Raises:
        InputError: the file there is no TOML, or cannot be written.
    """
    path = folder / FILE_NAME
    try:
        text = read_text(path, MOST_BYTES, "settings") if os.path.lexists(path) else ""
        document = tomlkit.parse(text) if text else tomlkit.document()
        if not text:
            document.add(tomlkit.comment(HEAD))
        for key, value in values.items():
            _put(document, key, value, comments.get(key, ""))
        _written(path, tomlkit.dumps(document))
    except TOMLKitError as error:
        words = _("The settings {path} cannot be changed: {error}. Mend or delete that line.")
        raise InputError(words.format(path=path, error=error)) from error
    except OSError as error:
        words = _("The settings {path} cannot be written ({why}); make the folder writable or make room.")
        raise InputError(words.format(path=path, why=error.strerror)) from error


def _put(document: tomlkit.TOMLDocument, key: Key, value: Any, comment: str) -> None:
    table: Any = document
    for name in key[:-1]:
        if not isinstance(table.get(name), Mapping):
            table[name] = tomlkit.table()
        table = table[name]
    if value is None:
        table.pop(key[-1], None)
    elif key[-1] in table:
        table[key[-1]] = _plain(value)
    else:
        if comment:
            table.add(tomlkit.comment(comment))
        table.add(key[-1], _plain(value))


def _plain(value: Any) -> Any:
    if isinstance(value, Enum):
        return value.value
    return list(value) if isinstance(value, tuple) else value


def _written(path: Path, text: str) -> None:
    """Whole or not at all, whenever the power goes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.part")
    with draft.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.replace(draft, path)
