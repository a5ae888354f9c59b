"""The house's pages in a real browser: three sizes, both languages, dark and light, and what changes by itself."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from board_samples import free_port, until
from test_board_browser import SIZES, browsers, errors, findings, shows, sized, visit
from test_venue_site import STATE, house, told

from dealer.board.process import BoardProcess
from dealer.board.snapshots import Set
from dealer.venue.command import site_command
from dealer.venue.pages import Page
from dealer.venue.store import Store

__all__ = ["browsers", "house"]

PAGES = [*(page.value for page in Page), "table/1"]
LONG = "Maximilianne-Charlotte von Hohenstein"


@pytest.fixture(scope="module")
def full(house: Path) -> Path:
    """Many tables, long names."""
    players = [{**STATE["players"][0], "name": LONG}, *STATE["players"][1:]]  # type: ignore[index,dict-item]
    with Store(house) as store:
        for number in range(30):
            name = f"Table {number}" if number else LONG
            with store.together():
                store.known(f"{number:032}", name=name)
            told(store, name, state={**STATE, "players": players}, online=number % 3 > 0)
    return house


@pytest.fixture(scope="module")
def site(full: Path) -> Iterator[BoardProcess]:
    made = BoardProcess(Set(free_port()), command=lambda wanted: site_command(full, wanted), again_s=0.1)
    try:
        yield made
    finally:
        made.close()


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_page_fits_and_complains_of_nothing(
    browsers: dict[str, Any], site: BoardProcess, language: str, size: str, page: str
) -> None:
    browser = browsers[language]
    sized(browser, size)
    errors(browser)
    visit(browser, site, page)
    assert browser.execute_script("return document.documentElement.lang") == language
    assert browser.execute_script("return document.documentElement.scrollWidth") <= SIZES[size][0]
    beyond = browser.execute_script(
        "return [...document.querySelectorAll('main *, nav *')].filter(one => !one.closest('.wide') && "
        "one.getBoundingClientRect().right > innerWidth + 1).map(one => one.outerHTML)"
    )
    assert beyond == []
    small = browser.execute_script(
        "return [...document.querySelectorAll('nav a, .seasons a, .files a')].map(one => one.getBoundingClientRect())"
        ".filter(box => box.height < 44 || box.width < 44).length"
    )
    assert small == 0, "what a finger hits"
    broken = browser.execute_script(
        "return [...document.querySelectorAll('nav a, thead th')].filter(one => { const words = "
        "document.createRange(); words.selectNodeContents(one); return words.getClientRects().length > 1; })"
        ".map(one => one.innerText)"
    )
    assert broken == [], "a word in two lines"
    assert errors(browser) == []


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("dark", [True, False], ids=["dark", "light"])
def test_axe_finds_nothing_serious(browsers: dict[str, Any], site: BoardProcess, dark: bool, page: str) -> None:
    browser = browsers["en"]
    sized(browser, "phone", dark=dark)
    visit(browser, site, page)
    assert findings(browser) == []


def test_what_changes_is_shown_without_loading_again(browsers: dict[str, Any], site: BoardProcess, full: Path) -> None:
    browser = browsers["en"]
    sized(browser, "tablet")
    visit(browser, site)
    until(lambda: shows(browser, "On turn"))
    browser.execute_script("document.querySelector('h1').known = true")
    with Store(full) as store:
        told(store, "Table 5", state={**STATE, "turn": None, "over": True, "losers": ["Ann"]})
    until(lambda: shows(browser, "Lost: Ann"), 3.0)
    assert browser.execute_script("return document.querySelector('h1').known") is True
    with Store(full) as store:
        with store.together():
            store.known("f" * 32, name="A new table")
    until(lambda: shows(browser, "A new table"), 5.0)


def test_one_table_is_shown_as_its_board_shows_it(browsers: dict[str, Any], site: BoardProcess) -> None:
    browser = browsers["de"]
    sized(browser, "phone")
    visit(browser, site)
    browser.find_element("link text", "one").click()
    until(lambda: shows(browser, "Am Zug"))
    nodes = browser.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    roles = [(node["role"]["value"], node.get("name", {}).get("value", "")) for node in nodes if not node["ignored"]]
    assert ("heading", "one") in roles and ("list", "Spieler") in roles
    assert any(role == "image" and name.startswith("Karten: 3, 7") for role, name in roles)
