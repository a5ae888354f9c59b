"""The set-up view: what the camera sees and what to change, for people who aim it."""

import math

from dealer.display.screens import Check, Outline, Picture, SetupScreen
from dealer.game.header import Header
from dealer.house.camera_and_eye import Lookout
from dealer.locale import _
from dealer.presses import Button

PICTURE_PX = 960
"""The live picture is drawn at this width at the most: it is there to aim, not to read."""


class Aim:
    """Looks through a lookout for the set-up view; ``header``: who is to sit at the table."""

    def __init__(self, lookout: Lookout, header: Header | None) -> None:
        self._lookout = lookout
        self._header = header

    def well(self) -> bool:
        """Whether a game can begin so."""
        return all(check.fine for check in self._checks())

    def screen(self) -> SetupScreen:
        """What is drawn now."""
        geometry = self._lookout.eye.geometry
        picture, scale = self._picture()
        outlines = []
        if geometry is not None:
            for number, corners in geometry.coaster_outlines().items():
                points = geometry.to_pixels(corners) * scale
                outlines.append(Outline(tuple((float(x), float(y)) for x, y in points), str(number or _("middle"))))
        seen = {seat.seat for seat in geometry.coasters} if geometry is not None else set()
        if geometry is not None and geometry.middle.seen:
            seen.add(0)
        labels = (
            (Button.GREEN, _("Play")),
            (Button.RED, _("Back")),
            (Button.YELLOW, _("Light and focus")),
            (Button.BLUE, _("By hand")),
        )
        return SetupScreen(
            picture,
            tuple(outlines),
            frozenset(seen),
            tuple(range(1, 1 + len(self._header.players))) if self._header is not None else (),
            self._checks(),
            labels,
        )

    def _picture(self) -> tuple[Picture | None, float]:
        frame = self._lookout.frame
        if frame is None:
            return None, 1.0
        step = max(1, math.ceil(frame.image.shape[1] / PICTURE_PX))
        return Picture.from_bgr(frame.image[::step, ::step]), 1.0 / step

    def _checks(self) -> tuple[Check, ...]:
        from vision.table.aim import advise

        players = len(self._header.players) if self._header is not None else None
        frame = self._lookout.frame
        if frame is None:
            return (Check(_("No picture from the camera yet"), fine=False),)
        return tuple(
            Check(_(advice.words).format(**advice.facts), advice.fine)
            for advice in advise(frame, self._lookout.mat, players=players)
        )
