"""The table of measured games, and what can be said of two measurements of the same games."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import comb

import numpy as np

from dealer.measures.games import UNSEEN, GameFigures


@dataclass(frozen=True, slots=True)
class Row:
    """One figure: its name, its value, how many digits it is shown with, and whether it is None: nothing to count."""

    name: str
    value: float | None
    digits: int = 0

    @property
    def shown(self) -> str:
        """The value as the table has it."""
        return "–" if self.value is None else f"{self.value:.{self.digits}f}"


def exact_p(first: int, second: int) -> float:
    """How likely a difference is at least so large if neither is better: of ``first`` + ``second`` pairs that differ so
    many speak for each. The exact binomial test, two-sided: McNemar's of two answers, the sign test of two counts.

    >>> exact_p(0, 5), exact_p(3, 3), exact_p(0, 0)
    (0.0625, 1.0, 1.0)
    """
    number = first + second
    tail = sum(comb(number, count) for count in range(min(first, second) + 1))
    return min(1.0, 2.0 * tail / float(2**number))


def rows(games: Sequence[GameFigures]) -> Iterator[Row]:
    """All figures of some games."""
    cards, whole = sum(game.cards for game in games), [game for game in games if not game.failed]
    yield Row("games", len(games))
    yield Row("equal", sum(game.equal for game in games))
    if len(whole) < len(games):
        yield Row("ended by an error", len(games) - len(whole))
    yield Row("cards called", cards)
    yield Row("silent errors", _count(games, lambda game: game.silent))
    yield Row("phantoms", _count(games, lambda game: game.phantoms))
    yield Row("other wrong acts", _count(games, lambda game: [a for a in game.wrong if a.true and a.source != "seen"]))
    yield Row("called and mended", _count(games, lambda game: game.mended))
    yield Row("missed, told by people", _count(games, lambda game: game.missed))
    yield Row("told without a button", _count(games, lambda game: game.unoffered))
    yield Row("hands read out wrong", _count(games, lambda game: game.objections))
    asked = _added(game.questions for game in games)
    yield Row("questions about what is visible, per 100 cards", _per_100(sum(game.asked for game in games), cards), 2)
    yield from (Row(f"– {kind}", count) for kind, count in sorted(asked.items()) if kind not in UNSEEN)
    yield Row("other questions", sum(count for kind, count in asked.items() if kind in UNSEEN))
    yield from (Row(f"– {kind}", count) for kind, count in sorted(asked.items()) if kind in UNSEEN)
    complaints = _added(game.complaints for game in games)
    yield Row("complaints without cause", complaints.total())
    yield from (Row(f"– {kind}", count) for kind, count in sorted(complaints.items()))
    for name, times in (
        ("rest to call, ms of frame time", [ms for game in games for ms in game.call_ms]),
        ("rest to the clip asked for, ms", [ms for game in games for ms in game.clip_ms]),
    ):
        yield Row(f"{name}: median", _quantile(times, 0.5))
        yield Row(f"{name}: p95", _quantile(times, 0.95))
    yield Row("CPU s a game: median", _quantile([game.cpu_s for game in whole], 0.5), 1)
    yield Row("– the eye", _quantile([game.sight_s for game in whole], 0.5), 1)
    yield Row("– the simulated table", _quantile([game.table_s for game in whole], 0.5), 1)
    yield Row("CPU s of the eye, a minute of play", _ratio(games), 1)


def table(games: Sequence[GameFigures]) -> str:
    """A table in Markdown."""
    return _markdown(("figure", "value"), [(row.name, row.shown) for row in rows(games)])


def paired_table(pairs: Sequence[tuple[GameFigures, GameFigures]]) -> str:
    """A table in Markdown of games that were measured twice, before and now, and the tests of the difference."""
    before, now = ({row.name: row for row in rows(games)} for games in zip(*pairs, strict=True))
    lines = []
    for name in _in_both(list(before), list(now)):
        old, new = before.get(name), now.get(name)
        known = old or new
        assert known is not None
        was = 0.0 if old is None else old.value
        became = 0.0 if new is None else new.value
        change = "–" if was is None or became is None else f"{became - was:+.{known.digits}f}"
        lines.append((name, *(Row(name, value, known.digits).shown for value in (was, became)), change))
    return "\n".join((_markdown(("figure", "before", "now", "difference"), lines), "", *comparisons(pairs)))


def comparisons(pairs: Sequence[tuple[GameFigures, GameFigures]]) -> Iterator[str]:
    """What the differences of paired games are worth."""
    gained = sum(now.equal and not before.equal for before, now in pairs)
    lost = sum(before.equal and not now.equal for before, now in pairs)
    yield f"Equal: {gained} games only now, {lost} only before; McNemar's exact test p = {exact_p(gained, lost):.3g}."
    fewer = sum(now.asked < before.asked for before, now in pairs)
    more = sum(now.asked > before.asked for before, now in pairs)
    yield f"Questions: fewer in {fewer} games, more in {more}; sign test p = {exact_p(fewer, more):.3g}."


def not_equal(games: Iterable[GameFigures]) -> Iterator[str]:
    """A line for each game whose record is not what happened: where it differs first."""
    for game in games:
        if game.equal:
            continue
        name = f"{game.variant} {game.seed}, {game.design}"
        if game.failed:
            yield f"{name}: {game.failed}"
        elif game.wrong:
            act = game.wrong[0]
            yield f"{name}: act {act.line} is {act.act} ({act.source}), was {act.true or 'none'}"
        elif game.lost:
            yield f"{name}: {game.lost[0]} is not in the record ({len(game.lost)} acts are not)"
        else:
            yield f"{name}: {'it ends otherwise' if game.over else 'it did not end'}"


def _count(games: Sequence[GameFigures], of: Callable[[GameFigures], Sequence[object]]) -> int:
    return sum(len(of(game)) for game in games)


def _added(parts: Iterable[dict[str, int]]) -> Counter[str]:
    return sum((Counter(part) for part in parts), Counter[str]())


def _per_100(count: int, of: int) -> float | None:
    return 100 * count / of if of else None


def _quantile(values: Sequence[float], share: float) -> float | None:
    return float(np.quantile(values, share)) if values else None


def _ratio(games: Sequence[GameFigures]) -> float | None:
    played_s = sum(game.played_s for game in games)
    return 60 * sum(game.sight_s for game in games) / played_s if played_s else None


def _in_both(first: list[str], second: list[str]) -> list[str]:
    """The names of both, in their order; those of the second alone follow what they follow there."""
    names = list(first)
    for number, name in enumerate(second):
        if name not in names:
            names.insert(names.index(second[number - 1]) + 1, name)
    return names


def _markdown(head: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    rule = ["---"] + ["---:"] * (len(head) - 1)
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (head, rule, *lines))
