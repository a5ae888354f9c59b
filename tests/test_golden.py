"""A golden playthrough per game: the record, and the answer after each of its acts."""

import json
import sys
from pathlib import Path

import pytest

from dealer.game.driver import Game
from dealer.game.record import load_record
from dealer.games.registry import GAMES

sys.path.insert(0, str(Path(__file__).parent / "golden"))
from write import PLAYTHROUGHS, answers  # noqa: E402

FOLDER = Path(__file__).parent / "golden"
RECORDS = sorted(FOLDER.glob("*.pairs"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_golden_playthrough(path: Path) -> None:
    record = load_record(path)
    game = Game(record.header, [act for _, act in record.acts()])
    expected = path.with_suffix(".jsonl").read_text(encoding="utf-8").splitlines()
    for line, (found, wanted) in enumerate(zip(answers(game).splitlines(), expected, strict=True), start=1):
        assert json.loads(found) == json.loads(wanted), f"{path.stem}.jsonl, line {line}"
        assert found == wanted, f"{path.stem}.jsonl, line {line}: the same numbers, written in another way"
    assert game.over, "a golden playthrough is a whole game"


def test_every_game_has_a_golden_playthrough() -> None:
    played = {load_record(path).header.variant for path in RECORDS}
    assert played == set(GAMES)
    assert {path.stem for path in RECORDS} == set(PLAYTHROUGHS)
