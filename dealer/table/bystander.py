"""Whoever watches a rehearsal and presses a button: what the people of the simulated table make of it."""

from enum import Enum
from typing import Protocol

from dealer.table.sitting import Sitting
from dealer.words.prompts import Meaning


class Heard(Enum):
    """What became of a press."""

    TRUE = "true"
    """The press says what happened: it counts as at any table."""
    DONE = "done"
    """Nothing has happened yet: the simulated people do it next."""
    UNTRUE = "untrue"
    """The press says what did not happen, and nobody can do it: it does not count."""


class Simulated(Protocol):
    """The people of a simulated table: they know what really happened."""

    def hears(self, sitting: Sitting, meaning: Meaning) -> Heard:
        """Somebody who watches presses a button that means this."""
        ...

    def may_correct(self, sitting: Sitting, sighting: int, rank: int) -> bool:
        """Whether the card was dealt as that."""
        ...
