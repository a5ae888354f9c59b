"""The house's list of people: numbers stay, names change, and what was played stays theirs."""

import json
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from dealer import cli
from dealer.books.facts import Standing
from dealer.errors import InputError
from dealer.game.header import Header
from dealer.journal.journal import FILE_NAME, Journal
from dealer.journal.people import COLOURS, SYMBOLS, People, as_listed
from dealer.locale import _
from dealer.locale.language import aside, language


def header(*names: str) -> Header:
    return Header.from_mapping({"variant": "basic", "players": list(names)})


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path) as journal:
        yield journal


@pytest.fixture
def people(journal: Journal) -> People:
    return journal.people


def test_whoever_plays_for_the_first_time_is_a_guest(journal: Journal) -> None:
    journal.begin(header("Ann", "Ben"))
    game = journal.begin(header("Ben", "Cyd"))
    assert [(person.number, person.name, person.standing) for person in journal.people.all()] == [
        (1, "Ann", Standing.GUEST),
        (2, "Ben", Standing.GUEST),
        (3, "Cyd", Standing.GUEST),
    ]
    assert [person.name for person in journal.people.at(game)] == ["Ben", "Cyd"]


def test_a_game_may_say_by_number_who_sits_where(journal: Journal, people: People) -> None:
    ann, ben = people.add("Ann"), people.add("Ben")
    game = journal.begin(header("Ben", "Ann"), people=(ben.number, ann.number))
    assert people.at(game) == (ben, ann)


def test_numbers_and_names_are_there_after_a_restart(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        ann = journal.people.add("Ann", Standing.REGULAR)
        game = journal.begin(header("Ann", "Ben"))
    with Journal(tmp_path) as journal:
        assert journal.people.person(ann.number) == ann
        assert [person.name for person in journal.people.at(game)] == ["Ann", "Ben"]


def test_no_two_on_the_list_look_alike_while_that_can_be(people: People) -> None:
    added = [people.add(f"P{number}") for number in range(SYMBOLS * COLOURS)]
    faces = [(person.symbol, person.colour) for person in added]
    assert len(set(faces)) == SYMBOLS * COLOURS
    assert len({symbol for symbol, _colour in faces[:SYMBOLS]}) == SYMBOLS
    assert len({colour for _symbol, colour in faces[:COLOURS]}) == COLOURS


def test_who_left_the_list_frees_the_symbol_but_not_the_number(people: People) -> None:
    people.add("Ann")
    ben = people.add("Ben")
    people.add("Cyd")
    people.forget(ben.number)
    dot = people.add("Dot")
    assert (dot.number, dot.symbol, dot.colour) == (4, ben.symbol, ben.colour)


def test_a_renamed_person_keeps_the_games(journal: Journal, people: People) -> None:
    game = journal.begin(header("Ann", "Ben"))
    people.rename(2, "Benjamin")
    assert [person.name for person in people.at(game)] == ["Ann", "Benjamin"]
    assert people.named("Ben") is None
    journal.begin(header("Benjamin", "Ann"))
    assert len(people.all()) == 2


def test_a_merged_person_is_the_other_everywhere(journal: Journal, people: People) -> None:
    first = journal.begin(header("Ann", "Ben"))
    second = journal.begin(header("Anne", "Ben"))
    third = journal.begin(header("Annie", "Ben"))
    ann, anne, annie = (people.named(name) for name in ("Ann", "Anne", "Annie"))
    assert ann and anne and annie
    people.merge(annie.number, anne.number)
    people.merge(anne.number, ann.number)
    for game in (first, second, third):
        assert [person.name for person in people.at(game)] == ["Ann", "Ben"]
    assert people.person(annie.number) == people.named("Annie") == ann
    assert [person.name for person in people.all(forgotten=True)] == ["Ann", "Ben"]


def test_a_regular_who_is_merged_stays_a_regular(people: People) -> None:
    ann, anne = people.add("Ann"), people.add("Anne", Standing.REGULAR)
    assert people.merge(anne.number, ann.number).standing is Standing.REGULAR
    assert people.person(ann.number).standing is Standing.REGULAR


def test_two_who_sat_in_one_game_are_two(journal: Journal, people: People) -> None:
    journal.begin(header("Ann", "Cyd"))
    game = journal.begin(header("Ann", "Anne"))
    cyd, ann, anne = (people.named(name) for name in ("Cyd", "Ann", "Anne"))
    assert cyd and ann and anne
    with pytest.raises(InputError, match=f"Anne and Ann played game {game} together"):
        people.merge(anne.number, ann.number)
    anni = people.add("Anni")
    people.merge(anni.number, anne.number)
    with pytest.raises(InputError, match="together"):
        people.merge(ann.number, anni.number)


def test_the_name_of_one_who_was_merged_can_be_another_persons(journal: Journal, people: People) -> None:
    ann, anne = people.add("Ann"), people.add("Anne")
    people.merge(anne.number, ann.number)
    other = people.add("Anne")
    assert people.named("Anne") == other
    game = journal.begin(header("Anne", "Ann"))
    assert people.at(game) == (other, ann)


def test_two_names_of_one_person_in_one_game_are_two_people(journal: Journal, people: People) -> None:
    people.merge(people.add("Anne").number, people.add("Ann").number)
    game = journal.begin(header("Ann", "Anne"))
    one, other = people.at(game)
    assert (one.name, other.name) == ("Ann", "Anne") and one.number != other.number


def test_the_forgotten_lose_every_name_and_keep_the_number(journal: Journal, people: People, tmp_path: Path) -> None:
    game = journal.begin(header("Ann", "Ben"))
    ben = people.named("Ben")
    assert ben
    people.merge(people.add("Benno").number, ben.number)
    with pytest.raises(InputError, match="Ben plays just now"):
        people.forget(ben.number)
    assert people.named("Ben") == ben
    journal.end(game, "stopped")
    assert people.forget(ben.number).name == "former player 2"
    assert [person.name for person in people.at(game)] == ["Ann", "former player 2"]
    assert [person.name for person in people.all()] == ["Ann"]
    assert [person.name for person in people.all(forgotten=True)] == ["Ann", "former player 2"]
    assert people.named("Ben") is people.named("Benno") is None
    assert sqlite3.connect(tmp_path / FILE_NAME).execute("SELECT name FROM person ORDER BY number").fetchall() == [
        ("Ann",),
        ("",),
        ("",),
    ]
    assert people.add("Ben").number == 4


def test_games_of_before_the_list_bring_their_names(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        journal.begin(header("Ann", "Ben"))
        journal.begin(header("Ben", "Cyd"))
    connection = sqlite3.connect(tmp_path / FILE_NAME)
    connection.executescript("DELETE FROM seat; DELETE FROM person; UPDATE game SET header = 'x' WHERE number = 1;")
    connection.close()
    for _time in range(2):
        with Journal(tmp_path) as journal:
            assert [person.name for person in journal.people.all()] == ["Ben", "Cyd"]
            assert journal.people.at(1) == ()
            assert [person.name for person in journal.people.at(2)] == ["Ben", "Cyd"]


def test_whoever_played_last_is_offered_first_and_regulars_before_guests(journal: Journal, people: People) -> None:
    journal.begin(header("Ann", "Ben"))
    journal.begin(header("Cyd", "Anne"))
    people.merge(4, 1)
    people.make_regular(2)
    people.add("Dot")
    assert [person.name for person in people.by_last_game()] == ["Ben", "Ann", "Cyd", "Dot"]


def test_another_symbol_and_colour(people: People) -> None:
    ann = people.add("Ann")
    assert people.set_symbol(ann.number, 5).colour == ann.colour
    people.set_symbol(ann.number, 6, 7)
    assert (people.person(ann.number).symbol, people.person(ann.number).colour) == (6, 7)
    with pytest.raises(InputError, match=f"Symbol {SYMBOLS}"):
        people.set_symbol(ann.number, SYMBOLS)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda people: people.add("Ann"), "Ann is somebody else here"),
        (lambda people: people.rename(2, "Ann"), "Ann is somebody else here"),
        (lambda people: people.rename(2, "aNN"), "Ann is somebody else here"),
        (lambda people: people.rename(2, "Pot"), "Nobody can be called Pot"),
        (lambda people: people.add("the house"), "Nobody can be called the house"),
        (lambda people: people.add("Former Player 4"), "Nobody can be called Former Player 4"),
        (lambda people: people.rename(2, "7"), "There is no letter in 7"),
        (lambda people: people.add("-1"), "There is no letter in -1"),
        (lambda people: people.add("🎲!"), "There is no letter in 🎲!"),
        (lambda people: people.add("table"), "'table' cannot be a name"),
        (lambda people: people.rename(2, "  "), "is no name"),
        (lambda people: people.rename(2, "A" * 42), "'A{42}' has 42 letters; expected at most 40"),
        (lambda people: people.rename(9, "Eve"), "Nobody has number 9"),
        (lambda people: people.merge(1, 1), "Ann came twice"),
        (lambda people: people.merge(1, 3), "Number 3 was forgotten"),
        (lambda people: people.forget(3), "Number 3 was forgotten"),
    ],
)
def test_what_cannot_be_is_said_and_changes_nothing(
    people: People, change: Callable[[People], object], said: str
) -> None:
    for name in ("Ann", "Ben", "Cyd"):
        people.add(name)
    people.forget(3)
    before = people.all(forgotten=True)
    with pytest.raises(InputError, match=said):
        change(people)
    assert people.all(forgotten=True) == before
    assert people.rename(1, "Ann").name == "Ann"
    assert people.rename(1, "ANN").name == "ANN", "only the capitals of one's own name"


def test_what_the_books_say_in_german_is_no_name_in_german(people: People) -> None:
    people.add("Ann")
    with aside(language("de")):
        for name in ("der Pott", "Das Haus", "pot", _("former player {number}").format(number=4)):
            with pytest.raises(InputError, match=f"So kann niemand heißen: {name}"):
                people.rename(1, name)
        with pytest.raises(InputError, match="In 12 ist kein Buchstabe"):
            people.rename(1, "12")
        with pytest.raises(InputError, match="Ann gibt es hier schon"):
            people.add("ann")
        with pytest.raises(InputError, match="'A{42}' hat 42 Buchstaben; erwartet werden höchstens 40"):
            people.rename(1, "A" * 42)


def test_a_journal_opens_that_holds_names_which_nobody_gets_any_more(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        played = journal.begin(header("Ann", "ann", "7", "pot"))
    with sqlite3.connect(tmp_path / FILE_NAME) as file:
        file.execute("DELETE FROM seat")
        file.execute("DELETE FROM person")
    file.close()
    with Journal(tmp_path) as journal:
        assert [person.name for person in journal.people.at(played)] == ["Ann", "ann", "7", "pot"]
        game = journal.begin(header("ann", "7"))
        assert [person.number for person in journal.people.at(game)] == [2, 3]


def test_whoever_is_named_with_other_capitals_is_meant(journal: Journal, people: People) -> None:
    game = journal.begin(header("Ann", "Ben"))
    assert people.at(journal.begin(header("BEN", "ann"))) == tuple(reversed(people.at(game)))
    assert as_listed(("BEN", "Cyd", "ann"), people.all()) == ("Ben", "Cyd", "Ann")
    for names, why in (
        (("Cyd", "cyd"), "cyd is named twice"),
        (("BEN", "ben"), "ben is named twice"),
        (("Ann", "pot"), "Choose"),
        (("3", "Ann"), "Choose"),
    ):
        with pytest.raises(InputError, match=why):
            as_listed(names, people.all())


# dealer players


def players(folder: Path, *arguments: str) -> int:
    return cli.main(["players", *arguments, "--data", str(folder)])


@pytest.fixture
def house(tmp_path: Path) -> Path:
    with Journal(tmp_path) as journal:
        journal.begin(header("Ann", "Ben"))
        journal.end(journal.begin(header("Cyd", "Ann")), "stopped")
        journal.people.add("Anne", Standing.REGULAR)
    return tmp_path


def test_the_list_is_printed_for_people_and_for_programs(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert players(house, "list") == 0
    assert capsys.readouterr().out.splitlines() == [
        "   4  Anne  0 games",
        "   1  Ann  2 games, the last is number 2  guest",
        "   3  Cyd  1 game, the last is number 2  guest",
        "   2  Ben  1 game, the last is number 1  guest",
    ]
    assert players(house, "list", "--json") == 0
    listed = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(one["person"], one["name"], one["standing"], one["games"], one["last"]) for one in listed] == [
        (4, "Anne", "regular", 0, None),
        (1, "Ann", "guest", 2, 2),
        (3, "Cyd", "guest", 1, 2),
        (2, "Ben", "guest", 1, 1),
    ]


def test_people_are_renamed_merged_and_forgotten(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert players(house, "rename", "Ben", "Benjamin") == 0
    assert players(house, "merge", "Anne", "1") == 0
    assert players(house, "forget", "3", "--json") == 0
    said = capsys.readouterr().out.splitlines()
    assert said[:2] == ["Ben is Benjamin now.", "Anne is Ann: number 1."]
    assert json.loads(said[2])["name"] == "former player 3" and json.loads(said[2])["standing"] == "forgotten"
    with Journal(house, writable=False) as journal:
        assert [(person.name, person.standing) for person in journal.people.all(forgotten=True)] == [
            ("Ann", Standing.REGULAR),
            ("Benjamin", Standing.GUEST),
            ("former player 3", Standing.FORGOTTEN),
        ]


def test_who_is_not_there_or_cannot_be_is_told(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, said in (
        (("rename", "Zoe", "Ann"), "Nobody on the list is 'Zoe'"),
        (("rename", "99", "Zoe"), "Nobody has number 99"),
        (("rename", "Ben", "ann"), "Ann is somebody else here"),
        (("rename", "Ben", "7"), "There is no letter in 7"),
        (("merge", "Cyd", "Ann"), "they are two"),
        (("forget", "former player 2"), "Nobody on the list"),
    ):
        assert players(house, *arguments) == 2
        assert said in capsys.readouterr().err


def test_a_number_means_the_number_not_a_name(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        journal.begin(header("Ann", "Ben", "1"))
    assert players(tmp_path, "rename", "1", "Anna") == 0
    with Journal(tmp_path, writable=False) as journal:
        assert [person.name for person in journal.people.all()] == ["Anna", "Ben", "1"]


def test_nobody_has_played_yet(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Journal(tmp_path).close()
    assert players(tmp_path, "list") == 0
    assert "Nobody" in capsys.readouterr().out
