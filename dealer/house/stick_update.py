"""An update from a USB stick: asked when somebody comes to the settings, and said what became of it."""

from dealer.display.screens import TroubleScreen
from dealer.errors import DeviceError
from dealer.locale import _
from dealer.presses import Button, Press
from hardware import updates
from hardware.updates import Offer, Refusal, Result


class StickUpdate:
    """``shown`` is what is asked or said now; None: nothing, and the settings are shown."""

    def __init__(self) -> None:
        self.shown: TroubleScreen | None = None
        self._put_off: Offer | None = None
        """Nobody is asked twice about one package."""
        self._told: Result | None = None

    def look(self) -> None:
        """Somebody comes to the settings."""
        self.shown = None
        result = updates.last_result()
        if result is not None and result != self._told:
            self._told = result
            self.shown = _became(result)
            return
        offer = updates.offered()
        if offer is None or offer == self._put_off or offer.refusal is Refusal.SAME:
            return
        self._put_off = offer
        self.shown = _offered(offer) if offer.refusal is None else _refused(offer.file.name, offer.refusal)

    def hand(self, given: object) -> None:
        """Something was pressed or touched."""
        if self.shown is None:
            return
        if given == Press(Button.RED):
            self.shown = None
        elif given == Press(Button.GREEN) and Button.GREEN in dict(self.shown.labels):
            try:
                updates.begin()
            except DeviceError as error:
                self.shown = _said(_("The update does not start"), str(error))
            else:
                self.shown = _said(_("Updating"), _("Leave the stick in. I am back in a few minutes."))


def _offered(offer: Offer) -> TroubleScreen:
    title = _("Update from the USB stick: {version}").format(version=offer.version)
    ways = ((Button.GREEN, _("Update")), (Button.RED, _("Not now")))
    return TroubleScreen(title, "", _("Everything is kept. A game goes on afterwards."), ways)


def _became(result: Result) -> TroubleScreen:
    if not result.refusal:
        return _said(_("Updated to {version}").format(version=result.version), "")
    return _refused(result.name, Refusal(result.refusal), result.detail)


def _refused(name: str, refusal: Refusal, detail: str = "") -> TroubleScreen:
    return _said(_("No update from the stick"), _why(refusal).format(file=name, detail=detail))


def _why(refusal: Refusal) -> str:
    return {
        Refusal.NO_KEY: _(
            "{file} waits, but this box has no key for updates. Put one at /etc/pairs-dealer/updates.gpg."
        ),
        Refusal.UNSIGNED: _("{file} is not signed. Copy its .asc file to the stick too."),
        Refusal.WRONGLY_SIGNED: _("{file} is not signed with this house's key. Copy it anew, from whom you trust."),
        Refusal.UNREADABLE: _("{file} cannot be read. Copy it to the stick again."),
        Refusal.NOT_OURS: _("{file} is another program. Copy Pairs Dealer to the stick."),
        Refusal.OTHER_MACHINE: _("{file} is for another kind of machine. Copy the one for this box."),
        Refusal.SAME: _("{file} is already installed."),
        Refusal.OLDER: _("{file} is older than what runs. To go back, install it with apt --allow-downgrades."),
        Refusal.FAILED: _("{file} was not installed; the old version runs on. {detail}"),
    }[refusal]


def _said(headline: str, detail: str) -> TroubleScreen:
    return TroubleScreen(headline, detail, "", ((Button.RED, _("Back")),))
