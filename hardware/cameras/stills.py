"""A folder of pictures as a camera: sorted by name, a fifteenth of a second apart, or at the times in their names."""

import re
from collections.abc import Iterator
from pathlib import Path

from dealer.errors import InputError
from hardware.cameras.cameras import FRAMES_PER_S, MOST_PIXELS, Recording
from vision.frame import Frame
from vision.pictures import load_picture

ENDINGS = (".bmp", ".jpeg", ".jpg", ".png", ".webp")


def natural_key(name: str) -> tuple[tuple[int, int, str], ...]:
    """A sorting key by which ``2.png`` comes before ``10.png``.

    >>> sorted(["10.png", "2.png", "a.png"], key=natural_key)
    ['2.png', '10.png', 'a.png']
    """
    parts = re.findall(r"[0-9]+|[^0-9]+", name)
    return tuple((0, int(part), "") if part.isdecimal() else (1, 0, part) for part in parts)


def time_in_name(stem: str) -> float | None:
    """The time in seconds that a file's name ends in: ``t`` and a number after a separator, or None.

    >>> time_in_name("table-t12.40"), time_in_name("t0"), time_in_name("part1"), time_in_name("table-0001")
    (12.4, 0.0, None, None)
    """
    found = re.search(r"(?:^|[-_ ])t([0-9]+(?:\.[0-9]+)?)$", stem)
    return float(found[1]) if found else None


class Stills(Recording):
    """The pictures of ``folder``. Raises InputError where there are none, or one of them cannot be read.

    Times are taken from the names when all of them end in one (``…-t12.40.jpg``); they then set the order too.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__()
        if not folder.is_dir():
            raise InputError(f"There is no folder of pictures {folder}; name one that is there with stills:FOLDER.")
        paths = [path for path in folder.iterdir() if path.suffix.lower() in ENDINGS and path.is_file()]
        if not paths:
            raise InputError(f"There are no pictures in {folder}; expected files that end in {', '.join(ENDINGS)}")
        paths.sort(key=lambda path: natural_key(path.name))
        times = [time_in_name(path.stem) for path in paths]
        if all(time_s is not None for time_s in times):
            timed = sorted(zip((time_s for time_s in times if time_s is not None), paths, strict=True))
            for (earlier_s, earlier), (later_s, later) in zip(timed, timed[1:], strict=False):
                if earlier_s == later_s:
                    raise InputError(f"{earlier.name} and {later.name} have the same time in their names")
        else:
            timed = [(index / FRAMES_PER_S, path) for index, path in enumerate(paths)]
        self._timed = tuple(timed)
        self._folder = folder

    def describe(self) -> str:
        return f"{len(self._timed)} pictures in {self._folder.name or self._folder}"

    def __iter__(self) -> Iterator[Frame]:
        for sequence, (time_s, path) in enumerate(self._timed):
            if self._closed:
                return
            yield Frame(load_picture(path, upright=True, most_pixels=MOST_PIXELS), time_s, sequence)
