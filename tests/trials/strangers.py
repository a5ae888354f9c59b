"""Strangers in the network while a game is played: two hundred slow connections, bodies of ten megabytes, tricks with
paths, a thousand wrong codes. The game is the same as without them, and so is what it costs.

A real ``dealer play`` runs on a simulated table three times: alone, with twenty phones, and with phones and strangers.
What a frame costs is the processor's time of the table's own process between two looks at the table.
"""

import http.client
import json
import os
import socket
import sqlite3
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Thread

from board_samples import free_port, until
from running import ROOT

SECONDS = 32
PHONES = 20
SLOW = 200
WRONG_CODES = 1000
BODY = 10_000_000
MOST_MORE_MB = 30.0
"""What a process may have more in memory with strangers than without."""
MOST_DEARER = 1.25
"""What a frame may cost with phones, times: 1.05 is promised, and beside other programs the same game costs a tenth
more or less from run to run; what it was is printed."""
CODE = "9999"

TABLE = f"""
import json, sys, time
from dealer import cli
from dealer.house import board, watch
report, *arguments = sys.argv[1:]
board.new_code = lambda: "{CODE}"
look, follow = watch.Watch._look, board.Board.follow
costs, before = [], [None]
def looked(self, view):
    now_s = time.process_time()
    if before[0] is not None and self.sitting is not None:
        costs.append(now_s - before[0])
    before[0] = now_s
    look(self, view)
def followed(self, console, *more):
    follow(self, console, *more)
    self.let_phones_play(True)  # somebody at the table lets phones play
watch.Watch._look, board.Board.follow = looked, followed
status = cli.main(arguments)
with open(report, "w") as file:
    json.dump(costs, file)
sys.exit(status)
"""

PATHS = (
    *("/../../etc/passwd", "/..%2f..%2fetc%2fpasswd", "/picture/../../../etc/passwd.jpg", "/%2e%2e/%2e%2e/etc/passwd"),
    *("//etc/passwd", "/board.css/../app.py", "/board.css%00.py", "/\\..\\..\\etc\\passwd", "/static/../app.py"),
    *("/settings.toml", "/journal.sqlite3", "/picture/..%2fjournal.sqlite3.jpg", "/events?page=../x", "/?lang=../../x"),
)


@dataclass
class Played:
    """What became of a game, and what it cost."""

    status: int
    acts: list[tuple[str, str | None]]
    files: set[str]
    frames: int
    frame_ms: float
    table_mb: float
    board_mb: float
    said: str
    heard: list[int] = field(default_factory=list)
    """How often each phone was told something."""


def peak_mb(pid: int) -> float:
    """The most that a process has had in memory."""
    with suppress(OSError, StopIteration):
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
        return int(next(line for line in lines if line.startswith("VmHWM")).split()[1]) / 1024
    return 0.0


def child_of(pid: int) -> int:
    """The board's process."""
    children = (int(one) for tasks in Path(f"/proc/{pid}/task").glob("*/children") for one in tasks.read_text().split())
    return next(one for one in children if b"dealer.board.serving" in Path(f"/proc/{one}/cmdline").read_bytes())


def answers(port: int) -> bool:
    with suppress(OSError, http.client.HTTPException), closing(http.client.HTTPConnection("127.0.0.1", port)) as line:
        line.request("GET", "/")
        return line.getresponse().status == 200
    return False


def played(folder: Path, around: "list[Callable[[int, Event, list[int]], None]]") -> Played:
    """Play for a while; each of ``around`` is a thread that ends with the event."""
    folder.mkdir()
    port = free_port()
    (folder / "settings.toml").write_text(f"board_port = {port}\n")
    arguments = ["play", "--camera", "sim:3", "--headless", "--mute", "--no-first-start", "--variant", "basic"]
    arguments += ["--players", "A,B,C,D", "--target", "20", "--seconds", str(SECONDS), "--data", str(folder)]
    costs, over, heard = folder.with_suffix(".json"), Event(), [0] * PHONES
    with folder.with_suffix(".log").open("wb") as log:
        table = subprocess.Popen(
            [sys.executable, "-c", TABLE, str(costs), *arguments],
            cwd=ROOT,
            env={**os.environ, "SDL_AUDIODRIVER": "dummy"},
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
        )
        try:
            until(lambda: answers(port), 30.0)
            board = child_of(table.pid)
            threads = [Thread(target=one, args=(port, over, heard)) for one in around]
            for thread in threads:
                thread.start()
            table_mb = board_mb = 0.0
            while table.poll() is None:
                table_mb, board_mb = max(table_mb, peak_mb(table.pid)), max(board_mb, peak_mb(board))
                time.sleep(0.2)
        finally:
            over.set()
            table.kill()
            status = table.wait()
        for thread in threads:
            thread.join()
    with closing(sqlite3.connect(folder / "rehearsal" / "journal.sqlite3")) as connection:
        acts = connection.execute("SELECT line, hand FROM entry ORDER BY number").fetchall()
    files = {str(one.relative_to(folder)) for one in folder.rglob("*")}
    frames = json.loads(costs.read_text())
    said = folder.with_suffix(".log").read_text(errors="replace")
    frame_ms = 1000 * statistics.mean(frames)
    return Played(status, acts, files, len(frames), frame_ms, table_mb, board_mb, said, heard)


# Who is around


@contextmanager
def connected(port: int, source: str) -> Iterator[socket.socket]:
    with closing(socket.create_connection(("127.0.0.1", port), timeout=2, source_address=(source, 0))) as line:
        yield line


def phone(number: int) -> Callable[[int, Event, list[int]], None]:
    """A phone that shows the game."""

    def listens(port: int, over: Event, heard: list[int]) -> None:
        while not over.is_set():
            with suppress(OSError), connected(port, f"127.0.1.{number + 1}") as line:
                line.sendall(b"GET /events?page=play HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n" % port)
                line.settimeout(15)
                while not over.is_set() and (came := line.recv(65536)):
                    heard[number] += came.count(b"event: parts")
            over.wait(0.2)

    return listens


def slow(port: int, over: Event, heard: list[int]) -> None:
    """Many connections that send a byte now and then; those that are cut come again."""
    lines: list[socket.socket] = []
    while not over.is_set():
        while len(lines) < SLOW:
            try:
                source = (f"127.0.2.{1 + len(lines) % 4}", 0)
                lines.append(socket.create_connection(("127.0.0.1", port), timeout=1, source_address=source))
            except OSError:
                break
        for line in list(lines):
            try:
                line.sendall(b"G")
            except OSError:
                line.close()
                lines.remove(line)
        over.wait(0.5)
    for line in lines:
        line.close()


def greedy(port: int, over: Event, heard: list[int]) -> None:
    """Bodies of ten megabytes, to wherever something may be sent."""
    chunk = bytes(65_536)
    while not over.is_set():
        for path in (b"/", b"/enter", b"/act"):
            for head in (b"Content-Length: %d\r\n\r\n" % BODY, b"Transfer-Encoding: chunked\r\n\r\n%x\r\n" % BODY):
                with suppress(OSError), connected(port, "127.0.3.1") as line:
                    said = b"POST %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Type: application/json\r\n" % (
                        path,
                        port,
                    )
                    line.sendall(said + head)
                    for _ in range(BODY // len(chunk)):
                        line.sendall(chunk)
                over.wait(0.1)


def curious(port: int, over: Event, heard: list[int]) -> None:
    """Tricks with paths, with other methods and for other hosts."""
    while not over.is_set():
        for path in PATHS:
            for method in ("GET", "PUT", "DELETE"):
                for host in ("127.0.0.1", "evil.example"):
                    with suppress(OSError), connected(port, "127.0.4.1") as line:
                        line.sendall(f"{method} {path} HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode())
                        came = line.recv(65536)
                        assert b"root:" not in came and b"import " not in came and b"SQLite" not in came
        over.wait(0.2)


class Guesser:
    """Wrong codes, as fast as they are answered; and presses without a token."""

    def __init__(self) -> None:
        self.tried = 0
        self.statuses: set[int] = set()

    def __call__(self, port: int, over: Event, heard: list[int]) -> None:
        while not over.is_set() and self.tried < WRONG_CODES:
            source = (f"127.0.5.{1 + self.tried % 200}", 0)
            said = {"player": "A", "code": f"{self.tried:04}"}
            for path, token in (("/enter", ""), ("/act", "Bearer guessed")):
                with suppress(OSError, http.client.HTTPException):
                    line = http.client.HTTPConnection("127.0.0.1", port, timeout=5, source_address=source)
                    with closing(line):
                        headers = {"content-type": "application/json", "authorization": token}
                        line.request("POST", path, json.dumps({**said, "serial": "1", "key": "undo"}), headers)
                        self.statuses.add(line.getresponse().status)
            self.tried += 1
            over.wait(0.01)


def test_play_is_the_same_with_strangers_around(tmp_path: Path) -> None:
    phones = [phone(number) for number in range(PHONES)]
    guesser = Guesser()
    alone = played(tmp_path / "alone", [])
    watched = played(tmp_path / "watched", phones)
    beset = played(tmp_path / "beset", [*phones, slow, greedy, curious, guesser])
    for name, one in (("alone", alone), ("phones", watched), ("strangers", beset)):
        print(
            f"{name:10} {len(one.acts)} acts, {one.frames} frames, {one.frame_ms:.2f} ms each, "
            f"table {one.table_mb:.0f} MB, board {one.board_mb:.0f} MB, told {min(one.heard)} to {max(one.heard)} times"
        )
    for one in (alone, watched, beset):
        assert one.status == 0 and "Traceback" not in one.said, one.said
        shorter = min(len(one.acts), len(alone.acts))
        assert one.acts[:shorter] == alone.acts[:shorter] and shorter > max(3, len(alone.acts) // 2)
        assert one.files == alone.files, "nothing is written"
        assert all(hand == alone.acts[0][1] for _, hand in one.acts), "nobody pressed anything"
    assert guesser.tried == WRONG_CODES and guesser.statuses == {403}, "nobody let phones play (phones.py tries codes)"
    assert min(beset.heard) >= min(watched.heard) // 2 > 0, "phones see the game"
    assert watched.frame_ms <= MOST_DEARER * alone.frame_ms
    assert beset.table_mb - alone.table_mb <= MOST_MORE_MB and beset.board_mb - watched.board_mb <= MOST_MORE_MB
