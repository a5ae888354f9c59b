"""``dealer house``: the other end of many tables. It listens, and says what it knows: tables, league, payments.

What only reads works while the house listens.
"""

import argparse
import csv
import io
import json
import sqlite3
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

from dealer.board.code import new_word
from dealer.board.process import BoardProcess
from dealer.board.snapshots import Set, Told
from dealer.errors import DeviceError, InputError, JournalError
from dealer.game.header import name_problem
from dealer.journal.journal import FILE_NAME
from dealer.journal.outbox import Outbox, Place
from dealer.journal.outbox import Told as Row
from dealer.settings import Board, Settings, data_folder, read_settings
from dealer.system.plain_text import cell, in_short, plain
from dealer.system.stopping import on_signals
from dealer.venue.accounts import Accounts, Debt, Result, Who, parse_season, postings
from dealer.venue.address import name_of, parse_broker
from dealer.venue.listener import Listener
from dealer.venue.messages import VERSION, Entry, State, Status, packed, unpacked
from dealer.venue.store import LABELS, Store

ROWS_AT_ONCE = 5000

LOOK_S = 1.0
"""How often it is looked where the pages are, seconds."""

WORD_NAME = "board-word"
"""The file of the word in the pages' address, where the settings want one."""

POSTING_COLUMNS = (
    *("table", "number", "evening", "time", "game", "from", "to", "coins", "kind", "why", "hand", "reverses"),
)
RESULT_COLUMNS = ("table", "game", "day", "variant", "player", "place", "lost", "won", "score", "coins")
LEAGUE_COLUMNS = ("place", "player", "points", "games", "lost", "won", "coins", "tables")


def run(options: argparse.Namespace) -> int:
    """Run the command; returns its exit status."""
    folder = data_folder(options.data)
    verbs: Mapping[str, Callable[[Path, argparse.Namespace], int]] = {
        "listen": _listen,
        "tables": _tables,
        "league": _league,
        "players": _players,
        "settle": _settle,
        "export": _export,
        "same": _same,
        "rebuild": _rebuild,
    }
    return verbs[options.what or "listen"](folder, options)


# Listening


def _listen(folder: Path, options: argparse.Namespace) -> int:
    """Take in what the tables tell, until somebody stops it."""
    settings = read_settings(folder)
    access = settings.house
    address = options.broker or access.broker
    if address is None:
        raise InputError(
            "The house has no broker; name one with --broker mqtt://HOST, or broker in settings.toml under [house]."
        )
    broker = parse_broker(address, access)
    with Store(folder) as store:
        listener = Listener(store, broker, say=_say)
        _say(f"The house of {broker}; its data: {folder}. Ctrl+C ends it.")
        with on_signals(listener.stop), listener, ExitStack() as stack:
            site = None if settings.board is Board.OFF else _served(folder, settings, stack)
            told: Told | None = None
            while not listener.wait(LOOK_S):
                if site is not None and site.told != told:
                    told = site.told
                    _say_where(told, settings.board_port)
        if listener.failure is not None:
            raise listener.failure
    return 0


def _served(folder: Path, settings: Settings, stack: ExitStack) -> BoardProcess:
    """The house's pages, served by a process of their own."""
    wanted = Set(settings.board_port, _word(folder) if settings.board is Board.WORD else "")
    process = BoardProcess(wanted, command=lambda wanted: site_command(folder, wanted))
    stack.callback(process.close)
    return process


def site_command(folder: Path, wanted: Set) -> list[str]:
    """What serves the pages of the house in ``folder``."""
    return [sys.executable, "-P", "-m", "dealer.venue.site", str(folder.resolve()), str(wanted.port), wanted.word]


def _word(folder: Path) -> str:
    """The word in the pages' address: made once."""
    path = folder / WORD_NAME
    try:
        if not path.exists():
            path.write_text(new_word(), encoding="ascii")
        found = path.read_text(encoding="ascii").strip()
    except (OSError, ValueError) as error:
        raise InputError(f"The word in {path} cannot be read ({error}); delete that file.") from error
    if not (found.isalpha() and len(found) < 40):
        raise InputError(f"The word in {path} is {in_short(repr(found))}; expected letters only. Delete that file.")
    return found


def _say_where(told: Told, port: int) -> None:
    troubles = {
        "port-taken": f"No pages: port {port} is taken; write another board_port into settings.toml.",
        "network": "No pages: this machine is in no network.",
        "missing": "No pages: pip install starlette uvicorn segno brings what they need.",
    }
    if words := troubles.get(told.trouble, told.address and f"The house's pages: {told.address}"):
        _say(words)


def _say(words: str) -> None:
    print(f"{datetime.now():%H:%M:%S}  {plain(words)}", flush=True)


# What is known


def _tables(folder: Path, options: argparse.Namespace) -> int:
    """Each table: how it is, and how play stands there."""
    with Store(folder, writable=False) as store:
        tables, is_known = all_tables(store), store.is_at_work()
    if not is_known:
        print("No house listens here now: who is there is not known.", file=sys.stderr)
    for fields in tables:
        print(as_json(fields) if options.json else _in_a_line(fields, is_known))
    if not tables and not options.json:
        print("No table yet.")
    return 0


TABLES = f"""
SELECT there.number, label AS name, id, kind, state, status, heard,
    coalesce((SELECT max(told.number) FROM told WHERE journal = there.number), 0) AS rows,
    (SELECT count(*) FROM aside WHERE journal = there.number) AS set_aside,
    coalesce(kept.rows, 0) AS not_understood
FROM journal AS there
JOIN ({LABELS}) AS labels ON labels.number = there.number
LEFT JOIN (SELECT journal, count(*) AS rows FROM told WHERE body IS NOT NULL GROUP BY journal) AS kept
    ON kept.journal = there.number
ORDER BY there.number
"""


def all_tables(store: Store) -> list[dict[str, Any]]:
    """What is known of each table."""
    is_known = store.is_at_work()
    return [
        fields | {"online": fields["online"] and is_known}
        for fields in (table_fields(row) for row in store.rows(TABLES))
    ]


def table_fields(row: sqlite3.Row) -> dict[str, Any]:
    """What is known of a table, from a row of ``TABLES``."""
    status, state = unpacked(row["status"].encode(), Status), unpacked(row["state"].encode(), State)
    if status is None:
        status = Status(VERSION, False, "", "")
    return {
        "table": row["name"],
        "id": row["id"],
        "kind": row["kind"],
        "online": status.online,
        "version": status.version,
        "camera": status.camera,
        "trouble": status.trouble,
        "heard": row["heard"],
        "rows": row["rows"],
        "set_aside": row["set_aside"],
        "not_understood": row["not_understood"],
        "state": {} if state is None else msgspec.to_builtins(state),
    }


def state_of(fields: Mapping[str, Any]) -> State:
    """How play stands at a table; empty where that is not known."""
    return msgspec.convert(fields["state"], State)


def _in_a_line(fields: Mapping[str, Any], is_known: bool) -> str:
    state = state_of(fields)
    told = [
        "here" if fields["online"] else "away" if is_known else "",
        f"last heard {_here(fields['heard'])}" if fields["heard"] and not fields["online"] else "",
        "rehearsal" if fields["kind"] == "rehearsal" else "",
        state.variant or "",
        f"{', '.join(state.losers)} lost" if state.losers else f"{state.turn}'s turn" if state.turn else "",
        ", ".join(f"{one.name} {one.score}" for one in state.players),
        f"pot {state.pot}" if state.pot else "",
        f"trouble: {fields['trouble']}" if fields["trouble"] else "",
        f"{fields['set_aside']} rows set aside" if fields["set_aside"] else "",
        f"{fields['not_understood']} rows not understood" if fields["not_understood"] else "",
    ]
    return plain(f"{fields['table']:20} {'; '.join(one for one in told if one)}")


def _here(clock: str) -> str:
    """A time as it is here."""
    try:
        return f"{datetime.fromisoformat(clock).astimezone():%Y-%m-%d %H:%M}"
    except ValueError:
        return clock


def _league(folder: Path, options: argparse.Namespace) -> int:
    """The league of a season."""
    points = parse_points(options.points)
    with Store(folder, writable=False) as store:
        lines = league_rows(Accounts(store, rehearsals=options.rehearsals), options.season, points)
    for line in lines:
        if options.json:
            print(as_json(line))
        else:
            print(
                f"{line['place']:3}. {line['player']!s:24} points {line['points']:5}  games {line['games']:4}  "
                f"lost {line['lost']:3}  won {line['won']:3}  coins {line['coins']:+5}"
            )
    if not lines and not options.json:
        print("No game is over yet.")
    return 0


def league_rows(accounts: Accounts, season: str | None, points: Sequence[int]) -> list[dict[str, Any]]:
    """The league with places; who has as many points has the same place."""
    lines = [asdict(line) for line in accounts.league(parse_season(season), points)]
    return [{"place": 1 + sum(other["points"] > line["points"] for other in lines), **line} for line in lines]


def parse_points(text: str | None) -> tuple[int, ...]:
    """Points by place. Raises InputError.

    >>> parse_points("5,3,1")
    (5, 3, 1)
    """
    if text is None:
        return ()
    parts = [part.strip() for part in text.split(",")]
    if not all(part.isascii() and part.isdecimal() and len(part) < 5 for part in parts):
        raise InputError(f"The points are {in_short(repr(text))}; expected a number for each place: 5,3,2,1.")
    return tuple(int(part) for part in parts)


def _players(folder: Path, options: argparse.Namespace) -> int:
    """Everybody, and at which tables."""
    with Store(folder, writable=False) as store:
        players = Accounts(store, rehearsals=options.rehearsals).players()
    for player in players:
        if options.json:
            people = [{"table": table, "person": person} for table, person in player.people]
            print(as_json({"player": player.who, "people": people}))
        else:
            tables = dict.fromkeys(table for table, _ in player.people)
            print(plain(f"{player.who!s:24} {', '.join(tables)}"))
    if not players and not options.json:
        print("Nobody yet.")
    return 0


def _settle(folder: Path, options: argparse.Namespace) -> int:
    """Who pays whom over all tables, in the fewest payments; with ``paid`` all of it is noted as paid."""
    if options.paid and (options.season or options.rehearsals):
        raise InputError("--paid came with a season or rehearsals; all that is owed is paid at once: leave them out.")
    with Store(folder, writable=False) as store:
        accounts = Accounts(store, rehearsals=options.rehearsals)
        debts = accounts.settlement(parse_season(options.season))
        if options.paid:
            note_paid(store, accounts, debts)
    for debt in debts:
        print(as_json(asdict(debt)) if options.json else plain(str(debt)))
    if not debts and not options.json:
        print("All is settled.")
    return 0


def note_paid(store: Store, accounts: Accounts, debts: Sequence[Debt]) -> None:
    """Note payments as made, over all tables. Each person's account is brought to nought: whatever somebody is called
    later, and whoever is one player then, nothing of it is owed again."""
    clock = datetime.now(UTC).isoformat(timespec="seconds")
    store.write(
        (
            "INSERT INTO paid (giver, taker, amount, unit, money, clock) VALUES (?, ?, ?, ?, ?, ?)",
            [(str(debt.giver), str(debt.taker), debt.amount, debt.unit, debt.money, clock) for debt in debts],
        ),
        (
            "INSERT INTO settled (journal, account, amount, unit, money) VALUES (?, ?, ?, ?, ?)",
            [
                (*account, -amount, *unit)
                for unit, balances in accounts.accounts().items()
                for account, amount in balances.items()
            ],
        ),
    )


def as_json(fields: Mapping[str, Any]) -> str:
    """A line of JSON; who somebody is, is a text."""
    return json.dumps(fields, ensure_ascii=False, default=str)


def _export(folder: Path, options: argparse.Namespace) -> int:
    """Write the books, the league or the games of all tables as a table, or everything as JSON."""
    with Store(folder, writable=False) as store:
        accounts = Accounts(store, rehearsals=options.rehearsals)
        if options.format == "json":
            text = as_json(everything(store, accounts, options.season)) + "\n"
        else:
            columns, rows = books_of(store, accounts, options.books, options.season)
            text = as_csv(columns, rows)
    if options.out is None:
        sys.stdout.write(text)
        return 0
    try:
        options.out.write_text(text, encoding="utf-8")
    except OSError as error:
        raise DeviceError(f"{options.out} cannot be written ({error.strerror}); choose another place.") from error
    return 0


def everything(store: Store, accounts: Accounts, season: str | None) -> dict[str, Any]:
    """All that the house knows of its tables: docs/house.md has the fields."""
    chosen = parse_season(season)
    return {
        "tables": [fields for fields in all_tables(store) if fields["id"] in {known.id for known in accounts.tables}],
        "players": [{"player": one.who, "people": one.people} for one in accounts.players()],
        "league": league_rows(accounts, season, ()),
        "games": [row for result in accounts.results(chosen) for row in _result_rows(result)],
        "postings": list(postings(accounts, store, chosen)),
        "paid": [] if season else [dict(row) for row in store.rows("SELECT * FROM paid ORDER BY number")],
        "payments": [asdict(debt) for debt in accounts.settlement(chosen)],
    }


def books_of(
    store: Store, accounts: Accounts, what: str, season: str | None
) -> tuple[Sequence[str], list[dict[str, Any]]]:
    match what:
        case "league":
            return LEAGUE_COLUMNS, league_rows(accounts, season, ())
        case "games":
            results = accounts.results(parse_season(season))
            return RESULT_COLUMNS, [row for result in results for row in _result_rows(result)]
        case _:
            return POSTING_COLUMNS, list(postings(accounts, store, parse_season(season)))


def _result_rows(result: Result) -> list[dict[str, Any]]:
    return [
        {
            "table": result.table,
            "game": result.game,
            "day": result.day,
            "variant": result.variant,
            "player": seat.name,
            "place": seat.place,
            "lost": int(seat.lost),
            "won": int(seat.won),
            "score": seat.score,
            "coins": seat.coins,
        }
        for seat in result.seats
    ]


def as_csv(columns: Sequence[str], rows: Sequence[Mapping[str, Any]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(columns)
    for row in rows:
        values = (row[column] for column in columns)
        writer.writerow(cell(str(value) if isinstance(value, Who) else value) for value in values)
    return text.getvalue()


# What people say to the house


def _same(folder: Path, options: argparse.Namespace) -> int:
    """Two names are one player."""
    text, player = plain(options.name), plain(options.player)
    with Store(folder, writable=False) as store:
        accounts = Accounts(store)
        journal, name = _whom(store, accounts, text)
        if player in (name, text):
            store.write(("DELETE FROM same WHERE journal = ? AND name = ?", [(journal, name)]))
        else:
            if problem := name_problem(player):
                raise InputError(problem)
            if journal == 0 and name in accounts.names(player):  # it was said the other way round before
                store.write(("DELETE FROM same WHERE journal = 0 AND name = ?", [(player,)]))
            store.write(("INSERT OR REPLACE INTO same VALUES (?, ?, ?)", [(journal, name, player)]))
    print(f"{text} is {player}.")
    return 0


def _whom(store: Store, accounts: Accounts, text: str) -> tuple[int, str]:
    """A name that somebody has, and the journal of the table that stands behind it; 0: at all tables."""
    said = {row["name"]: row["player"] for row in store.rows("SELECT name, player FROM same")}
    at = {
        known.journal: {plain(row["name"]) for row in store.latest("person", known.journal) if row["name"]}
        for known in store.tables()
    }
    if text in said or text in said.values() or any(text in names for names in at.values()):
        return 0, text
    name, _sign, table = text.rpartition("@")
    found = [known for known in store.tables() if table in (known.name, accounts.labels[known.journal])]
    found = [known for known in found if name in at[known.journal]]
    if len(found) == 1:
        return found[0].journal, name
    if found:
        raise InputError(
            f"{len(found)} tables are called {table}; say which: "
            f"{' or '.join(f'{name}@{accounts.labels[known.journal]}' for known in found)}."
        )
    raise InputError(f"Nobody is called {in_short(repr(text))}; `dealer house players` shows who is there.")


# From the tables' journals


def _rebuild(folder: Path, options: argparse.Namespace) -> int:
    """Read the tables' journals themselves: whatever the house lacks it has then."""
    if not options.journals:
        raise InputError('No journal is named; name each table and its data folder: rebuild "Table 1=/media/usb/one".')
    named = [_named_journal(text) for text in options.journals]
    with Store(folder) as store:
        for name, path in named:
            print(f"{name}: {rebuild(store, name, path, say=print)} rows were read from {path}.")
    return 0


def _named_journal(text: str) -> tuple[str, Path]:
    name, sign, folder = plain(text).partition("=")
    path = Path(folder if sign else name)
    path = path if path.is_file() else path / FILE_NAME
    if not path.is_file():
        raise InputError(f"There is no journal {path}; expected TABLE=FOLDER of one that is there.")
    return name_of(name if sign else path.parent.name), path


@contextmanager
def _reading(path: Path) -> Iterator[None]:
    try:
        yield
    except JournalError as error:
        raise JournalError(
            f"The journal {path} cannot be read ({error.__cause__ or error}); is it a table's journal, and whole?"
        ) from error


def rebuild(store: Store, name: str, path: Path, say: Callable[[str], None] = lambda words: None) -> int:
    """Take in what a journal has more than the house; how many rows. ``say`` is told what does not count any more.

    Rows that only the house has stay, unless the journal went on otherwise. Raises JournalError.
    """
    run, count, back, first = "rebuild", 0, 0, 0
    with _reading(path):
        outbox = Outbox(path)
    with outbox:
        with store.together():
            known = store.known(outbox.table, name=name)
        with _reading(path):
            shared = (Place(*one) for one in store.places(known))
            place = next((one for one in shared if outbox.at(one.number) == one), Place(0, 0))
        while rows := _after(outbox, path, place):
            with store.together():
                for told in rows:
                    here = told.place
                    entry = Entry(
                        *(VERSION, outbox.table, run, outbox.kind, here.number, here.mark),
                        *(told.before.mark, told.what, told.subject, told.row),
                    )
                    outcome = store.take("", name, packed(entry), live=lambda table: run, heard="")
                    if outcome.went_back:
                        back, first = outcome.went_back, here.number
            place, count = rows[-1].place, count + len(rows)
    if back:
        say(
            f"{name}: this journal went on otherwise than what the house had. Rows from number {first} on are set "
            f"aside and do not count: {back}. A rebuild from the other journal brings them back."
        )
    if known.number > place.number:
        say(
            f"{name}: this journal is an older copy, or was put back to one: it ends at row {place.number}. The house "
            f"has more rows and keeps them: {known.number - place.number}."
        )
    return count


def _after(outbox: Outbox, path: Path, place: Place) -> list[Row]:
    with _reading(path):
        return outbox.after(place, ROWS_AT_ONCE)
