"""Cameras: where frames come from. One protocol, one adapter a kind, opened by a short text such as ``webcam:0``.

``open_camera`` is the door; each adapter's own library is imported behind it, when that kind is asked for.
"""

import re
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

from dealer.errors import DeviceError, InputError
from vision.frame import Frame

FRAMES_PER_S = 15.0
"""What is asked of a live camera: the reference set-up's least, and what the reader's bars are stated for."""

SIZE_PX = (1920, 1080)
"""Width and height asked of a live camera unless it is told otherwise: the reference set-up's."""

LEAST_PX, MOST_PX = (640, 480), (4608, 4608)
"""Smallest and largest pictures that are asked for, width and height. On the smallest a card at the table is 25 px
wide, which will do for a small table only. The largest side is that of the sharpest of the Raspberry Pi's cameras."""

MOST_PIXELS = MOST_PX[0] * MOST_PX[1]
"""Most pixels of a picture, a recording's too: all of one is looked through for coasters."""

LIST_S = 15.0
"""How long listing the cameras may take: importing picamera2 on a Pi 4 with a cold disk takes up to 5 s."""

FOUND_S = 2.5
"""How long somebody who wants to choose another camera waits for the list of them."""

CAMERA_FORMS = "picamera2[:N], webcam:N, video:FILE, stills:FOLDER or sim[:SEED]"


Region = tuple[int, int, int, int]
"""A part of the picture: left, top, width and height in pixels."""


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

    def settle(self, region: Region | None = None) -> None:
        """Let exposure, white balance and focus settle anew, the focus for what ``region`` shows (all of the picture).

        It only orders that: frames go on, it may be called from any thread and at any time, and raises nothing. A
        camera that cannot settle leaves it.
        """
        ...


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

    def settle(self, region: Region | None = None) -> None:
        """Nothing: what was filmed stays as it is."""


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
        from hardware.cameras.raspberry import RaspberryCamera

        return RaspberryCamera(camera_number=spec.number, size_px=spec.size_px)
    if spec.kind is CameraKind.WEBCAM:
        from hardware.cameras.webcam import Webcam

        return Webcam(spec.number, size_px=spec.size_px)
    if spec.kind is CameraKind.VIDEO:
        from hardware.cameras.film import Film

        assert spec.path is not None
        return Film(spec.path)
    if spec.kind is CameraKind.STILLS:
        from hardware.cameras.stills import Stills

        assert spec.path is not None
        return Stills(spec.path)
    if simulated is None:
        raise InputError(f"camera {str(spec)!r}: there is no simulated table here; name a camera or a recording")
    from hardware.cameras.source import SourceCamera

    return SourceCamera(simulated(spec.number), name=f"simulated table, seed {spec.number}")


@dataclass(frozen=True, slots=True)
class FoundCamera:
    """A live camera that is there, and what people call it."""

    spec: CameraSpec
    name: str


@dataclass(frozen=True, slots=True)
class FoundCameras:
    """The live cameras that are there, the Raspberry Pi's own before the webcams.

    ``uncertain`` says in a sentence why there may be more than these; ``""`` where these are all.
    """

    cameras: tuple[FoundCamera, ...]
    uncertain: str = ""


PI_CAMERAS = {
    "ov5647": "Camera Module 1",
    "imx219": "Camera Module 2",
    "imx708": "Camera Module 3",
    "imx477": "HQ Camera",
    "imx296": "Global Shutter Camera",
    "imx500": "AI Camera",
}
"""What the Raspberry Pi's cameras are called on their boxes, by how their sensors' models begin."""


def _raspberry_cameras() -> list[FoundCamera]:
    from hardware.cameras.raspberry import list_raspberry_cameras

    return [
        FoundCamera(
            CameraSpec(CameraKind.PICAMERA2, number=number),
            f"Raspberry Pi {PI_CAMERAS.get(re.split('[^a-z0-9]', model)[0], f'camera {model}')}",
        )
        for number, model in enumerate(list_raspberry_cameras(within_s=LIST_S))
    ]


def _webcams() -> list[FoundCamera]:
    from hardware.cameras.webcam import list_webcams

    return [
        FoundCamera(CameraSpec(CameraKind.WEBCAM, number=webcam.number), webcam.name or "Webcam")
        for webcam in list_webcams()
    ]


class _Listing:
    """Lists cameras of one kind in a thread of its own: a device that is just being lost can hold its lister up."""

    def __init__(self, what: str, find: Callable[[], list[FoundCamera]]) -> None:
        self.cameras: list[FoundCamera] = []
        self.trouble = ""
        self.ended_s = float("inf")
        self._find = find
        self.thread = threading.Thread(target=self._run, name=f"list {what}", daemon=True)
        self.thread.start()

    def _run(self) -> None:
        try:
            self.cameras = self._find()
        except Exception as error:  # each library has errors of its own
            self.trouble = str(error)
        self.ended_s = time.monotonic()


_left: dict[str, _Listing] = {}
"""The listings that took longer than their askers waited: the next one who asks waits for the same."""


def found_cameras(*, within_s: float = FOUND_S) -> FoundCameras:
    """All live cameras that are there. It raises nothing, and answers within ``within_s`` whatever the devices do.

    A list that takes longer goes on being made, and the next call has it.
    """
    end_s = time.monotonic() + within_s
    listings: dict[str, _Listing] = {}
    for what, find in {"the Raspberry Pi's cameras": _raspberry_cameras, "the webcams": _webcams}.items():
        left = _left.pop(what, None)
        fresh = left is not None and time.monotonic() < left.ended_s + LIST_S
        listings[what] = left if left is not None and fresh else _Listing(what, find)
    troubles = []
    for what, listing in listings.items():
        listing.thread.join(max(0.0, end_s - time.monotonic()))
        if listing.thread.is_alive():
            _left[what] = listing
            troubles.append(f"{what} were not listed within {within_s:.1f} s")
        elif listing.trouble:
            troubles.append(listing.trouble)
    cameras = [camera for listing in listings.values() if not listing.thread.is_alive() for camera in listing.cameras]
    names = [camera.name for camera in cameras]
    told_apart = tuple(
        camera if names.count(camera.name) == 1 else FoundCamera(camera.spec, f"{camera.name} ({camera.spec})")
        for camera in cameras
    )
    return FoundCameras(told_apart, "; ".join(troubles))


def detect_camera() -> CameraSpec | None:
    """The first live camera that is there, the Raspberry Pi's own before a webcam; None where there is none.

    Raises DeviceError where none was found and there may be one: a list that could not be made is not an empty one.
    """
    found = found_cameras(within_s=LIST_S)
    if found.cameras:
        return found.cameras[0].spec
    if found.uncertain:
        raise DeviceError(f"{found.uncertain}; try again, or name the camera with --camera")
    return None
