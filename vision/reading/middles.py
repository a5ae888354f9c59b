"""What the middles of a deck's cards showed (``vision.reading.large_numerals``), and what became of it: whether the
deck prints
its numerals there, too."""

from collections.abc import Callable

from vision.reading.large_numerals import NOTHING, LargeNumeral

BARE = 8
"""Once so many cards' middles showed nothing, and none its rank, middles are no longer looked at: this deck prints no
numerals there. Of 70 rendered decks that do the worst shows nothing on eight cards in a row once in six times."""
TOLD = 2
"""Where the middles of so many ranks showed these, and no other rank's, a middle tells a card by itself."""


class Middles:
    """Remembers what the middles of the last ``most`` cards show that were not called yet."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._shown: dict[int, frozenset[int]] = {}
        self._again: set[int] = set()
        """Cards of which the last look showed what the one before did."""
        self._right: set[int] = set()
        self._misleading: set[int] = set()
        """The ranks that the middle of a card showed which was another: an emblem, not a numeral."""
        self._bare = 0

    def look(self, card: int, read: Callable[[], LargeNumeral], *, was_called: bool) -> LargeNumeral:
        """What the middle of a card tells, which can be ``read``: nothing if the same was seen on a card of another
        rank: an emblem may be read as a 4 on 6s and 7s, which would be asked about for it."""
        if self._bare >= BARE and not self._right:
            return NOTHING
        numeral = read()
        if not was_called and (numeral.ranks or card not in self._shown):
            (self._again.add if self._shown.get(card) == numeral.ranks else self._again.discard)(card)
            self._shown[card] = numeral.ranks
            for forgotten in list(self._shown)[: -self._most]:
                del self._shown[forgotten]
                self._again.discard(forgotten)
        return NOTHING if numeral.ranks & self._misleading else numeral

    def called(self, card: int, rank: int) -> None:
        """Card number ``card`` is a ``rank``."""
        shown = self._shown.pop(card, None)
        self._again.discard(card)
        if shown is None:
            return
        if not shown:
            self._bare += 1
        elif rank in shown:
            self._right.add(rank)
        else:
            self._misleading |= shown

    @property
    def tell(self) -> bool:
        """Whether what a middle shows tells a card by itself: this deck prints its numerals there."""
        return len(self._right) >= TOLD and not self._misleading

    def shows_again(self, card: int) -> bool:
        """Whether the last two looks at the middle of a card showed the same."""
        return card in self._again


__all__ = ["Middles"]
