"""Who may play from a phone: whoever has read the code on the table's screen. Wrong codes are slowed down."""

import hmac
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from dealer.board.snapshots import Entry

FREE, EACH_S = 5, 120.0
"""Wrong codes of one address that cost no waiting, and after how many seconds one more is free. Fewer and longer is
stricter."""

FREE_OF_ALL, EACH_OF_ALL_S = 20, 60.0
"""Wrong codes that all addresses together may send, likewise: in five hours 320 of 10,000 codes can be tried. One
address, or two, cannot use this up, so a stranger keeps nobody else out."""

MOST_ADDRESSES = 256
"""Most addresses whose wrong codes are remembered; the one that was wrong longest ago is forgotten first."""

MOST_IN = 32
"""Most phones that play at a time. Whoever came in first leaves for one more."""

ACTS_BURST, ACT_EACH_S = 6, 0.5
"""A phone may press so often at once, and then once more each so many seconds."""


Kept = TypeVar("Kept")


@dataclass(slots=True)
class Allowance:
    """What may be done ``burst`` times at once, and then once more each so many seconds."""

    burst: int
    each_s: float
    _spent_until_s: float = float("-inf")
    """When all of it is there again."""

    def wait_s(self, now_s: float) -> float:
        """How long until it may be done, seconds; 0: now."""
        return max(0.0, self._spent_until_s - now_s - (self.burst - 1) * self.each_s)

    def spend(self, now_s: float) -> None:
        """It was done."""
        self._spent_until_s = max(now_s, self._spent_until_s) + self.each_s


@dataclass(slots=True)
class Pass:
    """A phone that is in: for whom, and how often it may still press."""

    player: str
    presses: Allowance


class TooEarly(Exception):  # noqa: N818
    """Nobody may try a code for so many ``seconds``."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"{seconds:.0f} s")
        self.seconds = seconds


class Door:
    """Lets phones in and knows them again."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._forget("")

    def _forget(self, code: str) -> None:
        """Nobody is in, and nobody was wrong."""
        self._code = code
        self._in: OrderedDict[str, Pass] = OrderedDict()
        self._wrong = Allowance(FREE_OF_ALL, EACH_OF_ALL_S)
        self._wrong_of: OrderedDict[str, Allowance] = OrderedDict()

    def enter(self, entry: Entry, player: str, code: str, address: str = "") -> str | None:
        """A token for a phone with the right code; None: it is wrong. Raises TooEarly."""
        if entry.code != self._code:
            self._forget(entry.code)
        now_s = self._clock()
        wrong = self._wrong_of.get(address, Allowance(FREE, EACH_S))
        if wait_s := max(wrong.wait_s(now_s), self._wrong.wait_s(now_s)):
            raise TooEarly(wait_s)
        if not hmac.compare_digest(code.encode(), entry.code.encode()):
            for allowance in (wrong, self._wrong):
                allowance.spend(now_s)
            _newest(self._wrong_of, address, wrong, MOST_ADDRESSES)
            return None
        self._wrong_of.pop(address, None)
        if player not in entry.players:
            return None
        token = secrets.token_urlsafe(18)
        _newest(self._in, token, Pass(player, Allowance(ACTS_BURST, ACT_EACH_S)), MOST_IN)
        return token

    def player_of(self, entry: Entry, token: str) -> str | None:
        """Whose phone it is; None: it is not in, the code is another now, or its player does not play any more."""
        found = self._in.get(token)
        if found is None or entry.code != self._code or found.player not in entry.players:
            return None
        return found.player

    def may_press(self, token: str) -> bool:
        """Whether one more press of this phone counts now."""
        presses, now_s = self._in[token].presses, self._clock()
        if presses.wait_s(now_s):
            return False
        presses.spend(now_s)
        return True


def _newest(kept: OrderedDict[str, Kept], key: str, value: Kept, most: int) -> None:
    """Keep this as the newest, and of all no more than so many."""
    kept[key] = value
    kept.move_to_end(key)
    while len(kept) > most:
        kept.popitem(last=False)
