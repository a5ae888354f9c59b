"""What the board shows at one moment: plain frozen data, in each language that a phone may ask for."""

from collections.abc import Mapping

import msgspec


class Player(msgspec.Struct, frozen=True):
    """Somebody who plays, as the screen shows them: ``amount`` is the score, or coins with their sign.

    ``score`` is the same as a number where a target is played for, else None.
    """

    name: str
    amount: str
    words: str = ""
    cards: tuple[int, ...] = ()
    hidden: int = 0
    on_turn: bool = False
    score: int | None = None
    loser: bool = False
    winner: bool = False


class Column(msgspec.Struct, frozen=True):
    """A column of Five Cards: its target, and the cards on each side."""

    target: int
    sides: tuple[tuple[int, ...], ...]


class Middle(msgspec.Struct, frozen=True):
    """What lies between the players."""

    title: str = ""
    cards: tuple[int, ...] = ()
    pot: int | None = None
    amount: int | None = None
    columns: tuple[Column, ...] = ()


class Call(msgspec.Struct, frozen=True):
    """The card that was called last; ``picture`` is its name in ``Snapshot.pictures``, or ``""``."""

    words: str
    picture: str = ""


class Play(msgspec.Struct, frozen=True):
    """The game as it goes on or ended. ``state`` is the prompt's mode, or ``between`` games."""

    state: str
    headline: str
    detail: str = ""
    moment: str = ""
    """The pair or the round's end that was called just now."""
    news: str = ""
    paused: bool = False
    title: str = ""
    """Which game it is."""
    price: str = ""
    """What a fold costs, or the like."""
    odds: str = ""
    choices: tuple[str, ...] = ()
    target: int | None = None
    players: tuple[Player, ...] = ()
    middle: Middle | None = None
    call: Call | None = None
    lines: tuple[str, ...] = ()
    """What settles a game that is over."""


class Balance(msgspec.Struct, frozen=True):
    """Somebody's tab: coins with their sign, and what they are worth."""

    name: str
    coins: str
    note: str = ""


class Due(msgspec.Struct, frozen=True):
    """A payment, or what else is to be done: ``ticked`` once it was."""

    words: str
    amount: str = ""
    ticked: bool = False


class Past(msgspec.Struct, frozen=True):
    """A game of the evening: what it was and who lost, what that cost, how long it took."""

    words: str
    cost: str = ""
    length: str = ""


class Evening(msgspec.Struct, frozen=True):
    """The evening's books."""

    title: str = ""
    note: str = ""
    balances: tuple[Balance, ...] = ()
    dues: tuple[Due, ...] = ()
    games: tuple[Past, ...] = ()
    """The latest first."""


class Rules(msgspec.Struct, frozen=True):
    """The rules of the game that is played: (heading, text)."""

    title: str = ""
    sections: tuple[tuple[str, str], ...] = ()


class Offer(msgspec.Struct, frozen=True):
    """Something that a phone may do: ``kind`` is ``button``, ``choice`` or ``card``."""

    key: str
    label: str
    kind: str

    @property
    def keys(self) -> tuple[str, ...]:
        """What a phone may send for it: a card's key with the rank that the card is."""
        return tuple(f"{self.key} {rank}" for rank in range(1, 11)) if self.kind == "card" else (self.key,)


class Words(msgspec.Struct, frozen=True):
    """All that one language says."""

    play: Play
    evening: Evening = Evening()
    rules: Rules = Rules()
    mark: str = ""
    """What stands on every page: that it is a rehearsal."""
    offers: Mapping[str, tuple[Offer, ...]] = {}
    """What each player's phone may do now, where phones may play."""


class Entry(msgspec.Struct, frozen=True):
    """Phones may play: with which ``code``; ``serial`` counts what the table has shown, so that nobody answers what is
    not asked any more."""

    code: str
    serial: int
    players: tuple[str, ...] = ()


class Snapshot(msgspec.Struct, frozen=True):
    """The board at one moment: words by the language's code, and pictures (JPEG) by their names."""

    words: Mapping[str, Words]
    house: str = "en"
    """The language that the house speaks, for whoever asks for one that is not there."""
    pictures: Mapping[str, bytes] = {}
    entry: Entry | None = None
    """None: phones only look."""


class Set(msgspec.Struct, frozen=True):
    """Where the board is served: ``word`` stands in the address, or it is ``""``."""

    port: int
    word: str = ""


class Asked(msgspec.Struct, frozen=True, tag="asked"):
    """A phone that knew the ``code`` does something for its player: see ``Offer``; a card's key ends in a rank."""

    code: str
    serial: int
    player: str
    key: str


class Told(msgspec.Struct, frozen=True, tag="told"):
    """What the board's process says of itself: the ``address`` that phones reach it at, or why there is none."""

    address: str = ""
    trouble: str = ""
    """``port``: somebody else has it; ``network``: there is none; or ``""``."""
