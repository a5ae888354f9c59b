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
from dealer.locale.language import ENGLISH, Language, mark
from dealer.rules.acts import Act, parse_act
from dealer.system.plain_text import in_short, plain
from dealer.venue.store import Known, Store

REHEARSAL = "rehearsal"
THE_HOUSE = mark("the house")
NAMELESS = mark("former player {number} of {table}")

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
    first, last = parts[0], parts[-1]
    if len(parts) > 2 or not all(map(_is_time, parts)) or first[: len(last)] > last:
        raise InputError(
            f"The season is {in_short(repr(text))}; expected a year, a month or a day, 2026, 2026-11 or "
            "2026-11:2027-02, the earlier one first."
        )
    return Season(first, last)


def _is_time(text: str) -> bool:
    """Whether it is a year, a month or a day."""
    try:
        datetime.strptime(text, "%Y-%m-%d"[: 3 * text.count("-") + 2])
    except ValueError:
        return False
    return text.isascii() and len(text) in (4, 7, 10)


class Who(msgspec.Struct, frozen=True, order=True):
    """Somebody who plays or pays. Who has no name is a number at a table; nobody at all is the pots of all tables."""

    name: str = ""
    number: int = 0
    journal: int = 0
    table: str = ""

    def __str__(self) -> str:
        return self.said(ENGLISH)

    def said(self, language: Language) -> str:
        """What is said of them.

        >>> str(Who("Ann")), str(Who("", 3, 1, "one")), str(Who())
        ('Ann', 'former player 3 of one', 'the house')
        """
        if self.name:
            return self.name
        return language.say(NAMELESS, number=self.number, table=self.table) if self.journal else language.say(THE_HOUSE)


POTS = Who()
"""What lies in the pots of all tables, and what was given to the house."""


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
    """A game that is over. ``day`` is when it was begun; ``table`` is what that is called now."""

    journal: int
    table: str
    game: int
    day: str
    variant: str
    seats: list[Seat]


@dataclass(slots=True)
class Line:
    """Somebody's line of the league."""

    player: Who
    points: int = 0
    games: int = 0
    lost: int = 0
    won: int = 0
    coins: int = 0
    tables: int = 0


@dataclass(frozen=True, slots=True)
class Debt:
    """``giver`` pays ``taker`` an ``amount``: hundredths of a currency, or coins of a name."""

    giver: Who
    taker: Who
    amount: int
    unit: str
    money: bool

    def __str__(self) -> str:
        what = f"{self.unit}{self.amount / 100:.2f}" if self.money else f"{self.amount} {self.unit or 'coins'}"
        return f"{self.giver} pays {self.taker} {what}."


@dataclass(frozen=True, slots=True)
class Player:
    """Who plays here: under one name at however many tables."""

    who: Who
    people: tuple[tuple[str, int], ...]
    """Each table where this is a person, and the number there."""


Unit = tuple[str, bool]
"""Hundredths of a currency (True), or coins of a name."""

Account = tuple[int, int]
"""A table's journal, and the person or the pot there."""


class Accounts:
    """The house's tables, counted. ``rehearsals``: those instead of the real ones."""

    def __init__(self, store: Store, *, rehearsals: bool = False) -> None:
        self._store, self._rehearsals = store, rehearsals
        self.tables = [known for known in store.tables() if (known.kind == REHEARSAL) == rehearsals]
        self.labels = store.labels()
        """By journal, what each table is called."""
        self._same: dict[tuple[int, str], str] = {
            (row["journal"], row["name"]): row["player"] for row in store.rows("SELECT journal, name, player FROM same")
        }
        self._people = {known.journal: self._named(known) for known in self.tables}

    # Players over tables

    def _named(self, known: Known) -> dict[int, Who]:
        """Who each person of a table is in the house."""
        rows = {row["number"]: row for row in self._store.latest("person", known.journal)}
        found = {}
        for number in rows:
            row, passed = rows[number], set()
            while row["merged_into"] in rows and row["number"] not in passed:
                passed.add(row["number"])
                row = rows[row["merged_into"]]
            name = "" if row["standing"] == Standing.FORGOTTEN.value else plain(row["name"])
            found[number] = Who(self.called(name, known.journal)) if name else self._nameless(known, row["number"])
        return found

    def called(self, name: str, journal: int = 0) -> str:
        """What the house calls whom a table calls so."""
        names = self.names(name, journal)
        following = self._same.get((0, names[-1]))
        return min(names[names.index(following) :]) if following else names[-1]

    def names(self, name: str, journal: int = 0) -> list[str]:
        """What people said who that is, and who that one is, and so on."""
        found = [self._same.get((journal, name)) or self._same.get((0, name), name)]
        while (following := self._same.get((0, found[-1]))) and following not in found:
            found.append(following)
        return found

    def _nameless(self, known: Known, person: int) -> Who:
        return Who("", person, known.journal, self.labels[known.journal])

    def player(self, known: Known, person: int) -> Who:
        """Who somebody is in the house."""
        return self._people[known.journal].get(person) or self._nameless(known, person)

    def players(self) -> list[Player]:
        """Everybody, by name."""
        found: dict[Who, list[tuple[str, int]]] = {}
        for known in self.tables:
            for person, who in self._people[known.journal].items():
                found.setdefault(who, []).append((self.labels[known.journal], person))
        return [Player(who, tuple(people)) for who, people in sorted(found.items())]

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
            try:
                if kept.get(game["number"], (0, ""))[0] != told:
                    raise ValueError
                result = msgspec.json.decode(kept[game["number"]][1], type=Result | None)
            except ValueError:  # it was not counted yet, or what was kept of it is damaged
                result = self._counted(known, game)
                new.append((known.journal, game["number"], told, msgspec.json.encode(result).decode()))
            if result is not None:
                found.append(msgspec.structs.replace(result, table=self.labels[known.journal]))
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
        people = [*game["people"], *([0] * (len(parts) - len(game["people"])))]
        somebody_loses = any(part.lost for part in parts)
        keys = [
            (part.lost, not part.won, part.points, -part.coins)
            if somebody_loses
            else (part.lost, not part.won, 0, -part.coins)
            for part in parts
        ]
        return Result(
            known.journal,
            "",
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
        lines: dict[Who, Line] = {}
        tables: dict[Who, set[int]] = {}
        by_number = {known.journal: known for known in self.tables}
        for result in self.results(season):
            for seat in result.seats:
                known = by_number[result.journal]
                who = self.player(known, seat.person) if seat.person else Who(self.called(seat.name, known.journal))
                line = lines.setdefault(who, Line(who))
                line.games += 1
                line.lost += seat.lost
                line.won += seat.won
                line.coins += seat.coins
                behind = sum(other.place > seat.place for other in result.seats)
                line.points += behind if not points else points[seat.place - 1] if seat.place <= len(points) else 0
                tables.setdefault(who, set()).add(result.journal)
        for who, line in lines.items():
            line.tables = len(tables[who])
        return sorted(lines.values(), key=lambda line: (-line.points, line.games, -line.coins, line.player))

    # Who pays whom

    def accounts(self, season: Season = Season()) -> dict[Unit, dict[Account, int]]:  # noqa: B008
        """What each person of each table has, by unit.

        What was settled over all tables counts where no season is named: it belongs to none.
        """
        found: dict[Unit, Counter[Account]] = {}
        if season == Season():
            for row in self._store.rows("SELECT journal, account, amount, unit, money FROM settled"):
                if row["journal"] in self._people:
                    found.setdefault((row["unit"], bool(row["money"])), Counter())[row["journal"], row["account"]] += (
                        row["amount"]
                    )
        for known in self.tables:
            coins = self.evenings(known, season)
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
                here[known.journal, row["giver"]] -= amount
                here[known.journal, row["taker"]] += amount
        return {unit: {account: sum_ for account, sum_ in here.items() if sum_} for unit, here in found.items()}

    def evenings(self, known: Known, season: Season) -> dict[int, Coin]:
        """A table's evenings of a season, each with what a coin was worth."""
        return {
            row["number"]: Coin(row["hundredths"], row["currency"], row["coin_name"])
            for row in self._store.latest("evening", known.journal)
            if season.has(day_of(str(row["opened"]), row["heard"]))
        }

    def balances(self, season: Season = Season()) -> dict[Unit, dict[Who, int]]:  # noqa: B008
        """What each player has, by unit."""
        found: dict[Unit, Counter[Who]] = {}
        by_number = {known.journal: known for known in self.tables}
        if season == Season() and not self._rehearsals and not self._store.rows("SELECT 1 FROM settled LIMIT 1"):
            named = self._ever_named()
            for row in self._store.rows("SELECT giver, taker, amount, unit, money FROM paid"):
                here = found.setdefault((row["unit"], bool(row["money"])), Counter())
                for name, amount in ((row["giver"], row["amount"]), (row["taker"], -row["amount"])):
                    here[named.get(name) or Who(self.called(name))] += amount
        for unit, accounts in self.accounts(season).items():
            here = found.setdefault(unit, Counter())
            for (journal, account), amount in accounts.items():
                here[self.whose(by_number[journal], account)] += amount
        return {unit: {who: sum_ for who, sum_ in here.items() if sum_} for unit, here in found.items()}

    def _ever_named(self) -> dict[str, Who]:
        """Who has a name now, or had it last: payments were noted by name once, and count so until all is settled."""
        found = {str(POTS): POTS}
        for known in self.tables:
            for row in self._store.rows("SELECT number, name FROM person WHERE journal = ? ORDER BY told",
                                        (known.journal,)):  # fmt: skip
                found[plain(str(row["name"]))] = self.player(known, row["number"])
        return found | {str(one.who): one.who for one in self.players()}

    def whose(self, known: Known, account: int) -> Who:
        """Whose an account of a table's books is."""
        return POTS if account in (POT, HOUSE) else self.player(known, account)

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
                acts.append(parse_act(str(row["line"]), players))
            case "undo" if acts:
                acts.pop()
            case "correction" if row["position"] in range(len(acts)):
                acts[row["position"]] = parse_act(str(row["line"]), players)
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


def postings(accounts: Accounts, store: Store, season: Season) -> Iterable[dict[str, Any]]:
    """The lines of all tables' books, of a season's evenings, with names."""
    for known in accounts.tables:
        evenings = accounts.evenings(known, season)
        for row in store.rows("SELECT * FROM posting WHERE journal = ? ORDER BY number", (known.journal,)):
            if season == Season() or row["evening"] in evenings:
                yield {
                    "table": accounts.labels[known.journal],
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
    return {POT: "pot", HOUSE: "house"}.get(account) or str(accounts.player(known, account))
