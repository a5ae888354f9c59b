"""Who may play from a phone: whoever has read the code on the table's screen. Wrong codes are slowed down."""

import hmac
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from dealer.board.snapshots import Entry

FREE = 5
"""Wrong codes that cost no waiting, all phones counted together. Fewer is stricter."""

FIRST_WAIT_S, LONGEST_WAIT_S = 10.0, 60.0
"""How long nobody may try after one wrong code more, seconds; twice as long each time, up to the second. In an evening
of five hours 300 of 10,000 codes can be tried."""

MOST_IN = 32
"""Most phones that play at a time. Whoever came in first leaves for one more."""

ACTS_BURST, ACTS_EACH_S = 6, 2.0
"""A phone may press so often at once, and then so many times a second."""


@dataclass(slots=True)
class Pass:
    """A phone that is in: with which code, for whom, and how often it may still press."""

    code: str
    player: str
    left: float
    since_s: float


class TooEarly(Exception):  # noqa: N818
    """Nobody may try a code for so many ``seconds``."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"{seconds:.0f} s")
        self.seconds = seconds


class Door:
    """Lets phones in and knows them again."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._wrong = 0
        self._closed_until_s = float("-inf")
        self._in: OrderedDict[str, Pass] = OrderedDict()

    def enter(self, entry: Entry, player: str, code: str) -> str | None:
        """A token for a phone with the right code; None: it is wrong. Raises TooEarly."""
        now_s = self._clock()
        if now_s < self._closed_until_s:
            raise TooEarly(self._closed_until_s - now_s)
        right = hmac.compare_digest(code.encode(), entry.code.encode())
        if not right:
            self._wrong += 1
            if self._wrong > FREE:
                wait_s = FIRST_WAIT_S * 2 ** min(self._wrong - FREE - 1, 8)
                self._closed_until_s = now_s + min(wait_s, LONGEST_WAIT_S)
            return None
        if player not in entry.players:
            return None
        token = secrets.token_urlsafe(18)
        self._in[token] = Pass(entry.code, player, float(ACTS_BURST), now_s)
        while len(self._in) > MOST_IN:
            self._in.popitem(last=False)
        return token

    def player_of(self, entry: Entry, token: str) -> str | None:
        """Whose phone it is; None: it is not in, or the code is another now."""
        found = self._in.get(token)
        if found is None or found.code != entry.code:
            return None
        return found.player

    def may_press(self, token: str) -> bool:
        """Whether one more press of this phone counts now."""
        found, now_s = self._in[token], self._clock()
        found.left = min(float(ACTS_BURST), found.left + (now_s - found.since_s) * ACTS_EACH_S)
        found.since_s = now_s
        if found.left < 1:
            return False
        found.left -= 1
        return True
