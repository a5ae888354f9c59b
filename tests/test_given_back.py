"""What a game held is free after it: its pictures hang on each other, and are let go all the same."""

import gc
import weakref
from collections.abc import Iterator

import pytest

from dealer.game.header import Header
from dealer.house.camera_and_eye import Lookout, Stage
from dealer.settings import Settings
from dealer.system.memory import give_back
from hardware.cameras.cameras import CameraKind, CameraSpec


@pytest.fixture(autouse=True)
def nothing_is_collected_by_itself() -> Iterator[None]:
    gc.disable()
    yield
    gc.enable()


def test_a_simulated_table_is_free_once_its_game_is_over() -> None:
    header = Header.from_mapping({"variant": "basic", "players": ["Angie", "Bob"]})
    stage = Stage(1, header, size_px=(1280, 720))
    lookout = Lookout(CameraSpec(CameraKind.SIMULATED, 1), Settings(), lens_name=None, stage=stage, fast=True)
    with lookout:
        lookout.next(0.1)
    assert lookout.rehearsal is not None
    held = [weakref.ref(one) for one in (lookout, lookout.eye, lookout.rehearsal, lookout.rehearsal.camera)]
    del lookout, stage
    assert any(one() is not None for one in held), "they hang on each other"
    give_back()
    assert [one() for one in held] == [None] * len(held)
