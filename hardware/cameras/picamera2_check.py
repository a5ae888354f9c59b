"""Checks what the Raspberry Pi adapter uses of picamera2 and libcamera against their published sources, unimported.

    python -m hardware.cameras.picamera2_check [--package FOLDER] [--controls control_ids.h]

The adapter (``hardware/cameras/raspberry_process.py``) and the package are parsed, so this runs on any machine. Without
``--package`` the package is fetched with pip; without ``--controls`` libcamera's header is the installed one, or that
of Debian's package, fetched.

Exit status: 0 all is there, 1 something the adapter uses is not, 4 the sources cannot be had.
"""

import argparse
import ast
import re
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

ADAPTER = Path(__file__).with_name("raspberry_process.py")

INSTALLED_HEADER = Path("/usr/include/libcamera/libcamera/control_ids.h")

FETCH_S = 120

INSTANCES = {"self._camera": "Picamera2", "Picamera2": "Picamera2", "request": "CompletedRequest"}
"""What the adapter calls its objects, and the package's class of each."""

ENUMERATIONS = {
    "self._focus_modes": "AfMode",
    "self._focus_states": "AfState",
    "self._focus_triggers": "AfTrigger",
    "modes": "AfMode",
    "triggers": "AfTrigger",
}
"""What the adapter calls libcamera's enumerations, and the header's name of each."""

DICTIONARIES = {
    "stream": "StreamConfiguration",
    "main": "StreamConfiguration",
    "sensor": "SensorConfiguration",
    "mode": "Picamera2.sensor_modes",
    "camera": "Picamera2.global_camera_info",
    "metadata": "control",
    "wanted": "control",
    "controls": "control",
    "(yield).metadata": "control",
    "self._camera.camera_controls": "control",
}
"""What the adapter calls its dictionaries, and where their keys are declared."""


@dataclass(frozen=True, slots=True, order=True)
class Use:
    """Something the adapter uses: ``kind`` is attribute, keyword, key, control, format or choice (of a control)."""

    kind: str
    owner: str
    name: str

    def __str__(self) -> str:
        return f"{self.kind} {self.owner + '.' if self.owner else ''}{self.name}"


def _text_keys(node: ast.AST) -> Iterator[str]:
    """The constant keys of a dictionary display, also in those that it is put together from."""
    if isinstance(node, ast.Dict):
        for key, value in zip(node.keys, node.values, strict=True):
            if isinstance(key, ast.Constant) and isinstance(key.value, str):
                yield key.value
            elif key is None:
                yield from _text_keys(value)
    elif isinstance(node, ast.IfExp):
        yield from _text_keys(node.body)
        yield from _text_keys(node.orelse)


def _key_use(dictionary: str, key: str) -> Use:
    owner = DICTIONARIES[dictionary]
    return Use("control", "", key) if owner == "control" else Use("key", owner, key)


def uses_of(source: str) -> frozenset[Use]:
    """All that the adapter's source uses of the two packages.

    >>> for use in sorted(uses_of("request = self._camera.capture_request(wait=2); request.release()")):
    ...     print(use)
    attribute CompletedRequest.release
    attribute Picamera2.capture_request
    keyword Picamera2.capture_request.wait
    """
    return frozenset(use for node in ast.walk(ast.parse(source)) for use in _uses_in(node))


def _uses_in(node: ast.AST) -> Iterator[Use]:
    """What this one node uses."""
    if isinstance(node, ast.Attribute):
        owner = ast.unparse(node.value)
        if owner in INSTANCES:
            yield Use("attribute", INSTANCES[owner], node.attr)
        elif owner in ENUMERATIONS:
            yield Use("choice", ENUMERATIONS[owner], node.attr)
    if isinstance(node, ast.Call):
        yield from _uses_in_call(node)
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str):
        dictionary = ast.unparse(node.value)
        if dictionary in DICTIONARIES:
            yield _key_use(dictionary, node.slice.value)
    if isinstance(node, ast.Compare) and isinstance(node.left, ast.Constant) and isinstance(node.left.value, str):
        for compared in map(ast.unparse, node.comparators):
            if compared in DICTIONARIES:
                yield _key_use(compared, node.left.value)
    if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
        target = ast.unparse(node.targets[0] if isinstance(node, ast.Assign) else node.target)
        if target in DICTIONARIES:
            yield from (_key_use(target, key) for key in _text_keys(node.value))


def _uses_in_call(node: ast.Call) -> Iterator[Use]:
    called = ast.unparse(node.func)
    owner, _, method = called.rpartition(".")
    if called in INSTANCES:
        owner, method = called, "__init__"
    if owner in INSTANCES:
        for keyword in node.keywords:
            if keyword.arg is not None:
                yield Use("keyword", f"{INSTANCES[owner]}.{method}", keyword.arg)
                if keyword.arg in DICTIONARIES:
                    yield from (_key_use(keyword.arg, key) for key in _text_keys(keyword.value))
        if method == "set_controls" and node.args:
            yield from (_key_use("controls", key) for key in _text_keys(node.args[0]))
    elif method == "get" and owner in DICTIONARIES and isinstance(node.args[0], ast.Constant):
        yield _key_use(owner, str(node.args[0].value))
    for constant in ast.walk(node):
        if isinstance(constant, ast.Constant) and re.fullmatch(r"[A-Z]{3,4}[0-9]{3,4}", str(constant.value)):
            yield Use("format", "", str(constant.value))


@dataclass(slots=True)
class Declared:
    """What the published sources declare."""

    attributes: set[tuple[str, str]] = field(default_factory=set)
    keywords: set[tuple[str, str]] = field(default_factory=set)
    texts: dict[str, set[str]] = field(default_factory=dict)
    """The text constants in each class and each method."""

    controls: set[str] = field(default_factory=set)
    choices: set[tuple[str, str]] = field(default_factory=set)

    def holds(self, use: Use) -> bool:
        if use.kind == "attribute":
            return (use.owner, use.name) in self.attributes
        if use.kind == "keyword":
            return (use.owner, use.name) in self.keywords
        if use.kind == "key":
            return use.name in self.texts.get(use.owner, set())
        if use.kind == "format":
            return any(use.name in texts for texts in self.texts.values())
        return (use.owner, use.name) in self.choices if use.kind == "choice" else use.name in self.controls


def declared_in(sources: Iterable[str], *, header: str) -> Declared:
    """What the package's sources and libcamera's ``control_ids.h`` declare."""
    declared = Declared()
    for source in sources:
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.ClassDef):
                _declare_class(declared, node)
    declared.controls = set(re.findall(r"Control<.*>\s+(\w+);", header))
    declared.choices = {
        (name, choice) for name in ENUMERATIONS.values() for choice in re.findall(rf"\b{name}([A-Z]\w*)\s*=", header)
    }
    return declared


def _texts_in(node: ast.AST) -> set[str]:
    return {part.value for part in ast.walk(node) if isinstance(part, ast.Constant) and isinstance(part.value, str)}


def _declare_class(declared: Declared, node: ast.ClassDef) -> None:
    declared.texts.setdefault(node.name, set()).update(_texts_in(node))
    for part in ast.walk(node):
        if isinstance(part, ast.FunctionDef):
            name = f"{node.name}.{part.name}"
            declared.attributes.add((node.name, part.name))
            declared.texts.setdefault(name, set()).update(_texts_in(part))
            arguments = [*part.args.posonlyargs, *part.args.args, *part.args.kwonlyargs]
            declared.keywords.update((name, argument.arg) for argument in arguments)
        elif isinstance(part, ast.Attribute) and isinstance(part.ctx, ast.Store) and ast.unparse(part.value) == "self":
            declared.attributes.add((node.name, part.attr))


class Unavailable(Exception):
    """The sources cannot be had here."""


def _fetch(command: list[str], folder: Path, pattern: str) -> Path:
    try:
        subprocess.run(command, cwd=folder, check=True, capture_output=True, timeout=FETCH_S)
    except (OSError, subprocess.SubprocessError) as error:
        raise Unavailable(f"{' '.join(command)}: {error}") from error
    found = sorted(folder.glob(pattern))
    if not found:
        raise Unavailable(f"{' '.join(command)} fetched nothing")
    return found[-1]


def package_sources(folder: Path) -> list[str]:
    """The package's modules, but for its devices and previews: the adapter uses none. Raises Unavailable."""
    paths = [path for path in folder.rglob("*.py") if not {"devices", "previews"} & set(path.parts)]
    if not paths:
        raise Unavailable(f"no Python source in {folder}")
    return [path.read_text(encoding="utf-8") for path in sorted(paths)]


def fetch_package(folder: Path) -> tuple[str, list[str]]:
    """picamera2's newest wheel and its sources. Raises Unavailable."""
    command = [sys.executable, "-m", "pip", "download", "--no-deps", "--quiet", "picamera2"]
    wheel = _fetch(command, folder, "picamera2*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "package")
    return wheel.name, package_sources(folder / "package")


def fetch_header(folder: Path) -> tuple[str, str]:
    """libcamera's list of controls: the installed header, or the one of Debian's package. Raises Unavailable."""
    if INSTALLED_HEADER.exists():
        return str(INSTALLED_HEADER), INSTALLED_HEADER.read_text()
    package = _fetch(["apt-get", "download", "libcamera-dev"], folder, "libcamera-dev*.deb")
    header = _fetch(["dpkg-deb", "-x", package.name, "headers"], folder, "headers/usr/include/**/control_ids.h")
    return package.name, header.read_text()


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="picamera2_check", description=__doc__.splitlines()[0])
    parser.add_argument("--package", type=Path, help="a folder with picamera2's source, instead of fetching it")
    parser.add_argument("--controls", type=Path, help="libcamera's control_ids.h, instead of fetching it")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        try:
            if options.package is None:
                package, sources = fetch_package(folder)
            else:
                package, sources = str(options.package), package_sources(options.package)
            if options.controls is None:
                header_name, header = fetch_header(folder)
            else:
                header_name, header = str(options.controls), options.controls.read_text()
        except (Unavailable, OSError) as error:
            print(f"not checked: the published sources cannot be had here ({error})", file=sys.stderr)
            return 4
    declared = declared_in(sources, header=header)
    uses = sorted(uses_of(ADAPTER.read_text(encoding="utf-8")))
    missing = [use for use in uses if not declared.holds(use)]
    for use in uses:
        print(f"{'MISSING' if use in missing else 'found  '} {use}")
    print(f"{len(uses) - len(missing)} of {len(uses)} found in {package} and {header_name}")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
