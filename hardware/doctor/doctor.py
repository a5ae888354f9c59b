"""The whole diagnosis, part by part."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from dealer.errors import DealerError
from dealer.locale import _
from dealer.settings import Settings
from hardware.cameras.cameras import CameraSpec, found_cameras, parse_camera
from hardware.doctor import devices, installed, machine
from hardware.doctor.finding import Finding, Health
from hardware.doctor.machine import Machine


@dataclass(frozen=True, slots=True)
class Part:
    """What is looked at, and how."""

    name: str
    check: Callable[[], Iterator[Finding]]


def parts(
    folder: Path,
    settings: Settings,
    *,
    on: Machine | None = None,
    kept: Iterable[Part] = (),
    camera: CameraSpec | None = None,
    lens: str | None = None,
    wrong: DealerError | None = None,
) -> tuple[Part, ...]:
    """All that is looked at, in this order. ``kept``: how what the dealer keeps is, which only the dealer knows.

    ``camera`` is looked through in place of the first that is there. ``wrong``: what is wrong with the settings' file.
    """
    here = on or Machine()
    return (
        Part("version", installed.version),
        Part("python", machine.python),
        Part("machine", lambda: machine.model(here)),
        Part("packages", lambda: installed.packages(installed.PACKAGES)),
        Part("models", installed.models),
        Part("settings", lambda: installed.settings(folder, wrong)),
        Part("data", lambda: installed.data(folder)),
        Part("disk", lambda: machine.disk(here, folder)),
        *kept,
        Part("troubles", lambda: installed.reports(folder)),
        Part("service", lambda: machine.service(here)),
        Part("supply", lambda: machine.supply(here)),
        Part("heat", lambda: machine.heat(here)),
        Part("memory", lambda: machine.memory(here)),
        Part("clock", lambda: machine.clock(here)),
        Part("network", lambda: machine.network(here)),
        Part("camera", lambda: devices.cameras(here)),
        Part("picture", lambda: _picture(camera, settings, lens)),
        Part("GPIO chip", lambda: devices.chip(here)),
        Part("buttons", lambda: devices.buttons(here, settings)),
        Part("sound", lambda: devices.sound(settings)),
        Part("voice", devices.voice),
        Part("screen", lambda: devices.screen(here)),
    )


def findings(these: Iterable[Part]) -> Iterator[Finding]:
    """What is found, part by part; a part whose check fails in an unforeseen way is told as missing."""
    for part in these:
        try:
            yield from part.check()
        except Exception as error:  # a diagnosis must not end where things are broken
            remedy = _("`dealer doctor --bundle FILE.zip` collects what whoever mends it needs")
            yield Finding(part.name, Health.MISSING, f"{type(error).__name__}: {error}", remedy)


def _picture(camera: CameraSpec | None, settings: Settings, lens: str | None) -> Iterator[Finding]:
    """Look through the camera that is named, chosen in the settings, or the first that is there."""
    from hardware.doctor.picture import picture

    if camera is None and settings.camera is not None:
        camera = parse_camera(settings.camera)
    if camera is None:
        there = found_cameras().cameras
        camera = there[0].spec if there else None
    if camera is not None:
        yield from picture(camera, settings, lens)
