"""The lookout: a camera and the eye behind it. Whoever plays asks it for the next view, whatever the camera is."""

import logging
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Self

import cv2
import numpy as np

from dealer.display.screens import Picture
from dealer.errors import InputError
from dealer.game.header import Header
from dealer.house.sight import Ended
from dealer.rehearsal.mishaps import Mistake
from dealer.rules.acts import Act
from dealer.settings import Care, Settings
from dealer.system.memory import give_back
from dealer.view import TableView
from hardware.cameras.cameras import SIZE_PX, Camera, CameraKind, CameraSpec, open_camera
from hardware.cameras.pacing import paced
from hardware.cameras.watched import CameraNews, WatchedCamera
from vision.belief.decide import FOR_BLOOD, FOR_FUN, FOR_MONEY, Costs
from vision.belief.looks import Witness
from vision.deck.deck_file import Deck
from vision.eye import Eye, EyeSettings
from vision.frame import BGRImage, Frame
from vision.reading.reader import Reader
from vision.table.gauge import CardGauge
from vision.table.lens import Lens, lens
from vision.table.mat import Mat
from vision.table.mat_events import MatEvent

if TYPE_CHECKING:
    from dealer.rehearsal.rehearsal import Rehearsal
    from vision.synth.faces import Design

log = logging.getLogger(__name__)

COSTS: dict[Care, Costs] = {Care.FUN: FOR_FUN, Care.MONEY: FOR_MONEY, Care.BLOOD: FOR_BLOOD}

LENS_OF: dict[CameraKind, str] = {CameraKind.PICAMERA2: "pi-camera-3", CameraKind.WEBCAM: "webcam"}
"""The lens that is taken for a camera when nobody names one."""

JPEG_QUALITY = 80
"""A card of 126 pixels' width is 6 kB so, and its index is as sharp as the camera's."""


@dataclass(frozen=True, slots=True)
class Stage:
    """A simulated table: which seed, with which deck, what has happened on it and what goes wrong; ``size_px`` of its
    camera's pictures."""

    seed: int
    header: Header
    design: "Design | None" = None
    mistakes: tuple[Mistake, ...] = ()
    acts: tuple[Act, ...] = ()
    difficulty: str = "reference"
    size_px: tuple[int, int] = SIZE_PX


def simulated_design(text: str, *, seed: int) -> "Design":
    """The design of ``FAMILY`` or ``FAMILY:SEED``. Raises InputError."""
    from vision.synth.faces import FAMILIES, make_design

    family, _, number = text.partition(":")
    if family not in FAMILIES or (number and not number.isdecimal()):
        families = ", ".join(FAMILIES)
        raise InputError(f"The design is {text!r}; expected FAMILY or FAMILY:SEED, the family one of {families}.")
    return make_design(family, int(number) if number else seed)


def rehearse(stage: Stage, *, fast: bool) -> "Rehearsal":
    """The people of a simulated table. What draws them is imported here: a real table starts sooner without it."""
    from dealer.rehearsal.rehearsal import Rehearsal
    from vision.synth.setting import SceneSettings

    seats = len(stage.header.players)
    scene = SceneSettings.random(
        stage.seed, seats=seats, design=stage.design, difficulty=stage.difficulty, size_px=stage.size_px
    )
    pace = "fast" if fast else "live"
    return Rehearsal(stage.header, stage.seed, scene, stage.mistakes, acts=stage.acts, pace=pace)


class Lookout:
    """Opens the camera of ``spec`` and looks through it.

    ``fast`` takes simulated and file frames as fast as they can be processed; ``deck``: the taught deck that is read.
    ``frames`` are a simulated table's own, in place of those of ``stage``. ``must_run``: a camera that never gave a
    picture is an error, and no news. ``witness`` hears what the eye sees. Raises ModelError; entering, DeviceError.
    """

    def __init__(
        self,
        spec: CameraSpec,
        settings: Settings,
        *,
        lens_name: str | None,
        stage: Stage | None,
        fast: bool,
        deck: Deck | None = None,
        frames: Iterable[Frame] | None = None,
        must_run: bool = True,
        witness: Witness | None = None,
    ) -> None:
        self.spec = spec
        self._witness = witness
        self.rehearsal: Rehearsal | None = None
        self.frame: Frame | None = None
        self._must_run = must_run
        self._settings = settings
        self._fast = fast
        if fast:  # a second thread saves no time where whole games run side by side, and waits busily for its work
            cv2.setNumThreads(1)
        self._reader = Reader(deck=deck)
        self._watched: WatchedCamera | None = None
        self._camera: Camera | None = None
        self._frames: Iterator[Frame] | None = None
        self._simulated = frames
        if spec.kind is CameraKind.SIMULATED and frames is None:
            assert stage is not None
            self.rehearsal = rehearse(stage, fast=fast)
            self._simulated = self.rehearsal
            lens_name = lens_name or self.rehearsal.settings.lens_name
        name = lens_name or settings.lens or LENS_OF.get(spec.kind, "webcam")
        self._lens: Lens = lens(name)
        self.eye = self._make_eye()

    def _make_eye(self) -> Eye:
        card_mm = (self._settings.card_width_mm, self._settings.card_height_mm)
        self.mat = Mat(self._lens, card_size_mm=card_mm)
        self._gauge = CardGauge(self.mat, card_mm)
        settings = EyeSettings(card_mm=card_mm, costs=COSTS[self._settings.playing_for])
        return Eye(
            self.mat,
            self._reader,
            settings=settings,
            live=self.spec.kind not in (CameraKind.VIDEO, CameraKind.STILLS),
            witness=self._witness,
        )

    def read_with(self, deck: Deck | None) -> None:
        """Read with another taught deck from now on, or with none; what lies there is looked at anew."""
        self._reader.use(deck)
        self.eye = self._make_eye()

    @property
    def live(self) -> bool:
        """Whether the camera shows the present."""
        return self.spec.live

    def __enter__(self) -> Self:
        if self.live:
            self._watched = WatchedCamera(lambda: open_camera(self.spec), must_run=self._must_run)
            self._watched.__enter__()
            return self
        simulated = self._simulated
        self._camera = open_camera(self.spec, simulated=None if simulated is None else lambda seed: simulated)
        self._camera.__enter__()
        frames = iter(self._camera)
        self._frames = frames if self._fast else paced(frames)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let the camera go."""
        if self._watched is not None:
            self._watched.close()
        if self._camera is not None:
            self._camera.close()
        give_back()

    def describe(self) -> str:
        """One line for a person."""
        camera = self._watched or self._camera
        return camera.describe() if camera is not None else str(self.spec)

    def next(self, timeout_s: float) -> TableView | CameraNews | Ended | None:
        """The next view, news of the camera, ``Ended``, or None when neither came within ``timeout_s``."""
        if self._watched is not None:
            arrived = self._watched.poll(timeout_s)
            if not isinstance(arrived, Frame):
                return arrived
            self.frame = arrived
            return self._look(arrived)
        assert self._frames is not None, "the lookout was not entered"
        frame = next(self._frames, None)
        if frame is None:
            return Ended()
        self.frame = frame
        return self._look(frame)

    def _look(self, frame: Frame) -> TableView:
        view = self.eye.look(frame)
        self._gauge.look(frame, view)
        return view

    @property
    def spoke(self) -> bool:
        """Whether the camera gave a picture, or was given up."""
        return self._watched is None or self._watched.has_spoken

    @property
    def events(self) -> tuple[MatEvent, ...]:
        """What happened to coasters and camera in the last view."""
        return tuple(self.mat.events)

    @property
    def hard_to_read(self) -> bool:
        """Whether this deck turns out to be hard to read."""
        return self.eye.wary

    @property
    def measured_mm(self) -> tuple[float, float] | None:
        """The cards' width and height as they were measured since it looks; None: not yet."""
        return self.eye.measured_mm

    def expect(self, left: Mapping[int, int], called: Mapping[int, int], *, all_face_up: bool) -> None:
        """What the game says: how many cards of each rank may come, what each sighting was called, whether all cards
        lie face up."""
        self.eye.expect(left)
        self.eye.called(called, all_face_up=all_face_up)

    def retry(self) -> None:
        """Try the camera again after it was given up."""
        if self._watched is not None:
            self._watched.retry()

    def settle(self) -> None:
        """Let the camera find its exposure, white balance and focus again; it may see badly for some seconds."""
        if self._watched is not None:
            self._watched.settle()

    def picture(self, sighting: int) -> BGRImage | None:
        """The small picture of a card when it was called."""
        return self.eye.picture(sighting)

    def jpeg(self, sighting: int) -> bytes | None:
        """The small picture of a card (JPEG) as it is kept in the journal."""
        picture = self.eye.picture(sighting)
        if picture is None:
            return None
        kept, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
        return data.tobytes() if kept else None


def picture_of(jpeg: bytes) -> Picture | None:
    """A kept picture again; None where the file is damaged."""
    pixels = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    return None if pixels is None else Picture.from_bgr(np.asarray(pixels, np.uint8))
