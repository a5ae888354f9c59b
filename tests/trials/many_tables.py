"""Many tables tell one house through a broker that is killed again and again, and the house is stopped for a while.

    pytest tests/trials/many_tables.py                         # a few tables, a minute
    PYTHONPATH=.:tests python tests/trials/many_tables.py --tables 200 --hours 24 --minutes 20

Each table is a journal with its teller. Ten entries a minute and table are written, faster by hours over minutes: 24
hours in 20 minutes are 72 times as many, 2,400 a second, all written and told on this one machine. Only the writing is
squeezed: a teller looks as often as at a real table, and how long things take is real time. What the house has at the
end is compared with the journals: each row once, none missing.

Printed are the seconds from a row's writing to its commit at the house: for all rows, and for those written while both
were there, from 5 s after broker or house came back to 1 s before it goes. Of all rows 1 in 24 is written while the
house is stopped, so their 95th percentile says how fast it catches up. Shares are of one core: with tables, broker and
house at 2 cores' worth of work the machine is what is measured.
"""

import argparse
import json
import logging
import multiprocessing
import resource
import signal
import sqlite3
import statistics
import sys
import tempfile
import threading
import time
from contextlib import ExitStack, closing
from dataclasses import dataclass
from multiprocessing.synchronize import Event, Semaphore
from pathlib import Path
from typing import Any

from broker import RealBroker, needs_mosquitto

from dealer.books.facts import PostingKind
from dealer.game.header import Header
from dealer.journal.journal import FILE_NAME, Journal
from dealer.rules.acts import parse_act
from dealer.venue.address import Broker
from dealer.venue.listener import Listener
from dealer.venue.messages import VERSION, packed
from dealer.venue.store import Outcome, Store, Taken
from dealer.venue.teller import Teller

A_MINUTE = 10
KILLS = 10
DOWN_S = 1.0
STOPPED_SHARE = 1 / 24
"""The house is stopped for so much of the time: an hour of a day."""
CATCH_UP_S = 300.0
PROCESSES = 4
"""A table has ten files and sockets open, and paho waits with select, which knows no number above 1023."""
PLAYERS = ("Ann", "Ben")


@dataclass(frozen=True)
class Plan:
    """``minutes`` of real time stand for ``hours``."""

    tables: int
    hours: float
    minutes: float

    @property
    def a_second(self) -> float:
        """Entries of all tables together."""
        return self.tables * A_MINUTE * self.hours / self.minutes


class LightTeller(Teller):
    """Its state of play says only where it stands: what is measured is the house, not so many tables on one machine."""

    def _say_state(self) -> None:
        self._seen = self._outbox.last()
        state = {"v": VERSION, "table": self.table, "run": self.run, "number": self._seen.number}
        state["mark"] = self._seen.mark
        self._link.publish(self._broker.topic(self._name, "state"), packed(state), qos=0, retain=True)


@dataclass(frozen=True)
class Signs:
    """After ``stop`` no table writes any more and each process says ``written``; after ``leave`` it ends."""

    stop: Event
    written: Semaphore
    leave: Event


def tables(folder: Path, broker: Broker, first: int, count: int, a_second: float, signs: Signs) -> None:
    """So many tables in one process."""
    threading.stack_size(256 * 1024)
    logging.disable(logging.CRITICAL)
    with ExitStack() as stack:
        journals = []
        for number in range(first, first + count):
            home = folder / f"table-{number}"
            journal = stack.enter_context(Journal(home))
            journal._connection.execute("PRAGMA synchronous = OFF")  # so many would wait for one disk
            game = journal.begin(Header.from_mapping({"variant": "basic", "players": list(PLAYERS), "target": 60}))
            stack.enter_context(LightTeller(home / FILE_NAME, broker, f"Table {number}", home_assistant=False))
            journals.append((journal, game))
        act = parse_act("Ann hit 3", PLAYERS)
        began_s, written = time.monotonic(), 0
        while not signs.stop.is_set():
            due = int((time.monotonic() - began_s) * a_second)
            for index in range(written, due):
                journal, game = journals[index % count]
                journal.add(game, act, hand=f"{time.monotonic():.4f}")
                if index % 40 == 0:
                    journal.books.pay(1, 2, 1, PostingKind.SIDE_BET)
            written = max(written, due)
            time.sleep(0.01)
        signs.written.release()
        signs.leave.wait()
    (folder / f"tables-{first}.cpu").write_text(str(time.process_time()))


def house(folder: Path, broker: Broker, out: Path) -> None:
    """The house, until SIGTERM; when each row was written, and how late it was, goes to ``out``."""
    logging.disable(logging.CRITICAL)
    lags: list[tuple[float, float]] = []
    done = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: done.set())

    def taken(outcome: Outcome) -> None:
        row: Any = getattr(outcome.entry, "row", None)
        if outcome.taken is Taken.NEW and row and row.get("hand"):
            lags.append((float(row["hand"]), time.monotonic() - float(row["hand"])))

    with Store(folder) as store, Listener(store, broker, taken=taken) as listener:
        done.wait()
        listener.stop()
    with out.open("a") as file:
        file.writelines(f"{json.dumps(one)}\n" for one in lags)
    (out.parent / f"house-{time.monotonic_ns()}.cpu").write_text(str(time.process_time()))


def _children_s() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _rows(path: Path) -> dict[int, int]:
    with closing(sqlite3.connect(path)) as connection:
        return dict(connection.execute("SELECT number, mark FROM outbox").fetchall())


def _there(folder: Path) -> dict[str, dict[int, int]]:
    with closing(sqlite3.connect(folder / "house.sqlite3")) as connection:
        found: dict[str, dict[int, int]] = {}
        for name, number, mark in connection.execute(
            "SELECT journal.name, told.number, mark FROM told JOIN journal ON journal.number = told.journal"
        ):
            found.setdefault(name, {})[number] = mark
    return found


def _count_there(folder: Path) -> int:
    with closing(sqlite3.connect(folder / "house.sqlite3")) as connection:
        return int(connection.execute("SELECT count(*) FROM told").fetchone()[0])


def _share(sorted_values: list[float], share: float) -> float:
    return sorted_values[min(len(sorted_values) - 1, int(share * len(sorted_values)))] if sorted_values else 0.0


def timeline(seen: list[tuple[float, float]], began_s: float, away: list[tuple[float, float]]) -> str:
    """The median and the longest lag of the rows written in each ten seconds, and when broker or house were away."""
    tens: dict[int, list[float]] = {}
    for at, lag in seen:
        tens.setdefault(int((at - began_s) // 10), []).append(lag)
    gone = {ten for a, b in away for ten in range(int((a - began_s) // 10), int((b - began_s) // 10) + 1)}
    return "\n".join(
        f"{ten * 10:5} s {len(lags):6} rows: median {statistics.median(lags):6.2f} s, longest {max(lags):6.2f} s"
        f"{', away' if ten in gone else ''}"
        for ten, lags in sorted(tens.items())
    )


def run(folder: Path, plan: Plan, *, in_time: bool = False) -> dict[str, float]:
    """Run the plan; the figures. ``in_time`` prints what was late when."""
    lags, home = folder / "lags.jsonl", folder / "house"
    context = multiprocessing.get_context("spawn")
    signs = Signs(context.Event(), context.Semaphore(0), context.Event())
    used_s = _children_s()
    away: list[tuple[float, float]] = []
    with RealBroker(folder / "broker") as broker:

        def new_house() -> Any:
            process = context.Process(target=house, args=(home, broker.broker, lags))
            process.start()
            return process

        keeping = new_house()
        each = plan.tables // PROCESSES
        writers = [
            context.Process(
                target=tables,
                args=(folder, broker.broker, 1 + each * n, each, plan.a_second / PROCESSES, signs),
            )
            for n in range(PROCESSES)
        ]
        for writer in writers:
            writer.start()
        began_s, length_s = time.monotonic(), plan.minutes * 60
        kills = [length_s * (n + 1) / (KILLS + 1) for n in range(KILLS)]
        stopped_from_s = length_s * 0.5 + DOWN_S * 2
        stopped_until_s = stopped_from_s + length_s * STOPPED_SHARE
        while (now_s := time.monotonic() - began_s) < length_s:
            if kills and now_s >= kills[0]:
                kills.pop(0)
                from_s = time.monotonic()
                broker.kill()
                time.sleep(DOWN_S)
                broker.start()
                away.append((from_s, time.monotonic()))
            if keeping is not None and stopped_from_s <= now_s < stopped_until_s:
                gone_s = time.monotonic()
                keeping.terminate()
                keeping.join()
                keeping = None
            if keeping is None and now_s >= stopped_until_s:
                keeping = new_house()
                away.append((gone_s, time.monotonic()))
            time.sleep(0.05)
        assert not kills, "the time was too short for all kills"
        signs.stop.set()
        ended_s = time.monotonic()
        for _ in writers:
            signs.written.acquire()
        wanted = {f"Table {n}": _rows(folder / f"table-{n}" / FILE_NAME) for n in range(1, plan.tables + 1)}
        count = sum(len(rows) for rows in wanted.values())
        while _count_there(home) < count and time.monotonic() - ended_s < CATCH_UP_S:
            time.sleep(0.5)
        caught_up_s = time.monotonic() - ended_s
        keeping.terminate()
        keeping.join()
        signs.leave.set()
        for writer in writers:
            writer.join()
    used_s = _children_s() - used_s
    tables_s, house_s = (
        sum(float(one.read_text()) for one in folder.glob(f"{who}-*.cpu")) for who in ("tables", "house")
    )
    there = _there(home)
    lost = sum(1 for name, rows in wanted.items() for number in rows if number not in there.get(name, {}))
    other = sum(
        1 for name, rows in there.items() for number, mark in rows.items() if wanted.get(name, {}).get(number) != mark
    )
    seen = [json.loads(line) for line in lags.read_text().splitlines()]
    if in_time:
        print(timeline(seen, began_s, away))
    late = sorted(lag for _, lag in seen)
    calm = sorted(lag for at, lag in seen if not any(a - 1 <= at <= b + 5 for a, b in away))
    with closing(sqlite3.connect(home / "house.sqlite3")) as connection:
        entries = connection.execute("SELECT count(*), count(DISTINCT journal * 10000000 + number) FROM entry")
        rows, different = entries.fetchone()
        postings, different_too = connection.execute(
            "SELECT count(*), count(DISTINCT journal * 10000000 + number) FROM posting"
        ).fetchone()
        aside = connection.execute("SELECT count(*) FROM aside").fetchone()[0]
    return {
        "tables": plan.tables,
        "seconds": plan.minutes * 60,
        "acts a second, planned": plan.a_second,
        "rows": count,
        "rows a second": count / (plan.minutes * 60),
        "lost": lost,
        "twice": rows - different + postings - different_too,
        "other": other,
        "set aside": aside,
        "median s": _share(late, 0.5),
        "p95 s": _share(late, 0.95),
        "max s": late[-1] if late else 0.0,
        "p95 s, all there": _share(calm, 0.95),
        "caught up s": caught_up_s,
        "share, tables": tables_s / length_s,
        "share, broker": (used_s - tables_s - house_s) / length_s,
        "share, house": house_s / length_s,
    }


def printed(figures: dict[str, float]) -> str:
    return "\n".join(
        f"{name:24} {value:.2f}" if isinstance(value, float) else f"{name:24} {value}"
        for name, value in figures.items()
    )


@needs_mosquitto
def test_nothing_is_lost_and_nothing_counts_twice(tmp_path: Path) -> None:
    figures = run(tmp_path, Plan(tables=20, hours=1, minutes=1))
    print(printed(figures))
    assert figures["lost"] == figures["twice"] == figures["other"] == figures["set aside"] == 0
    assert figures["p95 s, all there"] <= 1.0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--hours", type=float, default=24.0)
    parser.add_argument("--minutes", type=float, default=20.0)
    parser.add_argument("--timeline", action="store_true", help="print what was late when")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        found = run(Path(scratch), Plan(options.tables, options.hours, options.minutes), in_time=options.timeline)
    print(printed(found))
    sys.exit(0 if found["lost"] == found["twice"] == 0 else 1)
