"""What goes wrong around a game becomes a screen: what is wrong, what is safe, and ways on."""

import logging
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum
from pathlib import Path

from dealer.display.screens import TroubleScreen
from dealer.errors import DealerError, ModelError
from dealer.house.devices import Front
from dealer.locale import _
from dealer.presses import Button, Kind, Press, Quit
from dealer.system.clock import Clock

log = logging.getLogger(__name__)

POLL_S = 0.05

KEPT_REPORTS = 20
"""Reports of troubles that are kept in the data folder; older ones are deleted."""


class Way(Enum):
    """A way on from a trouble."""

    TRY_AGAIN = "try again"
    GO_ON = "go on"
    BY_HAND = "by hand"
    OTHER_CAMERA = "other camera"
    REHEARSE = "rehearse"
    WITHOUT_BOOKS = "without books"
    SET_ASIDE = "set aside"
    START = "start"
    STOP_GAME = "stop game"
    STOP = "stop"
    """The program ends."""

    @property
    def label(self) -> str:
        """What the button says."""
        return {
            Way.TRY_AGAIN: _("Try again"),
            Way.GO_ON: _("Go on"),
            Way.BY_HAND: _("By hand"),
            Way.OTHER_CAMERA: _("Other camera"),
            Way.REHEARSE: _("Rehearse"),
            Way.WITHOUT_BOOKS: _("Without books"),
            Way.SET_ASIDE: _("Set it aside"),
            Way.START: _("Back"),
            Way.STOP_GAME: _("Stop"),
            Way.STOP: _("Stop"),
        }[self]


@dataclass(frozen=True, slots=True)
class Trouble:
    """What went wrong, for people. ``kept``: what is safe. ``ways``: at green, red, blue, yellow; None: dark."""

    headline: str
    detail: str
    ways: tuple[Way | None, ...]
    kept: str = ""
    report: Path | None = None


def about_models(error: ModelError) -> str:
    """What is wrong with a model and what mends it, in the house's language."""
    sentence = _(error.words).format(**error.values)
    return f"{sentence} {_(error.remedy)}" if error.remedy else sentence


BUTTONS = (Button.GREEN, Button.RED, Button.BLUE, Button.YELLOW)


class Troubles:
    """The one place where a failure becomes a screen with ways on."""

    def __init__(
        self,
        front: Front,
        folder: Path,
        *,
        clock: Clock,
        stopped: Callable[[], bool],
        noted: Callable[[str], None] = lambda headline: None,
    ) -> None:
        """``noted`` is told what is wrong while it is shown, and ``""`` afterwards."""
        self._front = front
        self._folder = folder
        self._clock = clock
        self._stopped = stopped
        self._noted = noted

    def ask(self, trouble: Trouble, *, mended: Callable[[], bool] = lambda: False) -> Way:
        """Show it until somebody chooses a way; the first way once it is ``mended``. ``Way.STOP``: the program ends."""
        self._noted(trouble.headline)
        try:
            return self._asked(trouble, mended)
        finally:
            self._noted("")

    def _asked(self, trouble: Trouble, mended: Callable[[], bool]) -> Way:
        self._front.say(f"{trouble.headline}.", trouble.detail)
        offered = {button: way for button, way in zip(BUTTONS, trouble.ways, strict=False) if way is not None}
        labels = tuple((button, way.label) for button, way in offered.items())
        report = "" if trouble.report is None else str(trouble.report)
        screen = TroubleScreen(trouble.headline, trouble.detail, trouble.kept, labels, report)
        while not self._stopped():
            self._front.show(screen)
            self._front.ready()  # somebody must choose; that may take all night
            for given in self._front.poll():
                if isinstance(given, Quit):
                    return Way.STOP
                if isinstance(given, Press) and given.kind is Kind.SHORT:
                    if given.button in offered:
                        return offered[given.button]
            if mended():
                return next(way for way in trouble.ways if way is not None)
            self._clock.sleep(POLL_S)
        return Way.STOP

    def report(self, error: BaseException) -> Path | None:
        """Write down an error that nobody raised on purpose, for whoever mends it; None where it cannot be written."""
        if isinstance(error, DealerError):
            log.warning("%s", error)
            return None
        log.error("%s", error, exc_info=error)
        name = datetime.now(UTC).strftime("trouble-%Y-%m-%dT%H-%M-%S.txt")
        path = self._folder / name
        try:
            path.write_text("".join(traceback.format_exception(error)), encoding="utf-8")
            for old in sorted(self._folder.glob("trouble-*.txt"))[:-KEPT_REPORTS]:
                old.unlink()
        except OSError:
            return None
        return path
