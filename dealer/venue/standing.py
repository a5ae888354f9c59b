"""How play stands at a table, from its journal alone: what the retained ``state`` says."""

from pathlib import Path
from typing import Any

from dealer.books.facts import Payment, Tab
from dealer.errors import DealerError
from dealer.game.driver import Game
from dealer.journal.journal import Journal
from dealer.journal.outbox import Told
from dealer.rules.acts import parse_act


class Standing:
    """The last game and the evening's books, followed row by row: an act costs as little here as in the game itself.

    Raises:
        JournalError: the journal cannot be read.
    """

    def __init__(self, folder: Path) -> None:
        self._journal = Journal(folder, writable=False)
        self._game: Game | None = None
        self._number = 0
        self._tabs: tuple[Tab, ...] = ()
        self._payments: tuple[Payment, ...] = ()
        self._games = 0
        self._reload()
        self._recount()

    def close(self) -> None:
        """No more is read."""
        self._journal.close()

    def follow(self, rows: list[Told]) -> None:
        """Take in rows that are new in the journal."""
        if any(told.what in ("posting", "evening", "person", "game") for told in rows):
            self._recount()
        news = [told for told in rows if told.what in ("game", "entry")]
        for told in news:
            row = told.row or {}
            if told.what != "entry" or row.get("game") != self._number or not self._pushed(row):
                self._reload()
                return

    def _pushed(self, row: dict[str, Any]) -> bool:
        """Whether the game could take the act; else it is read anew."""
        if self._game is None or row.get("kind") != "act":
            return False
        try:
            self._game.push(parse_act(str(row.get("line")), self._game.header.players))
        except DealerError:
            return False
        return True

    def _reload(self) -> None:
        numbers = self._journal.numbers()
        self._number = numbers[-1] if numbers else 0
        try:
            self._game = self._journal.load(self._number) if numbers else None
        except DealerError:
            self._game = None

    def _recount(self) -> None:
        books = self._journal.books
        evening = books.open() or (books.evenings() or (None,))[-1]
        self._tabs = () if evening is None else books.tabs(evening)
        self._payments = () if evening is None else books.settlement(evening)
        self._games = 0 if evening is None else books.count(evening)

    def fields(self) -> dict[str, Any]:
        """The state as it is told."""
        found: dict[str, Any] = {
            "game": self._number,
            "variant": None,
            "turn": None,
            "players": [],
            "table_cards": [],
            "pot": 0,
            "target": None,
            "over": self._game is None,
            "losers": [],
            "winners": [],
            "loser": None,
            "acts": 0,
            "last": None,
            "tabs": [{"name": tab.person.name, "coins": tab.balance} for tab in self._tabs],
            "payments": [
                {"giver": one.giver.name, "taker": one.taker.name, "coins": one.coins} for one in self._payments
            ],
            "games": self._games,
        }
        if self._game is None:
            return found
        state = self._game.state
        return found | {
            "variant": self._game.header.variant,
            "turn": None if state.over else state.turn,
            "players": [
                {
                    "name": player.name,
                    "status": player.status,
                    "cards": list(player.stack),
                    "hidden": player.hidden,
                    "points": list(player.points),
                    "score": player.score,
                    "coins": player.coins,
                }
                for player in state.players
            ],
            "table_cards": list(state.table),
            "pot": state.pot,
            "target": self._game.target,
            "over": state.over,
            "losers": list(state.losers),
            "winners": list(state.winners),
            "loser": ", ".join(state.losers) or None,
            "acts": len(self._game.acts),
            "last": str(self._game.acts[-1]) if self._game.acts else None,
        }
