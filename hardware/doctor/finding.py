"""One line of the diagnosis."""

from dataclasses import dataclass
from enum import Enum


class Health(Enum):
    """How a part is: only ``MISSING`` keeps the dealer from working."""

    FINE = "ok"
    WITHOUT = "without"
    """The part is not there, or not as it should be; play goes on without it."""
    MISSING = "MISSING"


@dataclass(frozen=True, slots=True)
class Finding:
    """How ``part`` is: ``detail`` says what was found and why it is so, ``remedy`` the command or the act that mends
    it, empty where nothing is to be done."""

    part: str
    health: Health
    detail: str
    remedy: str = ""
