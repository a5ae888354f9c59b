"""The journal: nothing that was acknowledged is lost, whatever ends the program."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest
from msgspec.structs import replace

from dealer.errors import InputError, JournalError
from dealer.game.driver import Game
from dealer.game.header import Header
from dealer.game.record import write_record
from dealer.journal.copies import COPIES_NAME, copies_in, thin
from dealer.journal.journal import FILE_NAME, Journal, TableKind
from dealer.journal.schema import SCHEMA_VERSION
from dealer.rules.acts import Act
from dealer.settings import Keeping, read_settings

HEADER = Header.from_mapping({"variant": "basic", "players": ["Angie", "Bob", "Carlos"], "dealer": "Carlos"})
DEALT = (Act("deal", "Angie", (4,)), Act("deal", "Bob", (9,)), Act("deal", "Carlos", (7,)))
GOING_ON = Game(HEADER, DEALT)
FINISHED = Game(Header.from_mapping({**HEADER.to_mapping(), "target": 4}), (*DEALT, Act("hit", "Angie", (4,))))


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


def test_a_journal_of_a_newer_make_is_kept_untouched_and_its_games_go_on(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        number = journal.begin(HEADER)
        journal.add(number, DEALT[0])
    with sqlite3.connect(tmp_path / FILE_NAME) as connection:
        connection.execute("PRAGMA user_version=99")
    connection.close()
    newer = (tmp_path / FILE_NAME).read_bytes()
    with Journal(tmp_path) as journal:
        assert "newer" in journal.rescue
        assert journal.load(number).acts == DEALT[:1]
    (aside,) = tmp_path.glob("journal-newer-*.sqlite3")
    assert aside.name in journal.rescue and aside.read_bytes() == newer


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
        from dealer.rules.acts import Act
        from dealer.game.header import Header
        from dealer.journal.journal import Journal

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
        assert journal.unfinished() is not None


def test_a_choice_is_kept_for_the_next_evening(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        assert journal.choice("players") is None
        journal.keep_choice("players", ["Angie", "Bob"])
        journal.keep_choice("players", ["Angie", "Bob", "Carlos"])
    with Journal(tmp_path) as journal:
        assert journal.choice("players") == ["Angie", "Bob", "Carlos"]


# What an entry says besides the act


def test_each_entry_says_when_and_by_whose_hand_and_a_correction_what_stood_there(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        number = journal.begin(HEADER)
        before_s = time.monotonic()
        journal.add(number, DEALT[0])
        journal.add(number, DEALT[1], hand="touch")
        journal.correct(number, 0, Act("deal", "Angie", (5,)), old=DEALT[0], hand="green")
        journal.undo(number, DEALT[1], hand="phone")
        with sqlite3.connect(tmp_path / FILE_NAME) as connection:
            rows = connection.execute("SELECT hand, clock, monotonic_s FROM entry ORDER BY number").fetchall()
        assert [row[0] for row in rows] == ["seen", "touch", "green", "phone"]
        assert all(row[1].endswith("+00:00") for row in rows)
        assert all(before_s <= row[2] <= time.monotonic() for row in rows)
        corrected, undone = journal.corrections()
    assert (corrected.hand, corrected.old, corrected.new) == ("green", "deal Angie 4", "deal Angie 5")
    assert (undone.hand, undone.old, undone.new) == ("phone", "deal Bob 9", "")


def test_a_game_knows_at_what_kind_of_table_it_was_begun(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        journal.begin(HEADER)
        journal.begin(HEADER, at=TableKind.REHEARSAL)
        assert [game.played_at for game in journal.games()] == [TableKind.CAMERA, TableKind.REHEARSAL]


# All or nothing


def test_what_belongs_together_is_written_together_or_not_at_all(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        number = journal.begin(HEADER)
        for act in DEALT:
            journal.add(number, act)
        with pytest.raises(RuntimeError), journal.together(number, GOING_ON):
            journal.undo(number, DEALT[2])
            raise RuntimeError("a power cut between two undos of one press")
        assert journal.load(number).acts == DEALT
        with journal.together(number, GOING_ON):
            journal.undo(number, DEALT[2])
            journal.undo(number, DEALT[1])
        assert journal.load(number).acts == DEALT[:1]


@pytest.mark.parametrize("over_after", [False, True])
def test_a_finished_game_that_is_changed_goes_on_in_the_same_transaction(tmp_path: Path, over_after: bool) -> None:
    with Journal(tmp_path) as journal:
        number = journal.begin(HEADER)
        with journal.together(number, FINISHED):
            journal.add(number, DEALT[0])
        assert journal.unfinished() is None
        with journal.together(number, FINISHED if over_after else GOING_ON):
            journal.correct(number, 0, Act("deal", "Angie", (5,)), old=DEALT[0])
            beside = Journal(tmp_path, writable=False)
            assert beside.unfinished() is None, "nothing of it is seen before all of it is"
            beside.close()
        assert journal.unfinished() == (None if over_after else number)


# Make 1

MAKE_1 = """
CREATE TABLE game (number INTEGER PRIMARY KEY, started TEXT NOT NULL, header TEXT NOT NULL, ending TEXT) STRICT;
CREATE TABLE entry (
    number INTEGER PRIMARY KEY, game INTEGER NOT NULL REFERENCES game (number), kind TEXT NOT NULL, line TEXT NOT NULL,
    position INTEGER, reading TEXT
) STRICT;
CREATE INDEX entry_of_game ON entry (game, number);
CREATE TABLE picture (entry INTEGER PRIMARY KEY REFERENCES entry (number), jpeg BLOB NOT NULL) STRICT;
CREATE TABLE choice (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
PRAGMA user_version = 1;
"""


def make_1(folder: Path, *, broken: bool = False) -> None:
    """A journal of make 1: one finished game, one that goes on."""
    connection = sqlite3.connect(folder / FILE_NAME)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.executescript(MAKE_1)
    for number, ending in ((1, "stopped"), (2, None)):
        connection.execute("INSERT INTO game VALUES (?, ?, ?, ?)", (number, "2026-01-01", write_record(HEADER), ending))
        for act in DEALT:
            connection.execute("INSERT INTO entry (game, kind, line) VALUES (?, 'act', ?)", (number, str(act)))
    connection.execute("INSERT INTO entry (game, kind, line) VALUES (2, 'undo', ?)", (str(DEALT[2]),))
    connection.execute("INSERT INTO picture VALUES (4, x'ffd8')")
    connection.execute("INSERT INTO choice VALUES ('evening', ?)", (json.dumps({"variant": "basic"}),))
    if broken:
        connection.execute("DELETE FROM entry WHERE number = 2")
    connection.commit()
    connection.close()


def test_a_journal_of_make_1_is_brought_up_to_date_and_kept_as_it_was(tmp_path: Path) -> None:
    make_1(tmp_path)
    with Journal(tmp_path, writable=False) as journal:
        assert [game.acts for game in journal.games()] == [3, 2]
        assert journal.rescue == ""
    with Journal(tmp_path) as journal:
        assert journal.rescue == ""
        assert journal.unfinished() == 2
        assert journal.load(1).acts == DEALT and journal.load(2).acts == DEALT[:2]
        first = journal.evidence(2)[0]
        assert first is not None and first.picture == b"\xff\xd8"
        assert journal.choice("evening") == {"variant": "basic"}
        assert {game.played_at for game in journal.games()} == {TableKind.CAMERA}
        journal.add(2, DEALT[2])
        assert journal.load(2).acts == DEALT
    with sqlite3.connect(tmp_path / "journal-before-5.sqlite3") as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (1,)
        assert connection.execute("SELECT count(*) FROM entry").fetchone() == (7,)
    with sqlite3.connect(tmp_path / FILE_NAME) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION,)


def test_make_1_had_no_seals_so_a_gap_in_its_numbers_spoils_the_game(tmp_path: Path) -> None:
    make_1(tmp_path, broken=True)
    with Journal(tmp_path) as journal:
        with pytest.raises(JournalError, match="Game 1 .* missing"):
            journal.load(1)
        assert journal.load(2).acts == DEALT[:2]


# A row that is not understood spoils its game, not the list


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("UPDATE game SET header = 'x' WHERE number = 1", "no record"),
        ("UPDATE entry SET line = 'deal Bob 8' WHERE number = 2", "entry 2"),
        ("UPDATE entry SET position = 77 WHERE number = 4", "entry 4"),
        ("DELETE FROM entry WHERE number = 2", "entry 3"),
        ("DELETE FROM entry WHERE number = 4", "last acts"),
        ("INSERT INTO entry (game, kind, line) VALUES (1, 'act', 'Angie hit 3')", "entry 8"),
        ("UPDATE game SET started = '2031-01-01' WHERE number = 1", "header was changed"),
    ],
)
def test_a_row_that_is_not_understood_spoils_its_game_only(tmp_path: Path, statement: str, words: str) -> None:
    with Journal(tmp_path) as journal:
        for _ in range(2):
            number = journal.begin(HEADER)
            for act in DEALT:
                journal.add(number, act)
            if number == 1:
                journal.correct(1, 0, Act("deal", "Angie", (5,)), old=DEALT[0])
                journal.end(1, "stopped")
    with sqlite3.connect(tmp_path / FILE_NAME) as connection:
        connection.execute(statement)
    connection.close()
    with Journal(tmp_path) as journal:
        spoiled, whole = journal.games()
        assert words in spoiled.problem and not whole.problem
        with pytest.raises(JournalError, match="Game 1"):
            journal.load(1)
        assert journal.unfinished() == 2 and journal.load(2).acts == DEALT
        assert journal.rescue == ""


def test_an_open_game_that_cannot_be_read_goes_on_from_where_it_can(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        number = journal.begin(HEADER, at=TableKind.REHEARSAL)
        for act in DEALT:
            journal.add(number, act)
    with sqlite3.connect(tmp_path / FILE_NAME) as connection:
        connection.execute("UPDATE entry SET line = 'deal Carlos 8' WHERE number = 3")
    connection.close()
    with Journal(tmp_path) as journal:
        assert "act 2" in journal.rescue
        assert journal.unfinished() == number + 1
        assert journal.load(number + 1).acts == DEALT[:2]
        old, new = journal.games()
        assert (old.ending, new.ending) == ("unreadable", None)
        assert new.played_at is TableKind.REHEARSAL
    with Journal(tmp_path) as journal:
        assert journal.rescue == ""


def test_an_open_game_of_which_nothing_can_be_read_is_put_aside(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        journal.begin(HEADER)
    with sqlite3.connect(tmp_path / FILE_NAME) as connection:
        connection.execute("UPDATE game SET header = 'x'")
    connection.close()
    with Journal(tmp_path) as journal:
        assert "Game 1" in journal.rescue
        assert journal.unfinished() is None


def test_a_choice_that_is_nonsense_counts_as_not_kept(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        journal.keep_choice("evening", {"variant": "basic"})
        journal._connection.execute("UPDATE choice SET value = '{'")
        assert journal.choice("evening") is None


# Copies, and pictures that go


KEPT_COPIES = Keeping().copies


def games_over(folder: Path, games: int, keeping: Keeping | None = None) -> None:
    with Journal(folder, keeping=keeping) as journal:
        for _ in range(games):
            number = journal.begin(HEADER)
            journal._housekeeper.join()
            with journal.together(number, FINISHED):
                for act in DEALT:
                    journal.add(number, act, reading={"rank": 4}, picture=b"x" * 5000)
            journal._housekeeper.join()


def test_after_each_game_a_checked_copy_is_made_and_the_last_three_are_kept(tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    games_over(tmp_path / "data", KEPT_COPIES + 2, Keeping(copies_folder=str(stick)))
    for folder in (tmp_path / "data" / COPIES_NAME, stick):
        assert [path.name for path in copies_in(folder)] == [f"journal-{number}.sqlite3" for number in (10, 9, 8)]
        assert sorted(path.name for path in folder.iterdir()) == sorted(path.name for path in copies_in(folder))
        newest = sqlite3.connect(copies_in(folder)[0])
        assert newest.execute("PRAGMA quick_check").fetchone() == ("ok",)
        assert newest.execute("SELECT count(*) FROM entry").fetchone() == (15,)
        assert newest.execute("SELECT count(*) FROM picture").fetchone() == (0,)
        newest.close()


def test_without_copies_none_is_made(tmp_path: Path) -> None:
    games_over(tmp_path, 1, Keeping(copies=0))
    assert not (tmp_path / COPIES_NAME).exists()


def test_one_copy_is_never_given_up_before_the_next_is_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    games_over(tmp_path, 1, Keeping(copies=1))
    (kept,) = copies_in(tmp_path / COPIES_NAME)

    def fails(*_: object) -> bool:
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr("dealer.journal.copies._add_what_is_new", fails)
    games_over(tmp_path, 1, Keeping(copies=1))
    assert "disk I/O error" in caplog.text
    assert copies_in(tmp_path / COPIES_NAME) == [kept]


def test_a_copy_can_be_played_on_with(tmp_path: Path) -> None:
    games_over(tmp_path, 2)
    (tmp_path / "restored").mkdir()
    copies_in(tmp_path / COPIES_NAME)[0].rename(tmp_path / "restored" / FILE_NAME)
    with Journal(tmp_path / "restored") as journal:
        assert journal.rescue == ""
        assert [journal.load(game.number).acts for game in journal.games()] == [DEALT, DEALT]
        assert journal.begin(HEADER) == 3


@pytest.mark.parametrize("damage", [b"no database" * 500, None], ids=["damaged", "of another journal"])
def test_an_old_copy_that_cannot_be_continued_is_made_anew(tmp_path: Path, damage: bytes | None) -> None:
    games_over(tmp_path / "data", KEPT_COPIES)
    oldest = copies_in(tmp_path / "data" / COPIES_NAME)[-1]
    if damage is None:
        games_over(tmp_path / "other", KEPT_COPIES)
        oldest.write_bytes(copies_in(tmp_path / "other" / COPIES_NAME)[0].read_bytes())
    else:
        oldest.write_bytes(damage)
    games_over(tmp_path / "data", 1)
    newest = sqlite3.connect(copies_in(tmp_path / "data" / COPIES_NAME)[0])
    kept = newest.execute("SELECT number, ending, seal FROM game").fetchall()
    entries = newest.execute("SELECT number, line, seal FROM entry").fetchall()
    newest.close()
    journal = sqlite3.connect(tmp_path / "data" / FILE_NAME)
    assert kept == journal.execute("SELECT number, ending, seal FROM game").fetchall()
    assert entries == journal.execute("SELECT number, line, seal FROM entry").fetchall()
    journal.close()


def test_a_copy_that_is_continued_knows_that_a_finished_game_goes_on(tmp_path: Path) -> None:
    games_over(tmp_path, KEPT_COPIES)
    with Journal(tmp_path) as journal:
        journal.undo(KEPT_COPIES, DEALT[2])
        journal.keep_choice("evening", {"variant": "basic"})
        journal._housekeeper.start(copy=True)
    newest = sqlite3.connect(copies_in(tmp_path / COPIES_NAME)[0])
    assert newest.execute("SELECT ending, last_entry FROM game WHERE number = ?", (KEPT_COPIES,)).fetchone() == (
        None,
        None,
    )
    assert newest.execute("SELECT kind FROM entry ORDER BY number DESC").fetchone() == ("undo",)
    assert newest.execute("SELECT value FROM choice WHERE name = 'evening'").fetchone() == ('{"variant": "basic"}',)
    newest.close()


def test_a_missing_stick_is_told_once_and_stops_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    games_over(tmp_path, 3, Keeping(copies_folder=str(tmp_path / "no stick")))
    assert len(copies_in(tmp_path / COPIES_NAME)) == 3
    assert [record.message for record in caplog.records if "stick" in record.message] != []
    assert sum("stick" in record.message for record in caplog.records) == 1
    assert not (tmp_path / "no stick").exists()


def test_a_folder_for_copies_that_cannot_be_stops_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    tmp_path.joinpath(COPIES_NAME).write_text("in the way", encoding="ascii")
    games_over(tmp_path, 1)
    assert "No copy" in caplog.text
    with Journal(tmp_path) as journal:
        assert journal.load(1).acts == DEALT


def pictures_in(folder: Path) -> list[int]:
    connection = sqlite3.connect(folder / FILE_NAME)
    rows = connection.execute("SELECT entry FROM picture ORDER BY entry").fetchall()
    connection.close()
    return [row[0] for row in rows]


def test_the_page_about_the_journal_has_settings_that_are_understood(tmp_path: Path) -> None:
    page = (Path(__file__).resolve().parent.parent / "docs" / "journal.md").read_text(encoding="utf-8")
    (tmp_path / "settings.toml").write_text(page.split("```toml")[1].split("```")[0], encoding="utf-8")
    keeping = read_settings(tmp_path).journal
    assert keeping.copies_folder is not None
    assert replace(keeping, copies_folder=None) == Keeping(), "the page shows what holds without them"


def test_old_pictures_go_and_acts_stay(tmp_path: Path) -> None:
    games_over(tmp_path, 3)
    connection = sqlite3.connect(tmp_path / FILE_NAME)
    connection.execute("UPDATE game SET started = '2020-01-01T20:00:00+00:00' WHERE number <> 2")
    connection.commit()
    connection.close()
    assert thin(tmp_path / FILE_NAME, Keeping()) == 3
    assert pictures_in(tmp_path) == [4, 5, 6, 7, 8, 9], "those of the last game stay, whatever its clock said"
    connection = sqlite3.connect(tmp_path / FILE_NAME)
    assert connection.execute("SELECT count(*) FROM entry").fetchone() == (9,)
    connection.close()


def test_too_many_pictures_go_the_oldest_first_and_their_room_is_used_again(tmp_path: Path) -> None:
    with Journal(tmp_path, keeping=Keeping(pictures_mb=1)) as journal:
        sizes = []
        for _ in range(8):
            number = journal.begin(HEADER)
            with journal.together(number, FINISHED):
                for index in range(80):
                    journal.add(number, DEALT[index % 3], picture=b"x" * 5000)
            journal._housekeeper.join()
            sizes.append(journal._connection.execute("PRAGMA page_count").fetchone()[0] * 4096)
    assert max(sizes) < 1_000_000 + 2 * 80 * 8192, "the file grows no further"
    kept = pictures_in(tmp_path)
    assert kept[-80:] == list(range(561, 641)), "the last game's"
    assert kept == list(range(kept[0], 641))
