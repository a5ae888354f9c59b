"""Who plays here: the house's list of people, kept in the journal. A number once given is never given again.

Names on the list are each there once, so a game's header, which knows names only, says who sits where. Rows are never
taken away: whoever is merged or forgotten keeps the number, so that seats and postings stay what they were.
"""

import re
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Final

from dealer.books.facts import Person, Standing
from dealer.errors import DealerError, InputError
from dealer.game.header import LONGEST_NAME, name_problem
from dealer.game.record import parse_record
from dealer.locale import _
from dealer.system.plain_text import plain

SYMBOLS: Final = 16
"""How many symbols the display can draw."""

COLOURS: Final = 12
"""How many colours the display has for people."""

LISTED = (Standing.REGULAR, Standing.GUEST)
"""Who is on the list."""

IN_THE_BOOKS = ("pot", "house", "the pot", "the house")
"""What the books say where no person gives or takes."""

_COLUMNS = "number, name, symbol, colour, standing, merged_into"


class People:
    """The list. ``writing`` is the journal's transaction, ``telling`` what turns SQLite's errors into the house's.

    Raises:
        InputError: from whatever changes the list, where a name cannot be or nobody has the number.
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        writing: Callable[[], AbstractContextManager[None]],
        telling: Callable[[], AbstractContextManager[None]],
    ) -> None:
        self._connection = connection
        self._writing = writing
        self._telling = telling

    # Reading.

    def all(self, forgotten: bool = False) -> tuple[Person, ...]:
        """Who is on the list, by number; with ``forgotten`` also who was taken off it."""
        wanted = (*LISTED, Standing.FORGOTTEN) if forgotten else LISTED
        return tuple(person for person in self._rows() if person.standing in wanted)

    def person(self, number: int) -> Person:
        """Whoever has this number now: of one who was merged, the other."""
        rows = {person.number: person for person in self._rows()}
        if number not in rows:
            raise InputError(f"Nobody has number {number}; `dealer players list` shows who is there.")
        return _now(rows[number], rows)

    def named(self, name: str) -> Person | None:
        """Who is called so on the list; else whoever one of this name was merged into."""
        rows = {person.number: person for person in self._rows()}
        bearers = [person for person in rows.values() if person.name == plain(name)]
        for person in sorted(bearers, key=lambda person: person.standing not in LISTED):
            now = _now(person, rows)
            if now.standing in LISTED:
                return now
        return None

    def _meant(self, name: str) -> Person | None:
        """Who is called so; else who is when capitals do not count."""
        return self.named(name) or next((one for one in self.all() if _folded(one.name) == _folded(name)), None)

    def at(self, game: int) -> tuple[Person, ...]:
        """Who sits in a game, by seat; nobody where it is not known who sat there."""
        with self._telling():
            numbers = self._connection.execute(
                "SELECT person FROM seat WHERE game = ? ORDER BY seat", (game,)
            ).fetchall()
        rows = {person.number: person for person in self._rows()}
        return tuple(_now(rows[number], rows) for (number,) in numbers if number in rows)

    def names_now(self, game: int, names: Sequence[str]) -> tuple[str, ...]:
        """How those who sat in a game as ``names`` are called now; whoever was forgotten, or became one with another
        who sits there, as they were."""
        people = self.at(game)
        if len(people) != len(names):
            return tuple(names)
        now = [person.name if person.standing in LISTED else name for person, name in zip(people, names, strict=True)]
        return tuple(names) if len(set(now)) < len(now) else tuple(now)

    def called(self, game: int, names: Sequence[str]) -> dict[str, str]:
        """How those who sat in a game as ``names`` are called now, a former player too."""
        people = self.at(game)
        now = [person.name for person in people] if len({person.name for person in people}) == len(names) else names
        return dict(zip(names, now, strict=True))

    def games(self) -> dict[int, tuple[int, ...]]:
        """The games in which each person sat, by the person's number; of who sat in none nothing."""
        with self._telling():
            seats = self._connection.execute("SELECT person, game FROM seat ORDER BY game").fetchall()
        rows = {person.number: person for person in self._rows()}
        games: dict[int, list[int]] = {}
        for number, game in seats:
            if number in rows:
                games.setdefault(_now(rows[number], rows).number, []).append(game)
        return {number: tuple(numbers) for number, numbers in games.items()}

    def by_last_game(self) -> tuple[Person, ...]:
        """Who is on the list, regulars first; of each kind whoever played last comes first."""
        lately = {number: games[-1] for number, games in self.games().items()}

        def place(person: Person) -> tuple[bool, int, int]:
            return person.standing is not Standing.REGULAR, -lately.get(person.number, 0), person.number

        return tuple(sorted(self.all(), key=place))

    # Writing.

    def add(self, name: str, standing: Standing = Standing.GUEST, *, face: tuple[int, int] | None = None) -> Person:
        """Somebody new, with this symbol and colour; else with those that the fewest on the list have."""
        with self._writing():
            return self._added(_checked(name, self._rows()), standing, face)

    def guest(self, name: str) -> Person:
        """Whom a game's header calls so, and nobody on the list is: what stands there is taken as it is."""
        with self._writing():
            return self._added(name, Standing.GUEST, None)

    def _added(self, name: str, standing: Standing, face: tuple[int, int] | None) -> Person:
        symbol, colour = face or next_face(self._rows())
        person = Person(self._next(), name, symbol, colour, standing)
        self._connection.execute(
            f"INSERT INTO person ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, NULL)",
            (person.number, name, symbol, colour, standing.value),
        )
        return person

    def rename(self, number: int, name: str) -> Person:
        """Give a person another name; what was played before stays theirs."""
        with self._writing():
            person = self._listed(number)
            name = _checked(name, self._rows(), but=person.number)
            self._set(person.number, "name", name)
        return replace(person, name=name)

    def set_symbol(self, number: int, symbol: int, colour: int | None = None) -> Person:
        """Another symbol, and another colour where one is given."""
        with self._writing():
            person = self._listed(number)
            colour = person.colour if colour is None else colour
            if not (0 <= symbol < SYMBOLS and 0 <= colour < COLOURS):
                raise InputError(
                    f"Symbol {symbol}, colour {colour} came; expected 0 to {SYMBOLS - 1} and 0 to {COLOURS - 1}."
                )
            self._set(person.number, "symbol", symbol)
            self._set(person.number, "colour", colour)
        return replace(person, symbol=symbol, colour=colour)

    def make_regular(self, number: int) -> Person:
        """A guest who comes often."""
        with self._writing():
            person = self._listed(number)
            self._set(person.number, "standing", Standing.REGULAR.value)
        return replace(person, standing=Standing.REGULAR)

    def merge(self, one: int, into: int) -> Person:
        """``one`` is the same person as ``into``, whose name stays. Refused for two who sat in one game."""
        with self._writing():
            former, stays = self._listed(one), self._listed(into)
            if former.number == stays.number:
                raise InputError(f"{stays.name} came twice; name two people to merge.")
            if (game := self._game_of_both(former.number, stays.number)) is not None:
                raise InputError(
                    f"{former.name} and {stays.name} played game {game} together, so they are two; "
                    "rename one of them instead."
                )
            self._connection.execute(
                "UPDATE person SET standing = ?, merged_into = ? WHERE number = ? OR merged_into = ?",
                (Standing.MERGED.value, stays.number, former.number, former.number),
            )
            if former.standing is Standing.REGULAR:
                self._set(stays.number, "standing", Standing.REGULAR.value)
        return self.person(stays.number)

    def forget(self, number: int) -> Person:
        """Take somebody off the list, names too. Seats and postings stay, under "former player" and the number.

        The records of their games keep the name: each is sealed as it was written. Refused while they play.
        """
        with self._writing():
            person = self._listed(number)
            if self._plays_now(person.number):
                raise InputError(
                    _("{player} plays just now. Take the name off after the game.").format(player=person.name)
                )
            self._connection.execute(
                "UPDATE person SET name = '' WHERE number = ? OR merged_into = ?", (person.number, person.number)
            )
            self._set(person.number, "standing", Standing.FORGOTTEN.value)
        return self.person(person.number)

    def seat(self, game: int, names: Sequence[str], numbers: Sequence[int] | None = None) -> tuple[Person, ...]:
        """Note who sits where in a game: ``numbers`` by seat; without them by name, with a new guest for a new name."""
        with self._writing():
            people: list[Person] = []
            for seat, name in enumerate(names):
                person = self._meant(name) if numbers is None else self.person(numbers[seat])
                if person is None or any(other.number == person.number for other in people):
                    person = self.guest(name)
                people.append(person)
                self._connection.execute(
                    "INSERT INTO seat (game, seat, person) VALUES (?, ?, ?)", (game, seat, person.number)
                )
        return tuple(people)

    def seat_games_of_before(self) -> None:
        """Who played before there was a list: every name becomes a guest. A game that cannot be read stays without."""
        with self._telling():
            games = self._connection.execute(
                "SELECT number, header FROM game WHERE number NOT IN (SELECT game FROM seat) ORDER BY number"
            ).fetchall()
        if not games:
            return
        with self._writing():
            for number, header in games:
                try:
                    names = parse_record(header).header.players
                except DealerError:
                    continue
                self.seat(number, names)

    def _rows(self) -> tuple[Person, ...]:
        with self._telling():
            rows = self._connection.execute(f"SELECT {_COLUMNS} FROM person ORDER BY number").fetchall()
        known = {standing.value for standing in Standing}
        also: dict[int | None, tuple[int, ...]] = {}
        for number, *_others, merged_into in rows:
            also[merged_into] = (*also.get(merged_into, ()), number)
        return tuple(
            Person(
                number,
                name or _("former player {number}").format(number=number),
                symbol,
                colour,
                Standing(standing) if standing in known else Standing.GUEST,
                merged_into,
                also.get(number, ()),
            )
            for number, name, symbol, colour, standing, merged_into in rows
        )

    def _listed(self, number: int) -> Person:
        person = self.person(number)
        if person.standing not in LISTED:
            raise InputError(f"Number {number} was forgotten; `dealer players list` shows who is there.")
        return person

    def _next(self) -> int:
        """One more than the highest number that was ever given."""
        highest = (
            "SELECT max((SELECT coalesce(max(number), 0) FROM person), (SELECT coalesce(max(person), 0) FROM seat))"
        )
        return int(self._connection.execute(highest).fetchone()[0]) + 1

    def _set(self, number: int, column: str, value: str | int) -> None:
        self._connection.execute(f"UPDATE person SET {column} = ? WHERE number = ?", (value, number))

    def _plays_now(self, number: int) -> bool:
        """Whether somebody sits in the game that goes on, under whatever number they had then."""
        found = self._connection.execute(
            "SELECT 1 FROM seat JOIN game ON game.number = seat.game JOIN person ON person.number = seat.person "
            "WHERE game.number = (SELECT max(number) FROM game) AND game.ending IS NULL "
            "AND ? IN (person.number, person.merged_into)",
            (number,),
        ).fetchone()
        return found is not None

    def _game_of_both(self, one: int, other: int) -> int | None:
        """A game in which both sat, under whatever number they had then."""
        found = self._connection.execute(
            "SELECT a.game FROM seat a JOIN seat b ON a.game = b.game "
            "JOIN person one ON one.number = a.person JOIN person other ON other.number = b.person "
            "WHERE ? IN (one.number, one.merged_into) AND ? IN (other.number, other.merged_into) LIMIT 1",
            (one, other),
        ).fetchone()
        return None if found is None else int(found[0])


def _now(person: Person, rows: dict[int, Person]) -> Person:
    """Whoever this is now. Where a damaged row points nowhere, the person as it stands."""
    return rows.get(person.merged_into, person) if person.merged_into is not None else person


def _folded(name: str) -> str:
    return plain(name).casefold()


def _checked(name: str, rows: Sequence[Person], *, but: int | None = None) -> str:
    """The name, made plain. Raises InputError where nobody can be called so, or somebody else is."""
    others = (person.name for person in rows if person.standing in LISTED and person.number != but)
    if problem := _problem(name, others):
        raise InputError(problem)
    return plain(name)


def as_listed(names: Sequence[str], people: Sequence[Person]) -> tuple[str, ...]:
    """Names that somebody gave for a game, as the list writes them. Raises InputError where one cannot be."""
    listed = [person.name for person in people]
    found: list[str] = []
    for name in names:
        if any(_folded(name) == _folded(other) for other in found):
            raise InputError(_("{name} is named twice. Name everybody once.").format(name=name))
        known = name if name in listed else next((one for one in listed if _folded(one) == _folded(name)), None)
        if known is None and (problem := _problem(name, found)):
            raise InputError(problem)
        found.append(known or name)
    return tuple(found)


def _problem(name: str, others: Iterable[str]) -> str:
    """Why nobody new can be called so beside these others, as exactly as that can be told; ``""`` where that can be."""
    if len(plain(name)) > LONGEST_NAME:  # what games know of names is told in English
        words = _("{name} has {number} letters; expected at most {most}.")
        return words.format(name=repr(plain(name)), number=len(plain(name)), most=LONGEST_NAME)
    return name_problem(name) or refusal(name, others)


def refusal(name: str, others: Iterable[str]) -> str:
    """Why nobody new can be called so beside these others, in a sentence; ``""`` where that can be.

    Names are told apart by more than capitals, and each has a letter; none is what the books call something else.
    """
    folded = _folded(name)
    if other := next((other for other in others if _folded(other) == folded), ""):
        return _("{name} is somebody else here. Choose another name.").format(name=other)
    if not any(sign.isalpha() for sign in name):  # a number, or signs that the screen may not draw
        return _("There is no letter in {name}. Choose a name with letters.").format(name=name)
    former = "former player {number}", _("former player {number}")
    taken = (*IN_THE_BOOKS, _("the pot"), _("the house"), *former)
    if name_problem(name) or re.sub(r"\d+", "{number}", folded) in map(str.casefold, taken):
        return _("Nobody can be called {name}. Choose another name.").format(name=name)
    return ""


def next_face(rows: Sequence[Person]) -> tuple[int, int]:
    """The symbol and the colour that the next one gets: those that the fewest have.

    Nobody else on the list has both, as long as there are any left.
    """
    listed = [person for person in rows if person.standing in LISTED]
    pairs = Counter((person.symbol, person.colour) for person in listed)
    symbols = Counter(person.symbol for person in listed)
    colours = Counter(person.colour for person in listed)
    symbol = min(range(SYMBOLS), key=lambda symbol: symbols[symbol])
    return symbol, min(range(COLOURS), key=lambda colour: (pairs[symbol, colour], colours[colour]))
