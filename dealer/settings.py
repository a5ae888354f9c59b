"""Settings: ``settings.toml`` in the data folder, every key optional, unknown keys refused."""

import difflib
import json
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from enum import Enum
from pathlib import Path
from typing import Annotated, Any

import msgspec
import msgspec.inspect
import platformdirs

from dealer.errors import InputError
from dealer.locale import _
from dealer.system.files import parse_toml, read_text
from dealer.system.plain_text import in_short, plain

FILE_NAME = "settings.toml"
MOST_BYTES = 65_536

LEAST_SCREEN, MOST_SCREEN = (640, 400), (4096, 4096)
"""Width and height in pixels: below it words do not fit, above it a screen's memory does not."""

LEAST_INCHES, MOST_INCHES = 7.0, 32.0
"""The diagonals of screens for a table: below it nothing is read from the seats."""

LONGEST_TEXT = 1000
"""The longest value, a path most likely, characters."""

Text = Annotated[str, msgspec.Meta(max_length=LONGEST_TEXT)]

PinNumber = Annotated[int, msgspec.Meta(ge=0, le=27)]
"""A GPIO number in Broadcom's count, as gpiozero takes it."""


class ButtonPins(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A button's pin and its light's."""

    button: PinNumber
    light: PinNumber


class Buttons(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The four buttons' pins."""

    green: ButtonPins = ButtonPins(17, 5)
    red: ButtonPins = ButtonPins(27, 6)
    yellow: ButtonPins = ButtonPins(22, 13)
    blue: ButtonPins = ButtonPins(23, 19)


class Odds(Enum):
    """For whom the chance of a bad next card is shown."""

    OFF = "off"
    TURN = "turn"
    """For whoever is on turn."""
    ALWAYS = "always"
    """For everybody."""


class Care(Enum):
    """What a card that is called wrongly costs: how sure the eye must be before it asks no more."""

    FUN = "fun"
    MONEY = "money"
    BLOOD = "blood"


class Board(Enum):
    """Whether phones see the board."""

    OFF = "off"
    ON = "on"
    WORD = "word"
    """Only those who know the word in its address, which stands on the screen."""


class Caps(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The most that one may lose before the table is asked whether it plays on, in a game and in an evening.

    In coins, or in money where a coin is worth some; the lower one counts. Left out: there is no limit. In the United
    Kingdom ``game_money = 5.0`` helps a pub to keep to what it may allow: £5 a person and game.
    """

    game_coins: Annotated[int, msgspec.Meta(ge=0)] | None = None
    evening_coins: Annotated[int, msgspec.Meta(ge=0)] | None = None
    game_money: Annotated[float, msgspec.Meta(ge=0, le=1_000_000)] | None = None
    evening_money: Annotated[float, msgspec.Meta(ge=0, le=1_000_000)] | None = None


class Keeping(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What of the journal is kept, and where else.

    ``copies`` are kept beside the journal; 0: none is made. ``copies_folder`` takes them as well: a folder on a USB
    stick, never made by us. Pictures of cards go after so many days, the oldest also where the journal is larger than
    so many millions of bytes. ``odds``: the chance of a pair is kept with each card, so that the books can say who was
    lucky.
    """

    copies: Annotated[int, msgspec.Meta(ge=0, le=100)] = 3
    copies_folder: str | None = None
    pictures_days: Annotated[int, msgspec.Meta(ge=0, le=36_500)] = 90
    pictures_mb: Annotated[int, msgspec.Meta(ge=0)] = 2000
    odds: bool = True


class House(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The house of many tables that this table tells what happens.

    ``broker`` is an MQTT broker's address (``mqtt://HOST[:PORT][/HOUSE]``, ``mqtts://`` with TLS); left out: nothing is
    told. ``table`` is what this table is called there. ``certificates`` is a PEM file of those that are trusted, else
    the system's are. ``home_assistant``: Home Assistant is told what there is to see.
    """

    broker: Text | None = None
    table: Text | None = None
    user: Text | None = None
    password: Text | None = None
    certificates: Text | None = None
    home_assistant: bool = True


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a house sets once.

    ``camera`` and ``lens`` are as on the command line (``None``: what is found, and the lens that fits it). Cards are
    63 × 88 mm unless said otherwise; ``volume`` is 0 to 100; ``screen`` is (width, height) in pixels, ``None``: the
    whole display. ``screen_inches`` is its diagonal (``None``: 7 for a small panel, else 15.6) and
    ``viewing_distance_m`` from where it is looked at: the size of type follows from both. ``one_glance`` shows turn,
    price and scores only, large; ``sounds``: a short sound at a pair, a bust, the last card and a payment. ``deck`` is
    the taught deck that is read. ``odds``: for whom the chance of a bad next card is shown (off, turn or always).
    ``playing_for``: how often cards are asked about, to call none wrongly (fun, money or blood). ``board``: whether
    phones see the board (off, on, or with a word in its address), at the port ``board_port``.
    """

    camera: Text | None = None
    lens: Text | None = None
    card_width_mm: Annotated[float, msgspec.Meta(ge=30, le=120)] = 63.0
    card_height_mm: Annotated[float, msgspec.Meta(ge=45, le=180)] = 88.0
    volume: Annotated[int, msgspec.Meta(ge=0, le=100)] = 80
    muted: bool = False
    language: Text | None = None
    screen: tuple[int, int] | None = None
    screen_inches: Annotated[float, msgspec.Meta(ge=LEAST_INCHES, le=MOST_INCHES)] | None = None
    viewing_distance_m: Annotated[float, msgspec.Meta(ge=0.7, le=5)] = 2.0
    one_glance: bool = False
    sounds: bool = True
    deck: Text | None = None
    odds: Odds = Odds.OFF
    playing_for: Care = Care.MONEY
    board: Board = Board.ON
    board_port: Annotated[int, msgspec.Meta(ge=1, le=65535)] = 8080
    buttons: Buttons = msgspec.field(default_factory=Buttons)
    journal: Keeping = msgspec.field(default_factory=Keeping)
    caps: Caps = msgspec.field(default_factory=Caps)
    house: House = msgspec.field(default_factory=House)


def data_folder(chosen: str | None = None) -> Path:
    """The folder for the journal, the clips and the settings: ``chosen`` or the platform's own; it may be made yet.

    Raises InputError where there is a file.
    """
    folder = Path(chosen) if chosen else Path(platformdirs.user_data_dir("pairs-dealer", appauthor=False))
    there = next((path for path in (folder, *folder.parents) if os.path.lexists(path)), folder)
    if there.exists() and not there.is_dir():
        words = _("The data folder {folder} came, but {there} is a file; choose a folder with --data.")
        raise InputError(words.format(folder=folder, there=there))
    return folder


def rehearsals_folder(folder: Path) -> Path:
    """Where the journal of rehearsals lies: games that nobody played are never mixed with others."""
    return folder / "rehearsal"


def read_settings(folder: Path) -> Settings:
    """The settings in ``folder``, or the defaults when there are none.

    Raises:
        InputError: the file cannot be read, is no TOML, or has a key or a value that does not exist.
    """
    path = folder / FILE_NAME
    if not os.path.lexists(path):
        return Settings()
    text = read_text(path, MOST_BYTES, "settings")
    try:
        values = _plainly(parse_toml(text))
    except ValueError as error:
        words = _("The settings {path} cannot be read: {error}. Mend or delete that.")
        raise InputError(words.format(path=path, error=error)) from error
    if wrong := _first_wrong(values, Settings):
        raise InputError(_("In the settings {path}, {wrong}").format(path=path, wrong=wrong))
    settings = msgspec.convert(values, Settings)
    if settings.screen is not None:
        with told_of_settings(folder, "screen"):
            check_screen(settings.screen)
    if twice := _given_twice(settings.buttons):
        raise InputError(_("The settings {path} give {twice}; give each its own pin.").format(path=path, twice=twice))
    return settings


@contextmanager
def told_of_settings(folder: Path, key: str) -> Iterator[None]:
    """What is wrong with the value of ``key`` in the settings of ``folder`` is told with where it stands."""
    try:
        yield
    except InputError as error:
        what = str(error).removesuffix(".")
        words = _("In the settings {path}, {key}: {what}. Mend or delete that line.")
        raise InputError(words.format(path=folder / FILE_NAME, key=key, what=what)) from error


def _plainly(value: Any) -> Any:
    """The value with plain texts, wherever they stand in it."""
    if isinstance(value, str):
        return plain(value)
    if isinstance(value, dict):
        return {key: _plainly(one) for key, one in value.items()}
    return [_plainly(one) for one in value] if isinstance(value, list) else value


def _first_wrong(values: Mapping[str, Any], kind: type[msgspec.Struct], section: str = "") -> str:
    """What is wrong with the first key that is: what came, in which section, what was expected, what to do; or ``""``.

    >>> print(_first_wrong({"volume": "loud"}, Settings))
    volume = "loud" came; expected a whole number, 0 to 100. Mend or delete that line.
    >>> print(_first_wrong({"buttons": {"green": {"button": 99, "light": 5}}}, Settings))
    section [buttons.green], button = 99 came; expected a whole number, 0 to 27. Mend or delete that line.
    """
    fields = {field.name: field for field in msgspec.structs.fields(kind)}
    here = _("section [{section}]").format(section=section) + ", " if section else ""
    for key, value in values.items():
        came = f"{here}{in_short(key)} = {_written(value)}"
        if isinstance(value, dict):
            inner = f"{section}.{in_short(key)}" if section else in_short(key)
            came = _("section [{section}]").format(section=inner)
        if key not in fields:
            meant = difflib.get_close_matches(key, fields, n=1)
            one = _("the key {key}").format(key=meant[0]) if meant else ""
            return _not_so(came, one or _("one of the keys {keys}").format(keys=", ".join(fields)))
        wanted = fields[key].type
        if isinstance(wanted, type) and issubclass(wanted, msgspec.Struct):
            inner = f"{section}.{key}" if section else key
            if not isinstance(value, dict):
                return _not_so(came, _("a section [{section}]").format(section=inner))
            if wrong := _first_wrong(value, wanted, inner):
                return wrong
            continue
        try:
            msgspec.convert(value, wanted)
        except msgspec.ValidationError:
            return _not_so(came, _expected(msgspec.inspect.type_info(wanted)))
    missing = next((name for name, field in fields.items() if field.required and name not in values), None)
    return "" if missing is None else here + _("{key} is missing. Add it, or delete the section.").format(key=missing)


def _not_so(came: str, expected: str) -> str:
    words = _("{came} came; expected {expected}. Mend or delete that line.")
    return words.format(came=came, expected=expected)


def _written(value: object) -> str:
    """A value as it stands in the file, in short."""
    if isinstance(value, str | bool | list):
        return in_short(json.dumps(value, ensure_ascii=False, default=str))
    return in_short(str(value))


def _expected(wanted: msgspec.inspect.Type) -> str:
    """What may stand there, in words."""
    match wanted:
        case msgspec.inspect.UnionType(types=types):
            return _(" or ").join(_expected(one) for one in types if not isinstance(one, msgspec.inspect.NoneType))
        case msgspec.inspect.IntType(ge=least, le=most) | msgspec.inspect.FloatType(ge=least, le=most):
            number = _("a whole number") if isinstance(wanted, msgspec.inspect.IntType) else _("a number")
            if least is None:
                return number
            span = _("{least:g} or more") if most is None else _("{least:g} to {most:g}")
            return f"{number}, {span.format(least=least, most=most)}"
        case msgspec.inspect.BoolType():
            return _("true or false")
        case msgspec.inspect.StrType(max_length=None):
            return _("a text in quotes")
        case msgspec.inspect.StrType(max_length=longest):
            return _("a text in quotes of at most {longest} characters").format(longest=longest)
        case msgspec.inspect.EnumType(cls=choices):
            return _("one of {values}").format(values=", ".join(f'"{choice.value}"' for choice in choices))
        case msgspec.inspect.TupleType():
            return _("two whole numbers, [1280, 720] for example")
        case _:
            return _("something else")


def check_screen(size: tuple[int, int]) -> tuple[int, int]:
    """The size of a screen, if it can be drawn on. Raises InputError."""
    if all(least <= side <= most for least, side, most in zip(LEAST_SCREEN, size, MOST_SCREEN, strict=True)):
        return size
    least, most = ("×".join(map(str, limit)) for limit in (LEAST_SCREEN, MOST_SCREEN))
    words = _("A screen of {width}×{height} came; expected {least} to {most} pixels.")
    raise InputError(words.format(width=size[0], height=size[1], least=least, most=most))


def screen_size(text: str) -> tuple[int, int]:
    """The size that ``WxH`` names. Raises InputError.

    >>> screen_size("800x480")
    (800, 480)
    """
    sides = re.fullmatch("([0-9]{1,6})x([0-9]{1,6})", text)
    if sides is None:
        raise InputError(f"The screen is {text!r}; expected WIDTHxHEIGHT in pixels, 1280x720 for example.")
    return check_screen((int(sides[1]), int(sides[2])))


def _given_twice(buttons: Buttons) -> str:
    """A pin that two parts share, with both names, or ``""``.

    >>> _given_twice(Buttons(green=ButtonPins(17, 6)))
    'pin 6 to buttons.green.light and to buttons.red.light'
    """
    owners: dict[int, str] = {}
    for colour in ("green", "red", "yellow", "blue"):
        pins: ButtonPins = getattr(buttons, colour)
        for part in ("button", "light"):
            pin, owner = getattr(pins, part), f"buttons.{colour}.{part}"
            if pin in owners:
                return _("pin {pin} to {one} and to {other}").format(pin=pin, one=owners[pin], other=owner)
            owners[pin] = owner
    return ""
