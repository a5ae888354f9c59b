"""The limits at a table: who has to be asked before play goes on, once each, and that it was said."""

from dealer.books.caps import Limits, Over, at_risk, limit, over
from dealer.game.driver import Game
from dealer.journal.journal import Journal
from dealer.settings import Caps


class Limited:
    """The limits of one game; ``number`` is the game's in the journal."""

    def __init__(self, journal: Journal, number: int, caps: Caps) -> None:
        self._journal = journal
        self._number = number
        self.caps = caps

    def asked(self, game: Game) -> Over | None:
        """Who comes over a limit by the next act, as far as it may go, or is over it, and has not been asked yet."""
        if self.caps == Caps():
            return None
        coin = self._journal.books.opened().coin
        limits = Limits(
            limit(self.caps.game_coins, self.caps.game_money, coin),
            limit(self.caps.evening_coins, self.caps.evening_money, coin),
        )
        if not limits:
            return None
        lost = self._journal.books.lost_elsewhere(self._number)
        said = self._journal.books.consents(self._number)
        for one in (*over(game, lost, limits), *at_risk(game, lost, limits)):
            if (one.span.value, game.header.players.index(one.player)) not in said:
                return one
        return None

    def play_on(self, asked: Over, game: Game, hand: str) -> None:
        """The player was told, and plays on."""
        seat = game.header.players.index(asked.player)
        self._journal.books.consent(self._number, seat, asked.span.value, hand)
