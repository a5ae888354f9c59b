"""The house's pages in a process of its own: it reads the house's file, and ends when its input does.

``python -m dealer.venue.site FOLDER PORT WORD``. What it says on standard output is as of ``dealer.board.serving``.
"""

import asyncio
import json
import sys
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from dealer.board.app import BEAT_S, files, guarded, language_of, streamed
from dealer.board.guard import Guard, Limits
from dealer.board.markup import Markup
from dealer.board.pages import Parts, in_parts
from dealer.board.serving import run, serve_app, tell_on
from dealer.errors import DealerError, InputError
from dealer.locale.language import Language, mark
from dealer.venue import pages
from dealer.venue.accounts import Accounts, parse_season
from dealer.venue.command import (
    TABLES,
    as_csv,
    as_json,
    books_of,
    everything,
    league_rows,
    parse_points,
    state_of,
    table_fields,
)
from dealer.venue.pages import Page, TableThere
from dealer.venue.store import Store

FRESH_S = 0.2
"""How often the house's file is looked at for what the pages of tables show, seconds."""

COUNTED_S = 3.0
"""How often league, players and payments are counted at most, seconds: a game's acts are replayed once, but all games
are added up each time."""

MOST_KEPT = 32
"""Most answers that are kept."""

DOWNLOADS: Mapping[str, str] = {
    "postings.csv": mark("the books of all tables"),
    "league.csv": mark("the league"),
    "games.csv": mark("all games"),
    "house.json": mark("everything"),
}

Found = TypeVar("Found")
Answer = Callable[[Request], Awaitable[Response]]


class Library:
    """What the house's file says: each thing is worked out once, however many ask, and one after the other; nothing
    while nothing changes."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._store: Store | None = None
        self._kept: OrderedDict[Hashable, tuple[float, int, Any]] = OrderedDict()
        self._turn = asyncio.Lock()
        self._rows: dict[int, tuple[tuple[Any, ...], TableThere]] = {}
        """Each table, with the row that it was made of."""
        self._parts: dict[tuple[str, str], tuple[list[TableThere], Parts]] = {}
        self._part: dict[tuple[str, str, int], tuple[TableThere, Markup]] = {}

    async def ask(self, key: Hashable, work: Callable[[Store], Found], fresh_s: float = COUNTED_S) -> Found:
        """What ``work`` makes of the file, not older than ``fresh_s``. Raises DealerError."""
        async with self._turn:
            at_s, version, found = self._kept.get(key, (float("-inf"), -1, None))
            if time.monotonic() - at_s >= fresh_s:
                version, found = await asyncio.to_thread(self._read, work, version, found)
                self._kept[key] = time.monotonic(), version, found
                self._kept.move_to_end(key)
                while len(self._kept) > MOST_KEPT:
                    self._kept.popitem(last=False)
            return found  # type: ignore[no-any-return]

    def _read(self, work: Callable[[Store], Found], version: int, found: Found) -> tuple[int, Found]:
        if self._store is None:
            self._store = Store(self._folder, writable=False)
        now = self._store.version()
        if now == version:
            return now, found
        self._store.read_anew()
        return now, work(self._store)

    async def tables(self) -> list[TableThere]:
        """All tables."""
        return await self.ask("tables", self._tables, FRESH_S)

    def _tables(self, store: Store) -> list[TableThere]:
        before, self._rows = self._rows, {}
        for row in store.rows(TABLES):
            there = tuple(row)
            known = before.get(row["number"])
            if known is None or known[0] != there:
                fields = table_fields(row)
                known = there, TableThere(row["number"], fields, state_of(fields))
            self._rows[row["number"]] = known
        return sorted((table for _, table in self._rows.values()), key=lambda one: (one.name.casefold(), one.number))

    async def parts(self, tongue: Language, query: str) -> Parts:
        """The parts of the page of all tables: made once, however many look."""
        tables = await self.tables()
        made = self._parts.get((tongue.code, query))
        if made is None or made[0] is not tables:
            parts = {f"table-{table.number}": self._of_table(table, tongue, query) for table in tables}
            made = self._parts[tongue.code, query] = tables, parts or pages.no_table(tongue)
        return made[1]

    def _of_table(self, table: TableThere, tongue: Language, query: str) -> Markup:
        key = tongue.code, query, table.number
        made = self._part.get(key)
        if made is None or made[0] is not table:
            made = self._part[key] = table, pages.in_short(table, tongue, query)
        return made[1]


def site(folder: Path, *, word: str = "", limits: Limits | None = None) -> Guard:
    """The house's pages as an ASGI application. ``word`` stands in all of their addresses, or it is ``""``."""
    library = Library(folder)

    async def tables(request: Request) -> Response:
        tongue, query = language_of(request)
        content = pages.tables(await library.parts(tongue, query), tongue)
        events = f"events?page=tables{query.replace('?', '&')}"
        return _page(pages.document(Page.TABLES, content, tongue, query, events), tongue.code)

    async def table(request: Request) -> Response:
        tongue, query = language_of(request)
        found = await _one_table(library, number_of(request.path_params["number"]))
        if found is None:
            return no_page(request)
        content = in_parts(pages.table_parts(found, tongue))
        events = f"../events?page=table&number={found.number}{query.replace('?', '&')}"
        return _page(pages.document(Page.TABLES, content, tongue, query, events, "../"), tongue.code)

    async def events(request: Request) -> Response:
        tongue, query = language_of(request)
        number = request.query_params.get("number", "")

        async def parts() -> Parts:
            if not number:
                return await library.parts(tongue, query)
            found = await _one_table(library, number_of(number))
            return {} if found is None else pages.table_parts(found, tongue)

        return streamed(request, _told(parts))

    async def league(request: Request) -> Response:
        tongue, query = language_of(request)
        season, points = request.query_params.get("season", ""), parse_points(request.query_params.get("points"))
        parse_season(season)

        def count(store: Store) -> tuple[list[dict[str, Any]], list[str]]:
            accounts = Accounts(store)
            months = sorted({result.day[:7] for result in accounts.results() if result.day})
            return league_rows(accounts, season, points), months

        rows, months = await library.ask(("league", season, points), count)
        worth = ",".join(map(str, points))
        content = pages.league(rows, months, season, worth, tongue, query)
        return _page(pages.document(Page.LEAGUE, content, tongue, query), tongue.code)

    async def players(request: Request) -> Response:
        tongue, query = language_of(request)
        found = await library.ask("players", lambda store: Accounts(store).players())
        return _page(pages.document(Page.PLAYERS, pages.players(found, tongue), tongue, query), tongue.code)

    async def settle(request: Request) -> Response:
        tongue, query = language_of(request)
        found = await library.ask("settle", lambda store: Accounts(store).settlement())
        return _page(pages.document(Page.SETTLE, pages.settle(found, tongue), tongue, query), tongue.code)

    async def export(request: Request) -> Response:
        tongue, query = language_of(request)
        return _page(pages.document(Page.EXPORT, pages.export(DOWNLOADS, tongue), tongue, query), tongue.code)

    async def download(request: Request) -> Response:
        name = request.path_params["name"]
        if name not in DOWNLOADS:
            return no_page(request)
        found = await library.ask(name, lambda store: _written(store, name))
        kind = "application/json" if name.endswith("json") else "text/csv; charset=utf-8"
        kept = {"cache-control": "no-store", "content-disposition": f'attachment; filename="{name}"'}
        return Response(found, media_type=kind, headers=kept)

    routes = [
        Route("/", _told_if_it_fails(tables)),
        Route("/table/{number:str}", _told_if_it_fails(table)),
        Route("/league", _told_if_it_fails(league)),
        Route("/players", _told_if_it_fails(players)),
        Route("/settle", _told_if_it_fails(settle)),
        Route("/export", export),
        Route("/export/{name:str}", _told_if_it_fails(download)),
        Route("/events", events),
        *files(mark("Pairs: the house")),
        Route("/{path:path}", _answered(no_page)),
    ]
    return guarded(routes, word, limits or Limits())


def _page(html: str, code: str) -> Response:
    headers = {"cache-control": "no-store", "content-language": code, "vary": "accept-language"}
    return Response(html, media_type="text/html; charset=utf-8", headers=headers)


def _told_if_it_fails(answer: Answer) -> Answer:
    async def told(request: Request) -> Response:
        try:
            return await answer(request)
        except InputError:
            words, status = mark("A season is 2026, 2026-11 or 2026-11:2027-02; points are 5,3,1."), 400
        except DealerError:
            words, status = mark("The house's file cannot be read now. Try again soon."), 503
        tongue, _query = language_of(request)
        return PlainTextResponse(tongue.say(words), status, headers={"cache-control": "no-store"})

    return told


def no_page(request: Request) -> Response:
    """There is no such page."""
    tongue, _query = language_of(request)
    return PlainTextResponse(tongue.say(mark("There is nothing here.")), 404, headers={"cache-control": "no-store"})


def _answered(answer: Callable[[Request], Response]) -> Answer:
    async def answered(request: Request) -> Response:
        return answer(request)

    return answered


def number_of(text: str) -> int:
    """A table's number in an address; 0: none has it.

    >>> number_of("12"), number_of("x"), number_of("9" * 5000)
    (12, 0, 0)
    """
    return int(text) if text.isdecimal() and len(text) < 10 else 0


async def _one_table(library: Library, number: int) -> TableThere | None:
    return next((one for one in await library.tables() if one.number == number), None)


async def _told(parts: Callable[[], Awaitable[Parts]]) -> AsyncIterator[bytes]:
    """What a page is told: the parts that it does not know yet, and now and then that we are here."""
    known: dict[str, str] = {}
    said_s = time.monotonic()
    while True:
        try:
            found = await parts()
        except DealerError:
            found = {}  # it is looked at again
        news = {name: html for name, html in found.items() if known.get(name) != html}
        if news:
            known.update(news)
            said_s = time.monotonic()
            yield f"event: parts\ndata: {json.dumps(news, ensure_ascii=False)}\n\n".encode()
        elif time.monotonic() - said_s > BEAT_S:
            said_s = time.monotonic()
            yield b"event: beat\ndata:\n\n"
        await asyncio.sleep(FRESH_S)


def _written(store: Store, name: str) -> str:
    accounts = Accounts(store)
    if name.endswith("json"):
        return as_json(everything(store, accounts, None)) + "\n"
    return as_csv(*books_of(store, accounts, name.removesuffix(".csv"), None))


def main(arguments: list[str]) -> int:
    """The process."""
    folder, port, word = arguments
    return run(serve_app(site(Path(folder), word=word), int(port), word, sys.stdin.buffer, tell_on))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
