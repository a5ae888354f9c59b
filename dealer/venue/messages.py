"""What goes over the wire: JSON, each message with its version.

| topic | what | from |
| --- | --- | --- |
| ``…/entry`` | ``Entry``: a row of a table's journal, by its number in the outbox; or a list of them | table |
| ``…/status`` | ``Status``, retained; its last will says offline | table |
| ``…/state`` | the state of play, retained | table |
| ``…/want`` | ``Want``: tell again what comes after the last that we share | house |

Readers take no notice of fields that they do not know. A version is raised where a field means something else.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, TypeVar

import msgspec

VERSION = 1

MOST_BYTES = 65_536
"""A longer message is none of ours."""

MOST_TOGETHER = 100
"""Most rows in one message."""

BUNDLE_BYTES = MOST_BYTES // 2
"""Rows that are told in one message are no longer together."""

Number = Annotated[int, msgspec.Meta(ge=-(2**63), le=2**63 - 1)]
"""What SQLite can hold."""

Identity = Annotated[str, msgspec.Meta(max_length=100)]
"""An identity, or a word of the program's."""

Words = Annotated[str, msgspec.Meta(max_length=2000)]
"""What people read."""

ANSWER = "answer"
"""``Entry.what`` of no row: it answers a ``Want``, and ``number`` and ``mark`` are the table's last place."""


class Entry(msgspec.Struct, frozen=True):
    """A row of a table's journal. ``before`` is the mark of the number before; ``run`` is this start of the table's
    program; ``kind`` is where it is played (``TableKind``)."""

    v: int
    table: Identity
    run: Identity
    kind: Identity
    number: Number
    mark: Number
    before: Number = 0
    what: str = ""
    subject: Number = 0
    row: dict[str, Any] | None = None
    nonce: Number = 0


class Head(msgspec.Struct, frozen=True):
    """What must be there in a message of any version, for it to be kept in its place."""

    v: int
    table: Identity
    run: Identity
    number: Number
    mark: Number
    before: Number
    kind: Identity = ""


class Status(msgspec.Struct, frozen=True):
    """How a table is. ``number`` and ``mark`` are its last place; ``clock`` is its time, which may be wrong."""

    v: int
    online: bool
    table: Identity
    run: Identity
    kind: Identity = "camera"
    version: Words = ""
    camera: Words = ""
    trouble: Words = ""
    number: Number = 0
    mark: Number = 0
    clock: Words = ""


class Want(msgspec.Struct, frozen=True):
    """The house has these places of a table, the last one first; it wants what comes after. ``run``: only from that one
    of two that have the same journal."""

    v: int
    table: Identity
    nonce: Number
    have: list[tuple[Number, Number]]
    run: Identity = ""


class StateHead(msgspec.Struct, frozen=True):
    """Whose state of play it is, and how far that goes."""

    v: int
    table: Identity
    run: Identity
    number: Number = 0
    mark: Number = 0


class PlayerThere(msgspec.Struct, frozen=True):
    """A player in a state of play."""

    name: Words
    status: Words = ""
    cards: list[Number] = []
    hidden: Number = 0
    points: list[Number] = []
    score: Number = 0
    coins: Number = 0


class TabThere(msgspec.Struct, frozen=True):
    """Somebody's balance of the evening."""

    name: Words
    coins: Number = 0


class PaymentThere(msgspec.Struct, frozen=True):
    """Who gives whom how many coins to settle the evening."""

    giver: Words
    taker: Words
    coins: Number


class State(msgspec.Struct, frozen=True):
    """How play stands at a table, as far as a house keeps it."""

    number: Number = 0
    mark: Number = 0
    game: Number = 0
    variant: Words | None = None
    turn: Words | None = None
    players: list[PlayerThere] = []
    table_cards: list[Number] = []
    pot: Number = 0
    target: Number | None = None
    over: bool = True
    losers: list[Words] = []
    winners: list[Words] = []
    loser: Words | None = None
    acts: Number = 0
    last: Words | None = None
    tabs: list[TabThere] = []
    payments: list[PaymentThere] = []
    games: Number = 0


Item = TypeVar("Item")
Kind = TypeVar("Kind", Entry, Head, Status, Want, StateHead, State)

_encoder = msgspec.json.Encoder()
_decoders: dict[type[Any], msgspec.json.Decoder[Any]] = {
    kind: msgspec.json.Decoder(kind) for kind in (Entry, Head, Status, Want, StateHead, State)
}
_list = msgspec.json.Decoder(list[msgspec.Raw])


def packed(message: Entry | Status | Want | State | Mapping[str, Any]) -> bytes:
    """The message as it is sent."""
    return _encoder.encode(message)


def unpacked(payload: bytes, kind: type[Kind]) -> Kind | None:
    """The message; None where it is none of that kind."""
    if len(payload) > MOST_BYTES:
        return None
    try:
        message: Kind = _decoders[kind].decode(payload)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return message


def bundled(messages: Iterable[tuple[bytes, Item]]) -> Iterator[tuple[bytes, Item]]:
    """Messages in as few as may be, each with what belongs to the last one in it.

    >>> list(bundled([(b'{"v":1}', 1), (b'{"v":2}', 2)])), list(bundled([(b'{"v":1}', 1)]))
    ([(b'[{"v":1},{"v":2}]', 2)], [(b'{"v":1}', 1)])
    """
    waiting: list[tuple[bytes, Item]] = []
    size = 0
    for message, item in messages:
        if waiting and (size + len(message) >= BUNDLE_BYTES or len(waiting) == MOST_TOGETHER):
            yield _bundle(waiting)
            waiting, size = [], 0
        waiting.append((message, item))
        size += len(message) + 1
    if waiting:
        yield _bundle(waiting)


def _bundle(waiting: list[tuple[bytes, Item]]) -> tuple[bytes, Item]:
    last = waiting[-1]
    return last if len(waiting) == 1 else (b"[" + b",".join(message for message, _ in waiting) + b"]", last[1])


def unbundled(payload: bytes) -> list[bytes]:
    """The messages in one: itself, where it is no list, or one that is too long.

    >>> unbundled(b'[{"v":1},{"v":2}]'), unbundled(b'{"v":1}'), unbundled(b"[nonsense")
    ([b'{"v":1}', b'{"v":2}'], [b'{"v":1}'], [b'[nonsense'])
    """
    if not payload.startswith(b"[") or len(payload) > MOST_BYTES:
        return [payload]
    try:
        messages = [bytes(one) for one in _list.decode(payload)]
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return [payload]
    return messages if len(messages) <= MOST_TOGETHER else [payload]
