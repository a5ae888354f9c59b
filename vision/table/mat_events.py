"""What can happen to the coasters, each with a sentence to show."""

from dataclasses import dataclass
from enum import Enum


class MatEventKind(Enum):
    """What can happen to the coasters."""

    FOUND = "found"
    """A coaster is seen for the first time."""
    COVERED = "covered"
    UNCOVERED = "uncovered"
    MOVED = "moved"
    BUMPED = "bumped"
    """The camera was moved, and the table was found again."""
    TURNED = "turned"
    """The picture was turned upside down, and the table found again."""
    SHEET_SCALE = "sheet-scale"
    SAME_NUMBER = "same-number"
    FOREIGN_TAG = "foreign-tag"
    MIRRORED = "mirrored"
    MIDDLE_GUESSED = "middle-guessed"


@dataclass(frozen=True, slots=True)
class MatEvent:
    """Something that happened to coasters, with a sentence to show."""

    kind: MatEventKind
    coasters: tuple[int, ...]
    time_s: float
    message: str


class MatNews:
    """Collects what happens until it is asked for; some things are told once only."""

    def __init__(self) -> None:
        self.time_s = 0.0
        self._news: list[MatEvent] = []
        self._told: set[tuple[MatEventKind, int]] = set()

    def tell(self, kind: MatEventKind, number: int, message: str) -> None:
        """Tell of coaster ``number`` (negative: none), now."""
        self._news.append(MatEvent(kind, () if number < 0 else (number,), self.time_s, message))

    def tell_once(self, kind: MatEventKind, number: int, message: str) -> None:
        """Tell of coaster ``number``, unless that was told of it before."""
        if (kind, number) not in self._told:
            self._told.add((kind, number))
            self.tell(kind, number, message)

    def take(self) -> tuple[MatEvent, ...]:
        """What happened since the last time."""
        news, self._news = tuple(self._news), []
        return news
