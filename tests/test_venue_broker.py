"""The configuration in docs/house.md, with its users, TLS and access list: a broker is started with just that."""

import getpass
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from broker import RealBroker, free_port, needs_mosquitto, until

from dealer.game.header import Header
from dealer.journal.journal import FILE_NAME, Journal
from dealer.settings import House
from dealer.venue.address import Broker, parse_broker
from dealer.venue.listener import Listener
from dealer.venue.store import Store
from dealer.venue.teller import Teller

ROOT = Path(__file__).resolve().parent.parent

pytestmark = [
    needs_mosquitto,
    pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is not installed here: apt install openssl"),
]


def block(kind: str) -> str:
    """The block of docs/house.md that is marked so."""
    text = (ROOT / "docs" / "house.md").read_text(encoding="utf-8")
    (found,) = re.findall(rf"```{kind}\n(.*?)```", text, re.DOTALL)
    return str(found)


@pytest.fixture(scope="module")
def documented(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealBroker]:
    folder = tmp_path_factory.mktemp("broker")
    port = free_port()
    (folder / "access").write_text(block("access"))
    commands = block("sh").replace("192.168.1.20", "127.0.0.1")
    path = "/usr/bin:/bin:/usr/sbin:/usr/local/bin"
    subprocess.run(["bash", "-ec", commands], cwd=folder, check=True, capture_output=True, env={"PATH": path})
    config = block("mosquitto").replace("/etc/mosquitto/pairs", str(folder))
    config = config.replace("listener 8883", f"listener {port} 127.0.0.1")
    # what Debian's own mosquitto.conf says around it
    around = f"user {getpass.getuser()}\npersistence true\npersistence_location {folder}/\n"
    with RealBroker(folder, config=around + config, port=port) as broker:
        yield broker


def reached(documented: RealBroker, user: str, password: str) -> Broker:
    said = House(user=user, password=password, certificates=str(documented.folder / "ca.crt"))
    return parse_broker(f"mqtts://127.0.0.1:{documented.port}", said)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Path]:
    with Journal(tmp_path / "table") as journal:
        journal.begin(Header.from_mapping({"variant": "basic", "players": ["Ann", "Ben"]}))
        yield tmp_path / "table" / FILE_NAME


def test_a_table_reaches_the_house_and_only_under_its_own_name(
    documented: RealBroker, table: Path, tmp_path: Path
) -> None:
    own = reached(documented, "table1", "SECRET2")
    with Store(tmp_path / "house") as store, Listener(store, reached(documented, "house", "SECRET1")):
        with Teller(table, own, "table2") as other:
            until(lambda: other.waiting == 0)  # the broker takes it, and gives it to nobody
            with Teller(table, own, "table1") as teller:
                until(lambda: [one.name for one in store.tables()] == ["table1"])
                until(lambda: store.tables()[0].number == teller._outbox.last().number > 0)


@pytest.mark.parametrize(("user", "password"), [("table1", "WRONG"), ("nobody", "SECRET2")])
def test_who_is_not_known_is_not_let_in(
    documented: RealBroker, table: Path, tmp_path: Path, user: str, password: str
) -> None:
    said: list[str] = []
    broker = reached(documented, user, password)
    with Store(tmp_path / "house") as store, Listener(store, broker, say=said.append) as listener:
        until(lambda: bool(said))
        assert not listener.link.up and "Not authorized" in said[0]


def test_nobody_is_let_in_without_tls_or_with_a_certificate_of_somebody_else(
    documented: RealBroker, table: Path
) -> None:
    good = reached(documented, "table1", "SECRET2")
    for bad in (replace(good, tls=False), replace(good, certificates=None)):
        with Teller(table, bad, "table1") as teller:
            until(lambda: bool(teller._link.trouble), what=str(bad))  # noqa: B023
            assert not teller._link.up
