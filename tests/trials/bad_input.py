"""Bad input of every kind through the whole program: a sentence and a status, no traceback, no hang, little memory.

What a single reader makes of it is tried in tests/test_bad_files.py.
"""

import os
import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest
from running import run

MOST_S, MOST_MB = 30.0, 400.0
"""A command that reads a picture has some 200 MB, the simulated table some 300."""

SEEN_MB = 480.0
"""The largest picture that is taken, read: what is decoded has 150 MB."""


def chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def write_png(path: Path, width: int, height: int) -> None:
    """A grey PNG that is small on the disk and large in the memory."""
    packing = zlib.compressobj(9)
    row = bytes(1 + width)
    body = b"".join(packing.compress(row) for _ in range(height)) + packing.flush()
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", body) + chunk(b"IEND", b""))


# -- settings

SETTINGS: tuple[tuple[bytes, int], ...] = (
    (b'volume = "x"', 2),
    (b"volume = 1" + b"0" * 5_000, 2),
    (b"colour = 1", 2),
    (b"[buttons.green]\nbutton = 17\nlight = 17", 2),
    (b"[buttons.green]\nbutton = 27\nlight = 6", 2),
    (b"[buttons.green]\nbutton = 17", 2),
    (b"screen = [0, 0]", 2),
    (b"screen = [-5, 10]", 2),
    (b"screen = [100000, 100000]", 2),
    (b"card_width_mm = nan", 2),
    (b"card_width_mm = 1e400", 2),
    (b"\x00", 2),
    (b"\xff\xfe", 2),
    (b"a" * 60_000, 2),
    (b"a" * 10_000_000, 2),
    (b"a = " + b"[" * 50_000, 2),
    (b"a" + b".a" * 30_000 + b" = 1", 2),
    (b'camera = "telescope"', 2),
    (b'camera = "stills:/dev/zero"', 2),
    (b'camera = "video:/dev/zero"', 2),
    (b'camera = "\\u0000"', 2),
    (b"camera = 5", 2),
    (b'language = "xx"', 2),
    (b'language = "../../etc"', 2),
    (b'deck = "../../x"', 0),
    (b'deck = "\\u202e"', 0),
    (b'odds = "maybe"', 2),
)


@pytest.mark.parametrize(("text", "status"), SETTINGS, ids=lambda value: repr(value)[:40])
def test_settings(text: bytes, status: int, tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_bytes(text)
    camera = [] if b"camera" in text else ["--camera", "sim:1"]
    ended = run("play", "--headless", "--mute", "--seconds", "2", "--data", str(tmp_path), *camera, most_s=MOST_S)
    assert not ended.complaint(status=status, most_s=MOST_S, most_mb=MOST_MB)


@pytest.mark.parametrize("kind", ["folder", "device", "pipe", "loop"])
@pytest.mark.parametrize(
    "arguments",
    [
        "rules --data {folder}",
        "watch --camera sim --game {folder}/settings.toml --data {other}",
        "watch --camera sim --players A,B --presses {folder}/settings.toml --data {other}",
        "watch --camera stills:{folder} --players A,B --lens {folder}/settings.toml --fast --headless --data {other}",
        "replay {folder}/settings.toml",
        "see {folder}/settings.toml",
        "see {picture} --widths {folder}/settings.toml",
        "see {picture} --deck own --data {other}",
        "teach own --from A={folder}/settings.toml --data {other}",
        "calibrate lens {folder}/settings.toml --data {other}",
        "decks --import {folder}/settings.toml --data {other}",
    ],
)
def test_what_is_no_file(arguments: str, kind: str, tmp_path: Path) -> None:
    folder, other, picture = tmp_path / "a", tmp_path / "b", tmp_path / "table.png"
    folder.mkdir()
    (other / "decks").mkdir(parents=True)
    cv2.imwrite(str(picture), np.full((300, 400, 3), 120, np.uint8))
    cv2.imwrite(str(folder / "table.png"), np.full((300, 400, 3), 120, np.uint8))
    for path in (folder / "settings.toml", other / "decks" / "own.deck"):
        match kind:
            case "folder":
                path.mkdir()
            case "device":
                path.symlink_to("/dev/zero")
            case "pipe":
                os.mkfifo(path)
            case "loop":
                path.symlink_to(path.name)
    words = arguments.format(folder=folder, other=other, picture=picture).split()
    ended = run(*words, most_s=MOST_S)
    assert not ended.complaint(status=2, most_s=MOST_S, most_mb=MOST_MB)


# -- presses

PRESSES: tuple[tuple[str, int], ...] = (
    ("x", 2),
    ("[]", 2),
    ("null", 2),
    ('{"t": -1, "button": "green"}', 2),
    ('{"t": NaN, "button": "green"}', 2),
    ('{"t": 1e999, "button": "green"}', 2),
    ('{"t": 1, "button": "pink"}', 2),
    ('{"t": 1, "button": ["green"]}', 2),
    ('{"t": 1, "button": {"a": 1}}', 2),
    ('{"t": true, "button": "green"}', 2),
    ('{"t": 1, "act": 5}', 2),
    ('{"t": 1, "button": "green", "act": "undo"}', 2),
    ('{"t": 1, "button": "green", "hold": 1}', 2),
    ("[" * 100_000, 2),
    ('{"t": 1' + "0" * 400 + ', "button": "green"}', 2),
    ('{"t": 1' + "0" * 5_000 + ', "button": "green"}', 2),
    ('{"t": 0, "act": "deal A 99"}', 2),
    ('{"t": 0, "act": "\\ud800\\u202e"}', 2),
    ('{"t": 0, "act": "undo"}', 1),
    ('{"t":0,"button":"blue","hold":true}\n' + '{"t":0.1,"button":"green"}\n' * 2_000, 0),
)


@pytest.mark.parametrize(("text", "status"), PRESSES, ids=lambda value: repr(value)[:40])
def test_presses(text: str, status: int, tmp_path: Path) -> None:
    (tmp_path / "presses").write_text(text)
    table = ["--camera", "sim:11", "--players", "A,B", "--target", "2", "--difficulty", "easy", "--design", "poker"]
    ended = run(
        "watch", *table, "--headless", "--fast", "--mute", "--data", str(tmp_path),
        "--presses", str(tmp_path / "presses"), most_s=120,
    )  # fmt: skip
    expected = (0, 1) if status == 1 else (0, 1, 3) if status == 0 else status
    assert not ended.complaint(status=expected, most_s=120, most_mb=MOST_MB)


# -- names

NAMES: tuple[tuple[str | bytes, int], ...] = (
    ("A", 2),
    ("A,A", 2),
    (",", 2),
    ("A,,B", 2),
    ("A,B,C,D,E,F,G,H,I", 2),
    ("A," + "x" * 41, 2),
    ("A," + "x" * 100_000, 2),
    ("\U0001f600,B", 0),
    ("\U0001f468\u200d\U0001f680,B", 0),
    ("\u202eevil,B", 0),
    ("<script>alert(1)</script>,B", 0),
    ("$(touch {folder}/PWNED),B", (0, 2)),
    ("-v,--help", 0),
    ("A\nB,C", 0),
    ("A\tB,C", 0),
    ("deal,B", 2),
    ("A'); DROP TABLE game;--,B", 0),
    ("%s%n,{0.__class__}", 0),
    ('A"B,C', 2),
    ("\\,B", 0),
    ("A#,B", 0),
    ("\u200b,B", 2),
    ("e\u0301,\u00e9", 2),
    ("\x1b[31mred,B", 0),
    ("\x07,B", 2),
    ("{player},{count}", 0),
    ("None,True", 0),
    ("\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645,B", 0),
    (b"\xff\xfe,B", 2),
    (b"caf\xe9,B", 0),
    ("a" + "\u0301" * 39 + ",B", 0),
)


@pytest.mark.parametrize(("names", "status"), NAMES, ids=lambda value: ascii(value)[:40])
def test_names(names: str | bytes, status: int | tuple[int, ...], tmp_path: Path) -> None:
    given = names if isinstance(names, bytes) else names.replace("{folder}", str(tmp_path)).encode()
    options = ["play", "--headless", "--variant", "basic", "--camera", "sim:1", "--seconds", "3"]
    ended = run(*options, "--data", str(tmp_path / "data"), b"--players=" + given, most_s=MOST_S)
    assert not ended.complaint(status=status, most_s=MOST_S, most_mb=MOST_MB)
    listed = run("games", "--json", "--data", str(tmp_path / "data"))
    assert not listed.complaint(status=(0, 4), most_s=MOST_S, most_mb=MOST_MB)
    assert not (tmp_path / "PWNED").exists()


# -- the command line

OPTIONS: tuple[tuple[str, int | tuple[int, ...]], ...] = (
    ("play --seconds nan", 2),
    ("play --seconds x", 2),
    ("play --screen 0x0 --camera sim --seconds 2", 2),
    ("play --screen 99999x99999 --camera sim --seconds 2 --headless", 2),
    ("play --screen 4096x4096 --camera sim --seconds 2 --headless", 0),
    ("watch --camera sim --players A,B --target -5", 2),
    ("watch --camera sim --players A,B --target 99999999999", 2),
    ("watch --camera sim --players A,B --target {long}", 2),
    ("watch --camera sim --players A,B --mistake wrong-seat:{long}", 2),
    ("watch --camera sim --players A,B --design poker:{long}", 2),
    ("watch --camera sim --players A,B --design x", 2),
    ("watch --camera sim:{long} --players A,B", 2),
    ("watch --camera sim@1x1 --players A,B", 2),
    ("watch --camera sim@99999x99999 --players A,B", 2),
    ("watch --camera sim --game /etc/passwd", 2),
    ("export {long}", 2),
    ("export 99999999999999999999", (2, 4)),
    ("export \u0663", (2, 4)),
    ("print coasters --out /proc/x", (2, 4)),
    ("print coasters --names {names} --out {folder}", 0),
    ("print coasters --names {long} --out {folder}", 2),
    ("see /etc/passwd", 2),
    ("see {folder}", 2),
    ("see x --card-width nan", 2),
    ("calibrate lens /etc/passwd", 2),
    ("calibrate lens {nonsense}", 2),
    ("calibrate lens /etc/passwd --name ../x", 2),
    ("replay /etc/passwd", 2),
    ("rules ../../etc/passwd", 2),
    ("decks --export x /proc/x", 2),
    ("teach ../x --from A=/etc/passwd", 2),
    ("teach x --from 99=/etc/passwd", 2),
    ("teach x --from {long}=/etc/passwd", 2),
)


@pytest.mark.parametrize(("arguments", "status"), OPTIONS)
def test_options(arguments: str, status: int | tuple[int, ...], tmp_path: Path) -> None:
    noise = np.random.default_rng(1)
    pictures = []
    for number in range(7):
        pictures.append(tmp_path / f"noise{number}.png")
        cv2.imwrite(str(pictures[-1]), noise.integers(0, 256, (480, 640, 3), np.uint8))
    words = [
        word.format(
            long="9" * 4_500,
            folder=tmp_path,
            names="<script>,\U0001f600,\u202ex\x07",
            nonsense="{nonsense}",
        )
        for word in arguments.split()
    ]
    at = words.index("{nonsense}") if "{nonsense}" in words else None
    if at is not None:
        words[at : at + 1] = map(str, pictures)
    data = [] if words[0] in ("print", "replay") else ["--data", str(tmp_path / "data")]
    ended = run(*words, *data, most_s=60)
    assert not ended.complaint(status=status, most_s=60, most_mb=600 if "4096x" in arguments else MOST_MB)


# -- pictures and records


@pytest.mark.parametrize(("size", "status"), [((12_000, 12_000), 2), ((60_000, 20_000), 2), ((8_100, 6_100), 0)])
def test_large_pictures(size: tuple[int, int], status: int, tmp_path: Path) -> None:
    write_png(tmp_path / "large.png", *size)
    ended = run("see", str(tmp_path / "large.png"), most_s=120)
    assert not ended.complaint(status=status, most_s=120, most_mb=MOST_MB if status else SEEN_MB)
    if status:
        (tmp_path / "data").mkdir()
        (tmp_path / "film").mkdir()
        (tmp_path / "large.png").rename(tmp_path / "film" / "large.png")
        table = ["--camera", f"stills:{tmp_path}/film", "--players", "A,B", "--headless", "--fast"]
        ended = run("watch", *table, "--data", str(tmp_path / "data"), most_s=60)
        assert not ended.complaint(status=2, most_s=60, most_mb=MOST_MB)


RECORDS: tuple[bytes, ...] = (
    b"[" * 400_000,
    b"a = [\n" * 60_000,
    b"a" + b".a" * 200_000 + b" = 1",
    b"variant = " + b"1" * 5_000,
    b'variant = "basic"\nplayers = ["A", "B"]\ntarget = 1' + b"0" * 4_000,
    b'variant = "basic"\nplayers = ["A", "B"]\nforfeit = "' + b"x" * 400_000 + b'"',
    b'variant = "basic"\nplayers = ["A", "B"]\nacts = """\n' + b"A hit 5\n" * 50_000 + b'"""',
    b'variant = "basic"\nplayers = ["\\u0007", "B"]',
    b'variant = "\\u001b[31m"\nplayers = ["A", "B"]',
    b"x" * 10_000_000,
)


@pytest.mark.parametrize("text", RECORDS, ids=lambda text: repr(text)[:50])
@pytest.mark.parametrize("json", [False, True])
def test_records(text: bytes, json: bool, tmp_path: Path) -> None:
    (tmp_path / "a.pairs").write_bytes(text)
    ended = run("replay", *(["--json"] if json else []), str(tmp_path / "a.pairs"))
    assert not ended.complaint(status=(1, 2), most_s=30, most_mb=200)
