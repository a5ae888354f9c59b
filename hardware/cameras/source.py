"""A camera that is handed its frames: the simulated table's, or a test's."""

from collections.abc import Iterable, Iterator

from hardware.cameras.cameras import Recording
from vision.frame import Frame


class SourceCamera(Recording):
    """Hands on ``frames`` as they are.

    >>> import numpy as np
    >>> picture = np.zeros((2, 2, 3), np.uint8)
    >>> with SourceCamera([Frame(picture, 0.0, 0), Frame(picture, 0.1, 1)], name="two black frames") as camera:
    ...     [frame.time_s for frame in camera]
    [0.0, 0.1]
    """

    def __init__(self, frames: Iterable[Frame], *, name: str) -> None:
        super().__init__()
        self._frames = frames
        self._name = name

    def describe(self) -> str:
        return self._name

    def __iter__(self) -> Iterator[Frame]:
        for frame in self._frames:
            if self._closed:
                return
            yield frame
