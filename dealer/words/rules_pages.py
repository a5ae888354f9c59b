"""One page of rules for each game, twist and the stakes, in our own words: for the terminal and for the screen.

Pairs is © James Ernest and Cheapass Games / Hip Pocket Games; this project is not affiliated with them. The pages are
summaries for people at a table; the rule texts that are named on them hold.
"""

import re
import textwrap
from dataclasses import dataclass

from dealer.errors import InputError
from dealer.games.registry import GAMES, STAKES, TWISTS
from dealer.locale.language import Language, mark, spoken
from dealer.words.rules_texts import PAGES, SOURCES, STAKES_PAGE, START, Page

CREDIT = mark(
    "Pairs is © James Ernest and Cheapass Games / Hip Pocket Games. This project is not affiliated with them; "
    "this summary is in our own words."
)
SOURCE = mark("Source: {sources}")
PLAYERS = mark("{least} to {most} players")
TWO_PLAYERS = mark("For 2 players")
TWIST_OF = mark("A twist for {games}")
STAKES_OF = mark("Stakes for {games}")

WIDTH = 78
"""Columns of the page on a terminal."""

ALIASES: dict[str, str] = {
    **{other: variant for variant, game in GAMES.items() for other in game.also_called},
    "watch-for-eights": "pieces-of-eight",
}
"""Other editions' names. ``unlucky-seven`` has the same name in both."""


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and the text under it."""

    heading: str
    text: str


@dataclass(frozen=True, slots=True)
class RulesPage:
    """One page, in one language. ``name`` is as the record writes it; ``subtitle`` says for whom it is."""

    name: str
    title: str
    subtitle: str
    sections: tuple[Section, ...]
    source: str
    credit: str

    def text(self, width: int = WIDTH) -> str:
        """The page for a terminal of ``width`` columns."""
        lines = [self.title, self.subtitle, ""]
        for section in self.sections:
            lines += textwrap.wrap(f"{section.heading}: {section.text}", width, subsequent_indent="  ")
        return "\n".join([*lines, "", *textwrap.wrap(self.source, width), *textwrap.wrap(self.credit, width)]) + "\n"


def names_of_pages() -> tuple[str, ...]:
    """Everything that has a page: the games, the twists, and ``stakes``.

    >>> names_of_pages()[:3]
    ('basic', 'continuous', 'port')
    """
    return (*GAMES, *TWISTS, "stakes")


def canonical(name: str) -> str:
    """The name that the record writes for ``name``, which may be another edition's; stakes all share a page.

    Raises:
        InputError: there is no such page.

    >>> canonical("Stick Around")
    'continuous'
    """
    plain = "-".join(name.strip().lower().replace("_", " ").replace("-", " ").split())
    plain = ALIASES.get(plain, plain)
    if plain in STAKES:
        plain = "stakes"
    if plain not in names_of_pages():
        raise InputError(f"There is no page of rules for {name!r}; expected one of {', '.join(names_of_pages())}.")
    return plain


def rules_page(name: str, language: Language | None = None) -> RulesPage:
    """The page of a game, a twist or the stakes, in ``language`` (None: the house's).

    Raises:
        InputError: there is no such page.
    """
    name, language = canonical(name), language or spoken()
    page = _page(name)
    sections = tuple(Section(language.say(heading), language.say(text)) for heading, text in page.sections)
    return RulesPage(
        name,
        language.say(page.title),
        _subtitle(name, language),
        sections,
        language.say(SOURCE, sources=sources_of(name)),
        language.say(CREDIT),
    )


def one_line(name: str, language: Language | None = None) -> str:
    """A game or a twist in one sentence: the first of its page that says what it is about.

    >>> from dealer.locale.language import language
    >>> one_line("venture", language("en"))
    'Take as few cards as you can, or whole sets.'
    """
    texts = _page(canonical(name)).sections
    text = next((text for heading, text in texts if heading != START), texts[0][1])
    return _first_sentence((language or spoken()).say(text))


def stakes_line(stakes: str, language: Language | None = None) -> str:
    """What the loser pays at these stakes, in one sentence."""
    text = next(text for heading, text in STAKES_PAGE.sections if stakes in heading.lower().split(", "))
    return _first_sentence((language or spoken()).say(text))


def _first_sentence(text: str) -> str:
    found = re.match(r"(.+?[.!?])(\s|$)", text)
    return found[1] if found else text


def sources_of(name: str) -> str:
    """The titles of the rule texts that a page sums up.

    >>> sources_of("five-cards")
    'The Pairs Companion (2014), p. 39'
    """
    named = []
    for source in (GAMES[name].source if name in GAMES else PAGES_OF_OTHERS[name]).split(", "):
        number, _, page = source.partition(" p.")
        named.append(SOURCES[number] + (f", p. {page}" if page else ""))
    return "; ".join(named)


PAGES_OF_OTHERS: dict[str, str] = {
    "pieces-of-eight": "000 p.11, 004",
    "calamities": "000 p.11",
    "unlucky-seven": "004",
    "five-card-catch": "002",
    "stakes": "000 p.15, 002, 003",
}
"""Where the rules stand that are not a game's own."""


def _page(name: str) -> Page:
    return STAKES_PAGE if name == "stakes" else PAGES[name]


def _subtitle(name: str, language: Language) -> str:
    """For how many players a game is, or for which games a twist is."""
    if name in GAMES:
        seats = GAMES[name].seats
        if len(seats) == 1:
            return language.say(TWO_PLAYERS)
        return language.say(PLAYERS, least=seats[0], most=seats[-1])
    games = [key for key, game in GAMES.items() if (game.has_stakes if name == "stakes" else name in game.twists)]
    message = STAKES_OF if name == "stakes" else TWIST_OF
    return language.say(message, games=language.join([language.say(PAGES[game].title) for game in games]))
