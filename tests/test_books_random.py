"""A few random evenings of the books; many more: tests/trials/books.py."""

from pathlib import Path

import pytest
from books_play import Played


@pytest.mark.parametrize("seed", range(12))
def test_random_evenings_hold(tmp_path: Path, seed: int) -> None:
    assert Played(seed, tmp_path).run()["acts"]
