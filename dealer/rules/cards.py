"""Ranks and the triangular deck: r copies of rank r, 55 cards."""

RANKS: tuple[int, ...] = tuple(range(1, 11))
"""The ranks of a Pairs deck, 1 to 10. A rank is an ``int``."""

DECK_SIZE = sum(RANKS)
"""Cards in one deck: 55."""


def copies(rank: int) -> int:
    """How many cards of ``rank`` one deck holds.

    >>> [copies(rank) for rank in RANKS]
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    """
    return rank
