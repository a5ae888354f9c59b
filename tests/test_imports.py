"""The table of rooms: who may import what. Held by reading the source, so that no library has to be there."""

import ast
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from graphlib import TopologicalSorter
from itertools import pairwise
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

OPENING = frozenset(
    "asyncio datetime io logging multiprocessing os pathlib random secrets shutil socket sqlite3 subprocess tempfile "
    "threading time urllib".split()
)
"""The standard library's clocks, dice and doors to the world."""

LEANING = re.compile(r"(The same|And|Or|Nor|But|So|Not|No|Neither|This|That|These|Those|It|Also|Likewise|As above)\b")
"""Openings of a docstring that can be read only with the one above it, or that begin with what they deny."""

CITED_GAME = re.compile(r"\b(game|seed)s?\s+(#\s*)?[0-9]{3,}\b")
"""A simulated game that is named by its number, in a docstring or a comment."""

MOST_MODULES = 8
"""Most modules that may lie directly under each of the three packages."""


@dataclass(frozen=True, slots=True)
class Room:
    """A package, or a module that lies directly under one of the three: which rooms and libraries it may import."""

    rooms: str
    libraries: str
    pure: bool = False
    """No clock, no randomness, no input or output: replaying acts always gives the same state."""


ROOMS = {
    "dealer.errors": Room("", "", pure=True),
    "dealer.examples": Room("", "", pure=True),
    "dealer.presses": Room("", "", pure=True),
    "dealer.view": Room("", "", pure=True),
    "hardware.notify": Room("", ""),
    "dealer.locale": Room("dealer.errors", ""),
    "hardware.power": Room("dealer.errors dealer.locale", ""),
    "hardware.updates": Room("dealer.errors hardware.power", ""),
    "vision.frame": Room("", "numpy"),
    "dealer.system": Room("dealer.errors", "rich"),
    "dealer.board": Room("dealer.locale", "msgspec segno starlette uvicorn"),
    "hardware.buttons": Room("dealer.errors dealer.locale dealer.presses", "gpiozero"),
    "vision.album": Room("vision.frame", "cv2 numpy"),
    "dealer.rules": Room("dealer.errors dealer.system", "", pure=True),
    "dealer.settings": Room("dealer.errors dealer.locale dealer.system", "msgspec platformdirs"),
    "dealer.settings_file": Room("dealer.errors dealer.locale dealer.settings dealer.system", "msgspec tomlkit"),
    "hardware.voice": Room("dealer.errors dealer.locale dealer.system", "pygame"),
    "vision.nets": Room("dealer.errors dealer.system vision.frame", "cv2 numpy onnxruntime"),
    "vision.pictures": Room("dealer.errors dealer.system vision.frame", "PIL cv2 numpy"),
    "vision.table": Room("dealer.errors dealer.system dealer.view vision.frame", "PIL cv2 fpdf numpy"),
    "dealer.games": Room("dealer.rules", "", pure=True),
    "hardware.cameras": Room(
        "dealer.errors dealer.locale vision.frame vision.pictures", "cv2 libcamera numpy picamera2"
    ),
    "vision.motion": Room("dealer.view vision.frame vision.table", "cv2 numpy"),
    "vision.synth": Room("dealer.errors dealer.view vision.frame vision.table", "PIL cv2 numpy"),
    "dealer.game": Room("dealer.errors dealer.games dealer.rules dealer.system dealer.view", ""),
    "vision.tracking": Room("dealer.view vision.motion vision.table", "cv2 numpy"),
    "dealer.books": Room("dealer.errors dealer.game dealer.rules", "", pure=True),
    "dealer.journal": Room(
        "dealer.books dealer.errors dealer.game dealer.locale dealer.rules dealer.settings dealer.system", ""
    ),
    "hardware.doctor": Room(
        "dealer.errors dealer.locale dealer.presses dealer.settings hardware.buttons hardware.cameras hardware.voice "
        "vision.frame vision.nets vision.table",
        "",
    ),
    "dealer.seen": Room("dealer.errors dealer.game dealer.games dealer.rules dealer.view", "", pure=True),
    "vision.deck": Room(
        "dealer.errors dealer.system vision.frame vision.nets vision.table vision.tracking",
        "cv2 numpy",
    ),
    "dealer.search": Room("dealer.errors dealer.game dealer.rules dealer.seen dealer.view", "", pure=True),
    "vision.reading": Room(
        "dealer.errors dealer.system dealer.view vision.deck vision.frame vision.nets vision.pictures "
        "vision.table vision.tracking",
        "cv2 numpy",
    ),
    "dealer.complaints": Room("dealer.rules dealer.search dealer.seen dealer.view", "", pure=True),
    "dealer.words": Room(
        "dealer.books dealer.errors dealer.game dealer.games dealer.locale dealer.presses dealer.rules dealer.search "
        "dealer.seen",
        "",
    ),
    "dealer.venue": Room(
        "dealer.board dealer.books dealer.errors dealer.game dealer.journal dealer.locale dealer.rules "
        "dealer.settings dealer.system dealer.words",
        "msgspec paho starlette",
    ),
    "vision.belief": Room(
        "dealer.rules dealer.view vision.deck vision.frame vision.nets vision.reading vision.table vision.tracking",
        "cv2 numpy",
    ),
    "vision.looking": Room(
        "dealer.view vision.frame vision.motion vision.reading vision.table vision.tracking",
        "cv2 numpy",
    ),
    "vision.looks": Room(
        "dealer.errors dealer.rules dealer.view vision.belief vision.deck vision.frame vision.nets vision.reading "
        "vision.tracking",
        "msgspec numpy",
    ),
    "vision.training": Room(
        "dealer.errors vision.belief vision.deck vision.frame vision.looks vision.nets vision.reading vision.synth",
        "PIL cv2 numpy onnx onnxruntime scipy torch",
    ),
    "dealer.display": Room(
        "dealer.errors dealer.game dealer.locale dealer.presses dealer.seen dealer.view dealer.words",
        "pygame",
    ),
    "dealer.referee": Room(
        "dealer.complaints dealer.errors dealer.game dealer.rules dealer.search dealer.seen dealer.view",
        "",
        pure=True,
    ),
    "vision.eye": Room(
        "dealer.view vision.album vision.belief vision.frame vision.looking vision.motion vision.reading "
        "vision.table vision.tracking",
        "cv2 numpy",
    ),
    "dealer.decks": Room(
        "dealer.display dealer.errors dealer.locale dealer.presses dealer.settings dealer.view dealer.words "
        "vision.deck vision.frame vision.nets vision.reading",
        "",
    ),
    "dealer.table": Room(
        "dealer.books dealer.display dealer.errors dealer.game dealer.games dealer.journal dealer.locale "
        "dealer.presses dealer.referee dealer.rules dealer.seen dealer.settings dealer.system dealer.view dealer.words",
        "msgspec",
    ),
    "vision.measures": Room(
        "dealer.system dealer.view vision.belief vision.eye vision.frame vision.looks vision.nets vision.reading "
        "vision.synth vision.table vision.tracking",
        "cv2 numpy",
    ),
    "dealer.hands": Room(
        "dealer.books dealer.decks dealer.display dealer.errors dealer.game dealer.games dealer.journal "
        "dealer.locale dealer.presses dealer.rules dealer.seen dealer.settings dealer.settings_file dealer.table "
        "dealer.view dealer.words",
        "",
    ),
    "dealer.rehearsal": Room(
        "dealer.decks dealer.game dealer.games dealer.presses dealer.rules dealer.seen dealer.table "
        "dealer.view dealer.words hardware.cameras vision.frame vision.synth",
        "numpy",
    ),
    "dealer.gallery": Room(
        "dealer.books dealer.decks dealer.display dealer.game dealer.games dealer.hands dealer.journal "
        "dealer.locale dealer.presses dealer.rehearsal dealer.rules dealer.seen dealer.settings dealer.table "
        "dealer.view dealer.words",
        "",
    ),
    "dealer.house": Room(
        "dealer.board dealer.books dealer.decks dealer.display dealer.errors dealer.game dealer.games dealer.hands "
        "dealer.journal dealer.locale dealer.presses dealer.referee dealer.rehearsal dealer.rules dealer.seen "
        "dealer.settings dealer.settings_file dealer.system dealer.table dealer.venue dealer.view dealer.words "
        "hardware.buttons hardware.cameras hardware.doctor hardware.notify hardware.power hardware.updates "
        "hardware.voice vision.belief vision.deck vision.eye vision.frame vision.nets vision.pictures vision.reading "
        "vision.synth vision.table",
        "cv2 fpdf numpy",
    ),
    "dealer.measures": Room(
        "dealer.display dealer.errors dealer.gallery dealer.game dealer.games dealer.house dealer.journal "
        "dealer.rehearsal dealer.rules dealer.seen dealer.settings dealer.table dealer.view hardware.cameras "
        "hardware.voice vision.belief vision.eye vision.frame vision.looks vision.measures vision.motion "
        "vision.nets vision.reading vision.synth vision.table",
        "cv2 msgspec numpy",
    ),
    "dealer.cli": Room(
        "dealer.decks dealer.errors dealer.examples dealer.game dealer.house dealer.measures dealer.settings "
        "dealer.system dealer.venue vision.reading vision.table",
        "",
    ),
}
"""From the ground up: a room imports lower ones only."""


def modules() -> dict[str, Path]:
    """Every module of the house by name."""
    found = {}
    for top in ("dealer", "vision", "hardware"):
        for path in sorted((ROOT / top).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


@cache
def house_modules() -> frozenset[str]:
    return frozenset(modules())


def room_of(module: str) -> str:
    """The room in which a module is: the longest name of a room that it begins with."""
    parts = module.split(".")
    names = [".".join(parts[:length]) for length in range(len(parts), 0, -1)]
    return next((name for name in names if name in ROOMS), parts[0])


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


def complaint(imported: str, name: str) -> str:
    """Why the room of this name may not import this, or ``""``."""
    room, top = ROOMS[name], imported.partition(".")[0]
    if top in ("dealer", "vision", "hardware"):
        there = room_of(imported)
        if there == top:  # the package itself: its version
            return ""
        return "" if there == name or there in room.rooms.split() else f"imports {imported}, which {name} may not"
    if top in sys.stdlib_module_names:
        if room.pure and top in OPENING:
            return f"imports {imported}: {name} uses no clock, no randomness, no input or output"
        if top == "sqlite3" and name not in ("dealer.journal", "dealer.venue"):
            return "imports sqlite3, which only the journal and the house of many tables may"
        return ""
    return "" if top in room.libraries.split() else f"imports the library {top}, which {name} may not"


@pytest.mark.parametrize("module", sorted(modules()))
def test_a_module_imports_only_what_its_room_may(module: str) -> None:
    if module in ("dealer", "vision", "hardware"):
        return
    source = modules()[module].read_text(encoding="utf-8")
    complaints = {complaint(imported, room_of(module)) for imported in imports_of(source, module=module)} - {""}
    assert not complaints, f"{module}: " + "; ".join(sorted(complaints))


def test_the_rooms_have_no_circle_and_stand_from_the_ground_up() -> None:
    tuple(TopologicalSorter({name: room.rooms.split() for name, room in ROOMS.items()}).static_order())
    below: set[str] = set()
    for name, room in ROOMS.items():
        assert set(room.rooms.split()) <= below, f"{name} stands below {sorted(set(room.rooms.split()) - below)}"
        below.add(name)


def test_few_modules_lie_directly_under_a_package() -> None:
    lying = Counter(module.partition(".")[0] for module in modules() if module.count(".") == 1)
    packages = {name for name, path in modules().items() if path.name == "__init__.py"}
    for top in ("dealer", "vision", "hardware"):
        inner = sum(1 for name in packages if name.startswith(f"{top}.") and name.count(".") == 1)
        assert lying[top] - inner <= MOST_MODULES, top


def test_every_room_says_what_it_is() -> None:
    for name in ROOMS:
        assert ast.get_docstring(ast.parse(modules()[name].read_text(encoding="utf-8"))), name


def told_of_values(source: str) -> Iterator[tuple[int, str]]:
    """The strings that follow an assignment, each with its line: what is told of a constant or a field."""
    for node in ast.walk(ast.parse(source)):
        body = getattr(node, "body", None)
        for before, after in pairwise(body if isinstance(body, list) else ()):
            match before, after:
                case ast.Assign() | ast.AnnAssign(), ast.Expr(value=ast.Constant(value=str(told))):
                    yield after.lineno, told


def badly_told(source: str) -> list[str]:
    """The lines that lean on the docstring above them, or cite a simulated game by its number."""
    leaning = [f"{line}: {told}" for line, told in told_of_values(source) if LEANING.match(told)]
    lines = (source.count("\n", 0, cited.start()) + 1 for cited in CITED_GAME.finditer(source))
    return leaning + [f"{line}: cites a simulated game; say what holds of every game" for line in lines]


@pytest.mark.parametrize("top", ["dealer", "vision", "hardware"])
def test_what_is_told_of_a_value_stands_alone(top: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}:{complaint}"
        for module, path in modules().items()
        if module.partition(".")[0] == top
        for complaint in badly_told(path.read_text(encoding="utf-8"))
    ]
    assert not found, "Say what it is, its unit and which way is stricter:\n" + "\n".join(found)


@pytest.mark.parametrize(
    "source",
    [
        'A = 1\n"""So many cards are kept."""',
        'A: int = 1\n"""The same upside down."""',
        'class A:\n    b: int = 1\n    """Nor is one that was called."""',
        'class A:\n    def __init__(self) -> None:\n        self.b = 1\n        """Those that were called."""',
        'A = 1\n"""Least share: in simulated games 1432 and\n1433 it was less."""',
        "# as in seed\n# 10432\n",
    ],
)
def test_what_is_badly_told_is_noticed(source: str) -> None:
    assert badly_told(source)


def test_every_room_has_a_module() -> None:
    assert {room_of(module) for module in modules()} - {"dealer", "vision", "hardware"} == set(ROOMS)


@pytest.mark.parametrize(
    ("room", "line"),
    [
        ("dealer.games", "import random"),
        ("dealer.games", "from dealer.journal.journal import Journal"),
        ("dealer.games", "from dealer.view import TableView"),
        ("dealer.rules", "from time import monotonic"),
        ("dealer.referee", "import numpy"),
        ("dealer.referee", "from vision.table.mat import Mat"),
        ("dealer.display", "from hardware.cameras.cameras import open_camera"),
        ("dealer.house", "import torch"),
        ("dealer.house", "from vision.training import data"),
        ("dealer.house", "import gpiozero"),
        ("dealer.house", "import sqlite3"),
        ("vision.table", "from dealer.game.driver import Game"),
        ("vision.table", "from vision.synth.scene import Scene"),
        ("vision.table", "from vision.training import nets"),
        ("vision.table", "import torch"),
        ("vision.synth", "from vision.reading.reader import Reader"),
        ("vision.synth", "from dealer.rehearsal.bots import Bot"),
        ("hardware.voice", "import cv2"),
        ("hardware.cameras", "from vision.synth.scene import Scene"),
        ("hardware.buttons", "from dealer.settings import Settings"),
    ],
)
def test_a_wall_is_noticed(room: str, line: str) -> None:
    (imported,) = imports_of(line, module=room)
    assert complaint(imported, room)


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
    assert importing == {"vision.nets.runtime", "vision.training.quantising"}
    quantising = modules()["vision.training.quantising"].read_text()
    assert quantising.index("from vision.nets.models import") < quantising.index("from onnxruntime.quantization import")
    for test in (ROOT / "tests").rglob("*.py"):
        assert not any(name.startswith("onnxruntime") for name in imports_of(test.read_text(), module=test.stem)), test


@pytest.mark.parametrize("module", ["dealer.house.evening", "dealer.house.watch_command", "dealer.house.lessons"])
def test_a_real_table_starts_without_what_draws_a_simulated_one(module: str) -> None:
    """On a Raspberry Pi each of these libraries takes its share of a second before the first picture is looked at."""
    drawing = ("vision.synth", "dealer.rehearsal.rehearsal", "dealer.rehearsal.practice", "PIL", "pkg_resources")
    asked = f"import sys, {module}; print(*(name for name in {drawing} if name in sys.modules))"
    ended = subprocess.run([sys.executable, "-c", asked], cwd=ROOT, capture_output=True, text=True, check=True)
    assert not ended.stdout.split()


def test_the_referees_times_are_one_table() -> None:
    rooms = ("dealer.seen", "dealer.search", "dealer.complaints", "dealer.referee")
    for name, path in modules().items():
        if name.startswith(rooms) and name != "dealer.seen.patience":
            assert re.findall(r"^[A-Z_]+_S\b.* = [\d.]+", path.read_text(encoding="utf-8"), re.MULTILINE) == [], name


def named_and_missing(text: str) -> list[str]:
    """The modules, or what is in them, that stand between backticks and are not there."""
    missing = []
    for name in re.findall(r"`((?:dealer|vision|hardware)(?:\.\w+)+)`", text):
        if name.endswith((".mo", ".po", ".pot")):
            continue
        parts = name.split(".")
        while parts and not (path := ROOT.joinpath(*parts)).is_dir() and not path.with_suffix(".py").exists():
            parts.pop()
        path = ROOT.joinpath(*parts)
        source = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
        rest = name.split(".")[len(parts) :]
        if rest and rest[0] not in source.read_text(encoding="utf-8"):
            missing.append(name)
    return missing


@pytest.mark.parametrize("top", ["dealer", "vision", "hardware", "docs"])
def test_modules_that_are_named_are_there(top: str) -> None:
    files = [path for suffix in ("py", "md") for path in ROOT.joinpath(top).rglob(f"*.{suffix}")]
    missing = {path.name: named_and_missing(path.read_text(encoding="utf-8")) for path in files}
    assert {name: names for name, names in missing.items() if names} == {}
    text = "``vision.belief.plainness`` and ``vision.belief.decide.Call``"
    assert named_and_missing(text) == ["vision.belief.plainness"]
