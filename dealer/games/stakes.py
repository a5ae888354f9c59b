"""Stakes: what the loser of a finished game of Basic or Continuous pays (000 p.15, 002, games.md 2)."""

from collections.abc import Callable

from dealer.games.table import Table

PENALTY = 6
"""Tacoma's penalty where the table agreed on none: it can be split among two or three (000, Tacoma Rules)."""


def forfeit(table: Table, loser: int) -> None:
    """No coins; the loser takes the penalty that the table agreed."""
    table.owes_the_forfeit(loser)


def seattle(table: Table, loser: int) -> None:
    """The loser pays one coin to every other player."""
    for seat in others(table, loser):
        table.pay(loser, seat, coin(table), "stake")


def norland(table: Table, loser: int) -> None:
    """The loser pays one coin to each player with the lowest score."""
    for seat in lowest(table):
        table.pay(loser, seat, coin(table), "stake")


def tacoma(table: Table, loser: int) -> None:
    """The loser pays a predetermined amount to the player with the lowest score; tied players split it."""
    to_the_lowest(table, loser, table.option("penalty", PENALTY))


def cutchfeld(table: Table, loser: int) -> None:
    """The loser pays his score to the player with the lowest score; tied players split it."""
    to_the_lowest(table, loser, table.scores[loser])


def olympia(table: Table, loser: int) -> None:
    """As in Tacoma, but the penalty is the difference in those players' scores."""
    to_the_lowest(table, loser, table.scores[loser] - min(table.scores))


def portland(table: Table, loser: int) -> None:
    """The loser pays every player the difference between their scores."""
    for seat in others(table, loser):
        table.pay(loser, seat, coin(table) * (table.scores[loser] - table.scores[seat]), "stake")


def to_the_lowest(table: Table, loser: int, coins: int) -> None:
    """The loser pays into the pot, which the lowest share evenly and so win; odd coins are left for the next game."""
    table.pay_the_pot(loser, coin(table) * coins, "stake")
    table.winners = lowest(table)
    table.split_the_pot(table.winners)


def coin(table: Table) -> int:
    """What one coin of the stakes is worth."""
    return table.option("coin", 1)


def others(table: Table, loser: int) -> list[int]:
    """Everybody but the loser."""
    return [seat for seat in range(table.number) if seat != loser]


def lowest(table: Table) -> list[int]:
    """The players with the lowest score."""
    return [seat for seat, score in enumerate(table.scores) if score == min(table.scores)]


STAKES: dict[str, Callable[[Table, int], None]] = {
    "forfeit": forfeit,
    "seattle": seattle,
    "downspear": seattle,
    "norland": norland,
    "tacoma": tacoma,
    "cutchfeld": cutchfeld,
    "olympia": olympia,
    "portland": portland,
}
"""The stakes by name; the first is the default."""

POT_STAKES = frozenset(name for name, pays in STAKES.items() if pays in (tacoma, cutchfeld, olympia))
"""The stakes that go through the pot: coins that an earlier game left there are shared out too."""
