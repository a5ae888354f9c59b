"""The board's pages as HTML: whole for a phone that comes, part by part for one that is there already."""

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from urllib.parse import quote

from dealer.board.markup import Content, Markup, element, text, together
from dealer.board.snapshots import Call, Entry, Evening, Middle, Offer, Play, Player, Rules, Snapshot, Words
from dealer.locale.language import Language, mark, mark_several

REFRESH_S = 5
"""How often a phone without JavaScript asks again, seconds."""

TITLE = "Pairs"

HIDDEN = mark_several("{number} card face down", "{number} cards face down")

ENDS_AT = mark_several("The game ends at {points} point.", "The game ends at {points} points.")

MOST_WITH_LAST = 6
"""With more players than this their scores take all the room that the screen in the corner has."""

Parts = Mapping[str, Markup]
"""A page's changing parts by their names, in the order in which they stand."""


class Page(Enum):
    """The pages; the value is the address below the board's own."""

    PLAY = ""
    EVENING = "evening"
    RULES = "rules"
    TV = "tv"
    HAND = "hand"
    """For the phone of somebody who plays."""


NAVIGATION = {Page.PLAY: mark("Game"), Page.EVENING: mark("Evening"), Page.RULES: mark("Rules")}


def parts_of(page: Page, snapshot: Snapshot, language: Language, player: str = "") -> Parts:
    """What changes on a page; ``player``: whose phone it is, where it plays."""
    words = words_for(snapshot, language)
    match page:
        case Page.PLAY:
            invited = _invitation(language) if snapshot.entry is not None else Markup()
            parts = _play(words.play, language)
            return {"mark": _mark(words, language), "now": parts.pop("now"), "invited": invited, **parts}
        case Page.EVENING:
            return {"mark": _mark(words, language), **_evening(words.evening, language)}
        case Page.RULES:
            return {"mark": _mark(words, language), "rules": _rules(words.rules, language)}
        case Page.TV:
            return {"mark": _mark(words, language), **_tv(words.play, language)}
        case Page.HAND:
            return {"mark": _mark(words, language), **_hand(words, snapshot.entry, language, player)}


def getting_ready(language: Language) -> Snapshot:
    """What is shown before the table has said anything."""
    play = Play("between", language.say(mark("The table is getting ready.")))
    return Snapshot({language.code: Words(play)}, language.code)


def words_for(snapshot: Snapshot, language: Language) -> Words:
    """The words in this language, else in the house's."""
    return snapshot.words.get(language.code) or snapshot.words[snapshot.house]


def document(page: Page, parts: Parts, language: Language, query: str = "", player: str = "") -> str:
    """A whole page. ``query`` (``?lang=de``) is kept by its links; ``player``: whose phone it is."""
    heading = language.say(NAVIGATION[page]) if page in NAVIGATION else language.say(mark("Game"))
    links = ((language.say(words), one.value or "./", one is page) for one, words in NAVIGATION.items())
    return framed(
        heading,
        in_parts(parts),
        language,
        navigation=None if page is Page.TV else navigation(links, language, query),
        query=query,
        says=element("p", id="says", role="status") if player else None,
        events=f"events?page={page.name.lower()}{query.replace('?', '&')}{of_player(player)}",
        # nobody reads on, or types, while a page is loaded again and again
        refreshed=page not in (Page.RULES, Page.HAND),
        class_="tv" if page is Page.TV else None,
        player=player,
    )


def in_parts(parts: Parts) -> Markup:
    """Parts in which a page changes."""
    live = {"now", "moment"}  # what a screen reader says by itself
    return together(
        *(
            element("div", html, data_part=name, aria_live="polite" if name in live else None, class_=f"part of-{name}")
            for name, html in parts.items()
        )
    )


def framed(
    heading: str,
    content: Markup,
    language: Language,
    *,
    navigation: Content = None,
    query: str = "",
    says: Content = None,
    events: str = "",
    refreshed: bool = False,
    class_: str | None = None,
    player: str = "",
    up: str = "",
) -> str:
    """A page around its content. ``events``: where it hears what has changed; ``refreshed``: without JavaScript it is
    loaded again now and then; ``up`` leads to where its files are."""
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="dark light"),
        element("title", f"{heading} · {TITLE}"),
        element("link", rel="stylesheet", href=f"{up}board.css"),
        element("link", rel="manifest", href=f"{up}manifest.webmanifest{query}"),
        element("link", rel="icon", href=f"{up}icon.svg", type="image/svg+xml"),
        element("link", rel="apple-touch-icon", href=f"{up}icon-192.png"),
        element("noscript", element("meta", http_equiv="refresh", content=str(REFRESH_S))) if refreshed else None,
        element("script", src=f"{up}board.js", defer=True) if events else None,
    )
    lost = element("p", language.say(mark("No connection. I try again.")), id="lost", role="status", hidden=True)
    body = element(
        "body",
        element("main", content, class_="board"),
        says,
        lost,
        navigation,
        class_=class_,
        data_events=events or None,
        data_player=player or None,
    )
    return f"<!doctype html>\n{element('html', head, body, lang=language.code)}\n"


def of_player(player: str) -> str:
    """What an address says of whose phone it is."""
    return f"&player={quote(player, safe='')}" if player else ""


def navigation(links: Iterable[tuple[str, str, bool]], language: Language, query: str) -> Markup:
    """The other pages: what each is called, where it is, whether it is this one."""
    shown = (
        element("a", words, href=f"{where}{query}", aria_current="page" if here else None)
        for words, where, here in links
    )
    return element("nav", *shown, aria_label=language.say(mark("Pages")))


def _mark(words: Words, language: Language) -> Markup:
    shown = (words.mark, language.say(mark("Paused")) if words.play.paused else "")
    return together(*(element("p", one, class_="mark") for one in shown if one))


def _optional(name: str, words: str, class_: str | None = None) -> Content:
    return element(name, words, class_=class_) if words else None


def _list(items: Content, **attributes: str) -> Markup:
    # a list without bullets is none to some screen readers, unless it says so
    return element("ul", items, role="list", **attributes)


# -- the game


def _play(play: Play, language: Language) -> dict[str, Markup]:
    say = language.say
    choices = together(*(element("li", words) for words in play.choices))
    return {
        "now": together(
            element("h1", play.headline, class_=play.state),
            _optional("p", play.detail, "detail"),
            _optional("p", play.price, "price"),
            _list(choices, class_="choices", aria_label=say(mark("Choices"))) if play.choices else None,
            _optional("p", play.odds, "odds"),
            _optional("p", play.news, "news"),
        ),
        "moment": _moment(play, language),
        "players": players_of(play.players, play.target, language),
        "middle": middle_of(play.middle, language) if play.middle is not None else Markup(),
        "settled": _settled(play, language),
    }


def _moment(play: Play, language: Language) -> Markup:
    """What was called last, with its picture."""
    if play.call is None and not play.moment:
        return Markup()
    return together(
        element("h2", language.say(mark("Last card"))) if play.call is not None else None,
        _call(play.call, language) if play.call is not None else None,
        _optional("p", play.moment, "great"),
    )


def _call(call: Call, language: Language) -> Markup:
    picture = None
    if call.picture:
        seen = language.say(mark("{call}, as the camera saw it"), call=call.words)
        picture = element("img", src=f"picture/{call.picture}.jpg", alt=seen)
    return element("figure", picture, element("figcaption", call.words))


def players_of(players: Sequence[Player], target: int | None, language: Language) -> Markup:
    """The players, each with cards and score."""
    if not players:
        return Markup()
    items = together(*(_player(player, target, language) for player in players))
    heading = language.say(mark("Players"))
    return together(
        element("h2", heading),
        _list(items, class_="players", aria_label=heading),
        _optional("p", _aim(target, language)),
    )


def _aim(target: int | None, language: Language) -> str:
    return "" if target is None else language.count(*ENDS_AT, target, points=target)


def _player(player: Player, target: int | None, language: Language) -> Markup:
    say = language.say
    signs = (
        say(mark("on turn")) if player.on_turn else "",
        say(mark("lost")) if player.loser else say(mark("won")) if player.winner else "",
        player.words,
    )
    words = " · ".join(sign for sign in signs if sign)
    bar = None
    if target and player.score is not None:
        reached = say(mark("{name}: {score} of {target}"), name=player.name, score=player.score, target=target)
        bar = element("progress", value=min(player.score, target), max=target, aria_label=reached)
    classes = " ".join(
        name for name, holds in (("turn", player.on_turn), ("loser", player.loser), ("winner", player.winner)) if holds
    )
    return element(
        "li",
        element("span", player.name, class_="name"),
        element("span", player.amount, class_="amount"),
        _optional("span", words, "words"),
        _cards(player.cards, player.hidden, language),
        bar,
        class_=classes or None,
    )


def _cards(cards: tuple[int, ...], hidden: int, language: Language) -> Content:
    if not cards and not hidden:
        return None
    shown = [element("span", str(card), class_="card") for card in cards]
    spoken = [", ".join(map(str, cards))] if cards else []
    if hidden:
        spoken.append(language.count(*HIDDEN, hidden))
        shown.append(element("span", f"×{hidden}", class_="card back"))
    label = language.say(mark("Cards: {cards}"), cards=", ".join(spoken))
    return element("span", *shown, role="img", aria_label=label, class_="cards")


def middle_of(middle: Middle, language: Language) -> Markup:
    """What lies in the middle."""
    say = language.say
    title = middle.title or say(mark("Middle"))
    facts = (
        say(mark("Pot: {coins}"), coins=middle.pot) if middle.pot is not None else "",
        str(middle.amount) if middle.amount is not None else "",
    )
    columns = (
        element(
            "tr",
            element("th", str(column.target), scope="row"),
            *(element("td", _cards(side, 0, language) or "–") for side in column.sides),
        )
        for column in middle.columns
    )
    return together(
        element("h2", title),
        _cards(middle.cards, 0, language),
        *(element("p", fact, class_="fact") for fact in facts if fact),
        element("table", element("tbody", *columns), aria_label=say(mark("Columns"))) if middle.columns else None,
    )


def _settled(play: Play, language: Language) -> Markup:
    if not play.lines:
        return Markup()
    lines = together(*(element("li", line) for line in play.lines))
    return together(element("h2", language.say(mark("What now"))), _list(lines, class_="lines"))


# -- the evening


def _evening(evening: Evening, language: Language) -> dict[str, Markup]:
    say = language.say
    title = evening.title or say(mark("No evening yet"))
    note = evening.note if evening.title else say(mark("It begins with the first game."))
    return {
        "head": together(element("h1", title), _optional("p", note, "note")),
        "balances": _table(
            say(mark("Coins")),
            [(one.name, one.coins, one.note) for one in evening.balances],
            (say(mark("Player")), say(mark("Coins")), say(mark("Worth"))),
        ),
        "dues": _dues(evening, language) if evening.title else Markup(),
        "games": _table(
            say(mark("Games")),
            [(one.words, one.cost, one.length) for one in evening.games],
            (say(mark("Game")), say(mark("Cost")), say(mark("Time"))),
        ),
    }


def _dues(evening: Evening, language: Language) -> Markup:
    say = language.say
    heading = element("h2", say(mark("Settle up")))
    if not evening.dues:
        return together(heading, element("p", say(mark("All are even."))))
    items = together(
        *(
            element(
                "li",
                element("span", due.words, class_="name"),
                _optional("span", due.amount, "amount"),
                element("span", say(mark("paid")) if due.ticked else say(mark("not paid")), class_="words"),
                class_="ticked" if due.ticked else None,
            )
            for due in evening.dues
        )
    )
    return together(heading, _list(items, class_="dues"))


def _table(title: str, rows: list[tuple[str, str, str]], heads: tuple[str, str, str]) -> Markup:
    """A table, without the columns in which nothing stands."""
    if not rows:
        return Markup()
    used = [column for column in range(3) if any(row[column] for row in rows)]
    head = element("tr", *(element("th", heads[column], scope="col") for column in used))
    lines = (
        element(
            "tr",
            *(element("td" if column else "th", row[column], scope=None if column else "row") for column in used),
        )
        for row in rows
    )
    return together(element("h2", title), element("table", element("thead", head), element("tbody", *lines)))


# -- the rules


def _rules(rules: Rules, language: Language) -> Markup:
    if not rules.sections:
        return element("h1", language.say(mark("No game yet")))
    sections = (element("section", element("h2", heading), element("p", words)) for heading, words in rules.sections)
    return together(element("h1", rules.title), *sections)


# -- a phone that plays


def _invitation(language: Language) -> Markup:
    return element("p", element("a", language.say(mark("Play along")), href="hand", class_="invited"))


def _hand(words: Words, entry: Entry | None, language: Language, player: str) -> dict[str, Markup]:
    """Who is it, does it know the code, and what may it do now."""
    say = language.say
    who = enter = offers = Markup()
    if entry is None:
        who = element("p", say(mark("Phones only look now.")))
    elif player not in entry.players:
        links = together(
            *(element("li", element("a", name, href=f"hand?{of_player(name)[1:]}")) for name in entry.players)
        )
        who = together(element("h2", say(mark("Who are you?"))), _list(links, class_="who"))
    else:
        who = element("p", player, class_="name")
        enter = _code(language)
        nothing = mark("The table pauses.") if words.play.paused else mark("Nothing to do for you now.")
        offers = _offers(words.offers.get(player, ()), say(nothing), entry.serial, language)
    now = together(
        element("h1", words.play.headline, class_=words.play.state), _optional("p", words.play.detail, "detail")
    )
    return {"now": now, "who": who, "enter": enter, "offers": offers}


def _code(language: Language) -> Markup:
    say = language.say
    field = element(
        "input", id="code", name="code", inputmode="numeric", autocomplete="off", maxlength=4, size=4, required=True
    )
    return element(
        "form",
        element("label", say(mark("The code on the table's screen")), for_="code"),
        field,
        element("button", say(mark("Play along")), type="submit"),
        element("noscript", element("p", say(mark("To play along, switch JavaScript on.")))),
        id="enter",
    )


def _offers(offers: tuple[Offer, ...], nothing: str, serial: int, language: Language) -> Markup:
    """``nothing`` is said where no button is offered."""
    say = language.say
    said = [
        element("button", offer.label, type="button", class_=f"press {offer.key}", data_key=offer.key)
        for offer in offers
        if offer.kind != "card"
    ]
    cards = [
        element(
            "details",
            element("summary", say(mark("My {rank} is another card"), rank=offer.label)),
            *(
                element("button", str(rank), type="button", class_="card", data_key=key)
                for rank, key in enumerate(offer.keys, 1)
            ),
        )
        for offer in offers
        if offer.kind == "card"
    ]
    return element("div", *said, None if said else element("p", nothing), *cards, data_serial=serial)


# -- the screen in the corner


def _tv(play: Play, language: Language) -> dict[str, Markup]:
    """What is read at one glance: whose turn, what just fell, the scores."""
    call = play.call.words if play.call is not None else ""
    tiles = together(
        *(
            element(
                "li",
                element("span", player.name, class_="name"),
                element("span", player.amount, class_="amount"),
                class_="turn" if player.on_turn else "loser" if player.loser else None,
            )
            for player in play.players
        )
    )
    return {
        "now": element("h1", play.moment or play.headline, class_="great" if play.moment else play.state),
        "last": text((play.headline if play.moment else call) if len(play.players) <= MOST_WITH_LAST else ""),
        "players": _list(tiles, class_=f"players of{min(len(play.players), 9)}") if play.players else Markup(),
    }


ASKED: Mapping[str, Page] = {page.name.lower(): page for page in Page}
"""The pages by the name that a phone asks for their events with."""
