"""The journal: nothing that was acknowledged is lost, whatever ends the program."""

import os
import signal
import sqlite3
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from dealer.acts import Act
from dealer.errors import InputError, JournalError
from dealer.header import Header
from dealer.journal import FILE_NAME, Journal

HEADER = Header.from_mapping({"variant": "basic", "players": ["Angie", "Bob", "Carlos"], "dealer": "Carlos"})
DEALT = (Act("deal", "Angie", (4,)), Act("deal", "Bob", (9,)), Act("deal", "Carlos", (7,)))


def test_a_game_comes_back_as_it_was(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        number = journal.begin(HEADER)
        for act in DEALT:
            journal.add(number, act)
    with Journal(tmp_path) as journal:
        assert journal.unfinished() == number
        game = journal.load(number)
    assert game.acts == DEALT
    assert game.header == HEADER
    assert game.expects.turn == "Angie"


def test_undo_and_correction_are_entries_and_the_game_follows_them(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        number = journal.begin(HEADER)
        for act in DEALT:
            journal.add(number, act)
        journal.undo(number, DEALT[2])
        journal.correct(number, 0, Act("deal", "Angie", (5,)))
        assert [str(act) for act in journal.load(number).acts] == ["deal Angie 5", "deal Bob 9"]
        rows = sqlite3.connect(tmp_path / FILE_NAME).execute("SELECT kind FROM entry ORDER BY number")
        kinds = [row[0] for row in rows]
    assert kinds == ["act", "act", "act", "undo", "correction"]


def test_each_call_keeps_its_reading_and_its_picture(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        number = journal.begin(HEADER)
        journal.add(number, DEALT[0], reading={"rank": 4}, picture=b"jpeg")
        journal.add(number, DEALT[1])
        seen, said = journal.evidence(number)
    assert seen is not None and said is not None
    assert (seen.reading, seen.picture) == ({"rank": 4}, b"jpeg")
    assert (said.reading, said.picture) == (None, None)


def test_a_finished_or_stopped_game_is_not_resumed(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        number = journal.begin(HEADER)
        journal.end(number, "stopped")
        assert journal.unfinished() is None
        assert journal.number_of("last") == number


def test_a_game_that_is_not_there_is_named(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        with pytest.raises(InputError, match="no game yet"):
            journal.number_of("last")
        journal.begin(HEADER)
        with pytest.raises(InputError, match="'7'"):
            journal.number_of("7")


def test_a_second_program_is_refused_and_named(tmp_path: Path) -> None:
    with Journal(tmp_path), pytest.raises(JournalError, match=f"process {os.getpid()}"):
        Journal(tmp_path)
    with Journal(tmp_path):
        pass  # the first one is gone: free again


def test_reading_beside_a_running_game_is_allowed(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        number = journal.begin(HEADER)
        journal.add(number, DEALT[0])
        with Journal(tmp_path, writable=False) as reader:
            assert reader.load(number).acts == DEALT[:1]


def test_a_folder_that_cannot_be_one_is_told_with_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(JournalError, match="--data"):
        Journal(tmp_path / "file" / "folder")


def test_a_file_that_is_no_journal_is_told_and_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_bytes(b"a shopping list, not a database" * 100)
    with pytest.raises(JournalError, match="not a database"):
        Journal(tmp_path)
    assert (tmp_path / FILE_NAME).read_bytes().startswith(b"a shopping list")


def test_a_journal_of_a_newer_make_is_refused(tmp_path: Path) -> None:
    Journal(tmp_path).close()
    with sqlite3.connect(tmp_path / FILE_NAME) as connection:
        connection.execute("PRAGMA user_version=99")
    with pytest.raises(JournalError, match="make 99"):
        Journal(tmp_path)


def test_a_full_disk_stops_the_game_and_loses_nothing(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        number = journal.begin(HEADER)
        journal.add(number, DEALT[0])
        pages = journal._connection.execute("PRAGMA page_count").fetchone()[0]
        journal._connection.execute(f"PRAGMA max_page_count={pages}")  # SQLite's own full disk
        with pytest.raises(JournalError, match="full.*free some space"):
            journal.add(number, DEALT[1], picture=b"x" * 100_000)
        journal._connection.execute("PRAGMA max_page_count=1000000")
        assert journal.load(number).acts == DEALT[:1]  # the act and its picture: both or neither
        journal.add(number, DEALT[1])
        assert journal.load(number).acts == DEALT[:2]


def test_what_was_acknowledged_outlives_a_kill(tmp_path: Path) -> None:
    program = textwrap.dedent(
        """
        import sys
        from pathlib import Path
        from dealer.acts import Act
        from dealer.header import Header
        from dealer.journal import Journal

        journal = Journal(Path(sys.argv[1]))
        number = journal.begin(Header.from_mapping({"variant": "basic", "players": ["A", "B"], "dealer": "B"}))
        for rank in range(1000):
            journal.add(number, Act("deal", "A", (1 + rank % 10,)))
            print(rank, flush=True)
        """
    )
    child = subprocess.Popen([sys.executable, "-c", program, str(tmp_path)], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    for _ in range(20):
        last = int(child.stdout.readline())
    child.send_signal(signal.SIGKILL)
    rest = child.stdout.read().split()
    child.wait()
    acknowledged = int(rest[-1]) if rest else last
    with sqlite3.connect(tmp_path / FILE_NAME) as connection:
        kept = connection.execute("SELECT count(*) FROM entry").fetchone()[0]
    assert kept >= acknowledged + 1
    with Journal(tmp_path) as journal:  # the lock of a killed program is free
        assert journal.unfinished() == 1


def test_a_choice_is_kept_for_the_next_evening(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        assert journal.choice("players") is None
        journal.keep_choice("players", ["Angie", "Bob"])
        journal.keep_choice("players", ["Angie", "Bob", "Carlos"])
    with Journal(tmp_path) as journal:
        assert journal.choice("players") == ["Angie", "Bob", "Carlos"]
