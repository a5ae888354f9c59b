"""The wheel has all that the program reads: built as pip builds it, from a copy of the checkout."""

import re
import shutil
import subprocess
import sys
import zlib
from pathlib import Path
from zipfile import ZipFile

import pytest

from vision.table.coasters import print_coasters

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("dealer", "hardware", "vision")
NOT_PLAYED_WITH = Path("vision/training")
"""What trains the models stays in the checkout."""

BUILD = "import sys; from setuptools.build_meta import build_wheel; build_wheel(sys.argv[1])"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> ZipFile:
    copy, out = tmp_path_factory.mktemp("checkout"), tmp_path_factory.mktemp("wheel")
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, copy)
    for name in (*PACKAGES, "docs", "systemd"):
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__", "training"))
    subprocess.run([sys.executable, "-c", BUILD, str(out)], cwd=copy, check=True, capture_output=True)
    (built,) = out.glob("*.whl")
    return ZipFile(built)


def test_every_file_of_the_packages_is_in_the_wheel(wheel: ZipFile) -> None:
    missing = [
        str(name)
        for package in PACKAGES
        for path in sorted((ROOT / package).rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
        and not (name := path.relative_to(ROOT)).is_relative_to(NOT_PLAYED_WITH)
        and (str(name) not in wheel.namelist() or wheel.read(str(name)) != path.read_bytes())
    ]  # fmt: skip
    assert missing == []


def test_the_wheel_brings_the_coasters_and_the_service(wheel: ZipFile) -> None:
    (data,) = {name.split("/", 1)[0] for name in wheel.namelist() if ".data/" in name}
    for path, folder in (
        (ROOT / "docs" / "coasters.pdf", "doc/pairs-dealer"),
        *((path, "pairs-dealer/systemd") for path in (ROOT / "systemd").iterdir()),
    ):
        assert wheel.read(f"{data}/data/share/{folder}/{path.name}") == path.read_bytes()


def test_nothing_of_the_training_is_in_the_wheel(wheel: ZipFile) -> None:
    assert [name for name in wheel.namelist() if Path(name).is_relative_to(NOT_PLAYED_WITH)] == []


def pages(pdf: Path) -> list[bytes]:
    """What is drawn on each page of a PDF."""
    streams = re.findall(rb"stream\n(.*?)\nendstream", pdf.read_bytes(), re.DOTALL)
    drawn = [zlib.decompress(stream) for stream in streams if stream.startswith(b"x")]
    return [stream for stream in drawn if b" rg" in stream or b" g\n" in stream or b" re" in stream]


def test_the_sheet_to_print_is_the_one_that_the_program_prints(tmp_path: Path) -> None:
    """After a change: dealer print coasters --out docs/coasters.pdf, and delete the pictures beside it."""
    print_coasters(tmp_path)
    printed = pages(tmp_path / "coasters.pdf")
    assert len(printed) == 2
    assert pages(ROOT / "docs" / "coasters.pdf") == printed
