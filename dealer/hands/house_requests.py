"""What hands ask of the house around a game: a new game, pause, the voice, the camera."""

from dataclasses import dataclass
from enum import Enum


class Want(Enum):
    """What the console cannot do itself."""

    AGAIN = "again"
    START = "start"
    STOP = "stop"
    LEAVE = "leave"
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
    GLANCE = "glance"
    """The one-glance mode was switched: the console's ``glance`` says to which."""
    SETTINGS = "settings"


@dataclass(frozen=True, slots=True)
class Wish:
    """Something that only the house around the game can do; ``player`` for ``LEAVE``."""

    want: Want
    player: str | None = None
