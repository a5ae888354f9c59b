"""Files and texts from people: each bad one is one sentence, soon, and without filling the memory."""

import json
import os
import re
import struct
import time
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from dealer.errors import InputError, RecordError
from dealer.game.header import LONGEST_NAME, Header
from dealer.game.record import load_record
from dealer.house.settings_here import settings_here
from dealer.rules.acts import Act, parse_act
from dealer.settings import read_settings
from dealer.system.files import parse_json, parse_toml, read_limited, read_text
from dealer.system.plain_text import in_short, is_visible, plain
from dealer.table.event_lines import read_presses
from vision.deck.deck_file import Deck, Example, read_deck, write_deck
from vision.pictures import MOST_PIXELS, load_picture
from vision.reading.see import load_widths
from vision.table.lens import lens


def png_of(width: int, height: int) -> bytes:
    """A PNG that says it has so many pixels; few bytes of them are there."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(bytes(1000))) + chunk(b"IEND", b"")
    )


READERS: dict[str, Callable[[Path], object]] = {
    "record": load_record,
    "presses": read_presses,
    "deck": read_deck,
    "picture": load_picture,
    "widths": load_widths,
    "settings": lambda path: read_settings(path.parent),
    "lens": lambda path: lens(str(path)),
}
NAMES = {"settings": "settings.toml", "lens": "own.toml"}


@pytest.mark.parametrize("kind", READERS)
@pytest.mark.parametrize("what", ["folder", "device", "pipe", "large", "loop"])
def test_what_is_no_ordinary_file_is_refused_at_once(kind: str, what: str, tmp_path: Path) -> None:
    path = tmp_path / NAMES.get(kind, "file")
    match what:
        case "folder":
            path.mkdir()
        case "device":
            path.symlink_to("/dev/zero")
        case "pipe":
            os.mkfifo(path)
        case "large":
            with path.open("wb") as file:
                file.truncate(3 << 30)  # takes no room on the disk
        case "loop":
            path.symlink_to(path.name)
    began_s = time.monotonic()
    with pytest.raises(InputError) as told:
        READERS[kind](path)
    assert time.monotonic() - began_s < 1
    assert str(path) in str(told.value) and "expected" in str(told.value)


@pytest.mark.parametrize("kind", READERS)
@pytest.mark.parametrize(
    "content",
    [
        b"[" * 9_000,
        b"a = " + b"[" * 9_000,
        b"a = " + b"{a=" * 3_000,
        b'{"t":' * 1_500,
        b"a" + b".a" * 4_000 + b" = 1",
        b"a = 1" + b"0" * 5_000,
        b'{"t": 1' + b"0" * 5_000 + b', "button": "green"}',
        b'{"t": NaN, "button": "green"}',
        b'{"file": "a", "card_width": Infinity}',
        b"a = nan",
        b"\xff\xfe\x00",
        b"\x00",
        b'a = "\\ud800"',
        b'{"t": 1, "button": ["green"]}',
        b'{"t": 1, "button": {"a": 1}}',
        b'{"t": 1e999, "act": "Bob fold"}',
        b'{"file": "a", "card_width": [1]}',
        b'{"file": "a", "card_width": 1e7}',
        png_of(20_000, 10_000),
    ],
    ids=lambda content: in_short(repr(content), 20),
)
def test_a_file_of_nonsense_is_one_sentence(kind: str, content: bytes, tmp_path: Path) -> None:
    path = tmp_path / NAMES.get(kind, "file")
    path.write_bytes(content)
    began_s = time.monotonic()
    if kind == "widths" and b"button" in content and b"NaN" not in content and b"0000" not in content:
        assert load_widths(path) == {}, "a row without a width"
        return
    with pytest.raises(InputError) as told:
        READERS[kind](path)
    assert len(str(told.value).splitlines()) == 1
    assert time.monotonic() - began_s < 2


def test_a_picture_is_measured_before_it_is_decoded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object) -> None:
        raise AssertionError("decoded")

    monkeypatch.setattr(cv2, "imdecode", never)
    for size in ((8_000, 7_000), (60_000, 60_000)):
        (tmp_path / "a.png").write_bytes(png_of(*size))
        with pytest.raises(InputError, match=f"more than {MOST_PIXELS // 1_000_000} million pixels"):
            load_picture(tmp_path / "a.png")
    (tmp_path / "a.png").write_bytes(b"P6 9 9 255 ")
    with pytest.raises(InputError, match="not a picture"):
        load_picture(tmp_path / "a.png")


@pytest.mark.parametrize("ending", [".jpg", ".png", ".webp", ".bmp"])
def test_the_usual_pictures_are_read(ending: str, tmp_path: Path) -> None:
    drawn = np.zeros((30, 40, 3), np.uint8)
    drawn[:, 20:] = 200
    assert cv2.imwrite(str(tmp_path / f"a{ending}"), drawn)
    assert load_picture(tmp_path / f"a{ending}").shape == drawn.shape


def deck_file(folder: Path, change: Callable[[dict[str, bytes]], object], how: int = zipfile.ZIP_DEFLATED) -> Path:
    """A deck file of one card whose parts were changed."""
    write_deck(Deck("pirates", (Example(1, np.full((96, 96, 3), 90, np.uint8)),)), folder / "good.deck")
    with zipfile.ZipFile(folder / "good.deck") as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    change(parts)
    with zipfile.ZipFile(folder / "bad.deck", "w", how) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return folder / "bad.deck"


def about_with(**changes: object) -> Callable[[dict[str, bytes]], object]:
    """A change of deck.json or of its first row, the checksum put right."""
    from vision.deck.deck_file import _digest

    def change(parts: dict[str, bytes]) -> None:
        about = json.loads(parts["deck.json"])
        for key, value in changes.items():
            (about if key in about else about["examples"][0])[key] = value
        about["sha256"] = _digest(about)
        parts["deck.json"] = json.dumps(about).encode()

    return change


@pytest.mark.parametrize(
    "changes",
    [
        {"version": True}, {"version": "1"}, {"version": 10**400}, {"name": 5}, {"name": "none"}, {"name": "a\u202eb"},
        {"examples": {"a": 1}}, {"examples": [[1]]}, {"rank": True}, {"rank": [1]}, {"rank": 11}, {"rank": 1.0},
        {"source": 10**400}, {"source": -1}, {"source": 1.5}, {"picture": ["a"]}, {"picture": "deck.json"},
    ],
    ids=str,
)  # fmt: skip
def test_a_deck_s_every_value_has_its_type_and_its_bounds(changes: dict[str, object], tmp_path: Path) -> None:
    with pytest.raises(InputError):
        read_deck(deck_file(tmp_path, about_with(**changes)))


def test_a_deck_s_parts_are_no_larger_than_those_of_a_deck(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read_deck(deck_file(tmp_path, lambda parts: None))
    for name in ("deck.json", "pictures/0001.png"):
        with pytest.raises(InputError, match="larger than"):
            read_deck(deck_file(tmp_path, lambda parts, name=name: parts.update({name: bytes(20_000_000)})))
    for how in (zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2):
        with pytest.raises(InputError, match="packed otherwise"):
            read_deck(deck_file(tmp_path, lambda parts: None, how))
    monkeypatch.setattr(cv2, "imdecode", lambda *_: pytest.fail("decoded"))
    import hashlib

    huge = png_of(12_000, 12_000)

    def huger(parts: dict[str, bytes]) -> None:
        parts["pictures/0001.png"] = huge
        row = {"picture": "pictures/0001.png", "rank": 1, "source": 1, "sha256": hashlib.sha256(huge).hexdigest()}
        about_with(examples=[row])(parts)

    with pytest.raises(InputError, match="96 by 96"):
        read_deck(deck_file(tmp_path, huger))


def test_an_encrypted_deck_is_damaged(tmp_path: Path) -> None:
    path = deck_file(tmp_path, lambda parts: None)
    content = bytearray(path.read_bytes())
    for mark, flag_at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = content.find(mark)
        while at >= 0:
            content[at + flag_at] |= 1
            at = content.find(mark, at + 4)
    path.write_bytes(content)
    with pytest.raises(InputError, match="damaged"):
        read_deck(path)


@pytest.mark.parametrize(
    ("pins", "words"),
    [
        ("[buttons.green]\nbutton = 17\nlight = 17", ("pin 17", "buttons.green.button ", "buttons.green.light")),
        ("[buttons.green]\nbutton = 27\nlight = 5", ("pin 27", "buttons.green.button", "buttons.red.button")),
        ("[buttons.blue]\nbutton = 23\nlight = 6", ("pin 6", "buttons.red.light", "buttons.blue.light")),
    ],
)
def test_a_pin_given_twice_is_refused_with_both_names(pins: str, words: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text(pins)
    with pytest.raises(InputError) as told:
        read_settings(tmp_path)
    assert [word for word in words if word not in str(told.value)] == []


JARGON = re.compile(
    r"Expected|Invalid|Cannot|Object|`|\$\.|\b(int|str|float|bool|null|enum|dict|NoneType|TOML)\b|column"
)
"""Words of parsers and of the language that this is written in."""


@pytest.mark.parametrize(
    ("text", "where", "came", "expected"),
    [
        ("volume = 200", "settings.toml, volume", "200", "a whole number, 0 to 100"),
        ('volume = "loud"', "settings.toml, volume", '"loud"', "a whole number, 0 to 100"),
        ("volume = true", "settings.toml, volume", "true", "a whole number, 0 to 100"),
        ("volume = nan", "settings.toml, volume", "nan", "a whole number, 0 to 100"),
        ("volum = 3", "settings.toml, volum", "3", "the key volume"),
        ("whisky = 3", "settings.toml, whisky", "3", "one of the keys camera, lens, "),
        ("card_width_mm = 1", "settings.toml, card_width_mm", "1", "a number, 30 to 120"),
        ("muted = 1", "settings.toml, muted", "1", "true or false"),
        ("lens = 4", "settings.toml, lens", "4", "a text in quotes"),
        ('odds = "maybe"', "settings.toml, odds", '"maybe"', '"off", "turn", "always"'),
        ("screen = [3]", "settings.toml, screen", "[3]", "two whole numbers, [1280, 720]"),
        ("screen = [10, 10]", "settings.toml, screen", "10×10", "640×400 to 4096×4096"),
        ("[volume]", "settings.toml, ", "section [volume]", "a whole number"),
        ("buttons = 3", "settings.toml, buttons", "3", "a section [buttons]"),
        ("[buttons]\ngreen = 3", "section [buttons], green", "3", "a section [buttons.green]"),
        ("[buttons.green]\nbutton = 99\nlight = 3", "section [buttons.green], button", "99", "0 to 27"),
        ("[buttons.green]\nbutton = 9", "section [buttons.green], light", "is missing", "Add it"),
        ("[buttons.black]\nbutton = 9", "settings.toml, ", "section [buttons.black]", "green, red, yellow, blue"),
        ("[journal]\ncopies = -1", "section [journal], copies", "-1", "0 to 100"),
        ("[journal]\npictures_mb = -1", "section [journal], pictures_mb", "-1", "0 or more"),
        ("muted = true\nvolume =", "line 2", "volume =", "KEY = VALUE"),
        ("volume = 1\nmuted = true\nvolume = 2", "line 3", "volume = 2", "once"),
        ("[journal\ncopies = 2", "line 1", "[journal", "[SECTION]"),
        ('lens = "x', "line 1", 'lens = "x', "in quotes"),
        ('camera = "telescope"', "settings.toml, camera", "'telescope'", "webcam:N"),
        ('lens = "monocle"', "settings.toml, lens", "'monocle'", "webcam"),
        ('language = "xx"', "settings.toml, language", "'xx'", "de"),
    ],
)
def test_wrong_settings_are_told_in_the_words_of_people(
    text: str, where: str, came: str, expected: str, tmp_path: Path
) -> None:
    (tmp_path / "settings.toml").write_text(text)
    with pytest.raises(InputError) as told:
        settings_here(tmp_path)
    sentence = str(told.value)
    assert [part for part in (where, came, expected) if part not in sentence] == [], sentence
    assert "delete" in sentence, "it says what to do"
    assert JARGON.search(sentence.replace(text, "")) is None, sentence


def test_text_in_a_section_is_made_plain_too(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('[journal]\ncopies_folder = "/media\\u202e/stick"')
    assert read_settings(tmp_path).journal.copies_folder == "/media/stick"


@pytest.mark.parametrize("screen", ["[0, 0]", "[-5, 10]", "[100000, 100000]", "[639, 480]"])
def test_a_screen_has_a_size_that_can_be_drawn(screen: str, tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text(f"screen = {screen}")
    with pytest.raises(InputError, match="A screen of"):
        read_settings(tmp_path)


def test_what_cannot_be_seen_is_taken_out_of_names_and_acts() -> None:
    players = ["\x1b[31mRed", "\u202eEvil\u2069", "Zo\ud800e", "A\tB"]
    header = Header.from_mapping({"variant": "basic", "players": players, "forfeit": "sings\x07\n"})
    assert header.players == ("[31mRed", "Evil", "Zoe", "A B")
    assert header.option("forfeit", "") == "sings "
    assert parse_act("\u202eEvil hit 5", header.players) == Act("hit", "Evil", (5,))
    assert parse_act('"A\tB" hit 5', header.players) == Act("hit", "A B", (5,))


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (["\u200b", "B"], "no name"),
        (["\u200d", "B"], "no name"),
        (["\x07", "B"], "no name"),
        (["\u0301", "B"], "no name"),
        (["e\u0301", "\u00e9"], "plays twice"),
        (["A", "A\u200b"], "plays twice"),
        (["x" * (LONGEST_NAME + 1), "B"], "expected at most"),
        (["A\n", "B"], "no name"),
    ],
)
def test_names_are_told_apart_by_what_is_seen(names: list[str], words: str) -> None:
    with pytest.raises(RecordError, match=words):
        Header.from_mapping({"variant": "basic", "players": names})


def test_names_of_every_language_stay_as_they_are() -> None:
    for name in ("Jürgen", "Zoë", "Мария", "小明", "می\u200cخواهم", "👩\u200d🚀", "O'Neil", "Anna-Lena 2"):
        assert plain(name) == name
        assert is_visible(name)


def test_a_quoted_text_is_short() -> None:
    assert in_short("x" * 1_000_000).count("x") <= 100
    assert "\n" not in in_short("a\nb")


def test_a_number_or_an_act_has_its_bounds(tmp_path: Path) -> None:
    for keys in ({"target": 10**10}, {"carry": 10**400}, {"forfeit": "x" * 81}):
        with pytest.raises(RecordError, match="does not serve"):
            Header.from_mapping({"variant": "basic", "players": ["A", "B"], **keys})
    (tmp_path / "presses").write_text(json.dumps({"t": 1, "act": "x" * 10_000}))
    with pytest.raises(InputError, match="line 1"):
        read_presses(tmp_path / "presses")


def test_files_of_a_kind_that_have_no_size_are_counted_while_they_are_read() -> None:
    with pytest.raises(InputError, match="more than 10 bytes"):
        read_limited(Path("/proc/self/maps"), 10, "record")


def test_a_byte_order_mark_is_no_letter(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes("\ufeffx".encode())
    assert read_text(tmp_path / "a", 10, "record") == "x"


def test_numbers_that_are_none_are_refused() -> None:
    for text in ("NaN", "-Infinity", "[1e999]"):
        with pytest.raises(ValueError):
            parse_json(text)
    assert parse_toml("a.b = 1") == {"a": {"b": 1}}
