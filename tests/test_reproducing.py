"""Whether a quick training reproduces the recorded one."""

from dataclasses import replace
from pathlib import Path

import pytest

from vision.training.reproducing import WITHIN, QuickRun, record, recorded, verdict

RECORDED = QuickRun("ab" * 32, 70.0, 1479, {"numpy": "2.0", "pillow": "11.0", "torch": "2.13.0"})


@pytest.mark.parametrize(("score", "reproduces"), [(70.0, True), (70.0 + WITHIN, True), (69.4, False), (70.6, False)])
def test_the_same_data_must_be_read_as_well(score: float, reproduces: bool) -> None:
    same, words = verdict(replace(RECORDED, score=score), RECORDED)
    assert same is reproduces
    assert f"{score:g} %" in words and "recorded 70 %" in words
    assert words.startswith("It reproduces" if reproduces else "It does not reproduce")


def test_other_data_cannot_be_compared_and_the_reason_is_said() -> None:
    drawn = {"numpy": "2.1", "pillow": "11.0", "torch": "2.14.0"}
    same, words = verdict(replace(RECORDED, data="cd" * 32, versions=drawn), RECORDED)
    assert not same
    assert "numpy 2.1, recorded 2.0" in words and "torch" not in words and "pillow" not in words
    _, words = verdict(replace(RECORDED, data="cd" * 32, fonts=3), RECORDED)
    assert "3 font files, recorded 1479" in words
    _, words = verdict(replace(RECORDED, data="cd" * 32), RECORDED)
    assert "a change of what draws them" in words


def test_a_record_is_read_as_it_was_written(tmp_path: Path) -> None:
    record(RECORDED, tmp_path / "quick.json")
    assert recorded(tmp_path / "quick.json") == RECORDED


@pytest.mark.parametrize("text", [None, "", "[]", '{"data": "ab"}'])
def test_what_is_no_record_is_refused(text: str | None, tmp_path: Path) -> None:
    at = tmp_path / "quick.json"
    if text is not None:
        at.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match="--record"):
        recorded(at)


def test_the_shipped_record_is_one() -> None:
    run = recorded()
    assert len(run.data) == 64 and 20 < run.score < 100 and run.fonts > 1000
