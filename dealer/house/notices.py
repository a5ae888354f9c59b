"""What happens to coasters and camera while a game goes on, in one short sentence for the screen."""

from collections.abc import Iterable, Mapping

from dealer.locale import _
from vision.table.mat_events import MatEvent, MatEventKind

SHOWN_S = 6.0
"""How long a sentence stays, seconds: twice the time that it takes to read it."""


def in_words(event: MatEvent, players: Mapping[int, str]) -> str:
    """The sentence of one event; empty where nobody need know. ``players`` are the names by seat coaster.

    >>> in_words(MatEvent(MatEventKind.MOVED, (3,), 1.0, ""), {3: "Bob"})
    "Bob's coaster was moved: followed."
    """
    number = event.coasters[0] if event.coasters else 0
    player = players.get(number)
    match event.kind:
        case MatEventKind.MOVED if number == 0:
            return _("The coaster of the middle was moved: followed.")
        case MatEventKind.MOVED if player is not None:
            return _("{player}'s coaster was moved: followed.").format(player=player)
        case MatEventKind.BUMPED:
            return _("The camera was bumped: the table is found again.")
        case MatEventKind.TURNED:
            return _("The picture was turned round: the table is found again.")
        case MatEventKind.SAME_NUMBER:
            return _("Two coasters have the number {number}: take one away.").format(number=number)
        case MatEventKind.MIRRORED:
            return _("The picture is mirrored: turn that off at the camera.")
        case MatEventKind.SHEET_SCALE:
            return _("The coasters were printed in another size: see Aim the camera.")
    return ""


class News:
    """The latest sentence, for as long as it is shown. Times are frame times in seconds."""

    def __init__(self) -> None:
        self._words = ""
        self._until_s = float("-inf")
        self._said: set[str] = set()

    def hear(self, events: Iterable[MatEvent], players: Mapping[int, str]) -> None:
        """Take in what happened."""
        for event in events:
            if words := in_words(event, players):
                self._words, self._until_s = words, event.time_s + SHOWN_S

    def hear_of_deck(self, time_s: float, *, hard: bool) -> None:
        """The deck turns out ``hard`` to read: said once."""
        if hard:
            self._say_once(_("These cards are hard to read. Teach them once: start screen, Cards."), time_s)

    def hear_of_table(self, time_s: float, *, hidden: bool) -> None:
        """The cards turn out to be ``hidden`` by the table's own colour: said once."""
        if hidden:
            self._say_once(_("The cards hardly show here. Play on a plain cloth of another colour."), time_s)

    def _say_once(self, words: str, time_s: float) -> None:
        if words not in self._said:
            self._said.add(words)
            self._words, self._until_s = words, time_s + 2 * SHOWN_S

    def words(self, time_s: float) -> str:
        """What is shown now; empty when there is nothing new."""
        return self._words if time_s < self._until_s else ""
