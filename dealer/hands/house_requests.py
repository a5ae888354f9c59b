"""What hands ask of the house around a game: a new game, pause, the voice, the camera."""

from dataclasses import dataclass
from enum import Enum

from dealer.game.header import Header
from dealer.hands.evening_pages import Write


class Want(Enum):
    """What the console cannot do itself."""

    AGAIN = "again"
    START = "start"
    STOP = "stop"
    GO_ON = "go-on"
    """Others play on: the game goes on as ``header`` says."""
    REPEAT = "repeat"
    MUTE = "mute"
    LOUDER = "louder"
    QUIETER = "quieter"
    PAUSE = "pause"
    AIM = "aim"
    CAMERA = "camera"
    """Look at the table again: the camera was given up, or the game goes on by hand."""
    BY_HAND = "by-hand"
    """Play without looking."""
    WRITE = "write"
    """Something is to be written into the evening's books: ``write`` does it."""
    GLANCE = "glance"
    """The one-glance mode was switched: the console's ``glance`` says to which."""
    SETTINGS = "settings"
    PHONES = "phones"
    """Phones may play from now on, or no more."""


@dataclass(frozen=True, slots=True)
class Wish:
    """Something that only the house around the game can do; ``header`` is that of a game that goes on."""

    want: Want
    write: Write | None = None
    header: Header | None = None
