"""An update from a USB stick, or back to an older version: asked at the settings, and said what became of it."""

import logging
import threading

from dealer.display.screens import TroubleScreen
from dealer.errors import DeviceError
from dealer.locale import _
from dealer.presses import Button, Press
from hardware import updates
from hardware.updates import Offer, Offers, Refusal, Result, Way

log = logging.getLogger(__name__)


class Look:
    """A look at the sticks and at what was kept, in a thread of its own: checking a signature takes seconds.

    ``plugged_in``: a stick holds something. ``offers``: what may be installed; None while it is still looked at.
    """

    def __init__(self) -> None:
        self.plugged_in = False
        self.offers: Offers | None = None
        # A bad stick may hold it for ever, and keeps nobody from ending the program.
        threading.Thread(target=self._run, name="stick", daemon=True).start()

    def _run(self) -> None:
        try:
            sticks = updates.plugged_in()
            self.plugged_in = bool(sticks)
            self.offers = updates.offered(sticks)
        except Exception:
            log.exception("the stick was not looked at")
            self.offers = Offers()


class StickUpdate:
    """``older`` is what may be gone back to, as far as that is known."""

    def __init__(self) -> None:
        self.older: Offer | None = None
        self._shown: TroubleScreen | None = None
        self._way = Way.NEWER
        self._look: Look | None = None
        self._quiet = False
        """What is on the stick is not asked now."""
        self._put_off: Offer | None = None
        """Nobody is asked twice about one package."""
        self._told: Result | None = None

    def look(self) -> None:
        """Somebody comes to the settings."""
        self._shown, self._quiet = None, False
        result = updates.last_result()
        if result is not None and result != self._told:
            self._told = result
            self._shown, self._quiet = _became(result), True
        if self._look is None:  # one that hangs is not joined by another
            self._look = Look()

    def leave(self) -> None:
        """Somebody leaves the settings: nothing is asked any more."""
        self._shown, self._quiet = None, True

    @property
    def shown(self) -> TroubleScreen | None:
        """What is asked or said now; None: nothing, and the settings are shown."""
        look = self._look
        if look is None or (look.offers is None and (self._quiet or not look.plugged_in)):
            return self._shown
        if look.offers is None:
            return _said(_("Looking at the stick…"), "")
        self._look, self.older = None, look.offers.older
        offer = look.offers.newer
        if self._quiet or offer is None or offer == self._put_off or offer.refusal is Refusal.SAME:
            return self._shown
        self._put_off, self._way = offer, Way.NEWER
        self._shown = _offered(offer) if offer.refusal is None else _refused(offer.file.name, offer.refusal)
        return self._shown

    def ask_back(self) -> None:
        """Somebody wants the older version."""
        if self.older is not None:
            self._shown, self._way = _back(self.older), Way.OLDER

    def hand(self, given: object) -> None:
        """Something was pressed or touched."""
        shown = self.shown
        if shown is None:
            return
        if given == Press(Button.RED):
            self.leave()
        elif given == Press(Button.GREEN) and Button.GREEN in dict(shown.labels):
            try:
                updates.begin(self._way)
            except DeviceError as error:
                self._shown = _said(_("The update does not start"), str(error))
            else:
                self._shown = _said(_("Updating"), self._wait())

    def _wait(self) -> str:
        if self._way is Way.OLDER and self.older is not None and self.older.file.parent == updates.KEPT:
            return _("I am back in a few minutes.")
        return _("Leave the stick in. I am back in a few minutes.")


def _offered(offer: Offer) -> TroubleScreen:
    title = _("Update from the USB stick: {version}").format(version=offer.version)
    ways = ((Button.GREEN, _("Update")), (Button.RED, _("Not now")))
    return TroubleScreen(title, "", _("Everything is kept. A game goes on afterwards."), ways)


def _back(offer: Offer) -> TroubleScreen:
    title = _("Go back to version {version}?").format(version=offer.version)
    ways = ((Button.GREEN, _("Go back")), (Button.RED, _("Not now")))
    return TroubleScreen(title, "", _("Everything is kept. A game goes on afterwards."), ways)


def _became(result: Result) -> TroubleScreen:
    if not result.refusal:
        return _said(_("This is version {version} now").format(version=result.version), "")
    return _refused(result.name, Refusal(result.refusal), result.detail)


def _refused(name: str, refusal: Refusal, detail: str = "") -> TroubleScreen:
    return _said(_("No update from the stick"), why_refused(refusal).format(file=name, detail=detail))


def why_refused(refusal: Refusal) -> str:
    """A sentence with places for the ``file``'s name and the ``detail``."""
    return {
        Refusal.GONE: _("The package is gone. Put the stick in again."),
        Refusal.NO_KEY: _(
            "{file} waits, but this box has no key for updates. Put one at /etc/pairs-dealer/updates.gpg."
        ),
        Refusal.UNSIGNED: _("{file} is not signed. Copy its .asc file to the stick too."),
        Refusal.WRONGLY_SIGNED: _("{file} is not signed with this house's key. Copy it anew, from whom you trust."),
        Refusal.UNREADABLE: _("{file} cannot be read. Copy it to the stick again."),
        Refusal.NOT_OURS: _("{file} is another program. Copy Pairs Dealer to the stick."),
        Refusal.OTHER_MACHINE: _("{file} is for another kind of machine. Copy the one for this box."),
        Refusal.SAME: _("{file} is already installed."),
        Refusal.OLDER: _("{file} is older than what runs. To go back to it: Settings, Help."),
        Refusal.FAILED: _("{file} was not installed; the old version runs on. {detail}"),
    }[refusal]


def _said(headline: str, detail: str) -> TroubleScreen:
    return TroubleScreen(headline, detail, "", ((Button.RED, _("Back")),))
