"""The settings on the screen: what this machine offers, and each change kept and applied at once."""

import logging
import os
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from dealer.display.screens import CheckupScreen, KeyboardScreen, MessageScreen, StartScreen, TroubleScreen
from dealer.errors import DeviceError, InputError
from dealer.hands.settings_form import ABOUT, Deed, Offers, SettingsForm
from dealer.house.checkup import Checkup, Examination, Examine
from dealer.house.devices import Front
from dealer.house.stick_update import StickUpdate
from dealer.locale import _
from dealer.locale.language import languages
from dealer.presses import Button, Press
from dealer.settings import Settings
from dealer.settings_file import Key, keep_settings, value_of, with_value
from dealer.venue.address import check_house
from hardware import power
from hardware.cameras.cameras import found_cameras
from hardware.doctor.finding import Finding
from hardware.updates import mounted
from vision.table.lens import presets

log = logging.getLogger(__name__)

OF_SIGHT: tuple[Key, ...] = (("camera",), ("lens",), ("card_width_mm",), ("card_height_mm",))


class SettingsDesk:
    """``settings`` are those in force; ``folder`` is where their file lies. ``seen``: how the table is seen now;
    ``examine`` checks everything else."""

    def __init__(
        self,
        settings: Settings,
        folder: Path,
        front: Front,
        *,
        seen: Callable[[], Iterable[Finding]] = tuple,
        examine: Examine = Examination,
    ) -> None:
        self.settings = self._opened = settings
        self._folder = folder
        self._front = front
        self._form = SettingsForm(settings)
        self._off: TroubleScreen | None = None
        """The box is being switched off: this is asked, or said."""
        self._seen = seen
        self._examine = examine
        self._checkup: Checkup | None = None
        self._playing = False
        self.begins_anew = False
        """Somebody wants the first start's questions again."""
        self._update = StickUpdate()

    def open(self, *, playing: bool = True) -> None:
        """Somebody comes to the settings; ``playing``: in the middle of a game."""
        self.close()
        self._opened = self.settings
        deeds = (Deed.CHECK,) if playing else (Deed.CHECK, Deed.FIRST_START)
        self._form = SettingsForm(self.settings, self._offers(), box=power.can_switch_off(), deeds=deeds)
        self._off, self._playing, self.begins_anew = None, playing, False
        if not playing:
            self._update.look()

    def close(self) -> None:
        """Somebody leaves: nothing is checked or asked any more."""
        self._update.leave()
        if self._checkup is not None:
            self._checkup.close()
        self._checkup = None

    def screen(self) -> StartScreen | KeyboardScreen | TroubleScreen | MessageScreen | CheckupScreen:
        """What is drawn."""
        if self._checkup is not None:
            return self._checkup.screen()
        self._listen()
        return self._update.shown or self._off or self._form.screen()

    def hand(self, given: object) -> bool:
        """Something was pressed or touched; whether somebody is done. A change is in the file, then in force."""
        if self._checkup is not None:
            if self._checkup.hand(given):
                self.close()
            return False
        if self._update.shown is not None:
            self._update.hand(given)
            return False
        self._listen()
        if self._off is not None or self._form.switches_off(given):
            self._off = self._switching_off(self._off, given)
            return False
        match self._form.deed_of(given):
            case Deed.CHECK:
                self._checkup = Checkup(self._folder, self._front, self._seen, self._meanwhile, self._examine)
                return False
            case Deed.FIRST_START:
                self.begins_anew = True
                return True
            case Deed.BACK:
                self._update.ask_back()
                return False
        form, done = self._form.hand(given)
        self._take(form)
        return done

    def _listen(self) -> None:
        """Whether there is a version to go back to is known a moment later."""
        if not self._playing and self._update.older is not None and Deed.BACK not in self._form.deeds:
            self._form = replace(self._form, deeds=(*self._form.deeds, Deed.BACK))

    @property
    def _meanwhile(self) -> str:
        """What becomes of the game while somebody is here: people of a rehearsal wait, a real table does not."""
        if not self._playing:
            return ""
        return _("The people wait meanwhile.") if self._front.marked else _("You can play on meanwhile.")

    def _switching_off(self, shown: TroubleScreen | None, given: object) -> TroubleScreen | None:
        """What is asked or said next; None: back to the settings."""
        ways = ((Button.GREEN, _("Switch off")), (Button.RED, _("Back")))
        if shown is None:
            kept = _("Everything is kept. A game goes on next time.")
            return TroubleScreen(_("Switch the box off?"), "", kept, ways)
        if given == Press(Button.RED):
            return None
        if given != Press(Button.GREEN) or Button.GREEN not in dict(shown.labels):
            return shown
        try:
            power.switch_off()
        except DeviceError as error:
            return TroubleScreen(_("The box stays on"), str(error), "", ways)
        return TroubleScreen(_("Switching off"), _("Pull the plug once the screen is dark."), "", ways[1:])

    def asked(self, title: str, keys: tuple[Key, ...], selected: int) -> StartScreen:
        """Some of the settings as a question."""
        return self._form.asked(title, keys, selected)

    def change(self, key: Key, step: int) -> None:
        """Somebody steps through one setting's values."""
        self._take(self._form.changed(key, step))

    def undo(self) -> None:
        """The last change is taken back."""
        self._take(self._form.undo())

    @property
    def changes(self) -> int:
        """How many changes there are to undo."""
        return len(self._form.undone)

    def _take(self, form: SettingsForm) -> None:
        """What was changed is kept, then in force."""
        try:
            changed = form.changes(self.settings)
            if form.settings.house != self.settings.house:
                check_house(form.settings.house)
            if changed:
                keep_settings(self._folder, changed, ABOUT)
        except InputError as error:
            form = form.refused(str(error))
        before, self.settings = self.settings, form.settings
        if self.settings != before:
            self._front.apply(self.settings, before)
        self._form = form

    def keep_sound(self) -> None:
        """Somebody made the voice louder, quieter or mute with its own buttons."""
        muted, level = self._front.volume == 0, self._front.volume
        self.keep({("muted",): muted} if muted else {("muted",): False, ("volume",): level})

    def keep(self, wanted: dict[Key, Any]) -> None:
        """Something was changed elsewhere than at the settings: it is in the file from now on."""
        for key, value in wanted.items():
            if value_of(self.settings, key) != value:
                self.settings = with_value(self.settings, key, value)
                try:
                    keep_settings(self._folder, {key: value}, ABOUT)
                except InputError as error:  # it counts until the program ends
                    log.warning("%s", error)

    @property
    def sees_otherwise(self) -> bool:
        """Whether what the eye needs was changed since somebody came: the camera must be opened anew."""
        return any(value_of(self.settings, key) != value_of(self._opened, key) for key in OF_SIGHT)

    def _offers(self) -> Offers:
        cameras = tuple(str(camera.spec) for camera in found_cameras(within_s=0.3).cameras)
        writable = tuple(str(folder) for folder in mounted() if os.access(folder, os.W_OK))
        return Offers(languages(), cameras, presets(), writable)
