"""``dealer evening`` and what ``dealer games`` says of coins: for people and for programs."""

import csv
import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from fpdf import FPDF
from test_books import LOST, STAKED, number_of, played
from test_random_play import random_header

from dealer.books.facts import HOUSE, Coin, PostingKind
from dealer.cli import main
from dealer.game.driver import Game
from dealer.game.header import Header
from dealer.journal.journal import Journal
from dealer.locale.language import language, speak
from dealer.rehearsal.bots import play_at_random
from dealer.rules.acts import parse_act


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An evening with a game that Bob lost, and a side bet with a formula for its why."""
    with Journal(tmp_path) as journal:
        journal.books.opened(Coin(20, "€"))
        played(journal, STAKED, *LOST)
        angie, carlos = (number_of(journal, name) for name in ("Angie", "Carlos"))
        journal.books.pay(angie, carlos, 5, PostingKind.SIDE_BET, why="=1+1", hand="touch")
    return tmp_path


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(arguments) == 0
    return capsys.readouterr().out


def test_evenings_are_listed_and_shown(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "Angie -4, Bob -2, Carlos +6" in said(capsys, "evening", "list", "--data", str(folder))
    shown = said(capsys, "evening", "show", "--data", str(folder))
    assert "a coin is 0.20 €" in shown and "Angie gives Carlos 4 (0.80 €)" in shown
    (one,) = said(capsys, "evening", "list", "--json", "--data", str(folder)).splitlines()
    assert json.loads(one)["people"][2] == {"person": 3, "name": "Carlos", "won": 6, "balance": 6}


def test_an_evening_is_settled_and_closed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = "Angie gives Carlos 4 (0.80 €)\nBob gives Carlos 2 (0.40 €)\n"
    for more in ((), ("--paid",)):
        assert said(capsys, "evening", "settle", *more, "--data", str(folder)) == words
    assert said(capsys, "evening", "settle", "1", "--data", str(folder)) == "All is settled.\n"
    shown = said(capsys, "evening", "show", "--data", str(folder))
    assert "closed" in shown and "still due" not in shown


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The cells of each sheet that is made, as text."""
    found: list[str] = []

    def cell(page: FPDF, width: float, height: float, text: str = "", **more: object) -> object:
        found.append(text)
        return plain_cell(page, width, height, text, **more)

    plain_cell: Callable[..., object] = FPDF.cell
    monkeypatch.setattr(FPDF, "cell", cell)
    return found


def test_a_settled_evening_still_says_who_won_and_lost(
    folder: Path, capsys: pytest.CaptureFixture[str], written: list[str]
) -> None:
    due = "; still due: Angie gives Carlos 4 (0.80 €), Bob gives Carlos 2 (0.40 €)"
    assert due in said(capsys, "evening", "list", "--data", str(folder))
    said(capsys, "evening", "settle", "--paid", "--data", str(folder))
    assert said(capsys, "evening", "list", "--data", str(folder)).endswith("Angie -4, Bob -2, Carlos +6\n")
    (one,) = said(capsys, "evening", "list", "--json", "--data", str(folder)).splitlines()
    assert [(each["won"], each["balance"]) for each in json.loads(one)["people"]] == [(-4, 0), (-2, 0), (6, 0)]
    shown = said(capsys, "evening", "show", "--data", str(folder)).splitlines()
    assert [line.split()[:2] for line in shown[1:4]] == [["Angie", "-4"], ["Bob", "-2"], ["Carlos", "+6"]]
    out = str(folder / "sheet.pdf")
    said(capsys, "evening", "export", "--format", "pdf", "--out", out, "--data", str(folder))
    assert written[written.index("Carlos") :][:3] == ["Carlos", "+6", "1.20 €"] and "All is settled." in written


def test_names_are_those_of_now(folder: Path, capsys: pytest.CaptureFixture[str], written: list[str]) -> None:
    said(capsys, "players", "rename", "Bob", "Robert", "--data", str(folder))
    said(capsys, "players", "forget", "Carlos", "--data", str(folder))
    line = said(capsys, "games", "--data", str(folder))
    assert "Robert lost; coins: Angie +1, Robert -2, former player 3 +1" in line
    game = json.loads(said(capsys, "games", "--json", "--data", str(folder)))
    assert (game["players"], game["losers"]) == (["Angie", "Robert", "former player 3"], ["Robert"])
    assert list(game["scores"]) == list(game["coins"]) == game["players"]
    out = str(folder / "sheet.pdf")
    said(capsys, "evening", "export", "--format", "pdf", "--out", out, "--data", str(folder))
    assert "lost: Robert" in written and not any("Bob" in text or "Carlos" in text for text in written)


def test_the_terminal_is_english_and_the_sheet_in_the_houses_language(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], written: list[str]
) -> None:
    (tmp_path / "settings.toml").write_text('language = "de"\n', encoding="utf-8")
    with Journal(tmp_path) as journal:
        played(journal, Header.from_mapping({"variant": "hawthorn", "players": ["Ann", "Ben"]}))
        number = journal.begin(header := Header.from_mapping({"variant": "starboard", "players": ["Ann", "Ben"]}))
        act = parse_act("deal table 5 9", header.players)
        with journal.together(number, Game(header, [act])):
            journal.add(number, act)
        journal.end(number, "stopped")
        journal.people.forget(number_of(journal, "Ben"))
    try:
        english = ("Ann pays the pot", "former player 2 pays the pot")
        for what in (("show",), ("list",), ("settle", "--pot", "keep")):
            assert all(words in said(capsys, "evening", *what, "--data", str(tmp_path)) for words in english)
        for what in ("show", "--json"), ("export", "--format", "csv"):
            assert "former player 2" in said(capsys, "evening", *what, "--data", str(tmp_path))
        out = str(tmp_path / "sheet.pdf")
        said(capsys, "evening", "export", "--format", "pdf", "--out", out, "--data", str(tmp_path))
    finally:
        speak(language("en"))
    assert any("in den Pott" in text for text in written) and "früherer Spieler 2" in written


def settled(folder: Path, capsys: pytest.CaptureFixture[str], *more: str) -> tuple[int, str, str]:
    code = main(("evening", "settle", *more, "--data", str(folder)))
    return code, *capsys.readouterr()


def test_coins_in_the_pot_are_asked_about_before_an_evening_is_settled(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Journal(tmp_path) as journal:
        journal.books.opened(Coin(20, "€"))
        header = Header.from_mapping({"variant": "hawthorn", "players": ["Ann", "Ben", "Cyd"]})
        number, _ = played(journal, header, "Ben reveal 4")
        with journal.together(number, journal.load(number)):
            journal.books.pay(number_of(journal, "Ann"), number_of(journal, "Ben"), 1, PostingKind.SIDE_BET)
    goes_on = settled(tmp_path, capsys, "--paid", "--pot", "share")
    assert goes_on[0] == 2 and "still goes on" in goes_on[2]
    with Journal(tmp_path) as journal:
        kinds = {line.kind for line in journal.books.postings(journal.books.opened())}
        assert kinds == {PostingKind.ANTE, PostingKind.SIDE_BET}, "nothing is half settled"
        journal.books.pay(number_of(journal, "Ben"), number_of(journal, "Ann"), 1, PostingKind.SIDE_BET)
        journal.end(number, "stopped")
    for more in ((), ("--paid",), ("--json",)):
        code, out, err = settled(tmp_path, capsys, *more)
        assert (code, out) == (2, "") and "In the pot lie 3 (0.60 €)" in err
        assert "--pot share (each of 3 gets 1 (0.20 €)) or --pot keep" in err
    assert settled(tmp_path, capsys, "--pot", "share")[:2] == (0, "All is settled.\n")
    kept = settled(tmp_path, capsys, "--pot", "keep")[1].splitlines()
    assert len(kept) == 4 and kept[-1] == "In the pot stay 3 (0.60 €), for the next evening."
    assert settled(tmp_path, capsys, "--pot", "share", "--paid")[:2] == (0, "All is settled.\n")
    with Journal(tmp_path) as journal:
        assert not any(journal.books.balances(journal.books.evenings()[-1]).values())
    assert settled(tmp_path, capsys)[:2] == (0, "All is settled.\n"), "nothing lies there any more"


def test_an_evening_tells_what_lay_in_the_pot_and_was_kept_for_later(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Journal(tmp_path) as journal:
        header = Header.from_mapping({"variant": "hawthorn", "players": ["Ann", "Ben", "Cyd"]})
        number, _ = played(journal, header, "Ben reveal 4")
        journal.end(number, "stopped")
        first = journal.books.opened()
        journal.books.carry()
        journal.books.close(first)
    shown = said(capsys, "evening", "show", str(first.number), "--data", str(tmp_path))
    won = [int(line.split()[1]) for line in shown.splitlines() if line.strip()[:3] in ("Ann", "Ben", "Cyd")]
    (later,) = (int(line.split()[-1]) for line in shown.splitlines() if "kept for later" in line)
    assert len(won) == 3 and sum(won) + later == 0 and later == 3


def test_a_closed_evening_tells_what_was_carried_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Journal(tmp_path) as journal:
        number, _ = played(journal, Header.from_mapping({"variant": "basic", "players": ["Ann", "Ben"]}), "deal Ben 4")
        journal.end(number, "stopped")
        first = journal.books.opened()
        journal.books.pay(number_of(journal, "Ann"), number_of(journal, "Ben"), 2, PostingKind.SIDE_BET)
        where = ("--data", str(tmp_path))
        assert "next evening" not in said(capsys, "evening", "show", *where)
        journal.books.carry()
        journal.books.close(first)
    for what in ("show", "list", "settle"):
        assert "next evening: Ann gives Ben 2" in said(capsys, "evening", what, *where)


def test_a_spreadsheet_and_a_program_get_all_of_it(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, "evening", "export", "1", "--format", "csv", "--data", str(folder))
    assert text.startswith("\ufeffnumber,")
    rows = list(csv.DictReader(text.removeprefix("\ufeff").splitlines()))
    assert [(row["from"], row["to"], row["coins"], row["money"]) for row in rows] == [
        ("Bob", "Angie", "1", "0.2"), ("Bob", "Carlos", "1", "0.2"), ("Angie", "Carlos", "5", "1.0")
    ]  # fmt: skip
    assert rows[2]["why"] == "'=1+1", "it is no formula"
    assert rows[0]["act"] == "5" and "T" in rows[0]["time"]
    whole = json.loads(said(capsys, "evening", "export", "1", "--format", "json", "--data", str(folder)))
    assert whole["postings"][2]["why"] == "=1+1" and whole["payments"][0]["coins"] == 4
    assert whole == json.loads(said(capsys, "evening", "show", "--json", "--data", str(folder)))


def test_the_fields_of_an_evening_are_documented(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    documented = (Path(__file__).parent.parent / "docs" / "journal.md").read_text(encoding="utf-8")
    whole = json.loads(said(capsys, "evening", "show", "--json", "--data", str(folder)))
    (game,) = said(capsys, "games", "--json", "--data", str(folder)).splitlines()
    for fields in (whole, whole["people"][0], whole["payments"][0], whole["postings"][0], json.loads(game)):
        for field in fields:
            assert f"`{field}`" in documented, field


@pytest.mark.parametrize(("games", "people"), [(0, 2), (1, 3), (60, 8)])
def test_the_sheet_for_the_wall_is_one_page(
    tmp_path: Path, games: int, people: int, capsys: pytest.CaptureFixture[str]
) -> None:
    chooser = random.Random(games)
    with Journal(tmp_path) as journal:
        journal.books.opened(Coin(10, "£"))
        names = [f"{'Ánna-Maria Wölfl' if number == 1 else 'Person'} {number}" for number in range(people)]
        for _game in range(games):
            header = Header.from_mapping({"variant": "monster" if people == 8 else "hawthorn", "players": names})
            game = play_at_random(header, chooser)
            number = journal.begin(header)
            with journal.together(number, game):
                for act in game.acts:
                    journal.add(number, act)
        if not games:
            played(journal, random_header("port", chooser))
    out = tmp_path / "sheet.pdf"
    assert said(capsys, "evening", "export", "--format", "pdf", "--out", str(out), "--data", str(tmp_path))
    pdf = out.read_bytes()
    assert pdf.startswith(b"%PDF") and pdf.count(b"/Type /Page\n") == 1


def test_what_cannot_be_is_told_in_a_sentence(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(("evening", "show", "7", "--data", str(folder))) == 2
    assert "no evening '7'" in capsys.readouterr().err
    assert main(("evening", "export", "--out", str(folder / "no" / "x"), "--data", str(folder))) == 4
    assert "--out FILE" in capsys.readouterr().err
    with Journal(folder / "new"):
        pass
    assert main(("evening", "settle", "--data", str(folder / "new"))) == 2
    assert "play a game first" in capsys.readouterr().err


def test_a_game_without_points_lists_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Journal(tmp_path) as journal:
        played(journal, Header.from_mapping({"variant": "starboard", "players": ["Ann", "Ben"]}), "deal table 5 9")
    line = said(capsys, "games", "--data", str(tmp_path))
    assert "Ann 0" not in line and "coins: Ann -1, Ben -1" in line


def test_games_say_who_won_what_moved_and_how_long(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = said(capsys, "games", "--data", str(folder))
    assert "Bob lost; coins: Angie +1, Bob -2, Carlos +1; 1 min" in line
    game = json.loads(said(capsys, "games", "--json", "--data", str(folder)))
    assert (game["coins"], game["winners"], game["evening"]) == ({"Angie": 1, "Bob": -2, "Carlos": 1}, [], 1)
    assert game["seconds"] in (0, 1, 2)


def test_forfeits_are_due_until_they_are_done(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    where = ("--data", str(folder))
    with Journal(folder) as journal:
        person = journal.people.all()[0]
        journal.books.pay(person.number, HOUSE, 0, PostingKind.FORFEIT, why="sings a song")
    line = f"{person.name}: sings a song"
    assert f"still due: {line}" in said(capsys, "evening", "show", *where).replace("\n  ", "\n")
    assert line in said(capsys, "evening", "list", *where)
    assert line in said(capsys, "evening", "settle", "--paid", *where)
    assert said(capsys, "evening", "settle", *where) == "All is settled.\n"
