"""Shows a recording at its own speed."""

import time
from collections.abc import Callable, Iterable, Iterator

from vision.frame import Frame

LATE_S = 0.1
"""A frame this late is skipped: at 15 frames a second its successor is due already."""

SKIPPED_IN_A_ROW = 4
"""However slow the machine is, every fifth frame is shown."""

HOPELESS_S = 1.0
"""Further behind than this, the recording's time is set back: it then plays slower than it was filmed."""


def paced(
    frames: Iterable[Frame],
    *,
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], object] = time.sleep,
) -> Iterator[Frame]:
    """The frames, none earlier than its ``time_s`` after the first; late ones are skipped, but for every fifth.

    >>> import numpy as np
    >>> now = [10.0]
    >>> picture = np.zeros((1, 1, 3), np.uint8)
    >>> film = [Frame(picture, index / 10, index) for index in range(4)]
    >>> for frame in paced(film, clock=lambda: now[0], sleep=lambda s: now.__setitem__(0, now[0] + s)):
    ...     print(frame.sequence, round(now[0], 1))
    ...     now[0] += 0.25 if frame.sequence == 0 else 0.0
    0 10.0
    2 10.2
    3 10.3
    """
    begin_s: float | None = None
    skipped = 0
    for frame in frames:
        now_s = clock()
        if begin_s is None:
            begin_s = now_s - frame.time_s
        late_s = now_s - begin_s - frame.time_s
        if late_s > HOPELESS_S:
            begin_s += late_s
            late_s = 0.0
        if late_s > LATE_S and skipped < SKIPPED_IN_A_ROW:
            skipped += 1
            continue
        skipped = 0
        if late_s < 0:
            sleep(-late_s)
        yield frame
