"""The command line: each bad input gets one clear sentence and its exit status; the documents name what there is."""

import argparse
import json
import os
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from dealer import cli
from dealer.errors import InputError
from dealer.examples import EXAMPLES
from dealer.game.header import Header
from dealer.journal.journal import Journal, TableKind
from dealer.presses import Button, Kind, Press
from dealer.rules.acts import Act
from dealer.settings import rehearsals_folder
from dealer.table.event_lines import EVENTS, read_presses

ROOT = Path(__file__).parent.parent
HEADER = Header.from_mapping({"variant": "basic", "players": ["Angie", "Bob"], "dealer": "Bob"})


def run(*arguments: str) -> int:
    """The exit status of a command."""
    try:
        return cli.main(arguments)
    except SystemExit as ended:
        return int(ended.code or 0)


def commands() -> dict[str, argparse.ArgumentParser]:
    parser = cli.make_parser()
    (action,) = [one for one in parser._actions if isinstance(one, argparse._SubParsersAction)]
    return dict(action.choices)


def test_the_readme_names_every_command() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [name for name in commands() if f"dealer {name}" not in text] == []


def test_the_events_page_names_every_event_and_no_other() -> None:
    text = (ROOT / "docs" / "events.md").read_text(encoding="utf-8")
    assert tuple(re.findall(r"^\| `([a-z]+)` \|", text, re.MULTILINE)) == EVENTS


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        (["paly"], "'play'"),
        (["print", "coaster"], "'coasters'"),
        (["watch", "--difficulty", "esay"], "'easy'"),
        (["measure", "game"], "'games'"),
    ],
)
def test_a_slip_is_told_what_was_meant(arguments: list[str], meant: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*arguments) == 2
    assert f"did you mean {meant}?" in capsys.readouterr().err


def test_what_is_like_nothing_is_told_what_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("frobnicate") == 2
    said = capsys.readouterr().err
    assert "did you mean" not in said and "watch" in said


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (["frobnicate"], 2, "frobnicate"),
        (["watch", "--frob"], 2, "--frob"),
        (["watch", "--data", "{empty}"], 2, "--camera"),
        (["watch", "--data", "{empty}", "--camera", "telescope"], 2, "telescope"),
        (["watch", "--data", "{empty}", "--camera", "video:{empty}/none.mp4", "--players", "A,B"], 2, "none.mp4"),
        (["watch", "--data", "{empty}", "--camera", "stills:{empty}/none", "--players", "A,B"], 2, "none"),
        (["watch", "--data", "{empty}", "--camera", "webcam:97", "--players", "A,B", "--headless"], 4, "97"),
        (["watch", "--data", "{empty}", "--camera", "sim:1", "--players", "A"], 2, "1"),
        (["watch", "--data", "{empty}", "--camera", "sim:1", "--players", "A,A"], 2, "A"),
        (["watch", "--data", "{empty}", "--camera", "sim:1", "--variant", "poker"], 2, "poker"),
        (["watch", "--data", "{empty}", "--camera", "sim", "--variant", "venture", "--players", "A,B"], 2, "venture"),
        (["watch", "--data", "{empty}", "--camera", "sim:1", "--target", "0"], 2, "target"),
        (["watch", "--data", "{empty}", "--camera", "sim:1", "--game", "{empty}/none.pairs"], 2, "none.pairs"),
        (["watch", "--data", "{empty}", "--camera", "sim:1", "--presses", "{empty}/none"], 2, "none"),
        (["watch", "--data", "{empty}", "--camera", "sim:1", "--mistake", "sneeze"], 2, "sneeze"),
        (["watch", "--data", "{empty}", "--camera", "sim:1", "--design", "cubist"], 2, "cubist"),
        (["watch", "--data", "{empty}", "--camera", "sim:1", "--lens", "monocle"], 2, "monocle"),
        (["watch", "--data", "{empty}", "--camera", "sim:1", "--record", "{empty}/no/where.pairs"], 2, "where.pairs"),
        (["watch", "--data", "{empty}", "--camera", "sim:1", "--record", "{pipe}"], 2, "pipe"),
        (["watch", "--data", "{empty}", "--camera", "webcam:0", "--fast"], 2, "--fast"),
        (["watch", "--data", "{empty}", "--camera", "stills:{empty}", "--truth", "{empty}/t"], 2, "--truth"),
        (["play", "--data", "{empty}", "--camera", "stills:{empty}/none"], 2, "none"),
        (["play", "--data", "{empty}", "--camera", "stills:{empty}", "--headless"], 2, "no pictures"),
        (["play", "--data", "{empty}", "--camera", "video:{empty}/none.mp4"], 2, "none.mp4"),
        (["play", "--data", "{file}", "--headless", "--mute"], 2, "is a file"),
        (["play", "--data", "{file}/data", "--headless"], 2, "is a file"),
        (["watch", "--data", "{file}", "--camera", "sim:1"], 2, "is a file"),
        (["games", "--data", "{file}"], 2, "is a file"),
        (["teach", "pirates", "--data", "{file}", "--camera", "sim:1"], 2, "is a file"),
        (["play", "--data", "{empty}", "--screen", "huge", "--headless", "--camera", "sim"], 2, "huge"),
        (["play", "--data", "{empty}", "--headless", "--camera", "sim", "--variant", "poker"], 2, "poker"),
        (["play", "--data", "{empty}", "--headless", "--camera", "sim", "--players", "A,A"], 2, "A"),
        (["play", "--data", "{empty}", "--headless", "--camera", "sim", "--target", "0"], 2, "at least 1"),
        (["play", "--data", "{empty}", "--headless", "--camera", "sim", "--target", "1.5"], 2, "'1.5'"),
        (["play", "--data", "{empty}", "--headless", "--camera", "sim", "--variant", ""], 2, "--variant"),
        (["play", "--data", "{empty}", "--headless", "--camera", "sim", "--dealer", ""], 2, "--dealer"),
        (
            [
                "play",
                "--data",
                "{empty}",
                "--headless",
                "--camera",
                "sim",
                "--variant",
                "five-cards",
                "--players",
                "A,B,C",
            ],
            2,
            "five-cards needs 2 players with these options; 3 came",
        ),
        (["replay", "{empty}/none.pairs"], 2, "none.pairs"),
        (["see", "{empty}/none.jpg"], 2, "none.jpg"),
        (["games", "--data", "{empty}"], 4, "no journal"),
        (["export", "last", "--data", "{empty}"], 4, "no journal"),
        (["print", "beermats"], 2, "beermats"),
        (["calibrate", "lens", "{empty}/none.jpg", "--data", "{empty}"], 2, "none.jpg"),
    ],
)
def test_bad_input_is_told_in_one_sentence(
    arguments: list[str], status: int, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if "{pipe}" in arguments:
        os.mkfifo(tmp_path / "pipe")
    if any("{file}" in argument for argument in arguments):
        (tmp_path / "file").touch()
    places = {"{empty}": tmp_path, "{pipe}": tmp_path / "pipe", "{file}": tmp_path / "file"}
    for name, place in places.items():
        arguments = [argument.replace(name, str(place)) for argument in arguments]
    assert run(*arguments) == status
    told = capsys.readouterr().err.strip()
    assert words in told
    assert "Traceback" not in told
    assert len(told.splitlines()) == 1, told


@pytest.mark.parametrize("wrong", [("--variant", "poker"), ("--players", "Ann,ann"), ("--players", "Ann")])
def test_nothing_is_opened_for_a_game_that_cannot_be(wrong: tuple[str, str], tmp_path: Path) -> None:
    assert run("play", "--data", str(tmp_path / "new"), "--headless", "--camera", "sim", *wrong) == 2
    assert not (tmp_path / "new").exists()


def test_who_deals_is_judged_by_who_played_last(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("play", "--data", str(tmp_path), "--headless", "--mute", "--camera", "sim", "--seconds", "0.2")
    assert run(*arguments, "--players", "Ann,Ben") == 0
    assert run(*arguments, "--dealer", "Ben") == 0
    assert run(*arguments, "--dealer", "Cyd") == 2
    assert "Ann, Ben" in capsys.readouterr().err


def test_a_picture_that_is_none_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "torn.jpg").write_bytes(b"\xff\xd8 half a picture")
    assert run("see", "--card-width", "100", str(tmp_path / "torn.jpg")) == 2
    assert "torn.jpg" in capsys.readouterr().err


def test_settings_with_an_unknown_key_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "settings.toml").write_text("volme = 3\n")
    assert run("watch", "--data", str(tmp_path), "--camera", "sim:1") == 2
    assert "volme" in capsys.readouterr().err


def test_two_programs_on_one_journal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Journal(rehearsals_folder(tmp_path)):
        assert run("watch", "--data", str(tmp_path), "--camera", "sim:1", "--headless", "--fast") == 4
    assert "Another dealer" in capsys.readouterr().err


def test_games_are_listed_and_exported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Journal(tmp_path) as journal:
        number = journal.begin(HEADER)
        journal.add(number, Act("deal", "Angie", (4,)))
        journal.add(number, Act("deal", "Bob", (9,)))
        journal.begin(HEADER)
    assert run("games", "--data", str(tmp_path), "--json") == 0
    listed = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(game["game"], game["acts"], game["ending"]) for game in listed] == [(1, 2, "open"), (2, 0, "open")]
    assert run("export", "1", "--data", str(tmp_path)) == 0
    record = capsys.readouterr().out
    (tmp_path / "kept.pairs").write_text(record, encoding="utf-8")
    assert run("replay", "--json", str(tmp_path / "kept.pairs")) == 0
    assert json.loads(capsys.readouterr().out)["turn"] == "Angie"
    assert run("export", "7", "--data", str(tmp_path)) == 2


def test_games_name_the_table_and_what_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Journal(tmp_path) as journal:
        journal.begin(HEADER)
        journal.begin(HEADER, at=TableKind.REHEARSAL)
        journal._connection.execute("UPDATE game SET header = 'x' WHERE number = 1")
    assert run("games", "--data", str(tmp_path)) == 0
    spoiled, rehearsal = capsys.readouterr().out.splitlines()
    assert "unreadable" in spoiled and "no record" in spoiled
    assert "rehearsal" in rehearsal and "Angie 0" in rehearsal
    assert run("games", "--json", "--data", str(tmp_path)) == 0
    listed = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(game["table"], game["variant"], bool(game["problem"])) for game in listed] == [
        ("camera", None, True),
        ("rehearsal", "basic", False),
    ]
    assert run("export", "1", "--data", str(tmp_path)) == 4
    assert "Game 1" in capsys.readouterr().err


def test_corrections_are_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Journal(tmp_path) as journal:
        number = journal.begin(HEADER)
        journal.add(number, Act("deal", "Angie", (4,)))
    assert run("games", "--corrections", "--data", str(tmp_path)) == 0
    assert "Nothing" in capsys.readouterr().out
    with Journal(tmp_path) as journal:
        new = Act("deal", "Angie", (5,))
        journal.correct(number, 0, new, old=Act("deal", "Angie", (4,)), hand="touch")
        journal.undo(number, new, hand="green")
    assert run("games", "--corrections", "--data", str(tmp_path)) == 0
    corrected, undone = capsys.readouterr().out.splitlines()
    assert "touch" in corrected and "deal Angie 4 -> deal Angie 5" in corrected
    assert "green" in undone and "deal Angie 5 taken back" in undone
    assert run("games", "--corrections", "--json", "--data", str(tmp_path)) == 0
    listed = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(one["kind"], one["hand"], one["old"], one["new"]) for one in listed] == [
        ("correction", "touch", "deal Angie 4", "deal Angie 5"),
        ("undo", "green", "deal Angie 5", ""),
    ]


def test_a_damaged_journal_is_read_as_far_as_it_goes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Journal(tmp_path) as journal:
        journal.add(journal.begin(HEADER), Act("deal", "Angie", (4,)))
    file = tmp_path / "journal.sqlite3"
    file.write_bytes(bytes(4096) + file.read_bytes()[4096:])
    damaged = file.read_bytes()
    assert run("games", "--json", "--data", str(tmp_path)) == 0
    told = capsys.readouterr()
    assert json.loads(told.out)["acts"] == 1
    assert "damaged" in told.err and len(told.err.splitlines()) == 1
    assert file.read_bytes() == damaged
    assert run("export", "last", "--data", str(tmp_path)) == 0


def test_a_film_without_coasters_says_what_to_show(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stills = tmp_path / "stills"
    stills.mkdir()
    for number in range(3):
        cv2.imwrite(str(stills / f"{number}.png"), np.full((720, 1280, 3), 90, np.uint8))
    data = str(tmp_path / "data")
    assert run("watch", "--data", data, "--camera", f"stills:{stills}", "--players", "A,B", "--headless", "--fast") == 4
    assert "coaster" in capsys.readouterr().err


def test_presses_are_read_in_the_order_of_their_times(tmp_path: Path) -> None:
    path = tmp_path / "presses"
    path.write_text(
        '{"t": 3, "button": "blue", "hold": true}\n\n{"t": 1.5, "act": "Bob hit 5"}\n{"t": 2, "button": "red"}\n',
        encoding="utf-8",
    )
    hands = read_presses(path)
    assert [(one.time_s, one.press, one.act) for one in hands] == [
        (1.5, None, "Bob hit 5"),
        (2.0, Press(Button.RED), None),
        (3.0, Press(Button.BLUE, Kind.LONG), None),
    ]


@pytest.mark.parametrize(
    "line",
    ["hello", "[]", '{"t": 1}', '{"t": -1, "button": "red"}', '{"t": 1, "button": "pink"}', '{"t": 1, "act": 5}',
     '{"t": true, "button": "red"}', '{"t": 1, "button": "red", "act": "undo"}', '{"t": 1, "knob": 3}'],
)  # fmt: skip
def test_a_line_that_is_no_press_is_named(line: str, tmp_path: Path) -> None:
    path = tmp_path / "presses"
    path.write_text('{"t": 1, "button": "red"}\n' + line + "\n", encoding="utf-8")
    with pytest.raises(InputError, match="line 2"):
        read_presses(path)


def parsers(parser: cli.Parser) -> Iterator[cli.Parser]:
    """The program's, and each command's."""
    yield parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for below in action.choices.values():
                yield from parsers(below)


@pytest.mark.parametrize("parser", list(parsers(cli.make_parser())), ids=lambda parser: parser.prog)
def test_every_help_ends_with_examples_that_can_be_typed(parser: cli.Parser) -> None:
    examples = EXAMPLES[parser.prog]
    assert examples and all(f"  {example}\n" in parser.format_help() for example in examples)
    for example in examples:
        typed, _spaces, _meaning = example.partition("   ")
        assert typed.startswith(parser.prog) and len(example) <= 100
        assert cli.make_parser().parse_args(shlex.split(typed)[1:]).run


def test_no_example_is_of_a_command_that_is_gone() -> None:
    assert set(EXAMPLES) == {parser.prog for parser in parsers(cli.make_parser())}
