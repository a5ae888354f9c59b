"""What the house makes of its tables: the same as the tables themselves, and what only the house can know."""

import csv
import io
import json
import random
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
from dealer.venue.messages import VERSION, Entry, packed
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
        lines = {line.player: line for line in accounts.league()}
        results = accounts.results()
    assert set(lines) == {"Ann", "Ben", "Cyd", "Dot"}
    assert (lines["Ann"].games, lines["Ann"].tables) == (4, 2)
    ann = [(result, seat) for result in results for seat in result.seats if seat.name == "Ann"]
    assert lines["Ann"].points == sum(sum(other.place > seat.place for other in result.seats) for result, seat in ann)
    assert lines["Ann"].coins == sum(seat.coins for _, seat in ann)
    with Store(two / "house", writable=False) as store:
        by_place = {line.player: line for line in Accounts(store).league(points=(10, 1))}
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
        assert accounts.balances() == {("€", True): {name: sum_ for name, sum_ in owed.items() if sum_}}
        for debt in accounts.settlement():
            owed[debt.giver] += debt.amount
            owed[debt.taker] -= debt.amount
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


def test_two_names_are_one_player_where_somebody_says_so(two: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = str(two / "house")
    assert main(["house", "--data", data, "same", "Ben", "Benjamin"]) == 0
    assert main(["house", "--data", data, "same", "Ann@two", "Ann of the bar"]) == 0
    assert main(["house", "same", "Nobody", "Ben", "--data", data]) == 2
    with Store(two / "house", writable=False) as store:
        names = {line.player: line.games for line in Accounts(store).league()}
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
        assert {line.player for line in Accounts(store).league()} == {"Ann", "Ben", "Cydney", "Dot"}


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


def test_a_clock_that_cannot_be_right_does_not_date_a_game() -> None:
    heard = "2026-11-28T20:00:00+00:00"
    assert day_of("2026-11-28T19:00:00+00:00", heard).startswith("2026-11-28T19")
    assert day_of("1970-01-01T00:00:07+00:00", heard) == heard
    assert day_of("2031-01-01T00:00:00+00:00", heard) == heard
    assert day_of("yesterday", heard) == heard


@pytest.mark.parametrize("season", ["2026-13", "last year", "2026:2027:2028", "26"])
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
            store.keep_state(known, '{"players": 7, "turn": "\\u001b[2J"}', "")
    for words in (["tables"], ["players"], ["league"], ["settle"], ["export"]):
        assert main(["house", "--data", str(two / "house"), *words]) == 0
        assert "\x1b" not in capsys.readouterr().out
