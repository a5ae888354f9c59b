"""The board's process: where it says that it is, what it does when it is killed, in the way or unwanted; and strangers
who are slow, greedy or curious, over real sockets."""

import asyncio
import http.client
import json
import os
import signal
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from threading import Thread

import pytest
from board_samples import END, free_port, snapshot, until
from msgspec.structs import replace

from dealer.board import app
from dealer.board.guard import MOST_OF_ONE, MOST_REQUEST_BYTES, REQUEST_S
from dealer.board.hub import Hub
from dealer.board.network import own_addresses
from dealer.board.process import MISSING, BoardProcess
from dealer.board.serving import bound, server_of
from dealer.board.snapshots import Rules, Set, Snapshot, Words

GREETING = b"GET / HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n"


def get(port: int, path: str = "/", **headers: str) -> tuple[int, str]:
    """What a browser gets."""
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=10)) as line:
        line.request("GET", path, headers=headers)
        answer = line.getresponse()
        return answer.status, answer.read().decode()


def is_there(port: int, words: str = "") -> bool:
    """Whether there is a board, and whether it says this."""
    with suppress(OSError, http.client.HTTPException):
        status, text = get(port)
        return status == 200 and words in text
    return False


def pid_of(board: BoardProcess) -> int:
    assert board._running is not None
    return board._running.pid


@pytest.fixture
def board() -> Iterator[BoardProcess]:
    made = BoardProcess(Set(free_port()), again_s=0.1)
    made.show(snapshot())
    try:
        until(lambda: is_there(made.wanted.port))
        yield made
    finally:
        made.close()


def test_it_says_where_it_is_and_shows_the_newest(board: BoardProcess) -> None:
    port = board.wanted.port
    assert board.told.trouble == "" or not own_addresses()
    assert board.told.address in {f"http://{address}:{port}/" for address in own_addresses()} | {""}
    for _ in range(50):
        board.show(snapshot(mark="old"))
    board.show(snapshot(END))
    until(lambda: is_there(port, "Bob loses"))
    board.close()
    assert not is_there(port) and board.told.address == ""


def test_what_changes_is_pushed_at_once(board: BoardProcess) -> None:
    port = board.wanted.port
    with closing(socket.create_connection(("127.0.0.1", port), timeout=5)) as line:
        line.sendall(b"GET /events?page=play HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n" % port)
        came = b""
        while b"Angie: hit or fold" not in came:
            came += line.recv(65536)
        began_s = time.monotonic()
        board.show(snapshot(END))
        while b"Bob loses" not in came:
            came += line.recv(65536)
        assert time.monotonic() - began_s < 1.0


def test_one_that_is_killed_comes_back_and_knows_what_to_show(board: BoardProcess) -> None:
    before = pid_of(board)
    os.kill(before, signal.SIGKILL)
    until(lambda: board._running is not None and pid_of(board) != before and is_there(board.wanted.port))
    assert "Angie: hit or fold" in get(board.wanted.port)[1]


def test_a_port_that_somebody_has_is_told_and_taken_once_it_is_free(capfd: pytest.CaptureFixture[str]) -> None:
    port = free_port()
    with closing(bound(port)):
        board = BoardProcess(Set(port))
        try:
            until(lambda: board.told.trouble == "port-taken")
            assert board.told.address == ""
            board.close()
            assert not any(thread.is_alive() for thread in board._threads)
        finally:
            board.close()
    (said,) = capfd.readouterr().err.splitlines()
    assert said.startswith(f"dealer: no board for phones: port {port}: ")
    assert said.endswith("choose another port in the settings")


def test_one_takes_the_place_of_another_without_a_word() -> None:
    port = free_port()
    before, told = BoardProcess(Set(port)), set()
    after: BoardProcess | None = None
    try:
        before.show(snapshot())
        until(lambda: is_there(port))
        began_s = time.monotonic()
        before.close(wait=False)
        after = BoardProcess(Set(port))
        after.show(snapshot(END))
        assert time.monotonic() - began_s < 0.1, "a game goes on meanwhile"

        def is_the_other() -> bool:
            told.add(after.told.trouble if after is not None else "")
            return is_there(port, "Bob loses")

        until(is_the_other)
        assert "port-taken" not in told
    finally:
        before.close()
        if after is not None:
            after.close()


def test_where_its_libraries_are_missing_nothing_is_started() -> None:
    board = BoardProcess(Set(free_port()), serves=False)
    board.show(snapshot())
    assert board.told == MISSING and board._running is None
    board.close()


def test_one_that_says_nonsense_or_cannot_be_started_costs_nothing() -> None:
    for command in ([sys.executable, "-c", "print('what?')"], ["/nonexistent/board"]):
        board = BoardProcess(Set(free_port()), command=lambda wanted, command=command: command, again_s=0.05)  # type: ignore[misc]
        for _ in range(20):
            board.show(snapshot())
            time.sleep(0.01)
        assert board.told.address == ""
        board.close()


def test_it_ends_with_the_program_that_began_it(tmp_path: Path) -> None:
    port = free_port()
    source = (
        "import os\nfrom dealer.board.process import BoardProcess\nfrom dealer.board.snapshots import Set\n"
        f"board = BoardProcess(Set({port}))\nwhile board._running is None: pass\n"
        "print(board._running.pid, flush=True)\nos.kill(os.getpid(), 9)"
    )
    import subprocess

    ended = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=False)
    child = int(ended.stdout)

    def gone() -> bool:
        stat = Path(f"/proc/{child}/stat")
        return not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] == "Z"

    until(gone)


# -- strangers


def memory_kb(board: BoardProcess) -> int:
    """What the process has in memory."""
    lines = Path(f"/proc/{pid_of(board)}/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmRSS")).split()[1])


def connected(port: int, source: str = "127.0.0.1") -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=5, source_address=(source, 0))


def was_cut(line: socket.socket) -> bool:
    """Whether the other end has closed this connection."""
    line.settimeout(0.2)
    try:
        while line.recv(65536):
            pass
    except TimeoutError:
        return False
    except OSError:
        return True
    return True


def test_two_hundred_slow_connections_keep_nobody_out(board: BoardProcess) -> None:
    port = board.wanted.port
    before_kb = memory_kb(board)
    with ExitStack() as stack:
        slow = [stack.enter_context(closing(connected(port, "127.0.0.2"))) for _ in range(200)]
        for line in slow:
            with suppress(OSError):
                line.sendall(b"GET / HT")
        assert get(port)[0] == 200, "from another address"
        until(lambda: sum(map(was_cut, slow[:5])) == 0, 1.0)
        cut = sum(map(was_cut, slow[MOST_OF_ONE + 5 :]))
        assert cut == len(slow) - MOST_OF_ONE - 5, "more of one address than a phone opens"
        ends_s = time.monotonic() + REQUEST_S + 3
        while time.monotonic() < ends_s and not was_cut(slow[0]):
            with suppress(OSError):
                slow[0].sendall(b"T")  # a byte now and then buys no time
        assert all(map(was_cut, slow))
    assert memory_kb(board) - before_kb < 20_000
    assert get(port)[0] == 200


def test_a_body_of_ten_megabytes_is_not_read(board: BoardProcess) -> None:
    port = board.wanted.port
    before_kb = memory_kb(board)
    for head in (b"Content-Length: 10000000\r\n\r\n", b"Transfer-Encoding: chunked\r\n\r\n989680\r\n"):
        with closing(connected(port)) as line:
            sent = 0
            with suppress(OSError):
                line.sendall(b"POST / HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n" % port + head)
                for _ in range(160):
                    line.sendall(bytes(65_536))
                    sent += 65_536
            assert sent < 10_000_000 and was_cut(line)
    assert memory_kb(board) - before_kb < 20_000
    assert get(port)[0] == 200


@pytest.mark.parametrize(
    "said",
    [
        b"GET / HTTP/1.1\r\n" + b"X: " + b"a" * 2 * MOST_REQUEST_BYTES,
        b"GET /" + b"a" * 2 * MOST_REQUEST_BYTES,
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" * 20,
        b"\x00" * 100 + b"\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        b"CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n",
    ],
)
def test_nonsense_is_cut_or_refused(board: BoardProcess, said: bytes) -> None:
    with closing(connected(board.wanted.port)) as line:
        with suppress(OSError):
            line.sendall(said)
        came = b""
        line.settimeout(REQUEST_S + 3)
        with suppress(OSError):
            while more := line.recv(65536):
                came += more
        assert b"200 OK" not in came and b"Angie" not in came
    assert get(board.wanted.port)[0] == 200


def test_a_request_is_no_larger_than_its_bound_also_if_it_comes_at_once(board: BoardProcess) -> None:
    port = board.wanted.port
    large = "a" * MOST_REQUEST_BYTES
    assert get(port, "/", x=large)[0] == get(port, f"/{large}")[0] == get(port, f"/?{large}")[0] == 431
    assert get(port, "/", x=large[:-1000])[0] == 200


def test_whoever_asks_only_how_events_would_come_has_an_answer(board: BoardProcess) -> None:
    with closing(http.client.HTTPConnection("127.0.0.1", board.wanted.port, timeout=4)) as line:
        for path in ("/events", "/board.css"):  # the line is free for more
            line.request("HEAD", path)
            answer = line.getresponse()
            assert answer.status == 200 and answer.read() == b""


def test_tricks_with_paths_lead_nowhere(board: BoardProcess) -> None:
    port = board.wanted.port
    for path in (
        "/../../etc/passwd", "/..%2f..%2fetc%2fpasswd", "/picture/../../../etc/passwd.jpg", "/%2e%2e/%2e%2e/etc/passwd",
        "//etc/passwd", "/board.css/../app.py", "/board.css%00.py", "/\\..\\..\\etc\\passwd", "/static/../app.py",
    ):  # fmt: skip
        status, text = get(port, path.replace(" ", "%20"))
        assert status == 404 and "root:" not in text and "import" not in text


def test_whoever_reads_nothing_is_let_wait_alone(board: BoardProcess) -> None:
    port = board.wanted.port
    before_kb = memory_kb(board)
    with ExitStack() as stack:
        for _ in range(20):
            deaf = stack.enter_context(closing(socket.socket()))
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            deaf.connect(("127.0.0.1", port))
            deaf.sendall(GREETING.replace(b"/ ", b"/events?page=rules ") % port + b"\r\n")
        for number in range(300):
            board.show(snapshot(mark="x" * 5000 + str(number)))
            time.sleep(0.005)
        board.show(snapshot(END))
        until(lambda: is_there(port, "Bob loses"))
    assert memory_kb(board) - before_kb < 20_000


class Here:
    """A board in this process, so that a test may shorten what it waits for."""

    def __init__(self) -> None:
        self.hub = Hub()
        self.port = free_port()
        self._server = server_of(app.board(self.hub))
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        with closing(bound(self.port)) as listening:
            self._loop.run_until_complete(self._server.serve(sockets=[listening]))

    def show(self, shown: Snapshot) -> None:
        self._loop.call_soon_threadsafe(self.hub.publish, shown)

    @property
    def connections(self) -> int:
        return int(self._server.config.app.limits.connected.total())  # type: ignore[union-attr]

    def close(self) -> None:
        self._server.should_exit = True
        self._thread.join()
        self._loop.close()


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> Iterator[Here]:
    for name in ("UNREAD_S", "REQUEST_S", "IDLE_S"):
        monkeypatch.setattr(f"dealer.board.guard.{name}", 0.5)
    made = Here()
    try:
        until(lambda: is_there(made.port))
        yield made
    finally:
        made.close()


def test_whoever_takes_nothing_off_the_line_is_cut(here: Here) -> None:
    with closing(socket.socket()) as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        deaf.connect(("127.0.0.1", here.port))
        deaf.sendall(GREETING.replace(b"/ ", b"/events?page=rules ") % here.port + b"\r\n")
        until(lambda: here.connections == 1)
        large = Words(snapshot().words["en"].play, rules=Rules("", (("", "x" * 3_000_000),)))
        for number in range(5):
            here.show(Snapshot({"en": replace(large, mark=str(number))}))
            time.sleep(0.2)
        until(lambda: here.connections == 0, 5.0)


def test_a_phone_that_listens_stays_and_one_that_has_asked_is_let_go(here: Here) -> None:
    with closing(connected(here.port)) as listens, closing(connected(here.port)) as asks:
        listens.sendall(GREETING.replace(b"/ ", b"/events ") % here.port + b"\r\n")
        asks.sendall(GREETING % here.port + b"\r\n")
        until(lambda: here.connections == 2)
        until(lambda: here.connections == 1)
        time.sleep(1.0)
        assert here.connections == 1 and not was_cut(listens)


def test_the_second_request_on_a_line_may_not_be_slow_either(here: Here) -> None:
    with closing(connected(here.port)) as line:
        line.sendall(GREETING % here.port + b"\r\n")
        assert b"200 OK" in line.recv(65536)
        ends_s = time.monotonic() + 3
        with suppress(OSError):
            while time.monotonic() < ends_s:
                line.sendall(b"G")
                time.sleep(0.1)
        assert time.monotonic() < ends_s, "it is cut though something comes all the time"


def test_a_word_is_not_found_by_trying(board: BoardProcess) -> None:
    port = free_port()
    hidden = BoardProcess(Set(port, "bakodufi"))
    hidden.show(snapshot())
    try:
        until(lambda: _status(port, "/bakodufi/") == 200)
        statuses = [_status(port, f"/word{number}/") for number in range(1000)]
        assert set(statuses) == {404, 429} and statuses.count(429) > 500
    finally:
        hidden.close()


def _status(port: int, path: str) -> int:
    with suppress(OSError, http.client.HTTPException):
        return get(port, path)[0]
    return 0


def test_what_comes_over_the_pipe_is_read_whole_or_not_at_all() -> None:
    import io

    import msgspec

    from dealer.board.serving import LENGTH, read_on

    packed = msgspec.msgpack.encode(snapshot())
    taken: list[object] = []
    ended: list[bool] = []
    source = io.BytesIO(LENGTH.pack(len(packed)) + packed + LENGTH.pack(len(packed)) + packed[:-1])
    read_on(source, taken.append, lambda: ended.append(True))
    assert taken == [snapshot()] and ended == [True]
    assert json.loads(msgspec.json.encode(Set(80, "x"))) == {"port": 80, "word": "x"}
