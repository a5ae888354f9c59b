"""``dealer doctor``: the machine's diagnosis, and what only the dealer knows: how its journal and its copies are."""

import argparse
import importlib.metadata
import json
import os
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

from dealer.decks.shelf import chosen_deck
from dealer.errors import InputError
from dealer.house.settings_here import settings_or_usual
from dealer.house.stick_update import why_refused
from dealer.journal.checkup import condition_of, copied, players_in
from dealer.journal.copies import COPIES_NAME, copies_in
from dealer.journal.journal import FILE_NAME
from dealer.journal.outbox import waiting
from dealer.locale import _, ngettext
from dealer.locale.language import language, speak
from dealer.settings import Settings, data_folder, told_of_settings
from hardware.cameras.cameras import CameraSpec, parse_camera
from hardware.doctor.bundle import as_json, write_bundle
from hardware.doctor.doctor import Part, findings, parts
from hardware.doctor.finding import Finding, Health
from hardware.doctor.machine import Machine
from hardware.updates import KEYRING, Installed, best, judged, mounted, packages, this_box

HELD = ("picture", "buttons", "sound")
"""Parts that the dealer itself tells of while it plays: it has the camera, the pins and the loudspeaker."""

NICER = 10
"""By so much a check from the screen stands behind the referee for the processor (nice)."""

MARKS = {Health.FINE: " ok ", Health.WITHOUT: "  - ", Health.MISSING: "  ! "}

BEHIND_S = 3600.0
"""A copy is made at each game's begin and end: an hour after the last act there must be one."""


def run(options: argparse.Namespace) -> int:
    """Print the diagnosis; the exit status is 4 where something is missing that nothing works without, else 0."""
    folder = data_folder(options.data)
    camera = parse_camera(options.camera) if options.camera else None
    found = []
    looked_at = all_parts(folder, camera=camera, lens=options.lens)
    if options.newer:
        looked_at = (*looked_at, Part("newer", newer))
    for one in findings(looked_at):
        found.append(one)
        if not options.json:
            print(f"{MARKS[one.health]} {one.part:24} {one.detail}", flush=True)
            if one.remedy and one.health is not Health.FINE:
                print(f"     {'':24} → {one.remedy}", flush=True)
    if options.json:
        print(as_json(found))
    if options.bundle is not None:
        journal = options.with_names and (folder / FILE_NAME).is_file()
        write_bundle(
            options.bundle,
            found,
            folder,
            Machine(),
            names=() if options.with_names else players_in(folder),
            more={FILE_NAME: copied(folder, pictures=options.with_pictures)} if journal else None,
        )
        print(f"The bundle: {options.bundle}")
    return 4 if any(one.health is Health.MISSING for one in found) else 0


def all_parts(
    folder: Path, *, on: Machine | None = None, camera: CameraSpec | None = None, lens: str | None = None
) -> tuple[Part, ...]:
    """All that is looked at: the machine, and what the dealer keeps in ``folder``."""
    settings, wrong = settings_or_usual(folder)
    kept = (
        Part("journal", lambda: journal(folder)),
        Part("copies", lambda: copies(folder, settings)),
        Part("house", lambda: house(folder, settings)),
    )
    wrong = wrong or _wrong_deck(folder, settings)
    return parts(folder, settings, on=on, kept=kept, camera=camera, lens=lens, wrong=wrong)


def _wrong_deck(folder: Path, settings: Settings) -> InputError | None:
    """What is wrong with the deck that the settings name: play reads the cards without it."""
    try:
        with told_of_settings(folder, "deck"):
            chosen_deck(settings.deck, folder)
    except InputError as error:
        return error
    return None


def newer(box: Callable[[], Installed | None] = this_box, keyring: Path = KEYRING) -> Iterator[Finding]:
    """Whether a newer package of this program is on what is plugged in. It may take a minute, with a bad stick."""
    installed = box()
    if installed is None:
        yield Finding("newer", Health.FINE, _("this program did not come as a package: look where it came from"))
        return
    offer = best([judged(package, installed, keyring) for package in packages(tuple(mounted()))])
    if offer is None:
        yield Finding("newer", Health.FINE, _("no package is plugged in"))
    elif offer.refusal is not None:
        yield Finding("newer", Health.FINE, why_refused(offer.refusal).format(file=offer.file.name, detail=""))
    else:
        detail = _("version {version} is plugged in").format(version=offer.version)
        yield Finding("newer", Health.WITHOUT, detail, f"sudo apt install {offer.file}")


def journal(folder: Path) -> Iterator[Finding]:
    """Whether the journal is whole."""
    found = condition_of(folder)
    if found is None:
        yield Finding("journal", Health.FINE, _("none yet"))
    elif found.fault:
        remedy = _("`dealer play` sets it aside, carries over what can be read, and says what came over")
        yield Finding("journal", Health.WITHOUT, _("damaged: {fault}").format(fault=found.fault), remedy)
    elif found.newer:
        yield Finding("journal", Health.WITHOUT, _("of a newer program"), _("install the newer program again"))
    else:
        yield Finding(
            "journal",
            Health.FINE,
            ngettext("whole, {count} game", "whole, {count} games", found.games).format(count=found.games),
        )


def copies(folder: Path, chosen: Settings) -> Iterator[Finding]:
    """How old the journal's newest checked copy is."""
    path = folder / FILE_NAME
    if not path.is_file() or not chosen.journal.copies:
        return
    stick = chosen.journal.copies_folder
    if stick is not None and not Path(stick).is_dir():
        yield Finding(
            "copies", Health.WITHOUT, _("{folder} is not there").format(folder=stick), _("put the USB stick in")
        )
        return
    own = copies_in(folder / COPIES_NAME)
    if not own:
        remedy = _("it is made when the next game begins; is the disk full?")
        yield Finding("copies", Health.WITHOUT, _("there is no copy of the journal yet"), remedy)
        return
    made_s = own[0].stat().st_mtime
    when = datetime.fromtimestamp(made_s, UTC).isoformat(timespec="minutes")
    if path.stat().st_mtime - made_s > BEHIND_S:
        remedy = _("make room on the disk; the next game makes a copy")
        detail = _("the newest is of {when}, the journal is younger").format(when=when)
        yield Finding("copies", Health.WITHOUT, detail, remedy)
    else:
        yield Finding("copies", Health.FINE, _("the newest of {count} is of {when}").format(count=len(own), when=when))


def house(folder: Path, chosen: Settings) -> Iterator[Finding]:
    """Whether the house of many tables has been told all."""
    if chosen.house.broker is None:
        return
    try:
        importlib.metadata.version("paho-mqtt")
    except importlib.metadata.PackageNotFoundError:
        yield Finding("house", Health.WITHOUT, _("paho-mqtt is not installed"), "pip install paho-mqtt")
        return
    told = waiting(folder / FILE_NAME)
    if told is None:
        yield Finding("house", Health.FINE, _("{broker}, nothing to tell yet").format(broker=chosen.house.broker))
    elif told[0] < told[1]:
        detail = _("{missing} of {all} rows are not with the broker {broker} yet")
        detail = detail.format(missing=told[1] - told[0], all=told[1], broker=chosen.house.broker)
        remedy = _("is `dealer play` running, the broker there, are user and password right? Nothing is lost meanwhile")
        yield Finding("house", Health.WITHOUT, detail, remedy)
    else:
        yield Finding(
            "house", Health.FINE, _("{broker} has all {count} rows").format(broker=chosen.house.broker, count=told[1])
        )


def tell(folder: Path) -> None:
    """All parts but those that are ``HELD``, a line of JSON for each thing that is known: ``parts``, how many; then
    ``part``, what is looked at, and ``found`` (part, health, detail, remedy); ``whole`` at the end."""
    these = [part for part in all_parts(folder) if part.name not in HELD]
    _say(parts=len(these))
    for part in these:
        _say(part=_(part.name))
        for one in findings((part,)):
            _say(found=(_(one.part), one.health.value, one.detail, one.remedy))
    _say(whole=True)


def _say(**told: object) -> None:
    print(json.dumps(told), flush=True)


if __name__ == "__main__":
    os.nice(NICER)
    speak(language(sys.argv[2]))
    tell(Path(sys.argv[1]))
