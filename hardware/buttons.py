"""The four illuminated buttons on GPIO: presses come out, lights go on.

A button connects its pin to ground; its light is driven by another pin. Edges are told by gpiozero, from a thread of
its own, and are only noted there; ``presses`` works out what they mean whenever the loop comes by.
"""

import logging
import os
import tempfile
import time
import warnings
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from types import TracebackType
from typing import Any, Self

from dealer.errors import DeviceError
from dealer.locale import _
from dealer.presses import Button, Holds, Press

log = logging.getLogger(__name__)

DEBOUNCE_S = 0.025
"""Contacts of arcade buttons bounce for up to 20 ms; no finger is faster than 40."""

EDGES_KEPT = 512
"""A contact that rattles for ever fills no memory."""


@dataclass(frozen=True, slots=True)
class Pins:
    """The GPIO numbers of a button and of its light, in Broadcom's count."""

    button: int
    light: int


DEFAULT_PINS: Mapping[Button, Pins] = {
    Button.GREEN: Pins(17, 5),
    Button.RED: Pins(27, 6),
    Button.YELLOW: Pins(22, 13),
    Button.BLUE: Pins(23, 19),
}


@dataclass(slots=True)
class Debounce:
    """Settles one contact's edges: a level counts once it has lasted ``DEBOUNCE_S``, from when it began to last.

    >>> contact = Debounce()
    >>> for time_s, down in ((1.000, True), (1.004, False), (1.006, True)):
    ...     contact.edge(down, time_s)
    >>> contact.settled(1.020), contact.settled(1.040)
    ([], [(1.006, True)])
    """

    down: bool = False
    """The settled level."""

    _edges: deque[tuple[float, bool]] = field(default_factory=lambda: deque(maxlen=EDGES_KEPT))

    @property
    def latest(self) -> bool:
        """The level after the last edge, settled or not."""
        return self._edges[-1][1] if self._edges else self.down

    def edge(self, down: bool, time_s: float) -> None:
        """The contact went down or up."""
        self._edges.append((time_s, down))

    def settled(self, now_s: float) -> list[tuple[float, bool]]:
        """The changes of the settled level that are certain by now, as (seconds, down), oldest first."""
        changes = []
        while self._edges:
            time_s, down = self._edges[0]
            until_s = self._edges[1][0] if len(self._edges) > 1 else now_s
            lasted = until_s - time_s >= DEBOUNCE_S
            if len(self._edges) == 1 and not lasted:
                break  # not known yet
            self._edges.popleft()
            if lasted and down != self.down:
                self.down = down
                changes.append((time_s, down))
        return changes


class Buttons:
    """The panel of four. A button or a light whose pin fails is left out and told in ``troubles``; the others work.

    Raises DeviceError, in one sentence, where there is no GPIO, or no button works. ``on_edge`` is called from
    gpiozero's thread whenever a contact moves, so that a waiting loop can wake.
    """

    def __init__(
        self,
        pins: Mapping[Button, Pins] = DEFAULT_PINS,
        *,
        pin_factory: Any = None,
        clock: Callable[[], float] = time.monotonic,
        on_edge: Callable[[], object] = lambda: None,
    ) -> None:
        # lgpio leaves a file in the working directory when it is imported, unless told of another one.
        os.environ.setdefault("LG_WD", tempfile.gettempdir())
        import gpiozero

        self._clock = clock
        self._on_edge = on_edge
        self._holds = Holds()
        self.troubles: dict[int, str] = {}
        """What does not work, a sentence for each pin."""
        self._contacts: dict[Button, Debounce] = {}
        self._inputs: dict[Button, Any] = {}
        self._lights: dict[Button, Any] = {}
        self._lit: dict[Button, bool] = {}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # gpiozero names every driver that it has tried
            try:
                if pin_factory is None:
                    gpiozero.Device.ensure_pin_factory()
            except Exception as error:  # each driver has errors of its own
                raise DeviceError(_unusable(_why(error))) from error
            for button, pin in pins.items():
                mine = {
                    Button.GREEN: (_("Green button"), _("Green light")),
                    Button.RED: (_("Red button"), _("Red light")),
                    Button.YELLOW: (_("Yellow button"), _("Yellow light")),
                    Button.BLUE: (_("Blue button"), _("Blue light")),
                }[button]
                self._take(mine[0], pin.button, partial(self._watch, button, pin.button, pin_factory))
                self._take(mine[1], pin.light, partial(self._wire, button, pin.light, pin_factory))
        if not self._inputs:
            self.close()
            raise DeviceError(_unusable(next(iter(self.troubles.values()))))

    def _take(self, name: str, pin: int, connect: Callable[[], None]) -> None:
        """Take a pin for what is called ``name``, or say that it cannot be had."""
        try:
            connect()
        except Exception as error:  # each driver has errors of its own
            words = _("{name}: its pin {pin} is busy or missing ({why}). The others work.")
            self.troubles[pin] = words.format(name=name, pin=pin, why=_why(error))

    def _wire(self, button: Button, pin: int, pin_factory: Any) -> None:
        import gpiozero

        self._lights[button] = gpiozero.LED(pin, pin_factory=pin_factory)

    def _watch(self, button: Button, pin: int, pin_factory: Any) -> None:
        import gpiozero

        contact = Debounce()
        # No bounce_time: gpiozero's own drops edges, and its mock pins ignore it.
        device = gpiozero.DigitalInputDevice(pin, pull_up=True, bounce_time=None, pin_factory=pin_factory)

        def note(down: bool) -> None:
            contact.edge(down, self._clock())
            self._on_edge()

        # A button that is down at the start was not pressed: it means nothing until it was let go.
        contact.down = bool(device.is_active)
        device.when_activated = lambda: note(True)
        device.when_deactivated = lambda: note(False)
        self._contacts[button], self._inputs[button] = contact, device

    def presses(self) -> tuple[Press, ...]:
        """The presses since the last call, oldest first. Never waits."""
        now_s = self._clock()
        changes = []
        for button, contact in tuple(self._contacts.items()):
            try:
                down = bool(self._inputs[button].is_active)
            except Exception as error:  # the driver has lost it
                log.warning("the %s button does not work any more: %s", button.value, _why(error))
                del self._contacts[button]
                self._holds.forget(button)
                continue
            if down != contact.latest:
                contact.edge(down, now_s)  # drivers lose an edge now and then
            changes += [(time_s, button, down) for time_s, down in contact.settled(now_s)]
        found: list[Press] = []
        for time_s, button, down in sorted(changes, key=lambda change: change[0]):
            found += self._holds.due(time_s)
            if down:
                self._holds.down(button, time_s)
            else:
                found += self._holds.up(button, time_s)
        found += self._holds.due(now_s)
        return tuple(found)

    def set_lights(self, lit: Mapping[Button, bool]) -> None:
        """Light the buttons that mean something now; a button that is not named stays as it is."""
        for button, on in lit.items():
            if button not in self._lights or self._lit.get(button) == on:
                continue
            try:
                self._lights[button].value = on
                self._lit[button] = on
            except Exception as error:  # a light that fails is no reason to stop
                log.warning("the light of the %s button fails: %s", button.value, error)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """All lights off, all pins given back."""
        self.set_lights(dict.fromkeys(self._lights, False))
        for device in (*self._inputs.values(), *self._lights.values()):
            try:
                device.close()
            except Exception as error:
                log.warning("a pin could not be given back: %s", error)
        self._inputs.clear()
        self._lights.clear()
        self._contacts.clear()


def _unusable(why: str) -> str:
    return _("the buttons cannot be used ({why}); keys and touch mean the same").format(why=why)


def _why(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"
