"""Tables and a house, with a real broker between them."""

import json
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from broker import RealBroker, needs_mosquitto, until

from dealer.books.facts import PostingKind
from dealer.game.driver import Game
from dealer.game.header import Header
from dealer.journal.journal import FILE_NAME, Journal
from dealer.journal.outbox import START, Outbox
from dealer.venue import listener as listener_module
from dealer.venue.address import Broker
from dealer.venue.command import all_tables
from dealer.venue.link import Link
from dealer.venue.listener import Listener
from dealer.venue.messages import VERSION, Entry, Status, packed
from dealer.venue.store import Store, Taken
from dealer.venue.teller import Teller

pytestmark = needs_mosquitto

GAME = ("Angie hit 3", "Bob hit 5", "Angie hit 7", "Bob hit 2", "Angie hit 1")


def begun(journal: Journal, *players: str) -> tuple[int, Game]:
    header = Header.from_mapping({"variant": "basic", "players": list(players or ("Angie", "Bob")), "target": 30})
    return journal.begin(header), Game(header)


def played(journal: Journal, number: int, game: Game, count: int) -> None:
    """So many of the acts that the rules allow, the first of them each time."""
    for _ in range(count):
        act = sorted(game.legal_acts(), key=str)[len(game.acts) % len(list(game.legal_acts()))]
        game.push(act)
        with journal.together(number, game):
            journal.add(number, act)


def rows_of(folder: Path) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(folder / FILE_NAME)) as connection:
        return connection.execute("SELECT number, mark FROM outbox ORDER BY number").fetchall()


def rows_at(store: Store, table: str) -> list[tuple[object, ...]]:
    return [
        tuple(row)
        for row in store.rows(
            "SELECT told.number, mark FROM told JOIN journal ON told.journal = journal.number WHERE id = ? "
            "ORDER BY told.number",
            (table,),
        )
    ]


@pytest.fixture
def real(tmp_path: Path) -> Iterator[RealBroker]:
    with RealBroker(tmp_path / "broker") as broker:
        yield broker


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "house") as store:
        yield store


def all_there(folder: Path, store: Store, table: str) -> bool:
    return rows_at(store, table) == rows_of(folder)


def test_all_that_a_table_wrote_is_at_the_house_once(tmp_path: Path, real: RealBroker, store: Store) -> None:
    folder = tmp_path / "table"
    with Journal(folder) as journal:
        number, game = begun(journal)
        played(journal, number, game, 5)
        with Listener(store, real.broker), Teller(folder / FILE_NAME, real.broker, "Table 1") as teller:
            until(lambda: all_there(folder, store, teller.table), what="what was there before")
            played(journal, number, game, 3)
            journal.undo(number, game.acts[-1])
            journal.books.pay(1, 2, 3, PostingKind.SIDE_BET)
            until(lambda: all_there(folder, store, teller.table), what="what came since")
            (entry,) = store.rows("SELECT line, kind FROM entry ORDER BY told DESC LIMIT 1")
            assert tuple(entry) == (str(game.acts[-1]), "undo")
            (posting,) = store.rows("SELECT coins FROM posting ORDER BY told DESC LIMIT 1")
            assert tuple(posting) == (3,)
            (known,) = store.tables()
            assert (known.name, known.kind) == ("Table 1", "camera")


def test_the_last_act_before_the_end_is_told_too(tmp_path: Path, real: RealBroker, store: Store) -> None:
    folder = tmp_path / "table"
    with Journal(folder) as journal, Listener(store, real.broker):
        number, game = begun(journal)
        with Teller(folder / FILE_NAME, real.broker, "Table 1") as teller:
            until(lambda: all_there(folder, store, teller.table))
            played(journal, number, game, 1)
        with Outbox(folder / FILE_NAME) as outbox:
            assert outbox.told() == outbox.last()
        until(lambda: all_there(folder, store, teller.table))


def test_nothing_is_lost_while_the_broker_is_away_or_after_it_forgot(
    tmp_path: Path, real: RealBroker, store: Store
) -> None:
    folder = tmp_path / "table"
    with Journal(folder) as journal:
        number, game = begun(journal)
        with Listener(store, real.broker), Teller(folder / FILE_NAME, real.broker, "Table 1") as teller:
            until(lambda: all_there(folder, store, teller.table))
            for _ in range(2):
                real.kill()
                played(journal, number, game, 4)
                real.start()
                played(journal, number, game, 2)
                until(lambda: all_there(folder, store, teller.table), most_s=40)


def test_a_house_that_was_stopped_gets_all_though_the_broker_forgot_it(tmp_path: Path, real: RealBroker) -> None:
    """The broker acknowledged it all, and was killed before the house came back."""
    folder, house = tmp_path / "table", tmp_path / "house"
    with Journal(folder) as journal, Teller(folder / FILE_NAME, real.broker, "Table 1") as teller:
        number, game = begun(journal)
        with Store(house) as store, Listener(store, real.broker):
            until(lambda: all_there(folder, store, teller.table))
        played(journal, number, game, 6)
        until(lambda: teller.waiting == 0)
        real.kill()
        real.start()
        with Store(house) as store, Listener(store, real.broker):
            until(lambda: all_there(folder, store, teller.table), most_s=40)


def test_a_table_that_is_started_again_tells_what_the_broker_has_not_got(
    tmp_path: Path, real: RealBroker, store: Store
) -> None:
    folder = tmp_path / "table"
    with Journal(folder) as journal:
        number, game = begun(journal)
        with Teller(folder / FILE_NAME, real.broker, "Table 1") as teller:
            until(lambda: teller.waiting == 0)
        played(journal, number, game, 4)
        with Outbox(folder / FILE_NAME) as outbox:
            assert START.number < outbox.told().number < outbox.last().number
        with Listener(store, real.broker), Teller(folder / FILE_NAME, real.broker, "Table 1") as teller:
            until(lambda: all_there(folder, store, teller.table))


def test_a_table_that_was_put_back_to_a_copy_is_noticed_and_nothing_is_thrown_away(
    tmp_path: Path, real: RealBroker, store: Store
) -> None:
    folder, copy = tmp_path / "table", tmp_path / "copy"
    said: list[str] = []
    with Listener(store, real.broker, say=said.append):
        with Journal(folder) as journal:
            number, game = begun(journal)
            played(journal, number, game, 3)
        shutil.copytree(folder, copy)
        with Journal(folder) as journal, Teller(folder / FILE_NAME, real.broker, "Table 1") as teller:
            played(journal, number, game, 4)
            until(lambda: all_there(folder, store, teller.table))
        gone = rows_of(folder)[len(rows_of(copy)) :]
        with Journal(copy) as journal, Teller(copy / FILE_NAME, real.broker, "Table 1") as teller:
            until(lambda: all_there(copy, store, teller.table), what="what the copy has not is set aside")
            number, game = 1, journal.load(1)
            played(journal, number, game, 6)
            until(lambda: all_there(copy, store, teller.table))
        assert [tuple(row) for row in store.rows("SELECT told, mark FROM aside ORDER BY told")] == gone
        assert any("put back to an earlier copy" in words for words in said)
        assert len(store.tables()) == 1


def test_a_copy_that_went_on_while_the_house_was_stopped_is_noticed_too(tmp_path: Path, real: RealBroker) -> None:
    """It has more rows than the house, so no number goes back."""
    folder, copy, house = tmp_path / "table", tmp_path / "copy", tmp_path / "house"
    with Journal(folder) as journal:
        number, game = begun(journal)
        played(journal, number, game, 3)
    shutil.copytree(folder, copy)
    with Store(house) as store, Listener(store, real.broker):
        with Journal(folder) as journal, Teller(folder / FILE_NAME, real.broker, "Table 1") as teller:
            played(journal, number, game, 2)
            until(lambda: all_there(folder, store, teller.table))
    with Journal(copy) as journal, Teller(copy / FILE_NAME, real.broker, "Table 1") as teller:
        played(journal, 1, journal.load(1), 8)
        until(lambda: teller.waiting == 0)
        with Store(house) as store, Listener(store, real.broker):
            until(lambda: all_there(copy, store, teller.table))
            aside = [tuple(row) for row in store.rows("SELECT told, mark FROM aside ORDER BY told")]
            assert aside == sorted(set(rows_of(folder)) - set(rows_of(copy))) != []


def test_two_tables_of_one_name_are_told_and_counted_apart(tmp_path: Path, real: RealBroker, store: Store) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    said: list[str] = []
    with Journal(one) as first, Journal(other) as second, Listener(store, real.broker, say=said.append):
        played(first, *begun(first), 4)
        played(second, *begun(second, "Cyd", "Dot"), 2)
        with (
            Teller(one / FILE_NAME, real.broker, "Table 1") as teller,
            Teller(other / FILE_NAME, real.broker, "Table 1") as namesake,
        ):
            until(lambda: all_there(one, store, teller.table) and all_there(other, store, namesake.table))
            until(lambda: any("Two tables are called Table 1" in words for words in said))
            until(lambda: "another name" in teller.problem or "another name" in namesake.problem)
        assert teller.table != namesake.table
        assert len(store.tables()) == 2


def test_two_tables_of_one_name_that_were_there_before_the_house_are_both_counted(
    tmp_path: Path, real: RealBroker, store: Store
) -> None:
    """The broker keeps one status only, and nobody plays."""
    one, other = tmp_path / "one", tmp_path / "other"
    said: list[str] = []
    with Journal(one) as first, Journal(other) as second:
        played(first, *begun(first), 4)
        played(second, *begun(second, "Cyd", "Dot"), 2)
        with (
            Teller(one / FILE_NAME, real.broker, "Window") as teller,
            Teller(other / FILE_NAME, real.broker, "Window") as namesake,
        ):
            until(lambda: teller.waiting == namesake.waiting == 0)
            until(lambda: bool(teller.problem or namesake.problem))
            with Listener(store, real.broker, say=said.append):
                until(lambda: all_there(one, store, teller.table) and all_there(other, store, namesake.table))
                until(lambda: [fields["online"] for fields in all_tables(store)] == [True, True])
                until(lambda: any("Two tables are called Window" in words for words in said))
                assert [fields["table"] for fields in all_tables(store)] == ["Window#1", "Window#2"]
                time.sleep(6)
        assert sum("Two tables are called Window" in words for words in said) == 1, "it is said once"


def is_online(store: Store, table: str) -> bool:
    return next(fields["online"] for fields in all_tables(store) if fields["id"] == table)


def test_what_a_broker_kept_does_not_make_a_table_be_here(
    tmp_path: Path, real: RealBroker, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a power cut: tables that were here and said no goodbye, one that never was, and one that is here."""
    monkeypatch.setattr(listener_module, "PROOF_S", 1.0)
    folder = tmp_path / "table"
    said: list[str] = []
    with store.together():
        for table in ("gone", "lost"):
            known = store.known(table, name=table)
            store.keep_status(known, packed(Status(VERSION, True, table, "r")).decode())
    stranger = Link(real.broker, "stranger", topics=[("none", 0)], heard=lambda *_: None)
    stranger.open()
    for table in ("ghost", "gone"):
        status = Status(VERSION, True, table, "r", number=9, mark=3)
        stranger.publish(real.broker.topic(table, "status"), packed(status), retain=True)
    with Journal(folder) as journal, Teller(folder / FILE_NAME, real.broker, "Table 1") as teller:
        begun(journal)
        until(lambda: stranger.up and teller.waiting == 0)
        with Listener(store, real.broker, say=said.append):
            until(lambda: teller.table in {known.id for known in store.tables()} and is_online(store, teller.table))
            until(lambda: not is_online(store, "gone") and not is_online(store, "lost"))
            assert not is_online(store, "ghost")
            assert {"Table 1 is here.", "gone is away.", "lost is away."} <= set(said)
            assert "ghost" not in " ".join(said)
            assert next(fields["heard"] for fields in all_tables(store) if fields["id"] == "ghost") == ""
            real.kill()
            until(lambda: not is_online(store, teller.table), what="nobody hears of it any more")
            real.start()
            until(lambda: is_online(store, teller.table))
    stranger.close()


def test_nothing_that_a_table_says_of_itself_breaks_the_house(tmp_path: Path, store: Store) -> None:
    """What is kept is what was read, and no more."""
    digits, letters = b"9" * 5000, "N" * 20_000
    listener = Listener(store, Broker("127.0.0.1", 9))
    head = {"v": VERSION, "table": "t1", "run": "r"}
    status = packed({**head, "online": True, "kind": "camera"})
    played_on = packed({**head, "game": 3, "turn": "Ann", "acts": 7, "players": [{"name": "Ann", "score": 4}]})
    rest = b"," + b'"more":' + digits + b"}"
    messages: list[tuple[str, bytes]] = [
        ("T1/state", played_on[:-1] + rest),
        ("T1/status", status[:-1] + rest),
        ("T2/state", packed({**head, "table": "t2"})[:-1] + b',"pot":' + digits + b"}"),
        ("T3/state", packed({**head, "table": "t3", "players": [{"name": "A", "score": 10**18}], "turn": letters})),
        ("T4/status", packed({**head, "table": letters, "online": True})),
        (f"{letters}/status", packed({**head, "table": "t5", "online": True})),
        ("/status", packed({**head, "table": "t6", "online": True})),
        (f"{letters}/entry", b"{}"),
    ]
    for topic, payload in messages:
        listener._hear(f"pairs/house/{topic}", payload, False)
    assert len(listener._messages) == len(messages) - 2, "no table's name is so long"
    listener._hear("pairs/house/" + "N" * 41 + "/status", packed({**head, "table": "t7", "online": True}), False)
    listener._step()
    tables = all_tables(store)
    assert [fields["table"] for fields in tables] == ["T1", "T2", "T3"]
    assert tables[0]["state"]["turn"] == "Ann" and tables[0]["state"]["acts"] == 7 and "more" not in tables[0]["state"]
    assert tables[1]["state"] == tables[2]["state"] == {}
    with store.together():  # as an older program kept it
        store.keep_state(store.tables()[0], (played_on[:-1] + rest).decode())
        store.keep_status(store.tables()[0], (status[:-1] + rest).decode())
    assert all_tables(store)[0]["online"] and all_tables(store)[0]["state"]["turn"] == "Ann"
    assert store.rows("SELECT * FROM unread") == []


def steady(found: Callable[[], list[bool]], for_s: float = 2.0) -> Callable[[], bool]:
    """Whether the same one of several has been true for so long."""
    last, since_s = found(), time.monotonic()

    def is_steady() -> bool:
        nonlocal last, since_s
        now = found()
        if now != last or not any(now):
            last, since_s = now, time.monotonic()
        return time.monotonic() - since_s >= for_s

    return is_steady


def test_two_tables_with_one_journal_are_told_and_nothing_is_thrown_away(
    tmp_path: Path, real: RealBroker, store: Store
) -> None:
    """Somebody copied a memory card: both play on from the same place."""
    folder, clone = tmp_path / "table", tmp_path / "clone"
    said: list[str] = []
    with Journal(folder) as journal:
        number, game = begun(journal)
        played(journal, number, game, 3)
    shutil.copytree(folder, clone)
    with (
        Listener(store, real.broker, say=said.append),
        Journal(folder) as journal,
        Journal(clone) as other,
        ExitStack() as one,
        ExitStack() as two,
    ):
        first = one.enter_context(Teller(folder / FILE_NAME, real.broker, "Table 1"))
        second = two.enter_context(Teller(clone / FILE_NAME, real.broker, "Table 2"))
        assert second.table == first.table
        played(journal, 1, journal.load(1), 2)
        played(other, 1, other.load(1), 3)
        until(lambda: any("same journal" in words for words in said), most_s=30, what="it is told")
        for each in (journal, other):  # which one counts is settled by what both tell
            played(each, 1, each.load(1), 2)
        both = (rows_of(folder), rows_of(clone))
        until(steady(lambda: [rows_at(store, first.table) == rows for rows in both]), what="one of them counts")
        counts = rows_at(store, first.table) == rows_of(folder)
        played(journal if counts else other, 1, (journal if counts else other).load(1), 2)
        until(lambda: all_there(folder if counts else clone, store, first.table), what="it goes on")
        (one if counts else two).close()
        until(lambda: all_there(clone if counts else folder, store, first.table), most_s=30, what="the other counts")


def test_a_clock_that_is_wrong_is_told_and_changes_no_order(tmp_path: Path, real: RealBroker, store: Store) -> None:
    folder = tmp_path / "table"
    said: list[str] = []
    with Journal(folder) as journal, Listener(store, real.broker, say=said.append):
        played(journal, *begun(journal), 4)
        slow = Teller(folder / FILE_NAME, real.broker, "Table 1", clock=lambda: "2001-01-01T00:00:00+00:00")
        with slow as teller:
            until(lambda: all_there(folder, store, teller.table))
            until(lambda: any("its clock is" in words and "years slow" in words for words in said))


def test_what_a_newer_table_tells_is_kept_and_understood_by_a_newer_house(tmp_path: Path) -> None:
    """Of another version the number and the marks are read, and the message is kept as it came."""
    with Store(tmp_path) as store, store.together():
        new = {"v": VERSION + 1, "table": "t", "run": "r", "number": 1, "mark": 7, "before": 0, "words": ["a"]}
        now = packed(
            Entry(
                VERSION,
                "t",
                "r",
                "camera",
                2,
                8,
                7,
                "person",
                1,
                {"number": 1, "name": "Ann", "standing": "guest", "merged_into": None},
            )
        )
        unknown = packed(Entry(VERSION, "t", "r", "camera", 3, 9, 8, "dance", 1, {"number": 1}))
        found = [
            store.take("pairs/h/T/entry", "T", payload, live=lambda table: None, heard="").taken
            for payload in (packed(new), now, unknown, b"no message", b"no message")
        ]
        assert found == [Taken.NEW, Taken.NEW, Taken.NEW, Taken.UNREAD, Taken.UNREAD]
    with Store(tmp_path) as store:
        assert [json.loads(row["body"])["words"] for row in store.rows("SELECT body FROM told WHERE number = 1")] == [
            ["a"]
        ]
        assert [row["name"] for row in store.rows("SELECT name FROM person")] == ["Ann"]
        assert len(store.rows("SELECT * FROM unread")) == 1
        (known,) = store.tables()
        assert known.number == 3
    connection = sqlite3.connect(tmp_path / "house.sqlite3")
    body = packed(
        Entry(
            VERSION,
            "t",
            "r",
            "camera",
            1,
            7,
            0,
            "person",
            2,
            {"number": 2, "name": "Ben", "standing": "guest", "merged_into": None},
        )
    )
    connection.execute("UPDATE told SET body = ? WHERE number = 1", (body,))  # as if this program were the newer one
    connection.commit()
    connection.close()
    with Store(tmp_path) as store:
        assert [row["name"] for row in store.latest("person", known.journal)] == ["Ann", "Ben"]
