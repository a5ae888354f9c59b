"""A damaged journal: play goes on, the old file is kept, what can be read comes over, and nothing is silently wrong."""

import os
import shutil
import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from damages import DAMAGES, GAMES, UNHARMED, UNHARMED_WITH_COPIES, Truth, damaged, evening

from dealer.errors import JournalError
from dealer.game.header import Header
from dealer.journal.journal import FILE_NAME, SUSPECT_NAME, Journal
from dealer.journal.pages import rows_on_pages
from dealer.journal.rescue import CARRIED_NAME
from dealer.rules.acts import Act

HEADER = Header.from_mapping({"variant": "basic", "players": ["Angie", "Bob"], "dealer": "Bob"})


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Truth]:
    folder = tmp_path_factory.mktemp("evening")
    return folder, evening(folder)


def contents(folder: Path) -> dict[str, bytes]:
    """What lies in the folder, but for what SQLite itself makes to read a file."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.endswith("-shm") and (path.stat().st_size or path.suffix != ".sqlite3-wal")
    }


def before(folder: Path) -> bytes | None:
    path = folder / FILE_NAME
    return path.read_bytes() if path.is_file() else None


def check_games(journal: Journal, truth: Truth) -> int:
    """No game is silently another one; how many are as they were."""
    whole = 0
    for summary in journal.games():
        try:
            acts = journal.load(summary.number).acts
        except JournalError:
            continue
        if summary.number in truth.acts:
            assert acts == truth.acts[summary.number][: len(acts)], f"game {summary.number} is another one"
            if acts != truth.acts[summary.number]:
                assert summary.number == GAMES and journal.rescue, "acts are missing and nobody says so"
            whole += acts == truth.acts[summary.number]
        else:  # the open one, as far as it could be read
            assert summary.number == max(truth.acts) + 1 and journal.rescue
            assert acts == truth.acts[GAMES][: len(acts)]
    return whole


@pytest.mark.parametrize("copies", [True, False], ids=["copies", "no copies"])
@pytest.mark.parametrize("name", DAMAGES)
def test_play_goes_on_and_nothing_is_silently_wrong(
    base: tuple[Path, Truth], tmp_path: Path, name: str, copies: bool
) -> None:
    source, truth = base
    folder = tmp_path / "data"
    damaged(source, folder, name, copies=copies)
    file, there = before(folder), contents(folder)

    try:
        with Journal(folder, writable=False) as reader:
            check_games(reader, truth)
            reader.corrections()
    except JournalError as error:
        assert str(folder / FILE_NAME) in str(error)
    assert contents(folder) == there, "reading changed something"

    with Journal(folder) as journal:
        whole = check_games(journal, truth)
        if name in UNHARMED or (copies and name in UNHARMED_WITH_COPIES):
            assert whole == GAMES
            assert journal.unfinished() == GAMES
        elif copies and file is None:
            assert whole >= GAMES - 1, "the copies have all but the open game"
        aside = [*folder.glob("journal-damaged-*.sqlite3"), *folder.glob("journal-newer-*.sqlite3")]
        if aside:
            assert journal.rescue and aside[0].name in journal.rescue
            assert file is None or aside[0].read_bytes() == file, "the old file is not as it was"
        with closing(sqlite3.connect(folder / FILE_NAME)) as connection:
            kept = connection.execute("SELECT number, game, kind, line, position FROM entry").fetchall()
            assert connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        if "bit" in name or "flipped" in name or "zero" in name or "cut" in name:
            assert all(truth.rows.get(row[0], row[1:]) == row[1:] for row in kept)
        journal.choice("evening")
        assert journal.books.mend(everything=True) == (), "the books agree with whatever came over"
        journal.evidence(journal.unfinished() or 1)
        number = journal.begin(HEADER)
        journal.add(number, Act("deal", "Angie", (4,)), reading={"rank": 4}, picture=b"jpeg")
    with Journal(folder) as journal:
        assert journal.rescue == "", "told once"
        assert journal.unfinished() == number
        assert [str(act) for act in journal.load(number).acts] == ["deal Angie 4"]


def test_a_second_damage_keeps_the_first_file(base: tuple[Path, Truth], tmp_path: Path) -> None:
    for text in (b"first" * 1000, b"second" * 1000):
        (tmp_path / FILE_NAME).write_bytes(text)
        Journal(tmp_path).close()
    kept = {path.read_bytes() for path in tmp_path.glob("journal-damaged-*.sqlite3")}
    assert {b"first" * 1000, b"second" * 1000} <= kept


def test_the_log_goes_aside_with_its_file(base: tuple[Path, Truth], tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_bytes(b"no database" * 1000)
    (tmp_path / f"{FILE_NAME}-wal").write_bytes(b"its log")
    Journal(tmp_path).close()
    (aside,) = tmp_path.glob("journal-damaged-*.sqlite3")
    assert aside.with_name(f"{aside.name}-wal").read_bytes() == b"its log"


def test_acts_that_stand_only_in_the_log_are_rescued(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "live")
    number = journal.begin(HEADER)
    journal.add(number, Act("deal", "Angie", (4,)))
    shutil.copytree(tmp_path / "live", tmp_path / "cut off")  # as after a power cut: the log was never written back
    journal.close()
    folder = tmp_path / "cut off"
    assert (folder / f"{FILE_NAME}-wal").stat().st_size > 0
    (folder / FILE_NAME).write_bytes(b"x" * (folder / FILE_NAME).stat().st_size)
    assert "deal Angie 4" in {value for _, values in rows_on_pages(folder / FILE_NAME) for value in values}
    with Journal(folder) as rescued:
        assert [str(act) for act in rescued.load(number).acts] == ["deal Angie 4"]


@pytest.mark.parametrize("old_file_there", [True, False])
def test_a_power_cut_in_the_midst_of_a_rescue_loses_nothing(
    base: tuple[Path, Truth], tmp_path: Path, old_file_there: bool
) -> None:
    source, truth = base
    shutil.copy(source / FILE_NAME, tmp_path / CARRIED_NAME)
    if old_file_there:
        (tmp_path / FILE_NAME).write_bytes(b"damaged")
    else:
        (tmp_path / f"{FILE_NAME}-wal").write_bytes(b"a log whose file was set aside already")
    with Journal(tmp_path) as journal:
        assert journal.load(GAMES).acts == truth.acts[GAMES]
    assert not (tmp_path / CARRIED_NAME).exists()
    aside = {path.read_bytes() for path in tmp_path.glob("journal-damaged-*")}
    assert (b"damaged" if old_file_there else b"a log whose file was set aside already") in aside


@pytest.mark.parametrize("pictures", [True, False])
def test_acts_come_over_always_and_pictures_where_people_can_wait_for_them(
    base: tuple[Path, Truth], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pictures: bool
) -> None:
    if not pictures:
        monkeypatch.setattr("dealer.journal.rescue.WITH_PICTURES_BYTES", 0)
    source, truth = base
    folder = tmp_path / "data"
    damaged(source, folder, "page 1 is zero", copies=False)
    with Journal(folder) as journal:
        for number, acts in truth.acts.items():
            assert journal.load(number).acts == acts
        shown = [one.picture for one in journal.evidence(GAMES) if one is not None]
        assert all(shown) if pictures else not any(shown)


@pytest.mark.parametrize("writable", [True, False])
def test_a_file_that_another_program_has_locked_is_not_set_aside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, writable: bool
) -> None:
    Journal(tmp_path).close()
    with closing(sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        other.execute("INSERT INTO choice VALUES ('evening', '7')")
        monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, timeout=0.05))
        with pytest.raises(JournalError, match="close the other program"):
            Journal(tmp_path, writable=writable)
        assert list(tmp_path.glob("journal-damaged*")) == []
        other.execute("COMMIT")
    with Journal(tmp_path) as journal:
        assert journal.choice("evening") == 7 and not journal.rescue


def test_a_full_disk_sets_nothing_aside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / FILE_NAME).write_bytes(b"no database" * 1000)

    def full(*_: object, **__: object) -> None:
        error = sqlite3.OperationalError("database or disk is full")
        error.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise error

    monkeypatch.setattr("dealer.journal.rescue.carry_over", full)
    with pytest.raises(JournalError, match="free some space"):
        Journal(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {FILE_NAME, "journal.lock"}
    assert (tmp_path / FILE_NAME).read_bytes() == b"no database" * 1000


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everything")
def test_a_file_that_may_only_be_read_is_carried_over(base: tuple[Path, Truth], tmp_path: Path) -> None:
    source, truth = base
    shutil.copy(source / FILE_NAME, tmp_path / FILE_NAME)
    (tmp_path / FILE_NAME).chmod(0o400)
    with Journal(tmp_path) as journal:
        assert journal.rescue
        assert journal.load(GAMES).acts == truth.acts[GAMES]


def test_damage_that_is_met_while_playing_has_the_whole_file_checked_next_time(
    base: tuple[Path, Truth], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A large file's pictures are not checked at each opening."""
    monkeypatch.setattr("dealer.journal.journal.CHECKED_WHOLE_BYTES", 0)
    source, truth = base
    folder = tmp_path / "data"
    damaged(source, folder, "the root of the pictures is zero", copies=True)
    with Journal(folder) as journal:
        assert not journal.rescue
        with pytest.raises(JournalError, match="start again"):
            journal.add(GAMES, truth.acts[GAMES][0], picture=b"jpeg")
        assert journal.load(GAMES).acts == truth.acts[GAMES]
    assert (folder / SUSPECT_NAME).exists()
    with Journal(folder) as journal:
        assert journal.rescue
        assert journal.load(GAMES).acts == truth.acts[GAMES]
        journal.begin(HEADER)
    assert not (folder / SUSPECT_NAME).exists()


def test_a_copy_of_other_games_fills_no_holes(base: tuple[Path, Truth], tmp_path: Path) -> None:
    """A folder whose journal was thrown away, with the old copies still there: the numbers are the same."""
    source, _ = base
    shutil.copytree(source / "copies", tmp_path / "copies")
    with Journal(tmp_path) as journal:
        number = journal.begin(HEADER)
        journal.add(number, Act("deal", "Angie", (4,)))
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as connection, connection:
        connection.execute("ALTER TABLE game DROP COLUMN ending")
    with Journal(tmp_path) as journal:
        assert journal.rescue
        assert [str(act) for act in journal.load(number).acts] == ["deal Angie 4"]
