"""The documents tell what there is: links, commands, options, the words of the screen; and they are no longer than
somebody reads."""

import argparse
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from dealer import cli
from dealer.game.driver import Game
from dealer.game.record import parse_record
from dealer.settings import Settings

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted(
    page
    for pattern in ("*.md", "docs/*.md", "docs/*/*.md", "systemd/*.md", "dealer/**/*.md")
    for page in ROOT.glob(pattern)
)
MOST_WORDS = {"ARCHITECTURE.md": 600, "docs/training.md": 2500}
MOST_WORDS_TOGETHER = 15_000
"""Of the architecture, the changelog and docs/, as wc -w counts them."""


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def words_of(page: Path) -> int:
    return len(page.read_text(encoding="utf-8").split())


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


def code_of(text: str) -> Iterator[str]:
    """What stands in blocks, line by line, and between backticks."""
    for block in re.findall(r"^```\w*\n(.*?)^```$", text, re.DOTALL | re.MULTILINE):
        yield from block.splitlines()
    yield from re.findall(r"^    (\S.*)$", text, re.MULTILINE)
    yield from re.findall(r"`([^`\n]+)`", text)


def parser_of(words: list[str]) -> argparse.ArgumentParser | None:
    """The parser of the command that some words begin with; None: there is none."""
    parser = cli.make_parser()
    for word in words:
        deeper = [one for one in parser._actions if isinstance(one, argparse._SubParsersAction)]
        if not deeper or not word.isidentifier():
            break
        if word not in deeper[0].choices:
            return None if deeper[0].metavar != "WHAT" else parser
        parser = deeper[0].choices[word]
    return parser


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_commands_and_their_options_exist(page: Path) -> None:
    unknown = []
    for code in code_of(page.read_text(encoding="utf-8")):
        for command in re.findall(r"(?:^|/bin/|dealer -- |\"|^sudo )dealer ((?!--)[a-z].*)", code):
            words = re.split(r"\s+#|\s\||;|\s…", command)[0].split()
            parser = parser_of(words)
            known = parser._option_string_actions if parser else {}
            unknown += [code for word in words if word.startswith("--") and word.rstrip('"…') not in known]
            unknown += [] if parser else [code]
    assert unknown == []


def test_the_page_about_trouble_has_the_words_of_the_screen() -> None:
    template = (ROOT / "dealer" / "locale" / "dealer.pot").read_text(encoding="utf-8")
    messages = re.sub(r'"\n"', "", template)
    page = (ROOT / "docs" / "troubleshooting.md").read_text(encoding="utf-8")
    for part in page.split("\n## ")[1:]:
        if "| the screen says |" in part:
            for row in re.findall(r"^\| ([^|]+) \|", part, re.MULTILINE)[2:]:
                for said in row.split("; ") if "on the console" not in row else ():
                    assert re.search(re.escape(said).replace("…", ".+"), messages), said


def test_the_record_in_the_page_about_the_journal_is_one() -> None:
    page = (ROOT / "docs" / "journal.md").read_text(encoding="utf-8")
    record = parse_record(page.split("## The record")[1].split("```")[1])
    assert [str(act) for act in Game(record.header, [act for _, act in record.acts()]).acts][-1] == "Ben fold 3"


def test_the_page_about_hardware_names_every_setting() -> None:
    page = (ROOT / "docs" / "hardware.md").read_text(encoding="utf-8")
    missing = [key for key in Settings.__struct_fields__ if not re.search(rf"(^|\[){key}\b", page, re.MULTILINE)]
    assert missing == []


@pytest.mark.parametrize("name", MOST_WORDS)
def test_a_page_is_read_in_one_go(name: str) -> None:
    assert words_of(ROOT / name) <= MOST_WORDS[name]


def test_all_pages_together_are_few() -> None:
    counted = [
        page
        for page in PAGES
        if name_of(page) in ("ARCHITECTURE.md", "CHANGELOG.md") or name_of(page).startswith("docs/")
    ]
    assert sum(map(words_of, counted)) <= MOST_WORDS_TOGETHER
