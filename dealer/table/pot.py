"""The pot between two games: what the games before left in it. No coin is dropped, whatever comes next.

A game takes the coins that its header carries out of this pot, and puts in what lies in its own when the table leaves
it: over, or stopped in the middle. Each game of the journal is counted in once, so that a power cut changes nothing.
"""

import logging
from dataclasses import dataclass, replace
from typing import Any, Self

from dealer.errors import DealerError, InputError, JournalError
from dealer.game.driver import Game
from dealer.journal.journal import Journal

log = logging.getLogger(__name__)

POT = "pot"
"""Under which name the journal keeps it."""


@dataclass(frozen=True, slots=True)
class Pot:
    """So many coins; ``players`` are whose they were, and ``game`` is the last one that is counted in."""

    coins: int = 0
    game: int = 0
    players: tuple[str, ...] = ()

    @classmethod
    def of(cls, kept: object) -> Self:
        """What was kept; an empty pot where that is none."""
        if not isinstance(kept, dict):
            return cls()
        coins, game, players = kept.get("coins"), kept.get("game"), kept.get("players")
        numbers = all(type(number) is int and number >= 0 for number in (coins, game))
        names = isinstance(players, list) and all(isinstance(name, str) for name in players)
        return cls(coins, game, tuple(players)) if numbers and names else cls()  # type: ignore[arg-type]

    def kept(self) -> dict[str, Any]:
        """What the journal keeps."""
        return {"coins": self.coins, "game": self.game, "players": list(self.players)}

    def after(self, number: int, game: Game) -> Self:
        """The pot once the table has left ``game``, the journal's ``number``."""
        if number <= self.game:
            return self
        before, left = max(0, self.coins - game.header.option("carry", 0)), game.state.pot
        players = (*(self.players if before else ()), *(game.header.players if left else ()))
        return replace(self, coins=before + left, game=number, players=tuple(dict.fromkeys(players)))

    @property
    def share(self) -> int:
        """What each gets if its players share it."""
        return self.coins // len(self.players) if self.players else 0

    def shared(self) -> Self:
        """What is left of it then."""
        return replace(self, coins=self.coins - self.share * len(self.players))


NO_POT = Pot()


def pot_between_games(journal: Journal) -> Pot:
    """The pot before the next game; games that the table has left since are counted in, and the journal keeps that."""
    kept = Pot.of(journal.choice(POT))
    try:
        last = journal.number_of("last")
    except InputError:  # the first game of all
        last = 0
    pot = kept if kept.game <= last else replace(kept, game=0)  # numbers begin anew in a new journal
    unfinished = journal.unfinished()
    # Before a pot was kept only the last game can have left one.
    first = pot.game + 1 if pot.game else (unfinished or last + 1) - 1
    for number in range(max(1, first), last + 1):
        if number == unfinished:
            continue
        try:
            pot = pot.after(number, journal.load(journal.number_of(str(number))))
        except DealerError:
            continue  # what cannot be replayed is told where the journal is opened
    if pot != kept:
        try:
            journal.keep_choice(POT, pot.kept())
        except JournalError as error:  # counted anew the next time
            log.warning("%s", error)
    return pot
