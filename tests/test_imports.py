"""The table of rooms: who may import what. Held by reading the source, so that no library has to be there."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

OPENING = frozenset(
    {
        "asyncio",
        "datetime",
        "io",
        "logging",
        "multiprocessing",
        "os",
        "pathlib",
        "random",
        "secrets",
        "shutil",
        "socket",
        "sqlite3",
        "subprocess",
        "tempfile",
        "threading",
        "time",
        "urllib",
    }
)
"""The standard library's clocks, dice and doors to the world."""


@dataclass(frozen=True, slots=True)
class Room:
    """Files (patterns of module names) and what they may import: house modules as patterns, libraries by name."""

    name: str
    modules: tuple[str, ...]
    house: tuple[str, ...] = ()
    libraries: frozenset[str] = frozenset()
    closed: tuple[str, ...] = ()
    """What of ``house`` is shut all the same."""

    pure: bool = False
    """No clock, no randomness, no input or output: replaying acts always gives the same state."""


SHARED = ("dealer.errors", "dealer.plain_text")
FILES = ("dealer.files",)
RULES = (
    "dealer.cards",
    "dealer.acts",
    "dealer.expect",
    "dealer.events",
    "dealer.game",
    "dealer.header",
    "dealer.games",
    "dealer.games.*",
)
TABLE = ("dealer.view",)
REFEREE = (
    "dealer.referee",
    "dealer.cleared",
    "dealer.clues",
    "dealer.columns",
    "dealer.complaints",
    "dealer.cover",
    "dealer.decision",
    "dealer.displaced",
    "dealer.doubts",
    "dealer.down_cards",
    "dealer.evidence",
    "dealer.explanation",
    "dealer.ghosts",
    "dealer.judges",
    "dealer.kept_points",
    "dealer.laid_hands",
    "dealer.layout",
    "dealer.leftovers",
    "dealer.misread",
    "dealer.objections",
    "dealer.pitching",
    "dealer.prior",
    "dealer.reach",
    "dealer.scene",
    "dealer.second_finds",
    "dealer.stuck",
    "dealer.surplus",
    "dealer.turned",
    "dealer.vanished",
    "dealer.telling",
    "dealer.verdicts",
)
PROMPTER = (
    "dealer.prompter",
    "dealer.prompts",
    "dealer.calls",
    "dealer.coins_back",
    "dealer.last_words",
    "dealer.narrator",
    "dealer.phrases",
    "dealer.requests",
    "dealer.rules_pages",
    "dealer.rules_texts",
    "dealer.sentences",
    "dealer.standing",
    "dealer.words",
    "dealer.locale",
    "dealer.presses",
)
PLAYERS = ("dealer.bots", "dealer.judgement", "dealer.odds", "dealer.real_cards")
TRAINING = ("vision.training", "vision.training.*")
SCENE = ("vision.synth", "vision.synth.*")
REHEARSAL = (
    "dealer.rehearsal",
    "dealer.enacting",
    "dealer.mishaps",
    "dealer.mistaking",
    "dealer.spots",
    "dealer.tabletop",
    "dealer.unknown_acts",
)
NUMBERS = frozenset({"numpy", "cv2"})

ROOMS = (
    Room("the words all share", (*SHARED, *TABLE, "dealer.presses"), ("dealer.cards",), pure=True),
    Room("files from people", FILES, SHARED),
    Room("the rules", RULES, (*RULES, *SHARED), pure=True),
    Room("the record", ("dealer.record",), (*RULES, *SHARED, *FILES)),
    Room("the referee", REFEREE, (*RULES, *SHARED, *TABLE, *REFEREE), pure=True),
    Room(
        "the journal",
        ("dealer.journal", "dealer.journal_*"),
        (*RULES, *SHARED, "dealer.record", "dealer.journal_*", "dealer.locale", "dealer.settings"),
    ),
    Room("the prompter", PROMPTER, (*RULES, *SHARED, *TABLE, *REFEREE, *PROMPTER)),
    # It plays games to have something to show.
    Room("the gallery", ("dealer.display.gallery",), ("dealer", "dealer.*"), frozenset({"pygame"})),
    Room(
        "the display",
        ("dealer.display", "dealer.display.*"),
        (*RULES, *SHARED, *TABLE, "dealer.verdicts", *PROMPTER, "dealer.display", "dealer.display.*"),
        frozenset({"pygame"}),
    ),
    Room("simulated players", PLAYERS, (*RULES, *SHARED, *PLAYERS)),
    Room(
        "the rehearsal",
        REHEARSAL,
        (*RULES, *SHARED, *TABLE, *PROMPTER, *PLAYERS, *REHEARSAL, "dealer.record", *SCENE, "vision.frame"),
        frozenset({"numpy"}),
    ),
    Room("settings", ("dealer.settings",), (*SHARED, *FILES), frozenset({"msgspec", "platformdirs"})),
    Room("the models' runtime", ("vision.runtime",), (), frozenset({"onnxruntime"})),
    Room(
        "the synthetic scene",
        SCENE,
        (
            "dealer.cards",
            "dealer.view",
            *SHARED,
            *SCENE,
            "vision.frame",
            "vision.places",
            "vision.coasters",
            "vision.lens",
            "vision.plane",
        ),
        NUMBERS | {"PIL"},
    ),
    Room(
        "training",
        TRAINING,
        ("vision", "vision.*", "dealer.cards", "dealer.view", *SHARED),
        NUMBERS | {"torch", "onnx", "onnxruntime", "PIL", "fontTools"},
    ),
    Room(
        "sight measured",
        ("vision.bench", "vision.costs", "vision.measured_decks"),
        ("vision", "vision.*", "dealer.cards", "dealer.view", *SHARED),
        NUMBERS,
    ),
    Room(
        "sight",
        ("vision", "vision.*"),
        ("vision", "vision.*", "dealer.cards", "dealer.view", *SHARED, *FILES),
        NUMBERS | {"PIL", "fpdf"},
        closed=(*SCENE, *TRAINING),
    ),
    Room(
        "the diagnosis",
        ("hardware.doctor",),
        ("hardware.*", "vision.models", "dealer.settings", "dealer.presses", *SHARED),
    ),
    Room(
        "the Raspberry Pi's camera",
        ("hardware.raspberry_process",),
        (),
        frozenset({"numpy", "picamera2", "libcamera"}),
    ),
    Room("buttons", ("hardware.buttons",), ("dealer.presses", *SHARED), frozenset({"gpiozero"})),
    Room("espeak-ng", ("hardware.espeak",), SHARED),
    Room("loudspeaker", ("hardware.speaker",), SHARED, frozenset({"pygame"})),
    Room("speech", ("hardware.speech",), ("hardware.espeak", "hardware.speaker", *SHARED)),
    Room(
        "devices",
        ("hardware", "hardware.*"),
        ("hardware", "hardware.*", "vision.frame", "vision.pictures", *SHARED),
        NUMBERS,
    ),
    # Where all meet: the loop, the commands, and whatever of dealer/ has no room of its own.
    Room(
        "the app",
        ("dealer", "dealer.*"),
        ("dealer", "dealer.*", "hardware", "hardware.*", "vision", "vision.*"),
        NUMBERS | {"msgspec"},
        closed=TRAINING,
    ),
)
"""The first room whose pattern fits a module is its room."""


def modules() -> dict[str, Path]:
    """Every module of the house by name."""
    found = {}
    for top in ("dealer", "vision", "hardware"):
        for path in sorted((ROOT / top).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def fits(module: str, patterns: tuple[str, ...]) -> bool:
    return any(fnmatchcase(module, pattern) for pattern in patterns)


def room_of(module: str) -> Room:
    return next(room for room in ROOMS if fits(module, room.modules))


@cache
def house_modules() -> frozenset[str]:
    return frozenset(modules())


def imports_of(source: str, *, module: str) -> Iterator[str]:
    """What the source imports, anywhere in it: modules, not the names taken from them."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module} imports relatively; write the whole name"
            assert node.module is not None
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield inner if inner in house_modules() else node.module


def complaint(imported: str, room: Room) -> str:
    """Why the room may not import this, or ``""``."""
    top = imported.partition(".")[0]
    if top in ("dealer", "vision", "hardware"):
        if fits(imported, room.house) and not fits(imported, room.closed):
            return ""
        return f"imports {imported}, which {room.name} may not"
    if top in sys.stdlib_module_names:
        if room.pure and top in OPENING:
            return f"imports {imported}: {room.name} use no clock, no randomness, no input or output"
        if top == "sqlite3" and room.name != "the journal":
            return "imports sqlite3, which only the journal may"
        return ""
    return "" if top in room.libraries else f"imports the library {top}, which {room.name} may not"


@pytest.mark.parametrize("module", sorted(modules()))
def test_a_module_imports_only_what_its_room_may(module: str) -> None:
    source = modules()[module].read_text(encoding="utf-8")
    room = room_of(module)
    complaints = {complaint(imported, room) for imported in imports_of(source, module=module)} - {""}
    assert not complaints, f"{module}: " + "; ".join(sorted(complaints))


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("dealer.games.basic", "import random"),
        ("dealer.games.basic", "from dealer.journal import Journal"),
        ("dealer.games.basic", "from dealer.view import TableView"),
        ("dealer.game", "from time import monotonic"),
        ("dealer.referee", "import numpy"),
        ("dealer.referee", "from vision.mat import Mat"),
        ("dealer.display.window", "from hardware.cameras import open_camera"),
        ("dealer.app", "import torch"),
        ("dealer.app", "from vision.training import data"),
        ("dealer.app", "import gpiozero"),
        ("dealer.app", "import sqlite3"),
        ("vision.mat", "from dealer.game import Game"),
        ("vision.mat", "from vision.synth.scene import Scene"),
        ("vision.mat", "from vision.training import nets"),
        ("vision.mat", "import torch"),
        ("vision.synth.scene", "from vision.reader import Reader"),
        ("vision.synth.scene", "from dealer.bots import Bot"),
        ("hardware.speech", "import cv2"),
        ("hardware.cameras", "import picamera2"),
        ("hardware.cameras", "from vision.synth.scene import Scene"),
        ("hardware.buttons", "from dealer.settings import Settings"),
    ],
)
def test_a_wall_is_noticed(module: str, line: str) -> None:
    (imported,) = imports_of(line, module=module)
    assert complaint(imported, room_of(module))


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("dealer.games.basic", "from collections.abc import Iterator"),
        ("dealer.app", "from vision.eye import Eye"),
        ("dealer.app", "from vision.tracks import Tracks"),
        ("vision.eye", "from vision.see import read"),
        ("vision.training.nets", "import torch"),
        ("hardware.raspberry_process", "from picamera2 import Picamera2"),
    ],
)
def test_a_door_is_open(module: str, line: str) -> None:
    (imported,) = imports_of(line, module=module)
    assert not complaint(imported, room_of(module))


def test_a_library_of_one_device_is_imported_only_when_that_device_is_used() -> None:
    """The Pi's libraries, and pygame in the voice, stay behind a function: everything else runs without them."""
    for module, path in modules().items():
        if not module.startswith("hardware"):
            continue
        top_level = ast.Module(
            [node for node in ast.parse(path.read_text()).body if isinstance(node, ast.Import | ast.ImportFrom)], []
        )
        for imported in imports_of(ast.unparse(top_level), module=module):
            assert imported.partition(".")[0] not in {"picamera2", "libcamera", "gpiozero", "pygame"}, module


def test_onnxruntime_is_imported_only_after_it_was_told_to_report_nothing() -> None:
    """Its wheels send telemetry unless the environment says otherwise before the import."""
    importing = {
        module
        for module, path in modules().items()
        if any(name.partition(".")[0] == "onnxruntime" for name in imports_of(path.read_text(), module=module))
    }
    assert importing == {"vision.runtime", "vision.training.quantising"}
    quantising = modules()["vision.training.quantising"].read_text()
    assert quantising.index("from vision.models import") < quantising.index("from onnxruntime.quantization import")
    for test in (ROOT / "tests").rglob("*.py"):
        assert not any(name.startswith("onnxruntime") for name in imports_of(test.read_text(), module=test.stem)), test


def test_every_room_has_a_module() -> None:
    used = {room_of(module).name for module in modules()}
    assert {room.name for room in ROOMS} <= used | {"sight measured"}


@pytest.mark.parametrize("module", ["dealer.evening", "dealer.watching", "dealer.lessons"])
def test_a_real_table_starts_without_what_draws_a_simulated_one(module: str) -> None:
    """On a Raspberry Pi each of these libraries takes its share of a second before the first picture is looked at."""
    drawing = ("vision.synth", "dealer.rehearsal", "dealer.practice", "PIL", "pkg_resources")
    asked = f"import sys, {module}; print(*(name for name in {drawing} if name in sys.modules))"
    ended = subprocess.run([sys.executable, "-c", asked], cwd=ROOT, capture_output=True, text=True, check=True)
    assert not ended.stdout.split()
