"""What people at the table said of cards that had to be named: whether this deck's likely readings can be trusted."""

from collections import Counter, deque

HARD_NAMED, HARD_OF, HARD_SHARE = 2, 8, 0.5
"""A deck is hard to read while so many of its last cards were named, and such a share of them. Guesses."""
GUESSES, WRONG_GUESSES = 6, 3
"""When so many of the last cards that people had to name had most likely been another, only plain readings count. On
simulated tables a deck that can be read gave 2 wrong of 18 at most, one that cannot 19 of 21."""
BORNE_OUT, BORNE_OUT_TWICE = 1, 2
"""How many doubted cards, read as this one is, people must have said to be that, and none another, for less doubt. With
the first a card need not be named for being not plain, or opposed by the deck's own space; with the second for its
print. Of 16,710 cards of 420 rendered held-out decks 373 are asked about without this, 36 fewer with it, and none more
is wrong."""


class Answers:
    """Remembers what people said, of the last ``most`` cards that were doubted and of fewer others."""

    def __init__(self, *, most: int) -> None:
        self._most = most
        self._doubted: dict[int, tuple[int, int]] = {}
        """What doubted cards are, by their ids, and what they had been read as."""
        self._guesses: deque[bool] = deque(maxlen=GUESSES)
        self._were_named: deque[bool] = deque(maxlen=HARD_OF)
        """Whether people named each of the last cards that were called."""

    def doubted(self, card: int, rank: int, read: int) -> None:
        """Somebody said that card number ``card``, which was read as ``read`` and doubted, is a ``rank``."""
        self._doubted[card] = rank, read
        for forgotten in list(self._doubted)[: -self._most]:
            del self._doubted[forgotten]

    def tell(self, card: int, rank: int) -> None:
        """Card number ``card`` is a ``rank``, whatever was said before."""
        if card in self._doubted:
            self._doubted[card] = rank, self._doubted[card][1]

    def called(self, *, named: bool, as_guessed: bool | None) -> None:
        """A card was called, by what was read or because people ``named`` it; ``as_guessed``: whether it was what it
        had most likely been, None where it was never looked at."""
        self._were_named.append(named)
        if named and as_guessed is not None:
            self._guesses.append(as_guessed)

    @property
    def are_wrong(self) -> bool:
        """Whether so many likely readings of this deck were wrong that only plain ones count."""
        return self._guesses.count(False) >= WRONG_GUESSES

    @property
    def bear_out(self) -> bool:
        """Whether people named cards of this deck, and each was what it had most likely been."""
        return bool(self._guesses) and all(self._guesses)

    @property
    def tell_it_is_hard(self) -> bool:
        """Whether people must name many cards of this deck, and not all of these were what they had most likely
        been."""
        named = sum(self._were_named)
        return not self.bear_out and named >= HARD_NAMED and named >= HARD_SHARE * len(self._were_named)

    def put_right(self, read: int, *, times: int) -> frozenset[int]:
        """The ranks of which they named so many cards, at least, that had been read as a ``read``."""
        named = Counter(rank for rank, was_read in self._doubted.values() if was_read == read != rank)
        return frozenset(rank for rank, count in named.items() if count >= times)

    def borne_out(self, read: int) -> int:
        """How many cards that were doubted were what they had been read as, a ``read``; none if one was not."""
        named = [rank for rank, was_read in self._doubted.values() if was_read == read]
        return len(named) if all(rank == read for rank in named) else 0
