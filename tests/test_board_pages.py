"""The board's pages: whole and part by part, in both languages, with names that stay names, and nothing else."""

import asyncio
import json
import re
from html.parser import HTMLParser
from typing import Any

import httpx
import pytest
from board_samples import END, EVENING, GAME, NASTY, PICTURE, snapshot

from dealer.board.app import FILES, _told, board, preferred
from dealer.board.guard import BURST, SAID, Limits
from dealer.board.hub import KEPT_PICTURES, Hub
from dealer.board.markup import EMPTY
from dealer.board.pages import Page, parts_of
from dealer.board.snapshots import Play, Snapshot, Words
from dealer.locale.language import language

ADDRESS = "http://127.0.0.1:8080"
PAGES = [page.value for page in Page]
ENGLISH, GERMAN = language("en"), language("de")


class Phone:
    """Asks the board as a browser does, without a network in between."""

    def __init__(self, hub: Hub, word: str = "", limits: Limits | None = None, **more: Any) -> None:
        self._app = board(hub, word=word, limits=limits, **more)

    def request(self, method: str, path: str, **more: Any) -> httpx.Response:
        async def asked() -> httpx.Response:
            transport = httpx.ASGITransport(app=self._app)
            async with httpx.AsyncClient(transport=transport, base_url=ADDRESS) as there:
                return await there.request(method, path, **more)

        return asyncio.run(asked())

    def get(self, path: str, **headers: str) -> httpx.Response:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.request("GET", path, headers=named)


@pytest.fixture
def hub() -> Hub:
    made = Hub()
    made.publish(snapshot(de=Play("play", "Angie: Risiko oder aussteigen für 2", target=16, players=GAME.players)))
    return made


class Tags(HTMLParser):
    """Which elements are open, and whether each is closed in its turn."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.words = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words += data


def read(html: str) -> Tags:
    tags = Tags()
    tags.feed(html)
    tags.close()
    assert tags.open == []
    return tags


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("code", ["en", "de"])
def test_each_page_is_whole_html_in_the_phones_language(hub: Hub, page: str, code: str) -> None:
    answer = Phone(hub).get(f"/{page}", accept_language=f"{code}-XX, fr;q=0.3")
    assert answer.status_code == 200 and answer.headers["content-type"] == "text/html; charset=utf-8"
    tags = read(answer.text)
    assert ("html", {"lang": code}) in tags.seen
    assert [tag for tag, _ in tags.seen].count("h1") == 1
    names = [attributes["data-part"] for _, attributes in tags.seen if "data-part" in attributes]
    assert names == list(dict.fromkeys(names)) and names[0] == "mark"
    if page not in ("tv",):
        assert ("Rules" in tags.words) == (code == "en") and ("Regeln" in tags.words) == (code == "de")


def test_the_game_shows_what_the_screen_shows(hub: Hub) -> None:
    words = read(Phone(hub).get("/").text).words
    for shown in (
        GAME.headline, GAME.detail, GAME.moment, GAME.price, GAME.odds, *GAME.choices, "Bartholomäus", "12", "on turn",
        "out", "Common hand", "Pot: 5", "Angie: 7", "The game ends at 16 points.",
    ):  # fmt: skip
        assert shown in words
    html = Phone(hub).get("/").text
    assert 'aria-label="Cards: 9, 2 cards face down"' in html
    assert '<progress value="12" max="16" aria-label="Angie: 12 of 16"></progress>' in html
    assert 'src="picture/abc.jpg" alt="Angie: 7, as the camera saw it"' in html


def test_a_games_end_says_who_lost_and_what_that_costs() -> None:
    parts = parts_of(Page.PLAY, snapshot(END), ENGLISH)
    words = read(parts["players"] + parts["settled"]).words
    assert "lost" in words and "won" in words and all(line in words for line in END.lines)


def test_the_evening_has_tabs_debts_and_games(hub: Hub) -> None:
    words = read(Phone(hub).get("/evening").text).words
    for balance in EVENING.balances:
        assert balance.name in words and balance.coins in words and balance.note in words
    assert all(due.words in words and due.amount in words for due in EVENING.dues)
    assert words.count("not paid") == 1 and words.count("paid") == 2
    assert all(past.words in words and past.length in words for past in EVENING.games)


def test_before_the_first_evening_and_game_a_sentence_says_so() -> None:
    bare = Snapshot({"en": Words(Play("between", "Between two games"))})
    assert "No evening yet" in "".join(parts_of(Page.EVENING, bare, ENGLISH).values())
    assert "No game yet" in parts_of(Page.RULES, bare, ENGLISH)["rules"]
    # a page that is open already must have a place for what comes later
    assert list(parts_of(Page.EVENING, bare, ENGLISH)) == list(parts_of(Page.EVENING, snapshot(), ENGLISH))
    assert list(parts_of(Page.PLAY, bare, ENGLISH)) == list(parts_of(Page.PLAY, snapshot(), ENGLISH))
    assert "getting ready" in Phone(Hub()).get("/").text


@pytest.mark.parametrize("page", PAGES)
def test_no_name_becomes_markup(hub: Hub, page: str) -> None:
    html = Phone(hub).get(f"/{page}").text
    tags = read(html).seen
    assert NASTY not in html and not any(name.startswith("on") for _, attributes in tags for name in attributes)
    assert [attributes for tag, attributes in tags if tag == "script"] == [{"src": "board.js", "defer": None}]
    if page in ("", "evening", "tv"):
        assert NASTY in read(html).words


@pytest.mark.parametrize("page", PAGES)
def test_without_javascript_a_page_is_loaded_again_and_needs_no_other_host(hub: Hub, page: str) -> None:
    html = Phone(hub).get(f"/{page}").text
    assert ("http-equiv" in html) == (page not in ("rules", "hand"))
    assert "//" not in html.replace("<!doctype html>", "") and "style=" not in html and "onload" not in html
    for link in re.findall(r'(?:href|src)="([^"]*)"', html):
        assert Phone(hub).get("/" + link.removeprefix("./")).status_code == 200, link


def test_a_language_that_was_asked_for_stays_in_the_links(hub: Hub) -> None:
    html = Phone(hub).get("/?lang=de", accept_language="en").text
    assert 'href="evening?lang=de"' in html and 'data-events="events?page=play&amp;lang=de"' in html
    assert 'lang="de"' in html
    assert 'lang="en"' in Phone(hub).get("/?lang=%3Cscript%3E").text


def test_every_language_has_its_own_words_else_the_houses(hub: Hub) -> None:
    assert "Risiko" in parts_of(Page.PLAY, hub.latest or snapshot(), GERMAN)["now"]
    assert GAME.headline in parts_of(Page.PLAY, snapshot(), GERMAN)["now"]


@pytest.mark.parametrize(
    ("accepted", "code"),
    [
        ("de", "de"),
        ("en;q=0.5, de;q=0.4", "en"),
        ("fr", "en"),
        ("de;q=0, en", "en"),
        ("," * 5000, "en"),
        ("de-CH;q=1.0", "de"),
    ],
)
def test_the_language_is_the_one_that_the_phone_likes_best(accepted: str, code: str) -> None:
    assert preferred(accepted, ("en", "de")) == code


def test_it_can_be_installed_as_an_app(hub: Hub) -> None:
    said = Phone(hub).get("/manifest.webmanifest?lang=de")
    manifest = said.json()
    assert said.headers["content-type"] == "application/manifest+json" and manifest["name"] == "Pairs: die Tafel"
    assert manifest["display"] == "standalone" and manifest["start_url"] == "./?lang=de"
    sizes = {icon["sizes"] for icon in manifest["icons"]}
    assert {"192x192", "512x512"} <= sizes
    for icon in manifest["icons"]:
        assert Phone(hub).get(f"/{icon['src']}").headers["content-type"] == icon["type"]


def test_the_last_cards_picture_is_there_and_older_ones_for_a_while(hub: Hub) -> None:
    assert Phone(hub).get("/picture/abc.jpg").content == PICTURE
    for number in range(KEPT_PICTURES - 1):
        hub.publish(Snapshot(snapshot().words, "en", {f"later{number}": b"x"}))
    assert Phone(hub).get("/picture/abc.jpg").status_code == 200
    hub.publish(Snapshot(snapshot().words, "en", {"last": b"x"}))
    assert Phone(hub).get("/picture/abc.jpg").status_code == 404


@pytest.mark.parametrize(
    "path",
    ["/nothing", "/board.py", "/picture/..%2f..%2fapp.py.jpg", "/..%2fapp.py", "/evening/", "/static/board.css"],
)
def test_there_is_nothing_else(hub: Hub, path: str) -> None:
    answer = Phone(hub).get(path)
    assert answer.status_code == 404 and "Scan the code" in answer.text


def test_every_answer_tells_the_browser_to_load_nothing_from_elsewhere_and_sets_no_cookie(hub: Hub) -> None:
    there = Phone(hub)
    for path in (*(f"/{page}" for page in PAGES), *(f"/{name}" for name in FILES), "/nothing", "/picture/abc.jpg"):
        answer = there.get(path)
        assert {name: answer.headers[name] for name in SAID} == dict(SAID)
        assert "set-cookie" not in answer.headers and "server" not in answer.headers
    assert "unsafe" not in SAID["content-security-policy"]


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1", "127.0.0.1:80", "127.0.0.1:8080@evil", "10.0.0.9:8080", ""]
)
def test_only_the_tables_own_address_is_answered(hub: Hub, host: str) -> None:
    assert Phone(hub).get("/", host=host).status_code == 421
    assert Phone(hub).get("/", host="localhost:8080").status_code == 200


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "TRACE", "BREW"])
def test_it_is_only_read(hub: Hub, method: str) -> None:
    assert Phone(hub).request(method, "/").status_code == 405
    assert Phone(hub).request("HEAD", "/").status_code == 200


def test_a_body_is_refused(hub: Hub) -> None:
    assert Phone(hub).request("GET", "/", content=b"x").status_code == 413


def test_whoever_asks_too_often_has_to_wait(hub: Hub) -> None:
    now = [0.0]
    limits = Limits(clock=lambda: now[0])
    there = Phone(hub, limits=limits)
    answers = [there.get("/board.css").status_code for _ in range(BURST + 5)]
    assert answers == [200] * BURST + [429] * 5
    now[0] += 1.0
    assert there.get("/board.css").status_code == 200
    assert limits.may_ask("10.0.0.2"), "another phone does not wait"


def test_with_a_word_nothing_is_told_without_it(hub: Hub) -> None:
    there = Phone(hub, word="bakodufi")
    for path in ("/", "/evening", "/events", "/board.css", "/manifest.webmanifest", "/picture/abc.jpg", "/bakoduf/"):
        assert there.get(path).status_code == 404
    for path in ("", *PAGES[1:], "board.css", "manifest.webmanifest", "picture/abc.jpg"):
        assert there.get(f"/bakodufi/{path}").status_code == 200
    assert there.get("/bakodufi").headers["location"] == "/bakodufi/"


def test_a_phone_is_told_what_it_does_not_know_yet(hub: Hub) -> None:
    async def told() -> list[dict[str, str]]:
        news = _told(hub, Page.PLAY, ENGLISH)
        first = _parts(await anext(news))
        hub.publish(snapshot(Play(GAME.state, "Bob: hit or fold", players=GAME.players, target=16)))
        second = _parts(await anext(news))
        hub.publish(snapshot(Play(GAME.state, "Bob: hit or fold", players=GAME.players, target=16)))
        hub.publish(snapshot(END))
        return [first, second, _parts(await anext(news))]

    first, second, third = asyncio.run(told())
    assert set(first) == set(parts_of(Page.PLAY, snapshot(), ENGLISH))
    assert "players" not in second and "Bob: hit or fold" in second["now"]
    assert "Bob loses" in third["now"] and "settled" in third


def test_a_phone_hears_something_even_if_nothing_changes(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dealer.board.app.BEAT_S", 0.01)

    async def told() -> bytes:
        news = _told(hub, Page.TV, ENGLISH)
        await anext(news)
        return await anext(news)

    assert asyncio.run(told()) == b"event: beat\ndata:\n\n"


def _parts(event: bytes) -> dict[str, str]:
    kind, data, *_ = event.decode().split("\n")
    assert kind == "event: parts"
    found: dict[str, str] = json.loads(data.removeprefix("data: "))
    return found
