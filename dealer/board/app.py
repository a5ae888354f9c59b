"""The board's answers: pages, what has changed in them, the last card's picture, and the files of a web app."""

import asyncio
import json
import math
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from pathlib import Path

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Mount, Route

from dealer.board.entry import Door, TooEarly
from dealer.board.guard import Guard, Limits
from dealer.board.hub import Hub
from dealer.board.pages import ASKED, TITLE, Page, document
from dealer.board.snapshots import Asked
from dealer.locale.language import Language, language, languages, mark

STATIC = Path(__file__).parent / "static"

FILES: Mapping[str, str] = {
    "board.css": "text/css; charset=utf-8",
    "board.js": "text/javascript; charset=utf-8",
    "icon.svg": "image/svg+xml",
    "icon-192.png": "image/png",
    "icon-512.png": "image/png",
}
"""What there is besides the pages."""

BEAT_S = 10.0
"""Longest time between two messages to a phone, seconds, though nothing changes."""

APART_S = 0.1
"""A phone is told of changes no more often than this, seconds."""

FILES_KEPT_S = 3600

LOOK = mark("Phones only look now.")

Answer = Callable[[Request], Awaitable[Response]]


def board(
    hub: Hub,
    *,
    word: str = "",
    limits: Limits | None = None,
    ask: Callable[[Asked], None] = lambda asked: None,
    door: Door | None = None,
) -> Guard:
    """The board as an ASGI application. ``word`` stands in all of its addresses, or it is ``""``. ``ask`` hands on what
    a phone does that ``door`` has let in.
    """
    at_door = door or Door()

    async def page(request: Request) -> Response:
        asked = next(one for one in Page if one.value == request.path_params.get("page", ""))
        tongue, query = language_of(request)
        player = request.query_params.get("player", "") if asked is Page.HAND else ""
        player = player if player in hub.players else ""
        parts = hub.parts(asked, tongue, player)
        return Response(
            document(asked, parts, tongue, query, player),
            media_type="text/html; charset=utf-8",
            headers={"cache-control": "no-store", "content-language": tongue.code, "vary": "accept-language"},
        )

    async def events(request: Request) -> Response:
        asked = ASKED.get(request.query_params.get("page", "play"))
        if asked is None:
            return nothing_here(request)
        tongue, _query = language_of(request)
        return streamed(
            request, _told(hub, asked, tongue, request.query_params.get("player", "") if asked is Page.HAND else "")
        )

    async def picture(request: Request) -> Response:
        found = hub.picture(request.path_params["name"])
        if found is None:
            return nothing_here(request)
        # its name is made of what it shows, so it never changes
        kept = {"cache-control": f"private, max-age={FILES_KEPT_S}, immutable"}
        return Response(found, media_type="image/jpeg", headers=kept)

    async def enter(request: Request) -> Response:
        tongue, _query = language_of(request)
        said, entry = await _said(request), hub.entry
        if entry is None:
            return _words(tongue.say(LOOK), 403)
        player, address = said.get("player", ""), request.client.host if request.client else ""
        if player not in entry.players:
            return _words(tongue.say(mark("Choose who you are.")), 403)
        try:
            token = at_door.enter(entry, player, said.get("code", ""), address)
        except TooEarly as early:
            words = tongue.say(mark("Too many wrong codes. Wait {seconds} s."), seconds=math.ceil(early.seconds))
            return _words(words, 429)
        if token is None:
            return _words(tongue.say(mark("That is not the code.")), 403)
        return JSONResponse({"token": token}, headers={"cache-control": "no-store"})

    async def act(request: Request) -> Response:
        tongue, _query = language_of(request)
        said, entry = await _said(request), hub.entry
        if entry is None:
            return _words(tongue.say(LOOK), 403)
        token = request.headers.get("authorization", "").removeprefix("Bearer ")
        player = at_door.player_of(entry, token)
        if player is None:
            return _words(tongue.say(mark("Type the code again.")), 401)
        if not at_door.may_press(token):
            return _words(tongue.say(mark("Slowly, please.")), 429)
        if said.get("serial") != str(entry.serial):
            return _words(tongue.say(mark("The table has gone on.")), 409)
        key = said.get("key", "")
        if key not in hub.offered(player, tongue):
            return _words(tongue.say(mark("That does not count now.")), 409)
        ask(Asked(entry.code, entry.serial, player, key))
        return Response(status_code=204)

    routes = [
        Route("/", page),
        *(Route(f"/{one.value}", _at(page, one), name=one.value) for one in Page if one.value),
        Route("/events", events),
        Route("/enter", enter, methods=["POST"]),
        Route("/act", act, methods=["POST"]),
        Route("/picture/{name:str}.jpg", picture),
        *files(mark("Pairs: the board")),
    ]
    sent_to = frozenset((f"/{word}/enter", f"/{word}/act") if word else ("/enter", "/act"))
    return guarded(routes, word, limits or Limits(), sent_to)


def guarded(routes: list[Route], word: str, limits: Limits, takes: frozenset[str] = frozenset()) -> Guard:
    """An application behind the door, to whose paths ``takes`` something may be sent. ``word`` stands in all of its
    addresses, or it is ``""``.
    """

    async def home(request: Request) -> Response:
        return RedirectResponse(f"/{word}/", status_code=308)

    mounted = [Route(f"/{word}", home), Mount(f"/{word}", routes=routes)] if word else routes
    served = Starlette(routes=mounted, exception_handlers={404: _not_found, 500: _failed})
    served.router.redirect_slashes = False
    return Guard(served, limits, takes)


def files(name: str) -> list[Route]:
    """What a page and a web app called ``name`` need: nothing else is ever read from the disk."""
    asset = {file: (STATIC / file).read_bytes() for file in FILES}

    async def file(request: Request) -> Response:
        asked = request.url.path.rpartition("/")[2]
        return Response(asset[asked], media_type=FILES[asked], headers={"cache-control": "no-cache"})

    async def manifest(request: Request) -> Response:
        tongue, query = language_of(request)
        said = {
            "name": tongue.say(name),
            "short_name": TITLE,
            "lang": tongue.code,
            "start_url": f"./{query}",
            "scope": "./",
            "display": "standalone",
            "background_color": "#120f0d",
            "theme_color": "#231d19",
            "icons": [
                {"src": "icon-192.png", "sizes": "192x192", "type": "image/png", "purpose": "any maskable"},
                {"src": "icon-512.png", "sizes": "512x512", "type": "image/png", "purpose": "any maskable"},
                {"src": "icon.svg", "sizes": "any", "type": "image/svg+xml"},
            ],
        }
        return JSONResponse(said, media_type="application/manifest+json", headers={"cache-control": "no-cache"})

    return [Route("/manifest.webmanifest", manifest), *(Route(f"/{one}", file) for one in FILES)]


def streamed(request: Request, events: AsyncIterator[bytes]) -> Response:
    """Events as they come; whoever asks only how they would (HEAD) is told that."""
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    kind = "text/event-stream; charset=utf-8"
    if request.method == "HEAD":
        return Response(headers=headers, media_type=kind)
    return StreamingResponse(events, headers=headers, media_type=kind)


def _at(page: Answer, which: Page) -> Answer:
    async def answer(request: Request) -> Response:
        request.path_params["page"] = which.value
        return await page(request)

    return answer


async def _said(request: Request) -> dict[str, str]:
    """What a phone sends: texts by their names; anything else is nothing. Half a letter becomes a question mark."""
    try:
        said = json.loads(await request.body())
    except (ValueError, RecursionError):
        return {}
    if not isinstance(said, dict):
        return {}
    return {key: str(value).encode(errors="replace").decode() for key, value in said.items()}


def _words(words: str, status: int) -> Response:
    return PlainTextResponse(words, status_code=status, headers={"cache-control": "no-store"})


async def _told(hub: Hub, page: Page, tongue: Language, player: str = "") -> AsyncIterator[bytes]:
    """What a phone is told: the parts of its page that it does not know yet, and now and then that we are here."""
    known: dict[str, str] = {}
    version = -1
    while True:
        if hub.version != version:
            version = hub.version
            news = {name: words for name, words in hub.parts(page, tongue, player).items() if known.get(name) != words}
            if news:
                known.update(news)
                yield f"event: parts\ndata: {json.dumps(news, ensure_ascii=False)}\n\n".encode()
            await asyncio.sleep(APART_S)
        if not await hub.after(version, BEAT_S):
            yield b"event: beat\ndata:\n\n"


def language_of(request: Request) -> tuple[Language, str]:
    """The language that the phone asks for, and what its links must say to keep it."""
    asked = request.query_params.get("lang", "")
    if asked in languages():
        return language(asked), f"?lang={asked}"
    hub_language = preferred(request.headers.get("accept-language", ""), languages())
    return language(hub_language), ""


def preferred(accepted: str, there: tuple[str, ...]) -> str:
    """The language of ``there`` that an Accept-Language header likes best; English where it likes none.

    >>> preferred("fr, de-AT;q=0.8, en;q=0.5", ("en", "de")), preferred("", ("en", "de")), preferred("xx;q=z", ("en",))
    ('de', 'en', 'en')
    """
    wishes: list[tuple[float, int, str]] = []
    for place, wish in enumerate(accepted[:1000].split(",")):
        name, _semicolon, quality = wish.partition(";")
        try:
            liked = float(quality.strip().removeprefix("q=") or "1")
        except ValueError:
            liked = 0.0
        wishes.append((-liked, place, name.strip().lower().partition("-")[0]))
    for liked, _place, code in sorted(wishes):
        if liked < 0 and code in there:
            return code
    return "en"


def nothing_here(request: Request) -> Response:
    """There is no such page."""
    tongue, _query = language_of(request)
    words = tongue.say(mark("There is nothing here. Scan the code on the table's screen."))
    return PlainTextResponse(words, status_code=404, headers={"cache-control": "no-store"})


async def _not_found(request: Request, error: Exception) -> Response:
    return nothing_here(request)


async def _failed(request: Request, error: Exception) -> Response:
    tongue, _query = language_of(request)
    return PlainTextResponse(tongue.say(mark("That failed. The game goes on.")), status_code=500)
