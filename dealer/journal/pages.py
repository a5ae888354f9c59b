"""The rows that lie on an SQLite file's pages, whether or not a tree still leads to them.

SQLite reads a table from its root downwards: where the first page or a root is broken, it gives nothing, though nearly
all rows are whole. Here each page is looked at by itself. The format is https://www.sqlite.org/fileformat2.html.
"""

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import TypeAlias

Value: TypeAlias = None | int | float | str | bytes

PAGE_BYTES = 4096
"""SQLite's own page size, where the file's first page does not tell it."""

TABLE_LEAF = 0x0D
FILE_HEADER = 100
"""Bytes before the first page's own header."""

WAL_HEADER, FRAME_HEADER = 32, 24
WAL_MAGIC = (0x377F0682, 0x377F0683)
INTEGER_BYTES = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
LONGEST_BYTES = 64 * 1024 * 1024
"""A row that claims to be longer is none."""


def rows_on_pages(path: Path, *, longest: int = LONGEST_BYTES) -> Iterator[tuple[int, tuple[Value, ...]]]:
    """Number and values of each row that can be read, page by page; what cannot be read is passed over.

    ``longest``: rows of more bytes are passed over too.
    """
    pages = _Pages(path)
    try:
        for number in range(1, pages.count + 1):
            yield from _rows(pages, number, longest)
    finally:
        pages.close()


class _Pages:
    """The pages as they stand: the file's, and over them those of its write-ahead log that were committed."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("rb")
        head = self._file.read(FILE_HEADER)
        size = int.from_bytes(head[16:18], "big")
        size = 65536 if size == 1 else size
        self.bytes = size if head[:15] == b"SQLite format 3" and size in {2**n for n in range(9, 17)} else PAGE_BYTES
        self._file.seek(0, 2)
        self.count = self._file.tell() // self.bytes
        self._newer = self._committed(path.with_name(path.name + "-wal"))
        self.count = max(self.count, *self._newer, 0)

    def close(self) -> None:
        self._file.close()

    def page(self, number: int) -> bytes:
        """The page; shorter or empty where the file ends."""
        if number in self._newer:
            return self._newer[number]
        try:
            self._file.seek((number - 1) * self.bytes)
            return self._file.read(self.bytes)
        except (OSError, ValueError):
            return b""

    def _committed(self, path: Path) -> dict[int, bytes]:
        try:
            log = path.read_bytes()
        except OSError:
            return {}
        if len(log) < WAL_HEADER or int.from_bytes(log[:4], "big") not in WAL_MAGIC:
            return {}
        if int.from_bytes(log[8:12], "big") != self.bytes:
            return {}
        salts = log[16:24]
        committed: dict[int, bytes] = {}
        pending: dict[int, bytes] = {}
        step = FRAME_HEADER + self.bytes
        for start in range(WAL_HEADER, len(log) - step + 1, step):
            number, size_after_commit = struct.unpack_from(">II", log, start)
            if log[start + 8 : start + 16] != salts:
                break
            pending[number] = log[start + FRAME_HEADER : start + step]
            if size_after_commit:
                committed |= pending
                pending = {}
        return committed


def _rows(pages: _Pages, number: int, longest: int) -> Iterator[tuple[int, tuple[Value, ...]]]:
    page = pages.page(number)
    start = FILE_HEADER if number == 1 else 0
    if len(page) < start + 8 or page[start] != TABLE_LEAF:
        return
    (cells,) = struct.unpack_from(">H", page, start + 3)
    for index in range(cells):
        at = start + 8 + 2 * index
        if at + 2 > len(page):
            return
        try:
            yield _row(pages, page, int.from_bytes(page[at : at + 2], "big"), longest)
        except (ValueError, IndexError, struct.error):
            continue


def _row(pages: _Pages, page: bytes, at: int, longest: int) -> tuple[int, tuple[Value, ...]]:
    length, at = _varint(page, at)
    number, at = _varint(page, at)
    if not 0 < length <= longest:
        raise ValueError("no row is that long")
    most = pages.bytes - 35
    if length <= most:
        local = length
    else:
        least = (pages.bytes - 12) * 32 // 255 - 23
        local = least + (length - least) % (pages.bytes - 4)
        local = local if local <= most else least
    payload = page[at : at + local]
    follows = int.from_bytes(page[at + local : at + local + 4], "big") if local < length else 0
    parts, have = [payload], len(payload)
    while have < length:
        more = pages.page(follows) if follows else b""
        if len(more) <= 4:
            raise ValueError("the rest of the row is missing")
        follows = int.from_bytes(more[:4], "big")
        part = more[4 : 4 + length - have]
        parts.append(part)
        have += len(part)
    return number, _values(b"".join(parts))


def _values(payload: bytes) -> tuple[Value, ...]:
    header, at = _varint(payload, 0)
    body = header
    values: list[Value] = []
    while at < header:
        kind, at = _varint(payload, at)
        value: Value
        if kind == 0:
            length, value = 0, None
        elif kind in INTEGER_BYTES:
            length = INTEGER_BYTES[kind]
            value = int.from_bytes(payload[body : body + length], "big", signed=True)
        elif kind == 7:
            length = 8
            (value,) = struct.unpack_from(">d", payload, body)
        elif kind in (8, 9):
            length, value = 0, kind - 8
        elif kind >= 12:
            length = (kind - 12) // 2
            piece = payload[body : body + length]
            value = piece if kind % 2 == 0 else piece.decode("utf-8")
        else:
            raise ValueError("no kind of value")
        body += length
        if body > len(payload):
            raise ValueError("the row ends too early")
        values.append(value)
    return tuple(values)


def _varint(data: bytes, at: int) -> tuple[int, int]:
    number = 0
    for index in range(9):
        byte = data[at + index]
        if index == 8:
            return (number << 8) | byte, at + 9
        number = (number << 7) | (byte & 0x7F)
        if not byte & 0x80:
            return number, at + index + 1
    raise ValueError("no number")
