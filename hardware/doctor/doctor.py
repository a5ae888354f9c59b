"""The whole diagnosis, part by part, and the command."""

import argparse
from collections.abc import Callable, Iterator
from pathlib import Path

from hardware.cameras.cameras import CameraSpec, found_cameras, parse_camera
from hardware.doctor import devices, installed, machine
from hardware.doctor.bundle import as_json, write_bundle
from hardware.doctor.finding import Finding, Health
from hardware.doctor.machine import Machine

MARKS = {Health.FINE: " ok ", Health.WITHOUT: "  - ", Health.MISSING: "  ! "}


def findings(
    folder: Path, *, on: Machine | None = None, camera: CameraSpec | None = None, lens: str | None = None
) -> Iterator[Finding]:
    """All that is found, part by part; a part whose check fails in an unforeseen way is told as missing.

    ``camera`` is looked through in place of the first that is there.
    """
    here = on or Machine()
    settings = installed.settings_or_usual(folder)
    parts: tuple[tuple[str, Callable[[], Iterator[Finding]]], ...] = (
        ("version", installed.version),
        ("python", machine.python),
        ("machine", lambda: machine.model(here)),
        ("packages", lambda: installed.packages(installed.PACKAGES)),
        ("models", installed.models),
        ("settings", lambda: installed.settings(folder)),
        ("data", lambda: installed.data(folder)),
        ("disk", lambda: machine.disk(here, folder)),
        ("journal", lambda: installed.journal(folder)),
        ("copies", lambda: installed.copies(folder, settings)),
        ("house", lambda: installed.house(folder, settings)),
        ("troubles", lambda: installed.reports(folder)),
        ("service", lambda: machine.service(here)),
        ("supply", lambda: machine.supply(here)),
        ("heat", lambda: machine.heat(here)),
        ("memory", lambda: machine.memory(here)),
        ("clock", lambda: machine.clock(here)),
        ("network", lambda: machine.network(here)),
        ("camera", lambda: devices.cameras(here)),
        ("picture", lambda: _picture(camera, folder, lens)),
        ("GPIO chip", lambda: devices.chip(here)),
        ("buttons", lambda: devices.buttons(here, settings)),
        ("sound", lambda: devices.sound(settings)),
        ("voice", devices.voice),
        ("screen", lambda: devices.screen(here)),
    )
    for part, check in parts:
        try:
            yield from check()
        except Exception as error:  # a diagnosis must not end where things are broken
            remedy = "`dealer doctor --bundle FILE.zip` collects what whoever mends it needs"
            yield Finding(part, Health.MISSING, f"{type(error).__name__}: {error}", remedy)


def _picture(camera: CameraSpec | None, folder: Path, lens: str | None) -> Iterator[Finding]:
    """Look through the camera that is named, chosen in the settings, or the first that is there."""
    from hardware.doctor.picture import picture

    settings = installed.settings_or_usual(folder)
    if camera is None and settings.camera is not None:
        camera = parse_camera(settings.camera)
    if camera is None:
        there = found_cameras().cameras
        camera = there[0].spec if there else None
    if camera is not None:
        yield from picture(camera, settings, lens)


def run(options: argparse.Namespace) -> int:
    """Print the diagnosis; the exit status is 4 where something is missing that nothing works without, else 0."""
    from dealer.settings import data_folder

    folder = data_folder(options.data)
    camera = parse_camera(options.camera) if options.camera else None
    found = []
    for one in findings(folder, camera=camera, lens=options.lens):
        found.append(one)
        if not options.json:
            print(f"{MARKS[one.health]} {one.part:24} {one.detail}", flush=True)
            if one.remedy and one.health is not Health.FINE:
                print(f"     {'':24} → {one.remedy}", flush=True)
    if options.json:
        print(as_json(found))
    if options.bundle is not None:
        write_bundle(options.bundle, found, folder, Machine(), names=options.with_names, pictures=options.with_pictures)
        print(f"The bundle: {options.bundle}")
    return 4 if any(one.health is Health.MISSING for one in found) else 0
