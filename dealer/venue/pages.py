"""The house's pages as HTML: all tables, one of them, the league, players, who pays whom, files to take away."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from dealer.board.markup import Content, Markup, element, text, together
from dealer.board.pages import Parts, framed, in_parts, middle_of, navigation, players_of
from dealer.board.snapshots import Middle, Player
from dealer.books.facts import Coin
from dealer.locale.language import Language, mark, mark_several
from dealer.system.plain_text import plain
from dealer.venue.accounts import REHEARSAL, Debt
from dealer.venue.accounts import Player as Person
from dealer.venue.messages import PlayerThere, State
from dealer.words.rules_texts import PAGES
from dealer.words.worth import coins_in_words, money

SET_ASIDE = mark_several("{number} row set aside", "{number} rows set aside")
NOT_UNDERSTOOD = mark_several("{number} row not understood", "{number} rows not understood")
GAMES = mark_several("{number} game", "{number} games")
PAYS = mark("{giver} pays {taker}")
MOST_MONTHS = 12
"""Months that the league offers, the latest ones."""


class Page(Enum):
    """The pages; the value is the address below the house's own."""

    TABLES = ""
    LEAGUE = "league"
    PLAYERS = "players"
    SETTLE = "settle"
    EXPORT = "export"


TITLES = {
    Page.TABLES: mark("Tables"),
    Page.LEAGUE: mark("League"),
    Page.PLAYERS: mark("Players"),
    Page.SETTLE: mark("Settle up"),
    Page.EXPORT: mark("Export"),
}


@dataclass(frozen=True, slots=True)
class TableThere:
    """A table as the house knows it. ``number`` is its journal's in the house, ``fields`` as ``dealer house tables``
    has them."""

    number: int
    fields: Mapping[str, Any] = field(hash=False)
    state: State = field(hash=False)

    @property
    def name(self) -> str:
        """What it is called."""
        return plain(self.fields["table"])


def document(page: Page, content: Markup, language: Language, query: str = "", events: str = "", up: str = "") -> str:
    """A whole page; ``events``: where it hears what has changed; ``up`` leads from there to the house's own address."""
    links = ((language.say(words), f"{up}{one.value or './'}", one is page) for one, words in TITLES.items())
    title = language.say(TITLES[page])
    shown = navigation(links, language, query)
    return framed(title, content, language, navigation=shown, query=query, events=events, refreshed=bool(events), up=up)


def _heading(page: Page, language: Language) -> Markup:
    return element("h1", language.say(TITLES[page]))


# -- tables


def no_table(language: Language) -> Parts:
    """What stands where there is no table."""
    return {"none": element("p", language.say(mark("No table yet.")), class_="note")}


def tables(parts: Parts, language: Language) -> Markup:
    """All tables, from their parts."""
    return together(_heading(Page.TABLES, language), element("div", in_parts(parts), class_="tables"))


def in_short(table: TableThere, language: Language, query: str) -> Markup:
    """One of all tables."""
    state = table.state
    scores = together(
        *(
            element("li", element("span", plain(one.name), class_="name"), element("span", str(one.score)))
            for one in state.players
        )
    )
    return together(
        element("h2", element("a", table.name, href=f"table/{table.number}{query}")),
        element("p", _signs(table, language), class_="note"),
        _optional("p", _headline(state, language), "detail"),
        element("ul", scores, role="list", class_="scores") if state.players else None,
        _optional("p", _trouble(table, language), "trouble"),
    )


def _signs(table: TableThere, language: Language) -> str:
    say, fields = language.say, table.fields
    signs = (
        say(mark("here")) if fields["online"] else say(mark("away")),
        say(mark("Rehearsal")) if fields["kind"] == REHEARSAL else "",
        state_words(table.state, language),
        language.count(*SET_ASIDE, fields["set_aside"]) if fields["set_aside"] else "",
        language.count(*NOT_UNDERSTOOD, fields["not_understood"]) if fields["not_understood"] else "",
    )
    return " · ".join(sign for sign in signs if sign)


def state_words(state: State, language: Language) -> str:
    """The game and its pot, in short."""
    pot = language.say(mark("Pot: {coins}"), coins=state.pot) if state.pot else ""
    variant = state.variant or ""
    title = language.say(PAGES[variant].title) if variant in PAGES else plain(variant)
    return " · ".join(words for words in (title, pot) if words)


def _headline(state: State, language: Language) -> str:
    say = language.say
    if state.losers:
        return say(mark("Lost: {players}"), players=plain(language.join(state.losers)))
    if state.winners:
        return say(mark("Won: {players}"), players=plain(language.join(state.winners)))
    return say(mark("On turn: {player}"), player=plain(state.turn)) if state.turn else ""


def _trouble(table: TableThere, language: Language) -> str:
    words = plain(str(table.fields["trouble"]))
    return language.say(mark("Trouble: {words}"), words=words) if words else ""


def table_parts(table: TableThere, language: Language) -> Parts:
    """One table: the game as its own board has it, and the evening's balances."""
    state = table.state
    players = tuple(_player(one, state) for one in state.players)
    middle = Middle("", tuple(state.table_cards), state.pot or None) if state.table_cards or state.pot else None
    now = together(
        element("h1", table.name),
        _optional("p", _headline(state, language), "detail"),
        element("p", _signs(table, language), class_="note"),
        _optional("p", _trouble(table, language), "trouble"),
    )
    tabs = ((plain(one.name), signed(one.coins)) for one in state.tabs)
    heads = (language.say(mark("Player")), language.say(mark("Coins")))
    evening = together(
        element("h2", language.say(mark("Evening"))) if state.tabs or state.games else None,
        element("p", language.count(*GAMES, state.games), class_="note") if state.games else None,
        _grid(heads, tabs) if state.tabs else None,
        _payments(state, language),
    )
    facts = (table.fields["version"], table.fields["camera"], table.fields["heard"])
    return {
        "now": now,
        "players": players_of(players, state.target, language),
        "middle": middle_of(middle, language) if middle is not None else Markup(),
        "balances": evening,
        "facts": element("p", " · ".join(plain(str(fact)) for fact in facts if fact), class_="note"),
    }


def _payments(state: State, language: Language) -> Markup:
    if not state.payments:
        return Markup()
    say = language.say
    items = (
        element(
            "li",
            element("span", say(PAYS, giver=plain(one.giver), taker=plain(one.taker)), class_="name"),
            element("span", str(one.coins), class_="amount"),
        )
        for one in state.payments
    )
    return together(element("h2", say(TITLES[Page.SETTLE])), element("ul", *items, role="list", class_="dues"))


def _player(one: PlayerThere, state: State) -> Player:
    return Player(
        plain(one.name),
        str(one.score),
        "",
        tuple(one.cards),
        one.hidden,
        one.name == state.turn,
        max(0, one.score),
        one.name in state.losers,
        one.name in state.winners,
    )


# -- what is counted


def league(
    rows: Sequence[Mapping[str, Any]], months: Sequence[str], season: str, points: str, language: Language, query: str
) -> Markup:
    """The league of a season; ``months`` are those in which somebody played, ``points`` what the places are worth."""
    say = language.say
    more = f"{f'&points={points}' if points else ''}{query.replace('?', '&')}"
    seasons = (("", say(mark("All"))), *((month, month) for month in months[-MOST_MONTHS:]))
    links = (
        element("li", element("a", words, href=f"league?season={key}{more}", aria_current=key == season and "page"))
        for key, words in seasons
    )
    heads = tuple(
        say(words)
        for words in (
            *(mark("Player"), mark("Points"), mark("Games"), mark("Lost"), mark("Won"), mark("Coins")),
            mark("Tables"),
        )
    )
    lines = (
        (
            *(
                f"{row['place']}. {plain(row['player'].said(language))}",
                str(row["points"]),
                str(row["games"]),
                str(row["lost"]),
            ),
            *(str(row["won"]), signed(row["coins"]), str(row["tables"])),
        )
        for row in rows
    )
    empty = element("p", say(mark("No game is over yet.")), class_="note")
    return together(
        _heading(Page.LEAGUE, language),
        element("ul", *links, role="list", class_="seasons", aria_label=say(mark("Season"))) if months else None,
        _grid(heads, lines) if rows else empty,
    )


def players(people: Sequence[Person], language: Language) -> Markup:
    """Everybody, and at which tables."""
    say = language.say
    lines = (
        (one.who.said(language), ", ".join(dict.fromkeys(plain(table) for table, _ in one.people))) for one in people
    )
    empty = element("p", say(mark("Nobody yet.")), class_="note")
    heads = (say(mark("Player")), say(mark("Tables")))
    return together(_heading(Page.PLAYERS, language), _grid(heads, lines) if people else empty)


def settle(debts: Sequence[Debt], language: Language) -> Markup:
    """Who pays whom over all tables."""
    say = language.say
    items = (
        element(
            "li",
            element("span", say(PAYS, giver=one.giver.said(language), taker=one.taker.said(language)), class_="name"),
            element("span", _amount(one, language), class_="amount"),
        )
        for one in debts
    )
    all_paid = element("p", say(mark("All is settled.")), class_="note")
    shown = element("ul", *items, role="list", class_="dues") if debts else all_paid
    return together(_heading(Page.SETTLE, language), shown)


def _amount(debt: Debt, language: Language) -> str:
    if debt.money:
        return money(Coin(1, debt.unit), debt.amount, language)
    return coins_in_words(Coin(name=debt.unit or language.say(mark("coins"))), debt.amount, language)


def export(files: Mapping[str, str], language: Language) -> Markup:
    """Files to take away, by name: what is in each."""
    items = (element("li", element("a", name, href=f"export/{name}", download=True), text(f": {language.say(words)}"))
             for name, words in files.items())  # fmt: skip
    return together(_heading(Page.EXPORT, language), element("ul", *items, role="list", class_="files"))


def _grid(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Markup:
    """A table; the first column says whose row it is. Where it is too wide it scrolls by itself."""
    head = element("tr", *(element("th", words, scope="col") for words in heads))
    lines = (
        element(
            "tr",
            *(
                element("td", words) if column else element("th", words, scope="row")
                for column, words in enumerate(row)
            ),
        )
        for row in rows
    )
    grid = element("table", element("thead", head), element("tbody", *lines))
    return element("div", grid, class_="wide", role="region", tabindex=0, aria_label=heads[0])


def signed(coins: int) -> str:
    """Coins won or lost.

    >>> signed(3), signed(-3), signed(0)
    ('+3', '−3', '0')
    """
    return f"{coins:+}".replace("-", "−") if coins else "0"


def _optional(name: str, words: str, class_: str) -> Content:
    return element(name, words, class_=class_) if words else None
