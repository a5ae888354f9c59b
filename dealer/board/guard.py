"""What keeps the board's door: who may connect, how long and large a request may be, which requests are answered."""

import asyncio
import socket
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from dealer.board.network import host_names

MOST_CONNECTIONS = 320
"""Most connections open at a time; one more is closed at once. Higher is more memory for whoever wants it."""

MOST_OF_ONE = 160
"""Most connections from one address. A phone opens six, and a whole pub may share one address behind its router."""

MOST_REQUEST_BYTES = 16_384
"""A request's address with its headers is no larger."""

REQUEST_S = 5.0
"""The first request is whole within so many seconds from the connection, or the connection is cut."""

IDLE_S = 5.0
"""The next request is whole within so many seconds from the answer, or the connection is closed."""

UNREAD_S = 20.0
"""Whoever takes nothing off the line for so many seconds is cut."""

GONE_MS = 30_000
"""A phone that does not answer for so many milliseconds is gone (TCP_USER_TIMEOUT)."""

BURST, EACH_S = 240, 40.0
"""One address may ask so often at once, and then so many times a second."""

MOST_ADDRESSES = 1024
"""Most addresses that are remembered; the one that asked longest ago is forgotten first."""

METHODS = frozenset({"GET", "HEAD"})

MOST_BODY_BYTES = 512
"""What a phone that plays says is no longer."""

JSON = "application/json"
"""What a page of somebody else cannot send without asking first."""

SAID: Mapping[str, str] = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
"""What every answer says to the browser: nothing is loaded from elsewhere, nothing is written in the page itself."""


@dataclass(slots=True)
class Limits:
    """Who is connected, and how often each address has asked of late."""

    clock: Callable[[], float] = time.monotonic
    connected: Counter[str] = field(default_factory=Counter)
    _left: OrderedDict[str, tuple[float, float]] = field(default_factory=OrderedDict)
    """By address: how often it may still ask, and when that was so."""

    def admits(self, address: str) -> bool:
        """Whether one more connection from this address is taken; then it counts until ``leaves``."""
        if self.connected.total() >= MOST_CONNECTIONS or self.connected[address] >= MOST_OF_ONE:
            return False
        self.connected[address] += 1
        return True

    def leaves(self, address: str) -> None:
        """A connection that was taken is gone."""
        self.connected[address] -= 1
        if self.connected[address] <= 0:
            del self.connected[address]

    def may_ask(self, address: str) -> bool:
        """Whether one more request of this address is answered now."""
        now_s = self.clock()
        left, since_s = self._left.pop(address, (float(BURST), now_s))
        left = min(float(BURST), left + (now_s - since_s) * EACH_S)
        self._left[address] = (max(0.0, left - 1), now_s)
        while len(self._left) > MOST_ADDRESSES:
            self._left.popitem(last=False)
        return left >= 1


class Guard:
    """An application behind the door: only what may be asked reaches it, and each answer says what ``SAID`` says."""

    def __init__(self, app: ASGIApp, limits: Limits, takes: frozenset[str] = frozenset()) -> None:
        """``takes``: the paths that something may be sent (POST) to."""
        self._app = app
        self.limits = limits
        self._takes = takes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            return
        client = scope["client"][0] if scope.get("client") else ""

        async def say(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(SAID)
            await send(message)

        refusal = self._refusal(scope, client)
        if refusal is None:
            await self._app(scope, receive, say)
        else:
            status, words = refusal
            answer = PlainTextResponse(words, status, headers={"connection": "close", "cache-control": "no-store"})
            await answer(scope, receive, say)

    def _refusal(self, scope: Scope, client: str) -> tuple[int, str] | None:
        """Why a request is not answered, or None."""
        headers = Headers(scope=scope)
        if not self.limits.may_ask(client):
            return 429, "Too many requests came; wait a moment."
        line = (scope.get("raw_path", b""), scope["query_string"])
        if sum(map(len, (*line, *(part for header in scope["headers"] for part in header)))) > MOST_REQUEST_BYTES:
            return 431, f"A larger request came; expected at most {MOST_REQUEST_BYTES} bytes of headers."
        sends = scope["method"] == "POST" and scope["path"] in self._takes
        if scope["method"] not in METHODS and not sends:
            return 405, f"{scope['method'][:20]} came; this page is only read: GET."
        length = headers.get("content-length", "0")
        most = MOST_BODY_BYTES if sends else 0
        if headers.get("transfer-encoding") or not (length.isdecimal() and len(length) < 9 and int(length) <= most):
            return 413, f"A request with a larger body came; expected at most {most} bytes."
        hosts = headers.getlist("host")
        if not host_is_ours(hosts, scope.get("server")):
            return 421, "This address is not the table's; scan the code on its screen."
        if sends and (headers.get("origin") != f"http://{hosts[0]}" or headers.get("content-type") != JSON):
            return 403, "Another page sent this; only the board's own may."
        return None


def host_is_ours(hosts: list[str], server: Any) -> bool:
    """Whether a request asks for the address that it came to, or for this machine's own name: a page of somebody else
    whose name leads here sees nothing.

    >>> host_is_ours(["10.0.0.7:8080"], ("10.0.0.7", 8080)), host_is_ours(["evil.example:8080"], ("10.0.0.7", 8080))
    (True, False)
    """
    if len(hosts) != 1 or server is None:
        return False
    address, port = server
    names = {address, *host_names(), *({"localhost"} if address.startswith("127.") else ())}
    name, _colon, asked = hosts[0].strip().lower().partition(":")
    return name in names and (asked or "80") == str(port)


class Door(H11Protocol):
    """One connection, bounded in time and size, however slow or greedy the other end is."""

    limits: Limits

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody connects."""
        super().connection_made(transport)
        self._address = str(self.client[0]) if self.client else ""
        self._timer: asyncio.TimerHandle | None = None
        self._unread: asyncio.TimerHandle | None = None
        self._admitted = self.limits.admits(self._address)
        if not self._admitted:
            transport.abort()
            return
        line = transport.get_extra_info("socket")
        if line is not None and hasattr(socket, "TCP_USER_TIMEOUT"):
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, GONE_MS)
        self._wait(REQUEST_S)

    def connection_lost(self, exc: Exception | None) -> None:
        """The other end is gone."""
        if self._admitted:
            self._admitted = False
            self.limits.leaves(self._address)
        for timer in (self._timer, self._unread):
            if timer is not None:
                timer.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Some of a request."""
        if not self._admitted:
            return
        before = self.cycle
        super().data_received(data)
        if self.cycle is not before:
            self._wait(None)  # it is whole, and is being answered

    def on_response_complete(self) -> None:
        """The answer is given; the next request begins to count."""
        self._wait(IDLE_S)
        before = self.cycle
        super().on_response_complete()
        if self.cycle is not before:
            self._wait(None)  # the next one was there already

    def pause_writing(self) -> None:
        """The other end does not take what we say."""
        super().pause_writing()
        self._unread = self.loop.call_later(UNREAD_S, self.transport.abort)

    def resume_writing(self) -> None:
        """The other end takes it again."""
        super().resume_writing()
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def _wait(self, seconds: float | None) -> None:
        """From now on they have so long; None: as long as we take."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if seconds is not None:
            self._timer = self.loop.call_later(seconds, self.transport.abort)


def door(limits: Limits) -> type[Door]:
    """The kind of connection that counts with these limits."""
    return type("Door", (Door,), {"limits": limits})
