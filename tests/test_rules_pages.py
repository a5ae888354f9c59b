"""A page of rules for every game, twist and the stakes, in every language, with its source and the credit."""

import argparse

import pytest

from dealer.cli import main
from dealer.errors import InputError
from dealer.games.registry import GAMES, STAKES, TWISTS
from dealer.house.commands import print_rules
from dealer.locale.language import ENGLISH, language, languages
from dealer.words.rules_pages import ALIASES, canonical, names_of_pages, rules_page

LANGUAGES = [language(code) for code in languages()]
LINES_OF_A_PAGE = 32


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("name", names_of_pages())
def test_a_page_is_one_page_with_source_and_credit(name: str, code: str) -> None:
    page = rules_page(name, language(code))
    lines = page.text().splitlines()
    assert len(lines) <= LINES_OF_A_PAGE
    assert all(len(line) <= 78 for line in lines)
    assert page.title and page.subtitle and len(page.sections) >= 2
    assert "James Ernest" in page.credit and "Cheapass Games / Hip Pocket Games" in page.credit
    assert any(title in page.source for title in ("Companion", "Pairanoia", "1.3"))
    assert all(section.heading and section.text.endswith((".", "“.")) for section in page.sections)


def test_every_game_twist_and_stake_has_a_page() -> None:
    assert set(names_of_pages()) == {*GAMES, *TWISTS, "stakes"}
    assert all(canonical(stake) == "stakes" for stake in STAKES)


@pytest.mark.parametrize(
    ("name", "page"),
    [("stick-around", "continuous"), ("Stick Around", "continuous"), ("watch-for-eights", "pieces-of-eight"),
     ("unlucky-seven", "unlucky-seven"), ("the_more_the_merrier", "port"), ("Fortlaufend", "continuous"),
     ("basic", "basic"), ("Tacoma", "stakes")],
)  # fmt: skip
def test_other_editions_names_are_known(name: str, page: str) -> None:
    assert rules_page(name).name == page


@pytest.mark.parametrize("code", languages())
def test_the_list_names_the_other_editions_names(code: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--language", code]) == 0
    listed = capsys.readouterr().out
    assert all(name in listed for name in (*names_of_pages(), *ALIASES))


def test_an_unknown_game_is_told_with_what_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(InputError, match="'poker'.*basic, continuous"):
        rules_page("poker")
    assert main(["rules", "poker"]) == 2
    assert "There is no page of rules for 'poker'" in capsys.readouterr().err


def test_the_command_prints_the_page_in_the_language_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    options = argparse.Namespace(language="de", game="monster", data=None)
    assert print_rules(options) == 0
    assert "Aussteigen" not in rules_page("monster", ENGLISH).text()
    assert capsys.readouterr().out == rules_page("monster", language("de")).text()


def test_losing_scores_on_the_page_are_those_of_the_game() -> None:
    from dealer.games.basic import losing_score

    text = rules_page("basic", ENGLISH).text().replace("\n", " ")
    assert all(str(losing_score(players)) in text for players in range(2, 7))
