"""A table's side: what is kept at the broker, what people are told, and what comes of bad input."""

import json
import time
from pathlib import Path

import pytest
from broker import RealBroker, needs_mosquitto, until

from dealer.books.facts import PostingKind
from dealer.cli import main
from dealer.errors import InputError
from dealer.game.header import Header
from dealer.house import diagnosis
from dealer.journal.journal import FILE_NAME, Journal
from dealer.settings import FILE_NAME as SETTINGS_NAME
from dealer.settings import House, Settings, read_settings
from dealer.venue import teller as telling
from dealer.venue.address import Broker, name_of, parse_broker, table_name
from dealer.venue.discovery import messages
from dealer.venue.link import Link
from dealer.venue.listener import Listener
from dealer.venue.messages import MOST_BYTES, MOST_TOGETHER, Entry, Want, bundled, unbundled, unpacked
from dealer.venue.store import Store
from dealer.venue.teller import Teller
from hardware.doctor.finding import Health


@needs_mosquitto
def test_state_and_status_are_kept_and_the_last_will_says_away(tmp_path: Path) -> None:
    kept: dict[str, dict[str, object]] = {}

    def heard(topic: str, payload: bytes, retained: bool) -> None:
        kept[topic] = json.loads(payload)

    with RealBroker(tmp_path / "broker") as real, Journal(tmp_path / "table") as journal:
        header = Header.from_mapping({"variant": "basic", "players": ["Ann", "Ben"], "target": 20})
        number = journal.begin(header)
        game = journal.load(number)
        watch = Link(real.broker, "watch", topics=[("#", 1)], heard=heard)
        watch.open()
        teller = Teller(journal.path, real.broker, "Table 1").open()
        until(lambda: "pairs/house/Table 1/state" in kept)
        for _ in range(3):
            act = min(game.legal_acts(), key=str)
            game.push(act)
            with journal.together(number, game):
                journal.add(number, act)
        until(lambda: kept["pairs/house/Table 1/state"]["acts"] == 3)
        state = kept["pairs/house/Table 1/state"]
        assert state["turn"] == game.state.turn and state["last"] == str(game.acts[-1]) and state["loser"] is None
        assert state["target"] == 20
        scores = [(one["name"], one["score"], one["cards"]) for one in state["players"]]  # type: ignore[attr-defined]
        assert scores == [(one.name, one.score, list(one.stack)) for one in game.state.players]
        game.pop()
        with journal.together(number, game):
            journal.undo(number, act)
        until(lambda: kept["pairs/house/Table 1/state"]["acts"] == 2)
        journal.books.pay(1, 2, 3, PostingKind.SIDE_BET)
        until(lambda: bool(kept["pairs/house/Table 1/state"]["payments"]))
        state = kept["pairs/house/Table 1/state"]
        assert state["tabs"] == [{"name": "Ann", "coins": -3}, {"name": "Ben", "coins": 3}] and state["games"] == 1
        assert state["payments"] == [{"giver": "Ann", "taker": "Ben", "coins": 3}]
        teller.note(camera="webcam:0", trouble="The camera is not there")
        until(lambda: kept["pairs/house/Table 1/status"]["trouble"] == "The camera is not there")
        status = kept["pairs/house/Table 1/status"]
        assert status["online"] is True and status["camera"] == "webcam:0"
        for topic, payload in messages(real.broker, teller.table, "Table 1"):
            until(lambda topic=topic: topic in kept, what=topic)  # type: ignore[misc]
            assert kept[topic] == json.loads(payload)
            assert kept[topic]["state_topic"] in kept
        teller._link._client._sock_close()  # it is gone without a word
        teller._link._client.loop_stop()
        until(lambda: kept["pairs/house/Table 1/status"]["online"] is False)
        teller._stopped.set()
        watch.close()


@needs_mosquitto
def test_messages_of_nobody_change_nothing(tmp_path: Path) -> None:
    """A hostile client, or another program's topic."""
    with RealBroker(tmp_path / "broker") as real, Journal(tmp_path / "table") as journal:
        journal.begin(Header.from_mapping({"variant": "basic", "players": ["Ann", "Ben"]}))
        stranger = Link(real.broker, "stranger", topics=[("none", 0)], heard=lambda *_: None)
        stranger.open()
        with Teller(journal.path, real.broker, "Table 1") as teller:
            until(lambda: stranger.up and teller.waiting == 0)
            table = teller.table.encode()
            for payload in (
                b"", b"\xff\xfe", b"[]", b"{" * 100_000, b'{"v":1}', b"x" * 200_000,
                b'{"v":1,"table":"%s","nonce":1,"have":[[9223372036854775807,1],[-5,3]]}' % table,
                b'{"v":1,"table":"%s","nonce":1,"have":[[1e400,1]]}' % table,
                b'{"v":99,"table":"%s","nonce":1,"have":[]}' % table,
            ):  # fmt: skip
                for leaf in ("want", "status"):
                    stranger.publish(real.broker.topic("Table 1", leaf), payload)
            time.sleep(0.5)
            number = journal.begin(Header.from_mapping({"variant": "basic", "players": ["Ann", "Cyd"]}))
            assert number == 2
            until(lambda: teller.waiting == 0 and teller._told == teller._outbox.last(), what="it still tells")
        stranger.close()


def test_people_are_told_when_the_house_is_away_for_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(telling, "TOLD_AWAY_S", 0.2)
    with Journal(tmp_path) as journal:
        journal.begin(Header.from_mapping({"variant": "basic", "players": ["Ann", "Ben"]}))
        with Teller(journal.path, Broker("127.0.0.1", 9), "Table 1") as teller:
            until(lambda: "kept and told later" in teller.problem)
            assert teller.waiting > 0


def test_the_doctor_says_what_the_broker_has_not_got(tmp_path: Path) -> None:
    said = Settings(house=House(broker="mqtt://broker"))
    assert list(diagnosis.house(tmp_path, Settings())) == []
    (found,) = diagnosis.house(tmp_path, said)
    assert found.health is Health.FINE
    with Journal(tmp_path) as journal:
        journal.begin(Header.from_mapping({"variant": "basic", "players": ["Ann", "Ben"]}))
    (found,) = diagnosis.house(tmp_path, said)
    assert found.health is Health.WITHOUT and "7 of 7 rows are not with the broker" in found.detail
    with telling.Outbox(tmp_path / FILE_NAME) as outbox:
        outbox.note_told(outbox.last())
    (found,) = diagnosis.house(tmp_path, said)
    assert found.health is Health.FINE and "has all 7 rows" in found.detail


@pytest.mark.parametrize(
    "address",
    ["", "broker", "http://broker", "mqtt://", "mqtt://broker:port", "mqtt://broker:0", "mqtt://broker:70000",
     "mqtt://broker/a/b", "mqtt://broker/a+b", "mqtt://broker?x=1", "mqtt://[::1", "mqtt://broker/" + "x" * 50],
)  # fmt: skip
def test_an_address_that_is_none_is_told(address: str) -> None:
    with pytest.raises(InputError, match="expected"):
        parse_broker(address)


def test_a_password_stands_in_the_settings_and_nowhere_else(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="put user and password into the settings"):
        parse_broker("mqtt://ann:secret@broker")
    with pytest.raises(InputError, match="set the user first"):
        parse_broker("mqtt://broker", House(password="secret"))
    with pytest.raises(InputError, match="no file of certificates"):
        parse_broker("mqtts://broker", House(certificates=str(tmp_path / "none.crt")))
    (tmp_path / SETTINGS_NAME).write_text('[house]\nbroker = "mqtt://broker"\nuser = "ann"\npassword = "secret"\n')
    broker = parse_broker("mqtts://broker", read_settings(tmp_path).house)
    assert (broker.user, broker.password, broker.port) == ("ann", "secret", 8883)
    assert "secret" not in str(broker)


def test_a_table_has_a_name_in_any_case() -> None:
    assert table_name("Table 1", House(table="Table 2")) == "Table 1"
    assert table_name(None, House(table="Table 2")) == "Table 2"
    assert table_name(None, House())
    for name in ("", " ", "a/b", "#", "+", "$SYS", "x" * 41, "\x00"):
        with pytest.raises(InputError, match="expected 1 to 40 letters"):
            name_of(name)


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["play", "--house", "broker", "--headless", "--mute"], 2),
        (["play", "--house", "mqtt://broker", "--table", "a/b", "--headless", "--mute"], 2),
        (["house"], 2),
        (["house", "--broker", "broker"], 2),
        (["house", "league", "--points", "many"], 2),
        (["house", "rebuild"], 2),
    ],
)
def test_what_cannot_be_is_one_sentence(
    arguments: list[str],
    status: int,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    camera = ["--camera", "sim"] if arguments[0] == "play" else []
    assert main([*arguments, *camera, "--data", str(tmp_path)]) == status
    assert len(capsys.readouterr().err.strip().splitlines()) == 1


@needs_mosquitto
def test_a_hostile_table_does_not_stop_the_house(tmp_path: Path) -> None:
    most = 2**64 - 1
    with RealBroker(tmp_path / "broker") as real, Store(tmp_path / "house") as store:
        said: list[str] = []
        stranger = Link(real.broker, "stranger", topics=[("none", 0)], heard=lambda *_: None)
        stranger.open()
        with Listener(store, real.broker, say=said.append) as listener:
            until(lambda: stranger.up and listener.link.up)
            for number, mark in ((most, 1), (1, most), (2**63 - 1, 5), (-1, -1), (0, 0)):
                for leaf in ("entry", "status", "state"):
                    fields = {"v": 1, "online": True, "table": "t", "run": "r", "kind": "camera", "number": number,
                              "mark": mark, "before": most, "what": "answer", "subject": most,
                              "clock": "9999-99"}  # fmt: skip
                    stranger.publish(real.broker.topic("T", leaf), json.dumps(fields).encode())
                    stranger.publish(real.broker.topic("T", leaf), b"\xff" * 70_000)
                    stranger.publish(real.broker.topic("\u202eT\x7f", leaf), b"{}")
            with Journal(tmp_path / "table") as journal:
                journal.begin(Header.from_mapping({"variant": "basic", "players": ["Ann", "Ben"]}))
                with Teller(journal.path, real.broker, "Table 1") as teller:
                    until(lambda: any(one.id == teller.table and one.number == 7 for one in store.tables()))
            assert listener.failure is None and listener._thread.is_alive()
        stranger.close()


def test_what_is_no_message_is_none() -> None:
    for payload in (b"", b"null", b"{", b'{"v":1}', b"\xff", b"[" * 60_000, b" " * (MOST_BYTES + 1)):
        assert unpacked(payload, Entry) is None and unpacked(payload, Want) is None


@pytest.mark.parametrize("length", [10, 1000, MOST_BYTES])
def test_rows_go_in_few_messages_and_come_out_as_they_were(length: int) -> None:
    rows = [json.dumps({"number": number, "text": "x" * length}).encode() for number in range(250)]
    together = list(bundled(zip(rows, range(250), strict=True)))
    assert [row for message, _ in together for row in unbundled(message)] == rows
    assert [last for _, last in together][-1] == 249
    ends = iter(last for _, last in together)
    assert all(json.loads(unbundled(message)[-1])["number"] == next(ends) for message, _ in together)
    assert len(together) == {10: 3, 1000: 9, MOST_BYTES: 250}[length]
    assert all(len(message) <= MOST_BYTES for message, _ in together) or length == MOST_BYTES


def test_a_list_of_more_than_a_table_tells_together_is_one_message_that_nobody_understands() -> None:
    payload = b"[" + b",".join([b"1"] * (MOST_TOGETHER + 1)) + b"]"
    assert unbundled(payload) == [payload]
    assert unbundled(b"[]") == []
