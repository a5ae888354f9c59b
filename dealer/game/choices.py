"""A game in the making: what can be chosen for it, and what fits together, as the games' registry and the header say.

Nothing here lists what a game allows: keys and values come from ``dealer.games``, and what does not fit together is
what ``Header.from_mapping`` refuses. Players are seats (0 to N - 1), so that a name can change.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Self

from dealer.errors import RecordError
from dealer.game.header import Header
from dealer.game.seating import DEFAULT_NAMES
from dealer.games.options import Check, OneOf, WholeNumber, player, teams, text, truth
from dealer.games.registry import GAMES, INCOMPATIBLE, STAKES, TWISTS
from dealer.games.table import Table

FEWEST, MOST = min(game.seats[0] for game in GAMES.values()), len(DEFAULT_NAMES)

LADDERS: Mapping[str, tuple[int, ...]] = {
    "max_bet": (10, 20, 30, 50, 100, 200, 500),
    "play_to": (50, 100, 150, 200, 300, 500),
}
"""Numbers that nobody wants to reach one by one; without a value there is no limit, or no match."""

Value = int | str | bool | tuple[tuple[int, int], ...] | None
"""A value of an option: players are seats, teams pairs of seats; None is "not agreed", where a game has that."""


@dataclass(frozen=True, slots=True)
class Draft:
    """Which game, who plays, and what was agreed. ``options`` holds only what differs from the usual."""

    names: tuple[str, ...]
    variant: str = next(iter(GAMES))
    dealer: int = 0
    twists: tuple[str, ...] = ()
    stakes: str = next(iter(STAKES))
    options: Mapping[str, Value] = field(default_factory=dict, hash=False)
    carry: int = 0
    """Coins of an earlier game that are played for."""

    @property
    def game(self) -> type[Table]:
        """The rules, without the twists."""
        return GAMES[self.variant]

    @property
    def has_pot(self) -> bool:
        """Whether somebody takes or shares a pot in it."""
        return self.game.has_pot(self.stakes if self.game.has_stakes else None, len(self.names))

    def header(self) -> Header:
        """The game. Raises RecordError where it cannot be."""
        keys: dict[str, Any] = {"variant": self.variant, "players": list(self.names), "dealer": self.names[self.dealer]}
        if self.twists:
            keys["twists"] = list(self.twists)
        if self.game.has_stakes:
            keys["stakes"] = self.stakes
        for key, value in self.options.items():
            keys[key] = self._in_names(key, value)
        if self.carry:
            keys["carry"] = self.carry
        return Header.from_mapping(keys)

    def refusal(self) -> str:
        """Why this cannot be played, or ``""``."""
        try:
            self.header()
        except RecordError as error:
            return str(error)
        return ""

    def _in_names(self, key: str, value: Value) -> Any:
        check = self.game.options.get(key)
        if check is player and isinstance(value, int):
            return self.names[value]
        if check is teams and isinstance(value, tuple):
            return [[self.names[one], self.names[other]] for one, other in value]
        return value

    @classmethod
    def of_header(cls, header: Header) -> Self:
        """The draft of a game that can be played."""
        seats = {name: seat for seat, name in enumerate(header.players)}
        game = GAMES[header.variant]
        options: dict[str, Value] = {}
        for key, value in header.options.items():
            check = game.options.get(key)
            if check is player:
                options[key] = seats[value]
            elif check is teams:
                options[key] = tuple((seats[one], seats[other]) for one, other in value)
            elif check is not None:
                options[key] = value
        stakes = header.stakes or next(iter(STAKES))
        dealer, carry = seats[header.dealer], header.option("carry", 0)
        return cls(header.players, header.variant, dealer, header.twists, stakes, options, carry)

    # -- what is remembered of a game --------------------------------------------------------------------------------

    def agreement(self) -> dict[str, Any]:
        """What was agreed for the game, besides who plays, as JSON keeps it."""
        return {"twists": list(self.twists), "stakes": self.stakes, "options": dict(self.options)}

    def with_game(self, variant: str, agreement: Mapping[str, Any]) -> Self:
        """Choose another game for the same people, as it was agreed; what cannot be used any more is left out."""
        stakes, options, twists = (agreement.get(key) for key in ("stakes", "options", "twists"))
        return replace(
            self,
            variant=variant,
            twists=_known_twists(twists),
            stakes=stakes if isinstance(stakes, str) and stakes in STAKES else next(iter(STAKES)),
            options={key: _of_json(value) for key, value in options.items()} if isinstance(options, dict) else {},
        ).settled()

    # -- players -----------------------------------------------------------------------------------------------------

    def numbers(self) -> tuple[int, ...]:
        """How many may play the game, as it stands."""
        seats = self.game.seats_with(self._checked())
        return tuple(number for number in range(FEWEST, MOST + 1) if number in seats)

    def with_players(self, number: int, others: Sequence[str] = ()) -> Self:
        """The choices with so many players: the names that are there, then ``others``, then default ones. What does not
        fit any more is dropped."""
        number = max(FEWEST, min(number, MOST))
        names = tuple(dict.fromkeys((*self.names, *others, *DEFAULT_NAMES)))[:number]
        return replace(self, names=names, dealer=min(self.dealer, number - 1)).settled()

    def fitted(self) -> Self:
        """The choices for as many as may play the game, where nobody says who: as few come or go as possible."""
        numbers = self.numbers()
        if len(self.names) in numbers:
            return self
        return self.with_players(min(numbers, key=lambda number: abs(number - len(self.names))))

    def fits_without(self, name: str) -> bool:
        """Whether the others are as many as the game is for."""
        others = replace(self, names=tuple(other for other in self.names if other != name), dealer=0)
        return len(others.names) >= FEWEST and others.fits(self.variant)

    def seating(self, names: Sequence[str]) -> Self:
        """What is chosen, for these players clockwise: of one who is gone the next player on the left takes the part.

        Partners who are gone are no team any more. So many may be more or fewer than the game is for.
        """

        def moved(seat: int) -> int:
            around = (*self.names[seat:], *self.names[:seat])
            return next((names.index(other) for other in around if other in names), 0)

        options: dict[str, Value] = {}
        for key, value in self.options.items():
            if self.game.options[key] is player and isinstance(value, int):
                options[key] = moved(value)
            elif self.game.options[key] is not teams or set(self.names) == set(names):
                options[key] = value
            if self.game.options[key] is teams and key in options and isinstance(value, tuple):
                options[key] = tuple((moved(one), moved(other)) for one, other in value)
        return replace(self, names=tuple(names), dealer=moved(self.dealer), options=options).settled()

    def fits(self, variant: str) -> bool:
        """Whether so many may play ``variant`` without any option."""
        return len(self.names) in GAMES[variant].seats

    def settled(self) -> Self:
        """The choices without what the header refuses: options that do not fit the game or the players any more."""
        allowed = self.game.options
        options = {
            key: value for key, value in self.options.items() if key in allowed and self._is_possible(key, value)
        }
        twists = tuple(name for name in self.twists if name in self.game.twists and name in TWISTS)
        settled = replace(self, options=options, twists=twists)
        for key in tuple(options):
            if settled.refusal():
                left = {other: value for other, value in settled.options.items() if other != key}
                if not (without := replace(settled, options=left)).refusal():
                    return without
        return settled

    def _is_possible(self, key: str, value: Value) -> bool:
        check = self.game.options[key]
        seats: tuple[Any, ...] = (value,) if check is player else ()
        if check is teams:
            pairs = value if isinstance(value, tuple) else (value,)
            if not all(isinstance(pair, tuple) and len(pair) == 2 for pair in pairs):
                return False
            seats = tuple(seat for pair in pairs if isinstance(pair, tuple) for seat in pair)
        if any(type(seat) is not int or not 0 <= seat < len(self.names) for seat in seats):
            return False
        if isinstance(value, str) and not value.isprintable():
            return False
        return not check(self._in_names(key, value), self.names)

    def _checked(self) -> dict[str, Any]:
        return {key: self._in_names(key, value) for key, value in self.options.items()}

    # -- twists ------------------------------------------------------------------------------------------------------

    def with_twist(self, name: str) -> Self:
        """With the twist, or without it where it was there; in the registry's order."""
        chosen = set(self.twists) ^ {name}
        return replace(self, twists=tuple(known for known in TWISTS if known in chosen))

    # -- options -----------------------------------------------------------------------------------------------------

    def offered(self) -> tuple[str, ...]:
        """The options that mean something now: those that were agreed, and those with more than one value that fits."""
        return _offered(self)

    def _matters(self, key: str) -> bool:
        """Whether an option changes anything, beside what else was agreed."""
        match key:
            case "forfeit":
                return self.stakes == "forfeit"
            case "penalty":
                return self.stakes == "tacoma"
            case "coin" if self.game.has_stakes:
                return self.stakes != "forfeit"
            case "button" if "first" in self.game.options:
                return "first" in self.options
        return True

    def _has_choice(self, key: str) -> bool:
        check = self.game.options[key]
        ends = isinstance(check, WholeNumber) and key not in LADDERS  # what goes round comes to each value either way
        return check is text or any(self.stepped(key, step) != self for step in ((1, -1) if ends else (1,)))

    def value(self, key: str) -> Value:
        """What is agreed for an option: what was chosen, else what is usual."""
        return self.options[key] if key in self.options else self.usual(key)

    def usual(self, key: str) -> Value:
        """What an option is when nobody says anything."""
        value: Value = self.game.usual(len(self.names), self.dealer).get(key)
        return value

    def agreed(self, key: str, value: Value) -> Self:
        """With ``value`` for an option; the usual one is not written down."""
        options = {other: kept for other, kept in self.options.items() if other != key}
        if value != self.usual(key):
            options[key] = value
        return replace(self, options=options)

    def stepped(self, key: str, step: int) -> Self:
        """With the next value (``step`` 1) or the one before (-1) that fits; the same where there is none."""
        for value in self._from_here(key, step):
            other = self.agreed(key, value)
            if not other.refusal():
                return other
        return self

    def _from_here(self, key: str, step: int) -> Iterator[Value]:
        """The values after the present one, in the direction of ``step``; lists go round, numbers end."""
        check, now = self.game.options[key], self.value(key)
        if isinstance(check, WholeNumber) and key not in LADDERS:
            least, most = check.least, check.most
            number = (now if isinstance(now, int) else least - 1) + step
            if number >= least and (most is None or number <= most):
                yield number
        else:
            values = self._values(key, check)
            at = values.index(now) if now in values else 0
            yield from (values[(at + step * further) % len(values)] for further in range(1, len(values)))

    def _values(self, key: str, check: Check) -> tuple[Value, ...]:
        """All values of an option that can be listed."""
        nothing: tuple[Value, ...] = (None,) if self.usual(key) is None else ()
        if key in LADDERS:
            return (*nothing, *LADDERS[key])
        if isinstance(check, OneOf):
            return (*nothing, *check.words)
        if check is truth:
            return (False, True)
        if check is player:
            return tuple(range(len(self.names)))
        if check is teams:
            return (*nothing, *pairings(tuple(range(len(self.names)))))
        return (*nothing, self.value(key))


def pairings(seats: Sequence[int]) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Every way to put seats into pairs; none where one would be left over.

    >>> pairings((0, 1, 2, 3))
    (((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2)))
    """
    if not seats:
        return ((),)
    first, rest = seats[0], seats[1:]
    return tuple(
        ((first, other), *pairs) for other in rest for pairs in pairings(tuple(seat for seat in rest if seat != other))
    )


def _known_twists(twists: object) -> tuple[str, ...]:
    chosen = tuple(name for name in TWISTS if name in twists) if isinstance(twists, list | tuple) else ()
    together = any(pair <= set(chosen) for pair in INCOMPATIBLE)
    return () if together else chosen


def _of_json(value: Any) -> Any:
    """A value as it was kept: JSON has lists where teams are tuples."""
    if not isinstance(value, list | tuple):
        return value
    return tuple(tuple(pair) if isinstance(pair, list | tuple) else pair for pair in value)


@lru_cache(maxsize=16)  # a screen asks for each of its pages, and a game may have a hundred ways to make up teams
def _offered(draft: Draft) -> tuple[str, ...]:
    return tuple(
        key for key in draft.game.options if draft._matters(key) and (key in draft.options or draft._has_choice(key))
    )
