"""The rules on the screen: the game's page, then those of its twists and stakes, section by section."""

from collections.abc import Iterable
from typing import Self

from dealer.display.screens import RulesScreen
from dealer.game.header import Header
from dealer.locale import _
from dealer.presses import Button
from dealer.words.rules_pages import rules_page


class Reading:
    """The rules of a game, or of a twist or the stakes, and where somebody reads now."""

    def __init__(self, name: str, more: Iterable[str] = ()) -> None:
        """``name`` is whose page it is; the sections of the pages in ``more`` follow."""
        page = rules_page(name)
        sections = [(section.heading, section.text) for section in page.sections]
        for other in map(rules_page, more):
            sections += [(f"{other.title}: {section.heading}", section.text) for section in other.sections]
        self._title = f"{page.title}, {page.subtitle}"
        self._sections = (*sections, (_("Source"), f"{page.source}. {page.credit}"))
        self._first = 0

    @classmethod
    def of(cls, header: Header) -> Self:
        """The rules of the game that is played, with its twists and stakes."""
        return cls(header.variant, (*header.twists, *(("stakes",) if header.stakes not in (None, "forfeit") else ())))

    def press(self, button: Button) -> bool:
        """A button was pressed; returns whether the reading is done."""
        match button:
            case Button.BLUE:
                self._first = (self._first + 1) % len(self._sections)
            case Button.YELLOW:
                self._first = max(0, self._first - 1)
            case _:
                return True
        return False

    def screen(self) -> RulesScreen:
        """What is drawn."""
        labels = (
            (Button.GREEN, _("OK")),
            (Button.RED, _("Back")),
            (Button.YELLOW, _("Up")),
            (Button.BLUE, _("Down")),
        )
        return RulesScreen(self._title, self._sections, self._first, labels)
