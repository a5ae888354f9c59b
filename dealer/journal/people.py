"""The house's people: who has played here, and who sat where."""

from dealer.books.facts import Person, Standing
from dealer.journal.open_file import OpenFile

SYMBOLS, COLOURS = 12, 12
"""So many symbols and colours the display tells apart."""


class People:
    """All who ever played; numbers are never given again."""

    def __init__(self, file: OpenFile) -> None:
        self._file = file

    def all(self, forgotten: bool = False) -> tuple[Person, ...]:
        """Everybody, by number; who was merged into another is left out, who was forgotten unless asked for."""
        people = (self._person(row) for row in self._file.rows(f"SELECT {_COLUMNS} FROM person ORDER BY number"))
        hidden = {Standing.MERGED} if forgotten else {Standing.MERGED, Standing.FORGOTTEN}
        return tuple(person for person in people if person.standing not in hidden)

    def person(self, number: int) -> Person:
        """Who has this number; of one who was merged, the other one."""
        for _step in range(100):  # merged again and again
            rows = self._file.rows(f"SELECT {_COLUMNS} FROM person WHERE number = ?", (number,))
            person = self._person(rows[0]) if rows else Person(number, "", 0, 0, Standing.FORGOTTEN)
            if person.merged_into is None:
                break
            number = person.merged_into
        return person

    def named(self, name: str) -> Person | None:
        """Who is called so."""
        return next((person for person in self.all() if person.name == name), None)

    def add(self, name: str, standing: Standing) -> Person:
        """Somebody new, with the next free symbol and colour."""
        with self._file.writing():
            number = self._file.next_number("SELECT max(number) FROM person", "SELECT max(person) FROM seat")
            person = Person(number, name, (number - 1) % SYMBOLS, (number - 1) % COLOURS, standing)
            self._file.write(
                f"INSERT INTO person ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)",
                (number, name, person.symbol, person.colour, standing.value, None),
            )
        return person

    def at(self, game: int) -> tuple[Person, ...]:
        """Who sat where in a game of the journal."""
        rows = self._file.rows("SELECT person FROM seat WHERE game = ? ORDER BY seat", (game,))
        return tuple(self.person(row[0]) for row in rows)

    @staticmethod
    def _person(row: tuple[object, ...]) -> Person:
        number, name, symbol, colour, standing, merged_into = row
        kind = Standing(standing) if standing in {one.value for one in Standing} else Standing.GUEST
        return Person(number, name, symbol, colour, kind, merged_into)  # type: ignore[arg-type]


_COLUMNS = "number, name, symbol, colour, standing, merged_into"
