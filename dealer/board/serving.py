"""The board's own process: snapshots come in on standard input, pages go out to phones; ends when its input does.

``python -m dealer.board.serving PORT WORD``. On standard output it says, a line each time that changes, at which
address it is or why at none (``Told``). A snapshot is its length in 4 bytes, then MessagePack.
"""

import asyncio
import logging
import os
import signal
import socket
import struct
import sys
import threading
import time
from collections.abc import Callable, Coroutine
from contextlib import closing
from typing import Any, BinaryIO

import msgspec
import uvicorn

from dealer.board.app import board
from dealer.board.guard import MOST_REQUEST_BYTES, Guard, door
from dealer.board.hub import Hub
from dealer.board.network import own_addresses
from dealer.board.snapshots import Asked, Snapshot, Told

LENGTH = struct.Struct("!I")

TRY_S = 0.2
"""How often a port that another program uses is tried again, seconds."""

PATIENCE_S = 3.0
"""How long nothing is said of a port that is in use, seconds: the board before this one may be about to leave it."""

LOOK_S = 5.0
"""How often the network is looked for, seconds: a cable may be pulled, and a phone's hotspot come."""

NICER = 10
"""By so much the board stands behind the referee for the processor (nice)."""

WAITING = 128
"""Most connections that wait to be accepted."""

Tell = Callable[[Told | Asked], None]

log = logging.getLogger(__name__)


def bound(port: int) -> socket.socket:
    """A socket that listens on all of this machine's addresses. Raises OSError where somebody else has the port."""
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(("0.0.0.0", port))
        listening.listen(WAITING)
    except OSError:
        listening.close()
        raise
    return listening


def server_of(app: Guard) -> uvicorn.Server:
    """What answers phones; every connection is bounded."""
    config = uvicorn.Config(
        app,
        http=door(app.limits),
        ws="none",
        lifespan="off",
        interface="asgi3",
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=False,
        proxy_headers=False,
        h11_max_incomplete_event_size=MOST_REQUEST_BYTES,
        timeout_graceful_shutdown=1,
    )
    logging.getLogger("uvicorn").setLevel(logging.CRITICAL)  # what strangers send is no news of ours
    return uvicorn.Server(config)


def read_on(source: BinaryIO, take: Callable[[Snapshot], object], ended: Callable[[], object]) -> None:
    """Hand on each snapshot that comes, until nothing comes any more."""
    decoder = msgspec.msgpack.Decoder(Snapshot)
    try:
        while len(head := source.read(LENGTH.size)) == LENGTH.size:
            (length,) = LENGTH.unpack(head)
            packed = source.read(length)
            if len(packed) < length:
                break
            take(decoder.decode(packed))
    finally:
        ended()


async def serve(port: int, word: str, source: BinaryIO, tell: Tell) -> None:
    """Serve the board until ``source`` ends."""
    hub = Hub()
    loop = asyncio.get_running_loop()

    def take(snapshot: Snapshot) -> None:
        loop.call_soon_threadsafe(hub.publish, snapshot)

    await serve_app(board(hub, word=word, ask=tell), port, word, source, tell, take)


async def serve_app(
    app: Guard,
    port: int,
    word: str,
    source: BinaryIO,
    tell: Tell,
    take: Callable[[Snapshot], object] = lambda snapshot: None,
) -> None:
    """Serve until ``source`` ends; while somebody else has the port, wait for it. ``take`` is given what comes."""
    server = server_of(app)

    def ended() -> None:
        server.should_exit = True

    threading.Thread(target=read_on, args=(source, take, ended), daemon=True).start()
    listening = await _bound_at_last(port, tell, lambda: server.should_exit)
    if listening is None:
        return
    with closing(listening):
        telling = asyncio.create_task(_tell_where(listening.getsockname()[1], word, tell))
        try:
            await server.serve(sockets=[listening])
        finally:
            telling.cancel()


async def _bound_at_last(port: int, tell: Tell, over: Callable[[], bool]) -> socket.socket | None:
    """The socket, once the port is free; None: it is over before that."""
    told = False
    tell_s = time.monotonic() + PATIENCE_S
    while not over():
        try:
            return bound(port)
        except OSError as error:
            if not told and time.monotonic() >= tell_s:
                told = True
                why = error.strerror or error
                log.warning("no board for phones: port %d: %s; choose another port in the settings", port, why)
                tell(Told("", "port-taken"))
        await asyncio.sleep(TRY_S)
    return None


async def _tell_where(port: int, word: str, tell: Tell) -> None:
    """Say where phones find the board, whenever that changes."""
    before: Told | None = None
    while True:
        addresses = own_addresses()
        place = "" if port == 80 else f":{port}"
        told = Told(f"http://{addresses[0]}{place}/{word + '/' if word else ''}") if addresses else Told("", "network")
        if told != before:
            before = told
            tell(told)
        await asyncio.sleep(LOOK_S)


def tell_on(told: Told | Asked) -> None:
    """Say it on standard output."""
    sys.stdout.buffer.write(msgspec.json.encode(told) + b"\n")
    sys.stdout.buffer.flush()


def main(arguments: list[str]) -> int:
    """The process."""
    port, word = arguments
    return run(serve(int(port), word, sys.stdin.buffer, tell_on))


def run(serving: Coroutine[Any, Any, None]) -> int:
    """Serve in a process of one's own, behind what is more important."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever began it ends it
    logging.basicConfig(format="dealer: %(message)s")
    try:
        os.nice(NICER)
    except OSError:
        pass  # a locked-in service may not; then the system is fair to both
    asyncio.run(serving)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
