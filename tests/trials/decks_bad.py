"""Hostile deck files through `dealer decks --import`: none gets in, none fills the memory, nothing is left behind."""

import hashlib
import io
import json
import os
import pickle
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from running import run

MOST_S, MOST_MB = 20.0, 250.0
"""A good deck is taken in with some 70 MB."""

PICTURE = cv2.imencode(".png", np.full((96, 96, 3), 90, np.uint8))[1].tobytes()
FIRST = "pictures/0001.png"


def row(content: bytes = PICTURE, **changes: Any) -> dict[str, Any]:
    return {"picture": FIRST, "rank": 1, "source": 1, "sha256": hashlib.sha256(content).hexdigest(), **changes}


def deck(
    *,
    rows: Any = None,
    parts: Mapping[str, bytes] | None = None,
    raw: bytes | None = None,
    how: int = zipfile.ZIP_DEFLATED,
    **changes: Any,
) -> bytes:
    """A deck file, all its checksums right: of one card, or as it was asked for."""
    about = {"format": "pairs-deck", "version": 1, "name": "pirates", "examples": [row()] if rows is None else rows}
    about |= changes
    about["sha256"] = hashlib.sha256(json.dumps(about, sort_keys=True, ensure_ascii=False).encode()).hexdigest()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", how) as archive:
        archive.writestr("deck.json", json.dumps(about) if raw is None else raw)
        for name, content in (parts or {FIRST: PICTURE}).items():
            archive.writestr(name, content)
    return packed.getvalue()


def of_picture(content: bytes, *, times: int = 1) -> bytes:
    return deck(rows=[row(content)] * times, parts={FIRST: content})


def encrypted(content: bytes) -> bytes:
    """The deck with each part's mark of encryption set."""
    marked = bytearray(content)
    for mark, flag_at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = marked.find(mark)
        while at >= 0:
            marked[at + flag_at] |= 1
            at = marked.find(mark, at + 4)
    return bytes(marked)


class Evil:
    def __reduce__(self) -> tuple[Any, ...]:
        return (os.system, ("touch PWNED",))


HUGE = cv2.imencode(".png", np.zeros((12_000, 12_000), np.uint8))[1].tobytes()
ZEROS = bytes(29_000_000)

REFUSED: dict[str, bytes] = {
    **{f"name {name!r}": deck(name=name) for name in (
        "../../evil", "/etc/x", ".hidden", "a\nb", "x" * 41, "\U0001f600", "\u202egnp", "none", "", " a", 5, None, ["a"]
    )},
    "picture elsewhere": deck(rows=[row(picture="../../../../etc/passwd")]),
    "picture is deck.json": deck(rows=[row(picture="deck.json")]),
    **{f"version {version!r}"[:40]: deck(version=version) for version in (2, "1", True, 1.0, None, 10**300)},
    "another format": deck(format="x"),
    "another sha256": deck(raw=b'{"format": "pairs-deck", "version": 1, "name": "a", "examples": [], "sha256": "x"}'),
    "pickle": pickle.dumps(Evil()),
    "a pickle in it": deck(raw=pickle.dumps(Evil())),
    "empty": b"",
    "text": b"hello",
    "cut": deck()[:300],
    "json too deep": deck(raw=b"[" * 100_000),
    "json objects too deep": deck(raw=b'{"a":' * 30_000),
    "json big number": deck(raw=b'{"format": "pairs-deck", "version": 1e999, "sha256": "x"}'),
    "json long number": deck(raw=b'{"format": "pairs-deck", "version": 1' + b"0" * 5_000 + b"}"),
    "json nan": deck(raw=b'{"format": "pairs-deck", "version": NaN}'),
    "json list": deck(raw=b"[]"),
    **{f"rank {rank!r}": deck(rows=[row(rank=rank)]) for rank in (11, -1, [1], True, 1.0, "1", None)},
    **{f"source {source!r}"[:40]: deck(rows=[row(source=source)]) for source in (10**400, -1, 1.5, "1", None, [1])},
    "rows no list": deck(rows={"a": 1}),
    "rows of lists": deck(rows=[[1]]),
    "401 rows": deck(rows=[row()] * 401),
    "deck.json of 29 MB": deck(raw=ZEROS),
    "a picture of 29 MB": of_picture(ZEROS),
    "400 pictures of 29 MB": of_picture(ZEROS, times=400),
    "144 megapixels": of_picture(HUGE),
    "400 times 144 megapixels": of_picture(HUGE, times=400),
    "no picture": of_picture(b"hello"),
    "half a picture": of_picture(PICTURE[:60]),
    "a JPEG": of_picture(cv2.imencode(".jpg", np.full((96, 96, 3), 90, np.uint8))[1].tobytes()),
    "95 pixels": of_picture(cv2.imencode(".png", np.full((95, 96, 3), 90, np.uint8))[1].tobytes()),
    "lzma": deck(how=zipfile.ZIP_LZMA),
    "bzip2": deck(how=zipfile.ZIP_BZIP2),
    "encrypted": encrypted(deck()),
}  # fmt: skip


@pytest.mark.parametrize("kind", REFUSED)
def test_a_bad_deck_is_refused(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "a.deck"
    path.write_bytes(REFUSED[kind])
    ended = run("decks", "--import", str(path), "--data", str(tmp_path / "data"), most_s=MOST_S)
    assert not ended.complaint(status=2, most_s=MOST_S, most_mb=MOST_MB)
    assert sorted(tmp_path.rglob("*")) == [path], "something was left behind"
    assert not Path("PWNED").exists()


def test_a_good_deck_is_taken_in(tmp_path: Path) -> None:
    """Else the others prove nothing."""
    (tmp_path / "a.deck").write_bytes(deck())
    ended = run("decks", "--import", str(tmp_path / "a.deck"), "--data", str(tmp_path / "data"))
    assert not ended.complaint(status=0, most_s=MOST_S, most_mb=MOST_MB)
    assert (tmp_path / "data" / "decks" / "pirates.deck").is_file()


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        ("--import /dev/zero", 2),
        ("--import {folder}", 2),
        ("--import /nowhere", 2),
        ("--import /etc/passwd", 2),
        ("--delete ../data/x", 2),
        ("--delete *", 2),
        ("--delete -x", 2),
        ("--rename pirates ../x", 2),
        ("--rename pirates none", 2),
        ("--export pirates /proc/x", 4),
        ("--import {folder}/a.deck --as ../x", 2),
        ("--import {folder}/a.deck --as none", 2),
    ],
)
def test_a_shelf_holds_only_what_it_should(arguments: str, status: int, tmp_path: Path) -> None:
    data = ("--data", str(tmp_path / "data"))
    (tmp_path / "a.deck").write_bytes(deck())
    run("decks", "--import", str(tmp_path / "a.deck"), *data)
    ended = run("decks", *arguments.format(folder=tmp_path).split(), *data, most_s=MOST_S)
    assert not ended.complaint(status=status, most_s=MOST_S, most_mb=MOST_MB)
    assert [path.name for path in (tmp_path / "data" / "decks").iterdir()] == ["pirates.deck"]
