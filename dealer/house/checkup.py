"""Everything checked from the screen: in a process of its own, started, listened to and ended. Nothing waits for it."""

import json
import logging
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from dealer.display.screens import CheckupScreen, Condition, MessageScreen, Told
from dealer.hands.checkup_pages import Checked, Choice, checking
from dealer.house.devices import Front
from dealer.locale import _
from dealer.locale.language import spoken
from hardware.doctor.finding import Finding, Health

log = logging.getLogger(__name__)

MOST_S = 90.0
"""How long everything may take, seconds; then it is ended, and what was found so far is told."""

CONDITIONS = {Health.FINE: Condition.FINE, Health.WITHOUT: Condition.WITHOUT, Health.MISSING: Condition.MISSING}

Command = Callable[[Path, str], list[str]]


def _command(folder: Path, language: str) -> list[str]:
    return [sys.executable, "-P", "-m", "dealer.house.diagnosis", str(folder), language]


class Examination:
    """The process. ``part`` is what it looks at now, the ``done``-th of ``count``; ``found`` what it found so far."""

    def __init__(self, folder: Path, language: str, *, command: Command = _command, most_s: float = MOST_S) -> None:
        self.part = ""
        self.done = self.count = 0
        self.found: tuple[Finding, ...] = ()
        self.over = False
        self._whole = self._ended = False
        self._most_s = most_s
        self._process: subprocess.Popen[str] | None = None
        self._lock = threading.Lock()
        arguments = command(folder, language)
        threading.Thread(target=self._run, args=(arguments,), name="checkup", daemon=True).start()

    def close(self) -> None:
        """End it, and what it started."""
        with self._lock:
            self._ended = True
            if self._process is not None and self._process.poll() is None:
                with suppress(ProcessLookupError):  # it ended just now
                    os.killpg(self._process.pid, signal.SIGKILL)

    # -- in a thread of its own: pipes wait, the evening does not

    def _run(self, arguments: list[str]) -> None:
        try:
            with self._lock:
                if self._ended:
                    return
                self._process = process = subprocess.Popen(
                    arguments, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, start_new_session=True
                )
            assert process.stdout is not None
            timer = threading.Timer(self._most_s, self.close)
            timer.start()
            with process.stdout:
                for line in process.stdout:
                    self._hear(line)
            timer.cancel()
            process.wait()
        except OSError as error:
            log.warning("everything could not be checked: %s", error)
        if not self._whole:
            detail = _("ended at {part}; the rest was not looked at").format(part=self.part or "-")
            remedy = _("check again; if it ends there again, switch off and on")
            self.found = (*self.found, Finding(_("this check"), Health.WITHOUT, detail, remedy))
        self.over = True

    def _hear(self, line: str) -> None:
        match _read(line):
            case {"parts": int(count)}:
                self.count = count
            case {"part": str(part)}:
                self.part, self.done = part, self.done + 1
            case {"found": [str(part), str(health), str(detail), str(remedy)]}:
                self.found = (*self.found, Finding(part, Health(health), detail, remedy))
            case {"whole": True}:
                self._whole = True
            case _:
                log.warning("the checkup said %r", line[:200])


def _read(line: str) -> object:
    try:
        return json.loads(line)
    except ValueError:
        return None


Examine = Callable[[Path, str], Examination]


class Checkup:
    """What the screen shows of it. ``seen``: how the table is seen; ``meanwhile``: what becomes of the game."""

    def __init__(
        self, folder: Path, front: Front, seen: Callable[[], Iterable[Finding]], meanwhile: str, examine: Examine
    ) -> None:
        self._folder = folder
        self._front = front
        self._seen = seen
        self._meanwhile = meanwhile
        self._examine = examine
        self._examination = examine(folder, spoken().code)
        self._checked: Checked | None = None

    def close(self) -> None:
        """End it."""
        self._examination.close()

    def screen(self) -> MessageScreen | CheckupScreen:
        """What is drawn."""
        now = self._examination
        if self._checked is None and now.over:
            found = (*now.found, *self._seen(), *_held(self._front))
            self._checked = Checked.of(Told(one.part, CONDITIONS[one.health], one.detail, one.remedy) for one in found)
        if self._checked is None:
            return checking(now.part, now.done, now.count, self._meanwhile)
        return self._checked.screen()

    def hand(self, given: object) -> bool:
        """Something was pressed; whether somebody is done with it."""
        if self._checked is None:
            _checked, choice = Checked.of(()).hand(given)
            return choice is Choice.BACK
        self._checked, choice = self._checked.hand(given)
        if choice is Choice.AGAIN:
            self._examination, self._checked = self._examine(self._folder, spoken().code), None
        return choice is Choice.BACK


def _held(front: Front) -> Iterator[Finding]:
    """How that is which only this program can use now: the loudspeaker, and the buttons' pins."""
    if front.speech is None:
        yield Finding(_("sound"), Health.WITHOUT, _("no voice was wanted at the start"), _("start without --mute"))
    elif front.speech.silent_because:
        remedy = _("connect a loudspeaker, then switch off and on")
        yield Finding(_("sound"), Health.WITHOUT, front.speech.silent_because, remedy)
    elif front.sound.level == 0:
        remedy = _("touch the loudspeaker on the screen")
        yield Finding(_("sound"), Health.WITHOUT, _("the voice is mute"), remedy)
    else:
        yield Finding(_("sound"), Health.FINE, _("the voice can be heard"))
    for sentence in front.wrong_with_buttons:
        remedy = _("check its wire, or give it another pin in the settings; keys and touch mean the same")
        yield Finding(_("buttons"), Health.WITHOUT, sentence, remedy)
    if front.buttons is not None and not front.wrong_with_buttons:
        yield Finding(_("buttons"), Health.FINE, _("all four can be pressed"))
