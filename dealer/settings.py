"""Settings: ``settings.toml`` in the data folder, every key optional, unknown keys refused."""

from enum import Enum
from pathlib import Path
from typing import Annotated

import msgspec
import platformdirs

from dealer.errors import InputError

FILE_NAME = "settings.toml"

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


class Keeping(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What of the journal is kept, and where else.

    ``copies`` are kept beside the journal; 0: none is made. ``copies_folder`` takes them as well: a folder on a USB
    stick, never made by us. Pictures of cards go after so many days, the oldest also where the journal is larger than
    so many millions of bytes.
    """

    copies: Annotated[int, msgspec.Meta(ge=0, le=100)] = 3
    copies_folder: str | None = None
    pictures_days: Annotated[int, msgspec.Meta(ge=0, le=36_500)] = 90
    pictures_mb: Annotated[int, msgspec.Meta(ge=0)] = 2000


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a house sets once.

    ``camera`` and ``lens`` are as on the command line (``None``: what is found, and the lens that fits it). Cards are
    63 × 88 mm unless said otherwise; ``volume`` is 0 to 100; ``screen`` is (width, height) in pixels, ``None``: the
    whole display. ``deck`` is the taught deck that is read. ``odds``: for whom the chance of a bad next card is shown
    (off, turn or always).
    """

    camera: str | None = None
    lens: str | None = None
    card_width_mm: Annotated[float, msgspec.Meta(ge=30, le=120)] = 63.0
    card_height_mm: Annotated[float, msgspec.Meta(ge=45, le=180)] = 88.0
    volume: Annotated[int, msgspec.Meta(ge=0, le=100)] = 80
    muted: bool = False
    language: str | None = None
    screen: tuple[int, int] | None = None
    deck: str | None = None
    odds: Odds = Odds.OFF
    buttons: Buttons = msgspec.field(default_factory=Buttons)
    journal: Keeping = msgspec.field(default_factory=Keeping)


def data_folder(chosen: str | None = None) -> Path:
    """The folder for the journal, the clips and the settings: ``chosen`` or the platform's own."""
    return Path(chosen) if chosen else Path(platformdirs.user_data_dir("pairs-dealer", appauthor=False))


def read_settings(folder: Path) -> Settings:
    """The settings in ``folder``, or the defaults when there are none.

    Raises:
        InputError: the file cannot be read, is no TOML, or has a key or a value that does not exist.
    """
    path = folder / FILE_NAME
    try:
        text = path.read_bytes()
    except FileNotFoundError:
        return Settings()
    except OSError as error:
        raise InputError(f"The settings {path} cannot be read ({error.strerror}); make the file readable.") from error
    try:
        return msgspec.toml.decode(text, type=Settings)
    except (msgspec.DecodeError, ValueError) as error:
        raise InputError(f"The settings {path} are not understood: {error}; mend or delete that line.") from error
