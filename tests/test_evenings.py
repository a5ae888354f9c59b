"""Whole evenings at the level of views: a few of those that ``tests/trials/evenings.py`` plays by the thousand."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from evening_play import Played

from dealer.journal.journal import Journal
from dealer.table.sitting import Sitting

FIRST = 50_000
"""The seeds from here on; the trial has those before."""

LASTS_S = 150.0

CALM = FIRST + 1
"""An evening of which the first game has a camera, and hands that press only what leads on."""


@pytest.mark.parametrize("seed", range(FIRST, FIRST + 12))
def test_an_evening_holds(seed: int, tmp_path: Path) -> None:
    outcome = Played(seed, tmp_path, lasts_s=LASTS_S).run()
    assert not outcome.violation, outcome.line()


def lost(journal: Journal, *given: Any, **more: Any) -> int:
    """An act that never comes to the disk."""
    return 0


def fails(sitting: Sitting, view: Any) -> Any:
    raise IndexError("tuple index out of range")


@pytest.mark.parametrize(
    ("owner", "name", "wrong", "kind"),
    [
        (Journal, "add", lost, "journal"),
        (Sitting, "look", fails, "exception"),
    ],
)
def test_what_does_not_hold_is_found(
    owner: type, name: str, wrong: Callable[..., Any], kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(owner, name, wrong)
    kinds = {Played(seed, tmp_path / str(seed), lasts_s=LASTS_S).run().kind for seed in range(CALM, CALM + 4)}
    assert kind in kinds


def test_what_is_said_and_not_shown_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = Sitting._show

    def another(sitting: Sitting, prompt: Any) -> None:
        words(sitting, prompt)
        sitting._speak("", "Something else.")

    monkeypatch.setattr(Sitting, "_show", another)
    assert Played(CALM, tmp_path, lasts_s=LASTS_S).run().kind == "said and shown"
