"""What the house makes of its tables: the same as the tables themselves, and what only the house can know."""

import csv
import io
import json
import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from dealer.books.facts import HOUSE, POT, Coin, PostingKind, Standing
from dealer.cli import main
from dealer.errors import InputError
from dealer.game.driver import Game
from dealer.game.header import Header
from dealer.journal.journal import FILE_NAME, Journal, TableKind
from dealer.venue.accounts import Accounts, day_of, parse_season
from dealer.venue.command import all_tables, rebuild
from dealer.venue.messages import VERSION, Entry, Status, packed
from dealer.venue.store import Store

EURO = Coin(50, "€")


def an_evening(folder: Path, *, seed: int, names: tuple[str, ...], coin: Coin = EURO) -> None:
    """Some games to their end, with stakes, takings back, a game that was stopped, and money that changed hands."""
    rnd = random.Random(seed)
    with Journal(folder) as journal:
        journal.books.opened(coin)
        for round_ in range(3):
            mapping = {"variant": "basic", "players": list(names), "target": 20, "stakes": "portland"}
            number = journal.begin(Header.from_mapping(mapping))
            game = Game(Header.from_mapping(mapping))
            while not game.over and (round_ != 1 or len(game.acts) < 15):
                act = rnd.choice(sorted(game.legal_acts(), key=str))
                game.push(act)
                with journal.together(number, game):
                    journal.add(number, act)
                if not game.over and rnd.random() < 0.1:
                    game.pop()
                    with journal.together(number, game):
                        journal.undo(number, act)
            if not game.over:
                journal.end(number, "stopped")
        journal.books.pay(1, 2, 7, PostingKind.SIDE_BET, why="=a bet")


@pytest.fixture
def two(tmp_path: Path) -> Path:
    """Two tables, at which Ann plays at both; a rehearsal; and the house that read their journals."""
    an_evening(tmp_path / "one", seed=1, names=("Ann", "Ben", "Cyd"))
    an_evening(tmp_path / "two", seed=2, names=("Dot", "Ann"))
    with Journal(tmp_path / "mock") as journal:
        journal.begin(Header.from_mapping({"variant": "basic", "players": ["Eve", "Fay"]}), at=TableKind.REHEARSAL)
    with Store(tmp_path / "house") as store:
        for name in ("one", "two", "mock"):
            assert rebuild(store, name, tmp_path / name / FILE_NAME) > 0
            assert rebuild(store, name, tmp_path / name / FILE_NAME) == 0
    return tmp_path


def test_scores_and_losers_are_those_of_the_tables(two: Path) -> None:
    with Store(two / "house", writable=False) as store:
        results = Accounts(store).results()
        assert results == Accounts(store).results()  # the second time from what was kept
    assert len(results) == 4
    for result in results:
        with Journal(two / result.table, writable=False) as journal:
            state = journal.load(result.game).state
        assert [(seat.name, seat.score, seat.coins) for seat in result.seats] == [
            (player.name, player.score, player.coins) for player in state.players
        ]
        assert [seat.name for seat in result.seats if seat.lost] == list(state.losers)
        assert max(result.seats, key=lambda seat: seat.place).lost
        assert sorted(seat.place for seat in result.seats)[0] == 1


def test_the_league_counts_a_player_over_all_tables(two: Path) -> None:
    with Store(two / "house", writable=False) as store:
        accounts = Accounts(store)
        lines = {str(line.player): line for line in accounts.league()}
        results = accounts.results()
    assert set(lines) == {"Ann", "Ben", "Cyd", "Dot"}
    assert (lines["Ann"].games, lines["Ann"].tables) == (4, 2)
    ann = [(result, seat) for result in results for seat in result.seats if seat.name == "Ann"]
    assert lines["Ann"].points == sum(sum(other.place > seat.place for other in result.seats) for result, seat in ann)
    assert lines["Ann"].coins == sum(seat.coins for _, seat in ann)
    with Store(two / "house", writable=False) as store:
        by_place = {str(line.player): line for line in Accounts(store).league(points=(10, 1))}
        assert by_place["Ann"].points == sum({1: 10, 2: 1}.get(seat.place, 0) for _, seat in ann)
        assert Accounts(store).league(parse_season("2019")) == []


def test_what_is_owed_over_all_tables_is_the_sum_of_theirs_and_is_settled(two: Path) -> None:
    owed: dict[str, int] = {}
    for name in ("one", "two"):
        with Journal(two / name, writable=False) as journal:
            (evening,) = journal.books.evenings()
            for account, coins in journal.books.balances(evening).items():
                player = "the house" if account in (POT, HOUSE) else journal.people.person(account).name
                owed[player] = owed.get(player, 0) + coins * EURO.hundredths
    with Store(two / "house", writable=False) as store:
        accounts = Accounts(store)
        balances = {unit: {str(who): sum_ for who, sum_ in here.items()} for unit, here in accounts.balances().items()}
        assert balances == {("€", True): {name: sum_ for name, sum_ in owed.items() if sum_}}
        for debt in accounts.settlement():
            owed[str(debt.giver)] += debt.amount
            owed[str(debt.taker)] -= debt.amount
    assert set(owed.values()) == {0}


def test_what_was_paid_over_all_tables_is_owed_no_more(two: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Also while the house listens; and what is played afterwards is owed anew."""
    data = ["--data", str(two / "house")]
    with Store(two / "house") as store:
        assert Accounts(store).settlement()
        assert main(["house", *data, "settle", "--paid"]) == 0
        assert Accounts(store).settlement() == []
        with Journal(two / "one") as journal:
            journal.books.pay(1, 2, 4, PostingKind.SIDE_BET)
        rebuild(store, "one", two / "one" / FILE_NAME)
        assert [str(debt) for debt in Accounts(store).settlement()] == ["Ann pays Ben €2.00."]
    assert main(["house", *data, "settle", "--paid", "--season", "2026"]) == 2
    assert main(["house", *data, "settle", "--paid", "--rehearsals"]) == 2
    capsys.readouterr()
    assert main(["house", *data, "export", "--format", "json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["paid"]) > 0


def a_bet(folder: Path, *players: str, coins: int = 5) -> Path:
    """A table where the second one owes the first one some coins."""
    with Journal(folder) as journal:
        journal.end(journal.begin(Header.from_mapping({"variant": "basic", "players": list(players)})), "stopped")
        journal.books.pay(2, 1, coins, PostingKind.SIDE_BET)
    return folder


def debts_of(house: Path) -> list[str]:
    with Store(house, writable=False) as store:
        return [str(debt) for debt in Accounts(store).settlement()]


def leaders(house: Path) -> set[str]:
    with Store(house, writable=False) as store:
        return {str(line.player) for line in Accounts(store).league()}


@pytest.fixture
def bets(tmp_path: Path) -> Path:
    """Two tables of one name, and a third one; the house that read them."""
    a_bet(tmp_path / "a", "Ann", "Ben")
    a_bet(tmp_path / "b", "Ann", "Cyd", coins=3)
    a_bet(tmp_path / "c", "the house", "Zoe@T", coins=2)
    for name, table in (("a", "Window"), ("b", "Window"), ("c", "T")):
        assert main(["house", "rebuild", f"{table}={tmp_path / name}", "--data", str(tmp_path / "house")]) == 0
    return tmp_path


def test_a_debt_that_was_settled_stays_settled_whatever_people_are_called(bets: Path) -> None:
    house = ["--data", str(bets / "house")]
    assert debts_of(bets / "house")
    assert main(["house", "settle", "--paid", *house]) == 0 and debts_of(bets / "house") == []
    assert main(["house", "same", "Ann", "Annika", *house]) == 0 and debts_of(bets / "house") == []
    assert main(["house", "same", "Ben", "Cyd", *house]) == 0 and debts_of(bets / "house") == []
    assert main(["house", "same", "Ann@Window#1", "Anna", *house]) == 0 and debts_of(bets / "house") == []
    with Journal(bets / "a") as journal:
        journal.people.rename(1, "Anna-Lena")
        journal.people.forget(2)
    with Store(bets / "house") as store:
        rebuild(store, "Window", bets / "a" / FILE_NAME)
    assert debts_of(bets / "house") == []
    with Journal(bets / "a") as journal:
        journal.people.merge(1, journal.people.add("Dot", Standing.GUEST).number)
        journal.books.pay(2, 1, 4, PostingKind.SIDE_BET)
    with Store(bets / "house") as store:
        rebuild(store, "Window", bets / "a" / FILE_NAME)
    assert debts_of(bets / "house") == ["former player 2 of Window#1 pays Dot 4 coins."]


def test_payments_that_an_older_program_noted_by_name_still_count(bets: Path) -> None:
    """Also under the names that people have now."""
    with closing(sqlite3.connect(bets / "house" / "house.sqlite3")) as connection, connection:
        connection.executemany(
            "INSERT INTO paid (giver, taker, amount, unit, money, clock) VALUES (?, ?, ?, '', 0, '')",
            [("Ben", "Ann", 5), ("Cyd", "Ann", 3), ("Zoe@T", "the house", 2)],
        )
        connection.executescript(
            "DROP TABLE same; DROP TABLE settled; PRAGMA user_version = 1;"
            "CREATE TABLE alias (name TEXT PRIMARY KEY, player TEXT NOT NULL) STRICT;"
            "INSERT INTO alias VALUES ('Cyd', 'Dot'), ('Ann@T', 'Nobody'), ('Zoe@T', '');"
        )
    assert main(["house", "settle", "--data", str(bets / "house")]) == 4, "the house must be started once"
    with Journal(bets / "a") as journal:
        journal.people.rename(1, "Anna")
    with Store(bets / "house") as store:
        assert Accounts(store).called("Cyd") == "Dot"
        rebuild(store, "Window", bets / "a" / FILE_NAME)
    # the payments were to one Ann at two tables, and are one of theirs now
    assert debts_of(bets / "house") in (["Ann pays Anna 5 coins."], ["Anna pays Ann 3 coins."])
    assert main(["house", "same", "Anna", "Ann", "--data", str(bets / "house")]) == 0
    assert [words for words in debts_of(bets / "house") if "Zoe" not in words] == []
    assert main(["house", "settle", "--paid", "--data", str(bets / "house")]) == 0
    assert debts_of(bets / "house") == []


def test_somebody_who_is_called_as_the_pot_is_not_the_pot(bets: Path) -> None:
    with Journal(bets / "c") as journal:
        journal.books.pay(2, HOUSE, 1, PostingKind.SIDE_BET)
    with Store(bets / "house") as store:
        rebuild(store, "T", bets / "c" / FILE_NAME)
        assert sorted(Accounts(store).balances()["", False].values()) == [-5, -3, -3, 1, 2, 8]


def test_what_people_say_of_names_is_followed_and_goes_in_no_circle(two: Path) -> None:
    data = ["--data", str(two / "house")]
    for name, player in (("Cyd", "Dot"), ("Dot", "Eve")):
        assert main(["house", "same", name, player, *data]) == 0
    assert leaders(two / "house") == {"Ann", "Ben", "Eve"}
    assert main(["house", "same", "Ann", "Ben", *data]) == 0
    assert main(["house", "same", "Ben", "Ann", *data]) == 0
    assert leaders(two / "house") == {"Ann", "Eve"}, "one player, called as was said last"
    assert main(["house", "same", "Eve", "Cyd", *data]) == 0
    assert leaders(two / "house") == {"Ann", "Cyd"}
    with Store(two / "house", writable=False) as store:
        store.write(("INSERT OR REPLACE INTO same VALUES (0, ?, ?)", [("Ann", "Ben"), ("Ben", "Ann")]))
    assert leaders(two / "house") == {"Ann", "Cyd"}, "a circle that an older program left"


def test_names_that_cannot_be_meant_are_refused(bets: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = ["--data", str(bets / "house")]
    assert main(["house", "same", "Ann@Window", "Annie", *data]) == 2
    assert "Ann@Window#1 or Ann@Window#2" in capsys.readouterr().err
    assert main(["house", "same", "Ben@Window", "Ben of the bar", *data]) == 0, "there is only one"
    assert main(["house", "same", "Zoe@T", "Zoe", *data]) == 0, "a name with an @ in it"
    for name, player in (("Ann", ""), ("Ann", "\u200b"), ("Ann", "x" * 41), ("Ann@Nowhere", "Zed"), ("Zoe@Window", "Z"),
                         ("", "Ann")):  # fmt: skip
        assert main(["house", "same", name, player, *data]) == 2, (name, player)
    assert main(["house", "same", "Ann@Window#2", "Annie", *data]) == 0
    capsys.readouterr()
    assert main(["house", "players", *data]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert ["Ann", "Window#1"] in lines and ["Annie", "Window#2"] in lines and ["Zoe", "T"] in lines
    assert main(["house", "same", "Ann@Window#2", "Ann", *data]) == 0
    assert leaders(bets / "house") == set()
    with Store(bets / "house", writable=False) as store:
        assert store.rows("SELECT * FROM same WHERE name = 'Ann'") == []


def test_what_is_damaged_is_told(two: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = ["--data", str(two / "house")]
    with closing(sqlite3.connect(two / "house" / "house.sqlite3")) as connection, connection:
        connection.execute("UPDATE result SET body = '{'")
        connection.execute("UPDATE journal SET status = '{', state = '[1'")
    assert leaders(two / "house") == {"Ann", "Ben", "Cyd", "Dot"}, "it is worked out again"
    assert main(["house", "tables", *data]) == 0
    for change in ("person SET name = NULL", "game SET people = '[1'", "evening SET hundredths = NULL"):
        with closing(sqlite3.connect(two / "house" / "house.sqlite3")) as connection, connection:
            before = connection.execute(f"SELECT * FROM {change.split()[0]}").fetchall()
            connection.execute(f"UPDATE {change}")
        capsys.readouterr()
        assert main(["house", "export", "--format", "json", *data]) == 4
        assert "move it away" in capsys.readouterr().err
        with closing(sqlite3.connect(two / "house" / "house.sqlite3")) as connection, connection:
            connection.execute(f"DELETE FROM {change.split()[0]}")
            marks = ", ".join("?" * len(before[0]))
            connection.executemany(f"INSERT INTO {change.split()[0]} VALUES ({marks})", before)


def test_a_season_holds_for_the_books_too(two: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def said(*words: str) -> str:
        assert main(["house", "--data", str(two / "house"), "export", *words]) == 0
        return capsys.readouterr().out

    assert main(["house", "--data", str(two / "house"), "settle", "--paid"]) == 0
    capsys.readouterr()
    assert len(said("--season", "2020").splitlines()) == 1
    none = json.loads(said("--season", "2020", "--format", "json"))
    assert [none[key] for key in ("league", "games", "postings", "paid", "payments")] == [[]] * 5
    assert said("--season", "2020:2099") == said()


def test_two_names_are_one_player_where_somebody_says_so(two: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = str(two / "house")
    assert main(["house", "--data", data, "same", "Ben", "Benjamin"]) == 0
    assert main(["house", "--data", data, "same", "Ann@two", "Ann of the bar"]) == 0
    assert main(["house", "same", "Nobody", "Ben", "--data", data]) == 2
    with Store(two / "house", writable=False) as store:
        names = {str(line.player): line.games for line in Accounts(store).league()}
    assert names == {"Ann": 2, "Ann of the bar": 2, "Benjamin": 2, "Cyd": 2, "Dot": 2}
    assert main(["house", "same", "Ben", "Ben", "--data", data]) == 0
    capsys.readouterr()
    assert main(["house", "--data", data, "players", "--json"]) == 0
    assert "Ben" in [json.loads(line)["player"] for line in capsys.readouterr().out.splitlines()]


def test_somebody_who_was_merged_at_a_table_is_the_other_one(two: Path) -> None:
    with Journal(two / "one") as journal:
        other = journal.people.add("Cydney", Standing.GUEST)
        cyd = journal.people.named("Cyd")
        assert cyd is not None
        journal.people.merge(cyd.number, other.number)
    with Store(two / "house") as store:
        rebuild(store, "one", two / "one" / FILE_NAME)
        assert {str(line.player) for line in Accounts(store).league()} == {"Ann", "Ben", "Cydney", "Dot"}


def test_the_commands_say_it_as_text_table_and_json(two: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = ["--data", str(two / "house")]

    def said(*words: str) -> str:
        assert main(["house", *data, *words]) == 0
        return capsys.readouterr().out

    assert "Ann" in said("league") and "pays" in said("settle")
    league = [json.loads(line) for line in said("league", "--json").splitlines()]
    assert league[0]["place"] == 1 and {line["player"] for line in league} == {"Ann", "Ben", "Cyd", "Dot"}
    assert [json.loads(line)["table"] for line in said("tables", "--json").splitlines()] == ["one", "two", "mock"]
    rows = list(csv.DictReader(io.StringIO(said("export"))))
    assert {row["table"] for row in rows} == {"one", "two"}
    assert [row["why"] for row in rows if row["kind"] == "side-bet"] == ["'=a bet"] * 2
    assert len(list(csv.DictReader(io.StringIO(said("export", "--books", "games"))))) == 2 * 3 + 2 * 2
    everything = json.loads(said("export", "--format", "json"))
    assert set(everything) == {"tables", "players", "league", "games", "postings", "paid", "payments"}
    assert "Eve" in said("players", "--rehearsals") and "Eve" not in said("players")


def test_a_rebuild_from_the_journals_is_what_was_there_before(two: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def all_of(folder: str) -> str:
        assert main(["house", "--data", str(two / folder), "export", "--format", "json"]) == 0
        return capsys.readouterr().out

    before = all_of("house")
    tables = [f"{name}={two / name}" for name in ("one", "two", "mock")]
    assert main(["house", "--data", str(two / "again"), "rebuild", *tables]) == 0
    capsys.readouterr()
    assert all_of("again") == before
    assert main(["house", "--data", str(two / "again"), "rebuild", str(two / "nowhere")]) == 2
    assert main(["house", "--data", str(two / "none"), "tables"]) == 4


def test_a_rebuild_keeps_what_only_the_house_has_and_says_what_it_sets_aside(tmp_path: Path) -> None:
    house, true, copy = tmp_path / "house", tmp_path / "true", tmp_path / "copy"
    a_bet(true, "Ann", "Ben")
    shutil.copytree(true, copy)
    with Journal(true) as journal:
        journal.books.pay(1, 2, 9, PostingKind.SIDE_BET)
    said: list[str] = []
    with Store(house) as store:
        rebuild(store, "T", true / FILE_NAME, say=said.append)
        assert said == [] and debts_of(house) == ["Ann pays Ben 4 coins."]
        assert rebuild(store, "T", copy / FILE_NAME, say=said.append) == 0
        assert "an older copy" in said.pop() and debts_of(house) == ["Ann pays Ben 4 coins."]
        with Journal(copy) as journal:
            journal.books.pay(2, 1, 2, PostingKind.SIDE_BET)
        assert rebuild(store, "T", copy / FILE_NAME, say=said.append) == 1
        assert "set aside and do not count: 1" in said.pop() and debts_of(house) == ["Ben pays Ann 7 coins."]
        assert all_tables(store)[0]["set_aside"] == 1
        assert rebuild(store, "T", true / FILE_NAME, say=said.append) == 1
        assert "set aside" in said.pop() and debts_of(house) == ["Ann pays Ben 4 coins."]
        assert all_tables(store)[0]["set_aside"] == 1, "what counts again is not set aside"


@pytest.mark.parametrize("content", [b"", b"hello", b"SQLite format 3\0" + b"\xff" * 5000])
def test_a_rebuild_of_a_journal_that_is_none_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes
) -> None:
    (tmp_path / FILE_NAME).write_bytes(content)
    assert main(["house", "rebuild", f"T={tmp_path}", "--data", str(tmp_path / "house")]) == 4
    said = capsys.readouterr().err
    assert "is it a table's journal, and whole?" in said and "tried again" not in said


def test_who_is_there_is_not_known_where_no_house_listens(two: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["house", "tables", "--data", str(two / "house")]
    with Store(two / "house") as store:
        with store.together():
            known = store.tables()[0]
            store.keep_status(known, packed(Status(VERSION, True, known.id, "r")).decode())
            store.keep_heard(known, "2026-11-28T20:00:00+00:00")
        assert main(words) == 0
        out, err = capsys.readouterr()
        assert "here" in out.splitlines()[0] and "away" in out.splitlines()[1] and err == ""
    assert main(words) == 0
    out, err = capsys.readouterr()
    assert "No house listens" in err and "last heard 2026-11-2" in out.splitlines()[0]
    assert "here" not in out and "away" not in out
    assert main([*words, "--json"]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[0])["online"] is False


def test_a_clock_that_cannot_be_right_does_not_date_a_game() -> None:
    heard = "2026-11-28T20:00:00+00:00"
    assert day_of("2026-11-28T19:00:00+00:00", heard).startswith("2026-11-28T19")
    assert day_of("1970-01-01T00:00:07+00:00", heard) == heard
    assert day_of("2031-01-01T00:00:00+00:00", heard) == heard
    assert day_of("yesterday", heard) == heard


@pytest.mark.parametrize(
    "season",
    ["2026-13", "last year", "2026:2027:2028", "26", "2026-W48-1", "2027:2026", "2026-11-02:2026-11-01", "2026-02-30"],
)
def test_a_season_that_is_none_is_told(season: str) -> None:
    with pytest.raises(InputError, match="expected a year"):
        parse_season(season)


def test_a_row_that_cannot_be_spoils_no_other_table(two: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A table's password in wrong hands: what is nonsense is kept as it came, and nothing of it reaches a terminal."""
    rows: tuple[tuple[str, dict[str, object]], ...] = (
        ("posting", {"number": 1, "evening": 1, "giver": 1, "taker": 2, "coins": -5, "kind": "ante"}),
        ("posting", {"number": "one"}),
        ("game", {"number": 1, "started": 7, "people": "all"}),
        ("entry", {"number": 2**70}),
        ("person", {"number": 1, "name": "\x1b[2JEve", "standing": "guest", "merged_into": 1}),
        ("game", {"number": 1, "started": "?", "header": "", "ending": "over", "evening": None, "people": [9]}),
        ("evening", {}),
    )
    with Store(two / "house") as store:
        before, debts = Accounts(store).league(), Accounts(store).settlement()
        with store.together():
            for number, (what, row) in enumerate(rows, start=1):
                entry = Entry(VERSION, "evil", "r", "camera", number, number, number - 1, what, 1, row)
                store.take("t", "\x1b[31mred", packed(entry), live=lambda table: None, heard="")
        assert (Accounts(store).league(), Accounts(store).settlement()) == (before, debts)
        (known,) = [one for one in store.tables() if one.id == "evil"]
        (fields,) = [one for one in all_tables(store) if one["id"] == "evil"]
        assert fields["rows"] == known.number >= 3 and fields["not_understood"] >= 3
        with store.together():
            store.keep_state(known, '{"players": 7, "turn": "\\u001b[2J"}')
    for words in (["tables"], ["players"], ["league"], ["settle"], ["export"]):
        assert main(["house", "--data", str(two / "house"), *words]) == 0
        assert "\x1b" not in capsys.readouterr().out
