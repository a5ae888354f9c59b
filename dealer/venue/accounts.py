"""What the house makes of its tables' rows: players, results, league, and who pays whom over all tables.

The scores are worked out by the rules from the acts, as at the table itself. Rehearsals do not count.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec

from dealer.books.facts import HOUSE, POT, Coin, Standing
from dealer.books.luck import shares
from dealer.books.settling import payments
from dealer.errors import DealerError, InputError
from dealer.game.record import parse_record
from dealer.rules.acts import Act, parse_act
from dealer.system.plain_text import plain
from dealer.venue.store import Known, Store

REHEARSAL = "rehearsal"
FIRST_DAY = "2024-01-01"
"""A table's clock that says something earlier was never set."""


@dataclass(frozen=True, slots=True)
class Season:
    """The days of a season, both included, as ISO dates; ``""``: without a limit."""

    first: str = ""
    last: str = ""

    def has(self, day: str) -> bool:
        """Whether a day belongs to it."""
        return (not self.first or day[:10] >= self.first) and (not self.last or day[: len(self.last)] <= self.last)


def parse_season(text: str | None) -> Season:
    """A year, a month, a day, or two of them with a colon between. Raises InputError.

    >>> parse_season("2026-11").has("2026-11-28"), parse_season("2026:2027").has("2028-01-01")
    (True, False)
    """
    if not text:
        return Season()
    parts = text.split(":")
    for part in parts:
        try:
            datetime.fromisoformat(f"{part}-01-01"[:10] if len(part) == 4 else f"{part}-01"[:10])
        except ValueError:
            parts = []
    if not 1 <= len(parts) <= 2:
        raise InputError(
            f"The season is {text!r}; expected a year, a month or a day, 2026, 2026-11 or 2026-11:2027-02."
        )
    return Season(parts[0], parts[-1])


class Seat(msgspec.Struct, frozen=True):
    """Somebody's part in a game. ``place`` is from 1 on; who is as good has the same."""

    person: int
    name: str
    place: int
    lost: bool
    won: bool
    score: int
    coins: int


class Result(msgspec.Struct, frozen=True):
    """A game that is over. ``day`` is when it was begun."""

    journal: int
    table: str
    game: int
    day: str
    variant: str
    seats: list[Seat]


@dataclass(slots=True)
class Line:
    """Somebody's line of the league."""

    player: str
    points: int = 0
    games: int = 0
    lost: int = 0
    won: int = 0
    coins: int = 0
    tables: int = 0


@dataclass(frozen=True, slots=True)
class Debt:
    """``giver`` pays ``taker`` an ``amount``: hundredths of a currency, or coins of a name."""

    giver: str
    taker: str
    amount: int
    unit: str
    money: bool

    def __str__(self) -> str:
        what = f"{self.unit}{self.amount / 100:.2f}" if self.money else f"{self.amount} {self.unit or 'coins'}"
        return f"{self.giver} pays {self.taker} {what}."


@dataclass(frozen=True, slots=True)
class Player:
    """Who plays here: under one name at however many tables."""

    name: str
    people: tuple[tuple[str, int], ...]
    """Each table's journal where this is a person, and the number there."""


class Accounts:
    """The house's tables, counted. ``rehearsals``: those instead of the real ones."""

    def __init__(self, store: Store, *, rehearsals: bool = False) -> None:
        self._store, self._rehearsals = store, rehearsals
        self.tables = [known for known in store.tables() if (known.kind == REHEARSAL) == rehearsals]
        self._aliases = {row["name"]: row["player"] for row in store.rows("SELECT name, player FROM alias")}
        self._people = {known.journal: self._named(known) for known in self.tables}

    # Players over tables

    def _named(self, known: Known) -> dict[int, str]:
        """What each person of a table is called in the house."""
        rows = {row["number"]: row for row in self._store.latest("person", known.journal)}
        found = {}
        for number in rows:
            row, passed = rows[number], set()
            while row["merged_into"] in rows and row["number"] not in passed:
                passed.add(row["number"])
                row = rows[row["merged_into"]]
            name = plain(row["name"])
            if row["standing"] == Standing.FORGOTTEN.value or not name:
                name = f"former player {row['number']} of {known.name}"
            found[number] = self._aliases.get(f"{name}@{known.name}") or self._aliases.get(name) or name
        return found

    def player(self, known: Known, person: int) -> str:
        """What somebody is called in the house."""
        return self._people[known.journal].get(person, f"player {person} of {known.name}")

    def players(self) -> list[Player]:
        """Everybody, by name."""
        found: dict[str, list[tuple[str, int]]] = {}
        for known in self.tables:
            for person, name in self._people[known.journal].items():
                found.setdefault(name, []).append((known.name, person))
        return [Player(name, tuple(people)) for name, people in sorted(found.items())]

    # Games

    def results(self, season: Season = Season()) -> list[Result]:  # noqa: B008  (it is frozen)
        """The games that are over, table by table."""
        return [one for known in self.tables for one in self._of_table(known) if season.has(one.day)]

    def _of_table(self, known: Known) -> list[Result]:
        last = {
            row["game"]: row["told"]
            for row in self._store.rows(
                "SELECT game, max(told) AS told FROM entry WHERE journal = ? GROUP BY game", (known.journal,)
            )
        }
        kept = {
            row["game"]: (row["told"], row["body"])
            for row in self._store.rows("SELECT game, told, body FROM result WHERE journal = ?", (known.journal,))
        }
        found, new = [], []
        for game in self._store.latest("game", known.journal):
            if game["ending"] != "over":
                continue
            told = max(game["told"], last.get(game["number"], 0))
            if kept.get(game["number"], (0, ""))[0] == told:
                body = kept[game["number"]][1]
            else:
                body = msgspec.json.encode(self._counted(known, game)).decode()
                new.append((known.journal, game["number"], told, body))
            result = msgspec.json.decode(body, type=Result | None)
            if result is not None:
                found.append(result)
        self._store.remember(new)
        return found

    def _counted(self, known: Known, game: Mapping[str, Any]) -> Result | None:
        """A game, replayed; None where this program cannot."""
        try:
            header = parse_record(str(game["header"])).header
            acts = standing(self._store, known, game["number"], header.players)
            _played, parts = shares(header, acts, [None] * len(acts))
        except DealerError:
            return None
        people = msgspec.json.decode(game["people"] or "[]", type=list[int])
        people += [0] * (len(parts) - len(people))
        somebody_loses = any(part.lost for part in parts)
        keys = [
            (part.lost, not part.won, part.points, -part.coins)
            if somebody_loses
            else (part.lost, not part.won, 0, -part.coins)
            for part in parts
        ]
        return Result(
            known.journal,
            known.name,
            game["number"],
            day_of(str(game["started"]), game["heard"]),
            header.variant,
            [
                Seat(person, name, 1 + sum(other < key for other in keys), part.lost, part.won, part.points, part.coins)
                for person, name, part, key in zip(people, header.players, parts, keys, strict=False)
            ],
        )

    def league(self, season: Season = Season(), points: Sequence[int] = ()) -> list[Line]:  # noqa: B008
        """The league, the best first. ``points`` by place; without them as many as players that one leaves behind."""
        lines: dict[str, Line] = {}
        tables: dict[str, set[int]] = {}
        by_number = {known.journal: known for known in self.tables}
        for result in self.results(season):
            for seat in result.seats:
                known = by_number[result.journal]
                name = self.player(known, seat.person) if seat.person else self._aliases.get(seat.name, seat.name)
                line = lines.setdefault(name, Line(name))
                line.games += 1
                line.lost += seat.lost
                line.won += seat.won
                line.coins += seat.coins
                behind = sum(other.place > seat.place for other in result.seats)
                line.points += behind if not points else points[seat.place - 1] if seat.place <= len(points) else 0
                tables.setdefault(name, set()).add(result.journal)
        for name, line in lines.items():
            line.tables = len(tables[name])
        return sorted(lines.values(), key=lambda line: (-line.points, line.games, -line.coins, line.player))

    # Who pays whom

    def balances(self, season: Season = Season()) -> dict[tuple[str, bool], dict[str, int]]:  # noqa: B008
        """What each player has, by unit: in hundredths of a currency, or in coins of a name. The house has the pots.

        What was paid over all tables counts where no season is named: it belongs to none.
        """
        found: dict[tuple[str, bool], Counter[str]] = {}
        if season == Season() and not self._rehearsals:
            for row in self._store.rows("SELECT giver, taker, amount, unit, money FROM paid"):
                here = found.setdefault((row["unit"], bool(row["money"])), Counter())
                here[self._aliases.get(row["giver"], row["giver"])] += row["amount"]
                here[self._aliases.get(row["taker"], row["taker"])] -= row["amount"]
        for known in self.tables:
            coins = {
                row["number"]: Coin(row["hundredths"], row["currency"], row["coin_name"])
                for row in self._store.latest("evening", known.journal)
                if season.has(day_of(str(row["opened"]), row["heard"]))
            }
            for row in self._store.rows(
                "SELECT evening, giver, taker, sum(coins) AS coins FROM posting WHERE journal = ? "
                "GROUP BY evening, giver, taker",
                (known.journal,),
            ):
                coin = coins.get(row["evening"])
                if coin is None:
                    continue
                unit = (coin.currency, True) if coin.hundredths else (coin.name, False)
                amount = row["coins"] * (coin.hundredths or 1)
                here = found.setdefault(unit, Counter())
                here[self._account(known, row["giver"])] -= amount
                here[self._account(known, row["taker"])] += amount
        return {unit: {name: sum_ for name, sum_ in here.items() if sum_} for unit, here in found.items()}

    def _account(self, known: Known, account: int) -> str:
        return "the house" if account in (POT, HOUSE) else self.player(known, account)

    def settlement(self, season: Season = Season()) -> list[Debt]:  # noqa: B008
        """The fewest payments that settle all tables together."""
        return [
            Debt(giver, taker, amount, *unit)
            for unit, balances in sorted(self.balances(season).items())
            for giver, taker, amount in payments(dict(sorted(balances.items())))
        ]


def standing(store: Store, known: Known, game: int, players: Sequence[str]) -> list[Act]:
    """The acts of a game as they stand. Raises DealerError where one cannot be read."""
    acts: list[Act] = []
    for row in store.rows(
        "SELECT kind, line, position FROM entry WHERE journal = ? AND game = ? ORDER BY number", (known.journal, game)
    ):
        match row["kind"]:
            case "act":
                acts.append(parse_act(row["line"], players))
            case "undo" if acts:
                acts.pop()
            case "correction" if row["position"] is not None and 0 <= row["position"] < len(acts):
                acts[row["position"]] = parse_act(row["line"], players)
            case kind:
                raise InputError(f"An entry of game {game} is a {kind!r} that is not known.")
    return acts


def day_of(clock: str, heard: str) -> str:
    """When something was: by the table's clock, where that can be; else when the house heard of it."""
    try:
        latest = datetime.fromisoformat(heard) + timedelta(days=1) if heard else datetime.now(UTC)
        possible = FIRST_DAY <= clock[:10] and datetime.fromisoformat(clock) <= latest
    except (ValueError, TypeError):
        possible = False
    return clock if possible else heard


def postings(accounts: Accounts, store: Store) -> Iterable[dict[str, Any]]:
    """All lines of all tables' books, with names."""
    for known in accounts.tables:
        for row in store.rows("SELECT * FROM posting WHERE journal = ? ORDER BY number", (known.journal,)):
            yield {
                "table": known.name,
                "number": row["number"],
                "evening": row["evening"],
                "time": row["clock"],
                "game": row["game"],
                "from": _side(accounts, known, row["giver"]),
                "to": _side(accounts, known, row["taker"]),
                "coins": row["coins"],
                "kind": row["kind"],
                "why": row["why"],
                "hand": row["hand"],
                "reverses": row["reverses"],
            }


def _side(accounts: Accounts, known: Known, account: int) -> str:
    return {POT: "pot", HOUSE: "house"}.get(account) or accounts.player(known, account)
