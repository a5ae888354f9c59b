"""The rules on the screen: the game's page, then those of its twists and stakes, section by section."""

from dealer.display.screens import RulesScreen
from dealer.game.header import Header
from dealer.locale import _
from dealer.presses import Button
from dealer.words.rules_pages import rules_page


class Reading:
    """The rules of the game that is played, and where somebody reads now."""

    def __init__(self, header: Header) -> None:
        page = rules_page(header.variant)
        sections = [(section.heading, section.text) for section in page.sections]
        more = [*header.twists, *(("stakes",) if header.stakes not in (None, "forfeit") else ())]
        for name in more:
            other = rules_page(name)
            sections += [(f"{other.title}: {section.heading}", section.text) for section in other.sections]
        self._title = f"{page.title}, {page.subtitle}"
        self._sections = tuple(sections)
        self._notes = (page.source, page.credit)
        self._first = 0

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
        return RulesScreen(self._title, self._sections, self._first, self._notes, labels)
