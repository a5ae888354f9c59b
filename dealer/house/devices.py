"""The front of the house: what people see, hear and touch. Screen, voice, buttons with their lights, and the terminal.

Whatever fails here is logged and play goes on: the game is in the journal, not on the screen.
"""

import argparse
import logging
import os
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Self, TextIO

from dealer.display import Display, Screen
from dealer.display.guard import PressGuard
from dealer.display.screens import MessageScreen, Sound, labels_of
from dealer.display.window import Input
from dealer.errors import DealerError, DeviceError
from dealer.house.heartbeat import Heartbeat, Part, patience_of_systemd
from dealer.locale import _
from dealer.locale.language import chosen_language, speak
from dealer.presses import Button, Press, Touch
from dealer.settings import Settings, screen_size
from dealer.words.prompts import Chime
from hardware.buttons import Buttons, Pins
from hardware.notify import notify
from hardware.voice.chimes import Ring
from hardware.voice.espeak import Espeak
from hardware.voice.speech import Speech

log = logging.getLogger(__name__)

CLIPS_FOLDER = "clips"
VOLUME_STEP = 20
VOICES = {"en": "en-gb"}
"""espeak-ng's voice for a language, where it is not called as the language is."""
LOOK_FOR_SCREEN_S = 10.0
"""How often a screen is looked for where there is none."""

RINGS = {chime: Ring(chime.value) for chime in Chime}
"""The voice's sound for each."""

LAST_WORDS_S = 8.0
"""At the end the loser's name is said to its end: the longest sentence takes about six seconds."""


def has_display() -> bool:
    """Whether there is a screen to draw on: a desktop's, or a Raspberry Pi's own without one."""
    if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        return True
    if os.environ.get("SDL_VIDEODRIVER"):
        return os.environ["SDL_VIDEODRIVER"] != "dummy"
    model = Path("/proc/device-tree/model")
    connected = any(
        status.read_text().strip() == "connected" for status in Path("/sys/class/drm").glob("card*-*/status")
    )
    return model.exists() and connected


class Front:
    """Screen, voice, buttons and terminal; each may be missing."""

    def __init__(
        self,
        *,
        display: Display | None = None,
        speech: Speech | None = None,
        buttons: Buttons | None = None,
        terminal: TextIO | None = None,
        last_screen: Path | None = None,
        open_display: Callable[[], Display | None] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """``open_display`` is asked now and then for a screen where there is none; None: none is wanted. ``clock`` is
        the one that the display and the buttons tell the time by.
        """
        self.display = display
        self._open_display = open_display
        self._clock = clock
        self._looked_s = clock()
        self.speech = speech
        self.buttons = buttons
        self._terminal = terminal
        self._last_screen = last_screen
        self.marked = ""
        self.sounds = True
        """Whether a pair, a bust, the last card and a payment are heard."""
        self.wrong_with_buttons: tuple[str, ...] = ()
        self.tried_buttons: frozenset[Button] = frozenset()
        """The panel's buttons that were pressed since the start: their wires are whole."""
        self._guard = PressGuard()
        self._undrawn: set[type] = set()
        self._ready = False
        self.heartbeat = Heartbeat(patience_of_systemd())
        self._given: deque[Input] = deque()
        self._pressed_s: float | None = None

    @classmethod
    def open(
        cls, options: argparse.Namespace, settings: Settings, folder: Path, *, voice: bool, terminal: TextIO | None
    ) -> Self:
        """Open what there is: a window unless headless, a voice if ``voice`` is true, buttons where there are any."""
        size = screen_size(options.screen) if options.screen else settings.screen
        windowed = bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
        headless = options.headless or not has_display()
        a_display = partial(
            Display,
            size,
            windowed=windowed,
            diagonal_inches=settings.screen_inches,
            distance_m=settings.viewing_distance_m,
        )
        display = None
        if not headless or options.last_screen is not None:
            display = a_display(headless=headless)

        def a_screen() -> Display | None:
            return a_display(headless=False) if has_display() else None

        if not options.headless and (display is None or display.headless):
            log.warning("there is no screen to draw on; one that comes later is used")
        language = chosen_language(getattr(options, "language", None), settings.language)
        speak(language)
        speech = None
        if voice:
            muted = settings.muted or options.mute
            synthesizer = Espeak(voice=VOICES.get(language.code, language.code))
            speech = Speech(folder / CLIPS_FOLDER, synthesizer=synthesizer, volume=settings.volume, muted=muted)
        buttons, wrong = _buttons(settings)
        for sentence in wrong:
            print(f"dealer: {sentence}", file=sys.stderr)
        front = cls(
            display=display,
            speech=speech,
            buttons=buttons,
            terminal=terminal,
            last_screen=options.last_screen,
            open_display=None if options.headless else a_screen,
        )
        front.wrong_with_buttons = wrong
        front.sounds = settings.sounds
        return front

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.speech is not None:
            if error is None:
                self.speech.settle(LAST_WORDS_S)
            self.speech.close()
        if self.buttons is not None:
            self.buttons.close()
        if self.display is not None:
            try:
                if self._last_screen is not None:
                    self.display.save_png(self._last_screen)
            except DeviceError as trouble:
                if error is None:  # else the error is what is told
                    print(f"dealer: {trouble}", file=sys.stderr)
            self.display.close()

    def apply(self, settings: Settings, before: Settings) -> None:
        """What was changed counts from now on: language, loudness, buttons, the screen's size and type, sounds."""
        if settings.language != before.language:
            language = chosen_language(None, settings.language)
            speak(language)
            if self.speech is not None:
                self.speech.speak_as(Espeak(voice=VOICES.get(language.code, language.code)))
        if (settings.volume, settings.muted) != (before.volume, before.muted):
            self.volume = 0 if settings.muted else settings.volume
        if settings.buttons != before.buttons and self.buttons is not None:
            self.buttons.close()
            self.buttons, self.wrong_with_buttons = _buttons(settings)
            self.tried_buttons = frozenset()
        self.sounds = settings.sounds
        if self.display is not None:
            self.display.look_from(settings.screen_inches, settings.viewing_distance_m)
        if settings.screen != before.screen and self.display is not None and not self.display.headless:
            self.display.resize(settings.screen)

    @property
    def windowed(self) -> bool:
        """Whether somebody can see and touch a screen."""
        return self.display is not None and not self.display.headless

    @property
    def shows(self) -> bool:
        """Whether ``show`` does anything."""
        return self.display is not None or self.buttons is not None

    def say(self, called: str, request: str) -> None:
        """Say and print calls, then the request."""
        if self._terminal is not None:
            for line in (called, request):
                if line:
                    print(line, file=self._terminal, flush=True)
        if self.speech is not None:
            if called:
                self.speech.say(called, urgent=True)
            if request:
                self.speech.say(request)

    def ring(self, chime: Chime) -> None:
        """A short sound, unless the house wants none."""
        if self.speech is not None and self.sounds:
            self.speech.ring(RINGS[chime])

    def prepare(self, sentences: Iterable[str]) -> None:
        """Make clips in the background, so that calls are heard at once."""
        if self.speech is not None:
            self.speech.prepare(sentences)

    def show(self, screen: Screen) -> None:
        """Draw a screen, if there is one to draw on, and light the buttons that mean something on it.

        A press counts for the screen that was shown last, so whoever polls shows first (see ``PressGuard``).
        """
        self._guard.shown(screen, self._clock())
        if self.buttons is not None:
            labels = labels_of(screen)
            self.buttons.set_lights({button: bool(labels.get(button)) for button in Button})
        self._look_for_screen()
        if self.display is None:
            return
        try:
            self.display.draw(screen)
        except Exception:  # a screen that cannot be drawn must not end the game
            if type(screen) not in self._undrawn:
                self._undrawn.add(type(screen))
                log.exception("the screen %s could not be drawn", type(screen).__name__)
            self._draw_instead(screen)
        else:
            self.heartbeat.beat(Part.DISPLAY)

    def _draw_instead(self, screen: Screen) -> None:
        """A page that needs little, with the same buttons."""
        assert self.display is not None
        named = tuple(labels_of(screen).items())
        try:
            self.display.draw(MessageScreen(_("This page cannot be drawn"), _("The game goes on."), labels=named))
            self.heartbeat.beat(Part.DISPLAY)
        except Exception:
            log.exception("nothing can be drawn")

    def _look_for_screen(self) -> None:
        """Where there is no screen: take one that was switched on or plugged in since."""
        if self._open_display is None or self.windowed or self._clock() - self._looked_s < LOOK_FOR_SCREEN_S:
            return
        self._looked_s = self._clock()
        try:
            found = self._open_display()
        except DeviceError as error:
            log.warning("%s", error)
            return
        if found is not None and not found.headless:
            if self.display is not None:
                self.display.close()
            self.display = found
            self.display.banner = self.marked

    def ready(self) -> None:
        """Tell systemd, once, that the table is ready: it shows a screen, and the camera has spoken or is given up."""
        if not self._ready:
            self._ready = True
            notify("READY=1")

    def mark(self, words: str) -> None:
        """Show a mark on every screen from now on; empty: none."""
        self.marked = words
        if self.display is not None:
            self.display.banner = words

    def poll(self) -> list[Input]:
        """What hands did since the last call and counts: no more than one press or touch, as the next one may meet
        another screen. It is handed on by a later call."""
        self.heartbeat.beat(Part.LOOP)
        if self.display is None:
            self.heartbeat.beat(Part.DISPLAY)
        else:
            try:
                self._given.extend(self.display.poll())
            except Exception:  # as above
                log.exception("the screen could not be asked")
        if self.buttons is not None:
            pressed = self.buttons.presses()
            self._given.extend(pressed)
            self.tried_buttons |= {press.button for press in pressed}
            if pressed:
                self._pressed_s = self._clock()
        counts: list[Input] = []
        while self._given:
            given = self._given.popleft()
            if not isinstance(given, Press | Touch):
                counts.append(given)
            elif self._guard.lets(given, self._clock()):
                return [*counts, given]
        return counts

    @property
    def touched_s(self) -> float | None:
        """When a hand last did anything, whether it counted or not, on this front's clock; None: never yet."""
        seen_s = self.display.touched_s if self.display is not None else None
        return max((time_s for time_s in (seen_s, self._pressed_s) if time_s is not None), default=None)

    def change_volume(self, *, louder: bool) -> None:
        """To the next step of the scale from 0 (off) to 100; it stops at its ends."""
        step = self.volume // VOLUME_STEP + 1 if louder else -(-self.volume // VOLUME_STEP) - 1
        self.volume = min(100, step * VOLUME_STEP)

    def mute(self) -> None:
        """Off, or back to what it was before."""
        if self.speech is not None:
            self.volume = 0 if self.volume else self.speech.volume or VOLUME_STEP

    @property
    def volume(self) -> int:
        """How loud the voice is, 0 (off) to 100; setting it takes the nearest there is."""
        return self.sound.level

    @volume.setter
    def volume(self, volume: int) -> None:
        if self.speech is None:
            return
        self.speech.muted = volume <= 0
        if volume > 0:
            self.speech.volume = volume  # what it was before the voice was off is kept

    @property
    def sound(self) -> Sound:
        """The voice as the screens show it."""
        if self.speech is None:
            return Sound(available=False)
        return Sound(self.speech.volume, self.speech.muted, not self.speech.silent_because)


def _buttons(settings: Settings) -> tuple[Buttons | None, tuple[str, ...]]:
    """The four buttons, where there is a Raspberry Pi to have them, and what is wrong with them; without them keys and
    touch mean the same."""
    if not Path("/proc/device-tree/model").exists() and not os.environ.get("GPIOZERO_PIN_FACTORY"):
        return None, ()
    pins = settings.buttons
    chosen = {
        Button.GREEN: Pins(pins.green.button, pins.green.light),
        Button.RED: Pins(pins.red.button, pins.red.light),
        Button.YELLOW: Pins(pins.yellow.button, pins.yellow.light),
        Button.BLUE: Pins(pins.blue.button, pins.blue.light),
    }
    try:
        panel = Buttons(chosen)
    except DealerError as error:
        return None, (str(error),)
    return panel, tuple(panel.troubles.values())
