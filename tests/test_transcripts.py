"""A transcript of a playthrough of every game, in every language, as it was read and found good."""

import sys
from pathlib import Path

import pytest

from dealer.game.record import load_record
from dealer.games.registry import GAMES
from dealer.locale.language import language

sys.path.insert(0, str(Path(__file__).parent / "golden"))
from transcripts import FOLDER, WHOLE, path_of, transcript  # noqa: E402

CODES = ("en", "de")


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("name", WHOLE)
def test_transcript(name: str, code: str) -> None:
    found = transcript(name, language(code)).splitlines()
    for number, (line, wanted) in enumerate(zip(found, _lines(name, code), strict=True), start=1):
        assert line == wanted, f"{path_of(name, code).name}, line {number}"


def _lines(name: str, code: str) -> list[str]:
    return path_of(name, code).read_text(encoding="utf-8").splitlines()


def test_every_game_has_a_transcript() -> None:
    assert {load_record(FOLDER / f"{name}.pairs").header.variant for name in WHOLE} == set(GAMES)
    assert {path.name for path in FOLDER.glob("*.txt")} == {path_of(n, c).name for n in WHOLE for c in CODES}
