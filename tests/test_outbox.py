"""The journal's outbox: each row that is to be told has a number, once, whatever became of the file."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from dealer.books.facts import PostingKind, Standing
from dealer.errors import JournalError
from dealer.game.driver import Game
from dealer.game.header import Header
from dealer.journal.copies import make_copy
from dealer.journal.journal import FILE_NAME, Journal
from dealer.journal.outbox import START, Outbox, Place, waiting
from dealer.rules.acts import parse_act

HEADER = Header.from_mapping({"variant": "basic", "players": ["Ann", "Ben"], "target": 20})


def some_acts(journal: Journal, number: int | None = None) -> int:
    """A game, or some more of it: an act, taken back and said again."""
    number = journal.begin(HEADER) if number is None else number
    game = journal.load(number)
    act = min(game.legal_acts(), key=str)
    for taken_back in (True, False):
        game.push(act)
        with journal.together(number, game):
            journal.add(number, act)
        if taken_back:
            game.pop()
            with journal.together(number, game):
                journal.undo(number, act)
    return number


def kept_in(folder: Path) -> Path:
    """A folder for copies that the journal itself knows nothing of."""
    (folder / "kept").mkdir(exist_ok=True)
    return folder / "kept"


def told(folder: Path) -> list[tuple[str, int]]:
    with Outbox(folder / FILE_NAME) as outbox:
        rows = outbox.after(START, 1000)
    assert [one.place.number for one in rows] == list(range(1, len(rows) + 1))
    assert [one.before for one in rows[1:]] == [one.place for one in rows[:-1]]
    return [(one.what, one.subject) for one in rows]


def sql(folder: Path, *statements: str) -> None:
    with closing(sqlite3.connect(folder / FILE_NAME)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()


def test_whatever_is_written_is_numbered_in_its_own_transaction(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        number = some_acts(journal)
        before = told(tmp_path)
        assert before.count(("entry", 1)) == before.count(("entry", 2)) == before.count(("entry", 3)) == 1
        assert ("evening", 1) in before and ("game", 1) in before and ("person", 1) in before
        journal.books.pay(1, 2, 3, PostingKind.SIDE_BET)
        journal.people.rename(2, "Benjamin")
        journal.people.add("Cyd", Standing.GUEST)
        journal.end(number, "stopped")
        journal.end(number, "stopped")
        journal.keep_choice("evening", {"a": 1})
        assert told(tmp_path)[len(before) :] == [
            *[("posting", 1), ("person", 2), ("person", 3), ("game", 1)],
        ]
        with pytest.raises(JournalError), journal.together(number, Game(HEADER)):
            journal.add(number, parse_act("Ann hit 3", HEADER.players))
            raise JournalError("the disk is full")
        assert told(tmp_path)[-1] == ("game", 1)


def test_a_row_is_told_as_it_stands(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        some_acts(journal)
        journal.people.rename(2, "Benjamin")
    with Outbox(tmp_path / FILE_NAME) as outbox:
        rows = outbox.after(START, 100)
        names = [one.row["name"] for one in rows if one.what == "person" and one.row is not None]
        assert names == ["Ann", "Benjamin", "Benjamin"]
        game = next(one.row for one in rows if one.what == "game")
        assert game is not None and game["people"] == [1, 2] and "basic" in game["header"]
        assert outbox.after(rows[-2].place, 100) == rows[-1:] and outbox.after(rows[-1].place, 100) == []
        assert outbox.at(0) == START and outbox.at(len(rows)) == outbox.last() and outbox.at(99) is None


def test_a_table_is_the_same_in_its_copies_and_another_in_another_folder(tmp_path: Path) -> None:
    with Journal(tmp_path / "one") as journal:
        some_acts(journal)
        copy = make_copy(journal.path, kept_in(tmp_path), 3)
        some_acts(journal, 1)
        second = make_copy(journal.path, kept_in(tmp_path), 1)  # the older one, continued
    with Journal(tmp_path / "other"):
        pass
    del copy
    with (
        Outbox(tmp_path / "one" / FILE_NAME) as one,
        Outbox(second) as copied,
        Outbox(tmp_path / "other" / FILE_NAME) as other,
    ):
        assert one.table == copied.table != other.table
        assert one.after(START, 100) == copied.after(START, 100)


def test_a_copy_that_went_on_otherwise_has_other_marks(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        some_acts(journal)
        copy = make_copy(journal.path, kept_in(tmp_path), 3)
        shared = len(told(tmp_path))
        some_acts(journal, 1)
    (tmp_path / "back").mkdir()
    copy.rename(tmp_path / "back" / FILE_NAME)
    with Journal(tmp_path / "back") as journal:
        some_acts(journal, 1)
    with Outbox(tmp_path / FILE_NAME) as one, Outbox(tmp_path / "back" / FILE_NAME) as other:
        assert one.at(shared) == other.at(shared)
        assert one.last().number == other.last().number and one.last() != other.last()


def test_a_journal_of_before_there_was_an_outbox_tells_all_it_has(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        some_acts(journal)
    was = set(told(tmp_path))
    sql(tmp_path, "DROP TABLE outbox", "DELETE FROM choice WHERE name = 'table'", "PRAGMA user_version = 3")
    with pytest.raises(JournalError, match="cannot be read"):
        Outbox(tmp_path / FILE_NAME)
    with Journal(tmp_path) as journal:
        assert journal.rescue == ""
    assert set(told(tmp_path)) == was and list(tmp_path.glob("journal-before-5*"))


@pytest.mark.parametrize(
    "damage",
    [
        "DELETE FROM outbox WHERE number = 4",
        "DELETE FROM outbox WHERE number = 1",
        "DELETE FROM outbox WHERE number > 5",
        "DELETE FROM outbox",
    ],
)
def test_a_gap_is_closed_and_nothing_is_left_untold(tmp_path: Path, damage: str) -> None:
    with Journal(tmp_path) as journal:
        some_acts(journal)
    was = set(told(tmp_path))
    sql(tmp_path, damage)
    with Journal(tmp_path):
        pass
    assert set(told(tmp_path)) == was


def test_a_row_that_was_lost_keeps_its_number(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        some_acts(journal)
    sql(tmp_path, "DELETE FROM person WHERE number = 2")
    with Outbox(tmp_path / FILE_NAME) as outbox:
        assert [one.row for one in outbox.after(START, 100) if (one.what, one.subject) == ("person", 2)] == [None]


def test_how_far_the_broker_has_it_counts_for_this_journal_only(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        some_acts(journal)
    path = tmp_path / FILE_NAME
    with Outbox(path) as outbox:
        count = outbox.last().number
        assert outbox.told() == START and waiting(path) == (0, count)
        place = outbox.at(3)
        assert place is not None
        outbox.note_told(place)
        assert outbox.told() == place and waiting(path) == (3, count)
        outbox.note_told(Place(3, place.mark + 1))  # a copy was put in the journal's place
        assert outbox.told() == START
        (tmp_path / "house-told.json").write_text("no JSON")
        assert outbox.told() == START
    assert waiting(tmp_path / "nothing") is None
