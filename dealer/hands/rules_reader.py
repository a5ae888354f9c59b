"""The rules on the screen: the game's page, then those of its twists and stakes, section by section."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Self

from dealer.display.screens import RulesScreen
from dealer.game.header import Header
from dealer.locale import _
from dealer.presses import Button
from dealer.words.rules_pages import rules_page
from dealer.words.titles import stakes_title


@dataclass(frozen=True, slots=True)
class Reading:
    """The rules of a game, of a twist or the stakes, and where somebody reads now."""

    title: str
    sections: tuple[tuple[str, str], ...]
    first: int = 0

    @classmethod
    def page(cls, name: str, more: Iterable[str] = (), stakes: str = "") -> Self:
        """The page of this name; the sections of the pages in ``more`` follow, and those that name the ``stakes``."""
        page = rules_page(name)
        sections = [(section.heading, section.text) for section in page.sections]
        for other in map(rules_page, (*more, *(("stakes",) if stakes else ()))):
            about = stakes if other.name == "stakes" else ""
            told = [section for section in other.sections if about in f"{section.heading} {section.text}"]
            sections += [(f"{other.title}: {section.heading}", section.text) for section in told]
        source = f"{page.source}. {page.credit}"
        return cls(f"{page.title}: {page.subtitle}", (*sections, (_("Source"), source)))

    @classmethod
    def of(cls, header: Header) -> Self:
        """The rules of the game that is played, with its twists and stakes."""
        stakes = stakes_title(header.stakes) if header.stakes not in (None, "forfeit") else ""
        return cls.page(header.variant, header.twists, stakes)

    def press(self, button: Button) -> Self | None:
        """As it is after a button was pressed; None: the reading is done."""
        match button:
            case Button.BLUE:
                return replace(self, first=(self.first + 1) % len(self.sections))
            case Button.YELLOW:
                return replace(self, first=max(0, self.first - 1))
        return None

    def screen(self) -> RulesScreen:
        """What is drawn."""
        labels = (
            (Button.GREEN, _("OK")),
            (Button.RED, _("Back")),
            (Button.YELLOW, _("Up")),
            (Button.BLUE, _("Down")),
        )
        return RulesScreen(self.title, self.sections, self.first, labels)
