"""What is connected: cameras, buttons, loudspeaker, screen."""

import os
import shutil
import subprocess
from collections.abc import Iterator

from dealer.errors import DealerError
from dealer.locale import _
from dealer.locale.language import mark
from dealer.presses import Button
from dealer.settings import Settings
from hardware.doctor.finding import Finding, Health
from hardware.doctor.machine import Machine

PI_CAMERA = mark("sudo apt install --no-install-recommends python3-picamera2; then check the ribbon cable at both ends")
PI_GPIO = mark("sudo apt install python3-lgpio; sudo usermod -aG gpio $USER; then log in anew")


def cameras(machine: Machine) -> Iterator[Finding]:
    """Which live cameras there are."""
    from hardware.cameras.cameras import LIST_S, found_cameras

    found = found_cameras(within_s=LIST_S)
    if found.cameras:
        names = ", ".join(f"{camera.spec} ({camera.name})" for camera in found.cameras)
        yield Finding("camera", Health.FINE, names)
    if found.uncertain:
        yield Finding("camera", Health.MISSING, found.uncertain, _("unplug it, plug it in, and ask again"))
    elif not found.cameras:
        remedy = _("plug a USB camera in")
        if machine.is_pi:
            remedy = _("plug a USB camera in; for the Pi's own: {then}").format(then=_(PI_CAMERA))
        yield Finding("camera", Health.WITHOUT, _("none; you can play by hand, or rehearse"), remedy)


def chip(machine: Machine) -> Iterator[Finding]:
    """Whether there is a GPIO chip that may be used."""
    chips = sorted(machine.root.glob("dev/gpiochip*"))
    if not chips:
        remedy = _(PI_GPIO) if machine.is_pi else _("none needed: keys and touch mean the same")
        yield Finding("GPIO chip", Health.WITHOUT, _("none; keys and touch mean the same"), remedy)
    elif not any(os.access(one, os.R_OK | os.W_OK) for one in chips):
        remedy = _("{command}; then log in anew").format(command="sudo usermod -aG gpio $USER")
        detail = _("{chip} may not be used by this user").format(chip=chips[0].name)
        yield Finding("GPIO chip", Health.WITHOUT, detail, remedy)
    else:
        yield Finding("GPIO chip", Health.FINE, ", ".join(one.name for one in chips))


def buttons(machine: Machine, settings: Settings) -> Iterator[Finding]:
    """The four buttons and their lights, pin by pin."""
    from hardware.buttons import Buttons, Pins

    chosen = {button: getattr(settings.buttons, button.value) for button in Button}
    try:
        with Buttons({button: Pins(pair.button, pair.light) for button, pair in chosen.items()}) as panel:
            troubles = dict(panel.troubles)
    except DealerError as error:
        remedy = f"{_(PI_GPIO)}; while the dealer plays, it has the pins" if machine.is_pi else "none needed"
        yield Finding("buttons", Health.WITHOUT, str(error), remedy)
        return
    for button, pair in chosen.items():
        for what, pin in (("button", pair.button), ("button's light", pair.light)):
            name = f"{button.value} {what}"
            if trouble := troubles.get(pin):
                remedy = "check its wire, or give it another pin in settings.toml, under [buttons]"
                yield Finding(name, Health.WITHOUT, trouble, remedy)
            else:
                yield Finding(name, Health.FINE, f"pin {pin}")


def sound(settings: Settings) -> Iterator[Finding]:
    """Whether the loudspeaker can be had, and is not muted."""
    from hardware.voice.speaker import PygameSpeaker

    speaker = PygameSpeaker()
    try:
        speaker.open()
    except DealerError as error:
        remedy = "connect a loudspeaker; `aplay -l` lists what Linux knows"
        yield Finding("sound", Health.WITHOUT, f"{error}; play goes on silent, with captions", remedy)
        return
    speaker.close()
    if settings.muted or settings.volume == 0:
        remedy = "touch the loudspeaker on the screen, or mend muted and volume in settings.toml"
        yield Finding("sound", Health.WITHOUT, "the device opens; the settings say mute", remedy)
    else:
        yield Finding("sound", Health.FINE, "the default device opens")


def voice() -> Iterator[Finding]:
    """Whether there is a voice."""
    program = shutil.which("espeak-ng")
    if program is None:
        detail = _("no espeak-ng; play goes on silent, with captions")
        yield Finding("voice", Health.WITHOUT, detail, "sudo apt install espeak-ng")
        return
    answer = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=10, check=False)
    yield Finding("voice", Health.FINE, answer.stdout.split("Data at")[0].strip())


def screen(machine: Machine) -> Iterator[Finding]:
    """What draws on which screen."""
    for variable, kind in (("WAYLAND_DISPLAY", "Wayland"), ("DISPLAY", "X11")):
        if os.environ.get(variable):
            yield Finding("screen", Health.FINE, f"{kind} ({os.environ[variable]})")
            break
    else:
        if any(machine.root.glob("dev/dri/card*")):
            detail = _("no desktop; full screen through KMSDRM, which needs Debian's python3-pygame")
            yield Finding("screen", Health.FINE, detail)
        else:
            detail = _("none; play prints each call and saves its last screen as a picture")
            yield Finding("screen", Health.WITHOUT, detail, _("connect a screen, then switch on again"))
    for status in sorted(machine.root.glob("sys/class/drm/card*-*/status")):
        if status.read_text().strip() == "connected":
            modes = (machine.text(str((status.parent / "modes").relative_to(machine.root))) or "").splitlines()
            name = status.parent.name.partition("-")[2]
            if modes:
                yield Finding("resolution", Health.FINE, _("{pixels} on {socket}").format(pixels=modes[0], socket=name))
            else:
                remedy = _("check the cable; switch the screen on before the computer")
                detail = _("{socket} is connected and tells no size").format(socket=name)
                yield Finding("resolution", Health.WITHOUT, detail, remedy)
