"""Cameras: where frames come from. One protocol, one adapter a kind, opened by a short text such as ``webcam:0``.

``open_camera`` is the door; each adapter's own library is imported behind it, when that kind is asked for.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

from dealer.errors import InputError
from vision.frame import Frame

FRAMES_PER_S = 15.0
"""What is asked of a live camera: the reference set-up's least, and what the reader's bars are stated for."""

SIZE_PX = (1920, 1080)
"""Width and height asked of a live camera unless it is told otherwise: the reference set-up's."""

LEAST_PX, MOST_PX = (640, 480), (4608, 4608)
"""No smaller and no larger pictures are asked for: on the smallest a card at the table is 25 px wide, which is too
little but for a small table; the largest side is that of the sharpest of the Raspberry Pi's cameras."""

MOST_PIXELS = MOST_PX[0] * MOST_PX[1]
"""A recording's pictures have no more either: all of one is looked through for coasters."""

CAMERA_FORMS = "picamera2[:N], webcam:N, video:FILE, stills:FOLDER or sim[:SEED]"


class TimeBase(Enum):
    """Whose clock a frame's ``time_s`` is read from."""

    MONOTONIC = "monotonic"
    """The system's monotonic clock (``time.monotonic``): frames come at their own pace, an old one is of no use."""

    MEDIA = "media"
    """The recording's own time, from 0: every frame is handed out, as fast as it is asked for."""


class Camera(Protocol):
    """A source of frames: entered, iterated, left. Frames have growing ``time_s`` and ``sequence``.

    A live camera's iterator waits for the next frame and hands out the newest only; it never ends by itself. Raises
    ``DeviceError`` while it is iterated when the device fails. ``close`` may be called from any thread, more than once,
    and returns within a few seconds whatever the device does.
    """

    @property
    def time_base(self) -> TimeBase: ...

    def describe(self) -> str:
        """One line for a person: what it is, and at which size it runs when that is known."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None: ...

    def __iter__(self) -> Iterator[Frame]: ...

    def close(self) -> None: ...


class Recording:
    """What all cameras have in common that are no devices: their own time, and little to open or close."""

    def __init__(self) -> None:
        self._closed = False

    @property
    def time_base(self) -> TimeBase:
        return TimeBase.MEDIA

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Ends the iteration at the next frame."""
        self._closed = True


class CameraKind(Enum):
    """The kinds of cameras, by the word that asks for them."""

    PICAMERA2 = "picamera2"
    WEBCAM = "webcam"
    VIDEO = "video"
    STILLS = "stills"
    SIMULATED = "sim"


@dataclass(frozen=True, slots=True)
class CameraSpec:
    """Which camera is meant: ``number`` is a device's number or the simulated table's seed, ``path`` a file or folder.
    ``size_px`` is the width and height of the pictures that are asked for; files have their own.

    >>> str(parse_camera("webcam:1")), parse_camera("sim").number, parse_camera("picamera2@2304x1296").size_px
    ('webcam:1', 0, (2304, 1296))
    """

    kind: CameraKind
    number: int = 0
    path: Path | None = None
    size_px: tuple[int, int] = SIZE_PX

    @property
    def live(self) -> bool:
        """Whether this is a device that shows the present."""
        return self.kind in (CameraKind.PICAMERA2, CameraKind.WEBCAM)

    def __str__(self) -> str:
        size = "" if self.size_px == SIZE_PX else f"@{self.size_px[0]}x{self.size_px[1]}"
        return f"{self.kind.value}:{self.number if self.path is None else self.path}{size}"


def parse_camera(text: str) -> CameraSpec:
    """The camera that ``text`` asks for.

    >>> parse_camera("video:evening.mkv")
    CameraSpec(kind=<CameraKind.VIDEO: 'video'>, number=0, path=PosixPath('evening.mkv'), size_px=(1920, 1080))
    >>> parse_camera("telescope")
    Traceback (most recent call last):
    dealer.errors.InputError: no such camera: 'telescope'; it is picamera2[:N], webcam:N, video:FILE, stills:FOLDER or \
sim[:SEED]

    Raises InputError.
    """
    named, at, size = text.partition("@")
    word, _, argument = named.partition(":")
    try:
        kind = CameraKind(word)
    except ValueError:
        raise InputError(f"no such camera: {text!r}; it is {CAMERA_FORMS}") from None
    if kind in (CameraKind.VIDEO, CameraKind.STILLS):
        argument = text.partition(":")[2]  # a path may hold an @
        if not argument:
            wanted = "video:FILE" if kind is CameraKind.VIDEO else "stills:FOLDER"
            raise InputError(f"camera {text!r} names no file or folder; write {wanted}")
        return CameraSpec(kind, path=Path(argument).expanduser())
    if kind is CameraKind.WEBCAM and not argument:
        raise InputError(f"camera {text!r} has no number; write webcam:0 for the first one")
    if not re.fullmatch(r"[0-9]{0,9}", argument):
        raise InputError(f"camera {text!r}: {argument!r} is no number; write {word}:0")
    return CameraSpec(kind, number=int(argument or 0), size_px=_size(text, size) if at else SIZE_PX)


def _size(text: str, size: str) -> tuple[int, int]:
    sides = re.fullmatch(r"([0-9]{1,5})x([0-9]{1,5})", size)
    width, height = (int(side) for side in sides.groups()) if sides else (0, 0)
    if not (LEAST_PX[0] <= width <= MOST_PX[0] and LEAST_PX[1] <= height <= MOST_PX[1]):
        least, most = "x".join(map(str, LEAST_PX)), "x".join(map(str, MOST_PX))
        raise InputError(
            f"camera {text!r}: {size!r} is no size of a picture; expected WIDTHxHEIGHT in pixels, 2304x1296 for "
            f"example, {least} to {most}"
        )
    return width, height


FrameSource = Callable[[int], Iterable[Frame]]
"""Makes the simulated table's frames from a seed."""


def open_camera(spec: CameraSpec | str, *, simulated: FrameSource | None = None) -> Camera:
    """The camera of ``spec``, ready to be entered; a device is started only then.

    ``simulated`` gives the frames of ``sim``. Raises InputError where the text, file or folder cannot be used, and
    DeviceError (from here or from entering) where there is no such device.
    """
    if isinstance(spec, str):
        spec = parse_camera(spec)
    if spec.kind is CameraKind.PICAMERA2:
        from hardware.raspberry import RaspberryCamera

        return RaspberryCamera(camera_number=spec.number, size_px=spec.size_px)
    if spec.kind is CameraKind.WEBCAM:
        from hardware.webcam import Webcam

        return Webcam(spec.number, size_px=spec.size_px)
    if spec.kind is CameraKind.VIDEO:
        from hardware.film import Film

        assert spec.path is not None
        return Film(spec.path)
    if spec.kind is CameraKind.STILLS:
        from hardware.stills import Stills

        assert spec.path is not None
        return Stills(spec.path)
    if simulated is None:
        raise InputError(f"camera {str(spec)!r}: there is no simulated table here; name a camera or a recording")
    from hardware.source import SourceCamera

    return SourceCamera(simulated(spec.number), name=f"simulated table, seed {spec.number}")


def detect_camera() -> CameraSpec | None:
    """The first live camera that is there, the Raspberry Pi's own before a webcam; None where there is none."""
    from hardware.raspberry import list_raspberry_cameras
    from hardware.webcam import list_webcams

    if list_raspberry_cameras():
        return CameraSpec(CameraKind.PICAMERA2)
    for webcam in list_webcams():
        return CameraSpec(CameraKind.WEBCAM, number=webcam.number)
    return None
