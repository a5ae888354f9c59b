"""Coins that change hands because of an act, for the books. Pure data.

The kinds:

| kind | why coins move |
| --- | --- |
| ``ante`` | before the first card, into the pot |
| ``bet`` | for a card, or for seeing one |
| ``fold`` | the price of folding |
| ``pair`` | the price of a pair, or of any other card that busts |
| ``payout`` | out of the pot, to one |
| ``split`` | out of the pot, to several |
| ``stake`` | what the loser of a game pays |
| ``forfeit`` | no coins: the loser does what was agreed |
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Transfer:
    """``coins`` go from ``giver`` to ``taker``; ``None`` is the pot. ``act`` is the index of the act that caused it,
    ``None`` before the first."""

    act: int | None
    giver: str | None
    taker: str | None
    coins: int
    kind: str
