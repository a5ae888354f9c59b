"""Events: what happened at the table because of an act, for the prompter and the voice. Pure data.

``player`` is who it is about, ``rank`` the card, ``amount`` points or coins, ``other`` the second player,
``players`` several, ``cards`` several cards, ``by`` the card that does it. The kinds:

| kind | about |
| --- | --- |
| ``ante`` | everybody antes ``amount`` coins |
| ``burnt`` | ``amount`` cards of the fresh deck are burnt |
| ``hands`` | ``players`` are dealt ``amount`` cards each, face down |
| ``face-down`` | ``amount`` cards lie face down in the middle: the kitty, the slug |
| ``removed`` | ``amount`` cards are out of play, unseen |
| ``dealt`` | ``player`` (or ``table``) got ``rank`` face up from the dealer |
| ``replaced`` | the tie-breaking ``rank`` pairs ``player``'s stack: it is discarded, a replacement is due |
| ``tie-for-low`` | ``players`` tie for the low card ``rank``: each gets one more |
| ``tie-by-seat`` | the tie is decided by the seat: ``player`` goes first |
| ``first`` | ``player`` goes first |
| ``hit`` | ``player`` took ``rank`` and it pairs nothing |
| ``stays-on-turn`` | ``player`` received ``rank`` and is on turn again |
| ``trade`` | ``player`` discarded ``rank`` for two cards |
| ``pair`` | ``player`` caught a pair of ``rank``, which costs ``amount`` |
| ``fold`` | ``player`` folded: took ``rank`` for ``amount`` points from ``other``'s stack, or paid ``amount`` coins |
| ``lock`` | ``player`` locked with ``amount`` points (Starboard: cards) |
| ``out`` | ``player`` is out, without a pair of one's own |
| ``catch`` | ``player`` caught five unpaired cards |
| ``stack-discarded`` | only ``player``'s cards are discarded |
| ``round-over`` | the cards in play are discarded; ``player`` (if any) deals the next round |
| ``scores`` | ``player`` scored ``amount`` points |
| ``pays`` | ``player`` paid ``amount`` coins to ``other`` (``None``: to the pot) |
| ``receives`` | ``player`` received ``amount`` coins from the pot |
| ``left-in-pot`` | ``amount`` odd coins stay in the pot |
| ``bets`` | ``player`` bet ``amount`` coins |
| ``revealed`` | ``player`` put ``rank`` from the hand face up |
| ``discarded`` | ``player`` gave ``amount`` cards to the Monster, face down |
| ``pitched`` | ``player`` pitched a card, face down |
| ``drew`` | ``player`` drew one card face down |
| ``attacked``, ``gifted`` | ``player`` put ``rank`` on ``other``'s stack |
| ``stole`` | ``player`` took ``rank`` off ``other``'s face-down stack |
| ``bought`` | ``player`` took ``rank`` off the own face-down stack |
| ``saw`` | ``player`` saw ``other``'s hand: ``cards`` |
| ``takes-stones`` | ``player`` takes ``amount`` cards |
| ``hand-round``, ``deck-round`` | a round of that kind begins with ``player`` |
| ``bid`` | ``player`` bid or played ``rank`` |
| ``captured`` | ``player`` took ``rank``, ``amount`` times, with the card ``by`` |
| ``left-over`` | nobody took ``cards``: they are discarded |
| ``bids-discarded`` | the bids of the round are discarded |
| ``given`` | ``player`` gave ``rank`` to ``other`` |
| ``misfired`` | the bids of ``rank`` by ``players`` are equal and do nothing |
| ``shown`` | ``player`` (or ``monster``) shows ``cards`` |
| ``showdown`` | ``players`` have the high hand |
| ``monster`` | the Monster beats (``amount`` 1) or loses to (0) ``players`` |
| ``placed`` | ``player`` put ``rank`` into the column of the target ``amount`` |
| ``unplayable`` | ``rank``, drawn by ``player``, fits nowhere |
| ``reshuffle-due`` | the draw pile is empty and a card is due |
| ``reshuffled`` | the discards are the draw pile, ``amount`` burnt |
| ``new-round`` | the next round or deal has begun |
| ``irregularity`` | against good order, play goes on: ``player`` got a card before ``other`` |
| ``undecided`` | no card is left and nothing else is possible: the game ends undecided |
| ``game-over`` | the game is over: ``player`` lost, or ``players`` won |
"""

from dataclasses import dataclass
from functools import lru_cache


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened because of an act."""

    kind: str
    player: str | None = None
    rank: int | None = None
    amount: int | None = None
    other: str | None = None
    players: tuple[str, ...] = ()
    cards: tuple[int, ...] = ()
    by: int | None = None


@lru_cache(maxsize=4096)  # a table's acts lead to a few thousand different events, again and again
def event(
    kind: str,
    player: str | None = None,
    rank: int | None = None,
    amount: int | None = None,
    other: str | None = None,
    players: tuple[str, ...] = (),
    cards: tuple[int, ...] = (),
    by: int | None = None,
) -> Event:
    """The event with these facts; equal ones are the same object.

    >>> event("hit", "Bob", 5) is event("hit", "Bob", 5)
    True
    """
    return Event(kind, player, rank, amount, other, players, cards, by)
