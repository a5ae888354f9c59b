"""The house's pages: whole, in both languages, with names that stay names; what can be taken away; and nothing else."""

import asyncio
import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from board_samples import NASTY, free_port, until
from test_board_pages import read
from test_board_process import get, is_there
from test_venue_accounts import an_evening

from dealer.board.guard import SAID
from dealer.board.markup import Markup
from dealer.books.facts import HOUSE, Coin, PostingKind
from dealer.cli import main
from dealer.errors import InputError
from dealer.game.header import Header
from dealer.journal.journal import FILE_NAME, Journal, TableKind
from dealer.locale.language import language
from dealer.venue import command
from dealer.venue import site as served
from dealer.venue.command import rebuild
from dealer.venue.messages import VERSION
from dealer.venue.pages import Page
from dealer.venue.site import DOWNLOADS, site
from dealer.venue.store import Store

PAGES = [*(page.value for page in Page), "table/1"]
ADDRESS = "http://127.0.0.1:8080"

STATE = {
    "v": VERSION, "game": 4, "variant": "basic", "turn": NASTY, "over": False, "pot": 3, "target": 16,
    "table_cards": [4, 4],
    "players": [
        {"name": "Ann", "status": "in", "cards": [3, 7], "hidden": 1, "points": [], "score": 12, "coins": 0},
        {"name": NASTY, "status": "in", "cards": [], "hidden": 0, "points": [2], "score": 2, "coins": 0},
    ],
    "losers": [], "winners": [], "tabs": [{"name": "Ann", "coins": 3}, {"name": NASTY, "coins": -3}], "games": 2,
    "payments": [{"giver": NASTY, "taker": "Ann", "coins": 3}],
}  # fmt: skip
STATUS = {"online": True, "version": "1.0", "camera": "webcam:0", "trouble": "", "v": VERSION, "table": "x", "run": "r"}


def told(store: Store, name: str, *, state: object = None, **status: object) -> None:
    """What a table says of itself."""
    known = next(one for one in store.tables() if one.name == name)
    with store.together():
        store.keep_status(known, json.dumps({**STATUS, **status}))
        store.keep_state(known, json.dumps(state or STATE))
        store.keep_heard(known, "2026-11-29T10:00:00+00:00")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A house of two tables where somebody has played, and a rehearsal."""
    folder = tmp_path_factory.mktemp("house")
    an_evening(folder / "one", seed=1, names=("Ann", "Ben", "Cyd"))
    an_evening(folder / "two", seed=2, names=("Dot", "Ann"))
    with Journal(folder / "mock") as journal:
        journal.begin(Header.from_mapping({"variant": "basic", "players": ["Eve", "Fay"]}), at=TableKind.REHEARSAL)
    with Store(folder / "house") as store:
        for name in ("one", "two", "mock"):
            rebuild(store, name, folder / name / FILE_NAME)
        told(store, "one")
        told(store, "two", online=False, trouble="The camera is not there")
    return folder / "house"


class Visitor:
    """Asks the house as a browser does, without a network in between."""

    def __init__(self, folder: Path, word: str = "") -> None:
        self._app = site(folder, word=word)

    def get(self, path: str, **headers: str) -> httpx.Response:
        async def asked() -> httpx.Response:
            transport = httpx.ASGITransport(app=self._app)
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            async with httpx.AsyncClient(transport=transport, base_url=ADDRESS) as there:
                return await there.get(path, headers=named)

        return asyncio.run(asked())


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("code", ["en", "de"])
def test_each_page_is_whole_html_in_the_visitors_language(house: Path, page: str, code: str) -> None:
    answer = Visitor(house).get(f"/{page}", accept_language=f"{code}-XX, fr;q=0.3")
    assert answer.status_code == 200 and answer.headers["content-language"] == code
    assert {name: answer.headers[name] for name in SAID} == SAID
    tags = read(answer.text)
    assert dict(tags.seen)["html"] == {"lang": code}
    assert not any(name.startswith("on") for _tag, attributes in tags.seen for name in attributes)
    assert "<script>" not in answer.text and "style=" not in answer.text
    links = [str(attributes.get("href") or attributes.get("src")) for tag, attributes in tags.seen if tag != "html"]
    below = "/" + page.rpartition("/")[0]
    for link in {link for link in links if link != "None"}:
        where = os.path.normpath(os.path.join(below, link.partition("?")[0]))
        assert Visitor(house).get(where).status_code == 200, link


def test_all_tables_are_there_with_what_goes_on(house: Path) -> None:
    words = read(Visitor(house).get("/").text).words
    for said in ("one", "two", "mock", "here", "away", "Rehearsal", "Trouble: The camera is not there", "Pot: 3"):
        assert said in words
    assert f"On turn: {NASTY}" in words, "a name stays a name"
    words = read(Visitor(house).get("/table/1?lang=de").text).words
    assert f"Am Zug: {NASTY}" in words and "+3" in words and "webcam:0" in words
    assert f"{NASTY} zahlt an Ann" in words and "2 Spiele" in words
    assert Visitor(house).get("/table/99").status_code == 404


def test_what_is_counted_is_what_the_command_says(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    visitor = Visitor(house)
    for verb, path in (("league", "/league"), ("players", "/players"), ("settle", "/settle")):
        assert main(["house", verb, "--json", "--data", str(house)]) == 0
        lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        assert lines
        words = read(visitor.get(path).text).words
        for line in lines:
            assert all(str(line[key]) in words for key in ("player", "points", "giver", "taker") if key in line)
    for name in DOWNLOADS:
        answer = visitor.get(f"/export/{name}")
        assert answer.headers["content-disposition"] == f'attachment; filename="{name}"'
        kind = ["--format", "json"] if name.endswith("json") else ["--books", name.removesuffix(".csv")]
        assert main(["house", "export", *kind, "--data", str(house)]) == 0
        assert answer.text == capsys.readouterr().out
    assert visitor.get("/export/other.csv").status_code == 404


def test_a_season_and_points_by_place(house: Path) -> None:
    visitor = Visitor(house)
    months = re.findall(r"season=([0-9-]+)", visitor.get("/league").text)
    assert len(months) == 1
    assert "Ann" in visitor.get(f"/league?season={months[0]}").text
    assert "No game is over yet." in visitor.get("/league?season=2001").text
    assert ">100<" in visitor.get("/league?points=100,1").text
    for wrong in ("season=x", "season=2026:2027:2028", "points=many", "points=1;2"):
        answer = visitor.get(f"/league?{wrong}", accept_language="de")
        assert answer.status_code == 400 and answer.text.startswith("Eine Saison ist")


def test_the_months_of_the_league_keep_the_points(house: Path) -> None:
    links = re.findall(r'href="(league\?season=[^"]+)"', Visitor(house).get("/league?points=5,3,1&lang=de").text)
    assert links and all("points=5,3,1" in link and "lang=de" in link for link in links)


def test_what_is_not_there_is_said_without_a_table(house: Path) -> None:
    for path in ("/x", "/table/99", f"/table/{'9' * 5000}", "/table/x", "/export/x"):
        answer = Visitor(house).get(path, accept_language="de")
        assert (answer.status_code, answer.text) == (404, "Hier ist nichts."), path


def test_who_has_no_name_and_what_is_owed_are_said_in_the_visitors_language(tmp_path: Path) -> None:
    with Journal(tmp_path / "t") as journal:
        journal.books.opened(Coin(125, "€"))
        number = journal.begin(Header.from_mapping({"variant": "basic", "players": ["Ann", "Ben"]}))
        journal.end(number, "stopped")
        journal.books.pay(1, 2, 1, PostingKind.SIDE_BET)
        journal.books.pay(2, HOUSE, 2, PostingKind.SIDE_BET)
        journal.people.forget(1)
    with Store(tmp_path / "house") as store:
        rebuild(store, "T", tmp_path / "t" / FILE_NAME)
    words = read(Visitor(tmp_path / "house").get("/settle?lang=de").text).words
    assert "früherer Spieler 1 von T zahlt an das Haus" in words and "1,25 €" in words
    assert "früherer Spieler 1 von T" in read(Visitor(tmp_path / "house").get("/players?lang=de").text).words
    assert "former player 1 of T" in read(Visitor(tmp_path / "house").get("/players").text).words


def test_it_is_read_only_and_answers_for_its_own_address(house: Path) -> None:
    visitor = Visitor(house)
    assert visitor.get("/", host="evil.example:8080").status_code == 421
    for path in ("/../house.sqlite3", "/house.sqlite3", "/export/..%2fhouse.sqlite3", "/table/x", "/act"):
        assert visitor.get(path).status_code == 404
    before = (house / "house.sqlite3").read_bytes()
    for page in PAGES:
        visitor.get(f"/{page}")
    assert (house / "house.sqlite3").read_bytes() == before


def test_a_word_hides_everything(house: Path) -> None:
    visitor = Visitor(house, "bakodufi")
    assert visitor.get("/").status_code == visitor.get("/league").status_code == 404
    assert visitor.get("/bakodufi/league").status_code == 200


def test_without_a_file_and_without_a_table_there_is_a_sentence(tmp_path: Path) -> None:
    assert "cannot be read now" in Visitor(tmp_path).get("/").text
    Store(tmp_path).close()
    visitor = Visitor(tmp_path)
    for page, words in (("", "No table yet."), ("league", "No game is over yet."), ("players", "Nobody yet.")):
        assert words in read(visitor.get(f"/{page}").text).words
    assert "All is settled." in read(visitor.get("/settle").text).words


def test_a_state_of_a_newer_program_is_no_trouble(tmp_path: Path, house: Path) -> None:
    with Store(tmp_path) as store:
        with store.together():
            store.known("x" * 32, name="Table 1")
        told(store, "Table 1", state={"v": 99, "players": 3})
    assert "Table 1" in Visitor(tmp_path).get("/").text
    assert Visitor(tmp_path).get("/table/1").status_code == 200


@pytest.fixture
def running(house: Path) -> Iterator[int]:
    """A house whose broker is away; its pages are there all the same."""
    port = free_port()
    (house / "settings.toml").write_text(f"board_port = {port}\n")
    arguments = ["house", "--broker", f"mqtt://127.0.0.1:{free_port()}", "--data", str(house)]
    process = subprocess.Popen([sys.executable, "-m", "dealer.cli", *arguments], stdout=subprocess.PIPE, text=True)
    try:
        until(lambda: is_there(port, "Trouble"), 20.0)
        assert process.stdout is not None
        said = process.stdout.readline() + process.stdout.readline()
        assert f":{port}/" in said or "no network" in said
        yield port
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=20)
    assert process.returncode == 0
    until(lambda: not is_there(port))


def test_the_house_serves_its_pages_and_tells_what_changes(house: Path, running: int) -> None:
    assert get(running, "/league")[0] == 200
    with closing(socket.create_connection(("127.0.0.1", running), timeout=5)) as line:
        line.sendall(b"GET /events?page=tables HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n" % running)
        came = b""
        while b"On turn" not in came:
            came += line.recv(65536)
        with closing(sqlite3.connect(house / "house.sqlite3")) as connection, connection:
            ended = json.dumps({**STATE, "over": True, "losers": ["Ann"], "turn": None})
            connection.execute("UPDATE journal SET state = ? WHERE number = 1", (ended,))
        came = b""
        while b"Lost: Ann" not in came:
            came += line.recv(65536)
        assert b"table-2" not in came, "only what has changed"
        with closing(sqlite3.connect(house / "house.sqlite3")) as connection, connection:
            connection.execute("UPDATE journal SET state = ? WHERE number = 1", (json.dumps(STATE),))


def test_the_word_in_the_address_stays(house: Path) -> None:
    assert command._word(house) == command._word(house) and len(command._word(house)) == 8
    (house / command.WORD_NAME).write_text("../etc")
    with pytest.raises(InputError, match="expected letters only"):
        command._word(house)
    (house / command.WORD_NAME).unlink()


def test_many_who_ask_cost_one_count(house: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[int] = []
    monkeypatch.setattr(served.pages, "in_short", lambda *_: counted.append(1) or Markup())
    monkeypatch.setattr(served, "FRESH_S", 0.0)
    english = language("en")

    async def asked() -> None:
        library = served.Library(house)
        await asyncio.gather(*(library.parts(english, "") for _ in range(50)))
        assert len(counted) == 3
        with Store(house) as store:
            told(store, "two", trouble="The camera is dark")
        await asyncio.gather(*(library.parts(english, "") for _ in range(50)))
        assert len(counted) == 4, "only the table that has changed"

    asyncio.run(asked())
