"""The clock that loops wait by: the system's, or one that a test turns."""

import time


class Clock:
    """Seconds of the system's monotonic clock."""

    def now_s(self) -> float:
        """The time now, in seconds."""
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        """Wait."""
        time.sleep(seconds)
