"""What the reader gets right may not fall in silence: measured figures are kept in ``accuracy.json`` and compared.

Rendered held-out designs are scored on every run. Photographs are scored where PAIRS_PHOTOGRAPHS names a folder with
``index.jsonl``, ``score.py`` and the pictures. ``python tests/test_accuracy.py [FOLDER]`` measures anew and writes the
file.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from vision.reader import Reader
from vision.see import load_widths, see
from vision.synth.faces import HELD_OUT
from vision.training.checking import check
from vision.training.fonts import shipped_fonts

KEPT = Path(__file__).with_name("accuracy.json")
RENDERED_SCENES = 12
"""Scenes of each held-out family: about a minute less than a serious measurement, and the same every time."""
SLACK = {"rendered right": 0.03, "rendered wrong": 0.011, "photographs right": 0.004, "photographs wrong": 0.0015}
"""How much a share may be worse before the test fails: builds of the libraries differ in the last bits."""


def rendered() -> dict[str, Any]:
    """Scores of each held-out family on a few rendered scenes, shipped fonts only."""
    reader = Reader()
    return {
        family: check(shipped_fonts(), scenes=RENDERED_SCENES, families=(family,), reader=reader)
        for family in sorted(HELD_OUT)
    }


def photographs(folder: Path, scratch: Path, *, with_width: bool) -> dict[str, Any]:
    """``score.py``'s table for the photographs of a folder."""
    index = folder / "index.jsonl"
    names = [json.loads(line)["file"] for line in index.read_text(encoding="utf-8").splitlines() if line.strip()]
    readings = scratch / f"readings-{with_width}.jsonl"
    with readings.open("w", encoding="utf-8") as out:
        for row in see([str(folder / name) for name in names], widths=load_widths(index) if with_width else None):
            out.write(json.dumps(row) + "\n")
    scored = subprocess.run(
        [sys.executable, str(folder / "score.py"), "--index", str(index), "--json", str(readings)],
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    return dict(json.loads(scored.stdout))


@pytest.fixture(scope="module")
def kept() -> dict[str, Any]:
    return dict(json.loads(KEPT.read_text(encoding="utf-8")))


def test_held_out_designs_are_read_as_well_as_before(kept: dict[str, Any]) -> None:
    measured = rendered()
    for family, before in kept["rendered"].items():
        now = measured[family]
        assert now["cards"] == before["cards"], f"{family}: other scenes than those measured; measure anew"
        assert now["right"] >= before["right"] - SLACK["rendered right"], family
        assert now["wrong"] <= before["wrong"] + SLACK["rendered wrong"], family
        assert now["foreign wrong"] <= before["foreign wrong"], family


@pytest.mark.skipif(not os.environ.get("PAIRS_PHOTOGRAPHS"), reason="PAIRS_PHOTOGRAPHS names no folder")
@pytest.mark.parametrize("with_width", [True, False])
def test_photographs_are_read_as_well_as_before(kept: dict[str, Any], tmp_path: Path, with_width: bool) -> None:
    now = photographs(Path(os.environ["PAIRS_PHOTOGRAPHS"]), tmp_path, with_width=with_width)
    before = kept["photographs with width" if with_width else "photographs without width"]
    for source, was in before["sources"].items():
        scored = now["sources"][source]
        assert scored["missing"] == 0, source
        assert scored["right"] >= was["right"] - SLACK["photographs right"], source
        assert scored["wrong"] <= was["wrong"] + SLACK["photographs wrong"], source
        assert scored["extra"] <= was["extra"] + 2, source


if __name__ == "__main__":
    import tempfile

    table: dict[str, Any] = {"rendered": rendered()}
    if len(sys.argv) > 1:
        with tempfile.TemporaryDirectory() as scratch:
            for name, known in (("photographs with width", True), ("photographs without width", False)):
                table[name] = photographs(Path(sys.argv[1]), Path(scratch), with_width=known)
    KEPT.write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(table, indent=1))
