"""What the books are made of: people, evenings, postings. Plain frozen data.

Double entry, whole coins: a posting takes coins from one account and gives them to another, so all accounts together
are 0 at all times. An account is a person's number, ``POT`` or ``HOUSE``.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

POT: Final = 0
"""The account of what lies in the middle; what is left there goes on to the next game."""

HOUSE: Final = -1
"""The account of whoever hands out coins for money and takes them back."""


class Standing(Enum):
    """What a person is to the house."""

    REGULAR = "regular"
    GUEST = "guest"
    FORGOTTEN = "forgotten"
    """Taken off the list; postings stay, under "former player" and the number."""
    MERGED = "merged"
    """Another number stands for the same person."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who played here. ``number`` is from 1 on and never given again; ``symbol`` and ``colour`` are indices
    into what the display draws."""

    number: int
    name: str
    symbol: int
    colour: int
    standing: Standing = Standing.REGULAR
    merged_into: int | None = None
    also: tuple[int, ...] = field(default=(), compare=False)
    """The numbers of those who turned out to be this one."""


@dataclass(frozen=True, slots=True)
class Coin:
    """What a coin is worth: ``hundredths`` of a ``currency`` ("£", "€"), or, with 0, nothing but its ``name``."""

    hundredths: int = 0
    currency: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class Evening:
    """All games at one table between its opening and its closing. Times are UTC (ISO 8601), for people."""

    number: int
    opened: str
    closed: str | None
    """``None``: it goes on. One at most does. It follows from the books: they have a closing that stands."""

    coin: Coin = Coin()


class PostingKind(Enum):
    """Why coins move."""

    ANTE = "ante"
    BET = "bet"
    FOLD = "fold"
    PAIR = "pair"
    PAYOUT = "payout"
    """Out of the pot, to one."""
    SPLIT = "split"
    """Out of the pot, to several."""
    STAKE = "stake"
    """What the loser of a game pays."""
    SIDE_BET = "side-bet"
    BUY_IN = "buy-in"
    CASH_OUT = "cash-out"
    CASH = "cash"
    """Money that settles a debt: ``taker`` paid ``giver``, and the coins go back the other way."""
    ROUND = "round"
    """A round of drinks: who paid, who had one."""
    FORFEIT = "forfeit"
    """A task instead of coins: ``why`` says what is to be done, and a reversal that it is done."""
    CONSENT = "consent"
    """A consent, without coins: the giver was told that a limit may be passed, and plays on."""
    CLOSING = "closing"
    """The evening is over, without coins; a reversal opens it again."""
    REVERSAL = "reversal"
    CARRY = "carry"
    """To or from another evening; one that comes from there ``reverses`` the one that left."""


@dataclass(frozen=True, slots=True)
class Posting:
    """One line of the books: ``coins`` (0 or more) go from ``giver`` to ``taker``.

    ``game`` and ``act`` (an index) name the act that caused it, else they are ``None``. ``why`` is a sentence in the
    language it was written in, of a stake its name, of a consent the limit's ``Span``; ``""`` where the kind says all.
    ``hand`` is who said so, as in the journal. ``reverses`` is the number of the posting that this one takes back.
    """

    number: int
    evening: int
    giver: int
    taker: int
    coins: int
    kind: PostingKind
    game: int | None = None
    act: int | None = None
    why: str = ""
    clock: str = ""
    hand: str = ""
    reverses: int | None = None


@dataclass(frozen=True, slots=True)
class Tab:
    """A person's account of an evening: ``balance`` is what came in less what went out, in coins."""

    person: Person
    balance: int


@dataclass(frozen=True, slots=True)
class Pot:
    """What lies in the middle between two games; ``players`` are whose coins they were, by name."""

    coins: int = 0
    players: tuple[str, ...] = ()

    @property
    def share(self) -> int:
        """What each gets if its players share it; odd coins stay."""
        return self.coins // len(self.players) if self.players else 0


NO_POT: Final = Pot()


@dataclass(frozen=True, slots=True)
class Payment:
    """``giver`` gives ``taker`` so many coins, to settle."""

    giver: Person
    taker: Person
    coins: int


@dataclass(frozen=True, slots=True)
class Settled:
    """How far an evening is settled: what is still ``due``, what another evening settles, what lies in the pot."""

    due: tuple[Payment, ...] = ()
    later: tuple[Payment, ...] = ()
    pot: int = 0


@dataclass(frozen=True, slots=True)
class Reckoning:
    """What the books say of one game and those who play it, by the names that they have there."""

    coin: Coin = Coin()
    balances: tuple[tuple[str, int], ...] = ()
    """The evening's; none where all are even."""
    settled: Settled | None = None
    """None until people settle something after the game's first coins, or the evening is over: what is due then are
    the evening's payments, no longer the game's."""
    forfeit_done: bool = False


@dataclass(frozen=True, slots=True)
class Luck:
    """How the cards fell for a person: ``expected`` is how many pairs the odds said, ``pairs`` how many came.

    ``pairs`` are those of ``cards`` whose odds were kept. ``folds_cost`` is what folds cost, ``hits_would`` what a card
    instead would have cost on average, in points or coins as the game has it.
    """

    person: Person
    cards: int = 0
    pairs: int = 0
    expected: float = 0.0
    folds: int = 0
    folds_cost: int = 0
    hits_would: float = 0.0


@dataclass(frozen=True, slots=True)
class PersonRecord:
    """What a person has done here; ``best`` and ``worst`` are of the evenings in the books."""

    person: Person
    games: int = 0
    lost: int = 0
    won: int = 0
    points: int = 0
    """Points taken in all games."""
    pairs: int = 0
    luck: Luck | None = None
    coins_won: int = 0
    coins_lost: int = 0
    best: tuple[int, int] | None = None
    """The best evening: its number, and the coins of games won in it."""
    worst: tuple[int, int] | None = None
    caught_from: Mapping[int, int] = field(default_factory=dict, hash=False)
    """How many cards of each other person, by number, this one has taken."""
