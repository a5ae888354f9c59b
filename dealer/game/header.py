"""The header of a game: which game, who plays, and the options that the page of games allows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, TypeVar

from dealer.errors import RecordError
from dealer.games import registry
from dealer.games.options import CARRY, Check, scores
from dealer.games.table import Table
from dealer.rules.acts import RESERVED_NAMES
from dealer.system.plain_text import is_visible, plain

Value = TypeVar("Value")

LONGEST_NAME = 40

KEYS = ("variant", "players", "dealer", "twists", "stakes")
"""The keys that every variant has; ``carry``, ``scores`` and the variant's own come on top."""


@dataclass(frozen=True, slots=True)
class Header:
    """What a game is before its first act. ``options`` are the other keys of the record, checked.

    Build one with ``from_mapping``, which checks; the constructor does not.
    """

    variant: str
    players: tuple[str, ...]
    dealer: str
    twists: tuple[str, ...] = ()
    stakes: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict, hash=False)

    def option(self, key: str, default: Value) -> Value:
        """What the header says for ``key``, or ``default``."""
        value: Value = self.options.get(key, default)
        return value

    @property
    def rules(self) -> type[Table]:
        """The class that plays this game."""
        return registry.rules(self.variant, frozenset(self.twists))

    @classmethod
    def from_mapping(cls, keys: Mapping[str, Any]) -> "Header":
        """Check the keys of a record (all but ``acts``).

        Raises ``RecordError``, which names the first key that is wrong and what was expected.

        >>> Header.from_mapping({"variant": "basic", "players": ["A", "B"]}).dealer
        'A'
        """
        players_came = keys.get("players")
        keys = {key: _plain(value) for key, value in keys.items()}
        variant = _variant(keys.get("variant"))
        game = registry.GAMES[variant]
        players = _players(players_came)
        dealer = keys.get("dealer", players[0])
        if not isinstance(dealer, str) or dealer not in players:
            raise RecordError(f"dealer = {dealer!r} does not play; expected one of {', '.join(players)}.")
        twists = _twists(keys.get("twists", []), game)
        stakes = _stakes(keys.get("stakes"), game)
        checks: dict[str, Check] = {"carry": CARRY, **game.options}
        if game.may_come_and_go:
            checks["scores"] = scores
        options = {key: value for key, value in keys.items() if key not in KEYS}
        for key, value in options.items():
            if key not in checks:
                allowed = ", ".join(sorted((*KEYS, *checks)))
                raise RecordError(f"{key!r} is no key of {variant}; expected only {allowed}.")
            if expected := checks[key](value, players):
                raise RecordError(f"{key} = {value!r} does not serve; expected {expected}.")
        seats = game.seats_with(options)
        if len(players) not in seats:
            expected = f"{seats[0]} to {seats[-1]}" if len(seats) > 1 else f"{seats[0]}"
            raise RecordError(f"{variant} needs {expected} players with these options; {len(players)} came.")
        if objection := game.objection(options, players):
            raise RecordError(objection)
        return cls(variant, players, dealer, twists, stakes, options)

    def to_mapping(self) -> dict[str, Any]:
        """The keys of a record, in the order they are written."""
        keys: dict[str, Any] = {"variant": self.variant, "players": list(self.players), "dealer": self.dealer}
        if self.twists:
            keys["twists"] = list(self.twists)
        if self.stakes is not None:
            keys["stakes"] = self.stakes
        return {**keys, **self.options}


def _plain(value: Any) -> Any:
    """The value with its texts made plain: names, a forfeit, lists of names and of teams."""
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return plain(value) if isinstance(value, str) else value


def _variant(variant: Any) -> str:
    if variant is None:
        raise RecordError(f"variant is missing; expected one of {', '.join(registry.GAMES)}.")
    if not isinstance(variant, str) or variant not in registry.GAMES:
        raise RecordError(f"variant = {variant!r} cannot be played; expected one of {', '.join(registry.GAMES)}.")
    return variant


def _players(players: Any) -> tuple[str, ...]:
    if players is None:
        raise RecordError("players is missing; expected the names, clockwise.")
    if not isinstance(players, list | tuple) or not all(isinstance(name, str) for name in players):
        raise RecordError(f"players = {players!r} does not serve; expected a list of names.")
    if not players:
        raise RecordError("players is empty; expected the names, clockwise.")
    names = tuple(plain(name) for name in players)
    for came, name in zip(players, names, strict=True):
        if problem := name_problem(came):
            raise RecordError(problem)
        if names.count(name) > 1:
            raise RecordError(f"{name!r} plays twice; expected each name once.")
    return names


@lru_cache(maxsize=64)
def name_problem(name: str) -> str:
    """Why nobody can be called so, or ``""``.

    >>> name_problem("table")
    "'table' cannot be a name; deal, monster, reshuffle, table are reserved."
    """
    seen = plain(name)
    if not is_visible(seen) or seen != seen.strip() or '"' in seen or len(name.splitlines()) > 1:
        return f"{name!r} is no name; expected a letter, no double quote, no line break and no blank at its ends."
    if len(seen) > LONGEST_NAME:
        return f"{seen!r} has {len(seen)} letters; expected at most {LONGEST_NAME}."
    if seen in RESERVED_NAMES:
        return f"{seen!r} cannot be a name; {', '.join(sorted(RESERVED_NAMES))} are reserved."
    return ""


def _twists(twists: Any, game: type[Table]) -> tuple[str, ...]:
    if not isinstance(twists, list | tuple) or not all(isinstance(name, str) for name in twists):
        raise RecordError(f"twists = {twists!r} does not serve; expected a list of names.")
    allowed = [name for name in game.twists if name in registry.TWISTS]
    for name in twists:
        if name not in allowed:
            raise RecordError(f"twist {name!r} cannot be played with {game.variant}; expected {_any_of(allowed)}.")
        if twists.count(name) > 1:
            raise RecordError(f"twist {name!r} came twice; expected each once.")
    for together in registry.INCOMPATIBLE:
        if together <= set(twists):
            raise RecordError(f"{' and '.join(sorted(together))} cannot be played together; expected one of them.")
    return tuple(twists)


def _stakes(stakes: Any, game: type[Table]) -> str | None:
    if stakes is None:
        return next(iter(registry.STAKES)) if game.has_stakes else None
    if not game.has_stakes:
        raise RecordError(f"stakes = {stakes!r} came; {game.variant} has no stakes.")
    if not isinstance(stakes, str) or stakes not in registry.STAKES:
        raise RecordError(f"stakes = {stakes!r} cannot be played; expected {_any_of(tuple(registry.STAKES))}.")
    return stakes


def _any_of(names: Sequence[str]) -> str:
    return "one of " + ", ".join(names) if names else "none"
