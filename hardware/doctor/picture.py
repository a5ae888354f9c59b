"""What the camera sees: whether it gives pictures, and whether the table in them can be read."""

import time
from collections.abc import Iterator
from contextlib import closing
from itertools import islice

from dealer.errors import DealerError
from dealer.locale import _
from dealer.locale.language import mark
from dealer.settings import Settings
from hardware.cameras.cameras import CameraKind, CameraSpec, open_camera
from hardware.cameras.watched import CameraNews, CameraState, WatchedCamera
from hardware.doctor.finding import Finding, Health
from vision.frame import Frame
from vision.table.aim import advise
from vision.table.lens import lens
from vision.table.mat import Mat

LOOKS_S = 12.0
"""How long a live camera is looked through, seconds: it starts within five, and settles within three."""
FRAMES = 30
LEAST_PIXELS = (1280, 720)
"""Below it cards on a table for four are narrower than is read."""
LEAST_RATE = 10.0
"""Pictures a second; fewer, and a card is called late."""

PARTS = {
    "picture": mark("picture"),
    "mirrored": mark("picture"),
    "coasters": mark("coasters"),
    "twice": mark("coasters"),
    "covered": mark("coasters"),
    "middle": mark("coasters"),
    "width": mark("card size"),
    "tilt": mark("tilt"),
    "light": mark("light"),
    "sharp": mark("focus"),
    "uneven": mark("lens glass"),
    "lens": mark("lens"),
    "sheet": mark("coasters' print"),
}
"""Advice's codes and the parts that they tell of."""

REMEDIES = {
    "picture": mark("hold the camera still; `dealer play` shows what it sees before a game"),
    "mirrored": mark('switch "mirror" off in the camera\'s own settings: v4l2-ctl --list-ctrls shows them'),
    "coasters": mark("print them with `dealer print coasters`, lay them out flat, aim the camera at the middle"),
    "twice": mark("take one of each away"),
    "covered": mark("clear the coasters"),
    "width": mark("hang the camera nearer or higher, as said"),
    "tilt": mark("hang it more above the table's middle"),
    "light": mark("change the light as said; then press yellow, Light and focus, in the set-up view"),
    "sharp": mark("press yellow, Light and focus, in the set-up view; wipe the lens"),
    "uneven": mark("wipe the lens with a soft dry cloth"),
    "lens": mark("name the lens with --lens or in settings.toml; or measure it: dealer calibrate lens PICTURES"),
    "sheet": mark("print the sheet again at 100 %, or set card_width_mm and card_height_mm in settings.toml"),
}


def picture(spec: CameraSpec, settings: Settings, lens_name: str | None) -> Iterator[Finding]:
    """Look through the camera for a while; what it shows and what is to be changed."""
    try:
        frames = tuple(_watched(spec) if spec.live else _from_files(spec))
    except DealerError as error:
        remedy = "is another program using it? `fuser -v /dev/video*` names it; while the dealer plays, it has it"
        yield Finding("camera picture", Health.WITHOUT, str(error), remedy)
        return
    if not frames:
        remedy = "unplug it and plug it in; on a Raspberry Pi: rpicam-hello --list-cameras"
        yield Finding("camera picture", Health.WITHOUT, f"{spec} gave no picture in {LOOKS_S:.0f} s", remedy)
        return
    height, width = frames[-1].image.shape[:2]
    size = f"{width}×{height}"
    if width < LEAST_PIXELS[0] or height < LEAST_PIXELS[1]:
        remedy = f"ask for larger pictures: --camera {spec.kind.value}:{spec.number}@2304x1296"
        detail = f"{size}; {LEAST_PIXELS[0]}×{LEAST_PIXELS[1]} or more are needed"
        yield Finding("camera picture", Health.WITHOUT, detail, remedy)
    else:
        yield Finding("camera picture", Health.FINE, size)
    if spec.live and len(frames) > 2:
        lasted_s = frames[-1].time_s - frames[0].time_s
        rate = (frames[-1].sequence - frames[0].sequence) / lasted_s if lasted_s > 0 else 0.0
        if rate < LEAST_RATE:
            remedy = "more light (a dark picture takes longer), a USB 3 port, or smaller pictures"
            yield Finding("pictures a second", Health.WITHOUT, f"{rate:.1f}; cards are called late", remedy)
        else:
            yield Finding("pictures a second", Health.FINE, f"{rate:.1f}")
    name = lens_name or settings.lens or ("pi-camera-3" if spec.kind is CameraKind.PICAMERA2 else "webcam")
    mat = Mat(lens(name), card_size_mm=(settings.card_width_mm, settings.card_height_mm))
    for frame in frames:
        mat.observe(frame, still=True)
    yield from seen(frames[-1], mat)


def seen(frame: Frame, mat: Mat) -> Iterator[Finding]:
    """How well the table is seen in a picture, and what is to be changed."""
    for advice in advise(frame, mat):
        health = Health.FINE if advice.fine else Health.WITHOUT
        remedy = "" if advice.fine else _(REMEDIES.get(advice.code, ""))
        yield Finding(PARTS[advice.code], health, _(advice.words).format(**advice.facts), remedy)


def _watched(spec: CameraSpec) -> Iterator[Frame]:
    """What a live camera shows until its picture has settled. Raises DeviceError where it never showed any."""
    with closing(WatchedCamera(lambda: open_camera(spec), must_run=True)) as camera:
        camera.__enter__()
        ends_s, count = time.monotonic() + LOOKS_S, 0
        while count < FRAMES and (left_s := ends_s - time.monotonic()) > 0:
            arrived = camera.poll(min(1.0, left_s))
            if isinstance(arrived, Frame):
                count += 1
                yield arrived
            elif isinstance(arrived, CameraNews) and arrived.state is CameraState.GONE:
                return


def _from_files(spec: CameraSpec) -> Iterator[Frame]:
    with open_camera(spec) as camera:
        yield from islice(iter(camera), FRAMES)
