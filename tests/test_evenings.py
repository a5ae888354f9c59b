"""Whole evenings at the level of views: a few of those that ``tests/trials/evenings.py`` plays by the thousand."""

from pathlib import Path

import pytest
from evening_play import Played

FIRST = 50_000
"""The seeds from here on; the trial has those before."""


@pytest.mark.parametrize("seed", range(FIRST, FIRST + 30))
def test_an_evening_holds(seed: int, tmp_path: Path) -> None:
    outcome = Played(seed, tmp_path).run()
    assert not outcome.violation, outcome.line()
